/* SPDX-License-Identifier: MIT */
#include "mcp/toolbox.h"

#include <stdio.h>
#include <string.h>

#include "base/hash.h"
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
    cm_runtime_free(t->runtime);
    cm_tools_free(t->tools);
    for (HostTool *tool = t->host_tools; tool != NULL; tool = tool->next)
        cm__schema_unref(tool->output);
    cm__arena_done(&t->arena);
    cm__free(t->alloc, t->paths, t->cap_paths * sizeof *t->paths);
    cm__free(t->alloc, t, sizeof *t);
}

/* The set of paths is an open-addressed table of at most half load; cap_paths
 * is a power of two. */
static size_t path_slot(const Toolbox *t, const char *path)
{
    size_t mask = t->cap_paths - 1;
    size_t at = cm__hash_bytes(path, strlen(path)) & mask;
    while (t->paths[at] != NULL && strcmp(t->paths[at], path) != 0)
        at = (at + 1) & mask;
    return at;
}

bool cm__toolbox_has(const Toolbox *t, const char *path)
{
    return t->cap_paths > 0 && t->paths[path_slot(t, path)] != NULL;
}

static bool paths_grow(Toolbox *t)
{
    size_t old_cap = t->cap_paths, cap = old_cap == 0 ? 64 : 2 * old_cap;
    const char **old = t->paths;
    const char **paths = cm__alloc_zero(t->alloc, cap, sizeof *paths);
    if (paths == NULL)
        return false;
    t->paths = paths;
    t->cap_paths = cap;
    for (size_t i = 0; i < old_cap; i++)
        if (old[i] != NULL)
            t->paths[path_slot(t, old[i])] = old[i];
    cm__free(t->alloc, old, old_cap * sizeof *old);
    return true;
}

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

/* The schema for reports. One that does not compile reports nothing. */
static cm_status compile_output(Toolbox *t, HostTool *tool,
                                const ToolboxEntry *entry, char unchecked[192])
{
    cm_error reason;
    if (entry->output_rule != OUTPUT_IS_REPORTED ||
        entry->output_schema == NULL)
        return CM_OK;
    cm_status status = cm__schema_compile(t->alloc, entry->output_schema,
                                          strlen(entry->output_schema), NULL,
                                          &tool->output, &reason);
    if (status == CM_OK || status == CM_E_NOMEM)
        return status;
    if (unchecked[0] == '\0')
        (void)snprintf(unchecked, sizeof reason.text,
                       "the output schema does not compile: %.150s",
                       reason.text);
    return CM_OK;
}

static void note_path(Toolbox *t, const char *path, ToolboxNote *note)
{
    size_t slot = path_slot(t, path);
    note->is_replaced = t->paths[slot] != NULL;
    if (t->paths[slot] == NULL)
        t->n_paths++;
    t->paths[slot] = path;
}

cm_status cm__toolbox_add(Toolbox *t, const ToolboxEntry *entry,
                          ToolboxNote *ret_note, cm_error *err)
{
    const char *name = entry->name != NULL ? entry->name : entry->path;
    HostTool *tool = cm__arena_zero(&t->arena, sizeof *tool);
    char *path = cm__arena_text(&t->arena, entry->path, strlen(entry->path));
    char *own_name = cm__arena_text(&t->arena, name, strlen(name));
    if (tool == NULL || path == NULL || own_name == NULL ||
        (2 * t->n_paths >= t->cap_paths && !paths_grow(t)))
        return no_memory(err);
    *tool = (HostTool){ .ops = entry->ops,
                        .source = entry->source,
                        .item = entry->item,
                        .name = own_name,
                        .path = path,
                        .toolbox = t,
                        .next = t->host_tools };
    t->host_tools = tool;
    cm_tool def = { .description = entry->description,
                    .input_schema = entry->input_schema,
                    .output_schema = entry->output_schema,
                    .validate_input = !entry->is_unchecked,
                    .validate_output = entry->output_rule == OUTPUT_IS_REFUSED,
                    .execute = cm__host_execute,
                    .user = tool };
    ToolboxNote note = { .is_replaced = false };
    cm_error reason;
    cm_status status = add_checked(t, path, &def, note.unchecked, &reason);
    if (status == CM_OK)
        status = compile_output(t, tool, entry, note.unchecked);
    if (status == CM_E_NOMEM)
        return no_memory(err);
    if (status != CM_OK) {
        if (err != NULL)
            *err = reason;
        return status;
    }
    note_path(t, path, &note);
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

cm_status cm__toolbox_seal(Toolbox *t, const cm_runtime_options *options,
                           cm_error *err)
{
    return cm_runtime_new(t->tools, options, &t->runtime, err);
}
