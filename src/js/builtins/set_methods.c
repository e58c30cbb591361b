/* SPDX-License-Identifier: MIT */
/* The operations between a Set and a set-like object; ECMA-262 24.2.1.2
 * (GetSetRecord) and 24.2.4.
 *
 * All seven are one of two walks: over the own entries, asking the other one
 * `has`, or over the keys of the other one. What differs is a row of a table:
 * which walk, what the result starts as, and what each key does. When the other
 * one is a Set (or Map) whose `size`, `has` and `keys` are the intrinsic ones
 * the walk needs no program code at all.
 *
 * What a key does can be done twice without harm, which is what makes running
 * an entry again after refused memory safe. */
#include "js/builtins/set_internal.h"

#include "engine/convert.h"
#include "engine/iterate.h"
#include "engine/meter.h"
#include "engine/property.h"
#include "js/builtins/collection.h"

#include <math.h>

typedef enum Walk {
    WALK_OWN,    /* own entries, asking other.has */
    WALK_KEYS,   /* keys of the other */
    WALK_NEITHER /* the sizes decide: false */
} Walk;

typedef enum Seen {
    SEEN_GO_ON,
    SEEN_FALSE, /* the answer is false */
    SEEN_FAILED
} Seen;

typedef struct SetOp {
    const char *name;
    bool makes_set; /* else the answer is true unless some key says false */
    bool starts_as_copy; /* the made set starts as a copy of this */
    Walk (*choose)(double own_size, double other_size);
    Seen (*own)(VM *vm, Table *made, Value key, bool other_has);
    Seen (*key)(VM *vm, Table *own, Table *made, Value key);
} SetOp;

/* ---- what the operations do with a key ---- */

static Seen put_key(VM *vm, Table *made, Value key)
{
    bool added;
    return table_put(vm, made, key, &added) ? SEEN_GO_ON : SEEN_FAILED;
}

static Walk always_keys(double own_size, double other_size)
{
    (void)own_size;
    (void)other_size;
    return WALK_KEYS;
}

static Walk smaller_one(double own_size, double other_size)
{
    return own_size <= other_size ? WALK_OWN : WALK_KEYS;
}

static Walk own_unless_bigger(double own_size, double other_size)
{
    return own_size > other_size ? WALK_NEITHER : WALK_OWN;
}

static Walk keys_unless_smaller(double own_size, double other_size)
{
    return own_size < other_size ? WALK_NEITHER : WALK_KEYS;
}

static Seen union_key(VM *vm, Table *own, Table *made, Value key)
{
    (void)own;
    return put_key(vm, made, key);
}

static Seen intersection_own(VM *vm, Table *made, Value key, bool other_has)
{
    return other_has ? put_key(vm, made, key) : SEEN_GO_ON;
}

static Seen intersection_key(VM *vm, Table *own, Table *made, Value key)
{
    return table_find(vm, own, key) ? put_key(vm, made, key) : SEEN_GO_ON;
}

static Seen difference_own(VM *vm, Table *made, Value key, bool other_has)
{
    if (other_has)
        table_delete(vm, made, key);
    return SEEN_GO_ON;
}

static Seen difference_key(VM *vm, Table *own, Table *made, Value key)
{
    (void)own;
    table_delete(vm, made, key);
    return SEEN_GO_ON;
}

static Seen symmetric_key(VM *vm, Table *own, Table *made, Value key)
{
    if (!table_find(vm, own, key))
        return put_key(vm, made, key);
    table_delete(vm, made, key);
    return SEEN_GO_ON;
}

static Seen subset_own(VM *vm, Table *made, Value key, bool other_has)
{
    (void)vm;
    (void)made;
    (void)key;
    return other_has ? SEEN_GO_ON : SEEN_FALSE;
}

static Seen superset_key(VM *vm, Table *own, Table *made, Value key)
{
    (void)made;
    return table_find(vm, own, key) ? SEEN_GO_ON : SEEN_FALSE;
}

static Seen disjoint_own(VM *vm, Table *made, Value key, bool other_has)
{
    (void)vm;
    (void)made;
    (void)key;
    return other_has ? SEEN_FALSE : SEEN_GO_ON;
}

static Seen disjoint_key(VM *vm, Table *own, Table *made, Value key)
{
    (void)made;
    return table_find(vm, own, key) ? SEEN_FALSE : SEEN_GO_ON;
}

/* ---- the machine ---- */

enum {
    R_MADE, /* the set being made, or undefined */
    R_HAS,
    R_KEYS,
    R_ITER,
    R_ASKED = R_ITER + 3, /* the key that has() was asked about */
    R_EPOCH,              /* of the cursor, whose position is in f->i */
    R_REGS
};

enum {
    PC_START,
    PC_ASKED,
    PC_KEYS,
    PC_NEXT,
    PC_CLOSE
};

/* True when reading `name` of o gives an intrinsic of its class. */
static bool is_intrinsic(VM *vm, Obj *o, PropKey name)
{
    Obj *proto =
        obj_class(o) == CLASS_SET ? vm->realm->set_proto : vm->realm->map_proto;
    Obj *holder = NULL;
    PropDesc d;
    return find_prop(vm, o, name, &holder, &d) == TRI_TRUE && holder == proto;
}

/* The table of a collection that needs no program code, else NULL. */
static Table *plain_table(VM *vm, Value other)
{
    if (!value_is_class(other, CLASS_SET) && !value_is_class(other, CLASS_MAP))
        return NULL;
    const Realm *realm = vm->realm;
    Obj *o = value_obj(other);
    if (!is_intrinsic(vm, o, realm->name.size) ||
        !is_intrinsic(vm, o, realm->name.has) ||
        !is_intrinsic(vm, o, realm->name.keys))
        return NULL;
    return ((CollectionObj *)(void *)o)->table;
}

static Value get_callable(VM *vm, Value other, PropKey key, const char *name)
{
    Value v = get_prop(vm, other, key);
    if (v == VALUE_THROWN || value_is_callable(v))
        return v;
    return throw_type(vm, "'%s' of the set-like argument is not a function",
                      name);
}

/* GetSetRecord; the methods go to registers. */
static bool get_record(VM *vm, NativeFrame *f, const SetOp *op,
                       double *ret_size)
{
    Value other = f->call.args[0];
    const Realm *realm = vm->realm;
    double size;
    if (!value_is_object(other)) {
        throw_type(vm, "Set.prototype.%s needs a set-like object, found %S",
                   op->name, type_of(vm, other));
        return false;
    }
    Value v = get_prop(vm, other, realm->name.size);
    if (v == VALUE_THROWN || !to_number(vm, v, &size))
        return false;
    if (size != size) {
        throw_type(vm, "'size' of the set-like argument is not a number");
        return false;
    }
    size = trunc(size);
    if (size < 0) {
        throw_range(vm, "'size' of the set-like argument is negative");
        return false;
    }
    f->reg[R_HAS] = get_callable(vm, other, realm->name.has, "has");
    if (f->reg[R_HAS] == VALUE_THROWN)
        return false;
    f->reg[R_KEYS] = get_callable(vm, other, realm->name.keys, "keys");
    if (f->reg[R_KEYS] == VALUE_THROWN)
        return false;
    *ret_size = size;
    return true;
}

static bool copy_table(VM *vm, Table *from, Table *to)
{
    const TableEntry *e = table_entries(from);
    uint32_t turns = 0;
    if (!vm_charge(vm, from->used))
        return false;
    for (uint32_t i = 0; i < from->used; i++) {
        bool added;
        if (!vm_in_time(vm, &turns))
            return false;
        if (e[i].key != VALUE_ABSENT && !table_put(vm, to, e[i].key, &added))
            return false;
    }
    return true;
}

static bool make_result(VM *vm, NativeFrame *f, const SetOp *op, Table *own)
{
    if (!op->makes_set)
        return true;
    CollectionObj *made = collection_new(vm, CLASS_SET, vm->realm->shape_set);
    if (!made || (op->starts_as_copy && !copy_table(vm, own, made->table)))
        return false;
    f->reg[R_MADE] = value_from_obj(made);
    return true;
}

static Step finish(NativeFrame *f, const SetOp *op)
{
    return native_return(f, op->makes_set ? f->reg[R_MADE] : VALUE_TRUE);
}

static Table *made_table(const NativeFrame *f)
{
    return value_is_object(f->reg[R_MADE])
               ? ((CollectionObj *)value_ptr(f->reg[R_MADE]))->table
               : NULL;
}

/* Both are tables: everything at once. */
static Step walk_plain(VM *vm, NativeFrame *f, const SetOp *op, Walk walk,
                       Table *own, Table *other)
{
    Table *over = walk == WALK_OWN ? own : other;
    const TableEntry *e = table_entries(over);
    for (uint32_t i = 0; i < over->used; i++) {
        Value key = e[i].key;
        if (!vm_charge(vm, 1))
            return STEP_THROW;
        if (key == VALUE_ABSENT)
            continue;
        Seen seen = walk == WALK_OWN
                        ? op->own(vm, made_table(f), key,
                                  table_find(vm, other, key) != NULL)
                        : op->key(vm, own, made_table(f), key);
        if (seen == SEEN_FAILED)
            return STEP_THROW;
        if (seen == SEEN_FALSE)
            return native_return(f, VALUE_FALSE);
    }
    return finish(f, op);
}

/* The next own entry to ask the other one about. */
static Step ask_next(VM *vm, NativeFrame *f, const SetOp *op, Table *own)
{
    TableCursor at = { f->i, f->reg[R_EPOCH] };
    TableEntry *e = table_next(vm, own, &at);
    f->i = at.next;
    f->reg[R_EPOCH] = at.epoch;
    if (!e) {
        table_cursor_close(own, &at);
        return finish(f, op);
    }
    f->reg[R_ASKED] = e->key;
    f->pc = PC_ASKED;
    return native_call(vm, f, f->reg[R_HAS], f->call.args[0], 1,
                       &f->reg[R_ASKED]);
}

static Step answered(VM *vm, NativeFrame *f, const SetOp *op, Table *own)
{
    Seen seen =
        /* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): only they ask */
        op->own(vm, made_table(f), f->reg[R_ASKED], to_boolean(f->result));
    if (seen == SEEN_FAILED)
        return STEP_THROW;
    if (seen == SEEN_FALSE)
        return native_return(f, VALUE_FALSE);
    return ask_next(vm, f, op, own);
}

static Step close_keys(VM *vm, NativeFrame *f)
{
    switch (iter_close(vm, f, R_ITER)) {
    case ITER_CALL:
        f->pc = PC_CLOSE;
        return STEP_CALL;
    case ITER_THROWN:
        return STEP_THROW;
    case ITER_VALUE:
    case ITER_DONE:
        break;
    }
    return native_return(f, VALUE_FALSE);
}

static Step walk_keys(VM *vm, NativeFrame *f, const SetOp *op, Table *own)
{
    for (;;) {
        Value key;
        IterResult r = iter_next(vm, f, R_ITER, &key);
        if (r == ITER_CALL) {
            f->pc = PC_NEXT;
            return STEP_CALL;
        }
        if (r == ITER_THROWN || !vm_charge(vm, 1))
            return STEP_THROW;
        if (r == ITER_DONE)
            return finish(f, op);
        Seen seen = op->key(vm, own, made_table(f), key);
        if (seen == SEEN_FAILED)
            return STEP_THROW;
        if (seen == SEEN_FALSE)
            return close_keys(vm, f);
    }
}

/* other.keys() answered. */
static Step open_keys(VM *vm, NativeFrame *f, const SetOp *op, Table *own)
{
    if (!value_is_object(f->result)) {
        throw_type(vm, "'keys' of the set-like argument gave no iterator");
        return STEP_THROW;
    }
    if (iter_direct(vm, f, R_ITER, f->result) != ITER_VALUE)
        return STEP_THROW;
    return walk_keys(vm, f, op, own);
}

static Step start(VM *vm, NativeFrame *f, const SetOp *op, Table *own)
{
    Table *other = plain_table(vm, f->call.args[0]);
    double size;
    if (other)
        size = other->live;
    else if (!get_record(vm, f, op, &size))
        return STEP_THROW;
    Walk walk = op->choose(own->live, size);
    if (walk == WALK_NEITHER)
        return native_return(f, VALUE_FALSE);
    if (!make_result(vm, f, op, own))
        return STEP_THROW;
    if (other)
        return walk_plain(vm, f, op, walk, own, other);
    if (walk == WALK_KEYS) {
        f->pc = PC_KEYS;
        return native_call(vm, f, f->reg[R_KEYS], f->call.args[0], 0, NULL);
    }
    TableCursor at;
    if (!table_cursor_open(vm, own, &at))
        return STEP_THROW;
    f->i = at.next;
    f->reg[R_EPOCH] = at.epoch;
    return ask_next(vm, f, op, own);
}

static Step run_op(VM *vm, NativeFrame *f, const SetOp *op)
{
    CollectionObj *self = collection_this(vm, &f->call, CLASS_SET, op->name);
    if (!self)
        return STEP_THROW;
    switch (f->pc) {
    case PC_START:
        return start(vm, f, op, self->table);
    case PC_ASKED:
        return answered(vm, f, op, self->table);
    case PC_KEYS:
        return open_keys(vm, f, op, self->table);
    case PC_NEXT:
        return walk_keys(vm, f, op, self->table);
    default:
        return close_keys(vm, f);
    }
}

static Step set_union(VM *vm, NativeFrame *f)
{
    static const SetOp op = {
        "union", true, true, always_keys, NULL, union_key
    };
    return run_op(vm, f, &op);
}

static Step set_intersection(VM *vm, NativeFrame *f)
{
    static const SetOp op = {
        "intersection",  true, false, smaller_one, intersection_own,
        intersection_key
    };
    return run_op(vm, f, &op);
}

static Step set_difference(VM *vm, NativeFrame *f)
{
    static const SetOp op = { "difference", true,           true,
                              smaller_one,  difference_own, difference_key };
    return run_op(vm, f, &op);
}

static Step set_symmetric_difference(VM *vm, NativeFrame *f)
{
    static const SetOp op = { "symmetricDifference", true, true,
                              always_keys,           NULL, symmetric_key };
    return run_op(vm, f, &op);
}

static Step set_is_subset_of(VM *vm, NativeFrame *f)
{
    static const SetOp op = { "isSubsetOf",      false,      false,
                              own_unless_bigger, subset_own, NULL };
    return run_op(vm, f, &op);
}

static Step set_is_superset_of(VM *vm, NativeFrame *f)
{
    static const SetOp op = { "isSupersetOf",      false, false,
                              keys_unless_smaller, NULL,  superset_key };
    return run_op(vm, f, &op);
}

static Step set_is_disjoint_from(VM *vm, NativeFrame *f)
{
    static const SetOp op = { "isDisjointFrom", false,        false,
                              smaller_one,      disjoint_own, disjoint_key };
    return run_op(vm, f, &op);
}

#define ROW(text, function)                                             \
    {                                                                   \
        .name = (text), .step = (function), .length = 1, .min_args = 1, \
        .n_regs = R_REGS                                                \
    }

static const NativeSpec rows[] = {
    ROW("union", set_union),
    ROW("intersection", set_intersection),
    ROW("difference", set_difference),
    ROW("symmetricDifference", set_symmetric_difference),
    ROW("isSubsetOf", set_is_subset_of),
    ROW("isSupersetOf", set_is_superset_of),
    ROW("isDisjointFrom", set_is_disjoint_from),
};
#undef ROW

void cm__install_set_methods(RealmBuilder *b)
{
    realm_functions(b, b->realm->set_proto, rows, CM_ARRAY_LEN(rows));
}
