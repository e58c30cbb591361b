/* SPDX-License-Identifier: MIT */
#ifndef CM_CATALOG_CATALOG_H
#define CM_CATALOG_CATALOG_H
/* catalog: the tools that fit a budget, by groups; spec/discovery.md 4.2.
 *
 * The group of a tool is the first segment of its path. Every group has its
 * line, always; listings are taken in turns, the cheapest of each group first,
 * so that a huge group leaves room for a small one. An estimate is a quarter of
 * the length in UTF-16 code units.
 * Ownership: a catalog borrows its index and owns its tables.
 * Threads:   none. */
#include "base/buf.h"
#include "catalog/index.h"

/* The budget of a catalog of which nothing else was said, and one that every
 * catalog keeps. */
#define CM_CATALOG_DEFAULT INT64_C(2000)
#define CM_CATALOG_ALL     INT64_MAX

typedef struct CatalogRow {
    uint32_t entry; /* of the index */
    uint32_t group;
    uint64_t estimate;
    bool is_shown;
} CatalogRow;

typedef struct CatalogGroup {
    const char *name; /* borrowed from a path; name_len bytes */
    size_t name_len;
    const char *description; /* of the top-level namespace; NULL: none */
    uint32_t from, count;    /* its rows, by path */
    uint32_t shown;
} CatalogGroup;

typedef struct Catalog {
    const cm_allocator *alloc;
    const ToolIndex *index;
    cm_language language;
    CatalogRow *rows;     /* owned; NULL when there are none */
    CatalogGroup *groups; /* owned; by name */
    uint32_t total, shown, n_groups;
} Catalog;

/* CM_E_RANGE for a budget below 0, CM_E_NOMEM; nothing is to be freed then. */
cm_status cm__catalog_make(const cm_allocator *alloc, const ToolIndex *index,
                           cm_language language, int64_t budget,
                           Catalog *ret_catalog);
void cm__catalog_done(Catalog *catalog);

/* The name of a group; one with control bytes is quoted as in JSON, so that a
 * line end in it cannot pass for the end of a line. */
void cm__catalog_add_name(Buf *out, const CatalogGroup *group);
/* `- name (5 tools, 2 shown) // description`, without a line end. */
void cm__catalog_add_group(Buf *out, const Catalog *catalog,
                           const CatalogGroup *group);
/* `  - tools.a.b(): Promise<void> // description`; a signature may bring line
 * ends of its own. */
void cm__catalog_add_listing(Buf *out, const ToolIndex *index,
                             cm_language language, uint32_t entry);
/* The group lines and listings of the whole catalog, each with a line end. */
void cm__catalog_add_lines(Buf *out, const Catalog *catalog);

#endif
