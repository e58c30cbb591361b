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

void cm__signature_js_add(Buf *out, const ToolNode *node)
{
    const ToolDef *tool = node->tool;
    cm__buf_add(out, node->expression, node->expression_len);
    cm__buf_add_str(out, is_empty_input(out->alloc, tool->input_schema)
                             ? "()"
                             : "(unknown)");
    cm__buf_add_str(out, tool->output_schema ? ": Promise<unknown>"
                                             : ": Promise<void>");
}

/* ` // ` and the first line of a description, cut to 120 characters. */
static void add_first_line(Buf *out, const char *description)
{
    const char *text = description ? description : "";
    while (*text == ' ' || (*text >= '\t' && *text <= '\r'))
        text++;
    size_t len = strcspn(text, "\r\n");
    while (len && (text[len - 1] == ' ' || text[len - 1] == '\t'))
        len--;
    if (len == 0)
        return;
    cm__buf_add_str(out, " // ");
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

/* One row for each group, by name; returns their number. */
static size_t make_groups(const ToolIndex *index, Group *groups)
{
    size_t n = 0;
    for (uint32_t i = 0; i < index->n_entries; i++)
        groups[n++] = group_of(index, i);
    qsort(groups, n, sizeof *groups, compare_groups);
    size_t kept = 0;
    for (size_t i = 1; i < n; i++) {
        Group *last = &groups[kept];
        if (!same_group(last, &groups[i])) {
            groups[++kept] = groups[i];
            continue;
        }
        if (last->from == last->to)
            last->from = groups[i].from;
        last->to = groups[i].to;
    }
    return kept + 1;
}

static void add_listing(Buf *out, const ToolNode *n)
{
    cm__buf_add_str(out, "  - ");
    cm__signature_js_add(out, n);
    add_first_line(out, n->tool->description);
    cm__buf_add_char(out, '\n');
}

static void add_group(Buf *out, const ToolIndex *index, const Group *g)
{
    uint32_t top = cm__tree_child(index->tree, 0, g->name, g->len);
    unsigned count = g->to - g->from + (g->exact != CM_TREE_NONE);
    cm__buf_add_str(out, "- ");
    cm__buf_add(out, g->name, g->len);
    cm__buf_add_fmt(out, count == 1 ? " (%u tool)" : " (%u tools)", count);
    if (top != CM_TREE_NONE)
        add_first_line(out, cm__tree_node(index->tree, top)->description);
    cm__buf_add_char(out, '\n');
    if (g->exact != CM_TREE_NONE)
        add_listing(out, cm__index_node(index, g->exact));
    for (uint32_t i = g->from; i < g->to; i++)
        add_listing(out, cm__index_node(index, i));
}

static const char code_mode[] =
    "# Code Mode\n"
    "`execute` runs one JavaScript program. Its only way to the outside is the "
    "global `tools`; the tools are those listed below. Tools that you know "
    "from elsewhere do not exist inside. Paths and signatures are literal, "
    "brackets included.\n";

static const char workflow[] =
    "\n## Workflow\n"
    "1. Choose a tool from the list.\n"
    "2. Call it as its signature says.\n"
    "3. Return no more than you need.\n"
    "\n## Rules\n"
    "- Never guess names. `Object.keys(tools)` lists them.\n"
    "- Filter and aggregate inside the program.\n"
    "- Check an answer of type unknown or string before you read its "
    "fields.\n"
    "- Start independent calls together and await `Promise.all` or "
    "`Promise.allSettled`; the end of the program interrupts what was not "
    "awaited.\n";

static const char language[] =
    "\n## Language\n"
    "Strict modern JavaScript; TypeScript types are allowed and ignored. There "
    "are no timers, files, network, `process`, `eval` or modules. Give the "
    "result with `return`; without one it is the value of the last "
    "expression. Values cross as JSON: convert a Map with "
    "`Object.fromEntries(map)` and a Set with `[...set]`.\n";

void cm__instructions_js_add(Buf *out, const ToolIndex *index)
{
    cm__buf_add_str(out, code_mode);
    if (index->n_entries)
        cm__buf_add_str(out, workflow);
    cm__buf_add_str(out, language);
    cm__buf_add_str(out, "\n## Tools\n");
    if (index->n_entries == 0) {
        cm__buf_add_str(out, "No tools are available.\n");
        return;
    }
    cm__buf_add_str(out, "Complete list.\n");
    size_t size = index->n_entries * sizeof(Group);
    Group *groups = cm__alloc(out->alloc, size);
    if (!groups) {
        out->status = CM_E_NOMEM;
        return;
    }
    size_t n = make_groups(index, groups);
    for (size_t i = 0; i < n; i++)
        add_group(out, index, &groups[i]);
    cm__free(out->alloc, groups, size);
}
