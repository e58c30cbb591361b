/* SPDX-License-Identifier: MIT */
/* Punycode; RFC 3492, with its parameters for IDNA (section 5). */
#include "base/punycode.h"

#include <string.h>

enum {
    BASE = 36,
    T_MIN = 1,
    T_MAX = 26,
    SKEW = 38,
    DAMP = 700,
    FIRST_BIAS = 72,
    FIRST_N = 128
};

/* Section 6.1. */
static uint32_t adapt(uint32_t delta, uint32_t n, bool first)
{
    uint32_t k = 0;
    delta = first ? delta / DAMP : delta / 2;
    delta += delta / n;
    for (; delta > (BASE - T_MIN) * T_MAX / 2; k += BASE)
        delta /= BASE - T_MIN;
    return k + (BASE - T_MIN + 1) * delta / (delta + SKEW);
}

static uint32_t threshold(uint32_t k, uint32_t bias)
{
    if (k <= bias + T_MIN)
        return T_MIN;
    return k >= bias + T_MAX ? T_MAX : k - bias;
}

static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0' + 26;
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'z' ? c - 'a' : -1;
}

/* The number at *at, added to *i; false when it is malformed or too large. */
static bool decode_number(const char *text, size_t len, size_t *at,
                          uint32_t bias, uint32_t *i)
{
    uint64_t value = *i, weight = 1;
    for (uint32_t k = BASE;; k += BASE) {
        int digit = *at < len ? digit_of(text[(*at)++]) : -1;
        if (digit < 0)
            return false;
        value += (uint64_t)digit * weight;
        if (value > UINT32_MAX / 2)
            return false;
        uint32_t t = threshold(k, bias);
        if ((uint32_t)digit < t)
            break;
        weight *= BASE - t;
        if (weight > UINT32_MAX / 2)
            return false;
    }
    *i = (uint32_t)value;
    return true;
}

bool cm__punycode_decode(const char *text, size_t len, uint32_t *out,
                         size_t cap, size_t *ret_len)
{
    uint32_t n = FIRST_N, i = 0, bias = FIRST_BIAS;
    size_t count = 0, at = len;
    while (at > 0 && text[at - 1] != '-')
        at--;
    if (at > 0) { /* the last hyphen ends the ASCII part */
        for (; count < at - 1; count++) {
            if (count == cap || (unsigned char)text[count] > 0x7F)
                return false;
            out[count] = (unsigned char)text[count];
        }
    }
    while (at < len) {
        uint32_t before = i, next = (uint32_t)count + 1;
        if (count == cap || !decode_number(text, len, &at, bias, &i))
            return false;
        bias = adapt(i - before, next, before == 0);
        if (i / next > 0x10FFFF - n)
            return false;
        n += i / next;
        i %= next;
        memmove(out + i + 1, out + i, (count - i) * sizeof *out);
        out[i++] = n;
        count++;
    }
    *ret_len = count;
    return true;
}

static void encode_number(uint32_t delta, uint32_t bias, Buf *out)
{
    uint32_t q = delta;
    for (uint32_t k = BASE;; k += BASE) {
        uint32_t t = threshold(k, bias);
        uint32_t digit = q < t ? q : t + (q - t) % (BASE - t);
        cm__buf_add_char(out,
                         (char)(digit < 26 ? 'a' + digit : '0' + (digit - 26)));
        if (q < t)
            return;
        q = (q - t) / (BASE - t);
    }
}

bool cm__punycode_encode(const uint32_t *label, size_t len, Buf *out)
{
    uint32_t n = FIRST_N, bias = FIRST_BIAS;
    uint64_t delta = 0;
    uint32_t done = 0;
    for (size_t i = 0; i < len; i++)
        if (label[i] < 0x80) {
            cm__buf_add_char(out, (char)label[i]);
            done++;
        }
    uint32_t basic = done;
    if (basic > 0)
        cm__buf_add_char(out, '-');
    while (done < len) {
        uint32_t m = UINT32_MAX;
        for (size_t i = 0; i < len; i++)
            if (label[i] >= n && label[i] < m)
                m = label[i];
        delta += (uint64_t)(m - n) * (done + 1);
        n = m;
        for (size_t i = 0; i < len; i++) {
            if (label[i] < n)
                delta++;
            if (delta > UINT32_MAX / 2)
                return false;
            if (label[i] == n) {
                encode_number((uint32_t)delta, bias, out);
                bias = adapt((uint32_t)delta, done + 1, done == basic);
                delta = 0;
                done++;
            }
        }
        delta++;
        n++;
    }
    return true;
}
