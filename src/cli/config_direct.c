/* SPDX-License-Identifier: MIT */
/* Which tools of a source a model gets one by one, beside `execute`:
 *
 *     "direct": true, or "direct": ["read_*", "search"]
 *
 * A command tool says true or false. */
#include <string.h>

#include "cli/config_internal.h"

static const char key[] = "direct";

bool cm__config_direct_into(const ConfigPlace *at, const JsonValue *entry,
                            const DirectRule **ret)
{
    const JsonValue *value = cm__json_get(entry, key);
    DirectRule rule = { .is_all = false };
    if (value == NULL)
        return true;
    if (value->type == CM_JSON_TYPE_BOOL) {
        rule.is_all = value->boolean;
    } else if (value->type != CM_JSON_TYPE_ARRAY) {
        cm__config_report(at, CM_LOG_ERROR, value, key,
                          "must be true, false or an array of patterns");
        return false;
    } else if (!cm__config_texts_into(at, value, key, &rule.patterns,
                                      &rule.n_patterns)) {
        return false;
    }
    if (!rule.is_all && rule.n_patterns == 0)
        return true;
    DirectRule *copy = cm__arena_zero(&at->config->arena, sizeof *copy);
    if (copy == NULL)
        return cm__config_no_memory(at, entry);
    *copy = rule;
    *ret = copy;
    return true;
}

bool cm__config_direct_command_into(const ConfigPlace *at,
                                    const JsonValue *entry, CommandSpec *spec)
{
    const JsonValue *value = cm__json_get(entry, key);
    char id[CM_DIRECT_ID_MAX + 1];
    if (!cm__config_bool_into(at, value, key, &spec->is_direct))
        return false;
    const char *fault = spec->is_direct ? cm__direct_id(spec->path, id) : NULL;
    if (fault != NULL)
        cm__config_report(at, CM_LOG_ERROR, value, key, "%s", fault);
    return fault == NULL;
}
