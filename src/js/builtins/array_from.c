/* SPDX-License-Identifier: MIT */
/* Array.from, Array.of, Array.isArray; ECMA-262 23.1.2. */
#include "js/builtins/array_internal.h"

#include "engine/convert.h"
#include "engine/proxy.h"

enum {
    F_OUT,
    F_ITER,
    F_INDEX = F_ITER + 3, /* of the next element; undefined: not opened yet */
    F_ITEM,               /* waiting to be put into F_OUT, or absent */
    F_OBJ,                /* array-like source, or undefined */
    F_LEN,
    F_ERROR,
    FROM_REGS
};

/* f->pc */
enum {
    FROM_START,
    FROM_OPEN,
    FROM_NEXT,
    FROM_MAPPED,
    FROM_LIKE,
    FROM_LIKE_MAPPED,
    FROM_CLOSE
};

/* A new object of the constructor `this`, an Array otherwise. */
static Obj *construct_out(VM *vm, Value ctor, const uint64_t *length)
{
    if (value_is_constructor(ctor) &&
        value_obj(ctor) != vm->realm->array_ctor) {
        Value n = length ? value_index(*length) : VALUE_UNDEFINED;
        Value made = vm_construct(vm, ctor, ctor, length ? 1 : 0, &n);
        return made == VALUE_THROWN ? NULL : value_obj(made);
    }
    if (length && *length > UINT32_MAX) {
        cm__throw_array_length(vm);
        return NULL;
    }
    Array *a = array_new(vm, 0);
    return a ? &a->obj : NULL;
}

static bool has_native_iteration(Value v)
{
    return value_is_string(v) || value_is_array(v) ||
           value_is_class(v, CLASS_MAP) || value_is_class(v, CLASS_SET);
}

/* Decides between iterating and reading an array-like; makes the result, which
 * tells a repeated entry that this has been done. */
static bool from_begin(VM *vm, NativeFrame *f)
{
    Value items = f->call.args[0], map = f->call.args[1];
    if (map != VALUE_UNDEFINED && !value_is_callable(map)) {
        throw_type(vm, "The second argument of Array.from is not a function");
        return false;
    }
    if (value_is_nullish(items)) {
        throw_type(vm, "Array.from needs an iterable or an array-like object");
        return false;
    }
    Value method = VALUE_TRUE;
    if (!has_native_iteration(items))
        method = get_method(vm, items,
                            value_from_symbol(vm->realm->symbol.iterator));
    if (method == VALUE_THROWN)
        return false;
    uint64_t length = 0;
    Obj *like = NULL;
    if (method == VALUE_UNDEFINED) {
        like = to_object(vm, items);
        if (!like || !array_like_length(vm, like, &length))
            return false;
    }
    Obj *out = construct_out(vm, f->call.this_val, like ? &length : NULL);
    if (!out)
        return false;
    f->reg[F_OUT] = value_from_obj(out);
    f->reg[F_ITEM] = VALUE_ABSENT;
    if (like) {
        f->reg[F_OBJ] = value_from_obj(like);
        f->reg[F_LEN] = value_double((double)length);
        f->reg[F_INDEX] = value_double(0);
    }
    return true;
}

/* Puts v at the index and moves on. */
static bool from_put(VM *vm, NativeFrame *f, Value v)
{
    double i = value_num(f->reg[F_INDEX]);
    if (!vm_charge(vm, 1) ||
        !cm__array_out(vm, value_obj(f->reg[F_OUT]), (uint64_t)i, v))
        return false;
    f->reg[F_INDEX] = value_double(i + 1);
    f->reg[F_ITEM] = VALUE_ABSENT;
    return true;
}

static Step from_map(VM *vm, NativeFrame *f, uint32_t pc)
{
    Value args[2] = { f->reg[F_ITEM],
                      value_number(value_num(f->reg[F_INDEX])) };
    f->pc = pc;
    return native_call(vm, f, f->call.args[1], f->call.args[2], 2, args);
}

static Step from_finish(VM *vm, NativeFrame *f)
{
    uint64_t n = (uint64_t)value_num(f->reg[F_INDEX]);
    if (!cm__set_length(vm, value_obj(f->reg[F_OUT]), n))
        return STEP_THROW;
    return native_return(f, f->reg[F_OUT]);
}

static Step from_iterate(VM *vm, NativeFrame *f)
{
    for (;;) {
        if (f->reg[F_ITEM] == VALUE_ABSENT) {
            Value v;
            IterResult r = iter_next(vm, f, F_ITER, &v);
            if (r == ITER_DONE)
                return from_finish(vm, f);
            if (r != ITER_VALUE)
                return r == ITER_CALL ? STEP_CALL : STEP_THROW;
            f->reg[F_ITEM] = v;
        }
        if (f->call.args[1] != VALUE_UNDEFINED)
            return from_map(vm, f, FROM_MAPPED);
        if (!from_put(vm, f, f->reg[F_ITEM]))
            return cm__iter_fail(vm, f, F_ITER, F_ERROR, FROM_CLOSE);
    }
}

static Step from_array_like(VM *vm, NativeFrame *f)
{
    Obj *o = value_obj(f->reg[F_OBJ]);
    while (value_num(f->reg[F_INDEX]) < value_num(f->reg[F_LEN])) {
        Value v = element_get(vm, o, (uint64_t)value_num(f->reg[F_INDEX]));
        if (v == VALUE_THROWN)
            return STEP_THROW;
        f->reg[F_ITEM] = v;
        if (f->call.args[1] != VALUE_UNDEFINED)
            return from_map(vm, f, FROM_LIKE_MAPPED);
        if (!from_put(vm, f, v))
            return STEP_THROW;
    }
    return from_finish(vm, f);
}

/* An answer of the mapping function; absent item: this entry is a
 * repetition. */
static bool from_mapped(VM *vm, NativeFrame *f)
{
    return f->reg[F_ITEM] == VALUE_ABSENT || from_put(vm, f, f->result);
}

/* Errors of array-likes, which have nothing to close, pass through. */
static Step from_rethrow(VM *vm, NativeFrame *f)
{
    f->threw = false;
    throw_value(vm, f->result);
    return STEP_THROW;
}

static Step array_from(VM *vm, NativeFrame *f)
{
    if (f->pc == FROM_START) {
        if (f->reg[F_OUT] == VALUE_UNDEFINED && !from_begin(vm, f))
            return STEP_THROW;
        f->pc = f->reg[F_OBJ] == VALUE_UNDEFINED ? FROM_OPEN : FROM_LIKE;
    }
    switch (f->pc) {
    case FROM_OPEN:
        if (f->reg[F_INDEX] == VALUE_UNDEFINED) {
            IterResult r = iter_open(vm, f, F_ITER, f->call.args[0]);
            if (r != ITER_VALUE)
                return r == ITER_CALL ? STEP_CALL : STEP_THROW;
            f->reg[F_INDEX] = value_double(0);
        }
        f->pc = FROM_NEXT;
        return from_iterate(vm, f);
    case FROM_NEXT:
        return from_iterate(vm, f);
    case FROM_MAPPED:
        if (f->threw || !from_mapped(vm, f))
            return cm__iter_fail(vm, f, F_ITER, F_ERROR, FROM_CLOSE);
        f->pc = FROM_NEXT;
        return from_iterate(vm, f);
    case FROM_LIKE_MAPPED:
        if (f->threw)
            return from_rethrow(vm, f);
        if (!from_mapped(vm, f))
            return STEP_THROW;
        f->pc = FROM_LIKE;
        return from_array_like(vm, f);
    case FROM_LIKE:
        return from_array_like(vm, f);
    default:
        return cm__iter_fail_step(vm, f, F_ITER, F_ERROR);
    }
}

static Value array_of(VM *vm, NativeCall *c)
{
    if (value_is_object(c->this_val) &&
        value_obj(c->this_val) == vm->realm->array_ctor) {
        Array *a = array_from_values(vm, c->args, c->argc);
        return a ? value_from_obj(a) : VALUE_THROWN;
    }
    uint64_t n = c->argc;
    Obj *out = construct_out(vm, c->this_val, &n);
    if (!out)
        return VALUE_THROWN;
    for (uint32_t i = 0; i < c->argc; i++)
        if (!cm__array_out(vm, out, i, c->args[i]))
            return VALUE_THROWN;
    return cm__set_length(vm, out, n) ? value_from_obj(out) : VALUE_THROWN;
}

static Value array_is_array(VM *vm, NativeCall *c)
{
    Tri is = is_array(vm, c->args[0]);
    return is == TRI_THROWN ? VALUE_THROWN : value_bool(is);
}

static const NativeSpec rows[] = {
    { .name = "from",
      .step = array_from,
      .length = 1,
      .min_args = 3,
      .n_regs = FROM_REGS,
      .flags = NATIVE_CATCHES },
    { .name = "isArray", .fn = array_is_array, .length = 1, .min_args = 1 },
    { .name = "of", .fn = array_of },
};

void cm__install_array_from(RealmBuilder *b, Obj *ctor)
{
    realm_functions(b, ctor, rows, CM_ARRAY_LEN(rows));
}
