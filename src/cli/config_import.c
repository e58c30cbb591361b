/* SPDX-License-Identifier: MIT */
#include "cli/config_import.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/config_internal.h"

enum {
    PATH_BYTES = 4096
};

/* Where a file is: "~/" the user's folder, "@/" where the system keeps the
 * settings of programs, "/" as it stands, else in the project. */
typedef struct ImportRow {
    const char *host, *path;
    const char *variable; /* names the folder in front of the file's name, */
    bool is_file;         /* or the file itself */
    ConfigDialect dialect;
    ConfigPart part;
} ImportRow;

/* In the order in which they are read: what stands later wins. */
static const ImportRow rows[] = {
    { "cursor", "~/.cursor/mcp.json", NULL, false, CM_DIALECT_CURSOR, 0 },
    { "cursor", ".cursor/mcp.json", NULL, false, CM_DIALECT_CURSOR, 0 },
    { "claude-code", "~/.claude.json", "CLAUDE_CONFIG_DIR", false,
      CM_DIALECT_CLAUDE, CM_PART_USER },
    { "claude-code", ".mcp.json", NULL, false, CM_DIALECT_CLAUDE, 0 },
    { "claude-code", "~/.claude.json", "CLAUDE_CONFIG_DIR", false,
      CM_DIALECT_CLAUDE, CM_PART_LOCAL },
    { "claude-code", "/etc/claude-code/managed-mcp.json", NULL, false,
      CM_DIALECT_CLAUDE, 0 },
    { "claude-desktop", "@/Claude/claude_desktop_config.json", NULL, false,
      CM_DIALECT_CLAUDE, 0 },
    { "vscode", "~/.copilot/mcp-config.json", NULL, false, CM_DIALECT_VSCODE,
      0 },
    { "vscode", "@/Code/User/mcp.json", NULL, false, CM_DIALECT_VSCODE, 0 },
    { "vscode", ".vscode/mcp.json", NULL, false, CM_DIALECT_VSCODE, 0 },
    { "opencode", "@/opencode/opencode.json", NULL, false, CM_DIALECT_OPENCODE,
      0 },
    { "opencode", "@/opencode/opencode.jsonc", NULL, false, CM_DIALECT_OPENCODE,
      0 },
    { "opencode", NULL, "OPENCODE_CONFIG", true, CM_DIALECT_OPENCODE, 0 },
    { "opencode", "opencode.json", NULL, false, CM_DIALECT_OPENCODE, 0 },
    { "opencode", "opencode.jsonc", NULL, false, CM_DIALECT_OPENCODE, 0 },
    { "opencode", ".opencode/opencode.json", NULL, false, CM_DIALECT_OPENCODE,
      0 },
    { "opencode", ".opencode/opencode.jsonc", NULL, false, CM_DIALECT_OPENCODE,
      0 },
    { "codex", "~/.codex/config.toml", "CODEX_HOME", false, CM_DIALECT_CODEX,
      0 },
    { "codex", ".codex/config.toml", NULL, false, CM_DIALECT_CODEX, 0 },
    { "windsurf", "~/.codeium/windsurf/mcp_config.json", NULL, false,
      CM_DIALECT_WINDSURF, 0 },
    { "zed", "@/zed/settings.json", NULL, false, CM_DIALECT_ZED, 0 },
    { "zed", ".zed/settings.json", NULL, false, CM_DIALECT_ZED, 0 },
    { "gemini", "~/.gemini/settings.json", NULL, false, CM_DIALECT_GEMINI, 0 },
    { "gemini", ".gemini/settings.json", NULL, false, CM_DIALECT_GEMINI, 0 },
    { "cline",
      "@/Code/User/globalStorage/saoudrizwan.claude-dev/settings/"
      "cline_mcp_settings.json",
      NULL, false, CM_DIALECT_CLINE, 0 },
    { "cline",
      "@/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/"
      "mcp_settings.json",
      NULL, false, CM_DIALECT_CLINE, 0 },
    { "cline", "~/.cline/data/settings/cline_mcp_settings.json", NULL, false,
      CM_DIALECT_CLINE, 0 },
    { "cline", ".roo/mcp.json", NULL, false, CM_DIALECT_CLINE, 0 },
};

const char *const cm__import_hosts[] = {
    "cursor",   "claude-code", "claude-desktop", "vscode", "opencode", "codex",
    "windsurf", "zed",         "gemini",         "cline",  NULL
};

typedef struct Import {
    Config *config;
    const char *host;
    unsigned n_found;
    Buf places; /* that were looked at */
} Import;

static bool exists(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0;
}

/* Reads the file when it is there. */
static bool try_file(Import *import, const ImportRow *row, const char *path)
{
    if (!exists(path)) {
        cm__log(import->config->log, CM_LOG_INFO, "--import %s: no file %s",
                import->host, path);
        if (row->part != CM_PART_LOCAL) { /* it was named before */
            cm__buf_add_str(&import->places,
                            import->places.len > 0 ? ", " : "");
            cm__buf_add_str(&import->places, path);
        }
        return false;
    }
    import->n_found++;
    cm__config_load_as(import->config, path, row->dialect, row->part, true);
    return true;
}

static void try_joined(Import *import, const ImportRow *row, const char *folder,
                       const char *tail)
{
    char path[PATH_BYTES];
    int n = snprintf(path, sizeof path, "%s/%s", folder, tail);
    if (n > 0 && (size_t)n < sizeof path)
        (void)try_file(import, row, path);
}

/* The settings of programs: XDG's place, and that of macOS. */
static void try_settings(Import *import, const ImportRow *row, const char *tail)
{
    const char *settings = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    char folder[PATH_BYTES];
    if (settings != NULL && settings[0] == '/')
        try_joined(import, row, settings, tail);
    if (home == NULL)
        return;
    if (settings == NULL || settings[0] != '/') {
        (void)snprintf(folder, sizeof folder, "%s/.config", home);
        try_joined(import, row, folder, tail);
    }
    (void)snprintf(folder, sizeof folder, "%s/Library", home);
    if (!exists(folder))
        return;
    (void)snprintf(folder, sizeof folder, "%s/Library/Application Support",
                   home);
    try_joined(import, row, folder, tail);
}

static bool exists_in(const char *folder, const char *name)
{
    char path[PATH_BYTES + 512];
    int n = snprintf(path, sizeof path, "%s/%s", folder, name);
    return n > 0 && (size_t)n < sizeof path && exists(path);
}

/* The nearest folder with the file, up to the root of the Git work tree; the
 * current one when there is none. */
static void try_project(Import *import, const ImportRow *row)
{
    char here[PATH_BYTES], root[PATH_BYTES], folder[PATH_BYTES];
    if (getcwd(here, sizeof here) == NULL)
        return;
    memcpy(root, here, sizeof root);
    memcpy(folder, here, sizeof folder);
    bool has_root = exists_in(root, ".git");
    while (!has_root && cm__config_go_up(root))
        has_root = exists_in(root, ".git");
    while (has_root && !exists_in(folder, row->path))
        if (strcmp(folder, root) == 0 || !cm__config_go_up(folder))
            has_root = false;
    try_joined(import, row, has_root ? folder : here, row->path);
}

static void try_row(Import *import, const ImportRow *row)
{
    const char *home = getenv("HOME");
    const char *given = row->variable != NULL ? getenv(row->variable) : NULL;
    if (given != NULL && given[0] != '\0') {
        if (row->is_file)
            (void)try_file(import, row, given);
        else
            try_joined(import, row, given, strrchr(row->path, '/') + 1);
    } else if (row->path == NULL) {
        return;
    } else if (row->path[0] == '~') {
        if (home != NULL)
            try_joined(import, row, home, row->path + 2);
    } else if (row->path[0] == '@') {
        try_settings(import, row, row->path + 2);
    } else if (row->path[0] == '/') {
        (void)try_file(import, row, row->path);
    } else {
        try_project(import, row);
    }
}

void cm__config_import(Config *config, const char *host)
{
    Import import = { .config = config, .host = host };
    cm__buf_init(&import.places, config->arena.alloc, CM_BUF_NO_LIMIT);
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++)
        if (strcmp(rows[i].host, host) == 0)
            try_row(&import, &rows[i]);
    if (import.n_found == 0) {
        cm__log(config->log, CM_LOG_ERROR,
                "--import %s: no file was found; looked at %s", host,
                cm__buf_text(&import.places));
        config->n_errors++;
        config->n_file_errors++;
    }
    cm__buf_done(&import.places);
}
