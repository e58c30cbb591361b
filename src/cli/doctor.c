/* SPDX-License-Identifier: MIT */
/* `codemode doctor`: loads the configuration, connects everything, and says
 * what works, with times and reasons. Command tools are not run, for nobody
 * knows what they do: their programs are looked for. */
#include <string.h>

#include "cli/commands.h"
#include "cli/host.h"
#include "json/writer.h"

typedef struct DoctorCommand {
    CliHost host;
    bool is_printed;
    int exit_status;
} DoctorCommand;

static void member(JsonWriter *w, const char *key, const char *text)
{
    cm__json_key(w, key);
    cm__json_write_text(w, text);
}

static void write_server_json(Upstream *server, JsonWriter *w)
{
    size_t n_tools, n_skipped;
    bool is_ok = cm__upstream_state(server) == CM_UPSTREAM_READY;
    (void)cm__upstream_tools(server, &n_tools);
    const UpstreamSkip *skipped = cm__upstream_skipped(server, &n_skipped);
    cm__json_begin_object(w);
    member(w, "name", cm__upstream_spec(server)->name);
    member(w, "kind", "mcp");
    cm__json_key(w, "ok");
    cm__json_write_bool(w, is_ok);
    if (!is_ok)
        member(w, "error", cm__upstream_reason(server));
    member(w, "transport", "stdio");
    if (is_ok)
        member(w, "protocol", cm__upstream_version(server));
    cm__json_key(w, "tools");
    cm__json_write_int(w, (int64_t)n_tools);
    cm__json_key(w, "skipped");
    cm__json_begin_array(w);
    for (size_t i = 0; i < n_skipped; i++) {
        cm__json_begin_object(w);
        member(w, "name", skipped[i].name);
        member(w, "reason", skipped[i].reason);
        cm__json_end_object(w);
    }
    cm__json_end_array(w);
    cm__json_key(w, "startMs");
    cm__json_write_int(w, (int64_t)cm__upstream_start_ms(server));
    cm__json_end_object(w);
}

static void write_command_json(const CommandTool *tool, JsonWriter *w)
{
    cm_error err;
    bool is_ok = cm__command_check(tool, &err) == CM_OK;
    cm__json_begin_object(w);
    member(w, "name", cm__command_spec(tool)->path);
    member(w, "kind", "command");
    cm__json_key(w, "ok");
    cm__json_write_bool(w, is_ok);
    if (!is_ok)
        member(w, "error", err.text);
    cm__json_key(w, "tools");
    cm__json_write_int(w, 1);
    cm__json_key(w, "skipped");
    cm__json_write_raw(w, "[]", 2);
    cm__json_key(w, "startMs");
    cm__json_write_int(w, 0);
    cm__json_end_object(w);
}

static void write_json(const Hub *hub, Buf *out)
{
    JsonWriter w = cm__json_writer(out);
    cm__json_begin_object(&w);
    cm__json_key(&w, "sources");
    cm__json_begin_array(&w);
    for (size_t i = 0; i < cm__hub_server_count(hub); i++)
        write_server_json(cm__hub_server(hub, i), &w);
    for (size_t i = 0; i < cm__hub_command_count(hub); i++)
        write_command_json(cm__hub_command(hub, i), &w);
    cm__json_end_array(&w);
    cm__json_end_object(&w);
}

static void write_server_text(Upstream *server, Buf *out)
{
    size_t n_tools, n_skipped;
    const char *name = cm__upstream_spec(server)->name;
    (void)cm__upstream_tools(server, &n_tools);
    const UpstreamSkip *skipped = cm__upstream_skipped(server, &n_skipped);
    if (cm__upstream_state(server) == CM_UPSTREAM_READY)
        cm__buf_add_fmt(out, "ok    %s: %zu tools, protocol %s, %llu ms\n",
                        name, n_tools, cm__upstream_version(server),
                        (unsigned long long)cm__upstream_start_ms(server));
    else
        cm__buf_add_fmt(out, "FAIL  %s: %s\n", name,
                        cm__upstream_reason(server));
    for (size_t i = 0; i < n_skipped; i++)
        cm__buf_add_fmt(out, "      tool \"%.100s\" skipped: %s\n",
                        skipped[i].name, skipped[i].reason);
}

static void write_command_text(const CommandTool *tool, Buf *out)
{
    const char *path = cm__command_spec(tool)->path;
    cm_error err;
    if (cm__command_check(tool, &err) == CM_OK)
        cm__buf_add_fmt(out, "ok    %s: command tool\n", path);
    else
        cm__buf_add_fmt(out, "FAIL  %s: %s\n", path, err.text);
}

static bool works(const Hub *hub)
{
    cm_error err;
    for (size_t i = 0; i < cm__hub_server_count(hub); i++)
        if (cm__upstream_state(cm__hub_server(hub, i)) != CM_UPSTREAM_READY)
            return false;
    for (size_t i = 0; i < cm__hub_command_count(hub); i++)
        if (cm__command_check(cm__hub_command(hub, i), &err) != CM_OK)
            return false;
    return true;
}

static void write_text(const Hub *hub, Buf *out)
{
    size_t n_servers = cm__hub_server_count(hub);
    size_t n_commands = cm__hub_command_count(hub);
    for (size_t i = 0; i < n_servers; i++)
        write_server_text(cm__hub_server(hub, i), out);
    for (size_t i = 0; i < n_commands; i++)
        write_command_text(cm__hub_command(hub, i), out);
    if (n_servers + n_commands == 0)
        cm__buf_add_str(out, "No servers or command tools are configured. Name "
                             "a file with --config.\n");
}

static void print_when_ready(void *user)
{
    DoctorCommand *c = user;
    const Hub *hub = c->host.hub;
    cm_error err;
    Buf text;
    if (c->is_printed || c->host.is_interrupted || !cm__hub_is_settled(hub))
        return;
    c->is_printed = true;
    /* Building the toolbox logs what is lost on the way. */
    if (cm__hub_toolbox(c->host.hub, CM_LANGUAGE_JAVASCRIPT, &err) == NULL)
        cm__log(&c->host.term.log, CM_LOG_ERROR, "%s", err.text);
    if (!works(hub))
        c->exit_status = CM_EXIT_FAILED;
    cm__buf_init(&text, c->host.alloc, CM_BUF_NO_LIMIT);
    if (c->host.options->is_json)
        write_json(hub, &text);
    else
        write_text(hub, &text);
    if (!cm__host_print(cm__buf_text(&text), text.len))
        c->exit_status = CM_EXIT_FAILED;
    cm__buf_done(&text);
    cm__host_finish(&c->host);
}

int cm__doctor_command(const Options *options)
{
    DoctorCommand c = { .exit_status = CM_EXIT_OK };
    const CliHostSpec spec = { .options = options,
                               .n_workers = 1,
                               .handles_interrupts = true,
                               .is_lenient = true,
                               .changed = print_when_ready,
                               .user = &c };
    int status = cm__host_open(&c.host, &spec);
    if (status == CM_EXIT_OK) {
        if (c.host.config.n_errors > 0)
            c.exit_status = CM_EXIT_USAGE;
        cm__hub_connect(c.host.hub);
        print_when_ready(&c);
        cm__loop_run(c.host.loop);
        status = c.host.is_interrupted ? CM_EXIT_INTERRUPTED : c.exit_status;
    }
    cm__host_close(&c.host);
    return status;
}
