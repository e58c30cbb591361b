/* SPDX-License-Identifier: MIT */
/* AsyncDisposableStack and [Symbol.asyncDispose] of async iterators; ECMA-262
 * 27.4 and 27.1.5 of 2026.
 *
 * disposeAsync behaves like an async function. Its variables lie in a row (the
 * state), and it runs in pieces: as the method itself up to the first await,
 * then in the reactions to what was awaited, each a stepping native with the
 * same loop. S_PHASE says what comes next; it changes together with the row
 * after the last allocation of a phase, so a piece that was refused memory goes
 * on where it stopped. */
#include "js/builtins/disposable_internal.h"

#include "engine/property.h"
#include "js/builtins/promise_internal.h"

enum {
    S_PROMISE, /* the result */
    S_LIST,
    S_PHASE,
    S_KIND,    /* DisposeKind of the resource in hand */
    S_VALUE,   /* AWAIT: what; FAIL: the error */
    S_LATER,   /* an error that comes after the await, or VALUE_ABSENT */
    S_AWAITED, /* something was awaited since the last resource */
    S_ERROR,   /* of the disposers so far, or VALUE_ABSENT */
    S_ON_FULFILLED,
    S_ON_REJECTED,
    N_STATE
};

typedef enum Phase {
    PHASE_NEXT,
    PHASE_CALLED,
    PHASE_AWAIT,
    PHASE_WAITING,
    PHASE_FAIL,
    PHASE_FINISH
} Phase;

enum {
    PC_START,
    PC_CALLED
};

#define R_STATE 0

static Value *fields(Value state)
{
    return ((ValuesCell *)value_ptr(state))->v;
}

static void set_phase(Value *s, Phase phase)
{
    s[S_PHASE] = value_int(phase);
}

/* ---- the loop ---- */

/* Attaches the reactions. False when refused. */
static bool await_value(VM *vm, Value *s)
{
    Promise *p = promise_of(vm, s[S_VALUE]);
    if (!p && vm->exception != VALUE_ABSENT) {
        s[S_VALUE] = vm->exception;
        vm->exception = VALUE_ABSENT;
        set_phase(s, PHASE_FAIL);
        return true;
    }
    if (!p || !promise_then(vm, p, s[S_ON_FULFILLED], s[S_ON_REJECTED], NULL))
        return false;
    set_phase(s, PHASE_WAITING);
    return true;
}

static bool keep_error(VM *vm, Value *s)
{
    Value error = s[S_VALUE];
    if (s[S_ERROR] != VALUE_ABSENT)
        error = dispose_suppress(vm, error, s[S_ERROR]);
    if (error == VALUE_THROWN)
        return false;
    s[S_ERROR] = error;
    set_phase(s, PHASE_NEXT);
    return true;
}

/* Takes the next resource. True when its disposer has to be called. */
static bool take_next(Value *s, Disposal *ret)
{
    *ret = dispose_next(s[S_LIST], s[S_AWAITED] == VALUE_TRUE);
    s[S_AWAITED] = VALUE_FALSE;
    s[S_KIND] = value_int((int32_t)ret->kind);
    s[S_VALUE] = VALUE_UNDEFINED;
    if (ret->kind == DISPOSE_DONE)
        set_phase(s, PHASE_FINISH);
    else
        set_phase(s, ret->kind == DISPOSE_WAIT ? PHASE_AWAIT : PHASE_CALLED);
    return value_to_int(s[S_PHASE]) == PHASE_CALLED;
}

static bool finish(VM *vm, const Value *s)
{
    Promise *p = value_ptr(s[S_PROMISE]);
    if (s[S_ERROR] != VALUE_ABSENT)
        return promise_reject(vm, p, s[S_ERROR]);
    return promise_resolve(vm, p, VALUE_UNDEFINED);
}

/* Goes on until a disposer has to be called, something is awaited, or all is
 * done. */
static Step run(VM *vm, NativeFrame *f, Value state, Value result)
{
    Value *s = fields(state);
    Disposal d;
    f->threw = false;
    for (;;) {
        if (!vm_charge(vm, 1))
            return STEP_THROW;
        switch ((Phase)value_to_int(s[S_PHASE])) {
        case PHASE_NEXT:
            if (take_next(s, &d)) {
                f->pc = PC_CALLED;
                return cm__disposal_call(vm, f, &d);
            }
            break;
        case PHASE_AWAIT:
            if (!await_value(vm, s))
                return STEP_THROW;
            break;
        case PHASE_FAIL:
            if (!keep_error(vm, s))
                return STEP_THROW;
            break;
        case PHASE_FINISH:
            if (!finish(vm, s))
                return STEP_THROW;
            return native_return(f, result);
        case PHASE_WAITING:
        case PHASE_CALLED: /* never: `called` left it */
            return native_return(f, result);
        }
    }
}

/* The disposer returned or threw. The error of a synchronous one is a rejection
 * and waits for its turn. */
static void called(const NativeFrame *f, Value *s)
{
    bool is_sync = s[S_KIND] == value_int(DISPOSE_ASYNC_OF_SYNC);
    if (value_to_int(s[S_PHASE]) != PHASE_CALLED)
        return; /* a piece that is run again */
    if (is_sync && f->threw)
        s[S_LATER] = f->result;
    else if (!is_sync)
        s[S_VALUE] = f->result;
    set_phase(s, f->threw && !is_sync ? PHASE_FAIL : PHASE_AWAIT);
}

static Step react(VM *vm, NativeFrame *f, bool rejected)
{
    Value state = ((const Native *)value_ptr(f->call.callee))->data[0];
    Value *s = fields(state);
    if (f->pc == PC_CALLED) {
        called(f, s);
    } else if (value_to_int(s[S_PHASE]) == PHASE_WAITING) {
        Value error = rejected ? f->call.args[0] : s[S_LATER];
        s[S_AWAITED] = value_bool(s[S_KIND] != value_int(DISPOSE_WAIT));
        s[S_LATER] = VALUE_ABSENT;
        s[S_VALUE] = error;
        set_phase(s, error == VALUE_ABSENT ? PHASE_NEXT : PHASE_FAIL);
    }
    return run(vm, f, state, VALUE_UNDEFINED);
}

static Step react_fulfilled(VM *vm, NativeFrame *f)
{
    return react(vm, f, false);
}

static Step react_rejected(VM *vm, NativeFrame *f)
{
    return react(vm, f, true);
}

static const NativeSpec fulfilled_spec = {
    .step = react_fulfilled, .length = 1, .min_args = 1, .flags = NATIVE_CATCHES
};
static const NativeSpec rejected_spec = {
    .step = react_rejected, .length = 1, .min_args = 1, .flags = NATIVE_CATCHES
};

/* ---- disposeAsync ---- */

/* A promise that is settled at once: with the parked exception, or undefined.
 * VALUE_THROWN when refused. */
static Value settled(VM *vm, bool rejects)
{
    Value reason = vm->exception;
    vm->exception = VALUE_ABSENT;
    Promise *p = promise_new(vm, true);
    if (!p)
        return VALUE_THROWN;
    if (rejects ? promise_reject(vm, p, reason)
                : promise_resolve(vm, p, VALUE_UNDEFINED))
        return value_from_obj(p);
    promise_abandon(vm, p);
    return VALUE_THROWN;
}

/* VALUE_THROWN when refused; then the stack is as before. */
static Value new_state(VM *vm)
{
    ValuesCell *row = heap_values_new(&vm->heap, N_STATE);
    if (!row)
        return VALUE_THROWN;
    Value state = value_from_cell(row);
    Native *yes = native_new(vm, &fulfilled_spec, state, VALUE_UNDEFINED);
    Native *no =
        yes ? native_new(vm, &rejected_spec, state, VALUE_UNDEFINED) : NULL;
    Promise *p = no ? promise_new(vm, true) : NULL;
    if (!p)
        return VALUE_THROWN;
    for (uint32_t i = 0; i < N_STATE; i++)
        row->v[i] = VALUE_UNDEFINED;
    row->n = N_STATE;
    row->v[S_PROMISE] = value_from_obj(p);
    row->v[S_LATER] = row->v[S_ERROR] = VALUE_ABSENT;
    row->v[S_ON_FULFILLED] = value_from_obj(yes);
    row->v[S_ON_REJECTED] = value_from_obj(no);
    set_phase(row->v, PHASE_NEXT);
    return state;
}

static Step stack_dispose_async(VM *vm, NativeFrame *f)
{
    Value *state = &f->reg[R_STATE];
    if (f->pc == PC_START && *state == VALUE_UNDEFINED) {
        DisposableObj *s = cm__disposable_of(f->call.this_val, true);
        if (!s) {
            throw_type(vm, "disposeAsync was called on something that is not "
                           "an AsyncDisposableStack");
            return vm->exception == VALUE_ABSENT
                       ? STEP_THROW
                       : native_return(f, settled(vm, true));
        }
        if (s->is_disposed)
            return native_return(f, settled(vm, false));
        Value fresh = new_state(vm);
        if (fresh == VALUE_THROWN)
            return STEP_THROW;
        fields(fresh)[S_LIST] = cm__disposable_take(s);
        *state = fresh;
    } else if (f->pc == PC_CALLED) {
        called(f, fields(*state));
    }
    return run(vm, f, *state, fields(*state)[S_PROMISE]);
}

/* ---- async iterators ---- */

static Value unwrap(VM *vm, NativeCall *c)
{
    (void)vm;
    (void)c;
    return VALUE_UNDEFINED;
}

static const NativeSpec unwrap_spec = { .fn = unwrap, .length = 1 };

/* Rejects the promise with what is parked. */
static Step reject_parked(VM *vm, NativeFrame *f, Promise *p)
{
    if (vm->exception == VALUE_ABSENT || !promise_reject_parked(vm, p))
        return STEP_THROW;
    return native_return(f, value_from_obj(p));
}

/* return() gave f->result: the promise follows it, without its value. */
static Step follow_result(VM *vm, NativeFrame *f, Promise *p)
{
    Promise *from = promise_of(vm, f->result);
    if (!from)
        return reject_parked(vm, f, p);
    Native *fn = native_new(vm, &unwrap_spec, VALUE_UNDEFINED, VALUE_UNDEFINED);
    if (!fn || !promise_then(vm, from, value_from_obj(fn), VALUE_UNDEFINED, p))
        return STEP_THROW;
    return native_return(f, value_from_obj(p));
}

static Step iterator_dispose_async(VM *vm, NativeFrame *f)
{
    Value self = f->call.this_val;
    if (f->pc == PC_START && f->reg[0] == VALUE_UNDEFINED) {
        Promise *fresh = promise_new(vm, true);
        if (!fresh)
            return STEP_THROW;
        f->reg[0] = value_from_obj(fresh);
    }
    Promise *p = value_ptr(f->reg[0]);
    if (f->threw) {
        f->threw = false;
        throw_value(vm, f->result);
        return reject_parked(vm, f, p);
    }
    if (f->pc == PC_CALLED)
        return follow_result(vm, f, p);
    Value method = get_method(vm, self, vm->realm->name.return_);
    if (method == VALUE_THROWN)
        return reject_parked(vm, f, p);
    if (method == VALUE_UNDEFINED)
        return promise_resolve(vm, p, VALUE_UNDEFINED)
                   ? native_return(f, f->reg[0])
                   : STEP_THROW;
    f->pc = PC_CALLED;
    return native_call(vm, f, method, self, 0, NULL);
}

/* ---- rows ---- */

static Value stack_construct(VM *vm, NativeCall *c)
{
    return cm__disposable_construct(vm, c, true);
}

static Value stack_disposed(VM *vm, NativeCall *c)
{
    return cm__disposable_disposed(vm, c, true);
}

static Value stack_use(VM *vm, NativeCall *c)
{
    return cm__disposable_use(vm, c, true);
}

static Value stack_adopt(VM *vm, NativeCall *c)
{
    return cm__disposable_adopt(vm, c, true);
}

static Value stack_defer(VM *vm, NativeCall *c)
{
    return cm__disposable_defer(vm, c, true);
}

static Value stack_move(VM *vm, NativeCall *c)
{
    return cm__disposable_move(vm, c, true);
}

static const NativeSpec stack_spec = { .name = "AsyncDisposableStack",
                                       .fn = stack_construct,
                                       .flags =
                                           NATIVE_CTOR | NATIVE_CTOR_ONLY };

static const NativeSpec stack_methods[] = {
    { .name = "disposed", .fn = stack_disposed, .flags = NATIVE_GETTER },
    { .name = "disposeAsync",
      .step = stack_dispose_async,
      .n_regs = 1,
      .flags = NATIVE_CATCHES },
    { .name = "use", .fn = stack_use, .length = 1, .min_args = 1 },
    { .name = "adopt", .fn = stack_adopt, .length = 2, .min_args = 2 },
    { .name = "defer", .fn = stack_defer, .length = 1, .min_args = 1 },
    { .name = "move", .fn = stack_move },
};

static const NativeSpec iterator_row = { .name = "@@asyncDispose",
                                         .step = iterator_dispose_async,
                                         .n_regs = 1,
                                         .flags = NATIVE_CATCHES };

void cm__install_async_disposable(RealmBuilder *b)
{
    Realm *r = b->realm;
    realm_ctor(b, &stack_spec, r->async_disposable_proto, NULL);
    realm_functions(b, r->async_disposable_proto, stack_methods,
                    CM_ARRAY_LEN(stack_methods));
    realm_alias_symbol(b, r->async_disposable_proto, r->symbol.asyncDispose,
                       "disposeAsync");
    realm_tag(b, r->async_disposable_proto, "AsyncDisposableStack");
    realm_functions(b, r->async_iterator_proto, &iterator_row, 1);
}
