/* SPDX-License-Identifier: MIT */
/* The iteration protocol; ECMA-262 7.4. Both users share the same three-value
 * state: the VM loop makes the calls itself, stepping natives ask for them. */
#include "engine/iterate.h"

#include "engine/buffer.h"
#include "engine/vm_internal.h"

/* ---- native iteration without iterator objects ---- */

/* An intact typed array of an intrinsic kind. */
static bool open_typed(VM *vm, Value *r, ViewObj *v)
{
    uint32_t length;
    if (v->obj.shape != vm->realm->shape_typed[v->kind] ||
        !view_length(v, &length))
        return false;
    IterObj *it =
        iter_obj_new(vm, ITERKIND_ARRAY, ITERATE_VALUES, value_from_obj(v));
    if (!it)
        return false;
    r[0] = value_from_obj(it);
    r[1] = VALUE_UNDEFINED;
    r[2] = ITER_BUILTIN;
    return true;
}

static bool open_native(VM *vm, Value *r, Value iterable)
{
    const Realm *realm = vm->realm;
    if (value_is_string(iterable)) {
        r[0] = iterable;
        r[1] = key_index(0);
        r[2] = ITER_STRING;
        return true;
    }
    if (!value_is_object(iterable))
        return false;
    Obj *o = value_obj(iterable);
    Shape *plain = NULL;
    switch (obj_class(o)) {
    case CLASS_ARRAY:
        if (o->shape != realm->shape_array)
            return false;
        r[0] = iterable;
        r[1] = key_index(0);
        r[2] = ITER_ARRAY;
        return true;
    case CLASS_ITERATOR: {
        IterObj *it = (IterObj *)(void *)o;
        if (it->kind > ITERKIND_SET ||
            o->shape != realm->shape_iterator[it->kind])
            return false;
        r[0] = iterable;
        r[1] = VALUE_UNDEFINED;
        r[2] = ITER_BUILTIN;
        return true;
    }
    case CLASS_MAP:
        plain = realm->shape_map;
        break;
    case CLASS_SET:
        plain = realm->shape_set;
        break;
    case CLASS_TYPED_ARRAY:
        return open_typed(vm, r, (ViewObj *)(void *)o);
    default:
        return false;
    }
    if (o->shape != plain)
        return false;
    IterObj *it = iter_obj_new(
        vm, obj_class(o) == CLASS_MAP ? ITERKIND_MAP : ITERKIND_SET,
        obj_class(o) == CLASS_MAP ? ITERATE_ENTRIES : ITERATE_VALUES, iterable);
    if (!it)
        return false;
    r[0] = value_from_obj(it);
    r[1] = VALUE_UNDEFINED;
    r[2] = ITER_BUILTIN;
    return true;
}

static Value not_iterable(VM *vm, Value v)
{
    if (value_is_class(v, CLASS_PROMISE))
        return throw_await_hint(vm, "a promise");
    Str *text = vm_callee_text(vm);
    Str *found = value_is_nullish(v) ? to_string(vm, v) : type_of(vm, v);
    if (!text || !text->len)
        return throw_type(vm, "%S is not iterable", found);
    /* Inside of a built-in the text is that of the call. */
    if (vm->frame->kind == FRAME_NATIVE)
        return throw_type(vm, "%S needs an iterable, found %S", text, found);
    return throw_type(vm, "%S is not iterable", text);
}

/* Takes the array path also for arrays with own properties or another prototype
 * when their Symbol.iterator is the intrinsic. */
static IterResult open_by_method(VM *vm, Value *r, Value iterable,
                                 Value *ret_fn)
{
    PropKey key = value_from_symbol(vm->realm->symbol.iterator);
    Value fn = VALUE_UNDEFINED;
    if (!value_is_nullish(iterable)) {
        if (value_is_class(iterable, CLASS_REFERENCE)) {
            not_iterable(vm, iterable);
            return ITER_THROWN;
        }
        fn = get_prop(vm, iterable, key);
        if (fn == VALUE_THROWN)
            return ITER_THROWN;
    }
    if (!value_is_callable(fn)) {
        not_iterable(vm, iterable);
        return ITER_THROWN;
    }
    if (value_is_array(iterable) &&
        fn == value_from_obj(vm->realm->array_values)) {
        r[0] = iterable;
        r[1] = key_index(0);
        r[2] = ITER_ARRAY;
        return ITER_VALUE;
    }
    *ret_fn = fn;
    return ITER_CALL;
}

IterResult iter_loop_open(VM *vm, Value *r, Value iterable, Value *ret_fn)
{
    vm->heap.refused = false;
    if (open_native(vm, r, iterable))
        return ITER_VALUE;
    if (vm->heap.refused)
        return ITER_THROWN;
    return open_by_method(vm, r, iterable, ret_fn);
}

/* r[0] holds what Symbol.iterator returned. */
bool iter_loop_opened(VM *vm, Value *r)
{
    if (!value_is_object(r[0])) {
        throw_type(vm, "Result of the Symbol.iterator method is not an object");
        return false;
    }
    if (value_is_class(r[0], CLASS_ITERATOR)) {
        IterObj *it = (IterObj *)(void *)value_obj(r[0]);
        if (it->kind <= ITERKIND_SET &&
            it->obj.shape == vm->realm->shape_iterator[it->kind]) {
            r[2] = ITER_BUILTIN;
            return true;
        }
    }
    Value next = get_prop(vm, r[0], vm->realm->name.next);
    if (next == VALUE_THROWN)
        return false;
    r[1] = next;
    r[2] = ITER_OBJECT;
    return true;
}

static IterResult next_of_array(VM *vm, Value *r, Value *ret_value)
{
    Array *a = (Array *)(void *)value_obj(r[0]);
    uint32_t at = key_to_index(r[1]);
    if (at >= a->length) {
        r[2] = ITER_FINISHED;
        return ITER_DONE;
    }
    Value v = obj_element_fast(&a->obj, at);
    if (v == VALUE_ABSENT) {
        v = get_obj(vm, &a->obj, key_index(at), r[0]);
        if (v == VALUE_THROWN) {
            if (vm->exception != VALUE_ABSENT)
                r[2] = ITER_FINISHED;
            return ITER_THROWN;
        }
    }
    r[1] = key_index(at + 1);
    *ret_value = v;
    return ITER_VALUE;
}

/* One code point of a string from *at on. NULL when memory was refused. */
static Str *next_code_point(VM *vm, Str *s, uint32_t *at)
{
    StrView view;
    if (!str_view(vm, s, &view))
        return NULL;
    uint32_t c = view_at(&view, *at);
    uint32_t n = 1;
    if (c >= 0xD800 && c <= 0xDBFF && *at + 1 < view.len) {
        uint32_t d = view_at(&view, *at + 1);
        if (d >= 0xDC00 && d <= 0xDFFF)
            n = 2;
    }
    Str *out = n == 1 ? str_from_unit(vm, c) : str_slice(vm, s, *at, *at + 2);
    if (out)
        *at += n;
    return out;
}

static IterResult next_of_string(VM *vm, Value *r, Value *ret_value)
{
    Str *s = value_str(r[0]);
    uint32_t at = key_to_index(r[1]);
    if (at >= s->len) {
        r[2] = ITER_FINISHED;
        return ITER_DONE;
    }
    Str *c = next_code_point(vm, s, &at);
    if (!c)
        return ITER_THROWN;
    r[1] = key_index(at);
    *ret_value = value_from_str(c);
    return ITER_VALUE;
}

static Tri result_done(VM *vm, Value result)
{
    if (!value_is_object(result)) {
        throw_type(vm, "Iterator result is not an object");
        return TRI_THROWN;
    }
    Value done = get_prop(vm, result, vm->realm->name.done);
    if (done == VALUE_THROWN)
        return TRI_THROWN;
    return to_boolean(done) ? TRI_TRUE : TRI_FALSE;
}

/* Takes a result object apart. */
static IterResult take_result(VM *vm, Value *state, Value result,
                              Value *ret_value)
{
    if (value_is_object(result) &&
        value_obj(result)->shape == vm->realm->shape_iter_result) {
        Value *slots = obj_inline(value_obj(result));
        if (to_boolean(slots[1]))
            return ITER_DONE;
        *state = ITER_OBJECT;
        *ret_value = slots[0];
        return ITER_VALUE;
    }
    Tri done = result_done(vm, result);
    if (done != TRI_FALSE)
        return done == TRI_TRUE ? ITER_DONE : ITER_THROWN;
    Value v = get_prop(vm, result, vm->realm->name.value);
    if (v == VALUE_THROWN)
        return ITER_THROWN;
    *state = ITER_OBJECT;
    *ret_value = v;
    return ITER_VALUE;
}

static bool is_state(Value v)
{
    return v >= ITER_ARRAY && v <= ITER_FINISHED;
}

static IterResult next_native(VM *vm, Value *r, Value *ret_value)
{
    if (r[2] == ITER_ARRAY)
        return next_of_array(vm, r, ret_value);
    if (r[2] == ITER_STRING)
        return next_of_string(vm, r, ret_value);
    if (r[2] == ITER_BUILTIN) {
        IterResult n =
            iter_obj_next(vm, (IterObj *)(void *)value_obj(r[0]), ret_value);
        if (n == ITER_DONE)
            r[2] = ITER_FINISHED;
        return n;
    }
    return ITER_DONE;
}

bool iter_has_next(VM *vm, Value next)
{
    if (CM_LIKELY(value_is_callable(next)))
        return true;
    throw_type(vm, "'next' of the iterator is not a function");
    return false;
}

IterResult iter_loop_next(VM *vm, Value *r, Value *ret_value)
{
    if (!is_state(r[2])) {
        Value result = r[2];
        r[2] = ITER_FINISHED;
        return take_result(vm, &r[2], result, ret_value);
    }
    if (r[2] == ITER_OBJECT) {
        /* Counts as finished while next runs: should it throw, nobody
         * closes. */
        r[2] = ITER_FINISHED;
        return iter_has_next(vm, r[1]) ? ITER_CALL : ITER_THROWN;
    }
    return next_native(vm, r, ret_value);
}

Value *iter_loop_result(Value *r)
{
    return r[2] == ITER_OPENING ? &r[0] : &r[2];
}

void iter_loop_failed(Value *r)
{
    if (r[2] == ITER_FINISHED)
        r[2] = ITER_OBJECT;
}

bool iter_loop_close(VM *vm, Value *r, bool quiet)
{
    Value iterator = r[0];
    r[2] = ITER_FINISHED;
    Value saved = vm->exception;
    vm->exception = VALUE_ABSENT;
    Value fn = get_method(vm, iterator, vm->realm->name.return_);
    Value out = VALUE_UNDEFINED;
    if (fn == VALUE_THROWN)
        out = VALUE_THROWN;
    else if (fn != VALUE_UNDEFINED)
        out = vm_call(vm, fn, iterator, 0, NULL);
    if (quiet) {
        if (out == VALUE_THROWN && vm->exception == VALUE_ABSENT)
            return false; /* the execution ends */
        vm->exception = saved;
        return true;
    }
    if (out == VALUE_THROWN)
        return false;
    if (fn != VALUE_UNDEFINED && !value_is_object(out)) {
        throw_type(vm, "Result of the iterator's return method is not an "
                       "object");
        return false;
    }
    return true;
}

/* ---- stepping natives ---- */

/* The call that was asked for threw (natives that catch): the error goes on,
 * and the iterator is through. */
static IterResult rethrow_result(VM *vm, NativeFrame *f, Value *r)
{
    f->threw = false;
    r[2] = ITER_FINISHED;
    throw_value(vm, f->result);
    return ITER_THROWN;
}

IterResult iter_open(VM *vm, NativeFrame *f, uint32_t reg, Value iterable)
{
    Value *r = &f->reg[reg];
    if (r[2] == ITER_OPENING) {
        if (f->threw)
            return rethrow_result(vm, f, r);
        r[0] = f->result;
        return iter_loop_opened(vm, r) ? ITER_VALUE : ITER_THROWN;
    }
    Value fn;
    IterResult n = iter_loop_open(vm, r, iterable, &fn);
    if (n != ITER_CALL)
        return n;
    r[2] = ITER_OPENING;
    native_call(vm, f, fn, iterable, 0, NULL);
    return ITER_CALL;
}

IterResult iter_direct(VM *vm, NativeFrame *f, uint32_t reg, Value iterator)
{
    Value *r = &f->reg[reg];
    r[0] = iterator;
    return iter_loop_opened(vm, r) ? ITER_VALUE : ITER_THROWN;
}

IterResult iter_open_with(VM *vm, NativeFrame *f, uint32_t reg, Value object,
                          Value method)
{
    Value *r = &f->reg[reg];
    if (r[2] == ITER_OPENING)
        return iter_open(vm, f, reg, object);
    if (value_is_array(object) &&
        method == value_from_obj(vm->realm->array_values)) {
        r[0] = object;
        r[1] = key_index(0);
        r[2] = ITER_ARRAY;
        return ITER_VALUE;
    }
    r[2] = ITER_OPENING;
    native_call(vm, f, method, object, 0, NULL);
    return ITER_CALL;
}

IterResult iter_open_flat(VM *vm, NativeFrame *f, uint32_t reg, Value object)
{
    Value *r = &f->reg[reg];
    if (r[2] == ITER_OPENING)
        return iter_open(vm, f, reg, object);
    vm->heap.refused = false;
    if (open_native(vm, r, object))
        return ITER_VALUE;
    if (vm->heap.refused)
        return ITER_THROWN;
    if (value_is_class(object, CLASS_REFERENCE)) {
        not_iterable(vm, object);
        return ITER_THROWN;
    }
    Value method =
        get_method(vm, object, value_from_symbol(vm->realm->symbol.iterator));
    if (method == VALUE_THROWN)
        return ITER_THROWN;
    return method == VALUE_UNDEFINED
               ? iter_direct(vm, f, reg, object)
               : iter_open_with(vm, f, reg, object, method);
}

IterResult iter_next_in(VM *vm, NativeFrame *f, Value *r, Value *ret_value)
{
    if (r[2] == ITER_STEPPING) {
        if (f->threw)
            return rethrow_result(vm, f, r);
        r[2] = ITER_FINISHED;
        return take_result(vm, &r[2], f->result, ret_value);
    }
    if (r[2] == ITER_OBJECT) {
        if (!iter_has_next(vm, r[1])) {
            r[2] = ITER_FINISHED;
            return ITER_THROWN;
        }
        r[2] = ITER_STEPPING;
        native_call(vm, f, r[1], r[0], 0, NULL);
        return ITER_CALL;
    }
    IterResult n = next_native(vm, r, ret_value);
    if (n == ITER_VALUE)
        vm->made_headway = true;
    return n;
}

IterResult iter_next(VM *vm, NativeFrame *f, uint32_t reg, Value *ret_value)
{
    return iter_next_in(vm, f, &f->reg[reg], ret_value);
}

IterResult iter_step_in(VM *vm, NativeFrame *f, Value *r)
{
    Value ignored;
    if (r[2] != ITER_STEPPING || f->threw)
        return iter_next_in(vm, f, r, &ignored);
    r[2] = ITER_FINISHED;
    Tri done = result_done(vm, f->result);
    if (done != TRI_FALSE)
        return done == TRI_TRUE ? ITER_DONE : ITER_THROWN;
    r[2] = ITER_OBJECT;
    return ITER_VALUE;
}

IterResult iter_close(VM *vm, NativeFrame *f, uint32_t reg)
{
    Value *r = &f->reg[reg];
    if (r[2] != ITER_OBJECT)
        return ITER_DONE;
    bool pending = vm->exception != VALUE_ABSENT;
    return iter_loop_close(vm, r, pending) ? ITER_DONE : ITER_THROWN;
}

/* ---- iterator objects ---- */

Obj *iter_result(VM *vm, Value value, bool done)
{
    Obj *o = obj_new(vm, CLASS_PLAIN, vm->realm->shape_iter_result);
    if (!o)
        return NULL;
    Value *slots = obj_inline(o);
    slots[0] = value;
    slots[1] = value_bool(done);
    return o;
}

IterObj *iter_obj_new(VM *vm, IterKind kind, int what, Value target)
{
    IterObj *it = (IterObj *)(void *)obj_new(vm, CLASS_ITERATOR,
                                             vm->realm->shape_iterator[kind]);
    if (!it)
        return NULL;
    it->kind = (uint8_t)kind;
    it->what = (uint8_t)what;
    it->target = target;
    it->extra[0] = it->extra[1] = it->extra[2] = VALUE_UNDEFINED;
    it->cursor = (TableCursor){ 0, VALUE_UNDEFINED };
    if (kind != ITERKIND_MAP && kind != ITERKIND_SET)
        return it;
    Table *t = ((CollectionObj *)(void *)value_obj(target))->table;
    return table_cursor_open(vm, t, &it->cursor) ? it : NULL;
}

static IterResult finish(IterObj *it)
{
    it->done = 1;
    it->target = VALUE_UNDEFINED;
    return ITER_DONE;
}

static IterResult pair(VM *vm, Value key, Value value, Value *ret_value)
{
    Value entry[2] = { key, value };
    Array *a = array_from_values(vm, entry, 2);
    if (!a)
        return ITER_THROWN;
    *ret_value = value_from_obj(a);
    return ITER_VALUE;
}

static IterResult step_table(VM *vm, IterObj *it, Value *ret_value)
{
    Table *t = ((CollectionObj *)(void *)value_obj(it->target))->table;
    TableEntry *e = table_next(vm, t, &it->cursor);
    if (!e) {
        table_cursor_close(t, &it->cursor);
        return finish(it);
    }
    Value value = it->kind == ITERKIND_SET ? e->key : e->value;
    IterResult r = ITER_VALUE;
    if (it->what == ITERATE_ENTRIES)
        r = pair(vm, e->key, value, ret_value);
    else
        *ret_value = it->what == ITERATE_KEYS ? e->key : value;
    if (r == ITER_THROWN)
        it->cursor.next--; /* this entry again, without the gaps before it */
    return r;
}

/* Arrays and array-likes; the length is read anew at each step. */
static IterResult step_array(VM *vm, IterObj *it, Value *ret_value)
{
    Obj *o = value_obj(it->target);
    uint64_t length;
    if (obj_class(o) == CLASS_ARRAY)
        length = ((Array *)(void *)o)->length;
    else if (obj_class(o) == CLASS_TYPED_ARRAY) {
        uint32_t elements;
        if (!view_length((ViewObj *)(void *)o, &elements)) {
            throw_type(vm, "The typed array is out of bounds of its buffer");
            return ITER_THROWN;
        }
        length = elements;
    } else if (!array_like_length(vm, o, &length))
        return ITER_THROWN;
    if (it->counter >= (double)length)
        return finish(it);
    uint32_t at = (uint32_t)it->counter;
    Value v = value_uint32(at);
    if (it->what != ITERATE_KEYS) {
        v = obj_element_fast(o, at);
        if (v == VALUE_ABSENT)
            v = get_obj(vm, o, key_index(at), it->target);
        if (v == VALUE_THROWN)
            return ITER_THROWN;
    }
    if (it->what == ITERATE_ENTRIES) {
        IterResult r = pair(vm, value_uint32(at), v, &v);
        if (r != ITER_VALUE)
            return r;
    }
    it->counter += 1;
    *ret_value = v;
    return ITER_VALUE;
}

static IterResult step_pairs(VM *vm, IterObj *it, Value *ret_value)
{
    const ValuesCell *row = ((PairsObj *)(void *)value_obj(it->target))->pairs;
    if (!row || it->at >= row->n / 2)
        return finish(it);
    const Value *entry = row->v + (size_t)it->at * 2;
    Value name = entry[0], value = entry[1];
    IterResult r = ITER_VALUE;
    if (it->what == ITERATE_ENTRIES)
        r = pair(vm, name, value, ret_value);
    else
        *ret_value = it->what == ITERATE_KEYS ? name : value;
    if (r == ITER_VALUE)
        it->at++;
    return r;
}

IterResult iter_obj_next(VM *vm, IterObj *it, Value *ret_value)
{
    if (it->done)
        return ITER_DONE;
    switch ((IterKind)it->kind) {
    case ITERKIND_ARRAY:
        return step_array(vm, it, ret_value);
    case ITERKIND_MAP:
    case ITERKIND_SET:
        return step_table(vm, it, ret_value);
    case ITERKIND_STRING: {
        Str *s = value_str(it->target);
        if (it->at >= s->len)
            return finish(it);
        Str *c = next_code_point(vm, s, &it->at);
        if (!c)
            return ITER_THROWN;
        *ret_value = value_from_str(c);
        return ITER_VALUE;
    }
    case ITERKIND_PARAMS:
    case ITERKIND_HEADERS:
        return step_pairs(vm, it, ret_value);
    case ITERKIND_REGEXP:
    case ITERKIND_HELPER:
    case ITERKIND_WRAP:
        break;
    }
    return ITER_CALL;
}

/* ---- async iteration ---- */

bool async_iter_open(VM *vm, Value *r, Value iterable)
{
    Value fn = get_method(vm, iterable,
                          value_from_symbol(vm->realm->symbol.asyncIterator));
    if (fn == VALUE_THROWN)
        return false;
    if (fn == VALUE_UNDEFINED) {
        fn = get_method(vm, iterable,
                        value_from_symbol(vm->realm->symbol.iterator));
        if (fn == VALUE_THROWN)
            return false;
        if (fn == VALUE_UNDEFINED) {
            not_iterable(vm, iterable);
            return false;
        }
        r[2] = VALUE_TRUE; /* values of a sync iterator are awaited */
    } else {
        r[2] = VALUE_FALSE;
    }
    Value it = vm_call(vm, fn, iterable, 0, NULL);
    if (it == VALUE_THROWN)
        return false;
    if (!value_is_object(it)) {
        throw_type(vm, "Result of the Symbol.asyncIterator method is not an "
                       "object");
        return false;
    }
    Value next = get_prop(vm, it, vm->realm->name.next);
    if (next == VALUE_THROWN)
        return false;
    r[0] = it;
    r[1] = next;
    return true;
}

Tri async_iter_value(VM *vm, Value *r)
{
    Value state = ITER_FINISHED, v = VALUE_UNDEFINED;
    switch (take_result(vm, &state, r[3], &v)) {
    case ITER_DONE:
        return TRI_FALSE;
    case ITER_VALUE:
        r[3] = v;
        return TRI_TRUE;
    default:
        return TRI_THROWN;
    }
}

Value async_iter_close(VM *vm, Value *r)
{
    Value fn = get_method(vm, r[0], vm->realm->name.return_);
    if (fn == VALUE_THROWN || fn == VALUE_UNDEFINED)
        return fn;
    return vm_call(vm, fn, r[0], 0, NULL);
}
