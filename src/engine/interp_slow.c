/* SPDX-License-Identifier: MIT */
/* Property access and operators as the loop's instructions need them when their
 * inline cache or fast path does not apply; fills the caches. */
#include "engine/bigint.h"
#include "engine/buffer.h"
#include "engine/vm_internal.h"

#include <string.h>

/* Prototypes that are looked at here; the general way, which is right for any
 * number, takes over. */
#define CHAIN_LOOKS 16

/* Where a slot lies, in the form that an inline cache keeps. */
static uint32_t ic_slot(const Shape *shape, uint32_t slot)
{
    if (slot < shape->inline_cap)
        return (uint32_t)(sizeof(Obj) + slot * sizeof(Value));
    return (slot - shape->inline_cap) | IC_OUT_OF_LINE;
}

/* ---- what the inline caches forgot ---- */

/* An inline cache holds one shape. What a place that sees several learnt is
 * kept here too, by shape and name. Both parts are good for as long as an inline
 * cache with the same content; a collection throws all away, so nothing needs
 * marks. Without it `classes`, whose places see several shapes, takes 39 % more
 * instructions. */
#define MEMO_BITS 6

typedef struct FieldMemo {
    struct {
        PropKey key;
        IC ic;                    /* shape NULL: empty */
    } entries[2][1 << MEMO_BITS]; /* MEMO_READS, MEMO_WRITES */
} FieldMemo;

enum {
    MEMO_READS,
    MEMO_WRITES
};

/* Shapes are cells of 64 bytes, names of at least 16. */
static uint32_t memo_slot(const Shape *shape, PropKey key)
{
    uint64_t mixed = (uint64_t)(uintptr_t)shape / 16 * 31 + key / 16;
    return (uint32_t)(mixed * UINT64_C(0x9E3779B97F4A7C15) >> (64 - MEMO_BITS));
}

/* What is known of a field of objects of a shape; NULL: nothing. */
static IC *memo_find(const VM *vm, int how, const Shape *shape, PropKey key)
{
    FieldMemo *memo = vm->field_memo;
    if (!memo)
        return NULL;
    uint32_t at = memo_slot(shape, key);
    IC *ic = &memo->entries[how][at].ic;
    return ic->shape == shape && memo->entries[how][at].key == key ? ic : NULL;
}

/* Keeps what a cache has just learnt that knew another shape before. */
static void memo_keep(VM *vm, int how, PropKey key, const IC *ic)
{
    if (!vm->field_memo) {
        bool refused = vm->heap.refused;
        RawCell *raw = heap_raw_new(&vm->heap, sizeof(FieldMemo));
        vm->heap.refused = refused;
        if (!raw)
            return;
        memset(raw->bytes, 0, sizeof(FieldMemo));
        vm->field_memo = (FieldMemo *)(void *)raw->bytes;
    }
    uint32_t at = memo_slot(ic->shape, key);
    vm->field_memo->entries[how][at].key = key;
    vm->field_memo->entries[how][at].ic = *ic;
}

/* ---- reading ---- */

/* Exotic only in its length (10.4.3): its methods are what matters here. */
static bool is_string_proto(const VM *vm, const Obj *o, PropKey key)
{
    return o == vm->realm->string_proto && key != vm->realm->name.length;
}

static bool is_cacheable(const VM *vm, const Obj *o)
{
    if (shape_is_dict(o->shape) || o->hd.flags & OBJ_LAZY)
        return false;
    const ObjClass *c = obj_class_of(o);
    return !c->get_own || o == vm->realm->string_proto;
}

/* A getter of the program is called by the loop, as a frame, so that it may run
 * as long as any code; VALUE_ABSENT leaves natives and the rest to the general
 * way. */
static Value getter_value(VM *vm, Value accessor, Value base)
{
    const Accessor *a = value_ptr(accessor);
    if (!value_is_class(a->get, CLASS_FUNCTION))
        return a->get == VALUE_UNDEFINED ? a->get : VALUE_ABSENT;
    vm->accessor = a->get;
    vm->accessor_this = base;
    return VALUE_CALL;
}

/* The same for a property found without a cache. */
static Value get_or_call(VM *vm, Value base, PropKey key)
{
    if (value_is_object(base)) {
        Obj *o = value_obj(base);
        for (int depth = 0; o && depth < CHAIN_LOOKS;
             depth++, o = o->shape->proto) {
            const ObjClass *c = obj_class_of(o);
            PropSlot p;
            if (key_is_index(key) || c->get_own || c->get || !obj_ready(vm, o))
                break;
            if (!shape_find(vm, o->shape, key, &p))
                continue;
            Value v = *obj_slot(o, p.slot);
            if (p.attrs & PROP_ACCESSOR)
                v = getter_value(vm, v, base);
            if (v == VALUE_ABSENT)
                break;
            return v;
        }
    }
    return get_prop(vm, base, key);
}

/* The setter of the program that a write has to call, VALUE_ABSENT when there
 * is none. */
static Value find_setter(VM *vm, Obj *o, PropKey key)
{
    for (int depth = 0; o && depth < CHAIN_LOOKS;
         depth++, o = o->shape->proto) {
        const ObjClass *c = obj_class_of(o);
        PropSlot p;
        if (key_is_index(key) || c->get_own || c->set || !obj_ready(vm, o))
            break;
        if (!shape_find(vm, o->shape, key, &p))
            continue;
        if (!(p.attrs & PROP_ACCESSOR))
            break;
        const Accessor *a = value_ptr(*obj_slot(o, p.slot));
        return value_is_class(a->set, CLASS_FUNCTION) ? a->set : VALUE_ABSENT;
    }
    return VALUE_ABSENT;
}

static bool set_or_call(VM *vm, Value base, PropKey key, Value v)
{
    if (value_is_object(base)) {
        Value fn = find_setter(vm, value_obj(base), key);
        if (fn != VALUE_ABSENT) {
            vm->accessor = fn;
            vm->accessor_this = base;
            vm->accessor_arg = v;
            vm->call_setter = true;
            return true;
        }
    }
    return set_prop(vm, base, key, v);
}

/* Looks a data property up along the chain and caches it. VALUE_ABSENT when the
 * general way has to be taken. */
static Value find_and_cache(VM *vm, Obj *receiver, Value base, PropKey key,
                            IC *ic)
{
    if (key_is_index(key))
        return VALUE_ABSENT;
    Obj *o = receiver;
    for (int depth = 0; o && depth < CHAIN_LOOKS; depth++) {
        if (o->hd.flags & OBJ_LAZY && obj_class_of(o)->materialise &&
            !obj_class_of(o)->materialise(vm, o))
            return VALUE_THROWN;
        const ObjClass *c = obj_class_of(o);
        if ((c->get_own && !is_string_proto(vm, o, key)) ||
            (c->get && depth > 0))
            return VALUE_ABSENT;
        PropSlot p;
        if (shape_find(vm, o->shape, key, &p)) {
            Value v = *obj_slot(o, p.slot);
            if (p.attrs & PROP_ACCESSOR)
                return getter_value(vm, v, base);
            if (!is_cacheable(vm, receiver) ||
                (o != receiver && !is_cacheable(vm, o)))
                return v;
            if (o != receiver) {
                /* Every object on the way must announce its changes. */
                for (Obj *q = receiver->shape->proto; q; q = q->shape->proto) {
                    if (!(q->hd.flags & (OBJ_IS_PROTO | CELL_SHARED)))
                        return v;
                    if (q == o)
                        break;
                }
            }
            ic->shape = receiver->shape;
            ic->u.holder = o == receiver ? NULL : o;
            ic->slot = ic_slot(o->shape, p.slot);
            ic->epoch = vm->proto_epoch;
            return v;
        }
        o = o->shape->proto;
    }
    return VALUE_ABSENT;
}

Value slow_get_field(VM *vm, Value base, PropKey key, IC *ic)
{
    Obj *o = NULL;
    if (value_is_object(base)) {
        o = value_obj(base);
        if (obj_class(o) == CLASS_REFERENCE || obj_class(o) == CLASS_PROXY)
            return get_prop(vm, base, key);
        if (obj_class(o) == CLASS_TYPED_ARRAY &&
            key == vm->realm->name.length) {
            const ViewObj *view = (const ViewObj *)(const void *)o;
            uint32_t length;
            if (o->shape == vm->realm->shape_typed[view->kind]) {
                view_length(view, &length);
                return value_uint32(length);
            }
        }
    } else if (value_is_string(base)) {
        o = vm->realm->string_proto;
    }
    if (o) {
        Value v;
        const Shape *before = ic->shape;
        const IC *kept =
            before ? memo_find(vm, MEMO_READS, o->shape, key) : NULL;
        if (kept && ic_get(vm, base, kept, &v))
            return v;
        v = find_and_cache(vm, o, base, key, ic);
        if (before && ic->shape != before)
            memo_keep(vm, MEMO_READS, key, ic);
        if (v != VALUE_ABSENT)
            return v;
    }
    return get_prop(vm, base, key);
}

/* Caches the write of an own data property, existing or about to be added. */
static bool set_and_cache(VM *vm, Obj *o, PropKey key, Value v, IC *ic,
                          bool *ret_done)
{
    *ret_done = false;
    const ObjClass *c = obj_class_of(o);
    if (key_is_index(key) || c->define_own || c->set || c->get_own)
        return true;
    if (o->hd.flags & OBJ_LAZY && !c->materialise(vm, o))
        return false;
    PropSlot p;
    if (shape_find(vm, o->shape, key, &p)) {
        if ((p.attrs & (PROP_ACCESSOR | PROP_WRITABLE)) != PROP_WRITABLE)
            return true;
        *obj_slot(o, p.slot) = v;
        *ret_done = true;
        if (!shape_is_dict(o->shape)) {
            ic->shape = o->shape;
            ic->u.next = NULL;
            ic->slot = ic_slot(o->shape, p.slot);
        }
        return true;
    }
    if (o->shape->hd.flags & (SHAPE_DICT | SHAPE_FIXED) ||
        o->hd.flags & OBJ_IS_PROTO || obj_class(o) == CLASS_ARRAY)
        return true;
    int depth = 0;
    for (Obj *q = o->shape->proto; q; q = q->shape->proto) {
        if (++depth > CHAIN_LOOKS ||
            !(q->hd.flags & (OBJ_IS_PROTO | CELL_SHARED)) ||
            q->hd.flags & OBJ_LAZY || obj_class_of(q)->get_own ||
            obj_class_of(q)->set)
            return true;
        if (shape_find(vm, q->shape, key, &p)) {
            /* Only a frozen intrinsic's data property may be shadowed. */
            if (p.attrs & PROP_ACCESSOR ||
                (!(p.attrs & PROP_WRITABLE) && !(q->hd.flags & CELL_SHARED)))
                return true;
        }
    }
    Shape *before = o->shape;
    if (!obj_put(vm, o, key, v))
        return false;
    *ret_done = true;
    Shape *after = o->shape;
    if (shape_is_dict(after) || after->parent != before ||
        after->inline_cap != before->inline_cap)
        return true;
    ic->shape = before;
    ic->u.next = after;
    ic->slot = ic_slot(after, after->count - 1);
    ic->epoch = vm->proto_epoch;
    return true;
}

bool slow_set_field(VM *vm, Value base, PropKey key, Value v, IC *ic)
{
    if (value_is_object(base)) {
        bool done;
        Obj *o = value_obj(base);
        const Shape *before = ic->shape;
        const IC *kept =
            before ? memo_find(vm, MEMO_WRITES, o->shape, key) : NULL;
        if (kept && ic_set(vm, base, kept, v))
            return true;
        if (!set_and_cache(vm, o, key, v, ic, &done))
            return false;
        if (before && ic->shape != before)
            memo_keep(vm, MEMO_WRITES, key, ic);
        if (done)
            return true;
    }
    return set_or_call(vm, base, key, v);
}

static Value string_unit(VM *vm, Str *s, uint32_t at)
{
    StrView view;
    if (!str_view(vm, s, &view))
        return VALUE_THROWN;
    Str *u = str_from_unit(vm, view_at(&view, at));
    return u ? value_from_str(u) : VALUE_THROWN;
}

Value slow_get_elem(VM *vm, Value base, Value key)
{
    if (value_is_double(key)) {
        Value n = value_number(value_to_double(key));
        if (value_is_int(n))
            key = n;
    }
    if (value_is_int(key) && value_to_int(key) >= 0) {
        uint32_t at = (uint32_t)value_to_int(key);
        if (value_is_class(base, CLASS_TYPED_ARRAY)) {
            const ViewObj *view = value_ptr(base);
            uint32_t length;
            view_length(view, &length);
            return at < length ? element_load(vm, view_kind(view),
                                              view_at_element(view, at))
                               : VALUE_UNDEFINED;
        }
        if (value_is_object(base)) {
            Value v = obj_element_fast(value_obj(base), at);
            return v != VALUE_ABSENT ? v : get_prop(vm, base, key_index(at));
        }
        if (value_is_string(base) && at < value_str(base)->len)
            return string_unit(vm, value_str(base), at);
    }
    PropKey k;
    if (value_is_nullish(base)) {
        if (value_is_object(key))
            return throw_type(vm, "Cannot read properties of %s",
                              value_is_null(base) ? "null" : "undefined");
        if (!to_key(vm, key, &k))
            return VALUE_THROWN;
        return get_prop(vm, base, k);
    }
    if (value_is_string(key)) {
        if (!str_to_key(vm, value_str(key), &k))
            return VALUE_THROWN;
        /* A plain object as a dictionary, by itself because without it
         * `objdict` takes 3 % more instructions, `orders` 1.7 %. */
        if (value_is_object(base) && !key_is_index(k)) {
            Obj *o = value_obj(base);
            PropSlot p;
            if (obj_class(o) == CLASS_PLAIN &&
                shape_find(vm, o->shape, k, &p) && !(p.attrs & PROP_ACCESSOR))
                return *obj_slot(o, p.slot);
        }
        return get_or_call(vm, base, k);
    }
    if (!to_key(vm, key, &k))
        return VALUE_THROWN;
    return get_or_call(vm, base, k);
}

bool slow_set_elem(VM *vm, Value base, Value key, Value v)
{
    if (value_is_double(key)) {
        Value n = value_number(value_to_double(key));
        if (value_is_int(n))
            key = n;
    }
    PropKey k;
    if (value_is_int(key) && value_to_int(key) >= 0) {
        uint32_t at = (uint32_t)value_to_int(key);
        if (value_is_array(base)) {
            Array *a = (Array *)(void *)value_obj(base);
            if (at == a->length && !a->length_frozen && array_is_packed(a) &&
                !(a->obj.shape->hd.flags & SHAPE_FIXED) &&
                !(a->obj.hd.flags & OBJ_ELEMS_FROZEN))
                return array_push(vm, a, v);
        } else if (value_is_class(base, CLASS_TYPED_ARRAY) &&
                   !((ViewObj *)value_ptr(base))->buffer->immutable) {
            return typed_array_set(vm, value_ptr(base), at, v);
        }
        k = key_index(at);
    } else if (value_is_nullish(base) && value_is_object(key)) {
        /* the base is looked at before the key is converted */
        throw_type(vm, "Cannot set properties of %s",
                   value_is_null(base) ? "null" : "undefined");
        return false;
    } else if (value_is_string(key)) {
        if (!str_to_key(vm, value_str(key), &k))
            return false;
        /* As in slow_get_elem: without it `objdict` takes 14 % more. */
        if (value_is_class(base, CLASS_PLAIN) && !key_is_index(k)) {
            Obj *o = value_obj(base);
            PropSlot p;
            if (shape_find(vm, o->shape, k, &p) &&
                (p.attrs & (PROP_ACCESSOR | PROP_WRITABLE)) == PROP_WRITABLE) {
                *obj_slot(o, p.slot) = v;
                return true;
            }
        }
    } else if (!to_key(vm, key, &k)) {
        return false;
    }
    return set_or_call(vm, base, k, v);
}

Value slow_get_global(VM *vm, PropKey key, bool for_typeof)
{
    Value v = VALUE_ABSENT;
    PropDesc d;
    if (vm->globals && obj_get_own(vm, vm->globals, key, &d) == TRI_TRUE)
        v = d.value;
    if (v == VALUE_ABSENT && vm->host_global)
        v = vm->host_global(vm, key);
    if (v == VALUE_THROWN)
        return v;
    if (for_typeof)
        return value_from_str(
            type_of(vm, v == VALUE_ABSENT ? VALUE_UNDEFINED : v));
    if (v != VALUE_ABSENT)
        return v;
    return throw_error(vm, ERR_REFERENCE, "%S is not defined", value_str(key));
}

Value slow_increment(VM *vm, Value v, int by)
{
    Value n = to_numeric(vm, v);
    if (n == VALUE_THROWN)
        return n;
    if (value_is_number(n))
        return value_double(value_num(n) + by);
    return bigint_increment(vm, value_bigint(n), by);
}

Tri slow_in(VM *vm, Value key, Value target)
{
    if (!value_is_object(target)) {
        throw_type(vm, "Cannot use 'in' operator to search in %S",
                   type_of(vm, target));
        return TRI_THROWN;
    }
    PropKey k;
    if (!to_key(vm, key, &k))
        return TRI_THROWN;
    return has_prop(vm, value_obj(target), k);
}

Value slow_concat(VM *vm, const Value *values, uint32_t n)
{
    Str *out = vm->realm->empty;
    for (uint32_t i = 0; i < n; i++) {
        if (value_is_symbol(values[i]))
            return throw_type(vm, "Cannot convert a Symbol value to a string");
        Str *s = to_string(vm, values[i]);
        out = s ? str_concat(vm, out, s) : NULL;
        if (!out)
            return VALUE_THROWN;
    }
    return value_from_str(out);
}

Value slow_delete(VM *vm, Value base, Value key)
{
    PropKey k;
    if (value_is_nullish(base))
        return throw_type(vm, "Cannot convert undefined or null to object");
    if (!to_key(vm, key, &k))
        return VALUE_THROWN;
    Obj *o = to_object(vm, base);
    if (!o || !delete_prop(vm, o, k))
        return VALUE_THROWN;
    return VALUE_TRUE;
}

Value throw_bad_callee(VM *vm, Value callee, bool is_new)
{
    /* Inside of a built-in the text is that of the call of the built-in. */
    Str *text = vm->frame->kind == FRAME_NATIVE ? NULL : vm_callee_text(vm);
    if (!text || !text->len)
        text = type_of(vm, callee);
    return throw_type(
        vm, is_new ? "%S is not a constructor" : "%S is not a function", text);
}
