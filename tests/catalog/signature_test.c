/* SPDX-License-Identifier: MIT */
/* Types from schemas: the D and F cases of the specification on them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "catalog/signature.h"
#include "oom_alloc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void nothing(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    (void)call;
    (void)input;
    (void)len;
}

/* ---- tables ---- */

typedef struct Row {
    const char *schema, *typescript, *lua;
} Row;

static void expect_type(const char *schema, cm_language language, TypeForm form,
                        const char *want)
{
    const TypeStyle style = { language, form, 0 };
    Buf out;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__type_add(&out, &style, schema);
    assert_int_equal(out.status, CM_OK);
    if (strcmp(cm__buf_text(&out), want) != 0)
        fail_msg("%s\ngave %s\nwant %s", schema, cm__buf_text(&out), want);
    cm__buf_done(&out);
}

static void expect_rows(const Row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        expect_type(rows[i].schema, CM_LANGUAGE_JAVASCRIPT, TYPE_COMPACT,
                    rows[i].typescript);
        if (rows[i].lua)
            expect_type(rows[i].schema, CM_LANGUAGE_LUA, TYPE_COMPACT,
                        rows[i].lua);
    }
}

#define EXPECT(...)                                    \
    do {                                               \
        static const Row rows[] = { __VA_ARGS__ };     \
        expect_rows(rows, sizeof rows / sizeof *rows); \
    } while (0)

static void expect_pretty(const char *schema, const char *typescript,
                          const char *lua)
{
    expect_type(schema, CM_LANGUAGE_JAVASCRIPT, TYPE_PRETTY, typescript);
    if (lua)
        expect_type(schema, CM_LANGUAGE_LUA, TYPE_PRETTY, lua);
}

static void expect_call(const char *path, const char *input, const char *output,
                        const char *typescript, const char *lua)
{
    const cm_tool tool = { .input_schema = input,
                           .output_schema = output,
                           .execute = nothing };
    ToolTree *tree = cm__tree_new(cm__alloc_default());
    assert_int_equal(cm__tree_add(tree, path, strlen(path), &tool, NULL),
                     CM_OK);
    uint32_t node = cm__tree_find(tree, path, strlen(path));
    for (int i = 0; i < 2; i++) {
        Buf out;
        cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
        cm__signature_add(&out, (cm_language)i, cm__tree_node(tree, node));
        assert_string_equal(cm__buf_text(&out), i ? lua : typescript);
        cm__buf_done(&out);
    }
    cm__tree_unref(tree);
}

/* ---- frame ---- */

static void d16_outputs(void **state)
{
    (void)state;
    expect_call("a.b", NULL, NULL, "tools.a.b(): Promise<void>", "tools.a.b()");
    expect_call("a.b", NULL, "{}", "tools.a.b(): Promise<unknown>",
                "tools.a.b(): any");
    expect_call("a.b", NULL, "{\"type\":\"integer\"}",
                "tools.a.b(): Promise<number>", "tools.a.b(): integer");
}

static void d17_empty_inputs(void **state)
{
    static const char *const empty[] = {
        "{\"type\":\"object\"}",
        "{\"type\":\"object\",\"properties\":{}}",
        "{\"type\":\"object\",\"additionalProperties\":true}",
        "{\"type\":\"object\",\"additionalProperties\":false}",
        "{\"not\":{\"type\":\"null\"},\"title\":\"any\"}",
    };
    (void)state;
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        expect_call("a", empty[i], NULL, "tools.a(): Promise<void>",
                    "tools.a()");
    expect_call("a", "{}", NULL, "tools.a(unknown): Promise<void>",
                "tools.a(any)");
    expect_call("a", "true", NULL, "tools.a(unknown): Promise<void>",
                "tools.a(any)");
    expect_call("a", "{\"type\":\"object\",\"additionalProperties\":{}}", NULL,
                "tools.a({\n  [key: string]: unknown,\n}): Promise<void>",
                "tools.a(table<string, any>)");
}

static void example_of_the_spec(void **state)
{
    (void)state;
    expect_call(
        "parcel.track",
        "{\"type\":\"object\",\"required\":[\"code\"],\"properties\":{\"code\":"
        "{\"type\":\"string\",\"description\":\"Tracking code\",\"minLength\":"
        "6},\"hops\":{\"type\":\"array\",\"description\":\"Stops to include\","
        "\"maxItems\":4,\"items\":{\"type\":\"string\",\"format\":\"uuid\"}},"
        "\"old\":{\"type\":\"boolean\",\"deprecated\":true},\"note-2\":{"
        "\"type\":[\"string\",\"null\"],\"description\":\"Free text.\\n\\nNever "
        "shown to the carrier.\"}}}",
        "{\"type\":\"object\",\"properties\":{\"eta\":{\"type\":\"string\","
        "\"format\":\"date-time\"}},\"required\":[\"eta\"]}",
        "tools.parcel.track({\n"
        "  /** Tracking code. @minLength 6 */\n"
        "  code: string,\n"
        "  /**\n"
        "   * Stops to include. @maxItems 4\n"
        "   * Each item: @format uuid\n"
        "   */\n"
        "  hops?: Array<string>,\n"
        "  /** @deprecated */\n"
        "  old?: boolean,\n"
        "  /**\n"
        "   * Free text.\n"
        "   *\n"
        "   * Never shown to the carrier.\n"
        "   */\n"
        "  \"note-2\"?: string | null,\n"
        "}): Promise<{\n"
        "  /** @format date-time */\n"
        "  eta: string,\n"
        "}>",
        "tools.parcel.track({\n"
        "  --- Tracking code. @minLength 6\n"
        "  code: string,\n"
        "  --- Stops to include. @maxItems 4\n"
        "  --- Each item: @format uuid\n"
        "  hops?: string[],\n"
        "  --- @deprecated\n"
        "  old?: boolean,\n"
        "  --- Free text.\n"
        "  ---\n"
        "  --- Never shown to the carrier.\n"
        "  [\"note-2\"]?: string|json.null,\n"
        "}): {\n"
        "  --- @format date-time\n"
        "  eta: string,\n"
        "}");
}

static void search_has_a_signature(void **state)
{
    (void)state;
    Buf out;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__signature_add_search(&out, CM_LANGUAGE_JAVASCRIPT);
    assert_string_equal(
        cm__buf_text(&out),
        "search({\n"
        "  /** What you need, in words; empty lists everything. @default \"\" "
        "*/\n"
        "  query?: string,\n"
        "  /** Only tools below this path. */\n"
        "  namespace?: string,\n"
        "  /** Page size. @default 10 @integer @minimum 1 */\n"
        "  limit?: number,\n"
        "  /** Results to skip. @default 0 @integer @minimum 0 */\n"
        "  offset?: number,\n"
        "}): {\n"
        "  items: Array<{\n"
        "    path: string,\n"
        "    description: string,\n"
        "    signature: string,\n"
        "  }>,\n"
        "  remaining: number,\n"
        "  next: {\n"
        "    offset: number,\n"
        "  } | null,\n"
        "}");
    cm__buf_clear(&out);
    cm__signature_add_search(&out, CM_LANGUAGE_LUA);
    assert_string_equal(
        cm__buf_text(&out),
        "search({\n"
        "  --- What you need, in words; empty lists everything. @default \"\"\n"
        "  query?: string,\n"
        "  --- Only tools below this path.\n"
        "  namespace?: string,\n"
        "  --- Page size. @default 10 @minimum 1\n"
        "  limit?: integer,\n"
        "  --- Results to skip. @default 0 @minimum 0\n"
        "  offset?: integer,\n"
        "}): {\n"
        "  items: {\n"
        "    path: string,\n"
        "    description: string,\n"
        "    signature: string,\n"
        "  }[],\n"
        "  remaining: number,\n"
        "  next: {\n"
        "    offset: number,\n"
        "  }|json.null,\n"
        "}");
    cm__buf_done(&out);
}

/* ---- comments ---- */

#define FIELD(schema) "{\"properties\":{\"a\":{" schema "}}}"

static void d18_tags(void **state)
{
    (void)state;
    expect_pretty(FIELD("\"type\":\"integer\",\"default\":false,\"minimum\":0"),
                  "{\n  /** @default false @integer @minimum 0 */\n"
                  "  a?: number,\n}",
                  "{\n  --- @default false @minimum 0\n  a?: integer,\n}");
    expect_pretty(
        FIELD("\"uniqueItems\":true,\"maxItems\":2,\"minItems\":1,\"pattern\":"
              "\"^a\",\"maxLength\":4,\"minLength\":3,\"multipleOf\":0.5,"
              "\"exclusiveMaximum\":8,\"exclusiveMinimum\":7,\"maximum\":6,"
              "\"minimum\":5,\"format\":\"x\",\"default\":{\"k\":[1]},"
              "\"deprecated\":true"),
        "{\n  /**\n   * @deprecated @default {\"k\":[1]} @format x @minimum 5 "
        "@maximum 6 @exclusiveMinimum 7 @exclusiveMaximum 8 @multipleOf 0.5 "
        "@minLength 3 @maxLength 4 @pattern ^a @minItems 1 @maxItems 2 "
        "@uniqueItems true\n   */\n  a?: unknown,\n}",
        NULL);
    /* Only of the right type. */
    expect_pretty(FIELD("\"minimum\":\"0\",\"format\":7,\"deprecated\":1,"
                        "\"exclusiveMinimum\":true,\"uniqueItems\":false"),
                  "{\n  a?: unknown,\n}", "{\n  a?: any,\n}");
    expect_pretty(FIELD("\"type\":[\"integer\"]"), "{\n  a?: number,\n}", NULL);
}

static void d19_full_stops(void **state)
{
    (void)state;
    expect_pretty(FIELD("\"description\":\"Stop!\",\"minimum\":1"),
                  "{\n  /** Stop!. @minimum 1 */\n  a?: unknown,\n}",
                  "{\n  --- Stop!. @minimum 1\n  a?: any,\n}");
    expect_pretty(FIELD("\"description\":\"Go on. \",\"minimum\":1"),
                  "{\n  /** Go on. @minimum 1 */\n  a?: unknown,\n}", NULL);
    expect_pretty(FIELD("\"description\":\"Two\\nlines\",\"minimum\":1"),
                  "{\n  /**\n   * Two\n   * lines\n   * @minimum 1\n   */\n"
                  "  a?: unknown,\n}",
                  "{\n  --- Two\n  --- lines\n  --- @minimum 1\n  a?: any,\n}");
    expect_pretty(FIELD("\"description\":\"\\n \\r\\n Late \\t\\r\\n\\n\""),
                  "{\n  /**  Late */\n  a?: unknown,\n}",
                  "{\n  ---  Late\n  a?: any,\n}");
}

static void d20_nothing_ends_a_comment(void **state)
{
    (void)state;
    expect_pretty(FIELD("\"description\":\"a */ b **/\",\"pattern\":\"*/\","
                        "\"default\":\"*/\""),
                  "{\n  /** a * / b ** /. @default \"* /\" @pattern * / */\n"
                  "  a?: unknown,\n}",
                  NULL);
    expect_pretty(FIELD("\"pattern\":\"a\\nb\\rc\""),
                  "{\n  /**\n   * @pattern a\n   * b\n   * c\n   */\n"
                  "  a?: unknown,\n}",
                  "{\n  --- @pattern a\n  --- b\n  --- c\n  a?: any,\n}");
    /* Lone surrogates and NULs do not get through. */
    expect_pretty(FIELD("\"description\":\"x\\u0000y\\ud800\""),
                  "{\n  /** x y\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD */\n"
                  "  a?: unknown,\n}",
                  NULL);
}

static void d21_width(void **state)
{
    (void)state;
    /* The marks of a comment are 7 units, the indent 2: room for 111. */
    for (size_t n = 110; n <= 112; n++) {
        char schema[400], want[400], text[160];
        memset(text, 'x', n);
        memcpy(text, "\xC3\xA9", 2); /* one unit, two bytes */
        text[n + 1] = '\0';
        memset(text + 2, 'x', n - 1);
        (void)snprintf(schema, sizeof schema, FIELD("\"description\":\"%s\""),
                       text);
        (void)snprintf(want, sizeof want,
                       n <= 111 ? "{\n  /** %s */\n  a?: unknown,\n}"
                                : "{\n  /**\n   * %s\n   */\n"
                                  "  a?: unknown,\n}",
                       text);
        expect_pretty(schema, want, NULL);
    }
    /* With a tag: the text and ". @minimum 1" (12). In Lua 3 more fit. */
    for (size_t n = 98; n <= 104; n++) {
        char schema[400], want[400], text[160];
        memset(text, 'x', n);
        text[n] = '\0';
        (void)snprintf(schema, sizeof schema,
                       FIELD("\"description\":\"%s\",\"minimum\":1"), text);
        (void)snprintf(want, sizeof want,
                       n <= 99 ? "{\n  /** %s. @minimum 1 */\n"
                                 "  a?: unknown,\n}"
                               : "{\n  /**\n   * %s\n   * @minimum 1\n   */\n"
                                 "  a?: unknown,\n}",
                       text);
        expect_type(schema, CM_LANGUAGE_JAVASCRIPT, TYPE_PRETTY, want);
        (void)snprintf(want, sizeof want,
                       n <= 102 ? "{\n  --- %s. @minimum 1\n  a?: any,\n}"
                                : "{\n  --- %s\n  --- @minimum 1\n"
                                  "  a?: any,\n}",
                       text);
        expect_type(schema, CM_LANGUAGE_LUA, TYPE_PRETTY, want);
    }
}

static void contents_are_told(void **state)
{
    (void)state;
    expect_pretty(
        FIELD("\"type\":[\"array\",\"null\"],\"items\":{\"type\":\"integer\","
              "\"description\":\"One\\n\\nTwo\"}"),
        "{\n  /**\n   * Each item: One\n   *\n   *   Two\n   *   @integer\n"
        "   */\n  a?: Array<number> | null,\n}",
        "{\n  --- Each item: One\n  ---\n  ---   Two\n"
        "  a?: integer[]|json.null,\n}");
    expect_pretty(FIELD("\"type\":\"object\",\"additionalProperties\":{"
                        "\"description\":\"v\"}"),
                  "{\n  /** Each value: v */\n  a?: {\n"
                  "    [key: string]: unknown,\n  },\n}",
                  "{\n  --- Each value: v\n  a?: table<string, any>,\n}");
    expect_pretty(FIELD("\"properties\":{\"b\":{}},\"additionalProperties\":{"
                        "\"description\":\"v\"}"),
                  "{\n  /** Each additional value: v */\n  a?: {\n"
                  "    b?: unknown,\n    [key: string]: unknown,\n  },\n}",
                  NULL);
    /* Not from the root, nor from the target of a reference. */
    expect_pretty("{\"description\":\"root\",\"properties\":{\"a\":{\"$ref\":"
                  "\"#/$defs/T\"},\"b\":{\"$ref\":\"#/$defs/T\","
                  "\"description\":\"mine\"}},\"$defs\":{\"T\":{\"type\":"
                  "\"string\",\"description\":\"target\"}}}",
                  "{\n  a?: string,\n  /** mine */\n  b?: string,\n}", NULL);
}

/* ---- references ---- */

static void d22_recursion(void **state)
{
    (void)state;
    EXPECT({ "{\"$ref\":\"#/$defs/Tree\",\"$defs\":{\"Tree\":{\"type\":"
             "\"object\",\"properties\":{\"kids\":{\"type\":\"array\",\"items\""
             ":{\"$ref\":\"#/$defs/Tree\"}},\"tag\":{\"type\":\"string\"}}}}}",
             "{ kids?: Array<unknown>; tag?: string }",
             "{ kids?: any[], tag?: string }" },
           { "{\"$ref\":\"#/$defs/A\",\"$defs\":{\"A\":{\"$ref\":\"#/$defs/A\"}"
             "}}",
             "unknown", "any" },
           { "{\"$ref\":\"#/$defs/L\",\"$defs\":{\"L\":{\"allOf\":[{\"type\":"
             "\"object\",\"properties\":{\"next\":{\"$ref\":\"#/$defs/L\"}}}]}}"
             "}",
             "unknown", "any" },
           { "{\"allOf\":[{\"properties\":{\"t\":{\"$ref\":\"#/$defs/T\"}}},{"
             "\"type\":\"object\"}],\"$defs\":{\"T\":{\"items\":{\"$ref\":"
             "\"#/$defs/T\"}}}}",
             "unknown", "any" },
           { "{\"allOf\":[{\"$ref\":\"#/$defs/Gone\"}],\"type\":\"string\"}",
             "unknown", "any" },
           /* The same target twice is no recursion. */
           { "{\"allOf\":[{\"$ref\":\"#/$defs/S\"},{\"$ref\":\"#/$defs/S\"}],"
             "\"$defs\":{\"S\":{\"type\":\"string\"}}}",
             "string & string", "any" });
}

static void d23_names_of_definitions(void **state)
{
    (void)state;
    EXPECT({ "{\"$ref\":\"#/$defs/A~1B%20C\",\"$defs\":{\"A/B C\":{\"type\":"
             "\"string\"}}}",
             "string", "string" },
           { "{\"$ref\":\"#/definitions/a%7e0b\",\"$defs\":{\"a~b\":{\"type\":"
             "\"string\"}}}",
             "string", "string" },
           { "{\"$ref\":\"#/$defs/X/properties/y\",\"$defs\":{\"X\":{"
             "\"properties\":{\"y\":{\"type\":\"string\"}}}}}",
             "unknown", "any" },
           { "{\"$ref\":\"#/$defs/a%2\",\"$defs\":{\"a%2\":{\"type\":"
             "\"string\"}}}",
             "unknown", "any" },
           { "{\"$ref\":\"#/$defs/a~2\",\"$defs\":{\"a~2\":{\"type\":"
             "\"string\"}}}",
             "unknown", "any" },
           { "{\"$ref\":\"http://x/#/$defs/A\",\"$defs\":{\"A\":{}}}",
             "unknown", "any" },
           { "{\"$ref\":\"#\"}", "unknown", "any" },
           { "{\"$ref\":\"\",\"type\":\"string\"}", "string", "string" },
           { "{\"$ref\":\"#/$defs/\",\"$defs\":{\"\":{\"type\":\"null\"}}}",
             "null", "json.null" });
}

static void d24_scopes(void **state)
{
    (void)state;
    EXPECT(
        { "{\"properties\":{\"in\":{\"$defs\":{\"A\":{\"type\":\"string\"}},"
          "\"properties\":{\"x\":{\"$ref\":\"#/$defs/A\"}}},\"out\":{"
          "\"$ref\":\"#/$defs/A\"}},\"$defs\":{\"A\":{\"type\":\"number\"}}}",
          "{ in?: { x?: string }; out?: number }",
          "{ [\"in\"]?: { x?: string }, out?: number }" },
        { "{\"definitions\":{\"A\":{\"type\":\"string\"}},\"$defs\":{\"A\":{"
          "\"type\":\"null\"}},\"$ref\":\"#/definitions/A\"}",
          "null", "json.null" });
}

static void d25_siblings_of_references(void **state)
{
    (void)state;
    EXPECT({ "{\"$ref\":\"#/$defs/P\",\"properties\":{\"z\":{\"type\":"
             "\"number\"}},\"$defs\":{\"P\":{\"type\":\"object\",\"properties\""
             ":{\"x\":{\"type\":\"number\"}},\"required\":[\"x\"]}}}",
             "{ x: number } & { z?: number }", "{ x: number, z?: number }" },
           { "{\"$ref\":\"#/$defs/U\",\"type\":\"string\",\"$defs\":{\"U\":{"
             "\"type\":[\"string\",\"null\"]}}}",
             "(string | null) & string", "any" },
           { "{\"$ref\":\"#/$defs/S\",\"description\":\"x\",\"$defs\":{\"S\":{"
             "\"type\":\"string\"}}}",
             "string", "string" });
}

/* ---- unions ---- */

static void d26_unions(void **state)
{
    (void)state;
    EXPECT({ "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"number\"}]}",
             "string | number", "string|number" },
           { "{\"anyOf\":[{\"type\":\"string\"},{}]}", "unknown", "any" },
           { "{\"oneOf\":[{\"type\":\"integer\"},{\"type\":\"null\"}]}",
             "number | null", "integer|json.null" },
           { "{\"anyOf\":[{\"type\":\"number\"},{\"enum\":[\"NaN\","
             "\"Infinity\",\"-Infinity\"]}],\"description\":\"x\"}",
             "number", "number" },
           { "{\"anyOf\":[{\"type\":\"number\"},{\"type\":\"string\",\"enum\":["
             "\"NaN\",\"x\"]}]}",
             "number | \"NaN\" | \"x\"", "number|\"NaN\"|\"x\"" },
           { "{\"anyOf\":[{\"enum\":[\"NaN\"]}]}", "\"NaN\"", "\"NaN\"" },
           { "{\"anyOf\":[{\"type\":\"object\"},{\"type\":\"array\"}]}", "{}",
             "{}" },
           { "{\"anyOf\":[{\"type\":\"object\",\"properties\":{\"a\":{}}},{"
             "\"type\":\"array\"}]}",
             "{ a?: unknown } | Array<unknown>", "{ a?: any }|any[]" },
           { "{\"type\":\"object\",\"properties\":{\"k\":{\"type\":\"boolean\"}"
             "},\"anyOf\":[{\"const\":\"a\"},{\"const\":\"b\"}]}",
             "(\"a\" | \"b\") & { k?: boolean }", "any" },
           { "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"string\"}]}",
             "string | string", "string|string" },
           /* What Lua cannot say is no reason to say nothing. */
           { "{\"anyOf\":[{\"type\":\"null\"},{\"allOf\":[{\"type\":"
             "\"string\"},{\"enum\":[\"a\"]}]}]}",
             "null | string & \"a\"", "json.null|any" });
}

static void d27_what_counts(void **state)
{
    (void)state;
    EXPECT({ "{\"anyOf\":[{\"type\":\"string\"}],\"oneOf\":[{\"type\":"
             "\"null\"}]}",
             "string", "string" },
           { "{\"type\":\"string\",\"enum\":[1]}", "1", "1" },
           { "{\"enum\":[]}", "unknown", "any" },
           { "{\"anyOf\":[]}", "unknown", "any" },
           { "{\"type\":[]}", "unknown", "any" },
           { "{\"enum\":[],\"anyOf\":[],\"oneOf\":[{\"type\":\"null\"}]}",
             "null", "json.null" },
           { "{\"type\":[],\"properties\":{}}", "{}", "{}" },
           { "{\"const\":null,\"type\":\"string\"}", "null", "json.null" },
           { "{\"type\":\"objekt\"}", "unknown", "any" },
           { "{\"type\":\"objekt\",\"properties\":{\"a\":{}}}",
             "{ a?: unknown }", "{ a?: any }" },
           { "{\"type\":\"string\",\"properties\":{\"a\":{}}}", "string",
             "string" },
           { "{\"type\":[\"object\",\"null\"],\"properties\":{\"a\":{}}}",
             "{ a?: unknown } | null", "{ a?: any }|json.null" },
           { "{\"allOf\":[]}", "unknown", "any" },
           { "{\"allOf\":[{\"type\":\"object\",\"properties\":{\"a\":{\"type\":"
             "\"string\"}},\"required\":[\"a\"]},{\"type\":[\"string\","
             "\"null\"]}]}",
             "{ a: string } & (string | null)", "any" },
           { "{\"not\":{\"type\":\"null\"},\"title\":\"t\",\"default\":1}",
             "{}", "{}" },
           { "{\"not\":{\"type\":\"null\"},\"minimum\":1}", "unknown", "any" },
           { "{\"not\":{\"type\":\"string\"}}", "unknown", "any" },
           { "true", "unknown", "any" }, { "false", "unknown", "any" },
           { "{\"type\":\"array\",\"items\":[{\"type\":\"string\"}]}",
             "Array<unknown>", "any[]" },
           { "{\"type\":\"array\",\"prefixItems\":[{\"type\":\"string\"}]}",
             "Array<unknown>", "any[]" },
           { "{\"type\":\"array\",\"items\":{\"type\":\"array\",\"items\":{"
             "\"type\":\"string\"}}}",
             "Array<Array<string>>", "string[][]" },
           { "{\"type\":\"object\",\"properties\":{\"a\":{}},\"required\":["
             "\"b\",\"a\"],\"additionalProperties\":{}}",
             "{ a: unknown; [key: string]: unknown }",
             "{ a: any, [string]: any }" });
}

/* ---- depth and size ---- */

static void d28_depth(void **state)
{
    (void)state;
    Buf schema;
    cm__buf_init(&schema, cm__alloc_default(), CM_BUF_NO_LIMIT);
    for (int i = 0; i < 10; i++)
        cm__buf_add_str(&schema, "{\"properties\":{\"a\":");
    cm__buf_add_str(&schema, "{\"type\":\"string\"}");
    for (int i = 0; i < 10; i++)
        cm__buf_add_str(&schema, "}}");
    expect_type(cm__buf_text(&schema), CM_LANGUAGE_JAVASCRIPT, TYPE_COMPACT,
                "{ a?: { a?: { a?: { a?: { a?: { a?: { a?: { a?: { a?: unknown "
                "} } } } } } } } }");
    static const char *const nests[][2] = {
        { "{\"properties\":{\"a\":", "}}" },
        { "{\"allOf\":[", "]}" },
        { "{\"anyOf\":[", "]}" },
        { "{\"items\":", "}" },
        { "{\"const\":", "}" },
        { "{\"default\":", "}" },
        { "{\"$defs\":{\"x\":", "}}" },
        { "[", "]" },
    };
    static const int depths[] = { 400, 1000, 10000 };
    for (size_t k = 0; k < sizeof nests / sizeof *nests; k++) {
        for (size_t j = 0; j < sizeof depths / sizeof *depths; j++) {
            const TypeStyle style = { CM_LANGUAGE_LUA, TYPE_PRETTY, 0 };
            Buf out;
            cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
            cm__buf_clear(&schema);
            for (int i = 0; i < depths[j]; i++)
                cm__buf_add_str(&schema, nests[k][0]);
            cm__buf_add_str(&schema, "{}");
            for (int i = 0; i < depths[j]; i++)
                cm__buf_add_str(&schema, nests[k][1]);
            cm__type_add(&out, &style, cm__buf_text(&schema));
            assert_int_equal(out.status, CM_OK);
            assert_true(out.len > 0);
            cm__buf_done(&out);
        }
    }
    cm__buf_done(&schema);
}

/* A chain of n references, each with a property of its own beside it. */
static void chain_of_references(Buf *schema, int n, const char *sibling)
{
    cm__buf_clear(schema);
    cm__buf_add_str(schema, "{\"$ref\":\"#/$defs/0\",\"$defs\":{");
    for (int i = 0; i < n; i++)
        cm__buf_add_fmt(schema, "\"%d\":{\"$ref\":\"#/$defs/%d\"%s},", i, i + 1,
                        sibling);
    cm__buf_add_fmt(schema, "\"%d\":{\"type\":\"string\"}}}", n);
}

static void long_chains_of_references(void **state)
{
    (void)state;
    Buf schema;
    cm__buf_init(&schema, cm__alloc_default(), CM_BUF_NO_LIMIT);
    chain_of_references(&schema, 1000, "");
    expect_type(cm__buf_text(&schema), CM_LANGUAGE_JAVASCRIPT, TYPE_COMPACT,
                "string");
    chain_of_references(&schema, 3, ",\"type\":\"null\"");
    expect_type(cm__buf_text(&schema), CM_LANGUAGE_JAVASCRIPT, TYPE_COMPACT,
                "string & null & null & null");
    chain_of_references(&schema, 50000, ",\"type\":\"null\"");
    expect_type(cm__buf_text(&schema), CM_LANGUAGE_JAVASCRIPT, TYPE_COMPACT,
                "unknown");
    expect_type(cm__buf_text(&schema), CM_LANGUAGE_LUA, TYPE_COMPACT, "any");
    chain_of_references(&schema, 1000, ",\"type\":[\"null\",\"string\"]");
    expect_type(cm__buf_text(&schema), CM_LANGUAGE_JAVASCRIPT, TYPE_COMPACT,
                "unknown");
    cm__buf_done(&schema);
}

/* Definitions S0 to S<levels>, each with n_properties of the next. */
static void fan_out(Buf *schema, int levels, int n_properties)
{
    cm__buf_clear(schema);
    cm__buf_add_str(schema, "{\"$ref\":\"#/$defs/S0\",\"$defs\":{");
    for (int i = 0; i < levels; i++) {
        cm__buf_add_fmt(schema, "\"S%d\":{\"type\":\"object\",\"properties\":{",
                        i);
        for (int k = 0; k < n_properties; k++)
            cm__buf_add_fmt(schema, "%s\"%c\":{\"$ref\":\"#/$defs/S%d\"}",
                            k ? "," : "", 'a' + k, i + 1);
        cm__buf_add_str(schema, "}},");
    }
    cm__buf_add_fmt(schema, "\"S%d\":{\"type\":\"string\"}}}", levels);
}

static double milliseconds(void)
{
    return (double)clock() * 1000.0 / CLOCKS_PER_SEC;
}

static void d32_fans(void **state)
{
    (void)state;
    Buf schema;
    cm__buf_init(&schema, cm__alloc_default(), CM_BUF_NO_LIMIT);
    fan_out(&schema, 8, 8);
    double start = milliseconds();
    expect_type(cm__buf_text(&schema), CM_LANGUAGE_JAVASCRIPT, TYPE_PRETTY,
                "unknown");
    expect_type(cm__buf_text(&schema), CM_LANGUAGE_LUA, TYPE_COMPACT, "any");
    fan_out(&schema, 30, 2);
    const TypeStyle style = { CM_LANGUAGE_JAVASCRIPT, TYPE_COMPACT, 0 };
    Buf out;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__type_add(&out, &style, cm__buf_text(&schema));
    assert_memory_equal(cm__buf_text(&out), "{ a?: { a?: { a?:", 17);
    assert_int_equal(out.status, CM_OK);
    assert_true(milliseconds() - start < 2000); /* sanitizers are slow */
    cm__buf_done(&out);
    cm__buf_done(&schema);
}

/* The fan of F35: S0 to S20. */
static void f35a_shared_definitions(void **state)
{
    (void)state;
    Buf schema, out;
    const TypeStyle style = { CM_LANGUAGE_JAVASCRIPT, TYPE_COMPACT, 0 };
    cm__buf_init(&schema, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    fan_out(&schema, 20, 2);
    double start = milliseconds();
    cm__type_add(&out, &style, cm__buf_text(&schema));
    assert_true(milliseconds() - start < 1000); /* sanitizers are slow */
    assert_memory_equal(cm__buf_text(&out), "{ a?: {", 7);
    cm__buf_done(&out);
    cm__buf_done(&schema);
}

static void f35b_over_the_nodes(void **state)
{
    (void)state;
    Buf schema;
    cm__buf_init(&schema, cm__alloc_default(), CM_BUF_NO_LIMIT);
    fan_out(&schema, 20, 4);
    expect_type(cm__buf_text(&schema), CM_LANGUAGE_JAVASCRIPT, TYPE_COMPACT,
                "unknown");
    cm__buf_done(&schema);
}

static void texts_have_a_bound(void **state)
{
    (void)state;
    Buf schema;
    cm__buf_init(&schema, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_str(&schema, "{\"const\":\"");
    cm__buf_add_fill(&schema, 'x', 64 * 1024 - 2);
    cm__buf_add_str(&schema, "\"}");
    const TypeStyle style = { CM_LANGUAGE_JAVASCRIPT, TYPE_COMPACT, 0 };
    Buf out;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__type_add(&out, &style, cm__buf_text(&schema));
    assert_int_equal(out.len, 64 * 1024);
    cm__buf_clear(&schema);
    cm__buf_add_str(&schema, "{\"const\":\"");
    cm__buf_add_fill(&schema, 'x', 64 * 1024 - 1);
    cm__buf_add_str(&schema, "\"}");
    expect_type(cm__buf_text(&schema), CM_LANGUAGE_JAVASCRIPT, TYPE_COMPACT,
                "unknown");
    /* A description of blanks that references bring back without end. */
    cm__buf_clear(&schema);
    cm__buf_add_str(&schema, "{\"properties\":{");
    for (int i = 0; i < 1000; i++)
        cm__buf_add_fmt(&schema, "\"p%d\":{\"$ref\":\"#/$defs/T\"},", i);
    cm__buf_add_str(&schema, "\"z\":{}},\"$defs\":{\"T\":{\"properties\":{"
                             "\"q\":{\"description\":\"");
    for (int i = 0; i < 20000; i++)
        cm__buf_add_str(&schema, "\\n");
    cm__buf_add_str(&schema, "\"}}}}}");
    expect_type(cm__buf_text(&schema), CM_LANGUAGE_JAVASCRIPT, TYPE_PRETTY,
                "unknown");
    cm__buf_done(&out);
    cm__buf_done(&schema);
}

/* Adds n times an entry, with commas between. */
static void add_entries(Buf *out, int n, const char *entry)
{
    for (int i = 0; i < n; i++) {
        cm__buf_add_str(out, i ? "," : "");
        cm__buf_add_str(out, entry);
    }
}

/* A list that says little is looked at by whoever refers to it. */
static void long_lists_are_counted(void **state)
{
    static const char *const heads[] = { "\"anyOf\":[",
                                         "\"properties\":{\"q\":{\"const\":1,"
                                         "\"type\":[" };
    static const char *const entries[] = { "{\"type\":\"number\"}",
                                           "\"string\"" };
    static const char *const ends[] = { "]", "]}}" };
    (void)state;
    Buf schema;
    cm__buf_init(&schema, cm__alloc_default(), CM_BUF_NO_LIMIT);
    double start = milliseconds();
    for (size_t k = 0; k < CM_ARRAY_LEN(heads); k++) {
        cm__buf_clear(&schema);
        cm__buf_add_str(&schema, "{\"properties\":{");
        for (int i = 0; i < 4000; i++)
            cm__buf_add_fmt(&schema, "\"p%d\":{\"$ref\":\"#/$defs/T\"},", i);
        cm__buf_add_str(&schema, "\"z\":{}},\"$defs\":{\"T\":{");
        cm__buf_add_str(&schema, heads[k]);
        add_entries(&schema, 100000, entries[k]);
        cm__buf_add_str(&schema, ends[k]);
        cm__buf_add_str(&schema, "}}}");
        expect_type(cm__buf_text(&schema), CM_LANGUAGE_JAVASCRIPT, TYPE_PRETTY,
                    "unknown");
    }
    assert_true(milliseconds() - start < 2000); /* sanitizers are slow */
    cm__buf_done(&schema);
}

/* ---- names and malformed schemas ---- */

static void d29_names(void **state)
{
    (void)state;
    EXPECT({ "{\"properties\":{\"x-y\":{},\"2fa\":{},\"end\":{},\"$a\":{},\"\":"
             "{},\"\\\"\\n\":{}}}",
             "{ \"x-y\"?: unknown; \"2fa\"?: unknown; end?: unknown; $a?: "
             "unknown; \"\"?: unknown; \"\\\"\\n\"?: unknown }",
             "{ [\"x-y\"]?: any, [\"2fa\"]?: any, [\"end\"]?: any, [\"$a\"]?: "
             "any, [\"\"]?: any, [\"\\\"\\n\"]?: any }" });
    /* NULs and other control bytes, in names and in literals */
    EXPECT({ "{\"properties\":{\"a\\u0000b\":{\"const\":\"\\u0000\\u001f\"},"
             "\"\\u00007\":{},\"a\":{}},\"required\":[\"a\\u0000b\"]}",
             "{ \"a\\u0000b\": \"\\u0000\\u001f\"; \"\\u00007\"?: unknown; "
             "a?: unknown }",
             "{ [\"a\\000b\"]: \"\\000\\031\", [\"\\0007\"]?: any, a?: "
             "any }" });
}

static void d30_malformed(void **state)
{
    (void)state;
    EXPECT(
        { "{\"properties\":{\"a\":{\"type\":\"string\"},\"b\":null}}",
          "unknown", "any" },
        { "{\"properties\":{\"a\":{\"type\":\"string\",\"description\":5}}}",
          "unknown", "any" },
        { "null", "unknown", "any" }, { "7", "unknown", "any" },
        { "[]", "unknown", "any" }, { "{\"properties\":[]}", "unknown", "any" },
        { "{\"type\":5}", "unknown", "any" },
        { "{\"type\":\"array\",\"items\":null}", "unknown", "any" },
        { "{\"anyOf\":{}}", "unknown", "any" },
        { "{\"allOf\":7}", "unknown", "any" },
        { "{\"$ref\":7,\"type\":\"string\"}", "unknown", "any" },
        { "{\"$defs\":7,\"type\":\"string\"}", "unknown", "any" },
        { "{\"type\":\"object\",\"additionalProperties\":7}", "unknown",
          "any" },
        { "{\"properties\":{\"a\":{}},\"required\":true}", "unknown", "any" },
        /* Where nothing looks, nothing is malformed. */
        { "{\"enum\":[1],\"properties\":{\"b\":null}}", "1", "1" },
        { "{\"type\":\"string\",\"items\":null}", "string", "string" });
}

static void f31c_a_null_property(void **state)
{
    (void)state;
    expect_call("s.odd", "{\"properties\":{\"a\":null}}", NULL,
                "tools.s.odd(unknown): Promise<void>", "tools.s.odd(any)");
}

static void d31_order(void **state)
{
    (void)state;
    EXPECT({ "{\"properties\":{\"b\":{},\"12\":{},\"a\":{}}}",
             "{ b?: unknown; \"12\"?: unknown; a?: unknown }",
             "{ b?: any, [\"12\"]?: any, a?: any }" });
}

/* ---- Lua ---- */

static void d33_lua(void **state)
{
    (void)state;
    EXPECT({ "{\"type\":\"array\",\"items\":{\"type\":[\"string\",\"null\"]}}",
             "Array<string | null>", "(string|json.null)[]" },
           { "{\"type\":\"array\",\"items\":{\"enum\":[1,2]}}", "Array<1 | 2>",
             "(1|2)[]" },
           { "{\"type\":\"array\",\"items\":{\"const\":\"a|b\"}}",
             "Array<\"a|b\">", "\"a|b\"[]" },
           { "{\"allOf\":[{\"properties\":{\"a\":{\"type\":\"string\"},\"b\":{}"
             "}},{\"properties\":{\"a\":{\"type\":\"null\"}},\"required\":["
             "\"a\"]}]}",
             "{ a?: string; b?: unknown } & { a: null }",
             "{ a: json.null, b?: any }" },
           { "{\"allOf\":[{\"properties\":{\"a\":{}},\"required\":[\"a\"]},{"
             "\"properties\":{\"a\":{\"type\":\"null\"}}}]}",
             "{ a: unknown } & { a?: null }", "{ a: json.null }" },
           { "{\"allOf\":[{\"type\":\"object\",\"properties\":{\"a\":{}}},{"
             "\"type\":\"string\"}]}",
             "{ a?: unknown } & string", "any" },
           { "{\"allOf\":[{\"type\":\"object\",\"additionalProperties\":{"
             "\"type\":\"null\"}},{\"not\":{\"type\":\"null\"}}]}",
             "{ [key: string]: null } & {}", "table<string, json.null>" },
           { "{\"enum\":[\"a\\n\\u0001\\\"\\\\\"]}", "\"a\\n\\u0001\\\"\\\\\"",
             "\"a\\n\\001\\\"\\\\\"" },
           { "{\"enum\":[[1],{\"a\":2},1.5,-3]}", "[1] | {\"a\":2} | 1.5 | -3",
             "table|table|1.5|-3" });
}

/* ---- F cases ---- */

static void f31a_odd_names(void **state)
{
    (void)state;
    EXPECT({ "{\"type\":\"object\",\"properties\":{\"a b\":{\"type\":"
             "\"string\"},\"class\":{\"enum\":[]}}}",
             "{ \"a b\"?: string; class?: unknown }",
             "{ [\"a b\"]?: string, class?: any }" });
}

#define NODE_SCHEMA                                                      \
    "{\"type\":\"object\",\"properties\":{\"root\":{\"$ref\":\"#/$defs/" \
    "Node\"}},\"$defs\":{\"Node\":{\"type\":\"object\",\"properties\":{" \
    "\"kids\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/Node\"}}}}}}"

static void f34a_recursion_in_typescript(void **state)
{
    (void)state;
    expect_type(NODE_SCHEMA, CM_LANGUAGE_JAVASCRIPT, TYPE_COMPACT,
                "{ root?: { kids?: Array<unknown> } }");
}

static void f34b_recursion_in_lua(void **state)
{
    (void)state;
    expect_type(NODE_SCHEMA, CM_LANGUAGE_LUA, TYPE_COMPACT,
                "{ root?: { kids?: any[] } }");
}

static void f38a_null_and_enum(void **state)
{
    (void)state;
    EXPECT({ "{\"anyOf\":[{\"type\":\"null\"},{\"type\":\"string\",\"enum\":["
             "\"a\",\"b\"]}]}",
             "null | \"a\" | \"b\"", "json.null|\"a\"|\"b\"" });
}

static void f38b_list_of_types(void **state)
{
    (void)state;
    EXPECT({ "{\"type\":[\"integer\",\"null\"]}", "number | null",
             "integer|json.null" });
}

static void f38c_intersection(void **state)
{
    (void)state;
    EXPECT({ "{\"allOf\":[{\"type\":\"object\",\"properties\":{\"a\":{\"type\":"
             "\"string\"}},\"required\":[\"a\"]},{\"type\":\"object\","
             "\"properties\":{\"b\":{\"type\":\"integer\"}}}]}",
             "{ a: string } & { b?: number }", "{ a: string, b?: integer }" });
}

static void f38d_record(void **state)
{
    (void)state;
    EXPECT({ "{\"type\":\"object\",\"additionalProperties\":{\"type\":"
             "\"number\"}}",
             "{ [key: string]: number }", "table<string, number>" });
}

static void f38e_items_that_may_be_null(void **state)
{
    (void)state;
    EXPECT({ "{\"type\":\"array\",\"items\":{\"type\":[\"string\",\"null\"]}}",
             "Array<string | null>", "(string|json.null)[]" });
}

static void f38f_enum(void **state)
{
    (void)state;
    EXPECT({ "{\"enum\":[\"x\",1,null,true]}", "\"x\" | 1 | null | true",
             "\"x\"|1|json.null|true" });
}

static void f38g_const(void **state)
{
    (void)state;
    EXPECT({ "{\"const\":{\"a\":1}}", "{\"a\":1}", "table" });
}

static void f38h_empty_enum(void **state)
{
    (void)state;
    EXPECT({ "{\"enum\":[]}", "unknown", "any" });
}

static void declared_records(void **state)
{
    (void)state;
    expect_type("{\"properties\":{\"a\":{\"type\":\"string\"}},"
                "\"additionalProperties\":{\"type\":\"number\"}}",
                CM_LANGUAGE_JAVASCRIPT, TYPE_DECLARED,
                "({\n  a?: string,\n} & {\n  [key: string]: number,\n})");
}

/* ---- memory ---- */

static void memory_may_be_refused(void **state)
{
    (void)state;
    for (int forever = 0; forever < 2; forever++) {
        for (long n = 1;; n++) {
            OomAlloc o;
            oom_alloc_init(&o, n, forever);
            const TypeStyle style = { CM_LANGUAGE_LUA, TYPE_PRETTY, 0 };
            Buf out;
            cm__buf_init(&out, &o.alloc, CM_BUF_NO_LIMIT);
            cm__type_add(
                &out, &style,
                "{\"allOf\":[{\"properties\":{\"a\":{\"description\":\"x\","
                "\"enum\":[\"b\"],\"minimum\":1}}},{\"$ref\":\"#/$defs/a~1b\"}]"
                ",\"$defs\":{\"a/b\":{\"properties\":{\"c\":{}}}}}");
            if (!o.refused)
                assert_string_equal(
                    cm__buf_text(&out),
                    "{\n  --- x. @minimum 1\n  a?: \"b\",\n  c?: any,\n}");
            assert_int_equal(out.status, o.refused ? CM_E_NOMEM : CM_OK);
            cm__buf_done(&out);
            assert_int_equal(o.live_bytes, 0);
            if (!o.refused)
                break;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(d16_outputs),
        cmocka_unit_test(d17_empty_inputs),
        cmocka_unit_test(example_of_the_spec),
        cmocka_unit_test(search_has_a_signature),
        cmocka_unit_test(d18_tags),
        cmocka_unit_test(d19_full_stops),
        cmocka_unit_test(d20_nothing_ends_a_comment),
        cmocka_unit_test(d21_width),
        cmocka_unit_test(contents_are_told),
        cmocka_unit_test(d22_recursion),
        cmocka_unit_test(d23_names_of_definitions),
        cmocka_unit_test(d24_scopes),
        cmocka_unit_test(d25_siblings_of_references),
        cmocka_unit_test(d26_unions),
        cmocka_unit_test(d27_what_counts),
        cmocka_unit_test(d28_depth),
        cmocka_unit_test(long_chains_of_references),
        cmocka_unit_test(d32_fans),
        cmocka_unit_test(f35a_shared_definitions),
        cmocka_unit_test(f35b_over_the_nodes),
        cmocka_unit_test(texts_have_a_bound),
        cmocka_unit_test(long_lists_are_counted),
        cmocka_unit_test(d29_names),
        cmocka_unit_test(d30_malformed),
        cmocka_unit_test(f31c_a_null_property),
        cmocka_unit_test(d31_order),
        cmocka_unit_test(d33_lua),
        cmocka_unit_test(f31a_odd_names),
        cmocka_unit_test(f34a_recursion_in_typescript),
        cmocka_unit_test(f34b_recursion_in_lua),
        cmocka_unit_test(f38a_null_and_enum),
        cmocka_unit_test(f38b_list_of_types),
        cmocka_unit_test(f38c_intersection),
        cmocka_unit_test(f38d_record),
        cmocka_unit_test(f38e_items_that_may_be_null),
        cmocka_unit_test(f38f_enum),
        cmocka_unit_test(f38g_const),
        cmocka_unit_test(f38h_empty_enum),
        cmocka_unit_test(declared_records),
        cmocka_unit_test(memory_may_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
