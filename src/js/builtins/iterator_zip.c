/* SPDX-License-Identifier: MIT */
/* Iterator.zip and Iterator.zipKeyed up to the helper that they return; the
 * Joint Iteration clauses of ECMA-262 of 2026, 27.1.3.3 and 27.1.3.4. What the
 * helper does is in iterator_zip_next.c.
 *
 * Each iterator is opened as three values of one cell. All that moves along
 * lies in registers, so each of the steps below can be repeated. */
#include "js/builtins/iterator_internal.h"

#include "engine/property.h"

enum {
    Z_INPUT,              /* zip: the iteration of the iterables */
    Z_ITEM = Z_INPUT + 3, /* the iterator being opened */
    Z_PAD = Z_ITEM + 3,   /* zip: the iteration of the padding */
    Z_VALUE = Z_PAD + 3,  /* what is being opened; VALUE_ABSENT: none */
    Z_MODE,               /* ZipMode; undefined: the options are not read yet */
    Z_ROWS,               /* cell: the iterations */
    Z_OPTION,             /* options.padding */
    Z_PADDING,            /* cell: a value for each iterator */
    Z_PADDED,             /* how many of them are known */
    Z_KEYS,               /* zipKeyed, cell: own keys, those used in front */
    Z_KEY_AT,             /* the one being looked at */
    Z_ERROR,
    ZIP_REGS
};

/* f->pc */
enum {
    ZIP_START,
    ZIP_INPUTS,
    ZIP_PADDING
};

static ValuesCell *cell_at(const NativeFrame *f, uint32_t reg)
{
    return value_ptr(f->reg[reg]);
}

static uint32_t n_iterators(const NativeFrame *f)
{
    return cell_at(f, Z_ROWS)->n / 3;
}

/* An error is parked: closes what is open, the iteration of the iterables
 * last. */
static Step zip_fail(VM *vm, NativeFrame *f)
{
    if (vm->exception == VALUE_ABSENT)
        return STEP_THROW;
    f->reg[Z_ERROR] = vm->exception;
    vm->exception = VALUE_ABSENT;
    f->threw = false;
    if (!cm__zip_close(vm, f->reg[Z_ROWS], &f->reg[Z_ERROR]))
        return STEP_THROW;
    Value *input = f->reg + Z_INPUT;
    if (input[2] == ITER_OBJECT && !iter_loop_close(vm, input, true))
        return STEP_THROW;
    throw_value(vm, f->reg[Z_ERROR]);
    return STEP_THROW;
}

/* ---- options ---- */

static bool mode_option(VM *vm, Value options, uint32_t *ret)
{
    static const char *const names[] = { "shortest", "longest", "strict" };
    Value v = get_prop_ascii(vm, options, "mode");
    if (v == VALUE_THROWN)
        return false;
    *ret = ZIP_SHORTEST;
    if (v == VALUE_UNDEFINED)
        return true;
    for (uint32_t i = 0; i < CM_ARRAY_LEN(names); i++) {
        if (str_is_text(v, names[i])) {
            *ret = i;
            return true;
        }
    }
    throw_type(vm, "The mode must be \"shortest\", \"longest\" or \"strict\"");
    return false;
}

static bool read_options(VM *vm, NativeFrame *f, const char *who)
{
    Value options = f->call.args[1];
    uint32_t mode = ZIP_SHORTEST;
    if (options != VALUE_UNDEFINED && !value_is_object(options)) {
        throw_type(vm, "The options of Iterator.%s are not an object", who);
        return false;
    }
    if (options != VALUE_UNDEFINED && !mode_option(vm, options, &mode))
        return false;
    if (mode == ZIP_LONGEST) {
        Value padding = get_prop_ascii(vm, options, "padding");
        if (padding == VALUE_THROWN)
            return false;
        if (padding != VALUE_UNDEFINED && !value_is_object(padding)) {
            throw_type(vm, "The padding of Iterator.%s is not an object", who);
            return false;
        }
        f->reg[Z_OPTION] = padding;
    }
    f->reg[Z_MODE] = value_uint32(mode);
    return true;
}

/* Readies the registers, once. */
static bool zip_begin(VM *vm, NativeFrame *f, const char *who)
{
    if (f->reg[Z_MODE] != VALUE_UNDEFINED)
        return true;
    if (!value_is_object(f->call.args[0])) {
        throw_type(vm, "The argument of Iterator.%s is not an object", who);
        return false;
    }
    ValuesCell *rows = heap_values_new(&vm->heap, 9);
    if (!rows)
        return false;
    f->reg[Z_ROWS] = value_from_cell(rows);
    f->reg[Z_VALUE] = VALUE_ABSENT;
    return read_options(vm, f, who);
}

/* ---- the iterators ---- */

/* Opens what waits in Z_VALUE and adds it. STEP_RETURN: done. */
static Step add_iterator(VM *vm, NativeFrame *f)
{
    Value v = f->reg[Z_VALUE], *item = f->reg + Z_ITEM;
    if (!value_is_object(v)) {
        throw_type(vm, "Iterator.zip needs iterable objects");
        return zip_fail(vm, f);
    }
    if (!iter_is_open(item)) {
        IterResult r = iter_open_flat(vm, f, Z_ITEM, v);
        if (r != ITER_VALUE)
            return r == ITER_CALL ? STEP_CALL : zip_fail(vm, f);
    }
    ValuesCell *rows = cell_at(f, Z_ROWS);
    uint32_t n = rows->n;
    rows = heap_values_grow(&vm->heap, rows, (size_t)n + 3);
    if (!rows || !vm_charge(vm, 1))
        return STEP_THROW;
    for (uint32_t i = 0; i < 3; i++)
        rows->v[n + i] = item[i];
    rows->n = n + 3;
    f->reg[Z_ROWS] = value_from_cell(rows);
    f->reg[Z_VALUE] = VALUE_ABSENT;
    item[2] = VALUE_UNDEFINED;
    return STEP_RETURN;
}

/* ---- padding ---- */

static bool make_padding(VM *vm, NativeFrame *f, uint32_t n)
{
    ValuesCell *padding = heap_values_new(&vm->heap, (size_t)n + 1);
    if (!padding || !vm_charge(vm, n))
        return false;
    for (uint32_t i = 0; i < n; i++)
        padding->v[i] = VALUE_UNDEFINED;
    padding->n = n;
    f->reg[Z_PADDING] = value_from_cell(padding);
    f->reg[Z_PADDED] = value_uint32(0);
    return true;
}

static void pad(NativeFrame *f, uint32_t i, Value v)
{
    cell_at(f, Z_PADDING)->v[i] = v;
    f->reg[Z_PADDED] = value_uint32(i + 1);
}

/* STEP_RETURN: all is known. */
static Step padding_of_keys(VM *vm, NativeFrame *f, uint32_t n)
{
    const ValuesCell *keys = cell_at(f, Z_KEYS);
    uint32_t i;
    while ((i = (uint32_t)value_num(f->reg[Z_PADDED])) < n) {
        Value v = get_prop(vm, f->reg[Z_OPTION], keys->v[i]);
        if (v == VALUE_THROWN || !vm_charge(vm, 1))
            return zip_fail(vm, f);
        pad(f, i, v);
    }
    return STEP_RETURN;
}

static Step padding_of_iterable(VM *vm, NativeFrame *f, uint32_t n)
{
    if (!iter_is_open(f->reg + Z_PAD)) {
        IterResult r = iter_open(vm, f, Z_PAD, f->reg[Z_OPTION]);
        if (r != ITER_VALUE)
            return r == ITER_CALL ? STEP_CALL : zip_fail(vm, f);
    }
    uint32_t i;
    while ((i = (uint32_t)value_num(f->reg[Z_PADDED])) < n) {
        Value v = VALUE_UNDEFINED;
        IterResult r = iter_next(vm, f, Z_PAD, &v);
        if (r == ITER_CALL)
            return STEP_CALL;
        if (r == ITER_THROWN || !vm_charge(vm, 1))
            return zip_fail(vm, f);
        pad(f, r == ITER_DONE ? n - 1 : i, v);
    }
    return iter_close(vm, f, Z_PAD) == ITER_DONE ? STEP_RETURN
                                                 : zip_fail(vm, f);
}

/* ---- the helper ---- */

static Step zip_make(VM *vm, NativeFrame *f)
{
    uint32_t n = n_iterators(f);
    f->pc = ZIP_PADDING;
    uint32_t mode = (uint32_t)value_num(f->reg[Z_MODE]);
    if (mode == ZIP_LONGEST) {
        if (f->reg[Z_PADDING] == VALUE_UNDEFINED && !make_padding(vm, f, n))
            return STEP_THROW;
        Step s = STEP_RETURN;
        if (f->reg[Z_OPTION] != VALUE_UNDEFINED)
            s = f->reg[Z_KEYS] == VALUE_UNDEFINED
                    ? padding_of_iterable(vm, f, n)
                    : padding_of_keys(vm, f, n);
        if (s != STEP_RETURN)
            return s;
    }
    IterObj *it =
        iter_obj_new(vm, ITERKIND_HELPER, HELPER_ZIP, VALUE_UNDEFINED);
    if (!it)
        return STEP_THROW;
    it->extra[0] = f->reg[Z_ROWS];
    it->extra[1] = f->reg[Z_PADDING];
    it->extra[2] = f->reg[Z_KEYS];
    it->counter = n;
    it->at = mode;
    if (f->reg[Z_KEYS] != VALUE_UNDEFINED)
        cell_at(f, Z_KEYS)->n = n;
    return native_return(f, value_from_obj(it));
}

/* ---- Iterator.zip ---- */

static Step zip_inputs(VM *vm, NativeFrame *f)
{
    f->pc = ZIP_INPUTS;
    if (!iter_is_open(f->reg + Z_INPUT)) {
        IterResult r = iter_open(vm, f, Z_INPUT, f->call.args[0]);
        if (r != ITER_VALUE)
            return r == ITER_CALL ? STEP_CALL : STEP_THROW;
    }
    for (;;) {
        if (f->reg[Z_VALUE] == VALUE_ABSENT) {
            Value v;
            IterResult r = iter_next(vm, f, Z_INPUT, &v);
            if (r == ITER_CALL)
                return STEP_CALL;
            if (r == ITER_THROWN)
                return zip_fail(vm, f);
            if (r == ITER_DONE)
                return zip_make(vm, f);
            f->reg[Z_VALUE] = v;
        }
        Step s = add_iterator(vm, f);
        if (s != STEP_RETURN)
            return s;
    }
}

static Step iterator_zip(VM *vm, NativeFrame *f)
{
    if (f->pc == ZIP_START && !zip_begin(vm, f, "zip"))
        return STEP_THROW;
    return f->pc == ZIP_PADDING ? zip_make(vm, f) : zip_inputs(vm, f);
}

/* ---- Iterator.zipKeyed ---- */

/* The value of an enumerable own key that is not undefined goes to Z_VALUE. */
static bool look_at_key(VM *vm, NativeFrame *f, PropKey key)
{
    PropDesc desc;
    Value iterables = f->call.args[0];
    Tri has = obj_get_own(vm, value_obj(iterables), key, &desc);
    if (has == TRI_THROWN || !vm_charge(vm, 1))
        return false;
    if (has == TRI_FALSE || !(desc.attrs & PROP_ENUMERABLE))
        return true;
    Value v = get_prop(vm, iterables, key);
    if (v == VALUE_THROWN)
        return false;
    if (v != VALUE_UNDEFINED)
        f->reg[Z_VALUE] = v;
    return true;
}

static Step zip_keys(VM *vm, NativeFrame *f)
{
    ValuesCell *keys = cell_at(f, Z_KEYS);
    f->pc = ZIP_INPUTS;
    uint32_t i;
    while ((i = (uint32_t)value_num(f->reg[Z_KEY_AT])) < keys->n) {
        PropKey key = keys->v[i];
        if (f->reg[Z_VALUE] == VALUE_ABSENT && !look_at_key(vm, f, key))
            return zip_fail(vm, f);
        if (f->reg[Z_VALUE] != VALUE_ABSENT) {
            uint32_t used = n_iterators(f);
            Step s = add_iterator(vm, f);
            if (s != STEP_RETURN)
                return s;
            keys->v[used] = key;
        }
        f->reg[Z_KEY_AT] = value_uint32(i + 1);
    }
    return zip_make(vm, f);
}

/* The own keys, once. */
static bool list_keys(VM *vm, NativeFrame *f)
{
    KeyList list;
    if (f->reg[Z_KEYS] != VALUE_UNDEFINED)
        return true;
    if (!obj_own_keys(vm, value_obj(f->call.args[0]),
                      KEYS_STRINGS | KEYS_SYMBOLS, &list))
        return false;
    list.cell->n = list.n;
    f->reg[Z_KEYS] = value_from_cell(list.cell);
    f->reg[Z_KEY_AT] = value_uint32(0);
    return vm_charge(vm, list.n);
}

static Step iterator_zip_keyed(VM *vm, NativeFrame *f)
{
    if (f->pc == ZIP_START &&
        (!zip_begin(vm, f, "zipKeyed") || !list_keys(vm, f)))
        return STEP_THROW;
    return f->pc == ZIP_PADDING ? zip_make(vm, f) : zip_keys(vm, f);
}

static const NativeSpec rows[] = {
    { .name = "zip",
      .step = iterator_zip,
      .length = 1,
      .min_args = 2,
      .n_regs = ZIP_REGS,
      .flags = NATIVE_CATCHES },
    { .name = "zipKeyed",
      .step = iterator_zip_keyed,
      .length = 1,
      .min_args = 2,
      .n_regs = ZIP_REGS,
      .flags = NATIVE_CATCHES },
};

void cm__install_iterator_zip(RealmBuilder *b, Obj *ctor)
{
    realm_functions(b, ctor, rows, CM_ARRAY_LEN(rows));
}
