/* SPDX-License-Identifier: MIT */
/* Map; ECMA-262 24.1, with getOrInsert and getOrInsertComputed of the upsert
 * proposal. */
#include "js/builtins/collection.h"

#include "engine/convert.h"
#include "engine/iterate.h"
#include "engine/meter.h"
#include "engine/property.h"

static Step map_construct(VM *vm, NativeFrame *f)
{
    return collection_construct(vm, f, CLASS_MAP);
}

static Value map_get(VM *vm, NativeCall *c)
{
    CollectionObj *m = collection_this(vm, c, CLASS_MAP, "get");
    if (!m)
        return VALUE_THROWN;
    TableEntry *e = table_find(vm, m->table, c->args[0]);
    return e ? e->value : VALUE_UNDEFINED;
}

static Value map_set(VM *vm, NativeCall *c)
{
    CollectionObj *m = collection_this(vm, c, CLASS_MAP, "set");
    bool added;
    TableEntry *e = m ? table_put(vm, m->table, c->args[0], &added) : NULL;
    if (!e)
        return VALUE_THROWN;
    e->value = c->args[1];
    return c->this_val;
}

static Value map_has(VM *vm, NativeCall *c)
{
    CollectionObj *m = collection_this(vm, c, CLASS_MAP, "has");
    if (!m)
        return VALUE_THROWN;
    return value_bool(table_find(vm, m->table, c->args[0]) != NULL);
}

static Value map_delete(VM *vm, NativeCall *c)
{
    CollectionObj *m = collection_this(vm, c, CLASS_MAP, "delete");
    if (!m)
        return VALUE_THROWN;
    return value_bool(table_delete(vm, m->table, c->args[0]));
}

static Value map_clear(VM *vm, NativeCall *c)
{
    CollectionObj *m = collection_this(vm, c, CLASS_MAP, "clear");
    if (!m)
        return VALUE_THROWN;
    return table_clear(vm, m->table) ? VALUE_UNDEFINED : VALUE_THROWN;
}

static Value map_size(VM *vm, NativeCall *c)
{
    return collection_size(vm, c, CLASS_MAP, "size");
}

static Value map_keys(VM *vm, NativeCall *c)
{
    return collection_iterator(vm, c, CLASS_MAP, ITERATE_KEYS, "keys");
}

static Value map_values(VM *vm, NativeCall *c)
{
    return collection_iterator(vm, c, CLASS_MAP, ITERATE_VALUES, "values");
}

static Value map_entries(VM *vm, NativeCall *c)
{
    return collection_iterator(vm, c, CLASS_MAP, ITERATE_ENTRIES, "entries");
}

static Step map_for_each(VM *vm, NativeFrame *f)
{
    return collection_for_each(vm, f, CLASS_MAP, "forEach");
}

static Value map_get_or_insert(VM *vm, NativeCall *c)
{
    CollectionObj *m = collection_this(vm, c, CLASS_MAP, "getOrInsert");
    bool added = false;
    TableEntry *e = m ? table_put(vm, m->table, c->args[0], &added) : NULL;
    if (!e)
        return VALUE_THROWN;
    if (added)
        e->value = c->args[1];
    return e->value;
}

static Step map_get_or_insert_computed(VM *vm, NativeFrame *f)
{
    CollectionObj *m =
        collection_this(vm, &f->call, CLASS_MAP, "getOrInsertComputed");
    if (!m)
        return STEP_THROW;
    if (f->pc == 0) {
        if (!value_is_callable(f->call.args[1]))
            return step_not_callable(vm, f->call.args[1]);
        TableEntry *e = table_find(vm, m->table, f->call.args[0]);
        if (e)
            return native_return(f, e->value);
        Value key = table_normalise(vm, f->call.args[0]);
        if (key == VALUE_THROWN)
            return STEP_THROW;
        f->pc = 1;
        return native_call(vm, f, f->call.args[1], VALUE_UNDEFINED, 1, &key);
    }
    /* the callback may have added the key: the value is put there all the
     * same */
    bool added;
    TableEntry *e = table_put(vm, m->table, f->call.args[0], &added);
    if (!e)
        return STEP_THROW;
    e->value = f->result;
    return native_return(f, f->result);
}

/* ---- Map.groupBy (24.1.2.1, 7.3.35) ---- */

enum {
    R_MAP,
    R_ITER,
    R_ITEM = R_ITER + 3, /* waits for its group; VALUE_ABSENT: none */
    R_ERROR,
    GROUP_REGS
};

enum {
    PC_START,
    PC_OPEN,
    PC_NEXT,
    PC_GROUP,
    PC_CLOSE
};

/* Appends the waiting item to the group that the callback named. The item is
 * taken from its register last, so that doing this again after refused memory
 * is safe. */
static bool add_to_group(VM *vm, NativeFrame *f)
{
    if (f->reg[R_ITEM] == VALUE_ABSENT)
        return true;
    CollectionObj *m = value_ptr(f->reg[R_MAP]);
    TableEntry *e = table_find(vm, m->table, f->result);
    if (!e) {
        Array *fresh = array_new(vm, 1);
        bool added;
        e = fresh ? table_put(vm, m->table, f->result, &added) : NULL;
        if (!e)
            return false;
        e->value = value_from_obj(fresh);
    }
    if (!array_push(vm, value_ptr(e->value), f->reg[R_ITEM]))
        return false;
    f->reg[R_ITEM] = VALUE_ABSENT;
    return true;
}

static Step group_next(VM *vm, NativeFrame *f)
{
    Value item;
    switch (iter_next(vm, f, R_ITER, &item)) {
    case ITER_CALL:
        f->pc = PC_NEXT;
        return STEP_CALL;
    case ITER_THROWN:
        return STEP_THROW;
    case ITER_DONE:
        return native_return(f, f->reg[R_MAP]);
    case ITER_VALUE:
        break;
    }
    Value args[2] = { item, value_uint32(f->i++) };
    f->reg[R_ITEM] = item;
    f->pc = PC_GROUP;
    return native_call(vm, f, f->call.args[1], VALUE_UNDEFINED, 2, args);
}

static Step map_group_by(VM *vm, NativeFrame *f)
{
    switch (f->pc) {
    case PC_CLOSE:
        return cm__iter_fail_step(vm, f, R_ITER, R_ERROR);
    case PC_GROUP:
        if (f->threw)
            return cm__iter_fail(vm, f, R_ITER, R_ERROR, PC_CLOSE);
        if (!add_to_group(vm, f))
            return STEP_THROW;
        return group_next(vm, f);
    default:
        break;
    }
    if (f->threw)
        return step_rethrow(vm, f);
    if (f->pc == PC_START) {
        if (!check_iterable(vm, f->call.args[0], "Map.groupBy"))
            return STEP_THROW;
        if (!value_is_callable(f->call.args[1]))
            return step_not_callable(vm, f->call.args[1]);
        CollectionObj *m = collection_new(vm, CLASS_MAP, vm->realm->shape_map);
        if (!m)
            return STEP_THROW;
        f->reg[R_MAP] = value_from_obj(m);
        f->reg[R_ITEM] = VALUE_ABSENT;
    }
    if (f->pc <= PC_OPEN && !iter_is_open(&f->reg[R_ITER])) {
        IterResult r = iter_open(vm, f, R_ITER, f->call.args[0]);
        if (r == ITER_CALL) {
            f->pc = PC_OPEN;
            return STEP_CALL;
        }
        if (r != ITER_VALUE)
            return STEP_THROW;
    }
    return group_next(vm, f);
}

/* ---- registration ---- */

static const NativeSpec map_spec = { .name = "Map",
                                     .step = map_construct,
                                     .min_args = 1,
                                     .n_regs = COLLECTION_CONSTRUCT_REGS,
                                     .flags = NATIVE_CTOR | NATIVE_CTOR_ONLY |
                                              NATIVE_CATCHES };

static const NativeSpec map_statics[] = {
    { .name = "groupBy",
      .step = map_group_by,
      .length = 2,
      .min_args = 2,
      .n_regs = GROUP_REGS,
      .flags = NATIVE_CATCHES },
    { .name = "@@species", .fn = species_getter, .flags = NATIVE_GETTER },
};

static const NativeSpec map_methods[] = {
    { .name = "get", .fn = map_get, .length = 1, .min_args = 1 },
    { .name = "set", .fn = map_set, .length = 2, .min_args = 2 },
    { .name = "has", .fn = map_has, .length = 1, .min_args = 1 },
    { .name = "delete", .fn = map_delete, .length = 1, .min_args = 1 },
    { .name = "clear", .fn = map_clear },
    { .name = "entries", .fn = map_entries },
    { .name = "forEach",
      .step = map_for_each,
      .length = 1,
      .min_args = 2,
      .n_regs = COLLECTION_FOR_EACH_REGS },
    { .name = "keys", .fn = map_keys },
    { .name = "size", .fn = map_size, .flags = NATIVE_GETTER },
    { .name = "values", .fn = map_values },
    { .name = "getOrInsert",
      .fn = map_get_or_insert,
      .length = 2,
      .min_args = 2 },
    { .name = "getOrInsertComputed",
      .step = map_get_or_insert_computed,
      .length = 2,
      .min_args = 2 },
};

void js_install_map(RealmBuilder *b)
{
    Realm *r = b->realm;
    r->map_ctor = realm_ctor(b, &map_spec, r->map_proto, NULL);
    realm_functions(b, r->map_ctor, map_statics, CM_ARRAY_LEN(map_statics));
    realm_functions(b, r->map_proto, map_methods, CM_ARRAY_LEN(map_methods));
    realm_alias_symbol(b, r->map_proto, r->symbol.iterator, "entries");
    realm_tag(b, r->map_proto, "Map");
}
