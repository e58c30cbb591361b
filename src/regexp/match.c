/* SPDX-License-Identifier: MIT */
/* The matcher's frame: memory, the meter, and the two widths.
 *
 * Memory of failures: after many backtracks in a pattern whose outcome from a
 * place depends on nothing but the position, each (place, position) is noted
 * when it is reached. Reaching it again means that everything from there has
 * failed already. Davis, Servant, Lee: "Using Selective Memoization to Defeat
 * Regular Expression Denial of Service (ReDoS)", IEEE S&P 2021; here only
 * splits and loops are noted, and only once a search has proved slow. */
#include "regexp/match_internal.h"

#include "regexp/unicode.h"

#include <string.h>

enum {
    MEMO_MAX_BYTES = 16 << 20
};

bool cm__regexp_set_has_high(const uint32_t *set, uint32_t c)
{
    uint32_t mode = set[8] & 0xFF;
    if (mode != SET_HIGH_PAIRS)
        return mode == SET_HIGH_ALL;
    const uint32_t *pairs = set + SET_HEAD;
    uint32_t low = 0, high = set[8] >> 8;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (c > pairs[(size_t)2 * mid + 1])
            low = mid + 1;
        else
            high = mid;
    }
    return low < set[8] >> 8 && c >= pairs[(size_t)2 * low];
}

bool cm__match_grow(Matcher *m, BackFrame **sp)
{
    size_t used = (size_t)(*sp - m->stack);
    size_t cap = (size_t)(m->stack_end - m->stack) * 2;
    if (cap >= UINT32_MAX / 2) {
        m->status = REGEXP_NOMEM;
        return false;
    }
    BackFrame *stack =
        cm__realloc(m->host->alloc, m->stack_cap ? m->stack : NULL,
                    m->stack_cap * sizeof *stack, cap * sizeof *stack);
    if (stack == NULL) {
        m->status = REGEXP_NOMEM;
        return false;
    }
    if (m->stack_cap == 0)
        memcpy(stack, m->stack, used * sizeof *stack);
    m->stack = stack;
    m->stack_cap = cap;
    m->stack_end = stack + cap;
    *sp = stack + used;
    return true;
}

bool cm__match_pay(Matcher *m)
{
    uint64_t done = (uint64_t)((int64_t)STEPS_SLICE - m->steps);
    m->steps = STEPS_SLICE;
    if (m->patience <= done)
        cm__match_remember(m);
    else
        m->patience -= done;
    if (m->host->charge && !m->host->charge(m->host->user, done)) {
        m->status = REGEXP_STOPPED;
        return false;
    }
    return true;
}

void cm__match_remember(Matcher *m)
{
    m->backtracks = UINT32_MAX;
    m->patience = UINT64_MAX;
    uint64_t bits = (uint64_t)m->code->n_memos * ((uint64_t)m->len + 1);
    if (m->memo != NULL || bits == 0 || bits / 8 > MEMO_MAX_BYTES)
        return;
    m->memo_size = (size_t)(bits / 8 + 1);
    m->memo = cm__alloc_zero(m->host->alloc, 1, m->memo_size);
    m->steps -= (int32_t)(m->memo_size / 64);
}

static RegexpResult search(Matcher *m, const RegexpText *text, uint32_t start,
                           bool sticky)
{
    if (text->p8)
        return cm__match_search8(m, start, sticky);
    return cm__match_search16(m, start, sticky);
}

RegexpResult cm__regexp_match(const RegexpCode *code, const RegexpHost *host,
                              const RegexpText *text, uint32_t start,
                              bool sticky, uint32_t *captures)
{
    BackFrame local_stack[BACK_LOCAL];
    uint32_t local_slots[SLOTS_LOCAL];
    const uint32_t *words = (const uint32_t *)(const void *)code;
    Matcher m = { .code = code,
                  .host = host,
                  .words = words + code->code_at,
                  .sets = words + code->sets_at,
                  .text = text->p8 ? (const void *)text->p8 : text->p16,
                  .len = text->len,
                  .is_unicode = (code->flags &
                                 (REGEXP_UNICODE | REGEXP_UNICODE_SETS)) != 0,
                  .steps = STEPS_SLICE,
                  .backtracks =
                      code->n_memos ? text->len / 4 + 1000 : UINT32_MAX,
                  .patience = code->n_memos ? (uint64_t)text->len * 4 + 20000
                                            : UINT64_MAX,
                  .slots = local_slots,
                  .stack = local_stack,
                  .stack_end = local_stack + BACK_LOCAL };
    uint32_t *owned = NULL;
    if (code->n_slots > SLOTS_LOCAL) {
        owned = cm__alloc(host->alloc, (size_t)code->n_slots * 4);
        if (owned == NULL)
            return REGEXP_NOMEM;
        m.slots = owned;
    }
    memset(m.slots, 0xFF, (size_t)code->n_slots * 4);
    RegexpResult result = search(&m, text, start, sticky);
    if (result == REGEXP_MATCH)
        memcpy(captures, m.slots, (size_t)code->n_groups * 8);
    if (result >= 0 && !cm__match_pay(&m))
        result = REGEXP_STOPPED;
    cm__free(host->alloc, owned, (size_t)code->n_slots * 4);
    if (m.stack_cap > 0)
        cm__free(host->alloc, m.stack, m.stack_cap * sizeof *m.stack);
    cm__free(host->alloc, m.memo, m.memo_size);
    return result;
}

#define UNIT    uint8_t
#define NARROW  1
#define NAME(n) n##8
#include "regexp/match_run.h"
#undef UNIT
#undef NARROW
#undef NAME

#define UNIT    uint16_t
#define NARROW  0
#define NAME(n) n##16
#include "regexp/match_run.h"
