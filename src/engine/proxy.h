/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_PROXY_H
#define CM_ENGINE_PROXY_H
/* proxy: proxy exotic objects; ECMA-262 10.5.
 *
 * A proxy is an object of a class whose every hook looks for a trap in the
 * handler, calls it in a nested run of the loop, checks the invariants, and
 * without a trap asks the target. Calls and construction are no nested runs
 * (call_proxy).
 *
 * Proxies have a root shape of their own, so that no inline cache made for
 * another object fits them. Private names of classes live in that shape as on
 * any object.
 *
 * Limits: the operations call each other (a proxy of a proxy, on the prototype
 * chain of a target, as a handler); PROXY_MAX_DEPTH of them may be open, then
 * RangeError. Nested runs are bounded by VM_MAX_NESTED. */
#include "engine/vm.h"

#define PROXY_MAX_DEPTH 200

extern const ObjClass cm__class_proxy;

/* ProxyCreate. NULL when refused. */
ProxyObj *proxy_new(VM *vm, Obj *target, Obj *handler);

/* IsArray (7.2.2): sees through proxies; throws for a revoked one. */
Tri is_array(VM *vm, Value v);

/* The step behind the construct trap; a row of the realm
 * (realm->proxy_construct). Arguments: trap, handler, target, argument array,
 * new target. */
Step proxy_construct_step(VM *vm, NativeFrame *f);

#endif
