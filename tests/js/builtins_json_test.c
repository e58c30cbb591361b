/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

static void parsing(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "return JSON.parse('{\"a\":[1,2,{\"b\":null}],\"c\":\"x\"}')",
          "{\"a\":[1,2,{\"b\":null}],\"c\":\"x\"}" },
        { "return JSON.parse(' 12 ') + 1", "13" },
        { "return JSON.parse(5)", "5" },
        { "return JSON.parse(null)", "null" },
        { "return Object.keys(JSON.parse('{\"b\":1,\"2\":0,\"a\":1,\"1\":0}'))",
          "[\"1\",\"2\",\"b\",\"a\"]" },
        { "const o = JSON.parse('{\"__proto__\":{\"x\":1}}'); return "
          "[Object.keys(o), o.x === undefined, o.__proto__.x]",
          "[[\"__proto__\"],true,1]" },
        { "return Object.is(JSON.parse('-0'), -0)", "true" },
        { "return JSON.parse('\"\\\\ud83d\\\\ude00\"').length", "2" },
        { "JSON.parse('{\"a\":1,}')",
          "!SyntaxError: Invalid JSON: expected a member name in double quotes "
          "at position 7 (line 1 column 8)" },
        { "JSON.parse('')",
          "!SyntaxError: Invalid JSON: text ends inside a value at position 0 "
          "(line 1 column 1)" },
        { "JSON.parse(undefined)",
          "!SyntaxError: Invalid JSON: unexpected character at position 0 "
          "(line 1 column 1)" },
        { "JSON.parse({ id: 1 })",
          "!SyntaxError: Invalid JSON: the argument is an object, not a text" },
        { "return JSON.parse([[1]])", "1" },
        { "try { JSON.parse('{') } catch (e) { return [e.name, e instanceof "
          "SyntaxError] }",
          "[\"SyntaxError\",true]" },
        { "const deep = n => '['.repeat(n) + ']'.repeat(n); "
          "JSON.parse(deep(10000)); JSON.parse(deep(10001))",
          "!RangeError: JSON nesting exceeds 10000 levels" },
        { "return [JSON.parse.length, JSON.stringify.length, "
          "JSON[Symbol.toStringTag], typeof JSON]",
          "[2,3,\"JSON\",\"object\"]" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void reviving(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "return JSON.parse('{\"a\":1,\"b\":[2,3]}', (k, v) => typeof v === "
          "'number' ? v * 10 : v)",
          "{\"a\":10,\"b\":[20,30]}" },
        { "const seen = []; JSON.parse('{\"a\":1,\"b\":[2,{\"c\":3}],\"d\":4}', "
          "function (k, v) { seen.push(k, Array.isArray(this)); return v }); "
          "return seen.join()",
          "\"a,false,0,true,c,false,1,true,b,false,d,false,,false\"" },
        { "return JSON.parse('{\"a\":1,\"b\":2,\"c\":[1,2]}', (k, v) => k === "
          "'a' || v === 1 ? undefined : v)",
          "{\"b\":2,\"c\":[null,2]}" },
        { "return JSON.parse('5', () => undefined)", "undefined" },
        { "return JSON.parse('[1,2,3]', (k, v) => k === '' ? v.length : v)",
          "3" },
        { "JSON.parse('[1]', () => { throw new Error('x') })", "!Error: x" },
        { "return JSON.parse('{\"a\":1,\"b\":2}', function (k, v) { if (k === "
          "'a') this.b = { z: [7] }; return v })",
          "{\"a\":1,\"b\":{\"z\":[7]}}" },
        { "let n = 0; JSON.parse('['.repeat(5000) + ']'.repeat(5000), (k, v) "
          "=> { n++; return v }); return n",
          "5000" },
        { "return JSON.parse('[0]', (k, v) => k ? JSON.parse('{\"q\":[1]}', "
          "(k, v) => v) : v)",
          "[{\"q\":[1]}]" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void plain_data(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "return JSON.stringify({ a: undefined, b: () => 1, c: Symbol(), d: "
          "[undefined, () => 1, Symbol(), NaN, -0, 1e21], e: null })",
          "\"{\\\"d\\\":[null,null,null,null,0,1e+21],\\\"e\\\":null}\"" },
        { "class A { constructor() { this.x = 1 } } const a = new A(), r = []; "
          "for (let i = 0; i < 9; i++) { if (i === 6) A.prototype.toJSON = () "
          "=> 'own'; if (i === 8) delete A.prototype.toJSON; r.push(JSON.strin"
          "gify(a)) } return r.join()",
          "\"{\\\"x\\\":1},{\\\"x\\\":1},{\\\"x\\\":1},{\\\"x\\\":1},{\\\"x\\\""
          ":1},{\\\"x\\\":1},\\\"own\\\",\\\"own\\\",{\\\"x\\\":1}\"" },
        { "let s = ''; for (let i = 0; i < 8; i++) s += JSON.stringify({ b: i }, "
          "null, i % 2); return s.replace(/\\s/g, '_')",
          "\"{\\\"b\\\":0}{__\\\"b\\\":_1_}{\\\"b\\\":2}{__\\\"b\\\":_3_}{\\\"b"
          "\\\":4}{__\\\"b\\\":_5_}{\\\"b\\\":6}{__\\\"b\\\":_7_}\"" },
        { "let n = 0; for (let i = 0; i < 300; i++) n += JSON.stringify({ text: "
          "'x'.repeat(60000) + i, identifier: i }).length; return n",
          "18009080" },
        { "return [JSON.stringify(undefined), JSON.stringify(() => 1), "
          "JSON.stringify(Symbol())].map(String)",
          "[\"undefined\",\"undefined\",\"undefined\"]" },
        { "return JSON.stringify([new Map([[1, 2]]), new Set([1]), new "
          "Error('m'), Object.assign(new Map(), { k: 1 })])",
          "\"[{},{},{},{\\\"k\\\":1}]\"" },
        { "return JSON.stringify('\\ud800 \\u2028 \\x7f \\x01 \\b\\f')",
          "\"\\\"\\\\ud800 \xE2\x80\xA8 \x7f \\\\u0001 \\\\b\\\\f\\\"\"" },
        { "return JSON.stringify({ b: 1, 2: 2, a: 3, 1: 4 })",
          "\"{\\\"1\\\":4,\\\"2\\\":2,\\\"b\\\":1,\\\"a\\\":3}\"" },
        { "const o = {}; o.o = [o]; JSON.stringify(o)",
          "!TypeError: Converting circular structure to JSON" },
        { "const x = { v: 1 }; return JSON.stringify([x, x, { x }])",
          "\"[{\\\"v\\\":1},{\\\"v\\\":1},{\\\"x\\\":{\\\"v\\\":1}}]\"" },
        { "let a = []; for (let i = 0; i < 5000; i++) a = [a]; return "
          "JSON.stringify(a).length",
          "10002" },
        { "let a = []; for (let i = 0; i < 10000; i++) a = [a]; "
          "JSON.stringify(a)",
          "!RangeError: JSON nesting exceeds 10000 levels" },
        { "return JSON.stringify({ a: [1, { b: 2 }], c: {}, d: [] }, null, 2)",
          "\"{\\n  \\\"a\\\": [\\n    1,\\n    {\\n      \\\"b\\\": 2\\n    }\\n"
          "  ],\\n  \\\"c\\\": {},\\n  \\\"d\\\": []\\n}\"" },
        { "return JSON.stringify([1], null, '--')", "\"[\\n--1\\n]\"" },
        { "return JSON.stringify([1], null, 99).length", "15" },
        { "return JSON.stringify([1], null, 'abcdefghijklm')",
          "\"[\\nabcdefghij1\\n]\"" },
        { "return JSON.stringify(['\xC3\xA9', '\xE4\xB8\xAD'])",
          "\"[\\\"\xC3\xA9\\\",\\\"\xE4\xB8\xAD\\\"]\"" },
        { "const o = Object.create({ inherited: 1 }); o.own = 2; return "
          "JSON.stringify(o)",
          "\"{\\\"own\\\":2}\"" },
        { "class P { constructor() { this.x = 1 } get y() { return 2 } } return "
          "JSON.stringify(new P())",
          "\"{\\\"x\\\":1}\"" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void program_code(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "return JSON.stringify({ get a() { return [1] }, b: { toJSON(k) { "
          "return 'json:' + k } } })",
          "\"{\\\"a\\\":[1],\\\"b\\\":\\\"json:b\\\"}\"" },
        { "class D { toJSON() { return { d: 1, toJSON() { return 2 } } } } "
          "return JSON.stringify([new D()])",
          "\"[{\\\"d\\\":1}]\"" },
        { "const f = () => 1; f.toJSON = () => 'fn'; return "
          "JSON.stringify([f])",
          "\"[\\\"fn\\\"]\"" },
        { "return JSON.stringify({ a: 1, b: [2, 3] }, (k, v) => typeof v === "
          "'number' ? v + 1 : v)",
          "\"{\\\"a\\\":2,\\\"b\\\":[3,4]}\"" },
        { "const seen = []; JSON.stringify({ a: [{ b: 1 }] }, function (k, v) { "
          "seen.push(k, this === v, Object.keys(this).join('+')); return v }); "
          "return seen.join()",
          "\",false,,a,false,a,0,false,0,b,false,b\"" },
        { "return JSON.stringify({ a: 1, b: 2, c: { a: 3, d: 4 } }, ['c', 'a', "
          "'a', 7])",
          "\"{\\\"c\\\":{\\\"a\\\":3},\\\"a\\\":1}\"" },
        { "return JSON.stringify({ 1: 'x', 2: 'y' }, [new String('2'), 1])",
          "\"{\\\"2\\\":\\\"y\\\",\\\"1\\\":\\\"x\\\"}\"" },
        { "return JSON.stringify([new Number(3), new String('s'), new "
          "Boolean(false), Object(Symbol())])",
          "\"[3,\\\"s\\\",false,{}]\"" },
        { "return JSON.stringify({ a: 1, b: 2 }, (k, v) => k === 'a' ? undefined "
          ": v)",
          "\"{\\\"b\\\":2}\"" },
        { "return JSON.stringify(1, () => undefined) === undefined", "true" },
        { "return JSON.stringify({ get a() { return 1 }, b: [{}] }, null, 1)",
          "\"{\\n \\\"a\\\": 1,\\n \\\"b\\\": [\\n  {}\\n ]\\n}\"" },
        { "const o = { get self() { return o } }; JSON.stringify(o)",
          "!TypeError: Converting circular structure to JSON" },
        { "JSON.stringify({ get a() { throw new Error('g') } })", "!Error: g" },
        { "return JSON.stringify({ t: { toJSON: 5, v: 1 } })",
          "\"{\\\"t\\\":{\\\"toJSON\\\":5,\\\"v\\\":1}}\"" },
        { "let d = 0; const deep = () => ({ get x() { return d++ < 3000 ? "
          "deep() : 0 } }); return JSON.stringify(deep()).length",
          "18007" },
        { "return JSON.stringify({ a: { toJSON() { return JSON.stringify({ get "
          "b() { return 1 } }) } } })",
          "\"{\\\"a\\\":\\\"{\\\\\\\"b\\\\\\\":1}\\\"}\"" },
        { "const a = [1, 2, 3]; return JSON.stringify(a, (k, v) => { if (k === "
          "'0') a.length = 1; return v })",
          "\"[1,null,null]\"" },
        { "return JSON.stringify(Object.defineProperty([1, 2], 0, { get() { "
          "return 'g' } }))",
          "\"[\\\"g\\\",2]\"" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

/* The third argument of a reviver (25.5.1.1). */
static void sources(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "const seen = []; JSON.parse(' {\"a\": 1.0, \"b\": [\"x\\\\n\", true, null, "
          "-0, 1e3 ], \"c\": {}, \"d\": [] } ', (k, v, c) => { seen.push(k + ':' + "
          "JSON.stringify(c)); return v }); return seen",
          "[\"a:{\\\"source\\\":\\\"1.0\\\"}\","
          "\"0:{\\\"source\\\":\\\"\\\\\\\"x\\\\\\\\n\\\\\\\"\\\"}\","
          "\"1:{\\\"source\\\":\\\"true\\\"}\",\"2:{\\\"source\\\":\\\"null\\\"}\","
          "\"3:{\\\"source\\\":\\\"-0\\\"}\",\"4:{\\\"source\\\":\\\"1e3\\\"}\","
          "\"b:{}\",\"c:{}\",\"d:{}\",\":{}\"]" },
        { "return JSON.parse('[9007199254740993]', (k, v, { source }) => source ? "
          "String(BigInt(source)) : v)",
          "[\"9007199254740993\"]" },
        { "return JSON.parse('5', (k, v, c) => [k, v, c])",
          "[\"\",5,{\"source\":\"5\"}]" },
        { "return JSON.parse('[\"é中\", \"\\ud800\", 1]', (k, v, c) => c.source ?? v)",
          "[\"\\\"é中\\\"\",\"\\\"\\ud800\\\"\",\"1\"]" },
        /* keys in their own order, written with escapes, or twice */
        { "return JSON.parse('{\"b\":1,\"2\":2,\"1\":3,\"\\\\u0061\":4,\"b\":5}', "
          "(k, v, c) => k ? [v, c.source] : v)",
          "{\"1\":[3,\"3\"],\"2\":[2,\"2\"],\"b\":[5,\"5\"],\"a\":[4,\"4\"]}" },
        { "return JSON.parse('{\"a\":[1],\"a\":5,\"__proto__\":6}', (k, v, c) => k ? "
          "c.source : Object.entries(v))",
          "[[\"a\",\"5\"],[\"__proto__\",\"6\"]]" },
        /* what the reviver changed has no source */
        { "return JSON.parse('[1, 2, [1]]', function (k, v, c) { if (k === '0' && "
          "this.length === 3) { this[1] = 3; this[2].push(1) } return typeof v === "
          "'number' ? c.source ?? 'none' : v })",
          "[\"1\",\"none\",[\"1\",\"none\"]]" },
        { "return JSON.parse('[0, [1], 1]', function (k, v, c) { if (v === 0) "
          "this[1].push(1); return typeof v === 'number' ? c.source ?? 'none' : "
          "v })",
          "[\"0\",[\"1\",\"none\"],\"1\"]" },
        { "return JSON.parse('{\"a\":1,\"b\":{\"c\":2}}', function (k, v, c) { if (k "
          "=== 'a') this.b = { c: 2 }; return k === 'c' ? c : v })",
          "{\"a\":1,\"b\":{\"c\":{}}}" },
        /* arguments, rest and defaults see it; a bound function too */
        { "return [function () { return arguments.length }, (...a) => a.length, "
          "(k, v, c = 0) => typeof c, ((k, v, c) => typeof c).bind(null), (k, v) "
          "=> 2].map(f => JSON.parse('1', f))",
          "[3,3,\"object\",\"object\",2]" },
        { "let n = 0; JSON.parse('[' .repeat(3000) + '7' + ']'.repeat(3000), (k, v, "
          "c) => { if (c.source) n = c.source; return v }); return n",
          "\"7\"" },
        { "return JSON.parse([[1.50]], (k, v, c) => c.source)", "\"1.5\"" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void raw(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "return JSON.stringify({ n: JSON.rawJSON('12345678901234567890'), a: "
          "[JSON.rawJSON('1.0'), JSON.rawJSON('\"x\"'), JSON.rawJSON(null)] })",
          "\"{\\\"n\\\":12345678901234567890,\\\"a\\\":[1.0,\\\"x\\\",null]}\"" },
        { "return JSON.stringify([JSON.rawJSON('\"é中\\u{1F600}\"')])",
          "\"[\\\"é中😀\\\"]\"" },
        { "return JSON.stringify(JSON.rawJSON('\"\\ud800\"'))",
          "\"\\\"\\\\ud800\\\"\"" },
        { "return JSON.stringify({ a: [1n] }, (k, v) => typeof v === 'bigint' ? "
          "JSON.rawJSON(String(v)) : v, 1)",
          "\"{\\n \\\"a\\\": [\\n  1\\n ]\\n}\"" },
        { "const r = JSON.rawJSON('\"a\"'); return [Object.getPrototypeOf(r), "
          "Object.isFrozen(r), Object.entries(r), JSON.isRawJSON(r), "
          "JSON.isRawJSON({ rawJSON: '1' }), JSON.isRawJSON('1')]",
          "[null,true,[[\"rawJSON\",\"\\\"a\\\"\"]],true,false,false]" },
        { "JSON.rawJSON('')", "!SyntaxError: JSON.rawJSON: the text is empty" },
        { "JSON.rawJSON(' 1')",
          "!SyntaxError: JSON.rawJSON: the text begins or ends with white space" },
        { "JSON.rawJSON('1\\n')",
          "!SyntaxError: JSON.rawJSON: the text begins or ends with white space" },
        { "JSON.rawJSON('[1]')",
          "!SyntaxError: JSON.rawJSON: the text is an object or an array" },
        { "JSON.rawJSON({})",
          "!SyntaxError: JSON.rawJSON: the text is an object or an array" },
        { "JSON.rawJSON(undefined)",
          "!SyntaxError: Invalid JSON: unexpected character at position 0 (line "
          "1 column 1)" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

/* What an execution has learnt from texts serves the next ones, until a
 * collection throws it away. */
static void many_texts_of_one_execution(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "const texts = ['{\"a\":1,\"b\":{\"c\":[{\"d\":2},{\"d\":3}]}}', "
          "'{\"a\":1,\"e\":2}', '{\"b\":1,\"a\":2}', '[{\"a\":1}]', "
          "'{\"a\":1,\"a\":2}', '{\"1\":0,\"a\":1}', '{\"\\\\u0061\":7}', '{}', "
          "'{\"a\":1,\"b\":2']\n"
          "let seen = '', kept = []\n"
          "for (let round = 0; round < 6; round++) {\n"
          "  for (const t of texts) {\n"
          "    let s; try { s = JSON.stringify(JSON.parse(t)) } "
          "catch (e) { s = e.name }\n"
          "    if (round == 0) kept.push(s)\n"
          "    else if (s != kept[texts.indexOf(t)]) return t\n"
          "  }\n"
          "  for (let i = 0; i < 20000; i++) seen = 'garbage' + i\n"
          "}\n"
          "return kept.map(t => t == 'SyntaxError' ? t : JSON.parse(t))",
          "[{\"a\":1,\"b\":{\"c\":[{\"d\":2},{\"d\":3}]}},{\"a\":1,\"e\":2},"
          "{\"b\":1,\"a\":2},[{\"a\":1}],{\"a\":2},{\"1\":0,\"a\":1},"
          "{\"a\":7},{},\"SyntaxError\"]" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void missing_await(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "JSON.stringify(Promise.resolve(1))",
          "!TypeError: Cannot use a promise as data: await it first" },
        { "try { JSON.stringify({ a: [Promise.resolve(1)] }) } catch (e) { "
          "return e.kind }",
          "\"InvalidDataValue\"" },
        { "try { JSON.stringify({ a: 1 }, () => Promise.resolve(1)) } catch (e) "
          "{ return e.kind }",
          "\"InvalidDataValue\"" },
        { "try { JSON.stringify({ get a() { return Promise.resolve(1) } }) } "
          "catch (e) { return e.kind }",
          "\"InvalidDataValue\"" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parsing),
        cmocka_unit_test(reviving),
        cmocka_unit_test(plain_data),
        cmocka_unit_test(program_code),
        cmocka_unit_test(missing_await),
        cmocka_unit_test(sources),
        cmocka_unit_test(raw),
        cmocka_unit_test(many_texts_of_one_execution),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
