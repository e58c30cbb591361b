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

static const uint8_t word_lengths[] = {
#define X(id, text) sizeof(text) - 1,
    LUA_KEYWORDS(X)
#undef X
};

/* The keywords are sorted: those of one first letter follow each other. */
static const struct {
    uint8_t first, n;
} words_from[128] = {
#define FROM(id, n)                    \
    {                                  \
        LT_##id - LT_FIRST_WORD - 1, n \
    }
    ['a'] = FROM(AND, 1),   ['b'] = FROM(BREAK, 1),  ['d'] = FROM(DO, 1),
    ['e'] = FROM(ELSE, 3),  ['f'] = FROM(FALSE, 3),  ['g'] = FROM(GOTO, 1),
    ['i'] = FROM(IF, 2),    ['l'] = FROM(LOCAL, 1),  ['n'] = FROM(NIL, 2),
    ['o'] = FROM(OR, 1),    ['r'] = FROM(REPEAT, 2), ['t'] = FROM(THEN, 2),
    ['u'] = FROM(UNTIL, 1), ['w'] = FROM(WHILE, 1)
#undef FROM
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
    return (uint8_t)(c - '0') < 10;
}

enum {
    LETTER = 1,  /* or `_`: a name starts */
    PART = 2,    /* a name goes on */
    BLANK = 4,   /* no line end */
    LITERAL = 8, /* stands for itself between quotes */
    SIGN = 16    /* alone is a token */
};

#define L (LETTER | PART | LITERAL)
#define D (PART | LITERAL)
#define B (BLANK | LITERAL)
#define S (SIGN | LITERAL)
#define P LITERAL
static const uint8_t classes[256] = {
    P, P, P, P, P, P, P, P, P, B, 0, B, B, 0, P, P, /* 00 */
    P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, /* 10 */
    B, P, 0, S, P, S, S, 0, S, S, S, S, S, S, S, S, /* 20: " ' */
    D, D, D, D, D, D, D, D, D, D, S, S, S, S, S, P, /* 30 */
    P, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, /* 40 */
    L, L, L, L, L, L, L, L, L, L, L, S, 0, S, S, L, /* 50: \ _ */
    P, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, /* 60 */
    L, L, L, L, L, L, L, L, L, L, L, S, S, S, S, P, /* 70 */
    P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, /* 80 */
    P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, /* 90 */
    P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, /* A0 */
    P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, /* B0 */
    P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, /* C0 */
    P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, /* D0 */
    P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, /* E0 */
    P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, P, /* F0 */
};
#undef L
#undef D
#undef B
#undef S
#undef P

static bool is_a(char c, unsigned class)
{
    return (classes[(uint8_t)c] & class) != 0;
}

/* Where the characters of a class end that start at `at`. */
static uint32_t end_of(const LuaLexer *x, uint32_t at, unsigned class)
{
    while (at < x->end && is_a(x->source[at], class))
        at++;
    return at;
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

static uint32_t end_of_line(const LuaLexer *x, uint32_t at)
{
    while (at < x->end && x->source[at] != '\n' && x->source[at] != '\r')
        at++;
    return at;
}

static void skip_blanks(LuaLexer *x)
{
    while (x->at < x->end) {
        char c = x->source[x->at];
        if (c == '\n' || c == '\r') {
            take_line_end(x);
        } else if (is_a(c, BLANK)) {
            x->at = end_of(x, x->at + 1, BLANK);
        } else if (c == '-' && peek(x, 1) == '-') {
            x->at += 2;
            int level = long_level(x, '[');
            if (level >= 0) {
                read_long(x, level, false);
            } else {
                x->at = end_of_line(x, x->at);
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
        else if (is_a(c, BLANK))
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

static void finish_string(LuaLexer *x, LuaToken *t, const char *bytes, size_t n)
{
    if (x->text.status != CM_OK) {
        refuse(x);
        return;
    }
    if (n > LUA_MAX_STRING) {
        fail(x, t->start, "String literal too long");
        return;
    }
    Str *s = program_intern8(x->program, (const uint8_t *)bytes, n);
    if (!s)
        refuse(x);
    t->kind = LT_STRING;
    t->value = value_from_str(s);
}

static void read_string(LuaLexer *x, LuaToken *t)
{
    char quote = x->source[x->at++];
    uint32_t start = x->at;
    cm__buf_clear(&x->text);
    x->at = end_of(x, start, LITERAL);
    if (x->at < x->end && x->source[x->at] == quote) { /* as it stands */
        finish_string(x, t, x->source + start, x->at++ - start);
        return;
    }
    x->at = start;
    while (x->status == CM_OK) {
        uint32_t from = x->at;
        x->at = end_of(x, from, LITERAL);
        cm__buf_add(&x->text, x->source + from, x->at - from);
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
            cm__buf_add_char(&x->text, c); /* the other quote */
    }
    finish_string(x, t, cm__buf_text(&x->text), x->text.len);
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

/* Up to nine decimal digits and no more. */
static bool read_small(LuaLexer *x, LuaToken *t)
{
    uint32_t at = x->at, last = x->end - at > 9 ? at + 9 : x->end;
    int32_t n = 0;
    while (at < last && is_digit(x->source[at]))
        n = n * 10 + (x->source[at++] - '0');
    if (at < x->end && (is_a(x->source[at], PART) || x->source[at] == '.'))
        return false;
    x->at = at;
    t->kind = LT_NUMBER;
    t->value = value_int(n);
    return true;
}

static void read_number(LuaLexer *x, LuaToken *t)
{
    uint32_t start = x->at;
    const char *exponent = "eE";
    LuaNumber n;
    if (read_small(x, t))
        return;
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
        } else if (is_a(c, PART) || c == '.') {
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

/* Of a keyword the kind, else 0. */
static int find_word(const char *text, uint32_t n)
{
    uint32_t at = words_from[(uint8_t)text[0]].first;
    for (uint32_t i = words_from[(uint8_t)text[0]].n; i-- > 0; at++)
        if (word_lengths[at] == n && memcmp(words[at], text, n) == 0)
            return LT_FIRST_WORD + 1 + (int)at;
    return 0;
}

static void read_name(LuaLexer *x, LuaToken *t)
{
    uint32_t start = x->at;
    x->at = end_of(x, start + 1, PART);
    uint32_t n = x->at - start;
    int word = find_word(x->source + start, n);
    if (word) {
        t->kind = word;
        return;
    }
    Str *s = program_intern8(x->program, (const uint8_t *)x->source + start, n);
    if (!s)
        refuse(x);
    t->kind = LT_NAME;
    t->value = value_from_str(s);
}

/* ---- signs ---- */

/* Of the sign that c and `next` make the kind, else 0. */
static int double_sign(char c, char next)
{
    switch (c) {
    case '.':
        return next == '.' ? LT_CONCAT : 0;
    case '=':
        return next == '=' ? LT_EQ : 0;
    case '~':
        return next == '=' ? LT_NE : 0;
    case '<':
        return next == '=' ? LT_LE : next == '<' ? LT_SHL : 0;
    case '>':
        return next == '=' ? LT_GE : next == '>' ? LT_SHR : 0;
    case '/':
        return next == '/' ? LT_IDIV : 0;
    case ':':
        return next == ':' ? LT_LABEL : 0;
    default:
        return 0;
    }
}

static void read_sign(LuaLexer *x, LuaToken *t)
{
    char c = x->source[x->at];
    int kind = double_sign(c, peek(x, 1));
    if (kind == LT_CONCAT && peek(x, 2) == '.') {
        t->kind = LT_DOTS;
        x->at += 3;
    } else if (kind) {
        t->kind = kind;
        x->at += 2;
    } else if (is_a(c, SIGN)) {
        t->kind = (unsigned char)c;
        x->at++;
    } else {
        fail(x, x->at, "Unexpected character");
    }
}

static void read_token(LuaLexer *x, LuaToken *t)
{
    char c = x->source[x->at];
    if (is_a(c, LETTER)) {
        read_name(x, t);
    } else if (is_digit(c) || (c == '.' && is_digit(peek(x, 1)))) {
        read_number(x, t);
    } else if (c == '"' || c == '\'') {
        read_string(x, t);
    } else if (long_level(x, '[') >= 0) {
        cm__buf_clear(&x->text);
        read_long(x, long_level(x, '['), true);
        finish_string(x, t, cm__buf_text(&x->text), x->text.len);
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
    static const struct {
        char text[4];
        int kind;
    } signs[] = {
        { "...", LT_DOTS }, { "..", LT_CONCAT }, { "==", LT_EQ },
        { "~=", LT_NE },    { "<=", LT_LE },     { ">=", LT_GE },
        { "<<", LT_SHL },   { ">>", LT_SHR },    { "//", LT_IDIV },
        { "::", LT_LABEL },
    };
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
