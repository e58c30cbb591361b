/* SPDX-License-Identifier: MIT */
#include "mcp/toollist.h"

#include <stdio.h>
#include <string.h>

#include "mcp/toolname.h"

#define LIST_MEMORY ((size_t)256 << 20)

void cm__toollist_init(ToolList *list, const cm_allocator *alloc,
                       bool wants_headers)
{
    *list = (ToolList){ .status = CM_OK, .wants_headers = wants_headers };
    cm__arena_init(&list->arena, alloc, LIST_MEMORY);
    cm__ids_init(&list->by_clean, alloc);
}

void cm__toollist_done(ToolList *list)
{
    const cm_allocator *alloc = list->arena.alloc;
    cm__free(alloc, list->tools, list->cap_tools * sizeof *list->tools);
    cm__free(alloc, list->skips, list->cap_skips * sizeof *list->skips);
    cm__ids_done(&list->by_clean);
    cm__arena_done(&list->arena);
}

static UpstreamSkip *skip(ToolList *list, const char *name, const char *clean,
                          const char *reason)
{
    UpstreamSkip *skips =
        cm__room(list->arena.alloc, list->skips, list->n_skips,
                 &list->cap_skips, sizeof *skips);
    if (skips == NULL) {
        list->status = CM_E_NOMEM;
        return NULL;
    }
    list->skips = skips;
    char *copy = cm__arena_text(&list->arena, name, strlen(name));
    char *path = clean != NULL
                     ? cm__arena_text(&list->arena, clean, strlen(clean))
                     : NULL;
    UpstreamSkip *one = &skips[list->n_skips++];
    *one = (UpstreamSkip){ .name = copy != NULL ? copy : "",
                           .reason = reason,
                           .clean = path };
    return one;
}

static void skip_filtered(ToolList *list, const char *name, const char *clean,
                          const char *reason)
{
    UpstreamSkip *one = skip(list, name, clean, reason);
    if (one != NULL)
        one->is_filtered = true;
}

/* A schema as text. What is neither an object nor a boolean is none. */
static const char *schema_text(ToolList *list, const JsonValue *schema)
{
    if (schema == NULL || (schema->type != CM_JSON_TYPE_OBJECT &&
                           schema->type != CM_JSON_TYPE_BOOL))
        return NULL;
    Buf text;
    cm__buf_init(&text, list->arena.alloc, LIST_MEMORY);
    JsonWriter w = cm__json_writer(&text);
    cm__json_write_value(&w, schema);
    char *copy = NULL;
    if (text.status == CM_OK)
        copy = cm__arena_text(&list->arena, text.bytes, text.len);
    if (copy == NULL)
        list->status = CM_E_NOMEM;
    cm__buf_done(&text);
    return copy;
}

static const char *text_member(ToolList *list, const JsonValue *tool,
                               const char *name)
{
    const JsonValue *value = cm__json_get(tool, name);
    if (value == NULL || value->type != CM_JSON_TYPE_STRING)
        return NULL;
    return cm__arena_text(&list->arena, value->text, value->len);
}

/* Where a tool of this cleaned name goes: over an older one, or at the end. */
static UpstreamTool *place(ToolList *list, const char *clean)
{
    size_t *at = cm__ids_get(&list->by_clean, clean);
    if (at != NULL) {
        (void)skip(list, list->tools[*at].name, NULL,
                   "a later tool of the server has the same path");
        return &list->tools[*at];
    }
    UpstreamTool *tools =
        cm__room(list->arena.alloc, list->tools, list->n_tools,
                 &list->cap_tools, sizeof *tools);
    if (tools == NULL)
        return NULL;
    list->tools = tools;
    at = cm__arena_alloc(&list->arena, sizeof *at);
    if (at == NULL || cm__ids_add(&list->by_clean, clean, at) != CM_OK)
        return NULL;
    *at = list->n_tools;
    return &tools[list->n_tools++];
}

static bool hint(const JsonValue *tool, const char *name)
{
    const JsonValue *hints = cm__json_get(tool, "annotations");
    const JsonValue *value = hints != NULL ? cm__json_get(hints, name) : NULL;
    return value != NULL && value->type == CM_JSON_TYPE_BOOL && value->boolean;
}

/* Fills what a direct tool has; NULL, or why it cannot be one. */
static const char *make_direct(ToolList *list, const JsonValue *tool,
                               const char *clean, UpstreamTool *entry)
{
    char path[2 * CM_NAME_MAX + 2], id[CM_DIRECT_ID_MAX + 1];
    Buf text;
    (void)snprintf(path, sizeof path, "%s.%s", list->ns, clean);
    const char *refusal = cm__direct_id(path, id);
    if (refusal != NULL)
        return refusal;
    cm__buf_init(&text, list->arena.alloc, LIST_MEMORY);
    cm__direct_list_tool(&text, tool);
    entry->direct_id = cm__arena_text(&list->arena, id, strlen(id));
    if (text.status == CM_OK)
        entry->listed = cm__arena_text(&list->arena, text.bytes, text.len);
    cm__buf_done(&text);
    if (entry->direct_id == NULL || entry->listed == NULL)
        list->status = CM_E_NOMEM;
    return NULL;
}

static void add_tool(ToolList *list, const JsonValue *tool)
{
    char clean[CM_NAME_MAX + 1];
    const JsonValue *name = cm__json_get(tool, "name");
    if (name == NULL || name->type != CM_JSON_TYPE_STRING) {
        (void)skip(list, "", NULL, "it has no name");
        return;
    }
    if (!cm__rpc_is_name(name)) {
        (void)skip(list, name->text, NULL, "its name holds U+0000");
        return;
    }
    const char *shown = cm__toolfilter_name(list->filter, name->text);
    size_t shown_len = shown == name->text ? name->len : strlen(shown);
    bool has_path = cm__name_clean(shown, shown_len, clean);
    const char *refusal = cm__toolfilter_refusal(list->filter, name->text,
                                                 hint(tool, "readOnlyHint"));
    if (refusal != NULL) {
        skip_filtered(list, name->text, has_path ? clean : NULL, refusal);
        return;
    }
    if (!has_path) {
        (void)skip(list, name->text, NULL, "its name is empty or too long");
        return;
    }
    const JsonValue *execution = cm__json_get(tool, "execution");
    if (execution != NULL &&
        cm__json_is_text(cm__json_get(execution, "taskSupport"), "required")) {
        (void)skip(list, name->text, clean, "it runs only as a task");
        return;
    }
    ToolHeaders headers = { .items = NULL };
    const char *fault = NULL;
    if (list->wants_headers)
        fault = cm__toolheader_read(
            &list->arena, cm__json_get(tool, "inputSchema"), &headers);
    if (fault != NULL) {
        (void)skip(list, name->text, clean, fault);
        return;
    }
    UpstreamTool entry = {
        .name = cm__arena_text(&list->arena, name->text, name->len),
        .clean = cm__arena_text(&list->arena, clean, strlen(clean)),
        .description = text_member(list, tool, "description"),
        .input_schema = schema_text(list, cm__json_get(tool, "inputSchema")),
        .output_schema = schema_text(list, cm__json_get(tool, "outputSchema")),
        .headers = headers,
        .is_repeatable =
            hint(tool, "readOnlyHint") || hint(tool, "idempotentHint"),
    };
    if (cm__direct_matches(list->direct, name->text, name->len)) {
        fault = make_direct(list, tool, clean, &entry);
        if (fault != NULL) {
            (void)skip(list, name->text, clean, fault);
            return;
        }
    }
    UpstreamTool *slot =
        entry.name != NULL && entry.clean != NULL ? place(list, clean) : NULL;
    if (slot == NULL)
        list->status = CM_E_NOMEM;
    else
        *slot = entry;
}

void cm__toollist_add_page(ToolList *list, const JsonValue *tools)
{
    for (size_t i = 0; i < tools->n_items && list->status == CM_OK; i++)
        add_tool(list, &tools->items[i]);
}
