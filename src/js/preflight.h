/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_PREFLIGHT_H
#define CM_JS_PREFLIGHT_H
/* preflight: the tool calls that a program is certain to make (spec 11).
 *
 * Follows member chains on the undeclared name `tools`, and names bound by
 * const to such a chain or destructured from one, through code that runs
 * whenever the program runs. What is not certain is not listed.
 *
 * Ownership: texts and the array live in the arena.
 * Threads:   none. Needs the tree after scope analysis. */
#include "js/compile.h"
#include "js/scope.h"

/* False when the arena gave out. */
bool cm__js_preflight(Arena *arena, const JsProgram *program,
                      JsToolCall **ret_calls, size_t *ret_n) CM_MUST_USE;

#endif
