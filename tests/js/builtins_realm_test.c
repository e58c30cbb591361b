/* SPDX-License-Identifier: MIT */
/* The image: it builds fast, is small, and everything in it is frozen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/clock.h"
#include "engine/property.h"
#include "js/builtins/builtins.h"

#include <stdio.h>
#include <string.h>

static VM *new_vm(void)
{
    VM *vm = vm_new(&(VMOptions){ .alloc = cm__alloc_default(),
                                  .memory_limit = 64 << 20,
                                  .max_steps = UINT64_MAX,
                                  .seed = 1,
                                  .realm = js_realm() });
    assert_non_null(vm);
    return vm;
}

static void assert_kinds(size_t from, size_t to, CellKind kind)
{
    const Realm *realm = js_realm();
    for (size_t at = from; at < to; at += sizeof(Cell *)) {
        const Cell *c;
        memcpy(&c, (const char *)realm + at, sizeof c);
        if (c != NULL)
            assert_int_equal(c->kind, kind);
    }
}

/* The seal walks through them by position. */
static void rows_hold_one_kind_each(void **state)
{
    (void)state;
    assert_kinds(offsetof(Realm, object_proto), offsetof(Realm, shape_plain),
                 CELL_OBJECT);
    assert_kinds(offsetof(Realm, shape_plain), offsetof(Realm, globals),
                 CELL_SHAPE);
}

static void builds_once_and_is_small(void **state)
{
    (void)state;
    uint64_t before = cm__clock_monotonic_ns();
    const Realm *realm = js_realm();
    uint64_t took = cm__clock_monotonic_ns() - before;
    assert_non_null(realm);
    assert_ptr_equal(realm, js_realm());
    print_message("realm: %.3f ms, %zu bytes\n", (double)took / 1e6,
                  realm->heap.used);
    assert_true(realm->heap.used < 1024 * 1024);
}

static Value global(const char *name)
{
    VM *vm = new_vm();
    Str *s = str_intern_ascii(vm, name);
    Value v = realm_global(js_realm(), s);
    vm_free(vm);
    return v;
}

static void globals_are_found_by_name(void **state)
{
    (void)state;
    assert_true(value_is_callable(global("Object")));
    assert_true(value_is_callable(global("Array")));
    assert_int_equal(global("undefined"), VALUE_UNDEFINED);
    assert_int_equal(global("eval"), VALUE_ABSENT);
    assert_int_equal(global("setTimeout"), VALUE_ABSENT);
}

static void names_of_the_image_are_shared(void **state)
{
    (void)state;
    const Realm *r = js_realm();
    VM *vm = new_vm();
    assert_int_equal(value_from_str(str_intern_ascii(vm, "length")),
                     r->name.length);
    assert_ptr_equal(str_new8(vm, (const uint8_t *)"a", 1), r->units['a']);
    assert_int_equal(r->small_ints[255]->len, 3);
    vm_free(vm);
}

/* Checks one object and what it refers to directly. */
static void check_frozen(VM *vm, Obj *o)
{
    KeyList keys;
    assert_true(o->hd.flags & CELL_SHARED);
    assert_false(obj_is_extensible(o));
    assert_true(obj_own_keys(vm, o, KEYS_STRINGS | KEYS_SYMBOLS, &keys));
    for (uint32_t i = 0; i < keys.n; i++) {
        PropDesc d;
        assert_int_equal(obj_get_own(vm, o, keys_at(&keys, i), &d), TRI_TRUE);
        assert_false(d.attrs & PROP_CONFIGURABLE);
        if (!(d.attrs & PROP_ACCESSOR))
            assert_false(d.attrs & PROP_WRITABLE);
    }
}

static void intrinsics_are_frozen(void **state)
{
    (void)state;
    const Realm *r = js_realm();
    VM *vm = new_vm();
    for (size_t at = offsetof(Realm, object_proto);
         at <= offsetof(Realm, array_values); at += sizeof(Obj *)) {
        Obj *o;
        memcpy(&o, (const char *)r + at, sizeof o);
        if (o)
            check_frozen(vm, o);
    }
    KeyList keys;
    assert_true(obj_own_keys(vm, r->globals, KEYS_STRINGS, &keys));
    for (uint32_t i = 0; i < keys.n; i++) {
        Value v = realm_global(r, value_str(keys_at(&keys, i)));
        if (value_is_object(v))
            check_frozen(vm, value_obj(v));
    }
    vm_free(vm);
}

static void global_this_is_frozen_and_complete(void **state)
{
    (void)state;
    VM *vm = new_vm();
    Obj *o = js_global_this(vm);
    assert_non_null(o);
    assert_ptr_equal(o, js_global_this(vm));
    assert_false(obj_is_extensible(o));
    assert_int_equal(get_prop_ascii(vm, value_from_obj(o), "globalThis"),
                     value_from_obj(o));
    assert_int_equal(get_prop_ascii(vm, value_from_obj(o), "Array"),
                     value_from_obj(js_realm()->array_ctor));
    vm_free(vm);
}

static Value call(VM *vm, Value self, const char *name, uint32_t argc,
                  const Value *args)
{
    Value fn = get_prop_ascii(vm, self, name);
    assert_true(value_is_callable(fn));
    return vm_call(vm, fn, self, argc, args);
}

/* Built-ins work in an execution without any program. */
static void arrays_work(void **state)
{
    (void)state;
    VM *vm = new_vm();
    Value items[] = { value_int(10), value_int(9), value_int(1), value_int(-2),
                      value_int(-10) };
    Array *a = array_from_values(vm, items, CM_ARRAY_LEN(items));
    Value self = value_from_obj(a);
    assert_int_equal(call(vm, self, "sort", 0, NULL), self);
    Value text = call(vm, self, "join", 0, NULL);
    assert_true(value_is_string(text));
    Str *expected = str_from_ascii(vm, "-10,-2,1,10,9");
    assert_true(str_equal(vm, value_str(text), expected));
    assert_int_equal(call(vm, self, "indexOf", 1, &items[2]), value_int(2));
    Value push[] = { value_int(7), VALUE_UNDEFINED };
    assert_int_equal(call(vm, self, "push", 2, push), value_int(7));
    assert_int_equal(call(vm, self, "shift", 0, NULL), value_int(-10));
    vm_free(vm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(builds_once_and_is_small),
        cmocka_unit_test(rows_hold_one_kind_each),
        cmocka_unit_test(globals_are_found_by_name),
        cmocka_unit_test(names_of_the_image_are_shared),
        cmocka_unit_test(intrinsics_are_frozen),
        cmocka_unit_test(global_this_is_frozen_and_complete),
        cmocka_unit_test(arrays_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
