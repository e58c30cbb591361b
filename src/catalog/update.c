/* SPDX-License-Identifier: MIT */
/* Both catalogs are made anew and walked side by side: groups by name, tools by
 * path. */
#include "catalog/update.h"

#include "catalog/catalog.h"
#include "catalog/describe.h"

#include <string.h>

typedef struct Update {
    Buf *out;
    Catalog seen, now;
    cm_language language;
} Update;

/* The side that comes first, or both. */
typedef struct Pair {
    uint32_t seen, now; /* CM_TREE_NONE: only the other has it */
} Pair;

/* One step of a merge; order compares what lies at *i and *k. */
static Pair take(uint32_t *i, bool has_i, uint32_t *k, bool has_k, int order)
{
    Pair pair = { CM_TREE_NONE, CM_TREE_NONE };
    if (has_i && (!has_k || order <= 0))
        pair.seen = (*i)++;
    if (has_k && (!has_i || order >= 0))
        pair.now = (*k)++;
    return pair;
}

static bool next_group(const Update *u, uint32_t *i, uint32_t *k,
                       Pair *ret_pair)
{
    bool has_i = *i < u->seen.n_groups, has_k = *k < u->now.n_groups;
    int order = 0;
    if (!has_i && !has_k)
        return false;
    if (has_i && has_k)
        order = cm__index_compare_paths(
            u->seen.groups[*i].name, u->seen.groups[*i].name_len,
            u->now.groups[*k].name, u->now.groups[*k].name_len);
    *ret_pair = take(i, has_i, k, has_k, order);
    return true;
}

static bool next_tool(const Update *u, uint32_t *i, uint32_t *k, Pair *ret_pair)
{
    bool has_i = *i < u->seen.total, has_k = *k < u->now.total;
    int order = 0;
    if (!has_i && !has_k)
        return false;
    if (has_i && has_k) {
        const ToolNode *a = cm__index_node(u->seen.index, *i);
        const ToolNode *b = cm__index_node(u->now.index, *k);
        order =
            cm__index_compare_paths(a->path, a->path_len, b->path, b->path_len);
    }
    *ret_pair = take(i, has_i, k, has_k, order);
    return true;
}

/* ---- what has changed ---- */

static bool is_complete(const Catalog *c)
{
    return c->shown == c->total;
}

static const char *text_or_empty(const char *text)
{
    return text ? text : "";
}

/* Some namespace's description appeared, vanished or is another one. */
static bool has_new_descriptions(const Update *u)
{
    uint32_t i = 0, k = 0;
    Pair pair;
    while (next_group(u, &i, &k, &pair)) {
        const char *a = "", *b = "";
        if (pair.seen != CM_TREE_NONE)
            a = text_or_empty(u->seen.groups[pair.seen].description);
        if (pair.now != CM_TREE_NONE)
            b = text_or_empty(u->now.groups[pair.now].description);
        if (strcmp(a, b) != 0)
            return true;
    }
    return false;
}

/* The shown listings alone, one after the other. */
static void add_shown(Buf *out, const Catalog *c)
{
    for (uint32_t i = 0; i < c->total; i++) {
        if (!c->rows[i].is_shown)
            continue;
        cm__catalog_add_listing(out, c->index, c->language, c->rows[i].entry);
        cm__buf_add_char(out, '\n');
    }
}

static bool same_text(const Buf *a, const Buf *b)
{
    return a->len == b->len &&
           memcmp(cm__buf_text(a), cm__buf_text(b), a->len) == 0;
}

static bool has_same_listings(Update *u)
{
    Buf a, b;
    cm__buf_init(&a, u->out->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&b, u->out->alloc, CM_BUF_NO_LIMIT);
    add_shown(&a, &u->seen);
    add_shown(&b, &u->now);
    bool same = same_text(&a, &b);
    if (a.status != CM_OK || b.status != CM_OK)
        u->out->status = CM_E_NOMEM;
    cm__buf_done(&a);
    cm__buf_done(&b);
    return same;
}

static bool needs_whole(Update *u)
{
    return is_complete(&u->seen) != is_complete(&u->now) ||
           has_new_descriptions(u) ||
           (!is_complete(&u->now) && !has_same_listings(u));
}

/* ---- the difference of complete lists ---- */

/* Adds the listing of a tool when it is new or reads otherwise than before. */
static void add_if_new(Update *u, Buf *out, const Pair *pair)
{
    Buf old;
    size_t start = out->len;
    cm__catalog_add_listing(out, u->now.index, u->language, pair->now);
    cm__buf_add_char(out, '\n');
    if (pair->seen == CM_TREE_NONE || out->status != CM_OK)
        return;
    cm__buf_init(&old, out->alloc, CM_BUF_NO_LIMIT);
    cm__catalog_add_listing(&old, u->seen.index, u->language, pair->seen);
    cm__buf_add_char(&old, '\n');
    if (old.status != CM_OK)
        out->status = old.status;
    else if (old.len == out->len - start &&
             memcmp(old.bytes, out->bytes + start, old.len) == 0)
        cm__buf_truncate(out, start);
    cm__buf_done(&old);
}

/* A heading, but only when lines came behind it. */
static void drop_if_bare(Buf *out, size_t start, size_t heading)
{
    if (out->status == CM_OK && out->len == start + heading)
        cm__buf_truncate(out, start);
}

static void add_tool_changes(Update *u, Buf *out)
{
    static const char fresh[] = "New or changed tools:\n";
    static const char gone[] = "Removed tools:\n";
    size_t start = out->len;
    uint32_t i = 0, k = 0;
    Pair pair;
    cm__buf_add_str(out, fresh);
    while (next_tool(u, &i, &k, &pair))
        if (pair.now != CM_TREE_NONE)
            add_if_new(u, out, &pair);
    drop_if_bare(out, start, sizeof fresh - 1);
    start = out->len;
    i = k = 0;
    cm__buf_add_str(out, gone);
    while (next_tool(u, &i, &k, &pair)) {
        if (pair.now != CM_TREE_NONE)
            continue;
        const ToolNode *n = cm__index_node(u->seen.index, pair.seen);
        size_t len;
        const char *expression = cm__node_expression(n, u->language, &len);
        cm__buf_add_str(out, "  - ");
        cm__buf_add(out, expression, len);
        cm__buf_add_char(out, '\n');
    }
    drop_if_bare(out, start, sizeof gone - 1);
}

/* ---- the difference of partial lists ---- */

typedef enum GroupChange {
    GROUP_SAME,
    GROUP_NEW,
    GROUP_COUNTED, /* it holds another number of tools */
    GROUP_GONE
} GroupChange;

static GroupChange change_of(const Update *u, const Pair *pair)
{
    if (pair->seen == CM_TREE_NONE)
        return GROUP_NEW;
    if (pair->now == CM_TREE_NONE)
        return GROUP_GONE;
    return u->seen.groups[pair->seen].count == u->now.groups[pair->now].count
               ? GROUP_SAME
               : GROUP_COUNTED;
}

static void add_group_changes(Update *u, Buf *out)
{
    static const char *const headings[] = {
        [GROUP_NEW] = "New namespaces:\n",
        [GROUP_COUNTED] = "Changed namespaces, search them again:\n",
        [GROUP_GONE] = "Removed namespaces:\n",
    };
    for (int change = GROUP_NEW; change <= GROUP_GONE; change++) {
        size_t start = out->len;
        uint32_t i = 0, k = 0;
        Pair pair;
        cm__buf_add_str(out, headings[change]);
        while (next_group(u, &i, &k, &pair)) {
            if (change_of(u, &pair) != (GroupChange)change)
                continue;
            if (change == GROUP_GONE) {
                const CatalogGroup *g = &u->seen.groups[pair.seen];
                cm__buf_add_str(out, "- ");
                cm__catalog_add_name(out, g);
            } else {
                cm__catalog_add_group(out, &u->now, &u->now.groups[pair.now]);
            }
            cm__buf_add_char(out, '\n');
        }
        drop_if_bare(out, start, strlen(headings[change]));
    }
}

/* ---- the update ---- */

static void add_shorter(Update *u, const Buf *difference, int64_t budget)
{
    Buf whole;
    cm__buf_init(&whole, u->out->alloc, CM_BUF_NO_LIMIT);
    cm__describe_catalog(&whole, u->language, u->now.index, budget);
    const Buf *best =
        difference && difference->len < whole.len ? difference : &whole;
    cm__buf_add_buf(u->out, whole.status == CM_OK ? best : &whole);
    cm__buf_done(&whole);
}

static void add_difference(Update *u, int64_t budget)
{
    static const char heading[] = "The tools have changed.\n";
    Buf difference;
    cm__buf_init(&difference, u->out->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_str(&difference, heading);
    if (is_complete(&u->now))
        add_tool_changes(u, &difference);
    else
        add_group_changes(u, &difference);
    if (difference.status != CM_OK)
        u->out->status = difference.status;
    else if (difference.len > sizeof heading - 1)
        add_shorter(u, &difference, budget);
    cm__buf_done(&difference);
}

void cm__describe_update(Buf *out, cm_language language, const ToolIndex *seen,
                         const ToolIndex *now, int64_t budget)
{
    Update u = { .out = out, .language = language };
    cm_status status =
        cm__catalog_make(out->alloc, seen, language, budget, &u.seen);
    if (status == CM_OK) {
        status = cm__catalog_make(out->alloc, now, language, budget, &u.now);
        if (status != CM_OK)
            cm__catalog_done(&u.seen);
    }
    if (status != CM_OK) {
        out->status = status;
        return;
    }
    if (u.now.total == 0 && u.seen.total != 0)
        cm__buf_add_str(out, "No tools are available any more: do not call "
                             "`execute`.\n");
    else if (needs_whole(&u))
        add_shorter(&u, NULL, budget);
    else
        add_difference(&u, budget);
    cm__catalog_done(&u.seen);
    cm__catalog_done(&u.now);
}
