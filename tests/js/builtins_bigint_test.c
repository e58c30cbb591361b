/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

#define S(expr) "return String(" expr ")"

static void literals_and_conversion(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { S("0n"), "\"0\"" },
        { S("-0n"), "\"0\"" },
        { S("1_000_000n"), "\"1000000\"" },
        { S("0xFFFFFFFFFFFFFFFFFn"), "\"295147905179352825855\"" },
        { S("0b101n + 0o17n"), "\"20\"" },
        { S("123456789012345678901234567890n"),
          "\"123456789012345678901234567890\"" },
        { "return ({ 1n: 'a', 20000000000000000000n: 'b' })",
          "{\"1\":\"a\",\"20000000000000000000\":\"b\"}" },
        { "return typeof 1n", "\"bigint\"" },
        { "return [0n, 1n, -1n].map(Boolean)", "[false,true,true]" },
        { S("BigInt(9007199254740993)"), "\"9007199254740992\"" },
        { S("BigInt(1e30)"), "\"1000000000000000019884624838656\"" },
        { S("BigInt(-0)"), "\"0\"" },
        { S("BigInt('  -00123\\n')"), "\"-123\"" },
        { S("BigInt('')"), "\"0\"" },
        { S("BigInt('0xff')"), "\"255\"" },
        { S("BigInt(true)"), "\"1\"" },
        { S("BigInt({ valueOf() { return 7 } })"), "\"7\"" },
        { "BigInt(1.5)",
          "!RangeError: The number 1.5 cannot be converted to a BigInt because "
          "it is not an integer" },
        { "BigInt(NaN)",
          "!RangeError: The number NaN cannot be converted to a BigInt because "
          "it is not an integer" },
        { "BigInt('-0x1')", "!SyntaxError: Cannot convert -0x1 to a BigInt" },
        { "BigInt('1n')", "!SyntaxError: Cannot convert 1n to a BigInt" },
        { "BigInt('\\u{1F600}')",
          "!SyntaxError: Cannot convert \xF0\x9F\x98\x80 to a BigInt" },
        { "BigInt(undefined)",
          "!TypeError: Cannot convert undefined to a BigInt" },
        { "BigInt(Symbol())",
          "!TypeError: Cannot convert a Symbol value to a bigint" },
        { "new BigInt(1)", "!TypeError: BigInt is not a constructor" },
        { "return Number(2n ** 64n)", "18446744073709552000" },
        { "return [Number((1n << 53n) + 1n), Number((1n << 54n) + 3n)]",
          "[9007199254740992,18014398509481988]" },
        { "return String(Number(1n << 1024n)) + Number(-(1n << 1030n))",
          "\"Infinity-Infinity\"" },
        { "return Number((1n << 1023n) * 2n - (1n << 970n)) === Infinity",
          "true" },
        { "return Number((1n << 1023n) * 2n - (1n << 970n) - 1n) === "
          "Number.MAX_VALUE",
          "true" },
        { "return +1n", "!TypeError: Cannot convert a BigInt value to a "
                        "number" },
        { "return Math.max(1n)",
          "!TypeError: Cannot convert a BigInt value to a number" },
        { "return JSON.stringify({ a: 1n })",
          "!TypeError: Do not know how to serialize a BigInt" },
        { "console.log(123n, [1n, { a: -5n }]); return `${10n}`",
          "123n [1n,{\"a\":-5n}]\n\"10\"" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void arithmetic(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { S("2n ** 100n"), "\"1267650600228229401496703205376\"" },
        { S("(-3n) ** 3n"), "\"-27\"" },
        { S("0n ** 0n"), "\"1\"" },
        { S("[7n / 2n, -7n / 2n, 7n / -2n, -7n / -2n]"), "\"3,-3,-3,3\"" },
        { S("[7n % 2n, -7n % 2n, 7n % -2n, -7n % -2n]"), "\"1,-1,1,-1\"" },
        { S("[5n - 7n, -5n + 5n, -5n - 7n]"), "\"-2,0,-12\"" },
        { S("12345678901234567890n * -98765432109876543210n"),
          "\"-1219326311370217952237463801111263526900\"" },
        { S("121932631137021795226185032733622923332237463801111263526900n / "
            "98765432109876543210n"),
          "\"1234567890123456789024691357800000000000\"" },
        { S("[~0n, ~5n, ~-6n]"), "\"-1,-6,5\"" },
        { S("[-5n & 3n, -5n | 3n, -5n ^ 3n, -5n & -4n]"), "\"3,-5,-8,-8\"" },
        { S("[1n << 70n, -1n << 3n, 8n << -2n]"),
          "\"1180591620717411303424,-8,2\"" },
        { S("[-5n >> 1n, 5n >> 1n, -1n >> 100n, 1n >> 100n, -8n >> 3n]"),
          "\"-3,2,-1,0,-1\"" },
        { S("[0n << (1n << 90n), 5n >> (1n << 90n), -5n >> (1n << 90n)]"),
          "\"0,0,-1\"" },
        { "let a = 0xFFFFFFFFn; a++; const b = a--; return [a, b].map(String)",
          "[\"4294967295\",\"4294967296\"]" },
        { "let a = 0n; a--; return String(a)", "\"-1\"" },
        { "let s = 0n; for (let i = 0n; i < 100n; i++) s += i; return "
          "String(s)",
          "\"4950\"" },
        { S("BigInt.asIntN(8, 255n) + ',' + BigInt.asIntN(8, 128n) + ',' + "
            "BigInt.asIntN(64, -(2n ** 63n) - 1n)"),
          "\"-1,-128,9223372036854775807\"" },
        { S("BigInt.asUintN(64, -1n) + ',' + BigInt.asUintN(0, 5n) + ',' + "
            "BigInt.asUintN(9, 511n)"),
          "\"18446744073709551615,0,511\"" },
        { "return 1n + 1", "!TypeError: Cannot mix BigInt and other types, use "
                           "explicit conversions" },
        { "return 1n + 'a'", "\"1a\"" },
        { "1n / 0n", "!RangeError: Division by zero" },
        { "1n % 0n", "!RangeError: Division by zero" },
        { "2n ** -1n", "!RangeError: Exponent must be non-negative" },
        { "1n >>> 0n", "!TypeError: BigInts have no unsigned right shift, use "
                       ">> instead" },
        { "1n << 1048576n", "!RangeError: Maximum BigInt size exceeded" },
        { "return (1n << 1048575n).toString(16).length", "262144" },
        { "let a = 1n << 600000n; a * a",
          "!RangeError: Maximum BigInt size exceeded" },
        { "3n ** 1000000n", "!RangeError: Maximum BigInt size exceeded" },
        { "BigInt('9'.repeat(400000))",
          "!RangeError: Maximum BigInt size exceeded" },
        { "BigInt.asUintN(2000000, -1n)",
          "!RangeError: Maximum BigInt size exceeded" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

/* Long operands take the recursive algorithms; identities tell whether they are
 * right. */
static void long_operands(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "let x = 12345n; for (let i = 0; i < 13; i++) x = x * x + 7n; const "
          "s = x.toString(); return [s.length, BigInt(s) === x, "
          "BigInt('0x' + x.toString(16)) === x, s.slice(0, 12), s.slice(-12)]",
          "[33518,true,true,\"312698609625\",\"550159702968\"]" },
        { "let a = 1n, b = 1n; for (let i = 0; i < 3000; i++) { a = a * "
          "4294967291n + 1n; if (i % 2) b = b * 4294967279n + 3n } const q = a "
          "/ b, r = a % b; return [q * b + r === a, r < b, r >= 0n, (a * b) / a "
          "=== b, (a * b) % b === 0n, (a + b) * (a - b) === a * a - b * b]",
          "[true,true,true,true,true,true]" },
        { "const a = (1n << 200000n) - 1n; return [a / ((1n << 100000n) - 1n) "
          "=== (1n << 100000n) + 1n, a % ((1n << 100000n) - 1n) === 0n, "
          "(a * a) >> 399999n === 1n]",
          "[true,true,true]" },
        { "const a = (1n << 90000n) - (1n << 45000n), b = (1n << 45000n) - 1n; "
          "return [a / b === 1n << 45000n, (a + b - 1n) / b === 1n << 45000n, "
          "(a + b) / b === (1n << 45000n) + 1n]",
          "[true,true,true]" },
        { "const t = '123456789'.repeat(5000); return [BigInt(t).toString() "
          "=== t, BigInt(t.slice(1)) + BigInt(t[0] + '0'.repeat(44999)) === "
          "BigInt(t), BigInt(t).toString(36).length, BigInt('1' + "
          "'0'.repeat(40000)) === 10n ** 40000n]",
          "[true,true,28915,true]" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void comparing(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "return [1n == 1, 1n == '1', 1n == '1.5', 1n == true, 0n == '', 1n == "
          "1.5, 1n == null, 1n == NaN, 2n == { valueOf: () => 2 }]",
          "[true,true,false,true,true,false,false,false,true]" },
        { "return [1n === 1n, 1n === 1, -1n === 1n, 2n ** 70n === 2n ** 70n, "
          "Object.is(0n, -0n)]",
          "[true,false,false,true,true]" },
        { "return [1n < 2, 2 < 1n, 1n < 1.5, 1.5 < 1n, 1n <= 1, 2n > '1', '3' "
          "> 2n, 1n < 'x', 1n >= 'x']",
          "[true,false,true,false,true,true,true,false,false]" },
        { "return [10n < Infinity, 10n > -Infinity, 10n < NaN, -(2n ** 80n) < "
          "-1e20, 2n ** 80n > 1e30, 9007199254740993n > 9007199254740992]",
          "[true,true,false,true,false,true]" },
        { "return [0n < 0.5, 0n > -0.5, -1n < -0.5, -1n > -1.5, 0n < 5e-324]",
          "[true,true,true,true,true]" },
        { "return [3n, 1, 2n, 10, '5'].sort((a, b) => (a < b ? -1 : 1))"
          ".map(String)",
          "[\"1\",\"2\",\"3\",\"5\",\"10\"]" },
        { "const m = new Map([[1n, 'a'], [1, 'b'], [2n ** 64n, 'c']]); return "
          "[m.get(1n), m.get(1), m.get(18446744073709551616n), m.size]",
          "[\"a\",\"b\",\"c\",3]" },
        { "return [new Set([1n, 1n, 0n, -0n]).size, [1n, 2n].includes(2n), "
          "[1n, 2n].indexOf(2n), [1n].indexOf(1)]",
          "[2,true,1,-1]" },
        { "switch (3n) { case 3: return 'number'; case 3n: return 'bigint' }",
          "\"bigint\"" },
        { "return [0n ? 1 : 2, !0n, !1n, 0n || 'x', 5n && 'y', 0n ?? 1 ? 1 : "
          "0]",
          "[2,true,false,\"x\",\"y\",0]" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void methods(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "return [255n.toString(16), (-255n).toString(2), "
          "(2n ** 70n).toString(36), (35n ** 20n).toString(35)]",
          "[\"ff\",\"-11111111\",\"6x5kxtvuwilukg\",\"10000000000000000000"
          "0\"]" },
        { "(1n).toString(1)",
          "!RangeError: toString() radix must be between 2 and 36" },
        { "BigInt.prototype.toString.call(1)",
          "!TypeError: The method of BigInt was called on something else" },
        { "return [1234567n.toLocaleString(), (-1000n).toLocaleString(), "
          "12n.toLocaleString()]",
          "[\"1,234,567\",\"-1,000\",\"12\"]" },
        { "return [typeof Object(1n), Object(1n) + 1n === 2n, "
          "Object(5n).valueOf() === 5n, 1n.constructor === BigInt]",
          "[\"object\",true,true,true]" },
        { "return [BigInt.name, BigInt.length, "
          "BigInt.prototype[Symbol.toStringTag], "
          "Object.prototype.toString.call(1n)]",
          "[\"BigInt\",1,\"BigInt\",\"[object BigInt]\"]" },
        { "return ['a', 'b', 'c'][1n] + 'xyz'[2n]", "\"bz\"" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

/* Work on long integers is charged: a budget ends it. */
static void metering(void **state)
{
    (void)state;
    assert_string_equal(
        js_run_limited("const a = (1n << 500000n) - 1n; let n = 0; for (;;) n "
                       "+= Number(a * a & 1n)",
                       0, 0, 5000000),
        "!terminated: steps");
    assert_string_equal(
        js_run_limited("let a = (1n << 1000000n) - 1n; for (;;) a.toString()",
                       0, 0, 5000000),
        "!terminated: steps");
    assert_string_equal(
        js_run_limited("const all = []; for (let i = 0n;; i++) all.push((1n << "
                       "1000000n) + i)",
                       0, (size_t)4 << 20, 0),
        "!terminated: memory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(literals_and_conversion),
        cmocka_unit_test(arithmetic),
        cmocka_unit_test(long_operands),
        cmocka_unit_test(comparing),
        cmocka_unit_test(methods),
        cmocka_unit_test(metering),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
