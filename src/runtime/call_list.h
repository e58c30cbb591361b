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

#endif
