/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_NUMBER_LOCALE_H
#define CM_JS_BUILTINS_NUMBER_LOCALE_H
/* number_locale: numbers as en-US text, for Number and BigInt. */
#include "js/builtins/builtins.h"

#include "engine/convert.h"
#include "engine/property.h"

/* toLocaleString of a number or BigInt (intl/number.c). owner: the method, for
 * messages. */
Value cm__number_to_locale(VM *vm, Value number, Value locales, Value options,
                           const char *owner);

#endif
