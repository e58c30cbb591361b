/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/buf.h"
#include "oom_sweep.h"

static void assert_holds(const Buf *b, const char *text, size_t n)
{
    assert_int_equal(b->status, CM_OK);
    assert_int_equal(b->len, n);
    assert_memory_equal(cm__buf_text(b), text, n);
    assert_int_equal(cm__buf_text(b)[n], '\0');
}

static void pieces_add_up(void **state)
{
    (void)state;
    OomAlloc o;
    oom_alloc_init(&o, 0, 0);
    Buf b;
    cm__buf_init(&b, &o.alloc, CM_BUF_NO_LIMIT);
    assert_int_equal(o.requests, 0);
    assert_string_equal(cm__buf_text(&b), "");
    cm__buf_add(&b, "a\0b", 3);
    cm__buf_add_str(&b, "-str-");
    cm__buf_add_char(&b, 'c');
    cm__buf_add_fill(&b, '.', 3);
    cm__buf_add_fmt(&b, "%s=%d", "x", 7);
    cm__buf_add_int(&b, -42);
    cm__buf_add_code_point(&b, 0x1F600);
    cm__buf_add_code_point(&b, 0xD800);
    cm__buf_add(&b, NULL, 0);
    cm__buf_add_fill(&b, '!', 0);
    static const char expected[] =
        "a\0b-str-c...x=7-42\xF0\x9F\x98\x80\xED\xA0\x80";
    assert_holds(&b, expected, sizeof(expected) - 1);
    cm__buf_truncate(&b, 3);
    assert_holds(&b, "a\0b", 3);
    cm__buf_clear(&b);
    assert_holds(&b, "", 0);
    cm__buf_done(&b);
    assert_int_equal(o.live_bytes, 0);
    cm__buf_truncate(&b, 0);
    cm__buf_clear(&b);
    cm__buf_done(&b);
}

static void long_formats_grow_the_buffer(void **state)
{
    (void)state;
    OomAlloc o;
    oom_alloc_init(&o, 0, 0);
    Buf b;
    cm__buf_init(&b, &o.alloc, CM_BUF_NO_LIMIT);
    char digits[1001];
    memset(digits, '7', 1000);
    digits[1000] = '\0';
    cm__buf_add_fmt(&b, "<%s>", digits);
    assert_int_equal(b.len, 1002);
    assert_int_equal(cm__buf_text(&b)[1001], '>');
    digits[255] = '\0';
    cm__buf_clear(&b);
    cm__buf_add_fmt(&b, "%s%c", digits, 'e');
    assert_int_equal(b.len, 256);
    assert_int_equal(cm__buf_text(&b)[255], 'e');
    cm__buf_done(&b);
    assert_int_equal(o.live_bytes, 0);
}

static void growth_is_logarithmic(void **state)
{
    (void)state;
    OomAlloc o;
    oom_alloc_init(&o, 0, 0);
    Buf b;
    cm__buf_init(&b, &o.alloc, CM_BUF_NO_LIMIT);
    for (int i = 0; i < 1000000; i++)
        cm__buf_add_char(&b, (char)i);
    assert_int_equal(b.len, 1000000);
    assert_true(o.requests < 20);
    for (int i = 0; i < 1000000; i++)
        assert_int_equal(b.bytes[i], (char)i);
    cm__buf_done(&b);
    assert_int_equal(o.live_bytes, 0);
}

static void limit_is_met_and_one_past_it_sticks(void **state)
{
    (void)state;
    OomAlloc o;
    oom_alloc_init(&o, 0, 0);
    Buf b;
    cm__buf_init(&b, &o.alloc, 10);
    cm__buf_add_str(&b, "0123456789");
    assert_holds(&b, "0123456789", 10);
    assert_int_equal(b.cap, 11);
    cm__buf_add_char(&b, 'x');
    assert_int_equal(b.status, CM_E_LIMIT);
    cm__buf_truncate(&b, 2);
    cm__buf_add_char(&b, 'x');
    assert_int_equal(b.len, 2);
    assert_null(cm__buf_reserve(&b, 1));
    cm__buf_clear(&b);
    cm__buf_add(&b, "0123456789a", 11);
    assert_int_equal(b.status, CM_E_LIMIT);
    assert_int_equal(b.len, 0);
    cm__buf_clear(&b);
    cm__buf_add_fill(&b, 'x', SIZE_MAX);
    assert_int_equal(b.status, CM_E_LIMIT);
    cm__buf_done(&b);
    assert_int_equal(o.live_bytes, 0);
}

static void reserved_room_can_be_filled(void **state)
{
    (void)state;
    OomAlloc o;
    oom_alloc_init(&o, 0, 0);
    Buf b;
    cm__buf_init(&b, &o.alloc, CM_BUF_NO_LIMIT);
    char *room = cm__buf_reserve(&b, 1000);
    assert_non_null(room);
    memset(room, 'r', 1000);
    cm__buf_advance(&b, 1000);
    room = cm__buf_reserve(&b, 0);
    assert_non_null(room);
    cm__buf_advance(&b, 0);
    assert_int_equal(b.len, 1000);
    assert_int_equal(cm__buf_text(&b)[1000], '\0');
    cm__buf_done(&b);
    assert_int_equal(o.live_bytes, 0);
}

static void taking_moves_the_bytes_out(void **state)
{
    (void)state;
    OomAlloc o;
    oom_alloc_init(&o, 0, 0);
    Buf b;
    cm__buf_init(&b, &o.alloc, 100);
    cm__buf_add_str(&b, "moved");
    char *bytes = NULL;
    size_t len = 0, cap = 0;
    assert_int_equal(cm__buf_take(&b, &bytes, &len, &cap), CM_OK);
    assert_string_equal(bytes, "moved");
    assert_int_equal(len, 5);
    assert_int_equal(cap, o.live_bytes);
    assert_null(b.bytes);
    cm__free(&o.alloc, bytes, cap);
    assert_int_equal(cm__buf_take(&b, &bytes, &len, &cap), CM_OK);
    assert_string_equal(bytes, "");
    assert_int_equal(len, 0);
    cm__free(&o.alloc, bytes, cap);
    cm__buf_add_fill(&b, 'x', 101);
    bytes = NULL;
    assert_int_equal(cm__buf_take(&b, &bytes, &len, &cap), CM_E_LIMIT);
    assert_null(bytes);
    assert_int_equal(b.status, CM_OK);
    assert_int_equal(o.live_bytes, 0);
}

static cm_status scenario(const cm_allocator *alloc)
{
    Buf b;
    cm__buf_init(&b, alloc, CM_BUF_NO_LIMIT);
    for (int i = 0; i < 50; i++) {
        cm__buf_add_str(&b, "some text ");
        cm__buf_add_int(&b, i);
        cm__buf_add_fmt(&b, "%0300d", i);
    }
    char *bytes = NULL;
    size_t len = 0, cap = 0;
    cm_status status = cm__buf_take(&b, &bytes, &len, &cap);
    cm__free(alloc, bytes, cap);
    return status;
}

static void a_part_without_memory_makes_the_whole_lack_it(void **state)
{
    (void)state;
    OomAlloc o;
    Buf whole, part, limited;
    oom_alloc_init(&o, 1, 1);
    cm__buf_init(&whole, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_init(&part, &o.alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&limited, cm__alloc_default(), 2);
    cm__buf_add_str(&whole, "whole");
    cm__buf_add_str(&limited, "too long");
    cm__buf_share(&whole, &limited); /* a cut part is none of its business */
    cm__buf_share(&whole, &part);
    assert_int_equal(whole.status, CM_OK);
    cm__buf_add_str(&part, "part");
    cm__buf_share(&whole, &part);
    assert_int_equal(whole.status, CM_E_NOMEM);
    cm__buf_done(&whole);
    cm__buf_done(&part);
    cm__buf_done(&limited);
}

static void every_refusal_is_reported(void **state)
{
    (void)state;
    (void)oom_sweep(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_add_up),
        cmocka_unit_test(long_formats_grow_the_buffer),
        cmocka_unit_test(growth_is_logarithmic),
        cmocka_unit_test(limit_is_met_and_one_past_it_sticks),
        cmocka_unit_test(reserved_room_can_be_filled),
        cmocka_unit_test(taking_moves_the_bytes_out),
        cmocka_unit_test(a_part_without_memory_makes_the_whole_lack_it),
        cmocka_unit_test(every_refusal_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
