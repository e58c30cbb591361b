/* SPDX-License-Identifier: MIT */
/* ECMA-262 24.1.1.1, 24.2.2.1 (constructors), 24.1.3.5, 24.2.4.6 (forEach).
 *
 * Refused memory restores the native frame but not its registers and enters the
 * step again. The loops below are safe under that: an item taken from the
 * iterator waits in a register until it has been added, and adding an entry
 * twice is the same as adding it once. */
#include "js/builtins/collection.h"

#include "engine/convert.h"
#include "engine/iterate.h"
#include "engine/meter.h"
#include "engine/property.h"

enum {
    R_MAP,
    R_ADDER, /* undefined: the intrinsic one */
    R_ITER,
    R_ITEM = R_ITER + 3, /* VALUE_ABSENT: none is waiting */
    R_ERROR
};

_Static_assert(R_ERROR + 1 == COLLECTION_CONSTRUCT_REGS,
               "the constructors declare this many registers");

enum {
    PC_START,
    PC_OPEN,
    PC_NEXT,
    PC_ADDED,
    PC_CLOSE
};

CollectionObj *collection_new(VM *vm, ClassId class_id, Shape *shape)
{
    Table *t = table_new(vm, 0);
    Obj *o = t ? obj_new(vm, class_id, shape) : NULL;
    if (!o)
        return NULL;
    CollectionObj *m = (CollectionObj *)(void *)o;
    m->table = t;
    return m;
}

CollectionObj *collection_this(VM *vm, const NativeCall *c, ClassId class_id,
                               const char *method)
{
    if (value_is_class(c->this_val, class_id))
        return value_ptr(c->this_val);
    throw_type(vm, "%s.prototype.%s called on a value that is no %s",
               class_id == CLASS_MAP ? "Map" : "Set", method,
               class_id == CLASS_MAP ? "Map" : "Set");
    return NULL;
}

bool check_iterable(VM *vm, Value v, const char *what)
{
    PropKey key = value_from_symbol(vm->realm->symbol.iterator);
    Obj *holder;
    PropDesc d;
    if (value_is_string(v))
        return true;
    if (value_is_class(v, CLASS_PROMISE)) {
        throw_await_hint(vm, "a promise");
        return false;
    }
    if (value_is_object(v) &&
        find_prop(vm, value_obj(v), key, &holder, &d) != TRI_FALSE)
        return true;
    if (value_is_null(v))
        throw_type(vm, "%s needs an iterable, found null", what);
    else
        throw_type(vm, "%s needs an iterable, found %S", what, type_of(vm, v));
    return false;
}

Step step_rethrow(VM *vm, NativeFrame *f)
{
    f->threw = false;
    throw_value(vm, f->result);
    return STEP_THROW;
}

Step step_not_callable(VM *vm, Value fn)
{
    if (value_is_string(fn))
        throw_type(vm, "\"%S\" is not a function", value_str(fn));
    else if (value_is_object(fn) || value_is_symbol(fn))
        throw_type(vm, "%S is not a function", type_of(vm, fn));
    else {
        Str *text = to_string(vm, fn);
        if (text)
            throw_type(vm, "%S is not a function", text);
    }
    return STEP_THROW;
}

/* ---- construction ---- */

/* The object's adder when it is not the intrinsic one, else VALUE_UNDEFINED. */
static Value own_adder(VM *vm, Value collection, bool is_map)
{
    const Realm *realm = vm->realm;
    Obj *intrinsic = is_map ? realm->map_proto : realm->set_proto;
    PropKey key = is_map ? realm->name.set : realm->name.add;
    Obj *holder = NULL;
    PropDesc d;
    if (find_prop(vm, value_obj(collection), key, &holder, &d) == TRI_TRUE &&
        holder == intrinsic)
        return VALUE_UNDEFINED;
    Value adder = get_prop(vm, collection, key);
    if (adder == VALUE_THROWN || value_is_callable(adder))
        return adder;
    return throw_type(vm, "'%s' of the new %s is not a function",
                      is_map ? "set" : "add", is_map ? "Map" : "Set");
}

/* Key and value of an item: of the pair for a Map, the item itself for a
 * Set. */
static bool split_item(VM *vm, Value item, bool is_map, Value *ret_key,
                       Value *ret_value)
{
    *ret_key = *ret_value = item;
    if (!is_map)
        return true;
    if (!value_is_object(item)) {
        throw_type(vm, "Map needs [key, value] pairs, found %S",
                   type_of(vm, item));
        return false;
    }
    *ret_key = get_obj(vm, value_obj(item), key_index(0), item);
    if (*ret_key == VALUE_THROWN)
        return false;
    *ret_value = get_obj(vm, value_obj(item), key_index(1), item);
    return *ret_value != VALUE_THROWN;
}

/* Adds the waiting item. STEP_RETURN means done, go on. */
static Step add_item(VM *vm, NativeFrame *f, bool is_map)
{
    Value adder = f->reg[R_ADDER];
    Value kv[2];
    if (!split_item(vm, f->reg[R_ITEM], is_map, &kv[0], &kv[1]))
        return cm__iter_fail(vm, f, R_ITER, R_ERROR, PC_CLOSE);
    if (!value_is_undefined(adder)) {
        f->reg[R_ITEM] = VALUE_ABSENT;
        f->pc = PC_ADDED;
        return native_call(vm, f, adder, f->reg[R_MAP], is_map ? 2 : 1, kv);
    }
    CollectionObj *m = value_ptr(f->reg[R_MAP]);
    bool added;
    TableEntry *e =
        vm_charge(vm, 1) ? table_put(vm, m->table, kv[0], &added) : NULL;
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
                return native_return(f, f->reg[R_MAP]);
        }
        Step s = add_item(vm, f, is_map);
        if (s != STEP_RETURN)
            return s;
    }
}

Step collection_construct(VM *vm, NativeFrame *f, ClassId class_id)
{
    const Realm *realm = vm->realm;
    bool is_map = class_id == CLASS_MAP;
    if (f->pc == PC_CLOSE)
        return cm__iter_fail_step(vm, f, R_ITER, R_ERROR);
    if (f->threw)
        return f->pc == PC_ADDED
                   ? cm__iter_fail(vm, f, R_ITER, R_ERROR, PC_CLOSE)
                   : step_rethrow(vm, f);
    /* A repeated entry goes on with the iterator that it opened. */
    bool opened = iter_is_open(&f->reg[R_ITER]);
    if (f->pc == PC_START && !opened) {
        Shape *shape = ctor_shape(vm, &f->call,
                                  is_map ? realm->shape_map : realm->shape_set,
                                  is_map ? realm->map_proto : realm->set_proto);
        CollectionObj *m = shape ? collection_new(vm, class_id, shape) : NULL;
        if (!m)
            return STEP_THROW;
        f->reg[R_MAP] = value_from_obj(m);
        f->reg[R_ITEM] = VALUE_ABSENT;
        if (value_is_nullish(f->call.args[0]))
            return native_return(f, f->reg[R_MAP]);
        Value adder = own_adder(vm, f->reg[R_MAP], is_map);
        if (adder == VALUE_THROWN)
            return STEP_THROW;
        f->reg[R_ADDER] = adder;
        if (!check_iterable(vm, f->call.args[0], is_map ? "Map" : "Set"))
            return STEP_THROW;
    }
    if (f->pc <= PC_OPEN && !opened) {
        IterResult r = iter_open(vm, f, R_ITER, f->call.args[0]);
        if (r == ITER_CALL) {
            f->pc = PC_OPEN;
            return STEP_CALL;
        }
        if (r != ITER_VALUE)
            return STEP_THROW;
    }
    return construct_loop(vm, f, is_map);
}

/* ---- visiting ---- */

enum {
    R_EPOCH, /* of the cursor, whose position is in f->i */
    R_FOR_EACH_REGS
};

_Static_assert(R_FOR_EACH_REGS == COLLECTION_FOR_EACH_REGS,
               "both forEach declare this many registers");

Step collection_for_each(VM *vm, NativeFrame *f, ClassId class_id,
                         const char *method)
{
    CollectionObj *m = collection_this(vm, &f->call, class_id, method);
    if (!m)
        return STEP_THROW;
    TableCursor at = { f->i, f->reg[R_EPOCH] };
    if (f->pc == 0) {
        if (!value_is_callable(f->call.args[0]))
            return step_not_callable(vm, f->call.args[0]);
        if (!table_cursor_open(vm, m->table, &at))
            return STEP_THROW;
        f->pc = 1;
    }
    TableEntry *e = table_next(vm, m->table, &at);
    f->i = at.next;
    f->reg[R_EPOCH] = at.epoch;
    if (!e) {
        table_cursor_close(m->table, &at);
        return native_return(f, VALUE_UNDEFINED);
    }
    Value args[3] = { class_id == CLASS_MAP ? e->value : e->key, e->key,
                      f->call.this_val };
    return native_call(vm, f, f->call.args[0], f->call.args[1], 3, args);
}

Value collection_iterator(VM *vm, const NativeCall *c, ClassId class_id,
                          int what, const char *method)
{
    CollectionObj *m = collection_this(vm, c, class_id, method);
    if (!m)
        return VALUE_THROWN;
    IterObj *it =
        iter_obj_new(vm, class_id == CLASS_MAP ? ITERKIND_MAP : ITERKIND_SET,
                     what, c->this_val);
    return it ? value_from_obj(it) : VALUE_THROWN;
}

Value collection_size(VM *vm, const NativeCall *c, ClassId class_id,
                      const char *method)
{
    CollectionObj *m = collection_this(vm, c, class_id, method);
    return m ? value_uint32(m->table->live) : VALUE_THROWN;
}

Value species_getter(VM *vm, NativeCall *c)
{
    (void)vm;
    return c->this_val;
}
