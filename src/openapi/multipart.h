/* SPDX-License-Identifier: MIT */
#ifndef CM_OPENAPI_MULTIPART_H
#define CM_OPENAPI_MULTIPART_H
/* multipart: an object as multipart/form-data (RFC 7578); spec/openapi.md 8.2.
 *
 * The parts are written first, then a boundary is chosen that occurs in none of
 * them, so no value can end its part.
 * Threads: free of state. */
#include "openapi/request.h"

enum {
    OA_BOUNDARY_LEN = 25 /* "codemode-" and 16 hexadecimal digits */
};

/* Appends the body and writes its boundary, with a NUL. `fields` is an object.
 * CM_E_ARGUMENT with the text in `why`, CM_E_NOMEM. */
cm_status cm__oa_multipart_write(Buf *out, const OaBody *body,
                                 const JsonValue *fields, uint64_t seed,
                                 char boundary[OA_BOUNDARY_LEN + 1], Buf *why);

#endif
