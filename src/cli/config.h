/* SPDX-License-Identifier: MIT */
#ifndef CM_CLI_CONFIG_H
#define CM_CLI_CONFIG_H
/* config: configuration files: our own, a superset of the `mcpServers` JSON that
 * agents know, and those of other programs as they are.
 *
 *     { "mcpServers": {
 *         "files": { "command": "npx", "args": ["-y", "..."], "env": {} },
 *         "docs":  { "url": "https://h/mcp", "headers": {} },
 *         "pets":  { "openapi": "pets.yaml", "auth": {} },
 *         "git":   { "tools": { "git.log": { "command": ["git", "log"] } } } },
 *       "tools": { "path.of.tool": { "command": ["..."] } } }
 *
 * JSON with comments and trailing commas, or TOML; which program's file it is
 * shows in its content and name (config_format.h). docs/configuration.md lists
 * every key. What is wrong is logged as FILE:LINE:COLUMN, the server's name and
 * the key. An entry that is wrong becomes a source that does not work and says
 * why; the others stay. A later entry of a name replaces an earlier one.
 * Children get a small environment (HOME, PATH, ...) plus the entry's `env`.
 * Ownership: specs and texts live in the configuration's arena.
 * Threads:   none. */
#include "base/arena.h"
#include "cli/openapi_source.h"
#include "mcp/command.h"
#include "mcp/upstream.h"

/* An entry that cannot be used. */
typedef struct FaultySpec {
    const char *name, *ns; /* ns NULL: a command tool */
    const char *kind;      /* "mcp", "openapi" or "command" */
    const char *reason;
} FaultySpec;

/* What stands in a file and is no source. */
typedef struct ConfigOff {
    struct ConfigOff *next;
    const char *name, *file;
    const char *reason; /* static */
    uint32_t line;
    bool is_switch; /* a key says so: calls of its tools are told */
} ConfigOff;

/* One source, in the order of the files. */
typedef struct ConfigItem {
    struct ConfigItem *next;
    const char *ns;   /* NULL: a command tool */
    const char *file; /* NULL: the command line */
    uint32_t line;
    size_t offset;              /* in the file */
    const UpstreamSpec *server; /* one of the four is set */
    const CommandSpec *command;
    const OpenApiSpec *openapi;
    const FaultySpec *faulty;
} ConfigItem;

typedef struct Config {
    Arena arena;
    const Log *log;
    ConfigItem *items, **last_item;
    ConfigOff *off, **last_off;
    const char *const *inputs; /* borrowed: "id=value" for ${input:id} */
    size_t n_inputs;
    unsigned n_errors;      /* all that was reported */
    unsigned n_file_errors; /* of whole files, not of one entry */
    char fault[640];        /* the last error of an entry: its key and why */
    Redactor *redactor;     /* owned: the secrets that were read */
} Config;

void cm__config_init(Config *config, const cm_allocator *alloc, const Log *log);
void cm__config_done(Config *config);
/* Reads one file. What is wrong is logged and counted. */
void cm__config_load(Config *config, const char *file);
/* Adds an OpenAPI document of the command line. */
void cm__config_add_openapi(Config *config, const char *name, size_t name_len,
                            const char *document);

#endif
