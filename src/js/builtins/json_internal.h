/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_JSON_INTERNAL_H
#define CM_JS_BUILTINS_JSON_INTERNAL_H
/* json_internal: the two functions of the JSON object; ECMA-262 25.5. */
#include "js/builtins/builtins.h"

#define JSON_PARSE_REGS     6
#define JSON_STRINGIFY_REGS 8

Step cm__json_parse_step(VM *vm, NativeFrame *f);
Step cm__json_stringify_step(VM *vm, NativeFrame *f);

#endif
