/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_VM_INTERNAL_H
#define CM_ENGINE_VM_INTERNAL_H
/* vm_internal: what the files of the machine share among themselves: stack and
 * frames (stack.c), calls (call.c), the loop (interp.c), suspension
 * (coroutine.c), jobs (jobs.c). Nobody else includes this. */
#include "engine/convert.h"
#include "engine/gc.h"
#include "engine/iterate.h"
#include "engine/meter.h"
#include "engine/promise.h"
#include "engine/property.h"
#include "engine/realm.h"

/* ---- stack.c ---- */

/* Values behind a window that natives may use for padding of arguments. */
#define STACK_SLACK 16

struct StackSegment {
    StackSegment *prev, *next;
    size_t bytes;
    Value *scan_end; /* during a collection */
    Value *end;      /* usable end; STACK_SLACK values lie behind it */
    Value v[];
};

bool stack_init(VM *vm);
void stack_done(VM *vm);
/* A window of `need` values that starts with the `keep` values at `at`: `at`
 * itself when they fit the segment that holds it (*segment or one behind it),
 * else a copy in the segment after that one. *segment becomes the window's.
 * NULL when memory is refused. */
Value *stack_fit(VM *vm, StackSegment **segment, Value *at, size_t keep,
                 size_t need);
/* The frame after vm->frame, fields stale; NULL when refused. Not yet
 * current. */
Frame *frame_reserve(VM *vm);

/* ---- call.c ---- */

typedef enum CallResult {
    CALL_DONE,   /* *ret holds the result */
    CALL_PUSHED, /* vm->frame is the callee's */
    CALL_FAILED, /* thrown, refused or terminated */
    CALL_WAITS   /* Lua: for vm->awaited; the loop stops with its frames kept */
} CallResult;

/* Calls the function in cs[0] with this cs[1] and arguments cs[2]... in the
 * window of vm->frame. new_target VALUE_UNDEFINED: a plain call. */
CallResult call_slots(VM *vm, Value *cs, uint32_t argc, Value *ret,
                      Value new_target);
/* The same of a proxy. */
CallResult call_proxy(VM *vm, Value *cs, uint32_t argc, Value *ret,
                      Value new_target);
/* The same with the arguments in an array. */
CallResult call_array(VM *vm, Value *cs, Array *args, Value *ret,
                      Value new_target);
/* Free slots for a call above the current frame's window; n values. */
Value *call_area(VM *vm, size_t n, StackSegment **ret_segment);
/* The segment that holds a call's slots: the current frame's, or a later one
 * when the arguments did not fit. */
static inline StackSegment *segment_of(const VM *vm, const Value *at)
{
    StackSegment *s = vm->frame->segment;
    while (at < s->v || at > s->end + STACK_SLACK)
        s = s->next;
    return s;
}
/* Counts one call more; false at the bound, which a program of JavaScript can
 * catch and one of Lua cannot. */
bool call_too_deep(VM *vm);
static inline bool call_enter_depth(VM *vm)
{
    if (CM_UNLIKELY(vm->call_depth >= VM_MAX_CALL_DEPTH))
        return call_too_deep(vm);
    vm->call_depth++;
    return true;
}
/* Gives the closure its inline caches, made on the function's first call. False
 * when refused. */
bool call_make_ics(VM *vm, Closure *cl);
static inline bool call_ready_ics(VM *vm, Closure *cl)
{
    return CM_LIKELY(cl->ics != NULL) || cl->proto->n_ics == 0 ||
           call_make_ics(vm, cl);
}
/* Makes f, not yet current, the frame of a call of program code, `special`,
 * `want`, this and new.target aside. */
static CM_ALWAYS_INLINE void frame_of_code(Frame *f, StackSegment *s,
                                           Closure *cl, Value *base,
                                           Value *args, uint32_t argc,
                                           Value *ret)
{
    const FuncProto *p = cl->proto;
    f->kind = FRAME_CODE;
    f->reenter = 0;
    f->segment = s;
    f->pc = p->code;
    f->base = base;
    f->top = base + p->n_regs;
    f->ret = ret;
    f->closure = cl;
    f->ics = cl->ics;
    f->co = NULL;
    f->args = args;
    f->argc = argc;
}
/* The same of a stepping native: the window has `need` values from args on, of
 * which argc are given, the others become undefined; registers are behind n. */
static inline void frame_of_native(Frame *f, StackSegment *s, NativeCall call,
                                   uint32_t n, size_t need, Value *ret)
{
    for (size_t i = call.argc; i < need; i++)
        call.args[i] = VALUE_UNDEFINED;
    f->kind = FRAME_NATIVE;
    f->special = 0;
    f->reenter = 0;
    f->segment = s;
    f->base = call.args;
    f->top = call.args + need;
    f->ret = ret;
    f->closure = NULL;
    f->co = NULL;
    f->this_val = call.this_val;
    f->new_target = call.new_target;
    f->args = call.args;
    f->argc = call.argc;
    f->native = (NativeFrame){ .call = call,
                               .reg = call.args + n,
                               .result = VALUE_UNDEFINED };
}
/* Pushes a frame at which interpret() stops. */
Frame *push_base(VM *vm);
void pop_frame(VM *vm);
/* The object that `new` of a closure works on. NULL when thrown. */
Obj *construct_this(VM *vm, Value new_target);

/* ---- interp.c ---- */

typedef enum RunResult {
    RUN_RETURNED, /* the base frame is current again */
    RUN_THROWN,   /* likewise; exception parked or terminated */
    RUN_YIELDED   /* frames are kept; call again to go on */
} RunResult;

RunResult interpret(VM *vm);

/* ---- safepoint.c: what both loops do between instructions ---- */

typedef enum Safepoint {
    SAFEPOINT_PASSED, /* go on */
    SAFEPOINT_YIELD,  /* the slice is used up */
    SAFEPOINT_END     /* the execution has to end */
} Safepoint;

/* Refuels and collects; frames are saved. */
Safepoint vm_safepoint(VM *vm);
/* After a failure without an exception: true when, after a collection, the same
 * may be tried again. */
bool vm_may_retry(VM *vm);
/* Hands the parked exception to the native of this frame when there is one and
 * it catches. */
bool vm_native_catches(VM *vm, Frame *f);

/* ---- function.c ---- */

/* The closure of p, a function nested in that of the running frame; of both
 * languages. VALUE_THROWN when refused. */
Value closure_make(VM *vm, const Frame *f, const FuncProto *p);

/* ---- coroutine.c ---- */

/* Saves the current code frame into its coroutine, made when it has none. False
 * when memory is refused. The frame stays. */
bool coroutine_save(VM *vm, Frame *f);
/* Pushes the frame of a suspended coroutine over the current one and delivers v
 * in the given mode (0 next, 1 throw, 2 return). False when memory is refused;
 * the coroutine is then as before. */
bool coroutine_push(VM *vm, Coroutine *co, Value *ret, int mode, Value v);
/* Settles what an async frame promised; *ret_promise when its caller waits for
 * the promise itself (it never suspended). False when refused. */
bool async_finish(VM *vm, Frame *f, bool threw, Value v, Value *ret_promise);
/* The coroutine object of a generator function called just now. */
Coroutine *generator_start(VM *vm, Frame *f);

/* ---- inline caches of fields; interp_slow.c fills them ---- */

/* Bit 31 of an inline cache's slot: the value lies out of line. */
#define IC_OUT_OF_LINE UINT32_C(0x80000000)

static inline Value *ic_place(Obj *o, uint32_t slot)
{
    if (CM_LIKELY(!(slot & IC_OUT_OF_LINE)))
        return (Value *)(void *)((char *)o + slot);
    return &o->slots->v[slot & ~IC_OUT_OF_LINE];
}

/* Reads a field of b by the cache; false: the cache does not know it. */
static CM_ALWAYS_INLINE bool ic_get(const VM *vm, Value b, const IC *ic,
                                    Value *ret)
{
    Obj *o;
    if (CM_LIKELY(value_is_object(b)))
        o = value_obj(b);
    else if (value_is_string(b))
        o = vm->realm->string_proto;
    else
        return false;
    if (CM_UNLIKELY(o->shape != ic->shape))
        return false;
    if (ic->u.holder) {
        if (ic->epoch != vm->proto_epoch)
            return false;
        o = ic->u.holder;
    }
    *ret = *ic_place(o, ic->slot);
    return true;
}

/* Writes a field of b, or adds it, by the cache; false: it does not know it, or
 * there is no room. */
static CM_ALWAYS_INLINE bool ic_set(const VM *vm, Value b, const IC *ic,
                                    Value v)
{
    if (CM_UNLIKELY(!value_is_object(b)))
        return false;
    Obj *o = value_obj(b);
    if (CM_UNLIKELY(o->shape != ic->shape))
        return false;
    if (ic->u.next) {
        /* To add to a prototype is to be announced. */
        if (ic->epoch != vm->proto_epoch || o->hd.flags & OBJ_IS_PROTO)
            return false;
        if (ic->slot & IC_OUT_OF_LINE) {
            uint32_t at = ic->slot & ~IC_OUT_OF_LINE;
            if (!o->slots || at >= o->slots->cap)
                return false;
            o->slots->n = at + 1;
        }
        o->shape = ic->u.next;
    }
    *ic_place(o, ic->slot) = v;
    return true;
}

/* ---- interp_slow.c: out-of-line parts of instructions ---- */

Value slow_get_field(VM *vm, Value base, PropKey key, IC *ic);
bool slow_set_field(VM *vm, Value base, PropKey key, Value v, IC *ic);
Value slow_get_elem(VM *vm, Value base, Value key);
bool slow_set_elem(VM *vm, Value base, Value key, Value v);
Value slow_get_global(VM *vm, PropKey key, bool for_typeof);
Value slow_increment(VM *vm, Value v, int by);
Tri slow_in(VM *vm, Value key, Value target);
Value slow_concat(VM *vm, const Value *values, uint32_t n);
Value slow_delete(VM *vm, Value base, Value key);

/* ---- interp_literal.c: literals, destructuring, for-in ---- */

Value slow_new_literal(VM *vm, const LiteralKeys *lit, const Value *values,
                       IC *ic);
Value slow_new_array(VM *vm, const Value *values, uint32_t n);
bool slow_array_push(VM *vm, Value array, const Value *values, uint32_t n);
bool slow_array_room(VM *vm, Value array);
bool slow_copy_props(VM *vm, Obj *target, Value source, Array *excluded);
Value slow_copy_rest(VM *vm, Value source, Array *keys);
Value slow_for_in(VM *vm, Value v);
/* False when thrown; the key is VALUE_ABSENT at the end. */
bool slow_for_in_next(VM *vm, Value *r, Value *ret_key);
bool slow_set_name(VM *vm, Value fn, Value key, int prefix);
bool slow_define(VM *vm, Op op, Value target, Value key, Value v);
Value slow_template(VM *vm, const FuncProto *proto, uint32_t index, IC *ic);
Value slow_regexp(VM *vm, Value source, Value code);
Value slow_arguments(VM *vm, const Frame *f);
Value slow_import(VM *vm, Value specifier);
Value slow_import_static(VM *vm, Str *specifier);
Value throw_bad_callee(VM *vm, Value callee, bool is_new);

/* ---- interp_class.c: classes, super, private names ---- */

#define SYMBOL_PRIVATE CELL_USER1
Value slow_new_class(VM *vm, Value ctor, Value heritage, Value *ret_proto);
Value slow_super_ctor(VM *vm, const Closure *active);
Value slow_field_init(const Closure *active);
Value slow_get_super(VM *vm, Value home, Value key, Value receiver);
bool slow_set_super(VM *vm, Value home, Value key, Value v, Value receiver);
Value slow_private(VM *vm, Op op, Value target, Value name, Value v);
/* Errors of derived constructors; both park one. */
void throw_no_super(VM *vm);
void throw_super_twice(VM *vm);

/* Where a call that an instruction makes on its own is laid out. */
static inline Value *call_scratch(const Frame *f)
{
    return f->top;
}
/* Where a stepping native lays out the call it asks for: callee, receiver and
 * arguments at the end of its window. */
static inline Value *native_call_area(const Frame *f)
{
    return f->top - (2 + NATIVE_CALL_MAX);
}

/* ---- jobs.c ---- */

bool jobs_init(VM *vm);
void jobs_done(VM *vm);
void jobs_mark(Gc *gc, VM *vm);
/* Runs the next job. RUN_YIELDED: the slice ended inside it. */
RunResult jobs_run_next(VM *vm);
/* Queues the call of the program's body, whose outcome settles main_promise. */
bool jobs_add_start(VM *vm, Closure *main_fn);
/* Queues the resumption of a coroutine. */
bool jobs_add_resume(VM *vm, Coroutine *co, bool rejected, Value v);
bool jobs_add_reaction(VM *vm, Reaction *r, bool rejected, Value v);

#endif
