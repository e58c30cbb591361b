/* SPDX-License-Identifier: MIT */
#ifndef CM_RUNTIME_CALL_LIST_H
#define CM_RUNTIME_CALL_LIST_H
/* call_list: calls from admission to their end: queue, slots, host, answer.
 * The rest of its functions are declared in execution.h. */
#include "runtime/execution.h"

/* A call with its memory charged; NULL when refused. */
cm_call *cm__call_new(cm_execution *x, uint32_t node);
/* Frees a call that is in no list and takes its charge back. */
void cm__call_drop(cm_execution *x, cm_call *call);
void cm__call_enqueue(cm_execution *x, cm_call *call);

/* The same for functions of extensions, which need no slot. */
cm_call *cm__call_new_extension(cm_execution *x, ExtensionEntry *entry);
/* Into the running list. */
void cm__call_run(cm_execution *x, cm_call *call);
/* Hands a settled call to the program; see call_list.c. */
bool cm__call_deliver(cm_execution *x, cm_call *call);
/* A settled call that is running waits to be delivered. */
void cm__call_ready(cm_execution *x, cm_call *call);
/* A running call has been delivered. */
void cm__call_finish(cm_execution *x, cm_call *call);
/* The program has given up on a running call; the host is told. */
void cm__call_expire(cm_execution *x, cm_call *call);

#endif
