/* SPDX-License-Identifier: MIT */
/* One tool call from the call expression to the queue; spec/execution.md 6.1.
 * What happens once it is admitted is in call_list.c.
 *
 * Everything that may be refused memory comes before the call is listed, so the
 * VM may collect and run the call expression again. */
#include "runtime/execution.h"

#include "base/utf8.h"
#include "catalog/empty_tables.h"
#include "engine/meter.h"
#include "engine/promise.h"
#include "runtime/call_list.h"
#include "runtime/reference.h"
#include "runtime/validate.h"
#include "json/writer.h"

#include <string.h>

/* A call on its way through the steps. */
typedef struct Request {
    Reference *reference;
    Promise *promise;
    uint32_t argc, line, column;
    bool is_method; /* Lua: tools.a:b(x) */
} Request;

static bool reject(VM *vm, const Request *q, ErrorObj *e)
{
    return e && promise_reject(vm, q->promise, value_from_obj(e));
}

/* hint may be NULL. */
static bool reject_text(VM *vm, const Request *q, DiagKind kind,
                        const Buf *text, const Buf *hint)
{
    if (hint && hint->status != CM_OK) {
        vm->heap.refused = true;
        return false;
    }
    return reject(vm, q,
                  cm__host_error_text(vm, kind, text, q->line, q->column,
                                      hint ? cm__buf_text(hint) : NULL));
}

/* The argument cannot cross. */
static bool reject_argument(cm_execution *x, const Request *q,
                            const Crossing *c, const Buf *path)
{
    Buf text;
    cm__buf_init(&text, &x->charged, CM_BUF_NO_LIMIT);
    cm__buf_add_str(&text, "Invalid input for ");
    cm__buf_add_buf(&text, path);
    cm__buf_add_str(&text, ": ");
    cm__buf_add_buf(&text, &c->why);
    bool ok = reject_text(x->vm, q, DIAG_INVALID_TOOL_INPUT, &text, NULL);
    cm__buf_done(&text);
    return ok;
}

static bool reject_arity(cm_execution *x, const Request *q, const ToolNode *n)
{
    Buf text, hint;
    bool is_lua = x->vm->realm->is_lua;
    cm__buf_init(&text, &x->charged, CM_BUF_NO_LIMIT);
    cm__buf_init(&hint, &x->charged, CM_BUF_NO_LIMIT);
    cm__buf_add_str(&text, "Invalid input for ");
    cm__buf_add(&text, n->path, n->path_len);
    if (q->is_method)
        cm__buf_add_str(&text, ": it takes one argument object, and the colon "
                               "passes what stands before it as another");
    else
        cm__buf_add_fmt(&text,
                        ": it takes one argument object, not %u arguments",
                        (unsigned)q->argc);
    if (is_lua)
        cm__buf_add_fmt(&hint,
                        "Call it with a dot and one table: %s({ name = value "
                        "}).",
                        cm__node_expression(n, CM_LANGUAGE_LUA, NULL));
    else
        cm__buf_add_fmt(&hint,
                        "As a callback wrap the tool in an arrow function: "
                        "(input) => %s(input).",
                        n->expression);
    bool ok = reject_text(x->vm, q, DIAG_INVALID_TOOL_INPUT, &text, &hint);
    cm__buf_done(&text);
    cm__buf_done(&hint);
    return ok;
}

/* Step 6. Takes the text of the crossing. */
static bool admit(cm_execution *x, const Request *q, Crossing *c, uint32_t node)
{
    VM *vm = x->vm;
    if (cm__call_over_limit(x)) {
        cm__throw_call_limit(x);
        ErrorObj *e = NULL;
        if (vm->exception != VALUE_ABSENT)
            e = (ErrorObj *)(void *)value_obj(vm->exception);
        vm->exception = VALUE_ABSENT;
        if (e) {
            e->line = q->line;
            e->column = q->column;
        }
        return reject(vm, q, e);
    }
    cm_call *call = cm__call_new(x, node);
    if (!call)
        return false;
    if (!cm__call_list(x, node)) {
        cm__call_drop(x, call);
        return false;
    }
    if (cm__buf_take(&c->out, &call->input, &call->input_len,
                     &call->input_cap) != CM_OK)
        cm_unreachable(); /* a finished crossing holds text */
    call->promise = value_from_obj(q->promise);
    call->line = q->line;
    call->column = q->column;
    cm__call_enqueue(x, call);
    cm__calls_start(x);
    return true;
}

/* Lua's `{}` where the tool wants a list. */
static bool fit_argument(cm_execution *x, Crossing *c, const ToolNode *node)
{
    const IndexMeter meter = cm__index_meter(x);
    if (!x->vm->realm->is_lua)
        return true;
    cm_status status = cm__fit_empty_tables(&x->charged, node->tool, &meter,
                                            c->out.bytes, c->out.len);
    if (status == CM_E_NOMEM)
        x->vm->heap.refused = true;
    return status == CM_OK;
}

/* Step 5: the problems of an input that breaks the tool's schema. */
static bool reject_input(cm_execution *x, const Request *q, const ToolNode *n,
                         const Buf *problems)
{
    Buf text, hint;
    cm__buf_init(&text, &x->charged, CM_BUF_NO_LIMIT);
    cm__buf_init(&hint, &x->charged, CM_BUF_NO_LIMIT);
    cm__buf_add_str(&text, "Invalid input for ");
    cm__buf_add(&text, n->path, n->path_len);
    cm__buf_add_str(&text, ": ");
    cm__buf_add_buf(&text, problems);
    cm__buf_add_str(&hint, "Look the signature up with search({ query");
    cm__buf_add_str(&hint, x->vm->realm->is_lua ? " = " : ": ");
    cm__json_quote(&hint, n->path, n->path_len);
    cm__buf_add_str(&hint, " }).");
    bool ok = reject_text(x->vm, q, DIAG_INVALID_TOOL_INPUT, &text, &hint);
    cm__buf_done(&text);
    cm__buf_done(&hint);
    return ok;
}

/* Steps 5 and 6. */
static bool check_and_admit(cm_execution *x, const Request *q, Crossing *c,
                            uint32_t node)
{
    const ToolNode *n = cm__tree_node(x->runtime->tree, node);
    bool ok = false;
    Buf problems;
    if (!n->tool->input)
        return admit(x, q, c, node);
    cm__buf_init(&problems, &x->charged, CM_BUF_NO_LIMIT);
    switch (cm__check_data(x, n->tool->input, cm__buf_text(&c->out), c->out.len,
                           &problems)) {
    case CHECKED_FITS:
        ok = admit(x, q, c, node);
        break;
    case CHECKED_MISFIT:
        ok = reject_input(x, q, n, &problems);
        break;
    case CHECKED_ENDED:
        break;
    }
    cm__buf_done(&problems);
    return ok;
}

/* Steps 4 to 6: the tool is there. */
static bool call_tool(cm_execution *x, const Request *q, Crossing *c,
                      uint32_t node)
{
    const ToolNode *n = cm__tree_node(x->runtime->tree, node);
    if (q->argc > 1 || q->is_method)
        return reject_arity(x, q, n);
    return fit_argument(x, c, n) && check_and_admit(x, q, c, node);
}

/* Steps 3 to 6 for an argument that has crossed or was refused. */
static bool proceed(cm_execution *x, const Request *q, Crossing *c,
                    CrossStatus status)
{
    VM *vm = x->vm;
    Buf path;
    if (q->reference->node != CM_TREE_NONE && status != CROSS_REFUSED)
        return call_tool(x, q, c, q->reference->node);
    cm__buf_init(&path, &x->charged, CM_BUF_NO_LIMIT);
    bool ok = cm__reference_path(vm, q->reference, &path);
    if (ok && status == CROSS_REFUSED) {
        ok = reject_argument(x, q, c, &path);
    } else if (ok) {
        const char *text = cm__buf_text(&path);
        uint32_t node =
            cm__reference_find(x->runtime->tree, text, path.len, false);
        if (node == CM_TREE_NONE ||
            !cm__tree_node(x->runtime->tree, node)->tool) {
            ok = reject(
                vm, q,
                cm__unknown_tool(x, text, path.len, false, q->line, q->column));
        } else {
            q->reference->node = node;
            ok = call_tool(x, q, c, node);
        }
    }
    cm__buf_done(&path);
    return ok;
}

/* ---- arguments that wait ---- */

static void remove_argument(PendingArgument *a)
{
    cm_execution *x = a->x;
    PendingArgument **link = &x->arguments;
    while (*link != a)
        link = &(*link)->next;
    *link = a->next;
    cross_done(&a->crossing);
    cm__free(&x->charged, a, sizeof *a);
}

static Value argument_settled(VM *vm, Value state, uint32_t index,
                              bool rejected, Value v);

/* The state of a reaction is a Value; a pointer below 2^48 reads as a number,
 * which the collector leaves alone. The record outlives the reaction. */
static bool await_argument(VM *vm, PendingArgument *a)
{
    Promise *p = (Promise *)(void *)value_obj(a->crossing.promise);
    if (!promise_on_settled(vm, p, argument_settled, (Value)(uintptr_t)a, 0))
        return false;
    a->awaited = a->crossing.promise;
    return true;
}

/* Runs again after a refusal: `awaited` tells whether v was taken already. */
static Value argument_settled(VM *vm, Value state, uint32_t index,
                              bool rejected, Value v)
{
    (void)index;
    /* NOLINTNEXTLINE(performance-no-int-to-ptr): it went in as a pointer */
    PendingArgument *a = (PendingArgument *)(uintptr_t)state;
    Crossing *c = &a->crossing;
    Request q = { (Reference *)(void *)value_obj(a->reference),
                  (Promise *)(void *)value_obj(a->promise),
                  a->argc,
                  a->line,
                  a->column,
                  false };
    bool ok;
    if (rejected) {
        ok = promise_reject(vm, q.promise, v);
    } else {
        CrossStatus status = CROSS_WAIT;
        if (c->promise == a->awaited)
            status = cross_resume(c, v);
        else if (value_is_undefined(c->promise))
            status = cross_step(c);
        if (status == CROSS_WAIT)
            return await_argument(vm, a) ? VALUE_UNDEFINED : VALUE_THROWN;
        if (status == CROSS_THROWN)
            ok = vm->exception != VALUE_ABSENT &&
                 promise_reject_parked(vm, q.promise);
        else
            ok = proceed(a->x, &q, c, status);
    }
    if (!ok)
        return VALUE_THROWN;
    remove_argument(a);
    return VALUE_UNDEFINED;
}

static bool suspend_argument(cm_execution *x, const Request *q, Crossing *c)
{
    VM *vm = x->vm;
    PendingArgument *a = cm__alloc(&x->charged, sizeof *a);
    if (!a)
        return false;
    *a = (PendingArgument){ .next = x->arguments,
                            .x = x,
                            .reference = value_from_obj(q->reference),
                            .promise = value_from_obj(q->promise),
                            .awaited = VALUE_UNDEFINED,
                            .argc = q->argc,
                            .line = q->line,
                            .column = q->column,
                            .crossing = *c };
    if (!await_argument(vm, a)) {
        cm__free(&x->charged, a, sizeof *a);
        return false;
    }
    x->arguments = a;
    return true;
}

/* ---- the call expression ---- */

static Value throw_not_a_function(VM *vm)
{
    if (vm->realm->is_lua)
        return throw_error(vm, ERR_ERROR,
                           "attempt to call tools itself: call one of its "
                           "members, as tools.name({})");
    Str *callee = vm_callee_text(vm);
    if (callee)
        return throw_type(vm, "%S is not a function", callee);
    return throw_type(vm, "tools is not a function");
}

/* tools.a:b(x) passes tools.a as a first argument. False when memory was
 * refused. */
static bool find_colon(VM *vm, const NativeCall *call, Request *q)
{
    StrView path;
    q->is_method = vm->realm->is_lua && call->argc > 0 &&
                   value_is_class(call->args[0], CLASS_REFERENCE);
    if (!q->is_method)
        return true;
    const Reference *first =
        (const Reference *)(const void *)value_obj(call->args[0]);
    if (cm__reference_is_root(first))
        return true;
    if (!str_view(vm, value_str(q->reference->path), &path))
        return false;
    uint32_t n = value_str(first->path)->len;
    q->is_method = n < path.len && view_at(&path, n) == '.';
    return true;
}

static CrossStatus cross_argument(VM *vm, const NativeCall *call,
                                  bool is_method, Crossing *c)
{
    /* In Lua nil is none, and with several ones the count is what is wrong. */
    bool none = call->argc == 0;
    if (vm->realm->is_lua)
        none =
            is_method || call->argc != 1 || value_is_undefined(call->args[0]);
    if (!none)
        return cross_start(c, vm, call->args[0], "input", false);
    /* No argument means {}: written straight, as an object would. */
    CrossStatus status = cross_start(c, vm, VALUE_NULL, "input", false);
    if (status == CROSS_DONE) {
        cm__buf_clear(&c->out);
        cm__buf_add(&c->out, "{}", 2);
    }
    return status;
}

static Value call_reference(VM *vm, NativeCall *call)
{
    cm_execution *x = vm->host;
    Request q = { .reference = (Reference *)(void *)value_obj(call->callee),
                  .argc = call->argc };
    if (cm__reference_is_root(q.reference))
        return throw_not_a_function(vm);
    if (!find_colon(vm, call, &q))
        return VALUE_THROWN;
    vm_location(vm, &q.line, &q.column);
    Crossing c;
    CrossStatus status = cross_argument(vm, call, q.is_method, &c);
    bool ok = status != CROSS_THROWN || vm->exception != VALUE_ABSENT;
    Value thrown = vm->exception;
    if (ok) {
        q.promise = promise_new(vm, true);
        ok = q.promise != NULL;
    }
    if (ok) {
        q.promise->line = q.line;
        q.promise->column = q.column;
        if (status == CROSS_THROWN) {
            vm->exception = VALUE_ABSENT;
            ok = promise_reject(vm, q.promise, thrown);
        } else if (status == CROSS_WAIT) {
            ok = suspend_argument(x, &q, &c);
            if (ok)
                return value_from_obj(q.promise); /* the crossing moved */
        } else {
            ok = proceed(x, &q, &c, status);
        }
    }
    cross_done(&c);
    return ok ? value_from_obj(q.promise) : VALUE_THROWN;
}

Value cm__tool_call(VM *vm, NativeCall *call)
{
    cm_execution *x = vm->host;
    if (cm__attempts_over(x))
        return cm__throw_call_limit(x);
    Value v = call_reference(vm, call);
    if (v != VALUE_THROWN || vm->exception != VALUE_ABSENT)
        x->n_attempts++;
    return v;
}
