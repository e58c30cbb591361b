/* SPDX-License-Identifier: MIT */
/* What the finished code allows to do faster.
 *
 * The first set of a place is what the next unit may be on any way to a match:
 * 256 bits, one for all higher units, one for the end. It is a superset:
 * assertions count as passed. With it
 *   - a loop whose set does not meet what follows gives nothing back
 *     (LOOP_OWN), any other gives back only to places where what follows may
 *     start;
 *   - a split looks at the next unit before it keeps an alternative (CHOOSE);
 *   - a search skips places where nothing can start.
 * Places that can fail only as a function of (place, position) are numbered for
 * the matcher's memory: patterns without backreferences, lookarounds,
 * counters. */
#include "regexp/regexp_internal.h"

#include <string.h>

uint32_t cm__regexp_words(const uint32_t *pc)
{
    switch (RE_OP(*pc)) {
    case RE_MATCH:
    case RE_FAIL:
    case RE_CHAR:
    case RE_CHAR_BACK:
    case RE_SET:
    case RE_SET_U:
    case RE_SET_BACK:
    case RE_SET_BACK_U:
    case RE_SAVE:
    case RE_BOL:
    case RE_EOL:
    case RE_LINE_BOL:
    case RE_LINE_EOL:
    case RE_WORD:
    case RE_NOT_WORD:
    case RE_INIT:
    case RE_MARK:
    case RE_MOVED:
        return 1;
    case RE_JMP:
    case RE_RESET:
    case RE_LOOK_OK:
        return 2;
    case RE_LOOK:
        return 3;
    case RE_NEXT:
        return 4;
    case RE_SPLIT:
    case RE_SPLIT_LAZY:
    case RE_CHOOSE:
    case RE_CHOOSE_LAZY:
    case RE_REPEAT:
    case RE_LOOP:
    case RE_LOOP_U:
    case RE_LOOP_OWN:
    case RE_LOOP_OWN_U:
    case RE_LOOP_LAZY:
    case RE_LOOP_LAZY_U:
    case RE_LOOP_BACK:
    case RE_LOOP_BACK_U:
    case RE_LOOP_BACK_LAZY:
    case RE_LOOP_BACK_LAZY_U:
        return 5;
    case RE_STR:
        return pc[1];
    case RE_BACKREF:
        return 2 + RE_ARG(*pc);
    case RE_OPS:
        break;
    }
    cm_unreachable();
}

/* ---- first sets ---- */

enum {
    WALK_STEPS = 48,
    WALK_BRANCHES = 16
};

typedef struct Walk {
    Regexp *r;
    uint32_t first[FIRST_WORDS];
    uint32_t todo[WALK_BRANCHES];
    uint32_t n_todo, steps;
    bool is_any;
} Walk;

static void first_unit(Walk *w, uint32_t c)
{
    if (c < 256)
        w->first[c >> 5] |= UINT32_C(1) << (c & 31);
    else
        w->first[8] |= FIRST_HIGH;
}

static void first_of_set(Walk *w, uint32_t at)
{
    const uint32_t *set = regexp_set_at(w->r, at);
    for (int i = 0; i < 8; i++)
        w->first[i] |= set[i];
    if ((set[8] & 0xFF) != SET_HIGH_NONE)
        w->first[8] |= FIRST_HIGH;
}

static void later(Walk *w, uint32_t pc)
{
    if (w->n_todo == WALK_BRANCHES)
        w->is_any = true;
    else
        w->todo[w->n_todo++] = pc;
}

/* One instruction: where to go on, or NONE when a unit is settled. */
static uint32_t walk_step(Walk *w, uint32_t pc)
{
    const uint32_t *at = regexp_code_at(w->r, pc);
    uint32_t next = pc + cm__regexp_words(at);
    uint16_t unit;
    switch (RE_OP(*at)) {
    case RE_CHAR:
        first_unit(w, RE_ARG(*at));
        return REGEXP_NONE;
    case RE_STR:
        memcpy(&unit, at + 2, 2);
        first_unit(w, unit);
        return REGEXP_NONE;
    case RE_SET:
    case RE_SET_U:
        first_of_set(w, RE_ARG(*at));
        return REGEXP_NONE;
    case RE_LOOP:
    case RE_LOOP_U:
    case RE_LOOP_OWN:
    case RE_LOOP_OWN_U:
    case RE_LOOP_LAZY:
    case RE_LOOP_LAZY_U:
        first_of_set(w, RE_ARG(*at));
        return at[1] == 0 ? next : REGEXP_NONE;
    case RE_JMP:
        return at[1];
    case RE_SPLIT:
    case RE_SPLIT_LAZY:
    case RE_CHOOSE:
    case RE_CHOOSE_LAZY:
        later(w, at[1]);
        return next;
    case RE_EOL:
        w->first[8] |= FIRST_END;
        return REGEXP_NONE;
    case RE_LINE_EOL:
        w->first[8] |= FIRST_END | FIRST_HIGH;
        first_unit(w, '\n');
        first_unit(w, '\r');
        return REGEXP_NONE;
    case RE_SAVE:
    case RE_RESET:
    case RE_BOL:
    case RE_LINE_BOL:
    case RE_WORD:
    case RE_NOT_WORD:
    case RE_MARK:
    case RE_MOVED:
        return next;
    case RE_INIT: /* the first round is due when min > 0 */
        return at[2] > 0 ? next + 5 : next;
    case RE_REPEAT:
        later(w, at[3]);
        return next;
    case RE_NEXT:
        return at[1];
    case RE_LOOK:
        return at[2];
    case RE_MATCH:
    case RE_FAIL:
    case RE_CHAR_BACK:
    case RE_SET_BACK:
    case RE_SET_BACK_U:
    case RE_LOOP_BACK:
    case RE_LOOP_BACK_U:
    case RE_LOOP_BACK_LAZY:
    case RE_LOOP_BACK_LAZY_U:
    case RE_BACKREF:
    case RE_LOOK_OK:
    case RE_OPS:
        break;
    }
    w->is_any = true;
    return REGEXP_NONE;
}

/* False: anything may come. */
static bool first_at(Walk *w, Regexp *r, uint32_t pc)
{
    *w = (Walk){ .r = r };
    later(w, pc);
    while (w->n_todo > 0 && !w->is_any) {
        uint32_t at = w->todo[--w->n_todo];
        while (at != REGEXP_NONE && !w->is_any) {
            at = walk_step(w, at);
            if (++w->steps > WALK_STEPS)
                w->is_any = true;
        }
    }
    cm__regexp_work(r, w->steps / 4 + 1);
    return !w->is_any;
}

static bool meets(const uint32_t *a, const uint32_t *b)
{
    uint32_t both = 0;
    for (int i = 0; i < FIRST_WORDS; i++)
        both |= a[i] & b[i];
    return both != 0;
}

static uint32_t keep_first(Regexp *r, const Walk *w)
{
    uint32_t at = cm__regexp_set_words(r, w->first, FIRST_WORDS);
    return at == REGEXP_NONE ? FIRST_ANY : at;
}

/* ---- loops and splits ---- */

static void analyse_loop(Regexp *r, uint32_t pc)
{
    Walk behind, own = { .r = r };
    RegexpOp o = RE_OP(*regexp_code_at(r, pc));
    if (!first_at(&behind, r, pc + 5))
        return;
    first_of_set(&own, RE_ARG(*regexp_code_at(r, pc)));
    uint32_t at = keep_first(r, &behind);
    uint32_t *code = regexp_code_at(r, pc);
    if ((o == RE_LOOP || o == RE_LOOP_U) && !meets(own.first, behind.first))
        code[0] = RE_WORD_OF(o == RE_LOOP ? RE_LOOP_OWN : RE_LOOP_OWN_U,
                             RE_ARG(code[0]));
    code[3] = at;
}

static void analyse_split(Regexp *r, uint32_t pc)
{
    Walk here, there;
    uint32_t target = regexp_code_at(r, pc)[1];
    bool knows_here = first_at(&here, r, pc + 5);
    bool knows_there = first_at(&there, r, target);
    if (!knows_here && !knows_there)
        return;
    uint32_t a = knows_here ? keep_first(r, &here) : FIRST_ANY;
    uint32_t b = knows_there ? keep_first(r, &there) : FIRST_ANY;
    uint32_t *code = regexp_code_at(r, pc);
    bool is_lazy = RE_OP(code[0]) == RE_SPLIT_LAZY;
    code[0] = RE_WORD_OF(is_lazy ? RE_CHOOSE_LAZY : RE_CHOOSE, 0);
    code[3] = a;
    code[4] = b;
}

enum {
    MEMOS_MAX = 4096
};

static void number_place(Regexp *r, uint32_t pc)
{
    uint32_t *code = regexp_code_at(r, pc);
    bool is_split = RE_OP(*code) <= RE_CHOOSE_LAZY;
    code[is_split ? 2 : 4] = r->n_memos++;
}

static bool can_remember(const Regexp *r)
{
    return !r->has_backrefs && !r->has_looks && !r->has_counts;
}

static void each_instruction(Regexp *r)
{
    uint32_t n = regexp_pc(r);
    for (uint32_t pc = 0; pc < n && r->status == CM_OK;
         pc += cm__regexp_words(regexp_code_at(r, pc))) {
        switch (RE_OP(*regexp_code_at(r, pc))) {
        case RE_LOOP:
        case RE_LOOP_U:
        case RE_LOOP_LAZY:
        case RE_LOOP_LAZY_U:
            analyse_loop(r, pc);
            number_place(r, pc);
            break;
        case RE_SPLIT:
        case RE_SPLIT_LAZY:
            analyse_split(r, pc);
            number_place(r, pc);
            break;
        default:
            break;
        }
    }
    if (!can_remember(r) || r->n_memos > MEMOS_MAX)
        r->n_memos = 0;
}

/* ---- the start ---- */

/* How rare a unit is in the texts that programs search: higher is rarer. */
static uint32_t rarity(uint32_t c)
{
    static const char common[] = " etaoinsrhldcumfpgwybvk,.0123456789\n\"-_";
    const char *p = c < 128 && c != 0 ? strchr(common, (char)c) : NULL;
    return p ? (uint32_t)(p - common) : 100;
}

static void scan_text(Regexp *r, uint32_t pc)
{
    const uint32_t *at = regexp_code_at(r, pc);
    uint16_t units[2] = { (uint16_t)RE_ARG(*at), 0 };
    uint32_t n = 1;
    const void *from = units;
    if (RE_OP(*at) == RE_STR) {
        n = RE_ARG(*at);
        from = at + 2;
    }
    n = n < SCAN_TEXT_MAX ? n : SCAN_TEXT_MAX;
    r->scan = SCAN_TEXT;
    r->scan_len = n;
    r->scan_rare = 0;
    r->scan_at = pc;
    uint32_t best = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint16_t unit;
        memcpy(&unit, (const char *)from + 2 * (size_t)i, 2);
        if (i == 0 || rarity(unit) > best) {
            best = rarity(unit);
            r->scan_rare = i;
        }
    }
}

bool cm__regexp_analyse(Regexp *r)
{
    each_instruction(r);
    if (r->status != CM_OK)
        return false;
    uint32_t pc = 0;
    while (RE_OP(*regexp_code_at(r, pc)) == RE_SAVE)
        pc++;
    uint32_t at = *regexp_code_at(r, pc);
    r->lead_pc = REGEXP_NONE;
    switch (RE_OP(at)) {
    case RE_BOL:
        r->scan = SCAN_START;
        return true;
    case RE_LINE_BOL:
        r->scan = SCAN_LINES;
        return true;
    case RE_CHAR:
    case RE_STR:
        scan_text(r, pc);
        return true;
    case RE_LOOP:
    case RE_LOOP_U:
    case RE_LOOP_OWN:
    case RE_LOOP_OWN_U:
        if (!r->has_backrefs && regexp_code_at(r, pc)[2] == REGEXP_NONE)
            r->lead_pc = pc;
        break;
    default:
        break;
    }
    Walk w;
    r->scan = SCAN_ALL;
    if (first_at(&w, r, 0)) {
        r->scan = SCAN_FIRST;
        r->scan_at = cm__regexp_set_words(r, w.first, FIRST_WORDS);
    }
    return r->status == CM_OK;
}
