/* SPDX-License-Identifier: MIT */
/* Scopes with `using` (ECMA-262 14.3.1 and 7.5 of 2026): a finally block whose
 * body is a loop over the list of resources.
 *
 *     number, value     how the scope was left, as in emit_try.c
 *     list              the resources; undefined as long as there are none
 *
 *     next:  DISPOSENEXT list, kind -> done   kind, -, disposer, its this
 *            CALL disposer                    [threw: fail]
 *            AWAIT the result                 [threw: fail] await using only
 *            LOOP next
 *     fail:  DISPOSEFAIL number, error        it is how the scope is left now
 *            LOOP next
 *     done:  on as the number says
 *
 * So disposers are called by instructions of the frame: they may suspend it,
 * and an error of one does not keep the others from being called. */
#include "engine/dispose.h"
#include "js/emit_internal.h"

struct Using {
    Unwind unwind;
    struct Using *outer;
    const JsScope *scope;
    ScopeMark mark; /* before its registers */
    uint32_t number, list;
    uint32_t start; /* of the first declaration: where disposers fail */
};

Using *cm__using_new(Emit *e, const JsScope *scope)
{
    Using *u = (Using *)cm__emit_alloc(e, sizeof *u);
    if (!u)
        return NULL;
    u->scope = scope;
    u->mark = (ScopeMark){ e->top, e->n_fixed };
    u->number = cm__reg_run(e, 3);
    u->list = u->number + 2;
    (void)emit_fix(e);
    emit_abc(e, OP_LOADUNDEF, u->list, 0, 0);
    return u;
}

void cm__using_begin(Emit *e, Using *u)
{
    u->outer = e->using;
    e->using = u;
    cm__unwind_open(e, &u->unwind, UNWIND_FINALLY, u->number);
}

/* ---- leaving ---- */

/* Registers of the loop, all temporaries. */
typedef struct Loop {
    Emit *e;
    uint32_t kind, error, call, start;
    bool is_async;
    Jumps failed, done;
} Loop;

static void go_on(Loop *l)
{
    cm__emit_back(l->e, OP_LOOP, l->start);
}

static void handle(Loop *l, uint32_t from, uint32_t to)
{
    cm__emit_handler(l->e, from, to, emit_pc(l->e), l->error);
}

static void await_undefined(Loop *l)
{
    emit_abc(l->e, OP_LOADUNDEF, l->call, 0, 0);
    emit_abc(l->e, OP_AWAIT, l->call, l->call, 0);
}

/* An error of the call. That of a synchronous disposer of an `await using` is
 * a rejection: it comes a turn later. That of an asynchronous one means that
 * nothing was awaited. */
static void async_call_failed(Loop *l)
{
    Emit *e = l->e;
    Jumps later = { 0 };
    cm__emit_jump(e, &later,
                  INS_ABX(OP_SWITCHI, l->kind, DISPOSE_ASYNC_OF_SYNC));
    cm__emit_load_int(e, l->kind, DISPOSE_SYNC);
    cm__emit_jump(e, &l->failed, OP_JMP);
    cm__emit_patch(e, &later);
    await_undefined(l);
}

/* The part between the call and the end of a turn. call_from and call_to: the
 * call. */
static void async_turn(Loop *l, uint32_t call_from, uint32_t call_to,
                       Jumps *wait)
{
    Emit *e = l->e;
    Jumps given = { 0 };
    cm__emit_back(e, INS_ABC(OP_JFL, l->kind, 0, 0), l->start);
    cm__emit_jump(e, &given, INS_ABX(OP_SWITCHI, l->kind, DISPOSE_ASYNC));
    cm__emit_patch(e, wait);
    emit_abc(e, OP_LOADUNDEF, l->call, 0, 0);
    cm__emit_patch(e, &given);
    uint32_t from = emit_pc(e);
    emit_abc(e, OP_AWAIT, l->call, l->call, 0);
    uint32_t to = emit_pc(e);
    go_on(l);
    handle(l, call_from, call_to);
    async_call_failed(l);
    handle(l, from, to);
    cm__emit_patch(e, &l->failed);
}

static void dispose(Loop *l, const Using *u)
{
    Emit *e = l->e;
    Jumps wait = { 0 };
    cm__emit_load_int(e, l->kind, DISPOSE_SYNC);
    l->start = emit_pc(e);
    e->last_target = l->start;
    cm__emit_pos(e, u->start, u->start);
    cm__emit_jump(e, &l->done, INS_ABC(OP_DISPOSENEXT, u->list, l->kind, 0));
    if (l->is_async)
        cm__emit_jump(e, &wait, INS_ABX(OP_SWITCHI, l->kind, DISPOSE_WAIT));
    uint32_t from = emit_pc(e);
    emit_abc(e, OP_CALL, l->call, 0, 0);
    uint32_t to = emit_pc(e);
    if (l->is_async) {
        async_turn(l, from, to, &wait);
    } else {
        go_on(l);
        handle(l, from, to);
    }
    emit_abc(e, OP_DISPOSEFAIL, u->number, l->error, 0);
    go_on(l);
    cm__emit_patch(e, &l->done);
}

void cm__using_close(Emit *e, Using *u)
{
    if (!u || e->status != CM_OK)
        return;
    e->using = u->outer;
    cm__finally_enter(e, &u->unwind);
    e->top = e->n_fixed = u->list + 1;
    Loop l = { .e = e, .is_async = u->scope->disposes == JS_DISPOSE_ASYNC };
    l.kind = cm__reg_run(e, 4);
    l.error = l.kind + 1;
    l.call = l.kind + 2;
    dispose(&l, u);
    e->top = e->n_fixed;
    cm__finally_leave(e, &u->unwind);
    e->top = u->mark.top;
    e->n_fixed = u->mark.n_fixed;
}

/* ---- declarations ---- */

void cm__using_add(Emit *e, const JsNode *at, uint32_t reg, uint8_t dispose)
{
    if (!e->using)
        return;
    if (!e->using->start)
        e->using->start = at->start;
    cm__emit_pos(e, at->start, at->end);
    emit_abc(e, OP_DISPOSEADD, e->using->list, reg,
             dispose == JS_DISPOSE_ASYNC);
}

void cm__emit_using(Emit *e, const JsVar *v)
{
    for (JsNode *n = v->declarators.first; n && e->status == CM_OK;
         n = n->next) {
        JsDeclarator *d = JS_AS(JsDeclarator, n);
        cm__emit_declare_used(e, JS_AS(JsIdent, d->target), d->init,
                              v->dispose);
    }
}
