/* SPDX-License-Identifier: MIT */
/* Generators and async generators in each of their states; ECMA-262 27.5, 27.6. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

/* clang-format off */

/* 27.5.3: suspended at the start, suspended at a yield, running, completed */
static const JsRow generator_states_rows[] = {
    { "const log = []; function* g() { log.push('in'); try { const a = yield "
      "1; log.push('got ' + a); yield 2 } catch (e) { log.push('caught ' + e)"
      "; yield 'c' } finally { log.push('fin'); } return 'r' } const i = g();"
      " return [i.return(5), i.next(), log]",
      "[{\"value\":5,\"done\":true},{\"done\":true},[]]" },
    { "const log = []; function* g() { log.push('in'); try { const a = yield "
      "1; log.push('got ' + a); yield 2 } catch (e) { log.push('caught ' + e)"
      "; yield 'c' } finally { log.push('fin'); } return 'r' } const i = g();"
      " try { i.throw('x') } catch (e) { log.push('out ' + e) } return [log, "
      "i.next(), (() => { try { i.throw('y') } catch (e) { return e } })(), i"
      ".return(3)]",
      "[[\"out x\"],{\"done\":true},\"y\",{\"value\":3,\"done\":true}]" },
    { "const log = []; function* g() { log.push('in'); try { const a = yield "
      "1; log.push('got ' + a); yield 2 } catch (e) { log.push('caught ' + e)"
      "; yield 'c' } finally { log.push('fin'); } return 'r' } const i = g();"
      " return [i.next('lost'), i.next('a'), i.next(), i.next(), log]",
      "[{\"value\":1,\"done\":false},{\"value\":2,\"done\":false},{\"value\":"
      "\"r\",\"done\":true},{\"done\":true},[\"in\",\"got a\",\"fin\"]]" },
    { "const log = []; function* g() { log.push('in'); try { const a = yield "
      "1; log.push('got ' + a); yield 2 } catch (e) { log.push('caught ' + e)"
      "; yield 'c' } finally { log.push('fin'); } return 'r' } const i = g();"
      " i.next(); return [i.throw('t'), i.next(), i.next(), log]",
      "[{\"value\":\"c\",\"done\":false},{\"value\":\"r\",\"done\":true},{\"d"
      "one\":true},[\"in\",\"caught t\",\"fin\"]]" },
    { "const log = []; function* g() { log.push('in'); try { const a = yield "
      "1; log.push('got ' + a); yield 2 } catch (e) { log.push('caught ' + e)"
      "; yield 'c' } finally { log.push('fin'); } return 'r' } const i = g();"
      " i.next(); return [i.return(7), i.next(), log]",
      "[{\"value\":7,\"done\":true},{\"done\":true},[\"in\",\"fin\"]]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); let i; function* h() { yield n(() => i.next(), ("
      ") => i.return(1), () => i.throw(1)) } i = h(); return [i.next().value,"
      " i.next()]",
      "[[\"TypeError\",\"TypeError\",\"TypeError\"],{\"done\":true}]" },
    { "function* h() { try { yield 1 } finally { yield 2 } } const i = h(); i"
      ".next(); return [i.return(9), i.next(), i.next()]",
      "[{\"value\":2,\"done\":false},{\"value\":9,\"done\":true},{\"done\":tr"
      "ue}]" },
    { "function* h() { try { yield 1 } finally { return 'f' } } const a = h()"
      ", b = h(); a.next(); b.next(); return [a.return(9), b.throw('lost')]",
      "[{\"value\":\"f\",\"done\":true},{\"value\":\"f\",\"done\":true}]" },
    { "function* h() { yield 1; throw 'e' } const i = h(); i.next(); try { i."
      "next() } catch (e) { return [e, i.next(), i.return(1)] }",
      "[\"e\",{\"done\":true},{\"value\":1,\"done\":true}]" },
    { "function* h(a = yy()) { yield a } function yy() { throw 'param' } try "
      "{ h() } catch (e) { return e }",
      "\"param\"" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const p = Object.getPrototypeOf(function* () {})"
      ".prototype; return [n(() => p.next.call({}), () => p.return.call(1), ("
      ") => p.throw.call([].values()), () => new (function* () {})()), p[Symb"
      "ol.toStringTag], p.next.length, p.return.length, p.throw.length, p.nex"
      "t.name]",
      "[[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\"],\"Generator"
      "\",1,1,1,\"next\"]" },
    { "function* h() {} const q = h.prototype; h.prototype = 1; const i = h()"
      "; return [Object.getPrototypeOf(i) === Object.getPrototypeOf(function*"
      " () {}).prototype, Object.getPrototypeOf(q) === Object.getPrototypeOf("
      "i), Object.hasOwn(q, 'constructor'), i[Symbol.iterator]() === i, Strin"
      "g(i)]",
      "[true,true,false,true,\"[object Generator]\"]" },
};

/* 15.5.5 yield*: next, throw and return go to the inner iterator */
static const JsRow delegation_rows[] = {
    { "const log = []; const inner = { [Symbol.iterator]() { return this }, n"
      "ext(v) { log.push(['n', v]); return { value: log.length, done: false }"
      " }, return(v) { log.push(['r', v]); return { value: 'rv', done: true }"
      " }, throw(v) { log.push(['t', v]); return { value: 'tv', done: true } "
      "} }; function* h() { const x = yield* inner; log.push(['x', x]); retur"
      "n 'end' } const a = h(); a.next(1); a.next(2); const t = a.throw(3); c"
      "onst b = h(); b.next(); const r = b.return(4); return [t, r, log]",
      "[{\"value\":\"end\",\"done\":true},{\"value\":\"rv\",\"done\":true},[["
      "\"n\",null],[\"n\",2],[\"t\",3],[\"x\",\"tv\"],[\"n\",null],[\"r\",4]]"
      "]" },
    { "const log = []; const inner = { [Symbol.iterator]() { return this }, n"
      "ext() { return { value: 1 } }, return() { log.push('closed'); return {"
      "} } }; function* h() { yield* inner } const i = h(); i.next(); try { i"
      ".throw('x') } catch (e) { return [e.name, log, i.next()] }",
      "[\"TypeError\",[\"closed\"],{\"done\":true}]" },
    { "const inner = { [Symbol.iterator]() { return this }, next() { return {"
      " value: 1 } } }; function* h() { yield* inner } const i = h(); i.next("
      "); return [i.return(8), i.next()]",
      "[{\"value\":8,\"done\":true},{\"done\":true}]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const bad = (o) => () => { function* h() { yield"
      "* { [Symbol.iterator]() { return this }, next() { return { value: 1 } "
      "}, ...o } } const i = h(); i.next(); i.return() }; return n(bad({ retu"
      "rn: () => 1 }), bad({ return: 5 }), bad({ get return() { throw new Eva"
      "lError() } }), bad({ next: () => 1 }), bad({ next: 1 }), () => { funct"
      "ion* h() { yield* 5 } [...h()] }, () => { function* h() { yield* { [Sy"
      "mbol.iterator]: () => 1 } } [...h()] })",
      "[\"TypeError\",\"TypeError\",\"EvalError\",\"TypeError\",\"TypeError\""
      ",\"TypeError\",\"TypeError\"]" },
    { "function* a() { try { yield 1 } catch (e) { yield 'in ' + e } return '"
      "ra' } function* b() { const r = yield* a(); yield r } const i = b(); i"
      ".next(); return [i.throw('x').value, i.next().value, i.next()]",
      "[\"in x\",\"ra\",{\"done\":true}]" },
    { "function* h() { yield* [1, 2]; yield* 'ab'; yield* new Set([3]); yield"
      "* new Map([[4, 5]]) } return [...h()]",
      "[1,2,\"a\",\"b\",3,[4,5]]" },
};

/* 27.6.3: the same, with requests that queue */
static const JsRow async_generator_states_rows[] = {
    { "const log = []; async function* g() { log.push('in'); try { const a = "
      "yield 1; log.push('got ' + a); yield 2 } catch (e) { log.push('caught "
      "' + e); yield 'c' } finally { log.push('fin'); } return 'r' } const i "
      "= g(); return [await i.return(5), await i.next(), log]",
      "[{\"value\":5,\"done\":true},{\"done\":true},[]]" },
    { "const log = []; async function* g() { log.push('in'); try { const a = "
      "yield 1; log.push('got ' + a); yield 2 } catch (e) { log.push('caught "
      "' + e); yield 'c' } finally { log.push('fin'); } return 'r' } const i "
      "= g(); try { await i.throw('x') } catch (e) { log.push('out ' + e) } l"
      "et y; try { await i.throw('y') } catch (e) { y = e } return [log, awai"
      "t i.next(), y, await i.return(3)]",
      "[[\"out x\"],{\"done\":true},\"y\",{\"value\":3,\"done\":true}]" },
    { "const log = []; async function* g() { log.push('in'); try { const a = "
      "yield 1; log.push('got ' + a); yield 2 } catch (e) { log.push('caught "
      "' + e); yield 'c' } finally { log.push('fin'); } return 'r' } const i "
      "= g(); return [await i.next('lost'), await i.next('a'), await i.next()"
      ", await i.next(), log]",
      "[{\"value\":1,\"done\":false},{\"value\":2,\"done\":false},{\"value\":"
      "\"r\",\"done\":true},{\"done\":true},[\"in\",\"got a\",\"fin\"]]" },
    { "const log = []; async function* g() { log.push('in'); try { const a = "
      "yield 1; log.push('got ' + a); yield 2 } catch (e) { log.push('caught "
      "' + e); yield 'c' } finally { log.push('fin'); } return 'r' } const i "
      "= g(); await i.next(); return [await i.throw('t'), await i.next(), log"
      "]",
      "[{\"value\":\"c\",\"done\":false},{\"value\":\"r\",\"done\":true},[\"i"
      "n\",\"caught t\",\"fin\"]]" },
    { "const log = []; async function* g() { log.push('in'); try { const a = "
      "yield 1; log.push('got ' + a); yield 2 } catch (e) { log.push('caught "
      "' + e); yield 'c' } finally { log.push('fin'); } return 'r' } const i "
      "= g(); await i.next(); return [await i.return(7), await i.next(), log]",
      "[{\"value\":7,\"done\":true},{\"done\":true},[\"in\",\"fin\"]]" },
    { "const log = []; async function* g() { log.push('in'); try { const a = "
      "yield 1; log.push('got ' + a); yield 2 } catch (e) { log.push('caught "
      "' + e); yield 'c' } finally { log.push('fin'); } return 'r' } const i "
      "= g(); const all = [i.next(), i.next('q'), i.return('z'), i.next(), i."
      "throw('late').catch((e) => 'caught ' + e)]; return [await Promise.all("
      "all), log]",
      "[[{\"value\":1,\"done\":false},{\"value\":2,\"done\":false},{\"value\""
      ":\"z\",\"done\":true},{\"done\":true},\"caught late\"],[\"in\",\"got q"
      "\",\"fin\"]]" },
    { "async function* h() { yield Promise.reject('no') } const i = h(); try "
      "{ await i.next() } catch (e) { return [e, await i.next()] }",
      "[\"no\",{\"done\":true}]" },
    { "async function* h() { try { yield 1 } finally { yield 2 } } const i = "
      "h(); await i.next(); return [await i.return(Promise.resolve(9)), await"
      " i.next()]",
      "[{\"value\":2,\"done\":false},{\"value\":9,\"done\":true}]" },
    { "async function* h() { yield 1 } const i = h(); const r = []; await i.r"
      "eturn(Promise.reject('x')).catch((e) => r.push(e)); await i.next(); aw"
      "ait i.return(Promise.reject('y')).catch((e) => r.push(e)); const j = h"
      "(); await j.next(); await j.return(Promise.reject('z')).catch((e) => r"
      ".push(e)); return r",
      "[\"x\",\"y\",\"z\"]" },
    { "async function* h() { return Promise.resolve(4) } const i = h(); retur"
      "n [await i.next(), await (async function* () { throw 'e' })().next().c"
      "atch((e) => e)]",
      "[{\"value\":4,\"done\":true},\"e\"]" },
    { "const p = Object.getPrototypeOf(async function* () {}).prototype; cons"
      "t bad = [p.next.call({}), p.return.call(1), p.throw.call((function* ()"
      " {})())]; return [await Promise.all(bad.map((x) => x.catch((e) => e.na"
      "me))), p[Symbol.toStringTag], p.next.length, p.return.length, p.throw."
      "length, p.next.name, bad.every((x) => x instanceof Promise)]",
      "[[\"TypeError\",\"TypeError\",\"TypeError\"],\"AsyncGenerator\",1,1,1,"
      "\"next\",true]" },
};

/* 15.5.5 in async generators; 27.1.6 sync iterators behind them */
static const JsRow async_delegation_rows[] = {
    { "async function* a() { try { yield 1 } catch (e) { yield 'in ' + e } re"
      "turn 'ra' } async function* b() { const r = yield* a(); yield r } cons"
      "t i = b(); await i.next(); return [(await i.throw('x')).value, (await "
      "i.next()).value, await i.next()]",
      "[\"in x\",\"ra\",{\"done\":true}]" },
    { "const log = []; const inner = { [Symbol.asyncIterator]() { return this"
      " }, async next(v) { log.push(['n', v]); return { value: 1 } }, async r"
      "eturn(v) { log.push(['r', v]); return { value: 'rv', done: true } }, a"
      "sync throw(v) { log.push(['t', v]); return { value: 'tv', done: true }"
      " } }; async function* h() { return 'got ' + (yield* inner) } const a ="
      " h(); await a.next(); const t = await a.throw(3); const b = h(); await"
      " b.next(); return [t, await b.return(4), log]",
      "[{\"value\":\"got tv\",\"done\":true},{\"value\":\"rv\",\"done\":true}"
      ",[[\"n\",null],[\"t\",3],[\"n\",null],[\"r\",4]]]" },
    { "const log = []; const inner = (o) => ({ [Symbol.asyncIterator]() { ret"
      "urn this }, async next() { return { value: 1 } }, ...o }); const run ="
      " async (o, k) => { async function* h() { yield* inner(o) } const i = h"
      "(); await i.next(); try { return await i[k](6) } catch (e) { return e."
      "name ?? e } }; return [await run({}, 'throw'), await run({}, 'return')"
      ", await run({ return: async () => { log.push('closed'); return {} } },"
      " 'throw'), await run({ return: async () => 1 }, 'return'), await run({"
      " throw: async () => 1 }, 'throw'), await run({ throw: async () => { th"
      "row 'mine' } }, 'throw'), log]",
      "[\"TypeError\",{\"value\":6,\"done\":true},\"TypeError\",\"TypeError\""
      ",\"TypeError\",\"mine\",[\"closed\"]]" },
    { "async function* h() { yield* [1, Promise.resolve(2)]; yield* (function"
      "* () { try { yield 3; yield 4 } finally { log.push('fin') } })() } con"
      "st log = []; const r = []; for await (const x of h()) { r.push(x); if "
      "(x === 3) break } return [r, log]",
      "[[1,2,3],[\"fin\"]]" },
    { "const r = []; for (const it of [5, { [Symbol.asyncIterator]: 1 }, { [S"
      "ymbol.asyncIterator]: () => 1 }, { [Symbol.iterator]: () => 1 }, { [Sy"
      "mbol.asyncIterator]: () => ({ next: () => 1 }) }]) { try { for await ("
      "const x of it) r.push(x) } catch (e) { r.push(e.name) } } return r",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\""
      "]" },
    { "async function* h() { yield* { [Symbol.iterator]() { return { next: ()"
      " => ({ value: Promise.reject('v'), done: false }), return: () => { log"
      ".push('closed'); return {} } } } } } const log = []; try { await h().n"
      "ext() } catch (e) { return [e, log] }",
      "[\"v\",[\"closed\"]]" },
    { "const mk = (o) => ({ [Symbol.iterator]() { return { next: () => ({ val"
      "ue: 1, done: false }), __proto__: o } } }); const run = async (o, k) ="
      "> { async function* h() { yield* mk(o) } const i = h(); await i.next()"
      "; try { return await i[k]('a') } catch (e) { return e.name ?? e } }; r"
      "eturn [await run({}, 'return'), await run({}, 'throw'), await run({ re"
      "turn: (v) => ({ value: Promise.resolve(v + '!'), done: true }) }, 'ret"
      "urn'), await run({ return: () => 1 }, 'return'), await run({ throw: (v"
      ") => ({ value: v + '?', done: true }) }, 'throw'), await run({ throw: "
      "() => 1 }, 'throw'), await run({ return: 5 }, 'return'), await run({ g"
      "et return() { throw 'getter' } }, 'return'), await run({ throw() { thr"
      "ow 'thrown' } }, 'throw')]",
      "[{\"value\":\"a\",\"done\":true},\"TypeError\",{\"value\":\"a!\",\"don"
      "e\":true},\"TypeError\",{\"done\":true},\"TypeError\",\"TypeError\",\""
      "getter\",\"thrown\"]" },
};

/* clang-format on */

static void generator_states(void **state)
{
    (void)state;
    assert_int_equal(
        js_check(generator_states_rows, CM_ARRAY_LEN(generator_states_rows)),
        0);
}

static void delegation(void **state)
{
    (void)state;
    assert_int_equal(js_check(delegation_rows, CM_ARRAY_LEN(delegation_rows)),
                     0);
}

static void async_generator_states(void **state)
{
    (void)state;
    assert_int_equal(js_check(async_generator_states_rows,
                              CM_ARRAY_LEN(async_generator_states_rows)),
                     0);
}

static void async_delegation(void **state)
{
    (void)state;
    assert_int_equal(
        js_check(async_delegation_rows, CM_ARRAY_LEN(async_delegation_rows)),
        0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generator_states),
        cmocka_unit_test(delegation),
        cmocka_unit_test(async_generator_states),
        cmocka_unit_test(async_delegation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
