/* SPDX-License-Identifier: MIT */
#ifndef CM_OPENAPI_GENERATE_H
#define CM_OPENAPI_GENERATE_H
/* generate: an OpenAPI 3 document becomes operations and a list of what was
 * left out; spec/openapi.md 2 to 7, 9 (at generation), 10, 12.
 *
 * A pure function of its arguments: nothing is fetched. Schemas are walked with
 * stacks of their own, never by native recursion.
 * Ownership: the caller frees the set; the document's text is not needed
 *            afterwards.
 * Threads:   the set is immutable once made. */
#include "base/buf.h"
#include "openapi/operation.h"

typedef struct OaSkipped {
    OaText method; /* upper case */
    OaText path;   /* as written */
    OaText reason; /* one of spec/openapi.md 5 */
    OaText tool;   /* path that it would have if none were taken */
} OaSkipped;

typedef struct OaOptions {
    const char *base_url; /* NULL: the document's servers */
    /* Fixed headers of every request. Copied. */
    const cm_http_header *headers;
    size_t n_headers;
} OaOptions;

typedef struct OpenApiSet {
    Arena arena;
    const Operation *operations; /* in document order */
    size_t n_operations;
    const OaSkipped *skipped; /* in document order */
    size_t n_skipped;
    const char *const *schemes; /* names of those that the document declares */
    size_t n_schemes;
    const OaHeader *headers; /* the fixed ones, names in lower case */
    size_t n_headers;
} OpenApiSet;

/* CM_E_SYNTAX: no JSON, no OpenAPI 3 document or an unusable header,
 * CM_E_LIMIT: nested over 1,000 levels, or over OA_MAX_BYTES or OA_LIST_WORK;
 * err has the place. An unusable base_url is a reason to skip. */
cm_status cm__openapi_generate(const cm_allocator *alloc, const char *json,
                               size_t len, const OaOptions *options,
                               OpenApiSet **ret_set, cm_error *err);
void cm__openapi_set_free(OpenApiSet *set);

/* Why there is no tool, for who calls it all the same: "operation GET /a was
 * left out: <reason>". */
void cm__openapi_tell_skip(OaText method, OaText path, const char *reason,
                           Buf *out);

#endif
