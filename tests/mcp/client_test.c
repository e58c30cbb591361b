/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "mcp/batch.h"
#include "mcp/client.h"

/* A client and all that happened to it, as text. */
typedef struct Probe {
    McpClient *client;
    Buf sent;   /* lines */
    Buf events; /* words */
    Buf notes;  /* what the transport was told */
    bool frees_in_answer;
    bool refuses_to_send;
    bool shows_log;
} Probe;

static cm_status probe_send(void *user, const char *line, size_t len,
                            const WireNote *note)
{
    Probe *p = user;
    cm__buf_add_fmt(&p->notes, "%s/%llu/%s/%s/%s ",
                    note->method != NULL ? note->method : "-",
                    (unsigned long long)note->request,
                    note->name != NULL ? note->name : "-", note->version,
                    note->is_modern ? "modern" : "legacy");
    for (size_t i = 0; i < note->n_headers; i++)
        cm__buf_add_fmt(&p->notes, "[%s: %s] ", note->headers[i].name,
                        note->headers[i].value);
    if (p->refuses_to_send)
        return CM_E_LIMIT;
    cm__buf_add(&p->sent, line, len);
    return CM_OK;
}

static void probe_ready(void *user)
{
    cm__buf_add_str(&((Probe *)user)->events, "ready ");
}

static void probe_refused(void *user, const char *reason, const McpAnswer *why)
{
    int status = why != NULL ? why->status : 0;
    cm__buf_add_fmt(&((Probe *)user)->events, "refused(%s) ", reason);
    if (status != 0)
        cm__buf_add_fmt(&((Probe *)user)->events, "HTTP %d ", status);
}

static void probe_settled(void *user, uint64_t request)
{
    cm__buf_add_fmt(&((Probe *)user)->notes, "settled(%d) ", (int)request);
}

static void probe_forgotten(void *user, uint64_t request)
{
    cm__buf_add_fmt(&((Probe *)user)->notes, "forgotten(%d) ", (int)request);
}

static void probe_progressed(void *user, void *call, const JsonValue *params)
{
    const JsonValue *at = cm__json_get(params, "progress");
    cm__buf_add_fmt(&((Probe *)user)->events, "progress(%d %s) ",
                    at != NULL ? (int)at->integer : -1,
                    call == user ? "ours" : "?");
}

static void probe_changed(void *user)
{
    cm__buf_add_str(&((Probe *)user)->events, "changed ");
}

static void probe_log(void *user, LogLevel level, const char *text)
{
    Probe *p = user;
    (void)level;
    if (p->shows_log)
        cm__buf_add_fmt(&p->events, "log(%d %s) ", (int)level, text);
    else
        cm__buf_add_str(&p->events, "log ");
}

static void probe_answer(void *user, const McpAnswer *answer)
{
    Probe *p = user;
    if (answer->result != NULL)
        cm__buf_add_fmt(&p->events, "result(%zu) ", answer->result->n_members);
    else
        cm__buf_add_fmt(&p->events, "error(%d %s) ", (int)answer->code,
                        answer->error);
    if (p->frees_in_answer)
        cm__client_free(p->client);
}

static void probe_listed(void *user, const JsonValue *tools, const char *error)
{
    Probe *p = user;
    if (tools != NULL)
        cm__buf_add_fmt(&p->events, "page(%zu) ", tools->n_items);
    else
        cm__buf_add_fmt(&p->events, "listed(%s) ", error != NULL ? error : "");
}

static void feed(Probe *p, const char *line)
{
    cm__client_feed(p->client, line, strlen(line));
}

static uint64_t call(Probe *p, const char *tool, const char *arguments)
{
    const McpCall what = { .tool = tool,
                           .arguments = arguments,
                           .arguments_len = strlen(arguments) };
    return cm__client_call_tool(p->client, &what, probe_answer, p);
}

static void probe_init_as(Probe *p, Log *log, McpStart start, bool is_http)
{
    static const McpClientEvents events = {
        .send = probe_send,
        .settled = probe_settled,
        .forgotten = probe_forgotten,
        .ready = probe_ready,
        .refused = probe_refused,
        .tools_changed = probe_changed,
        .progressed = probe_progressed,
    };
    *p = (Probe){ .client = NULL };
    *log = (Log){ .level = CM_LOG_DEBUG, .write = probe_log, .user = p };
    cm__buf_init(&p->sent, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_init(&p->events, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_init(&p->notes, cm__alloc_default(), CM_BUF_NO_LIMIT);
    const McpClientSpec spec = { .name = "probe",
                                 .log = log,
                                 .start = start,
                                 .is_http = is_http,
                                 .events = &events,
                                 .user = p };
    p->client = cm__client_new(cm__alloc_default(), &spec);
    assert_non_null(p->client);
}

static void probe_init(Probe *p, Log *log)
{
    probe_init_as(p, log, CM_MCP_HANDSHAKE_FIRST, false);
}

static void probe_start_in(Probe *p, Log *log, const char *version)
{
    char line[200];
    probe_init(p, log);
    cm__client_start(p->client);
    (void)snprintf(line, sizeof line,
                   "{\"result\":{\"protocolVersion\":\"%s\",\"serverInfo\":"
                   "{\"name\":\"s\"}},\"jsonrpc\":\"2.0\",\"id\":1}",
                   version);
    feed(p, line);
    assert_string_equal(cm__buf_text(&p->events), "ready ");
    cm__buf_clear(&p->events);
    cm__buf_clear(&p->sent);
    cm__buf_clear(&p->notes);
}

static void probe_start(Probe *p, Log *log)
{
    probe_start_in(p, log, "2024-11-05");
}

/* A client of a modern server over HTTP. */
static void probe_start_modern(Probe *p, Log *log)
{
    probe_init_as(p, log, CM_MCP_DISCOVER_FIRST, true);
    cm__client_start(p->client);
    feed(p, "{\"id\":1,\"result\":{\"resultType\":\"complete\","
            "\"supportedVersions\":[\"2026-07-28\"]}}");
    assert_string_equal(cm__buf_text(&p->events), "ready ");
    cm__buf_clear(&p->events);
    cm__buf_clear(&p->sent);
    cm__buf_clear(&p->notes);
}

static void probe_done(Probe *p)
{
    if (!p->frees_in_answer)
        cm__client_free(p->client);
    cm__buf_done(&p->sent);
    cm__buf_done(&p->events);
    cm__buf_done(&p->notes);
}

static void the_handshake_goes_down_to_older_versions(void **state)
{
    (void)state;
    Probe p;
    Log log;
    probe_init(&p, &log);
    cm__client_start(p.client);
    assert_string_equal(
        cm__buf_text(&p.sent),
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"
        "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
        "\"clientInfo\":{\"name\":\"codemode\",\"version\":\"0.1.0\"}}}\n");
    cm__buf_clear(&p.sent);
    feed(&p, "{\"method\":\"notifications/tools/list_changed\"}");
    feed(&p, "{\"id\":1,\"result\":{\"protocolVersion\":\"2025-03-26\"}}");
    assert_string_equal(cm__buf_text(&p.events), "ready ");
    assert_string_equal(cm__client_version(p.client), "2025-03-26");
    assert_string_equal(cm__buf_text(&p.sent),
                        "{\"jsonrpc\":\"2.0\",\"method\":"
                        "\"notifications/initialized\",\"params\":{}}\n");
    probe_done(&p);
}

static void unknown_versions_and_errors_refuse(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        { "{\"id\":1,\"result\":{\"protocolVersion\":\"2099-01-01\"}}",
          "refused(it speaks protocol version \"2099-01-01\", which is "
          "unknown) " },
        { "{\"id\":1,\"result\":{}}",
          "refused(it speaks protocol version \"(none)\", which is unknown) " },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        Probe p;
        Log log;
        probe_init(&p, &log);
        cm__client_start(p.client);
        feed(&p, rows[i][0]);
        assert_string_equal(cm__buf_text(&p.events), rows[i][1]);
        probe_done(&p);
    }
}

static void answers_find_their_calls_and_strays_are_ignored(void **state)
{
    (void)state;
    Probe p;
    Log log;
    probe_start(&p, &log);
    assert_int_equal(call(&p, "a b", "{\"x\":1}"), 2);
    assert_int_equal(call(&p, "n", "null"), 3);
    assert_string_equal(
        cm__buf_text(&p.sent),
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{"
        "\"_meta\":{\"progressToken\":2},\"name\":\"a b\",\"arguments\":{\"x\":1}}}\n"
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{"
        "\"_meta\":{\"progressToken\":3},\"name\":\"n\",\"arguments\":{}}}\n");
    feed(&p, "{\"id\":99,\"result\":{}}");
    feed(&p, "{\"id\":\"3\",\"result\":{\"content\":[]}}"); /* a string */
    feed(&p, "{\"id\":3,\"result\":{\"content\":[]}}");     /* doubled */
    feed(&p, "{\"id\":2,\"error\":{\"code\":-32603,\"message\":\"bad\"}}");
    feed(&p, "{\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\"}}");
    assert_string_equal(cm__buf_text(&p.events),
                        "result(1) error(-32603 bad) ");
    probe_done(&p);
}

static void junk_is_logged_once(void **state)
{
    (void)state;
    Probe p;
    Log log;
    probe_start(&p, &log);
    feed(&p, "Server running on stdio");
    feed(&p, "[]");
    feed(&p, "{}");
    feed(&p, "\xFF\xFE");
    assert_string_equal(cm__buf_text(&p.events), "log ");
    probe_done(&p);
}

static void requests_of_the_server_are_answered(void **state)
{
    (void)state;
    Probe p;
    Log log;
    probe_start(&p, &log);
    feed(&p, "{\"id\":0,\"method\":\"roots/list\"}");
    feed(&p, "{\"id\":\"q\",\"method\":\"ping\"}");
    feed(&p, "{\"id\":1,\"method\":\"sampling/createMessage\"}");
    feed(&p, "{\"id\":2,\"method\":\"elicitation/create\",\"params\":{}}");
    assert_string_equal(
        cm__buf_text(&p.sent),
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"roots\":[]}}\n"
        "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{}}\n"
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,"
        "\"message\":\"method not found\"}}\n"
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"action\":\"decline\"}}\n");
    probe_done(&p);
}

/* A wire that takes no more: the answers are dropped, and the log says it
 * once. */
static void answers_over_the_limit_are_dropped(void **state)
{
    (void)state;
    Probe p;
    Log log;
    probe_start(&p, &log);
    p.shows_log = true;
    p.refuses_to_send = true;
    feed(&p, "{\"id\":1,\"method\":\"ping\"}");
    feed(&p, "{\"id\":2,\"method\":\"roots/list\"}");
    assert_string_equal(
        cm__buf_text(&p.events),
        "log(1 server \"probe\" sends requests faster than it takes the "
        "answers; those over the limit get none) ");
    p.refuses_to_send = false;
    feed(&p, "{\"id\":3,\"method\":\"ping\"}");
    assert_string_equal(cm__buf_text(&p.sent),
                        "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}\n");
    probe_done(&p);
}

#define PROGRESS                                                           \
    "{\"method\":\"notifications/progress\",\"params\":{\"progressToken\"" \
    ":2,\"progress\":5}}"

static void a_batch_is_taken_apart_in_its_version(void **state)
{
    (void)state;
    Probe p;
    Log log;
    probe_start_in(&p, &log, "2025-03-26");
    p.shows_log = true;
    (void)call(&p, "a", "{}");
    (void)call(&p, "b", "{}");
    (void)call(&p, "c", "{}");
    cm__buf_clear(&p.sent);
    feed(&p, " [" PROGRESS ",{\"id\":3,\"result\":{}},"
             "{\"id\":\"q\",\"method\":\"ping\"},"
             "{\"id\":2,\"error\":{\"code\":-1,\"message\":\"bad\"}}]");
    assert_string_equal(cm__buf_text(&p.events),
                        "progress(5 ours) result(0) error(-1 bad) ");
    assert_string_equal(cm__buf_text(&p.sent),
                        "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{}}\n");
    cm__buf_clear(&p.events);
    /* Entries that are none; a batch in a batch is none either. */
    feed(&p, "[7,[{\"id\":4,\"result\":{}}],{\"id\":4,\"result\":{}}]");
    assert_string_equal(
        cm__buf_text(&p.events),
        "log(1 server \"probe\" sends texts that are no messages; skipped, the "
        "first is: [7,[{\"id\":4,\"result\":{}}],{\"id\":4,\"result\":{}}]) "
        "result(0) ");
    cm__buf_clear(&p.events);
    feed(&p, "[]");
    feed(&p, "[]");
    assert_string_equal(
        cm__buf_text(&p.events),
        "log(0 server \"probe\" sends a batch without messages) ");
    probe_done(&p);
}

static void a_batch_has_a_most_of_messages(void **state)
{
    (void)state;
    Probe p;
    Log log;
    Buf batch;
    probe_start_in(&p, &log, "2025-03-26");
    p.shows_log = true;
    (void)call(&p, "a", "{}");
    cm__buf_init(&batch, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_char(&batch, '[');
    for (int i = 0; i < CM_BATCH_TAKEN_MAX - 1; i++)
        cm__buf_add_str(&batch, "{\"method\":\"notifications/x\"},");
    cm__buf_add_str(&batch, PROGRESS "," PROGRESS "]");
    feed(&p, cm__buf_text(&batch));
    assert_string_equal(
        cm__buf_text(&p.events),
        "log(0 server \"probe\" sends a batch of 1001 messages; those after "
        "the first 1000 are dropped) progress(5 ours) ");
    cm__buf_done(&batch);
    probe_done(&p);
}

static void it_may_be_freed_in_a_batch(void **state)
{
    (void)state;
    Probe p;
    Log log;
    probe_start_in(&p, &log, "2025-03-26");
    (void)call(&p, "a", "{}");
    (void)call(&p, "b", "{}");
    p.frees_in_answer = true;
    feed(&p, "[{\"id\":2,\"result\":{}},{\"id\":3,\"result\":{}},[]]");
    assert_string_equal(cm__buf_text(&p.events), "result(0) ");
    probe_done(&p);
}

static void pages_follow_their_cursors(void **state)
{
    (void)state;
    Probe p;
    Log log;
    probe_start(&p, &log);
    assert_int_equal(cm__client_list_tools(p.client, probe_listed, &p), CM_OK);
    assert_int_equal(cm__client_list_tools(p.client, probe_listed, &p),
                     CM_E_STATE);
    feed(&p, "{\"id\":2,\"result\":{\"tools\":[1,2],\"nextCursor\":\"\"}}");
    feed(&p, "{\"id\":3,\"result\":{\"tools\":[3],\"nextCursor\":\"n\"}}");
    feed(&p, "{\"id\":4,\"result\":{\"tools\":[4]}}");
    assert_string_equal(cm__buf_text(&p.events),
                        "page(2) page(1) page(1) listed() ");
    assert_non_null(strstr(cm__buf_text(&p.sent), "\"params\":{}}"));
    assert_non_null(strstr(cm__buf_text(&p.sent), "{\"cursor\":\"\"}"));
    assert_non_null(strstr(cm__buf_text(&p.sent), "{\"cursor\":\"n\"}"));
    probe_done(&p);
}

static void a_list_that_does_not_end_is_cut(void **state)
{
    (void)state;
    Probe p;
    Log log;
    char line[100];
    probe_start(&p, &log);
    assert_int_equal(cm__client_list_tools(p.client, probe_listed, &p), CM_OK);
    feed(&p, "{\"id\":2,\"result\":{\"tools\":[],\"nextCursor\":\"a\"}}");
    feed(&p, "{\"id\":3,\"result\":{\"tools\":[],\"nextCursor\":\"a\"}}");
    assert_string_equal(
        cm__buf_text(&p.events),
        "page(0) page(0) listed(its list of tools does not end) ");
    cm__buf_clear(&p.events);
    /* A longer circle, whatever the cursors look like. */
    assert_int_equal(cm__client_list_tools(p.client, probe_listed, &p), CM_OK);
    feed(&p,
         "{\"id\":4,\"result\":{\"tools\":[],\"nextCursor\":\"\\u0000a\"}}");
    feed(&p,
         "{\"id\":5,\"result\":{\"tools\":[],\"nextCursor\":\"\\u0000b\"}}");
    feed(&p, "{\"id\":6,\"result\":{\"tools\":[],\"nextCursor\":\"\"}}");
    assert_string_equal(cm__buf_text(&p.events), "page(0) page(0) page(0) ");
    cm__buf_clear(&p.events);
    feed(&p,
         "{\"id\":7,\"result\":{\"tools\":[],\"nextCursor\":\"\\u0000b\"}}");
    assert_string_equal(cm__buf_text(&p.events),
                        "page(0) listed(its list of tools does not end) ");
    cm__buf_clear(&p.events);
    /* One that never repeats meets the cap on pages. */
    assert_int_equal(cm__client_list_tools(p.client, probe_listed, &p), CM_OK);
    for (int id = 8; id < 2000; id++) {
        (void)snprintf(line, sizeof line,
                       "{\"id\":%d,\"result\":{\"tools\":[],"
                       "\"nextCursor\":\"%d\"}}",
                       id, id);
        feed(&p, line);
    }
    assert_non_null(strstr(cm__buf_text(&p.events),
                           "page(0) listed(its list of tools does not end) "));
    assert_null(strstr(cm__buf_text(&p.sent), "\"id\":1008,"));
    assert_non_null(strstr(cm__buf_text(&p.sent), "\"id\":1007,"));
    probe_done(&p);
}

static void a_cancelled_call_is_forgotten(void **state)
{
    (void)state;
    Probe p;
    Log log;
    probe_start(&p, &log);
    uint64_t id = call(&p, "t", "{}");
    cm__buf_clear(&p.sent);
    cm__client_cancel(p.client, id, "why");
    cm__client_cancel(p.client, id, "why");
    feed(&p, "{\"id\":2,\"result\":{}}");
    assert_string_equal(cm__buf_text(&p.events), "");
    assert_string_equal(cm__buf_text(&p.sent),
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/"
                        "cancelled\",\"params\":{\"requestId\":2,\"reason\":"
                        "\"why\"}}\n");
    probe_done(&p);
}

static void a_lost_connection_fails_what_is_pending(void **state)
{
    (void)state;
    Probe p;
    Log log;
    probe_start(&p, &log);
    (void)call(&p, "t", "{}");
    assert_int_equal(cm__client_list_tools(p.client, probe_listed, &p), CM_OK);
    cm__client_disconnect(p.client, "gone");
    assert_string_equal(cm__buf_text(&p.events), "error(0 gone) listed(gone) ");
    p.refuses_to_send = true;
    assert_int_equal(call(&p, "t", "{}"), 0);
    probe_done(&p);
}

typedef struct Named {
    Buf *out;
    char name;
} Named;

static void named_answer(void *user, const McpAnswer *answer)
{
    const Named *n = user;
    cm__buf_add_fmt(n->out, "%c(%s) ", n->name,
                    answer->result != NULL ? "ok" : answer->error);
}

/* In the order of asking, whatever was taken out of the middle and the ends. */
static void what_is_pending_fails_in_order(void **state)
{
    (void)state;
    Probe p;
    Log log;
    Named names[6];
    probe_start(&p, &log);
    for (size_t i = 0; i < 6; i++) {
        names[i] = (Named){ &p.events, (char)('a' + i) };
        assert_int_equal(
            cm__client_request(p.client, "m", "{}", 2, named_answer, &names[i]),
            i + 2);
    }
    feed(&p, "{\"id\":2,\"result\":{}}");
    feed(&p, "{\"id\":7,\"result\":{}}");
    cm__client_cancel(p.client, 4, "why");
    cm__client_disconnect(p.client, "gone");
    cm__client_disconnect(p.client, "gone");
    assert_string_equal(cm__buf_text(&p.events),
                        "a(ok) f(ok) b(gone) d(gone) e(gone) ");
    (void)cm__client_request(p.client, "m", "{}", 2, named_answer, &names[0]);
    probe_done(&p); /* frees what is pending */
}

static void it_may_be_freed_in_an_answer(void **state)
{
    (void)state;
    Probe p;
    Log log;
    probe_start(&p, &log);
    (void)call(&p, "t", "{}");
    (void)call(&p, "t", "{}");
    p.frees_in_answer = true;
    feed(&p, "{\"id\":3,\"result\":{}}");
    assert_string_equal(cm__buf_text(&p.events), "result(0) ");
    probe_done(&p);
}

/* ---- eras ---- */

#define DISCOVER                                                          \
    "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"server/discover\","      \
    "\"params\":{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":" \
    "\"2026-07-28\",\"io.modelcontextprotocol/clientInfo\":{\"name\":"    \
    "\"codemode\",\"version\":\"0.1.0\"},"                                \
    "\"io.modelcontextprotocol/clientCapabilities\":{}}}}\n"

static void a_modern_server_over_stdio_is_found_second(void **state)
{
    (void)state;
    Probe p;
    Log log;
    char want[700];
    probe_init(&p, &log);
    cm__client_start(p.client);
    cm__buf_clear(&p.sent);
    feed(&p, "{\"id\":1,\"error\":{\"code\":-32022,\"message\":\"no\","
             "\"data\":{\"supported\":[\"2026-07-28\"]}}}");
    (void)snprintf(want, sizeof want, DISCOVER, 2);
    assert_string_equal(cm__buf_text(&p.sent), want);
    cm__buf_clear(&p.sent);
    feed(&p, "{\"id\":2,\"result\":{\"supportedVersions\":[\"2026-07-28\"],"
             "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":"
             "\"new\"}}}}");
    assert_string_equal(cm__buf_text(&p.events), "ready ");
    assert_string_equal(cm__client_version(p.client), "2026-07-28");
    assert_string_equal(cm__client_server_name(p.client), "new");
    assert_true(cm__client_is_modern(p.client));
    assert_string_equal(cm__buf_text(&p.sent), ""); /* no `initialized` */
    probe_done(&p);
}

static void neither_beginning_works(void **state)
{
    (void)state;
    Probe p;
    Log log;
    probe_init(&p, &log);
    cm__client_start(p.client);
    feed(&p, "{\"id\":1,\"error\":{\"code\":-32600,\"message\":\"licence\"}}");
    feed(&p, "{\"id\":2,\"error\":{\"code\":-32601,\"message\":\"what\"}}");
    assert_string_equal(cm__buf_text(&p.events), "refused(licence) ");
    probe_done(&p);
}

static void refuse(Probe *p, uint64_t request, int status, const char *body)
{
    const WireFault fault = { .kind = status != 0 ? WIRE_FAULT_REFUSED
                                                  : WIRE_FAULT_LOST,
                              .status = status,
                              .reason = "as told",
                              .body = body,
                              .body_len = body != NULL ? strlen(body) : 0 };
    cm__client_fail(p->client, request, &fault);
}

/* What follows a refused server/discover over HTTP. */
static void discovery_over_http(void **state)
{
    (void)state;
    static const struct {
        int status;
        const char *body, *events, *notes;
    } rows[] = {
        /* No message, or one of another kind: the handshake. */
        { 400,
          "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":\"Bad "
          "Request: Server not initialized\"},\"id\":null}",
          "", "initialize/2/-//legacy " },
        { 404, "<html>", "", "initialize/2/-//legacy " },
        { 405, NULL, "", "initialize/2/-//legacy " },
        { 500, "", "", "initialize/2/-//legacy " },
        { 202, NULL, "", "initialize/2/-//legacy " },
        /* A modern error: it stays modern, and is refused. */
        { 400, "{\"error\":{\"code\":-32020,\"message\":\"headers\"}}",
          "refused(headers) HTTP 400 ", "" },
        { 400,
          "{\"id\":1,\"error\":{\"code\":-32022,\"message\":\"v\",\"data\":{"
          "\"supported\":[\"2027-01-01\"]}}}",
          "refused(it speaks protocol version \"2027-01-01\", which is "
          "unknown) ",
          "" },
        /* Unless it names a version with a handshake. */
        { 400,
          "{\"id\":1,\"error\":{\"code\":-32022,\"message\":\"v\",\"data\":{"
          "\"supported\":[\"2025-11-25\",\"2025-06-18\"]}}}",
          "", "initialize/2/-//legacy " },
        /* Says nothing about the era. */
        { 401, NULL, "refused(as told) HTTP 401 ", "" },
        { 403, NULL, "refused(as told) HTTP 403 ", "" },
        { 307, NULL, "refused(as told) HTTP 307 ", "" },
        { 0, NULL, "refused(as told) ", "" },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        Probe p;
        Log log;
        probe_init_as(&p, &log, CM_MCP_DISCOVER_FIRST, true);
        cm__client_start(p.client);
        assert_string_equal(cm__buf_text(&p.notes),
                            "server/discover/1/-/2026-07-28/modern ");
        cm__buf_clear(&p.notes);
        refuse(&p, 1, rows[i].status, rows[i].body);
        assert_string_equal(cm__buf_text(&p.events), rows[i].events);
        assert_string_equal(cm__buf_text(&p.notes), rows[i].notes);
        probe_done(&p);
    }
}

static void a_discovery_that_names_other_versions(void **state)
{
    (void)state;
    Probe p;
    Log log;
    probe_init_as(&p, &log, CM_MCP_DISCOVER_FIRST, true);
    cm__client_start(p.client);
    cm__buf_clear(&p.notes);
    feed(&p, "{\"id\":1,\"result\":{\"supportedVersions\":[\"2025-11-25\"]}}");
    assert_string_equal(cm__buf_text(&p.notes),
                        "settled(1) initialize/2/-//legacy ");
    cm__buf_clear(&p.notes);
    feed(&p, "{\"id\":2,\"result\":{\"protocolVersion\":\"2025-11-25\"}}");
    assert_string_equal(
        cm__buf_text(&p.notes),
        "settled(2) notifications/initialized/0/-/2025-11-25/legacy ");
    /* A new session begins with what worked. */
    cm__buf_clear(&p.notes);
    cm__client_start(p.client);
    assert_string_equal(cm__buf_text(&p.notes), "initialize/3/-//legacy ");
    probe_done(&p);
}

static void modern_requests_carry_meta_and_headers(void **state)
{
    (void)state;
    Probe p;
    Log log;
    const cm_http_header header = { "Mcp-Param-Region", "eu" };
    const McpCall what = { .tool = "t",
                           .arguments = "{\"r\":\"eu\"}",
                           .arguments_len = 10,
                           .headers = &header,
                           .n_headers = 1 };
    probe_start_modern(&p, &log);
    assert_int_equal(cm__client_call_tool(p.client, &what, probe_answer, &p),
                     2);
    assert_string_equal(cm__buf_text(&p.notes),
                        "tools/call/2/t/2026-07-28/modern "
                        "[Mcp-Param-Region: eu] ");
    assert_string_equal(
        cm__buf_text(&p.sent),
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{"
        "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":"
        "\"2026-07-28\",\"io.modelcontextprotocol/clientInfo\":{\"name\":"
        "\"codemode\",\"version\":\"0.1.0\"},"
        "\"io.modelcontextprotocol/clientCapabilities\":{},"
        "\"progressToken\":2},\"name\":\"t\",\"arguments\":{\"r\":\"eu\"}}}\n");
    /* The end of the stream is the cancel. */
    cm__buf_clear(&p.notes);
    cm__client_cancel(p.client, 2, "why");
    assert_string_equal(cm__buf_text(&p.notes), "forgotten(2) ");
    /* A modern server must not ask, and gets no answer. */
    cm__buf_clear(&p.sent);
    feed(&p, "{\"id\":1,\"method\":\"roots/list\"}");
    assert_string_equal(cm__buf_text(&p.sent), "");
    probe_done(&p);
}

static void modern_results_that_are_none(void **state)
{
    (void)state;
    Probe p;
    Log log;
    probe_start_modern(&p, &log);
    (void)call(&p, "a", "{}");
    (void)call(&p, "b", "{}");
    (void)call(&p, "c", "{}");
    (void)call(&p, "d", "{}");
    feed(&p, "{\"id\":2,\"result\":{\"resultType\":\"input_required\"}}");
    feed(&p, "{\"id\":3,\"result\":{\"resultType\":\"task\"}}");
    feed(&p, "{\"id\":4,\"result\":{\"resultType\":\"complete\"}}");
    feed(&p, "{\"id\":5,\"result\":{}}");
    assert_string_equal(
        cm__buf_text(&p.events),
        "error(0 it needs interactive input) "
        "error(0 its result is of the type \"task\", which is unknown) "
        "result(1) result(0) ");
    probe_done(&p);
}

static void progress_finds_its_call(void **state)
{
    (void)state;
    Probe p;
    Log log;
    probe_start(&p, &log);
    uint64_t id = call(&p, "t", "{}");
    assert_int_equal(cm__client_list_tools(p.client, probe_listed, &p), CM_OK);
    feed(&p, "{\"method\":\"notifications/progress\",\"params\":{"
             "\"progressToken\":2,\"progress\":5}}");
    feed(&p, "{\"method\":\"notifications/progress\",\"params\":{"
             "\"progressToken\":\"2\",\"progress\":6}}");
    /* Of a listing, unknown, without a token, cancelled. */
    feed(&p, "{\"method\":\"notifications/progress\",\"params\":{"
             "\"progressToken\":3,\"progress\":7}}");
    feed(&p, "{\"method\":\"notifications/progress\",\"params\":{"
             "\"progressToken\":99,\"progress\":7}}");
    feed(&p, "{\"method\":\"notifications/progress\",\"params\":{}}");
    feed(&p, "{\"method\":\"notifications/progress\"}");
    cm__client_cancel(p.client, id, "why");
    feed(&p, "{\"method\":\"notifications/progress\",\"params\":{"
             "\"progressToken\":2,\"progress\":8}}");
    assert_string_equal(cm__buf_text(&p.events),
                        "progress(5 ours) progress(6 ours) ");
    probe_done(&p);
}

static void refusals_over_http_may_hold_the_servers_words(void **state)
{
    (void)state;
    Probe p;
    Log log;
    probe_start(&p, &log);
    (void)call(&p, "a", "{}");
    (void)call(&p, "b", "{}");
    (void)call(&p, "c", "{}");
    refuse(&p, 2, 400, "{\"error\":{\"code\":-32602,\"message\":\"bad\"}}");
    refuse(&p, 3, 502, "<html>gateway</html>");
    refuse(&p, 4, 0, NULL);
    refuse(&p, 4, 0, NULL); /* it is gone already */
    assert_string_equal(cm__buf_text(&p.events),
                        "error(-32602 bad) error(0 as told) error(0 as told) ");
    probe_done(&p);
}

static void the_servers_log_goes_to_ours(void **state)
{
    (void)state;
    Probe p;
    Log log;
    probe_start(&p, &log);
    p.shows_log = true;
    feed(&p, "{\"method\":\"notifications/message\",\"params\":{\"level\":"
             "\"warning\",\"logger\":\"db\",\"data\":\"slow\"}}");
    feed(&p, "{\"method\":\"notifications/message\",\"params\":{\"level\":"
             "\"info\",\"data\":{\"n\":1}}}");
    feed(&p, "{\"method\":\"notifications/message\",\"params\":{}}");
    assert_string_equal(cm__buf_text(&p.events),
                        "log(1 server \"probe\" db: slow) "
                        "log(3 server \"probe\": {\"n\":1}) ");
    probe_done(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_handshake_goes_down_to_older_versions),
        cmocka_unit_test(unknown_versions_and_errors_refuse),
        cmocka_unit_test(answers_find_their_calls_and_strays_are_ignored),
        cmocka_unit_test(junk_is_logged_once),
        cmocka_unit_test(requests_of_the_server_are_answered),
        cmocka_unit_test(answers_over_the_limit_are_dropped),
        cmocka_unit_test(a_batch_is_taken_apart_in_its_version),
        cmocka_unit_test(a_batch_has_a_most_of_messages),
        cmocka_unit_test(it_may_be_freed_in_a_batch),
        cmocka_unit_test(pages_follow_their_cursors),
        cmocka_unit_test(a_list_that_does_not_end_is_cut),
        cmocka_unit_test(a_cancelled_call_is_forgotten),
        cmocka_unit_test(a_lost_connection_fails_what_is_pending),
        cmocka_unit_test(what_is_pending_fails_in_order),
        cmocka_unit_test(it_may_be_freed_in_an_answer),
        cmocka_unit_test(a_modern_server_over_stdio_is_found_second),
        cmocka_unit_test(neither_beginning_works),
        cmocka_unit_test(discovery_over_http),
        cmocka_unit_test(a_discovery_that_names_other_versions),
        cmocka_unit_test(modern_requests_carry_meta_and_headers),
        cmocka_unit_test(modern_results_that_are_none),
        cmocka_unit_test(progress_finds_its_call),
        cmocka_unit_test(refusals_over_http_may_hold_the_servers_words),
        cmocka_unit_test(the_servers_log_goes_to_ours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
