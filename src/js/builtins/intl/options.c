/* SPDX-License-Identifier: MIT */
/* Reading options and locales; ECMA-402 9.2, with the messages of V8. */
#include "js/builtins/intl/intl_internal.h"

#include "js/intl/locale.h"

#include "engine/meter.h"

#include <math.h>
#include <string.h>

bool cm__intl_ascii(VM *vm, Str *s, char *out, size_t size, size_t *ret_len)
{
    StrView v;
    if (!str_view(vm, s, &v) || v.len >= size)
        return false;
    for (uint32_t i = 0; i < v.len; i++) {
        uint32_t unit = view_at(&v, i);
        if (unit == 0 || unit > 126)
            return false;
        out[i] = (char)unit;
    }
    out[v.len] = 0;
    *ret_len = v.len;
    return true;
}

/* ---- locales ---- */

static Str *canonical(VM *vm, Value v)
{
    if (!value_is_string(v) && !value_is_object(v)) {
        throw_type(vm, "Language ID should be string or object.");
        return NULL;
    }
    Str *s = to_string(vm, v);
    char tag[CM_LOCALE_MAX + 1], out[CM_LOCALE_MAX + 1];
    size_t len, n = 0;
    if (!s)
        return NULL;
    if (cm__intl_ascii(vm, s, tag, sizeof tag, &len))
        n = cm__locale_canonical(tag, len, out);
    else if (vm->heap.refused)
        return NULL;
    if (n == 0) {
        throw_range(vm, "Incorrect locale information provided");
        return NULL;
    }
    return str_from_ascii(vm, out);
}

static bool add_locale(VM *vm, Array *list, Value v)
{
    Str *s = canonical(vm, v);
    if (!s)
        return false;
    for (uint32_t i = 0; i < list->length; i++)
        if (str_equal(vm, value_str(obj_element_fast(&list->obj, i)), s))
            return true;
    return array_push(vm, list, value_from_str(s));
}

/* CanonicalizeLocaleList (9.2.1). */
Array *cm__intl_canonical_list(VM *vm, Value locales)
{
    Array *list = array_new(vm, 0);
    if (!list || locales == VALUE_UNDEFINED)
        return list;
    if (value_is_string(locales))
        return add_locale(vm, list, locales) ? list : NULL;
    Obj *o = to_object(vm, locales);
    uint64_t length;
    if (!o || !array_like_length(vm, o, &length))
        return NULL;
    for (uint64_t i = 0; i < length && i < UINT32_MAX; i++) {
        if (!vm_charge(vm, 8 + list->length))
            return NULL;
        PropKey key = key_index((uint32_t)i);
        Tri has = has_prop(vm, o, key);
        if (has == TRI_FALSE)
            continue;
        Value v = has == TRI_THROWN ? VALUE_THROWN
                                    : get_obj(vm, o, key, value_from_obj(o));
        if (v == VALUE_THROWN || !add_locale(vm, list, v))
            return NULL;
    }
    return list;
}

bool cm__intl_locales(VM *vm, Value locales)
{
    return locales == VALUE_UNDEFINED ||
           cm__intl_canonical_list(vm, locales) != NULL;
}

/* ---- options ---- */

bool cm__intl_open(VM *vm, Value locales, Value options, bool strict,
                   const char *owner, IntlOptions *ret)
{
    if (!cm__intl_locales(vm, locales))
        return false;
    *ret = (IntlOptions){ vm, VALUE_UNDEFINED, owner };
    if (options == VALUE_UNDEFINED)
        return true;
    if (strict && !value_is_object(options)) {
        throw_type(vm, "The options of %s are not an object", owner);
        return false;
    }
    Obj *o = to_object(vm, options);
    if (o)
        ret->from = value_from_obj(o);
    return o != NULL;
}

static Value get(const IntlOptions *o, const char *name)
{
    return o->from == VALUE_UNDEFINED ? VALUE_UNDEFINED
                                      : get_prop_ascii(o->vm, o->from, name);
}

bool cm__intl_text(const IntlOptions *o, const char *name, Str **ret)
{
    Value v = get(o, name);
    *ret = NULL;
    if (v == VALUE_UNDEFINED)
        return true;
    *ret = v == VALUE_THROWN ? NULL : to_string(o->vm, v);
    return *ret != NULL;
}

bool cm__intl_choice(const IntlOptions *o, const char *name,
                     const char *const *values, size_t n, int fallback,
                     int *ret)
{
    Str *s;
    StrView text;
    if (!cm__intl_text(o, name, &s))
        return false;
    *ret = fallback;
    if (!s)
        return true;
    if (!str_view(o->vm, s, &text))
        return false;
    for (size_t i = 0; i < n; i++)
        if (text.p8 && text.len == strlen(values[i]) &&
            memcmp(text.p8, values[i], text.len) == 0) {
            *ret = (int)i;
            return true;
        }
    throw_range(o->vm, "Value %S out of range for %s options property %s", s,
                o->owner, name);
    return false;
}

bool cm__intl_number(const IntlOptions *o, const char *name, double min,
                     double max, int fallback, int *ret)
{
    Value v = get(o, name);
    double d;
    *ret = fallback;
    if (v == VALUE_UNDEFINED)
        return true;
    if (v == VALUE_THROWN || !to_number(o->vm, v, &d))
        return false;
    if (!(d >= min && d <= max)) {
        throw_range(o->vm, "%s value is out of range.", name);
        return false;
    }
    *ret = (int)floor(d);
    return true;
}

bool cm__intl_bool(const IntlOptions *o, const char *name, int *ret)
{
    Value v = get(o, name);
    *ret = v == VALUE_UNDEFINED ? -1 : to_boolean(v);
    return v != VALUE_THROWN;
}

bool cm__intl_matcher(const IntlOptions *o)
{
    static const char *const matchers[] = { "lookup", "best fit" };
    int matcher;
    return cm__intl_choice(o, "localeMatcher", matchers, 2, 1, &matcher);
}

/* ---- Intl itself ---- */

/* 8.3.1 */
static Value get_canonical_locales(VM *vm, NativeCall *c)
{
    Array *list = cm__intl_canonical_list(vm, c->args[0]);
    return list ? value_from_obj(list) : VALUE_THROWN;
}

static const NativeSpec rows[] = {
    { .name = "getCanonicalLocales",
      .fn = get_canonical_locales,
      .length = 1,
      .min_args = 1 },
};

void cm__install_intl_locales(RealmBuilder *b, Obj *intl)
{
    realm_functions(b, intl, rows, CM_ARRAY_LEN(rows));
}
