/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_DISPOSABLE_INTERNAL_H
#define CM_JS_BUILTINS_DISPOSABLE_INTERNAL_H
/* disposable_internal: what DisposableStack and AsyncDisposableStack share. */
#include "engine/dispose.h"
#include "js/builtins/builtins.h"

/* v as a stack of that kind, or NULL. */
DisposableObj *cm__disposable_of(Value v, bool is_async);
/* The stack becomes disposed; what it held. */
Value cm__disposable_take(DisposableObj *s);
/* Has the disposer called. */
Step cm__disposal_call(VM *vm, NativeFrame *f, const Disposal *d);

Value cm__disposable_construct(VM *vm, const NativeCall *c, bool is_async);
Value cm__disposable_disposed(VM *vm, const NativeCall *c, bool is_async);
Value cm__disposable_use(VM *vm, const NativeCall *c, bool is_async);
Value cm__disposable_adopt(VM *vm, const NativeCall *c, bool is_async);
Value cm__disposable_defer(VM *vm, const NativeCall *c, bool is_async);
Value cm__disposable_move(VM *vm, const NativeCall *c, bool is_async);

/* AsyncDisposableStack; [Symbol.asyncDispose] of async iterators. */
void cm__install_async_disposable(RealmBuilder *b);

#endif
