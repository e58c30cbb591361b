/* SPDX-License-Identifier: MIT */
/* structuredClone; spec/execution.md 4.5. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

/* clang-format off */
static const JsRow rows[] = {
    { "return structuredClone({ a: [1, { b: \"x\" }], c: null, d: undefin"
      "ed === void 0, e: 1.5, f: -0 === 0 })",
      "{\"a\":[1,{\"b\":\"x\"}],\"c\":null,\"d\":true,\"e\":1.5,\"f\":tru"
      "e}" },
    { "const a = [1, , 3]; a.x = \"y\"; const c = structuredClone(a); ret"
      "urn [c.length, 1 in c, c.x, c !== a]",
      "[3,false,\"y\",true]" },
    { "const o = { n: 1 }; o.self = o; o.twice = [o, o]; const c = struct"
      "uredClone(o); return [c.self === c, c.twice[0] === c, c.twice[1] ="
      "== c, c !== o]",
      "[true,true,true,true]" },
    { "const s = { v: 1 }; const c = structuredClone([s, s]); return [c[0"
      "] === c[1], c[0] !== s]",
      "[true,true]" },
    { "const c = structuredClone(new Map([[\"a\", { x: 1 }], [{ k: 1 }, 2"
      "]])); return [c instanceof Map, [...c]]",
      "[true,[[\"a\",{\"x\":1}],[{\"k\":1},2]]]" },
    { "const c = structuredClone(new Set([1, \"a\", { b: 2 }])); return ["
      "c instanceof Set, [...c]]",
      "[true,[1,\"a\",{\"b\":2}]]" },
    { "const m = new Map(); m.set(\"self\", m); const c = structuredClone"
      "(m); return c.get(\"self\") === c",
      "true" },
    { "const s = new Set(); s.add(s); const c = structuredClone(s); retur"
      "n c.has(c)",
      "true" },
    { "const d = new Date(5); const c = structuredClone(d); return [c.get"
      "Time(), c instanceof Date, c !== d, structuredClone(new Date(NaN))"
      ".getTime()]",
      "[5,true,true,null]" },
    { "const r = /a+/gi; r.lastIndex = 3; const c = structuredClone(r); r"
      "eturn [c.source, c.flags, c.lastIndex, c instanceof RegExp]",
      "[\"a+\",\"gi\",0,true]" },
    { "return [structuredClone(new Number(3)) instanceof Number, structur"
      "edClone(new String(\"s\")).length, structuredClone(Object(true)) i"
      "nstanceof Boolean, typeof structuredClone(10n), structuredClone(Ob"
      "ject(10n)) instanceof BigInt]",
      "[true,1,true,\"bigint\",true]" },
    { "const e = structuredClone(new RangeError(\"bad\", { cause: { code:"
      " 7 } })); return [e instanceof RangeError, e.name, e.message, e.ca"
      "use]",
      "[true,\"RangeError\",\"bad\",{\"code\":7}]" },
    { "class My extends TypeError {} const m = new My(\"x\"); m.extra = 1"
      "; const e = structuredClone(m); return [e instanceof TypeError, e "
      "instanceof My, e.extra === undefined]",
      "[true,false,true]" },
    { "const x = new Error(\"m\"); x.name = \"SyntaxError\"; const y = ne"
      "w Error(\"n\"); y.name = \"Custom\"; return [structuredClone(x) in"
      "stanceof SyntaxError, structuredClone(y).name]",
      "[true,\"Error\"]" },
    { "class P { constructor() { this.a = 1 } get b() { return 2 } } cons"
      "t c = structuredClone(new P()); return [c, c instanceof P, Object."
      "getPrototypeOf(c) === Object.prototype]",
      "[{\"a\":1},false,true]" },
    { "return [structuredClone({ get a() { return 5 } }), Object.isFrozen"
      "(structuredClone(Object.freeze({ b: 1 })))]",
      "[{\"a\":5},false]" },
    { "const o = Object.defineProperty({ a: 1, [Symbol(\"s\")]: 2 }, \"hi"
      "dden\", { value: 3 }); return Object.getOwnPropertyNames(structure"
      "dClone(o))",
      "[\"a\"]" },
    { "return [1, \"s\", true, null, undefined].map((v) => structuredClon"
      "e(v) === v)",
      "[true,true,true,true,true]" },
    { "const bad = [() => 1, Symbol(\"s\"), Object(Symbol()), Promise.res"
      "olve(), new WeakMap(), new WeakSet(), new WeakRef({}), class {}, {"
      " f() {} }, [Math.max], new Map([[1, () => 1]]), new Proxy({}, {})]"
      "; return bad.map((v) => { try { structuredClone(v); return \"no\" "
      "} catch (e) { return \"threw\" } })",
      "[\"threw\",\"threw\",\"threw\",\"threw\",\"threw\",\"threw\",\"thr"
      "ew\",\"threw\",\"threw\",\"threw\",\"threw\",\"threw\"]" },
    { "try { structuredClone((function () { return arguments })(1, 2)) } "
      "catch (e) { return e.message.includes(\"clone\") }",
      "true" },
    { "const b = new Uint8Array([1, 2, 3, 4]); const c = structuredClone("
      "{ b, v: b.subarray(1, 3), buf: b.buffer, d: new DataView(b.buffer,"
      " 2) }); return [[...c.b], [...c.v], c.v.buffer === c.buf, c.b.buff"
      "er === c.buf, c.buf !== b.buffer, c.d.getUint8(0), c.d.buffer === "
      "c.buf]",
      "[[1,2,3,4],[2,3],true,true,true,3,true]" },
    { "let deep = []; for (let i = 0; i < 3000; i++) deep = [deep]; let c"
      " = structuredClone(deep), n = 0; while (c.length) { c = c[0]; n++ "
      "} return n",
      "3000" },
    { "return [structuredClone.name, structuredClone(\"a\", {})]",
      "[\"structuredClone\",\"a\"]" },
    { "const o = { a: 1, get b() { delete this.c; return 2 }, c: 3 }; ret"
      "urn structuredClone(o)",
      "{\"a\":1,\"b\":2}" },
    { "structuredClone()",
      "!TypeError: structuredClone needs a value" },
    { "structuredClone({ f() {} })",
      "!TypeError: DataCloneError: A function cannot be cloned" },
    { "structuredClone(Symbol())",
      "!TypeError: DataCloneError: A symbol cannot be cloned" },
    { "structuredClone(new URL(\"http://h/\"))",
      "!TypeError: DataCloneError: A URL cannot be cloned" },
    { "structuredClone([1].values())",
      "!TypeError: DataCloneError: An iterator cannot be cloned" },
    { "structuredClone(new Headers())",
      "!TypeError: DataCloneError: A Headers object cannot be cloned" },
    { "structuredClone(Promise.resolve())",
      "!TypeError: DataCloneError: A promise cannot be cloned" },
};
/* clang-format on */

static void copies_are_equal_and_apart(void **state)
{
    (void)state;
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_are_equal_and_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
