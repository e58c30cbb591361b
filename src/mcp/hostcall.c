/* SPDX-License-Identifier: MIT */
#include "mcp/hostcall.h"

#include <assert.h>
#include <string.h>

#include "mcp/callgate.h"
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
    cm__gate_leave(call);
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
    cm_call *pending = settle(call, CM_ROW_COMPLETED);
    if (pending != NULL)
        cm_call_return(pending, json, len);
    else
        call->sink->returned(call->sink_user, json, len);
    release(call);
}

const Redactor *cm__host_redactor(const HostCall *call)
{
    return cm__log_redactor(call->tool->toolbox->log);
}

void cm__host_fail_n(HostCall *call, const char *message, size_t len)
{
    Buf clean;
    cm__buf_init(&clean, cm__alloc_default(), CM_BUF_NO_LIMIT);
    /* Words of a process or a peer: any bytes, perhaps cut in a character. */
    cm__result_add_clean(&clean, message, len);
    cm__redact(cm__host_redactor(call), &clean);
    cm_call *pending = settle(call, CM_ROW_ERROR);
    if (pending == NULL && clean.status == CM_OK)
        call->sink->failed(call->sink_user, cm__buf_text(&clean), clean.len);
    else if (pending == NULL)
        call->sink->failed(call->sink_user, "out of memory", 13);
    else if (clean.status == CM_OK &&
             memchr(cm__buf_text(&clean), 0, clean.len))
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

static void clean_into(const HostCall *call, const char *text, Buf *out)
{
    cm__buf_init(out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__result_add_clean(out, text, strlen(text));
    cm__redact(cm__host_redactor(call), out);
}

void cm__host_fail_because(HostCall *call, const char *message,
                           const char *cause)
{
    Buf upper, lower;
    clean_into(call, message, &upper);
    clean_into(call, cause, &lower);
    const char *texts[] = { cm__buf_text(&upper), cm__buf_text(&lower) };
    if (call->call == NULL || upper.status != CM_OK || lower.status != CM_OK) {
        cm__buf_add_fmt(&upper, "\nCaused by: %s", texts[1]);
        cm__host_fail(call, cm__buf_text(&upper));
    } else {
        cm_call *pending = settle(call, CM_ROW_ERROR);
        const cm_failure failure = { .message = texts[0],
                                     .causes = &texts[1],
                                     .n_causes = 1 };
        cm_call_fail(pending, &failure);
        release(call);
    }
    cm__buf_done(&upper);
    cm__buf_done(&lower);
}

/* ---- calls that no program makes ---- */

bool cm__host_begin(HostTool *tool, const char *json, size_t len,
                    const HostSink *sink, void *sink_user, HostCall **ret_call)
{
    HostCall *call = cm__alloc_zero(cm__alloc_default(), 1, sizeof *call);
    *ret_call = NULL;
    if (call == NULL)
        return false;
    call->tool = tool;
    call->sink = sink;
    call->sink_user = sink_user;
    call->input = json;
    call->input_len = len;
    call->row = SIZE_MAX;
    atomic_init(&call->refs, 2); /* the tool's and, until we know, ours */
    cm__toolbox_ref(tool->toolbox);
    tool->ops->start(call);
    if (!call->is_settled)
        *ret_call = call;
    cm__host_unref(call);
    return true;
}

void cm__host_answer(HostCall *call, const JsonValue *result)
{
    (void)settle(call, CM_ROW_COMPLETED);
    call->sink->answered(call->sink_user, result);
    release(call);
}

/* A text, or a number that may be one, with what is secret hidden. */
static void write_shown_text(JsonWriter *w, const Redactor *redactor,
                             const char *text, size_t len, bool is_name)
{
    Buf shown;
    cm__buf_init(&shown, w->out->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add(&shown, text, len);
    cm__redact(redactor, &shown);
    if (is_name)
        cm__json_key_n(w, cm__buf_text(&shown), shown.len);
    else
        cm__json_write_text_n(w, cm__buf_text(&shown), shown.len);
    cm__buf_share(w->out, &shown);
    cm__buf_done(&shown);
}

static void write_shown_number(JsonWriter *w, const Redactor *redactor,
                               const JsonValue *value)
{
    Buf plain, shown;
    cm__buf_init(&plain, w->out->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&shown, w->out->alloc, CM_BUF_NO_LIMIT);
    JsonWriter of_plain = cm__json_writer(&plain);
    cm__json_write_value(&of_plain, value);
    cm__buf_add_buf(&shown, &plain);
    cm__redact(redactor, &shown);
    if (strcmp(cm__buf_text(&plain), cm__buf_text(&shown)) == 0)
        cm__json_write_value(w, value);
    else
        cm__json_write_text(w, cm__buf_text(&shown));
    cm__buf_share(w->out, &shown);
    cm__buf_done(&plain);
    cm__buf_done(&shown);
}

/* Text by text: a secret may stand on both sides of a comma by chance, and its
 * sign must not end a string. Recursion is bounded as cm__json_write_value's. */
static void write_shown(JsonWriter *w, const Redactor *redactor,
                        const JsonValue *value)
{
    if (value->type == CM_JSON_TYPE_STRING) {
        write_shown_text(w, redactor, value->text, value->len, false);
    } else if (value->type == CM_JSON_TYPE_NUMBER) {
        write_shown_number(w, redactor, value);
    } else if (value->type == CM_JSON_TYPE_ARRAY) {
        cm__json_begin_array(w);
        for (size_t i = 0; i < value->n_items; i++)
            write_shown(w, redactor, &value->items[i]);
        cm__json_end_array(w);
    } else if (value->type == CM_JSON_TYPE_OBJECT) {
        cm__json_begin_object(w);
        for (size_t i = 0; i < value->n_members; i++) {
            const JsonMember *m = &value->members[i];
            write_shown_text(w, redactor, m->name, m->name_len, true);
            write_shown(w, redactor, &m->value);
        }
        cm__json_end_object(w);
    } else {
        cm__json_write_value(w, value);
    }
}

/* A copy with what is secret hidden; NULL: no memory. */
static JsonDoc *shown_data(const HostCall *call, const JsonValue *data)
{
    Buf json;
    JsonDoc *doc = NULL;
    cm__buf_init(&json, cm__alloc_default(), CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&json);
    write_shown(&w, cm__host_redactor(call), data);
    if (json.status == CM_OK)
        (void)cm__json_parse(json.alloc, json.bytes, json.len, NULL, &doc,
                             NULL);
    cm__buf_done(&json);
    return doc;
}

void cm__host_refuse(HostCall *call, int64_t code, const char *message,
                     const JsonValue *data)
{
    Buf clean;
    JsonDoc *shown = NULL;
    if (data != NULL && cm__host_redactor(call) != NULL) {
        shown = shown_data(call, data);
        data = shown != NULL ? &shown->root : NULL;
    }
    clean_into(call, message, &clean);
    (void)settle(call, CM_ROW_ERROR);
    call->sink->refused(
        call->sink_user, code,
        clean.status == CM_OK ? cm__buf_text(&clean) : "out of memory", data);
    cm__buf_done(&clean);
    cm__json_doc_free(shown);
    release(call);
}
