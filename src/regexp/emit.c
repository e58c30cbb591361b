/* SPDX-License-Identifier: MIT */
/* The tree to code.
 *
 * Shapes of repetition (x: the body, q: what follows; exits are patched):
 *
 *     one set      LOOP set, min, max
 *     x?           SPLIT q; x
 *     x*           L: SPLIT q; x; JMP L
 *     x+           L: x; SPLIT_LAZY L           (greedy: there first)
 *     x{n,m}       INIT c; L: REPEAT c q; x; NEXT c L
 *
 * A body with captures starts with RESET, one that may match nothing is put
 * between MARK and MOVED (RepeatMatcher, 22.2.2.3.1, step 2.b). The walk over
 * the tree goes by parent pointers, without recursion. */
#include "regexp/regexp_internal.h"

#include <string.h>

/* ---- sets ---- */

typedef struct SetRow {
    uint32_t hash, at, n, next;
} SetRow;

static SetRow *set_rows(const Regexp *r)
{
    return (SetRow *)(void *)r->set_table.bytes;
}

/* Equal sets are kept once. */
uint32_t cm__regexp_set_words(Regexp *r, const uint32_t *words, uint32_t n)
{
    uint32_t hash = 2166136261u;
    for (uint32_t i = 0; i < n; i++)
        hash = (hash ^ words[i]) * 16777619u;
    uint32_t *bucket = &r->set_buckets[(hash >> 13) % 256];
    for (uint32_t i = *bucket; i != 0; i = set_rows(r)[i - 1].next) {
        const SetRow *row = &set_rows(r)[i - 1];
        if (row->hash == hash && row->n == n &&
            memcmp(regexp_set_at(r, row->at), words, (size_t)n * 4) == 0)
            return row->at;
    }
    SetRow row = { hash, (uint32_t)(r->sets.len / 4), n, *bucket };
    cm__buf_add(&r->sets, words, (size_t)n * 4);
    cm__buf_add(&r->set_table, &row, sizeof row);
    if (r->sets.status != CM_OK || r->set_table.status != CM_OK) {
        cm__regexp_nomem(r);
        return REGEXP_NONE;
    }
    if (r->sets.len / 4 > REGEXP_MAX_WORDS) {
        cm__regexp_fail(r, 0, "regular expression too large");
        return REGEXP_NONE;
    }
    *bucket = (uint32_t)(r->set_table.len / sizeof row);
    return row.at;
}

static void low_bits(uint32_t *words, uint32_t first, uint32_t last)
{
    for (uint32_t c = first; c <= last && c < 256; c++)
        words[c >> 5] |= UINT32_C(1) << (c & 31);
}

uint32_t cm__regexp_set(Regexp *r, const Ranges *set)
{
    Buf words;
    uint32_t head[SET_HEAD] = { 0 }, pairs = 0;
    if (set->failed) {
        cm__regexp_nomem(r);
        return REGEXP_NONE;
    }
    cm__buf_init(&words, r->host->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add(&words, head, sizeof head);
    for (uint32_t i = 0; i < set->n; i++) {
        uint32_t pair[2] = { set->v[(size_t)2 * i], set->v[(size_t)2 * i + 1] };
        low_bits(head, pair[0], pair[1]);
        if (pair[1] < 256)
            continue;
        pair[0] = pair[0] < 256 ? 256 : pair[0];
        bool all =
            pair[0] == 256 && pair[1] >= (r->is_unicode ? RANGES_LAST : 0xFFFF);
        head[8] = all ? SET_HIGH_ALL : SET_HIGH_PAIRS;
        if (!all) {
            cm__buf_add(&words, pair, sizeof pair);
            pairs++;
        }
    }
    head[8] |= pairs << 8;
    uint32_t at = REGEXP_NONE;
    if (words.status == CM_OK) {
        memcpy(words.bytes, head, sizeof head);
        at = cm__regexp_set_words(r, (const uint32_t *)(void *)words.bytes,
                                  SET_HEAD + 2 * pairs);
    } else {
        cm__regexp_nomem(r);
    }
    cm__buf_done(&words);
    return at;
}

/* ---- code ---- */

static void word(Regexp *r, uint32_t w)
{
    cm__buf_add(&r->code, &w, 4);
}

static void op(Regexp *r, RegexpOp o, uint32_t arg)
{
    word(r, RE_WORD_OF(o, arg));
}

static void set_word(Regexp *r, uint32_t pc, uint32_t w)
{
    if (r->code.status == CM_OK)
        *regexp_code_at(r, pc) = w;
}

/* A split with a target to be set; its place. */
static uint32_t split(Regexp *r, RegexpOp o, uint32_t target)
{
    uint32_t pc = regexp_pc(r);
    op(r, o, 0);
    word(r, target);
    word(r, 0);
    word(r, FIRST_ANY);
    word(r, FIRST_ANY);
    return pc;
}

static void aim(Regexp *r, uint32_t pc)
{
    set_word(r, pc + 1, regexp_pc(r));
}

static uint32_t new_slot(Regexp *r)
{
    return 2 * r->all_groups + r->n_registers++;
}

/* ---- characters ---- */

static uint32_t put_units(uint16_t *units, uint32_t c)
{
    if (c <= 0xFFFF) {
        units[0] = (uint16_t)c;
        return 1;
    }
    units[0] = (uint16_t)(0xD7C0 + (c >> 10));
    units[1] = (uint16_t)(0xDC00 | (c & 0x3FF));
    return 2;
}

static void char_back(Regexp *r, uint32_t c)
{
    uint16_t units[2];
    uint32_t n = put_units(units, c);
    while (n > 0)
        op(r, RE_CHAR_BACK, units[--n]);
}

/* A character and those that follow it at once, which are then done. */
static void characters(Regexp *r, Node *first)
{
    if (first->is_back) {
        char_back(r, first->a);
        return;
    }
    uint32_t pc = regexp_pc(r), n = 0;
    uint16_t units[2];
    op(r, RE_STR, 0);
    word(r, 0);
    for (Node *c = first; c && c->kind == NODE_CHAR; c = c->next) {
        uint32_t k = put_units(units, c->a);
        cm__buf_add(&r->code, units, (size_t)2 * k);
        n += k;
        if (c != first)
            c->kind = NODE_EMPTY;
    }
    if (n == 1) {
        cm__buf_truncate(&r->code, (size_t)pc * 4);
        op(r, RE_CHAR, first->a);
        return;
    }
    if (n % 2 != 0)
        cm__buf_add(&r->code, &(uint16_t){ 0 }, 2);
    set_word(r, pc, RE_WORD_OF(RE_STR, n));
    set_word(r, pc + 1, 2 + (n + 1) / 2);
}

static void one_set(Regexp *r, const Node *n)
{
    static const RegexpOp ops[] = { RE_SET, RE_SET_U, RE_SET_BACK,
                                    RE_SET_BACK_U };
    op(r, ops[(n->is_back ? 2 : 0) + (n->b ? 1 : 0)], n->a);
}

static void back_reference(Regexp *r, const Node *n)
{
    op(r, RE_BACKREF, n->b);
    word(r, n->c);
    for (uint32_t i = 0; i < n->b; i++) {
        uint32_t group;
        memcpy(&group, r->refs.bytes + 4 * ((size_t)n->a + i), 4);
        word(r, group);
    }
}

/* ---- repetition ---- */

/* One character or set: a single instruction. */
static bool loop(Regexp *r, const Node *q)
{
    Node *x = q->first;
    uint32_t set = x->a, wide = x->b;
    if (x->kind == NODE_CHAR) {
        Ranges one;
        cm__ranges_init(&one, r->host->alloc);
        cm__ranges_add(&one, x->a, x->a);
        set = cm__regexp_set(r, &one);
        wide = x->a > 0xFFFF;
        cm__ranges_done(&one);
    } else if (x->kind != NODE_SET) {
        return false;
    }
    if (set == REGEXP_NONE)
        return true;
    RegexpOp o = q->is_lazy ? RE_LOOP_LAZY : RE_LOOP;
    if (x->is_back)
        o = q->is_lazy ? RE_LOOP_BACK_LAZY : RE_LOOP_BACK;
    op(r, wide ? o + 1 : o, set);
    word(r, q->a);
    word(r, q->b);
    word(r, FIRST_ANY);
    word(r, 0);
    return true;
}

static bool may_be_empty(const Node *q)
{
    return q->first->min_len == 0;
}

static void reset_groups(Regexp *r, const Node *q)
{
    if (q->group_from == q->group_to)
        return;
    op(r, RE_RESET, 2 * q->group_from);
    word(r, 2 * q->group_to);
}

static bool is_counted(const Node *q)
{
    bool is_optional = q->a == 0 && q->b == 1;
    bool is_star = q->a == 0 && q->b == REGEXP_NONE;
    bool is_plus = q->a == 1 && q->b == REGEXP_NONE && !may_be_empty(q);
    return !is_optional && !is_star && !is_plus;
}

static bool enter_quantifier(Regexp *r, Node *q)
{
    if (q->b == 0)
        return false;
    if (q->a == 1 && q->b == 1)
        return true;
    if (loop(r, q))
        return false;
    RegexpOp o = q->is_lazy ? RE_SPLIT_LAZY : RE_SPLIT;
    q->c = REGEXP_NONE; /* slot of the mark */
    if (is_counted(q)) {
        uint32_t slot = new_slot(r);
        r->has_counts = true;
        op(r, RE_INIT, slot);
        q->pc = regexp_pc(r);
        op(r, RE_REPEAT, slot);
        word(r, q->a);
        word(r, q->b);
        word(r, 0);
        word(r, q->is_lazy);
    } else if (q->a == 0) {
        q->pc = split(r, o, 0);
    } else {
        q->pc = regexp_pc(r);
    }
    if (q->b != 1)
        reset_groups(r, q);
    if (may_be_empty(q)) {
        r->has_counts = true;
        q->c = new_slot(r);
        op(r, RE_MARK, q->c);
    }
    return true;
}

static void leave_quantifier(Regexp *r, Node *q)
{
    if (q->b == 0 || (q->a == 1 && q->b == 1) || q->first->kind == NODE_CHAR ||
        q->first->kind == NODE_SET)
        return;
    if (is_counted(q)) {
        if (r->code.status != CM_OK)
            return;
        uint32_t slot = RE_ARG(*regexp_code_at(r, q->pc));
        op(r, RE_NEXT, slot);
        word(r, q->pc);
        word(r, q->c);
        word(r, q->a);
        set_word(r, q->pc + 3, regexp_pc(r));
        return;
    }
    if (q->c != REGEXP_NONE)
        op(r, RE_MOVED, q->c);
    if (q->a == 1) {
        split(r, q->is_lazy ? RE_SPLIT : RE_SPLIT_LAZY, q->pc);
        return;
    }
    if (q->b != 1) {
        op(r, RE_JMP, 0);
        word(r, q->pc);
    }
    aim(r, q->pc);
}

/* ---- the walk ---- */

static void enter_sequence(Regexp *r, Node *seq)
{
    if (seq->next)
        seq->pc = split(r, RE_SPLIT, 0);
}

/* The jumps to an alternation's end form a list through their targets. */
static void leave_sequence(Regexp *r, Node *seq)
{
    if (!seq->next)
        return;
    uint32_t pc = regexp_pc(r);
    op(r, RE_JMP, 0);
    word(r, seq->parent->pc);
    seq->parent->pc = pc;
    aim(r, seq->pc);
}

static void leave_alternation(Regexp *r, Node *alt)
{
    uint32_t end = regexp_pc(r);
    for (uint32_t pc = alt->pc; pc != 0 && r->code.status == CM_OK;) {
        uint32_t next = *regexp_code_at(r, pc + 1);
        set_word(r, pc + 1, end);
        pc = next;
    }
}

/* True: go on with the children. */
static bool enter(Regexp *r, Node *n)
{
    switch ((NodeKind)n->kind) {
    case NODE_EMPTY:
        return false;
    case NODE_CHAR:
        characters(r, n);
        return false;
    case NODE_SET:
        one_set(r, n);
        return false;
    case NODE_OP:
        word(r, n->a);
        return false;
    case NODE_BACKREF:
        back_reference(r, n);
        return false;
    case NODE_GROUP:
        op(r, RE_SAVE, 2 * n->a + (n->is_back ? 1 : 0));
        return true;
    case NODE_ALT:
        n->pc = 0;
        return true;
    case NODE_SEQ:
        enter_sequence(r, n);
        return true;
    case NODE_QUANT:
        return enter_quantifier(r, n);
    case NODE_LOOK:
        n->pc = regexp_pc(r);
        op(r, RE_LOOK, n->a);
        word(r, n->is_negative);
        word(r, 0);
        return true;
    }
    cm_unreachable();
}

static void leave(Regexp *r, Node *n)
{
    switch ((NodeKind)n->kind) {
    case NODE_GROUP:
        op(r, RE_SAVE, 2 * n->a + (n->is_back ? 0 : 1));
        break;
    case NODE_ALT:
        leave_alternation(r, n);
        break;
    case NODE_SEQ:
        leave_sequence(r, n);
        break;
    case NODE_QUANT:
        leave_quantifier(r, n);
        break;
    case NODE_LOOK:
        op(r, RE_LOOK_OK, n->a);
        word(r, n->is_negative);
        set_word(r, n->pc + 2, regexp_pc(r));
        break;
    case NODE_EMPTY:
    case NODE_CHAR:
    case NODE_SET:
    case NODE_OP:
    case NODE_BACKREF:
        break;
    }
}

static bool check_size(Regexp *r)
{
    if (r->code.status != CM_OK)
        return cm__regexp_nomem(r);
    if (regexp_pc(r) > REGEXP_MAX_WORDS)
        return cm__regexp_fail(r, 0, "regular expression too large");
    return cm__regexp_work(r, 1);
}

bool cm__regexp_emit(Regexp *r)
{
    Node *n = r->root;
    op(r, RE_SAVE, 0); /* word 0 is no target: 0 ends lists of jumps */
    while (n != NULL) {
        if (!check_size(r))
            return false;
        if (enter(r, n) && n->first) {
            n = n->first;
            continue;
        }
        while (n != NULL) {
            leave(r, n);
            if (n != r->root && n->next) {
                n = n->next;
                break;
            }
            n = n == r->root ? NULL : n->parent;
        }
    }
    op(r, RE_MATCH, 0);
    return check_size(r);
}
