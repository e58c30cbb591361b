/* SPDX-License-Identifier: MIT */
#include "base/fence.h"

#include <string.h>

typedef struct Line {
    size_t start, end; /* without the line ending */
    size_t next;       /* start of the next line; len at the end */
} Line;

/* A fence line: its mark and how often, and whether a word follows. */
typedef struct Mark {
    char c; /* 0: no fence */
    size_t n;
    size_t start;
    bool has_info;
    bool is_odd; /* more than one word: no proper fence */
} Mark;

static Line line_at(const char *text, size_t len, size_t start)
{
    Line line = { start, start, len };
    while (line.end < len && text[line.end] != '\n' && text[line.end] != '\r')
        line.end++;
    if (line.end < len) {
        line.next = line.end + 1;
        if (text[line.end] == '\r' && line.next < len &&
            text[line.next] == '\n')
            line.next++;
    }
    return line;
}

static bool is_blank_byte(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static Mark mark_of(const char *text, Line line)
{
    Mark mark = { 0, 0, line.start, false, false };
    size_t at = line.start, end = line.end;
    while (at < end && is_blank_byte(text[at]))
        at++;
    while (end > at && is_blank_byte(text[end - 1]))
        end--;
    if (at >= end || (text[at] != '`' && text[at] != '~'))
        return mark;
    char c = text[at];
    mark.start = at;
    while (at < end && text[at] == c) {
        at++;
        mark.n++;
    }
    while (at < end && is_blank_byte(text[at]))
        at++;
    mark.has_info = at < end;
    for (; at < end; at++) {
        if (text[at] == '`')
            return mark; /* inline code, not a fence */
        if (is_blank_byte(text[at]))
            mark.is_odd = true;
    }
    if (mark.n >= 3)
        mark.c = c;
    return mark;
}

/* Length of the white space character at text[at], 0 when it is none. */
static size_t space_at(const char *text, size_t at, size_t end)
{
    unsigned char c = (unsigned char)text[at];
    if (is_blank_byte((char)c) || c == '\n' || c == '\r')
        return 1;
    static const char *const wide[] = {
        "\xC2\xA0",     "\xEF\xBB\xBF", "\xE1\x9A\x80", "\xE2\x80\x80",
        "\xE2\x80\x81", "\xE2\x80\x82", "\xE2\x80\x83", "\xE2\x80\x84",
        "\xE2\x80\x85", "\xE2\x80\x86", "\xE2\x80\x87", "\xE2\x80\x88",
        "\xE2\x80\x89", "\xE2\x80\x8A", "\xE2\x80\xA8", "\xE2\x80\xA9",
        "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80",
    };
    for (size_t i = 0; c >= 0x80 && i < CM_ARRAY_LEN(wide); i++) {
        size_t n = strlen(wide[i]);
        if (end - at >= n && memcmp(text + at, wide[i], n) == 0)
            return n;
    }
    return 0;
}

static size_t skip_space(const char *text, size_t at, size_t end)
{
    while (at < end) {
        size_t n = space_at(text, at, end);
        if (n == 0)
            break;
        at += n;
    }
    return at;
}

bool cm__source_is_blank(const char *text, size_t start, size_t end)
{
    return skip_space(text, start, end) == end;
}

bool cm__has_fence_line(const char *text, size_t len)
{
    for (size_t at = 0; at < len;) {
        Line line = line_at(text, len, at);
        if (mark_of(text, line).c != 0)
            return true;
        at = line.next;
    }
    return false;
}

/* The start of the line that text[at] is on. */
static size_t line_start(const char *text, size_t at, size_t floor)
{
    while (at > floor && text[at - 1] != '\n' && text[at - 1] != '\r')
        at--;
    return at;
}

SourceRange cm__strip_fence(const char *text, size_t len)
{
    size_t bom = len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    SourceRange range = { FENCE_NONE, bom, len, 0 };
    size_t first = skip_space(text, bom, len);
    if (first == len)
        return range;
    Line open_line = line_at(text, len, line_start(text, first, bom));
    Mark open = mark_of(text, open_line);
    if (open.c == 0)
        return range;
    range.fence = FENCE_BROKEN;
    range.fence_start = open.start;
    if (open.is_odd)
        return range;
    for (size_t at = open_line.next; at < len;) {
        Line line = line_at(text, len, at);
        Mark mark = mark_of(text, line);
        at = line.next;
        if (mark.c != open.c || mark.n < open.n)
            continue;
        if (mark.has_info || !cm__source_is_blank(text, line.next, len))
            return range;
        range.fence = FENCE_WHOLE;
        range.start = open_line.next;
        range.end = line.start;
        return range;
    }
    return range;
}
