/* SPDX-License-Identifier: MIT */
#ifndef CM_CLI_LINE_KEY_H
#define CM_CLI_LINE_KEY_H
/* line_key: keys of a line of JSON that mean another one.
 *
 * Keys that a command does not know may stand in a line and are ignored, as
 * whoever writes the lines may need them. One in wrong case, with a typing
 * error or cut short ("lang") would be without effect and is told. Of the last
 * two kinds is none when the line has the key that it resembles.
 * Threads: none. */
#include "json/tree.h"

/* The key of the list, which ends with NULL, that the name means; NULL when it
 * is right or resembles none. line NULL: they are keys of another place, which
 * the name means less likely, so one cut short is none. */
const char *cm__line_key_meant(const JsonValue *line, const char *name,
                               const char *const *known);

/* False, with err->text, when a key of the line means another one. */
bool cm__line_keys_check(const JsonValue *line, const char *const *known,
                         cm_error *err);

#endif
