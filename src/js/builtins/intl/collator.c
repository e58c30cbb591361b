/* SPDX-License-Identifier: MIT */
/* Intl.Collator; ECMA-402 section 10. The order itself is string_collate.c. */
#include "js/builtins/intl/intl_internal.h"

#include "js/builtins/string_locale.h"

#include "engine/meter.h"

static const char *const usages[] = { "sort", "search" };
static const char *const sensitivities[] = { "base", "accent", "case",
                                             "variant" };
static const char *const case_firsts[] = { "upper", "lower", "false" };

bool cm__collation_read(const IntlOptions *o, CollationOptions *ret)
{
    int usage, numeric, first, sensitivity, punctuation;
    Str *ignored;
    if (!cm__intl_choice(o, "usage", usages, 2, 0, &usage) ||
        !cm__intl_matcher(o) || !cm__intl_text(o, "collation", &ignored) ||
        !cm__intl_bool(o, "numeric", &numeric) ||
        !cm__intl_choice(o, "caseFirst", case_firsts, 3, 2, &first) ||
        !cm__intl_choice(o, "sensitivity", sensitivities, 4, SENSITIVE_VARIANT,
                         &sensitivity) ||
        !cm__intl_bool(o, "ignorePunctuation", &punctuation))
        return false;
    *ret = (CollationOptions){ .sensitivity = (uint8_t)sensitivity,
                               .case_first = (uint8_t)first,
                               .numeric = numeric == 1,
                               .ignores_punctuation = punctuation == 1,
                               .is_search = usage == 1 };
    return true;
}

static Value collator_ctor(VM *vm, NativeCall *c)
{
    IntlOptions o;
    CollationOptions options;
    if (!cm__intl_open(vm, c->args[0], c->args[1], false, "Intl.Collator",
                       &o) ||
        !cm__collation_read(&o, &options))
        return VALUE_THROWN;
    IntlObj *self = cm__intl_new(vm, c, INTL_COLLATOR);
    if (!self)
        return VALUE_THROWN;
    self->as.collation = options;
    return value_from_obj(self);
}

Value cm__collate_values(VM *vm, const CollationOptions *o, Str *a, Str *b)
{
    StrView va, vb;
    if (!vm_charge(vm, ((uint64_t)a->len + b->len) / 8 + 1) ||
        !str_view(vm, a, &va) || !str_view(vm, b, &vb))
        return VALUE_THROWN;
    return value_int(a == b ? 0 : cm__collate(vm, o, &va, &vb));
}

static Value bound_compare(VM *vm, NativeCall *c)
{
    Str *a = to_string(vm, c->args[0]);
    Str *b = a ? to_string(vm, c->args[1]) : NULL;
    return b ? cm__collate_values(vm, &cm__intl_bound_to(c)->as.collation, a, b)
             : VALUE_THROWN;
}

static const NativeSpec bound_spec = {
    .name = "", .fn = bound_compare, .length = 2, .min_args = 2
};

static Value get_compare(VM *vm, NativeCall *c)
{
    IntlObj *o = cm__intl_this(vm, c->this_val, INTL_COLLATOR, "compare");
    return o ? cm__intl_bound(vm, o, &bound_spec) : VALUE_THROWN;
}

static Value resolved_options(VM *vm, NativeCall *c)
{
    IntlObj *o =
        cm__intl_this(vm, c->this_val, INTL_COLLATOR, "resolvedOptions");
    Obj *to = o ? obj_new_plain(vm) : NULL;
    if (!to)
        return VALUE_THROWN;
    const CollationOptions *f = &o->as.collation;
    if (!cm__intl_put_text(vm, to, "locale", "en-US") ||
        !cm__intl_put_text(vm, to, "usage", usages[f->is_search]) ||
        !cm__intl_put_text(vm, to, "sensitivity",
                           sensitivities[f->sensitivity]) ||
        !cm__intl_put(vm, to, "ignorePunctuation",
                      value_bool(f->ignores_punctuation)) ||
        !cm__intl_put_text(vm, to, "collation", "default") ||
        !cm__intl_put(vm, to, "numeric", value_bool(f->numeric)) ||
        !cm__intl_put_text(vm, to, "caseFirst", case_firsts[f->case_first]))
        return VALUE_THROWN;
    return value_from_obj(to);
}

/* String.prototype.localeCompare; ECMA-402 20.1.1 */
Value cm__string_compare_locale(VM *vm, Str *a, Str *b, Value locales,
                                Value options)
{
    IntlOptions o;
    CollationOptions f;
    if (!cm__intl_open(vm, locales, options, false,
                       "String.prototype.localeCompare", &o) ||
        !cm__collation_read(&o, &f))
        return VALUE_THROWN;
    return cm__collate_values(vm, &f, a, b);
}

static const NativeSpec ctor_spec = {
    .name = "Collator", .fn = collator_ctor, .min_args = 2, .flags = NATIVE_CTOR
};

static const NativeSpec rows[] = {
    { .name = "compare", .fn = get_compare, .flags = NATIVE_GETTER },
    { .name = "resolvedOptions", .fn = resolved_options },
};

void cm__install_intl_collator(RealmBuilder *b, Obj *intl)
{
    cm__intl_ctor(b, intl, &ctor_spec, INTL_COLLATOR, rows, CM_ARRAY_LEN(rows));
}
