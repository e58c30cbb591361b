/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_INTL_NUMBER_FORMAT_H
#define CM_JS_INTL_NUMBER_FORMAT_H
/* number_format: numbers as en-US text; ECMA-402 section 16 on plain C data.
 *
 * A formatted number has three layers, which ranges fold one by one: the digits
 * with their exponent; sign, currency symbol, percent sign and compact suffix;
 * a unit or a currency's name.
 * Ownership: plain values. Threads: free of state. */
#include "js/intl/decimal.h"
#include "js/intl/text.h"

/* Each in the order of the option's values. */
typedef enum NumberStyle {
    STYLE_DECIMAL,
    STYLE_PERCENT,
    STYLE_CURRENCY,
    STYLE_UNIT
} NumberStyle;

typedef enum CurrencyDisplay {
    DISPLAY_CODE,
    DISPLAY_SYMBOL,
    DISPLAY_NARROW,
    DISPLAY_NAME
} CurrencyDisplay;

typedef enum Notation {
    NOTATION_STANDARD,
    NOTATION_SCIENTIFIC,
    NOTATION_ENGINEERING,
    NOTATION_COMPACT
} Notation;

typedef enum SignDisplay {
    SIGN_AUTO,
    SIGN_NEVER,
    SIGN_ALWAYS,
    SIGN_EXCEPT_ZERO,
    SIGN_NEGATIVE
} SignDisplay;

typedef enum Grouping {
    GROUPING_MIN2,
    GROUPING_AUTO,
    GROUPING_ALWAYS,
    GROUPING_NONE
} Grouping;

typedef enum RoundingType {
    BY_FRACTION,
    BY_SIGNIFICANT,
    BY_MORE_PRECISION,
    BY_LESS_PRECISION
} RoundingType;

#define CM_UNIT_NAME_MAX 44

typedef struct NumberFormat {
    uint8_t style, currency_display, notation, sign, grouping, rounding_mode;
    uint8_t rounding_type;
    uint8_t unit_width; /* 0 short, 1 narrow, 2 long */
    bool is_accounting, is_compact_long, strips_zeros;
    uint8_t min_integer;
    uint8_t min_fraction, max_fraction;
    uint8_t min_significant, max_significant; /* 0: not used */
    uint16_t increment;
    char currency[4];
    char unit[CM_UNIT_NAME_MAX];
} NumberFormat;

#define NUMBER_FORMAT_INIT                                             \
    {                                                                  \
        .currency_display = DISPLAY_SYMBOL, .grouping = GROUPING_AUTO, \
        .rounding_mode = ROUND_HALF_EXPAND, .min_integer = 1,          \
        .max_fraction = 3, .increment = 1                              \
    }

/* A number rounded for a format; digits lie in the scratch space given. */
typedef struct Rounded {
    Decimal d;        /* after the exponent below was taken out */
    int power;        /* of ten, of notations other than standard */
    int min_fraction; /* digits behind the point at least */
} Rounded;

/* `work` has CM_DECIMAL_ROUND_SIZE(d->n) bytes. */
Rounded cm__number_round(const NumberFormat *f, const Decimal *d, char *work);

void cm__number_format(const NumberFormat *f, const Rounded *r, IntlText *out);
/* Neither is NaN. */
void cm__number_format_range(const NumberFormat *f, const Rounded *a,
                             const Rounded *b, IntlText *out);

/* Digits behind the point of a currency: ISO 4217. */
int cm__currency_digits(const char code[4]);
/* "kilometer" or "kilometer-per-hour" of sanctioned units. */
bool cm__unit_is_known(const char *name, size_t len);

/* Whether a plural rule of English picks "one" for the cardinal. */
bool cm__number_is_one(const Rounded *r);
/* Ordinal category: "one" (1st), "two", "few" or "other". */
const char *cm__number_ordinal(const Rounded *r);

#endif
