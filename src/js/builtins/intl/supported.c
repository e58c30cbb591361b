/* SPDX-License-Identifier: MIT */
/* Intl.supportedValuesOf; ECMA-402 8.3.2. */
#include "js/builtins/intl/intl_internal.h"

#include "js/intl/number_tables.h"

#include "engine/meter.h"

#include <string.h>

static const char *currency_at(size_t i)
{
    return cm__currencies[i].code;
}

static const char *unit_at(size_t i)
{
    return cm__units[i].name;
}

static const char *latn_at(size_t i)
{
    (void)i;
    return "latn";
}

static const char *gregory_at(size_t i)
{
    (void)i;
    return "gregory";
}

static const char *utc_at(size_t i)
{
    (void)i;
    return "UTC";
}

static Value list_of(VM *vm, const char *(*at)(size_t i), size_t n)
{
    Array *list = vm_charge(vm, n) ? array_new(vm, (uint32_t)n) : NULL;
    for (size_t i = 0; list && i < n; i++) {
        Str *s = str_from_ascii(vm, at(i));
        if (!s || !array_push(vm, list, value_from_str(s)))
            list = NULL;
    }
    return list ? value_from_obj(list) : VALUE_THROWN;
}

static Value supported_values_of(VM *vm, NativeCall *c)
{
    static const char *const keys[] = { "calendar", "collation",
                                        "currency", "numberingSystem",
                                        "timeZone", "unit" };
    Str *key = to_string(vm, c->args[0]);
    char name[24];
    size_t n, i = 0;
    if (!key)
        return VALUE_THROWN;
    if (cm__intl_ascii(vm, key, name, sizeof name, &n))
        while (i < CM_ARRAY_LEN(keys) && strcmp(keys[i], name) != 0)
            i++;
    else
        i = CM_ARRAY_LEN(keys);
    if (vm->heap.refused)
        return VALUE_THROWN;
    switch (i) {
    case 0:
        return list_of(vm, gregory_at, 1);
    case 1:
        return list_of(vm, gregory_at, 0);
    case 2:
        return list_of(vm, currency_at, cm__n_currencies);
    case 3:
        return list_of(vm, latn_at, 1);
    case 4:
        return vm->host_zone ? list_of(vm, cm__zone_at, cm__zone_count())
                             : list_of(vm, utc_at, 1);
    case 5:
        return list_of(vm, unit_at, cm__n_units);
    default:
        return throw_range(vm, "Invalid key : %S", key);
    }
}

static const NativeSpec row = { .name = "supportedValuesOf",
                                .fn = supported_values_of,
                                .length = 1,
                                .min_args = 1 };

void cm__install_intl_supported(RealmBuilder *b, Obj *intl)
{
    realm_functions(b, intl, &row, 1);
}
