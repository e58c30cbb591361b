/* SPDX-License-Identifier: MIT */
/* await, yield and yield* (ECMA-262 15.5.5, 27.6.3). */
#include "js/emit_internal.h"

enum {
    MODE_NEXT = 0,
    MODE_THROW = 1,
    MODE_RETURN = 2
};

void cm__emit_await(Emit *e, const JsNode *n, uint32_t dst, uint32_t src)
{
    emit_at(e, n);
    emit_abc(e, OP_AWAIT, dst, src, 0);
}

/* What the resumption asks for: go on, throw here, or return from here. */
static void resume(Emit *e, const JsNode *n, uint32_t value, uint32_t mode)
{
    Jumps next = { 0 }, returns = { 0 };
    cm__emit_jump(e, &next, INS_ABC(OP_JF, mode, 0, 0));
    cm__emit_jump(e, &returns, INS_ABX(OP_SWITCHI, mode, MODE_RETURN));
    emit_at(e, n);
    emit_abc(e, OP_THROW, value, 0, 0);
    cm__emit_patch(e, &returns);
    if (e->is_async)
        emit_abc(e, OP_AWAITRETURN, value, 0, 0);
    cm__emit_return(e, value, n->start, n->end);
    cm__emit_patch(e, &next);
}

/* ---- yield* ---- */

typedef struct Delegate {
    Emit *e;
    const JsNode *at;
    uint32_t iter, next, received, mode;
    uint32_t call; /* callee, receiver, argument */
} Delegate;

static void get(Delegate *d, uint32_t dst, uint32_t obj, const char *name)
{
    emit_at(d->e, d->at);
    cm__emit_get_field(d->e, dst, obj, cm__emit_ascii(d->e, name));
}

static void settle(Delegate *d)
{
    if (d->e->is_async)
        cm__emit_await(d->e, d->at, d->call, d->call);
    emit_at(d->e, d->at);
    emit_abc(d->e, OP_CHECKOBJ, d->call, 0, 0);
}

static void call_with(Delegate *d, uint32_t argc)
{
    Emit *e = d->e;
    cm__emit_move(e, d->call + 1, d->iter);
    if (argc)
        cm__emit_move(e, d->call + 2, d->received);
    emit_at(e, d->at);
    emit_abc(e, OP_CALL, d->call, argc, 0);
}

static void open_delegate(Delegate *d, JsYield *y)
{
    Emit *e = d->e;
    const Realm *realm = e->options->realm;
    uint32_t src = cm__expr_any(e, y->operand);
    emit_at(e, y->operand);
    if (e->is_async) {
        d->iter = cm__reg_run(e, 3);
        d->next = d->iter + 1;
        emit_abc(e, OP_AITEROPEN, d->iter, src, 1);
        return;
    }
    d->iter = cm__reg_run(e, 3);
    d->next = d->iter + 1;
    Symbol *symbol = realm ? realm->symbol.iterator : NULL;
    cm__emit_load_value(e, d->iter + 2,
                        symbol ? value_from_symbol(symbol) : VALUE_UNDEFINED);
    emit_abc(e, OP_GETMETHODE, d->iter, src, d->iter + 2);
    emit_abc(e, OP_CALL, d->iter, 0, 0);
    emit_abc(e, OP_CHECKOBJ, d->iter, 0, 0);
    get(d, d->next, d->iter, "next");
}

/* throw() of the inner iterator; without one it is closed and that is an
 * error. */
static void delegate_throw(Delegate *d, Jumps *got)
{
    Emit *e = d->e;
    Jumps missing = { 0 }, closed = { 0 };
    get(d, d->call, d->iter, "throw");
    cm__emit_jump(e, &missing, INS_ABC(OP_JNULLISH, d->call, 0, 0));
    call_with(d, 1);
    cm__emit_jump(e, got, OP_JMP);
    cm__emit_patch(e, &missing);
    get(d, d->call, d->iter, "return");
    cm__emit_jump(e, &closed, INS_ABC(OP_JNULLISH, d->call, 0, 0));
    call_with(d, 0);
    settle(d);
    cm__emit_patch(e, &closed);
    cm__emit_throw_type(e, d->at,
                        "The iterator does not provide a throw method");
}

static void delegate_return(Delegate *d, Jumps *yields)
{
    Emit *e = d->e;
    Jumps over = { 0 };
    if (e->is_async)
        emit_abc(e, OP_AWAITRETURN, d->received, 0, 0);
    get(d, d->call, d->iter, "return");
    cm__emit_jump(e, &over, INS_ABC(OP_JNULLISH, d->call, 0, 0));
    call_with(d, 1);
    settle(d);
    get(d, d->call + 1, d->call, "done");
    cm__emit_jump(e, yields, INS_ABC(OP_JF, d->call + 1, 0, 0));
    get(d, d->call, d->call, "value");
    cm__emit_return(e, d->call, d->at->start, d->at->end);
    cm__emit_patch(e, &over);
    if (e->is_async)
        emit_abc(e, OP_AWAITRETURN, d->received, 0, 0);
    cm__emit_return(e, d->received, d->at->start, d->at->end);
}

static CM_NOINLINE void emit_delegate(Emit *e, JsYield *y, uint32_t dst)
{
    uint32_t top = e->top;
    Delegate d = { .e = e, .at = &y->node };
    Jumps next = { 0 }, returns = { 0 }, got = { 0 }, yields = { 0 };
    Jumps done = { 0 };
    open_delegate(&d, y);
    d.received = cm__reg_new(e);
    d.mode = cm__reg_new(e);
    d.call = cm__reg_run(e, 3);
    emit_abc(e, OP_LOADUNDEF, d.received, 0, 0);
    cm__emit_load_int(e, d.mode, MODE_NEXT);
    uint32_t start = emit_pc(e);
    e->last_target = start;
    cm__emit_jump(e, &next, INS_ABC(OP_JF, d.mode, 0, 0));
    cm__emit_jump(e, &returns, INS_ABX(OP_SWITCHI, d.mode, MODE_RETURN));
    delegate_throw(&d, &got);
    cm__emit_patch(e, &returns);
    delegate_return(&d, &yields);
    cm__emit_patch(e, &next);
    cm__emit_move(e, d.call, d.next);
    call_with(&d, 1);
    cm__emit_patch(e, &got);
    settle(&d);
    get(&d, d.call + 1, d.call, "done");
    cm__emit_jump(e, &done, INS_ABC(OP_JT, d.call + 1, 0, 0));
    cm__emit_patch(e, &yields);
    if (e->is_async)
        get(&d, d.call, d.call, "value");
    emit_abc(e, e->is_async ? OP_YIELD : OP_YIELDRESULT, d.received, d.call,
             d.mode);
    cm__emit_back(e, OP_LOOP, start);
    cm__emit_patch(e, &done);
    get(&d, dst, d.call, "value");
    e->top = top;
}

void cm__emit_yield(Emit *e, JsYield *y, uint32_t dst)
{
    if (y->is_delegate) {
        emit_delegate(e, y, dst);
        return;
    }
    uint32_t top = e->top;
    uint32_t src;
    if (y->operand) {
        src = cm__expr_any(e, y->operand);
    } else {
        src = cm__reg_new(e);
        emit_abc(e, OP_LOADUNDEF, src, 0, 0);
    }
    uint32_t value = cm__reg_new(e);
    uint32_t mode = cm__reg_new(e);
    if (e->is_async) {
        cm__emit_await(e, &y->node, value, src);
        src = value;
    }
    emit_at(e, &y->node);
    emit_abc(e, OP_YIELD, value, src, mode);
    resume(e, &y->node, value, mode);
    cm__emit_move(e, dst, value);
    e->top = top;
}
