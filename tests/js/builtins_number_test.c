/* SPDX-License-Identifier: MIT */
/* Number, Boolean and the numeric globals: reading, printing, en-US text.
 * Each row is a program and what comes out of it (js_run.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

static const JsRow construction_rows[] = {
    /* the prototypes are wrapper objects themselves */
    { "const tag = Object.prototype.toString; return [Number, String, Boolean, "
      "Symbol, BigInt].map(c => tag.call(c.prototype))",
      "[\"[object Number]\",\"[object String]\",\"[object Boolean]\","
      "\"[object Symbol]\",\"[object BigInt]\"]" },
    { "return [Number.prototype + 1, String.prototype + 'x', "
      "Boolean.prototype.valueOf(), JSON.stringify([Number.prototype, "
      "String.prototype, Boolean.prototype])]",
      "[1,\"x\",false,\"[0,\\\"\\\",false]\"]" },
    { "return [Object.getOwnPropertyDescriptor(String.prototype, 'length'), "
      "Object.isFrozen(String.prototype), Object.create(String.prototype).length]",
      "[{\"value\":0,\"writable\":false,\"enumerable\":false,"
      "\"configurable\":false},true,0]" },
    { "try { BigInt.prototype.valueOf() } catch (e) { return e.name }",
      "\"TypeError\"" },
    { "return [Number(), Number(\"12\"), Number(\" 12.5\\n\"), Number("
      "\"\"), String(Number(\"12x\")), Number(true), Number(null), String("
      "Number(undefined)), Number([5]), Number(\"0x1F\"), Number(\"0b101\"),"
      " Number(\"0o17\"), Number(\"1e3\"), Number(\"-Infinity\") === "
      "-Infinity]",
      "[0,12,12.5,0,\"NaN\",1,0,\"NaN\",5,31,5,15,1000,true]" },
    { "Number(Symbol())",
      "!TypeError: Cannot convert a Symbol value to a number" },
    { "return [typeof new Number(5), new Number(5) + 1, new Number(5) "
      "instanceof Number, typeof Number(\"5\"), Object(7).toFixed(1)]",
      "[\"object\",6,true,\"number\",\"7.0\"]" },
    { "return [Number.length, Number.name, Boolean.length, Boolean.name]",
      "[1,\"Number\",1,\"Boolean\"]" },
    { "class N extends Number { twice() { return this * 2 } } return "
      "[new N(4).twice(), new N(4).valueOf()]",
      "[8,4]" },
    { "return [Boolean(), Boolean(0), Boolean(\"\"), Boolean(\"0\"), "
      "Boolean([]), Boolean(NaN), Boolean(null), Boolean({}), typeof "
      "new Boolean(false), new Boolean(false) ? 1 : 0, new Boolean(true).toSt"
      "ring(), true.valueOf(), false.toString()]",
      "[false,false,false,true,true,false,false,true,\"object\",1,\"true\","
      "true,\"false\"]" },
    { "Boolean.prototype.toString.call(1)",
      "!TypeError: Boolean.prototype.toString requires that 'this' be "
      "a Boolean" },
    { "Boolean.prototype.valueOf.call({})",
      "!TypeError: Boolean.prototype.valueOf requires that 'this' be "
      "a Boolean" },
    { "Number.prototype.toString.call(\"1\")",
      "!TypeError: Number.prototype.toString requires that 'this' be "
      "a Number" },
    { "Number.prototype.valueOf.call({})",
      "!TypeError: Number.prototype.valueOf requires that 'this' be a "
      "Number" },
    { "return [Number.prototype.valueOf(), Number.prototype.toFixed(1),"
      " Boolean.prototype.valueOf()]",
      "[0,\"0.0\",false]" },
};

static const JsRow constants_rows[] = {
    { "return [Number.EPSILON, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEG"
      "ER, Number.MAX_VALUE, Number.MIN_VALUE, String(Number.NaN), String("
      "Number.NEGATIVE_INFINITY), String(Number.POSITIVE_INFINITY)]",
      "[2.220446049250313e-16,9007199254740991,-9007199254740991,1.7976931348"
      "623157e+308,5e-324,\"NaN\",\"-Infinity\",\"Infinity\"]" },
    { "return [Number.parseFloat === parseFloat, Number.parseInt === "
      "parseInt, Number.isNaN === isNaN, String(NaN), String(Infinity),"
      " undefined === void 0]",
      "[true,true,false,\"NaN\",\"Infinity\",true]" },
    { "return [Number.isFinite(5), Number.isFinite(\"5\"), Number.isFinite("
      "Infinity), Number.isInteger(5), Number.isInteger(5.0), Number.isIntege"
      "r(5.5), Number.isInteger(\"5\"), Number.isInteger(1e300), Number.isInt"
      "eger(-0), Number.isNaN(NaN), Number.isNaN(\"x\"), Number.isSafeInteger"
      "(2 ** 53 - 1), Number.isSafeInteger(2 ** 53), Number.isSafeInteger("
      "1.5)]",
      "[true,false,false,true,true,false,false,true,true,true,false,true,"
      "false,false]" },
    { "return [isNaN(\"x\"), isNaN(\"5\"), isNaN(undefined), isNaN(null),"
      " isFinite(\"5\"), isFinite(\"x\"), isFinite(Infinity), isFinite("
      "null)]",
      "[true,false,true,false,true,false,false,true]" },
    { "isNaN(Symbol())",
      "!TypeError: Cannot convert a Symbol value to a number" },
    { "return Object.getOwnPropertyNames(Number).filter(n => n !== \"argument"
      "s\" && n !== \"caller\").sort()",
      "[\"EPSILON\",\"MAX_SAFE_INTEGER\",\"MAX_VALUE\",\"MIN_SAFE_INTEGER\","
      "\"MIN_VALUE\",\"NEGATIVE_INFINITY\",\"NaN\",\"POSITIVE_INFINITY\","
      "\"isFinite\",\"isInteger\",\"isNaN\",\"isSafeInteger\",\"length\","
      "\"name\",\"parseFloat\",\"parseInt\",\"prototype\"]" },
    { "return Object.getOwnPropertyNames(Number.prototype).sort()",
      "[\"constructor\",\"toExponential\",\"toFixed\",\"toLocaleString\","
      "\"toPrecision\",\"toString\",\"valueOf\"]" },
};

static const JsRow parsing_rows[] = {
    { "return [parseInt(\"42\"), parseInt(\"  -42px\"), parseInt(\"0x1f\"),"
      " parseInt(\"0X1F\", 16), parseInt(\"1f\", 16), parseInt(\"101\","
      " 2), parseInt(\"z\", 36), parseInt(\"9\", 8).toString(), parseInt("
      "\"\").toString(), parseInt(\"abc\").toString(), parseInt(\"12.9\"),"
      " parseInt(\"1e3\"), parseInt(null).toString(), parseInt(null, "
      "36)]",
      "[42,-42,31,31,31,5,35,\"NaN\",\"NaN\",\"NaN\",12,1,\"NaN\",1112745]" },
    /* far more digits than count */
    { "const d = (c, n) => c.repeat(n);"
      "return [parseInt(d('1', 3000), 2), Number('0x' + d('f', 3000)),"
      " parseInt(d('0', 3000) + '11', 2), Number('0b' + d('0', 3000) + '101'),"
      " parseInt('1' + d('0', 308)), parseInt('-1' + d('0', 309)),"
      " parseInt(d('1', 1024) + 'x', 2), Number('0x1' + d('0', 256)),"
      " Number('0x' + d('0', 3000) + 'g'), parseInt(d(' ', 99999) + '7'),"
      " Number(d('\\u2003', 9999) + '8' + d(' ', 9999))].map(String)",
      "[\"Infinity\",\"Infinity\",\"3\",\"5\",\"1e+308\",\"-Infinity\","
      "\"Infinity\",\"Infinity\",\"NaN\",\"7\",\"8\"]" },
    { "return [parseInt(\"10\", 1), parseInt(\"10\", 37), parseInt(\"10\","
      " 0), parseInt(\"10\", \"8\"), parseInt(\"10\", 2 ** 32 + 2), parseInt("
      "\"0b1\"), parseInt(\"+7\"), parseInt(\"- 7\"), parseInt(\"-0\"),"
      " parseInt(\"\\u00a07\"), parseInt(\"7\\u20ac\"), parseInt(\"\\u20ac7\""
      ")].map(String)",
      "[\"NaN\",\"NaN\",\"10\",\"8\",\"2\",\"0\",\"7\",\"NaN\",\"0\","
      "\"7\",\"7\",\"NaN\"]" },
    { "return [parseInt(\"9007199254740993\"), parseInt(\"1234567890123456789"
      "01234567890\"), parseInt(\"1\".repeat(400)), parseInt(\"ffffffffffffff"
      "ff\", 16), parseInt(\"zzzzzzzzzzzzzz\", 36), parseInt(\"0.00001\"),"
      " parseInt(0.0000005), parseInt(1e21), parseInt(-1.9)].map(String)",
      "[\"9007199254740992\",\"1.2345678901234568e+29\",\"Infinity\","
      "\"18446744073709552000\",\"6.140942214464815e+21\",\"0\",\"5\","
      "\"1\",\"-1\"]" },
    { "return [parseFloat(\"3.14abc\"), parseFloat(\"  .5\"), parseFloat("
      "\"5.\"), parseFloat(\"-1e-3x\"), parseFloat(\"1e\"), parseFloat("
      "\"1e+\"), parseFloat(\"Infinityx\"), parseFloat(\"-Infinity\"),"
      " parseFloat(\"infinity\"), parseFloat(\"\"), parseFloat(\".\"),"
      " parseFloat(\"-.5e1\"), parseFloat(\"0x10\"), parseFloat(\"1_000\"),"
      " parseFloat(\"1e1000\"), parseFloat(\"\\u20ac5\"), parseFloat("
      "\"5\\u20ac\"), parseFloat(\"--5\"), parseFloat(\"-0\")].map(n "
      "=> Object.is(n, -0) ? \"-0\" : String(n))",
      "[\"3.14\",\"0.5\",\"5\",\"-0.001\",\"1\",\"1\",\"Infinity\",\"-Infinit"
      "y\",\"NaN\",\"NaN\",\"NaN\",\"-5\",\"0\",\"1\",\"Infinity\",\"NaN\","
      "\"5\",\"NaN\",\"-0\"]" },
    { "parseInt(Symbol())",
      "!TypeError: Cannot convert a Symbol value to a string" },
    { "const log = []; parseInt({ toString() { log.push(\"s\"); return "
      "\"1\" } }, { valueOf() { log.push(\"r\"); return 10 } }); return "
      "log",
      "[\"s\",\"r\"]" },
    { "return [\"10\", \"20\", \"30\"].map(parseInt).map(String)",
      "[\"10\",\"NaN\",\"NaN\"]" },
};

static const JsRow radix_rows[] = {
    { "return [(255).toString(16), (255).toString(2), (255).toString("
      "36), (-255).toString(16), (0.5).toString(2), (0.1).toString(3),"
      " (1e21).toString(), (1e21).toString(7), (123.456).toString(36),"
      " (0).toString(2), (-0).toString(2)]",
      "[\"ff\",\"11111111\",\"73\",\"-ff\",\"0.1\",\"0.0022002200220022002200"
      "220022002201\",\"1e+21\",\"5135235413265003022550266\",\"3f.gez4w97ry\""
      ",\"0\",\"0\"]" },
    { "return [NaN.toString(2), Infinity.toString(16), (-Infinity).toString("
      "), (1e-7).toString(), (123456789).toString(), (0.000001).toString("
      "), (1.7976931348623157e308).toString(), (5e-324).toString(), ("
      "0.1 + 0.2).toString(), (100).toString(\"10\"), (2 ** 53).toString("
      "2).length, (2 ** 31).toString(32)]",
      "[\"NaN\",\"Infinity\",\"-Infinity\",\"1e-7\",\"123456789\",\"0.000001\""
      ",\"1.7976931348623157e+308\",\"5e-324\",\"0.30000000000000004\","
      "\"100\",54,\"2000000\"]" },
    { "(10).toString(1)",
      "!RangeError: toString() radix argument must be between 2 and 36" },
    { "(10).toString(37)",
      "!RangeError: toString() radix argument must be between 2 and 36" },
    { "(10).toString(NaN)",
      "!RangeError: toString() radix argument must be between 2 and 36" },
    { "(10).toString(Infinity)",
      "!RangeError: toString() radix argument must be between 2 and 36" },
    { "return (10).toString(undefined) + (35).toString(36.9)", "\"10z\"" },
};

static const JsRow fixed_notation_rows[] = {
    { "return [(1.005).toFixed(2), (1.45).toFixed(1), (0).toFixed(2),"
      " (-0).toFixed(2), (-1.5).toFixed(0), (2.5).toFixed(0), (1.5).toFixed("
      "0), (1e21).toFixed(2), (123.456).toFixed(), (0.000001).toFixed("
      "7), (-0.0000001).toFixed(2), (1e20).toFixed(2), (10.235).toFixed("
      "2), (8.345).toFixed(2)]",
      "[\"1.00\",\"1.4\",\"0.00\",\"0.00\",\"-2\",\"3\",\"2\",\"1e+21\","
      "\"123\",\"0.0000010\",\"-0.00\",\"100000000000000000000.00\",\"10.23\""
      ",\"8.35\"]" },
    { "return [(1.1).toFixed(20), (0.5).toFixed(100).length, NaN.toFixed("
      "2), Infinity.toFixed(), (-Infinity).toFixed(1), (5e-324).toFixed("
      "3), (999.995).toFixed(2), (0.5).toFixed(0), (4.5).toFixed(0)]",
      "[\"1.10000000000000008882\",102,\"NaN\",\"Infinity\",\"-Infinity\","
      "\"0.000\",\"1000.00\",\"1\",\"5\"]" },
    { "(1).toFixed(-1)",
      "!RangeError: toFixed() digits argument must be between 0 and 100" },
    { "[1].map(n => n.toFixed(200))",
      "!RangeError: toFixed() digits argument must be between 0 and 100" },
    { "NaN.toFixed(101)",
      "!RangeError: toFixed() digits argument must be between 0 and 100" },
    { "(1).toFixed(Infinity)",
      "!RangeError: toFixed() digits argument must be between 0 and 100" },
};

static const JsRow exponential_rows[] = {
    { "return [(123456).toExponential(), (123456).toExponential(2), ("
      "0).toExponential(), (0).toExponential(2), (-0).toExponential(),"
      " (-1.5e-9).toExponential(1), (1e21).toExponential(3), NaN.toExponentia"
      "l(), Infinity.toExponential(200), (0.00015).toExponential(0), "
      "(25).toExponential(0), (12345).toExponential(3), (5e-324).toExponentia"
      "l(), (1.7976931348623157e308).toExponential(4)]",
      "[\"1.23456e+5\",\"1.23e+5\",\"0e+0\",\"0.00e+0\",\"0e+0\",\"-1.5e-9\","
      "\"1.000e+21\",\"NaN\",\"Infinity\",\"1e-4\",\"3e+1\",\"1.235e+4\","
      "\"5e-324\",\"1.7977e+308\"]" },
    { "(1).toExponential(101)",
      "!RangeError: toExponential() argument must be between 0 and 100" },
    { "(1).toExponential(-1)",
      "!RangeError: toExponential() argument must be between 0 and 100" },
};

static const JsRow precision_rows[] = {
    { "return [(123.456).toPrecision(4), (0.000123).toPrecision(2), ("
      "123456).toPrecision(2), (0).toPrecision(1), (0).toPrecision(4),"
      " (-1.5).toPrecision(3), (1e21).toPrecision(3), (123).toPrecision("
      "), (1.25).toPrecision(2), (1.35).toPrecision(2), NaN.toPrecision("
      "500), (0.0000001).toPrecision(1), (1e-6).toPrecision(3), (35).toPrecis"
      "ion(1), (99.99).toPrecision(3), (1.1).toPrecision(30)]",
      "[\"123.5\",\"0.00012\",\"1.2e+5\",\"0\",\"0.000\",\"-1.50\",\"1.00e+21"
      "\",\"123\",\"1.3\",\"1.4\",\"NaN\",\"1e-7\",\"0.00000100\",\"4e+1\","
      "\"100\",\"1.10000000000000008881784197001\"]" },
    { "(1).toPrecision(0)",
      "!RangeError: toPrecision() argument must be between 1 and 100" },
    { "(1).toPrecision(101)",
      "!RangeError: toPrecision() argument must be between 1 and 100" },
};

static const JsRow locale_text_rows[] = {
    { "return [(1234567.891).toLocaleString(), (1234.5).toLocaleString("
      "), (0).toLocaleString(), (-1234.5678).toLocaleString(), (999).toLocale"
      "String(), (1000).toLocaleString(), (1e21).toLocaleString(), NaN.toLoca"
      "leString(), Infinity.toLocaleString(), (-Infinity).toLocaleString("
      "), (0.0004).toLocaleString(), (-0).toLocaleString(), (1.0005).toLocale"
      "String(), (123456789).toLocaleString(\"de-DE\").length]",
      "[\"1,234,567.891\",\"1,234.5\",\"0\",\"-1,234.568\",\"999\",\"1,"
      "000\",\"1,000,000,000,000,000,000,000\",\"NaN\",\"∞\",\"-∞\",\"0\","
      "\"-0\",\"1.001\",11]" },
    { "return [(1234.5).toLocaleString(\"en-US\", { style: \"currency\","
      " currency: \"USD\" }), (-1234.567).toLocaleString(\"en-US\", { "
      "style: \"currency\", currency: \"eur\" }), (1234.5).toLocaleString("
      "\"en-US\", { style: \"currency\", currency: \"JPY\" }), (5).toLocaleSt"
      "ring(\"en-US\", { style: \"currency\", currency: \"CHF\" }), ("
      "5).toLocaleString(\"en-US\", { style: \"currency\", currency: "
      "\"USD\", minimumFractionDigits: 0 }), (0.1).toLocaleString(\"en-US\","
      " { style: \"currency\", currency: \"GBP\", maximumFractionDigits: "
      "0 })]",
      "[\"$1,234.50\",\"-€1,234.57\",\"¥1,235\",\"CHF 5.00\",\"$5\",\"£0\"]" },
    { "return [(0.256).toLocaleString(\"en-US\", { style: \"percent\" "
      "}), (0.256).toLocaleString(\"en-US\", { style: \"percent\", minimumFra"
      "ctionDigits: 1 }), (12.5).toLocaleString(\"en-US\", { style: \"percent"
      "\" }), (-0.05).toLocaleString(undefined, { style: \"percent\" "
      "})]",
      "[\"26%\",\"25.6%\",\"1,250%\",\"-5%\"]" },
    { "return [(3.14159).toLocaleString(undefined, { maximumFractionDigits: "
      "2 }), (3).toLocaleString(undefined, { minimumFractionDigits: 2 "
      "}), (3.14159).toLocaleString(undefined, { minimumFractionDigits: "
      "5 }), (1234.5).toLocaleString(undefined, { useGrouping: false "
      "}), (5).toLocaleString(undefined, { minimumIntegerDigits: 3 }),"
      " (0.123456).toLocaleString(undefined, { maximumSignificantDigits: "
      "3 }), (123456).toLocaleString(undefined, { maximumSignificantDigits: "
      "2 }), (1).toLocaleString(undefined, { minimumSignificantDigits: "
      "3 }), (0.00001234).toLocaleString(undefined, { maximumSignificantDigit"
      "s: 2 })]",
      "[\"3.14\",\"3.00\",\"3.14159\",\"1234.5\",\"005\",\"0.123\",\"120,"
      "000\",\"1.00\",\"0.000012\"]" },
    { "return [(5).toLocaleString(\"en\", { signDisplay: \"always\" }),"
      " (-5).toLocaleString(\"en\", { signDisplay: \"never\" }), (0).toLocale"
      "String(\"en\", { signDisplay: \"exceptZero\" }), (5).toLocaleString("
      "\"en\", { signDisplay: \"exceptZero\" }), (-0.1).toLocaleString("
      "\"en\", { maximumFractionDigits: 0 }), (-0.1).toLocaleString(\"en\","
      " { maximumFractionDigits: 0, signDisplay: \"negative\" })]",
      "[\"+5\",\"5\",\"0\",\"+5\",\"-0\",\"0\"]" },
    { "(1).toLocaleString(\"en\", { maximumFractionDigits: 101 })",
      "!RangeError: maximumFractionDigits value is out of range." },
    { "(1).toLocaleString(\"en\", { style: \"currency\" })",
      "!TypeError: Currency code is required with currency style." },
    { "(1).toLocaleString(\"en\", { style: \"currency\", currency: \"xx\" "
      "})",
      "!RangeError: Invalid currency code : xx" },
    { "(1).toLocaleString(\"en\", { minimumFractionDigits: 5, maximumFraction"
      "Digits: 2 })",
      "!RangeError: maximumFractionDigits value is out of range." },
    { "(1e6).toLocaleString(\"en\", { notation: \"compact\" })", "\"1M\"" },
    { "return [2.5, 3.5, 1.0005, 0.0015, 1234.0005, 2.0025].map(n => "
      "n.toLocaleString())",
      "[\"2.5\",\"3.5\",\"1.001\",\"0.002\",\"1,234.001\",\"2.003\"]" },
    { "return [1.5, [1234, null, 5.25], 7].toLocaleString()",
      "\"1.5,1,234,,5.25,7\"" },
};

#define CHECK(name)                                                            \
    static void name(void **state)                                             \
    {                                                                          \
        (void)state;                                                           \
        assert_int_equal(js_check(name##_rows, CM_ARRAY_LEN(name##_rows)), 0); \
    }

CHECK(construction)
CHECK(constants)
CHECK(parsing)
CHECK(radix)
CHECK(fixed_notation)
CHECK(exponential)
CHECK(precision)
CHECK(locale_text)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(construction),   cmocka_unit_test(constants),
        cmocka_unit_test(parsing),        cmocka_unit_test(radix),
        cmocka_unit_test(fixed_notation), cmocka_unit_test(exponential),
        cmocka_unit_test(precision),      cmocka_unit_test(locale_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
