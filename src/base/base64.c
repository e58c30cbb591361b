/* SPDX-License-Identifier: MIT */
#include "base/base64.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                             "abcdefghijklmnopqrstuvwxyz0123456789+/";

void cm__base64_add(Buf *out, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    for (size_t i = 0; i < n; i += 3) {
        size_t left = n - i;
        uint32_t group = (uint32_t)p[i] << 16;
        if (left > 1)
            group |= (uint32_t)p[i + 1] << 8;
        if (left > 2)
            group |= p[i + 2];
        char text[4] = { digits[group >> 18], digits[group >> 12 & 63], '=',
                         '=' };
        if (left > 1)
            text[2] = digits[group >> 6 & 63];
        if (left > 2)
            text[3] = digits[group & 63];
        cm__buf_add(out, text, sizeof text);
    }
}

bool cm__base64_read(Buf *out, const char *text, size_t n)
{
    size_t start = out->len;
    uint32_t bits = 0;
    if (n > 0 && n % 4 == 0 && text[n - 1] == '=')
        n -= text[n - 2] == '=' ? 2 : 1;
    if (n % 4 == 1)
        return false;
    for (size_t i = 0; i < n; i++) {
        int value = cm__base64_value(text[i]);
        if (value < 0) {
            cm__buf_truncate(out, start);
            return false;
        }
        bits = bits << 6 | (uint32_t)value;
        if (i % 4 > 0)
            cm__buf_add_char(out, (char)(bits >> (2 * (3 - i % 4)) & 0xFF));
    }
    return true;
}
