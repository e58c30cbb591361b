/* SPDX-License-Identifier: MIT */
/* The loop that runs program code.
 *
 * One function, because the instruction pointer, the register base and the
 * constant table must live in machine registers across instructions (measured
 * on prototypes: calls through a context struct cost 20 to 40 %). Each
 * instruction has its fast path here and calls interp_slow.c, property.c,
 * operators.c for the rest. Dispatch is by computed goto, or by a switch with
 * CM_SWITCH_VM.
 *
 * Calls of program code push a Frame and go on in the same loop; stepping
 * natives are entered from the label native_step. C recursion happens only in
 * vm_call.
 *
 * Before anything that may throw, allocate or look at the place, SAVE() stores
 * the instruction pointer in the frame. `failed` decides between a parked
 * exception, an ended execution and refused memory, see heap.h. */
#include "engine/coroutine.h"
#include "engine/dispose.h"
#include "engine/vm_internal.h"

#include <assert.h>

static const uint8_t op_words[OP_COUNT] = {
#define X(name, words, doc) words,
#include "engine/opcodes.def"
#undef X
};

#define INT_MIN_BITS      (TAG_INT << VALUE_TAG_SHIFT)
#define BOTH_INT(x, y)    (((x) & (y)) >= INT_MIN_BITS)
#define BOTH_DOUBLE(x, y) (value_is_double(x) && value_is_double(y))
#define BOTH_NUMBER(x, y) (value_is_number(x) && value_is_number(y))

/* Bit 31 of an inline cache's slot: the value lies out of line. */
#define IC_OUT_OF_LINE UINT32_C(0x80000000)

static inline Value *ic_place(Obj *o, uint32_t slot)
{
    if (CM_LIKELY(!(slot & IC_OUT_OF_LINE)))
        return (Value *)(void *)((char *)o + slot);
    return &o->slots->v[slot & ~IC_OUT_OF_LINE];
}

/* A collection that the memory limit forced. True when it freed enough for
 * another try to make sense: a program that lives within a hair of its limit
 * would otherwise collect without end. */
static bool collect_for_memory(VM *vm)
{
    size_t before = vm->heap.used;
    gc_collect(vm);
    vm->heap.refused = false;
    if (vm->termination != TERM_NONE)
        return false;
    size_t freed = before > vm->heap.used ? before - vm->heap.used : 0;
    if (freed >= vm->heap.limit / 128) {
        vm->tight_collections = 0;
        return true;
    }
    return ++vm->tight_collections < 8;
}

/* Retries between two safepoints before the execution is ended: several
 * operations may be refused in turn. */
#define MAX_RETRIES 16

/* The same operation was refused before and the same lives now as then: it made
 * no headway, what the collection freed was of its own try, and it does not
 * fit. */
static bool is_refused_again(VM *vm)
{
    bool is_again = vm->retries > 1 && vm->retry_frame == vm->frame &&
                    vm->retry_pc == vm->frame->pc &&
                    vm->heap.used == vm->retry_used;
    vm->retry_frame = vm->frame;
    vm->retry_pc = vm->frame->pc;
    vm->retry_used = vm->heap.used;
    return is_again;
}

/* What to do at a failure without an exception: true after a collection, when
 * the instruction or native may run again. */
static bool may_retry(VM *vm)
{
    if (vm->termination != TERM_NONE)
        return false;
    assert(vm->heap.refused); /* else somebody failed without saying why */
    /* Bounded like a loop: by steps, and by what a collection has to free. */
    if (vm->made_headway)
        vm->retries = 0;
    vm->made_headway = false;
    if (vm->code_ran || vm->gc_lock > 0 || ++vm->retries > MAX_RETRIES ||
        !collect_for_memory(vm) || is_refused_again(vm)) {
        vm_terminate(vm, TERM_MEMORY);
        return false;
    }
    vm->steps_done += (uint64_t)(vm->fuel_slice - vm->fuel);
    vm->fuel = vm->fuel_slice = 0; /* the next charge is a safepoint */
    return true;
}

bool vm_may_retry(VM *vm)
{
    return may_retry(vm);
}

/* The handler that protects pc, or NULL. Charged, since a function may have very
 * many and a straight program meets no other charge; then the exception may be
 * gone, for the execution has to end. */
static const CodeHandler *find_handler(VM *vm, const Frame *f)
{
    const FuncProto *p = f->closure->proto;
    uint32_t at = (uint32_t)(f->pc - p->code) - 1, i = 0;
    const CodeHandler *h = p->handlers;
    while (i < p->n_handlers && (at < h->from || at >= h->to)) {
        i++;
        h++;
    }
    return vm_charge(vm, i / 16) && i < p->n_handlers ? h : NULL;
}

typedef enum Unwound {
    UNWOUND_HANDLER, /* vm->frame is at a handler, pc and register are set */
    UNWOUND_VALUE,   /* an async frame turned it into a promise, *ret_value */
    UNWOUND_NATIVE,  /* vm->frame is a native that catches */
    UNWOUND_BASE     /* vm->frame is the base frame */
} Unwound;

/* Pops frames until something takes the parked exception. When the execution
 * ended nothing does. */
/* NOLINTNEXTLINE(readability-function-size): a loop around a switch */
static Unwound unwind(VM *vm, Value *ret_value)
{
    for (;;) {
        Frame *f = vm->frame;
        bool ended = vm->exception == VALUE_ABSENT;
        switch ((FrameKind)f->kind) {
        case FRAME_BASE:
            return UNWOUND_BASE;
        case FRAME_NATIVE: {
            Native *n = (Native *)(void *)value_obj(f->native.call.callee);
            if (!ended && n->spec->flags & NATIVE_CATCHES) {
                f->native.threw = true;
                f->native.result = vm->exception;
                vm->exception = VALUE_ABSENT;
                return UNWOUND_NATIVE;
            }
            break;
        }
        case FRAME_CODE: {
            const CodeHandler *h = ended ? NULL : find_handler(vm, f);
            if (h) {
                f->reenter = 0;
                f->base[h->reg] = vm->exception;
                vm->exception = VALUE_ABSENT;
                f->pc = f->closure->proto->code + h->target;
                return UNWOUND_HANDLER;
            }
            if (vm->exception == VALUE_ABSENT)
                break;
            if (f->special & SPECIAL_GENERATOR && f->co) {
                Value reason = vm->exception;
                if (!(f->special & SPECIAL_ASYNC)) {
                    f->co->state = CO_DONE;
                    break;
                }
                vm->exception = VALUE_ABSENT;
                *ret_value = f->co->promise;
                if (async_generator_finish(vm, f->co, true, reason))
                    return UNWOUND_VALUE;
                vm_terminate(vm, TERM_MEMORY);
            } else if (f->special & SPECIAL_GENERATOR) {
                break; /* parameters failed: the call throws */
            } else if (f->special & SPECIAL_ASYNC) {
                Value reason = vm->exception;
                vm->exception = VALUE_ABSENT;
                if (async_finish(vm, f, true, reason, ret_value))
                    return UNWOUND_VALUE;
                vm_terminate(vm, TERM_MEMORY);
            }
            break;
        }
        }
        pop_frame(vm);
    }
}

/* A stepping native returned STEP_CALL. */
static CallResult call_from_native(VM *vm, Frame *f)
{
    Value *out = f->top - (2 + NATIVE_CALL_MAX);
    NativeFrame *nf = &f->native;
    Value new_target = VALUE_UNDEFINED;
    if (nf->call_is_new) /* native_call_array may have given another one */
        new_target = out[1] == VALUE_UNDEFINED ? out[0] : out[1];
    if (nf->call_argc == NATIVE_ARGC_ARRAY)
        return call_array(vm, out, (Array *)(void *)value_obj(out[2]),
                          &nf->result, new_target);
    return call_slots(vm, out, nf->call_argc, &nf->result, new_target);
}

/* Pushes the frame of an ordinary closure (not async, generator, class or
 * vararg) whose window fits the segment. NULL when call_slots has to do it.
 * Charges the call; the caller looks at the fuel. */
static CM_ALWAYS_INLINE const Closure *
push_simple(VM *vm, Frame *frame, Value *cs, uint32_t argc, Value *ret)
{
    if (CM_UNLIKELY(!value_is_class(cs[0], CLASS_FUNCTION)))
        return NULL;
    Closure *cl = (Closure *)(void *)value_obj(cs[0]);
    const FuncProto *p = cl->proto;
    Frame *f = frame->next;
    Value *base = cs + 2;
    const uint32_t simple = FUNC_METHOD | FUNC_ARROW | FUNC_NEEDS_HOME;
    if (CM_UNLIKELY(p->flags & ~simple || !f || (!cl->ics && p->n_ics) ||
                    (ptrdiff_t)p->n_regs > frame->segment->end - base ||
                    vm->call_depth >= VM_MAX_CALL_DEPTH))
        return NULL;
    vm->fuel -= 1;
    vm->call_depth++;
    for (uint32_t k = argc; k < p->n_params; k++)
        base[k] = VALUE_UNDEFINED;
    f->kind = FRAME_CODE;
    f->special = 0;
    f->reenter = 0;
    f->segment = frame->segment;
    f->pc = p->code;
    f->base = base;
    f->top = base + p->n_regs;
    f->ret = ret;
    f->closure = cl;
    f->ics = cl->ics;
    f->co = NULL;
    if (p->flags & FUNC_ARROW) {
        f->this_val = cl->bound_this;
        f->new_target = cl->new_target;
    } else {
        f->this_val = cs[1];
        f->new_target = VALUE_UNDEFINED;
    }
    f->args = base;
    f->argc = argc;
    vm->frame = f;
    return cl;
}

/* One entry into a stepping native; on refused memory it is entered again in
 * the same state after a collection. */
static Step enter_native(VM *vm, Frame *f)
{
    NativeFrame *nf = &f->native;
    const Native *n = (const Native *)(const void *)value_obj(nf->call.callee);
    const Value result = nf->result;
    const uint32_t at = nf->pc, i = nf->i, count = nf->n, m = nf->m;
    const bool threw = nf->threw;
    for (;;) {
        vm->code_ran = false;
        Step s = n->spec->step(vm, nf);
        if (CM_LIKELY(s != STEP_THROW) || vm->exception != VALUE_ABSENT)
            return s;
        nf->result = result; /* before a collection, which marks it here */
        nf->pc = at;
        nf->i = i;
        nf->n = count;
        nf->m = m;
        nf->threw = threw;
        if (!may_retry(vm))
            return STEP_THROW;
    }
}

Step vm_enter_native(VM *vm, Frame *f)
{
    return enter_native(vm, f);
}

#define FUSED_TRUE(cond)               \
    do {                               \
        int32_t off_ = (int32_t)*pc++; \
        if (cond)                      \
            pc += off_;                \
        NEXT;                          \
    } while (0)

#ifdef CM_SWITCH_VM
#define CASE(name) case OP_##name
#define NEXT       goto next
#else
#define CASE(name) L_##name
#define NEXT                                         \
    do {                                             \
        i = *pc++;                                   \
        __extension__({ goto *labels[INS_OP(i)]; }); \
    } while (0)
#endif

#define RA          R[INS_A(i)]
#define RB          R[INS_B(i)]
#define RC          R[INS_C(i)]
#define KC          K[INS_C(i)]
#define KBX         K[INS_BX(i)]
#define SAVE()      (frame->pc = pc, vm->code_ran = false)
#define FAIL        goto failed
#define KEY_IC(ext) (K[(ext)&0xFFFF]), (&ics[(ext) >> 16])

/* A slow path that gives a value or fails. */
#define SLOW_VALUE(expr)                     \
    do {                                     \
        SAVE();                              \
        Value v_ = (expr);                   \
        if (CM_UNLIKELY(v_ == VALUE_THROWN)) \
            FAIL;                            \
        RA = v_;                             \
        NEXT;                                \
    } while (0)
#define SLOW_BOOL(expr)           \
    do {                          \
        SAVE();                   \
        if (CM_UNLIKELY(!(expr))) \
            FAIL;                 \
        NEXT;                     \
    } while (0)

#define CHARGE(n)                        \
    do {                                 \
        vm->fuel -= (n);                 \
        if (CM_UNLIKELY(vm->fuel < 0)) { \
            frame->pc = pc;              \
            goto safepoint;              \
        }                                \
    } while (0)

/* Goes on in the frame that push_simple made for a call at cs. */
#define ENTER(cl)                      \
    do {                               \
        if (CM_UNLIKELY(vm->fuel < 0)) \
            goto safepoint;            \
        frame = frame->next;           \
        pc = (cl)->proto->code;        \
        R = cs + 2;                    \
        K = (cl)->proto->consts;       \
        ics = (cl)->ics;               \
        NEXT;                          \
    } while (0)

/* Arithmetic with an int fast path `int_code` over int32 x, y giving
 * `goto`-free results, else doubles, else the generic operator. */
#define ARITH(opname, b_, c_, try_int, dbl)                          \
    do {                                                             \
        Value b = (b_), c = (c_);                                    \
        if (CM_LIKELY(BOTH_INT(b, c))) {                             \
            int32_t x = value_to_int(b), y = value_to_int(c), z = 0; \
            if (CM_LIKELY(try_int)) {                                \
                RA = value_int(z);                                   \
                NEXT;                                                \
            }                                                        \
        }                                                            \
        if (CM_LIKELY(BOTH_NUMBER(b, c))) {                          \
            double x = value_num(b), y = value_num(c);               \
            RA = value_double(dbl);                                  \
            NEXT;                                                    \
        }                                                            \
        SLOW_VALUE(opname);                                          \
    } while (0)

#define BITOP(opcode, b_, c_, expr)                               \
    do {                                                          \
        Value b = (b_), c = (c_);                                 \
        if (CM_LIKELY(BOTH_INT(b, c))) {                          \
            uint32_t x = (uint32_t)b, y = (uint32_t)c;            \
            RA = expr;                                            \
            NEXT;                                                 \
        }                                                         \
        if (BOTH_NUMBER(b, c)) {                                  \
            uint32_t x = (uint32_t)double_to_int32(value_num(b)); \
            uint32_t y = (uint32_t)double_to_int32(value_num(c)); \
            RA = expr;                                            \
            NEXT;                                                 \
        }                                                         \
        SLOW_VALUE(js_arith(vm, opcode, b, c));                   \
    } while (0)

/* Ordering: sets `t` (bool) or fails. */
#define ORDER(b, c, rel, slow)                   \
    bool t;                                      \
    if (CM_LIKELY(BOTH_INT(b, c))) {             \
        t = value_to_int(b) rel value_to_int(c); \
    } else if (CM_LIKELY(BOTH_NUMBER(b, c))) {   \
        t = value_num(b) rel value_num(c);       \
    } else {                                     \
        SAVE();                                  \
        Tri t_ = (slow);                         \
        if (CM_UNLIKELY(t_ == TRI_THROWN))       \
            FAIL;                                \
        t = t_ == TRI_TRUE;                      \
    }
#define LESS(b, c)          less_than(vm, b, c, true)
#define LESS_EQUAL(b, c)    less_equal(vm, b, c, true)
#define GREATER(b, c)       less_than(vm, c, b, false)
#define GREATER_EQUAL(b, c) less_equal(vm, c, b, false)

#define ORDER_VALUE(rel, slow)       \
    do {                             \
        Value b = RB, c = RC;        \
        ORDER(b, c, rel, slow(b, c)) \
        RA = value_bool(t);          \
        NEXT;                        \
    } while (0)
#define ORDER_JUMP(want, c_, rel, slow) \
    do {                                \
        Value b = RA, c = (c_);         \
        int32_t off = (int32_t)*pc++;   \
        ORDER(b, c, rel, slow(b, c))    \
        if (t == (want))                \
            pc += off;                  \
        NEXT;                           \
    } while (0)
#define ORDER_LOOP(c_, rel, slow)     \
    do {                              \
        Value b = RA, c = (c_);       \
        int32_t off = (int32_t)*pc++; \
        ORDER(b, c, rel, slow(b, c))  \
        if (t) {                      \
            pc += off;                \
            CHARGE(-off);             \
        }                             \
        NEXT;                         \
    } while (0)

/* Strict equality beyond two int32s: numbers, identical bits, strings. */
static CM_NOINLINE bool strict_mixed(VM *vm, Value b, Value c)
{
    if (BOTH_NUMBER(b, c))
        return value_num(b) == value_num(c);
    if (b == c)
        return true;
    if (value_is_string(b) && value_is_string(c)) {
        const Str *x = value_str(b), *y = value_str(c);
        if (x->len != y->len || (str_is_interned(x) && str_is_interned(y)))
            return false;
        return str_equal(vm, value_str(b), value_str(c));
    }
    if (value_is_cell(b) && value_is_cell(c))
        return strict_equal(vm, b, c);
    return false;
}

static CM_ALWAYS_INLINE bool strict_fast(VM *vm, Value b, Value c)
{
    return BOTH_INT(b, c) ? b == c : strict_mixed(vm, b, c);
}

static inline bool truthy(Value v)
{
    if (value_is_bool(v))
        return v == VALUE_TRUE;
    if (value_is_int(v))
        return value_to_int(v) != 0;
    if (value_is_object(v))
        return true;
    return to_boolean(v);
}

/* NOLINTNEXTLINE(readability-function-size): the loop of the machine */
RunResult interpret(VM *vm)
{
#ifndef CM_SWITCH_VM
    __extension__ static const void *const labels[OP_COUNT] = {
#define X(name, words, doc) &&L_##name,
#include "engine/opcodes.def"
#undef X
    };
#endif
    Frame *frame = NULL;
    const uint32_t *pc = NULL;
    Value *R = NULL;
    const Value *K = NULL;
    IC *ics = NULL;
    uint32_t i = 0;
    Value result = VALUE_UNDEFINED;
    Value *cs = NULL;
    uint32_t argc = 0;
    Value new_target = VALUE_UNDEFINED;

    if (vm->resume_throw) {
        vm->resume_throw = false;
        goto throw_;
    }
    goto reload;

    /* ---- entering and leaving frames ---- */
reload: /* vm->frame is to go on */
    frame = vm->frame;
    if (frame->kind == FRAME_NATIVE)
        goto native_step;
    if (frame->kind == FRAME_BASE)
        return RUN_RETURNED;
    pc = frame->pc;
    R = frame->base;
    K = frame->closure->proto->consts;
    ics = frame->ics;
    NEXT;

safepoint: /* frame->pc is saved and will be gone on with */
    vm->retries = 0;
    if (!meter_refuel(vm))
        goto throw_;
    if (vm->heap.gc_wanted && vm->gc_lock == 0) {
        gc_collect(vm);
        if (vm->termination != TERM_NONE)
            goto throw_;
        /* Time has passed: look at the deadline at the next charge. */
        vm->steps_done += (uint64_t)(vm->fuel_slice - vm->fuel);
        vm->fuel = vm->fuel_slice = 0;
    }
    if (vm->yield_wanted && vm->gc_lock == 0)
        return RUN_YIELDED;
    goto reload;

native_step : {
    Step s = enter_native(vm, frame);
    switch (s) {
    case STEP_RETURN:
        result = frame->native.result;
        goto return_plain;
    case STEP_CALL: {
        CallResult c;
        NativeFrame *nf = &frame->native;
        cs = frame->top - (2 + NATIVE_CALL_MAX);
        if (CM_LIKELY(!nf->call_is_new && nf->call_argc <= NATIVE_CALL_MAX)) {
            const Closure *cl =
                push_simple(vm, frame, cs, nf->call_argc, &nf->result);
            if (CM_LIKELY(cl != NULL))
                ENTER(cl);
        }
    native_call_again:
        vm->code_ran = false;
        c = call_from_native(vm, frame);
        if (CM_UNLIKELY(c == CALL_FAILED)) {
            if (vm->exception == VALUE_ABSENT && may_retry(vm))
                goto native_call_again;
            goto throw_;
        }
        if (CM_UNLIKELY(vm->fuel < 0))
            goto safepoint;
        goto reload;
    }
    case STEP_RESUME: {
        Value *out = frame->top - (2 + NATIVE_CALL_MAX);
        Coroutine *co = (Coroutine *)(void *)value_obj(out[0]);
        Value v = out[1];
        int mode = frame->native.call_argc;
        Value *ret = frame->ret;
        pop_frame(vm);
        if (!coroutine_push(vm, co, ret, mode, v)) {
            vm_terminate(vm, TERM_MEMORY);
            goto throw_;
        }
        goto reload;
    }
    case STEP_WAIT:
        return RUN_YIELDED;
    case STEP_THROW:
        pop_frame(vm); /* a native that catches does not catch its own */
        goto throw_;
    }
}

failed: /* an instruction did not succeed; frame->pc is behind it */
    vm->frame = frame;
    if (vm->exception == VALUE_ABSENT && may_retry(vm)) {
        pc -= op_words[INS_OP(i)];
        NEXT;
    }
throw_ : {
    Value v = VALUE_UNDEFINED;
    switch (unwind(vm, &v)) {
    case UNWOUND_HANDLER:
    case UNWOUND_NATIVE:
        goto reload;
    case UNWOUND_VALUE:
        frame = vm->frame;
        result = v;
        goto return_plain;
    case UNWOUND_BASE:
        return RUN_THROWN;
    }
}

return_: /* frame is code */
    if (CM_UNLIKELY(frame->special))
        goto return_special;
return_plain : {
    *frame->ret = result;
    frame = frame->prev;
    vm->frame = frame;
    vm->call_depth--;
    if (CM_LIKELY(frame->kind == FRAME_CODE)) {
        pc = frame->pc;
        R = frame->base;
        K = frame->closure->proto->consts;
        ics = frame->ics;
        NEXT;
    }
    goto reload;
}

return_special:
    if (frame->special & SPECIAL_PROGRAM)
        vm_location(vm, &vm->result_line, &vm->result_column);
    if ((frame->special & (SPECIAL_GENERATOR | SPECIAL_ASYNC)) ==
        (SPECIAL_GENERATOR | SPECIAL_ASYNC)) {
        if (!async_generator_finish(vm, frame->co, false, result))
            FAIL;
        result = frame->co->promise;
        goto return_plain;
    }
    if (frame->special & SPECIAL_GENERATOR) {
        Obj *o = iter_result(vm, result, true);
        if (!o)
            FAIL;
        if (frame->co) {
            frame->co->state = CO_DONE;
            frame->co->regs = NULL;
        }
        result = value_from_obj(o);
        goto return_plain;
    }
    if (frame->special & SPECIAL_ASYNC) {
        if (!async_finish(vm, frame, false, result, &result))
            FAIL;
        goto return_plain;
    }
    if (frame->special & SPECIAL_NEW && !value_is_object(result)) {
        if (frame->special & SPECIAL_DERIVED) {
            if (result != VALUE_UNDEFINED)
                throw_type(vm, "Derived constructors may only return an "
                               "object or undefined");
            else if (frame->this_val == VALUE_TDZ)
                throw_error(vm, ERR_REFERENCE,
                            "Must call super constructor in derived class "
                            "before accessing 'this' or returning");
            if (vm->exception != VALUE_ABSENT) {
                pop_frame(vm); /* its own handlers are left behind */
                goto throw_;
            }
            if (result != VALUE_UNDEFINED || frame->this_val == VALUE_TDZ)
                FAIL;
        }
        result = frame->this_val;
    }
    goto return_plain;

do_call : { /* cs, argc, new_target, result register &RA */
    SAVE();
    CallResult c = call_slots(vm, cs, argc, &RA, new_target);
    if (CM_UNLIKELY(c == CALL_FAILED))
        FAIL;
    if (CM_UNLIKELY(vm->fuel < 0))
        goto safepoint;
    if (c == CALL_DONE)
        NEXT;
    goto reload;
}

#ifdef CM_SWITCH_VM
next:
    i = *pc++;
    switch ((Op)INS_OP(i)) {
    case OP_COUNT:
        cm_unreachable();
#endif
/* clang-format off: in the order of opcodes.def */
#include "engine/interp_ops.h"
#include "engine/interp_ops_call.h"
#include "engine/interp_ops_object.h"
/* clang-format on */
#ifdef CM_SWITCH_VM
    }
#endif
    cm_unreachable();
}
