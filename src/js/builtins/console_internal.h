/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_CONSOLE_INTERNAL_H
#define CM_JS_BUILTINS_CONSOLE_INTERNAL_H
/* console_internal: how console and messages print values (spec/execution.md
 * 10.3).
 *
 * No program code runs: getters print as [Getter], names and messages of errors
 * are read only where they are data. Nesting is bounded by 32. */
#include "js/builtins/builtins.h"

/* Appends v in console format. as_argument: a string is printed raw and
 * undefined as itself, as for an argument of console.log. *ret_opaque (may be
 * NULL) becomes true when v is or contains a function, promise, iterator or
 * reference. False when memory was refused or the execution ends; nothing else
 * can go wrong. */
bool cm__console_add(VM *vm, StrBuilder *b, Value v, bool as_argument,
                     bool *ret_opaque);

/* The lines of console.table. False as above. */
bool cm__console_table(VM *vm, StrBuilder *b, Value rows, Value columns);

#endif
