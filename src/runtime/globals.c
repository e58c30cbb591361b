/* SPDX-License-Identifier: MIT */
/* What a program finds besides the built-ins: tools, search, globalThis,
 * require, extensions; spec/execution.md 2.7, 8, 12.1. The first two are made
 * with the execution, the others when a program names them. */
#include "engine/convert.h"
#include "engine/error.h"
#include "engine/lua_native.h"
#include "engine/property.h"
#include "engine/realm.h"
#include "js/builtins/builtins.h"
#include "runtime/execution.h"
#include "runtime/reference.h"

static Value require_native(VM *vm, NativeCall *c)
{
    Str *specifier = to_string(vm, arg(c, 0));
    if (!specifier)
        return VALUE_THROWN;
    Value v = js_module_default(vm, specifier);
    if (v != VALUE_ABSENT)
        return v;
    const cm_execution *x = vm->host;
    Str *hint = format_text(
        vm,
        "Packages cannot be loaded: use what the language has, and tools for "
        "the outside. These can be imported: %s.",
        x->runtime->importable);
    if (!hint)
        return VALUE_THROWN;
    throw_error(vm, ERR_ERROR, "Cannot find module '%S'", specifier);
    if (vm->exception != VALUE_ABSENT)
        ((ErrorObj *)(void *)value_obj(vm->exception))->suggestion =
            value_from_str(hint);
    return VALUE_THROWN;
}

/* Made once; later reads find it among the globals. */
static Value make_require(VM *vm, PropKey key)
{
    static const NativeSpec spec = { .name = "require",
                                     .fn = require_native,
                                     .length = 1 };
    Native *fn = native_new(vm, &spec, VALUE_UNDEFINED, VALUE_UNDEFINED);
    if (!fn || !obj_put_attrs(vm, vm->globals, key, value_from_obj(fn),
                              PROP_ENUMERABLE))
        return VALUE_THROWN;
    return value_from_obj(fn);
}

static Value host_global(VM *vm, PropKey key)
{
    PropKey this_key = key_ascii(vm, "globalThis");
    PropKey require_key = key_ascii(vm, "require");
    if (this_key == VALUE_ABSENT || require_key == VALUE_ABSENT)
        return VALUE_THROWN;
    if (key == require_key)
        return make_require(vm, key);
    if (key != this_key)
        return cm__extension_global(vm, key);
    Obj *o = cm__extension_globals_all(vm) ? js_global_this(vm) : NULL;
    return o ? value_from_obj(o) : VALUE_THROWN;
}

static Value host_member(VM *vm, Obj *reference, PropKey key)
{
    return obj_class_of(reference)->get(vm, reference, key,
                                        value_from_obj(reference));
}

/* A Lua program finds them in its global table. */
static bool add_lua_globals(VM *vm, Obj *tools, Obj *search)
{
    const Realm *realm = vm->realm;
    return lua_start(vm) &&
           lua_table_set_str(vm, vm->lua_globals, value_str(realm->name.tools),
                             value_from_obj(tools)) &&
           lua_table_set_str(vm, vm->lua_globals, value_str(realm->name.search),
                             value_from_obj(search));
}

bool cm__globals_make(VM *vm)
{
    const Realm *realm = vm->realm;
    vm->host_call = cm__tool_call;
    vm->host_member = host_member;
    vm->host_log = cm__host_log;
    vm->host_module = js_module;
    vm->host_global = host_global;
    Obj *globals = obj_new_proto(vm, NULL);
    Obj *tools = cm__reference_root(vm);
    Obj *search = cm__search_new(vm);
    vm->globals = globals;
    return globals && tools && search &&
           (!realm->is_lua || add_lua_globals(vm, tools, search)) &&
           obj_put_attrs(vm, globals, realm->name.tools, value_from_obj(tools),
                         PROP_ENUMERABLE) &&
           obj_put_attrs(vm, globals, realm->name.search,
                         value_from_obj(search), PROP_ENUMERABLE);
}
