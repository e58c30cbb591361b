/* SPDX-License-Identifier: MIT */
#include "mcp/toolbox.h"

#include <string.h>

#include "base/hash.h"

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

cm_status cm__toolbox_add(Toolbox *t, const ToolboxEntry *entry,
                          bool *ret_replaced, cm_error *err)
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
                        .name = own_name,
                        .path = path,
                        .toolbox = t };
    cm_tool def = { .description = entry->description,
                    .input_schema = entry->input_schema,
                    .output_schema = entry->output_schema,
                    .validate_input = 1,
                    .execute = cm__host_execute,
                    .user = tool };
    cm_status status = cm_tools_add(t->tools, path, &def, err);
    if (status == CM_E_SYNTAX) {
        /* Listed, callable, unchecked (A10). */
        def.input_schema = NULL;
        def.output_schema = "{\"type\":[\"string\",\"null\"]}";
        status = cm_tools_add(t->tools, path, &def, err);
    }
    if (status != CM_OK)
        return status;
    size_t slot = path_slot(t, path);
    if (ret_replaced != NULL)
        *ret_replaced = t->paths[slot] != NULL;
    if (t->paths[slot] == NULL)
        t->n_paths++;
    t->paths[slot] = path;
    return CM_OK;
}

cm_status cm__toolbox_namespace(Toolbox *t, const char *path,
                                const char *description, cm_error *err)
{
    return cm_tools_namespace(t->tools, path, description, err);
}

cm_status cm__toolbox_seal(Toolbox *t, const cm_runtime_options *options,
                           cm_error *err)
{
    return cm_runtime_new(t->tools, options, &t->runtime, err);
}
