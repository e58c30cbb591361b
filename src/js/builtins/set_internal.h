/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_SET_INTERNAL_H
#define CM_JS_BUILTINS_SET_INTERNAL_H
/* set_internal: the parts of Set that live in files of their own. */
#include "js/builtins/builtins.h"

/* union, intersection, difference, symmetricDifference, isSubsetOf,
 * isSupersetOf, isDisjointFrom. */
void cm__install_set_methods(RealmBuilder *b);

#endif
