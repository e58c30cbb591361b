/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_INTL_INTL_INTERNAL_H
#define CM_JS_BUILTINS_INTL_INTL_INTERNAL_H
/* intl_internal: what the objects of Intl share; ECMA-402.
 *
 * The locale is en-US always: tags are checked and otherwise not looked at.
 * What an object was made with lies in it as plain data (js/intl/), so that
 * formatting is one call from there; the texts come back through an IntlText.
 * An object is a cell of CLASS_INTL; which of the constructors made it is
 * `kind`. */
#include "js/builtins/builtins.h"

#include "js/builtins/intl/collation.h"
#include "js/intl/date_format.h"
#include "js/intl/number_format.h"

#include "engine/convert.h"
#include "engine/property.h"

typedef enum IntlKind {
    INTL_NUMBER,
    INTL_DATE,
    INTL_PLURAL,
    INTL_COLLATOR,
    INTL_RELATIVE,
    INTL_LIST,
    INTL_SEGMENTER,
    INTL_SEGMENTS,
    INTL_SEGMENT_ITERATOR,
    INTL_KINDS
} IntlKind;

_Static_assert(INTL_KINDS == REALM_INTL_KINDS, "the realm has one of each");

typedef struct DateOptions {
    DateFormat format;
    char zone[CM_ZONE_NAME_MAX + 1]; /* "": the execution's */
} DateOptions;

/* Choices by number, in the order of the options' values. */
typedef struct RelativeOptions {
    uint8_t style; /* long, short, narrow */
    bool is_auto;
} RelativeOptions;

typedef struct ListOptions {
    uint8_t type; /* conjunction, disjunction, unit */
    uint8_t style;
} ListOptions;

typedef struct IntlObj {
    Obj obj;
    uint8_t kind;    /* IntlKind */
    bool is_ordinal; /* plural rules */
    uint8_t granularity;
    uint32_t at; /* of a segment iterator */
    Value bound; /* format or compare of this object, made on first use */
    Value text;  /* segments: what is divided */
    union {
        NumberFormat number; /* plural rules too */
        DateOptions date;
        CollationOptions collation;
        RelativeOptions relative;
        ListOptions list;
    } as;
} IntlObj;

/* ---- objects (intl.c) ---- */

IntlObj *cm__intl_new(VM *vm, const NativeCall *c, IntlKind kind);
/* `this` as an object of the kind, else NULL after a TypeError. */
IntlObj *cm__intl_this(VM *vm, Value this_val, IntlKind kind,
                       const char *method);
/* The getter of `format` or `compare`: a function bound to the object. */
Value cm__intl_bound(VM *vm, IntlObj *o, const NativeSpec *spec);
/* The object that a bound function belongs to. */
IntlObj *cm__intl_bound_to(const NativeCall *c);
/* A constructor, put into Intl: prototype, tag, supportedLocalesOf. */
void cm__intl_ctor(RealmBuilder *b, Obj *intl, const NativeSpec *spec,
                   IntlKind kind, const NativeSpec *rows, size_t n_rows);

/* ---- options (options.c) ---- */

typedef struct IntlOptions {
    VM *vm;
    Value from;        /* an object; undefined: no options */
    const char *owner; /* for messages: "Intl.NumberFormat" */
} IntlOptions;

/* Checks the locales, then coerces the options: null throws, other primitives
 * become objects. `strict`: everything but objects and undefined throws. */
bool cm__intl_open(VM *vm, Value locales, Value options, bool strict,
                   const char *owner, IntlOptions *ret);
/* Checks only. */
bool cm__intl_locales(VM *vm, Value locales);
/* CanonicalizeLocaleList; NULL when thrown. */
Array *cm__intl_canonical_list(VM *vm, Value locales);
/* GetOption for a text out of a list: its index, `fallback` when undefined;
 * false when thrown. */
bool cm__intl_choice(const IntlOptions *o, const char *name,
                     const char *const *values, size_t n, int fallback,
                     int *ret);
/* GetNumberOption, rounded down; *ret is `fallback` when undefined. */
bool cm__intl_number(const IntlOptions *o, const char *name, double min,
                     double max, int fallback, int *ret);
/* -1 when undefined. */
bool cm__intl_bool(const IntlOptions *o, const char *name, int *ret);
/* The option as a string; *ret NULL when undefined. */
bool cm__intl_text(const IntlOptions *o, const char *name, Str **ret);
/* A short ASCII string; false when it is too long or has other units. */
bool cm__intl_ascii(VM *vm, Str *s, char *out, size_t size, size_t *ret_len);
/* localeMatcher, which changes nothing. */
bool cm__intl_matcher(const IntlOptions *o);

/* ---- results (intl.c) ---- */

/* The text as a string; ends it. */
Value cm__intl_finish(VM *vm, IntlText *t);
typedef enum PartsForm {
    PARTS_PLAIN,
    PARTS_RANGE, /* with `source` */
    PARTS_UNIT   /* with `unit` where it applies */
} PartsForm;
/* The parts as an array of objects; ends the text. */
Value cm__intl_parts(VM *vm, IntlText *t, PartsForm form, Str *unit);

/* One property of a result object. */
bool cm__intl_put(VM *vm, Obj *o, const char *name, Value v);
bool cm__intl_put_text(VM *vm, Obj *o, const char *name, const char *text);
bool cm__intl_put_int(VM *vm, Obj *o, const char *name, int n);

/* ---- numbers (number.c, number_options.c) ---- */

bool cm__number_format_read(const IntlOptions *o, NumberFormat *ret);
/* SetNumberFormatDigitOptions. */
bool cm__number_digits_read(const IntlOptions *o, int min_default,
                            int max_default, NumberFormat *f);
bool cm__number_digits_put(VM *vm, Obj *to, const NumberFormat *f);
bool cm__number_rounding_put(VM *vm, Obj *to, const NumberFormat *f);
/* resolvedOptions. */
Value cm__number_resolved(VM *vm, const NumberFormat *f);

/* A number, BigInt or decimal text rounded for a format. `hold` owns digits. */
typedef struct NumberHold {
    Buf digits, work;
    char small[CM_DECIMAL_DOUBLE];
    Rounded rounded;
} NumberHold;
void cm__number_hold_init(VM *vm, NumberHold *h);
void cm__number_hold_done(NumberHold *h);
bool cm__number_hold(VM *vm, NumberHold *h, const NumberFormat *f, Value v);

/* ---- order (collator.c) ---- */

bool cm__collation_read(const IntlOptions *o, CollationOptions *ret);
/* The order of two strings as a number. */
Value cm__collate_values(VM *vm, const CollationOptions *o, Str *a, Str *b);

/* ---- time zones (zone.c) ---- */

/* NULL after a RangeError when there is no such zone. Valid until the execution
 * ends. */
const TimeZone *cm__zone_find(VM *vm, const char *name, size_t len);
/* The zone of an option's value, written into out as programs see it. */
bool cm__zone_option(VM *vm, Str *name, char out[CM_ZONE_NAME_MAX + 1]);

/* ---- install ---- */

void cm__install_intl_number(RealmBuilder *b, Obj *intl);
void cm__install_intl_date(RealmBuilder *b, Obj *intl);
void cm__install_intl_plural(RealmBuilder *b, Obj *intl);
void cm__install_intl_collator(RealmBuilder *b, Obj *intl);
void cm__install_intl_relative(RealmBuilder *b, Obj *intl);
void cm__install_intl_list(RealmBuilder *b, Obj *intl);
void cm__install_intl_segmenter(RealmBuilder *b, Obj *intl);
void cm__install_intl_locales(RealmBuilder *b, Obj *intl);
void cm__install_intl_supported(RealmBuilder *b, Obj *intl);

extern const char *const cm__intl_widths[3]; /* long, short, narrow */

#endif
