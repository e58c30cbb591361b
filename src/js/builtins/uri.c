/* SPDX-License-Identifier: MIT */
/* encodeURI, encodeURIComponent, decodeURI, decodeURIComponent; ECMA-262
 * 19.2.6.
 *
 * Text without anything to change, the common case, comes back as it is. */
#include "js/builtins/builtins.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "engine/convert.h"

/* ---- sets of ASCII characters ---- */

typedef struct AsciiSet {
    uint64_t bits[2];
} AsciiSet;

static bool in_set(const AsciiSet *set, uint32_t unit)
{
    return unit < 128 && (set->bits[unit / 64] >> (unit % 64) & 1);
}

/* Letters, digits and "-_.!~*'()": never encoded. */
static const AsciiSet unescaped = { { UINT64_C(0x03FF678200000000),
                                      UINT64_C(0x47FFFFFE87FFFFFE) } };
/* The same with ";/?:@&=+$,#". */
static const AsciiSet unescaped_uri = { { UINT64_C(0xAFFFFFDA00000000),
                                          UINT64_C(0x47FFFFFE87FFFFFF) } };
/* ";/?:@&=+$,#": what decodeURI leaves encoded. */
static const AsciiSet reserved_uri = { { UINT64_C(0xAC00985800000000),
                                         UINT64_C(0x0000000000000001) } };
static const AsciiSet nothing = { { 0, 0 } };

static Value malformed(VM *vm)
{
    return throw_error(vm, ERR_URI, "URI malformed");
}

/* ---- Encode (19.2.6.5) ---- */

static void add_escaped(StrBuilder *b, uint32_t code_point)
{
    static const char hex[] = "0123456789ABCDEF";
    char bytes[4];
    size_t n = cm__utf8_encode(code_point, bytes);
    for (size_t i = 0; i < n; i++) {
        uint8_t byte = (uint8_t)bytes[i];
        char text[3] = { '%', hex[byte >> 4], hex[byte & 15] };
        strb_ascii(b, text, 3);
    }
}

/* The code point at *at, which moves past it. False at a lone surrogate. */
static bool next_code_point(const StrView *v, uint32_t *at, uint32_t *ret)
{
    uint32_t c = view_at(v, (*at)++);
    *ret = c;
    if ((c & 0xF800) != 0xD800)
        return true;
    if (c >= 0xDC00 || *at == v->len || (view_at(v, *at) & 0xFC00) != 0xDC00)
        return false;
    *ret = 0x10000 + ((c - 0xD800) << 10) + (view_at(v, (*at)++) - 0xDC00);
    return true;
}

static Value encode(VM *vm, NativeCall *c, const AsciiSet *keep)
{
    Str *s = to_string(vm, c->args[0]);
    StrView v;
    if (!s || !vm_charge_bytes(vm, s->len) || !str_view(vm, s, &v))
        return VALUE_THROWN;
    uint32_t at = 0;
    while (at < v.len && in_set(keep, view_at(&v, at)))
        at++;
    if (at == v.len)
        return value_from_str(s);
    StrBuilder b;
    strb_init(&b, vm);
    strb_range(&b, s, 0, at);
    while (at < v.len && !b.failed) {
        uint32_t from = at, code_point;
        while (at < v.len && in_set(keep, view_at(&v, at)))
            at++;
        if (at > from)
            strb_range(&b, s, from, at);
        if (at == v.len)
            break;
        if (!next_code_point(&v, &at, &code_point))
            return malformed(vm);
        add_escaped(&b, code_point);
        if (!vm_charge(vm, 1))
            return VALUE_THROWN;
    }
    Str *out = strb_finish(&b);
    return out ? value_from_str(out) : VALUE_THROWN;
}

/* ---- Decode (19.2.6.6) ---- */

/* The byte of "%XX" at `at`, or -1. */
static int escaped_byte(const StrView *v, uint32_t at)
{
    if (v->len - at < 3 || view_at(v, at) != '%')
        return -1;
    int high = cm__ascii_hex(view_at(v, at + 1));
    int low = cm__ascii_hex(view_at(v, at + 2));
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

/* The code point of the escapes from *at on, which moves past them. False when
 * they are not well-formed UTF-8. */
static bool decode_escapes(const StrView *v, uint32_t *at, uint32_t *ret)
{
    int first = escaped_byte(v, *at);
    if (first < 0)
        return false;
    char bytes[4] = { (char)first };
    size_t n = first < 0x80                     ? 1
               : first >= 0xC2 && first <= 0xDF ? 2
               : (first & 0xF0) == 0xE0         ? 3
               : first >= 0xF0 && first <= 0xF4 ? 4
                                                : 0;
    *at += 3;
    for (size_t i = 1; i < n; i++, *at += 3) {
        int byte = *at < v->len ? escaped_byte(v, *at) : -1;
        if (byte < 0)
            return false;
        bytes[i] = (char)byte;
    }
    const char *text = bytes;
    if (n == 0 || !cm__utf8_is_valid(bytes, n))
        return false;
    *ret = cm__utf8_next(&text, bytes + n, NULL);
    return true;
}

static Value decode(VM *vm, NativeCall *c, const AsciiSet *keep)
{
    Str *s = to_string(vm, c->args[0]);
    StrView v;
    if (!s || !vm_charge_bytes(vm, s->len) || !str_view(vm, s, &v))
        return VALUE_THROWN;
    uint32_t at = 0;
    while (at < v.len && view_at(&v, at) != '%')
        at++;
    if (at == v.len)
        return value_from_str(s);
    StrBuilder b;
    strb_init(&b, vm);
    strb_range(&b, s, 0, at);
    while (at < v.len && !b.failed) {
        uint32_t from = at, code_point;
        while (at < v.len && view_at(&v, at) != '%')
            at++;
        if (at > from)
            strb_range(&b, s, from, at);
        if (at == v.len)
            break;
        from = at;
        if (!decode_escapes(&v, &at, &code_point))
            return malformed(vm);
        if (in_set(keep, code_point))
            strb_range(&b, s, from, at);
        else
            strb_code_point(&b, code_point);
        if (!vm_charge(vm, 1))
            return VALUE_THROWN;
    }
    Str *out = strb_finish(&b);
    return out ? value_from_str(out) : VALUE_THROWN;
}

/* ---- the globals ---- */

static Value decode_uri(VM *vm, NativeCall *c)
{
    return decode(vm, c, &reserved_uri);
}

static Value decode_uri_component(VM *vm, NativeCall *c)
{
    return decode(vm, c, &nothing);
}

static Value encode_uri(VM *vm, NativeCall *c)
{
    return encode(vm, c, &unescaped_uri);
}

static Value encode_uri_component(VM *vm, NativeCall *c)
{
    return encode(vm, c, &unescaped);
}

static const NativeSpec rows[] = {
    { .name = "decodeURI", .fn = decode_uri, .length = 1, .min_args = 1 },
    { .name = "decodeURIComponent",
      .fn = decode_uri_component,
      .length = 1,
      .min_args = 1 },
    { .name = "encodeURI", .fn = encode_uri, .length = 1, .min_args = 1 },
    { .name = "encodeURIComponent",
      .fn = encode_uri_component,
      .length = 1,
      .min_args = 1 },
};

void js_install_uri(RealmBuilder *b)
{
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        Obj *f = realm_function(b, &rows[i]);
        realm_add_global(b, rows[i].name, value_from_obj(f));
    }
}
