/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_ITERATOR_INTERNAL_H
#define CM_JS_BUILTINS_ITERATOR_INTERNAL_H
/* iterator_internal: the parts of Iterator that live in files of their own. */
#include "js/builtins/builtins.h"

/* map, filter, take, drop, flatMap and the objects they return;
 * Iterator.from. */
void cm__install_iterator_helpers(RealmBuilder *b, Obj *ctor);
/* reduce, toArray, forEach, some, every, find. */
void cm__install_iterator_consumers(RealmBuilder *b);

#endif
