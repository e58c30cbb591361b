/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_INTL_TEXT_H
#define CM_JS_INTL_TEXT_H
/* text: formatted text with its parts, as formatToParts of ECMA-402 shows them.
 *
 * UTF-8 text is appended piece by piece; each piece has a type and a source.
 * Neighbouring literals, whole digits or fraction digits become one part.
 * Ownership: the text owns its buffers until cm__text_done.
 * Threads:   none.
 * Limits:    CM_INTL_TEXT_MAX bytes; a failure sticks in text.status. */
#include "base/buf.h"

#define CM_INTL_TEXT_MAX ((size_t)1 << 24)

/* X(constant, name in JavaScript) */
#define CM_PART_TYPES(X)                            \
    X(PART_LITERAL, "literal")                      \
    X(PART_INTEGER, "integer")                      \
    X(PART_GROUP, "group")                          \
    X(PART_DECIMAL, "decimal")                      \
    X(PART_FRACTION, "fraction")                    \
    X(PART_PLUS, "plusSign")                        \
    X(PART_MINUS, "minusSign")                      \
    X(PART_PERCENT, "percentSign")                  \
    X(PART_CURRENCY, "currency")                    \
    X(PART_COMPACT, "compact")                      \
    X(PART_EXPONENT_SEPARATOR, "exponentSeparator") \
    X(PART_EXPONENT_MINUS, "exponentMinusSign")     \
    X(PART_EXPONENT_INTEGER, "exponentInteger")     \
    X(PART_UNIT, "unit")                            \
    X(PART_NAN, "nan")                              \
    X(PART_INFINITY, "infinity")                    \
    X(PART_APPROXIMATELY, "approximatelySign")      \
    X(PART_ERA, "era")                              \
    X(PART_YEAR, "year")                            \
    X(PART_MONTH, "month")                          \
    X(PART_WEEKDAY, "weekday")                      \
    X(PART_DAY, "day")                              \
    X(PART_DAY_PERIOD, "dayPeriod")                 \
    X(PART_HOUR, "hour")                            \
    X(PART_MINUTE, "minute")                        \
    X(PART_SECOND, "second")                        \
    X(PART_FRACTIONAL_SECOND, "fractionalSecond")   \
    X(PART_ZONE, "timeZoneName")                    \
    X(PART_ELEMENT, "element")

typedef enum PartType {
#define X(id, name) id,
    CM_PART_TYPES(X)
#undef X
    PART_TYPES
} PartType;

typedef enum PartSource {
    SOURCE_SHARED,
    SOURCE_START,
    SOURCE_END
} PartSource;

typedef struct Part {
    uint32_t end; /* in text.bytes */
    uint8_t type, source;
    bool has_unit; /* relative times: belongs to the number */
} Part;

typedef struct IntlText {
    Buf text;
    Buf parts;         /* Part[] */
    PartSource source; /* of what is added next */
    bool has_unit;
} IntlText;

void cm__text_init(IntlText *t, const cm_allocator *alloc);
void cm__text_done(IntlText *t);
void cm__text_add(IntlText *t, PartType type, const char *s, size_t n);
void cm__text_str(IntlText *t, PartType type, const char *s);
void cm__text_number(IntlText *t, PartType type, int value, int min_digits);

size_t cm__text_part_count(const IntlText *t);
/* Borrowed until the next add; *ret_from is where it starts. */
const Part *cm__text_part(const IntlText *t, size_t i, size_t *ret_from);
const char *cm__part_name(PartType type);

#endif
