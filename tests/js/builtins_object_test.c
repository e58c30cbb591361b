/* SPDX-License-Identifier: MIT */
/* Object, Function, Symbol; ECMA-262 20.1, 20.2, 20.4; spec/execution.md 12.2. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js/js_run.h"

static const JsRow object_rows[] = {
    { "Object.keys({ b: 1, a: 2, 1: 3, 0: 4 })", "[\"0\",\"1\",\"b\",\"a\"]" },
    { "Object.values({ a: 1, b: [2] })", "[1,[2]]" },
    { "Object.entries({ a: 1, b: 2 })", "[[\"a\",1],[\"b\",2]]" },
    { "Object.entries('ab')", "[[\"0\",\"a\"],[\"1\",\"b\"]]" },
    { "Object.keys(null)", "!TypeError: Cannot convert null to object" },
    { "Object.assign({ a: 1 }, null, { b: 2 }, 'x', [7])",
      "{\"0\":7,\"a\":1,\"b\":2}" },
    { "Object.fromEntries([['a', 1], ['b', 2]])", "{\"a\":1,\"b\":2}" },
    { "Object.fromEntries(new Map([['x', 1]]))", "{\"x\":1}" },
    { "Object.fromEntries([1])",
      "!TypeError: Iterator value is not an entry object" },
    { "let closed = 0;"
      "const it = { [Symbol.iterator]() { return this },"
      "  next() { return { value: 1, done: false } },"
      "  return() { closed++; return {} } };"
      "try { Object.fromEntries(it) } catch {} closed",
      "1" },
    { "Object.groupBy([1, 2, 3, 4], (x) => x % 2 ? 'odd' : 'even')",
      "{\"odd\":[1,3],\"even\":[2,4]}" },
    { "Object.getPrototypeOf(Object.groupBy([], () => 1)) === null", "true" },
    { "Object.hasOwn({ a: 1 }, 'a') && !Object.hasOwn({}, 'toString')",
      "true" },
    { "[Object.is(NaN, NaN), Object.is(0, -0), Object.is('a', 'a')]",
      "[true,false,true]" },
    { "Object.getOwnPropertyNames([1, 2])", "[\"0\",\"1\",\"length\"]" },
    { "Object.getOwnPropertySymbols({ [Symbol.iterator]: 1, a: 2 }).length",
      "1" },
    { "Object.getOwnPropertyDescriptor({ get a() { return 1 } }, 'a').get"
      "  instanceof Function",
      "true" },
    { "Object.getOwnPropertyDescriptors({ a: 1 })",
      "{\"a\":{\"value\":1,\"writable\":true,\"enumerable\":true,"
      "\"configurable\":true}}" },
    { "const o = Object.defineProperty({}, 'a', { value: 1 });"
      "[Object.keys(o), o.a, delete { a: 1 }.a]",
      "[[],1,true]" },
    { "Object.defineProperty({}, 'a', { get() {}, value: 1 })",
      "!TypeError: Invalid property descriptor: it cannot have both accessors "
      "and a value or writable attribute" },
    { "const o = Object.defineProperties({}, { a: { value: 1,"
      " enumerable: true }, b: { get: () => 2 } }); [o, o.b]",
      "[{\"a\":1},2]" },
    { "const o = Object.create({ p: 1 }, { q: { value: 2 } }); [o.p, o.q]",
      "[1,2]" },
    { "Object.create(1)",
      "!TypeError: Object prototype may only be an Object or null" },
    { "const o = Object.freeze({ a: 1 });"
      "[Object.isFrozen(o), Object.isSealed(o), Object.isExtensible(o)]",
      "[true,true,false]" },
    { "const o = Object.seal({ a: 1 }); o.a = 2;"
      "[o.a, Object.isSealed(o), Object.isFrozen(o)]",
      "[2,true,false]" },
    { "const o = Object.preventExtensions({ a: 1 });"
      "let e; try { o.b = 1 } catch (x) { e = x.name } e",
      "\"TypeError\"" },
    { "Object.isFrozen(1) && Object.isFrozen('a')", "true" },
    { "Object.prototype.toString.call([])"
      " + Object.prototype.toString.call(null)"
      " + Object.prototype.toString.call(1)"
      " + Object.prototype.toString.call(new Map())",
      "\"[object Array][object Null][object Number][object Map]\"" },
    { "({ toString() { return 'T' } }).toLocaleString()", "\"T\"" },
    { "[({}).hasOwnProperty('a'), ({ a: 1 }).propertyIsEnumerable('a'),"
      " Object.prototype.isPrototypeOf({})]",
      "[false,true,true]" },
    { "typeof Object.prototype.__defineGetter__ + ({}).__proto__",
      "\"undefinedundefined\"" },
};

/* E34, E35 and the notes of 5.5. */
static const JsRow frozen_rows[] = {
    { "let e; try { Object.setPrototypeOf({}, null) } catch (x) { e = x.name }"
      " e",
      "\"TypeError\"" },
    { "let n = 0; for (const f of [() => { Array.prototype.foo = 1 },"
      " () => Object.defineProperty(Math, 'x', { value: 1 }),"
      " () => delete Map.prototype.get, () => { Error.prototype.name = 1 }])"
      " try { f() } catch (e) { n += e instanceof TypeError } n",
      "4" },
    { "const o = {}; o.toString = () => 'x'; `${o}`", "\"x\"" },
    { "let e; try { Object.keys(Promise.resolve(1)) } catch (x)"
      " { e = [x.kind, x.name, x.message.includes('await')] } e",
      "[\"InvalidDataValue\",\"TypeError\",true]" },
    { "let e; try { globalThis.x = 1 } catch (x) { e = x.name } e",
      "\"TypeError\"" },
    { "globalThis.globalThis === globalThis && globalThis.Array === Array",
      "true" },
};

static const JsRow function_rows[] = {
    { "Math.max.apply(null, [1, 3, 2])", "3" },
    { "Math.max.call(null, 1, 2, 3, 4, 5, 6, 7, 9, 8)", "9" },
    { "const a = []; a.push.apply(a, Array(10000).fill(1)); a.length",
      "10000" },
    { "(function (a, b) { return [this.x, a, b] }).bind({ x: 1 }, 2)(3)",
      "[1,2,3]" },
    { "const f = function abc(a, b, c) {}; const g = f.bind(null, 1);"
      "[g.name, g.length]",
      "[\"bound abc\",2]" },
    { "function P(a, b) { this.s = a + b } const Q = P.bind(null, 1);"
      "const q = new Q(2); [q.s, q instanceof P, q instanceof Q]",
      "[3,true,true]" },
    { "function f ( a ) { /* kept */ return a }; f.toString()",
      "\"function f ( a ) { /* kept */ return a }\"" },
    { "((x) => x + 1).toString() + [].map.toString()",
      "\"(x) => x + 1function map() { [native code] }\"" },
    { "let e; try { new Function('return 1') } catch (x) { e = x.name } e",
      "\"TypeError\"" },
    { "Function.prototype.call.call(1)",
      "!TypeError: Function.prototype.call was called on something that is "
      "not a function" },
    { "[[].map.name, [].map.length, Object.getOwnPropertyDescriptor("
      "Map.prototype, 'size').get.name, [][Symbol.iterator].name]",
      "[\"map\",1,\"get size\",\"values\"]" },
    { "Function.prototype() === undefined", "true" },
    { "(async () => {}).constructor.name + typeof AsyncFunction",
      "\"AsyncFunctionundefined\"" },
};

static const JsRow symbol_rows[] = {
    { "Symbol('x').toString() + Symbol('y').description", "\"Symbol(x)y\"" },
    { "Symbol.for('a') === Symbol.for('a') && Symbol('a') !== Symbol('a')",
      "true" },
    { "Symbol.keyFor(Symbol.for('k')) + String(Symbol.keyFor(Symbol.iterator))",
      "\"kundefined\"" },
    { "new Symbol()", "!TypeError: Symbol is not a constructor" },
    { "Symbol.iterator.toString()", "\"Symbol(Symbol.iterator)\"" },
};

#define TABLE(name)                                                            \
    static void name(void **state)                                             \
    {                                                                          \
        (void)state;                                                           \
        assert_int_equal(js_check(name##_rows, CM_ARRAY_LEN(name##_rows)), 0); \
    }

TABLE(object)
TABLE(frozen)
TABLE(function)
TABLE(symbol)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(object),
        cmocka_unit_test(frozen),
        cmocka_unit_test(function),
        cmocka_unit_test(symbol),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
