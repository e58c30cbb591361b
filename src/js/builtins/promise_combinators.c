/* SPDX-License-Identifier: MIT */
/* Promise.all, allSettled, any, race; ECMA-262 27.2.4.1 to 27.2.4.5. And
 * allKeyed and allSettledKeyed of the proposal await-dictionary (stage 3),
 * which take the own enumerable properties of an object and give an object of
 * the same keys, without prototype.
 *
 * One walk over the iterable, or over the keys, serves all of them; what they
 * do with a settled element is in note_element. For the intrinsic constructor
 * and plain promises an element is watched by a reaction in C, so neither
 * resolving functions nor derived promises are made; the answer comes in the
 * same turn as in ECMAScript, because a reaction is a job of its own in both.
 * Subclasses and promises with a `then` of their own go the way of the
 * standard, with element functions.
 *
 * Refused memory enters the step again with its frame restored but not its
 * registers. All state of the walk is therefore in registers, R_PHASE included,
 * and every part ends by moving R_PHASE, after its last allocation. */
#include "js/builtins/promise_internal.h"

#include "engine/convert.h"
#include "engine/iterate.h"
#include "engine/meter.h"
#include "engine/property.h"
#include "js/builtins/collection.h"

typedef enum Combinator {
    COMBINE_ALL,
    COMBINE_ALL_SETTLED,
    COMBINE_ANY,
    COMBINE_RACE,
    COMBINE_ALL_KEYED,
    COMBINE_ALL_SETTLED_KEYED
} Combinator;

static const char *const names[] = {
    "Promise.all",  "Promise.allSettled", "Promise.any",
    "Promise.race", "Promise.allKeyed",   "Promise.allSettledKeyed"
};

static bool is_keyed(Combinator kind)
{
    return kind == COMBINE_ALL_KEYED || kind == COMBINE_ALL_SETTLED_KEYED;
}

static bool is_all_settled(Combinator kind)
{
    return kind == COMBINE_ALL_SETTLED || kind == COMBINE_ALL_SETTLED_KEYED;
}

/* What the elements share: a row of values. */
enum {
    ST_PROMISE, /* the capability */
    ST_RESOLVE, /* VALUE_ABSENT: a native promise */
    ST_REJECT,
    ST_VALUES, /* array of results or reasons */
    ST_KEYS,   /* keyed: ValuesCell, the key of each element in front */
    ST_LEFT,   /* elements not yet settled, plus one while the walk goes on */
    ST_KIND,
    ST_LINE, /* place of the call, for AggregateError */
    ST_COLUMN,
    ST_SIZE
};

/* What a settled element means for the whole. */
typedef enum Verdict {
    VERDICT_WAIT,
    VERDICT_RESOLVE,
    VERDICT_REJECT,
    VERDICT_FAILED /* memory refused */
} Verdict;

static uint32_t left_of(const ValuesCell *st)
{
    return (uint32_t)value_to_int(st->v[ST_LEFT]);
}

static void set_left(ValuesCell *st, uint32_t n)
{
    st->v[ST_LEFT] = value_int((int32_t)n);
}

static bool is_native(const ValuesCell *st)
{
    return st->v[ST_RESOLVE] == VALUE_ABSENT;
}

/* { status, value } or { status, reason }. VALUE_THROWN when refused. */
static Value settled_record(VM *vm, bool rejected, Value v)
{
    const Realm *realm = vm->realm;
    Obj *o = obj_new_plain(vm);
    Str *status =
        o ? str_from_ascii(vm, rejected ? "rejected" : "fulfilled") : NULL;
    if (!status ||
        !obj_put(vm, o, realm->name.status, value_from_str(status)) ||
        !obj_put(vm, o, rejected ? realm->name.reason : realm->name.value, v))
        return VALUE_THROWN;
    return value_from_obj(o);
}

static Value aggregate_error(VM *vm, const ValuesCell *st)
{
    Str *text = str_from_ascii(vm, "All promises were rejected");
    ErrorObj *e =
        text ? error_new(vm, ERR_AGGREGATE, value_from_str(text), false) : NULL;
    if (!e || !obj_put_attrs(vm, &e->obj, vm->realm->name.errors,
                             st->v[ST_VALUES], PROP_HIDDEN))
        return VALUE_THROWN;
    e->origin = ORIGIN_ENGINE;
    e->line = (uint32_t)value_to_int(st->v[ST_LINE]);
    e->column = (uint32_t)value_to_int(st->v[ST_COLUMN]);
    return value_from_obj(e);
}

/* CreateKeyedPromiseCombinatorResultObject. VALUE_THROWN when refused. */
static Value keyed_result(VM *vm, const ValuesCell *st)
{
    const Array *values = value_ptr(st->v[ST_VALUES]);
    const ValuesCell *keys = value_ptr(st->v[ST_KEYS]);
    Obj *o = obj_new_proto(vm, NULL);
    if (!o || !vm_charge(vm, values->length))
        return VALUE_THROWN;
    for (uint32_t i = 0; i < values->length; i++)
        if (!obj_put(vm, o, keys->v[i], values->obj.elements.dense->v[i]))
            return VALUE_THROWN;
    return value_from_obj(o);
}

/* All elements are in: the outcome of the whole. */
static Verdict complete(VM *vm, const ValuesCell *st, Value *ret_v)
{
    Combinator kind = (Combinator)value_to_int(st->v[ST_KIND]);
    *ret_v = st->v[ST_VALUES];
    if (kind == COMBINE_ANY)
        *ret_v = aggregate_error(vm, st);
    else if (is_keyed(kind))
        *ret_v = keyed_result(vm, st);
    if (*ret_v == VALUE_THROWN)
        return VERDICT_FAILED;
    return kind == COMBINE_ANY ? VERDICT_REJECT : VERDICT_RESOLVE;
}

/* Notes the outcome of element `index`. The count of what is left is the
 * caller's to lower (*ret_counts) once nothing can fail any more; until then
 * all of this may be done again. */
static Verdict note_element(VM *vm, ValuesCell *st, uint32_t index,
                            bool rejected, Value v, Value *ret_v,
                            bool *ret_counts)
{
    *ret_counts = false;
    *ret_v = v;
    switch ((Combinator)value_to_int(st->v[ST_KIND])) {
    case COMBINE_ALL:
    case COMBINE_ALL_KEYED:
        if (rejected)
            return VERDICT_REJECT;
        break;
    case COMBINE_ANY:
        if (!rejected)
            return VERDICT_RESOLVE;
        break;
    case COMBINE_ALL_SETTLED:
    case COMBINE_ALL_SETTLED_KEYED:
        v = settled_record(vm, rejected, v);
        if (v == VALUE_THROWN)
            return VERDICT_FAILED;
        break;
    case COMBINE_RACE:
        return rejected ? VERDICT_REJECT : VERDICT_RESOLVE;
    }
    Array *values = value_ptr(st->v[ST_VALUES]);
    values->obj.elements.dense->v[index] = v;
    *ret_counts = true;
    return left_of(st) == 1 ? complete(vm, st, ret_v) : VERDICT_WAIT;
}

/* Settles a native result once. */
static bool settle_native(VM *vm, const ValuesCell *st, Verdict verdict,
                          Value v)
{
    Promise *p = value_ptr(st->v[ST_PROMISE]);
    if (verdict == VERDICT_WAIT || p->state != PROMISE_PENDING || p->resolved)
        return true;
    if (verdict == VERDICT_REJECT)
        return promise_reject(vm, p, v);
    if (!promise_resolve(vm, p, v))
        return false;
    p->resolved = 1;
    return true;
}

/* The reaction in C of a plain promise. */
static Value react(VM *vm, Value state, uint32_t index, bool rejected, Value v)
{
    ValuesCell *st = value_ptr(state);
    Value out;
    bool counts;
    Verdict verdict = note_element(vm, st, index, rejected, v, &out, &counts);
    if (verdict == VERDICT_FAILED || !settle_native(vm, st, verdict, out))
        return VALUE_THROWN;
    if (counts)
        set_left(st, left_of(st) - 1);
    return VALUE_UNDEFINED;
}

/* ---- element functions, the general way ---- */

/* What the functions of one element share. */
enum {
    EL_STATE,
    EL_INDEX,
    EL_CALLED,
    EL_SIZE
};

static Step element_settled(VM *vm, NativeFrame *f, bool rejected)
{
    const Native *self = value_ptr(f->call.callee);
    ValuesCell *element = value_ptr(self->data[0]);
    if (f->pc == 1)
        return native_return(f, f->result);
    if (element->v[EL_CALLED] == VALUE_TRUE)
        return native_return(f, VALUE_UNDEFINED);
    ValuesCell *st = value_ptr(element->v[EL_STATE]);
    uint32_t index = (uint32_t)value_to_int(element->v[EL_INDEX]);
    Value out;
    bool counts;
    Verdict verdict =
        note_element(vm, st, index, rejected, f->call.args[0], &out, &counts);
    if (verdict == VERDICT_FAILED ||
        (is_native(st) && !settle_native(vm, st, verdict, out)))
        return STEP_THROW;
    element->v[EL_CALLED] = VALUE_TRUE;
    if (counts)
        set_left(st, left_of(st) - 1);
    if (is_native(st) || verdict == VERDICT_WAIT)
        return native_return(f, VALUE_UNDEFINED);
    f->pc = 1;
    return native_call(
        vm, f, st->v[verdict == VERDICT_REJECT ? ST_REJECT : ST_RESOLVE],
        VALUE_UNDEFINED, 1, &out);
}

static Step element_fulfilled(VM *vm, NativeFrame *f)
{
    return element_settled(vm, f, false);
}

static Step element_rejected(VM *vm, NativeFrame *f)
{
    return element_settled(vm, f, true);
}

static const NativeSpec fulfilled_spec = { .step = element_fulfilled,
                                           .length = 1,
                                           .min_args = 1 };
static const NativeSpec rejected_spec = { .step = element_rejected,
                                          .length = 1,
                                          .min_args = 1 };

static ValuesCell *element_new(VM *vm, Value state, uint32_t index)
{
    ValuesCell *e = heap_values_new(&vm->heap, EL_SIZE);
    if (!e)
        return NULL;
    e->v[EL_STATE] = state;
    e->v[EL_INDEX] = value_int((int32_t)index);
    e->v[EL_CALLED] = VALUE_FALSE;
    e->n = EL_SIZE;
    return e;
}

/* The two handlers of an element. Where the standard hands the capability's own
 * function on (reject of all, resolve of any, both of race) a foreign
 * capability does the same; for a native promise an element function of its own
 * has the same effect, since only the first settling counts. */
static bool element_handlers(VM *vm, Value state, uint32_t index,
                             Value ret_fns[2])
{
    const ValuesCell *st = value_ptr(state);
    Combinator kind = (Combinator)value_to_int(st->v[ST_KIND]);
    bool own_resolve = kind != COMBINE_ANY && kind != COMBINE_RACE;
    bool own_reject = kind == COMBINE_ANY || is_all_settled(kind);
    ValuesCell *a = element_new(vm, state, index);
    ValuesCell *b = is_all_settled(kind) ? a : element_new(vm, state, index);
    if (!a || !b)
        return false;
    ret_fns[0] = st->v[ST_RESOLVE];
    ret_fns[1] = st->v[ST_REJECT];
    if (own_resolve || is_native(st)) {
        Native *n = native_new(vm, &fulfilled_spec, value_from_cell(a),
                               VALUE_UNDEFINED);
        if (!n)
            return false;
        ret_fns[0] = value_from_obj(n);
    }
    if (own_reject || is_native(st)) {
        Native *n =
            native_new(vm, &rejected_spec, value_from_cell(b), VALUE_UNDEFINED);
        if (!n)
            return false;
        ret_fns[1] = value_from_obj(n);
    }
    return true;
}

/* ---- the walk ---- */

enum {
    R_CAP, /* three registers */
    R_PHASE = R_CAP + 3,
    R_STATE,
    R_RESOLVE, /* C.resolve, or VALUE_ABSENT for the intrinsic one */
    R_ITER,
    R_ITEM = R_ITER + 3, /* from the iterator; then the promise for it */
    R_INDEX,
    R_ERROR,
    COMBINE_REGS,
    /* Keyed, in place of the iterator: all own keys, the next of them, and the
     * one of R_ITEM. */
    R_KEYS = R_ITER,
    R_AT,
    R_KEY
};

/* In the order in which a walk goes through them. */
typedef enum Phase {
    PHASE_START,
    PHASE_CAP, /* the constructor was called */
    PHASE_SETUP,
    PHASE_OPEN,
    PHASE_NEXT,
    PHASE_ITEM,
    PHASE_RESOLVED, /* C.resolve was called */
    PHASE_ATTACH,
    PHASE_ATTACHED, /* a `then` of the program was called */
    PHASE_FINISH,
    PHASE_CLOSE,   /* a failure: close the iterator */
    PHASE_REJECT,  /* and reject */
    PHASE_SETTLED, /* the capability's function was called */
    PHASE_DONE
} Phase;

static Phase phase_of(const NativeFrame *f)
{
    return value_is_int(f->reg[R_PHASE]) ? (Phase)value_to_int(f->reg[R_PHASE])
                                         : PHASE_START;
}

static void set_phase(NativeFrame *f, Phase p)
{
    f->reg[R_PHASE] = value_int((int32_t)p);
}

/* Parts of the walk answer STEP_RETURN for "go on with R_PHASE". */

/* A failure after the capability was made rejects it. */
static Step fail(VM *vm, NativeFrame *f)
{
    if (vm->termination != TERM_NONE ||
        (!f->threw && vm->exception == VALUE_ABSENT))
        return STEP_THROW;
    f->reg[R_ERROR] = f->threw ? f->result : vm->exception;
    f->threw = false;
    vm->exception = VALUE_ABSENT;
    set_phase(f, PHASE_CLOSE);
    return STEP_RETURN;
}

static bool check_argument(VM *vm, Value v, Combinator kind)
{
    if (!is_keyed(kind))
        return check_iterable(vm, v, names[kind]);
    if (value_is_object(v))
        return true;
    throw_type(vm, "%s needs an object of promises", names[kind]);
    return false;
}

static Step setup(VM *vm, NativeFrame *f, Combinator kind)
{
    uint32_t line = 0, column = 0;
    ValuesCell *st = heap_values_new(&vm->heap, ST_SIZE);
    Array *values = st ? array_new(vm, 0) : NULL;
    if (!values)
        return STEP_THROW;
    f->reg[R_ERROR] = VALUE_ABSENT;
    if (kind == COMBINE_ANY)
        vm_location(vm, &line, &column);
    for (int i = 0; i < 3; i++)
        st->v[ST_PROMISE + i] = f->reg[R_CAP + i];
    st->v[ST_VALUES] = value_from_obj(values);
    st->v[ST_KEYS] = VALUE_UNDEFINED;
    st->v[ST_KIND] = value_int((int32_t)kind);
    st->v[ST_LINE] = value_int((int32_t)line);
    st->v[ST_COLUMN] = value_int((int32_t)column);
    set_left(st, 1);
    st->n = ST_SIZE;
    f->reg[R_RESOLVE] = VALUE_ABSENT;
    if (!cap_is_native(f, R_CAP)) {
        Value resolve = get_prop(vm, f->call.this_val, vm->realm->name.resolve);
        if (resolve != VALUE_THROWN && !value_is_callable(resolve))
            resolve = throw_type(vm, "'resolve' of the constructor is not a "
                                     "function");
        if (resolve == VALUE_THROWN)
            return fail(vm, f);
        f->reg[R_RESOLVE] = resolve;
    }
    if (!check_argument(vm, f->call.args[0], kind))
        return fail(vm, f);
    f->reg[R_STATE] = value_from_cell(st);
    f->reg[R_INDEX] = value_int(0);
    set_phase(f, PHASE_OPEN);
    return STEP_RETURN;
}

static Step open(VM *vm, NativeFrame *f)
{
    switch (iter_open(vm, f, R_ITER, f->call.args[0])) {
    case ITER_CALL:
        return STEP_CALL;
    case ITER_VALUE:
        set_phase(f, PHASE_NEXT);
        return STEP_RETURN;
    case ITER_DONE:
    case ITER_THROWN:
        break;
    }
    return fail(vm, f);
}

static Step open_keys(VM *vm, NativeFrame *f)
{
    ValuesCell *st = value_ptr(f->reg[R_STATE]);
    KeyList keys;
    if (!obj_own_keys(vm, value_obj(f->call.args[0]),
                      KEYS_STRINGS | KEYS_SYMBOLS, &keys))
        return fail(vm, f);
    keys.cell->n = keys.n;
    f->reg[R_KEYS] = st->v[ST_KEYS] = value_from_cell(keys.cell);
    f->reg[R_AT] = value_int(0);
    set_phase(f, PHASE_NEXT);
    return STEP_RETURN;
}

static Step next_key(VM *vm, NativeFrame *f)
{
    const ValuesCell *keys = value_ptr(f->reg[R_KEYS]);
    uint32_t at = (uint32_t)value_to_int(f->reg[R_AT]);
    Obj *o = value_obj(f->call.args[0]);
    if (at == keys->n) {
        set_phase(f, PHASE_FINISH);
        return STEP_RETURN;
    }
    PropKey key = keys->v[at];
    PropDesc d;
    if (!vm_charge(vm, 1))
        return STEP_THROW;
    Tri has = obj_get_own(vm, o, key, &d);
    if (has == TRI_THROWN)
        return fail(vm, f);
    if (has == TRI_TRUE && d.attrs & PROP_ENUMERABLE) {
        Value item = get_obj(vm, o, key, f->call.args[0]);
        if (item == VALUE_THROWN)
            return fail(vm, f);
        f->reg[R_ITEM] = item;
        f->reg[R_KEY] = key;
        set_phase(f, PHASE_ITEM);
    }
    f->reg[R_AT] = value_int((int32_t)at + 1);
    return STEP_RETURN;
}

static Step next(VM *vm, NativeFrame *f)
{
    Value item;
    switch (iter_next(vm, f, R_ITER, &item)) {
    case ITER_CALL:
        return STEP_CALL;
    case ITER_VALUE:
        if (!vm_charge(vm, 1))
            return STEP_THROW;
        f->reg[R_ITEM] = item;
        set_phase(f, PHASE_ITEM);
        return STEP_RETURN;
    case ITER_DONE:
        set_phase(f, PHASE_FINISH);
        return STEP_RETURN;
    case ITER_THROWN:
        break;
    }
    return fail(vm, f);
}

/* The item becomes a promise. */
static Step resolve_item(VM *vm, NativeFrame *f)
{
    if (f->reg[R_RESOLVE] != VALUE_ABSENT) {
        set_phase(f, PHASE_RESOLVED);
        return native_call(vm, f, f->reg[R_RESOLVE], f->call.this_val, 1,
                           &f->reg[R_ITEM]);
    }
    Promise *p = promise_of(vm, f->reg[R_ITEM]);
    if (!p)
        return fail(vm, f);
    f->reg[R_ITEM] = value_from_obj(p);
    set_phase(f, PHASE_ATTACH);
    return STEP_RETURN;
}

static Step attach(VM *vm, NativeFrame *f)
{
    Value promise = f->reg[R_ITEM], state = f->reg[R_STATE];
    ValuesCell *st = value_ptr(state);
    Array *values = value_ptr(st->v[ST_VALUES]);
    uint32_t index = (uint32_t)value_to_int(f->reg[R_INDEX]);
    if (values->length <= index && !array_push(vm, values, VALUE_UNDEFINED))
        return fail(vm, f);
    bool plain = is_native(st) && promise_is_plain(vm, promise);
    Value then = VALUE_UNDEFINED, fns[2];
    if (plain) {
        if (!promise_on_settled(vm, value_ptr(promise), react, state, index))
            return fail(vm, f);
    } else {
        if (!element_handlers(vm, state, index, fns))
            return fail(vm, f);
        then = get_prop(vm, promise, vm->realm->name.then);
        if (then != VALUE_THROWN && !value_is_callable(then))
            then = throw_type(vm, "'then' of an element is not a function");
        if (then == VALUE_THROWN)
            return fail(vm, f);
    }
    if (is_keyed((Combinator)value_to_int(st->v[ST_KIND])))
        ((ValuesCell *)value_ptr(st->v[ST_KEYS]))->v[index] = f->reg[R_KEY];
    set_left(st, left_of(st) + 1);
    f->reg[R_INDEX] = value_int((int32_t)index + 1);
    set_phase(f, plain ? PHASE_NEXT : PHASE_ATTACHED);
    return plain ? STEP_RETURN : native_call(vm, f, then, promise, 2, fns);
}

/* The walk is over; when everything is settled already so is the whole. */
static Step finish(VM *vm, NativeFrame *f)
{
    ValuesCell *st = value_ptr(f->reg[R_STATE]);
    Combinator kind = (Combinator)value_to_int(st->v[ST_KIND]);
    Value v = VALUE_UNDEFINED;
    set_phase(f, PHASE_SETTLED);
    if (kind == COMBINE_RACE || left_of(st) > 1) {
        set_left(st, left_of(st) - 1);
        return STEP_RETURN;
    }
    Verdict verdict = complete(vm, st, &v);
    Step s = STEP_THROW;
    if (verdict != VERDICT_FAILED)
        s = is_native(st)
                ? settle_native(vm, st, verdict, v) ? STEP_RETURN : STEP_THROW
                : cap_settle(vm, f, R_CAP, verdict == VERDICT_REJECT, v);
    if (s == STEP_THROW)
        set_phase(f, PHASE_FINISH);
    else
        set_left(st, 0);
    return s;
}

/* return() may throw or fail: the first error is the one that counts. */
static Step close_iterator(VM *vm, NativeFrame *f)
{
    IterResult r = f->threw ? ITER_DONE : iter_close(vm, f, R_ITER);
    if (r == ITER_CALL)
        return STEP_CALL;
    if (r == ITER_THROWN && vm->exception == VALUE_ABSENT)
        return STEP_THROW;
    f->threw = false;
    vm->exception = VALUE_ABSENT;
    set_phase(f, PHASE_REJECT);
    return STEP_RETURN;
}

static Step reject(VM *vm, NativeFrame *f)
{
    set_phase(f, PHASE_SETTLED);
    Step s = cap_settle(vm, f, R_CAP, true, f->reg[R_ERROR]);
    if (s == STEP_THROW)
        set_phase(f, PHASE_REJECT);
    return s;
}

static Step make_capability(VM *vm, NativeFrame *f)
{
    switch (cap_open(vm, f, R_CAP, f->call.this_val, true)) {
    case CAP_READY:
        set_phase(f, PHASE_SETUP);
        return STEP_RETURN;
    case CAP_CALL:
        set_phase(f, PHASE_CAP);
        return STEP_CALL;
    case CAP_THROWN:
        break;
    }
    return STEP_THROW;
}

/* One part of the walk. */
static Step advance(VM *vm, NativeFrame *f, Combinator kind)
{
    switch (phase_of(f)) {
    case PHASE_START:
        return make_capability(vm, f);
    case PHASE_CAP:
        if (!cap_opened(vm, f, R_CAP))
            return STEP_THROW;
        set_phase(f, PHASE_SETUP);
        return STEP_RETURN;
    case PHASE_SETUP:
        return setup(vm, f, kind);
    case PHASE_OPEN:
        return is_keyed(kind) ? open_keys(vm, f) : open(vm, f);
    case PHASE_NEXT:
        return is_keyed(kind) ? next_key(vm, f) : next(vm, f);
    case PHASE_ITEM:
        return resolve_item(vm, f);
    case PHASE_RESOLVED:
        f->reg[R_ITEM] = f->result;
        set_phase(f, PHASE_ATTACH);
        return STEP_RETURN;
    case PHASE_ATTACH:
        return attach(vm, f);
    case PHASE_ATTACHED:
        set_phase(f, PHASE_NEXT);
        return STEP_RETURN;
    case PHASE_FINISH:
        return finish(vm, f);
    case PHASE_CLOSE:
        if (!is_keyed(kind))
            return close_iterator(vm, f);
        set_phase(f, PHASE_REJECT);
        return STEP_RETURN;
    case PHASE_REJECT:
        return reject(vm, f);
    case PHASE_SETTLED:
    case PHASE_DONE:
        set_phase(f, PHASE_DONE);
        return STEP_RETURN;
    }
    cm_unreachable();
}

static Step combine(VM *vm, NativeFrame *f, Combinator kind)
{
    if (f->threw) {
        Phase at = phase_of(f);
        if (at == PHASE_CAP)
            return step_rethrow(vm, f);
        if (at == PHASE_SETTLED) {
            /* resolve threw: IfAbruptRejectPromise; reject threw: the call
             * does */
            if (f->reg[R_ERROR] != VALUE_ABSENT)
                return step_rethrow(vm, f);
        }
        if (at != PHASE_CLOSE && fail(vm, f) == STEP_THROW)
            return STEP_THROW;
    }
    for (;;) {
        Step s = advance(vm, f, kind);
        if (s != STEP_RETURN)
            return s;
        if (phase_of(f) == PHASE_DONE)
            return native_return(f, f->reg[R_CAP]);
    }
}

static Step promise_all(VM *vm, NativeFrame *f)
{
    return combine(vm, f, COMBINE_ALL);
}

static Step promise_all_settled(VM *vm, NativeFrame *f)
{
    return combine(vm, f, COMBINE_ALL_SETTLED);
}

static Step promise_any(VM *vm, NativeFrame *f)
{
    return combine(vm, f, COMBINE_ANY);
}

static Step promise_race(VM *vm, NativeFrame *f)
{
    return combine(vm, f, COMBINE_RACE);
}

static Step promise_all_keyed(VM *vm, NativeFrame *f)
{
    return combine(vm, f, COMBINE_ALL_KEYED);
}

static Step promise_all_settled_keyed(VM *vm, NativeFrame *f)
{
    return combine(vm, f, COMBINE_ALL_SETTLED_KEYED);
}

#define ROW(text, function)                                             \
    {                                                                   \
        .name = (text), .step = (function), .length = 1, .min_args = 1, \
        .n_regs = COMBINE_REGS, .flags = NATIVE_CATCHES                 \
    }

static const NativeSpec rows[] = {
    ROW("all", promise_all),
    ROW("allKeyed", promise_all_keyed),
    ROW("allSettled", promise_all_settled),
    ROW("allSettledKeyed", promise_all_settled_keyed),
    ROW("any", promise_any),
    ROW("race", promise_race),
};
#undef ROW

void cm__install_promise_combinators(RealmBuilder *b, Obj *ctor)
{
    realm_functions(b, ctor, rows, CM_ARRAY_LEN(rows));
}
