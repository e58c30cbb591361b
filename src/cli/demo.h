/* SPDX-License-Identifier: MIT */
#ifndef CM_CLI_DEMO_H
#define CM_CLI_DEMO_H
/* demo: the tools behind --demo, a small shop in memory.
 *
 * Eight tools in three namespaces; stock.level is slow, every third
 * stock.reserve fails. The same calls in the same order give the same answers.
 * Ownership: outlives the hub it is registered with.
 * Threads:   the loop's thread only. */
#include "mcp/hub.h"

typedef struct Demo Demo;

Demo *cm__demo_new(Loop *loop);
/* Fails the calls that are still waiting for a slow answer. */
void cm__demo_stop(Demo *demo);
void cm__demo_free(Demo *demo);
cm_status cm__demo_register(Demo *demo, Hub *hub);

#endif
