/* SPDX-License-Identifier: MIT */
/* The math library; spec/lua.md 2.4. Random numbers are those of Lua 5.4 for
 * the same seed: xoshiro256** is the generator of every execution (vm_random),
 * and ranges are met by projecting it as Lua does. */
#include "lua/lua_lib.h"

#include <math.h>
#include <string.h>

#define PI 3.141592653589793238462643383279502884

/* ---- integers and floats ---- */

static Value math_type(VM *vm, NativeCall *c)
{
    Value v;
    if (!lua_arg_any(vm, c, 0, &v))
        return VALUE_THROWN;
    if (!lua_is_number(v))
        return VALUE_UNDEFINED;
    Str *s = str_intern_ascii(vm, lua_is_integer(v) ? "integer" : "float");
    return s ? value_from_str(s) : VALUE_THROWN;
}

static Value math_tointeger(VM *vm, NativeCall *c)
{
    Value v;
    int64_t n;
    if (!lua_arg_any(vm, c, 0, &v))
        return VALUE_THROWN;
    switch (lua_to_integer_any(vm, v, &n)) {
    case TRI_THROWN:
        return VALUE_THROWN;
    case TRI_FALSE:
        return VALUE_UNDEFINED;
    case TRI_TRUE:
        break;
    }
    return lua_integer(vm, n);
}

/* A float without fraction as an integer when it fits. */
static Value whole(VM *vm, double d)
{
    int64_t n;
    if (d >= INT32_MIN && d <= INT32_MAX)
        return value_int((int32_t)d);
    return lua_float_to_integer(d, &n) ? lua_integer(vm, n) : lua_float(d);
}

/* The commonest argument: a float whose whole number fits 32 bits. */
static inline bool is_small_float(const NativeCall *c, double *ret)
{
    if (c->argc == 0 || !value_is_double(c->args[0]))
        return false;
    *ret = value_to_double(c->args[0]);
    return *ret > INT32_MIN && *ret < INT32_MAX;
}

/* Only numbers stay integers: a string that reads as one is a float here. */
static bool arg_strict(VM *vm, const NativeCall *c, uint32_t i, Value *ret)
{
    if (!lua_arg_number(vm, c, i, ret))
        return false;
    if (value_is_string(c->args[i]))
        *ret = lua_float(lua_double(*ret));
    return true;
}

static Value math_floor(VM *vm, NativeCall *c)
{
    Value v;
    double d;
    if (is_small_float(c, &d)) {
        int32_t n = (int32_t)d;
        return value_int(n - (d < n));
    }
    if (!arg_strict(vm, c, 0, &v))
        return VALUE_THROWN;
    return lua_is_integer(v) ? v : whole(vm, floor(lua_double(v)));
}

static Value math_ceil(VM *vm, NativeCall *c)
{
    Value v;
    double d;
    if (is_small_float(c, &d)) {
        int32_t n = (int32_t)d;
        return value_int(n + (d > n));
    }
    if (!arg_strict(vm, c, 0, &v))
        return VALUE_THROWN;
    return lua_is_integer(v) ? v : whole(vm, ceil(lua_double(v)));
}

static Value math_abs(VM *vm, NativeCall *c)
{
    Value v;
    if (!arg_strict(vm, c, 0, &v))
        return VALUE_THROWN;
    if (!lua_is_integer(v))
        return lua_float(fabs(lua_double(v)));
    int64_t n = lua_int64(v);
    return n < 0 ? lua_integer(vm, (int64_t)(0 - (uint64_t)n)) : v;
}

static Value math_modf(VM *vm, NativeCall *c)
{
    Value v;
    if (!arg_strict(vm, c, 0, &v))
        return VALUE_THROWN;
    if (lua_is_integer(v))
        return lua_two_results(vm, v, lua_float(0.0));
    double d = lua_double(v), rounded = trunc(d);
    Value integral = whole(vm, rounded);
    if (integral == VALUE_THROWN)
        return VALUE_THROWN;
    double rest = d == rounded ? 0.0 : d - rounded;
    return lua_two_results(vm, integral, lua_float(rest));
}

static Value math_fmod(VM *vm, NativeCall *c)
{
    Value a, b;
    if (!arg_strict(vm, c, 0, &a) || !arg_strict(vm, c, 1, &b))
        return VALUE_THROWN;
    if (!lua_is_integer(a) || !lua_is_integer(b))
        return lua_float(fmod(lua_double(a), lua_double(b)));
    int64_t m = lua_int64(a), n = lua_int64(b);
    if (n == 0)
        return lua_bad_arg(vm, c, 1, "zero");
    /* the smallest integer over -1 would overflow */
    return n == -1 ? value_int(0) : lua_integer(vm, m % n);
}

static Value math_ult(VM *vm, NativeCall *c)
{
    int64_t a, b;
    if (!lua_arg_integer(vm, c, 0, &a) || !lua_arg_integer(vm, c, 1, &b))
        return VALUE_THROWN;
    return value_bool((uint64_t)a < (uint64_t)b);
}

/* The least or greatest argument by the operator <, strings among strings
 * included; the first of equal ones. */
static Value extreme(VM *vm, const NativeCall *c, bool greatest)
{
    Value best;
    if (!vm_charge(vm, c->argc) || !lua_arg_any(vm, c, 0, &best))
        return VALUE_THROWN;
    for (uint32_t i = 1; i < c->argc; i++) {
        Value v = c->args[i];
        if (value_is_int(best) && value_is_int(v)) {
            bool more = value_to_int(v) > value_to_int(best);
            if (v != best && more == greatest)
                best = v;
            continue;
        }
        Tri better = greatest ? lua_less(vm, best, v) : lua_less(vm, v, best);
        if (better == TRI_THROWN)
            return VALUE_THROWN;
        if (better == TRI_TRUE)
            best = v;
    }
    return best;
}

static Value math_max(VM *vm, NativeCall *c)
{
    return extreme(vm, c, true);
}

static Value math_min(VM *vm, NativeCall *c)
{
    return extreme(vm, c, false);
}

/* ---- functions of one float ---- */

typedef double (*FloatFn)(double);

static Value apply(VM *vm, const NativeCall *c, FloatFn fn)
{
    double d;
    return lua_arg_float(vm, c, 0, &d) ? lua_float(fn(d)) : VALUE_THROWN;
}

static Value math_sqrt(VM *vm, NativeCall *c)
{
    return apply(vm, c, sqrt);
}

static Value math_exp(VM *vm, NativeCall *c)
{
    return apply(vm, c, exp);
}

static Value math_sin(VM *vm, NativeCall *c)
{
    return apply(vm, c, sin);
}

static Value math_cos(VM *vm, NativeCall *c)
{
    return apply(vm, c, cos);
}

static Value math_tan(VM *vm, NativeCall *c)
{
    return apply(vm, c, tan);
}

static Value math_asin(VM *vm, NativeCall *c)
{
    return apply(vm, c, asin);
}

static Value math_acos(VM *vm, NativeCall *c)
{
    return apply(vm, c, acos);
}

static double degrees(double d)
{
    return d * (180.0 / PI);
}

static double radians(double d)
{
    return d * (PI / 180.0);
}

static Value math_deg(VM *vm, NativeCall *c)
{
    return apply(vm, c, degrees);
}

static Value math_rad(VM *vm, NativeCall *c)
{
    return apply(vm, c, radians);
}

static Value math_atan(VM *vm, NativeCall *c)
{
    double y, x = 1;
    if (!lua_arg_float(vm, c, 0, &y) ||
        (!lua_is_nil(c->args[1]) && !lua_arg_float(vm, c, 1, &x)))
        return VALUE_THROWN;
    return lua_float(atan2(y, x));
}

static Value math_log(VM *vm, NativeCall *c)
{
    double d, base;
    if (!lua_arg_float(vm, c, 0, &d))
        return VALUE_THROWN;
    if (lua_is_nil(c->args[1]))
        return lua_float(log(d));
    if (!lua_arg_float(vm, c, 1, &base))
        return VALUE_THROWN;
    if (base == 2)
        return lua_float(log2(d));
    if (base == 10)
        return lua_float(log10(d));
    return lua_float(log(d) / log(base));
}

/* ---- random numbers ---- */

/* A number of [0, limit] from random bits: those that are in the smallest
 * 2^b - 1 >= limit, again until they are at most limit. */
static uint64_t project(VM *vm, uint64_t bits, uint64_t limit)
{
    uint64_t mask = limit;
    for (unsigned shift = 1; shift < 64; shift *= 2)
        mask |= mask >> shift;
    while ((bits &= mask) > limit)
        bits = vm_random(vm);
    return bits;
}

static Value math_random(VM *vm, NativeCall *c)
{
    int64_t low = 1, high;
    uint64_t bits = vm_random(vm);
    if (c->argc == 0)
        return lua_float((double)(bits >> 11) * (0.5 / (UINT64_C(1) << 52)));
    if (c->argc > 2)
        return throw_error(vm, ERR_ERROR, "wrong number of arguments");
    if (c->argc == 2 && !lua_arg_integer(vm, c, 0, &low))
        return VALUE_THROWN;
    if (!lua_arg_integer(vm, c, c->argc - 1, &high))
        return VALUE_THROWN;
    if (c->argc == 1 && high == 0)
        return lua_integer(vm, (int64_t)bits);
    if (low > high)
        return lua_bad_arg(vm, c, 0, "interval is empty");
    uint64_t limit = (uint64_t)high - (uint64_t)low;
    return lua_integer(vm, (int64_t)(project(vm, bits, limit) + (uint64_t)low));
}

static bool seed_arg(VM *vm, const NativeCall *c, int64_t *ret)
{
    Value v;
    if (!lua_arg_number(vm, c, 0, &v))
        return false;
    if (!lua_to_integer(v, ret)) {
        double d = lua_double(v);
        memcpy(ret, &d, sizeof d);
    }
    return true;
}

static Value math_randomseed(VM *vm, NativeCall *c)
{
    int64_t a, b = 0;
    if (c->argc == 0) {
        a = (int64_t)vm_random(vm);
        b = (int64_t)vm_random(vm);
    } else if (!seed_arg(vm, c, &a) || !lua_opt_integer(vm, c, 1, 0, &b)) {
        return VALUE_THROWN;
    }
    Value first = lua_integer(vm, a);
    Value second = first == VALUE_THROWN ? first : lua_integer(vm, b);
    if (second == VALUE_THROWN)
        return VALUE_THROWN;
    vm->random_state[0] = (uint64_t)a;
    vm->random_state[1] = 0xFF; /* so that it is never all zero */
    vm->random_state[2] = (uint64_t)b;
    vm->random_state[3] = 0;
    for (int i = 0; i < 16; i++)
        vm_random(vm);
    return lua_two_results(vm, first, second);
}

static const NativeSpec rows[] = {
    { .name = "abs", .fn = math_abs },
    { .name = "acos", .fn = math_acos },
    { .name = "asin", .fn = math_asin },
    { .name = "atan", .fn = math_atan, .min_args = 2 },
    { .name = "ceil", .fn = math_ceil },
    { .name = "cos", .fn = math_cos },
    { .name = "deg", .fn = math_deg },
    { .name = "exp", .fn = math_exp },
    { .name = "floor", .fn = math_floor },
    { .name = "fmod", .fn = math_fmod },
    { .name = "log", .fn = math_log, .min_args = 2 },
    { .name = "max", .fn = math_max },
    { .name = "min", .fn = math_min },
    { .name = "modf", .fn = math_modf },
    { .name = "rad", .fn = math_rad },
    { .name = "random", .fn = math_random },
    { .name = "randomseed", .fn = math_randomseed },
    { .name = "sin", .fn = math_sin },
    { .name = "sqrt", .fn = math_sqrt },
    { .name = "tan", .fn = math_tan },
    { .name = "tointeger", .fn = math_tointeger },
    { .name = "type", .fn = math_type },
    { .name = "ult", .fn = math_ult },
};

void lua_install_math(LuaBuilder *b)
{
    LuaTable *t = lua_library(b, "math");
    lua_functions(b, t, rows, CM_ARRAY_LEN(rows));
    if (b->failed)
        return;
    Value max = lua_integer(b->vm, INT64_MAX);
    Value min = lua_integer(b->vm, INT64_MIN);
    if (max == VALUE_THROWN || min == VALUE_THROWN) {
        b->failed = true;
        return;
    }
    lua_value(b, t, "huge", lua_float(HUGE_VAL));
    lua_value(b, t, "maxinteger", max);
    lua_value(b, t, "mininteger", min);
    lua_value(b, t, "pi", lua_float(PI));
}
