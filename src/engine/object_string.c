/* SPDX-License-Identifier: MIT */
#include "engine/object_string.h"

#include "engine/convert.h"
#include "engine/object_internal.h"
#include "engine/realm.h"

/* The property of the string itself, or false. */
static Tri string_property(VM *vm, const Obj *o, PropKey key, PropDesc *ret)
{
    Value v = ((const BoxedObj *)o)->value;
    if (!value_is_string(v))
        return TRI_FALSE;
    Str *s = value_str(v);
    if (key == vm->realm->name.length) {
        desc_from_raw(ret, value_uint32(s->len), 0);
        return TRI_TRUE;
    }
    if (!key_is_index(key) || key_to_index(key) >= s->len)
        return TRI_FALSE;
    StrView view;
    if (!str_view(vm, s, &view))
        return TRI_THROWN;
    Str *unit = str_from_unit(vm, view_at(&view, key_to_index(key)));
    if (unit == NULL)
        return TRI_THROWN;
    desc_from_raw(ret, value_from_str(unit), PROP_ENUMERABLE);
    return TRI_TRUE;
}

Tri boxed_get_own(VM *vm, Obj *o, PropKey key, PropDesc *ret_desc)
{
    Tri found = string_property(vm, o, key, ret_desc);
    return found != TRI_FALSE ? found
                              : obj_get_own_ordinary(vm, o, key, ret_desc);
}

/* Read-only and fixed: only a definition that changes nothing succeeds. */
Tri boxed_define_own(VM *vm, Obj *o, PropKey key, const PropDesc *desc)
{
    PropDesc old;
    Tri found = string_property(vm, o, key, &old);
    if (found == TRI_FALSE)
        return obj_define_own_ordinary(vm, o, key, desc);
    if (found == TRI_THROWN)
        return found;
    bool same =
        !(desc->has & (HAS_GET | HAS_SET)) &&
        !(desc->has & (HAS_CONFIGURABLE | HAS_WRITABLE) & desc->attrs) &&
        !(desc->has & HAS_ENUMERABLE &&
          (desc->attrs ^ old.attrs) & PROP_ENUMERABLE) &&
        !(desc->has & HAS_VALUE && !same_value(vm, desc->value, old.value));
    return same ? TRI_TRUE : TRI_FALSE;
}

Tri boxed_delete_own(VM *vm, Obj *o, PropKey key)
{
    PropDesc old;
    Tri found = string_property(vm, o, key, &old);
    if (found == TRI_FALSE)
        return obj_delete_own_ordinary(vm, o, key);
    return found == TRI_THROWN ? TRI_THROWN : TRI_FALSE;
}

bool boxed_own_keys(VM *vm, Obj *o, KeyList *out)
{
    Value v = ((const BoxedObj *)o)->value;
    if (!value_is_string(v))
        return true;
    uint32_t n = value_str(v)->len;
    vm->fuel -= n / 4;
    for (uint32_t i = 0; i < n; i++)
        if (!keys_add(out, key_index(i)))
            return false;
    return keys_add(out, vm->realm->name.length);
}
