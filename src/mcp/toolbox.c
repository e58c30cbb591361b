/* SPDX-License-Identifier: MIT */
#include "mcp/toolbox.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "mcp/direct.h"
#include "schema/schema.h"

/* Texts of tools: a server with more is not believable. */
#define ARENA_LIMIT ((size_t)256 << 20)

Toolbox *cm__toolbox_new(const cm_allocator *alloc)
{
    Toolbox *t = cm__alloc_zero(alloc, 1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->alloc = alloc;
    t->refs = 1;
    cm__arena_init(&t->arena, alloc, ARENA_LIMIT);
    t->tools = cm_tools_new(NULL);
    if (t->tools == NULL) {
        cm__toolbox_unref(t);
        return NULL;
    }
    return t;
}

void cm__toolbox_ref(Toolbox *t)
{
    t->refs++;
}

void cm__toolbox_unref(Toolbox *t)
{
    if (t == NULL || --t->refs > 0)
        return;
    cm__toolbox_unref(t->earlier); /* which follows none any more */
    cm_runtime_free(t->runtime);
    cm_tools_free(t->tools);
    for (HostTool *tool = t->host_tools; tool != NULL; tool = tool->next)
        cm__schema_unref(tool->output);
    for (size_t i = 0; i < t->n_directs; i++)
        cm__schema_unref(t->directs[i].input);
    cm__free(t->alloc, t->directs, t->cap_directs * sizeof *t->directs);
    cm__arena_done(&t->arena);
    cm__free(t->alloc, t->paths, t->cap_paths * sizeof *t->paths);
    cm__free(t->alloc, t, sizeof *t);
}

void cm__toolbox_follow(Toolbox *t, Toolbox *earlier)
{
    if (earlier != NULL)
        cm__toolbox_ref(earlier);
    cm__toolbox_unref(t->earlier);
    t->earlier = earlier;
    cm_tools_reuse(t->tools, earlier != NULL ? earlier->tools : NULL);
}

/* ---- paths ---- */

/* The table is an open-addressed one of at most half load; cap_paths is a power
 * of two. */
static size_t path_slot(const Toolbox *t, const char *path)
{
    size_t mask = t->cap_paths - 1;
    size_t at = cm__hash_bytes(path, strlen(path)) & mask;
    while (t->paths[at].path != NULL && strcmp(t->paths[at].path, path) != 0)
        at = (at + 1) & mask;
    return at;
}

bool cm__toolbox_has(const Toolbox *t, const char *path)
{
    return t->cap_paths > 0 && t->paths[path_slot(t, path)].has_tool;
}

/* What stood at the path in the toolbox that this one follows, or NULL. */
static const HostTool *earlier_tool(const Toolbox *t, const char *path)
{
    const Toolbox *e = t->earlier;
    return e != NULL && e->cap_paths > 0 ? e->paths[path_slot(e, path)].tool
                                         : NULL;
}

static bool paths_grow(Toolbox *t)
{
    size_t old_cap = t->cap_paths, cap = old_cap == 0 ? 64 : 2 * old_cap;
    ToolboxPath *old = t->paths;
    ToolboxPath *paths = cm__alloc_zero(t->alloc, cap, sizeof *paths);
    if (paths == NULL)
        return false;
    t->paths = paths;
    t->cap_paths = cap;
    for (size_t i = 0; i < old_cap; i++)
        if (old[i].path != NULL)
            t->paths[path_slot(t, old[i].path)] = old[i];
    cm__free(t->alloc, old, old_cap * sizeof *old);
    return true;
}

/* The path's entry, a new one when there is none; NULL without memory. */
static ToolboxPath *path_of(Toolbox *t, const char *path)
{
    if (2 * t->n_paths >= t->cap_paths && !paths_grow(t))
        return NULL;
    ToolboxPath *entry = &t->paths[path_slot(t, path)];
    if (entry->path == NULL) {
        entry->path = cm__arena_text(&t->arena, path, strlen(path));
        t->n_paths += entry->path != NULL;
    }
    return entry->path != NULL ? entry : NULL;
}

cm_status cm__toolbox_plan(Toolbox *t, const char *path)
{
    ToolboxPath *entry = path_of(t, path);
    if (entry == NULL)
        return CM_E_NOMEM;
    entry->n_planned++;
    return CM_OK;
}

/* ---- tools ---- */

static cm_status no_memory(cm_error *err)
{
    if (err != NULL)
        *err = (cm_error){ .status = CM_E_NOMEM, .text = "out of memory" };
    return CM_E_NOMEM;
}

static bool is_bad_schema(cm_status status)
{
    return status == CM_E_SYNTAX || status == CM_E_LIMIT;
}

/* Adds with those schemas checking that compile. The first reason why one does
 * not goes to `unchecked`. */
static cm_status add_checked(Toolbox *t, const char *path, cm_tool *def,
                             char unchecked[192], cm_error *err)
{
    int checks = def->validate_input;
    static const struct {
        int input, output;
    } tries[] = { { 1, 1 }, { 1, 0 }, { 0, 1 }, { 0, 0 } };
    int refuses = def->validate_output;
    bool is_first = true;
    cm_status status = CM_E_SYNTAX;
    for (size_t i = 0; i < CM_ARRAY_LEN(tries) && is_bad_schema(status); i++) {
        if ((tries[i].output && !refuses) || (tries[i].input && !checks))
            continue;
        def->validate_input = tries[i].input;
        def->validate_output = tries[i].output;
        status = cm_tools_add(t->tools, path, def, err);
        if (is_first && is_bad_schema(status))
            memcpy(unchecked, err->text, sizeof err->text);
        is_first = false;
    }
    if (status == CM_E_SYNTAX) {
        /* No JSON: listed, callable, unchecked (A10). */
        def->input_schema = NULL;
        def->output_schema = "{\"type\":[\"string\",\"null\"]}";
        status = cm_tools_add(t->tools, path, def, err);
    }
    return status;
}

/* Where the id stands, or would. */
static size_t direct_slot(const Toolbox *t, const char *id, bool *ret_is_there)
{
    size_t low = 0, high = t->n_directs;
    *ret_is_there = false;
    while (low < high && !*ret_is_there) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(t->directs[middle].id, id);
        *ret_is_there = order == 0;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return high;
}

const ToolboxDirect *cm__toolbox_direct(const Toolbox *t, const char *id)
{
    bool is_there;
    size_t at = direct_slot(t, id, &is_there);
    return is_there ? &t->directs[at] : NULL;
}

static bool directs_grow(Toolbox *t)
{
    ToolboxDirect *directs = cm__room(t->alloc, t->directs, t->n_directs,
                                      &t->cap_directs, sizeof *directs);
    if (directs != NULL)
        t->directs = directs;
    return directs != NULL;
}

/* Puts it into its place; takes its schema. */
static cm_status place_direct(Toolbox *t, const ToolboxDirect *direct,
                              ToolboxNote *note)
{
    bool is_there;
    size_t at = direct_slot(t, direct->id, &is_there);
    if (is_there) {
        cm__schema_unref(t->directs[at].input);
        t->directs[at] = *direct;
        note->is_replaced = true;
        return CM_OK;
    }
    if (!directs_grow(t)) {
        cm__schema_unref(direct->input);
        return CM_E_NOMEM;
    }
    memmove(&t->directs[at + 1], &t->directs[at],
            (t->n_directs - at) * sizeof *t->directs);
    t->directs[at] = *direct;
    t->n_directs++;
    return CM_OK;
}

/* CM_OK also when the schema does not compile: nothing is checked then. */
static cm_status compile_into(Toolbox *t, const char *what, const char *text,
                              struct Schema **ret, char unchecked[192])
{
    cm_error reason;
    cm_status status =
        cm__schema_compile(t->alloc, text, strlen(text), NULL, ret, &reason);
    if (status == CM_OK || status == CM_E_NOMEM)
        return status;
    if (unchecked[0] == '\0')
        (void)snprintf(unchecked, sizeof reason.text,
                       "the %s schema does not compile: %.150s", what,
                       reason.text);
    return CM_OK;
}

static const char *listed_text(Toolbox *t, const ToolboxEntry *entry)
{
    Buf text;
    if (entry->listed != NULL)
        return cm__arena_text(&t->arena, entry->listed, strlen(entry->listed));
    cm__buf_init(&text, t->alloc, CM_BUF_NO_LIMIT);
    cm__direct_list_plain(&text, entry->description, entry->input_schema);
    const char *copy = NULL;
    if (text.status == CM_OK)
        copy = cm__arena_text(&t->arena, text.bytes, text.len);
    cm__buf_done(&text);
    return copy;
}

static cm_status add_direct(Toolbox *t, HostTool *tool,
                            const ToolboxEntry *entry, ToolboxNote *note)
{
    const char *id = entry->direct_id;
    char reason[CM_DIRECT_ID_MAX + 60];
    ToolboxDirect direct = {
        .id = cm__arena_text(&t->arena, id, strlen(id)),
        .listed = listed_text(t, entry),
        .tool = tool,
    };
    cm_status status =
        direct.id != NULL && direct.listed != NULL ? CM_OK : CM_E_NOMEM;
    if (status == CM_OK && entry->output_rule == OUTPUT_IS_REFUSED &&
        entry->output_schema != NULL)
        status = compile_into(t, "output", entry->output_schema, &tool->output,
                              note->unchecked);
    if (status == CM_OK && !entry->is_unchecked && entry->input_schema != NULL)
        status = compile_into(t, "input", entry->input_schema, &direct.input,
                              note->unchecked);
    if (status != CM_OK)
        return status;
    (void)snprintf(reason, sizeof reason,
                   "it is called outside of programs, as %s", id);
    status = cm__toolbox_leave_out(t, entry->path, reason);
    if (status == CM_E_NOMEM) {
        cm__schema_unref(direct.input);
        return status;
    }
    return place_direct(t, &direct, note);
}

static cm_status add_deferred(Toolbox *t, HostTool *tool,
                              const ToolboxEntry *entry, ToolboxNote *note,
                              cm_error *err)
{
    cm_tool def = { .description = entry->description,
                    .input_schema = entry->input_schema,
                    .output_schema = entry->output_schema,
                    .validate_input = !entry->is_unchecked,
                    .validate_output = entry->output_rule == OUTPUT_IS_REFUSED,
                    .execute = cm__host_execute,
                    .user = tool };
    cm_status status = add_checked(t, tool->path, &def, note->unchecked, err);
    if (status != CM_OK || entry->output_rule != OUTPUT_IS_REPORTED ||
        entry->output_schema == NULL)
        return status;
    const HostTool *known = earlier_tool(t, tool->path);
    const char *text = entry->output_schema;
    if (known == NULL || known->output == NULL ||
        !cm__schema_is_of(known->output, text, strlen(text)))
        return compile_into(t, "output", text, &tool->output, note->unchecked);
    tool->output = cm__schema_ref(known->output);
    tool->has_warned = known->has_warned;
    return CM_OK;
}

static HostTool *new_tool(Toolbox *t, const ToolboxEntry *entry,
                          const char *path)
{
    const char *name = entry->name != NULL ? entry->name : path;
    HostTool *tool = cm__arena_zero(&t->arena, sizeof *tool);
    char *own_name = cm__arena_text(&t->arena, name, strlen(name));
    if (tool == NULL || own_name == NULL)
        return NULL;
    *tool = (HostTool){ .ops = entry->ops,
                        .source = entry->source,
                        .item = entry->item,
                        .name = own_name,
                        .path = path,
                        .toolbox = t,
                        .next = t->host_tools };
    t->host_tools = tool;
    return tool;
}

/* Keeps why the tool is not checked, for the toolbox that follows this one. */
static bool keep_note(Toolbox *t, HostTool *tool, ToolboxNote *note)
{
    const HostTool *known = earlier_tool(t, tool->path);
    if (note->unchecked[0] == '\0')
        return true;
    note->was_told = known != NULL && known->unchecked != NULL &&
                     strcmp(known->unchecked, note->unchecked) == 0;
    tool->unchecked =
        cm__arena_text(&t->arena, note->unchecked, strlen(note->unchecked));
    return tool->unchecked != NULL;
}

cm_status cm__toolbox_add(Toolbox *t, const ToolboxEntry *entry,
                          ToolboxNote *ret_note, cm_error *err)
{
    ToolboxNote note = { .is_replaced = false };
    cm_error reason = { .status = CM_OK };
    cm_status status = CM_OK;
    ToolboxPath *place = path_of(t, entry->path);
    if (place == NULL)
        return no_memory(err);
    place->n_planned -= place->n_planned > 0;
    if (place->n_planned > 0) {
        note.is_replaced = true;
    } else {
        HostTool *tool = new_tool(t, entry, place->path);
        if (tool == NULL)
            return no_memory(err);
        note.is_replaced = place->has_tool;
        status = entry->direct_id != NULL
                     ? add_direct(t, tool, entry, &note)
                     : add_deferred(t, tool, entry, &note, &reason);
        place->has_tool = status == CM_OK && entry->direct_id == NULL;
        place->tool = tool;
        if (status == CM_OK && !keep_note(t, tool, &note))
            status = CM_E_NOMEM;
    }
    if (status == CM_E_NOMEM)
        return no_memory(err);
    if (status != CM_OK) {
        if (err != NULL)
            *err = reason;
        return status;
    }
    if (ret_note != NULL)
        *ret_note = note;
    return CM_OK;
}

/* ---- reports ---- */

/* The loop's thread serves everybody, so a check here is a short one. */
#define REPORT_STEPS UINT64_C(2000000)

void cm__toolbox_report(HostTool *tool, const char *json, size_t len)
{
    Toolbox *t = tool->toolbox;
    if (tool->output == NULL || tool->has_warned || t->log == NULL)
        return;
    uint64_t left = REPORT_STEPS;
    SchemaHost host = { t->alloc, cm__schema_spend, &left };
    Buf problems;
    cm__buf_init(&problems, t->alloc, CM_BUF_NO_LIMIT);
    if (cm__schema_check(tool->output, &host, json, len, &problems) ==
        SCHEMA_INVALID) {
        tool->has_warned = true;
        cm__log(t->log, CM_LOG_WARN,
                "tool \"%s\" gives outputs that break its output schema: %s",
                tool->path, cm__buf_text(&problems));
    }
    cm__buf_done(&problems);
}

cm_status cm__toolbox_namespace(Toolbox *t, const char *path,
                                const char *description, cm_error *err)
{
    return cm_tools_namespace(t->tools, path, description, err);
}

cm_status cm__toolbox_announce(Toolbox *t, const char *name, cm_error *err)
{
    return cm_tools_announce(t->tools, name, err);
}

cm_status cm__toolbox_leave_out(Toolbox *t, const char *path,
                                const char *reason)
{
    return cm_tools_leave_out(t->tools, path, reason, NULL);
}

cm_status cm__toolbox_seal(Toolbox *t, const cm_runtime_options *options,
                           cm_error *err)
{
    cm_status status = cm_runtime_new(t->tools, options, &t->runtime, err);
    cm__toolbox_follow(t, NULL);
    return status;
}
