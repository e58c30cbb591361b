/* SPDX-License-Identifier: MIT */
#ifndef CM_OPENAPI_REQUEST_H
#define CM_OPENAPI_REQUEST_H
/* request: the input of a call becomes an HTTP request; spec/openapi.md 8.
 *
 * cm__oa_request_build does everything that needs no credentials; credentials
 * are added to the draft afterwards (9), then cm__oa_request_seal gives what
 * goes out. Nothing here does input or output.
 * Ownership: the draft owns its texts; cm__oa_request_done frees them.
 * Threads:   none.
 * Limits:    OA_URL_MAX. */
#include "base/buf.h"
#include "openapi/generate.h"
#include "openapi/map.h"

/* Bytes of a URL without credentials; no server takes more. */
#define OA_URL_MAX ((size_t)256 << 10)

/* One pair of the query as it goes out, and its key before encoding: what a
 * credential in the query replaces. */
typedef struct OaPair {
    OaText key;
    OaText text; /* "n=a+b" */
} OaPair;

typedef struct OaPairs {
    OaPair *items;
    size_t n, cap;
} OaPairs;

typedef struct OaDraft {
    Arena arena;
    const OpenApiSet *set;
    const Operation *op;
    OaText target; /* base and path, without query */
    OaPairs query;
    OaHeader *headers; /* one of each name, the latest value */
    size_t n_headers, cap_headers;
    OaMap header_names; /* places in headers, from 1 */
    OaText body;
    bool has_body;

    /* after cm__oa_request_seal */
    cm_http_request sealed;
} OaDraft;

/* Fills the draft from the input, an object. CM_E_ARGUMENT: the input does not
 * give a request; the exact text of the spec is in `why` (a ToolFailure).
 * CM_E_NOMEM. Call cm__oa_request_done in any case. `seed` makes the boundary
 * of multipart bodies. */
cm_status cm__oa_request_build(OaDraft *draft, const cm_allocator *alloc,
                               const OpenApiSet *set, const Operation *op,
                               const JsonValue *input, uint64_t seed, Buf *why);
/* Sets or replaces a header; `parameter` names it in the message for values
 * with CR, LF or NUL (CM_E_ARGUMENT, text in `why`). Copies. */
cm_status cm__oa_request_header(OaDraft *draft, OaText name, OaText value,
                                OaText parameter, Buf *why);
/* Replaces all pairs of that key by one at the end. Copies. */
cm_status cm__oa_request_query(OaDraft *draft, OaText key, OaText value);
/* draft->sealed becomes the request; borrowed from the draft. */
cm_status cm__oa_request_seal(OaDraft *draft);
void cm__oa_request_done(OaDraft *draft);

#endif
