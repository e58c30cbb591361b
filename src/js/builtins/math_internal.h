/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_MATH_INTERNAL_H
#define CM_JS_BUILTINS_MATH_INTERNAL_H
/* math_internal: the parts of Math that have files of their own. */
#include "js/builtins/builtins.h"

void cm__install_math_sum(RealmBuilder *b, Obj *math);

#endif
