/* SPDX-License-Identifier: MIT */
#include "js/intl/decimal.h"

#include "base/numtext.h"

#include <math.h>
#include <string.h>

Decimal cm__decimal_of(double d, char out[CM_DECIMAL_DOUBLE])
{
    Decimal r = { .is_negative = signbit(d) && !isnan(d), .digits = out };
    if (isnan(d)) {
        r.kind = DECIMAL_NAN;
    } else if (isinf(d)) {
        r.kind = DECIMAL_INFINITE;
    } else if (d != 0) {
        int exponent;
        r.n = cm__num_shortest(fabs(d), out, &exponent);
        r.exponent = exponent;
        while (r.n > 0 && out[r.n - 1] == '0')
            r.n--;
    }
    return r;
}

/* What is cut off against half of a unit: below, at or above 0; *ret_any:
 * whether anything is. `n_kept` digits stay, of which the last `n_cut` at
 * weight one are `rest` units. */
static int compare_half(const Decimal *d, int64_t keep, uint32_t rest,
                        uint32_t increment, bool *ret_any)
{
    bool fraction = keep < (int64_t)d->n; /* digits are cut off, not all 0 */
    *ret_any = rest > 0 || fraction;
    if (2 * rest >= increment)
        return 2 * rest > increment || fraction ? 1 : 0;
    if (2 * rest + 2 <= increment)
        return -1;
    /* 2 * rest + 1 == increment: the fraction decides */
    if (keep < 0 || !fraction)
        return -1;
    char first = d->digits[keep];
    if (first != '5')
        return first > '5' ? 1 : -1;
    return (size_t)keep + 1 < d->n ? 1 : 0;
}

/* Whether the magnitude goes up. */
static bool goes_up(RoundingMode mode, bool negative, int half, bool is_odd)
{
    switch (mode) {
    case ROUND_CEIL:
        return !negative;
    case ROUND_FLOOR:
        return negative;
    case ROUND_EXPAND:
        return true;
    case ROUND_TRUNC:
        return false;
    case ROUND_HALF_CEIL:
        return half > 0 || (half == 0 && !negative);
    case ROUND_HALF_FLOOR:
        return half > 0 || (half == 0 && negative);
    case ROUND_HALF_EXPAND:
        return half >= 0;
    case ROUND_HALF_TRUNC:
        return half > 0;
    case ROUND_HALF_EVEN:
        return half > 0 || (half == 0 && is_odd);
    }
    return false;
}

/* Subtracts or adds a small number to the integer out[0..n); a carry makes it
 * one digit longer. Returns its length. */
static size_t add_small(char *out, size_t n, int64_t addend)
{
    size_t i = n;
    while (addend != 0 && i > 0) {
        i--;
        int64_t digit = out[i] - '0' + addend;
        int64_t carry = digit >= 0 ? digit / 10 : -((9 - digit) / 10);
        out[i] = (char)('0' + (digit - carry * 10));
        addend = carry;
    }
    char high[8];
    size_t n_high = 0;
    for (; addend > 0; addend /= 10)
        high[sizeof high - ++n_high] = (char)('0' + addend % 10);
    memmove(out + n_high, out, n);
    memcpy(out, high + sizeof high - n_high, n_high);
    return n + n_high;
}

Decimal cm__decimal_round(const Decimal *d, RoundingMode mode, int64_t keep,
                          uint32_t increment, char *out)
{
    Decimal r = *d;
    if (d->kind != DECIMAL_FINITE || d->n == 0)
        return r;
    if (increment == 1 && keep >= (int64_t)d->n)
        return r;
    size_t n = keep > 0 ? (size_t)keep : 0, n_copied = n < d->n ? n : d->n;
    memcpy(out, d->digits, n_copied);
    memset(out + n_copied, '0', n - n_copied);
    uint32_t twice = 0; /* the integer modulo 2 * increment */
    for (size_t i = 0; i < n; i++)
        twice = (twice * 10 + (uint32_t)(out[i] - '0')) % (2 * increment);
    uint32_t rest = twice % increment;
    bool any;
    int half = compare_half(d, keep, rest, increment, &any);
    bool up = any && goes_up(mode, d->is_negative, half, twice >= increment);
    size_t len = add_small(out, n, (int64_t)(up ? increment : 0) - rest);
    size_t zeros = 0;
    while (zeros < len && out[zeros] == '0')
        zeros++;
    r.digits = out + zeros;
    r.n = len - zeros;
    r.exponent = (int32_t)(d->exponent - keep + (int64_t)r.n);
    while (r.n > 0 && r.digits[r.n - 1] == '0')
        r.n--;
    if (r.n == 0)
        r.exponent = 0;
    return r;
}
