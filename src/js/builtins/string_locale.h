/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_STRING_LOCALE_H
#define CM_JS_BUILTINS_STRING_LOCALE_H
/* string_locale: what String and Intl need of each other. */
#include "js/builtins/builtins.h"

/* v->p8[i] or v->p16[i] and its partner as a code point; *ret_n units long. */
uint32_t cm__view_code_point(const StrView *v, uint32_t i, uint32_t *ret_n);

/* The order of two strings in en-US, as a number (intl/collator.c). */
Value cm__string_compare_locale(VM *vm, Str *a, Str *b, Value locales,
                                Value options);

#endif
