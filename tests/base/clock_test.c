/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "base/clock.h"

static void monotonic_time_never_goes_back(void **state)
{
    (void)state;
    uint64_t before = cm__clock_monotonic_ns(), start = before;
    for (int i = 0; i < 10000; i++) {
        uint64_t now = cm__clock_monotonic_ns();
        assert_true(now >= before);
        before = now;
    }
    assert_true(before > start);
}

static void wall_time_is_whole_milliseconds_of_this_century(void **state)
{
    (void)state;
    double now = cm__clock_wall_ms();
    assert_true(now == floor(now));
    assert_true(now > 1.7e12 && now < 4.2e12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(monotonic_time_never_goes_back),
        cmocka_unit_test(wall_time_is_whole_milliseconds_of_this_century),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
