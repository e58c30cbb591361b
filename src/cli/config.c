/* SPDX-License-Identifier: MIT */
#include "cli/config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/config_import.h"
#include "cli/config_internal.h"
#include "cli/config_remote.h"
#include "cli/file.h"
#include "cli/toml.h"
#include "mcp/toolname.h"

#define ARENA_LIMIT ((size_t)64 << 20)

void cm__config_init(Config *config, const cm_allocator *alloc, const Log *log)
{
    *config = (Config){ .log = log };
    config->last_item = &config->items;
    config->last_off = &config->off;
    cm__arena_init(&config->arena, alloc, ARENA_LIMIT);
    config->redactor = cm__redactor_new(alloc);
}

void cm__config_done(Config *config)
{
    cm__arena_done(&config->arena);
    cm__redactor_free(config->redactor);
}

/* ---- the list of sources ---- */

static const char *ns_of(const ConfigItem *item)
{
    return item->server != NULL    ? item->server->ns
           : item->openapi != NULL ? item->openapi->ns
           : item->faulty != NULL  ? item->faulty->ns
                                   : NULL;
}

static const char *name_of(const ConfigItem *item)
{
    return item->server != NULL    ? item->server->name
           : item->openapi != NULL ? item->openapi->name
                                   : item->faulty->name;
}

/* Whether what stands there was read before, under one name or another. */
static bool is_same_entry(const ConfigPlace *at, const JsonValue *where,
                          const ConfigItem *item)
{
    return where != NULL && item->file != NULL &&
           item->offset == where->offset &&
           cm__file_is_same(at->file, item->file);
}

static void tell_replaced(const ConfigPlace *at, const JsonValue *where,
                          const ConfigItem *item)
{
    bool is_usual = at->is_imported || at->dialect != CM_DIALECT_NATIVE;
    LogLevel level = is_usual ? CM_LOG_INFO : CM_LOG_WARN;
    if (is_same_entry(at, where, item))
        cm__config_report(at, level, where, NULL,
                          "is read a second time, for the file is named twice");
    else if (item->file == NULL ||
             (at->file != NULL && cm__file_is_same(at->file, item->file)))
        cm__config_report(at, level, where, NULL,
                          "takes the place of an earlier one");
    else
        cm__config_report(at, level, where, NULL,
                          "takes the place of the one in %s", item->file);
}

/* Takes an earlier source of the name out of the list. One whose name is only
 * cleaned to the same namespace stays: its tools stand beside the others, and
 * of two at one path the later one counts. */
static void replace(const ConfigPlace *at, const JsonValue *where,
                    const char *name)
{
    Config *config = at->config;
    ConfigItem **link = &config->items;
    while (*link != NULL &&
           ((*link)->ns == NULL || strcmp(name_of(*link), name) != 0))
        link = &(*link)->next;
    if (*link == NULL)
        return;
    tell_replaced(at, where, *link);
    if (config->last_item == &(*link)->next)
        config->last_item = link;
    *link = (*link)->next;
}

bool cm__config_add(const ConfigPlace *at, const JsonValue *where,
                    const ConfigItem *item)
{
    Config *config = at->config;
    uint32_t column;
    ConfigItem *copy = cm__arena_zero(&config->arena, sizeof *copy);
    if (copy == NULL)
        return cm__config_no_memory(at, where);
    *copy = *item;
    copy->ns = ns_of(item);
    if (at->file != NULL) {
        copy->file = cm__arena_text(&config->arena, at->file, strlen(at->file));
        if (copy->file == NULL)
            return cm__config_no_memory(at, where);
    }
    if (where != NULL) {
        copy->offset = where->offset;
        cm__config_locate(at, where, &copy->line, &column);
    }
    if (copy->ns != NULL)
        replace(at, where, name_of(copy));
    *config->last_item = copy;
    config->last_item = &copy->next;
    return true;
}

/* ---- what is no source ---- */

void cm__config_not_off(Config *config, const char *name)
{
    ConfigOff **link = &config->off;
    while (*link != NULL && strcmp((*link)->name, name) != 0)
        link = &(*link)->next;
    if (*link == NULL)
        return;
    if (config->last_off == &(*link)->next)
        config->last_off = link;
    *link = (*link)->next;
}

void cm__config_add_off(const ConfigPlace *at, const JsonValue *where,
                        const char *name, const char *reason, bool is_switch)
{
    Config *config = at->config;
    Arena *arena = &config->arena;
    uint32_t column;
    ConfigOff *off = cm__arena_zero(arena, sizeof *off);
    if (off != NULL) {
        off->name = cm__arena_text(arena, name, strlen(name));
        off->file = cm__arena_text(arena, at->file, strlen(at->file));
        off->reason = reason;
        off->is_switch = is_switch;
    }
    if (off == NULL || off->name == NULL || off->file == NULL) {
        (void)cm__config_no_memory(at, where);
        return;
    }
    cm__config_locate(at, where, &off->line, &column);
    cm__config_not_off(config, name);
    *config->last_off = off;
    config->last_off = &off->next;
}

/* ---- entries ---- */

typedef void (*EntryLoader)(const ConfigPlace *at, const JsonMember *member);

/* An entry that is wrong as a source that says why: the last fault. */
static void add_faulty(const ConfigPlace *at, const JsonMember *member,
                       const char *kind)
{
    Config *config = at->config;
    Arena *arena = &config->arena;
    char ns[CM_NAME_MAX + 1];
    FaultySpec *spec = cm__arena_zero(arena, sizeof *spec);
    if (spec == NULL) {
        (void)cm__config_no_memory(at, &member->value);
        return;
    }
    spec->kind = kind;
    spec->name = cm__arena_text(arena, member->name, member->name_len);
    spec->reason = cm__arena_text(arena, config->fault, strlen(config->fault));
    if (strcmp(kind, "command") != 0 &&
        cm__name_clean(member->name, member->name_len, ns))
        spec->ns = cm__arena_text(arena, ns, strlen(ns));
    if (spec->name == NULL || spec->reason == NULL)
        (void)cm__config_no_memory(at, &member->value);
    else
        (void)cm__config_add(at, &member->value,
                             &(ConfigItem){ .faulty = spec });
}

static void load(const ConfigPlace *at, const JsonMember *member,
                 EntryLoader loader, const char *kind)
{
    unsigned before = at->config->n_errors;
    loader(at, member);
    if (at->config->n_errors != before)
        add_faulty(at, member, kind);
}

static void load_command_tools(ConfigPlace *at, const JsonValue *tools)
{
    const char *entry = at->entry, *container = at->container;
    char inner[200];
    if (tools->type != CM_JSON_TYPE_OBJECT) {
        cm__config_report(at, CM_LOG_ERROR, tools,
                          entry != NULL ? "tools" : NULL, "must be an object");
        return;
    }
    if (entry != NULL) {
        (void)snprintf(inner, sizeof inner, "%s%s%.100s.tools",
                       container != NULL ? container : "",
                       container != NULL ? "." : "", entry);
        at->container = inner;
    }
    for (size_t i = 0; i < tools->n_members; i++) {
        at->entry = tools->members[i].name;
        load(at, &tools->members[i], cm__config_load_command, "command");
    }
    at->entry = entry;
    at->container = container;
}

/* false after a report: whoever writes "yes" wants it off, or on. */
static bool is_off_into(const ConfigPlace *at, const JsonValue *entry,
                        bool *ret)
{
    bool is_disabled = false, is_enabled = true;
    if (!cm__config_bool_into(at, cm__json_get(entry, "disabled"), "disabled",
                              &is_disabled) ||
        !cm__config_bool_into(at, cm__json_get(entry, "enabled"), "enabled",
                              &is_enabled))
        return false;
    *ret = is_disabled || !is_enabled;
    return true;
}

/* It also hides one of an earlier file. */
static void switch_off(const ConfigPlace *at, const JsonMember *member)
{
    cm__config_report(at, CM_LOG_INFO, &member->value, NULL, "is switched off");
    replace(at, &member->value, member->name);
    cm__config_add_off(at, &member->value, member->name, "disabled", true);
}

static void load_flat_entry(ConfigPlace *at, const JsonMember *m)
{
    const JsonValue *tools = cm__json_get(&m->value, "tools");
    if (cm__json_get(&m->value, "openapi") != NULL)
        load(at, m, cm__config_load_openapi, "openapi");
    else if (cm__config_is_remote(&m->value))
        load(at, m, cm__config_load_remote, "mcp");
    else if (tools != NULL && cm__json_get(&m->value, "command") == NULL)
        load_command_tools(at, tools);
    else
        load(at, m, cm__config_load_server, "mcp");
}

static void not_an_object(const ConfigPlace *at, const JsonMember *m)
{
    cm__config_report(at, CM_LOG_ERROR, &m->value, NULL, "must be an object");
}

static void load_entry(ConfigPlace *at, const JsonMember *m)
{
    JsonMember flat = *m;
    if (m->value.type != CM_JSON_TYPE_OBJECT) {
        load(at, m, not_an_object, "mcp");
        return;
    }
    bool is_off = false;
    bool is_sound = is_off_into(at, &m->value, &is_off);
    if (is_off) {
        switch_off(at, m);
        return;
    }
    cm__config_not_off(at->config, m->name);
    if (!is_sound) {
        bool is_document = cm__json_get(&m->value, "openapi") != NULL;
        add_faulty(at, m, is_document ? "openapi" : "mcp");
        return;
    }
    const JsonValue *value = cm__config_flatten(at, &m->value);
    if (value == NULL)
        return;
    flat.value = *value;
    at->own = &m->value;
    load_flat_entry(at, &flat);
    at->own = NULL;
}

static void leave_out(const ConfigPlace *at, const JsonMember *m)
{
    cm__config_report(at, CM_LOG_INFO, &m->value, NULL,
                      "is left out by \"mcp\" of the file");
    cm__config_add_off(at, &m->value, m->name,
                       "left out by \"mcp\" of the file", true);
}

static void load_entries(ConfigPlace *at, const char *container,
                         const JsonValue *entries, const JsonValue *mcp)
{
    at->container = container;
    if (entries->type != CM_JSON_TYPE_OBJECT)
        cm__config_report(at, CM_LOG_ERROR, entries, NULL, "must be an object");
    for (size_t i = 0;
         entries->type == CM_JSON_TYPE_OBJECT && i < entries->n_members; i++) {
        const JsonMember *m = &entries->members[i];
        at->entry = m->name;
        if (!cm__config_is_allowed(mcp, m->name))
            leave_out(at, m);
        else if (container != NULL || m->value.type == CM_JSON_TYPE_OBJECT)
            load_entry(at, m);
    }
    at->entry = NULL;
    at->container = NULL;
}

/* ---- files ---- */

/* projects["/the/folder"] of Claude Code, for the nearest folder of ours. */
static void load_local(ConfigPlace *at, const JsonValue *root)
{
    const JsonValue *projects = cm__json_get(root, "projects");
    char folder[4096];
    if (projects == NULL || getcwd(folder, sizeof folder) == NULL)
        return;
    for (;;) {
        const JsonValue *project = cm__json_get(projects, folder);
        const JsonValue *entries = cm__json_get(project, "mcpServers");
        if (entries != NULL) {
            const char *outer = at->project;
            at->project =
                cm__arena_text(&at->config->arena, folder, strlen(folder));
            load_entries(at, "projects.mcpServers", entries, NULL);
            at->project = outer;
            return;
        }
        if (!cm__config_go_up(folder))
            return;
    }
}

/* A member of the root that does not hold the servers. */
static void load_other(ConfigPlace *at, const JsonMember *m)
{
    static const char *const known[] = { "mcpServers", "tools", "inheritEnv",
                                         NULL };
    static const char *const foreign[] = { "inputs", "mcp", "projects",
                                           "tools" };
    bool is_ours = at->dialect == CM_DIALECT_NATIVE;
    bool is_known = cm__json_is_named(m, "$schema") ||
                    (is_ours && cm__json_is_named(m, "inheritEnv"));
    for (size_t i = 0; !is_ours && i < CM_ARRAY_LEN(foreign); i++)
        is_known = is_known || cm__json_is_named(m, foreign[i]);
    at->container = m->name;
    if (is_ours && cm__json_is_named(m, "tools"))
        load_command_tools(at, &m->value);
    else if (!is_known)
        cm__config_warn_of_key(at, m, NULL, known);
    if (is_ours && !is_known && m->value.type == CM_JSON_TYPE_OBJECT &&
        !cm__json_is_named(m, "tools"))
        cm__config_add_off(at, &m->value, m->name, "unknown key", false);
    at->container = NULL;
}

/* Gemini's lists of servers. */
static void warn_of_lists(const ConfigPlace *at, const JsonValue *mcp)
{
    static const char *const keys[] = { "allowed", "excluded" };
    for (size_t i = 0; i < CM_ARRAY_LEN(keys); i++) {
        const JsonValue *list = cm__json_get(mcp, keys[i]);
        const ConfigKey key = cm__config_key("mcp", keys[i]);
        if (list != NULL && list->type != CM_JSON_TYPE_ARRAY)
            cm__config_report(at, CM_LOG_WARN, list, key.text,
                              "must be an array of strings, is %s; ignored",
                              cm__json_type_name(list->type));
    }
}

static void load_root(ConfigPlace *at, const JsonValue *root)
{
    if (root->type != CM_JSON_TYPE_OBJECT) {
        cm__config_report(at, CM_LOG_ERROR, root, NULL,
                          "must be an object with \"mcpServers\" or \"tools\"");
        return;
    }
    ConfigFormat format = cm__config_format(root);
    const JsonValue *mcp = NULL;
    if (at->dialect == CM_DIALECT_NATIVE)
        at->dialect = format.dialect;
    if (at->dialect == CM_DIALECT_GEMINI)
        mcp = cm__json_get(root, "mcp");
    warn_of_lists(at, mcp);
    if (at->dialect == CM_DIALECT_OPENCODE)
        at->switches = cm__json_get(root, "tools");
    cm__config_warn_of_switches(at);
    if (at->dialect == CM_DIALECT_NATIVE &&
        !cm__config_inherit_into(at, cm__json_get(root, "inheritEnv"),
                                 &at->inherits_all))
        return;
    at->inputs = cm__json_get(root, "inputs");
    if (format.top == root)
        load_entries(at, NULL, root, mcp);
    for (size_t i = 0; format.top != root && i < root->n_members; i++) {
        const JsonMember *m = &root->members[i];
        if (&m->value != format.top)
            load_other(at, m);
        else if (at->part != CM_PART_LOCAL)
            load_entries(at, format.container, format.entries, mcp);
    }
    if (at->dialect == CM_DIALECT_CLAUDE && at->part != CM_PART_USER)
        load_local(at, root);
}

static cm_status refuse(cm_error *err, const char *why)
{
    *err = (cm_error){ .status = CM_E_SYNTAX };
    (void)snprintf(err->text, sizeof err->text, "%s", why);
    return CM_E_SYNTAX;
}

static cm_status refuse_document(const ConfigPlace *at, cm_error *err)
{
    char why[sizeof err->text];
    (void)snprintf(why, sizeof why,
                   "an OpenAPI document: use --openapi NAME=%.150s", at->file);
    return refuse(err, why);
}

/* TOML refuses a key that comes twice. */
static void tell_twin(void *user, const JsonMember *lost,
                      const JsonMember *kept)
{
    const ConfigPlace *at = user;
    const JsonValue first = { .offset = lost->name_offset };
    const JsonValue second = { .offset = kept->name_offset };
    uint32_t line, column;
    if (!cm__log_takes(at->config->log, CM_LOG_WARN))
        return;
    cm__config_locate(at, &first, &line, &column);
    cm__config_report(at, CM_LOG_WARN, &second, kept->name,
                      "is given twice in one object; that of line %u, column "
                      "%u is ignored",
                      line, column);
}

static cm_status parse(ConfigPlace *at, JsonDoc **ret_doc, cm_error *err)
{
    const JsonOptions options = { .allow_comments = true,
                                  .allow_trailing_commas = true,
                                  .max_memory = ARENA_LIMIT,
                                  .twin = tell_twin,
                                  .user = at };
    const cm_allocator *alloc = at->config->arena.alloc;
    if (cm__config_is_utf16(at->text, at->len))
        return refuse(err, "the text is UTF-16; save it as UTF-8");
    switch (cm__config_syntax(at->file, at->text, at->len)) {
    case CM_SYNTAX_TOML:
        return cm__toml_parse(alloc, at->text, at->len, ret_doc, err);
    case CM_SYNTAX_JSON:
        return cm__json_parse(alloc, at->text, at->len, &options, ret_doc, err);
    case CM_SYNTAX_EMPTY:
        return refuse(err, "the file is empty");
    case CM_SYNTAX_YAML_DOCUMENT:
        return refuse_document(at, err);
    case CM_SYNTAX_OTHER:
        return refuse(err, "is neither JSON ({ ... }) nor TOML");
    }
    cm_unreachable();
}

/* An error without a place is one of the whole file. */
static void file_fault(Config *config, const char *file, const cm_error *err)
{
    if (err->line > 0)
        cm__log(config->log, CM_LOG_ERROR, "%s:%u:%u: %s", file, err->line,
                err->column, err->text);
    else
        cm__log(config->log, CM_LOG_ERROR, "%s: %s", file, err->text);
    config->n_errors++;
    config->n_file_errors++;
}

static bool set_project(ConfigPlace *at)
{
    size_t len;
    if (!cm__config_is_project(at->file, &len))
        return true;
    at->project = cm__arena_text(&at->config->arena, len > 0 ? at->file : ".",
                                 len > 0 ? len : 1);
    return at->project != NULL || cm__config_no_memory(at, NULL);
}

void cm__config_load_as(Config *config, const char *file, ConfigDialect dialect,
                        ConfigPart part, bool is_imported)
{
    JsonDoc *doc = NULL;
    ConfigSpots spots = { NULL, 0 };
    Buf text;
    cm_error err;
    cm__buf_init(&text, config->arena.alloc, CM_CONFIG_FILE_LIMIT);
    if ((is_imported ? cm__file_read_regular : cm__file_read)(file, &text,
                                                              &err) != CM_OK) {
        cm__log(config->log, CM_LOG_ERROR, "%s", err.text);
        config->n_errors++;
        config->n_file_errors++;
        cm__buf_done(&text);
        return;
    }
    ConfigPlace at = { .config = config,
                       .file = file,
                       .text = cm__buf_text(&text),
                       .len = text.len,
                       .spots = &spots,
                       .dialect = dialect,
                       .part = part,
                       .is_imported = is_imported };
    cm_status status = parse(&at, &doc, &err);
    if (status == CM_OK && cm__config_is_document(&doc->root))
        status = refuse_document(&at, &err);
    if (status != CM_OK)
        file_fault(config, file, &err);
    else if (set_project(&at))
        load_root(&at, &doc->root);
    cm__json_doc_free(doc);
    cm__buf_done(&text);
}

void cm__config_load(Config *config, const char *file)
{
    cm__config_load_as(config, file, cm__config_dialect_of(file), CM_PART_ALL,
                       false);
}
