/* SPDX-License-Identifier: MIT */
/* Set; ECMA-262 24.2. The seven operations between sets are in
 * set_methods.c. */
#include "js/builtins/set_internal.h"

#include "engine/iterate.h"
#include "js/builtins/collection.h"

static Step set_construct(VM *vm, NativeFrame *f)
{
    return collection_construct(vm, f, CLASS_SET);
}

static Value set_add(VM *vm, NativeCall *c)
{
    CollectionObj *s = collection_this(vm, c, CLASS_SET, "add");
    bool added;
    if (!s || !table_put(vm, s->table, c->args[0], &added))
        return VALUE_THROWN;
    return c->this_val;
}

static Value set_has(VM *vm, NativeCall *c)
{
    CollectionObj *s = collection_this(vm, c, CLASS_SET, "has");
    if (!s)
        return VALUE_THROWN;
    return value_bool(table_find(vm, s->table, c->args[0]) != NULL);
}

static Value set_delete(VM *vm, NativeCall *c)
{
    CollectionObj *s = collection_this(vm, c, CLASS_SET, "delete");
    if (!s)
        return VALUE_THROWN;
    return value_bool(table_delete(vm, s->table, c->args[0]));
}

static Value set_clear(VM *vm, NativeCall *c)
{
    CollectionObj *s = collection_this(vm, c, CLASS_SET, "clear");
    if (!s)
        return VALUE_THROWN;
    return table_clear(vm, s->table) ? VALUE_UNDEFINED : VALUE_THROWN;
}

static Value set_size(VM *vm, NativeCall *c)
{
    return collection_size(vm, c, CLASS_SET, "size");
}

static Value set_values(VM *vm, NativeCall *c)
{
    return collection_iterator(vm, c, CLASS_SET, ITERATE_VALUES, "values");
}

static Value set_entries(VM *vm, NativeCall *c)
{
    return collection_iterator(vm, c, CLASS_SET, ITERATE_ENTRIES, "entries");
}

static Step set_for_each(VM *vm, NativeFrame *f)
{
    return collection_for_each(vm, f, CLASS_SET, "forEach");
}

static const NativeSpec set_spec = { .name = "Set",
                                     .step = set_construct,
                                     .min_args = 1,
                                     .n_regs = COLLECTION_CONSTRUCT_REGS,
                                     .flags = NATIVE_CTOR | NATIVE_CTOR_ONLY |
                                              NATIVE_CATCHES };

static const NativeSpec set_statics[] = {
    { .name = "@@species", .fn = species_getter, .flags = NATIVE_GETTER },
};

static const NativeSpec set_methods[] = {
    { .name = "has", .fn = set_has, .length = 1, .min_args = 1 },
    { .name = "add", .fn = set_add, .length = 1, .min_args = 1 },
    { .name = "delete", .fn = set_delete, .length = 1, .min_args = 1 },
    { .name = "clear", .fn = set_clear },
    { .name = "entries", .fn = set_entries },
    { .name = "forEach",
      .step = set_for_each,
      .length = 1,
      .min_args = 2,
      .n_regs = COLLECTION_FOR_EACH_REGS },
    { .name = "size", .fn = set_size, .flags = NATIVE_GETTER },
    { .name = "values", .fn = set_values },
};

void js_install_set(RealmBuilder *b)
{
    Realm *r = b->realm;
    r->set_ctor = realm_ctor(b, &set_spec, r->set_proto, NULL);
    realm_functions(b, r->set_ctor, set_statics, CM_ARRAY_LEN(set_statics));
    realm_functions(b, r->set_proto, set_methods, CM_ARRAY_LEN(set_methods));
    cm__install_set_methods(b);
    realm_alias(b, r->set_proto, "keys", "values");
    realm_alias_symbol(b, r->set_proto, r->symbol.iterator, "values");
    realm_tag(b, r->set_proto, "Set");
}
