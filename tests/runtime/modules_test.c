/* SPDX-License-Identifier: MIT */
/* Modules at run time (spec/execution.md 2.7; E18, E19, F14), and what URLs, Headers
 * and proxies become at the data boundary (4.1; E45). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "runtime/fixture.h"

#define HINT                                                      \
    "These can be imported: url, util, buffer, crypto, console; " \
    "host tools need no import, call them as tools.name(...)"

/* Failed, with this suggestion, and nothing ran. */
static void expect_refused(Script *s, const char *source, const char *part)
{
    cm_result *r = script_run(s, source);
    assert_false(cm_result_ok(r));
    const char *json = cm_result_json(r, NULL);
    if (strcmp(cm_result_error_kind(r), "UnsupportedSyntax") != 0 ||
        !strstr(cm_result_error_message(r, NULL), part) ||
        !strstr(json, HINT) || strstr(json, "\"logs\""))
        fail_msg("%s\n%s", source, json);
    cm_result_free(r);
}

static void static_imports_bind(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s,
                 "import { URL } from \"node:url\"; return new "
                 "URL(\"/a?b=1\", \"https://h.example\").pathname;",
                 "\"/a\"");
    expect_gives(&s,
                 "import u, { URL as U, URLSearchParams } from \"url\"; import "
                 "* as ns from \"node:url\"; return [U === URL, u.URL === U, "
                 "ns.URLSearchParams === URLSearchParams, ns.default === u, "
                 "Object.isFrozen(ns)]",
                 "[true,true,true,true,true]");
    expect_gives(&s,
                 "import { TextEncoder, TextDecoder } from \"util\"; import { "
                 "atob, btoa } from \"node:buffer\"; return [new "
                 "TextEncoder().encode(\"a\").length, atob(btoa(\"x\"))]",
                 "[1,\"x\"]");
    expect_gives(&s,
                 "import c, { log } from \"console\"; import crypto from "
                 "\"node:crypto\"; return [c === console, log === console.log, "
                 "typeof crypto.randomUUID]",
                 "[true,true,\"function\"]");
    expect_gives(&s,
                 "import { default as d } from \"url\"; return Object.keys(d)",
                 "[\"URL\",\"URLSearchParams\"]");
    expect_error(&s, "import { URL } from \"url\"; URL = 1", "ExecutionFailure",
                 "TypeError", 0, 0);
    script_done(&s);
}

static void imports_that_do_not_resolve_are_refused(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_refused(&s, "console.log(1); import fs from \"fs\"",
                   "\"fs\" cannot be imported");
    expect_refused(&s, "import { readFile } from \"node:fs/promises\";",
                   "\"fs/promises\" cannot be imported");
    expect_refused(&s, "import { nope } from \"url\"",
                   "\"url\" has no member \"nope\"");
    expect_refused(&s, "import { nope } from \"node:console\"",
                   "\"console\" has no member \"nope\"");
    expect_refused(&s, "import { TextEncoder } from \"url\"",
                   "has no member \"TextEncoder\"");
    expect_refused(&s, "import t from \"tools\"", "\"tools\" cannot");
    expect_refused(&s, "import a from \"Array\"", "\"Array\" cannot");
    expect_refused(&s, "import a from \"node:node:url\"", "cannot be imported");
    expect_refused(&s, "import a from \"\"", "cannot be imported");
    script_done(&s);
}

static void require_gives_the_global_or_throws(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s,
                 "return [require(\"url\").URL === URL, require(\"console\") "
                 "=== console, require(\"node:url\") === require(\"url\"), "
                 "Object.keys(require(\"util\"))]",
                 "[true,true,true,[\"TextEncoder\",\"TextDecoder\"]]");
    expect_gives(&s,
                 "return [\"left-pad\", \"fs\", \"tools\", \"search\", "
                 "\"require\", \"Map\", \"\", \"./x\", \"\\u00fc\"].map((n) => "
                 "{ try { require(n); return \"no\" } catch (e) { return "
                 "e.name + e.message.includes(n) } })",
                 "[\"Errortrue\",\"Errortrue\",\"Errortrue\",\"Errortrue\","
                 "\"Errortrue\",\"Errortrue\",\"Errortrue\",\"Errortrue\","
                 "\"Errortrue\"]");
    expect_record(
        &s, "console.log(\"start\"); const fs = require(\"fs\");",
        "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"message\":"
        "\"Error: Cannot find module 'fs' (line 1, col 34)\",\"location\":{"
        "\"line\":1,\"column\":34},\"suggestions\":[\"Packages cannot be "
        "loaded: use what the language has, and tools for the outside. These "
        "can be imported: url, util, buffer, crypto, console.\"]},"
        "\"logs\":[\"start\"],\"toolCalls\":[]}");
    script_done(&s);
}

static void dynamic_imports_resolve_or_reject(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s,
                 "const m = await import(\"node:url\"); return [m.URL === URL, "
                 "m.default.URL === URL, m === await import(\"url\"), "
                 "Object.keys(m)]",
                 "[true,true,true,[\"URL\",\"URLSearchParams\",\"default\"]]");
    expect_gives(&s,
                 "try { await import(\"npm:left-pad\"); } catch (e) { return "
                 "e.message.includes(\"left-pad\"); }",
                 "true");
    expect_gives(&s,
                 "return import(\"fs\").then(() => 1, (e) => e instanceof "
                 "Error && e.name)",
                 "\"Error\"");
    expect_error(&s, "const m = await import(\"url\"); m.URL = 1",
                 "ExecutionFailure", "TypeError", 0, 0);
    expect_error(&s,
                 "await import({ toString() { throw new "
                 "RangeError(\"r\") } })",
                 "ExecutionFailure", "RangeError: r", 0, 0);
    script_done(&s);
}

static void web_objects_cross_the_boundary(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s, "return new URL(\"http://h/\")", "\"http://h/\"");
    expect_gives(&s, "return { u: [new URL(\"x:y\")] }", "{\"u\":[\"x:y\"]}");
    expect_gives(&s,
                 "return new Headers([[\"B\", \"1\"], [\"a\", \"2\"], "
                 "[\"set-cookie\", \"x\"], [\"set-cookie\", \"y\"]])",
                 "{\"a\":\"2\",\"b\":\"1\",\"set-cookie\":\"y\"}");
    expect_record(
        &s, "return { p: new URLSearchParams(\"a=1\") }",
        "{\"ok\":true,\"value\":{\"p\":{}},\"warnings\":[{\"kind\":"
        "\"InvalidDataValue\",\"message\":\"result.p is a URLSearchParams, "
        "whose parameters are lost: return params.toString() instead\"}],"
        "\"toolCalls\":[]}");
    expect_gives(&s, "return [new WeakMap(), new WeakSet(), new WeakRef({})]",
                 "[{},{},{}]");
    expect_gives(&s,
                 "return await tools.echo({ u: new URL(\"http://h\"), h: new "
                 "Headers({ A: \"1\" }) })",
                 "{\"u\":\"http://h/\",\"h\":{\"a\":\"1\"}}");
    script_done(&s);
}

static void proxies_cross_as_what_they_show(void **state)
{
    (void)state;
    Script s;
    script_init(&s, NULL);
    expect_gives(&s, "return new Proxy({ a: 1 }, { get: () => 2 })",
                 "{\"a\":2}");
    expect_gives(&s, "return [new Proxy([1, [2]], {}), new Proxy(() => 1, {})]",
                 "[[1,[2]],null]");
    expect_gives(&s,
                 "return new Proxy([], { get: (t, k) => k === \"length\" ? 2 : "
                 "k === \"toJSON\" ? undefined : k })",
                 "[\"0\",\"1\"]");
    expect_error(&s,
                 "const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); "
                 "return proxy",
                 "ExecutionFailure", "revoked", 0, 0);
    script_done(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(static_imports_bind),
        cmocka_unit_test(imports_that_do_not_resolve_are_refused),
        cmocka_unit_test(require_gives_the_global_or_throws),
        cmocka_unit_test(dynamic_imports_resolve_or_reject),
        cmocka_unit_test(web_objects_cross_the_boundary),
        cmocka_unit_test(proxies_cross_as_what_they_show),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
