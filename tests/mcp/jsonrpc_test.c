/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "mcp/jsonrpc.h"

static RpcMessage read_text(const char *text, JsonDoc **ret_doc)
{
    RpcMessage m;
    assert_int_equal(cm__json_parse(cm__alloc_default(), text, strlen(text),
                                    NULL, ret_doc, NULL),
                     CM_OK);
    (void)cm__rpc_read(&(*ret_doc)->root, &m);
    return m;
}

static void messages_are_told_apart(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        RpcKind kind;
        const char *id;
    } rows[] = {
        { "{\"id\":0,\"method\":\"roots/list\"}", CM_RPC_REQUEST, "0" },
        { "{\"method\":\"x\",\"id\":\"7\"}", CM_RPC_REQUEST, "\"7\"" },
        { "{\"method\":\"x\"}", CM_RPC_NOTIFICATION, "" },
        { "{\"result\":null,\"id\":7}", CM_RPC_RESULT, "7" },
        { "{\"result\":{},\"id\":9007199254740993}", CM_RPC_RESULT,
          "9007199254740993" },
        { "{\"error\":{\"code\":-1,\"message\":\"m\"},\"id\":7}", CM_RPC_ERROR,
          "7" },
        { "{\"error\":{},\"id\":null}", CM_RPC_ERROR, "" },
        { "{\"error\":7}", CM_RPC_ERROR, "" },
        { "{\"method\":\"x\",\"id\":null}", CM_RPC_INVALID, "" },
        { "{\"method\":\"x\",\"id\":1.5}", CM_RPC_INVALID, "" },
        { "{\"method\":\"x\",\"id\":1e300}", CM_RPC_INVALID, "" },
        { "{\"result\":{},\"id\":7.0}", CM_RPC_RESULT, "7" },
        { "{\"method\":\"x\",\"id\":-1e3}", CM_RPC_REQUEST, "-1000" },
        { "{\"method\":7,\"id\":1}", CM_RPC_INVALID, "1" },
        { "{\"id\":1}", CM_RPC_INVALID, "1" },
        { "{}", CM_RPC_INVALID, "" },
        { "[]", CM_RPC_INVALID, "" },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        JsonDoc *doc;
        RpcMessage m = read_text(rows[i].text, &doc);
        assert_int_equal(m.kind, rows[i].kind);
        assert_string_equal(m.id, rows[i].id);
        cm__json_doc_free(doc);
    }
}

static void an_error_answer_is_one_line(void **state)
{
    (void)state;
    Buf out;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__rpc_error(&out, "\"a\\nb\"", CM_RPC_NO_METHOD, "no\nsuch");
    assert_string_equal(cm__buf_text(&out),
                        "{\"jsonrpc\":\"2.0\",\"id\":\"a\\nb\",\"error\":{"
                        "\"code\":-32601,\"message\":\"no\\nsuch\"}}");
    cm__buf_clear(&out);
    cm__rpc_error(&out, "", CM_RPC_PARSE_ERROR, "x");
    assert_string_equal(cm__buf_text(&out),
                        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":"
                        "-32700,\"message\":\"x\"}}");
    cm__buf_done(&out);
}

static void ids_of_both_types_are_different(void **state)
{
    (void)state;
    static int a, b;
    IdTable t;
    cm__ids_init(&t, cm__alloc_default());
    assert_int_equal(cm__ids_add(&t, "7", &a), CM_OK);
    assert_int_equal(cm__ids_add(&t, "\"7\"", &b), CM_OK);
    assert_int_equal(cm__ids_add(&t, "7", &b), CM_E_NAME);
    assert_ptr_equal(cm__ids_get(&t, "7"), &a);
    assert_ptr_equal(cm__ids_take(&t, "7"), &a);
    assert_null(cm__ids_take(&t, "7"));
    assert_ptr_equal(cm__ids_get(&t, "\"7\""), &b);
    cm__ids_done(&t);
}

static void a_table_holds_many_ids(void **state)
{
    (void)state;
    static int values[5000];
    char id[24];
    IdTable t;
    cm__ids_init(&t, cm__alloc_default());
    assert_null(cm__ids_get(&t, "1"));
    for (int i = 0; i < 5000; i++) {
        (void)snprintf(id, sizeof id, "%d", i);
        assert_int_equal(cm__ids_add(&t, id, &values[i]), CM_OK);
    }
    for (int i = 4999; i >= 0; i--) {
        (void)snprintf(id, sizeof id, "%d", i);
        assert_ptr_equal(cm__ids_take(&t, id), &values[i]);
    }
    assert_int_equal(t.n_entries, 0);
    cm__ids_done(&t);
}

/* Of messages that cannot be parsed for want of memory. */
static void an_id_is_found_without_parsing(void **state)
{
    (void)state;
    static const struct {
        const char *text, *id;
        bool has_method;
    } rows[] = {
        { "{\"id\":7,\"method\":\"m\"}", "7", true },
        { " { \"params\":{\"id\":1,\"a\":[\"}\",{}]} , \"id\" : \"x y\"}",
          "\"x y\"", false },
        { "{\"id\":1,\"id\":-2,\"result\":[[[{\"id\":3}]]]}", "-2", false },
        { "{\"method\":\"m\",\"id\":1.5}", "", true },
        { "{\"id\":\"a\\u0041\"}", "", false },
        { "{\"id\":null,\"method\":\"m\"}", "", true },
        { "{\"result\":{\"id\":7", "", false },
        { "{\"id\":7,\"result\":\"cut", "7", false },
        { "[{\"id\":7}]", "", false },
        { "{id:7}", "", false },
        { "", "", false },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        char id[CM_RPC_ID_MAX + 1];
        assert_int_equal(
            cm__rpc_find_id(rows[i].text, strlen(rows[i].text), id),
            rows[i].has_method);
        assert_string_equal(id, rows[i].id);
    }
    char text[2000] = "{\"id\":\"";
    memset(text + 7, 'i', 1000); /* longer than an id may be */
    static const char rest[] = "\",\"method\":\"m\"}";
    memcpy(text + 1007, rest, sizeof rest);
    char id[CM_RPC_ID_MAX + 1];
    assert_true(cm__rpc_find_id(text, strlen(text), id));
    assert_string_equal(id, "");
}

static void lone_surrogates_are_replaced(void **state)
{
    (void)state;
    static const struct {
        const char *text, *keep, *want;
        size_t from;
    } rows[] = {
        { "", "", "", 0 },
        { "{\"a\":1}", "", "{\"a\":1}", 0 },
        { "\"\\ud800\"", "", "\"\xEF\xBF\xBD\"", 0 },
        { "\"a\\uDFFFb\\udbffc\"", "",
          "\"a\xEF\xBF\xBD"
          "b\xEF\xBF\xBD"
          "c\"",
          0 },
        { "\"\\ud83d\\ude00\"", "", "\"\\ud83d\\ude00\"", 0 },
        { "\"\\ud83d\\ud83d\\ude00\\ude00\"", "",
          "\"\xEF\xBF\xBD\\ud83d\\ude00\xEF\xBF\xBD\"", 0 },
        { "\"\\ud83dx\\ude00\"", "", "\"\xEF\xBF\xBDx\xEF\xBF\xBD\"", 0 },
        { "\"\\\\ud800\\n\\u0000\\ud7ff\\ue000\"", "",
          "\"\\\\ud800\\n\\u0000\\ud7ff\\ue000\"", 0 },
        { "\"\\\\\\ud800\"", "", "\"\\\\\xEF\xBF\xBD\"", 0 },
        { "\"\\ud800\",\"\\ud800\"", "", "\"\\ud800\",\"\xEF\xBF\xBD\"", 9 },
        { "[\"\\ud801\",\"\\ud800\",\"\\ud801\",\"a\\ud800\"]", "\"\\ud801\"",
          "[\"\\ud801\",\"\xEF\xBF\xBD\",\"\\ud801\",\"a\xEF\xBF\xBD\"]", 0 },
        { "{\"id\":7,\"a\":\"\\ud800\"}", "7",
          "{\"id\":7,\"a\":\"\xEF\xBF\xBD\"}", 0 },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        Buf b;
        cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
        cm__buf_add_str(&b, rows[i].text);
        cm__rpc_clean(&b, rows[i].from, rows[i].keep);
        assert_string_equal(cm__buf_text(&b), rows[i].want);
        assert_int_equal(b.len, strlen(rows[i].want));
        cm__buf_done(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_are_told_apart),
        cmocka_unit_test(an_error_answer_is_one_line),
        cmocka_unit_test(ids_of_both_types_are_different),
        cmocka_unit_test(a_table_holds_many_ids),
        cmocka_unit_test(an_id_is_found_without_parsing),
        cmocka_unit_test(lone_surrogates_are_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
