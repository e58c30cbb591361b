/* SPDX-License-Identifier: MIT */
#ifndef CM_YAML_SCALAR_H
#define CM_YAML_SCALAR_H
/* scalar: the text of a YAML scalar as a JSON value, by the core schema (YAML
 * 1.2.2, 10.3.2).
 *
 * Threads: free of state. */
#include "base/buf.h"

typedef enum ScalarKind {
    SCALAR_STRING, /* anything that is not one of the below */
    SCALAR_NULL,
    SCALAR_BOOL,
    SCALAR_INT,
    SCALAR_FLOAT,
    SCALAR_NOT_FINITE /* .inf, .nan, 1e999: JSON has no such number */
} ScalarKind;

/* What a plain scalar is. */
ScalarKind cm__scalar_kind(const char *text, size_t len);

/* Appends it as JSON; kind as cm__scalar_kind says, or SCALAR_STRING. */
void cm__scalar_write(Buf *out, ScalarKind kind, const char *text, size_t len);

#endif
