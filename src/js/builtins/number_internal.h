/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_NUMBER_INTERNAL_H
#define CM_JS_BUILTINS_NUMBER_INTERNAL_H
/* number_internal: numbers as en-US text, for Number and Date. */
#include "js/builtins/builtins.h"

#include "engine/convert.h"
#include "engine/property.h"

/* Number.prototype.toLocaleString with its options (undefined: none). */
Value cm__number_to_locale(VM *vm, double d, Value options);

/* GetOption (ECMA-402 9.2.13) for a text out of a list: the index in names, -1 when
 * the option is undefined, -2 when thrown. options is an object. */
int cm__option_choice(VM *vm, Value options, const char *option,
                      const char *const *names, size_t n);
/* The option as a number in [min, max]; *ret is left when it is undefined. */
bool cm__option_number(VM *vm, Value options, const char *option, double min,
                       double max, int *ret);

#endif
