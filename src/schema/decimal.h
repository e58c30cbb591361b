/* SPDX-License-Identifier: MIT */
#ifndef CM_SCHEMA_DECIMAL_H
#define CM_SCHEMA_DECIMAL_H
/* decimal: JSON numbers by their digits, exact whatever their size.
 *
 * A number is +-0.d1d2d3... * 10^point with d1 and the last digit not 0, and
 * zero has no digits; so equal numbers have equal digits and points. The digits
 * stay in the text, with a dot perhaps among them.
 * Ownership: points into the text. Threads: free of state.
 * Limit:     points are held within +-2^40; no text is that long, and beyond
 *            it only exponents written out differ. */
#include "base/compiler.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Decimal {
    const char *digits; /* at d1 */
    size_t n;           /* digits up to the last that is not 0 */
    size_t n_read;      /* bytes of text that were looked at */
    int64_t point;
    bool is_negative;
} Decimal;

/* `text` is at a number that the JSON scanner accepted; `end` ends the text. */
Decimal cm__decimal_read(const char *text, const char *end);
/* Bytes of the number's text. */
size_t cm__decimal_length(const char *text, const char *end);

/* Negative, 0 or positive, as a <=> b. */
int cm__decimal_compare(const Decimal *a, const Decimal *b);
bool cm__decimal_is_integer(const Decimal *d);
uint32_t cm__decimal_hash(const Decimal *d);

/* Whether value is an integer times divisor, which is positive and has at most
 * 18 digits (CM_DECIMAL_DIVISOR). */
#define CM_DECIMAL_DIVISOR 18
bool cm__decimal_is_multiple(const Decimal *value, const Decimal *divisor);

/* A count: 0 to UINT32_MAX, larger ones held there. False: no integer of 0 or
 * more. */
bool cm__decimal_count(const Decimal *d, uint32_t *ret_count);

#endif
