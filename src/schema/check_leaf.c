/* SPDX-License-Identifier: MIT */
/* Operations that look at a value alone. Each says yes for values of other
 * types than its own, as the keywords do. */
#include <string.h>

#include "base/utf8.h"
#include "schema/check.h"

/* ---- any type ---- */

static unsigned type_of(const Machine *m, const JsonValue *v, uint64_t *steps)
{
    unsigned bits = 1u << v->type;
    if (v->type != CM_JSON_TYPE_NUMBER)
        return bits;
    if (v->is_integer)
        return bits | SCHEMA_TYPE_INTEGER;
    Sourced source = check_instance(m, v);
    Decimal d = cm__schema_decimal(&source);
    *steps += d.n_read / 64;
    return cm__decimal_is_integer(&d) ? bits | SCHEMA_TYPE_INTEGER : bits;
}

static Step check_type(Machine *m, const Frame *f, const Op *op)
{
    uint64_t steps = 0;
    unsigned bits = type_of(m, f->instance, &steps);
    if (!check_charge(m, steps))
        return STEP_STOP;
    if (bits & op->a)
        return STEP_DONE;
    Buf *out = problem_begin(m);
    if (out) {
        cm__buf_add_str(out, "expected ");
        problem_types(out, op->a);
        problem_found(m, out);
    }
    return STEP_FAIL;
}

static const Document *source_of(const Machine *m, const Frame *f)
{
    return schema_source(m->s, schema_node(m->s, f->node));
}

/* STEP_DONE when the instance equals the value of the schema. */
static Step compare(Machine *m, const Frame *f, const JsonValue *value)
{
    const Document *d = source_of(m, f);
    Sourced x = check_instance(m, f->instance);
    Sourced y = { value, d->text, d->text + d->len };
    uint64_t steps = 0;
    bool is_equal = cm__schema_equal(&x, &y, &steps);
    if (!check_charge(m, steps))
        return STEP_STOP;
    return is_equal ? STEP_DONE : STEP_FAIL;
}

/* Lists of more are cut: the model has the signature. */
static void add_choices(Machine *m, Buf *out, const JsonValue *list,
                        const Document *d)
{
    enum {
        SHOWN = 8
    };
    size_t n = list->n_items;
    if (n != 1)
        cm__buf_add_str(out, "one of ");
    for (size_t i = 0; i < n && i < SHOWN; i++) {
        if (i > 0)
            cm__buf_add_str(out, ", ");
        problem_value(m, out, &list->items[i], d);
    }
    if (n > SHOWN)
        cm__buf_add_fmt(out, " and %zu others", n - SHOWN);
    if (n == 0)
        cm__buf_add_str(out, "no values");
}

static Step check_enum(Machine *m, const Frame *f, const Op *op)
{
    for (size_t i = 0; i < op->json->n_items; i++) {
        Step step = compare(m, f, &op->json->items[i]);
        if (step != STEP_FAIL)
            return step;
    }
    Buf *out = problem_begin(m);
    if (out) {
        cm__buf_add_str(out, "expected ");
        add_choices(m, out, op->json, source_of(m, f));
        problem_found(m, out);
    }
    return STEP_FAIL;
}

static Step check_const(Machine *m, const Frame *f, const Op *op)
{
    Step step = compare(m, f, op->json);
    Buf *out = step == STEP_FAIL ? problem_begin(m) : NULL;
    if (out) {
        cm__buf_add_str(out, "expected ");
        problem_value(m, out, op->json, source_of(m, f));
        problem_found(m, out);
    }
    return step;
}

/* ---- numbers ---- */

static bool number_fits(OpKind kind, const Decimal *x, const Decimal *y)
{
    int order = cm__decimal_compare(x, y);
    switch (kind) {
    case OP_MINIMUM:
        return order >= 0;
    case OP_MAXIMUM:
        return order <= 0;
    case OP_ABOVE:
        return order > 0;
    case OP_BELOW:
        return order < 0;
    default:
        return cm__decimal_is_multiple(x, y);
    }
}

static const char *number_text(OpKind kind)
{
    switch (kind) {
    case OP_MINIMUM:
        return "at least ";
    case OP_MAXIMUM:
        return "at most ";
    case OP_ABOVE:
        return "more than ";
    case OP_BELOW:
        return "less than ";
    default:
        return "a multiple of ";
    }
}

static Step check_number(Machine *m, const Frame *f, const Op *op)
{
    if (f->instance->type != CM_JSON_TYPE_NUMBER)
        return STEP_DONE;
    const Document *d = source_of(m, f);
    Sourced a = check_instance(m, f->instance);
    Sourced b = { op->json, d->text, d->text + d->len };
    Decimal x = cm__schema_decimal(&a), y = cm__schema_decimal(&b);
    /* The remainder takes some sixty steps a digit. */
    if (!check_charge(m, (x.n_read + y.n_read) / 64 +
                             (op->kind == OP_MULTIPLE ? x.n + 64 : 1)))
        return STEP_STOP;
    if (number_fits((OpKind)op->kind, &x, &y))
        return STEP_DONE;
    Buf *out = problem_begin(m);
    if (out) {
        cm__buf_add_fmt(out, "expected %s", number_text((OpKind)op->kind));
        problem_value(m, out, op->json, d);
        problem_found(m, out);
    }
    return STEP_FAIL;
}

/* ---- strings ---- */

/* Code points; lone surrogates in three-byte form count as one each. */
static size_t count_characters(const JsonValue *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->len; i++)
        n += ((unsigned char)s->text[i] & 0xC0) != 0x80;
    return n;
}

static Step check_length(Machine *m, const Frame *f, const Op *op)
{
    if (f->instance->type != CM_JSON_TYPE_STRING)
        return STEP_DONE;
    bool is_least = op->kind == OP_MIN_LENGTH;
    if (!check_charge(m, f->instance->len / 64 + 1))
        return STEP_STOP;
    size_t n = count_characters(f->instance);
    if (is_least ? n >= op->a : n <= op->a)
        return STEP_DONE;
    Buf *out = problem_begin(m);
    if (out) {
        cm__buf_add_fmt(out, "expected at %s %u character%s",
                        is_least ? "least" : "most", (unsigned)op->a,
                        op->a == 1 ? "" : "s");
        problem_found(m, out);
    }
    return STEP_FAIL;
}

static Step regexp_stop(Machine *m, int result)
{
    return check_stop(m,
                      result == REGEXP_NOMEM ? SCHEMA_NOMEM : SCHEMA_STOPPED);
}

static Step check_pattern(Machine *m, const Frame *f, const Op *op)
{
    const JsonValue *s = f->instance;
    if (s->type != CM_JSON_TYPE_STRING)
        return STEP_DONE;
    if (!check_charge(m, s->len / 64 + 1))
        return STEP_STOP;
    RegexpResult r = cm__schema_match(schema_pattern(m->s, op->a), &m->regexp,
                                      s->text, s->len);
    if (r == REGEXP_MATCH)
        return STEP_DONE;
    if (r != REGEXP_NO_MATCH)
        return regexp_stop(m, r);
    Buf *out = problem_begin(m);
    if (out) {
        cm__buf_add_str(out, "expected a match of the pattern ");
        problem_quote(out, op->json->text, op->json->len);
        problem_found(m, out);
    }
    return STEP_FAIL;
}

static Step check_format(Machine *m, const Frame *f, const Op *op)
{
    const JsonValue *s = f->instance;
    if (s->type != CM_JSON_TYPE_STRING)
        return STEP_DONE;
    if (!check_charge(m, s->len / 16 + 1))
        return STEP_STOP;
    int r = cm__format_check(op->a, &m->regexp, s->text, s->len);
    if (r < 0)
        return regexp_stop(m, r);
    if (r == 1)
        return STEP_DONE;
    Buf *out = problem_begin(m);
    if (out) {
        cm__buf_add_fmt(out, "expected the format %s", cm__format_name(op->a));
        problem_found(m, out);
    }
    return STEP_FAIL;
}

/* ---- arrays and objects ---- */

static Step check_count(Machine *m, const Frame *f, const Op *op)
{
    bool is_array = op->kind == OP_MIN_ITEMS || op->kind == OP_MAX_ITEMS;
    bool is_least = op->kind == OP_MIN_ITEMS || op->kind == OP_MIN_PROPERTIES;
    const JsonValue *v = f->instance;
    if (v->type != (is_array ? CM_JSON_TYPE_ARRAY : CM_JSON_TYPE_OBJECT))
        return STEP_DONE;
    size_t n = is_array ? v->n_items : v->n_members;
    if (is_least ? n >= op->a : n <= op->a)
        return STEP_DONE;
    Buf *out = problem_begin(m);
    if (out) {
        bool is_one = op->a == 1;
        cm__buf_add_fmt(out, "expected at %s %u %s, found %zu",
                        is_least ? "least" : "most", (unsigned)op->a,
                        is_array ? is_one ? "item" : "items"
                        : is_one ? "property"
                                 : "properties",
                        n);
    }
    return STEP_FAIL;
}

static Step same_items(Machine *m, size_t i, size_t j)
{
    Buf *out = problem_begin(m);
    if (out)
        cm__buf_add_fmt(out,
                        "expected items that differ, but items %zu and %zu "
                        "are equal",
                        i, j);
    return STEP_FAIL;
}

/* Looks the item up in a table of those before it and adds it. STEP_FAIL:
 * *ret_twin is its equal. */
static Step add_unique(Machine *m, const JsonValue *list, Map *seen, uint32_t i,
                       uint32_t *ret_twin)
{
    uint64_t steps = 0;
    Sourced x = check_instance(m, &list->items[i]);
    uint32_t hash = cm__schema_hash(&x, &steps), at = 0, j;
    bool is_equal = false;
    while (!is_equal && (j = cm__map_next(seen, hash, &at)) != MAP_END) {
        Sourced y = check_instance(m, &list->items[j]);
        is_equal = cm__schema_equal(&x, &y, &steps);
        if (!check_charge(m, steps))
            return STEP_STOP;
        steps = 0;
        *ret_twin = j;
    }
    /* Texts can be chosen so that they crowd one end of the table. */
    if (!check_charge(m, steps + at / 8))
        return STEP_STOP;
    if (is_equal)
        return STEP_FAIL;
    if (!cm__map_add(seen, m->host->alloc, hash, i))
        return check_stop(m, SCHEMA_NOMEM);
    return STEP_DONE;
}

static Step check_unique(Machine *m, const Frame *f)
{
    const JsonValue *list = f->instance;
    Map seen = { 0 };
    Step step = STEP_DONE;
    if (list->type != CM_JSON_TYPE_ARRAY)
        return STEP_DONE;
    for (uint32_t i = 0; step == STEP_DONE && i < list->n_items; i++) {
        uint32_t twin = 0;
        step = add_unique(m, list, &seen, i, &twin);
        if (step == STEP_FAIL)
            step = same_items(m, twin, i);
    }
    cm__map_done(&seen, m->host->alloc);
    return step;
}

/* Names of a list that the object lacks. */
static Step check_names_of(Machine *m, const JsonValue *object,
                           const JsonValue *names, const JsonMember *needed_by)
{
    Step step = STEP_DONE;
    for (size_t i = 0; i < names->n_items; i++) {
        const JsonValue *name = &names->items[i];
        if (!check_charge(m, 1))
            return STEP_STOP;
        if (cm__json_get_n(object, name->text, name->len))
            continue;
        step = STEP_FAIL;
        problem_missing(m, name->text, name->len,
                        needed_by ? needed_by->name : NULL,
                        needed_by ? needed_by->name_len : 0);
    }
    return step;
}

static Step check_required(Machine *m, const Frame *f, const Op *op)
{
    if (f->instance->type != CM_JSON_TYPE_OBJECT)
        return STEP_DONE;
    return check_names_of(m, f->instance, op->json, NULL);
}

static Step check_dependent_required(Machine *m, const Frame *f, const Op *op)
{
    Step result = STEP_DONE;
    if (f->instance->type != CM_JSON_TYPE_OBJECT)
        return STEP_DONE;
    for (size_t i = 0; i < op->json->n_members; i++) {
        const JsonMember *needs = &op->json->members[i];
        if (!check_charge(m, 1))
            return STEP_STOP;
        if (needs->value.type != CM_JSON_TYPE_ARRAY ||
            !cm__json_get_n(f->instance, needs->name, needs->name_len))
            continue;
        Step step = check_names_of(m, f->instance, &needs->value, needs);
        if (step == STEP_STOP)
            return step;
        if (step == STEP_FAIL)
            result = STEP_FAIL;
    }
    return result;
}

/* Only the kinds that run_op hands over come here. */
Step check_leaf(Machine *m, Frame *f, const Op *op)
{
    switch ((OpKind)op->kind) {
    case OP_TYPE:
        return check_type(m, f, op);
    case OP_ENUM:
        return check_enum(m, f, op);
    case OP_CONST:
        return check_const(m, f, op);
    case OP_MULTIPLE:
    case OP_MINIMUM:
    case OP_MAXIMUM:
    case OP_ABOVE:
    case OP_BELOW:
        return check_number(m, f, op);
    case OP_MIN_LENGTH:
    case OP_MAX_LENGTH:
        return check_length(m, f, op);
    case OP_PATTERN:
        return check_pattern(m, f, op);
    case OP_FORMAT:
        return check_format(m, f, op);
    case OP_MIN_ITEMS:
    case OP_MAX_ITEMS:
    case OP_MIN_PROPERTIES:
    case OP_MAX_PROPERTIES:
        return check_count(m, f, op);
    case OP_UNIQUE:
        return check_unique(m, f);
    case OP_REQUIRED:
        return check_required(m, f, op);
    case OP_DEPENDENT_REQUIRED:
        return check_dependent_required(m, f, op);
    default:
        break;
    }
    cm_unreachable();
}
