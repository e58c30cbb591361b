/* SPDX-License-Identifier: MIT */
/* Operations that look into arrays and objects. Each is run again after every
 * part it asked about: f->phase tells that an answer is there, f->i where it
 * goes on. */
#include "schema/check.h"

static Step ask_part(Machine *m, const Frame *f, uint32_t node,
                     const JsonValue *part, bool is_quiet)
{
    Ask ask = { .node = node,
                .instance = part,
                .where = f->instance->type == CM_JSON_TYPE_ARRAY ? AT_ITEM
                                                                 : AT_MEMBER,
                .place = f->i,
                .is_quiet = is_quiet || f->is_quiet };
    return check_ask(m, &ask);
}

/* Takes the answer about the part at f->i, if there is one, and goes to the
 * next. False: a quiet frame has its verdict. */
static bool take_part(Machine *m, Frame *f)
{
    if (!f->phase)
        return true;
    if (!check_goes_on(m, f))
        return false;
    check_mark(m, f, f->i++);
    f->phase = 0;
    return true;
}

static bool is_false(const Machine *m, uint32_t node)
{
    return schema_node(m->s, node)->kind == NODE_FALSE;
}

static Step too_many_items(Machine *m, const Frame *f)
{
    Buf *out = problem_begin(m);
    if (out)
        cm__buf_add_fmt(out, "expected at most %u item%s, found %zu",
                        (unsigned)f->i, f->i == 1 ? "" : "s",
                        f->instance->n_items);
    return STEP_FAIL;
}

Step check_items(Machine *m, Frame *f, const Op *op)
{
    const JsonValue *list = f->instance;
    if (list->type != CM_JSON_TYPE_ARRAY)
        return STEP_DONE;
    if (!take_part(m, f))
        return STEP_FAIL;
    if (f->i >= list->n_items)
        return STEP_DONE;
    uint32_t node = f->i < op->b ? schema_link(m->s, op->a + f->i) : op->c;
    if (node == NODE_NONE)
        return STEP_DONE;
    if (f->i >= op->b && is_false(m, node))
        return too_many_items(m, f);
    f->phase = 1;
    if (!check_charge(m, 1))
        return STEP_STOP;
    return ask_part(m, f, node, &list->items[f->i], false);
}

static Step contains_verdict(Machine *m, const Frame *f, const Op *op)
{
    if (f->n_fit >= op->b && f->n_fit <= op->c)
        return STEP_DONE;
    bool is_short = f->n_fit < op->b;
    uint32_t bound = is_short ? op->b : op->c;
    Buf *out = problem_begin(m);
    if (out)
        cm__buf_add_fmt(out, "expected at %s %u item%s \"contains\", found %u",
                        is_short ? "least" : "most", (unsigned)bound,
                        bound == 1 ? " that fits" : "s that fit",
                        (unsigned)f->n_fit);
    return STEP_FAIL;
}

Step check_contains(Machine *m, Frame *f, const Op *op)
{
    const JsonValue *list = f->instance;
    if (list->type != CM_JSON_TYPE_ARRAY)
        return STEP_DONE;
    if (f->phase) {
        if (m->last) {
            f->n_fit++;
            if (op->d)
                check_mark(m, f, f->i);
        }
        f->i++;
    }
    if (f->i >= list->n_items)
        return contains_verdict(m, f, op);
    f->phase = 1;
    if (!check_charge(m, 1))
        return STEP_STOP;
    return ask_part(m, f, op->a, &list->items[f->i], true);
}

/* ---- objects ---- */

/* The j-th schema for a member: properties, then each pattern. NODE_NONE: it
 * has nothing to say. False: the host said stop. */
static bool schema_for(Machine *m, const Op *op, uint32_t j,
                       const JsonMember *member, uint32_t *ret_node)
{
    *ret_node = NODE_NONE;
    if (j == 0) {
        size_t n = op->json
                       ? schema_member(op->json, member->name, member->name_len)
                       : SIZE_MAX;
        if (n != SIZE_MAX)
            *ret_node = schema_link(m->s, op->a + (uint32_t)n);
        return true;
    }
    uint32_t pair = op->b + 2 * (j - 1);
    const RegexpCode *code = schema_pattern(m->s, schema_link(m->s, pair));
    if (!check_charge(m, 2 + member->name_len / 64))
        return false;
    RegexpResult r =
        cm__schema_match(code, &m->regexp, member->name, member->name_len);
    if (r == REGEXP_MATCH)
        *ret_node = schema_link(m->s, pair + 1);
    if (r == REGEXP_STOPPED || r == REGEXP_NOMEM) {
        m->verdict = r == REGEXP_NOMEM ? SCHEMA_NOMEM : SCHEMA_STOPPED;
        return false;
    }
    return true;
}

static Step unexpected(Machine *m, Frame *f, const JsonMember *member)
{
    f->is_valid = false;
    problem_unexpected(m, member);
    return f->is_quiet ? STEP_FAIL : STEP_DONE;
}

/* Asks for one member after the other; f->j counts the schemas tried. */
Step check_object(Machine *m, Frame *f, const Op *op)
{
    const JsonValue *object = f->instance;
    if (object->type != CM_JSON_TYPE_OBJECT)
        return STEP_DONE;
    if (f->phase && !check_goes_on(m, f))
        return STEP_FAIL;
    f->phase = 0;
    for (; f->i < object->n_members; f->i++, f->j = 0, f->is_hit = false) {
        const JsonMember *member = &object->members[f->i];
        uint32_t node = NODE_NONE;
        if (!check_charge(m, 1))
            return STEP_STOP;
        while (f->j <= op->c && node == NODE_NONE)
            if (!schema_for(m, op, f->j++, member, &node))
                return STEP_STOP;
        if (node == NODE_NONE && f->j == op->c + 1) {
            f->j++;
            if (!f->is_hit)
                node = op->d;
            if (node != NODE_NONE && is_false(m, node)) {
                if (unexpected(m, f, member) == STEP_FAIL)
                    return STEP_FAIL;
                check_mark(m, f, f->i);
                continue;
            }
        }
        if (node == NODE_NONE) {
            if (f->is_hit)
                check_mark(m, f, f->i);
            continue;
        }
        f->is_hit = true;
        f->phase = 1;
        return ask_part(m, f, node, &member->value, false);
    }
    return STEP_DONE;
}

/* ---- names ---- */

/* Slots are taken and given back like frames, the last one first. */
static NameSlot *take_name(Machine *m)
{
    NameSlot *slot = m->free_names;
    if (slot)
        m->free_names = slot->next;
    else
        slot = cm__arena_zero(&m->names, sizeof *slot);
    if (slot) {
        slot->next = m->used_names;
        m->used_names = slot;
    }
    return slot;
}

void check_give_name(Machine *m)
{
    NameSlot *slot = m->used_names;
    m->used_names = slot->next;
    slot->next = m->free_names;
    m->free_names = slot;
}

Step check_names(Machine *m, Frame *f, const Op *op)
{
    const JsonValue *object = f->instance;
    if (object->type != CM_JSON_TYPE_OBJECT)
        return STEP_DONE;
    if (f->phase) {
        if (!check_goes_on(m, f))
            return STEP_FAIL;
        f->i++;
    }
    if (f->i >= object->n_members)
        return STEP_DONE;
    if (!check_charge(m, 1))
        return STEP_STOP;
    NameSlot *slot = take_name(m);
    if (!slot)
        return check_stop(m, SCHEMA_NOMEM);
    const JsonMember *member = &object->members[f->i];
    slot->name.type = CM_JSON_TYPE_STRING;
    slot->name.text = member->name;
    slot->name.len = member->name_len;
    f->phase = 1;
    Ask ask = { .node = op->a,
                .instance = &slot->name,
                .where = AT_NAME,
                .place = f->i,
                .is_quiet = f->is_quiet };
    Step step = check_ask(m, &ask);
    if (step != STEP_CALL) /* no frame that would give it back */
        check_give_name(m);
    return step;
}

/* ---- what is left ---- */

Step check_rest(Machine *m, Frame *f, const Op *op)
{
    const JsonValue *v = f->instance;
    bool is_object = op->kind == OP_REST_PROPERTIES;
    if (v->type != (is_object ? CM_JSON_TYPE_OBJECT : CM_JSON_TYPE_ARRAY))
        return STEP_DONE;
    if (!take_part(m, f))
        return STEP_FAIL;
    for (; f->i < check_n_parts(v); f->i++) {
        if (!check_charge(m, 1))
            return STEP_STOP;
        if (check_is_marked(m, f, f->i))
            continue;
        if (is_object && is_false(m, op->a)) {
            check_mark(m, f, f->i);
            if (unexpected(m, f, &v->members[f->i]) == STEP_FAIL)
                return STEP_FAIL;
            continue;
        }
        f->phase = 1;
        return ask_part(m, f, op->a,
                        is_object ? &v->members[f->i].value : &v->items[f->i],
                        false);
    }
    return STEP_DONE;
}
