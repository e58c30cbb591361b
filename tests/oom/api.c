/* SPDX-License-Identifier: MIT */
/* The public API: tools, runtimes, programs, executions and their calls,
 * values, catalogs, results. */
#include <string.h>

#include "life.h"
#include "play.h"

/* ---- tools and runtimes ---- */

static void nothing(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    (void)input;
    (void)len;
    cm_call_return(call, NULL, 0);
}

static const char order_schema[] =
    "{\"type\":\"object\",\"description\":\"An order\",\"properties\":{"
    "\"id\":{\"type\":\"integer\",\"description\":\"Its number\"},"
    "\"lines\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/$defs/line\"}},"
    "\"state\":{\"enum\":[\"open\",\"sent\",null]}},\"required\":[\"id\"],"
    "\"$defs\":{\"line\":{\"type\":\"object\",\"properties\":{\"sku\":{"
    "\"type\":\"string\",\"pattern\":\"^[A-Z]{2}-\\\\d+$\"},\"n\":{\"type\":"
    "\"number\",\"minimum\":0}},\"additionalProperties\":false}}}";

static cm_status add_orders(cm_tools *tools)
{
    static const char *const paths[] = { "orders.lookup", "orders.find",
                                         "shop.stock.a-b", "ping" };
    cm_status status = CM_OK;
    for (size_t i = 0; i < 4 && status == CM_OK; i++) {
        const cm_tool tool = { .description = "Looks up\nan order, with all "
                                              "its lines",
                               .input_schema = order_schema,
                               .output_schema = order_schema,
                               .validate_input = i != 1,
                               .validate_output = i == 0,
                               .pinned = i == 3,
                               .execute = nothing };
        status = cm_tools_add(tools, paths[i], &tool, NULL);
    }
    if (status == CM_OK)
        status = cm_tools_namespace(tools, "orders", "All orders", NULL);
    if (status == CM_OK)
        status = cm_tools_announce(tools, "later", NULL);
    return status;
}

static cm_status open_orders(const cm_allocator *alloc, cm_language language,
                             cm_runtime **ret_runtime)
{
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    cm_tools *tools = cm_tools_new(alloc);
    cm_status status = tools ? add_orders(tools) : CM_E_NOMEM;
    o.allocator = alloc;
    o.language = language;
    if (status == CM_OK)
        status = cm_runtime_new(tools, &o, ret_runtime, NULL);
    cm_tools_free(tools);
    return status;
}

static cm_status tools_alone(const cm_allocator *alloc, const void *arg)
{
    (void)arg;
    cm_tools *tools = cm_tools_new(alloc);
    if (!tools)
        return CM_E_NOMEM;
    const cm_tool tool = { .input_schema = order_schema,
                           .validate_input = 1,
                           .execute = nothing };
    const cm_tool broken = { .input_schema = "{\"minItems\":-1}",
                             .validate_input = 1,
                             .execute = nothing };
    cm_status status = add_orders(tools);
    if (status == CM_OK) /* replaces */
        status = cm_tools_add_n(tools, "orders.find", 11, &tool, NULL);
    if (status == CM_OK) {
        status = cm_tools_add(tools, "orders.broken", &broken, NULL);
        if (status == CM_E_SYNTAX)
            status = CM_OK;
        else
            SCENARIO_CHECK(status == CM_E_NOMEM);
    }
    cm_tools_free(tools);
    return status;
}

static cm_status runtime_of(const cm_allocator *alloc, const cm_tools *tools)
{
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    cm_runtime *runtime = NULL;
    o.allocator = alloc;
    cm_status status = cm_runtime_new(tools, &o, &runtime, NULL);
    if (status == CM_OK) {
        char *text = cm_runtime_catalog(runtime, CM_COMPLETE, NULL);
        status = text ? CM_OK : CM_E_NOMEM;
        cm_text_free(runtime, text);
    }
    cm_runtime_free(runtime);
    return status;
}

/* The signatures are made in the earlier set, or not, and serve the later. */
static cm_status tools_again(const cm_allocator *alloc, const void *arg)
{
    (void)arg;
    cm_tools *earlier = cm_tools_new(alloc), *tools = cm_tools_new(alloc);
    cm_status status = earlier && tools ? add_orders(earlier) : CM_E_NOMEM;
    if (status == CM_OK)
        status = runtime_of(alloc, earlier);
    if (tools)
        cm_tools_reuse(tools, earlier);
    cm_tools_free(earlier);
    if (status == CM_OK)
        status = add_orders(tools);
    if (status == CM_OK)
        status = runtime_of(alloc, tools);
    cm_tools_free(tools);
    return status;
}

static cm_status runtimes(const cm_allocator *alloc, const void *arg)
{
    cm_runtime *runtime = NULL;
    cm_status status = open_orders(alloc, *(const cm_language *)arg, &runtime);
    if (status == CM_OK)
        SCENARIO_CHECK(cm_runtime_tool_count(runtime) == 4);
    cm_runtime_free(runtime);
    return status;
}

static const cm_language javascript = CM_LANGUAGE_JAVASCRIPT,
                         lua = CM_LANGUAGE_LUA;

/* The first runtime of a process makes what all share. */
static cm_status first_runtime(const cm_allocator *alloc, const void *arg)
{
    cm_runtime *runtime = NULL;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    (void)alloc;
    o.language = *(const cm_language *)arg;
    cm_status status = cm_runtime_new(NULL, &o, &runtime, NULL);
    cm_runtime_free(runtime);
    return status;
}

/* ---- texts for a model ---- */

typedef char *(*TextMaker)(const cm_runtime *runtime, size_t *ret_len);

static char *instructions(const cm_runtime *runtime, size_t *ret_len)
{
    return cm_runtime_instructions(runtime, CM_UNSET, ret_len);
}

static char *small_catalog(const cm_runtime *runtime, size_t *ret_len)
{
    return cm_runtime_catalog(runtime, 60, ret_len);
}

static char *whole_catalog(const cm_runtime *runtime, size_t *ret_len)
{
    return cm_runtime_catalog(runtime, CM_COMPLETE, ret_len);
}

static char *expression(const cm_runtime *runtime, size_t *ret_len)
{
    return cm_runtime_expression(runtime, "shop.stock.a-b", 14, ret_len);
}

typedef struct Text {
    TextMaker make;
    cm_language language;
} Text;

/* The text is the one that a runtime with all memory gives. */
static cm_status text_of(const cm_allocator *alloc, const void *arg)
{
    const Text *t = arg;
    cm_runtime *runtime = NULL, *other = NULL;
    cm_status status = open_orders(alloc, t->language, &runtime);
    SCENARIO_CHECK(open_orders(scenario_own(), t->language, &other) == CM_OK);
    if (status == CM_OK) {
        size_t len = 0;
        char *text = t->make(runtime, &len);
        char *expected = t->make(other, NULL);
        SCENARIO_CHECK(expected != NULL);
        if (text)
            scenario_same(text, expected);
        else
            status = CM_E_NOMEM;
        SCENARIO_CHECK(!text || strlen(text) == len);
        cm_text_free(runtime, text);
        cm_text_free(other, expected);
    }
    cm_runtime_free(runtime);
    cm_runtime_free(other);
    return status;
}

#define TEXT(name, make, language)                           \
    {                                                        \
        name, text_of, &(const Text){ make, language }, 0, 0 \
    }

static cm_status catalog_update(const cm_allocator *alloc, const void *arg)
{
    cm_runtime *seen = NULL, *now = NULL;
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    (void)arg;
    o.allocator = alloc;
    cm_status status = open_orders(alloc, CM_LANGUAGE_JAVASCRIPT, &seen);
    if (status == CM_OK)
        status = cm_runtime_new(NULL, &o, &now, NULL);
    if (status == CM_OK) {
        char *text = cm_runtime_catalog_update(now, seen, CM_COMPLETE, NULL);
        if (!text)
            status = CM_E_NOMEM;
        else
            SCENARIO_CHECK(strstr(text, "orders") != NULL ||
                           strstr(text, "No tools") != NULL);
        cm_text_free(now, text);
    }
    cm_runtime_free(seen);
    cm_runtime_free(now);
    return status;
}

static cm_status tool_infos(const cm_allocator *alloc, const void *arg)
{
    cm_runtime *runtime = NULL;
    cm_status status = open_orders(alloc, *(const cm_language *)arg, &runtime);
    for (size_t i = 0; status == CM_OK && i < cm_runtime_tool_count(runtime);
         i++) {
        cm_tool_info info = cm_runtime_tool(runtime, i);
        if (!info.signature)
            status = CM_E_NOMEM;
        SCENARIO_CHECK(info.path[0] && info.expression[0]);
        SCENARIO_CHECK(strcmp(info.input_schema, order_schema) == 0);
    }
    cm_runtime_free(runtime);
    return status;
}

/* ---- programs ---- */

typedef struct Check {
    cm_language language;
    const char *source, *record;
} Check;

static cm_status check(const cm_allocator *alloc, const void *arg)
{
    const Check *c = arg;
    cm_runtime *runtime = NULL;
    cm_result *r = NULL;
    cm_status status = open_orders(alloc, c->language, &runtime);
    if (status == CM_OK)
        status = cm_check(runtime, c->source, strlen(c->source), &r, NULL);
    if (status == CM_OK)
        status = life_judge(r, c->record);
    cm_runtime_free(runtime);
    return status;
}

#define CHECK(name, ...)                                 \
    {                                                    \
        name, check, &(const Check){ __VA_ARGS__ }, 0, 0 \
    }

/* Everything that can be asked of a result. */
static cm_status read_result(const cm_allocator *alloc, const void *arg)
{
    static const char source[] =
        "console.log('a'); console.log('b'); ping({}); tools.orders.lokup({})";
    cm_runtime *runtime = NULL;
    cm_result *r = NULL;
    (void)arg;
    cm_status status = open_orders(alloc, CM_LANGUAGE_JAVASCRIPT, &runtime);
    if (status == CM_OK)
        status = cm_execute(runtime, source, sizeof source - 1, &r, NULL);
    if (status == CM_OK) {
        const char *kind = cm_result_error_kind(r);
        SCENARIO_CHECK(kind && !cm_result_ok(r));
        if (strcmp(kind, "MemoryLimitExceeded") == 0) {
            status = CM_E_NOMEM;
        } else {
            scenario_same(kind, "ExecutionFailure");
            scenario_same(cm_result_error_message(r, NULL),
                          "ReferenceError: ping is not defined (line 1, col "
                          "37)");
            scenario_same(cm_result_value(r, NULL), "null");
            SCENARIO_CHECK(cm_result_log_count(r) == 2);
            scenario_same(cm_result_log(r, 1, NULL), "b");
            SCENARIO_CHECK(cm_result_error_line(r) == 1);
            SCENARIO_CHECK(cm_result_call_count(r) == 0);
        }
        if (!cm_result_json(r, NULL))
            status = CM_E_NOMEM;
    }
    cm_result_free(r);
    cm_runtime_free(runtime);
    return status;
}

/* ---- values ---- */

static cm_value *text_value(const cm_allocator *alloc, const char *text)
{
    return cm_value_string(alloc, text, strlen(text));
}

static void released(void *user)
{
    (*(int *)user)++;
}

static void call_nothing(void *user, cm_call *call, const cm_value *args)
{
    (void)user;
    (void)args;
    cm_call_return(call, NULL, 0);
}

/* An object with a member of every type. The status is that of the whole: a
 * member that could not be made sticks to its containers. */
static cm_status all_values(const cm_allocator *alloc, void *n_released,
                            cm_value **ret_value)
{
    const cm_function f = { call_nothing, n_released, released, 0, 2 };
    static const cm_value_type empty[] = { CM_VALUE_UNDEFINED, CM_VALUE_NULL,
                                           CM_VALUE_URL_PARAMS,
                                           CM_VALUE_HEADERS, CM_VALUE_SET };
    cm_value *o = cm_value_new(alloc, CM_VALUE_OBJECT);
    cm_value *list = cm_value_new(alloc, CM_VALUE_ARRAY);
    cm_value *map = cm_value_new(alloc, CM_VALUE_MAP);
    cm_value *error = cm_value_error(alloc, "RangeError", "out");
    for (size_t i = 0; i < sizeof empty / sizeof empty[0]; i++)
        (void)cm_value_push(list, cm_value_new(alloc, empty[i]));
    (void)cm_value_push(list, cm_value_boolean(alloc, 1));
    (void)cm_value_push(list, cm_value_number(alloc, 2.5));
    (void)cm_value_push(list, cm_value_integer(alloc, INT64_MAX));
    (void)cm_value_push(list, cm_value_bytes(alloc, "\0\1\2", 3));
    (void)cm_value_push(list, cm_value_date(alloc, 5));
    (void)cm_value_push(list, cm_value_regexp(alloc, "a+", 2, "g"));
    (void)cm_value_push(list, cm_value_url(alloc, "http://h/", 9));
    (void)cm_value_put(map, text_value(alloc, "key"),
                       cm_value_integer(alloc, 1));
    (void)cm_value_set_cause(error, cm_value_error(alloc, NULL, NULL));
    (void)cm_value_set(error, "code", 4, cm_value_integer(alloc, 7));
    (void)cm_value_push(list, map);
    (void)cm_value_push(list, error);
    (void)cm_value_set(o, "list", 4, list);
    (void)cm_value_set(o, "f", 1, cm_value_function(alloc, &f));
    *ret_value = o;
    return cm_value_set(o, "last", 4, text_value(alloc, "end"));
}

static cm_status build_values(const cm_allocator *alloc, const void *arg)
{
    int n_released = 0;
    (void)arg;
    cm_value *o = NULL, *copy = NULL;
    cm_status status = scenario_status(all_values(alloc, &n_released, &o));
    if (status == CM_OK) {
        copy = cm_value_copy(alloc, o);
        status = copy ? CM_OK : CM_E_NOMEM;
    }
    if (copy) {
        SCENARIO_CHECK(cm_value_count(cm_value_get(copy, "list", 4)) == 14);
        scenario_same(cm_value_text(cm_value_get(copy, "last", 4), NULL),
                      "end");
    }
    cm_value_free(o);
    cm_value_free(copy);
    SCENARIO_CHECK(n_released == 1);
    return status;
}

static cm_status json_values(const cm_allocator *alloc, const void *arg)
{
    static const char json[] = "{\"a\":[1,-2.5,\"\\u00e9\\n\",null,true,{\"b\":"
                               "{\"c\":[[[]]]}}],\"long\":\"0123456789012345678"
                               "901234567890123456789\",\"a\":0}";
    (void)arg;
    cm_value *v = cm_value_json(alloc, json, sizeof json - 1);
    if (!v)
        return CM_E_NOMEM;
    SCENARIO_CHECK(cm_value_count(v) >= 2);
    cm_value_free(v);
    return CM_OK;
}

/* ---- the list ---- */

static const Scenario items[] = {
    { "tools: added, replaced, refused, announced", tools_alone, NULL, 0, 0 },
    { "tools: added again beside an earlier set", tools_again, NULL, 0, 0 },
    { "a runtime for JavaScript", runtimes, &javascript, 0, 0 },
    { "a runtime for Lua", runtimes, &lua, 0, 0 },
    { "the first runtime of a process, JavaScript", first_runtime, &javascript,
      0, 1 },
    { "the first runtime of a process, Lua", first_runtime, &lua, 0, 1 },
    TEXT("instructions", instructions, CM_LANGUAGE_JAVASCRIPT),
    TEXT("instructions for Lua", instructions, CM_LANGUAGE_LUA),
    TEXT("a catalog within a budget", small_catalog, CM_LANGUAGE_JAVASCRIPT),
    TEXT("a whole catalog, Lua", whole_catalog, CM_LANGUAGE_LUA),
    TEXT("the head", cm_runtime_head, CM_LANGUAGE_JAVASCRIPT),
    TEXT("the search signature", cm_runtime_search_signature,
         CM_LANGUAGE_JAVASCRIPT),
    TEXT("declarations for TypeScript", cm_runtime_declarations,
         CM_LANGUAGE_JAVASCRIPT),
    TEXT("declarations for LuaLS", cm_runtime_declarations, CM_LANGUAGE_LUA),
    TEXT("an expression", expression, CM_LANGUAGE_LUA),
    { "what changed in a catalog", catalog_update, NULL, 0, 0 },
    { "tools as a model sees them", tool_infos, &javascript, 0, 0 },
    { "tools as a model sees them, Lua", tool_infos, &lua, 0, 0 },
    CHECK("check: a good program", CM_LANGUAGE_JAVASCRIPT,
          "const o: any = await tools.orders.lookup({ id: 1 }); return o;",
          "{\"ok\":true,\"value\":null,\"toolCalls\":[]}"),
    CHECK("check: missing tools", CM_LANGUAGE_JAVASCRIPT,
          "tools.orders.lokup({}); tools.shop.stok.x(); tools.later.y()",
          "{\"ok\":false,\"error\":{\"kind\":\"UnknownTool\",\"message\":\"Un"
          "known tool \\\"orders.lokup\\\". Did you mean tools.orders.lookup?"
          "\",\"location\":{\"line\":1,\"column\":1},\"suggestions\":[\"Find "
          "tools with search({ query: \\\"what you need\\\" }).\"]},\"warning"
          "s\":[{\"kind\":\"UnknownTool\",\"message\":\"Unknown tool \\\"shop"
          ".stok.x\\\"\",\"location\":{\"line\":1,\"column\":25},\"suggestion"
          "s\":[\"Find tools with search({ query: \\\"what you need\\\" }).\""
          "]},{\"kind\":\"UnknownTool\",\"message\":\"Unknown tool \\\"later."
          "y\\\": \\\"later\\\" is not connected\",\"location\":{\"line\":1,"
          "\"column\":46},\"suggestions\":[\"Find tools with search({ query: "
          "\\\"what you need\\\" }).\"]}],\"toolCalls\":[]}"),
    CHECK("check: unsupported syntax", CM_LANGUAGE_JAVASCRIPT, "with (a) { b }",
          "{\"ok\":false,\"error\":{\"kind\":\"UnsupportedSyntax\",\"message"
          "\":\"with is not supported (line 1, col 1)\",\"location\":{\"line"
          "\":1,\"column\":1},\"suggestions\":[\"Name the object in front of "
          "each member.\"]},\"toolCalls\":[]}"),
    CHECK("check: missing tools, Lua", CM_LANGUAGE_LUA,
          "tools.orders.lokup({}) tools.nope.x()",
          "{\"ok\":false,\"error\":{\"kind\":\"UnknownTool\",\"message\":\"Un"
          "known tool \\\"orders.lokup\\\". Did you mean tools.orders.lookup?"
          "\",\"location\":{\"line\":1,\"column\":1},\"suggestions\":[\"Find "
          "tools with search({ query = \\\"what you need\\\" }).\"]},\"warnin"
          "gs\":[{\"kind\":\"UnknownTool\",\"message\":\"Unknown tool \\\"nop"
          "e.x\\\"\",\"location\":{\"line\":1,\"column\":24},\"suggestions\":"
          "[\"Find tools with search({ query = \\\"what you need\\\" }).\"]}]"
          ",\"toolCalls\":[]}"),
    { "a result, read", read_result, NULL, 0, 0 },
    { "values of every type, copied", build_values, NULL, 0, 0 },
    { "a value of JSON text", json_values, NULL, 0, 0 },
    PLAY(
        "calls: settled later",
        .source = "const r = await Promise.all([1, 2, 3].map((n) => "
                  "tools.late({ n })));\nreturn [r, await "
                  "tools.lateValue({}), await tools.value({})];",
        .record =
            "{\"ok\":true,\"value\":[[{\"n\":1},{\"n\":2},{\"n\":3}],{\"list\":"
            "[1.5,\"two\"],\"n\":7},{\"list\":[1.5,\"two\"],\"n\":7}],\"toolCal"
            "ls\":[{\"name\":\"late\"},{\"name\":\"late\"},{\"name\":\"late\"},"
            "{\"name\":\"lateValue\"},{\"name\":\"value\"}]}"),
    PLAY(
        "calls: settled later, Lua", .language = CM_LANGUAGE_LUA,
        .source = "local a = tools.late({ n = 1 })\nreturn { a.n, "
                  "tools.lateValue({}).n, tools.value({}).list[2] }",
        .record =
            "{\"ok\":true,\"value\":[1,7,\"two\"],\"toolCalls\":[{\"name\":\"la"
            "te\"},{\"name\":\"lateValue\"},{\"name\":\"value\"}]}"),
    PLAY(
        "calls: failures of every kind",
        .source =
            "const out = [];\nfor (const f of [tools.fails, "
            "tools.failsValue, tools.lateFails, tools.bad, (x) => "
            "tools.strict({ n: 0 }), (x) => tools.loose({ n: 1 })])\n"
            "  try { out.push(await f({})) } catch (e) { out.push(e.kind + "
            "': ' + e.message) }\nreturn [out, await tools.strict({ n: 3 "
            "})];",
        .record =
            "{\"ok\":true,\"value\":[[\"ToolFailure: boom\\nCaused by: inner\\n"
            "Caused by: root\",\"ToolFailure: bad type\\nCaused by: deeper\",\""
            "ToolFailure: late no\",\"InvalidToolOutput: Invalid output of bad:"
            " not valid JSON: text ends inside a value at position 5 (line 1 co"
            "lumn 6)\",\"InvalidToolInput: Invalid input for stri"
            "ct: /n: expected at least 1, found 0\",\"InvalidToolOutput: Invali"
            "d output of loose: /: expected integer, found \\\"text\\\"\"],3],"
            "\"toolCalls\":[{\"name\":\"fails\"},{\"name\":\"failsValue\"},{\"n"
            "ame\":\"lateFails\"},{\"name\":\"bad\"},{\"name\":\"loose\"},{\"na"
            "me\":\"strict\"}]}"),
    PLAY(
        "calls: failures of every kind, Lua", .language = CM_LANGUAGE_LUA,
        .source =
            "local out = {}\nfor i, name in ipairs({ 'fails', 'failsValue', "
            "'lateFails', 'bad', 'strict' }) do\n  local ok, e = "
            "pcall(tools[name], {})\n  out[i] = type(e) == 'table' and "
            "e.message or tostring(e)\nend return out",
        .record =
            "{\"ok\":true,\"value\":[\"boom\\nCaused by: inner\\nCaused by: roo"
            "t\",\"bad type\\nCaused by: deeper\",\"late no\",\"Invalid output "
            "of bad: not valid JSON: unexpected end at byte 5\",\"Invalid input"
            " for strict: /: missing property \\\"n\\\"\"],\"toolCalls\":[{\"na"
            "me\":\"fails\"},{\"name\":\"failsValue\"},{\"name\":\"lateFails\"}"
            ",{\"name\":\"bad\"}]}"),
    PLAY(
        "calls: more than may run at once", .concurrent = 2,
        .source = "return (await Promise.all(Array.from({ length: 9 }, (_, i) "
                  "=> tools.late({ n: i })))).map((o) => o.n)",
        .record =
            "{\"ok\":true,\"value\":[0,1,2,3,4,5,6,7,8],\"toolCalls\":[{\"name"
            "\":\"late\"},{\"name\":\"late\"},{\"name\":\"late\"},{\"name\":\"l"
            "ate\"},{\"name\":\"late\"},{\"name\":\"late\"},{\"name\":\"late\"}"
            ",{\"name\":\"late\"},{\"name\":\"late\"}]}"),
    PLAY(
        "calls: one is timed out", .call_timeout_ms = 50,
        .source = "try { await tools.never({}) } catch (e) { return e.message "
                  "}",
        .record =
            "{\"ok\":true,\"value\":\"never took longer than 50 ms\",\"toolCall"
            "s\":[{\"name\":\"never\"}]}"),
    PLAY("calls: the tool was cancelled", .source = "await tools.gone({})",
         .record = NULL),
    PLAY(
        "calls: pending ones at the end",
        .source = "tools.never({}); tools.never({}); return 1",
        .record =
            "{\"ok\":true,\"value\":1,\"toolCalls\":[{\"name\":\"never\"},{\"na"
            "me\":\"never\"}]}"),
    PLAY("an execution that is cancelled", .is_cancelled = true,
         .source = "await Promise.race([tools.never({}), tools.late({ n: 1 "
                   "})])"),
    PLAY("an execution that is cancelled, Lua", .is_cancelled = true,
         .language = CM_LANGUAGE_LUA, .source = "tools.never({})"),
    PLAY("an execution that is freed while it waits", .is_dropped = true,
         .source = "await Promise.race([tools.never({}), tools.late({ n: 1 "
                   "})])"),
    PLAY(
        "a compiled program, run twice", .is_compiled = true,
        .source = "let s = 0; for (const x of [1, 2, 3]) s += x; return "
                  "[s, await tools.ns.echo({ s })]",
        .record =
            "{\"ok\":true,\"value\":[6,{\"s\":6}],\"toolCalls\":[{\"name\":\"ns"
            ".echo\"}]}"),
    PLAY("a compiled program, Lua", .is_compiled = true,
         .language = CM_LANGUAGE_LUA,
         .source = "local s = 0 for i = 1, 9 do s = s + i end return s",
         .record = "{\"ok\":true,\"value\":45,\"toolCalls\":[]}"),
    PLAY(
        "a program that does not compile", .is_compiled = true,
        .source = "let a; let a;",
        .record =
            "{\"ok\":false,\"error\":{\"kind\":\"ParseError\",\"message\":\"'a'"
            " has already been declared (line 1, col 12)\\n  1 | let a; let a;"
            "\\n                 ^\",\"location\":{\"line\":1,\"column\":12},\""
            "suggestions\":[\"This runtime takes JavaScript (TypeScript types a"
            "re allowed).\"]},\"toolCalls\":[]}"),
    PLAY(
        "preflight", .has_preflight = true,
        .source = "if (false) tools.ns.ecko({}); tools.ns.ecko({})",
        .record =
            "{\"ok\":false,\"error\":{\"kind\":\"UnknownTool\",\"message\":\"Un"
            "known tool \\\"ns.ecko\\\". Did you mean tools.ns.echo?\",\"locati"
            "on\":{\"line\":1,\"column\":31},\"suggestions\":[\"Find tools with"
            " search({ query: \\\"what you need\\\" }).\"]},\"toolCalls\":[]}"),
    PLAY(
        "hooks that see all", .has_hooks = true,
        .source = "await tools.ns.echo({ a: 1 }); search({ query: 'late' }); "
                  "try { await tools.fails({}) } catch {} return "
                  "(await tools.late({ n: 1 })).n",
        .record =
            "{\"ok\":true,\"value\":1,\"toolCalls\":[{\"name\":\"ns.echo\"},{\""
            "name\":\"search\"},{\"name\":\"fails\"},{\"name\":\"late\"}]}"),
    PLAY(
        "hooks that deny", .has_hooks = true, .denies = true,
        .source = "await tools.ns.echo({ a: 1 })",
        .record =
            "{\"ok\":false,\"error\":{\"kind\":\"ToolFailure\",\"message\":\"no"
            " ns.echo here\",\"location\":{\"line\":1,\"column\":7}},\"toolCall"
            "s\":[{\"name\":\"ns.echo\"}]}"),
    PLAY(
        "slices of a few steps", .slice = 10,
        .source = "let s = 0; for (let i = 0; i < 99; i++) s += i; return [s, "
                  "(await tools.late({ n: s })).n]",
        .record =
            "{\"ok\":true,\"value\":[4851,4851],\"toolCalls\":[{\"name\":\"late"
            "\"}]}"),
    PLAY(
        "the time limit", .timeout_ms = 100, .source = "await tools.never({})",
        .record =
            "{\"ok\":false,\"error\":{\"kind\":\"TimeoutExceeded\",\"message\":"
            "\"The execution exceeded its timeout of 100 ms\"},\"toolCalls\":[{"
            "\"name\":\"never\"}]}"),
    PLAY(
        "the limit of calls", .max_calls = 2,
        .source = "for (;;) await tools.ns.echo({})",
        .record =
            "{\"ok\":false,\"error\":{\"kind\":\"ToolCallLimitExceeded\",\"mess"
            "age\":\"A program may make at most 2 tool calls\",\"location\":{\""
            "line\":1,\"column\":16}},\"toolCalls\":[{\"name\":\"ns.echo\"},{\""
            "name\":\"ns.echo\"}]}"),
    PLAY(
        "the limit of output", .max_output = 60,
        .source = "for (let i = 0; i < 30; i++) console.log('line ' + i); "
                  "return 'x'.repeat(200)",
        .record =
            "{\"ok\":true,\"value\":\"\\\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
            "xxxxxxxxxxxxxxxxxxxxxx [result truncated: 202 bytes of JSON, over "
            "the 60-byte limit; return less data]\",\"logs\":[\"[logs truncated"
            ": kept 0 of 30 lines]\"],\"truncated\":true,\"toolCalls\":[]}"),
    PLAY(
        "the limit of memory", .max_memory = 1048576,
        .source = "const a = []; for (;;) a.push('x'.repeat(1000) + a.length)",
        .record =
            "{\"ok\":false,\"error\":{\"kind\":\"MemoryLimitExceeded\",\"messag"
            "e\":\"The execution exceeded its memory limit of 1048576 bytes\"},"
            "\"toolCalls\":[]}"),
    PLAY(
        "the limit of steps", .max_steps = 5000, .source = "for (;;) {}",
        .record =
            "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"message\""
            ":\"The execution exceeded its budget of 5000 steps\"},\"toolCalls"
            "\":[]}"),
    PLAY(
        "a time zone of the host", .zone = "Test/One",
        .source = "return [new Date(0).toString(), new Date(0).getHours(), "
                  "new Date(0).toLocaleString('en-US', { timeZone: "
                  "'Test/One' })]",
        .record =
            "{\"ok\":true,\"value\":[\"Thu Jan 01 1970 01:00:00 GMT+0100 (GMT+0"
            "1:00)\",1,\"1/1/1970, 1:00:00 AM\"],\"toolCalls\":[]}"),
    PLAY(
        "a search, page by page",
        .source = "const a = search({ query: 'late', limit: 2 }); return "
                  "[a.items.map((t) => t.path), search({ query: 'late', "
                  "limit: 2, offset: 2 }).items.length, "
                  "Object.keys(tools).length, 'ns' in tools]",
        .record =
            "{\"ok\":true,\"value\":[[\"tools.late\"],0,12,true],\"toolCalls\":"
            "[{\"name\":\"search\"},{\"name\":\"search\"}]}"),
};

const ScenarioGroup oom_api = { "api", items, sizeof items / sizeof items[0] };
