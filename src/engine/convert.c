/* SPDX-License-Identifier: MIT */
/* Conversions between types; ECMA-262 7.1. The cases that need no program code
 * come first in every function; objects go through to_primitive, which runs
 * their methods in a nested run of the loop. */
#include "engine/convert.h"

#include "base/numtext.h"
#include "engine/bigint.h"
#include "engine/error.h"
#include "engine/meter.h"
#include "engine/property.h"
#include "engine/realm.h"

#include <math.h>

#define MAX_SAFE_INTEGER 9007199254740991.0

bool to_boolean(Value v)
{
    if (value_is_bool(v))
        return v == VALUE_TRUE;
    if (value_is_int(v))
        return value_to_int(v) != 0;
    if (value_is_double(v)) {
        double d = value_to_double(v);
        return d == d && d != 0;
    }
    if (value_is_string(v))
        return value_str(v)->len != 0;
    if (value_is_bigint(v))
        return !bigint_is_zero(value_bigint(v));
    return !value_is_nullish(v);
}

/* ---- ToPrimitive (7.1.1) ---- */

static Value hint_name(VM *vm, Hint hint)
{
    switch (hint) {
    case HINT_NUMBER:
        return vm->realm->name.number;
    case HINT_STRING:
        return vm->realm->name.string;
    case HINT_DEFAULT:
        break;
    }
    return value_from_str(vm->realm->str_default);
}

/* OrdinaryToPrimitive. */
static Value ordinary_to_primitive(VM *vm, Value v, Hint hint)
{
    PropKey names[2] = { vm->realm->name.valueOf, vm->realm->name.toString };
    for (int i = 0; i < 2; i++) {
        PropKey key = names[hint == HINT_STRING ? 1 - i : i];
        Value method = get_obj(vm, value_obj(v), key, v);
        if (method == VALUE_THROWN)
            return VALUE_THROWN;
        if (!value_is_callable(method))
            continue;
        Value result = vm_call(vm, method, v, 0, NULL);
        if (!value_is_object(result))
            return result; /* VALUE_THROWN is no object */
    }
    return throw_type(vm, "Cannot convert object to primitive value");
}

Value to_primitive(VM *vm, Value v, Hint hint)
{
    if (!value_is_object(v))
        return v;
    switch (obj_class(value_obj(v))) {
    case CLASS_PROMISE:
        return throw_await_hint(vm, "a promise");
    case CLASS_REFERENCE:
        return throw_reference_hint(vm);
    default:
        break;
    }
    Value method =
        get_method(vm, v, value_from_symbol(vm->realm->symbol.toPrimitive));
    if (method == VALUE_THROWN)
        return VALUE_THROWN;
    if (value_is_undefined(method))
        return ordinary_to_primitive(vm, v, hint);
    Value name = hint_name(vm, hint);
    Value result = vm_call(vm, method, v, 1, &name);
    if (value_is_object(result))
        return throw_type(vm, "Cannot convert object to primitive value");
    return result;
}

/* ---- numbers (7.1.3 to 7.1.20) ---- */

/* WhiteSpace and LineTerminator (12.2, 12.3): what StringToNumber and trim
 * take away. */
bool unit_is_space(uint32_t unit)
{
    if (unit < 128)
        return unit == ' ' || (unit >= 9 && unit <= 13);
    return unit == 0xA0 || unit == 0x1680 ||
           (unit >= 0x2000 && unit <= 0x200A) || unit == 0x2028 ||
           unit == 0x2029 || unit == 0x202F || unit == 0x205F ||
           unit == 0x3000 || unit == 0xFEFF;
}

bool view_trim(VM *vm, const StrView *v, uint32_t *from, uint32_t *to)
{
    uint32_t first = 0, end = v->len, turns = 0;
    for (; from && first < end && unit_is_space(view_at(v, first)); first++)
        if (!vm_in_time(vm, &turns))
            return false;
    for (; to && end > first && unit_is_space(view_at(v, end - 1)); end--)
        if (!vm_in_time(vm, &turns))
            return false;
    if (from)
        *from = first;
    if (to)
        *to = end;
    return true;
}

static int digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'z' ? lower - 'a' + 10 : 99;
}

bool count_digits(VM *vm, const char *text, size_t n, int radix, size_t *ret)
{
    uint32_t turns = 0;
    size_t i = 0;
    for (; i < n && digit_value(text[i]) < radix; i++)
        if (!vm_in_time(vm, &turns))
            return false;
    *ret = i;
    return true;
}

bool digits_value(VM *vm, const char *text, size_t n, int radix, double *ret)
{
    enum {
        MUCH = 1100 /* with a first digit of 1, infinity in every radix */
    };
    uint32_t turns = 0;
    for (; n > 1 && *text == '0'; text++, n--)
        if (!vm_in_time(vm, &turns))
            return false;
    *ret = (double)INFINITY;
    if (n <= MUCH)
        (void)cm__num_read_radix(text, n, radix, ret);
    return true;
}

/* StringNumericLiteral without the blanks around it. False when the execution
 * has to end. */
static bool number_of_text(VM *vm, const char *text, size_t n, double *ret)
{
    size_t digits;
    *ret = 0;
    if (n == 0)
        return true;
    if (n > 2 && text[0] == '0') {
        char c = (char)(text[1] | 0x20);
        int radix = c == 'x' ? 16 : c == 'o' ? 8 : c == 'b' ? 2 : 0;
        *ret = (double)NAN;
        if (radix)
            return count_digits(vm, text + 2, n - 2, radix, &digits) &&
                   (digits < n - 2 ||
                    digits_value(vm, text + 2, digits, radix, ret));
    }
    bool negative = text[0] == '-';
    if (negative || text[0] == '+') {
        text++;
        n--;
    }
    double d;
    if (n == 8 && memcmp(text, "Infinity", 8) == 0)
        d = (double)INFINITY;
    else if (n == 0 || cm__num_read(text, n, &d) != n)
        d = (double)NAN;
    *ret = negative ? -d : d;
    return true;
}

/* False when terminated or refused. */
static bool string_number(VM *vm, Str *s, double *ret)
{
    StrView v;
    uint32_t from, to;
    if (s->len > 64 && !vm_charge_bytes(vm, s->len))
        return false;
    if (!str_view(vm, s, &v) || !view_trim(vm, &v, &from, &to))
        return false;
    size_t n = to - from;
    if (v.p8)
        return number_of_text(vm, (const char *)v.p8 + from, n, ret);
    for (uint32_t i = from; i < to; i++) {
        if (v.p16[i] >= 128) {
            *ret = (double)NAN;
            return true;
        }
    }
    char small[128];
    RawCell *raw = NULL;
    char *text = small;
    if (n > sizeof small) {
        raw = heap_raw_new(&vm->heap, n);
        if (!raw)
            return false;
        text = (char *)raw->bytes;
    }
    for (size_t i = 0; i < n; i++)
        text[i] = (char)v.p16[from + i];
    bool goes_on = number_of_text(vm, text, n, ret);
    heap_release(&vm->heap, raw);
    return goes_on;
}

double str_to_number(VM *vm, Str *s)
{
    double d;
    return string_number(vm, s, &d) ? d : (double)NAN;
}

static bool primitive_to_number(VM *vm, Value v, double *ret)
{
    if (value_is_number(v)) {
        *ret = value_num(v);
    } else if (value_is_string(v)) {
        return string_number(vm, value_str(v), ret);
    } else if (value_is_undefined(v)) {
        *ret = (double)NAN;
    } else if (value_is_symbol(v)) {
        throw_type(vm, "Cannot convert a Symbol value to a number");
        return false;
    } else if (value_is_cell(v)) {
        throw_type(vm, "Cannot convert a BigInt value to a number");
        return false;
    } else {
        *ret = v == VALUE_TRUE ? 1 : 0; /* null and false are 0 */
    }
    return true;
}

bool to_number(VM *vm, Value v, double *ret)
{
    if (value_is_number(v)) {
        *ret = value_num(v);
        return true;
    }
    if (value_is_object(v)) {
        v = to_primitive(vm, v, HINT_NUMBER);
        if (v == VALUE_THROWN)
            return false;
    }
    return primitive_to_number(vm, v, ret);
}

Value to_numeric(VM *vm, Value v)
{
    if (value_is_number(v))
        return v;
    if (value_is_object(v))
        v = to_primitive(vm, v, HINT_NUMBER);
    if (v == VALUE_THROWN || value_is_cell(v))
        return v;
    double d;
    return primitive_to_number(vm, v, &d) ? value_number(d) : VALUE_THROWN;
}

bool to_integer(VM *vm, Value v, double *ret)
{
    double d;
    if (value_is_int(v)) {
        *ret = (double)value_to_int(v);
        return true;
    }
    if (!to_number(vm, v, &d))
        return false;
    *ret = d == d ? trunc(d) + 0.0 : 0; /* -0 becomes +0 */
    return true;
}

int32_t double_to_int32(double d)
{
    if (fabs(d) < 9e18)
        return (int32_t)(uint32_t)(uint64_t)(int64_t)d;
    if (!isfinite(d))
        return 0;
    return (int32_t)(uint32_t)(uint64_t)(int64_t)fmod(d, 4294967296.0);
}

bool to_int32(VM *vm, Value v, int32_t *ret)
{
    double d;
    if (value_is_int(v)) {
        *ret = value_to_int(v);
        return true;
    }
    if (!to_number(vm, v, &d))
        return false;
    *ret = double_to_int32(d);
    return true;
}

bool to_uint32(VM *vm, Value v, uint32_t *ret)
{
    int32_t n;
    if (!to_int32(vm, v, &n))
        return false;
    *ret = (uint32_t)n;
    return true;
}

bool to_length(VM *vm, Value v, uint64_t *ret)
{
    double d;
    if (!to_integer(vm, v, &d))
        return false;
    if (d <= 0)
        *ret = 0;
    else
        *ret = (uint64_t)(d < MAX_SAFE_INTEGER ? d : MAX_SAFE_INTEGER);
    return true;
}

bool to_relative(VM *vm, Value v, double length, double if_undefined,
                 double *ret)
{
    double d;
    if (value_is_undefined(v)) {
        *ret = if_undefined;
        return true;
    }
    if (!to_integer(vm, v, &d))
        return false;
    if (d < 0)
        *ret = length + d > 0 ? length + d : 0;
    else
        *ret = d < length ? d : length;
    return true;
}

/* ---- strings and objects ---- */

Str *to_string(VM *vm, Value v)
{
    const Realm *realm = vm->realm;
    if (value_is_object(v)) {
        v = to_primitive(vm, v, HINT_STRING);
        if (v == VALUE_THROWN)
            return NULL;
    }
    if (value_is_string(v))
        return value_str(v);
    if (value_is_int(v))
        return str_from_int(vm, value_to_int(v));
    if (value_is_double(v))
        return str_from_number(vm, value_to_double(v));
    if (value_is_symbol(v)) {
        throw_type(vm, "Cannot convert a Symbol value to a string");
        return NULL;
    }
    if (value_is_bigint(v))
        return bigint_to_str(vm, value_bigint(v), 10);
    if (value_is_undefined(v))
        return value_str(realm->name.undefined);
    if (value_is_null(v))
        return realm->str_null;
    return v == VALUE_TRUE ? realm->str_true : realm->str_false;
}

Obj *to_object(VM *vm, Value v)
{
    if (value_is_object(v))
        return value_obj(v);
    if (value_is_nullish(v)) {
        throw_type(vm, "Cannot convert %s to object",
                   value_is_null(v) ? "null" : "undefined");
        return NULL;
    }
    Shape *shape = shape_root(vm, proto_of_primitive(vm, v), 0);
    Obj *o = shape ? obj_new(vm, CLASS_BOXED, shape) : NULL;
    if (o)
        ((BoxedObj *)(void *)o)->value = v;
    return o;
}

/* `tools` itself is the one reference that is "object" for typeof
 * (spec/discovery.md 2). */
static bool is_reference_root(const Obj *o)
{
    return value_is_undefined(((const RefObj *)(const void *)o)->parent);
}

static PropKey type_name(VM *vm, Value v)
{
    const Realm *realm = vm->realm;
    if (value_is_string(v))
        return realm->name.string;
    if (value_is_number(v))
        return realm->name.number;
    if (value_is_object(v)) {
        const Obj *o = value_obj(v);
        if (!value_is_callable(v) ||
            (obj_class(o) == CLASS_REFERENCE && is_reference_root(o)))
            return realm->name.object;
        return realm->name.function;
    }
    if (value_is_bool(v))
        return realm->name.boolean;
    if (value_is_null(v))
        return realm->name.object;
    if (value_is_symbol(v))
        return realm->name.symbol;
    return value_is_cell(v) ? realm->name.bigint : realm->name.undefined;
}

Str *type_of(VM *vm, Value v)
{
    return value_str(type_name(vm, v));
}
