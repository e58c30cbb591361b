/* SPDX-License-Identifier: MIT */
/* Iterator prototypes of arrays, strings, maps and sets, the Iterator
 * constructor, and closing after failures; ECMA-262 27.1, 23.1.5, 22.1.5,
 * 24.1.5, 24.2.6. */
#include "js/builtins/iterator_internal.h"

#include "engine/convert.h"
#include "engine/property.h"

/* ---- failing while iterating ---- */

Step cm__iter_fail(VM *vm, NativeFrame *f, uint32_t iter, uint32_t error_reg,
                   uint32_t pc)
{
    if (vm->termination != TERM_NONE ||
        (!f->threw && vm->exception == VALUE_ABSENT))
        return STEP_THROW;
    f->reg[error_reg] = f->threw ? f->result : vm->exception;
    vm->exception = VALUE_ABSENT;
    f->threw = false;
    f->pc = pc;
    return cm__iter_fail_step(vm, f, iter, error_reg);
}

Step cm__iter_fail_step(VM *vm, NativeFrame *f, uint32_t iter,
                        uint32_t error_reg)
{
    f->threw = false;
    IterResult r = iter_close(vm, f, iter);
    if (r == ITER_CALL)
        return STEP_CALL;
    if (r == ITER_DONE || vm->exception != VALUE_ABSENT) {
        vm->exception = VALUE_ABSENT;
        throw_value(vm, f->reg[error_reg]);
    }
    return STEP_THROW;
}

Step cm__iter_reject(VM *vm, NativeFrame *f, uint32_t iter, uint32_t error_reg)
{
    f->reg[iter] = f->call.this_val;
    f->reg[iter + 1] = VALUE_UNDEFINED;
    f->reg[iter + 2] = ITER_OBJECT;
    return cm__iter_fail(vm, f, iter, error_reg, f->pc);
}

/* ---- built-in iterators ---- */

/* next() of the iterators that run without program code. */
static Value builtin_next(VM *vm, const NativeCall *c, IterKind kind,
                          const char *what)
{
    if (!value_is_class(c->this_val, CLASS_ITERATOR) ||
        ((IterObj *)value_ptr(c->this_val))->kind != kind)
        return throw_type(vm,
                          "next was called on something that is not a%s "
                          "iterator",
                          what);
    Obj *result = iter_result(vm, VALUE_UNDEFINED, true);
    if (!result)
        return VALUE_THROWN;
    Value v;
    switch (iter_obj_next(vm, value_ptr(c->this_val), &v)) {
    case ITER_VALUE:
        *obj_slot(result, 0) = v;
        *obj_slot(result, 1) = VALUE_FALSE;
        break;
    case ITER_DONE:
        break;
    case ITER_CALL:
    case ITER_THROWN:
        return VALUE_THROWN;
    }
    return value_from_obj(result);
}

static Value array_iterator_next(VM *vm, NativeCall *c)
{
    return builtin_next(vm, c, ITERKIND_ARRAY, "n array");
}

static Value string_iterator_next(VM *vm, NativeCall *c)
{
    return builtin_next(vm, c, ITERKIND_STRING, " string");
}

static Value map_iterator_next(VM *vm, NativeCall *c)
{
    return builtin_next(vm, c, ITERKIND_MAP, " map");
}

static Value set_iterator_next(VM *vm, NativeCall *c)
{
    return builtin_next(vm, c, ITERKIND_SET, " set");
}

static Value return_this(VM *vm, NativeCall *c)
{
    (void)vm;
    return c->this_val;
}

/* ---- Iterator ---- */

/* Abstract: only subclasses can be constructed. */
static Value iterator_ctor(VM *vm, NativeCall *c)
{
    if (c->new_target == VALUE_UNDEFINED || c->new_target == c->callee)
        return throw_type(vm, "Iterator cannot be constructed directly");
    Obj *proto = ctor_proto(vm, c, vm->realm->iterator_proto);
    Obj *o = proto ? obj_new_proto(vm, proto) : NULL;
    return o ? value_from_obj(o) : VALUE_THROWN;
}

/* constructor and @@toStringTag of Iterator.prototype are accessors, so that
 * objects that inherit from it can be given properties of these names
 * (27.1.4.1, 27.1.4.14). */
static Value get_constant(VM *vm, NativeCall *c)
{
    (void)vm;
    return ((const Native *)(const void *)value_obj(c->callee))->data[0];
}

/* SetterThatIgnoresPrototypeProperties; the function's data[0] is the key. */
static Value set_own(VM *vm, NativeCall *c)
{
    PropKey key = ((const Native *)(const void *)value_obj(c->callee))->data[0];
    if (!value_is_object(c->this_val))
        return throw_type(vm, "The setter of Iterator.prototype was called on "
                              "something that is not an object");
    Obj *o = value_obj(c->this_val);
    if (o == vm->realm->iterator_proto)
        return throw_read_only(vm, key);
    PropDesc desc;
    Tri has = obj_get_own(vm, o, key, &desc);
    if (has == TRI_THROWN)
        return VALUE_THROWN;
    bool done = has == TRI_TRUE ? set_prop(vm, c->this_val, key, c->args[0])
                                : create_data(vm, o, key, c->args[0]);
    return done ? VALUE_UNDEFINED : VALUE_THROWN;
}

static const NativeSpec constant_rows[][2] = {
    { { .name = "constructor", .fn = get_constant, .flags = NATIVE_GETTER },
      { .name = "constructor",
        .fn = set_own,
        .length = 1,
        .min_args = 1,
        .flags = NATIVE_SETTER } },
    { { .name = "@@toStringTag", .fn = get_constant, .flags = NATIVE_GETTER },
      { .name = "@@toStringTag",
        .fn = set_own,
        .length = 1,
        .min_args = 1,
        .flags = NATIVE_SETTER } },
};

static void add_constant(RealmBuilder *b, const NativeSpec *rows, PropKey key,
                         Value v)
{
    Obj *get = realm_function(b, &rows[0]), *set = realm_function(b, &rows[1]);
    if (b->failed)
        return;
    ((Native *)(void *)get)->data[0] = v;
    ((Native *)(void *)set)->data[0] = key;
    if (!obj_put_accessor(b->vm, b->realm->iterator_proto, key,
                          value_from_obj(get), value_from_obj(set),
                          PROP_ACCESSOR))
        b->failed = true;
}

static Obj *install_ctor(RealmBuilder *b, const NativeSpec *spec)
{
    Realm *r = b->realm;
    Obj *ctor = realm_ctor(b, spec, NULL, NULL);
    Value tag = realm_string(b, "Iterator");
    if (b->failed)
        return NULL;
    realm_value(b, ctor, "prototype", value_from_obj(r->iterator_proto), 0);
    add_constant(b, constant_rows[0], r->name.constructor,
                 value_from_obj(ctor));
    add_constant(b, constant_rows[1], value_from_symbol(r->symbol.toStringTag),
                 tag);
    return ctor;
}

static const NativeSpec iterator_spec = { .name = "Iterator",
                                          .fn = iterator_ctor,
                                          .flags =
                                              NATIVE_CTOR | NATIVE_CTOR_ONLY };

static const NativeSpec self_row = { .name = "@@iterator", .fn = return_this };
static const NativeSpec async_self_row = { .name = "@@asyncIterator",
                                           .fn = return_this };

static const NativeSpec next_rows[] = {
    { .name = "next", .fn = array_iterator_next },
    { .name = "next", .fn = string_iterator_next },
    { .name = "next", .fn = map_iterator_next },
    { .name = "next", .fn = set_iterator_next },
};

void js_install_iterator(RealmBuilder *b)
{
    Realm *r = b->realm;
    Obj *ctor = install_ctor(b, &iterator_spec);
    realm_functions(b, r->iterator_proto, &self_row, 1);
    realm_functions(b, r->async_iterator_proto, &async_self_row, 1);

    Obj *const protos[] = { r->array_iterator_proto, r->string_iterator_proto,
                            r->map_iterator_proto, r->set_iterator_proto };
    static const char *const tags[] = { "Array Iterator", "String Iterator",
                                        "Map Iterator", "Set Iterator" };
    for (size_t i = 0; i < CM_ARRAY_LEN(protos); i++) {
        realm_functions(b, protos[i], &next_rows[i], 1);
        realm_tag(b, protos[i], tags[i]);
    }
    cm__install_iterator_from(b, ctor);
    cm__install_iterator_concat(b, ctor);
    cm__install_iterator_zip(b, ctor);
    cm__install_iterator_helpers(b);
    cm__install_iterator_chunks(b);
    cm__install_iterator_consumers(b);
}
