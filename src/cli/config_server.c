/* SPDX-License-Identifier: MIT */
/* What all entries of MCP servers have in common, and servers that are
 * processes. */
#include <string.h>

#include "cli/config_internal.h"
#include "mcp/toolname.h"

enum {
    START_TIMEOUT_MS = 30000,
    CALL_TIMEOUT_MS = 120000,
    MAX_CALLS_MAX = 100000,
};

/* Of all programs whose files we read. What stands in the second half is for
 * agents, and means nothing here. */
static const char *const known[] = {
    "command", "args", "env", "environment", "env_vars", "envVars", "envFile",
    "env_file", "cwd", "url", "serverUrl", "httpUrl", "baseUrl", "type",
    "transport", "headers", "http_headers", "env_http_headers", "bearerToken",
    "bearerTokenEnv", "bearer_token_env_var", "bearerTokenFile",
    "bearerTokenCommand", "bearerTokenTtlMs", "headersHelper", "inheritEnv",
    "idleTimeoutMs", "maxConcurrentCalls", "disabled", "enabled",
    "includeTools", "include_tools", "allowedTools", "allowed_tools",
    "enabledTools", "enabled_tools", "excludeTools", "exclude_tools",
    "blockedTools", "blocked_tools", "disabledTools", "disabled_tools",
    "readOnly", "renameTools", "direct", "tools", "timeout", "callTimeoutMs",
    "callCapMs", "tool_timeout_sec", "startupTimeoutMs", "startup_timeout_ms",
    "startup_timeout_sec", "description",
    "openapi", /* that loader's: here for the offer to who misspells it */
    /* of agents */
    "alwaysAllow", "alwaysLoad", "auth", "autoApprove",
    "default_tools_approval_mode", "dev", "gallery", "name", "oauth",
    "required", "sandbox", "sandboxEnabled", "scopes", "settings", "source",
    "trust", "version", NULL
};

/* ---- times ---- */

typedef enum TimeUnit {
    TIME_MS,
    TIME_SECONDS,
    TIME_BY_DIALECT
} TimeUnit;

/* Later rows count more. */
static bool times_into(const ConfigPlace *at, const JsonValue *entry,
                       UpstreamSpec *spec)
{
    const struct {
        const char *key;
        TimeUnit unit;
        uint64_t *ms;
    } rows[] = {
        { "timeout", TIME_BY_DIALECT, &spec->call_timeout_ms },
        { "tool_timeout_sec", TIME_SECONDS, &spec->call_timeout_ms },
        { "callTimeoutMs", TIME_MS, &spec->call_timeout_ms },
        { "callCapMs", TIME_MS, &spec->call_cap_ms },
        { "startup_timeout_ms", TIME_MS, &spec->start_timeout_ms },
        { "startup_timeout_sec", TIME_SECONDS, &spec->start_timeout_ms },
        { "startupTimeoutMs", TIME_MS, &spec->start_timeout_ms },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        const JsonValue *value = cm__json_get(entry, rows[i].key);
        bool is_seconds = rows[i].unit == TIME_SECONDS ||
                          (rows[i].unit == TIME_BY_DIALECT &&
                           cm__dialect_counts_seconds(at->dialect));
        if (!(is_seconds
                  ? cm__config_seconds_into(at, value, rows[i].key, rows[i].ms)
                  : cm__config_ms_into(at, value, rows[i].key, rows[i].ms)))
            return false;
    }
    return true;
}

/* 0 is what it is without the key: never. */
static bool idle_into(const ConfigPlace *at, const JsonValue *entry,
                      uint64_t *ret)
{
    static const char key[] = "idleTimeoutMs";
    return cm__config_ms_from(at, cm__json_get(entry, key), key, 0, ret);
}

bool cm__config_max_calls_into(const ConfigPlace *at, const JsonValue *entry,
                               size_t *ret)
{
    static const char key[] = "maxConcurrentCalls";
    const JsonValue *value = cm__json_get(entry, key);
    *ret = CM_CONFIG_MAX_CALLS;
    if (value == NULL)
        return true;
    if (value->type != CM_JSON_TYPE_NUMBER || !value->is_integer ||
        value->integer < 1 || value->integer > MAX_CALLS_MAX) {
        cm__config_report(at, CM_LOG_ERROR, value, key,
                          "must be a whole number, 1 to %d", MAX_CALLS_MAX);
        return false;
    }
    *ret = (size_t)value->integer;
    return true;
}

UpstreamSpec *cm__config_new_server(const ConfigPlace *at,
                                    const JsonMember *member)
{
    const JsonValue *entry = &member->value;
    Arena *arena = &at->config->arena;
    char ns[CM_NAME_MAX + 1];
    cm__config_warn_unknown(at, entry, NULL, known);
    if (!cm__name_clean(member->name, member->name_len, ns)) {
        cm__config_report(at, CM_LOG_ERROR, entry, NULL,
                          "a server's name has 1 to 128 characters");
        return NULL;
    }
    UpstreamSpec *spec = cm__arena_zero(arena, sizeof *spec);
    if (spec != NULL) {
        spec->start_timeout_ms = START_TIMEOUT_MS;
        spec->call_timeout_ms = CALL_TIMEOUT_MS;
        spec->name = cm__arena_text(arena, member->name, member->name_len);
        spec->ns = cm__arena_text(arena, ns, strlen(ns));
        spec->place = cm__config_place(at, entry);
    }
    if (spec == NULL || spec->name == NULL || spec->ns == NULL) {
        (void)cm__config_no_memory(at, entry);
        return NULL;
    }
    return times_into(at, entry, spec) &&
                   idle_into(at, entry, &spec->idle_timeout_ms) &&
                   cm__config_max_calls_into(at, entry, &spec->max_calls) &&
                   cm__config_filter_into(at, entry, spec->name,
                                          &spec->filter) &&
                   cm__config_direct_into(at, entry, &spec->direct)
               ? spec
               : NULL;
}

/* ---- keys of the other kind ---- */

void cm__config_warn_of_process_keys(const ConfigPlace *at,
                                     const JsonValue *entry, bool has_child)
{
    cm__config_warn_of_kind(at, entry, CM_KEY_COMMAND,
                            "is ignored, for \"type\" says that this server is "
                            "a URL; remove one of the two");
    cm__config_warn_of_kind(at, entry, CM_KEY_PROCESS, CM_KEY_PROCESS_REMARK);
    if (!has_child)
        cm__config_warn_of_kind(at, entry, CM_KEY_CHILD, CM_KEY_PROCESS_REMARK);
}

static void warn_of_url_keys(const ConfigPlace *at, const JsonValue *entry)
{
    cm__config_warn_of_kind(at, entry, CM_KEY_URL,
                            "is ignored, for there is a \"command\"; one entry "
                            "is a process or a URL");
    cm__config_warn_of_kind(at, entry, CM_KEY_HEADERS,
                            "is for servers with a \"url\", ignored; a process "
                            "gets what is secret through \"env\"");
}

/* ---- processes ---- */

static void check_type(const ConfigPlace *at, const JsonValue *entry)
{
    static const char *const keys[] = { "type", "transport", NULL };
    const JsonMember *type = cm__config_first_of(entry, keys);
    if (type != NULL && !cm__json_is_text(&type->value, "stdio") &&
        !cm__json_is_text(&type->value, "local"))
        cm__config_report(at, CM_LOG_WARN, &type->value, type->name,
                          "is not for a server with a command, which is "
                          "\"stdio\"; ignored");
}

void cm__config_load_server(const ConfigPlace *at, const JsonMember *member)
{
    const JsonValue *entry = &member->value;
    const JsonValue *command = cm__json_get(entry, "command");
    UpstreamSpec *spec = cm__config_new_server(at, member);
    if (spec == NULL)
        return;
    if (command == NULL) {
        cm__config_report(
            at, CM_LOG_ERROR, entry, "command",
            "is missing (or \"url\", \"openapi\", or \"tools\" for command "
            "tools)");
        return;
    }
    spec->argv =
        cm__config_argv(at, NULL, command, cm__json_get(entry, "args"));
    if (spec->argv == NULL)
        return;
    if (cm__config_starts_gateway(at, spec->argv)) {
        LogLevel level = at->is_imported ? CM_LOG_INFO
                                         : cm__log_fault_level(at->config->log);
        cm__config_report(at, level, entry, NULL,
                          "starts this gateway, which would read this entry "
                          "again; left out");
        cm__config_add_off(at, entry, spec->name, "starts this gateway", false);
        return;
    }
    check_type(at, entry);
    warn_of_url_keys(at, entry);
    spec->env = cm__config_env(at, entry);
    if (spec->env != NULL &&
        cm__config_kept_env_into(at, entry, &spec->kept_env) &&
        cm__config_cwd_into(at, entry, &spec->cwd))
        (void)cm__config_add(at, entry, &(ConfigItem){ .server = spec });
}
