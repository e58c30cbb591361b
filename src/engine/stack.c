/* SPDX-License-Identifier: MIT */
/* Register stack and frames. Segments double from FIRST_SEGMENT_VALUES to
 * MAX_SEGMENT_VALUES and are kept for reuse until the execution ends; a deep
 * recursion therefore pays once. */
#include "engine/vm_internal.h"

#define FIRST_SEGMENT_VALUES 192
#define MAX_SEGMENT_VALUES   65536
#define FRAMES_PER_BLOCK     8

typedef struct FrameBlock {
    struct FrameBlock *next;
    Frame frames[FRAMES_PER_BLOCK];
} FrameBlock;

static StackSegment *segment_new(VM *vm, StackSegment *prev, size_t n)
{
    size_t bytes = sizeof(StackSegment) + (n + STACK_SLACK) * sizeof(Value);
    if (!heap_charge(&vm->heap, bytes))
        return NULL;
    StackSegment *s = cm__alloc(vm->heap.alloc, bytes);
    if (!s) {
        heap_uncharge(&vm->heap, bytes);
        vm->heap.refused = true;
        return NULL;
    }
    s->prev = prev;
    s->next = NULL;
    s->bytes = bytes;
    s->end = s->v + n;
    for (size_t i = 0; i < n + STACK_SLACK; i++)
        s->v[i] = VALUE_UNDEFINED;
    if (prev)
        prev->next = s;
    return s;
}

bool stack_init(VM *vm)
{
    vm->segments = segment_new(vm, NULL, FIRST_SEGMENT_VALUES);
    if (!vm->segments)
        return false;
    Frame *f = &vm->base_frame;
    f->kind = FRAME_BASE;
    f->segment = vm->segments;
    f->base = f->top = vm->segments->v;
    f->ret = &vm->discard;
    vm->frame = f;
    return true;
}

void stack_done(VM *vm)
{
    for (StackSegment *s = vm->segments, *next; s; s = next) {
        next = s->next;
        cm__free(vm->heap.alloc, s, s->bytes);
    }
    vm->segments = NULL;
    for (FrameBlock *b = vm->frame_blocks, *next; b; b = next) {
        next = b->next;
        cm__free(vm->heap.alloc, b, sizeof *b);
    }
    vm->frame_blocks = NULL;
}

/* Whether `at` points into the segment, slack included. */
static bool holds(const StackSegment *s, const Value *at)
{
    return at >= s->v && at <= s->end + STACK_SLACK;
}

/* Releases the segments behind s; nothing lives there. */
static void drop_behind(VM *vm, StackSegment *s)
{
    for (StackSegment *t = s->next, *after; t; t = after) {
        after = t->next;
        heap_uncharge(&vm->heap, t->bytes);
        cm__free(vm->heap.alloc, t, t->bytes);
    }
    s->next = NULL;
}

Value *stack_fit(VM *vm, StackSegment **segment, Value *at, size_t keep,
                 size_t need)
{
    StackSegment *s = *segment;
    /* Arguments already laid out behind the frame's own segment. */
    while (CM_UNLIKELY(!holds(s, at)))
        s = s->next;
    if (at <= s->end && need <= (size_t)(s->end - at)) {
        *segment = s;
        return at;
    }
    StackSegment *next = s->next;
    if (next && (size_t)(next->end - next->v) < need) {
        drop_behind(vm, s);
        next = NULL;
    }
    if (!next) {
        size_t n = (size_t)(s->end - s->v) * 2;
        if (n > MAX_SEGMENT_VALUES)
            n = MAX_SEGMENT_VALUES;
        if (n < need)
            n = need;
        next = segment_new(vm, s, n);
        if (!next)
            return NULL;
    }
    memcpy(next->v, at, keep * sizeof(Value));
    *segment = next;
    return next->v;
}

static CM_NOINLINE bool frames_grow(VM *vm)
{
    if (!heap_charge(&vm->heap, sizeof(FrameBlock)))
        return false;
    FrameBlock *b = cm__alloc_zero(vm->heap.alloc, 1, sizeof *b);
    if (!b) {
        heap_uncharge(&vm->heap, sizeof *b);
        vm->heap.refused = true;
        return false;
    }
    b->next = vm->frame_blocks;
    vm->frame_blocks = b;
    Frame *last = vm->frame;
    for (size_t i = 0; i < FRAMES_PER_BLOCK; i++) {
        last->next = &b->frames[i];
        b->frames[i].prev = last;
        last = &b->frames[i];
    }
    return true;
}

Frame *frame_reserve(VM *vm)
{
    if (CM_UNLIKELY(!vm->frame->next) && !frames_grow(vm))
        return NULL;
    return vm->frame->next;
}
