/* SPDX-License-Identifier: MIT */
#ifndef CM_OPENAPI_ANSWER_H
#define CM_OPENAPI_ANSWER_H
/* answer: an HTTP response becomes a value or a failure; spec/openapi.md 11.
 * Threads: free of state. */
#include "base/buf.h"
#include "openapi/operation.h"

enum {
    OA_SUMMARY_UNITS = 1024 /* UTF-16 units of an error's summary */
};
#define OA_BODY_MAX ((size_t)52428800)

/* Appends JSON text to `out` and returns CM_OK, or appends the failure's
 * message and returns CM_E_IO. CM_E_NOMEM when memory was refused. content_type
 * NULL: the response had none. */
cm_status cm__oa_answer_read(const cm_allocator *alloc, const Operation *op,
                             int status, const char *content_type,
                             const char *body, size_t len, Buf *out);
/* The message for a response that never came whole. reason may be NULL. */
void cm__oa_answer_fault(const Operation *op, cm_http_fault fault,
                         const char *reason, Buf *out);

#endif
