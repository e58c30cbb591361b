/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_DIRECT_H
#define CM_MCP_DIRECT_H
/* direct: tools that a model gets one by one beside `execute`, which programs
 * do not reach (spec/adapter.md 1): which ones, their ids, and how they stand
 * in the answer to tools/list.
 *
 * Ownership: rules and their texts are the configuration's.
 * Threads:   free of state. */
#include "base/buf.h"
#include "json/tree.h"

#define CM_DIRECT_ID_MAX 64

/* Which tools of a source are direct. */
typedef struct DirectRule {
    bool is_all;
    /* Over the names that the source itself uses, as those of a ToolFilter. */
    const char *const *patterns;
    size_t n_patterns;
} DirectRule;

/* rule may be NULL: no tool is direct. */
bool cm__direct_matches(const DirectRule *rule, const char *name, size_t len);

/* The id of the tool at a path: '_' for the dots. NULL when all is well, else
 * why the tool cannot be direct, in static text. */
const char *cm__direct_id(const char *path, char id[CM_DIRECT_ID_MAX + 1]);
/* Whether a tool of that id may stand below the namespace. */
bool cm__direct_is_below(const char *ns, const char *id);

/* What follows the name in a tool's definition: ',' and the members of the
 * definition that its server gave, all but the name and what is agreed on
 * between us and the server alone, tasks and HTTP headers. Clients refuse a
 * whole list for one member of a wrong type: an input schema gets the type
 * "object", an output schema of another type is left out, and so is what is
 * not as the protocol has it. */
void cm__direct_list_tool(Buf *out, const JsonValue *tool);
/* The same of a tool that no MCP server gives. The texts may be NULL; a schema
 * that is no JSON counts as none. */
void cm__direct_list_plain(Buf *out, const char *description,
                           const char *input_schema);

#endif
