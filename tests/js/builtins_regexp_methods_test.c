/* SPDX-License-Identifier: MIT */
/* The methods of RegExp.prototype that String calls; ECMA-262 22.2.6, 22.2.9.
 * Each in three ways: of a RegExp as it was made, of a subclass, and of an object
 * that only looks like one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

/* clang-format off */

/* 22.2.6.8 */
static const JsRow match_rows[] = {
    { "return ['abab'.match(/b/g), 'abab'.match(/x/g), 'abab'.match(/b/).inde"
      "x, 'abab'.match(/x/), 'aab'.match(/a/gy), 'baa'.match(/a/gy), ''.match"
      "(/(?:)/g), 'a\\u{1F600}b'.match(/(?:)/g).length, 'a\\u{1F600}b'.match("
      "/(?:)/gu).length, 'a\\u{1F600}b'.match(/(?:)/gv).length]",
      "[[\"b\",\"b\"],null,1,null,[\"a\",\"a\"],null,[\"\"],5,4,4]" },
    { "const r = /b/g; r.lastIndex = 3; const a = 'abab'.match(r); return [a,"
      " r.lastIndex, (r.lastIndex = 2, 'x'.match(r)), r.lastIndex]",
      "[[\"b\",\"b\"],0,null,0]" },
    { "class E extends RegExp {} return ['abab'.match(new E('b', 'g')), 'abab"
      "'.match(new E('x', 'g')), 'abab'.match(new E('(b)')).slice(), 'a\\u{1F"
      "600}b'.match(new E('', 'gu')).length, 'a\\u{1F600}b'.match(new E('', '"
      "g')).length]",
      "[[\"b\",\"b\"],null,[\"b\",\"b\"],4,5]" },
    { "const log = []; const fake = (exec, more = {}) => ({ get flags() { log"
      ".push('flags'); return more.flags ?? '' }, get lastIndex() { log.push("
      "'get'); return this.l ?? 0 }, set lastIndex(v) { log.push('set ' + v);"
      " this.l = v }, exec(s) { log.push('exec'); return exec.call(this, s) }"
      " }); const P = RegExp.prototype; let n = 0; const r = fake(function ()"
      " { return n++ < 2 ? { 0: n === 1 ? '' : 'x' } : null }, { flags: 'gu' "
      "}); return [P[Symbol.match].call(r, '\\u{1F600}y'), r.l, log]",
      "[[\"\",\"x\"],2,[\"flags\",\"set 0\",\"exec\",\"get\",\"set 2\",\"exec"
      "\",\"exec\"]]" },
    { "const log = []; const fake = (exec, more = {}) => ({ get flags() { log"
      ".push('flags'); return more.flags ?? '' }, get lastIndex() { log.push("
      "'get'); return this.l ?? 0 }, set lastIndex(v) { log.push('set ' + v);"
      " this.l = v }, exec(s) { log.push('exec'); return exec.call(this, s) }"
      " }); const P = RegExp.prototype; return [P[Symbol.match].call(fake(() "
      "=> ({ 0: 5 })), 'a'), log]",
      "[{\"0\":5},[\"flags\",\"exec\"]]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const log = []; const fake = (exec, more = {}) ="
      "> ({ get flags() { log.push('flags'); return more.flags ?? '' }, get l"
      "astIndex() { log.push('get'); return this.l ?? 0 }, set lastIndex(v) {"
      " log.push('set ' + v); this.l = v }, exec(s) { log.push('exec'); retur"
      "n exec.call(this, s) } }); const P = RegExp.prototype; const m = (...a"
      ") => () => P[Symbol.match].call(...a); return n(m(1, ''), m(undefined,"
      " ''), m({}, ''), m(fake(() => 1), ''), m(fake(() => undefined), ''), m"
      "({ flags: 'g', exec: null, lastIndex: 0 }, ''), m({ get flags() { thro"
      "w new EvalError() } }, ''), m(/a/, Symbol()))",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\""
      ",\"TypeError\",\"EvalError\",\"TypeError\"]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const log = []; const fake = (exec, more = {}) ="
      "> ({ get flags() { log.push('flags'); return more.flags ?? '' }, get l"
      "astIndex() { log.push('get'); return this.l ?? 0 }, set lastIndex(v) {"
      " log.push('set ' + v); this.l = v }, exec(s) { log.push('exec'); retur"
      "n exec.call(this, s) } }); const P = RegExp.prototype; const g = (exec"
      ") => () => P[Symbol.match].call(fake(exec, { flags: 'g' }), ''); retur"
      "n n(g(() => { throw new EvalError() }), g(() => ({ get 0() { throw new"
      " RangeError() } })), g(() => ({ 0: Symbol() })))",
      "[\"EvalError\",\"RangeError\",\"TypeError\"]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const r = Object.freeze(/a/g); const s = Object."
      "freeze(/a/); return [n(() => 'a'.match(r), () => 'b'.match(s)), 'a'.ma"
      "tch(s)[0]]",
      "[[\"TypeError\",\"no\"],\"a\"]" },
    { "const P = RegExp.prototype; return ['match', 'matchAll', 'replace', 's"
      "earch', 'split'].map((k) => [P[Symbol[k]].length, P[Symbol[k]].name])",
      "[[1,\"[Symbol.match]\"],[1,\"[Symbol.matchAll]\"],[2,\"[Symbol.replace"
      "]\"],[1,\"[Symbol.search]\"],[2,\"[Symbol.split]\"]]" },
};

/* 22.2.6.9, 22.2.9 */
static const JsRow match_all_rows[] = {
    { "return [[...'a1b2'.matchAll(/[a-z](\\d)/g)].map((m) => [m[0], m[1], m."
      "index]), [...'ab'.matchAll(/x/g)], [...'\\u{1F600}'.matchAll(/(?:)/g)]"
      ".length, [...'\\u{1F600}'.matchAll(/(?:)/gu)].length]",
      "[[[\"a1\",\"1\",0],[\"b2\",\"2\",2]],[],3,2]" },
    { "const r = /b/g; r.lastIndex = 2; const i = 'abab'.matchAll(r); r.lastI"
      "ndex = 0; return [i.next().value.index, i.next(), i.next(), r.lastInde"
      "x]",
      "[3,{\"done\":true},{\"done\":true},0]" },
    { "const i = RegExp.prototype[Symbol.matchAll].call(/b/, 'abab'); return "
      "[i.next().value.index, i.next(), i[Symbol.toStringTag], i[Symbol.itera"
      "tor]() === i]",
      "[1,{\"done\":true},\"RegExp String Iterator\",true]" },
    { "const i = RegExp.prototype[Symbol.matchAll].call(/a/y, 'aab'); return "
      "[i.next().value.index, i.next()]",
      "[0,{\"done\":true}]" },
    { "class E extends RegExp {} const r = new E('b', 'g'); r.lastIndex = 2; "
      "return [...'abab'.matchAll(r)].map((m) => m.index)",
      "[3]" },
    { "class E extends RegExp { exec(s) { return super.exec(s) } } return [[."
      "..'abab'.matchAll(new E('b', 'g'))].length, [...'\\u{1F600}'.matchAll("
      "new E('', 'gu'))].length, [...'\\u{1F600}'.matchAll(new E('', 'g'))].l"
      "ength, RegExp.prototype[Symbol.matchAll].call(new E('b'), 'abab').next"
      "().value.index, [...'a'.matchAll(new E('x', 'g'))]]",
      "[2,2,3,1,[]]" },
    { "let made; class S { constructor(r, f) { made = [r.x, f]; this.lastInde"
      "x = 0; this.k = 0 } exec() { return this.k++ < 1 ? ['z'] : null } } co"
      "nst r = { x: 1, flags: 'g', lastIndex: '7', constructor: { [Symbol.spe"
      "cies]: S } }; return [[...RegExp.prototype[Symbol.matchAll].call(r, 's"
      "')], made]",
      "[[[\"z\"]],[1,\"g\"]]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const m = RegExp.prototype[Symbol.matchAll]; con"
      "st next = m.call(/a/, '').next; return n(() => m.call(1, ''), () => m."
      "call({ constructor: 1, flags: '' }, ''), () => m.call({ constructor: {"
      " [Symbol.species]: 1 }, flags: '' }, ''), () => m.call({ flags: 'q' },"
      " ''), () => m.call({ get constructor() { throw new EvalError() } }, ''"
      "), () => next.call({}), () => next.call([].values()), () => 'a'.matchA"
      "ll(/a/))",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"SyntaxError\",\"EvalError"
      "\",\"TypeError\",\"TypeError\",\"TypeError\"]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); class E extends RegExp { exec(s) { return super."
      "exec(s) } } const r = new E('', 'g'); r.exec = () => ({ 0: Symbol() })"
      "; const i = 'a'.matchAll(r); class B extends RegExp { exec() { throw n"
      "ew EvalError() } } return n(() => [...'a'.matchAll(new B('', 'g'))], ("
      ") => [...RegExp.prototype[Symbol.matchAll].call({ flags: 'g', lastInde"
      "x: 0, constructor: { [Symbol.species]: function () { this.exec = () =>"
      " ({ 0: Symbol() }) } } }, '')])",
      "[\"EvalError\",\"TypeError\"]" },
    { "const i = 'aa'.matchAll(/a/g); return [i.next().done, [...i].length, i"
      ".next().done, Object.getPrototypeOf(Object.getPrototypeOf(i)) === Iter"
      "ator.prototype]",
      "[false,1,true,true]" },
};

/* 22.2.6.12 */
static const JsRow search_rows[] = {
    { "const r = /b/g; r.lastIndex = 9; return ['ab'.search(r), r.lastIndex, "
      "'ab'.search(/x/), 'ab'.search(/b/y), 'bb'.search(/b/y), 'ab'.search()]",
      "[1,9,-1,-1,0,0]" },
    { "class E extends RegExp {} const r = new E('b', 'g'); r.lastIndex = 5; "
      "return ['ab'.search(r), r.lastIndex, 'aa'.search(r), r.lastIndex]",
      "[1,5,-1,5]" },
    { "const log = []; const fake = (exec, more = {}) => ({ get flags() { log"
      ".push('flags'); return more.flags ?? '' }, get lastIndex() { log.push("
      "'get'); return this.l ?? 0 }, set lastIndex(v) { log.push('set ' + v);"
      " this.l = v }, exec(s) { log.push('exec'); return exec.call(this, s) }"
      " }); const P = RegExp.prototype; const r = fake(function () { this.las"
      "tIndex = 4; return { index: 'here' } }); r.l = 3; return [P[Symbol.sea"
      "rch].call(r, 's'), r.l, log]",
      "[\"here\",3,[\"get\",\"set 0\",\"exec\",\"set 4\",\"get\",\"set 3\"]]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const log = []; const fake = (exec, more = {}) ="
      "> ({ get flags() { log.push('flags'); return more.flags ?? '' }, get l"
      "astIndex() { log.push('get'); return this.l ?? 0 }, set lastIndex(v) {"
      " log.push('set ' + v); this.l = v }, exec(s) { log.push('exec'); retur"
      "n exec.call(this, s) } }); const P = RegExp.prototype; const s = (...a"
      ") => () => P[Symbol.search].call(...a); return n(s(1), s(fake(() => 1)"
      ", ''), s({ lastIndex: 0 }, ''), s({ get lastIndex() { throw new EvalEr"
      "ror() } }, ''), s(fake(() => { throw new RangeError() }), ''), s(Objec"
      "t.freeze({ lastIndex: 1, exec: () => null }), ''), s(/a/, Symbol()), s"
      "(fake(() => ({ get index() { throw new EvalError() } })), ''))",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"EvalError\",\"RangeError"
      "\",\"TypeError\",\"TypeError\",\"EvalError\"]" },
};

/* 22.2.6.14 */
static const JsRow split_rows[] = {
    { "return ['a1b2c'.split(/\\d/), 'a1b2c'.split(/(\\d)(x)?/), 'abc'.split("
      "/(?:)/), ''.split(/(?:)/), ''.split(/x/), 'abc'.split(/b/, 1), 'abc'.s"
      "plit(/b/, 0), 'abc'.split(/(b)/, 2), 'abc'.split(/b/, -1), 'abc'.split"
      "(/b/, 2 ** 32), 'abc'.split(/b/, 2 ** 32 + 1), 'aXb'.split(/x/i), 'b'."
      "split(/b/), 'abc'.split(/$/)]",
      "[[\"a\",\"b\",\"c\"],[\"a\",\"1\",null,\"b\",\"2\",null,\"c\"],[\"a\","
      "\"b\",\"c\"],[],[\"\"],[\"a\"],[],[\"a\",\"b\"],[\"a\",\"c\"],[],[\"a"
      "\"],[\"a\",\"b\"],[\"\",\"\"],[\"abc\"]]" },
    { "return ['\\u{1F600}a'.split(/(?:)/).length, '\\u{1F600}a'.split(/(?:)/"
      "u).length, 'aab'.split(/a*?/), 'aab'.split(/a*/), 'A<B>bold</B>'.split"
      "(/<(\\/)?([^<>]+)>/), 'abab'.split(/a/y), 'abc'.split(/(?=b)/)]",
      "[3,2,[\"a\",\"a\",\"b\"],[\"\",\"b\"],[\"A\",null,\"B\",\"bold\",\"/\""
      ",\"B\",\"\"],[\"\",\"b\",\"b\"],[\"a\",\"bc\"]]" },
    { "class E extends RegExp {} return ['a1b2c'.split(new E('(\\\\d)')), ''."
      "split(new E('')), ''.split(new E('x')), 'abc'.split(new E('b'), 1), 'a"
      "bc'.split(new E('b'), 0), '\\u{1F600}a'.split(new E('', 'u')).length, "
      "'\\u{1F600}a'.split(new E('')).length, 'abab'.split(new E('a', 'y')), "
      "'aab'.split(new E('(a)(x)?'), 3)]",
      "[[\"a\",\"1\",\"b\",\"2\",\"c\"],[],[\"\"],[\"a\"],[],2,3,[\"\",\"b\","
      "\"b\"],[\"\",\"a\",null]]" },
    { "const log = []; class S { constructor(r, f) { log.push(f) } set lastIn"
      "dex(v) { log.push(v); this.l = v } get lastIndex() { return this.l + 1"
      " } exec() { return this.l === 1 ? { length: 3, 1: 'p', 2: 'q' } : null"
      " } } const r = { flags: 'i', constructor: { [Symbol.species]: S } }; r"
      "eturn [RegExp.prototype[Symbol.split].call(r, 'abc'), log]",
      "[[\"a\",\"p\",\"q\",\"c\"],[\"iy\",0,1,2]]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const log = []; const fake = (exec, more = {}) ="
      "> ({ get flags() { log.push('flags'); return more.flags ?? '' }, get l"
      "astIndex() { log.push('get'); return this.l ?? 0 }, set lastIndex(v) {"
      " log.push('set ' + v); this.l = v }, exec(s) { log.push('exec'); retur"
      "n exec.call(this, s) } }); const P = RegExp.prototype; const s = (c, ."
      "..a) => () => P[Symbol.split].call({ flags: '', constructor: c }, 'ab'"
      ", ...a); const S = (o) => ({ [Symbol.species]: function () { return o "
      "} }); return n(() => P[Symbol.split].call(1, ''), s(1), s({ [Symbol.sp"
      "ecies]: {} }), s(S({ exec: 1 })), s(S({ exec: () => 1 })), s(S({ exec:"
      " () => ({ get length() { throw new EvalError() } }), get lastIndex() {"
      " return 1 }, set lastIndex(v) {} })), s(S({ exec: () => ({ length: 2, "
      "get 1() { throw new RangeError() } }), get lastIndex() { return 1 }, s"
      "et lastIndex(v) {} })), s(S({}), Symbol()), s(S(Object.freeze({ exec: "
      "() => null, lastIndex: 0 }))))",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\""
      ",\"EvalError\",\"RangeError\",\"TypeError\",\"TypeError\"]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); class E extends RegExp { get flags() { throw new"
      " EvalError() } } return n(() => 'a'.split(new E('a')), () => 'a'.split"
      "(/a/, { valueOf() { throw new RangeError() } }), () => RegExp.prototyp"
      "e[Symbol.split].call(/a/, Symbol()))",
      "[\"EvalError\",\"RangeError\",\"TypeError\"]" },
    { "const r = /b/; r.constructor = undefined; const q = /b/; q.constructor"
      " = { [Symbol.species]: null }; return ['abc'.split(r), 'abc'.split(q),"
      " RegExp[Symbol.species] === RegExp]",
      "[[\"a\",\"c\"],[\"a\",\"c\"],true]" },
};

/* 22.2.6.11, 22.1.3.19.1 GetSubstitution */
static const JsRow replace_by_text_rows[] = {
    { "return ['abc'.replace(/b/, '[$&$$$`$\\'$]'), 'abc'.replace(/(b)/, '$1$"
      "01$2$10$0'), 'abc'.replace(/b/, '$1'), 'abc'.replace(/(a)(b)(c)(d)?/, "
      "'$3$2$4$1'), 'aXbX'.replace(/x/gi, '-'), 'abc'.replace(/(?:)/g, '-'), "
      "'abc'.replace(/$/, '!'), 'abc'.replace(/x/, '-'), 'ab'.replace(/b/)]",
      "[\"a[b$ac$]c\",\"abb$2b0$0c\",\"a$1c\",\"cba\",\"a-b-\",\"-a-b-c-\",\""
      "abc!\",\"abc\",\"aundefined\"]" },
    { "return ['abcdefghijkl'.replace(/(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)/, '$"
      "11-$10-$1-$12-$99-$00-$011'), 'ab'.replace(/(a)/, '$1$')]",
      "[\"k-j-a-a2-i9-$00-a1l\",\"a$b\"]" },
    { "return ['2020-10'.replace(/(?<y>\\d+)-(?<m>\\d+)/, '$<m>.$<y>.$<q>.$<'"
      "), 'ab'.replace(/(a)/, '$<x>'), 'ab'.replace(/(?<x>q)?a/, '[$<x>]'), '"
      "b'.replace(/(?<x>a)|(?<x>b)/, '[$<x>]')]",
      "[\"10.2020..$<\",\"$<x>b\",\"[]b\",\"[b]\"]" },
    { "const r = /a/y; r.lastIndex = 1; const a = ['aaa'.replace(r, 'x'), r.l"
      "astIndex, 'aab'.replace(r, 'x'), r.lastIndex]; const g = /a/gy; g.last"
      "Index = 2; return [...a, 'aaba'.replace(g, 'x'), g.lastIndex]",
      "[\"axa\",2,\"aab\",0,\"xxba\",0]" },
    { "return ['\\u{1F600}'.replace(/(?:)/g, '-').length, '\\u{1F600}'.replac"
      "e(/(?:)/gu, '-').length, 'x'.replace(/x/, '$$$$'), 'x'.replace(/x/, '$"
      "`|$\\''), 'a.b.c'.replaceAll(/\\./g, '$&$&')]",
      "[5,4,\"$$\",\"|\",\"a..b..c\"]" },
    { "class E extends RegExp {} return ['abab'.replace(new E('b', 'g'), '<$&"
      "$`$\\'>'), 'abab'.replace(new E('(b)(x)?'), '<$1$2$3$<n>>'), 'ab'.repl"
      "ace(new E('(?<n>b)(?<o>q)?'), '<$<n>$<o>$<zz>>'), 'ab'.replace(new E('"
      "x'), ''), '\\u{1F600}'.replace(new E('', 'gu'), '-').length, '\\u{1F60"
      "0}'.replace(new E('', 'g'), '-').length, 'ab'.replace(new E('(?<n>b)')"
      ", '$<n')]",
      "[\"a<baab>a<baba>\",\"a<b$3$<n>>ab\",\"a<b>\",\"ab\",4,5,\"a$<n\"]" },
};

/* 22.2.6.11: a match that says to end behind the string is the last one that
 * is replaced; those behind it are converted all the same. */
static const JsRow replace_behind_the_end_rows[] = {
    { "const fake = (...list) => { const r = /a/g; r.exec = () => list.shift"
      "() ?? null; return r }; const m = () => ({ index: 1e9, 0: 'zz', lengt"
      "h: 10 }); return ['aaa'.replace(fake(m(), m(), m()), '[$&$1]'), 'aaa'"
      ".replaceAll(fake(m(), m(), m()), (...a) => a.length)]",
      "[\"aaa[zz]\",\"aaa12\"]" },
    { "const fake = (...list) => { const r = /a/g; r.exec = () => list.shift"
      "() ?? null; return r }; const m = (index, text) => ({ index, 0: text "
      "}); const by = \"[$`|$'|$&]\"; return ['aaa'.replace(fake(m(2, 'zz'),"
      " m(3, '')), by), 'aaa'.replace(fake(m(0, 'zzzzzz'), m(1, 'z'), m(Infi"
      "nity, '')), by), 'aaa'.replace(fake(m(2, 'z'), m(3, ''), m(3, '')), b"
      "y), 'aaa'.replace(fake(m(-Infinity, ''), m(NaN, 'a'), m(0, '')), by)]",
      "[\"aa[aa||zz]\",\"[||zzzzzz]\",\"aa[aa||z][aaa||][aaa||]\",\"[|aaa|]["
      "|aa|a]aa\"]" },
    { "const fake = (...list) => { const r = /a/g; r.exec = () => list.shift"
      "() ?? null; return r }; const log = []; const text = (t) => ({ toStri"
      "ng() { log.push(t); return t } }); const m = (index, t) => ({ index, "
      "get 0() { log.push('get'); return t }, length: 2, 1: text('c' + t) })"
      "; const r = fake(m(3, 'zz'), m(3, 'y')); return ['aaa'.replace(r, (.."
      ".a) => text(a.join())), log]",
      "[\"aaazz,czz,3,aaa\",[\"get\",\"get\",\"get\",\"czz\",\"zz,czz,3,aaa"
      "\",\"get\",\"cy\",\"y,cy,3,aaa\"]]" },
};

/* 22.2.6.11 */
static const JsRow replace_by_function_rows[] = {
    { "const calls = []; const out = 'abcb'.replace(/(b)(x)?/g, (...a) => { c"
      "alls.push(a); return '[' + a[0] + ']' }); return [out, calls]",
      "[\"a[b]c[b]\",[[\"b\",\"b\",null,1,\"abcb\"],[\"b\",\"b\",null,3,\"abc"
      "b\"]]]" },
    { "const calls = []; 'ab'.replace(/(?<n>b)/, (...a) => { calls.push(a.len"
      "gth, a.at(-1).n, Object.getPrototypeOf(a.at(-1))) }); return [calls, '"
      "ab'.replace(/b/, () => undefined), 'ab'.replace(/b/, () => ({ toString"
      ": () => 'T' })), 'ab'.replace(/x/, () => 'T'), 'ab'.replace(/b/, () =>"
      " '$&')]",
      "[[5,\"b\",null],\"aundefined\",\"aT\",\"ab\",\"a$&\"]" },
    { "const r = /a/g; const seen = []; const out = 'aaa'.replace(r, () => { "
      "seen.push(r.lastIndex); r.lastIndex = 2; return 'x' }); return [out, s"
      "een]",
      "[\"xxx\",[0,2,2]]" },
    { "const r = /a/y; const seen = []; const out = 'aaa'.replace(r, () => { "
      "seen.push(r.lastIndex); return 'x' }); return [out, seen, r.lastIndex]",
      "[\"xaa\",[1],1]" },
    { "class E extends RegExp {} const calls = []; const out = 'abcb'.replace"
      "(new E('(?<k>b)(x)?', 'g'), (...a) => { calls.push(a.slice(0, 5)); ret"
      "urn a.length }); return [out, calls]",
      "[\"a6c6\",[[\"b\",\"b\",null,1,\"abcb\"],[\"b\",\"b\",null,3,\"abcb\"]"
      "]]" },
    { "const log = []; const fake = (exec, more = {}) => ({ get flags() { log"
      ".push('flags'); return more.flags ?? '' }, get lastIndex() { log.push("
      "'get'); return this.l ?? 0 }, set lastIndex(v) { log.push('set ' + v);"
      " this.l = v }, exec(s) { log.push('exec'); return exec.call(this, s) }"
      " }); const P = RegExp.prototype; let k = 0; const r = fake(() => k++ ?"
      " null : { length: 3, 0: 'bc', 1: 'b', 2: 5, index: 1 }, { flags: 'g' }"
      "); const calls = []; return [P[Symbol.replace].call(r, 'abcd', (...a) "
      "=> { calls.push(a); return 'X' }), calls, log]",
      "[\"aXd\",[[\"bc\",\"b\",\"5\",1,\"abcd\"]],[\"flags\",\"set 0\",\"exec"
      "\",\"exec\"]]" },
    { "const log = []; const fake = (exec, more = {}) => ({ get flags() { log"
      ".push('flags'); return more.flags ?? '' }, get lastIndex() { log.push("
      "'get'); return this.l ?? 0 }, set lastIndex(v) { log.push('set ' + v);"
      " this.l = v }, exec(s) { log.push('exec'); return exec.call(this, s) }"
      " }); const P = RegExp.prototype; const r = (index, t = 'x') => P[Symbo"
      "l.replace].call(fake(() => ({ 0: 'q', index })), 'abc', t); return [r("
      "1), r(-5), r(99), r('2'), r(NaN), r(1, '[$`|$\\'|$&]')]",
      "[\"axc\",\"xbc\",\"abcx\",\"abx\",\"xbc\",\"a[a|c|q]c\"]" },
    { "const log = []; const fake = (exec, more = {}) => ({ get flags() { log"
      ".push('flags'); return more.flags ?? '' }, get lastIndex() { log.push("
      "'get'); return this.l ?? 0 }, set lastIndex(v) { log.push('set ' + v);"
      " this.l = v }, exec(s) { log.push('exec'); return exec.call(this, s) }"
      " }); const P = RegExp.prototype; let k = 0; const list = [{ 0: 'a', in"
      "dex: 2 }, { 0: 'b', index: 0 }, { 0: '', index: 3 }]; const r = fake(("
      ") => list[k++] ?? null, { flags: 'g' }); return P[Symbol.replace].call"
      "(r, 'abcd', (m, i) => '<' + m + i + '>')",
      "\"ab<a2><3>d\"" },
    { "const log = []; const fake = (exec, more = {}) => ({ get flags() { log"
      ".push('flags'); return more.flags ?? '' }, get lastIndex() { log.push("
      "'get'); return this.l ?? 0 }, set lastIndex(v) { log.push('set ' + v);"
      " this.l = v }, exec(s) { log.push('exec'); return exec.call(this, s) }"
      " }); const P = RegExp.prototype; const r = fake(() => ({ length: 2, 0:"
      " 'a', 1: 'A', index: 0, groups: { n: 7, get m() { return 'M' } } })); "
      "return [P[Symbol.replace].call(r, 'abc', '$<n>$<m>$<z>$1'), P[Symbol.r"
      "eplace].call(fake(() => ({ 0: 'a', index: 0, groups: 'text' })), 'abc'"
      ", '$<length>')]",
      "[\"7MAbc\",\"4bc\"]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const log = []; const fake = (exec, more = {}) ="
      "> ({ get flags() { log.push('flags'); return more.flags ?? '' }, get l"
      "astIndex() { log.push('get'); return this.l ?? 0 }, set lastIndex(v) {"
      " log.push('set ' + v); this.l = v }, exec(s) { log.push('exec'); retur"
      "n exec.call(this, s) } }); const P = RegExp.prototype; const s = (exec"
      ", v = '') => () => P[Symbol.replace].call(fake(exec), 'abc', v); retur"
      "n n(() => P[Symbol.replace].call(1), s(() => 1), s(() => { throw new E"
      "valError() }), s(() => ({ get length() { throw new EvalError() } })), "
      "s(() => ({ 0: Symbol() })), s(() => ({ 0: '', index: Symbol() })), s(("
      ") => ({ length: 2, 1: Symbol() })), s(() => ({ groups: null })), s(() "
      "=> ({}), () => { throw new RangeError() }), s(() => ({}), () => Symbol"
      "()), s(() => ({ groups: { get a() { throw new EvalError() } } }), '$<a"
      ">'), s(() => ({ groups: { a: Symbol() } }), '$<a>'), s(() => ({ get gr"
      "oups() { throw new EvalError() } })), s(() => ({}), Symbol()))",
      "[\"TypeError\",\"TypeError\",\"EvalError\",\"EvalError\",\"TypeError\""
      ",\"TypeError\",\"TypeError\",\"TypeError\",\"RangeError\",\"TypeError"
      "\",\"EvalError\",\"TypeError\",\"EvalError\",\"TypeError\"]" },
    { "const r = new RegExp('(x)?'.repeat(50) + 'a'); return ['ba'.replace(r,"
      " (...a) => a.length), 'ba'.replace(r, (...a) => String(a[51]))]",
      "[\"b53\",\"b1\"]" },
};

/* 22.2.7, 22.2.6.4 */
static const JsRow exec_and_flags_rows[] = {
    { "const r = /b/; r.lastIndex = 5; const a = r.exec('ab').index; r.lastIn"
      "dex = { valueOf: () => 1 }; return [a, typeof r.lastIndex, /b/g.exec('"
      "ab').index, (() => { const g = /b/g; g.lastIndex = '1'; return [g.exec"
      "('abb').index, g.lastIndex] })(), (() => { const g = /b/g; g.lastIndex"
      " = 1e20; return [g.exec('abb'), g.lastIndex] })(), (() => { const g = "
      "/b/g; g.lastIndex = -3; return g.exec('abb').index })()]",
      "[1,\"object\",1,[1,2],[null,0],1]" },
    { "const m = /(?<a>x)(?<b>y)?/d.exec('zxw'); return [m.indices, Object.ke"
      "ys(m), m.indices.groups, Object.getPrototypeOf(m.groups), /x/d.exec('x"
      "').indices.groups === undefined, /(?<a>p)|(?<a>q)/d.exec('q').indices."
      "groups.a]",
      "[[[1,2],[1,2],null],[\"0\",\"1\",\"2\",\"index\",\"input\",\"groups\","
      "\"indices\"],{\"a\":[1,2]},null,true,[0,1]]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const f = Object.getOwnPropertyDescriptor(RegExp"
      ".prototype, 'flags').get; return [f.call({ global: 1, hasIndices: 'y',"
      " sticky: [], unicodeSets: 1, ignoreCase: 0 }), n(() => f.call(1), () ="
      "> Object.getOwnPropertyDescriptor(RegExp.prototype, 'global').get.call"
      "({}), () => Object.getOwnPropertyDescriptor(RegExp.prototype, 'source'"
      ").get.call({})), RegExp.prototype.global === undefined, RegExp.prototy"
      "pe.source, RegExp.prototype.flags, String(RegExp.prototype)]",
      "[\"dgvy\",[\"TypeError\",\"TypeError\",\"TypeError\"],true,\"(?:)\",\""
      "\",\"/(?:)/\"]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); return n(() => RegExp.prototype.exec.call({}, ''"
      "), () => RegExp.prototype.test.call(1, ''), () => RegExp.prototype.tes"
      "t.call({ exec: () => 5 }, ''), () => Object.freeze(/a/g).exec('b'), ()"
      " => Object.freeze(/a/y).test('a'))",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\""
      "]" },
    { "return [RegExp.prototype.test.call({ exec: () => ({}) }, ''), RegExp.p"
      "rototype.test.call({ exec: () => null }, ''), RegExp(/a/g) === RegExp("
      "/a/g), (() => { const r = /a/g; return RegExp(r) === r && new RegExp(r"
      ") !== r && RegExp(r, 'i').flags })(), new RegExp({ source: 'x', flags:"
      " 'y', [Symbol.match]: true, constructor: 0 }).source, new RegExp('/\\n"
      "').source, new RegExp('').source]",
      "[true,false,false,\"i\",\"x\",\"\\\\/\\\\n\",\"(?:)\"]" },
};

/* clang-format on */

static void match(void **state)
{
    (void)state;
    assert_int_equal(js_check(match_rows, CM_ARRAY_LEN(match_rows)), 0);
}

static void match_all(void **state)
{
    (void)state;
    assert_int_equal(js_check(match_all_rows, CM_ARRAY_LEN(match_all_rows)), 0);
}

static void search(void **state)
{
    (void)state;
    assert_int_equal(js_check(search_rows, CM_ARRAY_LEN(search_rows)), 0);
}

static void split(void **state)
{
    (void)state;
    assert_int_equal(js_check(split_rows, CM_ARRAY_LEN(split_rows)), 0);
}

static void replace_by_text(void **state)
{
    (void)state;
    assert_int_equal(
        js_check(replace_by_text_rows, CM_ARRAY_LEN(replace_by_text_rows)), 0);
}

static void replace_behind_the_end(void **state)
{
    (void)state;
    assert_int_equal(js_check(replace_behind_the_end_rows,
                              CM_ARRAY_LEN(replace_behind_the_end_rows)),
                     0);
}

static void replace_by_function(void **state)
{
    (void)state;
    assert_int_equal(js_check(replace_by_function_rows,
                              CM_ARRAY_LEN(replace_by_function_rows)),
                     0);
}

static void exec_and_flags(void **state)
{
    (void)state;
    assert_int_equal(
        js_check(exec_and_flags_rows, CM_ARRAY_LEN(exec_and_flags_rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(match),
        cmocka_unit_test(match_all),
        cmocka_unit_test(search),
        cmocka_unit_test(split),
        cmocka_unit_test(replace_by_text),
        cmocka_unit_test(replace_behind_the_end),
        cmocka_unit_test(replace_by_function),
        cmocka_unit_test(exec_and_flags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
