/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_COLLECTION_H
#define CM_JS_BUILTINS_COLLECTION_H
/* collection: what Map and Set have in common: construction from an iterable,
 * forEach, iterators, the check of `this`.
 *
 * Both are a CollectionObj over an ordered Table. A program's own `set`/`add`
 * (subclasses) is called as ECMAScript says; the intrinsic one is never called
 * but its effect taken straight, since intrinsics are frozen. */
#include "js/builtins/builtins.h"

/* An empty collection. NULL when refused. */
CollectionObj *collection_new(VM *vm, ClassId class_id, Shape *shape);

/* `this` as a collection of the class, else NULL after a TypeError that names
 * the method. */
CollectionObj *collection_this(VM *vm, const NativeCall *c, ClassId class_id,
                               const char *method);

/* The step function of both constructors. */
#define COLLECTION_CONSTRUCT_REGS 7
Step collection_construct(VM *vm, NativeFrame *f, ClassId class_id);

/* The step function of both forEach. */
#define COLLECTION_FOR_EACH_REGS 1
Step collection_for_each(VM *vm, NativeFrame *f, ClassId class_id,
                         const char *method);

/* keys(), values(), entries(); what is ITERATE_*. */
Value collection_iterator(VM *vm, const NativeCall *c, ClassId class_id,
                          int what, const char *method);

Value collection_size(VM *vm, const NativeCall *c, ClassId class_id,
                      const char *method);

/* get [Symbol.species] of constructors. */
Value species_getter(VM *vm, NativeCall *c);

/* False after a TypeError that names the type when v cannot be iterated. what:
 * the function that asks, "Promise.all". */
bool check_iterable(VM *vm, Value v, const char *what);

/* Ends with the error that a call threw (f->threw). */
Step step_rethrow(VM *vm, NativeFrame *f);
/* STEP_THROW after "<fn> is not a function"; fn is what was given instead. */
Step step_not_callable(VM *vm, Value fn);

#endif
