/* SPDX-License-Identifier: MIT */
#ifndef CM_CATALOG_DESCRIBE_H
#define CM_CATALOG_DESCRIBE_H
/* describe: all that a model reads about tools: signatures, the catalog, the
 * instructions and their short form; spec/discovery.md 3.1, 4.2, 5, 6.6.
 *
 * Both languages are told by the same code; their words stand in describe.c and
 * describe_text.c. Types of schemas are not rendered yet: an input or output
 * with a schema is `unknown` (Lua `any`), which the rules allow for any schema.
 * Threads: free of state. */
#include "base/buf.h"
#include "catalog/index.h"

/* Bytes of the head, for channels that cut a description short. */
#define CM_HEAD_MAX 1900

/* `tools.a.b(unknown): Promise<void>`, in Lua `tools.a.b(any)`, and the like. */
void cm__signature_add(Buf *out, cm_language language, const ToolNode *node);

/* The five sections of instructions, complete list. */
void cm__instructions_add(Buf *out, cm_language language,
                          const ToolIndex *index);
/* Their last section alone, heading included. */
void cm__catalog_add(Buf *out, cm_language language, const ToolIndex *index);
/* The same facts in CM_HEAD_MAX bytes: rules, and groups with counts as many as
 * fit. */
void cm__head_add(Buf *out, cm_language language, const ToolIndex *index);

/* The words for one language; each text ends in a line end. */
typedef struct DescribeText {
    const char *code_mode, *workflow, *rules, *language;
    const char *head;
    const char *note; /* between a signature and its description */
} DescribeText;

const DescribeText *cm__describe_text(cm_language language);

#endif
