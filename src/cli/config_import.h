/* SPDX-License-Identifier: MIT */
#ifndef CM_CLI_CONFIG_IMPORT_H
#define CM_CLI_CONFIG_IMPORT_H
/* config_import: the files where other programs keep their servers.
 *
 * Files of the user come first, then those of the project, whose entries take
 * the place of the user's. The project's files are looked for in the current
 * folder and, inside a Git work tree, in the folders above up to its root.
 * Threads: none. */
#include "cli/config.h"

/* NULL-ended: cursor, claude-code, ... */
extern const char *const cm__import_hosts[];

/* host is one of the list. Finding no file is an error that names the places. */
void cm__config_import(Config *config, const char *host);

#endif
