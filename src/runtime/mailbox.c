/* SPDX-License-Identifier: MIT */
/* The mailbox and the settle functions of the public API. */
#include "runtime/mailbox.h"

#include "base/buf.h"

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
        cm_call *before = NULL, *at = m->first;
        while (at != call) {
            before = at;
            at = at->next_inbox;
        }
        if (before)
            before->next_inbox = call->next_inbox;
        else
            m->first = call->next_inbox;
        if (m->last == call)
            m->last = before;
        call->next_inbox = NULL;
    }
    unlock(m);
    return found;
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
    if (m->vm) {
        atomic_store(&m->vm->cancelled, true);
        atomic_store(&m->vm->attention, 1);
    }
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
    if (m->closed) {
        unlock(m);
        cm__call_free(call);
        cm__mailbox_unref(m);
        return;
    }
    call->next_inbox = NULL;
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

/* The message, or the name when it is empty; then one line for each cause. */
void cm_call_fail(cm_call *call, const cm_failure *failure)
{
    static const cm_failure nameless = { NULL, NULL, NULL, 0 };
    const cm_failure *f = failure ? failure : &nameless;
    const char *message = f->message;
    if (!message || !*message)
        message = f->name && *f->name ? f->name : "Error";
    Buf out;
    cm__buf_init(&out, call->mailbox->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_str(&out, message);
    for (size_t i = 0; i < f->n_causes; i++) {
        cm__buf_add_str(&out, "\nCaused by: ");
        cm__buf_add_str(&out, f->causes[i] ? f->causes[i] : "");
    }
    char *text = NULL;
    size_t len = out.len;
    if (out.status == CM_OK)
        text = cm__alloc_text(out.alloc, cm__buf_text(&out), len);
    cm__buf_done(&out);
    if (text)
        post(call, ANSWER_FAILURE, text, len);
    else
        post(call, ANSWER_NO_MEMORY, NULL, 0);
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

const char *cm_call_name(const cm_call *call)
{
    return call->node->path;
}

uint64_t cm_call_id(const cm_call *call)
{
    return call->id;
}

void *cm_call_context(const cm_call *call)
{
    return call->mailbox->context;
}
