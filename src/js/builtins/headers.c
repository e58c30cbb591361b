/* SPDX-License-Identifier: MIT */
/* Headers; WHATWG Fetch Standard, 2.2.2 and 5.1.
 *
 * The list is kept as iteration shows it ("sort and combine"): by name, lower
 * case, one pair a name with its values joined, but one pair for each
 * set-cookie. */
#include "js/builtins/pairs.h"

#include "base/ascii.h"
#include "engine/convert.h"
#include "engine/property.h"

#include <string.h>

/* ---- names and values ---- */

/* A header name, lower case and interned. NULL when thrown. */
static Str *header_name(VM *vm, Value value)
{
    StrView v;
    Str *s = to_string(vm, value);
    if (!s || !vm_charge_bytes(vm, s->len) || !str_view(vm, s, &v))
        return NULL;
    bool ok = v.len > 0;
    for (uint32_t i = 0; ok && i < v.len; i++)
        ok = cm__ascii_is_token_char(view_at(&v, i));
    if (!ok) {
        throw_type(vm, "Invalid header name '%S'", s);
        return NULL;
    }
    StrBuilder b;
    strb_init(&b, vm);
    for (uint32_t i = 0; i < v.len; i++) {
        uint32_t u = view_at(&v, i);
        strb_unit(&b, u >= 'A' && u <= 'Z' ? u + 32 : u);
    }
    Str *lower = strb_finish(&b);
    return lower ? str_intern(vm, lower) : NULL;
}

static bool is_space(uint32_t u)
{
    return u == ' ' || u == '\t' || u == '\n' || u == '\r';
}

/* A header value without blanks around it. NULL when thrown. */
static Str *header_value(VM *vm, Value value)
{
    StrView v;
    Str *s = to_string(vm, value);
    if (!s || !vm_charge_bytes(vm, s->len) || !str_view(vm, s, &v))
        return NULL;
    uint32_t from = 0, to = v.len;
    while (from < to && is_space(view_at(&v, from)))
        from++;
    while (to > from && is_space(view_at(&v, to - 1)))
        to--;
    for (uint32_t i = from; i < to; i++) {
        uint32_t u = view_at(&v, i);
        if (u == 0 || u == '\n' || u == '\r' || u > 0xFF) {
            throw_type(vm, "Invalid header value '%S'", s);
            return NULL;
        }
    }
    return str_slice(vm, s, from, to);
}

static bool is_set_cookie(const Str *name)
{
    return name->len == 10 && memcmp(name->as.u8, "set-cookie", 10) == 0;
}

/* ---- the list ---- */

/* The first pair whose name is not below: binary search. */
static uint32_t find(VM *vm, const PairsObj *h, Str *name)
{
    uint32_t low = 0, high = pairs_count(h);
    while (low < high) {
        uint32_t mid = low + (high - low) / 2;
        if (str_compare(vm, pairs_name(h, mid), name) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static bool has_name(VM *vm, const PairsObj *h, uint32_t i, Str *name)
{
    return i < pairs_count(h) && str_equal(vm, pairs_name(h, i), name);
}

/* The pair behind the last one of the name that starts at i. */
static uint32_t find_end(VM *vm, const PairsObj *h, uint32_t i, Str *name)
{
    while (has_name(vm, h, i, name))
        i++;
    return i;
}

/* Replaces pairs [from, to) by one, or by none when value is NULL. */
static bool replace(VM *vm, PairsObj *h, uint32_t from, uint32_t to, Str *name,
                    Str *value)
{
    uint32_t n = pairs_count(h), added = value ? 1 : 0;
    ValuesCell *row = h->pairs;
    if (!vm_charge(vm, (n - to) / 8 + (to - from) + 1))
        return false;
    if (n + added > to - from + (row ? row->cap / 2 : 0)) {
        bool fresh = !row;
        row = heap_values_grow(&vm->heap, row, ((size_t)n + 1) * 2);
        if (!row)
            return false;
        if (fresh)
            row->n = 0;
        h->pairs = row;
    }
    if (!row)
        return true;
    memmove(row->v + (size_t)2 * (from + added), row->v + (size_t)2 * to,
            (size_t)2 * (n - to) * sizeof(Value));
    row->n = 2 * (n - (to - from) + added);
    if (value) {
        row->v[(size_t)2 * from] = value_from_str(name);
        row->v[(size_t)2 * from + 1] = value_from_str(value);
    }
    return true;
}

static Str *join(VM *vm, Str *a, Str *b)
{
    Str *comma = str_from_ascii(vm, ", ");
    Str *s = comma ? str_concat(vm, a, comma) : NULL;
    return s ? str_concat(vm, s, b) : NULL;
}

static bool append_pair(VM *vm, PairsObj *h, Value name, Value value)
{
    Str *n = header_name(vm, name);
    Str *v = n ? header_value(vm, value) : NULL;
    if (!v)
        return false;
    uint32_t at = find(vm, h, n);
    uint32_t end = find_end(vm, h, at, n);
    if (!vm_charge(vm, end - at))
        return false;
    if (at == end || is_set_cookie(n))
        return replace(vm, h, end, end, n, v);
    v = join(vm, pairs_value(h, at), v);
    return v && replace(vm, h, at, end, n, v);
}

/* ---- methods ---- */

static PairsObj *self(VM *vm, const NativeCall *c, const char *method,
                      uint32_t args)
{
    PairsObj *h = pairs_this(vm, c->this_val, CLASS_HEADERS, method);
    if (h && c->argc < args) {
        throw_type(vm, "Headers.prototype.%s needs %s", method,
                   args == 1 ? "a name" : "a name and a value");
        return NULL;
    }
    return h;
}

static Value headers_append(VM *vm, NativeCall *c)
{
    PairsObj *h = self(vm, c, "append", 2);
    return h && append_pair(vm, h, c->args[0], c->args[1]) ? VALUE_UNDEFINED
                                                           : VALUE_THROWN;
}

static Value headers_delete(VM *vm, NativeCall *c)
{
    PairsObj *h = self(vm, c, "delete", 1);
    Str *name = h ? header_name(vm, c->args[0]) : NULL;
    if (!name)
        return VALUE_THROWN;
    uint32_t at = find(vm, h, name);
    return replace(vm, h, at, find_end(vm, h, at, name), NULL, NULL)
               ? VALUE_UNDEFINED
               : VALUE_THROWN;
}

static Value headers_get(VM *vm, NativeCall *c)
{
    const PairsObj *h = self(vm, c, "get", 1);
    Str *name = h ? header_name(vm, c->args[0]) : NULL;
    if (!name)
        return VALUE_THROWN;
    uint32_t at = find(vm, h, name);
    if (!has_name(vm, h, at, name))
        return VALUE_NULL;
    Str *v = pairs_value(h, at);
    for (at++; v && has_name(vm, h, at, name); at++)
        v = vm_charge(vm, 1) ? join(vm, v, pairs_value(h, at)) : NULL;
    return v ? value_from_str(v) : VALUE_THROWN;
}

static Value headers_get_set_cookie(VM *vm, NativeCall *c)
{
    const PairsObj *h = self(vm, c, "getSetCookie", 0);
    Str *name = h ? str_intern_ascii(vm, "set-cookie") : NULL;
    Array *a = name ? array_new(vm, 0) : NULL;
    if (!a)
        return VALUE_THROWN;
    for (uint32_t i = find(vm, h, name); has_name(vm, h, i, name); i++)
        if (!vm_charge(vm, 1) ||
            !array_push(vm, a, value_from_str(pairs_value(h, i))))
            return VALUE_THROWN;
    return value_from_obj(a);
}

static Value headers_has(VM *vm, NativeCall *c)
{
    const PairsObj *h = self(vm, c, "has", 1);
    Str *name = h ? header_name(vm, c->args[0]) : NULL;
    if (!name)
        return VALUE_THROWN;
    return value_bool(has_name(vm, h, find(vm, h, name), name));
}

static Value headers_set(VM *vm, NativeCall *c)
{
    PairsObj *h = self(vm, c, "set", 2);
    Str *name = h ? header_name(vm, c->args[0]) : NULL;
    Str *value = name ? header_value(vm, c->args[1]) : NULL;
    if (!value)
        return VALUE_THROWN;
    uint32_t at = find(vm, h, name);
    return replace(vm, h, at, find_end(vm, h, at, name), name, value)
               ? VALUE_UNDEFINED
               : VALUE_THROWN;
}

/* spec/execution.md 4.1: an object; of several set-cookie values the last. */
static Value headers_to_json(VM *vm, NativeCall *c)
{
    const PairsObj *h = self(vm, c, "toJSON", 0);
    Obj *o = h ? obj_new_plain(vm) : NULL;
    for (uint32_t i = 0; o && i < pairs_count(h); i++) {
        PropKey key;
        if (!vm_charge(vm, 1) || !str_to_key(vm, pairs_name(h, i), &key) ||
            !obj_put(vm, o, key, value_from_str(pairs_value(h, i))))
            return VALUE_THROWN;
    }
    return o ? value_from_obj(o) : VALUE_THROWN;
}

static Value headers_entries(VM *vm, NativeCall *c)
{
    return pairs_iterator(vm, c, CLASS_HEADERS, ITERATE_ENTRIES, "entries");
}

static Value headers_keys(VM *vm, NativeCall *c)
{
    return pairs_iterator(vm, c, CLASS_HEADERS, ITERATE_KEYS, "keys");
}

static Value headers_values(VM *vm, NativeCall *c)
{
    return pairs_iterator(vm, c, CLASS_HEADERS, ITERATE_VALUES, "values");
}

static Step headers_for_each(VM *vm, NativeFrame *f)
{
    return pairs_for_each(vm, f, CLASS_HEADERS);
}

static Value iterator_next(VM *vm, NativeCall *c)
{
    return pairs_next(vm, c, ITERKIND_HEADERS, "Headers");
}

static Step headers_construct(VM *vm, NativeFrame *f)
{
    Value init = f->call.args[0];
    /* A repeated entry goes on with the object that it made. */
    if (f->pc == 0 && f->reg[0] == VALUE_UNDEFINED) {
        if (init != VALUE_UNDEFINED && !value_is_object(init)) {
            throw_type(vm, "Headers needs an object or a list of pairs");
            return STEP_THROW;
        }
        Shape *shape = ctor_shape(vm, &f->call, vm->realm->shape_headers,
                                  vm->realm->headers_proto);
        Obj *o = shape ? obj_new(vm, CLASS_HEADERS, shape) : NULL;
        if (!o)
            return STEP_THROW;
        f->reg[0] = value_from_obj(o);
        if (init == VALUE_UNDEFINED)
            return native_return(f, f->reg[0]);
    }
    f->pc = 1;
    return pairs_fill(vm, f, append_pair, "Headers");
}

/* ---- registration ---- */

static const NativeSpec headers_spec = { .name = "Headers",
                                         .step = headers_construct,
                                         .min_args = 1,
                                         .n_regs = PAIRS_REGS,
                                         .flags =
                                             NATIVE_CTOR | NATIVE_CTOR_ONLY };

#define FN(name_, fn_, n)                                            \
    {                                                                \
        .name = (name_), .fn = (fn_), .length = (n), .min_args = (n) \
    }

static const NativeSpec methods[] = {
    FN("append", headers_append, 2),
    FN("delete", headers_delete, 1),
    FN("get", headers_get, 1),
    FN("getSetCookie", headers_get_set_cookie, 0),
    FN("has", headers_has, 1),
    FN("set", headers_set, 2),
    FN("entries", headers_entries, 0),
    { .name = "forEach", .step = headers_for_each, .length = 1, .min_args = 2 },
    FN("keys", headers_keys, 0),
    FN("values", headers_values, 0),
    FN("toJSON", headers_to_json, 0),
};

static const NativeSpec next_row = { .name = "next", .fn = iterator_next };

void js_install_headers(RealmBuilder *b)
{
    Realm *r = b->realm;
    realm_ctor(b, &headers_spec, r->headers_proto, NULL);
    realm_functions(b, r->headers_proto, methods, CM_ARRAY_LEN(methods));
    realm_alias_symbol(b, r->headers_proto, r->symbol.iterator, "entries");
    realm_tag(b, r->headers_proto, "Headers");
    pairs_iterator_proto(b, r->headers_iterator_proto, &next_row,
                         "Headers Iterator");
}
