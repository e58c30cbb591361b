/* SPDX-License-Identifier: MIT */
#ifndef CM_FUZZ_GRAMMAR_H
#define CM_FUZZ_GRAMMAR_H
/* grammar: programs from bytes.
 *
 * A grammar is a table of forms for each nonterminal, which is a letter. Each
 * byte of the input chooses a form, so that a fuzzer that changes a byte changes
 * a piece of a program, and every input is a program that is well-formed. When
 * the bytes are used up, or the program is deep or long enough, the first form
 * is taken: it must not lead on to others without end.
 *
 * In a form '@' starts a directive:
 *
 *     @n        a form of n (any letter)
 *     @*n       up to four of them
 *     @,n       up to three, with ", " between them
 *     @=k @~k   declares a variable, a constant of kind k; seen from the end
 *               of the form on, or from @& on
 *     @:k       declares a variable that is seen at once
 *     @.k @;k   a name of kind k that is seen; a variable of kind k
 *     @0        the name that this form declared first
 *     @{ @}     a scope of names and of flags
 *     @+F @-F   sets and clears a flag, a capital letter; @! clears those of
 *               GRAMMAR_OF_FUNCTION
 *     @< @>     what is between them is in the typed text alone
 *     @@        an @
 *
 * A form that begins with ?F (!F) is taken only where the flag is set (is not);
 * there may be several of these.
 * A kind is a letter; names are the letter with a number, each used once.
 * Ownership: bytes and buffers are borrowed. Threads: none. */
#include "fuzz.h"

#include <stdbool.h>

#include "base/buf.h"

#define GRAMMAR_OF_FUNCTION "AYLKJRBVC"

typedef struct GrammarRule {
    char letter;
    const char *const *forms; /* NULL-ended */
} GrammarRule;

typedef struct GrammarRules {
    const GrammarRule *rules; /* the last has the letter 0 */
    const char *before;       /* the program's head, as it is; declares the
                                 variable k0 for each kind of `kinds` */
    const char *kinds;
    const char *flags;   /* set at the start */
    const char *program; /* the form of all behind the head */
} GrammarRules;

extern const GrammarRules grammar_js;
extern const GrammarRules grammar_lua;

/* Appends a program. without: flags that are not set at the start, or NULL.
 * typed may be NULL; else it gets the same with types. */
void grammar_write(const GrammarRules *rules, const char *without,
                   const uint8_t *bytes, size_t size, Buf *plain, Buf *typed);

#endif
