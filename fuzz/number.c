/* SPDX-License-Identifier: MIT */
/* The input is a text to read and, in its first eight bytes, a double to print.
 * Oracles: the C library reads the same double (glibc rounds correctly); print
 * and read give the same bits; enough digits read back as the same number. */
#include "fuzz.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/numtext.h"

static bool same(double a, double b)
{
    return memcmp(&a, &b, sizeof(a)) == 0;
}

static void check_text(const char *text, size_t size)
{
    double value = 0;
    size_t n = cm__num_read(text, size, &value);
    FUZZ_CHECK(n <= size);
    if (n > 0) {
        char *copy = malloc(n + 1);
        FUZZ_CHECK(copy != NULL);
        memcpy(copy, text, n);
        copy[n] = '\0';
        char *end;
        double expected = strtod(copy, &end);
        FUZZ_CHECK(end == copy + n && same(value, expected));
        free(copy);
    }
    for (int radix = 2; radix <= 36; radix++)
        if (cm__num_read_radix(text, size, radix, &value))
            FUZZ_CHECK(value >= 0);
}

static void check_double(double value, unsigned pick)
{
    char out[CM_NUM_RADIX_MAX];
    double back = 0;
    size_t n = cm__num_print(value, out);
    FUZZ_CHECK(n > 0 && n <= CM_NUM_TEXT_MAX);
    if (!isfinite(value))
        return;
    value = fabs(value);
    n = cm__num_print(value, out);
    FUZZ_CHECK(cm__num_read(out, n, &back) == n && same(back, value));
    n = cm__num_exponential(value, 16 + (int)(pick % 85), out);
    FUZZ_CHECK(cm__num_read(out, n, &back) == n && same(back, value));
    n = cm__num_precision(value, 17 + (int)(pick % 84), out);
    FUZZ_CHECK(cm__num_read(out, n, &back) == n && same(back, value));
    int digits = (int)(pick % 101);
    n = cm__num_fixed(value, digits, out);
    FUZZ_CHECK(n <= CM_NUM_FIXED_MAX);
    FUZZ_CHECK(cm__num_read(out, n, &back) == n);
    FUZZ_CHECK(fabs(back - value) <= 0.5 * pow(10, -digits) + value * 1e-15);
    int radix = 2 + (int)(pick % 35);
    n = cm__num_radix(value, radix, out);
    FUZZ_CHECK(n > 0 && n <= CM_NUM_RADIX_MAX);
    if (value == floor(value)) {
        FUZZ_CHECK(cm__num_read_radix(out, n, radix, &back));
        FUZZ_CHECK(same(back, value));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    double value = 0;
    unsigned pick = size > 8 ? bytes[8] : (unsigned)size;
    if (size >= sizeof(value))
        memcpy(&value, bytes, sizeof(value));
    check_double(value, pick);
    check_text((const char *)bytes, size);
    return 0;
}
