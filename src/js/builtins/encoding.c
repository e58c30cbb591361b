/* SPDX-License-Identifier: MIT */
/* TextEncoder, TextDecoder (WHATWG Encoding Standard), atob and btoa (HTML
 * Standard).
 *
 * A decoder works on a copy of its state, which replaces the state when the
 * text is made: so a call that was refused memory can be repeated. */
#include "js/builtins/bytes_text.h"

#include "engine/convert.h"
#include "engine/property.h"

typedef enum Encoding {
    ENCODING_UTF8,
    ENCODING_UTF16LE,
    ENCODING_UTF16BE,
    ENCODING_1252
} Encoding;

static const char *const encoding_names[] = { "utf-8", "utf-16le", "utf-16be",
                                              "windows-1252" };

typedef struct Label {
    const char *text;
    Encoding encoding;
} Label;

/* Encoding Standard 4.2, for the encodings that are here. */
static const Label labels[] = {
    { "unicode-1-1-utf-8", ENCODING_UTF8 },
    { "unicode11utf8", ENCODING_UTF8 },
    { "unicode20utf8", ENCODING_UTF8 },
    { "utf-8", ENCODING_UTF8 },
    { "utf8", ENCODING_UTF8 },
    { "x-unicode20utf8", ENCODING_UTF8 },
    { "unicodefffe", ENCODING_UTF16BE },
    { "utf-16be", ENCODING_UTF16BE },
    { "csunicode", ENCODING_UTF16LE },
    { "iso-10646-ucs-2", ENCODING_UTF16LE },
    { "ucs-2", ENCODING_UTF16LE },
    { "unicode", ENCODING_UTF16LE },
    { "unicodefeff", ENCODING_UTF16LE },
    { "utf-16", ENCODING_UTF16LE },
    { "utf-16le", ENCODING_UTF16LE },
    { "ansi_x3.4-1968", ENCODING_1252 },
    { "ascii", ENCODING_1252 },
    { "cp1252", ENCODING_1252 },
    { "cp819", ENCODING_1252 },
    { "csisolatin1", ENCODING_1252 },
    { "ibm819", ENCODING_1252 },
    { "iso-8859-1", ENCODING_1252 },
    { "iso-ir-100", ENCODING_1252 },
    { "iso8859-1", ENCODING_1252 },
    { "iso88591", ENCODING_1252 },
    { "iso_8859-1", ENCODING_1252 },
    { "iso_8859-1:1987", ENCODING_1252 },
    { "l1", ENCODING_1252 },
    { "latin1", ENCODING_1252 },
    { "us-ascii", ENCODING_1252 },
    { "windows-1252", ENCODING_1252 },
    { "x-cp1252", ENCODING_1252 },
};

/* Index windows-1252, bytes 0x80 to 0x9F. */
static const uint16_t windows_1252[32] = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,   0x017D, 0x8F,
    0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178,
};

/* What a decoder remembers between the parts of a stream. */
typedef struct DecodeState {
    uint32_t code_point; /* UTF-8: so far */
    uint8_t needed, seen, lower, upper;
    uint16_t lead_surrogate;
    uint8_t lead_byte;
    bool has_lead_byte;
    bool bom_seen; /* past the place where a byte order mark may be */
    bool stream;   /* the last call left the stream open */
} DecodeState;

typedef struct TextCoder {
    Obj obj;
    bool is_decoder, fatal, ignore_bom;
    uint8_t encoding;
    DecodeState state;
} TextCoder;

static const ObjClass class_text_coder = { .name = "TextDecoder",
                                           .size = sizeof(TextCoder) };

static TextCoder *this_coder(VM *vm, const NativeCall *c, bool decoder)
{
    if (value_is_class(c->this_val, CLASS_TEXT_CODER)) {
        TextCoder *t = value_ptr(c->this_val);
        if (t->is_decoder == decoder)
            return t;
    }
    throw_type(vm, "The method of %s was called on something else",
               decoder ? "TextDecoder" : "TextEncoder");
    return NULL;
}

static TextCoder *coder_new(VM *vm, const NativeCall *c, Obj *fallback)
{
    Obj *proto = ctor_proto(vm, c, fallback);
    Shape *shape = proto ? shape_root(vm, proto, 0) : NULL;
    return shape ? (TextCoder *)(void *)obj_new(vm, CLASS_TEXT_CODER, shape)
                 : NULL;
}

static const DecodeState fresh_state = { .lower = 0x80, .upper = 0xBF };

/* ---- decoding ---- */

typedef struct Decoder {
    DecodeState s;
    StrBuilder out;
    bool ignore_bom;
    bool malformed; /* something was replaced */
} Decoder;

static void emit(Decoder *d, uint32_t code_point)
{
    bool first = !d->s.bom_seen;
    d->s.bom_seen = true;
    if (!(first && code_point == 0xFEFF && !d->ignore_bom))
        strb_code_point(&d->out, code_point);
}

static void emit_error(Decoder *d)
{
    d->malformed = true;
    emit(d, 0xFFFD);
}

static void utf8_reset(DecodeState *s)
{
    s->code_point = s->needed = s->seen = 0;
    s->lower = 0x80;
    s->upper = 0xBF;
}

static void utf8_lead(Decoder *d, uint8_t byte)
{
    DecodeState *s = &d->s;
    if (byte < 0x80) {
        emit(d, byte);
    } else if (byte >= 0xC2 && byte <= 0xDF) {
        s->needed = 1;
        s->code_point = byte & 0x1F;
    } else if (byte >= 0xE0 && byte <= 0xEF) {
        s->lower = byte == 0xE0 ? 0xA0 : 0x80;
        s->upper = byte == 0xED ? 0x9F : 0xBF;
        s->needed = 2;
        s->code_point = byte & 0xF;
    } else if (byte >= 0xF0 && byte <= 0xF4) {
        s->lower = byte == 0xF0 ? 0x90 : 0x80;
        s->upper = byte == 0xF4 ? 0x8F : 0xBF;
        s->needed = 3;
        s->code_point = byte & 0x7;
    } else {
        emit_error(d);
    }
}

/* Encoding Standard 8.1.1; a byte that breaks a sequence is looked at again. */
static void utf8_byte(Decoder *d, uint8_t byte)
{
    DecodeState *s = &d->s;
    if (s->needed == 0) {
        utf8_lead(d, byte);
        return;
    }
    if (byte < s->lower || byte > s->upper) {
        utf8_reset(s);
        emit_error(d);
        utf8_lead(d, byte);
        return;
    }
    s->lower = 0x80;
    s->upper = 0xBF;
    s->code_point = s->code_point << 6 | (byte & 0x3F);
    if (++s->seen == s->needed) {
        uint32_t done = s->code_point;
        utf8_reset(s);
        emit(d, done);
    }
}

static void utf16_unit(Decoder *d, uint16_t unit)
{
    uint16_t lead = d->s.lead_surrogate;
    d->s.lead_surrogate = 0;
    if (lead) {
        if (unit >= 0xDC00 && unit <= 0xDFFF) {
            emit(d, 0x10000 + ((uint32_t)(lead - 0xD800) << 10) +
                        (unit - 0xDC00u));
            return;
        }
        emit_error(d);
    }
    if (unit >= 0xD800 && unit <= 0xDBFF)
        d->s.lead_surrogate = unit;
    else if (unit >= 0xDC00 && unit <= 0xDFFF)
        emit_error(d);
    else
        emit(d, unit);
}

static void utf16_byte(Decoder *d, uint8_t byte, bool big)
{
    DecodeState *s = &d->s;
    if (!s->has_lead_byte) {
        s->has_lead_byte = true;
        s->lead_byte = byte;
        return;
    }
    s->has_lead_byte = false;
    utf16_unit(d, (uint16_t)(big ? s->lead_byte << 8 | byte
                                 : byte << 8 | s->lead_byte));
}

static void decode_byte(Decoder *d, Encoding encoding, uint8_t byte)
{
    switch (encoding) {
    case ENCODING_UTF8:
        utf8_byte(d, byte);
        break;
    case ENCODING_UTF16LE:
    case ENCODING_UTF16BE:
        utf16_byte(d, byte, encoding == ENCODING_UTF16BE);
        break;
    case ENCODING_1252:
        d->s.bom_seen = true;
        strb_unit(&d->out, byte >= 0x80 && byte <= 0x9F
                               ? windows_1252[byte - 0x80]
                               : byte);
        break;
    }
}

/* ASCII bytes at the beginning that stand for themselves, taken at once. */
static size_t take_ascii(Decoder *d, Encoding encoding,
                         const unsigned char *bytes, size_t n)
{
    size_t run = 0;
    if (encoding != ENCODING_1252 &&
        (encoding != ENCODING_UTF8 || d->s.needed != 0))
        return 0;
    while (run < n && bytes[run] < 0x80)
        run++;
    if (run > 0) {
        d->s.bom_seen = true;
        strb_ascii(&d->out, (const char *)bytes, run);
    }
    return run;
}

/* The stream ends within a character. */
static void decode_end(Decoder *d)
{
    DecodeState *s = &d->s;
    if (s->needed != 0 || s->has_lead_byte || s->lead_surrogate != 0)
        emit_error(d);
    d->s = fresh_state;
}

/* The bytes that a BufferSource shows. False when it is none. */
static bool source_bytes(VM *vm, Value v, const unsigned char **ret_bytes,
                         size_t *ret_n)
{
    static const unsigned char none[1];
    *ret_bytes = none;
    *ret_n = 0;
    if (v == VALUE_UNDEFINED)
        return true;
    const BufferObj *b = value_buffer(v);
    if (b) {
        *ret_bytes = b->data ? b->data->bytes : none;
        *ret_n = b->length;
        return true;
    }
    if (!value_typed(v) && !value_is_class(v, CLASS_DATA_VIEW)) {
        throw_type(vm, "TextDecoder.decode needs an ArrayBuffer or a view");
        return false;
    }
    uint32_t n;
    const ViewObj *view = value_ptr(v);
    if (view_length(view, &n) && n > 0) {
        *ret_bytes = view_at_element(view, 0);
        *ret_n = (size_t)n * element_size(view_kind(view));
    }
    return true;
}

/* A dictionary argument: its member as a boolean. False when thrown. */
static bool flag_option(VM *vm, Value options, const char *name, bool *ret)
{
    *ret = false;
    if (value_is_nullish(options))
        return true;
    if (!value_is_object(options)) {
        throw_type(vm, "The options must be an object");
        return false;
    }
    Value v = get_prop_ascii(vm, options, name);
    *ret = v != VALUE_THROWN && to_boolean(v);
    return v != VALUE_THROWN;
}

static Value decoder_decode(VM *vm, NativeCall *c)
{
    bool stream;
    const unsigned char *bytes;
    size_t n;
    TextCoder *t = this_coder(vm, c, true);
    if (!t || !flag_option(vm, c->args[1], "stream", &stream) ||
        !source_bytes(vm, c->args[0], &bytes, &n) || !vm_charge_bytes(vm, n))
        return VALUE_THROWN;
    Decoder d = { .s = t->state.stream ? t->state : fresh_state,
                  .ignore_bom = t->ignore_bom };
    strb_init(&d.out, vm);
    Encoding encoding = (Encoding)t->encoding;
    uint32_t turns = 0;
    for (size_t i = 0;
         i < n && !(t->fatal && d.malformed) && vm_in_time(vm, &turns);) {
        size_t run = take_ascii(&d, encoding, bytes + i, n - i);
        if (run > 0)
            i += run;
        else
            decode_byte(&d, encoding, bytes[i++]);
    }
    if (!stream)
        decode_end(&d);
    d.s.stream = stream;
    if (t->fatal && d.malformed) {
        t->state = fresh_state;
        return throw_type(vm, "The encoded data was not valid for encoding %s",
                          encoding_names[encoding]);
    }
    Str *s = strb_finish(&d.out);
    if (!s)
        return VALUE_THROWN;
    t->state = d.s;
    return value_from_str(s);
}

/* ---- the decoder object ---- */

/* The label without blanks around it, ASCII letters made small. */
static const Label *find_label(const StrView *v)
{
    char text[32];
    uint32_t from = 0, to = v->len;
    while (from < to && cm__is_ascii_blank(view_at(v, from)))
        from++;
    while (to > from && cm__is_ascii_blank(view_at(v, to - 1)))
        to--;
    if (to - from >= sizeof text)
        return NULL;
    for (uint32_t i = from; i < to; i++) {
        uint32_t c = view_at(v, i);
        if (c == 0 || c >= 128)
            return NULL;
        text[i - from] = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
    }
    text[to - from] = '\0';
    for (size_t i = 0; i < CM_ARRAY_LEN(labels); i++)
        if (strcmp(labels[i].text, text) == 0)
            return &labels[i];
    return NULL;
}

static Value decoder_ctor(VM *vm, NativeCall *c)
{
    const Label *label = &labels[3];
    bool fatal, ignore_bom;
    Str *s = NULL;
    if (c->args[0] != VALUE_UNDEFINED) {
        StrView v;
        s = to_string(vm, c->args[0]);
        if (!s || !str_view(vm, s, &v) || !vm_charge_bytes(vm, v.len))
            return VALUE_THROWN;
        label = find_label(&v);
    }
    if (!flag_option(vm, c->args[1], "fatal", &fatal) ||
        !flag_option(vm, c->args[1], "ignoreBOM", &ignore_bom))
        return VALUE_THROWN;
    if (!label)
        return throw_range(vm, "The encoding label '%S' is not supported", s);
    TextCoder *t = coder_new(vm, c, vm->realm->text_decoder_proto);
    if (!t)
        return VALUE_THROWN;
    t->is_decoder = true;
    t->fatal = fatal;
    t->ignore_bom = ignore_bom;
    t->encoding = (uint8_t)label->encoding;
    t->state = fresh_state;
    return value_from_obj(t);
}

static Value decoder_encoding(VM *vm, NativeCall *c)
{
    const TextCoder *t = this_coder(vm, c, true);
    Str *s = t ? str_intern_ascii(vm, encoding_names[t->encoding]) : NULL;
    return s ? value_from_str(s) : VALUE_THROWN;
}

static Value decoder_fatal(VM *vm, NativeCall *c)
{
    const TextCoder *t = this_coder(vm, c, true);
    return t ? value_bool(t->fatal) : VALUE_THROWN;
}

static Value decoder_ignore_bom(VM *vm, NativeCall *c)
{
    const TextCoder *t = this_coder(vm, c, true);
    return t ? value_bool(t->ignore_bom) : VALUE_THROWN;
}

/* ---- encoding ---- */

static Value encoder_ctor(VM *vm, NativeCall *c)
{
    TextCoder *t = coder_new(vm, c, vm->realm->text_encoder_proto);
    return t ? value_from_obj(t) : VALUE_THROWN;
}

static Value encoder_encoding(VM *vm, NativeCall *c)
{
    Str *s = this_coder(vm, c, false) ? str_intern_ascii(vm, "utf-8") : NULL;
    return s ? value_from_str(s) : VALUE_THROWN;
}

/* The scalar value at *at, which moves past it; lone surrogates become U+FFFD.
 */
static uint32_t next_scalar(const StrView *v, uint32_t *at)
{
    uint32_t c = view_at(v, (*at)++);
    if (c < 0xD800 || c > 0xDFFF)
        return c;
    if (c < 0xDC00 && *at < v->len) {
        uint32_t low = view_at(v, *at);
        if (low >= 0xDC00 && low <= 0xDFFF) {
            (*at)++;
            return 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        }
    }
    return 0xFFFD;
}

static uint32_t utf8_size(uint32_t c)
{
    return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
}

static void utf8_put(unsigned char *out, uint32_t c, uint32_t size)
{
    static const uint8_t marks[] = { 0, 0, 0xC0, 0xE0, 0xF0 };
    for (uint32_t i = size; i > 1; i--) {
        out[i - 1] = (unsigned char)((c & 0x3F) | 0x80);
        c >>= 6;
    }
    out[0] = (unsigned char)(c | marks[size]);
}

/* The flat text of an argument. */
static bool text_of(VM *vm, Value v, StrView *ret)
{
    Str *s = v == VALUE_UNDEFINED ? vm->realm->empty : to_string(vm, v);
    return s && vm_charge_bytes(vm, s->len) && str_view(vm, s, ret);
}

static Value encoder_encode(VM *vm, NativeCall *c)
{
    StrView v;
    if (!this_coder(vm, c, false) || !text_of(vm, c->args[0], &v))
        return VALUE_THROWN;
    uint64_t n = 0;
    uint32_t turns = 0;
    for (uint32_t at = 0; at < v.len && vm_in_time(vm, &turns);)
        n += utf8_size(next_scalar(&v, &at));
    const Realm *r = vm->realm;
    BufferObj *b = buffer_new(vm, r->shape_buffer, n);
    ViewObj *out =
        b ? typed_array_new(vm, ELEMENT_UINT8, r->shape_typed[ELEMENT_UINT8], b,
                            0, b->length)
          : NULL;
    if (!out)
        return VALUE_THROWN;
    unsigned char *p = b->data->bytes;
    for (uint32_t at = 0; at < v.len && vm_in_time(vm, &turns);) {
        uint32_t scalar = next_scalar(&v, &at), size = utf8_size(scalar);
        utf8_put(p, scalar, size);
        p += size;
    }
    return value_from_obj(out);
}

static Value encoder_encode_into(VM *vm, NativeCall *c)
{
    StrView v;
    uint32_t room, at = 0, written = 0, turns = 0;
    if (!this_coder(vm, c, false) || !text_of(vm, c->args[0], &v))
        return VALUE_THROWN;
    ViewObj *to = value_typed(c->args[1]);
    if (!to || to->kind != ELEMENT_UINT8)
        return throw_type(vm, "encodeInto needs a Uint8Array");
    if (to->buffer->immutable)
        return cm__throw_immutable(vm);
    PropKey read_key = key_ascii(vm, "read");
    PropKey written_key = key_ascii(vm, "written");
    Obj *result = obj_new_plain(vm);
    if (!result || read_key == VALUE_ABSENT || written_key == VALUE_ABSENT ||
        !obj_put(vm, result, read_key, value_int(0)) ||
        !obj_put(vm, result, written_key, value_int(0)))
        return VALUE_THROWN;
    view_length(to, &room);
    while (at < v.len && vm_in_time(vm, &turns)) {
        uint32_t next = at;
        uint32_t scalar = next_scalar(&v, &next), size = utf8_size(scalar);
        if (size > room - written)
            break;
        utf8_put(view_at_element(to, written), scalar, size);
        written += size;
        at = next;
    }
    *obj_slot(result, 0) = value_uint32(at);
    *obj_slot(result, 1) = value_uint32(written);
    return value_from_obj(result);
}

/* ---- atob, btoa ---- */

static Value global_btoa(VM *vm, NativeCall *c)
{
    StrView v;
    Str *s = to_string(vm, c->args[0]);
    if (!s || !vm_charge_bytes(vm, s->len) || !str_view(vm, s, &v))
        return VALUE_THROWN;
    RawCell *raw = heap_raw_new(&vm->heap, v.len);
    if (!raw)
        return VALUE_THROWN;
    uint32_t turns = 0;
    for (uint32_t i = 0; i < v.len && vm_in_time(vm, &turns); i++) {
        if (view_at(&v, i) > 255)
            return throw_type(vm, "btoa needs characters up to U+00FF; encode "
                                  "the text with TextEncoder first");
        raw->bytes[i] = (unsigned char)view_at(&v, i);
    }
    Str *out = cm__base64_encode(vm, raw->bytes, v.len, false, true);
    return out ? value_from_str(out) : VALUE_THROWN;
}

/* Forgiving-base64 decode (Infra Standard 7). -1: bad input. */
static int64_t forgiving_decode(VM *vm, const StrView *v, unsigned char *out)
{
    uint64_t digits = 0;
    uint32_t padding = 0, bits = 0, n_bits = 0, turns = 0;
    int64_t n = 0;
    for (uint32_t i = 0; i < v->len && vm_in_time(vm, &turns); i++) {
        uint32_t c = view_at(v, i);
        if (cm__is_ascii_blank(c))
            continue;
        if (c == '=') {
            padding++;
            continue;
        }
        int digit = cm__base64_digit(c, false);
        if (digit < 0 || padding > 0)
            return -1;
        digits++;
        bits = bits << 6 | (uint32_t)digit;
        n_bits += 6;
        if (n_bits >= 8) {
            n_bits -= 8;
            out[n++] = (unsigned char)(bits >> n_bits);
            bits &= (1u << n_bits) - 1;
        }
    }
    if (padding > 2 || (padding > 0 && (digits + padding) % 4 != 0) ||
        digits % 4 == 1)
        return -1;
    return n;
}

static Value global_atob(VM *vm, NativeCall *c)
{
    StrView v;
    Str *s = to_string(vm, c->args[0]);
    if (!s || !vm_charge_bytes(vm, s->len) || !str_view(vm, s, &v))
        return VALUE_THROWN;
    RawCell *raw = heap_raw_new(&vm->heap, (size_t)v.len / 4 * 3 + 3);
    if (!raw)
        return VALUE_THROWN;
    int64_t n = forgiving_decode(vm, &v, raw->bytes);
    if (vm->termination != TERM_NONE)
        return VALUE_THROWN;
    if (n < 0)
        return throw_type(vm, "atob needs base64 text");
    Str *out = str_new8(vm, raw->bytes, (size_t)n);
    return out ? value_from_str(out) : VALUE_THROWN;
}

/* ---- tables ---- */

static const NativeSpec encoder_spec = { .name = "TextEncoder",
                                         .fn = encoder_ctor,
                                         .flags =
                                             NATIVE_CTOR | NATIVE_CTOR_ONLY };

static const NativeSpec encoder_methods[] = {
    { .name = "encoding", .fn = encoder_encoding, .flags = NATIVE_GETTER },
    { .name = "encode", .fn = encoder_encode, .min_args = 1 },
    { .name = "encodeInto",
      .fn = encoder_encode_into,
      .length = 2,
      .min_args = 2 },
};

static const NativeSpec decoder_spec = { .name = "TextDecoder",
                                         .fn = decoder_ctor,
                                         .min_args = 2,
                                         .flags =
                                             NATIVE_CTOR | NATIVE_CTOR_ONLY };

static const NativeSpec decoder_methods[] = {
    { .name = "encoding", .fn = decoder_encoding, .flags = NATIVE_GETTER },
    { .name = "fatal", .fn = decoder_fatal, .flags = NATIVE_GETTER },
    { .name = "ignoreBOM", .fn = decoder_ignore_bom, .flags = NATIVE_GETTER },
    { .name = "decode", .fn = decoder_decode, .min_args = 2 },
};

static const NativeSpec globals[] = {
    { .name = "atob", .fn = global_atob, .length = 1, .min_args = 1 },
    { .name = "btoa", .fn = global_btoa, .length = 1, .min_args = 1 },
};

void js_install_encoding(RealmBuilder *b)
{
    Realm *r = b->realm;
    class_register(CLASS_TEXT_CODER, &class_text_coder);
    realm_ctor(b, &encoder_spec, r->text_encoder_proto, NULL);
    realm_functions(b, r->text_encoder_proto, encoder_methods,
                    CM_ARRAY_LEN(encoder_methods));
    realm_tag(b, r->text_encoder_proto, "TextEncoder");
    realm_ctor(b, &decoder_spec, r->text_decoder_proto, NULL);
    realm_functions(b, r->text_decoder_proto, decoder_methods,
                    CM_ARRAY_LEN(decoder_methods));
    realm_tag(b, r->text_decoder_proto, "TextDecoder");
    realm_functions(b, r->globals, globals, CM_ARRAY_LEN(globals));
}
