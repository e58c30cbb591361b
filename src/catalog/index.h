/* SPDX-License-Identifier: MIT */
#ifndef CM_CATALOG_INDEX_H
#define CM_CATALOG_INDEX_H
/* index: the tools of a tree in catalog order, prepared for search and
 * did-you-mean; spec/discovery.md 4.1, 6.3, 6.4, 7.
 *
 * Entries are sorted by path (bytes of UTF-8, which is code point order), so
 * equal trees built in different orders give equal catalogs. Each entry keeps
 * the lower-case texts that ranking looks into. Ranking is the sum over query
 * tokens of fixed weights; lower-casing is ASCII, since tokens are [a-z0-9].
 *
 * Ownership: the index holds a reference to its tree; texts are its own, but
 *            for signatures, which the tools have (facts.h).
 * Threads:   immutable once built.
 * Limits:    the caller's meter, if any, is charged for every byte looked
 *            at. */
#include "base/arena.h"
#include "catalog/tree.h"

typedef struct IndexEntry {
    uint32_t node; /* of the tree */
    const char *lower_path;
    const char *tokens; /* of the path, each with blanks around: " a b " */
    const char *lower_description;
    const char *search_text; /* lower-case, newline-joined */
    size_t weight;           /* bytes of all texts */
} IndexEntry;

typedef struct ToolIndex {
    ToolTree *tree;      /* counted */
    IndexEntry *entries; /* in the arena */
    uint32_t n_entries;
    bool has_tools_prefix; /* some path begins with "tools." */
    Arena arena;
} ToolIndex;

/* NULL when memory is refused. */
ToolIndex *cm__index_new(const cm_allocator *alloc, ToolTree *tree);
void cm__index_free(ToolIndex *index);

/* Says whether the work of n more bytes may go on. */
typedef struct IndexMeter {
    bool (*charge)(void *ctx, uint64_t n); /* NULL: no limit */
    void *ctx;
} IndexMeter;

typedef struct IndexQuery {
    const char *query;
    size_t query_len;
    const char *name_space; /* NULL: everywhere */
    size_t name_space_len;
} IndexQuery;

/* Entry numbers in rank order. Memory: n * 4 bytes of `alloc`, the caller's.
 * CM_E_LIMIT when the meter refused. */
cm_status cm__index_search(const ToolIndex *index, const IndexQuery *query,
                           const IndexMeter *meter, const cm_allocator *alloc,
                           uint32_t **ret_ranked, size_t *ret_n);

/* The tool meant by an unknown path, or CM_TREE_NONE. CM_E_LIMIT when the meter
 * (may be NULL) refused. */
cm_status cm__index_suggest(const ToolIndex *index, const char *path,
                            size_t path_len, const IndexMeter *meter,
                            uint32_t *ret_node);

/* The pretty signature of an entry; borrowed from the index. NULL when memory
 * is refused. */
const char *cm__index_signature(const ToolIndex *index, uint32_t i,
                                cm_language language, size_t *ret_len);

/* The order of the catalog: by bytes, the shorter one first. */
int cm__index_compare_paths(const char *a, size_t a_len, const char *b,
                            size_t b_len);

static inline const ToolNode *cm__index_node(const ToolIndex *index, uint32_t i)
{
    return cm__tree_node(index->tree, index->entries[i].node);
}

#endif
