/* SPDX-License-Identifier: MIT */
#ifndef CM_CATALOG_TREE_H
#define CM_CATALOG_TREE_H
/* tree: the tools of a host by path; spec/discovery.md 1.
 *
 * A node holds, independently, a tool, namespace data and children. Nodes are
 * numbered in order of first appearance, 0 is the root; children are linked in
 * that order, which is the order programs see. One hash table over (parent,
 * segment) finds a child, so a namespace of ten thousand tools costs the same
 * as one of ten. Nothing is inherited and no name is special.
 *
 * Ownership: counted. A host's cm_tools and the runtimes made of it share one
 *            tree; whoever wants to change a shared tree copies it first
 *            (cm__tree_own).
 * Threads:   a tree that is shared is never written; the count is atomic.
 * Limits:    CM_TREE_MAX_SEGMENTS, CM_TREE_MAX_SEGMENT bytes. */
#include "base/alloc.h"
#include "catalog/absence.h"
#include "catalog/facts.h"

#include <stdatomic.h>

enum {
    CM_TREE_MAX_SEGMENTS = 16,
    CM_TREE_MAX_SEGMENT = 128
};

#define CM_TREE_NONE UINT32_MAX

/* What a host said of one tool. */
typedef struct ToolDef {
    ToolFacts *facts; /* counted; the next two lines are of it */
    const char *description, *input_schema, *output_schema; /* NULL: none */
    Schema *input, *output; /* NULL: that one only renders */
    bool pinned;
    cm_tool_execute execute;
    void *user;
} ToolDef;

typedef struct ToolNode {
    char *path;           /* owned; canonical, "" for the root */
    char *expression;     /* owned; "tools.a.b" in JavaScript */
    char *lua_expression; /* owned; NULL: Lua writes it alike */
    char *description;    /* owned; of the namespace, NULL: none */
    ToolDef *tool;        /* owned; NULL: no tool here */
    uint32_t path_len, expression_len, lua_expression_len;
    uint32_t path_json_len; /* of the path as a JSON string */
    uint32_t name_at;       /* the segment is path + name_at */
    uint32_t parent, first_child, last_child, next; /* CM_TREE_NONE: none */
    uint32_t hash;
    uint32_t depth;    /* segments */
    bool is_namespace; /* was declared as one */
    bool is_announced; /* at the top: its tools are still to come */
} ToolNode;

typedef struct ToolTree {
    const cm_allocator *alloc; /* borrowed */
    atomic_uint refs;
    ToolNode *nodes; /* owned */
    uint32_t n_nodes, cap;
    uint32_t *slots; /* owned; node number or CM_TREE_NONE */
    uint32_t n_slots;
    uint32_t n_tools;
    AbsenceList absent; /* owned */
} ToolTree;

/* A tree with a root alone; NULL when memory is refused. */
ToolTree *cm__tree_new(const cm_allocator *alloc);
ToolTree *cm__tree_ref(ToolTree *tree);
void cm__tree_unref(ToolTree *tree); /* NULL is a no-op */
/* Makes *tree safe to change: copies it when others hold it too. On CM_E_NOMEM
 * nothing changed. */
cm_status cm__tree_own(ToolTree **tree);

/* Adds or replaces the tool at a path; texts are copied. See cm_tools_add. On
 * failure the tree may have gained empty nodes no program can tell apart from
 * missing ones. */
cm_status cm__tree_add(ToolTree *tree, const char *path, size_t path_len,
                       const cm_tool *tool, cm_error *err);
/* The same; the facts of a tool at the path in an earlier tree (may be NULL)
 * are shared when they fit. */
cm_status cm__tree_add_again(ToolTree *tree, const ToolTree *earlier,
                             const char *path, size_t path_len,
                             const cm_tool *tool, cm_error *err);
/* Adds or redescribes a namespace. */
cm_status cm__tree_describe(ToolTree *tree, const char *path, size_t path_len,
                            const char *description, cm_error *err);
/* See cm_tools_announce. */
cm_status cm__tree_announce(ToolTree *tree, const char *name, size_t len,
                            cm_error *err);
/* See cm_tools_leave_out. */
cm_status cm__tree_leave_out(ToolTree *tree, const char *path,
                             const char *reason, cm_error *err);
/* The announced node that a path begins with, which lacks tools still, or
 * CM_TREE_NONE. */
uint32_t cm__tree_announced(const ToolTree *tree, const char *path, size_t len);

/* The child with that name, or CM_TREE_NONE. */
uint32_t cm__tree_child(const ToolTree *tree, uint32_t node, const char *name,
                        size_t len);
/* The node at a canonical path ("" is the root), or CM_TREE_NONE; a path with
 * an empty segment names nothing. */
uint32_t cm__tree_find(const ToolTree *tree, const char *path, size_t len);

static inline const ToolNode *cm__tree_node(const ToolTree *tree, uint32_t node)
{
    return &tree->nodes[node];
}
static inline const char *cm__node_name(const ToolNode *node)
{
    return node->path + node->name_at;
}
static inline size_t cm__node_name_len(const ToolNode *node)
{
    return node->path_len - node->name_at;
}
/* How a program calls it. ret_len may be NULL. */
static inline const char *
cm__node_expression(const ToolNode *node, cm_language language, size_t *ret_len)
{
    bool is_lua = language == CM_LANGUAGE_LUA && node->lua_expression;
    if (ret_len)
        *ret_len = is_lua ? node->lua_expression_len : node->expression_len;
    return is_lua ? node->lua_expression : node->expression;
}
/* Whether a program may know the node: it or something below it was declared.
 * Always true for nodes made by a successful call. */
static inline bool cm__node_is_real(const ToolNode *node)
{
    return node->tool || node->is_namespace ||
           node->first_child != CM_TREE_NONE;
}

#endif
