/* SPDX-License-Identifier: MIT */
/* Searching in strings; ECMA-262 22.1.3.7 to 22.1.3.11, 22.1.3.24.
 *
 * The common case looks for the first unit (memchr) and compares there. When
 * the comparisons cost much more than the distance covered, the two-way
 * algorithm takes over (Crochemore, Perrin: "Two-way string-matching", JACM 38,
 * 1991), which is linear and needs no memory. Searching backwards is the same
 * over reversed sequences. */
#include "js/builtins/string_internal.h"

#include <string.h>

/* Units compared in vain, per unit covered, before the algorithm changes.
 * Policy: at most so many times the linear search, whatever the texts are. */
#define NAIVE_FACTOR 8
#define NAIVE_START  1024

/* ---- two-way matching ---- */

/* A sequence of units in a string, forwards or backwards. */
typedef struct Seq {
    const StrView *v;
    int64_t start, len;
    int step; /* 1 or -1 */
} Seq;

/* Each loop below looks at the deadline now and then; when it has passed, what
 * is found does not matter. */
typedef struct Pace {
    VM *vm;
    uint32_t turns;
} Pace;

static inline bool goes_on(Pace *p)
{
    return vm_in_time(p->vm, &p->turns);
}

static uint32_t seq_at(const Seq *s, int64_t i)
{
    return view_at(s->v, (uint32_t)(s->start + s->step * i));
}

/* The maximal suffix of x under < or (inverse) >: its start minus one. */
static int64_t maximal_suffix(Pace *pace, const Seq *x, bool inverse,
                              int64_t *ret_period)
{
    int64_t i = -1, j = 0, k = 1, p = 1;
    while (j + k < x->len && goes_on(pace)) {
        uint32_t a = seq_at(x, j + k), b = seq_at(x, i + k);
        if (a == b) {
            if (k != p) {
                k++;
            } else {
                j += p;
                k = 1;
            }
        } else if ((a < b) != inverse) {
            j += k;
            k = 1;
            p = j - i;
        } else {
            i = j++;
            k = p = 1;
        }
    }
    *ret_period = p;
    return i;
}

/* x[0..n) repeats after `period` units. */
static bool has_period(Pace *pace, const Seq *x, int64_t n, int64_t period)
{
    for (int64_t i = 0; i < n && goes_on(pace); i++)
        if (period + i >= x->len || seq_at(x, i) != seq_at(x, period + i))
            return false;
    return true;
}

/* Where x occurs first in y, or -1. */
static int64_t two_way(Pace *pace, const Seq *x, const Seq *y)
{
    int64_t period, other_period;
    int64_t cut = maximal_suffix(pace, x, false, &period);
    int64_t other = maximal_suffix(pace, x, true, &other_period);
    if (other > cut) {
        cut = other;
        period = other_period;
    }
    bool periodic = has_period(pace, x, cut + 1, period);
    if (!periodic) {
        int64_t right = x->len - cut - 1;
        period = (cut + 1 > right ? cut + 1 : right) + 1;
    }
    int64_t known = -1; /* x[0..known] is known to match (periodic only) */
    for (int64_t j = 0; j <= y->len - x->len && goes_on(pace);) {
        int64_t i = (cut > known ? cut : known) + 1;
        while (i < x->len && seq_at(x, i) == seq_at(y, i + j) && goes_on(pace))
            i++;
        if (i < x->len) {
            j += i - cut;
            known = -1;
            continue;
        }
        i = cut;
        while (i > known && seq_at(x, i) == seq_at(y, i + j) && goes_on(pace))
            i--;
        if (i <= known)
            return j;
        j += period;
        known = periodic ? x->len - period - 1 : -1;
    }
    return -1;
}

static uint32_t find_linear(Pace *pace, const StrView *hay, uint32_t from,
                            const StrView *needle)
{
    Seq x = { .v = needle, .len = needle->len, .step = 1 };
    Seq y = { .v = hay, .start = from, .len = hay->len - from, .step = 1 };
    int64_t at = two_way(pace, &x, &y);
    return at < 0 ? STRING_NONE : from + (uint32_t)at;
}

static uint32_t find_last_linear(Pace *pace, const StrView *hay, uint32_t from,
                                 const StrView *needle)
{
    int64_t m = needle->len;
    Seq x = { .v = needle, .start = m - 1, .len = m, .step = -1 };
    Seq y = { .v = hay, .start = from + m - 1, .len = from + m, .step = -1 };
    int64_t at = two_way(pace, &x, &y);
    return at < 0 ? STRING_NONE : from - (uint32_t)at;
}

/* ---- the common case ---- */

/* The first place of a unit in [from, to); `to` when there is none. */
static uint32_t find_unit(Pace *pace, const StrView *v, uint32_t from,
                          uint32_t to, uint32_t unit)
{
    if (v->p8) {
        if (unit > 0xFF)
            return to;
        const uint8_t *at = memchr(v->p8 + from, (int)unit, to - from);
        return at ? (uint32_t)(at - v->p8) : to;
    }
    while (from < to && v->p16[from] != unit && goes_on(pace))
        from++;
    return from;
}

static bool occurs_at(const StrView *hay, uint32_t at, const StrView *needle)
{
    uint32_t n = needle->len;
    if (hay->p8 && needle->p8)
        return memcmp(hay->p8 + at, needle->p8, n) == 0;
    if (hay->p16 && needle->p16)
        return memcmp(hay->p16 + at, needle->p16, (size_t)n * 2) == 0;
    for (uint32_t i = 0; i < n; i++)
        if (view_at(hay, at + i) != view_at(needle, i))
            return false;
    return true;
}

uint32_t cm__view_find(VM *vm, const StrView *hay, uint32_t from,
                       const StrView *needle)
{
    Pace pace = { .vm = vm };
    uint32_t n = needle->len;
    if (n > hay->len || from > hay->len - n)
        return STRING_NONE;
    if (n == 0)
        return from;
    uint32_t end = hay->len - n + 1;
    uint32_t first = view_at(needle, 0), last = view_at(needle, n - 1);
    uint64_t wasted = 0;
    for (uint32_t at = from; at < end && goes_on(&pace); at++) {
        at = find_unit(&pace, hay, at, end, first);
        if (at == end)
            break;
        if (view_at(hay, at + n - 1) != last)
            continue;
        if (occurs_at(hay, at, needle))
            return at;
        wasted += n;
        if (wasted > NAIVE_FACTOR * (uint64_t)(at - from) + NAIVE_START)
            return find_linear(&pace, hay, at + 1, needle);
    }
    return STRING_NONE;
}

uint32_t cm__view_find_last(VM *vm, const StrView *hay, uint32_t from,
                            const StrView *needle)
{
    Pace pace = { .vm = vm };
    uint32_t n = needle->len;
    if (n > hay->len)
        return STRING_NONE;
    if (from > hay->len - n)
        from = hay->len - n;
    if (n == 0)
        return from;
    uint32_t first = view_at(needle, 0);
    uint64_t wasted = 0;
    for (uint32_t at = from + 1; at-- > 0 && goes_on(&pace);) {
        if (view_at(hay, at) != first)
            continue;
        if (occurs_at(hay, at, needle))
            return at;
        wasted += n;
        if (wasted > NAIVE_FACTOR * (uint64_t)(from - at) + NAIVE_START)
            return at > 0 ? find_last_linear(&pace, hay, at - 1, needle)
                          : STRING_NONE;
    }
    return STRING_NONE;
}

bool cm__string_find(VM *vm, const StrView *hay, uint32_t from,
                     const StrView *needle, uint32_t *ret_at)
{
    *ret_at = cm__view_find(vm, hay, from, needle);
    uint32_t to = *ret_at == STRING_NONE ? hay->len : *ret_at;
    return vm_charge_bytes(vm, (uint64_t)(to - from) + needle->len);
}

/* ---- methods ---- */

Tri cm__is_regexp(VM *vm, Value v)
{
    if (!value_is_object(v))
        return TRI_FALSE;
    Value matcher = get_prop(vm, v, value_from_symbol(vm->realm->symbol.match));
    if (matcher == VALUE_THROWN)
        return TRI_THROWN;
    bool is = matcher != VALUE_UNDEFINED ? to_boolean(matcher)
                                         : value_is_class(v, CLASS_REGEXP);
    return is ? TRI_TRUE : TRI_FALSE;
}

/* `this`, the text looked for and where to start, as most methods have them. */
typedef struct Search {
    Str *s, *needle;
    StrView hay, what;
    double at; /* the position given, whole */
} Search;

static bool search_texts(VM *vm, const NativeCall *c, const char *method,
                         Search *out)
{
    out->s = cm__string_this(vm, c->this_val, method);
    out->needle = out->s ? to_string(vm, c->args[0]) : NULL;
    return out->needle != NULL;
}

static bool search_views(VM *vm, Search *search)
{
    return str_view(vm, search->s, &search->hay) &&
           str_view(vm, search->needle, &search->what);
}

/* Texts and position, the latter clamped; the end, or 0, when it is
 * undefined. */
static bool search_begin(VM *vm, const NativeCall *c, const char *method,
                         bool default_at_end, Search *out)
{
    if (!search_texts(vm, c, method, out))
        return false;
    double len = out->s->len;
    out->at = default_at_end ? len : 0;
    if (c->args[1] != VALUE_UNDEFINED && !to_integer(vm, c->args[1], &out->at))
        return false;
    out->at = out->at < 0 ? 0 : out->at < len ? out->at : len;
    return search_views(vm, out);
}

/* The same for methods that refuse regular expressions. */
static bool search_plain(VM *vm, const NativeCall *c, const char *method,
                         bool default_at_end, Search *out)
{
    out->s = cm__string_this(vm, c->this_val, method);
    Tri is = out->s ? cm__is_regexp(vm, c->args[0]) : TRI_THROWN;
    if (is == TRI_TRUE)
        throw_type(vm,
                   "First argument to String.prototype.%s must not be a "
                   "regular expression",
                   method);
    return is == TRI_FALSE &&
           search_begin(vm,
                        &(NativeCall){ .args = c->args,
                                       .argc = c->argc,
                                       .this_val = value_from_str(out->s) },
                        method, default_at_end, out);
}

/* 22.1.3.7 */
static Value string_ends_with(VM *vm, NativeCall *c)
{
    Search s;
    if (!search_plain(vm, c, "endsWith", true, &s) ||
        !vm_charge_bytes(vm, s.what.len))
        return VALUE_THROWN;
    uint32_t end = (uint32_t)s.at, n = s.what.len;
    return value_bool(n <= end && occurs_at(&s.hay, end - n, &s.what));
}

/* 22.1.3.8 */
static Value string_includes(VM *vm, NativeCall *c)
{
    Search s;
    uint32_t at;
    if (!search_plain(vm, c, "includes", false, &s) ||
        !cm__string_find(vm, &s.hay, (uint32_t)s.at, &s.what, &at))
        return VALUE_THROWN;
    return value_bool(at != STRING_NONE);
}

/* 22.1.3.9 */
static Value string_index_of(VM *vm, NativeCall *c)
{
    Search s;
    uint32_t at;
    if (!search_begin(vm, c, "indexOf", false, &s) ||
        !cm__string_find(vm, &s.hay, (uint32_t)s.at, &s.what, &at))
        return VALUE_THROWN;
    return value_int(at == STRING_NONE ? -1 : (int32_t)at);
}

/* 22.1.3.11 */
static Value string_last_index_of(VM *vm, NativeCall *c)
{
    Search s;
    double d;
    if (!search_texts(vm, c, "lastIndexOf", &s) ||
        !to_number(vm, c->args[1], &d) || !search_views(vm, &s))
        return VALUE_THROWN;
    double len = s.hay.len;
    uint32_t from = d != d || d >= len ? s.hay.len : d < 0 ? 0 : (uint32_t)d;
    uint32_t at = cm__view_find_last(vm, &s.hay, from, &s.what);
    if (!vm_charge_bytes(vm, s.hay.len - (at == STRING_NONE ? 0 : at)))
        return VALUE_THROWN;
    return value_int(at == STRING_NONE ? -1 : (int32_t)at);
}

/* 22.1.3.24 */
static Value string_starts_with(VM *vm, NativeCall *c)
{
    Search s;
    if (!search_plain(vm, c, "startsWith", false, &s) ||
        !vm_charge_bytes(vm, s.what.len))
        return VALUE_THROWN;
    uint32_t at = (uint32_t)s.at;
    return value_bool(s.what.len <= s.hay.len - at &&
                      occurs_at(&s.hay, at, &s.what));
}

/* clang-format off */
static const NativeSpec rows[] = {
    { .name = "endsWith", .fn = string_ends_with, .length = 1, .min_args = 2 },
    { .name = "includes", .fn = string_includes, .length = 1, .min_args = 2 },
    { .name = "indexOf", .fn = string_index_of, .length = 1, .min_args = 2 },
    { .name = "lastIndexOf", .fn = string_last_index_of, .length = 1,
      .min_args = 2 },
    { .name = "startsWith", .fn = string_starts_with, .length = 1,
      .min_args = 2 },
};
/* clang-format on */

void cm__install_string_search(RealmBuilder *b)
{
    realm_functions(b, b->realm->string_proto, rows, CM_ARRAY_LEN(rows));
}
