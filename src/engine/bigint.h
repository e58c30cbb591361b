/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_BIGINT_H
#define CM_ENGINE_BIGINT_H
/* bigint: integers of any size; ECMA-262 6.1.6.2.
 *
 * Sign and magnitude in one immutable cell of 32-bit limbs, least significant
 * first, without leading zero limbs; zero has no limbs and no sign. Operations
 * that the language defines on two's complement (and, or, shifts, asIntN) make
 * the complement on the way.
 *
 * A value of a program with TAG_CELL is a BigInt: the other cells that Values
 * refer to (accessors, cursors) never reach a program.
 *
 * Limits:  BIGINT_MAX_BITS, beyond it RangeError "Maximum BigInt size
 * exceeded".
 * Metering: every operation charges the limbs that it touches.
 * Failure: NULL or VALUE_THROWN, as everywhere. */
#include "engine/vm.h"

#define BIGINT_MAX_BITS  (UINT32_C(1) << 20)
#define BIGINT_MAX_LIMBS (BIGINT_MAX_BITS / 32)

typedef struct BigInt {
    Cell hd; /* aux: 1 when negative */
    uint32_t n;
    uint32_t unused;
    uint32_t limb[];
} BigInt;

static inline bool value_is_bigint(Value v)
{
    return value_is_cell(v);
}
static inline BigInt *value_bigint(Value v)
{
    return (BigInt *)value_ptr(v);
}
static inline bool bigint_is_negative(const BigInt *b)
{
    return b->hd.aux != 0;
}
static inline bool bigint_is_zero(const BigInt *b)
{
    return b->n == 0;
}

/* ---- making and reading ---- */

Value bigint_from_i64(VM *vm, int64_t n);
Value bigint_from_u64(VM *vm, uint64_t n);
/* NumberToBigInt of an integer. */
Value bigint_from_double(VM *vm, double d);
/* Rounded to nearest, ties to even; infinite when too large. */
double bigint_to_double(const BigInt *b);
/* The low 64 bits of the two's complement. */
uint64_t bigint_low64(const BigInt *b);
/* StringToBigInt; VALUE_ABSENT when the text is no integer. */
Value bigint_from_str(VM *vm, Str *s);
Str *bigint_to_str(VM *vm, const BigInt *b, unsigned radix);
/* A literal's digits (radix 2, 8, 10, 16) as a constant in a program's heap.
 * NULL when memory is refused or, with *ret_too_big, when it is over the
 * limit. */
BigInt *bigint_literal(Heap *h, const char *digits, size_t n, unsigned radix,
                       bool *ret_too_big);
/* ToBigInt (7.1.13): throws for numbers, undefined, ...; may run program code.
 */
Value to_bigint(VM *vm, Value v);

/* ---- comparing ---- */

bool bigint_equal(const BigInt *a, const BigInt *b);
int bigint_compare(const BigInt *a, const BigInt *b);
/* d is not NaN. */
int bigint_compare_double(const BigInt *a, double d);
uint32_t bigint_hash(const BigInt *b);

/* ---- arithmetic ---- */

/* op is an OP_ of the plain form: ADD ... USHR. */
Value bigint_arith(VM *vm, int op, const BigInt *a, const BigInt *b);
Value bigint_negate(VM *vm, const BigInt *a);
Value bigint_bit_not(VM *vm, const BigInt *a);
/* a + by */
Value bigint_increment(VM *vm, const BigInt *a, int by);
/* asIntN, asUintN: a modulo 2^bits. */
Value bigint_as_n(VM *vm, const BigInt *a, uint64_t bits, bool is_signed);

#endif
