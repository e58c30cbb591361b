/* SPDX-License-Identifier: MIT */
/* Digits as printf rounds them: exact ties go to even. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/numtext.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

static void check(double value, int n, bool after_point, const char *digits,
                  int point)
{
    char out[CM_NUM_DIGITS_MAX];
    int at;
    size_t len = cm__num_round(value, n, after_point, out, &at);
    assert_int_equal(len, strlen(digits));
    assert_memory_equal(out, digits, len);
    assert_int_equal(at, point);
}

static void ties_go_to_even(void **state)
{
    (void)state;
    check(0.5, 0, true, "", 0);
    check(1.5, 0, true, "2", 1);
    check(2.5, 0, true, "2", 1);
    check(0.125, 2, true, "12", 0);
    check(0.375, 2, true, "38", 0);
    check(12345678901234.5, 14, false, "12345678901234", 14);
    check(12345678901235.5, 14, false, "12345678901236", 14);
    check(250, 1, false, "2", 3);
    check(350, 1, false, "4", 3);
}

static void others_go_to_the_nearest(void **state)
{
    (void)state;
    check(0, 5, false, "", 0);
    check(0.6, 0, true, "1", 1);
    check(9.96, 1, true, "1", 2);
    check(9.96, 2, false, "1", 2);
    check(0.1, 14, false, "1", 0);
    check(0.1, 20, true, "10000000000000000555", 0);
    check(1e-9, 3, true, "", 0);
    check(DBL_TRUE_MIN, 2, false, "49", -323);
    check(DBL_MAX, 3, false, "18", 309);
}

/* The same as the library's for doubles of every size. */
static void digits_are_those_of_printf(void **state)
{
    (void)state;
    uint64_t bits = 88172645463325252u;
    for (int i = 0; i < 20000; i++) {
        char want[64], got[64], digits[CM_NUM_DIGITS_MAX];
        double value;
        int point, precision = 1 + i % 17;
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        uint64_t positive = bits >> 1;
        memcpy(&value, &positive, sizeof value);
        if (value - value != 0 || value == 0)
            continue;
        int n = (int)cm__num_round(value, precision, false, digits, &point);
        snprintf(got, sizeof got, "%c%s%.*s%0*de%+03d", digits[0],
                 precision > 1 ? "." : "", n - 1, digits + 1,
                 precision > n ? precision - n : 1, 0, point - 1);
        if (precision == n) /* no zeros to fill up with */
            snprintf(got, sizeof got, "%c%s%.*se%+03d", digits[0],
                     precision > 1 ? "." : "", n - 1, digits + 1, point - 1);
        snprintf(want, sizeof want, "%.*e", precision - 1, value);
        assert_string_equal(got, want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ties_go_to_even),
        cmocka_unit_test(others_go_to_the_nearest),
        cmocka_unit_test(digits_are_those_of_printf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
