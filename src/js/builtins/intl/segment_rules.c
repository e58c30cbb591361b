/* SPDX-License-Identifier: MIT */
#include "js/builtins/intl/segment_rules.h"

#include "js/builtins/string_locale.h"

#include <unictype.h>
#include <unigbrk.h>
#include <uniwbrk.h>

static uint32_t code_at(const StrView *v, uint32_t i, uint32_t *ret_n)
{
    return cm__view_code_point(v, i, ret_n);
}

/* ---- graphemes (GB3 to GB13) ---- */

typedef struct GraphemeState {
    bool is_emoji;   /* ExtPict Extend* */
    bool after_join; /* ExtPict Extend* ZWJ */
    unsigned flags;  /* regional indicators so far */
} GraphemeState;

static bool is_hard(int p)
{
    return p == GBP_CR || p == GBP_LF || p == GBP_CONTROL;
}

static bool grapheme_goes_on(const GraphemeState *s, int a, int b, uint32_t c)
{
    if (a == GBP_CR && b == GBP_LF)
        return true;
    if (is_hard(a) || is_hard(b))
        return false;
    if (a == GBP_L && (b == GBP_L || b == GBP_V || b == GBP_LV || b == GBP_LVT))
        return true;
    if ((a == GBP_LV || a == GBP_V) && (b == GBP_V || b == GBP_T))
        return true;
    if ((a == GBP_LVT || a == GBP_T) && b == GBP_T)
        return true;
    if (b == GBP_EXTEND || b == GBP_ZWJ || b == GBP_SPACINGMARK ||
        a == GBP_PREPEND)
        return true;
    if (s->after_join && uc_is_property_extended_pictographic(c))
        return true;
    return a == GBP_RI && b == GBP_RI && s->flags % 2 == 1;
}

static void grapheme_step(GraphemeState *s, int p, uint32_t c)
{
    bool pictograph = uc_is_property_extended_pictographic(c);
    s->after_join = s->is_emoji && p == GBP_ZWJ;
    s->is_emoji = pictograph || (s->is_emoji && p == GBP_EXTEND);
    s->flags = p == GBP_RI ? s->flags + 1 : 0;
}

static uint32_t grapheme_end(const StrView *v, uint32_t from)
{
    GraphemeState s = { 0 };
    uint32_t n, c = code_at(v, from, &n), at = from + n;
    int before = uc_graphemeclusterbreak_property(c);
    grapheme_step(&s, before, c);
    while (at < v->len) {
        c = code_at(v, at, &n);
        int p = uc_graphemeclusterbreak_property(c);
        if (!grapheme_goes_on(&s, before, p, c))
            break;
        grapheme_step(&s, p, c);
        before = p;
        at += n;
    }
    return at;
}

/* ---- words (WB3 to WB16) ---- */

static bool is_letter(int p)
{
    return p == WBP_ALETTER || p == WBP_HL;
}

static bool is_ignored(int p)
{
    return p == WBP_EXTEND || p == WBP_FORMAT || p == WBP_ZWJ;
}

static bool is_newline(int p)
{
    return p == WBP_CR || p == WBP_LF || p == WBP_NEWLINE;
}

/* The property of the next code point that is not ignored (WB4). */
static int word_ahead(const StrView *v, uint32_t at)
{
    while (at < v->len) {
        uint32_t n;
        int p = uc_wordbreak_property(code_at(v, at, &n));
        if (!is_ignored(p))
            return p;
        at += n;
    }
    return -1;
}

static bool joins_letters(int p)
{
    return p == WBP_MIDLETTER || p == WBP_MIDNUMLET || p == WBP_SQ;
}

static bool joins_numbers(int p)
{
    return p == WBP_MIDNUM || p == WBP_MIDNUMLET || p == WBP_SQ;
}

/* a before b; `earlier` stands before a, `ahead` behind b. */
static bool word_goes_on(int earlier, int a, int b, int ahead, unsigned flags)
{
    if ((is_letter(a) && is_letter(b)) ||
        (is_letter(a) && joins_letters(b) && is_letter(ahead)) ||
        (is_letter(earlier) && joins_letters(a) && is_letter(b)))
        return true; /* WB5 to WB7 */
    if (a == WBP_HL && (b == WBP_SQ || (b == WBP_DQ && ahead == WBP_HL)))
        return true; /* WB7a, WB7b */
    if (earlier == WBP_HL && a == WBP_DQ && b == WBP_HL)
        return true; /* WB7c */
    if (b == WBP_NUMERIC && (a == WBP_NUMERIC || is_letter(a) ||
                             (earlier == WBP_NUMERIC && joins_numbers(a))))
        return true; /* WB8, WB9, WB11 */
    if (a == WBP_NUMERIC &&
        (is_letter(b) || (joins_numbers(b) && ahead == WBP_NUMERIC)))
        return true; /* WB10, WB12 */
    if (a == WBP_KATAKANA && b == WBP_KATAKANA)
        return true; /* WB13 */
    bool a_part = is_letter(a) || a == WBP_NUMERIC || a == WBP_KATAKANA ||
                  a == WBP_EXTENDNUMLET;
    bool b_part = is_letter(b) || b == WBP_NUMERIC || b == WBP_KATAKANA ||
                  b == WBP_EXTENDNUMLET;
    if (a_part && b_part && (a == WBP_EXTENDNUMLET || b == WBP_EXTENDNUMLET))
        return true; /* WB13a, WB13b */
    return a == WBP_RI && b == WBP_RI && flags % 2 == 1;
}

static uint32_t word_end(const StrView *v, uint32_t from)
{
    uint32_t n, c = code_at(v, from, &n), at = from + n;
    int earlier = -1, a = uc_wordbreak_property(c), last = a;
    unsigned flags = a == WBP_RI ? 1 : 0;
    while (at < v->len) {
        c = code_at(v, at, &n);
        int b = uc_wordbreak_property(c);
        if (last == WBP_CR && b == WBP_LF) {
            at += n;
            break;
        }
        if (is_newline(last) || is_newline(b))
            break;
        bool joined =
            last == WBP_ZWJ && uc_is_property_extended_pictographic(c);
        bool spaces = last == WBP_WSS && b == WBP_WSS;
        if (!joined && !spaces && !is_ignored(b) &&
            !word_goes_on(earlier, a, b, word_ahead(v, at + n), flags))
            break;
        if (!is_ignored(b)) {
            earlier = a;
            a = b;
            flags = b == WBP_RI ? flags + 1 : 0;
        }
        last = b;
        at += n;
    }
    return at;
}

/* ---- sentences (SB3 to SB11) ---- */

static bool is_end(uint32_t c)
{
    return c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029;
}

static bool is_soft_stop(uint32_t c)
{
    return c == '.' || c == 0x2024 || c == 0xFE52 || c == 0xFF0E;
}

static bool is_stop(uint32_t c)
{
    return is_soft_stop(c) || c == '!' || c == '?' || c == 0x3002 ||
           c == 0xFF01 || c == 0xFF1F || c == 0x203C || c == 0x203D ||
           (c >= 0x2047 && c <= 0x2049) || c == 0xFF61 || c == 0x0589 ||
           c == 0x061F || c == 0x06D4 || c == 0x0964 || c == 0x0965;
}

static bool is_close(uint32_t c)
{
    return c == '"' || c == '\'' ||
           uc_is_general_category_withtable(
               c, UC_CATEGORY_MASK_Ps | UC_CATEGORY_MASK_Pe |
                      UC_CATEGORY_MASK_Pi | UC_CATEGORY_MASK_Pf);
}

static bool is_space(uint32_t c)
{
    return !is_end(c) && (c == '\t' || c == 0x0B || c == 0x0C ||
                          uc_is_property_white_space(c));
}

static bool is_continuing(uint32_t c)
{
    return c == ',' || c == '-' || c == ':' || c == ';' || c == 0x2013 ||
           c == 0x2014 || c == 0x3001 || c == 0xFF0C || c == 0xFF1A ||
           c == 0xFF1B;
}

static bool is_attached(uint32_t c)
{
    int p = uc_graphemeclusterbreak_property(c);
    return p == GBP_EXTEND || p == GBP_ZWJ ||
           uc_is_general_category_withtable(c, UC_CATEGORY_MASK_Cf);
}

static uint32_t skip(const StrView *v, uint32_t at, bool (*is)(uint32_t))
{
    while (at < v->len) {
        uint32_t n, c = code_at(v, at, &n);
        if (!is(c) && !is_attached(c))
            break;
        at += n;
    }
    return at;
}

/* SB8: behind a full stop the sentence goes on when the next letter is
 * small. */
static bool small_letter_follows(const StrView *v, uint32_t at)
{
    while (at < v->len) {
        uint32_t n, c = code_at(v, at, &n);
        if (uc_is_property_lowercase(c))
            return true;
        if (uc_is_property_alphabetic(c) || is_end(c) || is_stop(c))
            return false;
        at += n;
    }
    return false;
}

static bool is_upper_between(const StrView *v, uint32_t before, uint32_t next)
{
    uint32_t n;
    return uc_is_property_uppercase(before) && next < v->len &&
           uc_is_property_uppercase(code_at(v, next, &n));
}

static uint32_t paragraph_end(const StrView *v, uint32_t at)
{
    uint32_t n, c = code_at(v, at, &n);
    at += n;
    if (c == '\r' && at < v->len && view_at(v, at) == '\n')
        at++;
    return at;
}

static uint32_t sentence_end(const StrView *v, uint32_t from)
{
    uint32_t at = from, before = 0;
    while (at < v->len) {
        uint32_t n, c = code_at(v, at, &n);
        if (is_end(c))
            return paragraph_end(v, at);
        at += n;
        if (!is_stop(c)) {
            if (!is_attached(c))
                before = c;
            continue;
        }
        uint32_t next = skip(v, at, is_attached);
        bool soft = is_soft_stop(c);
        uint32_t m, after = next < v->len ? code_at(v, next, &m) : 0;
        if (soft && (uc_is_property_numeric(after) ||
                     is_upper_between(v, before, next))) {
            before = c;
            at = next;
            continue; /* SB6, SB7 */
        }
        at = skip(v, skip(v, next, is_close), is_space);
        if (at == v->len)
            return at;
        after = code_at(v, at, &m);
        if (is_end(after))
            return paragraph_end(v, at);
        if (!is_stop(after) && !is_continuing(after) &&
            !(soft && small_letter_follows(v, at)))
            return at;
        before = 0;
    }
    return at;
}

uint32_t cm__segment_end(Granularity g, const StrView *v, uint32_t from)
{
    switch (g) {
    case GRANULARITY_GRAPHEME:
        return grapheme_end(v, from);
    case GRANULARITY_WORD:
        return word_end(v, from);
    case GRANULARITY_SENTENCE:
        return sentence_end(v, from);
    }
    return v->len;
}

bool cm__segment_is_word(const StrView *v, uint32_t from, uint32_t to)
{
    while (from < to) {
        uint32_t n, c = code_at(v, from, &n);
        if (uc_is_property_alphabetic(c) || uc_is_property_numeric(c) ||
            uc_is_property_ideographic(c))
            return true;
        from += n;
    }
    return false;
}
