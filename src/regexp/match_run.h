/* SPDX-License-Identifier: MIT */
/* match_run: the matcher for one width of units; included by match.c with
 *
 *     UNIT     uint8_t or uint16_t
 *     NARROW   1 for 8-bit units: no surrogates, no unit over 255
 *     NAME(n)  n with the width behind it
 *
 * No guard: it is included twice. */

/* ---- single characters ---- */

/* A code point at pos < len in Unicode mode; *ret_n its units. */
static inline uint32_t NAME(point)(const UNIT *text, uint32_t pos, uint32_t len,
                                   uint32_t *ret_n)
{
    uint32_t c = text[pos];
    *ret_n = 1;
    if (!NARROW && is_lead(c) && pos + 1 < len && is_trail(text[pos + 1])) {
        *ret_n = 2;
        return join_pair(c, text[pos + 1]);
    }
    return c;
}

/* The one before pos > 0. */
static inline uint32_t NAME(point_before)(const UNIT *text, uint32_t pos,
                                          uint32_t *ret_n)
{
    uint32_t c = text[pos - 1];
    *ret_n = 1;
    if (!NARROW && is_trail(c) && pos > 1 && is_lead(text[pos - 2])) {
        *ret_n = 2;
        return join_pair(text[pos - 2], c);
    }
    return c;
}

static inline bool NAME(in_set)(const uint32_t *set, uint32_t c)
{
    return NARROW ? set_has_low(set, c) : set_has(set, c);
}

static inline bool NAME(in_first)(const uint32_t *first, const UNIT *text,
                                  uint32_t pos, uint32_t len)
{
    if (pos >= len)
        return (first[8] & FIRST_END) != 0;
    uint32_t c = text[pos];
    if (!NARROW && c > 255)
        return (first[8] & FIRST_HIGH) != 0;
    return set_has_low(first, c);
}

static inline bool NAME(is_word)(const UNIT *text, uint32_t pos, uint32_t len,
                                 uint32_t wide)
{
    if (pos >= len) /* also one before 0 */
        return false;
    uint32_t c = text[pos];
    if (c < 128)
        return (c | 32) - 'a' < 26 || c - '0' < 10 || c == '_';
    return wide && (c == 0x17F || c == 0x212A);
}

static inline bool NAME(is_line_end)(uint32_t c)
{
    return c == '\n' || c == '\r' || (!NARROW && (c & 0xFFFE) == 0x2028);
}

/* ---- backreferences ---- */

/* In Unicode mode there is no place inside a pair. */
static inline bool NAME(splits_pair)(const Matcher *m, uint32_t pos)
{
    if (NARROW || !m->is_unicode || pos == 0 || pos >= m->len)
        return false;
    const UNIT *text = m->text;
    return is_trail(text[pos]) && is_lead(text[pos - 1]);
}

static bool NAME(same_folded)(const UNIT *text, uint32_t a, uint32_t b,
                              uint32_t n, bool is_unicode)
{
    for (uint32_t i = 0; i < n;) {
        uint32_t k = 1, x = text[a + i], y = text[b + i];
        if (is_unicode) {
            x = NAME(point)(text, a + i, a + n, &k);
            y = NAME(point)(text, b + i, b + n, &k);
        }
        if (x != y && cm__unicode_canonical(x, is_unicode) !=
                          cm__unicode_canonical(y, is_unicode))
            return false;
        i += k;
    }
    return true;
}

/* The first group that took part decides; *pos moves over it. */
static bool NAME(back_reference)(Matcher *m, const uint32_t *at, uint32_t *pos)
{
    const UNIT *text = m->text;
    uint32_t n_groups = RE_ARG(*at), flags = at[1];
    for (uint32_t i = 0; i < n_groups; i++) {
        const uint32_t *slot = m->slots + (size_t)at[2 + i] * 2;
        if (slot[0] == REGEXP_NONE || slot[1] == REGEXP_NONE)
            continue;
        uint32_t n = slot[1] - slot[0];
        bool back = (flags & BACKREF_BACK) != 0;
        if (n > (back ? *pos : m->len - *pos))
            return false;
        uint32_t from = back ? *pos - n : *pos;
        m->steps -= (int32_t)(n / 16);
        bool same =
            flags & BACKREF_FOLD
                ? NAME(same_folded)(text, slot[0], from, n,
                                    flags & BACKREF_UNICODE)
                : memcmp(text + slot[0], text + from, n * sizeof *text) == 0;
        *pos = back ? from : from + n;
        return same && !NAME(splits_pair)(m, *pos);
    }
    return true;
}

/* ---- loops of one set ---- */

/* Where a run of at most max members ends; *ret_count how many there were. */
static inline uint32_t NAME(run_end)(const Matcher *m, const uint32_t *set,
                                     uint32_t pos, uint32_t max)
{
    const UNIT *text = m->text, *at = text + pos;
    const UNIT *end = text + (max < m->len - pos ? pos + max : m->len);
    while (at < end && NAME(in_set)(set, *at))
        at++;
    return (uint32_t)(at - text);
}

static uint32_t NAME(run_end_points)(const Matcher *m, const uint32_t *set,
                                     uint32_t pos, uint32_t max,
                                     uint32_t *ret_count)
{
    uint32_t count = 0, n;
    while (count < max && pos < m->len &&
           NAME(in_set)(set, NAME(point)(m->text, pos, m->len, &n))) {
        pos += n;
        count++;
    }
    *ret_count = count;
    return pos;
}

/* One member more at pos, to the right or left. False: there is none. */
static inline bool NAME(take_one)(const Matcher *m, const uint32_t *set,
                                  bool points, bool back, uint32_t *pos)
{
    const UNIT *text = m->text;
    uint32_t n = 1, c;
    if (back ? *pos == 0 : *pos >= m->len)
        return false;
    if (points)
        c = back ? NAME(point_before)(text, *pos, &n)
                 : NAME(point)(text, *pos, m->len, &n);
    else
        c = text[back ? *pos - 1 : *pos];
    if (!NAME(in_set)(set, c))
        return false;
    *pos = back ? *pos - n : *pos + n;
    return true;
}

/* The nearest position from `pos` down to `low` (in whole characters) where
 * what follows may start; REGEXP_NONE: none. */
static inline uint32_t NAME(give_back)(const Matcher *m, const uint32_t *at,
                                       uint32_t pos, uint32_t low)
{
    const UNIT *text = m->text;
    bool points = RE_OP(*at) == RE_LOOP_U && !NARROW;
    if (at[3] == FIRST_ANY)
        return pos;
    const uint32_t *first = m->sets + at[3];
    while (!NAME(in_first)(first, text, pos, m->len)) {
        if (pos == low)
            return REGEXP_NONE;
        uint32_t n = 1;
        if (points)
            NAME(point_before)(text, pos, &n);
        pos -= n;
    }
    return pos;
}

/* ---- the machine ---- */

#define PUSH(kind, value, position, more)                               \
    do {                                                                \
        if (CM_UNLIKELY(sp == m->stack_end) && !cm__match_grow(m, &sp)) \
            return m->status;                                           \
        *sp++ = (BackFrame){ (uint32_t)(kind) | (uint32_t)(value) << 3, \
                             (position), (more) };                      \
    } while (0)
#define SET_SLOT(slot, value)                       \
    do {                                            \
        PUSH(BACK_UNDO, (slot), m->slots[slot], 0); \
        m->slots[slot] = (value);                   \
    } while (0)
#define PC_OF(pointer) ((uint32_t)((pointer)-m->words))
#define FAIL           goto fail

/* Notes that a place is reached; true when it was before, and so failed. */
static inline bool NAME(seen)(const Matcher *m, uint32_t place, uint32_t pos)
{
    uint64_t bit = (uint64_t)place * ((uint64_t)m->len + 1) + pos;
    uint8_t mask = (uint8_t)(1u << (bit & 7));
    bool was = (m->memo[bit >> 3] & mask) != 0;
    m->memo[bit >> 3] |= mask;
    return was;
}

/* Tries a match that starts at `start`. One function, because every
 * instruction works on the same place in the text, place in the code and top
 * of the stack, and leaves by a jump to one way of going back. */
/* NOLINTNEXTLINE(readability-function-size): the loop of the matcher */
static RegexpResult NAME(run)(Matcher *m, uint32_t start)
{
    const UNIT *const text = m->text;
    const uint32_t len = m->len;
    const uint32_t *pc = m->words + 1; /* behind SAVE 0 */
    BackFrame *sp = m->stack;
    uint32_t pos = start;
    for (;;) {
        const uint32_t w = *pc;
        switch (RE_OP(w)) {
        case RE_MATCH:
            m->slots[0] = start;
            m->slots[1] = pos;
            return REGEXP_MATCH;
        case RE_FAIL:
            FAIL;
        case RE_CHAR:
            if (pos >= len || text[pos] != RE_ARG(w))
                FAIL;
            pos++;
            pc++;
            continue;
        case RE_CHAR_BACK:
            if (pos == 0 || text[pos - 1] != RE_ARG(w))
                FAIL;
            pos--;
            pc++;
            continue;
        case RE_STR: {
            const uint16_t *s = (const uint16_t *)(const void *)(pc + 2);
            uint32_t n = RE_ARG(w), i = 0;
            if (n > len - pos)
                FAIL;
            while (i < n && text[pos + i] == s[i])
                i++;
            if (i < n)
                FAIL;
            pos += n;
            pc += pc[1];
            continue;
        }
        case RE_SET:
            if (pos >= len || !NAME(in_set)(m->sets + RE_ARG(w), text[pos]))
                FAIL;
            pos++;
            pc++;
            continue;
        case RE_SET_U:
            if (!NAME(take_one)(m, m->sets + RE_ARG(w), !NARROW, false, &pos))
                FAIL;
            pc++;
            continue;
        case RE_SET_BACK:
            if (!NAME(take_one)(m, m->sets + RE_ARG(w), false, true, &pos))
                FAIL;
            pc++;
            continue;
        case RE_SET_BACK_U:
            if (!NAME(take_one)(m, m->sets + RE_ARG(w), !NARROW, true, &pos))
                FAIL;
            pc++;
            continue;
        case RE_JMP:
            if (--m->steps < 0 && !cm__match_pay(m))
                return m->status;
            pc = m->words + pc[1];
            continue;
        case RE_CHOOSE:
        case RE_CHOOSE_LAZY: {
            bool here = pc[3] == FIRST_ANY ||
                        NAME(in_first)(m->sets + pc[3], text, pos, len);
            bool there = pc[4] == FIRST_ANY ||
                         NAME(in_first)(m->sets + pc[4], text, pos, len);
            if (!here && !there)
                FAIL;
            if (here != there) {
                if (m->memo && NAME(seen)(m, pc[2], pos))
                    FAIL;
                if (--m->steps < 0 && !cm__match_pay(m))
                    return m->status;
                pc = here ? pc + 5 : m->words + pc[1];
                continue;
            }
        }
            CM_FALLTHROUGH;
        case RE_SPLIT:
        case RE_SPLIT_LAZY:
            if (m->memo && NAME(seen)(m, pc[2], pos))
                FAIL;
            if (--m->steps < 0 && !cm__match_pay(m))
                return m->status;
            if (RE_OP(w) == RE_SPLIT || RE_OP(w) == RE_CHOOSE) {
                PUSH(BACK_ALT, pc[1], pos, 0);
                pc += 5;
            } else {
                PUSH(BACK_ALT, PC_OF(pc + 5), pos, 0);
                pc = m->words + pc[1];
            }
            continue;
        case RE_SAVE:
            SET_SLOT(RE_ARG(w), pos);
            pc++;
            continue;
        case RE_RESET:
            for (uint32_t i = RE_ARG(w); i < pc[1]; i++)
                if (m->slots[i] != REGEXP_NONE)
                    SET_SLOT(i, REGEXP_NONE);
            m->steps -= (int32_t)((pc[1] - RE_ARG(w)) / 8);
            pc += 2;
            continue;
        case RE_BOL:
            if (pos != 0)
                FAIL;
            pc++;
            continue;
        case RE_EOL:
            if (pos != len)
                FAIL;
            pc++;
            continue;
        case RE_LINE_BOL:
            if (pos != 0 && !NAME(is_line_end)(text[pos - 1]))
                FAIL;
            pc++;
            continue;
        case RE_LINE_EOL:
            if (pos != len && !NAME(is_line_end)(text[pos]))
                FAIL;
            pc++;
            continue;
        case RE_WORD:
        case RE_NOT_WORD: {
            bool before = NAME(is_word)(text, pos - 1, len, RE_ARG(w));
            bool behind = NAME(is_word)(text, pos, len, RE_ARG(w));
            if ((before != behind) != (RE_OP(w) == RE_WORD))
                FAIL;
            pc++;
            continue;
        }
        case RE_BACKREF:
            if (!NAME(back_reference)(m, pc, &pos))
                FAIL;
            pc += 2 + RE_ARG(w);
            continue;
        case RE_LOOP:
        case RE_LOOP_U: {
            const uint32_t *set = m->sets + RE_ARG(w);
            uint32_t min = pc[1], low, end, count;
            if (m->memo && NAME(seen)(m, pc[4], pos))
                FAIL;
            if (NARROW || RE_OP(w) == RE_LOOP) {
                end = NAME(run_end)(m, set, pos, pc[2]);
                count = end - pos;
                low = pos + min;
            } else {
                low = pos;
                end = NAME(run_end_points)(m, set, pos, min, &count);
                if (count == min) {
                    low = end;
                    end =
                        NAME(run_end_points)(m, set, end, pc[2] - min, &count);
                    count = min;
                }
            }
            m->steps -= (int32_t)((end - pos) / 8);
            if (PC_OF(pc) == m->code->lead_pc && pos == start)
                m->lead_end = end;
            if (count < min)
                FAIL;
            pos = NAME(give_back)(m, pc, end, low);
            m->steps -= (int32_t)((end - pos) / 8);
            if (pos == REGEXP_NONE)
                FAIL;
            if (pos > low)
                PUSH(BACK_GREEDY, PC_OF(pc), pos, low);
            pc += 5;
            continue;
        }
        case RE_LOOP_OWN:
        case RE_LOOP_OWN_U: {
            const uint32_t *set = m->sets + RE_ARG(w);
            uint32_t end, count;
            if (m->memo && NAME(seen)(m, pc[4], pos))
                FAIL;
            if (NARROW || RE_OP(w) == RE_LOOP_OWN) {
                end = NAME(run_end)(m, set, pos, pc[2]);
                count = end - pos;
            } else {
                end = NAME(run_end_points)(m, set, pos, pc[2], &count);
            }
            m->steps -= (int32_t)((end - pos) / 8);
            if (PC_OF(pc) == m->code->lead_pc && pos == start)
                m->lead_end = end;
            if (count < pc[1])
                FAIL;
            pos = end;
            pc += 5;
            continue;
        }
        case RE_LOOP_LAZY:
        case RE_LOOP_LAZY_U: {
            if (m->memo && NAME(seen)(m, pc[4], pos))
                FAIL;
            const uint32_t *set = m->sets + RE_ARG(w);
            bool points = !NARROW && RE_OP(w) == RE_LOOP_LAZY_U;
            for (uint32_t i = 0; i < pc[1]; i++) {
                if (!NAME(take_one)(m, set, points, false, &pos))
                    FAIL;
                if ((i & 7) == 0 && --m->steps < 0 && !cm__match_pay(m))
                    return m->status;
            }
            uint32_t left = pc[2] == REGEXP_NONE ? pc[2] : pc[2] - pc[1];
            PUSH(BACK_LAZY, PC_OF(pc), pos, left);
            goto lazy_test;
        }
        case RE_LOOP_BACK:
        case RE_LOOP_BACK_U: {
            const uint32_t *set = m->sets + RE_ARG(w);
            bool points = !NARROW && RE_OP(w) == RE_LOOP_BACK_U;
            uint32_t count = 0, high = pos;
            while (count < pc[2] &&
                   NAME(take_one)(m, set, points, true, &pos)) {
                if (++count == pc[1])
                    high = pos;
                if ((count & 7) == 0 && --m->steps < 0 && !cm__match_pay(m))
                    return m->status;
            }
            if (count < pc[1])
                FAIL;
            if (pos < high)
                PUSH(BACK_GREEDY, PC_OF(pc), pos, high);
            pc += 5;
            continue;
        }
        case RE_LOOP_BACK_LAZY:
        case RE_LOOP_BACK_LAZY_U: {
            const uint32_t *set = m->sets + RE_ARG(w);
            bool points = !NARROW && RE_OP(w) == RE_LOOP_BACK_LAZY_U;
            for (uint32_t i = 0; i < pc[1]; i++) {
                if (!NAME(take_one)(m, set, points, true, &pos))
                    FAIL;
                if ((i & 7) == 0 && --m->steps < 0 && !cm__match_pay(m))
                    return m->status;
            }
            uint32_t left = pc[2] == REGEXP_NONE ? pc[2] : pc[2] - pc[1];
            PUSH(BACK_LAZY, PC_OF(pc), pos, left);
            pc += 5;
            continue;
        }
        case RE_INIT:
            SET_SLOT(RE_ARG(w), 0);
            pc++;
            continue;
        case RE_REPEAT: {
            uint32_t count = m->slots[RE_ARG(w)];
            if (--m->steps < 0 && !cm__match_pay(m))
                return m->status;
            if (count < pc[1]) {
                pc += 5;
            } else if (count >= pc[2]) {
                pc = m->words + pc[3];
            } else if (pc[4]) {
                PUSH(BACK_ALT, PC_OF(pc + 5), pos, 0);
                pc = m->words + pc[3];
            } else {
                PUSH(BACK_ALT, pc[3], pos, 0);
                pc += 5;
            }
            continue;
        }
        case RE_NEXT: {
            uint32_t count = m->slots[RE_ARG(w)];
            if (pc[2] != REGEXP_NONE && count >= pc[3] &&
                m->slots[pc[2]] == pos)
                FAIL;
            if (count < REGEXP_NONE - 1)
                SET_SLOT(RE_ARG(w), count + 1);
            pc = m->words + pc[1];
            continue;
        }
        case RE_MARK:
            SET_SLOT(RE_ARG(w), pos);
            pc++;
            continue;
        case RE_MOVED:
            if (m->slots[RE_ARG(w)] == pos)
                FAIL;
            pc++;
            continue;
        case RE_LOOK:
            SET_SLOT(RE_ARG(w), (uint32_t)(sp - m->stack)); /* of the next */
            PUSH(pc[1] ? BACK_NOT : BACK_LOOK, pc[2], pos, 0);
            pc += 3;
            continue;
        case RE_LOOK_OK: {
            BackFrame *bottom = m->stack + m->slots[RE_ARG(w)];
            m->steps -= (int32_t)((sp - bottom) / 8);
            if (pc[1]) {
                while (--sp > bottom)
                    if ((sp->what & 7) == BACK_UNDO)
                        m->slots[sp->what >> 3] = sp->pos;
                FAIL;
            }
            /* Forget the alternatives inside, keep what undoes captures. */
            BackFrame *to = bottom;
            pos = bottom->pos;
            for (BackFrame *from = bottom + 1; from < sp; from++)
                if ((from->what & 7) == BACK_UNDO)
                    *to++ = *from;
            sp = to;
            pc += 2;
            continue;
        }
        case RE_OPS:
            break;
        }
        cm_unreachable();

    fail:
        for (;;) {
            if (sp == m->stack)
                return REGEXP_NO_MATCH;
            BackFrame *f = sp - 1;
            uint32_t value = f->what >> 3;
            switch ((BackKind)(f->what & 7)) {
            case BACK_UNDO:
                m->slots[value] = f->pos;
                sp--;
                continue;
            case BACK_LOOK:
                sp--;
                continue;
            case BACK_ALT:
            case BACK_NOT:
                pos = f->pos;
                pc = m->words + value;
                sp--;
                break;
            case BACK_GREEDY: {
                const uint32_t *at = m->words + value;
                uint32_t n = 1;
                pc = at + 5;
                if (CM_UNLIKELY(RE_OP(*at) >= RE_LOOP_BACK)) {
                    if (!NARROW && RE_OP(*at) == RE_LOOP_BACK_U)
                        NAME(point)(text, f->pos, len, &n);
                    pos = f->pos += n;
                } else {
                    if (!NARROW && RE_OP(*at) == RE_LOOP_U)
                        NAME(point_before)(text, f->pos, &n);
                    uint32_t was = f->pos;
                    pos = NAME(give_back)(m, at, was - n, f->extra);
                    m->steps -= (int32_t)((was - pos) / 8);
                    if (pos == REGEXP_NONE) {
                        sp--;
                        continue;
                    }
                    f->pos = pos;
                }
                if (pos == f->extra)
                    sp--;
                break;
            }
            case BACK_LAZY:
                pc = m->words + value;
                goto lazy_more;
            }
            break;
        }
        if (--m->backtracks == 0)
            cm__match_remember(m);
        if (--m->steps < 0 && !cm__match_pay(m))
            return m->status;
        continue;

        /* The top frame is a lazy loop at pc: takes one more, then goes on as
         * soon as what follows may start. */
    lazy_more : {
        BackFrame *f = sp - 1;
        RegexpOp o = RE_OP(*pc);
        bool back = o >= RE_LOOP_BACK;
        bool points =
            !NARROW && (o == RE_LOOP_LAZY_U || o == RE_LOOP_BACK_LAZY_U);
        pos = f->pos;
        if (f->extra == 0 ||
            !NAME(take_one)(m, m->sets + RE_ARG(*pc), points, back, &pos)) {
            sp--;
            FAIL;
        }
        f->pos = pos;
        if (f->extra != REGEXP_NONE)
            f->extra--;
        if (--m->steps < 0 && !cm__match_pay(m))
            return m->status;
        if (back) {
            pc += 5;
            continue;
        }
    }
    lazy_test:
        if (pc[3] != FIRST_ANY &&
            !NAME(in_first)(m->sets + pc[3], text, pos, len))
            goto lazy_more;
        pc += 5;
    }
}

#undef PUSH
#undef SET_SLOT
#undef PC_OF
#undef FAIL

/* ---- searching ---- */

static inline const UNIT *NAME(find_unit)(const UNIT *from, const UNIT *end,
                                          uint32_t c)
{
#if NARROW
    return c > 255 ? NULL : memchr(from, (int)c, (size_t)(end - from));
#else
    for (; from < end; from++)
        if (*from == c)
            return from;
    return NULL;
#endif
}

/* Where the text of the pattern's start occurs at or after pos. */
static uint32_t NAME(scan_text)(Matcher *m, uint32_t pos)
{
    const RegexpCode *code = m->code;
    const UNIT *text = m->text;
    const uint32_t *at = m->words + code->scan_at;
    uint32_t n = code->scan_len, rare = code->scan_rare;
    if (n == 1) {
        const UNIT *p = NAME(find_unit)(text + pos, text + m->len, RE_ARG(*at));
        return p ? (uint32_t)(p - text) : REGEXP_NONE;
    }
    const uint16_t *s = (const uint16_t *)(const void *)(at + 2);
    while (n <= m->len - pos) {
        const UNIT *p = NAME(find_unit)(
            text + pos + rare, text + m->len - (n - 1 - rare), s[rare]);
        if (p == NULL)
            return REGEXP_NONE;
        pos = (uint32_t)(p - text) - rare;
        uint32_t i = 0;
        while (i < n && text[pos + i] == s[i])
            i++;
        if (i == n)
            return pos;
        pos++;
        m->steps--;
    }
    return REGEXP_NONE;
}

static uint32_t NAME(scan_first)(const Matcher *m, uint32_t pos)
{
    const uint32_t *first = m->sets + m->code->scan_at;
    const UNIT *text = m->text;
    while (pos < m->len && !NAME(in_first)(first, text, pos, m->len))
        pos++;
    return NAME(in_first)(first, text, pos, m->len) ? pos : REGEXP_NONE;
}

static uint32_t NAME(scan_lines)(const Matcher *m, uint32_t pos)
{
    const UNIT *text = m->text;
    if (pos == 0)
        return 0;
    while (pos <= m->len && !NAME(is_line_end)(text[pos - 1]))
        pos++;
    return pos <= m->len ? pos : REGEXP_NONE;
}

/* Long scans are paid for in pieces, so that a deadline is seen in time. */
#define SCAN_PIECE (UINT32_C(1) << 20)

static uint32_t NAME(scan_piece)(Matcher *m, uint32_t pos)
{
    switch (m->code->scan) {
    case SCAN_START:
        return pos == 0 ? 0 : REGEXP_NONE;
    case SCAN_LINES:
        return NAME(scan_lines)(m, pos);
    case SCAN_TEXT:
        return NAME(scan_text)(m, pos);
    case SCAN_FIRST:
        return NAME(scan_first)(m, pos);
    default:
        return pos;
    }
}

static uint32_t NAME(scan)(Matcher *m, uint32_t pos)
{
    uint32_t all = m->len;
    while (all - pos > SCAN_PIECE) {
        m->len = pos + SCAN_PIECE;
        uint32_t found = NAME(scan_piece)(m, pos);
        m->len = all;
        /* The end of a piece is no end of the text. */
        if (found < pos + SCAN_PIECE || m->code->scan == SCAN_START)
            return found;
        uint32_t overlap = m->code->scan == SCAN_TEXT ? m->code->scan_len : 1;
        pos += SCAN_PIECE - (overlap - 1);
        m->steps -= (int32_t)(SCAN_PIECE / 64);
        if (m->steps < 0 && !cm__match_pay(m))
            return REGEXP_NONE;
    }
    return NAME(scan_piece)(m, pos);
}

RegexpResult NAME(cm__match_search)(Matcher *m, uint32_t start, bool sticky)
{
    if (NAME(splits_pair)(m, start))
        start--;
    if (sticky)
        return m->len - start < m->code->min_len ? REGEXP_NO_MATCH
                                                 : NAME(run)(m, start);
    while (m->len - start >= m->code->min_len) {
        uint32_t from = start;
        start = NAME(scan)(m, start);
        if (m->status != REGEXP_NO_MATCH)
            return m->status;
        if (start == REGEXP_NONE) { /* the caller pays */
            if (m->code->scan != SCAN_START)
                m->steps -= (int32_t)((m->len - from) % SCAN_PIECE / 32);
            return REGEXP_NO_MATCH;
        }
        m->steps -= (int32_t)((start - from) / 32) + 1;
        if (m->steps < 0 && !cm__match_pay(m))
            return m->status;
        if (!NAME(splits_pair)(m, start)) {
            m->lead_end = start;
            RegexpResult result = NAME(run)(m, start);
            if (result != REGEXP_NO_MATCH)
                return result;
            start =
                m->lead_end; /* the run of a loop at the start fails whole */
        }
        if (start++ == m->len)
            break;
    }
    return REGEXP_NO_MATCH;
}
