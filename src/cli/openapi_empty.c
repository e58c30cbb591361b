/* SPDX-License-Identifier: MIT */
/* Why a document has no operations, not even ones that cannot be tools: the
 * generator passes over what it does not know, as OpenAPI's extensions ask for.
 * The document is read a second time, for this case alone. */
#include <stdio.h>
#include <string.h>

#include "base/edit_distance.h"
#include "cli/openapi_internal.h"
#include "json/tree.h"

static const char *const methods[] = { "get",     "put",  "post",  "delete",
                                       "options", "head", "patch", "trace" };

static bool is_one_of(const JsonMember *m, const char *const *list, size_t n)
{
    size_t i = 0;
    while (i < n && !cm__json_is_named(m, list[i]))
        i++;
    return i < n;
}

/* What is wrong with a member of a path item; false: nothing. */
static bool tell_member(const JsonMember *path, const JsonMember *m, char *text,
                        size_t size)
{
    static const char *const others[] = { "$ref", "summary", "description",
                                          "servers", "parameters" };
    if (is_one_of(m, methods, CM_ARRAY_LEN(methods))) {
        if (m->value.type == CM_JSON_TYPE_OBJECT)
            return false;
        (void)snprintf(text, size,
                       "no tools: \"%s\" below \"%.100s\" must be an object, "
                       "is %s",
                       m->name, path->name, cm__json_type_name(m->value.type));
        return true;
    }
    if (strncmp(m->name, "x-", 2) == 0 ||
        is_one_of(m, others, CM_ARRAY_LEN(others)))
        return false;
    const char *near =
        cm__edit_nearest(m->name, m->name_len, methods, CM_ARRAY_LEN(methods));
    (void)snprintf(text, size,
                   "no tools: unknown key \"%.60s\" below \"%.100s\"%s%s%s",
                   m->name, path->name, near != NULL ? "; did you mean " : "",
                   near != NULL ? near : "", near != NULL ? "?" : "");
    return true;
}

static bool tell_path(const JsonMember *path, char *text, size_t size)
{
    const JsonValue *item = &path->value;
    if (strncmp(path->name, "x-", 2) == 0)
        return false;
    if (item->type != CM_JSON_TYPE_OBJECT) {
        (void)snprintf(text, size,
                       "no tools: \"%.100s\" below \"paths\" must be an "
                       "object, is %s",
                       path->name, cm__json_type_name(item->type));
        return true;
    }
    for (size_t i = 0; i < item->n_members; i++)
        if (tell_member(path, &item->members[i], text, size))
            return true;
    return false;
}

static void tell_paths(const JsonValue *paths, char *text, size_t size)
{
    if (paths == NULL) {
        (void)snprintf(text, size, "no tools: the document has no \"paths\"");
        return;
    }
    if (paths->type != CM_JSON_TYPE_OBJECT) {
        (void)snprintf(text, size,
                       "no tools: \"paths\" must be an object, is %s",
                       cm__json_type_name(paths->type));
        return;
    }
    for (size_t i = 0; i < paths->n_members; i++)
        if (tell_path(&paths->members[i], text, size))
            return;
    (void)snprintf(text, size,
                   paths->n_members == 0
                       ? "no tools: \"paths\" is empty"
                       : "no tools: no path has an operation");
}

void cm__openapi_why_empty(const cm_allocator *alloc, const char *json,
                           size_t len, char *text, size_t size)
{
    static const JsonOptions options = { .max_depth = CM_JSON_DEPTH_CAP };
    JsonDoc *doc = NULL;
    (void)snprintf(text, size, "no tools");
    if (cm__json_parse(alloc, json, len, &options, &doc, NULL) == CM_OK)
        tell_paths(cm__json_get(&doc->root, "paths"), text, size);
    cm__json_doc_free(doc);
}
