/* SPDX-License-Identifier: MIT */
#ifndef CM_CLI_FILE_H
#define CM_CLI_FILE_H
/* file: whole files and standard input as text. */
#include "base/buf.h"

/* Appends the file's bytes; "-" or NULL is standard input. CM_E_IO, CM_E_LIMIT
 * (over out's limit) or CM_E_NOMEM, with one sentence in err. */
cm_status cm__file_read(const char *file, Buf *out, cm_error *err);
/* The same of a name that nobody typed for this run: only a regular file, for a
 * pipe may never end and "-" is a name like others. */
cm_status cm__file_read_regular(const char *file, Buf *out, cm_error *err);

/* Whether both paths name the same existing file. */
bool cm__file_is_same(const char *a, const char *b);

#endif
