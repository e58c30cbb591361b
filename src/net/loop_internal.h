/* SPDX-License-Identifier: MIT */
#ifndef CM_NET_LOOP_INTERNAL_H
#define CM_NET_LOOP_INTERNAL_H
/* loop_internal: what the modules of src/net share about libuv.
 *
 * Closing a libuv handle takes a turn of the loop, so an object with handles is
 * freed by the last close callback. Every such object starts with an Owned
 * header; cm__loop_free relies on each handle's `data` pointing at one. */
#include "net/loop.h"

#include <uv.h>

typedef struct Owned {
    Loop *loop;
    size_t size;        /* of the whole object, for cm__free */
    unsigned n_handles; /* open or closing */
    bool is_freed;      /* memory goes when n_handles reaches 0 */
    void (*released)(struct Owned *object); /* inner memory; may be NULL */
} Owned;

uv_loop_t *cm__loop_uv(Loop *loop);

/* Zeroed object of `size` bytes, whose first member is an Owned. */
void *cm__owned_new(Loop *loop, size_t size);
/* Says that the object has one more handle (after its uv_..._init). */
void cm__owned_adopt(Owned *object, uv_handle_t *handle);
/* Closes one handle, once. */
void cm__owned_close(uv_handle_t *handle);
/* The object's end: closes nothing by itself; memory goes with the last
 * handle, or at once when there is none. */
void cm__owned_free(Owned *object);

#endif
