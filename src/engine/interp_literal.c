/* SPDX-License-Identifier: MIT */
/* Literals, spreading, destructuring, for-in, templates, imports: the parts of
 * their instructions that do not fit the loop. */
#include "engine/vm_internal.h"

/* The first run of a literal walks the shape tree; the shape it ends in is
 * cached, and later runs copy the registers straight into slots. */
Value slow_new_literal(VM *vm, const LiteralKeys *lit, const Value *values,
                       IC *ic)
{
    Shape *s = shape_root(vm, vm->realm->object_proto, lit->n);
    for (uint32_t i = 0; s && i < lit->n; i++)
        s = shape_add(vm, s, lit->keys[i], PROP_DEFAULT);
    Obj *o = s ? obj_new(vm, CLASS_PLAIN, s) : NULL;
    if (!o)
        return VALUE_THROWN;
    for (uint32_t i = 0; i < lit->n; i++)
        *obj_slot(o, i) = values[i];
    if (!shape_is_dict(s) && s->inline_cap == lit->n)
        ic->shape = s;
    return value_from_obj(o);
}

bool slow_array_room(VM *vm, Value array)
{
    Array *a = (Array *)(void *)value_obj(array);
    ValuesCell *e = a->obj.elements.dense;
    if (a->obj.hd.flags & OBJ_SPARSE || (e && e->n < e->cap))
        return true;
    uint32_t n = e ? e->n : 0;
    return array_reserve(vm, a, n + n / 2 + 4);
}

Value slow_new_array(VM *vm, const Value *values, uint32_t n)
{
    Array *a = array_from_values(vm, values, n);
    if (!a)
        return VALUE_THROWN;
    for (uint32_t i = 0; i < n; i++)
        if (values[i] == VALUE_HOLE)
            a->obj.elements.dense->hd.flags |= ELEMS_HOLEY;
    return value_from_obj(a);
}

/* Literals may hold holes; appending keeps them. */
bool slow_array_push(VM *vm, Value array, const Value *values, uint32_t n)
{
    Array *a = (Array *)(void *)value_obj(array);
    uint32_t length = a->length;
    if (CM_UNLIKELY(length + (uint64_t)n > ARRAY_MAX_MADE)) {
        throw_range(vm, "Invalid array length");
        return false;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (values[i] != VALUE_HOLE ? array_push(vm, a, values[i])
                                    : array_push_hole(vm, a))
            continue;
        if (vm->exception == VALUE_ABSENT)
            array_set_length(vm, a, length); /* for the second try */
        return false;
    }
    return true;
}

/* Keys to leave out. TOKEY gives index keys as numbers, names as interned
 * strings. Many are looked up in a table. */
#define EXCLUDED_FEW 16

typedef struct Excluded {
    const Array *keys; /* NULL: none */
    Table *table;      /* NULL: few */
} Excluded;

static bool excluded_init(VM *vm, Excluded *x, const Array *keys)
{
    x->keys = keys;
    x->table = NULL;
    if (!keys || keys->length <= EXCLUDED_FEW)
        return true;
    Table *t = table_new(vm, keys->length);
    if (!t || !vm_charge(vm, keys->length))
        return false;
    for (uint32_t i = 0; i < keys->length; i++)
        if (!table_put(vm, t, obj_element_fast(&keys->obj, i), NULL))
            return false;
    x->table = t;
    return true;
}

static bool is_excluded(VM *vm, const Excluded *x, PropKey key)
{
    if (!x->keys)
        return false;
    Value k = key_is_index(key) ? value_uint32(key_to_index(key)) : key;
    if (x->table)
        return table_find(vm, x->table, k) != NULL;
    for (uint32_t i = 0; i < x->keys->length; i++) {
        Value v = obj_element_fast(&x->keys->obj, i);
        if (v == k || (value_is_number(k) && value_is_number(v) &&
                       value_num(v) == value_num(k)))
            return true;
    }
    return false;
}

bool slow_copy_props(VM *vm, Obj *target, Value source, Array *excluded)
{
    if (value_is_nullish(source))
        return true;
    if (value_is_class(source, CLASS_PROMISE)) {
        throw_await_hint(vm, "a promise");
        return false;
    }
    if (value_is_class(source, CLASS_REFERENCE)) {
        throw_kind(vm, DIAG_INVALID_DATA_VALUE, ERR_TYPE,
                   "a tool reference cannot be spread; take names from "
                   "Object.keys(tools) and signatures from search");
        return false;
    }
    Obj *from = to_object(vm, source);
    KeyList keys;
    Excluded left_out;
    if (!from || !excluded_init(vm, &left_out, excluded) ||
        !keys_init(&keys, vm) ||
        !obj_own_keys(vm, from, KEYS_STRINGS | KEYS_SYMBOLS, &keys))
        return false;
    for (uint32_t i = 0; i < keys.n; i++) {
        PropKey key = keys_at(&keys, i);
        if (!vm_charge(vm, 1))
            return false;
        if (is_excluded(vm, &left_out, key))
            continue;
        PropDesc d;
        Tri t = obj_get_own(vm, from, key, &d);
        if (t == TRI_THROWN)
            return false;
        if (t == TRI_FALSE || !(d.attrs & PROP_ENUMERABLE))
            continue;
        Value v = d.value;
        if (d.attrs & PROP_ACCESSOR || obj_class_of(from)->get)
            v = get_obj(vm, from, key, source);
        if (v == VALUE_THROWN || !obj_put(vm, target, key, v))
            return false;
    }
    return true;
}

Value slow_copy_rest(VM *vm, Value source, Array *keys)
{
    if (value_is_nullish(source))
        return throw_type(vm, "Cannot destructure '%s' as it is %s.",
                          value_is_null(source) ? "null" : "undefined",
                          value_is_null(source) ? "null" : "undefined");
    Obj *o = obj_new_plain(vm);
    if (!o || !slow_copy_props(vm, o, source, keys))
        return VALUE_THROWN;
    return value_from_obj(o);
}

/* The keys of one object that none before it had: all become seen, the
 * enumerable ones are listed. */
static bool for_in_add(VM *vm, Obj *o, Table *seen, KeyList *keys)
{
    KeyList more;
    if (!keys_init(&more, vm) || !obj_own_keys(vm, o, KEYS_STRINGS, &more) ||
        !vm_charge(vm, more.n + 1))
        return false;
    for (uint32_t i = 0; i < more.n; i++) {
        PropKey key = keys_at(&more, i);
        bool added = false;
        if (!table_put(vm, seen, key, &added))
            return false;
        PropDesc d;
        Tri found = added ? obj_get_own(vm, o, key, &d) : TRI_FALSE;
        if (found == TRI_THROWN)
            return false;
        if (found == TRI_TRUE && d.attrs & PROP_ENUMERABLE &&
            !keys_add(keys, key))
            return false;
    }
    return true;
}

/* for-in: the enumerable string keys along the prototype chain, without those
 * that an object nearer shadows. Intrinsic prototypes have no enumerable
 * properties, so the walk stops there. */
Value slow_for_in(VM *vm, Value v)
{
    KeyList keys;
    if (!keys_init(&keys, vm))
        return VALUE_THROWN;
    if (value_is_class(v, CLASS_PROMISE))
        return throw_await_hint(vm, "a promise");
    if (value_is_nullish(v))
        return value_from_cell(keys.cell);
    Obj *o = to_object(vm, v);
    if (!o)
        return VALUE_THROWN;
    bool is_proxy = obj_class(o) == CLASS_PROXY;
    Table *seen = NULL;
    if (is_proxy) { /* its keys are asked for once */
        seen = table_new(vm, 8);
        if (!seen || !for_in_add(vm, o, seen, &keys))
            return VALUE_THROWN;
    } else if (!obj_own_keys(vm, o, KEYS_STRINGS | KEYS_ENUMERABLE, &keys)) {
        return VALUE_THROWN;
    }
    for (Obj *p = o;;) {
        if (!obj_get_proto(vm, p, &p))
            return VALUE_THROWN;
        if (!p || p->hd.flags & CELL_SHARED)
            break;
        if (!seen) {
            KeyList all;
            bool added;
            seen = table_new(vm, 8);
            if (!seen || !keys_init(&all, vm) ||
                !obj_own_keys(vm, o, KEYS_STRINGS, &all))
                return VALUE_THROWN;
            for (uint32_t i = 0; i < all.n; i++)
                if (!table_put(vm, seen, keys_at(&all, i), &added))
                    return VALUE_THROWN;
        }
        if (!for_in_add(vm, p, seen, &keys))
            return VALUE_THROWN;
    }
    keys.cell->n = keys.n;
    return value_from_cell(keys.cell);
}

bool slow_for_in_next(VM *vm, Value *r, Value *ret_key)
{
    ValuesCell *keys = value_ptr(r[0]);
    uint32_t at = (uint32_t)value_to_int(r[2]);
    while (at < keys->n) {
        PropKey key = keys->v[at];
        if (!vm_charge(vm, 1))
            return false;
        /* A key deleted meanwhile is not visited. */
        bool present = true;
        if (value_is_object(r[1])) {
            Obj *o = value_obj(r[1]);
            PropSlot p;
            if (obj_class(o) != CLASS_REFERENCE &&
                obj_class(o) != CLASS_PROXY &&
                !(obj_class(o) == CLASS_PLAIN && !key_is_index(key) &&
                  shape_find(vm, o->shape, key, &p))) {
                Tri t = has_prop(vm, o, key);
                if (t == TRI_THROWN)
                    return false;
                present = t == TRI_TRUE;
            }
        }
        if (present) {
            Value v = key_to_value(vm, key);
            if (v == VALUE_THROWN)
                return false;
            r[2] = value_int((int32_t)at + 1);
            *ret_key = v;
            return true;
        }
        at++;
    }
    *ret_key = VALUE_ABSENT;
    return true;
}

/* SetFunctionName; prefix 1 "get ", 2 "set ". */
bool slow_set_name(VM *vm, Value fn, Value key, int prefix)
{
    if (!value_is_class(fn, CLASS_FUNCTION))
        return true;
    Closure *c = (Closure *)(void *)value_obj(fn);
    if (c->proto->name->len && !(c->proto->flags & FUNC_METHOD))
        return true;
    Str *name = vm->realm->empty;
    if (value_is_symbol(key)) {
        Symbol *sym = value_symbol(key);
        if (value_is_string(sym->description)) {
            Str *open = vm->realm->units['['], *close = vm->realm->units[']'];
            if (sym->hd.flags & SYMBOL_PRIVATE)
                name = value_str(sym->description);
            else if (!(name =
                           str_concat(vm, open, value_str(sym->description))) ||
                     !(name = str_concat(vm, name, close)))
                return false;
        }
    } else {
        name = to_string(vm, key);
        if (!name)
            return false;
    }
    if (prefix) {
        Str *p = str_from_ascii(vm, prefix == 1 ? "get " : "set ");
        name = p ? str_concat(vm, p, name) : NULL;
        if (!name)
            return false;
    }
    if (c->obj.hd.flags & OBJ_LAZY &&
        !obj_class_of(&c->obj)->materialise(vm, &c->obj))
        return false;
    PropDesc own;
    PropKey key_name = vm->realm->name.name;
    if (obj_get_own(vm, &c->obj, key_name, &own) == TRI_TRUE &&
        !value_is_string(own.value))
        return true; /* a static member called name */
    return obj_put_attrs(vm, &c->obj, key_name, value_from_str(name),
                         PROP_CONFIGURABLE);
}

static bool define_accessor(VM *vm, Obj *o, PropKey key, Value fn, bool setter,
                            uint8_t enumerable)
{
    PropDesc d = { VALUE_ABSENT, VALUE_UNDEFINED, VALUE_UNDEFINED, 0, 0 };
    d.attrs = (uint8_t)(PROP_CONFIGURABLE | PROP_ACCESSOR | enumerable);
    d.has = HAS_ENUMERABLE | HAS_CONFIGURABLE;
    if (setter) {
        d.set = fn;
        d.has |= HAS_SET;
    } else {
        d.get = fn;
        d.has |= HAS_GET;
    }
    return define_prop(vm, o, key, &d);
}

bool slow_define(VM *vm, Op op, Value target, Value key, Value v)
{
    Obj *o = value_obj(target);
    PropKey k;
    if (!to_key(vm, key, &k))
        return false;
    switch (op) {
    case OP_DEFFIELD:
    case OP_DEFELEM:
        if (obj_class(o) == CLASS_PLAIN)
            return obj_put(vm, o, k, v);
        return create_data(vm, o, k, v);
    case OP_DEFMETHOD: {
        ((Closure *)(void *)value_obj(v))->home = target;
        PropDesc d = { v, VALUE_UNDEFINED, VALUE_UNDEFINED, PROP_HIDDEN,
                       HAS_VALUE | HAS_WRITABLE | HAS_ENUMERABLE |
                           HAS_CONFIGURABLE };
        return define_prop(vm, o, k, &d);
    }
    default:
        break;
    }
    ((Closure *)(void *)value_obj(v))->home = target;
    bool setter = op == OP_DEFSETTER || op == OP_DEFSETTERM;
    uint8_t enumerable =
        op == OP_DEFGETTER || op == OP_DEFSETTER ? PROP_ENUMERABLE : 0;
    return define_accessor(vm, o, k, v, setter, enumerable);
}

/* GetTemplateObject: constants index .. are the number of strings, the cooked
 * ones, the raw ones. One object a site and execution. */
Value slow_template(VM *vm, const FuncProto *proto, uint32_t index, IC *ic)
{
    if (ic->u.cell)
        return value_from_obj(ic->u.cell);
    const Value *k = &proto->consts[index];
    uint32_t n = (uint32_t)value_to_int(k[0]);
    Array *cooked = array_from_values(vm, k + 1, n);
    Array *raw = array_from_values(vm, k + 1 + n, n);
    if (!cooked || !raw || !obj_freeze(vm, &raw->obj) ||
        !obj_put_attrs(vm, &cooked->obj, vm->realm->name.raw,
                       value_from_obj(raw), 0) ||
        !obj_freeze(vm, &cooked->obj))
        return VALUE_THROWN;
    ic->u.cell = cooked;
    return value_from_obj(cooked);
}

Value slow_regexp(VM *vm, Value source, Value code)
{
    return vm->realm->new_regexp(vm, source, code);
}

Value slow_arguments(VM *vm, const Frame *f)
{
    Shape *shape = shape_root(vm, vm->realm->object_proto, 0);
    Obj *o = shape ? obj_new(vm, CLASS_ARGUMENTS, shape) : NULL;
    if (!o)
        return VALUE_THROWN;
    Value thrower = value_from_obj(vm->realm->throw_type_error);
    for (uint32_t i = 0; i < f->argc; i++)
        if (!obj_put(vm, o, key_index(i), f->args[i]))
            return VALUE_THROWN;
    if (!obj_put_attrs(vm, o, vm->realm->name.length, value_uint32(f->argc),
                       PROP_HIDDEN) ||
        !obj_put_attrs(vm, o, value_from_symbol(vm->realm->symbol.iterator),
                       value_from_obj(vm->realm->array_values), PROP_HIDDEN) ||
        !obj_put_accessor(vm, o, vm->realm->name.callee, thrower, thrower, 0))
        return VALUE_THROWN;
    return value_from_obj(o);
}

Value slow_import_static(VM *vm, Str *specifier)
{
    Value v = vm->host_module ? vm->host_module(vm, specifier) : VALUE_ABSENT;
    if (v == VALUE_ABSENT)
        return throw_error(vm, ERR_ERROR, "Cannot find module '%S'", specifier);
    return v;
}

Value slow_import(VM *vm, Value specifier)
{
    Promise *p = promise_new_internal(vm);
    if (!p)
        return VALUE_THROWN;
    Str *s = to_string(vm, specifier);
    Value v = s ? slow_import_static(vm, s) : VALUE_THROWN;
    if (v == VALUE_THROWN) {
        if (vm->exception == VALUE_ABSENT || !promise_reject_parked(vm, p))
            return VALUE_THROWN;
    } else if (!promise_fulfil(vm, p, v)) {
        return VALUE_THROWN;
    }
    return value_from_obj(p);
}
