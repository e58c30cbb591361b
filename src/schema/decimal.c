/* SPDX-License-Identifier: MIT */
#include "schema/decimal.h"

#include "base/hash.h"

#define POINT_MAX (INT64_C(1) << 40)

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The next digit; a dot is stepped over. */
static unsigned next_digit(const char **at)
{
    if (**at == '.')
        (*at)++;
    return (unsigned)(*(*at)++ - '0');
}

static int64_t read_exponent(const char *at, const char *end)
{
    bool is_negative = false;
    int64_t e = 0;
    if (at < end && (*at == '-' || *at == '+'))
        is_negative = *at++ == '-';
    for (; at < end && is_digit(*at); at++)
        if (e < POINT_MAX)
            e = 10 * e + (*at - '0');
    if (e > POINT_MAX)
        e = POINT_MAX;
    return is_negative ? -e : e;
}

size_t cm__decimal_length(const char *text, const char *end)
{
    const char *at = text;
    while (at < end && (is_digit(*at) || *at == '-' || *at == '+' ||
                        *at == '.' || *at == 'e' || *at == 'E'))
        at++;
    return (size_t)(at - text);
}

Decimal cm__decimal_read(const char *text, const char *end)
{
    const char *at = text;
    Decimal d = { .digits = at };
    bool is_fraction = false;
    size_t zeros = 0; /* digits after the last that is not 0 */
    if (at < end && *at == '-') {
        d.is_negative = true;
        at++;
    }
    for (; at < end && (is_digit(*at) || *at == '.'); at++) {
        if (*at == '.') {
            is_fraction = true;
            continue;
        }
        if (*at != '0') {
            if (d.n == 0)
                d.digits = at;
            else
                d.n += zeros;
            d.n++;
            zeros = 0;
        } else if (d.n > 0) {
            zeros++;
        }
        if (!is_fraction && d.n > 0)
            d.point++;
        else if (is_fraction && d.n == 0)
            d.point--;
    }
    d.n_read = (size_t)(at - text);
    if (d.n == 0)
        return (Decimal){ .digits = at, .n_read = d.n_read };
    if (at < end && (*at == 'e' || *at == 'E'))
        d.point += read_exponent(at + 1, end);
    return d;
}

static int compare_digits(const Decimal *a, const Decimal *b)
{
    const char *x = a->digits, *y = b->digits;
    size_t n = a->n < b->n ? a->n : b->n;
    for (size_t i = 0; i < n; i++) {
        unsigned p = next_digit(&x), q = next_digit(&y);
        if (p != q)
            return p < q ? -1 : 1;
    }
    return a->n == b->n ? 0 : a->n < b->n ? -1 : 1;
}

static int compare_sizes(const Decimal *a, const Decimal *b)
{
    if (a->n == 0 || b->n == 0)
        return (a->n != 0) - (b->n != 0);
    if (a->point != b->point)
        return a->point < b->point ? -1 : 1;
    return compare_digits(a, b);
}

int cm__decimal_compare(const Decimal *a, const Decimal *b)
{
    if (a->is_negative != b->is_negative)
        return a->is_negative ? -1 : 1;
    int order = compare_sizes(a, b);
    return a->is_negative ? -order : order;
}

bool cm__decimal_is_integer(const Decimal *d)
{
    return d->n == 0 || (d->point >= 0 && (uint64_t)d->point >= d->n);
}

uint32_t cm__decimal_hash(const Decimal *d)
{
    uint64_t h = (uint64_t)d->point * 2 + d->is_negative;
    const char *at = d->digits;
    for (size_t i = 0; i < d->n; i++)
        h = h * cm__hash_key[1] + next_digit(&at) + 1;
    return cm__hash_u64(h);
}

static uint64_t add_mod(uint64_t a, uint64_t b, uint64_t m)
{
    return a >= m - b ? a - (m - b) : a + b;
}

/* a, b < m < 2^63. */
static uint64_t multiply_mod(uint64_t a, uint64_t b, uint64_t m)
{
    uint64_t product = 0;
    for (; b > 0; b >>= 1) {
        if (b & 1)
            product = add_mod(product, a, m);
        a = add_mod(a, a, m);
    }
    return product;
}

static uint64_t power_of_ten_mod(uint64_t exponent, uint64_t m)
{
    uint64_t result = 1 % m, base = 10 % m;
    for (; exponent > 0; exponent >>= 1) {
        if (exponent & 1)
            result = multiply_mod(result, base, m);
        base = multiply_mod(base, base, m);
    }
    return result;
}

/* With value = v * 10^i and divisor = m * 10^j in whole numbers that 10 does
 * not divide: i < j makes v / (m * 10^(j-i)) no integer, since 10 does not
 * divide v. Else v * 10^(i-j) mod m decides. */
bool cm__decimal_is_multiple(const Decimal *value, const Decimal *divisor)
{
    if (value->n == 0)
        return true;
    int64_t shift = (value->point - (int64_t)value->n) -
                    (divisor->point - (int64_t)divisor->n);
    if (shift < 0)
        return false;
    uint64_t m = 0, v = 0;
    const char *at = divisor->digits;
    for (size_t i = 0; i < divisor->n; i++)
        m = 10 * m + next_digit(&at);
    if (m == 0)
        return false; /* no divisor */
    at = value->digits;
    for (size_t i = 0; i < value->n; i++)
        v = add_mod(multiply_mod(v, 10 % m, m), next_digit(&at) % m, m);
    return multiply_mod(v, power_of_ten_mod((uint64_t)shift, m), m) == 0;
}

bool cm__decimal_count(const Decimal *d, uint32_t *ret_count)
{
    uint64_t n = 0;
    if (d->is_negative || !cm__decimal_is_integer(d))
        return false;
    if (d->point > 10) {
        *ret_count = UINT32_MAX;
        return true;
    }
    const char *at = d->digits;
    for (int64_t i = 0; i < d->point; i++)
        n = 10 * n + ((size_t)i < d->n ? next_digit(&at) : 0);
    *ret_count = n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
    return true;
}
