/* SPDX-License-Identifier: MIT */
#include "mcp/routing.h"

#include <string.h>
#include <strings.h>

#include "base/base64.h"
#include "mcp/client.h"
#include "mcp/era.h"

#define BODY_MEMORY ((size_t)256 << 20)

/* ---- headers ---- */

/* Whether a list of media ranges has one of these names. */
static bool has_range(const char *accept, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = accept; at != NULL; at = strchr(at, ',')) {
        while (*at == ',' || *at == ' ' || *at == '\t')
            at++;
        if (strncasecmp(at, name, n) == 0 &&
            (at[n] == '\0' || strchr(",; \t", at[n]) != NULL))
            return true;
        if (*at == '\0')
            break;
    }
    return false;
}

void cm__routing_accept(const char *accept, bool *ret_json, bool *ret_events)
{
    bool is_any = accept == NULL || has_range(accept, "*/*");
    *ret_json = is_any || has_range(accept, "application/json") ||
                has_range(accept, "application/*");
    *ret_events = is_any || has_range(accept, "text/event-stream") ||
                  has_range(accept, "text/*");
}

unsigned cm__routing_status(bool is_modern, int error)
{
    switch (error) {
    case 0:
        return 200;
    case CM_RPC_PARSE_ERROR:
    case CM_RPC_INVALID_REQUEST:
        return 400;
    case CM_RPC_NO_METHOD:
        return is_modern ? 404 : 200;
    case CM_RPC_INVALID_PARAMS:
    case CM_RPC_HEADER_MISMATCH:
    case CM_RPC_NO_CAPABILITY:
    case CM_RPC_NO_VERSION:
        return is_modern ? 400 : 200;
    default:
        return 200;
    }
}

static bool is_json(const HttpdRequest *request)
{
    const char *type = cm__httpd_header(request, "content-type");
    return type != NULL && strncasecmp(type, "application/json", 16) == 0 &&
           (type[16] == '\0' || strchr("; \t", type[16]) != NULL);
}

bool cm__routing_unwrap(Buf *out, const char *value)
{
    static const char open[] = "=?base64?";
    size_t n = strlen(value), head = sizeof open - 1;
    if (n < head + 2 || memcmp(value, open, head) != 0 ||
        memcmp(value + n - 2, "?=", 2) != 0) {
        cm__buf_add(out, value, n);
        return true;
    }
    n -= head + 2;
    return n % 4 == 0 && cm__base64_read(out, value + head, n);
}

/* *why becomes CM_E_NOMEM when that cannot be known. */
static bool says(const cm_allocator *alloc, const char *header,
                 const char *value, size_t len, cm_status *why)
{
    Buf plain;
    if (strncmp(header, "=?", 2) != 0) /* not wrapped: needs no memory */
        return strlen(header) == len && memcmp(header, value, len) == 0;
    cm__buf_init(&plain, alloc, CM_BUF_NO_LIMIT);
    bool is_same = cm__routing_unwrap(&plain, header) &&
                   plain.status == CM_OK && plain.len == len &&
                   memcmp(cm__buf_text(&plain), value, len) == 0;
    if (plain.status == CM_E_NOMEM)
        *why = CM_E_NOMEM;
    cm__buf_done(&plain);
    return is_same;
}

/* Two readers may take two different ones of a header that comes twice. */
static bool has_twice(const HttpdRequest *request)
{
    const char *name, *value;
    for (size_t i = 0; cm__httpd_header_at(request, i, &name, &value); i++)
        if (strncasecmp(name, "mcp-", 4) == 0 &&
            cm__httpd_header(request, name) != value)
            return true;
    return false;
}

/* ---- the modern era ---- */

static const JsonValue *param_text(const RpcMessage *m, const char *name)
{
    const JsonValue *v =
        m->params != NULL ? cm__json_get(m->params, name) : NULL;
    return v != NULL && v->type == CM_JSON_TYPE_STRING ? v : NULL;
}

/* What the header Mcp-Name has to repeat; NULL: nothing. */
static const JsonValue *named(const RpcMessage *m)
{
    if (strcmp(m->method, "tools/call") == 0 ||
        strcmp(m->method, "prompts/get") == 0)
        return param_text(m, "name");
    if (strcmp(m->method, "resources/read") == 0)
        return param_text(m, "uri");
    return NULL;
}

/* The first header that does not say what the message says, or NULL. */
static const char *mismatch(const cm_allocator *alloc,
                            const HttpdRequest *request, const RpcMessage *m,
                            const Era *era, cm_status *why)
{
    const char *version = cm__httpd_header(request, "mcp-protocol-version");
    const char *method = cm__httpd_header(request, "mcp-method");
    const char *name = cm__httpd_header(request, "mcp-name");
    const JsonValue *wanted = named(m);
    if (version == NULL || strcmp(version, era->version) != 0)
        return "the header MCP-Protocol-Version must repeat the version of "
               "params._meta";
    if (method == NULL ||
        !says(alloc, method, m->method, strlen(m->method), why))
        return "the header Mcp-Method must repeat the method";
    if (wanted != NULL &&
        (name == NULL || !says(alloc, name, wanted->text, wanted->len, why)))
        return "the header Mcp-Name must repeat the name";
    return NULL;
}

static Routing refuse(Refusal *why, unsigned status, int code, const char *text)
{
    why->status = status;
    why->code = code;
    why->text = text;
    return CM_ROUTE_REFUSED;
}

static Routing route_modern(const cm_allocator *alloc,
                            const HttpdRequest *request, const RpcMessage *m,
                            Refusal *why)
{
    why->is_modern = true;
    if (m->kind == CM_RPC_RESULT || m->kind == CM_RPC_ERROR)
        return refuse(why, 400, CM_RPC_INVALID_REQUEST,
                      "answers are not sent in this version");
    if (m->kind == CM_RPC_NOTIFICATION)
        return CM_ROUTE_MODERN;
    const Era era = cm__era_read(m->method, m->params, true);
    why->version = era.version;
    if (era.fault == CM_RPC_INVALID_PARAMS)
        return refuse(why, 400, era.fault, era.fault_text);
    cm_status status = CM_OK;
    const char *text = mismatch(alloc, request, m, &era, &status);
    if (status == CM_E_NOMEM)
        return refuse(why, 503, CM_RPC_INTERNAL, "out of memory");
    if (text != NULL)
        return refuse(why, 400, CM_RPC_HEADER_MISMATCH, text);
    return CM_ROUTE_MODERN; /* an unknown version is the server's to refuse */
}

/* ---- reading ---- */

static bool is_modern(const char *version, const RpcMessage *m)
{
    if (version != NULL && strcmp(version, CM_MCP_MODERN) == 0)
        return true;
    return m->kind == CM_RPC_REQUEST &&
           cm__era_read(m->method, m->params, false).is_modern;
}

/* A body that cannot be parsed, though it may be well formed. */
static Routing refuse_unread(cm_status why, const char *body, size_t len,
                             RpcMessage *ret_m, Refusal *ret_why)
{
    *ret_m = (RpcMessage){ .kind = CM_RPC_INVALID };
    (void)cm__rpc_find_id(body, len, ret_m->id);
    ret_why->id = ret_m->id;
    if (why == CM_E_NOMEM)
        return refuse(ret_why, 503, CM_RPC_INTERNAL, "out of memory");
    return refuse(ret_why, 400, CM_RPC_PARSE_ERROR,
                  "the body has too many levels or values");
}

Routing cm__routing_read(const cm_allocator *alloc, const HttpdRequest *request,
                         const char *body, size_t len, JsonDoc **ret_doc,
                         RpcMessage *ret_m, Refusal *ret_why)
{
    const char *version = cm__httpd_header(request, "mcp-protocol-version");
    bool takes_json, takes_events;
    JsonOptions options = { .max_memory = BODY_MEMORY };
    *ret_why = (Refusal){ .id = "", .version = "" };
    ret_why->is_modern = version != NULL && strcmp(version, CM_MCP_MODERN) == 0;
    if (has_twice(request))
        return refuse(ret_why, 400,
                      ret_why->is_modern ? CM_RPC_HEADER_MISMATCH : CM_RPC_HTTP,
                      "a header of the protocol comes twice");
    if (!is_json(request))
        return refuse(ret_why, 415, CM_RPC_HTTP,
                      "the body must be application/json");
    cm__routing_accept(cm__httpd_header(request, "accept"), &takes_json,
                       &takes_events);
    if (!takes_json && !takes_events)
        return refuse(ret_why, 406, CM_RPC_HTTP,
                      "accept application/json and text/event-stream");
    cm_status status =
        cm__json_parse(alloc, body, len, &options, ret_doc, NULL);
    if (status == CM_E_NOMEM || status == CM_E_LIMIT)
        return refuse_unread(status, body, len, ret_m, ret_why);
    if (status != CM_OK)
        return refuse(ret_why, 400, CM_RPC_PARSE_ERROR,
                      "the body is not well-formed JSON");
    if ((*ret_doc)->root.type == CM_JSON_TYPE_ARRAY && !ret_why->is_modern)
        return CM_ROUTE_BATCH;
    if (!cm__rpc_read(&(*ret_doc)->root, ret_m) ||
        ret_m->kind == CM_RPC_INVALID)
        return refuse(ret_why, 400, CM_RPC_INVALID_REQUEST,
                      "the body is one message: a request, a notification or "
                      "an answer");
    ret_why->id = ret_m->id;
    if (is_modern(version, ret_m))
        return route_modern(alloc, request, ret_m, ret_why);
    if (version != NULL && cm__mcp_known_version(version) == NULL) {
        ret_why->version = version;
        return refuse(ret_why, 400, CM_RPC_HTTP,
                      "unsupported MCP-Protocol-Version");
    }
    return CM_ROUTE_LEGACY;
}
