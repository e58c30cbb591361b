/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_OOM_ALLOC_H
#define CM_TESTS_OOM_ALLOC_H
/* oom_alloc: an allocator that refuses on demand and counts live bytes.
 *
 * It checks the sizes it is told against what it handed out, so a module that
 * frees with a wrong size fails its test. Shrinking is refused like growing.
 * oom_sweep.h runs a scenario with it at every request; oom/scenario.h does
 * that for a list of them.
 * Threads: any number may use one; which request is the n-th is chance then.
 */
#include "codemode.h"

#include <stdatomic.h>
#include <stdlib.h>

typedef struct OomAlloc {
    cm_allocator alloc;
    atomic_flag lock; /* guards all below */
    long left;        /* requests until the refusal; 0: never refuse */
    int forever;      /* refuse all later ones too */
    long refused;     /* requests refused */
    long requests;    /* requests seen */
    size_t live_bytes;
    size_t peak_bytes;
} OomAlloc;

/* Counts a request; whether it is refused. */
static inline int oom_refuses(OomAlloc *o)
{
    o->requests++;
    if (o->left == 0 || (--o->left > 0 && !(o->forever && o->refused > 0)))
        return 0;
    o->refused++;
    if (o->forever)
        o->left = 1;
    return 1;
}

static inline void *oom_move(OomAlloc *o, size_t *head, size_t old_size,
                             size_t new_size)
{
    size_t *moved = realloc(head, new_size + 2 * sizeof(size_t));
    if (moved == NULL)
        abort();
    *moved = new_size;
    o->live_bytes += new_size - old_size;
    if (o->live_bytes > o->peak_bytes)
        o->peak_bytes = o->live_bytes;
    return moved + 2;
}

static void *oom_resize(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    OomAlloc *o = ctx;
    /* The size in front of each block, padded to keep alignment. */
    size_t *head = ptr == NULL ? NULL : (size_t *)ptr - 2;
    void *given = NULL;
    if ((head == NULL ? 0 : *head) != old_size)
        abort(); /* the caller told a wrong size */
    while (atomic_flag_test_and_set_explicit(&o->lock, memory_order_acquire))
        ;
    if (new_size == 0) {
        o->live_bytes -= old_size;
        free(head);
    } else if (!oom_refuses(o)) {
        given = oom_move(o, head, old_size, new_size);
    }
    atomic_flag_clear_explicit(&o->lock, memory_order_release);
    return given;
}

/* Refuses request n (from 1), or n and all later ones; 0 refuses none. */
static inline void oom_alloc_init(OomAlloc *o, long n, int forever)
{
    *o = (OomAlloc){ .lock = ATOMIC_FLAG_INIT, .left = n, .forever = forever };
    o->alloc.resize = oom_resize;
    o->alloc.ctx = o;
}

#endif
