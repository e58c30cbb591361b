/* SPDX-License-Identifier: MIT */
#ifndef CM_CATALOG_DESCRIBE_H
#define CM_CATALOG_DESCRIBE_H
/* describe: what a model reads about tools: the instructions, their last
 * section and their short form; spec/discovery.md 5.
 *
 * Both languages are told by the same code; their words stand in
 * describe_text.c. A catalog of which some tools are not shown makes the words
 * speak of `search`; one that shows all does not advertise it.
 * Failures are left in the buffer: CM_E_NOMEM, CM_E_RANGE for a budget below 0.
 * Threads: free of state. */
#include "base/buf.h"
#include "catalog/index.h"

/* Bytes of the head, for channels that cut a description short. */
#define CM_HEAD_MAX 1900

/* The five sections of instructions; the budget as in catalog.h. */
void cm__describe_instructions(Buf *out, cm_language language,
                               const ToolIndex *index, int64_t budget);
/* Their last section alone, heading included. */
void cm__describe_catalog(Buf *out, cm_language language,
                          const ToolIndex *index, int64_t budget);
/* The same facts in CM_HEAD_MAX bytes: rules, and groups with counts as many as
 * fit. */
void cm__describe_head(Buf *out, cm_language language, const ToolIndex *index);

/* What differs between a complete and a partial list. */
typedef struct DescribeScope {
    const char *which_tools; /* exist */
    const char *workflow;
    const char *rules; /* further ones */
} DescribeScope;

/* The words for one language; each text ends in a line end, but the first two
 * of the section of code mode, which go on. */
typedef struct DescribeText {
    const char *code_mode, *literal, *rules, *language;
    DescribeScope complete, partial;
    const char *head;
    const char *note; /* between a signature and its description */
} DescribeText;

const DescribeText *cm__describe_text(cm_language language);

#endif
