/* SPDX-License-Identifier: MIT */
#include "mcp/hostcall.h"

#include <assert.h>
#include <string.h>

#include "mcp/hostrun.h"
#include "mcp/resulttext.h"
#include "mcp/toolbox.h"

/* member of a task that is embedded in a HostCall */
#define CALL_OF(task, member) \
    ((HostCall *)(void *)((char *)(task)-offsetof(HostCall, member)))

void cm__host_unref(HostCall *call)
{
    if (atomic_fetch_sub(&call->refs, 1) == 1)
        cm__free(cm__alloc_default(), call, sizeof *call);
}

static void start_in_loop(LoopTask *task)
{
    HostCall *call = CALL_OF(task, start_task);
    /* The tool is a part of its toolbox, and may be asked to cancel after the
     * run has let go of it. */
    cm__toolbox_ref(call->tool->toolbox);
    cm__hostrun_row_begin(call);
    call->tool->ops->start(call);
}

static void cancel_in_loop(LoopTask *task)
{
    HostCall *call = CALL_OF(task, cancel_task);
    if (!call->is_settled)
        call->tool->ops->cancel(call);
    cm__host_unref(call);
}

/* Runs in the thread that runs the execution. */
static void on_cancel(void *user, cm_call *unused)
{
    HostCall *call = user;
    (void)unused;
    atomic_fetch_add(&call->refs, 1);
    cm__loop_post(call->run->loop, &call->cancel_task);
}

void cm__host_execute(void *user, cm_call *pending, const char *input,
                      size_t input_len)
{
    HostRun *run = cm_call_context(pending);
    HostCall *call = cm__alloc_zero(cm__alloc_default(), 1, sizeof *call);
    if (call == NULL) {
        cm_call_fail_text(pending, "the host is out of memory");
        return;
    }
    call->call = pending;
    call->tool = user;
    call->run = run;
    call->input = input;
    call->input_len = input_len;
    atomic_init(&call->refs, 2); /* the run's and the tool's */
    call->start_task.run = start_in_loop;
    call->cancel_task.run = cancel_in_loop;
    call->next = run->calls;
    run->calls = call;
    cm_call_on_cancel(pending, on_cancel, call);
    cm__loop_post(run->loop, &call->start_task);
}

/* What settling has in common; the call is the library's no more after it. */
static cm_call *settle(HostCall *call, HostRowStatus status)
{
    assert(!call->is_settled);
    call->is_settled = true;
    cm__hostrun_row_end(call, status);
    return call->call;
}

static void release(HostCall *call)
{
    Toolbox *toolbox = call->tool->toolbox;
    cm__host_unref(call);
    cm__toolbox_unref(toolbox);
}

void cm__host_return(HostCall *call, const char *json, size_t len)
{
    cm_call_return(settle(call, CM_ROW_COMPLETED), json, len);
    release(call);
}

void cm__host_fail_n(HostCall *call, const char *message, size_t len)
{
    Buf clean;
    cm__buf_init(&clean, cm__alloc_default(), CM_BUF_NO_LIMIT);
    /* Words of a process or a peer: any bytes, perhaps cut in a character. */
    cm__result_add_clean(&clean, message, len);
    cm_call *pending = settle(call, CM_ROW_ERROR);
    if (clean.status == CM_OK && memchr(cm__buf_text(&clean), 0, clean.len))
        /* as a value, which may hold NULs */
        cm_call_fail_value(pending,
                           cm_value_string(cm__alloc_default(),
                                           cm__buf_text(&clean), clean.len));
    else
        cm_call_fail_text(pending, clean.status == CM_OK ? cm__buf_text(&clean)
                                                         : "out of memory");
    cm__buf_done(&clean);
    release(call);
}

void cm__host_fail(HostCall *call, const char *message)
{
    cm__host_fail_n(call, message, strlen(message));
}
