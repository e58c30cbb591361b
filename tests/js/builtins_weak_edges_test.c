/* SPDX-License-Identifier: MIT */
/* WeakMap, WeakSet and WeakRef where built from iterables and with getOrInsert;
 * ECMA-262 24.3, 24.4, 26.1, and the upsert proposal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

/* clang-format off */

/* 24.3.1.1, 24.4.1.1: the adder is called, iterators are closed */
static const JsRow construction_rows[] = {
    { "const log = []; class M extends WeakMap { set(k, v) { log.push(v); ret"
      "urn super.set(k, v) } } class S extends WeakSet { add(v) { log.push('a"
      "dd'); return super.add(v) } } const k = {}; return [new M([[k, 1], [k,"
      " 2]]).get(k), new S([k, {}]).has(k), log]",
      "[2,true,[1,2,\"add\",\"add\"]]" },
    { "const log = []; const it = (...v) => ({ [Symbol.iterator]() { return t"
      "his }, next: () => ({ value: v.shift(), done: false }), return() { log"
      ".push('closed'); return {} } }); const t = (f) => { try { f() } catch "
      "(e) { log.push(e.name ?? e) } }; class M extends WeakMap { set() { thr"
      "ow 'adder' } } class S extends WeakSet { add() { throw 'adder' } } t(("
      ") => new M(it([{}, 1]))); t(() => new S(it({}))); t(() => new WeakMap("
      "it(1))); t(() => new WeakSet(it(1))); t(() => new WeakMap(it([1, 1])))"
      "; t(() => new WeakMap(it({ get 0() { throw 'key' } }))); t(() => new W"
      "eakMap(it({ 0: {}, get 1() { throw 'value' } }))); return log",
      "[\"closed\",\"adder\",\"closed\",\"adder\",\"closed\",\"TypeError\",\""
      "closed\",\"TypeError\",\"closed\",\"TypeError\",\"closed\",\"key\",\"c"
      "losed\",\"value\"]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); class M extends WeakMap {} M.prototype.set = 1; "
      "class S extends WeakSet { get add() { throw new EvalError() } } return"
      " n(() => new M([]), () => new M(), () => new S([]), () => new S(null),"
      " () => new WeakMap({}), () => new WeakSet(5), () => new WeakMap({ [Sym"
      "bol.iterator]: 1 }), () => new WeakMap({ [Symbol.iterator]() { throw n"
      "ew RangeError() } }), () => new WeakSet({ [Symbol.iterator]: () => ({ "
      "next() { throw new RangeError() } }) }))",
      "[\"TypeError\",\"no\",\"EvalError\",\"no\",\"TypeError\",\"TypeError\""
      ",\"TypeError\",\"RangeError\",\"RangeError\"]" },
    { "const k = {}; return [new WeakMap(null) instanceof WeakMap, new WeakMa"
      "p(undefined).has(k), new WeakMap(new Map([[k, 1]])).get(k), new WeakSe"
      "t([k].values()).has(k), new WeakMap([{ 0: k, 1: 'o' }]).get(k), Reflec"
      "t.construct(WeakMap, [], Array) instanceof Array]",
      "[true,false,1,true,\"o\",true]" },
};

/* WeakMap.prototype.getOrInsert and getOrInsertComputed */
static const JsRow get_or_insert_rows[] = {
    { "const w = new WeakMap(), k = {}; let n = 0; return [w.getOrInsert(k, 1"
      "), w.getOrInsert(k, 2), w.getOrInsertComputed(k, () => 3), w.getOrInse"
      "rtComputed(Symbol(), (x) => { n++; return typeof x }), n, w.getOrInser"
      "tComputed({}, function () { return this === undefined })]",
      "[1,1,1,\"symbol\",1,true]" },
    { "const w = new WeakMap(), k = {}; return [w.getOrInsertComputed(k, () ="
      "> { w.set(k, 'inner'); return 'outer' }), w.get(k)]",
      "[\"outer\",\"outer\"]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const w = new WeakMap(); const m = WeakMap.proto"
      "type; return [n(() => w.getOrInsert(1, 1), () => w.getOrInsertComputed"
      "(1, () => 1), () => w.getOrInsertComputed({}, 1), () => w.getOrInsertC"
      "omputed({}, () => { throw new EvalError() }), () => m.getOrInsert.call"
      "(new Map(), {}, 1), () => m.getOrInsertComputed.call({}, {}, () => 1),"
      " () => m.set.call({}, {}, 1), () => m.delete.call(1), () => m.get.call"
      "(new WeakSet(), {}), () => WeakSet.prototype.add.call(w, {}), () => We"
      "akSet.prototype.delete.call(w, {}), () => w.getOrInsert(Symbol.for('r'"
      "), 1)), m.getOrInsert.length, m.getOrInsertComputed.length]",
      "[[\"TypeError\",\"TypeError\",\"TypeError\",\"EvalError\",\"TypeError"
      "\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError"
      "\",\"TypeError\",\"TypeError\"],2,2]" },
};

/* entries go with their keys, chains too */
static const JsRow collections_of_weak_things_rows[] = {
    { "const w = new WeakMap(), kept = []; let first = {}; let k = first; for"
      " (let i = 0; i < 200; i++) { const next = { i }; w.set(k, next); k = n"
      "ext } let n = 0; for (let x = first; (x = w.get(x)); ) n++; return n",
      "200" },
    { "let s = new WeakSet(); const keep = []; for (let i = 0; i < 5000; i++)"
      " { const o = { pad: [i, i, i, i] }; s.add(o); if (i % 100 === 0) keep."
      "push(o) } const junk = []; for (let i = 0; i < 20000; i++) junk[i % 10"
      "] = { i }; return [keep.every((o) => s.has(o)), keep.length]",
      "[true,50]" },
    { "const r = []; for (let i = 0; i < 50; i++) r.push(new WeakRef({ i }));"
      " const strong = { v: 1 }; const w = new WeakRef(strong); await null; f"
      "or (let i = 0; i < 30000; i++) [i, [i]]; await null; return [w.deref()"
      ".v, r.every((x) => x.deref() === undefined || typeof x.deref().i === '"
      "number')]",
      "[1,true]" },
    { "const a = new WeakMap(), b = new WeakMap(); const k = {}; a.set(k, b);"
      " b.set(k, a); a.set(b, k); for (let i = 0; i < 20000; i++) a.set({}, {"
      " b }); return [a.get(k) === b, b.get(k) === a, a.get(b) === k]",
      "[true,true,true]" },
};

/* clang-format on */

static void construction(void **state)
{
    (void)state;
    assert_int_equal(
        js_check(construction_rows, CM_ARRAY_LEN(construction_rows)), 0);
}

static void get_or_insert(void **state)
{
    (void)state;
    assert_int_equal(
        js_check(get_or_insert_rows, CM_ARRAY_LEN(get_or_insert_rows)), 0);
}

static void collections_of_weak_things(void **state)
{
    (void)state;
#ifdef CM_GC_STRESS /* a collection at each step, over thousands of entries */
    skip();
#endif
    assert_int_equal(js_check(collections_of_weak_things_rows,
                              CM_ARRAY_LEN(collections_of_weak_things_rows)),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(construction),
        cmocka_unit_test(get_or_insert),
        cmocka_unit_test(collections_of_weak_things),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
