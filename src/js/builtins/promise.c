/* SPDX-License-Identifier: MIT */
/* Promise; ECMA-262 27.2.3 to 27.2.5. The combinators are in
 * promise_combinators.c, states and jobs in engine/promise.c and engine/jobs.c.
 *
 * Each function has a direct way for the intrinsic constructor and plain
 * promises, which makes no resolving functions, and the way of the standard for
 * subclasses and overridden methods. */
#include "js/builtins/promise_internal.h"

#include "engine/convert.h"
#include "engine/property.h"
#include "js/builtins/collection.h"

#define R_CAP  0 /* three registers */
#define R_MORE 3

void promise_abandon(VM *vm, Promise *p)
{
    if (p->counted) {
        p->counted = 0;
        vm->promises_pending--;
    }
}

static Promise *promise_at(Value v)
{
    return value_ptr(v);
}

/* ---- capabilities ---- */

/* GetCapabilitiesExecutor: keeps the functions in its own two data values. */
static Value executor_call(VM *vm, NativeCall *c)
{
    Native *self = value_ptr(c->callee);
    if (!value_is_undefined(self->data[0]) ||
        !value_is_undefined(self->data[1]))
        return throw_type(vm, "Promise executor has already been invoked");
    self->data[0] = c->args[0];
    self->data[1] = c->args[1];
    return VALUE_UNDEFINED;
}

static const NativeSpec executor_spec = { .fn = executor_call,
                                          .length = 2,
                                          .min_args = 2 };

CapResult cap_open(VM *vm, NativeFrame *f, uint32_t r, Value ctor, bool counted)
{
    if (ctor == value_from_obj(vm->realm->promise_ctor)) {
        Promise *p = promise_new(vm, counted);
        if (!p)
            return CAP_THROWN;
        f->reg[r] = value_from_obj(p);
        f->reg[r + 1] = f->reg[r + 2] = VALUE_ABSENT;
        return CAP_READY;
    }
    if (!value_is_constructor(ctor)) {
        throw_type(vm, "Promise function called on a value that is no "
                       "constructor");
        return CAP_THROWN;
    }
    Native *executor =
        native_new(vm, &executor_spec, VALUE_UNDEFINED, VALUE_UNDEFINED);
    if (!executor)
        return CAP_THROWN;
    f->reg[r + 1] = value_from_obj(executor);
    native_construct(vm, f, ctor, 1, &f->reg[r + 1]);
    return CAP_CALL;
}

bool cap_opened(VM *vm, NativeFrame *f, uint32_t r)
{
    const Native *executor = value_ptr(f->reg[r + 1]);
    /* an entry that ran out of memory further on is made again */
    if (!value_is_class(f->reg[r + 1], CLASS_NATIVE) ||
        executor->spec != &executor_spec)
        return true;
    if (!value_is_callable(executor->data[0]) ||
        !value_is_callable(executor->data[1])) {
        throw_type(vm, "Promise resolve or reject function is not callable");
        return false;
    }
    f->reg[r] = f->result;
    f->reg[r + 1] = executor->data[0];
    f->reg[r + 2] = executor->data[1];
    return true;
}

Step cap_settle(VM *vm, NativeFrame *f, uint32_t r, bool reject, Value v)
{
    if (!cap_is_native(f, r))
        return native_call(vm, f, f->reg[reject ? r + 2 : r + 1],
                           VALUE_UNDEFINED, 1, &v);
    Promise *p = promise_at(f->reg[r]);
    bool done = reject ? promise_reject(vm, p, v) : promise_resolve(vm, p, v);
    return done ? STEP_RETURN : STEP_THROW;
}

/* SpeciesConstructor(v, %Promise%). */
static Value species_of(VM *vm, Value v)
{
    Value standard = value_from_obj(vm->realm->promise_ctor);
    if (promise_is_plain(vm, v))
        return standard;
    Value ctor = get_prop(vm, v, vm->realm->name.constructor);
    if (ctor == VALUE_THROWN || ctor == standard)
        return ctor;
    if (value_is_undefined(ctor))
        return standard;
    if (!value_is_object(ctor))
        return throw_type(vm, "'constructor' of the promise is no object");
    Value species =
        get_prop(vm, ctor, value_from_symbol(vm->realm->symbol.species));
    if (species == VALUE_THROWN || value_is_constructor(species))
        return species;
    if (value_is_nullish(species))
        return standard;
    return throw_type(vm, "Symbol.species of the promise's constructor is no "
                          "constructor");
}

/* ---- the constructor (27.2.3.1) ---- */

enum {
    NEW_START,
    NEW_EXECUTED,
    NEW_REJECTED
};

static Step promise_construct(VM *vm, NativeFrame *f)
{
    Value *reg = f->reg; /* promise, resolve, reject */
    if (f->pc == NEW_EXECUTED && f->threw) {
        Value reason = f->result;
        f->threw = false;
        f->pc = NEW_REJECTED;
        return native_call(vm, f, reg[2], VALUE_UNDEFINED, 1, &reason);
    }
    if (f->threw)
        return step_rethrow(vm, f);
    if (f->pc != NEW_START)
        return native_return(f, reg[0]);
    if (!value_is_callable(f->call.args[0]))
        return step_not_callable(vm, f->call.args[0]);
    Shape *shape = ctor_shape(vm, &f->call, vm->realm->shape_promise,
                              vm->realm->promise_proto);
    Promise *p = shape ? promise_new(vm, true) : NULL;
    if (!p)
        return STEP_THROW;
    p->obj.shape = shape;
    if (!promise_resolvers(vm, p, &reg[1], &reg[2])) {
        promise_abandon(vm, p);
        return STEP_THROW;
    }
    reg[0] = value_from_obj(p);
    f->pc = NEW_EXECUTED;
    return native_call(vm, f, f->call.args[0], VALUE_UNDEFINED, 2, &reg[1]);
}

/* ---- then, catch (27.2.5.4, 27.2.5.1) ---- */

/* then on a plain promise; VALUE_THROWN or the derived promise. */
static Value then_plain(VM *vm, Value promise, Value on_fulfilled,
                        Value on_rejected)
{
    Promise *derived = promise_new(vm, true);
    if (!derived)
        return VALUE_THROWN;
    if (promise_then(vm, promise_at(promise), on_fulfilled, on_rejected,
                     derived))
        return value_from_obj(derived);
    promise_abandon(vm, derived);
    return VALUE_THROWN;
}

static Step attach_capability(VM *vm, NativeFrame *f)
{
    const Value *args = f->call.args;
    Array *cap = array_from_values(vm, &f->reg[R_CAP], 3);
    if (!cap || !promise_then_capability(vm, promise_at(f->call.this_val),
                                         args[0], args[1], value_from_obj(cap)))
        return STEP_THROW;
    return native_return(f, f->reg[R_CAP]);
}

static Step promise_then_method(VM *vm, NativeFrame *f)
{
    const Value *args = f->call.args;
    Value self = f->call.this_val;
    if (f->pc == 1)
        return cap_opened(vm, f, R_CAP) ? attach_capability(vm, f) : STEP_THROW;
    if (!value_is_class(self, CLASS_PROMISE)) {
        throw_type(vm, "Promise.prototype.then called on a value that is no "
                       "promise");
        return STEP_THROW;
    }
    Value ctor = species_of(vm, self);
    if (ctor == VALUE_THROWN)
        return STEP_THROW;
    if (ctor == value_from_obj(vm->realm->promise_ctor))
        return native_return(f, then_plain(vm, self, args[0], args[1]));
    if (cap_open(vm, f, R_CAP, ctor, true) != CAP_CALL)
        return STEP_THROW;
    f->pc = 1;
    return STEP_CALL;
}

/* Invoke(v, "then", a, b). */
static Step invoke_then(VM *vm, NativeFrame *f, Value v, uint32_t argc,
                        const Value *args)
{
    Value then = get_prop(vm, v, vm->realm->name.then);
    if (then == VALUE_THROWN)
        return STEP_THROW;
    if (!value_is_callable(then)) {
        throw_type(vm, "'then' of the value is not a function");
        return STEP_THROW;
    }
    return native_call(vm, f, then, v, argc, args);
}

static Step promise_catch(VM *vm, NativeFrame *f)
{
    Value handlers[2] = { VALUE_UNDEFINED, f->call.args[0] };
    Value self = f->call.this_val;
    if (f->pc == 1)
        return native_return(f, f->result);
    if (promise_is_plain(vm, self))
        return native_return(f, then_plain(vm, self, handlers[0], handlers[1]));
    f->pc = 1;
    return invoke_then(vm, f, self, 2, handlers);
}

/* ---- finally (27.2.5.3) ---- */

static Value value_thunk(VM *vm, NativeCall *c)
{
    (void)vm;
    return ((Native *)value_ptr(c->callee))->data[0];
}

static Value value_thrower(VM *vm, NativeCall *c)
{
    return throw_value(vm, ((Native *)value_ptr(c->callee))->data[0]);
}

static const NativeSpec thunk_spec = { .fn = value_thunk };
static const NativeSpec thrower_spec = { .fn = value_thrower };

enum {
    FIN_START,
    FIN_CALLED,
    FIN_OPENED,
    FIN_SETTLED,
    FIN_CHAINED
};

#define R_INNER      R_MORE /* the promise for the callback's result */
#define FINALLY_REGS 4

/* PromiseResolve(C, result) of the callback into R_INNER. STEP_RETURN when
 * done. */
static Step finally_inner(VM *vm, NativeFrame *f, Value ctor)
{
    if (ctor == value_from_obj(vm->realm->promise_ctor)) {
        Promise *p = promise_of(vm, f->result);
        if (!p)
            return STEP_THROW;
        f->reg[R_INNER] = value_from_obj(p);
        return STEP_RETURN;
    }
    if (value_is_class(f->result, CLASS_PROMISE)) {
        Value own = get_prop(vm, f->result, vm->realm->name.constructor);
        if (own == VALUE_THROWN)
            return STEP_THROW;
        if (own == ctor) {
            f->reg[R_INNER] = f->result;
            return STEP_RETURN;
        }
    }
    /* the result waits in the promise's place while the constructor runs */
    f->reg[R_CAP] = f->result;
    if (cap_open(vm, f, R_CAP, ctor, true) != CAP_CALL)
        return STEP_THROW;
    f->pc = FIN_OPENED;
    return STEP_CALL;
}

/* inner.then(thunk): the outcome passes through once inner is fulfilled. */
static Step finally_chain(VM *vm, NativeFrame *f, const NativeSpec *thunk_row)
{
    Value inner = f->reg[R_INNER];
    Native *thunk = native_new(vm, thunk_row, f->call.args[0], VALUE_UNDEFINED);
    if (!thunk)
        return STEP_THROW;
    Value fn = value_from_obj(thunk);
    f->pc = FIN_CHAINED;
    if (!promise_is_plain(vm, inner))
        return invoke_then(vm, f, inner, 1, &fn);
    Promise *derived = promise_new_internal(vm);
    if (!derived ||
        !promise_then(vm, promise_at(inner), fn, VALUE_UNDEFINED, derived))
        return STEP_THROW;
    return native_return(f, value_from_obj(derived));
}

/* Both handlers of finally; data: the callback, the constructor. */
static Step finally_handler(VM *vm, NativeFrame *f, const NativeSpec *thunk_row)
{
    const Native *self = value_ptr(f->call.callee);
    Step s;
    switch (f->pc) {
    case FIN_START:
        f->pc = FIN_CALLED;
        return native_call(vm, f, self->data[0], VALUE_UNDEFINED, 0, NULL);
    case FIN_CALLED:
        if (!value_is_object(f->reg[R_INNER])) {
            s = finally_inner(vm, f, self->data[1]);
            if (s != STEP_RETURN)
                return s;
        }
        return finally_chain(vm, f, thunk_row);
    case FIN_OPENED: {
        Value result = f->reg[R_CAP];
        if (!cap_opened(vm, f, R_CAP))
            return STEP_THROW;
        f->reg[R_INNER] = f->reg[R_CAP];
        f->pc = FIN_SETTLED;
        return cap_settle(vm, f, R_CAP, false, result);
    }
    case FIN_SETTLED:
        return finally_chain(vm, f, thunk_row);
    default:
        return native_return(f, f->result);
    }
}

static Step then_finally(VM *vm, NativeFrame *f)
{
    return finally_handler(vm, f, &thunk_spec);
}

static Step catch_finally(VM *vm, NativeFrame *f)
{
    return finally_handler(vm, f, &thrower_spec);
}

static const NativeSpec then_finally_spec = {
    .step = then_finally, .length = 1, .min_args = 1, .n_regs = FINALLY_REGS
};
static const NativeSpec catch_finally_spec = {
    .step = catch_finally, .length = 1, .min_args = 1, .n_regs = FINALLY_REGS
};

static Step promise_finally(VM *vm, NativeFrame *f)
{
    Value self = f->call.this_val;
    Value callback = f->call.args[0];
    Value handlers[2] = { callback, callback };
    if (f->pc == 1)
        return native_return(f, f->result);
    if (!value_is_object(self)) {
        throw_type(vm, "Promise.prototype.finally called on a value that is "
                       "no object");
        return STEP_THROW;
    }
    Value ctor = species_of(vm, self);
    if (ctor == VALUE_THROWN)
        return STEP_THROW;
    if (value_is_callable(callback)) {
        Native *t = native_new(vm, &then_finally_spec, callback, ctor);
        Native *c =
            t ? native_new(vm, &catch_finally_spec, callback, ctor) : NULL;
        if (!c)
            return STEP_THROW;
        handlers[0] = value_from_obj(t);
        handlers[1] = value_from_obj(c);
    }
    if (promise_is_plain(vm, self))
        return native_return(f, then_plain(vm, self, handlers[0], handlers[1]));
    f->pc = 1;
    return invoke_then(vm, f, self, 2, handlers);
}

/* ---- resolve, reject, try, withResolvers (27.2.4) ---- */

static Step step_no_object(VM *vm, const char *method)
{
    throw_type(vm, "Promise.%s called on a value that is no object", method);
    return STEP_THROW;
}

enum {
    CAP_START,
    CAP_MADE,
    CAP_SETTLED
};

/* resolve and reject: a new capability, settled at once. */
static Step make_settled(VM *vm, NativeFrame *f, bool reject)
{
    Value v = f->call.args[0];
    if (f->pc == CAP_SETTLED)
        return native_return(f, f->reg[R_CAP]);
    if (f->pc == CAP_START) {
        /* only a thenable leaves it pending */
        bool counted = !reject && value_is_object(v);
        CapResult r = cap_open(vm, f, R_CAP, f->call.this_val, counted);
        f->pc = CAP_MADE;
        if (r != CAP_READY)
            return r == CAP_CALL ? STEP_CALL : STEP_THROW;
    } else if (!cap_opened(vm, f, R_CAP)) {
        return STEP_THROW;
    }
    f->pc = CAP_SETTLED;
    Step s = cap_settle(vm, f, R_CAP, reject, v);
    if (s == STEP_RETURN)
        return native_return(f, f->reg[R_CAP]);
    if (s == STEP_THROW && cap_is_native(f, R_CAP))
        promise_abandon(vm, promise_at(f->reg[R_CAP]));
    return s;
}

static Step promise_resolve_static(VM *vm, NativeFrame *f)
{
    Value v = f->call.args[0], ctor = f->call.this_val;
    if (f->pc == CAP_START) {
        if (!value_is_object(ctor))
            return step_no_object(vm, "resolve");
        if (value_is_class(v, CLASS_PROMISE)) {
            Value own = get_prop(vm, v, vm->realm->name.constructor);
            if (own == VALUE_THROWN)
                return STEP_THROW;
            if (own == ctor)
                return native_return(f, v);
        }
    }
    return make_settled(vm, f, false);
}

static Step promise_reject_static(VM *vm, NativeFrame *f)
{
    if (f->pc == CAP_START && !value_is_object(f->call.this_val))
        return step_no_object(vm, "reject");
    return make_settled(vm, f, true);
}

enum {
    TRY_START,
    TRY_MADE,
    TRY_CALLED,
    TRY_SETTLED
};

/* The callback with the arguments behind it. */
static Step try_call(VM *vm, NativeFrame *f)
{
    uint32_t argc = f->call.argc > 1 ? f->call.argc - 1 : 0;
    f->pc = TRY_CALLED;
    if (argc <= NATIVE_CALL_MAX)
        return native_call(vm, f, f->call.args[0], VALUE_UNDEFINED, argc,
                           f->call.args + 1);
    Array *args = array_from_values(vm, f->call.args + 1, argc);
    if (!args)
        return STEP_THROW;
    return native_call_array(vm, f, f->call.args[0], VALUE_UNDEFINED, args,
                             false);
}

static Step promise_try(VM *vm, NativeFrame *f)
{
    if (f->threw && f->pc != TRY_CALLED)
        return step_rethrow(vm, f);
    switch (f->pc) {
    case TRY_START: {
        if (!value_is_object(f->call.this_val))
            return step_no_object(vm, "try");
        CapResult r = cap_open(vm, f, R_CAP, f->call.this_val, true);
        f->pc = TRY_MADE;
        if (r != CAP_READY)
            return r == CAP_CALL ? STEP_CALL : STEP_THROW;
        Step s = try_call(vm, f);
        if (s == STEP_THROW)
            promise_abandon(vm, promise_at(f->reg[R_CAP]));
        return s;
    }
    case TRY_MADE:
        return cap_opened(vm, f, R_CAP) ? try_call(vm, f) : STEP_THROW;
    case TRY_CALLED: {
        bool threw = f->threw;
        f->threw = false;
        f->pc = TRY_SETTLED;
        Step s = cap_settle(vm, f, R_CAP, threw, f->result);
        return s == STEP_RETURN ? native_return(f, f->reg[R_CAP]) : s;
    }
    default:
        return native_return(f, f->reg[R_CAP]);
    }
}

static Step promise_with_resolvers(VM *vm, NativeFrame *f)
{
    const Realm *realm = vm->realm;
    Value *reg = &f->reg[R_CAP];
    if (f->pc == CAP_START) {
        CapResult r = cap_open(vm, f, R_CAP, f->call.this_val, true);
        f->pc = CAP_MADE;
        if (r != CAP_READY)
            return r == CAP_CALL ? STEP_CALL : STEP_THROW;
    } else if (!cap_opened(vm, f, R_CAP)) {
        return STEP_THROW;
    }
    bool is_native = cap_is_native(f, R_CAP);
    Obj *o = obj_new_plain(vm);
    if (!o ||
        (is_native &&
         !promise_resolvers(vm, promise_at(reg[0]), &reg[1], &reg[2])) ||
        !obj_put(vm, o, realm->name.promise, reg[0]) ||
        !obj_put(vm, o, realm->name.resolve, reg[1]) ||
        !obj_put(vm, o, realm->name.reject, reg[2])) {
        if (is_native)
            promise_abandon(vm, promise_at(reg[0]));
        return STEP_THROW;
    }
    return native_return(f, value_from_obj(o));
}

/* ---- registration ---- */

static const NativeSpec promise_spec = { .name = "Promise",
                                         .step = promise_construct,
                                         .length = 1,
                                         .min_args = 1,
                                         .n_regs = 3,
                                         .flags = NATIVE_CTOR |
                                                  NATIVE_CTOR_ONLY |
                                                  NATIVE_CATCHES };

static const NativeSpec promise_statics[] = {
    { .name = "resolve",
      .step = promise_resolve_static,
      .length = 1,
      .min_args = 1,
      .n_regs = R_MORE },
    { .name = "reject",
      .step = promise_reject_static,
      .length = 1,
      .min_args = 1,
      .n_regs = R_MORE },
    { .name = "try",
      .step = promise_try,
      .length = 1,
      .min_args = 1,
      .n_regs = R_MORE,
      .flags = NATIVE_CATCHES },
    { .name = "withResolvers",
      .step = promise_with_resolvers,
      .n_regs = R_MORE },
    { .name = "@@species", .fn = species_getter, .flags = NATIVE_GETTER },
};

static const NativeSpec promise_methods[] = {
    { .name = "then",
      .step = promise_then_method,
      .length = 2,
      .min_args = 2,
      .n_regs = R_MORE },
    { .name = "catch", .step = promise_catch, .length = 1, .min_args = 1 },
    { .name = "finally", .step = promise_finally, .length = 1, .min_args = 1 },
};

void js_install_promise(RealmBuilder *b)
{
    Realm *r = b->realm;
    Obj *ctor = realm_ctor(b, &promise_spec, r->promise_proto, NULL);
    r->promise_ctor = ctor;
    realm_functions(b, ctor, promise_statics, CM_ARRAY_LEN(promise_statics));
    cm__install_promise_combinators(b, ctor);
    realm_functions(b, r->promise_proto, promise_methods,
                    CM_ARRAY_LEN(promise_methods));
    realm_tag(b, r->promise_proto, "Promise");
}
