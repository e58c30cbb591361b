/* SPDX-License-Identifier: MIT */
#include "runtime/boundary_lua.h"

#include "engine/error.h"
#include "engine/meter.h"
#include "lua/lua_lib.h"
#include "runtime/execution.h"

/* ---- out ---- */

CrossStatus cm__cross_lua(Crossing *c)
{
    VM *vm = c->vm;
    cm__buf_clear(&c->out);
    cm__buf_clear(&c->why);
    switch (lua_data_write(vm, c->pending, c->root, &c->out, &c->why)) {
    case LUA_COPY_DONE:
        c->pending = VALUE_ABSENT;
        return CROSS_DONE;
    case LUA_COPY_REFUSED:
        return CROSS_REFUSED;
    case LUA_COPY_FAILED:
        break;
    }
    return CROSS_THROWN;
}

/* ---- in ---- */

Value cm__read_lua(VM *vm, const char *text, size_t len, Buf *why)
{
    const char *reason;
    size_t at;
    Value v = lua_data_read(vm, text, len, &reason, &at);
    if (v == VALUE_ABSENT)
        cm__buf_add_fmt(why, "%s at byte %zu", reason, at);
    return v;
}

/* ---- uncaught failures ---- */

/* What error() was called with, as its message. */
static bool add_raised(VM *vm, Value v, Buf *out)
{
    if (value_is_string(v) || lua_is_number(v) || lua_is_nil(v)) {
        Str *s = lua_tostring(vm, v);
        return s && str_to_utf8(vm, s, out);
    }
    StrBuilder b;
    cm__buf_add_str(out, "Uncaught: ");
    strb_init(&b, vm);
    if (!lua_show(vm, &b, v))
        return false;
    Str *s = strb_finish(&b);
    return s && str_to_utf8(vm, s, out);
}

/* "(global 'stock')" where the program has a tool or namespace of that name. */
static bool suggest_tool(cm_execution *x, const char *message, Diag *d)
{
    static const char sign[] = " a nil value (global '";
    const char *name = strstr(message, sign);
    const char *end = name ? strstr(name += strlen(sign), "')") : NULL;
    const ToolNode *node =
        end ? cm__tool_named(x->runtime, name, (size_t)(end - name)) : NULL;
    if (!node)
        return true;
    Buf text;
    cm__buf_init(&text, &x->charged, CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&text, "Tools are members of `tools`: did you mean %s?",
                    cm__node_expression(node, CM_LANGUAGE_LUA, NULL));
    bool ok = text.status == CM_OK &&
              cm__diag_suggest(d, &x->charged, cm__buf_text(&text), text.len);
    cm__buf_done(&text);
    return ok;
}

static bool add_suggestion(cm_execution *x, const ErrorObj *e,
                           const char *message, Diag *d)
{
    VM *vm = x->vm;
    if (!value_is_string(e->suggestion))
        return e->origin != ORIGIN_ENGINE || suggest_tool(x, message, d);
    Buf text;
    cm__buf_init(&text, &x->charged, CM_BUF_NO_LIMIT);
    bool ok = str_to_utf8(vm, value_str(e->suggestion), &text) &&
              cm__diag_suggest(d, &x->charged, cm__buf_text(&text), text.len);
    cm__buf_done(&text);
    return ok;
}

bool cm__uncaught_lua(cm_execution *x, Value v, Diag *ret_diag)
{
    VM *vm = x->vm;
    ErrorObj *e =
        (ErrorObj *)(void *)value_obj(v); /* all that is thrown is one */
    DiagKind kind = DIAG_EXECUTION_FAILURE;
    Buf text;
    cm__buf_init(&text, &x->charged, CM_BUF_NO_LIMIT);
    bool ok = add_raised(vm, lua_error_value(vm, e), &text);
    if (e->origin != ORIGIN_PROGRAM)
        kind = (DiagKind)e->kind;
    if (e->origin == ORIGIN_ENGINE)
        cm__add_place(&text, e->line, e->column);
    ok = ok && text.status == CM_OK &&
         cm__diag_init(ret_diag, &x->charged, kind, cm__buf_text(&text),
                       text.len, e->line, e->column);
    if (ok && !add_suggestion(x, e, cm__buf_text(&text), ret_diag)) {
        cm__diag_done(ret_diag, &x->charged);
        ok = false;
    }
    cm__buf_done(&text);
    if (!ok && vm->termination == TERM_NONE)
        vm->heap.refused = true;
    return ok;
}
