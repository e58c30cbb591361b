/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_MERGE_H
#define CM_ENGINE_MERGE_H
/* merge: a stable bottom-up merge sort that stops at each comparison, for
 * natives whose comparisons are calls of the program.
 *
 *     merge_start(&m, n);
 *     each entry of the native:
 *         if (m.is_waiting) merge_answer(&m, rows, the answer);
 *         merge_next(...) -> TRI_TRUE: ask, is pair[1] below pair[0]?
 *                            TRI_FALSE: rows[0] is sorted
 *
 * It works on two rows of its own, so it ends whatever the comparisons answer
 * and whatever they do meanwhile. Two runs that are in order already cost one
 * comparison.
 *
 * Ownership: the state is plain data of the caller, who keeps it where the
 * collector does not look (a raw cell); the rows are two values of ValuesCells
 * with n values each, in registers, and change places. */
#include "engine/vm.h"

typedef enum MergePhase {
    MERGE_RUNS,
    MERGE_SEAM, /* is the first of the right run below the last of the left? */
    MERGE_DONE
} MergePhase;

typedef struct Merge {
    uint32_t n;
    uint32_t width, lo, mid, hi; /* runs [lo, mid) and [mid, hi) */
    uint32_t i, j, k;            /* next of left, of right, of the output */
    bool is_waiting;             /* a comparison has been asked for */
    bool in_order;               /* the two runs need no merging */
    MergePhase phase;
} Merge;

/* The end of the run of `width` values at `from`. */
static inline uint32_t merge_run_end(uint32_t from, uint32_t width, uint32_t n)
{
    return width < n - from ? from + width : n;
}

void merge_start(Merge *m, uint32_t n);

/* Goes on to the next comparison. TRI_THROWN: the meter stopped. */
Tri merge_next(VM *vm, Merge *m, Value rows[2], Value ret_pair[2]);
void merge_answer(Merge *m, const Value rows[2], bool is_below);

#endif
