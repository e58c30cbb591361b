/* SPDX-License-Identifier: MIT */
/* The utf8 library; spec/lua.md 2.5. Strings are read by the original rules of
 * UTF-8, up to six bytes and 2^31; unless `lax` is true, surrogates and what is
 * above U+10FFFF are refused afterwards, as in Lua 5.4. */
#include "lua/lua_lib.h"

#define MAX_CODE    UINT32_C(0x7FFFFFFF)
#define MAX_UNICODE UINT32_C(0x10FFFF)

/* A string argument. */
typedef struct Text {
    const char *bytes;
    int64_t len;
} Text;

static bool text_arg(VM *vm, const NativeCall *c, Text *ret)
{
    Str *s;
    size_t len;
    if (!lua_arg_string(vm, c, 0, &s) || !lua_bytes(vm, s, &ret->bytes, &len))
        return false;
    ret->len = (int64_t)len;
    return true;
}

static bool is_continuation(const Text *t, int64_t i)
{
    return i < t->len && ((unsigned char)t->bytes[i] & 0xC0) == 0x80;
}

/* Positions from the end; those before the first byte are 0. */
static int64_t position(int64_t at, int64_t len)
{
    if (at >= 0)
        return at;
    return at < -len ? 0 : len + at + 1;
}

/* The length of the character at i < len, 0 when it is malformed. */
static int64_t decode(const Text *t, int64_t i, bool lax, uint32_t *ret_code)
{
    static const uint32_t least[6] = { 0,       0x80,     0x800,
                                       0x10000, 0x200000, 0x4000000 };
    uint32_t first = (unsigned char)t->bytes[i], code = first;
    int more = 0;
    if (first >= 0x80) {
        code = 0;
        for (uint32_t bit = 0x40; first & bit; bit >>= 1) {
            if (++more > 5 || !is_continuation(t, i + more))
                return 0;
            code = code << 6 | ((unsigned char)t->bytes[i + more] & 0x3F);
        }
        if (more == 0)
            return 0;
        code |= (first & (0x3Fu >> more)) << (more * 6);
        if (code < least[more] || code > MAX_CODE)
            return 0;
    }
    if (!lax && (code > MAX_UNICODE || (code >= 0xD800 && code <= 0xDFFF)))
        return 0;
    *ret_code = code;
    return more + 1;
}

static Value code_value(VM *vm, uint32_t code)
{
    return lua_integer(vm, (int64_t)code);
}

static Value throw_invalid(VM *vm)
{
    return throw_error(vm, ERR_ERROR, "invalid UTF-8 code");
}

/* ---- functions ---- */

static size_t encode(uint32_t code, char out[6])
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t n = 2;
    while (n < 6 && code >> (5 * n + 1))
        n++;
    for (size_t i = n - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    out[0] = (char)((0xFF00u >> n & 0xFF) | code);
    return n;
}

static Value utf8_char(VM *vm, NativeCall *c)
{
    StrBuilder b;
    strb_init(&b, vm);
    if (!vm_charge(vm, c->argc))
        return VALUE_THROWN;
    for (uint32_t i = 0; i < c->argc; i++) {
        int64_t code;
        char out[6];
        if (!lua_arg_integer(vm, c, i, &code))
            return VALUE_THROWN;
        if (code < 0 || code > MAX_CODE)
            return lua_bad_arg(vm, c, i, "value out of range");
        strb_ascii(&b, out, encode((uint32_t)code, out));
    }
    Str *s = strb_finish(&b);
    return s ? value_from_str(s) : VALUE_THROWN;
}

/* Counts the characters that begin in bytes [from, to). *ret_bad: the first
 * malformed byte, or -1. */
static bool count(VM *vm, const Text *t, int64_t from, int64_t to, bool lax,
                  uint32_t *ret_n, int64_t *ret_bad)
{
    uint32_t code;
    *ret_n = 0;
    *ret_bad = -1;
    while (from < to) {
        int64_t n = decode(t, from, lax, &code);
        if (n == 0) {
            *ret_bad = from;
            break;
        }
        from += n;
        if (++*ret_n % 64 == 0 && !vm_charge(vm, 8))
            return false;
    }
    return vm_charge(vm, 1);
}

static Value utf8_len(VM *vm, NativeCall *c)
{
    Text t;
    int64_t i, j, bad;
    uint32_t n;
    if (!text_arg(vm, c, &t) || !lua_opt_integer(vm, c, 1, 1, &i) ||
        !lua_opt_integer(vm, c, 2, -1, &j))
        return VALUE_THROWN;
    i = position(i, t.len);
    j = position(j, t.len);
    if (i < 1 || i - 1 > t.len)
        return lua_bad_arg(vm, c, 1, "initial position out of bounds");
    if (j > t.len)
        return lua_bad_arg(vm, c, 2, "final position out of bounds");
    if (!count(vm, &t, i - 1, j, lua_truthy(lua_arg(c, 3)), &n, &bad))
        return VALUE_THROWN;
    if (bad >= 0)
        return lua_two_results(vm, VALUE_UNDEFINED,
                               value_int((int32_t)bad + 1));
    return value_int((int32_t)n);
}

static Value utf8_codepoint(VM *vm, NativeCall *c)
{
    Text t;
    int64_t i, j, bad;
    uint32_t n, code;
    if (!text_arg(vm, c, &t) || !lua_opt_integer(vm, c, 1, 1, &i))
        return VALUE_THROWN;
    i = position(i, t.len);
    if (!lua_opt_integer(vm, c, 2, i, &j))
        return VALUE_THROWN;
    j = position(j, t.len);
    if (i < 1)
        return lua_bad_arg(vm, c, 1, "out of bounds");
    if (j > t.len)
        return lua_bad_arg(vm, c, 2, "out of bounds");
    bool lax = lua_truthy(lua_arg(c, 3));
    if (!count(vm, &t, i - 1, j, lax, &n, &bad))
        return VALUE_THROWN;
    if (bad >= 0)
        return throw_invalid(vm);
    Value *r = lua_results(vm, n);
    if (!r)
        return VALUE_THROWN;
    int64_t at = i - 1;
    for (uint32_t k = 0; k < n; k++) {
        at += decode(&t, at, lax, &code);
        r[k] = code_value(vm, code);
        if (r[k] == VALUE_THROWN)
            return VALUE_THROWN;
    }
    return VALUE_RESULTS;
}

/* Byte position of character n, counted from byte i; spec as utf8.offset of
 * Lua. */
static Value utf8_offset(VM *vm, NativeCall *c)
{
    Text t;
    int64_t n, at;
    if (!text_arg(vm, c, &t) || !lua_arg_integer(vm, c, 1, &n) ||
        !lua_opt_integer(vm, c, 2, n >= 0 ? 1 : t.len + 1, &at))
        return VALUE_THROWN;
    at = position(at, t.len) - 1;
    if (at < 0 || at > t.len)
        return lua_bad_arg(vm, c, 2, "position out of bounds");
    int64_t start = at;
    if (n == 0) {
        while (at > 0 && is_continuation(&t, at))
            at--;
    } else if (is_continuation(&t, at)) {
        return throw_error(vm, ERR_ERROR,
                           "initial position is a continuation byte");
    } else if (n < 0) {
        for (; n < 0 && at > 0; n++)
            do
                at--;
            while (at > 0 && is_continuation(&t, at));
    } else {
        for (n--; n > 0 && at < t.len; n--)
            do
                at++;
            while (is_continuation(&t, at));
    }
    uint64_t touched = (uint64_t)(at > start ? at - start : start - at);
    if (!vm_charge(vm, touched / 8 + 1))
        return VALUE_THROWN;
    return n == 0 ? value_int((int32_t)at + 1) : VALUE_UNDEFINED;
}

static Value next_code(VM *vm, const NativeCall *c, bool lax)
{
    Text t;
    int64_t i;
    uint32_t code;
    if (!text_arg(vm, c, &t) || !lua_arg_integer(vm, c, 1, &i))
        return VALUE_THROWN;
    if (i < 0)
        i = t.len;
    while (is_continuation(&t, i))
        i++;
    if (i >= t.len)
        return VALUE_UNDEFINED;
    int64_t n = decode(&t, i, lax, &code);
    if (n == 0 || is_continuation(&t, i + n))
        return throw_invalid(vm);
    Value v = code_value(vm, code);
    if (v == VALUE_THROWN || !vm_charge(vm, 1))
        return VALUE_THROWN;
    return lua_two_results(vm, value_int((int32_t)i + 1), v);
}

static Value next_strict(VM *vm, NativeCall *c)
{
    return next_code(vm, c, false);
}

static Value next_lax(VM *vm, NativeCall *c)
{
    return next_code(vm, c, true);
}

/* data[0] and data[1]: the strict and the lax iterator. */
static Value utf8_codes(VM *vm, NativeCall *c)
{
    Text t;
    if (!text_arg(vm, c, &t))
        return VALUE_THROWN;
    if (is_continuation(&t, 0))
        return lua_bad_arg(vm, c, 0, "invalid UTF-8 code");
    Value *r = lua_results(vm, 3);
    if (!r)
        return VALUE_THROWN;
    const Native *self = (const Native *)(const void *)value_obj(c->callee);
    r[0] = self->data[lua_truthy(lua_arg(c, 1))];
    r[1] = c->args[0];
    r[2] = value_int(0);
    return VALUE_RESULTS;
}

static const NativeSpec rows[] = {
    { .name = "char", .fn = utf8_char },
    { .name = "codepoint", .fn = utf8_codepoint },
    { .name = "len", .fn = utf8_len },
    { .name = "offset", .fn = utf8_offset },
};

static const NativeSpec codes_row = { .name = "codes", .fn = utf8_codes };
static const NativeSpec strict_row = { .name = "codes_next",
                                       .fn = next_strict };
static const NativeSpec lax_row = { .name = "codes_next", .fn = next_lax };

void lua_install_utf8(LuaBuilder *b)
{
    LuaTable *t = lua_library(b, "utf8");
    lua_functions(b, t, rows, CM_ARRAY_LEN(rows));
    Native *codes = lua_function(b, &codes_row);
    Native *strict = lua_function(b, &strict_row);
    Native *lax = lua_function(b, &lax_row);
    if (b->failed || !codes || !strict || !lax)
        return;
    codes->data[0] = value_from_obj(strict);
    codes->data[1] = value_from_obj(lax);
    lua_value(b, t, "codes", value_from_obj(codes));
}
