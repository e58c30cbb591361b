/* SPDX-License-Identifier: MIT */
/* Array, its iterators and Iterator; ECMA-262 23.1, 27.1; spec/execution.md 9.2. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js/js_run.h"

static const JsRow make_rows[] = {
    { "[Array(3).length, Array(1, 2), new Array('3')]", "[3,[1,2],[\"3\"]]" },
    { "Array(-1)", "!RangeError: Invalid array length" },
    { "Array(4294967295).length", "4294967295" },
    { "Array.from('a\\u{1F600}b').length", "3" },
    { "Array.from({ length: 3, 1: 'x' })", "[null,\"x\",null]" },
    { "Array.from([1, 2, 3], (x, i) => x * i)", "[0,2,6]" },
    { "Array.from(new Set([1, 2, 2]))", "[1,2]" },
    { "Array.from(new Map([[1, 2]]).keys())", "[1]" },
    { "let closed = 0;"
      "const it = { [Symbol.iterator]() { return this },"
      "  next() { return { value: 1, done: false } },"
      "  return() { closed++; return {} } };"
      "try { Array.from(it, () => { throw 1 }) } catch (e) { closed += 10 * e }"
      " closed",
      "11" },
    { "Array.from(null)", "!TypeError: Array.from needs an iterable or an "
                          "array-like object" },
    { "[Array.of(7), Array.of(1, 2), Array.isArray([]), Array.isArray({})]",
      "[[7],[1,2],true,false]" },
    { "Array.from({ length: 10000001 })", "!RangeError: Invalid array length" },
    { "Array.from({ length: 10000000 }).length", "10000000" },
};

/* An iterator whose next() throws is not closed. */
#define BAD_ITERATOR                                    \
    "const it = { [Symbol.iterator]() { return this }," \
    " next() { throw new Error('nx') },"                \
    " return() { console.log('closed'); return {} } };"

static const JsRow bad_next_rows[] = {
    { BAD_ITERATOR "Object.fromEntries(it)", "!Error: nx" },
    { BAD_ITERATOR "Object.groupBy(it, (x) => x)", "!Error: nx" },
    { BAD_ITERATOR "Array.from(it)", "!Error: nx" },
    { BAD_ITERATOR "Array.from(it, (x) => x)", "!Error: nx" },
    { BAD_ITERATOR "await Array.fromAsync(it)", "!Error: nx" },
    { BAD_ITERATOR "Iterator.from(it).toArray()", "!Error: nx" },
    { BAD_ITERATOR "Iterator.from(it).map((x) => x).next()", "!Error: nx" },
    { BAD_ITERATOR "Iterator.from(it).some((x) => x)", "!Error: nx" },
};

static const JsRow change_rows[] = {
    { "const a = [1]; [a.push(2, 3), a.pop(), a.shift(), a.unshift(8, 9), a]",
      "[3,3,1,3,[8,9,2]]" },
    { "[[].pop(), [].shift(), [].push(), [].unshift()]", "[null,null,0,0]" },
    { "const o = { length: 1, 0: 'a' }; Array.prototype.push.call(o, 'b');"
      " Array.prototype.unshift.call(o, 'z'); o",
      "{\"0\":\"z\",\"1\":\"a\",\"2\":\"b\",\"length\":3}" },
    { "const a = [1, 2, 3, 4]; a.reverse(); [a, [1, 2, 3].reverse()]",
      "[[4,3,2,1],[3,2,1]]" },
    { "const a = [1, , 3, 4]; a.reverse(); [a, 2 in a]",
      "[[4,3,null,1],false]" },
    { "[Array(3).fill(0), [1, 2, 3, 4].fill(9, 1, -1)]",
      "[[0,0,0],[1,9,9,4]]" },
    { "[1, 2, 3, 4, 5].copyWithin(0, 3)", "[4,5,3,4,5]" },
    { "const a = [1, 2, 3, 4]; [a.splice(1, 2, 'x', 'y', 'z'), a]",
      "[[2,3],[1,\"x\",\"y\",\"z\",4]]" },
    { "const a = [1, 2, 3]; [a.splice(-1), a, a.splice(), a.splice(0, 1), a]",
      "[[3],[2],[],[1],[2]]" },
    { "const a = [1, , 3]; const b = a.splice(0, 2); [b, 1 in b, a]",
      "[[1,null],false,[3]]" },
    { "const fixed = Object.defineProperty([], 'length', { writable: false });"
      " return [Object.freeze([]), fixed].map(a => ['push', 'pop', 'shift', "
      "'unshift'].map(n => { try { a[n](); return 'done' } catch (e) { return "
      "e.name } }))",
      "[[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\"],"
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\"]]" },
    { "Object.freeze([1]).push(2)",
      "!TypeError: Cannot add property 1, object is not extensible" },
};

static const JsRow copy_rows[] = {
    /* nothing is behind the last element: the rest is not walked */
    { "const a = [1, , 3]; a.length = 4294967290; const b = [0].concat(a, []); "
      "return [b.length, Object.keys(b)]",
      "[4294967291,[\"0\",\"1\",\"3\"]]" },
    { "[1, 2, 3, 4].slice(1, -1)", "[2,3]" },
    { "const a = [1, , 3].slice(); [a, 1 in a]", "[[1,null,3],false]" },
    { "[1].concat(2, [3, [4]], 'x', { length: 1 })",
      "[1,2,3,[4],\"x\",{\"length\":1}]" },
    { "[].concat({ length: 2, 0: 'a', 1: 'b', [Symbol.isConcatSpreadable]: 1 })",
      "[\"a\",\"b\"]" },
    { "const a = [1, , 3].concat([, 5]); [a.length, 1 in a, 3 in a]",
      "[5,false,false]" },
    { "[[1, [2, [3, [4]]]].flat(), [1, [2, [3]]].flat(Infinity), [1, [2]]"
      ".flat(0)]",
      "[[1,2,[3,[4]]],[1,2,3],[1,[2]]]" },
    { "const a = []; a.push(a); a.flat(Infinity)",
      "!RangeError: Maximum call stack size exceeded" },
    { "[[3, 1, 2].toReversed(), [3, 1, 2].toSorted(), [1, 2].with(-1, 9),"
      " [1, 2, 3].toSpliced(1, 1, 'a', 'b')]",
      "[[2,1,3],[1,2,3],[1,9],[1,\"a\",\"b\",3]]" },
    { "[1].with(1, 0)", "!RangeError: Invalid index for Array.prototype.with" },
    { "const a = [, 1].toReversed(); 1 in a", "true" },
    { "class A extends Array {} const a = A.from([1, 2, 3]);"
      "[a instanceof A, a.map((x) => x) instanceof A, a.length,"
      " a.filter((x) => x > 1).constructor === A, a.toSorted() instanceof A]",
      "[true,true,3,true,false]" },
};

static const JsRow visit_rows[] = {
    { "[1, 2, 3].map((x, i, a) => x + i + a.length)", "[4,6,8]" },
    { "const a = [1, , 3].map((x) => x * 2); [a, a.length, 1 in a]",
      "[[2,null,6],3,false]" },
    { "[1, 2, 3, 4].filter((x) => x % 2)", "[1,3]" },
    { "[1, 2, 3].reduce((a, b) => a + b)", "6" },
    { "['a', 'b'].reduceRight((a, b) => a + b, '')", "\"ba\"" },
    { "[].reduce((a) => a)",
      "!TypeError: Reduce of empty array with no initial value" },
    { "[[1, 2].some((x) => x > 1), [1, 2].every((x) => x > 1)]",
      "[true,false]" },
    { "[5, 8, 9].find((x) => x > 5) + [5, 8, 9].findIndex((x) => x > 5)"
      " + [5, 8, 9].findLast((x) => x < 9) + [5].findLastIndex(() => false)",
      "16" },
    { "let n = 0; [, 1].find(() => { n++ }); [, 1].forEach(() => { n++ }); n",
      "3" },
    { "[1, 2].flatMap((x) => [x, [x]])", "[1,[1],2,[2]]" },
    { "const seen = []; [1, 2, 3].forEach(function (x, i, a) {"
      " if (i === 0) a.length = 2; seen.push(x + this.k) }, { k: 10 }); seen",
      "[11,12]" },
    { "[1].map(1)",
      "!TypeError: The callback of the array method is not a function" },
    { "Array.prototype.map.call('abc', (c) => c + c)",
      "[\"aa\",\"bb\",\"cc\"]" },
    { "[[1, 2, NaN].includes(NaN), [NaN].indexOf(NaN), [1, 2, 1].lastIndexOf(1)"
      ", ['a', 'b'].indexOf('b'), [1, 2].includes(2, -1), [-0].includes(0)]",
      "[true,-1,2,1,true,true]" },
    { "[[1, 2, 3].at(-1), [1].at(5)]", "[3,null]" },
    { "let n = 0; const a = []; for (let i = 0; i < 1000; i++) a.push(i);"
      "a.map((x) => x * 2).filter((x) => x % 3 === 0)"
      ".reduce((s, x) => s + x, 0)",
      "333666" },
    { "Array.prototype.lastIndexOf.call({ length: 2 ** 53 - 1,"
      " [2 ** 53 - 2]: 'x' }, 'x')",
      "9007199254740990" },
    { "const r = []; [[3, 4], [5]].map((a) => a.map((x) => r.push(x))); r",
      "[3,4,5]" },
};

static const JsRow sort_rows[] = {
    { "[10, 9, 1, -2, -10, 100].sort()", "[-10,-2,1,10,100,9]" },
    { "[3, undefined, 1, , 2].sort()", "[1,2,3,null,null]" },
    { "const a = [3, , 1]; a.sort(); [a.length, 2 in a]", "[3,false]" },
    { "['b', 'a', 'C', ''].sort()", "[\"\",\"C\",\"a\",\"b\"]" },
    { "[true, 'null', null, 1.5, 10].sort()", "[1.5,10,\"null\",null,true]" },
    { "[5, 2, 9, 1].sort((a, b) => b - a)", "[9,5,2,1]" },
    { "const a = []; for (let i = 0; i < 500; i++) a.push({ k: i % 7, i });"
      "a.sort((x, y) => x.k - y.k);"
      "a.every((x, i) => i === 0 || a[i - 1].k < x.k ||"
      " (a[i - 1].k === x.k && a[i - 1].i < x.i))",
      "true" },
    { "let s = 7; const r = () => (s = s * 1103515245 + 12345 & 0x7fffffff) % 3"
      " - 1; const a = []; for (let i = 0; i < 1000; i++) a.push(i);"
      "a.sort(r); a.reduce((x, y) => x + y) + a.length",
      "500500" },
    { "const a = [3, 2, 1]; a.sort((x, y) => { a.length = 0; return x - y });"
      " a",
      "[1,2,3]" },
    { "[2, 1].sort((a, b) => { throw new Error('no') })", "!Error: no" },
    { "[1].sort(1)",
      "!TypeError: The comparator of the sort is not a function" },
    { "[2, 1].sort(() => Symbol())",
      "!TypeError: Cannot convert a Symbol value to a number" },
};

static const JsRow join_rows[] = {
    { "[1, null, undefined, 'a', [2, [3]], true].join()",
      "\"1,,,a,2,3,true\"" },
    { "[1, 2].join(' - ') + [].join() + String([1, [2]])", "\"1 - 21,2\"" },
    { "const a = [1]; a.push(a, 2); a.join()", "\"1,,2\"" },
    { "let a = [1]; for (let i = 0; i < 5000; i++) a = [a]; a.join()",
      "\"1\"" },
    { "Array(5).join('x')", "\"xxxx\"" },
    { "Array(2 ** 29).join('ab')", "!RangeError: Invalid string length" },
    { "const a = ['x']; a.push(a); a.toLocaleString()", "\"x,\"" },
    { "Array.prototype.toString.call({ join: () => 'J' })", "\"J\"" },
    { "[{ toString() { return 'o' } }, Object(1)].join('|')", "\"o|1\"" },
};

static const JsRow iterator_rows[] = {
    { "[...[1, 2].entries()]", "[[0,1],[1,2]]" },
    { "[...['a', , 'c'].keys()]", "[0,1,2]" },
    { "const it = [1].values(); [it.next(), it.next(), it.next()]",
      "[{\"value\":1,\"done\":false},{\"done\":true},{\"done\":true}]" },
    { "[].values()[Symbol.toStringTag]", "\"Array Iterator\"" },
    { "[].values().next.call({})",
      "!TypeError: next was called on something that is not an array "
      "iterator" },
    { "[1, 2, 3, 4, 5].values().filter((x) => x % 2).map((x) => x * 10)"
      ".toArray()",
      "[10,30,50]" },
    { "[1, 2, 3, 4].values().drop(1).take(2).toArray()", "[2,3]" },
    { "[1, 2].values().flatMap((x) => [x, x * 10]).toArray()", "[1,10,2,20]" },
    { "[1, 2, 3].values().reduce((a, b) => a + b)", "6" },
    { "[[1].values().some((x) => x), [0].values().every((x) => x),"
      " [4, 5].values().find((x) => x > 4)]",
      "[true,false,5]" },
    { "let n = 0; [1, 2].values().forEach((x, i) => { n += x * (i + 1) }); n",
      "5" },
    { "let closed = 0; const it = Iterator.from({ i: 0,"
      " next() { return { value: this.i++, done: false } },"
      " return() { closed++; return {} } });"
      "[it.take(3).toArray(), closed, it.some((x) => x > 4), closed]",
      "[[0,1,2],1,true,2]" },
    { "[1].values().take(-1)",
      "!RangeError: The limit must be a number that is not negative" },
    { "new Iterator()", "!TypeError: Iterator cannot be constructed directly" },
    { "let n = 0; const it = { next() { n++; return { done: true } },"
      " __proto__: Iterator.prototype }; const h = it.map((x) => x);"
      "h.return(); [h.next(), n]",
      "[{\"done\":true},0]" },
};

static const JsRow async_rows[] = {
    { "await Array.fromAsync([1, Promise.resolve(2)], (x) => x * 2)", "[2,4]" },
    { "async function* g() { yield 1; yield 2 } await Array.fromAsync(g())",
      "[1,2]" },
    { "await Array.fromAsync({ length: 2, 0: Promise.resolve('a'), 1: 'b' })",
      "[\"a\",\"b\"]" },
    { "let closed = 0; const it = { [Symbol.iterator]() { return this },"
      " next() { return { value: 1, done: false } },"
      " return() { closed++; return {} } };"
      "let e; try { await Array.fromAsync(it, () => { throw 7 }) }"
      " catch (x) { e = x } [e, closed]",
      "[7,1]" },
    { "let e; try { await Array.fromAsync([Promise.reject(3)]) }"
      " catch (x) { e = x } e",
      "3" },
    { "let e; try { await Array.fromAsync(null) } catch (x) { e = x.name } e",
      "\"TypeError\"" },
};

/* Generator objects are iterators too. */
static const JsRow generator_rows[] = {
    { "function* g() { const x = yield 1; yield x * 2 } const i = g();"
      "[i.next(), i.next(10), i.return(7), i.next()]",
      "[{\"value\":1,\"done\":false},{\"value\":20,\"done\":false},"
      "{\"value\":7,\"done\":true},{\"done\":true}]" },
    { "function* g() { try { yield 1 } catch (e) { yield e } } const i = g();"
      "i.next(); [i.throw(5), i.next()]",
      "[{\"value\":5,\"done\":false},{\"done\":true}]" },
    { "let i; function* g() { i.next() } i = g(); i.next()",
      "!TypeError: Generator is already running" },
    { "function* g() { for (let n = 0;; n++) yield n }"
      "g().filter((x) => x % 2).map((x) => x * x).take(3).toArray()",
      "[1,9,25]" },
    { "function* g() { yield* [1, 2] }"
      "[[...g()], g.constructor.name, Object.prototype.toString.call(g())]",
      "[[1,2],\"GeneratorFunction\",\"[object Generator]\"]" },
};

#define TABLE(name)                                                            \
    static void name(void **state)                                             \
    {                                                                          \
        (void)state;                                                           \
        assert_int_equal(js_check(name##_rows, CM_ARRAY_LEN(name##_rows)), 0); \
    }

TABLE(make)
TABLE(bad_next)
TABLE(change)
TABLE(copy)
TABLE(visit)
TABLE(sort)
TABLE(join)
TABLE(iterator)
TABLE(async)
TABLE(generator)

/* E74: a long sort ends at the deadline, with and without a comparator. */
static void long_sorts_are_interrupted(void **state)
{
    (void)state;
    static const char *const programs[] = {
        "const a = []; for (let i = 0; i < 5e6; i++) a.push(i * 7919 % 5e6);"
        "a.sort()",
        "const a = []; for (let i = 0; i < 5e6; i++) a.push(i * 7919 % 5e6);"
        "a.sort((x, y) => x - y)",
        "Array(4e9).join('')",
        "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)",
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(programs); i++) {
        uint64_t before = js_run_now(NULL);
        assert_string_equal(js_run_limited(programs[i], 200, 0, 0),
                            "!terminated: timeout");
        uint64_t took = (js_run_now(NULL) - before) / 1000000;
        assert_true(took < 2000);
    }
}

/* Built-ins that run out of memory end the execution, nothing else. */
static void memory_is_bounded(void **state)
{
    (void)state;
    static const char *const programs[] = {
        "const a = []; for (;;) a.push(a.length)",
        "let a = [1]; for (;;) a = a.concat(a)",
        "Array.from({ length: 9e6 }, (x, i) => [i])",
        "const a = Array(1e5).fill(1); for (;;) a.push(...a.slice(0, 1e5))",
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(programs); i++) {
        const char *got = js_run_limited(programs[i], 0, 16 << 20, 0);
        if (strcmp(got, "!RangeError: Invalid array length") != 0)
            assert_string_equal(got, "!terminated: memory");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(make),
        cmocka_unit_test(bad_next),
        cmocka_unit_test(change),
        cmocka_unit_test(copy),
        cmocka_unit_test(visit),
        cmocka_unit_test(sort),
        cmocka_unit_test(join),
        cmocka_unit_test(async),
        cmocka_unit_test(generator),
        cmocka_unit_test(iterator),
        cmocka_unit_test(long_sorts_are_interrupted),
        cmocka_unit_test(memory_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
