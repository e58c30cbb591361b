/* SPDX-License-Identifier: MIT */
/* Life of an execution: making, starting, running jobs, roots, freeing. */
#include "engine/vm.h"

#include "engine/lua_internal.h"
#include "engine/lua_native.h"
#include "engine/vm_internal.h"

/* xoshiro256** seeding by splitmix64: Blackman and Vigna, "Scrambled linear
 * pseudorandom number generators", 2018. */
static void seed_random(VM *vm, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        seed += UINT64_C(0x9e3779b97f4a7c15);
        uint64_t z = seed;
        z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
        vm->random_state[i] = z ^ (z >> 31);
    }
}

static uint64_t rotate(uint64_t x, int k)
{
    return x << k | x >> (64 - k);
}

uint64_t vm_random(VM *vm)
{
    uint64_t *s = vm->random_state;
    uint64_t result = rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

VM *vm_new(const VMOptions *o)
{
    VM *vm = cm__alloc_zero(o->alloc, 1, sizeof *vm);
    if (!vm)
        return NULL;
    heap_init(&vm->heap, o->alloc, o->memory_limit, false);
    vm->exception = VALUE_ABSENT;
    vm->discard = vm->job_result = VALUE_UNDEFINED;
    vm->realm = o->realm;
    vm->max_steps = o->max_steps;
    vm->slice_end = UINT64_MAX;
    vm->deadline_ns = UINT64_MAX;
    vm->now_ns = o->now_ns;
    vm->wall_ms = o->wall_ms;
    vm->hook_user = o->hook_user;
    seed_random(vm, o->seed);
    if (!heap_charge(&vm->heap, sizeof *vm) || !stack_init(vm) ||
        !jobs_init(vm)) {
        vm_free(vm);
        return NULL;
    }
    return vm;
}

void vm_free(VM *vm)
{
    if (!vm)
        return;
    const cm_allocator *alloc = vm->heap.alloc;
    jobs_done(vm);
    stack_done(vm);
    if (vm->proto_ics)
        cm__free(alloc, vm->proto_ics, vm->program->n_protos * sizeof(IC *));
    heap_done(&vm->heap);
    cm__free(alloc, vm, sizeof *vm);
}

Value vm_start(VM *vm, const Program *program)
{
    size_t bytes = program->n_protos * sizeof(IC *);
    if (!heap_charge(&vm->heap, bytes))
        return VALUE_THROWN;
    vm->proto_ics =
        cm__alloc_zero(vm->heap.alloc, program->n_protos, sizeof(IC *));
    if (!vm->proto_ics) {
        vm->heap.refused = true;
        return VALUE_THROWN;
    }
    vm->program = program;
    if (vm->realm->is_lua && !vm->lua_globals && !lua_start(vm))
        return VALUE_THROWN;
    Closure *main_fn = closure_new(vm, program->main);
    Promise *result = promise_new_internal(vm);
    if (!main_fn || !result)
        return VALUE_THROWN;
    promise_observe(result);
    vm->main_promise = value_from_obj(result);
    if (!jobs_add_start(vm, main_fn))
        return VALUE_THROWN;
    return vm->main_promise;
}

/* Where the current frame chain starts anew after a job ended abnormally. */
static void reset_frames(VM *vm)
{
    vm->frame = &vm->base_frame;
    vm->call_depth = 0;
    vm->resume_throw = false;
}

/* Whether an execution that waits with its frames can go on: what it waits for
 * has settled and its outcome is in place. */
static bool go_on(VM *vm)
{
    if (vm->awaited->state == PROMISE_PENDING)
        return false;
    if (!vm->realm->is_lua) { /* STEP_WAIT: the native looks at the outcome */
        vm->awaited = NULL;
        return true;
    }
    if (!lua_resume(vm)) {
        vm->heap.refused = false;
        gc_collect(vm);
        if (!lua_resume(vm)) {
            vm_terminate(vm, TERM_MEMORY);
            return false;
        }
    }
    return true;
}

static VmState run_jobs(VM *vm, uint64_t max_steps)
{
    uint64_t done = vm->steps_done + (uint64_t)(vm->fuel_slice - vm->fuel);
    vm->slice_end = max_steps ? done + max_steps : UINT64_MAX;
    vm->yield_wanted = false;
    while (vm->termination == TERM_NONE && jobs_ready(vm)) {
        if (vm->until && vm->until->state != PROMISE_PENDING &&
            vm->frame == &vm->base_frame)
            break;
        if (vm->yield_wanted)
            return VM_YIELDED;
        if (vm->awaited && !go_on(vm))
            break;
        if (vm->heap.gc_wanted && vm->frame == &vm->base_frame) {
            gc_collect(vm);
            if (vm->termination != TERM_NONE)
                break;
        }
        RunResult r = jobs_run_next(vm);
        if (r == RUN_YIELDED && vm->awaited)
            continue;
        if (r == RUN_YIELDED)
            return VM_YIELDED;
        if (r == RUN_THROWN)
            reset_frames(vm);
    }
    return vm->termination == TERM_NONE ? VM_IDLE : VM_TERMINATED;
}

VmState vm_run(VM *vm, uint64_t max_steps)
{
    if (!vm->realm->is_lua || !vm->now_ns)
        return run_jobs(vm, max_steps);
    vm->run_from_ns = vm->now_ns(vm->hook_user);
    VmState state = run_jobs(vm, max_steps);
    vm->ran_ns += vm->now_ns(vm->hook_user) - vm->run_from_ns;
    return state;
}

/* ---- roots ---- */

static void mark_frame(Gc *gc, const Frame *f)
{
    gc_mark_cell(gc, f->closure);
    gc_mark_cell(gc, f->co);
    gc_mark_value(gc, f->this_val);
    gc_mark_value(gc, f->new_target);
    if (f->kind == FRAME_NATIVE) {
        gc_mark_value(gc, f->native.call.callee);
        gc_mark_value(gc, f->native.call.this_val);
        gc_mark_value(gc, f->native.result);
    }
}

/* Registers that no frame covers may hold stale references; they are cleared,
 * so that a later frame's window over them is safe to scan although calls do
 * not clear their registers. */
static void mark_stack(Gc *gc, VM *vm)
{
    for (StackSegment *s = vm->segments; s; s = s->next)
        s->scan_end = s->v;
    for (Frame *f = vm->frame;; f = f->prev) {
        mark_frame(gc, f);
        if (f->top > f->segment->scan_end)
            f->segment->scan_end = f->top;
        if (f == &vm->base_frame)
            break;
    }
    for (StackSegment *s = vm->segments; s; s = s->next) {
        gc_mark_values(gc, s->v, (size_t)(s->scan_end - s->v));
        for (Value *v = s->scan_end; v < s->end + STACK_SLACK; v++)
            *v = VALUE_UNDEFINED;
    }
}

/* Caches keep the shapes they name alive, so that a shape's address is never
 * taken by another one while a cache still compares with it. */
static void mark_ics(Gc *gc, IC *ics)
{
    RawCell *raw = (RawCell *)(void *)((char *)ics - offsetof(RawCell, bytes));
    gc_mark_cell(gc, raw);
    size_t n = raw->size / sizeof(IC);
    for (size_t i = 0; i < n; i++) {
        gc_mark_cell(gc, ics[i].shape);
        gc_mark_cell(gc, ics[i].u.cell);
    }
}

void vm_mark_roots(struct Gc *gc, VM *vm)
{
    mark_stack(gc, vm);
    gc_mark_value(gc, vm->exception);
    gc_mark_value(gc, vm->discard);
    gc_mark_value(gc, vm->job_result);
    gc_mark_value(gc, vm->accessor);
    gc_mark_value(gc, vm->accessor_this);
    gc_mark_value(gc, vm->accessor_arg);
    gc_mark_value(gc, vm->main_promise);
    gc_mark_cell(gc, vm->globals);
    gc_mark_cell(gc, vm->global_this);
    gc_mark_cell(gc, vm->modules);
    gc_mark_cell(gc, vm->symbol_registry);
    gc_mark_cell(gc, vm->zones);
    if (vm->program) {
        for (uint32_t i = 0; i < vm->program->n_protos; i++) {
            IC *ics = vm->proto_ics[i];
            if (ics)
                mark_ics(gc, ics);
        }
    }
    jobs_mark(gc, vm);
    if (vm->realm->is_lua)
        lua_mark_roots(gc, vm);
    if (vm->mark_roots)
        vm->mark_roots(vm, gc);
}
