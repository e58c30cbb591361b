/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_ENGINE_FIXTURE_H
#define CM_TESTS_ENGINE_FIXTURE_H
/* engine_fixture: an execution over a realm of names and bare prototypes,
 * enough for the data layer; no built-ins, no program. Static functions, so
 * that each test file has its own copy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/gc.h"
#include "engine/realm.h"

typedef struct Fixture {
    Realm realm;
    VM *builder; /* its heap is the image */
    VM *vm;
    Value roots[32];
} Fixture;

static inline void fixture_mark(VM *vm, Gc *gc)
{
    Fixture *f = vm->host;
    gc_mark_values(gc, f->roots, CM_ARRAY_LEN(f->roots));
}

static inline VM *fixture_vm(const Realm *realm, size_t limit)
{
    VMOptions o = { .alloc = cm__alloc_default(),
                    .memory_limit = limit,
                    .max_steps = UINT64_MAX,
                    .realm = realm };
    VM *vm = vm_new(&o);
    assert_non_null(vm);
    vm->fuel = INT64_MAX;
    return vm;
}

static inline void fixture_names(VM *vm, Realm *r)
{
    r->empty = str_intern8(vm, NULL, 0);
    for (unsigned i = 0; i < 256; i++) {
        uint8_t unit = (uint8_t)i;
        r->units[i] = str_intern8(vm, &unit, 1);
    }
    for (int i = 0; i < 256; i++)
        r->small_ints[i] = str_intern(vm, str_from_int(vm, i));
#define X(n) r->name.n = value_from_str(str_intern_ascii(vm, #n));
    REALM_NAMES(X)
#undef X
    r->str_null = str_intern_ascii(vm, "null");
    r->str_true = str_intern_ascii(vm, "true");
    r->str_false = str_intern_ascii(vm, "false");
    r->str_nan = str_intern_ascii(vm, "NaN");
    r->str_infinity = str_intern_ascii(vm, "Infinity");
    r->str_minus_infinity = str_intern_ascii(vm, "-Infinity");
}

static inline Fixture *fixture_new_limit(size_t limit)
{
    Fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    Realm *r = &f->realm;
    VM *b = f->builder = fixture_vm(r, SIZE_MAX);
    b->heap.shared = true;
    fixture_names(b, r);
    r->object_proto = obj_new(b, CLASS_PLAIN, shape_root(b, NULL, 4));
    r->shape_plain = shape_root(b, r->object_proto, 4);
    r->array_proto = obj_new_plain(b);
    r->function_proto = obj_new_plain(b);
    r->generator_proto = obj_new_plain(b);
    r->shape_array = shape_root(b, r->array_proto, 0);
    r->shape_function = shape_root(b, r->function_proto, 0);
    r->string_proto = obj_new_plain(b);
    for (int i = 0; i < ERR_CLASS_COUNT; i++) {
        r->error_proto[i] = obj_new_plain(b);
        r->shape_error[i] = shape_root(b, r->error_proto[i], 0);
    }
    r->atoms = b->atoms;
    f->vm = fixture_vm(r, limit);
    f->vm->host = f;
    f->vm->mark_roots = fixture_mark;
    for (size_t i = 0; i < CM_ARRAY_LEN(f->roots); i++)
        f->roots[i] = VALUE_UNDEFINED;
    return f;
}

static inline Fixture *fixture_new(void)
{
    return fixture_new_limit((size_t)1 << 30);
}

static inline void fixture_free(Fixture *f)
{
    vm_free(f->vm);
    vm_free(f->builder);
    free(f);
}

static inline int fixture_setup(void **state)
{
    *state = fixture_new();
    return 0;
}

static inline int fixture_teardown(void **state)
{
    fixture_free(*state);
    return 0;
}

#define FIXTURE_TEST(fn) \
    cmocka_unit_test_setup_teardown(fn, fixture_setup, fixture_teardown)

static inline PropKey fixture_key(VM *vm, const char *name)
{
    return value_from_str(str_intern_ascii(vm, name));
}

/* Exact text of a string in ASCII. */
static inline void assert_text(VM *vm, Str *s, const char *expected)
{
    StrView v;
    assert_non_null(s);
    assert_true(str_view(vm, s, &v));
    assert_int_equal(v.len, strlen(expected));
    for (uint32_t i = 0; i < v.len; i++)
        assert_int_equal(view_at(&v, i), (unsigned char)expected[i]);
}

#endif
