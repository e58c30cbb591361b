/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_TOOLBOX_H
#define CM_MCP_TOOLBOX_H
/* toolbox: a frozen set of host tools together with the runtime over it.
 *
 * When the tools of some server change, a new toolbox is built; runs that have
 * begun keep theirs (spec/adapter.md 4, A3).
 * Ownership: counted. The sources behind the tools must outlive it.
 * Threads:   the loop's thread; the runtime inside is immutable and serves the
 *            workers. */
#include "base/arena.h"
#include "mcp/hostcall.h"

struct Toolbox {
    const cm_allocator *alloc;
    unsigned refs;
    Arena arena; /* HostTools and their texts */
    cm_tools *tools;
    cm_runtime *runtime; /* NULL until sealed */
    const char **paths;  /* set of the paths in use; owned */
    size_t n_paths, cap_paths;
};

/* What a source says about one of its tools. Borrowed during the add. */
typedef struct ToolboxEntry {
    const char *path;
    const char *name; /* on the other side; NULL: as path */
    const char *description, *input_schema, *output_schema;
    const HostToolOps *ops;
    void *source;
} ToolboxEntry;

Toolbox *cm__toolbox_new(const cm_allocator *alloc);
void cm__toolbox_ref(Toolbox *toolbox);
void cm__toolbox_unref(Toolbox *toolbox); /* NULL is a no-op */

/* Adds a tool; a second one at the same path replaces the first, and
 * *ret_replaced (may be NULL) says so. A schema that the library refuses is
 * left out; what else it refuses is in err. */
cm_status cm__toolbox_add(Toolbox *toolbox, const ToolboxEntry *entry,
                          bool *ret_replaced, cm_error *err);
cm_status cm__toolbox_namespace(Toolbox *toolbox, const char *path,
                                const char *description, cm_error *err);
/* Makes the runtime; nothing may be added after. */
cm_status cm__toolbox_seal(Toolbox *toolbox, const cm_runtime_options *options,
                           cm_error *err);

#endif
