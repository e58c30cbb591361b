/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/edit_distance.h"

static uint32_t distance(const char *a, const char *b)
{
    uint32_t d = cm__edit_distance(a, strlen(a), b, strlen(b));
    assert_int_equal(cm__edit_distance(b, strlen(b), a, strlen(a)), d);
    return d;
}

static void each_edit_costs_one(void **state)
{
    (void)state;
    assert_int_equal(distance("", ""), 0);
    assert_int_equal(distance("lookup", "lookup"), 0);
    assert_int_equal(distance("lookup", "lokup"), 1);
    assert_int_equal(distance("lookup", "loookup"), 1);
    assert_int_equal(distance("lookup", "lookop"), 1);
    assert_int_equal(distance("lookup", "lokoup"), 1);
    assert_int_equal(distance("", "abc"), 3);
    assert_int_equal(distance("kitten", "sitting"), 3);
    /* no substring is edited twice: 3, not 2 */
    assert_int_equal(distance("ca", "abc"), 3);
}

static void longest_texts_fit(void **state)
{
    (void)state;
    char a[CM_EDIT_DISTANCE_MAX], b[CM_EDIT_DISTANCE_MAX];
    memset(a, 'a', sizeof a);
    memset(b, 'b', sizeof b);
    assert_int_equal(cm__edit_distance(a, sizeof a, b, sizeof b),
                     CM_EDIT_DISTANCE_MAX);
    assert_int_equal(cm__edit_distance(a, sizeof a, a, sizeof a), 0);
}

static void nearest_name_within_the_tolerance(void **state)
{
    (void)state;
    static const char *const names[] = { "run", "check", "batch", "chuck" };
    assert_string_equal(cm__edit_nearest("chekc", 5, names, 4), "check");
    assert_string_equal(cm__edit_nearest("rum", 3, names, 4), "run");
    assert_string_equal(cm__edit_nearest("chack", 5, names, 4), "check");
    assert_string_equal(cm__edit_nearest("CHECK", 5, names, 4), "check");
    assert_string_equal(cm__edit_nearest("Bacth", 5, names, 4), "batch");
    assert_null(cm__edit_typo("RUN", 3, names, 4));
    assert_null(cm__edit_nearest("fly", 3, names, 4));
    assert_null(cm__edit_nearest("", 0, names, 4));
    char giant[CM_EDIT_DISTANCE_MAX + 1];
    memset(giant, 'r', sizeof giant);
    assert_null(cm__edit_nearest(giant, sizeof giant, names, 4));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_edit_costs_one),
        cmocka_unit_test(longest_texts_fit),
        cmocka_unit_test(nearest_name_within_the_tolerance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
