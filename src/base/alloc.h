/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_ALLOC_H
#define CM_BASE_ALLOC_H
/* alloc: the one way to host memory.
 *
 * A `cm_allocator` (public header) is a single resize function with sizes.
 * These helpers add checked arithmetic; nothing else in the tree calls malloc.
 * Ownership: whoever allocated frees with the same allocator and size.
 * Threads:   an allocator is called from every thread that uses its owner. */
#include "base/status.h"

/* The allocator over malloc/realloc/free; never NULL, static storage. */
const cm_allocator *cm__alloc_default(void);
/* For tests alone: what cm__alloc_default gives from now on, so that memory can
 * be refused to code that takes no allocator; NULL: the C library's again. No
 * other thread may be running. */
void cm__alloc_set_default(const cm_allocator *a);

/* n bytes, not zeroed; NULL when refused or n == 0. */
void *cm__alloc(const cm_allocator *a, size_t n) CM_MUST_USE;

/* n * size bytes zeroed; NULL when refused or on overflow. */
void *cm__alloc_zero(const cm_allocator *a, size_t n, size_t size) CM_MUST_USE;

/* Grows or shrinks; on failure returns NULL and ptr stays valid. */
void *cm__realloc(const cm_allocator *a, void *ptr, size_t old_size,
                  size_t new_size) CM_MUST_USE;

/* Of an array that doubles: how many items it can hold next, and their bytes.
 * False when these overflow. */
bool cm__room_next(size_t cap, size_t size, size_t *ret_cap, size_t *ret_bytes);

/* Room in an array for one item more than the n that it has: the array, moved
 * when it was full, with *cap what it can hold now. NULL when memory is refused
 * or the size overflows; the array and *cap are as they were. */
void *cm__room(const cm_allocator *a, void *items, size_t n, size_t *cap,
               size_t size) CM_MUST_USE;

/* Frees; NULL is a no-op. */
void cm__free(const cm_allocator *a, void *ptr, size_t size);

/* A copy of n bytes plus a NUL (n + 1 bytes in all); NULL when refused. */
char *cm__alloc_text(const cm_allocator *a, const char *text,
                     size_t n) CM_MUST_USE;

#endif
