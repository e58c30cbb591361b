/* SPDX-License-Identifier: MIT */
/* Math: edge numbers, exact sums.
 * Each row is a program and what comes out of it (js_run.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

static const JsRow constants_rows[] = {
    { "return [Math.E, Math.LN10, Math.LN2, Math.LOG10E, Math.LOG2E, "
      "Math.PI, Math.SQRT1_2, Math.SQRT2, Math[Symbol.toStringTag], typeof "
      "Math]",
      "[2.718281828459045,2.302585092994046,0.6931471805599453,0.434294481903"
      "2518,1.4426950408889634,3.141592653589793,0.7071067811865476,1.4142135"
      "623730951,\"Math\",\"object\"]" },
    { "return Object.prototype.toString.call(Math)", "\"[object Math]\"" },
    { "return Object.getOwnPropertyNames(Math).filter(n => typeof Math[n] "
      "=== \"function\" && n !== \"f16round\" && n !== \"sumPrecise\").sort("
      ").map(n => n + Math[n].length).join(\" \")",
      "\"abs1 acos1 acosh1 asin1 asinh1 atan1 atan22 atanh1 cbrt1 ceil1 "
      "clz321 cos1 cosh1 exp1 expm11 floor1 fround1 hypot2 imul2 log1 "
      "log101 log1p1 log21 max2 min2 pow2 random0 round1 sign1 sin1 sinh1 "
      "sqrt1 tan1 tanh1 trunc1\"" },
    { "return [Math.f16round.length, Math.f16round.name, Math.sumPrecise.leng"
      "th, Math.sumPrecise.name]",
      "[1,\"f16round\",1,\"sumPrecise\"]" },
};

static const JsRow rounding_rows[] = {
    { "return [Math.floor(1.7), Math.floor(-1.2), Math.ceil(1.2), Math.ceil("
      "-1.7), Math.trunc(-1.7), Math.trunc(1.7), Math.floor(2 ** 40 + "
      "0.5), Math.floor(\"7.5\"), Math.ceil(null)]",
      "[1,-2,2,-1,-1,1,1099511627776,7,0]" },
    { "return [Math.round(0.5), Math.round(-0.5), Math.round(1.5), Math.round"
      "(-1.5), Math.round(2.5), Math.round(0.49999999999999994), Math.round("
      "4503599627370495.5), Math.round(9007199254740991), Math.round("
      "-0.2), Math.round(1e300), Math.round(-2.5000001), Math.round(2 "
      "** 52 + 1)]",
      "[1,0,2,-1,3,0,4503599627370496,9007199254740991,0,1e+300,-3,4503599627"
      "370497]" },
    { "return [1 / Math.round(-0.2), 1 / Math.ceil(-0.5), 1 / Math.trunc("
      "-0.5), 1 / Math.floor(-0), 1 / Math.sign(-0), 1 / Math.round(0.2),"
      " 1 / Math.abs(-0)].map(String)",
      "[\"-Infinity\",\"-Infinity\",\"-Infinity\",\"-Infinity\",\"-Infinity\""
      ",\"Infinity\",\"Infinity\"]" },
    { "return [Math.floor(NaN), Math.floor(Infinity), Math.round(NaN),"
      " Math.round(-Infinity), Math.trunc(\"x\"), Math.sign(\"x\"), Math.abs("
      ")].map(String)",
      "[\"NaN\",\"Infinity\",\"NaN\",\"-Infinity\",\"NaN\",\"NaN\",\"NaN\"]" },
    { "return [Math.sign(-3), Math.sign(3), Math.sign(0), Math.abs(-5),"
      " Math.abs(5.5), Math.abs(-2147483648), Math.abs(\"-3\"), Math.abs("
      "null), Math.abs([])]",
      "[-1,1,0,5,5.5,2147483648,3,0,0]" },
    { "return [Math.fround(5.5), Math.fround(5.05), Math.fround(2 ** "
      "150), Math.fround(1.1), Math.fround(1e-50), Math.fround(16777217)].map"
      "(String)",
      "[\"5.5\",\"5.050000190734863\",\"Infinity\",\"1.100000023841858\","
      "\"0\",\"16777216\"]" },
    { "return [Math.clz32(1), Math.clz32(0), Math.clz32(-1), Math.clz32("
      "0.5), Math.clz32(2 ** 32), Math.clz32(255), Math.imul(3, 4), Math.imul"
      "(-5, 12), Math.imul(0xffffffff, 5), Math.imul(0xfffffffe, 5), "
      "Math.imul(1e10, 3), Math.imul()]",
      "[31,32,0,32,32,24,12,-60,-5,-10,-64771072,0]" },
};

static const JsRow min_max_rows[] = {
    { "return [Math.max(), Math.min(), Math.max(1), Math.max(1, 2, 3),"
      " Math.min(3, 1, 2), Math.max(1, NaN, 3), Math.min(\"2\", 1), Math.max("
      "null, -1), Math.max(1, undefined), Math.max(...[4, 9, 2]), Math.min("
      "0.5, 1), Math.max(-1.5, -2)].map(String)",
      "[\"-Infinity\",\"Infinity\",\"1\",\"3\",\"1\",\"NaN\",\"1\",\"0\","
      "\"NaN\",\"9\",\"0.5\",\"-1.5\"]" },
    { "return [1 / Math.max(-0, 0), 1 / Math.max(0, -0), 1 / Math.min("
      "0, -0), 1 / Math.min(-0, 0), 1 / Math.max(-0, -0), 1 / Math.max("
      "-0), Math.max(2147483647, -2147483648), Math.min(2147483647, -21474836"
      "48)].map(String)",
      "[\"Infinity\",\"Infinity\",\"-Infinity\",\"-Infinity\",\"-Infinity\","
      "\"-Infinity\",\"2147483647\",\"-2147483648\"]" },
    { "const log = []; const v = n => ({ valueOf() { log.push(n); return "
      "n } }); const r = Math.max(v(NaN), v(2), v(3)); return [String("
      "r), log]",
      "[\"NaN\",[null,2,3]]" },
    { "Math.max(1, Symbol())",
      "!TypeError: Cannot convert a Symbol value to a number" },
    { "Math.max(NaN, Symbol())",
      "!TypeError: Cannot convert a Symbol value to a number" },
};

static const JsRow exponents_rows[] = {
    { "return [Math.pow(2, 10), 2 ** -1, Math.pow(NaN, 0), Math.pow(1,"
      " Infinity), Math.pow(-8, 1 / 3), Math.pow(0, -1), Math.pow(-0,"
      " -3), Math.pow(-2, 3), Math.sqrt(16), Math.sqrt(-1), Math.cbrt("
      "27), Math.cbrt(-8), Math.exp(0), Math.exp(1), Math.expm1(1e-10),"
      " Math.expm1(0)].map(String)",
      "[\"1024\",\"0.5\",\"1\",\"NaN\",\"NaN\",\"Infinity\",\"-Infinity\","
      "\"-8\",\"4\",\"NaN\",\"3\",\"-2\",\"1\",\"2.718281828459045\","
      "\"1.00000000005e-10\",\"0\"]" },
    { "return [Math.log(1), Math.log(Math.E), Math.log(0), Math.log(-1),"
      " Math.log10(1000), Math.log2(8), Math.log2(0.125), Math.log1p("
      "1e-10), Math.log1p(-1), Math.log10(2), Math.log10(0.001)].map("
      "String)",
      "[\"0\",\"1\",\"-Infinity\",\"NaN\",\"3\",\"3\",\"-3\",\"9.999999999500"
      "001e-11\",\"-Infinity\",\"0.3010299956639812\",\"-3\"]" },
    { "return [Math.hypot(), Math.hypot(3, 4), Math.hypot(3, 4, 12), "
      "Math.hypot(-5), Math.hypot(NaN, Infinity), Math.hypot(NaN, 1, "
      "2), Math.hypot(1e200, 1e200), Math.hypot(1e-200, 1e-200, 0) > "
      "0, Math.hypot(0, -0), Math.hypot(\"3\", [4]), Math.hypot(1, 1,"
      " 1, 1), Math.hypot(2, 3, 6), Math.hypot(-Infinity, NaN, 1), Math.hypot"
      "(1e300, 1, 1e300) > 1e300].map(String)",
      "[\"0\",\"5\",\"13\",\"5\",\"Infinity\",\"NaN\",\"1.414213562373095e+20"
      "0\",\"true\",\"0\",\"5\",\"2\",\"7\",\"Infinity\",\"true\"]" },
    { "const log = []; try { Math.hypot(Infinity, { valueOf() { log.push("
      "1); throw new Error(\"e\") } }) } catch (e) { log.push(e.message) "
      "} return log",
      "[1,\"e\"]" },
    { "return 1 / Math.hypot(-0, -0, -0)", "null" },
};

static const JsRow trigonometry_rows[] = {
    { "return [Math.sin(0), Math.cos(0), Math.tan(0), Math.asin(1), Math.acos"
      "(1), Math.atan(1), Math.atan2(1, 1), Math.atan2(-0, -1), Math.atan2("
      "0, 0), Math.sinh(0), Math.cosh(0), Math.tanh(Infinity), Math.asinh("
      "0), Math.acosh(1), Math.atanh(0), Math.sin(Infinity), Math.acos("
      "2), Math.atanh(1)].map(String)",
      "[\"0\",\"1\",\"0\",\"1.5707963267948966\",\"0\",\"0.7853981633974483\""
      ",\"0.7853981633974483\",\"-3.141592653589793\",\"0\",\"0\",\"1\","
      "\"1\",\"0\",\"0\",\"0\",\"NaN\",\"NaN\",\"Infinity\"]" },
    { "return [1 / Math.sin(-0), 1 / Math.tan(-0), 1 / Math.asinh(-0),"
      " 1 / Math.atan(-0), 1 / Math.cbrt(-0), 1 / Math.expm1(-0), 1 / "
      "Math.log1p(-0), 1 / Math.sinh(-0), 1 / Math.tanh(-0), 1 / Math.sqrt("
      "-0), 1 / Math.fround(-0)].map(String)",
      "[\"-Infinity\",\"-Infinity\",\"-Infinity\",\"-Infinity\",\"-Infinity\""
      ",\"-Infinity\",\"-Infinity\",\"-Infinity\",\"-Infinity\",\"-Infinity\""
      ",\"-Infinity\"]" },
    { "return [Math.sin(1), Math.cos(1), Math.atan2(1, -1), Math.sin("
      "Math.PI) < 1e-15, Math.cos(Math.PI)].map(n => typeof n === \"number\" "
      "? n.toFixed(12) : n)",
      "[\"0.841470984808\",\"0.540302305868\",\"2.356194490192\",true,"
      "\"-1.000000000000\"]" },
};

static const JsRow random_numbers_rows[] = {
    { "let low = 1, high = 0, sum = 0; for (let i = 0; i < 5000; i++) "
      "{ const r = Math.random(); low = Math.min(low, r); high = Math.max("
      "high, r); sum += r } return [low >= 0, high < 1, sum / 5000 > "
      "0.45 && sum / 5000 < 0.55, Math.random() !== Math.random()]",
      "[true,true,true,true]" },
};

static const JsRow half_precision_rows[] = {
    { "return [0, 1, 1.00048828125, 1.000244140625, 65504, 65519.99, "
      "65520, 1e10, 5.960464477539063e-8, 2.980232238769531e-8, 2.98023223876"
      "953125e-8 * 1.0001, 6.103515625e-5, 6.1e-5, 1.337, -1.337, 0.1].map("
      "x => String(Math.f16round(x)))",
      "[\"0\",\"1\",\"1\",\"1\",\"65504\",\"65504\",\"Infinity\",\"Infinity\""
      ",\"5.960464477539063e-8\",\"0\",\"5.960464477539063e-8\",\"0.000061035"
      "15625\",\"0.00006097555160522461\",\"1.3369140625\",\"-1.3369140625\","
      "\"0.0999755859375\"]" },
    { "return [1 / Math.f16round(-0), 1 / Math.f16round(-1e-10), Math.f16roun"
      "d(NaN), Math.f16round(-Infinity), Math.f16round('1.5'), Math.f16round("
      "2049), Math.f16round(2051)].map(String)",
      "[\"-Infinity\",\"-Infinity\",\"NaN\",\"-Infinity\",\"1.5\",\"2048\","
      "\"2052\"]" },
};

static const JsRow sum_precise_rows[] = {
    { "return [Math.sumPrecise([]), 1 / Math.sumPrecise([]), Math.sumPrecise("
      "[1, 2, 3]), Math.sumPrecise([1e20, 0.1, -1e20]), Math.sumPrecise("
      "[0.1, 0.2, 0.3]), Math.sumPrecise([1e308, 1e308, -1e308]), Math.sumPre"
      "cise([1e308, 1e308]), Math.sumPrecise([0.1, 0.1, 0.1, 0.1, 0.1,"
      " 0.1, 0.1, 0.1, 0.1, 0.1])].map(String)",
      "[\"0\",\"-Infinity\",\"6\",\"0.1\",\"0.6\",\"1e+308\",\"Infinity\","
      "\"1\"]" },
    { "return [1 / Math.sumPrecise([-0, -0]), 1 / Math.sumPrecise([-0,"
      " 0]), 1 / Math.sumPrecise([1, -1]), Math.sumPrecise([NaN, 1]),"
      " Math.sumPrecise([Infinity, 1]), Math.sumPrecise([-Infinity, 1]),"
      " Math.sumPrecise([Infinity, -Infinity]), Math.sumPrecise([5e-324,"
      " 5e-324]), Math.sumPrecise([-5e-324, 1e-300, -1e-300])].map(String)",
      "[\"-Infinity\",\"Infinity\",\"Infinity\",\"NaN\",\"Infinity\","
      "\"-Infinity\",\"NaN\",\"1e-323\",\"-5e-324\"]" },
    { "return [Math.sumPrecise([2 ** 53, 1]), Math.sumPrecise([2 ** 53,"
      " 1, 5e-324]), Math.sumPrecise([2 ** 53, 3]), Math.sumPrecise([-("
      "2 ** 53), -1, -5e-324]), Math.sumPrecise([1.7976931348623157e308,"
      " 9.9792015476735990e291]), Math.sumPrecise([1.7976931348623157e308,"
      " 9.979201547673597e291]), Math.sumPrecise([-1e-310, 2e-310])].map("
      "String)",
      "[\"9007199254740992\",\"9007199254740994\",\"9007199254740996\","
      "\"-9007199254740994\",\"Infinity\",\"1.7976931348623157e+308\","
      "\"1e-310\"]" },
    { "return Math.sumPrecise(new Set([1, 2, 3.5])) + Math.sumPrecise("
      "(function* () { yield 1; yield 2 })())",
      "9.5" },
    { "let closed = 0; const it = { [Symbol.iterator]() { return { next("
      ") { return { value: '1', done: false } }, return() { closed++;"
      " return {} } } } }; try { Math.sumPrecise(it) } catch (e) { return "
      "[e.name, closed] }",
      "[\"TypeError\",1]" },
    { "let closed = 0; const it = { [Symbol.iterator]() { return { next("
      ") { throw new Error('n') }, return() { closed++ } } } }; try { "
      "Math.sumPrecise(it) } catch (e) { return [e.message, closed] }",
      "[\"n\",0]" },
    { "Math.sumPrecise([1, '2'])",
      "!TypeError: Math.sumPrecise takes numbers only" },
    { "Math.sumPrecise(5)",
      "!TypeError: Math.sumPrecise needs an iterable, found number" },
    { "const a = []; let x = 1; for (let i = 0; i < 2000; i++) { x = "
      "(x * 48271) % 2147483647; a.push(x / 3 * 10 ** (x % 40 - 20)) "
      "} const all = [...a, ...a.map(v => -v).reverse(), 0.1]; return "
      "Math.sumPrecise(all)",
      "0.1" },
};

static const JsRow cube_roots_rows[] = {
    { "let bad = 0; for (let i = -3000; i < 3000; i++) if (Math.cbrt("
      "i * i * i) !== i) bad++; return [bad, Math.cbrt(5e-324), Math.cbrt("
      "1.7976931348623157e308), String(Math.cbrt(-Infinity))]",
      "[0,1.7031839360032603e-108,5.643803094122362e+102,\"-Infinity\"]" },
};

#define CHECK(name)                                                            \
    static void name(void **state)                                             \
    {                                                                          \
        (void)state;                                                           \
        assert_int_equal(js_check(name##_rows, CM_ARRAY_LEN(name##_rows)), 0); \
    }

CHECK(constants)
CHECK(rounding)
CHECK(min_max)
CHECK(exponents)
CHECK(trigonometry)
CHECK(random_numbers)
CHECK(half_precision)
CHECK(sum_precise)
CHECK(cube_roots)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants),      cmocka_unit_test(rounding),
        cmocka_unit_test(min_max),        cmocka_unit_test(exponents),
        cmocka_unit_test(trigonometry),   cmocka_unit_test(random_numbers),
        cmocka_unit_test(half_precision), cmocka_unit_test(sum_precise),
        cmocka_unit_test(cube_roots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
