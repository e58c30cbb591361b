/* SPDX-License-Identifier: MIT */
/* The whole gateway: client, protocol, programs in their worker, tools of the
 * host, a server as a process behind. Every request of the client is answered
 * once, with what an undisturbed run answers or with an error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenario.h"

#include "mcp/server.h"

enum {
    REQUESTS_MAX = 8,
    TICK_MS = 1,
    PATIENCE_MS = 30000
};

/* What the client says, and what must be in the undisturbed answers to the ids
 * 1, 2, ... */
typedef struct Visit {
    const char *const *lines;
    const char *const *answers;
    size_t n_answers;
    bool has_process; /* a server behind, besides the host's own tools */
    bool is_stateless;
    bool is_structured;
} Visit;

typedef struct Gate {
    const Visit *visit;
    Loop *loop;
    Hub *hub;
    Gateway *gateway;
    Front *front;
    Timer *tick;
    uint64_t began_ms;
    unsigned n_answers[REQUESTS_MAX + 1];
    bool is_short; /* somebody was told of lacking memory */
    bool is_stopping;
    Timer *later; /* of the tool s.later */
    HostCall *waiting;
} Gate;

/* ---- tools ---- */

static void now_start(HostCall *call)
{
    cm__host_return(call, call->input, call->input_len);
}

static void no_cancel(HostCall *call)
{
    (void)call;
}

static void later_fired(void *user)
{
    Gate *g = user;
    HostCall *call = g->waiting;
    g->waiting = NULL;
    cm__host_return(call, call->input, call->input_len);
}

static void later_start(HostCall *call)
{
    Gate *g = call->tool->source;
    if (g->waiting != NULL) {
        cm__host_fail(call, "one at a time");
        return;
    }
    g->waiting = call;
    cm__timer_start(g->later, 1);
}

static void later_cancel(HostCall *call)
{
    Gate *g = call->tool->source;
    if (g->waiting != call)
        return;
    cm__timer_stop(g->later);
    g->waiting = NULL;
    cm__host_fail(call, "cancelled");
}

static const HostToolOps now_ops = { now_start, no_cancel };
static const HostToolOps later_ops = { later_start, later_cancel };

/* ---- the client ---- */

static bool lacks_memory(const char *text)
{
    static const char *const words[] = { "memory", "Memory", "cannot be",
                                         "could not be", "not available" };
    for (size_t i = 0; i < CM_ARRAY_LEN(words); i++)
        if (strstr(text, words[i]) != NULL)
            return true;
    return false;
}

static void log_line(void *user, LogLevel level, const char *text)
{
    Gate *g = user;
    (void)level;
    g->is_short |= lacks_memory(text) || strstr(text, "lost") != NULL;
}

static void take_reply(void *user, const McpReply *reply)
{
    Gate *g = user;
    char text[20000];
    int n = snprintf(text, sizeof text, "%.*s", (int)reply->len, reply->text);
    SCENARIO_CHECK(n >= 0 && (size_t)n < sizeof text);
    const char *id = strstr(text, "\"id\":");
    if (!reply->is_last || id == NULL)
        return;
    unsigned long number = strtoul(id + 5, NULL, 10);
    if (number == 0) { /* null: the id could not be read */
        SCENARIO_CHECK(lacks_memory(text));
        g->is_short = true;
        return;
    }
    SCENARIO_CHECK(number <= g->visit->n_answers);
    g->n_answers[number]++;
    if (strstr(text, g->visit->answers[number - 1]) != NULL)
        return;
    /* a server that lacked memory to start is logged, then not connected */
    bool is_told = lacks_memory(text) ||
                   (g->is_short && strstr(text, "not connected") != NULL);
    if (!is_told)
        scenario_fail("\n  got      %s\n  expected %s", text,
                      g->visit->answers[number - 1]);
    g->is_short = true;
}

static bool is_all_answered(const Gate *g)
{
    for (size_t i = 1; i <= g->visit->n_answers; i++)
        if (g->n_answers[i] == 0)
            return false;
    return true;
}

/* ---- the end ---- */

static void stopped(void *user)
{
    cm__loop_stop(((Gate *)user)->loop);
}

/* Looks again and again: are all answers there, and all programs over? */
static void tick(void *user)
{
    Gate *g = user;
    bool is_over = is_all_answered(g);
    if (cm__loop_now_ms(g->loop) - g->began_ms > PATIENCE_MS)
        scenario_fail("an answer is missing");
    if (is_over && g->front != NULL) {
        cm__front_free(g->front);
        g->front = NULL;
    }
    if (is_over && !g->is_stopping && cm__gateway_is_idle(g->gateway)) {
        g->is_stopping = true;
        cm__hub_stop(g->hub, stopped, g);
        return;
    }
    cm__timer_start(g->tick, TICK_MS);
}

static void hub_changed(void *user)
{
    Gate *g = user;
    cm__gateway_hub_changed(g->gateway);
    if (g->front != NULL && cm__gateway_is_settled(g->gateway))
        cm__front_settled(g->front);
}

static void list_changed(void *user)
{
    Gate *g = user;
    if (g->front != NULL)
        cm__front_list_changed(g->front);
}

/* ---- the visit ---- */

static cm_status add_sources(Gate *g)
{
    static const char *const argv[] = { CM_SOAK_SERVER, NULL };
    static const char *const env[] = { "PATH=/usr/bin:/bin", NULL };
    static const UpstreamSpec server = { .name = "behind",
                                         .ns = "behind",
                                         .argv = argv,
                                         .env = env,
                                         .start_timeout_ms = 20000,
                                         .call_timeout_ms = 20000 };
    const ToolboxEntry now = { .path = "s.now",
                               .description = "At once",
                               .input_schema = "{\"type\":\"object\"}",
                               .output_schema = "{}",
                               .ops = &now_ops,
                               .source = g };
    const ToolboxEntry later = {
        .path = "s.later", .output_schema = "{}", .ops = &later_ops, .source = g
    };
    cm_status status = cm__hub_add_tool(g->hub, &now);
    if (status == CM_OK)
        status = cm__hub_add_tool(g->hub, &later);
    if (status == CM_OK)
        status = cm__hub_describe(g->hub, "s", "A space");
    if (status == CM_OK && g->visit->has_process)
        status = cm__hub_add_server(g->hub, &server);
    return scenario_status(status);
}

static cm_status open_gate(Gate *g, const cm_allocator *alloc, const Log *log)
{
    HubSpec hub = { .limits = CM_LIMITS_INIT,
                    .n_workers = 1,
                    .log = log,
                    .changed = hub_changed,
                    .user = g };
    GatewaySpec gateway = { .language = CM_LANGUAGE_JAVASCRIPT,
                            .catalog_budget = CM_UNSET,
                            .description_max = CM_UNSET,
                            .schema_max = CM_UNSET,
                            .is_structured = g->visit->is_structured,
                            .changed = list_changed,
                            .user = g };
    const FrontSpec front = { .is_stateless = g->visit->is_stateless,
                              .send = take_reply,
                              .user = g };
    g->loop = cm__loop_new(alloc);
    if (g->loop == NULL)
        return CM_E_NOMEM;
    g->tick = cm__timer_new(g->loop, tick, g);
    g->later = cm__timer_new(g->loop, later_fired, g);
    g->hub = cm__hub_new(g->loop, &hub);
    gateway.hub = g->hub;
    if (g->tick == NULL || g->later == NULL || g->hub == NULL ||
        add_sources(g) != CM_OK)
        return CM_E_NOMEM;
    g->gateway = cm__gateway_new(alloc, &gateway);
    if (g->gateway == NULL)
        return CM_E_NOMEM;
    const McpServerSpec server = { .loop = g->loop,
                                   .gateway = g->gateway,
                                   .log = log };
    g->front = cm__server_new(&server, &front);
    return g->front != NULL ? CM_OK : CM_E_NOMEM;
}

static cm_status visit(const cm_allocator *alloc, const void *arg)
{
    Gate g = { .visit = arg };
    const Log log = { .level = CM_LOG_INFO, .write = log_line, .user = &g };
    cm_status status = open_gate(&g, alloc, &log);
    if (status == CM_OK) {
        g.began_ms = cm__loop_now_ms(g.loop);
        cm__timer_start(g.tick, 0);
        for (const char *const *line = g.visit->lines; *line != NULL; line++)
            cm__front_feed(g.front, *line, strlen(*line), NULL);
        cm__loop_run(g.loop);
        for (size_t i = 1; i <= g.visit->n_answers; i++)
            if (g.n_answers[i] != 1)
                scenario_fail("request %zu was answered %u times", i,
                              g.n_answers[i]);
    }
    cm__front_free(g.front);
    cm__timer_free(g.tick);
    cm__timer_free(g.later);
    cm__hub_free(g.hub);
    cm__gateway_free(g.gateway);
    if (g.loop != NULL)
        cm__loop_free(g.loop);
    if (status == CM_OK && g.is_short)
        status = CM_E_NOMEM;
    return scenario_status(status);
}

#define REQUEST(id, method, params)                                  \
    "{\"jsonrpc\":\"2.0\",\"id\":" #id ",\"method\":\"" method "\"," \
    "\"params\":" params "}"
#define CALL(id, code)                                                \
    REQUEST(id, "tools/call",                                         \
            "{\"name\":\"execute\",\"_meta\":{\"progressToken\":" #id \
            "},\"arguments\":{\"code\":\"" code "\"}}")
#define MODERN                                                            \
    "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":"             \
    "\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{},"   \
    "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"c\",\"version\":" \
    "\"1\"}}"

static const char initialize[] =
    REQUEST(1, "initialize",
            "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},"
            "\"clientInfo\":{\"name\":\"oom\",\"version\":\"1\"}}");
static const char initialized[] =
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

static const char *const simple_lines[] = {
    initialize,
    initialized,
    REQUEST(2, "tools/list", "{}"),
    REQUEST(3, "ping", "{}"),
    CALL(4, "const a = await tools.s.now({ a: 1 }); console.log('x'); return "
            "[a.a, (await tools.s.later({ b: 2 })).b]"),
    REQUEST(5, "tools/call", "{\"name\":\"s_now\",\"arguments\":{\"a\":1}}"),
    REQUEST(6, "nothing/like_that", "{}"),
    NULL,
};
static const char *const simple_answers[] = {
    "\"id\":1,\"result\":{\"protocolVersion\":\"2025-06-18\"",
    "\"id\":2,\"result\":{\"tools\":[{\"name\":\"execute\"",
    "\"id\":3,\"result\":{}}",
    "\"id\":4,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"[\\n  1,"
    "\\n  2\\n]\\n\\nLogs:\\nx\"}],\"_meta\":{\"toolCalls\":[{\"tool\":"
    "\"s.now\",\"status\":\"completed\",\"input\":{\"a\":1}},{\"tool\":"
    "\"s.later\",\"status\":\"completed\",\"input\":{\"b\":2}}]}}}",
    "\"id\":5,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"There is no "
    "tool \\\"s_now\\\": only execute exists. Call execute with this program "
    "instead:\\nreturn await tools.s.now({\\\"a\\\":1})\"}],\"isError\":true}}",
    "\"id\":6,\"error\":{\"code\":-32601",
};
static const Visit simple = { simple_lines, simple_answers, 6,
                              false,        false,          false };

static const char *const failing_lines[] = {
    initialize,
    initialized,
    CALL(2, "tools.s.nwo({})"),
    CALL(3, "const r = search({ query: 'later' }); return r.items[0].path"),
    CALL(4, "return {"),
    NULL,
};
static const char *const failing_answers[] = {
    "\"id\":1,\"result\":{\"protocolVersion\":\"2025-06-18\"",
    "Unknown tool \\\"s.nwo\\\". Did you mean tools.s.now?",
    "\"id\":3,\"result\":{\"content\":[{\"type\":\"text\",\"text\":"
    "\"tools.s.later\"}],\"structuredContent\":{\"ok\":true,\"value\":"
    "\"tools.s.later\",\"toolCalls\":[{\"name\":\"search\"}]},\"_meta\":{"
    "\"toolCalls\":[{\"tool\":\"search\",\"status\":\"completed\",\"input\":{"
    "\"query\":\"later\"}}]}}}",
    "ParseError",
};
static const Visit failing = { failing_lines, failing_answers, 4,
                               false,         false,           true };

static const char *const modern_lines[] = {
    REQUEST(1, "server/discover", "{" MODERN "}"),
    REQUEST(2, "tools/list", "{" MODERN "}"),
    REQUEST(3, "tools/call",
            "{" MODERN ",\"name\":\"execute\",\"arguments\":{\"code\":\"return "
            "(await tools.s.later({ b: 7 })).b\"}}"),
    NULL,
};
static const char *const modern_answers[] = {
    "\"supportedVersions\":[\"2026-07-28\"]",
    "\"tools\":[{\"name\":\"execute\"",
    "\"content\":[{\"type\":\"text\",\"text\":\"7\"}]",
};
static const Visit modern = { modern_lines, modern_answers, 3,
                              false,        true,           false };

static const char *const process_lines[] = {
    initialize,
    initialized,
    CALL(2, "const out = []; for (const how of ['', 'junk', 'twice', 'fail', "
            "'error']) try { out.push((await tools.behind.act({ n: 5, how "
            "})).n) } catch (e) { out.push(e.message) } return out.join(' ')"),
    NULL,
};
static const char *const process_answers[] = {
    "\"id\":1,\"result\":{\"protocolVersion\":\"2025-06-18\"",
    "\"text\":\"5 5 5 failed 5 refused 5\"",
};
static const Visit process = { process_lines, process_answers, 2,
                               true,          false,           false };

static const Scenario items[] = {
    { "a visit: list, ping, a program, mistakes", visit, &simple, 1, 0 },
    { "a visit: programs that fail, a search", visit, &failing, 1, 0 },
    { "a visit in the modern era", visit, &modern, 1, 0 },
    { "a visit with a server as a process", visit, &process, 1, 0 },
};

const ScenarioGroup oom_gateway = { "gateway", items,
                                    sizeof items / sizeof items[0] };
