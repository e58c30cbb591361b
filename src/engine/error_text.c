/* SPDX-License-Identifier: MIT */
/* The texts of messages: a small printf for strings of the heap, and excerpts
 * of the source. Everything is built in a StrBuilder, whose first failure
 * sticks. */
#include "engine/error.h"

#include "base/numtext.h"
#include "base/utf8.h"
#include "engine/property.h"
#include "engine/realm.h"
#include "engine/str_internal.h"

#include <string.h>

#define QUOTE_MAX   100 /* units of a %S */
#define EXCERPT_MAX 60  /* characters of a source excerpt */

static void add_utf8(StrBuilder *b, const char *text, size_t n)
{
    const char *end = text + n;
    if (str_is_bytes(b->vm) || cm__utf8_is_ascii(text, n)) {
        strb_ascii(b, text, n);
        return;
    }
    while (text < end)
        strb_code_point(b, cm__utf8_next(&text, end, NULL));
}

static void add_quoted(StrBuilder *b, Str *s)
{
    if (!s)
        return;
    if (s->len <= QUOTE_MAX) {
        strb_str(b, s);
        return;
    }
    strb_range(b, s, 0, QUOTE_MAX);
    strb_ascii(b, "...", 3);
}

static void add_int(StrBuilder *b, int64_t n)
{
    char text[CM_NUM_TEXT_MAX];
    strb_ascii(b, text, cm__num_print_int(n, text));
}

static void add_double(StrBuilder *b, double d)
{
    char text[CM_NUM_TEXT_MAX];
    strb_ascii(b, text, cm__num_print(d, text));
}

Str *format_text_v(VM *vm, const char *fmt, va_list ap)
{
    StrBuilder b;
    strb_init(&b, vm);
    for (;;) {
        const char *percent = strchr(fmt, '%');
        size_t plain = percent ? (size_t)(percent - fmt) : strlen(fmt);
        add_utf8(&b, fmt, plain);
        if (!percent)
            break;
        fmt = percent + 2;
        switch (percent[1]) {
        case 's': {
            const char *text = va_arg(ap, const char *);
            add_utf8(&b, text, strlen(text));
            break;
        }
        case 'S':
            add_quoted(&b, va_arg(ap, Str *));
            break;
        case 'd': /* NOLINT(bugprone-branch-clone): another type than 'u' */
            add_int(&b, va_arg(ap, int));
            break;
        case 'u':
            add_int(&b, va_arg(ap, unsigned));
            break;
        case 'z': /* %zu */
            fmt++;
            add_int(&b, (int64_t)va_arg(ap, size_t));
            break;
        case 'g':
            add_double(&b, va_arg(ap, double));
            break;
        case 'c':
            strb_unit(&b, (uint32_t)va_arg(ap, int));
            break;
        default: /* %% */
            strb_unit(&b, '%');
            break;
        }
    }
    return strb_finish(&b);
}

Str *format_text(VM *vm, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    Str *s = format_text_v(vm, fmt, ap);
    va_end(ap);
    return s;
}

/* ---- source excerpts ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_quote(char c)
{
    return c == '"' || c == '\'' || c == '`';
}

/* An opening parenthesis after one of these begins an argument list. */
static bool ends_operand(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '_' || c == '$' || c == ')' ||
           c == ']' || c == '}' || c == '.' || (unsigned char)c >= 0x80;
}

/* The position behind a quoted text that begins at `at`. */
static const char *skip_quoted(const char *at, const char *end)
{
    char quote = *at++;
    while (at < end && *at != quote)
        at += *at == '\\' && end - at > 1 ? 2 : 1;
    return at < end ? at + 1 : end;
}

/* The position behind the parenthesis that closes the one at `at`. */
static const char *skip_arguments(const char *at, const char *end)
{
    uint32_t depth = 0;
    while (at < end) {
        if (is_quote(*at)) {
            at = skip_quoted(at, end);
            continue;
        }
        if (*at == '(')
            depth++;
        else if (*at == ')' && --depth == 0)
            return at + 1;
        at++;
    }
    return end;
}

Str *source_excerpt(VM *vm, const char *text, size_t len)
{
    const char *at = text, *end = text + len;
    StrBuilder b;
    uint32_t count = 0;
    char before = '\0';
    strb_init(&b, vm);
    while (at < end && count < EXCERPT_MAX) {
        if (is_blank(*at)) {
            while (at < end && is_blank(*at))
                at++;
            if (before == '\0' || at == end)
                continue;
            /* a member chain over several lines is one word */
            if (*at == '.' || *at == '?' || before == '.')
                continue;
            before = ' ';
            strb_unit(&b, ' ');
        } else if (*at == '(' && ends_operand(before)) {
            const char *close = skip_arguments(at, end);
            bool is_empty = close - at == 2;
            strb_ascii(&b, is_empty ? "()" : "(...)", is_empty ? 2 : 5);
            count += 4;
            before = ')';
            at = close;
        } else {
            before = *at;
            strb_code_point(&b, cm__utf8_next(&at, end, NULL));
        }
        count++;
    }
    if (at < end)
        strb_ascii(&b, "...", 3);
    return strb_finish(&b);
}

Str *key_text(VM *vm, PropKey key)
{
    if (!value_is_symbol(key)) {
        Value v = key_to_value(vm, key);
        return value_is_string(v) ? value_str(v) : NULL;
    }
    Value description = value_symbol(key)->description;
    return format_text(vm, "Symbol(%S)",
                       value_is_string(description) ? value_str(description)
                                                    : NULL);
}
