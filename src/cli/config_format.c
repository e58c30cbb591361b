/* SPDX-License-Identifier: MIT */
#include "cli/config_format.h"

#include <stdlib.h>
#include <string.h>

bool cm__dialect_counts_seconds(ConfigDialect dialect)
{
    return dialect == CM_DIALECT_CLINE;
}

bool cm__dialect_has_dollars(ConfigDialect dialect)
{
    return dialect == CM_DIALECT_GEMINI || dialect == CM_DIALECT_MCPORTER;
}

static bool has_text(const JsonValue *list, const char *text)
{
    for (size_t i = 0; i < list->n_items; i++)
        if (cm__json_is_text(&list->items[i], text))
            return true;
    return false;
}

bool cm__config_is_allowed(const JsonValue *mcp, const char *name)
{
    const JsonValue *allowed = cm__json_get(mcp, "allowed");
    const JsonValue *excluded = cm__json_get(mcp, "excluded");
    if (allowed != NULL && allowed->type == CM_JSON_TYPE_ARRAY &&
        !has_text(allowed, name))
        return false;
    return excluded == NULL || excluded->type != CM_JSON_TYPE_ARRAY ||
           !has_text(excluded, name);
}

/* ---- by name ---- */

typedef struct NameRow {
    const char *folder, *file; /* the last two names; NULL: any */
    ConfigDialect dialect;
    bool is_project; /* unless it stands in the user's home */
} NameRow;

static const NameRow names[] = {
    { NULL, ".mcp.json", CM_DIALECT_CLAUDE, true },
    { NULL, ".claude.json", CM_DIALECT_CLAUDE, false },
    { NULL, "managed-mcp.json", CM_DIALECT_CLAUDE, false },
    { NULL, "claude_desktop_config.json", CM_DIALECT_CLAUDE, false },
    { ".cursor", "mcp.json", CM_DIALECT_CURSOR, true },
    { ".vscode", NULL, CM_DIALECT_VSCODE, true },
    { ".opencode", NULL, CM_DIALECT_OPENCODE, true },
    { "opencode", "opencode.json", CM_DIALECT_OPENCODE, false },
    { "opencode", "opencode.jsonc", CM_DIALECT_OPENCODE, false },
    { NULL, "opencode.json", CM_DIALECT_OPENCODE, true },
    { NULL, "opencode.jsonc", CM_DIALECT_OPENCODE, true },
    { ".codex", "config.toml", CM_DIALECT_CODEX, true },
    { "windsurf", "mcp_config.json", CM_DIALECT_WINDSURF, false },
    { ".zed", "settings.json", CM_DIALECT_ZED, true },
    { "zed", "settings.json", CM_DIALECT_ZED, false },
    { ".gemini", "settings.json", CM_DIALECT_GEMINI, true },
    { NULL, "cline_mcp_settings.json", CM_DIALECT_CLINE, false },
    { ".roo", "mcp.json", CM_DIALECT_CLINE, true },
    { NULL, "mcporter.json", CM_DIALECT_MCPORTER, false },
};

/* The last two names of a path. */
typedef struct Tail {
    const char *file, *folder;
    size_t folder_len;
} Tail;

static Tail tail_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    Tail tail = { path, path, 0 };
    if (slash == NULL)
        return tail;
    const char *before = slash;
    while (before > path && before[-1] != '/')
        before--;
    return (Tail){ slash + 1, before, (size_t)(slash - before) };
}

static const NameRow *row_of(const char *path)
{
    Tail tail = tail_of(path);
    for (size_t i = 0; i < CM_ARRAY_LEN(names); i++) {
        const NameRow *row = &names[i];
        if ((row->file == NULL || strcmp(row->file, tail.file) == 0) &&
            (row->folder == NULL ||
             (strlen(row->folder) == tail.folder_len &&
              memcmp(row->folder, tail.folder, tail.folder_len) == 0)))
            return row;
    }
    return NULL;
}

ConfigDialect cm__config_dialect_of(const char *file)
{
    const NameRow *row = row_of(file);
    return row != NULL ? row->dialect : CM_DIALECT_NATIVE;
}

static size_t without_slashes(const char *path, size_t len)
{
    while (len > 1 && path[len - 1] == '/')
        len--;
    return len;
}

bool cm__config_is_project(const char *file, size_t *ret_folder_len)
{
    const NameRow *row = row_of(file);
    const char *home = getenv("HOME");
    if (row == NULL || !row->is_project)
        return false;
    Tail tail = tail_of(file);
    const char *behind = row->folder != NULL ? tail.folder : tail.file;
    size_t len = without_slashes(file, (size_t)(behind - file));
    *ret_folder_len = len;
    /* ~/.codex is the user's, ~/.mcp.json nobody's but of that folder. */
    return row->folder == NULL || home == NULL ||
           len != without_slashes(home, strlen(home)) ||
           memcmp(home, file, len) != 0;
}

/* ---- by content ---- */

static bool is_key_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '_' || c == '-';
}

static const char *skip_spaces(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

/* The key, or the part of one up to a dot; NULL when there is none. */
static const char *skip_key_part(const char *at, const char *end)
{
    const char *from = at;
    if (at < end && (*at == '"' || *at == '\'')) {
        do
            at++;
        while (at < end && *at != *from && *at != '\n');
        return at < end && *at == *from ? at + 1 : NULL;
    }
    while (at < end && is_key_char(*at))
        at++;
    return at > from ? at : NULL;
}

/* "a.b = ", but no comparison and no arrow of a program. */
static bool is_assignment(const char *at, const char *end)
{
    for (;;) {
        at = skip_key_part(skip_spaces(at, end), end);
        if (at == NULL)
            return false;
        at = skip_spaces(at, end);
        if (at == end || *at != '.')
            break;
        at++;
    }
    return at < end && *at == '=' &&
           (end - at == 1 || (at[1] != '=' && at[1] != '>'));
}

/* Its first line that is no comment is a header or begins with a key. */
static bool begins_as_toml(const char *at, const char *end)
{
    while (at < end && (*at == '#' || strchr(" \t\r\n", *at) != NULL)) {
        const char *line_end = at + 1;
        if (*at == '#')
            line_end = memchr(at, '\n', (size_t)(end - at));
        at = line_end != NULL ? line_end : end;
    }
    return at == end || *at == '[' || is_assignment(at, end);
}

/* Blanks and comments of JSON; ends at a '/' when one does not end. */
static const char *skip_comments(const char *at, const char *end)
{
    for (;;) {
        at = cm__json_skip_blanks(at, end);
        if (end - at < 2 || at[0] != '/' || (at[1] != '/' && at[1] != '*'))
            return at;
        bool is_line = at[1] == '/';
        const char *close = at + 2;
        while (close < end && (is_line ? *close != '\n'
                                       : end - close > 1 && (close[0] != '*' ||
                                                             close[1] != '/')))
            close++;
        if (!is_line && end - close < 2)
            return at;
        at = is_line ? close : close + 2;
    }
}

/* A header, not an array. */
static bool is_header(const char *at, const char *end)
{
    at = cm__json_skip_blanks(at + 1, end);
    return at < end && (*at == '[' || (is_key_char(*at) && *at != '-' &&
                                       (*at < '0' || *at > '9')));
}

/* A line "openapi: 3.1.0", or of the older "swagger". */
static bool is_yaml_document(const char *at, const char *end)
{
    while (at < end) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        size_t quote = *at == '"' || *at == '\'', n = strlen("openapi");
        const char *word = at + quote;
        if ((size_t)(end - at) > n + 2 * quote &&
            (memcmp(word, "openapi", n) == 0 ||
             memcmp(word, "swagger", n) == 0) &&
            word[n + quote] == ':')
            return true;
        at = line_end != NULL ? line_end + 1 : end;
    }
    return false;
}

bool cm__config_is_utf16(const char *text, size_t len)
{
    return len >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 ||
                        memcmp(text, "\xFE\xFF", 2) == 0 ||
                        (text[0] == '\0') != (text[1] == '\0'));
}

ConfigSyntax cm__config_syntax(const char *file, const char *text, size_t len)
{
    const char *end = text + len;
    size_t n = strlen(file);
    if (n > 5 && strcmp(file + n - 5, ".toml") == 0)
        return CM_SYNTAX_TOML;
    if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
        text += 3;
    const char *first = skip_comments(text, end);
    if (first == end)
        return CM_SYNTAX_EMPTY;
    if (*first == '{' || *first == '/' ||
        (*first == '[' && !is_header(first, end)))
        return CM_SYNTAX_JSON;
    if (begins_as_toml(first, end))
        return CM_SYNTAX_TOML;
    return is_yaml_document(text, end) ? CM_SYNTAX_YAML_DOCUMENT
                                       : CM_SYNTAX_OTHER;
}

bool cm__config_is_document(const JsonValue *root)
{
    const JsonValue *version = cm__json_get(root, "openapi");
    if (version == NULL)
        version = cm__json_get(root, "swagger");
    return version != NULL && version->type == CM_JSON_TYPE_STRING &&
           cm__json_get(root, "mcpServers") == NULL;
}

static const JsonValue *object_at(const JsonValue *value, const char *key)
{
    const JsonValue *found = cm__json_get(value, key);
    return found != NULL && found->type == CM_JSON_TYPE_OBJECT ? found : NULL;
}

static bool is_entry(const JsonValue *value)
{
    static const char *const keys[] = { "command", "url",     "serverUrl",
                                        "httpUrl", "baseUrl", "openapi" };
    for (size_t i = 0; i < CM_ARRAY_LEN(keys); i++)
        if (cm__json_get(value, keys[i]) != NULL)
            return true;
    return false;
}

static bool is_bare_map(const JsonValue *root)
{
    for (size_t i = 0; i < root->n_members; i++)
        if (is_entry(&root->members[i].value))
            return true;
    return false;
}

ConfigFormat cm__config_format(const JsonValue *root)
{
    static const struct {
        const char *key;
        ConfigDialect dialect;
    } rows[] = { { "mcpServers", CM_DIALECT_NATIVE },
                 { "servers", CM_DIALECT_VSCODE },
                 { "context_servers", CM_DIALECT_ZED },
                 { "mcp_servers", CM_DIALECT_CODEX } };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        const JsonValue *entries = cm__json_get(root, rows[i].key);
        /* A server of a bare map may have such a name. */
        if (entries != NULL && !is_entry(entries))
            return (ConfigFormat){ rows[i].key, entries, entries,
                                   rows[i].dialect };
    }
    const JsonValue *mcp = object_at(root, "mcp");
    const JsonValue *inner = object_at(mcp, "servers");
    if (inner != NULL && !is_entry(inner))
        return (ConfigFormat){ "mcp.servers", inner, mcp, CM_DIALECT_OPENCODE };
    if (mcp != NULL && !is_entry(mcp))
        return (ConfigFormat){ "mcp", mcp, mcp, CM_DIALECT_OPENCODE };
    if (cm__json_get(root, "tools") == NULL && is_bare_map(root))
        return (ConfigFormat){ NULL, root, root, CM_DIALECT_NATIVE };
    return (ConfigFormat){ NULL, NULL, NULL, CM_DIALECT_NATIVE };
}
