/* SPDX-License-Identifier: MIT */
/* Equality, comparison and arithmetic; ECMA-262 7.2, 13.8 to 13.11, 6.1.6. The
 * VM loop handles numbers and most strings itself; what arrives here is the
 * rest. Comparing long strings is charged straight to the fuel: these functions
 * cannot fail, the next safepoint notices. */
#include "engine/convert.h"

#include "engine/bigint.h"
#include "engine/code.h"
#include "engine/error.h"
#include "engine/meter.h"
#include "engine/property.h"
#include "engine/realm.h"

#include <math.h>

/* ---- equality ---- */

static bool strings_equal(VM *vm, Value a, Value b)
{
    Str *s = value_str(a), *t = value_str(b);
    if (s->len != t->len)
        return false;
    vm->fuel -= s->len / 64;
    return str_equal(vm, s, t);
}

bool strict_equal(VM *vm, Value a, Value b)
{
    if (value_is_number(a))
        return value_is_number(b) && value_num(a) == value_num(b);
    if (a == b)
        return true;
    if (value_is_bigint(a)) {
        return vm_spend(vm, value_bigint(a)->n / 16) && value_is_bigint(b) &&
               bigint_equal(value_bigint(a), value_bigint(b));
    }
    return value_is_string(a) && value_is_string(b) && strings_equal(vm, a, b);
}

bool same_value_zero(VM *vm, Value a, Value b)
{
    if (value_is_number(a) && value_is_number(b)) {
        double x = value_num(a), y = value_num(b);
        return x == y || (x != x && y != y);
    }
    return strict_equal(vm, a, b);
}

bool same_value(VM *vm, Value a, Value b)
{
    if (value_is_number(a) && value_is_number(b)) {
        double x = value_num(a), y = value_num(b);
        if (x != x || y != y)
            return x != x && y != y;
        return x == y && signbit(x) == signbit(y);
    }
    return strict_equal(vm, a, b);
}

/* A BigInt and a primitive of another type: text is read as an integer. */
static Tri bigint_loose_equal(VM *vm, Value big, Value v)
{
    if (value_is_bigint(v))
        return TRI_FALSE;
    if (value_is_string(v)) {
        v = bigint_from_str(vm, value_str(v));
        if (v == VALUE_THROWN)
            return TRI_THROWN;
        return (Tri)(v != VALUE_ABSENT &&
                     bigint_equal(value_bigint(big), value_bigint(v)));
    }
    double d;
    if (!to_number(vm, v, &d))
        return TRI_THROWN;
    return (Tri)(d == d && bigint_compare_double(value_bigint(big), d) == 0);
}

/* IsLooselyEqual (7.2.13) of two primitives of different types. */
static Tri loose_equal_mixed(VM *vm, Value a, Value b)
{
    if (value_is_nullish(a) || value_is_nullish(b))
        return (Tri)(value_is_nullish(a) && value_is_nullish(b));
    if (value_is_symbol(a) || value_is_symbol(b))
        return TRI_FALSE;
    if (value_is_bigint(a))
        return bigint_loose_equal(vm, a, b);
    if (value_is_bigint(b))
        return bigint_loose_equal(vm, b, a);
    double x, y;
    if (!to_number(vm, a, &x) || !to_number(vm, b, &y))
        return TRI_THROWN;
    return (Tri)(x == y);
}

Tri loose_equal(VM *vm, Value a, Value b)
{
    /* null and undefined equal each other and no object: `p == null` works on
     * promises and references too */
    if (value_is_nullish(a) || value_is_nullish(b))
        return (Tri)(value_is_nullish(a) && value_is_nullish(b));
    if (value_is_object(a) && value_is_object(b))
        return (Tri)(a == b);
    if (value_is_object(a))
        a = to_primitive(vm, a, HINT_DEFAULT);
    else if (value_is_object(b))
        b = to_primitive(vm, b, HINT_DEFAULT);
    if (a == VALUE_THROWN || b == VALUE_THROWN)
        return TRI_THROWN;
    if (strict_equal(vm, a, b))
        return TRI_TRUE;
    if ((value_is_number(a) && value_is_number(b)) ||
        (value_is_string(a) && value_is_string(b)))
        return TRI_FALSE;
    return loose_equal_mixed(vm, a, b);
}

/* ---- order ---- */

/* Both operands as primitives, in the order asked for. */
static bool both_primitive(VM *vm, Value *a, Value *b, bool left_first)
{
    Value *first = left_first ? a : b, *second = left_first ? b : a;
    *first = to_primitive(vm, *first, HINT_NUMBER);
    if (*first == VALUE_THROWN)
        return false;
    *second = to_primitive(vm, *second, HINT_NUMBER);
    return *second != VALUE_THROWN;
}

/* Below, equal, above: -1, 0, 1; 2 when there is no order (NaN, text that is no
 * integer); 3 when thrown. big is a BigInt, v another primitive. */
static int bigint_order(VM *vm, Value big, Value v)
{
    if (value_is_string(v)) {
        v = bigint_from_str(vm, value_str(v));
        if (v == VALUE_THROWN)
            return 3;
        if (v == VALUE_ABSENT)
            return 2;
    }
    if (value_is_bigint(v)) {
        if (!vm_spend(vm, value_bigint(v)->n / 16))
            return 3;
        return bigint_compare(value_bigint(big), value_bigint(v));
    }
    double d;
    vm->fuel -= value_bigint(big)->n / 16;
    if (!to_number(vm, v, &d))
        return 3;
    return d != d ? 2 : bigint_compare_double(value_bigint(big), d);
}

static Tri compare_bigint(VM *vm, Value a, Value b, bool or_equal)
{
    int order =
        value_is_bigint(a) ? bigint_order(vm, a, b) : bigint_order(vm, b, a);
    if (order > 1)
        return order == 3 ? TRI_THROWN : TRI_FALSE;
    if (!value_is_bigint(a))
        order = -order;
    return (Tri)(or_equal ? order <= 0 : order < 0);
}

/* a < b, or a <= b when or_equal; comparisons with NaN are false. */
static Tri compare(VM *vm, Value a, Value b, bool left_first, bool or_equal)
{
    if (!both_primitive(vm, &a, &b, left_first))
        return TRI_THROWN;
    if (value_is_string(a) && value_is_string(b)) {
        Str *s = value_str(a), *t = value_str(b);
        vm->fuel -= (s->len < t->len ? s->len : t->len) / 64;
        int order = str_compare(vm, s, t);
        return (Tri)(or_equal ? order <= 0 : order < 0);
    }
    if (value_is_bigint(a) || value_is_bigint(b))
        return compare_bigint(vm, a, b, or_equal);
    double x, y;
    if (!to_number(vm, a, &x) || !to_number(vm, b, &y))
        return TRI_THROWN;
    return (Tri)(or_equal ? x <= y : x < y);
}

Tri less_than(VM *vm, Value a, Value b, bool left_first)
{
    return compare(vm, a, b, left_first, false);
}

Tri less_equal(VM *vm, Value a, Value b, bool left_first)
{
    return compare(vm, a, b, left_first, true);
}

/* ---- instanceof ---- */

/* The end of OrdinaryHasInstance (7.3.21). */
static Tri chain_has_prototype(VM *vm, Value v, Value target)
{
    if (!value_is_object(v))
        return TRI_FALSE;
    Value proto =
        get_obj(vm, value_obj(target), vm->realm->name.prototype, target);
    if (proto == VALUE_THROWN)
        return TRI_THROWN;
    if (!value_is_object(proto)) {
        throw_type(vm, "Function has a prototype that is not an object");
        return TRI_THROWN;
    }
    uint32_t hops = 0;
    for (Obj *o = value_obj(v);;) {
        if (!obj_get_proto(vm, o, &o))
            return TRI_THROWN;
        if (!o || o == value_obj(proto))
            return (Tri)(o != NULL);
        if (++hops % 64 == 0 && !vm_charge(vm, 64))
            return TRI_THROWN;
    }
}

Tri instance_of(VM *vm, Value v, Value target)
{
    PropKey key = value_from_symbol(vm->realm->symbol.hasInstance);
    for (;;) {
        if (!value_is_object(target)) {
            throw_type(vm, "Right-hand side of 'instanceof' is not callable");
            return TRI_THROWN;
        }
        Obj *holder = NULL;
        PropDesc d;
        Tri found = find_prop(vm, value_obj(target), key, &holder, &d);
        /* the intrinsic of Function.prototype does what follows */
        if (found != TRI_TRUE || holder != vm->realm->function_proto) {
            Value method = get_method(vm, target, key);
            if (method == VALUE_THROWN)
                return TRI_THROWN;
            if (!value_is_undefined(method)) {
                Value r = vm_call(vm, method, target, 1, &v);
                return r == VALUE_THROWN ? TRI_THROWN : (Tri)to_boolean(r);
            }
            if (!value_is_callable(target)) {
                throw_type(vm,
                           "Right-hand side of 'instanceof' is not callable");
                return TRI_THROWN;
            }
        }
        if (!value_is_callable(target))
            return TRI_FALSE;
        if (obj_class(value_obj(target)) != CLASS_BOUND)
            return chain_has_prototype(vm, v, target);
        target = ((Bound *)value_obj(target))->target;
        if (!vm_charge(vm, 1))
            return TRI_THROWN;
    }
}

/* ---- arithmetic ---- */

/* One of them is a BigInt. */
static Value arith_bigint(VM *vm, int op, Value a, Value b)
{
    if (value_is_bigint(a) && value_is_bigint(b))
        return bigint_arith(vm, op, value_bigint(a), value_bigint(b));
    return throw_type(vm, "Cannot mix BigInt and other types, use explicit "
                          "conversions");
}

Value js_add(VM *vm, Value a, Value b)
{
    a = to_primitive(vm, a, HINT_DEFAULT);
    if (a == VALUE_THROWN)
        return VALUE_THROWN;
    b = to_primitive(vm, b, HINT_DEFAULT);
    if (b == VALUE_THROWN)
        return VALUE_THROWN;
    if (value_is_string(a) || value_is_string(b)) {
        Str *s = to_string(vm, a);
        Str *t = s ? to_string(vm, b) : NULL;
        Str *joined = t ? str_concat(vm, s, t) : NULL;
        return joined ? value_from_str(joined) : VALUE_THROWN;
    }
    a = to_numeric(vm, a);
    if (a == VALUE_THROWN)
        return VALUE_THROWN;
    b = to_numeric(vm, b);
    if (b == VALUE_THROWN)
        return VALUE_THROWN;
    if (value_is_bigint(a) || value_is_bigint(b))
        return arith_bigint(vm, OP_ADD, a, b);
    return value_number(value_num(a) + value_num(b));
}

/* Both are numbers. */
static Value arith_numbers(int op, double a, double b)
{
    uint32_t shift = (uint32_t)double_to_int32(b) & 31;
    int32_t left = double_to_int32(a);
    switch (op) {
    case OP_ADD:
        return value_number(a + b);
    case OP_SUB:
        return value_number(a - b);
    case OP_MUL:
        return value_number(a * b);
    case OP_DIV:
        return value_number(a / b);
    case OP_MOD:
        return value_number(js_mod(a, b));
    case OP_POW:
        return value_number(js_pow(a, b));
    case OP_BAND:
        return value_int(left & double_to_int32(b));
    case OP_BOR:
        return value_int(left | double_to_int32(b));
    case OP_BXOR:
        return value_int(left ^ double_to_int32(b));
    case OP_SHL:
        return value_int((int32_t)((uint32_t)left << shift));
    case OP_SHR:
        return value_int(left >> shift);
    case OP_USHR:
        return value_uint32((uint32_t)left >> shift);
    default:
        cm_unreachable();
    }
}

Value js_arith(VM *vm, int op, Value a, Value b)
{
    if (op == OP_ADD)
        return js_add(vm, a, b);
    a = to_numeric(vm, a);
    if (a == VALUE_THROWN)
        return VALUE_THROWN;
    b = to_numeric(vm, b);
    if (b == VALUE_THROWN)
        return VALUE_THROWN;
    if (value_is_bigint(a) || value_is_bigint(b))
        return arith_bigint(vm, op, a, b);
    return arith_numbers(op, value_num(a), value_num(b));
}

Value js_negate(VM *vm, Value a)
{
    a = to_numeric(vm, a);
    if (a == VALUE_THROWN)
        return VALUE_THROWN;
    if (value_is_bigint(a))
        return bigint_negate(vm, value_bigint(a));
    return value_number(-value_num(a));
}

Value js_bit_not(VM *vm, Value a)
{
    a = to_numeric(vm, a);
    if (a == VALUE_THROWN)
        return VALUE_THROWN;
    if (value_is_bigint(a))
        return bigint_bit_not(vm, value_bigint(a));
    return value_int(~double_to_int32(value_num(a)));
}

/* Number::exponentiate differs from C where C answers 1 for NaN. */
double js_pow(double a, double b)
{
    if (b != b || (fabs(a) == 1 && isinf(b)))
        return (double)NAN;
    return pow(a, b);
}

/* Number::remainder is fmod; whole numbers, the common case, are much faster as
 * integers. */
double js_mod(double a, double b)
{
    const double whole = 9007199254740992.0;
    if (fabs(a) < whole && fabs(b) < whole && b != 0) {
        int64_t x = (int64_t)a, y = (int64_t)b;
        if ((double)x == a && (double)y == b) {
            int64_t r = x % y;
            return r == 0 && signbit(a) ? -0.0 : (double)r;
        }
    }
    return fmod(a, b);
}
