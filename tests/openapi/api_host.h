/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_OPENAPI_API_HOST_H
#define CM_TESTS_OPENAPI_API_HOST_H
/* api_host: a document, a program and a host in one thread; what the host sees
 * and what the program ends with, as one text. Include after cmocka.h.
 *
 * Documents and answers are written with ' for ". */
#include "codemode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct ApiHost {
    /* what it answers; NULL: 200 application/json 1 */
    int status;
    const char *type, *body;
    size_t body_len;
    cm_http_fault fault;
    const char *reason; /* not NULL: no answer but the fault */
    /* credentials as "name=value name=- name=!message"; NULL: no resolver */
    const char *credentials;
    /* settings */
    int validate;
    const char *base_url;
    const cm_http_header *headers;
    size_t n_headers;
    cm_language language;
    int64_t timeout_ms; /* 0: none */
    /* what was seen */
    char trace[8192];
    int n_asked, n_sent;
    size_t n_unchecked;
    cm_outcome outcome;
} ApiHost;

#define API_HOST_INIT                \
    {                                \
        .status = 200, .validate = 1 \
    }

/* A copy with " for '; the caller frees it. */
static inline char *api_quoted(const char *text)
{
    size_t n = strlen(text) + 1;
    char *copy = malloc(n);
    assert_non_null(copy);
    memcpy(copy, text, n);
    for (char *p = copy; *p; p++)
        if (*p == '\'')
            *p = '"';
    return copy;
}

static inline void api_note(ApiHost *h, const char *text, size_t len)
{
    size_t used = strlen(h->trace);
    assert_true(used + len < sizeof h->trace);
    memcpy(h->trace + used, text, len);
    h->trace[used + len] = '\0';
}

static inline void api_note_text(ApiHost *h, const char *text)
{
    api_note(h, text, strlen(text));
}

static inline void api_send(void *user, cm_http_exchange *exchange,
                            const cm_http_request *request)
{
    ApiHost *h = user;
    h->n_sent++;
    api_note_text(h, request->method);
    api_note_text(h, " ");
    api_note_text(h, request->url);
    api_note_text(h, "\n");
    for (size_t i = 0; i < request->n_headers; i++) {
        api_note_text(h, request->headers[i].name);
        api_note_text(h, ": ");
        api_note_text(h, request->headers[i].value);
        api_note_text(h, "\n");
    }
    if (request->body) {
        api_note_text(h, "\n");
        api_note(h, request->body, request->body_len);
        api_note_text(h, "\n");
    }
    if (h->reason) {
        cm_http_fail(exchange, h->fault, h->reason);
        return;
    }
    if (h->body_len > 0) { /* bytes as they are */
        cm_http_answer(exchange, h->status, h->type, h->body, h->body_len);
        return;
    }
    char *body = api_quoted(h->body ? h->body : "1");
    cm_http_answer(exchange, h->status, h->body ? h->type : "application/json",
                   body, strlen(body));
    free(body);
}

static inline void api_resolve(void *user, cm_credential_question *question,
                               const cm_credential_request *request)
{
    ApiHost *h = user;
    char value[64];
    h->n_asked++;
    api_note_text(h, "ask ");
    api_note_text(h, request->name);
    api_note_text(h, "\n");
    size_t n = strlen(request->name);
    const char *at = h->credentials;
    while (at && *at && !(strncmp(at, request->name, n) == 0 && at[n] == '=')) {
        at = strchr(at, ' ');
        at = at ? at + 1 : NULL;
    }
    if (!at || !*at || at[n + 1] == '-') {
        cm_credential_unavailable(question);
        return;
    }
    (void)snprintf(value, sizeof value, "%.*s", (int)strcspn(at + n + 1, " "),
                   at + n + 1);
    if (*value == '!') {
        cm_credential_fail(question, value + 1);
    } else {
        cm_credential credential = { strcmp(request->type, "apiKey") == 0
                                         ? CM_CREDENTIAL_API_KEY
                                         : CM_CREDENTIAL_BEARER,
                                     NULL, value };
        cm_credential_give(question, &credential);
    }
    /* borrowed until answered: not any more */
    memset(value, 'x', sizeof value);
}

static inline cm_openapi *api_open(ApiHost *h, const char *document)
{
    cm_openapi_options options = CM_OPENAPI_OPTIONS_INIT;
    cm_openapi *openapi = NULL;
    cm_error err = { .status = CM_OK };
    char *json = api_quoted(document);
    options.base_url = h->base_url;
    options.headers = h->headers;
    options.n_headers = h->n_headers;
    options.validate = h->validate;
    options.send = api_send;
    options.resolve = h->credentials ? api_resolve : NULL;
    options.user = h;
    if (cm_openapi_new(json, strlen(json), &options, &openapi, &err) != CM_OK)
        fail_msg("%s: %s\n%s", err.path, err.text, document);
    free(json);
    return openapi;
}

static inline void api_observe(void *user, const cm_hook_event *event)
{
    ((ApiHost *)user)->outcome = event->outcome;
}

static inline cm_runtime *api_runtime(ApiHost *h, const cm_openapi *openapi)
{
    cm_runtime_options options = CM_RUNTIME_OPTIONS_INIT;
    cm_runtime *runtime = NULL;
    cm_tools *tools = cm_tools_new(NULL);
    cm_error err = { .status = CM_OK };
    if (cm_openapi_add(openapi, tools, NULL, &h->n_unchecked, &err) != CM_OK)
        fail_msg("%s: %s", err.path, err.text);
    options.language = h->language;
    options.limits.timeout_ms = h->timeout_ms ? h->timeout_ms : CM_UNSET;
    options.hooks.tool_after = api_observe;
    options.hooks.user = h;
    assert_int_equal(cm_runtime_new(tools, &options, &runtime, NULL), CM_OK);
    cm_tools_free(tools);
    return runtime;
}

/* Runs the program; the trace ends with its value or its error. */
static inline void api_run(ApiHost *h, const char *document,
                           const char *program)
{
    cm_openapi *openapi = api_open(h, document);
    cm_runtime *runtime = api_runtime(h, openapi);
    cm_result *r = NULL;
    h->trace[0] = '\0';
    h->n_asked = h->n_sent = 0;
    assert_int_equal(cm_execute(runtime, program, strlen(program), &r, NULL),
                     CM_OK);
    size_t len;
    if (cm_result_ok(r)) {
        const char *value = cm_result_value(r, &len);
        api_note_text(h, "= ");
        api_note(h, value, len);
    } else {
        const char *message = cm_result_error_message(r, &len);
        api_note_text(h, "! ");
        api_note_text(h, cm_result_error_kind(r));
        api_note_text(h, ": ");
        api_note(h, message, len);
    }
    cm_result_free(r);
    cm_runtime_free(runtime);
    cm_openapi_free(openapi);
}

static inline void api_expect(const ApiHost *h, const char *what,
                              const char *expected)
{
    if (strcmp(h->trace, expected) != 0)
        fail_msg("%s\nexpected %s\nis       %s", what, expected, h->trace);
}

/* A document of 3.x with these paths. */
#define DOC31(paths) \
    "{'openapi':'3.1.0','servers':[{'url':'https://h'}],'paths':" paths "}"
#define DOC30(paths) \
    "{'openapi':'3.0.3','servers':[{'url':'https://h'}],'paths':" paths "}"

/* One operation `op` at `path` with members; its answer passes through. */
static inline void api_call_at(ApiHost *h, const char *method, const char *path,
                               const char *members, const char *input,
                               const char *expected)
{
    char document[4096], program[1024];
    (void)snprintf(document, sizeof document,
                   "{'openapi':'3.1.0','servers':[{'url':'https://h'}],"
                   "'components':{'securitySchemes':{'k':{'type':'apiKey',"
                   "'in':'header','name':'X-K'}}},'paths':{'%s':{'%s':{"
                   "'operationId':'op',%s%s'responses':{}}}}}",
                   path, method, members, *members ? "," : "");
    (void)snprintf(program, sizeof program,
                   h->language == CM_LANGUAGE_LUA
                       ? "local ok, v = pcall(tools.op, %s)\n"
                         "if ok then return v end\nreturn tostring(v)"
                       : "try { return await tools.op(%s) }\n"
                         "catch (e) { return `${e.kind}: ${e.message}` }",
                   input);
    api_run(h, document, program);
    api_expect(h, input, expected);
}

/* The same with a GET and parameters. */
static inline void api_get(const char *path, const char *parameters,
                           const char *input, const char *expected)
{
    ApiHost h = API_HOST_INIT;
    char members[3072];
    (void)snprintf(members, sizeof members, "'parameters':[%s]", parameters);
    api_call_at(&h, "get", path, members, input, expected);
}

#endif
