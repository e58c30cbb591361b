/* SPDX-License-Identifier: MIT */
/* Well-formed sequences are those of table 3-7 of the Unicode Standard (and of
 * RFC 3629): the first byte fixes the length and the range of the second byte,
 * which is what keeps out overlong forms, surrogates and values above
 * U+10FFFF. Runs of ASCII go eight bytes at a time. */
#include "base/utf8.h"

#include "base/word.h"

#include <string.h>

static const char *skip_ascii(const char *at, const char *end)
{
    while (end - at >= 8 && (cm_word_load(at) & CM_WORD_HIGH) == 0)
        at += 8;
    while (at < end && (unsigned char)*at < 0x80)
        at++;
    return at;
}

/* Length 2 to 4 of the sequence that `lead` opens, and the bounds of its second
 * byte; 0 when no sequence starts so. */
static unsigned sequence(unsigned char lead, unsigned char *ret_low,
                         unsigned char *ret_high)
{
    *ret_low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    *ret_high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (lead < 0xC2)
        return 0;
    if (lead < 0xE0)
        return 2;
    if (lead < 0xF0)
        return 3;
    return lead <= 0xF4 ? 4 : 0;
}

/* Decodes a sequence whose lead byte is not ASCII. Returns the bytes of the
 * maximal well-formed start; *ret_ok tells whether that is all of it. */
static size_t decode(const char *at, const char *end, uint32_t *ret_point,
                     bool *ret_ok)
{
    unsigned char low, high;
    unsigned char lead = (unsigned char)*at;
    size_t n = sequence(lead, &low, &high);
    uint32_t point = n == 0 ? 0 : lead & (0x7Fu >> n);
    size_t i = 1;
    for (; i < n && at + i < end; i++) {
        unsigned char byte = (unsigned char)at[i];
        if (byte < low || byte > high)
            break;
        point = point << 6 | (byte & 0x3Fu);
        low = 0x80;
        high = 0xBF;
    }
    *ret_ok = i == n;
    *ret_point = i == n ? point : CM_UTF8_REPLACEMENT;
    return i;
}

uint32_t cm__utf8_next(const char **at, const char *end, bool *ret_ok)
{
    unsigned char lead = (unsigned char)**at;
    if (lead < 0x80) {
        (*at)++;
        return lead;
    }
    uint32_t point;
    bool ok;
    *at += decode(*at, end, &point, &ok);
    if (!ok && ret_ok != NULL)
        *ret_ok = false;
    return point;
}

size_t cm__utf8_encode(uint32_t code_point, char out[4])
{
    if (code_point < 0x80) {
        out[0] = (char)code_point;
        return 1;
    }
    if (code_point < 0x800) {
        out[0] = (char)(0xC0 | code_point >> 6);
        out[1] = (char)(0x80 | (code_point & 0x3F));
        return 2;
    }
    if (code_point < 0x10000) {
        out[0] = (char)(0xE0 | code_point >> 12);
        out[1] = (char)(0x80 | (code_point >> 6 & 0x3F));
        out[2] = (char)(0x80 | (code_point & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | code_point >> 18);
    out[1] = (char)(0x80 | (code_point >> 12 & 0x3F));
    out[2] = (char)(0x80 | (code_point >> 6 & 0x3F));
    out[3] = (char)(0x80 | (code_point & 0x3F));
    return 4;
}

size_t cm__utf8_valid_prefix(const char *text, size_t n)
{
    if (n == 0)
        return 0;
    const char *at = text, *end = text + n;
    while ((at = skip_ascii(at, end)) < end) {
        uint32_t point;
        bool ok;
        size_t length = decode(at, end, &point, &ok);
        if (!ok)
            break;
        at += length;
    }
    return (size_t)(at - text);
}

bool cm__utf8_is_valid(const char *text, size_t n)
{
    return cm__utf8_valid_prefix(text, n) == n;
}

bool cm__utf8_is_ascii(const char *text, size_t n)
{
    return n == 0 || skip_ascii(text, text + n) == text + n;
}

size_t cm__utf8_count(const char *text, size_t n)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    return count;
}

size_t cm__utf8_utf16_length(const char *text, size_t n, bool *ret_is_latin1)
{
    bool is_latin1 = true;
    size_t ascii = n == 0 ? 0 : (size_t)(skip_ascii(text, text + n) - text);
    size_t units = ascii;
    for (size_t i = ascii; i < n; i++) {
        unsigned char byte = (unsigned char)text[i];
        units += (byte & 0xC0) != 0x80;
        units += byte >= 0xF0;
        is_latin1 &= byte < 0xC4; /* C3 BF is U+00FF */
    }
    *ret_is_latin1 = is_latin1;
    return units;
}

size_t cm__utf8_floor(const char *text, size_t len, size_t n)
{
    if (n >= len)
        return len;
    while (n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80)
        n--;
    return n;
}
