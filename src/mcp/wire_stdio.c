/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "mcp/wire.h"

enum {
    STDERR_SHOWN = 300, /* bytes of standard error in a reason */
};

typedef struct StdioWire {
    Wire wire;
    const cm_allocator *alloc;
    Process *process;
    WireEvents events;
    void *user;
} StdioWire;

/* ---- events of the process ---- */

static void process_line(void *user, const char *line, size_t len)
{
    StdioWire *w = user;
    w->events.message(w->user, line, len, 0);
}

static void process_overlong(void *user)
{
    StdioWire *w = user;
    w->events.overlong(w->user);
}

/* The last line of standard error that says something; a log may end in
 * blank lines. */
static void last_stderr(const StdioWire *w, char *out, size_t size)
{
    size_t len;
    const char *tail = cm__process_stderr_tail(w->process, &len);
    while (len > 0 && (tail[len - 1] == '\n' || tail[len - 1] == '\r' ||
                       tail[len - 1] == ' '))
        len--;
    size_t from = len;
    while (from > 0 && tail[from - 1] != '\n' && len - from < STDERR_SHOWN)
        from--;
    if (from > 0 && tail[from - 1] != '\n') { /* whole words: see redact.h */
        const char *blank = memchr(tail + from, ' ', len - from);
        if (blank != NULL)
            from = (size_t)(blank + 1 - tail);
    }
    size_t n = len - from < size ? len - from : size - 1;
    memcpy(out, tail + from, n);
    for (size_t i = 0; i < n; i++)
        if (out[i] == '\0') /* it would end them */
            out[i] = ' ';
    out[n] = '\0';
}

static void process_ended(void *user, ProcessEnd end)
{
    StdioWire *w = user;
    char how[80], reason[100], words[STDERR_SHOWN + 1];
    last_stderr(w, words, sizeof words);
    cm__process_end_text(end, how, sizeof how);
    (void)snprintf(reason, sizeof reason, "the process %s", how);
    w->events.closed(w->user, reason, words);
}

/* ---- operations ---- */

static cm_status stdio_send(Wire *wire, const char *line, size_t len,
                            const WireNote *note)
{
    StdioWire *w = (StdioWire *)wire;
    (void)note;
    return cm__process_write(w->process, line, len);
}

/* Answers come on the one pipe there is. */
static void stdio_forget(Wire *wire, uint64_t request)
{
    (void)wire;
    (void)request;
}

static void stdio_stop(Wire *wire, uint64_t grace_ms)
{
    cm__process_stop(((StdioWire *)wire)->process, grace_ms);
}

static void stdio_free(Wire *wire)
{
    StdioWire *w = (StdioWire *)wire;
    cm__process_free(w->process);
    cm__free(w->alloc, w, sizeof *w);
}

Wire *cm__wire_stdio_new(Loop *loop, const ProcessSpec *spec,
                         const WireEvents *events, void *user, cm_error *err)
{
    static const WireOps ops = { "stdio",      stdio_send, stdio_forget,
                                 stdio_forget, stdio_stop, stdio_free };
    static const ProcessEvents process_events = {
        .line = process_line,
        .overlong = process_overlong,
        .ended = process_ended,
    };
    const cm_allocator *alloc = cm__loop_alloc(loop);
    StdioWire *w = cm__alloc_zero(alloc, 1, sizeof *w);
    if (w == NULL) {
        *err = (cm_error){ .status = CM_E_NOMEM, .text = "out of memory" };
        return NULL;
    }
    w->wire.ops = &ops;
    w->alloc = alloc;
    w->events = *events;
    w->user = user;
    w->process = cm__process_start(loop, spec, &process_events, w, err);
    if (w->process == NULL) {
        cm__free(alloc, w, sizeof *w);
        return NULL;
    }
    return &w->wire;
}
