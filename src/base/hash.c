/* SPDX-License-Identifier: MIT */
/* Four 16-bit units make one 64-bit word; each word is multiplied in and its
 * high half folded back. Bytes are spread to 16-bit units on the way, so one
 * text has one hash in either storage. The shape (rotate, xor, multiply by an
 * odd constant near 2^64 / golden ratio) is multiplicative hashing, Knuth,
 * The Art of Computer Programming 3, section 6.4. */
#include "base/hash.h"

#define MULTIPLIER UINT64_C(0x9E3779B97F4A7C15)

static inline uint64_t mix(uint64_t h, uint64_t word)
{
    h = (h ^ word) * MULTIPLIER;
    return h ^ (h >> 32);
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
    uint32_t hash = cm__hash_u64(h ^ n);
    return hash == 0 ? 1 : hash;
}

uint32_t cm__hash_bytes(const void *bytes, size_t n)
{
    const unsigned char *at = bytes;
    uint64_t h = MULTIPLIER;
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
    uint64_t h = MULTIPLIER;
    size_t left = n;
    for (; left >= 4; left -= 4, at += 4)
        h = mix(h, (uint64_t)at[0] | (uint64_t)at[1] << 16 |
                       (uint64_t)at[2] << 32 | (uint64_t)at[3] << 48);
    uint64_t tail = 0;
    for (size_t i = 0; i < left; i++)
        tail |= (uint64_t)at[i] << (16 * i);
    return finish(mix(h, tail), n);
}
