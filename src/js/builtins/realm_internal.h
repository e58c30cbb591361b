/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_REALM_INTERNAL_H
#define CM_JS_BUILTINS_REALM_INTERNAL_H
/* realm_internal: what realm.c, realm_builder.c and realm_seal.c share. */
#include "js/builtins/builtins.h"

/* Fills realm->symbol. */
bool cm__realm_symbols(RealmBuilder *b);
/* A native function object with a prototype of its own. */
Obj *cm__realm_native(RealmBuilder *b, const NativeSpec *spec, Obj *proto);
/* Freezes everything reachable from the realm, hashes its strings and builds
 * its lookup tables. After that nothing writes to the image any more. */
void cm__realm_seal(RealmBuilder *b);

#endif
