/* SPDX-License-Identifier: MIT */
#ifndef CM_CATALOG_DESCRIBE_H
#define CM_CATALOG_DESCRIBE_H
/* describe: what a model reads about tools: signatures and instructions;
 * spec/discovery.md 3.1, 5, 6.6.
 *
 * Types of schemas are not rendered yet: an input or output with a schema is
 * `unknown`, which the rules allow for any schema. */
#include "base/buf.h"
#include "catalog/index.h"

/* `tools.a.b(unknown): Promise<void>` and the like. */
void cm__signature_js_add(Buf *out, const ToolNode *node);

/* The whole text for a model, complete list. */
void cm__instructions_js_add(Buf *out, const ToolIndex *index);

#endif
