/* SPDX-License-Identifier: MIT */
/* Open addressing with linear probing over (parent, segment); nodes are never
 * removed, so there are no tombstones. */
#include "catalog/tree.h"

#include "base/buf.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "catalog/expression.h"
#include "json/writer.h"

#include <stdio.h>
#include <string.h>

enum {
    FIRST_NODES = 8,
    FIRST_SLOTS = 16
};

/* ---- failures ---- */

static cm_status fail(cm_error *err, cm_status status, const char *path,
                      size_t path_len, const char *text)
{
    if (!err)
        return status;
    memset(err, 0, sizeof *err);
    err->status = status;
    size_t n = cm__utf8_floor(path, path_len, sizeof err->path - 1);
    memcpy(err->path, path, n);
    (void)snprintf(err->text, sizeof err->text, "%s", text);
    return status;
}

static cm_status no_memory(cm_error *err)
{
    return fail(err, CM_E_NOMEM, "", 0, "memory was refused");
}

/* ---- life ---- */

static void free_text(const cm_allocator *alloc, char *text, size_t len)
{
    if (text)
        cm__free(alloc, text, len + 1);
}

static void def_free(const cm_allocator *alloc, ToolDef *def)
{
    if (!def)
        return;
    cm__facts_unref(def->facts);
    cm__free(alloc, def, sizeof *def);
}

static void node_done(ToolTree *t, ToolNode *n)
{
    free_text(t->alloc, n->path, n->path_len);
    free_text(t->alloc, n->expression, n->expression_len);
    free_text(t->alloc, n->lua_expression, n->lua_expression_len);
    if (n->description)
        free_text(t->alloc, n->description, strlen(n->description));
    def_free(t->alloc, n->tool);
}

static void tree_free(ToolTree *t)
{
    const cm_allocator *alloc = t->alloc;
    for (uint32_t i = 0; i < t->n_nodes; i++)
        node_done(t, &t->nodes[i]);
    cm__free(alloc, t->nodes, t->cap * sizeof *t->nodes);
    cm__free(alloc, t->slots, t->n_slots * sizeof *t->slots);
    cm__absence_done(&t->absent, alloc);
    cm__free(alloc, t, sizeof *t);
}

ToolTree *cm__tree_ref(ToolTree *tree)
{
    atomic_fetch_add_explicit(&tree->refs, 1, memory_order_relaxed);
    return tree;
}

void cm__tree_unref(ToolTree *tree)
{
    if (tree &&
        atomic_fetch_sub_explicit(&tree->refs, 1, memory_order_acq_rel) == 1)
        tree_free(tree);
}

static bool reserve_nodes(ToolTree *t, uint32_t want)
{
    if (want <= t->cap)
        return true;
    uint32_t cap = t->cap ? t->cap : FIRST_NODES;
    while (cap < want)
        cap *= 2;
    ToolNode *nodes = cm__realloc(t->alloc, t->nodes, t->cap * sizeof *nodes,
                                  cap * sizeof *nodes);
    if (!nodes)
        return false;
    t->nodes = nodes;
    t->cap = cap;
    return true;
}

static void insert_slot(uint32_t *slots, uint32_t n_slots, uint32_t hash,
                        uint32_t node)
{
    uint32_t i = hash & (n_slots - 1);
    while (slots[i] != CM_TREE_NONE)
        i = (i + 1) & (n_slots - 1);
    slots[i] = node;
}

/* At most half full, so a probe ends soon. */
static bool reserve_slots(ToolTree *t, uint32_t n_nodes)
{
    if (n_nodes * 2 <= t->n_slots)
        return true;
    uint32_t n = t->n_slots ? t->n_slots : FIRST_SLOTS;
    while (n < n_nodes * 2)
        n *= 2;
    uint32_t *slots = cm__alloc(t->alloc, n * sizeof *slots);
    if (!slots)
        return false;
    memset(slots, 0xFF, n * sizeof *slots);
    for (uint32_t i = 1; i < t->n_nodes; i++)
        insert_slot(slots, n, t->nodes[i].hash, i);
    cm__free(t->alloc, t->slots, t->n_slots * sizeof *slots);
    t->slots = slots;
    t->n_slots = n;
    return true;
}

/* The parent's number goes into the hash, since equal names are common. */
static uint32_t child_hash(uint32_t parent, const char *name, size_t len)
{
    return cm__hash_u64((uint64_t)parent << 32 | cm__hash_bytes(name, len));
}

/* Path and expressions. False when memory is refused. */
static bool name_node(const ToolTree *t, ToolNode *node, const char *path,
                      size_t path_len)
{
    size_t js_len = 0, lua_len = 0;
    node->path = cm__alloc_text(t->alloc, path, path_len);
    node->expression = cm__expression(t->alloc, CM_LANGUAGE_JAVASCRIPT, path,
                                      path_len, &js_len);
    node->expression_len = (uint32_t)js_len;
    node->lua_expression =
        cm__expression(t->alloc, CM_LANGUAGE_LUA, path, path_len, &lua_len);
    node->lua_expression_len = (uint32_t)lua_len;
    if (!node->path || !node->expression || !node->lua_expression)
        return false;
    if (strcmp(node->expression, node->lua_expression) == 0) {
        free_text(t->alloc, node->lua_expression, lua_len);
        node->lua_expression = NULL;
    }
    return true;
}

/* Appends a node with its path and expressions. CM_TREE_NONE when refused. */
static uint32_t new_node(ToolTree *t, uint32_t parent, const char *path,
                         size_t path_len, size_t name_at)
{
    if (!reserve_nodes(t, t->n_nodes + 1) || !reserve_slots(t, t->n_nodes + 1))
        return CM_TREE_NONE;
    ToolNode node = { .path_len = (uint32_t)path_len,
                      .path_json_len = (uint32_t)cm__json_size(path, path_len),
                      .name_at = (uint32_t)name_at,
                      .parent = parent,
                      .first_child = CM_TREE_NONE,
                      .last_child = CM_TREE_NONE,
                      .next = CM_TREE_NONE };
    if (!name_node(t, &node, path, path_len)) {
        node_done(t, &node);
        return CM_TREE_NONE;
    }
    uint32_t id = t->n_nodes;
    if (parent != CM_TREE_NONE) {
        ToolNode *up = &t->nodes[parent];
        node.depth = up->depth + 1;
        node.hash = child_hash(parent, path + name_at, path_len - name_at);
        if (up->last_child == CM_TREE_NONE)
            up->first_child = id;
        else
            t->nodes[up->last_child].next = id;
        up->last_child = id;
        insert_slot(t->slots, t->n_slots, node.hash, id);
    }
    t->nodes[t->n_nodes++] = node;
    return id;
}

ToolTree *cm__tree_new(const cm_allocator *alloc)
{
    ToolTree *t = cm__alloc_zero(alloc, 1, sizeof *t);
    if (!t)
        return NULL;
    t->alloc = alloc;
    atomic_init(&t->refs, 1);
    if (new_node(t, CM_TREE_NONE, "", 0, 0) == CM_TREE_NONE) {
        tree_free(t);
        return NULL;
    }
    return t;
}

/* ---- tool definitions ---- */

/* A copy; facts are shared. */
static ToolDef *def_new(const cm_allocator *alloc, const ToolDef *from)
{
    ToolDef *def = cm__alloc(alloc, sizeof *def);
    if (!def)
        return NULL;
    *def = *from;
    def->facts = cm__facts_ref(from->facts);
    return def;
}

static bool copy_node(ToolTree *to, const ToolNode *from)
{
    uint32_t id =
        new_node(to, from->parent, from->path, from->path_len, from->name_at);
    if (id == CM_TREE_NONE)
        return false;
    ToolNode *n = &to->nodes[id];
    n->is_namespace = from->is_namespace;
    n->is_announced = from->is_announced;
    if (from->description) {
        n->description = cm__alloc_text(to->alloc, from->description,
                                        strlen(from->description));
        if (!n->description)
            return false;
    }
    if (from->tool) {
        n->tool = def_new(to->alloc, from->tool);
        if (!n->tool)
            return false;
        to->n_tools++;
    }
    return true;
}

cm_status cm__tree_own(ToolTree **tree)
{
    ToolTree *old = *tree;
    if (atomic_load_explicit(&old->refs, memory_order_acquire) == 1)
        return CM_OK;
    ToolTree *t = cm__tree_new(old->alloc);
    if (!t)
        return CM_E_NOMEM;
    /* Parents come before their children, so the order of numbers keeps every
     * link. */
    for (uint32_t i = 1; i < old->n_nodes; i++) {
        if (!copy_node(t, &old->nodes[i])) {
            tree_free(t);
            return CM_E_NOMEM;
        }
    }
    if (cm__absence_copy(&t->absent, t->alloc, &old->absent) != CM_OK) {
        tree_free(t);
        return CM_E_NOMEM;
    }
    cm__tree_unref(old);
    *tree = t;
    return CM_OK;
}

/* ---- paths ---- */

uint32_t cm__tree_child(const ToolTree *t, uint32_t node, const char *name,
                        size_t len)
{
    uint32_t hash = child_hash(node, name, len);
    for (uint32_t i = hash & (t->n_slots - 1);;
         i = (i + 1) & (t->n_slots - 1)) {
        uint32_t id = t->slots[i];
        if (id == CM_TREE_NONE)
            return CM_TREE_NONE;
        const ToolNode *n = &t->nodes[id];
        if (n->hash == hash && n->parent == node &&
            cm__node_name_len(n) == len &&
            memcmp(cm__node_name(n), name, len) == 0)
            return id;
    }
}

static size_t segment_end(const char *path, size_t len, size_t at)
{
    const char *dot = memchr(path + at, '.', len - at);
    return dot ? (size_t)(dot - path) : len;
}

uint32_t cm__tree_find(const ToolTree *t, const char *path, size_t len)
{
    uint32_t node = 0;
    if (len == 0)
        return node;
    for (size_t at = 0; at <= len;) {
        size_t end = segment_end(path, len, at);
        if (end == at)
            return CM_TREE_NONE;
        node = cm__tree_child(t, node, path + at, end - at);
        if (node == CM_TREE_NONE)
            return CM_TREE_NONE;
        at = end + 1;
    }
    return node;
}

static cm_status check_path(const char *path, size_t len, cm_error *err)
{
    if (!cm__utf8_is_valid(path, len))
        return fail(err, CM_E_NAME, path, 0, "the path is not UTF-8");
    size_t n_segments = 0;
    for (size_t at = 0; at <= len;) {
        size_t end = segment_end(path, len, at);
        if (end == at)
            return fail(err, CM_E_NAME, path, len,
                        "the path has an empty segment");
        if (end - at > CM_TREE_MAX_SEGMENT)
            return fail(err, CM_E_NAME, path, len,
                        "a path segment exceeds 128 bytes");
        if (++n_segments > CM_TREE_MAX_SEGMENTS)
            return fail(err, CM_E_NAME, path, len,
                        "the path exceeds 16 segments");
        at = end + 1;
    }
    return CM_OK;
}

/* The node at a checked path, made with those above it where they lack. */
static uint32_t make_path(ToolTree *t, const char *path, size_t len)
{
    uint32_t node = 0;
    for (size_t at = 0; at <= len;) {
        size_t end = segment_end(path, len, at);
        uint32_t next = cm__tree_child(t, node, path + at, end - at);
        if (next == CM_TREE_NONE)
            next = new_node(t, node, path, end, at);
        if (next == CM_TREE_NONE)
            return CM_TREE_NONE;
        node = next;
        at = end + 1;
    }
    return node;
}

/* The first segment's node of one that is not the root. */
static uint32_t top_of(const ToolTree *t, uint32_t node)
{
    while (t->nodes[node].parent != 0)
        node = t->nodes[node].parent;
    return node;
}

uint32_t cm__tree_announced(const ToolTree *t, const char *path, size_t len)
{
    size_t end = segment_end(path, len, 0);
    uint32_t top = end ? cm__tree_child(t, 0, path, end) : CM_TREE_NONE;
    return top != CM_TREE_NONE && t->nodes[top].is_announced ? top
                                                             : CM_TREE_NONE;
}

static bool has_tools(const ToolTree *t, uint32_t top)
{
    /* children have higher numbers than their parents */
    for (uint32_t i = top; i < t->n_nodes; i++)
        if (t->nodes[i].tool && top_of(t, i) == top)
            return true;
    return false;
}

/* ---- changes ---- */

static cm_status bad_schema(cm_error *err, cm_status status, const char *path,
                            size_t path_len, const char *which, bool validates,
                            const cm_error *cause)
{
    (void)fail(err, status, path, path_len, "");
    if (!err)
        return status;
    err->line = cause->line;
    err->column = cause->column;
    (void)snprintf(err->text, sizeof err->text, "the %s schema %s: %.140s",
                   which, validates ? "does not compile" : "is not JSON",
                   cause->text);
    err->text[cm__utf8_valid_prefix(err->text, strlen(err->text))] = '\0';
    return status;
}

static cm_status new_facts(const ToolTree *t, const char *path, size_t path_len,
                           const cm_tool *tool, ToolFacts **ret_facts,
                           cm_error *err)
{
    cm_error cause = { 0 };
    const char *bad = NULL;
    cm_status status = cm__facts_new(t->alloc, tool, ret_facts, &bad, &cause);
    if (status == CM_OK)
        return CM_OK;
    if (!bad)
        return no_memory(err);
    bool validates = strcmp(bad, "input") == 0 ? tool->validate_input != 0
                                               : tool->validate_output != 0;
    return bad_schema(err, status, path, path_len, bad, validates, &cause);
}

/* Counted; NULL: there are none that fit. */
static ToolFacts *same_facts(const ToolTree *t, const ToolTree *earlier,
                             const char *path, size_t path_len,
                             const cm_tool *tool)
{
    if (!earlier || earlier->alloc != t->alloc)
        return NULL;
    uint32_t node = cm__tree_find(earlier, path, path_len);
    const ToolDef *def =
        node != CM_TREE_NONE ? earlier->nodes[node].tool : NULL;
    return def && cm__facts_are_of(def->facts, tool) ? cm__facts_ref(def->facts)
                                                     : NULL;
}

/* The tool at a checked path; facts are the caller's. */
static cm_status put_tool(ToolTree *t, const char *path, size_t path_len,
                          const cm_tool *tool, ToolFacts *facts, cm_error *err)
{
    const ToolDef def = { .facts = facts,
                          .description = facts->description,
                          .input_schema = facts->input_schema,
                          .output_schema = facts->output_schema,
                          .input = facts->input,
                          .output = facts->output,
                          .pinned = tool->pinned != 0,
                          .execute = tool->execute,
                          .user = tool->user };
    ToolDef *copy = def_new(t->alloc, &def);
    uint32_t node = copy ? make_path(t, path, path_len) : CM_TREE_NONE;
    if (node == CM_TREE_NONE) {
        def_free(t->alloc, copy);
        return no_memory(err);
    }
    ToolNode *n = &t->nodes[node];
    if (n->tool)
        def_free(t->alloc, n->tool);
    else
        t->n_tools++;
    n->tool = copy;
    t->nodes[top_of(t, node)].is_announced = false;
    return CM_OK;
}

cm_status cm__tree_add_again(ToolTree *t, const ToolTree *earlier,
                             const char *path, size_t path_len,
                             const cm_tool *tool, cm_error *err)
{
    cm_status status = check_path(path, path_len, err);
    if (status != CM_OK)
        return status;
    if (!tool->execute)
        return fail(err, CM_E_ARGUMENT, path, path_len,
                    "the tool has no execute function");
    ToolFacts *facts = same_facts(t, earlier, path, path_len, tool);
    if (!facts)
        status = new_facts(t, path, path_len, tool, &facts, err);
    if (status == CM_OK)
        status = put_tool(t, path, path_len, tool, facts, err);
    cm__facts_unref(facts);
    return status;
}

cm_status cm__tree_add(ToolTree *t, const char *path, size_t path_len,
                       const cm_tool *tool, cm_error *err)
{
    return cm__tree_add_again(t, NULL, path, path_len, tool, err);
}

cm_status cm__tree_describe(ToolTree *t, const char *path, size_t path_len,
                            const char *description, cm_error *err)
{
    cm_status status = check_path(path, path_len, err);
    if (status != CM_OK)
        return status;
    char *copy = NULL;
    if (description) {
        copy = cm__alloc_text(t->alloc, description, strlen(description));
        if (!copy)
            return no_memory(err);
    }
    uint32_t node = make_path(t, path, path_len);
    if (node == CM_TREE_NONE) {
        if (copy)
            free_text(t->alloc, copy, strlen(copy));
        return no_memory(err);
    }
    ToolNode *n = &t->nodes[node];
    if (n->description)
        free_text(t->alloc, n->description, strlen(n->description));
    n->description = copy;
    n->is_namespace = true;
    return CM_OK;
}

cm_status cm__tree_announce(ToolTree *t, const char *name, size_t len,
                            cm_error *err)
{
    cm_status status = check_path(name, len, err);
    if (status != CM_OK)
        return status;
    if (memchr(name, '.', len))
        return fail(err, CM_E_NAME, name, len,
                    "an announced name is one segment, without a dot");
    uint32_t node = make_path(t, name, len);
    if (node == CM_TREE_NONE)
        return no_memory(err);
    if (!has_tools(t, node)) {
        t->nodes[node].is_namespace = true;
        t->nodes[node].is_announced = true;
    }
    return CM_OK;
}

cm_status cm__tree_leave_out(ToolTree *t, const char *path, const char *reason,
                             cm_error *err)
{
    cm_status status = check_path(path, strlen(path), err);
    if (status != CM_OK)
        return status;
    return cm__absence_add(&t->absent, t->alloc, path, reason) == CM_OK
               ? CM_OK
               : no_memory(err);
}
