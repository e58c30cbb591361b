/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_NUMTEXT_INTERNAL_H
#define CM_BASE_NUMTEXT_INTERNAL_H
/* numtext_internal: what the parts of numtext share; for src/base/numtext*.c.
 *
 * Big is a natural number of bounded size. The bound is enough for every use:
 * the largest is m * 5^1074 (all digits of a double, 2,547 bits) and the 781
 * digits of a text against a half-way point (below 2,800 bits).
 * Ownership: plain values, no memory. Threads: free of state. */
#include "base/numtext.h"

#include <string.h>

enum {
    BIG_LIMBS = 96,
    /* 767 digits at most, in chunks of nine */
    CM_NUM_EXACT_DIGITS = 800
};

/* limb[0] is the lowest; no leading zero limbs, so n == 0 is zero. */
typedef struct Big {
    uint32_t n;
    uint32_t limb[BIG_LIMBS];
} Big;

void cm__big_set(Big *b, uint64_t value);
/* b = b * factor + addend */
void cm__big_mul_add(Big *b, uint32_t factor, uint32_t addend);
void cm__big_mul_pow5(Big *b, uint32_t exponent);
void cm__big_shift_left(Big *b, uint32_t bits);
/* Divides in place and returns the remainder. */
uint32_t cm__big_div(Big *b, uint32_t divisor);
/* Below, at or above 0 as a is less than, equal to or greater than b. */
int cm__big_compare(const Big *a, const Big *b);
uint32_t cm__big_bit_length(const Big *b);
/* The number b / 2^bits, below 2^32, which is then removed from b. */
uint32_t cm__big_take_above(Big *b, uint32_t bits);
/* a + b compared with 2^bits; a and b are at most 2^bits. */
bool cm__big_sum_exceeds(const Big *a, const Big *b, uint32_t bits);
/* Rounded to nearest even; infinity when too large. */
double cm__big_to_double(const Big *b);

/* A finite double >= 0 as m * 2^exponent, m below 2^53. */
static inline uint64_t cm__double_parts(double value, int *ret_exponent)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    int biased = (int)(bits >> 52 & 0x7FF);
    *ret_exponent = (biased == 0 ? 1 : biased) - 1075;
    return biased == 0 ? fraction : fraction | UINT64_C(1) << 52;
}

static inline double cm__double_from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

/* (significand + sticky) * 2^exponent rounded to nearest even, where the top
 * bit of significand is set and sticky says that a fraction below its last bit
 * is not zero. Returns the bits of the double; infinity on overflow. */
uint64_t cm__double_round(uint64_t significand, bool sticky, int exponent);

/* floor(log2(10^k)) for -400 <= k <= 400: 1741647 / 2^19 is log2(10) from
 * below, close enough for that range (checked by a test). */
static inline int cm__log2_of_pow10(int k)
{
    return (int)((k * INT32_C(1741647)) >> 19);
}

/* The 128 leading bits of 10^k, rounded down; -342 <= k <= 324. */
typedef struct Pow10 {
    uint64_t high, low;
} Pow10;
Pow10 cm__pow10(int k);
static inline bool cm__pow10_is_exact(int k)
{
    return k >= 0 && k <= 55;
}

#endif
