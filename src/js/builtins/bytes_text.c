/* SPDX-License-Identifier: MIT */
/* Base64 and hexadecimal text of a Uint8Array: toBase64, toHex, setFromBase64,
 * setFromHex, fromBase64, fromHex; ECMA-262 23.3 (2026). */
#include "js/builtins/bytes_text.h"

#include "base/ascii.h"
#include "engine/convert.h"
#include "engine/property.h"

/* ---- base64 ---- */

static const char alphabets[2][65] = {
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
};

Str *cm__base64_encode(VM *vm, const unsigned char *p, size_t n, bool url,
                       bool padding)
{
    const char *digits = alphabets[url];
    size_t rest = n % 3;
    size_t length = n / 3 * 4 + (rest ? (padding ? 4 : rest + 1) : 0);
    if (!vm_charge_bytes(vm, length))
        return NULL;
    Str *s = str_alloc8(vm, length);
    if (!s || length == 0)
        return s;
    uint8_t *out = s->as.u8;
    for (; n >= 3; n -= 3, p += 3) {
        *out++ = (uint8_t)digits[p[0] >> 2];
        *out++ = (uint8_t)digits[(p[0] & 3) << 4 | p[1] >> 4];
        *out++ = (uint8_t)digits[(p[1] & 15) << 2 | p[2] >> 6];
        *out++ = (uint8_t)digits[p[2] & 63];
    }
    if (n > 0) {
        unsigned second = n > 1 ? p[1] : 0;
        *out++ = (uint8_t)digits[p[0] >> 2];
        *out++ = (uint8_t)digits[(p[0] & 3) << 4 | second >> 4];
        if (n > 1)
            *out++ = (uint8_t)digits[(second & 15) << 2];
        for (size_t i = n; padding && i < 3; i++)
            *out++ = '=';
    }
    return s;
}

int cm__base64_digit(uint32_t c, bool url)
{
    if (c >= 'A' && c <= 'Z')
        return (int)(c - 'A');
    if (c >= 'a' && c <= 'z')
        return (int)(c - 'a') + 26;
    if (c >= '0' && c <= '9')
        return (int)(c - '0') + 52;
    if (c == (url ? '-' : '+'))
        return 62;
    return c == (url ? '_' : '/') ? 63 : -1;
}

bool cm__is_ascii_blank(uint32_t c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

typedef enum LastChunk {
    LAST_LOOSE,
    LAST_STRICT,
    LAST_STOP
} LastChunk;

typedef struct Base64Options {
    bool url;
    LastChunk last;
} Base64Options;

/* What FromBase64 and FromHex give: bytes even when `error` is set. */
typedef struct Decoded {
    unsigned char *out;
    uint32_t written, max;
    uint32_t read;
    const char *error; /* SyntaxError */
    VM *vm;
    uint32_t turns;
} Decoded;

/* v->len also when the execution has to end. */
static uint32_t skip_blanks(const StrView *v, uint32_t at, Decoded *d)
{
    for (; at < v->len && cm__is_ascii_blank(view_at(v, at)); at++)
        if (!vm_in_time(d->vm, &d->turns))
            return v->len;
    return at;
}

/* n digits (2 to 4) of a chunk, the value of which has 6 n bits. False:
 * strict, and bits that no byte takes are set. */
static bool put_chunk(Decoded *d, uint32_t chunk, unsigned n, bool strict)
{
    unsigned over = n * 6 % 8;
    if (strict && chunk & ((1u << over) - 1))
        return false;
    chunk = chunk << (4 - n) * 6;
    for (unsigned i = 0; i + 1 < n; i++)
        d->out[d->written++] = (unsigned char)(chunk >> (16 - 8 * i));
    return true;
}

/* After the first `=` of a chunk of n digits. */
static void end_padded(const StrView *v, uint32_t at, const Base64Options *o,
                       uint32_t chunk, unsigned n, Decoded *d)
{
    d->error = "Invalid base64 padding";
    if (n < 2)
        return;
    at = skip_blanks(v, at, d);
    if (n == 2) {
        if (at == v->len) {
            if (o->last == LAST_STOP)
                d->error = NULL;
            return;
        }
        if (view_at(v, at) == '=')
            at = skip_blanks(v, at + 1, d);
    }
    if (at < v->len || !put_chunk(d, chunk, n, o->last == LAST_STRICT))
        return;
    d->read = v->len;
    d->error = NULL;
}

/* The text ends within a chunk of n digits. */
static void end_open(const StrView *v, const Base64Options *o, uint32_t chunk,
                     unsigned n, Decoded *d)
{
    if (n > 0) {
        if (o->last == LAST_STOP)
            return;
        if (o->last == LAST_STRICT || n == 1) {
            d->error = "Incomplete base64 text";
            return;
        }
        put_chunk(d, chunk, n, false);
    }
    d->read = v->len;
}

static void from_base64(const StrView *v, const Base64Options *o, Decoded *d)
{
    uint32_t at = 0, chunk = 0;
    unsigned n = 0;
    if (d->max == 0)
        return;
    for (;;) {
        at = skip_blanks(v, at, d);
        if (at == v->len) {
            end_open(v, o, chunk, n, d);
            return;
        }
        if (!vm_in_time(d->vm, &d->turns))
            return;
        uint32_t c = view_at(v, at++);
        if (c == '=') {
            end_padded(v, at, o, chunk, n, d);
            return;
        }
        int digit = cm__base64_digit(c, o->url);
        if (digit < 0) {
            d->error = "Invalid base64 character";
            return;
        }
        uint32_t room = d->max - d->written;
        if ((room == 1 && n == 2) || (room == 2 && n == 3))
            return;
        chunk = chunk << 6 | (uint32_t)digit;
        if (++n < 4)
            continue;
        put_chunk(d, chunk, 4, false);
        chunk = n = 0;
        d->read = at;
        if (d->written == d->max)
            return;
    }
}

/* ---- hexadecimal ---- */

static void from_hex(const StrView *v, Decoded *d)
{
    if (v->len % 2 != 0) {
        d->error = "Hex text has an odd number of digits";
        return;
    }
    while (d->read < v->len && d->written < d->max &&
           vm_in_time(d->vm, &d->turns)) {
        uint32_t c = view_at(v, d->read), c2 = view_at(v, d->read + 1);
        int high = c < 128 ? cm__ascii_hex(c) : -1;
        int low = c2 < 128 ? cm__ascii_hex(c2) : -1;
        if (high < 0 || low < 0) {
            d->error = "Invalid hex digit";
            return;
        }
        d->out[d->written++] = (unsigned char)(high << 4 | low);
        d->read += 2;
    }
}

/* ---- arguments ---- */

/* GetOptionsObject: undefined or an object. */
static bool check_options(VM *vm, Value options)
{
    if (options == VALUE_UNDEFINED || value_is_object(options))
        return true;
    throw_type(vm, "The options must be an object");
    return false;
}

/* One of the words, or 0 for undefined; -1 when thrown. */
static int word_option(VM *vm, Value options, const char *name,
                       const char *const *words, int n)
{
    if (options == VALUE_UNDEFINED)
        return 0;
    Value v = get_prop_ascii(vm, options, name);
    if (v == VALUE_THROWN)
        return -1;
    if (v == VALUE_UNDEFINED)
        return 0;
    for (int i = 0; i < n && value_is_string(v); i++) {
        Str *word = str_from_ascii(vm, words[i]);
        if (!word)
            return -1;
        if (str_equal(vm, word, value_str(v)))
            return i;
    }
    throw_type(vm, "Unknown value of option %s", name);
    return -1;
}

static bool alphabet_option(VM *vm, Value options, bool *ret_url)
{
    static const char *const words[] = { "base64", "base64url" };
    int i = word_option(vm, options, "alphabet", words, 2);
    *ret_url = i == 1;
    return i >= 0;
}

static bool base64_options(VM *vm, Value options, Base64Options *ret)
{
    static const char *const words[] = { "loose", "strict",
                                         "stop-before-partial" };
    if (!check_options(vm, options) || !alphabet_option(vm, options, &ret->url))
        return false;
    int last = word_option(vm, options, "lastChunkHandling", words, 3);
    ret->last = (LastChunk)(last < 0 ? 0 : last);
    return last >= 0;
}

static ViewObj *this_bytes(VM *vm, const NativeCall *c)
{
    ViewObj *v = value_typed(c->this_val);
    if (v && v->kind == ELEMENT_UINT8)
        return v;
    throw_type(vm, "The method of Uint8Array was called on something else");
    return NULL;
}

static ViewObj *writable_bytes(VM *vm, const NativeCall *c)
{
    ViewObj *v = this_bytes(vm, c);
    if (!v || !v->buffer->immutable)
        return v;
    cm__throw_immutable(vm);
    return NULL;
}

static bool check_string(VM *vm, Value v)
{
    if (value_is_string(v))
        return true;
    throw_type(vm, "The first argument must be a string");
    return false;
}

/* ---- the functions ---- */

static Value to_base64(VM *vm, NativeCall *c)
{
    bool url, omit = false;
    uint32_t n;
    const ViewObj *v = this_bytes(vm, c);
    Value options = c->args[0];
    if (!v || !check_options(vm, options) ||
        !alphabet_option(vm, options, &url))
        return VALUE_THROWN;
    if (options != VALUE_UNDEFINED) {
        Value given = get_prop_ascii(vm, options, "omitPadding");
        if (given == VALUE_THROWN)
            return VALUE_THROWN;
        omit = to_boolean(given);
    }
    if (!view_length(v, &n))
        return cm__throw_out_of_bounds(vm);
    Str *s = cm__base64_encode(vm, view_at_element(v, 0), n, url, !omit);
    return s ? value_from_str(s) : VALUE_THROWN;
}

static Value to_hex(VM *vm, NativeCall *c)
{
    static const char digits[] = "0123456789abcdef";
    uint32_t n;
    const ViewObj *v = this_bytes(vm, c);
    if (!v)
        return VALUE_THROWN;
    if (!view_length(v, &n))
        return cm__throw_out_of_bounds(vm);
    Str *s = vm_charge_bytes(vm, (uint64_t)n * 2)
                 ? str_alloc8(vm, (size_t)n * 2)
                 : NULL;
    if (!s)
        return VALUE_THROWN;
    for (uint32_t i = 0; i < n; i++) {
        unsigned char byte = *view_at_element(v, i);
        s->as.u8[2 * (size_t)i] = (uint8_t)digits[byte >> 4];
        s->as.u8[2 * (size_t)i + 1] = (uint8_t)digits[byte & 15];
    }
    return value_from_str(s);
}

/* Decodes into memory of its own. NULL when refused. */
static RawCell *decode(VM *vm, Value text, const Base64Options *o, uint32_t max,
                       Decoded *d)
{
    StrView v;
    Str *s = value_str(text);
    if (!vm_charge_bytes(vm, s->len) || !str_view(vm, s, &v))
        return NULL;
    uint64_t room = o ? (uint64_t)v.len / 4 * 3 + 3 : v.len / 2;
    RawCell *raw = heap_raw_new(&vm->heap, (size_t)room);
    if (!raw)
        return NULL;
    *d = (Decoded){ .out = raw->bytes, .max = max, .vm = vm };
    if (o)
        from_base64(&v, o, d);
    else
        from_hex(&v, d);
    return vm->termination == TERM_NONE ? raw : NULL;
}

static Value throw_syntax(VM *vm, const char *text)
{
    return throw_error(vm, ERR_SYNTAX, "%s", text);
}

static Value make_bytes(VM *vm, Value text, const Base64Options *o)
{
    Decoded d;
    const RawCell *raw = decode(vm, text, o, UINT32_MAX, &d);
    if (!raw)
        return VALUE_THROWN;
    if (d.error)
        return throw_syntax(vm, d.error);
    ViewObj *v = cm__typed_make(vm, ELEMENT_UINT8, d.written);
    if (!v)
        return VALUE_THROWN;
    memcpy(v->buffer->data->bytes, raw->bytes, d.written);
    return value_from_obj(v);
}

static Value from_base64_fn(VM *vm, NativeCall *c)
{
    Base64Options o;
    if (!check_string(vm, c->args[0]) || !base64_options(vm, c->args[1], &o))
        return VALUE_THROWN;
    return make_bytes(vm, c->args[0], &o);
}

static Value from_hex_fn(VM *vm, NativeCall *c)
{
    if (!check_string(vm, c->args[0]))
        return VALUE_THROWN;
    return make_bytes(vm, c->args[0], NULL);
}

/* { read, written } */
static Value set_bytes(VM *vm, ViewObj *into, Value text,
                       const Base64Options *o)
{
    Decoded d;
    uint32_t room;
    if (!view_length(into, &room))
        return cm__throw_out_of_bounds(vm);
    const RawCell *raw = decode(vm, text, o, room, &d);
    Obj *result = raw ? obj_new_plain(vm) : NULL;
    if (!result)
        return VALUE_THROWN;
    PropKey read = key_ascii(vm, "read"), written = key_ascii(vm, "written");
    if (read == VALUE_ABSENT || written == VALUE_ABSENT ||
        !obj_put(vm, result, read, value_uint32(d.read)) ||
        !obj_put(vm, result, written, value_uint32(d.written)))
        return VALUE_THROWN;
    if (d.written > 0)
        memcpy(view_at_element(into, 0), raw->bytes, d.written);
    return d.error ? throw_syntax(vm, d.error) : value_from_obj(result);
}

static Value set_from_base64(VM *vm, NativeCall *c)
{
    Base64Options o;
    ViewObj *into = writable_bytes(vm, c);
    if (!into || !check_string(vm, c->args[0]) ||
        !base64_options(vm, c->args[1], &o))
        return VALUE_THROWN;
    return set_bytes(vm, into, c->args[0], &o);
}

static Value set_from_hex(VM *vm, NativeCall *c)
{
    ViewObj *into = writable_bytes(vm, c);
    if (!into || !check_string(vm, c->args[0]))
        return VALUE_THROWN;
    return set_bytes(vm, into, c->args[0], NULL);
}

static const NativeSpec statics[] = {
    { .name = "fromBase64", .fn = from_base64_fn, .length = 1, .min_args = 2 },
    { .name = "fromHex", .fn = from_hex_fn, .length = 1, .min_args = 1 },
};

static const NativeSpec methods[] = {
    { .name = "toBase64", .fn = to_base64, .min_args = 1 },
    { .name = "toHex", .fn = to_hex },
    { .name = "setFromBase64",
      .fn = set_from_base64,
      .length = 1,
      .min_args = 2 },
    { .name = "setFromHex", .fn = set_from_hex, .length = 1, .min_args = 1 },
};

void cm__install_bytes_text(RealmBuilder *b)
{
    Realm *r = b->realm;
    realm_functions(b, r->typed_ctor[ELEMENT_UINT8], statics,
                    CM_ARRAY_LEN(statics));
    realm_functions(b, r->typed_proto[ELEMENT_UINT8], methods,
                    CM_ARRAY_LEN(methods));
}
