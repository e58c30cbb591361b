/* SPDX-License-Identifier: MIT */
/* find, match, gmatch, gsub; spec/lua.md 2.2. They look for literal text:
 * patterns are not part of the language, and text that would be one raises
 * unless `plain` is true, so that no program silently gets another answer than
 * it meant.
 *
 * The search goes from one first byte to the next (memchr). When comparing
 * there costs much more than the distance covered, it changes to a table of the
 * borders of the text looked for (Knuth, Morris, Pratt, "Fast pattern matching
 * in strings", SIAM J. Comput. 6, 1977), which is linear whatever the two texts
 * are. */
#include "lua/lib/lib_string.h"

#include <string.h>

#define NOT_FOUND    SIZE_MAX
/* Bytes compared in vain, per byte covered, before the algorithm changes. */
#define NAIVE_FACTOR 8
#define NAIVE_START  4096

/* Text and what is looked for in it. The bytes have to be taken again after p
 * was used as a key: interning may turn it into a slice of the name. */
typedef struct Search {
    Str *s, *p;
    const char *text, *what;
    size_t len, n; /* of text, of what */
} Search;

static bool take_bytes(VM *vm, Search *f)
{
    return lua_bytes(vm, f->s, &f->text, &f->len) &&
           lua_bytes(vm, f->p, &f->what, &f->n);
}

/* ---- the search ---- */

/* border[i]: length of the longest proper prefix of what[0..i] that ends it. */
static void find_borders(VM *vm, const char *what, size_t n, uint32_t *border)
{
    uint32_t k = 0, turns = 0;
    border[0] = 0;
    for (size_t i = 1; i < n && vm_in_time(vm, &turns); i++) {
        while (k && what[i] != what[k])
            k = border[k - 1];
        if (what[i] == what[k])
            k++;
        border[i] = k;
    }
}

static bool find_linear(VM *vm, const Search *f, size_t from, size_t *ret)
{
    RawCell *raw = heap_raw_new(&vm->heap, f->n * sizeof(uint32_t));
    if (!raw || !vm_charge(vm, f->n / 8 + (f->len - from) / 8 + 1))
        return false;
    uint32_t *border = (uint32_t *)(void *)raw->bytes;
    find_borders(vm, f->what, f->n, border);
    size_t k = 0, at = from;
    uint32_t turns = 0;
    for (; at < f->len && k < f->n && vm_in_time(vm, &turns); at++) {
        while (k && f->text[at] != f->what[k])
            k = border[k - 1];
        if (f->text[at] == f->what[k])
            k++;
    }
    *ret = k == f->n ? at - k : NOT_FOUND;
    heap_release(&vm->heap, raw);
    return true;
}

/* The first place at or after `from`, which is at most len. False when refused
 * or the execution has to end. */
static bool find_from(VM *vm, const Search *f, size_t from, size_t *ret)
{
    *ret = from;
    if (f->n == 0)
        return vm_charge(vm, 1);
    *ret = NOT_FOUND;
    if (f->n > f->len - from)
        return vm_charge(vm, 1);
    const char *at = f->text + from;
    const char *end = f->text + f->len - f->n + 1;
    const char last = f->what[f->n - 1];
    size_t wasted = 0;
    uint32_t turns = 0;
    for (; at < end && vm_in_time(vm, &turns); at++) {
        const char *next = memchr(at, f->what[0], (size_t)(end - at));
        if (!next) {
            at = end;
            break;
        }
        at = next;
        if (at[f->n - 1] != last)
            continue;
        if (memcmp(at, f->what, f->n) == 0) {
            *ret = (size_t)(at - f->text);
            break;
        }
        wasted += f->n;
        size_t covered = (size_t)(at - f->text) - from;
        if (wasted > NAIVE_FACTOR * covered + NAIVE_START)
            return vm_charge_bytes(vm, wasted) &&
                   find_linear(vm, f, (size_t)(at - f->text) + 1, ret);
    }
    return vm_charge_bytes(vm, (size_t)(at - f->text) - from + f->n);
}

/* ---- arguments ---- */

static bool is_magic(const char *what, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (what[i] && strchr("^$()%.[]*+-?", what[i]))
            return true;
    return false;
}

/* Raises what tells a program to pass plain or to use something else. */
static bool no_patterns(VM *vm, const char *function, unsigned plain_arg)
{
    throw_suggest(
        vm, DIAG_EXECUTION_FAILURE, ERR_ERROR,
        "Pass plain = true to look for the text as it is, for example "
        "s:find(\".\", 1, true), s:gsub(\".\", \"-\", nil, true). To take "
        "texts apart use find with plain = true and sub, or byte.",
        "patterns are unavailable: string.%s looks for literal text; pass "
        "plain = true as argument %u, or cut with find(p, init, true) and sub",
        function, plain_arg);
    return false;
}

/* s, p and the flag `plain` at index plain. */
static bool search_args(VM *vm, const NativeCall *c, uint32_t plain,
                        const char *function, Search *f)
{
    if (!lua_arg_string(vm, c, 0, &f->s) || !lua_arg_string(vm, c, 1, &f->p) ||
        !take_bytes(vm, f))
        return false;
    if (lua_truthy(lua_arg(c, plain)))
        return true;
    return vm_charge_bytes(vm, f->n) &&
           (!is_magic(f->what, f->n) || no_patterns(vm, function, plain + 1));
}

/* The place found at or after `init`, the third argument. */
static bool find_at_init(VM *vm, const NativeCall *c, const char *function,
                         Search *f, size_t *ret)
{
    int64_t init;
    if (!search_args(vm, c, 3, function, f) ||
        !lua_opt_integer(vm, c, 2, 1, &init))
        return false;
    size_t from = lua_start_position(init, f->len) - 1;
    *ret = NOT_FOUND;
    return from > f->len || find_from(vm, f, from, ret);
}

static Value string_find(VM *vm, NativeCall *c)
{
    Search f;
    size_t at;
    if (!find_at_init(vm, c, "find", &f, &at))
        return VALUE_THROWN;
    if (at == NOT_FOUND)
        return VALUE_UNDEFINED;
    return lua_two_results(vm, value_int((int32_t)at + 1),
                           value_int((int32_t)(at + f.n)));
}

static Value string_match(VM *vm, NativeCall *c)
{
    Search f;
    size_t at;
    if (!find_at_init(vm, c, "match", &f, &at))
        return VALUE_THROWN;
    return at == NOT_FOUND ? VALUE_UNDEFINED : value_from_str(f.p);
}

/* ---- gmatch ---- */

/* data[0]: a node of both texts; data[1]: where to look next, -1 at the end. */
static Value gmatch_next(VM *vm, NativeCall *c)
{
    Native *self = (Native *)(void *)value_obj(c->callee);
    const NodeCell *texts = value_ptr(self->data[0]);
    int32_t from = value_to_int(self->data[1]);
    Search f = { .s = value_str(texts->v[0]), .p = value_str(texts->v[1]) };
    size_t at;
    if (from < 0)
        return VALUE_UNDEFINED;
    if (!take_bytes(vm, &f) || !find_from(vm, &f, (size_t)from, &at))
        return VALUE_THROWN;
    bool more = at != NOT_FOUND;
    if (more)
        from = (int32_t)(at + f.n + (f.n == 0));
    self->data[1] = value_int(more && (size_t)from <= f.len ? from : -1);
    return more ? value_from_str(f.p) : VALUE_UNDEFINED;
}

static const NativeSpec gmatch_row = { .name = "gmatch_next",
                                       .fn = gmatch_next };

static Value string_gmatch(VM *vm, NativeCall *c)
{
    Search f;
    int64_t init;
    if (!search_args(vm, c, 3, "gmatch", &f) ||
        !lua_opt_integer(vm, c, 2, 1, &init))
        return VALUE_THROWN;
    size_t from = lua_start_position(init, f.len) - 1;
    NodeCell *texts = heap_node_new(&vm->heap, 2);
    if (!texts)
        return VALUE_THROWN;
    texts->v[0] = value_from_str(f.s);
    texts->v[1] = value_from_str(f.p);
    Native *fn = native_new(vm, &gmatch_row, value_from_cell(texts),
                            value_int(from <= f.len ? (int32_t)from : -1));
    return fn ? value_from_obj(fn) : VALUE_THROWN;
}

/* ---- gsub ---- */

enum {
    G_TEXT,
    G_WHAT,
    G_ROW, /* replacements so far, one for each match: a string, or false to
              keep it; with a single one for all matches: that one */
    GSUB_REGS
};

enum {
    GSUB_START,
    GSUB_CALLED /* f->i: where the next search starts, f->n: matches,
                   f->m: those that are wanted */
};

/* Appends to b what a replacement text stands for; it is the same for each
 * match. */
static bool expand(VM *vm, Str *repl, Str *match, StrBuilder *b)
{
    const char *bytes;
    size_t len, from = 0;
    if (!lua_bytes(vm, repl, &bytes, &len) || !vm_charge_bytes(vm, len))
        return false;
    for (size_t i = 0; i < len; i++) {
        if (bytes[i] != '%')
            continue;
        strb_ascii(b, bytes + from, i - from);
        char next = (char)(++i < len ? bytes[i] : '\0');
        from = i + 1;
        if (next == '%') {
            strb_unit(b, '%');
        } else if (next == '0' || next == '1') {
            if (!vm_charge_bytes(vm, match->len))
                return false;
            strb_str(b, match);
        } else {
            bool digit = next >= '2' && next <= '9';
            if (digit)
                throw_error(vm, ERR_ERROR, "invalid capture index %%%c", next);
            else
                throw_error(vm, ERR_ERROR,
                            "invalid use of '%%' in replacement string");
            return false;
        }
        if (b->len > LUA_MAX_STRING) {
            lua_string_too_long(vm);
            return false;
        }
    }
    if (from < len)
        strb_ascii(b, bytes + from, len - from);
    return !b->failed;
}

/* A replacement as it goes into the row: a string, or false to keep the
 * match. */
static Value as_replacement(VM *vm, Value v)
{
    if (value_is_string(v) || v == VALUE_FALSE)
        return v;
    if (lua_is_nil(v))
        return VALUE_FALSE;
    if (!lua_is_number(v))
        return throw_error(vm, ERR_ERROR, "invalid replacement value (a %s)",
                           lua_type_name(v));
    Str *s = lua_tostring(vm, v);
    return s ? value_from_str(s) : VALUE_THROWN;
}

/* The one replacement of all matches that a string or a table gives. */
static Value fixed_replacement(VM *vm, const NativeCall *c, Str *p)
{
    if (value_is_lua_table(c->args[2])) {
        LuaTable *t = value_lua_table(c->args[2]);
        Value v = lua_table_get(vm, t, value_from_str(p));
        return v == VALUE_THROWN ? v : as_replacement(vm, v);
    }
    StrBuilder b;
    Str *repl;
    strb_init(&b, vm);
    if (!lua_arg_string(vm, c, 2, &repl) || !expand(vm, repl, p, &b))
        return VALUE_THROWN;
    Str *s = strb_finish(&b);
    return s ? value_from_str(s) : VALUE_THROWN;
}

/* Where the search goes on behind a match at `at`. */
static size_t behind(const Search *f, size_t at)
{
    return at + f->n + (f->n == 0);
}

static size_t size_of(const Search *f, Value replacement)
{
    return value_is_string(replacement) ? value_str(replacement)->len : f->n;
}

/* Replacement k of a row. */
static Value replacement_at(const ValuesCell *row, bool fixed, uint32_t k)
{
    return row->v[fixed ? 0 : k];
}

static bool copy(VM *vm, uint8_t *to, const Search *f, Value replacement)
{
    const char *bytes = f->what;
    size_t len = f->n;
    if (value_is_string(replacement) &&
        !lua_bytes(vm, value_str(replacement), &bytes, &len))
        return false;
    if (len)
        memcpy(to, bytes, len);
    return true;
}

static bool fill(VM *vm, uint8_t *to, const Search *f, const ValuesCell *row,
                 bool fixed, uint32_t n)
{
    size_t done = 0, from = 0, at;
    for (uint32_t k = 0; k < n; k++) {
        Value v = replacement_at(row, fixed, k);
        if (!find_from(vm, f, from, &at) || !vm_charge(vm, 1))
            return false;
        memcpy(to, f->text + done, at - done);
        to += at - done;
        if (!copy(vm, to, f, v))
            return false;
        to += size_of(f, v);
        done = at + f->n;
        from = behind(f, at);
    }
    if (f->len > done)
        memcpy(to, f->text + done, f->len - done);
    return true;
}

/* The text with n matches replaced. */
static Value build(VM *vm, const Search *f, const ValuesCell *row, bool fixed,
                   uint32_t n)
{
    uint64_t total = f->len - (uint64_t)f->n * n;
    if (fixed)
        total += n ? (uint64_t)n * size_of(f, row->v[0]) : 0;
    for (uint32_t k = 0; !fixed && k < n; k++)
        total += size_of(f, row->v[k]);
    if (total > LUA_MAX_STRING)
        return lua_string_too_long(vm);
    if (n == 0)
        return value_from_str(f->s);
    if (!vm_charge_bytes(vm, total + (fixed ? 0 : (uint64_t)n * sizeof(Value))))
        return VALUE_THROWN;
    uint8_t unit; /* strings of one are not made */
    Str *s = total > 1 ? str_alloc8(vm, (size_t)total) : NULL;
    if ((total > 1 && !s) || !fill(vm, s ? s->as.u8 : &unit, f, row, fixed, n))
        return VALUE_THROWN;
    if (!s)
        s = str_new8(vm, &unit, (size_t)total);
    return s ? value_from_str(s) : VALUE_THROWN;
}

static Step finish(VM *vm, NativeFrame *f, const Search *search, bool fixed,
                   uint32_t n)
{
    const ValuesCell *row = n ? value_ptr(f->reg[G_ROW]) : NULL;
    Value text = build(vm, search, row, fixed, n);
    if (text == VALUE_THROWN)
        return STEP_THROW;
    return native_return(f, lua_two_results(vm, text, value_int((int32_t)n)));
}

/* Strings and tables: counts, then builds. */
static Step replace_all(VM *vm, NativeFrame *f, Search *search)
{
    uint32_t n = 0;
    size_t at = 0, from = 0;
    while (n < f->m && from <= search->len) {
        if (!find_from(vm, search, from, &at))
            return STEP_THROW;
        if (at == NOT_FOUND)
            break;
        from = behind(search, at);
        n++;
    }
    if (n) {
        ValuesCell *row = heap_values_new(&vm->heap, 1);
        Value v =
            row ? fixed_replacement(vm, &f->call, search->p) : VALUE_THROWN;
        if (v == VALUE_THROWN || !take_bytes(vm, search))
            return STEP_THROW;
        row->v[0] = v;
        row->n = 1;
        f->reg[G_ROW] = value_from_cell(row);
    }
    return finish(vm, f, search, true, n);
}

/* Functions: the next call, or the end. */
static Step call_next(VM *vm, NativeFrame *f, const Search *search)
{
    size_t at = NOT_FOUND;
    if (f->n < f->m && f->i <= search->len && !find_from(vm, search, f->i, &at))
        return STEP_THROW;
    if (at == NOT_FOUND)
        return finish(vm, f, search, false, f->n);
    f->i = (uint32_t)behind(search, at);
    f->n++;
    f->pc = GSUB_CALLED;
    return native_call(vm, f, f->call.args[2], VALUE_UNDEFINED, 1,
                       &f->reg[G_WHAT]);
}

/* Keeps the function's answer for the match just made. */
static bool take_answer(VM *vm, NativeFrame *f)
{
    ValuesCell *row = f->n > 1 ? value_ptr(f->reg[G_ROW]) : NULL;
    Value v = as_replacement(vm, f->result);
    if (v == VALUE_THROWN || !vm_charge(vm, 1))
        return false;
    if (!row || row->n == row->cap) {
        row = heap_values_grow(&vm->heap, row, f->n);
        if (!row)
            return false;
        f->reg[G_ROW] = value_from_cell(row);
    }
    row->n = f->n;
    row->v[f->n - 1] = v;
    return true;
}

static bool gsub_begin(VM *vm, NativeFrame *f, Search *search)
{
    const NativeCall *c = &f->call;
    Value repl = c->args[2];
    int64_t max;
    if (!search_args(vm, c, 4, "gsub", search))
        return false;
    if (!value_is_string(repl) && !lua_is_number(repl) &&
        !value_is_lua_table(repl) && !lua_is_callable(repl)) {
        lua_bad_type(vm, c, 2, "string/function/table");
        return false;
    }
    if (!lua_opt_integer(vm, c, 3, (int64_t)search->len + 1, &max))
        return false;
    f->m = max < 0                         ? 0
           : max > (int64_t)LUA_MAX_STRING ? LUA_MAX_STRING + 1
                                           : (uint32_t)max;
    f->reg[G_TEXT] = value_from_str(search->s);
    f->reg[G_WHAT] = value_from_str(search->p);
    return true;
}

static Step string_gsub(VM *vm, NativeFrame *f)
{
    Search search;
    if (f->pc == GSUB_START) {
        if (!gsub_begin(vm, f, &search))
            return STEP_THROW;
        if (!lua_is_callable(f->call.args[2]))
            return replace_all(vm, f, &search);
    } else {
        search.s = value_str(f->reg[G_TEXT]);
        search.p = value_str(f->reg[G_WHAT]);
        if (!take_bytes(vm, &search) || !take_answer(vm, f))
            return STEP_THROW;
    }
    return call_next(vm, f, &search);
}

static const NativeSpec rows[] = {
    { .name = "find", .fn = string_find },
    { .name = "gmatch", .fn = string_gmatch },
    { .name = "gsub", .step = string_gsub, .min_args = 5, .n_regs = GSUB_REGS },
    { .name = "match", .fn = string_match },
};

void lua_install_search(LuaBuilder *b, LuaTable *string)
{
    lua_functions(b, string, rows, CM_ARRAY_LEN(rows));
}
