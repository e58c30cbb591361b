/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "yaml/yaml_json.h"
#include "json/tree.h"

/* The JSON, which must be such, or "LINE:COLUMN: text" of the error. */
static void convert(const char *yaml, size_t len, Buf *out)
{
    cm_error err;
    const cm_allocator *alloc = cm__alloc_default();
    cm_status status = cm__yaml_to_json(alloc, yaml, len, out, &err);
    if (status == CM_OK) {
        const JsonOptions deep = { .max_depth = CM_YAML_DEPTH_MAX };
        JsonDoc *doc;
        assert_int_equal(cm__json_parse(alloc, cm__buf_text(out), out->len,
                                        &deep, &doc, &err),
                         CM_OK);
        cm__json_doc_free(doc);
    } else {
        assert_int_equal(status, err.status);
        cm__buf_clear(out);
        cm__buf_add_fmt(out, "%u:%u: %s", err.line, err.column, err.text);
    }
}

static void assert_gives(const char *yaml, const char *expected)
{
    Buf out;
    convert(yaml, strlen(yaml), &out);
    assert_string_equal(cm__buf_text(&out), expected);
    cm__buf_done(&out);
}

typedef struct Row {
    const char *yaml, *expected;
} Row;

static void assert_rows(const Row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        assert_gives(rows[i].yaml, rows[i].expected);
}

static void scalars_follow_the_core_schema(void **state)
{
    (void)state;
    static const Row rows[] = {
        { "null", "null" },
        { "Null", "null" },
        { "NULL", "null" },
        { "~", "null" },
        { "---\n...", "null" },
        { "nULL", "\"nULL\"" },
        { "true", "true" },
        { "True", "true" },
        { "FALSE", "false" },
        { "tRue", "\"tRue\"" },
        { "yes", "\"yes\"" },
        { "on", "\"on\"" },
        { "y", "\"y\"" },
        { "0", "0" },
        { "-0", "0" },
        { "+12", "12" },
        { "-12", "-12" },
        { "007", "7" },
        { "-007", "-7" },
        { "12345678901234567890123", "12345678901234567890123" },
        { "0o17", "15" },
        { "0o777777777777777777777", "9223372036854775807" },
        { "0o18", "\"0o18\"" },
        { "017", "17" },
        { "0xFf", "255" },
        { "0xffffffffffffffff", "18446744073709551615" },
        { "0x00000000000000000ff", "255" },
        { "0x10000000000000000", "18446744073709552000" },
        { "-0x1", "\"-0x1\"" },
        { "0x", "\"0x\"" },
        { "0xg", "\"0xg\"" },
        { "0b1", "\"0b1\"" },
        { "1_000", "\"1_000\"" },
        { "1:30", "\"1:30\"" },
        { "1.5", "1.5" },
        { "-1.50", "-1.50" },
        { ".5", "0.5" },
        { "-.5", "-0.5" },
        { "5.", "5.0" },
        { "-0.", "-0.0" },
        { "-0.0", "-0.0" },
        { "00.10", "0.10" },
        { "1e3", "1e3" },
        { "1E+03", "1e+03" },
        { "+1.e-2", "1e-2" },
        { ".", "\".\"" },
        { "1e", "\"1e\"" },
        { "e1", "\"e1\"" },
        { "1.2.3", "\"1.2.3\"" },
        { "+", "\"+\"" },
        { "2001-12-14", "\"2001-12-14\"" },
        { "2001-12-14T21:59:43.10-05:00", "\"2001-12-14T21:59:43.10-05:00\"" },
        { "'12'", "\"12\"" },
        { "\"true\"", "\"true\"" },
        { "'it''s'", "\"it's\"" },
        { "\"a\\x41\\u00e9\\n\\0\"", "\"aA\xc3\xa9\\n\\u0000\"" },
        { "|\n  1\n  2\n", "\"1\\n2\\n\"" },
        { ">-\n  1\n  2\n", "\"1 2\"" },
        { "a b\n c", "\"a b c\"" },
        { "=", "\"=\"" },
        { "caf\xc3\xa9", "\"caf\xc3\xa9\"" },
    };
    assert_rows(rows, CM_ARRAY_LEN(rows));
}

static void collections_keep_their_order(void **state)
{
    (void)state;
    static const Row rows[] = {
        { "[]", "[]" },
        { "{}", "{}" },
        { "[1, [2, {a: 3}], ]", "[1,[2,{\"a\":3}]]" },
        { "b: 1\na:\n  - x\n  - y: 2\n    z:\n", "{\"b\":1,\"a\":[\"x\",{"
                                                 "\"y\":2,\"z\":null}]}" },
        { "200: ok\n0x10: a\n~: b\ntrue: c\n1.50: d\n.inf: e\n",
          "{\"200\":\"ok\",\"0x10\":\"a\",\"~\":\"b\",\"true\":\"c\","
          "\"1.50\":\"d\",\".inf\":\"e\"}" },
        { "?\n: v", "{\"\":\"v\"}" },
        { "'a\"b': 1", "{\"a\\\"b\":1}" },
        { "? a\n? b", "{\"a\":null,\"b\":null}" },
        { "<<: {a: 1}\na: 2", "{\"<<\":{\"a\":1},\"a\":2}" },
        { "__proto__: 1", "{\"__proto__\":1}" },
        { "{\"a\": [1, \"x\", null, true], \"b\": 1.0e5}",
          "{\"a\":[1,\"x\",null,true],\"b\":1.0e5}" },
        { "\xef\xbb\xbf"
          "a: 1",
          "{\"a\":1}" },
        { "a: 1\r\nb: 2\r\n", "{\"a\":1,\"b\":2}" },
        { "# only\n# comments\na: 1 # here\n", "{\"a\":1}" },
        { "%YAML 1.2\n---\na: yes\n", "{\"a\":\"yes\"}" },
        { "%YAML 1.1\n---\na: yes\n", "{\"a\":\"yes\"}" },
    };
    assert_rows(rows, CM_ARRAY_LEN(rows));
}

static void anchors_and_aliases(void **state)
{
    (void)state;
    static const Row rows[] = {
        { "a: &x 1\nb: *x", "{\"a\":1,\"b\":1}" },
        { "a: &x {k: [1]}\nb: *x\nc: [*x, *x]",
          "{\"a\":{\"k\":[1]},\"b\":{\"k\":[1]},"
          "\"c\":[{\"k\":[1]},{\"k\":[1]}]}" },
        { "- &a 1\n- &a 2\n- *a", "[1,2,2]" },
        { "&k 0x10: 1\nv: *k", "{\"0x10\":1,\"v\":16}" },
        { "- &k 007\n- {*k : *k}", "[7,{\"007\":7}]" },
        { "- &s 'x'\n- *s", "[\"x\",\"x\"]" },
        { "- &e\n- *e", "[null,null]" },
        { "a: &x {b: &y [1]}\nc: *y\nd: *x",
          "{\"a\":{\"b\":[1]},\"c\":[1],\"d\":{\"b\":[1]}}" },
        { "*x", "1:1: no anchor &x" },
        { "- *x\n- &x 1", "1:3: no anchor &x" },
        { "&x [1, *x]", "1:8: the alias *x is inside its anchor" },
        { "a: &x\n  b: *x", "2:6: the alias *x is inside its anchor" },
        { "- &x [1]\n- {*x : 1}", "2:4: a key must be a scalar" },
        { "- &i .nan\n", "1:3: JSON has no infinity and no NaN" },
        { "&i .inf : 1\nb: *i", "2:4: JSON has no infinity and no NaN" },
        { "*a : 1", "1:1: no anchor &a" },
    };
    assert_rows(rows, CM_ARRAY_LEN(rows));
}

static void tags_of_the_core_schema(void **state)
{
    (void)state;
    static const Row rows[] = {
        { "!!str 12", "\"12\"" },
        { "!!str", "\"\"" },
        { "! 12", "\"12\"" },
        { "!!int 12", "12" },
        { "!!int '12'", "12" },
        { "!!float 1", "1" },
        { "!!float 1.5", "1.5" },
        { "!!bool true", "true" },
        { "!!null ''", "null" },
        { "!!seq [1]", "[1]" },
        { "!!map {a: 1}", "{\"a\":1}" },
        { "!<tag:yaml.org,2002:str> 1", "\"1\"" },
        { "a: !!int x", "1:4: the value does not fit the tag !!int" },
        { "!!int 1.5", "1:1: the value does not fit the tag !!int" },
        { "!!bool yes", "1:1: the value does not fit the tag !!bool" },
        { "!!null 1", "1:1: the value does not fit the tag !!null" },
        { "!!map [1]", "1:1: the value does not fit the tag !!map" },
        { "!!str [1]", "1:1: the value does not fit the tag !!str" },
        { "!!int {}", "1:1: the value does not fit the tag !!int" },
        { "- !!binary aGk=",
          "1:3: the tag tag:yaml.org,2002:binary is not of the core schema" },
        { "- !mine x", "1:3: the tag !mine is not of the core schema" },
        { "- !mine [x]", "1:3: the tag !mine is not of the core schema" },
        { "!!set {a}",
          "1:1: the tag tag:yaml.org,2002:set is not of the core schema" },
    };
    assert_rows(rows, CM_ARRAY_LEN(rows));
}

/* O60 */
static void o60_errors_have_a_place(void **state)
{
    (void)state;
    static const Row rows[] = {
        { "a: 1\nb: 2\na: 3", "3:1: the key \"a\" comes twice" },
        { "x:\n  - {b: 1, c: 2, 'b': 3}", "2:18: the key \"b\" comes twice" },
        { "{z: 1, a: 1, z: 2, a: 2}", "1:14: the key \"z\" comes twice" },
        { "'1': a\n1: b", "2:1: the key \"1\" comes twice" },
        { "a: .inf", "1:4: JSON has no infinity and no NaN" },
        { "-.Inf", "1:1: JSON has no infinity and no NaN" },
        { ".NaN", "1:1: JSON has no infinity and no NaN" },
        { "[1e999]", "1:2: JSON has no infinity and no NaN" },
        { "!!float .inf", "1:1: JSON has no infinity and no NaN" },
        { "!!str .inf", "\".inf\"" },
        { "a: 1\n---\nb: 2", "2:1: a second document begins" },
        { "---\n---\n", "2:1: a second document begins" },
        { "", "1:1: no document" },
        { "# nothing\n", "2:1: no document" },
        { "? [a]\n: 1", "1:3: a key must be a scalar" },
        { "? {a: 1}\n: 1", "1:3: a key must be a scalar" },
        { "a: [1", "2:1: did not find expected ',' or ']'" },
        { "a: b: c", "1:5: mapping values are not allowed in this context" },
        { "\ta: 1", "1:1: found character that cannot start any token" },
        { "a: 'x", "1:6: found unexpected end of stream" },
        { "@x", "1:1: found character that cannot start any token" },
        { "a: 1\nb: \"\xff\"\n", "2:5: invalid leading UTF-8 octet" },
        { "a: 1\nb: \x01\n", "2:4: control characters are not allowed" },
    };
    assert_rows(rows, CM_ARRAY_LEN(rows));
}

static void depth_ends(void **state)
{
    (void)state;
    static const char over[] = "1:1001: nested over 1000 levels";
    char text[2 * CM_YAML_DEPTH_MAX + 3];
    Buf out;
    size_t n = CM_YAML_DEPTH_MAX;
    memset(text, '[', n);
    memset(text + n, ']', n);
    convert(text, 2 * n, &out);
    assert_int_equal(out.len, 2 * n);
    cm__buf_done(&out);
    memset(text, '[', n + 1);
    memset(text + n + 1, ']', n + 1);
    convert(text, 2 * n + 2, &out);
    assert_string_equal(cm__buf_text(&out), over);
    cm__buf_done(&out);
}

/* Each line doubles: 2^n leaves through n aliases. */
static void nested(Buf *yaml, unsigned n, const char *leaf)
{
    cm__buf_add_fmt(yaml, "a0: &a0 %s\n", leaf);
    for (unsigned i = 1; i <= n; i++)
        cm__buf_add_fmt(yaml, "a%u: &a%u [*a%u, *a%u]\n", i, i, i - 1, i - 1);
}

static void expansion_ends(void **state)
{
    (void)state;
    Buf yaml, out;
    cm__buf_init(&yaml, cm__alloc_default(), CM_BUF_NO_LIMIT);
    nested(&yaml, 10, "1");
    convert(cm__buf_text(&yaml), yaml.len, &out);
    assert_true(out.len > 4096 && out.len < 20000);
    cm__buf_done(&out);
    cm__buf_clear(&yaml);
    nested(&yaml, 40, "1");
    convert(cm__buf_text(&yaml), yaml.len, &out);
    assert_non_null(strstr(cm__buf_text(&out),
                           "over 10000000 nodes with those of aliases"));
    cm__buf_done(&out);
    cm__buf_clear(&yaml);
    /* The same in bytes: few nodes, each of them long. */
    cm__buf_add_str(&yaml, "x: &x '");
    cm__buf_add_fill(&yaml, 'x', 1 << 20);
    cm__buf_add_str(&yaml, "'\ny: [");
    for (int i = 0; i < 300; i++)
        cm__buf_add_str(&yaml, "*x, ");
    cm__buf_add_str(&yaml, "]\n");
    convert(cm__buf_text(&yaml), yaml.len, &out);
    assert_non_null(strstr(cm__buf_text(&out), "over 256 MiB as JSON"));
    cm__buf_done(&out);
    cm__buf_done(&yaml);
}

/* Aliases deepen what they are put into. */
/* libyaml looks at all earlier directives for each. */
static void directives_end(void **state)
{
    (void)state;
    Buf yaml, out;
    for (unsigned n = 1000; n <= 1001; n++) {
        cm__buf_init(&yaml, cm__alloc_default(), CM_BUF_NO_LIMIT);
        for (unsigned i = 0; i < n; i++)
            cm__buf_add_fmt(&yaml, "%%TAG !a%u! tag:b\n", i);
        cm__buf_add_str(&yaml, "---\n'%': '%TA'\n");
        convert(cm__buf_text(&yaml), yaml.len, &out);
        assert_string_equal(cm__buf_text(&out),
                            n == 1000 ? "{\"%\":\"%TA\"}"
                                      : "0:0: over 1000 %TAG directives");
        cm__buf_done(&yaml);
        cm__buf_done(&out);
    }
}

static void aliases_count_in_depth(void **state)
{
    (void)state;
    Buf yaml, out;
    cm__buf_init(&yaml, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_str(&yaml, "- &a0 []\n");
    for (int i = 1; i < 1200; i++)
        cm__buf_add_fmt(&yaml, "- &a%d [*a%d]\n", i, i - 1);
    convert(cm__buf_text(&yaml), yaml.len, &out);
    assert_string_equal(cm__buf_text(&out), "1000:10: nested over 1000 levels");
    cm__buf_done(&out);
    cm__buf_done(&yaml);
}

static void many_keys_are_quick(void **state)
{
    (void)state;
    Buf yaml, out;
    cm__buf_init(&yaml, cm__alloc_default(), CM_BUF_NO_LIMIT);
    for (int i = 0; i < 100000; i++)
        cm__buf_add_fmt(&yaml, "k%d: %d\n", i * 7919 % 100003, i);
    convert(cm__buf_text(&yaml), yaml.len, &out);
    assert_int_equal(out.bytes[0], '{');
    cm__buf_done(&out);
    cm__buf_add_str(&yaml, "k5: 1\n");
    convert(cm__buf_text(&yaml), yaml.len, &out);
    assert_string_equal(cm__buf_text(&out),
                        "100001:1: the key \"k5\" comes twice");
    cm__buf_done(&out);
    cm__buf_done(&yaml);
}

/* Memory is refused at each allocation in turn. */
typedef struct Refuser {
    size_t left;
} Refuser;

static void *refuse(void *user, void *ptr, size_t old_size, size_t new_size)
{
    Refuser *r = user;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    (void)old_size;
    if (r->left == 0)
        return NULL;
    r->left--;
    return realloc(ptr, new_size);
}

static void refused_memory_is_an_error(void **state)
{
    (void)state;
    static const char yaml[] = "a: &x {b: [1, 2, 3], 'c': d}\ne: *x\n";
    for (size_t n = 0;; n++) {
        Refuser refuser = { n };
        const cm_allocator alloc = { refuse, &refuser };
        Buf out;
        cm_error err;
        cm_status status =
            cm__yaml_to_json(&alloc, yaml, sizeof yaml - 1, &out, &err);
        if (status == CM_OK)
            assert_string_equal(cm__buf_text(&out),
                                "{\"a\":{\"b\":[1,2,3],\"c\":\"d\"},"
                                "\"e\":{\"b\":[1,2,3],\"c\":\"d\"}}");
        else
            assert_int_equal(status, CM_E_NOMEM);
        cm__buf_done(&out);
        if (status == CM_OK) {
            assert_true(n > 5);
            return;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scalars_follow_the_core_schema),
        cmocka_unit_test(collections_keep_their_order),
        cmocka_unit_test(anchors_and_aliases),
        cmocka_unit_test(tags_of_the_core_schema),
        cmocka_unit_test(o60_errors_have_a_place),
        cmocka_unit_test(depth_ends),
        cmocka_unit_test(expansion_ends),
        cmocka_unit_test(directives_end),
        cmocka_unit_test(aliases_count_in_depth),
        cmocka_unit_test(many_keys_are_quick),
        cmocka_unit_test(refused_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
