/* SPDX-License-Identifier: MIT */
/* Date: constructor, getters and setters, conversion; ECMA-262 21.4. */
#include "js/builtins/date_internal.h"

#include <math.h>

/* ---- objects ---- */

static Value time_value(double t)
{
    return t == t ? value_double(t) : VALUE_NAN;
}

static double date_time(const Obj *o)
{
    return value_num(((const BoxedObj *)(const void *)o)->value);
}

static BoxedObj *this_date(VM *vm, const NativeCall *c)
{
    if (value_is_class(c->this_val, CLASS_DATE))
        return value_ptr(c->this_val);
    throw_type(vm, "this is not a Date object.");
    return NULL;
}

bool cm__date_this(VM *vm, const NativeCall *c, double *ret)
{
    const BoxedObj *o = this_date(vm, c);
    if (o)
        *ret = value_num(o->value);
    return o != NULL;
}

/* ---- constructor (21.4.2.1) ---- */

/* The two-digit years of the last century (21.4.1.30). */
static double full_year(double year)
{
    double whole = trunc(year);
    return whole >= 0 && whole <= 99 ? 1900 + whole : year;
}

/* Up to seven numbers; what is not given is the first of its kind. */
static bool read_fields(VM *vm, const NativeCall *c, double f[DATE_FIELDS])
{
    static const double first[DATE_FIELDS] = { (double)NAN, 0, 1, 0, 0, 0, 0 };
    for (uint32_t i = 0; i < DATE_FIELDS; i++) {
        f[i] = first[i];
        if (i < c->argc && !to_number(vm, c->args[i], &f[i]))
            return false;
    }
    f[DATE_YEAR] = full_year(f[DATE_YEAR]);
    return true;
}

static bool parse_text(VM *vm, Str *s, double *ret)
{
    StrView v;
    if (!vm_charge_bytes(vm, s->len) || !str_view(vm, s, &v))
        return false;
    *ret = cm__date_parse(vm, &v);
    return true;
}

/* One argument: a Date, a text or a number. */
static bool time_of(VM *vm, Value v, double *ret)
{
    if (value_is_class(v, CLASS_DATE)) {
        *ret = date_time(value_obj(v));
        return true;
    }
    v = to_primitive(vm, v, HINT_DEFAULT);
    if (v == VALUE_THROWN)
        return false;
    return value_is_string(v) ? parse_text(vm, value_str(v), ret)
                              : to_number(vm, v, ret);
}

static double now(VM *vm)
{
    return cm__date_clip(floor(vm->wall_ms(vm->hook_user)));
}

static Value date_ctor(VM *vm, NativeCall *c)
{
    double t = 0, f[DATE_FIELDS];
    if (c->new_target == VALUE_UNDEFINED)
        return cm__date_text(vm, now(vm), DATE_TEXT_FULL);
    if (c->argc == 0) {
        t = now(vm);
    } else if (c->argc == 1) {
        if (!time_of(vm, c->args[0], &t))
            return VALUE_THROWN;
    } else {
        if (!read_fields(vm, c, f))
            return VALUE_THROWN;
        t = cm__date_to_utc(vm, cm__date_make(f));
    }
    Shape *shape =
        ctor_shape(vm, c, vm->realm->shape_date, vm->realm->date_proto);
    Obj *o = shape ? obj_new(vm, CLASS_DATE, shape) : NULL;
    if (!o)
        return VALUE_THROWN;
    ((BoxedObj *)(void *)o)->value = time_value(cm__date_clip(t));
    return value_from_obj(o);
}

/* 21.4.3.1 */
static Value date_now(VM *vm, NativeCall *c)
{
    (void)c;
    return value_number(now(vm));
}

/* 21.4.3.2 */
static Value date_parse(VM *vm, NativeCall *c)
{
    Str *s = to_string(vm, c->args[0]);
    double t;
    return s && parse_text(vm, s, &t) ? value_number(t) : VALUE_THROWN;
}

/* 21.4.3.4 */
static Value date_utc(VM *vm, NativeCall *c)
{
    double f[DATE_FIELDS];
    return read_fields(vm, c, f) ? value_number(cm__date_clip(cm__date_make(f)))
                                 : VALUE_THROWN;
}

/* ---- getters (21.4.4.2 to 21.4.4.19) ---- */

static Value get_field(VM *vm, const NativeCall *c, int field, bool utc)
{
    double t;
    if (!cm__date_this(vm, c, &t))
        return VALUE_THROWN;
    if (t != t)
        return VALUE_NAN;
    int fields[DATE_ALL];
    cm__date_fields(utc ? t : cm__date_to_local(vm, t), fields);
    return value_int(fields[field]);
}

/* name in UTC and local form, field */
#define FIELDS(X)            \
    X(FullYear, DATE_YEAR)   \
    X(Month, DATE_MONTH)     \
    X(Date, DATE_DAY)        \
    X(Hours, DATE_HOUR)      \
    X(Minutes, DATE_MINUTE)  \
    X(Seconds, DATE_SECOND)  \
    X(Milliseconds, DATE_MS) \
    X(Day, DATE_WEEKDAY)

#define X(name, field)                                 \
    static Value get_##name(VM *vm, NativeCall *c)     \
    {                                                  \
        return get_field(vm, c, field, false);         \
    }                                                  \
    static Value get_utc_##name(VM *vm, NativeCall *c) \
    {                                                  \
        return get_field(vm, c, field, true);          \
    }
FIELDS(X)
#undef X

static Value date_value_of(VM *vm, NativeCall *c)
{
    double t;
    return cm__date_this(vm, c, &t) ? value_number(t) : VALUE_THROWN;
}

/* 21.4.4.11 */
static Value date_offset(VM *vm, NativeCall *c)
{
    double t;
    if (!cm__date_this(vm, c, &t))
        return VALUE_THROWN;
    return value_number((t - cm__date_to_local(vm, t)) / MS_PER_MINUTE);
}

/* B.2.3.1 */
static Value date_get_year(VM *vm, NativeCall *c)
{
    Value v = get_field(vm, c, DATE_YEAR, false);
    return value_is_int(v) ? value_int(value_to_int(v) - 1900) : v;
}

/* ---- setters (21.4.4.20 to 21.4.4.34) ---- */

/* Sets fields first, first + 1, ... from the arguments, at most `max`. All are
 * converted before anything is looked at. */
static Value set_fields(VM *vm, const NativeCall *c, int first, int max,
                        bool utc)
{
    BoxedObj *o = this_date(vm, c);
    if (!o)
        return VALUE_THROWN;
    double t = value_num(o->value), given[4];
    int n = (int)c->argc < max ? (int)c->argc : max;
    if (n < 1)
        n = 1; /* a missing first argument is undefined: NaN */
    for (int i = 0; i < n; i++)
        if (!to_number(vm, c->args[i], &given[i]))
            return VALUE_THROWN;
    if (t != t && first != DATE_YEAR)
        return VALUE_NAN;
    int fields[DATE_ALL];
    double f[DATE_FIELDS];
    cm__date_fields(t != t ? 0 : utc ? t : cm__date_to_local(vm, t), fields);
    for (int i = 0; i < DATE_FIELDS; i++)
        f[i] = i >= first && i < first + n ? given[i - first] : fields[i];
    t = cm__date_make(f);
    t = cm__date_clip(utc ? t : cm__date_to_utc(vm, t));
    o->value = time_value(t);
    return value_number(t);
}

/* name, first field, arguments */
#define SETTERS(X)             \
    X(FullYear, DATE_YEAR, 3)  \
    X(Month, DATE_MONTH, 2)    \
    X(Date, DATE_DAY, 1)       \
    X(Hours, DATE_HOUR, 4)     \
    X(Minutes, DATE_MINUTE, 3) \
    X(Seconds, DATE_SECOND, 2) \
    X(Milliseconds, DATE_MS, 1)

#define X(name, first, max)                            \
    static Value set_##name(VM *vm, NativeCall *c)     \
    {                                                  \
        return set_fields(vm, c, first, max, false);   \
    }                                                  \
    static Value set_utc_##name(VM *vm, NativeCall *c) \
    {                                                  \
        return set_fields(vm, c, first, max, true);    \
    }
SETTERS(X)
#undef X

/* 21.4.4.27 */
static Value date_set_time(VM *vm, NativeCall *c)
{
    BoxedObj *o = this_date(vm, c);
    double t;
    if (!o || !to_number(vm, c->args[0], &t))
        return VALUE_THROWN;
    t = cm__date_clip(t);
    o->value = time_value(t);
    return value_number(t);
}

/* B.2.3.2 */
static Value date_set_year(VM *vm, NativeCall *c)
{
    double year;
    if (!this_date(vm, c) || !to_number(vm, c->args[0], &year))
        return VALUE_THROWN;
    NativeCall full = *c;
    Value v = value_number(full_year(year));
    full.args = &v;
    full.argc = 1;
    return set_fields(vm, &full, DATE_YEAR, 1, false);
}

/* ---- conversion ---- */

/* 21.4.4.37 */
static Step date_to_json(VM *vm, NativeFrame *f)
{
    if (f->pc == 1)
        return native_return(f, f->result);
    Obj *o = to_object(vm, f->call.this_val);
    if (!o)
        return STEP_THROW;
    Value self = value_from_obj(o);
    Value v = to_primitive(vm, self, HINT_NUMBER);
    if (v == VALUE_THROWN)
        return STEP_THROW;
    if (value_is_number(v) && !isfinite(value_num(v)))
        return native_return(f, VALUE_NULL);
    Value method = get_prop(vm, self, vm->realm->name.toISOString);
    if (method == VALUE_THROWN)
        return STEP_THROW;
    if (!value_is_callable(method)) {
        throw_type(vm, "toISOString is not a function");
        return STEP_THROW;
    }
    f->pc = 1;
    return native_call(vm, f, method, self, 0, NULL);
}

/* OrdinaryToPrimitive (7.1.1.1). */
static Value ordinary_primitive(VM *vm, Value self, bool string_first)
{
    for (int i = 0; i < 2; i++) {
        PropKey key = (i == 0) == string_first ? vm->realm->name.toString
                                               : vm->realm->name.valueOf;
        Value method = get_prop(vm, self, key);
        if (method == VALUE_THROWN)
            return VALUE_THROWN;
        if (!value_is_callable(method))
            continue;
        Value v = vm_call(vm, method, self, 0, NULL);
        if (!value_is_object(v))
            return v;
    }
    return throw_type(vm, "Cannot convert object to primitive value");
}

/* 21.4.4.45. A Date without properties of its own has the intrinsic methods. */
static Value date_to_primitive(VM *vm, NativeCall *c)
{
    if (!value_is_object(c->this_val))
        return throw_type(vm, "Date.prototype[Symbol.toPrimitive] called on "
                              "something that is not an object");
    Value hint = c->args[0];
    bool is_string = false, known = false;
    if (value_is_string(hint)) {
        Str *s = value_str(hint);
        is_string = str_equal(vm, s, value_str(vm->realm->name.string)) ||
                    str_equal(vm, s, vm->realm->str_default);
        known =
            is_string || str_equal(vm, s, value_str(vm->realm->name.number));
    }
    if (!known)
        return throw_type(vm, "Invalid hint: %S",
                          value_is_string(hint) ? value_str(hint)
                                                : type_of(vm, hint));
    Obj *o = value_obj(c->this_val);
    if (obj_class(o) == CLASS_DATE && o->shape == vm->realm->shape_date) {
        double t = date_time(o);
        return is_string ? cm__date_text(vm, t, DATE_TEXT_FULL)
                         : value_number(t);
    }
    return ordinary_primitive(vm, c->this_val, is_string);
}

/* ---- registration ---- */

/* clang-format off */
static const NativeSpec date_spec = { .name = "Date", .fn = date_ctor,
                                      .length = 7, .flags = NATIVE_CTOR };

static const NativeSpec statics[] = {
    { .name = "now", .fn = date_now },
    { .name = "parse", .fn = date_parse, .length = 1, .min_args = 1 },
    { .name = "UTC", .fn = date_utc, .length = 7 },
};

static const NativeSpec field_rows[] = {
#define X(name_, field)                                                        \
    { .name = "get" #name_, .fn = get_##name_ },                               \
    { .name = "getUTC" #name_, .fn = get_utc_##name_ },
    FIELDS(X)
#undef X
#define X(name_, first, max)                                                   \
    { .name = "set" #name_, .fn = set_##name_, .length = (max),                \
      .min_args = 1 },                                                         \
    { .name = "setUTC" #name_, .fn = set_utc_##name_, .length = (max),         \
      .min_args = 1 },
    SETTERS(X)
#undef X
};

static const NativeSpec rows[] = {
    { .name = "getTime", .fn = date_value_of },
    { .name = "getTimezoneOffset", .fn = date_offset },
    { .name = "getYear", .fn = date_get_year },
    { .name = "setTime", .fn = date_set_time, .length = 1, .min_args = 1 },
    { .name = "setYear", .fn = date_set_year, .length = 1, .min_args = 1 },
    { .name = "toJSON", .step = date_to_json, .length = 1 },
    { .name = "valueOf", .fn = date_value_of },
    { .name = "@@toPrimitive", .fn = date_to_primitive, .length = 1,
      .min_args = 1 },
};
/* clang-format on */

void js_install_date(RealmBuilder *b)
{
    Obj *proto = b->realm->date_proto;
    Obj *ctor = realm_ctor(b, &date_spec, proto, NULL);
    realm_functions(b, ctor, statics, CM_ARRAY_LEN(statics));
    realm_functions(b, proto, field_rows, CM_ARRAY_LEN(field_rows));
    realm_functions(b, proto, rows, CM_ARRAY_LEN(rows));
    cm__install_date_format(b);
    cm__install_date_locale(b);
}
