/* SPDX-License-Identifier: MIT */
/* TypeScript's one construct with code of its own: enum (spec/execution.md
 * 2.4). */
#include "js/emit_internal.h"

#include <math.h>

/* E[E.name = value] = "name" for a value that is a number. */
static void reverse(Emit *e, JsEnumMember *m, uint32_t obj, uint32_t value)
{
    uint32_t name = cm__reg_new(e);
    cm__emit_load_str(e, name, cm__emit_atom(e, m->name));
    emit_at(e, &m->node);
    emit_abc(e, OP_DEFELEM, obj, value, name);
}

static void define(Emit *e, JsEnumMember *m, uint32_t obj, uint32_t value)
{
    uint32_t index;
    emit_at(e, &m->node);
    if (!cm__emit_name_is_index(m->name, &index)) {
        emit_abc(e, OP_DEFFIELD, obj, value, 0);
        cm__emit_word(e, cm__emit_const_str(e, cm__emit_atom(e, m->name)));
        return;
    }
    uint32_t key = cm__reg_new(e);
    cm__emit_load_number(e, key, index);
    emit_abc(e, OP_DEFELEM, obj, key, value);
}

/* A member computed at run time: mapped back when it came out as a number. */
static void reverse_if_number(Emit *e, JsEnumMember *m, uint32_t obj,
                              uint32_t value)
{
    Jumps skip = { 0 };
    uint32_t type = cm__reg_new(e);
    uint32_t k = cm__emit_const_str(e, cm__emit_ascii(e, "number"));
    emit_abc(e, OP_TYPEOF, type, value, 0);
    if (k > 0xFFFF) {
        cm__emit_too_complex(e, m->node.start);
        return;
    }
    cm__emit_jump(e, &skip, INS_ABX(OP_JSNEK, type, k));
    reverse(e, m, obj, value);
    cm__emit_patch(e, &skip);
}

/* value: register that keeps the member's value for the next one. */
static void emit_member(Emit *e, JsEnumMember *m, uint32_t obj, uint32_t value,
                        double *next)
{
    uint32_t top = e->top;
    double d = 0;
    if (m->init && !cm__expr_number(m->init, &d)) {
        cm__expr_to(e, m->init, value);
        define(e, m, obj, value);
        if (m->init->kind != JS_NODE_STRING)
            reverse_if_number(e, m, obj, value);
        *next = (double)NAN;
        e->top = top;
        return;
    }
    if (m->init)
        *next = d;
    if (isnan(*next)) {
        emit_at(e, &m->node);
        emit_abc(e, OP_INC, value, value, 0);
    } else {
        cm__emit_load_number(e, value, *next);
        *next += 1;
    }
    define(e, m, obj, value);
    reverse(e, m, obj, value);
    e->top = top;
}

void cm__emit_enum(Emit *e, JsEnum *n)
{
    Var *v = js_var(n->decl);
    if (!v)
        return;
    if (n->is_first) {
        uint32_t reg = cm__var_init_target(e, v);
        (void)emit_fix(e);
        uint32_t to = reg != NO_REG ? reg : cm__reg_new(e);
        emit_at(e, &n->node);
        emit_abc(e, OP_NEWOBJ, to, 0, 0);
        if (reg == NO_REG)
            cm__var_init(e, v, to);
        e->top = e->n_fixed;
    }
    uint32_t top = e->top;
    uint32_t obj = cm__var_register(e, v);
    if (obj == NO_REG) {
        obj = cm__reg_new(e);
        cm__var_load(e, v, obj);
    }
    uint32_t value = cm__reg_new(e);
    double next = 0;
    for (JsNode *m = n->members.first; m && e->status == CM_OK; m = m->next)
        emit_member(e, JS_AS(JsEnumMember, m), obj, value, &next);
    e->top = top;
}
