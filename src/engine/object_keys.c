/* SPDX-License-Identifier: MIT */
/* Own keys in the order of ECMA-262 10.1.11: indices ascending, strings,
 * symbols. */
#include <string.h>

#include "engine/meter.h"
#include "engine/object_internal.h"
#include "engine/realm.h"
#include "engine/shape_internal.h"
#include "engine/vm_internal.h"

bool keys_init(KeyList *k, VM *vm)
{
    k->vm = vm;
    k->n = 0;
    k->cell = heap_values_new(&vm->heap, 8);
    return k->cell != NULL;
}

bool keys_add(KeyList *k, PropKey key)
{
    if (k->n == k->cell->cap) {
        ValuesCell *grown =
            heap_values_grow(&k->vm->heap, k->cell, (size_t)k->n * 2);
        if (grown == NULL)
            return false;
        k->cell = grown;
    }
    k->cell->v[k->n++] = key;
    k->cell->n = k->n;
    return true;
}

static bool wanted(PropKey key, uint8_t attrs, unsigned flags)
{
    if (value_is_symbol(key) && value_symbol(key)->hd.flags & SYMBOL_PRIVATE)
        return false; /* #x is no property */
    if (flags & KEYS_ENUMERABLE && !(attrs & PROP_ENUMERABLE))
        return false;
    return (flags & (value_is_symbol(key) ? KEYS_SYMBOLS : KEYS_STRINGS)) != 0;
}

/* Keys of the class's own making; these need their attributes looked up. */
static bool add_class_keys(VM *vm, Obj *o, unsigned flags, KeyList *out)
{
    if (o->hd.aux == CLASS_ARRAY)
        return flags & KEYS_ENUMERABLE || !(flags & KEYS_STRINGS) ||
               keys_add(out, vm->realm->name.length);
    const ObjClass *c = obj_class_of(o);
    if (c->own_keys == NULL)
        return true;
    if (!c->own_keys(vm, o, out))
        return false;
    uint32_t n = 0;
    for (uint32_t i = 0; i < out->n; i++) {
        PropKey key = keys_at(out, i);
        PropDesc d = { .attrs = 0 };
        Tri has =
            flags & KEYS_ENUMERABLE ? obj_get_own(vm, o, key, &d) : TRI_TRUE;
        if (has == TRI_THROWN)
            return false;
        if (has == TRI_TRUE && wanted(key, d.attrs, flags))
            out->cell->v[n++] = key;
    }
    out->n = out->cell->n = n;
    return true;
}

/* Appends the keys of the shape, strings before symbols. */
static bool add_shape_keys(VM *vm, const Shape *s, unsigned flags, KeyList *out)
{
    uint32_t n = s->count;
    if (n == 0)
        return true;
    ValuesCell *keys = heap_values_new(&vm->heap, n);
    RawCell *raw = heap_raw_new(&vm->heap, n * sizeof(PropSlot));
    if (keys == NULL || raw == NULL)
        return false;
    vm->fuel -= n / 4;
    const PropSlot *props = (const PropSlot *)(void *)raw->bytes;
    n = shape_list(s, keys->v, (PropSlot *)(void *)raw->bytes);
    bool ok = true, symbols = false;
    uint32_t turns = 0;
    for (uint32_t i = 0; i < n && ok; i++) {
        if (!vm_in_time(vm, &turns))
            ok = false;
        else if (value_is_symbol(keys->v[i]))
            symbols = true;
        else if (wanted(keys->v[i], props[i].attrs, flags))
            ok = keys_add(out, keys->v[i]);
    }
    for (uint32_t i = 0; i < n && ok && symbols; i++) {
        if (!vm_in_time(vm, &turns))
            ok = false;
        else if (value_is_symbol(keys->v[i]) &&
                 wanted(keys->v[i], props[i].attrs, flags))
            ok = keys_add(out, keys->v[i]);
    }
    heap_release(&vm->heap, raw);
    heap_release(&vm->heap, keys);
    return ok;
}

/* A class may have added names before the indices of the elements came. */
static bool indices_first(VM *vm, KeyList *out, uint32_t class_keys)
{
    uint32_t names = 0;
    for (uint32_t i = 0; i < class_keys; i++)
        if (!key_is_index(keys_at(out, i)))
            names++;
    if (names == 0 || class_keys == out->n)
        return true;
    ValuesCell *sorted = heap_values_new(&vm->heap, out->n);
    if (sorted == NULL)
        return false;
    for (int pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < out->n; i++)
            if (key_is_index(keys_at(out, i)) == (pass == 0))
                sorted->v[sorted->n++] = keys_at(out, i);
    out->cell = sorted;
    return true;
}

/* The class lists all its keys itself. */
static bool list_all(VM *vm, Obj *o, unsigned flags, KeyList *out)
{
    KeyList all;
    if (!obj_class_of(o)->all_keys(vm, o, &all) || !keys_init(out, vm))
        return false;
    for (uint32_t i = 0; i < all.n; i++) {
        PropKey key = keys_at(&all, i);
        PropDesc d = { .attrs = PROP_ENUMERABLE };
        if (!wanted(key, PROP_ENUMERABLE, flags))
            continue;
        Tri has =
            flags & KEYS_ENUMERABLE ? obj_get_own(vm, o, key, &d) : TRI_TRUE;
        if (has == TRI_THROWN)
            return false;
        if (has == TRI_TRUE && d.attrs & PROP_ENUMERABLE && !keys_add(out, key))
            return false;
    }
    return true;
}

bool obj_own_keys(VM *vm, Obj *o, unsigned flags, KeyList *out)
{
    if (obj_class_of(o)->all_keys != NULL)
        return list_all(vm, o, flags, out);
    if (!obj_ready(vm, o) || !keys_init(out, vm) ||
        !add_class_keys(vm, o, flags, out))
        return false;
    uint32_t class_keys = out->n;
    if (flags & KEYS_STRINGS &&
        !elems_keys(vm, o, flags & KEYS_ENUMERABLE, out))
        return false;
    if (class_keys > 0 && !indices_first(vm, out, class_keys))
        return false;
    return add_shape_keys(vm, o->shape, flags, out);
}

Value key_to_value(VM *vm, PropKey key)
{
    if (!key_is_index(key))
        return key;
    Str *s = str_from_number(vm, (double)key_to_index(key));
    return s == NULL ? VALUE_THROWN : value_from_str(s);
}
