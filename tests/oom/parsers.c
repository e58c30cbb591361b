/* SPDX-License-Identifier: MIT */
/* Everything that reads text from outside, taken by itself. */
#include <stdio.h>
#include <string.h>

#include "scenario.h"

#include "cli/toml.h"
#include "js/builtins/builtins.h"
#include "js/compile.h"
#include "lua/lua_compile.h"
#include "lua/lua_lib.h"
#include "mcp/jsonrpc.h"
#include "net/lines.h"
#include "net/sse.h"
#include "openapi/compact.h"
#include "regexp/regexp.h"
#include "schema/schema.h"
#include "schema/uri.h"
#include "yaml/yaml_json.h"
#include "json/writer.h"

/* ---- JSON ---- */

static const char document[] =
    "{\"a\":[1,-0.5e3,\"caf\\u00e9 \\n\",{\"deep\":[[[[{}]]]]}],\"n1\":1,\"n2\""
    ":2,\"n3\":3,\"n4\":4,\"n5\":5,\"n6\":6,\"n7\":7,\"n8\":8,\"n9\":9,\"long\""
    ":\"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijklmnop\","
    "\"t\":true,\"z\":null}";

/* The text of a document as the writer gives it. */
static cm_status same_json(const cm_allocator *alloc, const JsonDoc *doc,
                           const char *expected)
{
    Buf out;
    cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&out);
    cm__json_write_value(&w, &doc->root);
    cm_status status = scenario_status(out.status);
    if (status == CM_OK)
        scenario_same(cm__buf_text(&out), expected);
    cm__buf_done(&out);
    return status;
}

static cm_status json(const cm_allocator *alloc, const void *arg)
{
    JsonDoc *doc = NULL;
    (void)arg;
    cm_status status = scenario_status(
        cm__json_parse(alloc, document, sizeof document - 1, NULL, &doc, NULL));
    if (status == CM_OK)
        status = same_json(alloc, doc,
                           "{\"a\":[1,-500,\"caf\303\251 \\n\",{\"deep\":[[[[{}"
                           "]]]]}],\"n1\":1,\"n2\":2,\"n3\":3,\"n4\":4,\"n5\":5"
                           ",\"n6\":6,\"n7\":7,\"n8\":8,\"n9\":9,\"long\":"
                           "\"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvw"
                           "xyzabcdefghijklmnop\",\"t\":true,\"z\":null}");
    cm__json_doc_free(doc);
    return status;
}

static cm_status settings(const cm_allocator *alloc, const void *arg)
{
    static const char text[] = "// c\n{ \"a\": [1, /* x */ 2,], \"b\": {}, }";
    const JsonOptions options = { .allow_comments = true,
                                  .allow_trailing_commas = true };
    JsonDoc *doc = NULL;
    (void)arg;
    cm_status status = scenario_status(
        cm__json_parse(alloc, text, sizeof text - 1, &options, &doc, NULL));
    if (status == CM_OK)
        status = same_json(alloc, doc, "{\"a\":[1,2],\"b\":{}}");
    cm__json_doc_free(doc);
    return status;
}

static cm_status compact(const cm_allocator *alloc, const void *arg)
{
    static const char text[] = "[ [ [ [ [ 1 , { \"a\" : \"b c\" } ] ] ] ] ]";
    Buf out;
    (void)arg;
    cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
    cm_status status = scenario_status(
        cm__oa_compact(alloc, text, sizeof text - 1, &out, 1000));
    if (status == CM_OK && out.status == CM_OK)
        scenario_same(cm__buf_text(&out), "[[[[[1,{\"a\":\"b c\"}]]]]]");
    else
        status = CM_E_NOMEM;
    cm__buf_done(&out);
    return status;
}

/* ---- programs ---- */

typedef struct Source {
    const char *text;
    const char *fault; /* NULL: it compiles */
} Source;

static cm_status javascript(const cm_allocator *alloc, const void *arg)
{
    const Source *s = arg;
    const JsCompileOptions options = { .want_calls = true };
    Program *program = NULL;
    JsCompileResult r;
    cm_status status = js_compile(alloc, js_realm(), s->text, strlen(s->text),
                                  &options, &program, &r);
    if (s->fault && status == CM_E_SYNTAX) {
        scenario_same(r.diag.message, s->fault);
        status = CM_OK;
    } else if (status == CM_OK) {
        SCENARIO_CHECK(!s->fault && program != NULL);
    }
    program_free(program);
    js_compile_result_done(&r);
    return status;
}

static cm_status lua(const cm_allocator *alloc, const void *arg)
{
    const Source *s = arg;
    const LuaCompileOptions options = { .want_calls = true };
    Program *program = NULL;
    LuaCompileResult r;
    cm_status status = lua_compile(alloc, lua_realm(), s->text, strlen(s->text),
                                   &options, &program, &r);
    if (s->fault && status == CM_E_SYNTAX) {
        scenario_same(r.diag.message, s->fault);
        status = CM_OK;
    } else if (status == CM_OK) {
        SCENARIO_CHECK(!s->fault && program != NULL);
    }
    program_free(program);
    lua_compile_result_done(&r);
    return status;
}

#define JAVASCRIPT(name, text, fault)                          \
    {                                                          \
        name, javascript, &(const Source){ text, fault }, 0, 0 \
    }
#define LUA(name, text, fault)                          \
    {                                                   \
        name, lua, &(const Source){ text, fault }, 0, 0 \
    }

/* ---- regular expressions ---- */

typedef struct Match {
    const char *pattern, *flags, *subject;
    int from; /* of the match; -1: none, -2: the pattern is none */
} Match;

static RegexpText text8(const char *text)
{
    return (RegexpText){ .p8 = (const uint8_t *)text,
                         .len = (uint32_t)strlen(text) };
}

static cm_status match(const cm_allocator *alloc, const void *arg)
{
    const Match *m = arg;
    const RegexpHost host = { alloc, NULL, NULL };
    const RegexpText pattern = text8(m->pattern), flags = text8(m->flags),
                     subject = text8(m->subject);
    RegexpCode *code = NULL;
    RegexpError error;
    unsigned bits = 0;
    uint32_t captures[40];
    SCENARIO_CHECK(cm__regexp_flags(&flags, &bits));
    cm_status status = cm__regexp_compile(&host, &pattern, bits, &code, &error);
    if (m->from == -2 && status == CM_E_SYNTAX)
        return CM_OK;
    if (scenario_status(status) != CM_OK)
        return status;
    RegexpResult r =
        cm__regexp_match(code, &host, &subject, 0, false, captures);
    if (r == REGEXP_NOMEM)
        status = CM_E_NOMEM;
    else
        SCENARIO_CHECK((r == REGEXP_MATCH ? (int)captures[0] : -1) == m->from);
    cm__free(alloc, code, code->size);
    return status;
}

#define MATCH(name, ...)                                 \
    {                                                    \
        name, match, &(const Match){ __VA_ARGS__ }, 0, 0 \
    }

/* ---- JSON Schema ---- */

typedef struct Checked {
    const char *schema, *instance, *problems; /* NULL: the schema is none */
} Checked;

static cm_status verdict(const cm_allocator *alloc, const Schema *schema,
                         const Checked *c)
{
    const SchemaHost host = { alloc, NULL, NULL };
    cm_status status = CM_E_NOMEM;
    Buf problems;
    cm__buf_init(&problems, alloc, CM_BUF_NO_LIMIT);
    SchemaVerdict v = cm__schema_check(schema, &host, c->instance,
                                       strlen(c->instance), &problems);
    if (v != SCHEMA_NOMEM && problems.status == CM_OK) {
        scenario_same(cm__buf_text(&problems), c->problems);
        status = CM_OK;
    }
    cm__buf_done(&problems);
    return status;
}

static cm_status schema(const cm_allocator *alloc, const void *arg)
{
    static const char other[] = "{\"$id\":\"https://x.test/o\",\"$defs\":{\"p\""
                                ":{\"$anchor\":\"pos\",\"exclusiveMinimum\":0}}"
                                "}";
    static const SchemaDocument documents[] = { { "https://x.test/o", other,
                                                  sizeof other - 1 } };
    const SchemaOptions options = { .assert_format = true,
                                    .base = "https://x.test/s",
                                    .documents = documents,
                                    .n_documents = 1 };
    const Checked *c = arg;
    Schema *compiled = NULL;
    cm_status status = cm__schema_compile(alloc, c->schema, strlen(c->schema),
                                          &options, &compiled, NULL);
    if (!c->problems && status == CM_E_SYNTAX)
        return CM_OK;
    if (scenario_status(status) == CM_OK)
        status = verdict(alloc, compiled, c);
    cm__schema_unref(compiled);
    return status;
}

#define SCHEMA(name, ...)                                   \
    {                                                       \
        name, schema, &(const Checked){ __VA_ARGS__ }, 0, 0 \
    }

static cm_status uris(const cm_allocator *alloc, const void *arg)
{
    static const char base[] = "https://h.test/a/b/c?q";
    Buf out;
    (void)arg;
    cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
    cm__uri_resolve(base, sizeof base - 1, "../x/./y/../z#f", 15, &out);
    cm_status status = scenario_status(out.status);
    if (status == CM_OK)
        scenario_same(cm__buf_text(&out), "https://h.test/a/x/z");
    cm__buf_done(&out);
    return status;
}

/* ---- YAML, TOML ---- */

typedef struct Converted {
    const char *text, *json; /* json NULL: it is not well formed */
} Converted;

static cm_status yaml(const cm_allocator *alloc, const void *arg)
{
    const Converted *c = arg;
    Buf out;
    cm_status status =
        cm__yaml_to_json(alloc, c->text, strlen(c->text), &out, NULL);
    if (!c->json && status == CM_E_SYNTAX)
        status = CM_OK;
    else if (scenario_status(status) == CM_OK)
        scenario_same(cm__buf_text(&out), c->json);
    cm__buf_done(&out);
    return status;
}

static cm_status toml(const cm_allocator *alloc, const void *arg)
{
    const Converted *c = arg;
    JsonDoc *doc = NULL;
    cm_status status =
        cm__toml_parse(alloc, c->text, strlen(c->text), &doc, NULL);
    if (!c->json && status == CM_E_SYNTAX)
        return CM_OK;
    if (scenario_status(status) == CM_OK)
        status = same_json(alloc, doc, c->json);
    cm__json_doc_free(doc);
    return status;
}

#define CONVERTED(name, how, ...)                          \
    {                                                      \
        name, how, &(const Converted){ __VA_ARGS__ }, 0, 0 \
    }

/* ---- streams ---- */

typedef struct Stream {
    char seen[400];
    cm_status fault;
} Stream;

static void see(Stream *s, const char *text)
{
    size_t n = strlen(s->seen);
    (void)snprintf(s->seen + n, sizeof s->seen - n, "%s|", text);
}

static void sse_event(void *ctx, const SseEvent *event)
{
    see(ctx, event->name);
    see(ctx, event->data);
    see(ctx, event->id);
}

static void sse_fault(void *ctx, cm_status why)
{
    ((Stream *)ctx)->fault = why;
}

/* In pieces of three bytes, so that all has to be kept. */
static cm_status sse(const cm_allocator *alloc, const void *arg)
{
    static const char text[] = "event: add\nid: 7\ndata: one\ndata: two\n\n: "
                               "comment\nretry: 5\ndata: last\n\n";
    const SseSink sink = { sse_event, NULL, sse_fault };
    Stream s = { .seen = "" };
    SseReader r;
    (void)arg;
    cm__sse_reader_init(&r, alloc, 1000, 1000);
    for (size_t i = 0; i < sizeof text - 1; i += 3) {
        size_t left = sizeof text - 1 - i;
        cm__sse_reader_feed(&r, text + i, left < 3 ? left : 3, &sink, &s);
    }
    cm__sse_reader_done(&r);
    if (s.fault != CM_OK)
        return scenario_status(s.fault);
    scenario_same(s.seen, "add|one\ntwo|7|message|last|7|");
    return CM_OK;
}

static cm_status sse_written(const cm_allocator *alloc, const void *arg)
{
    const SseEvent event = { .name = "n",
                             .name_len = 1,
                             .data = "a\r\nb",
                             .data_len = 4,
                             .id = "9",
                             .id_len = 1,
                             .has_data = true,
                             .has_id = true };
    Buf out;
    (void)arg;
    cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
    cm__sse_write_retry(&out, 5);
    cm_status status = scenario_status(cm__sse_write_event(&out, &event));
    cm__sse_write_comment(&out, "c", 1);
    if (status == CM_OK)
        status = scenario_status(out.status);
    if (status == CM_OK)
        SCENARIO_CHECK(strstr(cm__buf_text(&out), "data: a\ndata: b\n"));
    cm__buf_done(&out);
    return status;
}

static void line(void *ctx, const char *text, size_t len)
{
    char copy[100];
    (void)snprintf(copy, sizeof copy, "%.*s", (int)len, text);
    see(ctx, copy);
}

static cm_status lines(const cm_allocator *alloc, const void *arg)
{
    static const char text[] = "first line\r\nsecond\n\nthe third one, long";
    Stream s = { .seen = "" };
    LineSplitter l;
    cm_status status = CM_OK;
    (void)arg;
    cm__lines_init(&l, alloc, 1000);
    for (size_t i = 0; i < sizeof text - 1; i += 5) {
        size_t left = sizeof text - 1 - i;
        cm_status now =
            cm__lines_feed(&l, text + i, left < 5 ? left : 5, line, &s);
        if (now != CM_OK)
            status = scenario_status(now);
    }
    cm__lines_finish(&l, line, &s);
    cm__lines_done(&l);
    if (status == CM_OK)
        scenario_same(s.seen, "first line|second|the third one, long|");
    return status;
}

/* ---- JSON-RPC ---- */

static cm_status rpc(const cm_allocator *alloc, const void *arg)
{
    static const char text[] = "{\"jsonrpc\":\"2.0\",\"id\":\"seven\","
                               "\"method\":\"m\",\"params\":{\"a\":1}}";
    JsonDoc *doc = NULL;
    RpcMessage m;
    (void)arg;
    cm_status status = scenario_status(
        cm__json_parse(alloc, text, sizeof text - 1, NULL, &doc, NULL));
    if (status != CM_OK)
        return status;
    SCENARIO_CHECK(cm__rpc_read(&doc->root, &m));
    if (m.kind == CM_RPC_INVALID)
        status = CM_E_NOMEM; /* the id could not be had */
    else
        scenario_same(m.id, "\"seven\"");
    cm__json_doc_free(doc);
    return status;
}

static cm_status rpc_ids(const cm_allocator *alloc, const void *arg)
{
    IdTable t;
    cm_status status = CM_OK;
    char id[16];
    (void)arg;
    cm__ids_init(&t, alloc);
    for (int i = 0; i < 60 && status == CM_OK; i++) {
        (void)snprintf(id, sizeof id, "%d", i);
        status = scenario_status(cm__ids_add(&t, id, &t));
    }
    if (status == CM_OK) {
        SCENARIO_CHECK(cm__ids_add(&t, "7", &t) == CM_E_NAME);
        SCENARIO_CHECK(cm__ids_take(&t, "7") == &t);
        SCENARIO_CHECK(cm__ids_get(&t, "7") == NULL && t.n_entries == 59);
    }
    cm__ids_done(&t);
    return status;
}

static cm_status rpc_written(const cm_allocator *alloc, const void *arg)
{
    Buf out;
    (void)arg;
    cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
    cm__rpc_error(&out, "\"a\"", CM_RPC_INTERNAL, "no \"quotes\"");
    cm_status status = scenario_status(out.status);
    if (status == CM_OK)
        scenario_same(cm__buf_text(&out),
                      "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"error\":{\"code\":"
                      "-32603,\"message\":\"no \\\"quotes\\\"\"}}");
    cm__buf_done(&out);
    return status;
}

/* ---- the list ---- */

static const Scenario items[] = {
    { "JSON, read and written", json, NULL, 0, 0 },
    { "JSON with comments", settings, NULL, 0, 0 },
    { "JSON made compact", compact, NULL, 0, 0 },
    JAVASCRIPT(
        "JavaScript: every statement",
        "label: for (let i = 0, j; i < 3; i++) { if (i) continue label; else "
        "break; }\nfor (const k in { a: 1 }) switch (k) { case 'a': { let z; } "
        "default: }\nwhile (false); do {} while (0); try { throw 1 } catch "
        "{ } finally { }\nvar { a = 1, ...r } = {}, [b, , c = 2, ...d] = [];\n"
        "function* g(x, { y } = {}, ...z) { yield* [x]; } async function h() { "
        "for await (const q of g()) await q; }\nclass A extends Object { #p = "
        "1; static { this.s = 1; } get v() { return this.#p; } static async "
        "*[`k`]() { } constructor() { super(); } }\nconst f = async (x) => x "
        "?? 1, t = `a${1 + 2}b`, o = { f, get q() { return 1 }, ['x' + 1]: 2, "
        "...r };\nf?.(1)?.[0]; o.x ||= 2; delete o.x; new A().v ** 2; typeof "
        "void 0; /re(?<n>x)/giu.test(t); tools.a.b({}); export default 1;",
        NULL),
    JAVASCRIPT("JavaScript: an error far down",
               "function a() { return { b: [1, 2, (x) => { let y = 1; let y; "
               "}] } }",
               "'y' has already been declared (line 1, col 59)\n  1 | function "
               "a() { return { b: [1, 2, (x) => { let y = 1; let y; }] } }\n"
               "                                                               "
               " ^"),
    JAVASCRIPT(
        "TypeScript: every form of types",
        "type A<T extends keyof B = 'x'> = T extends infer U ? { readonly [K in "
        "keyof U]?: U[K] } : never;\ninterface B extends A<'y'>, C { (x: "
        "number): string; new (y?: any): B; [key: string]: unknown; get p(): "
        "number; m?<T>(this: B): asserts this is T }\ndeclare module 'm' { "
        "export const x: 1 } declare function q(a: string): void;\nabstract "
        "class C<T> implements D { private x?: T; protected static readonly y! "
        ": number; constructor(public a = 1, private b?: [x: string, ...y: "
        "number[]]) {} abstract z(): void }\nfunction f<T>(this: any, x: T & { "
        "a: 1 } | null, ...r: Array<() => void>): x is T { return <any>x! as "
        "unknown as T; }\nenum E { A, B = 1 << 3, C = A | B } let v = f<number>"
        "(1 satisfies number); namespace N { export type T = typeof v[] }",
        NULL),
    JAVASCRIPT(
        "JavaScript: a large switch and long literals",
        "switch (1) { case 0: case 1: case 2: case 3: case 4: case 5: "
        "case 6: case 7: case 8: }\nconst l = [1, 2, 3, 4, 5, 6, 7, 8, "
        "9, 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 1.5, 2.5, 3n];\n"
        "const m = { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: "
        "9, j: { k: { l: { m: 1 } } } };",
        NULL),
    LUA("Lua: every statement",
        "local a <const>, b = 1, { 1, 2; x = 3, ['y'] = 4, [5] = 'z' }\nif a "
        "then elseif b then else end while a do break end repeat local z until "
        "true\nfor i = 1, 10, 2 do goto cont ::cont:: end for k, v in "
        "pairs(b) do a1 = k .. v end\nlocal function f(x, ...) return ..., "
        "select('#', ...), -x ^ 2 // 3 end function t.a.b:m(x) return self end\n"
        "do local s = [==[long]==] .. \"e\\x41\\u{1F600}\\z   f\" end "
        "tools.a.b({ n = 0x1p4, m = 1e3 }) return f(1)(2):m 'x' { y = not a and "
        "#b or ~3 & 5 | 6 << 1 }",
        NULL),
    LUA("Lua: an error far down",
        "local function f() return { a = function() goto x end } end",
        "No visible label 'x' for goto (line 1, col 44)\n  1 | local function "
        "f() return { a = function() goto x end } end\n                        "
        "                         ^"),
    MATCH("a regular expression of all parts",
          "(?<=a)(?:b|c){2,3}?(?<n>d+)\\k<n>(?!e)[^\\W_x-z]\\b|^$", "im",
          "xabCddf", 2),
    MATCH("a regular expression with properties",
          "[\\p{Lu}--[A-C]]+\\p{Script=Greek}?", "v", "abcABCDEF", 6),
    MATCH("a regular expression that backtracks",
          "^(?:(a+)+|b)*?c$|(x|y)(x|y)(x|y)", "", "aaaaaaaaaxyx", 9),
    MATCH("a regular expression that is none", "(a[b-", "u", "", -2),
    SCHEMA("a schema of most keywords",
           "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/$defs/n\"}"
           ",\"b\":{\"type\":\"array\",\"prefixItems\":[{\"const\":1}],"
           "\"items\":{\"enum\":[1,\"x\"]},\"contains\":{\"type\":\"string\"},"
           "\"uniqueItems\":true},\"c\":{\"pattern\":\"^x+$\",\"format\":"
           "\"date\"},\"d\":{\"$ref\":\"o#pos\"}},\"patternProperties\":{\"^p\""
           ":{\"multipleOf\":0.5}},\"additionalProperties\":false,\"required\":"
           "[\"z\"],\"allOf\":[{\"minProperties\":1}],\"anyOf\":[{\"required\":"
           "[\"a\"]},{\"required\":[\"q\"]}],\"not\":{\"required\":[\"no\"]},"
           "\"if\":{\"required\":[\"a\"]},\"then\":{\"required\":[\"b\"]},"
           "\"$defs\":{\"n\":{\"type\":[\"integer\",\"null\"],\"maximum\":9}}}",
           "{\"a\":10,\"b\":[1,2],\"c\":\"y\",\"d\":0,\"p\":0.3}",
           "/: missing property \"z\"; /a: expected at most 9, found 10; /b/1:"
           " expected one of 1, \"x\", found 2; /b: expected at least 1 item "
           "that fits \"contains\", found 0; /c: expected a match of the patter"
           "n \"^x+$\", found \"y\"; and 3 more"),
    SCHEMA("a schema with unevaluated parts",
           "{\"$dynamicAnchor\":\"t\",\"allOf\":[{\"properties\":{\"a\":true}},"
           "{\"properties\":{\"kids\":{\"items\":{\"$dynamicRef\":\"#t\"}}}}],"
           "\"unevaluatedProperties\":false}",
           "{\"a\":1,\"kids\":[{\"a\":2},{\"b\":3}],\"c\":4}",
           "/kids/1: unexpected property \"b\"; /: unexpected property \"c\""),
    SCHEMA("a schema that is none",
           "{\"properties\":{\"a\":{\"items\":{\"minLength\":-1}}}}", "1",
           NULL),
    SCHEMA("a schema of draft 4",
           "{\"$schema\":\"http://json-schema.org/draft-04/schema#\","
           "\"properties\":{\"n\":{\"minimum\":1,\"exclusiveMinimum\":true}},"
           "\"dependencies\":{\"n\":[\"m\"]}}",
           "{\"n\":1}",
           "/: missing property \"m\", which \"n\" needs; /n: expected more th"
           "an 1, found 1"),
    { "a reference against a base", uris, NULL, 0, 0 },
    CONVERTED("YAML that is none", yaml,
              "a: &x [1, 0x1F, 'q', \"d\\n\", ~, true]\nb: {c: *x, d: |\n    "
              "text\n    more\n  }\n",
              NULL),
    CONVERTED("YAML with anchors, blocks and folded text", yaml,
              "base: &b\n  - 1\n  - {x: 1.50}\nuse: *b\ntext: |\n  one\n  two\n"
              "fold: >\n  a\n  b\n200: !!str 5\n",
              "{\"base\":[1,{\"x\":1.50}],\"use\":[1,{\"x\":1.50}],\"text\":"
              "\"one\\ntwo\\n\",\"fold\":\"a b\\n\",\"200\":\"5\"}"),
    CONVERTED("TOML", toml,
              "t = 'x'\n[a.\"b c\"]\nn = [1, 0x1F, 1_000, 1.5e3]\nd = "
              "1979-05-27T07:32:00Z\n[[l]]\ni = { j = true, k.m = \"\"\"\nlong "
              "\\\n  text\"\"\" }\n[[l]]\n[l.sub]\nz = 1\n",
              "{\"t\":\"x\",\"a\":{\"b c\":{\"n\":[1,31,1000,1500],\"d\":"
              "\"1979-05-27T07:32:00Z\"}},\"l\":[{\"i\":{\"j\":true,\"k\":{"
              "\"m\":\"long text\"}}},{\"sub\":{\"z\":1}}]}"),
    CONVERTED("TOML that is none", toml, "[a]\nb = 1\n[a]\n", NULL),
    { "server-sent events, read in pieces", sse, NULL, 0, 0 },
    { "server-sent events, written", sse_written, NULL, 0, 0 },
    { "lines, read in pieces", lines, NULL, 0, 0 },
    { "a JSON-RPC message, read", rpc, NULL, 0, 0 },
    { "a JSON-RPC message, written", rpc_written, NULL, 0, 0 },
    { "a table of JSON-RPC ids", rpc_ids, NULL, 0, 0 },
};

const ScenarioGroup oom_parsers = { "parsers", items,
                                    sizeof items / sizeof items[0] };
