/* SPDX-License-Identifier: MIT */
/* The string library but for searching and formatting; spec/lua.md 2.2. Strings
 * are bytes; letters are those of ASCII. */
#include "lua/lib/lib_string.h"

#include <string.h>

size_t lua_start_position(int64_t at, size_t len)
{
    if (at > 0)
        return (size_t)at;
    if (at == 0 || at < -(int64_t)len)
        return 1;
    return (size_t)((int64_t)len + at + 1);
}

size_t lua_end_position(int64_t at, size_t len)
{
    if (at > (int64_t)len)
        return len;
    if (at >= 0)
        return (size_t)at;
    return at < -(int64_t)len ? 0 : (size_t)((int64_t)len + at + 1);
}

static Value from_str(Str *s)
{
    return s ? value_from_str(s) : VALUE_THROWN;
}

Value lua_bytes_value(VM *vm, const char *bytes, size_t len)
{
    return from_str(str_new8(vm, (const uint8_t *)bytes, len));
}

static bool bytes_arg(VM *vm, const NativeCall *c, uint32_t i,
                      const char **ret_bytes, size_t *ret_len)
{
    Str *s;
    return lua_arg_string(vm, c, i, &s) && lua_bytes(vm, s, ret_bytes, ret_len);
}

static Value string_len(VM *vm, NativeCall *c)
{
    Str *s;
    if (!lua_arg_string(vm, c, 0, &s))
        return VALUE_THROWN;
    return value_int((int32_t)s->len);
}

static Value string_sub(VM *vm, NativeCall *c)
{
    Str *s;
    int64_t i, j;
    if (!lua_arg_string(vm, c, 0, &s) || !lua_arg_integer(vm, c, 1, &i) ||
        !lua_opt_integer(vm, c, 2, -1, &j))
        return VALUE_THROWN;
    size_t from = lua_start_position(i, s->len);
    size_t to = lua_end_position(j, s->len);
    if (from > to)
        from = to + 1;
    if (from == 1 && to == s->len)
        return value_from_str(s);
    return from_str(str_slice(vm, s, (uint32_t)(from - 1), (uint32_t)to));
}

static Value string_byte(VM *vm, NativeCall *c)
{
    const char *bytes;
    size_t len;
    int64_t i, j;
    if (!bytes_arg(vm, c, 0, &bytes, &len) ||
        !lua_opt_integer(vm, c, 1, 1, &i) || !lua_opt_integer(vm, c, 2, i, &j))
        return VALUE_THROWN;
    size_t from = lua_start_position(i, len);
    size_t to = lua_end_position(j, len);
    if (from > to)
        return lua_no_results(vm);
    if (from == to)
        return value_int((unsigned char)bytes[from - 1]);
    uint32_t n = (uint32_t)(to - from + 1);
    Value *r = vm_charge(vm, n) ? lua_results(vm, n) : NULL;
    if (!r)
        return VALUE_THROWN;
    for (uint32_t k = 0; k < n; k++)
        r[k] = value_int((unsigned char)bytes[from - 1 + k]);
    return VALUE_RESULTS;
}

static Value string_char(VM *vm, NativeCall *c)
{
    StrBuilder b;
    strb_init(&b, vm);
    if (!vm_charge(vm, c->argc))
        return VALUE_THROWN;
    for (uint32_t i = 0; i < c->argc; i++) {
        int64_t n;
        if (!lua_arg_integer(vm, c, i, &n))
            return VALUE_THROWN;
        if (n < 0 || n > 255)
            return lua_bad_arg(vm, c, i, "value out of range");
        strb_unit(&b, (uint32_t)n);
    }
    return from_str(strb_finish(&b));
}

/* A new string of len bytes to be filled at *ret_units. NULL when it cannot
 * be. */
static Str *make(VM *vm, size_t len, uint8_t **ret_units)
{
    if (len > LUA_MAX_STRING) {
        lua_string_too_long(vm);
        return NULL;
    }
    Str *s = vm_charge_bytes(vm, len) ? str_alloc8(vm, len) : NULL;
    if (s)
        *ret_units = s->as.u8;
    return s;
}

typedef uint8_t (*MapByte)(uint8_t);

static uint8_t lower_byte(uint8_t ch)
{
    return ch >= 'A' && ch <= 'Z' ? (uint8_t)(ch | 0x20) : ch;
}

static uint8_t upper_byte(uint8_t ch)
{
    return ch >= 'a' && ch <= 'z' ? (uint8_t)(ch & 0xDF) : ch;
}

static Value map_bytes(VM *vm, const NativeCall *c, MapByte map)
{
    const char *bytes;
    size_t len, same = 0;
    if (!bytes_arg(vm, c, 0, &bytes, &len))
        return VALUE_THROWN;
    while (same < len && map((uint8_t)bytes[same]) == (uint8_t)bytes[same])
        same++;
    if (same == len) {
        Str *s;
        if (!vm_charge_bytes(vm, len) || !lua_arg_string(vm, c, 0, &s))
            return VALUE_THROWN;
        return value_from_str(s);
    }
    if (len == 1) {
        char ch = (char)map((uint8_t)bytes[0]);
        return lua_bytes_value(vm, &ch, 1);
    }
    uint8_t *to;
    Str *s = make(vm, len, &to);
    if (!s)
        return VALUE_THROWN;
    for (size_t i = 0; i < len; i++)
        to[i] = map((uint8_t)bytes[i]);
    return value_from_str(s);
}

static Value string_lower(VM *vm, NativeCall *c)
{
    return map_bytes(vm, c, lower_byte);
}

static Value string_upper(VM *vm, NativeCall *c)
{
    return map_bytes(vm, c, upper_byte);
}

static Value string_reverse(VM *vm, NativeCall *c)
{
    const char *bytes;
    size_t len;
    uint8_t *to;
    if (!bytes_arg(vm, c, 0, &bytes, &len))
        return VALUE_THROWN;
    if (len < 2)
        return lua_bytes_value(vm, bytes, len);
    Str *s = make(vm, len, &to);
    if (!s)
        return VALUE_THROWN;
    for (size_t i = 0; i < len; i++)
        to[i] = (uint8_t)bytes[len - 1 - i];
    return value_from_str(s);
}

/* Fills [0, total) with repetitions of its first `unit` bytes, by doubling. */
static void repeat(uint8_t *to, size_t unit, size_t total)
{
    for (size_t done = unit; done < total;) {
        size_t n = done < total - done ? done : total - done;
        memcpy(to + done, to, n);
        done += n;
    }
}

static Value string_rep(VM *vm, NativeCall *c)
{
    const char *bytes, *between = "";
    size_t len, gap = 0;
    Str *separator;
    int64_t n;
    if (!bytes_arg(vm, c, 0, &bytes, &len) || !lua_arg_integer(vm, c, 1, &n) ||
        !lua_opt_string(vm, c, 2, NULL, &separator) ||
        (separator && !lua_bytes(vm, separator, &between, &gap)))
        return VALUE_THROWN;
    if (n <= 0 || len + gap == 0)
        return lua_bytes_value(vm, "", 0);
    if (n > LUA_MAX_STRING + 2)
        n = LUA_MAX_STRING + 2; /* too long: each but the last adds a byte */
    uint64_t total = (uint64_t)n * (len + gap) - gap;
    if (total > LUA_MAX_STRING)
        return lua_string_too_long(vm);
    if (total < 2)
        return lua_bytes_value(vm, len ? bytes : between, (size_t)total);
    uint8_t *to;
    Str *s = make(vm, (size_t)total, &to);
    if (!s)
        return VALUE_THROWN;
    memcpy(to, bytes, len);
    if (n > 1)
        memcpy(to + len, between, gap);
    repeat(to, len + gap, (size_t)total);
    return value_from_str(s);
}

static const NativeSpec rows[] = {
    { .name = "byte", .fn = string_byte },
    { .name = "char", .fn = string_char },
    { .name = "format", .fn = lua_string_format },
    { .name = "len", .fn = string_len },
    { .name = "lower", .fn = string_lower },
    { .name = "rep", .fn = string_rep },
    { .name = "reverse", .fn = string_reverse },
    { .name = "sub", .fn = string_sub },
    { .name = "upper", .fn = string_upper },
};

void lua_install_string(LuaBuilder *b)
{
    LuaTable *t = lua_library(b, "string");
    lua_functions(b, t, rows, CM_ARRAY_LEN(rows));
    lua_install_search(b, t);
    if (!b->failed)
        b->realm->lua_string = t;
}
