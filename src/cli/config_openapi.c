/* SPDX-License-Identifier: MIT */
/* Entries with an "openapi" key:
 *
 *     "pets": { "openapi": "pets.yaml", "baseUrl": "https://h/v1",
 *               "headers": { "x-team": "${TEAM}" },
 *               "auth": { "key": { "env": "PETS_KEY" },
 *                         "login": { "type": "basic", "user": "me",
 *                                    "command": ["pass", "show", "pets"] } },
 *               "includeOperations": ["listPets", "GET /pets"],
 *               "readOnly": true }
 *
 * Relative names of files start at the folder of the configuration file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/config_internal.h"
#include "mcp/toolname.h"

enum {
    CALL_TIMEOUT_MS = 120000,
    RENAME_MAX = 256 /* bytes of a new path */
};

static bool is_url(const char *text)
{
    return strncmp(text, "http://", 7) == 0 ||
           strncmp(text, "https://", 8) == 0;
}

/* Keys of these entries are ours in files of other programs too. */
static void warn_unknown(const ConfigPlace *at, const JsonValue *object,
                         const char *outer, const char *const *known)
{
    ConfigPlace ours = *at;
    ours.dialect = CM_DIALECT_NATIVE;
    cm__config_warn_unknown(&ours, object, outer, known);
}

static bool file_into(const ConfigPlace *at, const JsonValue *value,
                      const char *key, bool may_be_url, const char **ret)
{
    if (!cm__config_expand_into(at, value, key, ret))
        return false;
    if (value != NULL && (*ret)[0] == '\0') {
        cm__config_report(at, CM_LOG_ERROR, value, key, "must not be empty");
        return false;
    }
    if (value != NULL && !(may_be_url && is_url(*ret)))
        *ret = cm__config_join(at, cm__config_folder(at), *ret);
    return value == NULL || *ret != NULL;
}

static bool is_object(const ConfigPlace *at, const JsonValue *value,
                      const char *key)
{
    if (value->type == CM_JSON_TYPE_OBJECT)
        return true;
    cm__config_report(at, CM_LOG_ERROR, value, key, "must be an object");
    return false;
}

static bool headers_into(const ConfigPlace *at, const JsonValue *value,
                         OpenApiSpec *spec)
{
    if (value == NULL)
        return true;
    if (!is_object(at, value, "headers"))
        return false;
    cm_http_header *headers = cm__arena_zero(
        &at->config->arena, (value->n_members + 1) * sizeof *headers);
    if (headers == NULL)
        return cm__config_no_memory(at, value);
    for (size_t i = 0; i < value->n_members; i++) {
        const JsonMember *m = &value->members[i];
        headers[i].name =
            cm__arena_text(&at->config->arena, m->name, m->name_len);
        const ConfigKey key = cm__config_key("headers", m->name);
        headers[i].value = cm__config_expand(at, &m->value, key.text);
        if (headers[i].value == NULL)
            return false;
        if (headers[i].name == NULL)
            return cm__config_no_memory(at, value);
        cm__config_hide_header(at, headers[i].name, headers[i].value);
    }
    spec->headers = headers;
    spec->n_headers = value->n_members;
    return true;
}

static bool include_into(const ConfigPlace *at, const JsonValue *value,
                         OpenApiSpec *spec)
{
    static const char key[] = "includeOperations";
    return cm__config_texts_into(at, value, key, &spec->include,
                                 &spec->n_include);
}

/* New names are paths below the namespace. */
static bool filter_into(const ConfigPlace *at, const JsonValue *entry,
                        OpenApiSpec *spec)
{
    if (!cm__config_filter_into(at, entry, spec->name, &spec->filter))
        return false;
    for (size_t i = 0; spec->filter != NULL && i < spec->filter->n_renames; i++)
        if (!cm__path_is_clean(spec->filter->renames[i].to, RENAME_MAX)) {
            const ConfigKey key =
                cm__config_key("renameTools", spec->filter->renames[i].from);
            cm__config_report(at, CM_LOG_ERROR,
                              cm__json_get(entry, "renameTools"), key.text,
                              "\"%.100s\" is no path of a tool: letters, "
                              "digits, _ and - between dots",
                              spec->filter->renames[i].to);
            return false;
        }
    return true;
}

/* ---- auth ---- */

/* outer: the key of the object. */
static bool kind_into(const ConfigPlace *at, const JsonValue *entry,
                      const char *outer, OpenApiAuth *auth)
{
    static const struct {
        const char *type;
        OpenApiAuthKind kind;
        const char *name; /* key of what it needs beside the secret */
    } rows[] = { { "bearer", OPENAPI_AUTH_BEARER, NULL },
                 { "basic", OPENAPI_AUTH_BASIC, "user" },
                 { "apiKey", OPENAPI_AUTH_API_KEY, NULL },
                 { "header", OPENAPI_AUTH_HEADER, "name" } };
    const JsonValue *type = cm__json_get(entry, "type");
    size_t i = 0;
    if (type == NULL) {
        /* Who gives a user wants basic. */
        if (cm__json_get(entry, "user") == NULL)
            return true;
        i = 1;
    }
    while (type != NULL && i < CM_ARRAY_LEN(rows) &&
           !cm__json_is_text(type, rows[i].type))
        i++;
    if (i == CM_ARRAY_LEN(rows)) {
        const ConfigKey key = cm__config_key(outer, "type");
        cm__config_report(at, CM_LOG_ERROR, type, key.text,
                          "must be \"bearer\", \"basic\", \"apiKey\" or "
                          "\"header\"");
        return false;
    }
    auth->kind = rows[i].kind;
    if (rows[i].name == NULL)
        return true;
    const JsonValue *name = cm__json_get(entry, rows[i].name);
    const ConfigKey key = cm__config_key(outer, rows[i].name);
    if (name == NULL) {
        cm__config_report(at, CM_LOG_ERROR, entry, key.text,
                          "is missing, \"type\": \"%s\" needs it",
                          rows[i].type);
        return false;
    }
    return cm__config_expand_into(at, name, key.text, &auth->name);
}

/* Warns of a variable that is not set, and adds it to what doctor tells: the
 * scheme is unavailable then, and the document's next alternative is tried. A
 * text that is no name is not shown: it may be the secret itself. */
static void warn_of_variable(const ConfigPlace *at, const JsonValue *value,
                             const char *key, const char *variable, Buf *lacks)
{
    char what[CM_UNSET_TEXT_MAX];
    const char *set = getenv(variable);
    if (set != NULL && set[0] != '\0')
        return;
    cm__config_unset_text(variable, what);
    cm__config_report(at, cm__log_fault_level(at->config->log), value, key,
                      "%s", what);
    cm__buf_add_fmt(lacks, "%s%s: %s", lacks->len > 0 ? "; " : "", key, what);
}

static bool auth_into(const ConfigPlace *at, const JsonMember *member,
                      OpenApiAuth *auth, Buf *lacks)
{
    static const char *const known[] = { "type", "user",    "name", "env",
                                         "file", "command", NULL };
    const JsonValue *entry = &member->value;
    const ConfigKey key = cm__config_key("auth", member->name);
    if (!is_object(at, entry, key.text))
        return false;
    warn_unknown(at, entry, key.text, known);
    const JsonValue *env = cm__json_get(entry, "env");
    const JsonValue *file = cm__json_get(entry, "file");
    const JsonValue *command = cm__json_get(entry, "command");
    if ((env != NULL) + (file != NULL) + (command != NULL) != 1) {
        cm__config_report(
            at, CM_LOG_ERROR, entry, key.text,
            "needs exactly one of \"env\", \"file\" and \"command\"");
        return false;
    }
    auth->scheme =
        cm__arena_text(&at->config->arena, member->name, member->name_len);
    if (auth->scheme == NULL)
        return cm__config_no_memory(at, entry);
    const ConfigKey env_key = cm__config_key(key.text, "env");
    const ConfigKey file_key = cm__config_key(key.text, "file");
    if (!kind_into(at, entry, key.text, auth) ||
        !cm__config_text_into(at, env, env_key.text, &auth->env) ||
        !file_into(at, file, file_key.text, false, &auth->file))
        return false;
    if (env != NULL)
        warn_of_variable(at, env, env_key.text, auth->env, lacks);
    if (command != NULL)
        auth->argv = cm__config_argv(at, key.text, command, NULL);
    return command == NULL || auth->argv != NULL;
}

static bool lacks_into(const ConfigPlace *at, const JsonValue *value,
                       const Buf *lacks, OpenApiSpec *spec)
{
    if (lacks->status == CM_OK && lacks->len > 0)
        spec->lack =
            cm__arena_text(&at->config->arena, cm__buf_text(lacks), lacks->len);
    return (lacks->status == CM_OK &&
            (spec->lack != NULL || lacks->len == 0)) ||
           cm__config_no_memory(at, value);
}

static bool auths_into(const ConfigPlace *at, const JsonValue *value,
                       OpenApiSpec *spec)
{
    if (value == NULL)
        return true;
    if (!is_object(at, value, "auth"))
        return false;
    Buf lacks;
    OpenApiAuth *auth = cm__arena_zero(&at->config->arena,
                                       (value->n_members + 1) * sizeof *auth);
    spec->credential_env = cm__config_env(at, NULL);
    if (auth == NULL)
        return cm__config_no_memory(at, value);
    cm__buf_init(&lacks, at->config->arena.alloc, CM_BUF_NO_LIMIT);
    size_t n = 0;
    while (n < value->n_members &&
           auth_into(at, &value->members[n], &auth[n], &lacks))
        n++;
    bool is_ok = n == value->n_members && lacks_into(at, value, &lacks, spec);
    cm__buf_done(&lacks);
    spec->auth = auth;
    spec->n_auth = n;
    return is_ok && spec->credential_env != NULL;
}

/* ---- entries ---- */

/* NULL after a report. */
static OpenApiSpec *new_spec(const ConfigPlace *at, const JsonValue *entry,
                             const char *name, size_t len)
{
    char ns[CM_NAME_MAX + 1];
    Arena *arena = &at->config->arena;
    if (!cm__name_clean(name, len, ns)) {
        cm__config_report(at, CM_LOG_ERROR, entry, NULL,
                          "a document's name has 1 to 128 characters");
        return NULL;
    }
    OpenApiSpec *spec = cm__arena_zero(arena, sizeof *spec);
    if (spec != NULL) {
        spec->name = cm__arena_text(arena, name, len);
        spec->ns = cm__arena_text(arena, ns, strlen(ns));
        spec->place = cm__config_place(at, entry);
        spec->call_timeout_ms = CALL_TIMEOUT_MS;
        spec->max_calls = CM_CONFIG_MAX_CALLS;
    }
    if (spec == NULL || spec->name == NULL || spec->ns == NULL) {
        (void)cm__config_no_memory(at, entry);
        return NULL;
    }
    return spec;
}

void cm__config_load_openapi(const ConfigPlace *at, const JsonMember *member)
{
    static const char *const known[] = {
        "openapi", "baseUrl", "headers", "auth", "timeout", "callTimeoutMs",
        "maxConcurrentCalls", "validate", "includeOperations", "includeTools",
        "excludeTools", "readOnly", "renameTools", "include_tools",
        "exclude_tools", "allowedTools", "blockedTools", "allowed_tools",
        "blocked_tools", "enabledTools", "disabledTools", "enabled_tools",
        "disabled_tools", "tools", "description", "disabled", "enabled", "type",
        /* for the model itself */
        "direct", NULL
    };
    const JsonValue *entry = &member->value;
    bool is_checked = true;
    warn_unknown(at, entry, NULL, known);
    OpenApiSpec *spec = new_spec(at, entry, member->name, member->name_len);
    if (spec == NULL ||
        !file_into(at, cm__json_get(entry, "openapi"), "openapi", true,
                   &spec->document) ||
        !cm__config_expand_into(at, cm__json_get(entry, "baseUrl"), "baseUrl",
                                &spec->base_url) ||
        !headers_into(at, cm__json_get(entry, "headers"), spec) ||
        !auths_into(at, cm__json_get(entry, "auth"), spec) ||
        !include_into(at, cm__json_get(entry, "includeOperations"), spec) ||
        !filter_into(at, entry, spec) ||
        !cm__config_direct_into(at, entry, &spec->direct) ||
        !cm__config_ms_into(at, cm__json_get(entry, "timeout"), "timeout",
                            &spec->call_timeout_ms) ||
        !cm__config_ms_into(at, cm__json_get(entry, "callTimeoutMs"),
                            "callTimeoutMs", &spec->call_timeout_ms) ||
        !cm__config_max_calls_into(at, entry, &spec->max_calls) ||
        !cm__config_bool_into(at, cm__json_get(entry, "validate"), "validate",
                              &is_checked))
        return;
    spec->is_unchecked = !is_checked;
    (void)cm__config_add(at, entry, &(ConfigItem){ .openapi = spec });
}

void cm__config_add_openapi(Config *config, const char *name, size_t name_len,
                            const char *document)
{
    ConfigPlace at = { .config = config, .container = "--openapi" };
    char entry[CM_NAME_MAX + 1];
    (void)snprintf(entry, sizeof entry, "%.*s", (int)name_len, name);
    at.entry = entry;
    OpenApiSpec *spec = new_spec(&at, NULL, name, name_len);
    if (spec == NULL)
        return;
    cm__config_not_off(config, spec->name);
    spec->document = document;
    (void)cm__config_add(&at, NULL, &(ConfigItem){ .openapi = spec });
}
