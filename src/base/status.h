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

#endif
