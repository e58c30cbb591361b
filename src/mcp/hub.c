/* SPDX-License-Identifier: MIT */
#include "mcp/hub.h"

#include <stdio.h>
#include <string.h>

#include "mcp/leftout.h"
#include "mcp/toolname.h"

enum {
    STEPS_PER_SLICE = 200000, /* well below a millisecond of work each 10^5 */
    STOP_GRACE_MS = 500,
    MAX_CALLS = 256, /* of all sources, well below 1,024 descriptors */
    UNCHECKED_LINES_MAX = 10
};

typedef enum SourceKind {
    SOURCE_SERVER,
    SOURCE_COMMAND,
    SOURCE_TOOL,
    SOURCE_NAMESPACE,
    SOURCE_OTHER
} SourceKind;

enum {
    STARTING_NAMES_MAX = 8
}; /* that a description tells, which clients cut */

/* All kinds stand in one list, since their order decides who wins a path. */
typedef struct Source {
    SourceKind kind;
    Upstream *server;
    CommandTool *command;
    ToolboxEntry entry; /* tool; path and description for a namespace */
    HubSourceSpec other;
} Source;

struct HubOffer {
    Hub *hub;
    Toolbox *box;
    bool is_plan;       /* see cm__toolbox_plan */
    size_t n_unchecked; /* tools to be told of as not checked */
    cm_error *err;
};

struct Hub {
    Loop *loop;
    const cm_allocator *alloc;
    HubSpec spec;
    WorkPool *pool;
    CallGates *gates;
    Source *sources; /* owned */
    size_t n_sources, cap_sources;
    Toolbox *toolboxes[2]; /* by language; NULL: to be made */
    Toolbox *last;         /* of before the change; NULL: none, or followed */
    void (*stopped)(void *user);
    void *stopped_user;
    bool is_stopping;
    bool is_connecting, has_changed; /* a change meanwhile is told at its end */
};

/* ---- life ---- */

Hub *cm__hub_new(Loop *loop, const HubSpec *spec)
{
    const cm_allocator *alloc = cm__loop_alloc(loop);
    Hub *hub = cm__alloc_zero(alloc, 1, sizeof *hub);
    if (hub == NULL)
        return NULL;
    hub->loop = loop;
    hub->alloc = alloc;
    hub->spec = *spec;
    hub->pool = cm__workpool_new(alloc, spec->n_workers, STEPS_PER_SLICE);
    if (hub->pool != NULL)
        hub->gates = cm__gates_new(loop, spec->max_calls != 0 ? spec->max_calls
                                                              : MAX_CALLS);
    if (hub->gates == NULL) {
        cm__workpool_free(hub->pool);
        cm__free(alloc, hub, sizeof *hub);
        return NULL;
    }
    return hub;
}

/* They are of no use any more but to those that follow. */
static void retire_toolboxes(Hub *hub)
{
    for (size_t i = 0; i < CM_ARRAY_LEN(hub->toolboxes); i++) {
        if (hub->toolboxes[i] == NULL)
            continue;
        cm__toolbox_unref(hub->last);
        hub->last = hub->toolboxes[i];
        hub->toolboxes[i] = NULL;
    }
}

static void drop_last(Hub *hub)
{
    cm__toolbox_unref(hub->last);
    hub->last = NULL;
}

void cm__hub_free(Hub *hub)
{
    if (hub == NULL)
        return;
    cm__workpool_free(hub->pool);
    for (size_t i = 0; i < hub->n_sources; i++) {
        cm__upstream_free(hub->sources[i].server);
        cm__command_free(hub->sources[i].command);
        if (hub->sources[i].kind == SOURCE_OTHER)
            hub->sources[i].other.ops->free(hub->sources[i].other.source);
    }
    cm__gates_free(hub->gates); /* calls that wait count their toolboxes */
    retire_toolboxes(hub);
    drop_last(hub);
    cm__free(hub->alloc, hub->sources, hub->cap_sources * sizeof(Source));
    cm__free(hub->alloc, hub, sizeof *hub);
}

Loop *cm__hub_loop(const Hub *hub)
{
    return hub->loop;
}

CallGate *cm__hub_gate(Hub *hub, const CallGateSpec *spec)
{
    return cm__gate_new(hub->gates, spec);
}

/* ---- sources ---- */

static void check_stopped(Hub *hub)
{
    if (!hub->is_stopping)
        return;
    for (size_t i = 0; i < hub->n_sources; i++)
        if (hub->sources[i].server != NULL &&
            !cm__upstream_is_stopped(hub->sources[i].server))
            return;
    hub->is_stopping = false;
    hub->stopped(hub->stopped_user);
}

static void tell_change(Hub *hub)
{
    if (hub->is_connecting || !hub->has_changed)
        return;
    hub->has_changed = false;
    if (hub->spec.changed != NULL)
        hub->spec.changed(hub->spec.user);
}

void cm__hub_source_changed(Hub *hub)
{
    retire_toolboxes(hub);
    hub->has_changed = true;
    tell_change(hub);
    check_stopped(hub);
}

static void server_changed(void *user, Upstream *upstream)
{
    (void)upstream;
    cm__hub_source_changed(user);
}

static Source *add_source(Hub *hub, SourceKind kind)
{
    Source *sources = cm__room(hub->alloc, hub->sources, hub->n_sources,
                               &hub->cap_sources, sizeof *sources);
    if (sources == NULL)
        return NULL;
    hub->sources = sources;
    Source *source = &hub->sources[hub->n_sources++];
    *source = (Source){ .kind = kind };
    return source;
}

/* In the server's words, or as far as its numbers say. */
static void call_progressed(void *user, Upstream *upstream, HostCall *call,
                            const JsonValue *params)
{
    const JsonValue *message = cm__json_get(params, "message");
    const JsonValue *done = cm__json_get(params, "progress");
    const JsonValue *total = cm__json_get(params, "total");
    char text[64];
    (void)user;
    (void)upstream;
    if (call->sink != NULL) {
        call->sink->progressed(call->sink_user, params);
        return;
    }
    if (message != NULL && message->type == CM_JSON_TYPE_STRING) {
        cm__hostrun_progress(call, message->text);
        return;
    }
    if (done == NULL || done->type != CM_JSON_TYPE_NUMBER)
        return;
    if (total != NULL && total->type == CM_JSON_TYPE_NUMBER)
        (void)snprintf(text, sizeof text, "%.6g of %.6g", done->number,
                       total->number);
    else
        (void)snprintf(text, sizeof text, "%.6g", done->number);
    cm__hostrun_progress(call, text);
}

cm_status cm__hub_add_server(Hub *hub, const UpstreamSpec *spec)
{
    static const UpstreamEvents events = { .changed = server_changed,
                                           .progressed = call_progressed };
    Source *source = add_source(hub, SOURCE_SERVER);
    if (source == NULL)
        return CM_E_NOMEM;
    const CallGateSpec limits = { .kind = "server",
                                  .name = spec->name,
                                  .max = spec->max_calls,
                                  .silence_ms = spec->call_timeout_ms };
    source->server =
        cm__upstream_new(hub->loop, hub->spec.log, spec, &events, hub);
    CallGate *gate = source->server != NULL ? cm__hub_gate(hub, &limits) : NULL;
    if (gate == NULL)
        return CM_E_NOMEM;
    cm__upstream_use_gate(source->server, gate);
    if (hub->spec.is_long_lived) {
        cm__upstream_end_when_idle(source->server);
        cm__upstream_keep_trying(source->server);
    }
    if (hub->spec.cache_folder != NULL)
        cm__upstream_use_cache(source->server, hub->spec.cache_folder);
    return CM_OK;
}

cm_status cm__hub_add_command(Hub *hub, const CommandSpec *spec)
{
    Source *source = add_source(hub, SOURCE_COMMAND);
    if (source == NULL)
        return CM_E_NOMEM;
    source->command = cm__command_new(hub->loop, spec);
    return source->command != NULL ? CM_OK : CM_E_NOMEM;
}

cm_status cm__hub_add_tool(Hub *hub, const ToolboxEntry *entry)
{
    Source *source = add_source(hub, SOURCE_TOOL);
    if (source == NULL)
        return CM_E_NOMEM;
    source->entry = *entry;
    return CM_OK;
}

cm_status cm__hub_describe(Hub *hub, const char *ns, const char *description)
{
    Source *source = add_source(hub, SOURCE_NAMESPACE);
    if (source == NULL)
        return CM_E_NOMEM;
    source->entry = (ToolboxEntry){ .path = ns, .description = description };
    return CM_OK;
}

cm_status cm__hub_add_source(Hub *hub, const HubSourceSpec *spec)
{
    Source *source = add_source(hub, SOURCE_OTHER);
    if (source == NULL) {
        spec->ops->free(spec->source);
        return CM_E_NOMEM;
    }
    source->other = *spec;
    return CM_OK;
}

/* ---- connecting ---- */

/* One that cannot be started fails at once. Nobody may take that for the end of
 * all starts while others are still to come. */
static void end_connecting(Hub *hub)
{
    hub->is_connecting = false;
    tell_change(hub);
}

static void connect_source(Source *source)
{
    if (source->server != NULL)
        cm__upstream_connect(source->server);
    else if (source->kind == SOURCE_OTHER)
        source->other.ops->connect(source->other.source);
}

void cm__hub_connect(Hub *hub)
{
    hub->is_connecting = true;
    for (size_t i = 0; i < hub->n_sources; i++)
        connect_source(&hub->sources[i]);
    end_connecting(hub);
}

static bool is_starting(const Source *source)
{
    if (source->kind == SOURCE_OTHER)
        return source->other.ops->is_starting(source->other.source);
    return source->server != NULL && !cm__upstream_is_settled(source->server) &&
           cm__upstream_state(source->server) == CM_UPSTREAM_STARTING;
}

bool cm__hub_is_settled(const Hub *hub)
{
    for (size_t i = 0; i < hub->n_sources; i++)
        if (is_starting(&hub->sources[i]))
            return false;
    return true;
}

static const DirectRule *rule_of(const Source *s)
{
    static const DirectRule all = { .is_all = true };
    switch (s->kind) {
    case SOURCE_SERVER:
        return cm__upstream_spec(s->server)->direct;
    case SOURCE_COMMAND:
        return cm__command_spec(s->command)->is_direct ? &all : NULL;
    case SOURCE_OTHER:
        return s->other.direct;
    default:
        return NULL;
    }
}

/* Whether programs may reach a tool of it. */
static bool may_defer(const Source *s)
{
    const DirectRule *rule = rule_of(s);
    return rule == NULL || !rule->is_all;
}

bool cm__hub_may_defer(const Hub *hub)
{
    for (size_t i = 0; i < hub->n_sources; i++)
        if (is_starting(&hub->sources[i]) && may_defer(&hub->sources[i]))
            return true;
    return false;
}

static const char *ns_of(const Source *s)
{
    return s->server != NULL ? cm__upstream_spec(s->server)->ns : s->other.ns;
}

bool cm__hub_may_bring(const Hub *hub, const char *id)
{
    for (size_t i = 0; i < hub->n_sources; i++) {
        const Source *s = &hub->sources[i];
        if (is_starting(s) && rule_of(s) != NULL &&
            cm__direct_is_below(ns_of(s), id))
            return true;
    }
    return false;
}

void cm__hub_kinds(const Hub *hub, bool *ret_deferred, bool *ret_direct)
{
    *ret_deferred = *ret_direct = false;
    for (size_t i = 0; i < hub->n_sources; i++) {
        const Source *s = &hub->sources[i];
        if (s->kind == SOURCE_NAMESPACE)
            continue;
        *ret_deferred = *ret_deferred || may_defer(s);
        *ret_direct = *ret_direct || rule_of(s) != NULL;
    }
}

void cm__hub_starting(const Hub *hub, Buf *out)
{
    size_t n = 0;
    for (size_t i = 0; i < hub->n_sources; i++) {
        const Source *s = &hub->sources[i];
        if (!is_starting(s) || !may_defer(s) || n++ >= STARTING_NAMES_MAX)
            continue;
        cm__buf_add_fmt(out, "%s%.100s", n > 1 ? ", " : "", ns_of(s));
    }
    if (n > STARTING_NAMES_MAX)
        cm__buf_add_fmt(out, " and %zu more", n - STARTING_NAMES_MAX);
}

static bool contains(const char *text, size_t len, const char *part)
{
    size_t n = strlen(part);
    for (const char *at = text; len >= n; at++) {
        at = memchr(at, part[0], (size_t)(text + len - at));
        if (at == NULL || (size_t)(text + len - at) < n)
            return false;
        if (memcmp(at, part, n) == 0)
            return true;
    }
    return false;
}

/* Whether a program may reach every server, named or not. */
static bool reaches_all(const char *source, size_t len)
{
    return contains(source, len, "search") || contains(source, len, "keys(") ||
           contains(source, len, " in tools") ||
           contains(source, len, "pairs(") || contains(source, len, "tools[");
}

static bool reaches(const Source *s, const char *source, size_t len)
{
    if (s->kind == SOURCE_OTHER)
        return contains(source, len, s->other.ns);
    return s->server != NULL &&
           contains(source, len, cm__upstream_spec(s->server)->ns);
}

bool cm__hub_must_wait(const Hub *hub, const char *source, size_t len)
{
    bool is_all = reaches_all(source, len);
    for (size_t i = 0; i < hub->n_sources; i++)
        if (is_starting(&hub->sources[i]) && may_defer(&hub->sources[i]) &&
            (is_all || reaches(&hub->sources[i], source, len)))
            return true;
    return false;
}

void cm__hub_connect_for(Hub *hub, const char *source, size_t len)
{
    bool is_all = reaches_all(source, len);
    hub->is_connecting = true;
    for (size_t i = 0; i < hub->n_sources; i++)
        if (may_defer(&hub->sources[i]) &&
            (is_all || reaches(&hub->sources[i], source, len)))
            connect_source(&hub->sources[i]);
    end_connecting(hub);
}

/* Whether the message of an UnknownTool is about a path below the namespace. */
static bool is_about(const char *message, const char *ns)
{
    char quoted[CM_NAME_MAX + 2];
    (void)snprintf(quoted, sizeof quoted, "\"%s", ns);
    const char *at = strstr(message, quoted);
    if (at == NULL)
        return false;
    char after = at[strlen(quoted)];
    return after == '.' || after == '"';
}

/* Why it is not available, or NULL; its name and namespace. Borrowed. */
static const char *source_lack(const Source *s, const char **ret_name,
                               const char **ret_ns)
{
    if (s->server != NULL) {
        *ret_name = cm__upstream_spec(s->server)->name;
        *ret_ns = cm__upstream_spec(s->server)->ns;
        return cm__upstream_state(s->server) == CM_UPSTREAM_DOWN
                   ? cm__upstream_reason(s->server)
                   : NULL;
    }
    if (s->kind != SOURCE_OTHER)
        return NULL;
    *ret_name = s->other.name;
    *ret_ns = s->other.ns;
    return s->other.ops->reason(s->other.source);
}

/* A line of its own, with '\n' in front when asked, else behind it. */
static void add_lack(const Source *s, const char *name, const char *reason,
                     bool is_begun, Buf *out)
{
    cm__buf_add_fmt(out, "%s%s \"%s\" is not available: %s%s",
                    is_begun ? "\n" : "",
                    s->server != NULL ? "server" : s->other.kind, name, reason,
                    is_begun ? "" : "\n");
}

void cm__hub_explain_all(const Hub *hub, Buf *out)
{
    for (size_t i = 0; i < hub->n_sources; i++) {
        const char *name, *ns;
        const char *reason = source_lack(&hub->sources[i], &name, &ns);
        if (reason != NULL)
            add_lack(&hub->sources[i], name, reason, true, out);
    }
    if (hub->spec.lack != NULL)
        cm__buf_add_fmt(out, "\n%s", hub->spec.lack);
    if (hub->spec.log != NULL)
        cm__redact(hub->spec.log->redactor, out);
}

void cm__hub_explain(const Hub *hub, const cm_result *result, Buf *out)
{
    const char *kind = cm_result_error_kind(result);
    if (kind == NULL || strcmp(kind, "UnknownTool") != 0)
        return;
    const char *message = cm_result_error_message(result, NULL);
    for (size_t i = 0; i < hub->n_sources; i++) {
        const char *name, *ns;
        const char *reason = source_lack(&hub->sources[i], &name, &ns);
        if (reason != NULL && is_about(message, ns))
            add_lack(&hub->sources[i], name, reason, false, out);
    }
    if (hub->spec.log != NULL)
        cm__redact(hub->spec.log->redactor, out);
}

/* ---- the toolbox ---- */

static const char *const TEXT_OR_NULL = "{\"type\":[\"string\",\"null\"]}";

/* One document or server may have thousands of such tools. */
static void tell_unchecked(HubOffer *offer, const char *path,
                           const ToolboxNote *note)
{
    if (!note->was_told && offer->n_unchecked++ < UNCHECKED_LINES_MAX)
        cm__log(offer->hub->spec.log, CM_LOG_WARN,
                "tool \"%s\" is not checked: %s", path, note->unchecked);
}

static void tell_more_unchecked(const HubOffer *offer)
{
    size_t n = offer->n_unchecked;
    if (n > UNCHECKED_LINES_MAX)
        cm__log(offer->hub->spec.log, CM_LOG_WARN,
                "%zu more tools are not checked",
                n - (size_t)UNCHECKED_LINES_MAX);
}

static cm_status add_logged(HubOffer *offer, const ToolboxEntry *entry)
{
    const Hub *hub = offer->hub;
    Toolbox *box = offer->box;
    ToolboxNote note = { .is_replaced = false };
    cm_error err;
    if (offer->is_plan)
        return cm__toolbox_plan(box, entry->path);
    cm_status status = cm__toolbox_add(box, entry, &note, &err);
    if (status == CM_E_NOMEM)
        return status;
    if (status != CM_OK)
        cm__log(hub->spec.log, CM_LOG_WARN, "tool \"%s\" skipped: %s",
                entry->path, err.text);
    if (note.is_replaced)
        cm__log(hub->spec.log, CM_LOG_WARN,
                "tool \"%s\" is given twice; the later one stays",
                entry->direct_id != NULL ? entry->direct_id : entry->path);
    /* Of a command tool the configuration has told it, with its place. */
    if (note.unchecked[0] != '\0' && entry->ops != &cm__command_ops)
        tell_unchecked(offer, entry->path, &note);
    return CM_OK;
}

/* Calls below it say that it is not connected. */
static cm_status announce(const HubOffer *offer, const char *ns,
                          const DirectRule *rule)
{
    if (offer->is_plan || (rule != NULL && rule->is_all))
        return CM_OK;
    return cm__toolbox_announce(offer->box, ns, NULL);
}

static cm_status add_server_tools(HubOffer *offer, Upstream *server)
{
    size_t n;
    const UpstreamTool *tools = cm__upstream_tools(server, &n);
    const char *ns = cm__upstream_spec(server)->ns;
    const DirectRule *rule = cm__upstream_spec(server)->direct;
    UpstreamState state = cm__upstream_state(server);
    if (state != CM_UPSTREAM_READY && state != CM_UPSTREAM_RESTING &&
        announce(offer, ns, rule) == CM_E_NOMEM)
        return CM_E_NOMEM;
    for (size_t i = 0; i < n; i++) {
        char path[300];
        (void)snprintf(path, sizeof path, "%s.%s", ns, tools[i].clean);
        ToolboxEntry entry = { .path = path,
                               .name = tools[i].name,
                               .description = tools[i].description,
                               .input_schema = tools[i].input_schema,
                               .output_schema = tools[i].output_schema != NULL
                                                    ? tools[i].output_schema
                                                    : TEXT_OR_NULL,
                               .output_rule = tools[i].output_schema != NULL
                                                  ? OUTPUT_IS_REPORTED
                                                  : OUTPUT_PASSES,
                               .ops = &cm__upstream_ops,
                               .source = server,
                               .direct_id = tools[i].direct_id,
                               .listed = tools[i].listed };
        if (entry.direct_id != NULL) { /* the server and the client check */
            entry.is_unchecked = true;
            entry.output_rule = OUTPUT_PASSES;
        }
        cm_status status = add_logged(offer, &entry);
        if (status != CM_OK)
            return status;
    }
    return offer->is_plan
               ? CM_OK
               : cm__leftout_offer(offer, offer->hub->alloc, server,
                                   cm__log_redactor(offer->hub->spec.log));
}

static cm_status add_command(HubOffer *offer, CommandTool *command)
{
    const CommandSpec *spec = cm__command_spec(command);
    char id[CM_DIRECT_ID_MAX + 1];
    ToolboxEntry entry = { .path = spec->path,
                           .description = spec->description,
                           .input_schema = spec->input_schema,
                           .output_schema = spec->output_schema,
                           .output_rule = OUTPUT_IS_REFUSED,
                           .ops = &cm__command_ops,
                           .source = command };
    if (!spec->is_json)
        entry.output_schema = TEXT_OR_NULL;
    else if (entry.output_schema == NULL)
        entry.output_schema = "{}";
    const char *fault = NULL;
    if (spec->is_direct) {
        fault = cm__direct_id(spec->path, id);
        entry.direct_id = id;
    }
    if (fault == NULL)
        return add_logged(offer, &entry);
    if (!offer->is_plan)
        cm__log(offer->hub->spec.log, CM_LOG_WARN, "tool \"%s\" skipped: %s",
                spec->path, fault);
    return CM_OK;
}

cm_status cm__hub_offer(HubOffer *offer, const ToolboxEntry *entry)
{
    return add_logged(offer, entry);
}

cm_status cm__hub_leave_out(HubOffer *offer, const char *path,
                            const char *reason)
{
    if (offer->is_plan)
        return CM_OK;
    cm_status status = cm__toolbox_leave_out(offer->box, path, reason);
    return status == CM_E_NOMEM ? status : CM_OK; /* or no path of a tool */
}

static cm_status add_other(HubOffer *offer, const HubSourceSpec *s)
{
    if (s->ops->is_ready(s->source))
        return s->ops->offer_tools(s->source, offer);
    return announce(offer, s->ns, s->direct) == CM_E_NOMEM ? CM_E_NOMEM : CM_OK;
}

static cm_status offer_source(HubOffer *offer, const Source *s)
{
    switch (s->kind) {
    case SOURCE_SERVER:
        return add_server_tools(offer, s->server);
    case SOURCE_COMMAND:
        return add_command(offer, s->command);
    case SOURCE_TOOL:
        return add_logged(offer, &s->entry);
    case SOURCE_NAMESPACE:
        return offer->is_plan
                   ? CM_OK
                   : cm__toolbox_namespace(offer->box, s->entry.path,
                                           s->entry.description, offer->err);
    case SOURCE_OTHER:
        return add_other(offer, &s->other);
    }
    cm_unreachable();
}

/* Twice: a tool that programs reach cannot be taken out of a toolbox again, so
 * that it must be known before which of those at a path is the last. */
static cm_status fill(Hub *hub, Toolbox *box, cm_error *err)
{
    HubOffer offer = { .hub = hub, .box = box, .err = err };
    cm_status status = CM_OK;
    for (int pass = 0; pass < 2; pass++) {
        offer.is_plan = pass == 0;
        for (size_t i = 0; i < hub->n_sources && status == CM_OK; i++)
            status = offer_source(&offer, &hub->sources[i]);
    }
    tell_more_unchecked(&offer);
    if (status == CM_E_NOMEM)
        *err = (cm_error){ .status = status, .text = "out of memory" };
    return status;
}

Toolbox *cm__hub_toolbox(Hub *hub, cm_language language, cm_error *err)
{
    if (hub->toolboxes[language] != NULL)
        return hub->toolboxes[language];
    Toolbox *box = cm__toolbox_new(hub->alloc);
    if (box == NULL) {
        *err = (cm_error){ .status = CM_E_NOMEM, .text = "out of memory" };
        return NULL;
    }
    box->log = hub->spec.log;
    Toolbox *other = hub->toolboxes[language == CM_LANGUAGE_JAVASCRIPT];
    cm__toolbox_follow(box, other != NULL ? other : hub->last);
    cm_runtime_options options = CM_RUNTIME_OPTIONS_INIT;
    options.language = language;
    options.limits = hub->spec.limits;
    options.zone_data = hub->spec.zone_data;
    options.hooks.tool_after = cm__hostrun_searched;
    if (fill(hub, box, err) != CM_OK ||
        cm__toolbox_seal(box, &options, err) != CM_OK) {
        cm__toolbox_unref(box);
        return NULL;
    }
    hub->toolboxes[language] = box;
    drop_last(hub);
    return box;
}

cm_status cm__hub_run(Hub *hub, cm_language language, const HostRunSpec *spec,
                      HostRun **ret_run, cm_error *err)
{
    Toolbox *box = cm__hub_toolbox(hub, language, err);
    if (box == NULL)
        return err->status;
    return cm__hostrun_start(hub->pool, hub->loop, box, spec, ret_run, err);
}

/* ---- facts and the end ---- */

static size_t count(const Hub *hub, SourceKind kind)
{
    size_t n = 0;
    for (size_t i = 0; i < hub->n_sources; i++)
        n += hub->sources[i].kind == kind;
    return n;
}

static const Source *nth(const Hub *hub, SourceKind kind, size_t index)
{
    for (size_t i = 0; i < hub->n_sources; i++)
        if (hub->sources[i].kind == kind && index-- == 0)
            return &hub->sources[i];
    return NULL;
}

void cm__hub_trace(Hub *hub, Trace *trace)
{
    for (size_t i = 0; i < cm__hub_server_count(hub); i++)
        cm__upstream_trace(cm__hub_server(hub, i), trace);
}

size_t cm__hub_server_count(const Hub *hub)
{
    return count(hub, SOURCE_SERVER);
}

Upstream *cm__hub_server(const Hub *hub, size_t index)
{
    const Source *source = nth(hub, SOURCE_SERVER, index);
    return source != NULL ? source->server : NULL;
}

size_t cm__hub_command_count(const Hub *hub)
{
    return count(hub, SOURCE_COMMAND);
}

CommandTool *cm__hub_command(const Hub *hub, size_t index)
{
    const Source *source = nth(hub, SOURCE_COMMAND, index);
    return source != NULL ? source->command : NULL;
}

void *cm__hub_source(const Hub *hub, size_t index)
{
    const Source *source = nth(hub, SOURCE_OTHER, index);
    return source != NULL ? source->other.source : NULL;
}

void cm__hub_stop(Hub *hub, void (*stopped)(void *user), void *user)
{
    hub->stopped = stopped;
    hub->stopped_user = user;
    hub->is_stopping = true;
    for (size_t i = 0; i < hub->n_sources; i++) {
        const Source *source = &hub->sources[i];
        if (source->server != NULL)
            cm__upstream_stop(source->server, STOP_GRACE_MS);
        else if (source->kind == SOURCE_OTHER)
            source->other.ops->stop(source->other.source);
    }
    check_stopped(hub);
}
