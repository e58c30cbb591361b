/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_OBJECT_INTERNAL_H
#define CM_JS_BUILTINS_OBJECT_INTERNAL_H
/* object_internal: property descriptors and levels of integrity, shared by Object
 * and what reflects on objects elsewhere. */
#include "js/builtins/builtins.h"

/* ToPropertyDescriptor. False when it threw. */
bool cm__to_descriptor(VM *vm, Value v, PropDesc *ret_desc);
/* FromPropertyDescriptor. NULL when memory is refused. */
Obj *cm__from_descriptor(VM *vm, const PropDesc *desc);

Value cm__object_define_property(VM *vm, NativeCall *c);
Value cm__object_define_properties(VM *vm, NativeCall *c);
Value cm__object_create(VM *vm, NativeCall *c);
Value cm__object_get_own_descriptor(VM *vm, NativeCall *c);
Value cm__object_get_own_descriptors(VM *vm, NativeCall *c);
Value cm__object_freeze(VM *vm, NativeCall *c);
Value cm__object_seal(VM *vm, NativeCall *c);
Value cm__object_prevent_extensions(VM *vm, NativeCall *c);
Value cm__object_is_frozen(VM *vm, NativeCall *c);
Value cm__object_is_sealed(VM *vm, NativeCall *c);
Value cm__object_is_extensible(VM *vm, NativeCall *c);

#endif
