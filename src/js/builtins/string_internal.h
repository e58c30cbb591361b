/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_STRING_INTERNAL_H
#define CM_JS_BUILTINS_STRING_INTERNAL_H
/* string_internal: what the files of String share: `this`, searching, and the
 * install functions of the groups.
 *
 * Views point into their strings. A conversion may turn a string into a slice
 * of a name, so views are taken after the last conversion. */
#include "js/builtins/builtins.h"
#include "js/builtins/string_locale.h"

#include "engine/convert.h"
#include "engine/property.h"

#define STRING_NONE UINT32_MAX

/* ToString(RequireObjectCoercible(this)). NULL when thrown. */
Str *cm__string_this(VM *vm, Value this_val, const char *method);

/* IsRegExp (7.2.8). */
Tri cm__is_regexp(VM *vm, Value v);

/* The first place at or after `from`, or the last at or before it, where needle
 * occurs in hay; STRING_NONE when there is none. Linear time. An empty needle
 * is found at `from` itself. */
uint32_t cm__view_find(VM *vm, const StrView *hay, uint32_t from,
                       const StrView *needle);
uint32_t cm__view_find_last(VM *vm, const StrView *hay, uint32_t from,
                            const StrView *needle);
/* cm__view_find, charged for what it looked at. False when the execution
 * ends. */
bool cm__string_find(VM *vm, const StrView *hay, uint32_t from,
                     const StrView *needle, uint32_t *ret_at);

static inline Value string_value(const Str *s)
{
    return s ? value_from_str(s) : VALUE_THROWN;
}

void cm__install_string_search(RealmBuilder *b);
void cm__install_string_replace(RealmBuilder *b);
void cm__install_string_case(RealmBuilder *b);
void cm__install_string_collate(RealmBuilder *b);

#endif
