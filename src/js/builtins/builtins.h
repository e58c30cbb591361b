/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_BUILTINS_H
#define CM_JS_BUILTINS_H
/* builtins: how the built-in objects are declared and put into the realm.
 *
 * Each file declares tables of NativeSpec rows and one install function. The
 * realm is built once per process by a VM whose heap is the image; when all is
 * in place realm_seal freezes every object, hashes every string and marks every
 * cell shared. A failed allocation sticks in `failed` and later calls do
 * nothing. */
#include "engine/iterate.h"
#include "engine/meter.h"
#include "engine/realm.h"

typedef struct RealmBuilder {
    VM *vm;              /* its heap becomes the realm's */
    Realm *realm;        /* being filled; vm->realm points to it */
    Shape *native_shape; /* of functions; NULL before the first one */
    bool failed;
} RealmBuilder;

/* The process's realm; built on first use, thread-safe (a lock around the first
 * build). NULL when memory is refused; a later call tries again. */
const Realm *js_realm(void);

/* The execution's globalThis: frozen, made on first use from the built-in
 * globals and vm->globals. NULL when memory is refused. */
Obj *js_global_this(VM *vm);

/* An ordinary object. */
Obj *realm_object(RealmBuilder *b, Obj *proto);
/* Adds rows to target: functions (attributes PROP_HIDDEN), getters and setters.
 * A name "@@iterator" means the well-known symbol. */
void realm_functions(RealmBuilder *b, Obj *target, const NativeSpec *rows,
                     size_t n);
/* One native function object, not attached anywhere. */
Obj *realm_function(RealmBuilder *b, const NativeSpec *spec);
/* A constructor: the function object, `prototype` and `constructor` links, and
 * a global of its name. proto_parent NULL means Function.prototype. */
Obj *realm_ctor(RealmBuilder *b, const NativeSpec *spec, Obj *proto,
                Obj *ctor_parent);
void realm_value(RealmBuilder *b, Obj *target, const char *name, Value v,
                 uint8_t attrs);
void realm_symbol_value(RealmBuilder *b, Obj *target, Symbol *key, Value v,
                        uint8_t attrs);
/* target[key] = the function already stored under `name` (aliases). */
void realm_alias(RealmBuilder *b, Obj *target, const char *name,
                 const char *existing);
void realm_alias_symbol(RealmBuilder *b, Obj *target, Symbol *key,
                        const char *existing);
/* @@toStringTag, configurable only. */
void realm_tag(RealmBuilder *b, Obj *target, const char *tag);
void realm_add_global(RealmBuilder *b, const char *name, Value v);
Value realm_string(RealmBuilder *b, const char *ascii);

/* Install functions, called by realm.c in this order; each file defines its
 * own. */
void js_install_object(RealmBuilder *b);
void js_install_function(RealmBuilder *b);
void js_install_symbol(RealmBuilder *b);
void js_install_error(RealmBuilder *b);
void js_install_iterator(RealmBuilder *b);
void js_install_array(RealmBuilder *b);
void js_install_string(RealmBuilder *b);
void js_install_number(RealmBuilder *b); /* Number, Boolean, parseInt, ... */
void js_install_math(RealmBuilder *b);
void js_install_date(RealmBuilder *b);
void js_install_intl(RealmBuilder *b);
void js_install_map(RealmBuilder *b);
void js_install_set(RealmBuilder *b);
void js_install_promise(RealmBuilder *b);
void js_install_regexp(RealmBuilder *b);
void js_install_json(RealmBuilder *b);
void js_install_uri(RealmBuilder *b);
void js_install_console(RealmBuilder *b);
void js_install_generator(RealmBuilder *b);
void js_install_reflect(RealmBuilder *b);
void js_install_proxy(RealmBuilder *b);
void js_install_weak(RealmBuilder *b);
void js_install_clone(RealmBuilder *b); /* structuredClone */
void js_install_url(RealmBuilder *b);   /* URL, URLSearchParams */
void js_install_headers(RealmBuilder *b);
void js_install_async_generator(RealmBuilder *b);
void js_install_bigint(RealmBuilder *b);
void js_install_array_buffer(RealmBuilder *b);
void js_install_typed_array(RealmBuilder *b);
void js_install_data_view(RealmBuilder *b);
void js_install_encoding(RealmBuilder *b); /* TextEncoder, atob, ... */
void js_install_crypto(RealmBuilder *b);
void js_install_disposable(RealmBuilder *b); /* after the iterators */

/* ---- helpers shared by built-ins ---- */

static inline Value arg(const NativeCall *c, uint32_t i)
{
    return i < c->argc ? c->args[i] : VALUE_UNDEFINED;
}
/* Prototype for an object made by a constructor: new_target.prototype if that
 * is an object, else fallback. Reading it may run program code. NULL when
 * thrown. */
Obj *ctor_proto(VM *vm, const NativeCall *c, Obj *fallback);
/* Shape for such an object: the realm's shape when new_target is the intrinsic
 * itself, else a root shape of ctor_proto. NULL when thrown. */
Shape *ctor_shape(VM *vm, const NativeCall *c, Shape *intrinsic, Obj *fallback);

/* CreateListFromArrayLike of at most VM_MAX_ARGS values; a packed array is its
 * own list. NULL when thrown. */
Array *cm__argument_list(VM *vm, Value v);

/* The text of a URL and of a URLSearchParams. NULL when refused. */
Str *js_url_href(VM *vm, Obj *o);
Str *js_url_params_text(VM *vm, Obj *o);

/* ---- modules (spec/execution.md 2.7); module.c ---- */

/* The built-in modules, for suggestions. */
#define JS_IMPORTABLE "url, util, buffer, crypto, console"
/* Whether a specifier (without "node:") is a built-in module, and has a
 * member. */
bool js_module_exists(const Realm *realm, const char *specifier, size_t len);
bool js_module_has_member(const Realm *realm, const char *specifier, size_t len,
                          const char *member, size_t member_len);
/* The frozen namespace that import() gives; what require() gives. VALUE_ABSENT:
 * the specifier does not resolve. */
Value js_module(VM *vm, Str *specifier);
Value js_module_default(VM *vm, Str *specifier);

/* For the runtime: a value as console prints it; see console_internal.h. */
bool cm__console_add(VM *vm, StrBuilder *b, Value v, bool as_argument,
                     bool *ret_opaque);

/* A stepping native with NATIVE_CATCHES met an error (parked, or f->threw)
 * while iterating with registers iter..iter+2: closes the iterator and throws
 * the error again, whatever return() does. error_reg keeps it; f->pc becomes
 * pc, at which the native calls cm__iter_fail_step. Refused memory and
 * terminations are passed on at once, nothing closed and nothing changed. */
Step cm__iter_fail(VM *vm, NativeFrame *f, uint32_t iter, uint32_t error_reg,
                   uint32_t pc);
Step cm__iter_fail_step(VM *vm, NativeFrame *f, uint32_t iter,
                        uint32_t error_reg);

#endif
