/* SPDX-License-Identifier: MIT */
/* Building the index: order, lower-case texts, words of the paths. */
#include "catalog/index.h"

#include "base/buf.h"
#include "catalog/signature.h"
#include "catalog/tokens.h"

#include <stdlib.h>
#include <string.h>

typedef struct SortKey {
    const char *path;
    uint32_t len;
    uint32_t node;
} SortKey;

int cm__index_compare_paths(const char *a, size_t a_len, const char *b,
                            size_t b_len)
{
    int order = memcmp(a, b, a_len < b_len ? a_len : b_len);
    if (order)
        return order;
    return (a_len > b_len) - (a_len < b_len);
}

static int compare_keys(const void *a, const void *b)
{
    const SortKey *x = a, *y = b;
    return cm__index_compare_paths(x->path, x->len, y->path, y->len);
}

/* Lower-case copy; NULs become blanks so that C searches see all of it. */
static char *lower_text(Arena *arena, const char *text, size_t n)
{
    char *copy = cm__arena_text(arena, text, n);
    for (size_t i = 0; copy && i < n; i++)
        if (copy[i] != '\0')
            copy[i] = cm__ascii_lower(copy[i]);
        else
            copy[i] = ' ';
    return copy;
}

static char *token_text(Arena *arena, Buf *scratch, const char *text, size_t n)
{
    cm__buf_clear(scratch);
    cm__buf_add_char(scratch, ' ');
    size_t start = 0;
    for (size_t at = 0; cm__token_next(text, n, &at, &start);) {
        for (size_t i = start; i < at; i++)
            cm__buf_add_char(scratch, cm__ascii_lower(text[i]));
        cm__buf_add_char(scratch, ' ');
    }
    if (scratch->status != CM_OK)
        return NULL;
    return cm__arena_text(arena, cm__buf_text(scratch), scratch->len);
}

static void add_line(Buf *out, const char *text)
{
    if (text && *text) {
        cm__buf_add_char(out, '\n');
        cm__buf_add_str(out, text);
    }
}

static char *search_text(ToolIndex *index, Buf *scratch, const ToolNode *node)
{
    cm__buf_clear(scratch);
    cm__buf_add(scratch, node->path, node->path_len);
    add_line(scratch, node->tool->description);
    /* From the outermost namespace to the node itself. */
    const ToolNode *up[CM_TREE_MAX_SEGMENTS + 1];
    uint32_t n = 0;
    for (const ToolNode *at = node; n < CM_ARRAY_LEN(up);
         at = cm__tree_node(index->tree, at->parent)) {
        up[n++] = at;
        if (at->parent == CM_TREE_NONE)
            break;
    }
    while (n > 0)
        add_line(scratch, up[--n]->description);
    const ToolFacts *facts = node->tool->facts;
    cm__buf_add(scratch, facts->words, facts->words_len);
    if (scratch->status != CM_OK)
        return NULL;
    return lower_text(&index->arena, cm__buf_text(scratch), scratch->len);
}

static bool build_entry(ToolIndex *index, Buf *scratch, uint32_t node,
                        IndexEntry *e)
{
    const ToolNode *n = cm__tree_node(index->tree, node);
    const char *description = n->tool->description ? n->tool->description : "";
    e->node = node;
    e->lower_path = lower_text(&index->arena, n->path, n->path_len);
    e->tokens = token_text(&index->arena, scratch, n->path, n->path_len);
    e->lower_description =
        lower_text(&index->arena, description, strlen(description));
    e->search_text = search_text(index, scratch, n);
    if (!e->lower_path || !e->tokens || !e->lower_description ||
        !e->search_text)
        return false;
    e->weight = n->path_len + strlen(e->tokens) + strlen(description) +
                strlen(e->search_text);
    return true;
}

static bool build(ToolIndex *index, SortKey *keys)
{
    const ToolTree *tree = index->tree;
    uint32_t n = 0;
    for (uint32_t i = 1; i < tree->n_nodes; i++) {
        const ToolNode *node = &tree->nodes[i];
        if (node->tool)
            keys[n++] = (SortKey){ node->path, node->path_len, i };
    }
    if (n)
        qsort(keys, n, sizeof *keys, compare_keys);
    Buf scratch;
    cm__buf_init(&scratch, index->arena.alloc, CM_BUF_NO_LIMIT);
    bool ok = true;
    for (uint32_t i = 0; ok && i < n; i++) {
        ok = build_entry(index, &scratch, keys[i].node, &index->entries[i]);
        if (keys[i].len > 6 && memcmp(keys[i].path, "tools.", 6) == 0)
            index->has_tools_prefix = true;
    }
    cm__buf_done(&scratch);
    index->n_entries = n;
    return ok;
}

ToolIndex *cm__index_new(const cm_allocator *alloc, ToolTree *tree)
{
    ToolIndex *index = cm__alloc_zero(alloc, 1, sizeof *index);
    if (!index)
        return NULL;
    cm__arena_init(&index->arena, alloc, CM_BUF_NO_LIMIT);
    index->tree = cm__tree_ref(tree);
    size_t n = tree->n_tools;
    SortKey *keys = cm__alloc(alloc, (n + 1) * sizeof *keys);
    index->entries =
        cm__arena_zero(&index->arena, (n + 1) * sizeof(IndexEntry));
    bool ok = keys && index->entries && build(index, keys);
    cm__free(alloc, keys, (n + 1) * sizeof *keys);
    if (!ok) {
        cm__index_free(index);
        return NULL;
    }
    return index;
}

const char *cm__index_signature(const ToolIndex *index, uint32_t i,
                                cm_language language, size_t *ret_len)
{
    const ToolNode *node = cm__index_node(index, i);
    ToolFacts *facts = node->tool->facts;
    _Atomic(char *) *slot = &facts->signatures[language == CM_LANGUAGE_LUA];
    char *text = atomic_load(slot);
    if (!text) {
        const cm_allocator *alloc = facts->alloc;
        Buf out;
        cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
        cm__signature_add(&out, language, node);
        char *fresh = out.status == CM_OK
                          ? cm__alloc_text(alloc, cm__buf_text(&out), out.len)
                          : NULL;
        cm__buf_done(&out);
        if (!fresh)
            return NULL;
        /* Another thread may have been faster: its text is the same. */
        if (atomic_compare_exchange_strong(slot, &text, fresh))
            text = fresh;
        else
            cm__free(alloc, fresh, strlen(fresh) + 1);
    }
    *ret_len = strlen(text);
    return text;
}

void cm__index_free(ToolIndex *index)
{
    if (!index)
        return;
    const cm_allocator *alloc = index->arena.alloc;
    cm__tree_unref(index->tree);
    cm__arena_done(&index->arena);
    cm__free(alloc, index, sizeof *index);
}
