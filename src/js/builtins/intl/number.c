/* SPDX-License-Identifier: MIT */
/* Intl.NumberFormat; ECMA-402 section 16. Number and BigInt share it through
 * cm__number_to_locale. */
#include "js/builtins/intl/intl_internal.h"
#include "js/builtins/number_locale.h"

#include "engine/bigint.h"
#include "engine/meter.h"

#include <math.h>
#include <string.h>

/* ---- Intl mathematical values (16.5.16) ---- */

void cm__number_hold_init(VM *vm, NumberHold *h)
{
    cm__buf_init(&h->digits, vm->heap.alloc, CM_INTL_TEXT_MAX);
    cm__buf_init(&h->work, vm->heap.alloc, CM_INTL_TEXT_MAX);
}

void cm__number_hold_done(NumberHold *h)
{
    cm__buf_done(&h->digits);
    cm__buf_done(&h->work);
}

typedef struct Reader {
    StrView v;
    uint32_t at;
    VM *vm; /* a text may be so long that the execution ends within it */
    uint32_t turns;
} Reader;

/* The next unit; past the text when the execution has to end, and what comes of
 * it is not used. */
static void step(Reader *r)
{
    r->at = vm_in_time(r->vm, &r->turns) ? r->at + 1 : r->v.len;
}

static uint32_t unit(const Reader *r)
{
    return r->at < r->v.len ? view_at(&r->v, r->at) : 0;
}

static bool is_digit(uint32_t c)
{
    return c >= '0' && c <= '9';
}

/* Digits without leading zeros go to out; *ret_n counts those after them that
 * matter, *ret_skipped the zeros left out in front. */
static void read_digits(Reader *r, Buf *out, int64_t *ret_n,
                        int64_t *ret_skipped)
{
    int64_t skipped = 0, n = 0;
    for (; is_digit(unit(r)); step(r)) {
        if (out->len == 0 && unit(r) == '0') {
            skipped++;
            continue;
        }
        cm__buf_add_char(out, (char)unit(r));
        n++;
    }
    *ret_n = n;
    *ret_skipped = skipped;
}

static bool read_exponent(Reader *r, int64_t *ret)
{
    *ret = 0;
    if ((unit(r) | 32) != 'e')
        return true;
    r->at++;
    bool minus = unit(r) == '-';
    if (minus || unit(r) == '+')
        r->at++;
    if (!is_digit(unit(r)))
        return false;
    for (; is_digit(unit(r)); step(r))
        if (*ret < 100000000)
            *ret = *ret * 10 + (unit(r) - '0');
    *ret = minus ? -*ret : *ret;
    return true;
}

/* A decimal literal of any length, exactly. False when it is none. */
static bool read_decimal(Reader r, Buf *out, Decimal *ret,
                         int64_t *ret_exponent)
{
    while (unit_is_space(unit(&r)) && r.at < r.v.len)
        step(&r);
    bool minus = unit(&r) == '-';
    if (minus || unit(&r) == '+')
        r.at++;
    int64_t whole, fraction = 0, skipped, zeros = 0, exponent;
    read_digits(&r, out, &whole, &skipped);
    bool any = whole + skipped > 0;
    if (unit(&r) == '.') {
        r.at++;
        read_digits(&r, out, &fraction, &zeros);
        any = any || fraction + zeros > 0;
    }
    if (!any || !read_exponent(&r, &exponent))
        return false;
    while (r.at < r.v.len && unit_is_space(unit(&r)))
        step(&r);
    if (r.at < r.v.len)
        return false;
    *ret = (Decimal){ .is_negative = minus };
    *ret_exponent = whole > 0 ? whole + exponent : exponent - zeros;
    return true;
}

static bool finish_decimal(VM *vm, NumberHold *h, Decimal *d, int64_t exponent)
{
    if (h->digits.status != CM_OK) {
        vm->heap.refused = true;
        return false;
    }
    size_t n = h->digits.len;
    while (n > 0 && h->digits.bytes[n - 1] == '0')
        n--;
    d->digits = n > 0 ? h->digits.bytes : "";
    d->n = n;
    if (n == 0)
        return true;
    if (exponent > CM_DECIMAL_EXPONENT_MAX && exponent > (int64_t)n) {
        throw_range(vm, "The number is too large to be formatted");
        return false;
    }
    if (exponent < -CM_DECIMAL_EXPONENT_MAX) {
        d->n = 0; /* too small for the digits that can be asked for */
        return true;
    }
    d->exponent = (int32_t)exponent;
    return true;
}

static bool decimal_of_text(VM *vm, NumberHold *h, Str *s, Decimal *ret)
{
    Reader r = { .vm = vm };
    int64_t exponent;
    if (!vm_charge_bytes(vm, s->len) || !str_view(vm, s, &r.v))
        return false;
    cm__buf_clear(&h->digits);
    if (read_decimal(r, &h->digits, ret, &exponent))
        return finish_decimal(vm, h, ret, exponent);
    *ret = cm__decimal_of(str_to_number(vm, s), h->small);
    return !vm->heap.refused;
}

static bool decimal_of(VM *vm, NumberHold *h, Value v, Decimal *ret)
{
    v = to_primitive(vm, v, HINT_NUMBER);
    if (v == VALUE_THROWN)
        return false;
    if (value_is_bigint(v) || value_is_string(v)) {
        Str *s = to_string(vm, v);
        return s && decimal_of_text(vm, h, s, ret);
    }
    double d;
    if (!to_number(vm, v, &d))
        return false;
    *ret = cm__decimal_of(d, h->small);
    return true;
}

bool cm__number_hold(VM *vm, NumberHold *h, const NumberFormat *f, Value v)
{
    Decimal d;
    if (!decimal_of(vm, h, v, &d))
        return false;
    char *work = cm__buf_reserve(&h->work, CM_DECIMAL_ROUND_SIZE(d.n));
    if (!work) {
        vm->heap.refused = true;
        return false;
    }
    h->rounded = cm__number_round(f, &d, work);
    return true;
}

/* ---- formatting ---- */

static Value format(VM *vm, const NumberFormat *f, Value v, bool as_parts)
{
    NumberHold h;
    IntlText t;
    cm__number_hold_init(vm, &h);
    cm__text_init(&t, vm->heap.alloc);
    bool ok = cm__number_hold(vm, &h, f, v);
    if (ok)
        cm__number_format(f, &h.rounded, &t);
    cm__number_hold_done(&h);
    if (!ok) {
        cm__text_done(&t);
        return VALUE_THROWN;
    }
    return as_parts ? cm__intl_parts(vm, &t, PARTS_PLAIN, NULL)
                    : cm__intl_finish(vm, &t);
}

static bool check_end(VM *vm, const NumberHold *h, const char *which)
{
    if (h->rounded.d.kind == DECIMAL_NAN)
        throw_range(vm, "Invalid %s : NaN", which);
    return h->rounded.d.kind != DECIMAL_NAN;
}

static Value format_range(VM *vm, const NativeCall *c, bool as_parts)
{
    IntlObj *o = cm__intl_this(vm, c->this_val, INTL_NUMBER,
                               as_parts ? "formatRangeToParts" : "formatRange");
    if (!o)
        return VALUE_THROWN;
    if (c->args[0] == VALUE_UNDEFINED || c->args[1] == VALUE_UNDEFINED)
        return throw_type(vm, "Invalid %s : undefined",
                          c->args[0] == VALUE_UNDEFINED ? "start" : "end");
    NumberHold a, b;
    IntlText t;
    cm__number_hold_init(vm, &a);
    cm__number_hold_init(vm, &b);
    cm__text_init(&t, vm->heap.alloc);
    const NumberFormat *f = &o->as.number;
    bool ok = cm__number_hold(vm, &a, f, c->args[0]) &&
              cm__number_hold(vm, &b, f, c->args[1]) &&
              check_end(vm, &a, "start") && check_end(vm, &b, "end");
    if (ok)
        cm__number_format_range(f, &a.rounded, &b.rounded, &t);
    cm__number_hold_done(&a);
    cm__number_hold_done(&b);
    if (!ok) {
        cm__text_done(&t);
        return VALUE_THROWN;
    }
    return as_parts ? cm__intl_parts(vm, &t, PARTS_RANGE, NULL)
                    : cm__intl_finish(vm, &t);
}

Value cm__number_to_locale(VM *vm, Value number, Value locales, Value options,
                           const char *owner)
{
    IntlOptions o;
    NumberFormat f;
    if (!cm__intl_open(vm, locales, options, false, owner, &o) ||
        !cm__number_format_read(&o, &f))
        return VALUE_THROWN;
    return format(vm, &f, number, false);
}

/* ---- the constructor and its methods ---- */

static Value number_format_ctor(VM *vm, NativeCall *c)
{
    IntlOptions o;
    NumberFormat f;
    if (!cm__intl_open(vm, c->args[0], c->args[1], false, "Intl.NumberFormat",
                       &o) ||
        !cm__number_format_read(&o, &f))
        return VALUE_THROWN;
    IntlObj *self = cm__intl_new(vm, c, INTL_NUMBER);
    if (!self)
        return VALUE_THROWN;
    self->as.number = f;
    return value_from_obj(self);
}

static Value bound_format(VM *vm, NativeCall *c)
{
    return format(vm, &cm__intl_bound_to(c)->as.number, c->args[0], false);
}

static const NativeSpec bound_spec = {
    .name = "", .fn = bound_format, .length = 1, .min_args = 1
};

static Value get_format(VM *vm, NativeCall *c)
{
    IntlObj *o = cm__intl_this(vm, c->this_val, INTL_NUMBER, "format");
    return o ? cm__intl_bound(vm, o, &bound_spec) : VALUE_THROWN;
}

static Value format_to_parts(VM *vm, NativeCall *c)
{
    IntlObj *o = cm__intl_this(vm, c->this_val, INTL_NUMBER, "formatToParts");
    return o ? format(vm, &o->as.number, c->args[0], true) : VALUE_THROWN;
}

static Value format_range_text(VM *vm, NativeCall *c)
{
    return format_range(vm, c, false);
}

static Value format_range_to_parts(VM *vm, NativeCall *c)
{
    return format_range(vm, c, true);
}

static Value resolved_options(VM *vm, NativeCall *c)
{
    IntlObj *o = cm__intl_this(vm, c->this_val, INTL_NUMBER, "resolvedOptions");
    return o ? cm__number_resolved(vm, &o->as.number) : VALUE_THROWN;
}

static const NativeSpec ctor_spec = { .name = "NumberFormat",
                                      .fn = number_format_ctor,
                                      .min_args = 2,
                                      .flags = NATIVE_CTOR };

static const NativeSpec rows[] = {
    { .name = "format", .fn = get_format, .flags = NATIVE_GETTER },
    { .name = "formatToParts",
      .fn = format_to_parts,
      .length = 1,
      .min_args = 1 },
    { .name = "formatRange",
      .fn = format_range_text,
      .length = 2,
      .min_args = 2 },
    { .name = "formatRangeToParts",
      .fn = format_range_to_parts,
      .length = 2,
      .min_args = 2 },
    { .name = "resolvedOptions", .fn = resolved_options },
};

void cm__install_intl_number(RealmBuilder *b, Obj *intl)
{
    cm__intl_ctor(b, intl, &ctor_spec, INTL_NUMBER, rows, CM_ARRAY_LEN(rows));
}
