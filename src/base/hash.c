/* SPDX-License-Identifier: MIT */
/* Four 16-bit units make one 64-bit word. Each word is taken in by one folded
 * multiplication: the halves of the 128-bit product with a secret factor, put
 * together by exclusive or. Bytes are spread to 16-bit units on the way, so one
 * text has one hash in either storage.
 *
 * A multiplication alone would not do, with whatever key: a difference in the
 * highest bit passes it unchanged and is taken back by the next word. In the
 * folded product every bit of the word meets the secret factor. */
#include "base/hash.h"

#ifdef __linux__
#include <sys/auxv.h>
#endif

#include <string.h>

#define GOLDEN UINT64_C(0x9E3779B97F4A7C15) /* odd; 2^64 / golden ratio */

uint64_t cm__hash_key[2] = { GOLDEN, GOLDEN };

/* libc draws its own secrets from the same bytes: ours show nothing of them. */
CM_AT_LOAD static void draw_key(void)
{
#ifdef __linux__
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): so libc gives addresses */
    const void *random = (const void *)getauxval(AT_RANDOM);
    uint64_t word[2];
    if (random == NULL)
        return;
    memcpy(word, random, sizeof word);
    for (int i = 0; i < 2; i++)
        cm__hash_key[i] = (uint64_t)cm__mix_u64(word[i]) << 32 |
                          cm__mix_u64(word[1 - i] * GOLDEN + 1);
    cm__hash_key[1] |= 1;
#endif
}

static inline uint64_t mix(uint64_t h, uint64_t word)
{
    uint64_t low, high = cm_mul64(h ^ word, cm__hash_key[1], &low);
    return high ^ low;
}

/* Bytes b3 b2 b1 b0 of a word become units 00b3 00b2 00b1 00b0. */
static inline uint64_t spread(uint32_t four)
{
    uint64_t x = four;
    x = (x | x << 16) & UINT64_C(0x0000FFFF0000FFFF);
    return (x | x << 8) & UINT64_C(0x00FF00FF00FF00FF);
}

static inline uint32_t finish(uint64_t h, size_t n)
{
    uint32_t hash = cm__mix_u64(h ^ n);
    return hash == 0 ? 1 : hash;
}

uint32_t cm__hash_bytes(const void *bytes, size_t n)
{
    const unsigned char *at = bytes;
    uint64_t h = cm__hash_key[0];
    size_t left = n;
    for (; left >= 4; left -= 4, at += 4)
        h = mix(h, spread((uint32_t)at[0] | (uint32_t)at[1] << 8 |
                          (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24));
    uint64_t tail = 0;
    for (size_t i = 0; i < left; i++)
        tail |= (uint64_t)at[i] << (16 * i);
    return finish(mix(h, tail), n);
}

uint32_t cm__hash_units16(const uint16_t *units, size_t n)
{
    const uint16_t *at = units;
    uint64_t h = cm__hash_key[0];
    size_t left = n;
    for (; left >= 4; left -= 4, at += 4)
        h = mix(h, (uint64_t)at[0] | (uint64_t)at[1] << 16 |
                       (uint64_t)at[2] << 32 | (uint64_t)at[3] << 48);
    uint64_t tail = 0;
    for (size_t i = 0; i < left; i++)
        tail |= (uint64_t)at[i] << (16 * i);
    return finish(mix(h, tail), n);
}
