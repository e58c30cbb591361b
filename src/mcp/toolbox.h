/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_TOOLBOX_H
#define CM_MCP_TOOLBOX_H
/* toolbox: a frozen set of host tools together with the runtime over those that
 * programs reach. The others are direct ones (direct.h), found by their ids.
 *
 * When the tools of some server change, a new toolbox is built; runs that have
 * begun keep theirs (spec/adapter.md 4, A3).
 * Ownership: counted. The sources behind the tools must outlive it.
 * Threads:   the loop's thread; the runtime inside is immutable and serves the
 *            workers. */
#include "base/arena.h"
#include "mcp/hostcall.h"
#include "net/log.h"

/* A path in use. */
typedef struct ToolboxPath {
    const char *path; /* NULL: an empty slot */
    size_t n_planned; /* registrations that are still to come */
    HostTool *tool;   /* the last one added, of any kind; NULL: none */
    bool has_tool;    /* that programs reach */
} ToolboxPath;

typedef struct ToolboxDirect {
    const char *id;
    const char *listed; /* what follows the name, see direct.h */
    HostTool *tool;
    struct Schema *input; /* owned; NULL: inputs are not checked */
} ToolboxDirect;

struct Toolbox {
    const cm_allocator *alloc;
    unsigned refs;
    const Log *log; /* borrowed; NULL: nothing is said */
    Arena arena;    /* HostTools and their texts */
    HostTool *host_tools;
    cm_tools *tools;
    cm_runtime *runtime; /* NULL until sealed */
    Toolbox *earlier;    /* counted; see cm__toolbox_follow; NULL: none */
    ToolboxPath *paths;  /* a hash table; owned */
    size_t n_paths, cap_paths;
    ToolboxDirect *directs; /* in the order of their ids; owned */
    size_t n_directs, cap_directs;
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
    const void *item;      /* what the source knows the tool by; may be NULL */
    const char *direct_id; /* NULL: programs reach it */
    /* Of a direct tool of an MCP server, else NULL: see direct.h. */
    const char *listed;
} ToolboxEntry;

typedef struct ToolboxNote {
    bool is_replaced;    /* another tool had the path */
    char unchecked[192]; /* why a schema only renders, or "" */
    bool was_told;       /* the earlier toolbox said the same of this path */
} ToolboxNote;

Toolbox *cm__toolbox_new(const cm_allocator *alloc);
void cm__toolbox_ref(Toolbox *toolbox);
void cm__toolbox_unref(Toolbox *toolbox); /* NULL is a no-op */

/* Before the first tool: what was made of tools of an earlier toolbox (may be
 * NULL) serves those that are the same, so that a change of one server costs
 * the others next to nothing; except that schemas that did not compile, and what
 * direct tools check, are compiled anew. It is let go when this one is sealed. */
void cm__toolbox_follow(Toolbox *toolbox, Toolbox *earlier);
/* Tells of a registration that is to be added: of those at one path only the
 * last one is, whatever its kind; an add of another one only notes that it is
 * replaced. Without a plan the tools at one path must be of one kind. */
cm_status cm__toolbox_plan(Toolbox *toolbox, const char *path);
/* Adds a tool; a second one at the same path replaces the first, a direct one
 * another of its id. Schemas check
 * if they compile, else they only render (spec/execution.md 6.4). *ret_note
 * (may be NULL) tells of both. What the library refuses is in err. */
cm_status cm__toolbox_add(Toolbox *toolbox, const ToolboxEntry *entry,
                          ToolboxNote *ret_note, cm_error *err);
/* The direct tool of that id, or NULL. */
const ToolboxDirect *cm__toolbox_direct(const Toolbox *toolbox, const char *id);
/* Whether programs find a tool at the path. From any thread once it is
 * sealed. */
bool cm__toolbox_has(const Toolbox *toolbox, const char *path);
/* Looks at an output before it goes to the program, as the tool's rule says. */
void cm__toolbox_report(HostTool *tool, const char *json, size_t len);
cm_status cm__toolbox_namespace(Toolbox *toolbox, const char *path,
                                const char *description, cm_error *err);
/* A namespace that is not connected; ends with the first tool below it. */
cm_status cm__toolbox_announce(Toolbox *toolbox, const char *name,
                               cm_error *err);
/* Why there is no tool at the path, as calls there say. */
cm_status cm__toolbox_leave_out(Toolbox *toolbox, const char *path,
                                const char *reason);
/* Makes the runtime; nothing may be added after. */
cm_status cm__toolbox_seal(Toolbox *toolbox, const cm_runtime_options *options,
                           cm_error *err);

#endif
