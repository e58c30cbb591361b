/* SPDX-License-Identifier: MIT */
#ifndef CM_REGEXP_UNICODE_H
#define CM_REGEXP_UNICODE_H
/* unicode: properties and case of characters, as regular expressions and the
 * lexer want them.
 *
 * Tables of Unicode 17.0, made by tools/gen_regexp_unicode.mjs. They are our
 * own because ECMAScript asks for the current version of the standard, for
 * simple case folding and for properties of strings, whatever the machine's
 * libraries know. Threads: any; constant data. */
#include "regexp/ranges.h"

/* Canonicalize (22.2.2.7.3): simple case folding in Unicode mode, else upper
 * case of one unit. */
uint32_t cm__unicode_canonical(uint32_t c, bool is_unicode);

/* Adds every character that some member of the set equals under Canonicalize.
 * Returns the work done, for the meter. */
uint32_t cm__unicode_close(Ranges *s, bool is_unicode);

/* \p{name} or \p{name=value}; value NULL without. False: no such property. */
bool cm__unicode_property(const char *name, const char *value, Ranges *ret_set);

/* A property of strings: its single characters go to ret_set, each string to
 * `add`. False: no such property. */
typedef bool (*UnicodeStringFn)(void *user, const uint32_t *c, uint32_t len);
bool cm__unicode_sequences(const char *name, Ranges *ret_set,
                           UnicodeStringFn add, void *user);

bool cm__unicode_is_id_start(uint32_t c);
bool cm__unicode_is_id_part(uint32_t c);

#endif
