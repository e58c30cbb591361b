/* SPDX-License-Identifier: MIT */
#ifndef CM_RUNTIME_VALIDATE_H
#define CM_RUNTIME_VALIDATE_H
/* validate: what crosses, checked by a tool's schema; spec/execution.md 6.4.
 *
 * The execution pays: steps of the check, patterns included, are steps of the
 * program, so deadline, step limit and cancellation end it; its memory is
 * charged to the heap while it lasts. A check that was refused memory has
 * changed nothing and may be run again.
 * Threads: the execution's. */
#include "runtime/execution.h"
#include "schema/schema.h"

typedef enum Checked {
    CHECKED_FITS,
    CHECKED_MISFIT, /* the reason was appended */
    CHECKED_ENDED   /* memory was refused, or the execution has to end */
} Checked;

Checked cm__check_data(cm_execution *x, const Schema *schema, const char *json,
                       size_t len, Buf *reason);

#endif
