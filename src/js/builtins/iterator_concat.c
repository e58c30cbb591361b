/* SPDX-License-Identifier: MIT */
/* Iterator.concat; ECMA-262 27.1.3.1 of 2026. The methods are read at once, the
 * iterables opened one after the other. IterObj.at counts those opened. */
#include "js/builtins/iterator_internal.h"

#include "engine/property.h"

enum {
    C_LIST, /* a cell: method, iterable, ... */
    CONCAT_REGS
};

static Value open_method(VM *vm, Value item)
{
    if (!value_is_object(item) || value_is_class(item, CLASS_REFERENCE))
        return throw_type(vm, "Iterator.concat needs iterable objects");
    Value method =
        get_method(vm, item, value_from_symbol(vm->realm->symbol.iterator));
    if (method == VALUE_UNDEFINED)
        return throw_type(vm, "Iterator.concat needs iterable objects");
    return method;
}

static bool list_items(VM *vm, NativeFrame *f)
{
    ValuesCell *list = heap_values_new(&vm->heap, (size_t)f->call.argc * 2 + 1);
    if (!list)
        return false;
    f->reg[C_LIST] = value_from_cell(list);
    for (uint32_t i = 0; i < f->call.argc; i++) {
        Value method = open_method(vm, f->call.args[i]);
        if (method == VALUE_THROWN || !vm_charge(vm, 1))
            return false;
        list->v[list->n++] = method;
        list->v[list->n++] = f->call.args[i];
    }
    return true;
}

static Step iterator_concat(VM *vm, NativeFrame *f)
{
    const Value nothing[3] = { VALUE_UNDEFINED, VALUE_UNDEFINED,
                               ITER_FINISHED };
    if (!list_items(vm, f))
        return STEP_THROW;
    Value row = cm__iter_row_new(vm, nothing);
    IterObj *it =
        row == VALUE_THROWN
            ? NULL
            : iter_obj_new(vm, ITERKIND_HELPER, HELPER_CONCAT, VALUE_UNDEFINED);
    if (!it)
        return STEP_THROW;
    it->extra[0] = row;
    it->extra[1] = f->reg[C_LIST];
    return native_return(f, value_from_obj(it));
}

/* ITER_DONE: there is no further one. */
static IterResult open_next(VM *vm, NativeFrame *f, IterObj *it)
{
    const ValuesCell *list = value_ptr(it->extra[1]);
    if (it->at >= list->n / 2)
        return ITER_DONE;
    const Value *item = list->v + (size_t)it->at * 2;
    IterResult r = iter_open_with(vm, f, H_ITER, item[1], item[0]);
    if (r == ITER_VALUE)
        it->at++;
    return r;
}

Step cm__concat_next(VM *vm, NativeFrame *f, IterObj *it)
{
    f->pc = NEXT_SOURCE;
    for (;;) {
        Value v;
        IterResult r = ITER_DONE;
        if (iter_is_open(f->reg + H_ITER)) {
            r = iter_next(vm, f, H_ITER, &v);
            if (r == ITER_VALUE)
                return cm__helper_finish(f, it, v, false);
        }
        if (r == ITER_DONE) {
            r = open_next(vm, f, it);
            if (r == ITER_DONE)
                return cm__helper_finish(f, it, VALUE_UNDEFINED, true);
        }
        if (r == ITER_CALL)
            return STEP_CALL;
        if (r == ITER_THROWN)
            return cm__helper_throw(vm, it);
        if (!vm_charge(vm, 1))
            return STEP_THROW;
    }
}

static const NativeSpec row = { .name = "concat",
                                .step = iterator_concat,
                                .n_regs = CONCAT_REGS };

void cm__install_iterator_concat(RealmBuilder *b, Obj *ctor)
{
    realm_functions(b, ctor, &row, 1);
}
