/* SPDX-License-Identifier: MIT */
/* URLSearchParams; WHATWG URL Standard, 5 and 6.2. */
#include "js/builtins/url_internal.h"

#include "engine/convert.h"
#include "engine/property.h"
#include "js/url/url_encode.h"

#include <string.h>

/* ---- text form (5.1, 5.2) ---- */

/* One name or value: "+" is a space. */
static Str *decode_part(VM *vm, const char *text, size_t len, Buf *scratch)
{
    cm__buf_clear(scratch);
    url_decode(text, len, scratch);
    if (scratch->status != CM_OK)
        return NULL;
    return decode_utf8(vm, cm__buf_text(scratch), scratch->len);
}

static bool parse_pair(VM *vm, const char *text, size_t len, Buf *scratch,
                       ValuesCell **pairs)
{
    const char *equals = memchr(text, '=', len);
    size_t name_len = equals ? (size_t)(equals - text) : len;
    Str *name = decode_part(vm, text, name_len, scratch);
    Str *value = name && equals
                     ? decode_part(vm, equals + 1, len - name_len - 1, scratch)
                     : vm->realm->empty;
    ValuesCell *grown =
        name && value
            ? heap_values_grow(&vm->heap, *pairs, (size_t)(*pairs)->n + 2)
            : NULL;
    if (!grown || !vm_charge(vm, 1))
        return false;
    grown->v[grown->n++] = value_from_str(name);
    grown->v[grown->n++] = value_from_str(value);
    *pairs = grown;
    return true;
}

ValuesCell *params_parse(VM *vm, const char *text, size_t len)
{
    ScratchAlloc alloc;
    Buf plain, scratch;
    ValuesCell *pairs = heap_values_new(&vm->heap, 8);
    if (!pairs || !vm_charge_bytes(vm, len))
        return NULL;
    scratch_init(&alloc, vm);
    cm__buf_init(&plain, &alloc.alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&scratch, &alloc.alloc, CM_BUF_NO_LIMIT);
    cm__buf_add(&plain, text, len);
    uint32_t turns = 0;
    bool ok = plain.status == CM_OK && meter_look_up(vm);
    for (size_t i = 0; ok && i < len && vm_in_time(vm, &turns); i++)
        if (plain.bytes[i] == '+')
            plain.bytes[i] = ' ';
    for (size_t i = 0; ok && i < len;) {
        const char *p = plain.bytes + i;
        const char *end = memchr(p, '&', len - i);
        size_t n = end ? (size_t)(end - p) : len - i;
        if (n > 0)
            ok = parse_pair(vm, p, n, &scratch, &pairs);
        i += n + 1;
    }
    cm__buf_done(&plain);
    cm__buf_done(&scratch);
    return ok ? pairs : NULL;
}

bool params_write(VM *vm, const ValuesCell *pairs, Buf *out)
{
    Buf utf8;
    bool ok = true;
    cm__buf_init(&utf8, out->alloc, CM_BUF_NO_LIMIT);
    for (uint32_t i = 0; ok && pairs && i < pairs->n; i++) {
        if (i > 0)
            cm__buf_add_char(out, i % 2 ? '=' : '&');
        cm__buf_clear(&utf8);
        ok = usv_to_utf8(vm, value_str(pairs->v[i]), &utf8);
        if (ok)
            url_encode(URL_SET_FORM, cm__buf_text(&utf8), utf8.len, out);
    }
    cm__buf_done(&utf8);
    return ok && out->status == CM_OK;
}

/* ---- objects ---- */

static PairsObj *params_new(VM *vm, Shape *shape)
{
    return (PairsObj *)(void *)obj_new(vm, CLASS_URL_PARAMS, shape);
}

PairsObj *params_of_url(VM *vm, UrlObj *u)
{
    if (u->params)
        return u->params;
    const char *text = url_text(vm, u);
    ValuesCell *pairs =
        text ? params_parse(vm, text + u->parts.query.at, u->parts.query.len)
             : NULL;
    PairsObj *p = pairs ? params_new(vm, vm->realm->shape_url_params) : NULL;
    if (!p)
        return NULL;
    p->pairs = pairs;
    p->owner = &u->obj;
    u->params = p;
    return p;
}

/* Puts a changed list in place, after the URL when there is one. */
static bool commit(VM *vm, PairsObj *p, ValuesCell *pairs)
{
    if (p->owner)
        return url_follow_params(vm, p, pairs);
    p->pairs = pairs;
    return true;
}

static PairsObj *self(VM *vm, const NativeCall *c, const char *method)
{
    return pairs_this(vm, c->this_val, CLASS_URL_PARAMS, method);
}

/* Whether pair i has the name and, unless NULL, the value. */
static bool matches(VM *vm, const PairsObj *p, uint32_t i, Str *name,
                    Str *value)
{
    return str_equal(vm, pairs_name(p, i), name) &&
           (!value || str_equal(vm, pairs_value(p, i), value));
}

/* The optional second argument of has and delete. False when thrown. */
static bool optional_value(VM *vm, const NativeCall *c, Str **ret)
{
    *ret = NULL;
    if (c->args[1] != VALUE_UNDEFINED)
        *ret = to_usv_string(vm, c->args[1]);
    return *ret || c->args[1] == VALUE_UNDEFINED;
}

static bool check_count(VM *vm, const NativeCall *c, uint32_t n,
                        const char *method)
{
    if (c->argc >= n)
        return true;
    throw_type(vm, "URLSearchParams.prototype.%s needs %s", method,
               n == 1 ? "a name" : "a name and a value");
    return false;
}

/* ---- methods ---- */

static bool append_pair(VM *vm, PairsObj *p, Value name, Value value)
{
    Str *n = to_usv_string(vm, name);
    Str *v = n ? to_usv_string(vm, value) : NULL;
    if (!v)
        return false;
    ValuesCell *pairs;
    if (p->owner)
        pairs = pairs_copy(vm, p);
    else
        pairs = heap_values_grow(&vm->heap, p->pairs,
                                 (size_t)pairs_count(p) * 2 + 2);
    if (!pairs)
        return false;
    if (!p->owner) {
        if (!p->pairs)
            pairs->n = 0;
        p->pairs = pairs;
    }
    pairs->v[pairs->n++] = value_from_str(n);
    pairs->v[pairs->n++] = value_from_str(v);
    return !p->owner || commit(vm, p, pairs);
}

static Value params_append(VM *vm, NativeCall *c)
{
    PairsObj *p = self(vm, c, "append");
    if (!p || !check_count(vm, c, 2, "append") ||
        !append_pair(vm, p, c->args[0], c->args[1]))
        return VALUE_THROWN;
    return VALUE_UNDEFINED;
}

static Value params_delete(VM *vm, NativeCall *c)
{
    PairsObj *p = self(vm, c, "delete");
    Str *value;
    if (!p || !check_count(vm, c, 1, "delete"))
        return VALUE_THROWN;
    Str *name = to_usv_string(vm, c->args[0]);
    if (!name || !optional_value(vm, c, &value))
        return VALUE_THROWN;
    ValuesCell *kept = pairs_copy(vm, p);
    if (!kept)
        return VALUE_THROWN;
    kept->n = 0;
    for (uint32_t i = 0; i < pairs_count(p); i++) {
        if (matches(vm, p, i, name, value))
            continue;
        kept->v[kept->n++] = p->pairs->v[(size_t)2 * i];
        kept->v[kept->n++] = p->pairs->v[(size_t)2 * i + 1];
    }
    return commit(vm, p, kept) ? VALUE_UNDEFINED : VALUE_THROWN;
}

static Value params_get(VM *vm, NativeCall *c)
{
    const PairsObj *p = self(vm, c, "get");
    if (!p || !check_count(vm, c, 1, "get"))
        return VALUE_THROWN;
    Str *name = to_usv_string(vm, c->args[0]);
    if (!name || !vm_charge(vm, pairs_count(p)))
        return VALUE_THROWN;
    for (uint32_t i = 0; i < pairs_count(p); i++)
        if (matches(vm, p, i, name, NULL))
            return value_from_str(pairs_value(p, i));
    return VALUE_NULL;
}

static Value params_get_all(VM *vm, NativeCall *c)
{
    const PairsObj *p = self(vm, c, "getAll");
    if (!p || !check_count(vm, c, 1, "getAll"))
        return VALUE_THROWN;
    Str *name = to_usv_string(vm, c->args[0]);
    Array *a = name && vm_charge(vm, pairs_count(p)) ? array_new(vm, 0) : NULL;
    for (uint32_t i = 0; a && i < pairs_count(p); i++)
        if (matches(vm, p, i, name, NULL) &&
            !array_push(vm, a, value_from_str(pairs_value(p, i))))
            return VALUE_THROWN;
    return a ? value_from_obj(a) : VALUE_THROWN;
}

static Value params_has(VM *vm, NativeCall *c)
{
    const PairsObj *p = self(vm, c, "has");
    Str *value;
    if (!p || !check_count(vm, c, 1, "has"))
        return VALUE_THROWN;
    Str *name = to_usv_string(vm, c->args[0]);
    if (!name || !optional_value(vm, c, &value) ||
        !vm_charge(vm, pairs_count(p)))
        return VALUE_THROWN;
    for (uint32_t i = 0; i < pairs_count(p); i++)
        if (matches(vm, p, i, name, value))
            return VALUE_TRUE;
    return VALUE_FALSE;
}

static Value params_set(VM *vm, NativeCall *c)
{
    PairsObj *p = self(vm, c, "set");
    if (!p || !check_count(vm, c, 2, "set"))
        return VALUE_THROWN;
    Str *name = to_usv_string(vm, c->args[0]);
    Str *value = name ? to_usv_string(vm, c->args[1]) : NULL;
    ValuesCell *pairs = value ? pairs_copy(vm, p) : NULL;
    if (!pairs)
        return VALUE_THROWN;
    bool found = false;
    pairs->n = 0;
    for (uint32_t i = 0; i < pairs_count(p); i++) {
        bool same = matches(vm, p, i, name, NULL);
        if (same && found)
            continue;
        pairs->v[pairs->n++] = p->pairs->v[(size_t)2 * i];
        pairs->v[pairs->n++] =
            same ? value_from_str(value) : p->pairs->v[(size_t)2 * i + 1];
        found |= same;
    }
    if (!found) {
        pairs->v[pairs->n++] = value_from_str(name);
        pairs->v[pairs->n++] = value_from_str(value);
    }
    return commit(vm, p, pairs) ? VALUE_UNDEFINED : VALUE_THROWN;
}

/* Merges the sorted runs [from, mid) and [mid, to) of pairs, stable. */
static bool merge(VM *vm, const Value *in, Value *out, uint32_t from,
                  uint32_t mid, uint32_t to)
{
    uint32_t a = from, b = mid, n = from;
    while (n < to) {
        bool right = a >= mid;
        if (a < mid && b < to)
            right = str_compare(vm, value_str(in[(size_t)2 * b]),
                                value_str(in[(size_t)2 * a])) < 0;
        uint32_t take = right ? b++ : a++;
        memcpy(out + (size_t)2 * n++, in + (size_t)2 * take, 2 * sizeof(Value));
    }
    return vm_charge(vm, to - from);
}

static Value params_sort(VM *vm, NativeCall *c)
{
    PairsObj *p = self(vm, c, "sort");
    if (!p)
        return VALUE_THROWN;
    ValuesCell *in = pairs_copy(vm, p), *out = pairs_copy(vm, p);
    if (!in || !out)
        return VALUE_THROWN;
    uint32_t n = pairs_count(p);
    for (uint64_t width = 1; width < n; width *= 2) {
        for (uint64_t at = 0; at < n; at += 2 * width) {
            uint64_t mid = at + width < n ? at + width : n;
            uint64_t end = at + 2 * width < n ? at + 2 * width : n;
            if (!merge(vm, in->v, out->v, (uint32_t)at, (uint32_t)mid,
                       (uint32_t)end))
                return VALUE_THROWN;
        }
        ValuesCell *swap = in;
        in = out;
        out = swap;
    }
    return commit(vm, p, in) ? VALUE_UNDEFINED : VALUE_THROWN;
}

Str *js_url_params_text(VM *vm, Obj *o)
{
    ScratchAlloc alloc;
    Buf out;
    scratch_init(&alloc, vm);
    cm__buf_init(&out, &alloc.alloc, CM_BUF_NO_LIMIT);
    Str *s = NULL;
    if (params_write(vm, ((PairsObj *)(void *)o)->pairs, &out))
        s = str_new8(vm, (const uint8_t *)cm__buf_text(&out), out.len);
    cm__buf_done(&out);
    return s;
}

static Value params_to_string(VM *vm, NativeCall *c)
{
    PairsObj *p = self(vm, c, "toString");
    Str *s = p ? js_url_params_text(vm, &p->obj) : NULL;
    return s ? value_from_str(s) : VALUE_THROWN;
}

static Value params_size(VM *vm, NativeCall *c)
{
    const PairsObj *p = self(vm, c, "size");
    return p ? value_uint32(pairs_count(p)) : VALUE_THROWN;
}

static Value params_entries(VM *vm, NativeCall *c)
{
    return pairs_iterator(vm, c, CLASS_URL_PARAMS, ITERATE_ENTRIES, "entries");
}

static Value params_keys(VM *vm, NativeCall *c)
{
    return pairs_iterator(vm, c, CLASS_URL_PARAMS, ITERATE_KEYS, "keys");
}

static Value params_values(VM *vm, NativeCall *c)
{
    return pairs_iterator(vm, c, CLASS_URL_PARAMS, ITERATE_VALUES, "values");
}

static Step params_for_each(VM *vm, NativeFrame *f)
{
    return pairs_for_each(vm, f, CLASS_URL_PARAMS);
}

static Value iterator_next(VM *vm, NativeCall *c)
{
    return pairs_next(vm, c, ITERKIND_PARAMS, "URLSearchParams");
}

/* ---- construction ---- */

static Step from_text(VM *vm, NativeFrame *f, PairsObj *p)
{
    ScratchAlloc alloc;
    Buf text;
    ValuesCell *pairs = NULL;
    Str *s = to_usv_string(vm, f->call.args[0]);
    if (!s)
        return STEP_THROW;
    scratch_init(&alloc, vm);
    cm__buf_init(&text, &alloc.alloc, CM_BUF_NO_LIMIT);
    if (usv_to_utf8(vm, s, &text)) {
        size_t skip = text.len > 0 && text.bytes[0] == '?';
        pairs = params_parse(vm, cm__buf_text(&text) + skip, text.len - skip);
    }
    cm__buf_done(&text);
    p->pairs = pairs;
    return pairs ? native_return(f, value_from_obj(p)) : STEP_THROW;
}

static Step params_construct(VM *vm, NativeFrame *f)
{
    /* A repeated entry goes on with the object that it made. */
    if (f->pc == 0 && f->reg[0] == VALUE_UNDEFINED) {
        Shape *shape = ctor_shape(vm, &f->call, vm->realm->shape_url_params,
                                  vm->realm->url_params_proto);
        PairsObj *p = shape ? params_new(vm, shape) : NULL;
        if (!p)
            return STEP_THROW;
        if (f->call.args[0] == VALUE_UNDEFINED)
            return native_return(f, value_from_obj(p));
        if (!value_is_object(f->call.args[0]))
            return from_text(vm, f, p);
        f->reg[0] = value_from_obj(p);
    }
    f->pc = 1;
    return pairs_fill(vm, f, append_pair, "URLSearchParams");
}

/* ---- registration ---- */

static const NativeSpec params_spec = { .name = "URLSearchParams",
                                        .step = params_construct,
                                        .min_args = 1,
                                        .n_regs = PAIRS_REGS,
                                        .flags =
                                            NATIVE_CTOR | NATIVE_CTOR_ONLY };

#define FN(name_, fn_, n, pad)                                         \
    {                                                                  \
        .name = (name_), .fn = (fn_), .length = (n), .min_args = (pad) \
    }

static const NativeSpec methods[] = {
    FN("append", params_append, 2, 2),
    FN("delete", params_delete, 1, 2),
    FN("get", params_get, 1, 1),
    FN("getAll", params_get_all, 1, 1),
    FN("has", params_has, 1, 2),
    FN("set", params_set, 2, 2),
    FN("sort", params_sort, 0, 0),
    FN("toString", params_to_string, 0, 0),
    { .name = "size", .fn = params_size, .flags = NATIVE_GETTER },
    FN("entries", params_entries, 0, 0),
    { .name = "forEach", .step = params_for_each, .length = 1, .min_args = 2 },
    FN("keys", params_keys, 0, 0),
    FN("values", params_values, 0, 0),
};

static const NativeSpec next_row = { .name = "next", .fn = iterator_next };

void cm__install_url_params(RealmBuilder *b)
{
    Realm *r = b->realm;
    realm_ctor(b, &params_spec, r->url_params_proto, NULL);
    realm_functions(b, r->url_params_proto, methods, CM_ARRAY_LEN(methods));
    realm_alias_symbol(b, r->url_params_proto, r->symbol.iterator, "entries");
    realm_tag(b, r->url_params_proto, "URLSearchParams");
    pairs_iterator_proto(b, r->params_iterator_proto, &next_row,
                         "URLSearchParams Iterator");
}
