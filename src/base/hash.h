/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_HASH_H
#define CM_BASE_HASH_H
/* hash: non-cryptographic hashes for in-memory tables. */
#include "base/compiler.h"

/* Hash of bytes (8-bit units). Equal text gives equal hashes whether it is
 * stored in 8-bit or 16-bit units, see cm__hash_units16. Never 0, so that 0
 * can mean "not computed yet". */
uint32_t cm__hash_bytes(const void *bytes, size_t n);
/* The same function over 16-bit units; equals cm__hash_bytes of the narrowed
 * text when every unit is below 256. */
uint32_t cm__hash_units16(const uint16_t *units, size_t n);

/* Finaliser of MurmurHash3 (Appleby, public domain algorithm): mixes all bits;
 * multiples of 64 and other regular keys spread evenly. */
static inline uint32_t cm__hash_u64(uint64_t x)
{
    x ^= x >> 33;
    x *= UINT64_C(0xff51afd7ed558ccd);
    x ^= x >> 33;
    x *= UINT64_C(0xc4ceb9fe1a85ec53);
    x ^= x >> 33;
    return (uint32_t)x;
}

#endif
