/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_INTERP_LOOP_H
#define CM_ENGINE_INTERP_LOOP_H
/* interp_loop: what the loops of interp.c and lua_interp.c are written in;
 * those two files include it, nobody else.
 *
 * Before, the includer defines OPCODE(name), the constant of an instruction.
 * Its loop has the locals
 *
 *     VM *vm; Frame *frame     the running frame, == vm->frame
 *     const uint32_t *pc       the next word of its code
 *     Value *R, const Value *K its registers and its constants
 *     IC *ics                  its inline caches
 *     uint32_t i               the instruction
 *
 * and the labels
 *
 *     failed     the instruction did not succeed and frame->pc is behind it:
 *                thrown, ended, or refused memory, then it runs again
 *     safepoint  frame->pc is saved; gone on with after collection and refuel
 *     labels[]   or, with CM_SWITCH_VM, next:, a switch over OPCODE(...)
 *
 * What the loops still say twice is those labels: which label follows which is
 * the language's own, and a switch that can fall out of its enum into another
 * label keeps every local alive there. cm_unreachable() behind those switches
 * made `pipeline` 7 % and `calls` 9 % shorter with gcc 12.
 *
 * They are macros because they jump to labels of the loop and leave an
 * instruction, and because the locals must stay in machine registers: with the
 * locals in a struct that functions get, prototypes took 20 to 40 % longer. */
#include "engine/vm_internal.h"

/* The tag of integers is the highest, all ones (value.h), so an AND has it when
 * both words have it: one comparison for two. */
#define INT_TAG_BITS      (TAG_INT << VALUE_TAG_SHIFT)
#define BOTH_INT(x, y)    (((x) & (y)) >= INT_TAG_BITS)
#define BOTH_NUMBER(x, y) (value_is_number(x) && value_is_number(y))

/* Computed goto has a jump of its own at the end of every instruction, which
 * processors predict by what ran before. */
#ifdef CM_SWITCH_VM
#define CASE(name) case OPCODE(name)
#define NEXT       goto next
#else
#define CASE(name) L_##name
#define NEXT                                         \
    do {                                             \
        i = *pc++;                                   \
        __extension__({ goto *labels[INS_OP(i)]; }); \
    } while (0)
#endif

#define RA     R[INS_A(i)]
#define RB     R[INS_B(i)]
#define RC     R[INS_C(i)]
#define KC     K[INS_C(i)]
#define KBX    K[INS_BX(i)]
#define SAVE() (frame->pc = pc, vm->code_ran = false)
#define FAIL   goto failed

/* The locals of `frame`. */
#define LOAD_FRAME()                       \
    do {                                   \
        pc = frame->pc;                    \
        R = frame->base;                   \
        K = frame->closure->proto->consts; \
        ics = frame->ics;                  \
    } while (0)

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

/* Sets `t`, a new variable, to the order of two values or fails. */
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

#define ORDER_JUMP(want_, c_, rel, slow) \
    do {                                 \
        Value b = RA, c = (c_);          \
        int32_t off = (int32_t)*pc++;    \
        ORDER(b, c, rel, slow(b, c))     \
        if (t == (want_))                \
            pc += off;                   \
        NEXT;                            \
    } while (0)

#define JUMP_IF(cond)                 \
    do {                              \
        int32_t off = (int32_t)*pc++; \
        if (cond)                     \
            pc += off;                \
        NEXT;                         \
    } while (0)

/* Enters a stepping native; again in the same state, so all of it is kept,
 * after memory was refused. These two are inline because sorting and mapping
 * pass here for every element: as calls they took 1.3 % more of `pipeline` and
 * 2.9 % more of Lua's `sort`. */
static CM_ALWAYS_INLINE Step enter_native(VM *vm, Frame *f)
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
        if (!vm_may_retry(vm))
            return STEP_THROW;
    }
}

/* Makes the call that a stepping native asked for by `call`; again after
 * memory was refused. */
static CM_ALWAYS_INLINE CallResult call_from(VM *vm, Frame *f,
                                             CallResult (*call)(VM *vm,
                                                                Frame *f))
{
    for (;;) {
        vm->code_ran = false;
        CallResult c = call(vm, f);
        if (CM_LIKELY(c != CALL_FAILED) || vm->exception != VALUE_ABSENT ||
            !vm_may_retry(vm))
            return c;
    }
}

#endif
