/* SPDX-License-Identifier: MIT */
/* Suspension of async functions and generators. Only the one frame that awaits
 * or yields is saved: what called it has its own frame and goes on. The
 * coroutine keeps its row of registers between suspensions, so a loop of awaits
 * allocates once. */
#include "engine/coroutine.h"

#include "engine/vm_internal.h"

static Coroutine *coroutine_new(VM *vm, Frame *f, Shape *shape)
{
    const FuncProto *p = f->closure->proto;
    uint32_t below = p->flags & FUNC_VARARG ? f->argc : 0;
    ValuesCell *regs = heap_values_new(&vm->heap, (size_t)below + p->n_regs);
    if (!regs)
        return NULL;
    Coroutine *co = heap_alloc(&vm->heap, sizeof *co, CELL_OBJECT);
    if (!co)
        return NULL;
    co->obj.hd.aux = CLASS_GENERATOR;
    co->obj.shape = shape;
    co->obj.slots = NULL;
    co->obj.elements.dense = NULL;
    co->closure = f->closure;
    co->regs = regs;
    co->pc = f->pc;
    co->ics = f->ics;
    co->this_val = f->this_val;
    co->new_target = f->new_target;
    co->promise = VALUE_UNDEFINED;
    co->argc = f->argc;
    co->n_below = below;
    co->state = CO_RUNNING;
    co->kind = (uint8_t)(p->flags & (FUNC_ASYNC | FUNC_GENERATOR));
    co->result_reg = 0;
    co->mode_reg = 255;
    co->queue = VALUE_UNDEFINED;
    return co;
}

/* Registers are few and were just written one by one: loads as wide as memcpy's
 * would wait for those stores, each a stall. */
static void copy_registers(Value *to, const Value *from, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        to[i] = from[i];
        cm_keep_loop();
    }
}

bool coroutine_save(VM *vm, Frame *f)
{
    Coroutine *co = f->co;
    if (!co) {
        co = coroutine_new(vm, f, vm->realm->shape_coroutine);
        if (!co)
            return false;
        f->co = co;
    }
    uint32_t n = co->n_below + co->closure->proto->n_regs;
    copy_registers(co->regs->v, f->base - co->n_below, n);
    co->regs->n = n;
    co->pc = f->pc;
    co->this_val = f->this_val;
    co->state = CO_SUSPENDED;
    return true;
}

bool coroutine_push(VM *vm, Coroutine *co, Value *ret, int mode, Value v)
{
    const FuncProto *p = co->closure->proto;
    uint32_t n = co->n_below + p->n_regs;
    StackSegment *s;
    Value *at = call_area(vm, n, &s);
    Frame *f = at ? frame_reserve(vm) : NULL;
    if (!f)
        return false;
    copy_registers(at, co->regs->v, n);
    co->regs->n = 0;
    f->kind = FRAME_CODE;
    f->special = 0;
    f->reenter = 0;
    if (co->kind & FUNC_ASYNC)
        f->special |= SPECIAL_ASYNC;
    if (co->kind & FUNC_GENERATOR)
        f->special |= SPECIAL_GENERATOR;
    if (p->flags & FUNC_PROGRAM)
        f->special |= SPECIAL_PROGRAM;
    f->segment = s;
    f->pc = co->pc;
    f->base = at + co->n_below;
    f->top = f->base + p->n_regs;
    f->ret = ret;
    f->closure = co->closure;
    f->ics = co->ics;
    f->co = co;
    f->this_val = co->this_val;
    f->new_target = co->new_target;
    f->args = co->n_below ? at : f->base;
    f->argc = co->argc;
    f->promise_number = 0;
    if (co->state != CO_START) {
        if (co->mode_reg != 255)
            f->base[co->mode_reg] = value_int(mode);
        /* The register of a rejected await may be a variable's, which keeps its
         * value: x = await y throws before it assigns. */
        if (mode != 1 || co->mode_reg != 255)
            f->base[co->result_reg] = v;
    }
    co->state = CO_RUNNING;
    vm->frame = f;
    vm->call_depth++;
    return true;
}

bool async_finish(VM *vm, Frame *f, bool threw, Value v, Value *ret_promise)
{
    Promise *p;
    if (f->co) {
        p = (Promise *)(void *)value_obj(f->co->promise);
    } else if (f->special & SPECIAL_PROGRAM) {
        p = (Promise *)(void *)value_obj(vm->main_promise);
    } else {
        p = promise_new_internal(vm);
        if (!p)
            return false;
        p->number = f->promise_number;
    }
    if (threw ? !promise_reject(vm, p, v) : !promise_resolve(vm, p, v))
        return false;
    if (f->co) {
        f->co->state = CO_DONE;
        f->co->regs = NULL;
    }
    *ret_promise = value_from_obj(p);
    return true;
}

bool async_suspend(VM *vm, Frame *f, uint8_t result_reg, Value v,
                   Value *ret_promise)
{
    bool first = f->co == NULL;
    Promise *own = NULL;
    if (first && f->special & SPECIAL_PROGRAM) {
        own = (Promise *)(void *)value_obj(vm->main_promise);
    } else if (first) {
        own = promise_new(vm, true);
        if (!own)
            return false;
        own->number = f->promise_number;
    }
    Promise *p = NULL;
    if (value_is_object(v)) {
        p = promise_of(vm, v);
        if (!p)
            return false;
    }
    if (!coroutine_save(vm, f))
        return false;
    Coroutine *co = f->co;
    co->result_reg = result_reg;
    co->mode_reg = 255;
    if (own)
        co->promise = value_from_obj(own);
    if (p ? !promise_await(vm, p, co) : !jobs_add_resume(vm, co, false, v)) {
        /* Undo, so that the instruction can run again after a collection. */
        co->state = CO_RUNNING;
        if (first)
            f->co = NULL;
        return false;
    }
    /* An async generator that awaits is not to be entered. */
    if (co->kind & FUNC_GENERATOR)
        co->state = CO_RUNNING;
    if (own && f->special & SPECIAL_PROGRAM)
        vm->main_co = co;
    *ret_promise = co->promise;
    return true;
}

Coroutine *generator_start(VM *vm, Frame *f)
{
    bool is_async = (f->special & SPECIAL_ASYNC) != 0;
    Value proto =
        get_prop(vm, value_from_obj(f->closure), vm->realm->name.prototype);
    if (proto == VALUE_THROWN)
        return NULL;
    Obj *fallback = is_async ? vm->realm->async_generator_proto
                             : vm->realm->generator_proto;
    Shape *shape =
        shape_root(vm, value_is_object(proto) ? value_obj(proto) : fallback, 0);
    if (!shape)
        return NULL;
    Coroutine *co = coroutine_new(vm, f, shape);
    if (!co)
        return NULL;
    f->co = co;
    coroutine_save(vm, f);
    co->state = CO_START;
    return co;
}
