/* SPDX-License-Identifier: MIT */
/* Keys in messages: the way to one that stands inside of another, and what is
 * said of those that an entry does not have. */
#include <stdio.h>
#include <string.h>

#include "base/edit_distance.h"
#include "cli/config_internal.h"

ConfigKey cm__config_key(const char *outer, const char *name)
{
    ConfigKey key;
    (void)snprintf(key.text, sizeof key.text, "%s%s%.100s",
                   outer != NULL ? outer : "", outer != NULL ? "." : "", name);
    return key;
}

ConfigKey cm__config_item(const char *outer, size_t index)
{
    ConfigKey key;
    (void)snprintf(key.text, sizeof key.text, "%s[%zu]", outer, index);
    return key;
}

/* ---- unknown keys ---- */

/* Keys that are right in an entry of another kind, and whose they are. */
static const struct {
    const char *key;
    ConfigKeyKind kind;
} kinds[] = {
    { "command", CM_KEY_COMMAND },
    { "args", CM_KEY_PROCESS },
    { "env", CM_KEY_CHILD },
    { "environment", CM_KEY_CHILD },
    { "env_vars", CM_KEY_CHILD },
    { "envVars", CM_KEY_CHILD },
    { "envFile", CM_KEY_CHILD },
    { "env_file", CM_KEY_CHILD },
    { "cwd", CM_KEY_CHILD },
    { "inheritEnv", CM_KEY_CHILD },
    { "url", CM_KEY_URL },
    { "serverUrl", CM_KEY_URL },
    { "httpUrl", CM_KEY_URL },
    { "baseUrl", CM_KEY_URL },
    { "headers", CM_KEY_HEADERS },
    { "http_headers", CM_KEY_HEADERS },
    { "env_http_headers", CM_KEY_HEADERS },
    { "bearerToken", CM_KEY_HEADERS },
    { "bearerTokenEnv", CM_KEY_HEADERS },
    { "bearer_token_env_var", CM_KEY_HEADERS },
    { "bearerTokenFile", CM_KEY_HEADERS },
    { "bearerTokenCommand", CM_KEY_HEADERS },
    { "bearerTokenTtlMs", CM_KEY_HEADERS },
    { "headersHelper", CM_KEY_HEADERS },
    { "transport", CM_KEY_SERVER },
    { "callCapMs", CM_KEY_SERVER },
    { "tool_timeout_sec", CM_KEY_SERVER },
    { "startupTimeoutMs", CM_KEY_SERVER },
    { "startup_timeout_ms", CM_KEY_SERVER },
    { "startup_timeout_sec", CM_KEY_SERVER },
    { "idleTimeoutMs", CM_KEY_SERVER },
    { "maxConcurrentCalls", CM_KEY_SOURCE },
    { "includeTools", CM_KEY_SOURCE },
    { "excludeTools", CM_KEY_SOURCE },
    { "readOnly", CM_KEY_SOURCE },
    { "renameTools", CM_KEY_SOURCE },
    { "openapi", CM_KEY_DOCUMENT },
    { "auth", CM_KEY_DOCUMENT },
    { "includeOperations", CM_KEY_DOCUMENT },
    { "validate", CM_KEY_DOCUMENT },
    { "inputSchema", CM_KEY_TOOL },
    { "outputSchema", CM_KEY_TOOL },
    { "output", CM_KEY_TOOL },
};

static const char *remark_of(const char *key)
{
    static const char *const remarks[] = {
        [CM_KEY_COMMAND] = "is for servers and command tools, ignored",
        [CM_KEY_PROCESS] = CM_KEY_PROCESS_REMARK,
        [CM_KEY_CHILD] = CM_KEY_PROCESS_REMARK,
        [CM_KEY_URL] = "is for servers, ignored",
        [CM_KEY_HEADERS] = "is for servers with a \"url\", ignored",
        [CM_KEY_SERVER] = "is for servers, ignored",
        [CM_KEY_SOURCE] = "is for servers and OpenAPI documents, ignored",
        [CM_KEY_DOCUMENT] = "is for OpenAPI documents, ignored",
        [CM_KEY_TOOL] = "is for command tools, ignored",
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(kinds); i++)
        if (strcmp(kinds[i].key, key) == 0)
            return remarks[kinds[i].kind];
    return NULL;
}

/* Entries are ours, or of another program whose own keys we need not know. */
static LogLevel level_of(const ConfigPlace *at)
{
    return at->dialect == CM_DIALECT_NATIVE ? CM_LOG_WARN : CM_LOG_DEBUG;
}

void cm__config_warn_of_kind(const ConfigPlace *at, const JsonValue *entry,
                             ConfigKeyKind kind, const char *remark)
{
    for (size_t i = 0; i < CM_ARRAY_LEN(kinds); i++) {
        const char *key = kinds[i].key;
        const JsonValue *value =
            kinds[i].kind == kind ? cm__json_get(entry, key) : NULL;
        if (value != NULL)
            cm__config_report(at, level_of(at), value, key, "%s", remark);
    }
}

static bool is_in(const char *name, const char *const *known)
{
    while (*known != NULL && strcmp(*known, name) != 0)
        known++;
    return *known != NULL;
}

/* The limit of a call has two names, which look less alike than others. */
static const char *offer(const JsonMember *m, const char *const *known)
{
    static const char *const limits[] = { "timeoutMs", "callTimeoutMs" };
    size_t n = 0;
    for (size_t i = 0; i < CM_ARRAY_LEN(limits); i++)
        if (cm__json_is_named(m, limits[i]) && is_in(limits[1 - i], known))
            return limits[1 - i];
    while (known[n] != NULL)
        n++;
    return cm__edit_nearest(m->name, m->name_len, known, n);
}

void cm__config_warn_of_key(const ConfigPlace *at, const JsonMember *m,
                            const char *key, const char *const *known)
{
    const char *near = NULL;
    if (at->dialect == CM_DIALECT_NATIVE)
        near = offer(m, known);
    cm__config_report(at, level_of(at), &m->value, key,
                      "unknown key, ignored%s%s%s",
                      near != NULL ? "; did you mean " : "",
                      near != NULL ? near : "", near != NULL ? "?" : "");
}

void cm__config_warn_unknown(const ConfigPlace *at, const JsonValue *object,
                             const char *outer, const char *const *known)
{
    for (size_t i = 0; i < object->n_members; i++) {
        const JsonMember *m = &object->members[i];
        const ConfigKey key = cm__config_key(outer, m->name);
        if (is_in(m->name, known))
            continue;
        const char *remark = outer == NULL ? remark_of(m->name) : NULL;
        if (remark != NULL)
            cm__config_report(at, level_of(at), &m->value, key.text, "%s",
                              remark);
        else
            cm__config_warn_of_key(at, m, key.text, known);
    }
}
