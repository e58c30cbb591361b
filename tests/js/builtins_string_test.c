/* SPDX-License-Identifier: MIT */
/* String: texts of every kind of unit, searching, replacing, case, normal forms.
 * Each row is a program and what comes out of it (js_run.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

static const JsRow construction_rows[] = {
    { "return [String(), String(1), String(-0), String(null), String("
      "undefined), String(true), String([1,[2,3]]), String({})]",
      "[\"\",\"1\",\"0\",\"null\",\"undefined\",\"true\",\"1,2,3\",\"[object "
      "Object]\"]" },
    { "return String(Symbol(\"x\")) + String(Symbol())",
      "\"Symbol(x)Symbol()\"" },
    { "return [typeof new String(\"ab\"), new String(\"ab\").length, "
      "new String(\"ab\")[1], new String(\"ab\")[5] === undefined]",
      "[\"object\",2,\"b\",true]" },
    { "const s = new String(\"abc\"); s.x = 1; return [Object.keys(s),"
      " s instanceof String, \"1\" in s, s.hasOwnProperty(3)]",
      "[[\"0\",\"1\",\"2\",\"x\"],true,true,false]" },
    { "\"use strict\"; const s = new String(\"abc\"); try { s[0] = \"x\" "
      "} catch (e) { return e.name } return s[0]",
      "\"TypeError\"" },
    { "return Object.getOwnPropertyDescriptor(new String(\"ab\"), \"length\")",
      "{\"value\":2,\"writable\":false,\"enumerable\":false,\"configurable\":"
      "false}" },
    { "return Object.getOwnPropertyDescriptor(new String(\"ab\"), \"0\")",
      "{\"value\":\"a\",\"writable\":false,\"enumerable\":true,\"configurable"
      "\":false}" },
    { "class S extends String { shout() { return this + \"!\" } } const "
      "s = new S(\"hi\"); return [s.shout(), s.length, s instanceof S,"
      " s instanceof String, s + \"\"]",
      "[\"hi!\",2,true,true,\"hi\"]" },
    { "new String(Symbol())",
      "!TypeError: Cannot convert a Symbol value to a string" },
    { "return [String.length, String.name, String.fromCharCode.length,"
      " String.raw.length, String.prototype.length]",
      "[1,\"String\",1,1,0]" },
    { "return [String.prototype.toString(), String.prototype.concat(\"a\")]",
      "[\"\",\"a\"]" },
    { "return [...\"aé😀b\"].map(c => c.length)", "[1,1,2,1]" },
    { "const it = \"ab\"[Symbol.iterator](); return [it.next(), it.next("
      "), it.next(), it[Symbol.toStringTag], typeof it[Symbol.iterator]]",
      "[{\"value\":\"a\",\"done\":false},{\"value\":\"b\",\"done\":false},"
      "{\"done\":true},\"String Iterator\",\"function\"]" },
    { "return Object(\"x\").valueOf() === \"x\"", "true" },
    { "String.prototype.valueOf.call(1)",
      "!TypeError: String.prototype.valueOf requires that 'this' be a "
      "String" },
    { "String.prototype.toString.call({})",
      "!TypeError: String.prototype.toString requires that 'this' be "
      "a String" },
};

static const JsRow from_codes_rows[] = {
    { "return String.fromCharCode()", "\"\"" },
    { "return String.fromCharCode(65)", "\"A\"" },
    { "return String.fromCharCode(65, 66, \"67\", 0x10041, -1).length", "5" },
    { "return String.fromCharCode(0x10041, 65.9, NaN) === \"AA\\0\"", "true" },
    { "return String.fromCharCode(0xD83D, 0xDE00)", "\"😀\"" },
    { "return String.fromCodePoint(0x1F600, 97, 0x10FFFF).length", "5" },
    { "return String.fromCodePoint()", "\"\"" },
    { "return String.fromCodePoint(\"97\")", "\"a\"" },
    { "String.fromCodePoint(-1)", "!RangeError: Invalid code point -1" },
    { "String.fromCodePoint(1.5)", "!RangeError: Invalid code point 1.5" },
    { "String.fromCodePoint(0x110000)",
      "!RangeError: Invalid code point 1114112" },
    { "String.fromCodePoint(NaN)", "!RangeError: Invalid code point NaN" },
    { "String.fromCodePoint(Infinity)",
      "!RangeError: Invalid code point Infinity" },
    { "return String.raw`a\\n${1 + 1}b\\u{`", "\"a\\\\n2b\\\\u{\"" },
    { "return String.raw({ raw: [\"x\", \"y\", \"z\"] }, 1, 2, 3)",
      "\"x1y2z\"" },
    { "return String.raw({ raw: \"abc\" }, \"-\", \"+\")", "\"a-b+c\"" },
    { "return String.raw({ raw: { length: 2, 0: \"p\", 1: \"q\" } }, "
      "7)",
      "\"p7q\"" },
    { "return String.raw({ raw: [] }, 1)", "\"\"" },
    { "String.raw()", "!TypeError: Cannot convert undefined to object" },
    { "String.raw({})", "!TypeError: Cannot convert undefined to object" },
};

static const JsRow positions_rows[] = {
    { "return [\"abc\".at(0), \"abc\".at(-1), \"abc\".at(3), \"abc\".at("
      "-4), \"abc\".at(), \"abc\".at(\"1\"), \"abc\".at(1.9)].map(String)",
      "[\"a\",\"c\",\"undefined\",\"undefined\",\"a\",\"b\",\"b\"]" },
    { "return [\"abc\".charAt(1), \"abc\".charAt(-1), \"abc\".charAt("
      "9), \"abc\".charAt(), \"abc\".charAt(NaN)]",
      "[\"b\",\"\",\"\",\"a\",\"a\"]" },
    { "return [\"abc\".charCodeAt(1), String(\"abc\".charCodeAt(-1)),"
      " String(\"abc\".charCodeAt(3)), \"é\".charCodeAt(0), \"😀\".charCodeAt("
      "1), \"abc\".charCodeAt()]",
      "[98,\"NaN\",\"NaN\",233,56832,97]" },
    { "return [\"😀\".codePointAt(0), \"😀\".codePointAt(1), String(\"a\".codeP"
      "ointAt(1)), \"a\\uD800\".codePointAt(1), \"\\uDC00\\uD800\".codePointA"
      "t(0)]",
      "[128512,56832,\"undefined\",55296,56320]" },
    { "return \"abc\"[1] + \"abc\"[\"2\"] + (\"abc\"[3] === undefined)",
      "\"bctrue\"" },
    { "String.prototype.charAt.call(null, 0)",
      "!TypeError: String.prototype.charAt called on null or undefined" },
    { "String.prototype.at.call(undefined)",
      "!TypeError: String.prototype.at called on null or undefined" },
    { "return String.prototype.charAt.call(12345, 2)", "\"3\"" },
    { "\"abc\".charAt(Symbol())",
      "!TypeError: Cannot convert a Symbol value to a number" },
    { "return \"abc\".charAt({ valueOf() { return 2 } })", "\"c\"" },
    { "return \"x\".charAt(2 ** 53) + \"|\" + \"x\".charAt(-(2 ** 53)) "
      "+ \"|\" + \"x\".charAt(Infinity)",
      "\"||\"" },
};

static const JsRow concat_repeat_pad_rows[] = {
    /* Conversions run program code; it must not run over other arguments. */
    { "const o = { toString() { let a = 1, b = 2, c = 3; return `${a}${b}${c}` "
      "} }; const bad = []; for (let n = 0; n < 300; n++) { const a = "
      "Array.from({ length: n }, (_, i) => i); if (''.concat(o, ...a) !== '123' "
      "+ a.join('') || ''.concat.bind('', o)(...a, o) !== '123' + a.join('') + "
      "'123') bad.push(n) } return bad",
      "[]" },
    { "return \"a\".concat(1, null, undefined, [2], { toString() { return "
      "\"T\" } })",
      "\"a1nullundefined2T\"" },
    { "return \"\".concat() === \"\"", "true" },
    { "return [\"ab\".repeat(3), \"ab\".repeat(0), \"\".repeat(1e9), "
      "\"x\".repeat(1), \"é\".repeat(2), \"😀\".repeat(2), \"ab\".repeat("
      "\"2\"), \"ab\".repeat(2.9)]",
      "[\"ababab\",\"\",\"\",\"x\",\"éé\",\"😀😀\",\"abab\",\"abab\"]" },
    { "\"a\".repeat(-1)", "!RangeError: Invalid count value: -1" },
    { "\"a\".repeat(Infinity)", "!RangeError: Invalid count value: Infinity" },
    { "\"ab\".repeat(2 ** 29)", "!RangeError: Invalid string length" },
    { "\"a\".repeat(2 ** 31)", "!RangeError: Invalid string length" },
    { "return \"a\".repeat(100).length + \"ab\".repeat(1000).slice(-3)",
      "\"100bab\"" },
    { "return [\"5\".padStart(3), \"5\".padStart(3, \"0\"), \"5\".padStart("
      "6, \"ab\"), \"abc\".padStart(2), \"abc\".padStart(6, \"\"), \"abc\".pa"
      "dStart(), \"a\".padStart(4, \"é\")]",
      "[\"  5\",\"005\",\"ababa5\",\"abc\",\"abc\",\"abc\",\"éééa\"]" },
    { "return [\"5\".padEnd(3) + \"|\", \"5\".padEnd(3, \"0\"), \"5\".padEnd("
      "6, \"ab\"), \"abc\".padEnd(2), \"x\".padEnd(3, 12345), \"x\".padEnd("
      "3, null)]",
      "[\"5  |\",\"500\",\"5ababa\",\"abc\",\"x12\",\"xnu\"]" },
    { "\"a\".padStart(2 ** 30)", "!RangeError: Invalid string length" },
    { "return \"a\".padStart(2 ** 30, \"\")", "\"a\"" },
    { "return \"abc\".padEnd(8, \"😀\").length", "8" },
    { "\"a\".padEnd(2 ** 53, \"xy\")", "!RangeError: Invalid string length" },
    { "return \"a\".padStart(-5) + \"a\".padStart(NaN)", "\"aa\"" },
};

static const JsRow cutting_rows[] = {
    { "return [\"abcdef\".slice(2), \"abcdef\".slice(-2), \"abcdef\".slice("
      "1, -1), \"abcdef\".slice(4, 2), \"abcdef\".slice(), \"abcdef\".slice("
      "undefined, 3), \"abcdef\".slice(NaN, 2), \"abcdef\".slice(-100,"
      " 100)]",
      "[\"cdef\",\"ef\",\"bcde\",\"\",\"abcdef\",\"abc\",\"ab\",\"abcdef\"]" },
    { "return [\"abcdef\".substring(2), \"abcdef\".substring(4, 1), \"abcdef\""
      ".substring(-1, 2), \"abcdef\".substring(NaN, 3), \"abcdef\".substring("
      "2, undefined), \"abcdef\".substring(10, 3)]",
      "[\"cdef\",\"bcd\",\"ab\",\"abc\",\"cdef\",\"def\"]" },
    { "return [\"abcdef\".substr(2), \"abcdef\".substr(-3), \"abcdef\".substr"
      "(-3, 2), \"abcdef\".substr(1, 100), \"abcdef\".substr(1, -1), "
      "\"abcdef\".substr(1, undefined), \"abcdef\".substr(Infinity)]",
      "[\"cdef\",\"def\",\"de\",\"bcdef\",\"\",\"bcdef\",\"\"]" },
    { "const s = \"x\".repeat(50) + \"y\".repeat(50); return [s.slice("
      "40, 60), s.slice(10, 90).slice(35, 45), s.slice(49, 51)]",
      "[\"xxxxxxxxxxyyyyyyyyyy\",\"xxxxxyyyyy\",\"xy\"]" },
    { "return [\" \\t\\n\\v\\f\\r\\u00a0\\ufeff\\u2003a b\\u3000\\u2028\\u202"
      "9\".trim(), \" a \".trimStart() + \"|\", \" a \".trimEnd() + \"|\","
      " \"   \".trim(), \"\".trim(), \"\\u200bx\\u200b\".trim().length,"
      " \"\\u180ex\".trim().length]",
      "[\"a b\",\"a |\",\" a|\",\"\",\"\",3,2]" },
    { "return String.prototype.trimLeft === String.prototype.trimStart "
      "&& String.prototype.trimRight.name",
      "\"trimEnd\"" },
    { "return String.prototype.trim.call(123) + String.prototype.slice.call("
      "true, 1)",
      "\"123rue\"" },
};

static const JsRow well_formed_rows[] = {
    { "return [\"abc\".isWellFormed(), \"a\\uD800\".isWellFormed(), \"\\uDC00"
      "a\".isWellFormed(), \"😀\".isWellFormed(), \"\\uD83D\\uD83D\\uDE00\".is"
      "WellFormed(), \"\".isWellFormed(), \"é\".isWellFormed()]",
      "[true,false,false,true,false,true,true]" },
    { "return [\"a\\uD800b\".toWellFormed(), \"\\uDC00\".toWellFormed("
      "), \"😀\\uDE00\".toWellFormed(), \"abc\".toWellFormed()]",
      "[\"a�b\",\"�\",\"😀�\",\"abc\"]" },
    { "return \"\\uD83D\\uD83D\\uDE00\\uD83D\".toWellFormed().split(\"\").map"
      "(c => c.charCodeAt(0).toString(16))",
      "[\"fffd\",\"d83d\",\"de00\",\"fffd\"]" },
};

static const JsRow searching_rows[] = {
    { "return [\"abcabc\".indexOf(\"c\"), \"abcabc\".indexOf(\"c\", 3),"
      " \"abcabc\".indexOf(\"x\"), \"abc\".indexOf(\"\"), \"abc\".indexOf("
      "\"\", 2), \"abc\".indexOf(\"\", 9), \"abc\".indexOf(\"a\", -5),"
      " \"abc\".indexOf(\"abcd\"), \"abc\".indexOf()]",
      "[2,5,-1,0,2,3,0,-1,-1]" },
    { "return [\"abcabc\".lastIndexOf(\"c\"), \"abcabc\".lastIndexOf("
      "\"c\", 4), \"abcabc\".lastIndexOf(\"x\"), \"abc\".lastIndexOf("
      "\"\"), \"abc\".lastIndexOf(\"\", 1), \"abcabc\".lastIndexOf(\"abc\","
      " -1), \"abcabc\".lastIndexOf(\"b\", NaN), \"abcabc\".lastIndexOf("
      "\"abc\", 2), \"canal\".lastIndexOf(\"a\", 0)]",
      "[5,2,-1,3,1,0,4,0,-1]" },
    { "return [\"abc\".includes(\"bc\"), \"abc\".includes(\"bc\", 2),"
      " \"abc\".includes(\"\"), \"abc\".includes(\"x\"), \"undefined\".includ"
      "es(), \"abc\".includes(\"\", 10), \"a😀b\".includes(\"😀\"), \"aéb\".inc"
      "ludes(\"é\")]",
      "[true,false,true,false,true,true,true,true]" },
    { "return [\"abc\".startsWith(\"ab\"), \"abc\".startsWith(\"bc\","
      " 1), \"abc\".startsWith(\"\"), \"abc\".startsWith(\"abcd\"), \"abc\".s"
      "tartsWith(\"c\", 2), \"abc\".startsWith(\"\", 9), \"abc\".startsWith("
      "\"a\", -3)]",
      "[true,true,true,false,true,true,true]" },
    { "return [\"abc\".endsWith(\"bc\"), \"abc\".endsWith(\"ab\", 2),"
      " \"abc\".endsWith(\"\"), \"abc\".endsWith(\"zabc\"), \"abc\".endsWith("
      "\"b\", 2.9), \"abc\".endsWith(\"c\", undefined), \"abc\".endsWith("
      "\"\", 0), \"abc\".endsWith(\"a\", 1)]",
      "[true,true,true,false,true,true,true,true]" },
    { "\"abc\".includes({ [Symbol.match]: true })",
      "!TypeError: First argument to String.prototype.includes must not "
      "be a regular expression" },
    { "return \"abc\".includes({ [Symbol.match]: false, toString() { "
      "return \"b\" } })",
      "true" },
    { "\"abc\".startsWith(Symbol())",
      "!TypeError: Cannot convert a Symbol value to a string" },
    { "return \"aaaa\".indexOf(\"aa\", 1) + \"mississippi\".indexOf(\"issip\""
      ") * 10 + \"mississippi\".lastIndexOf(\"iss\") * 100",
      "441" },
    { "const n = 20000, s = \"a\".repeat(n); return [s.indexOf(\"a\".repeat("
      "n / 2) + \"b\"), (s + \"b\").indexOf(\"a\".repeat(n / 2) + \"b\"),"
      " s.lastIndexOf(\"b\" + \"a\".repeat(n / 2)), (\"b\" + s).lastIndexOf("
      "\"b\" + \"a\".repeat(n / 2))]",
      "[-1,10000,-1,0]" },
    { "const s = \"ab\".repeat(3000) + \"abc\" + \"ab\".repeat(3000);"
      " return [s.indexOf(\"ab\".repeat(1500) + \"abc\"), s.lastIndexOf("
      "\"c\" + \"ab\".repeat(1500)), s.indexOf(\"ba\".repeat(900) + \"bb\")]",
      "[3000,6002,-1]" },
    { "const s = \"xaé\".repeat(2000) + \"€end\"; return [s.indexOf(\"€\"),"
      " s.indexOf(\"é€end\"), s.lastIndexOf(\"xa\"), s.indexOf(\"aéx\","
      " 3001), s.includes(\"ééé\")]",
      "[6000,5999,5997,3001,false]" },
    { "const w = (\"é€\".repeat(5) + \"abcdefghijklmnopqrstuvwxyz\").slice("
      "10); return [\"xxabcdefghijklmnopqrstuvwxyz\".indexOf(w), w.indexOf("
      "\"xyz\"), w === \"abcdefghijklmnopqrstuvwxyz\", w.lastIndexOf("
      "\"a\")]",
      "[2,23,true,0]" },
    { "let bad = 0; const words = [\"a\", \"ab\", \"aab\", \"abab\", "
      "\"aabaab\", \"b\", \"ba\", \"bab\", \"aba\"]; const text = \"aabaababa"
      "abaababbabaab\"; for (const w of words) { const all = []; for "
      "(let i = 0; i + w.length <= text.length; i++) if (text.slice(i,"
      " i + w.length) === w) all.push(i); const got = []; for (let i "
      "= text.indexOf(w); i >= 0; i = text.indexOf(w, i + 1)) got.push("
      "i); if (got.join() !== all.join()) bad++; const back = []; for "
      "(let i = text.lastIndexOf(w); i >= 0; i = i > 0 ? text.lastIndexOf("
      "w, i - 1) : -1) back.unshift(i); if (back.join() !== all.join("
      ")) bad++ } return bad",
      "0" },
    { "let bad = 0, x = 7; const bit = () => (x = (x * 1103515245 + 12345) "
      "& 0x7fffffff, (x >> 16) & 1); for (let round = 0; round < 60; "
      "round++) { let h = \"\", w = \"\"; for (let i = 0; i < 3000; i++) "
      "h += bit() ? \"a\" : \"b\"; const at = 1000 + round * 7; w = \"a\".rep"
      "eat(60) + h.slice(at, at + 300); const hay = \"a\".repeat(4000) "
      "+ h.slice(0, at) + w + h; const naive = (() => { for (let i = "
      "0; i + w.length <= hay.length; i++) if (hay.slice(i, i + w.length) "
      "=== w) return i; return -1 })(); if (hay.indexOf(w) !== naive) "
      "bad++; if (hay.lastIndexOf(w, naive) !== naive) bad++ } return "
      "bad",
      "0" },
};

static const JsRow replacing_rows[] = {
    { "return [\"abcabc\".replace(\"b\", \"X\"), \"abc\".replace(\"x\","
      " \"Y\"), \"abc\".replace(\"\", \"_\"), \"abc\".replace(\"b\", "
      "\"\"), \"a.c\".replace(\".\", \"$$\"), \"abc\".replace(\"b\", "
      "\"[$&]\"), \"abc\".replace(\"b\", \"[$`|$']\"), \"abc\".replace("
      "\"b\", \"$1$2$0$<x>$\"), \"abc\".replace(\"b\", \"$\")]",
      "[\"aXcabc\",\"abc\",\"_abc\",\"ac\",\"a$c\",\"a[b]c\",\"a[a|c]c\","
      "\"a$1$2$0$<x>$c\",\"a$c\"]" },
    { "return [\"abcabc\".replaceAll(\"b\", \"X\"), \"aaa\".replaceAll("
      "\"aa\", \"b\"), \"abc\".replaceAll(\"\", \"_\"), \"abc\".replaceAll("
      "\"x\", \"_\"), \"abab\".replaceAll(\"b\", \"<$`>\"), \"abab\".replaceA"
      "ll(\"a\", \"$'\"), \"\".replaceAll(\"\", \"x\"), \"a-b-c\".replaceAll("
      "\"-\", \"$$\")]",
      "[\"aXcaXc\",\"ba\",\"_a_b_c_\",\"abc\",\"a<a>a<aba>\",\"babbbb\","
      "\"x\",\"a$b$c\"]" },
    { "return \"abcabc\".replace(\"b\", (m, at, s) => `<${m}${at}${s}>`)",
      "\"a<b1abcabc>cabc\"" },
    { "return \"abcabc\".replaceAll(\"b\", (m, at, s) => `<${m}${at}${s.lengt"
      "h}>`)",
      "\"a<b16>ca<b46>c\"" },
    { "return \"abc\".replaceAll(\"\", (m, at) => at)", "\"0a1b2c3\"" },
    { "return \"abc\".replaceAll(\"x\", () => { throw 1 })", "\"abc\"" },
    { "return [\"abc\".replace(\"b\", undefined), \"abc\".replace(\"b\","
      " null), \"abc\".replace(\"b\", () => undefined), \"abc\".replace("
      "\"b\", () => \"$&\"), \"abundefinedc\".replace(undefined, 1), "
      "\"a1\".replace(1, 2)]",
      "[\"aundefinedc\",\"anullc\",\"aundefinedc\",\"a$&c\",\"ab1c\","
      "\"a2\"]" },
    { "\"abc\".replace(\"b\", () => Symbol())",
      "!TypeError: Cannot convert a Symbol value to a string" },
    { "\"abcb\".replaceAll(\"b\", (m, i) => { if (i > 1) throw new TypeError("
      "\"stop\"); return m })",
      "!TypeError: stop" },
    { "const log = []; \"x\".replace({ toString() { log.push(\"search\");"
      " return \"x\" } }, { toString() { log.push(\"value\"); return "
      "\"y\" } }); return log",
      "[\"search\",\"value\"]" },
    { "return \"abc\".replace({ [Symbol.replace](s, r) { return [s, r,"
      " this !== undefined] } }, \"R\")",
      "[\"abc\",\"R\",true]" },
    { "return \"abc\".replaceAll({ [Symbol.replace](s, r) { return s "
      "+ r }, }, \"R\")",
      "\"abcR\"" },
    { "\"abc\".replaceAll({ [Symbol.match]: true, flags: \"i\" }, \"x\")",
      "!TypeError: String.prototype.replaceAll called with a non-global "
      "RegExp argument" },
    { "\"abc\".replaceAll({ [Symbol.match]: true, flags: undefined },"
      " \"x\")",
      "!TypeError: String.prototype.replaceAll called with a regular "
      "expression without flags" },
    { "return \"abc\".replaceAll({ [Symbol.match]: true, flags: \"g\","
      " [Symbol.replace]() { return 42 } }, \"x\")",
      "42" },
    { "String.prototype.replace.call(null, \"a\", \"b\")",
      "!TypeError: String.prototype.replace called on null or undefined" },
    { "return \"é€x\".replace(\"€\", \"y\") + \"abc\".replace(\"b\", "
      "\"€\") + \"a€b€\".replaceAll(\"€\", () => \"e\")",
      "\"éyxa€caebe\"" },
    { "let n = 0; const s = \"a,\".repeat(5000).replaceAll(\",\", () "
      "=> (n++, \";\")); return [s.length, n, s.slice(0, 4), s.includes("
      "\",\")]",
      "[10000,5000,\"a;a;\",false]" },
    { "const big = \"word \".repeat(2000); return [big.replaceAll(\"word\","
      " \"w\").length, big.replaceAll(\" \", \"  \").length, big.replace("
      "\"word\", \"x\").slice(0, 8)]",
      "[4000,12000,\"x word w\"]" },
    { "return [\"x\".replaceAll(\"x\", \"$&$&$&\"), \"xyz\".replaceAll("
      "\"y\", \"$'$`\"), \"$\".replace(\"$\", \"$$$$\"), \"ab\".replace("
      "\"a\", \"$$&\")]",
      "[\"xxx\",\"xzxz\",\"$$\",\"$&b\"]" },
    { "return String.prototype.replace.length + String.prototype.replaceAll.l"
      "ength * 10",
      "22" },
    { "const out = []; \"a-b-c\".replaceAll(\"-\", (...args) => { out.push("
      "args) ; return \"\" }); return out",
      "[[\"-\",1,\"a-b-c\"],[\"-\",3,\"a-b-c\"]]" },
};

static const JsRow splitting_rows[] = {
    { "return [\"a,b,c\".split(\",\"), \"a,b,c\".split(\",\", 2), \"abc\".spl"
      "it(\"\"), \"abc\".split(\"\", 2), \"\".split(\",\"), \"\".split("
      "\"\"), \"abc\".split(), \"abc\".split(\"abc\"), \"a,b,\".split("
      "\",\"), \",\".split(\",\")]",
      "[[\"a\",\"b\",\"c\"],[\"a\",\"b\"],[\"a\",\"b\",\"c\"],[\"a\","
      "\"b\"],[\"\"],[],[\"abc\"],[\"\",\"\"],[\"a\",\"b\",\"\"],[\"\","
      "\"\"]]" },
    { "return [\"a, b, c\".split(\", \"), \"abc\".split(\"b\", -1), \"abc\".s"
      "plit(\"b\", 0), \"abc\".split(undefined, 0), \"abc\".split(\"b\","
      " 2 ** 32 + 1), \"aXXbXXc\".split(\"XX\"), \"ab\".split(\"abc\"),"
      " \"a1b1c\".split(1), \"anullb\".split(null)]",
      "[[\"a\",\"b\",\"c\"],[\"a\",\"c\"],[],[],[\"a\"],[\"a\",\"b\","
      "\"c\"],[\"ab\"],[\"a\",\"b\",\"c\"],[\"a\",\"b\"]]" },
    { "return \"a😀b\".split(\"\").map(c => c.charCodeAt(0))",
      "[97,55357,56832,98]" },
    { "return [\"é€ü€\".split(\"€\"), \"a€b\".split(\"\").length, \"line1\\nl"
      "ine2\\r\\nline3\".split(\"\\n\")]",
      "[[\"é\",\"ü\",\"\"],3,[\"line1\",\"line2\\r\",\"line3\"]]" },
    { "return \"abc\".split({ [Symbol.split](s, limit) { return [s, limit] "
      "} }, 7)",
      "[\"abc\",7]" },
    { "const parts = (\"x\".repeat(30) + \",\").repeat(1000).split(\","
      "\"); return [parts.length, parts[0].length, parts[999], parts[1000],"
      " parts.join(\",\").length]",
      "[1001,30,\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\",\"\",31000]" },
    { "return \"a b  c\".split(\" \").length + \"\".split(\"x\").length "
      "+ \"aaa\".split(\"a\").length",
      "9" },
    { "const log = []; \"x\".split({ toString() { log.push(\"sep\"); "
      "return \"x\" } }, { valueOf() { log.push(\"limit\"); return 1 "
      "} }); return log",
      "[\"limit\",\"sep\"]" },
    { "\"a\".split(Symbol())",
      "!TypeError: Cannot convert a Symbol value to a string" },
    { "String.prototype.split.call(undefined, \"\")",
      "!TypeError: String.prototype.split called on null or undefined" },
    { "return String.prototype.split.call(12321, 2)", "[\"1\",\"3\",\"1\"]" },
    { "return \"a,b,c,d\".split(\",\", 2.9).length + \"aaaa\".split(\"aa\").l"
      "ength",
      "5" },
    { "const s = \"tést,\".repeat(100); return [s.split(\",\").length,"
      " s.split(\",\")[99], s.split(\"é\")[1].length]",
      "[101,\"tést\",4]" },
};

static const JsRow match_and_search_rows[] = {
    { "return \"abc\".match({ [Symbol.match](s) { return s + \"!\" } "
      "})",
      "\"abc!\"" },
    { "return \"abc\".matchAll({ [Symbol.matchAll](s) { return [s] } "
      "})",
      "[\"abc\"]" },
    { "return \"abc\".search({ [Symbol.search](s) { return s.length } "
      "})",
      "3" },
    { "String.prototype.match.call(null)",
      "!TypeError: String.prototype.match called on null or undefined" },
    { "String.prototype.search.call(undefined)",
      "!TypeError: String.prototype.search called on null or undefined" },
    { "\"abc\".matchAll({ [Symbol.match]: true, flags: \"y\" })",
      "!TypeError: String.prototype.matchAll called with a non-global "
      "RegExp argument" },
    { "\"abc\".match({ [Symbol.match]: 1 })",
      "!TypeError: Symbol(Symbol.match) is not a function" },
};

static const JsRow letter_case_rows[] = {
    { "return [\"abc\".toUpperCase(), \"ABC\".toLowerCase(), \"aB1-é\".toUppe"
      "rCase(), \"ÀÉÎ×ß\".toLowerCase(), \"àéî÷ÿµß\".toUpperCase(), \"straße\""
      ".toUpperCase()]",
      "[\"ABC\",\"abc\",\"AB1-É\",\"àéî×ß\",\"ÀÉÎ÷ŸΜSS\",\"STRASSE\"]" },
    { "return [\"ΑΣ\".toLowerCase(), \"ΑΣΑ\".toLowerCase(), \"Σ\".toLowerCase"
      "(), \"ΑΣ ΑΣ\".toLowerCase(), \"ΑΣ.\".toLowerCase(), \"ΑΣ.Α\".toLowerCa"
      "se(), \"Α.Σ\".toLowerCase(), \"ΣΣ\".toLowerCase(), \"Α\\u00adΣ\".toLow"
      "erCase(), \"\\u{1D400}Σ\".toLowerCase() === \"\\u{1D400}ς\"]",
      "[\"ας\",\"ασα\",\"σ\",\"ας ας\",\"ας.\",\"ασ.α\",\"α.ς\",\"σς\","
      "\"α­ς\",true]" },
    { "return [\"İ\".toLowerCase(), \"İ\".toLowerCase().length, \"ŉ\".toUpper"
      "Case(), \"ﬀ\".toUpperCase(), \"ﬃ\".toUpperCase(), \"ΐ\".toUpperCase("
      ").length, \"ı\".toUpperCase(), \"ǰ\".toUpperCase().length, \"ᾳ\".toUpp"
      "erCase(), \"ᾼ\".toLowerCase(), \"ǆ\".toUpperCase(), \"ǅ\".toLowerCase("
      ")]",
      "[\"i̇\",2,\"ʼN\",\"FF\",\"FFI\",3,\"I\",2,\"ΑΙ\",\"ᾳ\",\"Ǆ\",\"ǆ\"]" },
    { "return [\"𐐀\".toLowerCase() === \"𐐨\", \"𐐨\".toUpperCase() === "
      "\"𐐀\", \"\\uD801\".toLowerCase() === \"\\uD801\", \"a\\uDC00B\".toUppe"
      "rCase() === \"A\\uDC00B\", \"Ж\\uD800ж\".toUpperCase().length,"
      " \"ПРИВЕТ мир\".toLowerCase(), \"привет\".toUpperCase()]",
      "[true,true,true,true,3,\"привет мир\",\"ПРИВЕТ\"]" },
    { "return [\"I\".toLocaleLowerCase(\"tr\"), \"i\".toLocaleUpperCase("
      "), \"abc\".toLocaleUpperCase()].join().length",
      "7" },
    { "const s = \"Привет, Мир! \".repeat(300); return [s.toUpperCase("
      ").length, s.toLowerCase() === \"привет, мир! \".repeat(300), s.toUpper"
      "Case().toLowerCase() === s.toLowerCase()]",
      "[3900,true,true]" },
    { "const s = \"ΑΒΓΣ \".repeat(200); return [s.toLowerCase() === \"αβγς "
      "\".repeat(200), (\"Σ\" + \"'\".repeat(2000)).toLowerCase().charCodeAt("
      "0), (\"ΑΣ\" + \"'\".repeat(2000) + \"b\").toLowerCase().charCodeAt("
      "1)]",
      "[true,963,963]" },
    { "const s = \"abc\"; return [s.toLowerCase() === s, \"\".toUpperCase("
      "), \"123\".toUpperCase()]",
      "[true,\"\",\"123\"]" },
    { "String.prototype.toUpperCase.call(null)",
      "!TypeError: String.prototype.toUpperCase called on null or undefined" },
    { "return String.prototype.toUpperCase.call([\"a\", \"b\"])", "\"A,B\"" },
    { "return [\"\\u1E9E\".toLowerCase(), \"ẞ\".toLowerCase(), \"ß\".toUpperC"
      "ase().toLowerCase(), \"Ꮿ\".toLowerCase(), \"ꭰ\".toUpperCase(),"
      " \"ა\".toUpperCase(), \"Ა\".toLowerCase()]",
      "[\"ß\",\"ß\",\"ss\",\"ꮿ\",\"Ꭰ\",\"Ა\",\"ა\"]" },
};

static const JsRow normal_forms_rows[] = {
    { "return [\"é\".normalize(\"NFD\").length, \"e\\u0301\".normalize("
      ").length, \"e\\u0301\".normalize(\"NFC\") === \"é\", \"ﬁ\".normalize("
      "\"NFKC\"), \"①\".normalize(\"NFKD\"), \"Å\".normalize() === \"Å\","
      " \"abc\".normalize(\"NFKD\"), \"Å\".normalize(\"NFD\").length]",
      "[2,1,true,\"fi\",\"1\",true,\"abc\",2]" },
    { "return [\"가\".normalize(\"NFD\").length, \"\\u1100\\u1161\".normalize("
      ") === \"가\", \"\\u1100\\u1161\\u11a8\".normalize(\"NFC\") === "
      "\"각\", \"ﷺ\".normalize(\"NFKC\").length, \"が\".normalize(\"NFD\").leng"
      "th, \"か\\u3099\".normalize() === \"が\", \"ｶﾞ\".normalize(\"NFKC\"),"
      " \"½\".normalize(\"NFKC\")]",
      "[2,true,true,18,2,true,\"ガ\",\"1⁄2\"]" },
    { "return [\"a\\u0315\\u0300\\u05ae\\u0062\".normalize(\"NFD\") === "
      "\"a\\u05ae\\u0300\\u0315\\u0062\", \"q\\u0307\\u0323\".normalize("
      "\"NFC\") === \"q\\u0323\\u0307\", \"\\u1E9B\\u0323\".normalize("
      "\"NFKC\") === \"\\u1E69\", \"\\u1E9B\\u0323\".normalize(\"NFKD\").leng"
      "th]",
      "[true,true,true,3]" },
    { "return [\"\\uD800e\\u0301\".normalize() === \"\\uD800é\", \"e\\uDC00\\"
      "u0301\".normalize().length, \"\\uD800\".normalize(\"NFD\") === "
      "\"\\uD800\"]",
      "[true,3,true]" },
    { "\"a\".normalize(\"nfc\")",
      "!RangeError: The normalization form should be one of NFC, NFD,"
      " NFKC, NFKD." },
    { "\"a\".normalize(null)",
      "!RangeError: The normalization form should be one of NFC, NFD,"
      " NFKC, NFKD." },
    { "const s = \"e\\u0301\".repeat(3000); return [s.normalize().length,"
      " s.normalize() === \"é\".repeat(3000), s.normalize().normalize("
      "\"NFD\") === s, (\"é\".repeat(3000)).normalize(\"NFD\") === s]",
      "[3000,true,true,true]" },
    { "const s = \"a\" + \"\\u0301\\u0323\".repeat(2000); return [s.normalize"
      "(\"NFD\").length, s.normalize(\"NFC\").charCodeAt(0), s.normalize("
      "\"NFC\").normalize(\"NFD\") === s.normalize(\"NFD\")]",
      "[4001,7841,true]" },
    { "const s = \"\\u1100\\u1161\\u11a8\".repeat(2000); return s.normalize("
      ") === \"각\".repeat(2000)",
      "true" },
    { "return \"x\".normalize(undefined) + String.prototype.normalize.length",
      "\"x0\"" },
    { "return [\"\\u0344\".normalize(), \"\\u2126\".normalize() === \"Ω\","
      " \"\\u{1D15E}\".normalize().length, \"\\u{2F800}\".normalize() "
      "=== \"\\u4E3D\", \"\\u0958\".normalize().length]",
      "[\"̈́\",true,4,true,2]" },
};

static const JsRow locale_compare_rows[] = {
    { "return [\"a\".localeCompare(\"b\"), \"b\".localeCompare(\"a\"),"
      " \"a\".localeCompare(\"a\"), \"a\".localeCompare(\"A\"), \"A\".localeC"
      "ompare(\"b\"), \"a\".localeCompare(\"á\"), \"á\".localeCompare("
      "\"b\"), \"résumé\".localeCompare(\"resume\"), \"Z\".localeCompare("
      "\"a\")]",
      "[-1,1,0,-1,-1,-1,-1,1,1]" },
    { "return [\"a\".localeCompare(), \"undefined\".localeCompare(), "
      "\"\".localeCompare(\"a\"), \"a\".localeCompare(\"\"), \"10\".localeCom"
      "pare(\"2\"), \"10\".localeCompare(\"2\", undefined, { numeric: "
      "true }), \"a1b10\".localeCompare(\"a1b9\", \"en\", { numeric: "
      "true }), \"007\".localeCompare(\"7\", undefined, { numeric: true "
      "})]",
      "[-1,0,-1,1,-1,1,1,0]" },
    { "return [\"b\", \"a\", \"B\", \"A\", \"ä\", \"z\", \"_\", \"1\","
      " \" \", \"-\", \"é\", \"e\", \"Z\"].sort((x, y) => x.localeCompare("
      "y)).join(\"\")",
      "\" _-1aAäbBeézZ\"" },
    { "return [\"a\".localeCompare(\"A\", undefined, { sensitivity: \"base\" "
      "}), \"a\".localeCompare(\"á\", undefined, { sensitivity: \"base\" "
      "}), \"a\".localeCompare(\"á\", undefined, { sensitivity: \"accent\" "
      "}), \"a\".localeCompare(\"A\", undefined, { sensitivity: \"accent\" "
      "}), \"a\".localeCompare(\"A\", undefined, { sensitivity: \"case\" "
      "}), \"a\".localeCompare(\"á\", undefined, { sensitivity: \"case\" "
      "}), \"a\".localeCompare(\"A\", undefined, { sensitivity: \"variant\" "
      "})]",
      "[0,0,-1,0,-1,0,-1]" },
    { "\"a\".localeCompare(\"b\", \"en\", { sensitivity: \"x\" })",
      "!RangeError: Value x out of range for String.prototype.localeCompare "
      "options property sensitivity" },
    { "return [\"\\u0061\\u030a\".localeCompare(\"\\u00e5\"), \"\\u2126\".loc"
      "aleCompare(\"\\u03a9\"), \"ss\".localeCompare(\"ß\"), \"a b\".localeCo"
      "mpare(\"ab\"), \"co-op\".localeCompare(\"coop\"), \"Alpha\".localeComp"
      "are(\"alpha\"), \"file2\".localeCompare(\"file10\"), \"x\\u0000y\".loc"
      "aleCompare(\"xy\")]",
      "[0,0,-1,-1,-1,1,1,0]" },
    { "return [\"item 10\", \"item 9\", \"Item 1\", \"item 1\"].sort("
      "(a, b) => a.localeCompare(b, undefined, { numeric: true, sensitivity: "
      "\"base\" }))",
      "[\"Item 1\",\"item 1\",\"item 9\",\"item 10\"]" },
    { "return [\"Zebra\", \"apple\", \"Éclair\", \"éclair\", \"eclair\","
      " \"banana\", \"Apple\", \"_x\", \"$5\", \"#tag\", \"2nd\"].sort("
      "(a, b) => a.localeCompare(b))",
      "[\"_x\",\"#tag\",\"$5\",\"2nd\",\"apple\",\"Apple\",\"banana\","
      "\"eclair\",\"éclair\",\"Éclair\",\"Zebra\"]" },
    { "return [\"я\", \"б\", \"z\", \"ω\", \"中\", \"a\", \"א\"].sort("
      "(a, b) => a.localeCompare(b)).join(\"\")",
      "\"azωбяא中\"" },
    { "return [[\"\\u00e4\\u0323\", \"a\\u0323\\u0308\"], [\"q\\u0307\\u0323\", "
      "\"q\\u0323\\u0307\"], [\"\\u1e0b\\u0323\", \"\\u1e0d\\u0307\"], "
      "[\"x\" + \"\\u0307\\u0323\".repeat(40), \"x\" + \"\\u0307\\u0323\""
      ".repeat(40)], [\"a\\u0308\\u0301\", \"a\\u0301\\u0308\"]].map(([a, b]) => "
      "a.localeCompare(b))",
      "[0,0,0,0,1]" },
    { "String.prototype.localeCompare.call(null, \"a\")",
      "!TypeError: String.prototype.localeCompare called on null or undefined" },
};

static const JsRow properties_rows[] = {
    { "return Object.getOwnPropertyNames(String.prototype).filter(n => "
      "![\"length\", \"constructor\", \"anchor\", \"big\", \"blink\","
      " \"bold\", \"fixed\", \"fontcolor\", \"fontsize\", \"italics\","
      " \"link\", \"small\", \"strike\", \"sub\", \"sup\"].includes(n)).sort("
      ").map(n => n + String.prototype[n].length).join(\" \")",
      "\"at1 charAt1 charCodeAt1 codePointAt1 concat1 endsWith1 includes1 "
      "indexOf1 isWellFormed0 lastIndexOf1 localeCompare1 match1 matchAll1 "
      "normalize0 padEnd1 padStart1 repeat1 replace2 replaceAll2 search1 "
      "slice2 split2 startsWith1 substr2 substring2 toLocaleLowerCase0 "
      "toLocaleUpperCase0 toLowerCase0 toString0 toUpperCase0 toWellFormed0 "
      "trim0 trimEnd0 trimLeft0 trimRight0 trimStart0 valueOf0\"" },
    { "return Object.getOwnPropertyNames(String).filter(n => n !== \"argument"
      "s\" && n !== \"caller\").sort()",
      "[\"fromCharCode\",\"fromCodePoint\",\"length\",\"name\",\"prototype\","
      "\"raw\"]" },
    { "return typeof new \"a\".at",
      "!TypeError: \"a\".at is not a constructor" },
};

#define CHECK(name)                                                            \
    static void name(void **state)                                             \
    {                                                                          \
        (void)state;                                                           \
        assert_int_equal(js_check(name##_rows, CM_ARRAY_LEN(name##_rows)), 0); \
    }

CHECK(construction)
CHECK(from_codes)
CHECK(positions)
CHECK(concat_repeat_pad)
CHECK(cutting)
CHECK(well_formed)
CHECK(searching)
CHECK(replacing)
CHECK(splitting)
CHECK(match_and_search)
CHECK(letter_case)
CHECK(normal_forms)
CHECK(locale_compare)
CHECK(properties)

/* Built-ins stop at the execution's limits. */
static void limits_hold(void **state)
{
    (void)state;
    assert_string_equal(
        js_run_limited("let s = 'ab'; for (;;) s = s.replaceAll('b', 'bb')", 0,
                       (size_t)64 << 20, 0),
        "!terminated: memory");
    assert_string_equal(
        js_run_limited("const s = 'x'.repeat(1e8); for (;;) s.indexOf('y')", 0,
                       0, 100000000),
        "!terminated: steps");
    assert_string_equal(js_run_limited("const s = 'a'.repeat(1e7); for (;;) "
                                       "s.lastIndexOf('b' + 'a'.repeat(1e6))",
                                       100, 0, 0),
                        "!terminated: timeout");
    assert_string_equal(
        js_run_limited("const s = 'Ж'.repeat(1e6); for (;;) { s.toLowerCase(); "
                       "s.normalize('NFD'); s.localeCompare(s + 'x') }",
                       100, 0, 0),
        "!terminated: timeout");
    assert_string_equal(
        js_run_limited("'a,'.repeat(5e6).split('')", 0, (size_t)64 << 20, 0),
        "!terminated: memory");
    assert_string_equal(
        js_run_limited("'a,'.repeat(1e8).split('')", 0, (size_t)512 << 20, 0),
        "!RangeError: Invalid array length");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(construction),   cmocka_unit_test(from_codes),
        cmocka_unit_test(positions),      cmocka_unit_test(concat_repeat_pad),
        cmocka_unit_test(cutting),        cmocka_unit_test(well_formed),
        cmocka_unit_test(searching),      cmocka_unit_test(replacing),
        cmocka_unit_test(splitting),      cmocka_unit_test(match_and_search),
        cmocka_unit_test(letter_case),    cmocka_unit_test(normal_forms),
        cmocka_unit_test(locale_compare), cmocka_unit_test(properties),
        cmocka_unit_test(limits_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
