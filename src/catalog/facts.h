/* SPDX-License-Identifier: MIT */
#ifndef CM_CATALOG_FACTS_H
#define CM_CATALOG_FACTS_H
/* facts: what follows from the path and the texts of one tool alone: its
 * compiled schemas, the words that search looks into, its signatures.
 *
 * A tool whose definition did not change keeps its facts when the tree of the
 * tools is built anew, so that a change elsewhere costs it next to nothing.
 *
 * Ownership: counted; texts are copies.
 * Threads:   immutable once made, but for signatures: each is made when it is
 *            first asked for, in whatever thread that is. The count is
 *            atomic. */
#include "base/alloc.h"
#include "schema/schema.h"

#include <stdatomic.h>

typedef struct ToolFacts {
    const cm_allocator *alloc; /* borrowed */
    atomic_uint refs;
    const char *description, *input_schema, *output_schema; /* NULL: none */
    Schema *input, *output; /* counted; NULL: that one only renders */
    const char *words;      /* of the input's properties, a line each */
    size_t words_len;
    _Atomic(char *) signatures[2]; /* owned; JavaScript's first; NULL: not
                                    * made yet */
    size_t size;                   /* of the allocation */
} ToolFacts;

/* Reads the schemas of a tool and compiles those that validate. *ret_bad is
 * "input" or "output" when one of them is not accepted; NULL: memory was
 * refused. cause says why. */
cm_status cm__facts_new(const cm_allocator *alloc, const cm_tool *tool,
                        ToolFacts **ret_facts, const char **ret_bad,
                        cm_error *cause);
ToolFacts *cm__facts_ref(ToolFacts *facts);
void cm__facts_unref(ToolFacts *facts); /* NULL is a no-op */
/* Whether they would be made of this tool as well. */
bool cm__facts_are_of(const ToolFacts *facts, const cm_tool *tool);

#endif
