/* SPDX-License-Identifier: MIT */
#include "runtime/validate.h"

#include "engine/meter.h"

/* The runtime's allocator with the heap's limit in front. Reading JSON into a
 * tree is not charged by steps, so the deadline is looked at here too. */
typedef struct ChargedMemory {
    const cm_allocator *below;
    VM *vm;
    Heap *heap;
} ChargedMemory;

static void *charged_resize(void *ctx, void *ptr, size_t old_size,
                            size_t new_size)
{
    const ChargedMemory *m = ctx;
    bool grows = new_size > old_size;
    if (grows &&
        (!meter_look_up(m->vm) || !heap_charge(m->heap, new_size - old_size)))
        return NULL;
    void *p = m->below->resize(m->below->ctx, ptr, old_size, new_size);
    if (!p && new_size > 0) {
        if (grows)
            heap_uncharge(m->heap, new_size - old_size);
        m->heap->refused = true;
    } else if (!grows) {
        heap_uncharge(m->heap, old_size - new_size);
    }
    return p;
}

static bool charge_steps(void *user, uint64_t steps)
{
    return vm_charge(user, steps);
}

Checked cm__check_data(cm_execution *x, const Schema *schema, const char *json,
                       size_t len, Buf *reason)
{
    ChargedMemory memory = { x->runtime->alloc, x->vm, &x->vm->heap };
    cm_allocator charged = { charged_resize, &memory };
    SchemaHost host = { &charged, charge_steps, x->vm };
    switch (cm__schema_check(schema, &host, json, len, reason)) {
    case SCHEMA_VALID:
        return CHECKED_FITS;
    case SCHEMA_INVALID:
    case SCHEMA_UNCHECKABLE:
        if (reason->status == CM_OK)
            return CHECKED_MISFIT;
        break;
    case SCHEMA_STOPPED:
        return CHECKED_ENDED;
    case SCHEMA_NOMEM:
        break;
    }
    x->vm->heap.refused = true;
    return CHECKED_ENDED;
}
