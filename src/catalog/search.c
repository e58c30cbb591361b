/* SPDX-License-Identifier: MIT */
/* Ranking of spec/discovery.md 6.4 and the offers of section 7. */
#include "catalog/index.h"

#include "base/edit_distance.h"
#include "catalog/tokens.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_FORMS = 3,
    /* bytes of an unknown path that gets an offer */
    MAX_SUGGEST = CM_EDIT_DISTANCE_MAX
};

typedef struct Range {
    const char *text;
    size_t len;
} Range;

/* ---- scope ---- */

static bool path_in_scope(const ToolNode *n, const Range *scope)
{
    if (!scope->text)
        return true;
    return n->path_len >= scope->len &&
           memcmp(n->path, scope->text, scope->len) == 0 &&
           (n->path_len == scope->len || n->path[scope->len] == '.');
}

/* Text NULL means everywhere; an empty text matches nothing, since no path is
 * empty or starts with a dot. */
static Range scope_of(const ToolIndex *index, const IndexQuery *q)
{
    Range r = { q->name_space, q->name_space_len };
    if (!r.text || index->has_tools_prefix)
        return r;
    if (r.len == 5 && memcmp(r.text, "tools", 5) == 0)
        return (Range){ NULL, 0 };
    if (r.len > 6 && memcmp(r.text, "tools.", 6) == 0)
        return (Range){ r.text + 6, r.len - 6 };
    return r;
}

/* ---- exact lookup ---- */

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static Range trim(const char *text, size_t len)
{
    while (len && is_blank(text[0])) {
        text++;
        len--;
    }
    while (len && is_blank(text[len - 1]))
        len--;
    return (Range){ text, len };
}

static bool range_is(const Range *r, const char *text, size_t len)
{
    return r->len == len && memcmp(r->text, text, len) == 0;
}

static uint32_t find_exact(const ToolIndex *index, const IndexQuery *q,
                           const Range *scope)
{
    Range whole = trim(q->query, q->query_len);
    Range path = whole;
    if (path.len > 6 && memcmp(path.text, "tools.", 6) == 0)
        path = (Range){ path.text + 6, path.len - 6 };
    if (path.len == 0)
        return CM_TREE_NONE;
    for (uint32_t i = 0; i < index->n_entries; i++) {
        const ToolNode *n = cm__index_node(index, i);
        if (path_in_scope(n, scope) &&
            (range_is(&path, n->path, n->path_len) ||
             range_is(&whole, n->expression, n->expression_len) ||
             (n->lua_expression &&
              range_is(&whole, n->lua_expression, n->lua_expression_len))))
            return i;
    }
    return CM_TREE_NONE;
}

/* ---- weights ---- */

typedef struct Token {
    char *form[MAX_FORMS]; /* NUL-terminated, in the caller's scratch */
    size_t len[MAX_FORMS];
    int n_forms;
} Token;

static bool ends_with(const char *text, size_t len, const char *end)
{
    size_t n = strlen(end);
    return len >= n && memcmp(text + len - n, end, n) == 0;
}

/* Forms share the scratch: three copies of the lower-case word. */
static void make_token(Token *t, char *scratch, const char *word, size_t len)
{
    size_t lens[MAX_FORMS] = { len, len > 3 ? len - 2 : 0,
                               len > 2 ? len - 1 : 0 };
    for (size_t i = 0; i < len; i++)
        scratch[i] = cm__ascii_lower(word[i]);
    bool use[MAX_FORMS] = { true, len > 3 && ends_with(scratch, len, "es"),
                            len > 2 && ends_with(scratch, len, "s") };
    t->n_forms = 0;
    char *at = scratch;
    for (int i = 0; i < MAX_FORMS; i++) {
        if (!use[i])
            continue;
        if (at != scratch)
            memcpy(at, scratch, lens[i]);
        at[lens[i]] = '\0';
        t->form[t->n_forms] = at;
        t->len[t->n_forms++] = lens[i];
        at += len + 1;
    }
}

static bool is_last_segment(const char *path, const char *form, size_t len)
{
    size_t n = strlen(path);
    return n >= len && memcmp(path + n - len, form, len) == 0 &&
           (n == len || path[n - len - 1] == '.');
}

static bool has_token(const char *tokens, const char *form, size_t len)
{
    for (const char *at = tokens; (at = strstr(at, form)) != NULL; at++)
        if (at[-1] == ' ' && at[len] == ' ')
            return true;
    return false;
}

static uint32_t score_token(const IndexEntry *e, const Token *t)
{
    bool last = false, own = false, path = false, about = false, text = false;
    for (int i = 0; i < t->n_forms; i++) {
        const char *form = t->form[i];
        size_t len = t->len[i];
        /* the search text holds path and description, the path its tokens */
        if (!strstr(e->search_text, form))
            continue;
        text = true;
        about = about || strstr(e->lower_description, form);
        if (!strstr(e->lower_path, form))
            continue;
        path = true;
        last = last || is_last_segment(e->lower_path, form, len);
        own = own || has_token(e->tokens, form, len);
    }
    return (last ? 20u : 0) + (own ? 12u : 0) + (path ? 8u : 0) +
           (about ? 4u : 0) + (text ? 2u : 0);
}

typedef struct Ranked {
    uint64_t score;
    uint32_t entry;
    uint32_t best; /* of one token */
} Ranked;

static int compare_ranked(const void *a, const void *b)
{
    const Ranked *x = a, *y = b;
    if (x->score != y->score)
        return x->score < y->score ? 1 : -1;
    return x->entry < y->entry ? -1 : 1;
}

static bool may_go_on(const IndexMeter *meter, uint64_t n)
{
    return !meter || !meter->charge || meter->charge(meter->ctx, n);
}

/* Adds up every token over the rows. CM_E_LIMIT when the meter refused. */
static cm_status score_all(const ToolIndex *index, const Range *query,
                           const IndexMeter *meter, const cm_allocator *alloc,
                           Ranked *rows, size_t n_rows, bool *ret_any)
{
    size_t start = 0, size = 3 * (query->len + 2);
    char *scratch = cm__alloc(alloc, size);
    if (!scratch)
        return CM_E_NOMEM;
    cm_status status = CM_OK;
    *ret_any = false;
    for (size_t at = 0; status == CM_OK &&
                        cm__token_next(query->text, query->len, &at, &start);) {
        Token t;
        make_token(&t, scratch, query->text + start, at - start);
        *ret_any = true;
        for (size_t i = 0; status == CM_OK && i < n_rows; i++) {
            const IndexEntry *e = &index->entries[rows[i].entry];
            uint32_t score = score_token(e, &t);
            rows[i].score += score;
            if (score > rows[i].best)
                rows[i].best = score;
            if (!may_go_on(meter, e->weight * (uint64_t)t.n_forms))
                status = CM_E_LIMIT;
        }
    }
    cm__free(alloc, scratch, size);
    return status;
}

/* Rows of the entries in scope, scored and sorted; those with score 0 are
 * dropped when there was a token at all. *ret_any tells that. */
/* NOLINTNEXTLINE(readability-function-size): a query and its place */
static cm_status rank(const ToolIndex *index, const Range *query,
                      const Range *scope, const IndexMeter *meter,
                      const cm_allocator *alloc, Ranked *rows, size_t *ret_n,
                      bool *ret_any)
{
    size_t n = 0;
    for (uint32_t i = 0; i < index->n_entries; i++)
        if (path_in_scope(cm__index_node(index, i), scope))
            rows[n++] = (Ranked){ 0, i, 0 };
    bool any = false;
    cm_status status = score_all(index, query, meter, alloc, rows, n, &any);
    if (status != CM_OK)
        return status;
    if (any) {
        size_t kept = 0;
        for (size_t i = 0; i < n; i++)
            if (rows[i].score)
                rows[kept++] = rows[i];
        n = kept;
        if (n)
            qsort(rows, n, sizeof *rows, compare_ranked);
    }
    *ret_n = n;
    *ret_any = any;
    return CM_OK;
}

cm_status cm__index_search(const ToolIndex *index, const IndexQuery *q,
                           const IndexMeter *meter, const cm_allocator *alloc,
                           uint32_t **ret_ranked, size_t *ret_n)
{
    *ret_ranked = NULL;
    *ret_n = 0;
    Range scope = scope_of(index, q);
    size_t cap = index->n_entries;
    if (cap == 0)
        return CM_OK;
    Ranked *rows = cm__alloc(alloc, cap * sizeof *rows);
    if (!rows)
        return CM_E_NOMEM;
    size_t n = 0;
    cm_status status = CM_OK;
    uint32_t exact = find_exact(index, q, &scope);
    if (exact != CM_TREE_NONE) {
        rows[n++] = (Ranked){ 0, exact, 0 };
    } else {
        bool any;
        Range query = { q->query, q->query_len };
        status = rank(index, &query, &scope, meter, alloc, rows, &n, &any);
    }
    if (status == CM_OK && n) {
        uint32_t *ranked = cm__alloc(alloc, n * sizeof *ranked);
        if (!ranked) {
            status = CM_E_NOMEM;
        } else {
            for (size_t i = 0; i < n; i++)
                ranked[i] = rows[i].entry;
            *ret_ranked = ranked;
            *ret_n = n;
        }
    }
    cm__free(alloc, rows, cap * sizeof *rows);
    return status;
}

/* ---- did you mean ---- */

static size_t strip(const char *text, size_t len, char *out)
{
    size_t n = 0;
    for (size_t i = 0; i < len && n < MAX_SUGGEST; i++)
        if (cm__is_token_byte(text[i]))
            out[n++] = cm__ascii_lower(text[i]);
    return n;
}

static bool may_look(const IndexMeter *meter, uint64_t n)
{
    return !meter || !meter->charge || meter->charge(meter->ctx, n);
}

static cm_status nearest(const ToolIndex *index, const Range *scope,
                         const char *path, size_t path_len,
                         const IndexMeter *meter, uint32_t *ret_node)
{
    char a[MAX_SUGGEST], b[MAX_SUGGEST];
    size_t n = strip(path, path_len, a);
    uint32_t best = CM_TREE_NONE, best_distance = UINT32_MAX;
    for (uint32_t i = 0; i < index->n_entries; i++) {
        const ToolNode *node = cm__index_node(index, i);
        if (!path_in_scope(node, scope))
            continue;
        size_t m = strip(node->path, node->path_len, b);
        size_t most = cm__edit_tolerance(n, m);
        bool is_far = (m > n ? m - n : n - m) > most;
        if (!may_look(meter, is_far ? m : (uint64_t)n * m))
            return CM_E_LIMIT;
        if (is_far)
            continue;
        uint32_t d = cm__edit_distance(a, n, b, m);
        if (d <= most && d < best_distance) {
            best = index->entries[i].node;
            best_distance = d;
        }
    }
    *ret_node = best;
    return CM_OK;
}

cm_status cm__index_suggest(const ToolIndex *index, const char *path,
                            size_t path_len, const IndexMeter *meter,
                            uint32_t *ret_node)
{
    *ret_node = CM_TREE_NONE;
    if (path_len == 0 || path_len > MAX_SUGGEST || index->n_entries == 0)
        return CM_OK;
    Range scope = { NULL, 0 };
    Range query = { path, path_len };
    const char *dot = memchr(path, '.', path_len);
    if (dot && cm__tree_child(index->tree, 0, path, (size_t)(dot - path)) !=
                   CM_TREE_NONE) {
        scope = (Range){ path, (size_t)(dot - path) };
        query = (Range){ dot + 1, path_len - scope.len - 1 };
    }
    const cm_allocator *alloc = index->arena.alloc;
    size_t size = index->n_entries * sizeof(Ranked), n = 0;
    Ranked *rows = cm__alloc(alloc, size);
    if (!rows)
        return CM_E_NOMEM;
    bool any = false;
    cm_status status =
        rank(index, &query, &scope, meter, alloc, rows, &n, &any);
    if (status == CM_OK && any && n && rows[0].best >= 8)
        *ret_node = index->entries[rows[0].entry].node;
    cm__free(alloc, rows, size);
    if (status != CM_OK || *ret_node != CM_TREE_NONE)
        return status;
    return nearest(index, &scope, path, path_len, meter, ret_node);
}
