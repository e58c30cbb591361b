/* SPDX-License-Identifier: MIT */
/* Entries with objects inside that say what others say flat:
 *
 *     "transport": { "type": "stdio", "command": "x" }
 *     "command": { "path": "x", "args": [], "env": {} }       (older Zed) */
#include <string.h>

#include "cli/config_internal.h"

static const JsonMember *nested(const JsonValue *entry, const char *key)
{
    for (size_t i = 0; i < entry->n_members; i++)
        if (cm__json_is_named(&entry->members[i], key) &&
            entry->members[i].value.type == CM_JSON_TYPE_OBJECT)
            return &entry->members[i];
    return NULL;
}

/* The entry without the member, and with the members of its object that the
 * entry does not have itself. */
static const JsonValue *lift(const ConfigPlace *at, const JsonValue *entry,
                             const JsonMember *inner)
{
    Arena *arena = &at->config->arena;
    size_t n = entry->n_members + inner->value.n_members, count = 0;
    JsonMember *members = cm__arena_zero(arena, (n + 1) * sizeof *members);
    JsonValue *flat = cm__arena_zero(arena, sizeof *flat);
    if (members == NULL || flat == NULL) {
        (void)cm__config_no_memory(at, entry);
        return NULL;
    }
    for (size_t i = 0; i < entry->n_members; i++)
        if (&entry->members[i] != inner)
            members[count++] = entry->members[i];
    for (size_t i = 0; i < inner->value.n_members; i++) {
        JsonMember m = inner->value.members[i];
        if (strcmp(inner->name, "command") == 0 && strcmp(m.name, "path") == 0)
            m.name = "command";
        m.name_len = strlen(m.name);
        if (strcmp(m.name, inner->name) == 0 ||
            cm__json_get_n(entry, m.name, m.name_len) == NULL)
            members[count++] = m;
    }
    *flat = *entry;
    flat->members = members;
    flat->n_members = count;
    flat->by_name = NULL;
    return flat;
}

const JsonValue *cm__config_flatten(const ConfigPlace *at,
                                    const JsonValue *entry)
{
    const JsonMember *transport = nested(entry, "transport");
    if (transport != NULL)
        entry = lift(at, entry, transport);
    const JsonMember *command = entry != NULL ? nested(entry, "command") : NULL;
    return command != NULL ? lift(at, entry, command) : entry;
}

static bool has(const JsonMember *object, const char *key, size_t len)
{
    return object != NULL && cm__json_get_n(&object->value, key, len) != NULL;
}

ConfigKey cm__config_key_in_file(const ConfigPlace *at, const char *key)
{
    const JsonValue *own = at->own;
    const size_t n = strcspn(key, ".[");
    if (own == NULL)
        return cm__config_key(NULL, key);
    const JsonMember *transport = nested(own, "transport");
    const JsonMember *command = nested(own, "command");
    const bool is_deep = command == NULL && transport != NULL;
    if (is_deep)
        command = nested(&transport->value, "command");
    const char *outer = is_deep ? "transport.command" : "command";
    if (n == strlen("command") && memcmp(key, "command", n) == 0 &&
        has(command, "path", strlen("path")))
        return cm__config_key(outer, "path");
    if (cm__json_get_n(own, key, n) != NULL)
        return cm__config_key(NULL, key);
    if (has(transport, key, n))
        return cm__config_key("transport", key);
    return cm__config_key(has(command, key, n) ? outer : NULL, key);
}
