/* SPDX-License-Identifier: MIT */
/* `codemode doctor`: loads the configuration, connects everything, and says
 * what works, with times and reasons. Command tools are not run, for nobody
 * knows what they do: their programs are looked for. */
#include <string.h>

#include "cli/commands.h"
#include "cli/host.h"
#include "cli/unmatched.h"
#include "json/writer.h"

enum {
    FILTERED_SHOWN = 20 /* operations of a document; it may have thousands */
};

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

/* Where the source is configured. */
static void write_place(const ConfigItem *item, JsonWriter *w)
{
    if (item->file == NULL)
        return;
    member(w, "file", item->file);
    cm__json_key(w, "line");
    cm__json_write_int(w, item->line);
}

/* All tools, and how many of them are direct. */
static void write_counts(JsonWriter *w, size_t n_tools, size_t n_direct)
{
    cm__json_key(w, "tools");
    cm__json_write_int(w, (int64_t)n_tools);
    cm__json_key(w, "direct");
    cm__json_write_int(w, (int64_t)n_direct);
}

static void add_direct_text(Buf *out, size_t n_direct)
{
    if (n_direct > 0)
        cm__buf_add_fmt(out, " (%zu direct)", n_direct);
}

/* Versions are dates, and the newer ones have no handshake. */
static const char *era_of(const char *version)
{
    return strcmp(version, "2026") >= 0 ? "modern" : "legacy";
}

static void write_server_json(const ConfigItem *item, Upstream *server,
                              JsonWriter *w)
{
    size_t n_tools, n_skipped;
    bool is_ok = cm__upstream_state(server) == CM_UPSTREAM_READY;
    (void)cm__upstream_tools(server, &n_tools);
    const UpstreamSkip *skipped = cm__upstream_skipped(server, &n_skipped);
    cm__json_begin_object(w);
    member(w, "name", cm__upstream_spec(server)->name);
    member(w, "kind", "mcp");
    write_place(item, w);
    cm__json_key(w, "ok");
    cm__json_write_bool(w, is_ok);
    if (!is_ok)
        member(w, "error", cm__upstream_reason(server));
    member(w, "transport", cm__upstream_transport(server));
    if (is_ok) {
        member(w, "protocol", cm__upstream_version(server));
        member(w, "era", era_of(cm__upstream_version(server)));
    }
    write_counts(w, n_tools, cm__upstream_direct_count(server));
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

static void write_command_json(const ConfigItem *item, const CommandTool *tool,
                               JsonWriter *w)
{
    cm_error err;
    bool is_ok = cm__command_check(tool, &err) == CM_OK;
    cm__json_begin_object(w);
    member(w, "name", cm__command_spec(tool)->path);
    member(w, "kind", "command");
    write_place(item, w);
    cm__json_key(w, "ok");
    cm__json_write_bool(w, is_ok);
    if (!is_ok)
        member(w, "error", err.text);
    write_counts(w, 1, cm__command_spec(tool)->is_direct);
    cm__json_key(w, "skipped");
    cm__json_write_raw(w, "[]", 2);
    cm__json_key(w, "startMs");
    cm__json_write_int(w, 0);
    cm__json_end_object(w);
}

/* Why the document does not work; NULL: it does. */
static const char *document_fault(const OpenApiFacts *facts)
{
    return facts->is_ready ? facts->fault : facts->reason;
}

static void write_document_json(const ConfigItem *item, const void *document,
                                JsonWriter *w)
{
    OpenApiFacts facts = cm__openapi_source_facts(document);
    cm__json_begin_object(w);
    member(w, "name", facts.spec->name);
    member(w, "kind", "openapi");
    write_place(item, w);
    cm__json_key(w, "ok");
    const char *fault = document_fault(&facts);
    cm__json_write_bool(w, fault == NULL);
    if (fault != NULL)
        member(w, "error", fault);
    write_counts(w, facts.n_tools, facts.n_direct);
    cm__json_key(w, "skipped");
    cm__json_begin_array(w);
    for (size_t i = 0; i < facts.n_skipped; i++) {
        cm_openapi_skipped skip = cm__openapi_source_skipped(document, i);
        cm__json_begin_object(w);
        member(w, "method", skip.method);
        member(w, "path", skip.path);
        member(w, "reason", skip.reason);
        cm__json_end_object(w);
    }
    cm__json_end_array(w);
    cm__json_key(w, "startMs");
    cm__json_write_int(w, (int64_t)facts.start_ms);
    cm__json_end_object(w);
}

static void write_faulty_json(const ConfigItem *item, JsonWriter *w)
{
    cm__json_begin_object(w);
    member(w, "name", item->faulty->name);
    member(w, "kind", item->faulty->kind);
    write_place(item, w);
    cm__json_key(w, "ok");
    cm__json_write_bool(w, false);
    member(w, "error", item->faulty->reason);
    write_counts(w, 0, 0);
    cm__json_key(w, "skipped");
    cm__json_write_raw(w, "[]", 2);
    cm__json_key(w, "startMs");
    cm__json_write_int(w, 0);
    cm__json_end_object(w);
}

static void write_off_json(const CliHost *host, JsonWriter *w)
{
    cm__json_key(w, "off");
    cm__json_begin_array(w);
    for (const ConfigOff *off = host->config.off; off != NULL;
         off = off->next) {
        cm__json_begin_object(w);
        member(w, "name", off->name);
        member(w, "file", off->file);
        cm__json_key(w, "line");
        cm__json_write_int(w, off->line);
        member(w, "reason", off->reason);
        cm__json_end_object(w);
    }
    cm__json_end_array(w);
}

/* How far each list of the hub has been walked; they are in the order of the
 * configuration. */
typedef struct DoctorWalk {
    size_t n_servers, n_commands, n_sources;
} DoctorWalk;

static void write_json(const CliHost *host, Buf *out)
{
    DoctorWalk at = { 0, 0, 0 };
    const Hub *hub = host->hub;
    JsonWriter w = cm__json_writer(out);
    cm__json_begin_object(&w);
    cm__json_key(&w, "sources");
    cm__json_begin_array(&w);
    for (const ConfigItem *item = host->config.items; item != NULL;
         item = item->next) {
        if (item->server != NULL)
            write_server_json(item, cm__hub_server(hub, at.n_servers++), &w);
        else if (item->command != NULL)
            write_command_json(item, cm__hub_command(hub, at.n_commands++), &w);
        else if (item->openapi != NULL)
            write_document_json(item, cm__hub_source(hub, at.n_sources++), &w);
        else
            write_faulty_json(item, &w);
        at.n_sources += item->faulty != NULL && item->ns != NULL;
    }
    cm__json_end_array(&w);
    write_off_json(host, &w);
    cm__json_end_object(&w);
}

/* Ends the line that begins at `start`. Names and reasons come from servers and
 * documents: a line end in one must not make a line of its own. */
static void end_line(Buf *out, size_t start)
{
    Buf line;
    cm__buf_init(&line, out->alloc, CM_BUF_NO_LIMIT);
    cm__term_visible(&line, cm__buf_text(out) + start, out->len - start, false);
    cm__buf_truncate(out, start);
    cm__buf_add_buf(out, &line);
    cm__buf_add_char(out, '\n');
    if (line.status != CM_OK)
        out->status = line.status;
    cm__buf_done(&line);
}

static void end_entry(const char *file, uint32_t line, Buf *out, size_t start)
{
    if (file != NULL)
        cm__buf_add_fmt(out, " (%s:%u)", file, (unsigned)line);
    end_line(out, start);
}

static void end_source(const ConfigItem *item, Buf *out, size_t start)
{
    end_entry(item->file, item->line, out, start);
}

static void write_server_text(const ConfigItem *item, Upstream *server,
                              const Redactor *redactor, Buf *out)
{
    size_t n_tools, n_skipped, start = out->len;
    const char *name = cm__upstream_spec(server)->name;
    (void)cm__upstream_tools(server, &n_tools);
    const UpstreamSkip *skipped = cm__upstream_skipped(server, &n_skipped);
    if (cm__upstream_state(server) == CM_UPSTREAM_READY) {
        cm__buf_add_fmt(out, "ok    %s: %zu tool%s", name, n_tools,
                        n_tools == 1 ? "" : "s");
        add_direct_text(out, cm__upstream_direct_count(server));
        cm__buf_add_fmt(out, ", %s, protocol %s, %llu ms",
                        cm__upstream_transport(server),
                        cm__upstream_version(server),
                        (unsigned long long)cm__upstream_start_ms(server));
    } else {
        cm__buf_add_fmt(out, "FAIL  %s: %s", name, cm__upstream_reason(server));
    }
    end_source(item, out, start);
    for (size_t i = 0; i < n_skipped; i++) {
        char shown[101];
        start = out->len;
        cm__buf_add_fmt(
            out, "      tool \"%s\" skipped: %s",
            cm__redact_cut(redactor, skipped[i].name, shown, sizeof shown),
            skipped[i].reason);
        end_line(out, start);
    }
}

static void write_command_text(const ConfigItem *item, const CommandTool *tool,
                               Buf *out)
{
    const char *path = cm__command_spec(tool)->path;
    size_t start = out->len;
    cm_error err;
    if (cm__command_check(tool, &err) == CM_OK)
        cm__buf_add_fmt(out, "ok    %s: command tool%s", path,
                        cm__command_spec(tool)->is_direct ? " (direct)" : "");
    else
        cm__buf_add_fmt(out, "FAIL  %s: %s", path, err.text);
    end_source(item, out, start);
}

static void write_document_text(const ConfigItem *item, const void *document,
                                const Redactor *redactor, Buf *out)
{
    OpenApiFacts facts = cm__openapi_source_facts(document);
    size_t start = out->len;
    const char *fault = document_fault(&facts);
    if (fault == NULL) {
        cm__buf_add_fmt(out, "ok    %s: %zu tool%s", facts.spec->name,
                        facts.n_tools, facts.n_tools == 1 ? "" : "s");
        add_direct_text(out, facts.n_direct);
        cm__buf_add_fmt(out, " of an OpenAPI document, %llu ms",
                        (unsigned long long)facts.start_ms);
    } else {
        cm__buf_add_fmt(out, "FAIL  %s: %s", facts.spec->name, fault);
    }
    end_source(item, out, start);
    size_t n_own = facts.n_skipped - facts.n_filtered;
    size_t n_shown = facts.n_filtered > FILTERED_SHOWN ? n_own + FILTERED_SHOWN
                                                       : facts.n_skipped;
    for (size_t i = 0; i < n_shown; i++) {
        cm_openapi_skipped skip = cm__openapi_source_skipped(document, i);
        char shown[201];
        start = out->len;
        cm__buf_add_fmt(
            out, "      %s %s skipped: %s", skip.method,
            cm__redact_cut(redactor, skip.path, shown, sizeof shown),
            skip.reason);
        end_line(out, start);
    }
    if (n_shown < facts.n_skipped)
        cm__buf_add_fmt(out,
                        "      and %zu more that the configuration leaves out; "
                        "--json lists them\n",
                        facts.n_skipped - n_shown);
}

static bool works(const CliHost *host)
{
    cm_error err;
    size_t n = cm__hub_command_count(host->hub);
    bool is_ok = cm__host_has_all(host);
    for (size_t i = 0; i < n && is_ok; i++)
        is_ok = cm__command_check(cm__hub_command(host->hub, i), &err) == CM_OK;
    n = 0; /* none is faulty here: the hub's others begin with the documents */
    for (const ConfigItem *item = host->config.items; is_ok && item != NULL;
         item = item->next)
        if (item->openapi != NULL)
            is_ok = cm__openapi_source_facts(cm__hub_source(host->hub, n++))
                        .fault == NULL;
    return is_ok;
}

static void write_text(const CliHost *host, Buf *out)
{
    DoctorWalk at = { 0, 0, 0 };
    const Hub *hub = host->hub;
    for (const ConfigItem *item = host->config.items; item != NULL;
         item = item->next) {
        if (item->server != NULL) {
            write_server_text(item, cm__hub_server(hub, at.n_servers++),
                              host->config.redactor, out);
        } else if (item->command != NULL) {
            write_command_text(item, cm__hub_command(hub, at.n_commands++),
                               out);
        } else if (item->openapi != NULL) {
            write_document_text(item, cm__hub_source(hub, at.n_sources++),
                                host->config.redactor, out);
        } else {
            size_t start = out->len;
            cm__buf_add_fmt(out, "FAIL  %s: %s", item->faulty->name,
                            item->faulty->reason);
            end_source(item, out, start);
            at.n_sources += item->ns != NULL;
        }
    }
    for (const ConfigOff *off = host->config.off; off != NULL;
         off = off->next) {
        size_t start = out->len;
        cm__buf_add_fmt(out, "off   %s: %s", off->name, off->reason);
        end_entry(off->file, off->line, out, start);
    }
    if (host->options->is_demo)
        cm__buf_add_str(out, "ok    the built-in demo tools\n");
    else if (cm__host_has_nothing(host) && host->config.off == NULL)
        cm__buf_add_str(out, "Nothing is configured.\n");
}

/* ---- patterns that are of no use ---- */

static bool matches_a_tool(const Upstream *server, const char *pattern)
{
    size_t n_tools, n_skipped;
    const UpstreamTool *tools = cm__upstream_tools(server, &n_tools);
    const UpstreamSkip *skipped = cm__upstream_skipped(server, &n_skipped);
    for (size_t i = 0; i < n_tools; i++)
        if (cm__glob_matches(pattern, tools[i].name, strlen(tools[i].name)))
            return true;
    for (size_t i = 0; i < n_skipped; i++)
        if (cm__glob_matches(pattern, skipped[i].name, strlen(skipped[i].name)))
            return true;
    return false;
}

static void warn_of_pattern(const CliHost *host, const Upstream *server,
                            const char *key, const char *pattern)
{
    size_t n_tools, n_skipped, n = 0;
    const UpstreamTool *tools = cm__upstream_tools(server, &n_tools);
    const UpstreamSkip *skipped = cm__upstream_skipped(server, &n_skipped);
    const char *names[CM_UNMATCHED_NAMES];
    if (matches_a_tool(server, pattern))
        return;
    for (size_t i = 0; i < n_tools && n < CM_ARRAY_LEN(names); i++)
        names[n++] = tools[i].name;
    for (size_t i = 0; i < n_skipped && n < CM_ARRAY_LEN(names); i++)
        names[n++] = skipped[i].name;
    const UnmatchedPattern what = { .kind = "server",
                                    .name = cm__upstream_spec(server)->name,
                                    .place = cm__upstream_spec(server)->place,
                                    .key = key,
                                    .pattern = pattern };
    cm__unmatched_warn(&host->term.log, &what, names, n);
}

static void warn_of_filter(const CliHost *host, const Upstream *server)
{
    const ToolFilter *f = cm__upstream_spec(server)->filter;
    if (f == NULL)
        return;
    for (size_t k = 0; k < f->n_include; k++)
        warn_of_pattern(host, server, "includeTools", f->include[k]);
    for (size_t k = 0; k < f->n_exclude; k++)
        warn_of_pattern(host, server, "excludeTools", f->exclude[k]);
    for (size_t k = 0; k < f->n_renames; k++)
        warn_of_pattern(host, server, "renameTools", f->renames[k].from);
}

static void warn_of_unused(const CliHost *host)
{
    for (size_t i = 0; i < cm__hub_server_count(host->hub); i++) {
        const Upstream *server = cm__hub_server(host->hub, i);
        const DirectRule *direct = cm__upstream_spec(server)->direct;
        if (cm__upstream_state(server) != CM_UPSTREAM_READY)
            continue;
        warn_of_filter(host, server);
        for (size_t k = 0; direct != NULL && k < direct->n_patterns; k++)
            warn_of_pattern(host, server, "direct", direct->patterns[k]);
    }
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
    warn_of_unused(&c->host);
    if (!works(&c->host) && c->exit_status == CM_EXIT_OK)
        c->exit_status = CM_EXIT_FAILED;
    /* Nothing that was looked at must not pass for something that works. */
    if (c->host.config.off == NULL)
        cm__host_warn_of_nothing(&c->host);
    if (c->host.config.items == NULL && !c->host.options->is_demo)
        c->exit_status = CM_EXIT_USAGE;
    cm__buf_init(&text, c->host.alloc, CM_BUF_NO_LIMIT);
    bool (*print)(const char *text, size_t len) =
        c->host.options->is_json ? cm__host_print_json : cm__host_print;
    if (c->host.options->is_json)
        write_json(&c->host, &text);
    else
        write_text(&c->host, &text);
    cm__redact(c->host.config.redactor, &text);
    if (text.status != CM_OK
            ? !cm__host_no_memory(&c->host)
            : text.len > 0 && !print(cm__buf_text(&text), text.len))
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
                               .lists_faults = true,
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
