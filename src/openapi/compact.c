/* SPDX-License-Identifier: MIT */
#include "openapi/compact.h"

#include "base/numtext.h"
#include "json/scan.h"
#include "json/writer.h"

#include <string.h>

/* What may come next. */
typedef enum Expect {
    EXPECT_VALUE,
    EXPECT_FIRST, /* a value or ']' */
    EXPECT_NAME,
    EXPECT_FIRST_NAME, /* a name or '}' */
    EXPECT_MORE,       /* ',' or the bracket that closes */
    EXPECT_END
} Expect;

typedef struct Pass {
    const char *at, *end;
    Buf open; /* the brackets that wait for their end */
    Buf *out; /* NULL: not wanted, or enough */
    size_t max;
    Expect expect;
} Pass;

static void put(Pass *p, const char *text, size_t len)
{
    if (p->out && p->out->len >= p->max)
        p->out = NULL;
    if (p->out)
        cm__buf_add(p->out, text, len);
}

static void after_value(Pass *p)
{
    p->expect = p->open.len > 0 ? EXPECT_MORE : EXPECT_END;
}

static cm_status put_string(Pass *p, const JsonString *s)
{
    Buf text;
    if (!p->out || p->out->len >= p->max) {
        p->out = NULL;
        return CM_OK;
    }
    cm__buf_init(&text, p->open.alloc, CM_BUF_NO_LIMIT);
    char *to = cm__buf_reserve(&text, s->len);
    if (to) {
        cm__buf_advance(&text, cm__json_string_utf8(s, to, NULL));
        cm__json_quote(p->out, cm__buf_text(&text), text.len);
    }
    cm_status status = text.status;
    cm__buf_done(&text);
    return status;
}

static cm_status pass_string(Pass *p)
{
    JsonString s;
    if (cm__json_scan_string(p->at + 1, p->end, &s) != CM_JSON_OK)
        return CM_E_SYNTAX;
    p->at = s.next;
    return put_string(p, &s);
}

static cm_status pass_number(Pass *p)
{
    JsonNumber n;
    char text[CM_NUM_TEXT_MAX];
    if (cm__json_scan_number(p->at, p->end, &n) != CM_JSON_OK)
        return CM_E_SYNTAX;
    p->at = n.next;
    if (n.is_integer)
        put(p, text, cm__num_print_int(n.integer, text));
    else if (n.value - n.value != 0) /* too large for a number */
        put(p, "null", 4);
    else
        put(p, text, cm__num_print(n.value, text));
    return CM_OK;
}

static cm_status pass_word(Pass *p)
{
    static const char *const words[] = { "null", "true", "false" };
    for (size_t i = 0; i < CM_ARRAY_LEN(words); i++) {
        size_t n = strlen(words[i]);
        if (cm__json_has_word(p->at, p->end, words[i], n)) {
            p->at += n;
            put(p, words[i], n);
            return CM_OK;
        }
    }
    return CM_E_SYNTAX;
}

static cm_status open_bracket(Pass *p)
{
    char bracket = *p->at++;
    put(p, &bracket, 1);
    cm__buf_add_char(&p->open, bracket);
    p->expect = bracket == '[' ? EXPECT_FIRST : EXPECT_FIRST_NAME;
    return p->open.status;
}

static cm_status close_bracket(Pass *p)
{
    char opened = p->open.bytes[p->open.len - 1]; /* one is: we are in it */
    if (*p->at != (opened == '[' ? ']' : '}'))
        return CM_E_SYNTAX;
    put(p, p->at++, 1);
    cm__buf_truncate(&p->open, p->open.len - 1);
    after_value(p);
    return CM_OK;
}

static cm_status pass_value(Pass *p)
{
    cm_status status;
    if (*p->at == '[' || *p->at == '{')
        return open_bracket(p);
    if (*p->at == '"')
        status = pass_string(p);
    else if (*p->at == '-' || (*p->at >= '0' && *p->at <= '9'))
        status = pass_number(p);
    else
        status = pass_word(p);
    after_value(p);
    return status;
}

static cm_status pass_name(Pass *p)
{
    if (*p->at != '"')
        return CM_E_SYNTAX;
    cm_status status = pass_string(p);
    if (status != CM_OK)
        return status;
    p->at = cm__json_skip_blanks(p->at, p->end);
    if (p->at == p->end || *p->at != ':')
        return CM_E_SYNTAX;
    put(p, p->at++, 1);
    p->expect = EXPECT_VALUE;
    return CM_OK;
}

static cm_status pass_comma(Pass *p)
{
    if (*p->at != ',')
        return close_bracket(p);
    put(p, p->at++, 1);
    p->expect =
        p->open.bytes[p->open.len - 1] == '[' ? EXPECT_VALUE : EXPECT_NAME;
    return CM_OK;
}

/* One token; at is at it. */
static cm_status step(Pass *p)
{
    switch (p->expect) {
    case EXPECT_FIRST:
        return *p->at == ']' ? close_bracket(p) : pass_value(p);
    case EXPECT_VALUE:
        return pass_value(p);
    case EXPECT_FIRST_NAME:
        return *p->at == '}' ? close_bracket(p) : pass_name(p);
    case EXPECT_NAME:
        return pass_name(p);
    case EXPECT_MORE:
        return pass_comma(p);
    case EXPECT_END:
        break;
    }
    return CM_E_SYNTAX;
}

cm_status cm__oa_compact(const cm_allocator *alloc, const char *text,
                         size_t len, Buf *out, size_t max)
{
    Pass p = { .at = text, .end = text + len, .out = out, .max = max };
    cm_status status = CM_OK;
    cm__buf_init(&p.open, alloc, CM_BUF_NO_LIMIT);
    for (;;) {
        p.at = cm__json_skip_blanks(p.at, p.end);
        if (p.at == p.end)
            break;
        status = step(&p);
        if (status != CM_OK)
            break;
    }
    if (status == CM_OK && p.expect != EXPECT_END)
        status = CM_E_SYNTAX;
    if (status == CM_OK && out)
        status = out->status;
    cm__buf_done(&p.open);
    return status;
}
