/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_JS_REFUSE_H
#define CM_TESTS_JS_REFUSE_H
/* js_refuse: makes a program fail at each of its allocations and each of its
 * steps.
 *
 * A program reads the global R where the trouble is to begin. From there on
 *
 *     once       the n-th 16 bytes of the heap are refused, until the machine
 *                has collected: the answer must be the same, because built-ins
 *                allocate before they change anything (engine/native.h). Code
 *                called from C cannot be run again; then the execution ends.
 *     for ever   nothing more is given: the answer or MemoryLimitExceeded
 *     steps      n steps may still be done: the answer or StepLimitExceeded
 *
 * for n = 0, 1, 2, ... until nothing is refused any more. Whatever happens,
 * every byte is given back. */
#include "js_run.h"
#include "oom_alloc.h"

#include "engine/heap.h"
#include "engine/str.h"

typedef enum RefuseKind {
    REFUSE_NOTHING,
    REFUSE_ONCE,
    REFUSE_FOR_EVER,
    REFUSE_STEPS
} RefuseKind;

typedef struct Refuse {
    cm_allocator alloc;
    OomAlloc under; /* gives and counts */
    VM *vm;
    RefuseKind kind;
    uint64_t n;
    bool begun; /* R was read */
    bool armed;
    bool refused;   /* something was */
    bool overdrawn; /* more steps were counted than there were */
} Refuse;

static Refuse js_refuse;

/* Globals of a host besides R; NULL: none. VALUE_ABSENT: not one of them. */
static Value (*js_refuse_globals)(VM *vm, Str *name);

static bool refuse_this(Refuse *r)
{
    if (!r->armed)
        return false;
    /* once: until the machine has reacted to it */
    if (r->kind == REFUSE_ONCE && r->refused &&
        (r->vm->heap.refused || r->vm->retries > 0)) {
        r->armed = false;
        return false;
    }
    r->refused = true;
    return true;
}

static void *refuse_resize(void *ctx, void *ptr, size_t old_size,
                           size_t new_size)
{
    Refuse *r = ctx;
    if (new_size > old_size && refuse_this(r))
        return NULL;
    return oom_resize(&r->under, ptr, old_size, new_size);
}

/* Fills the open chunk but for `room` bytes. What fills it is kept alive by
 * `keep`, when there is one. */
static void refuse_fill(VM *vm, size_t room, Array *keep)
{
    Heap *h = &vm->heap;
    for (;;) {
        size_t left = (size_t)(h->end - h->at);
        if (left == room)
            return;
        size_t n = left < room ? left + HEAP_ALIGN : left - room;
        if (n > HEAP_SMALL_MAX)
            n = HEAP_SMALL_MAX;
        Str *s = heap_alloc(h, n, CELL_STR8);
        if (!s)
            abort();
        memset(&s->hd + 1, 0, n - sizeof s->hd);
        s->len = (uint32_t)(n - STR_HEAD);
        if (keep && !array_push(vm, keep, value_from_str(s)))
            abort();
    }
}

static void refuse_memory(VM *vm, Refuse *r)
{
    Array *keep = NULL;
    if (r->kind == REFUSE_FOR_EVER) {
        keep = array_new(vm, 2000);
        if (!keep ||
            !obj_put(vm, vm->globals, key_ascii(vm, "R"), value_from_obj(keep)))
            abort();
    }
    refuse_fill(vm, (size_t)r->n * HEAP_ALIGN, keep);
    r->armed = true;
}

/* The global R. */
static Value refuse_from_here(VM *vm, PropKey name)
{
    Refuse *r = &js_refuse;
    Str *s = value_str(name);
    if (s->len != 1 || s->as.u8[0] != 'R')
        return js_refuse_globals ? js_refuse_globals(vm, s)
                                 : js_run_global(vm, name);
    if (r->begun)
        return VALUE_UNDEFINED;
    r->begun = true;
    if (r->kind == REFUSE_STEPS) {
        vm->steps_done += (uint64_t)(vm->fuel_slice - vm->fuel);
        vm->fuel = vm->fuel_slice = 0;
        vm->max_steps = vm->steps_done + r->n;
    } else if (r->kind != REFUSE_NOTHING) {
        refuse_memory(vm, r);
    }
    return VALUE_UNDEFINED;
}

/* One run; the text goes to out. */
static void refuse_run(const Program *program, RefuseKind kind, uint64_t n,
                       Buf *out)
{
    Refuse *r = &js_refuse;
    *r = (Refuse){ .kind = kind, .n = n };
    r->alloc = (cm_allocator){ refuse_resize, r };
    oom_alloc_init(&r->under, 0, 0);
    VMOptions o = { .alloc = &r->alloc,
                    .memory_limit = (size_t)1 << 30,
                    .max_steps = UINT64_MAX,
                    .now_ns = js_run_now,
                    .wall_ms = js_run_wall,
                    .seed = 1,
                    .realm = js_realm() };
    VM *vm = r->vm = vm_new(&o);
    vm->host_log = js_run_log;
    vm->host_global = refuse_from_here;
    vm->host_module = js_module;
    vm->globals = obj_new_proto(vm, NULL);
    Value promise = vm_start(vm, program);
    VmState state = vm_run(vm, 0);
    uint64_t spent = (uint64_t)(vm->fuel_slice - vm->fuel);
    r->overdrawn = vm->steps_done + spent > vm->max_steps;
    r->armed = false;
    vm->heap.refused = false;
    vm->max_steps = UINT64_MAX;
    cm__buf_clear(out);
    js_run_finish(vm, promise, state, out);
    vm_free(vm);
    if (r->under.live_bytes != 0) {
        cm__buf_add_fmt(out, " (%zu bytes leaked)", r->under.live_bytes);
    }
}

enum {
    REFUSE_MOST = 1500 /* of 16 bytes, or of steps */
};

/* All n of one kind. The number of wrong answers; the first is printed. */
static int refuse_sweep(const JsRow *row, const Program *program,
                        RefuseKind kind, const char *end)
{
    static const char *const kinds[] = { "", "once", "for ever", "steps" };
    int failed = 0, missed = 0;
    Buf out;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    for (uint64_t n = 0; n < REFUSE_MOST; n += 1 + n / 256) {
        refuse_run(program, kind, n, &out);
        const char *got = cm__buf_text(&out);
        bool same = strcmp(got, row->expected) == 0;
        if (!same && strcmp(got, end) != 0 && failed++ == 0)
            fprintf(stderr,
                    "%s %llu\n  program:  %s\n  expected: %s\n"
                    "  got:      %s\n",
                    kinds[kind], (unsigned long long)n, row->program,
                    row->expected, got);
        /* Several sizes may be asked for before one is refused. */
        bool over = kind == REFUSE_STEPS ? same : !js_refuse.refused;
        missed = over ? missed + 1 : 0;
        if (missed == 4)
            break;
    }
    cm__buf_done(&out);
    return failed;
}

/* Runs every row in all ways; returns the number of wrong answers. */
static inline int js_check_refused(const JsRow *rows, size_t n)
{
    const cm_allocator *alloc = cm__alloc_default();
    int failed = 0;
    for (size_t i = 0; i < n; i++) {
        const char *source = rows[i].program;
        Program *program = NULL;
        JsCompileResult compiled;
        Buf out;
        cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
        cm_status st = js_compile(alloc, js_realm(), source, strlen(source),
                                  NULL, &program, &compiled);
        if (st == CM_OK)
            refuse_run(program, REFUSE_NOTHING, 0, &out);
        if (st != CM_OK || strcmp(cm__buf_text(&out), rows[i].expected) != 0) {
            failed++;
            fprintf(stderr,
                    "row %zu\n  program:  %s\n  expected: %s\n"
                    "  got:      %s\n",
                    i, source, rows[i].expected,
                    st == CM_OK ? cm__buf_text(&out) : compiled.diag.message);
        } else {
            const char *memory = "!terminated: memory";
            failed += refuse_sweep(&rows[i], program, REFUSE_ONCE, memory);
            failed += refuse_sweep(&rows[i], program, REFUSE_FOR_EVER, memory);
            failed += refuse_sweep(&rows[i], program, REFUSE_STEPS,
                                   "!terminated: steps");
        }
        js_compile_result_done(&compiled);
        cm__buf_done(&out);
        program_free(program);
    }
    return failed;
}

#endif
