/* SPDX-License-Identifier: MIT */
/* Command tools: "path.of.tool": { "command": ["git", "log"], ... }. */
#include <string.h>

#include "cli/config_internal.h"
#include "mcp/toolname.h"
#include "schema/schema.h"

enum {
    PATH_MAX_BYTES = 1024,
};

static bool is_sound(const ConfigPlace *at, const JsonMember *member)
{
    static const char *const known[] = {
        "command",   "args",         "description", "inputSchema",
        "env",       "environment",  "env_vars",    "envFile",
        "output",    "outputSchema", "cwd",         "timeout",
        "timeoutMs", "direct",       "inheritEnv",  NULL
    };
    const JsonValue *entry = &member->value;
    if (entry->type != CM_JSON_TYPE_OBJECT) {
        cm__config_report(at, CM_LOG_ERROR, entry, NULL, "must be an object");
        return false;
    }
    if (!cm__path_is_clean(member->name, PATH_MAX_BYTES)) {
        cm__config_report(
            at, CM_LOG_ERROR, entry, NULL,
            "a tool's name is one of A-Z a-z 0-9 _ - with single dots");
        return false;
    }
    cm__config_warn_unknown(at, entry, NULL, known);
    if (cm__json_get(entry, "command") == NULL) {
        cm__config_report(at, CM_LOG_ERROR, entry, "command", "is missing");
        return false;
    }
    const JsonValue *output = cm__json_get(entry, "output");
    if (output != NULL && !cm__json_is_text(output, "text") &&
        !cm__json_is_text(output, "json")) {
        cm__config_report(at, CM_LOG_ERROR, output, "output",
                          "must be \"text\" or \"json\"");
        return false;
    }
    return true;
}

/* A schema that does not compile is for the catalog alone. The hub would tell
 * it without its place. */
static bool check_schema(const ConfigPlace *at, const JsonValue *value,
                         const char *text, const char *key, const char *what)
{
    Schema *schema = NULL;
    cm_error err;
    if (text == NULL)
        return true;
    cm_status status = cm__schema_compile(at->config->arena.alloc, text,
                                          strlen(text), NULL, &schema, &err);
    if (status == CM_OK)
        cm__schema_unref(schema);
    else if (status == CM_E_NOMEM)
        return cm__config_no_memory(at, value);
    else
        cm__config_report(at, CM_LOG_WARN, value, key,
                          "the tool's %s is not checked: %s", what, err.text);
    return true;
}

static bool read_schemas(const ConfigPlace *at, const JsonValue *entry,
                         CommandSpec *spec)
{
    const JsonValue *input = cm__json_get(entry, "inputSchema");
    const JsonValue *output = cm__json_get(entry, "outputSchema");
    return cm__config_schema_into(at, input, "inputSchema",
                                  &spec->input_schema) &&
           cm__config_schema_into(at, output, "outputSchema",
                                  &spec->output_schema) &&
           check_schema(at, input, spec->input_schema, "inputSchema",
                        "input") &&
           (!spec->is_json || check_schema(at, output, spec->output_schema,
                                           "outputSchema", "output"));
}

void cm__config_load_command(const ConfigPlace *at, const JsonMember *member)
{
    const JsonValue *entry = &member->value;
    if (!is_sound(at, member))
        return;
    CommandSpec *spec = cm__arena_zero(&at->config->arena, sizeof *spec);
    if (spec != NULL)
        spec->path =
            cm__arena_text(&at->config->arena, member->name, member->name_len);
    if (spec == NULL || spec->path == NULL) {
        (void)cm__config_no_memory(at, entry);
        return;
    }
    const JsonValue *output = cm__json_get(entry, "output");
    spec->is_json = output != NULL && cm__json_is_text(output, "json");
    if (!spec->is_json && cm__json_get(entry, "outputSchema") != NULL)
        cm__config_report(at, CM_LOG_WARN, cm__json_get(entry, "outputSchema"),
                          "outputSchema",
                          "counts with \"output\": \"json\" only, ignored");
    spec->argv = cm__config_argv(at, NULL, cm__json_get(entry, "command"),
                                 cm__json_get(entry, "args"));
    if (spec->argv == NULL)
        return;
    spec->env = cm__config_env(at, entry);
    if (spec->env != NULL &&
        cm__config_text_into(at, cm__json_get(entry, "description"),
                             "description", &spec->description) &&
        read_schemas(at, entry, spec) &&
        cm__config_cwd_into(at, entry, &spec->cwd) &&
        cm__config_direct_command_into(at, entry, spec) &&
        cm__config_ms_into(at, cm__json_get(entry, "timeout"), "timeout",
                           &spec->timeout_ms) &&
        cm__config_ms_into(at, cm__json_get(entry, "timeoutMs"), "timeoutMs",
                           &spec->timeout_ms))
        (void)cm__config_add(at, entry, &(ConfigItem){ .command = spec });
}
