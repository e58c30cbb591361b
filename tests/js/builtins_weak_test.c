/* SPDX-License-Identifier: MIT */
/* WeakMap, WeakSet, WeakRef; ECMA-262 24.3, 24.4, 26.1. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

/* clang-format off */
static const JsRow rows[] = {
    { "const k = {}, s = Symbol(\"s\"); const w = new WeakMap([[k, 1], [s"
      ", 2]]); return [w.get(k), w.get(s), w.has({}), w.delete(k), w.has("
      "k), w.get(k)]",
      "[1,2,false,true,false,null]" },
    { "const w = new WeakMap(); const r = []; for (const k of [1, \"a\", "
      "null, undefined, true, Symbol.for(\"x\")]) { try { w.set(k, 1); r."
      "push(\"no\") } catch (e) { r.push(e.name) } } return [r, w.has(1),"
      " w.get(\"a\"), w.delete(null)]",
      "[[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeEr"
      "ror\",\"TypeError\"],false,null,false]" },
    { "const w = new WeakMap(); w.set(Symbol.iterator, 3); return [w.get("
      "Symbol.iterator), w.set(w, 1) === w, w.get(w)]",
      "[3,true,1]" },
    { "const s = new WeakSet(); const k = []; return [s.add(k) === s, s.h"
      "as(k), s.delete(k), s.delete(k), s.has(k), s.has(1)]",
      "[true,true,true,false,false,false]" },
    { "const r = []; for (const f of [() => WeakMap(), () => WeakSet(), ("
      ") => WeakRef({}), () => new WeakRef(1), () => new WeakRef(Symbol.f"
      "or(\"a\")), () => new WeakMap([1]), () => new WeakSet([1]), () => "
      "new WeakMap(5), () => WeakMap.prototype.get.call(new Map(), {}), ("
      ") => WeakSet.prototype.has.call(new WeakMap(), {}), () => WeakRef."
      "prototype.deref.call({})]) { try { f(); r.push(\"no\") } catch (e)"
      " { r.push(e.name) } } return r",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeErr"
      "or\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"Typ"
      "eError\",\"TypeError\"]" },
    { "const o = { v: 5 }; const r = new WeakRef(o); return [r.deref() =="
      "= o, r.deref().v, Object.prototype.toString.call(r), String(new We"
      "akMap()), String(new WeakSet())]",
      "[true,5,\"[object WeakRef]\",\"[object WeakMap]\",\"[object WeakSe"
      "t]\"]" },
    { "const s = Symbol(\"x\"); return new WeakRef(s).deref() === s",
      "true" },
    { "class M extends WeakMap { set(k, v) { return super.set(k, v * 2) }"
      " } const k = {}; return new M([[k, 4]]).get(k)",
      "8" },
    { "class S extends WeakSet { add(v) { S.n = (S.n || 0) + 1; return su"
      "per.add(v) } } const s = new S([{}, {}]); return [S.n, s instanceo"
      "f WeakSet]",
      "[2,true]" },
    { "let closed = 0; const it = { [Symbol.iterator]: () => ({ next: () "
      "=> ({ value: 1, done: false }), return() { closed++; return {} } }"
      ") }; try { new WeakSet(it) } catch {} try { new WeakMap(it) } catc"
      "h {} return closed",
      "2" },
    { "return [WeakMap.length, WeakSet.length, WeakRef.length, WeakMap.na"
      "me, WeakMap.prototype.set.length, \"size\" in WeakMap.prototype, "
      "\"clear\" in WeakMap.prototype, typeof FinalizationRegistry === \""
      "function\" || true]",
      "[0,0,1,\"WeakMap\",2,false,false,true]" },
    { "const w = new WeakMap(); const keys = []; for (let i = 0; i < 1000"
      "; i++) { const k = { i }; keys.push(k); w.set(k, { back: k }) } le"
      "t ok = 0; for (const k of keys) if (w.get(k).back === k) ok++; ret"
      "urn ok",
      "1000" },
    { "const priv = new WeakMap(); class C { constructor(v) { priv.set(th"
      "is, { v }) } get v() { return priv.get(this).v } } return [new C(1"
      ").v, new C(2).v]",
      "[1,2]" },
    { "new WeakMap().set(1, 2)",
      "!TypeError: WeakMap holds objects and unregistered symbols only" },
    { "return typeof FinalizationRegistry",
      "\"undefined\"" },
};

/* A collection at each allocation needs no large heap. */
#ifdef CM_GC_STRESS
#define SCALE     "const N = 400; "
#define COUNT_10  "40"
#define COUNT_100 "4"
#else
#define SCALE     "const N = 200000; "
#define COUNT_10  "20000"
#define COUNT_100 "2000"
#endif

/* What happens to keys that nothing holds: the heap must not grow with them, and
 * chains of entries must be followed in any order. */
static const JsRow collected[] = {
    /* a value that refers to its key does not keep the entry */
    { SCALE "const w = new WeakMap(); for (let i = 0; i < N; i++) { const k = { i }; "
      "w.set(k, { k, pad: [i, i, i, i] }) } return \"done\"",
      "\"done\"" },
    /* each key is held by the value before it */
    { SCALE "const w = new WeakMap(); const first = {}; let k = first; const n = N / 10; "
      "for (let i = 0; i < n; i++) { const next = {}; w.set(k, next); k = next } "
      "for (let i = 0; i < N; i++) [i, i, i, i, i, i, i, i]; "
      "let at = first, found = 0; while ((at = w.get(at))) found++; "
      "return found",
      COUNT_10 },
    /* the same, entries in the other order, over two maps */
    { SCALE "const a = new WeakMap(), b = new WeakMap(); let k = {}; const keys = [k]; "
      "for (let i = 0; i < N / 100; i++) keys.push({}); "
      "for (let i = N / 100; i > 0; i--) (i % 2 ? a : b).set(keys[i - 1], keys[i]); "
      "const first = keys[0]; keys.length = 0; "
      "for (let i = 0; i < N; i++) [i, i, i, i, i, i, i, i]; "
      "let at = first, found = 0; while ((at = a.get(at) || b.get(at))) found++; "
      "return found",
      COUNT_100 },
    /* a map that is reached only as the value of another */
    { SCALE "const outer = new WeakMap(); const k = {}; { const inner = new WeakMap(); "
      "inner.set(k, \"in\"); outer.set(k, inner) } "
      "for (let i = 0; i < N; i++) [i, i, i, i, i, i, i, i]; "
      "return outer.get(k).get(k)",
      "\"in\"" },
    /* WeakRef: held in this job, and by whoever else holds it */
    { SCALE "const r = new WeakRef({ v: 1 }); "
      "for (let i = 0; i < N; i++) [i, i, i, i, i, i, i, i]; "
      "return r.deref().v",
      "1" },
    { SCALE "const kept = { v: 2 }; const r = new WeakRef(kept); await null; "
      "for (let i = 0; i < N; i++) [i, i, i, i, i, i, i, i]; "
      "return [r.deref() === kept, kept.v]",
      "[true,2]" },
    { SCALE "const r = new WeakRef({ v: 1 }); await null; "
      "for (let i = 0; i < N; i++) [i, i, i, i, i, i, i, i]; await null; "
      "return r.deref() === undefined",
      "true" },
    { SCALE "const s = new WeakSet(); for (let i = 0; i < N; i++) s.add([i, i, i]); "
      "return \"done\"",
      "\"done\"" },
};
/* clang-format on */

static void entries_are_found_while_their_key_lives(void **state)
{
    (void)state;
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void dead_entries_are_collected(void **state)
{
    (void)state;
    int failed = 0;
    for (size_t i = 0; i < CM_ARRAY_LEN(collected); i++) {
        const char *got =
            js_run_limited(collected[i].program, 0, (size_t)24 << 20, 0);
        if (strcmp(got, collected[i].expected) == 0)
            continue;
        failed++;
        fprintf(stderr, "%s\n  got %s\n", collected[i].program, got);
    }
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_found_while_their_key_lives),
        cmocka_unit_test(dead_entries_are_collected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
