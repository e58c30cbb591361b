/* SPDX-License-Identifier: MIT */
/* The mailbox and the settle functions of the public API. */
#include "runtime/mailbox.h"

#include "base/buf.h"
#include "runtime/extension.h"

#include <string.h>

/* ---- life ---- */

Mailbox *cm__mailbox_new(const cm_allocator *alloc, ToolTree *tree)
{
    Mailbox *m = cm__alloc_zero(alloc, 1, sizeof *m);
    if (!m)
        return NULL;
    m->alloc = alloc;
    atomic_init(&m->refs, 1);
    if (pthread_mutex_init(&m->lock, NULL) != 0) {
        cm__free(alloc, m, sizeof *m);
        return NULL;
    }
    if (pthread_cond_init(&m->quiet, NULL) != 0) {
        (void)pthread_mutex_destroy(&m->lock);
        cm__free(alloc, m, sizeof *m);
        return NULL;
    }
    m->tree = cm__tree_ref(tree);
    return m;
}

void cm__mailbox_ref(Mailbox *m)
{
    atomic_fetch_add_explicit(&m->refs, 1, memory_order_relaxed);
}

void cm__mailbox_unref(Mailbox *m)
{
    if (atomic_fetch_sub_explicit(&m->refs, 1, memory_order_acq_rel) != 1)
        return;
    (void)pthread_cond_destroy(&m->quiet);
    (void)pthread_mutex_destroy(&m->lock);
    cm__tree_unref(m->tree);
    cm__free(m->alloc, m, sizeof *m);
}

void cm__call_free(cm_call *call)
{
    Mailbox *m = call->mailbox;
    cm__free(m->alloc, call->input, call->input_cap);
    cm_value_free(call->args);
    cm_value_free(call->value);
    cm__extension_entry_unref(call->entry);
    if (call->text)
        cm__free(m->alloc, call->text, call->text_len + 1);
    cm__free(m->alloc, call, sizeof *call);
    cm__mailbox_unref(m);
}

static void lock(Mailbox *m)
{
    (void)pthread_mutex_lock(&m->lock);
}

static void unlock(Mailbox *m)
{
    (void)pthread_mutex_unlock(&m->lock);
}

/* ---- the execution's side ---- */

cm_call *cm__mailbox_take(Mailbox *m)
{
    lock(m);
    cm_call *calls = m->first;
    m->first = m->last = NULL;
    unlock(m);
    return calls;
}

bool cm__mailbox_take_call(Mailbox *m, cm_call *call)
{
    lock(m);
    bool found = call->is_settled;
    if (found) {
        cm_call *before = call->previous_inbox, *behind = call->next_inbox;
        if (before)
            before->next_inbox = behind;
        else
            m->first = behind;
        if (behind)
            behind->previous_inbox = before;
        else
            m->last = before;
        call->next_inbox = call->previous_inbox = NULL;
    }
    unlock(m);
    return found;
}

bool cm__mailbox_bind(Mailbox *m, cm_call *promise)
{
    lock(m);
    promise->is_bound = true;
    promise->holder->promise = NULL;
    promise->holder = NULL;
    bool settled = promise->is_settled;
    unlock(m);
    return settled;
}

bool cm__mailbox_wait(Mailbox *m)
{
    lock(m);
    bool idle = !m->first && !m->cancelled;
    m->waiting = idle;
    unlock(m);
    return idle;
}

bool cm__mailbox_cancelled(Mailbox *m)
{
    lock(m);
    bool cancelled = m->cancelled;
    m->waiting = false;
    unlock(m);
    return cancelled;
}

void cm__mailbox_set_vm(Mailbox *m, VM *vm)
{
    lock(m);
    m->vm = vm;
    if (vm && m->cancelled)
        atomic_store(&vm->cancelled, true);
    unlock(m);
}

cm_call *cm__mailbox_close(Mailbox *m)
{
    lock(m);
    m->closed = true;
    m->waiting = false;
    m->vm = NULL;
    while (m->waking)
        (void)pthread_cond_wait(&m->quiet, &m->lock);
    cm_call *calls = m->first;
    m->first = m->last = NULL;
    unlock(m);
    return calls;
}

/* ---- other threads ---- */

/* Called with the lock held and a reference of the caller's own; unlocks. */
static void wake_and_unlock(Mailbox *m)
{
    bool wake = m->waiting && m->wake;
    m->waiting = false;
    if (wake)
        m->waking++;
    unlock(m);
    if (!wake)
        return;
    m->wake(m->wake_user);
    lock(m);
    if (--m->waking == 0)
        (void)pthread_cond_broadcast(&m->quiet);
    unlock(m);
}

void cm__mailbox_cancel(Mailbox *m)
{
    cm__mailbox_ref(m);
    lock(m);
    m->cancelled = true;
    if (m->vm)
        atomic_store(&m->vm->cancelled, true);
    wake_and_unlock(m);
    cm__mailbox_unref(m);
}

/* Takes text over. The call may be freed by the time this returns. */
static void post(cm_call *call, AnswerKind kind, char *text, size_t len)
{
    Mailbox *m = call->mailbox;
    cm__mailbox_ref(m);
    lock(m);
    call->answer = (uint8_t)kind;
    call->text = text;
    call->text_len = len;
    call->is_settled = true;
    if (call->is_promise && !call->is_bound && !call->is_orphan) {
        unlock(m); /* its value is still on its way */
        cm__mailbox_unref(m);
        return;
    }
    if (m->closed || call->is_orphan) {
        unlock(m);
        cm__call_free(call);
        cm__mailbox_unref(m);
        return;
    }
    call->next_inbox = NULL;
    call->previous_inbox = m->last;
    if (m->last)
        m->last->next_inbox = call;
    else
        m->first = call;
    m->last = call;
    wake_and_unlock(m);
    cm__mailbox_unref(m);
}

void cm_call_return(cm_call *call, const char *json, size_t json_len)
{
    if (call->entry && (!json || json_len == 0)) {
        post(call, ANSWER_VALUE, NULL, 0);
        return;
    }
    if (!json || json_len == 0) {
        json = "null";
        json_len = 4;
    }
    char *text = cm__alloc_text(call->mailbox->alloc, json, json_len);
    if (text)
        post(call, ANSWER_VALUE, text, json_len);
    else
        post(call, ANSWER_NO_MEMORY, NULL, 0);
}

/* Takes the value over, or what is left of it: a failure to build it. */
static void post_value(cm_call *call, AnswerKind kind, cm_value *take_value)
{
    if (take_value && take_value->failed == (int8_t)CM_E_ARGUMENT) {
        cm_value_free(take_value);
        take_value = cm_value_error(call->mailbox->alloc, "TypeError",
                                    "The host built its answer wrongly");
        kind = ANSWER_FAILURE;
    }
    if (!take_value || take_value->failed) {
        cm_value_free(take_value);
        kind = ANSWER_NO_MEMORY;
        take_value = NULL;
    }
    call->value = take_value;
    post(call, kind, NULL, 0);
}

/* Text in a buffer as the answer of a tool. */
static void post_buffer(cm_call *call, AnswerKind kind, Buf *text)
{
    char *copy = NULL;
    size_t len = text->len;
    if (text->status == CM_OK)
        copy = cm__alloc_text(text->alloc, cm__buf_text(text), len);
    cm__buf_done(text);
    if (copy)
        post(call, kind, copy, len);
    else
        post(call, ANSWER_NO_MEMORY, NULL, 0);
}

void cm_call_return_value(cm_call *call, cm_value *take_value)
{
    if (!call->entry && take_value &&
        take_value->failed == (int8_t)CM_E_ARGUMENT) {
        cm_value_free(take_value);
        cm_call_fail_text(call, "The tool built its answer wrongly");
        return;
    }
    if (call->entry || !take_value || take_value->failed) {
        post_value(call, ANSWER_VALUE, take_value);
        return;
    }
    Buf text, why;
    cm__buf_init(&text, call->mailbox->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&why, call->mailbox->alloc, CM_BUF_NO_LIMIT);
    bool ok = cm__value_to_json(take_value, &text, &why);
    cm_value_free(take_value);
    if (ok || (why.len == 0 && why.status == CM_OK)) {
        cm__buf_done(&why);
        post_buffer(call, ANSWER_VALUE, &text);
        return;
    }
    cm__buf_clear(&text);
    cm__buf_add_str(&text, "The tool's answer holds ");
    cm__buf_add_buf(&text, &why);
    cm__buf_done(&why);
    post_buffer(call, ANSWER_FAILURE, &text);
}

static bool lacks_memory(const cm_value *v)
{
    return !v || v->failed == (int8_t)CM_E_NOMEM;
}

/* An ERROR of whatever was given as one, unless memory for it was refused;
 * consumes it. */
static cm_value *as_error(const cm_allocator *alloc, cm_value *take_value)
{
    if (lacks_memory(take_value) || take_value->type == CM_VALUE_ERROR)
        return take_value;
    size_t len = 0;
    const char *text = cm_value_text(take_value, &len);
    cm_value *e = cm__error_new(alloc, NULL, text, len);
    cm_value_free(take_value);
    return e;
}

void cm_call_fail_value(cm_call *call, cm_value *take_error)
{
    cm_value *error = as_error(call->mailbox->alloc, take_error);
    if (call->entry || lacks_memory(error)) {
        post_value(call, ANSWER_FAILURE, error);
        return;
    }
    Buf text;
    cm__buf_init(&text, call->mailbox->alloc, CM_BUF_NO_LIMIT);
    cm__error_text(error, &text);
    cm_value_free(error);
    post_buffer(call, ANSWER_FAILURE, &text);
}

/* The message, or the name when it is empty; then one line for each cause. */
void cm_call_fail(cm_call *call, const cm_failure *failure)
{
    static const cm_failure nameless = { NULL, NULL, NULL, 0 };
    if (call->entry) {
        post_value(call, ANSWER_FAILURE,
                   cm__error_from_failure(call->mailbox->alloc, failure));
        return;
    }
    const cm_failure *f = failure ? failure : &nameless;
    const char *message = f->message;
    if (!message || !*message)
        message = f->name && *f->name ? f->name : "Error";
    Buf out;
    cm__buf_init(&out, call->mailbox->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_str(&out, message);
    call->causes_at = f->n_causes > 0 ? out.len : 0;
    for (size_t i = 0; i < f->n_causes; i++) {
        cm__buf_add_str(&out, "\nCaused by: ");
        cm__buf_add_str(&out, f->causes[i] ? f->causes[i] : "");
    }
    post_buffer(call, ANSWER_FAILURE, &out);
}

void cm_call_fail_text(cm_call *call, const char *message)
{
    cm_failure failure = { message, NULL, NULL, 0 };
    cm_call_fail(call, &failure);
}

void cm_call_cancelled(cm_call *call)
{
    post(call, ANSWER_CANCELLED, NULL, 0);
}

void cm_call_on_cancel(cm_call *call, void (*cancel)(void *user, cm_call *call),
                       void *user)
{
    call->on_cancel = cancel;
    call->on_cancel_user = user;
}

/* ---- promises of answers ---- */

/* Two own it until the program has it: its value, and the host that settles. */
cm_value *cm_value_promise(cm_call *call, cm_call **ret_promise)
{
    Mailbox *m = call->mailbox;
    *ret_promise = NULL;
    if (!call->entry)
        return NULL;
    cm_value *v = cm_value_new(m->alloc, CM_VALUE_UNDEFINED);
    cm_call *promise = v ? cm__alloc_zero(m->alloc, 1, sizeof *promise) : NULL;
    if (!promise) {
        cm_value_free(v);
        return NULL;
    }
    cm__mailbox_ref(m);
    cm__extension_entry_ref(call->entry);
    promise->mailbox = m;
    promise->entry = call->entry;
    promise->deadline_ns = UINT64_MAX;
    promise->promise = VALUE_UNDEFINED;
    promise->is_promise = true;
    v->type = CM_VALUE_PROMISE;
    v->promise = promise;
    promise->holder = v;
    *ret_promise = promise;
    return v;
}

void cm__promise_orphan(cm_call *promise)
{
    if (!promise)
        return;
    Mailbox *m = promise->mailbox;
    cm__mailbox_ref(m);
    lock(m);
    bool settled = promise->is_settled;
    promise->is_orphan = true;
    unlock(m);
    if (settled)
        cm__call_free(promise);
    cm__mailbox_unref(m);
}

const char *cm_call_name(const cm_call *call)
{
    return call->entry ? call->entry->path : call->node->path;
}

uint64_t cm_call_id(const cm_call *call)
{
    return call->id;
}

void *cm_call_context(const cm_call *call)
{
    return call->mailbox->context;
}
