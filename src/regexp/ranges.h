/* SPDX-License-Identifier: MIT */
#ifndef CM_REGEXP_RANGES_H
#define CM_REGEXP_RANGES_H
/* ranges: sets of code points while a pattern is compiled.
 *
 * Pairs (first, last), in any order until cm__ranges_sort; the set operations
 * want sorted sets and give sorted ones. The first failure to allocate sticks.
 * Ownership: the set owns its pairs until cm__ranges_done. */
#include "base/alloc.h"

#include <stdbool.h>

typedef struct Ranges {
    const cm_allocator *alloc;
    uint32_t *v; /* owned; 2 * n numbers */
    uint32_t n, cap;
    bool is_sorted, failed;
} Ranges;

#define RANGES_LAST UINT32_C(0x10FFFF)

void cm__ranges_init(Ranges *s, const cm_allocator *alloc);
void cm__ranges_done(Ranges *s);
void cm__ranges_add(Ranges *s, uint32_t first, uint32_t last);
void cm__ranges_add_all(Ranges *s, const Ranges *other);
/* Ascending, disjoint, not adjacent. */
void cm__ranges_sort(Ranges *s);
void cm__ranges_invert(Ranges *s);
void cm__ranges_intersect(Ranges *s, Ranges *other);
void cm__ranges_subtract(Ranges *s, Ranges *other);
bool cm__ranges_has(const Ranges *s, uint32_t c);

#endif
