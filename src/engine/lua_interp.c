/* SPDX-License-Identifier: MIT */
/* The loop that runs Lua programs, on the frames, stack and heap of the machine
 * that interp.c runs JavaScript on. It is a loop of its own because an
 * instruction names one of 256, and because numbers, truth and calls differ in
 * nearly every body. Instructions are in lua_interp_ops.h; what is said about
 * speed, SAVE and `failed` in interp.c holds here too. */
#include <math.h>
#include <string.h>

#include "engine/lua_code.h"
#include "engine/lua_internal.h"

#define OPCODE(name) LUA_##name
#include "engine/interp_loop.h"

/* Pops frames until a native takes the parked exception; false: none does. */
static bool unwind(VM *vm)
{
    for (;;) {
        Frame *f = vm->frame;
        if (f->kind == FRAME_BASE)
            return false;
        if (f->kind == FRAME_NATIVE && vm_native_catches(vm, f))
            return true;
        pop_frame(vm);
    }
}

/* == of what the fast path left over. */
static bool equal_slow(VM *vm, Value a, Value b)
{
    if (value_is_string(a) && value_is_string(b) &&
        str_is_interned(value_str(a)) && str_is_interned(value_str(b)))
        return false;
    return lua_equal(vm, a, b);
}

static CM_ALWAYS_INLINE bool equal(VM *vm, Value a, Value b)
{
    if (BOTH_NUMBER(a, b))
        return value_num(a) == value_num(b);
    if (a == b)
        return true;
    if (value_tag(a) != value_tag(b) && !value_is_cell(a) && !value_is_cell(b))
        return false;
    return equal_slow(vm, a, b);
}

/* The value that a name has in a table, nil when none. The cache holds the
 * number of the entry where the name was found last, in whatever table: without
 * that guess `globals` takes 45 % more instructions, `fields` 31 %. */
static CM_ALWAYS_INLINE Value get_name(const LuaTable *t, Value name, IC *ic)
{
    uint32_t e = ic->slot;
    if (CM_LIKELY(e < t->used && t->entries[e].key == name))
        return t->entries[e].value;
    e = lua_table_find_str(t, value_str(name));
    if (e == UINT32_MAX)
        return VALUE_UNDEFINED;
    ic->slot = e;
    return t->entries[e].value;
}

/* Gives a name that the cache finds another value; false: nothing was done.
 * Without it `globals` takes 52 % more instructions, `fields` 45 %. */
static CM_ALWAYS_INLINE bool overwrite_name(LuaTable *t, Value name,
                                            const IC *ic, Value v)
{
    uint32_t e = ic->slot;
    if (CM_UNLIKELY(e >= t->used || t->entries[e].key != name ||
                    t->entries[e].value == VALUE_UNDEFINED ||
                    v == VALUE_UNDEFINED || t->hd.flags & LUA_TABLE_READ_ONLY))
        return false;
    t->entries[e].value = v;
    return true;
}

/* Any assignment to a name; false when it failed. */
static CM_ALWAYS_INLINE bool set_name(VM *vm, LuaTable *t, Value name, IC *ic,
                                      Value v)
{
    if (!lua_table_set_str(vm, t, value_str(name), v))
        return false;
    uint32_t e = lua_table_find_str(t, value_str(name));
    if (e != UINT32_MAX)
        ic->slot = e;
    return true;
}

/* A jump back by n words from an instruction that ends at `behind`, where the
 * execution is said to stand when its steps are used up. The safepoint refuels
 * again and finds the fuel whole. */
#define CHARGE_BACK(n, behind)           \
    do {                                 \
        vm->fuel -= (n);                 \
        if (CM_UNLIKELY(vm->fuel < 0)) { \
            frame->pc = (behind);        \
            if (!meter_refuel(vm))       \
                goto throw_;             \
            frame->pc = pc;              \
            goto safepoint;              \
        }                                \
    } while (0)

/* int_code gives an int64_t z from int32 x, y, or clears `ok` to leave it to
 * the operator in general. */
#define ARITH(op, c_, int_code, float_expr)                          \
    do {                                                             \
        Value b = RB, c = (c_);                                      \
        if (CM_LIKELY(BOTH_INT(b, c))) {                             \
            int64_t x = value_to_int(b), y = value_to_int(c), z = 0; \
            bool ok = true;                                          \
            int_code;                                                \
            if (CM_LIKELY(ok && z == (int32_t)z)) {                  \
                RA = value_int((int32_t)z);                          \
                NEXT;                                                \
            }                                                        \
            if (ok)                                                  \
                SLOW_VALUE(lua_integer_boxed(vm, z));                \
        } else if (CM_LIKELY(BOTH_NUMBER(b, c))) {                   \
            double x = value_num(b), y = value_num(c);               \
            RA = value_double(float_expr);                           \
            NEXT;                                                    \
        }                                                            \
        SLOW_VALUE(lua_arith(vm, op, b, c));                         \
    } while (0)

/* Always a float. */
#define ARITH_FLOAT(op, c_, float_expr)                \
    do {                                               \
        Value b = RB, c = (c_);                        \
        if (CM_LIKELY(BOTH_NUMBER(b, c))) {            \
            double x = value_num(b), y = value_num(c); \
            RA = value_double(float_expr);             \
            NEXT;                                      \
        }                                              \
        SLOW_VALUE(lua_arith(vm, op, b, c));           \
    } while (0)

#define BITS(op, c_, int_expr)                                \
    do {                                                      \
        Value b = RB, c = (c_);                               \
        if (CM_LIKELY(BOTH_INT(b, c))) {                      \
            int64_t x = value_to_int(b), y = value_to_int(c); \
            int64_t z = (int_expr);                           \
            if (CM_LIKELY(z == (int32_t)z)) {                 \
                RA = value_int((int32_t)z);                   \
                NEXT;                                         \
            }                                                 \
            SLOW_VALUE(lua_integer_boxed(vm, z));             \
        }                                                     \
        SLOW_VALUE(lua_arith(vm, op, b, c));                  \
    } while (0)

#define ADD_INT z = x + y
#define SUB_INT z = x - y
#define MUL_INT z = x * y
#define MOD_INT                 \
    do {                        \
        ok = y > 0;             \
        if (ok) {               \
            z = x % y;          \
            z += z < 0 ? y : 0; \
        }                       \
    } while (0)
#define IDIV_INT                    \
    do {                            \
        ok = y > 0;                 \
        if (ok) {                   \
            z = x / y;              \
            z -= z * y > x ? 1 : 0; \
        }                           \
    } while (0)

#define LESS(b, c)          lua_less(vm, b, c)
#define LESS_EQUAL(b, c)    lua_less_equal(vm, b, c)
#define GREATER(b, c)       lua_less(vm, c, b)
#define GREATER_EQUAL(b, c) lua_less_equal(vm, c, b)

/* NOLINTNEXTLINE(readability-function-size): the loop of the machine */
RunResult lua_interpret(VM *vm)
{
#ifndef CM_SWITCH_VM
    __extension__ static const void *const labels[LUA_INSTR_COUNT] = {
#define X(name, words, doc) &&L_##name,
#include "engine/lua_opcodes.def"
#undef X
    };
#endif
    Frame *frame = NULL;
    const uint32_t *pc = NULL;
    Value *R = NULL;
    const Value *K = NULL;
    IC *ics = NULL;
    uint32_t i = 0;
    Value *cs = NULL;         /* do_call: callee and arguments */
    uint32_t argc = 0;        /* do_call */
    uint8_t want = 0;         /* do_call */
    const Value *from = NULL; /* give_back: results */
    uint32_t n = 0;           /* give_back */

    if (vm->resume_throw) {
        vm->resume_throw = false;
        goto throw_;
    }

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
    CallResult c;
    Step s = enter_native(vm, frame);
    switch (s) {
    case STEP_RETURN:
        from = &frame->native.result;
        n = 1;
        if (*from == VALUE_RESULTS) {
            from = vm->results;
            n = vm->n_results;
        }
        if (!lua_deliver(vm, frame->prev, frame->ret, frame->want, from, n)) {
            vm_terminate(vm, TERM_MEMORY); /* it must not run twice */
            goto throw_;
        }
        pop_frame(vm);
        goto reload;
    case STEP_CALL:
        c = call_from(vm, frame, lua_call_from_native);
        if (CM_UNLIKELY(c == CALL_FAILED))
            goto throw_;
        if (c == CALL_WAITS)
            return RUN_YIELDED;
        if (CM_UNLIKELY(vm->fuel < 0))
            goto safepoint;
        goto reload;
    case STEP_RESUME: /* there are no coroutines */
    case STEP_WAIT:   /* natives give the promise instead */
    case STEP_THROW:
        pop_frame(vm); /* a native that catches does not catch its own */
        goto throw_;
    }
    cm_unreachable();
}

failed: /* an instruction did not succeed; frame->pc is behind it */
    vm->frame = frame;
    if (vm->exception == VALUE_ABSENT && vm_may_retry(vm)) {
        pc = frame->pc - lua_instr_words[INS_OP(i)];
        NEXT;
    }
throw_:
    if (unwind(vm))
        goto reload;
    return RUN_THROWN;

/* The current frame returns n values at `from`. */
give_back:
    SAVE();
    if (CM_UNLIKELY(frame->special & SPECIAL_PROGRAM))
        vm_location(vm, &vm->result_line, &vm->result_column);
    if (CM_UNLIKELY(
            !lua_deliver(vm, frame->prev, frame->ret, frame->want, from, n)))
        FAIL;
    pop_frame(vm);
    goto reload;

do_call: /* cs, argc, want; results go to cs on */
    SAVE();
    switch (lua_call_slots(vm, cs, argc, cs, want)) {
    case CALL_FAILED:
        FAIL;
    case CALL_WAITS:
        return RUN_YIELDED;
    case CALL_DONE:
        R = frame->base; /* it may have moved */
        if (CM_UNLIKELY(vm->fuel < 0))
            goto safepoint;
        NEXT;
    case CALL_PUSHED:
        if (CM_UNLIKELY(vm->fuel < 0))
            goto safepoint;
        goto reload;
    }
    cm_unreachable();

/* cs, argc, want: the common call on the spot. The short way through
 * lua_call_slots, without which `calls` takes 54 % more instructions. */
call_closure : {
    Value f = cs[0];
    if (CM_LIKELY(value_is_class(f, CLASS_FUNCTION))) {
        Closure *cl = (Closure *)(void *)value_obj(f);
        const FuncProto *p = cl->proto;
        Frame *fr = frame->next;
        Value *base = cs + 1;
        if (CM_LIKELY(!(p->flags & (FUNC_VARARG | FUNC_PROGRAM)) && fr &&
                      (cl->ics || p->n_ics == 0) &&
                      (size_t)(frame->segment->end - base) >=
                          (p->n_regs > argc ? p->n_regs : argc) &&
                      vm->call_depth < VM_MAX_CALL_DEPTH && vm->fuel > 0)) {
            vm->fuel -= 1;
            vm->call_depth++;
            frame->pc = pc;
            for (uint32_t k = argc; k < p->n_params; k++)
                base[k] = VALUE_UNDEFINED;
            frame_of_code(fr, frame->segment, cl, base, base, argc, cs);
            fr->special = 0;
            fr->want = want;
            fr->n_open = 0;
            fr->this_val = fr->new_target = VALUE_UNDEFINED;
            vm->frame = frame = fr;
            pc = p->code;
            R = base;
            K = p->consts;
            ics = cl->ics;
            NEXT;
        }
    }
    goto do_call;
}

#ifdef CM_SWITCH_VM
next:
    i = *pc++;
    switch ((LuaInstr)INS_OP(i)) {
    case LUA_INSTR_COUNT:
        cm_unreachable();
#endif
#include "engine/interp_ops_common.h"
#include "engine/lua_interp_ops.h"
#ifdef CM_SWITCH_VM
    }
#endif
    cm_unreachable();
}
