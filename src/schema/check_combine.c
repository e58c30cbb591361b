/* SPDX-License-Identifier: MIT */
/* Operations that ask other schemas about the same value. Alternatives are
 * tried quietly; when none fits and just one could have, by its type, that one
 * is asked again aloud, since its problems say more than "none fits". */
#include "schema/check.h"

/* ---- references ---- */

/* The outermost resource on the way here that names the same dynamic anchor
 * (2020-12, core 8.2.3.2). */
static uint32_t dynamic_target(const Machine *m, const Op *op)
{
    const Anchor *anchor = schema_anchor(m->s, op->b);
    uint32_t before = NODE_NONE;
    for (uint32_t i = 0; i < m->n_frames; i++) {
        uint32_t resource = schema_node(m->s, m->frames[i].node)->resource;
        if (resource == before)
            continue;
        before = resource;
        uint32_t found =
            cm__schema_find_anchor(m->s, resource, anchor->name, anchor->len);
        if (found != NODE_NONE && schema_anchor(m->s, found)->is_dynamic)
            return schema_anchor(m->s, found)->node;
    }
    return op->a;
}

/* 2019-09, core 8.2.4.2.1. */
static uint32_t recursive_target(const Machine *m, const Op *op)
{
    for (uint32_t i = 0; i < m->n_frames; i++) {
        const Resource *r = schema_resource(
            m->s, schema_node(m->s, m->frames[i].node)->resource);
        if (r->is_recursive)
            return r->node;
    }
    return op->a;
}

Step check_ref(Machine *m, Frame *f, const Op *op)
{
    uint32_t target = op->a;
    if (f->phase)
        return m->last ? STEP_DONE : STEP_FAIL;
    f->phase = 1;
    if (op->kind != OP_REF) {
        if (!check_charge(m, m->n_frames))
            return STEP_STOP;
        target = op->kind == OP_DYNAMIC_REF ? dynamic_target(m, op)
                                            : recursive_target(m, op);
    }
    return check_ask_same(m, f, target, false);
}

/* ---- all, not, if ---- */

Step check_all(Machine *m, Frame *f, const Op *op)
{
    if (f->phase && !check_goes_on(m, f))
        return STEP_FAIL;
    f->phase = 1;
    if (f->i == op->b)
        return STEP_DONE;
    return check_ask_same(m, f, schema_link(m->s, op->a + f->i++), false);
}

Step check_not(Machine *m, Frame *f, const Op *op)
{
    if (!f->phase) {
        f->phase = 1;
        Ask ask = { .node = op->a,
                    .instance = f->instance,
                    .where = AT_SAME,
                    .is_quiet = true };
        return check_ask(m, &ask);
    }
    if (!m->last)
        return STEP_DONE;
    Buf *out = problem_begin(m);
    if (out) {
        cm__buf_add_str(out, "expected a value that does not fit \"not\"");
        problem_found(m, out);
    }
    return STEP_FAIL;
}

Step check_if(Machine *m, Frame *f, const Op *op)
{
    if (f->phase == 0) {
        f->phase = 1;
        return check_ask_same(m, f, op->a, true);
    }
    if (f->phase == 2)
        return m->last ? STEP_DONE : STEP_FAIL;
    f->phase = 2;
    uint32_t next = m->last ? op->b : op->c;
    return next == NODE_NONE ? STEP_DONE : check_ask_same(m, f, next, false);
}

/* ---- alternatives ---- */

/* Types that a node lets through, seen through a few references. */
static unsigned types_of(const Machine *m, uint32_t node)
{
    unsigned types = SCHEMA_TYPE_ALL;
    for (int hops = 0; hops < 8; hops++) {
        const Node *n = schema_node(m->s, node);
        if (n->kind == NODE_FALSE)
            return 0;
        types &= n->types;
        if (n->kind != NODE_OPS || schema_op(m->s, n->first_op)->kind != OP_REF)
            break;
        node = schema_op(m->s, n->first_op)->a;
    }
    return types;
}

/* The one alternative that takes the instance's type, NODE_NONE when there are
 * none or several. *ret_types gets what all of them take. */
static uint32_t likely(const Machine *m, const Frame *f, const Op *op,
                       unsigned *ret_types)
{
    uint32_t found = NODE_NONE, n = 0;
    *ret_types = 0;
    for (uint32_t i = 0; i < op->b; i++) {
        uint32_t node = schema_link(m->s, op->a + i);
        unsigned types = types_of(m, node);
        *ret_types |= types;
        if (types & (1u << f->instance->type)) {
            found = node;
            n++;
        }
    }
    return n == 1 ? found : NODE_NONE;
}

static Step none_fits(Machine *m, Frame *f, const Op *op)
{
    enum {
        EXPLAINING = 2
    };
    unsigned types;
    if (f->is_quiet)
        return STEP_FAIL;
    uint32_t node = likely(m, f, op, &types);
    if (node != NODE_NONE) {
        f->phase = EXPLAINING;
        return check_ask_same(m, f, node, false);
    }
    Buf *out = problem_begin(m);
    if (out) {
        if (!(types & (1u << f->instance->type)) && types != 0) {
            cm__buf_add_str(out, "expected ");
            problem_types(out, types);
        } else {
            cm__buf_add_fmt(out, "expected one of %u alternatives to fit",
                            (unsigned)op->b);
        }
        problem_found(m, out);
    }
    return STEP_FAIL;
}

/* Goes through the alternatives; STEP_DONE when all were asked. `most` of them
 * that fit are enough to know. */
static Step ask_alternatives(Machine *m, Frame *f, const Op *op, uint32_t most)
{
    if (f->phase && m->last)
        f->n_fit++;
    f->phase = 1;
    if (f->i == op->b || f->n_fit == most)
        return STEP_DONE;
    return check_ask_same(m, f, schema_link(m->s, op->a + f->i++), true);
}

Step check_any(Machine *m, Frame *f, const Op *op)
{
    if (f->phase == 2)
        return STEP_FAIL;
    /* Where marks are kept every alternative counts. */
    Step step = ask_alternatives(m, f, op, f->marks == MARKS_NONE ? 1 : op->b);
    if (step != STEP_DONE || f->n_fit > 0)
        return step;
    return none_fits(m, f, op);
}

Step check_one(Machine *m, Frame *f, const Op *op)
{
    if (f->phase == 2)
        return STEP_FAIL;
    Step step = ask_alternatives(m, f, op, 2);
    if (step != STEP_DONE || f->n_fit == 1)
        return step;
    if (f->n_fit == 0)
        return none_fits(m, f, op);
    Buf *out = problem_begin(m);
    if (out) {
        cm__buf_add_str(out, "expected exactly one alternative to fit, but "
                             "several do");
        problem_found(m, out);
    }
    return STEP_FAIL;
}

Step check_dependent(Machine *m, Frame *f, const Op *op)
{
    const JsonValue *map = op->json;
    if (f->instance->type != CM_JSON_TYPE_OBJECT)
        return STEP_DONE;
    if (f->phase && !check_goes_on(m, f))
        return STEP_FAIL;
    f->phase = 0;
    while (f->i < map->n_members) {
        const JsonMember *needs = &map->members[f->i];
        uint32_t node = schema_link(m->s, op->a + f->i++);
        if (node == NODE_NONE ||
            !cm__json_get_n(f->instance, needs->name, needs->name_len))
            continue;
        f->phase = 1;
        return check_ask_same(m, f, node, false);
    }
    return STEP_DONE;
}
