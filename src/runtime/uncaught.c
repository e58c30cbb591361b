/* SPDX-License-Identifier: MIT */
/* What an uncaught value becomes; spec/execution.md 3.3. */
#include "engine/convert.h"
#include "engine/error.h"
#include "engine/promise.h"
#include "engine/property.h"
#include "engine/realm.h"
#include "js/builtins/builtins.h"
#include "runtime/boundary_lua.h"
#include "runtime/execution.h"

#include <string.h>

void cm__add_place(Buf *out, uint32_t line, uint32_t column)
{
    if (line)
        cm__buf_add_fmt(out, " (line %u, col %u)", (unsigned)line,
                        (unsigned)column);
}

/* ---- names that are absent on purpose ---- */

typedef struct AbsentName {
    const char *name, *hint;
} AbsentName;

static const char use_await[] =
    "There are no timers: start work with a call and await it.";
static const char use_tools[] =
    "The outside is reached through tools only: find one with search.";
static const char no_code[] =
    "Code cannot be made from text: write the program itself, and use tools "
    "for the outside.";
static const char use_console[] = "Use console.log for lines of text.";

static const AbsentName absent_names[] = {
    { "setTimeout", use_await },    { "setInterval", use_await },
    { "setImmediate", use_await },  { "clearTimeout", use_await },
    { "clearInterval", use_await }, { "queueMicrotask", use_await },
    { "fetch", use_tools },         { "XMLHttpRequest", use_tools },
    { "WebSocket", use_tools },     { "process", use_tools },
    { "require", use_tools },       { "Deno", use_tools },
    { "Bun", use_tools },           { "fs", use_tools },
    { "Buffer", use_tools },        { "window", use_tools },
    { "document", use_tools },      { "global", use_tools },
    { "self", use_tools },          { "localStorage", use_tools },
    { "navigator", use_tools },     { "module", use_tools },
    { "exports", use_tools },       { "__dirname", use_tools },
    { "__filename", use_tools },    { "eval", no_code },
    { "print", use_console },       { "alert", use_console },
};

static bool same_text(const char *a, size_t a_len, const char *b, size_t b_len)
{
    return a_len == b_len && memcmp(a, b, a_len) == 0;
}

/* The tool or namespace that a program means when it uses the last name of its
 * path, or the first, as a global. */
const ToolNode *cm__tool_named(const cm_runtime *r, const char *name,
                               size_t len)
{
    for (uint32_t i = 0; i < r->index->n_entries; i++) {
        const ToolNode *node = cm__index_node(r->index, i);
        if (same_text(cm__node_name(node), cm__node_name_len(node), name, len))
            return node;
    }
    uint32_t top = cm__tree_child(r->tree, 0, name, len);
    if (top == CM_TREE_NONE || !cm__node_is_real(cm__tree_node(r->tree, top)))
        return NULL;
    return cm__tree_node(r->tree, top);
}

/* What to use in place of a name that is not defined; nothing for most. */
static void hint_for(const cm_runtime *r, const ErrorObj *e,
                     const char *message, Buf *out)
{
    const char *end = strstr(message, " is not defined");
    if (e->error_class != ERR_REFERENCE || e->origin != ORIGIN_ENGINE || !end)
        return;
    size_t len = (size_t)(end - message);
    const ToolNode *node = cm__tool_named(r, message, len);
    if (node) {
        cm__buf_add_str(out, "Tools are members of `tools`: did you mean ");
        cm__buf_add_str(out, node->expression);
        cm__buf_add_char(out, '?');
        return;
    }
    for (size_t i = 0; i < CM_ARRAY_LEN(absent_names); i++)
        if (same_text(absent_names[i].name, strlen(absent_names[i].name),
                      message, len))
            cm__buf_add_str(out, absent_names[i].hint);
}

/* ---- parts ---- */

/* A property of an error as text; "" when it is undefined, unreadable or no
 * string can be made of it. False when memory was refused or the end came. */
static bool add_property(VM *vm, Value error, PropKey key, const char *if_none,
                         Buf *out)
{
    Value v = get_prop(vm, error, key);
    Str *text = NULL;
    if (v != VALUE_THROWN && value_is_undefined(v)) {
        cm__buf_add_str(out, if_none);
        return true;
    }
    if (v != VALUE_THROWN)
        text = to_string(vm, v);
    if (text)
        return str_to_utf8(vm, text, out);
    bool survives = vm->exception != VALUE_ABSENT;
    vm->exception = VALUE_ABSENT;
    return survives;
}

/* Error.prototype.toString, 20.5.3.4. */
static bool add_error_text(VM *vm, Value error, Buf *out)
{
    const Realm *realm = vm->realm;
    if (!add_property(vm, error, realm->name.name, "Error", out))
        return false;
    size_t name_len = out->len;
    Buf message;
    cm__buf_init(&message, out->alloc, CM_BUF_NO_LIMIT);
    bool ok = add_property(vm, error, realm->name.message, "", &message);
    if (ok && message.len) {
        if (name_len)
            cm__buf_add_str(out, ": ");
        cm__buf_add(out, message.bytes, message.len);
    }
    cm__buf_done(&message);
    return ok;
}

/* The console's format; what is or holds a function, promise or reference is
 * not shown. */
static bool add_thrown_data(VM *vm, Value v, Buf *out)
{
    StrBuilder b;
    bool opaque = false;
    cm__buf_add_str(out, "Uncaught: ");
    strb_init(&b, vm);
    if (!cm__console_add(vm, &b, v, true, &opaque))
        return false;
    Str *text = strb_finish(&b);
    if (text && opaque) {
        cm__buf_add_str(out, "a value that is no data");
        return true;
    }
    return text && str_to_utf8(vm, text, out);
}

/* What an extension gave as causes (3.5); no program code runs. */
static bool add_causes(VM *vm, Value v, Buf *out)
{
    enum {
        MAX_CAUSES = 32
    };
    PropDesc d;
    for (int i = 0; i < MAX_CAUSES && value_is_class(v, CLASS_ERROR); i++) {
        if (obj_get_own(vm, value_obj(v), vm->realm->name.cause, &d) !=
                TRI_TRUE ||
            !value_is_class(d.value, CLASS_ERROR))
            return true;
        v = d.value;
        cm__buf_add_str(out, "\nCaused by: ");
        if (obj_get_own(vm, value_obj(v), vm->realm->name.message, &d) ==
                TRI_TRUE &&
            value_is_string(d.value) && value_str(d.value)->len) {
            if (!str_to_utf8(vm, value_str(d.value), out))
                return false;
        } else if (!add_property(vm, v, vm->realm->name.name, "Error", out)) {
            return false;
        }
    }
    return true;
}

static bool add_message(VM *vm, Value v, const ErrorObj *e, Buf *out)
{
    const Realm *realm = vm->realm;
    if (!e)
        return add_thrown_data(vm, v, out);
    bool ok;
    switch ((ErrorOrigin)e->origin) {
    case ORIGIN_HOST_CALL:
        return add_property(vm, v, realm->name.message, "", out);
    case ORIGIN_EXTENSION:
        return add_error_text(vm, v, out) && add_causes(vm, v, out);
    case ORIGIN_PROGRAM:
        return add_error_text(vm, v, out);
    case ORIGIN_ENGINE:
        ok = e->kind == DIAG_EXECUTION_FAILURE
                 ? add_error_text(vm, v, out)
                 : add_property(vm, v, realm->name.message, "", out);
        cm__add_place(out, e->line, e->column);
        return ok;
    }
    cm_unreachable();
}

static bool add_suggestion(cm_execution *x, const ErrorObj *e, Diag *d)
{
    VM *vm = x->vm;
    const cm_allocator *alloc = &x->charged;
    if (value_is_string(e->suggestion)) {
        Buf text;
        cm__buf_init(&text, alloc, CM_BUF_NO_LIMIT);
        bool ok = str_to_utf8(vm, value_str(e->suggestion), &text) &&
                  text.status == CM_OK &&
                  cm__diag_suggest(d, alloc, cm__buf_text(&text), text.len);
        cm__buf_done(&text);
        return ok;
    }
    PropDesc own;
    if (obj_get_own(vm, cm_unconst(&e->obj), vm->realm->name.message, &own) !=
            TRI_TRUE ||
        !value_is_string(own.value))
        return true;
    Buf text, hint;
    cm__buf_init(&text, alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&hint, alloc, CM_BUF_NO_LIMIT);
    bool ok =
        str_to_utf8(vm, value_str(own.value), &text) && text.status == CM_OK;
    if (ok)
        hint_for(x->runtime, e, cm__buf_text(&text), &hint);
    ok = ok && hint.status == CM_OK;
    if (ok && hint.len)
        ok = cm__diag_suggest(d, alloc, cm__buf_text(&hint), hint.len);
    cm__buf_done(&hint);
    cm__buf_done(&text);
    return ok;
}

bool cm__uncaught(cm_execution *x, Value v, Diag *ret_diag)
{
    VM *vm = x->vm;
    if (vm->realm->is_lua)
        return cm__uncaught_lua(x, v, ret_diag);
    const ErrorObj *e = value_is_class(v, CLASS_ERROR)
                            ? (ErrorObj *)(void *)value_obj(v)
                            : NULL;
    bool located = e && e->origin != ORIGIN_PROGRAM;
    Buf text;
    cm__buf_init(&text, &x->charged, CM_BUF_NO_LIMIT);
    bool ok =
        add_message(vm, v, e, &text) && text.status == CM_OK &&
        cm__diag_init(ret_diag, &x->charged,
                      located ? (DiagKind)e->kind : DIAG_EXECUTION_FAILURE,
                      cm__buf_text(&text), text.len, located ? e->line : 0,
                      located ? e->column : 0);
    cm__buf_done(&text);
    if (ok && located && !add_suggestion(x, e, ret_diag)) {
        cm__diag_done(ret_diag, &x->charged);
        ok = false;
    }
    if (!ok && vm->termination == TERM_NONE)
        vm->heap.refused = true;
    return ok;
}
