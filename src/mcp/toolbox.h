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
#include "net/log.h"

struct Toolbox {
    const cm_allocator *alloc;
    unsigned refs;
    const Log *log; /* borrowed; NULL: nothing is said */
    Arena arena;    /* HostTools and their texts */
    HostTool *host_tools;
    cm_tools *tools;
    cm_runtime *runtime; /* NULL until sealed */
    const char **paths;  /* set of the paths in use; owned */
    size_t n_paths, cap_paths;
};

/* What happens to an output that breaks the tool's schema. */
typedef enum OutputRule {
    OUTPUT_PASSES = 0,
    OUTPUT_IS_REPORTED, /* it passes, and the log says so once a tool */
    OUTPUT_IS_REFUSED   /* InvalidToolOutput */
} OutputRule;

/* What a source says about one of its tools. Borrowed during the add. */
typedef struct ToolboxEntry {
    const char *path;
    const char *name; /* on the other side; NULL: as path */
    const char *description, *input_schema, *output_schema;
    OutputRule output_rule;
    bool is_unchecked; /* inputs are not validated */
    const HostToolOps *ops;
    void *source;
    const void *item; /* what the source knows the tool by; may be NULL */
} ToolboxEntry;

typedef struct ToolboxNote {
    bool is_replaced;    /* another tool had the path */
    char unchecked[192]; /* why a schema only renders, or "" */
} ToolboxNote;

Toolbox *cm__toolbox_new(const cm_allocator *alloc);
void cm__toolbox_ref(Toolbox *toolbox);
void cm__toolbox_unref(Toolbox *toolbox); /* NULL is a no-op */

/* Adds a tool; a second one at the same path replaces the first. Schemas check
 * if they compile, else they only render (spec/execution.md 6.4). *ret_note
 * (may be NULL) tells of both. What the library refuses is in err. */
cm_status cm__toolbox_add(Toolbox *toolbox, const ToolboxEntry *entry,
                          ToolboxNote *ret_note, cm_error *err);
/* Whether a tool stands at the path. From any thread once it is sealed. */
bool cm__toolbox_has(const Toolbox *toolbox, const char *path);
/* Looks at an output before it goes to the program, as the tool's rule says. */
void cm__toolbox_report(HostTool *tool, const char *json, size_t len);
cm_status cm__toolbox_namespace(Toolbox *toolbox, const char *path,
                                const char *description, cm_error *err);
/* A namespace that is not connected; ends with the first tool below it. */
cm_status cm__toolbox_announce(Toolbox *toolbox, const char *name,
                               cm_error *err);
/* Makes the runtime; nothing may be added after. */
cm_status cm__toolbox_seal(Toolbox *toolbox, const cm_runtime_options *options,
                           cm_error *err);

#endif
