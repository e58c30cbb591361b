/* SPDX-License-Identifier: MIT */
/* Tools and runtimes of the public API: construction and inspection. */
#include "runtime/runtime.h"

#include "base/clock.h"
#include "base/options.h"
#include "catalog/catalog.h"
#include "catalog/declare.h"
#include "catalog/describe.h"
#include "catalog/expression.h"
#include "catalog/signature.h"
#include "catalog/update.h"
#include "js/builtins/builtins.h"
#include "lua/lua_lib.h"
#include "runtime/execution.h"
#include "runtime/reference.h"

#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/random.h>

enum {
    DEFAULT_CONCURRENT = 8,
    DEFAULT_GRACE_MS = 5000
};

/* ---- tools ---- */

cm_tools *cm_tools_new(const cm_allocator *alloc)
{
    const cm_allocator *a = alloc ? alloc : cm__alloc_default();
    cm_tools *tools = cm__alloc(a, sizeof *tools);
    ToolTree *tree = tools ? cm__tree_new(a) : NULL;
    if (!tree) {
        cm__free(a, tools, sizeof *tools);
        return NULL;
    }
    *tools = (cm_tools){ .tree = tree };
    return tools;
}

void cm_tools_free(cm_tools *tools)
{
    if (!tools)
        return;
    const cm_allocator *a = tools->tree->alloc;
    for (size_t i = 0; i < tools->n_extensions; i++)
        cm__extension_unref(tools->extensions[i]);
    if (tools->extensions)
        cm__free(a, tools->extensions, tools->n_extensions * sizeof(void *));
    cm__tree_unref(tools->earlier);
    cm__tree_unref(tools->tree);
    cm__free(a, tools, sizeof *tools);
}

void cm_tools_reuse(cm_tools *tools, const cm_tools *earlier)
{
    ToolTree *tree = NULL;
    if (earlier && earlier->tree->alloc == tools->tree->alloc)
        tree = cm__tree_ref(earlier->tree);
    cm__tree_unref(tools->earlier);
    tools->earlier = tree;
}

cm_status cm_tools_add_n(cm_tools *tools, const char *path, size_t path_len,
                         const cm_tool *tool, cm_error *err)
{
    if (!tools || !path || !tool)
        return cm__error_set(err, CM_E_ARGUMENT, "",
                             "tools, path and tool are required");
    cm_status status = cm__tree_own(&tools->tree);
    if (status != CM_OK)
        return cm__error_set(err, status, "", "memory was refused");
    return cm__tree_add_again(tools->tree, tools->earlier, path, path_len, tool,
                              err);
}

cm_status cm_tools_add(cm_tools *tools, const char *path, const cm_tool *tool,
                       cm_error *err)
{
    return cm_tools_add_n(tools, path, path ? strlen(path) : 0, tool, err);
}

cm_status cm_tools_namespace(cm_tools *tools, const char *path,
                             const char *description, cm_error *err)
{
    if (!tools || !path)
        return cm__error_set(err, CM_E_ARGUMENT, "",
                             "tools and path are required");
    cm_status status = cm__tree_own(&tools->tree);
    if (status != CM_OK)
        return cm__error_set(err, status, "", "memory was refused");
    return cm__tree_describe(tools->tree, path, strlen(path), description, err);
}

cm_status cm_tools_announce(cm_tools *tools, const char *name, cm_error *err)
{
    if (!tools || !name)
        return cm__error_set(err, CM_E_ARGUMENT, "",
                             "tools and name are required");
    cm_status status = cm__tree_own(&tools->tree);
    if (status != CM_OK)
        return cm__error_set(err, status, "", "memory was refused");
    return cm__tree_announce(tools->tree, name, strlen(name), err);
}

cm_status cm_tools_leave_out(cm_tools *tools, const char *path,
                             const char *reason, cm_error *err)
{
    if (!tools || !path || !reason)
        return cm__error_set(err, CM_E_ARGUMENT, "",
                             "tools, path and reason are required");
    cm_status status = cm__tree_own(&tools->tree);
    if (status != CM_OK)
        return cm__error_set(err, status, "", "memory was refused");
    return cm__tree_leave_out(tools->tree, path, reason, err);
}

/* ---- runtime ---- */

static uint64_t system_now(void *user)
{
    (void)user;
    return cm__clock_monotonic_ns();
}

static double system_wall(void *user)
{
    (void)user;
    return cm__clock_wall_ms();
}

/* Unpredictable; the clock stands in where the system has no entropy yet. */
static uint64_t system_seed(void)
{
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, 0) == (ssize_t)sizeof seed)
        return seed;
    return cm__clock_monotonic_ns();
}

/* The realm's class table knows references from the start, whoever builds the
 * realm first. */
static const Realm *shared_realm(cm_language language)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, cm__reference_register);
    return language == CM_LANGUAGE_LUA ? lua_realm() : js_realm();
}

static cm_status read_options(cm_runtime *r, const cm_runtime_options *o,
                              cm_error *err)
{
    bool is_lua = o->language == CM_LANGUAGE_LUA;
    Limits defaults = is_lua ? cm__limits_lua() : cm__limits_default();
    if (o->language != CM_LANGUAGE_JAVASCRIPT && !is_lua)
        return cm__error_set(err, CM_E_ARGUMENT, "language",
                             "the language is not supported");
    cm_status status =
        cm__limits_resolve(&o->limits, &defaults, &r->limits, err);
    if (status == CM_OK)
        status = cm__option_resolve(
            o->max_concurrent_tool_calls, 1, DEFAULT_CONCURRENT,
            "max_concurrent_tool_calls", &r->max_concurrent, err);
    if (status == CM_OK)
        status =
            cm__option_resolve(o->call_timeout_ms, 1, CM_NO_LIMIT,
                               "call_timeout_ms", &r->call_timeout_ms, err);
    if (status == CM_OK)
        status =
            cm__option_resolve(o->cleanup_grace_ms, 0, DEFAULT_GRACE_MS,
                               "cleanup_grace_ms", &r->cleanup_grace_ms, err);
    r->language = o->language;
    r->preflight = o->preflight != 0;
    r->has_seed = o->has_random_seed != 0;
    r->seed = r->has_seed ? o->random_seed : system_seed();
    atomic_init(&r->n_seeds, 0);
    r->now_ns = o->monotonic_ns ? o->monotonic_ns : system_now;
    r->wall_ms = o->wall_clock_ms ? o->wall_clock_ms : system_wall;
    r->hook_user = o->hook_user;
    r->hooks = o->hooks;
    r->extension_hooks = o->extension_hooks;
    r->log = o->log;
    r->zone_data = o->zone_data;
    if (status == CM_OK)
        status = cm__runtime_zone_init(r, o->time_zone, err);
    return status;
}

static bool take_tools(cm_runtime *r, const cm_tools *tools)
{
    r->tree = tools ? cm__tree_ref(tools->tree) : cm__tree_new(r->alloc);
    if (r->tree)
        r->index = cm__index_new(r->alloc, r->tree);
    return r->index != NULL;
}

/* "url, util, buffer, crypto, console" and the globals of extensions. */
static bool list_importable(cm_runtime *r)
{
    const ExtensionSet *set = r->extensions;
    Buf out;
    cm__buf_init(&out, r->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_str(&out, JS_IMPORTABLE);
    for (uint32_t i = 0; i < set->n_nodes; i = set->nodes[i].end) {
        cm__buf_add_str(&out, ", ");
        cm__buf_add(&out, set->nodes[i].name, set->nodes[i].name_len);
    }
    r->importable_size = out.len + 1;
    if (out.status == CM_OK)
        r->importable = cm__alloc_text(r->alloc, cm__buf_text(&out), out.len);
    cm__buf_done(&out);
    return r->importable != NULL;
}

static cm_status take_extensions(cm_runtime *r, const cm_tools *tools,
                                 cm_error *err)
{
    cm_status status = cm__extensions_new(
        r->alloc, tools ? tools->extensions : NULL,
        tools ? tools->n_extensions : 0, r->realm, &r->extensions, err);
    if (status == CM_OK && !list_importable(r))
        status = cm__error_set(err, CM_E_NOMEM, "", "memory was refused");
    return status;
}

cm_status cm_runtime_new(const cm_tools *tools,
                         const cm_runtime_options *options,
                         cm_runtime **ret_runtime, cm_error *err)
{
    cm_runtime_options whole = CM_RUNTIME_OPTIONS_INIT;
    const cm_runtime_options *o = &whole;
    if (options &&
        !cm__options_take(&whole, sizeof whole,
                          offsetof(cm_runtime_options, time_zone), options))
        return cm__error_set(
            err, CM_E_ARGUMENT, "struct_size",
            "the options were not initialised with "
            "CM_RUNTIME_OPTIONS_INIT, or are of another version");
    const cm_allocator *a = o->allocator ? o->allocator : cm__alloc_default();
    cm_runtime *r = cm__alloc_zero(a, 1, sizeof *r);
    if (!r)
        return cm__error_set(err, CM_E_NOMEM, "", "memory was refused");
    r->alloc = a;
    cm_status status = read_options(r, o, err);
    if (status == CM_OK) {
        r->realm = shared_realm(o->language);
        if (!r->realm || !take_tools(r, tools))
            status = cm__error_set(err, CM_E_NOMEM, "", "memory was refused");
    }
    if (status == CM_OK)
        status = take_extensions(r, tools, err);
    if (status != CM_OK) {
        cm_runtime_free(r);
        return status;
    }
    *ret_runtime = r;
    return CM_OK;
}

void cm_runtime_free(cm_runtime *r)
{
    if (!r)
        return;
    cm__index_free(r->index);
    cm__tree_unref(r->tree);
    cm__extensions_free(r->extensions);
    if (r->importable)
        cm__free(r->alloc, r->importable, r->importable_size);
    cm__runtime_zone_done(r);
    cm__free(r->alloc, r, sizeof *r);
}

/* ---- discovery ---- */

size_t cm_runtime_tool_count(const cm_runtime *r)
{
    return r->index->n_entries;
}

cm_tool_info cm_runtime_tool(const cm_runtime *r, size_t i)
{
    if (i >= cm_runtime_tool_count(r))
        return (cm_tool_info){ 0 };
    const ToolNode *n = cm__index_node(r->index, (uint32_t)i);
    size_t len;
    return (cm_tool_info){
        .path = n->path,
        .expression = cm__node_expression(n, r->language, NULL),
        .description = n->tool->description ? n->tool->description : "",
        .input_schema = n->tool->input_schema,
        .output_schema = n->tool->output_schema,
        .signature =
            cm__index_signature(r->index, (uint32_t)i, r->language, &len),
    };
}

/* The buffer's text for the host; the buffer is done. It is freed without its
 * length, so that its size stands before it. */
static char *text_of(const cm_runtime *r, Buf *take_out, size_t *ret_len)
{
    char *text = NULL;
    if (take_out->status == CM_OK) {
        size_t size = sizeof(size_t) + take_out->len + 1;
        char *block = cm__alloc(r->alloc, size);
        if (block) {
            memcpy(block, &size, sizeof size);
            text = block + sizeof size;
            memcpy(text, cm__buf_text(take_out), take_out->len + 1);
            if (ret_len)
                *ret_len = take_out->len;
        }
    }
    cm__buf_done(take_out);
    return text;
}

static int64_t budget_of(int64_t budget)
{
    return budget == CM_UNSET ? CM_CATALOG_DEFAULT : budget;
}

static Buf new_text(const cm_runtime *r)
{
    Buf out;
    cm__buf_init(&out, r->alloc, CM_BUF_NO_LIMIT);
    return out;
}

char *cm_runtime_instructions(const cm_runtime *r, int64_t budget,
                              size_t *ret_len)
{
    Buf out = new_text(r);
    cm__describe_instructions(&out, r->language, r->index, budget_of(budget));
    return text_of(r, &out, ret_len);
}

char *cm_runtime_catalog(const cm_runtime *r, int64_t budget, size_t *ret_len)
{
    Buf out = new_text(r);
    cm__describe_catalog(&out, r->language, r->index, budget_of(budget));
    return text_of(r, &out, ret_len);
}

char *cm_runtime_catalog_update(const cm_runtime *r, const cm_runtime *seen,
                                int64_t budget, size_t *ret_len)
{
    Buf out = new_text(r);
    cm__describe_update(&out, r->language, seen->index, r->index,
                        budget_of(budget));
    return text_of(r, &out, ret_len);
}

char *cm_runtime_search_signature(const cm_runtime *r, size_t *ret_len)
{
    Buf out = new_text(r);
    cm__signature_add_search(&out, r->language);
    return text_of(r, &out, ret_len);
}

char *cm_runtime_head(const cm_runtime *r, size_t *ret_len)
{
    Buf out = new_text(r);
    cm__describe_head(&out, r->language, r->index);
    return text_of(r, &out, ret_len);
}

char *cm_runtime_declarations(const cm_runtime *r, size_t *ret_len)
{
    Buf out = new_text(r);
    cm__declarations_add(&out, r->language, r->tree);
    return text_of(r, &out, ret_len);
}

char *cm_runtime_expression(const cm_runtime *r, const char *path,
                            size_t path_len, size_t *ret_len)
{
    Buf out = new_text(r);
    cm__expression_add(&out, r->language, path, path_len);
    return text_of(r, &out, ret_len);
}

void cm_text_free(const cm_runtime *r, char *text)
{
    if (!text)
        return;
    char *block = text - sizeof(size_t);
    size_t size;
    memcpy(&size, block, sizeof size);
    cm__free(r->alloc, block, size);
}
