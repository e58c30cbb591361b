/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/alloc.h"
#include "oom_alloc.h"

static void default_allocator_allocates_resizes_and_frees(void **state)
{
    (void)state;
    const cm_allocator *a = cm__alloc_default();
    char *p = cm__alloc(a, 10);
    assert_non_null(p);
    memcpy(p, "012345678", 10);
    char *q = cm__realloc(a, p, 10, 1000);
    assert_non_null(q);
    assert_string_equal(q, "012345678");
    cm__free(a, q, 1000);
    cm__free(a, NULL, 0);
}

static void zero_sizes_give_null(void **state)
{
    (void)state;
    OomAlloc o;
    oom_alloc_init(&o, 0, 0);
    assert_null(cm__alloc(&o.alloc, 0));
    assert_null(cm__alloc_zero(&o.alloc, 0, 8));
    assert_null(cm__alloc_zero(&o.alloc, 8, 0));
    char *p = cm__alloc(&o.alloc, 4);
    assert_non_null(p);
    assert_null(cm__realloc(&o.alloc, p, 4, 0));
    cm__free(&o.alloc, p, 4);
    assert_int_equal(o.requests, 1);
    assert_int_equal(o.live_bytes, 0);
}

static void products_that_overflow_are_refused(void **state)
{
    (void)state;
    OomAlloc o;
    oom_alloc_init(&o, 0, 0);
    assert_null(cm__alloc_zero(&o.alloc, SIZE_MAX / 2, 3));
    assert_null(cm__alloc_text(&o.alloc, "", SIZE_MAX));
    assert_int_equal(o.requests, 0);
}

static void an_array_grows_by_doubling(void **state)
{
    (void)state;
    OomAlloc o;
    oom_alloc_init(&o, 0, 0);
    uint32_t *items = NULL;
    size_t cap = 0;
    for (uint32_t i = 0; i < 1000; i++) {
        items = cm__room(&o.alloc, items, i, &cap, sizeof *items);
        assert_non_null(items);
        items[i] = i;
    }
    assert_int_equal(cap, 1024);
    assert_int_equal(o.requests, 8); /* 8, 16, ... 1024 */
    assert_int_equal(o.live_bytes, 4096);
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(items[i], i);
    cm__free(&o.alloc, items, cap * sizeof *items);
}

static void an_array_that_cannot_grow_stays(void **state)
{
    (void)state;
    OomAlloc o;
    oom_alloc_init(&o, 2, 0);
    char *items = NULL;
    size_t cap = 0, huge = SIZE_MAX / 2;
    items = cm__room(&o.alloc, items, 0, &cap, 1);
    assert_non_null(items);
    items[7] = 'x';
    assert_null(cm__room(&o.alloc, items, 8, &cap, 1)); /* refused */
    assert_int_equal(cap, 8);
    assert_int_equal(items[7], 'x');
    assert_null(cm__room(&o.alloc, items, huge, &huge, 4)); /* overflows */
    assert_int_equal(huge, SIZE_MAX / 2);
    cm__free(&o.alloc, items, cap);
    assert_int_equal(o.live_bytes, 0);
}

static void zeroed_memory_is_zero(void **state)
{
    (void)state;
    OomAlloc o;
    oom_alloc_init(&o, 0, 0);
    unsigned char *p = cm__alloc_zero(&o.alloc, 7, 11);
    assert_non_null(p);
    for (int i = 0; i < 77; i++)
        assert_int_equal(p[i], 0);
    cm__free(&o.alloc, p, 77);
    assert_int_equal(o.live_bytes, 0);
}

static void text_copies_end_in_nul(void **state)
{
    (void)state;
    OomAlloc o;
    oom_alloc_init(&o, 0, 0);
    char *copy = cm__alloc_text(&o.alloc, "a\0bc", 3);
    assert_non_null(copy);
    assert_memory_equal(copy, "a\0b\0", 4);
    cm__free(&o.alloc, copy, 4);
    copy = cm__alloc_text(&o.alloc, NULL, 0);
    assert_string_equal(copy, "");
    cm__free(&o.alloc, copy, 1);
    assert_int_equal(o.live_bytes, 0);
}

static void refusals_give_null_and_keep_the_old_memory(void **state)
{
    (void)state;
    OomAlloc o;
    oom_alloc_init(&o, 2, 1);
    char *p = cm__alloc(&o.alloc, 4);
    assert_non_null(p);
    memcpy(p, "abc", 4);
    assert_null(cm__realloc(&o.alloc, p, 4, 8));
    assert_string_equal(p, "abc");
    assert_null(cm__alloc_text(&o.alloc, "x", 1));
    assert_null(cm__alloc_zero(&o.alloc, 1, 1));
    cm__free(&o.alloc, p, 4);
    assert_int_equal(o.refused, 3);
    assert_int_equal(o.live_bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(default_allocator_allocates_resizes_and_frees),
        cmocka_unit_test(zero_sizes_give_null),
        cmocka_unit_test(products_that_overflow_are_refused),
        cmocka_unit_test(an_array_grows_by_doubling),
        cmocka_unit_test(an_array_that_cannot_grow_stays),
        cmocka_unit_test(zeroed_memory_is_zero),
        cmocka_unit_test(text_copies_end_in_nul),
        cmocka_unit_test(refusals_give_null_and_keep_the_old_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
