/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_OPENAPI_LITERAL_H
#define CM_TESTS_OPENAPI_LITERAL_H
/* literal: operations written down in C, and what a request of them looks like
 * as one text. Include after cmocka.h. */
#include "openapi/request.h"

#include <stdio.h>
#include <string.h>

/* An initializer, and a value. */
#define TEXT(s)            \
    {                      \
        (s), sizeof(s) - 1 \
    }
#define AS_TEXT(s) ((OaText)TEXT(s))

static inline OaText literal_text(const char *s)
{
    return (OaText){ s, strlen(s) };
}

/* A GET of https://h with a path template and fields. */
static inline Operation literal_operation(const char *path,
                                          const OaField *fields, size_t n)
{
    return (Operation){ .method = TEXT("GET"),
                        .path = literal_text(path),
                        .id = TEXT(""),
                        .summary = TEXT(""),
                        .doc = TEXT(""),
                        .base = TEXT("https://h"),
                        .template_path = literal_text(path),
                        .template_query = TEXT(""),
                        .fields = fields,
                        .n_fields = n,
                        .accept = TEXT("") };
}

/* `GET https://h/x`, `name: value` lines, an empty line and the body when there
 * is one; a failure is `!` and its message. */
static inline void literal_write(Buf *out, const cm_http_request *request)
{
    cm__buf_add_fmt(out, "%s %s\n", request->method, request->url);
    for (size_t i = 0; i < request->n_headers; i++)
        cm__buf_add_fmt(out, "%s: %s\n", request->headers[i].name,
                        request->headers[i].value);
    if (request->body) {
        cm__buf_add_char(out, '\n');
        cm__buf_add(out, request->body, request->body_len);
    }
}

static inline cm_status literal_build(const cm_allocator *alloc,
                                      const OpenApiSet *set,
                                      const Operation *op, const char *input,
                                      uint64_t seed, Buf *out)
{
    JsonDoc *doc = NULL;
    OaDraft draft;
    Buf why;
    cm_status status =
        cm__json_parse(alloc, input, strlen(input), NULL, &doc, NULL);
    if (status != CM_OK)
        return status;
    cm__buf_init(&why, alloc, CM_BUF_NO_LIMIT);
    status =
        cm__oa_request_build(&draft, alloc, set, op, &doc->root, seed, &why);
    if (status == CM_OK)
        status = cm__oa_request_seal(&draft);
    if (status == CM_OK)
        literal_write(out, &draft.sealed);
    else if (status == CM_E_ARGUMENT)
        cm__buf_add_fmt(out, "!%s", cm__buf_text(&why));
    cm__oa_request_done(&draft);
    cm__buf_done(&why);
    cm__json_doc_free(doc);
    return status;
}

/* The request of an input must read like this. */
static inline void literal_check(const OpenApiSet *set, const Operation *op,
                                 const char *input, const char *expected)
{
    static const OpenApiSet none;
    Buf out;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    (void)literal_build(cm__alloc_default(), set ? set : &none, op, input, 1,
                        &out);
    if (strcmp(cm__buf_text(&out), expected) != 0)
        fail_msg("input    %s\nexpected %s\nis       %s", input, expected,
                 cm__buf_text(&out));
    cm__buf_done(&out);
}

#endif
