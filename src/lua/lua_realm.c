/* SPDX-License-Identifier: MIT */
/* The process's Lua realm, built on first use by a VM whose heap is a shared
 * one and becomes the realm's. Besides the library it holds the few shapes that
 * errors, functions and promises of any language need. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/numtext.h"
#include "lua/lua_lib.h"

static pthread_mutex_t build_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(const Realm *) the_realm;

typedef void (*InstallFn)(LuaBuilder *b);

static const InstallFn install_order[] = {
    lua_install_basic, lua_install_string, lua_install_table, lua_install_math,
    lua_install_utf8,  lua_install_os,     lua_install_json,
};

/* ---- parts ---- */

Str *lua_text(LuaBuilder *b, const char *ascii)
{
    Str *s = b->failed ? NULL : str_intern_ascii(b->vm, ascii);
    if (!s)
        b->failed = true;
    return s;
}

static void make_units(LuaBuilder *b)
{
    Realm *r = b->realm;
    r->empty = str_intern8(b->vm, (const uint8_t *)"", 0);
    b->failed |= !r->empty;
    for (unsigned i = 0; i < 256 && !b->failed; i++) {
        uint8_t unit = (uint8_t)i;
        r->units[i] = str_intern8(b->vm, &unit, 1);
        b->failed |= !r->units[i];
    }
    for (int i = 0; i < 256 && !b->failed; i++) {
        char text[CM_NUM_TEXT_MAX];
        text[cm__num_print_int(i, text)] = '\0';
        r->small_ints[i] = lua_text(b, text);
    }
}

static void make_names(LuaBuilder *b)
{
    Realm *r = b->realm;
#define X(n) r->name.n = value_from_str(lua_text(b, #n));
    REALM_NAMES(X)
#undef X
    r->name.return_ = value_from_str(lua_text(b, "return"));
    r->name.throw_ = value_from_str(lua_text(b, "throw"));
    r->name.default_ = value_from_str(lua_text(b, "default"));
    r->str_null = lua_text(b, "null");
    r->str_true = lua_text(b, "true");
    r->str_false = lua_text(b, "false");
    r->str_default = lua_text(b, "default");
    r->str_nan = lua_text(b, "nan");
    r->str_infinity = lua_text(b, "inf");
    r->str_minus_infinity = lua_text(b, "-inf");
}

static Shape *root(LuaBuilder *b, Obj *proto, uint32_t inline_cap)
{
    Shape *s = b->failed ? NULL : shape_root(b->vm, proto, inline_cap);
    b->failed |= !s;
    return s;
}

static Obj *object(LuaBuilder *b, Obj *proto)
{
    Shape *shape = root(b, proto, 0);
    Obj *o = b->failed ? NULL : obj_new(b->vm, CLASS_PLAIN, shape);
    b->failed |= !o;
    return o;
}

/* Each kind of object has a prototype of its own, so that its shapes do too. */
static void make_shapes(LuaBuilder *b)
{
    Realm *r = b->realm;
    r->object_proto = object(b, NULL);
    r->function_proto = object(b, r->object_proto);
    r->globals = object(b, NULL);
    r->promise_proto = object(b, r->object_proto);
    r->array_proto = object(b, r->object_proto);
    r->generator_proto = object(b, r->object_proto);
    r->shape_plain = root(b, r->object_proto, 4);
    r->shape_array = root(b, r->array_proto, 0);
    r->shape_function = root(b, r->function_proto, 0);
    r->shape_async_function = r->shape_function;
    r->shape_generator_function = r->shape_function;
    r->shape_async_generator_function = r->shape_function;
    r->shape_bound = r->shape_native = r->shape_function;
    r->shape_promise = root(b, r->promise_proto, 0);
    r->shape_coroutine = root(b, r->generator_proto, 0);
    for (int i = 0; i < ERR_CLASS_COUNT; i++) {
        r->error_proto[i] = object(b, r->object_proto);
        r->shape_error[i] = root(b, r->error_proto[i], 0);
    }
}

/* ---- what install functions use ---- */

Native *lua_function(LuaBuilder *b, const NativeSpec *spec)
{
    if (b->failed)
        return NULL;
    Native *n = native_new(b->vm, spec, VALUE_UNDEFINED, VALUE_UNDEFINED);
    b->failed |= !n;
    return n;
}

void lua_value(LuaBuilder *b, LuaTable *target, const char *name, Value v)
{
    Str *key = lua_text(b, name);
    if (!b->failed && !lua_table_set_str(b->vm, target, key, v))
        b->failed = true;
}

LuaTable *lua_library(LuaBuilder *b, const char *name)
{
    LuaTable *t = b->failed ? NULL : lua_table_new(b->vm, 0, 8);
    if (!t) {
        b->failed = true;
        return NULL;
    }
    lua_value(b, b->globals, name, value_from_lua_table(t));
    return t;
}

void lua_functions(LuaBuilder *b, LuaTable *target, const NativeSpec *rows,
                   size_t n)
{
    for (size_t i = 0; i < n && !b->failed; i++) {
        const Native *f = lua_function(b, &rows[i]);
        if (f)
            lua_value(b, target, rows[i].name, value_from_obj(f));
    }
}

/* ---- sealing ---- */

static void seal_table(LuaTable *t)
{
    t->hd.flags |= LUA_TABLE_READ_ONLY;
    for (uint32_t i = 0; i < t->used; i++) {
        Value v = t->entries[i].value;
        if (value_is_lua_table(v) &&
            !(value_lua_table(v)->hd.flags & LUA_TABLE_READ_ONLY))
            seal_table(value_lua_table(v)); /* libraries are not nested deep */
    }
}

static void seal_shapes(LuaBuilder *b)
{
    const char *realm = (const char *)b->realm;
    for (size_t at = offsetof(Realm, shape_plain);
         at < offsetof(Realm, globals) && !b->failed; at += sizeof(Shape *)) {
        Shape *shape;
        memcpy(&shape, realm + at, sizeof(Shape *));
        if (shape && !shape_seal(b->vm, shape))
            b->failed = true;
    }
}

/* ---- building ---- */

static void fill(LuaBuilder *b)
{
    make_units(b);
    make_names(b);
    make_shapes(b);
    b->globals = b->failed ? NULL : lua_table_new(b->vm, 0, 64);
    b->failed |= !b->globals;
    for (size_t i = 0; i < CM_ARRAY_LEN(install_order) && !b->failed; i++)
        install_order[i](b);
    if (b->failed)
        return;
    b->realm->lua_globals = b->globals;
    seal_table(b->globals);
    seal_shapes(b);
}

static Realm *build(const cm_allocator *alloc)
{
    VM *vm;
    Realm *realm = realm_begin(alloc, true, &vm);
    if (!realm)
        return NULL;
    LuaBuilder b = { .vm = vm, .realm = realm };
    fill(&b);
    return realm_end(realm, vm, b.failed);
}

const Realm *lua_realm(void)
{
    const Realm *realm = atomic_load_explicit(&the_realm, memory_order_acquire);
    if (realm)
        return realm;
    pthread_mutex_lock(&build_lock);
    realm = atomic_load_explicit(&the_realm, memory_order_relaxed);
    if (!realm) {
        realm = build(cm__alloc_default());
        atomic_store_explicit(&the_realm, realm, memory_order_release);
    }
    pthread_mutex_unlock(&build_lock);
    return realm;
}
