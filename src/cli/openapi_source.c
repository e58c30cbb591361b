/* SPDX-License-Identifier: MIT */
#include "cli/openapi_source.h"

#include <stdio.h>
#include <string.h>

#include "cli/openapi_internal.h"
#include "mcp/toolfilter.h"

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

/* ---- which operations ---- */

static bool matches_operation(const char *pattern, const Operation *op,
                              const Buf *method_path)
{
    return (op->id.len > 0 &&
            cm__glob_matches(pattern, op->id.text, op->id.len)) ||
           cm__glob_matches(pattern, op->tool.text, op->tool.len) ||
           cm__glob_matches(pattern, cm__buf_text(method_path),
                            method_path->len);
}

static void warn_of_unused(const OpenApiSource *s, const bool *used)
{
    for (size_t i = 0; i < s->spec->n_include; i++)
        if (!used[i])
            cm__log(s->log, CM_LOG_WARN,
                    "document \"%s\": includeOperations: nothing matches "
                    "\"%.100s\"",
                    s->spec->name, s->spec->include[i]);
}

/* Fills `included`; false when memory was refused. */
static bool choose(OpenApiSource *s)
{
    const OpenApiSpec *spec = s->spec;
    Buf line;
    bool *used = cm__alloc_zero(s->alloc, spec->n_include + 1, sizeof *used);
    s->included =
        cm__alloc_zero(s->alloc, s->set->n_operations + 1, sizeof(bool));
    cm__buf_init(&line, s->alloc, CM_BUF_NO_LIMIT);
    bool is_ok = used != NULL && s->included != NULL;
    s->n_included = 0;
    for (size_t i = 0; is_ok && i < s->set->n_operations; i++) {
        const Operation *op = &s->set->operations[i];
        cm__buf_clear(&line);
        cm__buf_add(&line, op->method.text, op->method.len);
        cm__buf_add_char(&line, ' ');
        cm__buf_add(&line, op->path.text, op->path.len);
        is_ok = line.status == CM_OK;
        s->included[i] = spec->n_include == 0;
        for (size_t k = 0; is_ok && k < spec->n_include; k++)
            if (matches_operation(spec->include[k], op, &line))
                s->included[i] = used[k] = true;
        s->n_included += s->included[i];
    }
    if (is_ok)
        warn_of_unused(s, used);
    cm__buf_done(&line);
    cm__free(s->alloc, used, (spec->n_include + 1) * sizeof *used);
    return is_ok;
}

/* ---- loading ---- */

static void drop_set(OpenApiSource *s)
{
    if (s->set == NULL)
        return;
    cm__free(s->alloc, s->included, s->set->n_operations + 1);
    cm__openapi_set_free(s->set);
    s->included = NULL;
    s->set = NULL;
}

static void tell_result(const OpenApiSource *s)
{
    if (s->state == OPENAPI_FAILED)
        cm__log(s->log, s->is_again ? CM_LOG_DEBUG : CM_LOG_WARN,
                "document \"%s\": %s", s->spec->name, s->reason);
    else
        cm__log(s->log, CM_LOG_DEBUG,
                "document \"%s\" is ready after %llu ms: %zu tools, %zu "
                "operations skipped",
                s->spec->name, (unsigned long long)s->took_ms, s->n_included,
                s->set->n_skipped);
    for (size_t i = 0; s->set != NULL && i < s->set->n_skipped; i++) {
        const OaSkipped *skip = &s->set->skipped[i];
        cm__log(s->log, CM_LOG_INFO,
                "document \"%s\": %s %.200s skipped: %.300s", s->spec->name,
                skip->method.text, skip->path.text, skip->reason.text);
    }
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
    if (take_set != NULL && !choose(s)) {
        drop_set(s);
        reason = "out of memory";
    }
    s->state = s->set != NULL ? OPENAPI_READY : OPENAPI_FAILED;
    (void)snprintf(s->reason, sizeof s->reason, "%s",
                   s->set != NULL ? "" : reason);
    tell_result(s);
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

static cm_status ops_offer_tools(void *source, HubOffer *offer)
{
    OpenApiSource *s = source;
    cm_status status = CM_OK;
    Buf path;
    cm__buf_init(&path, s->alloc, CM_BUF_NO_LIMIT);
    for (size_t i = 0; i < s->set->n_operations && status == CM_OK; i++) {
        const Operation *op = &s->set->operations[i];
        if (!s->included[i])
            continue;
        cm__buf_clear(&path);
        cm__buf_add_str(&path, s->spec->ns);
        cm__buf_add_char(&path, '.');
        cm__buf_add(&path, op->tool.text, op->tool.len);
        const ToolboxEntry entry = { .path = cm__buf_text(&path),
                                     .description = op->description.text,
                                     .input_schema = op->input_schema.text,
                                     .output_schema =
                                         op->output_schema.len > 0
                                             ? op->output_schema.text
                                             : "{}",
                                     .output_rule = OUTPUT_PASSES,
                                     .is_unchecked = s->spec->is_unchecked,
                                     .ops = &cm__openapi_ops,
                                     .source = s,
                                     .item = op };
        status = path.status;
        if (status == CM_OK)
            status = cm__hub_offer(offer, &entry);
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
    const HubSourceSpec source = { .kind = "document",
                                   .name = spec->name,
                                   .ns = spec->ns,
                                   .ops = &ops,
                                   .source = s };
    return cm__hub_add_source(hub, &source);
}

/* ---- facts ---- */

OpenApiFacts cm__openapi_source_facts(const void *source)
{
    const OpenApiSource *s = source;
    bool is_ready = s->state == OPENAPI_READY;
    return (OpenApiFacts){ .spec = s->spec,
                           .is_ready = is_ready,
                           .reason = s->reason,
                           .n_tools = s->n_included,
                           .n_skipped = is_ready ? s->set->n_skipped : 0,
                           .start_ms = s->took_ms };
}

cm_openapi_skipped cm__openapi_source_skipped(const void *source, size_t index)
{
    const OpenApiSource *s = source;
    const OaSkipped *skip = &s->set->skipped[index];
    return (cm_openapi_skipped){ skip->method.text, skip->path.text,
                                 skip->reason.text };
}
