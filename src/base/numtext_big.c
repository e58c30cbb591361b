/* SPDX-License-Identifier: MIT */
/* Schoolbook arithmetic on 32-bit limbs. The numbers are short (a double with
 * two decimals is five limbs), so nothing cleverer pays. */
#include "base/numtext_internal.h"

#include <assert.h>

#include "base/numtext_pow10.inc"

Pow10 cm__pow10(int k)
{
    assert(k >= POW10_FIRST && k <= POW10_LAST);
    return pow10_table[k - POW10_FIRST];
}

static void trim(Big *b)
{
    while (b->n > 0 && b->limb[b->n - 1] == 0)
        b->n--;
}

void cm__big_set(Big *b, uint64_t value)
{
    b->limb[0] = (uint32_t)value;
    b->limb[1] = (uint32_t)(value >> 32);
    b->n = 2;
    trim(b);
}

void cm__big_mul_add(Big *b, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    for (uint32_t i = 0; i < b->n; i++) {
        carry += (uint64_t)b->limb[i] * factor;
        b->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) {
        assert(b->n < BIG_LIMBS);
        b->limb[b->n++] = (uint32_t)carry;
    }
}

void cm__big_mul_pow5(Big *b, uint32_t exponent)
{
    enum {
        CHUNK = 13,
        CHUNK_VALUE = 1220703125
    }; /* 5^13 fits 32 bits */
    for (; exponent >= CHUNK; exponent -= CHUNK)
        cm__big_mul_add(b, CHUNK_VALUE, 0);
    uint32_t rest = 1;
    for (; exponent > 0; exponent--)
        rest *= 5;
    cm__big_mul_add(b, rest, 0);
}

void cm__big_shift_left(Big *b, uint32_t bits)
{
    if (b->n == 0 || bits == 0)
        return;
    uint32_t words = bits / 32, rest = bits % 32;
    assert(b->n + words + 1 <= BIG_LIMBS);
    b->limb[b->n] = 0;
    for (uint32_t i = b->n + 1; i-- > 0;) {
        uint64_t pair = (uint64_t)b->limb[i] << 32;
        if (i > 0)
            pair |= b->limb[i - 1];
        b->limb[i + words] = (uint32_t)(pair << rest >> 32);
    }
    memset(b->limb, 0, words * sizeof(b->limb[0]));
    b->n += words + 1;
    trim(b);
}

uint32_t cm__big_div(Big *b, uint32_t divisor)
{
    uint64_t rest = 0;
    for (uint32_t i = b->n; i-- > 0;) {
        rest = rest << 32 | b->limb[i];
        b->limb[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    trim(b);
    return (uint32_t)rest;
}

int cm__big_compare(const Big *a, const Big *b)
{
    if (a->n != b->n)
        return a->n < b->n ? -1 : 1;
    for (uint32_t i = a->n; i-- > 0;)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

uint32_t cm__big_bit_length(const Big *b)
{
    if (b->n == 0)
        return 0;
    return b->n * 32 - (uint32_t)cm_clz32(b->limb[b->n - 1]);
}

uint32_t cm__big_take_above(Big *b, uint32_t bits)
{
    uint32_t word = bits / 32, rest = bits % 32;
    if (b->n <= word)
        return 0;
    uint64_t above = b->limb[word];
    if (word + 1 < b->n)
        above |= (uint64_t)b->limb[word + 1] << 32;
    b->limb[word] &= (uint32_t)((UINT64_C(1) << rest) - 1);
    b->n = word + 1;
    trim(b);
    return (uint32_t)(above >> rest);
}

bool cm__big_sum_exceeds(const Big *a, const Big *b, uint32_t bits)
{
    Big sum = { .n = 0 };
    uint64_t carry = 0;
    uint32_t n = a->n > b->n ? a->n : b->n;
    for (uint32_t i = 0; i < n; i++) {
        carry += i < a->n ? a->limb[i] : 0;
        carry += i < b->n ? b->limb[i] : 0;
        sum.limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    sum.n = n;
    if (carry != 0) {
        assert(n < BIG_LIMBS);
        sum.limb[sum.n++] = (uint32_t)carry;
    }
    Big one;
    cm__big_set(&one, 1);
    cm__big_shift_left(&one, bits);
    return cm__big_compare(&sum, &one) > 0;
}

double cm__big_to_double(const Big *b)
{
    uint32_t length = cm__big_bit_length(b);
    if (length == 0)
        return 0;
    /* The top 64 bits, gathered from up to three limbs. */
    uint64_t top = 0;
    bool sticky = false;
    for (uint32_t i = b->n; i-- > 0;) {
        int at = (int)length - 32 * (int)i; /* top bits above this limb's end */
        uint64_t limb = b->limb[i];
        if (at <= 64) {
            top |= limb << (64 - at);
        } else if (at < 96) {
            top |= limb >> (at - 64);
            sticky |= (limb & ((UINT64_C(1) << (at - 64)) - 1)) != 0;
        } else {
            sticky |= limb != 0;
        }
    }
    return cm__double_from_bits(
        cm__double_round(top, sticky, (int)length - 64));
}

uint64_t cm__double_round(uint64_t significand, bool sticky, int exponent)
{
    enum {
        EXTRA = 11,
        LOWEST = -1074
    };
    int drop = exponent + EXTRA < LOWEST ? LOWEST - exponent : EXTRA;
    if (drop > 64)
        return 0; /* below half of the smallest double */
    uint64_t m = drop == 64 ? 0 : significand >> drop;
    uint64_t half = UINT64_C(1) << (drop - 1);
    uint64_t rest = significand & (half | (half - 1));
    if (rest > half || (rest == half && (sticky || (m & 1) != 0)))
        m++;
    int biased = exponent + drop - LOWEST;
    if (biased >= 2046)
        return UINT64_C(0x7FF) << 52;
    /* The hidden bit of m adds one to the exponent field; so does a carry. */
    uint64_t bits = ((uint64_t)biased << 52) + m;
    uint64_t infinity = UINT64_C(0x7FF) << 52;
    return bits > infinity ? infinity : bits;
}
