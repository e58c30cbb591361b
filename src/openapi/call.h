/* SPDX-License-Identifier: MIT */
#ifndef CM_OPENAPI_CALL_H
#define CM_OPENAPI_CALL_H
/* call: one call of a generated tool, from input to value; spec/openapi.md 8 to
 * 11 put together.
 *
 * A machine without threads, clocks or sockets. It asks its host for one thing
 * at a time and goes on when the host feeds it:
 *
 *     start -> ask ... ask -> send -> value or failed
 *
 * A feed may come inside the host's callback or later. One of `value` and
 * `failed` comes exactly once and is the last; the call is gone then. A call
 * that is not wanted any more is dropped with cm__oa_call_drop instead, outside
 * of callbacks.
 * Ownership: the machine owns itself. Texts given to the host are borrowed
 *            until the next feed.
 * Threads:   one at a time. */
#include "openapi/request.h"

typedef struct OaCall OaCall;

typedef struct OaCallHost {
    /* Wants a credential; feed with cm__oa_call_credential. */
    void (*ask)(void *ctx, OaCall *call, const cm_credential_request *request);
    /* Wants an exchange; feed with cm__oa_call_answer or cm__oa_call_fault. */
    void (*send)(void *ctx, OaCall *call, const cm_http_request *request);
    /* The end: JSON text of the value, or the message of a ToolFailure. message
     * NULL: memory was refused. */
    void (*value)(void *ctx, const char *json, size_t len);
    void (*failed)(void *ctx, const char *message, size_t len);
} OaCallHost;

/* `input` is the JSON text of an object. `can_ask` false: every credential is
 * unavailable (no `auth`). CM_E_NOMEM: nothing was started, nothing comes. */
cm_status cm__oa_call_start(const cm_allocator *alloc, const OpenApiSet *set,
                            const Operation *op, const char *input,
                            size_t input_len, bool can_ask, uint64_t seed,
                            const OaCallHost *host, void *ctx);

typedef enum OaGrant {
    OA_GRANT_GIVEN,
    OA_GRANT_UNAVAILABLE,
    OA_GRANT_FAILED /* `message` says why; never anonymous after it */
} OaGrant;
void cm__oa_call_credential(OaCall *call, OaGrant grant,
                            const cm_credential *credential,
                            const char *message);
void cm__oa_call_answer(OaCall *call, int status, const char *content_type,
                        const char *body, size_t len);
void cm__oa_call_fault(OaCall *call, cm_http_fault fault, const char *reason);
/* Frees a call that waits; neither `value` nor `failed` comes. */
void cm__oa_call_drop(OaCall *call);

#endif
