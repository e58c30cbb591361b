/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_CLONE_INTERNAL_H
#define CM_JS_BUILTINS_CLONE_INTERNAL_H
/* clone_internal: what clone.c and clone_bytes.c share. */
#include "js/builtins/builtins.h"

/* The copy of a buffer or a view; `memory` maps objects to their copies, so
 * that views of one buffer go on sharing it. NULL when thrown or refused. */
Obj *cm__clone_bytes(VM *vm, Table *memory, Obj *o);
/* DataCloneError; NULL. */
Obj *cm__clone_refuse(VM *vm, const char *what);

#endif
