/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_WORD_H
#define CM_BASE_WORD_H
/* word: eight bytes of a text at a time, the first in the lowest bits.
 *
 * Threads: free of state. */
#include <stdint.h>

#define CM_WORD_ONES UINT64_C(0x0101010101010101)
#define CM_WORD_HIGH UINT64_C(0x8080808080808080)

/* Little-endian on every host; compilers make one load of it. */
static inline uint64_t cm_word_load(const void *at)
{
    const unsigned char *b = at;
    return (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 |
           (uint64_t)b[3] << 24 | (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 |
           (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;
}

#endif
