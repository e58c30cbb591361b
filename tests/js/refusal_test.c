/* SPDX-License-Identifier: MIT */
/* Built-ins and the language are refused memory and steps at every place, see
 * js_refuse.h: whatever a built-in does, it allocates before it changes
 * anything, and it counts its work. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_refuse.h"

/* clang-format off */
static const JsRow regexps_rows[] = {
    { "const s = 'a1b22'; R; return s.match(/\\d+/g)",
      "[\"1\",\"22\"]" },
    { "const s = 'ab'; R; return s.match(/(?<x>a)(?<y>c)?/d).indices",
      "[[0,1],[0,1],null]" },
    { "const s = 'ab'; R; return s.match(/(?<x>a)(?<y>c)?/d).indices.groups",
      "{\"x\":[0,1]}" },
    { "const s = 'ab'; R; return /(?<x>a)|(?<x>b)/.exec(s).groups.x",
      "\"a\"" },
    { "const s = 'aXbX'; R; return s.replace(/x/gi, '[$&$`$\\'$$]')",
      "\"a[XabX$]b[XaXb$]\"" },
    { "const s = '2020-10'; R; return s.replace(/(?<y>\\d+)-(?<m>\\d+)/, '$<m"
      ">/$<y>/$1/$02')",
      "\"10/2020/2020/10\"" },
    { "const s = 'a-b-c'; R; return s.replace(/-/g, (m, at) => at)",
      "\"a1b3c\"" },
    { "const s = 'a-b'; R; return s.replace(/(?<n>-)/, (...a) => a.at(-1).n +"
      " a.length)",
      "\"a-5b\"" },
    { "const s = 'a-b'; const r = new RegExp('()'.repeat(40) + '-'); R; retur"
      "n s.replace(r, (...a) => a.length)",
      "\"a43b\"" },
    { "const s = 'a1b2c'; R; return s.split(/(\\d)/)",
      "[\"a\",\"1\",\"b\",\"2\",\"c\"]" },
    { "const s = 'abc'; R; return s.search(/c/)",
      "2" },
    { "const s = 'a1b2'; R; return [...s.matchAll(/\\d/g)].map((m) => m.index"
      ")",
      "[1,3]" },
    { "const s = '\\u{1F600}x'; R; return s.match(/(?:)/gu).length",
      "3" },
    { "const p = '(a+)(?<n>[b-d])\\\\k<n>'; R; return new RegExp(p, 'giu').so"
      "urce",
      "\"(a+)(?<n>[b-d])\\\\k<n>\"" },
    { "const p = '(a'; R; try { new RegExp(p) } catch (e) { return e.name }",
      "\"SyntaxError\"" },
    { "const r = /a\\n/dgimsuy; R; return [r.flags, String(r)]",
      "[\"dgimsuy\",\"/a\\\\n/dgimsuy\"]" },
    { "const s = 'a.b-c 1'; R; return RegExp.escape(s)",
      "\"\\\\x61\\\\.b\\\\x2dc\\\\x201\"" },
    { "const s = 'aaab'; const r = /^(a|aa)*$/; R; return r.test(s)",
      "false" },
    { "const s = 'x'.repeat(50) + 'y'; R; return /^(x*)*y$/.exec(s)[0].length",
      "51" },
    { "const r = /b/y; r.lastIndex = 1; R; return ['abb'.replace(r, 'X'), r.l"
      "astIndex]",
      "[\"aXb\",2]" },
    { "class E extends RegExp {} const r = new E('[ac]', 'g'); R; return 'abc"
      "'.replace(r, '<$&>')",
      "\"<a>b<c>\"" },
    { "class E extends RegExp {} const r = new E('b(c)?'); R; return 'abcb'.s"
      "plit(r)",
      "[\"a\",\"c\",\"\",null,\"\"]" },
    { "class E extends RegExp {} const r = new E('.', 'gu'); R; return ['ab'."
      "match(r), 'ab'.search(r), [...'ab'.matchAll(r)].length]",
      "[[\"a\",\"b\"],0,2]" },
    { "class E extends RegExp { exec(s) { return super.exec(s) } } const r = "
      "new E('', 'g'); R; return ['ab'.match(r).length, [...'ab'.matchAll(r)]"
      ".length, 'ab'.replace(r, '-')]",
      "[3,3,\"-a-b-\"]" },
    { "class E extends RegExp { exec(s) { return super.exec(s) } } const r = "
      "new E('(?<k>b)'); R; return ['abc'.replace(r, '[$<k>$1]'), 'abc'.repla"
      "ce(r, (...a) => a.length)]",
      "[\"a[bb]c\",\"a5c\"]" },
};

static const JsRow collections_rows[] = {
    { "const a = [[1, 2], [3, 4]]; R; return [...new Map(a)]",
      "[[1,2],[3,4]]" },
    { "const m = new Map(); R; for (let i = 0; i < 20; i++) m.set(i, i); retu"
      "rn [m.size, m.get(19), m.has(3), m.delete(3)]",
      "[20,19,true,true]" },
    { "const m = new Map([[1, 2]]); R; m.forEach((v, k) => m.delete(k)); retu"
      "rn m.size",
      "0" },
    { "const a = [1, 2, 3]; R; return [...Map.groupBy(a, (x) => x % 2)]",
      "[[1,[1,3]],[0,[2]]]" },
    { "const a = ['a', 'b', 'c']; R; return Object.groupBy(a, (x) => x < 'c')",
      "{\"true\":[\"a\",\"b\"],\"false\":[\"c\"]}" },
    { "const m = new Map(); R; return [m.getOrInsert(1, 2), m.getOrInsertComp"
      "uted(2, (k) => k + 1), m.size]",
      "[2,3,2]" },
    { "const s = new Set([1, 2]), b = new Set([2, 3]); R; return [[...s.union"
      "(b)], [...s.intersection(b)], [...s.difference(b)], [...s.symmetricDif"
      "ference(b)]]",
      "[[1,2,3],[2],[1],[1,3]]" },
    { "const s = new Set([1, 2]), b = new Map([[2, 3], [1, 1], [5, 5]]); R; r"
      "eturn [s.isSubsetOf(b), s.isSupersetOf(b), s.isDisjointFrom(b)]",
      "[true,false,false]" },
    { "const s = new Set([1, 2]), b = { size: 2, has: (x) => x == 1, keys: ()"
      " => [1, 9][Symbol.iterator]() }; R; return [[...s.union(b)], [...s.int"
      "ersection(b)], [...s.difference(b)], [...s.symmetricDifference(b)], s."
      "isSubsetOf(b), s.isSupersetOf(b), s.isDisjointFrom(b)]",
      "[[1,2,9],[1],[2],[2,9],false,false,false]" },
    { "const s = new Set(); R; for (const x of 'hello') s.add(x); s.forEach(("
      "v) => v === 'h' && s.delete(v)); return [...s]",
      "[\"e\",\"l\",\"o\"]" },
    { "const k = {}; const w = new WeakMap(); R; w.set(k, 1); return [w.get(k"
      "), w.getOrInsert(k, 2), w.getOrInsertComputed({}, () => 5), w.has(k), "
      "w.delete(k)]",
      "[1,1,5,true,true]" },
    { "const k = {}; R; const w = new WeakSet([k]); const r = new WeakRef(k);"
      " return [w.has(k), r.deref() === k, new WeakMap([[k, 3]]).get(k)]",
      "[true,true,3]" },
    { "class M extends Map { set(k, v) { return super.set(k, v + 1) } } R; re"
      "turn [...new M([[1, 1]])]",
      "[[1,2]]" },
};

static const JsRow arrays_rows[] = {
    { "const a = [3, 1, 2]; R; return a.map((x) => x * 2)",
      "[6,2,4]" },
    { "const a = [3, 1, 2]; R; return [a.filter((x) => x > 1), a.find((x) => "
      "x < 3), a.findIndex((x) => x == 2), a.findLast((x) => x > 1), a.findLa"
      "stIndex((x) => x == 9)]",
      "[[3,2],1,2,2,-1]" },
    { "const a = [3, 1, 2]; R; return [a.every((x) => x), a.some((x) => x > 5"
      "), a.reduce((s, x) => s + x), a.reduceRight((s, x) => s + x, '')]",
      "[true,false,6,\"213\"]" },
    { "const a = [1, [2, [3, [4]]]]; R; return [a.flat(), a.flat(Infinity), a"
      ".flatMap((x) => [x, 0])]",
      "[[1,2,[3,[4]]],[1,2,3,4],[1,0,[2,[3,[4]]],0]]" },
    { "const a = [3, 1, 2]; let n = 0; R; a.forEach((x) => { n += x }); retur"
      "n n",
      "6" },
    { "const a = [3, 1, 2]; R; return [a.sort(), a.toSorted((x, y) => y - x),"
      " a.toReversed(), a.with(0, 9), a.toSpliced(1, 1, 7, 8)]",
      "[[1,2,3],[3,2,1],[3,2,1],[9,2,3],[1,7,8,3]]" },
    { "const a = ['b', 'a', undefined, , 'c']; R; return a.sort()",
      "[\"a\",\"b\",\"c\",null,null]" },
    { "const a = [{ toString: () => 'b' }, { toString: () => 'a' }]; R; retur"
      "n a.sort().map(String)",
      "[\"a\",\"b\"]" },
    { "const a = Array.from({ length: 60 }, (_, i) => (i * 7) % 60); R; retur"
      "n a.sort((x, y) => x - y)[59]",
      "59" },
    { "const a = [1, 2, 3, 4]; R; return [a.splice(1, 2, 'x', 'y', 'z'), a, a"
      ".slice(-2), a.concat([5], 6)]",
      "[[2,3],[1,\"x\",\"y\",\"z\",4],[\"z\",4],[1,\"x\",\"y\",\"z\",4,5,6]]" },
    { "const a = [1, 2]; R; return [a.push(3), a.unshift(0), a.pop(), a.shift"
      "(), a.reverse(), a.fill(7, 1), a.copyWithin(0, 1), a.length]",
      "[3,4,3,0,[7,7],[7,7],[7,7],2]" },
    { "const a = [1, , 'x', [2, [3]], null]; R; return [a.join('-'), String(a"
      "), a.toLocaleString()]",
      "[\"1--x-2,3-\",\"1,,x,2,3,\",\"1,,x,2,3,\"]" },
    { "const a = [1, NaN, 3]; R; return [a.includes(NaN), a.indexOf(3), a.las"
      "tIndexOf(1), a.at(-1), a.keys().next().value, [...a.entries()]]",
      "[true,2,0,3,0,[[0,1],[1,null],[2,3]]]" },
    { "const o = { length: 3, 0: 'a', 2: 'c' }; R; return [Array.from(o), Arr"
      "ay.prototype.map.call(o, (x) => x), Array.prototype.join.call(o), Arra"
      "y.prototype.slice.call(o, 1)]",
      "[[\"a\",null,\"c\"],[\"a\",null,\"c\"],\"a,,c\",[null,\"c\"]]" },
    { "const o = { length: 3, 0: 'a', 2: 'c' }; R; return [Array.prototype.re"
      "verse.call({ ...o }), Array.prototype.splice.call(o, 0, 1), o.length, "
      "Array.prototype.unshift.call(o, 1), Array.prototype.push.call(o, 5), A"
      "rray.prototype.fill.call({ length: 2 }, 1)]",
      "[{\"0\":\"c\",\"2\":\"a\",\"length\":3},[\"a\"],2,3,4,{\"0\":1,\"1\":1"
      ",\"length\":2}]" },
    { "R; return [Array.from('ab', (x) => x + x), Array.of(1, 2), new Array(2"
      ").length, Array.from(new Set([1])), Array.isArray([])]",
      "[[\"aa\",\"bb\"],[1,2],2,[1],true]" },
    { "class A extends Array {} const a = A.of(3, 1, 2); R; return [a.map((x)"
      " => x) instanceof A, a.filter((x) => x > 1) instanceof A, a.slice(1) i"
      "nstanceof A, a.splice(0, 1) instanceof A, a.concat([1]) instanceof A, "
      "a.flat() instanceof A, a.flatMap((x) => x) instanceof A]",
      "[true,true,true,true,true,true,true]" },
    { "const a = [1, 2, 3]; a[50] = 1; R; return [a.indexOf(1, 5), a.flat().l"
      "ength, a.sort().length, a.reverse()[50]]",
      "[50,4,51,1]" },
    { "const a = [1, 2]; a[Symbol.isConcatSpreadable] = false; const b = { le"
      "ngth: 1, 0: 'x', [Symbol.isConcatSpreadable]: true }; R; return [[].co"
      "ncat(a).length, [].concat(b, 5)]",
      "[1,[\"x\",5]]" },
};

static const JsRow typed_arrays_rows[] = {
    { "const a = new Int8Array([3, 1, 2]); R; return [[...a.map((x) => x * 2)"
      "], [...a.filter((x) => x > 1)], a.find((x) => x < 3), a.findLastIndex("
      "(x) => x > 5), a.reduce((s, x) => s + x), a.reduceRight((s, x) => s + "
      "x, ''), a.every((x) => x), a.some((x) => x == 2), a.toLocaleString(), "
      "a.findIndex((x) => x == 2), a.findLast((x) => x == 3)]",
      "[[6,2,4],[3,2],1,-1,6,\"213\",true,true,\"3,1,2\",2,3]" },
    { "const a = new BigInt64Array([3n, -1n, 2n]); let n = 0n; R; a.forEach(("
      "x) => { n += x }); return [String(n), String(a.map((x) => x * 2n)), St"
      "ring(a.toSorted()), String(a.sort((x, y) => x < y ? 1 : -1)), String(a"
      ".reduce((s, x) => s + x)), String(a.filter((x) => x > 0n)), String(a.f"
      "ind((x) => x < 0n)), String(a.findLast((x) => x > 5n)), a.some((x) => "
      "x === 3n), a.every((x) => x > 0n), String(a.reduceRight((s, x) => s + "
      "x))]",
      "[\"4\",\"6,-2,4\",\"-1,2,3\",\"3,2,-1\",\"4\",\"3,2\",\"-1\",\"undefin"
      "ed\",true,false,\"4\"]" },
    { "const a = new Uint8Array([3, 1, 2]); R; return [a.join('-'), a.include"
      "s(1), a.indexOf(2), a.lastIndexOf(3), a.at(-1), String(a.slice(1)), St"
      "ring(a.subarray(1, 2)), String(a.toReversed()), String(a.with(0, 9)), "
      "String(a.reverse()), String(a.fill(7, 0, 1)), String(a.copyWithin(1, 0"
      ")), [...a.entries()][0], [...a.keys()], [...a.values()]]",
      "[\"3-1-2\",true,2,0,2,\"1,2\",\"1\",\"2,1,3\",\"9,1,2\",\"2,1,3\",\"7,"
      "1,3\",\"7,7,1\",[0,7],[0,1,2],[7,7,1]]" },
    { "R; const a = new Float64Array(4); a.set([1.5, 2], 1); a.set(new Uint8A"
      "rray([9]), 3); return [String(a), String(Float32Array.from([1, 2], (x)"
      " => x / 2)), String(Uint8ClampedArray.of(300, -1)), String(new Int16Ar"
      "ray(new Set([1, 2]))), String(new Int16Array({ length: 2, 0: 5 })), St"
      "ring(new BigUint64Array([1n]))]",
      "[\"0,1.5,2,9\",\"0.5,1\",\"255,0\",\"1,2\",\"5,0\",\"1\"]" },
    { "const b = new ArrayBuffer(4, { maxByteLength: 16 }); R; b.resize(12); "
      "const c = b.slice(2, 6); const d = b.transfer(8); const e = d.transfer"
      "ToFixedLength(); return [b.detached, c.byteLength, d.detached, e.byteL"
      "ength, e.resizable, ArrayBuffer.isView(new DataView(e))]",
      "[true,4,true,8,false,true]" },
    { "const v = new DataView(new ArrayBuffer(16)); R; v.setBigInt64(0, -5n);"
      " v.setFloat32(8, 1.5, true); return [String(v.getBigInt64(0)), String("
      "v.getBigUint64(0)), v.getFloat32(8, true), v.byteLength, v.byteOffset,"
      " v.buffer.byteLength]",
      "[\"-5\",\"18446744073709551611\",1.5,16,0,16]" },
    { "const a = new Uint8Array([1, 2, 250]); R; return [a.toHex(), a.toBase6"
      "4(), a.toBase64({ alphabet: 'base64url', omitPadding: true }), String("
      "Uint8Array.fromHex('01ff')), String(Uint8Array.fromBase64('AQI=')), a."
      "setFromHex('0a').written, a.setFromBase64('AQI=').written]",
      "[\"0102fa\",\"AQL6\",\"AQL6\",\"1,255\",\"1,2\",1,2]" },
    { "class B extends Uint8Array {} const a = new B([1, 2, 3]); R; return [a"
      ".map((x) => x) instanceof B, a.filter((x) => x) instanceof B, a.slice("
      ") instanceof B, a.subarray(1) instanceof B, B.from([1]) instanceof B, "
      "B.of(1) instanceof B]",
      "[true,true,true,true,true,true]" },
    { "const b = new ArrayBuffer(8), u = new Uint8Array(b, 2), d = new DataVi"
      "ew(b); u[0] = 7; R; const c = structuredClone([b, u, d, u]); return [c"
      "[0].byteLength, c[1][0], c[1].buffer === c[0], c[2].getUint8(2), c[1] "
      "=== c[3]]",
      "[8,7,true,7,true]" },
};

static const JsRow functions_and_symbols_rows[] = {
    { "function f(...a) { return [this, ...a] } R; return [f.call(1, 2), f.ap"
      "ply(1, [2, 3]), f.bind(1, 2)(3), f.bind(1).name, Reflect.apply(f, 1, {"
      " length: 1, 0: 9 })]",
      "[[1,2],[1,2,3],[1,2,3],\"bound f\",[1,9]]" },
    { "class A { constructor(...a) { this.a = a } } const B = A.bind(null, 1)"
      "; R; return [new B(2), Reflect.construct(A, [1]), new B() instanceof A"
      ", B.length, String(A.bind)]",
      "[{\"a\":[1,2]},{\"a\":[1]},true,0,\"function bind() { [native code] }"
      "\"]" },
    { "function f(a, b) { return a + b } R; return [f.toString(), f.length, f"
      " instanceof Function, (() => {}).name]",
      "[\"function f(a, b) { return a + b }\",2,true,\"\"]" },
    { "R; const s = Symbol('d'), r = Symbol.for('k' + 1); return [s.toString("
      "), s.description, Symbol.keyFor(r), Symbol.for('k1') === r, Object(s) "
      "== s, Symbol().description, String(Symbol(''))]",
      "[\"Symbol(d)\",\"d\",\"k1\",true,true,null,\"Symbol()\"]" },
    { "const o = { a: 1, get b() { return 2 }, [Symbol('x')]: 3 }; R; return "
      "[Object.entries(o), Reflect.ownKeys(o).length, JSON.stringify(Object.g"
      "etOwnPropertyDescriptor(o, 'a')), Object.keys(o), { ...o }, Object.ass"
      "ign({}, o), Object.fromEntries([['z', 1]])]",
      "[[[\"a\",1],[\"b\",2]],3,\"{\\\"value\\\":1,\\\"writable\\\":true,\\\""
      "enumerable\\\":true,\\\"configurable\\\":true}\",[\"a\",\"b\"],{\"a\":"
      "1,\"b\":2},{\"a\":1,\"b\":2},{\"z\":1}]" },
    { "const p = new Proxy({ a: 1 }, { get: (o, k) => k === 'b' ? 2 : o[k], h"
      "as: () => true, ownKeys: () => ['a'], getOwnPropertyDescriptor: (o, k)"
      " => Reflect.getOwnPropertyDescriptor(o, k), deleteProperty: () => true"
      ", set: (o, k, v) => Reflect.set(o, k, v) }); R; return [p.b, 'zz' in p"
      ", Object.keys(p), delete p.q, (p.c = 5, p.c)]",
      "[2,true,[\"a\"],true,5]" },
    { "R; const { proxy, revoke } = Proxy.revocable(() => 1, { apply: (f, t, "
      "a) => a.length, construct: (f, a) => ({ n: a.length }) }); const r = ["
      "proxy(1, 2), new Proxy(class {}, { construct: (f, a) => ({ n: a.length"
      " }) })]; revoke(); return r[0]",
      "2" },
    { "R; return [crypto.randomUUID().length, crypto.getRandomValues(new Uint"
      "8Array(3)).length]",
      "[36,3]" },
};

static const JsRow dates_rows[] = {
    { "R; const d = new Date('2020-02-29T12:34:56.789Z'); return [d.toISOStri"
      "ng(), d.toString(), d.toUTCString(), d.toDateString(), d.toTimeString("
      "), d.toJSON()]",
      "[\"2020-02-29T12:34:56.789Z\",\"Sat Feb 29 2020 12:34:56 GMT+0000 (Coo"
      "rdinated Universal Time)\",\"Sat, 29 Feb 2020 12:34:56 GMT\",\"Sat Feb"
      " 29 2020\",\"12:34:56 GMT+0000 (Coordinated Universal Time)\",\"2020-0"
      "2-29T12:34:56.789Z\"]" },
    { "R; return ['Sat, 29 Feb 2020 12:34:56 GMT', '29 February 2020 1:02 pm'"
      ", 'x'].map((s) => Date.parse(s))",
      "[1582979696000,1582981320000,null]" },
    { "const d = new Date(0); R; return [d.setFullYear(2020, 1, 30), d.setHou"
      "rs(1, 2, 3, 4), d.setMonth(12), d.setDate(0), d.setTime(5), new Date(d"
      ") - d, new Date(2020, 0).getTime(), Date.UTC(2020, 1), d[Symbol.toPrim"
      "itive]('number')]",
      "[1583020800000,1583024523004,1609462923004,1609376523004,5,0,157783680"
      "0000,1580515200000,5]" },
    { "const d = new Date(0); R; return [d.toLocaleString('en-US'), d.toLocal"
      "eDateString(), d.toLocaleTimeString(undefined, { timeStyle: 'short' })"
      "].map((s) => s.replace(/\\u202f/g, ' '))",
      "[\"1/1/1970, 12:00:00 AM\",\"1/1/1970\",\"12:00 AM\"]" },
};

static const JsRow text_rows[] = {
    { "const s = 'a,b,\\u00e9'; R; return [s.split(','), s.toUpperCase(), s.p"
      "adEnd(7, '-'), s.repeat(2), s.at(-1), s.codePointAt(4), s.normalize('N"
      "FD').length, s.replaceAll(',', '$&$&'), [...s].length, s.concat(1, 2),"
      " s.localeCompare('b'), s.slice(1, 3), s.trim(), s.isWellFormed()]",
      "[[\"a\",\"b\",\"\303\251\"],\"A,B,\303\211\",\"a,b,\303\251--\",\"a,b,"
      "\303\251a,b,\303\251\",\"\303\251\",233,6,\"a,,b,,\303\251\",5,\"a,b,"
      "\303\25112\",-1,\",b\",\"a,b,\303\251\",true]" },
    { "const s = 'h\\u00e9'; R; const b = new TextEncoder().encode(s); return"
      " [b.length, new TextDecoder().decode(b), new TextEncoder().encodeInto("
      "s, new Uint8Array(9)), btoa('ab'), atob('YWI=')]",
      "[3,\"h\303\251\",{\"read\":2,\"written\":3},\"YWI=\",\"ab\"]" },
    { "R; const u = new URL('../x?a=1&b=%20#f', 'https://u:p@ex\\u00e4mple.co"
      "m:8080/a/b/c'); u.searchParams.append('c', '\\u00e9'); u.port = '1'; u"
      ".pathname = '/\\u00e9'; return [u.href, u.host, u.origin, [...u.search"
      "Params].length, u.searchParams.getAll('a')]",
      "[\"https://u:p@xn--exmple-cua.com:1/%C3%A9?a=1&b=+&c=%C3%A9#f\",\"xn--"
      "exmple-cua.com:1\",\"https://xn--exmple-cua.com:1\",3,[\"1\"]]" },
    { "R; const p = new URLSearchParams({ b: '1', a: '2' }); p.sort(); p.set("
      "'b', 'x y'); p.delete('q'); let n = ''; p.forEach((v, k) => { n += k +"
      " v }); return [String(p), n, p.has('a'), p.size, [...p.keys()], [...ne"
      "w URLSearchParams([['k', 'v']])], new URLSearchParams('?a=%41+').get('"
      "a')]",
      "[\"a=2&b=x+y\",\"a2bx y\",true,2,[\"a\",\"b\"],[[\"k\",\"v\"]],\"A \"]" },
    { "R; return [URL.canParse('http://[::1]:80/'), new URL('http://0x7f.1/')"
      ".host, new URL('http://[1:2::3]/').host, URL.parse('nope')]",
      "[true,\"127.0.0.1\",\"[1:2::3]\",null]" },
    { "R; const h = new Headers([['A', '1'], ['b', '2']]); h.append('a', '3')"
      "; h.set('c', 'd'); let n = ''; h.forEach((v, k) => { n += k + v }); re"
      "turn [[...h], h.get('A'), h.has('x'), n, new Headers({ q: 'r' }).get('"
      "q')]",
      "[[[\"a\",\"1, 3\"],[\"b\",\"2\"],[\"c\",\"d\"]],\"1, 3\",false,\"a1, 3"
      "b2cd\",\"r\"]" },
    { "const o = { a: [1, 'x', null, { b: 1n < 2n }], d: new Date(0), u: unde"
      "fined, toJSON: undefined }; R; return [JSON.stringify(o, null, 1), JSO"
      "N.parse(JSON.stringify(o), (k, v) => v === 1 ? 2 : v), JSON.stringify("
      "o, ['a'])]",
      "[\"{\\n \\\"a\\\": [\\n  1,\\n  \\\"x\\\",\\n  null,\\n  {\\n   \\\"b"
      "\\\": true\\n  }\\n ],\\n \\\"d\\\": \\\"1970-01-01T00:00:00.000Z\\\""
      "\\n}\",{\"a\":[2,\"x\",null,{\"b\":true}],\"d\":\"1970-01-01T00:00:00."
      "000Z\"},\"{\\\"a\\\":[1,\\\"x\\\",null,{}]}\"]" },
    { "const o = { a: [1, , 's'], m: new Map([[1, { x: 1 }]]), s: new Set([1]"
      "), d: new Date(5), e: new TypeError('t'), n: Object(1), b: 5n, r: /a/g"
      "i }; o.self = o; R; const c = structuredClone(o); return [c.self === c"
      ", c.a, c.m.get(1), [...c.s], c.d.getTime(), c.e.message, c.n + 1, Stri"
      "ng(c.b), String(c.r)]",
      "[true,[1,null,\"s\"],{\"x\":1},[1],5,\"t\",2,\"5\",\"/a/gi\"]" },
};

static const JsRow numbers_rows[] = {
    { "const n = 12345.678; R; return [n.toFixed(1), n.toExponential(2), n.to"
      "Precision(3), n.toString(36).slice(0, 3), n.toLocaleString(), Number('"
      "0x1f'), parseFloat('1.5x'), parseInt('z', 36), Math.hypot(3, 4), Math."
      "max(...[1, 2]), Math.sumPrecise([0.1, 0.2, -0.1])]",
      "[\"12345.7\",\"1.23e+4\",\"1.23e+4\",\"9ix\",\"12,345.678\",31,1.5,35,"
      "5,2,0.2]" },
};

static const JsRow intl_rows[] = {
    { "R; return [new Intl.NumberFormat('en-US', { style: 'currency', currenc"
      "y: 'EUR' }).format(1234.5), new Intl.NumberFormat('en', { notation: 'c"
      "ompact' }).format(12345), new Intl.NumberFormat('en').formatToParts(1."
      "5).length, new Intl.NumberFormat().resolvedOptions().locale]",
      "[\"\342\202\2541,234.50\",\"12K\",3,\"en-US\"]" },
    { "R; return [new Intl.ListFormat('en', { type: 'disjunction' }).format(["
      "'a', 'b', 'c']), new Intl.ListFormat('en').formatToParts(['a', 'b']).l"
      "ength, new Intl.PluralRules('en', { type: 'ordinal' }).select(2), new "
      "Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-1, 'day'), "
      "['b', 'a'].sort(new Intl.Collator('en').compare)]",
      "[\"a, b, or c\",3,\"two\",\"yesterday\",[\"a\",\"b\"]]" },
    { "R; return [Intl.supportedValuesOf('unit').length > 20, Intl.supportedV"
      "aluesOf('calendar'), Intl.supportedValuesOf('timeZone').length]",
      "[true,[\"gregory\"],1]" },
    { "R; return [[...new Intl.Segmenter('en', { granularity: 'word' }).segme"
      "nt('a b')].map((x) => x.segment), new Intl.Segmenter().segment('abc')."
      "containing(1).segment, [...new Intl.Segmenter('en', { granularity: 'se"
      "ntence' }).segment('A b. C d.')].length]",
      "[[\"a\",\" \",\"b\"],\"b\",2]" },
    { "const d = new Date(0); R; return [new Intl.DateTimeFormat('en-US', { d"
      "ateStyle: 'full', timeZone: 'UTC' }).format(d), new Intl.DateTimeForma"
      "t('en-US', { month: 'short' }).formatToParts(d)[0].value, new Intl.Dat"
      "eTimeFormat('en-US').resolvedOptions().timeZone]",
      "[\"Thursday, January 1, 1970\",\"Jan\",\"UTC\"]" },
    { "R; return [new Intl.NumberFormat('en', { style: 'unit', unit: 'kilomet"
      "er-per-hour', unitDisplay: 'long' }).format(5), new Intl.NumberFormat("
      "'en', { style: 'percent', maximumFractionDigits: 1 }).format(0.1234), "
      "new Intl.NumberFormat('en', { notation: 'scientific' }).format(12345n)"
      ", new Intl.NumberFormat('en', { signDisplay: 'always', minimumIntegerD"
      "igits: 3 }).format(7), new Intl.NumberFormat('en').formatRange(1, 2)]",
      "[\"5 kilometers per hour\",\"12.3%\",\"1.235E4\",\"+007\",\"1\342\200"
      "\2232\"]" },
    { "const w = new WeakMap(); let k = {}; const first = k; for (let i = 0; "
      "i < 60; i++) { const n = {}; w.set(k, n); k = n } R; let n = 0; for (l"
      "et x = first; (x = w.get(x)); ) n++; const s = []; for (let i = 0; i <"
      " 40; i++) s.push({ i, w: new WeakMap([[first, { i }]]) }); return [n, "
      "s.every((x) => x.w.get(first).i === x.i)]",
      "[60,true]" },
};

static const JsRow language_rows[] = {
    { "function* g() { try { yield 1; yield* [2, 3] } finally { yield 4 } } R"
      "; const i = g(); return [i.next().value, i.next().value, i.return(9).v"
      "alue, i.next(), i.next()]",
      "[1,2,4,{\"value\":9,\"done\":true},{\"done\":true}]" },
    { "async function* g() { try { yield 1; yield* [2] } catch (e) { yield e "
      "} } R; const i = g(); return [await i.next(), await i.throw('x'), awai"
      "t i.return(5), await i.next()]",
      "[{\"value\":1,\"done\":false},{\"value\":\"x\",\"done\":false},{\"valu"
      "e\":5,\"done\":true},{\"done\":true}]" },
    { "R; class A { #x = 1; static s = [1]; static { this.t = 2 } get x() { r"
      "eturn this.#x } set x(v) { this.#x = v } ['m' + 1]() { return 3 } stat"
      "ic async *g() {} } class B extends A { y = super.x; m1() { return supe"
      "r.m1() + 1 } } const b = new B(); b.x = 5; return [b.x, b.y, b.m1(), A"
      ".s, A.t, B.name]",
      "[5,1,4,[1],2,\"B\"]" },
    { "const o = { a: 1, b: { c: [2, 3, 4] }, z: 5 }; R; const { a, b: { c: ["
      "d, ...e] }, f = 6, ...g } = o; return [a, d, e, f, g, `${a}-${d}`, [.."
      ".e, ...'xy'], ((x, y = 2, ...r) => r)(1, 2, 3)]",
      "[1,2,[3,4],6,{\"z\":5},\"1-2\",[3,4,\"x\",\"y\"],[3]]" },
    { "R; const f = (s, ...v) => s.raw.join('|') + v; const r = f`a${1}\\n${2"
      "}`; let n = 0; for (const k in { a: 1, b: 2 }) n += k.length; label: f"
      "or (;;) { for (;;) break label } const c = []; for (let i = 0; i < 3; "
      "i++) c.push(() => i); return [r, n, c.map((x) => x()), typeof f, void "
      "0 ?\? 5, c?.[9]?.x]",
      "[\"a|\\\\n|1,2\",2,[0,1,2],\"function\",5,null]" },
    { "R; const a = await Promise.all([1, Promise.resolve(2), new Promise((r)"
      " => r(3))]); const s = await Promise.allSettled([Promise.reject(1), 2]"
      "); const w = Promise.withResolvers(); w.resolve(4); return [a, s, awai"
      "t w.promise, await Promise.any([Promise.reject(1), 7]), await Promise."
      "race([8]), await Promise.try(() => 9), await Promise.resolve(1).finall"
      "y(() => {})]",
      "[[1,2,3],[{\"status\":\"rejected\",\"reason\":1},{\"status\":\"fulfill"
      "ed\",\"value\":2}],4,7,8,9,1]" },
};

static const JsRow iterators_are_not_read_twice_rows[] = {
    { "const it = new Set(Array.from({ length: 12 }, (_, i) => i)).values(); "
      "R; return Array.from(it).length",
      "12" },
    { "const it = new Set(Array.from({ length: 12 }, (_, i) => i)).values(); "
      "R; return [...it].length",
      "12" },
    { "const it = new Set(Array.from({ length: 12 }, (_, i) => i)).values(); "
      "R; return new Set(it).size",
      "12" },
    { "const it = new Map(Array.from({ length: 12 }, (_, i) => ['k' + i, i]))"
      ".entries(); R; return new Map(it).size",
      "12" },
    { "const m = new Map(Array.from({ length: 9 }, (_, i) => [{}, i])); const"
      " it = m.entries(); R; const w = new WeakMap(it); return [...m.keys()]."
      "filter((k) => w.has(k)).length",
      "9" },
    { "const m = new Set(Array.from({ length: 9 }, () => ({}))); const it = m"
      ".values(); R; const w = new WeakSet(it); return [...m].filter((k) => w"
      ".has(k)).length",
      "9" },
    { "const it = new Map(Array.from({ length: 12 }, (_, i) => ['k' + i, i]))"
      ".entries(); R; return Object.keys(Object.fromEntries(it)).length",
      "12" },
    { "const it = new Set(Array.from({ length: 12 }, (_, i) => i)).values(); "
      "R; return Object.groupBy(it, (x) => x % 2)[1].length",
      "6" },
    { "const it = new Set(Array.from({ length: 12 }, (_, i) => i)).values(); "
      "R; return Map.groupBy(it, (x) => x % 2).get(0).length",
      "6" },
    { "const it = new Set(Array.from({ length: 12 }, (_, i) => i)).values(); "
      "R; return new Uint8Array(it).length",
      "12" },
    { "const it = new Set(Array.from({ length: 12 }, (_, i) => i)).values(); "
      "R; return Uint8Array.from(it, (x) => x).length",
      "12" },
    { "const it = new Set(Array.from({ length: 12 }, (_, i) => i)).values(); "
      "R; return Math.sumPrecise(it)",
      "66" },
    { "const it = new Set(Array.from({ length: 12 }, (_, i) => i)).values(); "
      "R; return (await Promise.all(it)).length",
      "12" },
    { "const it = new Map(Array.from({ length: 12 }, (_, i) => ['k' + i, i]))"
      ".entries(); R; return new URLSearchParams(it).size",
      "12" },
    { "const it = new Map(Array.from({ length: 12 }, (_, i) => ['k' + i, i]))"
      ".entries(); R; return [...new Headers(it)].length",
      "12" },
    { "const it = new Set(Array.from({ length: 12 }, (_, i) => i)).values(); "
      "R; const [a, b, ...c] = it; return c.length",
      "10" },
    { "const it = new Set(Array.from({ length: 12 }, (_, i) => i)).values(); "
      "R; return ((...a) => a.length)(...it)",
      "12" },
    { "const it = new Set(Array.from({ length: 12 }, (_, i) => i)).values(); "
      "R; function* g() { yield* it } return [...g()].length",
      "12" },
    { "const it = new Set(Array.from({ length: 12 }, (_, i) => i)).values(); "
      "R; let n = 0; for (const x of it) n++; return n",
      "12" },
    { "const it = new Set(Array.from({ length: 12 }, (_, i) => i)).values(); "
      "R; return new AggregateError(it).errors.length",
      "12" },
    { "const it = new Set(Array.from({ length: 12 }, (_, i) => i)).values(); "
      "R; return (await Array.fromAsync(it)).length",
      "12" },
    { "const it = new Set(['a', 'b', 'c', 'd', 'e', 'f', 'g']).values(); R; r"
      "eturn new Intl.ListFormat('en', { style: 'narrow', type: 'unit' }).for"
      "mat(it)",
      "\"a b c d e f g\"" },
    { "const it = new Set(Array.from({ length: 12 }, (_, i) => i)).values(); "
      "R; return it.toArray().length",
      "12" },
    { "const it = new Set(Array.from({ length: 12 }, (_, i) => i)).values(); "
      "R; return it.map((x) => x + 1).filter((x) => x > 2).take(5).toArray()",
      "[3,4,5,6,7]" },
    { "const it = { n: 0, [Symbol.iterator]() { this.n++; return new Map(Arra"
      "y.from({ length: 9 }, (_, i) => ['k' + i, i])).entries() } }; R; retur"
      "n [new Map(it).size, it.n]",
      "[9,1]" },
    { "const it = { n: 0, [Symbol.iterator]() { this.n++; return new Map(Arra"
      "y.from({ length: 9 }, (_, i) => ['k' + i, i])).entries() } }; R; retur"
      "n [Array.from(it).length, it.n]",
      "[9,1]" },
    { "const it = { n: 0, [Symbol.iterator]() { this.n++; return new Map(Arra"
      "y.from({ length: 9 }, (_, i) => ['k' + i, i])).entries() } }; R; retur"
      "n [new Set(it).size, it.n]",
      "[9,1]" },
    { "const it = { n: 0, [Symbol.iterator]() { this.n++; return new Map(Arra"
      "y.from({ length: 9 }, (_, i) => ['k' + i, i])).entries() } }; R; retur"
      "n [Object.keys(Object.fromEntries(it)).length, it.n]",
      "[9,1]" },
    { "const it = { n: 0, [Symbol.iterator]() { this.n++; return new Map(Arra"
      "y.from({ length: 9 }, (_, i) => ['k' + i, i])).entries() } }; R; retur"
      "n [Map.groupBy(it, (x) => x[1] % 2).size, it.n]",
      "[2,1]" },
    { "const it = { n: 0, [Symbol.iterator]() { this.n++; return new Map(Arra"
      "y.from({ length: 9 }, (_, i) => ['k' + i, i])).entries() } }; R; retur"
      "n [Object.keys(Object.groupBy(it, (x) => x[1] % 2)).length, it.n]",
      "[2,1]" },
    { "const it = { n: 0, [Symbol.iterator]() { this.n++; return new Map(Arra"
      "y.from({ length: 9 }, (_, i) => ['k' + i, i])).entries() } }; R; retur"
      "n [new URLSearchParams(it).size, it.n]",
      "[9,1]" },
    { "const it = { n: 0, [Symbol.iterator]() { this.n++; return new Map(Arra"
      "y.from({ length: 9 }, (_, i) => ['k' + i, i])).entries() } }; R; retur"
      "n [(await Promise.all(it)).length, it.n]",
      "[9,1]" },
    { "const it = { n: 0, [Symbol.iterator]() { this.n++; return new Map(Arra"
      "y.from({ length: 9 }, (_, i) => ['k' + i, i])).entries() } }; R; retur"
      "n [new AggregateError(it).errors.length, it.n]",
      "[9,1]" },
};

static const JsRow more_of_the_same_rows[] = {
    { "const s = new Set([1, 2, 3]); class S extends Set {} const b = new S(["
      "2, 3, 4]); R; return [[...s.union(b)], [...b], [...b.entries()].length"
      "]",
      "[[1,2,3,4],[2,3,4],3]" },
    { "class M extends Map {} const m = new M([[1, 2]]); R; let n = 0; for (c"
      "onst [k, v] of m) n += v; return [n, [...m.keys()], Object.fromEntries"
      "(m)]",
      "[2,[1],{\"1\":2}]" },
    { "class A extends Array { *[Symbol.iterator]() { yield 7; yield 8 } } co"
      "nst a = A.of(1); R; const [x, ...y] = a; return [x, y, [...a], Math.ma"
      "x(...a), Array.from(a), new Set(a).size]",
      "[7,[8],[7,8],8,[7,8],2]" },
    { "const it = { [Symbol.asyncIterator]() { let i = 0; return { next: asyn"
      "c () => ({ value: i, done: i++ > 2 }), return: async () => ({}) } } };"
      " R; let n = 0; for await (const x of it) { n += x; if (x > 1) break } "
      "return n",
      "3" },
    { "async function* g() { yield 1; yield 2 } R; const r = []; for await (c"
      "onst x of g()) r.push(x); for await (const x of [3, Promise.resolve(4)"
      "]) r.push(x); return r",
      "[1,2,3,4]" },
    { "function* g() { const r = []; try { r.push(yield 1) } catch (e) { r.pu"
      "sh(e) } return r } R; const a = g(), b = g(); a.next(); b.next(); retu"
      "rn [a.next('n').value, b.throw('t').value, [...g()].length]",
      "[[\"n\"],[\"t\"],1]" },
    { "R; const f = async (n) => { await null; if (n) throw new RangeError('x"
      "'); return n }; const r = [await f(0)]; try { await f(1) } catch (e) {"
      " r.push(e.message) } return r",
      "[0,\"x\"]" },
    { "R; const o = { get a() { return 1 }, set a(v) { this.z = v }, ['k' + 1"
      "]: 2, __proto__: { q: 3 }, m() { return super.q }, async n() {}, *g() "
      "{} }; o.a = 9; return [o.z, o.k1, o.q, o.m()]",
      "[9,2,3,3]" },
    { "R; const big = []; for (let i = 0; i < 40; i++) big[i] = { ['p' + i]: "
      "i, f: () => i }; delete big[3].p3; return [big.length, big[39].f(), Ob"
      "ject.keys(big[3])]",
      "[40,39,[\"f\"]]" },
    { "const o = {}; R; for (let i = 0; i < 70; i++) o['k' + i] = i; for (let"
      " i = 0; i < 70; i += 2) delete o['k' + i]; return [Object.keys(o).leng"
      "th, o.k69, 'k2' in o]",
      "[35,69,false]" },
    { "const o = {}; R; Object.defineProperty(o, 'x', { get() { return 5 }, e"
      "numerable: true, configurable: true }); Object.defineProperties(o, { y"
      ": { value: 1 }, z: { value: 2, writable: true } }); Object.freeze(o); "
      "return [o.x, Object.isFrozen(o), Object.getOwnPropertyNames(o), Object"
      ".getOwnPropertyDescriptors(o).y.value, Object.entries(Object.seal({ a:"
      " 1 }))]",
      "[5,true,[\"x\",\"y\",\"z\"],1,[[\"a\",1]]]" },
    { "R; let s = ''; for (let i = 0; i < 30; i++) s += i; return [s.length, "
      "s.slice(3, 9), `${s}`.length, s.split('').length, s.match(/1/g).length"
      ", s.replaceAll('1', (m) => m + m).length, s.indexOf('29')]",
      "[50,\"345678\",50,50,13,63,48]" },
    { "const a = [1, [2, 3], { b: 4 }]; R; const [x, [y, z = 9], { b, c = 5 }"
      ", ...r] = a; const f = ({ p, ...q }, [w] = [1]) => [p, q, w]; return ["
      "x, y, z, b, c, r, f({ p: 1, s: 2 })]",
      "[1,2,3,4,5,[],[1,{\"s\":2},1]]" },
    { "R; class A { static #n = 0; #p = 1; static inc() { return ++A.#n } get"
      " #g() { return this.#p } set #g(v) { this.#p = v } #m() { return this."
      "#g } has(o) { return #p in o } run() { this.#g += 1; return this.#m() "
      "} accessor = 3 } const a = new A(); return [A.inc(), a.run(), a.has(a)"
      ", a.has({}), a.accessor]",
      "[1,2,true,false,3]" },
    { "R; function F(a) { if (!new.target) return new F(a); this.a = a } F.pr"
      "ototype.g = function () { return this.a }; const o = F(3); return [o.g"
      "(), o instanceof F, new (F.bind(null, 4))().a, (function () { return a"
      "rguments.length })(1, 2)]",
      "[3,true,4,2]" },
    { "const keys = Array.from({ length: 20 }, (_, i) => 'k' + i); R; const o"
      " = { k0: 1, k19: 2, left: 3, 7: 4, 8: 5 }; const { [keys[0]]: a, [keys"
      "[1]]: b, [keys[2]]: c, [keys[3]]: d, [keys[4]]: e, [keys[5]]: f, [keys"
      "[6]]: g, [keys[7]]: h, [keys[8]]: i, [keys[9]]: j, [keys[10]]: k, [key"
      "s[11]]: l, [keys[12]]: m, [keys[13]]: n, [keys[14]]: p, [keys[15]]: q,"
      " [keys[19]]: r, 7: s, ...rest } = o; return [a, r, s, rest]",
      "[1,2,4,{\"8\":5,\"left\":3}]" },
    { "const f = (...a) => a.join(); R; return f.bind(null, 1).bind(null, 2, "
      "3).bind(null)(4)",
      "\"1,2,3,4\"" },
    { "R; label: try { try { throw new Error('a') } catch (e) { throw new Typ"
      "eError('b', { cause: e }) } finally { break label } } catch (e) { retu"
      "rn 'no' } return (() => { try { return 1 } finally { return 2 } })()",
      "2" },
    { "const a = Array.from({ length: 30 }, (_, i) => 'x' + i); R; return [JS"
      "ON.stringify(a).length, JSON.parse(JSON.stringify(a)).length, a.join('"
      "').length, a.toString().length, a.concat(a).length, a.flatMap((x) => ["
      "x, x]).length]",
      "[171,30,80,109,60,60]" },
    { "const o = { length: 2 ** 31, 2147483646: 'z' }; R; return [Array.proto"
      "type.at.call(o, -2), Array.prototype.lastIndexOf.call({ length: 5, 3: "
      "1 }, 1), Array.prototype.indexOf.call({ length: 5, 3: 1 }, 1), Array.p"
      "rototype.includes.call({ length: 5 }, undefined)]",
      "[\"z\",3,3,true]" },
    { "const d = { toString() { return 'k' }, valueOf() { return 2 } }; R; re"
      "turn [d + 1, d * 2, `${d}`, { k: 5 }[d], d == 2, d < 3, +d, [d] + '']",
      "[3,4,\"k\",5,true,true,2,\"k\"]" },
    { "const p = new Proxy([1, 2, 3], {}); R; return [p.map((x) => x), p.leng"
      "th, [...p], p.concat(4), Array.isArray(p), p.slice(1), JSON.stringify("
      "p), p.push(9), p.indexOf(3), p.reverse()[0], p.join()]",
      "[[1,2,3],3,[1,2,3],[1,2,3,4],true,[2,3],\"[1,2,3]\",4,2,9,\"9,3,2,1\"]" },
};

static const JsRow steps_of_natives_rows[] = {
    { "const a = [1, 2, 3]; R; return [JSON.parse('[1,{\"a\":[2,3]},\"x\"]', "
      "(k, v) => typeof v === 'number' ? v + 1 : v), JSON.stringify({ a: [1, "
      "{ b: 2 }], c: 'd' }, (k, v) => typeof v === 'number' ? String(v) : v, "
      "'-')]",
      "[[2,{\"a\":[3,4]},\"x\"],\"{\\n-\\\"a\\\": [\\n--\\\"1\\\",\\n--{\\n--"
      "-\\\"b\\\": \\\"2\\\"\\n--}\\n-],\\n-\\\"c\\\": \\\"d\\\"\\n}\"]" },
    { "const t = (v) => ({ then: (f) => f(v) }); R; return [await Promise.all"
      "([t(1), 2, t(3)]), (await Promise.allSettled([t(1), { then: (f, r) => "
      "r(2) }])).map((x) => x.status), await Promise.any([{ then: (f, r) => r"
      "(1) }, t(5)]), await Promise.race([t(6), t(7)]), await t(8)]",
      "[[1,2,3],[\"fulfilled\",\"rejected\"],5,6,8]" },
    { "R; try { await Promise.any([Promise.reject(1), Promise.reject(2)]) } c"
      "atch (e) { return [e.name, e.errors] }",
      "[\"AggregateError\",[1,2]]" },
    { "R; return await Promise.resolve(1).then((x) => x + 1).finally(() => 9)"
      ".then((x) => { throw x }).catch((e) => e * 2).finally(() => Promise.re"
      "solve(3))",
      "4" },
    { "const a = [1, 2, 3, 4, 5, 6]; R; return [a.values().flatMap((x) => [x,"
      " x]).drop(2).take(3).toArray(), Iterator.from({ next: () => ({ done: t"
      "rue }) }).toArray(), a.values().reduce((s, x) => s + x), a.values().ev"
      "ery((x) => x), a.values().find((x) => x > 4), [...a.values().filter((x"
      ") => x % 2)]]",
      "[[2,2,3],[],21,true,5,[1,3,5]]" },
    { "const it = [1, 2, 3].values(); R; return [it.map((x) => [x]).flatMap(("
      "x) => x.values()).toArray(), it.next().done]",
      "[[1,2,3],true]" },
    { "const a = Array.from({ length: 40 }, (_, i) => (i * 17) % 40); R; retu"
      "rn [a.sort((x, y) => x - y).slice(0, 3), a.toSorted((x, y) => y - x)[0"
      "], new Float64Array(a).sort((x, y) => y - x)[0]]",
      "[[0,1,2],39,39]" },
    { "const log = []; R; const f = function* () { try { yield* [1, 2, 3].map"
      "((x) => x * 2) } finally { log.push('f') } }; const [x] = f(); for (co"
      "nst y of f()) { if (y > 2) break } return [x, log]",
      "[2,[\"f\",\"f\"]]" },
    { "async function* g() { for (let i = 0; i < 4; i++) yield i } R; return "
      "[await Array.fromAsync(g()), await Array.fromAsync([1, Promise.resolve"
      "(2)]), await Array.fromAsync({ length: 2, 0: 'a', 1: 'b' }, (x) => x +"
      " x)]",
      "[[0,1,2,3],[1,2],[\"aa\",\"bb\"]]" },
    { "const o = { [Symbol.toPrimitive]: (h) => h }; R; return [`${o}`, o + '"
      "', String(o), [o].join(), isNaN(+o), 'x'.padEnd(3, o), 'a'.concat(o), "
      "'string'.indexOf(o), new Date(o).getTime()]",
      "[\"string\",\"default\",\"string\",\"string\",true,\"xst\",\"astring\""
      ",0,null]" },
    { "const s = 'x-y-z'; R; return [s.replaceAll('-', (m, i) => i), s.replac"
      "e('-', (m) => m + m), s.replaceAll('', '.'), s.split('-', 2), s.replac"
      "eAll('', () => '!'), s.replace('q', () => 1)]",
      "[\"x1y3z\",\"x--y-z\",\".x.-.y.-.z.\",[\"x\",\"y\"],\"!x!-!y!-!z!\",\""
      "x-y-z\"]" },
    { "const a = ['b', 'a']; R; return [a.map(String), a.toSorted(), Array.fr"
      "om(a, (x, i) => x + i), Array.from({ length: 3 }, (_, i) => i * i), Ob"
      "ject.fromEntries(a.map((x, i) => [x, i])), new Map(a.map((x) => [x, 1]"
      ")).size, new Set(a).has('a')]",
      "[[\"b\",\"a\"],[\"a\",\"b\"],[\"b0\",\"a1\"],[0,1,4],{\"b\":0,\"a\":1}"
      ",2,true]" },
    { "class P { constructor(x) { this.x = x } get [Symbol.toStringTag]() { r"
      "eturn 'P' } static [Symbol.hasInstance](v) { return v === 1 } } R; ret"
      "urn [String(new P(1)), 1 instanceof P, { ...new P(2) }, Object.entries"
      "(new P(3)), new (class extends P { constructor() { super(...[4]) } })("
      ").x]",
      "[\"[object P]\",true,{\"x\":2},[[\"x\",3]],4]" },
    { "const h = { get: (t, k, r) => k === 'x' ? 1 : Reflect.get(t, k, r), se"
      "t: (t, k, v, r) => Reflect.set(t, k, v, r), has: (t, k) => k === 'y' }"
      "; R; const p = new Proxy({}, h); p.q = 5; const o = Object.create(p); "
      "return [p.x, o.x, 'y' in o, p.q, Object.keys(p), (o.w = 2, Object.hasO"
      "wn(o, 'w'))]",
      "[1,1,true,5,[\"q\"],true]" },
    { "const f = (...a) => a.length, b = f.bind(0, 1, 2); R; return [b(3), b."
      "call(9, 3, 4), b.apply(null, [1, 2, 3]), Reflect.apply(b, 0, [1]), [1,"
      " 2].map(b), new Proxy(f, {})(1, 2), new Proxy(f, { apply: (t, s, a) =>"
      " t(...a) + 1 })(1)]",
      "[3,4,5,3,[5,5],2,2]" },
    { "R; return [structuredClone([1, { a: [2, { b: new Map([[{ k: 1 }, new S"
      "et(['v'])]]) }] }])[1].a[1].b.size, structuredClone(new Error('m', { c"
      "ause: { c: 1 } })).cause, structuredClone([new Date(1), /x/g, Object(2"
      "n) + '', new Boolean(false)]).length]",
      "[1,{\"c\":1},4]" },
};
/* clang-format on */

static void regexps(void **state)
{
    (void)state;
    assert_int_equal(js_check_refused(regexps_rows, CM_ARRAY_LEN(regexps_rows)),
                     0);
}

static void collections(void **state)
{
    (void)state;
    assert_int_equal(
        js_check_refused(collections_rows, CM_ARRAY_LEN(collections_rows)), 0);
}

static void arrays(void **state)
{
    (void)state;
    assert_int_equal(js_check_refused(arrays_rows, CM_ARRAY_LEN(arrays_rows)),
                     0);
}

static void typed_arrays(void **state)
{
    (void)state;
    assert_int_equal(
        js_check_refused(typed_arrays_rows, CM_ARRAY_LEN(typed_arrays_rows)),
        0);
}

static void functions_and_symbols(void **state)
{
    (void)state;
    assert_int_equal(js_check_refused(functions_and_symbols_rows,
                                      CM_ARRAY_LEN(functions_and_symbols_rows)),
                     0);
}

static void dates(void **state)
{
    (void)state;
    assert_int_equal(js_check_refused(dates_rows, CM_ARRAY_LEN(dates_rows)), 0);
}

static void text(void **state)
{
    (void)state;
    assert_int_equal(js_check_refused(text_rows, CM_ARRAY_LEN(text_rows)), 0);
}

static void numbers(void **state)
{
    (void)state;
    assert_int_equal(js_check_refused(numbers_rows, CM_ARRAY_LEN(numbers_rows)),
                     0);
}

static void intl(void **state)
{
    (void)state;
    assert_int_equal(js_check_refused(intl_rows, CM_ARRAY_LEN(intl_rows)), 0);
}

static void language(void **state)
{
    (void)state;
    assert_int_equal(
        js_check_refused(language_rows, CM_ARRAY_LEN(language_rows)), 0);
}

static void iterators_are_not_read_twice(void **state)
{
    (void)state;
    assert_int_equal(
        js_check_refused(iterators_are_not_read_twice_rows,
                         CM_ARRAY_LEN(iterators_are_not_read_twice_rows)),
        0);
}

static void more_of_the_same(void **state)
{
    (void)state;
    assert_int_equal(js_check_refused(more_of_the_same_rows,
                                      CM_ARRAY_LEN(more_of_the_same_rows)),
                     0);
}

static void steps_of_natives(void **state)
{
    (void)state;
    assert_int_equal(js_check_refused(steps_of_natives_rows,
                                      CM_ARRAY_LEN(steps_of_natives_rows)),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regexps),
        cmocka_unit_test(collections),
        cmocka_unit_test(arrays),
        cmocka_unit_test(typed_arrays),
        cmocka_unit_test(functions_and_symbols),
        cmocka_unit_test(dates),
        cmocka_unit_test(text),
        cmocka_unit_test(numbers),
        cmocka_unit_test(intl),
        cmocka_unit_test(language),
        cmocka_unit_test(iterators_are_not_read_twice),
        cmocka_unit_test(more_of_the_same),
        cmocka_unit_test(steps_of_natives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
