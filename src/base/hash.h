/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_HASH_H
#define CM_BASE_HASH_H
/* hash: keyed hashes for tables in memory.
 *
 * Programs, documents and peers choose the keys of our tables. Whoever knows the
 * function finds any number of keys that share a bucket, and each look-up then
 * walks through all of them (Crosby and Wallach, "Denial of Service via
 * Algorithmic Complexity Attacks", 2003). So the functions have a key, which
 * the process draws when it starts and nobody learns: hashes are good for
 * tables of this process alone, never to be stored, sent or ordered by. */
#include "base/compiler.h"

/* Drawn before main, from what the kernel gives each process (AT_RANDOM). Only
 * measurements and tests may set it, before anything was hashed; the second
 * number is odd. */
extern uint64_t cm__hash_key[2];

/* Hash of bytes (8-bit units). Equal text gives equal hashes whether it is
 * stored in 8-bit or 16-bit units, see cm__hash_units16. Never 0, so that 0
 * can mean "not computed yet". */
uint32_t cm__hash_bytes(const void *bytes, size_t n);
/* The same function over 16-bit units; equals cm__hash_bytes of the narrowed
 * text when every unit is below 256. */
uint32_t cm__hash_units16(const uint16_t *units, size_t n);

/* Finaliser of MurmurHash3 (Appleby, public domain algorithm): mixes all bits;
 * multiples of 64 and other regular keys spread evenly. No key: for numbers
 * that shall be the same in each process. */
static inline uint32_t cm__mix_u64(uint64_t x)
{
    x ^= x >> 33;
    x *= UINT64_C(0xff51afd7ed558ccd);
    x ^= x >> 33;
    x *= UINT64_C(0xc4ceb9fe1a85ec53);
    x ^= x >> 33;
    return (uint32_t)x;
}

static inline uint32_t cm__hash_u64(uint64_t x)
{
    return cm__mix_u64(x ^ cm__hash_key[0]);
}

/* The upper 64 - shift bits (0 < shift < 64) of the product with a secret odd
 * number: the multiply-shift scheme (Dietzfelbinger, Hagerup, Katajainen,
 * Penttonen, "A Reliable Randomized Algorithm for the Closest-Pair Problem",
 * 1997). Two keys chosen without knowing that number meet with a chance of at
 * most two in the size of the table, and keys at regular distances, the usual
 * ones, hardly ever. Good for tables with chains only: regular keys may fill
 * neighbouring places. */
static inline uint32_t cm__hash_shift(uint64_t x, uint32_t shift)
{
    return (uint32_t)((x * cm__hash_key[1]) >> shift);
}

#endif
