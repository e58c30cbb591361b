/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_INTL_SEGMENT_RULES_H
#define CM_JS_BUILTINS_INTL_SEGMENT_RULES_H
/* segment_rules: where graphemes, words and sentences end; UAX #29.
 *
 * Each function is given a boundary and finds the next one behind it, so a text
 * is divided from its start in linear time. Words are not looked up in a
 * dictionary: each ideograph is a word of its own. */
#include "js/builtins/builtins.h"

typedef enum Granularity {
    GRANULARITY_GRAPHEME,
    GRANULARITY_WORD,
    GRANULARITY_SENTENCE
} Granularity;

/* from < v->len; the result is beyond it and at most v->len. */
uint32_t cm__segment_end(Granularity g, const StrView *v, uint32_t from);

/* Whether the segment has a letter, a number or an ideograph. */
bool cm__segment_is_word(const StrView *v, uint32_t from, uint32_t to);

#endif
