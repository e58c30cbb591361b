/* SPDX-License-Identifier: MIT */
/* BigInt; ECMA-262 21.2. */
#include "js/builtins/bytes_internal.h"
#include "js/builtins/number_locale.h"

#include "engine/bigint.h"
#include "engine/convert.h"

#include <math.h>

static Value bigint_ctor(VM *vm, NativeCall *c)
{
    if (c->new_target != VALUE_UNDEFINED)
        return throw_type(vm, "BigInt is not a constructor");
    Value v = to_primitive(vm, c->args[0], HINT_NUMBER);
    if (v == VALUE_THROWN || !value_is_number(v))
        return v == VALUE_THROWN ? v : to_bigint(vm, v);
    double d = value_num(v);
    if (!isfinite(d) || trunc(d) != d)
        return throw_range(vm,
                           "The number %g cannot be converted to a BigInt "
                           "because it is not an integer",
                           d);
    return bigint_from_double(vm, d);
}

static Value as_n(VM *vm, const NativeCall *c, bool is_signed)
{
    uint64_t bits;
    if (!cm__to_index(vm, c->args[0], &bits))
        return VALUE_THROWN;
    Value v = to_bigint(vm, c->args[1]);
    return v == VALUE_THROWN
               ? v
               : bigint_as_n(vm, value_bigint(v), bits, is_signed);
}

static Value bigint_as_int_n(VM *vm, NativeCall *c)
{
    return as_n(vm, c, true);
}

static Value bigint_as_uint_n(VM *vm, NativeCall *c)
{
    return as_n(vm, c, false);
}

/* thisBigIntValue; VALUE_THROWN for anything else. */
static Value this_bigint(VM *vm, Value v)
{
    if (value_is_class(v, CLASS_BOXED))
        v = ((BoxedObj *)value_ptr(v))->value;
    if (value_is_bigint(v))
        return v;
    return throw_type(vm, "The method of BigInt was called on something else");
}

static Value bigint_to_string(VM *vm, NativeCall *c)
{
    double radix = 10;
    Value v = this_bigint(vm, c->this_val);
    if (v == VALUE_THROWN ||
        (c->args[0] != VALUE_UNDEFINED && !to_integer(vm, c->args[0], &radix)))
        return VALUE_THROWN;
    if (radix < 2 || radix > 36)
        return throw_range(vm, "toString() radix must be between 2 and 36");
    Str *s = bigint_to_str(vm, value_bigint(v), (unsigned)radix);
    return s ? value_from_str(s) : VALUE_THROWN;
}

/* ECMA-402 20.3.1 */
static Value bigint_to_locale_string(VM *vm, NativeCall *c)
{
    Value n = this_bigint(vm, c->this_val);
    return n == VALUE_THROWN
               ? n
               : cm__number_to_locale(vm, n, c->args[0], c->args[1],
                                      "BigInt.prototype.toLocaleString");
}

static Value bigint_value_of(VM *vm, NativeCall *c)
{
    return this_bigint(vm, c->this_val);
}

static const NativeSpec bigint_spec = { .name = "BigInt",
                                        .fn = bigint_ctor,
                                        .length = 1,
                                        .min_args = 1,
                                        .flags = NATIVE_CTOR };

static const NativeSpec statics[] = {
    { .name = "asIntN", .fn = bigint_as_int_n, .length = 2, .min_args = 2 },
    { .name = "asUintN", .fn = bigint_as_uint_n, .length = 2, .min_args = 2 },
};

static const NativeSpec methods[] = {
    { .name = "toString", .fn = bigint_to_string, .min_args = 1 },
    { .name = "toLocaleString", .fn = bigint_to_locale_string, .min_args = 2 },
    { .name = "valueOf", .fn = bigint_value_of },
};

void js_install_bigint(RealmBuilder *b)
{
    Realm *r = b->realm;
    Obj *ctor = realm_ctor(b, &bigint_spec, r->bigint_proto, NULL);
    realm_functions(b, ctor, statics, CM_ARRAY_LEN(statics));
    realm_functions(b, r->bigint_proto, methods, CM_ARRAY_LEN(methods));
    realm_tag(b, r->bigint_proto, "BigInt");
}
