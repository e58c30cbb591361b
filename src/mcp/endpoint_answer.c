/* SPDX-License-Identifier: MIT */
#include "mcp/endpoint_internal.h"
#include "mcp/era.h"

HostGuardVerdict cm__endpoint_guard(const Endpoint *e,
                                    const HttpdRequest *request)
{
    const HostGuard guard = { .hosts = e->spec.hosts,
                              .n_hosts = e->spec.n_hosts,
                              .origins = e->spec.origins,
                              .n_origins = e->spec.n_origins };
    return cm__host_guard_check(&guard, cm__httpd_header(request, "host"),
                                cm__httpd_header(request, "origin"));
}

void cm__answer_add(Answer *a, const char *name, const char *value)
{
    if (a->n < CM_ENDPOINT_HEADERS_MAX)
        a->headers[a->n++] = (HttpdHeader){ name, value };
}

Answer cm__answer_begin(const Endpoint *e, const HttpdRequest *request)
{
    Answer a = { .n = 0 };
    const char *origin = cm__httpd_header(request, "origin");
    if (origin != NULL && cm__endpoint_guard(e, request) == CM_HOST_GUARD_OK) {
        cm__answer_add(&a, "access-control-allow-origin", origin);
        cm__answer_add(&a, "access-control-expose-headers", "mcp-session-id");
        cm__answer_add(&a, "vary", "origin");
    }
    return a;
}

void cm__answer_give(HttpdRequest *request, Answer *a, unsigned status,
                     const char *body, size_t len)
{
    const HttpdAnswer answer = { .status = status,
                                 .headers = a->headers,
                                 .n_headers = a->n,
                                 .body = body,
                                 .body_len = len };
    (void)cm__httpd_answer(request, &answer);
}

void cm__answer_json(const Endpoint *e, HttpdRequest *request, unsigned status,
                     const char *json, size_t len, const char *session)
{
    Answer a = cm__answer_begin(e, request);
    cm__answer_add(&a, "content-type", "application/json");
    if (session != NULL)
        cm__answer_add(&a, "mcp-session-id", session);
    cm__answer_give(request, &a, status, json, len);
}

void cm__answer_empty(const Endpoint *e, HttpdRequest *request, unsigned status)
{
    Answer a = cm__answer_begin(e, request);
    cm__answer_give(request, &a, status, "", 0);
}

void cm__answer_options(const Endpoint *e, HttpdRequest *request)
{
    Answer a = cm__answer_begin(e, request);
    cm__answer_add(&a, "access-control-allow-methods", "POST, GET, DELETE");
    cm__answer_add(&a, "access-control-allow-headers",
                   "content-type, accept, authorization, mcp-session-id, "
                   "mcp-protocol-version, mcp-method, mcp-name, last-event-id");
    cm__answer_add(&a, "access-control-max-age", "600");
    cm__answer_give(request, &a, 204, "", 0);
}

void cm__answer_refusal(const Endpoint *e, HttpdRequest *request,
                        const Refusal *why)
{
    Buf json;
    Answer a = cm__answer_begin(e, request);
    Era era = { .is_modern = why->is_modern, .version = why->version };
    cm__buf_init(&json, e->alloc, CM_BUF_NO_LIMIT);
    cm__era_error(&json, &era, why->id, why->code, why->text);
    cm__answer_add(&a, "content-type", "application/json");
    if (why->status == 405)
        cm__answer_add(&a, "allow",
                       why->is_modern ? "POST" : "POST, GET, DELETE");
    if (why->status == 401)
        cm__answer_add(&a, "www-authenticate", "Bearer");
    cm__answer_give(request, &a, why->status, cm__buf_text(&json), json.len);
    cm__buf_done(&json);
}

void cm__answer_refuse(const Endpoint *e, HttpdRequest *request,
                       unsigned status, int code, const char *text)
{
    const Refusal why = {
        .status = status, .code = code, .text = text, .id = "", .version = ""
    };
    cm__answer_refusal(e, request, &why);
}
