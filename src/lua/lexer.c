/* SPDX-License-Identifier: MIT */
#include "lua/lexer.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "engine/lua_ops.h"

static const char *const words[] = {
#define X(id, text) text,
    LUA_KEYWORDS(X)
#undef X
};

void cm__lua_lexer_init(LuaLexer *x, Program *program,
                        const cm_allocator *alloc, size_t start, size_t end)
{
    *x = (LuaLexer){ .program = program,
                     .source = program->source,
                     .at = (uint32_t)start,
                     .end = (uint32_t)end,
                     .line = 1,
                     .status = CM_OK };
    cm__buf_init(&x->text, alloc, CM_BUF_NO_LIMIT);
    if (x->at < x->end && x->source[x->at] == '#')
        while (x->at < x->end && x->source[x->at] != '\n')
            x->at++;
}

void cm__lua_lexer_done(LuaLexer *x)
{
    cm__buf_done(&x->text);
}

static void fail(LuaLexer *x, uint32_t at, const char *what)
{
    if (x->status != CM_OK)
        return;
    x->status = CM_E_SYNTAX;
    x->fault = (LuaFault){ .offset = at, .what = what };
}

static void refuse(LuaLexer *x)
{
    if (x->status == CM_OK)
        x->status = CM_E_NOMEM;
}

/* ---- characters ---- */

/* The character `ahead` of the current one; 0 at the end. */
static char peek(const LuaLexer *x, uint32_t ahead)
{
    if (ahead >= x->end - x->at)
        return 0;
    return x->source[x->at + ahead];
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Takes a line end, two characters as one. */
static void take_line_end(LuaLexer *x)
{
    char c = x->source[x->at++];
    char d = peek(x, 0);
    if ((d == '\n' || d == '\r') && d != c && x->at < x->end)
        x->at++;
    x->line++;
}

/* ---- long brackets ---- */

/* Level of `[==[` or `]==]` at the current place, or -1. */
static int long_level(const LuaLexer *x, char bracket)
{
    uint32_t n = 1;
    if (peek(x, 0) != bracket)
        return -1;
    while (peek(x, n) == '=')
        n++;
    return peek(x, n) == bracket ? (int)n - 1 : -1;
}

/* Reads `[=[ ... ]=]`; keep: into x->text. */
static void read_long(LuaLexer *x, int level, bool keep)
{
    uint32_t start = x->at;
    x->at += (uint32_t)level + 2;
    if (peek(x, 0) == '\n' || peek(x, 0) == '\r')
        take_line_end(x);
    while (x->at < x->end) {
        char c = x->source[x->at];
        if (c == ']' && long_level(x, ']') == level) {
            x->at += (uint32_t)level + 2;
            return;
        }
        if (c == '\n' || c == '\r') {
            take_line_end(x);
            c = '\n';
        } else {
            x->at++;
        }
        if (keep)
            cm__buf_add_char(&x->text, c);
    }
    fail(x, start, keep ? "Unfinished long string" : "Unfinished long comment");
}

static void skip_blanks(LuaLexer *x)
{
    while (x->at < x->end) {
        char c = x->source[x->at];
        if (c == '\n' || c == '\r') {
            take_line_end(x);
        } else if (c == ' ' || (c >= '\t' && c <= '\f')) {
            x->at++;
        } else if (c == '-' && peek(x, 1) == '-') {
            x->at += 2;
            int level = long_level(x, '[');
            if (level >= 0) {
                read_long(x, level, false);
            } else {
                while (x->at < x->end && x->source[x->at] != '\n' &&
                       x->source[x->at] != '\r')
                    x->at++;
            }
        } else {
            return;
        }
    }
}

/* ---- strings ---- */

static void read_unicode_escape(LuaLexer *x)
{
    uint32_t start = x->at - 2, n = 0;
    char utf8[6];
    int digit;
    bool any = false;
    if (peek(x, 0) != '{') {
        fail(x, start, "Missing '{' in \\u{xxxx}");
        return;
    }
    x->at++;
    while ((digit = cm__ascii_hex(peek(x, 0))) >= 0) {
        if (n > (UINT32_C(0x7FFFFFFF) >> 4)) {
            fail(x, start, "UTF-8 value too large");
            return;
        }
        n = n << 4 | (uint32_t)digit;
        x->at++;
        any = true;
    }
    if (!any || peek(x, 0) != '}') {
        fail(x, start, "Hexadecimal digits and '}' expected in \\u{xxxx}");
        return;
    }
    x->at++;
    cm__buf_add(&x->text, utf8, cm__lua_utf8(n, utf8));
}

static void read_decimal_escape(LuaLexer *x)
{
    uint32_t start = x->at - 1, n = 0;
    for (int i = 0; i < 3 && is_digit(peek(x, 0)); i++)
        n = n * 10 + (uint32_t)(x->source[x->at++] - '0');
    if (n > 255)
        fail(x, start, "Decimal escape too large");
    cm__buf_add_char(&x->text, (char)(unsigned char)n);
}

static void read_hex_escape(LuaLexer *x)
{
    int high = cm__ascii_hex(peek(x, 0)), low = cm__ascii_hex(peek(x, 1));
    if (high < 0 || low < 0) {
        fail(x, x->at - 2, "Two hexadecimal digits expected after \\x");
        return;
    }
    x->at += 2;
    cm__buf_add_char(&x->text, (char)(unsigned char)(high << 4 | low));
}

static void skip_white(LuaLexer *x)
{
    for (;;) {
        char c = peek(x, 0);
        if (c == '\n' || c == '\r')
            take_line_end(x);
        else if (c == ' ' || (c >= '\t' && c <= '\f'))
            x->at++;
        else
            return;
    }
}

/* Behind the backslash. */
static void read_escape(LuaLexer *x)
{
    static const char from[] = "abfnrtv\\\"'";
    static const char to[] = "\a\b\f\n\r\t\v\\\"'";
    char c = peek(x, 0);
    const char *known = c ? strchr(from, c) : NULL;
    if (known) {
        x->at++;
        cm__buf_add_char(&x->text, to[known - from]);
    } else if (c == '\n' || c == '\r') {
        take_line_end(x);
        cm__buf_add_char(&x->text, '\n');
    } else if (is_digit(c)) {
        read_decimal_escape(x);
    } else if (c == 'x') {
        x->at++;
        read_hex_escape(x);
    } else if (c == 'z') {
        x->at++;
        skip_white(x);
    } else if (c == 'u') {
        x->at++;
        read_unicode_escape(x);
    } else {
        fail(x, x->at - 1, "Invalid escape sequence");
    }
}

static void finish_string(LuaLexer *x, LuaToken *t)
{
    if (x->text.status != CM_OK) {
        refuse(x);
        return;
    }
    const char *bytes = cm__buf_text(&x->text);
    if (x->text.len > LUA_MAX_STRING) {
        fail(x, t->start, "String literal too long");
        return;
    }
    Str *s = program_intern8(x->program, (const uint8_t *)bytes, x->text.len);
    if (!s)
        refuse(x);
    t->kind = LT_STRING;
    t->value = value_from_str(s);
}

static void read_string(LuaLexer *x, LuaToken *t)
{
    char quote = x->source[x->at++];
    cm__buf_clear(&x->text);
    while (x->status == CM_OK) {
        char c = peek(x, 0);
        if (x->at == x->end || c == '\n' || c == '\r') {
            fail(x, t->start, "Unfinished string");
            return;
        }
        x->at++;
        if (c == quote)
            break;
        if (c == '\\')
            read_escape(x);
        else
            cm__buf_add_char(&x->text, c);
    }
    finish_string(x, t);
}

/* ---- numbers and names ---- */

Value cm__lua_constant(Program *program, bool is_float, int64_t n, double d)
{
    if (is_float)
        return lua_float(d);
    if (n == (int32_t)n)
        return value_int((int32_t)n);
    LuaInt *box = heap_alloc(&program->heap, sizeof *box, CELL_BIGINT);
    if (!box)
        return VALUE_THROWN;
    box->n = n;
    return value_from_cell(box);
}

static void read_number(LuaLexer *x, LuaToken *t)
{
    uint32_t start = x->at;
    const char *exponent = "eE";
    LuaNumber n;
    if (peek(x, 0) == '0' && (peek(x, 1) | 32) == 'x') {
        exponent = "pP";
        x->at += 2;
    }
    for (;;) {
        char c = peek(x, 0);
        if (c && strchr(exponent, c)) {
            x->at++;
            if (peek(x, 0) == '+' || peek(x, 0) == '-')
                x->at++;
        } else if (cm__ascii_hex(c) >= 0 || c == '.' || is_letter(c)) {
            x->at++;
        } else {
            break;
        }
    }
    if (!lua_read(x->source + start, x->at - start, &n)) {
        fail(x, start, "Malformed number");
        return;
    }
    t->kind = LT_NUMBER;
    t->value = cm__lua_constant(x->program, n.is_float, n.n, n.d);
    if (t->value == VALUE_THROWN)
        refuse(x);
}

static void read_name(LuaLexer *x, LuaToken *t)
{
    uint32_t start = x->at;
    while (is_letter(peek(x, 0)) || is_digit(peek(x, 0)))
        x->at++;
    size_t n = x->at - start;
    for (size_t i = 0; i < CM_ARRAY_LEN(words); i++) {
        if (strlen(words[i]) == n &&
            memcmp(words[i], x->source + start, n) == 0) {
            t->kind = LT_FIRST_WORD + 1 + (int)i;
            return;
        }
    }
    Str *s = program_intern8(x->program, (const uint8_t *)x->source + start, n);
    if (!s)
        refuse(x);
    t->kind = LT_NAME;
    t->value = value_from_str(s);
}

/* ---- signs ---- */

typedef struct Sign {
    char text[4];
    uint8_t n;
    int kind;
} Sign;

static const Sign signs[] = {
    { "...", 3, LT_DOTS }, { "..", 2, LT_CONCAT }, { "==", 2, LT_EQ },
    { "~=", 2, LT_NE },    { "<=", 2, LT_LE },     { ">=", 2, LT_GE },
    { "<<", 2, LT_SHL },   { ">>", 2, LT_SHR },    { "//", 2, LT_IDIV },
    { "::", 2, LT_LABEL },
};

static void read_sign(LuaLexer *x, LuaToken *t)
{
    char c = x->source[x->at];
    for (size_t i = 0; i < CM_ARRAY_LEN(signs); i++) {
        if (x->end - x->at >= signs[i].n &&
            memcmp(signs[i].text, x->source + x->at, signs[i].n) == 0) {
            x->at += signs[i].n;
            t->kind = signs[i].kind;
            return;
        }
    }
    if (c <= ' ' || c > '~' || strchr("!$?@\\`", c)) {
        fail(x, x->at, "Unexpected character");
        return;
    }
    x->at++;
    t->kind = (unsigned char)c;
}

static void read_token(LuaLexer *x, LuaToken *t)
{
    char c = x->source[x->at];
    if (is_letter(c)) {
        read_name(x, t);
    } else if (is_digit(c) || (c == '.' && is_digit(peek(x, 1)))) {
        read_number(x, t);
    } else if (c == '"' || c == '\'') {
        read_string(x, t);
    } else if (long_level(x, '[') >= 0) {
        cm__buf_clear(&x->text);
        read_long(x, long_level(x, '['), true);
        finish_string(x, t);
    } else {
        read_sign(x, t);
    }
}

void cm__lua_next(LuaLexer *x, LuaToken *t)
{
    skip_blanks(x);
    t->kind = LT_EOF;
    t->start = x->at;
    t->line = x->line;
    t->value = VALUE_UNDEFINED;
    if (x->status == CM_OK && x->at < x->end)
        read_token(x, t);
    if (x->status != CM_OK)
        t->kind = LT_EOF;
    t->end = x->at;
}

const char *cm__lua_kind_text(int kind, char room[2])
{
    if (kind > LT_FIRST_WORD && kind < LT_NAME)
        return words[kind - LT_FIRST_WORD - 1];
    for (size_t i = 0; i < CM_ARRAY_LEN(signs); i++)
        if (signs[i].kind == kind)
            return signs[i].text;
    switch (kind) {
    case LT_EOF:
        return "end of the program";
    case LT_NAME:
        return "name";
    case LT_STRING:
        return "string";
    case LT_NUMBER:
        return "number";
    default:
        room[0] = (char)kind;
        room[1] = 0;
        return room;
    }
}
