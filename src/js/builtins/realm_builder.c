/* SPDX-License-Identifier: MIT */
/* How the image's objects are put together.
 *
 * Everything in the image ends up frozen, so properties are added with their
 * final attributes at once (not writable, not configurable): that keeps each
 * object's chain of shapes the one that it has when the image is sealed. */
#include "js/builtins/builtins.h"

#include "engine/property.h"
#include "js/builtins/realm_internal.h"

#include <stdio.h>
#include <string.h>

/* What freezing leaves of attributes. */
#define FROZEN_ATTRS (PROP_ENUMERABLE | PROP_ACCESSOR)

typedef struct WellKnown {
    const char *name;
    size_t at; /* in Realm */
} WellKnown;

static const WellKnown well_known[] = {
#define X(n) { #n, offsetof(Realm, symbol.n) },
    REALM_SYMBOLS(X)
#undef X
};

static Symbol *find_well_known(const Realm *realm, const char *name)
{
    for (size_t i = 0; i < CM_ARRAY_LEN(well_known); i++) {
        if (strcmp(well_known[i].name, name) == 0) {
            Symbol *symbol;
            memcpy(&symbol, (const char *)realm + well_known[i].at,
                   sizeof(Symbol *));
            return symbol;
        }
    }
    return NULL;
}

bool cm__realm_symbols(RealmBuilder *b)
{
    for (size_t i = 0; i < CM_ARRAY_LEN(well_known); i++) {
        char text[48] = "Symbol.";
        strncat(text, well_known[i].name, 40);
        Value description = realm_string(b, text);
        Symbol *symbol = b->failed ? NULL : symbol_new(b->vm, description);
        if (!symbol) {
            b->failed = true;
            return false;
        }
        memcpy((char *)b->realm + well_known[i].at, &symbol, sizeof(Symbol *));
    }
    return true;
}

/* The key of a row: "@@name" is a well-known symbol. */
static PropKey key_of(RealmBuilder *b, const char *name)
{
    if (b->failed)
        return VALUE_ABSENT;
    if (name[0] == '@' && name[1] == '@') {
        Symbol *symbol = find_well_known(b->realm, name + 2);
        if (symbol)
            return value_from_symbol(symbol);
        b->failed = true;
        return VALUE_ABSENT;
    }
    Str *s = str_intern_ascii(b->vm, name);
    if (!s) {
        b->failed = true;
        return VALUE_ABSENT;
    }
    return value_from_str(s);
}

static void put(RealmBuilder *b, Obj *target, PropKey key, Value v,
                uint8_t attrs)
{
    if (b->failed || !target || key == VALUE_ABSENT ||
        !obj_put_attrs(b->vm, target, key, v, attrs & FROZEN_ATTRS))
        b->failed = true;
}

Value realm_string(RealmBuilder *b, const char *ascii)
{
    Str *s = b->failed ? NULL : str_intern_ascii(b->vm, ascii);
    if (!s) {
        b->failed = true;
        return VALUE_UNDEFINED;
    }
    return value_from_str(s);
}

Obj *realm_object(RealmBuilder *b, Obj *proto)
{
    Shape *shape = b->failed ? NULL : shape_root(b->vm, proto, 0);
    Obj *o = shape ? obj_new(b->vm, CLASS_PLAIN, shape) : NULL;
    if (!o)
        b->failed = true;
    return o;
}

/* The function's `name`: "get size", "[Symbol.iterator]". */
static Value function_name_value(RealmBuilder *b, const NativeSpec *spec)
{
    char text[96];
    const char *prefix = "", *name = spec->name;
    bool is_symbol = name[0] == '@' && name[1] == '@';
    if (spec->flags & NATIVE_GETTER)
        prefix = "get ";
    else if (spec->flags & NATIVE_SETTER)
        prefix = "set ";
    else if (!is_symbol)
        return realm_string(b, name); /* nearly all */
    if (is_symbol)
        (void)snprintf(text, sizeof text, "%s[Symbol.%.60s]", prefix, name + 2);
    else
        (void)snprintf(text, sizeof text, "%s%.80s", prefix, name);
    return realm_string(b, text);
}

/* The shape of an object with `length` and `name`. */
static Shape *native_shape(RealmBuilder *b, Obj *proto)
{
    const Realm *r = b->realm;
    if (proto == r->function_proto && b->native_shape)
        return b->native_shape;
    Shape *s = b->failed ? NULL : shape_root(b->vm, proto, 0);
    if (s)
        s = shape_add(b->vm, s, r->name.length, 0);
    if (s)
        s = shape_add(b->vm, s, r->name.name, 0);
    if (proto == r->function_proto)
        b->native_shape = s;
    return s;
}

Obj *cm__realm_native(RealmBuilder *b, const NativeSpec *spec, Obj *proto)
{
    Value name = function_name_value(b, spec);
    Shape *shape = native_shape(b, proto);
    Obj *o = b->failed || !shape ? NULL : obj_new(b->vm, CLASS_NATIVE, shape);
    if (!o) {
        b->failed = true;
        return NULL;
    }
    Native *native = (Native *)(void *)o;
    native->spec = spec;
    native->data[0] = native->data[1] = VALUE_UNDEFINED;
    *obj_slot(o, 0) = value_int(spec->length);
    *obj_slot(o, 1) = name;
    return o;
}

Obj *realm_function(RealmBuilder *b, const NativeSpec *spec)
{
    return cm__realm_native(b, spec, b->realm->function_proto);
}

/* The other half of an accessor pair whose rows stand next to each other. */
static const NativeSpec *setter_of(const NativeSpec *rows, size_t n, size_t i)
{
    if (i + 1 < n && (rows[i + 1].flags & NATIVE_SETTER) &&
        strcmp(rows[i + 1].name, rows[i].name) == 0)
        return &rows[i + 1];
    return NULL;
}

static void put_accessor(RealmBuilder *b, Obj *target, PropKey key, Obj *get,
                         Obj *set)
{
    if (b->failed || !target ||
        !obj_put_accessor(
            b->vm, target, key, get ? value_from_obj(get) : VALUE_UNDEFINED,
            set ? value_from_obj(set) : VALUE_UNDEFINED, PROP_ACCESSOR))
        b->failed = true;
}

void realm_functions(RealmBuilder *b, Obj *target, const NativeSpec *rows,
                     size_t n)
{
    for (size_t i = 0; i < n && !b->failed; i++) {
        PropKey key = key_of(b, rows[i].name);
        Obj *f = realm_function(b, &rows[i]);
        if (b->failed)
            return;
        if (rows[i].flags & NATIVE_GETTER) {
            const NativeSpec *other = setter_of(rows, n, i);
            Obj *set = other ? realm_function(b, other) : NULL;
            put_accessor(b, target, key, f, set);
            if (other)
                i++;
        } else if (rows[i].flags & NATIVE_SETTER) {
            put_accessor(b, target, key, NULL, f);
        } else {
            put(b, target, key, value_from_obj(f), 0);
        }
    }
}

Obj *realm_ctor(RealmBuilder *b, const NativeSpec *spec, Obj *proto,
                Obj *ctor_parent)
{
    Obj *ctor = cm__realm_native(
        b, spec, ctor_parent ? ctor_parent : b->realm->function_proto);
    if (b->failed)
        return NULL;
    if (proto) {
        put(b, ctor, b->realm->name.prototype, value_from_obj(proto), 0);
        put(b, proto, b->realm->name.constructor, value_from_obj(ctor), 0);
    }
    realm_add_global(b, spec->name, value_from_obj(ctor));
    return b->failed ? NULL : ctor;
}

void realm_value(RealmBuilder *b, Obj *target, const char *name, Value v,
                 uint8_t attrs)
{
    put(b, target, key_of(b, name), v, attrs);
}

void realm_symbol_value(RealmBuilder *b, Obj *target, Symbol *key, Value v,
                        uint8_t attrs)
{
    put(b, target, key ? value_from_symbol(key) : VALUE_ABSENT, v, attrs);
}

/* The value of a data property put there before. */
static Value existing_value(RealmBuilder *b, Obj *target, const char *name)
{
    PropKey key = key_of(b, name);
    PropDesc desc;
    if (b->failed || !target ||
        obj_get_own(b->vm, target, key, &desc) != TRI_TRUE) {
        b->failed = true;
        return VALUE_UNDEFINED;
    }
    return desc.value;
}

void realm_alias(RealmBuilder *b, Obj *target, const char *name,
                 const char *existing)
{
    Value v = existing_value(b, target, existing);
    put(b, target, key_of(b, name), v, 0);
}

void realm_alias_symbol(RealmBuilder *b, Obj *target, Symbol *key,
                        const char *existing)
{
    realm_symbol_value(b, target, key, existing_value(b, target, existing), 0);
}

void realm_tag(RealmBuilder *b, Obj *target, const char *tag)
{
    realm_symbol_value(b, target, b->realm->symbol.toStringTag,
                       realm_string(b, tag), 0);
}

void realm_add_global(RealmBuilder *b, const char *name, Value v)
{
    put(b, b->realm->globals, key_of(b, name), v, 0);
}
