/* SPDX-License-Identifier: MIT */
#include "cli/options.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/edit_distance.h"
#include "cli/config_import.h"
#include "net/host_guard.h"

typedef enum OptionId {
#define X(id, name, argument, groups, help) id,
#include "cli/options.def"
#undef X
    CM_OPT_COUNT
} OptionId;

typedef struct OptionRow {
    OptionId id;
    unsigned groups;
    const char *name, *argument, *help;
} OptionRow;

static const OptionRow rows[] = {
#define X(id, name, argument, groups, help) \
    { id, groups, name, argument, help },
#include "cli/options.def"
#undef X
};

_Static_assert(CM_ARRAY_LEN(rows) == CM_OPT_COUNT, "one row for each option");
_Static_assert(CM_OPT_COUNT <= 64, "Options.given has a bit for each option");

static CM_PRINTF(2, 3) cm_status fail(cm_error *err, const char *fmt, ...)
{
    va_list args;
    *err = (cm_error){ .status = CM_E_ARGUMENT };
    va_start(args, fmt);
    (void)vsnprintf(err->text, sizeof err->text, fmt, args);
    va_end(args);
    return CM_E_ARGUMENT;
}

static const OptionRow *find(const char *name, size_t len)
{
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++)
        if (strlen(rows[i].name) == len && memcmp(rows[i].name, name, len) == 0)
            return &rows[i];
    return NULL;
}

/* The first option that begins with the word, else that has it inside:
 * --timeout, --memory. */
static const char *find_part(const char *word)
{
    const char *inside = NULL;
    if (strlen(word) < 4)
        return NULL;
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        const char *at = strstr(rows[i].name, word);
        if (at == rows[i].name)
            return at;
        if (at != NULL && inside == NULL)
            inside = rows[i].name;
    }
    return inside;
}

static cm_status unknown(const char *arg, size_t len, cm_error *err)
{
    const char *names[CM_OPT_COUNT];
    char word[32];
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++)
        names[i] = rows[i].name;
    const char *near = NULL;
    if (len > 2)
        near = cm__edit_nearest(arg + 2, len - 2, names, CM_OPT_COUNT);
    if (near == NULL && len > 2 && len - 2 < sizeof word) {
        (void)snprintf(word, sizeof word, "%.*s", (int)len - 2, arg + 2);
        near = find_part(word);
    }
    if (near != NULL)
        return fail(err, "unknown option %.*s; did you mean --%s?",
                    len < 100 ? (int)len : 100, arg, near);
    return fail(err, "unknown option %.*s; see codemode --help",
                len < 100 ? (int)len : 100, arg);
}

/* Decimal digits up to 2^53 - 1; whether a limit may be that small is the
 * library's to say. */
static bool read_count(const char *text, int64_t *ret)
{
    int64_t n = 0;
    if (*text == '\0')
        return false;
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9')
            return false;
        n = n * 10 + (*text - '0');
        if (n > INT64_C(9007199254740991))
            return false;
    }
    *ret = n;
    return true;
}

static cm_status set_count(int64_t *limit, const OptionRow *row,
                           const char *value, cm_error *err)
{
    if (read_count(value, limit))
        return CM_OK;
    return fail(err, "--%s takes a whole number, not \"%.60s\"", row->name,
                value);
}

static cm_status set_search_limit(Options *o, const OptionRow *row,
                                  const char *value, cm_error *err)
{
    cm_status status = set_count(&o->limit, row, value, err);
    if (status == CM_OK && o->limit == 0)
        return fail(err, "--limit must be at least 1");
    return status;
}

static cm_status set_max_calls(Options *o, const OptionRow *row,
                               const char *value, cm_error *err)
{
    cm_status status = set_count(&o->max_calls, row, value, err);
    if (status == CM_OK && o->max_calls == 0)
        return fail(err, "--%s must be at least 1", row->name);
    return status;
}

static cm_status set_log_level(Options *o, const char *value, cm_error *err)
{
    static const char *const names[] = { "error", "warn", "info", "debug" };
    for (size_t i = 0; i < CM_ARRAY_LEN(names); i++) {
        if (strcmp(value, names[i]) == 0) {
            o->log_level = (LogLevel)i;
            return CM_OK;
        }
    }
    return fail(err,
                "--log-level takes error, warn, info or debug, not \"%.60s\"",
                value);
}

static cm_status set_language(Options *o, const char *value, cm_error *err)
{
    o->has_language = true;
    if (strcmp(value, "javascript") == 0)
        o->language = CM_LANGUAGE_JAVASCRIPT;
    else if (strcmp(value, "lua") == 0)
        o->language = CM_LANGUAGE_LUA;
    else
        return fail(err, "--language takes javascript or lua, not \"%.60s\"",
                    value);
    return CM_OK;
}

static cm_status set_log_format(Options *o, const char *value, cm_error *err)
{
    o->is_log_json = strcmp(value, "json") == 0;
    if (o->is_log_json || strcmp(value, "text") == 0)
        return CM_OK;
    return fail(err, "--log-format takes text or json, not \"%.60s\"", value);
}

static cm_status add_allowed(const char **list, size_t *n, const OptionRow *row,
                             const char *value, cm_error *err)
{
    if (*n == CM_OPTIONS_MAX_ALLOWED)
        return fail(err, "--%s is given more often than %d times", row->name,
                    CM_OPTIONS_MAX_ALLOWED);
    list[(*n)++] = value;
    return CM_OK;
}

static cm_status add_host(Options *o, const OptionRow *row, const char *value,
                          cm_error *err)
{
    if (cm__host_guard_is_host(value))
        return add_allowed(o->hosts, &o->n_hosts, row, value, err);
    return fail(err,
                "--%s takes NAME or NAME:PORT (IPv6 in brackets), not "
                "\"%.60s\"",
                row->name, value);
}

static cm_status add_origin(Options *o, const OptionRow *row, const char *value,
                            cm_error *err)
{
    if (cm__host_guard_is_origin(value))
        return add_allowed(o->origins, &o->n_origins, row, value, err);
    return fail(err,
                "--%s takes SCHEME://NAME or SCHEME://NAME:PORT, not \"%.60s\"",
                row->name, value);
}

/* "claude" is the beginning of two; the first one is the usual one. */
static const char *near_host(const char *value, size_t n_hosts)
{
    const char *near =
        cm__edit_nearest(value, strlen(value), cm__import_hosts, n_hosts);
    for (size_t i = 0; near == NULL && i < n_hosts && strlen(value) > 2; i++)
        if (strncmp(cm__import_hosts[i], value, strlen(value)) == 0)
            near = cm__import_hosts[i];
    return near;
}

static cm_status unknown_host(const char *value, size_t n_hosts, cm_error *err)
{
    char list[160] = "";
    size_t used = 0;
    const char *near = near_host(value, n_hosts);
    if (near != NULL)
        return fail(err, "--import knows no \"%.60s\"; did you mean %s?", value,
                    near);
    if (strpbrk(value, "./") != NULL)
        return fail(err,
                    "--import takes the name of a program, not of a file; for "
                    "a file, write --config %.60s",
                    value);
    for (size_t i = 0; i < n_hosts; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s",
                                 i > 0 ? ", " : "", cm__import_hosts[i]);
    return fail(err, "--import knows no \"%.30s\", only %s", value, list);
}

static cm_status add_import(Options *o, const char *value, cm_error *err)
{
    size_t n = 0;
    while (cm__import_hosts[n] != NULL &&
           strcmp(cm__import_hosts[n], value) != 0)
        n++;
    if (cm__import_hosts[n] == NULL)
        return unknown_host(value, n, err);
    if (o->n_imports == CM_OPTIONS_MAX_IMPORTS)
        return fail(err, "--import is given more often than %d times",
                    CM_OPTIONS_MAX_IMPORTS);
    o->imports[o->n_imports++] = value;
    return CM_OK;
}

static cm_status add_input(Options *o, const char *value, cm_error *err)
{
    const char *equals = strchr(value, '=');
    if (equals == NULL || equals == value) /* the value may be a secret */
        return fail(err, "--input takes ID=VALUE");
    if (o->n_inputs == CM_OPTIONS_MAX_INPUTS)
        return fail(err, "--input is given more often than %d times",
                    CM_OPTIONS_MAX_INPUTS);
    o->inputs[o->n_inputs++] = value;
    return CM_OK;
}

static cm_status add_openapi(Options *o, const char *value, cm_error *err)
{
    const char *equals = strchr(value, '=');
    const char *scheme = strstr(value, "://");
    /* a URL alone, which may hold a token: it is not shown */
    if (scheme != NULL && (equals == NULL || scheme < equals))
        return fail(err, "--openapi takes NAME=URL; there is no name");
    if (equals == NULL || equals == value || equals[1] == '\0')
        return fail(err, "--openapi takes NAME=FILE or NAME=URL, not \"%.60s\"",
                    value);
    if (o->n_openapis == CM_OPTIONS_MAX_OPENAPIS)
        return fail(err, "--openapi is given more often than %d times",
                    CM_OPTIONS_MAX_OPENAPIS);
    o->openapis[o->n_openapis++] =
        (OptionsOpenApi){ value, (size_t)(equals - value), equals + 1 };
    return CM_OK;
}

static cm_status apply(Options *o, const OptionRow *row, const char *value,
                       cm_error *err)
{
    switch (row->id) {
    case CM_OPT_CONFIG:
        if (o->n_configs == CM_OPTIONS_MAX_CONFIGS)
            return fail(err, "--config is given more often than %d times",
                        CM_OPTIONS_MAX_CONFIGS);
        o->configs[o->n_configs++] = value;
        return CM_OK;
    case CM_OPT_IMPORT:
        return add_import(o, value, err);
    case CM_OPT_INPUT:
        return add_input(o, value, err);
    case CM_OPT_OPENAPI:
        return add_openapi(o, value, err);
    case CM_OPT_DEMO:
        o->is_demo = true;
        return CM_OK;
    case CM_OPT_LANGUAGE:
        return set_language(o, value, err);
    case CM_OPT_TIMEOUT:
        return set_count(&o->limits.timeout_ms, row, value, err);
    case CM_OPT_TOOL_CALLS:
        return set_count(&o->limits.max_tool_calls, row, value, err);
    case CM_OPT_OUTPUT:
        return set_count(&o->limits.max_output_bytes, row, value, err);
    case CM_OPT_MEMORY:
        return set_count(&o->limits.max_memory_bytes, row, value, err);
    case CM_OPT_STEPS:
        return set_count(&o->limits.max_steps, row, value, err);
    case CM_OPT_OUTPUT_DIR:
        o->output_dir = value;
        return CM_OK;
    case CM_OPT_NO_CACHE:
        o->has_no_cache = true;
        return CM_OK;
    case CM_OPT_TRACE:
        o->trace = value;
        return CM_OK;
    case CM_OPT_DESCRIPTION:
        return set_count(&o->description_max, row, value, err);
    case CM_OPT_SCHEMA:
        return set_count(&o->schema_max, row, value, err);
    case CM_OPT_MAX_CALLS:
        return set_max_calls(o, row, value, err);
    case CM_OPT_STRUCTURED:
        o->is_structured = true;
        return CM_OK;
    case CM_OPT_HTTP:
        o->http = value;
        return CM_OK;
    case CM_OPT_HTTP_TOKEN:
        o->token_env = value;
        return CM_OK;
    case CM_OPT_ALLOW_HOST:
        return add_host(o, row, value, err);
    case CM_OPT_ALLOW_ORIGIN:
        return add_origin(o, row, value, err);
    case CM_OPT_ALLOW_REMOTE:
        o->allows_remote = true;
        return CM_OK;
    case CM_OPT_PASSTHROUGH:
        o->is_passthrough = true;
        return CM_OK;
    case CM_OPT_BUDGET:
        return set_count(&o->budget, row, value, err);
    case CM_OPT_LIMIT:
        return set_search_limit(o, row, value, err);
    case CM_OPT_JSON:
        o->is_json = true;
        return CM_OK;
    case CM_OPT_SHOW_CALLS:
        o->shows_calls = true;
        return CM_OK;
    case CM_OPT_QUIET:
        o->is_quiet = true;
        return CM_OK;
    case CM_OPT_LOG_LEVEL:
        return set_log_level(o, value, err);
    case CM_OPT_LOG_FORMAT:
        return set_log_format(o, value, err);
    case CM_OPT_HELP:
        o->wants_help = true;
        return CM_OK;
    case CM_OPT_VERSION:
        o->wants_version = true;
        return CM_OK;
    case CM_OPT_COUNT:
        break;
    }
    cm_unreachable();
}

/* Of a file, a folder, a variable or a host, the empty text is none. */
static bool is_no_name(const OptionRow *row, const char *value)
{
    static const char *const arguments[] = { "FILE", "DIR", "VAR", "URL" };
    if (*value != '\0')
        return false;
    for (size_t i = 0; i < CM_ARRAY_LEN(arguments); i++)
        if (strcmp(row->argument, arguments[i]) == 0)
            return true;
    return row->id == CM_OPT_ALLOW_HOST;
}

/* One "--name", "--name=value" or "--name value"; *at is its index. */
static cm_status parse_long(Options *o, int argc, char **argv, int *at,
                            cm_error *err)
{
    const char *name = argv[*at] + 2;
    const char *equals = strchr(name, '=');
    size_t len = equals != NULL ? (size_t)(equals - name) : strlen(name);
    const OptionRow *row = find(name, len);
    if (row == NULL)
        return unknown(argv[*at], len + 2, err);
    const char *value = equals != NULL ? equals + 1 : NULL;
    if (row->argument == NULL) {
        if (value != NULL)
            return fail(err, "--%s takes no value", row->name);
    } else if (value == NULL && *at + 1 < argc) {
        value = argv[++*at];
    }
    if (row->argument != NULL && (value == NULL || is_no_name(row, value)))
        return fail(err, "--%s needs a value: %s", row->name, row->argument);
    o->given |= UINT64_C(1) << row->id;
    return apply(o, row, value != NULL ? value : "", err);
}

cm_status cm__options_parse(int argc, char **argv, Options *ret_options,
                            cm_error *err)
{
    Options o = { .words = argv + 1,
                  .limits = CM_LIMITS_INIT,
                  .budget = CM_UNSET,
                  .description_max = CM_UNSET,
                  .schema_max = CM_UNSET,
                  .max_calls = CM_UNSET,
                  .limit = CM_UNSET,
                  .log_level = CM_LOG_WARN };
    bool is_over = false; /* "--" ends the options */
    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i];
        if (!is_over && strcmp(arg, "--") == 0) {
            is_over = true;
        } else if (!is_over && strncmp(arg, "--", 2) == 0) {
            cm_status status = parse_long(&o, argc, argv, &i, err);
            if (status != CM_OK)
                return status;
        } else if (!is_over && strcmp(arg, "-h") == 0) {
            o.wants_help = true;
        } else if (!is_over && strcmp(arg, "-V") == 0) {
            o.wants_version = true;
        } else if (!is_over && arg[0] == '-' && arg[1] != '\0') {
            return unknown(arg, strlen(arg), err);
        } else if (o.command == NULL) {
            o.command = arg;
        } else {
            o.words[o.n_words++] = argv[i]; /* never behind what is read */
        }
    }
    if (o.n_words > 0)
        o.file = o.words[0];
    *ret_options = o;
    return CM_OK;
}

const char *cm__options_given(const Options *o, unsigned groups)
{
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++)
        if ((o->given >> rows[i].id & 1) != 0 && (rows[i].groups & groups) != 0)
            return rows[i].name;
    return NULL;
}

const char *cm__options_stray(const Options *o, unsigned groups,
                              unsigned *ret_groups)
{
    groups |= CM_OPTS_HELP | CM_OPTS_GENERAL;
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++)
        if ((o->given >> rows[i].id & 1) != 0 &&
            (rows[i].groups & groups) == 0) {
            *ret_groups = rows[i].groups;
            return rows[i].name;
        }
    return NULL;
}

void cm__options_help(unsigned groups, void (*print)(const char *line))
{
    char line[200];
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        const OptionRow *row = &rows[i];
        if ((row->groups & groups) == 0)
            continue;
        char left[64];
        (void)snprintf(left, sizeof left, "--%s%s%s", row->name,
                       row->argument != NULL ? " " : "",
                       row->argument != NULL ? row->argument : "");
        (void)snprintf(line, sizeof line, "  %-26s %s", left, row->help);
        print(line);
    }
}

/* The library says it of its own field ("timeout_ms must be..."). */
static void blame_option(cm_error *err)
{
    char name[sizeof err->path], text[sizeof err->text];
    size_t n = strlen(err->path);
    if (n == 0 || strncmp(err->text, err->path, n) != 0)
        return;
    memcpy(name, err->path, n + 1);
    for (char *at = strchr(name, '_'); at != NULL; at = strchr(at, '_'))
        *at = '-';
    (void)snprintf(text, sizeof text, "%s", err->text + n);
    (void)snprintf(err->text, sizeof err->text, "--%.60s%.120s", name, text);
}

cm_status cm__options_check(const Options *o, cm_error *err)
{
    cm_runtime_options options = CM_RUNTIME_OPTIONS_INIT;
    cm_runtime *runtime = NULL;
    const char *idle = NULL;
    if (o->http == NULL)
        idle = cm__options_given(o, CM_OPTS_HTTP);
    if (idle != NULL)
        return fail(err, "--%s has no effect without --http", idle);
    options.language = o->language;
    options.limits = o->limits;
    cm_status status = cm_runtime_new(NULL, &options, &runtime, err);
    if (status == CM_E_RANGE)
        blame_option(err);
    cm_runtime_free(runtime);
    return status;
}

cm_language cm__options_language(const Options *o, const char *file)
{
    if (o->has_language)
        return o->language;
    size_t n = file != NULL ? strlen(file) : 0;
    if (n > 4 && strcmp(file + n - 4, ".lua") == 0)
        return CM_LANGUAGE_LUA;
    return CM_LANGUAGE_JAVASCRIPT;
}
