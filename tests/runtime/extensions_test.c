/* SPDX-License-Identifier: MIT */
/* Extensions in JavaScript: spec/execution.md 2.7, 4.4, 7, 8. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "extension_fixture.h"

static Ext ext;

/* Too slow when every step collects garbage. */
#ifdef CM_GC_STRESS
static const bool is_slow = true;
#else
static const bool is_slow = false;
#endif

static int set_up(void **state)
{
    (void)state;
    memset(&ext, 0, sizeof ext);
    return ext_start(&ext, CM_LANGUAGE_JAVASCRIPT) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    ext_stop(&ext);
    return 0;
}

/* ---- calls ---- */

static void sync_and_async(void **state)
{
    (void)state;
    ext_gives(&ext,
              "const p = later(7); return [keep(1, 2), slow(\"s\"), p "
              "instanceof Promise, await p];",
              "[1,\"s\",true,7]");
    assert_string_equal(ext.events,
                        "before test/later(1), before test/keep(2), after keep "
                        "success , before test/slow(1), after later success , "
                        "after slow success ");
    ext_gives(&ext,
              "return [keep.name, keep.length, typeof keep, "
              "fs.promises.readFile.name, Object.isFrozen(fs)];",
              "[\"keep\",1,\"function\",\"readFile\",true]");
    ext_gives(&ext, "try { new keep() } catch (e) { return e.name }",
              "\"TypeError\"");
    ext_gives(&ext,
              "return [globalThis.fs === fs, globalThis.keep === keep, "
              "\"slow\" in globalThis, typeof nothing];",
              "[true,true,true,\"undefined\"]");
    /* a program's own names hide them; nothing can be assigned */
    ext_gives(&ext,
              "const keep = 1; function slow() { return 2 } return [keep, "
              "slow()]",
              "[1,2]");
    ext_fails(&ext, "keep = 1", "ExecutionFailure",
              "TypeError: Cannot assign to read only global keep (line 1, "
              "col 1)",
              1, 1);
    ext_fails(&ext, "fs.readFile = 1", "ExecutionFailure",
              "TypeError: Cannot assign to read only property 'readFile' of "
              "object (line 1, col 1)",
              1, 1);
}

/* The whole program waits for a synchronous call, however deep it is. */
static void nothing_runs_while_a_sync_call_waits(void **state)
{
    (void)state;
    ext_gives(&ext,
              "const log = []; Promise.resolve().then(() => log.push(\"job\"));"
              "const a = [3, 1, 2].map((n) => { log.push(n); return slow(n) });"
              "log.push(\"end\"); await null; return [a, log];",
              "[[3,1,2],[3,1,2,\"end\",\"job\"]]");
    ext_gives(&ext, "return [3, 1, 2].sort((a, b) => slow(a - b));", "[1,2,3]");
    ext_gives(&ext,
              "function* g() { yield slow(1); yield slow(2) } return "
              "[...g()];",
              "[1,2]");
    ext_gives(&ext,
              "return await Promise.all([1, 2].map(async (n) => { await "
              "null; return slow(n) }));",
              "[1,2]");
    ext_gives(&ext, "return await Promise.resolve(5).then(slow);", "5");
    ext_gives(&ext,
              "class A { x = slow(4); static y = slow(5) } return [new "
              "A().x, A.y];",
              "[4,5]");
    ext_gives(&ext,
              "try { fail(\"no\") } catch (e) { return e.message + slow(1) "
              "}",
              "\"no1\"");
    ext_gives(&ext,
              "return slow.apply(null, [8]) + slow.call(1, 2) + "
              "slow.bind(0, 3)() + slow(...[4]) + Reflect.apply(slow, 0, "
              "[5]);",
              "22");
}

/* The result waits for a promise while a job waits for a synchronous call. */
static void the_result_waits_meanwhile(void **state)
{
    (void)state;
    cm_result *r = ext_run(
        &ext, "(async () => { await null; slow(1); console.log(\"done\") "
              "})(); return { p: later(5), get q() { return keep(6) } }");
    assert_string_equal(cm_result_json(r, NULL),
                        "{\"ok\":true,\"value\":{\"p\":5,\"q\":6},"
                        "\"logs\":[\"done\"],\"toolCalls\":[]}");
    cm_result_free(r);
    ext_fails(
        &ext, "await new Promise(() => { slow(1) })", "ExecutionFailure",
        "The program awaits a promise that can never settle (line 1, col 1)", 1,
        1);
}

/* A conversion runs nested and cannot wait. */
static void a_conversion_cannot_wait(void **state)
{
    (void)state;
    ext_gives(&ext, "const o = { valueOf() { return keep(4) } }; return o * 2;",
              "8");
    ext_gives(&ext,
              "const o = { valueOf() { return slow(4) } };"
              "try { return o * 2 } catch (e) { return [e.name, e.message] "
              "}",
              "[\"TypeError\",\"slow answers later, which a conversion or an "
              "accessor cannot wait for\"]");
    assert_string_equal(ext.events,
                        "before test/slow(1), after slow failure slow answers "
                        "later, which a conversion or an accessor cannot wait "
                        "for");
}

static void pending_calls_are_interrupted(void **state)
{
    (void)state;
    ext_gives(&ext, "never(1); later(2); return 3;", "3");
    assert_int_equal(ext.n_cancelled, 2);
    assert_non_null(strstr(ext.events, "after never interrupted"));
    assert_non_null(strstr(ext.events, "after later interrupted"));
}

static void calls_need_no_slot(void **state)
{
    (void)state;
    ext_gives(&ext,
              "const all = []; for (let i = 0; i < 12; i++) "
              "all.push(later(i)); return (await Promise.all(all)).length",
              "12");
}

/* ---- numbered cases ---- */

static void e19_names_of_an_extension(void **state)
{
    (void)state;
    ext_gives(&ext,
              "import { readFile } from \"node:fs\"; import fs2 from \"fs\"; "
              "import * as ns from \"fs\"; import { readFile as r } from "
              "\"fs/promises\"; import keep2 from \"keep\";"
              "return [readFile(\"a\"), await r(\"b\"), fs2 === fs, "
              "ns.default === fs, Object.isFrozen(ns), keep2 === keep, "
              "(await import(\"fs\")).readFile === readFile, "
              "require(\"fs\") === fs, require(\"node:fs/promises\") === "
              "fs.promises];",
              "[\"sync:a\",\"async:b\",true,true,true,true,true,true,true]");
    cm_result *r =
        ext_run(&ext, "console.log(1);\nimport { nope } from \"fs\";");
    assert_string_equal(cm_result_error_kind(r), "UnsupportedSyntax");
    assert_int_equal(cm_result_error_line(r), 2);
    assert_int_equal(cm_result_log_count(r), 0);
    assert_non_null(strstr(cm_result_suggestion(r, 0, NULL), "open, fs"));
    cm_result_free(r);
}

static void odd_name(void *user, cm_call *call, const cm_value *args)
{
    (void)user;
    (void)args;
    cm_call_return(call, "7", 1);
}

/* Any text may name a global, and so a module. */
static void odd_names_can_be_imported(void **state)
{
    (void)state;
    char long_name[201], source[1000];
    memset(long_name, 'n', 200);
    long_name[200] = '\0';
    const char *const names[] = { "caf\u00e9",    "a b",    "\u65e5\u672c",
                                  "\U0001F600 x", "node:x", long_name };
    cm_tools *tools = cm_tools_new(NULL);
    cm_value *globals = cm_value_new(NULL, CM_VALUE_OBJECT);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        cm_value *members = cm_value_new(NULL, CM_VALUE_OBJECT);
        const cm_function get = { .execute = odd_name };
        assert_int_equal(
            cm_value_set(members, "get", 3, cm_value_function(NULL, &get)),
            CM_OK);
        assert_int_equal(
            cm_value_set(globals, names[i], strlen(names[i]), members), CM_OK);
    }
    assert_int_equal(cm_tools_extend(tools, "odd", globals, NULL), CM_OK);
    cm_runtime *runtime = NULL;
    assert_int_equal(cm_runtime_new(tools, NULL, &runtime, NULL), CM_OK);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        cm_result *r = NULL;
        const char *node = strcmp(names[i], "node:x") == 0 ? "node:" : "";
        (void)snprintf(source, sizeof source,
                       "import d, { get } from \"%s%s\"; const n = await "
                       "import(\"%s%s\"); return [get(), n.default === d, "
                       "globalThis[\"%s\"] === d, require(\"%s%s\") === d]",
                       node, names[i], node, names[i], names[i], node,
                       names[i]);
        assert_int_equal(cm_execute(runtime, source, strlen(source), &r, NULL),
                         CM_OK);
        if (!cm_result_ok(r))
            fail_msg("%s\n%s", source, cm_result_json(r, NULL));
        assert_string_equal(cm_result_value(r, NULL), "[7,true,true,true]");
        cm_result_free(r);
    }
    cm_runtime_free(runtime);
    cm_tools_free(tools);
}

static void e96_denied(void **state)
{
    (void)state;
    ext.deny = "keep";
    ext_gives(&ext,
              "try { keep(1) } catch (e) { return [e.name, e.message, "
              "e.kind] }",
              "[\"Error\",\"not allowed\",\"ExecutionFailure\"]");
    assert_string_equal(ext.events, "before test/keep(1)");
    assert_null(ext.kept);
    ext_fails(&ext, "keep(1)", "ExecutionFailure", "Error: not allowed", 1, 1);
    ext.deny = "fs.promises.readFile";
    ext_gives(&ext,
              "const p = fs.promises.readFile(\"x\"); return await "
              "p.catch((e) => e.message)",
              "\"not allowed\"");
    assert_string_equal(ext.events, "before files/fs.promises.readFile(1)");
}

static void e98_functions_in_an_answer(void **state)
{
    (void)state;
    int before = ext.n_released;
    ext_gives(&ext,
              "const o = open(); const c = o.close(9); return [o.next(), "
              "o.next(), o.n[0](), typeof o.close, o.next.name, "
              "o.n[0].name, await c, [o.next]];",
              "[1,2,3,\"function\",\"open.next\",\"open.n[0]\",9,[null]]");
    /* they have no hooks */
    assert_string_equal(ext.events, "before test/open(0), after open success ");
    ext_gives(&ext, "return open()", "{\"n\":[null]}");
    ext_gives(&ext, "return open().next === open().next", "false");
    assert_int_equal(ext.n_released - before, 4 * 3);
}

static void e99_a_function_as_argument(void **state)
{
    (void)state;
    ext_fails(&ext, "keep(1, () => 1)", "InvalidDataValue",
              "argument 2 of keep is a function, which cannot be given to "
              "the host: give data (line 1, col 1)",
              1, 1);
    assert_string_equal(ext.events, "");
    ext_gives(&ext,
              "try { keep({ handlers: [() => 1] }) } catch (e) { return "
              "[e instanceof TypeError, e.kind, e.message] }",
              "[true,\"InvalidDataValue\",\"argument 1 of keep: handlers[0] "
              "is a function, which cannot be given to the host: give "
              "data\"]");
    ext_gives(&ext,
              "const p = later({ \"a b\": [keep] }); return await "
              "p.catch((e) => e.message)",
              "\"argument 1 of later: [\\\"a b\\\"][0] is a function, which "
              "cannot be given to the host: give data\"");
    assert_string_equal(ext.events, "");
}

static cm_value *give_not_found(Ext *x, cm_call *call)
{
    (void)call;
    cm_value *e = cm_value_error(x->alloc, "NotFoundError", "no such file");
    ext_put(e, "code", ext_text(x, "ENOENT"));
    ext_put(e, "errno", cm_value_integer(x->alloc, -2));
    ext_put(e, "stack", ext_text(x, "secret"));
    ext_put(e, "close", ext_function(x, ext_next, false));
    ext_put(e, "when", cm_value_regexp(x->alloc, "(", 1, ""));
    cm_value *cause = cm_value_error(x->alloc, "RangeError", "sector 7");
    (void)cm_value_set_cause(cause,
                             cm_value_error(x->alloc, NULL, "disk on fire"));
    (void)cm_value_set_cause(e, cause);
    return e;
}

static void e100_a_failure_with_name_and_fields(void **state)
{
    (void)state;
    ext.error = give_not_found;
    ext_gives(&ext,
              "try { fail() } catch (e) { return [e.name, e.code, e.errno, "
              "e.kind, \"stack\" in e, \"when\" in e, typeof e.close, "
              "Object.keys(e), e instanceof Error, e.cause instanceof "
              "RangeError, e.cause.cause.message, "
              "Object.keys(e).includes(\"name\"), e.message] }",
              "[\"NotFoundError\",\"ENOENT\",-2,\"ExecutionFailure\",false,"
              "false,\"function\",[\"code\",\"errno\",\"close\"],true,true,"
              "\"disk on fire\",false,\"no such file\"]");
    ext_fails(&ext, "\n fail()", "ExecutionFailure",
              "NotFoundError: no such file\nCaused by: sector 7\nCaused by: "
              "disk on fire",
              2, 2);
    assert_string_equal(ext.events,
                        "before test/fail(0), after fail failure no such "
                        "file\nCaused by: sector 7\nCaused by: disk on fire");
    ext.error = NULL;
    ext_fails(&ext, "try { fail(\"plain\") } catch (e) { throw e }",
              "ExecutionFailure", "Error: plain", 1, 7);
}

static cm_status refusal(const char *name, cm_value *global, char text[192])
{
    cm_error err = { 0 };
    cm_tools *tools = cm_tools_new(NULL);
    cm_runtime *runtime = NULL;
    cm_value *g = cm_value_new(NULL, CM_VALUE_OBJECT);
    ext_put(g, name, global);
    cm_status status = cm_tools_extend(tools, "mine", g, &err);
    if (status == CM_OK)
        status = cm_runtime_new(tools, NULL, &runtime, &err);
    memcpy(text, err.text, 192);
    cm_runtime_free(runtime);
    cm_tools_free(tools);
    return status;
}

static void e101_refused_at_construction(void **state)
{
    static const char *const taken[] = { "URL",        "tools",  "search",
                                         "globalThis", "Array",  "undefined",
                                         "require",    "console" };
    char text[192];
    (void)state;
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
        assert_int_equal(
            refusal(taken[i], ext_function(&ext, ext_keep, false), text),
            CM_E_NAME);
        assert_non_null(strstr(text, "\"mine\""));
        assert_non_null(strstr(text, taken[i]));
    }
    assert_int_equal(refusal("fetch", ext_function(&ext, ext_keep, true), text),
                     CM_OK);
    assert_int_equal(refusal("n", cm_value_number(NULL, 1), text),
                     CM_E_ARGUMENT);
    assert_string_equal(text, "extension \"mine\": global \"n\" is neither a "
                              "function nor an object of functions");
    assert_int_equal(refusal("o", cm_value_new(NULL, CM_VALUE_OBJECT), text),
                     CM_E_ARGUMENT);
    cm_value *o = cm_value_new(NULL, CM_VALUE_OBJECT);
    ext_put(o, "f", ext_function(&ext, ext_keep, false));
    ext_put(o, "g", ext_text(&ext, "x"));
    assert_int_equal(refusal("o", o, text), CM_E_ARGUMENT);
    /* 32 levels are fine, 33 are not */
    for (int depth = 32; depth <= 33; depth++) {
        cm_value *v = ext_function(&ext, ext_keep, false);
        for (int i = 0; i < depth; i++) {
            cm_value *outer = cm_value_new(NULL, CM_VALUE_OBJECT);
            ext_put(outer, "a", v);
            v = outer;
        }
        assert_int_equal(refusal("deep", v, text),
                         depth == 32 ? CM_OK : CM_E_ARGUMENT);
    }
}

/* F69c, and the name of another extension. */
static void f69c_a_name_that_is_taken(void **state)
{
    cm_error err = { 0 };
    cm_value *g = cm_value_new(NULL, CM_VALUE_OBJECT);
    (void)state;
    ext_put(g, "fs", ext_function(&ext, ext_keep, false));
    assert_int_equal(cm_tools_extend(ext.tools, "more", g, &err), CM_E_NAME);
    assert_string_equal(err.text, "extension \"more\": global \"fs\" is taken "
                                  "by extension \"files\"");
    char text[192];
    assert_int_equal(
        refusal("search", ext_function(&ext, ext_keep, false), text),
        CM_E_NAME);
    assert_string_equal(text,
                        "extension \"mine\": global \"search\" is built in");
    assert_int_equal(
        cm_tools_extend(ext.tools, "test", ext_globals(&ext), &err), CM_E_NAME);
    assert_int_equal(cm_tools_extend(ext.tools, "", NULL, &err), CM_E_NOMEM);
}

static cm_value *nest(Ext *x, int depth)
{
    cm_value *v = cm_value_number(x->alloc, 1);
    for (int i = 0; i < depth; i++) {
        cm_value *outer = cm_value_new(x->alloc, CM_VALUE_ARRAY);
        (void)cm_value_push(outer, v);
        v = outer;
    }
    return v;
}

static cm_value *give_32(Ext *x, cm_call *call)
{
    (void)call;
    return nest(x, 32);
}

static cm_value *give_33(Ext *x, cm_call *call)
{
    (void)call;
    return nest(x, 33);
}

static cm_value *give_100000(Ext *x, cm_call *call)
{
    (void)call;
    return nest(x, 100000);
}

static void e125_an_answer_too_deep(void **state)
{
    (void)state;
    ext.give = give_32;
    ext_gives(&ext, "return give().flat(Infinity)", "[1]");
    ext.give = give_33;
    ext_fails(&ext, "const x =\n  give()", "ExecutionFailure",
              "TypeError: the answer of give: "
              "[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]"
              "[0][0][0][0][0][0][0][0][0][0][0][0][0] is nested deeper than "
              "32 levels (line 2, col 3)",
              2, 3);
    ext_gives(&ext, "try { give() } catch (e) { return [e.name, e.kind] }",
              "[\"TypeError\",null]");
    ext_gives(&ext, "return await giveLater().catch((e) => e.name)",
              "\"TypeError\"");
    ext.give = give_100000;
    ext_gives(&ext, "try { give() } catch (e) { return e.name }",
              "\"TypeError\"");
}

static void tool_lookup(void *user, cm_call *call, const char *input,
                        size_t len)
{
    (void)user;
    cm_call_return(call, input, len);
}

static int tool_before(void *user, const cm_hook_event *e, char reason[256])
{
    reason[0] = '\0';
    ext_note(user, "tool.before", e->name);
    return 1;
}

static void tool_after(void *user, const cm_hook_event *e)
{
    ext_note(user, "tool.after", e->name);
}

static void f69a_a_tool_and_an_extension(void **state)
{
    cm_runtime_options o = ext_options(&ext, CM_LANGUAGE_JAVASCRIPT);
    cm_tool tool = { .output_schema = "{}", .execute = tool_lookup };
    (void)state;
    o.hooks = (cm_hooks){ tool_before, tool_after, &ext };
    assert_int_equal(cm_tools_add(ext.tools, "editor.open", &tool, NULL),
                     CM_OK);
    cm_runtime_free(ext.runtime);
    assert_int_equal(cm_runtime_new(ext.tools, &o, &ext.runtime, NULL), CM_OK);
    cm_result *r = ext_run(
        &ext,
        "const w = keep(\"x\"); return [w, await tools.editor.open({ f: w })];");
    assert_string_equal(cm_result_json(r, NULL),
                        "{\"ok\":true,\"value\":[\"x\",{\"f\":\"x\"}],"
                        "\"toolCalls\":[{\"name\":\"editor.open\"}]}");
    assert_string_equal(ext.events,
                        "before test/keep(1), after keep success , tool.before "
                        "editor.open, tool.after editor.open");
    cm_result_free(r);
}

/* A tool may settle with values too, as far as they are JSON data. */
static void tool_value(void *user, cm_call *call, const char *input, size_t len)
{
    Ext *x = user;
    cm_value *list = cm_value_new(x->alloc, CM_VALUE_ARRAY);
    (void)cm_value_push(list, cm_value_json(x->alloc, input, len));
    (void)cm_value_push(list, cm_value_new(x->alloc, CM_VALUE_UNDEFINED));
    if (strcmp(cm_call_name(call), "bad") == 0)
        (void)cm_value_push(list, cm_value_date(x->alloc, 0));
    if (strcmp(cm_call_name(call), "wrong") == 0)
        (void)cm_value_set(list, "a", 1, NULL);
    if (strcmp(cm_call_name(call), "fails") == 0) {
        cm_value_free(list);
        cm_call_fail_value(call, give_not_found(x, call));
        return;
    }
    cm_call_return_value(call, list);
}

static void tools_may_use_values(void **state)
{
    static const char *const names[] = { "good", "bad", "wrong", "fails" };
    cm_tool tool = { .output_schema = "{}",
                     .execute = tool_value,
                     .user = &ext };
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_int_equal(cm_tools_add(ext.tools, names[i], &tool, NULL), CM_OK);
    cm_runtime_free(ext.runtime);
    assert_int_equal(cm_runtime_new(ext.tools, NULL, &ext.runtime, NULL),
                     CM_OK);
    ext_gives(&ext, "return await tools.good({ a: 1 })", "[{\"a\":1},null]");
    ext_gives(&ext,
              "const text = []; for (const name of [\"bad\", \"wrong\", "
              "\"fails\"]) try { await tools[name]({}) } catch (e) { "
              "text.push(e.kind + \" \" + e.message) } return text",
              "[\"ToolFailure The tool's answer holds a date, which is no JSON "
              "data: use its text\",\"ToolFailure The tool built its answer "
              "wrongly\",\"ToolFailure no such file\\nCaused by: sector "
              "7\\nCaused by: disk on fire\"]");
}

/* ---- data ---- */

static void data_goes_out_and_comes_back(void **state)
{
    (void)state;
    ext_gives(&ext,
              "return types(undefined, null, true, 1, \"s\", [1], { a: 1 }, "
              "new Uint8Array(2), new ArrayBuffer(2), new Date(0), /x/g, new "
              "URL(\"http://h/\"), new URLSearchParams(\"a=1\"), new "
              "Headers({ A: \"1\" }), new Map(), new Set(), new Error(\"e\"), "
              "new Number(3), new (class P { x = 1 })())",
              "[0,1,2,3,4,5,6,7,7,8,9,10,11,12,13,14,15,3,6]");
    ext_gives(&ext,
              "const same = (v) => Object.is(keep(v), v); return [same(NaN), "
              "same(-0), same(undefined), same(null), same(1e300), "
              "same(\"\\ud800x\"), same(\"caf\\u00e9 \\u{1F600}\"), "
              "same(9007199254740993)];",
              "[true,true,true,true,true,true,true,true]");
    ext_gives(&ext,
              "return [keep([1, , 3]).length, 1 in keep([1, , 3]), keep({ "
              "b: undefined, a: 1, 1: 2 }), Object.keys(keep({ b: undefined "
              "}))]",
              "[3,true,{\"1\":2,\"a\":1},[\"b\"]]");
    ext_gives(&ext,
              "const b = keep(new Uint8Array([1, 2, 255])); return [b "
              "instanceof Uint8Array, [...b], keep(new "
              "Uint8Array([9]).buffer)[0]]",
              "[true,[1,2,255],9]");
    ext_gives(&ext,
              "const d = keep(new Date(5)), r = /a/gi; r.lastIndex = 3; "
              "const r2 = keep(r); return [d.getTime(), d instanceof Date, "
              "keep(new Date(NaN)).getTime(), String(r2), r2.lastIndex, r2 "
              "!== r]",
              "[5,true,null,\"/a/gi\",0,true]");
    ext_gives(&ext,
              "const u = keep(new URL(\"http://h/p?q=1\")), p = keep(new "
              "URLSearchParams(\"a=1&a=2\")), h = keep(new Headers({ \"X-A\": "
              "\"1\" })); return [u.href, u instanceof URL, "
              "p.getAll(\"a\"), h.get(\"x-a\"), h instanceof Headers]",
              "[\"http://h/p?q=1\",true,[\"1\",\"2\"],\"1\",true]");
    ext_gives(&ext,
              "const m = keep(new Map([[{ k: 1 }, new Set([1, [2]])], [\"x\", "
              "new Date(1)]])); const [[k, s]] = [...m]; return [m "
              "instanceof Map, m.size, k, [...s], m.get(\"x\").getTime()]",
              "[true,2,{\"k\":1},[1,[2]],1]");
    ext_gives(&ext,
              "const e = new TypeError(\"m\", { cause: new Map([[1, 2]]) }); "
              "e.code = 7; e.f = () => 1; e.deep = { big: [1n] }; e.stack = "
              "\"s\"; const c = keep(e); return [c instanceof TypeError, "
              "c.message, c.code, Object.keys(c), c.cause.get(1), "
              "\"cause\" in Object.fromEntries(Object.entries(c)), c.kind]",
              "[true,\"m\",7,[\"code\"],2,false,null]");
    ext_gives(&ext,
              "class E2 extends Error { name = \"E2\" } const c = keep(new "
              "E2(\"m\")); return [c.name, Object.keys(c), c instanceof "
              "Error, String(c)]",
              "[\"E2\",[],true,\"E2: m\"]");
    ext_gives(&ext,
              "let n = 0; const o = { get a() { return ++n } }; const s = "
              "{}; const two = keep([s, s]); return [keep(o), n, two[0] === "
              "two[1]]",
              "[{\"a\":1},1,false]");
    ext_gives(&ext,
              "const a = [1]; a.extra = 2; const o = { [Symbol.iterator]: 1, "
              "toJSON() { return 9 } }; delete o.toJSON; return [keep(a), "
              "Object.keys(keep(a)), keep({ __proto__: null, [\"__proto__\"]: "
              "1 })]",
              "[[1],[\"0\"],{\"__proto__\":1}]");
    ext_gives(&ext, "return keep(new Proxy({ a: [1] }, {}))", "{\"a\":[1]}");
}

static void data_that_cannot_go_out(void **state)
{
    static const struct {
        const char *value, *says;
    } rows[] = {
        { "1n", "is a BigInt" },
        { "Symbol()", "is a symbol" },
        { "[1][Symbol.iterator]()", "is an iterator" },
        { "(function* () {})()", "is an iterator" },
        { "later(1)", "is a promise: await it" },
        { "tools.a", "is a tool reference" },
        { "tools", "is a tool reference" },
        { "new Int8Array(1)", "Uint8Array" },
        { "new DataView(new ArrayBuffer(1))", "DataView" },
        { "new WeakMap()", "weak collection" },
        { "keep", "is a function" },
        { "class {}", "is a function" },
        { "new Proxy(() => 1, {})", "is a function" },
    };
    char source[256];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        (void)snprintf(source, sizeof source,
                       "keep({ v: new Map([[\"k\", [%s]]]) });", rows[i].value);
        cm_result *r = ext_run(&ext, source);
        const char *text = cm_result_error_message(r, NULL);
        assert_string_equal(cm_result_error_kind(r), "InvalidDataValue");
        if (!strstr(text, rows[i].says) ||
            !strstr(text, "argument 1 of keep: v[0][0] "))
            fail_msg("%s: %s", rows[i].value, text);
        assert_int_equal(cm_result_error_line(r), 1);
        cm_result_free(r);
    }
    ext_gives(&ext,
              "const o = {}; o.a = [o]; try { keep(o) } catch (e) { return "
              "e.message }",
              "\"argument 1 of keep: a[0] refers to a value that contains it "
              "(a cycle)\"");
    ext_gives(&ext,
              "let v = 1; for (let i = 0; i < 32; i++) v = [v]; keep(v); try "
              "{ keep([v]) } catch (e) { return e.message.slice(-62) }",
              "\"[0][0][0] is nested deeper than 32 levels: use a flatter "
              "value\"");
    ext_gives(&ext,
              "try { keep({ get a() { throw new RangeError(\"own\") } }) } "
              "catch (e) { return String(e) }",
              "\"RangeError: own\"");
    ext_gives(&ext,
              "return await later({ get a() { throw new RangeError(\"own\") "
              "} }).catch(String)",
              "\"RangeError: own\"");
}

static cm_value *give_bad_regexp(Ext *x, cm_call *call)
{
    (void)call;
    return cm_value_regexp(x->alloc, "(", 1, "g");
}

static cm_value *give_bad_url(Ext *x, cm_call *call)
{
    cm_value *o = cm_value_new(x->alloc, CM_VALUE_OBJECT);
    (void)call;
    ext_put(o, "u", cm_value_url(x->alloc, "no url", 6));
    return o;
}

static cm_value *give_misbuilt(Ext *x, cm_call *call)
{
    cm_value *o = cm_value_new(x->alloc, CM_VALUE_OBJECT);
    (void)call;
    (void)cm_value_push(o, cm_value_number(x->alloc, 1));
    return o;
}

static void data_that_cannot_come_in(void **state)
{
    (void)state;
    ext.give = give_bad_regexp;
    ext_fails(&ext, "give()", "ExecutionFailure",
              "TypeError: the answer of give is no regular expression of "
              "this language (line 1, col 1)",
              1, 1);
    ext.give = give_bad_url;
    ext_gives(&ext, "return await giveLater().catch((e) => e.message)",
              "\"the answer of giveLater: u is no valid URL\"");
    ext.give = give_misbuilt;
    ext_fails(&ext, "give()", "ExecutionFailure",
              "TypeError: The host built its answer wrongly", 1, 1);
}

/* ---- promises in answers ---- */

static cm_value *give_promise(Ext *x, cm_call *call)
{
    cm_call *promise;
    cm_value *v = cm_value_promise(call, &promise);
    cm_call_on_cancel(promise, ext_cancel, x);
    ext_wait(x, promise, ext_text(x, "kept"));
    return v;
}

static cm_value *give_settled(Ext *x, cm_call *call)
{
    cm_value *list = cm_value_new(x->alloc, CM_VALUE_ARRAY);
    cm_call *promise;
    (void)cm_value_push(list, cm_value_promise(call, &promise));
    cm_call_return(promise, "{\"a\":1}", 7);
    (void)cm_value_push(list, cm_value_promise(call, &promise));
    cm_call_fail_text(promise, "broken");
    return list;
}

static void promises_in_answers(void **state)
{
    (void)state;
    ext.give = give_promise;
    ext_gives(&ext, "const p = give(); return [p instanceof Promise, await p]",
              "[true,\"kept\"]");
    ext_gives(&ext,
              "const p = giveLater(); return [p instanceof Promise, await "
              "p]",
              "[true,\"kept\"]");
    ext_gives(&ext, "give(); return 1", "1");
    assert_int_equal(ext.n_cancelled, 1);
    ext.give = give_settled;
    ext_gives(&ext,
              "const [a, b] = give(); return [await a, await b.catch((e) => "
              "e.message)]",
              "[{\"a\":1},\"broken\"]");
    cm_result *r = ext_run(&ext, "give(); await null; await null; return 1");
    assert_int_equal(cm_result_warning_count(r), 1);
    cm_result_free(r);
}

/* ---- hostile sizes ---- */

static void big_arguments_and_answers(void **state)
{
    (void)state;
    if (is_slow)
        skip();
    ext_gives(&ext,
              "const b = new Uint8Array(1e7); b[9999999] = 7; const c = "
              "keep(b); return [c.length, c[9999999]]",
              "[10000000,7]");
    ext_gives(&ext, "return keep(\"x\".repeat(1e7)).length", "10000000");
}

static void use_memory(int64_t bytes)
{
    cm_runtime_options o = ext_options(&ext, CM_LANGUAGE_JAVASCRIPT);
    o.limits.max_memory_bytes = bytes;
    cm_runtime_free(ext.runtime);
    assert_int_equal(cm_runtime_new(ext.tools, &o, &ext.runtime, NULL), CM_OK);
}

static void the_limit_covers_what_is_built(void **state)
{
    static const char *const sources[] = {
        /* shared values are copied each time: 2^32 of them end at the limit */
        "let v = [1, 2]; for (let i = 0; i < 31; i++) v = [v, v]; keep(v)",
        "const a = []; a.length = 4294967295; keep(a)",
        "for (;;) open()", /* functions of answers stay until the end */
    };
    (void)state;
    if (is_slow)
        skip();
    use_memory(16 << 20);
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        cm_result *r = ext_run(&ext, sources[i]);
        assert_string_equal(cm_result_error_kind(r), "MemoryLimitExceeded");
        cm_result_free(r);
    }
    ext_gives(
        &ext,
        "for (let i = 0; i < 20000; i++) keep(\"x\".repeat(1000)); return 1",
        "1");
}

int main(void)
{
#define T(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        T(big_arguments_and_answers),
        T(the_limit_covers_what_is_built),
        T(sync_and_async),
        T(nothing_runs_while_a_sync_call_waits),
        T(the_result_waits_meanwhile),
        T(a_conversion_cannot_wait),
        T(pending_calls_are_interrupted),
        T(calls_need_no_slot),
        T(e19_names_of_an_extension),
        T(odd_names_can_be_imported),
        T(e96_denied),
        T(e98_functions_in_an_answer),
        T(e99_a_function_as_argument),
        T(e100_a_failure_with_name_and_fields),
        T(e101_refused_at_construction),
        T(f69c_a_name_that_is_taken),
        T(e125_an_answer_too_deep),
        T(f69a_a_tool_and_an_extension),
        T(tools_may_use_values),
        T(data_goes_out_and_comes_back),
        T(data_that_cannot_go_out),
        T(data_that_cannot_come_in),
        T(promises_in_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
