/* SPDX-License-Identifier: MIT */
#ifndef CM_CLI_COMMANDS_H
#define CM_CLI_COMMANDS_H
/* commands: one function for each command, one file for each kind. Each
 * returns the exit status. */
#include "cli/options.h"

int cm__run_command(const Options *options);
int cm__check_command(const Options *options);
int cm__batch_command(const Options *options);
int cm__serve_command(const Options *options);
int cm__catalog_command(const Options *options);
int cm__instructions_command(const Options *options);
int cm__types_command(const Options *options);
int cm__search_command(const Options *options);
int cm__doctor_command(const Options *options);
int cm__repl_command(const Options *options);
int cm__schema_command(const Options *options);

#endif
