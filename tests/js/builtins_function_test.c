/* SPDX-License-Identifier: MIT */
/* Function and Function.prototype; ECMA-262 20.2, spec/execution.md 12.2. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

/* clang-format off */

/* 20.2.1, 12.2: no code is made from strings */
static const JsRow constructor_rows[] = {
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); return n(() => Function('return 1'), () => new F"
      "unction(), () => (() => {}).constructor('1'), () => (async () => {}).c"
      "onstructor(''), () => (function* () {}).constructor(''), () => (async "
      "function* () {}).constructor(''))",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\""
      ",\"TypeError\"]" },
    { "return [Function.length, Function.name, Function.prototype.length, Fun"
      "ction.prototype.name, Function.prototype(1, 2), Object.getPrototypeOf("
      "Function) === Function.prototype]",
      "[1,\"Function\",0,\"\",null,true]" },
    { "return ['apply', 'bind', 'call', 'toString'].map((k) => [Function.prot"
      "otype[k].length, Function.prototype[k].name]).concat([[Function.protot"
      "ype[Symbol.hasInstance].length, Function.prototype[Symbol.hasInstance]"
      ".name]])",
      "[[2,\"apply\"],[1,\"bind\"],[1,\"call\"],[0,\"toString\"],[1,\"[Symbol"
      ".hasInstance]\"]]" },
    { "const d = Object.getOwnPropertyDescriptor(Function.prototype, Symbol.h"
      "asInstance); return [d.writable, d.enumerable, d.configurable]",
      "[false,false,false]" },
};

/* 20.2.3.1, 20.2.3.3 */
static const JsRow call_and_apply_rows[] = {
    { "function f(...a) { return [this === undefined ? 'u' : this, ...a] } re"
      "turn [f.call(), f.call(1), f.call(null, 1, 2), f.apply(), f.apply(5, n"
      "ull), f.apply(5, undefined), f.apply(5, [1, 2])]",
      "[[\"u\"],[1],[null,1,2],[\"u\"],[5],[5],[5,1,2]]" },
    { "function f(...a) { return a } return [f.apply(0, { length: 2, 0: 'a' }"
      "), f.apply(0, { length: '1', 0: 'b' }), f.apply(0, { length: -1 }), f."
      "apply(0, []), f.apply(0, [, 1]), f.apply(0, 'x'.split('')), f.apply(0,"
      " new Uint8Array([7]))]",
      "[[\"a\",null],[\"b\"],[],[],[null,1],[\"x\"],[7]]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const f = () => 1; return n(() => f.apply(0, 1),"
      " () => f.apply(0, 'abc'), () => f.apply(0, Symbol()), () => Function.p"
      "rototype.call.call(1), () => Function.prototype.apply.call({}, 0, []),"
      " () => f.apply(0, { get length() { throw new RangeError('r') } }), () "
      "=> f.apply(0, { length: 1, get 0() { throw new SyntaxError('s') } }))",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\""
      ",\"RangeError\",\"SyntaxError\"]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const f = () => 1; return n(() => f.apply(0, { l"
      "ength: 1e9 }), () => f.apply(0, { length: Infinity }))",
      "[\"RangeError\",\"RangeError\"]" },
    { "const f = (...a) => a.length; return [f.apply(0, new Array(5000).fill("
      "1)), f.call(0, ...new Array(3000).fill(1)), f.apply(0, { length: 300 }"
      ")]",
      "[5000,3000,300]" },
    { "const log = []; const o = { get length() { log.push('length'); return "
      "2 }, get 0() { log.push(0); return 'a' }, get 1() { log.push(1); retur"
      "n 'b' } }; return [((...a) => a).apply(0, o), log]",
      "[[\"a\",\"b\"],[\"length\",0,1]]" },
    { "return [Function.prototype.call.call(function (a) { return [this.x, a]"
      " }, { x: 1 }, 2), Reflect.apply(Function.prototype.call, (a, b) => b, "
      "[0, 1, 2])]",
      "[[1,2],2]" },
};

/* 20.2.3.2, 10.4.1 */
static const JsRow bind_rows[] = {
    { "function f(a, b, c) { return [this.x, a, b, c] } const g = f.bind({ x:"
      " 1 }, 2, 3); return [g(4, 5), g.length, g.name, 'prototype' in g, g.bi"
      "nd({ x: 9 }, 7)(), g.bind(0).name]",
      "[[1,2,3,4],1,\"bound f\",false,[1,2,3,7],\"bound bound f\"]" },
    { "const l = (v) => { const f = () => {}; Object.defineProperty(f, 'lengt"
      "h', { value: v }); return f.bind(0, 1).length }; return [l(5), l(0), l"
      "(2.7), l(-3), l('9'), l(NaN), String(l(Infinity)), l(-Infinity), l(2 *"
      "* 40)]",
      "[4,0,1,0,0,0,\"Infinity\",0,1099511627775]" },
    { "const f = () => {}; Object.defineProperty(f, 'name', { value: 5 }); co"
      "nst g = () => {}; delete g.name; const h = { [Symbol('s')]() {} }; ret"
      "urn [f.bind().name, g.bind().name, h[Object.getOwnPropertySymbols(h)[0"
      "]].bind().name]",
      "[\"bound \",\"bound \",\"bound [s]\"]" },
    { "class A { constructor(...a) { this.a = a; this.t = new.target === A } "
      "} const B = A.bind(null, 1); const b = new B(2); return [b.a, b.t, b i"
      "nstanceof B, b instanceof A, Object.getPrototypeOf(B) === Function.pro"
      "totype]",
      "[[1,2],true,true,true,true]" },
    { "class P {} class A extends P {} return [Object.getPrototypeOf(A.bind()"
      ") === P, Reflect.construct(A.bind(), [], P) instanceof A]",
      "[true,false]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); return n(() => Function.prototype.bind.call(1), "
      "() => new ((() => 1).bind())(), () => new (Math.max.bind())(), () => ("
      "class {}).bind()(), () => (function () {}).bind().call(1).x)",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\""
      "]" },
    { "const f = function () { return typeof this }; return [f.bind(1)(), f.b"
      "ind('s').call({}), f.bind(null)(), new ((function () { this.v = 3 }).b"
      "ind({ v: 1 }))().v]",
      "[\"number\",\"string\",\"object\",3]" },
    { "const b = ((...a) => a.length).bind(0, ...new Array(100).fill(1)); ret"
      "urn [b(), b(1, 2), b.bind(0, 1, 2, 3)(4)]",
      "[100,102,104]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); return n(() => ((...a) => a).bind(0, ...new Arra"
      "y(200000).fill(0))(...new Array(200000).fill(0)))",
      "[\"RangeError\"]" },
    { "let f = function (...a) { return [this.n, ...a] }.bind({ n: 'x' }, 1);"
      " for (let i = 2; i < 6; i++) f = f.bind({ n: i }, i, -i).bind(null); r"
      "eturn f(9, 8)",
      "[\"x\",1,2,-2,3,-3,4,-4,5,-5,9,8]" },
    { "class A { constructor(...a) { this.a = a; this.t = new.target === A } "
      "} const B = A.bind(0, 1), C = B.bind(0, 2), D = C.bind(0, 3); const r "
      "= (t) => { const o = Reflect.construct(D, [4], t); return [o.a, o.t] }"
      "; const o = new D(4); return [o.a, o.t, r(D), r(C), r(B), r(A), r(Obje"
      "ct)]",
      "[[1,2,3,4],true,[[1,2,3,4],true],[[1,2,3,4],true],[[1,2,3,4],true],[[1"
      ",2,3,4],true],[[1,2,3,4],false]]" },
};

/* 20.2.3.5; native functions in the form of NativeFunction */
static const JsRow texts_rows[] = {
    { "function f ( a,b ) { /* c */ return a } class K { m ( ) { return 1 } g"
      "et g() { return 1 } static async *s() {} } const o = { [ 'x' ] () {} }"
      "; return [String(f), String(K.prototype.m), String(o.x), String(K.s), "
      "String(async  x  =>  x), String(Object.getOwnPropertyDescriptor(K.prot"
      "otype, 'g').get)]",
      "[\"function f ( a,b ) { /* c */ return a }\",\"m ( ) { return 1 }\",\""
      "[ 'x' ] () {}\",\"async *s() {}\",\"async  x  =>  x\",\"get g() { retu"
      "rn 1 }\"]" },
    { "return [String(Math.max), String(class A { x = 1 }), String((() => {})"
      ".bind()), String(Function.prototype), /^function [^]*\\[native code\\]"
      " \\}$/.test(String(new Proxy(() => {}, {})))]",
      "[\"function max() { [native code] }\",\"class A { x = 1 }\",\"function"
      " bound () { [native code] }\",\"function () { [native code] }\",true]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); return n(() => Function.prototype.toString.call("
      "{}), () => Function.prototype.toString.call('f'), () => Function.proto"
      "type.toString.call(new Proxy({}, {})))",
      "[\"TypeError\",\"TypeError\",\"TypeError\"]" },
};

/* 20.2.3.6, 7.3.21 OrdinaryHasInstance */
static const JsRow has_instance_rows[] = {
    { "class A {} class B extends A {} const h = Function.prototype[Symbol.ha"
      "sInstance]; return [h.call(A, new B()), h.call(A, {}), h.call(A, 1), h"
      ".call({}, new A()), h.call(A.bind(), new B()), h.call(), new B() insta"
      "nceof A.bind().bind(), Object.create(null) instanceof A]",
      "[true,false,false,false,true,false,true,false]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const f = () => {}; const g = function () {}; g."
      "prototype = 1; return n(() => ({}) instanceof f, () => ({}) instanceof"
      " g, () => 1 instanceof f, () => ({}) instanceof { [Symbol.hasInstance]"
      ": 1 }, () => ({}) instanceof {}, () => ({}) instanceof 1)",
      "[\"TypeError\",\"TypeError\",\"no\",\"TypeError\",\"TypeError\",\"Type"
      "Error\"]" },
    { "return [({}) instanceof { [Symbol.hasInstance]: () => 'yes' }, 1 insta"
      "nceof { [Symbol.hasInstance]: (v) => v === 1 }, new Proxy({}, { getPro"
      "totypeOf: () => Array.prototype }) instanceof Array]",
      "[true,true,true]" },
};

/* 10.2.4 AddRestrictedFunctionProperties, 10.2.4.1 %ThrowTypeError% */
static const JsRow restricted_properties_rows[] = {
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const f = () => {}; return n(() => f.caller, () "
      "=> f.arguments, () => { f.caller = 1 }, () => (function () { return ar"
      "guments.callee })())",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\"]" },
    { "const d = Object.getOwnPropertyDescriptor(Function.prototype, 'caller'"
      "), e = Object.getOwnPropertyDescriptor(Function.prototype, 'arguments'"
      "); return [d.get === d.set, d.get === e.get, d.enumerable, d.configura"
      "ble, d.get.name, d.get.length, Object.isFrozen(d.get), Object.hasOwn(("
      ") => {}, 'caller')]",
      "[true,true,false,false,\"\",0,true,false]" },
};

/* clang-format on */

static void constructor(void **state)
{
    (void)state;
    assert_int_equal(js_check(constructor_rows, CM_ARRAY_LEN(constructor_rows)),
                     0);
}

static void call_and_apply(void **state)
{
    (void)state;
    assert_int_equal(
        js_check(call_and_apply_rows, CM_ARRAY_LEN(call_and_apply_rows)), 0);
}

static void bind(void **state)
{
    (void)state;
    assert_int_equal(js_check(bind_rows, CM_ARRAY_LEN(bind_rows)), 0);
}

static void texts(void **state)
{
    (void)state;
    assert_int_equal(js_check(texts_rows, CM_ARRAY_LEN(texts_rows)), 0);
}

static void has_instance(void **state)
{
    (void)state;
    assert_int_equal(
        js_check(has_instance_rows, CM_ARRAY_LEN(has_instance_rows)), 0);
}

static void restricted_properties(void **state)
{
    (void)state;
    assert_int_equal(js_check(restricted_properties_rows,
                              CM_ARRAY_LEN(restricted_properties_rows)),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constructor),  cmocka_unit_test(call_and_apply),
        cmocka_unit_test(bind),         cmocka_unit_test(texts),
        cmocka_unit_test(has_instance), cmocka_unit_test(restricted_properties),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
