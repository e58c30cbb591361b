/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

static void construction(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "return [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, "
          "Uint16Array, Int32Array, Uint32Array, Float16Array, Float32Array, "
          "Float64Array, BigInt64Array, BigUint64Array].map(C => [C.name, "
          "C.length, C.BYTES_PER_ELEMENT, new C(2).byteLength])",
          "[[\"Int8Array\",3,1,2],[\"Uint8Array\",3,1,2],"
          "[\"Uint8ClampedArray\",3,1,2],[\"Int16Array\",3,2,4],"
          "[\"Uint16Array\",3,2,4],[\"Int32Array\",3,4,8],"
          "[\"Uint32Array\",3,4,8],[\"Float16Array\",3,2,4],"
          "[\"Float32Array\",3,4,8],[\"Float64Array\",3,8,16],"
          "[\"BigInt64Array\",3,8,16],[\"BigUint64Array\",3,8,16]]" },
        { "return [...new Uint8Array([1, '2', 300, -1, null, undefined, NaN, "
          "1.9])]",
          "[1,2,44,255,0,0,0,1]" },
        { "return [...new Uint8ClampedArray([1.5, 2.5, 300, -5, NaN, 0.5, "
          "254.5])]",
          "[2,2,255,0,0,0,254]" },
        { "return [[...new Int32Array([2 ** 31, 2 ** 32 + 5, -(2 ** 31) - 1])], "
          "[...new Uint32Array([-1])], [...new Int8Array([200])]]",
          "[[-2147483648,5,2147483647],[4294967295],[-56]]" },
        { "return [...new Float32Array([0.1, 1e40])].map(String)",
          "[\"0.10000000149011612\",\"Infinity\"]" },
        { "return [...new BigInt64Array([1n, -1n, 1n << 63n, true, '7'])]"
          ".map(String)",
          "[\"1\",\"-1\",\"-9223372036854775808\",\"1\",\"7\"]" },
        { "return String(new BigUint64Array([-1n])[0])",
          "\"18446744073709551615\"" },
        { "new BigInt64Array([1])",
          "!TypeError: Cannot convert 1 to a BigInt" },
        { "new Uint8Array([1n])",
          "!TypeError: Cannot convert a BigInt value to a number" },
        { "new Uint8Array(new BigInt64Array(1))",
          "!TypeError: Cannot mix BigInt and other typed arrays" },
        { "return [...new Uint8Array(new Set([3, 1, 2]))]", "[3,1,2]" },
        { "return [...new Uint8Array({ length: 2, 0: 5, 1: 6 })]", "[5,6]" },
        { "return [...new Uint8Array((function* () { yield 1; yield 2 })())]",
          "[1,2]" },
        { "return [...new Int16Array(new Float64Array([1.7, -2.7]))]",
          "[1,-2]" },
        { "const b = new ArrayBuffer(8); const v = new Uint16Array(b, 2, 2); "
          "v[0] = 513; return [[...new Uint8Array(b)], v.length, v.byteOffset, "
          "v.byteLength, v.buffer === b]",
          "[[0,0,1,2,0,0,0,0],2,2,4,true]" },
        { "new Uint16Array(new ArrayBuffer(8), 1)",
          "!RangeError: start offset of the typed array should be a multiple "
          "of 2" },
        { "new Uint16Array(new ArrayBuffer(3))",
          "!RangeError: byte length of the typed array should be a multiple "
          "of 2" },
        { "new Uint8Array(new ArrayBuffer(4), 2, 3)",
          "!RangeError: Invalid typed array length: 3" },
        { "new Uint8Array(-1)", "!RangeError: The index is out of range: -1" },
        { "new Uint8Array(10000001)",
          "!RangeError: Invalid typed array length: 10000001" },
        { "return new Uint8Array(10000000).length", "10000000" },
        { "Uint8Array(1)",
          "!TypeError: Constructor Uint8Array requires 'new'" },
        { "const T = Object.getPrototypeOf(Uint8Array); new T()",
          "!TypeError: TypedArray cannot be constructed directly" },
        { "return [[...Uint8Array.of(1, 2, 257)], [...Uint8Array.from('123')], "
          "[...Int8Array.from([1, 2], (x, i) => x * 10 + i)], "
          "[...Uint8Array.from({ length: 2, 1: 4 }, x => x || 9)]]",
          "[[1,2,1],[1,2,3],[10,21],[9,4]]" },
        { "class Bytes extends Uint8Array { sum() { return this.reduce((a, b) "
          "=> a + b, 0) } } const b = Bytes.from([1, 2, 3]); const c = "
          "b.map(x => x * 2); return [b.sum(), c.sum(), c instanceof Bytes, "
          "b.slice(1).sum(), b.subarray(2).sum()]",
          "[6,12,true,5,3]" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void elements(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "const v = new Uint8Array(2); v[0] = 5; v[2] = 9; v['1'] = 6; v[-1] "
          "= 1; v['1.5'] = 2; v.name = 'x'; return [v[0], v[1], v[2] === "
          "undefined, v['-1'] === undefined, Object.keys(v)]",
          "[5,6,true,true,[\"0\",\"1\",\"name\"]]" },
        { "const v = new Uint8Array([7]); return [0 in v, 1 in v, '-0' in v, "
          "'1.0' in v, 'length' in v, Object.hasOwn(v, 0), Object.hasOwn(v, "
          "'length')]",
          "[true,false,false,false,true,true,false]" },
        { "const v = new Uint8Array([7]); return "
          "Object.getOwnPropertyDescriptor(v, '0')",
          "{\"value\":7,\"writable\":true,\"enumerable\":true,"
          "\"configurable\":true}" },
        { "const v = new Uint8Array(1); Object.defineProperty(v, 0, { value: "
          "300 }); return v[0]",
          "44" },
        { "Object.defineProperty(new Uint8Array(1), 0, { get() {} })",
          "!TypeError: Cannot redefine property '0': it is read only or not "
          "configurable" },
        { "delete new Uint8Array(1)[0]",
          "!TypeError: Cannot delete property '0' of object" },
        { "const v = new Uint8Array(1); return [delete v[5], delete v.x]",
          "[true,true]" },
        { "Object.freeze(new Uint8Array(1))",
          "!TypeError: Cannot redefine property '0': it is read only or not "
          "configurable" },
        { "return [Object.isFrozen(Object.freeze(new Uint8Array(0))), "
          "Object.isFrozen(Object.preventExtensions(new Uint8Array(1)))]",
          "[true,false]" },
        { "Object.preventExtensions(new Uint8Array(new ArrayBuffer(1, { "
          "maxByteLength: 2 })))",
          "!TypeError: The object cannot be made non-extensible" },
        { "const o = Object.create(new Uint8Array([1, 2])); o[0] = 9; o[5] = 1; "
          "return [o[0], Object.keys(o), 5 in o, o[5] === undefined]",
          "[9,[\"0\"],false,true]" },
        { "const v = new Uint8Array([1, 2, 3]); const [a, ...r] = v; return [a, "
          "r, Math.max(...v), [...v.entries()], [...v.keys()], Array.from(v), "
          "Array.isArray(v)]",
          "[1,[2,3],3,[[0,1],[1,2],[2,3]],[0,1,2],[1,2,3],false]" },
        { "const v = new Uint8Array([1, 2, 3]); return "
          "[Array.prototype.map.call(v, x => x * 300), [].concat(v).length, "
          "Array.prototype.slice.call(v, 1), [...Array.prototype.filter.call("
          "v, x => x > 1)], JSON.stringify(v)]",
          "[[300,600,900],1,[2,3],[2,3],\"{\\\"0\\\":1,\\\"1\\\":2,"
          "\\\"2\\\":3}\"]" },
        { "const v = new Float64Array(1); v[0] = NaN; v.x = 1; const s = []; "
          "for (const k in v) s.push(k); return s",
          "[\"0\",\"x\"]" },
        { "let n = 0; const v = new Uint8Array(1); v[7] = { valueOf() { n++; "
          "return 1 } }; return n",
          "1" },
        { "console.log(new Uint8Array([1, 2]), { a: new Float32Array([0.5]) }, "
          "new BigInt64Array([5n]))",
          "Uint8Array(2) [1,2] {\"a\":Float32Array(1) [0.5]} BigInt64Array(1) "
          "[5n]\nundefined" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void methods(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "const v = new Int8Array([5, -1, 3]); return [v.at(-1), v.at(9) === "
          "undefined, v.includes(3), v.includes('3'), v.indexOf(-1), "
          "v.indexOf(255), v.lastIndexOf(5), v.join('-'), String(v)]",
          "[3,true,true,false,1,-1,0,\"5--1-3\",\"5,-1,3\"]" },
        { "const v = new Float32Array([0.1, NaN, -0]); return [v.includes(0.1), "
          "v.includes(Math.fround(0.1)), v.includes(NaN), v.indexOf(NaN), "
          "v.indexOf(0)]",
          "[false,true,true,-1,2]" },
        { "const v = new BigInt64Array([1n, -1n]); return [v.includes(1n), "
          "v.includes(1), v.indexOf(-1n), v.indexOf((1n << 64n) - 1n)]",
          "[true,false,1,-1]" },
        { "return [[...new Uint8Array(5).fill(7, 1, -1)], [...new "
          "Uint8Array([1, 2, 3, 4, 5]).copyWithin(1, 0, 3)], [...new "
          "Uint16Array([1, 2, 3, 4]).copyWithin(0, -2)]]",
          "[[0,7,7,7,0],[1,1,2,3,5],[3,4,3,4]]" },
        { "const v = new Uint8Array([1, 2, 3]); return [[...v.reverse()], "
          "[...v.toReversed()], [...v.with(0, 9)], [...v]]",
          "[[3,2,1],[1,2,3],[9,2,1],[3,2,1]]" },
        { "new Uint8Array(1).with(1, 0)",
          "!RangeError: Invalid typed array index" },
        { "const v = new Uint8Array(4); v.set([1, 2], 1); v.set(new "
          "Float64Array([258.9]), 3); return [...v]",
          "[0,1,2,2]" },
        { "const b = new Uint8Array([1, 2, 3, 4, 0, 0, 0, 0]); new "
          "Uint16Array(b.buffer).set(b.subarray(0, 4)); return [...b]",
          "[1,0,2,0,3,0,4,0]" },
        { "new Uint8Array(2).set([1, 2], 1)",
          "!RangeError: Offset is out of bounds" },
        { "const v = new Uint8Array([1, 2, 3, 4]); const s = v.subarray(1, 3), "
          "c = v.slice(1, 3); v[1] = 9; return [[...s], [...c], s.byteOffset, "
          "c.byteOffset, s.buffer === v.buffer]",
          "[[9,3],[2,3],1,0,true]" },
        { "const v = new Int16Array([3, 1, 2]); return [v.every(x => x > 0), "
          "v.some(x => x > 2), v.find(x => x < 3), v.findIndex(x => x < 3), "
          "v.findLast(x => x < 3), v.findLastIndex(x => x > 5), "
          "v.reduce((a, b) => a * 10 + b), v.reduceRight((a, b) => a * 10 + b, "
          "0), [...v.filter(x => x !== 1)], [...v.map(x => x * 20000)]]",
          "[true,true,1,1,2,-1,312,213,[3,2],[-5536,20000,-25536]]" },
        { "const v = new Uint8Array([1, 2]); const seen = []; "
          "v.forEach(function (x, i, a) { seen.push([x, i, a === v, this.k]) "
          "}, { k: 5 }); return seen",
          "[[1,0,true,5],[2,1,true,5]]" },
        { "new Uint8Array(0).reduce((a, b) => a)",
          "!TypeError: Reduce of empty array with no initial value" },
        { "return new Float64Array([1234.5, 2]).toLocaleString()",
          "\"1,234.5,2\"" },
        { "Object.getPrototypeOf(Uint8Array.prototype).fill.call([])",
          "!TypeError: The method of TypedArray was called on a value that is "
          "no typed array" },
        { "return new Uint8Array(2)[Symbol.toStringTag] + String("
          "Object.getPrototypeOf(Uint8Array.prototype)[Symbol.toStringTag])",
          "\"Uint8Arrayundefined\"" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void sorting(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "return [[...new Int8Array([3, -1, 127, -128, 0]).sort()], [...new "
          "Uint8Array([3, 255, 0]).sort()], [...new Int16Array([300, -300, 0])"
          ".sort()], [...new Uint32Array([2 ** 31, 1, 2 ** 32 - 1]).sort()], "
          "[...new Int32Array([5, -5, 2 ** 31]).sort()]]",
          "[[-128,-1,0,3,127],[0,3,255],[-300,0,300],"
          "[1,2147483648,4294967295],[-2147483648,-5,5]]" },
        { "return [Float64Array, Float32Array, Float16Array].map(C => [...new "
          "C([1, NaN, -0, 0, -Infinity, -2.5, -NaN, Infinity, 0.25]).sort()]"
          ".map(x => Object.is(x, -0) ? '-0' : String(x)).join())",
          "[\"-Infinity,-2.5,-0,0,0.25,1,Infinity,NaN,NaN\","
          "\"-Infinity,-2.5,-0,0,0.25,1,Infinity,NaN,NaN\","
          "\"-Infinity,-2.5,-0,0,0.25,1,Infinity,NaN,NaN\"]" },
        { "return [new BigInt64Array([3n, -3n, 1n << 62n, 0n]).sort().join(), "
          "new BigUint64Array([3n, -1n, 0n]).sort().join()]",
          "[\"-3,0,3,4611686018427387904\",\"0,3,18446744073709551615\"]" },
        { "const v = new Uint8Array([5, 1, 4, 2, 3]); return [[...v.toSorted("
          "(a, b) => b - a)], [...v], [...v.sort((a, b) => b - a)], "
          "[...v.toSorted()]]",
          "[[5,4,3,2,1],[5,1,4,2,3],[5,4,3,2,1],[1,2,3,4,5]]" },
        { "const v = Uint16Array.from({ length: 2000 }, (_, i) => i * 7919 % "
          "2003); const s = v.toSorted(), t = v.toSorted((a, b) => a - b); "
          "return [s.every((x, i) => i === 0 || s[i - 1] <= x), s.join() === "
          "t.join(), s.length]",
          "[true,true,2000]" },
        { "new Uint8Array(2).sort(1)",
          "!TypeError: The comparator of the sort is not a function" },
        { "const v = new Uint8Array(3); v.sort(() => { throw new Error('x') })",
          "!Error: x" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void limits(void **state)
{
    (void)state;
    assert_string_equal(js_run_limited("const v = new Uint8Array(9000000); for "
                                       "(;;) v.indexOf(1)",
                                       0, 0, 20000000),
                        "!terminated: steps");
    assert_string_equal(js_run_limited("const all = []; for (;;) all.push(new "
                                       "Uint8Array(100000))",
                                       0, (size_t)4 << 20, 0),
                        "!terminated: memory");
    assert_string_equal(
        js_run_limited("let n = 0; for (let i = 0; i < 500; i++) n += new "
                       "Float64Array(20000).length; return n",
                       0, (size_t)2 << 20, 0),
        "10000000");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(construction), cmocka_unit_test(elements),
        cmocka_unit_test(methods),      cmocka_unit_test(sorting),
        cmocka_unit_test(limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
