/* SPDX-License-Identifier: MIT */
#include "catalog/catalog.h"

#include "base/utf8.h"
#include "catalog/describe.h"
#include "catalog/signature.h"
#include "json/writer.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINE_MAX_UNITS = 120, /* of a description in a listing */
    LINE_CUT_UNITS = 117
};

/* ---- lines ---- */

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The first line of a trimmed text. */
static const char *first_line(const char *text, size_t *ret_len)
{
    while (is_blank(*text))
        text++;
    size_t len = strcspn(text, "\r\n");
    while (len && is_blank(text[len - 1]))
        len--;
    *ret_len = len;
    return text;
}

/* Bytes of the characters that lie in the first n code units. */
static size_t bytes_of_units(const char *text, size_t len, size_t n)
{
    const char *at = text, *end = text + len;
    for (size_t units = 0; at < end;) {
        const char *next = at;
        units += cm__utf8_next(&next, end, NULL) > 0xFFFF ? 2 : 1;
        if (units > n)
            break;
        at = next;
    }
    return (size_t)(at - text);
}

/* The mark and the first line of a description, at most max_units of it. */
static void add_first_line(Buf *out, cm_language language, const char *text,
                           size_t max_units)
{
    size_t len;
    if (!text)
        return;
    text = first_line(text, &len);
    if (len == 0)
        return;
    cm__buf_add_str(out, cm__describe_text(language)->note);
    if (cm__text_units(text, len) <= max_units) {
        cm__text_repair(out, text, len);
        return;
    }
    cm__text_repair(out, text, bytes_of_units(text, len, LINE_CUT_UNITS));
    cm__buf_add_str(out, "...");
}

void cm__catalog_add_name(Buf *out, const CatalogGroup *g)
{
    for (size_t i = 0; i < g->name_len; i++) {
        unsigned char c = (unsigned char)g->name[i];
        if (c < ' ' || c == 0x7F) {
            cm__json_quote(out, g->name, g->name_len);
            return;
        }
    }
    cm__buf_add(out, g->name, g->name_len);
}

void cm__catalog_add_group(Buf *out, const Catalog *c, const CatalogGroup *g)
{
    cm__buf_add_str(out, "- ");
    cm__catalog_add_name(out, g);
    cm__buf_add_fmt(out, g->count == 1 ? " (%u tool" : " (%u tools",
                    (unsigned)g->count);
    if (g->shown == 0)
        cm__buf_add_str(out, ", none shown");
    else if (g->shown < g->count)
        cm__buf_add_fmt(out, ", %u shown", (unsigned)g->shown);
    cm__buf_add_char(out, ')');
    add_first_line(out, c->language, g->description, SIZE_MAX);
}

void cm__catalog_add_listing(Buf *out, const ToolIndex *index,
                             cm_language language, uint32_t entry)
{
    size_t len;
    const char *signature = cm__index_signature(index, entry, language, &len);
    if (!signature) {
        out->status = CM_E_NOMEM;
        return;
    }
    cm__buf_add_str(out, "  - ");
    cm__buf_add(out, signature, len);
    add_first_line(out, language,
                   cm__index_node(index, entry)->tool->description,
                   LINE_MAX_UNITS);
}

void cm__catalog_add_lines(Buf *out, const Catalog *c)
{
    for (uint32_t i = 0; i < c->n_groups; i++) {
        const CatalogGroup *g = &c->groups[i];
        cm__catalog_add_group(out, c, g);
        cm__buf_add_char(out, '\n');
        for (uint32_t k = g->from; k < g->from + g->count; k++) {
            if (!c->rows[k].is_shown)
                continue;
            cm__catalog_add_listing(out, c->index, c->language,
                                    c->rows[k].entry);
            cm__buf_add_char(out, '\n');
        }
    }
}

/* ---- groups ---- */

typedef struct Named {
    const char *name;
    size_t len;
    uint32_t entry;
} Named;

static int compare_named(const void *a, const void *b)
{
    const Named *x = a, *y = b;
    int order = cm__index_compare_paths(x->name, x->len, y->name, y->len);
    if (order)
        return order;
    return x->entry < y->entry ? -1 : 1;
}

static CatalogGroup group_of(const ToolIndex *index, const Named *named,
                             uint32_t from)
{
    uint32_t top = cm__tree_child(index->tree, 0, named->name, named->len);
    return (CatalogGroup){
        .name = named->name,
        .name_len = named->len,
        .description = top != CM_TREE_NONE
                           ? cm__tree_node(index->tree, top)->description
                           : NULL,
        .from = from,
    };
}

/* Paths that start alike need not lie side by side in path order ("a", "a-b",
 * "a.c"), so rows are sorted by group first. */
static void fill(Catalog *c, Named *named)
{
    for (uint32_t i = 0; i < c->total; i++) {
        const ToolNode *n = cm__index_node(c->index, i);
        const char *dot = memchr(n->path, '.', n->path_len);
        size_t len = dot ? (size_t)(dot - n->path) : n->path_len;
        named[i] = (Named){ n->path, len, i };
    }
    qsort(named, c->total, sizeof *named, compare_named);
    for (uint32_t i = 0; i < c->total; i++) {
        CatalogGroup *g = c->n_groups ? &c->groups[c->n_groups - 1] : NULL;
        if (!g || cm__index_compare_paths(g->name, g->name_len, named[i].name,
                                          named[i].len) != 0) {
            g = &c->groups[c->n_groups++];
            *g = group_of(c->index, &named[i], i);
        }
        g->count++;
        c->rows[i] = (CatalogRow){ named[i].entry, c->n_groups - 1, 0, false };
    }
}

/* ---- selection ---- */

static uint64_t estimate(const Buf *text)
{
    return (cm__text_units(cm__buf_text(text), text->len) + 2) / 4;
}

static int compare_cost(const void *a, const void *b)
{
    const CatalogRow *x = *(const CatalogRow *const *)a;
    const CatalogRow *y = *(const CatalogRow *const *)b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->estimate != y->estimate)
        return x->estimate < y->estimate ? -1 : 1;
    return x->entry < y->entry ? -1 : 1;
}

static void show(Catalog *c, CatalogRow *row)
{
    row->is_shown = true;
    c->groups[row->group].shown++;
    c->shown++;
}

/* Estimates everything; *remaining loses the group lines. Group lines are
 * estimated before anything is shown: with the label "none shown". */
static cm_status estimate_all(Catalog *c, int64_t *remaining)
{
    Buf text;
    cm__buf_init(&text, c->alloc, CM_BUF_NO_LIMIT);
    for (uint32_t i = 0; text.status == CM_OK && i < c->n_groups; i++) {
        cm__buf_clear(&text);
        cm__catalog_add_group(&text, c, &c->groups[i]);
        *remaining -= (int64_t)estimate(&text);
    }
    cm_status status = text.status;
    for (uint32_t i = 0; status == CM_OK && i < c->total; i++) {
        cm__buf_clear(&text);
        cm__catalog_add_listing(&text, c->index, c->language, c->rows[i].entry);
        status = text.status;
        c->rows[i].estimate = estimate(&text);
    }
    cm__buf_done(&text);
    return status;
}

static bool is_pinned(const Catalog *c, const CatalogRow *row)
{
    return cm__index_node(c->index, row->entry)->tool->pinned;
}

/* In turns over the groups that still have a listing that fits. `queue` holds
 * the rows of each group in the places of the group, cheapest first; pinned
 * ones are skipped. */
static void take_turns(Catalog *c, CatalogRow **queue, uint32_t *next,
                       int64_t remaining)
{
    for (bool is_active = true; is_active;) {
        is_active = false;
        for (uint32_t i = 0; i < c->n_groups; i++) {
            const CatalogGroup *g = &c->groups[i];
            while (next[i] < g->count && queue[g->from + next[i]]->is_shown)
                next[i]++;
            if (next[i] == g->count)
                continue;
            CatalogRow *row = queue[g->from + next[i]];
            if (remaining < 0 || row->estimate > (uint64_t)remaining) {
                next[i] = g->count;
                continue;
            }
            show(c, row);
            remaining -= (int64_t)row->estimate;
            is_active = true;
        }
    }
}

static cm_status choose(Catalog *c, int64_t budget)
{
    cm_status status = estimate_all(c, &budget);
    if (status != CM_OK)
        return status;
    size_t queue_size = c->total * sizeof(void *);
    size_t next_size = c->n_groups * sizeof(uint32_t);
    CatalogRow **queue = cm__alloc(c->alloc, queue_size);
    uint32_t *next = cm__alloc(c->alloc, next_size);
    if (queue && next) {
        memset(next, 0, next_size);
        for (uint32_t i = 0; i < c->total; i++) {
            queue[i] = &c->rows[i];
            if (!is_pinned(c, queue[i]))
                continue;
            show(c, queue[i]);
            budget -= (int64_t)queue[i]->estimate;
        }
        qsort(queue, c->total, sizeof(void *), compare_cost);
        take_turns(c, queue, next, budget);
    } else {
        status = CM_E_NOMEM;
    }
    cm__free(c->alloc, queue, queue_size);
    cm__free(c->alloc, next, next_size);
    return status;
}

static void choose_all(Catalog *c)
{
    for (uint32_t i = 0; i < c->total; i++)
        show(c, &c->rows[i]);
}

cm_status cm__catalog_make(const cm_allocator *alloc, const ToolIndex *index,
                           cm_language language, int64_t budget,
                           Catalog *ret_catalog)
{
    Catalog c = { .alloc = alloc,
                  .index = index,
                  .language = language,
                  .total = index->n_entries };
    if (budget < 0)
        return CM_E_RANGE;
    if (c.total) {
        size_t size = c.total * sizeof(Named);
        Named *named = cm__alloc(alloc, size);
        c.rows = cm__alloc(alloc, c.total * sizeof *c.rows);
        c.groups = cm__alloc(alloc, c.total * sizeof *c.groups);
        cm_status status = CM_E_NOMEM;
        if (named && c.rows && c.groups) {
            fill(&c, named);
            status = CM_OK;
            if (budget == CM_CATALOG_ALL)
                choose_all(&c);
            else
                status = choose(&c, budget);
        }
        cm__free(alloc, named, size);
        if (status != CM_OK) {
            cm__catalog_done(&c);
            return status;
        }
    }
    *ret_catalog = c;
    return CM_OK;
}

void cm__catalog_done(Catalog *c)
{
    cm__free(c->alloc, c->rows, c->total * sizeof *c->rows);
    cm__free(c->alloc, c->groups, c->total * sizeof *c->groups);
    c->rows = NULL;
    c->groups = NULL;
}
