/* SPDX-License-Identifier: MIT */
/* The traps of property access, and of calls; the others are in
 * proxy_meta.c. */
#include "engine/proxy.h"

#include "engine/object_internal.h"
#include "engine/proxy_internal.h"
#include "engine/vm_internal.h"

/* ---- what all have in common ---- */

bool cm__proxy_enter(VM *vm)
{
    if (CM_UNLIKELY(vm->proxy_depth >= PROXY_MAX_DEPTH)) {
        throw_range(vm, "Maximum call stack size exceeded");
        return false;
    }
    if (!vm_charge(vm, 1))
        return false;
    vm->proxy_depth++;
    return true;
}

static void throw_revoked(VM *vm, PropKey name)
{
    Str *text = key_text(vm, name);
    if (text)
        throw_type(vm, "Cannot perform '%S' on a proxy that has been revoked",
                   text);
}

bool cm__proxy_trap(VM *vm, Obj *o, PropKey name, Trap *ret)
{
    const ProxyObj *p = (const ProxyObj *)(const void *)o;
    if (!p->target) {
        throw_revoked(vm, name);
        return false;
    }
    ret->name = name;
    ret->target = p->target;
    ret->handler = p->handler;
    ret->fn = get_method(vm, value_from_obj(p->handler), name);
    return ret->fn != VALUE_THROWN;
}

Value cm__proxy_call(VM *vm, const Trap *t, uint32_t argc, Value *args)
{
    args[0] = value_from_obj(t->target);
    return vm_call(vm, t->fn, value_from_obj(t->handler), argc, args);
}

void cm__proxy_violation(VM *vm, const Trap *t, PropKey key, const char *what)
{
    Str *trap = key_text(vm, t->name);
    Str *text = !trap || key == VALUE_ABSENT ? NULL : key_text(vm, key);
    if (!trap || (key != VALUE_ABSENT && !text))
        return;
    if (text)
        throw_type(vm, "'%S' on proxy: %s, property '%S'", trap, what, text);
    else
        throw_type(vm, "'%S' on proxy: %s", trap, what);
}

static bool is_private(PropKey key)
{
    return value_is_symbol(key) && value_symbol(key)->hd.flags & SYMBOL_PRIVATE;
}

/* ---- get (10.5.8), set (10.5.9), has (10.5.7) ---- */

static Value do_get(VM *vm, Obj *o, PropKey key, Value receiver)
{
    Trap t;
    PropDesc d;
    if (!cm__proxy_trap(vm, o, vm->realm->name.get, &t))
        return VALUE_THROWN;
    if (t.fn == VALUE_UNDEFINED)
        return get_obj(vm, t.target, key, receiver);
    Value args[3] = { VALUE_UNDEFINED, key_to_value(vm, key), receiver };
    if (args[1] == VALUE_THROWN)
        return VALUE_THROWN;
    Value v = cm__proxy_call(vm, &t, 3, args);
    if (v == VALUE_THROWN)
        return v;
    Tri found = obj_get_own(vm, t.target, key, &d);
    if (found == TRI_THROWN)
        return VALUE_THROWN;
    if (found == TRI_FALSE || d.attrs & PROP_CONFIGURABLE)
        return v;
    bool accessor = (d.attrs & PROP_ACCESSOR) != 0;
    if (accessor ? d.get == VALUE_UNDEFINED && v != VALUE_UNDEFINED
                 : !(d.attrs & PROP_WRITABLE) && !same_value(vm, v, d.value)) {
        cm__proxy_violation(vm, &t, key,
                            "the trap gave another value than the fixed one "
                            "of the target");
        return VALUE_THROWN;
    }
    return v;
}

static Value proxy_get(VM *vm, Obj *o, PropKey key, Value receiver)
{
    if (!cm__proxy_enter(vm))
        return VALUE_THROWN;
    Value v = do_get(vm, o, key, receiver);
    vm->proxy_depth--;
    return v;
}

static Tri do_set(VM *vm, Obj *o, PropKey key, Value v, Value receiver)
{
    Trap t;
    PropDesc d;
    if (!cm__proxy_trap(vm, o, vm->realm->name.set, &t))
        return TRI_THROWN;
    if (t.fn == VALUE_UNDEFINED)
        return set_obj(vm, t.target, key, v, receiver);
    Value args[4] = { VALUE_UNDEFINED, key_to_value(vm, key), v, receiver };
    if (args[1] == VALUE_THROWN)
        return TRI_THROWN;
    Value done = cm__proxy_call(vm, &t, 4, args);
    if (done == VALUE_THROWN)
        return TRI_THROWN;
    if (!to_boolean(done))
        return TRI_FALSE;
    Tri found = obj_get_own(vm, t.target, key, &d);
    if (found != TRI_TRUE)
        return found == TRI_THROWN ? found : TRI_TRUE;
    if (d.attrs & PROP_CONFIGURABLE)
        return TRI_TRUE;
    bool accessor = (d.attrs & PROP_ACCESSOR) != 0;
    if (accessor ? d.set == VALUE_UNDEFINED
                 : !(d.attrs & PROP_WRITABLE) && !same_value(vm, v, d.value)) {
        cm__proxy_violation(vm, &t, key,
                            "the trap claims to have changed what is fixed in "
                            "the target");
        return TRI_THROWN;
    }
    return TRI_TRUE;
}

static Tri proxy_set(VM *vm, Obj *o, PropKey key, Value v, Value receiver)
{
    if (!cm__proxy_enter(vm))
        return TRI_THROWN;
    Tri done = do_set(vm, o, key, v, receiver);
    vm->proxy_depth--;
    return done;
}

/* Whether the target allows that an own property is not reported. */
static Tri may_hide(VM *vm, const Trap *t, PropKey key)
{
    PropDesc d;
    Tri found = obj_get_own(vm, t->target, key, &d);
    if (found != TRI_TRUE)
        return found == TRI_THROWN ? found : TRI_TRUE;
    Tri open = TRI_FALSE;
    if (d.attrs & PROP_CONFIGURABLE)
        open = obj_test_extensible(vm, t->target);
    if (open == TRI_FALSE)
        cm__proxy_violation(vm, t, key,
                            "the trap hides what the target must show");
    return open == TRI_TRUE ? TRI_TRUE : TRI_THROWN;
}

static Tri do_has(VM *vm, Obj *o, PropKey key)
{
    Trap t;
    if (!cm__proxy_trap(vm, o, vm->realm->name.has, &t))
        return TRI_THROWN;
    if (t.fn == VALUE_UNDEFINED)
        return has_prop(vm, t.target, key);
    Value args[2] = { VALUE_UNDEFINED, key_to_value(vm, key) };
    if (args[1] == VALUE_THROWN)
        return TRI_THROWN;
    Value v = cm__proxy_call(vm, &t, 2, args);
    if (v == VALUE_THROWN)
        return TRI_THROWN;
    if (to_boolean(v))
        return TRI_TRUE;
    return may_hide(vm, &t, key) == TRI_THROWN ? TRI_THROWN : TRI_FALSE;
}

static Tri proxy_has(VM *vm, Obj *o, PropKey key)
{
    if (!cm__proxy_enter(vm))
        return TRI_THROWN;
    Tri has = do_has(vm, o, key);
    vm->proxy_depth--;
    return has;
}

/* ---- deleteProperty (10.5.10) ---- */

static Tri do_delete(VM *vm, Obj *o, PropKey key)
{
    Trap t;
    PropDesc d;
    if (!cm__proxy_trap(vm, o, vm->realm->name.deleteProperty, &t))
        return TRI_THROWN;
    if (t.fn == VALUE_UNDEFINED)
        return obj_delete_own(vm, t.target, key);
    Value args[2] = { VALUE_UNDEFINED, key_to_value(vm, key) };
    if (args[1] == VALUE_THROWN)
        return TRI_THROWN;
    Value v = cm__proxy_call(vm, &t, 2, args);
    if (v == VALUE_THROWN)
        return TRI_THROWN;
    if (!to_boolean(v))
        return TRI_FALSE;
    Tri found = obj_get_own(vm, t.target, key, &d);
    if (found != TRI_TRUE)
        return found == TRI_THROWN ? found : TRI_TRUE;
    Tri open = TRI_FALSE;
    if (d.attrs & PROP_CONFIGURABLE)
        open = obj_test_extensible(vm, t.target);
    if (open == TRI_FALSE)
        cm__proxy_violation(vm, &t, key,
                            "the trap claims to have deleted what stays in "
                            "the target");
    return open == TRI_TRUE ? TRI_TRUE : TRI_THROWN;
}

static Tri proxy_delete(VM *vm, Obj *o, PropKey key)
{
    if (!cm__proxy_enter(vm))
        return TRI_THROWN;
    Tri done = do_delete(vm, o, key);
    vm->proxy_depth--;
    return done;
}

/* ---- getOwnPropertyDescriptor (10.5.5) ---- */

static Tri check_own(VM *vm, const Trap *t, PropKey key, const PropDesc *d,
                     Tri exists, const PropDesc *old)
{
    Tri open = obj_test_extensible(vm, t->target);
    if (open == TRI_THROWN)
        return open;
    bool fixed = !(d->attrs & PROP_CONFIGURABLE);
    bool fits =
        exists == TRI_TRUE ? desc_may_change(vm, old, d) : open == TRI_TRUE;
    if (fits && fixed)
        fits = exists == TRI_TRUE && !(old->attrs & PROP_CONFIGURABLE) &&
               (d->attrs & PROP_ACCESSOR || d->attrs & PROP_WRITABLE ||
                !(old->attrs & PROP_WRITABLE));
    if (fits)
        return TRI_TRUE;
    cm__proxy_violation(vm, t, key,
                        "the trap describes what the target does not have");
    return TRI_THROWN;
}

static Tri do_get_own(VM *vm, Obj *o, PropKey key, PropDesc *ret_desc)
{
    Trap t;
    PropDesc old = { .attrs = 0 }, d;
    PropKey name = vm->realm->name.getOwnPropertyDescriptor;
    if (!cm__proxy_trap(vm, o, name, &t))
        return TRI_THROWN;
    if (t.fn == VALUE_UNDEFINED)
        return obj_get_own(vm, t.target, key, ret_desc);
    Value args[2] = { VALUE_UNDEFINED, key_to_value(vm, key) };
    if (args[1] == VALUE_THROWN)
        return TRI_THROWN;
    Value v = cm__proxy_call(vm, &t, 2, args);
    if (v == VALUE_THROWN)
        return TRI_THROWN;
    if (v == VALUE_UNDEFINED)
        return may_hide(vm, &t, key) == TRI_THROWN ? TRI_THROWN : TRI_FALSE;
    if (!value_is_object(v)) {
        cm__proxy_violation(vm, &t, key,
                            "the trap gave neither an object nor undefined");
        return TRI_THROWN;
    }
    Tri exists = obj_get_own(vm, t.target, key, &old);
    if (exists == TRI_THROWN || obj_test_extensible(vm, t.target) == TRI_THROWN)
        return TRI_THROWN;
    if (!to_descriptor(vm, v, &d))
        return TRI_THROWN;
    desc_complete(&d);
    if (check_own(vm, &t, key, &d, exists, &old) != TRI_TRUE)
        return TRI_THROWN;
    *ret_desc = d;
    return TRI_TRUE;
}

static Tri proxy_get_own(VM *vm, Obj *o, PropKey key, PropDesc *ret_desc)
{
    if (is_private(key))
        return obj_get_own_ordinary(vm, o, key, ret_desc);
    if (!cm__proxy_enter(vm))
        return TRI_THROWN;
    Tri found = do_get_own(vm, o, key, ret_desc);
    vm->proxy_depth--;
    return found;
}

/* ---- defineProperty (10.5.6) ---- */

static Tri check_defined(VM *vm, const Trap *t, PropKey key, const PropDesc *d)
{
    PropDesc old;
    Tri exists = obj_get_own(vm, t->target, key, &old);
    Tri open =
        exists == TRI_THROWN ? exists : obj_test_extensible(vm, t->target);
    if (open == TRI_THROWN)
        return open;
    bool fixes = d->has & HAS_CONFIGURABLE && !(d->attrs & PROP_CONFIGURABLE);
    bool fits;
    if (exists == TRI_FALSE) {
        fits = open == TRI_TRUE && !fixes;
    } else {
        bool writable = (old.attrs & PROP_WRITABLE) != 0;
        bool accessor = (old.attrs & PROP_ACCESSOR) != 0;
        bool was_fixed = !(old.attrs & PROP_CONFIGURABLE);
        fits = desc_may_change(vm, &old, d) && !(fixes && !was_fixed) &&
               !(!accessor && was_fixed && writable && d->has & HAS_WRITABLE &&
                 !(d->attrs & PROP_WRITABLE));
    }
    if (fits)
        return TRI_TRUE;
    cm__proxy_violation(vm, t, key,
                        "the trap claims to have defined what the target does "
                        "not have");
    return TRI_THROWN;
}

static Tri do_define(VM *vm, Obj *o, PropKey key, const PropDesc *d)
{
    Trap t;
    if (!cm__proxy_trap(vm, o, vm->realm->name.defineProperty, &t))
        return TRI_THROWN;
    if (t.fn == VALUE_UNDEFINED)
        return obj_define_own(vm, t.target, key, d);
    Obj *object = from_partial_descriptor(vm, d, d->has);
    Value args[3] = { VALUE_UNDEFINED, key_to_value(vm, key),
                      value_from_obj(object) };
    if (!object || args[1] == VALUE_THROWN)
        return TRI_THROWN;
    Value v = cm__proxy_call(vm, &t, 3, args);
    if (v == VALUE_THROWN)
        return TRI_THROWN;
    return to_boolean(v) ? check_defined(vm, &t, key, d) : TRI_FALSE;
}

static Tri proxy_define(VM *vm, Obj *o, PropKey key, const PropDesc *d)
{
    if (is_private(key))
        return obj_define_own_ordinary(vm, o, key, d);
    if (!cm__proxy_enter(vm))
        return TRI_THROWN;
    Tri done = do_define(vm, o, key, d);
    vm->proxy_depth--;
    return done;
}

/* ---- calls (10.5.12, 10.5.13) ---- */

/* Without a trap the target takes the proxy's place; an apply trap is called in
 * its place too; a construct trap by the native that checks its result. When
 * memory was refused the call is as it was, to be made again. */
CallResult call_proxy(VM *vm, Value *cs, uint32_t argc, Value *ret,
                      Value new_target)
{
    bool is_new = new_target != VALUE_UNDEFINED;
    const Realm *r = vm->realm;
    const Value callee = cs[0], this_val = cs[1];
    Trap t;
    do {
        if (!vm_charge(vm, 1) ||
            !cm__proxy_trap(vm, value_obj(cs[0]),
                            is_new ? r->name.construct : r->name.apply, &t))
            return CALL_FAILED;
        if (t.fn != VALUE_UNDEFINED)
            break;
        cs[0] = value_from_obj(t.target);
    } while (value_is_class(cs[0], CLASS_PROXY));
    if (t.fn == VALUE_UNDEFINED)
        return call_slots(vm, cs, argc, ret, new_target);
    Array *list = array_from_values(vm, cs + 2, argc);
    StackSegment *s = vm->frame->segment;
    Value *at = list ? stack_fit(vm, &s, cs, 2, 2 + 5) : NULL;
    if (!at)
        return CALL_FAILED;
    CallResult called;
    if (is_new) {
        at[0] = value_from_obj(r->proxy_construct);
        at[1] = VALUE_UNDEFINED;
        at[2] = t.fn;
        at[3] = value_from_obj(t.handler);
        at[4] = value_from_obj(t.target);
        at[5] = value_from_obj(list);
        at[6] = new_target;
        called = call_slots(vm, at, 5, ret, VALUE_UNDEFINED);
    } else {
        at[0] = t.fn;
        at[1] = value_from_obj(t.handler);
        at[2] = value_from_obj(t.target);
        at[3] = this_val;
        at[4] = value_from_obj(list);
        called = call_slots(vm, at, 3, ret, VALUE_UNDEFINED);
    }
    if (called == CALL_FAILED && vm->exception == VALUE_ABSENT) {
        cs[0] = callee;
        cs[1] = this_val;
        for (uint32_t i = 0; i < argc; i++)
            cs[2 + i] = list->obj.elements.dense->v[i];
    }
    return called;
}

Step proxy_construct_step(VM *vm, NativeFrame *f)
{
    const Value *a = f->call.args;
    if (f->pc == 0) {
        f->pc = 1;
        return native_call(vm, f, a[0], a[1], 3, a + 2);
    }
    if (value_is_object(f->result))
        return STEP_RETURN;
    throw_type(vm, "'construct' on proxy: the trap gave no object");
    return STEP_THROW;
}

/* ---- the class ---- */

static void mark_proxy(Gc *gc, Obj *o)
{
    ProxyObj *p = (ProxyObj *)(void *)o;
    gc_mark_cell(gc, p->target);
    gc_mark_cell(gc, p->handler);
}

const ObjClass cm__class_proxy = {
    .name = "Object",
    .size = sizeof(ProxyObj),
    .mark = mark_proxy,
    .get_own = proxy_get_own,
    .define_own = proxy_define,
    .delete_own = proxy_delete,
    .get = proxy_get,
    .set = proxy_set,
    .has = proxy_has,
    .all_keys = cm__proxy_keys,
    .get_proto = cm__proxy_get_proto,
    .test_extensible = cm__proxy_test_extensible,
    .stop_extensions = cm__proxy_stop_extensions,
};

ProxyObj *proxy_new(VM *vm, Obj *target, Obj *handler)
{
    ProxyObj *p =
        (ProxyObj *)(void *)obj_new(vm, CLASS_PROXY, vm->realm->shape_proxy);
    if (!p)
        return NULL;
    p->target = target;
    p->handler = handler;
    p->is_callable = value_is_callable(value_from_obj(target));
    p->is_ctor = value_is_constructor(value_from_obj(target));
    return p;
}
