/* SPDX-License-Identifier: MIT */
#include "mcp/headercheck.h"

#include <string.h>

#include "mcp/routing.h"
#include "json/writer.h"

#define LEARNED_MAX ((size_t)4 << 20)

typedef struct CheckedTool {
    struct CheckedTool *older;
    const char *name;
    ToolHeaders headers;
} CheckedTool;

void cm__headercheck_init(HeaderCheck *check, const cm_allocator *alloc)
{
    *check = (HeaderCheck){ .newest = NULL };
    cm__arena_init(&check->arena, alloc, LEARNED_MAX);
}

void cm__headercheck_done(HeaderCheck *check)
{
    cm__arena_done(&check->arena);
    check->newest = NULL;
}

static const CheckedTool *find(const HeaderCheck *check, const char *name)
{
    const CheckedTool *tool = check->newest;
    while (tool != NULL && strcmp(tool->name, name) != 0)
        tool = tool->older;
    return tool;
}

static const JsonValue *name_of(const JsonValue *object)
{
    const JsonValue *name = object->type == CM_JSON_TYPE_OBJECT
                                ? cm__json_get(object, "name")
                                : NULL;
    return name != NULL && name->type == CM_JSON_TYPE_STRING ? name : NULL;
}

/* What is known of a tool may change with every list. */
static void learn_tool(HeaderCheck *check, const JsonValue *value)
{
    Arena *arena = &check->arena;
    const JsonValue *name = name_of(value);
    const JsonValue *schema =
        name != NULL ? cm__json_get(value, "inputSchema") : NULL;
    ToolHeaders headers = { .n_items = 0 };
    if (schema == NULL)
        return;
    if (cm__toolheader_read(arena, schema, &headers) != NULL)
        headers.n_items = 0; /* its client must not offer it */
    if (headers.n_items == 0 && find(check, name->text) == NULL)
        return;
    CheckedTool *tool = cm__arena_alloc(arena, sizeof *tool);
    const char *copy = cm__arena_text(arena, name->text, name->len);
    if (tool == NULL || copy == NULL)
        return;
    *tool = (CheckedTool){ check->newest, copy, headers };
    check->newest = tool;
}

void cm__headercheck_learn(HeaderCheck *check, const JsonValue *tools)
{
    const cm_allocator *alloc = check->arena.alloc;
    if (tools == NULL || tools->type != CM_JSON_TYPE_ARRAY)
        return;
    if (check->arena.used > LEARNED_MAX / 2) {
        cm__headercheck_done(check);
        cm__headercheck_init(check, alloc);
    }
    for (size_t i = 0; i < tools->n_items; i++)
        learn_tool(check, &tools->items[i]);
}

/* Whether two values of headers, each wrapped or not, are one text. */
static bool is_same(const cm_allocator *alloc, const char *a, const char *b)
{
    Buf x, y;
    cm__buf_init(&x, alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&y, alloc, CM_BUF_NO_LIMIT);
    bool same = cm__routing_unwrap(&x, a) && cm__routing_unwrap(&y, b) &&
                x.status == CM_OK && y.status == CM_OK && x.len == y.len &&
                memcmp(cm__buf_text(&x), cm__buf_text(&y), x.len) == 0;
    cm__buf_done(&x);
    cm__buf_done(&y);
    return same;
}

static const char *value_of(const cm_http_header *headers, size_t n,
                            const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (cm__header_name_is(headers[i].name, name))
            return headers[i].value;
    return NULL;
}

static const char *compare(const CheckedTool *tool, const cm_allocator *alloc,
                           const cm_http_header *wanted, size_t n_wanted,
                           const cm_http_header *given, size_t n_given)
{
    for (size_t i = 0; i < tool->headers.n_items; i++) {
        const char *name = tool->headers.items[i].name;
        const char *want = value_of(wanted, n_wanted, name);
        const char *got = value_of(given, n_given, name);
        if ((want == NULL) != (got == NULL) ||
            (want != NULL && !is_same(alloc, want, got)))
            return name;
    }
    return NULL;
}

const char *cm__headercheck_fault(const HeaderCheck *check,
                                  const JsonValue *params,
                                  const cm_http_header *headers,
                                  size_t n_headers)
{
    const cm_allocator *alloc = check->arena.alloc;
    const JsonValue *name = params != NULL ? name_of(params) : NULL;
    const CheckedTool *tool = name != NULL ? find(check, name->text) : NULL;
    if (tool == NULL)
        return NULL;
    Arena arena;
    Buf text;
    const cm_http_header *wanted = NULL;
    size_t n_wanted = 0;
    const JsonValue *arguments = cm__json_get(params, "arguments");
    cm__arena_init(&arena, alloc, SIZE_MAX);
    cm__buf_init(&text, alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&text);
    if (arguments != NULL)
        cm__json_write_value(&w, arguments);
    const char *fault = tool->headers.n_items > 0
                            ? tool->headers.items[0].name
                            : NULL; /* when memory is refused */
    if (text.status == CM_OK &&
        cm__toolheader_fill(&tool->headers, cm__buf_text(&text), text.len,
                            &arena, &wanted, &n_wanted) == CM_OK)
        fault = compare(tool, alloc, wanted, n_wanted, headers, n_headers);
    cm__buf_done(&text);
    cm__arena_done(&arena);
    return fault;
}
