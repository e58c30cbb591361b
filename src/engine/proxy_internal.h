/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_PROXY_INTERNAL_H
#define CM_ENGINE_PROXY_INTERNAL_H
/* proxy_internal: what proxy.c and proxy_meta.c share. */
#include "engine/proxy.h"

/* A trap about to be called. The proxy may be revoked meanwhile, the target
 * taken here stays. */
typedef struct Trap {
    PropKey name;
    Obj *target, *handler;
    Value fn; /* VALUE_UNDEFINED: none, ask the target */
} Trap;

/* Begins an operation of a proxy, which ends with vm->proxy_depth--. False
 * after a RangeError. */
bool cm__proxy_enter(VM *vm);
/* Fetches a trap. False when thrown: revoked, no function. */
bool cm__proxy_trap(VM *vm, Obj *o, PropKey name, Trap *ret);
/* Calls it; args[0] is filled with the target. */
Value cm__proxy_call(VM *vm, const Trap *t, uint32_t argc, Value *args);
/* TypeError: an invariant is violated. key VALUE_ABSENT: no property. */
void cm__proxy_violation(VM *vm, const Trap *t, PropKey key, const char *what);

bool cm__proxy_keys(VM *vm, Obj *o, KeyList *out);
Tri cm__proxy_get_proto(VM *vm, Obj *o, Obj **ret_proto);
Tri cm__proxy_test_extensible(VM *vm, Obj *o);
Tri cm__proxy_stop_extensions(VM *vm, Obj *o);

#endif
