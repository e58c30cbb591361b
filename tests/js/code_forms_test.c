/* SPDX-License-Identifier: MIT */
/* Code of rare shapes, seen by what it computes: functions with more variables
 * than registers, chains of comparisons, conditions of loops, places of every
 * kind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

/* clang-format off */

/* Fills the registers. */
#define MANY_W \
    "let w0 = 0, w1 = 1, w2 = 2, w3 = 3, w4 = 4, w5 = 5, w6 = 6, w7 = 7, " \
    "w8 = 8, w9 = 9, w10 = 10, w11 = 11, w12 = 12, w13 = 13, w14 = 14, w15 " \
    "= 15, w16 = 16, w17 = 17, w18 = 18, w19 = 19, w20 = 20, w21 = 21, w22 " \
    "= 22, w23 = 23, w24 = 24, w25 = 25, w26 = 26, w27 = 27, w28 = 28, w29 " \
    "= 29, w30 = 30, w31 = 31, w32 = 32, w33 = 33, w34 = 34, w35 = 35, w36 " \
    "= 36, w37 = 37, w38 = 38, w39 = 39, w40 = 40, w41 = 41, w42 = 42, w43 " \
    "= 43, w44 = 44, w45 = 45, w46 = 46, w47 = 47, w48 = 48, w49 = 49, w50 " \
    "= 50, w51 = 51, w52 = 52, w53 = 53, w54 = 54, w55 = 55, w56 = 56, w57 " \
    "= 57, w58 = 58, w59 = 59, w60 = 60, w61 = 61, w62 = 62, w63 = 63, w64 " \
    "= 64, w65 = 65, w66 = 66, w67 = 67, w68 = 68, w69 = 69, w70 = 70, w71 " \
    "= 71, w72 = 72, w73 = 73, w74 = 74, w75 = 75, w76 = 76, w77 = 77, w78 " \
    "= 78, w79 = 79, w80 = 80, w81 = 81, w82 = 82, w83 = 83, w84 = 84, w85 " \
    "= 85, w86 = 86, w87 = 87, w88 = 88, w89 = 89, w90 = 90, w91 = 91, w92 " \
    "= 92, w93 = 93, w94 = 94, w95 = 95, w96 = 96, w97 = 97, w98 = 98, w99 " \
    "= 99, w100 = 100, w101 = 101, w102 = 102, w103 = 103, w104 = 104, " \
    "w105 = 105, w106 = 106, w107 = 107, w108 = 108, w109 = 109, w110 = " \
    "110, w111 = 111, w112 = 112, w113 = 113, w114 = 114, w115 = 115, w116 " \
    "= 116, w117 = 117, w118 = 118, w119 = 119, w120 = 120, w121 = 121, " \
    "w122 = 122, w123 = 123, w124 = 124, w125 = 125, w126 = 126, w127 = " \
    "127, w128 = 128, w129 = 129; "

/* variables that live in the spill row; boxed ones too */
static const JsRow many_variables_rows[] = {
    { "function f() { const v0 = 0, v1 = 1, v2 = 2, v3 = 3, v4 = 4, v5 = 5, v"
      "6 = 6, v7 = 7, v8 = 8, v9 = 9, v10 = 10, v11 = 11, v12 = 12, v13 = 13,"
      " v14 = 14, v15 = 15, v16 = 16, v17 = 17, v18 = 18, v19 = 19, v20 = 20,"
      " v21 = 21, v22 = 22, v23 = 23, v24 = 24, v25 = 25, v26 = 26, v27 = 27,"
      " v28 = 28, v29 = 29, v30 = 30, v31 = 31, v32 = 32, v33 = 33, v34 = 34,"
      " v35 = 35, v36 = 36, v37 = 37, v38 = 38, v39 = 39, v40 = 40, v41 = 41,"
      " v42 = 42, v43 = 43, v44 = 44, v45 = 45, v46 = 46, v47 = 47, v48 = 48,"
      " v49 = 49, v50 = 50, v51 = 51, v52 = 52, v53 = 53, v54 = 54, v55 = 55,"
      " v56 = 56, v57 = 57, v58 = 58, v59 = 59, v60 = 60, v61 = 61, v62 = 62,"
      " v63 = 63, v64 = 64, v65 = 65, v66 = 66, v67 = 67, v68 = 68, v69 = 69,"
      " v70 = 70, v71 = 71, v72 = 72, v73 = 73, v74 = 74, v75 = 75, v76 = 76,"
      " v77 = 77, v78 = 78, v79 = 79, v80 = 80, v81 = 81, v82 = 82, v83 = 83,"
      " v84 = 84, v85 = 85, v86 = 86, v87 = 87, v88 = 88, v89 = 89, v90 = 90,"
      " v91 = 91, v92 = 92, v93 = 93, v94 = 94, v95 = 95, v96 = 96, v97 = 97,"
      " v98 = 98, v99 = 99, v100 = 100, v101 = 101, v102 = 102, v103 = 103, v"
      "104 = 104, v105 = 105, v106 = 106, v107 = 107, v108 = 108, v109 = 109,"
      " v110 = 110, v111 = 111, v112 = 112, v113 = 113, v114 = 114, v115 = 11"
      "5, v116 = 116, v117 = 117, v118 = 118, v119 = 119, v120 = 120, v121 = "
      "121, v122 = 122, v123 = 123, v124 = 124, v125 = 125, v126 = 126, v127 "
      "= 127, v128 = 128, v129 = 129; return v0 + v129 + (() => v128)() } ret"
      "urn f()",
      "257" },
    { "function f() { " MANY_W
      "w129++; w128 += 2; w127 ||= 1; [w126, { a: w125 }] = [7, { a: 8 }]; "
      "const g = () => { w124 = 9; return w123++ }; g(); for (w122 of [1, "
      "2]); for (w121 in { k: 1 }); w120 = w119 = 5; return [w129, w128, "
      "w127, w126, w125, w124, w123, w122, w121, w120, w119] } return f()",
      "[130,130,127,7,8,9,124,2,\"k\",5,5]" },
    { "function f() { " MANY_W
      "const fs = []; for (let i = 0, j = 9; i < 3; i++, j--) fs.push(() => "
      "[i, j, w129]); try { throw 1 } catch (e) { w129 = e + 1 } return "
      "fs.map((g) => g()) } return f()",
      "[[0,9,2],[1,8,2],[2,7,2]]" },
    { "function f() { " MANY_W
      "class A { #p = w129; static s = w128; get p() { return this.#p } } "
      "function h() { return w0 + 1 } enum E { A = 3, B } return [new A().p, "
      "A.s, h(), E.B] } return f()",
      "[129,128,1,4]" },
    { "async function f() { " MANY_W
      "const r = []; for await (const x of [w1, w2]) r.push(await x + w129); "
      "return r } return await f()",
      "[130,131]" },
    { "function* f() { " MANY_W
      "w129 = yield w128; yield* [w129, w127]; return w126 } const i = f(); "
      "return [i.next(), i.next('x'), i.next(), i.next()]",
      "[{\"value\":128,\"done\":false},{\"value\":\"x\",\"done\":false},{\"va"
      "lue\":127,\"done\":false},{\"value\":126,\"done\":true}]" },
    { "function f() { " MANY_W
      "try { return t } catch (e) { return e.name } let t = 1 } return f()",
      "\"ReferenceError\"" },
    { "function f(a, b = a) { " MANY_W
      "arguments.length; return [a, b, arguments.length, w129, "
      "[...arguments].length, f.length, new.target === undefined, this === "
      "undefined] } return f(1)",
      "[1,1,1,129,1,1,true,true]" },
};

/* more than two operands, constants on either side, nullish forms */
static const JsRow comparisons_rows[] = {
    { "const a = 1, b = 2, c = 3; return [a < b < c, c > b > a, a < b === tru"
      "e, 1 < a, 1 <= a, 3 > c, 3 >= c, a === b === false, (a == null) === fa"
      "lse, null == undefined, undefined === a, a !== undefined, null !== nul"
      "l, 'x' === 'x', true === (a < b), 'a' < 'b' < 'c']",
      "[true,false,true,false,true,false,true,true,true,true,false,true,false"
      ",true,true,false]" },
    { "let n = 0; const o = { get x() { n++; return 2 } }; return [1 < o.x < "
      "3, o.x === 2 || o.x, o.x !== 2 && o.x, n]",
      "[true,true,false,3]" },
    { "const f = (v) => { switch (v) { case 1: return 'one'; case 'a': return"
      " 'text'; case null: return 'null'; case undefined: return 'undef'; cas"
      "e true: return 'true'; case NaN: return 'never'; case f: return 'self'"
      "; case 1 + 1: return 'two'; default: return 'other' } }; return [1, 'a"
      "', null, undefined, true, NaN, f, 2, {}].map(f)",
      "[\"one\",\"text\",\"null\",\"undef\",\"true\",\"other\",\"self\",\"two"
      "\",\"other\"]" },
};

/* jumps back when true */
static const JsRow conditions_of_loops_rows[] = {
    { "const r = []; let i = 0; do r.push(i); while (++i < 3); do i--; while "
      "(i); do i++; while (!(i > 2)); do i++; while (i < 9 && i !== 5); do i-"
      "-; while (i > 3 || i === 3); do i++; while (!(i >= 6 || i === 99)); do"
      " i--; while (!!(i > 1)); do i++; while (false); return [r, i]",
      "[[0,1,2],2]" },
    { "let i = 5; const o = { get more() { return i-- > 0 } }; let n = 0; whi"
      "le (o.more) n++; do n++; while (o.more && n < 100); for (; o.more || n"
      " < 8; ) n++; while (!(n < 1)) n -= 3; while (n === undefined || n == n"
      "ull || n < 2) n++; return [i < 0, n]",
      "[true,2]" },
    { "let n = 0; outer: for (const a of [1, 2, 3]) { for (const b of [1, 2, "
      "3]) { if (b === 2) continue outer; if (a === 3) break outer; n += a * "
      "b } } return n",
      "3" },
};

/* assignment, update and delete of every kind of place */
static const JsRow places_rows[] = {
    { "class P { set v(x) { this.got = x } get v() { return this.got ?\? 1 } "
      "m() { return this } } class A extends P { run() { super.v = 5; super.v"
      " += 2; super['v']++; super.w = 'own'; const k = 'v'; super[k] ?\?= 0; "
      "return [this.got, this.w, super.v, super.m() === this, super['m']() =="
      "= this] } } return new A().run()",
      "[8,\"own\",8,true,true]" },
    { "class A { #x = 1; static #s = 1; run(o) { this.#x += 2; this.#x++; --t"
      "his.#x; this.#x **= 2; this.#x ||= 0; this.#x &&= this.#x + 1; [this.#"
      "x, A.#s] = [this.#x + 1, 7]; ({ a: this.#x = 9 } = {}); o?.#x; return "
      "[this.#x, A.#s, this.#x++, (o?.#x) === undefined] } } return new A().r"
      "un(null)",
      "[9,7,9,true]" },
    { "const o = { a: { b: 1, f() { return this.b } }, n: null }; return [(o."
      "a.f)(), (o.a?.f)(), (o.n?.f)?.() === undefined, o.a?.['f'](), o?.a.f?."
      "(), (o.n?.x.y.z) === undefined, delete o.n?.x, delete o?.a.b, delete o"
      "['a'].zz, delete o.f?.(), delete (() => 1)(), (() => { try { (o.n?.f)("
      ") } catch (e) { return e.name } })(), o.a.f() === undefined]",
      "[1,1,true,1,1,true,true,true,true,true,true,\"TypeError\",true]" },
    { "class A { m() { try { delete super.x } catch (e) { return e.name } } n"
      "() { try { delete super['y'] } catch (e) { return e.name } } } return "
      "[new A().m(), new A().n()]",
      "[\"ReferenceError\",\"ReferenceError\"]" },
    { "const log = []; const k = (n) => ({ toString() { log.push(n); return n"
      " } }); const o = { a: 1, b: 2 }; o[k('a')] += 1; o[k('b')]++; o[k('c')"
      "] ?\?= 3; delete o[k('a')]; [o[k('d')], o[k('e')]] = [4, 5]; return [o"
      ", log]",
      "[{\"b\":3,\"c\":3,\"d\":4,\"e\":5},[\"a\",\"b\",\"c\",\"a\",\"d\",\"e"
      "\"]]" },
    { "const t = (s, ...v) => s.join('|') + v; const o = { t, n: { t(s) { ret"
      "urn [this === o.n, s.raw[0]] } }, p: null }; return [t`a${1}b`, o.t`x`"
      ", o.n.t`\\n`, (o.n.t)`y`, o['t']`${2}`, new (class { #q(s) { return s["
      "0] } r() { return this.#q`pq` } })().r()]",
      "[\"a|b1\",\"x\",[true,\"\\\\n\"],[true,\"y\"],\"|2\",\"pq\"]" },
    { "const a = [1, 2, 3]; let i = 0; a[i++] = a[i] * 10; a[i] += a[i++]; [a"
      "[2], a[0] = 9] = [a[0]]; const { length: l, [i]: e } = a; return [a, i"
      ", l, e]",
      "[[9,4,20],2,3,20]" },
    { "const { 1.5: a, 1e21: b, 4294967295: c, 0x10: d, ['7']: e, ['x']: f, '"
      "8': g, ...r } = { 1.5: 1, 1e21: 2, 4294967295: 3, 16: 4, 7: 5, x: 6, 8"
      ": 7, 9: 8 }; return [a, b, c, d, e, f, g, r]",
      "[1,2,3,4,5,6,7,{\"9\":8}]" },
    { "const s = Symbol('s'), t = Symbol('t'); const o = { [s]: 1, [t]: 2, 42"
      "94967294: 3, 4294967295: 4, '-1': 5, 1.5: 6, x: 7, 0: 8, 1: 9 }; const"
      " { a, b, c, d, e, f, g, h, i, j, k, l, m, n, p, q, [s]: u, 4294967294:"
      " v, 4294967295: w, [-1]: x, [1.5]: y, [-0]: z, ...rest } = o; return ["
      "Object.keys(rest), Object.getOwnPropertySymbols(rest).length, u, v, w,"
      " x, y, z]",
      "[[\"1\",\"x\"],1,1,3,4,5,6,8]" },
};

/* 15.7.14 ClassDefinitionEvaluation, 10.2.2, 13.3.7 */
static const JsRow class_errors_rows[] = {
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const F = function () {}; F.prototype = 1; const"
      " G = function () {}; G.prototype = null; return n(() => class extends "
      "1 {}, () => class extends undefined {}, () => class extends F {}, () ="
      "> class extends G {}, () => class extends (() => 1) {}, () => class ex"
      "tends Math.max {}, () => class extends new Proxy(class {}, { get() { t"
      "hrow new EvalError() } }) {}, () => (class A {})(), () => class extend"
      "s null {})",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"no\",\"TypeError\",\"Type"
      "Error\",\"EvalError\",\"TypeError\",\"no\"]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); class P {} class A extends P { constructor() { }"
      " } class B extends P { constructor() { super(); super() } } class C ex"
      "tends P { constructor() { return 1 } } class D extends P { constructor"
      "() { this.x; super() } } class E extends P { constructor() { return {}"
      " } } class F extends null { constructor() { super() } } class G extend"
      "s P { constructor() { (() => super())() } } class H extends P { constr"
      "uctor() { return undefined } } return n(() => new A(), () => new B(), "
      "() => new C(), () => new D(), () => new E(), () => new F(), () => new "
      "G(), () => new H(), () => { class X extends P {} Object.setPrototypeOf"
      "(X, null); new X() }, () => { class X extends P {} Object.setPrototype"
      "Of(X, parseInt); new X() })",
      "[\"ReferenceError\",\"ReferenceError\",\"TypeError\",\"ReferenceError"
      "\",\"no\",\"TypeError\",\"no\",\"ReferenceError\",\"TypeError\",\"Type"
      "Error\"]" },
    { "class A { static m() { return super.toString === Function.prototype.to"
      "String } n() { return super.missing === undefined } } class N extends "
      "null { static s() { return Object.getPrototypeOf(N.prototype) } } cons"
      "t o = { __proto__: null, m() { try { return super.x } catch (e) { retu"
      "rn e.name } }, s() { try { super.x = 1 } catch (e) { return e.name } }"
      " }; const p = { __proto__: Object.freeze({ r: 1 }), s() { try { super."
      "r = 2 } catch (e) { return e.name } } }; return [A.m(), new A().n(), N"
      ".s(), o.m(), o.s(), p.s()]",
      "[true,true,null,\"TypeError\",\"TypeError\",\"TypeError\"]" },
    { "class A { a = 1; ['b' + 1] = this.a + 1; static c = A.name; 'd e' = 4;"
      " 5 = 5; fn = () => this.a; static { A.z = [A.c, this === A] } } const "
      "x = new A(); return [x, A.c, A.z, x.fn(), Object.keys(x)]",
      "[{\"5\":5,\"a\":1,\"b1\":2,\"d e\":4},\"A\",[\"A\",true],1,[\"5\",\"a"
      "\",\"b1\",\"d e\",\"fn\"]]" },
};

/* 24.2.4: RequireInternalSlot */
static const JsRow set_receivers_rows[] = {
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const S = Set.prototype, m = ['has', 'add', 'del"
      "ete', 'clear', 'entries', 'values', 'forEach', 'union', 'intersection'"
      ", 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', '"
      "isDisjointFrom']; const M = Map.prototype, k = ['get', 'set', 'has', '"
      "delete', 'clear', 'entries', 'keys', 'values', 'forEach', 'getOrInsert"
      "', 'getOrInsertComputed']; return [m.filter((x) => n(() => S[x].call(n"
      "ew Map(), new Set()))[0] !== 'TypeError'), k.filter((x) => n(() => M[x"
      "].call(new Set(), 1, () => 1))[0] !== 'TypeError'), n(() => S.size, ()"
      " => M.size, () => new Set([1]).forEach(1), () => new Map().forEach(), "
      "() => new Map().getOrInsertComputed(1, 1))]",
      "[[],[],[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"Type"
      "Error\"]]" },
    { "const s = new Set([1, 2, 3]); const r = []; for (const x of s) { r.pus"
      "h(x); if (x === 1) { s.delete(2); s.add(4) } if (x === 3) s.clear() } "
      "const m = new Map([[1, 'a'], [2, 'b']]); m.forEach((v, k) => { r.push("
      "v); m.delete(k); if (r.length < 8) m.set(k + 10, v + '!') }); return ["
      "r, s.size, m.size]",
      "[[1,3,\"a\",\"b\",\"a!\",\"b!\",\"a!!\",\"b!!\",\"a!!!\"],0,0]" },
};

/* ECMA-402 8.3.2 */
static const JsRow supported_values_rows[] = {
    { "return [Intl.supportedValuesOf('calendar'), Intl.supportedValuesOf('co"
      "llation'), Intl.supportedValuesOf('numberingSystem'), Intl.supportedVa"
      "luesOf('timeZone').includes('UTC'), ['currency', 'unit'].map((k) => { "
      "const v = Intl.supportedValuesOf(k); return v.length > 20 && [...v].so"
      "rt().join() === v.join() && new Set(v).size === v.length }), Intl.supp"
      "ortedValuesOf({ toString: () => 'calendar' })]",
      "[[\"gregory\"],[],[\"latn\"],true,[true,true],[\"gregory\"]]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); return n(() => Intl.supportedValuesOf(), () => I"
      "ntl.supportedValuesOf('x'), () => Intl.supportedValuesOf('calendars'),"
      " () => Intl.supportedValuesOf('\\u00fcnit'), () => Intl.supportedValue"
      "sOf('x'.repeat(99)), () => Intl.supportedValuesOf(Symbol()))",
      "[\"RangeError\",\"RangeError\",\"RangeError\",\"RangeError\",\"RangeEr"
      "ror\",\"TypeError\"]" },
};

/* UTS 46 as the URL Standard uses it: domain to ASCII */
static const JsRow international_host_names_rows[] = {
    { "return ['xn--\\u00fc', '\\u00fc.xn--a', '\\u00fc.xn--', '\\u00fc.xn--a"
      "bc-', '\\u00fc.xn--u-ccb', 'a\\u200db', 'a\\u200cb', '\\u0300a', 'a\\u"
      "2024b', '\\ufffd', '\\u2ff0', '\\u00adx\\u0600', '\\u05d0a', 'a\\u05d0"
      "', '\\u05d0-', '\\u0661\\u05d01', '\\ud800', '\\u2028', '\\u0378'].map"
      "((h) => { try { new URL('http://' + h + '.com'); return h } catch (e) "
      "{ return e.name } }).every((x) => x === 'TypeError')",
      "true" },
    { "return ['\\u0915\\u094d\\u200d\\u0937', '\\u0644\\u200c\\u0627'.replac"
      "e('\\u0627', '\\u0628'), '\\u05d0\\u05d1', '\\u05d01', '\\u0645\\u0661"
      "', 'a1', '\\u05d0\\u05b0'].map((h) => URL.canParse('http://' + h))",
      "[true,true,true,true,true,true,true]" },
};

/* clang-format on */

static void many_variables(void **state)
{
    (void)state;
    assert_int_equal(
        js_check(many_variables_rows, CM_ARRAY_LEN(many_variables_rows)), 0);
}

static void comparisons(void **state)
{
    (void)state;
    assert_int_equal(js_check(comparisons_rows, CM_ARRAY_LEN(comparisons_rows)),
                     0);
}

static void conditions_of_loops(void **state)
{
    (void)state;
    assert_int_equal(js_check(conditions_of_loops_rows,
                              CM_ARRAY_LEN(conditions_of_loops_rows)),
                     0);
}

static void places(void **state)
{
    (void)state;
    assert_int_equal(js_check(places_rows, CM_ARRAY_LEN(places_rows)), 0);
}

static void class_errors(void **state)
{
    (void)state;
    assert_int_equal(
        js_check(class_errors_rows, CM_ARRAY_LEN(class_errors_rows)), 0);
}

static void set_receivers(void **state)
{
    (void)state;
    assert_int_equal(
        js_check(set_receivers_rows, CM_ARRAY_LEN(set_receivers_rows)), 0);
}

static void supported_values(void **state)
{
    (void)state;
    assert_int_equal(
        js_check(supported_values_rows, CM_ARRAY_LEN(supported_values_rows)),
        0);
}

static void international_host_names(void **state)
{
    (void)state;
    assert_int_equal(js_check(international_host_names_rows,
                              CM_ARRAY_LEN(international_host_names_rows)),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_variables),
        cmocka_unit_test(comparisons),
        cmocka_unit_test(conditions_of_loops),
        cmocka_unit_test(places),
        cmocka_unit_test(class_errors),
        cmocka_unit_test(set_receivers),
        cmocka_unit_test(supported_values),
        cmocka_unit_test(international_host_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
