/* SPDX-License-Identifier: MIT */
/* Reading follows Lemire, "Number parsing at a gigabyte per second" (Software:
 * Practice and Experience, 2021): the first 19 digits times a 128-bit power of
 * ten decide nearly always. Where the paper proves which cases are safe, we
 * compute both ends of the interval that the true value lies in and compare the
 * two roundings; they differ only next to a half-way point. Then the digits are
 * compared exactly with that point, as in Clinger, "How to read floating point
 * numbers accurately" (PLDI 1990), with at most 780 digits: no half-way point
 * has more than 768, so a single digit can stand for all that follow. */
#include "base/numtext_internal.h"

#include <assert.h>

enum {
    WORD_DIGITS = 19,
    EXACT_DIGITS = 780,
    EXPONENT_CAP = 4096
};

/* The parts of a literal. The digits of both runs form one integer. */
typedef struct Decimal {
    const char *digits; /* first significant digit; a '.' may lie between */
    size_t n_digits;    /* significant ones */
    int64_t exponent;   /* value = digits * 10^exponent */
} Decimal;

static inline bool is_digit(char c)
{
    return (unsigned char)(c - '0') < 10;
}

/* Exponent part at `at`, or nothing. It stays below INT64_MAX / 10, so that a
 * count of digits can be added, and stops growing only where no count of digits
 * can bring the value back into the range of doubles. */
static const char *read_exponent(const char *at, const char *end,
                                 int64_t *ret_exponent)
{
    *ret_exponent = 0;
    if (at == end || (*at != 'e' && *at != 'E'))
        return at;
    const char *s = at + 1;
    bool is_negative = s < end && *s == '-';
    if (s < end && (*s == '+' || *s == '-'))
        s++;
    if (s == end || !is_digit(*s))
        return at;
    int64_t exponent = 0;
    for (; s < end && is_digit(*s); s++)
        if (exponent < INT64_MAX / 100)
            exponent = exponent * 10 + (*s - '0');
    *ret_exponent = is_negative ? -exponent : exponent;
    return s;
}

/* Bits of the double nearest to w * 10^q when *ret_upper comes out equal; else
 * the true value lies between the two, which are neighbours. */
static uint64_t scale(uint64_t w, int q, uint64_t *ret_upper)
{
    int shift = cm_clz64(w);
    w <<= shift;
    Pow10 power = cm__pow10(q);
    int exponent = cm__log2_of_pow10(q) + 1 - shift;
    /* high:mid:low = w * power; value = high.mid:low * 2^exponent. */
    uint64_t low, mid, carry;
    uint64_t high = cm_mul64(w, power.high, &mid);
    carry = cm_mul64(w, power.low, &low);
    mid += carry;
    high += mid < carry;
    /* The power may be short by one unit, the product by w: at most one unit
     * of mid. So this test settles all but one in 2^61. */
    bool is_exact = cm__pow10_is_exact(q);
    uint64_t low2 = is_exact ? low : low + w;
    uint64_t mid2 = mid + (low2 < low);
    uint64_t high2 = high + (mid2 < mid);
    bool sticky = (mid | low) != 0, sticky2 = (mid2 | low2) != 0;
    if (high >> 63 == 0) {
        high = high << 1 | mid >> 63;
        sticky = (mid << 1 | low) != 0;
        exponent--;
        if (high2 >> 63 == 0) {
            high2 = high2 << 1 | mid2 >> 63;
            sticky2 = (mid2 << 1 | low2) != 0;
        } else {
            /* The upper end reached a power of two: take it as that. */
            high2 = UINT64_MAX;
            sticky2 = true;
        }
    }
    uint64_t bits = cm__double_round(high, sticky, exponent);
    *ret_upper = bits;
    if (high != high2 || sticky != sticky2)
        *ret_upper = cm__double_round(high2, sticky2, exponent);
    return bits;
}

/* Big from the first digits; *ret_dropped counts those left out, for which a
 * digit 1 stands when one of them is not 0. */
static void gather(const Decimal *d, Big *big, size_t *ret_dropped)
{
    size_t take = d->n_digits < EXACT_DIGITS ? d->n_digits : EXACT_DIGITS;
    const char *at = d->digits;
    cm__big_set(big, 0);
    for (size_t i = 0; i < take;) {
        uint32_t chunk = 0, scale_by = 1;
        for (; i < take && scale_by < 1000000000; at++) {
            if (*at == '.')
                continue;
            chunk = chunk * 10 + (uint32_t)(*at - '0');
            scale_by *= 10;
            i++;
        }
        cm__big_mul_add(big, scale_by, chunk);
    }
    *ret_dropped = d->n_digits - take;
    for (size_t left = *ret_dropped; left > 0; at++) {
        if (*at == '.')
            continue;
        left--;
        if (*at != '0') {
            cm__big_mul_add(big, 10, 1);
            *ret_dropped -= 1;
            break;
        }
    }
}

/* The true value lies from the double `lower` to its upper neighbour. */
static CM_NOINLINE uint64_t decide(const Decimal *d, uint64_t lower)
{
    Big value, half;
    size_t dropped;
    gather(d, &value, &dropped);
    int q = (int)(d->exponent + (int64_t)dropped);
    int exponent;
    uint64_t m = cm__double_parts(cm__double_from_bits(lower), &exponent);
    cm__big_set(&half, 2 * m + 1);
    if (q >= 0)
        cm__big_mul_pow5(&value, (uint32_t)q);
    else
        cm__big_mul_pow5(&half, (uint32_t)-q);
    int shift = q - (exponent - 1);
    if (shift >= 0)
        cm__big_shift_left(&value, (uint32_t)shift);
    else
        cm__big_shift_left(&half, (uint32_t)-shift);
    int order = cm__big_compare(&value, &half);
    if (order == 0)
        return lower + (m & 1);
    return order < 0 ? lower : lower + 1;
}

static uint64_t read_digits(const Decimal *d, uint64_t w, size_t n_taken)
{
    const uint64_t infinity = UINT64_C(0x7FF) << 52;
    /* 10^(magnitude-1) <= value < 10^magnitude */
    int64_t magnitude = d->exponent + (int64_t)d->n_digits;
    if (w == 0 || magnitude < -323)
        return 0;
    if (magnitude > 309)
        return infinity;
    int q = (int)(magnitude - (int64_t)n_taken);
    uint64_t upper;
    uint64_t lower = scale(w, q, &upper);
    if (d->n_digits > n_taken)
        (void)scale(w + 1, q, &upper);
    if (CM_LIKELY(lower == upper))
        return lower;
    return decide(d, lower);
}

/* Any number of digits. */
static CM_NOINLINE uint64_t read_slow(const char *text, size_t n_integer,
                                      size_t n_fraction, int64_t exponent)
{
    const char *at = text;
    size_t left = n_integer + n_fraction;
    while (left > 0 && (*at == '0' || *at == '.')) {
        left -= *at == '0';
        at++;
    }
    Decimal d = { .digits = at,
                  .n_digits = left,
                  .exponent = exponent - (int64_t)n_fraction };
    uint64_t w = 0;
    size_t n_taken = left < WORD_DIGITS ? left : WORD_DIGITS;
    for (size_t i = 0; i < n_taken; at++) {
        if (*at == '.')
            continue;
        w = w * 10 + (uint64_t)(*at - '0');
        i++;
    }
    return read_digits(&d, w, n_taken);
}

size_t cm__num_read(const char *text, size_t n, double *ret_value)
{
    const char *at = text, *end = text + n;
    uint64_t w = 0; /* wraps for long numbers, which do not use it */
    while (at < end && is_digit(*at))
        w = w * 10 + (uint64_t)(*at++ - '0');
    size_t n_integer = (size_t)(at - text), n_fraction = 0;
    if (at < end && *at == '.') {
        const char *start = at + 1, *s = start;
        while (s < end && is_digit(*s))
            w = w * 10 + (uint64_t)(*s++ - '0');
        n_fraction = (size_t)(s - start);
        if (n_integer + n_fraction > 0)
            at = s;
    }
    if (n_integer + n_fraction == 0)
        return 0;
    int64_t exponent;
    at = read_exponent(at, end, &exponent);
    bool is_short = n_integer + n_fraction <= WORD_DIGITS;
    if (is_short && n_fraction == 0 && exponent == 0 &&
        w <= UINT64_C(1) << 53) {
        *ret_value = (double)w;
    } else if (is_short && w != 0 && exponent > -300 && exponent < 280) {
        uint64_t upper;
        uint64_t bits = scale(w, (int)exponent - (int)n_fraction, &upper);
        if (CM_UNLIKELY(bits != upper))
            bits = read_slow(text, n_integer, n_fraction, exponent);
        *ret_value = cm__double_from_bits(bits);
    } else {
        *ret_value = cm__double_from_bits(
            read_slow(text, n_integer, n_fraction, exponent));
    }
    return (size_t)(at - text);
}

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 36;
}

/* Powers of two: the first 64 significant bits, and whether more follow. */
static double read_bits(const char *text, size_t n, int bits_per_digit)
{
    uint64_t top = 0;
    bool sticky = false;
    int64_t exponent = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned digit = (unsigned)digit_value(text[i]);
        for (int bit = bits_per_digit - 1; bit >= 0; bit--) {
            bool is_set = (digit >> bit & 1) != 0;
            if (top >> 63 == 0) {
                top = top << 1 | is_set;
            } else {
                sticky |= is_set;
                exponent++;
            }
        }
    }
    if (top == 0)
        return 0;
    int shift = cm_clz64(top);
    if (exponent > EXPONENT_CAP)
        exponent = EXPONENT_CAP;
    return cm__double_from_bits(
        cm__double_round(top << shift, sticky, (int)exponent - shift));
}

bool cm__num_read_radix(const char *text, size_t n, int radix,
                        double *ret_value)
{
    assert(radix >= 2 && radix <= 36);
    if (n == 0)
        return false;
    for (size_t i = 0; i < n; i++)
        if (digit_value(text[i]) >= radix)
            return false;
    if ((radix & (radix - 1)) == 0) {
        *ret_value = read_bits(text, n, cm_ctz64((uint64_t)radix));
        return true;
    }
    if (radix == 10) {
        (void)cm__num_read(text, n, ret_value);
        return true;
    }
    Big big;
    cm__big_set(&big, 0);
    /* Beyond 1,025 bits the answer is infinity whatever follows. */
    for (size_t i = 0; i < n && cm__big_bit_length(&big) <= 1025; i++)
        cm__big_mul_add(&big, (uint32_t)radix, (uint32_t)digit_value(text[i]));
    *ret_value = cm__big_to_double(&big);
    return true;
}
