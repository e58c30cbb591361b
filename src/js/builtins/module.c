/* SPDX-License-Identifier: MIT */
/* What import and require reach: host globals; spec/execution.md 2.7.
 *
 * A module is a default value and members. Aliases have members of several
 * globals and an object of them as default; any other module is a global
 * itself. The namespace and the default of an alias are made once an execution
 * and kept in vm->modules, by specifier. */
#include "js/builtins/builtins.h"

#include "base/buf.h"
#include "engine/meter.h"
#include "engine/property.h"

#include <string.h>

typedef struct Alias {
    const char *name;
    const char *members[5]; /* built-in globals */
    const char *host[3];    /* globals that a host may provide */
} Alias;

static const Alias aliases[] = {
    { "url", { "URL", "URLSearchParams" }, { NULL } },
    { "util", { "TextEncoder", "TextDecoder" }, { NULL } },
    { "buffer", { "atob", "btoa" }, { "Buffer", "Blob" } },
};

/* Built-in globals that are modules, after those of the host. */
static const char *const last_modules[] = { "crypto", "console" };

/* Globals of the runtime that are none. */
static const char *const not_modules[] = { "tools", "search", "require",
                                           "globalThis" };

static bool is_text(const char *name, const char *text, size_t len)
{
    return strlen(name) == len && memcmp(name, text, len) == 0;
}

static bool is_one_of(const char *const *names, size_t n, const char *text,
                      size_t len)
{
    for (size_t i = 0; i < n; i++)
        if (is_text(names[i], text, len))
            return true;
    return false;
}

static const Alias *find_alias(const char *text, size_t len)
{
    for (size_t i = 0; i < CM_ARRAY_LEN(aliases); i++)
        if (is_text(aliases[i].name, text, len))
            return &aliases[i];
    return NULL;
}

/* ---- for the compiler: built-in modules ---- */

static Value builtin(const Realm *realm, const char *name, size_t len)
{
    const Str *s = atoms_find_ascii(&realm->atoms, name, len);
    return s ? realm_global(realm, s) : VALUE_ABSENT;
}

static bool has_builtin(const Realm *realm, const char *name)
{
    return name && builtin(realm, name, strlen(name)) != VALUE_ABSENT;
}

bool js_module_exists(const Realm *realm, const char *specifier, size_t len)
{
    const Alias *a = find_alias(specifier, len);
    if (a)
        return has_builtin(realm, a->members[0]);
    return is_one_of(last_modules, CM_ARRAY_LEN(last_modules), specifier,
                     len) &&
           builtin(realm, specifier, len) != VALUE_ABSENT;
}

bool js_module_has_member(const Realm *realm, const char *specifier, size_t len,
                          const char *member, size_t member_len)
{
    const Alias *a = find_alias(specifier, len);
    if (a) {
        for (size_t i = 0; i < CM_ARRAY_LEN(a->members); i++)
            if (has_builtin(realm, a->members[i]) &&
                is_text(a->members[i], member, member_len))
                return true;
        return false;
    }
    if (!js_module_exists(realm, specifier, len))
        return false;
    Value v = builtin(realm, specifier, len);
    const Str *key = atoms_find_ascii(&realm->atoms, member, member_len);
    PropSlot slot;
    return key && value_is_object(v) &&
           shape_find(NULL, value_obj(v)->shape, value_from_str(key), &slot);
}

/* ---- at run time ---- */

/* A global of the host by name; VALUE_ABSENT, VALUE_THROWN. */
static Value host_global(VM *vm, const char *name, size_t len)
{
    PropDesc d;
    if (!vm->globals ||
        is_one_of(not_modules, CM_ARRAY_LEN(not_modules), name, len))
        return VALUE_ABSENT;
    Str *s = str_from_utf8(vm, name, len);
    PropKey key;
    if (!s || !str_to_key(vm, s, &key))
        return VALUE_THROWN;
    Tri found = obj_get_own(vm, vm->globals, key, &d);
    if (found == TRI_THROWN)
        return VALUE_THROWN;
    if (found == TRI_TRUE)
        return d.value;
    return vm->host_global ? vm->host_global(vm, key) : VALUE_ABSENT;
}

/* Adds a global under its own name, when there is one. */
static bool add_member(VM *vm, Obj *to, const char *name, bool of_host)
{
    if (!name)
        return true;
    Value v = of_host ? host_global(vm, name, strlen(name))
                      : builtin(vm->realm, name, strlen(name));
    if (v == VALUE_ABSENT)
        return true;
    PropKey key = v == VALUE_THROWN ? VALUE_ABSENT : key_ascii(vm, name);
    return key != VALUE_ABSENT && obj_put(vm, to, key, v);
}

/* The object that an alias stands for. */
static Value alias_object(VM *vm, const Alias *a)
{
    Obj *o = obj_new_plain(vm);
    bool ok = o != NULL;
    for (size_t i = 0; ok && i < CM_ARRAY_LEN(a->members); i++)
        ok = add_member(vm, o, a->members[i], false);
    for (size_t i = 0; ok && i < CM_ARRAY_LEN(a->host); i++)
        ok = add_member(vm, o, a->host[i], true);
    return ok && obj_freeze(vm, o) ? value_from_obj(o) : VALUE_THROWN;
}

/* fs/promises: a member of the host's fs. */
static Value fs_promises(VM *vm)
{
    PropDesc d;
    Value fs = host_global(vm, "fs", 2);
    if (!value_is_object(fs))
        return fs == VALUE_THROWN ? fs : VALUE_ABSENT;
    PropKey key = key_ascii(vm, "promises");
    Tri found = key == VALUE_ABSENT ? TRI_THROWN
                                    : obj_get_own(vm, value_obj(fs), key, &d);
    if (found == TRI_THROWN)
        return VALUE_THROWN;
    return found == TRI_TRUE && !(d.attrs & PROP_ACCESSOR) ? d.value
                                                           : VALUE_ABSENT;
}

static Value find_default(VM *vm, const char *name, size_t len)
{
    if (is_text("fs/promises", name, len))
        return fs_promises(vm);
    const Alias *a = find_alias(name, len);
    if (a)
        return js_module_exists(vm->realm, name, len) ? alias_object(vm, a)
                                                      : VALUE_ABSENT;
    Value v = host_global(vm, name, len);
    if (v == VALUE_ABSENT &&
        is_one_of(last_modules, CM_ARRAY_LEN(last_modules), name, len))
        v = builtin(vm->realm, name, len);
    return v;
}

/* Members of the default, then `default`; frozen. */
static Obj *make_namespace(VM *vm, Value object)
{
    KeyList keys;
    Obj *ns = obj_new_proto(vm, NULL);
    if (!ns)
        return NULL;
    if (value_is_object(object) && !value_is_callable(object)) {
        Obj *from = value_obj(object);
        if (!obj_own_keys(vm, from, KEYS_STRINGS, &keys))
            return NULL;
        for (uint32_t i = 0; i < keys.n; i++) {
            Value v = get_obj(vm, from, keys_at(&keys, i), object);
            if (v == VALUE_THROWN || !vm_charge(vm, 1) ||
                !obj_put(vm, ns, keys_at(&keys, i), v))
                return NULL;
        }
    }
    return obj_put(vm, ns, vm->realm->name.default_, object) &&
                   obj_freeze(vm, ns)
               ? ns
               : NULL;
}

/* The module of a name, made when it is first asked for. */
static Value find_module(VM *vm, const char *name, size_t len)
{
    PropDesc d;
    PropKey key;
    Str *s = str_from_utf8(vm, name, len);
    if (!s || !str_to_key(vm, s, &key))
        return VALUE_THROWN;
    if (vm->modules && obj_get_own(vm, vm->modules, key, &d) == TRI_TRUE)
        return d.value;
    Value object = find_default(vm, name, len);
    if (object == VALUE_ABSENT || object == VALUE_THROWN)
        return object;
    Obj *ns = make_namespace(vm, object);
    Obj *modules = vm->modules ? vm->modules : obj_new_proto(vm, NULL);
    if (!ns || !modules || !obj_put(vm, modules, key, value_from_obj(ns)))
        return VALUE_THROWN;
    vm->modules = modules;
    return value_from_obj(ns);
}

Value js_module(VM *vm, Str *specifier)
{
    static const char prefix[] = "node:";
    Buf text;
    if (!vm_charge_bytes(vm, specifier->len))
        return VALUE_THROWN;
    cm__buf_init(&text, vm->heap.alloc, CM_BUF_NO_LIMIT);
    Value v = VALUE_THROWN;
    if (str_to_utf8(vm, specifier, &text) && text.status == CM_OK) {
        const char *name = cm__buf_text(&text);
        size_t skip = sizeof prefix - 1;
        if (text.len < skip || memcmp(name, prefix, skip) != 0)
            skip = 0;
        v = text.len == skip ? VALUE_ABSENT
                             : find_module(vm, name + skip, text.len - skip);
    } else {
        vm->heap.refused = true;
    }
    cm__buf_done(&text);
    return v;
}

Value js_module_default(VM *vm, Str *specifier)
{
    Value ns = js_module(vm, specifier);
    if (!value_is_object(ns))
        return ns;
    return get_obj(vm, value_obj(ns), vm->realm->name.default_, ns);
}
