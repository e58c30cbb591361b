/* SPDX-License-Identifier: MIT */
/* Errors of host calls as program values; spec/execution.md 3.4,
 * spec/discovery.md 7. */
#include "engine/realm.h"
#include "runtime/execution.h"

#include "base/utf8.h"
#include "engine/meter.h"
#include "runtime/reference.h"

#include <string.h>

/* What a host says need not be UTF-8. Strings of Lua would keep its bytes, and
 * no program could return or pass on what it caught; spec/lua.md 3.2. */
static Str *message_from(VM *vm, const char *text, size_t len)
{
    if (!vm->realm->is_lua || cm__utf8_is_valid(text, len))
        return str_from_utf8(vm, text, len);
    const cm_execution *x = vm->host;
    Buf clean;
    cm__buf_init(&clean, &x->charged, CM_BUF_NO_LIMIT);
    for (const char *at = text, *end = text + len; at < end;) {
        char bytes[4];
        uint32_t c = cm__utf8_next(&at, end, NULL);
        cm__buf_add(&clean, bytes, cm__utf8_encode(c, bytes));
    }
    Str *s = NULL;
    if (clean.status == CM_OK)
        s = str_from_utf8(vm, clean.bytes, clean.len);
    else
        vm->heap.refused = true;
    cm__buf_done(&clean);
    return s;
}

ErrorObj *cm__host_error(VM *vm, DiagKind kind, const char *text, size_t len,
                         uint32_t line, uint32_t column, const char *suggestion)
{
    Str *message = message_from(vm, text, len);
    ErrorObj *e = message
                      ? error_new(vm, ERR_ERROR, value_from_str(message), false)
                      : NULL;
    if (!e || !error_set_kind(vm, e, kind))
        return NULL;
    if (suggestion) {
        Str *s = str_from_utf8(vm, suggestion, strlen(suggestion));
        if (!s)
            return NULL;
        e->suggestion = value_from_str(s);
    }
    e->origin = ORIGIN_HOST_CALL;
    e->line = line;
    e->column = column;
    return e;
}

ErrorObj *cm__host_error_text(VM *vm, DiagKind kind, const Buf *text,
                              uint32_t line, uint32_t column,
                              const char *suggestion)
{
    if (text->status == CM_OK)
        return cm__host_error(vm, kind, cm__buf_text(text), text->len, line,
                              column, suggestion);
    if (text->status != CM_E_LIMIT) /* else the meter ended the execution */
        vm->heap.refused = true;
    return NULL;
}

Value cm__throw_host(VM *vm, DiagKind kind, const char *text, size_t len,
                     const char *suggestion)
{
    uint32_t line, column;
    vm_location(vm, &line, &column);
    ErrorObj *e = cm__host_error(vm, kind, text, len, line, column, suggestion);
    return e ? throw_value(vm, value_from_obj(e)) : VALUE_THROWN;
}

Value cm__throw_call_limit(cm_execution *x)
{
    Buf text;
    cm__buf_init(&text, &x->charged, CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&text, "A program may make at most %llu tool call%s",
                    (unsigned long long)x->limits.max_tool_calls,
                    x->limits.max_tool_calls == 1 ? "" : "s");
    uint32_t line, column;
    vm_location(x->vm, &line, &column);
    ErrorObj *e = cm__host_error_text(x->vm, DIAG_TOOL_CALL_LIMIT, &text, line,
                                      column, NULL);
    cm__buf_done(&text);
    return e ? throw_value(x->vm, value_from_obj(e)) : VALUE_THROWN;
}

static const char search_hint[] =
    "Find tools with search({ query: \"what you need\" }).";
static const char lua_search_hint[] =
    "Find tools with search({ query = \"what you need\" }).";

static const char *hint_of(const cm_runtime *r)
{
    return r->language == CM_LANGUAGE_LUA ? lua_search_hint : search_hint;
}

static void add_quoted_path(Buf *out, const char *path, size_t len)
{
    cm__buf_add_char(out, '"');
    cm__buf_add(out, path, cm__utf8_floor(path, len, 200));
    cm__buf_add_str(out, len > 200 ? "...\"" : "\"");
}

/* Why the host left out all that is below the path's first name. */
static cm_status find_reason_above(const cm_runtime *r, const char *path,
                                   size_t len, const IndexMeter *meter,
                                   const char **ret_reason)
{
    const Absence *item = NULL;
    const char *dot = memchr(path, '.', len);
    if (!dot)
        return CM_OK;
    cm_status status = cm__absence_find(&r->tree->absent, path,
                                        (size_t)(dot - path), meter, &item);
    /* one of the same letters may be a path of more names */
    if (item && !strchr(item->path, '.') &&
        cm__tree_find(r->tree, item->path, strlen(item->path)) == CM_TREE_NONE)
        *ret_reason = item->reason;
    return status;
}

/* Why the host left the path out. What was meant is known then, so nothing else
 * is offered. */
static cm_status find_reason(const cm_runtime *r, const char *path, size_t len,
                             const IndexMeter *meter, const char **ret_reason)
{
    const Absence *item = NULL;
    cm_status status =
        cm__absence_find(&r->tree->absent, path, len, meter, &item);
    if (!item)
        return status != CM_OK
                   ? status
                   : find_reason_above(r, path, len, meter, ret_reason);
    uint32_t node = cm__tree_find(r->tree, item->path, strlen(item->path));
    if (node == CM_TREE_NONE || !cm__tree_node(r->tree, node)->tool)
        *ret_reason = item->reason;
    return status;
}

const char *cm__unknown_tool_text(const cm_runtime *r, const char *path,
                                  size_t len, bool is_namespace,
                                  const IndexMeter *meter, Buf *text)
{
    uint32_t absent = cm__tree_announced(r->tree, path, len);
    bool exists = !is_namespace &&
                  cm__reference_find(r->tree, path, len, false) != CM_TREE_NONE;
    if (exists) {
        cm__buf_add_str(text, "The namespace ");
        add_quoted_path(text, path, len);
        cm__buf_add_str(text, " is not callable");
        if (absent != CM_TREE_NONE)
            cm__buf_add_str(text, " and not connected");
        return NULL;
    }
    cm__buf_add_str(text,
                    is_namespace ? "Unknown namespace " : "Unknown tool ");
    add_quoted_path(text, path, len);
    if (absent != CM_TREE_NONE) {
        const ToolNode *node = cm__tree_node(r->tree, absent);
        cm__buf_add_str(text, ": ");
        add_quoted_path(text, node->path, node->path_len);
        cm__buf_add_str(text, " is not connected");
        return hint_of(r);
    }
    uint32_t offer = CM_TREE_NONE;
    const char *reason = NULL;
    cm_status status = CM_OK;
    if (!is_namespace)
        status = find_reason(r, path, len, meter, &reason);
    if (!is_namespace && status == CM_OK && !reason)
        status = cm__index_suggest(r->index, path, len, meter, &offer);
    if (status != CM_OK && text->status == CM_OK)
        text->status = status;
    if (reason) {
        cm__buf_add_str(text, ": ");
        cm__buf_add(text, reason, cm__utf8_floor(reason, strlen(reason), 300));
    }
    if (offer != CM_TREE_NONE) {
        cm__buf_add_str(text, ". Did you mean ");
        cm__buf_add_str(text, cm__node_expression(cm__tree_node(r->tree, offer),
                                                  r->language, NULL));
        cm__buf_add_char(text, '?');
    }
    return hint_of(r);
}

static bool charge_bytes(void *vm, uint64_t n)
{
    return vm_charge_bytes(vm, n);
}

IndexMeter cm__index_meter(const cm_execution *x)
{
    return (IndexMeter){ charge_bytes, x->vm };
}

ErrorObj *cm__unknown_tool(cm_execution *x, const char *path, size_t len,
                           bool is_namespace, uint32_t line, uint32_t column)
{
    const IndexMeter meter = cm__index_meter(x);
    Buf text;
    cm__buf_init(&text, &x->charged, CM_BUF_NO_LIMIT);
    const char *hint = cm__unknown_tool_text(x->runtime, path, len,
                                             is_namespace, &meter, &text);
    ErrorObj *e = cm__host_error_text(x->vm, DIAG_UNKNOWN_TOOL, &text, line,
                                      column, hint);
    cm__buf_done(&text);
    return e;
}
