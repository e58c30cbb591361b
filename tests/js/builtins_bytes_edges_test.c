/* SPDX-License-Identifier: MIT */
/* Typed arrays, DataView and ArrayBuffer at their edges: lengths that change, buffers
 * that go away, wrong receivers; ECMA-262 23.2, 25.1, 25.3. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

/* clang-format off */

/* 10.4.5, 23.2.4.4 ValidateTypedArray */
static const JsRow out_of_bounds_rows[] = {
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const b = new ArrayBuffer(8, { maxByteLength: 16"
      " }); const v = new Uint8Array(b, 4, 4); b.resize(6); const m = ['at', "
      "'copyWithin', 'entries', 'every', 'fill', 'filter', 'find', 'findIndex"
      "', 'findLast', 'findLastIndex', 'forEach', 'includes', 'indexOf', 'joi"
      "n', 'keys', 'lastIndexOf', 'map', 'reduce', 'reduceRight', 'reverse', "
      "'slice', 'some', 'sort', 'toLocaleString', 'toReversed', 'toSorted', '"
      "values', 'with', 'toHex', 'toBase64', 'setFromHex', 'setFromBase64']; "
      "return [m.filter((k) => n(() => v[k](k === 'sort' || k === 'toSorted' "
      "? undefined : k.startsWith('setFrom') ? '' : () => 1, 0))[0] !== 'Type"
      "Error'), v.length, v.byteLength, v.byteOffset, n(() => v.set([1]), () "
      "=> v.subarray(0), () => new Uint8Array(v))]",
      "[[],0,0,0,[\"TypeError\",\"no\",\"TypeError\"]]" },
    { "const b = new ArrayBuffer(4, { maxByteLength: 8 }); const v = new Uint"
      "8Array(b); v.fill(1); b.resize(8); const r = [v.length, v[7]]; b.resiz"
      "e(2); return [...r, v.length, v[3] === undefined, [...v], (v[5] = 9, v"
      "[5] === undefined), 5 in v, Object.keys(v)]",
      "[8,0,2,true,[1,1],true,false,[\"0\",\"1\"]]" },
    { "const b = new ArrayBuffer(8, { maxByteLength: 8 }); const v = new Uint"
      "8Array(b).fill(1); const cut = (m, f) => { b.resize(8); new Uint8Array"
      "(b).fill(1); let first = true; return v[m]((...a) => { if (first) { b."
      "resize(2); first = false } return f(...a) }) }; return [[...cut('map',"
      " (x) => x ?? 7)], [...cut('filter', () => true)], cut('reduce', (s, x)"
      " => s + (x ?? 10)), cut('every', (x) => x !== 5), cut('some', (x) => x"
      " === undefined), cut('findLast', (x) => x === undefined) === undefined"
      ", cut('findIndex', (x) => x === undefined)]",
      "[[1,1,7,7,7,7,7,7],[1,1,0,0,0,0,0,0],62,true,true,true,2]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const d = new Uint8Array(4); d.buffer.transfer()"
      "; return [d.length, d.buffer.detached, d[0] === undefined, n(() => d.f"
      "ill(1), () => d.at(0), () => new Uint8Array(d.buffer), () => new DataV"
      "iew(d.buffer), () => d.buffer.slice(0), () => d.buffer.transfer(), () "
      "=> d.buffer.resize(1), () => structuredClone(d.buffer), () => structur"
      "edClone(d)), d.buffer.byteLength, d.buffer.maxByteLength]",
      "[0,true,true,[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\","
      "\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\"]"
      ",0,0]" },
    { "const a = new Uint8Array([1, 2, 3, 4]); const cut = { valueOf() { a.bu"
      "ffer.transfer(); return 0 } }; const b = new Uint8Array([1, 2, 3, 4]);"
      " const names = []; for (const f of [() => a.fill(9, cut), () => b.with"
      "(0, { valueOf() { b.buffer.transfer(); return 1 } }), () => { const c "
      "= new Uint8Array(2); c.set([1], { valueOf() { c.buffer.transfer(); ret"
      "urn 0 } }) }, () => { const c = new Uint8Array(4); c.copyWithin({ valu"
      "eOf() { c.buffer.transfer(); return 0 } }, 1) }, () => { const c = new"
      " Uint8Array(4); return c.includes(undefined, { valueOf() { c.buffer.tr"
      "ansfer(); return 0 } }) }, () => { const c = new Uint8Array(4); return"
      " c.join({ toString() { c.buffer.transfer(); return '-' } }) }]) { try "
      "{ names.push(f() ?? 'ok') } catch (e) { names.push(e.name) } } return "
      "names",
      "[\"TypeError\",\"RangeError\",\"TypeError\",\"TypeError\",true,\"---\""
      "]" },
};

/* 23.2.3 */
static const JsRow methods_rows[] = {
    { "const all = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uin"
      "t16Array, Int32Array, Uint32Array, Float16Array, Float32Array, Float64"
      "Array]; return [all.every((C) => { const a = new C([3, 1, 2]); return "
      "[a.join() === '3,1,2', String(a.toSorted()) === '1,2,3', String(a.toRe"
      "versed()) === '2,1,3', String(a.with(-1, 9)) === '3,1,9', a.indexOf(1)"
      " === 1, a.lastIndexOf(2) === 2, a.includes(3), String(a.slice(-2)) ==="
      " '1,2', String(a.subarray(1)) === '1,2', a.at(-3) === 3, String(C.of(1"
      ", 2)) === '1,2', String(C.from('12')) === '1,2', C.BYTES_PER_ELEMENT ="
      "== a.BYTES_PER_ELEMENT, a[Symbol.toStringTag] === C.name].every((x) =>"
      " x) })]",
      "[true]" },
    { "const a = new Float64Array([NaN, 0, -0, 5]); return [a.includes(NaN), "
      "a.indexOf(NaN), a.includes(-0), a.indexOf(0), a.lastIndexOf(-0), Objec"
      "t.is(a.toSorted()[0], -0), String(new Float64Array([3, NaN, -1, -0, 0]"
      ").sort()), a.indexOf(5, -1), a.indexOf(5, 9), a.lastIndexOf(5, -5), a."
      "lastIndexOf(5, undefined), a.includes(5, Infinity), a.indexOf('5'), a."
      "includes()]",
      "[true,-1,true,1,2,true,\"-1,0,0,3,NaN\",3,-1,-1,-1,false,-1,false]" },
    { "const a = new BigInt64Array([5n, -1n]); return [a.includes(5n), a.incl"
      "udes(5), a.indexOf(-1n), String(a.fill(2n)), String(a.with(0, 9n)), St"
      "ring(BigInt64Array.from([1n, 2n], (x) => x * 2n)), a.at(5) === undefin"
      "ed, String(a.map((x) => x + 1n)), String(new BigUint64Array([-1n]))]",
      "[true,false,1,\"2,2\",\"9,2\",\"2,4\",true,\"3,3\",\"18446744073709551"
      "615\"]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const a = new Uint8Array(2), b = new BigInt64Arr"
      "ay(2); return n(() => a.fill(1n), () => b.fill(1), () => a.with(0, 1n)"
      ", () => a.with(2, 0), () => a.with(-3, 0), () => b.set([1]), () => a.s"
      "et(b), () => b.set(a), () => a.set([1, 2, 3]), () => a.set([1], 2), ()"
      " => a.set([1], -1), () => a.sort(1), () => a.toSorted(null), () => new"
      " Uint8Array(b), () => a.map(() => 1n), () => new Uint8Array(-1), () =>"
      " new Uint8Array(2 ** 53), () => Uint8Array(1), () => new (Object.getPr"
      "ototypeOf(Uint8Array))(), () => a.set(Symbol()), () => a.reduce(() => "
      "1), () => new Uint8Array().reduce(() => 1), () => new Uint8Array().red"
      "uceRight(() => 1))",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"RangeError\",\"RangeError"
      "\",\"TypeError\",\"TypeError\",\"TypeError\",\"RangeError\",\"RangeErr"
      "or\",\"RangeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeEr"
      "ror\",\"RangeError\",\"RangeError\",\"TypeError\",\"TypeError\",\"no\""
      ",\"no\",\"TypeError\",\"TypeError\"]" },
    { "const a = new Uint8Array([1, 2, 3, 4]); return [String(a.copyWithin(0,"
      " 2)), String(a.copyWithin(1, 0, 2)), String(a.copyWithin(-1, -2, -1)),"
      " String(a.reverse()), String(a.fill(7, -2, -1)), String(a.fill(300)), "
      "String(a.set(new Uint16Array([257, 2]), 1) ?? a), String(a.set(a.subar"
      "ray(0, 2), 1) ?? a), String(a.set('56') ?? a), String(a.set({ length: "
      "1, 0: '9' }, 3) ?? a), String(a.set(7) ?? a)]",
      "[\"3,4,3,4\",\"3,3,4,4\",\"3,3,4,4\",\"4,4,3,3\",\"4,4,7,3\",\"44,44,4"
      "4,44\",\"44,1,2,44\",\"44,44,1,44\",\"5,6,1,44\",\"5,6,1,9\",\"5,6,1,9"
      "\"]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const s = (S) => { const a = new Uint8Array([1, "
      "2]); a.constructor = { [Symbol.species]: S }; return a }; return n(() "
      "=> s(1).map((x) => x), () => s(Array).map((x) => x), () => s(BigInt64A"
      "rray).map((x) => x), () => s(function () { return new Uint8Array(1) })"
      ".map((x) => x), () => s(function () { return new Uint8Array(5) }).map("
      "(x) => x), () => s(null).slice(), () => s(function () { throw new Eval"
      "Error() }).slice(), () => s(function () { return new Uint8Array(1) })."
      "filter(() => true))",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"no\",\"no\""
      ",\"EvalError\",\"TypeError\"]" },
    { "return [new Uint8Array([1, 2]).toLocaleString(), new Float64Array([123"
      "4.5]).toLocaleString(), new Uint8Array().toLocaleString(), [...new Uin"
      "t8Array([5, 6]).entries()], [...new Uint8Array([5, 6]).keys()], new Ui"
      "nt8Array([1, 2]).findLast((x) => x < 2), new Uint8Array([1, 2]).findLa"
      "stIndex((x) => x < 2), new Uint8Array([1, 2, 3]).reduceRight((s, x) =>"
      " s + '' + x), new Uint8Array([1]).reduce(() => 9), new Uint8Array([4, "
      "5]).reduceRight((s, x, i) => s + x * i, 1)]",
      "[\"1,2\",\"1,234.5\",\"\",[[0,5],[1,6]],[0,1],1,0,\"321\",1,6]" },
};

/* 25.3 */
static const JsRow data_views_rows[] = {
    { "const v = new DataView(new ArrayBuffer(16), 2, 8); const r = []; for ("
      "const [k, x] of [['Int8', -1], ['Uint8', 255], ['Int16', -2], ['Uint16"
      "', 65535], ['Int32', -3], ['Uint32', 4294967295], ['Float16', 1.5], ['"
      "Float32', 0.5], ['Float64', -1.25], ['BigInt64', -5n], ['BigUint64', 5"
      "n]]) { v['set' + k](0, x); r.push(v['get' + k](0) === x); v['set' + k]"
      "(0, x, true); r.push(v['get' + k](0, true) === x, v['get' + k].length,"
      " v['set' + k].length) } return [r.every((x) => x === true || x === 1 |"
      "| x === 2), v.byteLength, v.byteOffset, v.buffer.byteLength, String(v)"
      "]",
      "[true,8,2,16,\"[object DataView]\"]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const v = new DataView(new ArrayBuffer(4)); retu"
      "rn n(() => v.getInt32(1), () => v.getInt8(-1), () => v.getInt8(4), () "
      "=> v.setInt16(3, 1), () => v.getInt8(1.9), () => v.getInt8(), () => v."
      "setInt8(0, 1n), () => v.setBigInt64(0, 1), () => v.getInt8(Infinity), "
      "() => v.getInt8(Symbol()), () => DataView(new ArrayBuffer(1)), () => n"
      "ew DataView({}), () => new DataView(new ArrayBuffer(1), 2), () => new "
      "DataView(new ArrayBuffer(1), -1), () => new DataView(new ArrayBuffer(4"
      "), 1, 4), () => new DataView(new ArrayBuffer(4), 4), () => DataView.pr"
      "ototype.getInt8.call(new Uint8Array(1), 0), () => DataView.prototype.b"
      "yteLength, () => DataView.prototype.byteOffset, () => DataView.prototy"
      "pe.buffer)",
      "[\"RangeError\",\"RangeError\",\"RangeError\",\"RangeError\",\"no\",\""
      "no\",\"TypeError\",\"TypeError\",\"RangeError\",\"TypeError\",\"TypeEr"
      "ror\",\"TypeError\",\"RangeError\",\"RangeError\",\"RangeError\",\"no"
      "\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\"]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const b = new ArrayBuffer(4, { maxByteLength: 8 "
      "}); const t = new DataView(b), f = new DataView(b, 2, 2), o = new Data"
      "View(b, 4); b.resize(8); const r = [t.byteLength, f.byteLength, o.byte"
      "Length]; b.resize(3); return [r, t.byteLength, n(() => f.byteLength, ("
      ") => f.byteOffset, () => f.getInt8(0), () => o.byteLength, () => f.set"
      "Int8(0, 1)), (b.resize(0), t.byteLength)]",
      "[[8,2,4],3,[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\""
      "TypeError\"],0]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const b = new ArrayBuffer(4); const v = new Data"
      "View(b); return [n(() => v.setInt8({ valueOf() { b.transfer(); return "
      "0 } }, 1), () => v.getInt8(0), () => v.byteLength), n(() => new DataVi"
      "ew(new ArrayBuffer(4), { valueOf() { throw new EvalError() } }))]",
      "[[\"TypeError\",\"TypeError\",\"TypeError\"],[\"EvalError\"]]" },
};

/* 25.1 */
static const JsRow buffers_rows[] = {
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); return n(() => ArrayBuffer(1), () => new ArrayBu"
      "ffer(-1), () => new ArrayBuffer(2 ** 53), () => new ArrayBuffer(8, { m"
      "axByteLength: 4 }), () => new ArrayBuffer(1, { maxByteLength: -1 }), ("
      ") => new ArrayBuffer(1, { get maxByteLength() { throw new EvalError() "
      "} }), () => new ArrayBuffer(4).resize(2), () => new ArrayBuffer(4, { m"
      "axByteLength: 8 }).resize(9), () => ArrayBuffer.prototype.slice.call({"
      "}), () => ArrayBuffer.prototype.byteLength, () => ArrayBuffer.prototyp"
      "e.resizable, () => ArrayBuffer.prototype.maxByteLength, () => ArrayBuf"
      "fer.prototype.detached, () => new ArrayBuffer(Symbol()), () => new Arr"
      "ayBuffer(1, 5), () => new ArrayBuffer(), () => new ArrayBuffer('3'))",
      "[\"TypeError\",\"RangeError\",\"RangeError\",\"RangeError\",\"RangeErr"
      "or\",\"EvalError\",\"TypeError\",\"RangeError\",\"TypeError\",\"TypeEr"
      "ror\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"no\","
      "\"no\",\"no\"]" },
    { "const b = new Uint8Array([1, 2, 3, 4]).buffer; const u = (x) => [...ne"
      "w Uint8Array(x)]; return [u(b.slice(1, -1)), u(b.slice(-2)), u(b.slice"
      "(3, 1)), u(b.slice()), ArrayBuffer.isView(new Uint8Array()), ArrayBuff"
      "er.isView(new DataView(b)), ArrayBuffer.isView([]), ArrayBuffer.isView"
      "(b), b.resizable, b.maxByteLength, String(b), u(b.transfer(2)), b.deta"
      "ched]",
      "[[2,3],[3,4],[],[1,2,3,4],true,true,false,false,false,4,\"[object Arra"
      "yBuffer]\",[1,2],true]" },
    { "const b = new ArrayBuffer(2, { maxByteLength: 8 }); const t = b.transf"
      "er(4); const f = t.transferToFixedLength(); return [t.resizable, f.res"
      "izable, f.byteLength, b.detached, t.detached, new Uint8Array(f.transfe"
      "r(6)).length]",
      "[true,false,4,true,true,6]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); class B extends ArrayBuffer {} const s = (S) => "
      "{ const b = new ArrayBuffer(4); b.constructor = { [Symbol.species]: S "
      "}; return b }; return [new B(3).slice(1) instanceof B, n(() => s(Array"
      ").slice(), () => s(function () { return new ArrayBuffer(1) }).slice(),"
      " () => { const b = s(function () { return b }); b.slice() }, () => s(n"
      "ull).slice(), () => s(function () { const d = new ArrayBuffer(8); d.tr"
      "ansfer(); return d }).slice()), ArrayBuffer[Symbol.species] === ArrayB"
      "uffer]",
      "[true,[\"TypeError\",\"TypeError\",\"TypeError\",\"no\",\"TypeError\"]"
      ",true]" },
    { "const o = { b: new ArrayBuffer(4, { maxByteLength: 8 }) }; o.u = new U"
      "int16Array(o.b, 2); o.f = new Uint8Array(o.b, 1, 2); o.d = new DataVie"
      "w(o.b, 1); o.d.setUint8(1, 7); const c = structuredClone(o); c.b.resiz"
      "e(8); return [c.b.resizable, c.b.maxByteLength, c.u.length, c.f.length"
      ", c.d.byteLength, c.u.buffer === c.b, c.d.getUint8(1), o.b.byteLength,"
      " c.u instanceof Uint16Array]",
      "[true,8,3,2,7,true,7,4,true]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const b = new ArrayBuffer(8, { maxByteLength: 8 "
      "}); const v = new Uint8Array(b, 4, 4); b.resize(2); return n(() => str"
      "ucturedClone(v), () => structuredClone([new DataView(new ArrayBuffer(1"
      "))]), () => structuredClone(b))",
      "[\"TypeError\",\"no\",\"no\"]" },
};

/* clang-format on */

static void out_of_bounds(void **state)
{
    (void)state;
    assert_int_equal(
        js_check(out_of_bounds_rows, CM_ARRAY_LEN(out_of_bounds_rows)), 0);
}

static void methods(void **state)
{
    (void)state;
    assert_int_equal(js_check(methods_rows, CM_ARRAY_LEN(methods_rows)), 0);
}

static void data_views(void **state)
{
    (void)state;
    assert_int_equal(js_check(data_views_rows, CM_ARRAY_LEN(data_views_rows)),
                     0);
}

static void buffers(void **state)
{
    (void)state;
    assert_int_equal(js_check(buffers_rows, CM_ARRAY_LEN(buffers_rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(out_of_bounds),
        cmocka_unit_test(methods),
        cmocka_unit_test(data_views),
        cmocka_unit_test(buffers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
