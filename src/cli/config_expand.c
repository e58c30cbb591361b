/* SPDX-License-Identifier: MIT */
/* Placeholders, in the spellings of all the programs whose files are read:
 *
 *     ${VAR}  ${VAR:-default}  ${env:VAR}  {env:VAR}     a variable
 *     ${file:NAME}  {file:NAME}                           a file's text
 *     ${input:ID}                                         --input ID=VALUE
 *     ${workspaceFolder}  ${workspaceFolderBasename}      of the project
 *     ${userHome}  ${pathSeparator}  ${/}
 *     $VAR  $env:VAR                                      where usual
 *
 * One pass: what comes from a variable, file or input is not looked at again.
 * A default is a part of the file, and may hold placeholders itself. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/config_internal.h"
#include "cli/file.h"

enum {
    DEFAULT_DEPTH_MAX = 8,
    NAME_MAX_BYTES = 200
};
#define FILE_MAX ((size_t)1 << 20)

typedef struct Expansion {
    const ConfigPlace *at;
    const JsonValue *where; /* for messages */
    const char *key;
    Buf out;
    ConfigBraces braces;
} Expansion;

static bool fail(const Expansion *x, const char *what, const char *name,
                 const char *why)
{
    cm__config_report(x->at, CM_LOG_ERROR, x->where, x->key, "%s %.*s%s", what,
                      NAME_MAX_BYTES, name, why);
    return false;
}

static bool is_name_char(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
           (c >= '0' && c <= '9');
}

static size_t name_length(const char *from, const char *end)
{
    size_t n = 0;
    if (from < end && *from >= '0' && *from <= '9')
        return 0;
    while (from + n < end && is_name_char(from[n]))
        n++;
    return n;
}

/* ---- braces ---- */

/* Notes the braces from here on that do not end. Without the memory for it some
 * are missing, and are searched for. */
static void find_open(ConfigBraces *b, const char *from, const char *end)
{
    b->has_open = true;
    for (; from < end; from++) {
        if (*from == '{')
            cm__buf_add(&b->open, (const char *)&from, sizeof from);
        else if (*from == '}' && b->open.len > 0)
            cm__buf_truncate(&b->open, b->open.len - sizeof from);
    }
}

static bool is_open(ConfigBraces *b, const char *brace)
{
    const char *one = NULL;
    while (b->n_passed < b->open.len) {
        memcpy(&one, b->open.bytes + b->n_passed, sizeof one);
        if (one >= brace)
            break;
        b->n_passed += sizeof one;
    }
    return one == brace;
}

static const char *find_end(const char *from, const char *end)
{
    size_t depth = 1;
    for (; from < end; from++) {
        depth += *from == '{';
        depth -= *from == '}';
        if (depth == 0)
            return from;
    }
    return NULL;
}

const char *cm__config_closing(ConfigBraces *b, const char *brace,
                               const char *end)
{
    if (b->has_open && is_open(b, brace))
        return NULL;
    const char *close = find_end(brace + 1, end);
    if (close == NULL && !b->has_open)
        find_open(b, brace, end);
    return close;
}

/* ---- where values come from ---- */

static bool expand_range(Expansion *x, const char *from, const char *end,
                         unsigned depth);

/* A value from outside of the file: a secret, for all that we know. */
static void add_hidden(Expansion *x, const char *value, const char *kind,
                       const char *name)
{
    cm__buf_add_str(&x->out, value);
    if (!cm__config_is_inherited(name))
        cm__config_hide(x->at, value, kind, name);
}

/* dflt: NULL when there is none, else up to dflt_end. */
static bool add_variable(Expansion *x, const char *name, const char *dflt,
                         const char *dflt_end, unsigned depth)
{
    const char *value = getenv(name);
    if (value != NULL)
        add_hidden(x, value, "", name);
    else if (dflt != NULL)
        return expand_range(x, dflt, dflt_end, depth + 1);
    else
        return fail(x, "the environment variable", name, " is not set");
    return true;
}

static bool add_file(Expansion *x, const char *name)
{
    Buf text;
    cm_error err;
    const char *path = cm__config_join(x->at, cm__config_folder(x->at), name);
    if (path == NULL)
        return false;
    cm__buf_init(&text, x->out.alloc, FILE_MAX);
    bool is_ok = cm__file_read_regular(path, &text, &err) == CM_OK;
    if (is_ok) {
        size_t len = text.len;
        while (len > 0 &&
               (text.bytes[len - 1] == '\n' || text.bytes[len - 1] == '\r'))
            len--;
        is_ok = memchr(cm__buf_text(&text), '\0', len) == NULL ||
                fail(x, "the file", name, " holds a NUL character");
        cm__buf_truncate(&text, len);
        if (is_ok)
            add_hidden(x, cm__buf_text(&text), "file:", name);
    } else {
        cm__config_report(x->at, CM_LOG_ERROR, x->where, x->key, "%s",
                          err.text);
    }
    cm__buf_done(&text);
    return is_ok;
}

/* CM_INPUT_API_KEY for the input "api-key". */
static const char *input_variable(const char *id)
{
    char name[NAME_MAX_BYTES + 16] = "CM_INPUT_";
    size_t n = strlen(name);
    for (; *id != '\0' && n < sizeof name - 1; id++) {
        char c = (char)(is_name_char(*id) ? *id : '_');
        name[n++] = (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    }
    name[n] = '\0';
    return getenv(name);
}

static const char *declared_default(const ConfigPlace *at, const char *id)
{
    const JsonValue *list = at->inputs;
    if (list == NULL || list->type != CM_JSON_TYPE_ARRAY)
        return NULL;
    for (size_t i = 0; i < list->n_items; i++) {
        const JsonValue *input = &list->items[i];
        const JsonValue *name = cm__json_get(input, "id");
        const JsonValue *value = cm__json_get(input, "default");
        if (name != NULL && cm__json_is_text(name, id) && value != NULL &&
            value->type == CM_JSON_TYPE_STRING &&
            strlen(value->text) == value->len)
            return value->text;
    }
    return NULL;
}

static bool add_input(Expansion *x, const char *id)
{
    const Config *config = x->at->config;
    size_t len = strlen(id);
    const char *value = NULL;
    for (size_t i = 0; i < config->n_inputs; i++)
        if (strncmp(config->inputs[i], id, len) == 0 &&
            config->inputs[i][len] == '=')
            value = config->inputs[i] + len + 1;
    if (value == NULL)
        value = input_variable(id);
    if (value != NULL) {
        add_hidden(x, value, "input:", id);
        return true;
    }
    value = declared_default(x->at, id);
    if (value == NULL)
        return fail(x, "no value for the input", id,
                    "; --input ID=VALUE gives it");
    cm__buf_add_str(&x->out, value);
    return true;
}

/* The folder of the project, else ours; absolute. */
static bool add_workspace(Expansion *x, bool wants_base_name)
{
    char here[4096];
    const char *path = x->at->project;
    if (path == NULL || path[0] != '/') {
        if (getcwd(here, sizeof here) == NULL)
            return fail(x, "the current folder", "", "is not known");
        path = path == NULL || strcmp(path, ".") == 0
                   ? here
                   : cm__config_join(x->at, here, path);
        if (path == NULL)
            return false;
    }
    const char *slash = strrchr(path, '/');
    bool has_base_name = slash != NULL && slash[1] != '\0';
    cm__buf_add_str(&x->out,
                    wants_base_name && has_base_name ? slash + 1 : path);
    return true;
}

static bool add_home(Expansion *x)
{
    return add_variable(x, "HOME", NULL, NULL, 0);
}

/* ---- placeholders ---- */

/* The inside of "${...}" that is no variable; *ret_known: it was one. */
static bool add_named(Expansion *x, const char *name, bool *ret_known)
{
    *ret_known = true;
    if (strncmp(name, "file:", 5) == 0)
        return add_file(x, name + 5);
    if (strncmp(name, "input:", 6) == 0)
        return add_input(x, name + 6);
    if (strcmp(name, "workspaceFolder") == 0 ||
        strcmp(name, "workspaceFolderBasename") == 0)
        return add_workspace(x, name[15] != '\0');
    if (strcmp(name, "userHome") == 0)
        return add_home(x);
    if (strcmp(name, "pathSeparator") == 0 || strcmp(name, "/") == 0) {
        cm__buf_add_char(&x->out, '/');
        return true;
    }
    *ret_known = false;
    return true;
}

/* What stands between the braces of "${" and "}" (or of "{env:" and "}"). */
static bool add_placeholder(Expansion *x, const char *from, const char *end,
                            unsigned depth)
{
    char name[4096];
    bool is_known = false;
    size_t len = (size_t)(end - from);
    if (len >= sizeof name)
        return fail(x, "the placeholder", "", "is too long");
    memcpy(name, from, len);
    name[len] = '\0';
    if (!add_named(x, name, &is_known))
        return false;
    if (is_known)
        return true;
    size_t skip = strncmp(name, "env:", 4) == 0 ? 4 : 0;
    size_t n = name_length(name + skip, name + len);
    const char *dflt = NULL;
    if (n > 0 && strncmp(name + skip + n, ":-", 2) == 0)
        dflt = from + skip + n + 2;
    if (n == 0 || (dflt == NULL && skip + n != len)) {
        cm__config_report(x->at, CM_LOG_ERROR, x->where, x->key,
                          "the placeholder ${%.100s} is not known", name);
        return false;
    }
    name[skip + n] = '\0';
    return add_variable(x, name + skip, dflt, end, depth);
}

/* "$VAR" and "$env:VAR"; returns the bytes that it took, 0 when it is none. */
static size_t dollar_length(const Expansion *x, const char *from,
                            const char *end, const char **ret_name,
                            size_t *ret_len)
{
    if (!cm__dialect_has_dollars(x->at->dialect))
        return 0;
    const char *name = from + 1;
    if (end - name > 4 && memcmp(name, "env:", 4) == 0)
        name += 4;
    *ret_name = name;
    *ret_len = name_length(name, end);
    return *ret_len > 0 ? (size_t)(name - from) + *ret_len : 0;
}

static bool is_bare_brace(const char *from, const char *end)
{
    return (end - from > 5 && memcmp(from, "{env:", 5) == 0) ||
           (end - from > 6 && memcmp(from, "{file:", 6) == 0);
}

static bool expand_range(Expansion *x, const char *from, const char *end,
                         unsigned depth)
{
    if (depth > DEFAULT_DEPTH_MAX)
        return fail(x, "a default", "", "is nested too deep");
    while (from < end) {
        const char *name;
        size_t len, taken;
        bool has_dollar = end - from > 1 && from[0] == '$' && from[1] == '{';
        const char *inside = from + (has_dollar ? 2 : 1);
        const char *close = NULL;
        if (has_dollar || is_bare_brace(from, end))
            close = cm__config_closing(&x->braces, inside - 1, end);
        if (close != NULL) {
            if (!add_placeholder(x, inside, close, depth))
                return false;
            from = close + 1;
        } else if (*from == '$' &&
                   (taken = dollar_length(x, from, end, &name, &len)) > 0) {
            if (!add_placeholder(x, name, name + len, depth))
                return false;
            from += taken;
        } else {
            cm__buf_add_char(&x->out, *from++);
        }
    }
    return true;
}

const char *cm__config_expand_part(const ConfigPlace *at,
                                   const JsonValue *value, const char *key,
                                   const char *text, size_t len)
{
    Expansion x = { .at = at, .where = value, .key = key };
    const char *result = NULL;
    cm__buf_init(&x.out, at->config->arena.alloc, CM_CONFIG_FILE_LIMIT);
    cm__buf_init(&x.braces.open, at->config->arena.alloc, CM_BUF_NO_LIMIT);
    if (expand_range(&x, text, text + len, 0)) {
        if (x.out.status == CM_OK)
            result = cm__arena_text(&at->config->arena, cm__buf_text(&x.out),
                                    x.out.len);
        if (result == NULL)
            (void)cm__config_no_memory(at, value);
    }
    cm__buf_done(&x.out);
    cm__buf_done(&x.braces.open);
    return result;
}

const char *cm__config_expand(const ConfigPlace *at, const JsonValue *value,
                              const char *key)
{
    if (!cm__config_is_text(at, value, key))
        return NULL;
    return cm__config_expand_part(at, value, key, value->text, value->len);
}

bool cm__config_expand_into(const ConfigPlace *at, const JsonValue *value,
                            const char *key, const char **ret)
{
    if (value == NULL)
        return true;
    *ret = cm__config_expand(at, value, key);
    return *ret != NULL;
}
