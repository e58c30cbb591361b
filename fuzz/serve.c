/* SPDX-License-Identifier: MIT */
/* Input: three bytes of settings, then lines. Most are messages of an agent to
 * the gateway; a first character says what else happens meanwhile:
 *
 *     <N TEXT     server N says a line         +N JSON   it answers its oldest
 *     *N JSON     it has other tools now       -N JSON   call; with an error
 *     %N MEMBERS  it tells of progress         !N        it exits
 *     ~N          it answers nothing by itself any more, or again
 *     =JSON  ?    a call of the host's own tool returns, fails
 *     @MS         time passes                  ^I        a stream is closed
 *
 * A message that begins with a blank comes together with the next one.
 * Oracles: ledger.h; servers have no more open calls than they may; cut in parts
 * the same happens; when everybody has answered or was silent for long enough
 * nothing is open but subscriptions, and as many calls go through as before; no
 * memory is left of it. */
#include "fuzz.h"

#include <stdio.h>
#include <string.h>

#include "../tests/oom_alloc.h"
#include "ledger.h"
#include "mcp/batch.h"
#include "mcp/server.h"
#include "net/lines.h"
#include "stage.h"

enum {
    MAX_BYTES = 8192,
    LINE_CAP = 3000,
    LINES_CAP = 150,
    N_SERVERS = 2,
    CALLS_EACH = 2, /* open at a server */
    CALLS_ALL = 3,
    HELD_MAX = 16,
    PASS_MAX_MS = 40000,
    PATIENCE_MS = 120000
};

#define TOOLS "[{\"name\":\"hold\"},{\"name\":\"now\"}]"

typedef struct OpenCall {
    struct OpenCall *next;
    char id[CM_RPC_ID_MAX + 1];
} OpenCall;

/* One server, from process to process. */
typedef struct Server {
    const char *name;
    StageWire *wire; /* NULL: it does not run */
    OpenCall *calls; /* oldest first */
    Buf tools;
    bool is_mute;
    bool is_odd; /* has said lines of its own: its calls may be over for us */
} Server;

typedef struct Play {
    OomAlloc memory;
    Loop *loop;
    Hub *hub;
    Gateway *gateway;
    Front *front;
    LineSplitter lines;
    Ledger ledger;
    Server servers[N_SERVERS];
    HostCall *held[HELD_MAX];
    size_t n_held;
    Buf trace;
    bool is_stopped;
} Play;

/* Of the one that runs: processes know no user. */
static Play *play;

/* ---- the servers ---- */

static size_t n_open(const Server *s)
{
    size_t n = 0;
    for (const OpenCall *c = s->calls; c; c = c->next)
        n++;
    return n;
}

static void forget_call(Server *s, const char *id)
{
    for (OpenCall **at = &s->calls; *at; at = &(*at)->next) {
        OpenCall *c = *at;
        if (strcmp(c->id, id) != 0)
            continue;
        *at = c->next;
        free(c);
        return;
    }
}

static void say(Server *s, const char *id, const char *what, const char *json,
                size_t len)
{
    Buf text;
    cm__buf_init(&text, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&text, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"%s\":", id, what);
    cm__buf_add(&text, json, len);
    cm__buf_add_char(&text, '}');
    stage_say(s->wire, cm__buf_text(&text), text.len);
    cm__buf_done(&text);
}

static void say_text(Server *s, const char *id, const char *what,
                     const char *json)
{
    say(s, id, what, json, strlen(json));
}

/* Tools whose names begin with "now" return what they get. */
static void take_call(Server *s, const RpcMessage *m)
{
    const JsonValue *name = cm__json_get(m->params, "name");
    Buf text;
    FUZZ_CHECK(name && name->type == CM_JSON_TYPE_STRING);
    if (strncmp(name->text, "now", 3) == 0) {
        cm__buf_init(&text, cm__alloc_default(), CM_BUF_NO_LIMIT);
        JsonWriter w = cm__json_writer(&text);
        cm__buf_add_str(&text, "{\"content\":[],\"structuredContent\":");
        cm__json_write_value(&w, cm__json_get(m->params, "arguments"));
        cm__buf_add_char(&text, '}');
        say(s, m->id, "result", cm__buf_text(&text), text.len);
        cm__buf_done(&text);
        return;
    }
    OpenCall *c = calloc(1, sizeof *c), **at = &s->calls;
    FUZZ_CHECK(c);
    memcpy(c->id, m->id, strlen(m->id) + 1);
    while (*at)
        at = &(*at)->next;
    *at = c;
    if (play->servers[0].is_odd || play->servers[1].is_odd)
        return;
    FUZZ_CHECK(n_open(s) <= CALLS_EACH);
    FUZZ_CHECK(n_open(&play->servers[0]) + n_open(&play->servers[1]) <=
               CALLS_ALL);
}

static void say_tools(Server *s, const char *id)
{
    Buf text;
    bool is_whole = cm__buf_text(&s->tools)[0] == '{';
    cm__buf_init(&text, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&text, is_whole ? "%s" : "{\"tools\":%s}",
                    cm__buf_text(&s->tools));
    say(s, id, "result", cm__buf_text(&text), text.len);
    cm__buf_done(&text);
}

static void take_request(Server *s, const RpcMessage *m)
{
    if (strcmp(m->method, "tools/call") == 0)
        take_call(s, m);
    else if (s->is_mute)
        return;
    else if (strcmp(m->method, "initialize") == 0)
        say_text(s, m->id, "result",
                 "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{"
                 "\"tools\":{\"listChanged\":true}},\"serverInfo\":{\"name\":"
                 "\"s\",\"version\":\"1\"}}");
    else if (strcmp(m->method, "tools/list") == 0)
        say_tools(s, m->id);
    else
        say_text(s, m->id, "error",
                 "{\"code\":-32601,\"message\":\"no such method\"}");
}

static void received(StageWire *wire, const char *line, size_t len)
{
    Server *s = wire->server;
    JsonDoc *doc = NULL;
    RpcMessage m;
    char id[CM_RPC_ID_MAX + 1];
    FUZZ_CHECK(len > 0 && line[len - 1] == '\n');
    FUZZ_CHECK(!memchr(line, '\n', len - 1));
    FUZZ_CHECK(cm__json_parse(cm__alloc_default(), line, len, NULL, &doc,
                              NULL) == CM_OK);
    FUZZ_CHECK(cm__rpc_read(&doc->root, &m) && m.kind != CM_RPC_INVALID);
    cm__buf_add_fmt(&play->trace, "%s < ", s->name);
    cm__buf_add(&play->trace, line, len);
    if (m.kind == CM_RPC_REQUEST)
        take_request(s, &m);
    else if (m.kind == CM_RPC_NOTIFICATION &&
             strcmp(m.method, "notifications/cancelled") == 0 &&
             cm__rpc_id_text(cm__json_get(m.params, "requestId"), id))
        forget_call(s, id);
    cm__json_doc_free(doc);
}

static void opened(StageWire *wire)
{
    for (size_t i = 0; i < N_SERVERS; i++)
        if (strcmp(play->servers[i].name, wire->name) == 0)
            wire->server = &play->servers[i];
    Server *s = wire->server;
    FUZZ_CHECK(!s->wire); /* one process at a time */
    s->wire = wire;
}

static void freed(StageWire *wire)
{
    Server *s = wire->server;
    s->wire = NULL;
    s->is_odd = false;
    while (s->calls)
        forget_call(s, s->calls->id);
}

static const StageHost stage_host = { opened, received, freed };

static void answer_oldest(Server *s, const char *what, const char *json,
                          size_t len)
{
    char id[CM_RPC_ID_MAX + 1];
    if (!s->calls)
        return;
    memcpy(id, s->calls->id, sizeof id);
    /* What is no answer leaves it open. */
    JsonDoc *doc = NULL;
    if (cm__json_parse(cm__alloc_default(), json, len, NULL, &doc, NULL) !=
        CM_OK)
        return;
    cm__json_doc_free(doc);
    forget_call(s, id);
    say(s, id, what, json, len);
}

static void progress_oldest(Server *s, const char *members, size_t len)
{
    Buf text;
    if (!s->calls)
        return;
    cm__buf_init(&text, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&text,
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/"
                    "progress\",\"params\":{\"progressToken\":%s,",
                    s->calls->id);
    cm__buf_add(&text, members, len);
    cm__buf_add_str(&text, "}}");
    stage_say(s->wire, cm__buf_text(&text), text.len);
    cm__buf_done(&text);
}

static void change_tools(Server *s, const char *json, size_t len)
{
    static const char changed[] =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";
    JsonDoc *doc = NULL;
    if (cm__json_parse(cm__alloc_default(), json, len, NULL, &doc, NULL) ==
        CM_OK) {
        cm__buf_clear(&s->tools);
        cm__buf_add(&s->tools, json, len);
    }
    cm__json_doc_free(doc);
    if (s->wire)
        stage_say(s->wire, changed, sizeof changed - 1);
}

/* ---- the host's own tools ---- */

static void echo_start(HostCall *call)
{
    cm__host_return(call, call->input, call->input_len);
}

static void echo_cancel(HostCall *call)
{
    (void)call;
}

static void hold_start(HostCall *call)
{
    if (play->n_held == HELD_MAX)
        cm__host_fail(call, "too many");
    else
        play->held[play->n_held++] = call;
}

static HostCall *take_held(size_t i)
{
    HostCall *call = play->held[i];
    play->n_held--;
    for (size_t k = i; k < play->n_held; k++)
        play->held[k] = play->held[k + 1];
    return call;
}

static void hold_cancel(HostCall *call)
{
    size_t i = 0;
    while (i < play->n_held && play->held[i] != call)
        i++;
    FUZZ_CHECK(i < play->n_held); /* it is not settled */
    cm__host_fail(take_held(i), "cancelled");
}

static const HostToolOps echo_ops = { echo_start, echo_cancel };
static const HostToolOps hold_ops = { hold_start, hold_cancel };

/* ---- the agent ---- */

static void sent(void *user, const McpReply *reply)
{
    Play *p = user;
    ledger_told(&p->ledger, reply);
    cm__buf_add_fmt(&p->trace, "%s%s%d ", reply->to ? "to " : "",
                    reply->is_last ? "last " : "", reply->error);
    cm__buf_add(&p->trace, reply->text, reply->text ? reply->len : 0);
    cm__buf_add_char(&p->trace, '\n');
}

static void take_line(void *ctx, const char *line, size_t len)
{
    Play *p = ctx;
    StreamEntry *to;
    if (ledger_asked(&p->ledger, line, len, cm__front_version(p->front), &to)) {
        cm__front_feed(p->front, line, len, to);
        ledger_fed(&p->ledger, line, len);
    }
    if (line[0] != ' ')
        stage_settle(p->loop);
}

static void hear(Play *p, const char *text, size_t len, size_t step)
{
    for (size_t i = 0; i < len; i += step) {
        size_t n_overlong = p->lines.n_overlong;
        (void)cm__lines_feed(&p->lines, text + i,
                             len - i < step ? len - i : step, take_line, p);
        if (p->lines.n_overlong == n_overlong || p->ledger.has_streams)
            continue;
        ledger_overlong(&p->ledger);
        cm__front_overlong(p->front);
    }
}

/* ---- what happens ---- */

static void run_event(Play *p, const char *line, size_t len)
{
    Server *s = &p->servers[len > 1 ? line[1] & 1 : 0];
    const char *rest = len > 3 ? line + 3 : "";
    size_t n = len > 3 ? len - 3 : 0;
    unsigned long number = len > 1 ? strtoul(line + 1, NULL, 10) : 0;
    StreamEntry *stream;
    switch (line[0]) {
    case '<':
        if (s->wire) {
            s->is_odd = true;
            stage_say(s->wire, rest, n);
        }
        break;
    case '+':
        answer_oldest(s, "result", rest, n);
        break;
    case '-':
        answer_oldest(s, "error", rest, n);
        break;
    case '%':
        progress_oldest(s, rest, n);
        break;
    case '*':
        change_tools(s, rest, n);
        break;
    case '!':
        if (s->wire)
            stage_exit(s->wire);
        break;
    case '~':
        s->is_mute = !s->is_mute;
        break;
    case '=':
        if (p->n_held > 0)
            cm__host_return(take_held(0), line + 1, len - 1);
        break;
    case '?':
        if (p->n_held > 0)
            cm__host_fail_n(take_held(0), line + 1, len - 1);
        break;
    case '@':
        stage_pass(p->loop, number < PASS_MAX_MS ? number : PASS_MAX_MS);
        break;
    default:
        stream = ledger_close(&p->ledger, number);
        if (stream)
            cm__front_hang_up(p->front, stream);
    }
    stage_settle(p->loop);
}

static void run_lines(Play *p, const char *text, size_t size, size_t step)
{
    for (size_t i = 0; size > 0 && i < LINES_CAP; i++) {
        const char *stop = memchr(text, '\n', size);
        size_t len = stop ? (size_t)(stop - text) : size;
        char line[LINE_CAP + 1]; /* an event is a C string */
        if (len > 0 && len <= LINE_CAP && strchr("<+-%*!~=?@^", text[0])) {
            memcpy(line, text, len);
            line[len] = '\0';
            run_event(p, line, len);
        } else {
            hear(p, text, len + (stop != NULL), step);
        }
        text += len + (stop != NULL);
        size -= len + (stop != NULL);
    }
}

/* ---- from beginning to end ---- */

static void hub_changed(void *user)
{
    Play *p = user;
    cm__gateway_hub_changed(p->gateway);
    if (p->front && cm__gateway_is_settled(p->gateway))
        cm__front_settled(p->front);
}

static void list_changed(void *user)
{
    Play *p = user;
    if (p->front)
        cm__front_list_changed(p->front);
}

static void stopped(void *user)
{
    ((Play *)user)->is_stopped = true;
}

static void add_sources(Play *p)
{
    static const DirectRule all = { .is_all = true };
    static const char *const argv[N_SERVERS][2] = { { "alpha" }, { "beta" } };
    static const UpstreamSpec servers[N_SERVERS] = {
        { .name = "alpha",
          .ns = "alpha",
          .argv = argv[0],
          .start_timeout_ms = 3000,
          .call_timeout_ms = 5000,
          .idle_timeout_ms = 15000,
          .max_calls = CALLS_EACH },
        { .name = "beta",
          .ns = "beta",
          .argv = argv[1],
          .start_timeout_ms = 3000,
          .call_timeout_ms = 9000,
          .call_cap_ms = 20000,
          .idle_timeout_ms = 15000,
          .max_calls = CALLS_EACH,
          .direct = &all },
    };
    const ToolboxEntry tools[] = {
        { .path = "own.echo", .output_schema = "{}", .ops = &echo_ops },
        { .path = "own.hold", .ops = &hold_ops },
        { .path = "own.say",
          .direct_id = "own_say",
          .input_schema = "{\"properties\":{\"n\":{\"type\":\"integer\"}}}",
          .output_schema = "{\"type\":[\"string\",\"number\"]}",
          .output_rule = OUTPUT_IS_REFUSED,
          .ops = &hold_ops },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(tools); i++)
        FUZZ_CHECK(cm__hub_add_tool(p->hub, &tools[i]) == CM_OK);
    for (size_t i = 0; i < N_SERVERS; i++) {
        p->servers[i].name = servers[i].name;
        cm__buf_init(&p->servers[i].tools, cm__alloc_default(),
                     CM_BUF_NO_LIMIT);
        cm__buf_add_str(&p->servers[i].tools, TOOLS);
        FUZZ_CHECK(cm__hub_add_server(p->hub, &servers[i]) == CM_OK);
    }
}

static Front *make_server(void *ctx, const FrontSpec *front)
{
    const Play *p = ctx;
    const McpServerSpec spec = { .loop = p->loop, .gateway = p->gateway };
    return cm__server_new(&spec, front);
}

static void open_play(Play *p, const uint8_t *settings)
{
    const FrontMaker behind = { make_server, p };
    const FrontSpec front = { .is_stateless = settings[0] & 1,
                              .send = sent,
                              .user = p };
    const HubSpec hub = { .limits = { .timeout_ms = 20000,
                                      .max_tool_calls = 60,
                                      .max_output_bytes = 65536,
                                      .max_memory_bytes = 4 << 20,
                                      .max_steps = 200000 },
                          .n_workers = 1,
                          .max_calls = CALLS_ALL,
                          .is_long_lived = settings[0] & 2,
                          .changed = hub_changed,
                          .user = p };
    stage_begin(&stage_host);
    *p = (Play){ .n_held = 0 };
    oom_alloc_init(&p->memory, 0, 0);
    const cm_allocator *alloc = &p->memory.alloc;
    cm__buf_init(&p->trace, cm__alloc_default(), CM_BUF_NO_LIMIT);
    ledger_begin(&p->ledger, settings[0] & 5, settings[0] & 1);
    p->loop = cm__loop_new(alloc);
    p->hub = cm__hub_new(p->loop, &hub);
    add_sources(p);
    const GatewaySpec gateway = {
        .hub = p->hub,
        .language = settings[0] & 8 ? CM_LANGUAGE_LUA : CM_LANGUAGE_JAVASCRIPT,
        .catalog_budget = settings[1] & 1 ? 200 : CM_UNSET,
        .description_max = settings[1] & 1 ? 500 : CM_UNSET,
        .schema_max = CM_UNSET,
        .is_structured = settings[0] & 16,
        .changed = list_changed,
        .user = p
    };
    p->gateway = cm__gateway_new(alloc, &gateway);
    p->front = front.is_stateless ? make_server(p, &front)
                                  : cm__batch_front_new(alloc, &behind, &front);
    cm__lines_init(&p->lines, alloc, LINE_CAP);
}

/* ---- whether all is as in the beginning ---- */

static void probe_progress(void *user, uint64_t number, const char *message)
{
    (void)user, (void)number, (void)message;
}

static void probe_forward(void *user, const JsonValue *params)
{
    (void)user, (void)params;
}

static void probe_refused(void *user, int64_t code, const char *message,
                          const JsonValue *data)
{
    (void)user, (void)code, (void)message, (void)data;
    abort();
}

static void probe_done(void *user, const char *result, size_t len)
{
    (void)len;
    FUZZ_CHECK(strstr(result, "found") && !strstr(result, "isError"));
    ++*(size_t *)user;
}

static void probe(Play *p, Server *s, const char *tool, const char *arguments)
{
    static const GatewayCallEvents events = { probe_progress, probe_done,
                                              probe_forward, probe_refused,
                                              false };
    static const char answer[] =
        "{\"content\":[{\"type\":\"text\",\"text\":\"found\"}]}";
    JsonDoc *doc = NULL;
    size_t n_done = 0;
    FUZZ_CHECK(cm__json_parse(cm__alloc_default(), arguments, strlen(arguments),
                              NULL, &doc, NULL) == CM_OK);
    for (size_t i = 0; i < CALLS_EACH; i++)
        (void)cm__gateway_call(p->gateway, tool, &doc->root, &events, &n_done);
    cm__json_doc_free(doc);
    stage_settle(p->loop);
    FUZZ_CHECK(n_done == 0 && n_open(s) == CALLS_EACH);
    for (size_t i = 0; i < CALLS_EACH; i++)
        answer_oldest(s, "result", answer, sizeof answer - 1);
    stage_settle(p->loop);
    FUZZ_CHECK(n_done == CALLS_EACH);
}

/* With servers that are new again and answer. */
static void check_free(Play *p, bool is_lua)
{
    for (size_t i = 0; i < N_SERVERS; i++) {
        Server *s = &p->servers[i];
        if (s->wire)
            stage_exit(s->wire);
        s->is_mute = false;
        change_tools(s, TOOLS, sizeof TOOLS - 1);
    }
    stage_pass(p->loop, PATIENCE_MS);
    cm__hub_connect(p->hub);
    stage_settle(p->loop);
    probe(p, &p->servers[1], "beta_hold", "{}");
    probe(p, &p->servers[0], "execute",
          is_lua ? "{\"code\":\"return tools.alpha.hold()\"}"
                 : "{\"code\":\"return await tools.alpha.hold()\"}");
}

/* Nobody says anything for long; then the host's own tools answer. */
static void wind_down(Play *p)
{
    stage_pass(p->loop, PATIENCE_MS);
    while (p->n_held > 0) {
        cm__host_return(take_held(0), "1", 1);
        stage_settle(p->loop);
    }
    stage_pass(p->loop, PATIENCE_MS);
    ledger_check_end(&p->ledger);
    FUZZ_CHECK(cm__front_is_idle(p->front) || ledger_has_lasting(&p->ledger));
    FUZZ_CHECK(cm__gateway_is_idle(p->gateway));
}

static void close_play(Play *p, uint8_t settings)
{
    if (!(settings & 32)) {
        wind_down(p);
        check_free(p, settings & 8);
    }
    cm__front_free(p->front);
    p->front = NULL;
    stage_settle(p->loop);
    FUZZ_CHECK(cm__gateway_is_idle(p->gateway) && p->n_held == 0);
    cm__hub_stop(p->hub, stopped, p);
    stage_pass(p->loop, 1000);
    FUZZ_CHECK(p->is_stopped);
    for (size_t i = 0; i < N_SERVERS; i++) {
        FUZZ_CHECK(!p->servers[i].wire && !p->servers[i].calls);
        cm__buf_done(&p->servers[i].tools);
    }
    cm__hub_free(p->hub);
    cm__gateway_free(p->gateway);
    cm__lines_done(&p->lines);
    cm__loop_free(p->loop);
    ledger_end(&p->ledger);
    stage_end();
    FUZZ_CHECK(p->memory.live_bytes == 0);
}

static void run(Play *p, const uint8_t *bytes, size_t size, size_t step)
{
    play = p;
    open_play(p, bytes);
    run_lines(p, (const char *)bytes + 3, size - 3, step);
    close_play(p, bytes[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static Play whole, parts;
    if (size < 4 || size > MAX_BYTES)
        return 0;
    run(&whole, bytes, size, size);
    run(&parts, bytes, size, 1 + bytes[2] % 32);
    FUZZ_CHECK(whole.trace.len == parts.trace.len &&
               memcmp(cm__buf_text(&whole.trace), cm__buf_text(&parts.trace),
                      whole.trace.len) == 0);
    if (getenv("FUZZ_SHOW"))
        (void)fputs(cm__buf_text(&whole.trace), stderr);
    cm__buf_done(&whole.trace);
    cm__buf_done(&parts.trace);
    return 0;
}
