/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_OBJECT_INTERNAL_H
#define CM_JS_BUILTINS_OBJECT_INTERNAL_H
/* object_internal: the halves of Object that lie in object_define.c, and what
 * reads the enumerable properties of an object. */
#include "js/builtins/builtins.h"

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

/* Key flags with which an operation lists keys that it then reads by
 * cm__enumerable_value: of a proxy all keys, since it asks for each only
 * then. */
unsigned cm__enumerable_flags(const Obj *o);
/* One own property for values and entries: an accessor met on the way may have
 * deleted it or hidden it. VALUE_ABSENT then. */
Value cm__enumerable_value(VM *vm, Obj *o, PropKey key);

#endif
