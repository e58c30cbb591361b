/* SPDX-License-Identifier: MIT */
#ifndef CM_CLI_TOML_H
#define CM_CLI_TOML_H
/* toml: a TOML 1.0 document as the tree that JSON text would give.
 *
 * For configuration files of programs that keep theirs in TOML. The offsets of
 * the values are those of the TOML text, so cm__json_locate names their place.
 * All of TOML 1.0 is read: tables, arrays of tables, dotted and quoted keys,
 * inline tables, the four kinds of strings, numbers of all bases. Dates and
 * times are not checked and become strings, as they are written; inf and nan
 * are the numbers. A key that is given twice, or a table that is, is an error.
 * Ownership: the document is the caller's: cm__json_doc_free.
 * Threads:   free of state.
 * Limits:    16 MiB of text, 64 MiB of memory, 64 levels. */
#include "json/tree.h"

enum {
    CM_TOML_DEPTH_MAX = 64
};

/* CM_E_SYNTAX, CM_E_LIMIT or CM_E_NOMEM with line and column in err, which may
 * be NULL. */
cm_status cm__toml_parse(const cm_allocator *alloc, const char *text,
                         size_t len, JsonDoc **ret_doc, cm_error *err);

#endif
