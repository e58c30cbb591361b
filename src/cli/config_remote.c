/* SPDX-License-Identifier: MIT */
#include "cli/config_remote.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"

static const char *const url_keys[] = { "url", "serverUrl", "httpUrl",
                                        "baseUrl", NULL };

static const JsonMember *url_of(const JsonValue *entry)
{
    return cm__config_first_of(entry, url_keys);
}

/* ---- headers ---- */

typedef struct HeaderList {
    cm_http_header *items; /* in the arena, room for all */
    size_t n;
} HeaderList;

/* key: of the value. */
static bool add_header(const ConfigPlace *at, HeaderList *list,
                       const JsonValue *where, const char *key,
                       const char *name, const char *value)
{
    if (strpbrk(value, "\r\n") != NULL) {
        cm__config_report(at, CM_LOG_ERROR, where, key, "holds a line end");
        return false;
    }
    char *copy = cm__arena_text(&at->config->arena, name, strlen(name));
    if (copy == NULL)
        return cm__config_no_memory(at, where);
    cm__config_hide_header(at, name, value);
    list->items[list->n++] = (cm_http_header){ copy, value };
    return true;
}

/* The variable's value; NULL after a report. */
static const char *variable(const ConfigPlace *at, const JsonValue *value,
                            const char *key)
{
    const char *name = NULL;
    if (!cm__config_text_into(at, value, key, &name))
        return NULL;
    const char *set = getenv(name);
    if (set == NULL || set[0] == '\0') {
        char what[CM_UNSET_TEXT_MAX];
        cm__config_unset_text(name, what);
        cm__config_report(at, CM_LOG_ERROR, value, key, "%s", what);
        return NULL;
    }
    cm__config_hide(at, set, "", name);
    char *copy = cm__arena_text(&at->config->arena, set, strlen(set));
    if (copy == NULL)
        (void)cm__config_no_memory(at, value);
    return copy;
}

/* Members are headers; values are texts, or names of variables. */
static bool add_object(const ConfigPlace *at, HeaderList *list,
                       const JsonMember *member, bool are_variables)
{
    if (member == NULL)
        return true;
    const JsonValue *object = &member->value;
    const char *key = member->name;
    if (object->type != CM_JSON_TYPE_OBJECT) {
        cm__config_report(at, CM_LOG_ERROR, object, key, "must be an object");
        return false;
    }
    for (size_t i = 0; i < object->n_members; i++) {
        const JsonMember *m = &object->members[i];
        if (!cm__ascii_is_token(m->name)) {
            cm__config_report(at, CM_LOG_ERROR, &m->value, key,
                              "\"%.60s\" is no name of a header", m->name);
            return false;
        }
        const ConfigKey inner = cm__config_key(key, m->name);
        const char *value = are_variables
                                ? variable(at, &m->value, inner.text)
                                : cm__config_expand(at, &m->value, inner.text);
        if (value == NULL ||
            !add_header(at, list, &m->value, inner.text, m->name, value))
            return false;
    }
    return true;
}

static bool add_bearer(const ConfigPlace *at, HeaderList *list,
                       const JsonMember *member, const char *token)
{
    static const char scheme[] = "Bearer ";
    for (size_t i = 0; i < list->n; i++)
        if (cm__header_name_is(list->items[i].name, "Authorization")) {
            cm__config_report(
                at, CM_LOG_ERROR, &member->value, member->name,
                "has more than one bearer token or Authorization header");
            return false;
        }
    size_t len = strlen(token);
    char *value = cm__arena_alloc(&at->config->arena, sizeof scheme + len);
    if (value == NULL)
        return cm__config_no_memory(at, &member->value);
    memcpy(value, scheme, sizeof scheme - 1);
    memcpy(value + sizeof scheme - 1, token, len + 1);
    return add_header(at, list, &member->value, member->name, "Authorization",
                      value);
}

static const JsonMember *either(const JsonValue *entry, const char *a,
                                const char *b)
{
    const char *const keys[] = { a, b, NULL };
    return cm__config_first_of(entry, keys);
}

static size_t count(const JsonMember *object)
{
    return object != NULL && object->value.type == CM_JSON_TYPE_OBJECT
               ? object->value.n_members
               : 0;
}

static bool has_secret_name(const JsonValue *object)
{
    for (size_t i = 0; object != NULL && i < object->n_members; i++)
        if (cm__redact_is_secret_name(object->members[i].name,
                                      object->members[i].name_len))
            return true;
    return false;
}

/* The key of the entry that gives credentials, for who is told that they are
 * refused; NULL when none does. */
static const char *credential_key(const JsonValue *entry)
{
    static const char *const tokens[] = { "bearerTokenEnv",
                                          "bearer_token_env_var",
                                          "bearerToken" };
    static const char *const objects[] = { "headers", "http_headers",
                                           "env_http_headers" };
    for (size_t i = 0; i < CM_ARRAY_LEN(tokens); i++)
        if (cm__json_get(entry, tokens[i]) != NULL)
            return tokens[i];
    for (size_t i = 0; i < CM_ARRAY_LEN(objects); i++)
        if (has_secret_name(cm__json_get(entry, objects[i])))
            return objects[i];
    return NULL;
}

static bool headers_into(const ConfigPlace *at, const JsonValue *entry,
                         UpstreamSpec *spec)
{
    const JsonMember *fixed = either(entry, "headers", "http_headers");
    const JsonMember *variables = either(entry, "env_http_headers", NULL);
    const JsonMember *token =
        either(entry, "bearerTokenEnv", "bearer_token_env_var");
    bool is_variable = token != NULL;
    size_t room = 1 + count(fixed) + count(variables);
    HeaderList list = {
        cm__arena_zero(&at->config->arena, room * sizeof *list.items), 0
    };
    if (list.items == NULL)
        return cm__config_no_memory(at, entry);
    if (!add_object(at, &list, fixed, false) ||
        !add_object(at, &list, variables, true))
        return false;
    if (token == NULL)
        token = either(entry, "bearerToken", NULL);
    const char *bearer = NULL;
    if (token != NULL)
        bearer = is_variable
                     ? variable(at, &token->value, token->name)
                     : cm__config_expand(at, &token->value, token->name);
    if (token != NULL &&
        (bearer == NULL || !add_bearer(at, &list, token, bearer)))
        return false;
    spec->headers = list.items;
    spec->n_headers = list.n;
    spec->credential_key = credential_key(entry);
    return true;
}

/* ---- entries ---- */

static const struct {
    const char *name;
    UpstreamTransport transport;
} transports[] = { { "http", CM_TRANSPORT_HTTP },
                   { "streamable-http", CM_TRANSPORT_HTTP },
                   { "streamableHttp", CM_TRANSPORT_HTTP },
                   { "streamable_http", CM_TRANSPORT_HTTP },
                   { "sse", CM_TRANSPORT_SSE },
                   { "remote", CM_TRANSPORT_AUTO },
                   { "auto", CM_TRANSPORT_AUTO } };

static bool transport_named(const JsonMember *type, UpstreamTransport *ret)
{
    for (size_t i = 0; i < CM_ARRAY_LEN(transports); i++)
        if (type != NULL &&
            cm__json_is_text(&type->value, transports[i].name)) {
            *ret = transports[i].transport;
            return true;
        }
    return false;
}

/* A command beside a URL counts unless the type says otherwise. */
bool cm__config_is_remote(const JsonValue *entry)
{
    UpstreamTransport transport;
    if (url_of(entry) == NULL)
        return false;
    return cm__json_get(entry, "command") == NULL ||
           transport_named(either(entry, "type", "transport"), &transport);
}

/* Gemini's key says the transport: httpUrl, or url for HTTP+SSE. */
static UpstreamTransport transport_by_key(const ConfigPlace *at,
                                          const JsonMember *url)
{
    if (strcmp(url->name, "httpUrl") == 0)
        return CM_TRANSPORT_HTTP;
    bool is_sse =
        at->dialect == CM_DIALECT_GEMINI && strcmp(url->name, "url") == 0;
    return is_sse ? CM_TRANSPORT_SSE : CM_TRANSPORT_AUTO;
}

static bool transport_into(const ConfigPlace *at, const JsonValue *entry,
                           UpstreamTransport *ret)
{
    const JsonMember *type = either(entry, "type", "transport");
    *ret = transport_by_key(at, url_of(entry));
    if (type == NULL || transport_named(type, ret))
        return true;
    cm__config_report(at, CM_LOG_ERROR, &type->value, type->name,
                      "must be \"http\", \"sse\" or \"auto\" for a server with "
                      "a URL");
    return false;
}

static bool url_into(const ConfigPlace *at, const JsonMember *member,
                     const char **ret)
{
    if (!cm__config_expand_into(at, &member->value, member->name, ret))
        return false;
    const char *fault = NULL, *host = NULL;
    if (strncmp(*ret, "http://", 7) == 0)
        host = *ret + 7;
    else if (strncmp(*ret, "https://", 8) == 0)
        host = *ret + 8;
    if (host == NULL)
        fault = "must begin with http:// or https://";
    else if (memchr(host, '@', strcspn(host, "/?#")) != NULL)
        fault = "must not hold a user and password; use \"headers\"";
    if (fault != NULL)
        cm__config_report(at, CM_LOG_ERROR, &member->value, member->name, "%s",
                          fault);
    return fault == NULL;
}

void cm__config_load_remote(const ConfigPlace *at, const JsonMember *member)
{
    const JsonValue *entry = &member->value;
    UpstreamSpec *spec = cm__config_new_server(at, member);
    if (spec != NULL && url_into(at, url_of(entry), &spec->url) &&
        transport_into(at, entry, &spec->transport) &&
        headers_into(at, entry, spec) &&
        cm__config_secret_into(at, entry, spec)) {
        cm__config_warn_of_process_keys(
            at, entry, spec->secret != NULL && spec->secret->from.argv != NULL);
        (void)cm__config_add(at, entry, &(ConfigItem){ .server = spec });
    }
}
