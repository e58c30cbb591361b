/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

static void map_construction(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "return new Map().size", "0" },
        { "return [...new Map([[1, 'a'], [2, 'b'], [1, 'c']])]",
          "[[1,\"c\"],[2,\"b\"]]" },
        { "return new Map(null).size + new Map(undefined).size", "0" },
        { "return [...new Map(new Map([['x', 1]]))]", "[[\"x\",1]]" },
        { "return [...new Map(Object.entries({ a: 1, b: 2 })).keys()]",
          "[\"a\",\"b\"]" },
        { "return Map()", "!TypeError: Constructor Map requires 'new'" },
        { "new Map(5)", "!TypeError: Map needs an iterable, found number" },
        { "new Map({})", "!TypeError: Map needs an iterable, found object" },
        { "new Map([1])",
          "!TypeError: Map needs [key, value] pairs, found number" },
        { "let closed = 0; const it = { [Symbol.iterator]() { return { next() "
          "{ return { value: 1, done: false } }, return() { closed++; return "
          "{} } } } }; try { new Map(it) } catch {} return closed",
          "1" },
        { "const it = { [Symbol.iterator]() { let i = 0; return { next() { "
          "return { value: [i, i * i], done: i++ >= 3 } } } } }; return [...new "
          "Map(it)]",
          "[[0,0],[1,1],[2,4]]" },
        { "return [Map.name, Map.length, typeof Map.prototype.get, "
          "Map.prototype[Symbol.toStringTag], Map[Symbol.species] === Map]",
          "[\"Map\",0,\"function\",\"Map\",true]" },
        { "return Map.prototype[Symbol.iterator] === Map.prototype.entries",
          "true" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void map_entries(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "const m = new Map(); return [m.set(NaN, 1).get(NaN), m.set(-0, "
          "2).get(0), Object.is([...m.keys()][1], 0)]",
          "[1,2,true]" },
        { "const m = new Map([[1, 2]]); return [m.has(1), m.delete(1), "
          "m.delete(1), m.has(1), m.size]",
          "[true,true,false,false,0]" },
        { "const o = {}, m = new Map([[o, 1], [{}, 2]]); return [m.get(o), "
          "m.get({}) === undefined]",
          "[1,true]" },
        { "const m = new Map([[1.5, 'a'], ['1.5', 'b']]); return [m.get(1.5), "
          "m.get('1' + '.5')]",
          "[\"a\",\"b\"]" },
        { "const m = new Map([[1, 1]]); m.clear(); m.set(2, 2); return [...m]",
          "[[2,2]]" },
        { "const m = new Map(); for (let i = 0; i < 1000; i++) m.set('k' + i, "
          "i); for (let i = 0; i < 1000; i += 2) m.delete('k' + i); return "
          "[m.size, m.get('k501'), m.has('k500'), [...m.keys()][0]]",
          "[500,501,false,\"k1\"]" },
        { "Map.prototype.get.call(new Set(), 1)",
          "!TypeError: Map.prototype.get called on a value that is no Map" },
        { "const m = new Map(); m.foo = 1; return [m.foo, m.size]", "[1,0]" },
        { "const m = new Map(); m.size = 3", "!TypeError: Cannot set property "
                                             "'size' of object which has only "
                                             "a getter" },
        { "return JSON.stringify(new Map([[1, 2]]))", "\"{}\"" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void map_visiting(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "const seen = []; new Map([[1, 'a'], [2, 'b']]).forEach(function (v, "
          "k, m) { seen.push(v, k, m.size, this.t) }, { t: 7 }); return seen",
          "[\"a\",1,2,7,\"b\",2,2,7]" },
        { "const m = new Map([[1, 1]]), seen = []; m.forEach((v, k) => { "
          "seen.push(k); if (k < 4) m.set(k + 1, 0); m.delete(k) }); return "
          "[seen, m.size]",
          "[[1,2,3,4],0]" },
        { "const m = new Map([[1, 1], [2, 2], [3, 3]]), it = m.keys(); "
          "it.next(); m.delete(1); m.delete(2); return [it.next(), it.next(), "
          "it.next()]",
          "[{\"value\":3,\"done\":false},{\"done\":true},{\"done\":true}]" },
        { "const m = new Map([[1, 1]]), it = m.values(); m.clear(); m.set(5, "
          "6); return [...it]",
          "[6]" },
        { "new Map().forEach(1)", "!TypeError: 1 is not a function" },
        { "new Map([[1, 1]]).forEach(() => { throw new Error('x') })",
          "!Error: x" },
        { "const m = new Map([['a', 1]]); for (const [k, v] of m) return k + v",
          "\"a1\"" },
        { "return Object.prototype.toString.call(new Map().keys())",
          "\"[object Map Iterator]\"" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void map_upsert_and_group(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "const m = new Map([['a', 1]]); return [m.getOrInsert('a', 5), "
          "m.getOrInsert('b', 6), [...m]]",
          "[1,6,[[\"a\",1],[\"b\",6]]]" },
        { "const m = new Map(); let n = 0; const f = (k) => { n++; return k + "
          "'!' }; return [m.getOrInsertComputed('x', f), "
          "m.getOrInsertComputed('x', f), n]",
          "[\"x!\",\"x!\",1]" },
        { "const m = new Map(); m.getOrInsertComputed(1, () => { m.set(1, 'in') "
          "; return 'out' }); return [...m]",
          "[[1,\"out\"]]" },
        { "new Map().getOrInsertComputed(1, 2)",
          "!TypeError: 2 is not a function" },
        { "const g = Map.groupBy([1, 2, 3, 4], (n, i) => n % 2 ? 'odd' : "
          "'even'); return [...g]",
          "[[\"odd\",[1,3]],[\"even\",[2,4]]]" },
        { "return [...Map.groupBy('abca', (c) => c)].map(([k, v]) => k + "
          "v.length)",
          "[\"a2\",\"b1\",\"c1\"]" },
        { "Map.groupBy(null, () => 1)",
          "!TypeError: Map.groupBy needs an iterable, found null" },
        { "let closed = 0; const it = { [Symbol.iterator]() { return { next() "
          "{ return { value: 1, done: false } }, return() { closed++; return "
          "{} } } } }; try { Map.groupBy(it, () => { throw 1 }) } catch (e) { "
          "return [e, closed] }",
          "[1,1]" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(map_construction),
        cmocka_unit_test(map_entries),
        cmocka_unit_test(map_visiting),
        cmocka_unit_test(map_upsert_and_group),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
