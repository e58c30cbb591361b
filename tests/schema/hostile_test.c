/* SPDX-License-Identifier: MIT */
/* Schemas and instances that want too much: an answer, and soon. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "schema_run.h"

#include <stdio.h>

enum {
    BUDGET = 3000000
};

static SchemaVerdict check_within(const Schema *s, const char *instance,
                                  size_t len, Buf *problems)
{
    uint64_t left = BUDGET;
    SchemaHost host = { cm__alloc_default(), cm__schema_spend, &left };
    return cm__schema_check(s, &host, instance, len, problems);
}

/* `depth` times `open`, then middle, then `depth` times `close`. */
static Buf nested(const char *open, const char *middle, const char *close,
                  int depth)
{
    Buf b;
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    for (int i = 0; i < depth; i++)
        cm__buf_add_str(&b, open);
    cm__buf_add_str(&b, middle);
    for (int i = 0; i < depth; i++)
        cm__buf_add_str(&b, close);
    assert_int_equal(b.status, CM_OK);
    return b;
}

static cm_status compile(const Buf *text, Schema **ret)
{
    return cm__schema_compile(cm__alloc_default(), text->bytes, text->len, NULL,
                              ret, NULL);
}

static void ten_thousand_levels_of_schema(void **state)
{
    static const char *const opens[] = { "{\"items\":", "{\"not\":",
                                         "{\"allOf\":[", "{\"$defs\":{\"a\":" };
    static const char *const closes[] = { "}", "}", "]}", "}}" };
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(opens); i++) {
        Schema *s = NULL;
        Buf b = nested(opens[i], "true", closes[i], 10000);
        assert_int_equal(compile(&b, &s), CM_E_LIMIT);
        cm__buf_done(&b);
    }
}

static void two_thousand_levels_are_checked(void **state)
{
    Schema *s = NULL;
    Buf schema =
        nested("{\"items\":{\"allOf\":[", "{\"type\":\"null\"}", "]}}", 1000);
    Buf value = nested("[", "1", "]", 1000);
    Buf out;
    (void)state;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    assert_int_equal(compile(&schema, &s), CM_OK);
    assert_int_equal(check_within(s, value.bytes, value.len, &out),
                     SCHEMA_INVALID);
    assert_int_equal(out.len, 2000 + strlen(": expected null, found 1"));
    cm__schema_unref(s);
    cm__buf_done(&schema);
    cm__buf_done(&value);
    cm__buf_done(&out);
}

static void deep_values(void **state)
{
    Schema *s = compile_with("{\"items\":{\"$ref\":\"#\"}}", NULL);
    Buf out;
    (void)state;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    Buf value = nested("[", "1", "]", 4000);
    assert_int_equal(check_within(s, value.bytes, value.len, &out),
                     SCHEMA_VALID);
    cm__buf_done(&value);
    value = nested("[", "1", "]", 5000);
    assert_int_equal(check_within(s, value.bytes, value.len, &out),
                     SCHEMA_UNCHECKABLE);
    assert_string_equal(cm__buf_text(&out), "nesting exceeds 4096");
    cm__buf_done(&value);
    cm__schema_unref(s);
    cm__buf_done(&out);
}

/* d0 asks d1 twice, and so on: 2^20 visits of one value. */
static Buf fan_out(int levels)
{
    Buf b;
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_str(&b, "{\"$ref\":\"#/$defs/d0\",\"$defs\":{");
    for (int i = 0; i < levels; i++)
        cm__buf_add_fmt(&b,
                        "\"d%d\":{\"allOf\":[{\"$ref\":\"#/$defs/d%d\"},"
                        "{\"$ref\":\"#/$defs/d%d\"}]},",
                        i, i + 1, i + 1);
    cm__buf_add_fmt(&b, "\"d%d\":{\"type\":\"number\"}}}", levels);
    return b;
}

static void fan_out_of_references(void **state)
{
    Schema *s = NULL;
    Buf b = fan_out(20);
    (void)state;
    assert_int_equal(compile(&b, &s), CM_OK);
    assert_int_equal(check_within(s, "1", 1, NULL), SCHEMA_STOPPED);
    cm__schema_unref(s);
    cm__buf_done(&b);
    b = fan_out(10);
    assert_int_equal(compile(&b, &s), CM_OK);
    assert_int_equal(check_within(s, "1", 1, NULL), SCHEMA_VALID);
    cm__schema_unref(s);
    cm__buf_done(&b);
}

static void circles(void **state)
{
    static const char *const schemas[] = {
        "{\"$ref\":\"#\"}",
        "{\"allOf\":[{\"$ref\":\"#\"}]}",
        "{\"anyOf\":[{\"$ref\":\"#\"},true]}",
        "{\"not\":{\"$ref\":\"#\"}}",
        "{\"if\":{\"$ref\":\"#\"},\"then\":true}",
        "{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"$ref\":\"#/$defs/b\"},"
        "\"b\":{\"$ref\":\"#/$defs/a\"}}}",
        "{\"$dynamicAnchor\":\"x\",\"$dynamicRef\":\"#x\"}",
        "{\"dependentSchemas\":{\"a\":{\"$ref\":\"#\"}}}",
        "{\"$schema\":\"https://json-schema.org/draft/2019-09/schema\","
        "\"$recursiveAnchor\":true,\"$recursiveRef\":\"#\"}",
    };
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(schemas); i++) {
        Schema *s = compile_with(schemas[i], NULL);
        expect_verdict(s, "{\"a\":1}", SCHEMA_UNCHECKABLE,
                       "the schema refers to itself without end");
        cm__schema_unref(s);
    }
}

static void catastrophic_patterns(void **state)
{
    static const char *const schemas[] = {
        "{\"pattern\":\"^(a|a|a)*\\\\1b$\"}",
        "{\"pattern\":\"^(?=(a+)+b)((a+)+)+c$\"}",
        "{\"format\":\"regex\"}",
    };
    Buf value = nested("a", "", "", 3000);
    Buf text;
    SchemaOptions options = { .assert_format = true };
    (void)state;
    cm__buf_init(&text, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&text, "\"%s!\"", value.bytes);
    for (size_t i = 0; i < CM_ARRAY_LEN(schemas); i++) {
        Schema *s = compile_with(schemas[i], &options);
        SchemaVerdict v = check_within(s, text.bytes, text.len, NULL);
        /* whatever the engine makes of it, it ends */
        assert_true(v == SCHEMA_STOPPED || v == SCHEMA_INVALID ||
                    v == SCHEMA_VALID);
        cm__schema_unref(s);
    }
    cm__buf_done(&value);
    cm__buf_done(&text);
}

static void patterns_that_grow(void **state)
{
    Schema *s = NULL;
    Buf b = nested("(?:", "a", "){1000}", 5);
    Buf text;
    (void)state;
    cm__buf_init(&text, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&text, "{\"pattern\":\"%s\"}", b.bytes);
    cm_status status = compile(&text, &s);
    assert_true(status == CM_OK || status == CM_E_LIMIT);
    cm__schema_unref(s);
    cm__buf_done(&b);
    cm__buf_done(&text);
}

static void many_equal_items(void **state)
{
    Schema *s = compile_with("{\"uniqueItems\":true}", NULL);
    Buf b;
    (void)state;
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_char(&b, '[');
    for (int i = 0; i < 100000; i++)
        cm__buf_add_fmt(&b, "%s%d", i ? "," : "", i);
    cm__buf_add_char(&b, ']');
    assert_int_equal(check_within(s, b.bytes, b.len, NULL), SCHEMA_VALID);
    cm__schema_unref(s);
    cm__buf_done(&b);
}

static void marks_of_wide_objects(void **state)
{
    static const char text[] =
        "{\"$ref\":\"#/$defs/a\",\"unevaluatedProperties\":false,\"$defs\":{"
        "\"a\":{\"allOf\":[{\"anyOf\":[{\"patternProperties\":{\"^k\":true}},"
        "{\"properties\":{\"k1\":true}}]}]}}}";
    Schema *s = compile_with(text, NULL);
    Buf b, out;
    (void)state;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_char(&b, '{');
    for (int i = 0; i < 5000; i++)
        cm__buf_add_fmt(&b, "\"k%d\":%d,", i, i);
    cm__buf_add_str(&b, "\"x\":1}");
    assert_int_equal(check_within(s, b.bytes, b.len, &out), SCHEMA_INVALID);
    assert_string_equal(cm__buf_text(&out), "/: unexpected property \"x\"");
    cm__schema_unref(s);
    cm__buf_done(&b);
    cm__buf_done(&out);
}

static void numbers_of_great_length(void **state)
{
    Schema *s = compile_with("{\"multipleOf\":0.123456789012345678}", NULL);
    Buf b;
    (void)state;
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_fill(&b, '7', 100000);
    cm__buf_add_str(&b, "e999999999999999999999");
    assert_int_equal(check_within(s, b.bytes, b.len, NULL), SCHEMA_INVALID);
    cm__schema_unref(s);
    cm__buf_done(&b);
}

/* Digits that do not count are read all the same: of the schema for every item,
 * and of the instance for every schema. */
static void digits_are_paid_for(void **state)
{
    static const char *const heads[] = { "{\"items\":{\"minimum\":0.",
                                         "{\"items\":{\"const\":0.",
                                         "{\"items\":{\"multipleOf\":0." };
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(heads); i++) {
        Schema *s = NULL;
        Buf schema = nested("", heads[i], "", 1);
        cm__buf_add_fill(&schema, '0', 200000);
        cm__buf_add_str(&schema, "1}}");
        Buf value = nested(",0.5", "]", "", 1000);
        value.bytes[0] = '[';
        assert_int_equal(compile(&schema, &s), CM_OK);
        assert_int_equal(check_within(s, value.bytes, value.len, NULL),
                         i == 1 ? SCHEMA_INVALID : SCHEMA_STOPPED);
        cm__schema_unref(s);
        cm__buf_done(&schema);
        cm__buf_done(&value);
    }
}

static void digits_of_the_instance_are_paid_for(void **state)
{
    Schema *s = NULL;
    Buf schema = nested("{\"type\":\"number\"},", "true]}", "", 2000);
    Buf all = nested("", "{\"allOf\":[", "", 1);
    Buf value = nested("", "0.", "", 1);
    (void)state;
    cm__buf_add(&all, schema.bytes, schema.len);
    cm__buf_add_fill(&value, '0', 200000);
    cm__buf_add_str(&value, "1");
    assert_int_equal(compile(&all, &s), CM_OK);
    assert_int_equal(check_within(s, value.bytes, value.len, NULL),
                     SCHEMA_STOPPED);
    cm__schema_unref(s);
    cm__buf_done(&schema);
    cm__buf_done(&all);
    cm__buf_done(&value);
}

/* A row of marks as long as the array, cleared for every schema asked. */
static void marks_are_paid_for(void **state)
{
    Schema *s = NULL;
    Buf schema = nested("", "{\"unevaluatedItems\":true,\"allOf\":[", "", 1);
    Buf value = nested(",1", "]", "", 200000);
    Buf list = nested("{\"minItems\":1},", "true]}", "", 10000);
    (void)state;
    value.bytes[0] = '[';
    cm__buf_add(&schema, list.bytes, list.len);
    assert_int_equal(compile(&schema, &s), CM_OK);
    assert_int_equal(check_within(s, value.bytes, value.len, NULL),
                     SCHEMA_STOPPED);
    cm__schema_unref(s);
    cm__buf_done(&schema);
    cm__buf_done(&list);
    cm__buf_done(&value);
}

/* A short identifier below a long one makes a long address. */
static void addresses_are_bounded(void **state)
{
    Schema *s = NULL;
    cm_error err = { 0 };
    Buf b = nested("", "{\"$id\":\"http://x/", "", 1);
    (void)state;
    cm__buf_add_fill(&b, 'a', 100000);
    cm__buf_add_str(&b, "/\",\"$defs\":{");
    for (int i = 0; i < 1000; i++)
        cm__buf_add_fmt(&b, "\"%d\":{\"$id\":\"%d\"},", i, i);
    cm__buf_add_str(&b, "\"z\":true}}");
    assert_int_equal(
        cm__schema_compile(cm__alloc_default(), b.bytes, b.len, NULL, &s, &err),
        CM_E_LIMIT);
    assert_non_null(strstr(err.text, "has addresses that are too long"));
    cm__buf_done(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ten_thousand_levels_of_schema),
        cmocka_unit_test(two_thousand_levels_are_checked),
        cmocka_unit_test(deep_values),
        cmocka_unit_test(fan_out_of_references),
        cmocka_unit_test(circles),
        cmocka_unit_test(catastrophic_patterns),
        cmocka_unit_test(patterns_that_grow),
        cmocka_unit_test(many_equal_items),
        cmocka_unit_test(marks_of_wide_objects),
        cmocka_unit_test(numbers_of_great_length),
        cmocka_unit_test(digits_are_paid_for),
        cmocka_unit_test(digits_of_the_instance_are_paid_for),
        cmocka_unit_test(marks_are_paid_for),
        cmocka_unit_test(addresses_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
