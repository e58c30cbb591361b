/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "base/status.h"

static void every_status_has_its_own_text(void **state)
{
    (void)state;
    for (int a = 0; a >= CM_E_IO; a--) {
        const char *text = cm_status_text((cm_status)a);
        assert_string_not_equal(text, "unknown status");
        for (int b = 0; b > a; b--)
            assert_string_not_equal(text, cm_status_text((cm_status)b));
    }
    assert_string_equal(cm_status_text(CM_OK), "success");
    assert_string_equal(cm_status_text(CM_E_NOMEM), "out of memory");
    assert_string_equal(cm_status_text((cm_status)(CM_E_IO - 1)),
                        "unknown status");
}

static void version_text_agrees_with_the_numbers(void **state)
{
    (void)state;
    char text[32];
    snprintf(text, sizeof(text), "%d.%d.%d", CM_VERSION_MAJOR, CM_VERSION_MINOR,
             CM_VERSION_PATCH);
    assert_string_equal(cm_version(), text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_status_has_its_own_text),
        cmocka_unit_test(version_text_agrees_with_the_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
