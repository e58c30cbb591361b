/* SPDX-License-Identifier: MIT */
/* BigInt values: making, comparing, arithmetic. Magnitudes are in
 * bigint_mag.c, text in bigint_text.c. */
#include "engine/bigint.h"

#include "base/hash.h"
#include "engine/bigint_internal.h"
#include "engine/code.h"
#include "engine/convert.h"
#include "engine/error.h"
#include "engine/meter.h"

#include <math.h>

/* ---- making ---- */

Value throw_bigint_size(VM *vm)
{
    return throw_range(vm, "Maximum BigInt size exceeded");
}

BigInt *bigint_alloc(Heap *h, uint32_t n)
{
    BigInt *b = heap_alloc(h, offsetof(BigInt, limb) + n * sizeof(uint32_t),
                           CELL_BIGINT);
    if (!b)
        return NULL;
    b->hd.aux = 0;
    b->n = n;
    b->unused = 0;
    return b;
}

Value bigint_finish(VM *vm, BigInt *b)
{
    b->n = mag_trim(b->limb, b->n);
    if (b->n == 0)
        b->hd.aux = 0;
    if (mag_bits(b->limb, b->n) > BIGINT_MAX_BITS)
        return throw_bigint_size(vm);
    return value_from_cell(b);
}

/* A result of n limbs, charged for. NULL when thrown; the limit is looked at
 * with room for carries. */
static BigInt *result_new(VM *vm, uint64_t n)
{
    if (n > BIGINT_MAX_LIMBS + 2) {
        throw_bigint_size(vm);
        return NULL;
    }
    if (!vm_charge(vm, n / 16 + 1))
        return NULL;
    return bigint_alloc(&vm->heap, (uint32_t)n);
}

static Value from_magnitude(VM *vm, uint64_t n, bool negative)
{
    BigInt *b = bigint_alloc(&vm->heap, 2);
    if (!b)
        return VALUE_THROWN;
    b->limb[0] = (uint32_t)n;
    b->limb[1] = (uint32_t)(n >> 32);
    b->hd.aux = negative;
    return bigint_finish(vm, b);
}

Value bigint_from_u64(VM *vm, uint64_t n)
{
    return from_magnitude(vm, n, false);
}

Value bigint_from_i64(VM *vm, int64_t n)
{
    return from_magnitude(vm, n < 0 ? 0 - (uint64_t)n : (uint64_t)n, n < 0);
}

static Value copy_of(VM *vm, const BigInt *a, bool negative)
{
    BigInt *b = result_new(vm, a->n);
    if (!b)
        return VALUE_THROWN;
    memcpy(b->limb, a->limb, a->n * sizeof *a->limb);
    b->hd.aux = negative;
    return bigint_finish(vm, b);
}

/* The integer part of |d| into limb[34]; returns their number. */
static uint32_t limbs_of_double(double d, uint32_t *limb)
{
    int exponent;
    double fraction = frexp(fabs(d), &exponent);
    memset(limb, 0, 34 * sizeof *limb);
    if (exponent <= 0)
        return 0;
    uint64_t mantissa = (uint64_t)ldexp(fraction, 53);
    if (exponent <= 53) {
        mantissa >>= 53 - exponent;
        limb[0] = (uint32_t)mantissa;
        limb[1] = (uint32_t)(mantissa >> 32);
    } else {
        uint32_t shift = (uint32_t)exponent - 53, at = shift / 32;
        uint64_t low = (mantissa & 0xFFFFFFFF) << shift % 32;
        uint64_t high = (mantissa >> 32) << shift % 32;
        limb[at] = (uint32_t)low;
        high += low >> 32;
        limb[at + 1] = (uint32_t)high;
        limb[at + 2] = (uint32_t)(high >> 32);
    }
    return mag_trim(limb, 34);
}

Value bigint_from_double(VM *vm, double d)
{
    uint32_t limb[34];
    uint32_t n = limbs_of_double(d, limb);
    BigInt *b = bigint_alloc(&vm->heap, n);
    if (!b)
        return VALUE_THROWN;
    memcpy(b->limb, limb, n * sizeof *limb);
    b->hd.aux = d < 0;
    return bigint_finish(vm, b);
}

/* The leading 64 bits with what is below them in the lowest bit (sticky), so
 * that the conversion rounds as the whole would. */
double bigint_to_double(const BigInt *b)
{
    uint32_t bits = mag_bits(b->limb, b->n);
    double d;
    if (bits <= 64) {
        uint64_t low = bigint_low64(b);
        d = (double)(bigint_is_negative(b) ? 0 - low : low);
    } else if (bits > 1025) {
        d = (double)INFINITY;
    } else {
        uint32_t down = bits - 64, at = down / 32, shift = down % 32;
        uint64_t top = (uint64_t)b->limb[at] >> shift;
        top |= (uint64_t)b->limb[at + 1] << (32 - shift);
        if (shift)
            top |= (uint64_t)b->limb[at + 2] << (64 - shift);
        bool rest = (b->limb[at] & ((UINT32_C(1) << shift) - 1)) != 0;
        for (uint32_t i = 0; i < at && !rest; i++)
            rest = b->limb[i] != 0;
        d = ldexp((double)(top | rest), (int)down);
    }
    return bigint_is_negative(b) ? -d : d;
}

uint64_t bigint_low64(const BigInt *b)
{
    uint64_t low = b->n > 0 ? b->limb[0] : 0;
    if (b->n > 1)
        low |= (uint64_t)b->limb[1] << 32;
    return bigint_is_negative(b) ? 0 - low : low;
}

Value to_bigint(VM *vm, Value v)
{
    v = to_primitive(vm, v, HINT_NUMBER);
    if (v == VALUE_THROWN || value_is_bigint(v))
        return v;
    if (value_is_bool(v))
        return bigint_from_u64(vm, v == VALUE_TRUE);
    if (value_is_string(v)) {
        Value b = bigint_from_str(vm, value_str(v));
        if (b == VALUE_ABSENT)
            return throw_error(vm, ERR_SYNTAX, "Cannot convert %S to a BigInt",
                               value_str(v));
        return b;
    }
    if (value_is_symbol(v))
        return throw_type(vm, "Cannot convert a Symbol value to a bigint");
    Str *text = to_string(vm, v);
    return text ? throw_type(vm, "Cannot convert %S to a BigInt", text)
                : VALUE_THROWN;
}

/* ---- comparing ---- */

bool bigint_equal(const BigInt *a, const BigInt *b)
{
    return a->hd.aux == b->hd.aux &&
           mag_compare(a->limb, a->n, b->limb, b->n) == 0;
}

int bigint_compare(const BigInt *a, const BigInt *b)
{
    if (a->hd.aux != b->hd.aux)
        return bigint_is_negative(a) ? -1 : 1;
    int order = mag_compare(a->limb, a->n, b->limb, b->n);
    return bigint_is_negative(a) ? -order : order;
}

int bigint_compare_double(const BigInt *a, double d)
{
    bool negative = bigint_is_negative(a);
    if (isinf(d))
        return d > 0 ? -1 : 1;
    if (a->n == 0 || (d < 0) != negative || d == 0) {
        if (a->n == 0)
            return d > 0 ? -1 : d < 0;
        return negative ? -1 : 1;
    }
    uint32_t limb[34];
    uint32_t n = limbs_of_double(d, limb);
    int order = mag_compare(a->limb, a->n, limb, n);
    if (order == 0 && trunc(d) != d)
        order = -1;
    return negative ? -order : order;
}

uint32_t bigint_hash(const BigInt *b)
{
    return cm__hash_bytes(b->limb, b->n * sizeof b->limb[0]) ^ b->hd.aux;
}

/* ---- sums ---- */

/* a + b, or a - b when negate_b. */
static Value add(VM *vm, const BigInt *a, const BigInt *b, bool negate_b)
{
    bool sign_a = bigint_is_negative(a);
    bool sign_b = bigint_is_negative(b) != negate_b;
    int order = mag_compare(a->limb, a->n, b->limb, b->n);
    if (order < 0) {
        const BigInt *swap = a;
        a = b;
        b = swap;
        bool sign = sign_a;
        sign_a = sign_b;
        sign_b = sign;
    }
    BigInt *r = result_new(vm, (uint64_t)a->n + 1);
    if (!r)
        return VALUE_THROWN;
    if (sign_a == sign_b) {
        mag_add(r->limb, a->limb, a->n, b->limb, b->n);
    } else {
        mag_sub(r->limb, a->limb, a->n, b->limb, b->n);
        r->limb[a->n] = 0;
    }
    r->hd.aux = sign_a;
    return bigint_finish(vm, r);
}

Value bigint_increment(VM *vm, const BigInt *a, int by)
{
    union {
        BigInt b;
        uint32_t room[8];
    } one = { .b = { .n = 1 } };
    one.b.limb[0] = 1;
    return add(vm, a, &one.b, by < 0);
}

Value bigint_negate(VM *vm, const BigInt *a)
{
    return copy_of(vm, a, a->n != 0 && !bigint_is_negative(a));
}

/* ~a = -a - 1 */
Value bigint_bit_not(VM *vm, const BigInt *a)
{
    Value v = bigint_negate(vm, a);
    return v == VALUE_THROWN ? v : bigint_increment(vm, value_bigint(v), -1);
}

/* ---- products ---- */

static Value multiply(VM *vm, const BigInt *a, const BigInt *b)
{
    uint64_t n = (uint64_t)a->n + b->n;
    if (n > BIGINT_MAX_LIMBS + 1)
        return throw_bigint_size(vm);
    BigInt *r = result_new(vm, n);
    if (!r || !mag_mul(&vm->heap, vm, r->limb, a->limb, a->n, b->limb, b->n))
        return VALUE_THROWN;
    r->hd.aux = a->hd.aux != b->hd.aux;
    return bigint_finish(vm, r);
}

/* Truncated division: the quotient rounds towards zero, the remainder has the
 * sign of the dividend. */
static Value divide(VM *vm, const BigInt *a, const BigInt *b, bool remainder)
{
    if (b->n == 0)
        return throw_range(vm, "Division by zero");
    if (mag_compare(a->limb, a->n, b->limb, b->n) < 0)
        return remainder ? value_from_cell(a) : bigint_from_u64(vm, 0);
    BigInt *r = result_new(vm, remainder ? b->n : a->n - b->n + 1);
    if (!r ||
        !mag_div(&vm->heap, vm, remainder ? NULL : r->limb,
                 remainder ? r->limb : NULL, a->limb, a->n, b->limb, b->n))
        return VALUE_THROWN;
    r->hd.aux = remainder ? a->hd.aux : a->hd.aux != b->hd.aux;
    return bigint_finish(vm, r);
}

static Value power(VM *vm, const BigInt *a, const BigInt *b)
{
    if (bigint_is_negative(b))
        return throw_range(vm, "Exponent must be non-negative");
    if (b->n == 0)
        return bigint_from_u64(vm, 1);
    bool odd = (b->limb[0] & 1) != 0;
    if (a->n == 0 || (a->n == 1 && a->limb[0] == 1))
        return bigint_is_negative(a) && !odd ? bigint_negate(vm, a)
                                             : value_from_cell(a);
    uint32_t e = b->limb[0];
    if (b->n > 1 ||
        (uint64_t)(mag_bits(a->limb, a->n) - 1) * e > BIGINT_MAX_BITS)
        return throw_bigint_size(vm);
    uint32_t bit = UINT32_C(1) << 31;
    while (!(e & bit))
        bit >>= 1;
    Value r = value_from_cell(a);
    for (bit >>= 1; bit && r != VALUE_THROWN; bit >>= 1) {
        r = multiply(vm, value_bigint(r), value_bigint(r));
        if (e & bit && r != VALUE_THROWN)
            r = multiply(vm, value_bigint(r), a);
    }
    return r;
}

/* ---- bits ---- */

/* Limb i of the two's complement; *carry starts as 1. */
static uint32_t complement_limb(const BigInt *a, uint32_t i, uint32_t *carry)
{
    uint32_t x = i < a->n ? a->limb[i] : 0;
    if (!bigint_is_negative(a))
        return x;
    uint64_t t = (uint64_t)~x + *carry;
    *carry = (uint32_t)(t >> 32);
    return (uint32_t)t;
}

/* limbs are a negative number's two's complement: makes them its magnitude. */
static void uncomplement(BigInt *r)
{
    uint64_t carry = 1;
    for (uint32_t i = 0; i < r->n; i++) {
        carry += (uint32_t)~r->limb[i];
        r->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    r->hd.aux = 1;
}

static uint32_t bit_op(int op, uint32_t x, uint32_t y)
{
    return op == OP_BAND ? x & y : op == OP_BOR ? x | y : x ^ y;
}

static Value bitwise(VM *vm, int op, const BigInt *a, const BigInt *b)
{
    uint32_t n = (a->n > b->n ? a->n : b->n) + 1;
    BigInt *r = result_new(vm, n);
    if (!r)
        return VALUE_THROWN;
    uint32_t carry_a = 1, carry_b = 1;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t x = complement_limb(a, i, &carry_a);
        uint32_t y = complement_limb(b, i, &carry_b);
        r->limb[i] = bit_op(op, x, y);
    }
    if (bit_op(op, a->hd.aux, b->hd.aux) & 1)
        uncomplement(r);
    return bigint_finish(vm, r);
}

static Value shift_left(VM *vm, const BigInt *a, uint32_t by)
{
    uint32_t limbs = by / 32, bits = by % 32;
    BigInt *r = result_new(vm, (uint64_t)a->n + limbs + 1);
    if (!r)
        return VALUE_THROWN;
    memset(r->limb, 0, limbs * sizeof *r->limb);
    uint64_t carry = 0;
    for (uint32_t i = 0; i < a->n; i++) {
        carry |= (uint64_t)a->limb[i] << bits;
        r->limb[limbs + i] = (uint32_t)carry;
        carry >>= 32;
    }
    r->limb[limbs + a->n] = (uint32_t)carry;
    r->hd.aux = a->hd.aux;
    return bigint_finish(vm, r);
}

/* Rounds towards minus infinity. */
static Value shift_right(VM *vm, const BigInt *a, uint32_t by)
{
    uint32_t limbs = by / 32, bits = by % 32;
    if (limbs >= a->n)
        return bigint_from_i64(vm, bigint_is_negative(a) ? -1 : 0);
    uint32_t n = a->n - limbs;
    BigInt *r = result_new(vm, (uint64_t)n + 1);
    if (!r)
        return VALUE_THROWN;
    bool lost = (a->limb[limbs] & ((UINT32_C(1) << bits) - 1)) != 0;
    for (uint32_t i = 0; i < limbs && !lost; i++)
        lost = a->limb[i] != 0;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t x = a->limb[limbs + i];
        if (limbs + i + 1 < a->n)
            x |= (uint64_t)a->limb[limbs + i + 1] << 32;
        r->limb[i] = (uint32_t)(x >> bits);
    }
    r->limb[n] = 0;
    r->hd.aux = a->hd.aux;
    if (bigint_is_negative(a) && lost)
        (void)mag_mul_small(r->limb, n + 1, 1, 1);
    return bigint_finish(vm, r);
}

static Value shift(VM *vm, const BigInt *a, const BigInt *by, bool left)
{
    if (bigint_is_negative(by))
        left = !left;
    if (a->n == 0 || by->n == 0)
        return value_from_cell(a);
    bool far = by->n > 1 || by->limb[0] > BIGINT_MAX_BITS;
    if (left)
        return far ? throw_bigint_size(vm) : shift_left(vm, a, by->limb[0]);
    return far ? bigint_from_i64(vm, bigint_is_negative(a) ? -1 : 0)
               : shift_right(vm, a, by->limb[0]);
}

Value bigint_as_n(VM *vm, const BigInt *a, uint64_t bits, bool is_signed)
{
    uint32_t have = mag_bits(a->limb, a->n);
    bool negative = bigint_is_negative(a);
    if (bits == 0)
        return bigint_from_u64(vm, 0);
    if (have < bits && (is_signed || !negative))
        return value_from_cell(a);
    if (bits > BIGINT_MAX_BITS)
        return throw_bigint_size(vm);
    uint32_t n = (uint32_t)((bits + 31) / 32);
    BigInt *r = result_new(vm, n);
    if (!r)
        return VALUE_THROWN;
    uint32_t carry = 1, over = n * 32 - (uint32_t)bits;
    for (uint32_t i = 0; i < n; i++)
        r->limb[i] = complement_limb(a, i, &carry);
    uint32_t mask = UINT32_MAX >> over;
    r->limb[n - 1] &= mask;
    if (is_signed && r->limb[n - 1] >> (31 - over)) {
        r->limb[n - 1] |= ~mask;
        uncomplement(r);
    }
    return bigint_finish(vm, r);
}

/* ---- by operator ---- */

Value bigint_arith(VM *vm, int op, const BigInt *a, const BigInt *b)
{
    switch (op) {
    case OP_ADD:
    case OP_SUB:
        return add(vm, a, b, op == OP_SUB);
    case OP_MUL:
        return multiply(vm, a, b);
    case OP_DIV:
    case OP_MOD:
        return divide(vm, a, b, op == OP_MOD);
    case OP_POW:
        return power(vm, a, b);
    case OP_BAND:
    case OP_BOR:
    case OP_BXOR:
        return bitwise(vm, op, a, b);
    case OP_SHL:
    case OP_SHR:
        return shift(vm, a, b, op == OP_SHL);
    default:
        return throw_type(vm, "BigInts have no unsigned right shift, use >> "
                              "instead");
    }
}
