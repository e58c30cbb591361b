/* SPDX-License-Identifier: MIT */
/* `codemode serve`: an MCP server on standard input and output.
 *
 *     Stdio (lines) <-> McpServer (wire layer) <-> Gateway (tool layer) <-> Hub
 *
 * End of input, SIGINT, SIGTERM and SIGHUP all mean the same: running programs
 * are cancelled, servers behind are stopped, what is queued is flushed, and the
 * exit status is 0. Nothing but protocol messages goes to standard output. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/host.h"
#include "mcp/server.h"
#include "net/stdio.h"

enum {
    WORKERS = 4,
    FLUSH_MS = 2000, /* for a client that reads slowly at the end */
};

typedef struct ServeCommand {
    CliHost host;
    Stdio *stdio;
    Gateway *gateway;
    McpServer *server;
    SignalWatch *watches[3];
    Timer *poll; /* looks whether everything is over */
    char output_dir[1024];
    uint64_t ending_ms;
    bool is_ending, is_stopping;
} ServeCommand;

/* ---- the end ---- */

static void poll_end(void *user)
{
    ServeCommand *s = user;
    bool is_flushed = cm__stdio_pending(s->stdio) == 0 ||
                      cm__loop_now_ms(s->host.loop) - s->ending_ms > FLUSH_MS;
    if (s->is_stopping)
        return;
    if (is_flushed && cm__gateway_is_idle(s->gateway)) {
        s->is_stopping = true;
        cm__host_finish(&s->host);
    } else {
        cm__timer_start(s->poll, 5);
    }
}

static void begin_end(ServeCommand *s)
{
    if (s->is_ending)
        return;
    s->is_ending = true;
    s->ending_ms = cm__loop_now_ms(s->host.loop);
    cm__stdio_pause(s->stdio);
    cm__gateway_cancel_all(s->gateway);
    cm__timer_start(s->poll, 0);
}

static void caught(void *user, int signum)
{
    (void)signum;
    begin_end(user);
}

/* ---- events ---- */

static void got_line(void *user, const char *line, size_t len)
{
    ServeCommand *s = user;
    if (!s->is_ending)
        cm__server_feed(s->server, line, len);
}

static void got_overlong(void *user)
{
    cm__server_overlong(((ServeCommand *)user)->server);
}

static void got_eof(void *user)
{
    begin_end(user);
}

static void got_broken(void *user)
{
    begin_end(user);
}

static void send(void *user, const char *line, size_t len)
{
    ServeCommand *s = user;
    (void)cm__stdio_write(s->stdio, line, len);
}

static void list_changed(void *user)
{
    ServeCommand *s = user;
    if (!s->is_ending)
        cm__server_list_changed(s->server);
}

static void hub_changed(void *user)
{
    ServeCommand *s = user;
    if (s->is_ending || s->server == NULL)
        return;
    /* A list that waits goes out first: no notification is needed then. */
    cm__server_settled(s->server);
    cm__gateway_hub_changed(s->gateway);
}

/* ---- life ---- */

static const char *output_folder(ServeCommand *s)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (s->host.options->output_dir != NULL)
        return s->host.options->output_dir;
    if (cache != NULL && cache[0] == '/')
        (void)snprintf(s->output_dir, sizeof s->output_dir,
                       "%s/codemode/output", cache);
    else if (home != NULL && home[0] == '/')
        (void)snprintf(s->output_dir, sizeof s->output_dir,
                       "%s/.cache/codemode/output", home);
    else
        return NULL;
    return s->output_dir;
}

static bool open_all(ServeCommand *s)
{
    static const StdioEvents events = { got_line, got_overlong, got_eof,
                                        got_broken, NULL };
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
    Loop *loop = s->host.loop;
    const GatewaySpec gateway = {
        .hub = s->host.hub,
        .language = cm__options_language(s->host.options, NULL),
        .output_dir = output_folder(s),
        .changed = list_changed,
        .user = s,
    };
    McpServerSpec server = {
        .loop = loop, .log = &s->host.term.log, .send = send, .user = s
    };
    s->gateway = cm__gateway_new(s->host.alloc, &gateway);
    s->poll = cm__timer_new(loop, poll_end, s);
    for (size_t i = 0; i < CM_ARRAY_LEN(signals); i++)
        s->watches[i] = cm__signal_new(loop, signals[i], caught, s);
    s->stdio = cm__stdio_new(loop, STDIN_FILENO, STDOUT_FILENO,
                             CM_LINE_MAX_DEFAULT, &events, s);
    if (s->gateway == NULL || s->poll == NULL || s->stdio == NULL)
        return false;
    server.gateway = s->gateway;
    s->server = cm__server_new(&server);
    return s->server != NULL;
}

int cm__serve_command(const Options *options)
{
    ServeCommand s = { .is_ending = false };
    const CliHostSpec spec = { .options = options,
                               .n_workers = WORKERS,
                               .is_lenient = true,
                               .changed = hub_changed,
                               .user = &s };
    int status = cm__host_open(&s.host, &spec);
    if (status == CM_EXIT_OK && !open_all(&s)) {
        cm__log(&s.host.term.log, CM_LOG_ERROR,
                "standard input or output cannot be used");
        status = CM_EXIT_FAILED;
    }
    if (status == CM_EXIT_OK) {
        cm__stdio_resume(s.stdio);
        cm__loop_run(s.host.loop);
    }
    cm__server_free(s.server);
    cm__stdio_free(s.stdio);
    cm__timer_free(s.poll);
    for (size_t i = 0; i < CM_ARRAY_LEN(s.watches); i++)
        cm__signal_free(s.watches[i]);
    s.server = NULL;
    cm__gateway_free(s.gateway);
    cm__host_close(&s.host);
    return status;
}
