/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/arena.h"
#include "oom_sweep.h"

static void pieces_are_aligned_and_apart(void **state)
{
    (void)state;
    OomAlloc o;
    oom_alloc_init(&o, 0, 0);
    Arena a;
    cm__arena_init(&a, &o.alloc, 1 << 24);
    unsigned char *pieces[2000];
    for (size_t i = 0; i < 2000; i++) {
        pieces[i] = cm__arena_alloc(&a, i % 97);
        assert_non_null(pieces[i]);
        assert_int_equal((uintptr_t)pieces[i] % 8, 0);
        memset(pieces[i], (int)(i & 255), i % 97);
    }
    for (size_t i = 0; i < 2000; i++)
        for (size_t k = 0; k < i % 97; k++)
            assert_int_equal(pieces[i][k], i & 255);
    assert_int_equal(a.used, o.live_bytes);
    assert_true(o.requests < 20);
    cm__arena_done(&a);
    assert_int_equal(o.live_bytes, 0);
}

static void big_pieces_keep_the_block_in_use(void **state)
{
    (void)state;
    OomAlloc o;
    oom_alloc_init(&o, 0, 0);
    Arena a;
    cm__arena_init(&a, &o.alloc, 1 << 24);
    char *first = cm__arena_alloc(&a, 8);
    assert_non_null(cm__arena_alloc(&a, 100000));
    char *second = cm__arena_alloc(&a, 8);
    assert_ptr_equal(second, first + 8);
    cm__arena_done(&a);
    assert_int_equal(o.live_bytes, 0);
}

static void texts_and_zeroed_memory(void **state)
{
    (void)state;
    OomAlloc o;
    oom_alloc_init(&o, 0, 0);
    Arena a;
    cm__arena_init(&a, &o.alloc, 1 << 20);
    assert_string_equal(cm__arena_text(&a, "hello world", 5), "hello");
    assert_string_equal(cm__arena_text(&a, NULL, 0), "");
    char *zero = cm__arena_zero(&a, 5000);
    assert_non_null(zero);
    for (int i = 0; i < 5000; i++)
        assert_int_equal(zero[i], 0);
    cm__arena_done(&a);
    assert_int_equal(o.live_bytes, 0);
}

static void limit_is_exact_and_sticks(void **state)
{
    (void)state;
    OomAlloc o;
    oom_alloc_init(&o, 0, 0);
    Arena a;
    cm__arena_init(&a, &o.alloc, 4096);
    while (cm__arena_alloc(&a, 64) != NULL)
        assert_true(o.live_bytes <= 4096);
    assert_true(o.live_bytes > 3900);
    assert_int_equal(a.status, CM_E_LIMIT);
    assert_null(cm__arena_alloc(&a, 1));
    assert_null(cm__arena_text(&a, "x", 1));
    cm__arena_done(&a);
    assert_int_equal(o.live_bytes, 0);
    assert_int_equal(a.status, CM_OK);
}

static void absurd_sizes_are_refused(void **state)
{
    (void)state;
    OomAlloc o;
    oom_alloc_init(&o, 0, 0);
    Arena a;
    cm__arena_init(&a, &o.alloc, SIZE_MAX);
    assert_null(cm__arena_alloc(&a, SIZE_MAX));
    assert_int_equal(a.status, CM_E_LIMIT);
    cm__arena_done(&a);
    assert_null(cm__arena_text(&a, "", SIZE_MAX));
    cm__arena_done(&a);
    assert_int_equal(o.requests, 0);
}

static void an_array_grows_by_doubling(void **state)
{
    (void)state;
    OomAlloc o;
    oom_alloc_init(&o, 0, 0);
    Arena a;
    cm__arena_init(&a, &o.alloc, 1 << 20);
    uint32_t *items = NULL;
    size_t cap = 0, huge = SIZE_MAX / 2;
    for (uint32_t i = 0; i < 1000; i++) {
        items = cm__arena_room(&a, items, i, &cap, sizeof *items);
        assert_non_null(items);
        items[i] = i;
    }
    assert_int_equal(cap, 1024);
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(items[i], i);
    assert_null(cm__arena_room(&a, items, huge, &huge, 4));
    assert_int_equal(huge, SIZE_MAX / 2);
    assert_int_equal(a.status, CM_E_LIMIT);
    cm__arena_done(&a);
    assert_int_equal(o.live_bytes, 0);
}

static cm_status scenario(const cm_allocator *alloc)
{
    Arena a;
    cm__arena_init(&a, alloc, 1 << 20);
    for (int i = 0; i < 300; i++)
        if (cm__arena_alloc(&a, (size_t)(i * 13)) == NULL)
            break;
    cm_status status = a.status;
    cm__arena_done(&a);
    return status;
}

static void every_refusal_is_reported(void **state)
{
    (void)state;
    (void)oom_sweep(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_are_aligned_and_apart),
        cmocka_unit_test(big_pieces_keep_the_block_in_use),
        cmocka_unit_test(texts_and_zeroed_memory),
        cmocka_unit_test(limit_is_exact_and_sticks),
        cmocka_unit_test(absurd_sizes_are_refused),
        cmocka_unit_test(an_array_grows_by_doubling),
        cmocka_unit_test(every_refusal_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
