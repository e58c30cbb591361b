/* SPDX-License-Identifier: MIT */
#include "mcp/command.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "mcp/toolbox.h"
#include "net/process.h"
#include "json/writer.h"

enum {
    STDERR_SHOWN = 1000
};
#define OUTPUT_MAX ((size_t)64 << 20)

typedef struct CommandOp {
    struct CommandOp *prev, *next;
    CommandTool *tool;
    HostCall *call;
    Process *process;
    Timer *timer; /* NULL: no timeout */
    Buf out;
} CommandOp;

struct CommandTool {
    Loop *loop;
    const cm_allocator *alloc;
    const CommandSpec *spec;
    CommandOp *ops; /* running calls */
};

/* Takes the call out of the op, which is gone after it. */
static HostCall *op_end(CommandOp *op)
{
    CommandTool *tool = op->tool;
    HostCall *call = op->call;
    *(op->prev != NULL ? &op->prev->next : &tool->ops) = op->next;
    if (op->next != NULL)
        op->next->prev = op->prev;
    cm__process_free(op->process);
    cm__timer_free(op->timer);
    cm__buf_done(&op->out);
    cm__free(tool->alloc, op, sizeof *op);
    call->op = NULL;
    return call;
}

static void op_fail_n(CommandOp *op, const char *reason, size_t len)
{
    Buf text;
    cm__buf_init(&text, op->tool->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&text, "%s: ", op->tool->spec->path);
    cm__buf_add(&text, reason, len);
    HostCall *call = op_end(op);
    if (text.status == CM_OK)
        cm__host_fail_n(call, cm__buf_text(&text), text.len);
    else
        cm__host_fail(call, "the host is out of memory");
    cm__buf_done(&text);
}

static void op_fail(CommandOp *op, const char *reason)
{
    op_fail_n(op, reason, strlen(reason));
}

static void got_output(void *user, const char *bytes, size_t len)
{
    CommandOp *op = user;
    cm__buf_add(&op->out, bytes, len);
    if (op->out.status != CM_OK)
        op_fail(op, op->out.status == CM_E_NOMEM ? "the host is out of memory"
                                                 : "its output is over 64 MiB");
}

static void fail_with_status(CommandOp *op, ProcessEnd end)
{
    char how[100];
    Buf text, words; /* standard error may hold U+0000 */
    size_t len;
    const char *tail = cm__process_stderr_tail(op->process, &len);
    cm__buf_init(&words, op->tool->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add(&words, tail, len);
    cm__redact_tail(cm__host_redactor(op->call), &words);
    tail = cm__buf_text(&words);
    len = words.len;
    while (len > 0 && tail[len - 1] == '\n')
        len--;
    if (len > STDERR_SHOWN) {
        size_t from = cm__utf8_floor(tail, len, len - STDERR_SHOWN);
        tail += from;
        len -= from;
    }
    cm__process_end_text(end, how, sizeof how);
    cm__buf_init(&text, op->tool->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&text, "%s %s%s", op->tool->spec->argv[0], how,
                    len > 0 ? ": " : "");
    cm__buf_add(&text, tail, len);
    cm__buf_share(&text, &words);
    if (text.status == CM_OK)
        op_fail_n(op, cm__buf_text(&text), text.len);
    else
        op_fail(op, "the host is out of memory");
    cm__buf_done(&text);
    cm__buf_done(&words);
}

static void answer(CommandOp *op)
{
    Buf json;
    if (op->tool->spec->is_json) {
        /* The library checks that it is JSON. The op's buffer moves out first,
         * since the call must be settled last. */
        json = op->out;
        cm__buf_init(&op->out, op->tool->alloc, OUTPUT_MAX);
    } else {
        cm__buf_init(&json, op->tool->alloc, CM_BUF_NO_LIMIT);
        cm__json_quote(&json, cm__buf_text(&op->out), op->out.len);
    }
    HostCall *call = op_end(op);
    if (json.status == CM_OK)
        cm__host_return(call, cm__buf_text(&json), json.len);
    else
        cm__host_fail(call, "the host is out of memory");
    cm__buf_done(&json);
}

static void ended(void *user, ProcessEnd end)
{
    CommandOp *op = user;
    if (end.term_signal != 0 || end.exit_status != 0)
        fail_with_status(op, end);
    else
        answer(op);
}

static void timed_out(void *user)
{
    CommandOp *op = user;
    char reason[80];
    (void)snprintf(reason, sizeof reason, "no end within %llu ms; killed",
                   (unsigned long long)op->tool->spec->timeout_ms);
    op_fail(op, reason);
}

static ProcessSpec process_spec(const CommandTool *tool)
{
    const CommandSpec *spec = tool->spec;
    return (
        ProcessSpec){ .argv = spec->argv, .env = spec->env, .cwd = spec->cwd };
}

static void ops_start(HostCall *call)
{
    static const ProcessEvents events = { .output = got_output,
                                          .ended = ended };
    CommandTool *tool = call->tool->source;
    CommandOp *op = cm__alloc_zero(tool->alloc, 1, sizeof *op);
    if (op == NULL) {
        cm__host_fail(call, "the host is out of memory");
        return;
    }
    op->tool = tool;
    op->call = call;
    op->next = tool->ops;
    if (op->next != NULL)
        op->next->prev = op;
    tool->ops = op;
    call->op = op;
    cm__buf_init(&op->out, tool->alloc, OUTPUT_MAX);
    ProcessSpec spec = process_spec(tool);
    cm_error err;
    op->process = cm__process_start(tool->loop, &spec, &events, op, &err);
    if (op->process == NULL) {
        op_fail(op, err.text);
        return;
    }
    if (tool->spec->timeout_ms > 0) {
        op->timer = cm__timer_new(tool->loop, timed_out, op);
        if (op->timer == NULL) {
            op_fail(op, "the host is out of memory");
            return;
        }
        cm__timer_start(op->timer, tool->spec->timeout_ms);
    }
    cm_status status =
        cm__process_write(op->process, call->input, call->input_len);
    if (status == CM_E_NOMEM || status == CM_E_LIMIT) {
        op_fail(op, status == CM_E_NOMEM ? "the host is out of memory"
                                         : "its input is too large");
        return;
    }
    /* A child that does not read its input is not to be blamed for it. */
    cm__process_close_stdin(op->process);
}

static void ops_cancel(HostCall *call)
{
    CommandOp *op = call->op;
    if (op != NULL)
        op_fail(op, "the call was cancelled");
}

const HostToolOps cm__command_ops = { ops_start, ops_cancel };

CommandTool *cm__command_new(Loop *loop, const CommandSpec *spec)
{
    const cm_allocator *alloc = cm__loop_alloc(loop);
    CommandTool *tool = cm__alloc_zero(alloc, 1, sizeof *tool);
    if (tool == NULL)
        return NULL;
    tool->loop = loop;
    tool->alloc = alloc;
    tool->spec = spec;
    return tool;
}

void cm__command_free(CommandTool *tool)
{
    if (tool == NULL)
        return;
    while (tool->ops != NULL)
        op_fail(tool->ops, "the host is shutting down");
    cm__free(tool->alloc, tool, sizeof *tool);
}

const CommandSpec *cm__command_spec(const CommandTool *tool)
{
    return tool->spec;
}

cm_status cm__command_check(const CommandTool *tool, cm_error *err)
{
    ProcessSpec spec = process_spec(tool);
    return cm__process_check(&spec, err);
}
