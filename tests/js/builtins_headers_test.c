/* SPDX-License-Identifier: MIT */
/* Headers; WHATWG Fetch Standard, 5.1. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

/* clang-format off */
static const JsRow rows[] = {
    { "const h = new Headers({ B: \"1\", a: \"2\" }); return [...h]",
      "[[\"a\",\"2\"],[\"b\",\"1\"]]" },
    { "const h = new Headers([[\"x\", \"1\"], [\"X\", \"2\"], [\"y\", \" "
      "3\\t\"]]); return [h.get(\"x\"), h.get(\"Y\"), h.get(\"none\"), h."
      "has(\"X\"), h.has(\"z\")]",
      "[\"1, 2\",\"3\",null,true,false]" },
    { "const h = new Headers(); h.append(\"a\", \"1\"); h.append(\"A\", "
      "\"2\"); h.set(\"b\", \"x\"); h.set(\"B\", \"y\"); h.delete(\"none"
      "\"); return [[...h.entries()], [...h.keys()], [...h.values()]]",
      "[[[\"a\",\"1, 2\"],[\"b\",\"y\"]],[\"a\",\"b\"],[\"1, 2\",\"y\"]]" },
    { "const h = new Headers(); h.append(\"Set-Cookie\", \"a=1\"); h.appe"
      "nd(\"set-cookie\", \"b=2\"); h.append(\"x\", \"y\"); return [h.get"
      "SetCookie(), h.get(\"set-cookie\"), [...h]]",
      "[[\"a=1\",\"b=2\"],\"a=1, b=2\",[[\"set-cookie\",\"a=1\"],[\"set-c"
      "ookie\",\"b=2\"],[\"x\",\"y\"]]]" },
    { "const h = new Headers({ \"set-cookie\": \"a\" }); h.set(\"set-cook"
      "ie\", \"b\"); const one = h.getSetCookie(); h.delete(\"set-cookie"
      "\"); return [one, h.getSetCookie(), h.has(\"set-cookie\")]",
      "[[\"b\"],[],false]" },
    { "const a = new Headers({ q: \"1\" }); const b = new Headers(a); b.s"
      "et(\"q\", \"2\"); return [a.get(\"q\"), b.get(\"q\"), new Headers("
      "new Map([[\"m\", \"n\"]])).get(\"m\")]",
      "[\"1\",\"2\",\"n\"]" },
    { "const r = []; for (const f of [() => new Headers(null), () => new "
      "Headers(1), () => new Headers(\"x\"), () => new Headers([[\"a\"]])"
      ", () => new Headers({ \"a b\": \"1\" }), () => new Headers({ \"\":"
      " \"1\" }), () => new Headers({ a: \"x\\ny\" }), () => new Headers("
      "{ a: \"\342\202\254\" }), () => Headers(), () => new Headers().app"
      "end(\"a\"), () => new Headers().get(), () => new Headers().set(\""
      "\303\251\", \"1\"), () => Headers.prototype.get.call({}, \"a\"), ("
      ") => new Headers().get(\"a:b\")]) { try { f(); r.push(\"no\") } ca"
      "tch (e) { r.push(e.name) } } return r",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeErr"
      "or\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"Typ"
      "eError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\"]" },
    { "const r = []; new Headers({ b: \"2\", a: \"1\" }).forEach(function"
      " (v, k, h) { r.push(k + v, h instanceof Headers, this.t) }, { t: 0"
      " }); return r",
      "[\"a1\",true,0,\"b2\",true,0]" },
    { "return [String(new Headers()), new Headers(undefined).has(\"a\"), "
      "Headers.length, Headers.name, Headers.prototype[Symbol.iterator] ="
      "== Headers.prototype.entries]",
      "[\"[object Headers]\",false,0,\"Headers\",true]" },
    { "return [new Headers({ a: \"\" }).get(\"a\"), new Headers({ a: \" "
      "\\t\" }).get(\"a\"), new Headers({ a: \"\303\251\" }).get(\"a\"), "
      "new Headers({ n: 5 }).get(\"n\")]",
      "[\"\",\"\",\"\303\251\",\"5\"]" },
    { "class H extends Headers { get type() { return this.get(\"content-t"
      "ype\") } } return new H({ \"Content-Type\": \"text/plain\" }).type",
      "\"text/plain\"" },
    { "const h = new Headers(); for (let i = 0; i < 100; i++) h.set(\"x\""
      " + (i * 7919 % 100), i); return [[...h.keys()].length, [...h.keys("
      ")].join() === [...h.keys()].sort().join(), h.get(\"x57\")]",
      "[100,true,\"3\"]" },
    { "const it = new Headers({ a: \"1\" }).keys(); return [it.next(), it"
      ".next(), Object.prototype.toString.call(it)]",
      "[{\"value\":\"a\",\"done\":false},{\"done\":true},\"[object Header"
      "s Iterator]\"]" },
    { "const h = new Headers({ a: \"1\", b: \"2\" }); const r = []; for ("
      "const [k] of h) { r.push(k); if (k === \"a\") h.append(\"c\", \"3"
      "\") } return r",
      "[\"a\",\"b\",\"c\"]" },
    { "new Headers(\"x\")",
      "!TypeError: Headers needs an object or a list of pairs" },
    { "new Headers({ \"a b\": \"1\" })",
      "!TypeError: Invalid header name 'a b'" },
    { "new Headers({ a: \"x\\ny\" })",
      "!TypeError: Invalid header value 'x\012y'" },
    { "return JSON.stringify({ h: new Headers([[\"B\", \"1\"], [\"set-coo"
      "kie\", \"x\"], [\"set-cookie\", \"y\"]]) })",
      "\"{\\\"h\\\":{\\\"b\\\":\\\"1\\\",\\\"set-cookie\\\":\\\"y\\\"}}\"" },
    { "console.log(new Headers({ A: \"1\" }))",
      "{\"a\":\"1\"}\012undefined" },
};
/* clang-format on */

static void lists_are_sorted_and_combined(void **state)
{
    (void)state;
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_sorted_and_combined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
