/* SPDX-License-Identifier: MIT */
/* What a program sees of extensions: functions and frozen objects of them, made
 * when a global is first named; spec/execution.md 8.1, spec/lua.md 4. */
#include "runtime/extension.h"

#include "engine/lua_table.h"
#include "engine/meter.h"
#include "engine/property.h"
#include "engine/realm.h"
#include "runtime/boundary_out.h"
#include "runtime/execution.h"

#include <string.h>

/* The last part of the path; of a function in an answer the path (8.2). */
static Str *own_name(VM *vm, const ExtensionEntry *e, const ExtensionNode *node)
{
    if (node)
        return str_from_utf8(vm, node->name, node->name_len);
    return str_from_utf8(vm, e->path, e->path_len);
}

static Value make_function(VM *vm, ExtensionEntry *e, const ExtensionNode *node)
{
    Native *fn = native_new(vm, &e->spec, VALUE_UNDEFINED, VALUE_UNDEFINED);
    Str *name = fn ? own_name(vm, e, node) : NULL;
    if (!name)
        return VALUE_THROWN;
    fn->obj.slots->v[1] = value_from_str(name); /* it may be no ASCII */
    return value_from_obj(fn);
}

Value cm__extension_function(VM *vm, ExtensionEntry *e)
{
    return make_function(vm, e, NULL);
}

static bool is_lua(const VM *vm)
{
    return vm->realm->is_lua;
}

static Value new_object(VM *vm)
{
    if (is_lua(vm)) {
        LuaTable *t = lua_table_new(vm, 0, 0);
        return t ? value_from_lua_table(t) : VALUE_THROWN;
    }
    Obj *o = obj_new_plain(vm);
    return o ? value_from_obj(o) : VALUE_THROWN;
}

static bool add_member(VM *vm, Value object, const ExtensionNode *node,
                       Value member)
{
    Str *name = str_from_utf8(vm, node->name, node->name_len);
    PropKey key;
    if (!name)
        return false;
    if (is_lua(vm)) {
        name = str_intern(vm, name);
        return name &&
               lua_table_set_str(vm, value_lua_table(object), name, member);
    }
    return str_to_key(vm, name, &key) &&
           obj_put(vm, value_obj(object), key, member);
}

static bool finish_object(VM *vm, Value object)
{
    if (!is_lua(vm))
        return obj_freeze(vm, value_obj(object));
    value_lua_table(object)->hd.flags |= LUA_TABLE_READ_ONLY;
    return true;
}

/* An object that is being filled, and its node. */
typedef struct Open {
    Value object;
    uint32_t node;
} Open;

/* The value of a node, its members from the leaves on; at most 32 levels. */
static Value make_node(VM *vm, const ExtensionSet *set, uint32_t index)
{
    Open open[CROSS_MAX_DEPTH + 1];
    uint32_t depth = 0, at = index;
    for (;;) {
        const ExtensionNode *node = &set->nodes[at];
        Value v =
            node->entry ? make_function(vm, node->entry, node) : new_object(vm);
        if (v == VALUE_THROWN || !vm_charge(vm, 1))
            return VALUE_THROWN;
        at++;
        if (!node->entry) {
            open[depth++] = (Open){ v, (uint32_t)(node - set->nodes) };
            continue; /* an object of functions has members */
        }
        for (;;) {
            if (depth == 0)
                return v;
            if (!add_member(vm, open[depth - 1].object, node, v))
                return VALUE_THROWN;
            node = &set->nodes[open[depth - 1].node];
            if (at < node->end)
                break;
            v = open[--depth].object;
            if (!finish_object(vm, v))
                return VALUE_THROWN;
        }
    }
}

static const ExtensionSet *set_of(const VM *vm)
{
    const cm_execution *x = vm->host;
    return x->runtime->extensions;
}

static Value make_global(VM *vm, uint32_t index, PropKey key)
{
    Value v = make_node(vm, set_of(vm), index);
    if (v != VALUE_THROWN &&
        !obj_put_attrs(vm, vm->globals, key, v, PROP_ENUMERABLE))
        return VALUE_THROWN;
    return v;
}

Value cm__extension_global(VM *vm, PropKey key)
{
    const ExtensionSet *set = set_of(vm);
    Value name = set->n_nodes ? key_to_value(vm, key) : VALUE_ABSENT;
    if (!value_is_string(name))
        return name;
    const cm_execution *x = vm->host;
    Buf text;
    cm__buf_init(&text, &x->charged, CM_BUF_NO_LIMIT);
    Value v = VALUE_THROWN;
    if (str_to_utf8(vm, value_str(name), &text) && text.status == CM_OK) {
        uint32_t index = cm__extension_find(set, cm__buf_text(&text), text.len);
        v = index == EXTENSION_NONE ? VALUE_ABSENT
                                    : make_global(vm, index, key);
    } else {
        vm->heap.refused = true;
    }
    cm__buf_done(&text);
    return v;
}

bool cm__extension_globals_all(VM *vm)
{
    const ExtensionSet *set = set_of(vm);
    for (uint32_t i = 0; i < set->n_nodes; i = set->nodes[i].end) {
        Str *name =
            str_from_utf8(vm, set->nodes[i].name, set->nodes[i].name_len);
        PropKey key;
        PropDesc d;
        if (!name || !str_to_key(vm, name, &key))
            return false;
        Tri found = obj_get_own(vm, vm->globals, key, &d);
        if (found == TRI_THROWN ||
            (found == TRI_FALSE && make_global(vm, i, key) == VALUE_THROWN))
            return false;
    }
    return true;
}

bool cm__extension_globals_lua(VM *vm)
{
    const ExtensionSet *set = set_of(vm);
    Value globals = value_from_lua_table(vm->lua_globals);
    for (uint32_t i = 0; i < set->n_nodes; i = set->nodes[i].end) {
        Value v = make_node(vm, set, i);
        if (v == VALUE_THROWN || !add_member(vm, globals, &set->nodes[i], v))
            return false;
    }
    return true;
}
