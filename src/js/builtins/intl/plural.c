/* SPDX-License-Identifier: MIT */
/* Intl.PluralRules; ECMA-402 section 17, with the rules of CLDR for en: "one"
 * is exactly 1 without a fraction shown; ordinals are 1st, 2nd, 3rd, 4th. */
#include "js/builtins/intl/intl_internal.h"

#include <string.h>

static const char *const types[] = { "cardinal", "ordinal" };

static Value plural_ctor(VM *vm, NativeCall *c)
{
    IntlOptions o;
    NumberFormat f = NUMBER_FORMAT_INIT;
    int type;
    if (!cm__intl_open(vm, c->args[0], c->args[1], false, "Intl.PluralRules",
                       &o) ||
        !cm__intl_matcher(&o) ||
        !cm__intl_choice(&o, "type", types, 2, 0, &type) ||
        !cm__number_digits_read(&o, 0, 3, &f))
        return VALUE_THROWN;
    IntlObj *self = cm__intl_new(vm, c, INTL_PLURAL);
    if (!self)
        return VALUE_THROWN;
    self->is_ordinal = type == 1;
    self->as.number = f;
    return value_from_obj(self);
}

static const char *category(const IntlObj *o, const Rounded *r)
{
    if (o->is_ordinal)
        return cm__number_ordinal(r);
    return cm__number_is_one(r) ? "one" : "other";
}

/* The category, or NULL when thrown. */
static const char *select(VM *vm, const IntlObj *o, Value v)
{
    NumberHold h;
    double d;
    if (!to_number(vm, v, &d))
        return NULL;
    cm__number_hold_init(vm, &h);
    const char *text = NULL;
    if (cm__number_hold(vm, &h, &o->as.number, value_number(d)))
        text = category(o, &h.rounded);
    cm__number_hold_done(&h);
    return text;
}

static Value text_value(VM *vm, const char *text)
{
    Str *s = text ? str_from_ascii(vm, text) : NULL;
    return s ? value_from_str(s) : VALUE_THROWN;
}

static Value plural_select(VM *vm, NativeCall *c)
{
    IntlObj *o = cm__intl_this(vm, c->this_val, INTL_PLURAL, "select");
    return o ? text_value(vm, select(vm, o, c->args[0])) : VALUE_THROWN;
}

/* CLDR gives every range of en the category "other". */
static Value select_range(VM *vm, NativeCall *c)
{
    IntlObj *o = cm__intl_this(vm, c->this_val, INTL_PLURAL, "selectRange");
    if (!o)
        return VALUE_THROWN;
    if (c->args[0] == VALUE_UNDEFINED || c->args[1] == VALUE_UNDEFINED)
        return throw_type(vm, "Invalid argument");
    double from, to;
    if (!to_number(vm, c->args[0], &from) || !to_number(vm, c->args[1], &to))
        return VALUE_THROWN;
    if (from != from || to != to)
        return throw_range(vm, "Invalid %s : NaN",
                           from != from ? "startRange" : "endRange");
    return text_value(vm, "other");
}

static Value categories(VM *vm, const IntlObj *o)
{
    static const char *const names[] = { "few", "one", "two", "other" };
    Array *list = array_new(vm, 4);
    for (size_t i = 0; list && i < 4; i++) {
        if (!o->is_ordinal && i != 1 && i != 3)
            continue;
        Value v = text_value(vm, names[i]);
        if (v == VALUE_THROWN || !array_push(vm, list, v))
            list = NULL;
    }
    return list ? value_from_obj(list) : VALUE_THROWN;
}

static Value resolved_options(VM *vm, NativeCall *c)
{
    IntlObj *o = cm__intl_this(vm, c->this_val, INTL_PLURAL, "resolvedOptions");
    Obj *to = o ? obj_new_plain(vm) : NULL;
    if (!to || !cm__intl_put_text(vm, to, "locale", "en-US") ||
        !cm__intl_put_text(vm, to, "type", types[o->is_ordinal]) ||
        !cm__number_digits_put(vm, to, &o->as.number) ||
        !cm__intl_put(vm, to, "pluralCategories", categories(vm, o)) ||
        !cm__number_rounding_put(vm, to, &o->as.number))
        return VALUE_THROWN;
    return value_from_obj(to);
}

static const NativeSpec ctor_spec = { .name = "PluralRules",
                                      .fn = plural_ctor,
                                      .min_args = 2,
                                      .flags = NATIVE_CTOR | NATIVE_CTOR_ONLY };

static const NativeSpec rows[] = {
    { .name = "select", .fn = plural_select, .length = 1, .min_args = 1 },
    { .name = "selectRange", .fn = select_range, .length = 2, .min_args = 2 },
    { .name = "resolvedOptions", .fn = resolved_options },
};

void cm__install_intl_plural(RealmBuilder *b, Obj *intl)
{
    cm__intl_ctor(b, intl, &ctor_spec, INTL_PLURAL, rows, CM_ARRAY_LEN(rows));
}
