/* SPDX-License-Identifier: MIT */
/* Numbers of Lua 5.4 (manual 3.1, 3.4.1, 3.4.3): text both ways, conversions
 * between integers and floats, and arithmetic on plain C numbers. */
#include "engine/lua_number.h"

#include <math.h>
#include <string.h>

#include "base/ascii.h"
#include "base/numtext.h"

/* ---- integers and floats ---- */

#define TWO_63 9223372036854775808.0

bool lua_float_to_integer(double d, int64_t *ret)
{
    double f = floor(d);
    if (!(f >= -TWO_63 && f < TWO_63))
        return false;
    *ret = (int64_t)f;
    return f == d;
}

int64_t lua_int_floor_div(int64_t a, int64_t b)
{
    if (b == -1)
        return (int64_t)(0 - (uint64_t)a);
    int64_t q = a / b;
    return q * b != a && (a ^ b) < 0 ? q - 1 : q;
}

int64_t lua_int_mod(int64_t a, int64_t b)
{
    if (b == -1)
        return 0;
    int64_t r = a % b;
    return r != 0 && (r ^ b) < 0 ? r + b : r;
}

double lua_float_mod(double a, double b)
{
    double r = fmod(a, b);
    if (r != 0 && (r < 0) != (b < 0))
        r += b;
    return r;
}

int64_t lua_shift_left(int64_t a, int64_t by)
{
    if (by <= -64 || by >= 64)
        return 0;
    if (by >= 0)
        return (int64_t)((uint64_t)a << by);
    return (int64_t)((uint64_t)a >> -by);
}

/* ---- reading ---- */

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

typedef struct Reader {
    const char *at, *end;
} Reader;

/* Binary exponent after 'p'; saturates far outside of any double. */
static bool read_exponent(Reader *r, int *ret)
{
    bool negative = false;
    int e = 0;
    if (r->at < r->end && (*r->at == '+' || *r->at == '-'))
        negative = *r->at++ == '-';
    if (r->at == r->end || *r->at < '0' || *r->at > '9')
        return false;
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9') {
        if (e < 100000)
            e = e * 10 + (*r->at - '0');
        r->at++;
    }
    *ret = negative ? -e : e;
    return true;
}

/* After "0x". Digits beyond 60 bits only set the lowest bit, which is enough
 * for correct rounding of normal numbers. */
static bool read_hex(Reader *r, LuaNumber *ret)
{
    uint64_t wrapped = 0, mantissa = 0;
    int exponent = 0, digit;
    bool any = false, is_float = false;
    for (; r->at < r->end; r->at++) {
        if (*r->at == '.' && !is_float) {
            is_float = true;
            continue;
        }
        digit = cm__ascii_hex(*r->at);
        if (digit < 0)
            break;
        any = true;
        wrapped = wrapped << 4 | (uint64_t)digit;
        if (mantissa >> 56) {
            mantissa |= digit != 0;
            exponent += is_float ? 0 : 4;
        } else {
            mantissa = mantissa << 4 | (uint64_t)digit;
            exponent -= is_float ? 4 : 0;
        }
    }
    if (!any)
        return false;
    if (r->at < r->end && (*r->at == 'p' || *r->at == 'P')) {
        int e;
        r->at++;
        if (!read_exponent(r, &e))
            return false;
        exponent += e;
        is_float = true;
    }
    ret->is_float = is_float;
    ret->n = (int64_t)wrapped;
    ret->d = ldexp((double)mantissa, exponent);
    return true;
}

/* False when the digits do not fit an integer or are no plain digits. */
static bool read_integer(const char *at, const char *end, uint64_t limit,
                         uint64_t *ret)
{
    uint64_t n = 0;
    if (at == end)
        return false;
    for (; at < end; at++) {
        unsigned digit = (unsigned)(*at - '0');
        if (digit > 9 || n > (limit - digit) / 10)
            return false;
        n = n * 10 + digit;
    }
    *ret = n;
    return true;
}

bool lua_read(const char *text, size_t len, LuaNumber *ret)
{
    Reader r = { text, text + len };
    bool negative = false;
    while (r.at < r.end && is_space(*r.at))
        r.at++;
    while (r.end > r.at && is_space(r.end[-1]))
        r.end--;
    if (r.at < r.end && (*r.at == '-' || *r.at == '+'))
        negative = *r.at++ == '-';
    if (r.end - r.at >= 2 && *r.at == '0' && (r.at[1] | 32) == 'x') {
        r.at += 2;
        if (!read_hex(&r, ret) || r.at != r.end)
            return false;
    } else {
        uint64_t n;
        uint64_t limit = (uint64_t)INT64_MAX + negative;
        ret->is_float = !read_integer(r.at, r.end, limit, &n);
        if (ret->is_float) {
            size_t used = cm__num_read(r.at, (size_t)(r.end - r.at), &ret->d);
            if (used == 0 || used != (size_t)(r.end - r.at))
                return false;
        } else {
            ret->n = (int64_t)n;
        }
    }
    if (negative) {
        ret->d = -ret->d;
        ret->n = (int64_t)(0 - (uint64_t)ret->n);
    }
    return true;
}

/* ---- printing ---- */

static size_t put_word(char *out, char *at, const char word[4])
{
    memcpy(at, word, 3);
    return (size_t)(at + 3 - out);
}

size_t lua_print_float(double d, char out[LUA_FLOAT_TEXT])
{
    char *at = out;
    if (signbit(d) && d == d) /* the sign of nan differs between machines */
        *at++ = '-';
    if (d != d || isinf(d))
        return put_word(out, at, d != d ? "nan" : "inf");
    if (d == 0)
        return put_word(out, at, "0.0");
    char digits[CM_NUM_DIGITS_MAX];
    int point;
    int n = (int)cm__num_round(fabs(d), 14, false, digits, &point);
    int e = point - 1;
    if (e < -4 || e >= 14) {
        *at++ = digits[0];
        if (n > 1) {
            *at++ = '.';
            memcpy(at, digits + 1, (size_t)(n - 1));
            at += n - 1;
        }
        *at++ = 'e';
        *at++ = e < 0 ? '-' : '+';
        int a = e < 0 ? -e : e;
        if (a >= 100)
            *at++ = (char)('0' + a / 100);
        *at++ = (char)('0' + a / 10 % 10);
        *at++ = (char)('0' + a % 10);
        return (size_t)(at - out);
    }
    if (e < 0) {
        *at++ = '0';
        *at++ = '.';
        for (int i = -1; i > e; i--)
            *at++ = '0';
        memcpy(at, digits, (size_t)n);
        return (size_t)(at + n - out);
    }
    for (int i = 0; i <= e; i++)
        if (i < n)
            *at++ = digits[i];
        else
            *at++ = '0';
    *at++ = '.';
    if (n <= e + 1) {
        *at++ = '0';
    } else {
        memcpy(at, digits + e + 1, (size_t)(n - e - 1));
        at += n - e - 1;
    }
    return (size_t)(at - out);
}

/* ---- characters ---- */

size_t cm__lua_utf8(uint32_t code_point, char out[6])
{
    unsigned char bytes[6];
    size_t n = 0;
    uint32_t most = 0x3F; /* that fits the first byte */
    if (code_point < 0x80) {
        out[0] = (char)code_point;
        return 1;
    }
    do {
        bytes[5 - n++] = (unsigned char)(0x80 | (code_point & 0x3F));
        code_point >>= 6;
        most >>= 1;
    } while (code_point > most);
    bytes[5 - n++] = (unsigned char)((~most << 1) | code_point);
    memcpy(out, bytes + 6 - n, n);
    return n;
}
