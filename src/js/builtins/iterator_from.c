/* SPDX-License-Identifier: MIT */
/* Iterator.from and the wrappers that it returns; ECMA-262 27.1.2.1. */
#include "js/builtins/iterator_internal.h"

#include "engine/property.h"

/* An iterator that inherits from Iterator.prototype needs no wrapper. */
static Step wrap_iterator(VM *vm, NativeFrame *f, Value iterator)
{
    if (!value_is_object(iterator)) {
        throw_type(vm, "The result of Symbol.iterator is not an object");
        return STEP_THROW;
    }
    Value next = get_prop(vm, iterator, vm->realm->name.next);
    if (next == VALUE_THROWN)
        return STEP_THROW;
    for (Obj *o = value_obj(iterator); o;) {
        if (!obj_get_proto(vm, o, &o) || !vm_charge(vm, 1))
            return STEP_THROW;
        if (o == vm->realm->iterator_proto)
            return native_return(f, iterator);
    }
    IterObj *it = iter_obj_new(vm, ITERKIND_WRAP, 0, iterator);
    if (!it)
        return STEP_THROW;
    it->extra[0] = next;
    return native_return(f, value_from_obj(it));
}

static Step iterator_from(VM *vm, NativeFrame *f)
{
    if (f->pc)
        return wrap_iterator(vm, f, f->result);
    Value v = f->call.args[0];
    if (!value_is_object(v) && !value_is_string(v)) {
        throw_type(vm, "Iterator.from needs an object or a string");
        return STEP_THROW;
    }
    Value method =
        get_method(vm, v, value_from_symbol(vm->realm->symbol.iterator));
    if (method == VALUE_THROWN)
        return STEP_THROW;
    if (method == VALUE_UNDEFINED)
        return wrap_iterator(vm, f, v);
    f->pc = 1;
    return native_call(vm, f, method, v, 0, NULL);
}

static IterObj *this_wrapper(VM *vm, const NativeFrame *f)
{
    Value v = f->call.this_val;
    if (value_is_class(v, CLASS_ITERATOR) &&
        ((IterObj *)value_ptr(v))->kind == ITERKIND_WRAP)
        return value_ptr(v);
    throw_type(vm, "The method was called on something that is not a wrapped "
                   "iterator");
    return NULL;
}

static Step wrapper_next(VM *vm, NativeFrame *f)
{
    if (f->pc)
        return native_return(f, f->result);
    const IterObj *it = this_wrapper(vm, f);
    if (!it)
        return STEP_THROW;
    f->pc = 1;
    if (!iter_has_next(vm, it->extra[0]))
        return STEP_THROW;
    return native_call(vm, f, it->extra[0], it->target, 0, NULL);
}

static Step wrapper_return(VM *vm, NativeFrame *f)
{
    if (f->pc)
        return native_return(f, f->result);
    const IterObj *it = this_wrapper(vm, f);
    Value method =
        it ? get_method(vm, it->target, vm->realm->name.return_) : VALUE_THROWN;
    if (method == VALUE_THROWN)
        return STEP_THROW;
    if (method == VALUE_UNDEFINED) {
        Obj *result = iter_result(vm, VALUE_UNDEFINED, true);
        return native_return(f, result ? value_from_obj(result) : VALUE_THROWN);
    }
    f->pc = 1;
    return native_call(vm, f, method, it->target, 0, NULL);
}

static const NativeSpec wrapper_rows[] = {
    { .name = "next", .step = wrapper_next },
    { .name = "return", .step = wrapper_return },
};

static const NativeSpec from_row = {
    .name = "from", .step = iterator_from, .length = 1, .min_args = 1
};

void cm__install_iterator_from(RealmBuilder *b, Obj *ctor)
{
    realm_functions(b, ctor, &from_row, 1);
    realm_functions(b, b->realm->iterator_wrap_proto, wrapper_rows,
                    CM_ARRAY_LEN(wrapper_rows));
}
