/* SPDX-License-Identifier: MIT */
/* Function and Function.prototype; ECMA-262 20.2.
 *
 * No code is made from strings: calling the constructor throws
 * (spec/execution.md 12.2). */
#include "js/builtins/builtins.h"

#include "engine/convert.h"
#include "engine/property.h"

#include <string.h>

static Value function_ctor(VM *vm, NativeCall *c)
{
    (void)c;
    return throw_type(vm, "Function cannot be called: no code is made from "
                          "strings");
}

/* ---- call and apply ---- */

static Step throw_not_function(VM *vm, const char *what)
{
    throw_type(vm,
               "Function.prototype.%s was called on something that is not "
               "a function",
               what);
    return STEP_THROW;
}

static Step call_with(VM *vm, NativeFrame *f, Value this_val, uint32_t argc,
                      const Value *args)
{
    if (argc <= NATIVE_CALL_MAX) {
        f->pc = 1;
        return native_call(vm, f, f->call.this_val, this_val, argc, args);
    }
    if (argc > VM_MAX_ARGS) {
        throw_range(vm, "A call cannot have more than %d arguments",
                    VM_MAX_ARGS);
        return STEP_THROW;
    }
    Array *row = array_from_values(vm, args, argc);
    if (!row)
        return STEP_THROW;
    f->pc = 1;
    return native_call_array(vm, f, f->call.this_val, this_val, row, false);
}

static Step function_call(VM *vm, NativeFrame *f)
{
    if (f->pc)
        return native_return(f, f->result);
    if (!value_is_callable(f->call.this_val))
        return throw_not_function(vm, "call");
    uint32_t argc = f->call.argc > 1 ? f->call.argc - 1 : 0;
    return call_with(vm, f, f->call.args[0], argc, f->call.args + 1);
}

Array *cm__argument_list(VM *vm, Value v)
{
    uint64_t n;
    if (value_is_array(v) && array_is_packed((Array *)value_ptr(v)))
        return value_ptr(v);
    if (!value_is_object(v)) {
        throw_type(vm, "The list of arguments is not an object");
        return NULL;
    }
    if (!array_like_length(vm, value_obj(v), &n))
        return NULL;
    if (n > VM_MAX_ARGS) {
        throw_range(vm, "A call cannot have more than %d arguments",
                    VM_MAX_ARGS);
        return NULL;
    }
    Array *row = array_new(vm, (uint32_t)n);
    for (uint32_t i = 0; row && i < n; i++) {
        Value item = get_prop(vm, v, key_index(i));
        if (item == VALUE_THROWN || !vm_charge(vm, 1) ||
            !array_push(vm, row, item))
            return NULL;
    }
    return row;
}

static Step function_apply(VM *vm, NativeFrame *f)
{
    if (f->pc)
        return native_return(f, f->result);
    if (!value_is_callable(f->call.this_val))
        return throw_not_function(vm, "apply");
    Value list = f->call.args[1];
    if (value_is_nullish(list))
        return call_with(vm, f, f->call.args[0], 0, NULL);
    const Array *a = cm__argument_list(vm, list);
    if (!a)
        return STEP_THROW;
    return call_with(vm, f, f->call.args[0], a->length,
                     a->length ? a->obj.elements.dense->v : NULL);
}

/* ---- bind ---- */

static Bound *bound_new(VM *vm, Obj *target, const NativeCall *c)
{
    uint32_t n = c->argc > 1 ? c->argc - 1 : 0;
    Obj *proto;
    if (!obj_get_proto(vm, target, &proto))
        return NULL;
    Shape *shape = proto == vm->realm->function_proto
                       ? vm->realm->shape_bound
                       : shape_root(vm, proto, 0);
    Bound *b = shape ? heap_alloc(&vm->heap, sizeof *b + n * sizeof(Value),
                                  CELL_OBJECT)
                     : NULL;
    if (!b)
        return NULL;
    b->obj.hd.aux = CLASS_BOUND;
    b->obj.shape = shape;
    b->obj.slots = NULL;
    b->obj.elements.dense = NULL;
    b->target = value_from_obj(target);
    b->this_val = c->args[0];
    b->n_args = n;
    b->is_ctor = value_is_constructor(b->target);
    if (n)
        memcpy(b->args, c->args + 1, n * sizeof(Value));
    return b;
}

/* The length that is left of the target's after n bound arguments. */
static bool bound_length(VM *vm, Obj *target, uint32_t n, Value *ret)
{
    double length = 0;
    Tri has = has_own(vm, target, vm->realm->name.length);
    if (has == TRI_THROWN)
        return false;
    if (has == TRI_TRUE) {
        Value v = get_prop(vm, value_from_obj(target), vm->realm->name.length);
        if (v == VALUE_THROWN)
            return false;
        if (value_is_number(v) && !to_integer(vm, v, &length))
            return false;
    }
    *ret = value_number(length > n ? length - n : 0);
    return true;
}

static Str *bound_name(VM *vm, Obj *target)
{
    Value v = get_prop(vm, value_from_obj(target), vm->realm->name.name);
    if (v == VALUE_THROWN)
        return NULL;
    Str *prefix = str_from_ascii(vm, "bound ");
    if (!prefix || !value_is_string(v))
        return prefix;
    return str_concat(vm, prefix, value_str(v));
}

static Value function_bind(VM *vm, NativeCall *c)
{
    if (!value_is_callable(c->this_val))
        return throw_type(vm, "bind was called on something that is not a "
                              "function");
    if (c->argc > VM_MAX_ARGS)
        return throw_range(vm, "A call cannot have more than %d arguments",
                           VM_MAX_ARGS);
    Obj *target = value_obj(c->this_val);
    Bound *b = bound_new(vm, target, c);
    Value length;
    if (!b || !bound_length(vm, target, b->n_args, &length))
        return VALUE_THROWN;
    Str *name = bound_name(vm, target);
    const Realm *r = vm->realm;
    if (!name ||
        !obj_put_attrs(vm, &b->obj, r->name.length, length,
                       PROP_CONFIGURABLE) ||
        !obj_put_attrs(vm, &b->obj, r->name.name, value_from_str(name),
                       PROP_CONFIGURABLE))
        return VALUE_THROWN;
    return value_from_obj(b);
}

/* ---- toString ---- */

static Value native_text(VM *vm, Obj *fn)
{
    StrBuilder b;
    strb_init(&b, vm);
    strb_ascii(&b, "function ", 9);
    Str *name = function_name(vm, fn);
    if (!name)
        return VALUE_THROWN;
    strb_str(&b, name);
    strb_ascii(&b, "() { [native code] }", 20);
    Str *s = strb_finish(&b);
    return s ? value_from_str(s) : VALUE_THROWN;
}

static Value function_to_string(VM *vm, NativeCall *c)
{
    if (!value_is_callable(c->this_val))
        return throw_type(vm, "Function.prototype.toString was called on "
                              "something that is not a function");
    Obj *fn = value_obj(c->this_val);
    if (obj_class(fn) != CLASS_FUNCTION)
        return native_text(vm, fn);
    const FuncProto *p = ((const Closure *)(const void *)fn)->proto;
    if (p->source_end <= p->source_start)
        return native_text(vm, fn);
    size_t n = p->source_end - p->source_start;
    if (!vm_charge_bytes(vm, n))
        return VALUE_THROWN;
    Str *s = str_from_utf8(vm, p->program->source + p->source_start, n);
    return s ? value_from_str(s) : VALUE_THROWN;
}

/* OrdinaryHasInstance */
static Value function_has_instance(VM *vm, NativeCall *c)
{
    Value v = c->args[0];
    if (!value_is_callable(c->this_val))
        return VALUE_FALSE;
    Obj *fn = value_obj(c->this_val);
    if (obj_class(fn) == CLASS_BOUND) {
        Tri is = instance_of(vm, v, ((Bound *)(void *)fn)->target);
        return is == TRI_THROWN ? VALUE_THROWN : value_bool(is);
    }
    if (!value_is_object(v))
        return VALUE_FALSE;
    Value proto = get_prop(vm, c->this_val, vm->realm->name.prototype);
    if (proto == VALUE_THROWN)
        return VALUE_THROWN;
    if (!value_is_object(proto))
        return throw_type(vm, "The prototype of the function is not an object");
    for (Obj *o = value_obj(v);;) {
        if (!obj_get_proto(vm, o, &o) || !vm_charge(vm, 1))
            return VALUE_THROWN;
        if (!o || o == value_obj(proto))
            return value_bool(o != NULL);
    }
}

/* %ThrowTypeError%: `caller`, `callee`, `arguments` of functions. */
static Value throw_type_error(VM *vm, NativeCall *c)
{
    (void)c;
    return throw_type(vm, "'caller', 'callee' and 'arguments' of functions "
                          "cannot be used");
}

static const NativeSpec throw_type_error_spec = { .name = "",
                                                  .fn = throw_type_error };

static void install_throw_type_error(RealmBuilder *b)
{
    static const char *const names[] = { "caller", "arguments" };
    Obj *f = realm_function(b, &throw_type_error_spec);
    b->realm->throw_type_error = f;
    for (size_t i = 0; i < CM_ARRAY_LEN(names) && !b->failed; i++) {
        PropKey key = key_ascii(b->vm, names[i]);
        if (key == VALUE_ABSENT ||
            !obj_put_accessor(b->vm, b->realm->function_proto, key,
                              value_from_obj(f), value_from_obj(f),
                              PROP_CONFIGURABLE))
            b->failed = true;
    }
}

static const NativeSpec function_spec = {
    .name = "Function", .fn = function_ctor, .length = 1, .flags = NATIVE_CTOR
};

static const NativeSpec rows[] = {
    { .name = "apply", .step = function_apply, .length = 2, .min_args = 2 },
    { .name = "bind", .fn = function_bind, .length = 1, .min_args = 1 },
    { .name = "call", .step = function_call, .length = 1, .min_args = 1 },
    { .name = "toString", .fn = function_to_string },
    { .name = "@@hasInstance",
      .fn = function_has_instance,
      .length = 1,
      .min_args = 1 },
};

void js_install_function(RealmBuilder *b)
{
    Realm *r = b->realm;
    realm_ctor(b, &function_spec, r->function_proto, NULL);
    realm_functions(b, r->function_proto, rows, CM_ARRAY_LEN(rows));
    install_throw_type_error(b);
}
