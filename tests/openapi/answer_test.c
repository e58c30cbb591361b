/* SPDX-License-Identifier: MIT */
/* Answers to values and messages, spec/openapi.md 11. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../oom_sweep.h"
#include "literal.h"
#include "openapi/answer.h"
#include "openapi/compact.h"

#define JSON "application/json"

/* A value, or '!' and the message. */
static void check(const char *method, int status, const char *type,
                  const char *body, size_t len, const char *expected)
{
    Operation op = literal_operation("/a/{b}", NULL, 0);
    Buf out;
    op.method = literal_text(method);
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm_status read = cm__oa_answer_read(cm__alloc_default(), &op, status, type,
                                        body, len, &out);
    assert_int_equal(read, *expected == '!' ? CM_E_IO : CM_OK);
    if (*expected == '!')
        expected++;
    assert_string_equal(cm__buf_text(&out), expected);
    cm__buf_done(&out);
}

static void check_get(int status, const char *type, const char *body,
                      const char *expected)
{
    check("GET", status, type, body, strlen(body), expected);
}

/* O43 */
static void o43_values_and_failures(void **state)
{
    (void)state;
    check_get(200, "text/plain", "{\"a\": 1}", "\"{\\\"a\\\": 1}\"");
    check_get(200, JSON, "", "null");
    check_get(200, "application/problem+json", "{",
              "!GET /a/{b} answered malformed JSON.");
    check_get(500, "application/problem+json", "{",
              "!GET /a/{b} answered HTTP 500: {");
    check_get(404, JSON, "{\"a\": 1}",
              "!GET /a/{b} answered HTTP 404: {\"a\":1}");
}

static void only_json_types_are_json(void **state)
{
    static const struct {
        const char *type;
        bool is_json;
    } rows[] = {
        { "application/json", true },
        { "Application/JSON; charset=utf-8", true },
        { " application/json ;x=y", true },
        { "application/vnd.api+json", true },
        { "text/x+JSON", true },
        { "application/jsonl", false },
        { "text/json", false },
        { "xapplication/json", false },
        { "text/plain; a=application/json", false },
        { "", false },
        { NULL, false },
    };
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++)
        check_get(200, rows[i].type, "1", rows[i].is_json ? "1" : "\"1\"");
}

static void two_hundreds(void **state)
{
    (void)state;
    check_get(200, JSON, " {\"a\" : [1.50, 12345678901234567890]} ",
              " {\"a\" : [1.50, 12345678901234567890]} ");
    check_get(299, "text/csv", "a,b\n", "\"a,b\\n\"");
    check_get(204, JSON, "{}", "null");
    check("HEAD", 200, JSON, "{}", 2, "null");
    check("HEAD", 404, JSON, "", 0,
          "!HEAD /a/{b} answered HTTP 404: empty body");
    check_get(200, JSON, "null", "null");
    check_get(200, "text/plain", "", "null");
    check_get(200, JSON, "1 2", "!GET /a/{b} answered malformed JSON.");
    check("GET", 200, NULL, NULL, 0, "null");
}

/* O44, O45 */
static void o44_other_statuses(void **state)
{
    (void)state;
    check_get(301, "text/html", "<a>", "!GET /a/{b} answered HTTP 301: <a>");
    check_get(199, JSON, "\"x\"", "!GET /a/{b} answered HTTP 199: \"x\"");
    check_get(500, JSON, "null", "!GET /a/{b} answered HTTP 500: empty body");
    check_get(500, JSON, " ", "!GET /a/{b} answered HTTP 500:  ");
    check_get(500, "text/plain", "null", "!GET /a/{b} answered HTTP 500: null");
    check_get(500, JSON,
              " { \"a\" : [ 1.0 , true , \"\\u0041\\n\\ud83d\\ude00\" , \"\" , "
              "-0 , 1e999 ] , \"b\" : { } , \"c\" : [ ] } ",
              "!GET /a/{b} answered HTTP 500: "
              "{\"a\":[1,true,\"A\\n😀\",\"\",0,null],\"b\":{},\"c\":[]}");
    check_get(500, "text/plain", "\xEF\xBB\xBF",
              "!GET /a/{b} answered HTTP 500: empty body");
}

static void check_cut(const char *unit, size_t n, size_t n_kept, bool is_json)
{
    Buf body, expected;
    cm__buf_init(&body, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_init(&expected, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_str(&expected, "!GET /a/{b} answered HTTP 500: ");
    if (is_json) {
        cm__buf_add_char(&body, '"');
        cm__buf_add_char(&expected, '"');
    }
    for (size_t i = 0; i < n; i++) {
        cm__buf_add_str(&body, unit);
        if (i < n_kept)
            cm__buf_add_str(&expected, unit);
    }
    if (is_json)
        cm__buf_add_char(&body, '"');
    if (n > n_kept)
        cm__buf_add_str(&expected, "...");
    else if (is_json)
        cm__buf_add_char(&expected, '"');
    check("GET", 500, is_json ? JSON : "text/plain", cm__buf_text(&body),
          body.len, cm__buf_text(&expected));
    cm__buf_done(&body);
    cm__buf_done(&expected);
}

static void summaries_are_cut_in_utf16_units(void **state)
{
    (void)state;
    check_cut("x", 1024, 1024, false);
    check_cut("x", 1025, 1024, false);
    check_cut("x", 5000, 1024, false);
    check_cut("€", 1025, 1024, false);
    check_cut("😀", 512, 512, false);
    check_cut("😀", 513, 512, false);
    check_cut("x", 1022, 1022, true);
    check_cut("x", 1024, 1023, true);
    check_cut("€", 20000, 1023, true);
    /* one unit is left: half of a pair is no text */
    check_cut("😀", 5000, 511, true);
}

static void bytes_become_text(void **state)
{
    (void)state;
    check_get(200, "text/plain", "\xEF\xBB\xBFx", "\"x\"");
    check_get(200, "text/plain", "\xEF\xBB\xBF\xEF\xBB\xBFx",
              "\"\xEF\xBB\xBFx\"");
    check_get(200, JSON, "\xEF\xBB\xBF{}", "{}");
    check_get(200, "text/plain", "a\xFF\xE2\x82z\xC0\xAF",
              "\"a\xEF\xBF\xBD\xEF\xBF\xBDz\xEF\xBF\xBD\xEF\xBF\xBD\"");
    check_get(200, "text/plain", "\xED\xA0\x80",
              "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
    check_get(200, JSON, "\"\xFF\"", "\"\xEF\xBF\xBD\"");
    check("GET", 200, "text/plain", "a\0b", 3, "\"a\\u0000b\"");
    check_get(200, JSON, "\"\\ud800\"", "\"\\ud800\"");
}

/* O45 */
static void o45_bounds(void **state)
{
    char *body = malloc(OA_BODY_MAX + 1);
    const Operation op = literal_operation("/", NULL, 0);
    Buf out;
    (void)state;
    assert_non_null(body);
    memset(body, ' ', OA_BODY_MAX + 1);
    body[OA_BODY_MAX - 1] = '7';
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    assert_int_equal(cm__oa_answer_read(cm__alloc_default(), &op, 200, JSON,
                                        body, OA_BODY_MAX, &out),
                     CM_OK);
    assert_int_equal(out.len, OA_BODY_MAX);
    cm__buf_clear(&out);
    assert_int_equal(cm__oa_answer_read(cm__alloc_default(), &op, 200, JSON,
                                        body, OA_BODY_MAX + 1, &out),
                     CM_E_IO);
    assert_string_equal(cm__buf_text(&out),
                        "GET / response is larger than 50 MiB.");
    cm__buf_done(&out);
    free(body);
}

static void faults(void **state)
{
    static const struct {
        cm_http_fault fault;
        const char *reason, *expected;
    } rows[] = {
        { CM_HTTP_FAILED, "connection refused",
          "GET /p failed: connection refused" },
        { CM_HTTP_FAILED, NULL, "GET /p failed: no answer came" },
        { CM_HTTP_TOO_LARGE, NULL, "GET /p response is larger than 50 MiB." },
        { CM_HTTP_UNREADABLE, "x", "GET /p response could not be read." },
    };
    const Operation op = literal_operation("/p", NULL, 0);
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        Buf out;
        cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
        cm__oa_answer_fault(&op, rows[i].fault, rows[i].reason, &out);
        assert_string_equal(cm__buf_text(&out), rows[i].expected);
        cm__buf_done(&out);
    }
}

/* ---- the checker ---- */

static void json_is_checked_in_one_pass(void **state)
{
    static const char *const good[] = {
        "null",
        "[]",
        "{}",
        " [ ] ",
        "[1,[2,{}],\"x\"]",
        "{\"a\":{}}",
        "{\"a\":1,\"a\":2}",
        "\"\\u00e9\"",
        "-1.5e-3",
        "false",
    };
    static const char *const bad[] = {
        "",        " ",          "nul",   "nullx", "[",         "[1",  "[1,",
        "[1,]",    "[,1]",       "[1 2]", "]",     "{",         "{}}", "{\"a\"",
        "{\"a\":", "{\"a\":1,}", "{a:1}", "{1:1}", "{\"a\" 1}", "[}",  "{]",
        "[1}",     "{\"a\":1]",  "01",    "1.",    "+1",        "\"",  "\"\n\"",
        "\"\\x\"", "1,2",        "[[]",   "{,}",   "tru",       "NaN", "'a'",
    };
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(good); i++)
        assert_int_equal(cm__oa_compact(cm__alloc_default(), good[i],
                                        strlen(good[i]), NULL, 0),
                         CM_OK);
    for (size_t i = 0; i < CM_ARRAY_LEN(bad); i++)
        if (cm__oa_compact(cm__alloc_default(), bad[i], strlen(bad[i]), NULL,
                           0) != CM_E_SYNTAX)
            fail_msg("accepted: %s", bad[i]);
}

static void depth_costs_a_byte_a_level(void **state)
{
    enum {
        DEPTH = 1000000
    };
    char *text = malloc(2 * (size_t)DEPTH);
    OomAlloc o;
    (void)state;
    assert_non_null(text);
    memset(text, '[', DEPTH);
    memset(text + DEPTH, ']', DEPTH);
    oom_alloc_init(&o, 0, 0);
    assert_int_equal(cm__oa_compact(&o.alloc, text, 2 * (size_t)DEPTH, NULL, 0),
                     CM_OK);
    assert_true(o.peak_bytes < 4 * (size_t)DEPTH);
    assert_int_equal(o.live_bytes, 0);
    free(text);
}

static cm_status answer_scenario(const cm_allocator *alloc)
{
    static const struct {
        int status;
        const char *type, *body;
    } rows[] = {
        { 200, JSON, "{\"a\":[1]}" },
        { 200, "text/plain", "a\xFFz" },
        { 500, JSON, "{\"a\":[\"x\"]}" },
        { 500, "text/plain", "x" },
        { 200, JSON, "[" },
    };
    const Operation op = literal_operation("/", NULL, 0);
    cm_status status = CM_OK;
    for (size_t i = 0; i < CM_ARRAY_LEN(rows) && status == CM_OK; i++) {
        Buf out;
        cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
        status = cm__oa_answer_read(alloc, &op, rows[i].status, rows[i].type,
                                    rows[i].body, strlen(rows[i].body), &out);
        if (status == CM_E_IO)
            status = CM_OK;
        cm__buf_done(&out);
    }
    return status;
}

static void memory_may_be_refused_anywhere(void **state)
{
    (void)state;
    assert_true(oom_sweep(answer_scenario) > 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(o43_values_and_failures),
        cmocka_unit_test(only_json_types_are_json),
        cmocka_unit_test(two_hundreds),
        cmocka_unit_test(o44_other_statuses),
        cmocka_unit_test(summaries_are_cut_in_utf16_units),
        cmocka_unit_test(bytes_become_text),
        cmocka_unit_test(o45_bounds),
        cmocka_unit_test(faults),
        cmocka_unit_test(json_is_checked_in_one_pass),
        cmocka_unit_test(depth_costs_a_byte_a_level),
        cmocka_unit_test(memory_may_be_refused_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
