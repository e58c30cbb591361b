/* SPDX-License-Identifier: MIT */
#ifndef CM_CLI_CONFIG_H
#define CM_CLI_CONFIG_H
/* config: configuration files, a superset of the `mcpServers` JSON that agents
 * know, with comments and trailing commas.
 *
 *     { "mcpServers": {
 *         "files": { "command": "npx", "args": ["-y", "..."], "env": {} },
 *         "git":   { "tools": { "git.log": { "command": ["git", "log"] } } } },
 *       "tools": { "path.of.tool": { "command": ["..."] } } }
 *
 * `${VAR}` and `${VAR:-default}` are expanded in command, args, env and cwd; a
 * value that came from a variable is not expanded again. Unknown keys are
 * warned of. An entry that is wrong is logged as FILE:LINE:COLUMN and key,
 * counted and left out; the others stay.
 * Children get a small environment (HOME, PATH, ...) plus the entry's `env`.
 * Ownership: specs and texts live in the configuration's arena.
 * Threads:   none. */
#include "base/arena.h"
#include "mcp/command.h"
#include "mcp/upstream.h"

/* One source, in the order of the files. */
typedef struct ConfigItem {
    struct ConfigItem *next;
    const UpstreamSpec *server; /* one of the two is set */
    const CommandSpec *command;
} ConfigItem;

typedef struct Config {
    Arena arena;
    const Log *log;
    ConfigItem *items, **last_item;
    unsigned n_errors;
} Config;

void cm__config_init(Config *config, const cm_allocator *alloc, const Log *log);
void cm__config_done(Config *config);
/* Reads one file. What is wrong is logged and counted in n_errors. */
void cm__config_load(Config *config, const char *file);

#endif
