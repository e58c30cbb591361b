/* SPDX-License-Identifier: MIT */
/* Calls of Lua programs: frames, results, waiting. The loop inlines the
 * commonest call (a closure without varargs whose window fits) and comes here
 * for the rest. */
#include <string.h>

#include "engine/lua_internal.h"
#include "engine/lua_native.h"

/* ---- results in flight ---- */

#define SLOTS CM_ARRAY_LEN(((VM *)0)->result_slots)

Value *lua_results(VM *vm, uint32_t n)
{
    if (n > VM_MAX_ARGS) {
        throw_error(vm, ERR_ERROR, "too many results: at most %d", VM_MAX_ARGS);
        return NULL;
    }
    if (n <= SLOTS) {
        vm->results = vm->result_slots;
    } else {
        ValuesCell *row = heap_values_grow(&vm->heap, vm->result_row, n);
        if (!row)
            return NULL;
        for (uint32_t i = 0; i < n; i++)
            row->v[i] = VALUE_UNDEFINED;
        row->n = n;
        vm->result_row = row;
        vm->results = row->v;
    }
    vm->n_results = n;
    return vm->results;
}

Value lua_results_after(VM *vm, Value v)
{
    uint32_t n = vm->n_results;
    if (vm->results == vm->result_slots && n < SLOTS) {
        memmove(vm->results + 1, vm->results, n * sizeof(Value));
    } else {
        bool in_row = vm->results != vm->result_slots;
        if (!in_row) {
            Value *to = lua_results(vm, n + 1);
            if (!to)
                return VALUE_THROWN;
            memcpy(to + 1, vm->result_slots, n * sizeof(Value));
        } else {
            ValuesCell *row =
                heap_values_grow(&vm->heap, vm->result_row, (size_t)n + 1);
            if (!row)
                return VALUE_THROWN;
            memmove(row->v + 1, row->v, n * sizeof(Value));
            row->n = n + 1;
            vm->result_row = row;
            vm->results = row->v;
        }
    }
    vm->n_results = n + 1;
    vm->results[0] = v;
    return VALUE_RESULTS;
}

/* Moves the frame, its varargs included, behind everything in use. */
static bool relocate(VM *vm, Frame *f, size_t more)
{
    size_t below = (size_t)(f->base - f->args);
    size_t n = below + f->closure->proto->n_regs;
    StackSegment *s = vm->frame->segment;
    Value *free_from = vm->frame->top;
    Value *at = stack_fit(vm, &s, free_from, 0, n + more);
    if (!at)
        return false;
    memmove(at, f->args, n * sizeof(Value));
    f->args = at;
    f->base = at + below;
    f->top = f->base + f->closure->proto->n_regs;
    f->segment = s;
    return true;
}

Value *lua_open_room(VM *vm, Frame *f, Value *at, uint32_t n)
{
    size_t offset = (size_t)(at - f->base);
    if ((size_t)(f->segment->end - f->base) < offset + n &&
        !relocate(vm, f, offset + n))
        return NULL;
    at = f->base + offset;
    Value *top = f->base + f->closure->proto->n_regs;
    f->top = at + n > top ? at + n : top;
    return at;
}

static bool deliver_native(VM *vm, Frame *to, const Value *from, uint32_t n)
{
    NativeFrame *nf = &to->native;
    const Native *native = (Native *)(void *)value_obj(nf->call.callee);
    if (native->spec->flags & NATIVE_ALL_RESULTS && from != vm->results) {
        Value *row = lua_results(vm, n);
        if (!row)
            return false;
        memcpy(row, from, n * sizeof(Value));
    }
    nf->result = n ? from[0] : VALUE_UNDEFINED;
    return true;
}

bool lua_deliver(VM *vm, Frame *to, Value *ret, uint8_t want, const Value *from,
                 uint32_t n)
{
    if (to->kind == FRAME_NATIVE)
        return deliver_native(vm, to, from, n);
    if (to->kind == FRAME_BASE) {
        *ret = n ? from[0] : VALUE_UNDEFINED;
        return true;
    }
    if (want == WANT_ALL) {
        ret = lua_open_room(vm, to, ret, n);
        if (!ret)
            return false;
        to->n_open = n;
        memmove(ret, from, n * sizeof(Value));
        return true;
    }
    uint32_t given = n < want ? n : want;
    memmove(ret, from, given * sizeof(Value));
    for (uint32_t i = given; i < want; i++)
        ret[i] = VALUE_UNDEFINED;
    return true;
}

/* ---- waiting ---- */

static bool deliver_settled(VM *vm, const Promise *p, Value *ret, uint8_t want)
{
    Value v = p->value;
    if (p->state == PROMISE_FULFILLED)
        return lua_deliver(vm, vm->frame, ret, want, &v, 1);
    vm->exception = v;
    return false;
}

/* A call gave a promise: its value is the result, now or later. */
static CallResult await_result(VM *vm, Promise *p, Value *ret, uint8_t want)
{
    promise_observe(p);
    if (p->state != PROMISE_PENDING)
        return deliver_settled(vm, p, ret, want) ? CALL_DONE : CALL_FAILED;
    vm->awaited = p;
    vm->awaited_ret = ret;
    vm->awaited_want = want;
    return CALL_WAITS;
}

bool lua_resume(VM *vm)
{
    Promise *p = vm->awaited;
    if (!deliver_settled(vm, p, vm->awaited_ret, vm->awaited_want)) {
        if (vm->exception == VALUE_ABSENT)
            return false;
        vm->resume_throw = true;
    }
    vm->awaited = NULL;
    return true;
}

/* ---- calls ---- */

/* Arguments at `args`, of which argc are there; the window starts behind them
 * in vararg functions. */
static Value *lay_out(const FuncProto *p, Value *args, uint32_t argc)
{
    Value *base = args;
    if (p->flags & FUNC_VARARG) {
        base = args + argc;
        memcpy(base, args,
               (argc < p->n_params ? argc : p->n_params) * sizeof(Value));
    }
    for (uint32_t i = argc; i < p->n_params; i++)
        base[i] = VALUE_UNDEFINED;
    return base;
}

static size_t window_size(const FuncProto *p, uint32_t argc)
{
    size_t n = p->n_regs;
    if (p->flags & FUNC_VARARG)
        return n + argc;
    return n > argc ? n : argc;
}

static CallResult push_closure(VM *vm, Closure *cl, Value *cs, uint32_t argc,
                               Value *ret, uint8_t want)
{
    const FuncProto *p = cl->proto;
    if (!call_ready_ics(vm, cl))
        return CALL_FAILED;
    Frame *f = frame_reserve(vm);
    StackSegment *s = segment_of(vm, cs);
    Value *args =
        f ? stack_fit(vm, &s, cs + 1, argc, window_size(p, argc)) : NULL;
    if (!args || !call_enter_depth(vm))
        return CALL_FAILED;
    vm->fuel -= 1;
    frame_of_code(f, s, cl, lay_out(p, args, argc), args, argc, ret);
    f->special = p->flags & FUNC_PROGRAM ? SPECIAL_PROGRAM : 0;
    f->want = want;
    f->n_open = 0;
    f->this_val = f->new_target = VALUE_UNDEFINED;
    vm->frame = f;
    return CALL_PUSHED;
}

bool lua_tail_call(VM *vm, Frame *f, Value *cs, uint32_t argc)
{
    Closure *cl = (Closure *)(void *)value_obj(cs[0]);
    const FuncProto *p = cl->proto;
    if (!call_ready_ics(vm, cl))
        return false;
    /* The arguments go where this frame began; when the window does not fit
     * there, to the next segment, with nothing of this frame kept. */
    StackSegment *s = f->segment;
    Value *to = f->args;
    size_t need = window_size(p, argc);
    if ((size_t)(s->end - to) < need) {
        to = stack_fit(vm, &s, cs + 1, argc, need);
        if (!to)
            return false;
    } else {
        memmove(to, cs + 1, argc * sizeof(Value));
    }
    frame_of_code(f, s, cl, lay_out(p, to, argc), to, argc, f->ret);
    f->n_open = 0;
    return true;
}

/* A native gave v: its results go to where the call wants them. */
static CallResult finish_native(VM *vm, Value v, Value *ret, uint8_t want)
{
    bool ok;
    if (v == VALUE_THROWN)
        return CALL_FAILED;
    if (CM_UNLIKELY(value_is_class(v, CLASS_PROMISE)))
        return await_result(vm, (Promise *)(void *)value_obj(v), ret, want);
    if (want == 1 && vm->frame->kind == FRAME_CODE) {
        *ret = v;
        if (v == VALUE_RESULTS)
            *ret = vm->n_results ? vm->results[0] : VALUE_UNDEFINED;
        return CALL_DONE;
    }
    if (v == VALUE_RESULTS)
        ok = lua_deliver(vm, vm->frame, ret, want, vm->results, vm->n_results);
    else
        ok = lua_deliver(vm, vm->frame, ret, want, &v, 1);
    if (!ok)
        vm->code_ran = true; /* it must not run twice */
    return ok ? CALL_DONE : CALL_FAILED;
}

static CallResult push_native(VM *vm, const NativeSpec *spec, Value *cs,
                              uint32_t argc, Value *ret, uint8_t want)
{
    uint32_t n = argc < spec->min_args ? spec->min_args : argc;
    Frame *f = frame_reserve(vm);
    if (!f)
        return CALL_FAILED;
    StackSegment *s = segment_of(vm, cs);
    size_t need = (size_t)n + spec->n_regs + 2 + NATIVE_CALL_MAX;
    Value callee = cs[0];
    Value *args = stack_fit(vm, &s, cs + 1, argc, need);
    if (!args || !call_enter_depth(vm))
        return CALL_FAILED;
    frame_of_native(
        f, s,
        (NativeCall){ args, argc, VALUE_UNDEFINED, callee, VALUE_UNDEFINED }, n,
        need, ret);
    f->want = want;
    f->n_open = 0;
    vm->frame = f;
    return CALL_PUSHED;
}

static CallResult call_native(VM *vm, const NativeSpec *spec, Value *cs,
                              uint32_t argc, Value *ret, uint8_t want)
{
    vm->fuel -= 1;
    if (!spec->fn)
        return push_native(vm, spec, cs, argc, ret, want);
    NativeCall c = { cs + 1, argc, VALUE_UNDEFINED, cs[0], VALUE_UNDEFINED };
    uint32_t n = spec->min_args;
    if (n > argc) {
        StackSegment *s = segment_of(vm, cs);
        if ((size_t)(s->end + STACK_SLACK - c.args) < n) {
            c.args = stack_fit(vm, &s, c.args, argc, n);
            if (!c.args)
                return CALL_FAILED;
        }
        for (uint32_t i = argc; i < n; i++)
            c.args[i] = VALUE_UNDEFINED;
    }
    return finish_native(vm, spec->fn(vm, &c), ret, want);
}

CallResult lua_call_slots(VM *vm, Value *cs, uint32_t argc, Value *ret,
                          uint8_t want)
{
    if (CM_LIKELY(value_is_object(cs[0]))) {
        Obj *o = value_obj(cs[0]);
        switch (obj_class(o)) {
        case CLASS_FUNCTION:
            return push_closure(vm, (Closure *)(void *)o, cs, argc, ret, want);
        case CLASS_NATIVE:
            return call_native(vm, ((Native *)(void *)o)->spec, cs, argc, ret,
                               want);
        case CLASS_REFERENCE: {
            NativeCall c = { cs + 1, argc, VALUE_UNDEFINED, cs[0],
                             VALUE_UNDEFINED };
            vm->fuel -= 1;
            return finish_native(vm, obj_class_of(o)->call(vm, &c), ret, want);
        }
        default:
            break;
        }
    }
    lua_throw_call(vm, cs[0]);
    return CALL_FAILED;
}

/* ---- from natives ---- */

Step lua_call_many(VM *vm, NativeFrame *f, Value fn, const Value *args,
                   uint32_t n)
{
    if (n <= NATIVE_CALL_MAX)
        return native_call(vm, f, fn, VALUE_UNDEFINED, n, args);
    if (n > VM_MAX_ARGS) {
        throw_error(vm, ERR_ERROR, "too many arguments: at most %d",
                    VM_MAX_ARGS);
        return STEP_THROW;
    }
    ValuesCell *row = heap_values_new(&vm->heap, n);
    if (!row || !vm_charge(vm, n))
        return STEP_THROW;
    memcpy(row->v, args, n * sizeof(Value));
    row->n = n;
    Value *out = native_call_area(vm->frame);
    out[0] = fn;
    out[1] = VALUE_UNDEFINED;
    out[2] = value_from_cell(row);
    f->call_argc = NATIVE_ARGC_ARRAY;
    f->call_is_new = false;
    return STEP_CALL;
}

CallResult lua_call_from_native(VM *vm, Frame *f)
{
    Value *out = native_call_area(f);
    NativeFrame *nf = &f->native;
    const Native *native = (Native *)(void *)value_obj(nf->call.callee);
    uint8_t want = native->spec->flags & NATIVE_ALL_RESULTS ? WANT_ALL : 1;
    if (nf->call_argc != NATIVE_ARGC_ARRAY) {
        out[1] = out[0];
        return lua_call_slots(vm, out + 1, nf->call_argc, &nf->result, want);
    }
    const ValuesCell *row = value_ptr(out[2]);
    StackSegment *s = f->segment;
    Value *cs = stack_fit(vm, &s, f->top, 0, (size_t)row->n + 1);
    if (!cs)
        return CALL_FAILED;
    cs[0] = out[0];
    memcpy(cs + 1, row->v, row->n * sizeof(Value));
    return lua_call_slots(vm, cs, row->n, &nf->result, want);
}

/* ---- life ---- */

void lua_mark_roots(struct Gc *gc, VM *vm)
{
    gc_mark_cell(gc, vm->result_row);
    if (vm->results == vm->result_slots)
        gc_mark_values(gc, vm->result_slots,
                       vm->n_results < SLOTS ? vm->n_results : SLOTS);
    gc_mark_cell(gc, vm->lua_globals);
    gc_mark_cell(gc, vm->lua_numbers);
    gc_mark_value(gc, vm->lua_failure);
    gc_mark_cell(gc, vm->awaited);
}

bool lua_start(VM *vm)
{
    LuaTable *image = vm->realm->lua_globals;
    LuaTable *t = lua_table_new(vm, 0, image->live + 8);
    if (!t)
        return false;
    vm->lua_globals = t;
    vm->lua_failure = VALUE_UNDEFINED;
    for (uint32_t i = 0; i < image->used; i++) {
        const LuaEntry *e = &image->entries[i];
        if (e->value != VALUE_UNDEFINED &&
            !lua_table_set_str(vm, t, value_str(e->key), e->value))
            return false;
    }
    Str *name = str_intern_ascii(vm, "_G");
    return name && lua_table_set_str(vm, t, name, value_from_lua_table(t));
}
