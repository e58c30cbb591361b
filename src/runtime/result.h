/* SPDX-License-Identifier: MIT */
#ifndef CM_RUNTIME_RESULT_H
#define CM_RUNTIME_RESULT_H
/* result: the record of an execution and its bounding; spec/execution.md 10.
 *
 * A loop may log or call without end, so lines and calls are kept compactly and
 * charged to the program's heap with the room that the record's JSON text needs
 * for them: result and JSON together stay within the memory limit.
 *
 * Ownership: a result owns its texts and holds a reference to the tool tree for
 *            the names of the calls, so it may outlive execution and runtime.
 * Threads:   one at a time; cm_result_json builds its text on first use. */
#include "catalog/tree.h"
#include "runtime/diagnostic.h"

/* Lines one behind the other, a NUL behind each. */
typedef struct LineList {
    char *bytes; /* owned */
    size_t len, cap;
    size_t *ends; /* owned; where each line's NUL is */
    size_t n, ends_cap;
} LineList;

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
    LineList logs;
    uint64_t log_room;   /* CM_NO_LIMIT, or what is left of max_output_bytes
                                for lines */
    size_t dropped_logs; /* for which no room was left */
    DiagList warnings;
    CallList calls;
    /* Bytes of the lines and calls in the JSON text, commas included. */
    size_t logs_json, calls_json;
    Text json; /* built on first use */
};

/* Nothing changes when memory is refused. */
bool cm__lines_add(LineList *list, const cm_allocator *alloc, const char *text,
                   size_t len);
/* Drops all lines from the n-th on. */
void cm__lines_cut(LineList *list, size_t n);
const char *cm__lines_at(const LineList *list, size_t i, size_t *ret_len);
bool cm__calls_add(CallList *list, const cm_allocator *alloc, uint32_t node);

/* Bytes of a call's record in the JSON text. */
size_t cm__call_json_size(const ToolTree *tree, uint32_t node);

/* An empty failed result; NULL when memory is refused. */
cm_result *cm__result_new(const cm_allocator *alloc, ToolTree *tree);
/* Cuts value, warnings and logs to max_output_bytes (10.2). CM_NO_LIMIT: does
 * nothing. False when memory is refused, or the result and its JSON text would
 * together be larger than max_memory_bytes. */
bool cm__result_bound(cm_result *result, uint64_t max_output_bytes,
                      uint64_t max_memory_bytes);

#endif
