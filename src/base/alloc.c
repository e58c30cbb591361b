/* SPDX-License-Identifier: MIT */
/* The C library's allocator is wrapped here and nowhere else, so that a host
 * with its own allocator is sure to see every byte. */
#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

static void *default_resize(void *ctx, void *ptr, size_t old_size,
                            size_t new_size)
{
    (void)ctx;
    (void)old_size;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    return realloc(ptr, new_size);
}

static const cm_allocator c_library = { default_resize, NULL };
static const cm_allocator *the_default = &c_library;

const cm_allocator *cm__alloc_default(void)
{
    return the_default;
}

void cm__alloc_set_default(const cm_allocator *a)
{
    the_default = a != NULL ? a : &c_library;
}

void *cm__alloc(const cm_allocator *a, size_t n)
{
    return n == 0 ? NULL : a->resize(a->ctx, NULL, 0, n);
}

void *cm__alloc_zero(const cm_allocator *a, size_t n, size_t size)
{
    size_t bytes;
    if (cm_mul_overflow(n, size, &bytes))
        return NULL;
    void *ptr = cm__alloc(a, bytes);
    if (ptr != NULL)
        memset(ptr, 0, bytes);
    return ptr;
}

void *cm__realloc(const cm_allocator *a, void *ptr, size_t old_size,
                  size_t new_size)
{
    /* A zero size would free, which callers of a resize never mean. */
    if (new_size == 0)
        return NULL;
    return a->resize(a->ctx, ptr, ptr == NULL ? 0 : old_size, new_size);
}

bool cm__room_next(size_t cap, size_t size, size_t *ret_cap, size_t *ret_bytes)
{
    enum {
        FIRST_ITEMS = 8
    };
    *ret_cap = FIRST_ITEMS;
    return !(cap > 0 && cm_mul_overflow(cap, 2, ret_cap)) &&
           !cm_mul_overflow(*ret_cap, size, ret_bytes);
}

void *cm__room(const cm_allocator *a, void *items, size_t n, size_t *cap,
               size_t size)
{
    size_t bytes, new_cap;
    if (n < *cap)
        return items;
    if (!cm__room_next(*cap, size, &new_cap, &bytes))
        return NULL;
    void *moved = cm__realloc(a, items, *cap * size, bytes);
    if (moved != NULL)
        *cap = new_cap;
    return moved;
}

void cm__free(const cm_allocator *a, void *ptr, size_t size)
{
    if (ptr != NULL)
        a->resize(a->ctx, ptr, size, 0);
}

char *cm__alloc_text(const cm_allocator *a, const char *text, size_t n)
{
    if (n == SIZE_MAX)
        return NULL;
    char *copy = cm__alloc(a, n + 1);
    if (copy == NULL)
        return NULL;
    if (n > 0)
        memcpy(copy, text, n);
    copy[n] = '\0';
    return copy;
}
