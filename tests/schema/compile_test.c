/* SPDX-License-Identifier: MIT */
/* Which schemas compile, and what is said of those that do not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "oom_sweep.h"
#include "schema_run.h"

static void expect_refused(const char *text, const SchemaOptions *options,
                           cm_status status, const char *path, const char *what)
{
    Schema *s = NULL;
    cm_error err = { 0 };
    cm_status got = cm__schema_compile(cm__alloc_default(), text, strlen(text),
                                       options, &s, &err);
    assert_string_equal(err.text, what);
    assert_string_equal(err.path, path);
    assert_int_equal(got, status);
    assert_int_equal(err.status, status);
    assert_null(s);
}

static void forms_are_checked(void **state)
{
    static const struct {
        const char *schema, *path, *text;
    } rows[] = {
        { "1", "", "must be a schema" },
        { "{\"type\":\"objekt\"}", "/type",
          "/type must be array, boolean, integer, null, number, object or "
          "string, or an array of these" },
        { "{\"properties\":{\"a\":null}}", "/properties",
          "/properties must be an object of schemas" },
        { "{\"properties\":{\"a\":{\"minLength\":-1}}}",
          "/properties/a/minLength",
          "/properties/a/minLength must be a whole number of at least 0" },
        { "{\"maxItems\":1.5}", "/maxItems",
          "/maxItems must be a whole number of at least 0" },
        { "{\"multipleOf\":0}", "/multipleOf",
          "/multipleOf must be a number above 0" },
        { "{\"required\":\"a\"}", "/required",
          "/required must be an array of strings" },
        { "{\"allOf\":[]}", "/allOf",
          "/allOf must be an array of at least one schema" },
        { "{\"allOf\":[true,{\"pattern\":\"(\"}]}", "/allOf/1/pattern",
          "/allOf/1/pattern does not compile: missing ) in regular expression" },
        { "{\"patternProperties\":{\"a~/(\":true}}",
          "/patternProperties/a~0~1(",
          "/patternProperties/a~0~1( does not compile: missing ) in regular "
          "expression" },
        { "{\"items\":[true]}", "/items", "/items must be a schema" },
        { "{\"$anchor\":\"a b\"}", "/$anchor",
          "/$anchor must be a plain name" },
        { "{\"$schema\":\"https://example.com/mine\"}", "/$schema",
          "/$schema names a dialect that is not known: "
          "https://example.com/mine" },
        { "{\"$ref\":\"other.json\"}", "/$ref",
          "/$ref names no document that is known: other.json" },
        { "{\"$ref\":\"#/$defs/x\"}", "/$ref",
          "/$ref finds nothing: #/$defs/x" },
        { "{\"$ref\":\"#x\"}", "/$ref", "/$ref finds no anchor: #x" },
        { "{\"$ref\":\"#/enum/0\",\"enum\":[1]}", "/$ref",
          "/$ref finds no schema: #/enum/0" },
        { "{\"type\":", "", "text ends inside a value" },
    };
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++)
        expect_refused(rows[i].schema, NULL, CM_E_SYNTAX, rows[i].path,
                       rows[i].text);
    expect_refused("{\"multipleOf\":1.234567890123456789}", NULL, CM_E_LIMIT,
                   "/multipleOf", "/multipleOf has more than 18 digits");
}

static void annotations_do_no_harm(void **state)
{
    static const CheckRow rows[] = {
        { "{\"description\":7,\"title\":null,\"examples\":1}", "1", NULL },
        { "{\"x-mine\":{\"type\":\"objekt\"},\"default\":\"any\"}", "1", NULL },
    };
    (void)state;
    CHECK_ROWS(rows, NULL);
}

static void dialects(void **state)
{
#define D(n) "{\"$schema\":\"http://json-schema.org/draft-0" n "/schema#\","
    static const CheckRow rows[] = {
        { D("4") "\"maximum\":3,\"exclusiveMaximum\":true}", "3",
          "/: expected less than 3, found 3" },
        /* siblings of a reference */
        { D("7") "\"$ref\":\"#/definitions/a\",\"type\":\"null\","
                 "\"definitions\":{\"a\":{\"type\":\"number\"}}}",
          "1", NULL },
        { "{\"$ref\":\"#/definitions/a\",\"type\":\"null\","
          "\"definitions\":{\"a\":{\"type\":\"number\"}}}",
          "1", "/: expected null, found 1" },
        /* unknown in older ones */
        { D("6") "\"if\":true,\"then\":false}", "1", NULL },
        { D("4") "\"const\":1}", "2", NULL },
        { "{\"$schema\":\"https://json-schema.org/draft/2019-09/schema\","
          "\"$recursiveAnchor\":true,\"properties\":{\"c\":{"
          "\"$recursiveRef\":\"#\"}},\"required\":[\"v\"]}",
          "{\"v\":1,\"c\":{}}", "/c: missing property \"v\"" },
        { "{\"$schema\":\"http://json-schema.org/draft/2020-12/schema\","
          "\"prefixItems\":[{\"const\":1}]}",
          "[2]", "/0: expected 1, found 2" },
    };
#undef D
    SchemaOptions four = { .draft = SCHEMA_DRAFT_4 };
    (void)state;
    CHECK_ROWS(rows, NULL);
    check_row(&(CheckRow){ "{\"id\":\"http://a/b\",\"$id\":7}", "1", NULL },
              &four);
}

static void references(void **state)
{
    static const CheckRow rows[] = {
        { "{\"$ref\":\"#/$defs/a~1b%25\",\"$defs\":{\"a/b%\":{\"const\":1}}}",
          "2", "/: expected 1, found 2" },
        { "{\"$ref\":\"#here\",\"$defs\":{\"x\":{\"$anchor\":\"here\","
          "\"const\":1}}}",
          "2", "/: expected 1, found 2" },
        { "{\"$id\":\"http://x/root.json\",\"$ref\":\"item.json\",\"$defs\":{"
          "\"x\":{\"$id\":\"http://x/item.json\",\"const\":1}}}",
          "2", "/: expected 1, found 2" },
        { "{\"$id\":\"urn:uuid:0\",\"$ref\":\"urn:uuid:0#/$defs/a\","
          "\"$defs\":{\"a\":{\"const\":1}}}",
          "2", "/: expected 1, found 2" },
        /* a place that no keyword knows */
        { "{\"$ref\":\"#/x/0\",\"x\":[{\"const\":1}]}", "2",
          "/: expected 1, found 2" },
        { "{\"properties\":{\"a\":{\"$ref\":\"#\"}},\"required\":[\"b\"]}",
          "{\"b\":1,\"a\":{\"b\":1,\"a\":{}}}",
          "/a/a: missing property \"b\"" },
        { "{\"$ref\":\"https://json-schema.org/draft/2020-12/schema\"}",
          "{\"items\":{\"minimum\":\"x\"}}",
          "/items/minimum: expected number, found \"x\"" },
        { "{\"$ref\":\"http://json-schema.org/draft-04/schema#\"}",
          "{\"required\":[]}", "/required: expected at least 1 item, found 0" },
    };
    (void)state;
    CHECK_ROWS(rows, NULL);
}

static void supplied_documents(void **state)
{
    static const char number[] = "{\"type\":\"number\",\"$defs\":{\"s\":{"
                                 "\"$id\":\"inner\",\"type\":\"string\"}}}";
    static const char broken[] = "{\"type\":";
    static const SchemaDocument documents[] = {
        { "http://x/number.json", number, sizeof number - 1 },
    };
    static const SchemaDocument bad[] = {
        { "http://x/bad.json", broken, sizeof broken - 1 },
    };
    SchemaOptions options = { .base = "http://x/main.json",
                              .documents = documents,
                              .n_documents = 1 };
    (void)state;
    check_row(&(CheckRow){ "{\"$ref\":\"number.json\"}", "\"a\"",
                           "/: expected number, found \"a\"" },
              &options);
    check_row(&(CheckRow){ "{\"$ref\":\"number.json#/$defs/s\"}", "1",
                           "/: expected string, found 1" },
              &options);
    /* an address that stands inside a document */
    check_row(&(CheckRow){ "{\"$ref\":\"inner\"}", "1",
                           "/: expected string, found 1" },
              &options);
    options.documents = bad;
    expect_refused("{\"$ref\":\"bad.json\"}", &options, CM_E_SYNTAX, "",
                   "text ends inside a value");
}

static void dynamic_references(void **state)
{
    static const char tree[] =
        "{\"$id\":\"http://x/tree\",\"$dynamicAnchor\":\"node\","
        "\"type\":\"object\",\"properties\":{\"data\":true,\"children\":{"
        "\"type\":\"array\",\"items\":{\"$dynamicRef\":\"#node\"}}}}";
    static const SchemaDocument documents[] = {
        { "http://x/tree", tree, sizeof tree - 1 },
    };
    SchemaOptions options = { .documents = documents, .n_documents = 1 };
    (void)state;
    check_row(&(CheckRow){ "{\"$ref\":\"http://x/tree\"}",
                           "{\"children\":[{\"daat\":1}]}", NULL },
              &options);
    check_row(&(CheckRow){ "{\"$id\":\"http://x/strict\",\"$dynamicAnchor\":"
                           "\"node\",\"$ref\":\"tree\","
                           "\"unevaluatedProperties\":false}",
                           "{\"children\":[{\"daat\":1}]}",
                           "/children/0: unexpected property \"daat\", did "
                           "you mean \"data\"?" },
              &options);
}

/* A compilation and a check, each allocation refused in turn. */
static cm_status scenario(const cm_allocator *alloc)
{
    static const char text[] =
        "{\"$id\":\"http://x/a\",\"properties\":{\"s\":{\"pattern\":\"^\xC3\xA9"
        "$\"},\"l\":{\"uniqueItems\":true},\"o\":{\"propertyNames\":{"
        "\"maxLength\":1},\"unevaluatedProperties\":false}},\"$ref\":"
        "\"http://json-schema.org/draft-06/schema\"}";
    static const char instance[] =
        "{\"s\":\"\xC3\xA8\",\"l\":[1,2,1],\"o\":{\"ab\":1}}";
    SchemaHost host = { alloc, NULL, NULL };
    Schema *s = NULL;
    Buf problems;
    cm_status status =
        cm__schema_compile(alloc, text, sizeof text - 1, NULL, &s, NULL);
    if (status != CM_OK)
        return status;
    cm__buf_init(&problems, alloc, CM_BUF_NO_LIMIT);
    SchemaVerdict verdict =
        cm__schema_check(s, &host, instance, sizeof instance - 1, &problems);
    cm__buf_done(&problems);
    cm__schema_unref(s);
    assert_true(verdict == SCHEMA_INVALID || verdict == SCHEMA_NOMEM);
    return verdict == SCHEMA_NOMEM ? CM_E_NOMEM : CM_OK;
}

static void memory_may_be_refused_anywhere(void **state)
{
    (void)state;
    (void)oom_sweep(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_are_checked),
        cmocka_unit_test(annotations_do_no_harm),
        cmocka_unit_test(dialects),
        cmocka_unit_test(references),
        cmocka_unit_test(supplied_documents),
        cmocka_unit_test(dynamic_references),
        cmocka_unit_test(memory_may_be_refused_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
