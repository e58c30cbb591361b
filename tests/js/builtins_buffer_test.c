/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

static void buffers(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "const b = new ArrayBuffer(8); return [b.byteLength, b.maxByteLength, "
          "b.resizable, b.detached, b.immutable]",
          "[8,8,false,false,false]" },
        { "ArrayBuffer(1)",
          "!TypeError: Constructor ArrayBuffer requires 'new'" },
        { "new ArrayBuffer(-1)", "!RangeError: The index is out of range: -1" },
        { "new ArrayBuffer(2 ** 40)",
          "!RangeError: Array buffer allocation failed" },
        { "new ArrayBuffer(9, { maxByteLength: 8 })",
          "!RangeError: Invalid array buffer max length" },
        { "return [ArrayBuffer.isView(new Uint8Array(1)), ArrayBuffer.isView("
          "new DataView(new ArrayBuffer(1))), ArrayBuffer.isView([])]",
          "[true,true,false]" },
        { "return [ArrayBuffer.name, ArrayBuffer.length, "
          "ArrayBuffer[Symbol.species] === ArrayBuffer, "
          "Object.prototype.toString.call(new ArrayBuffer(1))]",
          "[\"ArrayBuffer\",1,true,\"[object ArrayBuffer]\"]" },
        { "const b = new Uint8Array([1, 2, 3, 4]).buffer; return [1, -3, 9]"
          ".map(i => [...new Uint8Array(b.slice(i, -1))])",
          "[[2,3],[2,3],[]]" },
        { "class B extends ArrayBuffer {} const b = new B(4); const s = "
          "b.slice(1); return [s instanceof B, s.byteLength]",
          "[true,3]" },
        { "ArrayBuffer.prototype.slice.call({})",
          "!TypeError: ArrayBuffer.prototype.slice called on a value that is "
          "no ArrayBuffer" },
        { "return [typeof SharedArrayBuffer, typeof Atomics]",
          "[\"undefined\",\"undefined\"]" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void resizing(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "const b = new ArrayBuffer(2, { maxByteLength: 6 }); const v = new "
          "Uint8Array(b); v.fill(7); b.resize(4); const grown = [...v]; "
          "b.resize(1); b.resize(3); return [grown, [...v], v.length, "
          "b.byteLength, b.maxByteLength, b.resizable]",
          "[[7,7,0,0],[7,0,0],3,3,6,true]" },
        { "const b = new ArrayBuffer(8, { maxByteLength: 16 }); const fixed = "
          "new Uint16Array(b, 2, 2), all = new Uint16Array(b, 2); const at = "
          "n => (b.resize(n), [fixed.length, fixed.byteLength, "
          "fixed.byteOffset, all.length, all.byteOffset]); return [at(8), "
          "at(6), at(5), at(1), at(16)]",
          "[[2,4,2,3,2],[2,4,2,2,2],[0,0,0,1,2],[0,0,0,0,0],[2,4,2,7,2]]" },
        { "const b = new ArrayBuffer(4, { maxByteLength: 8 }); const v = new "
          "Uint8Array(b, 0, 4); b.resize(2); v.fill(1)",
          "!TypeError: The view is detached or out of bounds of its buffer" },
        { "const b = new ArrayBuffer(4, { maxByteLength: 8 }); const v = new "
          "Uint8Array(b, 0, 4); b.resize(2); v[0] = 5; return [v[0] === "
          "undefined, 0 in v, Object.keys(v)]",
          "[true,false,[]]" },
        { "new ArrayBuffer(4).resize(2)",
          "!TypeError: The ArrayBuffer is not resizable" },
        { "new ArrayBuffer(4, { maxByteLength: 5 }).resize(6)",
          "!RangeError: The new length is over maxByteLength" },
        { "const b = new ArrayBuffer(3, { maxByteLength: 9 }); const v = new "
          "Uint8Array(b); const seen = []; for (const x of v) { seen.push(x); "
          "if (seen.length === 2) b.resize(5) } return seen.length",
          "5" },
        { "const b = new ArrayBuffer(4, { maxByteLength: 9 }); const v = new "
          "Uint8Array(b); return [v.map((x, i) => { if (i === 0) b.resize(2); "
          "return i + 1 })].map(x => [...x])",
          "[[1,2,3,4]]" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void moving(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "const v = new Uint8Array([1, 2, 3]); const b = v.buffer; const c = "
          "b.transfer(); return [b.detached, b.byteLength, v.length, "
          "[...new Uint8Array(c)]]",
          "[true,0,0,[1,2,3]]" },
        { "const b = new Uint8Array([1, 2, 3]).buffer; return [[...new "
          "Uint8Array(b.transfer(5))], b.detached]",
          "[[1,2,3,0,0],true]" },
        { "const b = new ArrayBuffer(2, { maxByteLength: 4 }); const c = "
          "b.transfer(3); const d = c.transferToFixedLength(); return "
          "[c.detached, d.byteLength, d.resizable, d.maxByteLength]",
          "[true,3,false,3]" },
        { "const b = new ArrayBuffer(2); b.transfer(); b.slice(0)",
          "!TypeError: The ArrayBuffer is detached" },
        { "const b = new ArrayBuffer(2); b.transfer(); new Uint8Array(b)",
          "!TypeError: The ArrayBuffer is detached" },
        { "const v = new Uint8Array([1, 2]); const b = "
          "v.buffer.transferToImmutable(); const w = new Uint8Array(b); return "
          "[b.immutable, w[1], Object.getOwnPropertyDescriptor(w, 0)]",
          "[true,2,{\"value\":1,\"writable\":false,\"enumerable\":true,"
          "\"configurable\":false}]" },
        { "new Uint8Array(new ArrayBuffer(1).transferToImmutable())[0] = 1",
          "!TypeError: Cannot assign to read only property '0' of object" },
        { "new Uint8Array(new ArrayBuffer(1).transferToImmutable()).fill(1)",
          "!TypeError: The ArrayBuffer is immutable" },
        { "return [...new Uint8Array(new Uint8Array([1, 2, 3])"
          ".buffer.sliceToImmutable(1))]",
          "[2,3]" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void data_views(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "const v = new DataView(new ArrayBuffer(16)); v.setInt16(0, -2); "
          "v.setUint32(2, 0xDEADBEEF, true); v.setFloat32(6, 1.5); return "
          "[...new Uint8Array(v.buffer)]",
          "[255,254,239,190,173,222,63,192,0,0,0,0,0,0,0,0]" },
        { "const v = new DataView(new ArrayBuffer(8)); v.setFloat64(0, "
          "Math.PI); return [v.getFloat64(0), v.getUint8(0), v.getInt8(1), "
          "v.getUint16(0), v.getUint16(0, true), v.getInt32(4)]",
          "[3.141592653589793,64,9,16393,2368,1413754136]" },
        { "const v = new DataView(new ArrayBuffer(8)); return [1, 65504, 65519, "
          "65520, 5.96e-8, 2e-8, -0, NaN, 1.00048828125, 1.0009765625].map(x "
          "=> (v.setFloat16(0, x), [v.getUint16(0).toString(16), "
          "String(v.getFloat16(0))].join()))",
          "[\"3c00,1\",\"7bff,65504\",\"7bff,65504\",\"7c00,Infinity\","
          "\"1,5.960464477539063e-8\",\"0,0\",\"8000,0\",\"7e00,NaN\","
          "\"3c00,1\",\"3c01,1.0009765625\"]" },
        { "const v = new DataView(new ArrayBuffer(8)); v.setBigInt64(0, -1n); "
          "const a = v.getBigUint64(0); v.setBigUint64(0, 1n << 63n, true); "
          "return [a, v.getBigInt64(0, true), v.getBigInt64(0)].map(String)",
          "[\"18446744073709551615\",\"-9223372036854775808\",\"128\"]" },
        { "new DataView(new ArrayBuffer(4)).getInt32(1)",
          "!RangeError: Offset is outside the bounds of the DataView" },
        { "new DataView(new ArrayBuffer(4), 5)",
          "!RangeError: Start offset is outside the bounds of the buffer" },
        { "new DataView({})", "!TypeError: First argument to DataView "
                              "constructor must be an ArrayBuffer" },
        { "new DataView(new ArrayBuffer(8)).setBigInt64(0, 1)",
          "!TypeError: Cannot convert 1 to a BigInt" },
        { "const b = new ArrayBuffer(4, { maxByteLength: 8 }); const v = new "
          "DataView(b, 1); const at = n => (b.resize(n), v.byteLength); return "
          "[at(4), at(8), v.byteOffset]",
          "[3,7,1]" },
        { "const b = new ArrayBuffer(4, { maxByteLength: 8 }); const v = new "
          "DataView(b, 1, 3); b.resize(3); v.byteLength",
          "!TypeError: The view is detached or out of bounds of its buffer" },
        { "console.log(new DataView(new ArrayBuffer(2)), new ArrayBuffer(1))",
          "DataView(2) [0,0] ArrayBuffer(1) [0]\nundefined" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffers),
        cmocka_unit_test(resizing),
        cmocka_unit_test(moving),
        cmocka_unit_test(data_views),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
