/* SPDX-License-Identifier: MIT */
/* Programs in JavaScript: good ones, failing ones, and the built-ins family by
 * family. */
#include "life.h"

static const char everything[] =
    "const a = await tools.ns.echo({ list: [1, 'two', { three: 3 }] });\n"
    "console.log('seen', a);\n"
    "tools.fails({});\n"
    "const b = await tools.ns.echo({ p: tools.ns.echo('x') });\n"
    "const page = search({ query: 'echo' });\n"
    "let kind; try { await tools.nope({}) } catch (e) { kind = e.kind }\n"
    "return { a, b, n: page.items.length, kind, s: new Set([1]) };\n";

static const Scenario items[] = {
    JS_LIFE("a program that ends well", everything,
            "{\"ok\":true,\"value\":{\"a\":{\"list\":[1,\"two\",{\"three\":"
            "3}]},\"b\":{\"p\":\"x\"},\"n\":1,\"kind\":\"UnknownTool\",\"s"
            "\":{}},\"warnings\":[{\"kind\":\"InvalidDataValue\",\"message"
            "\":\"result.s is a Set, whose members are lost: return [...set"
            "] instead\"},{\"kind\":\"ToolFailure\",\"message\":\"Unhandled"
            " rejection of a promise that nobody awaited: no\",\"location\""
            ":{\"line\":3,\"column\":1}}],\"logs\":[\"seen {\\\"list\\\":[1"
            ",\\\"two\\\",{\\\"three\\\":3}]}\"],\"toolCalls\":[{\"name\":"
            "\"ns.echo\"},{\"name\":\"fails\"},{\"name\":\"ns.echo\"},{\"na"
            "me\":\"ns.echo\"},{\"name\":\"search\"}]}"),
    /* ---- families ---- */
    JS_LIFE("strings",
            "const s = 'h\303\251llo w\303\266rld, ' + '\\u{1F600}'.repeat(3); "
            "let t = '';\n"
            "for (let i = 0; i < 40; i++) t += String.fromCodePoint(97 + i % 26"
            ") + i;\n"
            "return [s.toUpperCase(), t.slice(3, 20), s.split('').length, t.rep"
            "laceAll('1', '<$&>').length,\n"
            " 'a-b-c'.split('-').reverse().join('+'), 'x'.padStart(9, 'ab'), s."
            "normalize('NFD').length,\n"
            " [...s].length, t.at(-1), '\304\260'.toLowerCase().length, `${[1, "
            "[2, 3]]}`, String.raw`\\n${1}`];\n",
            "{\"ok\":true,\"value\":[\"H\303\211LLO W\303\226RLD, \360\237\230"
            "\200\360\237\230\200\360\237\230\200\",\"1c2d3e4f5g6h7i8j9\",19,13"
            "8,\"c+b+a\",\"ababababx\",21,16,\"9\",2,\"1,2,3\",\"\\\\n1\"],\"to"
            "olCalls\":[]}"),
    JS_LIFE("regular expressions",
            "const out = []; for (const m of '2024-05-06, 2023-1-2'.matchAll(/("
            "?<y>\\d{4})-(\\d+)-(\\d+)/g))\n"
            " out.push(m.groups.y + m[3] + m.index);\n"
            "out.push('aBc'.replace(/b/i, (x) => x + x), 'a1b22'.split(/\\d+/),"
            " /(?<=\\$)\\d+/.exec('cost $42')[0],\n"
            " 'x'.repeat(300).replace(/x{3}/gu, 'y').length, /^(?:a+)+$/.test('"
            "aaaaaaaaab'),\n"
            " new RegExp('[' + 'a-z'.repeat(9) + ']+', 'gv').exec('0abc')[0]);"
            "\n"
            "return out;\n",
            "{\"ok\":true,\"value\":[\"2024060\",\"2023212\",\"aBBc\",[\"a\",\""
            "b\",\"\"],\"42\",100,false,\"abc\"],\"toolCalls\":[]}"),
    JS_LIFE("arrays",
            "const a = Array.from({ length: 50 }, (_, i) => (i * 37) % 53);\n"
            "const g = Object.groupBy(a, (x) => x % 3);\n"
            "return [a.toSorted((x, y) => x - y).slice(0, 3), a.sort().slice(0,"
            " 3), a.flatMap((x) => [x, x]).length,\n"
            " a.reduce((s, x) => s + x), a.splice(2, 40).length, a.concat([1], "
            "[2, [3]]).length, [[1, [2]], 3].flat(9),\n"
            " a.copyWithin(0, 2).length, Object.keys(g).join(), a.with(0, 9)[0]"
            ", a.toSpliced(0, 1, 7, 8).length,\n"
            " [3, , 1].indexOf(1), a.findLast((x) => x > 1), [1, 2, 3].entries("
            ").next().value];\n",
            "{\"ok\":true,\"value\":[[0,1,2],[0,1,10],100,1282,40,13,[1,2,3],10"
            ",\"0,1,2\",9,11,2,9,[0,1]],\"toolCalls\":[]}"),
    JS_LIFE("maps, sets and weak ones",
            "const m = new Map(), s = new Set(), w = new WeakMap(), k = {};\n"
            "for (let i = 0; i < 60; i++) { m.set('k' + i, { i }); s.add(i % 7)"
            "; }\n"
            "w.set(k, 1); for (let i = 0; i < 60; i += 2) m.delete('k' + i);\n"
            "return [m.size, s.size, w.get(k), [...m.values()][3].i, [...s.unio"
            "n(new Set([99]))].length,\n"
            " [...s.intersection(new Set([1, 2, 88]))], Map.groupBy([1, 2, 3], "
            "(x) => x % 2).get(1),\n"
            " new WeakRef(k).deref() === k, s.isSupersetOf(new Set([1])), new M"
            "ap(m).size];\n",
            "{\"ok\":true,\"value\":[30,7,1,7,8,[1,2],[1,3],true,true,30],\"too"
            "lCalls\":[]}"),
    JS_LIFE("typed arrays and buffers",
            "const b = new Uint8Array(64), v = new DataView(b.buffer); v.setFlo"
            "at64(8, Math.PI); v.setInt16(0, -2, true);\n"
            "const f = Float32Array.from([1.5, 2.5, 3.5]), d = new TextDecoder("
            "), e = new TextEncoder();\n"
            "b.set(e.encode('gr\303\274\303\237e'), 20);\n"
            "return [v.getFloat64(8), b[0], [...f.map((x) => x * 2)], d.decode("
            "b.subarray(20, 27)), b.slice(3, 9).length,\n"
            " new BigInt64Array([5n])[0].toString(), [...new Uint16Array([9, 1,"
            " 5]).sort()], btoa('hi'), atob('aGk='),\n"
            " structuredClone(b).length, b.toReversed()[0], Array.from(f.entrie"
            "s()).length];\n",
            "{\"ok\":true,\"value\":[3.141592653589793,254,[3,5,7],\"gr\303\274"
            "\303\237e\",6,\"5\",[1,5,9],\"aGk=\",\"hi\",64,0,3],\"toolCalls\":"
            "[]}"),
    JS_LIFE("JSON",
            "const text = JSON.stringify({ a: [1, 2.5, 'x\\n', null, true], b: "
            "{ c: [{ d: 1 }, { d: 2 }] }, u: undefined }, null, 1);\n"
            "const big = JSON.stringify(Array.from({ length: 40 }, (_, i) => ({"
            " id: i, name: 'n' + i, tags: ['t' + i] })));\n"
            "const back = JSON.parse(big, (k, v) => (k === 'id' ? v + 1 : v));"
            "\n"
            "return [text.length, big.length, back[39], JSON.parse(text).b.c[1]"
            ".d, JSON.stringify({ d: new Date(0), toJSON() { return [1] } }),\n"
            " JSON.stringify('\\ud800'), JSON.stringify({ x: 1, y: 2 }, ['y'])]"
            ";\n",
            "{\"ok\":true,\"value\":[118,1491,{\"id\":40,\"name\":\"n39\",\"tag"
            "s\":[\"t39\"]},2,\"[1]\",\"\\\"\\\\ud800\\\"\",\"{\\\"y\\\":2}\"],"
            "\"toolCalls\":[]}"),
    JS_LIFE("dates and Intl",
            "const d = new Date(Date.UTC(2024, 1, 29, 12, 30)); d.setUTCMonth(1"
            "3);\n"
            "const n = new Intl.NumberFormat('en-US', { style: 'currency', curr"
            "ency: 'EUR' });\n"
            "return [d.toISOString(), Date.parse('2024-05-06T07:08:09Z'), n.for"
            "mat(1234.5), d.toLocaleDateString('en-US', { timeZone: 'UTC' }),\n"
            " (1234567.891).toLocaleString(), new Intl.DateTimeFormat('en-US', "
            "{ dateStyle: 'full', timeZone: 'UTC' }).format(0),\n"
            " new Intl.PluralRules('en-US', { type: 'ordinal' }).select(22), ['"
            "b', 'a', '\303\244'].sort(new Intl.Collator('en').compare),\n"
            " new Intl.ListFormat('en', { type: 'conjunction' }).format(['x', '"
            "y', 'z']), new Date(NaN).getTime() !== 0];\n",
            "{\"ok\":true,\"value\":[\"2025-03-01T12:30:00.000Z\",1714979289000"
            ",\"\342\202\2541,234.50\",\"3/1/2025\",\"1,234,567.891\",\"Thursda"
            "y, January 1, 1970\",\"two\",[\"a\",\"\303\244\",\"b\"],\"x, y, an"
            "d z\",true],\"toolCalls\":[]}"),
    JS_LIFE("URLs and headers",
            "const u = new URL('../x y?a=1&b=2#h', 'https://user:pw@ex\303\244m"
            "ple.com:8080/p/q/');\n"
            "u.searchParams.append('c', 'd e'); u.searchParams.sort(); u.hash ="
            " '';\n"
            "const p = new URLSearchParams({ q: 'a&b', r: '1' }); p.delete('r')"
            ";\n"
            "return [u.href, u.host, [...u.searchParams.keys()], p.toString(), "
            "URL.canParse('http://['), encodeURIComponent('\303\274/&'),\n"
            " decodeURIComponent('%C3%BC'), encodeURI('a b')];\n",
            "{\"ok\":true,\"value\":[\"https://user:pw@xn--exmple-cua.com:8080/"
            "p/x%20y?a=1&b=2&c=d+e\",\"xn--exmple-cua.com:8080\",[\"a\",\"b\","
            "\"c\"],\"q=a%26b\",false,\"%C3%BC%2F%26\",\"\303\274\",\"a%20b\"],"
            "\"toolCalls\":[]}"),
    JS_LIFE(
        "classes, proxies and symbols",
        "class A { #n = 1; static s = 5; get n() { return this.#n; } set n("
        "v) { this.#n = v; } static make(...a) { return new this(...a); } }"
        "\n"
        "class B extends A { constructor(x) { super(); this.x = x; } toStri"
        "ng() { return `B(${this.x})`; } *[Symbol.iterator]() { yield* [1, "
        "2]; } }\n"
        "const b = B.make(7); b.n = 9; const log = [];\n"
        "const p = new Proxy({ q: 1 }, { get: (t, k, r) => (log.push(String"
        "(k)), Reflect.get(t, k, r)), has: () => true, ownKeys: () => ['q',"
        " 'z'],\n"
        " getOwnPropertyDescriptor: (t, k) => ({ value: 1, enumerable: true"
        ", configurable: true }) });\n"
        "const o = { ...p, get g() { return 4; }, [Symbol('s')]: 1, __proto"
        "__: { up: 1 } };\n"
        "return [b.n, `${b}`, [...b], 'any' in p, Object.keys(o), log, Obje"
        "ct.getOwnPropertySymbols(o).length, Object.entries(o).length,\n"
        " Object.fromEntries([['a', 1]]), Reflect.ownKeys(class { static m("
        ") {} }).length, A.s, o.up, Object.isFrozen(Object.freeze([1]))];\n",
        "{\"ok\":true,\"value\":[9,\"B(7)\",[1,2],true,[\"q\",\"z\",\"g\"],"
        "[\"q\",\"z\"],1,3,{\"a\":1},4,5,1,true],\"toolCalls\":[]}"),
    JS_LIFE("promises and async functions",
            "const wait = (v) => new Promise((r) => r(v)); const out = [];\n"
            "async function* gen() { for (let i = 0; i < 5; i++) yield await wa"
            "it(i); }\n"
            "for await (const x of gen()) out.push(x);\n"
            "const all = await Promise.all(Array.from({ length: 20 }, async (_,"
            " i) => (await wait(i)) * 2));\n"
            "const settled = await Promise.allSettled([wait(1), Promise.reject("
            "new Error('no'))]);\n"
            "const any = await Promise.any([Promise.reject(1), wait(8)]), race "
            "= await Promise.race([wait('r'), new Promise(() => {})]);\n"
            "let caught; try { await Promise.any([Promise.reject(2)]); } catch "
            "(e) { caught = e.constructor.name + e.errors.length; }\n"
            "const { promise, resolve } = Promise.withResolvers(); resolve(3);"
            "\n"
            "return [out, all.length, all[19], settled[1].reason.message, any, "
            "race, caught, await promise, await Promise.try(() => 6),\n"
            " (await tools.ns.echo({ a: 5 })).a];\n",
            "{\"ok\":true,\"value\":[[0,1,2,3,4],20,38,\"no\",8,\"r\",\"Aggrega"
            "teError1\",3,6,5],\"toolCalls\":[{\"name\":\"ns.echo\"}]}"),
    JS_LIFE("generators and iterators",
            "function* walk(t) { if (t) { yield* walk(t.l); const got = yield t"
            ".v; if (got) yield got; yield* walk(t.r); } }\n"
            "const tree = { v: 2, l: { v: 1 }, r: { v: 3 } }; const it = walk(t"
            "ree);\n"
            "const helpers = Iterator.from([1, 2, 3, 4, 5, 6]).filter((x) => x "
            "% 2).map((x) => x * x).take(2).toArray();\n"
            "const first = it.next().value, sent = it.next().value; const { a, "
            "...rest } = { a: 1, b: 2, c: 3 };\n"
            "const [x, , y = 5, ...z] = 'hello'; let n = 0; outer: for (const i"
            " of [1, 2]) { for (;;) { n++; continue outer; } }\n"
            "return [first, sent, [...it], helpers, rest, x, y, z, n, [...'ab']"
            ".entries().toArray().length, it.return(4).value];\n",
            "{\"ok\":true,\"value\":[1,2,[3],[1,9],{\"b\":2,\"c\":3},\"h\",\"l"
            "\",[\"l\",\"o\"],2,2,4],\"toolCalls\":[]}"),
    JS_LIFE("BigInt, Math and numbers",
            "let f = 1n; for (let i = 1n; i <= 60n; i++) f *= i;\n"
            "return [f.toString(), (f / 12345678901234567890n).toString(36), Bi"
            "gInt.asUintN(64, -1n).toString(), (2n ** 200n % 1000007n).toString"
            "(),\n"
            " (0.1 + 0.2).toFixed(20), (1e21 + 1).toString(), (255).toString(16"
            "), parseFloat('3.14abc'), Number('0x1f'), Math.hypot(3, 4),\n"
            " (1234.5678).toExponential(2), (0.000001234).toPrecision(2), Numbe"
            "r.MAX_SAFE_INTEGER, Math.max(...[1, 9, 3]), BigInt('0xff').toStrin"
            "g(2)];\n",
            "{\"ok\":true,\"value\":[\"8320987112741390144276341183223364380754"
            "172606361245952449277696409600000000000000\",\"3rsdmsl8i9lgwicmti5"
            "l1g2uuamoh193afal4kpfe\",\"18446744073709551615\",\"446616\",\"0.3"
            "0000000000000004441\",\"1e+21\",\"ff\",3.14,31,5,\"1.23e+3\",\"0.0"
            "000012\",9007199254740991,9,\"11111111\"],\"toolCalls\":[]}"),
    JS_LIFE("errors and finally",
            "const out = []; class E extends Error { constructor(m, o) { super("
            "m, o); this.name = 'E'; this.extra = { deep: [1] }; } }\n"
            "function f(n) { try { if (n) throw new E('n' + n, { cause: f(n - 1"
            ") }); return 'end'; } catch (e) { out.push(e.message); return e; }"
            " finally { out.push(n); } }\n"
            "const e = f(6); let depth = 0; for (let x = e; x instanceof Error;"
            " x = x.cause) depth++;\n"
            "try { (function r() { r(); })(); } catch (x) { out.push(x.name); }"
            "\n"
            "try { null.x; } catch (x) { out.push(x.message); }\n"
            "try { x.y = 1; let x; } catch (x) { out.push(x.name); }\n"
            "return [out, depth, String(e), e.extra, new AggregateError([1, 2],"
            " 'm').errors.length, typeof e.stack];\n",
            "{\"ok\":true,\"value\":[[0,\"n1\",1,\"n2\",2,\"n3\",3,\"n4\",4,\"n"
            "5\",5,\"n6\",6,\"RangeError\",\"Cannot read properties of null (re"
            "ading 'x')\",\"ReferenceError\"],6,\"E: n6\",{\"deep\":[1]},2,\"un"
            "defined\"],\"toolCalls\":[]}"),
    JS_LIFE("a sort of many and long strings",
            "const a = []; for (let i = 0; i < 500; i++) a.push({ k: (i * 7919)"
            " % 509, s: 's' + i }); a.sort((x, y) => x.k - y.k);\n"
            "let r = ''; for (const o of a) r += o.s + ','; const parts = r.spl"
            "it(','); const seen = {};\n"
            "for (const p of parts) seen[p] = (seen[p] ?\? 0) + 1; let sum = 0;"
            " for (const k in seen) sum += seen[k];\n"
            "return [a[0].s, a[499].k, r.length, parts.length, Object.keys(seen"
            ").length, sum, r.lastIndexOf('s1,'), r.substring(5, 9)];\n",
            "{\"ok\":true,\"value\":[\"s0\",508,2390,501,501,501,1333,\"71,s\"]"
            ",\"toolCalls\":[]}"),
    JS_LIFE("TypeScript that is erased",
            "interface P<T extends object = {}> { readonly a: T; b?: number | s"
            "tring; (x: T): void }\n"
            "type U = { [K in keyof P]: P[K] } | `a${string}`; enum Color { Red"
            ", Green = 5, Blue }\n"
            "abstract class S<T> { constructor(private readonly v: T, public w "
            "= 2) {} abstract m?(): void; get(this: S<T>): T { return this.v!; "
            "} }\n"
            "class Q extends S<number> implements Partial<P> { declare a: any; "
            "override get(): number { return super.get() + (<number>1) } }\n"
            "const f = <T,>(x: T, ...r: T[]): x is T => true; function g(a: str"
            "ing): asserts a; function g(a: any) { return a as unknown as strin"
            "g; }\n"
            "let q: Q = new Q(41) satisfies Q; return [q.get(), q.w, Color.Blue"
            ", Color[5], f(1), g('z')];\n",
            "{\"ok\":true,\"value\":[42,2,6,\"Green\",true,\"z\"],\"toolCalls\""
            ":[]}"),
    JS_LIFE("modules and console",
            "import { URL as U } from 'url'; import util from 'node:util';\n"
            "console.log('%s is %d', 'x', 5, { a: [1] }); console.error(new Err"
            "or('e')); console.table([{ a: 1 }]);\n"
            "console.warn([new Map([[1, 2]]), new Set('ab'), /r/g, 5n, Symbol('"
            "s'), () => 1, new Date(0)]);\n"
            "return [new U('http://h').host, typeof util, crypto.randomUUID().l"
            "ength];\n",
            "{\"ok\":true,\"value\":[\"h\",\"object\",36],\"logs\":[\"%s is %d "
            "x 5 {\\\"a\\\":[1]}\",\"[error] Error: e\",\"(index)\\ta\\n0\\t1\""
            ",\"[warn] [Map(1) [[1,2]],Set(2) [\\\"a\\\",\\\"b\\\"],/r/g,5n,Sym"
            "bol(s),[opaque reference],1970-01-01T00:00:00.000Z]\"],\"toolCalls"
            "\":[]}"),
    JS_LIFE("fails: a tool that nobody catches",
            "console.log(1); await tools.fails({})",
            "{\"ok\":false,\"error\":{\"kind\":\"ToolFailure\",\"message"
            "\":\"no\",\"location\":{\"line\":1,\"column\":23}},\"logs\":"
            "[\"1\"],\"toolCalls\":[{\"name\":\"fails\"}]}"),
    JS_LIFE("fails: a thrown object", "throw { a: [1, 'x'] }",
            "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"mes"
            "sage\":\"Uncaught: {\\\"a\\\":[1,\\\"x\\\"]}\"},\"toolCalls"
            "\":[]}"),
    JS_LIFE("fails: a member of null", "null.x",
            "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"mes"
            "sage\":\"TypeError: Cannot read properties of null (reading "
            "'x') (line 1, col 1)\",\"location\":{\"line\":1,\"column\":1"
            "}},\"toolCalls\":[]}"),
    JS_LIFE("fails: a syntax error", "const = 1",
            "{\"ok\":false,\"error\":{\"kind\":\"ParseError\",\"message\""
            ":\"unexpected token '=' (line 1, col 7)\\n  1 | const = 1\\n"
            "            ^\",\"location\":{\"line\":1,\"column\":7},\"sug"
            "gestions\":[\"This runtime takes JavaScript (TypeScript type"
            "s are allowed).\"]},\"toolCalls\":[]}"),
    JS_LIFE("fails: a misspelt tool", "await tools.ns.ehco({})",
            "{\"ok\":false,\"error\":{\"kind\":\"UnknownTool\",\"message"
            "\":\"Unknown tool \\\"ns.ehco\\\". Did you mean tools.ns.ech"
            "o?\",\"location\":{\"line\":1,\"column\":7},\"suggestions\":"
            "[\"Find tools with search({ query: \\\"what you need\\\" })."
            "\"]},\"toolCalls\":[]}"),
    JS_LIFE("fails: an import of nothing", "import { x } from 'fs'",
            "{\"ok\":false,\"error\":{\"kind\":\"UnsupportedSyntax\",\"me"
            "ssage\":\"\\\"fs\\\" cannot be imported (line 1, col 19)\","
            "\"location\":{\"line\":1,\"column\":19},\"suggestions\":[\"T"
            "hese can be imported: url, util, buffer, crypto, console; ho"
            "st tools need no import, call them as tools.name(...)\"]},\""
            "toolCalls\":[]}"),
    JS_LIFE("fails: a promise that never settles",
            "await new Promise(() => {})",
            "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"mes"
            "sage\":\"The program awaits a promise that can never settle "
            "(line 1, col 1)\",\"location\":{\"line\":1,\"column\":1}},\""
            "toolCalls\":[]}"),
    JS_LIFE("fails: two arguments for a tool", "await tools.ns.echo(1, 2)",
            "{\"ok\":false,\"error\":{\"kind\":\"InvalidToolInput\",\"m"
            "essage\":\"Invalid input for ns.echo: it takes one argumen"
            "t object, not 2 arguments\",\"location\":{\"line\":1,\"col"
            "umn\":7},\"suggestions\":[\"As a callback wrap the tool in"
            " an arrow function: (input) => tools.ns.echo(input).\"]},"
            "\"toolCalls\":[]}"),
    JS_LIFE("fails: a BigInt as input", "await tools.ns.echo({ f: 1n })",
            "{\"ok\":false,\"error\":{\"kind\":\"InvalidToolInput\",\"m"
            "essage\":\"Invalid input for ns.echo: input.f is a BigInt:"
            " use Number(x) or String(x)\",\"location\":{\"line\":1,\"c"
            "olumn\":7}},\"toolCalls\":[]}"),
    JS_LIFE("fails: a tool as input", "await tools.ns.echo(tools.ns)",
            "{\"ok\":false,\"error\":{\"kind\":\"InvalidToolInput\",\"m"
            "essage\":\"Invalid input for ns.echo: input is a tool refe"
            "rence, which is no data: call the tool and use its answer"
            "\",\"location\":{\"line\":1,\"column\":7}},\"toolCalls\":["
            "]}"),
    JS_LIFE("fails: search with a bad limit", "search({ limit: 0 })",
            "{\"ok\":false,\"error\":{\"kind\":\"InvalidToolInput\",\"m"
            "essage\":\"Invalid input for search: limit must be an inte"
            "ger of at least 1\",\"location\":{\"line\":1,\"column\":1}"
            "},\"toolCalls\":[]}"),
    JS_LIFE("fails: search for a BigInt", "search(1n)",
            "{\"ok\":false,\"error\":{\"kind\":\"InvalidToolInput\",\"m"
            "essage\":\"Invalid input for search: input is a BigInt: us"
            "e Number(x) or String(x)\",\"location\":{\"line\":1,\"colu"
            "mn\":1}},\"toolCalls\":[]}"),
    JS_LIFE("fails: a symbol as result", "return { a: [Symbol('x')] }",
            "{\"ok\":false,\"error\":{\"kind\":\"InvalidDataValue\",\"m"
            "essage\":\"result.a[0] is a symbol: use its description (l"
            "ine 1, col 1)\",\"location\":{\"line\":1,\"column\":1}},\""
            "toolCalls\":[]}"),
    JS_LIFE("fails: a tool as result", "return tools.ns",
            "{\"ok\":false,\"error\":{\"kind\":\"InvalidDataValue\",\"m"
            "essage\":\"result is a tool reference, which is no data: c"
            "all the tool and use its answer (line 1, col 1)\",\"locati"
            "on\":{\"line\":1,\"column\":1}},\"toolCalls\":[]}"),
    JS_LIFE("fails: the keys of no namespace",
            "for (const k of Object.keys(tools.nope)) k",
            "{\"ok\":false,\"error\":{\"kind\":\"UnknownTool\",\"messag"
            "e\":\"Unknown namespace \\\"nope\\\"\",\"location\":{\"lin"
            "e\":1,\"column\":17},\"suggestions\":[\"Find tools with se"
            "arch({ query: \\\"what you need\\\" }).\"]},\"toolCalls\":"
            "[]}"),
    JS_LIFE("fails: a tool as data inside a callback",
            "[3, 1, 2].sort(() => tools.fails.missing.x)",
            "{\"ok\":false,\"error\":{\"kind\":\"InvalidDataValue\",\"m"
            "essage\":\"Cannot use a tool reference as data: call it an"
            "d await the answer (line 1, col 1)\",\"location\":{\"line"
            "\":1,\"column\":1},\"suggestions\":[\"Call the tool and aw"
            "ait its answer: await tools.name(input).\"]},\"toolCalls\""
            ":[]}"),
    JS_LIFE("fails: a private name of another class",
            "class A { #p; static m(o) { return o.#p } } A.m({})",
            "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
            "essage\":\"TypeError: Cannot read private member #p from a"
            "n object whose class did not declare it (line 1, col 36)\",\"lo"
            "cation\":{\"line\":1,\"column\":36}},\"toolCalls\":[]}"),
    JS_LIFE("fails: an error with a cause",
            "throw new Error('outer', { cause: new TypeError('inner') })",
            "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
            "essage\":\"Error: outer\"},\"toolCalls\":[]}"),
    JS_LIFE("fails: JSON that is none", "JSON.parse('{\"a\": [1,}')",
            "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
            "essage\":\"SyntaxError: Invalid JSON: unexpected character"
            " at position 9 (line 1 column 10) (line 1, col 1)\",\"loca"
            "tion\":{\"line\":1,\"column\":1}},\"toolCalls\":[]}"),
    JS_LIFE("fails: a URL that is none", "new URL('http://[')",
            "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
            "essage\":\"TypeError: Invalid URL: 'http://[' (line 1, col"
            " 5)\",\"location\":{\"line\":1,\"column\":5}},\"toolCalls"
            "\":[]}"),
    JS_LIFE("fails: a regular expression that is none", "/(/.test('')",
            "{\"ok\":false,\"error\":{\"kind\":\"ParseError\",\"message"
            "\":\"missing ) in regular expression (line 1, col 3)\\n  1"
            " | /(/.test('')\\n        ^\",\"location\":{\"line\":1,\"c"
            "olumn\":3},\"suggestions\":[\"This runtime takes JavaScrip"
            "t (TypeScript types are allowed).\"]},\"toolCalls\":[]}"),
    JS_LIFE("fails: an unknown name", "undefinedName + 1",
            "{\"ok\":false,\"error\":{\"kind\":\"ExecutionFailure\",\"m"
            "essage\":\"ReferenceError: undefinedName is not defined (l"
            "ine 1, col 1)\",\"location\":{\"line\":1,\"column\":1}},\""
            "toolCalls\":[]}"),
    JS_LIFE("fails: a cycle as result", "let o = {}; o.self = o; return o",
            "{\"ok\":false,\"error\":{\"kind\":\"InvalidDataValue\",\"m"
            "essage\":\"result.self refers to a value that contains it "
            "(a cycle) (line 1, col 25)\",\"location\":{\"line\":1,\"co"
            "lumn\":25}},\"toolCalls\":[]}"),
};

const ScenarioGroup oom_javascript = { "javascript", items,
                                       sizeof items / sizeof items[0] };
