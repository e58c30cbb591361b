/* SPDX-License-Identifier: MIT */
/* Number, Boolean and the numeric globals; ECMA-262 21.1, 20.3, 19.2.2 to
 * 19.2.5. */
#include "js/builtins/number_locale.h"

#include "base/numtext.h"
#include "engine/bigint.h"

#include <math.h>
#include <string.h>

#define MAX_SAFE_INTEGER 9007199254740991.0
#define MAX_PLAIN        1e21 /* from here on numbers print with an exponent */

/* ---- constructors ---- */

static Value box(VM *vm, const NativeCall *c, Obj *fallback, Value v)
{
    Obj *proto = ctor_proto(vm, c, fallback);
    Shape *shape = proto ? shape_root(vm, proto, 0) : NULL;
    Obj *o = shape ? obj_new(vm, CLASS_BOXED, shape) : NULL;
    if (!o)
        return VALUE_THROWN;
    ((BoxedObj *)(void *)o)->value = v;
    return value_from_obj(o);
}

/* 21.1.1.1 */
static Value number_ctor(VM *vm, NativeCall *c)
{
    Value v = c->argc > 0 ? to_numeric(vm, c->args[0]) : value_int(0);
    if (v == VALUE_THROWN)
        return VALUE_THROWN;
    if (value_is_bigint(v))
        v = value_number(bigint_to_double(value_bigint(v)));
    return c->new_target == VALUE_UNDEFINED
               ? v
               : box(vm, c, vm->realm->number_proto, v);
}

/* 20.3.1.1 */
static Value boolean_ctor(VM *vm, NativeCall *c)
{
    Value v = value_bool(to_boolean(c->args[0]));
    return c->new_target == VALUE_UNDEFINED
               ? v
               : box(vm, c, vm->realm->boolean_proto, v);
}

/* ---- what kind of number ---- */

static bool is_integer(Value v)
{
    if (!value_is_number(v))
        return false;
    double d = value_num(v);
    return isfinite(d) && trunc(d) == d;
}

/* 21.1.2.2 */
static Value number_is_finite(VM *vm, NativeCall *c)
{
    (void)vm;
    return value_bool(value_is_number(c->args[0]) &&
                      isfinite(value_num(c->args[0])));
}

/* 21.1.2.3 */
static Value number_is_integer(VM *vm, NativeCall *c)
{
    (void)vm;
    return value_bool(is_integer(c->args[0]));
}

/* 21.1.2.4 */
static Value number_is_nan(VM *vm, NativeCall *c)
{
    (void)vm;
    return value_bool(value_is_number(c->args[0]) &&
                      isnan(value_num(c->args[0])));
}

/* 21.1.2.5 */
static Value number_is_safe_integer(VM *vm, NativeCall *c)
{
    (void)vm;
    return value_bool(is_integer(c->args[0]) &&
                      fabs(value_num(c->args[0])) <= MAX_SAFE_INTEGER);
}

/* 19.2.2 */
static Value global_is_finite(VM *vm, NativeCall *c)
{
    double d;
    return to_number(vm, c->args[0], &d) ? value_bool(isfinite(d))
                                         : VALUE_THROWN;
}

/* 19.2.3 */
static Value global_is_nan(VM *vm, NativeCall *c)
{
    double d;
    return to_number(vm, c->args[0], &d) ? value_bool(isnan(d)) : VALUE_THROWN;
}

/* ---- reading ---- */

/* The ASCII text of a view from `at` on as bytes. 16-bit units are copied up to
 * the first one outside ASCII; the copy is in *ret_copy. NULL when refused. */
static const char *ascii_of(VM *vm, const StrView *v, uint32_t at,
                            size_t *ret_n, RawCell **ret_copy)
{
    *ret_copy = NULL;
    *ret_n = v->len - at;
    if (v->p8)
        return (const char *)v->p8 + at;
    uint32_t end = at;
    while (end < v->len && v->p16[end] < 128)
        end++;
    RawCell *copy = heap_raw_new(&vm->heap, end - at + 1);
    if (!copy)
        return NULL;
    for (uint32_t i = at; i < end; i++)
        copy->bytes[i - at] = (unsigned char)v->p16[i];
    *ret_n = end - at;
    *ret_copy = copy;
    return (const char *)copy->bytes;
}

/* The longest prefix that is a StrDecimalLiteral, or NaN. */
static double read_prefix(const char *text, size_t n)
{
    bool negative = n > 0 && text[0] == '-';
    if (n > 0 && (text[0] == '-' || text[0] == '+')) {
        text++;
        n--;
    }
    double d;
    if (n >= 8 && memcmp(text, "Infinity", 8) == 0)
        d = (double)INFINITY;
    else if (n == 0 || cm__num_read(text, n, &d) == 0)
        return (double)NAN;
    return negative ? -d : d;
}

/* 19.2.4 */
static Value parse_float(VM *vm, NativeCall *c)
{
    if (value_is_int(c->args[0]))
        return c->args[0];
    Str *s = to_string(vm, c->args[0]);
    StrView v;
    uint32_t from;
    if (!s || !vm_charge_bytes(vm, s->len) || !str_view(vm, s, &v) ||
        !view_trim(vm, &v, &from, NULL))
        return VALUE_THROWN;
    size_t n;
    RawCell *copy;
    const char *text = ascii_of(vm, &v, from, &n, &copy);
    if (!text)
        return VALUE_THROWN;
    double d = read_prefix(text, n);
    heap_release(&vm->heap, copy);
    return value_number(d);
}

/* The longest run of digits in front. radix 0: 16 after 0x, else 10. False when
 * the execution has to end. */
static bool read_integer(VM *vm, const char *text, size_t n, int radix,
                         double *ret)
{
    bool negative = n > 0 && text[0] == '-';
    if (n > 0 && (text[0] == '-' || text[0] == '+')) {
        text++;
        n--;
    }
    if ((radix == 0 || radix == 16) && n >= 2 && text[0] == '0' &&
        (text[1] | 0x20) == 'x') {
        text += 2;
        n -= 2;
        radix = 16;
    }
    if (radix == 0)
        radix = 10;
    size_t digits;
    *ret = (double)NAN;
    if (!count_digits(vm, text, n, radix, &digits) ||
        (digits > 0 && !digits_value(vm, text, digits, radix, ret)))
        return false;
    if (negative)
        *ret = -*ret;
    return true;
}

/* 19.2.5 */
static Value parse_int(VM *vm, NativeCall *c)
{
    if (value_is_int(c->args[0]) &&
        (c->args[1] == VALUE_UNDEFINED || c->args[1] == value_int(10)))
        return c->args[0];
    Str *s = to_string(vm, c->args[0]);
    int32_t radix;
    if (!s || !to_int32(vm, c->args[1], &radix))
        return VALUE_THROWN;
    if (radix != 0 && (radix < 2 || radix > 36))
        return VALUE_NAN;
    StrView v;
    uint32_t from;
    if (!vm_charge_bytes(vm, s->len) || !str_view(vm, s, &v) ||
        !view_trim(vm, &v, &from, NULL))
        return VALUE_THROWN;
    size_t n;
    RawCell *copy;
    const char *text = ascii_of(vm, &v, from, &n, &copy);
    if (!text)
        return VALUE_THROWN;
    double d;
    bool goes_on = read_integer(vm, text, n, radix, &d);
    heap_release(&vm->heap, copy);
    return goes_on ? value_number(d) : VALUE_THROWN;
}

/* ---- printing ---- */

/* ThisNumberValue (21.1.3.7.1). */
static bool this_number(VM *vm, const NativeCall *c, const char *method,
                        double *ret)
{
    Value v = c->this_val;
    if (value_is_class(v, CLASS_BOXED))
        v = ((BoxedObj *)value_ptr(v))->value;
    if (!value_is_number(v)) {
        throw_type(vm, "Number.prototype.%s requires that 'this' be a Number",
                   method);
        return false;
    }
    *ret = value_num(v);
    return true;
}

static Value text_value(VM *vm, const char *text, size_t n)
{
    Str *s = str_new8(vm, (const uint8_t *)text, n);
    return s ? value_from_str(s) : VALUE_THROWN;
}

static Value number_text(VM *vm, double d)
{
    Str *s = str_from_number(vm, d);
    return s ? value_from_str(s) : VALUE_THROWN;
}

/* 21.1.3.2 */
static Value number_to_exponential(VM *vm, NativeCall *c)
{
    double d, digits;
    if (!this_number(vm, c, "toExponential", &d) ||
        !to_integer(vm, c->args[0], &digits))
        return VALUE_THROWN;
    if (!isfinite(d))
        return number_text(vm, d);
    if (digits < 0 || digits > 100)
        return throw_range(
            vm, "toExponential() argument must be between 0 and 100");
    char text[CM_NUM_FIXED_MAX];
    bool shortest = c->args[0] == VALUE_UNDEFINED;
    size_t n = cm__num_exponential(d + 0.0, shortest ? -1 : (int)digits, text);
    return text_value(vm, text, n);
}

/* 21.1.3.3 */
static Value number_to_fixed(VM *vm, NativeCall *c)
{
    double d, digits;
    if (!this_number(vm, c, "toFixed", &d) ||
        !to_integer(vm, c->args[0], &digits))
        return VALUE_THROWN;
    if (digits < 0 || digits > 100)
        return throw_range(
            vm, "toFixed() digits argument must be between 0 and 100");
    if (!(fabs(d) < MAX_PLAIN))
        return number_text(vm, d);
    char text[CM_NUM_FIXED_MAX];
    size_t n = cm__num_fixed(d + 0.0, (int)digits, text);
    return text_value(vm, text, n);
}

/* 21.1.3.5 */
static Value number_to_precision(VM *vm, NativeCall *c)
{
    double d, precision;
    if (!this_number(vm, c, "toPrecision", &d))
        return VALUE_THROWN;
    if (c->args[0] == VALUE_UNDEFINED)
        return number_text(vm, d);
    if (!to_integer(vm, c->args[0], &precision))
        return VALUE_THROWN;
    if (!isfinite(d))
        return number_text(vm, d);
    if (precision < 1 || precision > 100)
        return throw_range(vm,
                           "toPrecision() argument must be between 1 and 100");
    char text[CM_NUM_FIXED_MAX];
    size_t n = cm__num_precision(d + 0.0, (int)precision, text);
    return text_value(vm, text, n);
}

/* 21.1.3.6 */
static Value number_to_string(VM *vm, NativeCall *c)
{
    double d, radix = 10;
    if (!this_number(vm, c, "toString", &d) ||
        (c->args[0] != VALUE_UNDEFINED && !to_integer(vm, c->args[0], &radix)))
        return VALUE_THROWN;
    if (radix < 2 || radix > 36)
        return throw_range(
            vm, "toString() radix argument must be between 2 and 36");
    if (radix == 10 || !isfinite(d))
        return number_text(vm, d);
    char text[CM_NUM_RADIX_MAX];
    size_t n = cm__num_radix(d + 0.0, (int)radix, text);
    return text_value(vm, text, n);
}

/* 21.1.3.4, ECMA-402 20.2.1 */
static Value number_to_locale_string(VM *vm, NativeCall *c)
{
    double d;
    return this_number(vm, c, "toLocaleString", &d)
               ? cm__number_to_locale(vm, value_number(d), c->args[0],
                                      c->args[1],
                                      "Number.prototype.toLocaleString")
               : VALUE_THROWN;
}

/* 21.1.3.7 */
static Value number_value_of(VM *vm, NativeCall *c)
{
    double d;
    return this_number(vm, c, "valueOf", &d) ? value_number(d) : VALUE_THROWN;
}

/* ---- Boolean.prototype (20.3.3) ---- */

/* ThisBooleanValue; VALUE_THROWN after a TypeError. */
static Value this_boolean(VM *vm, const NativeCall *c, const char *method)
{
    Value v = c->this_val;
    if (value_is_class(v, CLASS_BOXED))
        v = ((BoxedObj *)value_ptr(v))->value;
    return value_is_bool(v)
               ? v
               : throw_type(vm,
                            "Boolean.prototype.%s requires that 'this' be a "
                            "Boolean",
                            method);
}

static Value boolean_to_string(VM *vm, NativeCall *c)
{
    Value v = this_boolean(vm, c, "toString");
    if (v == VALUE_THROWN)
        return VALUE_THROWN;
    return value_from_str(v == VALUE_TRUE ? vm->realm->str_true
                                          : vm->realm->str_false);
}

static Value boolean_value_of(VM *vm, NativeCall *c)
{
    return this_boolean(vm, c, "valueOf");
}

/* ---- registration ---- */

/* clang-format off */
static const NativeSpec number_spec = { .name = "Number", .fn = number_ctor,
                                        .length = 1, .flags = NATIVE_CTOR };
static const NativeSpec boolean_spec = { .name = "Boolean", .fn = boolean_ctor,
                                         .length = 1, .min_args = 1,
                                         .flags = NATIVE_CTOR };

static const NativeSpec statics[] = {
    { .name = "isFinite", .fn = number_is_finite, .length = 1, .min_args = 1 },
    { .name = "isInteger", .fn = number_is_integer, .length = 1,
      .min_args = 1 },
    { .name = "isNaN", .fn = number_is_nan, .length = 1, .min_args = 1 },
    { .name = "isSafeInteger", .fn = number_is_safe_integer, .length = 1,
      .min_args = 1 },
};

static const NativeSpec globals[] = {
    { .name = "isFinite", .fn = global_is_finite, .length = 1, .min_args = 1 },
    { .name = "isNaN", .fn = global_is_nan, .length = 1, .min_args = 1 },
};

/* Globals that Number has too: the same functions. */
static const NativeSpec shared[] = {
    { .name = "parseFloat", .fn = parse_float, .length = 1, .min_args = 1 },
    { .name = "parseInt", .fn = parse_int, .length = 2, .min_args = 2 },
};

static const NativeSpec number_methods[] = {
    { .name = "toExponential", .fn = number_to_exponential, .length = 1,
      .min_args = 1 },
    { .name = "toFixed", .fn = number_to_fixed, .length = 1, .min_args = 1 },
    { .name = "toLocaleString", .fn = number_to_locale_string, .min_args = 2 },
    { .name = "toPrecision", .fn = number_to_precision, .length = 1,
      .min_args = 1 },
    { .name = "toString", .fn = number_to_string, .length = 1, .min_args = 1 },
    { .name = "valueOf", .fn = number_value_of },
};

static const NativeSpec boolean_methods[] = {
    { .name = "toString", .fn = boolean_to_string },
    { .name = "valueOf", .fn = boolean_value_of },
};
/* clang-format on */

typedef struct Constant {
    const char *name;
    double value;
} Constant;

static const Constant constants[] = {
    { "EPSILON", 0x1p-52 },
    { "MAX_SAFE_INTEGER", MAX_SAFE_INTEGER },
    { "MAX_VALUE", 0x1.fffffffffffffp1023 },
    { "MIN_SAFE_INTEGER", -MAX_SAFE_INTEGER },
    { "MIN_VALUE", 0x1p-1074 },
    { "NEGATIVE_INFINITY", (double)-INFINITY },
    { "NaN", (double)NAN },
    { "POSITIVE_INFINITY", (double)INFINITY },
};

static void install_globals(RealmBuilder *b, Obj *number)
{
    for (size_t i = 0; i < CM_ARRAY_LEN(globals); i++) {
        Obj *f = realm_function(b, &globals[i]);
        realm_add_global(b, globals[i].name, value_from_obj(f));
    }
    for (size_t i = 0; i < CM_ARRAY_LEN(shared); i++) {
        Value f = value_from_obj(realm_function(b, &shared[i]));
        realm_add_global(b, shared[i].name, f);
        realm_value(b, number, shared[i].name, f, PROP_HIDDEN);
    }
    realm_add_global(b, "NaN", VALUE_NAN);
    realm_add_global(b, "Infinity", value_double((double)INFINITY));
}

void js_install_number(RealmBuilder *b)
{
    Realm *r = b->realm;
    Obj *number = realm_ctor(b, &number_spec, r->number_proto, NULL);
    realm_functions(b, number, statics, CM_ARRAY_LEN(statics));
    realm_functions(b, r->number_proto, number_methods,
                    CM_ARRAY_LEN(number_methods));
    for (size_t i = 0; i < CM_ARRAY_LEN(constants); i++)
        realm_value(b, number, constants[i].name,
                    value_number(constants[i].value), 0);
    install_globals(b, number);
    realm_ctor(b, &boolean_spec, r->boolean_proto, NULL);
    realm_functions(b, r->boolean_proto, boolean_methods,
                    CM_ARRAY_LEN(boolean_methods));
}
