/* SPDX-License-Identifier: MIT */
/* The process's realm, built on first use.
 *
 * A VM of the normal kind builds it; only its heap is a shared one, and becomes
 * the realm's. Order: names and symbols, bare prototypes, the shape of native
 * functions, then each group of built-ins, then the root shapes of the objects
 * that executions make, then the seal (realm_seal.c). */
#include "engine/realm.h"

#include "js/builtins/realm_internal.h"

#include "base/numtext.h"
#include "engine/property.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static pthread_mutex_t build_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(const Realm *) the_realm;

typedef void (*InstallFn)(RealmBuilder *b);

static const InstallFn install_order[] = {
    js_install_object,      js_install_function,
    js_install_symbol,      js_install_error,
    js_install_iterator,    js_install_array,
    js_install_string,      js_install_number,
    js_install_math,        js_install_date,
    js_install_intl,        js_install_map,
    js_install_set,         js_install_promise,
    js_install_regexp,      js_install_json,
    js_install_uri,         js_install_console,
    js_install_generator,   js_install_async_generator,
    js_install_reflect,     js_install_proxy,
    js_install_weak,        js_install_clone,
    js_install_url,         js_install_headers,
    js_install_bigint,      js_install_array_buffer,
    js_install_typed_array, js_install_data_view,
    js_install_encoding,    js_install_crypto,
    js_install_disposable,
};

/* ---- names ---- */

static Str *name_of(RealmBuilder *b, const char *text)
{
    Str *s = b->failed ? NULL : str_intern_ascii(b->vm, text);
    if (!s)
        b->failed = true;
    return s;
}

/* The empty string and the one-unit strings come first: constructors of strings
 * hand them out. */
static void make_units(RealmBuilder *b)
{
    Realm *r = b->realm;
    r->empty = str_intern8(b->vm, (const uint8_t *)"", 0);
    if (!r->empty)
        b->failed = true;
    for (unsigned i = 0; i < 256 && !b->failed; i++) {
        uint8_t unit = (uint8_t)i;
        r->units[i] = str_intern8(b->vm, &unit, 1);
        if (!r->units[i])
            b->failed = true;
    }
    for (int i = 0; i < 256 && !b->failed; i++) {
        char text[CM_NUM_TEXT_MAX];
        text[cm__num_print_int(i, text)] = '\0';
        r->small_ints[i] = name_of(b, text);
    }
}

static void make_names(RealmBuilder *b)
{
    Realm *r = b->realm;
#define X(n) r->name.n = value_from_str(name_of(b, #n));
    REALM_NAMES(X)
#undef X
    r->name.return_ = value_from_str(name_of(b, "return"));
    r->name.throw_ = value_from_str(name_of(b, "throw"));
    r->name.default_ = value_from_str(name_of(b, "default"));
    r->str_null = name_of(b, "null");
    r->str_true = name_of(b, "true");
    r->str_false = name_of(b, "false");
    r->str_default = name_of(b, "default");
    r->str_nan = name_of(b, "NaN");
    r->str_infinity = name_of(b, "Infinity");
    r->str_minus_infinity = name_of(b, "-Infinity");
}

/* ---- bare prototypes ---- */

static Obj *bare(RealmBuilder *b, Obj *proto, ClassId class_id)
{
    Shape *shape = b->failed ? NULL : shape_root(b->vm, proto, 0);
    Obj *o = shape ? obj_new(b->vm, class_id, shape) : NULL;
    if (!o)
        b->failed = true;
    return o;
}

/* The prototypes of three primitives are objects of that primitive. */
static Obj *boxed(RealmBuilder *b, Value v)
{
    Obj *o = bare(b, b->realm->object_proto, CLASS_BOXED);
    if (o)
        ((BoxedObj *)(void *)o)->value = v;
    return o;
}

static Value function_proto_call(VM *vm, NativeCall *c)
{
    (void)vm;
    (void)c;
    return VALUE_UNDEFINED;
}

static const NativeSpec function_proto_spec = { .name = "",
                                                .fn = function_proto_call };

static void make_base_protos(RealmBuilder *b)
{
    Realm *r = b->realm;
    r->object_proto = realm_object(b, NULL);
    r->globals = realm_object(b, NULL);
    if (!b->failed)
        r->function_proto =
            cm__realm_native(b, &function_proto_spec, r->object_proto);
    r->array_proto = bare(b, r->object_proto, CLASS_ARRAY);
    r->number_proto = boxed(b, value_int(0));
    r->boolean_proto = boxed(b, VALUE_FALSE);
    r->string_proto = boxed(b, realm_string(b, ""));
    r->iterator_proto = realm_object(b, r->object_proto);
    r->async_iterator_proto = realm_object(b, r->object_proto);
}

typedef struct ProtoRow {
    size_t at;     /* of the prototype in Realm */
    size_t parent; /* of its own prototype */
} ProtoRow;

#define ROW(field, up)                              \
    {                                               \
        offsetof(Realm, field), offsetof(Realm, up) \
    }

static const ProtoRow proto_rows[] = {
    ROW(symbol_proto, object_proto),
    ROW(bigint_proto, object_proto),
    ROW(array_iterator_proto, iterator_proto),
    ROW(string_iterator_proto, iterator_proto),
    ROW(map_iterator_proto, iterator_proto),
    ROW(set_iterator_proto, iterator_proto),
    ROW(regexp_iterator_proto, iterator_proto),
    ROW(iterator_helper_proto, iterator_proto),
    ROW(iterator_wrap_proto, iterator_proto),
    ROW(generator_proto, iterator_proto),
    ROW(generator_function_proto, function_proto),
    ROW(async_generator_proto, async_iterator_proto),
    ROW(async_generator_function_proto, function_proto),
    ROW(async_function_proto, function_proto),
    ROW(map_proto, object_proto),
    ROW(set_proto, object_proto),
    ROW(weak_map_proto, object_proto),
    ROW(weak_set_proto, object_proto),
    ROW(weak_ref_proto, object_proto),
    ROW(promise_proto, object_proto),
    ROW(date_proto, object_proto),
    ROW(regexp_proto, object_proto),
    ROW(url_proto, object_proto),
    ROW(url_params_proto, object_proto),
    ROW(headers_proto, object_proto),
    ROW(disposable_proto, object_proto),
    ROW(async_disposable_proto, object_proto),
    ROW(params_iterator_proto, iterator_proto),
    ROW(headers_iterator_proto, iterator_proto),
    ROW(buffer_proto, object_proto),
    ROW(data_view_proto, object_proto),
    ROW(typed_array_proto, object_proto),
    ROW(text_encoder_proto, object_proto),
    ROW(text_decoder_proto, object_proto),
};
#undef ROW

static Obj *realm_obj_at(const Realm *r, size_t at)
{
    Obj *o;
    memcpy(&o, (const char *)r + at, sizeof(Obj *));
    return o;
}

static void make_protos(RealmBuilder *b)
{
    Realm *r = b->realm;
    for (size_t i = 0; i < CM_ARRAY_LEN(proto_rows); i++) {
        Obj *o = realm_object(b, realm_obj_at(r, proto_rows[i].parent));
        memcpy((char *)r + proto_rows[i].at, &o, sizeof(Obj *));
    }
    for (size_t i = 0; i < CM_ARRAY_LEN(r->typed_proto); i++)
        r->typed_proto[i] = realm_object(b, r->typed_array_proto);
    r->error_proto[ERR_ERROR] = realm_object(b, r->object_proto);
    for (int i = ERR_ERROR + 1; i < ERR_CLASS_COUNT; i++)
        r->error_proto[i] = realm_object(b, r->error_proto[ERR_ERROR]);
}

/* ---- shapes ---- */

static Shape *root(RealmBuilder *b, Obj *proto, uint32_t inline_cap)
{
    Shape *s = b->failed ? NULL : shape_root(b->vm, proto, inline_cap);
    if (!s)
        b->failed = true;
    return s;
}

static Shape *with(RealmBuilder *b, Shape *s, PropKey key, uint8_t attrs)
{
    s = b->failed ? NULL : shape_add(b->vm, s, key, attrs);
    if (!s)
        b->failed = true;
    return s;
}

/* Functions made at run time: `length` and `name` in slots 0 and 1. */
static void make_function_shapes(RealmBuilder *b)
{
    Realm *r = b->realm;
    r->shape_function = root(b, r->function_proto, 0);
    r->shape_bound = r->shape_function;
    r->shape_native =
        with(b, r->shape_function, r->name.length, PROP_CONFIGURABLE);
    r->shape_native = with(b, r->shape_native, r->name.name, PROP_CONFIGURABLE);
    r->shape_plain = root(b, r->object_proto, 4);
    r->shape_array = root(b, r->array_proto, 0);
}

static void make_iterator_shapes(RealmBuilder *b)
{
    Realm *r = b->realm;
    Obj *const protos[] = {
        [ITERKIND_ARRAY] = r->array_iterator_proto,
        [ITERKIND_STRING] = r->string_iterator_proto,
        [ITERKIND_MAP] = r->map_iterator_proto,
        [ITERKIND_SET] = r->set_iterator_proto,
        [ITERKIND_REGEXP] = r->regexp_iterator_proto,
        [ITERKIND_HELPER] = r->iterator_helper_proto,
        [ITERKIND_WRAP] = r->iterator_wrap_proto,
        [ITERKIND_PARAMS] = r->params_iterator_proto,
        [ITERKIND_HEADERS] = r->headers_iterator_proto,
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(protos); i++)
        r->shape_iterator[i] = root(b, protos[i], 0);
    Shape *result = root(b, r->object_proto, 2);
    result = with(b, result, r->name.value, PROP_DEFAULT);
    r->shape_iter_result = with(b, result, r->name.done, PROP_DEFAULT);
}

static void make_shapes(RealmBuilder *b)
{
    Realm *r = b->realm;
    r->shape_async_function = root(b, r->async_function_proto, 0);
    r->shape_generator_function = root(b, r->generator_function_proto, 0);
    r->shape_async_generator_function =
        root(b, r->async_generator_function_proto, 0);
    r->shape_promise = root(b, r->promise_proto, 0);
    r->shape_map = root(b, r->map_proto, 0);
    r->shape_set = root(b, r->set_proto, 0);
    r->shape_date = root(b, r->date_proto, 0);
    r->shape_weak_map = root(b, r->weak_map_proto, 0);
    r->shape_weak_set = root(b, r->weak_set_proto, 0);
    r->shape_weak_ref = root(b, r->weak_ref_proto, 0);
    r->shape_url = root(b, r->url_proto, 0);
    r->shape_url_params = root(b, r->url_params_proto, 0);
    r->shape_headers = root(b, r->headers_proto, 0);
    r->shape_disposable = root(b, r->disposable_proto, 0);
    r->shape_async_disposable = root(b, r->async_disposable_proto, 0);
    r->shape_coroutine = root(b, r->generator_proto, 0);
    for (size_t i = 0; i < CM_ARRAY_LEN(r->shape_intl); i++)
        r->shape_intl[i] = root(b, r->intl_proto[i], 0);
    r->shape_buffer = root(b, r->buffer_proto, 0);
    r->shape_data_view = root(b, r->data_view_proto, 0);
    for (size_t i = 0; i < CM_ARRAY_LEN(r->shape_typed); i++)
        r->shape_typed[i] = root(b, r->typed_proto[i], 0);
    for (int i = 0; i < ERR_CLASS_COUNT; i++)
        r->shape_error[i] = root(b, r->error_proto[i], 0);
    make_iterator_shapes(b);
}

/* ---- building ---- */

static void fill(RealmBuilder *b)
{
    make_units(b);
    make_names(b);
    if (b->failed || !cm__realm_symbols(b))
        return;
    make_base_protos(b);
    make_protos(b);
    make_function_shapes(b);
    for (size_t i = 0; i < CM_ARRAY_LEN(install_order) && !b->failed; i++)
        install_order[i](b);
    if (!b->failed)
        make_shapes(b);
    cm__realm_seal(b);
}

static Realm *build(const cm_allocator *alloc)
{
    VM *vm;
    Realm *realm = realm_begin(alloc, false, &vm);
    if (!realm)
        return NULL;
    RealmBuilder b = { .vm = vm, .realm = realm };
    fill(&b);
    return realm_end(realm, vm, b.failed);
}

const Realm *js_realm(void)
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

/* ---- use ---- */

Value realm_global(const Realm *realm, const Str *name)
{
    PropSlot at;
    if (!str_is_interned(name) ||
        !shape_find(NULL, realm->globals->shape, value_from_str(name), &at))
        return VALUE_ABSENT;
    return *obj_slot(realm->globals, at.slot);
}

Obj *ctor_proto(VM *vm, const NativeCall *c, Obj *fallback)
{
    if (c->new_target == VALUE_UNDEFINED || c->new_target == c->callee)
        return fallback;
    Value proto = get_prop(vm, c->new_target, vm->realm->name.prototype);
    if (proto == VALUE_THROWN)
        return NULL;
    return value_is_object(proto) ? value_obj(proto) : fallback;
}

Shape *ctor_shape(VM *vm, const NativeCall *c, Shape *intrinsic, Obj *fallback)
{
    Obj *proto = ctor_proto(vm, c, fallback);
    if (!proto)
        return NULL;
    return proto == fallback ? intrinsic
                             : shape_root(vm, proto, intrinsic->inline_cap);
}

/* Copies the data properties of one table of globals. */
static bool copy_globals(VM *vm, Obj *to, Obj *from)
{
    KeyList keys;
    if (!obj_own_keys(vm, from, KEYS_STRINGS, &keys))
        return false;
    for (uint32_t i = 0; i < keys.n; i++) {
        PropDesc desc;
        Tri found = obj_get_own(vm, from, keys_at(&keys, i), &desc);
        if (found == TRI_THROWN ||
            (found == TRI_TRUE && !obj_put_attrs(vm, to, keys_at(&keys, i),
                                                 desc.value, PROP_HIDDEN)))
            return false;
    }
    return true;
}

Obj *js_global_this(VM *vm)
{
    if (vm->global_this)
        return vm->global_this;
    Obj *o = obj_new_proto(vm, vm->realm->object_proto);
    Str *name = o ? str_intern_ascii(vm, "globalThis") : NULL;
    if (!name || !copy_globals(vm, o, vm->realm->globals) ||
        (vm->globals && !copy_globals(vm, o, vm->globals)) ||
        !obj_put_attrs(vm, o, value_from_str(name), value_from_obj(o),
                       PROP_HIDDEN) ||
        !obj_freeze(vm, o))
        return NULL;
    vm->global_this = o;
    return o;
}
