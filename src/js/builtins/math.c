/* SPDX-License-Identifier: MIT */
/* Math; ECMA-262 21.3. Results that are whole numbers come back as int32 where
 * they fit, so that counting and indexing with them stays fast. */
#include "js/builtins/math_internal.h"

#include "engine/convert.h"

#include <math.h>

/* ---- functions of one number ---- */

/* 21.3.2.34: sign. */
static double sign(double x)
{
    return x > 0 ? 1 : x < 0 ? -1 : x;
}

/* 21.3.2.28: the nearest integer, ties towards +infinity, -0 kept. */
static double round_up(double x)
{
    double r = floor(x);
    if (x - r >= 0.5)
        r += 1;
    return copysign(r, x);
}

/* 21.3.2.9. One step of Newton's method on top of the C library's, whose last
 * bit may be wrong even for whole results. */
static double cube_root(double x)
{
    double r = cbrt(x);
    return isfinite(r) && r != 0 ? r - (r - x / (r * r)) / 3 : r;
}

/* 21.3.2.17 */
static double to_float(double x)
{
    return (double)(float)x;
}

/* 21.3.2.16: IEEE 754 binary16 has 11 bits of precision, exponents from -14
 * (below it steps of 2^-24) and its largest number is 65504. Scaling by a power
 * of two is exact and rint rounds ties to even. */
static double to_half(double x)
{
    double magnitude = fabs(x);
    if (!(magnitude < 65520))
        return x == x ? copysign((double)INFINITY, x) : x;
    int exponent = 0;
    frexp(magnitude, &exponent);
    int shift = exponent < -13 ? 24 : 11 - exponent;
    return copysign(ldexp(rint(ldexp(magnitude, shift)), -shift), x);
}

#define UNARY(X)         \
    X(abs, fabs)         \
    X(acos, acos)        \
    X(acosh, acosh)      \
    X(asin, asin)        \
    X(asinh, asinh)      \
    X(atan, atan)        \
    X(atanh, atanh)      \
    X(cbrt, cube_root)   \
    X(ceil, ceil)        \
    X(cos, cos)          \
    X(cosh, cosh)        \
    X(exp, exp)          \
    X(expm1, expm1)      \
    X(f16round, to_half) \
    X(floor, floor)      \
    X(fround, to_float)  \
    X(log, log)          \
    X(log10, log10)      \
    X(log1p, log1p)      \
    X(log2, log2)        \
    X(round, round_up)   \
    X(sign, sign)        \
    X(sin, sin)          \
    X(sinh, sinh)        \
    X(sqrt, sqrt)        \
    X(tan, tan)          \
    X(tanh, tanh)        \
    X(trunc, trunc)

#define X(name, function)                           \
    static Value math_##name(VM *vm, NativeCall *c) \
    {                                               \
        double x;                                   \
        if (!to_number(vm, c->args[0], &x))         \
            return VALUE_THROWN;                    \
        return value_number(function(x));           \
    }
UNARY(X)
#undef X

/* ---- functions of two ---- */

static bool two_numbers(VM *vm, const NativeCall *c, double *ret_x,
                        double *ret_y)
{
    return to_number(vm, c->args[0], ret_x) && to_number(vm, c->args[1], ret_y);
}

/* 21.3.2.8 */
static Value math_atan2(VM *vm, NativeCall *c)
{
    double y, x;
    return two_numbers(vm, c, &y, &x) ? value_number(atan2(y, x))
                                      : VALUE_THROWN;
}

/* 21.3.2.26 */
static Value math_pow(VM *vm, NativeCall *c)
{
    double x, y;
    return two_numbers(vm, c, &x, &y) ? value_number(js_pow(x, y))
                                      : VALUE_THROWN;
}

/* 21.3.2.19 */
static Value math_imul(VM *vm, NativeCall *c)
{
    uint32_t x, y;
    if (!to_uint32(vm, c->args[0], &x) || !to_uint32(vm, c->args[1], &y))
        return VALUE_THROWN;
    return value_int((int32_t)(x * y));
}

/* 21.3.2.11 */
static Value math_clz32(VM *vm, NativeCall *c)
{
    uint32_t x;
    if (!to_uint32(vm, c->args[0], &x))
        return VALUE_THROWN;
    return value_int(x ? (int32_t)cm_clz32(x) : 32);
}

/* 21.3.2.27: the top 53 bits. */
static Value math_random(VM *vm, NativeCall *c)
{
    (void)c;
    return value_double((double)(vm_random(vm) >> 11) * 0x1p-53);
}

/* ---- functions of any number ---- */

/* The larger (smaller) of two, NaN if one is, +0 above -0. */
static double extreme(double a, double b, bool larger)
{
    if (a != a || b != b)
        return (double)NAN;
    if (a == b)
        return larger == (signbit(a) != 0) ? b : a;
    return (a > b) == larger ? a : b;
}

/* 21.3.2.24, 21.3.2.25. All arguments are converted, whatever comes first. */
static Value min_max(VM *vm, const NativeCall *c, bool larger)
{
    if (c->argc == 2 && value_is_int(c->args[0]) && value_is_int(c->args[1])) {
        int32_t a = value_to_int(c->args[0]), b = value_to_int(c->args[1]);
        return value_int((a > b) == larger ? a : b);
    }
    double result = larger ? (double)-INFINITY : (double)INFINITY;
    if (!vm_charge(vm, c->argc))
        return VALUE_THROWN;
    for (uint32_t i = 0; i < c->argc; i++) {
        double x;
        if (!to_number(vm, c->args[i], &x))
            return VALUE_THROWN;
        result = extreme(result, x, larger);
    }
    return value_number(result);
}

static Value math_max(VM *vm, NativeCall *c)
{
    return min_max(vm, c, true);
}

static Value math_min(VM *vm, NativeCall *c)
{
    return min_max(vm, c, false);
}

/* Sums of squares by size, so that none over- or underflows: J. L. Blue, "A
 * portable Fortran program to find the Euclidean norm of a vector", ACM TOMS 4,
 * 1978. The middle one, with nearly all numbers, is compensated (Kahan
 * 1965). */
typedef struct Squares {
    double big, middle, small;
    double lost; /* low-order part of middle */
    bool has_infinity, has_nan;
} Squares;

#define BIG_FROM    0x1p486
#define BIG_SCALE   0x1p-538
#define SMALL_TO    0x1p-511
#define SMALL_SCALE 0x1p537

static void add_square(Squares *s, double x)
{
    x = fabs(x);
    if (x != x) {
        s->has_nan = true;
    } else if (isinf(x)) {
        s->has_infinity = true;
    } else if (x > BIG_FROM) {
        s->big += (x * BIG_SCALE) * (x * BIG_SCALE);
    } else if (x < SMALL_TO) {
        s->small += (x * SMALL_SCALE) * (x * SMALL_SCALE);
    } else {
        double term = x * x - s->lost;
        double sum = s->middle + term;
        s->lost = (sum - s->middle) - term;
        s->middle = sum;
    }
}

static double norm(const Squares *s)
{
    if (s->has_infinity)
        return (double)INFINITY;
    if (s->has_nan)
        return (double)NAN;
    if (s->big > 0)
        return sqrt(s->big + s->middle * BIG_SCALE * BIG_SCALE) / BIG_SCALE;
    if (s->middle > 0)
        return hypot(sqrt(s->middle), sqrt(s->small) / SMALL_SCALE);
    return sqrt(s->small) / SMALL_SCALE;
}

/* 21.3.2.18 */
static Value math_hypot(VM *vm, NativeCall *c)
{
    if (c->argc == 2) {
        double x, y;
        return two_numbers(vm, c, &x, &y) ? value_number(hypot(x, y))
                                          : VALUE_THROWN;
    }
    Squares s = { 0 };
    if (!vm_charge(vm, c->argc))
        return VALUE_THROWN;
    for (uint32_t i = 0; i < c->argc; i++) {
        double x;
        if (!to_number(vm, c->args[i], &x))
            return VALUE_THROWN;
        add_square(&s, x);
    }
    return value_number(norm(&s));
}

/* ---- registration ---- */

static const NativeSpec unary_rows[] = {
#define X(name_, function) \
    { .name = #name_, .fn = math_##name_, .length = 1, .min_args = 1 },
    UNARY(X)
#undef X
};

static const NativeSpec rows[] = {
    { .name = "atan2", .fn = math_atan2, .length = 2, .min_args = 2 },
    { .name = "clz32", .fn = math_clz32, .length = 1, .min_args = 1 },
    { .name = "hypot", .fn = math_hypot, .length = 2 },
    { .name = "imul", .fn = math_imul, .length = 2, .min_args = 2 },
    { .name = "max", .fn = math_max, .length = 2 },
    { .name = "min", .fn = math_min, .length = 2 },
    { .name = "pow", .fn = math_pow, .length = 2, .min_args = 2 },
    { .name = "random", .fn = math_random },
};

typedef struct Constant {
    const char *name;
    double value;
} Constant;

static const Constant constants[] = {
    { "E", 2.7182818284590452354 },    { "LN10", 2.302585092994046 },
    { "LN2", 0.6931471805599453 },     { "LOG10E", 0.4342944819032518 },
    { "LOG2E", 1.4426950408889634 },   { "PI", 3.1415926535897932 },
    { "SQRT1_2", 0.7071067811865476 }, { "SQRT2", 1.4142135623730951 },
};

void js_install_math(RealmBuilder *b)
{
    Obj *math = realm_object(b, b->realm->object_proto);
    for (size_t i = 0; i < CM_ARRAY_LEN(constants); i++)
        realm_value(b, math, constants[i].name,
                    value_number(constants[i].value), 0);
    realm_functions(b, math, unary_rows, CM_ARRAY_LEN(unary_rows));
    realm_functions(b, math, rows, CM_ARRAY_LEN(rows));
    cm__install_math_sum(b, math);
    realm_tag(b, math, "Math");
    realm_add_global(b, "Math", value_from_obj(math));
}
