/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_STATUS_H
#define CM_BASE_STATUS_H
/* status: what internal functions that can fail return.
 *
 * The codes are those of the public header, so that a status travels from the
 * deepest layer to the host without translation. */
#include "codemode.h"

#include "base/compiler.h"

#include <stdbool.h>

/* Fills err (may be NULL) and returns its status. */
cm_status cm__error_set(cm_error *err, cm_status status, const char *path,
                        const char *text);

#endif
