/* SPDX-License-Identifier: MIT */
/* One call of a function of the host, from the expression to its answer;
 * spec/execution.md 4.4, 7, 8.2, 8.3, spec/lua.md 4.
 *
 * All that may be refused memory comes before the host hears of the call; from
 * then on nothing is run again, and an answer that finds no room waits in
 * x->ready like those of tools. */
#include "runtime/extension.h"

#include "base/utf8.h"
#include "engine/meter.h"
#include "engine/promise.h"
#include "engine/realm.h"
#include "runtime/call_list.h"
#include "runtime/execution.h"
#include "json/tree.h"

#include <stdio.h>
#include <string.h>

static Promise *promise_of_call(const cm_call *call)
{
    return (Promise *)(void *)value_obj(call->promise);
}

/* ---- hooks ---- */

static cm_extension_event event_of(const cm_execution *x, const cm_call *call)
{
    const ExtensionEntry *e = call->entry;
    return (cm_extension_event){ .extension = e->extension->name,
                                 .name = e->path,
                                 .args = call->args,
                                 .call_id = call->id,
                                 .context = x->mailbox->context };
}

/* False: denied, `reason` says why. Functions of answers have no hooks. */
static bool before(cm_execution *x, const cm_call *call, char reason[256])
{
    const cm_extension_hooks *hooks = &x->runtime->extension_hooks;
    if (!hooks->before || !call->entry->extension)
        return true;
    cm_extension_event event = event_of(x, call);
    memset(reason, 0, 256);
    if (hooks->before(hooks->user, &event, reason))
        return true;
    reason[255] = '\0';
    if (!reason[0])
        (void)snprintf(reason, 256, "The call was denied");
    return false;
}

void cm__extension_observe(cm_execution *x, cm_call *call, cm_outcome outcome,
                           const char *message, size_t message_len)
{
    const cm_extension_hooks *hooks = &x->runtime->extension_hooks;
    if (call->was_observed || call->is_denied || call->is_promise)
        return;
    call->was_observed = true;
    if (!hooks->after || !call->entry->extension)
        return;
    cm_extension_event event = event_of(x, call);
    event.outcome = outcome;
    if (outcome != CM_OUTCOME_INTERRUPTED)
        event.value = call->value;
    event.message = message;
    event.message_len = message_len;
    hooks->after(hooks->user, &event);
}

/* ---- answers ---- */

/* A promise of an answer is charged to nobody. */
static bool charge_answer(cm_execution *x, cm_call *call, const JsonValue *json)
{
    size_t size = call->is_promise ? 0 : cm__value_json_size(json);
    if (!heap_charge(&x->vm->heap, size))
        return false;
    call->args_charged += size;
    return true;
}

/* JSON text becomes a value; no text is undefined. False when refused, or when
 * the execution has to end. */
static bool read_answer(cm_execution *x, cm_call *call, bool *ret_is_bad)
{
    const cm_allocator *alloc = call->mailbox->alloc;
    JsonDoc *doc = NULL;
    *ret_is_bad = false;
    if (call->value)
        return true;
    if (!call->text) {
        call->value = cm_value_new(alloc, CM_VALUE_UNDEFINED);
        return call->value != NULL;
    }
    cm_status status = cm__json_parse(&x->watched, call->text, call->text_len,
                                      NULL, &doc, NULL);
    *ret_is_bad = status == CM_E_SYNTAX || status == CM_E_LIMIT;
    size_t before = call->args_charged;
    if (status == CM_OK && charge_answer(x, call, &doc->root))
        call->value = cm__value_from_json(alloc, &doc->root);
    if (!call->value) { /* it will be read again */
        heap_uncharge(&x->vm->heap, call->args_charged - before);
        call->args_charged = before;
    }
    cm__json_doc_free(doc);
    return *ret_is_bad || call->value;
}

/* A TypeError about what the host gave. NULL when refused. */
static ErrorObj *bad_answer(cm_execution *x, const cm_call *call,
                            const char *why, size_t len)
{
    VM *vm = x->vm;
    if (vm->realm->is_lua)
        return cm__host_error(vm, DIAG_EXECUTION_FAILURE, why, len, call->line,
                              call->column, NULL);
    Str *text = str_from_utf8(vm, why, len);
    ErrorObj *e =
        text ? error_new(vm, ERR_TYPE, value_from_str(text), false) : NULL;
    if (!e)
        return NULL;
    e->origin = ORIGIN_ENGINE;
    e->line = call->line;
    e->column = call->column;
    return e;
}

/* Rejects with a TypeError; the host's own value is not shown to the hook. */
static bool reject_answer(cm_execution *x, cm_call *call, const char *why,
                          size_t len)
{
    ErrorObj *e = bad_answer(x, call, why, len);
    if (!e || !promise_reject(x->vm, promise_of_call(call), value_from_obj(e)))
        return false;
    cm_value_free(call->value);
    call->value = NULL;
    cm__extension_observe(x, call, CM_OUTCOME_FAILURE, why, len);
    cm__call_finish(x, call);
    return true;
}

static bool settle_with(cm_execution *x, cm_call *call, Value v)
{
    Promise *p = promise_of_call(call);
    /* A synchronous function may give a promise; any other promise is taken
     * for what it will be. */
    bool adopts = call->is_promise || call->entry->function->def.is_async;
    bool ok = adopts && value_is_class(v, CLASS_PROMISE)
                  ? promise_resolve(x->vm, p, v)
                  : promise_fulfil(x->vm, p, v);
    if (!ok)
        return false;
    cm__extension_observe(x, call, CM_OUTCOME_SUCCESS, NULL, 0);
    return true;
}

static bool deliver_value(cm_execution *x, cm_call *call)
{
    bool is_bad;
    if (!read_answer(x, call, &is_bad)) {
        x->vm->heap.refused = true;
        return false;
    }
    if (is_bad) {
        char why[128];
        int n = snprintf(why, sizeof why,
                         "the answer of %.80s is not valid "
                         "JSON",
                         call->entry->path);
        return reject_answer(x, call, why, (size_t)n);
    }
    ValueIn in;
    Value v = cm__value_in(&in, x, call->entry, call->value, call->line,
                           call->column);
    bool ok = false;
    if (v == VALUE_ABSENT)
        ok = reject_answer(x, call, cm__buf_text(&in.why), in.why.len);
    else if (v != VALUE_THROWN)
        ok = settle_with(x, call, v);
    else if (x->vm->exception != VALUE_ABSENT) /* too many promises */
        ok = promise_reject_parked(x->vm, promise_of_call(call));
    if (!ok || v == VALUE_ABSENT) {
        cm__value_in_undo(&in);
        return ok;
    }
    if (v == VALUE_THROWN) {
        cm__value_in_undo(&in);
        cm__extension_observe(x, call, CM_OUTCOME_FAILURE, "", 0);
    } else {
        cm__value_in_commit(&in);
    }
    cm__call_finish(x, call);
    return true;
}

static bool deliver_failure(cm_execution *x, cm_call *call)
{
    ValueIn in;
    Buf text;
    cm__buf_init(&text, &x->charged, CM_BUF_NO_LIMIT);
    cm__error_text(call->value, &text);
    ErrorObj *e = NULL;
    if (text.status == CM_OK)
        e = cm__error_in(&in, x, call->entry, call->value, call->line,
                         call->column);
    else
        x->vm->heap.refused = true;
    bool ok =
        e && promise_reject(x->vm, promise_of_call(call), value_from_obj(e));
    if (text.status == CM_OK) {
        if (ok)
            cm__value_in_commit(&in);
        else
            cm__value_in_undo(&in);
    }
    if (ok) {
        cm__extension_observe(x, call, CM_OUTCOME_FAILURE, cm__buf_text(&text),
                              text.len);
        cm__call_finish(x, call);
    }
    cm__buf_done(&text);
    return ok;
}

bool cm__extension_deliver(cm_execution *x, cm_call *call)
{
    return call->answer == ANSWER_VALUE ? deliver_value(x, call)
                                        : deliver_failure(x, call);
}

/* A promise that had been settled before is so for the program from the start
 * (5.2). Its answer may hold another one: that deep at most in C. */
static void deliver_early(cm_execution *x, cm_call *promise)
{
    enum {
        MAX_EARLY = 8
    };
    bool done = false;
    if (x->n_early < MAX_EARLY) {
        x->n_early++;
        done = cm__call_deliver(x, promise);
        x->n_early--;
        if (!done && x->vm->termination == TERM_NONE)
            x->vm->heap.refused = false;
    }
    if (!done)
        cm__call_ready(x, promise);
}

/* The promises of an answer are calls of the execution from now on. */
void cm__value_in_commit(ValueIn *in)
{
    cm_execution *x = in->x;
    cm_call *list = in->promises;
    in->promises = NULL;
    cm__buf_done(&in->why);
    while (list) {
        cm_call *promise = list;
        list = promise->next;
        bool settled = cm__mailbox_bind(x->mailbox, promise);
        promise->id = ++x->next_call_id;
        cm__call_run(x, promise);
        if (settled)
            deliver_early(x, promise);
    }
}

/* ---- starting ---- */

static ErrorObj *denied(cm_execution *x, const cm_call *call,
                        const char *reason)
{
    cm_value *error = cm_value_error(x->runtime->alloc, NULL, reason);
    ValueIn in;
    if (!error) {
        x->vm->heap.refused = true;
        return NULL;
    }
    ErrorObj *e =
        cm__error_in(&in, x, call->entry, error, call->line, call->column);
    cm__value_in_undo(&in);
    cm_value_free(error);
    return e;
}

/* What becomes of a denied call: as if the host had failed it. */
static void deny(cm_execution *x, cm_call *call, const char *reason)
{
    call->is_denied = true;
    call->is_settled = true;
    ErrorObj *e = denied(x, call, reason);
    if (e && promise_reject(x->vm, promise_of_call(call), value_from_obj(e))) {
        cm__call_finish(x, call);
        return;
    }
    x->vm->heap.refused = false;
    call->value = cm_value_error(x->runtime->alloc, NULL, reason);
    call->answer = call->value ? ANSWER_FAILURE : ANSWER_NO_MEMORY;
    cm__call_ready(x, call);
}

/* True: the call has ended, or its answer waits for memory in x->ready. */
static void start(cm_execution *x, cm_call *call)
{
    char reason[256];
    cm__call_run(x, call);
    x->vm->code_ran = true; /* the host notices: no second try */
    if (!before(x, call, reason)) {
        deny(x, call, reason);
        return;
    }
    const cm_function *f = &call->entry->function->def;
    f->execute(f->user, call, call->args);
    if (cm__mailbox_take_call(x->mailbox, call) && !cm__call_deliver(x, call)) {
        x->vm->heap.refused = false;
        cm__call_ready(x, call);
    }
}

/* The call with everything it needs. NULL when thrown or refused. */
static cm_call *prepare(cm_execution *x, const NativeCall *c, bool is_async)
{
    VM *vm = x->vm;
    cm_call *call = cm__call_new_extension(x, cm__extension_entry_of(c));
    if (!call)
        return NULL;
    call->args = cm__arguments_out(vm, call->entry, c->args, c->argc,
                                   &call->args_charged);
    Promise *p = NULL;
    if (call->args)
        p = is_async ? promise_new(vm, true) : promise_new_internal(vm);
    if (!p) {
        cm__call_drop(x, call);
        return NULL;
    }
    vm_location(vm, &call->line, &call->column);
    p->line = call->line;
    p->column = call->column;
    call->promise = value_from_obj(p);
    call->id = ++x->next_call_id;
    return call;
}

/* ---- JavaScript ---- */

/* A refused argument rejects what an asynchronous function gives. */
static Step reject_call(VM *vm, NativeFrame *f)
{
    Value thrown = vm->exception;
    if (thrown == VALUE_ABSENT)
        return STEP_THROW;
    vm->exception = VALUE_ABSENT;
    Promise *p = promise_new(vm, true);
    if (!p || !promise_reject(vm, p, thrown))
        return STEP_THROW;
    vm_location(vm, &p->line, &p->column);
    return native_return(f, value_from_obj(p));
}

static Step call_async(VM *vm, NativeFrame *f)
{
    cm_execution *x = vm->host;
    cm_call *call = prepare(x, &f->call, true);
    if (!call)
        return reject_call(vm, f);
    Value promise = call->promise;
    start(x, call);
    return native_return(f, promise);
}

static Step give_outcome(VM *vm, NativeFrame *f, const Promise *p)
{
    if (p->state == PROMISE_FULFILLED)
        return native_return(f, p->value);
    throw_value(vm, p->value);
    return STEP_THROW;
}

/* Inside a conversion or accessor nothing can wait: the call is given up. */
static Step give_up(VM *vm, cm_call *call)
{
    cm_execution *x = vm->host;
    char text[160];
    int n = snprintf(text, sizeof text,
                     "%.80s answers later, which a conversion or an accessor "
                     "cannot wait for",
                     call->entry->path);
    ErrorObj *e = bad_answer(x, call, text, (size_t)n);
    if (!e)
        return STEP_THROW;
    cm__extension_observe(x, call, CM_OUTCOME_FAILURE, text, (size_t)n);
    cm__call_expire(x, call);
    throw_value(vm, value_from_obj(e));
    return STEP_THROW;
}

static bool is_ready(const cm_execution *x, const cm_call *call)
{
    const cm_call *c = x->ready.first;
    while (c && c != call)
        c = c->next_inbox;
    return c != NULL;
}

/* f->reg[0] keeps the promise while the execution waits. */
static Step call_sync(VM *vm, NativeFrame *f)
{
    cm_execution *x = vm->host;
    cm_call *call = prepare(x, &f->call, false);
    if (!call)
        return STEP_THROW;
    Promise *p = promise_of_call(call);
    promise_observe(p);
    start(x, call);
    if (vm->termination != TERM_NONE)
        return STEP_THROW;
    if (p->state != PROMISE_PENDING)
        return give_outcome(vm, f, p);
    if (vm->nested > 0) {
        if (is_ready(x, call)) { /* for want of memory, which ends it */
            vm->heap.refused = true;
            return STEP_THROW;
        }
        return give_up(vm, call);
    }
    f->reg[0] = value_from_obj(p);
    f->pc = 1;
    vm->awaited = p;
    return STEP_WAIT;
}

Step cm__extension_step(VM *vm, NativeFrame *f)
{
    if (f->pc == 1)
        return give_outcome(vm, f, (Promise *)(void *)value_obj(f->reg[0]));
    if (cm__extension_entry_of(&f->call)->function->def.is_async)
        return call_async(vm, f);
    return call_sync(vm, f);
}

/* ---- Lua: the machine waits for the promise ---- */

Value cm__extension_lua(VM *vm, NativeCall *c)
{
    cm_execution *x = vm->host;
    if (cm__attempts_over(x))
        return cm__throw_call_limit(x);
    cm_call *call = prepare(x, c, false);
    if (call || vm->exception != VALUE_ABSENT)
        x->n_attempts++;
    if (!call)
        return VALUE_THROWN;
    Value promise = call->promise;
    start(x, call);
    return promise;
}
