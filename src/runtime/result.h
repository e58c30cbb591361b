/* SPDX-License-Identifier: MIT */
#ifndef CM_RUNTIME_RESULT_H
#define CM_RUNTIME_RESULT_H
/* result: the record of an execution and its bounding; spec/execution.md 10.
 *
 * Ownership: a result owns its texts and holds a reference to the tool tree for
 *            the names of the calls, so it may outlive execution and runtime.
 * Threads:   one at a time; cm_result_json builds its text on first use. */
#include "catalog/tree.h"
#include "runtime/diagnostic.h"

typedef struct TextList {
    Text *items; /* owned */
    size_t n, cap;
} TextList;

/* Node number of the called tool, or CM_TREE_NONE for `search`. */
typedef struct CallList {
    uint32_t *items; /* owned */
    size_t n, cap;
} CallList;

struct cm_result {
    const cm_allocator *alloc;
    ToolTree *tree; /* counted; NULL: no calls */
    bool ok, truncated;
    Text value; /* JSON; p NULL means "null" */
    Diag error;
    TextList logs;
    DiagList warnings;
    CallList calls;
    Text json; /* built on first use */
};

/* Takes the text over, on failure too. */
bool cm__texts_add(TextList *list, const cm_allocator *alloc, Text *take_text);
void cm__texts_done(TextList *list, const cm_allocator *alloc);
bool cm__calls_add(CallList *list, const cm_allocator *alloc, uint32_t node);

/* An empty failed result; NULL when memory is refused. */
cm_result *cm__result_new(const cm_allocator *alloc, ToolTree *tree);
/* Cuts value, warnings and logs to max_output_bytes (10.2). False when memory
 * is refused. CM_NO_LIMIT: does nothing. */
bool cm__result_bound(cm_result *result, uint64_t max_output_bytes);

#endif
