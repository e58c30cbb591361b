/* SPDX-License-Identifier: MIT */
/* A document's way from a file or URL to operations. What begins with '{' is
 * read as JSON, and as YAML when it is none: a YAML document may begin so too.
 * Reasons never show a URL, which may hold a token. */
#include <stdio.h>
#include <string.h>

#include "cli/file.h"
#include "cli/openapi_internal.h"
#include "yaml/yaml_json.h"
#include "json/tree.h"

enum {
    FETCH_TIMEOUT_MS = 30000,
    REDIRECTS_MAX = 5
};
#define DOCUMENT_MAX ((size_t)64 << 20)

static const char *const TOO_LATE = "the document did not come within 30 s";
static const char *const NO_CREDENTIALS =
    "; documents are fetched without headers and credentials: download it and "
    "name the file";

/* ---- text to operations ---- */

static bool looks_like_json(const char *text, size_t len)
{
    const char *end = text + len;
    if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        text += 3;
    text = cm__json_skip_blanks(text, end);
    return text < end && *text == '{';
}

static cm_status generate(OpenApiSource *s, const char *json, size_t len,
                          OpenApiSet **ret, cm_error *err)
{
    const OaOptions options = { .base_url = s->spec->base_url,
                                .headers = s->spec->headers,
                                .n_headers = s->spec->n_headers };
    cm_status status =
        cm__openapi_generate(s->alloc, json, len, &options, ret, err);
    s->empty[0] = '\0';
    if (status == CM_OK && (*ret)->n_operations + (*ret)->n_skipped == 0)
        cm__openapi_why_empty(s->alloc, json, len, s->empty, sizeof s->empty);
    return status;
}

static cm_status generate_yaml(OpenApiSource *s, const char *yaml, size_t len,
                               OpenApiSet **ret, cm_error *err)
{
    Buf json;
    cm_status status = cm__yaml_to_json(s->alloc, yaml, len, &json, err);
    if (status == CM_OK) {
        status = generate(s, cm__buf_text(&json), json.len, ret, err);
        /* A place in the JSON is none in the document. */
        err->line = err->column = 0;
    }
    cm__buf_done(&json);
    return status;
}

static cm_status generate_any(OpenApiSource *s, const char *text, size_t len,
                              OpenApiSet **ret, cm_error *err)
{
    cm_error as_yaml = { .status = CM_OK };
    if (!looks_like_json(text, len))
        return generate_yaml(s, text, len, ret, err);
    cm_status status = generate(s, text, len, ret, err);
    if (status == CM_E_SYNTAX &&
        generate_yaml(s, text, len, ret, &as_yaml) == CM_OK)
        return CM_OK;
    return status;
}

static void document_read(OpenApiSource *s, const char *text, size_t len)
{
    OpenApiSet *set = NULL;
    char reason[OPENAPI_REASON_SIZE];
    cm_error err = { .status = CM_OK };
    if (generate_any(s, text, len, &set, &err) == CM_OK) {
        cm__openapi_loaded(s, set, NULL);
        return;
    }
    if (err.line > 0)
        (void)snprintf(reason, sizeof reason, "line %u, column %u: %s",
                       err.line, err.column, err.text);
    else
        (void)snprintf(reason, sizeof reason, "%s", err.text);
    cm__openapi_loaded(s, NULL, reason);
}

/* ---- files ---- */

static void read_file(OpenApiSource *s)
{
    Buf text;
    cm_error err;
    cm__buf_init(&text, s->alloc, DOCUMENT_MAX);
    if (cm__file_read(s->spec->document, &text, &err) != CM_OK)
        cm__openapi_loaded(s, NULL,
                           err.status == CM_E_LIMIT
                               ? "the document is over 64 MiB"
                               : err.text);
    else
        document_read(s, cm__buf_text(&text), text.len);
    cm__buf_done(&text);
}

/* ---- URLs ---- */

static void fetch(OpenApiSource *s);

/* Schemes have no case (RFC 3986, 3.1). */
static bool begins_with(const char *url, const char *scheme)
{
    for (; *scheme != '\0'; url++, scheme++) {
        char c = *url;
        if (c >= 'A' && c <= 'Z')
            c = (char)(c - 'A' + 'a');
        if (c != *scheme)
            return false;
    }
    return true;
}

static bool is_https(const char *url)
{
    return begins_with(url, "https:");
}

static void set_url(OpenApiSource *s, const char *url)
{
    size_t len = strlen(url);
    char *copy = cm__alloc_text(s->alloc, url, len);
    cm__free(s->alloc, s->url, s->url_size);
    s->url = copy;
    s->url_size = copy != NULL ? len + 1 : 0;
}

/* Redirects are part of the time. */
static uint64_t time_left(const OpenApiSource *s)
{
    uint64_t gone = cm__loop_now_ms(s->network->loop) - s->started_ms;
    return gone < FETCH_TIMEOUT_MS ? FETCH_TIMEOUT_MS - gone : 0;
}

static void redirected(OpenApiSource *s, const char *url)
{
    if (++s->n_redirects > REDIRECTS_MAX) {
        cm__openapi_loaded(s, NULL, "over 5 redirects");
    } else if (is_https(s->url) && !is_https(url)) {
        cm__openapi_loaded(s, NULL, "a redirect from https to http");
    } else {
        set_url(s, url);
        fetch(s);
    }
}

static void fetched(void *user, const HttpEnd *end)
{
    OpenApiSource *s = user;
    char reason[OPENAPI_REASON_SIZE];
    int status = end->head.status;
    s->fetch = NULL;
    if (!end->is_answered && time_left(s) == 0) {
        cm__openapi_loaded(s, NULL, TOO_LATE);
    } else if (!end->is_answered) {
        cm__openapi_loaded(s, NULL,
                           end->fault == CM_HTTP_TOO_LARGE
                               ? "the document is over 64 MiB"
                               : end->reason);
    } else if (end->redirect != NULL) {
        redirected(s, end->redirect);
    } else if (status < 200 || status > 299) {
        (void)snprintf(reason, sizeof reason, "HTTP status %d%s", status,
                       status == 401 || status == 403 ? NO_CREDENTIALS : "");
        cm__openapi_loaded(s, NULL, reason);
    } else {
        document_read(s, end->body, end->body_len);
    }
}

static void fetch(OpenApiSource *s)
{
    static const HttpEvents events = { .ended = fetched };
    static const cm_http_header accept = {
        "accept", "application/json, application/yaml, */*;q=0.5"
    };
    const HttpSpec spec = { .method = "GET",
                            .url = s->url,
                            .headers = &accept,
                            .n_headers = 1,
                            .timeout_ms = time_left(s),
                            .max_body = DOCUMENT_MAX };
    HttpClient *client = cm__openapi_client(s->network);
    cm_error err = { .text = "out of memory" };
    if (!cm__http_is_available())
        cm__openapi_loaded(s, NULL, CM_NO_HTTP);
    else if (spec.timeout_ms == 0)
        cm__openapi_loaded(s, NULL, TOO_LATE);
    else if (client == NULL || s->url == NULL ||
             cm__http_start(client, &spec, &events, s, &s->fetch, &err) !=
                 CM_OK)
        cm__openapi_loaded(s, NULL, err.text);
}

void cm__openapi_load(OpenApiSource *s)
{
    const char *document = s->spec->document;
    if (!begins_with(document, "http://") &&
        !begins_with(document, "https://")) {
        if (strstr(document, "://") == NULL)
            read_file(s);
        else /* not shown as a file's name: it may hold a token */
            cm__openapi_loaded(s, NULL, "the URL is no http or https URL");
        return;
    }
    s->n_redirects = 0;
    set_url(s, document); /* a redirect may have changed it */
    fetch(s);
}

void cm__openapi_give_up(OpenApiSource *s)
{
    if (s->fetch != NULL)
        cm__http_cancel(s->fetch);
    s->fetch = NULL;
}
