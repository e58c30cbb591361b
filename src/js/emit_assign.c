/* SPDX-License-Identifier: MIT */
/* Assignments and updates. Plain variables in registers are computed in place;
 * everything else goes through a Place. */
#include "js/emit_internal.h"

/* Register of a variable that may be assigned without checks, else NO_REG. */
static uint32_t plain_target(const Emit *e, const JsNode *target)
{
    if (target->kind != JS_NODE_IDENT || (target->flags & JS_FLAG_CHECK))
        return NO_REG;
    const Var *v = js_var(JS_AS_CONST(JsIdent, target)->decl);
    if (!v || v->enum_decl || v->kind == JS_DECL_CONST ||
        v->kind == JS_DECL_SELF || v->kind == JS_DECL_IMPORT)
        return NO_REG;
    return cm__var_register(e, v);
}

static uint32_t scratch_for(Emit *e, uint32_t dst)
{
    return dst != NO_REG && reg_is_scratch(e, dst) ? dst : cm__reg_new(e);
}

/* The value of the right side: named, or wherever it is. */
static uint32_t value_any(Emit *e, JsAssign *a, uint32_t dst)
{
    Str *name = cm__expr_target_name(e, a);
    if (!name && dst == NO_REG)
        return cm__expr_any(e, a->value);
    if (!name)
        return cm__expr_hint(e, a->value, dst, NULL);
    uint32_t reg = scratch_for(e, dst);
    cm__expr_named(e, a->value, reg, name);
    return reg;
}

static void finish(Emit *e, uint32_t dst, uint32_t reg)
{
    if (dst != NO_REG)
        cm__emit_move(e, dst, reg);
}

static CM_NOINLINE void assign_plain(Emit *e, JsAssign *a, uint32_t dst)
{
    uint32_t reg = plain_target(e, a->target);
    if (reg != NO_REG) {
        cm__expr_named(e, a->value, reg, cm__expr_target_name(e, a));
        finish(e, dst, reg);
        return;
    }
    Place p;
    cm__place_open(e, a->target, a->value, &p);
    uint32_t value = value_any(e, a, dst);
    cm__place_set(e, &p, value);
    finish(e, dst, value);
}

static CM_NOINLINE void assign_compound(Emit *e, JsAssign *a, uint32_t dst)
{
    JsOp op = (JsOp)a->node.op;
    uint32_t reg = plain_target(e, a->target);
    if (reg != NO_REG) {
        uint32_t left = reg;
        if (a->value->flags & JS_FLAG_ASSIGNS) {
            left = cm__reg_new(e);
            cm__emit_move(e, left, reg);
        }
        cm__emit_binary(e, op, reg, left, a->value, &a->node);
        finish(e, dst, reg);
        return;
    }
    Place p;
    uint32_t work = scratch_for(e, dst);
    cm__place_open(e, a->target, a->value, &p);
    cm__place_settle(e, &p);
    cm__place_get(e, &p, work);
    cm__emit_binary(e, op, work, work, a->value, &a->node);
    cm__place_set(e, &p, work);
    finish(e, dst, work);
}

static CM_NOINLINE void assign_logical(Emit *e, JsAssign *a, uint32_t dst)
{
    Op op = a->node.op == JS_OP_AND  ? OP_JF
            : a->node.op == JS_OP_OR ? OP_JT
                                     : OP_JNNULLISH;
    Jumps end = { 0 };
    Str *name = cm__expr_target_name(e, a);
    uint32_t reg = plain_target(e, a->target);
    if (reg != NO_REG) {
        cm__emit_jump(e, &end, INS_ABC(op, reg, 0, 0));
        cm__expr_named(e, a->value, reg, name);
        cm__emit_patch(e, &end);
        finish(e, dst, reg);
        return;
    }
    Place p;
    uint32_t work = scratch_for(e, dst);
    cm__place_open(e, a->target, a->value, &p);
    cm__place_settle(e, &p);
    cm__place_get(e, &p, work);
    cm__emit_jump(e, &end, INS_ABC(op, work, 0, 0));
    cm__expr_named(e, a->value, work, name);
    cm__place_set(e, &p, work);
    cm__emit_patch(e, &end);
    finish(e, dst, work);
}

void cm__emit_assign(Emit *e, JsAssign *a, uint32_t dst)
{
    uint32_t top = e->top;
    switch (a->node.op) {
    case JS_OP_ASSIGN:
        assign_plain(e, a, dst);
        break;
    case JS_OP_AND:
    case JS_OP_OR:
    case JS_OP_NULLISH:
        assign_logical(e, a, dst);
        break;
    default:
        assign_compound(e, a, dst);
        break;
    }
    e->top = top;
}

static void step(Emit *e, JsUpdate *u, uint32_t dst, uint32_t src)
{
    emit_at(e, &u->node);
    emit_abc(e, u->node.op == JS_OP_ADD ? OP_INC : OP_DEC, dst, src, 0);
}

/* The old value as a number, then the new one. */
static void numeric(Emit *e, JsUpdate *u, uint32_t dst, uint32_t src)
{
    emit_at(e, &u->node);
    emit_abc(e, OP_NUMERIC, dst, src, 0);
}

void cm__emit_update(Emit *e, JsUpdate *u, uint32_t dst)
{
    uint32_t top = e->top;
    uint32_t reg = plain_target(e, u->target);
    bool wants_old = dst != NO_REG && !u->is_prefix;
    if (reg != NO_REG && !wants_old) {
        step(e, u, reg, reg);
        finish(e, dst, reg);
        return;
    }
    uint32_t old = wants_old ? scratch_for(e, dst) : NO_REG;
    if (reg != NO_REG) {
        numeric(e, u, old, reg);
        step(e, u, reg, old);
        finish(e, dst, old);
        e->top = top;
        return;
    }
    Place p;
    uint32_t work = cm__reg_new(e);
    cm__place_open(e, u->target, NULL, &p);
    cm__place_settle(e, &p);
    cm__place_get(e, &p, work);
    if (wants_old) {
        numeric(e, u, old, work);
        step(e, u, work, old);
    } else {
        step(e, u, work, work);
    }
    cm__place_set(e, &p, work);
    finish(e, dst, wants_old ? old : work);
    e->top = top;
}
