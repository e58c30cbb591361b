/* SPDX-License-Identifier: MIT */
#include "catalog/describe.h"

#include "base/utf8.h"
#include "json/tree.h"

#include <stdlib.h>
#include <string.h>

/* `{type:"object"}` with or without empty properties, additionalProperties a
 * boolean or absent: a call without argument says it all. */
static bool is_empty_input(const cm_allocator *alloc, const char *schema)
{
    if (!schema)
        return true;
    JsonDoc *doc = NULL;
    if (cm__json_parse(alloc, schema, strlen(schema), NULL, &doc, NULL) !=
        CM_OK)
        return false;
    const JsonValue *root = &doc->root;
    const JsonValue *type = cm__json_get(root, "type");
    bool empty = type && cm__json_is_text(type, "object");
    static const char *const shaping[] = { "$ref",  "const", "enum",
                                           "anyOf", "oneOf", "allOf" };
    for (size_t i = 0; i < CM_ARRAY_LEN(shaping); i++)
        empty = empty && !cm__json_get(root, shaping[i]);
    const JsonValue *properties = cm__json_get(root, "properties");
    if (properties)
        empty = empty && properties->type == CM_JSON_TYPE_OBJECT &&
                properties->n_members == 0;
    const JsonValue *more = cm__json_get(root, "additionalProperties");
    if (more)
        empty = empty && more->type == CM_JSON_TYPE_BOOL;
    cm__json_doc_free(doc);
    return empty;
}

void cm__signature_add(Buf *out, cm_language language, const ToolNode *node)
{
    bool is_lua = language == CM_LANGUAGE_LUA;
    const ToolDef *tool = node->tool;
    size_t len;
    const char *expression = cm__node_expression(node, language, &len);
    cm__buf_add(out, expression, len);
    if (is_empty_input(out->alloc, tool->input_schema))
        cm__buf_add_str(out, "()");
    else
        cm__buf_add_str(out, is_lua ? "(any)" : "(unknown)");
    if (is_lua)
        cm__buf_add_str(out, tool->output_schema ? ": any" : "");
    else
        cm__buf_add_str(out, tool->output_schema ? ": Promise<unknown>"
                                                 : ": Promise<void>");
}

/* The note's mark and the first line of a description, cut to 120 characters. */
static void add_first_line(Buf *out, cm_language language,
                           const char *description)
{
    const char *text = description ? description : "";
    while (*text == ' ' || (*text >= '\t' && *text <= '\r'))
        text++;
    size_t len = strcspn(text, "\r\n");
    while (len && (text[len - 1] == ' ' || text[len - 1] == '\t'))
        len--;
    if (len == 0)
        return;
    cm__buf_add_str(out, cm__describe_text(language)->note);
    if (cm__utf8_count(text, len) <= 120) {
        cm__buf_add(out, text, len);
        return;
    }
    const char *at = text;
    for (int i = 0; i < 117; i++)
        (void)cm__utf8_next(&at, text + len, NULL);
    cm__buf_add(out, text, (size_t)(at - text));
    cm__buf_add_str(out, "...");
}

/* The tools below one first path segment: the tool at the segment itself, and a
 * run of entries. Other groups may lie between the two ("a", "a-b", "a.c"). */
typedef struct Group {
    const char *name;
    size_t len;
    uint32_t exact;    /* entry, or CM_TREE_NONE */
    uint32_t from, to; /* run of entries */
} Group;

static Group group_of(const ToolIndex *index, uint32_t entry)
{
    const ToolNode *n = cm__index_node(index, entry);
    const char *dot = memchr(n->path, '.', n->path_len);
    if (!dot)
        return (Group){ n->path, n->path_len, entry, entry, entry };
    return (Group){ n->path, (size_t)(dot - n->path), CM_TREE_NONE, entry,
                    entry + 1 };
}

static int compare_groups(const void *a, const void *b)
{
    const Group *x = a, *y = b;
    size_t n = x->len < y->len ? x->len : y->len;
    int order = memcmp(x->name, y->name, n);
    if (order)
        return order;
    if (x->len != y->len)
        return x->len < y->len ? -1 : 1;
    return x->from < y->from ? -1 : 1;
}

static bool same_group(const Group *a, const Group *b)
{
    return a->len == b->len && memcmp(a->name, b->name, a->len) == 0;
}

typedef struct Groups {
    Group *rows; /* by name; NULL when there are none or memory lacks */
    size_t n, cap;
} Groups;

/* False when memory is refused, which is left in `out`. */
static bool groups_make(Buf *out, const ToolIndex *index, Groups *groups)
{
    *groups = (Groups){ .cap = index->n_entries };
    if (groups->cap == 0)
        return true;
    groups->rows = cm__alloc(out->alloc, groups->cap * sizeof(Group));
    if (!groups->rows) {
        out->status = CM_E_NOMEM;
        return false;
    }
    for (uint32_t i = 0; i < index->n_entries; i++)
        groups->rows[i] = group_of(index, i);
    qsort(groups->rows, groups->cap, sizeof(Group), compare_groups);
    for (size_t i = 0; i < groups->cap; i++) {
        const Group *row = &groups->rows[i];
        Group *last = groups->n ? &groups->rows[groups->n - 1] : NULL;
        if (!last || !same_group(last, row)) {
            groups->rows[groups->n++] = *row;
            continue;
        }
        if (last->from == last->to)
            last->from = row->from;
        last->to = row->to;
    }
    return true;
}

static void groups_done(const Buf *out, Groups *groups)
{
    if (groups->rows)
        cm__free(out->alloc, groups->rows, groups->cap * sizeof(Group));
}

/* `- name (3 tools)` and the namespace's description, if wanted. */
static void add_group_line(Buf *out, cm_language language,
                           const ToolIndex *index, const Group *g,
                           bool with_description)
{
    uint32_t top = cm__tree_child(index->tree, 0, g->name, g->len);
    unsigned count = g->to - g->from + (g->exact != CM_TREE_NONE);
    cm__buf_add_str(out, "- ");
    cm__buf_add(out, g->name, g->len);
    cm__buf_add_fmt(out, count == 1 ? " (%u tool)" : " (%u tools)", count);
    if (with_description && top != CM_TREE_NONE)
        add_first_line(out, language,
                       cm__tree_node(index->tree, top)->description);
    cm__buf_add_char(out, '\n');
}

static void add_listing(Buf *out, cm_language language, const ToolNode *n)
{
    cm__buf_add_str(out, "  - ");
    cm__signature_add(out, language, n);
    add_first_line(out, language, n->tool->description);
    cm__buf_add_char(out, '\n');
}

void cm__catalog_add(Buf *out, cm_language language, const ToolIndex *index)
{
    Groups groups;
    cm__buf_add_str(out, "## Tools\n");
    cm__buf_add_str(out, index->n_entries ? "Complete list.\n"
                                          : "No tools are available.\n");
    if (!groups_make(out, index, &groups))
        return;
    for (size_t i = 0; i < groups.n; i++) {
        const Group *g = &groups.rows[i];
        add_group_line(out, language, index, g, true);
        if (g->exact != CM_TREE_NONE)
            add_listing(out, language, cm__index_node(index, g->exact));
        for (uint32_t k = g->from; k < g->to; k++)
            add_listing(out, language, cm__index_node(index, k));
    }
    groups_done(out, &groups);
}

void cm__instructions_add(Buf *out, cm_language language,
                          const ToolIndex *index)
{
    const DescribeText *text = cm__describe_text(language);
    cm__buf_add_str(out, text->code_mode);
    if (index->n_entries) {
        cm__buf_add_str(out, text->workflow);
        cm__buf_add_str(out, text->rules);
    }
    cm__buf_add_str(out, text->language);
    cm__buf_add_char(out, '\n');
    cm__catalog_add(out, language, index);
}

void cm__head_add(Buf *out, cm_language language, const ToolIndex *index)
{
    enum {
        COUNT_LINE = 40 /* bytes kept for the line that counts the rest */
    };
    size_t start = out->len, n_left = 0;
    Groups groups;
    cm__buf_add_str(out, cm__describe_text(language)->head);
    if (!index->n_entries) {
        cm__buf_add_str(out, "No tools are available.\n");
        return;
    }
    if (!groups_make(out, index, &groups))
        return;
    cm__buf_add_fmt(out, "Namespaces (%u tools in all):\n",
                    (unsigned)index->n_entries);
    for (size_t i = 0; i < groups.n; i++) {
        size_t line = groups.rows[i].len + sizeof "-  (4294967295 tools)\n";
        if (out->len - start + line + COUNT_LINE > CM_HEAD_MAX)
            n_left++;
        else
            add_group_line(out, language, index, &groups.rows[i], false);
    }
    if (n_left)
        cm__buf_add_fmt(out, "- and %zu more\n", n_left);
    groups_done(out, &groups);
}
