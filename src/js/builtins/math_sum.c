/* SPDX-License-Identifier: MIT */
/* Math.sumPrecise: the sum of an iterable of numbers, rounded once; ECMA-262
 * 21.3.2.35 (2026).
 *
 * The exact sum is kept as one wide integer, in units of 2^-1074, as a small
 * superaccumulator does (R. M. Neal, "Fast exact summation using small and
 * large superaccumulators", 2015). Unlike the growing expansions of J. R.
 * Shewchuk ("Adaptive precision floating-point arithmetic", 1997) it has a
 * fixed size, so a native that stops at every element can keep it, and its
 * parts cannot overflow. A chunk holds 32 bits of the sum in a signed 64-bit
 * integer: 2^29 numbers may be added before carries have to be passed on. */
#include "js/builtins/math_internal.h"

#include "engine/convert.h"
#include "js/builtins/collection.h"

#include <math.h>
#include <string.h>

#define CHUNK_BITS    32
#define CHUNK_MASK    UINT32_MAX
/* 2098 bits of a double's range and 64 for the number of elements. */
#define CHUNKS        69
#define CARRY_EVERY   (UINT32_C(1) << 29)
#define MIN_EXPONENT  (-1074)
#define MANTISSA_BITS 53

typedef struct Sum {
    int64_t chunk[CHUNKS];
    uint32_t pending; /* numbers added since carries were passed on */
    bool any_but_minus_zero;
    bool plus_infinity, minus_infinity, nan;
} Sum;

static void pass_carries(Sum *s)
{
    int64_t carry = 0;
    for (int i = 0; i < CHUNKS - 1; i++) {
        int64_t whole = s->chunk[i] + carry;
        s->chunk[i] = (int64_t)((uint64_t)whole & CHUNK_MASK);
        carry = (whole - s->chunk[i]) / (INT64_C(1) << CHUNK_BITS);
    }
    s->chunk[CHUNKS - 1] += carry;
    s->pending = 0;
}

static void add_finite(Sum *s, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
    uint32_t exponent = (uint32_t)(bits >> 52) & 0x7FF;
    if (exponent > 0) {
        mantissa |= UINT64_C(1) << 52;
        exponent--;
    }
    uint32_t at = exponent / CHUNK_BITS, shift = exponent % CHUNK_BITS;
    uint64_t low = (mantissa & CHUNK_MASK) << shift;
    uint64_t high = (mantissa >> CHUNK_BITS) << shift;
    int64_t part[3] = {
        (int64_t)(low & CHUNK_MASK),
        (int64_t)((low >> CHUNK_BITS) + (high & CHUNK_MASK)),
        (int64_t)(high >> CHUNK_BITS),
    };
    for (uint32_t i = 0; i < 3; i++)
        s->chunk[at + i] += bits >> 63 ? -part[i] : part[i];
    if (++s->pending == CARRY_EVERY)
        pass_carries(s);
}

static void add_number(Sum *s, double x)
{
    if (x == 0 && signbit(x))
        return;
    s->any_but_minus_zero = true;
    if (isfinite(x))
        add_finite(s, x);
    else if (x != x)
        s->nan = true;
    else if (x > 0)
        s->plus_infinity = true;
    else
        s->minus_infinity = true;
}

/* Bit i of the sum, all carries passed on and the sum positive. */
static uint64_t bit_at(const Sum *s, int i)
{
    return (uint64_t)s->chunk[i / CHUNK_BITS] >> (i % CHUNK_BITS) & 1;
}

static bool any_bit_below(const Sum *s, int i)
{
    for (int k = 0; k < i / CHUNK_BITS; k++)
        if (s->chunk[k] != 0)
            return true;
    uint64_t rest = (UINT64_C(1) << (i % CHUNK_BITS)) - 1;
    return ((uint64_t)s->chunk[i / CHUNK_BITS] & rest) != 0;
}

/* The wide integer as a double, ties to even. */
static double round_sum(Sum *s)
{
    pass_carries(s);
    bool negative = s->chunk[CHUNKS - 1] < 0;
    if (negative) {
        for (int i = 0; i < CHUNKS; i++)
            s->chunk[i] = -s->chunk[i];
        pass_carries(s);
    }
    int top = CHUNKS * CHUNK_BITS - 1;
    while (top >= 0 && !bit_at(s, top))
        top--;
    int low = top >= MANTISSA_BITS ? top - (MANTISSA_BITS - 1) : 0;
    uint64_t mantissa = 0;
    for (int i = top; i >= low; i--)
        mantissa = mantissa << 1 | bit_at(s, i);
    if (low > 0 && bit_at(s, low - 1) &&
        ((mantissa & 1) || any_bit_below(s, low - 1)))
        mantissa++;
    double d = ldexp((double)mantissa, low + MIN_EXPONENT);
    return negative ? -d : d;
}

static double sum_result(Sum *s)
{
    if (s->nan || (s->plus_infinity && s->minus_infinity))
        return (double)NAN;
    if (s->plus_infinity || s->minus_infinity)
        return s->plus_infinity ? (double)INFINITY : (double)-INFINITY;
    return s->any_but_minus_zero ? round_sum(s) : -0.0;
}

/* ---- the native ---- */

enum {
    R_ITER,
    R_SUM = R_ITER + 3, /* RawCell with a Sum */
    R_ERROR,
    SUM_REGS
};

enum {
    PC_START,
    PC_OPEN,
    PC_NEXT,
    PC_CLOSE
};

static Sum *sum_of(const NativeFrame *f)
{
    RawCell *raw = value_ptr(f->reg[R_SUM]);
    return (Sum *)(void *)raw->bytes;
}

static Step sum_all(VM *vm, NativeFrame *f)
{
    for (;;) {
        Value v;
        IterResult r = iter_next(vm, f, R_ITER, &v);
        if (r == ITER_CALL) {
            f->pc = PC_NEXT;
            return STEP_CALL;
        }
        if (r == ITER_DONE)
            return native_return(f, value_number(sum_result(sum_of(f))));
        if (r != ITER_VALUE)
            return STEP_THROW;
        if (!vm_charge(vm, 1))
            return STEP_THROW;
        if (!value_is_number(v)) {
            throw_type(vm, "Math.sumPrecise takes numbers only");
            return cm__iter_fail(vm, f, R_ITER, R_ERROR, PC_CLOSE);
        }
        add_number(sum_of(f), value_num(v));
    }
}

static Step math_sum_precise(VM *vm, NativeFrame *f)
{
    if (f->pc == PC_CLOSE)
        return cm__iter_fail_step(vm, f, R_ITER, R_ERROR);
    if (f->threw)
        return step_rethrow(vm, f);
    /* A repeated entry goes on with the iterator that it opened. */
    bool opened = iter_is_open(&f->reg[R_ITER]);
    if (f->pc == PC_START && !opened) {
        if (!check_iterable(vm, f->call.args[0], "Math.sumPrecise"))
            return STEP_THROW;
        RawCell *raw = heap_raw_new(&vm->heap, sizeof(Sum));
        if (!raw)
            return STEP_THROW;
        memset(raw->bytes, 0, sizeof(Sum));
        f->reg[R_SUM] = value_from_cell(raw);
    }
    if (f->pc <= PC_OPEN && !opened) {
        IterResult r = iter_open(vm, f, R_ITER, f->call.args[0]);
        if (r == ITER_CALL) {
            f->pc = PC_OPEN;
            return STEP_CALL;
        }
        if (r != ITER_VALUE)
            return STEP_THROW;
        f->pc = PC_NEXT;
    }
    return sum_all(vm, f);
}

static const NativeSpec row = { .name = "sumPrecise",
                                .step = math_sum_precise,
                                .length = 1,
                                .min_args = 1,
                                .n_regs = SUM_REGS,
                                .flags = NATIVE_CATCHES };

void cm__install_math_sum(RealmBuilder *b, Obj *math)
{
    realm_functions(b, math, &row, 1);
}
