/* SPDX-License-Identifier: MIT */
/* Calls from admission to their end; spec/execution.md 5.1, 6.1 step 7, 5.2. */
#include "runtime/call_list.h"

#include "base/utf8.h"
#include "engine/gc.h"
#include "engine/json_value.h"
#include "engine/meter.h"
#include "engine/promise.h"
#include "engine/property.h"
#include "engine/realm.h"
#include "runtime/boundary_lua.h"
#include "runtime/validate.h"

#include <string.h>

/* ---- memory ---- */

static cm_call *new_call(cm_execution *x)
{
    Heap *heap = &x->vm->heap;
    cm_call *call = NULL;
    if (!heap_charge(heap, sizeof *call))
        return NULL;
    call = cm__alloc_zero(x->runtime->alloc, 1, sizeof *call);
    if (!call) {
        heap_uncharge(heap, sizeof *call);
        heap->refused = true;
        return NULL;
    }
    cm__mailbox_ref(x->mailbox);
    call->mailbox = x->mailbox;
    call->deadline_ns = CM_NO_LIMIT;
    call->promise = VALUE_UNDEFINED;
    return call;
}

cm_call *cm__call_new(cm_execution *x, uint32_t node)
{
    cm_call *call = new_call(x);
    if (!call)
        return NULL;
    call->node = cm__tree_node(x->runtime->tree, node);
    return call;
}

cm_call *cm__call_new_extension(cm_execution *x, ExtensionEntry *entry)
{
    cm_call *call = new_call(x);
    if (!call)
        return NULL;
    cm__extension_entry_ref(entry);
    call->entry = entry;
    return call;
}

void cm__call_drop(cm_execution *x, cm_call *call)
{
    /* a promise of an answer was charged to nobody */
    if (x->vm && !call->is_promise)
        heap_uncharge(&x->vm->heap,
                      sizeof *call + call->input_cap + call->args_charged);
    cm__call_free(call);
}

bool cm__call_list(cm_execution *x, uint32_t node)
{
    cm_result *r = x->result;
    size_t json = cm__call_json_size(x->runtime->tree, node);
    if (!heap_charge(&x->vm->heap, json))
        return false;
    if (!cm__calls_add(&r->calls, &x->charged, node)) {
        heap_uncharge(&x->vm->heap, json);
        return false;
    }
    r->calls_json += json;
    return true;
}

/* ---- lists ---- */

void cm__call_enqueue(cm_execution *x, cm_call *call)
{
    call->id = ++x->next_call_id;
    call->next = NULL;
    if (x->queue.last)
        x->queue.last->next = call;
    else
        x->queue.first = call;
    x->queue.last = call;
}

static cm_call *dequeue(CallQueue *q)
{
    cm_call *call = q->first;
    q->first = call->next;
    if (!q->first)
        q->last = NULL;
    return call;
}

static uint64_t *running_of(cm_execution *x, const cm_call *call)
{
    return call->entry ? &x->n_extension : &x->n_running;
}

static void link_running(cm_execution *x, cm_call *call)
{
    call->previous = NULL;
    call->next = x->running;
    if (x->running)
        x->running->previous = call;
    x->running = call;
    ++*running_of(x, call);
    call->state = CALL_RUNNING;
}

static void unlink_running(cm_execution *x, cm_call *call)
{
    if (call->previous)
        call->previous->next = call->next;
    else
        x->running = call->next;
    if (call->next)
        call->next->previous = call->previous;
    if (call->state == CALL_RUNNING)
        --*running_of(x, call);
}

/* `ready` is linked by next_inbox: its calls are in `running` as well. */
static void add_ready(cm_execution *x, cm_call *call)
{
    call->next_inbox = NULL;
    if (x->ready.last)
        x->ready.last->next_inbox = call;
    else
        x->ready.first = call;
    x->ready.last = call;
}

static cm_call *pop_ready(cm_execution *x)
{
    cm_call *call = x->ready.first;
    x->ready.first = call->next_inbox;
    if (!x->ready.first)
        x->ready.last = NULL;
    return call;
}

static void unpop_ready(cm_execution *x, cm_call *call)
{
    call->next_inbox = x->ready.first;
    x->ready.first = call;
    if (!x->ready.last)
        x->ready.last = call;
}

void cm__calls_mark(Gc *gc, const cm_execution *x)
{
    const cm_call *const lists[] = { x->queue.first, x->running,
                                     x->withdrawn.first };
    for (size_t i = 0; i < CM_ARRAY_LEN(lists); i++)
        for (const cm_call *c = lists[i]; c; c = c->next)
            gc_mark_value(gc, c->promise);
    for (const PendingArgument *a = x->arguments; a; a = a->next) {
        gc_mark_value(gc, a->reference);
        gc_mark_value(gc, a->promise);
        gc_mark_value(gc, a->awaited);
        cross_mark(gc, &a->crossing);
    }
}

/* ---- hooks ---- */

static HookCall hook_call(const cm_call *call)
{
    return (HookCall){ call->node->path, call->input, call->input_len,
                       call->id };
}

static void observe(cm_execution *x, cm_call *call, cm_outcome outcome,
                    const char *output, size_t len)
{
    if (call->entry) {
        cm__extension_observe(x, call, outcome, output, len);
        return;
    }
    if (call->was_observed || call->is_denied)
        return;
    call->was_observed = true;
    HookCall h = hook_call(call);
    cm__hook_after(x, &h, outcome, output, len);
}

/* ---- answers ---- */

static Promise *promise_of_call(const cm_call *call)
{
    return (Promise *)(void *)value_obj(call->promise);
}

/* `reason` follows `start`; it may be NULL. */
static ErrorObj *invalid_output(cm_execution *x, const cm_call *call,
                                const char *start, const Buf *reason)
{
    Buf text;
    cm__buf_init(&text, &x->charged, CM_BUF_NO_LIMIT);
    cm__buf_add_str(&text, "Invalid output of ");
    cm__buf_add(&text, call->node->path, call->node->path_len);
    cm__buf_add_fmt(&text, ": %s", start);
    if (reason)
        cm__buf_add_buf(&text, reason);
    ErrorObj *e = cm__host_error_text(x->vm, DIAG_INVALID_TOOL_OUTPUT, &text,
                                      call->line, call->column, NULL);
    cm__buf_done(&text);
    return e;
}

/* What the reader's SyntaxError says behind the words it begins with. */
static void add_fault(cm_execution *x, Str *text, Buf *reason)
{
    static const char start[] = JSON_FAULT_START;
    const size_t n = sizeof start - 1;
    Buf whole;
    cm__buf_init(&whole, &x->charged, CM_BUF_NO_LIMIT);
    if (!str_to_utf8(x->vm, text, &whole) && whole.status == CM_OK)
        whole.status = CM_E_NOMEM; /* the text could not be made flat */
    const char *from = cm__buf_text(&whole);
    size_t skip = strncmp(from, start, n) == 0 ? n : 0;
    cm__buf_add(reason, from + skip, whole.len - skip);
    cm__buf_share(reason, &whole);
    cm__buf_done(&whole);
}

/* The reader threw a SyntaxError: its text is the reason. */
static ErrorObj *parse_failure(cm_execution *x, const cm_call *call)
{
    VM *vm = x->vm;
    PropDesc d;
    Value thrown = vm->exception;
    vm->exception = VALUE_ABSENT;
    Buf reason;
    cm__buf_init(&reason, &x->charged, CM_BUF_NO_LIMIT);
    if (value_is_class(thrown, CLASS_ERROR) &&
        obj_get_own(vm, value_obj(thrown), vm->realm->name.message, &d) ==
            TRI_TRUE &&
        value_is_string(d.value)) {
        cm__buf_add_str(&reason, ": ");
        add_fault(x, value_str(d.value), &reason);
    }
    ErrorObj *e = invalid_output(x, call, "not valid JSON", &reason);
    cm__buf_done(&reason);
    return e;
}

static Value read_lua_answer(cm_execution *x, const cm_call *call,
                             ErrorObj **ret_error)
{
    Buf why;
    cm__buf_init(&why, &x->charged, CM_BUF_NO_LIMIT);
    Value v = cm__read_lua(x->vm, call->text, call->text_len, &why);
    if (v == VALUE_ABSENT) {
        *ret_error = invalid_output(x, call, "not valid JSON: ", &why);
        v = *ret_error ? VALUE_UNDEFINED : VALUE_THROWN;
    }
    cm__buf_done(&why);
    return v;
}

/* False: *ret_error says what breaks the schema, or is NULL when memory was
 * refused or the execution has to end. */
static bool output_fits(cm_execution *x, const cm_call *call,
                        const Schema *schema, ErrorObj **ret_error)
{
    Buf reason;
    cm__buf_init(&reason, &x->charged, CM_BUF_NO_LIMIT);
    Checked checked =
        cm__check_data(x, schema, call->text, call->text_len, &reason);
    if (checked == CHECKED_MISFIT)
        *ret_error = invalid_output(x, call, "", &reason);
    cm__buf_done(&reason);
    return checked == CHECKED_FITS;
}

/* A megabyte at a time. False when the execution has to end. */
static bool check_utf8(VM *vm, const cm_call *call, bool *ret_is_valid)
{
    const char *at = call->text;
    size_t left = call->text_len;
    *ret_is_valid = true;
    while (left > METER_BYTES && *ret_is_valid) {
        size_t n = cm__utf8_floor(at, left, METER_BYTES);
        *ret_is_valid = n > 0 && cm__utf8_is_valid(at, n);
        at += n;
        left -= n;
        if (!meter_look_up(vm))
            return false;
    }
    *ret_is_valid = *ret_is_valid && cm__utf8_is_valid(at, left);
    return true;
}

/* The program's value of an answer, or its error in *ret_error. VALUE_THROWN
 * when memory was refused or the execution has to end. */
static Value read_answer(cm_execution *x, const cm_call *call,
                         ErrorObj **ret_error)
{
    *ret_error = NULL;
    if (!call->node->tool->output_schema)
        return VALUE_UNDEFINED;
    bool is_valid;
    if (!check_utf8(x->vm, call, &is_valid))
        return VALUE_THROWN;
    if (!is_valid) {
        *ret_error = invalid_output(x, call, "not valid UTF-8", NULL);
        return *ret_error ? VALUE_UNDEFINED : VALUE_THROWN;
    }
    const Schema *schema = call->node->tool->output;
    if (schema && !output_fits(x, call, schema, ret_error))
        return *ret_error ? VALUE_UNDEFINED : VALUE_THROWN;
    if (x->vm->realm->is_lua)
        return read_lua_answer(x, call, ret_error);
    Value v = json_parse_text(x->vm, call->text, call->text_len);
    if (v != VALUE_THROWN || x->vm->exception == VALUE_ABSENT)
        return v;
    *ret_error = parse_failure(x, call);
    return *ret_error ? VALUE_UNDEFINED : VALUE_THROWN;
}

static void finish(cm_execution *x, cm_call *call)
{
    unlink_running(x, call);
    cm__call_drop(x, call);
}

static bool deliver_value(cm_execution *x, cm_call *call)
{
    ErrorObj *e;
    Value v = read_answer(x, call, &e);
    if (v == VALUE_THROWN)
        return false;
    if (e) {
        if (!promise_reject(x->vm, promise_of_call(call), value_from_obj(e)))
            return false;
        observe(x, call, CM_OUTCOME_FAILURE, "", 0);
    } else {
        if (!promise_fulfil(x->vm, promise_of_call(call), v))
            return false;
        bool shown = call->node->tool->output_schema != NULL;
        observe(x, call, CM_OUTCOME_SUCCESS, shown ? call->text : "null",
                shown ? call->text_len : 4);
    }
    finish(x, call);
    return true;
}

/* From one "Caused by" to the next; NULL at the end. */
static const char *next_cause(const char **at, const char *end)
{
    static const char mark[] = "\nCaused by: ";
    const size_t n = sizeof mark - 1;
    const char *from = *at;
    if ((size_t)(end - from) < n)
        return NULL;
    from += n; /* the settlement wrote it there */
    const char *next = from;
    while (next != NULL && next < end &&
           ((size_t)(end - next) < n || memcmp(next, mark, n) != 0))
        next = memchr(next + 1, '\n', (size_t)(end - next) - 1);
    *at = next != NULL ? next : end;
    return from;
}

/* The causes as the error's chain of `cause`, beside their lines in its message
 * (3.5). In Lua an error is a string. */
static bool add_causes(VM *vm, const cm_call *call, ErrorObj *e)
{
    enum {
        MAX_CAUSES = 32
    };
    const char *at = call->text + call->causes_at;
    const char *end = call->text + call->text_len, *from;
    Obj *upper = value_obj(value_from_obj(e));
    if (call->causes_at == 0 || vm->realm->is_lua)
        return true;
    for (int i = 0; i < MAX_CAUSES && (from = next_cause(&at, end)); i++) {
        Str *text = str_from_utf8(vm, from, (size_t)(at - from));
        ErrorObj *cause =
            text ? error_new(vm, ERR_ERROR, value_from_str(text), false) : NULL;
        if (!cause || !obj_put_attrs(vm, upper, vm->realm->name.cause,
                                     value_from_obj(cause), PROP_HIDDEN))
            return false;
        upper = value_obj(value_from_obj(cause));
    }
    return true;
}

static bool deliver_failure(cm_execution *x, cm_call *call)
{
    ErrorObj *e =
        cm__host_error(x->vm, DIAG_TOOL_FAILURE, call->text, call->text_len,
                       call->line, call->column, NULL);
    if (!e || !add_causes(x->vm, call, e) ||
        !promise_reject(x->vm, promise_of_call(call), value_from_obj(e)))
        return false;
    observe(x, call, CM_OUTCOME_FAILURE, call->text, call->text_len);
    finish(x, call);
    return true;
}

/* The promise of a call that reported its own cancellation stays pending: who
 * looks at it ends the execution, and nobody else ever learns. */
static bool deliver_cancelled(cm_execution *x, cm_call *call)
{
    observe(x, call, CM_OUTCOME_INTERRUPTED, "", 0);
    if (promise_of_call(call)->observed)
        vm_terminate(x->vm, TERM_CANCELLED);
    unlink_running(x, call);
    call->next = x->withdrawn.first;
    x->withdrawn.first = call;
    return true;
}

/* Hands a settled call to the program. False: memory was refused and nothing
 * changed, or the execution has to end. */
static bool deliver(cm_execution *x, cm_call *call)
{
    if (call->state != CALL_RUNNING) {
        observe(x, call, CM_OUTCOME_INTERRUPTED, "", 0);
        finish(x, call);
        return true;
    }
    switch ((AnswerKind)call->answer) {
    case ANSWER_VALUE:
        return call->entry ? cm__extension_deliver(x, call)
                           : deliver_value(x, call);
    case ANSWER_FAILURE:
        return call->entry ? cm__extension_deliver(x, call)
                           : deliver_failure(x, call);
    case ANSWER_CANCELLED:
        return deliver_cancelled(x, call);
    case ANSWER_NO_MEMORY:
        break;
    }
    vm_terminate(x->vm, TERM_MEMORY);
    return false;
}

/* ---- for functions of extensions ---- */

void cm__call_run(cm_execution *x, cm_call *call)
{
    link_running(x, call);
}

bool cm__call_deliver(cm_execution *x, cm_call *call)
{
    return deliver(x, call);
}

void cm__call_ready(cm_execution *x, cm_call *call)
{
    add_ready(x, call);
}

void cm__call_finish(cm_execution *x, cm_call *call)
{
    finish(x, call);
}

/* ---- starting ---- */

static void deny(cm_call *call, const char *reason)
{
    call->is_denied = true;
    call->is_settled = true;
    size_t len = strlen(reason);
    call->text = cm__alloc_text(call->mailbox->alloc, reason, len);
    call->text_len = call->text ? len : 0;
    call->answer = call->text ? ANSWER_FAILURE : ANSWER_NO_MEMORY;
}

/* A call that the host settles inside its own start is settled from the call
 * expression on (5.2); when memory lacks for that it is delivered later. */
static void start(cm_execution *x, cm_call *call)
{
    char reason[256];
    link_running(x, call);
    HookCall h = hook_call(call);
    bool settled;
    if (cm__hook_before(x, &h, reason)) {
        if (x->runtime->call_timeout_ms != CM_NO_LIMIT)
            call->deadline_ns = cm__deadline(cm__runtime_now(x->runtime),
                                             x->runtime->call_timeout_ms);
        const ToolDef *tool = call->node->tool;
        tool->execute(tool->user, call, call->input, call->input_len);
        settled = cm__mailbox_take_call(x->mailbox, call);
    } else {
        deny(call, reason);
        settled = true;
    }
    if (settled && (x->ready.first || !deliver(x, call))) {
        x->vm->heap.refused = false;
        add_ready(x, call);
    }
}

void cm__calls_start(cm_execution *x)
{
    while (x->queue.first && x->n_running < x->runtime->max_concurrent &&
           x->vm->termination == TERM_NONE)
        start(x, dequeue(&x->queue));
}

static void take_inbox(cm_execution *x)
{
    cm_call *call = cm__mailbox_take(x->mailbox);
    while (call) {
        cm_call *next = call->next_inbox;
        add_ready(x, call);
        call = next;
    }
}

bool cm__calls_deliver(cm_execution *x)
{
    VM *vm = x->vm;
    for (;;) {
        take_inbox(x);
        if (!x->ready.first)
            return vm->termination == TERM_NONE;
        while (x->ready.first) {
            /* Delivering may make other calls ready. */
            cm_call *call = pop_ready(x);
            bool done = deliver(x, call);
            if (!done && vm->termination == TERM_NONE) {
                vm->heap.refused = false;
                gc_collect(vm);
                done = deliver(x, call);
                if (!done)
                    vm_terminate(vm, TERM_MEMORY);
            }
            if (!done)
                unpop_ready(x, call);
            if (vm->termination != TERM_NONE)
                return false;
        }
        cm__calls_start(x);
    }
}

/* ---- time ---- */

uint64_t cm__calls_deadline(const cm_execution *x)
{
    uint64_t first = CM_NO_LIMIT;
    /* calls of extensions, of which there may be many, have none */
    if (x->runtime->call_timeout_ms == CM_NO_LIMIT || x->n_running == 0)
        return first;
    for (const cm_call *c = x->running; c; c = c->next)
        if (c->state == CALL_RUNNING && c->deadline_ns < first)
            first = c->deadline_ns;
    return first;
}

static void tell_cancelled(cm_call *call)
{
    if (call->on_cancel)
        call->on_cancel(call->on_cancel_user, call);
}

void cm__call_expire(cm_execution *x, cm_call *call)
{
    call->state = CALL_EXPIRED;
    call->promise = VALUE_UNDEFINED;
    --*running_of(x, call);
    tell_cancelled(call);
}

static bool expire(cm_execution *x, cm_call *call)
{
    VM *vm = x->vm;
    Buf text;
    cm__buf_init(&text, &x->charged, CM_BUF_NO_LIMIT);
    cm__buf_add(&text, call->node->path, call->node->path_len);
    cm__buf_add_fmt(&text, " took longer than %llu ms",
                    (unsigned long long)x->runtime->call_timeout_ms);
    ErrorObj *e = cm__host_error_text(vm, DIAG_TOOL_FAILURE, &text, call->line,
                                      call->column, NULL);
    bool ok = e && promise_reject(vm, promise_of_call(call), value_from_obj(e));
    if (ok) {
        observe(x, call, CM_OUTCOME_FAILURE, cm__buf_text(&text), text.len);
        cm__call_expire(x, call);
    }
    cm__buf_done(&text);
    return ok;
}

bool cm__calls_expire(cm_execution *x)
{
    uint64_t first = cm__calls_deadline(x);
    if (first == CM_NO_LIMIT || cm__runtime_now(x->runtime) < first)
        return true;
    uint64_t now = cm__runtime_now(x->runtime);
    for (cm_call *c = x->running; c; c = c->next) {
        if (c->state != CALL_RUNNING || c->deadline_ns > now)
            continue;
        if (!expire(x, c)) {
            x->vm->heap.refused = false;
            gc_collect(x->vm);
            if (!expire(x, c)) {
                vm_terminate(x->vm, TERM_MEMORY);
                return false;
            }
        }
    }
    cm__calls_start(x);
    return true;
}

/* ---- the end ---- */

bool cm__calls_withdrawn_seen(const cm_execution *x)
{
    for (const cm_call *c = x->withdrawn.first; c; c = c->next)
        if (promise_of_call(c)->observed)
            return true;
    return false;
}

static void drop_queue(cm_execution *x, CallQueue *q)
{
    while (q->first)
        cm__call_drop(x, dequeue(q));
}

static void drop_arguments(cm_execution *x)
{
    while (x->arguments) {
        PendingArgument *a = x->arguments;
        x->arguments = a->next;
        cross_done(&a->crossing);
        cm__free(&x->charged, a, sizeof *a);
    }
}

void cm__calls_interrupt(cm_execution *x)
{
    drop_queue(x, &x->queue);
    x->withdrawn.last = NULL;
    drop_queue(x, &x->withdrawn);
    drop_arguments(x);
    /* Settled calls go first, so that none of them is told. */
    cm__calls_reap(x);
    for (cm_call *c = x->running; c; c = c->next) {
        if (c->state == CALL_RUNNING) {
            c->state = CALL_INTERRUPTED;
            --*running_of(x, c);
            tell_cancelled(c);
        }
        c->promise = VALUE_UNDEFINED;
    }
}

void cm__calls_reap(cm_execution *x)
{
    take_inbox(x);
    while (x->ready.first) {
        cm_call *call = pop_ready(x);
        observe(x, call, CM_OUTCOME_INTERRUPTED, "", 0);
        finish(x, call);
    }
}

/* Calls that the host still has: their slots are history, their hooks fire now,
 * and they are freed by whoever settles them. */
void cm__calls_abandon(cm_execution *x)
{
    cm__calls_reap(x);
    for (cm_call *c = x->running; c; c = c->next)
        observe(x, c, CM_OUTCOME_INTERRUPTED, "", 0);
}
