/* SPDX-License-Identifier: MIT */
/* Resources without a disposer (`await using x = null`) are kept only when the
 * one before them in the list has one: two in a row await no more than one. So
 * a step of dispose_next looks at two entries at most. */
#include "engine/dispose.h"

#include "engine/error.h"
#include "engine/meter.h"
#include "engine/property.h"
#include "engine/realm.h"

/* Layout of a list. */
enum {
    AT_STATE = 0,
    AT_FIRST = 1, /* the first resource */
    N_FIELDS = 3  /* value, method, kind */
};

/* The state. */
enum {
    NEEDS_AWAIT = 1,
    HAS_AWAITED = 2
};

/* In the kind of a resource. */
#define IS_ARGUMENT 8

/* Room for one more resource, in a list that exists afterwards. */
static bool reserve(VM *vm, Value *list)
{
    ValuesCell *row = *list == VALUE_UNDEFINED ? NULL : value_ptr(*list);
    size_t n = row ? row->n : AT_FIRST;
    ValuesCell *grown = heap_values_grow(&vm->heap, row, n + N_FIELDS);
    if (!grown)
        return false;
    if (!row) {
        grown->v[AT_STATE] = value_int(0);
        grown->n = AT_FIRST;
    }
    *list = value_from_cell(grown);
    return true;
}

static bool ends_with_wait(const ValuesCell *row)
{
    return row->n > AT_FIRST && row->v[row->n - 1] == value_int(DISPOSE_WAIT);
}

bool dispose_push(VM *vm, Value *list, const Disposal *d)
{
    if (!vm_charge(vm, 1) || !reserve(vm, list))
        return false;
    ValuesCell *row = value_ptr(*list);
    if (d->kind == DISPOSE_WAIT && ends_with_wait(row))
        return true;
    Value *at = row->v + row->n;
    at[0] = d->value;
    at[1] = d->method;
    at[2] = value_int((int32_t)d->kind | (d->is_argument ? IS_ARGUMENT : 0));
    row->n += N_FIELDS;
    return true;
}

/* ---- finding the disposer ---- */

static bool throw_not_disposable(VM *vm, Value v, bool is_async,
                                 bool is_operand)
{
    if (value_is_class(v, CLASS_PROMISE)) {
        throw_await_hint(vm, "a promise");
        return false;
    }
    const char *symbols =
        is_async ? "Symbol.asyncDispose or Symbol.dispose" : "Symbol.dispose";
    Str *text = is_operand ? vm_callee_text(vm) : NULL;
    if (text)
        throw_type(vm, "%S cannot be disposed of: it has no method %s", text,
                   symbols);
    else if (!vm->heap.refused)
        throw_type(vm, "The value cannot be disposed of: it has no method %s",
                   symbols);
    return false;
}

/* GetDisposeMethod; method undefined: there is none. False when thrown. */
static bool find_method(VM *vm, Disposal *d, bool is_async)
{
    const Realm *r = vm->realm;
    d->method = VALUE_UNDEFINED;
    d->kind = DISPOSE_ASYNC;
    if (is_async)
        d->method =
            get_method(vm, d->value, value_from_symbol(r->symbol.asyncDispose));
    if (d->method != VALUE_UNDEFINED)
        return d->method != VALUE_THROWN;
    d->kind = is_async ? DISPOSE_ASYNC_OF_SYNC : DISPOSE_SYNC;
    d->method = get_method(vm, d->value, value_from_symbol(r->symbol.dispose));
    return d->method != VALUE_THROWN;
}

bool dispose_use(VM *vm, Value *list, Value value, bool is_async,
                 bool is_operand)
{
    Disposal d = { DISPOSE_WAIT, false, value, VALUE_UNDEFINED };
    if (value_is_nullish(value) && !is_async)
        return true;
    /* before any program code, so that a refusal can be tried again */
    if (!reserve(vm, list))
        return false;
    if (value_is_nullish(value)) {
        d.value = VALUE_UNDEFINED;
        return dispose_push(vm, list, &d);
    }
    if (!value_is_object(value))
        return throw_not_disposable(vm, value, is_async, is_operand);
    if (!find_method(vm, &d, is_async))
        return false;
    if (d.method == VALUE_UNDEFINED)
        return throw_not_disposable(vm, value, is_async, is_operand);
    return dispose_push(vm, list, &d);
}

/* ---- disposing ---- */

static Disposal nothing(DisposeKind kind)
{
    return (Disposal){ kind, false, VALUE_UNDEFINED, VALUE_UNDEFINED };
}

Disposal dispose_next(Value list, bool awaited)
{
    if (list == VALUE_UNDEFINED)
        return nothing(DISPOSE_DONE);
    ValuesCell *row = value_ptr(list);
    int32_t state = value_to_int(row->v[AT_STATE]);
    if (awaited)
        state |= HAS_AWAITED;
    if (ends_with_wait(row)) {
        row->n -= N_FIELDS;
        state |= NEEDS_AWAIT;
    }
    bool waits = (state & (NEEDS_AWAIT | HAS_AWAITED)) == NEEDS_AWAIT;
    bool is_last = row->n == AT_FIRST;
    const Value *at = row->v + (is_last ? 0 : row->n - N_FIELDS);
    if (waits && (is_last || at[2] == value_int(DISPOSE_SYNC))) {
        row->v[AT_STATE] = value_int(state & ~NEEDS_AWAIT);
        return nothing(DISPOSE_WAIT);
    }
    row->v[AT_STATE] = value_int(is_last ? 0 : state);
    if (is_last)
        return nothing(DISPOSE_DONE);
    int32_t kind = value_to_int(at[2]);
    row->n -= N_FIELDS;
    return (Disposal){ (DisposeKind)(kind & ~IS_ARGUMENT),
                       (kind & IS_ARGUMENT) != 0, at[0], at[1] };
}

/* What can be told of a thrown value without running program code. */
static Str *text_of(VM *vm, Value v)
{
    PropDesc d;
    if (value_is_class(v, CLASS_ERROR) &&
        obj_get_own(vm, value_obj(v), vm->realm->name.message, &d) == TRI_TRUE)
        v = d.value;
    return value_is_string(v) ? value_str(v) : NULL;
}

/* The message names both errors: it may be all that is seen of them. Texts in
 * it are cut, so long chains cost no more than short ones. */
static Str *suppressed_text(VM *vm, Value error, Value suppressed)
{
    Str *above = text_of(vm, error), *below = text_of(vm, suppressed);
    if (above && below)
        return format_text(vm,
                           "%S (thrown by a disposer while there was "
                           "another error: %S)",
                           above, below);
    return str_from_ascii(vm, "A disposer threw while there was another error");
}

Value dispose_suppress(VM *vm, Value error, Value suppressed)
{
    const Realm *r = vm->realm;
    Str *text = suppressed_text(vm, error, suppressed);
    ErrorObj *e =
        text ? error_new(vm, ERR_SUPPRESSED, value_from_str(text), true) : NULL;
    if (!e || !obj_put_attrs(vm, &e->obj, r->name.error, error, PROP_HIDDEN) ||
        !obj_put_attrs(vm, &e->obj, r->name.suppressed, suppressed,
                       PROP_HIDDEN))
        return VALUE_THROWN;
    return value_from_obj(e);
}

bool dispose_failed(VM *vm, Value *completion, Value error)
{
    const Value threw = value_int(1);
    if (completion[0] == threw) {
        error = dispose_suppress(vm, error, completion[1]);
        if (error == VALUE_THROWN)
            return false;
    }
    completion[0] = threw;
    completion[1] = error;
    return true;
}
