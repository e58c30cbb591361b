/* SPDX-License-Identifier: MIT */
/* JSON text to tables; lua.md 3.2, RFC 8259. What open tables hold lies on one
 * stack, so any depth is fine; closing a table makes it of exactly the right
 * size. On the stack a table begins with a link: where the link of the table
 * around it is, and of which kind its own is. Behind it lie its elements, or
 * its keys and values in turn. */
#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/numtext.h"
#include "base/utf8.h"
#include "lua/lua_lib.h"
#include "json/scan.h"

#define LOCAL_VALUES 128
#define NAME_BITS    6
#define MEMO_AFTER   4 /* texts read before the names are kept */

/* Names read last. An execution that reads many texts, answers of tools say,
 * keeps them from one to the next, in a cell of its heap (vm->json_memo); a
 * collection throws it away, so nothing in it needs marks. */
typedef struct Memo {
    Str *names[1 << NAME_BITS];
} Memo;

typedef struct Reader {
    VM *vm;
    Memo *memo;
    const char *text, *at, *end;
    const char *reason; /* static; NULL: no error */
    const char *bad;    /* where */
    /* The stack: local storage first, then a cell of the heap. */
    Value *v;
    uint32_t n, cap;
    uint32_t open;  /* one more than where the innermost table's link is */
    uint32_t turns; /* of vm_in_time */
    ValuesCell *cell;
    Buf scratch;
    Value local[LOCAL_VALUES];
} Reader;

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
        bool is_ascii;
        r->at +=
            cm__json_plain_length(r->at, (size_t)(r->end - r->at), &is_ascii);
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
        if (!vm_in_time(r->vm, &r->turns))
            return false;
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

/* Up to nine digits without fraction and exponent are most numbers. */
static bool read_small(Reader *r, Value *ret)
{
    const char *at = r->at;
    bool negative = *at == '-';
    at += negative;
    const char *first = at;
    const char *last = r->end - at > 9 ? at + 9 : r->end;
    int32_t n = 0;
    while (at < last && (uint8_t)(*at - '0') < 10)
        n = n * 10 + (*at++ - '0');
    if (at == first || (*first == '0' && at - first > 1) ||
        (at < r->end &&
         ((uint8_t)(*at - '0') < 10 || *at == '.' || (*at | 0x20) == 'e')))
        return false;
    r->at = at;
    *ret = value_int(negative ? -n : n);
    return true;
}

static Value read_number(Reader *r)
{
    const char *start = r->at, *at = start;
    bool whole = true;
    LuaNumber n;
    Value small;
    if (read_small(r, &small))
        return small;
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

static CM_NOINLINE bool grow(Reader *r)
{
    Heap *h = &r->vm->heap;
    ValuesCell *cell = NULL;
    if (r->cap > INT32_MAX / 4) /* links hold half of what an integer can */
        h->refused = true;
    else
        cell = heap_values_grow(h, r->cell, (size_t)r->cap * 2);
    if (!cell)
        return false;
    if (!r->cell)
        memcpy(cell->v, r->local, sizeof r->local);
    r->cell = cell;
    r->v = cell->v;
    r->cap = cell->cap;
    return true;
}

static inline bool push(Reader *r, Value v)
{
    if (CM_UNLIKELY(r->n == r->cap) && !grow(r))
        return false;
    r->v[r->n++] = v;
    return true;
}

static bool push_link(Reader *r, bool is_array)
{
    if (!push(r, value_int((int32_t)(r->open << 1 | is_array))))
        return false;
    r->open = r->n;
    return true;
}

static inline bool is_array_open(const Reader *r)
{
    return (value_to_int(r->v[r->open - 1]) & 1) != 0;
}

static void pop_link(Reader *r)
{
    r->n = r->open - 1;
    r->open = (uint32_t)value_to_int(r->v[r->n]) >> 1;
}

static bool in_bound(VM *vm, uint32_t n)
{
    if (CM_LIKELY(n <= LUA_TABLE_MAX))
        return true;
    vm_terminate_bound(vm, "A table holds at most 10,000,000 entries");
    return false;
}

static LuaTable *make_array(VM *vm, const Value *values, uint32_t n)
{
    LuaTable *t = in_bound(vm, n) ? lua_table_new(vm, n, 0) : NULL;
    if (!t)
        return NULL;
    t->hd.flags |= LUA_TABLE_IS_ARRAY;
    if (n)
        lua_table_fill(t, 0, values, n);
    return t;
}

/* Straight into the row of a table that is searched one by one. */
static void fill_small(LuaTable *t, const Value *pairs, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++, pairs += 2) {
        uint32_t at = lua_table_find_str(t, value_str(pairs[0]));
        if (at == UINT32_MAX)
            at = t->used++;
        t->entries[at] = (LuaEntry){ pairs[0], pairs[1] };
    }
    t->live = t->used;
}

/* Of n keys and values in turn; of equal keys the last one counts. */
static LuaTable *make_object(VM *vm, const Value *pairs, uint32_t n)
{
    LuaTable *t = lua_table_new(vm, 0, n < LUA_TABLE_MAX ? n : LUA_TABLE_MAX);
    if (t && n <= LUA_SMALL_HASH) {
        fill_small(t, pairs, n);
        return t;
    }
    uint32_t turns = 0; /* steps were charged when the members were read */
    for (uint32_t i = 0; t && i < n; i++, pairs += 2)
        if (!lua_table_set_str(vm, t, value_str(pairs[0]), pairs[1]) ||
            !vm_in_time(vm, &turns))
            return NULL;
    return t;
}

static uint32_t name_slot(const char *text, size_t n)
{
    uint64_t x = 0;
    if (n >= 8) {
        uint64_t last;
        memcpy(&x, text, 8);
        memcpy(&last, text + n - 8, 8);
        x = x * 31 + last;
    } else {
        for (size_t i = 0; i < n; i++)
            x = x << 8 | (uint8_t)text[i];
    }
    return (uint32_t)((x + n) * UINT64_C(0x9E3779B97F4A7C15) >>
                      (64 - NAME_BITS));
}

static Str *find_name(Reader *r, const char *text, size_t n)
{
    Str **slot = &r->memo->names[name_slot(text, n)], *s = *slot;
    if (CM_LIKELY(s && s->len == n && memcmp(s->as.u8, text, n) == 0))
        return s;
    s = str_intern8(r->vm, (const uint8_t *)text, n);
    if (s)
        *slot = s;
    return s;
}

/* Pushes the next key of an object and takes its colon. VALUE_ABSENT: bad
 * text. */
static Value read_key(Reader *r)
{
    const char *text;
    size_t len;
    skip_blanks(r);
    if (r->at == r->end || *r->at != '"')
        return fail(r, r->at, "a key in quotes expected");
    if (!read_text(r, &text, &len))
        return r->reason ? VALUE_ABSENT : VALUE_THROWN;
    Str *s = find_name(r, text, len);
    if (!s || !push(r, value_from_str(s)))
        return VALUE_THROWN;
    if (!accept(r, ':'))
        return fail(r, r->at, "':' expected");
    return value_from_str(s);
}

/* Begins the value at the current place. Of a table that has members *ret_open
 * is set; then its first member comes next. */
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
    if (accept(r, c == '[' ? ']' : '}')) {
        LuaTable *t =
            c == '[' ? make_array(r->vm, NULL, 0) : lua_table_new(r->vm, 0, 0);
        return t ? value_from_lua_table(t) : VALUE_THROWN;
    }
    if (!push_link(r, c == '['))
        return VALUE_THROWN;
    *ret_open = true;
    return c == '{' ? read_key(r) : VALUE_UNDEFINED;
}

/* The innermost table, whose last member is read. */
static Value close_table(Reader *r, bool is_array)
{
    const Value *from = r->v + r->open;
    uint32_t n = r->n - r->open;
    LuaTable *t =
        is_array ? make_array(r->vm, from, n) : make_object(r->vm, from, n / 2);
    pop_link(r);
    return t ? value_from_lua_table(t) : VALUE_THROWN;
}

/* Puts a finished value into the innermost open table; *ret is the table when
 * that is finished too. */
static bool finish(Reader *r, Value v, Value *ret, bool *ret_closed)
{
    bool is_array = is_array_open(r);
    if (!push(r, v) || !vm_charge(r->vm, 1))
        return false;
    *ret_closed = accept(r, is_array ? ']' : '}');
    if (*ret_closed) {
        *ret = close_table(r, is_array);
        return *ret != VALUE_THROWN;
    }
    if (!accept(r, ',')) {
        fail(r, r->at,
             is_array ? "',' or ']' expected" : "',' or '}' expected");
        return true;
    }
    return is_array || read_key(r) != VALUE_THROWN;
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
            if (r->open == 0)
                return v;
            if (!finish(r, v, &v, &closed))
                return VALUE_THROWN;
            if (r->reason)
                return VALUE_ABSENT;
        }
    }
}

/* The memo of the execution, made when it has read enough; else NULL. */
static Memo *kept_memo(VM *vm)
{
    if (!vm->json_memo && ++vm->n_json_reads >= MEMO_AFTER) {
        bool refused = vm->heap.refused;
        RawCell *raw = heap_raw_new(&vm->heap, sizeof(Memo));
        vm->heap.refused = refused;
        if (raw)
            memset(raw->bytes, 0, sizeof(Memo));
        vm->json_memo = raw;
    }
    return vm->json_memo ? (Memo *)(void *)vm->json_memo->bytes : NULL;
}

Value lua_data_read(VM *vm, const char *text, size_t len,
                    const char **ret_reason, size_t *ret_at)
{
    Memo own;
    Reader r;
    r.vm = vm;
    r.memo = kept_memo(vm);
    if (!r.memo) {
        own = (Memo){ 0 };
        r.memo = &own;
    }
    r.text = r.at = text;
    r.end = text + len;
    r.reason = r.bad = NULL;
    r.v = r.local;
    r.n = r.open = r.turns = 0;
    r.cap = LOCAL_VALUES;
    r.cell = NULL;
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
    heap_release(&vm->heap, r.cell);
    if (v == VALUE_THROWN || !r.reason)
        return v;
    *ret_reason = r.reason;
    *ret_at = (size_t)(r.bad - text);
    return VALUE_ABSENT;
}
