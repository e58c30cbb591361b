/* SPDX-License-Identifier: MIT */
#ifndef CM_CLI_CONFIG_FORMAT_H
#define CM_CLI_CONFIG_FORMAT_H
/* config_format: whose configuration file it is, and where the servers stand.
 *
 *     mcpServers         ours, Claude, Cursor, Windsurf, Gemini CLI, Cline
 *     servers            VS Code
 *     mcp.servers, mcp   opencode 2, opencode 1
 *     context_servers    Zed
 *     mcp_servers        Codex (TOML)
 *     none of these      a bare map of entries
 *
 * The name of the file tells those apart that use the same key. A file that is
 * nobody's is ours: its unknown keys are warned of.
 * Ownership: nothing is owned. Threads: free of state. */
#include "json/tree.h"

/* In whose words the file is written. */
typedef enum ConfigDialect {
    CM_DIALECT_NATIVE,
    CM_DIALECT_CLAUDE,
    CM_DIALECT_CURSOR,
    CM_DIALECT_VSCODE,
    CM_DIALECT_OPENCODE,
    CM_DIALECT_CODEX,
    CM_DIALECT_WINDSURF,
    CM_DIALECT_ZED,
    CM_DIALECT_GEMINI,
    CM_DIALECT_CLINE,
    CM_DIALECT_MCPORTER
} ConfigDialect;

/* Claude Code keeps servers of the user and of projects in one file. */
typedef enum ConfigPart {
    CM_PART_ALL,
    CM_PART_USER,
    CM_PART_LOCAL /* projects["/the/folder"] alone */
} ConfigPart;

typedef struct ConfigFormat {
    const char *container;    /* "mcp.servers"; NULL: a bare map */
    const JsonValue *entries; /* NULL: the file names no servers */
    const JsonValue *top;     /* the member of the root that holds them */
    ConfigDialect dialect;    /* by the key alone */
} ConfigFormat;

/* Looks into an object. */
ConfigFormat cm__config_format(const JsonValue *root);
/* By the file's name; NATIVE when it says nothing. */
ConfigDialect cm__config_dialect_of(const char *file);
/* Whether the file belongs to a project, by its name: .mcp.json, .vscode/...;
 * the length of the name of the project's folder, 0 when it is ".". */
bool cm__config_is_project(const char *file, size_t *ret_folder_len);
/* What a file is written in, by its first words. */
typedef enum ConfigSyntax {
    CM_SYNTAX_JSON,
    CM_SYNTAX_TOML, /* always when its name says so */
    CM_SYNTAX_EMPTY,
    CM_SYNTAX_YAML_DOCUMENT, /* OpenAPI */
    CM_SYNTAX_OTHER
} ConfigSyntax;

/* By its first two characters, which are ASCII in whatever we read. */
bool cm__config_is_utf16(const char *text, size_t len);

ConfigSyntax cm__config_syntax(const char *file, const char *text, size_t len);
/* Whether it is an OpenAPI document and no configuration. */
bool cm__config_is_document(const JsonValue *root);

/* Whether Gemini's "mcp": { "allowed": [], "excluded": [] } lets a server in;
 * mcp may be NULL. */
bool cm__config_is_allowed(const JsonValue *mcp, const char *name);

/* "timeout" counts seconds. */
bool cm__dialect_counts_seconds(ConfigDialect dialect);
/* "$VAR" is a variable. */
bool cm__dialect_has_dollars(ConfigDialect dialect);

#endif
