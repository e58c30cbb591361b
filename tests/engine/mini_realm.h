/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_ENGINE_MINI_REALM_H
#define CM_TESTS_ENGINE_MINI_REALM_H
/* mini_realm: just enough of a realm to test the engine without a language: names,
 * symbols, bare prototypes and root shapes, in the heap of the VM itself. Nothing is
 * frozen. A test may mark objects CELL_SHARED to make them intrinsics. */
#include "engine/iterate.h"
#include "engine/realm.h"

#include <stdio.h>

typedef struct Mini {
    Realm realm;
    VM *vm;
} Mini;

static uint64_t mini_now(void *user)
{
    (void)user;
    return 0;
}

static double mini_wall(void *user)
{
    (void)user;
    return 0;
}

static void mini_names(VM *vm, Realm *r)
{
    r->empty = str_intern8(vm, (const uint8_t *)"", 0);
    for (unsigned i = 0; i < 256; i++) {
        uint8_t unit = (uint8_t)i;
        char text[8];
        r->units[i] = str_intern8(vm, &unit, 1);
        snprintf(text, sizeof text, "%u", i);
        r->small_ints[i] = str_intern_ascii(vm, text);
    }
#define X(n) r->name.n = value_from_str(str_intern_ascii(vm, #n));
    REALM_NAMES(X)
#undef X
#define X(n) r->symbol.n = symbol_new(vm, VALUE_UNDEFINED);
    REALM_SYMBOLS(X)
#undef X
    r->str_null = str_intern_ascii(vm, "null");
    r->str_true = str_intern_ascii(vm, "true");
    r->str_false = str_intern_ascii(vm, "false");
    r->str_default = str_intern_ascii(vm, "default");
    r->str_nan = str_intern_ascii(vm, "NaN");
    r->str_infinity = str_intern_ascii(vm, "Infinity");
    r->str_minus_infinity = str_intern_ascii(vm, "-Infinity");
}

static Obj *mini_proto(VM *vm, Obj *parent)
{
    return obj_new(vm, CLASS_PLAIN, shape_root(vm, parent, 0));
}

static void mini_protos(VM *vm, Realm *r)
{
    Obj *o = r->object_proto = mini_proto(vm, NULL);
    r->function_proto = mini_proto(vm, o);
    r->array_proto = mini_proto(vm, o);
    r->string_proto = mini_proto(vm, o);
    r->number_proto = mini_proto(vm, o);
    r->boolean_proto = mini_proto(vm, o);
    r->symbol_proto = mini_proto(vm, o);
    r->bigint_proto = mini_proto(vm, o);
    r->promise_proto = mini_proto(vm, o);
    r->map_proto = mini_proto(vm, o);
    r->set_proto = mini_proto(vm, o);
    for (int i = 0; i < ERR_CLASS_COUNT; i++) {
        r->error_proto[i] = mini_proto(vm, o);
        r->shape_error[i] = shape_root(vm, r->error_proto[i], 0);
    }
    r->shape_plain = shape_root(vm, o, 4);
    r->shape_array = shape_root(vm, r->array_proto, 0);
    r->shape_function = shape_root(vm, r->function_proto, 0);
    r->shape_native =
        shape_add(vm, shape_add(vm, r->shape_function, r->name.length, 0),
                  r->name.name, 0);
    r->shape_promise = shape_root(vm, r->promise_proto, 0);
    r->shape_map = shape_root(vm, r->map_proto, 0);
    r->shape_set = shape_root(vm, r->set_proto, 0);
}

static void mini_init(Mini *m)
{
    memset(m, 0, sizeof *m);
    m->vm = vm_new(&(VMOptions){ .alloc = cm__alloc_default(),
                                 .memory_limit = (size_t)64 << 20,
                                 .max_steps = UINT64_MAX,
                                 .now_ns = mini_now,
                                 .wall_ms = mini_wall,
                                 .seed = 1,
                                 .realm = &m->realm });
    mini_names(m->vm, &m->realm);
    mini_protos(m->vm, &m->realm);
}

static void mini_done(Mini *m)
{
    vm_free(m->vm);
}

/* The text of the message of the parked error, which is taken; "" without one. */
static inline const char *mini_message(Mini *m, char out[256])
{
    VM *vm = m->vm;
    PropDesc d;
    out[0] = '\0';
    Value e = vm->exception;
    vm->exception = VALUE_ABSENT;
    StrView v;
    if (value_is_object(e) &&
        obj_get_own(vm, value_obj(e), m->realm.name.message, &d) == TRI_TRUE &&
        str_view(vm, value_str(d.value), &v)) {
        uint32_t n = v.len < 255 ? v.len : 255;
        for (uint32_t i = 0; i < n; i++)
            out[i] = (char)view_at(&v, i);
        out[n] = '\0';
    }
    return out;
}

#endif
