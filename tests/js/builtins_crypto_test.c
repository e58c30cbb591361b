/* SPDX-License-Identifier: MIT */
/* crypto.randomUUID and crypto.getRandomValues; Web Cryptography API 10.1, RFC 9562. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

/* clang-format off */

/* randomUUID: RFC 9562 version 4, lower case */
static const JsRow uuids_rows[] = {
    { "const ids = Array.from({ length: 200 }, () => crypto.randomUUID()); re"
      "turn [ids.every((s) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0"
      "-9a-f]{3}-[0-9a-f]{12}$/.test(s)), new Set(ids).size, new Set(ids.map("
      "(s) => s[19])).size, crypto.randomUUID.length]",
      "[true,200,4,0]" },
};

/* getRandomValues: integer typed arrays of at most 65536 bytes, filled in place */
static const JsRow values_rows[] = {
    { "return [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Ar"
      "ray, Int32Array, Uint32Array, BigInt64Array, BigUint64Array].every((T)"
      " => { const a = new T(16); return crypto.getRandomValues(a) === a && n"
      "ew Set(a).size > 4 })",
      "true" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const q = (v) => () => crypto.getRandomValues(v)"
      "; return n(q(), q(1), q({}), q([1]), q(new Float32Array(1)), q(new Flo"
      "at64Array(1)), q(new Float16Array(1)), q(new DataView(new ArrayBuffer("
      "1))), q(new ArrayBuffer(1)))",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\""
      ",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\"]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const q = (v) => () => crypto.getRandomValues(v)"
      "; return n(q(new Uint8Array(65536)), q(new Uint8Array(65537)), q(new U"
      "int32Array(16384)), q(new Uint32Array(16385)), q(new Uint8Array(0)))",
      "[\"no\",\"RangeError\",\"no\",\"RangeError\",\"no\"]" },
    { "const b = new Uint8Array(32); crypto.getRandomValues(b.subarray(8, 24)"
      "); const zero = (a) => a.every((x) => x === 0); return [zero(b.subarra"
      "y(0, 8)), zero(b.subarray(8, 24)), zero(b.subarray(24))]",
      "[true,false,true]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const b = new ArrayBuffer(8, { maxByteLength: 16"
      " }), v = new Uint8Array(b, 4, 4), t = new Uint8Array(b); b.resize(2); "
      "const d = new Uint8Array(4); d.buffer.transfer(); return n(() => crypt"
      "o.getRandomValues(v), () => crypto.getRandomValues(t), () => crypto.ge"
      "tRandomValues(d))",
      "[\"TypeError\",\"no\",\"TypeError\"]" },
    { "let all = new Set(); for (let i = 0; i < 13; i++) all.add(crypto.getRa"
      "ndomValues(new Uint8Array(i)).length); return [[...all], String(crypto"
      "), Object.keys(crypto), typeof crypto.subtle]",
      "[[0,1,2,3,4,5,6,7,8,9,10,11,12],\"[object Crypto]\",[],\"undefined\"]" },
};

/* clang-format on */

static void uuids(void **state)
{
    (void)state;
    assert_int_equal(js_check(uuids_rows, CM_ARRAY_LEN(uuids_rows)), 0);
}

static void values(void **state)
{
    (void)state;
    assert_int_equal(js_check(values_rows, CM_ARRAY_LEN(values_rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uuids),
        cmocka_unit_test(values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
