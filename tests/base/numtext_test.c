/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/numtext.h"
#include "base/numtext_internal.h"

enum {
    RANDOM_DOUBLES = 2000000
};

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/* xorshift64*, Vigna 2014: fixed seed, so that a failure repeats. */
static uint64_t next_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(0x2545F4914F6CDD1D);
}

static void assert_prints(double value, const char *expected)
{
    char out[CM_NUM_TEXT_MAX];
    size_t n = cm__num_print(value, out);
    char text[CM_NUM_TEXT_MAX + 1];
    memcpy(text, out, n);
    text[n] = '\0';
    assert_string_equal(text, expected);
}

static void assert_reads(const char *text, double expected)
{
    double value = -1;
    size_t n = strlen(text);
    assert_int_equal(cm__num_read(text, n, &value), n);
    if (bits_of(value) != bits_of(expected))
        fail_msg("%.60s reads as %.17g, not %.17g", text, value, expected);
}

static void printing_follows_ecma262(void **state)
{
    (void)state;
    assert_prints(0.0, "0");
    assert_prints(-0.0, "0");
    assert_prints((double)NAN, "NaN");
    assert_prints((double)INFINITY, "Infinity");
    assert_prints(-(double)INFINITY, "-Infinity");
    assert_prints(1, "1");
    assert_prints(-7, "-7");
    assert_prints(12345.25, "12345.25");
    assert_prints(0.1, "0.1");
    assert_prints(0.1 + 0.2, "0.30000000000000004");
    assert_prints(1e21, "1e+21");
    assert_prints(1e20, "100000000000000000000");
    assert_prints(123456789012345680000.0, "123456789012345680000");
    assert_prints(1e-6, "0.000001");
    assert_prints(1e-7, "1e-7");
    assert_prints(1.5e-7, "1.5e-7");
    assert_prints(-1.2345678901234567e-6, "-0.0000012345678901234567");
    assert_prints(5e-324, "5e-324");
    assert_prints(1.7976931348623157e308, "1.7976931348623157e+308");
    assert_prints(2.2250738585072014e-308, "2.2250738585072014e-308");
    assert_prints(9007199254740991.0, "9007199254740991");
    assert_prints(9007199254740992.0, "9007199254740992");
    assert_prints(9007199254740994.0, "9007199254740994");
    assert_prints(9.5367431640625e-7, "9.5367431640625e-7");
    assert_prints(1180591620717411303424.0, "1.1805916207174113e+21");
    assert_prints(2e-44, "2e-44");
    assert_prints(1e23, "1e+23");
    assert_prints(4294967296.5, "4294967296.5");
}

static void integers_print(void **state)
{
    (void)state;
    char out[CM_NUM_TEXT_MAX];
    assert_int_equal(cm__num_print_int(INT64_MIN, out), 20);
    assert_memory_equal(out, "-9223372036854775808", 20);
    assert_int_equal(cm__num_print_int(INT64_MAX, out), 19);
    assert_memory_equal(out, "9223372036854775807", 19);
    for (int64_t n = -1100; n <= 1100; n++) {
        char expected[32];
        snprintf(expected, sizeof(expected), "%lld", (long long)n);
        size_t len = cm__num_print_int(n, out);
        assert_int_equal(len, strlen(expected));
        assert_memory_equal(out, expected, len);
    }
}

/* The printed digits and point of value as printf gives them. */
static void digits_of_printf(double value, int precision, char *digits,
                             int *ret_n, int *ret_point)
{
    char text[64];
    snprintf(text, sizeof(text), "%.*e", precision - 1, value);
    int n = 0;
    char *s = text;
    for (; *s != 'e'; s++)
        if (*s != '.')
            digits[n++] = *s;
    while (n > 1 && digits[n - 1] == '0')
        n--;
    *ret_n = n;
    *ret_point = atoi(s + 1) + 1;
}

/* No shorter digits read back, and of the shortest these are the nearest: what
 * printf rounds to that length, whenever that reads back. */
static void assert_shortest(double value)
{
    char digits[17], expected[32];
    int point, n_expected = 0, expected_point = 0;
    int n = (int)cm__num_shortest(value, digits, &point);
    int precision = 1;
    for (; precision <= 17; precision++) {
        digits_of_printf(value, precision, expected, &n_expected,
                         &expected_point);
        char text[64];
        snprintf(text, sizeof(text), "0.%.*se%d", n_expected, expected,
                 expected_point);
        if (strtod(text, NULL) == value)
            break;
    }
    if (n == n_expected && point == expected_point &&
        memcmp(digits, expected, (size_t)n) == 0)
        return;
    /* Just below or above a power of two printf's rounding to n digits may lie
     * outside the interval while another n-digit number is inside. */
    char text[64];
    snprintf(text, sizeof(text), "0.%.*se%d", n, digits, point);
    if (n < n_expected && strtod(text, NULL) == value)
        return;
    fail_msg("%.17g: %.*s e%d", value, n, digits, point);
}

static void shortest_digits_are_shortest(void **state)
{
    (void)state;
    uint64_t seed = 42;
    for (int i = 0; i < 60000; i++) {
        double value = cm__double_from_bits(next_random(&seed) >> 1);
        if (value > 0 && isfinite(value))
            assert_shortest(value);
    }
    for (int i = 0; i < 20000; i++) {
        double value = (double)(next_random(&seed) % 100000000) / 1000.0;
        if (value > 0)
            assert_shortest(value);
    }
    for (int exponent = -1074; exponent <= 1023; exponent++) {
        double value = ldexp(1, exponent);
        assert_shortest(value);
        assert_shortest(nextafter(value, 1e308));
        if (exponent > -1074)
            assert_shortest(nextafter(value, 0));
    }
    for (int k = -307; k <= 308; k++) {
        char text[16];
        snprintf(text, sizeof(text), "1e%d", k);
        assert_shortest(strtod(text, NULL));
    }
}

static void random_doubles_survive_print_and_read(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int i = 0; i < RANDOM_DOUBLES; i++) {
        double value = cm__double_from_bits(next_random(&seed));
        if (!isfinite(value))
            continue;
        char out[CM_NUM_TEXT_MAX];
        size_t n = cm__num_print(value, out);
        size_t sign = out[0] == '-';
        double back = 0;
        assert_int_equal(cm__num_read(out + sign, n - sign, &back), n - sign);
        if (sign)
            back = -back;
        if (bits_of(back) != bits_of(value))
            fail_msg("%.17g printed as %.*s", value, (int)n, out);
    }
}

static void reading_agrees_with_strtod(void **state)
{
    (void)state;
    uint64_t seed = 99;
    for (int i = 0; i < 200000; i++) {
        char text[80];
        uint64_t r = next_random(&seed);
        int digits = 1 + (int)(r % 30);
        size_t n = 0;
        for (int d = 0; d < digits; d++) {
            text[n++] = (char)('0' + next_random(&seed) % 10);
            if (d == (int)(r >> 8 & 15))
                text[n++] = '.';
        }
        snprintf(text + n, sizeof(text) - n, "e%d",
                 (int)(next_random(&seed) % 700) - 350);
        assert_reads(text, strtod(text, NULL));
    }
    /* The exact text of doubles and of points half-way between two. */
    for (int i = 0; i < 3000; i++) {
        double value = cm__double_from_bits(next_random(&seed) >> 1);
        if (!isfinite(value) || value > 1e300)
            continue;
        char text[1400];
        snprintf(text, sizeof(text), "%.1080f", value);
        assert_reads(text, value);
        snprintf(text, sizeof(text), "%.18e", value);
        assert_reads(text, strtod(text, NULL));
    }
}

static void half_way_points_round_to_even(void **state)
{
    (void)state;
    assert_reads("9007199254740993", 9007199254740992.0);
    assert_reads("9007199254740993.0", 9007199254740992.0);
    assert_reads("9007199254740993.00000000000000000000000001",
                 9007199254740994.0);
    assert_reads("9007199254740995", 9007199254740996.0);
    assert_reads("9007199254740994.99999999999999999999999999",
                 9007199254740994.0);
    assert_reads("2.4703282292062327208e-324", 0.0);
    assert_reads("2.4703282292062328e-324", 5e-324);
    assert_reads("1.7976931348623158e308", 1.7976931348623157e308);
    assert_reads("1.7976931348623159e308", (double)INFINITY);
    assert_reads("2.2250738585072011e-308", 2.2250738585072011e-308);
    assert_reads("2.2250738585072012e-308", 2.2250738585072014e-308);
    assert_reads("6929495644600919.5", 6929495644600920.0);
    assert_reads("7450580596923828125e-27", 7.450580596923828e-9);
    /* 2^-1075, half of the smallest double, and a last digit more or less. */
    char text[1200];
    int n = snprintf(text, sizeof(text), "%.1074f", 5e-324);
    double value;
    /* 5e-324 * 0.5: the exact digits of 2^-1074 times 5, one place on. */
    char half[1200];
    uint32_t carry = 0;
    half[n] = '0';
    for (int i = n - 1; i >= 2; i--) {
        uint32_t product = (uint32_t)(text[i] - '0') * 5 + carry;
        half[i + 1] = (char)('0' + product % 10);
        carry = product / 10;
    }
    half[0] = '0';
    half[1] = '.';
    half[2] = '0';
    assert_int_equal(carry, 0);
    assert_int_equal(cm__num_read(half, (size_t)n + 1, &value), n + 1);
    assert_true(value == 0);
    half[n + 1] = '1';
    assert_int_equal(cm__num_read(half, (size_t)n + 2, &value), n + 2);
    assert_true(value == 5e-324);
}

static void prefixes_are_read_as_far_as_they_go(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t length;
        double value;
    } cases[] = {
        { "", 0, -1 },
        { ".", 0, -1 },
        { "e5", 0, -1 },
        { "-1", 0, -1 },
        { ".e5", 0, -1 },
        { "5.", 2, 5 },
        { ".5", 2, 0.5 },
        { "5e", 1, 5 },
        { "5e+", 1, 5 },
        { "5.e1", 4, 50 },
        { "1.2.3", 3, 1.2 },
        { "0x10", 1, 0 },
        { "12abc", 2, 12 },
        { "1e5e5", 3, 1e5 },
        { "00012", 5, 12 },
        { "0.0e999999", 10, 0 },
        { "1_000", 1, 1 },
        { "1E-2", 4, 0.01 },
        { "0.1e1000", 8, (double)INFINITY },
        { "1e-400", 6, 0 },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(cases); i++) {
        double value = -1;
        size_t n = cm__num_read(cases[i].text, strlen(cases[i].text), &value);
        assert_int_equal(n, cases[i].length);
        assert_true(value == cases[i].value);
    }
    assert_reads("1e99999999999999999999", (double)INFINITY);
    assert_reads("1e-99999999999999999999", 0.0);
    assert_reads("0e99999999999999999999", 0.0);
}

static char *repeat(char c, size_t n)
{
    char *text = malloc(n + 64);
    assert_non_null(text);
    memset(text, c, n);
    text[n] = '\0';
    return text;
}

static void long_texts_are_read_exactly_in_linear_time(void **state)
{
    (void)state;
    enum {
        DIGITS = 10000
    };
    char *text = repeat('0', DIGITS);
    memcpy(text + DIGITS, "1.5", 4);
    assert_reads(text, 1.5);
    text[0] = '0';
    text[1] = '.';
    memcpy(text + DIGITS, "25e10000", 9);
    assert_reads(text, 25); /* 0.0...025e10000 */
    text[0] = '1';
    text[1] = '0';
    memcpy(text + DIGITS, "e-9999", 7);
    assert_reads(text, 1);
    memcpy(text, "9007199254740993.", 17);
    memcpy(text + DIGITS, "1", 2);
    assert_reads(text, 9007199254740994.0);
    memcpy(text + DIGITS, "0", 2);
    assert_reads(text, 9007199254740992.0);
    /* The dot far behind the digits that are compared. */
    memset(text, '0', DIGITS);
    memcpy(text, "9007199254740993", 16);
    memcpy(text + 5016, ".00001e-5000", 13);
    assert_reads(text, 9007199254740994.0);
    memcpy(text + 5016, ".00000e-5000", 13);
    assert_reads(text, 9007199254740992.0);
    free(text);
    size_t n = 10000000;
    text = repeat('7', n);
    uint64_t start = cm__clock_monotonic_ns();
    assert_reads(text, (double)INFINITY);
    text[1] = '.';
    assert_reads(text, 70.0 / 9.0);
    assert_true(cm__clock_monotonic_ns() - start < UINT64_C(3000000000));
    free(text);
}

typedef size_t (*Format)(double value, int digits, char *out);

static void assert_formats(Format format, double value, int digits,
                           const char *expected)
{
    char out[CM_NUM_RADIX_MAX + 1];
    size_t n = format(value, digits, out);
    out[n] = '\0';
    assert_string_equal(out, expected);
}

/* Whether the digits behind the first `keep` of an exact text are 5000...,
 * where printf goes to even and we go away from zero. */
static int is_tie(const char *exact, int keep)
{
    const char *s = strchr(exact, '.') + 1 + keep;
    if (*s++ != '5')
        return 0;
    s += strspn(s, "0");
    return *s == '\0' || *s == 'e';
}

static void fixed_is_exact(void **state)
{
    (void)state;
    Format fixed = cm__num_fixed;
    assert_formats(fixed, 1.005, 2, "1.00");
    assert_formats(fixed, 0, 0, "0");
    assert_formats(fixed, 0, 2, "0.00");
    assert_formats(fixed, -0.0, 2, "0.00");
    assert_formats(fixed, 0.5, 0, "1");
    assert_formats(fixed, 1.5, 0, "2");
    assert_formats(fixed, 2.5, 0, "3");
    assert_formats(fixed, -2.5, 0, "-3");
    assert_formats(fixed, 1.45, 1, "1.4");
    assert_formats(fixed, 8.345, 2, "8.35");
    assert_formats(fixed, 10.235, 2, "10.23");
    assert_formats(fixed, 999.995, 2, "1000.00");
    assert_formats(fixed, 99.5, 0, "100");
    assert_formats(fixed, 0.999, 2, "1.00");
    assert_formats(fixed, 0.04, 1, "0.0");
    assert_formats(fixed, 0.05, 1, "0.1");
    assert_formats(fixed, -0.0000001, 2, "-0.00");
    assert_formats(fixed, 0.000001, 7, "0.0000010");
    assert_formats(fixed, 123.456, 0, "123");
    assert_formats(fixed, 123.456, 10, "123.4560000000");
    assert_formats(fixed, 1000000000000000128.0, 0, "1000000000000000128");
    assert_formats(fixed, 1000000000000000128.0, 1, "1000000000000000128.0");
    assert_formats(fixed, 5e-324, 3, "0.000");
    assert_formats(fixed, 0.1, 20, "0.10000000000000000555");
    uint64_t seed = 5;
    for (int i = 0; i < 10000; i++) {
        double value = cm__double_from_bits(next_random(&seed));
        int digits = (int)(next_random(&seed) % 101);
        if (!isfinite(value))
            continue;
        if (i % 2 == 0)
            value = ldexp((double)(next_random(&seed) >> 11), -40);
        char expected[512], exact[1500];
        snprintf(expected, sizeof(expected), "%.*f", digits, value);
        snprintf(exact, sizeof(exact), "%.1080f", value);
        if (!is_tie(exact, digits))
            assert_formats(fixed, value, digits, expected);
    }
    char out[CM_NUM_FIXED_MAX];
    assert_int_equal(cm__num_fixed(-1.7976931348623157e308, 100, out), 411);
}

static void exponential_is_exact(void **state)
{
    (void)state;
    Format exponential = cm__num_exponential;
    assert_formats(exponential, 0, -1, "0e+0");
    assert_formats(exponential, 0, 2, "0.00e+0");
    assert_formats(exponential, 12345.25, -1, "1.234525e+4");
    assert_formats(exponential, -1, -1, "-1e+0");
    assert_formats(exponential, 12345, 2, "1.23e+4");
    assert_formats(exponential, 99999, 2, "1.00e+5");
    assert_formats(exponential, 25, 0, "3e+1");
    assert_formats(exponential, 0.00015, 0, "1e-4");
    assert_formats(exponential, 5e-324, 5, "4.94066e-324");
    uint64_t seed = 6;
    for (int i = 0; i < 5000; i++) {
        double value = cm__double_from_bits(next_random(&seed));
        int digits = (int)(next_random(&seed) % 101);
        if (!isfinite(value) || fabs(value) < 1e-99 || fabs(value) >= 1e100)
            continue;
        char expected[512], exact[1500];
        snprintf(expected, sizeof(expected), "%.*e", digits, value);
        snprintf(exact, sizeof(exact), "%.800e", value);
        if (is_tie(exact, digits))
            continue;
        char *e = strchr(expected, 'e');
        if (e[2] == '0') /* printf pads the exponent to two digits */
            memmove(e + 2, e + 3, strlen(e + 3) + 1);
        assert_formats(exponential, value, digits, expected);
    }
}

static void precision_is_exact(void **state)
{
    (void)state;
    Format precision = cm__num_precision;
    assert_formats(precision, 0, 1, "0");
    assert_formats(precision, 0, 3, "0.00");
    assert_formats(precision, 123.456, 4, "123.5");
    assert_formats(precision, 123.456, 3, "123");
    assert_formats(precision, 123.456, 2, "1.2e+2");
    assert_formats(precision, 0.000123, 2, "0.00012");
    assert_formats(precision, 0.000001, 2, "0.0000010");
    assert_formats(precision, 0.0000001, 2, "1.0e-7");
    assert_formats(precision, 1e21, 1, "1e+21");
    assert_formats(precision, 1e21, 22, "1000000000000000000000");
    assert_formats(precision, 99.99, 3, "100");
    assert_formats(precision, 99.99, 2, "1.0e+2");
    assert_formats(precision, 1.25, 2, "1.3");
    assert_formats(precision, 1.35, 2, "1.4");
    assert_formats(precision, -1.5, 5, "-1.5000");
}

static void radix_digits_are_enough(void **state)
{
    (void)state;
    Format radix = cm__num_radix;
    assert_formats(radix, 0, 2, "0");
    assert_formats(radix, -0.0, 36, "0");
    assert_formats(radix, 255, 16, "ff");
    assert_formats(radix, -255, 2, "-11111111");
    assert_formats(radix, 0.5, 2, "0.1");
    assert_formats(radix, 0.1, 2,
                   "0.0001100110011001100110011001100110011001100110011001101");
    assert_formats(radix, 3735928559.0, 16, "deadbeef");
    assert_formats(radix, 35, 36, "z");
    assert_formats(radix, 1.0 / 3, 3, "0.1");
    assert_formats(radix, -1.5, 16, "-1.8");
    assert_formats(radix, 9007199254740991.0, 2,
                   "11111111111111111111111111111111111111111111111111111");
    assert_formats(radix, 1e21, 16, "3635c9adc5dea00000");
    char out[CM_NUM_RADIX_MAX];
    assert_int_equal(cm__num_radix(-1.7976931348623157e308, 2, out), 1025);
    assert_int_equal(cm__num_radix(-5e-324, 2, out), 1077);
    uint64_t seed = 3;
    for (int i = 0; i < 3000; i++) {
        double value = ldexp((double)(next_random(&seed) >> 11),
                             -(int)(next_random(&seed) % 120));
        int base = 2 + (int)(next_random(&seed) % 35);
        size_t n = cm__num_radix(value, base, out);
        /* Read back: all digits as one integer, divided exactly enough. */
        double whole = 0, fraction = 0;
        char *dot = memchr(out, '.', n);
        size_t n_whole = dot == NULL ? n : (size_t)(dot - out);
        assert_true(cm__num_read_radix(out, n_whole, base, &whole));
        for (size_t d = n; d-- > n_whole + 1;) {
            double digit;
            assert_true(cm__num_read_radix(out + d, 1, base, &digit));
            fraction = (fraction + digit) / base;
        }
        double error = fabs(whole + fraction - value);
        assert_true(error <= value * 1e-15);
    }
}

static void radix_reading_rounds_to_nearest(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int radix;
        double value;
    } cases[] = {
        { "ff", 16, 255 },
        { "FF", 16, 255 },
        { "zz", 36, 1295 },
        { "777", 8, 511 },
        { "20000000000001", 16, 9007199254740992.0 }, /* 2^53 + 1 */
        { "20000000000003", 16, 9007199254740996.0 }, /* 2^53 + 3 */
        { "200000000000010", 16, 144115188075855872.0 },
        { "200000000000011", 16, 144115188075855904.0 },
        { "9007199254740993", 10, 9007199254740992.0 },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(cases); i++) {
        double value = -1;
        assert_true(cm__num_read_radix(cases[i].text, strlen(cases[i].text),
                                       cases[i].radix, &value));
        if (value != cases[i].value)
            fail_msg("%s: %.17g", cases[i].text, value);
    }
    double value = -1;
    assert_false(cm__num_read_radix("", 0, 10, &value));
    assert_false(cm__num_read_radix("12", 2, 2, &value));
    assert_false(cm__num_read_radix("1.", 2, 10, &value));
    assert_false(cm__num_read_radix("a b", 3, 16, &value));
    assert_true(value == -1);
    char *text = repeat('1', 100000);
    assert_true(cm__num_read_radix(text, 100000, 2, &value));
    assert_true(isinf(value));
    assert_true(cm__num_read_radix(text, 100000, 7, &value));
    assert_true(isinf(value));
    assert_true(cm__num_read_radix(text, 100000, 32, &value));
    assert_true(isinf(value));
    memset(text, '0', 99999);
    assert_true(cm__num_read_radix(text, 100000, 7, &value));
    assert_true(value == 1);
    free(text);
    /* Large integers print exactly and read back in every radix. */
    uint64_t seed = 11;
    for (int i = 0; i < 2000; i++) {
        double number = ldexp((double)(next_random(&seed) >> 11),
                              (int)(next_random(&seed) % 900));
        int base = 2 + (int)(next_random(&seed) % 35);
        char out[CM_NUM_RADIX_MAX];
        size_t n = cm__num_radix(number, base, out);
        assert_true(cm__num_read_radix(out, n, base, &value));
        assert_true(value == number);
    }
}

static void log2_of_pow10_is_exact_in_its_range(void **state)
{
    (void)state;
    for (int k = -342; k <= 324; k++)
        assert_int_equal(cm__log2_of_pow10(k),
                         (int)floorl((long double)k * 3.32192809488736234787L));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(printing_follows_ecma262),
        cmocka_unit_test(integers_print),
        cmocka_unit_test(shortest_digits_are_shortest),
        cmocka_unit_test(random_doubles_survive_print_and_read),
        cmocka_unit_test(reading_agrees_with_strtod),
        cmocka_unit_test(half_way_points_round_to_even),
        cmocka_unit_test(prefixes_are_read_as_far_as_they_go),
        cmocka_unit_test(long_texts_are_read_exactly_in_linear_time),
        cmocka_unit_test(fixed_is_exact),
        cmocka_unit_test(exponential_is_exact),
        cmocka_unit_test(precision_is_exact),
        cmocka_unit_test(radix_digits_are_enough),
        cmocka_unit_test(radix_reading_rounds_to_nearest),
        cmocka_unit_test(log2_of_pow10_is_exact_in_its_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
