/* SPDX-License-Identifier: MIT */
#include "cli/openapi_source.h"

#include <stdio.h>
#include <string.h>

#include "cli/openapi_internal.h"

void cm__openapi_network_free(OpenApiNetwork *network)
{
    cm__http_free(network->client);
    network->client = NULL;
}

HttpClient *cm__openapi_client(OpenApiNetwork *network)
{
    static const HttpClientSpec spec = { .uses_proxies = true };
    if (network->client == NULL)
        network->client = cm__http_new(network->loop, &spec);
    return network->client;
}

/* ---- loading ---- */

static void drop_set(OpenApiSource *s)
{
    if (s->set == NULL)
        return;
    cm__openapi_drop_choices(s);
    cm__openapi_set_free(s->set);
    s->set = NULL;
}

static void tell_result(const OpenApiSource *s)
{
    if (s->state == OPENAPI_FAILED)
        cm__log(s->log,
                s->is_again ? CM_LOG_DEBUG : cm__log_fault_level(s->log),
                "document \"%s\": %s", s->spec->name, s->reason);
    else
        cm__log(s->log, CM_LOG_DEBUG,
                "document \"%s\" is ready after %llu ms; tools: %zu, "
                "operations skipped: %zu",
                s->spec->name, (unsigned long long)s->took_ms,
                s->set->n_operations - s->n_filtered, s->set->n_skipped);
    if (s->state == OPENAPI_READY && s->empty[0] != '\0')
        cm__log(s->log, cm__log_fault_level(s->log), "document \"%s\": %s",
                s->spec->name, s->empty);
    size_t n = s->set != NULL ? s->set->n_skipped + s->n_filtered : 0;
    for (size_t i = 0; i < n; i++) {
        cm_openapi_skipped skip = cm__openapi_source_skipped(s, i);
        cm__log(s->log, CM_LOG_INFO,
                "document \"%s\": %s %.200s skipped: %.300s", s->spec->name,
                skip.method, skip.path, skip.reason);
    }
}

/* Large documents have thousands, so that they are told together. */
static void tell_cut(const OpenApiSource *s)
{
    size_t n = 0;
    if (s->set == NULL || s->spec->is_unchecked)
        return;
    for (size_t i = 0; i < s->set->n_operations; i++)
        n += s->set->operations[i].is_cut && s->choices[i].refusal == NULL;
    if (n > 0)
        cm__log(s->log, CM_LOG_WARN,
                "document \"%s\": the inputs of %zu tool%s are not checked, "
                "since they reach too many definitions",
                s->spec->name, n, n == 1 ? "" : "s");
}

static void begin_load(OpenApiSource *s)
{
    s->state = OPENAPI_FETCHING;
    s->started_ms = cm__loop_now_ms(s->network->loop);
    cm__openapi_load(s);
}

static void retry(void *user)
{
    OpenApiSource *s = user;
    s->is_again = true;
    begin_load(s);
}

/* A URL that fails today may be there in a minute: 1, 2, 4 ... 60 s. */
static void plan_retry(OpenApiSource *s)
{
    if (s->url == NULL)
        return;
    if (s->retry == NULL)
        s->retry = cm__timer_new(s->network->loop, retry, s);
    uint64_t seconds = s->n_failures < 6 ? UINT64_C(1) << s->n_failures : 60;
    s->n_failures++;
    if (s->retry != NULL)
        cm__timer_start(s->retry, seconds * 1000);
}

void cm__openapi_loaded(OpenApiSource *s, OpenApiSet *take_set,
                        const char *reason)
{
    s->took_ms = cm__loop_now_ms(s->network->loop) - s->started_ms;
    s->set = take_set;
    if (take_set != NULL && !cm__openapi_choose(s)) {
        drop_set(s);
        reason = "out of memory";
    }
    s->state = s->set != NULL ? OPENAPI_READY : OPENAPI_FAILED;
    (void)snprintf(s->reason, sizeof s->reason, "%s",
                   s->set != NULL ? "" : reason);
    tell_result(s);
    tell_cut(s);
    if (s->state == OPENAPI_FAILED)
        plan_retry(s);
    cm__hub_source_changed(s->hub);
}

/* ---- as the hub sees it ---- */

static void ops_connect(void *source)
{
    OpenApiSource *s = source;
    bool is_retrying = s->state == OPENAPI_FAILED && s->url != NULL;
    if (s->is_stopped || is_retrying || s->state == OPENAPI_READY ||
        s->state == OPENAPI_FETCHING)
        return;
    begin_load(s);
}

static bool ops_is_starting(const void *source)
{
    const OpenApiSource *s = source;
    return s->state == OPENAPI_FETCHING && !s->is_again;
}

static bool ops_is_ready(const void *source)
{
    const OpenApiSource *s = source;
    return s->state == OPENAPI_READY;
}

static void set_path(const OpenApiSource *s, Buf *path, const char *name)
{
    cm__buf_clear(path);
    cm__buf_add_fmt(path, "%s.%s", s->spec->ns, name);
}

static cm_status offer_tool(OpenApiSource *s, HubOffer *offer, size_t index,
                            Buf *path)
{
    const Operation *op = &s->set->operations[index];
    char id[CM_DIRECT_ID_MAX + 1];
    set_path(s, path, s->choices[index].path);
    bool is_direct = s->choices[index].is_direct &&
                     cm__direct_id(cm__buf_text(path), id) == NULL;
    const ToolboxEntry entry = { .path = cm__buf_text(path),
                                 .description = op->description.text,
                                 .input_schema = op->input_schema.text,
                                 .output_schema = op->output_schema.len > 0
                                                      ? op->output_schema.text
                                                      : "{}",
                                 .output_rule = OUTPUT_PASSES,
                                 .is_unchecked =
                                     s->spec->is_unchecked || op->is_cut,
                                 .ops = &cm__openapi_ops,
                                 .source = s,
                                 .item = op,
                                 .direct_id = is_direct ? id : NULL };
    return path->status == CM_OK ? cm__hub_offer(offer, &entry) : path->status;
}

/* Calls of what is no tool say why. */
static cm_status leave_out(const OpenApiSource *s, HubOffer *offer,
                           const char *tool, const cm_openapi_skipped *skip,
                           bool is_filtered, Buf *path)
{
    Buf reason;
    cm__buf_init(&reason, s->alloc, CM_BUF_NO_LIMIT);
    set_path(s, path, tool);
    cm__openapi_tell_skip((OaText){ skip->method, strlen(skip->method) },
                          (OaText){ skip->path, strlen(skip->path) },
                          skip->reason, &reason);
    if (is_filtered && s->spec->place != NULL)
        cm__buf_add_fmt(&reason, " (%s)", s->spec->place);
    cm_status status = path->status != CM_OK    ? path->status
                       : reason.status != CM_OK ? reason.status
                                                : CM_OK;
    if (status == CM_OK)
        status =
            cm__hub_leave_out(offer, cm__buf_text(path), cm__buf_text(&reason));
    cm__buf_done(&reason);
    return status;
}

/* A name that the operation has no more. */
static cm_status leave_out_renamed(const OpenApiSource *s, HubOffer *offer,
                                   size_t index, Buf *path)
{
    const OpenApiChoice *choice = &s->choices[index];
    const char *old = s->set->operations[index].tool.text;
    Buf reason;
    if (strcmp(choice->path, old) == 0)
        return CM_OK;
    cm__buf_init(&reason, s->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&reason, "the configuration gives it the name %s.%s",
                    s->spec->ns, choice->path);
    if (s->spec->place != NULL)
        cm__buf_add_fmt(&reason, " (%s)", s->spec->place);
    set_path(s, path, old);
    cm_status status = path->status != CM_OK ? path->status : reason.status;
    if (status == CM_OK)
        status =
            cm__hub_leave_out(offer, cm__buf_text(path), cm__buf_text(&reason));
    cm__buf_done(&reason);
    return status;
}

static cm_status ops_offer_tools(void *source, HubOffer *offer)
{
    OpenApiSource *s = source;
    const OpenApiSet *set = s->set;
    cm_status status = CM_OK;
    Buf path;
    cm__buf_init(&path, s->alloc, CM_BUF_NO_LIMIT);
    for (size_t i = 0; i < set->n_operations && status == CM_OK; i++) {
        if (s->choices[i].refusal != NULL)
            continue;
        status = offer_tool(s, offer, i, &path);
        if (status == CM_OK)
            status = leave_out_renamed(s, offer, i, &path);
    }
    for (size_t i = 0; i < set->n_skipped + s->n_filtered && status == CM_OK;
         i++) {
        const char *tool =
            i < set->n_skipped
                ? set->skipped[i].tool.text
                : set->operations[s->filtered[i - set->n_skipped]].tool.text;
        cm_openapi_skipped skip = cm__openapi_source_skipped(s, i);
        status = leave_out(s, offer, tool, &skip, i >= set->n_skipped, &path);
    }
    cm__buf_done(&path);
    return status;
}

static const char *ops_reason(const void *source)
{
    const OpenApiSource *s = source;
    bool has_failed = s->state == OPENAPI_FAILED || s->is_again;
    return has_failed && s->state != OPENAPI_READY ? s->reason : NULL;
}

static void ops_stop(void *source)
{
    OpenApiSource *s = source;
    s->is_stopped = true;
    cm__openapi_give_up(s);
    cm__timer_free(s->retry);
    s->retry = NULL;
}

static void ops_free(void *source)
{
    OpenApiSource *s = source;
    ops_stop(s);
    cm__openapi_drop_calls(s);
    drop_set(s);
    cm__free(s->alloc, s->url, s->url_size);
    cm__free(s->alloc, s, sizeof *s);
}

cm_status cm__openapi_source_add(Hub *hub, OpenApiNetwork *network,
                                 const Log *log, const OpenApiSpec *spec)
{
    static const HubSourceOps ops = { ops_connect,  ops_is_starting,
                                      ops_is_ready, ops_offer_tools,
                                      ops_reason,   ops_stop,
                                      ops_free };
    const cm_allocator *alloc = cm__loop_alloc(network->loop);
    OpenApiSource *s = cm__alloc_zero(alloc, 1, sizeof *s);
    if (s == NULL)
        return CM_E_NOMEM;
    s->alloc = alloc;
    s->hub = hub;
    s->network = network;
    s->log = log;
    s->spec = spec;
    const CallGateSpec limits = { .kind = "document",
                                  .name = spec->name,
                                  .max = spec->max_calls,
                                  .silence_ms = spec->call_timeout_ms };
    s->gate = cm__hub_gate(hub, &limits);
    if (s->gate == NULL) {
        cm__free(alloc, s, sizeof *s);
        return CM_E_NOMEM;
    }
    const HubSourceSpec source = { .kind = "document",
                                   .name = spec->name,
                                   .ns = spec->ns,
                                   .direct = spec->direct,
                                   .ops = &ops,
                                   .source = s };
    return cm__hub_add_source(hub, &source);
}

/* ---- facts ---- */

OpenApiFacts cm__openapi_source_facts(const void *source)
{
    const OpenApiSource *s = source;
    bool is_ready = s->state == OPENAPI_READY;
    return (OpenApiFacts){
        .spec = s->spec,
        .is_ready = is_ready,
        .reason = s->reason,
        .fault = s->empty[0] != '\0' ? s->empty : s->spec->lack,
        .n_tools = is_ready ? s->set->n_operations - s->n_filtered : 0,
        .n_skipped = is_ready ? s->set->n_skipped + s->n_filtered : 0,
        .n_filtered = is_ready ? s->n_filtered : 0,
        .n_direct = is_ready ? s->n_direct : 0,
        .start_ms = s->took_ms
    };
}

cm_openapi_skipped cm__openapi_source_skipped(const void *source, size_t index)
{
    const OpenApiSource *s = source;
    const OpenApiSet *set = s->set;
    if (index < set->n_skipped) {
        const OaSkipped *skip = &set->skipped[index];
        return (cm_openapi_skipped){ skip->method.text, skip->path.text,
                                     skip->reason.text };
    }
    size_t at = s->filtered[index - set->n_skipped];
    const Operation *op = &set->operations[at];
    return (cm_openapi_skipped){ op->method.text, op->path.text,
                                 s->choices[at].refusal };
}
