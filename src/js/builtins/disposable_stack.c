/* SPDX-License-Identifier: MIT */
/* DisposableStack, what it shares with AsyncDisposableStack, and
 * Iterator.prototype[Symbol.dispose]; ECMA-262 27.3 and 27.1.4 of 2026.
 *
 * The lists of resources are the engine's (engine/dispose.h). dispose() is a
 * loop that has one disposer called at a time. */
#include "js/builtins/disposable_internal.h"

#include "engine/convert.h"
#include "engine/property.h"
#include "js/builtins/collection.h"

/* ---- objects ---- */

static const char *class_name(bool is_async)
{
    return is_async ? "AsyncDisposableStack" : "DisposableStack";
}

static DisposableObj *stack_new(VM *vm, Shape *shape, bool is_async)
{
    Obj *o = shape ? obj_new(vm, CLASS_DISPOSABLE, shape) : NULL;
    if (!o)
        return NULL;
    DisposableObj *s = (DisposableObj *)(void *)o;
    s->list = VALUE_UNDEFINED;
    s->is_async = is_async;
    return s;
}

DisposableObj *cm__disposable_of(Value v, bool is_async)
{
    if (!value_is_class(v, CLASS_DISPOSABLE))
        return NULL;
    DisposableObj *s = value_ptr(v);
    return s->is_async == is_async ? s : NULL;
}

static DisposableObj *this_stack(VM *vm, const NativeCall *c, bool is_async)
{
    DisposableObj *s = cm__disposable_of(c->this_val, is_async);
    if (!s)
        throw_type(vm, "A method of %s was called on something else",
                   class_name(is_async));
    return s;
}

/* One that may still take resources. */
static DisposableObj *open_stack(VM *vm, const NativeCall *c, bool is_async)
{
    DisposableObj *s = this_stack(vm, c, is_async);
    if (!s || !s->is_disposed)
        return s;
    throw_error(vm, ERR_REFERENCE, "The %s is disposed already",
                class_name(is_async));
    return NULL;
}

/* ---- methods of both ---- */

Value cm__disposable_construct(VM *vm, const NativeCall *c, bool is_async)
{
    const Realm *r = vm->realm;
    Shape *shape = ctor_shape(
        vm, c, is_async ? r->shape_async_disposable : r->shape_disposable,
        is_async ? r->async_disposable_proto : r->disposable_proto);
    DisposableObj *s = stack_new(vm, shape, is_async);
    return s ? value_from_obj(s) : VALUE_THROWN;
}

Value cm__disposable_disposed(VM *vm, const NativeCall *c, bool is_async)
{
    const DisposableObj *s = this_stack(vm, c, is_async);
    return s ? value_bool(s->is_disposed) : VALUE_THROWN;
}

Value cm__disposable_use(VM *vm, const NativeCall *c, bool is_async)
{
    DisposableObj *s = open_stack(vm, c, is_async);
    if (!s || !dispose_use(vm, &s->list, c->args[0], is_async, false))
        return VALUE_THROWN;
    return c->args[0];
}

static bool push_function(VM *vm, DisposableObj *s, Value fn, Value value,
                          bool is_argument)
{
    Disposal d = { s->is_async ? DISPOSE_ASYNC : DISPOSE_SYNC, is_argument,
                   value, fn };
    if (value_is_callable(fn))
        return dispose_push(vm, &s->list, &d);
    throw_type(vm, "The disposer is not a function");
    return false;
}

Value cm__disposable_adopt(VM *vm, const NativeCall *c, bool is_async)
{
    DisposableObj *s = open_stack(vm, c, is_async);
    if (!s || !push_function(vm, s, c->args[1], c->args[0], true))
        return VALUE_THROWN;
    return c->args[0];
}

Value cm__disposable_defer(VM *vm, const NativeCall *c, bool is_async)
{
    DisposableObj *s = open_stack(vm, c, is_async);
    if (!s || !push_function(vm, s, c->args[0], VALUE_UNDEFINED, false))
        return VALUE_THROWN;
    return VALUE_UNDEFINED;
}

Value cm__disposable_move(VM *vm, const NativeCall *c, bool is_async)
{
    const Realm *r = vm->realm;
    DisposableObj *s = open_stack(vm, c, is_async);
    if (!s)
        return VALUE_THROWN;
    DisposableObj *to = stack_new(
        vm, is_async ? r->shape_async_disposable : r->shape_disposable,
        is_async);
    if (!to)
        return VALUE_THROWN;
    to->list = cm__disposable_take(s);
    return value_from_obj(to);
}

Value cm__disposable_take(DisposableObj *s)
{
    Value list = s->list;
    s->list = VALUE_UNDEFINED;
    s->is_disposed = true;
    return list;
}

Step cm__disposal_call(VM *vm, NativeFrame *f, const Disposal *d)
{
    if (d->is_argument)
        return native_call(vm, f, d->method, VALUE_UNDEFINED, 1, &d->value);
    return native_call(vm, f, d->method, d->value, 0, NULL);
}

/* ---- dispose() ---- */

enum {
    R_LIST,
    R_ERROR, /* VALUE_ABSENT: none so far */
    DISPOSE_REGS
};

enum {
    PC_START,
    PC_CALLED
};

/* A disposer threw f->result. */
static bool keep_error(VM *vm, NativeFrame *f)
{
    Value error = f->result;
    if (f->reg[R_ERROR] != VALUE_ABSENT)
        error = dispose_suppress(vm, error, f->reg[R_ERROR]);
    if (error == VALUE_THROWN)
        return false;
    f->reg[R_ERROR] = error;
    f->threw = false;
    return true;
}

static Step stack_dispose(VM *vm, NativeFrame *f)
{
    if (f->pc == PC_START) {
        DisposableObj *s = this_stack(vm, &f->call, false);
        if (!s)
            return STEP_THROW;
        f->reg[R_LIST] = cm__disposable_take(s);
        f->reg[R_ERROR] = VALUE_ABSENT;
    }
    if (!vm_charge(vm, 1) || (f->threw && !keep_error(vm, f)))
        return STEP_THROW;
    /* from here on nothing can be refused */
    Disposal d = dispose_next(f->reg[R_LIST], false);
    if (d.kind != DISPOSE_DONE) {
        f->pc = PC_CALLED;
        return cm__disposal_call(vm, f, &d);
    }
    if (f->reg[R_ERROR] == VALUE_ABSENT)
        return native_return(f, VALUE_UNDEFINED);
    throw_value(vm, f->reg[R_ERROR]);
    return STEP_THROW;
}

/* ---- rows ---- */

static Value stack_construct(VM *vm, NativeCall *c)
{
    return cm__disposable_construct(vm, c, false);
}

static Value stack_disposed(VM *vm, NativeCall *c)
{
    return cm__disposable_disposed(vm, c, false);
}

static Value stack_use(VM *vm, NativeCall *c)
{
    return cm__disposable_use(vm, c, false);
}

static Value stack_adopt(VM *vm, NativeCall *c)
{
    return cm__disposable_adopt(vm, c, false);
}

static Value stack_defer(VM *vm, NativeCall *c)
{
    return cm__disposable_defer(vm, c, false);
}

static Value stack_move(VM *vm, NativeCall *c)
{
    return cm__disposable_move(vm, c, false);
}

static const NativeSpec stack_spec = { .name = "DisposableStack",
                                       .fn = stack_construct,
                                       .flags =
                                           NATIVE_CTOR | NATIVE_CTOR_ONLY };

static const NativeSpec stack_methods[] = {
    { .name = "disposed", .fn = stack_disposed, .flags = NATIVE_GETTER },
    { .name = "dispose",
      .step = stack_dispose,
      .n_regs = DISPOSE_REGS,
      .flags = NATIVE_CATCHES },
    { .name = "use", .fn = stack_use, .length = 1, .min_args = 1 },
    { .name = "adopt", .fn = stack_adopt, .length = 2, .min_args = 2 },
    { .name = "defer", .fn = stack_defer, .length = 1, .min_args = 1 },
    { .name = "move", .fn = stack_move },
};

/* ---- Iterator.prototype[Symbol.dispose] ---- */

static Step iterator_dispose(VM *vm, NativeFrame *f)
{
    if (f->pc == PC_CALLED)
        return native_return(f, VALUE_UNDEFINED);
    Value method = get_method(vm, f->call.this_val, vm->realm->name.return_);
    if (method == VALUE_THROWN || method == VALUE_UNDEFINED)
        return native_return(f, method);
    f->pc = PC_CALLED;
    return native_call(vm, f, method, f->call.this_val, 0, NULL);
}

static const NativeSpec iterator_row = { .name = "@@dispose",
                                         .step = iterator_dispose };

void js_install_disposable(RealmBuilder *b)
{
    Realm *r = b->realm;
    realm_ctor(b, &stack_spec, r->disposable_proto, NULL);
    realm_functions(b, r->disposable_proto, stack_methods,
                    CM_ARRAY_LEN(stack_methods));
    realm_alias_symbol(b, r->disposable_proto, r->symbol.dispose, "dispose");
    realm_tag(b, r->disposable_proto, "DisposableStack");
    realm_functions(b, r->iterator_proto, &iterator_row, 1);
    cm__install_async_disposable(b);
}
