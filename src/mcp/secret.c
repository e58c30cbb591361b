/* SPDX-License-Identifier: MIT */
#include "mcp/secret.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "mcp/privatefile.h"

#define SECRET_MAX ((size_t)64 << 10)

/* Of a command; a file ends at once. */
struct Secret {
    const cm_allocator *alloc;
    SecretSpec spec;
    SecretEvents events;
    void *user;
    Process *process;
    Timer *timer;
    Buf out;
};

void cm__secret_drop(Secret *s)
{
    if (s == NULL)
        return;
    cm__process_free(s->process);
    cm__timer_free(s->timer);
    cm__buf_done(&s->out);
    cm__free(s->alloc, s, sizeof *s);
}

static void give(const SecretSpec *spec, const SecretEvents *events, void *user,
                 Buf *text)
{
    while (text->len > 0 && (text->bytes[text->len - 1] == '\n' ||
                             text->bytes[text->len - 1] == '\r'))
        cm__buf_truncate(text, text->len - 1);
    const char *secret = cm__buf_text(text);
    if (text->len == 0)
        events->failed(user, "it is empty");
    else if (strlen(secret) != text->len)
        events->failed(user, "it holds a NUL character");
    else if (!spec->may_have_lines && strpbrk(secret, "\r\n") != NULL)
        events->failed(user, "it has more than one line");
    else
        events->given(user, secret, text->len);
}

/* ---- files ---- */

static void read_file(const cm_allocator *alloc, const SecretSpec *spec,
                      const SecretEvents *events, void *user)
{
    char why[300];
    Buf text;
    cm__buf_init(&text, alloc, 2 * SECRET_MAX);
    errno = 0;
    if (cm__private_read(spec->file, SECRET_MAX, &text)) {
        give(spec, events, user, &text);
    } else {
        (void)snprintf(why, sizeof why, "cannot read %.200s: %s", spec->file,
                       errno != 0 ? strerror(errno)
                                  : "it is no file of at most 64 KiB");
        events->failed(user, why);
    }
    cm__buf_done(&text);
}

/* ---- commands ---- */

/* The request, taken apart: events come last, for they may end what it belongs
 * to. */
typedef struct Ended {
    SecretSpec spec;
    SecretEvents events;
    void *user;
    Buf out;
} Ended;

static Ended take_apart(Secret *s)
{
    const Ended ended = { s->spec, s->events, s->user, s->out };
    cm__buf_init(&s->out, s->alloc, SECRET_MAX);
    cm__secret_drop(s);
    return ended;
}

static void command_failed(Secret *s, const char *why)
{
    Ended ended = take_apart(s);
    cm__buf_done(&ended.out);
    ended.events.failed(ended.user, why);
}

static void got_output(void *user, const char *bytes, size_t len)
{
    Secret *s = user;
    cm__buf_add(&s->out, bytes, len);
    if (s->out.status != CM_OK)
        command_failed(s, "the command's output is over 64 KiB");
}

static void command_ended(void *user, ProcessEnd end)
{
    Secret *s = user;
    char how[100], why[200];
    if (end.term_signal != 0 || end.exit_status != 0) {
        cm__process_end_text(end, how, sizeof how);
        (void)snprintf(why, sizeof why, "the command %s", how);
        command_failed(s, why);
        return;
    }
    Ended ended = take_apart(s);
    give(&ended.spec, &ended.events, ended.user, &ended.out);
    cm__buf_done(&ended.out);
}

static void command_timed_out(void *user)
{
    Secret *s = user;
    char why[100];
    (void)snprintf(why, sizeof why, "the command gave nothing within %llu ms",
                   (unsigned long long)s->spec.timeout_ms);
    command_failed(s, why);
}

static void run_command(Loop *loop, const SecretSpec *spec,
                        const SecretEvents *events, void *user, Secret **ret)
{
    static const ProcessEvents process_events = { .output = got_output,
                                                  .ended = command_ended };
    const ProcessSpec process = { .argv = spec->argv,
                                  .env = spec->env,
                                  .cwd = spec->cwd };
    const cm_allocator *alloc = cm__loop_alloc(loop);
    cm_error err = { .text = "out of memory" };
    Secret *s = cm__alloc_zero(alloc, 1, sizeof *s);
    if (s == NULL) {
        events->failed(user, err.text);
        return;
    }
    *s = (Secret){
        .alloc = alloc, .spec = *spec, .events = *events, .user = user
    };
    cm__buf_init(&s->out, alloc, SECRET_MAX);
    s->timer = cm__timer_new(loop, command_timed_out, s);
    if (s->timer != NULL)
        s->process =
            cm__process_start(loop, &process, &process_events, s, &err);
    if (s->process == NULL) {
        cm__secret_drop(s);
        events->failed(user, err.text);
        return;
    }
    cm__process_close_stdin(s->process);
    cm__timer_start(s->timer, spec->timeout_ms);
    *ret = s;
}

void cm__secret_start(Loop *loop, const SecretSpec *spec,
                      const SecretEvents *events, void *user, Secret **ret)
{
    *ret = NULL;
    if (spec->file != NULL)
        read_file(cm__loop_alloc(loop), spec, events, user);
    else
        run_command(loop, spec, events, user, ret);
}
