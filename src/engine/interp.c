/* SPDX-License-Identifier: MIT */
/* The loop that runs program code.
 *
 * One function, because the instruction pointer, the register base and the
 * constant table must live in machine registers across instructions (measured:
 * interp_loop.h). Each instruction has its fast path here and calls
 * interp_slow.c, property.c, operators.c for the rest. Dispatch is by computed
 * goto, or by a switch with CM_SWITCH_VM.
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
#include "engine/object_internal.h"

#define OPCODE(name) OP_##name
#include "engine/interp_loop.h"

static const uint8_t op_words[OP_COUNT] = {
#define X(name, words, doc) words,
#include "engine/opcodes.def"
#undef X
};

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
        case FRAME_NATIVE:
            if (vm_native_catches(vm, f))
                return UNWOUND_NATIVE;
            break;
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

/* What a constructor gives that returned v, no object. */
static Value constructed(VM *vm, const Frame *f, Value v)
{
    if (f->special & SPECIAL_DERIVED) {
        if (v != VALUE_UNDEFINED)
            throw_type(vm, "Derived constructors may only return an object or "
                           "undefined");
        else if (f->this_val == VALUE_TDZ)
            throw_no_super(vm);
        else
            return f->this_val;
        if (vm->exception != VALUE_ABSENT)
            pop_frame(vm); /* its own handlers are left behind */
        return VALUE_THROWN;
    }
    return f->this_val;
}

/* What the caller gets of v that a special frame returns. VALUE_THROWN when it
 * failed; after an exception of a derived constructor the frame is popped. */
static Value special_result(VM *vm, Frame *f, Value v)
{
    if (f->special & SPECIAL_PROGRAM)
        vm_location(vm, &vm->result_line, &vm->result_column);
    if (f->special & SPECIAL_NEW)
        return value_is_object(v) ? v : constructed(vm, f, v);
    if (f->special & SPECIAL_GENERATOR && f->special & SPECIAL_ASYNC)
        return async_generator_finish(vm, f->co, false, v) ? f->co->promise
                                                           : VALUE_THROWN;
    if (f->special & SPECIAL_GENERATOR) {
        Obj *o = iter_result(vm, v, true);
        if (!o)
            return VALUE_THROWN;
        if (f->co) {
            f->co->state = CO_DONE;
            f->co->regs = NULL;
        }
        return value_from_obj(o);
    }
    if (f->special & SPECIAL_ASYNC && !async_finish(vm, f, false, v, &v))
        return VALUE_THROWN;
    return v;
}

/* A stepping native returned STEP_CALL. */
static CallResult call_from_native(VM *vm, Frame *f)
{
    Value *out = native_call_area(f);
    NativeFrame *nf = &f->native;
    Value new_target = VALUE_UNDEFINED;
    if (nf->call_is_new) /* native_call_array may have given another one */
        new_target = out[1] == VALUE_UNDEFINED ? out[0] : out[1];
    if (nf->call_argc == NATIVE_ARGC_ARRAY)
        return call_array(vm, out, (Array *)(void *)value_obj(out[2]),
                          &nf->result, new_target);
    return call_slots(vm, out, nf->call_argc, &nf->result, new_target);
}

/* Saves a generator at the instruction that yields. */
static bool generator_suspend(VM *vm, Frame *f, uint32_t i)
{
    if (!coroutine_save(vm, f))
        return false;
    f->co->result_reg = INS_A(i);
    f->co->mode_reg = INS_C(i);
    return true;
}

/* Lays out a call of the `next` of the iteration with state r. */
static void iteration_next(const Frame *f, const Value *r)
{
    Value *cs = call_scratch(f);
    cs[0] = r[1];
    cs[1] = r[0];
}

/* Opens an iteration over v. ITER_CALL: its Symbol.iterator is to be called, as
 * laid out. */
static IterResult iteration_open(VM *vm, const Frame *f, Value *r, Value v)
{
    Value fn;
    IterResult n = iter_loop_open(vm, r, v, &fn);
    if (n == ITER_CALL) {
        Value *cs = call_scratch(f);
        cs[0] = fn;
        cs[1] = v;
        r[2] = ITER_OPENING;
    }
    return n;
}

/* Pushes the frame of an ordinary closure (not async, generator, class or
 * vararg) whose window fits the segment. NULL when call_slots has to do it.
 * Charges the call; the caller looks at the fuel. The short way through
 * call_slots, because without it `calls` takes 70 % more instructions,
 * `closures` 45 %, and without it for natives `pipeline` 43 %, `sort` 26 %. */
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
    frame_of_code(f, frame->segment, cl, base, base, argc, ret);
    f->special = 0;
    if (p->flags & FUNC_ARROW) {
        f->this_val = cl->bound_this;
        f->new_target = cl->new_target;
    } else {
        f->this_val = cs[1];
        f->new_target = VALUE_UNDEFINED;
    }
    vm->frame = f;
    return cl;
}

/* A call was made: its frame goes on, or its result is there. */
#define CALLED(call)                        \
    do {                                    \
        CallResult c_ = (call);             \
        if (CM_UNLIKELY(c_ == CALL_FAILED)) \
            FAIL;                           \
        if (CM_UNLIKELY(vm->fuel < 0))      \
            goto safepoint;                 \
        if (c_ == CALL_DONE)                \
            NEXT;                           \
        goto reload;                        \
    } while (0)

/* Goes on in the frame that push_simple made for a call at cs. */
#define ENTER(cl, cs)                  \
    do {                               \
        if (CM_UNLIKELY(vm->fuel < 0)) \
            goto safepoint;            \
        frame = frame->next;           \
        pc = (cl)->proto->code;        \
        R = (cs) + 2;                  \
        K = (cl)->proto->consts;       \
        ics = (cl)->ics;               \
        NEXT;                          \
    } while (0)

/* A read or write of a property, which may be a call of an accessor. */
#define SLOW_GET(expr)                       \
    do {                                     \
        SAVE();                              \
        Value v_ = (expr);                   \
        if (CM_UNLIKELY(v_ == VALUE_THROWN)) \
            FAIL;                            \
        if (CM_UNLIKELY(v_ == VALUE_CALL))   \
            goto call_getter;                \
        RA = v_;                             \
        NEXT;                                \
    } while (0)
#define SLOW_SET(expr)                    \
    do {                                  \
        SAVE();                           \
        if (CM_UNLIKELY(!(expr)))         \
            FAIL;                         \
        if (CM_UNLIKELY(vm->call_setter)) \
            goto call_setter;             \
        NEXT;                             \
    } while (0)

/* The arguments of a call with an array of them. */
#define ARRAY_AFTER(cs) ((Array *)(void *)value_obj((cs)[2]))

/* Where an instruction that iterates keeps its state. */
#define ITER_STATE() (INS_OP(i) == OP_ARRAYSPREAD ? &RB : &RA)

/* Arithmetic: `try_int` over int32 x and y says whether z is the result, else
 * `dbl` over doubles x and y, else the operator in general. */
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
#define LOOP_IF(cond)                 \
    do {                              \
        int32_t off = (int32_t)*pc++; \
        if (cond) {                   \
            pc += off;                \
            CHARGE(-off);             \
        }                             \
        NEXT;                         \
    } while (0)

/* Sets `t`, a new variable, to b == c or fails. */
#define LOOSE_EQUAL(b, c)                       \
    bool t = (b) == (c) && !value_is_double(b); \
    if (!t) {                                   \
        SAVE();                                 \
        Tri t_ = loose_equal(vm, b, c);         \
        if (CM_UNLIKELY(t_ == TRI_THROWN))      \
            FAIL;                               \
        t = t_ == TRI_TRUE;                     \
    }

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
    LOAD_FRAME();
    NEXT;

safepoint: /* frame->pc is saved and will be gone on with */
    switch (vm_safepoint(vm)) {
    case SAFEPOINT_PASSED:
        goto reload;
    case SAFEPOINT_YIELD:
        return RUN_YIELDED;
    case SAFEPOINT_END:
        goto throw_;
    }
    cm_unreachable();

native_step : {
    Step s = enter_native(vm, frame);
    switch (s) {
    case STEP_RETURN:
        result = frame->native.result;
        goto return_plain;
    case STEP_CALL: {
        NativeFrame *nf = &frame->native;
        Value *cs = native_call_area(frame);
        if (CM_LIKELY(!nf->call_is_new && nf->call_argc <= NATIVE_CALL_MAX)) {
            const Closure *cl =
                push_simple(vm, frame, cs, nf->call_argc, &nf->result);
            if (CM_LIKELY(cl != NULL))
                ENTER(cl, cs);
        }
        if (CM_UNLIKELY(call_from(vm, frame, call_from_native) == CALL_FAILED))
            goto throw_;
        if (CM_UNLIKELY(vm->fuel < 0))
            goto safepoint;
        goto reload;
    }
    case STEP_RESUME: {
        Value *out = native_call_area(frame);
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
    cm_unreachable(); /* else all locals would live on behind a step */
}

failed: /* an instruction did not succeed; frame->pc is behind it */
    vm->frame = frame;
    if (vm->exception == VALUE_ABSENT && vm_may_retry(vm)) {
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
    cm_unreachable();
}

return_: /* frame is code */
    if (CM_UNLIKELY(frame->special)) {
        result = special_result(vm, frame, result);
        if (CM_UNLIKELY(result == VALUE_THROWN)) {
            if (vm->frame != frame)
                goto throw_;
            FAIL;
        }
    }
return_plain : {
    *frame->ret = result;
    frame = frame->prev;
    vm->frame = frame;
    vm->call_depth--;
    if (CM_LIKELY(frame->kind == FRAME_CODE)) {
        LOAD_FRAME();
        NEXT;
    }
    goto reload;
}

#ifdef CM_SWITCH_VM
next:
    i = *pc++;
    switch ((Op)INS_OP(i)) {
    case OP_COUNT:
        cm_unreachable();
#endif
#include "engine/interp_ops.h"
#include "engine/interp_ops_call.h"
#include "engine/interp_ops_common.h"
#include "engine/interp_ops_object.h"
#ifdef CM_SWITCH_VM
    }
#endif
    cm_unreachable();
}
