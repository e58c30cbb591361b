/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_VM_H
#define CM_ENGINE_VM_H
/* vm: one execution of the machine.
 *
 * Register stack: segments that never move, so a Value * into it stays valid
 * while its frame lives. A frame's registers are one window in one segment; a
 * call's arguments become the callee's first registers when it fits the
 * segment, else they are copied to the next one. Frames are a doubly linked
 * list that is kept and reused. Program code calls program code without
 * recursion in C.
 *
 * Suspension: an await or yield copies the frame's registers into a coroutine
 * and pops the frame; resuming pushes a frame and copies them back.
 *
 * Nested runs: vm_call runs program code from C (conversions, accessors inside
 * built-ins). At most VM_MAX_NESTED deep; the collector does not run inside.
 *
 * Threads: one at a time. `cancelled` may be set from any thread. */
#include "engine/function.h"
#include "engine/table.h"

#include <stdatomic.h>

#define VM_MAX_NESTED     16
#define VM_MAX_CALL_DEPTH 10000
#define VM_MAX_ARGS       250000

typedef enum Termination {
    TERM_NONE = 0,
    TERM_TIMEOUT,
    TERM_MEMORY,
    TERM_STEPS,
    TERM_CANCELLED,
    TERM_DEADLOCK,
    TERM_BOUND /* a fixed bound of the language; vm->bound_text names it */
} Termination;

/* Inline cache of one property access. */
typedef struct IC {
    Shape *shape; /* of the receiver (or primitive's prototype); NULL: empty */
    union {
        Shape *next; /* SETFIELD that adds: the shape after */
        Obj *holder; /* GETFIELD found on a prototype */
        void *cell;  /* whichever it is; template objects too */
    } u;
    uint32_t slot;
    uint32_t epoch; /* vm->proto_epoch when holder is not the receiver */
} IC;

typedef enum FrameKind {
    FRAME_BASE = 0, /* bottom of a run; returning from above ends interpret() */
    FRAME_CODE,
    FRAME_NATIVE /* a stepping native */
} FrameKind;

/* What is unusual about returning from a frame; 0 for most. */
enum {
    SPECIAL_NEW = 1,       /* constructor call: result is an object or this */
    SPECIAL_ASYNC = 2,     /* result settles a promise */
    SPECIAL_GENERATOR = 4, /* result becomes { value, done: true } */
    SPECIAL_DERIVED = 8,   /* derived constructor: this may be unbound */
    SPECIAL_PROGRAM = 16   /* body of the program */
};

#define WANT_ALL 255

typedef struct StackSegment StackSegment;

typedef struct Frame {
    struct Frame *prev, *next;
    const uint32_t *pc; /* next instruction; saved before anything may throw */
    Value *base;        /* registers */
    Value *top;         /* end of the window */
    Value *ret;         /* where the result goes */
    Closure *closure;   /* FRAME_CODE */
    IC *ics;
    struct Coroutine *co; /* suspended identity of async/generator frames */
    StackSegment *segment;
    Value this_val;
    Value new_target;
    Value *args; /* all arguments as given, for REST and ARGUMENTS */
    uint32_t argc;
    uint8_t kind;    /* FrameKind */
    uint8_t special; /* SPECIAL_* */
    uint8_t reenter; /* an instruction goes on after a call it made */
    uint8_t want;    /* Lua: results that the call is for; WANT_ALL */
    uint32_t n_open; /* Lua: results of the last call for all of them, from its
                        register on */
    uint64_t promise_number; /* async: creation number of its promise */
    NativeFrame native;      /* FRAME_NATIVE */
} Frame;

/* A suspended async function, generator or async generator. It is the generator
 * object itself (CLASS_GENERATOR) or hidden (async functions). */
typedef struct Coroutine {
    Obj obj;
    Closure *closure;
    ValuesCell *regs; /* saved registers, args below them when vararg */
    const uint32_t *pc;
    IC *ics;
    Value this_val, new_target;
    Value promise; /* async functions: their promise */
    uint32_t argc;
    uint32_t n_below;   /* saved arguments below base */
    uint8_t state;      /* CO_* */
    uint8_t kind;       /* FUNC_ASYNC | FUNC_GENERATOR bits */
    uint8_t result_reg; /* register that gets the value on resume */
    uint8_t mode_reg;   /* YIELD: register for the resumption mode, or 255 */
    Value queue;        /* async generators: requests */
} Coroutine;

enum {
    CO_START = 0,
    CO_SUSPENDED,
    CO_RUNNING,
    CO_DONE
};

typedef struct Realm Realm;
typedef struct Jobs Jobs;
struct FrameBlock;

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): by topic */
struct VM {
    int64_t fuel;    /* steps left before meter_refuel; keep first */
    Frame *frame;    /* innermost */
    Value exception; /* parked; VALUE_ABSENT when none */
    Heap heap;
    const Realm *realm; /* intrinsics, shared by all executions */
    uint32_t proto_epoch;
    uint32_t call_depth;
    uint32_t nested;      /* depth of vm_call */
    uint32_t proxy_depth; /* open operations of proxies; see proxy.h */
    uint64_t job_number;  /* of the current job; see WeakRefObj */
    Termination termination;
    StackSegment *segments; /* first; doubly linked, never moved */
    Frame base_frame;
    struct FrameBlock *frame_blocks;
    uint32_t retries; /* after refused memory, since the last safepoint */
    const Frame *retry_frame; /* of the latest: what runs again, and what */
    const uint32_t *retry_pc; /* lived then */
    size_t retry_used;
    bool made_headway; /* a stepping native: since then its registers moved on,
                        * so to run it again is not to do the same again */
    uint32_t tight_collections; /* in a row that freed next to nothing */
    const Program *program;
    IC **proto_ics; /* by FuncProto.id */
    Atoms atoms;
    struct ShapeTable *shapes; /* roots and transitions of this execution */
    /* What reading and writing JSON has learnt (json_read.c, lua_data_read.c,
     * json_write.c), and how often that was done since the last collection,
     * which throws it away. */
    RawCell *json_memo, *json_lists;
    uint32_t n_json_reads, n_json_writes;
    uint8_t next_serial;          /* of a shape */
    struct FieldMemo *field_memo; /* of places that see several shapes;
                                     interp_slow.c */
    Jobs *jobs;
    Obj *globals;     /* extension globals, tools, search: by name */
    Obj *global_this; /* made on first use */
    Obj *modules;     /* namespaces imported so far, by name; NULL: none */
    struct Table *symbol_registry; /* of Symbol.for; NULL until used */

    /* time zones: the execution's own, borrowed from the host (NULL: UTC), and
     * those loaded by name (see js/builtins/intl/zone.c) */
    const struct TimeZone *local_zone;
    struct Table *zones;

    uint32_t result_line, result_column; /* of the return that ended the
                                            program */
    /* metering */
    int64_t fuel_slice;   /* given at the last refuel */
    uint64_t steps_done;  /* before the last refuel */
    uint64_t max_steps;   /* UINT64_MAX: none */
    uint64_t slice_end;   /* steps_done at which to yield; UINT64_MAX */
    uint64_t deadline_ns; /* UINT64_MAX: none */
    uint64_t (*now_ns)(void *user);
    double (*wall_ms)(void *user);
    void *hook_user;
    atomic_bool cancelled;
    bool yield_wanted;   /* the slice is over: stop at the next safepoint */
    bool code_ran;       /* program code ran inside the current instruction */
    uint32_t gc_lock;    /* > 0: C code holds cells, no collection */
    Value accessor;      /* with VALUE_CALL: the function, */
    Value accessor_this; /* its receiver, */
    Value accessor_arg;  /* and what a setter gets */
    bool call_setter;    /* a write succeeded only after this call */
    Value discard;       /* where unwanted results go */
    Value job_result;
    Value main_promise; /* of the program */
    bool resume_throw;  /* the loop starts by throwing vm->exception */

    uint64_t random_state[4];
    uint32_t promises_pending; /* against the bound of 100,000 */
    uint64_t promise_counter;  /* creation order */

    /* Lua: results in flight, see lua_lib.h; the first ones need no memory */
    Value *results;
    uint32_t n_results;
    Value result_slots[8];
    ValuesCell *result_row;
    const char *bound_text;       /* TERM_BOUND; static */
    uint64_t ran_ns, run_from_ns; /* os.clock: runs before, start of this one */
    struct LuaTable *lua_globals; /* `_G` */
    struct LuaTable *lua_numbers; /* tostring's, by object */
    Value lua_failure;            /* the failure caught last, or undefined */
    /* The execution waits with all its frames for this promise; NULL: it does
     * not. In Lua its value goes to awaited_ret as the results of a call; in
     * JavaScript the native that gave STEP_WAIT keeps it alive and looks. */
    struct Promise *awaited;
    Value *awaited_ret;
    uint8_t awaited_want;

    /* what the runtime keeps */
    void *host;
    void (*mark_roots)(VM *vm, struct Gc *gc);
    /* vm_run stops after the job in which this promise settles; NULL: none. The
     * runtime keeps it alive. */
    struct Promise *until;
    /* The program's body once it was suspended; marked by the runtime. */
    Coroutine *main_co;
    /* Call of a reference or of a host function. */
    Value (*host_call)(VM *vm, NativeCall *c);
    /* A member of a reference was read. */
    Value (*host_member)(VM *vm, Obj *reference, PropKey key);
    /* A name that is neither the program's, nor built in, nor in `globals`;
     * VALUE_ABSENT when it does not exist. Made on first use: globalThis. */
    Value (*host_global)(VM *vm, PropKey name);
    /* One console entry: level "log", "warn", ... and the finished line. */
    bool (*host_log)(VM *vm, const char *level, Str *line);
    /* TZif bytes of an IANA zone into out; false: there is none. NULL: UTC is
     * the only zone. */
    bool (*host_zone)(VM *vm, const char *name, struct Buf *out);
    /* import()/require of a specifier; VALUE_ABSENT when it does not
     * resolve. */
    Value (*host_module)(VM *vm, Str *specifier);
};

typedef struct VMOptions {
    const cm_allocator *alloc;
    size_t memory_limit;
    uint64_t max_steps;
    uint64_t (*now_ns)(void *user);
    double (*wall_ms)(void *user);
    void *hook_user;
    uint64_t seed;
    const Realm *realm;
} VMOptions;

/* A fresh execution; NULL when memory is refused. */
VM *vm_new(const VMOptions *options);
void vm_free(VM *vm);

/* Calls the program's body; its promise is the result (rooted by the caller
 * through mark_roots). VALUE_THROWN when it could not even start. */
Value vm_start(VM *vm, const Program *program);

/* The next 64 random bits of the execution's own generator. */
uint64_t vm_random(VM *vm);

typedef enum VmState {
    VM_IDLE,      /* no job is ready */
    VM_YIELDED,   /* slice used up */
    VM_TERMINATED /* vm->termination says why */
} VmState;

/* Runs ready jobs (and an interrupted run of the loop) until none is left, the
 * slice of max_steps (0: none) is used up, or the execution has to end. */
VmState vm_run(VM *vm, uint64_t max_steps);

/* Runs program code from C to its end in a nested run of the loop; at most
 * VM_MAX_NESTED deep (RangeError). The collector does not run inside. */
Value vm_call(VM *vm, Value fn, Value this_val, uint32_t argc,
              const Value *args);
Value vm_construct(VM *vm, Value fn, Value new_target, uint32_t argc,
                   const Value *args);

/* Marks what the VM itself holds; called by gc_collect. */
void vm_mark_roots(struct Gc *gc, VM *vm);

#endif
