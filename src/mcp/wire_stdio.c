/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "mcp/wire.h"

enum {
    STDERR_SHOWN = 500 /* bytes of standard error in a reason */
};

typedef struct StdioWire {
    Wire wire;
    const cm_allocator *alloc;
    Process *process;
    const Redactor *redactor; /* of its words; borrowed; may be NULL */
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

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static bool is_indent(char c)
{
    return c == ' ' || c == '\t';
}

/* The line before `end`, without its ends: from *ret_from on. False: none. */
static bool line_before(const char *tail, size_t *end, size_t *ret_from)
{
    while (*end > 0 &&
           (is_line_end(tail[*end - 1]) || is_indent(tail[*end - 1])))
        --*end;
    *ret_from = *end;
    while (*ret_from > 0 && !is_line_end(tail[*ret_from - 1]))
        --*ret_from;
    return *end > 0;
}

/* Its end, from a blank on where there is one. */
static size_t cut_front(const char *line, size_t len, size_t max)
{
    if (len <= max)
        return 0;
    const char *blank = memchr(line + len - max, ' ', max);
    if (blank != NULL)
        return (size_t)(blank + 1 - line);
    size_t from = len - max;
    while (from < len && ((unsigned char)line[from] & 0xC0) == 0x80)
        from++; /* not in the middle of a character */
    return from;
}

/* Puts a line before what `out` has, and a mark between the two. False when
 * there is no room. */
static bool put_before(char *out, size_t size, const char *line, size_t len)
{
    static const char mark[] = " | ";
    size_t had = strlen(out);
    size_t n_mark = had > 0 ? sizeof mark - 1 : 0;
    if (len + n_mark + had >= size)
        return false;
    memmove(out + len + n_mark, out, had + 1);
    memcpy(out + len, mark, n_mark);
    for (size_t i = 0; i < len; i++) /* U+0000 would end them */
        out[i] = (char)(line[i] != '\0' ? line[i] : ' ');
    return true;
}

/* The last lines of standard error that fit. Indented lines are left out: they
 * are the frames of a stack and other detail of a line that says what is wrong,
 * and often say so much that this line has no room. */
static void last_lines(const char *tail, size_t end, char *out, size_t size)
{
    size_t from, whole = end;
    out[0] = '\0';
    for (; line_before(tail, &end, &from); end = from)
        if (!is_indent(tail[from]) &&
            !put_before(out, size, tail + from, end - from))
            break;
    if (out[0] != '\0' || !line_before(tail, &whole, &from))
        return;
    /* One line too long, or indented ones alone. */
    while (is_indent(tail[from]))
        from++;
    from += cut_front(tail + from, whole - from, size - 1);
    (void)put_before(out, size, tail + from, whole - from);
}

/* Without what is secret, which has to go before anything is cut. */
static void last_stderr(const StdioWire *w, char *out, size_t size)
{
    Buf shown;
    size_t len;
    const char *tail = cm__process_stderr_tail(w->process, &len);
    cm__buf_init(&shown, w->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add(&shown, tail, len);
    cm__redact_tail(w->redactor, &shown);
    if (shown.status != CM_OK)
        cm__buf_clear(&shown);
    last_lines(cm__buf_text(&shown), shown.len, out, size);
    cm__buf_done(&shown);
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
                         const Redactor *redactor, const WireEvents *events,
                         void *user, cm_error *err)
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
    w->redactor = redactor;
    w->events = *events;
    w->user = user;
    w->process = cm__process_start(loop, spec, &process_events, w, err);
    if (w->process == NULL) {
        cm__free(alloc, w, sizeof *w);
        return NULL;
    }
    return &w->wire;
}
