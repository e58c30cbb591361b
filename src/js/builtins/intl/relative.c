/* SPDX-License-Identifier: MIT */
/* Intl.RelativeTimeFormat; ECMA-402 section 18, with the texts of CLDR 48 for
 * en. */
#include "js/builtins/intl/intl_internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const numerics[] = { "always", "auto" };

enum {
    UNIT_SECOND,
    UNIT_MINUTE,
    UNIT_HOUR,
    UNIT_DAY,
    UNIT_WEEK,
    UNIT_MONTH,
    UNIT_QUARTER,
    UNIT_YEAR,
    UNITS
};

typedef struct UnitText {
    const char *name;   /* and with an s */
    const char *one[3]; /* behind a number, by style */
    const char *other[3];
    const char *bare; /* in "last x", short styles; NULL: no "last" */
} UnitText;

/* clang-format off */
static const UnitText units[UNITS] = {
    { "second", { " second", " sec.", "s" }, { " seconds", " sec.", "s" }, NULL },
    { "minute", { " minute", " min.", "m" }, { " minutes", " min.", "m" }, NULL },
    { "hour", { " hour", " hr.", "h" }, { " hours", " hr.", "h" }, NULL },
    { "day", { " day", " day", "d" }, { " days", " days", "d" }, NULL },
    { "week", { " week", " wk.", "w" }, { " weeks", " wk.", "w" }, "wk." },
    { "month", { " month", " mo.", "mo" }, { " months", " mo.", "mo" }, "mo." },
    { "quarter", { " quarter", " qtr.", "q" }, { " quarters", " qtrs.", "q" },
      "qtr." },
    { "year", { " year", " yr.", "y" }, { " years", " yr.", "y" }, "yr." },
};
/* clang-format on */

static Value relative_ctor(VM *vm, NativeCall *c)
{
    IntlOptions o;
    int style, numeric;
    Str *ignored;
    if (!cm__intl_open(vm, c->args[0], c->args[1], false,
                       "Intl.RelativeTimeFormat", &o) ||
        !cm__intl_matcher(&o) ||
        !cm__intl_text(&o, "numberingSystem", &ignored) ||
        !cm__intl_choice(&o, "style", cm__intl_widths, 3, 0, &style) ||
        !cm__intl_choice(&o, "numeric", numerics, 2, 0, &numeric))
        return VALUE_THROWN;
    IntlObj *self = cm__intl_new(vm, c, INTL_RELATIVE);
    if (!self)
        return VALUE_THROWN;
    self->as.relative = (RelativeOptions){ (uint8_t)style, numeric == 1 };
    return value_from_obj(self);
}

/* SingularRelativeTimeUnit; -1 when it is none. */
static int find_unit(VM *vm, Str *s)
{
    char name[16];
    size_t n;
    if (!cm__intl_ascii(vm, s, name, sizeof name, &n))
        return -1;
    if (n > 0 && name[n - 1] == 's')
        name[n - 1] = 0;
    for (int i = 0; i < UNITS; i++)
        if (strcmp(units[i].name, name) == 0)
            return i;
    return -1;
}

/* "tomorrow", "last week", "now"; false when there is no such word. */
static bool word_for(int unit, int style, double d, char out[32])
{
    static const char *const days[] = { "yesterday", "today", "tomorrow" };
    static const char *const words[] = { "last", "this", "next" };
    if (d != -1 && d != 0 && d != 1)
        return false;
    int which = (int)d + 1;
    const UnitText *u = &units[unit];
    if (unit == UNIT_DAY)
        snprintf(out, 32, "%s", days[which]);
    else if (unit == UNIT_SECOND && which == 1)
        snprintf(out, 32, "now");
    else if (which == 1 || u->bare)
        snprintf(out, 32, "%s %s", words[which],
                 style == 0 || !u->bare ? u->name : u->bare);
    else
        return false;
    return true;
}

static bool write(VM *vm, const RelativeOptions *r, double d, int unit,
                  IntlText *t)
{
    char word[32];
    if (r->is_auto && word_for(unit, r->style, d, word)) {
        cm__text_str(t, PART_LITERAL, word);
        return true;
    }
    static const NumberFormat f = NUMBER_FORMAT_INIT;
    NumberHold h;
    cm__number_hold_init(vm, &h);
    bool ok = cm__number_hold(vm, &h, &f, value_number(fabs(d)));
    if (ok) {
        bool is_past = signbit(d);
        const UnitText *u = &units[unit];
        bool one = cm__number_is_one(&h.rounded);
        if (!is_past)
            cm__text_str(t, PART_LITERAL, "in ");
        t->has_unit = true;
        cm__number_format(&f, &h.rounded, t);
        t->has_unit = false;
        cm__text_str(t, PART_LITERAL,
                     one ? u->one[r->style] : u->other[r->style]);
        if (is_past)
            cm__text_str(t, PART_LITERAL, " ago");
    }
    cm__number_hold_done(&h);
    return ok;
}

static Value format(VM *vm, const NativeCall *c, const char *method,
                    bool as_parts)
{
    IntlObj *o = cm__intl_this(vm, c->this_val, INTL_RELATIVE, method);
    double d;
    Str *name = NULL;
    if (!o || !to_number(vm, c->args[0], &d) ||
        !(name = to_string(vm, c->args[1])))
        return VALUE_THROWN;
    int unit = find_unit(vm, name);
    if (unit < 0)
        return throw_range(vm,
                           "Invalid unit argument for "
                           "Intl.RelativeTimeFormat.prototype.%s() '%S'",
                           method, name);
    if (!isfinite(d))
        return throw_range(vm,
                           "Value need to be finite number for "
                           "Intl.RelativeTimeFormat.prototype.%s()",
                           method);
    IntlText t;
    cm__text_init(&t, vm->heap.alloc);
    Str *unit_name = str_from_ascii(vm, units[unit].name);
    if (!unit_name || !write(vm, &o->as.relative, d, unit, &t)) {
        cm__text_done(&t);
        return VALUE_THROWN;
    }
    return as_parts ? cm__intl_parts(vm, &t, PARTS_UNIT, unit_name)
                    : cm__intl_finish(vm, &t);
}

static Value relative_format(VM *vm, NativeCall *c)
{
    return format(vm, c, "format", false);
}

static Value format_to_parts(VM *vm, NativeCall *c)
{
    return format(vm, c, "formatToParts", true);
}

static Value resolved_options(VM *vm, NativeCall *c)
{
    IntlObj *o =
        cm__intl_this(vm, c->this_val, INTL_RELATIVE, "resolvedOptions");
    Obj *to = o ? obj_new_plain(vm) : NULL;
    if (!to || !cm__intl_put_text(vm, to, "locale", "en-US") ||
        !cm__intl_put_text(vm, to, "style",
                           cm__intl_widths[o->as.relative.style]) ||
        !cm__intl_put_text(vm, to, "numeric",
                           numerics[o->as.relative.is_auto]) ||
        !cm__intl_put_text(vm, to, "numberingSystem", "latn"))
        return VALUE_THROWN;
    return value_from_obj(to);
}

static const NativeSpec ctor_spec = { .name = "RelativeTimeFormat",
                                      .fn = relative_ctor,
                                      .min_args = 2,
                                      .flags = NATIVE_CTOR | NATIVE_CTOR_ONLY };

static const NativeSpec rows[] = {
    { .name = "format", .fn = relative_format, .length = 2, .min_args = 2 },
    { .name = "formatToParts",
      .fn = format_to_parts,
      .length = 2,
      .min_args = 2 },
    { .name = "resolvedOptions", .fn = resolved_options },
};

void cm__install_intl_relative(RealmBuilder *b, Obj *intl)
{
    cm__intl_ctor(b, intl, &ctor_spec, INTL_RELATIVE, rows, CM_ARRAY_LEN(rows));
}
