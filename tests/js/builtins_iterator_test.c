/* SPDX-License-Identifier: MIT */
/* Iterator: constructor, from, concat, zip, zipKeyed, helpers, consumers;
 * ECMA-262 27.1. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

/* `log` gets what is done to the iterators that it(name, values) makes; `end` is
 * what return() does. */
#define LOGGED                                                          \
    "const log = []; let end = () => ({});"                             \
    "const it = (name, ...values) => ({ __proto__: Iterator.prototype," \
    " get next() { log.push(name); return () => values.length"          \
    " ? { value: values.shift(), done: false } : { done: true } },"     \
    " return() { log.push('end ' + name); return end(name) } });"       \
    "const name = (f) => { try { f(); return 'none' }"                  \
    " catch (e) { return e.name ?? String(e) } };"

static const JsRow constructor_rows[] = {
    { "new Iterator()", "!TypeError: Iterator cannot be constructed directly" },
    { "Iterator()", "!TypeError: Constructor Iterator requires 'new'" },
    { "class A extends Iterator {}; const a = new A(); return [a instanceof"
      " Iterator, a.constructor === A, a[Symbol.iterator]() === a]",
      "[true,true,true]" },
    { "[].values().constructor === Iterator", "true" },
    { "[Iterator.prototype[Symbol.toStringTag], Iterator.length,"
      " Iterator.name]",
      "[\"Iterator\",0,\"Iterator\"]" },
    /* Both are accessors, so an heir can have its own. */
    { "const o = { __proto__: Iterator.prototype }; o.constructor = 1;"
      "o[Symbol.toStringTag] = 'T';"
      "return [Object.keys(o), o.constructor, String(o)]",
      "[[\"constructor\"],1,\"[object T]\"]" },
    { "const o = { __proto__: Iterator.prototype, constructor: 1 };"
      "o.constructor = 2; return o.constructor",
      "2" },
    { "'use strict'; Iterator.prototype.constructor = 1",
      "!TypeError: Cannot assign to read only property 'constructor' of "
      "object" },
    { "Object.getOwnPropertyDescriptor(Iterator.prototype, 'constructor')"
      ".set.call(1, 2)",
      "!TypeError: The setter of Iterator.prototype was called on something "
      "that is not an object" },
    { "const o = Object.freeze({ __proto__: Iterator.prototype });"
      "o.constructor = 1",
      "!TypeError: Cannot add property constructor, object is not "
      "extensible" },
    { "const d = Object.getOwnPropertyDescriptor(Iterator.prototype,"
      " Symbol.toStringTag); return [d.get.name, d.set.name, d.get.call(),"
      " d.enumerable]",
      "[\"get [Symbol.toStringTag]\",\"set [Symbol.toStringTag]\",\"Iterator\","
      "false]" },
};

static const JsRow from_rows[] = {
    { "[...Iterator.from('aé😀')]", "[\"a\",\"é\",\"😀\"]" },
    { "const g = [1].values(); return Iterator.from(g) === g", "true" },
    { "let i = 0; const w = Iterator.from({ next: () => ({ value: i++, done: i"
      " > 2 }) }); return [w instanceof Iterator, w.return().done, ...w]",
      "[true,true,0,1]" },
    { "Iterator.from(1)",
      "!TypeError: Iterator.from needs an object or a string" },
    { "Iterator.from({ [Symbol.iterator]: () => 1 })",
      "!TypeError: The result of Symbol.iterator is not an object" },
    { "const w = Iterator.from({ next: 1 }); return w.next()",
      "!TypeError: 'next' of the iterator is not a function" },
};

static const JsRow helper_rows[] = {
    { "[...[1, 2, 3].values().map((x, i) => x * 10 + i)]", "[10,21,32]" },
    { "[...[1, 2, 3, 4].values().filter((x, i) => i % 2)]", "[2,4]" },
    { "[...[1, 2, 3].values().take(2)]", "[1,2]" },
    { "[...[1, 2, 3].values().take(Infinity)]", "[1,2,3]" },
    { "[...[1, 2, 3].values().drop('1')]", "[2,3]" },
    { "[...[1, 2, 3].values().drop(9)]", "[]" },
    { "[...[1, 2].values().flatMap((x) => [x, x])]", "[1,1,2,2]" },
    { "[...[1].values().flatMap((x) => ({ i: 0, next() { return { value: "
      "this.i, done: this.i++ > 1 } } }))]",
      "[0,1]" },
    { "[1].values().flatMap((x) => 'ab').next()",
      "!TypeError: The callback of flatMap returned no iterable object" },
    { "[1].values().take(-1)",
      "!RangeError: The limit must be a number that is not negative" },
    { "[1].values().drop(2 ** 53)",
      "!RangeError: The limit must be at most 2^53 - 1, or Infinity" },
    { "[...[1].values().take(-0.5)]", "[]" },
    { LOGGED "return [name(() => it('a').take(NaN)), name(() => "
             "it('b').drop(2 ** 53)), name(() => it('c').map(1)), name(() => "
             "it('d').take({ valueOf() { throw 'v' } })), log]",
      "[\"RangeError\",\"RangeError\",\"TypeError\",\"v\",[\"end a\",\"end b\","
      "\"end c\",\"end d\"]]" },
    { LOGGED "end = () => { throw 'lost' }; return name(() => "
             "it('a').filter())",
      "\"TypeError\"" },
    { "Iterator.prototype.map.call(1, (x) => x)",
      "!TypeError: The iterator is not an object" },
    { LOGGED "const h = it('a', 1, 2).map((x) => { throw 'cb' });"
             "return [name(() => h.next()), h.next(), log]",
      "[\"cb\",{\"done\":true},[\"a\",\"end a\"]]" },
    { LOGGED "const h = it('a', 1, 2, 3).take(1); h.next(); h.next();"
             "return [h.next(), log]",
      "[{\"done\":true},[\"a\",\"end a\"]]" },
    { LOGGED "end = () => 1; const h = it('a').take(0); return [name(() => "
             "h.next()), h.next()]",
      "[\"TypeError\",{\"done\":true}]" },
    { LOGGED "const h = it('a', 1).map((x) => x); return [h.return(), "
             "h.return(), h.next(), log]",
      "[{\"done\":true},{\"done\":true},{\"done\":true},[\"a\",\"end a\"]]" },
    { LOGGED "const h = it('a', 1).flatMap(() => it('b', 2, 3)); h.next();"
             "end = (n) => { if (n === 'b') throw 'eb'; throw 'ea' };"
             "return [name(() => h.return()), h.next(), log]",
      "[\"eb\",{\"done\":true},[\"a\",\"b\",\"end b\",\"end a\"]]" },
    { LOGGED "const h = it('a', 1).flatMap(() => it('b', 2)); h.next();"
             "end = (n) => { if (n === 'a') throw 'ea'; return {} };"
             "return name(() => h.return())",
      "\"ea\"" },
    /* Symbol.iterator is read once. */
    { "let reads = 0; const o = { get [Symbol.iterator]() { reads++; return "
      "() => [5].values() } }; return [...[0].values().flatMap(() => o), "
      "reads]",
      "[5,1]" },
    { "const h = [1].values().map(() => h.next()); h.next()",
      "!TypeError: The iterator is already running" },
    { "Object.getPrototypeOf([].values().map((x) => x)).next.call({})",
      "!TypeError: The method was called on something that is not an iterator "
      "helper" },
    { "String([].values().map((x) => x))", "\"[object Iterator Helper]\"" },
};

static const JsRow chunks_rows[] = {
    { "[...[1, 2, 3, 4, 5].values().chunks(2)]", "[[1,2],[3,4],[5]]" },
    { "[...[1, 2].values().chunks(1)]", "[[1],[2]]" },
    { "[...[1, 2].values().chunks(2 ** 32 - 1)]", "[[1,2]]" },
    { "[...[].values().chunks(3)]", "[]" },
    { "const h = [1, 2, 3].values().chunks(2), a = h.next().value; a.push(9);"
      "return [a, h.next().value, h.next()]",
      "[[1,2,9],[3],{\"done\":true}]" },
    { "[1].values().chunks('1')",
      "!TypeError: The size of chunks must be an integer" },
    { "[1].values().chunks(1.5)",
      "!TypeError: The size of chunks must be an integer" },
    { "[1].values().chunks(Infinity)",
      "!TypeError: The size of chunks must be an integer" },
    { "[1].values().chunks(0)",
      "!RangeError: The size of chunks must be between 1 and 2^32 - 1" },
    { "[1].values().chunks(2 ** 32)",
      "!RangeError: The size of chunks must be between 1 and 2^32 - 1" },
    { LOGGED "return [name(() => it('a').chunks()), name(() => "
             "it('b').chunks(-1)), log]",
      "[\"TypeError\",\"RangeError\",[\"end a\",\"end b\"]]" },
    { LOGGED "const h = it('a', 1, 2, 3).chunks(2); h.next(); h.return();"
             "return [h.next(), log]",
      "[{\"done\":true},[\"a\",\"end a\"]]" },
    { LOGGED "const h = it('a', 1).chunks(2); h.next(); h.return();"
             "return log",
      "[\"a\"]" },
    { "[Iterator.prototype.chunks.length, Iterator.prototype.windows.length]",
      "[1,1]" },
};

static const JsRow windows_rows[] = {
    { "[...[1, 2, 3, 4].values().windows(2)]", "[[1,2],[2,3],[3,4]]" },
    { "[...[1, 2, 3, 4].values().windows(3, undefined)]", "[[1,2,3],[2,3,4]]" },
    { "[...[1, 2].values().windows(1)]", "[[1],[2]]" },
    { "[...[1, 2].values().windows(3)]", "[]" },
    { "[...[1, 2].values().windows(3, 'only-full')]", "[]" },
    { "[...[1, 2].values().windows(3, 'allow-partial')]", "[[1,2]]" },
    { "[...[1, 2].values().windows(2 ** 32 - 1, 'allow-partial')]", "[[1,2]]" },
    { "[...[1, 2, 3].values().windows(2, 'allow-partial')]", "[[1,2],[2,3]]" },
    { "[...[].values().windows(2, 'allow-partial')]", "[]" },
    { "const h = [1, 2, 3].values().windows(2), a = h.next().value; a[1] = 9;"
      "a.length = 9; return h.next().value",
      "[2,3]" },
    { "[].values().windows(1, null)",
      "!TypeError: The second argument of windows must be \"only-full\" or "
      "\"allow-partial\"" },
    { "[].values().windows(NaN)",
      "!TypeError: The size of windows must be an integer" },
    { "[].values().windows(0, 1)",
      "!RangeError: The size of windows must be between 1 and 2^32 - 1" },
    { LOGGED "return [name(() => it('a').windows(1, 'x')), log]",
      "[\"TypeError\",[\"end a\"]]" },
};

static const JsRow consumer_rows[] = {
    { "[1, 2, 3].values().reduce((a, b) => a + b)", "6" },
    { "[1, 2].values().reduce((a, b) => a + b, 'x')", "\"x12\"" },
    { "[].values().reduce((a, b) => a)",
      "!TypeError: Reduce of an empty iterator with no initial value" },
    { "[3, 4].values().toArray()", "[3,4]" },
    { "const seen = []; const r = [3, 4].values().forEach((x, i) => "
      "seen.push([x, i])); return [seen, r === undefined]",
      "[[[3,0],[4,1]],true]" },
    { LOGGED "return [it('a', 1, 2).some((x) => x === 1), it('b', 1).every("
             "(x) => x > 1), it('c', 4, 5).find((x) => x > 3), log]",
      "[true,false,4,[\"a\",\"end a\",\"b\",\"end b\",\"c\",\"end c\"]]" },
    { LOGGED "return [it('a', 1).some((x) => x > 1), it('b', 1).every((x) => "
             "x), it('c', 1).find((x) => 0) === undefined, log]",
      "[false,true,true,[\"a\",\"b\",\"c\"]]" },
    { LOGGED "return [...['some', 'every', 'find', 'forEach', 'reduce'].map("
             "(m) => name(() => it(m)[m]({}))), log]",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\","
      "[\"end some\",\"end every\",\"end find\",\"end forEach\","
      "\"end reduce\"]]" },
    { LOGGED "end = () => 1; name(() => it('a', 1).some((x) => x))",
      "\"TypeError\"" },
};

static const JsRow includes_rows[] = {
    { "[[1, NaN].values().includes(NaN), [-0].values().includes(0), "
      "['a'].values().includes('A'), [].values().includes()]",
      "[true,true,false,false]" },
    { "[[undefined].values().includes(), [1, 2, 1].values().includes(1, 1), "
      "[1, 2].values().includes(1, 1), [1].values().includes(1, Infinity)]",
      "[true,true,false,false]" },
    { LOGGED "return [it('a', 1, 2).includes(1), it('b', 1).includes(2), log]",
      "[true,false,[\"a\",\"end a\",\"b\"]]" },
    { "[].values().includes(1, '1')",
      "!TypeError: The number of elements to skip must be an integer" },
    { "[].values().includes(1, 0.5)",
      "!TypeError: The number of elements to skip must be an integer" },
    { "[].values().includes(1, -1)",
      "!RangeError: The number of elements to skip must be between 0 and 2^53 "
      "- 1, or Infinity" },
    { LOGGED "return [name(() => it('a').includes(1, NaN)), name(() => "
             "it('b').includes(1, -Infinity)), name(() => it('c').includes(1, "
             "2 ** 53)), log]",
      "[\"TypeError\",\"RangeError\",\"RangeError\",[\"end a\",\"end b\","
      "\"end c\"]]" },
    { "Iterator.prototype.includes.call(null, 1, NaN)",
      "!TypeError: The iterator is not an object" },
    { LOGGED "end = () => { throw 'r' }; name(() => it('a', 1).includes(1))",
      "\"r\"" },
};

static const JsRow join_rows[] = {
    { "[1, null, 'x', undefined, [2, 3]].values().join()", "\"1,,x,,2,3\"" },
    { "['a', 'b'].values().join('')", "\"ab\"" },
    { "['a', 'b'].values().join(null)", "\"anullb\"" },
    { "[].values().join('-')", "\"\"" },
    { "['only'].values().join('-')", "\"only\"" },
    { "[null].values().join()", "\"\"" },
    { "function* g() { for (let i = 0; i < 5000; i++) yield i % 10 }"
      "const s = g().join('€'); return [s.length, s.slice(0, 5), s.at(-1)]",
      "[9999,\"0€1€2\",\"9\"]" },
    { LOGGED "return [name(() => it('a', { toString() { throw 't' } })"
             ".join()), name(() => it('b').join({ toString() { throw 's' } "
             "})), name(() => it('c', Symbol()).join()), log]",
      "[\"t\",\"s\",\"TypeError\",[\"a\",\"end a\",\"end b\",\"c\","
      "\"end c\"]]" },
    { "Iterator.prototype.join.call(1)",
      "!TypeError: The iterator is not an object" },
};

static const JsRow concat_rows[] = {
    { "[...Iterator.concat([1, 2], new Set([3]), 'x'.matchAll(/x/g)"
      ".map((m) => m[0]), [])]",
      "[1,2,3,\"x\"]" },
    { "[...Iterator.concat()]", "[]" },
    { "[...Iterator.concat(new String('ab'))]", "[\"a\",\"b\"]" },
    { "Iterator.concat([], 'ab')",
      "!TypeError: Iterator.concat needs iterable objects" },
    { "Iterator.concat({})",
      "!TypeError: Iterator.concat needs iterable objects" },
    { "Iterator.concat({ [Symbol.iterator]: 1 })",
      "!TypeError: Symbol(Symbol.iterator) is not a function" },
    /* An iterator without next: told when next is called, and not by the name
     * of the built-in that calls it. */
    { "[...{ [Symbol.iterator]: () => ({}) }]",
      "!TypeError: 'next' of the iterator is not a function" },
    { "Array.from({ [Symbol.iterator]: () => ({}) })",
      "!TypeError: 'next' of the iterator is not a function" },
    { "new Map({ [Symbol.iterator]: () => ({}) })",
      "!TypeError: 'next' of the iterator is not a function" },
    { "const [] = { [Symbol.iterator]: () => ({}) }; 1", "1" },
    { "let closed = 0; const it = { return() { closed++; return {} } }; "
      "try { for (const x of { [Symbol.iterator]: () => it }); } catch {} "
      "closed",
      "0" },
    { "Iterator.from({}).toArray()",
      "!TypeError: 'next' of the iterator is not a function" },
    { "Iterator.concat({ [Symbol.iterator]: () => 1 }).next()",
      "!TypeError: Result of the Symbol.iterator method is not an object" },
    /* Methods are read at once, iterables opened one by one. */
    { "const log = []; const o = (n) => ({ get [Symbol.iterator]() { "
      "log.push('get ' + n); return () => { log.push('open ' + n); return "
      "[n].values() } } }); const h = Iterator.concat(o('a'), o('b'));"
      "h.next(); log.push('|'); h.next(); h.next(); return log",
      "[\"get a\",\"get b\",\"open a\",\"|\",\"open b\"]" },
    { LOGGED "const h = Iterator.concat(it('a', 1, 2), it('b')); "
             "const fresh = Iterator.concat(it('c')); fresh.return();"
             "h.next(); return [h.return(), h.next(), fresh.next(), log]",
      "[{\"done\":true},{\"done\":true},{\"done\":true},[\"a\",\"end a\"]]" },
    { "const o = { [Symbol.iterator]: () => h }; const h = Iterator.concat(o);"
      "h.next()",
      "!TypeError: The iterator is already running" },
    { "Iterator.concat.length", "0" },
};

static const JsRow zip_rows[] = {
    { "[...Iterator.zip([[1, 2, 3], 'ab'.split(''), new Set([7, 8])])]",
      "[[1,\"a\",7],[2,\"b\",8]]" },
    { "[...Iterator.zip([])]", "[]" },
    { "[...Iterator.zip([], { mode: 'longest', padding: [] })]", "[]" },
    { "[...Iterator.zip([[1, 2], [3]], { mode: 'longest' })].map((a) => "
      "[a.length, a[1] === undefined])",
      "[[2,false],[2,true]]" },
    { "[...Iterator.zip([[1], [2, 3, 4], []], { mode: 'longest', padding: "
      "['a', 'b'] })].map((a) => a.map(String))",
      "[[\"1\",\"2\",\"undefined\"],[\"a\",\"3\",\"undefined\"],"
      "[\"a\",\"4\",\"undefined\"]]" },
    { "[...Iterator.zip([[1, 2], [3, 4]], { mode: 'strict' })]",
      "[[1,3],[2,4]]" },
    { "const h = Iterator.zip([[1], [3, 4]], { mode: 'strict' }); h.next();"
      "h.next()",
      "!TypeError: The iterators of a strict zip are not of equal length" },
    { "const h = Iterator.zip([[1, 2], [3]], { mode: 'strict' }); h.next();"
      "try { h.next() } catch (e) { return [e.name, h.next()] }",
      "[\"TypeError\",{\"done\":true}]" },
    { "Iterator.zip('ab')",
      "!TypeError: The argument of Iterator.zip is not an object" },
    { "Iterator.zip([], 1)",
      "!TypeError: The options of Iterator.zip are not an object" },
    { "Iterator.zip([], { mode: 'short' })",
      "!TypeError: The mode must be \"shortest\", \"longest\" or "
      "\"strict\"" },
    { "Iterator.zip([], { mode: new String('strict') })",
      "!TypeError: The mode must be \"shortest\", \"longest\" or "
      "\"strict\"" },
    { "Iterator.zip([], { mode: 'longest', padding: 1 })",
      "!TypeError: The padding of Iterator.zip is not an object" },
    { "[...Iterator.zip([], { padding: 1 })]", "[]" },
    { "Iterator.zip([[1], 'ab'])",
      "!TypeError: Iterator.zip needs iterable objects" },
    { "Iterator.zip({})",
      "!TypeError: Iterator.zip needs an iterable, found object" },
    /* Closing: the last one first, the first error wins. */
    { LOGGED "const h = Iterator.zip([it('a', 1), it('b'), it('c', 1)]);"
             "return [h.next(), log]",
      "[{\"done\":true},[\"a\",\"b\",\"c\",\"end c\",\"end a\"]]" },
    { LOGGED "const h = Iterator.zip([it('a', 1), it('b', 1)]); h.next();"
             "end = (n) => { throw n }; return [name(() => h.return()), "
             "h.next(), log]",
      "[\"b\",{\"done\":true},[\"a\",\"b\",\"end b\",\"end a\"]]" },
    { LOGGED "const bad = { next() { throw 'bad' } };"
             "const h = Iterator.zip([it('a', 1), bad, it('c', 1)]);"
             "end = () => { throw 'lost' }; return [name(() => h.next()), "
             "h.next(), log]",
      "[\"bad\",{\"done\":true},[\"a\",\"c\",\"end c\",\"end a\"]]" },
    { LOGGED "return [name(() => Iterator.zip(it('in', it('a'), 'x')[Symbol."
             "iterator]())), log]",
      "[\"TypeError\",[\"in\",\"a\",\"end a\",\"end in\"]]" },
    { LOGGED "const pad = { [Symbol.iterator]: () => it('pad', 1, 2, 3) };"
             "Iterator.zip([it('a'), it('b')], { mode: 'longest', padding: "
             "pad }); return log",
      "[\"a\",\"b\",\"pad\",\"end pad\"]" },
    { LOGGED "const pad = { [Symbol.iterator]: () => it('pad', 1) };"
             "end = (n) => { if (n === 'pad') throw 'p'; return {} };"
             "return [name(() => Iterator.zip([it('a')], { mode: 'longest', "
             "padding: pad })), log]",
      "[\"p\",[\"a\",\"pad\",\"end pad\",\"end a\"]]" },
    /* return() on a fresh one ends it first; later it is running. */
    { "let h; const seen = []; const u = { next: () => ({ value: 1, done: "
      "false }), return() { try { seen.push(h.next().done) } catch (e) { "
      "seen.push(e.name) } return {} } }; h = Iterator.zip([u]); h.return();"
      "h = Iterator.zip([u]); h.next(); h.return(); return seen",
      "[true,\"TypeError\"]" },
    { "const h = Iterator.zip([{ next: () => h.next() }]); h.next()",
      "!TypeError: The iterator is already running" },
    /* A strict zip looks at done only. */
    { "const o = { next: () => ({ done: true, get value() { throw 1 } }) };"
      "return Iterator.zip([[], o, o], { mode: 'strict' }).next()",
      "{\"done\":true}" },
    { "const a = Iterator.zip(Array.from({ length: 5000 }, (_, i) => [i]))"
      ".next().value; return [a.length, a[4999]]",
      "[5000,4999]" },
    { "const h = Iterator.zip([[1, 2]]), a = h.next().value; a[0] = 9; "
      "return h.next().value",
      "[2]" },
};

static const JsRow zip_keyed_rows[] = {
    { "[...Iterator.zipKeyed({ a: [1, 2], b: [3, 4] })]",
      "[{\"a\":1,\"b\":3},{\"a\":2,\"b\":4}]" },
    { "const o = Iterator.zipKeyed({ b: [1], 2: [3], a: undefined }).next()"
      ".value; return [Object.getPrototypeOf(o), Object.keys(o)]",
      "[null,[\"2\",\"b\"]]" },
    { "[...Iterator.zipKeyed({ a: [1], b: [] }, { mode: 'longest', padding: { "
      "b: 'p' } })]",
      "[{\"a\":1,\"b\":\"p\"}]" },
    { "const s = Symbol(); const src = { __proto__: { z: [1] }, [s]: [5] };"
      "Object.defineProperty(src, 'h', { value: [1], enumerable: false });"
      "const o = Iterator.zipKeyed(src).next().value;"
      "return [o[s], Reflect.ownKeys(o).length]",
      "[5,1]" },
    { "Iterator.zipKeyed({ a: [1], b: [] }, { mode: 'strict' }).next()",
      "!TypeError: The iterators of a strict zip are not of equal length" },
    { "[...Iterator.zipKeyed({})]", "[]" },
    { "Iterator.zipKeyed(1)",
      "!TypeError: The argument of Iterator.zipKeyed is not an object" },
    { LOGGED "return [name(() => Iterator.zipKeyed({ a: it('a'), get b() { "
             "throw 'g' } })), name(() => Iterator.zipKeyed({ a: it('c'), b: "
             "'x' })), log]",
      "[\"g\",\"TypeError\",[\"a\",\"end a\",\"c\",\"end c\"]]" },
    { LOGGED "return [name(() => Iterator.zipKeyed({ a: it('a') }, { mode: "
             "'longest', padding: { get a() { throw 'p' } } })), log]",
      "[\"p\",[\"a\",\"end a\"]]" },
    { "const src = { get a() { delete src.b; return [1] }, b: [2] };"
      "return Iterator.zipKeyed(src).next().value",
      "{\"a\":1}" },
    { "const p = new Proxy({ a: [1], b: [2] }, {}); return "
      "Iterator.zipKeyed(p).next().value",
      "{\"a\":1,\"b\":2}" },
    { "[Iterator.zip.length, Iterator.zipKeyed.length, "
      "Iterator.zipKeyed.name]",
      "[1,1,\"zipKeyed\"]" },
};

#define TABLE(name)                                                            \
    static void iterator_##name(void **state)                                  \
    {                                                                          \
        (void)state;                                                           \
        assert_int_equal(js_check(name##_rows, CM_ARRAY_LEN(name##_rows)), 0); \
    }

TABLE(constructor)
TABLE(from)
TABLE(helper)
TABLE(chunks)
TABLE(windows)
TABLE(consumer)
TABLE(includes)
TABLE(join)
TABLE(concat)
TABLE(zip)
TABLE(zip_keyed)

/* Little memory: the same programs give the same results or end as a refusal,
 * whatever allocation is the one that is refused. */
static void iterators_survive_refused_memory(void **state)
{
    (void)state;
    static const char program[] =
        "const n = 40, text = '\u20ac\u00df\u2192'.repeat(60), chars = () =>"
        " text[Symbol.iterator]();"
        "const rows = Array.from({ length: n }, (_, i) => [i, i + 1, i + 2]);"
        "let sum = 0; for (let round = 0; round < 20; round++) {"
        "for (const a of Iterator.zip(rows)) sum += a.length;"
        "for (const a of Iterator.concat(...rows).windows(7)) sum += a[6];"
        "for (const a of Iterator.concat(...rows).chunks(5)) sum += a.length;"
        "for (const o of Iterator.zipKeyed({ a: rows.values(), b: [1, 2] },"
        " { mode: 'longest', padding: { b: 3 } })) sum += o.b;"
        "sum += rows.values().flatMap((r) => r).join('').length;"
        "sum += chars().join('').length + chars().includes('\u2192', 178) +"
        " chars().reduce((a, b, i) => a + i, 0) +"
        " chars().reduce((a, b, i) => a + (i === 1 ? 'x' : '')).length +"
        " chars().reduce((a, b, i) => a + b + i, '').length } return sum";
    char full[64];
    int whole = 0;
    snprintf(full, sizeof full, "%s", js_run(program));
    assert_string_equal(full, "398480");
    for (size_t memory = 96 << 10; memory < 512 << 10; memory += 3001) {
        const char *got = js_run_limited(program, 0, memory, 0);
        if (strcmp(got, full) == 0)
            whole++;
        else if (strcmp(got, "!terminated: memory") != 0)
            fail_msg("%zu bytes gave %s", memory, got);
    }
    assert_true(whole > 0);
}

/* The pairs are garbage at once: where the map fits, a walk over it fits too,
 * however often it is refused on its way. */
static void walk_needs_no_room(void **state)
{
    (void)state;
    const size_t memory = 1 << 20;
#define MAP "const m = new Map(); for (let i = 0; i < 9000; i++) m.set(i, i); "
    size_t least = memory;
    while (strcmp(js_run_limited(MAP "return m.size", 0, least, 0), "9000") ==
           0)
        least -= 8 << 10;
    least += 32 << 10;
    assert_string_equal(
        js_run_limited(MAP "return m.entries().drop(8999).toArray()", 0, least,
                       0),
        "[[8999,8999]]");
    assert_string_equal(
        js_run_limited(MAP "return m.entries().includes(5)", 0, least, 0),
        "false");
    /* a sum that does not fit still ends */
    assert_string_equal(
        js_run_limited(MAP "return m.entries().toArray()", 0, least, 0),
        "!terminated: memory");
#undef MAP
}

/* What join costs grows with the text, not with its square. */
static void join_is_linear(void **state)
{
    (void)state;
    assert_string_equal(
        js_run_limited("const a = new Array(20000).fill('0123456789');"
                       "return a.values().join().length",
                       0, 0, 200000),
        "219999");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(iterator_constructor),
        cmocka_unit_test(iterator_from),
        cmocka_unit_test(iterator_helper),
        cmocka_unit_test(iterator_chunks),
        cmocka_unit_test(iterator_windows),
        cmocka_unit_test(iterator_consumer),
        cmocka_unit_test(iterator_includes),
        cmocka_unit_test(iterator_join),
        cmocka_unit_test(iterator_concat),
        cmocka_unit_test(iterator_zip),
        cmocka_unit_test(iterator_zip_keyed),
        cmocka_unit_test(iterators_survive_refused_memory),
        cmocka_unit_test(walk_needs_no_room),
        cmocka_unit_test(join_is_linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
