/* SPDX-License-Identifier: MIT */
/* The builder collects units in a RawCell, whose header is as long as a
 * string's, so that finishing turns the cell into the string without a copy. */
#include <string.h>

#include "base/utf8.h"
#include "engine/meter.h"
#include "engine/realm.h"
#include "engine/str_internal.h"

#define BUILDER_FIRST 64

_Static_assert(offsetof(RawCell, bytes) == STR_HEAD,
               "a raw cell becomes a string in place");

void strb_init(StrBuilder *b, VM *vm)
{
    memset(b, 0, sizeof(*b));
    b->vm = vm;
}

static uint8_t *units8(const StrBuilder *b)
{
    return b->raw->bytes;
}
static uint16_t *units16(const StrBuilder *b)
{
    return (uint16_t *)(void *)b->raw->bytes;
}

static bool set_cap(StrBuilder *b, size_t cap, bool wide)
{
    size_t bytes = cap << wide;
    if (bytes < sizeof(Str) - STR_HEAD)
        bytes = sizeof(Str) - STR_HEAD;
    Heap *h = &b->vm->heap;
    RawCell *raw = b->raw == NULL ? heap_raw_new(h, bytes)
                                  : heap_resize(h, b->raw, STR_HEAD + bytes);
    if (raw == NULL) {
        b->failed = true;
        return false;
    }
    b->raw = raw;
    b->cap = (uint32_t)((heap_cell_size(&raw->hd) - STR_HEAD) >> wide);
    return true;
}

static bool reserve(StrBuilder *b, size_t n)
{
    if (b->failed)
        return false;
    if (n <= b->cap - b->len)
        return true;
    if (n > str_limit(b->vm) - b->len) {
        b->failed = true;
        throw_too_long(b->vm);
        return false;
    }
    size_t cap = b->cap < BUILDER_FIRST / 2 ? BUILDER_FIRST : b->cap * 2;
    if (cap < b->len + n)
        cap = b->len + n;
    return set_cap(b, cap, b->wide);
}

static bool widen(StrBuilder *b)
{
    if (b->wide || b->failed)
        return !b->failed;
    if (!set_cap(b, b->cap < BUILDER_FIRST ? BUILDER_FIRST : b->cap, true))
        return false;
    b->wide = true;
    for (uint32_t i = b->len; i-- > 0;)
        units16(b)[i] = units8(b)[i];
    return true;
}

void strb_unit(StrBuilder *b, uint32_t unit)
{
    if ((unit > 0xFF && !widen(b)) || !reserve(b, 1))
        return;
    if (b->wide)
        units16(b)[b->len++] = (uint16_t)unit;
    else
        units8(b)[b->len++] = (uint8_t)unit;
}

void strb_code_point(StrBuilder *b, uint32_t code_point)
{
    if (code_point > 0x7F && str_is_bytes(b->vm)) {
        char utf8[4];
        strb_ascii(b, utf8, cm__utf8_encode(code_point, utf8));
        return;
    }
    if (code_point > 0xFFFF) {
        strb_unit(b, 0xD7C0 + (code_point >> 10));
        code_point = 0xDC00 + (code_point & 0x3FF);
    }
    strb_unit(b, code_point);
}

static void add_view(StrBuilder *b, const StrView *v)
{
    if (!reserve(b, v->len))
        return;
    b->vm->fuel -= (int64_t)(v->len / 64);
    if (b->wide)
        view_copy16(units16(b) + b->len, v);
    else
        view_copy8(units8(b) + b->len, v);
    b->len += v->len;
}

void strb_ascii(StrBuilder *b, const char *text, size_t n)
{
    if (n > STR_MAX_LEN)
        n = (size_t)STR_MAX_LEN + 1; /* fails in reserve */
    StrView v = { (const uint8_t *)text, NULL, (uint32_t)n };
    if (n > 0)
        add_view(b, &v);
}

void strb_range(StrBuilder *b, Str *s, uint32_t from, uint32_t to)
{
    StrView v;
    if (b->failed || from == to)
        return;
    if (!str_view(b->vm, s, &v)) {
        b->failed = true;
        return;
    }
    v.len = to - from;
    if (v.p8 != NULL) {
        v.p8 += from;
    } else {
        v.p16 += from;
        if (!b->wide && !units16_are_narrow(v.p16, v.len) && !widen(b))
            return;
    }
    while (CM_UNLIKELY(v.len > METER_BYTES)) {
        StrView head = view_head(&v, METER_BYTES);
        add_view(b, &head);
        view_skip(&v, METER_BYTES);
        if (!meter_look_up(b->vm))
            b->failed = true;
        if (b->failed)
            return;
    }
    add_view(b, &v);
}

void strb_str(StrBuilder *b, Str *s)
{
    strb_range(b, s, 0, s->len);
}

static Str *str_from_raw(Heap *h, RawCell *raw, size_t len, bool wide)
{
    size_t bytes = STR_HEAD + (len << wide);
    if (bytes < sizeof(Str))
        bytes = sizeof(Str);
    if (heap_cell_size(&raw->hd) - bytes >= HEAP_ALIGN) {
        raw = heap_resize(h, raw, bytes);
        if (raw == NULL)
            return NULL;
    }
    Str *s = (Str *)(void *)raw;
    s->hd.kind = wide ? CELL_STR16 : CELL_STR8;
    s->hd.flags |= wide ? STR_WIDE : 0;
    s->hd.aux = 0;
    s->len = (uint32_t)len;
    s->hash = 0;
    return s;
}

Str *str_from_raw8(Heap *h, RawCell *raw, size_t len)
{
    return str_from_raw(h, raw, len, false);
}

Str *strb_finish(StrBuilder *b)
{
    if (b->failed)
        return NULL;
    if (b->len <= 1) {
        if (b->len == 0)
            return str_new8(b->vm, NULL, 0);
        return str_from_unit(b->vm, b->wide ? units16(b)[0] : units8(b)[0]);
    }
    Str *s = str_from_raw(&b->vm->heap, b->raw, b->len, b->wide);
    if (s == NULL) {
        b->failed = true;
        return NULL;
    }
    b->raw = NULL;
    b->cap = b->len = 0;
    return s;
}
