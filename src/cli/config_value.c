/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/config_internal.h"
#include "json/writer.h"

enum {
    MS_MAX = INT32_MAX,
    SECONDS_MAX = MS_MAX / 1000,
    SPOT_BYTES = 4096 /* from one spot to the next */
};

/* ---- places ---- */

static void find_spots(const ConfigPlace *at)
{
    size_t n = at->len / SPOT_BYTES;
    JsonSpot spot = CM_JSON_SPOT_INIT;
    JsonSpot *spots =
        cm__arena_alloc(&at->config->arena, (n + 1) * sizeof spot);
    if (spots == NULL)
        return; /* then each place is found from the start */
    for (size_t i = 0; i <= n; i++) {
        cm__json_go_to(at->text, at->len, &spot, i * SPOT_BYTES, NULL);
        spots[i] = spot;
    }
    *at->spots = (ConfigSpots){ spots, n + 1 };
}

void cm__config_locate(const ConfigPlace *at, const JsonValue *value,
                       uint32_t *ret_line, uint32_t *ret_column)
{
    JsonSpot spot = CM_JSON_SPOT_INIT;
    size_t i = value->offset / SPOT_BYTES;
    if (at->spots != NULL && at->spots->spots == NULL)
        find_spots(at);
    if (at->spots != NULL && at->spots->spots != NULL && i < at->spots->n)
        spot = at->spots->spots[i];
    cm__json_go_to(at->text, at->len, &spot, value->offset, NULL);
    *ret_line = spot.line;
    *ret_column = spot.column;
}

/* ---- messages ---- */

/* With the keys on the way; of the command line: "--openapi NAME". */
static void tell(const ConfigPlace *at, LogLevel level, uint32_t line,
                 uint32_t column, const char *key, const char *what)
{
    char path[600];
    const char *container = at->container != NULL ? at->container : "";
    const char *entry = at->entry != NULL ? at->entry : "";
    const char *glue = at->file != NULL ? "." : " ";
    bool is_inside = *container != '\0' || *entry != '\0';
    (void)snprintf(path, sizeof path, "%.200s%s%.100s%s%s", container,
                   *container != '\0' && at->entry != NULL ? glue : "", entry,
                   *key != '\0' && is_inside ? "." : "", key);
    if (at->file == NULL)
        cm__log(at->config->log, level, "%s: %s", path, what);
    else
        cm__log(at->config->log, level, "%s:%u:%u: %s%s%s", at->file, line,
                column, path, path[0] != '\0' ? ": " : "", what);
}

static bool is_of_file(const ConfigPlace *at)
{
    return at->entry == NULL || at->file == NULL;
}

/* shown: the level in the log. */
static void report(const ConfigPlace *at, LogLevel level, LogLevel shown,
                   const JsonValue *value, const char *key, const char *what)
{
    uint32_t line = 1, column = 1;
    if (value != NULL && cm__log_takes(at->config->log, shown))
        cm__config_locate(at, value, &line, &column);
    ConfigKey inner = { "" };
    if (key != NULL)
        inner = cm__config_key_in_file(at, key);
    tell(at, shown, line, column, inner.text, what);
    if (level != CM_LOG_ERROR)
        return;
    at->config->n_errors++;
    at->config->n_file_errors += is_of_file(at);
    (void)snprintf(at->config->fault, sizeof at->config->fault, "%s%s%s",
                   inner.text, key != NULL ? ": " : "", what);
}

void cm__config_report(const ConfigPlace *at, LogLevel level,
                       const JsonValue *value, const char *key, const char *fmt,
                       ...)
{
    char what[400];
    va_list args;
    if (level != CM_LOG_ERROR && !cm__log_takes(at->config->log, level))
        return;
    va_start(args, fmt);
    (void)vsnprintf(what, sizeof what, fmt, args);
    va_end(args);
    cm__redact_text(at->config->redactor, what, sizeof what);
    bool is_listed = level == CM_LOG_ERROR && !is_of_file(at) &&
                     at->config->log->lists_faults;
    report(at, level, is_listed ? CM_LOG_INFO : level, value, key, what);
}

/* In JSON texts, too, it stands as it is. */
static bool is_plain(const char *name)
{
    for (; *name != '\0'; name++)
        if (*name < ' ' || *name == '"' || *name == '\\' || *name == 0x7F)
            return false;
    return true;
}

void cm__config_hide(const ConfigPlace *at, const char *value, const char *kind,
                     const char *name)
{
    char shown[120];
    (void)snprintf(shown, sizeof shown, "${%s%.80s}", kind,
                   is_plain(name) ? name : "...");
    cm__redactor_hide(at->config->redactor, value, shown);
}

void cm__config_hide_header(const ConfigPlace *at, const char *name,
                            const char *value)
{
    const char *blank = strchr(value, ' '); /* behind a scheme */
    if (!cm__redact_is_secret_name(name, strlen(name)))
        return;
    cm__config_hide(at, value, "header:", name);
    if (blank != NULL)
        cm__config_hide(at, blank + 1, "header:", name);
}

bool cm__config_no_memory(const ConfigPlace *at, const JsonValue *value)
{
    /* Not listed: the list may be what there was no memory for. */
    report(at, CM_LOG_ERROR, CM_LOG_ERROR, value, NULL, "out of memory");
    return false;
}

/* ---- values ---- */

bool cm__config_is_text(const ConfigPlace *at, const JsonValue *value,
                        const char *key)
{
    if (value->type != CM_JSON_TYPE_STRING) {
        cm__config_report(at, CM_LOG_ERROR, value, key,
                          "must be a string, is %s",
                          cm__json_type_name(value->type));
        return false;
    }
    if (strlen(value->text) != value->len) {
        cm__config_report(at, CM_LOG_ERROR, value, key,
                          "must not hold a NUL character");
        return false;
    }
    return true;
}

/* A plain text, not expanded: descriptions. */
bool cm__config_text_into(const ConfigPlace *at, const JsonValue *value,
                          const char *key, const char **ret)
{
    if (value == NULL)
        return true;
    if (!cm__config_is_text(at, value, key))
        return false;
    *ret = cm__arena_text(&at->config->arena, value->text, value->len);
    return *ret != NULL || cm__config_no_memory(at, value);
}

bool cm__config_schema_into(const ConfigPlace *at, const JsonValue *value,
                            const char *key, const char **ret)
{
    if (value == NULL)
        return true;
    if (value->type != CM_JSON_TYPE_OBJECT &&
        value->type != CM_JSON_TYPE_BOOL) {
        cm__config_report(
            at, CM_LOG_ERROR, value, key,
            "must be a JSON Schema: an object, true or false, is %s",
            cm__json_type_name(value->type));
        return false;
    }
    Buf text;
    cm__buf_init(&text, at->config->arena.alloc, CM_CONFIG_FILE_LIMIT);
    JsonWriter w = cm__json_writer(&text);
    cm__json_write_value(&w, value);
    *ret = cm__arena_text(&at->config->arena, cm__buf_text(&text), text.len);
    bool is_ok = text.status == CM_OK && *ret != NULL;
    cm__buf_done(&text);
    return is_ok || cm__config_no_memory(at, value);
}

bool cm__config_ms_from(const ConfigPlace *at, const JsonValue *value,
                        const char *key, int least, uint64_t *ret)
{
    if (value == NULL)
        return true;
    if (value->type != CM_JSON_TYPE_NUMBER || !value->is_integer ||
        value->integer < least || value->integer > MS_MAX) {
        cm__config_report(at, CM_LOG_ERROR, value, key,
                          "must be a whole number of milliseconds, %d to %d",
                          least, MS_MAX);
        return false;
    }
    *ret = (uint64_t)value->integer;
    return true;
}

bool cm__config_ms_into(const ConfigPlace *at, const JsonValue *value,
                        const char *key, uint64_t *ret)
{
    return cm__config_ms_from(at, value, key, 1, ret);
}

bool cm__config_bool_into(const ConfigPlace *at, const JsonValue *value,
                          const char *key, bool *ret)
{
    if (value == NULL)
        return true;
    if (value->type != CM_JSON_TYPE_BOOL) {
        cm__config_report(at, CM_LOG_ERROR, value, key,
                          "must be true or false, is %s",
                          cm__json_type_name(value->type));
        return false;
    }
    *ret = value->boolean;
    return true;
}

bool cm__config_seconds_into(const ConfigPlace *at, const JsonValue *value,
                             const char *key, uint64_t *ret_ms)
{
    if (value == NULL)
        return true;
    double seconds = 0;
    if (value->type == CM_JSON_TYPE_NUMBER)
        seconds = value->is_integer ? (double)value->integer : value->number;
    if (!(seconds >= 0.001 && seconds <= SECONDS_MAX)) {
        cm__config_report(at, CM_LOG_ERROR, value, key,
                          "must be a number of seconds, 0.001 to %d",
                          SECONDS_MAX);
        return false;
    }
    *ret_ms = (uint64_t)(seconds * 1000.0 + 0.5);
    return true;
}

bool cm__config_texts_into(const ConfigPlace *at, const JsonValue *value,
                           const char *key, const char *const **ret,
                           size_t *ret_count)
{
    if (value == NULL)
        return true;
    if (value->type != CM_JSON_TYPE_ARRAY) {
        cm__config_report(at, CM_LOG_ERROR, value, key,
                          "must be an array of strings");
        return false;
    }
    const char **list =
        cm__arena_zero(&at->config->arena, (value->n_items + 1) * sizeof *list);
    if (list == NULL)
        return cm__config_no_memory(at, value);
    for (size_t i = 0; i < value->n_items; i++) {
        const ConfigKey item = cm__config_item(key, i);
        if (!cm__config_text_into(at, &value->items[i], item.text, &list[i]))
            return false;
    }
    *ret = list;
    *ret_count = value->n_items;
    return true;
}

const JsonMember *cm__config_first_of(const JsonValue *entry,
                                      const char *const *keys)
{
    for (; *keys != NULL; keys++)
        for (size_t i = 0; i < entry->n_members; i++)
            if (cm__json_is_named(&entry->members[i], *keys))
                return &entry->members[i];
    return NULL;
}

/* ---- names of files ---- */

const char *cm__config_place(const ConfigPlace *at, const JsonValue *value)
{
    uint32_t line = 1, column;
    if (at->file == NULL)
        return NULL;
    if (value != NULL)
        cm__config_locate(at, value, &line, &column);
    size_t size = strlen(at->file) + 16;
    char *place = cm__arena_alloc(&at->config->arena, size);
    if (place == NULL)
        (void)cm__config_no_memory(at, value);
    else
        (void)snprintf(place, size, "%s:%u", at->file, (unsigned)line);
    return place;
}

const char *cm__config_folder(const ConfigPlace *at)
{
    const char *slash = at->file != NULL ? strrchr(at->file, '/') : NULL;
    if (slash == NULL)
        return NULL;
    size_t len = slash > at->file ? (size_t)(slash - at->file) : 1;
    char *folder = cm__arena_text(&at->config->arena, at->file, len);
    if (folder == NULL)
        (void)cm__config_no_memory(at, NULL);
    return folder;
}

bool cm__config_go_up(char *folder)
{
    char *slash = strrchr(folder, '/');
    if (slash == NULL || folder[1] == '\0')
        return false;
    slash[slash == folder] = '\0';
    return true;
}

const char *cm__config_join(const ConfigPlace *at, const char *folder,
                            const char *name)
{
    const char *home = getenv("HOME");
    if (name[0] == '~' && (name[1] == '/' || name[1] == '\0') && home != NULL) {
        folder = home;
        name += name[1] == '/' ? 2 : 1;
    } else if (name[0] == '/' || folder == NULL) {
        return name;
    }
    size_t n = strlen(folder), size = n + strlen(name) + 2;
    bool has_slash = n > 0 && folder[n - 1] == '/';
    char *path = cm__arena_alloc(&at->config->arena, size);
    if (path == NULL) {
        (void)cm__config_no_memory(at, NULL);
        return NULL;
    }
    (void)snprintf(path, size, "%s%s%s", folder, has_slash ? "" : "/", name);
    return path;
}
