/* SPDX-License-Identifier: MIT */
/* Verdicts and the exact texts of problems. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "schema_run.h"

static void types_are_named(void **state)
{
    static const CheckRow rows[] = {
        { "true", "1", NULL },
        { "{}", "[]", NULL },
        { "false", "1", "/: nothing is allowed here, found 1" },
        { "{\"type\":\"string\"}", "\"a\"", NULL },
        { "{\"type\":\"string\"}", "7", "/: expected string, found 7" },
        { "{\"type\":\"integer\"}", "1.0", NULL },
        { "{\"type\":\"integer\"}", "1e3", NULL },
        { "{\"type\":\"integer\"}", "123456789012345678901234567890", NULL },
        { "{\"type\":\"integer\"}", "1.5", "/: expected integer, found 1.5" },
        { "{\"type\":\"integer\"}", "1e-1", "/: expected integer, found 1e-1" },
        { "{\"type\":[\"string\",\"null\"]}", "true",
          "/: expected string or null, found true" },
        { "{\"type\":[\"integer\",\"number\"]}", "\"x\"",
          "/: expected number, found \"x\"" },
        { "{\"type\":\"object\"}", "[1,{\"a\":null}]",
          "/: expected object, found [1,{\"a\":null}]" },
    };
    (void)state;
    CHECK_ROWS(rows, NULL);
}

static void values_are_compared_by_content(void **state)
{
    static const CheckRow rows[] = {
        { "{\"const\":{\"a\":[1,2.0]}}", "{ \"a\": [1.0, 2] }", NULL },
        { "{\"const\":1}", "true", "/: expected 1, found true" },
        { "{\"const\":0}", "-0.0", NULL },
        { "{\"const\":9007199254740993}", "9007199254740992",
          "/: expected 9007199254740993, found 9007199254740992" },
        { "{\"const\":1e400}", "10e399", NULL },
        { "{\"enum\":[\"a\",2,null]}", "2.0", NULL },
        { "{\"enum\":[\"a\",2,null]}", "\"b\"",
          "/: expected one of \"a\", 2, null, found \"b\"" },
        { "{\"enum\":[]}", "1", "/: expected one of no values, found 1" },
        { "{\"enum\":[1,2,3,4,5,6,7,8,9,10]}", "0",
          "/: expected one of 1, 2, 3, 4, 5, 6, 7, 8 and 2 others, found 0" },
        { "{\"uniqueItems\":true}", "[1,\"1\",true,[1],{\"a\":1}]", NULL },
        { "{\"uniqueItems\":true}", "[{\"a\":1,\"b\":2},0,{\"b\":2,\"a\":1.0}]",
          "/: expected items that differ, but items 0 and 2 are equal" },
    };
    (void)state;
    CHECK_ROWS(rows, NULL);
}

static void numbers_are_exact(void **state)
{
    static const CheckRow rows[] = {
        { "{\"minimum\":1.1}", "1.1", NULL },
        { "{\"minimum\":1.1}", "1.0999999999999999999999",
          "/: expected at least 1.1, found 1.0999999999999999999999" },
        { "{\"maximum\":3}", "3.1", "/: expected at most 3, found 3.1" },
        { "{\"exclusiveMinimum\":0}", "0", "/: expected more than 0, found 0" },
        { "{\"exclusiveMaximum\":-1}", "-1.0",
          "/: expected less than -1, found -1.0" },
        { "{\"multipleOf\":0.01}", "19.99", NULL },
        { "{\"multipleOf\":0.01}", "19.999",
          "/: expected a multiple of 0.01, found 19.999" },
        { "{\"multipleOf\":3}", "1e300",
          "/: expected a multiple of 3, found 1e300" },
        { "{\"multipleOf\":7}", "7777777777777777777777777777777777", NULL },
        { "{\"multipleOf\":1e-999999999}", "5", NULL },
        { "{\"multipleOf\":3e-400}", "4e-400",
          "/: expected a multiple of 3e-400, found 4e-400" },
    };
    (void)state;
    CHECK_ROWS(rows, NULL);
}

static void texts(void **state)
{
    static const CheckRow rows[] = {
        { "{\"minLength\":2}", "\"\xF0\x9F\x98\x80\"",
          "/: expected at least 2 characters, found \"\xF0\x9F\x98\x80\"" },
        { "{\"maxLength\":1}", "\"\\uD83D\\uDE00\"", NULL },
        { "{\"maxLength\":1}", "\"ab\"",
          "/: expected at most 1 character, found \"ab\"" },
        { "{\"pattern\":\"^a+$\"}", "\"aab\"",
          "/: expected a match of the pattern \"^a+$\", found \"aab\"" },
        { "{\"pattern\":\"^\\\\p{Letter}+$\"}", "\"\xC3\xA9\"", NULL },
        /* a needless backslash, which Unicode mode refuses */
        { "{\"pattern\":\"^\\\\-$\"}", "\"-\"", NULL },
        { "{\"format\":\"date\"}", "\"no date\"", NULL },
        { "{\"contentMediaType\":\"application/json\"}", "\"{\"", NULL },
    };
    static const CheckRow asserted[] = {
        { "{\"format\":\"date\"}", "\"2024-02-29\"", NULL },
        { "{\"format\":\"date\"}", "\"2023-02-29\"",
          "/: expected the format date, found \"2023-02-29\"" },
        { "{\"format\":\"no such format\"}", "\"x\"", NULL },
    };
    SchemaOptions options = { .assert_format = true };
    (void)state;
    CHECK_ROWS(rows, NULL);
    CHECK_ROWS(asserted, &options);
}

static void arrays(void **state)
{
    static const CheckRow rows[] = {
        { "{\"minItems\":2}", "[1]", "/: expected at least 2 items, found 1" },
        { "{\"maxItems\":1}", "[1,2]", "/: expected at most 1 item, found 2" },
        { "{\"items\":{\"type\":\"number\"}}", "[1,\"a\",2,[]]",
          "/1: expected number, found \"a\"; /3: expected number, found []" },
        { "{\"prefixItems\":[{\"type\":\"number\"}],\"items\":false}", "[1,2]",
          "/: expected at most 1 item, found 2" },
        { "{\"contains\":{\"type\":\"number\"}}", "[\"a\"]",
          "/: expected at least 1 item that fits \"contains\", found 0" },
        { "{\"contains\":true,\"maxContains\":1}", "[1,2]",
          "/: expected at most 1 item that fits \"contains\", found 2" },
        { "{\"contains\":{\"const\":1},\"minContains\":0}", "[]", NULL },
        { "{\"$schema\":\"http://json-schema.org/draft-07/schema#\","
          "\"items\":[{\"type\":\"number\"}],\"additionalItems\":{\"const\":1}"
          "}",
          "[5,1,2]", "/2: expected 1, found 2" },
    };
    (void)state;
    CHECK_ROWS(rows, NULL);
}

static void objects(void **state)
{
    static const CheckRow rows[] = {
        { "{\"required\":[\"a\",\"b\"]}", "{}",
          "/: missing property \"a\"; /: missing property \"b\"" },
        { "{\"properties\":{\"issueId\":{}},\"required\":[\"issueId\"]}",
          "{\"issue_id\":1}",
          "/: missing property \"issueId\", found \"issue_id\"" },
        { "{\"properties\":{\"a~/b\":{\"type\":\"null\"}}}", "{\"a~/b\":1}",
          "/a~0~1b: expected null, found 1" },
        { "{\"properties\":{\"color\":{}},\"additionalProperties\":false}",
          "{\"colour\":1,\"x\":2}",
          "/: unexpected property \"colour\", did you mean \"color\"?; "
          "/: unexpected property \"x\"" },
        { "{\"patternProperties\":{\"^n\":{\"type\":\"number\"}},"
          "\"additionalProperties\":{\"type\":\"string\"}}",
          "{\"n1\":\"a\",\"s\":1}",
          "/n1: expected number, found \"a\"; /s: expected string, found 1" },
        { "{\"propertyNames\":{\"maxLength\":1}}", "{\"a\":1,\"bc\":2}",
          "/: as a property name: expected at most 1 character, found \"bc\"" },
        { "{\"minProperties\":1}", "{}",
          "/: expected at least 1 property, found 0" },
        { "{\"maxProperties\":0}", "{\"a\":1}",
          "/: expected at most 0 properties, found 1" },
        { "{\"dependentRequired\":{\"a\":[\"b\"]}}", "{\"a\":1}",
          "/: missing property \"b\", which \"a\" needs" },
        { "{\"dependentSchemas\":{\"a\":{\"required\":[\"b\"]}}}", "{\"a\":1}",
          "/: missing property \"b\"" },
        { "{\"dependencies\":{\"a\":[\"b\"],\"c\":{\"required\":[\"d\"]}}}",
          "{\"a\":1,\"c\":1}",
          "/: missing property \"b\", which \"a\" needs; "
          "/: missing property \"d\"" },
        { "{\"properties\":{\"__proto__\":{\"type\":\"number\"}}}",
          "{\"__proto__\":\"x\"}", "/__proto__: expected number, found \"x\"" },
    };
    (void)state;
    CHECK_ROWS(rows, NULL);
}

static void combinations(void **state)
{
    static const CheckRow rows[] = {
        { "{\"allOf\":[{\"minimum\":2},{\"multipleOf\":2}]}", "1",
          "/: expected at least 2, found 1; "
          "/: expected a multiple of 2, found 1" },
        { "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}", "1",
          "/: expected string or null, found 1" },
        /* only one alternative takes objects, so that one explains */
        { "{\"anyOf\":[{\"type\":\"null\"},{\"type\":\"object\","
          "\"required\":[\"a\"]}]}",
          "{}", "/: missing property \"a\"" },
        { "{\"anyOf\":[{\"$ref\":\"#/$defs/s\"},{\"type\":\"null\"}],"
          "\"$defs\":{\"s\":{\"type\":\"string\",\"minLength\":1}}}",
          "\"\"", "/: expected at least 1 character, found \"\"" },
        { "{\"anyOf\":[{\"const\":1},{\"const\":2}]}", "3",
          "/: expected one of 2 alternatives to fit, found 3" },
        { "{\"oneOf\":[{\"minimum\":0},{\"maximum\":9}]}", "5",
          "/: expected exactly one alternative to fit, but several do, "
          "found 5" },
        { "{\"oneOf\":[{\"minimum\":0},{\"maximum\":9}]}", "10", NULL },
        { "{\"not\":{\"type\":\"number\"}}", "1",
          "/: expected a value that does not fit \"not\", found 1" },
        { "{\"if\":{\"minimum\":5},\"then\":{\"multipleOf\":2},"
          "\"else\":{\"multipleOf\":3}}",
          "7", "/: expected a multiple of 2, found 7" },
        { "{\"if\":{\"minimum\":5},\"then\":{\"multipleOf\":2},"
          "\"else\":{\"multipleOf\":3}}",
          "4", "/: expected a multiple of 3, found 4" },
    };
    (void)state;
    CHECK_ROWS(rows, NULL);
}

static void unevaluated(void **state)
{
    static const CheckRow rows[] = {
        { "{\"allOf\":[{\"properties\":{\"a\":true}}],\"properties\":{\"b\":"
          "true},\"unevaluatedProperties\":false}",
          "{\"a\":1,\"b\":2,\"c\":3}", "/: unexpected property \"c\"" },
        /* an alternative that fails looks at nothing */
        { "{\"anyOf\":[{\"properties\":{\"a\":{\"type\":\"string\"}}},"
          "{\"properties\":{\"b\":true}}],\"unevaluatedProperties\":false}",
          "{\"a\":1,\"b\":2}", "/: unexpected property \"a\"" },
        { "{\"prefixItems\":[true],\"contains\":{\"const\":\"x\"},"
          "\"unevaluatedItems\":{\"type\":\"number\"}}",
          "[null,\"x\",1,\"y\"]", "/3: expected number, found \"y\"" },
        { "{\"not\":{\"not\":{\"properties\":{\"a\":true}}},"
          "\"unevaluatedProperties\":false}",
          "{\"a\":1}", "/: unexpected property \"a\"" },
    };
    (void)state;
    CHECK_ROWS(rows, NULL);
}

static void five_problems_are_told(void **state)
{
    static const CheckRow rows[] = {
        { "{\"items\":false}", "[1]", "/: expected at most 0 items, found 1" },
        { "{\"items\":{\"type\":\"null\"}}", "[1,2,3,4,5]",
          "/0: expected null, found 1; /1: expected null, found 2; "
          "/2: expected null, found 3; /3: expected null, found 4; "
          "/4: expected null, found 5" },
        { "{\"items\":{\"type\":\"null\"}}", "[1,2,3,4,5,6,7]",
          "/0: expected null, found 1; /1: expected null, found 2; "
          "/2: expected null, found 3; /3: expected null, found 4; "
          "/4: expected null, found 5; and 2 more" },
    };
    (void)state;
    CHECK_ROWS(rows, NULL);
}

static void values_are_cut_at_sixty_characters(void **state)
{
    static const CheckRow rows[] = {
        /* 58 and the quotes */
        { "{\"type\":\"null\"}",
          "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
          "/: expected null, found "
          "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"" },
        { "{\"type\":\"null\"}",
          "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
          "/: expected null, found "
          "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa..." },
        { "{\"type\":\"null\"}",
          "\"\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9"
          "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9"
          "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"",
          "/: expected null, found "
          "\"\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9"
          "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9"
          "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa..." },
    };
    (void)state;
    CHECK_ROWS(rows, NULL);
}

static void text_that_is_no_json_cannot_be_checked(void **state)
{
    Schema *s = compile_with("true", NULL);
    (void)state;
    expect_verdict(s, "{", SCHEMA_UNCHECKABLE, "text ends inside a value");
    cm__schema_unref(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_are_named),
        cmocka_unit_test(values_are_compared_by_content),
        cmocka_unit_test(numbers_are_exact),
        cmocka_unit_test(texts),
        cmocka_unit_test(arrays),
        cmocka_unit_test(objects),
        cmocka_unit_test(combinations),
        cmocka_unit_test(unevaluated),
        cmocka_unit_test(five_problems_are_told),
        cmocka_unit_test(values_are_cut_at_sixty_characters),
        cmocka_unit_test(text_that_is_no_json_cannot_be_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
