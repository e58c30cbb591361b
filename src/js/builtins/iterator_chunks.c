/* SPDX-License-Identifier: MIT */
/* Iterator.prototype.chunks and windows; the Iterator Chunking proposal of TC39
 * (stage 3 in 2026). IterObj.counter is the size.
 *
 * A chunk is filled in the array that will be given out. Windows overlap, so
 * the size - 1 values before the next one are kept in a cell, and each window
 * is a copy: its cost, the size, is charged. */
#include "js/builtins/iterator_internal.h"

#include "engine/property.h"

#include <math.h>
#include <string.h>

enum {
    M_ITER,
    M_ERROR = M_ITER + 3,
    MAKER_REGS
};

/* IterObj.at of windows */
enum {
    WINDOWS_PARTIAL = 1, /* gives out what is shorter than one window */
    WINDOWS_GIVEN = 2    /* a window was given out */
};

/* ---- making ---- */

/* False when thrown. */
static bool size_argument(VM *vm, Value v, const char *what)
{
    double n = value_is_number(v) ? value_num(v) : (double)NAN;
    if (!isfinite(n) || trunc(n) != n) {
        throw_type(vm, "The size of %s must be an integer", what);
        return false;
    }
    if (n < 1 || n > UINT32_MAX) {
        throw_range(vm, "The size of %s must be between 1 and 2^32 - 1", what);
        return false;
    }
    return true;
}

/* 0 or WINDOWS_PARTIAL; negative when thrown. */
static int undersized_argument(VM *vm, Value v)
{
    if (v == VALUE_UNDEFINED || str_is_text(v, "only-full"))
        return 0;
    if (str_is_text(v, "allow-partial"))
        return WINDOWS_PARTIAL;
    throw_type(vm, "The second argument of windows must be \"only-full\" or "
                   "\"allow-partial\"");
    return -1;
}

static Step pieces(VM *vm, NativeFrame *f, HelperKind what)
{
    if (!value_is_object(f->call.this_val)) {
        throw_type(vm, "The iterator is not an object");
        return STEP_THROW;
    }
    bool is_chunks = what == HELPER_CHUNKS;
    if (!size_argument(vm, f->call.args[0], is_chunks ? "chunks" : "windows"))
        return cm__iter_reject(vm, f, M_ITER, M_ERROR);
    int how = is_chunks ? 0 : undersized_argument(vm, f->call.args[1]);
    if (how < 0)
        return cm__iter_reject(vm, f, M_ITER, M_ERROR);
    IterObj *it = cm__helper_over_this(vm, f, what);
    if (!it)
        return STEP_THROW;
    it->counter = value_num(f->call.args[0]);
    it->at = (uint32_t)how;
    return native_return(f, value_from_obj(it));
}

static Step iterator_chunks(VM *vm, NativeFrame *f)
{
    return pieces(vm, f, HELPER_CHUNKS);
}

static Step iterator_windows(VM *vm, NativeFrame *f)
{
    return pieces(vm, f, HELPER_WINDOWS);
}

/* ---- next ---- */

/* Takes a value in; *ret is the piece that it completes, or VALUE_ABSENT. */
static bool chunk_take(VM *vm, IterObj *it, Value v, Value *ret)
{
    if (it->extra[1] == VALUE_UNDEFINED) {
        Array *a = array_new(vm, 0);
        if (!a)
            return false;
        it->extra[1] = value_from_obj(a);
    }
    Array *chunk = value_ptr(it->extra[1]);
    if (!vm_charge(vm, 1) || !array_push(vm, chunk, v))
        return false;
    *ret = VALUE_ABSENT;
    if (chunk->length == it->counter) {
        *ret = it->extra[1];
        it->extra[1] = VALUE_UNDEFINED;
    }
    return true;
}

static ValuesCell *kept_values(const IterObj *it)
{
    return it->extra[1] == VALUE_UNDEFINED ? NULL : value_ptr(it->extra[1]);
}

static bool window_grow(VM *vm, IterObj *it, Value v)
{
    ValuesCell *kept = kept_values(it);
    uint32_t n = kept ? kept->n : 0;
    kept = heap_values_grow(&vm->heap, kept, (size_t)n + 1);
    if (!kept)
        return false;
    kept->v[n] = v;
    kept->n = n + 1;
    it->extra[1] = value_from_cell(kept);
    return vm_charge(vm, 1);
}

/* The kept values and v as an array; the oldest one makes room for v. */
static bool window_give(VM *vm, IterObj *it, Value v, Value *ret)
{
    ValuesCell *kept = kept_values(it);
    uint32_t n = kept ? kept->n : 0;
    if (!vm_charge_bytes(vm, ((uint64_t)n + 1) * sizeof(Value)))
        return false;
    Array *window = array_new_filled(vm, n + 1);
    if (!window)
        return false;
    Value *to = window->obj.elements.dense->v;
    if (n > 0) {
        memcpy(to, kept->v, n * sizeof(Value));
        memmove(kept->v, kept->v + 1, (n - 1) * sizeof(Value));
        kept->v[n - 1] = v;
    }
    to[n] = v;
    it->at |= WINDOWS_GIVEN;
    *ret = value_from_obj(window);
    return true;
}

static bool window_take(VM *vm, IterObj *it, Value v, Value *ret)
{
    const ValuesCell *kept = kept_values(it);
    if ((kept ? kept->n : 0) + 1 >= it->counter)
        return window_give(vm, it, v, ret);
    *ret = VALUE_ABSENT;
    return window_grow(vm, it, v);
}

/* The source is done. *ret: a last piece that is not full, or VALUE_ABSENT. */
static bool last_piece(VM *vm, IterObj *it, Value *ret)
{
    Value rest = it->extra[1];
    *ret = VALUE_ABSENT;
    if (rest == VALUE_UNDEFINED)
        return true;
    if (it->what == HELPER_WINDOWS) {
        const ValuesCell *kept = value_ptr(rest);
        if (it->at != WINDOWS_PARTIAL)
            return true;
        Array *a = array_from_values(vm, kept->v, kept->n);
        if (!a)
            return false;
        rest = value_from_obj(a);
    }
    *ret = rest;
    it->extra[1] = VALUE_UNDEFINED;
    return true;
}

static Step pieces_end(VM *vm, NativeFrame *f, IterObj *it)
{
    Value piece;
    if (!last_piece(vm, it, &piece))
        return cm__helper_throw(vm, it);
    return piece == VALUE_ABSENT
               ? cm__helper_finish(f, it, VALUE_UNDEFINED, true)
               : cm__helper_finish(f, it, piece, false);
}

Step cm__chunks_next(VM *vm, NativeFrame *f, IterObj *it)
{
    f->pc = NEXT_SOURCE;
    for (;;) {
        if (f->reg[H_VALUE] == VALUE_ABSENT) {
            Value v;
            IterResult r = iter_next(vm, f, H_ITER, &v);
            if (r == ITER_CALL)
                return STEP_CALL;
            if (r == ITER_THROWN)
                return cm__helper_throw(vm, it);
            if (r == ITER_DONE)
                return pieces_end(vm, f, it);
            f->reg[H_VALUE] = v;
        }
        Value piece;
        Value v = f->reg[H_VALUE];
        if (!(it->what == HELPER_CHUNKS ? chunk_take(vm, it, v, &piece)
                                        : window_take(vm, it, v, &piece)))
            return cm__helper_fail(vm, f, it);
        f->reg[H_VALUE] = VALUE_ABSENT;
        if (piece != VALUE_ABSENT)
            return cm__helper_finish(f, it, piece, false);
    }
}

static const NativeSpec rows[] = {
    { .name = "chunks",
      .step = iterator_chunks,
      .length = 1,
      .min_args = 1,
      .n_regs = MAKER_REGS },
    { .name = "windows",
      .step = iterator_windows,
      .length = 1,
      .min_args = 2,
      .n_regs = MAKER_REGS },
};

void cm__install_iterator_chunks(RealmBuilder *b)
{
    realm_functions(b, b->realm->iterator_proto, rows, CM_ARRAY_LEN(rows));
}
