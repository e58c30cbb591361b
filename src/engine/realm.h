/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_REALM_H
#define CM_ENGINE_REALM_H
/* realm: the intrinsics, built once per process and shared by every execution.
 *
 * Everything reachable from here is frozen and lives in a sealed shared heap.
 * The language front end fills it (js/builtins/realm.c); the engine names what
 * its instructions need. */
#include "engine/error.h"
#include "engine/vm.h"

/* Well-known symbols. */
#define REALM_SYMBOLS(X)  \
    X(iterator)           \
    X(asyncIterator)      \
    X(hasInstance)        \
    X(toPrimitive)        \
    X(toStringTag)        \
    X(species)            \
    X(isConcatSpreadable) \
    X(unscopables)        \
    X(match)              \
    X(matchAll)           \
    X(replace)            \
    X(search)             \
    X(split)              \
    X(dispose)            \
    X(asyncDispose)

/* Names that C code needs as keys; realm->name.length and so on. */
/* clang-format off */
#define REALM_NAMES(X)                                                         \
    X(length) X(name) X(message) X(prototype) X(constructor) X(value) X(done)  \
    X(next) X(then) X(toString) X(valueOf) X(toJSON) X(get) X(set)             \
    X(enumerable) X(configurable) X(writable) X(cause) X(errors) X(kind)       \
    X(index) X(input) X(groups) X(lastIndex) X(resolve) X(reject) X(promise)   \
    X(status) X(reason) X(code) X(undefined) X(object) X(function) X(string)   \
    X(number) X(boolean) X(symbol) X(bigint) X(search) X(tools) X(raw)         \
    X(__proto__) X(callee) X(size) X(has) X(keys) X(add) X(join) X(toISOString) \
    X(apply) X(construct) X(defineProperty) X(deleteProperty)                  \
    X(getOwnPropertyDescriptor) X(getPrototypeOf) X(isExtensible) X(ownKeys)   \
    X(preventExtensions) X(error) X(suppressed)
/* clang-format on */

struct Realm {
    Heap heap; /* shared, sealed */
    Atoms atoms;
    Str *empty;
    Str *units[256];      /* one-unit strings, interned */
    Str *small_ints[256]; /* "0".."255", interned */
    Str *str_null, *str_true, *str_false, *str_default, *str_nan;
    Str *str_infinity, *str_minus_infinity;
    struct {
#define X(n) PropKey n;
        REALM_NAMES(X)
#undef X
        PropKey return_, throw_, default_;
    } name;
    struct {
#define X(n) Symbol *n;
        REALM_SYMBOLS(X)
#undef X
    } symbol;

    Obj *object_proto, *function_proto, *array_proto, *string_proto;
    Obj *number_proto, *boolean_proto, *symbol_proto, *bigint_proto;
    Obj *iterator_proto, *async_iterator_proto;
    Obj *array_iterator_proto, *string_iterator_proto;
    Obj *map_iterator_proto, *set_iterator_proto, *regexp_iterator_proto;
    Obj *iterator_helper_proto, *iterator_wrap_proto;
    Obj *generator_proto, *generator_function_proto;
    Obj *async_generator_proto, *async_generator_function_proto;
    Obj *async_function_proto;
    Obj *map_proto, *set_proto, *weak_map_proto, *weak_set_proto;
    Obj *weak_ref_proto;
    Obj *promise_proto, *date_proto, *regexp_proto;
    Obj *buffer_proto, *data_view_proto, *typed_array_proto;
    Obj *typed_proto[12]; /* by ElementKind */
    Obj *buffer_ctor, *typed_array_ctor, *typed_ctor[12];
    Obj *text_encoder_proto, *text_decoder_proto;
    Obj *error_proto[ERR_CLASS_COUNT];
    Obj *promise_ctor, *array_ctor, *object_ctor, *map_ctor, *set_ctor;
    Obj *regexp_ctor;
    Obj *array_values; /* %Array.prototype.values% */
    /* out of reach: see proxy.h. The marker is the prototype of shape_proxy; it
     * has a name here for the walk over these fields that seals them. */
    Obj *proxy_construct, *proxy_marker;
    Obj *url_proto, *url_params_proto, *headers_proto;
    Obj *params_iterator_proto, *headers_iterator_proto;
    Obj *disposable_proto, *async_disposable_proto;
#define REALM_INTL_KINDS 9
    Obj *intl_proto[REALM_INTL_KINDS]; /* by IntlKind */
    Obj *throw_type_error;

    /* root shapes in the image; nothing else until `globals`: whoever seals the
     * image walks from the first object and the first shape by position */
    Shape *shape_plain; /* Object.prototype, 4 inline */
    Shape *shape_array, *shape_function, *shape_async_function;
    Shape *shape_generator_function, *shape_async_generator_function;
    Shape *shape_native, *shape_bound;
    Shape *shape_promise, *shape_map, *shape_set, *shape_date;
    Shape *shape_coroutine, *shape_iter_result; /* {value, done} */
    Shape *shape_iterator[12];                  /* by IterKind */
    Shape *shape_error[ERR_CLASS_COUNT];
    Shape *shape_buffer, *shape_data_view, *shape_typed[12];
    Shape *shape_proxy; /* over a prototype nobody else has */
    Shape *shape_weak_map, *shape_weak_set, *shape_weak_ref;
    Shape *shape_url, *shape_url_params, *shape_headers;
    Shape *shape_disposable, *shape_async_disposable;
    Shape *shape_regexp; /* lastIndex */
    Shape *shape_match;  /* array with index, input, groups */

    Shape *shape_intl[REALM_INTL_KINDS];

    Obj *globals; /* name -> built-in global, for the compiler and globalThis */

    /* A RegExp of a literal: its source and compiled code (a raw cell). */
    Value (*new_regexp)(VM *vm, Value source, Value code);

    /* Lua realms: texts are UTF-8 bytes in 8-bit units. */
    bool is_lua;
    struct LuaTable *lua_globals; /* copied by each execution */
    struct LuaTable *lua_string;  /* methods of strings */
    Obj *lua_next, *lua_inext;    /* what pairs and ipairs give out */
};

/* An empty realm and the VM that fills its heap. NULL: memory refused. */
Realm *realm_begin(const cm_allocator *alloc, bool is_lua, VM **ret_vm);
/* Frees the VM; the realm, or NULL and no realm when it failed. */
Realm *realm_end(Realm *realm, VM *vm, bool failed);

/* A built-in global by name, VALUE_ABSENT when there is none. Needs no VM. */
Value realm_global(const Realm *realm, const Str *name);

#endif
