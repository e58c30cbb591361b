/* SPDX-License-Identifier: MIT */
/* Proxy; ECMA-262 10.5, 28.2. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

/* clang-format off */
static const JsRow rows[] = {
    { "const p = new Proxy({a: 1}, {}); p.b = 2; delete p.a; return [p.b,"
      " \"a\" in p, Object.keys(p)]",
      "[2,false,[\"b\"]]" },
    { "const log = []; const p = new Proxy({a: 1}, { get(t, k, r) { log.p"
      "ush(String(k), r === p); return t[k] } }); p.a; p[0]; return log",
      "[\"a\",true,\"0\",true]" },
    { "const p = new Proxy({}, { get: (t, k) => k + \"!\" }); return [p.x"
      ", p[3], p[\"a b\"]]",
      "[\"x!\",\"3!\",\"a b!\"]" },
    { "const p = new Proxy({}, { has: (t, k) => k === \"yes\" }); return "
      "[\"yes\" in p, \"no\" in p, Reflect.has(p, \"yes\")]",
      "[true,false,true]" },
    { "const log = []; const p = new Proxy({}, { set(t, k, v, r) { log.pu"
      "sh(k, v, r === p); t[k] = v; return true } }); p.x = 1; p.y += 2; "
      "return log",
      "[\"x\",1,true,\"y\",null,true]" },
    { "const p = new Proxy({}, { set: () => false }); try { p.x = 1 } cat"
      "ch (e) { return e instanceof TypeError }",
      "true" },
    { "const p = new Proxy({a: 1}, { deleteProperty: (t, k) => delete t[k"
      "] }); return [delete p.a, Reflect.ownKeys(p)]",
      "[true,[]]" },
    { "const p = new Proxy({}, { deleteProperty: () => false }); return ["
      "Reflect.deleteProperty(p, \"x\")]",
      "[false]" },
    { "const p = new Proxy({}, { deleteProperty: () => false }); try { de"
      "lete p.x } catch (e) { return e.name }",
      "\"TypeError\"" },
    { "const p = new Proxy({}, { ownKeys: () => [\"b\", \"a\", Symbol.ite"
      "rator] }); return [Object.getOwnPropertyNames(p), Reflect.ownKeys("
      "p).length, Object.keys(p)]",
      "[[\"b\",\"a\"],3,[]]" },
    { "const p = new Proxy({}, { ownKeys: () => [\"a\"], getOwnPropertyDe"
      "scriptor: () => ({ value: 7, enumerable: true, configurable: true "
      "}) }); return [Object.keys(p), Object.entries(p), {...p}]",
      "[[\"a\"],[[\"a\",null]],{}]" },
    { "const p = new Proxy({}, { ownKeys: () => [\"a\"], getOwnPropertyDe"
      "scriptor: () => ({ value: 7, enumerable: true, configurable: true "
      "}), get: () => 8 }); return [{...p}, Object.values(p), JSON.string"
      "ify(p), Object.assign({}, p)]",
      "[{\"a\":8},[8],\"{\\\"a\\\":8}\",{\"a\":8}]" },
    { "for (const bad of [[\"a\", \"a\"], [1], \"x\", null, 5]) { try { O"
      "bject.keys(new Proxy({}, { ownKeys: () => bad })); return \"no\" }"
      " catch (e) { if (!(e instanceof TypeError)) return \"other\" } } r"
      "eturn \"all\"",
      "\"all\"" },
    { "const t = Object.defineProperty({}, \"x\", { value: 1 }); const r "
      "= []; for (const h of [{ get: () => 2 }, { has: () => false }, { d"
      "eleteProperty: () => true }, { ownKeys: () => [] }, { getOwnProper"
      "tyDescriptor: () => undefined }, { defineProperty: () => true }, {"
      " set: () => true }]) { const p = new Proxy(t, h); try { h.get \077"
      " p.x : h.has \077 \"x\" in p : h.deleteProperty \077 delete p.x : "
      "h.ownKeys \077 Object.keys(p) : h.getOwnPropertyDescriptor \077 Ob"
      "ject.getOwnPropertyDescriptor(p, \"x\") : h.set \077 (p.x = 3) : O"
      "bject.defineProperty(p, \"x\", { value: 4 }); r.push(\"no\") } cat"
      "ch (e) { r.push(e.name) } } return r",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeErr"
      "or\",\"TypeError\",\"TypeError\"]" },
    { "const t = Object.preventExtensions({a: 1}); const r = []; for (con"
      "st [h, f] of [[{ has: () => false }, (p) => \"a\" in p], [{ ownKey"
      "s: () => [\"a\", \"b\"] }, (p) => Object.keys(p)], [{ ownKeys: () "
      "=> [] }, (p) => Object.keys(p)], [{ getPrototypeOf: () => Array.pr"
      "ototype }, (p) => Object.getPrototypeOf(p)], [{ isExtensible: () ="
      "> true }, (p) => Object.isExtensible(p)], [{ deleteProperty: () =>"
      " true }, (p) => delete p.a], [{ defineProperty: () => true }, (p) "
      "=> Object.defineProperty(p, \"z\", {})]]) try { f(new Proxy(t, h))"
      "; r.push(\"no\") } catch (e) { r.push(e.name) } return r",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeErr"
      "or\",\"TypeError\",\"TypeError\"]" },
    { "const r = []; for (const [h, f] of [[{ isExtensible: () => false }"
      ", Object.isExtensible], [{ preventExtensions: () => true }, Object"
      ".preventExtensions], [{ preventExtensions: () => false }, Object.p"
      "reventExtensions], [{ getPrototypeOf: () => 1 }, Object.getPrototy"
      "peOf], [{ getOwnPropertyDescriptor: () => 1 }, (p) => Object.getOw"
      "nPropertyDescriptor(p, \"x\")], [{ getOwnPropertyDescriptor: () =>"
      " ({ configurable: false }) }, (p) => Object.getOwnPropertyDescript"
      "or(p, \"x\")], [{ get: 5 }, (p) => p.x]]) try { f(new Proxy({}, h)"
      "); r.push(\"no\") } catch (e) { r.push(e.name) } return r",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeErr"
      "or\",\"TypeError\",\"TypeError\"]" },
    { "const p = new Proxy({}, { getPrototypeOf: () => Array.prototype })"
      "; return [p instanceof Array, Array.prototype.isPrototypeOf(p), Ob"
      "ject.getPrototypeOf(p) === Array.prototype, Reflect.getPrototypeOf"
      "(p) === Array.prototype]",
      "[true,true,true,true]" },
    { "const f = new Proxy((a, b) => a + b, { apply: (t, th, args) => t(."
      "..args) * 10 }); return [f(1, 2), f.call(null, 3, 4), f.apply(null"
      ", [5, 6]), Reflect.apply(f, null, [7, 8]), typeof f, f.length]",
      "[30,70,110,150,\"function\",2]" },
    { "const f = new Proxy(function () { return this }, {}); const o = { "
      "f }; return [o.f() === o, f.call(5) instanceof Number || f.call(5)"
      " === 5]",
      "[true,true]" },
    { "class A { constructor(x) { this.x = x } } const P = new Proxy(A, {"
      " construct: (t, args, nt) => new t(args[0] * 2) }); return [new P("
      "4), new P(1) instanceof A, P.name]",
      "[{\"x\":8},true,\"A\"]" },
    { "class A { constructor() { this.n = new.target === P } } const P = "
      "new Proxy(A, {}); return [new P().n, new P() instanceof P]",
      "[true,true]" },
    { "const P = new Proxy(class {}, { construct: () => 1 }); try { new P"
      "() } catch (e) { return e.name }",
      "\"TypeError\"" },
    { "try { new (new Proxy(() => 1, {}))() } catch (e) { return e.name }",
      "\"TypeError\"" },
    { "try { new Proxy({}, { apply: () => 1 })() } catch (e) { return e.n"
      "ame }",
      "\"TypeError\"" },
    { "class B extends new Proxy(class A { hi() { return \"hi\" } }, {}) "
      "{} return [new B().hi(), Object.getPrototypeOf(B) !== null]",
      "[\"hi\",true]" },
    { "const { proxy, revoke } = Proxy.revocable({a: 1}, {}); const befor"
      "e = proxy.a; revoke(); revoke(); const r = [before]; for (const f "
      "of [() => proxy.a, () => { proxy.a = 1 }, () => \"a\" in proxy, ()"
      " => delete proxy.a, () => Object.keys(proxy), () => Array.isArray("
      "proxy), () => Object.getPrototypeOf(proxy), () => Object.isExtensi"
      "ble(proxy)]) try { f(); r.push(\"no\") } catch (e) { r.push(e.name"
      ") } return r",
      "[1,\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeE"
      "rror\",\"TypeError\",\"TypeError\",\"TypeError\"]" },
    { "const { proxy, revoke } = Proxy.revocable(() => 1, {}); revoke(); "
      "try { proxy() } catch (e) { return [e.name, typeof proxy] }",
      "[\"TypeError\",\"function\"]" },
    { "const t = []; const p = new Proxy(t, {}); p.push(1, 2, 3); return "
      "[Array.isArray(p), p.length, p.map((x) => x * 2), [...p], JSON.str"
      "ingify(p), [0].concat(p), [[p]].flat(2), Object.prototype.toString"
      ".call(p)]",
      "[true,3,[2,4,6],[1,2,3],\"[1,2,3]\",[0,1,2,3],[1,2,3],\"[object Ar"
      "ray]\"]" },
    { "const a = new Proxy([3, 1, 2], {}); a.sort(); a.reverse(); return "
      "[a, a.indexOf(2), a.slice(1), a.includes(9), Array.from(a)]",
      "[[3,2,1],1,[2,1],false,[3,2,1]]" },
    { "const neg = new Proxy([1, 2, 3], { get: (t, k, r) => typeof k === "
      "\"string\" && Number(k) < 0 \077 t[t.length + Number(k)] : Reflect"
      ".get(t, k, r) }); return [neg[-1], neg[0], neg.at(-2)]",
      "[3,1,2]" },
    { "const r = []; for (const k in new Proxy({ a: 1, b: 2 }, {})) r.pus"
      "h(k); for (const k in Object.create(new Proxy({ c: 3 }, {}))) r.pu"
      "sh(k); return r",
      "[\"a\",\"b\",\"c\"]" },
    { "const log = []; const p = new Proxy({ a: 1, b: 2 }, { ownKeys(t) {"
      " log.push(\"ownKeys\"); return Reflect.ownKeys(t) }, getOwnPropert"
      "yDescriptor(t, k) { log.push(\"gopd \" + k); return Reflect.getOwn"
      "PropertyDescriptor(t, k) }, get(t, k) { log.push(\"get \" + k); re"
      "turn t[k] } }); ({ ...p }); Object.entries(p); return log",
      "[\"ownKeys\",\"gopd a\",\"get a\",\"gopd b\",\"get b\",\"ownKeys\""
      ",\"gopd a\",\"get a\",\"gopd b\",\"get b\"]" },
    { "const log = []; const h = new Proxy({}, { get(t, k) { log.push(k) "
      "} }); const p = new Proxy(function () {}, h); p.a; p.a = 1; \"a\" "
      "in p; delete p.a; Object.keys(p); Object.getPrototypeOf(p); Object"
      ".isExtensible(p); Object.preventExtensions(p); p(); new p(); retur"
      "n log",
      "[\"get\",\"set\",\"getOwnPropertyDescriptor\",\"defineProperty\","
      "\"has\",\"deleteProperty\",\"ownKeys\",\"getOwnPropertyDescriptor"
      "\",\"getOwnPropertyDescriptor\",\"getOwnPropertyDescriptor\",\"get"
      "PrototypeOf\",\"isExtensible\",\"preventExtensions\",\"apply\",\"c"
      "onstruct\",\"get\"]" },
    { "const o = Object.create(new Proxy({}, { get: (t, k, r) => [String("
      "k), r === o] })); return [o.missing, \"x\" in o]",
      "[[\"missing\",true],false]" },
    { "const log = []; const o = Object.create(new Proxy({}, { set(t, k, "
      "v, r) { log.push(k, v, r === o); return Reflect.set(t, k, v, r) } "
      "})); o.x = 1; return [log, Object.keys(o)]",
      "[[\"x\",1,true],[\"x\"]]" },
    { "const p = new Proxy({}, { defineProperty(t, k, d) { return Reflect"
      ".defineProperty(t, k, { ...d, value: d.value * 2 }) } }); p.x = 4;"
      " Object.defineProperty(p, \"y\", { value: 5, enumerable: true, con"
      "figurable: true }); return [p.x, p.y]",
      "[8,10]" },
    { "const p = new Proxy({}, { defineProperty: () => false }); return ["
      "Reflect.defineProperty(p, \"x\", {}), Reflect.set(p, \"x\", 1)]",
      "[false,false]" },
    { "const p = new Proxy({ a: 1 }, {}); Object.freeze(p); return [Objec"
      "t.isFrozen(p), Reflect.set(p, \"a\", 2), Reflect.isExtensible(p)]",
      "[true,false,false]" },
    { "const log = []; const p = new Proxy({ a: 1 }, { preventExtensions("
      "t) { log.push(\"prevent\"); return Reflect.preventExtensions(t) },"
      " ownKeys(t) { log.push(\"keys\"); return Reflect.ownKeys(t) }, def"
      "ineProperty(t, k, d) { log.push(JSON.stringify(d)); return Reflect"
      ".defineProperty(t, k, d) }, getOwnPropertyDescriptor(t, k) { log.p"
      "ush(\"gopd\"); return Reflect.getOwnPropertyDescriptor(t, k) } });"
      " Object.seal(p); Object.freeze(p); return log",
      "[\"prevent\",\"keys\",\"{\\\"configurable\\\":false}\",\"prevent\""
      ",\"keys\",\"gopd\",\"{\\\"writable\\\":false,\\\"configurable\\\":"
      "false}\"]" },
    { "let p = {}; for (let i = 0; i < 50; i++) p = new Proxy(p, {}); p.x"
      " = 1; return [p.x, Object.keys(p), \"x\" in p]",
      "[1,[\"x\"],true]" },
    { "class A { #x = 1; static has(o) { return #x in o } get() { return "
      "this.#x } } const p = new Proxy(new A(), {}); let e; try { p.get()"
      " } catch (x) { e = x.name } return [A.has(p), e]",
      "[false,\"TypeError\"]" },
    { "class Stamp extends function (o) { return o } { #s = 7; static rea"
      "d(o) { return o.#s } } const p = new Proxy({}, { get: () => 1, def"
      "ineProperty: () => false }); new Stamp(p); return Stamp.read(p)",
      "7" },
    { "const sum = (o) => { let s = 0; for (const v of o) s += v; return "
      "s }; return sum(new Proxy([1, 2, 3], {}))",
      "6" },
    { "const m = new Proxy(new Map([[1, 2]]), { get: (t, k) => typeof t[k"
      "] === \"function\" \077 t[k].bind(t) : t[k] }); return [m.get(1), "
      "m.size, [...m.keys()]]",
      "[2,1,[1]]" },
    { "const p = new Proxy({}, { get: (t, k) => k === Symbol.toPrimitive "
      "\077 () => 42 : undefined }); return [+p, `${p}`, p + 1]",
      "[42,\"42\",43]" },
    { "const a = new Proxy({ a: { b: 1 } }, {}); const { a: { b }, ...res"
      "t } = a; return [b, rest]",
      "[1,{}]" },
    { "const p = new Proxy({}, { ownKeys: () => [\"b\", \"1\", \"a\"], ge"
      "tOwnPropertyDescriptor: () => ({ enumerable: true, configurable: t"
      "rue }) }); return Object.keys(p)",
      "[\"b\",\"1\",\"a\"]" },
    { "for (const args of [[], [{}], [1, {}], [{}, null]]) { try { new Pr"
      "oxy(...args); return \"no\" } catch (e) { if (e.name !== \"TypeErr"
      "or\") return e.name } } try { Proxy({}, {}) } catch (e) { return ["
      "e.name, Proxy.length, Proxy.name, \"prototype\" in Proxy] }",
      "[\"TypeError\",2,\"Proxy\",false]" },
    { "const p = new Proxy(Object.freeze([1]), {}); return [Object.isFroz"
      "en(p), Reflect.deleteProperty(p, \"0\")]",
      "[true,false]" },
    { "const p = new Proxy({ get x() { return this === p } }, {}); return"
      " [p.x, Reflect.get(p, \"x\", 5)]",
      "[true,false]" },
    { "const p = new Proxy([], { set(t, k, v) { t[k] = v; return true } }"
      "); p.push(\"a\"); p.length = 0; return [p.length]",
      "[0]" },
    { "const w = new WeakMap(); const p = new Proxy({}, {}); w.set(p, 1);"
      " return [w.get(p), new Set([p]).has(p)]",
      "[1,true]" },
    { "const p = new Proxy(Promise, {}); return [typeof p.resolve, p === "
      "Promise]",
      "[\"function\",false]" },
    { "const p = new Proxy(function f(a, b) {}, {}); const b = p.bind(nul"
      "l, 1); return [b.length, b.name, Object.getPrototypeOf(b) === Func"
      "tion.prototype]",
      "[1,\"bound f\",true]" },
    { "const p = new Proxy([1, [2]], {}); return JSON.stringify({ p, r: J"
      "SON.parse(\"[1]\", (k, v) => Array.isArray(v) \077 new Proxy(v, {}"
      ") : v) })",
      "\"{\\\"p\\\":[1,[2]],\\\"r\\\":[1]}\"" },
    { "new Proxy({}, null)",
      "!TypeError: A proxy needs an object as handler" },
    { "const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); proxy"
      ".x",
      "!TypeError: Cannot perform 'get' on a proxy that has been revoked" },
    { "new Proxy(Object.freeze({ a: 1 }), { get: () => 2 }).a",
      "!TypeError: 'get' on proxy: the trap gave another value than the f"
      "ixed one of the target, property 'a'" },
    { "let p = {}; for (let i = 0; i < 1000; i++) p = new Proxy(p, {}); p"
      ".x",
      "!RangeError: Maximum call stack size exceeded" },
    { "const p = new Proxy({}, { get: (t, k, r) => r[k] }); p.x",
      "!RangeError: Maximum call stack size exceeded" },
    { "const h = {}; const p = new Proxy({}, h); h.__proto__ = 1; return "
      "Object.setPrototypeOf(p, null)",
      "!TypeError: Object.setPrototypeOf is not supported: prototypes are"
      " fixed; use Object.create or class extends" },
    { "console.log(new Proxy({ a: 1 }, { get: () => 2, ownKeys: () => [] "
      "})); console.log([new Proxy(() => 1, {})])",
      "{\"a\":1}\012[[opaque reference]]\012undefined" },
};
/* clang-format on */

static void traps_and_invariants_work(void **state)
{
    (void)state;
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traps_and_invariants_work),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
