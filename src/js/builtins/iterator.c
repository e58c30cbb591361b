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
    Obj *ctor = realm_ctor(b, &iterator_spec, r->iterator_proto, NULL);
    realm_functions(b, r->iterator_proto, &self_row, 1);
    realm_tag(b, r->iterator_proto, "Iterator");
    realm_functions(b, r->async_iterator_proto, &async_self_row, 1);

    Obj *const protos[] = { r->array_iterator_proto, r->string_iterator_proto,
                            r->map_iterator_proto, r->set_iterator_proto };
    static const char *const tags[] = { "Array Iterator", "String Iterator",
                                        "Map Iterator", "Set Iterator" };
    for (size_t i = 0; i < CM_ARRAY_LEN(protos); i++) {
        realm_functions(b, protos[i], &next_rows[i], 1);
        realm_tag(b, protos[i], tags[i]);
    }
    cm__install_iterator_helpers(b, ctor);
}
