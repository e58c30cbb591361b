/* SPDX-License-Identifier: MIT */
/* `codemode serve`: an MCP server on standard input and output, or over HTTP.
 *
 *     Stdio (lines)   <-> Front (server.h) <-> Gateway (tool layer) <-> Hub
 *     Endpoint (HTTP) <-> Front, one a client
 *
 * End of input, SIGINT, SIGTERM and SIGHUP all mean the same: running programs
 * are cancelled, servers behind are stopped, what is queued is flushed, and the
 * exit status is 0; it is 1 when the client did not read what waited for it.
 * Nothing but protocol messages goes to standard output. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/host.h"
#include "mcp/batch.h"
#include "mcp/endpoint.h"
#include "mcp/jsonrpc.h"
#include "mcp/privatefile.h"
#include "mcp/relay.h"
#include "mcp/server.h"
#include "mcp/trace.h"
#include "net/stdio.h"

enum {
    WORKERS = 4,
    FLUSH_MS = 2000,       /* for a client that reads slowly at the end */
    BACKLOG_MAX = 1 << 20, /* bytes that wait; more are worth no progress */
    RELAYS_MAX = 64,       /* processes, with --passthrough over HTTP */
};

typedef struct ServeCommand {
    CliHost host;
    Gateway *gateway;
    Stdio *stdio; /* these two, or the endpoint */
    Front *front;
    Endpoint *endpoint;
    Trace *trace;
    HttpClient *http; /* these two with --passthrough */
    Relays *relays;
    SignalWatch *watches[3];
    Timer *poll; /* looks whether everything is over */
    char output_dir[1024], cache_dir[1024];
    uint64_t ending_ms;
    bool is_ending, is_stopping;
    bool is_closed; /* the endpoint listens no more */
    int status;     /* of the exit */
} ServeCommand;

/* ---- the end ---- */

static bool is_flushed(const ServeCommand *s)
{
    if (cm__loop_now_ms(s->host.loop) - s->ending_ms > FLUSH_MS)
        return true;
    if (s->relays != NULL && !cm__relays_is_stopped(s->relays))
        return false;
    return s->stdio != NULL ? cm__stdio_pending(s->stdio) == 0 : s->is_closed;
}

static void poll_end(void *user)
{
    ServeCommand *s = user;
    if (s->is_stopping)
        return;
    if (s->relays == NULL) { /* those pass on what their server says last */
        cm__front_free(s->front); /* cancels programs; not inside its events */
        s->front = NULL;
    }
    if (is_flushed(s) && cm__gateway_is_idle(s->gateway)) {
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
    if (s->stdio != NULL)
        cm__stdio_pause(s->stdio);
    else
        cm__endpoint_stop(s->endpoint);
    if (s->relays != NULL)
        cm__relays_stop(s->relays);
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
    cm__trace_message(s->trace, "client", '>', line, len);
    if (!s->is_ending)
        cm__front_feed(s->front, line, len, NULL);
}

static void got_overlong(void *user)
{
    ServeCommand *s = user;
    if (!s->is_ending)
        cm__front_overlong(s->front);
}

static void got_eof(void *user)
{
    begin_end(user);
}

/* A client that is gone needs nothing any more. One that does not read loses
 * answers. */
static void got_broken(void *user, cm_status why)
{
    ServeCommand *s = user;
    if (!s->is_ending && why != CM_E_IO) {
        s->status = CM_EXIT_FAILED;
        cm__log(&s->host.term.log, CM_LOG_WARN,
                "the client does not read: %s wait for it; the server ends",
                why == CM_E_LIMIT ? "over 256 MiB"
                                  : "more than there is memory for");
    }
    begin_end(s);
}

/* What a client can do without: progress and lines of a log. */
static bool is_dispensable(const ServeCommand *s, const McpReply *reply)
{
    JsonDoc *doc = NULL;
    RpcMessage m;
    if (reply->is_last || cm__json_parse(s->host.alloc, reply->text, reply->len,
                                         NULL, &doc, NULL) != CM_OK)
        return false;
    bool is_it = cm__rpc_read(&doc->root, &m) &&
                 m.kind == CM_RPC_NOTIFICATION &&
                 (strcmp(m.method, "notifications/progress") == 0 ||
                  strcmp(m.method, "notifications/message") == 0);
    cm__json_doc_free(doc);
    return is_it;
}

static void send(void *user, const McpReply *reply)
{
    ServeCommand *s = user;
    if (reply->text == NULL)
        return;
    if (cm__stdio_pending(s->stdio) > BACKLOG_MAX && is_dispensable(s, reply))
        return;
    cm__trace_message(s->trace, "client", '<', reply->text, reply->len);
    (void)cm__stdio_write(s->stdio, reply->text, reply->len);
}

/* The server that is passed on has ended: so does what stands for it. */
static void front_ended(void *user)
{
    ServeCommand *s = user;
    if (!s->is_ending)
        s->status = CM_EXIT_FAILED;
    begin_end(s);
}

static void endpoint_stopped(void *user)
{
    ((ServeCommand *)user)->is_closed = true;
}

static void list_changed(void *user)
{
    ServeCommand *s = user;
    if (s->is_ending)
        return;
    if (s->front != NULL)
        cm__front_list_changed(s->front);
    else
        cm__endpoint_list_changed(s->endpoint);
}

static void hub_changed(void *user)
{
    ServeCommand *s = user;
    if (s->is_ending || (s->front == NULL && s->endpoint == NULL))
        return;
    /* A list that waits goes out first: no notification is needed then. */
    if (s->front != NULL)
        cm__front_settled(s->front);
    else
        cm__endpoint_settled(s->endpoint);
    cm__gateway_hub_changed(s->gateway);
}

/* ---- life ---- */

/* A folder below the user's cache; NULL when there is none. */
static const char *cache_folder(const char *name, char *path, size_t size)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int n = -1;
    if (cache != NULL && cache[0] == '/')
        n = snprintf(path, size, "%s/codemode/%s", cache, name);
    else if (home != NULL && home[0] == '/')
        n = snprintf(path, size, "%s/.cache/codemode/%s", home, name);
    return n >= 0 && (size_t)n < size ? path : NULL;
}

/* Absolute: the model is told it, and does not know where we are. */
static const char *output_folder(ServeCommand *s)
{
    const char *named = s->host.options->output_dir;
    char here[sizeof s->output_dir];
    if (named != NULL) {
        int n = -1;
        if (named[0] != '/' && getcwd(here, sizeof here) != NULL)
            n = snprintf(s->output_dir, sizeof s->output_dir, "%s/%s", here,
                         named);
        return n > 0 && (size_t)n < sizeof s->output_dir ? s->output_dir
                                                         : named;
    }
    return cache_folder("output", s->output_dir, sizeof s->output_dir);
}

/* What was asked for cannot be: the fault is the user's, not the machine's. */
static bool is_misused(ServeCommand *s)
{
    s->status = CM_EXIT_USAGE;
    return false;
}

/* What the configuration has beside the server. */
static void warn_of_others(const ServeCommand *s)
{
    for (const ConfigItem *item = s->host.config.items; item != NULL;
         item = item->next)
        if (item->openapi != NULL)
            cm__log(&s->host.term.log, CM_LOG_WARN,
                    "--passthrough: the document \"%s\" is not passed on "
                    "(%s:%u)",
                    item->openapi->name, item->file, (unsigned)item->line);
}

/* What --passthrough needs; true when it was not asked for. */
static bool open_passthrough(ServeCommand *s)
{
    static const HttpClientSpec http = { .uses_proxies = true };
    if (!s->host.options->is_passthrough)
        return true;
    const char *option = cm__options_given(s->host.options, CM_OPTS_EXECUTE);
    if (option != NULL) {
        cm__log(&s->host.term.log, CM_LOG_ERROR,
                "--passthrough shows the one server and runs no programs; --%s "
                "would have no effect",
                option);
        return is_misused(s);
    }
    if (cm__hub_server_count(s->host.hub) != 1 ||
        cm__hub_command_count(s->host.hub) != 0) {
        cm__log(&s->host.term.log, CM_LOG_ERROR,
                "--passthrough needs a configuration of exactly one MCP "
                "server");
        return is_misused(s);
    }
    if (cm__upstream_spec(cm__hub_server(s->host.hub, 0))->filter != NULL) {
        cm__log(&s->host.term.log, CM_LOG_ERROR,
                "--passthrough shows all tools of the server under their "
                "names; its entry must not choose or rename any");
        return is_misused(s);
    }
    if (cm__upstream_spec(cm__hub_server(s->host.hub, 0))->direct != NULL) {
        cm__log(&s->host.term.log, CM_LOG_ERROR,
                "--passthrough shows the server itself, all its tools are "
                "direct; its entry must not have \"direct\"");
        return is_misused(s);
    }
    warn_of_others(s);
    const UpstreamSecret *secret =
        cm__upstream_spec(cm__hub_server(s->host.hub, 0))->secret;
    if (secret != NULL) {
        cm__log(&s->host.term.log, CM_LOG_ERROR,
                "--passthrough sends the same headers always; its entry must "
                "not have \"%s\"",
                secret->key);
        return is_misused(s);
    }
    s->http = cm__http_new(s->host.loop, &http);
    const RelaySpec spec = { .loop = s->host.loop,
                             .log = &s->host.term.log,
                             .server = cm__upstream_spec(
                                 cm__hub_server(s->host.hub, 0)),
                             .http = s->http };
    if (s->http != NULL)
        s->relays = cm__relays_new(&spec);
    return s->relays != NULL;
}

static Front *make_single(void *ctx, const FrontSpec *front)
{
    const ServeCommand *s = ctx;
    if (s->relays != NULL)
        return cm__relays_add(s->relays, front);
    const McpServerSpec spec = { .loop = s->host.loop,
                                 .gateway = s->gateway,
                                 .log = &s->host.term.log };
    return cm__server_new(&spec, front);
}

/* Clients with a handshake may send several messages in one. */
static Front *make_front(void *ctx, const FrontSpec *front)
{
    const ServeCommand *s = ctx;
    const FrontMaker behind = { make_single, ctx };
    return front->is_stateless
               ? make_single(ctx, front)
               : cm__batch_front_new(s->host.alloc, &behind, front);
}

static bool open_stdio(ServeCommand *s)
{
    static const StdioEvents events = { got_line, got_overlong, got_eof,
                                        got_broken, NULL };
    const FrontSpec spec = { .send = send, .ended = front_ended, .user = s };
    s->stdio = cm__stdio_new(s->host.loop, STDIN_FILENO, STDOUT_FILENO,
                             CM_LINE_MAX_DEFAULT, &events, s);
    s->front = s->stdio != NULL ? make_front(s, &spec) : NULL;
    if (s->front == NULL)
        cm__log(&s->host.term.log, CM_LOG_ERROR,
                "standard input or output cannot be used");
    return s->front != NULL;
}

/* The token that --http-token-env names; NULL and true: none is asked for. */
static bool read_token(ServeCommand *s, const char **ret_token)
{
    const char *name = s->host.options->token_env;
    *ret_token = name != NULL ? getenv(name) : NULL;
    cm__redactor_hide(s->host.config.redactor, *ret_token, "[token]");
    if (name == NULL || (*ret_token != NULL && **ret_token != '\0'))
        return true;
    cm__log(&s->host.term.log, CM_LOG_ERROR,
            "--http-token-env: the variable %.100s is not set", name);
    return is_misused(s);
}

static bool open_endpoint(ServeCommand *s)
{
    const Options *o = s->host.options;
    EndpointSpec spec = { .loop = s->host.loop,
                          .log = &s->host.term.log,
                          .fronts = { make_front, s },
                          .trace = s->trace,
                          .address = o->http,
                          .allow_remote = o->allows_remote,
                          .max_sessions = s->relays != NULL ? RELAYS_MAX : 0,
                          .hosts = o->hosts,
                          .n_hosts = o->n_hosts,
                          .origins = o->origins,
                          .n_origins = o->n_origins,
                          .stopped = endpoint_stopped,
                          .user = s };
    cm_error err = { .status = CM_OK };
    if (!read_token(s, &spec.token))
        return false;
    s->endpoint = cm__endpoint_new(&spec, &err);
    if (s->endpoint == NULL)
        cm__log(&s->host.term.log, CM_LOG_ERROR, "--http: %s%s", err.text,
                err.status == CM_E_STATE ? "; --allow-remote allows it" : "");
    if (s->endpoint == NULL &&
        (err.status == CM_E_STATE || err.status == CM_E_ARGUMENT))
        return is_misused(s);
    if (s->endpoint == NULL)
        return false;
    if (spec.token == NULL && cm__endpoint_is_remote(s->endpoint))
        cm__log(&s->host.term.log, CM_LOG_WARN,
                "--allow-remote: whoever reaches this address may call every "
                "tool; --http-token-env VAR asks for a token");
    if (!o->is_quiet)
        (void)fprintf(stderr, "serving %s\n", cm__endpoint_url(s->endpoint));
    return true;
}

/* True when no trace was asked for. */
static bool open_trace(ServeCommand *s)
{
    cm_error err;
    if (s->host.options->trace == NULL)
        return true;
    s->trace = cm__trace_new(s->host.loop, s->host.options->trace, &err);
    if (s->trace == NULL)
        cm__log(&s->host.term.log, CM_LOG_ERROR, "--trace-wire: %s", err.text);
    else
        cm__hub_trace(s->host.hub, s->trace);
    if (s->trace != NULL)
        cm__trace_redact(s->trace, s->host.config.redactor);
    return s->trace != NULL;
}

/* A folder that was named and cannot hold what is cut. */
static void check_output_dir(const ServeCommand *s)
{
    const char *folder = s->host.options->output_dir;
    char inside[1100];
    if (folder == NULL)
        return;
    (void)snprintf(inside, sizeof inside, "%s/.", folder);
    if (!cm__private_folder(folder) || access(inside, W_OK | X_OK) != 0)
        cm__log(&s->host.term.log, CM_LOG_WARN,
                "--output-dir %s: %s; what is cut is lost", folder,
                strerror(errno));
}

static bool open_all(ServeCommand *s)
{
    static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
    const GatewaySpec gateway = {
        .hub = s->host.hub,
        .language = cm__options_language(s->host.options, NULL),
        .output_dir = output_folder(s),
        .catalog_budget = s->host.options->budget,
        .description_max = s->host.options->description_max,
        .schema_max = s->host.options->schema_max,
        .is_structured = s->host.options->is_structured,
        .changed = list_changed,
        .user = s,
    };
    s->gateway = cm__gateway_new(s->host.alloc, &gateway);
    s->poll = cm__timer_new(s->host.loop, poll_end, s);
    bool is_ok = s->gateway != NULL && s->poll != NULL;
    for (size_t i = 0; i < CM_ARRAY_LEN(signals); i++) {
        s->watches[i] = cm__signal_new(s->host.loop, signals[i], caught, s);
        is_ok = is_ok && s->watches[i] != NULL;
    }
    if (!is_ok)
        return cm__host_no_memory(&s->host);
    check_output_dir(s);
    if (!open_trace(s) || !open_passthrough(s))
        return false;
    return s->host.options->http != NULL ? open_endpoint(s) : open_stdio(s);
}

int cm__serve_command(const Options *options)
{
    ServeCommand s = { .is_ending = false };
    CliHostSpec spec = { .options = options,
                         .n_workers = WORKERS,
                         .is_lenient = true,
                         .is_long_lived = true,
                         .changed = hub_changed,
                         .user = &s };
    if (!options->has_no_cache)
        spec.cache_folder =
            cache_folder("lists", s.cache_dir, sizeof s.cache_dir);
    int status = cm__host_open(&s.host, &spec);
    if (status == CM_EXIT_OK)
        cm__host_warn_of_nothing(&s.host);
    if (status == CM_EXIT_OK && !open_all(&s))
        status = s.status != CM_EXIT_OK ? s.status : CM_EXIT_FAILED;
    if (status == CM_EXIT_OK) {
        if (s.stdio != NULL)
            cm__stdio_resume(s.stdio);
        cm__loop_run(s.host.loop);
        status = s.status;
    }
    cm__front_free(s.front);
    cm__endpoint_free(s.endpoint);
    cm__relays_free(s.relays);
    cm__http_free(s.http);
    cm__trace_free(s.trace);
    cm__stdio_free(s.stdio);
    cm__timer_free(s.poll);
    for (size_t i = 0; i < CM_ARRAY_LEN(s.watches); i++)
        cm__signal_free(s.watches[i]);
    s.front = NULL;
    s.endpoint = NULL;
    cm__gateway_free(s.gateway);
    cm__host_close(&s.host);
    return status;
}
