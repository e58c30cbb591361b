/* SPDX-License-Identifier: MIT */
#include "mcp/toolheader.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/base64.h"

enum {
    HEADERS_MAX = 64,
    PATH_MAX_DEPTH = 32,
};

static const char annotation[] = "x-mcp-header";

/* A walk over one schema. */
typedef struct Walk {
    Arena *arena;
    ToolHeader *items; /* HEADERS_MAX of them, once one is found */
    size_t n_items;
    const char *path[PATH_MAX_DEPTH];
    const char *fault;
} Walk;

static void fault(Walk *walk, const char *text)
{
    if (walk->fault == NULL)
        walk->fault = text;
}

/* ---- reading ---- */

static bool is_token(const JsonValue *name)
{
    return name->type == CM_JSON_TYPE_STRING &&
           strlen(name->text) == name->len && cm__ascii_is_token(name->text);
}

static bool is_plain_type(const JsonValue *schema)
{
    const JsonValue *type = cm__json_get(schema, "type");
    return type != NULL && (cm__json_is_text(type, "string") ||
                            cm__json_is_text(type, "integer") ||
                            cm__json_is_text(type, "boolean"));
}

static char *header_name(Arena *arena, const char *name, size_t len)
{
    static const char prefix[] = "Mcp-Param-";
    char *text = cm__arena_alloc(arena, sizeof prefix + len);
    if (text != NULL) {
        memcpy(text, prefix, sizeof prefix - 1);
        memcpy(text + sizeof prefix - 1, name, len + 1);
    }
    return text;
}

static void keep(Walk *walk, const char *name, size_t depth)
{
    if (walk->items == NULL)
        walk->items =
            cm__arena_zero(walk->arena, HEADERS_MAX * sizeof *walk->items);
    const char **path =
        cm__arena_alloc(walk->arena, (depth + 1) * sizeof *path);
    if (walk->items == NULL || path == NULL || name == NULL) {
        fault(walk, "out of memory");
        return;
    }
    memcpy(path, walk->path, depth * sizeof *path);
    walk->items[walk->n_items++] = (ToolHeader){ name, path, depth };
}

static void take_annotation(Walk *walk, const JsonValue *schema,
                            const JsonValue *name, size_t depth)
{
    if (!is_token(name)) {
        fault(walk, "an x-mcp-header is no header name");
    } else if (!is_plain_type(schema)) {
        fault(walk, "an x-mcp-header is on something else than a string, an "
                    "integer or a boolean");
    } else if (walk->n_items == HEADERS_MAX) {
        fault(walk, "it has over 64 x-mcp-headers");
    } else {
        char *full = header_name(walk->arena, name->text, name->len);
        for (size_t i = 0; full != NULL && i < walk->n_items; i++)
            if (cm__header_name_is(walk->items[i].name, full))
                fault(walk, "an x-mcp-header comes twice");
        keep(walk, full, depth);
    }
}

/* Whether an annotation hides somewhere in there. A property may be called
 * x-mcp-header; `is_names` says that members are names of properties. */
static bool hides_annotation(const JsonValue *value, bool is_names)
{
    if (value->type == CM_JSON_TYPE_ARRAY) {
        for (size_t i = 0; i < value->n_items; i++)
            if (hides_annotation(&value->items[i], false))
                return true;
        return false;
    }
    if (value->type != CM_JSON_TYPE_OBJECT)
        return false;
    for (size_t i = 0; i < value->n_members; i++) {
        const JsonMember *m = &value->members[i];
        bool is_data =
            cm__json_is_named(m, "enum") || cm__json_is_named(m, "const") ||
            cm__json_is_named(m, "default") || cm__json_is_named(m, "examples");
        if (!is_names && cm__json_is_named(m, annotation))
            return true;
        if (!is_names && is_data)
            continue;
        bool holds_names = !is_names && (cm__json_is_named(m, "properties") ||
                                         cm__json_is_named(m, "$defs") ||
                                         cm__json_is_named(m, "definitions"));
        if (hides_annotation(&m->value, holds_names))
            return true;
    }
    return false;
}

static void walk_schema(Walk *walk, const JsonValue *schema, size_t depth);

static void walk_properties(Walk *walk, const JsonValue *properties,
                            size_t depth)
{
    for (size_t i = 0; i < properties->n_members; i++) {
        const JsonMember *m = &properties->members[i];
        if (depth == PATH_MAX_DEPTH) {
            if (hides_annotation(&m->value, false))
                fault(walk, "an x-mcp-header is too deep in its schema");
            continue;
        }
        walk->path[depth] = cm__arena_text(walk->arena, m->name, m->name_len);
        if (walk->path[depth] == NULL)
            fault(walk, "out of memory");
        walk_schema(walk, &m->value, depth + 1);
    }
}

static void walk_schema(Walk *walk, const JsonValue *schema, size_t depth)
{
    for (size_t i = 0;
         schema->type == CM_JSON_TYPE_OBJECT && i < schema->n_members; i++) {
        const JsonMember *m = &schema->members[i];
        if (cm__json_is_named(m, annotation))
            take_annotation(walk, schema, &m->value, depth);
        else if (cm__json_is_named(m, "properties") &&
                 m->value.type == CM_JSON_TYPE_OBJECT)
            walk_properties(walk, &m->value, depth);
        else if (!cm__json_is_named(m, "enum") &&
                 !cm__json_is_named(m, "const") &&
                 !cm__json_is_named(m, "default") &&
                 !cm__json_is_named(m, "examples") &&
                 hides_annotation(&m->value,
                                  cm__json_is_named(m, "$defs") ||
                                      cm__json_is_named(m, "definitions")))
            fault(walk, "an x-mcp-header is not reached through properties "
                        "alone");
    }
}

const char *cm__toolheader_read(Arena *arena, const JsonValue *schema,
                                ToolHeaders *ret)
{
    Walk walk = { .arena = arena };
    *ret = (ToolHeaders){ .items = NULL };
    /* Most schemas have none: nothing is kept for those. */
    if (schema == NULL || !hides_annotation(schema, false))
        return NULL;
    walk_schema(&walk, schema, 0);
    if (walk.fault == NULL)
        *ret = (ToolHeaders){ walk.items, walk.n_items };
    return walk.fault;
}

/* ---- names and values ---- */

bool cm__header_name_is(const char *a, const char *b)
{
    return cm__ascii_is_same(a, strlen(a), b, strlen(b));
}

void cm__toolheader_add_value(Buf *out, const char *text, size_t len)
{
    static const char open[] = "=?base64?", close[] = "?=";
    bool is_safe = len == 0 || (text[0] != ' ' && text[len - 1] != ' ');
    for (size_t i = 0; i < len && is_safe; i++)
        is_safe = text[i] >= ' ' && text[i] <= '~';
    if (len >= sizeof open - 1 + sizeof close - 1 &&
        memcmp(text, open, sizeof open - 1) == 0 &&
        memcmp(text + len - 2, close, sizeof close - 1) == 0)
        is_safe = false;
    if (is_safe) {
        cm__buf_add(out, text, len);
        return;
    }
    cm__buf_add_str(out, open);
    cm__base64_add(out, text, len);
    cm__buf_add_str(out, close);
}

static const JsonValue *argument(const JsonValue *root, const ToolHeader *h)
{
    const JsonValue *value = root;
    for (size_t i = 0; i < h->n_path && value != NULL; i++)
        value = cm__json_get(value, h->path[i]);
    return value;
}

/* False when the argument gives no header. */
static bool add_argument(Buf *out, const JsonValue *value)
{
    if (value == NULL)
        return false;
    if (value->type == CM_JSON_TYPE_STRING)
        cm__toolheader_add_value(out, value->text, value->len);
    else if (value->type == CM_JSON_TYPE_BOOL)
        cm__buf_add_str(out, value->boolean ? "true" : "false");
    else if (value->type == CM_JSON_TYPE_NUMBER && value->is_integer)
        cm__buf_add_int(out, value->integer);
    else if (value->type == CM_JSON_TYPE_NUMBER && value->number > -1e15 &&
             value->number < 1e15 &&
             value->number == (double)(int64_t)value->number)
        cm__buf_add_int(out, (int64_t)value->number); /* 42.0, 1e2 */
    else
        return false;
    return true;
}

static cm_status fill(const ToolHeaders *headers, const JsonValue *root,
                      Arena *arena, cm_http_header *list, size_t *ret_n)
{
    Buf text;
    cm_status status = CM_OK;
    cm__buf_init(&text, arena->alloc, CM_BUF_NO_LIMIT);
    for (size_t i = 0; i < headers->n_items && status == CM_OK; i++) {
        cm__buf_clear(&text);
        if (!add_argument(&text, argument(root, &headers->items[i])))
            continue;
        const char *value =
            cm__arena_text(arena, cm__buf_text(&text), text.len);
        list[(*ret_n)++] = (cm_http_header){ headers->items[i].name, value };
        status = value != NULL ? text.status : CM_E_NOMEM;
    }
    cm__buf_done(&text);
    return status;
}

cm_status cm__toolheader_fill(const ToolHeaders *headers, const char *arguments,
                              size_t len, Arena *arena,
                              const cm_http_header **ret_headers, size_t *ret_n)
{
    JsonDoc *doc = NULL;
    *ret_headers = NULL;
    *ret_n = 0;
    if (headers->n_items == 0 || len == 0)
        return CM_OK;
    cm_http_header *list =
        cm__arena_zero(arena, headers->n_items * sizeof *list);
    if (list == NULL)
        return CM_E_NOMEM;
    cm_status status =
        cm__json_parse(arena->alloc, arguments, len, NULL, &doc, NULL);
    if (status == CM_OK)
        status = fill(headers, &doc->root, arena, list, ret_n);
    cm__json_doc_free(doc);
    *ret_headers = list;
    return status;
}
