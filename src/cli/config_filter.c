/* SPDX-License-Identifier: MIT */
/* Which tools of a server are offered:
 *
 *     "includeTools": ["read_*"], "excludeTools": ["read_secret"],
 *     "readOnly": true, "renameTools": { "read_file": "read" }
 *
 * and opencode's "tools": { "server_*": false } beside the servers. */
#include <string.h>

#include "cli/config_internal.h"
#include "mcp/toolname.h"

static const char *const include_keys[] = { "includeTools",
                                            "include_tools",
                                            "allowedTools",
                                            "allowed_tools",
                                            "enabledTools",
                                            "enabled_tools",
                                            NULL };
static const char *const exclude_keys[] = { "excludeTools",
                                            "exclude_tools",
                                            "blockedTools",
                                            "blocked_tools",
                                            "disabledTools",
                                            "disabled_tools",
                                            NULL };

static bool include_into(const ConfigPlace *at, const JsonValue *entry,
                         ToolFilter *filter)
{
    const JsonMember *m = cm__config_first_of(entry, include_keys);
    const JsonValue *list = m != NULL ? &m->value : NULL;
    const char *key = m != NULL ? m->name : "tools";
    if (list == NULL) { /* GitHub Copilot's "tools": ["*"]; Codex has objects */
        list = cm__json_get(entry, "tools");
        if (list != NULL && list->type == CM_JSON_TYPE_OBJECT)
            list = NULL;
    }
    filter->has_include = list != NULL;
    return cm__config_texts_into(at, list, key, &filter->include,
                                 &filter->n_include);
}

static bool exclude_into(const ConfigPlace *at, const JsonValue *entry,
                         ToolFilter *filter)
{
    const JsonMember *m = cm__config_first_of(entry, exclude_keys);
    return m == NULL ||
           cm__config_texts_into(at, &m->value, m->name, &filter->exclude,
                                 &filter->n_exclude);
}

static bool renames_into(const ConfigPlace *at, const JsonValue *entry,
                         ToolFilter *filter)
{
    static const char key[] = "renameTools";
    const JsonValue *object = cm__json_get(entry, key);
    char clean[CM_NAME_MAX + 1];
    if (object == NULL)
        return true;
    if (object->type != CM_JSON_TYPE_OBJECT) {
        cm__config_report(at, CM_LOG_ERROR, object, key,
                          "must be an object: \"old name\": \"new name\"");
        return false;
    }
    Arena *arena = &at->config->arena;
    ToolRename *renames =
        cm__arena_zero(arena, (object->n_members + 1) * sizeof *renames);
    if (renames == NULL)
        return cm__config_no_memory(at, object);
    for (size_t i = 0; i < object->n_members; i++) {
        const JsonMember *m = &object->members[i];
        renames[i].from = cm__arena_text(arena, m->name, m->name_len);
        if (renames[i].from == NULL)
            return cm__config_no_memory(at, object);
        const ConfigKey inner = cm__config_key(key, m->name);
        if (!cm__config_text_into(at, &m->value, inner.text, &renames[i].to))
            return false;
        if (!cm__name_clean(renames[i].to, strlen(renames[i].to), clean)) {
            cm__config_report(at, CM_LOG_ERROR, &m->value, inner.text,
                              "a tool's name has 1 to 128 characters");
            return false;
        }
    }
    filter->renames = renames;
    filter->n_renames = object->n_members;
    return true;
}

/* Of its type, for opencode has no other. */
static void warn_of_type(const ConfigPlace *at, const JsonValue *value,
                         const char *key, const char *wanted)
{
    cm__config_report(at, CM_LOG_WARN, value, key, "must be %s, is %s; ignored",
                      wanted, cm__json_type_name(value->type));
}

void cm__config_warn_of_switches(const ConfigPlace *at)
{
    const JsonValue *object = at->switches;
    if (object == NULL)
        return;
    if (object->type != CM_JSON_TYPE_OBJECT) {
        warn_of_type(at, object, "tools", "an object");
        return;
    }
    for (size_t i = 0; i < object->n_members; i++) {
        const JsonMember *m = &object->members[i];
        const ConfigKey key = cm__config_key("tools", m->name);
        if (m->value.type != CM_JSON_TYPE_BOOL)
            warn_of_type(at, &m->value, key.text, "true or false");
    }
}

/* All switches of the file; those of other servers match nothing. */
static bool switches_into(const ConfigPlace *at, ToolFilter *filter)
{
    const JsonValue *object = at->switches;
    if (object == NULL || object->type != CM_JSON_TYPE_OBJECT)
        return true;
    Arena *arena = &at->config->arena;
    ToolSwitch *switches =
        cm__arena_zero(arena, (object->n_members + 1) * sizeof *switches);
    if (switches == NULL)
        return cm__config_no_memory(at, object);
    for (size_t i = 0; i < object->n_members; i++) {
        const JsonMember *m = &object->members[i];
        if (m->value.type != CM_JSON_TYPE_BOOL)
            continue;
        ToolSwitch *one = &switches[filter->n_switches++];
        one->pattern = cm__arena_text(arena, m->name, m->name_len);
        one->is_on = m->value.boolean;
        if (one->pattern == NULL)
            return cm__config_no_memory(at, object);
    }
    filter->switches = switches;
    return true;
}

bool cm__config_filter_into(const ConfigPlace *at, const JsonValue *entry,
                            const char *server, const ToolFilter **ret)
{
    ToolFilter filter = { .server = server };
    if (!include_into(at, entry, &filter) ||
        !exclude_into(at, entry, &filter) ||
        !renames_into(at, entry, &filter) || !switches_into(at, &filter) ||
        !cm__config_bool_into(at, cm__json_get(entry, "readOnly"), "readOnly",
                              &filter.is_read_only))
        return false;
    if (!filter.has_include && !filter.is_read_only && filter.n_exclude == 0 &&
        filter.n_renames == 0 && filter.n_switches == 0)
        return true;
    ToolFilter *copy = cm__arena_zero(&at->config->arena, sizeof *copy);
    if (copy == NULL)
        return cm__config_no_memory(at, entry);
    *copy = filter;
    *ret = copy;
    return true;
}
