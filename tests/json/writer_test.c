/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "oom_sweep.h"
#include "json/writer.h"

static void write_sample(JsonWriter *w)
{
    cm__json_begin_object(w);
    cm__json_key(w, "list");
    cm__json_begin_array(w);
    cm__json_write_int(w, 1);
    cm__json_write_number(w, 2.5);
    cm__json_begin_array(w);
    cm__json_end_array(w);
    cm__json_begin_object(w);
    cm__json_end_object(w);
    cm__json_end_array(w);
    cm__json_key_n(w, "raw!", 3);
    cm__json_write_raw(w, "[0]", 3);
    cm__json_key(w, "flags");
    cm__json_begin_object(w);
    cm__json_key(w, "yes");
    cm__json_write_bool(w, true);
    cm__json_key(w, "no");
    cm__json_write_bool(w, false);
    cm__json_key(w, "none");
    cm__json_write_null(w);
    cm__json_end_object(w);
    cm__json_key(w, "text");
    cm__json_write_text(w, "caf\xC3\xA9");
    cm__json_end_object(w);
}

static const char compact[] =
    "{\"list\":[1,2.5,[],{}],\"raw\":[0],\"flags\":{\"yes\":true,"
    "\"no\":false,\"none\":null},\"text\":\"caf\xC3\xA9\"}";

static const char pretty[] = "{\n"
                             "  \"list\": [\n"
                             "    1,\n"
                             "    2.5,\n"
                             "    [],\n"
                             "    {}\n"
                             "  ],\n"
                             "  \"raw\": [0],\n"
                             "  \"flags\": {\n"
                             "    \"yes\": true,\n"
                             "    \"no\": false,\n"
                             "    \"none\": null\n"
                             "  },\n"
                             "  \"text\": \"caf\xC3\xA9\"\n"
                             "}";

static void compact_and_pretty(void **state)
{
    (void)state;
    Buf b;
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&b);
    write_sample(&w);
    assert_string_equal(cm__buf_text(&b), compact);
    cm__buf_clear(&b);
    w = cm__json_writer(&b);
    w.indent = 2;
    write_sample(&w);
    assert_string_equal(cm__buf_text(&b), pretty);
    cm__buf_done(&b);
}

static void assert_quotes(const char *text, size_t n, const char *expected)
{
    Buf b;
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__json_quote(&b, text, n);
    assert_string_equal(cm__buf_text(&b), expected);
    cm__buf_done(&b);
}

static void texts_are_escaped_as_json_stringify_does(void **state)
{
    (void)state;
    assert_quotes("", 0, "\"\"");
    assert_quotes(NULL, 0, "\"\"");
    assert_quotes("plain text of some length", 25,
                  "\"plain text of some length\"");
    assert_quotes("\"\\/\b\f\n\r\t", 8, "\"\\\"\\\\/\\b\\f\\n\\r\\t\"");
    assert_quotes("\0\x01\x1F\x7F", 4, "\"\\u0000\\u0001\\u001f\x7F\"");
    assert_quotes("\xE2\x80\xA8\xF0\x9F\x98\x80", 7,
                  "\"\xE2\x80\xA8\xF0\x9F\x98\x80\"");
    assert_quotes("a\xED\xA0\x80z", 5, "\"a\\ud800z\"");
    assert_quotes("\xED\xBF\xBF", 3, "\"\\udfff\"");
    assert_quotes("a\xFF\xC3", 3, "\"a\xEF\xBF\xBD\xEF\xBF\xBD\"");
    assert_quotes("\xED\xA0", 2, "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
    assert_quotes("\xE2\x82\n", 3, "\"\xEF\xBF\xBD\\n\"");
}

static void surrogates_can_be_replaced(void **state)
{
    (void)state;
    Buf b;
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&b);
    w.replace_surrogates = true;
    cm__json_begin_object(&w);
    cm__json_key(&w, "k\xED\xA0\x80");
    cm__json_write_text(&w, "\xED\xB0\x80v");
    cm__json_end_object(&w);
    assert_string_equal(cm__buf_text(&b),
                        "{\"k\xEF\xBF\xBD\":\"\xEF\xBF\xBDv\"}");
    cm__buf_done(&b);
}

static void numbers_print_as_json_stringify_does(void **state)
{
    (void)state;
    Buf b;
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&b);
    cm__json_begin_array(&w);
    cm__json_write_number(&w, (double)NAN);
    cm__json_write_number(&w, (double)INFINITY);
    cm__json_write_number(&w, -(double)INFINITY);
    cm__json_write_number(&w, -0.0);
    cm__json_write_number(&w, 1e21);
    cm__json_write_number(&w, 0.1);
    cm__json_write_int(&w, INT64_MIN);
    cm__json_end_array(&w);
    assert_string_equal(cm__buf_text(&b),
                        "[null,null,null,0,1e+21,0.1,-9223372036854775808]");
    cm__buf_done(&b);
}

static void trees_survive_print_and_parse(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "null",
        "[[[[[]]]],{\"a\":{}},1.5,-1e-7,9007199254740993]",
        "{\"a\":\"\\ud800\\u0000\\\"\",\"\":[true,false,null]}",
        ("{\"1\":1,\"2\":2,\"3\":3,\"4\":4,\"5\":5,\"6\":6,\"7\":7,"
         "\"8\":8,\"9\":9,\"10\":10}"),
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(texts); i++)
        for (uint32_t indent = 0; indent < 3; indent++) {
            JsonDoc *doc = NULL, *back = NULL;
            assert_int_equal(cm__json_parse(cm__alloc_default(), texts[i],
                                            strlen(texts[i]), NULL, &doc, NULL),
                             CM_OK);
            Buf b;
            cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
            JsonWriter w = cm__json_writer(&b);
            w.indent = indent;
            cm__json_write_value(&w, &doc->root);
            assert_int_equal(cm__json_parse(cm__alloc_default(), b.bytes, b.len,
                                            NULL, &back, NULL),
                             CM_OK);
            assert_true(cm__json_equal(&doc->root, &back->root));
            cm__json_doc_free(doc);
            cm__json_doc_free(back);
            cm__buf_done(&b);
        }
}

static void deepest_tree_is_written(void **state)
{
    (void)state;
    Buf b, out;
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_fill(&b, '[', CM_JSON_DEPTH_CAP);
    cm__buf_add_fill(&b, ']', CM_JSON_DEPTH_CAP);
    JsonOptions options = { .max_depth = CM_JSON_DEPTH_CAP };
    JsonDoc *doc = NULL;
    assert_int_equal(cm__json_parse(cm__alloc_default(), b.bytes, b.len,
                                    &options, &doc, NULL),
                     CM_OK);
    JsonWriter w = cm__json_writer(&out);
    cm__json_write_value(&w, &doc->root);
    assert_int_equal(out.len, b.len);
    assert_memory_equal(out.bytes, b.bytes, b.len);
    assert_true(cm__json_equal(&doc->root, &doc->root));
    cm__json_doc_free(doc);
    cm__buf_done(&b);
    cm__buf_done(&out);
}

static cm_status scenario(const cm_allocator *alloc)
{
    Buf b;
    cm__buf_init(&b, alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&b);
    cm__json_begin_array(&w);
    for (int i = 0; i < 100; i++)
        write_sample(&w);
    cm__json_end_array(&w);
    cm_status status = b.status;
    cm__buf_done(&b);
    return status;
}

static void every_refusal_is_reported(void **state)
{
    (void)state;
    (void)oom_sweep(scenario);
}

static void buffer_limit_ends_writing(void **state)
{
    (void)state;
    Buf b;
    cm__buf_init(&b, cm__alloc_default(), 20);
    JsonWriter w = cm__json_writer(&b);
    write_sample(&w);
    assert_int_equal(b.status, CM_E_LIMIT);
    assert_true(b.len <= 20);
    cm__buf_done(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compact_and_pretty),
        cmocka_unit_test(texts_are_escaped_as_json_stringify_does),
        cmocka_unit_test(surrogates_can_be_replaced),
        cmocka_unit_test(numbers_print_as_json_stringify_does),
        cmocka_unit_test(trees_survive_print_and_parse),
        cmocka_unit_test(deepest_tree_is_written),
        cmocka_unit_test(every_refusal_is_reported),
        cmocka_unit_test(buffer_limit_ends_writing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
