/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_BYTES_TEXT_H
#define CM_JS_BUILTINS_BYTES_TEXT_H
/* bytes_text: base64 for Uint8Array, atob and btoa. */
#include "js/builtins/bytes_internal.h"

/* NULL when refused or too long. */
Str *cm__base64_encode(VM *vm, const unsigned char *p, size_t n, bool url,
                       bool padding);
/* Value of a digit, -1 for anything else. */
int cm__base64_digit(uint32_t c, bool url);
/* TAB, LF, FF, CR, SPACE. */
bool cm__is_ascii_blank(uint32_t c);

#endif
