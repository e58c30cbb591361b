/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_FUNCTION_H
#define CM_ENGINE_FUNCTION_H
/* function: the callable objects.
 *
 * Closures are one cell: header, code, home object, upvalues. `name`, `length`
 * and `prototype` of closures are made on first look (OBJ_LAZY), so that
 * creating a callback costs one small allocation. Native functions of the image
 * have real, frozen properties. */
#include "engine/code.h"
#include "engine/native.h"

struct IC;

typedef struct Closure {
    Obj obj;
    const FuncProto *proto;
    struct IC *ics;   /* of this function in this execution, or NULL */
    Value home;       /* home object of methods; class for constructors */
    Value fields;     /* field initialiser closure of a class, or undefined */
    Value bound_this; /* arrows: this of the creating frame */
    Value new_target; /* arrows: new.target of the creating frame */
    Value upvalues[]; /* proto->n_upvalues */
} Closure;

typedef struct Native {
    Obj obj; /* `length` and `name` are slots 0 and 1 (out of line) */
    const NativeSpec *spec;
    Value
        data[2]; /* bound state of functions made at run time (resolvers...) */
} Native;

typedef struct Bound {
    Obj obj;
    Value target, this_val;
    uint32_t n_args;
    uint32_t is_ctor;
    Value args[];
} Bound;

Closure *closure_new(VM *vm, const FuncProto *proto);
/* A native made at run time, with two data values; name may be NULL (""). */
Native *native_new(VM *vm, const NativeSpec *spec, Value data0, Value data1);

bool value_is_callable(Value v);
bool value_is_constructor(Value v);
/* Name for messages and console: own `name` data property if a string, else "".
 * Never runs program code. */
Str *function_name(VM *vm, Obj *fn);

/* Makes the own properties of a closure that has OBJ_LAZY: length, name and,
 * for plain functions and generators, prototype. Classes get their prototype
 * from NEWCLASS. False when refused. */
bool closure_materialise(VM *vm, Obj *o);

#endif
