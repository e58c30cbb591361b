/* SPDX-License-Identifier: MIT */
/* The parts between the library and other servers, each by itself: sets of
 * tools, lists, descriptions, results as text, our side of the protocol with a
 * scripted peer, what the relay and the HTTP endpoint are made of. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scenario.h"

#include "mcp/bound.h"
#include "mcp/client.h"
#include "mcp/describe.h"
#include "mcp/era.h"
#include "mcp/headercheck.h"
#include "mcp/listcache.h"
#include "mcp/media.h"
#include "mcp/renaming.h"
#include "mcp/resulttext.h"
#include "mcp/routing.h"
#include "mcp/toolbox.h"
#include "mcp/toolheader.h"
#include "mcp/toollist.h"
#include "mcp/url.h"

static JsonDoc *parse_own(const char *text)
{
    JsonDoc *doc = NULL;
    SCENARIO_CHECK(cm__json_parse(scenario_own(), text, strlen(text), NULL,
                                  &doc, NULL) == CM_OK);
    return doc;
}

/* What a maker of text writes, compared with what it writes with all memory. */
typedef void (*Writer)(Buf *out, const void *arg);

static cm_status same_text(const cm_allocator *alloc, Writer write,
                           const void *arg, const void *own_arg)
{
    Buf out, expected;
    cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&expected, scenario_own(), CM_BUF_NO_LIMIT);
    write(&out, arg);
    cm__alloc_set_default(NULL);
    write(&expected, own_arg);
    cm__alloc_set_default(alloc);
    SCENARIO_CHECK(expected.status == CM_OK && expected.len > 0);
    cm_status status = scenario_status(out.status);
    if (status == CM_OK)
        scenario_same(cm__buf_text(&out), cm__buf_text(&expected));
    cm__buf_done(&out);
    cm__buf_done(&expected);
    return status;
}

/* ---- toolbox, toollist ---- */

static void settle_at_once(HostCall *call)
{
    cm__host_return(call, "{}", 2);
}

static const HostToolOps tool_ops = { settle_at_once, settle_at_once };

static cm_status fill_toolbox(Toolbox *box)
{
    const ToolboxEntry entries[] = {
        { .path = "s.good",
          .description = "Good",
          .input_schema = "{\"type\":\"object\",\"properties\":{\"a\":{\"type\""
                          ":\"integer\"}}}",
          .output_schema = "{\"type\":\"object\"}",
          .output_rule = OUTPUT_IS_REFUSED,
          .ops = &tool_ops },
        { .path = "s.odd",
          .input_schema = "{\"minItems\":-1}",
          .output_schema = "{",
          .ops = &tool_ops },
        { .path = "s.good", .description = "Better", .ops = &tool_ops },
        { .path = "direct",
          .direct_id = "direct",
          .listed = ",\"inputSchema\":{\"type\":\"object\"}",
          .input_schema = "{\"type\":\"object\"}",
          .ops = &tool_ops },
    };
    cm_status status = CM_OK;
    for (size_t i = 0; i < CM_ARRAY_LEN(entries) && status == CM_OK; i++) {
        ToolboxNote note = { .is_replaced = false };
        status = cm__toolbox_add(box, &entries[i], &note, NULL);
        if (status == CM_OK)
            SCENARIO_CHECK(note.is_replaced == (i == 2) &&
                           (note.unchecked[0] != '\0') == (i == 1));
    }
    if (status == CM_OK)
        status = cm__toolbox_namespace(box, "s", "A space", NULL);
    if (status == CM_OK)
        status = cm__toolbox_announce(box, "late", NULL);
    return status;
}

static const char page[] =
    "[{\"name\":\"get-pet\",\"description\":\"One\",\"inputSchema\":{\"type\":"
    "\"object\",\"properties\":{\"r\":{\"type\":\"string\",\"x-mcp-header\":"
    "\"Region\"}}},\"annotations\":{\"readOnlyHint\":true}},{\"name\":\"a b\","
    "\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{\"type\":"
    "\"object\"}},{\"name\":\"a_b\",\"inputSchema\":{\"type\":\"object\"}},"
    "{\"name\":7},{\"name\":\"hidden\",\"inputSchema\":{\"type\":\"object\"}}]";

static cm_status toollist(const cm_allocator *alloc, const void *arg)
{
    static const char *const exclude[] = { "hid*" };
    static const ToolRename renames[] = { { "a b", "ab" } };
    static const ToolFilter filter = { .server = "s",
                                       .exclude = exclude,
                                       .n_exclude = 1,
                                       .renames = renames,
                                       .n_renames = 1 };
    JsonDoc *doc = parse_own(page);
    ToolList list;
    (void)arg;
    cm__toollist_init(&list, alloc, true);
    list.filter = &filter;
    cm__toollist_add_page(&list, &doc->root);
    cm_status status = scenario_status(list.status);
    if (status == CM_OK) {
        SCENARIO_CHECK(list.n_tools == 3 && list.n_skips >= 1);
        scenario_same(list.tools[0].name, "get-pet");
        SCENARIO_CHECK(list.tools[0].headers.n_items == 1);
    }
    cm__toollist_done(&list);
    cm__json_doc_free(doc);
    return status;
}

static cm_status listcache(const cm_allocator *alloc, const void *arg)
{
    static const char *const argv[] = { "server", "--x", NULL };
    static const char *const env[] = { "A=1", NULL };
    const UpstreamSpec spec = {
        .name = "s", .ns = "s", .argv = argv, .env = env
    };
    char folder[] = "/tmp/codemode-oom-XXXXXX";
    JsonDoc *doc = NULL;
    Buf path;
    (void)arg;
    SCENARIO_CHECK(mkdtemp(folder) != NULL);
    cm__buf_init(&path, alloc, CM_BUF_NO_LIMIT);
    bool is_ok = cm__listcache_path(folder, &spec, &path) &&
                 cm__listcache_write(alloc, folder, cm__buf_text(&path), page,
                                     sizeof page - 1);
    if (is_ok) {
        const JsonValue *tools =
            cm__listcache_read(alloc, cm__buf_text(&path), &doc);
        is_ok = tools != NULL;
        if (is_ok)
            SCENARIO_CHECK(tools->n_items == 5);
        cm__json_doc_free(doc);
    }
    if (path.len > 0)
        (void)unlink(cm__buf_text(&path));
    SCENARIO_CHECK(rmdir(folder) == 0);
    cm__buf_done(&path);
    return is_ok ? CM_OK : CM_E_NOMEM;
}

/* ---- what a client is told ---- */

typedef struct Told {
    cm_language language;
    size_t description, schema;
    const cm_runtime *runtime;
} Told;

static void write_description(Buf *out, const void *arg)
{
    const Told *t = arg;
    const DescribeLimits limits = { CM_UNSET, t->description, t->schema };
    cm__describe_execute(t->runtime, &limits, "one, two", out);
    cm__buf_add_char(out, '\n');
    cm__describe_schema(t->runtime, t->language, &limits, out);
}

static void write_call(Buf *out, const void *arg)
{
    const Told *t = arg;
    cm_tool_info tool = cm_runtime_tool(t->runtime, 0);
    cm__alloc_set_default(NULL);
    JsonDoc *doc = parse_own("{\"a\":[1,\"x\\ny\",null,true],\"b c\":{}}");
    cm__alloc_set_default(out->alloc);
    cm__describe_call(&tool, t->language, &doc->root, out);
    cm__json_doc_free(doc);
}

static cm_status open_toolbox(const cm_allocator *alloc, cm_language language,
                              Toolbox **ret_box)
{
    cm_runtime_options options = CM_RUNTIME_OPTIONS_INIT;
    options.language = language;
    *ret_box = cm__toolbox_new(alloc);
    if (*ret_box == NULL)
        return CM_E_NOMEM;
    cm_status status = fill_toolbox(*ret_box);
    if (status == CM_OK)
        status = cm__toolbox_seal(*ret_box, &options, NULL);
    return scenario_status(status);
}

static cm_status toolbox(const cm_allocator *alloc, const void *arg)
{
    Toolbox *box = NULL;
    (void)arg;
    cm_status status = open_toolbox(alloc, CM_LANGUAGE_JAVASCRIPT, &box);
    if (status == CM_OK) {
        SCENARIO_CHECK(cm_runtime_tool_count(box->runtime) == 2);
        SCENARIO_CHECK(cm__toolbox_has(box, "s.good"));
        SCENARIO_CHECK(cm__toolbox_direct(box, "direct") != NULL);
    }
    cm__toolbox_unref(box);
    return status;
}

static cm_status told(const cm_allocator *alloc, const Told *given,
                      Writer write)
{
    Toolbox *box = NULL, *own = NULL;
    Told t = *given, own_t = *given;
    cm__alloc_set_default(NULL);
    SCENARIO_CHECK(open_toolbox(scenario_own(), t.language, &own) == CM_OK);
    cm__alloc_set_default(alloc);
    cm_status status = open_toolbox(alloc, t.language, &box);
    if (status == CM_OK) {
        t.runtime = box->runtime;
        own_t.runtime = own->runtime;
        status = same_text(alloc, write, &t, &own_t);
    }
    cm__toolbox_unref(box);
    cm__alloc_set_default(NULL);
    cm__toolbox_unref(own);
    cm__alloc_set_default(alloc);
    return status;
}

static cm_status description(const cm_allocator *alloc, const void *arg)
{
    return told(alloc, arg, write_description);
}

static cm_status equivalent_call(const cm_allocator *alloc, const void *arg)
{
    return told(alloc, arg, write_call);
}

static const Told told_all = { CM_LANGUAGE_JAVASCRIPT, 0, 60000, NULL },
                  told_little = { CM_LANGUAGE_LUA, 500, 900, NULL },
                  told_lua = { CM_LANGUAGE_LUA, 0, 0, NULL };

/* ---- results ---- */

static cm_status outcome_text(const cm_allocator *alloc, const void *arg)
{
    const char *source = arg;
    cm_runtime_options options = CM_RUNTIME_OPTIONS_INIT;
    cm_runtime *runtime = NULL;
    cm_result *r = NULL;
    Buf logs, notes, out, expected;
    options.allocator = scenario_own();
    SCENARIO_CHECK(cm_runtime_new(NULL, &options, &runtime, NULL) == CM_OK);
    SCENARIO_CHECK(cm_execute(runtime, source, strlen(source), &r, NULL) ==
                   CM_OK);
    cm__buf_init(&logs, scenario_own(), CM_BUF_NO_LIMIT);
    cm__buf_init(&notes, scenario_own(), CM_BUF_NO_LIMIT);
    cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&expected, scenario_own(), CM_BUF_NO_LIMIT);
    cm__buf_add_str(&logs, "[s.a] a line of \xED\xA0\x80 a tool\n");
    cm__buf_add_str(&notes, "[s.a] dropped\n");
    cm__result_text(r, &logs, &notes, &expected);
    cm__result_text(r, &logs, &notes, &out);
    cm_status status = scenario_status(out.status);
    if (status == CM_OK)
        scenario_same(cm__buf_text(&out), cm__buf_text(&expected));
    cm__buf_done(&logs);
    cm__buf_done(&notes);
    cm__buf_done(&out);
    cm__buf_done(&expected);
    cm_result_free(r);
    cm_runtime_free(runtime);
    return status;
}

static void write_cut(Buf *out, const void *arg)
{
    const Bound bound = { .max_lines = 6, .max_bytes = 100 };
    char text[1000];
    size_t n = 0;
    (void)arg;
    for (int i = 0; i < 60; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "line %d\n", i);
    cm__bound_text(&bound, text, n, out);
}

static cm_status cut_text(const cm_allocator *alloc, const void *arg)
{
    return same_text(alloc, write_cut, arg, arg);
}

static cm_status media(const cm_allocator *alloc, const void *arg)
{
    static const char png[] = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ";
    size_t n;
    (void)alloc;
    (void)arg;
    SCENARIO_CHECK(cm__media_check(png, sizeof png - 1, "image/png", &n) ==
                   NULL);
    SCENARIO_CHECK(cm__media_check("???", 3, "image/png", &n) != NULL);
    return CM_OK;
}

/* ---- our side of the protocol ---- */

typedef struct Peer {
    McpClient *client;
    char events[600];
    char sent[24][40]; /* methods; "" for an answer */
    size_t n_sent;
    bool is_short; /* somebody was told of lacking memory */
} Peer;

static void see(Peer *p, const char *text)
{
    size_t n = strlen(p->events);
    (void)snprintf(p->events + n, sizeof p->events - n, "%s ", text);
}

static cm_status peer_send(void *user, const char *line, size_t len,
                           const WireNote *note)
{
    Peer *p = user;
    (void)line;
    SCENARIO_CHECK(len > 0 && p->n_sent < 24);
    (void)snprintf(p->sent[p->n_sent++], 40, "%s",
                   note->method != NULL ? note->method : "");
    return CM_OK;
}

static void peer_ready(void *user)
{
    see(user, "ready");
}

static void peer_refused(void *user, const char *reason, const McpAnswer *why)
{
    (void)why;
    (void)reason; /* no peer here refuses: it could not be asked */
    see(user, "refused");
    ((Peer *)user)->is_short = true;
}

static void peer_changed(void *user)
{
    see(user, "changed");
}

static void peer_progressed(void *user, void *call, const JsonValue *params)
{
    (void)call;
    (void)params;
    see(user, "progress");
}

static void peer_logged(void *user, LogLevel level, const char *text)
{
    (void)level;
    ((Peer *)user)->is_short |= strstr(text, "memory") != NULL;
}

static void answered(void *user, const McpAnswer *answer)
{
    Peer *p = user;
    see(p, answer->result != NULL ? "result" : answer->error);
    p->is_short |=
        answer->result == NULL && strstr(answer->error, "memory") != NULL;
}

static void listed(void *user, const JsonValue *tools, const char *error)
{
    Peer *p = user;
    see(p, tools != NULL ? "page" : error != NULL ? error : "listed");
    p->is_short |= error != NULL;
}

/* What the peer says, in order; "!" stands before what we do. */
typedef struct Talk {
    McpStart start;
    bool is_http;
    const char *const *lines;
    const char *events;
} Talk;

static void act(Peer *p, const char *what)
{
    static const McpCall call = { .tool = "t",
                                  .arguments = "{\"a\":1}",
                                  .arguments_len = 7 };
    if (strcmp(what, "!list") == 0)
        p->is_short |= cm__client_list_tools(p->client, listed, p) != CM_OK;
    else if (strcmp(what, "!call") == 0)
        p->is_short |= cm__client_call_tool(p->client, &call, answered, p) == 0;
    else if (strcmp(what, "!cancel") == 0)
        cm__client_cancel(p->client, 4, "not wanted");
    else if (strcmp(what, "!gone") == 0)
        cm__client_disconnect(p->client, "gone");
    else
        cm__client_feed(p->client, what, strlen(what));
}

static cm_status talk(const cm_allocator *alloc, const void *arg)
{
    static const McpClientEvents events = {
        .send = peer_send,
        .ready = peer_ready,
        .refused = peer_refused,
        .tools_changed = peer_changed,
        .progressed = peer_progressed,
    };
    const Talk *t = arg;
    Peer p = { .client = NULL };
    const Log log = { .level = CM_LOG_DEBUG, .write = peer_logged, .user = &p };
    const McpClientSpec spec = { .name = "peer",
                                 .log = &log,
                                 .start = t->start,
                                 .is_http = t->is_http,
                                 .events = &events,
                                 .user = &p };
    p.client = cm__client_new(alloc, &spec);
    if (p.client == NULL)
        return CM_E_NOMEM;
    cm__client_start(p.client);
    for (const char *const *line = t->lines; *line != NULL; line++)
        act(&p, *line);
    cm__client_free(p.client);
    if (strcmp(p.events, t->events) == 0)
        return CM_OK;
    if (!p.is_short)
        scenario_same(p.events, t->events);
    return CM_E_NOMEM;
}

static const char initialize_result[] =
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":"
    "\"2025-06-18\",\"serverInfo\":{\"name\":\"s\"}}}";
static const char *const handshake_lines[] = {
    initialize_result,
    "!list",
    "{\"id\":2,\"result\":{\"tools\":[{\"name\":\"t\"}],\"nextCursor\":\"c\"}}",
    "{\"id\":3,\"result\":{\"tools\":[]}}",
    "!call",
    "{\"id\":\"q\",\"method\":\"ping\"}",
    ("{\"method\":\"notifications/progress\",\"params\":{\"progressToken\":4,"
     "\"progress\":1}}"),
    ("{\"method\":\"notifications/message\",\"params\":{\"level\":\"info\","
     "\"data\":{\"a\":1}}}"),
    "{\"method\":\"notifications/tools/list_changed\"}",
    "{\"id\":4,\"result\":{\"content\":[]}}",
    "!call",
    "{\"id\":5,\"error\":{\"code\":-1,\"message\":\"boom\"}}",
    "!call",
    "!gone",
    NULL,
};
static const char *const fallback_lines[] = {
    "{\"id\":1,\"error\":{\"code\":-32601,\"message\":\"no\"}}",
    "{\"id\":2,\"result\":{\"protocolVersion\":\"2025-11-25\"}}",
    "!call",
    "!call",
    "!cancel",
    "{\"id\":3,\"result\":{}}",
    NULL,
};
static const char *const modern_lines[] = {
    ("{\"id\":1,\"result\":{\"resultType\":\"complete\",\"supportedVersions\":["
     "\"2026-07-28\"]}}"),
    "!call",
    "{\"id\":2,\"result\":{\"resultType\":\"complete\",\"content\":[]}}",
    NULL,
};
static const Talk handshake = { CM_MCP_HANDSHAKE_FIRST, false, handshake_lines,
                                "ready page page listed progress changed "
                                "result boom gone " },
                  fallback = { CM_MCP_DISCOVER_FIRST, false, fallback_lines,
                               "ready result " },
                  modern = { CM_MCP_DISCOVER_FIRST, true, modern_lines,
                             "ready result " };

static cm_status input_answers(const cm_allocator *alloc, const void *arg)
{
    JsonDoc *doc = parse_own(
        "{\"inputRequests\":{\"a\":{\"method\":\"roots/list\"},\"b\":{"
        "\"method\":\"elicitation/create\"}},\"requestState\":{\"s\":[1,2]}}");
    Buf out;
    (void)arg;
    cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
    bool is_ok = cm__client_input_answers(&doc->root, &out);
    SCENARIO_CHECK(is_ok || out.status == CM_E_NOMEM);
    if (is_ok)
        scenario_same(
            cm__buf_text(&out),
            "\"inputResponses\":{\"a\":{\"roots\":[]},\"b\":{"
            "\"action\":\"decline\"}},\"requestState\":{\"s\":[1,2]}");
    cm__buf_done(&out);
    cm__json_doc_free(doc);
    return is_ok ? CM_OK : CM_E_NOMEM;
}

/* ---- relay and endpoint ---- */

static cm_status renaming(const cm_allocator *alloc, const void *arg)
{
    static const char text[] =
        "{\"jsonrpc\":\"2.0\", \"id\": 7,\"method\":\"m\",\n\"params\":{"
        "\"_meta\":{\"progressToken\":\"p\",\"x\":1.50},\"n\":1e400}}";
    const Renaming names = { .id = "\"new\"", .token = "99" };
    JsonDoc *doc = parse_own(text);
    Buf out;
    (void)arg;
    cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
    cm__rename_message(&out, text, sizeof text - 1, &doc->root, &names);
    cm_status status = scenario_status(out.status);
    if (status == CM_OK)
        scenario_same(cm__buf_text(&out),
                      "{\"jsonrpc\":\"2.0\",\"id\":\"new\",\"method\":\"m\","
                      "\"params\":{\"_meta\":{\"progressToken\":99,\"x\":1.50}"
                      ",\"n\":1e400}}");
    cm__buf_done(&out);
    cm__json_doc_free(doc);
    return status;
}

/* A tool that could not be learned is not checked, like one that was never
 * listed. */
static cm_status headercheck(const cm_allocator *alloc, const void *arg)
{
    const cm_http_header right = { "mcp-param-region", "eu" };
    const cm_http_header wrong = { "Mcp-Param-Region", "us" };
    JsonDoc *tools = parse_own(page);
    JsonDoc *params =
        parse_own("{\"name\":\"get-pet\",\"arguments\":{\"r\":\"eu\"}}");
    HeaderCheck check;
    (void)arg;
    cm__headercheck_init(&check, alloc);
    cm__headercheck_learn(&check, &tools->root);
    cm_status status = check.newest != NULL ? CM_OK : CM_E_NOMEM;
    const char *good = cm__headercheck_fault(&check, &params->root, &right, 1);
    const char *bad = cm__headercheck_fault(&check, &params->root, &wrong, 1);
    if (status == CM_OK && good == NULL && bad != NULL)
        scenario_same(bad, "Mcp-Param-Region");
    else
        status = CM_E_NOMEM;
    cm__headercheck_done(&check);
    cm__json_doc_free(tools);
    cm__json_doc_free(params);
    return status;
}

static cm_status toolheaders(const cm_allocator *alloc, const void *arg)
{
    JsonDoc *schema = parse_own(
        "{\"type\":\"object\",\"properties\":{\"r\":{\"type\":\"string\","
        "\"x-mcp-header\":\"Region\"},\"o\":{\"type\":\"object\","
        "\"properties\":{\"n\":{\"type\":\"integer\",\"x-mcp-header\":\"N\"}}}}"
        "}");
    static const char arguments[] = "{\"r\":\"\\u00fc\",\"o\":{\"n\":7}}";
    ToolHeaders headers;
    const cm_http_header *given = NULL;
    size_t n = 0;
    Arena arena;
    (void)arg;
    cm__arena_init(&arena, alloc, 1 << 20);
    cm_status status = CM_OK;
    if (cm__toolheader_read(&arena, &schema->root, &headers) != NULL)
        status = CM_E_NOMEM; /* nothing else is wrong with it */
    if (status == CM_OK)
        status = cm__toolheader_fill(&headers, arguments, sizeof arguments - 1,
                                     &arena, &given, &n);
    if (status == CM_OK) {
        SCENARIO_CHECK(n == 2);
        scenario_same(given[0].value, "=?base64?w7w=?=");
        scenario_same(given[1].value, "7");
    }
    cm__arena_done(&arena);
    cm__json_doc_free(schema);
    return scenario_status(status);
}

static cm_status era(const cm_allocator *alloc, const void *arg)
{
    static const char result[] = "{\"content\":[],\"_meta\":{\"a\":1}}";
    Buf out;
    (void)arg;
    cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&out);
    cm_status status =
        cm__era_write_result(alloc, &w, true, result, sizeof result - 1);
    if (status == CM_OK)
        status = out.status;
    if (status == CM_OK)
        SCENARIO_CHECK(
            strstr(cm__buf_text(&out), "\"resultType\":\"complete\"") != NULL);
    cm__buf_done(&out);
    return scenario_status(status);
}

static void write_unwrapped(Buf *out, const void *arg)
{
    (void)arg;
    SCENARIO_CHECK(cm__routing_unwrap(out, "=?base64?w7xi?=") ||
                   out->status != CM_OK);
}

static cm_status unwrapping(const cm_allocator *alloc, const void *arg)
{
    return same_text(alloc, write_unwrapped, arg, arg);
}

/* ---- the list ---- */

static const Scenario items[] = {
    { "a set of tools, sealed", toolbox, NULL, 0, 0 },
    { "a page of a server's tools", toollist, NULL, 0, 0 },
    { "a list kept in a file", listcache, NULL, 0, 0 },
    { "the description of execute", description, &told_all, 0, 0 },
    { "the description of execute, cut, Lua", description, &told_little, 0, 0 },
    { "a program for a tool", equivalent_call, &told_all, 0, 0 },
    { "a program for a tool, Lua", equivalent_call, &told_lua, 0, 0 },
    { "an outcome as text", outcome_text,
      "console.log('x'); return { a: [1, 'two'], s: new Set([1]) }", 0, 0 },
    { "a failure as text", outcome_text, "tools.nope.x({})", 0, 0 },
    { "an output that is cut", cut_text, NULL, 0, 0 },
    { "media, looked at", media, NULL, 0, 0 },
    { "a server with a handshake", talk, &handshake, 0, 0 },
    { "a server that refuses one beginning", talk, &fallback, 0, 0 },
    { "a modern server", talk, &modern, 0, 0 },
    { "answers to a server's questions", input_answers, NULL, 0, 0 },
    { "a message under other names", renaming, NULL, 0, 0 },
    { "headers against arguments", headercheck, NULL, 0, 0 },
    { "arguments as headers", toolheaders, NULL, 0, 0 },
    { "a result of the modern era", era, NULL, 0, 0 },
    { "a header's value, unwrapped", unwrapping, NULL, 0, 0 },
};

const ScenarioGroup oom_adapter = { "adapter", items,
                                    sizeof items / sizeof items[0] };
