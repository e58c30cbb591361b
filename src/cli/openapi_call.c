/* SPDX-License-Identifier: MIT */
/* One call of a tool: the machine of openapi/call.h asks, this answers. A Live
 * is what the call waits for: a credential or an exchange, one at a time. All
 * of it may happen inside the start, so a Live is not touched after a feed. */
#include <stdio.h>
#include <string.h>

#include "cli/openapi_internal.h"
#include "openapi/call.h"

struct OpenApiLive {
    OpenApiLive *prev, *next; /* list of the source */
    OpenApiSource *source;
    HostCall *call;
    OaCall *machine; /* it frees itself at its end */
    const OpenApiAuth *auth;
    bool is_api_key; /* the scheme that is asked for */
    OpenApiCredential *credential;
    HttpExchange *exchange;
    char cause[120]; /* of a fault: what its message ends with; or "" */
};

/* ---- the end ---- */

static HostCall *live_end(OpenApiLive *live)
{
    OpenApiSource *s = live->source;
    HostCall *call = live->call;
    *(live->prev != NULL ? &live->prev->next : &s->lives) = live->next;
    if (live->next != NULL)
        live->next->prev = live->prev;
    cm__free(s->alloc, live, sizeof *live);
    call->op = NULL;
    return call;
}

static void got_value(void *ctx, const char *json, size_t len)
{
    cm__host_return(live_end(ctx), json, len);
}

/* The message is cut behind what is above the cause. */
static void fail_because(HostCall *call, const char *message, size_t len,
                         const char *cause)
{
    Buf upper;
    cm__buf_init(&upper, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add(&upper, message, len);
    if (upper.status == CM_OK)
        cm__host_fail_because(call, cm__buf_text(&upper), cause);
    else
        cm__host_fail(call, "the host is out of memory");
    cm__buf_done(&upper);
}

static void got_failure(void *ctx, const char *message, size_t len)
{
    char cause[sizeof((OpenApiLive *)0)->cause];
    memcpy(cause, ((OpenApiLive *)ctx)->cause, sizeof cause);
    size_t n = strlen(cause);
    HostCall *call = live_end(ctx);
    if (message != NULL && n > 0 && len > n + 2 &&
        memcmp(message + len - n, cause, n) == 0)
        fail_because(call, message, len - n - 2, cause);
    else if (message != NULL)
        cm__host_fail_n(call, message, len);
    else
        cm__host_fail(call, "the host is out of memory");
}

/* Stops a call that waits. */
static void live_drop(OpenApiLive *live, const char *message)
{
    cm__openapi_credential_drop(live->credential);
    if (live->exchange != NULL)
        cm__http_cancel(live->exchange);
    cm__oa_call_drop(live->machine);
    cm__host_fail(live_end(live), message);
}

/* ---- credentials ---- */

static void secret_given(void *user, const char *secret)
{
    OpenApiLive *live = user;
    cm_credential credential = { .name = live->auth->name, .value = secret };
    live->credential = NULL;
    switch (live->auth->kind) {
    case OPENAPI_AUTH_DEFAULT:
        credential.kind =
            live->is_api_key ? CM_CREDENTIAL_API_KEY : CM_CREDENTIAL_BEARER;
        break;
    case OPENAPI_AUTH_BEARER:
        credential.kind = CM_CREDENTIAL_BEARER;
        break;
    case OPENAPI_AUTH_BASIC:
        credential.kind = CM_CREDENTIAL_BASIC;
        break;
    case OPENAPI_AUTH_API_KEY:
        credential.kind = CM_CREDENTIAL_API_KEY;
        break;
    case OPENAPI_AUTH_HEADER:
        credential.kind = CM_CREDENTIAL_HEADER;
        break;
    }
    cm__oa_call_credential(live->machine, OA_GRANT_GIVEN, &credential, NULL);
}

static void secret_unavailable(void *user)
{
    OpenApiLive *live = user;
    live->credential = NULL;
    cm__oa_call_credential(live->machine, OA_GRANT_UNAVAILABLE, NULL, NULL);
}

static void secret_failed(void *user, const char *message)
{
    OpenApiLive *live = user;
    live->credential = NULL;
    cm__oa_call_credential(live->machine, OA_GRANT_FAILED, NULL, message);
}

static const OpenApiAuth *find_auth(const OpenApiSpec *spec, const char *scheme)
{
    for (size_t i = 0; i < spec->n_auth; i++)
        if (strcmp(spec->auth[i].scheme, scheme) == 0)
            return &spec->auth[i];
    return NULL;
}

static void ask(void *ctx, OaCall *machine,
                const cm_credential_request *request)
{
    static const OpenApiCredentialEvents events = { secret_given,
                                                    secret_unavailable,
                                                    secret_failed };
    OpenApiLive *live = ctx;
    OpenApiCredential *credential;
    live->machine = machine;
    live->auth = find_auth(live->source->spec, request->name);
    live->is_api_key = strcmp(request->type, "apiKey") == 0;
    if (live->auth == NULL) {
        secret_unavailable(live);
        return;
    }
    cm__openapi_credential_start(live->source, live->auth, &events, live,
                                 &credential);
    if (credential != NULL) /* else the live may be gone */
        live->credential = credential;
}

/* ---- exchanges ---- */

static void answered(void *user, const HttpEnd *end)
{
    OpenApiLive *live = user;
    live->exchange = NULL;
    if (end->is_answered) {
        cm__gate_alive(live->source->gate);
        cm__oa_call_answer(live->machine, end->head.status,
                           cm__http_header(&end->head, "content-type"),
                           end->body, end->body_len);
    } else {
        if (end->cause != NULL)
            (void)snprintf(live->cause, sizeof live->cause, "%s", end->cause);
        cm__oa_call_fault(live->machine, end->fault, end->reason);
    }
}

static void send_request(void *ctx, OaCall *machine,
                         const cm_http_request *request)
{
    static const HttpEvents events = { .ended = answered };
    OpenApiLive *live = ctx;
    OpenApiSource *s = live->source;
    const HttpSpec spec = { .method = request->method,
                            .url = request->url,
                            .headers = request->headers,
                            .n_headers = request->n_headers,
                            .body = request->body,
                            .body_len = request->body_len,
                            .timeout_ms = s->spec->call_timeout_ms,
                            .max_body = request->max_answer_bytes };
    HttpClient *client = cm__openapi_client(s->network);
    cm_error err = { .text = "the host is out of memory" };
    live->machine = machine;
    if (!cm__http_is_available())
        cm__oa_call_fault(machine, CM_HTTP_FAILED, CM_NO_HTTP);
    else if (client == NULL || cm__http_start(client, &spec, &events, live,
                                              &live->exchange, &err) != CM_OK)
        cm__oa_call_fault(machine, CM_HTTP_FAILED, err.text);
}

/* ---- as the hub sees it ---- */

static void begin(HostCall *call)
{
    static const OaCallHost host = { ask, send_request, got_value,
                                     got_failure };
    OpenApiSource *s = call->tool->source;
    OpenApiLive *live = cm__alloc_zero(s->alloc, 1, sizeof *live);
    if (live == NULL) {
        cm__host_fail(call, "the host is out of memory");
        return;
    }
    live->source = s;
    live->call = call;
    live->next = s->lives;
    if (live->next != NULL)
        live->next->prev = live;
    s->lives = live;
    call->op = live;
    uint64_t seed = ++s->n_calls;
    if (cm__oa_call_start(s->alloc, s->set, call->tool->item, call->input,
                          call->input_len, s->spec->n_auth > 0, seed, &host,
                          live) != CM_OK)
        got_failure(live, NULL, 0);
}

static void ops_start(HostCall *call)
{
    const OpenApiSource *s = call->tool->source;
    cm__gate_enter(s->gate, call, begin);
}

static void ops_cancel(HostCall *call)
{
    if (cm__gate_holds(call))
        cm__host_fail(call, "the call was cancelled");
    else if (call->op != NULL)
        live_drop(call->op, "the call was cancelled");
}

const HostToolOps cm__openapi_ops = { ops_start, ops_cancel };

void cm__openapi_drop_calls(OpenApiSource *s)
{
    while (s->lives != NULL)
        live_drop(s->lives, "the host is shutting down");
}
