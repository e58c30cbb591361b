/* SPDX-License-Identifier: MIT */
#ifndef CM_CLI_SHOW_H
#define CM_CLI_SHOW_H
/* show: a result as a person reads it: the value on standard output, logs,
 * warnings and the error on standard error. */
#include "cli/host.h"

/* True when the value, if there is one, could be written. `run` is the one
 * that the result came from. */
bool cm__show_result(CliHost *host, const HostRun *run,
                     const cm_result *result);

/* The error of a result that is not ok: kind and message, its place when the
 * message does not tell it, suggestions, servers that are down. */
void cm__show_error(CliHost *host, const cm_result *result);

#endif
