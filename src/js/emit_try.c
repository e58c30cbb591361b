/* SPDX-License-Identifier: MIT */
/* Leaving regions: try, finally, iterators that need closing.
 *
 * A finally block exists once. Every way into it puts a number into a register:
 * 0 fell through, 1 an exception, then one per way out (return, break,
 * continue) found while the protected code was compiled; the value of a return
 * or the exception travels in the register behind. After the block the number
 * decides.
 *
 * Closing an iterator on the way out must not be covered by the handler that
 * closes the same iterator, so protected ranges have gaps there. */
#include "js/emit_internal.h"

enum {
    COMPLETION_NORMAL = 0,
    COMPLETION_THROW = 1,
    COMPLETION_FIRST_EXIT = 2
};

/* ---- regions ---- */

void cm__unwind_open(Emit *e, Unwind *u, UnwindKind kind, uint32_t reg)
{
    *u = (Unwind){ .parent = e->unwind, .kind = kind, .reg = reg };
    u->from = emit_pc(e);
    e->unwind = u;
}

static void pause_range(Emit *e, Unwind *u)
{
    Segment *s = (Segment *)cm__emit_alloc(e, sizeof *s);
    if (!s)
        return;
    s->from = u->from;
    s->to = emit_pc(e);
    if (u->last_segment)
        u->last_segment->next = s;
    else
        u->segments = s;
    u->last_segment = s;
}

void cm__unwind_end(Emit *e, Unwind *u)
{
    pause_range(e, u);
    e->unwind = u->parent;
}

void cm__unwind_handle(Emit *e, Unwind *u, uint32_t exc)
{
    for (const Segment *s = u->segments; s; s = s->next)
        cm__emit_handler(e, s->from, s->to, emit_pc(e), exc);
}

static void close_async(Emit *e, uint32_t iter)
{
    uint32_t top = e->top;
    uint32_t result = cm__reg_new(e);
    Jumps none = { 0 };
    emit_abc(e, OP_AITERCLOSE, iter, result, 0);
    cm__emit_jump(e, &none, INS_ABC(OP_JUNDEF, result, 0, 0));
    emit_abc(e, OP_AWAIT, result, result, 0);
    emit_abc(e, OP_CHECKOBJ, result, 0, 0);
    cm__emit_patch(e, &none);
    e->top = top;
}

/* The errors of closing are dropped: a handler around it leads on. */
static void close_async_quietly(Emit *e, uint32_t iter)
{
    uint32_t top = e->top;
    uint32_t result = cm__reg_new(e);
    uint32_t from = emit_pc(e);
    Jumps none = { 0 };
    emit_abc(e, OP_AITERCLOSE, iter, result, 0);
    cm__emit_jump(e, &none, INS_ABC(OP_JUNDEF, result, 0, 0));
    emit_abc(e, OP_AWAIT, result, result, 0);
    cm__emit_patch(e, &none);
    cm__emit_handler(e, from, emit_pc(e), emit_pc(e), result);
    e->top = top;
}

void cm__emit_iterator_handler(Emit *e, Unwind *u, uint32_t exc)
{
    cm__unwind_handle(e, u, exc);
    if (u->kind == UNWIND_ITERATOR)
        emit_abc(e, OP_ITERCLOSET, u->reg, 0, 0);
    else
        close_async_quietly(e, u->reg);
    emit_abc(e, OP_THROW, exc, 0, 0);
}

/* ---- ways out ---- */

Control *cm__control_open(Emit *e, JsNode *n)
{
    Control *c = (Control *)cm__emit_alloc(e, sizeof *c);
    *(Control **)cm__vec_push(e, &e->controls) = c;
    n->mark = e->controls.n - 1;
    if (c) {
        c->break_unwind = c->continue_unwind = e->unwind;
        c->loop_start = NO_REG;
    }
    return c;
}

static Exit *find_exit(Emit *e, Unwind *u, Control *target, bool is_continue)
{
    for (Exit *x = u->exits; x; x = x->next)
        if (x->target == target && x->is_continue == is_continue)
            return x;
    Exit *x = (Exit *)cm__emit_alloc(e, sizeof *x);
    if (!x)
        return NULL;
    x->target = target;
    x->is_continue = is_continue;
    x->number = COMPLETION_FIRST_EXIT + u->n_exits++;
    x->next = u->exits;
    u->exits = x;
    return x;
}

/* A derived constructor that returns undefined gives `this`. */
static void return_now(Emit *e, uint32_t reg, uint32_t start, uint32_t end)
{
    const Func *fn = e->fn;
    if (fn->cls && fn->node && fn->node->is_derived) {
        Jumps given = { 0 };
        uint32_t top = e->top;
        uint32_t value = cm__reg_new(e);
        cm__emit_move(e, value, reg);
        cm__emit_pos(e, start, start);
        cm__emit_jump(e, &given, INS_ABC(OP_JNUNDEF, value, 0, 0));
        cm__emit_this(e, &fn->node->node, value);
        cm__emit_patch(e, &given);
        reg = value;
        e->top = top;
    }
    cm__emit_pos(e, start, end);
    emit_abc(e, OP_RETURN, reg, 0, 0);
}

static void enter_finally(Emit *e, Unwind *u, Control *target, bool is_continue,
                          const CodePos *at, uint32_t value)
{
    Exit *x = find_exit(e, u, target, is_continue);
    if (!x)
        return;
    x->start = at->start;
    x->end = at->end;
    if (!target)
        cm__emit_move(e, u->reg + 1, value);
    cm__emit_load_int(e, u->reg, (int32_t)x->number);
    cm__emit_jump(e, &u->entry, OP_JMP);
}

/* To a statement's end or start, or (target NULL) out of the function with the
 * value in a register. */
static void leave(Emit *e, Control *target, bool is_continue, uint32_t value,
                  const CodePos *at)
{
    Unwind *stop = NULL;
    Unwind *u = e->unwind;
    if (target)
        stop = is_continue ? target->continue_unwind : target->break_unwind;
    for (; u != stop && u->kind != UNWIND_FINALLY; u = u->parent) {
        pause_range(e, u);
        if (at->start != NO_REG)
            cm__emit_pos(e, at->start, at->start);
        if (u->kind == UNWIND_ITERATOR)
            emit_abc(e, OP_ITERCLOSE, u->reg, 0, 0);
        else
            close_async(e, u->reg);
    }
    if (u != stop)
        enter_finally(e, u, target, is_continue, at, value);
    else if (!target)
        return_now(e, value, at->start, at->end);
    else if (is_continue && target->loop_start != NO_REG)
        cm__emit_back(e, OP_LOOP, target->loop_start);
    else
        cm__emit_jump(e, is_continue ? &target->continues : &target->breaks,
                      OP_JMP);
    for (Unwind *v = e->unwind; v != u; v = v->parent)
        v->from = emit_pc(e);
}

void cm__emit_goto(Emit *e, Control *target, bool is_continue)
{
    CodePos nowhere = { 0, NO_REG, NO_REG };
    if (target)
        leave(e, target, is_continue, NO_REG, &nowhere);
}

void cm__emit_return(Emit *e, uint32_t reg, uint32_t start, uint32_t end)
{
    CodePos at = { 0, start, end };
    leave(e, NULL, false, reg, &at);
}

/* ---- try ---- */

static void emit_catch(Emit *e, JsTry *n, uint32_t from, uint32_t to)
{
    uint32_t top = e->top;
    uint32_t fixed = e->n_fixed;
    uint32_t exc = cm__reg_new(e);
    cm__emit_handler(e, from, to, emit_pc(e), exc);
    e->n_fixed = e->top;
    ScopeMark mark = cm__scope_open(e, n->catch_scope);
    if (n->param) {
        Var *v = n->param->kind == JS_NODE_IDENT
                     ? js_var(JS_AS(JsIdent, n->param)->decl)
                     : NULL;
        if (v && v->place == VAR_NOWHERE && !v->is_boxed) {
            v->place = VAR_REGISTER;
            v->slot = exc;
        } else {
            cm__emit_bind(e, n->param, exc, HOW_INIT);
        }
    }
    cm__emit_block(e, n->handler);
    cm__scope_close(e, mark);
    e->n_fixed = fixed;
    e->top = top;
}

static CM_NOINLINE void emit_try_catch(Emit *e, JsTry *n)
{
    Jumps end = { 0 };
    uint32_t from = emit_pc(e);
    cm__emit_block(e, n->block);
    if (!n->handler)
        return;
    uint32_t to = emit_pc(e);
    cm__emit_jump(e, &end, OP_JMP);
    emit_catch(e, n, from, to);
    cm__emit_patch(e, &end);
}

void cm__finally_enter(Emit *e, Unwind *u)
{
    cm__unwind_end(e, u);
    cm__emit_load_int(e, u->reg, COMPLETION_NORMAL);
    cm__emit_jump(e, &u->entry, OP_JMP);
    cm__unwind_handle(e, u, u->reg + 1);
    cm__emit_load_int(e, u->reg, COMPLETION_THROW);
    cm__emit_patch(e, &u->entry);
}

/* On as it was before the block. */
void cm__finally_leave(Emit *e, Unwind *u)
{
    Jumps normal = { 0 };
    cm__emit_jump(e, &normal, INS_ABC(OP_JF, u->reg, 0, 0));
    for (Exit *x = u->exits; x; x = x->next)
        cm__emit_jump(e, &x->stub, INS_ABX(OP_SWITCHI, u->reg, x->number));
    emit_abc(e, OP_THROW, u->reg + 1, 0, 0);
    for (Exit *x = u->exits; x; x = x->next) {
        CodePos at = { 0, x->start, x->end };
        cm__emit_patch(e, &x->stub);
        leave(e, x->target, x->is_continue, u->reg + 1, &at);
    }
    cm__emit_patch(e, &normal);
}

static CM_NOINLINE void emit_try_finally(Emit *e, JsTry *n)
{
    uint32_t top = e->top;
    uint32_t fixed = e->n_fixed;
    Unwind *u = (Unwind *)cm__emit_alloc(e, sizeof *u);
    if (!u)
        return;
    uint32_t number = cm__reg_run(e, 2);
    e->n_fixed = e->top;
    cm__unwind_open(e, u, UNWIND_FINALLY, number);
    emit_try_catch(e, n);
    cm__finally_enter(e, u);
    cm__emit_block(e, n->finalizer);
    cm__finally_leave(e, u);
    e->n_fixed = fixed;
    e->top = top;
}

void cm__emit_try(Emit *e, JsTry *n)
{
    if (n->finalizer)
        emit_try_finally(e, n);
    else
        emit_try_catch(e, n);
}
