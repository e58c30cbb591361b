/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "base/hash.h"

static void both_storages_hash_alike(void **state)
{
    (void)state;
    unsigned char bytes[67];
    uint16_t units[67];
    for (size_t n = 0; n <= 67; n++) {
        for (size_t i = 0; i < n; i++)
            units[i] = bytes[i] = (unsigned char)(i * 37 + n + 0x7E);
        assert_int_equal(cm__hash_bytes(bytes, n), cm__hash_units16(units, n));
    }
}

static void hashes_are_never_zero(void **state)
{
    (void)state;
    assert_int_not_equal(cm__hash_bytes(NULL, 0), 0);
    assert_int_not_equal(cm__hash_units16(NULL, 0), 0);
    for (uint16_t i = 0; i < UINT16_MAX; i++)
        assert_int_not_equal(cm__hash_units16(&i, 1), 0);
}

static void length_and_place_matter(void **state)
{
    (void)state;
    static const char zeros[64];
    for (size_t n = 1; n < 64; n++)
        assert_int_not_equal(cm__hash_bytes(zeros, n),
                             cm__hash_bytes(zeros, n - 1));
    assert_int_not_equal(cm__hash_bytes("ab", 2), cm__hash_bytes("ba", 2));
    assert_int_not_equal(cm__hash_bytes("abcdefgh", 8),
                         cm__hash_bytes("efghabcd", 8));
    uint16_t high = 0x0141;
    assert_int_not_equal(cm__hash_units16(&high, 1), cm__hash_bytes("A", 1));
}

/* 65,536 keys in 65,536 buckets: a random function fills 1 - 1/e of them. */
static unsigned buckets_filled(unsigned low_bit, const char *prefix,
                               const char *suffix)
{
    static unsigned char used[65536];
    memset(used, 0, sizeof(used));
    unsigned filled = 0;
    for (unsigned i = 0; i < 65536; i++) {
        char key[32];
        int n = snprintf(key, sizeof(key), "%s%u%s", prefix, i, suffix);
        unsigned at = cm__hash_bytes(key, (size_t)n) >> low_bit & 65535;
        filled += !used[at];
        used[at] = 1;
    }
    return filled;
}

static void regular_keys_spread(void **state)
{
    (void)state;
    for (unsigned low_bit = 0; low_bit <= 16; low_bit += 16) {
        assert_true(buckets_filled(low_bit, "", "") > 41000);
        assert_true(buckets_filled(low_bit, "key_", "") > 41000);
        assert_true(buckets_filled(low_bit, "", ".name.tail") > 41000);
    }
    static unsigned char used[65536];
    unsigned filled = 0;
    for (uint64_t i = 0; i < 65536; i++) {
        uint32_t at = cm__hash_u64(i * 64) & 65535;
        filled += !used[at];
        used[at] = 1;
    }
    assert_true(filled > 41000);
}

/* Two texts of eight units that any hash of the form (h ^ word) * odd takes for
 * one: the highest bit of the first word passes the multiplication and is taken
 * back by the second. Rows of such blocks would all have one hash. */
static void differences_do_not_cancel(void **state)
{
    (void)state;
    static const uint16_t a[8] = { 'a', 'a', 'a', 'a', 'b', 'b', 'b', 'b' };
    static const uint16_t b[8] = { 'a', 'a',          'a', 'a' ^ 0x8000,
                                   'b', 'b' ^ 0x8000, 'b', 'b' ^ 0x8000 };
    unsigned differ = 0;
    for (unsigned row = 0; row < 256; row++) {
        uint16_t one[64], other[64];
        for (unsigned i = 0; i < 8; i++) {
            memcpy(one + i * 8, row >> i & 1 ? a : b, sizeof a);
            memcpy(other + i * 8, (row + 1) >> i & 1 ? a : b, sizeof a);
        }
        differ += cm__hash_units16(one, 64) != cm__hash_units16(other, 64);
    }
    assert_int_equal(differ, 256);
}

/* With another key everything falls elsewhere. */
static void the_key_matters(void **state)
{
    (void)state;
    const uint64_t key[2] = { cm__hash_key[0], cm__hash_key[1] };
    assert_int_equal(key[1] & 1, 1);
    uint32_t number = cm__hash_u64(7), text = cm__hash_bytes("seven", 5);
    cm__hash_key[0] ^= 1;
    assert_int_not_equal(cm__hash_u64(7), number);
    assert_int_not_equal(cm__hash_bytes("seven", 5), text);
    cm__hash_key[0] = key[0];
    cm__hash_key[1] ^= 2;
    assert_int_not_equal(cm__hash_bytes("seven", 5), text);
    cm__hash_key[1] = key[1];
    assert_int_equal(cm__hash_bytes("seven", 5), text);
}

static uint64_t scattered(uint64_t i)
{
    return (uint64_t)cm__mix_u64(i) << 32 | cm__mix_u64(i + (1 << 20));
}

/* Pairs of 4,096 keys that share one of 4,096 heads, in the mean of 256 secret
 * numbers: at most n * n / m by the theorem, half of that for a random
 * function. */
static unsigned mean_pairs(uint64_t (*key)(uint64_t i))
{
    enum {
        N = 4096,
        SHIFT = 64 - 12,
        KEYS = 256
    };
    static uint32_t heads[N];
    const uint64_t secret = cm__hash_key[1];
    uint64_t pairs = 0;
    for (uint64_t k = 0; k < KEYS; k++) {
        cm__hash_key[1] = scattered(k + 1) | 1;
        memset(heads, 0, sizeof heads);
        for (uint64_t i = 0; i < N; i++) {
            uint32_t at = cm__hash_shift(key(i), SHIFT);
            assert_true(at < N);
            pairs += heads[at]++;
        }
    }
    cm__hash_key[1] = secret;
    return (unsigned)(pairs / KEYS);
}

static uint64_t row(uint64_t i)
{
    return UINT64_C(0xFFFF000000000000) | i;
}
static uint64_t sevens(uint64_t i)
{
    return i * 7 + 3;
}
static uint64_t addresses(uint64_t i)
{
    return UINT64_C(0x7F0012345000) + i * 48;
}
static uint64_t doubles(uint64_t i)
{
    double d = (double)i + 0.5;
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}
static uint64_t high_halves(uint64_t i)
{
    return i << 52;
}
static void shifted_products_share_heads_as_seldom_as_promised(void **state)
{
    (void)state;
    static uint64_t (*const keys[])(
        uint64_t) = { row, sevens, addresses, doubles, high_halves, scattered };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        assert_in_range(mean_pairs(keys[i]), 0, 4096);
    assert_in_range(mean_pairs(scattered), 1900, 2200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shifted_products_share_heads_as_seldom_as_promised),
        cmocka_unit_test(both_storages_hash_alike),
        cmocka_unit_test(hashes_are_never_zero),
        cmocka_unit_test(length_and_place_matter),
        cmocka_unit_test(regular_keys_spread),
        cmocka_unit_test(differences_do_not_cancel),
        cmocka_unit_test(the_key_matters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
