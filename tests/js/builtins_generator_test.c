/* SPDX-License-Identifier: MIT */
/* Generator and async generator objects, yield* over sync iterators in async
 * generators, Array.fromAsync; ECMA-262 27.3 to 27.6, 27.1.6, 23.1.2.1. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

static const JsRow generator_rows[] = {
    { "function* g() { const x = yield 1; yield x; return 3 } const it = g();"
      "return [it.next('lost'), it.next('x'), it.next(), it.next()]",
      "[{\"value\":1,\"done\":false},{\"value\":\"x\",\"done\":false},"
      "{\"value\":3,\"done\":true},{\"done\":true}]" },
    { "function* g() { yield 1 } const it = g();"
      "return [it.return(5), it.next(), it.return(6)]",
      "[{\"value\":5,\"done\":true},{\"done\":true},"
      "{\"value\":6,\"done\":true}]" },
    { "function* g() { yield 1 } g().throw(new RangeError('t'))",
      "!RangeError: t" },
    { "function* g() { try { yield 1 } catch (e) { yield e } } const it = g();"
      "it.next(); return [it.throw('c'), it.next()]",
      "[{\"value\":\"c\",\"done\":false},{\"done\":true}]" },
    { "function* g() { try { yield 1 } finally { yield 2 } } const it = g();"
      "it.next(); return [it.return(9), it.next()]",
      "[{\"value\":2,\"done\":false},{\"value\":9,\"done\":true}]" },
    { "const it = (function* () { it.next() })(); it.next()",
      "!TypeError: Generator is already running" },
    { "(function* () {})().next.call({})",
      "!TypeError: The method was called on something that is not a "
      "generator" },
    { "function* g() {} new g()", "!TypeError: g is not a constructor" },
    { "function* g() {} const it = g(); return [it instanceof g, String(it), "
      "it[Symbol.iterator]() === it]",
      "[true,\"[object Generator]\",true]" },
    { "function* g() { return yield* (function* () { yield 1; return 2 })() }"
      "return [...g()].concat(g().next().done)",
      "[1,false]" },
    { "const log = []; const src = { [Symbol.iterator]: () => ({ next: () => "
      "({ value: 1, done: false }), return: () => { log.push('r'); return {} "
      "} }) }; function* g() { yield* src } const it = g(); it.next();"
      "try { it.throw('t') } catch (e) { return [e.name, log] }",
      "[\"TypeError\",[\"r\"]]" },
};

static const JsRow async_generator_rows[] = {
    { "async function* g() { yield Promise.resolve(1); return 2 }"
      "const it = g(); return Promise.all([it.next(), it.next(), it.next()])",
      "[{\"value\":1,\"done\":false},{\"value\":2,\"done\":true},"
      "{\"done\":true}]" },
    { "async function* g() { try { yield 1 } finally { await 0 } }"
      "const it = g(); await it.next(); return [await it.return('r'), await "
      "it.next()]",
      "[{\"value\":\"r\",\"done\":true},{\"done\":true}]" },
    { "async function* g() { yield 1 } await g().throw(new TypeError('t'))",
      "!TypeError: t" },
    { "async function* g() { yield Promise.reject(new RangeError('y')) }"
      "const it = g(); try { await it.next() } catch (e) { return [e.message, "
      "await it.next()] }",
      "[\"y\",{\"done\":true}]" },
    { "async function* g() {} const next = g().next; return next.call({})"
      ".then(() => 0, (e) => e.message)",
      "\"The method was called on something that is not an async "
      "generator\"" },
    { "async function* g() {} return [String(g()), g()[Symbol.asyncIterator] "
      "!== undefined]",
      "[\"[object AsyncGenerator]\",true]" },
};

/* What a sync iterator behind async iteration is asked and told. */
#define SYNC                                                                \
    "const log = []; const src = (methods) => ({ [Symbol.iterator]: () => " \
    "({ next: (x) => { log.push(['next', x]); return { value: "             \
    "Promise.resolve(1), done: false } }, ...methods }) });"                \
    "async function* g(methods) { yield* src(methods) }"

static const JsRow from_sync_rows[] = {
    { SYNC "const it = g({}); return [await it.next('lost'), await "
           "it.next('b'), log]",
      "[{\"value\":1,\"done\":false},{\"value\":1,\"done\":false},"
      "[[\"next\",null],[\"next\",\"b\"]]]" },
    { SYNC "const it = g({}); await it.next(); return [await it.return("
           "Promise.resolve(5)), await it.next()]",
      "[{\"value\":5,\"done\":true},{\"done\":true}]" },
    { SYNC "const it = g({ return: (v) => ({ value: v, done: true }) }); "
           "await it.next(); return it.return(6)",
      "{\"value\":6,\"done\":true}" },
    { SYNC "const it = g({ return: () => 1 }); await it.next(); "
           "await it.return(6)",
      "!TypeError: Iterator result is not an object" },
    { SYNC "const it = g({ throw: (v) => ({ value: v, done: false }) }); "
           "await it.next(); return it.throw('t')",
      "{\"value\":\"t\",\"done\":false}" },
    /* No throw method: closed, then a TypeError. */
    { SYNC "const it = g({ return: () => { log.push('closed'); return {} } });"
           "await it.next(); return it.throw('t').then(0, (e) => [e.name, "
           "log.at(-1)])",
      "[\"TypeError\",\"closed\"]" },
    { SYNC "const it = g({ return: () => { throw new RangeError('r') } });"
           "await it.next(); await it.throw('t')",
      "!RangeError: r" },
    { SYNC "const it = g({ return: () => 1 }); await it.next(); "
           "return it.throw('t').then(0, (e) => e.message)",
      "\"Result of the iterator's return method is not an object\"" },
    { SYNC "const it = g({ get return() { throw new RangeError('g') } });"
           "await it.next(); await it.throw('t')",
      "!RangeError: g" },
    /* A rejected value closes the iterator. */
    { "const log = []; const src = { [Symbol.iterator]: () => ({ next: () => "
      "({ value: Promise.reject('v'), done: false }), return: () => { "
      "log.push('closed'); return {} } }) }; try { for await (const x of src) "
      "log.push(x) } catch (e) { log.push(e) } return log",
      "[\"closed\",\"v\"]" },
    { "const seen = []; for await (const x of [1, Promise.resolve(2)]) "
      "seen.push(x); return seen",
      "[1,2]" },
    { "for await (const x of {}) 0", "!TypeError: object is not iterable" },
};

static const JsRow from_async_rows[] = {
    { "Array.fromAsync([1, Promise.resolve(2)])", "[1,2]" },
    { "Array.fromAsync({ length: 2, 0: Promise.resolve('a') }, (x, i) => [x "
      "?? null, i])",
      "[[\"a\",0],[null,1]]" },
    { "async function* g() { yield 1; yield 2 } return Array.fromAsync(g(), "
      "async (x) => x * 2)",
      "[2,4]" },
    { "Array.fromAsync(null)",
      "!TypeError: Cannot read properties of null (reading "
      "'Symbol(Symbol.asyncIterator)')" },
    { "Array.fromAsync([1], 1)",
      "!TypeError: The second argument of Array.fromAsync is not a function" },
    { "Array.fromAsync.call({}, { length: 2 ** 32 })",
      "!RangeError: Invalid array length" },
    { "const log = []; const src = { [Symbol.iterator]: () => ({ next: () => "
      "({ value: 1, done: false }), return: () => { log.push('closed'); return "
      "{} } }) }; return Array.fromAsync(src, () => { throw 'm' }).then(0, (e)"
      " => [e, log])",
      "[\"m\",[\"closed\"]]" },
    { "class A extends Array {} const a = await Array.fromAsync.call(A, [1]);"
      "return [a instanceof A, a.length]",
      "[true,1]" },
};

#define TABLE(name)                                                            \
    static void name(void **state)                                             \
    {                                                                          \
        (void)state;                                                           \
        assert_int_equal(js_check(name##_rows, CM_ARRAY_LEN(name##_rows)), 0); \
    }

TABLE(generator)
TABLE(async_generator)
TABLE(from_sync)
TABLE(from_async)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generator),
        cmocka_unit_test(async_generator),
        cmocka_unit_test(from_sync),
        cmocka_unit_test(from_async),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
