/* SPDX-License-Identifier: MIT */
/* Equality and a hash that agrees with it. Both recurse over trees, whose depth
 * the JSON reader bounds (CM_JSON_DEPTH_CAP). */
#include <string.h>

#include "base/hash.h"
#include "schema/schema_internal.h"

Decimal cm__schema_decimal(const Sourced *number)
{
    return cm__decimal_read(number->text + number->value->offset, number->end);
}

static bool equal_numbers(const Sourced *a, const Sourced *b, uint64_t *steps)
{
    if (a->value->is_integer && b->value->is_integer)
        return a->value->integer == b->value->integer;
    Decimal x = cm__schema_decimal(a), y = cm__schema_decimal(b);
    *steps += (x.n_read + y.n_read) / 64;
    return cm__decimal_compare(&x, &y) == 0;
}

static bool equal_members(const Sourced *a, const Sourced *b, uint64_t *steps)
{
    const JsonValue *x = a->value, *y = b->value;
    if (x->n_members != y->n_members)
        return false;
    for (size_t i = 0; i < x->n_members; i++) {
        const JsonMember *m = &x->members[i];
        const JsonValue *other = cm__json_get_n(y, m->name, m->name_len);
        if (!other)
            return false;
        Sourced p = { &m->value, a->text, a->end };
        Sourced q = { other, b->text, b->end };
        if (!cm__schema_equal(&p, &q, steps))
            return false;
    }
    return true;
}

static bool equal_items(const Sourced *a, const Sourced *b, uint64_t *steps)
{
    if (a->value->n_items != b->value->n_items)
        return false;
    for (size_t i = 0; i < a->value->n_items; i++) {
        Sourced p = { &a->value->items[i], a->text, a->end };
        Sourced q = { &b->value->items[i], b->text, b->end };
        if (!cm__schema_equal(&p, &q, steps))
            return false;
    }
    return true;
}

bool cm__schema_equal(const Sourced *a, const Sourced *b, uint64_t *steps)
{
    const JsonValue *x = a->value, *y = b->value;
    (*steps)++;
    if (x->type != y->type)
        return false;
    switch (x->type) {
    case CM_JSON_TYPE_NULL:
        return true;
    case CM_JSON_TYPE_BOOL:
        return x->boolean == y->boolean;
    case CM_JSON_TYPE_NUMBER:
        return equal_numbers(a, b, steps);
    case CM_JSON_TYPE_STRING:
        *steps += x->len / 64;
        return x->len == y->len && memcmp(x->text, y->text, x->len) == 0;
    case CM_JSON_TYPE_ARRAY:
        return equal_items(a, b, steps);
    case CM_JSON_TYPE_OBJECT:
        return equal_members(a, b, steps);
    }
    cm_unreachable();
}

static uint32_t mix(uint32_t a, uint32_t b)
{
    return cm__hash_u64((uint64_t)a << 32 | b);
}

/* Members are added up, since their order does not count. */
static uint32_t hash_members(const Sourced *a, uint64_t *steps)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < a->value->n_members; i++) {
        const JsonMember *m = &a->value->members[i];
        Sourced child = { &m->value, a->text, a->end };
        sum += mix(cm__hash_bytes(m->name, m->name_len),
                   cm__schema_hash(&child, steps));
    }
    return sum;
}

uint32_t cm__schema_hash(const Sourced *a, uint64_t *steps)
{
    const JsonValue *v = a->value;
    uint32_t h = (uint32_t)v->type;
    (*steps)++;
    switch (v->type) {
    case CM_JSON_TYPE_NULL:
        return h;
    case CM_JSON_TYPE_BOOL:
        return mix(h, v->boolean);
    case CM_JSON_TYPE_NUMBER: {
        Decimal d = cm__schema_decimal(a);
        *steps += d.n_read / 64;
        return mix(h, cm__decimal_hash(&d));
    }
    case CM_JSON_TYPE_STRING:
        *steps += v->len / 64;
        return mix(h, cm__hash_bytes(v->text, v->len));
    case CM_JSON_TYPE_ARRAY:
        for (size_t i = 0; i < v->n_items; i++) {
            Sourced child = { &v->items[i], a->text, a->end };
            h = mix(h, cm__schema_hash(&child, steps));
        }
        return h;
    case CM_JSON_TYPE_OBJECT:
        return mix(h, hash_members(a, steps));
    }
    cm_unreachable();
}
