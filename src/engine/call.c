/* SPDX-License-Identifier: MIT */
/* Calls of every kind of callable: pushing frames for program code and stepping
 * natives, running plain natives on the spot. The loop inlines the commonest
 * case (a plain closure whose window fits) and comes here for the rest. */
#include "engine/lua_ops.h"
#include "engine/vm_internal.h"

void pop_frame(VM *vm)
{
    Frame *f = vm->frame;
    if (f->kind != FRAME_BASE)
        vm->call_depth--;
    vm->frame = f->prev;
}

bool call_too_deep(VM *vm)
{
    if (vm->realm->is_lua)
        vm_terminate_bound(vm, "Calls nest at most 10,000 deep");
    else
        throw_range(vm, "Maximum call stack size exceeded");
    return false;
}

Frame *push_base(VM *vm)
{
    Frame *f = frame_reserve(vm);
    if (!f)
        return NULL;
    Frame *below = vm->frame;
    f->kind = FRAME_BASE;
    f->special = 0;
    f->reenter = 0;
    f->segment = below->segment;
    f->base = below->top;
    f->top = below->top;
    f->ret = &vm->discard;
    f->closure = NULL;
    f->co = NULL;
    f->this_val = f->new_target = VALUE_UNDEFINED;
    vm->frame = f;
    return f;
}

Value *call_area(VM *vm, size_t n, StackSegment **ret_segment)
{
    Frame *f = vm->frame;
    StackSegment *s = f->segment;
    /* A plain native may have had its arguments padded just above the
     * window. */
    size_t room = (size_t)(s->end - f->top);
    Value *at = f->top + (room < STACK_SLACK ? room : STACK_SLACK);
    at = stack_fit(vm, &s, at, 0, n);
    *ret_segment = s;
    return at;
}

bool call_make_ics(VM *vm, Closure *cl)
{
    const FuncProto *p = cl->proto;
    IC *ics = vm->proto_ics[p->id];
    if (!ics) {
        size_t bytes = p->n_ics * sizeof(IC);
        RawCell *raw = heap_raw_new(&vm->heap, bytes);
        if (!raw)
            return false;
        ics = (IC *)(void *)raw->bytes;
        memset(ics, 0, bytes);
        vm->proto_ics[p->id] = ics;
    }
    cl->ics = ics;
    return true;
}

Obj *construct_this(VM *vm, Value new_target)
{
    Obj *proto = NULL;
    if (value_is_object(new_target)) {
        Value p = get_prop(vm, new_target, vm->realm->name.prototype);
        if (p == VALUE_THROWN)
            return NULL;
        if (value_is_object(p))
            proto = value_obj(p);
    }
    return obj_new_proto(vm, proto ? proto : vm->realm->object_proto);
}

/* Everything of a closure call that the loop's fast path leaves out. */
static CallResult push_closure(VM *vm, Closure *cl, Value *cs, uint32_t argc,
                               Value *ret, Value this_val, Value new_target)
{
    const FuncProto *p = cl->proto;
    uint8_t special = 0;
    if (new_target != VALUE_UNDEFINED) {
        special = SPECIAL_NEW;
        if (p->flags & FUNC_DERIVED) {
            special |= SPECIAL_DERIVED;
            this_val = VALUE_TDZ;
        } else {
            Obj *o = construct_this(vm, new_target);
            if (!o)
                return CALL_FAILED;
            this_val = value_from_obj(o);
        }
    } else if (CM_UNLIKELY(p->flags & FUNC_CLASS)) {
        throw_type(vm, "Class constructor %S cannot be invoked without 'new'",
                   p->name);
        return CALL_FAILED;
    }
    if (p->flags & FUNC_ASYNC)
        special |= SPECIAL_ASYNC;
    if (p->flags & FUNC_GENERATOR)
        special |= SPECIAL_GENERATOR;
    if (p->flags & FUNC_PROGRAM)
        special |= SPECIAL_PROGRAM;
    if (p->flags & FUNC_ARROW) {
        this_val = cl->bound_this;
        new_target = cl->new_target;
    }
    if (!call_ready_ics(vm, cl))
        return CALL_FAILED;
    Frame *f = frame_reserve(vm);
    if (!f)
        return CALL_FAILED;
    /* A vararg function keeps its arguments below its registers. Those of any
     * other lie in its registers; more than fit there are only moved along. */
    bool vararg = (p->flags & FUNC_VARARG) != 0;
    uint32_t below = vararg ? argc : 0;
    uint32_t window = vararg || argc < p->n_regs ? p->n_regs : argc;
    StackSegment *s = segment_of(vm, cs);
    Value *args = stack_fit(vm, &s, cs + 2, argc, below + (size_t)window);
    if (!args || !call_enter_depth(vm))
        return CALL_FAILED;
    Value *base = args + below;
    if (vararg) {
        uint32_t n = argc < p->n_params ? argc : p->n_params;
        memcpy(base, args, n * sizeof(Value));
    }
    for (uint32_t i = argc; i < p->n_params; i++)
        base[i] = VALUE_UNDEFINED;
    vm->fuel -= 1;
    frame_of_code(f, s, cl, base, args, argc, ret);
    f->special = special;
    f->this_val = this_val;
    f->new_target = new_target;
    f->promise_number = special & SPECIAL_ASYNC ? ++vm->promise_counter : 0;
    vm->frame = f;
    return CALL_PUSHED;
}

/* Whether arguments lie outside of the segment of the frame that calls. */
static inline bool is_far(const Frame *f, const Value *args)
{
    return args < f->segment->v || args > f->segment->end + STACK_SLACK;
}

/* Whether call_area spares n arguments: spread and bound ones can reach further
 * beyond the window than it leaves out. */
static inline bool is_spared(const Frame *f, const Value *args, size_t n)
{
    return !is_far(f, args) && args + n <= f->top + STACK_SLACK;
}

/* A plain native with arguments that call_area does not spare: the caller's
 * window is stretched over them, or a frame covers them, else code that the
 * native runs would be laid out over them. */
static CM_NOINLINE Value call_far(VM *vm, NativeFn fn, NativeCall *c,
                                  uint32_t n)
{
    Frame *below = vm->frame;
    if (!is_far(below, c->args)) {
        Value *top = below->top;
        below->top = c->args + n;
        Value v = fn(vm, c);
        below->top = top;
        return v;
    }
    StackSegment *s = segment_of(vm, c->args);
    Frame *f = push_base(vm);
    if (!f)
        return VALUE_THROWN;
    f->segment = s;
    f->base = c->args;
    f->top = c->args + n;
    Value v = fn(vm, c);
    vm->frame = below;
    return v;
}

static CallResult call_native(VM *vm, const NativeSpec *spec, Value *cs,
                              uint32_t argc, Value *ret, Value new_target)
{
    if (new_target == VALUE_UNDEFINED) {
        if (CM_UNLIKELY(spec->flags & NATIVE_CTOR_ONLY)) {
            throw_type(vm, "Constructor %s requires 'new'", spec->name);
            return CALL_FAILED;
        }
    } else if (!(spec->flags & (NATIVE_CTOR | NATIVE_CTOR_ONLY))) {
        throw_bad_callee(vm, cs[0], true);
        return CALL_FAILED;
    }
    vm->fuel -= 1;
    uint32_t n = argc < spec->min_args ? spec->min_args : argc;
    if (spec->fn) {
        NativeCall c;
        c.args = cs + 2;
        if (CM_UNLIKELY(n > argc)) {
            StackSegment *s = segment_of(vm, cs);
            if ((is_far(vm->frame, c.args) ||
                 (size_t)(s->end + STACK_SLACK - c.args) < n) &&
                !(c.args = stack_fit(vm, &s, c.args, argc, n)))
                return CALL_FAILED;
            for (uint32_t i = argc; i < n; i++)
                c.args[i] = VALUE_UNDEFINED;
        }
        c.argc = argc;
        c.this_val = cs[1];
        c.callee = cs[0];
        c.new_target = new_target;
        Value v = CM_LIKELY(is_spared(vm->frame, c.args, n))
                      ? spec->fn(vm, &c)
                      : call_far(vm, spec->fn, &c, n);
        if (CM_UNLIKELY(v == VALUE_THROWN))
            return CALL_FAILED;
        *ret = v;
        return CALL_DONE;
    }
    Frame *f = frame_reserve(vm);
    if (!f)
        return CALL_FAILED;
    StackSegment *s = segment_of(vm, cs);
    size_t need = n + spec->n_regs + 2 + NATIVE_CALL_MAX;
    Value *args = stack_fit(vm, &s, cs + 2, argc, need);
    if (!args || !call_enter_depth(vm))
        return CALL_FAILED;
    frame_of_native(f, s, (NativeCall){ args, argc, cs[1], cs[0], new_target },
                    n, need, ret);
    vm->frame = f;
    return CALL_PUSHED;
}

static bool too_many_bound(VM *vm, uint64_t n_links)
{
    throw_range(vm, "too many arguments: at most %d", VM_MAX_ARGS);
    if (vm->exception != VALUE_ABSENT) /* else it is thrown again */
        (void)vm_charge(vm, n_links);
    return false;
}

/* Walks a chain of bound functions: its last one, how many they are, and the
 * number of arguments with all that are bound. */
static bool chain_measure(VM *vm, const Bound *b, uint32_t argc,
                          const Bound **ret_last, uint64_t *ret_links,
                          uint32_t *ret_argc)
{
    uint64_t n_links = 1;
    size_t total = argc;
    for (uint32_t turns = 0;; n_links++) {
        total += b->n_args;
        if (total > VM_MAX_ARGS)
            return too_many_bound(vm, n_links);
        if (!vm_in_time(vm, &turns))
            return false;
        if (!value_is_class(b->target, CLASS_BOUND))
            break;
        b = (const Bound *)value_ptr(b->target);
    }
    *ret_last = b;
    *ret_links = n_links;
    *ret_argc = (uint32_t)total;
    return true;
}

/* Puts the bound arguments of the whole chain in front, the last function's
 * first, and calls its target. When memory was refused the call is as it was,
 * to be made again. */
static CallResult call_bound(VM *vm, const Bound *b, Value *cs, uint32_t argc,
                             Value *ret, Value new_target)
{
    const Value callee = cs[0], this_val = cs[1];
    const Bound *last;
    uint64_t n_links;
    uint32_t total, turns = 0;
    if (!chain_measure(vm, b, argc, &last, &n_links, &total))
        return CALL_FAILED;
    StackSegment *s = segment_of(vm, cs);
    Value *at = stack_fit(vm, &s, cs, argc + 2, (size_t)total + 2);
    if (!at || !vm_charge(vm, n_links + (total - argc)))
        return CALL_FAILED;
    Value *to = at + 2 + (total - argc);
    memmove(to, at + 2, argc * sizeof(Value));
    for (;; b = (const Bound *)value_ptr(b->target)) {
        to -= b->n_args;
        memcpy(to, b->args, b->n_args * sizeof(Value));
        if (new_target == value_from_obj(b))
            new_target = b->target;
        if (b == last)
            break;
        if (!vm_in_time(vm, &turns))
            return CALL_FAILED;
    }
    at[0] = b->target;
    at[1] = b->this_val;
    CallResult r = call_slots(vm, at, total, ret, new_target);
    if (r == CALL_FAILED && vm->exception == VALUE_ABSENT) {
        memmove(cs + 2, at + 2 + (total - argc), argc * sizeof(Value));
        cs[0] = callee;
        cs[1] = this_val;
    }
    return r;
}

CallResult call_slots(VM *vm, Value *cs, uint32_t argc, Value *ret,
                      Value new_target)
{
    if (CM_UNLIKELY(!value_is_object(cs[0]))) {
        throw_bad_callee(vm, cs[0], new_target != VALUE_UNDEFINED);
        return CALL_FAILED;
    }
    Obj *o = value_obj(cs[0]);
    switch (obj_class(o)) {
    case CLASS_FUNCTION: {
        Closure *cl = (Closure *)(void *)o;
        if (new_target != VALUE_UNDEFINED && !value_is_constructor(cs[0])) {
            throw_bad_callee(vm, cs[0], true);
            return CALL_FAILED;
        }
        return push_closure(vm, cl, cs, argc, ret, cs[1], new_target);
    }
    case CLASS_NATIVE:
        return call_native(vm, ((Native *)(void *)o)->spec, cs, argc, ret,
                           new_target);
    case CLASS_BOUND:
        if (new_target != VALUE_UNDEFINED && !value_is_constructor(cs[0])) {
            throw_bad_callee(vm, cs[0], true);
            return CALL_FAILED;
        }
        return call_bound(vm, (Bound *)(void *)o, cs, argc, ret, new_target);
    case CLASS_PROXY:
        if (!value_is_callable(cs[0]) ||
            (new_target != VALUE_UNDEFINED && !value_is_constructor(cs[0]))) {
            throw_bad_callee(vm, cs[0], new_target != VALUE_UNDEFINED);
            return CALL_FAILED;
        }
        return call_proxy(vm, cs, argc, ret, new_target);
    default:
        break;
    }
    const ObjClass *cls = obj_class_of(o);
    if (!cls->call || new_target != VALUE_UNDEFINED) {
        throw_bad_callee(vm, cs[0], new_target != VALUE_UNDEFINED);
        return CALL_FAILED;
    }
    NativeCall c = { cs + 2, argc, cs[1], cs[0], VALUE_UNDEFINED };
    vm->fuel -= 1;
    Value v = is_spared(vm->frame, c.args, argc)
                  ? cls->call(vm, &c)
                  : call_far(vm, cls->call, &c, argc);
    if (v == VALUE_THROWN)
        return CALL_FAILED;
    *ret = v;
    return CALL_DONE;
}

CallResult call_array(VM *vm, Value *cs, Array *args, Value *ret,
                      Value new_target)
{
    uint32_t n = args->length;
    if (n > VM_MAX_ARGS) {
        throw_range(vm, "too many arguments: at most %d", VM_MAX_ARGS);
        return CALL_FAILED;
    }
    if (!vm_charge(vm, n))
        return CALL_FAILED;
    StackSegment *s = segment_of(vm, cs);
    Value *at = stack_fit(vm, &s, cs, 2, (size_t)n + 2);
    if (!at)
        return CALL_FAILED;
    for (uint32_t i = 0; i < n; i++) {
        Value v = obj_element_fast(&args->obj, i);
        at[2 + i] = v == VALUE_ABSENT ? VALUE_UNDEFINED : v;
    }
    CallResult r = call_slots(vm, at, n, ret, new_target);
    if (r == CALL_FAILED)
        cs[2] = value_from_obj(args); /* for the second try */
    return r;
}

/* ---- calls asked for by stepping natives ---- */

static Step prepare(VM *vm, NativeFrame *f, Value fn, Value this_val,
                    uint32_t argc, const Value *args, bool is_new)
{
    Value *out = native_call_area(vm->frame);
    out[0] = fn;
    out[1] = this_val;
    for (uint32_t i = 0; i < argc; i++)
        out[2 + i] = args[i];
    f->call_argc = (uint16_t)argc;
    f->call_is_new = is_new;
    return STEP_CALL;
}

Step native_call(VM *vm, NativeFrame *f, Value fn, Value this_val,
                 uint32_t argc, const Value *args)
{
    return prepare(vm, f, fn, this_val, argc, args, false);
}

Step native_construct(VM *vm, NativeFrame *f, Value fn, uint32_t argc,
                      const Value *args)
{
    return prepare(vm, f, fn, VALUE_UNDEFINED, argc, args, true);
}

Step native_call_array(VM *vm, NativeFrame *f, Value fn, Value this_val,
                       Array *args, bool is_new)
{
    Value *out = native_call_area(vm->frame);
    out[0] = fn;
    out[1] = this_val;
    out[2] = value_from_obj(args);
    f->call_argc = NATIVE_ARGC_ARRAY;
    f->call_is_new = is_new;
    return STEP_CALL;
}

Step native_resume(VM *vm, NativeFrame *f, struct Coroutine *co, int mode,
                   Value v)
{
    Value *out = native_call_area(vm->frame);
    out[0] = value_from_obj(co);
    out[1] = v;
    f->call_argc = (uint16_t)mode;
    return STEP_RESUME;
}

/* ---- calls from C ---- */

static Value run_nested(VM *vm, Value fn, Value this_val, uint32_t argc,
                        const Value *args, Value new_target)
{
    if (vm->nested >= VM_MAX_NESTED)
        return throw_range(vm, "Maximum call stack size exceeded");
    vm->code_ran = true;
    StackSegment *s;
    Value *cs = call_area(vm, (size_t)argc + 2, &s);
    if (!cs)
        return VALUE_THROWN;
    cs[0] = fn;
    cs[1] = this_val;
    if (argc)
        memcpy(cs + 2, args, argc * sizeof(Value));
    Frame *saved = vm->frame;
    uint32_t depth = vm->call_depth;
    Frame *base = push_base(vm);
    if (!base)
        return VALUE_THROWN;
    base->segment = s;
    base->base = cs;
    base->top = cs + 2 + argc;
    Value result = VALUE_UNDEFINED;
    vm->nested++;
    vm->gc_lock++;
    CallResult r = call_slots(vm, cs, argc, &result, new_target);
    if (r == CALL_PUSHED)
        r = interpret(vm) == RUN_RETURNED ? CALL_DONE : CALL_FAILED;
    vm->gc_lock--;
    vm->nested--;
    vm->code_ran = true;
    vm->frame = saved;
    vm->call_depth = depth;
    return r == CALL_DONE ? result : VALUE_THROWN;
}

Value vm_call(VM *vm, Value fn, Value this_val, uint32_t argc,
              const Value *args)
{
    return run_nested(vm, fn, this_val, argc, args, VALUE_UNDEFINED);
}

Value vm_construct(VM *vm, Value fn, Value new_target, uint32_t argc,
                   const Value *args)
{
    return run_nested(vm, fn, VALUE_UNDEFINED, argc, args, new_target);
}
