/* SPDX-License-Identifier: MIT */
/* Making strings, numbers as text, views, UTF-8. Ropes and appending are in
 * str_rope.c, comparison in str_compare.c, names in str_intern.c. */
#include "engine/str.h"

#include <assert.h>
#include <string.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/numtext.h"
#include "base/utf8.h"
#include "engine/lua_ops.h"
#include "engine/meter.h"
#include "engine/realm.h"
#include "engine/str_internal.h"

/* ---- units ---- */

bool units16_are_narrow(const uint16_t *units, size_t n)
{
    uint32_t all = 0;
    size_t i = 0;
    for (; i + 8 <= n && all < 256; i += 8)
        for (size_t k = 0; k < 8; k++)
            all |= units[i + k];
    for (; i < n; i++)
        all |= units[i];
    return all < 256;
}

void view_copy8(uint8_t *to, const StrView *v)
{
    if (v->p8 != NULL) {
        memcpy(to, v->p8, v->len);
        return;
    }
    for (uint32_t i = 0; i < v->len; i++)
        to[i] = (uint8_t)v->p16[i];
}

void view_copy16(uint16_t *to, const StrView *v)
{
    if (v->p16 != NULL) {
        memcpy(to, v->p16, (size_t)v->len * 2);
        return;
    }
    for (uint32_t i = 0; i < v->len; i++)
        to[i] = v->p8[i];
}

uint32_t view_hash(const StrView *v)
{
    return v->p8 != NULL ? cm__hash_bytes(v->p8, v->len)
                         : cm__hash_units16(v->p16, v->len);
}

bool view_equal(const StrView *a, const StrView *b)
{
    if (a->len != b->len)
        return false;
    if (a->p8 != NULL && b->p8 != NULL)
        return memcmp(a->p8, b->p8, a->len) == 0;
    if (a->p16 != NULL && b->p16 != NULL)
        return memcmp(a->p16, b->p16, (size_t)a->len * 2) == 0;
    for (uint32_t i = 0; i < a->len; i++)
        if (view_at(a, i) != view_at(b, i))
            return false;
    return true;
}

/* ---- making ---- */

/* A string may later turn into a slice in place, so it takes that much. */
Str *str_alloc_in(Heap *h, size_t len, bool wide)
{
    size_t bytes = STR_HEAD + (len << wide);
    if (bytes < sizeof(Str))
        bytes = sizeof(Str);
    Str *s = heap_alloc(h, bytes, wide ? CELL_STR16 : CELL_STR8);
    if (s == NULL)
        return NULL;
    if (wide)
        s->hd.flags |= STR_WIDE;
    s->len = (uint32_t)len;
    s->hash = 0;
    return s;
}

bool str_is_bytes(const VM *vm)
{
    return vm->realm != NULL && vm->realm->is_lua;
}

uint32_t str_limit(const VM *vm)
{
    return str_is_bytes(vm) ? LUA_MAX_STRING : STR_MAX_LEN;
}

void throw_too_long(VM *vm)
{
    if (str_is_bytes(vm))
        lua_string_too_long(vm);
    else
        throw_range(vm, "Invalid string length");
}

static Str *alloc_checked(VM *vm, size_t len, bool wide)
{
    if (len > str_limit(vm)) {
        throw_too_long(vm);
        return NULL;
    }
    vm->fuel -= (int64_t)(len / 64);
    return str_alloc_in(&vm->heap, len, wide);
}

Str *str_alloc8(VM *vm, size_t len)
{
    return alloc_checked(vm, len, false);
}

Str *str_alloc16(VM *vm, size_t len)
{
    return alloc_checked(vm, len, true);
}

/* The image's string of no or one 8-bit unit; NULL while it is being built. */
static Str *image_short(VM *vm, const uint8_t *units, size_t len)
{
    if (vm->realm == NULL)
        return NULL;
    return len == 0 ? vm->realm->empty : vm->realm->units[units[0]];
}

Str *str_new8(VM *vm, const uint8_t *units, size_t len)
{
    Str *s;
    if (len <= 1 && (s = image_short(vm, units, len)) != NULL)
        return s;
    s = alloc_checked(vm, len, false);
    if (s != NULL && len > 0)
        memcpy(s->as.u8, units, len);
    return s;
}

Str *str_new16(VM *vm, const uint16_t *units, size_t len)
{
    if (len <= STR_MAX_LEN && units16_are_narrow(units, len)) {
        uint8_t first = len > 0 ? (uint8_t)units[0] : 0;
        Str *s;
        if (len <= 1 && (s = image_short(vm, &first, len)) != NULL)
            return s;
        s = alloc_checked(vm, len, false);
        if (s != NULL)
            for (size_t i = 0; i < len; i++)
                s->as.u8[i] = (uint8_t)units[i];
        return s;
    }
    Str *s = alloc_checked(vm, len, true);
    if (s != NULL)
        memcpy(s->as.u16, units, len * 2);
    return s;
}

Str *str_from_ascii(VM *vm, const char *text)
{
    return str_new8(vm, (const uint8_t *)text, strlen(text));
}

Str *str_from_unit(VM *vm, uint32_t unit)
{
    if (unit < 256) {
        uint8_t u8 = (uint8_t)unit;
        return str_new8(vm, &u8, 1);
    }
    uint16_t u16 = (uint16_t)unit;
    return str_new16(vm, &u16, 1);
}

Str *str_from_int(VM *vm, int32_t n)
{
    if (n >= 0 && n < 256 && vm->realm != NULL && vm->realm->small_ints[n])
        return vm->realm->small_ints[n];
    char text[CM_NUM_TEXT_MAX];
    size_t len = cm__num_print_int(n, text);
    return str_new8(vm, (const uint8_t *)text, len);
}

Str *str_from_number(VM *vm, double d)
{
    Value v = value_number(d);
    if (value_is_int(v))
        return str_from_int(vm, value_to_int(v));
    char text[CM_NUM_TEXT_MAX];
    size_t len = cm__num_print(d, text);
    return str_new8(vm, (const uint8_t *)text, len);
}

/* ---- UTF-8 ---- */

/* A surrogate in its three-byte form, which plain UTF-8 lacks. */
static bool next_is_surrogate(const char *at, const char *end)
{
    return end - at >= 3 && (uint8_t)at[0] == 0xED && (uint8_t)at[1] >= 0xA0 &&
           (uint8_t)at[1] <= 0xBF && ((uint8_t)at[2] & 0xC0) == 0x80;
}

static uint32_t next_wtf8(const char **at, const char *end)
{
    if (next_is_surrogate(*at, end)) {
        uint32_t unit = 0xD000 | (uint32_t)((uint8_t)(*at)[1] & 0x3F) << 6 |
                        ((uint8_t)(*at)[2] & 0x3F);
        *at += 3;
        return unit;
    }
    return cm__utf8_next(at, end, NULL);
}

/* 0: the execution has to end. */
static size_t measure_wtf8(VM *vm, const char *text, size_t len,
                           bool *ret_narrow)
{
    const char *at = text, *end = text + len;
    size_t n = 0;
    uint32_t all = 0, turns = 0;
    while (at < end) {
        uint32_t c = (uint8_t)*at < 0x80 ? (uint8_t)*at++ : next_wtf8(&at, end);
        if (!vm_in_time(vm, &turns))
            return 0;
        all |= c;
        n += c > 0xFFFF ? 2 : 1;
    }
    *ret_narrow = all < 256;
    return n;
}

static void put_code_point(Str *s, size_t *at, uint32_t c)
{
    if (c > 0xFFFF) {
        s->as.u16[(*at)++] = (uint16_t)(0xD7C0 + (c >> 10));
        c = 0xDC00 + (c & 0x3FF);
    }
    if (s->hd.kind == CELL_STR8)
        s->as.u8[(*at)++] = (uint8_t)c;
    else
        s->as.u16[(*at)++] = (uint16_t)c;
}

Str *str_from_utf8(VM *vm, const char *text, size_t len)
{
    if (str_is_bytes(vm) || cm__utf8_is_ascii(text, len))
        return str_new8(vm, (const uint8_t *)text, len);
    bool narrow;
    size_t n = measure_wtf8(vm, text, len, &narrow);
    const char *at = text, *end = text + len;
    if (n == 1)
        return str_from_unit(vm, next_wtf8(&at, end));
    Str *s = n > 0 ? alloc_checked(vm, n, !narrow) : NULL;
    if (s == NULL)
        return NULL;
    size_t put = 0;
    uint32_t turns = 0;
    while (at < end) {
        uint32_t c = (uint8_t)*at < 0x80 ? (uint8_t)*at++ : next_wtf8(&at, end);
        put_code_point(s, &put, c);
        if (!vm_in_time(vm, &turns))
            return NULL;
    }
    return s;
}

static void utf8_of_narrow(const StrView *v, Buf *out)
{
    uint32_t i = 0;
    while (i < v->len) {
        uint32_t from = i;
        while (i < v->len && v->p8[i] < 0x80)
            i++;
        if (i > from)
            cm__buf_add(out, v->p8 + from, i - from);
        for (; i < v->len && v->p8[i] >= 0x80; i++)
            cm__buf_add_code_point(out, v->p8[i]);
    }
}

static void utf8_of_bytes(const StrView *v, Buf *out)
{
    const char *at = (const char *)v->p8, *end = at + v->len;
    while (at < end) {
        size_t good = cm__utf8_valid_prefix(at, (size_t)(end - at));
        cm__buf_add(out, at, good);
        at += good;
        if (at < end)
            cm__buf_add_code_point(out, cm__utf8_next(&at, end, NULL));
    }
}

static void utf8_of_wide(const StrView *v, Buf *out)
{
    for (uint32_t i = 0; i < v->len; i++) {
        uint32_t c = v->p16[i];
        if (c < 0x80) {
            cm__buf_add_char(out, (char)c);
            continue;
        }
        if (c >= 0xD800 && c < 0xDC00 && i + 1 < v->len &&
            (v->p16[i + 1] & 0xFC00) == 0xDC00)
            c = 0x10000 + ((c - 0xD800) << 10) + (v->p16[++i] - 0xDC00u);
        cm__buf_add_code_point(out, c);
    }
}

static void utf8_of(const StrView *v, Buf *out)
{
    if (v->p8 != NULL)
        utf8_of_narrow(v, out);
    else
        utf8_of_wide(v, out);
}

bool str_to_utf8(VM *vm, Str *s, Buf *out)
{
    StrView v;
    if (!str_view(vm, s, &v))
        return false;
    vm->fuel -= (int64_t)(v.len / 64);
    if (str_is_bytes(vm)) {
        utf8_of_bytes(&v, out);
        return out->status == CM_OK;
    }
    while (v.len > METER_BYTES) {
        StrView head = view_head(&v, METER_BYTES);
        if ((view_at(&v, METER_BYTES - 1) & 0xFC00) == 0xD800)
            head.len--; /* it may be half a pair */
        utf8_of(&head, out);
        view_skip(&v, head.len);
        if (!meter_look_up(vm))
            return false;
    }
    utf8_of(&v, out);
    return out->status == CM_OK;
}

/* ---- slices ---- */

static Str *copy_range(VM *vm, const StrView *v, uint32_t from, uint32_t n)
{
    return v->p8 != NULL ? str_new8(vm, v->p8 + from, n)
                         : str_new16(vm, v->p16 + from, n);
}

Str *str_slice(VM *vm, Str *s, uint32_t from, uint32_t to)
{
    uint32_t n = to - from;
    if (n == s->len)
        return s;
    StrView v;
    if (!str_view(vm, s, &v))
        return NULL;
    if (n < STR_SLICE_MIN)
        return copy_range(vm, &v, from, n);
    Str *base = s;
    if (s->hd.kind == CELL_SLICE) {
        base = s->as.slice.base;
        from += s->as.slice.offset;
    }
    Str *slice = heap_alloc(&vm->heap, sizeof(Str), CELL_SLICE);
    if (slice == NULL)
        return NULL;
    slice->hd.flags |= (uint8_t)(base->hd.flags & STR_WIDE);
    slice->len = n;
    slice->hash = 0;
    slice->as.slice.base = base;
    slice->as.slice.offset = from;
    return slice;
}

bool str_view(VM *vm, Str *s, StrView *ret_view)
{
    if (s->hd.kind == CELL_ROPE && !str_flat(vm, s))
        return false;
    str_view_flat(s, ret_view);
    return true;
}

/* ---- hash ---- */

uint32_t str_hash(VM *vm, Str *s)
{
    if (s->hash != 0)
        return s->hash;
    StrView v;
    if (!str_view(vm, s, &v))
        return 0;
    vm->fuel -= (int64_t)(v.len / 64);
    uint32_t hash = view_hash(&v);
    if (!(s->hd.flags & CELL_SHARED))
        s->hash = hash;
    return hash;
}

/* ---- array indices ---- */

bool view_to_index(const StrView *v, uint32_t *ret_index)
{
    if (v->len == 0 || v->len > 10)
        return false;
    uint64_t n = 0;
    for (uint32_t i = 0; i < v->len; i++) {
        uint32_t digit = view_at(v, i) - '0';
        if (digit > 9 || (i == 1 && n == 0))
            return false;
        n = n * 10 + digit;
    }
    if (n > KEY_MAX_INDEX)
        return false;
    *ret_index = (uint32_t)n;
    return true;
}

bool str_to_index(VM *vm, Str *s, uint32_t *ret_index)
{
    if (s->len > 10 || (str_name_of(s)->hd.flags &
                        (STR_INTERNED | STR_IS_INDEX)) == STR_INTERNED)
        return false;
    StrView v;
    return str_view(vm, s, &v) && view_to_index(&v, ret_index);
}
