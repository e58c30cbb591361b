/* SPDX-License-Identifier: MIT */
#ifndef CM_CATALOG_EMPTY_TABLES_H
#define CM_CATALOG_EMPTY_TABLES_H
/* empty_tables: `{}` of a Lua program that the tool's input schema wants as a
 * list; spec/lua.md 3.1.
 *
 * A Lua table without entries is written as an object. Where the input schema,
 * its local references resolved, allows an array and no object, the two
 * brackets are turned into those of an array; nothing else of the text changes,
 * its length does not either. What the schema says is read from type, const,
 * enum, properties, additionalProperties, items, prefixItems, allOf, anyOf,
 * oneOf, $ref and false; everything else allows all. A tool that validates has
 * its schema read already; another's is read for each text that has empty
 * tables.
 * Threads: free of state. Limits: the caller's meter pays for what is looked
 * at; over a bound for one place that place stays as it is. */
#include "catalog/index.h"

/* `text` is valid compact JSON and is changed in place. CM_E_NOMEM, or
 * CM_E_LIMIT when the meter refused; a schema that is no JSON changes
 * nothing. */
cm_status cm__fit_empty_tables(const cm_allocator *alloc, const ToolDef *tool,
                               const IndexMeter *meter, char *text, size_t len);

#endif
