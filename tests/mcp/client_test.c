/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "mcp/client.h"

/* A client and all that happened to it, as text. */
typedef struct Probe {
    McpClient *client;
    Buf sent;   /* lines */
    Buf events; /* words */
    bool frees_in_answer;
    bool refuses_to_send;
} Probe;

static cm_status probe_send(void *user, const char *line, size_t len)
{
    Probe *p = user;
    if (p->refuses_to_send)
        return CM_E_LIMIT;
    cm__buf_add(&p->sent, line, len);
    return CM_OK;
}

static void probe_ready(void *user)
{
    cm__buf_add_str(&((Probe *)user)->events, "ready ");
}

static void probe_refused(void *user, const char *reason)
{
    cm__buf_add_fmt(&((Probe *)user)->events, "refused(%s) ", reason);
}

static void probe_changed(void *user)
{
    cm__buf_add_str(&((Probe *)user)->events, "changed ");
}

static void probe_log(void *user, LogLevel level, const char *text)
{
    (void)level;
    (void)text;
    cm__buf_add_str(&((Probe *)user)->events, "log ");
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

static void probe_init(Probe *p, Log *log)
{
    static const McpClientEvents events = { probe_send, probe_ready,
                                            probe_refused, probe_changed };
    *p = (Probe){ .client = NULL };
    *log = (Log){ CM_LOG_DEBUG, probe_log, p };
    cm__buf_init(&p->sent, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_init(&p->events, cm__alloc_default(), CM_BUF_NO_LIMIT);
    p->client = cm__client_new(cm__alloc_default(), "probe", log, &events, p);
    assert_non_null(p->client);
}

static void probe_start(Probe *p, Log *log)
{
    probe_init(p, log);
    cm__client_start(p->client);
    feed(p, "{\"result\":{\"protocolVersion\":\"2024-11-05\",\"serverInfo\":"
            "{\"name\":\"s\"}},\"jsonrpc\":\"2.0\",\"id\":1}");
    assert_string_equal(cm__buf_text(&p->events), "ready ");
    cm__buf_clear(&p->events);
    cm__buf_clear(&p->sent);
}

static void probe_done(Probe *p)
{
    if (!p->frees_in_answer)
        cm__client_free(p->client);
    cm__buf_done(&p->sent);
    cm__buf_done(&p->events);
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
        { "{\"id\":1,\"error\":{\"code\":-32600,\"message\":\"no\"}}",
          "refused(no) " },
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
    assert_int_equal(
        cm__client_call_tool(p.client, "a b", "{\"x\":1}", 7, probe_answer, &p),
        2);
    assert_int_equal(
        cm__client_call_tool(p.client, "n", "null", 4, probe_answer, &p), 3);
    assert_string_equal(
        cm__buf_text(&p.sent),
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{"
        "\"name\":\"a b\",\"arguments\":{\"x\":1}}}\n"
        "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{"
        "\"name\":\"n\",\"arguments\":{}}}\n");
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
    assert_string_equal(
        cm__buf_text(&p.sent),
        "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"roots\":[]}}\n"
        "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{}}\n"
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,"
        "\"message\":\"method not found\"}}\n");
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
    /* A longer circle meets the cap on pages. */
    assert_int_equal(cm__client_list_tools(p.client, probe_listed, &p), CM_OK);
    for (int id = 4; id < 2000; id++) {
        (void)snprintf(line, sizeof line,
                       "{\"id\":%d,\"result\":{\"nextCursor\":\"%c\"}}", id,
                       id % 2 ? 'a' : 'b');
        feed(&p, line);
    }
    assert_string_equal(cm__buf_text(&p.events),
                        "listed(its list of tools does not end) ");
    probe_done(&p);
}

static void a_cancelled_call_is_forgotten(void **state)
{
    (void)state;
    Probe p;
    Log log;
    probe_start(&p, &log);
    uint64_t id =
        cm__client_call_tool(p.client, "t", "{}", 2, probe_answer, &p);
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
    (void)cm__client_call_tool(p.client, "t", "{}", 2, probe_answer, &p);
    assert_int_equal(cm__client_list_tools(p.client, probe_listed, &p), CM_OK);
    cm__client_disconnect(p.client, "gone");
    assert_string_equal(cm__buf_text(&p.events), "error(0 gone) listed(gone) ");
    p.refuses_to_send = true;
    assert_int_equal(
        cm__client_call_tool(p.client, "t", "{}", 2, probe_answer, &p), 0);
    probe_done(&p);
}

static void it_may_be_freed_in_an_answer(void **state)
{
    (void)state;
    Probe p;
    Log log;
    probe_start(&p, &log);
    (void)cm__client_call_tool(p.client, "t", "{}", 2, probe_answer, &p);
    (void)cm__client_call_tool(p.client, "t", "{}", 2, probe_answer, &p);
    p.frees_in_answer = true;
    feed(&p, "{\"id\":3,\"result\":{}}");
    assert_string_equal(cm__buf_text(&p.events), "result(0) ");
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
        cmocka_unit_test(pages_follow_their_cursors),
        cmocka_unit_test(a_list_that_does_not_end_is_cut),
        cmocka_unit_test(a_cancelled_call_is_forgotten),
        cmocka_unit_test(a_lost_connection_fails_what_is_pending),
        cmocka_unit_test(it_may_be_freed_in_an_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
