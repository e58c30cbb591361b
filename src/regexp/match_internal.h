/* SPDX-License-Identifier: MIT */
#ifndef CM_REGEXP_MATCH_INTERNAL_H
#define CM_REGEXP_MATCH_INTERNAL_H
/* match_internal: the state of one search, for the two widths of units.
 *
 * The backtrack stack holds frames of three words. A frame is a place to go on
 * from, or a slot's older value to put back on the way:
 *
 *     BACK_ALT     pc        position   -
 *     BACK_UNDO    slot      old value  -
 *     BACK_GREEDY  loop pc   position   lowest position    one unit less
 *     BACK_LAZY    loop pc   position   units still allowed  one unit more
 *     BACK_LOOK    -         position   -                  its bottom
 *     BACK_NOT     end pc    position   -                  its bottom, negated
 *
 * (loops to the left count the other way.) */
#include "regexp/regexp_internal.h"

typedef enum BackKind {
    BACK_ALT,
    BACK_UNDO,
    BACK_GREEDY,
    BACK_LAZY,
    BACK_LOOK,
    BACK_NOT
} BackKind;

typedef struct BackFrame {
    uint32_t what; /* BackKind in the low 3 bits, then pc or slot */
    uint32_t pos;
    uint32_t extra;
} BackFrame;

enum {
    BACK_LOCAL = 96, /* frames that need no allocation */
    SLOTS_LOCAL = 64,
    STEPS_SLICE = 4096 /* between two looks at the meter */
};

typedef struct Matcher {
    const RegexpCode *code;
    const RegexpHost *host;
    const uint32_t *words; /* instructions */
    const uint32_t *sets;
    const void *text; /* units */
    uint32_t len;
    bool is_unicode;
    int32_t steps;       /* left before the next charge */
    uint32_t backtracks; /* until memory of failures is worth having */
    uint64_t patience;   /* the same in steps */
    uint32_t *slots;
    BackFrame *stack, *stack_end;
    uint32_t lead_end; /* where the loop at the start stopped */
    uint8_t *memo;     /* a bit a place and position, or NULL */
    size_t memo_size;
    RegexpResult status;
    size_t stack_cap; /* frames allocated; 0: local */
} Matcher;

/* Room for one frame more; *sp moves along. False: refused. */
bool cm__match_grow(Matcher *m, BackFrame **sp);
/* Pays for the steps done. False: stop. */
bool cm__match_pay(Matcher *m);
/* Starts to remember failures, if memory allows. */
void cm__match_remember(Matcher *m);

RegexpResult cm__match_search8(Matcher *m, uint32_t start, bool sticky);
RegexpResult cm__match_search16(Matcher *m, uint32_t start, bool sticky);

#endif
