/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_NATIVE_H
#define CM_ENGINE_NATIVE_H
/* native: how built-ins written in C are called.
 *
 * A plain native computes and returns one value, or VALUE_THROWN after throwing
 * or after a refused allocation. It must not change anything a program can see
 * before its last allocation ("allocate, then commit"): when memory was refused
 * and no program code ran, the VM collects and calls it again.
 *
 * A stepping native calls back into program code. It is a state machine: `step`
 * is entered with frame->pc == 0, and returns STEP_CALL after native_call() to
 * have a function called; it is entered again when that returned, with the
 * value in frame->result. What it must keep across lies in frame->reg (seen by
 * the collector) and in frame->pc, i, n, m (plain numbers). C locals do not
 * survive.
 *
 * args: argc values as given; at least min_args of the row are readable, padded
 * with undefined. Registers of a stepping native start as undefined. Raw
 * pointers to cells may be held within one entry, never across STEP_CALL except
 * through reg. */
#include "engine/object.h"

struct Coroutine;

typedef struct NativeCall {
    Value *args;
    uint32_t argc;
    Value this_val;
    Value callee;
    Value new_target; /* VALUE_UNDEFINED for a plain call */
} NativeCall;

typedef Value (*NativeFn)(VM *vm, NativeCall *c);

typedef enum Step {
    STEP_RETURN, /* the value is in frame->result */
    STEP_THROW,
    STEP_CALL,
    STEP_RESUME, /* replace this frame by the coroutine given to native_resume */
    STEP_WAIT /* the execution waits with all its frames for vm->awaited, then
                    enters again; only while vm->nested is 0 */
} Step;

typedef struct NativeFrame {
    NativeCall call;
    Value *reg;
    Value result;     /* of the call asked for; the thrown value when threw */
    bool threw;       /* only with NATIVE_CATCHES */
    bool call_is_new; /* construct instead of call */
    uint16_t call_argc;
    uint32_t pc, i, n, m;
} NativeFrame;

typedef Step (*NativeStep)(VM *vm, NativeFrame *f);

enum {
    NATIVE_CTOR = 1,      /* can be constructed with new */
    NATIVE_CTOR_ONLY = 2, /* calling without new throws (Map, Promise, ...) */
    NATIVE_GETTER = 4,    /* row defines a getter (name without "get ") */
    NATIVE_SETTER = 8,
    NATIVE_CATCHES = 16,     /* step is re-entered with threw set */
    NATIVE_ALL_RESULTS = 64, /* Lua: step finds all results of its call */
    NATIVE_NO_ADOPT = 32 /* as a `then` it makes no thenable: promises take its
                             object as it is (pages of search) */
};

/* One row of a built-in table. */
typedef struct NativeSpec {
    const char *name; /* property name; "@@iterator" for a well-known symbol */
    NativeFn fn;      /* exactly one of fn and step */
    NativeStep step;
    uint8_t length;   /* the function's `length` */
    uint8_t min_args; /* arguments padded with undefined up to here */
    uint8_t n_regs;   /* registers of a stepping native */
    uint8_t flags;    /* NATIVE_* */
    int32_t magic;    /* variant, for two siblings at most */
} NativeSpec;

/* Arguments that a native_call may pass at most without native_call_array. */
#define NATIVE_CALL_MAX 6

/* Prepares a call; the step function then returns STEP_CALL. */
Step native_call(VM *vm, NativeFrame *f, Value fn, Value this_val,
                 uint32_t argc, const Value *args);
/* The same with any number of arguments, given as an array (at most
 * 250,000). */
#define NATIVE_ARGC_ARRAY 0xFFFF
/* is_new: this_val is the new target, undefined for fn itself. */
Step native_call_array(VM *vm, NativeFrame *f, Value fn, Value this_val,
                       Array *args, bool is_new);
/* Same as construction. new_target = fn. */
Step native_construct(VM *vm, NativeFrame *f, Value fn, uint32_t argc,
                      const Value *args);
/* Resumes a generator's coroutine in place of this native: what it yields or
 * returns is this native's result. mode: 0 next, 1 throw, 2 return. */
Step native_resume(VM *vm, NativeFrame *f, struct Coroutine *co, int mode,
                   Value v);
/* frame->result = v and STEP_RETURN. */
static inline Step native_return(NativeFrame *f, Value v)
{
    f->result = v;
    return v == VALUE_THROWN ? STEP_THROW : STEP_RETURN;
}

#endif
