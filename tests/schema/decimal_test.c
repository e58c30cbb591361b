/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "schema/decimal.h"

#include <string.h>

static Decimal read(const char *text)
{
    return cm__decimal_read(text, text + strlen(text));
}

static void numbers_are_ordered(void **state)
{
    /* rising; equal ones stand in one row */
    static const char *const rows[][3] = {
        { "-1e400", "-10e399", "-0.1e401" },
        { "-2", "-2.0", "-20e-1" },
        { "-1.9999999999999999999999", "-1.9999999999999999999999",
          "-199.99999999999999999999e-2" },
        { "-0.001", "-1e-3", "-0.0010" },
        { "0", "-0", "0.000e99" },
        { "1e-400", "0.1e-399", "10e-401" },
        { "9007199254740992", "9007199254740992.0", "9.007199254740992e15" },
        { "9007199254740993", "9007199254740993", "900719925474099.3e1" },
        { "1e19", "10000000000000000000", "0.1e20" },
        { "1e999999999999999999999", "1e999999999999999999999",
          "1e999999999999999999999" },
    };
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++)
        for (size_t j = 0; j < CM_ARRAY_LEN(rows); j++)
            for (size_t k = 0; k < 9; k++) {
                Decimal a = read(rows[i][k / 3]), b = read(rows[j][k % 3]);
                int order = cm__decimal_compare(&a, &b);
                assert_int_equal(order, i < j ? -1 : i > j ? 1 : 0);
                if (i == j)
                    assert_int_equal(cm__decimal_hash(&a),
                                     cm__decimal_hash(&b));
            }
}

static void multiples(void **state)
{
    static const struct {
        const char *value, *divisor;
        bool is_multiple;
    } rows[] = {
        { "0", "7", true },
        { "-21", "7", true },
        { "22", "7", false },
        { "0.3", "0.1", true },
        { "4.35", "0.01", true },
        { "4.355", "0.01", false },
        { "1e308", "0.123456789", false },
        { "123456789e300", "0.123456789", true },
        { "1e2", "3e2", false },
        { "6e2", "3e2", true },
        { "60", "3e2", false },
        { "999999999999999998", "999999999999999999", false },
        { "999999999999999999000", "999999999999999999", true },
        { "5", "2.5", true },
        { "7", "2.5", false },
    };
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        Decimal v = read(rows[i].value), d = read(rows[i].divisor);
        assert_int_equal(cm__decimal_is_multiple(&v, &d), rows[i].is_multiple);
    }
}

static void counts(void **state)
{
    static const struct {
        const char *text;
        bool ok;
        uint32_t count;
    } rows[] = {
        { "0", true, 0 },
        { "-0", true, 0 },
        { "12", true, 12 },
        { "1.20e2", true, 120 },
        { "1.5", false, 0 },
        { "-1", false, 0 },
        { "1e-1", false, 0 },
        { "4294967295", true, UINT32_MAX },
        { "1e30", true, UINT32_MAX },
    };
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        Decimal d = read(rows[i].text);
        uint32_t count = 0;
        assert_int_equal(cm__decimal_count(&d, &count), rows[i].ok);
        assert_int_equal(count, rows[i].count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_ordered),
        cmocka_unit_test(multiples),
        cmocka_unit_test(counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
