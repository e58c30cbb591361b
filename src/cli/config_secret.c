/* SPDX-License-Identifier: MIT */
/* Headers of a server with a URL that a file or a command gives:
 *
 *     "bearerTokenFile": "token.txt"
 *     "bearerTokenCommand": ["pass", "show", "docs"], "bearerTokenTtlMs": 600000
 *     "headersHelper": "/opt/bin/headers.sh"
 *
 * The first two are ours. The last one is Claude Code's: a line for the shell
 * that prints a JSON object of headers within ten seconds, at each connection,
 * and is told the server's name and URL in its environment. Ours may also be an
 * array, which needs no shell. */
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "cli/config_internal.h"

enum {
    TOKEN_TIMEOUT_MS = 30000,
    HELPER_TIMEOUT_MS = 10000,
};

/* Program and arguments, expanded; NULL after a report. */
static const char *const *program(const ConfigPlace *at, const JsonValue *value,
                                  const char *key)
{
    if (value->type != CM_JSON_TYPE_ARRAY || value->n_items == 0) {
        cm__config_report(at, CM_LOG_ERROR, value, key,
                          "must be an array of program and arguments");
        return NULL;
    }
    const char **argv =
        cm__arena_zero(&at->config->arena, (value->n_items + 1) * sizeof *argv);
    if (argv == NULL) {
        (void)cm__config_no_memory(at, value);
        return NULL;
    }
    for (size_t i = 0; i < value->n_items; i++) {
        const ConfigKey item = cm__config_item(key, i);
        argv[i] = cm__config_expand(at, &value->items[i], item.text);
        if (argv[i] == NULL)
            return NULL;
    }
    if (argv[0][0] == '\0') {
        cm__config_report(at, CM_LOG_ERROR, value, key,
                          "the program must not be empty");
        return NULL;
    }
    return argv;
}

/* The shell expands what the line holds, from the environment that it gets. */
static const char *const *shell_line(const ConfigPlace *at,
                                     const JsonValue *value, const char *key)
{
    const char *line = NULL;
    if (!cm__config_text_into(at, value, key, &line))
        return NULL;
    if (line[strspn(line, " \t\r\n")] == '\0') {
        cm__config_report(at, CM_LOG_ERROR, value, key, "must not be empty");
        return NULL;
    }
    const char **argv = cm__arena_zero(&at->config->arena, 4 * sizeof *argv);
    if (argv == NULL) {
        (void)cm__config_no_memory(at, value);
        return NULL;
    }
    argv[0] = "/bin/sh";
    argv[1] = "-c";
    argv[2] = line;
    return argv;
}

static bool command_into(const ConfigPlace *at, const JsonValue *entry,
                         const UpstreamSpec *spec, const JsonMember *source,
                         UpstreamSecret *ret)
{
    const ConfigPair pairs[] = {
        { "CLAUDE_CODE_MCP_SERVER_NAME", spec->name },
        { "CLAUDE_CODE_MCP_SERVER_URL", spec->url },
    };
    bool is_helper = ret->is_headers;
    const JsonValue *value = &source->value;
    ret->from.timeout_ms = is_helper ? HELPER_TIMEOUT_MS : TOKEN_TIMEOUT_MS;
    ret->from.argv = is_helper && value->type == CM_JSON_TYPE_STRING
                         ? shell_line(at, value, ret->key)
                         : program(at, value, ret->key);
    if (ret->from.argv == NULL ||
        !cm__config_cwd_into(at, entry, &ret->from.cwd))
        return false;
    ret->from.env = cm__config_env_with(at, entry, pairs,
                                        is_helper ? CM_ARRAY_LEN(pairs) : 0);
    return ret->from.env != NULL;
}

static bool file_into(const ConfigPlace *at, const JsonValue *value,
                      UpstreamSecret *ret)
{
    const char *name = cm__config_expand(at, value, ret->key);
    if (name == NULL)
        return false;
    if (name[0] == '\0') {
        cm__config_report(at, CM_LOG_ERROR, value, ret->key,
                          "must not be empty");
        return false;
    }
    ret->from.file = cm__config_join(at, cm__config_folder(at), name);
    return ret->from.file != NULL;
}

static bool has_authorization(const UpstreamSpec *spec)
{
    static const char name[] = "Authorization";
    for (size_t i = 0; i < spec->n_headers; i++)
        if (cm__ascii_is_same(spec->headers[i].name,
                              strlen(spec->headers[i].name), name,
                              sizeof name - 1))
            return true;
    return false;
}

/* The one of the three that the entry has, or NULL; false after a report. */
static bool find(const ConfigPlace *at, const JsonValue *entry,
                 const JsonMember **ret)
{
    static const char *const keys[] = { "bearerTokenFile", "bearerTokenCommand",
                                        "headersHelper" };
    *ret = NULL;
    for (size_t i = 0; i < CM_ARRAY_LEN(keys); i++) {
        const char *const one[] = { keys[i], NULL };
        const JsonMember *m = cm__config_first_of(entry, one);
        if (m != NULL && *ret != NULL) {
            cm__config_report(at, CM_LOG_ERROR, &m->value, keys[i],
                              "stands beside \"%s\"; only one of the two can "
                              "give the headers",
                              (*ret)->name);
            return false;
        }
        if (m != NULL)
            *ret = m;
    }
    return true;
}

bool cm__config_secret_into(const ConfigPlace *at, const JsonValue *entry,
                            UpstreamSpec *spec)
{
    const JsonMember *source;
    const JsonValue *ttl = cm__json_get(entry, "bearerTokenTtlMs");
    if (!find(at, entry, &source))
        return false;
    bool is_command =
        source != NULL && strcmp(source->name, "bearerTokenCommand") == 0;
    if (ttl != NULL && !is_command)
        cm__config_report(at, CM_LOG_WARN, ttl, "bearerTokenTtlMs",
                          "counts with \"bearerTokenCommand\" only, ignored");
    if (source == NULL)
        return true;
    UpstreamSecret *secret = cm__arena_zero(&at->config->arena, sizeof *secret);
    if (secret == NULL)
        return cm__config_no_memory(at, entry);
    secret->key = is_command ? "bearerTokenCommand" : "headersHelper";
    secret->is_kept = is_command;
    secret->is_headers = strcmp(source->name, "headersHelper") == 0;
    if (!is_command && !secret->is_headers)
        secret->key = "bearerTokenFile";
    secret->from.may_have_lines = secret->is_headers;
    if (!secret->is_headers && has_authorization(spec)) {
        cm__config_report(
            at, CM_LOG_ERROR, &source->value, secret->key,
            "has more than one bearer token or Authorization header");
        return false;
    }
    bool is_file = !is_command && !secret->is_headers;
    if (!(is_file ? file_into(at, &source->value, secret)
                  : command_into(at, entry, spec, source, secret)) ||
        (is_command &&
         !cm__config_ms_into(at, ttl, "bearerTokenTtlMs", &secret->ttl_ms)))
        return false;
    spec->secret = secret;
    return true;
}
