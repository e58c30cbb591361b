/* SPDX-License-Identifier: MIT */
/* JSON text to tables; lua.md 3.2, RFC 8259. The tables being filled lie in a
 * row of the heap, so any depth is fine. */
#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/numtext.h"
#include "base/utf8.h"
#include "lua/lua_lib.h"

typedef struct Reader {
    VM *vm;
    const char *text, *at, *end;
    const char *reason; /* static; NULL: no error */
    const char *bad;    /* where */
    ValuesCell *open;   /* tables around the current place, with their keys */
    /* Sizes of the tables closed last. Records come in rows of their like, so
     * the next ones are made with that much room. */
    uint32_t n_items, n_members;
    Buf scratch;
} Reader;

#define GUESS_MAX 64 /* elements or members; larger tables grow */

static Value fail(Reader *r, const char *at, const char *reason)
{
    if (!r->reason) {
        r->reason = reason;
        r->bad = at;
    }
    return VALUE_ABSENT;
}

static void skip_blanks(Reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\n' ||
                              *r->at == '\t' || *r->at == '\r'))
        r->at++;
}

static bool accept(Reader *r, char c)
{
    skip_blanks(r);
    if (r->at == r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}

/* ---- strings ---- */

static int hex4(const Reader *r, const char *at)
{
    int n = 0;
    if (r->end - at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        int d = cm__ascii_hex(at[i]);
        if (d < 0)
            return -1;
        n = n << 4 | d;
    }
    return n;
}

/* Behind "\u". Lone surrogates become U+FFFD. */
static bool read_unicode(Reader *r)
{
    int unit = hex4(r, r->at);
    if (unit < 0)
        return false;
    r->at += 4;
    uint32_t c = (uint32_t)unit;
    if (c >= 0xD800 && c < 0xDC00 && r->end - r->at >= 6 && r->at[0] == '\\' &&
        r->at[1] == 'u') {
        int low = hex4(r, r->at + 2);
        if (low >= 0xDC00 && low < 0xE000) {
            c = 0x10000 + ((c - 0xD800) << 10) + ((uint32_t)low - 0xDC00);
            r->at += 6;
        }
    }
    if (c >= 0xD800 && c < 0xE000)
        c = CM_UTF8_REPLACEMENT;
    cm__buf_add_code_point(&r->scratch, c);
    return true;
}

static bool read_escape(Reader *r)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char *known = r->at < r->end && *r->at ? strchr(from, *r->at) : NULL;
    if (known) {
        r->at++;
        cm__buf_add_char(&r->scratch, to[known - from]);
        return true;
    }
    if (r->at < r->end && *r->at == 'u') {
        r->at++;
        return read_unicode(r);
    }
    return false;
}

/* At the opening quote. *ret_len bytes at *ret, in the text or in scratch. */
static bool read_text(Reader *r, const char **ret, size_t *ret_len)
{
    const char *start = r->at++, *from = r->at;
    cm__buf_clear(&r->scratch);
    for (;;) {
        while (r->at < r->end && *r->at != '"' && *r->at != '\\' &&
               (uint8_t)*r->at >= 0x20)
            r->at++;
        if (r->at == r->end) {
            fail(r, start, "unfinished string");
            return false;
        }
        if (*r->at == '"') {
            bool whole = from == start + 1;
            if (!whole)
                cm__buf_add(&r->scratch, from, (size_t)(r->at - from));
            *ret = whole ? from : cm__buf_text(&r->scratch);
            *ret_len = whole ? (size_t)(r->at - from) : r->scratch.len;
            r->at++;
            if (r->scratch.status == CM_OK)
                return true;
            r->vm->heap.refused = true;
            return false;
        }
        if (*r->at != '\\') {
            fail(r, r->at, "control character in a string");
            return false;
        }
        cm__buf_add(&r->scratch, from, (size_t)(r->at - from));
        const char *slash = r->at++;
        if (!read_escape(r)) {
            fail(r, slash, "bad escape in a string");
            return false;
        }
        from = r->at;
    }
}

static Value read_string(Reader *r)
{
    const char *text;
    size_t len;
    if (!read_text(r, &text, &len))
        return r->reason ? VALUE_ABSENT : VALUE_THROWN;
    Str *s = str_new8(r->vm, (const uint8_t *)text, len);
    return s ? value_from_str(s) : VALUE_THROWN;
}

/* ---- numbers and words ---- */

static const char *digits(const Reader *r, const char *at)
{
    while (at < r->end && *at >= '0' && *at <= '9')
        at++;
    return at;
}

static Value read_number(Reader *r)
{
    const char *start = r->at, *at = start;
    bool whole = true;
    LuaNumber n;
    if (*at == '-')
        at++;
    const char *first = at;
    at = digits(r, at);
    if (at == first || (*first == '0' && at - first > 1))
        return fail(r, start, "bad number");
    if (at < r->end && *at == '.') {
        const char *fraction = ++at;
        whole = false;
        at = digits(r, at);
        if (at == fraction)
            return fail(r, start, "bad number");
    }
    if (at < r->end && (*at == 'e' || *at == 'E')) {
        whole = false;
        at++;
        if (at < r->end && (*at == '+' || *at == '-'))
            at++;
        const char *exponent = at;
        at = digits(r, at);
        if (at == exponent)
            return fail(r, start, "bad number");
    }
    r->at = at;
    if (!lua_read(start, (size_t)(at - start), &n))
        return fail(r, start, "bad number");
    if (whole && !n.is_float)
        return lua_integer(r->vm, n.n);
    return lua_float(n.is_float ? n.d : (double)n.n);
}

static Value read_word(Reader *r)
{
    static const struct {
        const char *text;
        Value v;
    } words[] = { { "null", VALUE_NULL },
                  { "true", VALUE_TRUE },
                  { "false", VALUE_FALSE } };
    for (size_t i = 0; i < CM_ARRAY_LEN(words); i++) {
        size_t n = strlen(words[i].text);
        if ((size_t)(r->end - r->at) >= n &&
            memcmp(r->at, words[i].text, n) == 0) {
            r->at += n;
            return words[i].v;
        }
    }
    return fail(r, r->at,
                r->at == r->end ? "unexpected end" : "unexpected character");
}

/* ---- tables ---- */

/* Pushes a table that is being filled; its next key lies above it. */
static bool push(Reader *r, LuaTable *t)
{
    uint32_t n = r->open ? r->open->n : 0;
    ValuesCell *row = heap_values_grow(&r->vm->heap, r->open, (size_t)n + 2);
    if (!row)
        return false;
    row->v[n] = value_from_lua_table(t);
    row->v[n + 1] = VALUE_UNDEFINED;
    row->n = n + 2;
    r->open = row;
    return true;
}

/* The next key of an object, its colon taken. VALUE_ABSENT: bad text. */
static Value read_key(Reader *r)
{
    const char *text;
    size_t len;
    skip_blanks(r);
    if (r->at == r->end || *r->at != '"')
        return fail(r, r->at, "a key in quotes expected");
    if (!read_text(r, &text, &len))
        return r->reason ? VALUE_ABSENT : VALUE_THROWN;
    Str *s = str_intern8(r->vm, (const uint8_t *)text, len);
    if (!s)
        return VALUE_THROWN;
    if (!accept(r, ':'))
        return fail(r, r->at, "':' expected");
    return value_from_str(s);
}

/* Begins the value at the current place. A table that has members is pushed and
 * *ret_open set; then its first member comes next. */
static Value begin(Reader *r, bool *ret_open)
{
    *ret_open = false;
    skip_blanks(r);
    char c = (char)(r->at < r->end ? *r->at : '\0');
    if (c == '"')
        return read_string(r);
    if (c == '-' || (c >= '0' && c <= '9'))
        return read_number(r);
    if (c != '[' && c != '{')
        return read_word(r);
    r->at++;
    bool is_empty = accept(r, c == '[' ? ']' : '}');
    LuaTable *t = lua_table_new(r->vm, is_empty || c == '{' ? 0 : r->n_items,
                                is_empty || c == '[' ? 0 : r->n_members);
    if (!t)
        return VALUE_THROWN;
    if (c == '[')
        t->hd.flags |= LUA_TABLE_IS_ARRAY;
    if (is_empty)
        return value_from_lua_table(t);
    if (!push(r, t))
        return VALUE_THROWN;
    *ret_open = true;
    if (c == '{') {
        Value key = read_key(r);
        if (key == VALUE_ABSENT || key == VALUE_THROWN)
            return key;
        r->open->v[r->open->n - 1] = key;
    }
    return value_from_lua_table(t);
}

/* Puts a finished value into the innermost open table; *ret is the table when
 * that is finished too. */
static bool finish(Reader *r, Value v, Value *ret, bool *ret_closed)
{
    Value *top = &r->open->v[r->open->n - 2];
    LuaTable *t = value_lua_table(top[0]);
    bool is_array = (t->hd.flags & LUA_TABLE_IS_ARRAY) != 0;
    bool ok = is_array ? lua_table_push(r->vm, t, v)
                       : lua_table_set_str(r->vm, t, value_str(top[1]), v);
    if (!ok || !vm_charge(r->vm, 1))
        return false;
    *ret_closed = accept(r, is_array ? ']' : '}');
    if (*ret_closed) {
        uint32_t n = is_array ? t->array_n : t->live;
        if (n <= GUESS_MAX)
            *(is_array ? &r->n_items : &r->n_members) = n;
        *ret = top[0];
        r->open->n -= 2;
        return true;
    }
    if (!accept(r, ',')) {
        fail(r, r->at,
             is_array ? "',' or ']' expected" : "',' or '}' expected");
        return true;
    }
    if (!is_array) {
        Value key = read_key(r);
        if (key == VALUE_THROWN)
            return false;
        top[1] = key;
    }
    return true;
}

static Value read_all(Reader *r)
{
    for (;;) {
        bool open;
        Value v = begin(r, &open);
        if (v == VALUE_THROWN || r->reason)
            return v;
        if (open)
            continue;
        bool closed = true;
        while (closed) {
            if (!r->open || r->open->n == 0)
                return v;
            if (!finish(r, v, &v, &closed))
                return VALUE_THROWN;
            if (r->reason)
                return VALUE_ABSENT;
        }
    }
}

Value lua_data_read(VM *vm, const char *text, size_t len,
                    const char **ret_reason, size_t *ret_at)
{
    Reader r = { .vm = vm,
                 .text = text,
                 .at = text,
                 .end = text + len,
                 .n_items = 4,
                 .n_members = 4 };
    size_t valid = cm__utf8_valid_prefix(text, len);
    cm__buf_init(&r.scratch, vm->heap.alloc, CM_BUF_NO_LIMIT);
    Value v;
    if (valid < len) {
        v = fail(&r, text + valid, "not UTF-8");
    } else if (!vm_charge_bytes(vm, len)) {
        v = VALUE_THROWN;
    } else {
        v = read_all(&r);
        skip_blanks(&r);
        if (v != VALUE_THROWN && !r.reason && r.at != r.end)
            fail(&r, r.at, "more text after the value");
    }
    cm__buf_done(&r.scratch);
    if (v == VALUE_THROWN)
        return v;
    if (!r.reason)
        return v;
    *ret_reason = r.reason;
    *ret_at = (size_t)(r.bad - text);
    return VALUE_ABSENT;
}
