/* SPDX-License-Identifier: MIT */
#include "base/excerpt.h"

#include <string.h>

#include "base/utf8.h"

/* Longest line that is quoted whole, in characters. */
#define QUOTE_MAX 160u

/* ---- places ---- */

/* Length of the line terminator at text[at], 0 when there is none. */
size_t cm__line_end(const char *text, size_t len, size_t at)
{
    unsigned char c = (unsigned char)text[at];
    if (c == '\n')
        return 1;
    if (c == '\r')
        return at + 1 < len && text[at + 1] == '\n' ? 2 : 1;
    if (c == 0xE2 && at + 2 < len && (unsigned char)text[at + 1] == 0x80 &&
        ((unsigned char)text[at + 2] & 0xFE) == 0xA8)
        return 3;
    return 0;
}

size_t cm__bom_length(const char *text, size_t len)
{
    return len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

/* Where the line of `offset` starts, and its number. */
size_t cm__source_line(const char *source, size_t len, size_t offset,
                       uint32_t *ret_line)
{
    size_t start = cm__bom_length(source, len), at = start;
    uint32_t line = 1;
    while (at < offset) {
        size_t n = cm__line_end(source, len, at);
        if (n == 0) {
            at++;
        } else {
            at += n;
            if (at > offset)
                break;
            line++;
            start = at;
        }
    }
    *ret_line = line;
    return start;
}

/* Characters in [from, to), each malformed byte counting as one. */
static uint32_t count_chars(const char *text, size_t from, size_t to)
{
    uint32_t n = 0;
    const char *at = text + from;
    while (at < text + to) {
        cm__utf8_next(&at, text + to, NULL);
        n++;
    }
    return n;
}

void cm__source_locate(const char *source, size_t len, uint32_t offset,
                       uint32_t *ret_line, uint32_t *ret_column)
{
    size_t start = cm__source_line(source, len, offset, ret_line);
    *ret_column = offset <= start ? 1 : 1 + count_chars(source, start, offset);
}

/* ---- quoting ---- */

static size_t skip_chars(const char *text, size_t from, size_t to, uint32_t n)
{
    const char *at = text + from;
    for (; n > 0 && at < text + to; n--)
        cm__utf8_next(&at, text + to, NULL);
    return (size_t)(at - text);
}

/* Bytes that are no text stay out of the message. */
static void add_clean(Buf *b, const char *text, size_t from, size_t to)
{
    const char *at = text + from;
    while (at < text + to) {
        uint32_t c = cm__utf8_next(&at, text + to, NULL);
        cm__buf_add_code_point(b, c == 0 ? CM_UTF8_REPLACEMENT : c);
    }
}

/* `  L | text` and the caret line. */
void cm__source_quote(Buf *b, const char *source, size_t len, size_t start,
                      uint32_t line, uint32_t column)
{
    size_t end = start;
    while (end < len && cm__line_end(source, len, end) == 0)
        end++;
    uint32_t total = count_chars(source, start, end);
    uint32_t skip = 0, take = total;
    if (total > QUOTE_MAX) {
        skip = column - 1 > QUOTE_MAX / 2 ? column - 1 - QUOTE_MAX / 2 : 0;
        if (skip + QUOTE_MAX > total)
            skip = total - QUOTE_MAX;
        take = QUOTE_MAX;
    }
    size_t from = skip_chars(source, start, end, skip);
    size_t to = skip_chars(source, from, end, take);
    size_t head = b->len;
    cm__buf_add_fmt(b, "  %u | ", line);
    size_t indent = b->len - head;
    if (skip > 0) {
        cm__buf_add_str(b, "...");
        indent += 3;
    }
    add_clean(b, source, from, to);
    if (skip + take < total)
        cm__buf_add_str(b, "...");
    cm__buf_add_char(b, '\n');
    cm__buf_add_fill(b, ' ', indent);
    const char *at = source + from;
    for (uint32_t i = skip + 1; i < column; i++) {
        bool tab = at < source + to && *at == '\t';
        if (at < source + to)
            cm__utf8_next(&at, source + to, NULL);
        cm__buf_add_char(b, tab ? '\t' : ' ');
    }
    cm__buf_add_char(b, '^');
}
