/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_NUMTEXT_H
#define CM_BASE_NUMTEXT_H
/* numtext: numbers to text and back, exact and independent of the locale.
 *
 * Printing gives the shortest digits that read back as the same double;
 * reading rounds correctly to nearest even. */
#include "base/compiler.h"

#include <stdbool.h>

/* Longest text of cm__num_print: "-0.000001234567890123456" needs 25. */
#define CM_NUM_TEXT_MAX 32

/* Number::toString of ECMA-262 (6.1.6.1.20) radix 10, "NaN" and "Infinity"
 * included; -0 prints as "0". Writes no NUL; returns the length. */
size_t cm__num_print(double value, char out[CM_NUM_TEXT_MAX]);
/* Decimal of an integer. */
size_t cm__num_print_int(int64_t value, char out[CM_NUM_TEXT_MAX]);

/* Shortest digits: value is finite and > 0. Writes up to 17 digits (no NUL) to
 * digits, *ret_exponent is the decimal exponent e with
 * value = 0.d1d2d3... * 10^e. Returns the number of digits. */
size_t cm__num_shortest(double value, char digits[17], int *ret_exponent);

/* Correctly rounded (ties to even on the exact binary value, as ECMA-262
 * "let n be an integer for which n / 10^f - x is as close to zero as possible;
 * if there are two such n, pick the larger n") fixed notation; value finite,
 * 0 <= fraction_digits <= 100. out needs 450 bytes. Returns the length; the
 * text has a leading '-' for value < 0. */
#define CM_NUM_FIXED_MAX 450
size_t cm__num_fixed(double value, int fraction_digits,
                     char out[CM_NUM_FIXED_MAX]);
/* toExponential: fraction_digits -1 means as many as necessary. */
size_t cm__num_exponential(double value, int fraction_digits,
                           char out[CM_NUM_FIXED_MAX]);
/* toPrecision, 1 <= precision <= 100. */
size_t cm__num_precision(double value, int precision,
                         char out[CM_NUM_FIXED_MAX]);
/* What printf rounds: value finite and >= 0, to n significant digits (n >= 1)
 * or, after_point, to n digits behind the decimal point (n >= 0); correctly
 * rounded, exact ties to even. value is about 0.d1d2d3... * 10^*ret_point;
 * zeros at the end are left out, zero has no digits and point 0. Writes no NUL,
 * returns their number. */
#define CM_NUM_DIGITS_MAX 800
size_t cm__num_round(double value, int n, bool after_point,
                     char digits[CM_NUM_DIGITS_MAX], int *ret_point);
/* toString(radix), 2 <= radix <= 36, value finite. out needs 1,200 bytes. */
#define CM_NUM_RADIX_MAX 1200
size_t cm__num_radix(double value, int radix, char out[CM_NUM_RADIX_MAX]);

/* Reads the longest prefix of the form digits [. [digits]] [e [+-] digits] (or
 * . digits ...; no sign, no blanks, no hex) as a double: "5." is read whole, of
 * "5e" only the 5, as StrDecimalLiteral of ECMA-262. Returns the number of
 * bytes read, 0 when there is no number. Overflow gives infinity. Any length
 * of digits is read exactly, in linear time. */
size_t cm__num_read(const char *text, size_t n, double *ret_value);
/* Digits of a radix 2..36 (all n bytes must be digits of it), rounded
 * correctly for radixes that are powers of two, exactly below 2^53, and to
 * nearest for the others. False when a byte is no digit or n == 0. */
bool cm__num_read_radix(const char *text, size_t n, int radix,
                        double *ret_value);

#endif
