/* SPDX-License-Identifier: MIT */
/* String: constructor, access by position, cutting, padding; ECMA-262 22.1. */
#include "js/builtins/string_internal.h"

#include "engine/meter.h"

#include <string.h>

#define MAX_CODE_POINT 0x10FFFF

Str *cm__string_this(VM *vm, Value this_val, const char *method)
{
    if (value_is_string(this_val))
        return value_str(this_val);
    if (value_is_nullish(this_val)) {
        throw_type(vm, "String.prototype.%s called on null or undefined",
                   method);
        return NULL;
    }
    return to_string(vm, this_val);
}

uint32_t cm__view_code_point(const StrView *v, uint32_t i, uint32_t *ret_n)
{
    uint32_t c = view_at(v, i);
    *ret_n = 1;
    if ((c & 0xFC00) == 0xD800 && i + 1 < v->len) {
        uint32_t d = view_at(v, i + 1);
        if ((d & 0xFC00) == 0xDC00) {
            *ret_n = 2;
            return 0x10000 + ((c - 0xD800) << 10) + (d - 0xDC00);
        }
    }
    return c;
}

/* ---- constructor (22.1.1) ---- */

/* SymbolDescriptiveString (20.4.3.3.1). */
static Str *symbol_text(VM *vm, const Symbol *symbol)
{
    StrBuilder b;
    strb_init(&b, vm);
    strb_ascii(&b, "Symbol(", 7);
    if (value_is_string(symbol->description))
        strb_str(&b, value_str(symbol->description));
    strb_unit(&b, ')');
    return strb_finish(&b);
}

static Value string_ctor(VM *vm, NativeCall *c)
{
    bool is_new = c->new_target != VALUE_UNDEFINED;
    Str *s = vm->realm->empty;
    if (c->argc > 0) {
        if (!is_new && value_is_symbol(c->args[0]))
            return string_value(symbol_text(vm, value_symbol(c->args[0])));
        s = to_string(vm, c->args[0]);
    }
    if (!s || !is_new)
        return string_value(s);
    Obj *proto = ctor_proto(vm, c, vm->realm->string_proto);
    Shape *shape = proto ? shape_root(vm, proto, 0) : NULL;
    Obj *o = shape ? obj_new(vm, CLASS_BOXED, shape) : NULL;
    if (!o)
        return VALUE_THROWN;
    ((BoxedObj *)(void *)o)->value = value_from_str(s);
    return value_from_obj(o);
}

/* 22.1.2.1 */
static Value string_from_char_code(VM *vm, NativeCall *c)
{
    if (c->argc == 0)
        return value_from_str(vm->realm->empty);
    uint32_t unit;
    if (c->argc == 1)
        return to_uint32(vm, c->args[0], &unit)
                   ? string_value(str_from_unit(vm, unit & 0xFFFF))
                   : VALUE_THROWN;
    StrBuilder b;
    strb_init(&b, vm);
    for (uint32_t i = 0; i < c->argc; i++) {
        if (!to_uint32(vm, c->args[i], &unit) || !vm_charge(vm, 1))
            return VALUE_THROWN;
        strb_unit(&b, unit & 0xFFFF);
    }
    return string_value(strb_finish(&b));
}

/* 22.1.2.2 */
static Value string_from_code_point(VM *vm, NativeCall *c)
{
    StrBuilder b;
    strb_init(&b, vm);
    for (uint32_t i = 0; i < c->argc; i++) {
        double d;
        if (!to_number(vm, c->args[i], &d) || !vm_charge(vm, 1))
            return VALUE_THROWN;
        if (!(d >= 0 && d <= MAX_CODE_POINT) || d != (double)(uint32_t)d) {
            Str *text = to_string(vm, c->args[i]);
            return text ? throw_range(vm, "Invalid code point %S", text)
                        : VALUE_THROWN;
        }
        strb_code_point(&b, (uint32_t)d);
    }
    return string_value(strb_finish(&b));
}

/* Get(o, i) as a string, for an index of any size. */
static Str *element_text(VM *vm, Obj *o, uint64_t i)
{
    PropKey key;
    if (i <= KEY_MAX_INDEX)
        key = key_index((uint32_t)i);
    else if (!to_key(vm, value_double((double)i), &key))
        return NULL;
    Value v = get_obj(vm, o, key, value_from_obj(o));
    return v == VALUE_THROWN ? NULL : to_string(vm, v);
}

/* 22.1.2.4 */
static Value string_raw(VM *vm, NativeCall *c)
{
    Obj *cooked = to_object(vm, c->args[0]);
    Value raw = cooked ? get_obj(vm, cooked, vm->realm->name.raw,
                                 value_from_obj(cooked))
                       : VALUE_THROWN;
    Obj *literals = raw == VALUE_THROWN ? NULL : to_object(vm, raw);
    uint64_t n;
    if (!literals || !array_like_length(vm, literals, &n))
        return VALUE_THROWN;
    StrBuilder b;
    strb_init(&b, vm);
    for (uint64_t i = 0; i < n && !b.failed; i++) {
        Str *s = element_text(vm, literals, i);
        if (!s || !vm_charge_bytes(vm, s->len))
            return VALUE_THROWN;
        strb_str(&b, s);
        if (i + 1 >= n || i + 1 >= c->argc)
            continue;
        s = to_string(vm, c->args[i + 1]);
        if (!s || !vm_charge_bytes(vm, s->len))
            return VALUE_THROWN;
        strb_str(&b, s);
    }
    return string_value(strb_finish(&b));
}

/* ---- access by position ---- */

/* `this` and an integer argument: the start of most methods. */
static Str *this_and_position(VM *vm, const NativeCall *c, const char *method,
                              double *ret_position)
{
    Str *s = cm__string_this(vm, c->this_val, method);
    return s && to_integer(vm, c->args[0], ret_position) ? s : NULL;
}

static Value unit_text(VM *vm, Str *s, uint32_t at)
{
    StrView v;
    if (!str_view(vm, s, &v))
        return VALUE_THROWN;
    return string_value(str_from_unit(vm, view_at(&v, at)));
}

/* 22.1.3.1 */
static Value string_at(VM *vm, NativeCall *c)
{
    double at;
    Str *s = this_and_position(vm, c, "at", &at);
    if (!s)
        return VALUE_THROWN;
    if (at < 0)
        at += s->len;
    if (at < 0 || at >= s->len)
        return VALUE_UNDEFINED;
    return unit_text(vm, s, (uint32_t)at);
}

/* 22.1.3.2 */
static Value string_char_at(VM *vm, NativeCall *c)
{
    double at;
    Str *s = this_and_position(vm, c, "charAt", &at);
    if (!s)
        return VALUE_THROWN;
    if (at < 0 || at >= s->len)
        return value_from_str(vm->realm->empty);
    return unit_text(vm, s, (uint32_t)at);
}

/* 22.1.3.3 */
static Value string_char_code_at(VM *vm, NativeCall *c)
{
    double at;
    Str *s = this_and_position(vm, c, "charCodeAt", &at);
    StrView v;
    if (!s || !str_view(vm, s, &v))
        return VALUE_THROWN;
    if (at < 0 || at >= s->len)
        return VALUE_NAN;
    return value_int((int32_t)view_at(&v, (uint32_t)at));
}

/* 22.1.3.4 */
static Value string_code_point_at(VM *vm, NativeCall *c)
{
    double at;
    Str *s = this_and_position(vm, c, "codePointAt", &at);
    StrView v;
    uint32_t n;
    if (!s || !str_view(vm, s, &v))
        return VALUE_THROWN;
    if (at < 0 || at >= s->len)
        return VALUE_UNDEFINED;
    return value_int((int32_t)cm__view_code_point(&v, (uint32_t)at, &n));
}

/* ---- joining and repeating ---- */

/* 22.1.3.5 */
static Value string_concat(VM *vm, NativeCall *c)
{
    Str *s = cm__string_this(vm, c->this_val, "concat");
    for (uint32_t i = 0; s && i < c->argc; i++) {
        Str *next = to_string(vm, c->args[i]);
        s = next && vm_charge(vm, 1) ? str_concat(vm, s, next) : NULL;
    }
    return string_value(s);
}

/* The first `total` units of s repeated without end; s is not empty. The text
 * written so far is copied behind itself, so each round doubles it. */
static Str *repeat_to(VM *vm, Str *s, double total)
{
    if (total > STR_MAX_LEN) {
        throw_range(vm, "Invalid string length");
        return NULL;
    }
    uint32_t n = (uint32_t)total;
    StrView v;
    if (n <= s->len)
        return str_slice(vm, s, 0, n);
    if (!vm_charge_bytes(vm, n) || !str_view(vm, s, &v))
        return NULL;
    size_t unit = v.p8 ? 1 : 2, size = n * unit, done = v.len * unit;
    Str *out = v.p8 ? str_alloc8(vm, n) : str_alloc16(vm, n);
    if (!out)
        return NULL;
    char *to = v.p8 ? (char *)out->as.u8 : (char *)out->as.u16;
    if (v.p8)
        memcpy(to, v.p8, done);
    else
        memcpy(to, v.p16, done);
    while (done < size) {
        size_t more = done < size - done ? done : size - done;
        if (!meter_copy(vm, to + done, to, more))
            return NULL;
        done += more;
    }
    return out;
}

/* 22.1.3.18 */
static Value string_repeat(VM *vm, NativeCall *c)
{
    double n;
    Str *s = this_and_position(vm, c, "repeat", &n);
    if (!s)
        return VALUE_THROWN;
    if (n < 0 || n > 1.7976931348623157e308)
        return throw_range(vm, "Invalid count value: %g", n);
    if (n == 0 || s->len == 0)
        return value_from_str(vm->realm->empty);
    return string_value(repeat_to(vm, s, n * s->len));
}

/* StringPaddingBuiltinsImpl (22.1.3.17.1). */
static Value pad(VM *vm, NativeCall *c, bool at_start, const char *method)
{
    Str *s = cm__string_this(vm, c->this_val, method);
    uint64_t length;
    if (!s || !to_length(vm, c->args[0], &length))
        return VALUE_THROWN;
    if (length <= s->len)
        return value_from_str(s);
    Str *filler = c->args[1] == VALUE_UNDEFINED ? vm->realm->units[' ']
                                                : to_string(vm, c->args[1]);
    if (!filler)
        return VALUE_THROWN;
    if (filler->len == 0)
        return value_from_str(s);
    if (length > STR_MAX_LEN)
        return throw_range(vm, "Invalid string length");
    filler = repeat_to(vm, filler, (double)(length - s->len));
    if (!filler)
        return VALUE_THROWN;
    return string_value(at_start ? str_concat(vm, filler, s)
                                 : str_concat(vm, s, filler));
}

/* 22.1.3.16 */
static Value string_pad_end(VM *vm, NativeCall *c)
{
    return pad(vm, c, false, "padEnd");
}

/* 22.1.3.17 */
static Value string_pad_start(VM *vm, NativeCall *c)
{
    return pad(vm, c, true, "padStart");
}

/* ---- cutting ---- */

/* 22.1.3.22 */
static Value string_slice(VM *vm, NativeCall *c)
{
    Str *s = cm__string_this(vm, c->this_val, "slice");
    double from, to;
    if (!s || !to_relative(vm, c->args[0], s->len, 0, &from) ||
        !to_relative(vm, c->args[1], s->len, s->len, &to))
        return VALUE_THROWN;
    if (from >= to)
        return value_from_str(vm->realm->empty);
    return string_value(str_slice(vm, s, (uint32_t)from, (uint32_t)to));
}

static double clamp(double d, double max)
{
    return d < 0 ? 0 : d < max ? d : max;
}

/* 22.1.3.25 */
static Value string_substring(VM *vm, NativeCall *c)
{
    double from, to;
    Str *s = this_and_position(vm, c, "substring", &from);
    if (!s)
        return VALUE_THROWN;
    to = s->len;
    if (c->args[1] != VALUE_UNDEFINED && !to_integer(vm, c->args[1], &to))
        return VALUE_THROWN;
    from = clamp(from, s->len);
    to = clamp(to, s->len);
    if (from > to) {
        double swap = from;
        from = to;
        to = swap;
    }
    return string_value(str_slice(vm, s, (uint32_t)from, (uint32_t)to));
}

/* B.2.2.1 */
static Value string_substr(VM *vm, NativeCall *c)
{
    Str *s = cm__string_this(vm, c->this_val, "substr");
    double from, n;
    if (!s || !to_relative(vm, c->args[0], s->len, 0, &from))
        return VALUE_THROWN;
    n = s->len;
    if (c->args[1] != VALUE_UNDEFINED && !to_integer(vm, c->args[1], &n))
        return VALUE_THROWN;
    double to = clamp(from + clamp(n, s->len), s->len);
    return string_value(str_slice(vm, s, (uint32_t)from, (uint32_t)to));
}

/* TrimString (22.1.3.32.1). */
static Value trim(VM *vm, NativeCall *c, bool start, bool end,
                  const char *method)
{
    Str *s = cm__string_this(vm, c->this_val, method);
    StrView v;
    if (!s || !str_view(vm, s, &v))
        return VALUE_THROWN;
    uint32_t from = 0, to = v.len;
    if (!view_trim(vm, &v, start ? &from : NULL, end ? &to : NULL) ||
        !vm_charge_bytes(vm, v.len - (to - from)))
        return VALUE_THROWN;
    return string_value(str_slice(vm, s, from, to));
}

/* 22.1.3.32 */
static Value string_trim(VM *vm, NativeCall *c)
{
    return trim(vm, c, true, true, "trim");
}

/* 22.1.3.33 */
static Value string_trim_end(VM *vm, NativeCall *c)
{
    return trim(vm, c, false, true, "trimEnd");
}

/* 22.1.3.34 */
static Value string_trim_start(VM *vm, NativeCall *c)
{
    return trim(vm, c, true, false, "trimStart");
}

/* ---- surrogates ---- */

/* The first lone surrogate at or after `at`; len when there is none. False when
 * the execution has to end; `turns` is the caller's counter. */
static bool find_lone(VM *vm, const StrView *v, uint32_t *at, uint32_t *turns)
{
    if (v->p8)
        *at = v->len;
    while (*at < v->len) {
        uint32_t n, c = cm__view_code_point(v, *at, &n);
        if (!vm_in_time(vm, turns))
            return false;
        if (n == 1 && (c & 0xF800) == 0xD800)
            break;
        *at += n;
    }
    return true;
}

/* 22.1.3.10 */
static Value string_is_well_formed(VM *vm, NativeCall *c)
{
    Str *s = cm__string_this(vm, c->this_val, "isWellFormed");
    StrView v;
    uint32_t at = 0, turns = 0;
    if (!s || !vm_charge_bytes(vm, s->len) || !str_view(vm, s, &v) ||
        !find_lone(vm, &v, &at, &turns))
        return VALUE_THROWN;
    return value_bool(at == v.len);
}

/* 22.1.3.31 */
static Value string_to_well_formed(VM *vm, NativeCall *c)
{
    Str *s = cm__string_this(vm, c->this_val, "toWellFormed");
    StrView v;
    uint32_t at = 0, turns = 0;
    if (!s || !vm_charge_bytes(vm, s->len) || !str_view(vm, s, &v) ||
        !find_lone(vm, &v, &at, &turns))
        return VALUE_THROWN;
    if (at == v.len)
        return value_from_str(s);
    Str *out = str_alloc16(vm, v.len);
    if (!out)
        return VALUE_THROWN;
    if (!meter_copy(vm, out->as.u16, v.p16, (size_t)v.len * 2))
        return VALUE_THROWN;
    while (at < v.len) {
        out->as.u16[at++] = 0xFFFD;
        if (!find_lone(vm, &v, &at, &turns))
            return VALUE_THROWN;
    }
    return value_from_str(out);
}

/* ---- the value itself ---- */

/* ThisStringValue (22.1.3.35.1). */
static Value this_value(VM *vm, const NativeCall *c, const char *method)
{
    Value v = c->this_val;
    if (value_is_class(v, CLASS_BOXED))
        v = ((BoxedObj *)value_ptr(v))->value;
    if (!value_is_string(v))
        return throw_type(vm,
                          "String.prototype.%s requires that 'this' be a "
                          "String",
                          method);
    return v;
}

/* 22.1.3.29 */
static Value string_to_string(VM *vm, NativeCall *c)
{
    return this_value(vm, c, "toString");
}

/* 22.1.3.35 */
static Value string_value_of(VM *vm, NativeCall *c)
{
    return this_value(vm, c, "valueOf");
}

/* 22.1.3.36 */
static Value string_iterator(VM *vm, NativeCall *c)
{
    Str *s = cm__string_this(vm, c->this_val, "[Symbol.iterator]");
    IterObj *it =
        s ? iter_obj_new(vm, ITERKIND_STRING, ITERATE_VALUES, value_from_str(s))
          : NULL;
    return it ? value_from_obj(it) : VALUE_THROWN;
}

/* ---- registration ---- */

/* clang-format off */
static const NativeSpec string_spec = { .name = "String", .fn = string_ctor,
                                        .length = 1, .flags = NATIVE_CTOR };

static const NativeSpec statics[] = {
    { .name = "fromCharCode", .fn = string_from_char_code, .length = 1 },
    { .name = "fromCodePoint", .fn = string_from_code_point, .length = 1 },
    { .name = "raw", .fn = string_raw, .length = 1, .min_args = 1 },
};

static const NativeSpec methods[] = {
    { .name = "at", .fn = string_at, .length = 1, .min_args = 1 },
    { .name = "charAt", .fn = string_char_at, .length = 1, .min_args = 1 },
    { .name = "charCodeAt", .fn = string_char_code_at, .length = 1,
      .min_args = 1 },
    { .name = "codePointAt", .fn = string_code_point_at, .length = 1,
      .min_args = 1 },
    { .name = "concat", .fn = string_concat, .length = 1 },
    { .name = "isWellFormed", .fn = string_is_well_formed },
    { .name = "padEnd", .fn = string_pad_end, .length = 1, .min_args = 2 },
    { .name = "padStart", .fn = string_pad_start, .length = 1, .min_args = 2 },
    { .name = "repeat", .fn = string_repeat, .length = 1, .min_args = 1 },
    { .name = "slice", .fn = string_slice, .length = 2, .min_args = 2 },
    { .name = "substr", .fn = string_substr, .length = 2, .min_args = 2 },
    { .name = "substring", .fn = string_substring, .length = 2,
      .min_args = 2 },
    { .name = "toString", .fn = string_to_string },
    { .name = "toWellFormed", .fn = string_to_well_formed },
    { .name = "trim", .fn = string_trim },
    { .name = "trimEnd", .fn = string_trim_end },
    { .name = "trimStart", .fn = string_trim_start },
    { .name = "valueOf", .fn = string_value_of },
    { .name = "@@iterator", .fn = string_iterator },
};
/* clang-format on */

void js_install_string(RealmBuilder *b)
{
    Obj *proto = b->realm->string_proto;
    Obj *ctor = realm_ctor(b, &string_spec, proto, NULL);
    realm_functions(b, ctor, statics, CM_ARRAY_LEN(statics));
    realm_functions(b, proto, methods, CM_ARRAY_LEN(methods));
    realm_alias(b, proto, "trimLeft", "trimStart");
    realm_alias(b, proto, "trimRight", "trimEnd");
    cm__install_string_search(b);
    cm__install_string_replace(b);
    cm__install_string_case(b);
    cm__install_string_collate(b);
}
