/* SPDX-License-Identifier: MIT */
/* `codemode run`: one program from its text to its printed result.
 *
 *     servers that the program can reach start -> program runs -> result is
 *     printed -> servers stop
 *
 * An interrupt cancels the program; its calls are cancelled with it. A second
 * interrupt ends the process at once. */
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/file.h"
#include "cli/host.h"
#include "cli/show.h"

enum {
    REDRAW_MS = 100
};
#define SOURCE_LIMIT ((size_t)64 << 20)

typedef struct RunCommand {
    CliHost host;
    Buf source;
    cm_language language;
    HostRun *run; /* NULL: not started, or over */
    Timer *redraw;
    SignalWatch *watches[3];
    bool is_started, is_interrupted;
    int exit_status;
} RunCommand;

/* ---- output ---- */

/* --show-calls: one line for each call in start order. */
static void print_calls(RunCommand *c)
{
    const HostRun *run = c->run;
    Buf text;
    cm__buf_init(&text, c->host.alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&text, "%zu tool call%s", run->n_rows,
                    run->n_rows == 1 ? "" : "s");
    for (size_t i = 0; i < run->n_rows; i++) {
        const HostRow *r = &run->rows[i];
        cm__buf_add_fmt(&text, "\n  %s", r->tool);
        if (r->input != NULL)
            cm__buf_add_fmt(&text, " %s", r->input);
        if (r->status == CM_ROW_RUNNING)
            cm__buf_add_str(&text, " - interrupted");
        else
            cm__buf_add_fmt(&text, " - %s, %llu ms",
                            r->status == CM_ROW_COMPLETED ? "ok" : "failed",
                            (unsigned long long)(r->ended_ms - r->started_ms));
    }
    cm__term_buf(&c->host.term, NULL, &text);
    cm__buf_done(&text);
}

static void print_result(RunCommand *c, const cm_result *result)
{
    bool is_ok = cm_result_ok(result) != 0, is_written = true;
    c->exit_status = is_ok ? CM_EXIT_OK : CM_EXIT_FAILED;
    if (c->host.options->is_json) {
        size_t len;
        const char *json = cm_result_json(result, &len);
        is_written = json ? cm__host_print_json(json, len)
                          : cm__host_no_memory(&c->host);
    } else {
        is_written = cm__show_result(&c->host, c->run, result);
    }
    if (c->host.options->shows_calls)
        print_calls(c);
    if (!is_written)
        c->exit_status = CM_EXIT_FAILED;
}

/* ---- the program's events ---- */

static void call_started(void *user, size_t row)
{
    RunCommand *c = user;
    const HostRow *r = &c->run->rows[row];
    cm__term_call_begin(&c->host.term, row + 1, r->tool, r->started_ms);
    if (c->host.term.is_tty && !cm__timer_is_active(c->redraw))
        cm__timer_start(c->redraw, REDRAW_MS);
}

static void call_ended(void *user, size_t row)
{
    RunCommand *c = user;
    cm__term_call_end(&c->host.term, row + 1);
}

static void redraw(void *user)
{
    RunCommand *c = user;
    if (c->run == NULL)
        return;
    cm__term_redraw(&c->host.term, cm__loop_now_ms(c->host.loop));
    cm__timer_start(c->redraw, REDRAW_MS);
}

static void end(RunCommand *c)
{
    cm__timer_stop(c->redraw);
    cm__host_finish(&c->host);
}

static void done(void *user, cm_status status, cm_result *take_result)
{
    RunCommand *c = user;
    cm__term_clear(&c->host.term);
    if (c->is_interrupted || take_result == NULL) {
        c->exit_status =
            c->is_interrupted ? CM_EXIT_INTERRUPTED : CM_EXIT_FAILED;
        const char *text = c->is_interrupted ? "interrupted"
                           : status == CM_E_CANCELLED
                               ? "the program was cancelled by a tool"
                               : cm_status_text(status);
        cm__term_error(&c->host.term, "error: ", text, strlen(text));
    } else {
        print_result(c, take_result);
    }
    cm_result_free(take_result);
    HostRun *run = c->run;
    c->run = NULL;
    cm__hostrun_free(run);
    end(c);
}

static void start(RunCommand *c)
{
    static const HostRunEvents events = { .call_started = call_started,
                                          .call_ended = call_ended,
                                          .done = done };
    const HostRunSpec spec = { .source = cm__buf_text(&c->source),
                               .source_len = c->source.len,
                               .events = &events,
                               .user = c };
    cm_error err;
    c->is_started = true;
    cm_status status =
        cm__hub_run(c->host.hub, c->language, &spec, &c->run, &err);
    if (status == CM_OK)
        return;
    cm__log(&c->host.term.log, CM_LOG_ERROR, "%s%s%s", err.path,
            err.path[0] != '\0' ? ": " : "", err.text);
    c->exit_status = status == CM_E_NOMEM ? CM_EXIT_FAILED : CM_EXIT_USAGE;
    end(c);
}

static void start_when_ready(void *user)
{
    RunCommand *c = user;
    if (!c->is_started &&
        !cm__hub_must_wait(c->host.hub, cm__buf_text(&c->source),
                           c->source.len))
        start(c);
}

static void caught(void *user, int signum)
{
    RunCommand *c = user;
    (void)signum;
    if (c->is_interrupted) {
        cm__term_clear(&c->host.term);
        _exit(CM_EXIT_INTERRUPTED);
    }
    c->is_interrupted = true;
    c->exit_status = CM_EXIT_INTERRUPTED;
    if (c->run != NULL) {
        cm__hostrun_cancel(c->run);
    } else if (!c->is_started) {
        c->is_started = true;
        end(c);
    }
}

static int run(RunCommand *c)
{
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
    cm_error err;
    if (cm__file_read(c->host.options->file, &c->source, &err) != CM_OK) {
        cm__log(&c->host.term.log, CM_LOG_ERROR, "%s", err.text);
        return CM_EXIT_USAGE;
    }
    c->redraw = cm__timer_new(c->host.loop, redraw, c);
    bool is_ok = c->redraw != NULL;
    for (size_t i = 0; i < CM_ARRAY_LEN(signals); i++) {
        c->watches[i] = cm__signal_new(c->host.loop, signals[i], caught, c);
        is_ok = is_ok && c->watches[i] != NULL;
    }
    if (!is_ok) {
        (void)cm__host_no_memory(&c->host);
        return CM_EXIT_FAILED;
    }
    cm__hub_connect_for(c->host.hub, cm__buf_text(&c->source), c->source.len);
    start_when_ready(c);
    cm__loop_run(c->host.loop);
    return c->exit_status;
}

int cm__run_command(const Options *options)
{
    RunCommand c = { .exit_status = CM_EXIT_FAILED };
    const CliHostSpec spec = { .options = options,
                               .n_workers = 1,
                               .changed = start_when_ready,
                               .user = &c };
    c.language = cm__options_language(options, options->file);
    cm__buf_init(&c.source, cm__alloc_default(), SOURCE_LIMIT);
    int status = cm__host_open(&c.host, &spec);
    if (status == CM_EXIT_OK)
        status = run(&c);
    cm__timer_free(c.redraw);
    for (size_t i = 0; i < CM_ARRAY_LEN(c.watches); i++)
        cm__signal_free(c.watches[i]);
    cm__host_close(&c.host);
    cm__buf_done(&c.source);
    return status;
}
