/* SPDX-License-Identifier: MIT */
/* Extensions as a host registers them, and as a runtime holds them. */
#include "runtime/extension.h"

#include "base/alloc.h"
#include "base/utf8.h"
#include "engine/lua_table.h"
#include "engine/realm.h"
#include "runtime/boundary_out.h"
#include "runtime/runtime.h"

#include <stdio.h>
#include <string.h>

/* ---- counts ---- */

void cm__extension_ref(Extension *e)
{
    atomic_fetch_add_explicit(&e->refs, 1, memory_order_relaxed);
}

void cm__extension_unref(Extension *e)
{
    if (!e || atomic_fetch_sub_explicit(&e->refs, 1, memory_order_acq_rel) != 1)
        return;
    if (e->name)
        cm__free(e->alloc, e->name, e->name_len + 1);
    cm_value_free(e->globals);
    cm__free(e->alloc, e, sizeof *e);
}

void cm__extension_entry_ref(ExtensionEntry *e)
{
    atomic_fetch_add_explicit(&e->refs, 1, memory_order_relaxed);
}

void cm__extension_entry_unref(ExtensionEntry *e)
{
    if (!e || atomic_fetch_sub_explicit(&e->refs, 1, memory_order_acq_rel) != 1)
        return;
    cm__host_function_unref(e->function);
    cm__free(e->alloc, e->path, e->path_len + 1);
    cm__free(e->alloc, e, sizeof *e);
}

ExtensionEntry *cm__extension_entry_new(const cm_allocator *alloc,
                                        HostFunction *function,
                                        const char *path, size_t len,
                                        bool is_lua)
{
    ExtensionEntry *e = cm__alloc_zero(alloc, 1, sizeof *e);
    char *copy = e ? cm__alloc_text(alloc, path, len) : NULL;
    if (!copy) {
        cm__free(alloc, e, e ? sizeof *e : 0);
        return NULL;
    }
    e->alloc = alloc;
    atomic_init(&e->refs, 1);
    cm__host_function_ref(function);
    e->function = function;
    e->path = copy;
    e->path_len = len;
    e->spec =
        (NativeSpec){ .name = copy, .length = (uint8_t)function->def.length };
    if (is_lua) {
        e->spec.fn = cm__extension_lua;
    } else {
        e->spec.step = cm__extension_step;
        e->spec.n_regs = 1;
    }
    return e;
}

/* ---- registration ---- */

/* A refusal that names extension and global. */
static cm_status refuse(cm_error *err, cm_status status, const char *extension,
                        const char *global, size_t len, const char *why)
{
    char text[192];
    int n = (int)cm__utf8_floor(global, len, 64);
    (void)snprintf(text, sizeof text, "extension \"%.64s\": global \"%.*s\" %s",
                   extension, n, global, why);
    return cm__error_set(err, status, "", text);
}

static bool is_object_of_functions(const cm_value *v)
{
    return v->type == CM_VALUE_OBJECT && v->n > 0;
}

/* Functions and objects of functions, 32 levels at most; the walk keeps the
 * places of the open objects. */
static const char *check_global(const cm_value *global)
{
    const cm_value *open[CROSS_MAX_DEPTH];
    uint32_t at[CROSS_MAX_DEPTH], depth = 0;
    static const char neither[] =
        "is neither a function nor an object of functions";
    for (const cm_value *v = global;;) {
        if (v->type != CM_VALUE_FUNCTION && !is_object_of_functions(v))
            return neither;
        if (v->type == CM_VALUE_OBJECT) {
            if (depth == CROSS_MAX_DEPTH)
                return "is nested deeper than 32 levels";
            open[depth] = v;
            at[depth++] = 0;
        }
        while (depth && at[depth - 1] == open[depth - 1]->n)
            depth--;
        if (depth == 0)
            return NULL;
        uint32_t i = at[depth - 1]++;
        const cm_value *o = open[depth - 1];
        size_t len;
        const char *key = cm_value_key(o, i, &len);
        if (len == 0)
            return "has a member without a name";
        if (cm_value_get(o, key, len) != o->items[i])
            return "has two members of one name";
        v = o->items[i];
    }
}

static cm_status check_name(const cm_tools *tools, const char *extension,
                            const cm_value *globals, uint32_t i, cm_error *err)
{
    size_t len;
    const char *name = cm_value_key(globals, i, &len);
    if (len == 0 || !cm__utf8_is_valid(name, len))
        return refuse(err, CM_E_NAME, extension, name, len,
                      "has no proper name");
    if (cm__name_is(name, len, "tools") || cm__name_is(name, len, "search"))
        return refuse(err, CM_E_NAME, extension, name, len, "is built in");
    if (cm_value_get(globals, name, len) != globals->items[i])
        return refuse(err, CM_E_NAME, extension, name, len, "comes twice");
    for (size_t k = 0; k < tools->n_extensions; k++) {
        const Extension *other = tools->extensions[k];
        char why[96];
        (void)snprintf(why, sizeof why, "is taken by extension \"%.64s\"",
                       other->name);
        if (cm_value_get(other->globals, name, len))
            return refuse(err, CM_E_NAME, extension, name, len, why);
    }
    const char *problem = check_global(globals->items[i]);
    return problem ? refuse(err, CM_E_ARGUMENT, extension, name, len, problem)
                   : CM_OK;
}

static cm_status check_extension(const cm_tools *tools, const char *name,
                                 const cm_value *globals, cm_error *err)
{
    cm_status status = CM_OK;
    char text[160];
    if (!tools)
        return cm__error_set(err, CM_E_ARGUMENT, "", "tools are required");
    if (!globals || globals->failed == (int8_t)CM_E_NOMEM)
        return cm__error_set(err, CM_E_NOMEM, "", "memory was refused");
    if (!name || !*name)
        return cm__error_set(err, CM_E_NAME, "", "an extension needs a name");
    if (globals->type != CM_VALUE_OBJECT || globals->failed || globals->owner) {
        (void)snprintf(text, sizeof text,
                       "extension \"%.64s\": its globals must be an object of "
                       "functions",
                       name);
        return cm__error_set(err, CM_E_ARGUMENT, "", text);
    }
    for (size_t k = 0; k < tools->n_extensions; k++) {
        if (strcmp(tools->extensions[k]->name, name) != 0)
            continue;
        (void)snprintf(text, sizeof text,
                       "extension \"%.64s\": there is one of that name", name);
        return cm__error_set(err, CM_E_NAME, "", text);
    }
    for (uint32_t i = 0; i < globals->n && status == CM_OK; i++)
        status = check_name(tools, name, globals, i, err);
    return status;
}

static Extension *new_extension(const cm_allocator *alloc, const char *name)
{
    Extension *e = cm__alloc_zero(alloc, 1, sizeof *e);
    if (!e)
        return NULL;
    e->alloc = alloc;
    atomic_init(&e->refs, 1);
    e->name_len = strlen(name);
    e->name = cm__alloc_text(alloc, name, e->name_len);
    if (e->name)
        return e;
    cm__free(alloc, e, sizeof *e);
    return NULL;
}

cm_status cm_tools_extend(cm_tools *tools, const char *name,
                          cm_value *take_globals, cm_error *err)
{
    cm_status status = check_extension(tools, name, take_globals, err);
    if (status != CM_OK) {
        cm_value_free(take_globals);
        return status;
    }
    const cm_allocator *a = tools->tree->alloc;
    size_t n = tools->n_extensions, item = sizeof(void *);
    Extension *e = new_extension(a, name);
    Extension **list = NULL;
    if (e) {
        e->globals = take_globals;
        list = cm__realloc(a, tools->extensions, n * item, (n + 1) * item);
    } else {
        cm_value_free(take_globals);
    }
    if (!list) {
        cm__extension_unref(e);
        return cm__error_set(err, CM_E_NOMEM, "", "memory was refused");
    }
    list[n] = e;
    tools->extensions = list;
    tools->n_extensions++;
    return CM_OK;
}

/* ---- the set of a runtime ---- */

/* Members at any depth, 32 levels at most. */
static size_t count_nodes(const cm_value *v)
{
    size_t n = 0;
    if (v->type != CM_VALUE_OBJECT)
        return 0;
    for (uint32_t i = 0; i < v->n; i++)
        n += 1 + count_nodes(v->items[i]);
    return n;
}

typedef struct Building {
    ExtensionSet *set;
    const Extension *extension;
    Buf path;
    bool is_lua;
} Building;

static bool add_entry(Building *b, ExtensionNode *node, const cm_value *v)
{
    node->entry =
        cm__extension_entry_new(b->set->alloc, v->function,
                                cm__buf_text(&b->path), b->path.len, b->is_lua);
    if (node->entry)
        node->entry->extension = b->extension;
    return node->entry != NULL;
}

/* Recursion: 32 levels, as cm_tools_extend checked. */
static bool add_nodes(Building *b, const cm_value *object)
{
    size_t before = b->path.len;
    for (uint32_t i = 0; i < object->n; i++) {
        const cm_value *v = object->items[i];
        ExtensionNode *node = &b->set->nodes[b->set->n_nodes++];
        node->name = object->keys[i].text;
        node->name_len = object->keys[i].len;
        if (before)
            cm__buf_add_char(&b->path, '.');
        cm__buf_add(&b->path, node->name, node->name_len);
        bool ok = b->path.status == CM_OK &&
                  (v->type == CM_VALUE_OBJECT ? add_nodes(b, v)
                                              : add_entry(b, node, v));
        if (!ok)
            return false;
        node->end = b->set->n_nodes;
        cm__buf_truncate(&b->path, before);
    }
    return true;
}

/* Names that no realm lists and yet mean something. */
static bool is_host_name(const char *name, size_t len, bool is_lua)
{
    static const char *const names[] = { "globalThis", "require", "undefined",
                                         "NaN", "Infinity" };
    if (is_lua)
        return cm__name_is(name, len, "_G") || cm__name_is(name, len, "_ENV");
    for (size_t i = 0; i < CM_ARRAY_LEN(names); i++)
        if (cm__name_is(name, len, names[i]))
            return true;
    return false;
}

static bool is_built_in(const Realm *realm, const char *name, size_t len)
{
    if (is_host_name(name, len, realm->is_lua))
        return true;
    const Str *s = atoms_find_ascii(&realm->atoms, name, len);
    if (!s)
        return false;
    if (realm->is_lua)
        return lua_table_get_str(realm->lua_globals, s) != VALUE_UNDEFINED;
    return realm_global(realm, s) != VALUE_ABSENT;
}

static cm_status check_built_in(const ExtensionSet *set, const Realm *realm,
                                cm_error *err)
{
    for (size_t k = 0; k < set->n_extensions; k++) {
        const Extension *e = set->extensions[k];
        for (uint32_t i = 0; i < e->globals->n; i++) {
            const HostKey *key = &e->globals->keys[i];
            if (is_built_in(realm, key->text, key->len))
                return refuse(err, CM_E_NAME, e->name, key->text, key->len,
                              "is built in");
        }
    }
    return CM_OK;
}

static bool fill_set(ExtensionSet *set, bool is_lua)
{
    size_t n = 0;
    for (size_t k = 0; k < set->n_extensions; k++)
        n += count_nodes(set->extensions[k]->globals);
    if (n == 0)
        return true;
    if (n >= EXTENSION_NONE)
        return false;
    set->nodes_cap = n;
    set->nodes = cm__alloc_zero(set->alloc, n, sizeof *set->nodes);
    bool ok = set->nodes != NULL;
    Building b = { .set = set, .is_lua = is_lua };
    cm__buf_init(&b.path, set->alloc, CM_BUF_NO_LIMIT);
    for (size_t k = 0; ok && k < set->n_extensions; k++) {
        b.extension = set->extensions[k];
        ok = add_nodes(&b, b.extension->globals);
    }
    cm__buf_done(&b.path);
    return ok;
}

cm_status cm__extensions_new(const cm_allocator *alloc,
                             Extension *const *extensions, size_t n,
                             const Realm *realm, ExtensionSet **ret_set,
                             cm_error *err)
{
    ExtensionSet *set = cm__alloc_zero(alloc, 1, sizeof *set);
    if (set) {
        set->alloc = alloc;
        if (n)
            set->extensions = cm__alloc_zero(alloc, n, sizeof(void *));
    }
    if (!set || (n && !set->extensions)) {
        cm__extensions_free(set);
        return cm__error_set(err, CM_E_NOMEM, "", "memory was refused");
    }
    for (size_t i = 0; i < n; i++) {
        cm__extension_ref(extensions[i]);
        set->extensions[set->n_extensions++] = extensions[i];
    }
    cm_status status = check_built_in(set, realm, err);
    if (status == CM_OK && !fill_set(set, realm->is_lua))
        status = cm__error_set(err, CM_E_NOMEM, "", "memory was refused");
    if (status != CM_OK) {
        cm__extensions_free(set);
        return status;
    }
    *ret_set = set;
    return CM_OK;
}

void cm__extensions_free(ExtensionSet *set)
{
    if (!set)
        return;
    for (uint32_t i = 0; i < set->n_nodes; i++)
        cm__extension_entry_unref(set->nodes[i].entry);
    if (set->nodes)
        cm__free(set->alloc, set->nodes, set->nodes_cap * sizeof *set->nodes);
    for (size_t k = 0; set->extensions && k < set->n_extensions; k++)
        cm__extension_unref(set->extensions[k]);
    if (set->extensions)
        cm__free(set->alloc, set->extensions,
                 set->n_extensions * sizeof(void *));
    cm__free(set->alloc, set, sizeof *set);
}

/* ---- finding ---- */

static uint32_t find_between(const ExtensionSet *set, uint32_t from,
                             uint32_t end, const char *name, size_t len)
{
    for (uint32_t i = from; i < end; i = set->nodes[i].end) {
        const ExtensionNode *node = &set->nodes[i];
        if (node->name_len == len && memcmp(node->name, name, len) == 0)
            return i;
    }
    return EXTENSION_NONE;
}

uint32_t cm__extension_find(const ExtensionSet *set, const char *name,
                            size_t len)
{
    return find_between(set, 0, set->n_nodes, name, len);
}

uint32_t cm__extension_member(const ExtensionSet *set, uint32_t object,
                              const char *name, size_t len)
{
    return find_between(set, object + 1, set->nodes[object].end, name, len);
}
