/* SPDX-License-Identifier: MIT */
/* How it works: cm__js_next skips white space and comments, then switches on
 * one byte. ASCII identifiers run through a class table and hash on the way;
 * everything with escapes or bytes above 0x7F takes a slower path that builds
 * UTF-16 units. A name learns when it is made whether it is a keyword, so a
 * keyword costs no more than the look-up that every identifier needs. */
#include "js/lexer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "js/lexer_internal.h"
#include "regexp/unicode.h"

#define FIRST_NAMES_CAP 128u

/* ---- failures ---- */

static _Noreturn void leave(JsLexer *lx)
{
    longjmp(lx->trap->env, 1);
}

_Noreturn void cm__js_fail_nomem(JsLexer *lx)
{
    lx->status = lx->arena->status != CM_OK ? lx->arena->status : CM_E_NOMEM;
    leave(lx);
}

_Noreturn void cm__js_fail(JsLexer *lx, uint32_t at, const char *what)
{
    lx->status = CM_E_SYNTAX;
    lx->fail_kind = JS_DIAG_PARSE_ERROR;
    lx->fail_at = at;
    lx->fail_what = what;
    lx->fail_instead = NULL;
    leave(lx);
}

_Noreturn void cm__js_fail_unsupported(JsLexer *lx, uint32_t at,
                                       const char *what, const char *instead)
{
    lx->status = CM_E_SYNTAX;
    lx->fail_kind = JS_DIAG_UNSUPPORTED_SYNTAX;
    lx->fail_at = at;
    lx->fail_what = what;
    lx->fail_instead = instead;
    leave(lx);
}

_Noreturn void cm__js_fail_fmt(JsLexer *lx, uint32_t at, const char *fmt, ...)
{
    if (lx->trap->is_quiet)
        cm__js_fail(lx, at, "");
    char text[256];
    va_list args;
    va_start(args, fmt);
    int n = vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    size_t len = n < 0 ? 0 : (size_t)n;
    if (len >= sizeof text)
        len = sizeof text - 1;
    char *what = cm__arena_text(lx->arena, text, len);
    if (what == NULL)
        cm__js_fail_nomem(lx);
    cm__js_fail(lx, at, what);
}

/* ---- memory ---- */

void *cm__js_alloc(JsLexer *lx, size_t n)
{
    void *p = cm__arena_zero(lx->arena, n);
    if (CM_UNLIKELY(p == NULL))
        cm__js_fail_nomem(lx);
    return p;
}

/* ---- names ---- */

/* FNV-1a (Fowler, Noll, Vo) over units from a secret start; only for the table
 * in here, so that the identifier loop can compute it on the way. */
#define HASH_SEED ((uint32_t)(cm__hash_key[1] >> 32))
#define HASH_STEP UINT32_C(16777619)

static uint32_t hash_units(const void *units, uint32_t len, bool wide)
{
    uint32_t h = HASH_SEED;
    if (wide) {
        const uint16_t *u = units;
        for (uint32_t i = 0; i < len; i++)
            h = (h ^ u[i]) * HASH_STEP;
    } else {
        const uint8_t *u = units;
        for (uint32_t i = 0; i < len; i++)
            h = (h ^ u[i]) * HASH_STEP;
    }
    return h;
}

/* JsName.index holds the table hash while parsing. */
static void grow_names(JsLexer *lx)
{
    uint32_t cap = lx->names_cap * 2;
    JsName **table = cm__js_alloc(lx, cap * sizeof(JsName *));
    for (uint32_t i = 0; i < lx->names_cap; i++) {
        JsName *name = lx->names[i];
        while (name != NULL) {
            JsName *chain = name->chain;
            uint32_t slot = cm__hash_u64(name->index) & (cap - 1);
            name->chain = table[slot];
            table[slot] = name;
            name = chain;
        }
    }
    lx->names = table;
    lx->names_cap = cap;
}

static const struct {
    const char *text;
    uint8_t len;
} words[JS_W_COUNT] = {
#define X(token, text, prec, op) [token] = { text, sizeof(text) - 1 },
    JS_KEYWORD_LIST(X)
#undef X
#define X(word, text) [word] = { text, sizeof(text) - 1 },
        JS_WORD_LIST(X)
#undef X
};

/* By first letter, each with a 0 behind. */
static const uint8_t words_from[26][9] = {
#define ROW(c) [(c) - 'a']
    ROW('a') = { JS_W_AS, JS_W_AWAIT, JS_W_ASYNC, JS_W_ARGUMENTS, JS_W_ABSTRACT,
                 JS_W_ACCESSOR, JS_W_ASSERTS },
    ROW('b') = { JS_T_BREAK },
    ROW('c') = { JS_T_CONST, JS_T_CASE, JS_T_CATCH, JS_T_CLASS, JS_T_CONTINUE,
                 JS_W_CONSTRUCTOR },
    ROW('d') = { JS_T_DO, JS_T_DEFAULT, JS_T_DELETE, JS_T_DEBUGGER,
                 JS_W_DECLARE },
    ROW('e') = { JS_T_ELSE, JS_T_ENUM, JS_T_EXPORT, JS_T_EXTENDS, JS_W_EVAL },
    ROW('f') = { JS_T_FOR, JS_T_FUNCTION, JS_T_FALSE, JS_T_FINALLY, JS_W_FROM },
    ROW('g') = { JS_W_GET, JS_W_GLOBAL },
    ROW('i') = { JS_T_IF, JS_T_IN, JS_T_INSTANCEOF, JS_T_IMPORT, JS_W_IS,
                 JS_W_IMPLEMENTS, JS_W_INTERFACE, JS_W_INFER },
    ROW('k') = { JS_W_KEYOF },
    ROW('l') = { JS_W_LET },
    ROW('m') = { JS_W_META, JS_W_MODULE },
    ROW('n') = { JS_T_NEW, JS_T_NULL, JS_W_NAMESPACE },
    ROW('o') = { JS_W_OF, JS_W_OUT, JS_W_OVERRIDE },
    ROW('p') = { JS_W_PACKAGE, JS_W_PRIVATE, JS_W_PROTECTED, JS_W_PUBLIC,
                 JS_W_PROTOTYPE },
    ROW('r') = { JS_T_RETURN, JS_W_READONLY, JS_W_REQUIRE },
    ROW('s') = { JS_T_SWITCH, JS_T_SUPER, JS_W_SET, JS_W_STATIC,
                 JS_W_SATISFIES },
    ROW('t') = { JS_T_THIS, JS_T_TRUE, JS_T_TRY, JS_T_THROW, JS_T_TYPEOF,
                 JS_W_TYPE, JS_W_TARGET },
    ROW('u') = { JS_W_USING, JS_W_UNIQUE },
    ROW('v') = { JS_T_VAR, JS_T_VOID },
    ROW('w') = { JS_T_WHILE, JS_T_WITH },
    ROW('y') = { JS_W_YIELD },
#undef ROW
};

/* JsName.word of a text. */
static uint8_t find_word(const JsText *text)
{
    static const uint8_t proto[] = { JS_W_PROTO, 0 };
    const char *s = text->units;
    const uint8_t *word = NULL;
    if (text->wide || text->len == 0)
        return 0;
    if (s[0] >= 'a' && s[0] <= 'z')
        word = words_from[s[0] - 'a'];
    else if (s[0] == '_')
        word = proto;
    for (; word != NULL && *word != 0; word++)
        if (words[*word].len == text->len &&
            memcmp(words[*word].text, s, text->len) == 0)
            return *word;
    return 0;
}

static JsName *add_name(JsLexer *lx, uint32_t hash, JsText text)
{
    if (lx->n_names >= lx->names_cap)
        grow_names(lx);
    JsName *name = cm__js_alloc(lx, sizeof *name);
    text.hash = text.wide ? cm__hash_units16(text.units, text.len)
                          : cm__hash_bytes(text.units, text.len);
    name->text = text;
    name->word = find_word(&text);
    name->index = hash;
    uint32_t slot = cm__hash_u64(hash) & (lx->names_cap - 1);
    name->chain = lx->names[slot];
    lx->names[slot] = name;
    lx->n_names++;
    return name;
}

static JsName *find_name(JsLexer *lx, uint32_t hash, const void *units,
                         uint32_t len, bool wide)
{
    JsName *name = lx->names[cm__hash_u64(hash) & (lx->names_cap - 1)];
    size_t n = wide ? (size_t)len * 2 : len;
    for (; name != NULL; name = name->chain) {
        if (name->index == hash && name->text.len == len &&
            name->text.wide == wide && memcmp(name->text.units, units, n) == 0)
            return name;
    }
    return NULL;
}

/* The units must stay where they are, or be copied by the caller. */
static JsName *intern_in_place(JsLexer *lx, uint32_t hash, const void *units,
                               uint32_t len)
{
    JsName *name = find_name(lx, hash, units, len, false);
    if (name != NULL)
        return name;
    return add_name(lx, hash, (JsText){ units, len, 0, false });
}

JsName *cm__js_intern(JsLexer *lx, const void *units, uint32_t len, bool wide)
{
    uint32_t hash = hash_units(units, len, wide);
    JsName *name = find_name(lx, hash, units, len, wide);
    if (name != NULL)
        return name;
    size_t n = wide ? (size_t)len * 2 : len;
    void *copy = cm__js_alloc(lx, n + 1);
    memcpy(copy, units, n);
    return add_name(lx, hash, (JsText){ copy, len, 0, wide });
}

JsName *cm__js_intern_ascii(JsLexer *lx, const char *text)
{
    uint32_t len = (uint32_t)strlen(text);
    return intern_in_place(lx, hash_units(text, len, false), text, len);
}

/* ---- characters ---- */

uint32_t cm__js_code_point(const JsLexer *lx, uint32_t *at)
{
    const uint8_t *s = (const uint8_t *)lx->text + *at;
    if (s[0] < 0x80) {
        *at += 1;
        return s[0];
    }
    if (s[0] < 0xE0) {
        *at += 2;
        return (uint32_t)(s[0] & 0x1F) << 6 | (s[1] & 0x3Fu);
    }
    if (s[0] < 0xF0) {
        *at += 3;
        return (uint32_t)(s[0] & 0x0F) << 12 | (uint32_t)(s[1] & 0x3F) << 6 |
               (s[2] & 0x3Fu);
    }
    *at += 4;
    return (uint32_t)(s[0] & 0x07) << 18 | (uint32_t)(s[1] & 0x3F) << 12 |
           (uint32_t)(s[2] & 0x3F) << 6 | (s[3] & 0x3Fu);
}

bool cm__js_is_id_start(uint32_t c)
{
    if (c < 0x80)
        return js_is((char)c, JS_CH_START);
    return cm__unicode_is_id_start(c);
}

bool cm__js_is_id_part(uint32_t c)
{
    if (c < 0x80)
        return js_is((char)c, JS_CH_PART);
    return cm__unicode_is_id_part(c) || c == 0x200C || c == 0x200D;
}

static bool is_space_above_ascii(uint32_t c)
{
    return c == 0xA0 || c == 0xFEFF || c == 0x1680 || c == 0x202F ||
           c == 0x205F || c == 0x3000 || (c >= 0x2000 && c <= 0x200A);
}

/* ---- white space and comments ---- */

static void skip_line(JsLexer *lx)
{
    const char *s = lx->text;
    uint32_t at = lx->pos;
    for (;; at++) {
        char c = s[at];
        if (c == '\n' || c == '\r' || (c == '\0' && at >= lx->end))
            break;
        /* U+2028 and U+2029 are E2 80 A8 and E2 80 A9. */
        if ((uint8_t)c == 0xE2 && (uint8_t)s[at + 1] == 0x80 &&
            ((uint8_t)s[at + 2] & 0xFE) == 0xA8)
            break;
    }
    lx->pos = at;
}

/* U+2028 and U+2029 are E2 80 A8 and A9. */
static bool is_separator(const char *s)
{
    return (uint8_t)s[0] == 0xE2 && (uint8_t)s[1] == 0x80 &&
           ((uint8_t)s[2] & 0xFE) == 0xA8;
}

static void skip_block_comment(JsLexer *lx, bool *nl)
{
    const char *s = lx->text;
    uint32_t start = lx->pos, at = start + 2;
    for (;; at++) {
        char c = s[at];
        if (c == '*' && s[at + 1] == '/')
            break;
        if (c == '\n' || c == '\r' || is_separator(s + at))
            *nl = true;
        else if (c == '\0' && at >= lx->end)
            cm__js_fail(lx, start, "comment without an end");
    }
    lx->pos = at + 2;
}

/* Returns false when the character is no white space; *nl notes lines. */
static bool skip_wide_space(JsLexer *lx, bool *nl)
{
    uint32_t at = lx->pos;
    uint32_t c = cm__js_code_point(lx, &at);
    if (c == 0x2028 || c == 0x2029)
        *nl = true;
    else if (!is_space_above_ascii(c))
        return false;
    lx->pos = at;
    return true;
}

static bool skip_blank(JsLexer *lx)
{
    bool nl = false;
    for (;;) {
        char c = lx->text[lx->pos];
        if (js_is(c, JS_CH_SPACE)) {
            lx->pos++;
        } else if (c == '\n' || c == '\r') {
            nl = true;
            lx->pos++;
        } else if (c == '/' && lx->text[lx->pos + 1] == '/') {
            skip_line(lx);
        } else if (c == '/' && lx->text[lx->pos + 1] == '*') {
            skip_block_comment(lx, &nl);
        } else if ((uint8_t)c < 0x80 || !skip_wide_space(lx, &nl)) {
            return nl;
        }
    }
}

/* ---- identifiers ---- */

/* Reads the rest of an identifier that has escapes or non-ASCII characters,
 * from `at` on. Returns the name; lx->pos is behind it. */
static JsName *slow_identifier(JsLexer *lx, uint32_t start, uint32_t prefix)
{
    uint32_t base = lx->n_units;
    uint32_t at = start;
    for (uint32_t i = 0; i < prefix; i++)
        cm__js_unit_add(lx, (uint8_t)lx->text[at++]);
    bool first = true;
    for (;;) {
        uint32_t here = at;
        uint32_t c;
        bool escaped = lx->text[at] == '\\';
        if (escaped) {
            lx->tok.escaped = true;
            if (lx->text[at + 1] != 'u')
                cm__js_fail(lx, here, "unexpected character '\\'");
            at += 2;
            c = cm__js_unicode_escape(lx, &at);
        } else {
            c = cm__js_code_point(lx, &at);
        }
        bool ok = c != UINT32_MAX &&
                  (first ? cm__js_is_id_start(c) : cm__js_is_id_part(c));
        if (!ok && escaped)
            cm__js_fail(lx, here, "invalid escape in an identifier");
        if (!ok && first)
            cm__js_fail_fmt(lx, here, "unexpected character U+%04X", c);
        if (!ok) {
            at = here;
            break;
        }
        cm__js_unit_add_code_point(lx, c);
        first = false;
    }
    lx->pos = at;
    return cm__js_unit_name(lx, base);
}

/* The identifier at lx->pos, keyword or not. */
static JsName *identifier(JsLexer *lx)
{
    const char *s = lx->text + lx->pos;
    uint32_t hash = HASH_SEED, n = 0;
    while (js_is(s[n], JS_CH_PART))
        hash = (hash ^ (uint8_t)s[n++]) * HASH_STEP;
    if (CM_UNLIKELY(s[n] == '\\' || (uint8_t)s[n] >= 0x80))
        return slow_identifier(lx, lx->pos, 0);
    lx->pos += n;
    return intern_in_place(lx, hash, s, n);
}

static void lex_word(JsLexer *lx)
{
    JsName *name = identifier(lx);
    lx->tok.name = name;
    lx->tok.kind = JS_T_IDENT;
    if (name->word != 0 && name->word < JS_T_COUNT)
        lx->tok.kind = lx->tok.escaped ? JS_T_ESCAPED_KEYWORD : name->word;
}

static void lex_private(JsLexer *lx)
{
    uint32_t start = lx->pos;
    uint32_t base = lx->n_units;
    char c = lx->text[start + 1];
    if (!js_is(c, JS_CH_START) && c != '\\' && (uint8_t)c < 0x80)
        cm__js_fail(lx, start, "unexpected character '#'");
    lx->pos++;
    cm__js_unit_add(lx, '#');
    JsName *bare = identifier(lx);
    for (uint32_t i = 0; i < bare->text.len; i++) {
        cm__js_unit_add(lx, bare->text.wide
                                ? ((const uint16_t *)bare->text.units)[i]
                                : ((const uint8_t *)bare->text.units)[i]);
    }
    lx->tok.name = cm__js_unit_name(lx, base);
    lx->tok.kind = JS_T_PRIVATE;
}

/* ---- punctuators ---- */

static uint8_t take(JsLexer *lx, uint32_t n, JsTokenKind kind)
{
    lx->pos += n;
    return (uint8_t)kind;
}

/* c, c=, cc, cc= */
static uint8_t doubled(JsLexer *lx, const char *s, const JsTokenKind kinds[4])
{
    if (s[1] == s[0])
        return s[2] == '=' && kinds[3] != JS_T_EOF ? take(lx, 3, kinds[3])
                                                   : take(lx, 2, kinds[2]);
    return s[1] == '=' ? take(lx, 2, kinds[1]) : take(lx, 1, kinds[0]);
}

static uint8_t lex_less_greater(JsLexer *lx, const char *s)
{
    static const JsTokenKind less[4] = { JS_T_LT, JS_T_LE, JS_T_SHL,
                                         JS_T_SHL_ASSIGN };
    static const JsTokenKind greater[4] = { JS_T_GT, JS_T_GE, JS_T_SHR,
                                            JS_T_SHR_ASSIGN };
    if (s[0] == '<')
        return doubled(lx, s, less);
    if (s[1] == '>' && s[2] == '>')
        return s[3] == '=' ? take(lx, 4, JS_T_USHR_ASSIGN)
                           : take(lx, 3, JS_T_USHR);
    return doubled(lx, s, greater);
}

static uint8_t lex_equal(JsLexer *lx, const char *s)
{
    if (s[1] == '=')
        return s[2] == '=' ? take(lx, 3, JS_T_EQ_STRICT) : take(lx, 2, JS_T_EQ);
    return s[1] == '>' ? take(lx, 2, JS_T_ARROW) : take(lx, 1, JS_T_ASSIGN);
}

static uint8_t lex_not(JsLexer *lx, const char *s)
{
    if (s[1] != '=')
        return take(lx, 1, JS_T_NOT);
    return s[2] == '=' ? take(lx, 3, JS_T_NE_STRICT) : take(lx, 2, JS_T_NE);
}

static uint8_t lex_question(JsLexer *lx, const char *s)
{
    if (s[1] == '?')
        return s[2] == '=' ? take(lx, 3, JS_T_NULLISH_ASSIGN)
                           : take(lx, 2, JS_T_NULLISH);
    if (s[1] == '.' && !js_is(s[2], JS_CH_DIGIT))
        return take(lx, 2, JS_T_QUESTION_DOT);
    return take(lx, 1, JS_T_QUESTION);
}

static uint8_t with_equal(JsLexer *lx, const char *s, JsTokenKind plain,
                          JsTokenKind assign)
{
    return s[1] == '=' ? take(lx, 2, assign) : take(lx, 1, plain);
}

/* One flat table of cases: every operator of the language. */
static uint8_t lex_operator(JsLexer *lx)
{
    static const JsTokenKind star[4] = { JS_T_STAR, JS_T_MUL_ASSIGN, JS_T_POW,
                                         JS_T_POW_ASSIGN };
    static const JsTokenKind plus[4] = { JS_T_PLUS, JS_T_ADD_ASSIGN, JS_T_INC,
                                         JS_T_EOF };
    static const JsTokenKind minus[4] = { JS_T_MINUS, JS_T_SUB_ASSIGN, JS_T_DEC,
                                          JS_T_EOF };
    static const JsTokenKind and[4] = { JS_T_BIT_AND, JS_T_BIT_AND_ASSIGN,
                                        JS_T_AND, JS_T_AND_ASSIGN };
    static const JsTokenKind or [4] = { JS_T_BIT_OR, JS_T_BIT_OR_ASSIGN,
                                        JS_T_OR, JS_T_OR_ASSIGN };
    const char *s = lx->text + lx->pos;
    switch (s[0]) {
    case '<':
    case '>':
        return lex_less_greater(lx, s);
    case '=':
        return lex_equal(lx, s);
    case '!':
        return lex_not(lx, s);
    case '?':
        return lex_question(lx, s);
    case '*':
        return doubled(lx, s, star);
    case '+':
        return doubled(lx, s, plus);
    case '-':
        return doubled(lx, s, minus);
    case '&':
        return doubled(lx, s, and);
    case '|':
        return doubled(lx, s, or);
    case '/':
        return with_equal(lx, s, JS_T_SLASH, JS_T_DIV_ASSIGN);
    case '%':
        return with_equal(lx, s, JS_T_PERCENT, JS_T_MOD_ASSIGN);
    case '^':
        return with_equal(lx, s, JS_T_BIT_XOR, JS_T_BIT_XOR_ASSIGN);
    case '~':
        return take(lx, 1, JS_T_TILDE);
    case '@':
        return take(lx, 1, JS_T_AT);
    default:
        break;
    }
    if (s[0] == '\0' && lx->pos >= lx->end)
        return JS_T_EOF;
    if (s[0] > ' ' && s[0] < 0x7F)
        cm__js_fail_fmt(lx, lx->pos, "unexpected character '%c'", s[0]);
    cm__js_fail_fmt(lx, lx->pos, "unexpected character U+%04X", s[0]);
}

void cm__js_split_greater(JsLexer *lx)
{
    lx->tok.kind = JS_T_GT;
    lx->tok.end = lx->tok.start + 1;
    lx->pos = lx->tok.end;
}

/* The switch of the lexer: one case for each class of first byte. */
void cm__js_next(JsLexer *lx)
{
    lx->prev_end = lx->tok.end;
    lx->tok.escaped = false;
    lx->tok.nl_before = skip_blank(lx);
    lx->tok.start = lx->pos;
    char c = lx->text[lx->pos];
    if (CM_LIKELY(js_is(c, JS_CH_START) || c == '\\' || (uint8_t)c >= 0x80)) {
        lex_word(lx);
        lx->tok.end = lx->pos;
        return;
    }
    switch (c) {
    case '{':
        lx->tok.kind = take(lx, 1, JS_T_LBRACE);
        break;
    case '}':
        lx->tok.kind = take(lx, 1, JS_T_RBRACE);
        break;
    case '(':
        lx->tok.kind = take(lx, 1, JS_T_LPAREN);
        break;
    case ')':
        lx->tok.kind = take(lx, 1, JS_T_RPAREN);
        break;
    case '[':
        lx->tok.kind = take(lx, 1, JS_T_LBRACKET);
        break;
    case ']':
        lx->tok.kind = take(lx, 1, JS_T_RBRACKET);
        break;
    case ';':
        lx->tok.kind = take(lx, 1, JS_T_SEMI);
        break;
    case ',':
        lx->tok.kind = take(lx, 1, JS_T_COMMA);
        break;
    case ':':
        lx->tok.kind = take(lx, 1, JS_T_COLON);
        break;
    case '`':
        lx->tok.kind = take(lx, 1, JS_T_TEMPLATE);
        break;
    case '"':
    case '\'':
        cm__js_lex_string(lx);
        break;
    case '#':
        lex_private(lx);
        break;
    case '.':
        if (lx->text[lx->pos + 1] == '.' && lx->text[lx->pos + 2] == '.')
            lx->tok.kind = take(lx, 3, JS_T_ELLIPSIS);
        else if (js_is(lx->text[lx->pos + 1], JS_CH_DIGIT))
            cm__js_lex_number(lx);
        else
            lx->tok.kind = take(lx, 1, JS_T_DOT);
        break;
    default:
        if (js_is(c, JS_CH_DIGIT))
            cm__js_lex_number(lx);
        else
            lx->tok.kind = lex_operator(lx);
        break;
    }
    lx->tok.end = lx->pos;
}

/* ---- life ---- */

void cm__js_lexer_init(JsLexer *lx, Arena *arena, const char *text,
                       uint32_t start, uint32_t end)
{
    lx->arena = arena;
    /* Look-ahead inside one token reads at most three bytes past its first. */
    char *copy = cm__arena_alloc(arena, (size_t)end + 4);
    if (copy == NULL)
        cm__js_fail_nomem(lx);
    memcpy(copy, text, end);
    memset(copy + end, 0, 4);
    lx->text = copy;
    lx->pos = start;
    lx->end = end;
    lx->names_cap = FIRST_NAMES_CAP;
    lx->names = cm__js_alloc(lx, FIRST_NAMES_CAP * sizeof(JsName *));
    lx->tok.end = start;
    if (copy[start] == '#' && copy[start + 1] == '!')
        skip_line(lx);
    cm__js_next(lx);
    lx->tok.nl_before = true;
}

void cm__js_lexer_done(JsLexer *lx)
{
    if (lx->arena == NULL)
        return;
    cm__free(lx->arena->alloc, lx->units, lx->units_cap * sizeof(uint16_t));
    cm__free(lx->arena->alloc, lx->bytes, lx->bytes_cap);
    lx->units = NULL;
    lx->bytes = NULL;
    lx->units_cap = lx->bytes_cap = 0;
}
