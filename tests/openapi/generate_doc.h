/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_OPENAPI_GENERATE_DOC_H
#define CM_TESTS_OPENAPI_GENERATE_DOC_H
/* generate_doc: documents in tests, with ' for ", and what becomes of them.
 *
 * Include after cmocka.h. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "openapi/generate.h"
#include "json/writer.h"

/* A copy with double quotes. */
static inline char *doc_quoted(const char *text)
{
    size_t n = strlen(text);
    char *copy = malloc(n + 1);
    assert_non_null(copy);
    for (size_t i = 0; i <= n; i++)
        copy[i] = text[i] == '\'' ? '"' : text[i];
    return copy;
}

static inline OpenApiSet *doc_load_with(const char *quoted,
                                        const OaOptions *options)
{
    char *text = doc_quoted(quoted);
    OpenApiSet *set = NULL;
    cm_error err = { 0 };
    cm_status status = cm__openapi_generate(cm__alloc_default(), text,
                                            strlen(text), options, &set, &err);
    if (status != CM_OK)
        fail_msg("%s\n%s", err.text, text);
    free(text);
    return set;
}

/* A document of a version, its paths and more members (", ..." or ""), with
 * a server. */
static inline char *doc_text(const char *version, const char *paths,
                             const char *more)
{
    size_t n = strlen(version) + strlen(paths) + strlen(more) + 100;
    char *text = malloc(n);
    assert_non_null(text);
    (void)snprintf(text, n,
                   "{'openapi':'%s','servers':[{'url':'https://h'}],"
                   "'paths':{%s}%s}",
                   version, paths, more);
    return text;
}

static inline OpenApiSet *doc_load(const char *version, const char *paths,
                                   const char *more)
{
    char *text = doc_text(version, paths, more);
    OpenApiSet *set = doc_load_with(text, NULL);
    free(text);
    return set;
}

/* One GET /x with these members of the operation; 3.1. */
static inline OpenApiSet *doc_get(const char *operation, const char *more)
{
    size_t n = strlen(operation) + 40;
    char *paths = malloc(n);
    assert_non_null(paths);
    (void)snprintf(paths, n, "'/x':{'get':{%s}}", operation);
    OpenApiSet *set = doc_load("3.1.0", paths, more);
    free(paths);
    return set;
}

/* Tool paths in order, joined by blanks. */
static inline void assert_tools(const OpenApiSet *set, const char *expected)
{
    char text[4096] = "";
    for (size_t i = 0; i < set->n_operations; i++) {
        if (i)
            strcat(text, " ");
        strcat(text, set->operations[i].tool.text);
    }
    assert_string_equal(text, expected);
}

/* "GET /x: reason" lines. */
static inline void assert_skipped(const OpenApiSet *set, const char *expected)
{
    char text[8192] = "";
    for (size_t i = 0; i < set->n_skipped; i++) {
        const OaSkipped *s = &set->skipped[i];
        size_t n = strlen(text);
        (void)snprintf(text + n, sizeof text - n, "%s%s %s: %s", i ? "\n" : "",
                       s->method.text, s->path.text, s->reason.text);
    }
    assert_string_equal(text, expected);
}

/* The same JSON value, quotes as above in what is expected. */
static inline void assert_json(OaText actual, const char *expected)
{
    char *quoted = doc_quoted(expected);
    JsonDoc *a = NULL, *b = NULL;
    cm_error err = { 0 };
    if (cm__json_parse(cm__alloc_default(), actual.text, actual.len, NULL, &a,
                       &err) != CM_OK)
        fail_msg("actual: %s: %s", err.text, actual.text);
    if (cm__json_parse(cm__alloc_default(), quoted, strlen(quoted), NULL, &b,
                       &err) != CM_OK)
        fail_msg("expected: %s: %s", err.text, quoted);
    if (!cm__json_equal(&a->root, &b->root))
        fail_msg("\n%s\ninstead of\n%s", actual.text, quoted);
    cm__json_doc_free(a);
    cm__json_doc_free(b);
    free(quoted);
}

static inline const Operation *op_at(const OpenApiSet *set, size_t i)
{
    if (i >= set->n_operations)
        fail_msg("no operation %zu; first skipped: %s", i,
                 set->n_skipped ? set->skipped[0].reason.text : "none");
    return &set->operations[i];
}

/* One GET /x that is skipped for a reason. */
static inline void assert_reason(const char *operation, const char *more,
                                 const char *reason)
{
    char expected[512];
    OpenApiSet *set = doc_get(operation, more);
    (void)snprintf(expected, sizeof expected, "GET /x: %s", reason);
    assert_skipped(set, expected);
    assert_int_equal(set->n_operations, 0);
    cm__openapi_set_free(set);
}

/* Its field names, joined by blanks; required ones with '!'. */
static inline void assert_fields(const Operation *op, const char *expected)
{
    char text[1024] = "";
    for (size_t i = 0; i < op->n_fields; i++) {
        if (i)
            strcat(text, " ");
        strcat(text, op->fields[i].name.text);
        if (op->fields[i].is_required)
            strcat(text, "!");
    }
    assert_string_equal(text, expected);
}

#endif
