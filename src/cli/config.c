/* SPDX-License-Identifier: MIT */
#include "cli/config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/edit_distance.h"
#include "cli/file.h"
#include "mcp/toolname.h"
#include "json/writer.h"

enum {
    START_TIMEOUT_MS = 30000,
    CALL_TIMEOUT_MS = 120000,
    PATH_MAX_BYTES = 1024,
};
#define FILE_LIMIT  ((size_t)16 << 20)
#define ARENA_LIMIT ((size_t)64 << 20)

/* Where we are in a file, for messages. */
typedef struct Place {
    Config *config;
    const char *file;
    const char *text; /* the whole file */
    size_t len;
    const char *container, *entry; /* keys on the way; NULL: not inside */
} Place;

void cm__config_init(Config *config, const cm_allocator *alloc, const Log *log)
{
    *config = (Config){ .log = log };
    config->last_item = &config->items;
    cm__arena_init(&config->arena, alloc, ARENA_LIMIT);
}

void cm__config_done(Config *config)
{
    cm__arena_done(&config->arena);
}

/* ---- messages ---- */

static void report(const Place *at, LogLevel level, const JsonValue *value,
                   const char *key, const char *fmt, ...) CM_PRINTF(5, 6);

static void report(const Place *at, LogLevel level, const JsonValue *value,
                   const char *key, const char *fmt, ...)
{
    char what[400], path[400];
    uint32_t line = 1, column = 1;
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(what, sizeof what, fmt, args);
    va_end(args);
    if (value != NULL)
        cm__json_locate(at->text, at->len, value->offset, &line, &column);
    (void)snprintf(path, sizeof path, "%s%s%.100s%s%.100s",
                   at->container != NULL ? at->container : "",
                   at->entry != NULL ? "." : "",
                   at->entry != NULL ? at->entry : "",
                   key != NULL && at->container != NULL ? "." : "",
                   key != NULL ? key : "");
    cm__log(at->config->log, level, "%s:%u:%u: %s: %s", at->file, line, column,
            path[0] != '\0' ? path : "(file)", what);
    if (level == CM_LOG_ERROR)
        at->config->n_errors++;
}

static bool out_of_memory(const Place *at, const JsonValue *value)
{
    report(at, CM_LOG_ERROR, value, NULL, "out of memory");
    return false;
}

/* ---- values ---- */

/* Expands ${VAR} and ${VAR:-default} into the arena; NULL after a report. */
static const char *expand(const Place *at, const JsonValue *value,
                          const char *key)
{
    Buf out;
    if (value->type != CM_JSON_TYPE_STRING) {
        report(at, CM_LOG_ERROR, value, key, "must be a string, is %s",
               cm__json_type_name(value->type));
        return NULL;
    }
    if (strlen(value->text) != value->len) {
        report(at, CM_LOG_ERROR, value, key, "must not hold a NUL character");
        return NULL;
    }
    const char *from = value->text, *open, *result = NULL;
    cm__buf_init(&out, at->config->arena.alloc, FILE_LIMIT);
    while ((open = strstr(from, "${")) != NULL) {
        const char *close = strchr(open, '}');
        if (close == NULL)
            break;
        char name[256];
        const char *split = strstr(open, ":-");
        const char *end = split != NULL && split < close ? split : close;
        cm__buf_add(&out, from, (size_t)(open - from));
        (void)snprintf(name, sizeof name, "%.*s", (int)(end - open - 2),
                       open + 2);
        const char *set = getenv(name);
        if (set != NULL) {
            cm__buf_add_str(&out, set);
        } else if (end != close) {
            cm__buf_add(&out, end + 2, (size_t)(close - end - 2));
        } else {
            report(at, CM_LOG_ERROR, value, key,
                   "the environment variable %s is not set", name);
            cm__buf_done(&out);
            return NULL;
        }
        from = close + 1;
    }
    cm__buf_add_str(&out, from);
    if (out.status == CM_OK)
        result =
            cm__arena_text(&at->config->arena, cm__buf_text(&out), out.len);
    cm__buf_done(&out);
    if (result == NULL)
        (void)out_of_memory(at, value);
    return result;
}

static bool expand_into(const Place *at, const JsonValue *value,
                        const char *key, const char **ret)
{
    if (value == NULL)
        return true;
    *ret = expand(at, value, key);
    return *ret != NULL;
}

/* A plain text, not expanded: descriptions. */
static bool text_into(const Place *at, const JsonValue *value, const char *key,
                      const char **ret)
{
    if (value == NULL)
        return true;
    if (value->type != CM_JSON_TYPE_STRING) {
        report(at, CM_LOG_ERROR, value, key, "must be a string, is %s",
               cm__json_type_name(value->type));
        return false;
    }
    *ret = cm__arena_text(&at->config->arena, value->text, value->len);
    return *ret != NULL || out_of_memory(at, value);
}

static bool schema_into(const Place *at, const JsonValue *value,
                        const char *key, const char **ret)
{
    if (value == NULL)
        return true;
    if (value->type != CM_JSON_TYPE_OBJECT &&
        value->type != CM_JSON_TYPE_BOOL) {
        report(at, CM_LOG_ERROR, value, key,
               "must be a JSON Schema: an object, true or false, is %s",
               cm__json_type_name(value->type));
        return false;
    }
    Buf text;
    cm__buf_init(&text, at->config->arena.alloc, FILE_LIMIT);
    JsonWriter w = cm__json_writer(&text);
    cm__json_write_value(&w, value);
    *ret = cm__arena_text(&at->config->arena, cm__buf_text(&text), text.len);
    bool is_ok = text.status == CM_OK && *ret != NULL;
    cm__buf_done(&text);
    return is_ok || out_of_memory(at, value);
}

static bool ms_into(const Place *at, const JsonValue *value, const char *key,
                    uint64_t *ret)
{
    if (value == NULL)
        return true;
    if (value->type != CM_JSON_TYPE_NUMBER || !value->is_integer ||
        value->integer < 1 || value->integer > INT64_C(2147483647)) {
        report(at, CM_LOG_ERROR, value, key,
               "must be a whole number of milliseconds, at least 1");
        return false;
    }
    *ret = (uint64_t)value->integer;
    return true;
}

/* command and args as one NULL-ended list. */
static const char *const *argv_of(const Place *at, const JsonValue *command,
                                  const JsonValue *args)
{
    bool is_list = command->type == CM_JSON_TYPE_ARRAY;
    size_t n = is_list ? command->n_items : 1;
    if (args != NULL && args->type != CM_JSON_TYPE_ARRAY) {
        report(at, CM_LOG_ERROR, args, "args", "must be an array of strings");
        return NULL;
    }
    size_t n_args = args != NULL ? args->n_items : 0;
    if (n == 0) {
        report(at, CM_LOG_ERROR, command, "command", "must not be empty");
        return NULL;
    }
    const char **argv =
        cm__arena_zero(&at->config->arena, (n + n_args + 1) * sizeof *argv);
    if (argv == NULL) {
        (void)out_of_memory(at, command);
        return NULL;
    }
    for (size_t i = 0; i < n + n_args; i++) {
        const JsonValue *value = i >= n    ? &args->items[i - n]
                                 : is_list ? &command->items[i]
                                           : command;
        argv[i] = expand(at, value, i < n ? "command" : "args");
        if (argv[i] == NULL)
            return NULL;
    }
    if (argv[0][0] == '\0') {
        report(at, CM_LOG_ERROR, command, "command", "must not be empty");
        return NULL;
    }
    return argv;
}

/* ---- the children's environment ---- */

/* What children inherit: enough to find programs and files, no secrets. */
static const char *const inherited[] = { "HOME", "LANG",  "LC_ALL", "LOGNAME",
                                         "PATH", "SHELL", "TERM",   "TMPDIR",
                                         "TZ",   "USER" };

static const char *env_pair(Arena *arena, const char *name, size_t name_len,
                            const char *value)
{
    size_t len = strlen(value);
    char *pair = cm__arena_alloc(arena, name_len + len + 2);
    if (pair == NULL)
        return NULL;
    memcpy(pair, name, name_len);
    pair[name_len] = '=';
    memcpy(pair + name_len + 1, value, len + 1);
    return pair;
}

static const char *const *env_of(const Place *at, const JsonValue *env)
{
    Arena *arena = &at->config->arena;
    size_t n_own = 0, n = 0;
    if (env != NULL && env->type != CM_JSON_TYPE_OBJECT) {
        report(at, CM_LOG_ERROR, env, "env", "must be an object");
        return NULL;
    }
    if (env != NULL)
        n_own = env->n_members;
    const char **list = cm__arena_zero(
        arena, (CM_ARRAY_LEN(inherited) + n_own + 1) * sizeof *list);
    bool is_ok = list != NULL;
    for (size_t i = 0; is_ok && i < CM_ARRAY_LEN(inherited); i++) {
        const char *value = getenv(inherited[i]);
        if (value == NULL ||
            (env != NULL && cm__json_get(env, inherited[i]) != NULL))
            continue;
        list[n++] = env_pair(arena, inherited[i], strlen(inherited[i]), value);
        is_ok = list[n - 1] != NULL;
    }
    for (size_t i = 0; is_ok && i < n_own; i++) {
        const JsonMember *m = &env->members[i];
        if (m->value.type == CM_JSON_TYPE_NULL)
            continue; /* removes an inherited variable */
        const char *value = expand(at, &m->value, "env");
        if (value == NULL)
            return NULL;
        list[n++] = env_pair(arena, m->name, m->name_len, value);
        is_ok = list[n - 1] != NULL;
    }
    if (!is_ok)
        (void)out_of_memory(at, env);
    return is_ok ? list : NULL;
}

/* ---- entries ---- */

static bool add_item(const Place *at, const UpstreamSpec *server,
                     const CommandSpec *command)
{
    Config *config = at->config;
    ConfigItem *item = cm__arena_zero(&config->arena, sizeof *item);
    if (item == NULL)
        return out_of_memory(at, NULL);
    item->server = server;
    item->command = command;
    *config->last_item = item;
    config->last_item = &item->next;
    return true;
}

static void warn_of_key(const Place *at, const JsonMember *m, const char *key,
                        const char *const *known)
{
    size_t n = 0;
    while (known[n] != NULL)
        n++;
    const char *near = cm__edit_nearest(m->name, m->name_len, known, n);
    report(at, CM_LOG_WARN, &m->value, key, "unknown key, ignored%s%s%s",
           near != NULL ? "; did you mean " : "", near != NULL ? near : "",
           near != NULL ? "?" : "");
}

static void warn_unknown(const Place *at, const JsonValue *object,
                         const char *const *known)
{
    for (size_t i = 0; i < object->n_members; i++) {
        const JsonMember *m = &object->members[i];
        const char *const *name = known;
        while (*name != NULL && strcmp(*name, m->name) != 0)
            name++;
        if (*name == NULL)
            warn_of_key(at, m, m->name, known);
    }
}

static void load_command_tool(Place *at, const char *path,
                              const JsonValue *entry)
{
    static const char *const known[] = { "command",     "args", "description",
                                         "inputSchema", "env",  "outputSchema",
                                         "output",      "cwd",  "timeout",
                                         "timeoutMs",   NULL };
    at->entry = path;
    if (entry->type != CM_JSON_TYPE_OBJECT) {
        report(at, CM_LOG_ERROR, entry, NULL, "must be an object");
        return;
    }
    if (!cm__path_is_clean(path, PATH_MAX_BYTES)) {
        report(at, CM_LOG_ERROR, entry, NULL,
               "a tool's name is one of A-Z a-z 0-9 _ - with single dots");
        return;
    }
    warn_unknown(at, entry, known);
    const JsonValue *command = cm__json_get(entry, "command");
    const JsonValue *output = cm__json_get(entry, "output");
    CommandSpec *spec = cm__arena_zero(&at->config->arena, sizeof *spec);
    if (command == NULL) {
        report(at, CM_LOG_ERROR, entry, "command", "is missing");
        return;
    }
    if (output != NULL && !cm__json_is_text(output, "text") &&
        !cm__json_is_text(output, "json")) {
        report(at, CM_LOG_ERROR, output, "output",
               "must be \"text\" or \"json\"");
        return;
    }
    if (spec == NULL) {
        (void)out_of_memory(at, entry);
        return;
    }
    spec->is_json = output != NULL && cm__json_is_text(output, "json");
    if (!spec->is_json && cm__json_get(entry, "outputSchema") != NULL)
        report(at, CM_LOG_WARN, cm__json_get(entry, "outputSchema"),
               "outputSchema",
               "counts with \"output\": \"json\" only, ignored");
    spec->path = cm__arena_text(&at->config->arena, path, strlen(path));
    if (spec->path == NULL) {
        (void)out_of_memory(at, entry);
        return;
    }
    spec->argv = argv_of(at, command, cm__json_get(entry, "args"));
    spec->env = env_of(at, cm__json_get(entry, "env"));
    if (spec->argv != NULL && spec->env != NULL &&
        text_into(at, cm__json_get(entry, "description"), "description",
                  &spec->description) &&
        schema_into(at, cm__json_get(entry, "inputSchema"), "inputSchema",
                    &spec->input_schema) &&
        schema_into(at, cm__json_get(entry, "outputSchema"), "outputSchema",
                    &spec->output_schema) &&
        expand_into(at, cm__json_get(entry, "cwd"), "cwd", &spec->cwd) &&
        ms_into(at, cm__json_get(entry, "timeout"), "timeout",
                &spec->timeout_ms) &&
        ms_into(at, cm__json_get(entry, "timeoutMs"), "timeoutMs",
                &spec->timeout_ms))
        (void)add_item(at, NULL, spec);
}

static void load_command_tools(Place *at, const JsonValue *tools)
{
    const char *entry = at->entry;
    if (tools->type != CM_JSON_TYPE_OBJECT) {
        report(at, CM_LOG_ERROR, tools, "tools", "must be an object");
        return;
    }
    for (size_t i = 0; i < tools->n_members; i++)
        load_command_tool(at, tools->members[i].name, &tools->members[i].value);
    at->entry = entry;
}

static bool is_switched_off(const JsonValue *entry)
{
    const JsonValue *disabled = cm__json_get(entry, "disabled");
    const JsonValue *enabled = cm__json_get(entry, "enabled");
    return (disabled != NULL && disabled->type == CM_JSON_TYPE_BOOL &&
            disabled->boolean) ||
           (enabled != NULL && enabled->type == CM_JSON_TYPE_BOOL &&
            !enabled->boolean);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* Whether the command line is this program's; a bare name is one by its
 * name. */
static bool is_this_program(const char *command)
{
    static const char self[] = "/proc/self/exe";
    char path[4096];
    if (strchr(command, '/') != NULL)
        return cm__file_is_same(command, self);
    ssize_t n = readlink(self, path, sizeof path - 1);
    if (n <= 0)
        return false;
    path[n] = '\0';
    return strcmp(base_name(path), command) == 0;
}

/* A gateway that starts itself with the same file would go on for ever. */
static bool starts_itself(const Place *at, const char *const *argv)
{
    static const char option[] = "--config=";
    if (!is_this_program(argv[0]))
        return false;
    for (size_t i = 1; argv[i] != NULL; i++) {
        const char *file = NULL;
        if (strncmp(argv[i], option, sizeof option - 1) == 0)
            file = argv[i] + sizeof option - 1;
        else if (strcmp(argv[i], "--config") == 0)
            file = argv[i + 1];
        if (file != NULL && cm__file_is_same(file, at->file))
            return true;
    }
    return false;
}

static void load_server(Place *at, const JsonMember *member)
{
    static const char *const known[] = { "command",
                                         "args",
                                         "env",
                                         "cwd",
                                         "type",
                                         "transport",
                                         "tools",
                                         "disabled",
                                         "enabled",
                                         "timeout",
                                         "env",
                                         "environment",
                                         "startupTimeoutMs",
                                         "callTimeoutMs",
                                         "description",
                                         NULL };
    const JsonValue *entry = &member->value;
    const JsonValue *command = cm__json_get(entry, "command");
    char ns[CM_NAME_MAX + 1];
    if (cm__json_get(entry, "url") != NULL ||
        cm__json_get(entry, "openapi") != NULL) {
        report(at, CM_LOG_ERROR, entry, NULL,
               "servers by URL and OpenAPI documents are not built in yet");
        return;
    }
    warn_unknown(at, entry, known);
    if (command == NULL) {
        report(at, CM_LOG_ERROR, entry, "command",
               "is missing (or \"tools\" for command tools)");
        return;
    }
    if (!cm__name_clean(member->name, member->name_len, ns)) {
        report(at, CM_LOG_ERROR, entry, NULL,
               "a server's name has 1 to 128 characters");
        return;
    }
    UpstreamSpec *spec = cm__arena_zero(&at->config->arena, sizeof *spec);
    if (spec == NULL) {
        (void)out_of_memory(at, entry);
        return;
    }
    const JsonValue *env = cm__json_get(entry, "env");
    spec->start_timeout_ms = START_TIMEOUT_MS;
    spec->call_timeout_ms = CALL_TIMEOUT_MS;
    spec->name =
        cm__arena_text(&at->config->arena, member->name, member->name_len);
    spec->ns = cm__arena_text(&at->config->arena, ns, strlen(ns));
    if (spec->name == NULL || spec->ns == NULL) {
        (void)out_of_memory(at, entry);
        return;
    }
    spec->argv = argv_of(at, command, cm__json_get(entry, "args"));
    if (spec->argv != NULL && starts_itself(at, spec->argv)) {
        report(at, CM_LOG_WARN, entry, NULL,
               "starts this gateway with this file again, skipped");
        return;
    }
    spec->env =
        env_of(at, env != NULL ? env : cm__json_get(entry, "environment"));
    if (spec->argv != NULL && spec->env != NULL &&
        expand_into(at, cm__json_get(entry, "cwd"), "cwd", &spec->cwd) &&
        ms_into(at, cm__json_get(entry, "timeout"), "timeout",
                &spec->call_timeout_ms) &&
        ms_into(at, cm__json_get(entry, "callTimeoutMs"), "callTimeoutMs",
                &spec->call_timeout_ms) &&
        ms_into(at, cm__json_get(entry, "startupTimeoutMs"), "startupTimeoutMs",
                &spec->start_timeout_ms))
        (void)add_item(at, spec, NULL);
}

static void load_entries(Place *at, const JsonValue *entries)
{
    if (entries->type != CM_JSON_TYPE_OBJECT) {
        report(at, CM_LOG_ERROR, entries, NULL, "must be an object");
        return;
    }
    for (size_t i = 0; i < entries->n_members; i++) {
        const JsonMember *m = &entries->members[i];
        const JsonValue *tools = cm__json_get(&m->value, "tools");
        at->entry = m->name;
        if (m->value.type != CM_JSON_TYPE_OBJECT)
            report(at, CM_LOG_ERROR, &m->value, NULL, "must be an object");
        else if (is_switched_off(&m->value))
            continue;
        else if (tools != NULL && cm__json_get(&m->value, "command") == NULL)
            load_command_tools(at, tools);
        else
            load_server(at, m);
    }
    at->entry = NULL;
}

static void load_root(Place *at, const JsonValue *root)
{
    static const char *const known[] = { "mcpServers", "tools", NULL };
    if (root->type != CM_JSON_TYPE_OBJECT) {
        report(at, CM_LOG_ERROR, root, NULL,
               "must be an object with \"mcpServers\" or \"tools\"");
        return;
    }
    for (size_t i = 0; i < root->n_members; i++) {
        const JsonMember *m = &root->members[i];
        at->container = m->name;
        if (strcmp(m->name, "mcpServers") == 0)
            load_entries(at, &m->value);
        else if (strcmp(m->name, "tools") == 0)
            load_command_tools(at, &m->value);
        else
            warn_of_key(at, m, NULL, known);
        at->container = NULL;
        at->entry = NULL;
    }
}

void cm__config_load(Config *config, const char *file)
{
    const JsonOptions options = { .allow_comments = true,
                                  .allow_trailing_commas = true,
                                  .max_memory = ARENA_LIMIT };
    JsonDoc *doc = NULL;
    Buf text;
    cm_error err;
    cm__buf_init(&text, config->arena.alloc, FILE_LIMIT);
    if (cm__file_read(file, &text, &err) != CM_OK) {
        cm__log(config->log, CM_LOG_ERROR, "%s", err.text);
        config->n_errors++;
    } else if (cm__json_parse(config->arena.alloc, cm__buf_text(&text),
                              text.len, &options, &doc, &err) != CM_OK) {
        cm__log(config->log, CM_LOG_ERROR, "%s:%u:%u: %s", file, err.line,
                err.column, err.text);
        config->n_errors++;
    } else {
        Place at = { .config = config,
                     .file = file,
                     .text = cm__buf_text(&text),
                     .len = text.len };
        load_root(&at, &doc->root);
    }
    cm__json_doc_free(doc);
    cm__buf_done(&text);
}
