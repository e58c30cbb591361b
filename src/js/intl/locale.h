/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_INTL_LOCALE_H
#define CM_JS_INTL_LOCALE_H
/* locale: language tags in the form of Unicode locale identifiers; UTS 35 3.2,
 * ECMA-402 6.2. */
#include "base/compiler.h"

#include <stdbool.h>

#define CM_LOCALE_MAX 255

/* Writes the canonical form (case, order of variants and extensions, replaced
 * languages) and returns its length; 0 when the tag is not well formed, or
 * longer than CM_LOCALE_MAX. out has CM_LOCALE_MAX + 1 bytes. */
size_t cm__locale_canonical(const char *tag, size_t len,
                            char out[CM_LOCALE_MAX + 1]);

#endif
