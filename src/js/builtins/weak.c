/* SPDX-License-Identifier: MIT */
/* WeakMap, WeakSet, WeakRef; ECMA-262 24.3, 24.4, 26.1, with getOrInsert of the
 * upsert proposal. The collector's part is engine/gc_weak.c. */
#include "js/builtins/collection.h"

#include "engine/convert.h"
#include "engine/property.h"

static const char *class_name(ClassId id)
{
    return id == CLASS_WEAK_MAP   ? "WeakMap"
           : id == CLASS_WEAK_SET ? "WeakSet"
                                  : "WeakRef";
}

/* CanBeHeldWeakly (9.13): objects, and symbols that Symbol.for did not make. */
static bool can_be_held(Value v)
{
    return value_is_object(v) ||
           (value_is_symbol(v) &&
            value_symbol(v)->registered_key == VALUE_UNDEFINED);
}

static Value throw_cannot_hold(VM *vm, ClassId id)
{
    return throw_type(vm, "%s holds objects and unregistered symbols only",
                      class_name(id));
}

static void *weak_this(VM *vm, Value this_val, ClassId id, const char *method)
{
    if (value_is_class(this_val, id))
        return value_ptr(this_val);
    throw_type(vm, "%s.prototype.%s called on a value that is no %s",
               class_name(id), method, class_name(id));
    return NULL;
}

static WeakObj *weak_new(VM *vm, ClassId id, Shape *shape)
{
    Table *t = table_new(vm, 0);
    Obj *o = t ? obj_new(vm, id, shape) : NULL;
    if (!o)
        return NULL;
    WeakObj *w = (WeakObj *)(void *)o;
    t->hd.flags |= TABLE_WEAK;
    w->table = t;
    return w;
}

static TableEntry *find(VM *vm, const WeakObj *w, Value key)
{
    return can_be_held(key) ? table_find(vm, w->table, key) : NULL;
}

/* ---- methods ---- */

static Value map_get(VM *vm, NativeCall *c)
{
    const WeakObj *w = weak_this(vm, c->this_val, CLASS_WEAK_MAP, "get");
    if (!w)
        return VALUE_THROWN;
    const TableEntry *e = find(vm, w, c->args[0]);
    return e ? e->value : VALUE_UNDEFINED;
}

static Value map_set(VM *vm, NativeCall *c)
{
    WeakObj *w = weak_this(vm, c->this_val, CLASS_WEAK_MAP, "set");
    bool added;
    if (!w)
        return VALUE_THROWN;
    if (!can_be_held(c->args[0]))
        return throw_cannot_hold(vm, CLASS_WEAK_MAP);
    TableEntry *e = table_put(vm, w->table, c->args[0], &added);
    if (!e)
        return VALUE_THROWN;
    e->value = c->args[1];
    return c->this_val;
}

static Value set_add(VM *vm, NativeCall *c)
{
    WeakObj *w = weak_this(vm, c->this_val, CLASS_WEAK_SET, "add");
    bool added;
    if (!w)
        return VALUE_THROWN;
    if (!can_be_held(c->args[0]))
        return throw_cannot_hold(vm, CLASS_WEAK_SET);
    return table_put(vm, w->table, c->args[0], &added) ? c->this_val
                                                       : VALUE_THROWN;
}

static Value weak_has(VM *vm, NativeCall *c, ClassId id)
{
    const WeakObj *w = weak_this(vm, c->this_val, id, "has");
    return w ? value_bool(find(vm, w, c->args[0]) != NULL) : VALUE_THROWN;
}

static Value map_has(VM *vm, NativeCall *c)
{
    return weak_has(vm, c, CLASS_WEAK_MAP);
}

static Value set_has(VM *vm, NativeCall *c)
{
    return weak_has(vm, c, CLASS_WEAK_SET);
}

static Value weak_delete(VM *vm, NativeCall *c, ClassId id)
{
    WeakObj *w = weak_this(vm, c->this_val, id, "delete");
    if (!w)
        return VALUE_THROWN;
    return value_bool(can_be_held(c->args[0]) &&
                      table_delete(vm, w->table, c->args[0]));
}

static Value map_delete(VM *vm, NativeCall *c)
{
    return weak_delete(vm, c, CLASS_WEAK_MAP);
}

static Value set_delete(VM *vm, NativeCall *c)
{
    return weak_delete(vm, c, CLASS_WEAK_SET);
}

static Value map_get_or_insert(VM *vm, NativeCall *c)
{
    WeakObj *w = weak_this(vm, c->this_val, CLASS_WEAK_MAP, "getOrInsert");
    bool added = false;
    if (!w)
        return VALUE_THROWN;
    if (!can_be_held(c->args[0]))
        return throw_cannot_hold(vm, CLASS_WEAK_MAP);
    TableEntry *e = table_put(vm, w->table, c->args[0], &added);
    if (!e)
        return VALUE_THROWN;
    if (added)
        e->value = c->args[1];
    return e->value;
}

static Step map_get_or_insert_computed(VM *vm, NativeFrame *f)
{
    WeakObj *w =
        weak_this(vm, f->call.this_val, CLASS_WEAK_MAP, "getOrInsertComputed");
    Value key = f->call.args[0];
    bool added;
    if (!w)
        return STEP_THROW;
    if (f->pc == 0) {
        if (!can_be_held(key)) {
            throw_cannot_hold(vm, CLASS_WEAK_MAP);
            return STEP_THROW;
        }
        if (!value_is_callable(f->call.args[1]))
            return step_not_callable(vm, f->call.args[1]);
        const TableEntry *e = find(vm, w, key);
        if (e)
            return native_return(f, e->value);
        f->pc = 1;
        return native_call(vm, f, f->call.args[1], VALUE_UNDEFINED, 1, &key);
    }
    TableEntry *e = table_put(vm, w->table, key, &added);
    if (!e)
        return STEP_THROW;
    e->value = f->result;
    return native_return(f, f->result);
}

/* ---- construction; as collection.c, but the adder is called when it is the
 * program's only ---- */

enum {
    R_WEAK,
    R_ADDER, /* undefined: the intrinsic one */
    R_ITER,
    R_ITEM = R_ITER + 3, /* VALUE_ABSENT: none is waiting */
    R_ERROR,
    CONSTRUCT_REGS
};

enum {
    PC_START,
    PC_OPEN,
    PC_NEXT,
    PC_ADDED,
    PC_CLOSE
};

static Value own_adder(VM *vm, Value weak, bool is_map)
{
    const Realm *r = vm->realm;
    Obj *holder = NULL;
    PropDesc d;
    PropKey key = is_map ? r->name.set : r->name.add;
    if (find_prop(vm, value_obj(weak), key, &holder, &d) == TRI_TRUE &&
        holder == (is_map ? r->weak_map_proto : r->weak_set_proto))
        return VALUE_UNDEFINED;
    Value adder = get_prop(vm, weak, key);
    if (adder == VALUE_THROWN || value_is_callable(adder))
        return adder;
    return throw_type(vm, "'%s' of the new %s is not a function",
                      is_map ? "set" : "add", is_map ? "WeakMap" : "WeakSet");
}

static bool split_item(VM *vm, Value item, bool is_map, Value kv[2])
{
    kv[0] = kv[1] = item;
    if (!is_map)
        return true;
    if (!value_is_object(item)) {
        throw_type(vm, "WeakMap needs [key, value] pairs, found %S",
                   type_of(vm, item));
        return false;
    }
    kv[0] = get_obj(vm, value_obj(item), key_index(0), item);
    if (kv[0] == VALUE_THROWN)
        return false;
    kv[1] = get_obj(vm, value_obj(item), key_index(1), item);
    return kv[1] != VALUE_THROWN;
}

/* Adds the waiting item. STEP_RETURN means done, go on. */
static Step add_item(VM *vm, NativeFrame *f, bool is_map)
{
    Value adder = f->reg[R_ADDER];
    ClassId id = is_map ? CLASS_WEAK_MAP : CLASS_WEAK_SET;
    Value kv[2];
    bool added;
    if (!split_item(vm, f->reg[R_ITEM], is_map, kv))
        return cm__iter_fail(vm, f, R_ITER, R_ERROR, PC_CLOSE);
    if (!value_is_undefined(adder)) {
        f->reg[R_ITEM] = VALUE_ABSENT;
        f->pc = PC_ADDED;
        return native_call(vm, f, adder, f->reg[R_WEAK], is_map ? 2 : 1, kv);
    }
    if (!can_be_held(kv[0])) {
        throw_cannot_hold(vm, id);
        return cm__iter_fail(vm, f, R_ITER, R_ERROR, PC_CLOSE);
    }
    WeakObj *w = value_ptr(f->reg[R_WEAK]);
    TableEntry *e =
        vm_charge(vm, 1) ? table_put(vm, w->table, kv[0], &added) : NULL;
    if (!e)
        return STEP_THROW;
    if (is_map)
        e->value = kv[1];
    f->reg[R_ITEM] = VALUE_ABSENT;
    return STEP_RETURN;
}

static Step construct_loop(VM *vm, NativeFrame *f, bool is_map)
{
    for (;;) {
        if (f->reg[R_ITEM] == VALUE_ABSENT) {
            IterResult r = iter_next(vm, f, R_ITER, &f->reg[R_ITEM]);
            if (r != ITER_VALUE)
                f->reg[R_ITEM] = VALUE_ABSENT;
            if (r == ITER_CALL) {
                f->pc = PC_NEXT;
                return STEP_CALL;
            }
            if (r == ITER_THROWN)
                return STEP_THROW;
            if (r == ITER_DONE)
                return native_return(f, f->reg[R_WEAK]);
        }
        Step s = add_item(vm, f, is_map);
        if (s != STEP_RETURN)
            return s;
    }
}

static Step construct(VM *vm, NativeFrame *f, bool is_map)
{
    const Realm *r = vm->realm;
    ClassId id = is_map ? CLASS_WEAK_MAP : CLASS_WEAK_SET;
    if (f->pc == PC_CLOSE)
        return cm__iter_fail_step(vm, f, R_ITER, R_ERROR);
    if (f->threw)
        return f->pc == PC_ADDED
                   ? cm__iter_fail(vm, f, R_ITER, R_ERROR, PC_CLOSE)
                   : step_rethrow(vm, f);
    /* A repeated entry goes on with the iterator that it opened. */
    bool opened = iter_is_open(&f->reg[R_ITER]);
    if (f->pc == PC_START && !opened) {
        Shape *shape = ctor_shape(
            vm, &f->call, is_map ? r->shape_weak_map : r->shape_weak_set,
            is_map ? r->weak_map_proto : r->weak_set_proto);
        WeakObj *w = shape ? weak_new(vm, id, shape) : NULL;
        if (!w)
            return STEP_THROW;
        f->reg[R_WEAK] = value_from_obj(w);
        f->reg[R_ITEM] = VALUE_ABSENT;
        if (value_is_nullish(f->call.args[0]))
            return native_return(f, f->reg[R_WEAK]);
        Value adder = own_adder(vm, f->reg[R_WEAK], is_map);
        if (adder == VALUE_THROWN)
            return STEP_THROW;
        f->reg[R_ADDER] = adder;
        if (!check_iterable(vm, f->call.args[0], class_name(id)))
            return STEP_THROW;
    }
    if (f->pc <= PC_OPEN && !opened) {
        IterResult got = iter_open(vm, f, R_ITER, f->call.args[0]);
        if (got == ITER_CALL) {
            f->pc = PC_OPEN;
            return STEP_CALL;
        }
        if (got != ITER_VALUE)
            return STEP_THROW;
    }
    return construct_loop(vm, f, is_map);
}

static Step map_construct(VM *vm, NativeFrame *f)
{
    return construct(vm, f, true);
}

static Step set_construct(VM *vm, NativeFrame *f)
{
    return construct(vm, f, false);
}

/* ---- WeakRef ---- */

static Value ref_construct(VM *vm, NativeCall *c)
{
    const Realm *r = vm->realm;
    if (!can_be_held(c->args[0]))
        return throw_cannot_hold(vm, CLASS_WEAK_REF);
    Shape *shape = ctor_shape(vm, c, r->shape_weak_ref, r->weak_ref_proto);
    Obj *o = shape ? obj_new(vm, CLASS_WEAK_REF, shape) : NULL;
    if (!o)
        return VALUE_THROWN;
    WeakRefObj *ref = (WeakRefObj *)(void *)o;
    ref->target = c->args[0];
    ref->job = vm->job_number;
    return value_from_obj(o);
}

static Value ref_deref(VM *vm, NativeCall *c)
{
    WeakRefObj *ref = weak_this(vm, c->this_val, CLASS_WEAK_REF, "deref");
    if (!ref)
        return VALUE_THROWN;
    ref->job = vm->job_number;
    return ref->target;
}

/* ---- registration ---- */

#define CTOR(name_, fn_, n_)                                           \
    {                                                                  \
        .name = (name_), .step = (fn_), .length = (n_), .min_args = 1, \
        .n_regs = CONSTRUCT_REGS,                                      \
        .flags = NATIVE_CTOR | NATIVE_CTOR_ONLY | NATIVE_CATCHES       \
    }

static const NativeSpec map_spec = CTOR("WeakMap", map_construct, 0);
static const NativeSpec set_spec = CTOR("WeakSet", set_construct, 0);
static const NativeSpec ref_spec = { .name = "WeakRef",
                                     .fn = ref_construct,
                                     .length = 1,
                                     .min_args = 1,
                                     .flags = NATIVE_CTOR | NATIVE_CTOR_ONLY };

#define FN(name_, fn_, n)                                            \
    {                                                                \
        .name = (name_), .fn = (fn_), .length = (n), .min_args = (n) \
    }

static const NativeSpec map_methods[] = {
    FN("delete", map_delete, 1),
    FN("get", map_get, 1),
    FN("set", map_set, 2),
    FN("has", map_has, 1),
    FN("getOrInsert", map_get_or_insert, 2),
    { .name = "getOrInsertComputed",
      .step = map_get_or_insert_computed,
      .length = 2,
      .min_args = 2 },
};

static const NativeSpec set_methods[] = {
    FN("delete", set_delete, 1),
    FN("has", set_has, 1),
    FN("add", set_add, 1),
};

static const NativeSpec ref_methods[] = {
    { .name = "deref", .fn = ref_deref },
};

void js_install_weak(RealmBuilder *b)
{
    Realm *r = b->realm;
    realm_ctor(b, &map_spec, r->weak_map_proto, NULL);
    realm_functions(b, r->weak_map_proto, map_methods,
                    CM_ARRAY_LEN(map_methods));
    realm_tag(b, r->weak_map_proto, "WeakMap");
    realm_ctor(b, &set_spec, r->weak_set_proto, NULL);
    realm_functions(b, r->weak_set_proto, set_methods,
                    CM_ARRAY_LEN(set_methods));
    realm_tag(b, r->weak_set_proto, "WeakSet");
    realm_ctor(b, &ref_spec, r->weak_ref_proto, NULL);
    realm_functions(b, r->weak_ref_proto, ref_methods,
                    CM_ARRAY_LEN(ref_methods));
    realm_tag(b, r->weak_ref_proto, "WeakRef");
}
