/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_INTL_DECIMAL_H
#define CM_JS_INTL_DECIMAL_H
/* decimal: numbers as decimal digits, and rounding them; ECMA-402 16.5.3.
 *
 * The value is 0.d1d2d3... * 10^exponent; d1 and the last digit are not '0',
 * and zero has no digits. Formatting starts from the shortest digits of a
 * double, as ICU does, so that 1.005 lies halfway between 1.00 and 1.01.
 * Ownership: digits are borrowed. Threads: none. */
#include "base/compiler.h"

#include <stdbool.h>

typedef enum DecimalKind {
    DECIMAL_FINITE,
    DECIMAL_INFINITE,
    DECIMAL_NAN
} DecimalKind;

typedef struct Decimal {
    DecimalKind kind;
    bool is_negative;
    const char *digits;
    size_t n;
    int32_t exponent;
} Decimal;

/* In the order of the option's values. */
typedef enum RoundingMode {
    ROUND_CEIL,
    ROUND_FLOOR,
    ROUND_EXPAND,
    ROUND_TRUNC,
    ROUND_HALF_CEIL,
    ROUND_HALF_FLOOR,
    ROUND_HALF_EXPAND,
    ROUND_HALF_TRUNC,
    ROUND_HALF_EVEN
} RoundingMode;

#define CM_DECIMAL_DOUBLE        17
/* Largest exponent that texts may have; doubles stay below 310. */
#define CM_DECIMAL_EXPONENT_MAX  4096
/* Bytes that rounding a decimal needs at most. */
#define CM_DECIMAL_ROUND_SIZE(n) ((n) + CM_DECIMAL_EXPONENT_MAX + 128)

/* The digits of a double; `out` keeps them. */
Decimal cm__decimal_of(double d, char out[CM_DECIMAL_DOUBLE]);

/* Keeps the first `keep` digits (may be 0 or less), to a multiple of
 * `increment` of the last of them. The result's digits lie in `out`, which has
 * room for the larger of d.n and keep, and 8 more. */
Decimal cm__decimal_round(const Decimal *d, RoundingMode mode, int64_t keep,
                          uint32_t increment, char *out);

#endif
