/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

static void promise_basics(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "return await new Promise((r) => r(5))", "5" },
        { "return await new Promise((_, j) => j(5)).catch((e) => e + 1)", "6" },
        { "try { await new Promise(() => { throw 3 }) } catch (e) { return e }",
          "3" },
        { "return await new Promise((r) => { r(1); throw 3 })", "1" },
        { "const p = Promise.resolve(1); return [Promise.resolve(p) === p, "
          "Promise.resolve(1) === p]",
          "[true,false]" },
        { "Promise(1)", "!TypeError: Constructor Promise requires 'new'" },
        { "new Promise(1)", "!TypeError: 1 is not a function" },
        { "return await Promise.reject(1).then(() => 2, (e) => e * 10)", "10" },
        { "return await Promise.resolve(1).then(2)", "1" },
        { "const out = []; await Promise.resolve(1).finally((x) => { "
          "out.push(x === undefined) }).then((v) => out.push(v)); return out",
          "[true,1]" },
        { "return await Promise.resolve(1).finally(() => { throw 2 }).catch("
          "(e) => e)",
          "2" },
        { "return await Promise.reject(1).finally(() => 5).catch((e) => e)",
          "1" },
        { "const { promise, resolve, reject } = Promise.withResolvers(); "
          "resolve(4); reject(5); return await promise",
          "4" },
        { "return await Promise.try((a, b) => a + b, 1, 2)", "3" },
        { "return await Promise.try((...a) => a.length, 1, 2, 3, 4, 5, 6, 7, "
          "8)",
          "8" },
        { "return await Promise.try(() => { throw 9 }).catch((e) => e)", "9" },
        { "const p = new Promise((r) => setP = r); var setP; setP(p); try { "
          "await p } catch (e) { return [e.name, e.message] }",
          "[\"TypeError\",\"Chaining cycle detected for promise\"]" },
        { "return await { then(r) { r(8) } }", "8" },
        { "return await Promise.resolve({ then(r, j) { j(8) } }).catch((e) => "
          "-e)",
          "-8" },
        { "return [Promise.name, Promise.length, Promise.prototype.then.length, "
          "Promise.prototype[Symbol.toStringTag], Promise[Symbol.species] === "
          "Promise]",
          "[\"Promise\",1,2,\"Promise\",true]" },
        { "Promise.prototype.then.call({}, 1)",
          "!TypeError: Promise.prototype.then called on a value that is no "
          "promise" },
        { "Promise.resolve.call(1, 2)",
          "!TypeError: Promise.resolve called on a value that is no object" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

#define NOTE "const out = [], note = (x) => () => { out.push(x) }; "

static void promise_order(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { NOTE "Promise.resolve().then(note(1)).then(note(3)); "
               "Promise.resolve().then(note(2)).then(note(4)); out.push(0); "
               "for (let i = 0; i < 5; i++) await 0; return out",
          "[0,1,2,3,4]" },
        /* a promise resolved with a promise takes two more turns */
        { NOTE "Promise.resolve().then(() => Promise.resolve()).then(note('a'))"
               "; Promise.resolve().then(note(1)).then(note(2)).then(note(3))."
               "then(note(4)); for (let i = 0; i < 9; i++) await 0; return "
               "out",
          "[1,2,3,\"a\",4]" },
        { NOTE "(async () => { await 0; out.push('a'); await 0; out.push('b') "
               "})(); Promise.resolve().then(note(1)).then(note(2)); for (let "
               "i = 0; i < 5; i++) await 0; return out",
          "[\"a\",1,\"b\",2]" },
        { NOTE "Promise.resolve().finally(note('f')).then(note('t')); "
               "Promise.resolve().then(note(1)).then(note(2)).then(note(3))."
               "then(note(4)).then(note(5)); for (let i = 0; i < 9; i++) await "
               "0; return out",
          "[\"f\",1,2,3,\"t\",4,5]" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void promise_combinators(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "return await Promise.all([1, Promise.resolve(2), { then(r) { r(3) } "
          "}])",
          "[1,2,3]" },
        { "return await Promise.all([])", "[]" },
        { "return await Promise.all(new Set([1, 2]))", "[1,2]" },
        { "return await Promise.all([1, Promise.reject(7)]).catch((e) => e)",
          "7" },
        { "return await Promise.allSettled([1, Promise.reject(2)])",
          "[{\"status\":\"fulfilled\",\"value\":1},{\"status\":\"rejected\","
          "\"reason\":2}]" },
        { "return await Promise.any([Promise.reject(1), new Promise(() => {}), "
          "2])",
          "2" },
        { "return await Promise.race([new Promise(() => {}), 3, 4])", "3" },
        { "return await Promise.race([Promise.reject(5), 4]).catch((e) => -e)",
          "-5" },
        /* E66 */
        { "try { await Promise.any([]) } catch (e) { return [e instanceof "
          "AggregateError, e.errors, Object.keys(e), e.message] }",
          "[true,[],[],\"All promises were rejected\"]" },
        { "try { await Promise.any([Promise.reject(1), Promise.reject(2)]) } "
          "catch (e) { return e.errors }",
          "[1,2]" },
        { "await Promise.race([])", "!pending" },
        /* E67, E68 */
        { "return await Promise.race([Promise.all([Promise.resolve(1)]), "
          "Promise.resolve(2)])",
          "2" },
        { "const slow = new Promise((r) => Promise.resolve().then(() => "
          "r('slow'))); return await Promise.any([slow, Promise.resolve("
          "'fast')])",
          "\"fast\"" },
        /* E27 */
        { "const p = Promise.reject(new Error('x')); const s = await "
          "Promise.allSettled([p]); try { await p } catch (e) { return e === "
          "s[0].reason }",
          "true" },
        /* E29 and 5.4: the type is named */
        { "await Promise.all(1)",
          "!TypeError: Promise.all needs an iterable, found number" },
        { "await Promise.race({})",
          "!TypeError: Promise.race needs an iterable, found object" },
        { "return await Promise.all(1).catch((e) => e.name)", "\"TypeError\"" },
        { "Promise.all.call(undefined, [])",
          "!TypeError: Promise function called on a value that is no "
          "constructor" },
        { "let closed = 0; const it = { [Symbol.iterator]() { return { next() "
          "{ return { value: { get then() { throw 4 } }, done: false } }, "
          "return() { closed++; return {} } } } }; const p = "
          "Promise.resolve(1); p.then = 5; const bad = { [Symbol.iterator]() { "
          "let n = 0; return { next() { return { value: p, done: n++ > 2 } }, "
          "return() { closed++; return {} } } } }; try { await "
          "Promise.all(bad) } catch (e) { return [e.name, closed] }",
          "[\"TypeError\",1]" },
        { "const it = { [Symbol.iterator]() { return { next() { throw 'n' } } "
          "} }; return await Promise.all(it).catch((e) => e)",
          "\"n\"" },
        { "const p = Promise.resolve(1); let got; p.then = (a, b) => { got = "
          "[typeof a, typeof b]; a('own'); a('again') }; return [await "
          "Promise.all([p]), got]",
          "[[\"own\"],[\"function\",\"function\"]]" },
        { "const many = []; for (let i = 0; i < 3000; i++) many.push(i); const "
          "all = await Promise.all(many); return [all.length, all[2999]]",
          "[3000,2999]" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void promise_keyed(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "const r = await Promise.allKeyed({ b: 1, a: Promise.resolve(2), 3: "
          "new Promise(f => f(4)) }); return [r, Object.getPrototypeOf(r)]",
          "[{\"3\":4,\"b\":1,\"a\":2},null]" },
        { "return Promise.allSettledKeyed({ a: 1, b: Promise.reject(2) })",
          "{\"a\":{\"status\":\"fulfilled\",\"value\":1},"
          "\"b\":{\"status\":\"rejected\",\"reason\":2}}" },
        { "try { await Promise.allKeyed({ a: 1, b: Promise.reject(2) }) } catch "
          "(e) { return e }",
          "2" },
        { "return Promise.allKeyed({})", "{}" },
        { "const s = Symbol(); const r = await Promise.allKeyed(Object.create({ "
          "no: 1 }, { a: { value: 1 }, [s]: { value: 2, enumerable: true } })); "
          "return [Reflect.ownKeys(r).length, r[s]]",
          "[1,2]" },
        { "return Promise.allKeyed({ get a() { return Promise.resolve(7) } })",
          "{\"a\":7}" },
        { "await Promise.allKeyed({ get a() { throw new RangeError('x') } })",
          "!RangeError: x" },
        { "await Promise.allKeyed([1].values)", "{}" },
        { "await Promise.allKeyed(null)",
          "!TypeError: Promise.allKeyed needs an object of promises" },
        { "await Promise.allSettledKeyed('ab')",
          "!TypeError: Promise.allSettledKeyed needs an object of promises" },
        { "return Promise.allKeyed(new Proxy({ a: 1, b: 2 }, { "
          "getOwnPropertyDescriptor: (t, k) => k === 'a' ? undefined : "
          "Reflect.getOwnPropertyDescriptor(t, k) }))",
          "{\"b\":2}" },
        { "await Promise.allKeyed(new Proxy({}, { ownKeys() { throw new "
          "Error('keys') } }))",
          "!Error: keys" },
        { "class P extends Promise {} const p = P.allKeyed({ a: { then(f) { "
          "f(5) } } }); return [p instanceof P, await p]",
          "[true,{\"a\":5}]" },
        { "return ['allKeyed', 'allSettledKeyed'].map(n => [Promise[n].name, "
          "Promise[n].length])",
          "[[\"allKeyed\",1],[\"allSettledKeyed\",1]]" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void promise_subclasses(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "class P extends Promise {} const p = P.resolve(1); return [p "
          "instanceof P, p.then(() => 1) instanceof P, P.resolve(p) === p, "
          "Promise.resolve(p) === p, await p]",
          "[true,true,true,false,1]" },
        { "class P extends Promise {} const a = P.all([P.resolve(1), 2]); "
          "return [a instanceof P, await a]",
          "[true,[1,2]]" },
        { "class P extends Promise {} const r = await P.allSettled([P.reject("
          "1), 2]); return r.map((x) => x.status)",
          "[\"rejected\",\"fulfilled\"]" },
        { "class P extends Promise {} return [await P.any([P.reject(1), 5]), "
          "await P.race([6, 7])]",
          "[5,6]" },
        { "class P extends Promise { static get [Symbol.species]() { return "
          "Promise } } const q = P.resolve(1).then(() => 2); return [q "
          "instanceof P, await q]",
          "[false,2]" },
        { "class P extends Promise {} return await P.resolve(3).finally(() => "
          "9)",
          "3" },
        { "class P extends Promise {} const { promise, resolve } = "
          "P.withResolvers(); resolve(2); return [promise instanceof P, await "
          "promise, await P.try(() => 4)]",
          "[true,2,4]" },
        { "class P extends Promise {} try { await P.reject(3) } catch (e) { "
          "return e }",
          "3" },
        { "function C(f) { f(() => {}, (e) => { this.e = e.message }) } const "
          "c = Promise.all.call(C, []); return c.e",
          "\"'resolve' of the constructor is not a function\"" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

#ifndef CM_GC_STRESS /* a collection at each safepoint makes this quadratic */
/* E80: 5.1. */
static void pending_promises_are_bounded(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "const keep = []; try { for (let i = 0; i < 100001; i++) "
          "keep.push(new Promise(() => {})) } catch (e) { return [e.name, "
          "keep.length] }",
          "[\"RangeError\",100000]" },
        { "for (let i = 0; i < 200000; i++) Promise.resolve(i); return 1",
          "1" },
        { "for (let i = 0; i < 200000; i++) new Promise((r) => r(i)); return "
          "1",
          "1" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}
#endif

/* The reasons of a program's unobserved rejections in order of creation, joined by
 * commas; the program ends without an error. */
static const char *unobserved(const char *source)
{
    static Buf out;
    const cm_allocator *alloc = cm__alloc_default();
    Program *program = NULL;
    JsCompileResult compiled;
    cm__buf_done(&out);
    cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
    assert_int_equal(js_compile(alloc, js_realm(), source, strlen(source), NULL,
                                &program, &compiled),
                     CM_OK);
    js_compile_result_done(&compiled);
    VM *vm = vm_new(&(VMOptions){ .alloc = alloc,
                                  .memory_limit = (size_t)1 << 30,
                                  .max_steps = UINT64_MAX,
                                  .now_ns = js_run_now,
                                  .wall_ms = js_run_wall,
                                  .realm = js_realm() });
    Value result = vm_start(vm, program);
    assert_int_equal(vm_run(vm, 0), VM_IDLE);
    assert_int_equal(((Promise *)value_ptr(result))->state, PROMISE_FULFILLED);
    for (Promise *p; (p = promise_first_unhandled(vm)) != NULL;) {
        if (out.len)
            cm__buf_add_char(&out, ',');
        str_to_utf8(vm, to_string(vm, p->value), &out);
        promise_observe(p);
    }
    vm_free(vm);
    program_free(program);
    return cm__buf_text(&out);
}

/* 5.3. */
static void rejections_are_observed_or_not(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "Promise.reject(1); return 2", "1" },
        { "const p = Promise.reject(1); await 0; p.catch(() => {})", "" },
        { "Promise.reject(1).catch(() => {}); await 0; await 0", "" },
        /* E61; a turn later the tail of the chain has rejected too */
        { "Promise.all([Promise.reject(1)]); await 0; await 0", "1" },
        /* E62 */
        { "Promise.reject(7).then(() => {}); await 0; await 0", "7" },
        /* E63 */
        { "Promise.reject('a'); let r; const b = new Promise((_, j) => { r = j "
          "}); Promise.reject('c'); r('b')",
          "a,b,c" },
        /* E64 */
        { "(async () => { Promise.reject('inner'); throw 'outer' })(); return 0",
          "outer,inner" },
        /* E65 */
        { "const p = Promise.reject(1); for (let i = 0; i < 20; i++) await 0; "
          "try { await p } catch {}",
          "" },
        { "Promise.race([Promise.reject(1), 2]).catch(() => {}); await 0; "
          "await 0",
          "" },
        { "Promise.allSettled([Promise.reject(1)]); await 0; await 0", "" },
        { "const p = Promise.reject(1); new Promise((r) => r(p)).catch(() => "
          "{}); await 0; await 0; await 0; await 0",
          "" },
        { "(async () => { throw 5 })().finally(() => {}); await 0; await 0; "
          "await 0; await 0",
          "5" },
    };
    int failed = 0;
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        const char *got = unobserved(rows[i].program);
        if (strcmp(got, rows[i].expected) != 0) {
            failed++;
            fprintf(stderr, "row %zu: %s\n  expected: %s\n  got: %s\n", i,
                    rows[i].program, rows[i].expected, got);
        }
    }
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(promise_basics),
        cmocka_unit_test(promise_order),
        cmocka_unit_test(promise_combinators),
        cmocka_unit_test(promise_keyed),
        cmocka_unit_test(promise_subclasses),
#ifndef CM_GC_STRESS
        cmocka_unit_test(pending_promises_are_bounded),
#endif
        cmocka_unit_test(rejections_are_observed_or_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
