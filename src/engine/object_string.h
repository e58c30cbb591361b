/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_OBJECT_STRING_H
#define CM_ENGINE_OBJECT_STRING_H
/* object_string: the own properties of String objects (ECMA-262 10.4.3); other
 * boxed primitives behave as ordinary objects. For object_class.c. */
#include "engine/object.h"

Tri boxed_get_own(VM *vm, Obj *o, PropKey key, PropDesc *ret_desc);
Tri boxed_define_own(VM *vm, Obj *o, PropKey key, const PropDesc *desc);
Tri boxed_delete_own(VM *vm, Obj *o, PropKey key);
bool boxed_own_keys(VM *vm, Obj *o, KeyList *out);

#endif
