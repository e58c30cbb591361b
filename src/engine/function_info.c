/* SPDX-License-Identifier: MIT */
/* What can be asked about a value as a function, without running it. */
#include "engine/function.h"

#include "engine/realm.h"
#include "engine/vm.h"

bool value_is_callable(Value v)
{
    if (!value_is_object(v))
        return false;
    const Obj *o = value_obj(v);
    switch (obj_class(o)) {
    case CLASS_FUNCTION:
    case CLASS_NATIVE:
    case CLASS_BOUND:
    case CLASS_REFERENCE:
        return true;
    case CLASS_PROXY:
        return ((const ProxyObj *)(const void *)o)->is_callable;
    default:
        return obj_class_of(o)->call != NULL;
    }
}

bool value_is_constructor(Value v)
{
    if (!value_is_object(v))
        return false;
    Obj *o = value_obj(v);
    switch (obj_class(o)) {
    case CLASS_FUNCTION: {
        uint32_t flags = ((Closure *)o)->proto->flags;
        return (flags & FUNC_CLASS) != 0 ||
               (flags & (FUNC_ARROW | FUNC_METHOD | FUNC_ASYNC |
                         FUNC_GENERATOR | FUNC_PROGRAM)) == 0;
    }
    case CLASS_NATIVE:
        return (((Native *)o)->spec->flags &
                (NATIVE_CTOR | NATIVE_CTOR_ONLY)) != 0;
    case CLASS_BOUND:
        return ((Bound *)o)->is_ctor != 0;
    case CLASS_PROXY:
        return ((ProxyObj *)(void *)o)->is_ctor;
    default:
        return false;
    }
}

Str *function_name(VM *vm, Obj *fn)
{
    /* not yet materialised: nobody can have changed it, and a message must not
     * cost an allocation */
    if (obj_class(fn) == CLASS_FUNCTION && fn->hd.flags & OBJ_LAZY)
        return ((Closure *)fn)->proto->name;
    PropDesc d;
    if (obj_class(fn) != CLASS_REFERENCE && obj_class(fn) != CLASS_PROXY &&
        obj_get_own(vm, fn, vm->realm->name.name, &d) == TRI_TRUE &&
        value_is_string(d.value))
        return value_str(d.value);
    return vm->realm->empty;
}
