/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/compiler.h"
#include "base/idna.h"

#define FITS(at, ...)                                       \
    cm__idna_joiner_fits((const uint32_t[]){ __VA_ARGS__ }, \
                         CM_ARRAY_LEN(((uint32_t[]){ __VA_ARGS__ })), at)
#define BIDI(...)                                         \
    cm__idna_bidi_fits((const uint32_t[]){ __VA_ARGS__ }, \
                       CM_ARRAY_LEN(((uint32_t[]){ __VA_ARGS__ })))

/* RFC 5892, appendix A.1 and A.2 */
static void joiners(void **state)
{
    (void)state;
    /* behind a virama both may stand */
    assert_true(FITS(2, 0x915, 0x94D, CM_IDNA_ZWJ, 0x937));
    assert_true(FITS(2, 0x915, 0x94D, CM_IDNA_ZWNJ, 0x937));
    /* else the joiner may not, the non-joiner between letters that join */
    assert_false(FITS(1, 'a', CM_IDNA_ZWJ, 'b'));
    assert_false(FITS(1, 'a', CM_IDNA_ZWNJ, 'b'));
    assert_true(FITS(1, 0x628, CM_IDNA_ZWNJ, 0x628));
    assert_false(FITS(1, 0x628, CM_IDNA_ZWJ, 0x628));
    assert_false(FITS(1, 0x627, CM_IDNA_ZWNJ, 0x628)); /* alef joins right */
    /* marks between are passed over */
    assert_true(FITS(2, 0x628, 0x64E, CM_IDNA_ZWNJ, 0x64E, 0x628));
    assert_false(FITS(0, CM_IDNA_ZWNJ, 0x628));
    assert_false(FITS(1, 0x628, CM_IDNA_ZWNJ));
}

/* RFC 5893, section 2 */
static void right_to_left(void **state)
{
    (void)state;
    assert_true(cm__idna_is_rtl(0x5D0));
    assert_true(cm__idna_is_rtl(0x627));
    assert_true(cm__idna_is_rtl(0x660)); /* Arabic digit */
    assert_false(cm__idna_is_rtl('a'));
    assert_false(cm__idna_is_rtl('1'));
    assert_true(cm__idna_bidi_fits(NULL, 0));
    assert_true(BIDI('a', '1'));
    assert_false(BIDI('1', 'a')); /* starts with no letter */
    assert_false(BIDI('a', 0x5D0));
    assert_true(BIDI(0x5D0, '1'));
    assert_false(BIDI(0x5D0, 'a'));
    assert_true(BIDI(0x627, 0x660));
    assert_false(BIDI(0x627, '1', 0x660)); /* both kinds of digits */
    assert_true(BIDI(0x5D0, 0x5B7));       /* ends with a mark */
    assert_false(BIDI(0x5D0, '-'));
    assert_false(BIDI('a', '-'));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joiners),
        cmocka_unit_test(right_to_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
