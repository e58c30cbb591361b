/* SPDX-License-Identifier: MIT */
/* The environment of children: a few variables of ours, or all of them
 * (inheritEnv), those that the entry names (env_vars), those of a file
 * (envFile), and its own (env). Later ones replace earlier ones, null removes
 * one. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/config_internal.h"
#include "cli/file.h"

extern char **environ; /* which no header of POSIX declares */

#define ENV_FILE_MAX ((size_t)1 << 20)

/* What children inherit: enough to find programs and files, no secrets. */
static const char *const inherited[] = { "HOME", "LANG",  "LC_ALL", "LOGNAME",
                                         "PATH", "SHELL", "TERM",   "TMPDIR",
                                         "TZ",   "USER" };

bool cm__config_is_inherited(const char *name)
{
    for (size_t i = 0; i < CM_ARRAY_LEN(inherited); i++)
        if (strcmp(name, inherited[i]) == 0)
            return true;
    return false;
}

typedef struct EnvList {
    const ConfigPlace *at;
    const JsonValue *where;
    const char **pairs; /* NULL-ended, in the arena */
    size_t n, cap;
} EnvList;

static size_t find(const EnvList *list, const char *name, size_t len)
{
    size_t i = 0;
    while (i < list->n && (strncmp(list->pairs[i], name, len) != 0 ||
                           list->pairs[i][len] != '='))
        i++;
    return i;
}

static void unset(EnvList *list, const char *name, size_t len)
{
    size_t i = find(list, name, len);
    if (i == list->n)
        return;
    for (; i < list->n; i++)
        list->pairs[i] = list->pairs[i + 1];
    list->n--;
}

static bool grow(EnvList *list)
{
    size_t cap = list->cap == 0 ? 32 : 2 * list->cap;
    const char **pairs =
        cm__arena_zero(&list->at->config->arena, (cap + 1) * sizeof *pairs);
    if (pairs == NULL)
        return cm__config_no_memory(list->at, list->where);
    if (list->n > 0)
        memcpy(pairs, list->pairs, list->n * sizeof *pairs);
    list->pairs = pairs;
    list->cap = cap;
    return true;
}

static bool set(EnvList *list, const char *name, size_t name_len,
                const char *value, size_t len)
{
    size_t i = find(list, name, name_len);
    if (i == list->cap && !grow(list))
        return false;
    assert(list->pairs != NULL);
    char *pair = cm__arena_alloc(&list->at->config->arena, name_len + len + 2);
    if (pair == NULL)
        return cm__config_no_memory(list->at, list->where);
    memcpy(pair, name, name_len);
    pair[name_len] = '=';
    memcpy(pair + name_len + 1, value, len);
    pair[name_len + 1 + len] = '\0';
    if (cm__redact_is_secret_name(name, name_len)) {
        char shown[100];
        (void)snprintf(shown, sizeof shown, "%.*s",
                       (int)(name_len < 90 ? name_len : 90), name);
        cm__config_hide(list->at, pair + name_len + 1, "", shown);
    }
    list->pairs[i] = pair;
    list->n += i == list->n;
    return true;
}

static bool inherit(EnvList *list, const char *name)
{
    const char *value = getenv(name);
    return value == NULL || set(list, name, strlen(name), value, strlen(value));
}

/* ---- env_vars ---- */

/* Names of variables, or Codex's objects with a "name". */
static bool add_name(EnvList *list, const JsonValue *item, const char *key)
{
    const JsonValue *name = item;
    ConfigKey inner = cm__config_key(NULL, key);
    if (item->type == CM_JSON_TYPE_OBJECT) {
        name = cm__json_get(item, "name");
        inner = cm__config_key(key, "name");
    }
    if (name == NULL) {
        cm__config_report(list->at, CM_LOG_ERROR, item, inner.text,
                          "is missing");
        return false;
    }
    return cm__config_is_text(list->at, name, inner.text) &&
           inherit(list, name->text);
}

static bool add_named(EnvList *list, const JsonMember *names)
{
    if (names == NULL)
        return true;
    if (names->value.type != CM_JSON_TYPE_ARRAY) {
        cm__config_report(list->at, CM_LOG_ERROR, &names->value, names->name,
                          "must be an array of names");
        return false;
    }
    for (size_t i = 0; i < names->value.n_items; i++) {
        const ConfigKey key = cm__config_item(names->name, i);
        if (!add_name(list, &names->value.items[i], key.text))
            return false;
    }
    return true;
}

/* ---- envFile ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void trim(const char **from, const char **end)
{
    while (*from < *end && is_blank(**from))
        (*from)++;
    while (*from < *end && is_blank((*end)[-1]))
        (*end)--;
}

/* NAME=VALUE; the value plain up to " #", in '...', or in "..." with \n, \",
 * \\. Nothing is expanded. */
static bool add_line(EnvList *list, const char *key, const char *from,
                     const char *end)
{
    char value[8192];
    size_t n = 0;
    trim(&from, &end);
    if (end - from > 7 && memcmp(from, "export ", 7) == 0)
        from += 7;
    const char *equals = memchr(from, '=', (size_t)(end - from));
    if (from == end || *from == '#' || equals == NULL || equals == from)
        return true;
    const char *name_end = equals, *at = equals + 1;
    trim(&from, &name_end);
    trim(&at, &end);
    char quote = '\0';
    if (at < end && (*at == '"' || *at == '\''))
        quote = *at++;
    for (; at < end && n < sizeof value; at++) {
        if (quote != '\0' ? *at == quote : *at == '#' && is_blank(at[-1]))
            break;
        if (quote == '"' && *at == '\\' && end - at > 1) {
            at++;
            value[n++] = (char)(*at == 'n' ? '\n' : *at);
        } else {
            value[n++] = *at;
        }
    }
    if (n == sizeof value) {
        cm__config_report(list->at, CM_LOG_ERROR, list->where, key,
                          "the value of %.*s is too long",
                          (int)(name_end - from < 100 ? name_end - from : 100),
                          from);
        return false;
    }
    while (quote == '\0' && n > 0 && is_blank(value[n - 1]))
        n--;
    return set(list, from, (size_t)(name_end - from), value, n);
}

static bool add_file(EnvList *list, const JsonMember *member)
{
    if (member == NULL)
        return true;
    const ConfigPlace *at = list->at;
    const JsonValue *file = &member->value;
    const char *key = member->name;
    const char *name = cm__config_expand(at, file, key);
    const char *folder =
        at->project != NULL ? at->project : cm__config_folder(at);
    const char *path = name != NULL ? cm__config_join(at, folder, name) : NULL;
    if (path == NULL)
        return false;
    Buf text;
    cm_error err;
    cm__buf_init(&text, at->config->arena.alloc, ENV_FILE_MAX);
    bool is_ok = cm__file_read_regular(path, &text, &err) == CM_OK;
    if (!is_ok)
        cm__config_report(at, CM_LOG_ERROR, file, key, "%s", err.text);
    if (is_ok && memchr(cm__buf_text(&text), '\0', text.len) != NULL) {
        cm__config_report(at, CM_LOG_ERROR, file, key,
                          "the file holds a NUL character");
        is_ok = false;
    }
    const char *from = cm__buf_text(&text), *end = from + text.len;
    while (is_ok && from < end) {
        const char *line_end = memchr(from, '\n', (size_t)(end - from));
        if (line_end == NULL)
            line_end = end;
        is_ok = add_line(list, key, from, line_end);
        from = line_end + 1;
    }
    cm__buf_done(&text);
    return is_ok;
}

/* ---- env ---- */

/* People write ports and flags as what they are. */
static bool add_scalar(EnvList *list, const JsonMember *m)
{
    char text[40];
    const JsonValue *value = &m->value;
    if (value->type == CM_JSON_TYPE_BOOL)
        (void)snprintf(text, sizeof text, "%s",
                       value->boolean ? "true" : "false");
    else if (value->is_integer)
        (void)snprintf(text, sizeof text, "%lld", (long long)value->integer);
    else
        (void)snprintf(text, sizeof text, "%.17g", value->number);
    return set(list, m->name, m->name_len, text, strlen(text));
}

static bool add_member(EnvList *list, const JsonMember *m, const char *key)
{
    if (m->name_len == 0 || strlen(m->name) != m->name_len ||
        strchr(m->name, '=') != NULL) {
        cm__config_report(list->at, CM_LOG_ERROR, &m->value, key,
                          "\"%.100s\" is no name of a variable", m->name);
        return false;
    }
    if (m->value.type == CM_JSON_TYPE_NULL) {
        unset(list, m->name, m->name_len);
        return true;
    }
    if (m->value.type == CM_JSON_TYPE_BOOL ||
        m->value.type == CM_JSON_TYPE_NUMBER)
        return add_scalar(list, m);
    const ConfigKey inner = cm__config_key(key, m->name);
    const char *value = cm__config_expand(list->at, &m->value, inner.text);
    return value != NULL &&
           set(list, m->name, m->name_len, value, strlen(value));
}

static bool add_own(EnvList *list, const JsonMember *env)
{
    if (env == NULL)
        return true;
    if (env->value.type != CM_JSON_TYPE_OBJECT) {
        cm__config_report(list->at, CM_LOG_ERROR, &env->value, env->name,
                          "must be an object");
        return false;
    }
    for (size_t i = 0; i < env->value.n_members; i++)
        if (!add_member(list, &env->value.members[i], env->name))
            return false;
    return true;
}

bool cm__config_inherit_into(const ConfigPlace *at, const JsonValue *value,
                             bool *ret_all)
{
    bool is_all = value != NULL && cm__json_is_text(value, "all");
    if (value == NULL)
        return true;
    if (!is_all && !cm__json_is_text(value, "minimal")) {
        cm__config_report(at, CM_LOG_ERROR, value, "inheritEnv",
                          "must be \"minimal\" or \"all\"");
        return false;
    }
    *ret_all = is_all;
    return true;
}

/* Variables of ours. A pair without '=', or without a name, is none. */
static bool inherit_all(EnvList *list)
{
    for (char **at = environ; at != NULL && *at != NULL; at++) {
        const char *equals = strchr(*at, '=');
        if (equals != NULL && equals != *at &&
            !set(list, *at, (size_t)(equals - *at), equals + 1,
                 strlen(equals + 1)))
            return false;
    }
    return true;
}

static bool inherit_few(EnvList *list)
{
    for (size_t i = 0; i < CM_ARRAY_LEN(inherited); i++)
        if (!inherit(list, inherited[i]))
            return false;
    return true;
}

/* What the entry says of it, over what was inherited. */
static bool add_entry(EnvList *list, const JsonValue *entry)
{
    static const char *const env_keys[] = { "env", "environment", NULL };
    static const char *const list_keys[] = { "env_vars", "envVars", NULL };
    static const char *const file_keys[] = { "envFile", "env_file", NULL };
    if (entry == NULL)
        return true;
    return add_named(list, cm__config_first_of(entry, list_keys)) &&
           add_file(list, cm__config_first_of(entry, file_keys)) &&
           add_own(list, cm__config_first_of(entry, env_keys));
}

const char *const *cm__config_env_with(const ConfigPlace *at,
                                       const JsonValue *entry,
                                       const ConfigPair *pairs, size_t n)
{
    EnvList list = { .at = at, .where = entry };
    bool is_all = at->inherits_all;
    const JsonValue *how =
        entry != NULL ? cm__json_get(entry, "inheritEnv") : NULL;
    if (!grow(&list) || !cm__config_inherit_into(at, how, &is_all) ||
        !(is_all ? inherit_all(&list) : inherit_few(&list)) ||
        !add_entry(&list, entry))
        return NULL;
    for (size_t i = 0; i < n; i++)
        if (!set(&list, pairs[i].name, strlen(pairs[i].name), pairs[i].value,
                 strlen(pairs[i].value)))
            return NULL;
    return list.pairs;
}

const char *const *cm__config_env(const ConfigPlace *at, const JsonValue *entry)
{
    return cm__config_env_with(at, entry, NULL, 0);
}

bool cm__config_kept_env_into(const ConfigPlace *at, const JsonValue *entry,
                              const char *const **ret)
{
    EnvList list = { .at = at, .where = entry };
    bool is_all = at->inherits_all;
    if (!cm__config_inherit_into(at, cm__json_get(entry, "inheritEnv"),
                                 &is_all))
        return false;
    if (!is_all)
        return true;
    if (!grow(&list) || !add_entry(&list, entry))
        return false;
    *ret = list.pairs;
    return true;
}

bool cm__config_cwd_into(const ConfigPlace *at, const JsonValue *entry,
                         const char **ret)
{
    const JsonValue *cwd = cm__json_get(entry, "cwd");
    if (cwd == NULL || cwd->type == CM_JSON_TYPE_NULL) {
        *ret = at->project;
        return true;
    }
    const char *name = cm__config_expand(at, cwd, "cwd");
    if (name != NULL)
        name = cm__config_join(at, at->project, name);
    *ret = name;
    return name != NULL;
}

#define NAME_MAX_BYTES 128

/* What "$NAME" and "${NAME}" mean, and a NAME itself; NULL: it is no such
 * text. */
static const char *bare_name(const char *text, char room[NAME_MAX_BYTES + 1])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    static const char all[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    bool has_brace = strncmp(text, "${", 2) == 0;
    const char *name = text + (has_brace ? 2 : *text == '$');
    size_t n = strspn(name, all);
    if (n == 0 || n > NAME_MAX_BYTES || strchr(letters, name[0]) == NULL ||
        strcmp(name + n, has_brace ? "}" : "") != 0)
        return NULL;
    memcpy(room, name, n);
    room[n] = '\0';
    return room;
}

/* Names of variables are in capitals, keys of services seldom. */
static bool has_lower(const char *name)
{
    for (; *name != '\0'; name++)
        if (*name >= 'a' && *name <= 'z')
            return true;
    return false;
}

void cm__config_unset_text(const char *name, char text[CM_UNSET_TEXT_MAX])
{
    char room[NAME_MAX_BYTES + 1];
    const char *bare = bare_name(name, room);
    if (bare == NULL)
        (void)snprintf(text, CM_UNSET_TEXT_MAX,
                       "must be the name of an environment variable, is "
                       "another text");
    else if (has_lower(bare))
        (void)snprintf(text, CM_UNSET_TEXT_MAX,
                       "the environment variable that it names is not set");
    else if (name[0] == '$')
        (void)snprintf(text, CM_UNSET_TEXT_MAX,
                       "the environment variable %s is not set; write the name "
                       "alone: %s",
                       name, bare);
    else
        (void)snprintf(text, CM_UNSET_TEXT_MAX,
                       "the environment variable %s is not set", bare);
}
