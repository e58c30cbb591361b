/* SPDX-License-Identifier: MIT */
/* Explicit resource management: using, await using, DisposableStack,
 * AsyncDisposableStack, SuppressedError; ECMA-262 of 2026, 14.3.1, 7.5, 27.3,
 * 27.4, 20.5.8. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

/* clang-format off */
static const JsRow scopes[] = {
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); { using a = r(1), b = r(2); using c = null, d = un"
      "defined; log.push(\"body\") } return log",
      "[\"body\",2,1]" },
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); function f() { using a = r(1); return log.push(\"r"
      "et\") } const v = f(); return [v, log]",
      "[1,[\"ret\",1]]" },
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); const f = () => { using a = r(1); if (log.length ="
      "= 0) return; log.push(\"no\") }; return [f() === undefined, log]",
      "[true,[1]]" },
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); for (using x of [r(1), r(2), r(3), r(4)]) { if (x."
      "n == 2) continue; log.push(\"i\" + x.n); if (x.n == 3) break } re"
      "turn log",
      "[\"i1\",1,2,\"i3\",3]" },
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); for (using x = r(1); log.length < 2;) log.push(\"t"
      "urn\"); return log",
      "[\"turn\",\"turn\",1]" },
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); o: for (const i of [1, 2, 3]) { using a = r(\"o\" "
      "+ i); for (using b of [r(\"i1\"), r(\"i2\")]) { using c = r(\"c\""
      "); if (i == 1) continue o; if (i == 2) break o } } return log",
      "[\"c\",\"i1\",\"o1\",\"c\",\"i1\",\"o2\"]" },
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); const fs = []; for (using x of [r(1), r(2)]) fs.pu"
      "sh(() => x.n); return [fs.map((f) => f()), log]",
      "[[1,2],[1,2]]" },
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); function* g() { using a = r(1); try { yield 1; yie"
      "ld 2 } finally { log.push(\"f\") } } for (const v of g()) { log.p"
      "ush(\"v\" + v); break } const it = g(); it.next(); try { it.throw"
      "(\"e\") } catch (e) { log.push(e) } return [log, [...g()], log.le"
      "ngth]",
      "[[\"v1\",\"f\",1,\"f\",1,\"e\",\"f\",1],[1,2],8]" },
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); class A { static { using a = r(\"s\"); log.push(\""
      "block\") } constructor() { using b = r(\"c\"); this.x = 1 } } cla"
      "ss B extends A { constructor() { using d = r(\"d\"); super() } m("
      ") { using e = r(\"m\"); return 5 } get g() { using h = r(\"g\"); "
      "return 6 } } const b = new B(); return [b.x, b.m(), b.g, log]",
      "[1,5,6,[\"block\",\"s\",\"c\",\"d\",\"m\",\"g\"]]" },
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); switch (1) { case 1: { using a = r(1); log.push(\""
      "in\") } case 2: log.push(\"next\") } return log",
      "[\"in\",1,\"next\"]" },
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); try { using a = r(\"t\"); throw 1 } catch (e) { us"
      "ing b = r(\"c\"); log.push(\"catch\" + e) } finally { using c = r"
      "(\"f\"); log.push(\"fin\") } return log",
      "[\"t\",\"catch1\",\"c\",\"fin\",\"f\"]" },
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); using top = r(\"top\"); log.push(\"x\"); log",
      "[\"x\",\"top\"]" },
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); using top = r(\"top\"); async function main() { lo"
      "g.push(\"main\"); return log } main",
      "[\"main\",\"top\"]" },
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); using top = r(\"top\"); export default log",
      "[\"top\"]" },
    { "const log = []; { using a = { [Symbol.dispose]() { log.push(this "
      "=== a) } } } return log",
      "[true]" },
    { "const seen = []; const o = { get [Symbol.dispose]() { seen.push("
      "\"get\"); return () => seen.push(\"call\") } }; { using a = o; se"
      "en.push(\"body\") } return seen",
      "[\"get\",\"body\",\"call\"]" },
    { "const f = () => { using C = class { static [Symbol.dispose]() {} "
      "}; return C.name }; return f()",
      "\"C\"" },
    { "using a = { [Symbol.dispose]() { throw new Error(\"close failed\""
      ") } }; throw new Error(\"real problem\")",
      "!SuppressedError: close failed (thrown by a disposer while there "
      "was another error: real problem)" },
    { "using a = { [Symbol.dispose]() { throw 1 } }; throw new Error(\"r"
      "eal problem\")",
      "!SuppressedError: A disposer threw while there was another error" },
    { "let said = 0; class E extends Error { get message() { said++; ret"
      "urn \"no\" } } try { using a = { [Symbol.dispose]() { throw new E"
      "() } }; throw new E() } catch (e) { return [said, e.message] }",
      "[0,\"A disposer threw while there was another error\"]" },
    { "try { using a = { [Symbol.dispose]() { throw 1 } }; using b = { ["
      "Symbol.dispose]() { throw 2 } }; throw 3 } catch (e) { return [e "
      "instanceof SuppressedError, e.name, e.error, e.suppressed.error, "
      "e.suppressed.suppressed, Object.keys(e)] }",
      "[true,\"SuppressedError\",1,2,3,[]]" },
    { "try { using a = { [Symbol.dispose]() { throw 1 } } } catch (e) { "
      "return e }",
      "1" },
    { "const f = () => { using a = { [Symbol.dispose]() { throw 1 } }; r"
      "eturn 5 }; try { return f() } catch (e) { return \"t\" + e }",
      "\"t1\"" },
    { "const log = []; for (const i of [1, 2]) { try { for (using x of ["
      "{ [Symbol.dispose]() { log.push(i); throw i } }, {}]) continue } "
      "catch (e) { log.push(\"e\" + e) } } return log",
      "[1,\"e1\",2,\"e2\"]" },
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); try { using a = r(1); using b = {}; log.push(\"no"
      "\") } catch (e) { log.push(e.message) } return log",
      "[1,\"{} cannot be disposed of: it has no method Symbol.dispose\"]" },
    { "const make = () => 5; using a = make(); return 1",
      "!TypeError: make() cannot be disposed of: it has no method Symbol"
      ".dispose" },
    { "async function open() {} using a = open(); return 1",
      "!TypeError: Cannot use a promise as data: await it first" },
    { "using a = { [Symbol.dispose]: 1 }",
      "!TypeError: Symbol(Symbol.dispose) is not a function" },
    { "const closed = []; const it = { [Symbol.iterator]: () => ({ next:"
      " () => ({ value: 1, done: false }), return() { closed.push(\"clos"
      "ed\"); return {} } }) }; try { for (using x of it) closed.push(\""
      "no\") } catch (e) { closed.push(e.name) } return closed",
      "[\"closed\",\"TypeError\"]" },
    { "{ using a = null; a = 1 }",
      "!TypeError: Assignment to constant variable 'a'" },
    { "{ const f = () => a; try { f() } catch (e) { return e.name } usin"
      "g a = null }",
      "\"ReferenceError\"" },
};

static const JsRow waiting[] = {
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); async function f() { await using a = r(1); using b"
      " = r(2); await using c = { [Symbol.dispose]() { log.push(\"sync\""
      "); return new Promise(() => {}) } }; log.push(\"body\"); return 7"
      " } const p = f(); log.push(\"later\"); return [await p, log]",
      "[7,[\"body\",\"sync\",\"later\",2,\"a1\"]]" },
    { "const log = []; async function f() { { await using a = null, b = "
      "undefined; log.push(\"in\") } log.push(\"out\") } const p = f(); "
      "log.push(\"sync\"); Promise.resolve().then(() => log.push(\"job1"
      "\")).then(() => log.push(\"job2\")); await p; return log.slice()",
      "[\"in\",\"sync\",\"out\",\"job1\"]" },
    { "const log = []; async function f() { if (false) { await using a ="
      " null } log.push(\"out\") } const p = f(); log.push(\"sync\"); aw"
      "ait p; return log",
      "[\"out\",\"sync\"]" },
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); for await (await using x of [r(1), Promise.resolve"
      "(r(2))]) log.push(\"i\" + x.n); return log",
      "[\"i1\",\"a1\",\"i2\",\"a2\"]" },
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); for (await using of of [r(1)]) log.push(of.n); for"
      " (using of = r(3); ;) break; return log",
      "[1,\"a1\",3]" },
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); async function* g() { await using a = r(1); yield "
      "1; yield 2 } const it = g(); await it.next(); const d = await it."
      "return(9); const all = []; for await (const v of g()) all.push(v)"
      "; return [d, log, all]",
      "[{\"value\":9,\"done\":true},[\"a1\",\"a1\"],[1,2]]" },
    { "async function f() { await using a = { async [Symbol.asyncDispose"
      "]() { throw 1 } }; await using b = { [Symbol.asyncDispose]() { th"
      "row 2 } }; await using c = { [Symbol.dispose]() { throw 3 } }; th"
      "row 4 } try { await f() } catch (e) { return [e.error, e.suppress"
      "ed.error, e.suppressed.suppressed.error, e.suppressed.suppressed."
      "suppressed] }",
      "[1,2,3,4]" },
    { "const log = []; await using a = { [Symbol.asyncDispose]: null, [S"
      "ymbol.dispose]() { log.push(\"d\") } }; log",
      "[\"d\"]" },
    { "const log = []; const a = async () => { await using x = { get [Sy"
      "mbol.dispose]() { log.push(\"no\") }, [Symbol.asyncDispose]() { l"
      "og.push(\"yes\"); return { then(f) { log.push(\"then\"); f() } } "
      "} } }; await a(); return log",
      "[\"yes\",\"then\"]" },
    { "await using a = {}",
      "!TypeError: {} cannot be disposed of: it has no method Symbol.asy"
      "ncDispose or Symbol.dispose" },
    { "const log = []; async function f() { for (let i = 0; i < 300; i++"
      ") { await using a = { async [Symbol.asyncDispose]() { log.push(i)"
      " } }; if (i % 2) continue } } await f(); return log.length",
      "300" },
};

static const JsRow syntax[] = {
    { "var using = [1, 2], x = 1; using\nx = 0; return [using[x], using"
      "\n[1], typeof using]",
      "[1,2,\"object\"]" },
    { "const using = (a) => a; return [using(1), using\n(2), ((using) =>"
      " using + 1)(1), { using: 3 }.using]",
      "[1,2,2,3]" },
    { "using: for (;;) break using; let using = 1; using ++; using += 2;"
      " return using",
      "4" },
    { "var using, of = [[9], [8], [7]], out = []; for (using of of [0, 1"
      ", 2]) out.push(using); for (using in { k: 1 }) out.push(using); f"
      "or (using = 0; using < 1; using++) out.push(using); return out",
      "[7,\"k\",0]" },
    { "const awaited = await (async () => { const using = [4]; return aw"
      "ait using[0] })(); return awaited",
      "4" },
    { "async function f() { const using = 5; await using\nlet x = 1; ret"
      "urn x + using } return await f()",
      "6" },
    { "{ using of = null, as = null, type = null, async = null, await1 ="
      " null; } return 1",
      "1" },
    { "interface D { [Symbol.dispose](): void } { using x: D | null = nu"
      "ll as any; } return 1",
      "1" },
    { "class C { static { (() => { using await = null; })() } } return 1",
      "1" },
    { "{ using x }",
      "!!using needs a value: '=' is missing (line 1, col 11)" },
    { "{ using x = null, y }",
      "!!using needs a value: '=' is missing (line 1, col 21)" },
    { "{ using x = null, [y] = [] }",
      "!!using declares single names (line 1, col 19)" },
    { "{ using {x} = null }",
      "!!unexpected token '{' (line 1, col 9)" },
    { "for (using x in {}) ;",
      "!!for-in has nothing to dispose of (line 1, col 6)" },
    { "for (using x;;) ;",
      "!!using needs a value: '=' is missing (line 1, col 13)" },
    { "if (1) using x = null;",
      "!!a declaration is not allowed here (line 1, col 8)" },
    { "while (0) await using x = null;",
      "!!a declaration is not allowed here (line 1, col 11)" },
    { "l: using x = null;",
      "!!a declaration is not allowed here (line 1, col 4)" },
    { "switch (1) { case 1: using x = null }",
      "!!using directly in a case needs braces around it (line 1, col 22"
      ")" },
    { "switch (1) { default: await using x = null }",
      "!!using directly in a case needs braces around it (line 1, col 23"
      ")" },
    { "{ using x = null; let x }",
      "!!'x' has already been declared (line 1, col 23)" },
    { "{ using x = null; var x }",
      "!!'x' has already been declared (line 1, col 23)" },
    { "{ using let = null }",
      "!!'let' cannot be used as a name here (line 1, col 9)" },
    { "function f() { await using x = null }",
      "!!await is only valid in async functions and at the top level (li"
      "ne 1, col 16)" },
    { "class C { static { using await = null } }",
      "!!'await' cannot be used as a name here (line 1, col 26)" },
    { "export using x = null",
      "!!export other than export default is not supported (line 1, col "
      "1)" },
    { "{ us\\u0069ng x = null }",
      "!!unexpected identifier 'x' (line 1, col 14)" },
};

static const JsRow stacks[] = {
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); const s = new DisposableStack(); log.push(s.use(r("
      "1)).n, s.adopt(\"v\", (v) => log.push(\"ad\" + v)), s.defer(() =>"
      " log.push(\"def\")) === undefined, s.use(null), s.disposed); s.di"
      "spose(); s.dispose(); log.push(s.disposed); return log",
      "[1,\"v\",true,null,false,\"def\",\"adv\",1,true]" },
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); const s = new DisposableStack(); s.use(r(1)); cons"
      "t t = s.move(); log.push(s.disposed, t.disposed, t instanceof Dis"
      "posableStack); { using u = t } return log",
      "[true,false,true,1]" },
    { "const s = new DisposableStack(); s.dispose(); const out = []; for"
      " (const f of [() => s.use(null), () => s.adopt(1, () => {}), () ="
      "> s.defer(() => {}), () => s.move()]) { try { f(); out.push(\"no"
      "\") } catch (e) { out.push(e.name) } } return out",
      "[\"ReferenceError\",\"ReferenceError\",\"ReferenceError\",\"Refer"
      "enceError\"]" },
    { "const out = []; const s = new DisposableStack(); for (const f of "
      "[() => DisposableStack(), () => s.use({}), () => s.use(1), () => "
      "s.defer(1), () => s.adopt(1), () => s.dispose.call({}), () => s.d"
      "ispose.call(new AsyncDisposableStack()), () => Object.getOwnPrope"
      "rtyDescriptor(DisposableStack.prototype, \"disposed\").get.call(1"
      ")]) { try { f(); out.push(\"no\") } catch (e) { out.push(e.name) "
      "} } return out",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeEr"
      "ror\",\"TypeError\",\"TypeError\",\"TypeError\"]" },
    { "const s = new DisposableStack(); for (const i of [1, 2, 3]) s.def"
      "er(() => { throw i }); try { s.dispose() } catch (e) { return [e."
      "error, e.suppressed.error, e.suppressed.suppressed] }",
      "[1,2,3]" },
    { "const s = new DisposableStack(); const log = []; s.defer(() => lo"
      "g.push(\"last\")); s.defer(() => { try { s.use(null) } catch (e) "
      "{ log.push(e.name) } s.dispose(); log.push(s.disposed) }); s.disp"
      "ose(); return log",
      "[\"ReferenceError\",true,\"last\"]" },
    { "const s = new DisposableStack(); const log = []; s.use({ get [Sym"
      "bol.dispose]() { s.defer(() => log.push(\"inner\")); return () =>"
      " log.push(\"outer\") } }); s.dispose(); return log",
      "[\"outer\",\"inner\"]" },
    { "class S extends DisposableStack { extra() { return 5 } } const s "
      "= new S(); return [s.extra(), s.disposed, s.move() instanceof S, "
      "Object.prototype.toString.call(s), DisposableStack.prototype[Symb"
      "ol.dispose] === DisposableStack.prototype.dispose, DisposableStac"
      "k.length, DisposableStack.name]",
      "[5,false,false,\"[object DisposableStack]\",true,0,\"DisposableSt"
      "ack\"]" },
    { "const log = []; const r = (n) => ({ n, [Symbol.dispose]() { log.p"
      "ush(n) }, async [Symbol.asyncDispose]() { await null; log.push(\""
      "a\" + n) } }); const s = new AsyncDisposableStack(); s.use(r(1));"
      " s.use({ [Symbol.dispose]() { log.push(\"sync\") } }); s.use(null"
      "); log.push(s.adopt(\"v\", async (v) => { await 1; log.push(\"ad"
      "\" + v) })); s.defer(() => log.push(\"def\")); const p = s.dispos"
      "eAsync(); log.push(s.disposed, p instanceof Promise); log.push(aw"
      "ait p, await s.disposeAsync()); return log",
      "[\"v\",\"def\",true,true,\"adv\",\"sync\",\"a1\",null,null]" },
    { "const s = new AsyncDisposableStack(); s.defer(async () => { throw"
      " 1 }); s.defer(() => { throw 2 }); s.use({ [Symbol.dispose]() { t"
      "hrow 3 } }); s.use(undefined); try { await s.disposeAsync() } cat"
      "ch (e) { return [e.error, e.suppressed.error, e.suppressed.suppre"
      "ssed] }",
      "[1,2,3]" },
    { "const out = []; for (const v of [1, {}, new DisposableStack()]) {"
      " try { await AsyncDisposableStack.prototype.disposeAsync.call(v) "
      "} catch (e) { out.push(e.name) } } for (const f of [() => AsyncDi"
      "sposableStack(), () => new AsyncDisposableStack().use({}), () => "
      "new AsyncDisposableStack().defer(1)]) { try { f() } catch (e) { o"
      "ut.push(e.name) } } return out",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeEr"
      "ror\",\"TypeError\"]" },
    { "const log = []; const s = new AsyncDisposableStack(); s.use(null)"
      "; const p = s.disposeAsync().then(() => log.push(\"done\")); Prom"
      "ise.resolve().then(() => log.push(\"1\")).then(() => log.push(\"2"
      "\")); await p; return log.slice()",
      "[\"1\",\"done\",\"2\"]" },
    { "const log = []; const s = new AsyncDisposableStack(); s.defer(() "
      "=> ({ get constructor() { return 1 }, then(f) { log.push(\"then\""
      "); f() } })); const t = s.move(); log.push(s.disposed); { await u"
      "sing u = t } return [log, t.disposed, AsyncDisposableStack.protot"
      "ype[Symbol.asyncDispose] === t.disposeAsync]",
      "[[true,\"then\"],true,true]" },
    { "const log = []; const it = { __proto__: Iterator.prototype, next:"
      " () => ({ done: false, value: 1 }), return(...a) { log.push(\"ret"
      "\" + a.length); return 5 } }; { using i = it } { using j = { __pr"
      "oto__: Iterator.prototype } } { using a = [1, 2].values() } retur"
      "n [log, Iterator.prototype[Symbol.dispose].call(it), log.length]",
      "[[\"ret0\",\"ret0\"],null,2]" },
    { "const log = []; async function* g() { try { yield 1 } finally { l"
      "og.push(\"fin\") } } const it = g(); await it.next(); { await usi"
      "ng x = it; log.push(\"in\") } return [log, await it.next()]",
      "[[\"in\",\"fin\"],{\"done\":true}]" },
    { "const P = Object.getPrototypeOf(Object.getPrototypeOf((async func"
      "tion* () {}).prototype)); const d = P[Symbol.asyncDispose]; const"
      " out = []; for (const o of [{}, { return: () => 7 }, { return: as"
      "ync () => 8 }]) out.push(await d.call(o) === undefined); for (con"
      "st o of [{ return() { throw 1 } }, { get return() { throw 2 } }, "
      "{ return: () => Promise.reject(3) }, undefined]) try { await d.ca"
      "ll(o) } catch (e) { out.push(e.name ?? e) } return [out, d.name, "
      "d.length]",
      "[[true,true,true,1,2,3,\"TypeError\"],\"[Symbol.asyncDispose]\",0"
      "]" },
    { "const e = new SuppressedError(1, 2, \"m\"); return [e.error, e.su"
      "ppressed, e.message, String(e), e instanceof Error, SuppressedErr"
      "or.length, Object.getPrototypeOf(SuppressedError) === Error, Obje"
      "ct.getOwnPropertyNames(e), SuppressedError(1, 2) instanceof Suppr"
      "essedError, Object.hasOwn(new SuppressedError(1, 2), \"message\")"
      "]",
      "[1,2,\"m\",\"SuppressedError: m\",true,3,true,[\"message\",\"erro"
      "r\",\"suppressed\"],true,false]" },
    { "return [String(Symbol.dispose), String(Symbol.asyncDispose), Symb"
      "ol.keyFor(Symbol.dispose) === undefined, Error.isError(new Suppre"
      "ssedError())]",
      "[\"Symbol(Symbol.dispose)\",\"Symbol(Symbol.asyncDispose)\",true,"
      "true]" },
    { "try { structuredClone(new DisposableStack()) } catch (e) { return"
      " e.message }",
      "\"DataCloneError: An object of this class cannot be cloned\"" },
};

/* clang-format on */

static void test_scopes(void **state)
{
    (void)state;
    assert_int_equal(js_check(scopes, CM_ARRAY_LEN(scopes)), 0);
}

static void test_waiting(void **state)
{
    (void)state;
    assert_int_equal(js_check(waiting, CM_ARRAY_LEN(waiting)), 0);
}

static void test_syntax(void **state)
{
    (void)state;
    assert_int_equal(js_check(syntax, CM_ARRAY_LEN(syntax)), 0);
}

static void test_stacks(void **state)
{
    (void)state;
    assert_int_equal(js_check(stacks, CM_ARRAY_LEN(stacks)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scopes),
        cmocka_unit_test(test_waiting),
        cmocka_unit_test(test_syntax),
        cmocka_unit_test(test_stacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
