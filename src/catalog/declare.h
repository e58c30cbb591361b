/* SPDX-License-Identifier: MIT */
#ifndef CM_CATALOG_DECLARE_H
#define CM_CATALOG_DECLARE_H
/* declare: the tools as declarations for editors: tools.d.ts for TypeScript, a
 * meta file for LuaLS.
 *
 * A node that is both a tool and a namespace is a function with members.
 * Namespaces of Lua are classes, numbered by their nodes, since any text may be
 * a segment.
 * Threads: free of state. */
#include "base/buf.h"
#include "catalog/tree.h"

void cm__declarations_add(Buf *out, cm_language language, const ToolTree *tree);

#endif
