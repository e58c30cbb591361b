/* SPDX-License-Identifier: MIT */
/* Shortest digits: Giulietti, "The Schubfach way to render doubles" (2020).
 * A double v is the middle of the interval of reals that read back as v. The
 * paper shows that one power of ten 10^k is such that the interval holds at
 * least one multiple of 10^k and at most one of 10^(k+1); three 64 x 128 bit
 * products against a rounded-up power of ten place the ends and v exactly
 * enough to pick the multiple nearest to v. No loop, no big numbers. */
#include "base/numtext.h"

#include <assert.h>
#include <float.h>
#include <math.h>

#include "base/numtext_internal.h"

static const char digit_pairs[] =
    "00010203040506070809101112131415161718192021222324"
    "25262728293031323334353637383940414243444546474849"
    "50515253545556575859606162636465666768697071727374"
    "75767778798081828384858687888990919293949596979899";

/* Writes the decimal digits of n so that they end before `end`; returns their
 * start. */
static char *write_back(uint64_t n, char *end)
{
    while (n >= 100) {
        end -= 2;
        memcpy(end, digit_pairs + 2 * (n % 100), 2);
        n /= 100;
    }
    if (n >= 10) {
        end -= 2;
        memcpy(end, digit_pairs + 2 * n, 2);
        return end;
    }
    *--end = (char)('0' + n);
    return end;
}

size_t cm__num_print_int(int64_t value, char out[CM_NUM_TEXT_MAX])
{
    char digits[24];
    char *end = digits + sizeof(digits);
    uint64_t magnitude = value < 0 ? -(uint64_t)value : (uint64_t)value;
    char *start = write_back(magnitude, end);
    if (value < 0)
        *--start = '-';
    size_t n = (size_t)(end - start);
    memcpy(out, start, n);
    return n;
}

/* The integer part of g * c / 2^128 with its last bit set when a fraction was
 * cut off ("round to odd"): comparisons against multiples of 2 stay right. */
static inline uint64_t round_to_odd(Pow10 g, uint64_t c)
{
    uint64_t ignored, mid;
    uint64_t carry = cm_mul64(g.low, c, &ignored);
    uint64_t high = cm_mul64(g.high, c, &mid);
    mid += carry;
    high += mid < carry;
    return high | (mid > 1);
}

/* v = m * 2^q as s * 10^*ret_k with the shortest s; names as in the paper. */
static uint64_t schubfach(uint64_t m, int q, int *ret_k)
{
    bool is_even = (m & 1) == 0;
    /* Below a power of two the doubles lie twice as dense. */
    bool is_power = m == UINT64_C(1) << 52 && q > -1074;
    /* floor(log10(2^q)), or of 3/4 * 2^q below a power of two */
    int k = (q * INT32_C(1262611) - (is_power ? INT32_C(524031) : 0)) >> 22;
    int h = q + cm__log2_of_pow10(-k) + 1;
    Pow10 g = cm__pow10(-k);
    /* Rounded up as the paper wants it. No row ends in 64 ones (the generator
     * checks), so there is no carry. */
    g.low += !cm__pow10_is_exact(-k);
    uint64_t below = round_to_odd(g, (4 * m - 2 + is_power) << h);
    uint64_t v = round_to_odd(g, (4 * m) << h);
    uint64_t above = round_to_odd(g, (4 * m + 2) << h);
    /* The ends belong to the interval when m is even (ties read to even). */
    uint64_t lower = below + !is_even, upper = above - !is_even;
    uint64_t s = v / 4;
    if (s >= 10) {
        uint64_t tens = s / 10;
        bool low_fits = lower <= 40 * tens;
        bool high_fits = 40 * tens + 40 <= upper;
        if (low_fits != high_fits) {
            *ret_k = k + 1;
            return tens + high_fits;
        }
    }
    *ret_k = k;
    bool low_fits = lower <= 4 * s;
    bool high_fits = 4 * s + 4 <= upper;
    if (low_fits != high_fits)
        return s + high_fits;
    uint64_t middle = 4 * s + 2;
    return s + (v > middle || (v == middle && (s & 1) != 0));
}

/* Drops trailing zeros, in steps that need one division each. */
static uint64_t strip_zeros(uint64_t s, int *k)
{
    static const struct {
        uint32_t power;
        int zeros;
    } steps[] = { { 100000000, 8 }, { 10000, 4 }, { 100, 2 }, { 10, 1 } };
    for (size_t i = 0; i < CM_ARRAY_LEN(steps); i++) {
        uint64_t quotient = s / steps[i].power;
        if (quotient * steps[i].power == s) {
            s = quotient;
            *k += steps[i].zeros;
        }
    }
    return s;
}

size_t cm__num_shortest(double value, char digits[17], int *ret_exponent)
{
    assert(value > 0 && isfinite(value));
    int q, k;
    uint64_t m = cm__double_parts(value, &q);
    uint64_t s = strip_zeros(schubfach(m, q, &k), &k);
    char text[20];
    char *end = text + sizeof(text);
    char *start = write_back(s, end);
    size_t n = (size_t)(end - start);
    memcpy(digits, start, n);
    *ret_exponent = k + (int)n;
    return n;
}

static char *put(char *to, const char *src, size_t n)
{
    memcpy(to, src, n);
    return to + n;
}

static char *put_zeros(char *to, int n)
{
    memset(to, '0', (size_t)n);
    return to + n;
}

/* "e+21": exponent of a number d.ddd */
static char *put_exponent(char *to, int exponent)
{
    *to++ = 'e';
    *to++ = exponent < 0 ? '-' : '+';
    char text[8];
    char *end = text + sizeof(text);
    char *start =
        write_back((uint64_t)(exponent < 0 ? -exponent : exponent), end);
    return put(to, start, (size_t)(end - start));
}

/* d.ddd of n digits, without a dot when n is 1. */
static char *put_scientific(char *to, const char *digits, int n, int exponent)
{
    *to++ = digits[0];
    if (n > 1) {
        *to++ = '.';
        to = put(to, digits + 1, (size_t)(n - 1));
    }
    return put_exponent(to, exponent);
}

/* n digits with value 0.ddd * 10^point, in plain notation. */
static char *put_plain(char *to, const char *digits, int n, int point)
{
    if (point <= 0) {
        to = put(to, "0.", 2);
        to = put_zeros(to, -point);
        return put(to, digits, (size_t)n);
    }
    if (point >= n) {
        to = put(to, digits, (size_t)n);
        return put_zeros(to, point - n);
    }
    to = put(to, digits, (size_t)point);
    *to++ = '.';
    return put(to, digits + point, (size_t)(n - point));
}

size_t cm__num_print(double value, char out[CM_NUM_TEXT_MAX])
{
    const double exact = 9007199254740992.0; /* 2^53 */
    if (value >= -exact && value <= exact) {
        int64_t integer = (int64_t)value;
        if ((double)integer == value)
            return cm__num_print_int(integer, out);
    }
    if (isnan(value))
        return (size_t)(put(out, "NaN", 3) - out);
    char *to = out;
    if (value < 0) {
        *to++ = '-';
        value = -value;
    }
    if (isinf(value))
        return (size_t)(put(to, "Infinity", 8) - out);
    char digits[17];
    int point;
    int n = (int)cm__num_shortest(value, digits, &point);
    /* ECMA-262 6.1.6.1.20, steps 6 to 12; n here is k there, point is n. */
    if (point > -6 && point <= 21)
        to = put_plain(to, digits, n, point);
    else
        to = put_scientific(to, digits, n, point - 1);
    return (size_t)(to - out);
}

/* ---- a wished number of digits ---- */

/* All digits of a double: 0.d1d2... * 10^point; d1 is not 0; zero has none. */
typedef struct Digits {
    int n, point;
    char text[CM_NUM_EXACT_DIGITS];
} Digits;

/* m * 2^-b = m * 5^b * 10^-b, so the digits are those of one integer. */
static void exact_digits(double value, Digits *d)
{
    int exponent;
    uint64_t m = cm__double_parts(value, &exponent);
    d->n = d->point = 0;
    if (m == 0)
        return;
    int zeros = cm_ctz64(m);
    m >>= zeros;
    exponent += zeros;
    Big big;
    cm__big_set(&big, m);
    if (exponent >= 0)
        cm__big_shift_left(&big, (uint32_t)exponent);
    else
        cm__big_mul_pow5(&big, (uint32_t)-exponent);
    char *end = d->text + sizeof(d->text);
    char *start = end;
    while (big.n > 0) {
        char *chunk = start - 9; /* each remainder is nine digits */
        start = write_back(cm__big_div(&big, 1000000000), start);
        while (big.n > 0 && start > chunk)
            *--start = '0';
    }
    d->n = (int)(end - start);
    d->point = d->n + (exponent < 0 ? exponent : 0);
    memmove(d->text, start, (size_t)d->n);
}

/* Keeps `keep` digits, halves away from zero: the digits are exact, so ">= 5"
 * is the whole test. May add a digit (99 -> 100) or leave none. */
static void round_digits(Digits *d, int keep)
{
    if (keep >= d->n)
        return;
    if (keep < 0) {
        d->n = 0;
        return;
    }
    bool is_up = d->text[keep] >= '5';
    d->n = keep;
    if (!is_up)
        return;
    while (d->n > 0 && d->text[d->n - 1] == '9')
        d->n--;
    if (d->n > 0) {
        d->text[d->n - 1]++;
    } else {
        d->text[d->n++] = '1';
        d->point++;
    }
}

/* The first n digits behind `to`, zeros where d has none. */
static char *put_padded(char *to, const Digits *d, int from, int n)
{
    for (int i = from; i < from + n; i++)
        *to++ = (char)(i >= 0 && i < d->n ? d->text[i] : '0');
    return to;
}

static char *put_sign(char *to, double *value)
{
    if (*value < 0) {
        *to++ = '-';
        *value = -*value;
    }
    return to;
}

size_t cm__num_fixed(double value, int fraction_digits,
                     char out[CM_NUM_FIXED_MAX])
{
    assert(isfinite(value) && fraction_digits >= 0 && fraction_digits <= 100);
    char *to = put_sign(out, &value);
    Digits d;
    exact_digits(value, &d);
    round_digits(&d, d.point + fraction_digits);
    if (d.n == 0)
        d.point = 0;
    if (d.point <= 0)
        *to++ = '0';
    else
        to = put_padded(to, &d, 0, d.point);
    if (fraction_digits > 0) {
        *to++ = '.';
        to = put_padded(to, &d, d.point, fraction_digits);
    }
    return (size_t)(to - out);
}

/* d.ddd of exactly n digits and an exponent; zero has exponent 0. */
static char *put_rounded(char *to, const Digits *d, int n)
{
    to = put_padded(to, d, 0, 1);
    if (n > 1) {
        *to++ = '.';
        to = put_padded(to, d, 1, n - 1);
    }
    return put_exponent(to, d->n == 0 ? 0 : d->point - 1);
}

size_t cm__num_exponential(double value, int fraction_digits,
                           char out[CM_NUM_FIXED_MAX])
{
    assert(isfinite(value) && fraction_digits >= -1 && fraction_digits <= 100);
    char *to = put_sign(out, &value);
    Digits d;
    d.n = d.point = 0;
    if (fraction_digits >= 0) {
        exact_digits(value, &d);
        round_digits(&d, fraction_digits + 1);
    } else if (value > 0) {
        d.n = (int)cm__num_shortest(value, d.text, &d.point);
        fraction_digits = d.n - 1;
    } else {
        fraction_digits = 0;
    }
    return (size_t)(put_rounded(to, &d, fraction_digits + 1) - out);
}

size_t cm__num_precision(double value, int precision,
                         char out[CM_NUM_FIXED_MAX])
{
    assert(isfinite(value) && precision >= 1 && precision <= 100);
    char *to = put_sign(out, &value);
    Digits d;
    exact_digits(value, &d);
    round_digits(&d, precision);
    int exponent = d.n == 0 ? 0 : d.point - 1;
    if (exponent < -6 || exponent >= precision)
        return (size_t)(put_rounded(to, &d, precision) - out);
    if (exponent < 0) {
        to = put(to, "0.", 2);
        to = put_zeros(to, -exponent - 1);
        return (size_t)(put_padded(to, &d, 0, precision) - out);
    }
    to = put_padded(to, &d, 0, exponent + 1);
    if (exponent + 1 < precision) {
        *to++ = '.';
        to = put_padded(to, &d, exponent + 1, precision - exponent - 1);
    }
    return (size_t)(to - out);
}

/* A shortest text of at most 15 digits is also the nearest of as many: the
 * double is off by 2^-53 of it at most, far less than half a digit. Subnormals
 * are not so near. */
static bool round_shortest(double value, int n, Digits *d)
{
    if (n > DBL_DIG || value < DBL_MIN)
        return false;
    d->n = (int)cm__num_shortest(value, d->text, &d->point);
    return d->n <= n;
}

size_t cm__num_round(double value, int n, bool after_point,
                     char digits[CM_NUM_DIGITS_MAX], int *ret_point)
{
    assert(isfinite(value) && value >= 0);
    Digits d;
    if (after_point || !round_shortest(value, n, &d)) {
        exact_digits(value, &d);
        int keep = after_point ? d.point + n : n;
        while (d.n > 0 && d.text[d.n - 1] == '0')
            d.n--;
        bool is_tie = keep >= 0 && keep == d.n - 1 && d.text[keep] == '5';
        if (is_tie && (keep == 0 || (d.text[keep - 1] & 1) == 0))
            d.n = keep;
        else
            round_digits(&d, keep);
        while (d.n > 0 && d.text[d.n - 1] == '0')
            d.n--;
    }
    memcpy(digits, d.text, (size_t)d.n);
    *ret_point = d.n == 0 ? 0 : d.point;
    return (size_t)d.n;
}

/* ---- other radixes ---- */

static char digit_char(uint32_t digit)
{
    return "0123456789abcdefghijklmnopqrstuvwxyz"[digit];
}

/* Digits of the fraction until they tell the double from its neighbours: the
 * free-format generation of Steele and White, "How to print floating-point
 * numbers accurately" (PLDI 1990). In units of 2^-bits, `fraction` is what is
 * left to print and `delta` half the distance between doubles, both multiplied
 * by the radix at each digit. Rounding up cannot carry: were the last digit the
 * highest one, the same number would have been near enough a digit earlier; and
 * the next integer is a whole distance between doubles away. */
static size_t fraction_digits_of(uint64_t fraction_bits, uint32_t bits,
                                 uint32_t radix, char *out)
{
    Big fraction, delta;
    cm__big_set(&fraction, fraction_bits);
    cm__big_shift_left(&fraction, 1);
    cm__big_set(&delta, 1);
    bits++;
    size_t n = 0;
    do {
        cm__big_mul_add(&fraction, radix, 0);
        cm__big_mul_add(&delta, radix, 0);
        uint32_t digit = cm__big_take_above(&fraction, bits);
        bool is_upper_half =
            cm__big_sum_exceeds(&fraction, &fraction, bits) ||
            ((digit & 1) != 0 && cm__big_bit_length(&fraction) == bits);
        if (is_upper_half && cm__big_sum_exceeds(&fraction, &delta, bits)) {
            assert(digit + 1 < radix);
            out[n++] = digit_char(digit + 1);
            break;
        }
        out[n++] = digit_char(digit);
    } while (cm__big_compare(&fraction, &delta) >= 0);
    return n;
}

static char *put_integer(char *to, Big *integer, uint32_t radix)
{
    char text[1100];
    char *end = text + sizeof(text), *start = end;
    do {
        *--start = digit_char(cm__big_div(integer, radix));
    } while (integer->n > 0);
    return put(to, start, (size_t)(end - start));
}

size_t cm__num_radix(double value, int radix, char out[CM_NUM_RADIX_MAX])
{
    assert(isfinite(value) && radix >= 2 && radix <= 36);
    char *to = put_sign(out, &value);
    int exponent;
    uint64_t m = cm__double_parts(value, &exponent);
    uint64_t whole = 0, fraction = 0;
    Big integer;
    if (exponent >= 0) {
        cm__big_set(&integer, m);
        cm__big_shift_left(&integer, (uint32_t)exponent);
    } else {
        whole = exponent > -64 ? m >> -exponent : 0;
        fraction = exponent > -64 ? m - (whole << -exponent) : m;
    }
    char digits[1100];
    size_t n = 0;
    if (fraction != 0)
        n = fraction_digits_of(fraction, (uint32_t)-exponent, (uint32_t)radix,
                               digits);
    if (exponent < 0)
        cm__big_set(&integer, whole);
    to = put_integer(to, &integer, (uint32_t)radix);
    if (n > 0) {
        *to++ = '.';
        to = put(to, digits, n);
    }
    return (size_t)(to - out);
}
