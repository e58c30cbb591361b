/* SPDX-License-Identifier: MIT */
#include "runtime/reference.h"

#include "engine/error.h"
#include "engine/gc.h"
#include "engine/property.h"
#include "engine/realm.h"
#include "runtime/execution.h"

static Reference *as_reference(Obj *o)
{
    return (Reference *)(void *)o;
}

static Obj *new_reference(VM *vm, Value path)
{
    Shape *shape = shape_root(vm, NULL, 0);
    Obj *o = shape ? obj_new(vm, CLASS_REFERENCE, shape) : NULL;
    if (!o)
        return NULL;
    as_reference(o)->path = path;
    as_reference(o)->members = VALUE_UNDEFINED;
    as_reference(o)->last_key = VALUE_ABSENT;
    as_reference(o)->last_member = VALUE_UNDEFINED;
    as_reference(o)->node = CM_TREE_NONE;
    return o;
}

Obj *cm__reference_root(VM *vm)
{
    return new_reference(vm, VALUE_UNDEFINED);
}

/* ---- paths ---- */

bool cm__reference_path(VM *vm, const Reference *r, struct Buf *out)
{
    if (cm__reference_is_root(r))
        return true;
    if (str_to_utf8(vm, value_str(r->path), out))
        return true;
    vm->heap.refused = true; /* the host's memory, not the heap's */
    return false;
}

uint32_t cm__reference_find(const ToolTree *tree, const char *path, size_t len,
                            bool is_root)
{
    if (is_root)
        return 0;
    uint32_t node = len ? cm__tree_find(tree, path, len) : CM_TREE_NONE;
    if (node != CM_TREE_NONE && !cm__node_is_real(cm__tree_node(tree, node)))
        return CM_TREE_NONE;
    return node;
}

/* Node of a reference; *ret_ok false when memory was refused. */
static uint32_t find_node(VM *vm, const Reference *r, bool *ret_ok)
{
    const cm_execution *x = vm->host;
    Buf path;
    cm__buf_init(&path, &x->charged, CM_BUF_NO_LIMIT);
    *ret_ok = cm__reference_path(vm, r, &path);
    uint32_t node = CM_TREE_NONE;
    if (*ret_ok)
        node = cm__reference_find(x->runtime->tree, cm__buf_text(&path),
                                  path.len, cm__reference_is_root(r));
    cm__buf_done(&path);
    return node;
}

/* parent.key, or key alone below the root. */
static Str *member_path(VM *vm, const Reference *r, PropKey key)
{
    Value name = key_to_value(vm, key);
    if (name == VALUE_THROWN)
        return NULL;
    if (cm__reference_is_root(r))
        return value_str(name);
    Str *dot = str_from_unit(vm, '.');
    Str *head = dot ? str_concat(vm, value_str(r->path), dot) : NULL;
    return head ? str_concat(vm, head, value_str(name)) : NULL;
}

/* ---- class hooks ---- */

static bool is_well_known(const VM *vm, PropKey key)
{
    const Realm *realm = vm->realm;
    const Symbol *s = value_symbol(key);
#define X(n)                  \
    if (s == realm->symbol.n) \
        return true;
    REALM_SYMBOLS(X)
#undef X
    return false;
}

/* The built-in search is a member of `tools` unless the host has that name. */
static bool is_search_member(VM *vm, const Reference *r, PropKey key)
{
    const cm_execution *x = vm->host;
    return cm__reference_is_root(r) && key == vm->realm->name.search &&
           cm__tree_child(x->runtime->tree, 0, "search", 6) == CM_TREE_NONE;
}

static Value remember(Reference *r, PropKey key, Value member)
{
    r->last_key = key;
    r->last_member = member;
    return member;
}

static Value get_member(VM *vm, Obj *o, PropKey key)
{
    Reference *r = as_reference(o);
    if (key == r->last_key)
        return r->last_member;
    if (value_is_symbol(key)) {
        if (is_well_known(vm, key))
            return VALUE_UNDEFINED;
        return throw_type(vm, "A symbol cannot name a tool");
    }
    if (is_search_member(vm, r, key))
        return get_prop(vm, value_from_obj(vm->globals), key);
    PropDesc d;
    if (value_is_object(r->members)) {
        Tri found = obj_get_own(vm, value_obj(r->members), key, &d);
        if (found == TRI_TRUE)
            return remember(r, key, d.value);
        if (found == TRI_THROWN)
            return VALUE_THROWN;
    }
    Str *path = member_path(vm, r, key);
    Obj *member = path ? new_reference(vm, value_from_str(path)) : NULL;
    Obj *members = value_is_object(r->members) ? value_obj(r->members)
                                               : obj_new_proto(vm, NULL);
    if (!member || !members ||
        !obj_put(vm, members, key, value_from_obj(member)))
        return VALUE_THROWN;
    r->members = value_from_obj(members);
    return remember(r, key, value_from_obj(member));
}

static Value reference_get(VM *vm, Obj *o, PropKey key, Value receiver)
{
    (void)receiver;
    return get_member(vm, o, key);
}

static Tri reference_set(VM *vm, Obj *o, PropKey key, Value v, Value receiver)
{
    (void)v;
    (void)receiver;
    (void)o;
    if (value_is_symbol(key))
        throw_type(vm, "A tool reference cannot be assigned to");
    else
        throw_read_only(vm, key);
    return TRI_THROWN;
}

static Tri reference_define(VM *vm, Obj *o, PropKey key, const PropDesc *desc)
{
    (void)desc;
    return reference_set(vm, o, key, VALUE_UNDEFINED, VALUE_UNDEFINED);
}

static Tri reference_delete(VM *vm, Obj *o, PropKey key)
{
    (void)o;
    (void)key;
    throw_kind(vm, DIAG_INVALID_DATA_VALUE, ERR_TYPE,
               "A tool reference is no data: its members cannot be deleted");
    return TRI_THROWN;
}

/* Own members are the children in the tree. */
static Tri has_child(VM *vm, Obj *o, PropKey key)
{
    if (value_is_symbol(key))
        return TRI_FALSE;
    bool ok;
    const cm_execution *x = vm->host;
    uint32_t node = find_node(vm, as_reference(o), &ok);
    if (!ok)
        return TRI_THROWN;
    if (node == CM_TREE_NONE)
        return TRI_FALSE;
    Value name = key_to_value(vm, key);
    Buf text;
    cm__buf_init(&text, &x->charged, CM_BUF_NO_LIMIT);
    Tri found = TRI_THROWN;
    if (name != VALUE_THROWN && str_to_utf8(vm, value_str(name), &text) &&
        text.status == CM_OK)
        found = cm__tree_child(x->runtime->tree, node, cm__buf_text(&text),
                               text.len) != CM_TREE_NONE
                    ? TRI_TRUE
                    : TRI_FALSE;
    else
        vm->heap.refused = true;
    cm__buf_done(&text);
    return found;
}

static Tri reference_get_own(VM *vm, Obj *o, PropKey key, PropDesc *ret_desc)
{
    Tri found = has_child(vm, o, key);
    if (found != TRI_TRUE)
        return found;
    Value v = get_member(vm, o, key);
    if (v == VALUE_THROWN)
        return TRI_THROWN;
    *ret_desc = (PropDesc){ .value = v,
                            .get = VALUE_UNDEFINED,
                            .set = VALUE_UNDEFINED,
                            .attrs = PROP_ENUMERABLE };
    return TRI_TRUE;
}

static bool throw_unknown_namespace(VM *vm, const Reference *r)
{
    cm_execution *x = vm->host;
    Buf path;
    uint32_t line, column;
    vm_location(vm, &line, &column);
    cm__buf_init(&path, &x->charged, CM_BUF_NO_LIMIT);
    ErrorObj *e = NULL;
    if (cm__reference_path(vm, r, &path))
        e = cm__unknown_tool(x, cm__buf_text(&path), path.len, true, line,
                             column);
    cm__buf_done(&path);
    if (e)
        throw_value(vm, value_from_obj(e));
    return false;
}

static bool reference_keys(VM *vm, Obj *o, KeyList *out)
{
    bool ok;
    const cm_execution *x = vm->host;
    const ToolTree *tree = x->runtime->tree;
    const Reference *r = as_reference(o);
    uint32_t node = find_node(vm, r, &ok);
    if (!ok)
        return false;
    if (node == CM_TREE_NONE)
        return throw_unknown_namespace(vm, r);
    uint32_t child = cm__tree_node(tree, node)->first_child;
    while (child != CM_TREE_NONE) {
        const ToolNode *n = cm__tree_node(tree, child);
        PropKey key;
        Str *name = str_from_utf8(vm, cm__node_name(n), cm__node_name_len(n));
        if (!name || !str_to_key(vm, name, &key) || !keys_add(out, key))
            return false;
        child = n->next;
    }
    return true;
}

static void reference_mark(struct Gc *gc, Obj *o)
{
    gc_mark_value(gc, as_reference(o)->path);
    gc_mark_value(gc, as_reference(o)->members);
}

void cm__reference_register(void)
{
    static const ObjClass reference_class = {
        .name = "Function",
        .size = sizeof(Reference),
        .mark = reference_mark,
        .get_own = reference_get_own,
        .define_own = reference_define,
        .delete_own = reference_delete,
        .get = reference_get,
        .set = reference_set,
        .has = has_child,
        .call = cm__tool_call,
        .own_keys = reference_keys,
    };
    class_register(CLASS_REFERENCE, &reference_class);
}
