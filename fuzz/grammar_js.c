/* SPDX-License-Identifier: MIT */
/* JavaScript and TypeScript. Kinds and nonterminals share letters:
 *
 *     n number   s string   b boolean   a array    o object    i bigint
 *     f function h async function       g generator function   c class
 *     j async generator function        x anything
 *     e what can be iterated            r regular expression
 *
 * Flags: A await, Y yield, L continue, K break, J inside the labelled loop, R
 * return, P #p is a private name, U super, E what other engines may lack.
 * Every loop and function burns fuel, so that programs end; every operator
 * stands in parentheses. */
#include "grammar.h"

static const char before[] =
    "let $fuel = 150;\n"
    "const $tick = () => { if (--$fuel < 0) throw new RangeError(\"fuel\"); };\n"
    "const $show = (v, d = 0) => {\n"
    "  if (typeof v === \"string\") return JSON.stringify(v.slice(0, 80));\n"
    "  if (Object.is(v, -0)) return \"-0\";\n"
    "  if (typeof v === \"bigint\") return String(v).slice(0, 60) + \"n\";\n"
    "  if (typeof v === \"function\") return \"function\";\n"
    "  if (typeof v !== \"object\" || v === null) return String(v);\n"
    "  if (d > 2) return \"...\";\n"
    "  try {\n"
    "    if (v instanceof Error) return \"error \" + v.name;\n"
    "    if (v instanceof RegExp) return String(v) + v.lastIndex;\n"
    "    if (v instanceof Date) return \"date \" + v.getTime();\n"
    "    if (v instanceof Map || v instanceof Set)\n"
    "      return v.constructor.name + $show([...v].slice(0, 9), d + 1);\n"
    "    if (Array.isArray(v)) return \"[\" + v.slice(0, 9)"
    ".map((x) => $show(x, d + 1)).join() + \"]\" + v.length;\n"
    "    return \"{\" + Reflect.ownKeys(v).slice(0, 9)"
    ".map((k) => String(k) + \":\" + $show(v[k], d + 1)).join() + \"}\";\n"
    "  } catch (e) { return \"!\" + (e instanceof Error ? e.name : typeof e); }\n"
    "};\n"
    "const $log = (v) => console.log($show(v));\n"
    "let n0 = 3, s0 = \"ab\", b0 = true, a0 = [1, \"x\", null, 2.5];\n"
    "let o0 = { x: 1, y: \"z\" }, i0 = 7n, x0 = undefined;\n"
    "const f0 = (x, y) => x, h0 = async (x) => { $tick(); return x; };\n"
    "function* g0(n) { $tick(); yield n; yield* [1, 2]; return 9; }\n"
    "async function* j0(n) { $tick(); yield n; yield await n; }\n"
    "class c0 { x = 1; #p = 2; constructor(y) { this.y = y; }\n"
    "  get p() { return this.#p; } m(y) { return [this.x, y]; }\n"
    "  static s = 3; static has(o) { return #p in o; } }\n";

#define FORMS static const char *const

/* Long forms are joined of parts. */
/* NOLINTBEGIN(bugprone-suspicious-missing-comma) */

static const char program[] = "@S@S@u@S@u@u@S@u@S@u@u@u"
                              "return $show([n0, s0, b0, a0, o0, i0, x0]);\n";

/* ---- literals ---- */

FORMS number_literals[] = { "0",
                            "1",
                            "2",
                            "(-1)",
                            "0.5",
                            "(-0)",
                            "1e21",
                            "NaN",
                            "Infinity",
                            "2147483647",
                            "(-2147483648)",
                            "4294967296",
                            "9007199254740993",
                            "0x1F",
                            "1_000",
                            "0b101",
                            "0o17",
                            ".1",
                            "5e-324",
                            "1.7976931348623157e308",
                            "250",
                            "65536",
                            NULL };
FORMS small[] = { "1", "0", "2", "3", "5", NULL };
FORMS radixes[] = { "10", "2", "16", "36", "7", NULL };
FORMS string_literals[] = { "\"\"",
                            "\"a\"",
                            "'b\\n'",
                            "\"\\u{1F600}\"",
                            "\"\\uD83D\"",
                            "\"x y z\"",
                            "\"12\"",
                            "\"\\x41\\0\"",
                            "\"\xC3\xA9\"",
                            "\"aXbXc\"",
                            "'length'",
                            "\"x\"",
                            "\"constructor\"",
                            "\"2026-11-02T03:04:05Z\"",
                            "\"line\\\ncontinued\"",
                            NULL };
FORMS regexps[] = { "/a/",       "/@P/@F",    "/@P@P/@F",
                    "/^@P$/@F",  "/(@P)\\1/", "/(?<n>@P)\\k<n>/@F",
                    "/@P|@P/@F", NULL };
FORMS global_regexps[] = { "/a/g", "/@P/g", "/(@P)(?<n>@P)?/gu", NULL };
FORMS patterns[] = { "a",      "b+",        "[a-z]",    "\\d*",   "(?=a)",
                     "(?<!b)", "\\b",       ".",        "a{1,2}", "(?:@P)",
                     "@P@P",   "(?:@P|@P)", "(@P)",     "[^x]*?", "(?:@P){0,3}",
                     "\\w",    "\\u0061",   "(?<=@P)x", "(?!@P)", "X",
                     NULL };
FORMS regexp_flags[] = { "",  "g", "i", "gi", "s",  "y",
                         "m", "d", "u", "v",  "gu", NULL };
FORMS functions_of_math[] = { "abs",    "floor", "ceil", "round",
                              "trunc",  "sign",  "sqrt", "cbrt",
                              "fround", "clz32", NULL };

/* ---- expressions ---- */

FORMS numbers[] = { "@N",
                    "@.n",
                    "@N",
                    "@.n",
                    "(@n + @n)",
                    "(@n - @n)",
                    "(@n * @n)",
                    "(@n / @n)",
                    "(@n % @n)",
                    "((@n) ** @k)",
                    "(@n & @n)",
                    "(@n | @n)",
                    "(@n ^ @n)",
                    "(@n << @n)",
                    "(@n >> @n)",
                    "(@n >>> @n)",
                    "(- @n)",
                    "(+ @n)",
                    "(~ @n)",
                    "(@;n = @n)",
                    "(@;n += @n)",
                    "(@;n -= @n)",
                    "(@;n *= @n)",
                    "(@;n >>>= @n)",
                    "(@;n ||= @n)",
                    "(@;n ?\?= @n)",
                    "(@;n++)",
                    "(-- @;n)",
                    "Math.max(@n, @n)",
                    "Math.@m(@n)",
                    "@s.length",
                    "@a.length",
                    "(@b ? @n : @n)",
                    "@s.charCodeAt(@k)",
                    "@s.indexOf(@s)",
                    "parseInt(@s, @n)",
                    "parseFloat(@s)",
                    "Number(@x)",
                    "@a.indexOf(@x)",
                    "@a.reduce(@{@!(@:n@<: number@>, @:x) => (@.n + @n)@}, "
                    "@n)",
                    "(@x, @n)",
                    "?A(await @n)",
                    "?Y(yield @n)",
                    "?P(this?.#p ?? @n)",
                    "(@o?.x)",
                    "(@o[@s])",
                    "(@o?.[@s]?.length ?? @n)",
                    "Number(@i)",
                    "Date.UTC(@n, @n)",
                    "new Date(@n).getTime()",
                    "@s.search(@r)",
                    "(@n@< as @t@>)",
                    "(@.n@<!@>)",
                    "(@n@< satisfies @t@>)",
                    "(+ @.f@<<@t>@>(@n))",
                    "(@o.x += @n)",
                    "(@o.x++)",
                    "(@a[@k] = @n)",
                    "(@;a[@k] -= @n)",
                    "[...@e].length",
                    "@a.findLastIndex(@f)",
                    "new @c(@n).x",
                    NULL };
FORMS strings[] = { "@Z",
                    "@.s",
                    "@Z",
                    "@.s",
                    "(@s + @s)",
                    "(@s + @n)",
                    "`a${@s}b${@n}`",
                    "`${@b}\\u{41}`",
                    "@s.slice(@n, @n)",
                    "@s.toUpperCase()",
                    "@s.repeat(@k)",
                    "@s.padStart(@k, @s)",
                    "@s.replace(@r, @s)",
                    "@s.replace(@r, @f)",
                    "@s.replace(@r, \"$1$<n>$&$`\")",
                    "@s.replaceAll(@s, @s)",
                    "@s.split(@s).join(@s)",
                    "@s.at(@n)",
                    "@s[@k]",
                    "?EString(@x)",
                    "String(@n)",
                    "JSON.stringify(@x)",
                    "(typeof @x)",
                    "(@n).toString(@X)",
                    "(@n).toString(16)",
                    "(@n).toFixed(@k)",
                    "(@n).toPrecision(@X)",
                    "(@n).toLocaleString()",
                    "@f.name",
                    "(@b ? @s : @s)",
                    "(@;s = @s)",
                    "(@;s += @Z)",
                    "String.raw`x\\u${@n}y`",
                    "@.f`x${@n}`",
                    "@s.normalize()",
                    "@s.trim()",
                    "encodeURIComponent(@s)",
                    "new Date(@n).toISOString()",
                    "@a.join(@s)",
                    "@s.substring(@n, @n)",
                    "@s.concat(@s, @n)",
                    "(@s@< as @t@>)",
                    "(@o.y ?\?= @s)",
                    "`${@s}${`nested ${@n}`}`",
                    "String(@r)",
                    "(@i).toString(@X)",
                    NULL };
FORMS booleans[] = { "true",
                     "false",
                     "@.b",
                     "(@n < @n)",
                     "(@n <= @n)",
                     "(@x === @x)",
                     "(@x == @x)",
                     "(@x !== @x)",
                     "(@s > @s)",
                     "(! @b)",
                     "(@b && @b)",
                     "(@b || @b)",
                     "(@x ?? @b)",
                     "(@s in @o)",
                     "(@x instanceof @c)",
                     "@r.test(@s)",
                     "@a.includes(@x)",
                     "Object.is(@x, @x)",
                     "@s.startsWith(@s)",
                     "Array.isArray(@x)",
                     "?P(#p in @o)",
                     "@a.some(@f)",
                     "@a.every(@f)",
                     "(delete @o.x)",
                     "(delete @o[@s])",
                     "(@;b = @b)",
                     "(@;b &&= @b)",
                     "isNaN(@n)",
                     "(@i < @n)",
                     "Object.hasOwn(@o, @s)",
                     "?U(new.target === undefined)",
                     NULL };
FORMS arrays[] = {
    "[]",
    "@.a",
    "@.a",
    "[@,x]",
    "[@,n]",
    "[...@a, @x]",
    "[...@e]",
    "[@x, , @x]",
    "@a.map(@f)",
    "@a.filter(@f)",
    "@a.slice(@n, @n)",
    "@a.concat(@a, @x)",
    "@a.flat()",
    "@a.toSorted()",
    "@a.sort((x, y) => ((x = String(x)) > (y = String(y)) ? 1 : x < y ? -1 : 0))",
    "@a.toReversed()",
    "Object.keys(@o)",
    "Object.entries(@o)",
    "Object.values(@o)",
    "Array.from(@e, @f)",
    "Array.from({ length: @k }, @f)",
    "@s.split(@r)",
    "[...@s.matchAll(@G)]",
    "@a.flatMap(@f)",
    "(@;a = @a)",
    "(@;a.push(@x), @.a)",
    "[0, ...@a].with(@k, @x)",
    "@a.splice(@k, @k, @x)",
    "Array.of(@,x)",
    "(@s.match(@r) ?? [])",
    "new Array(@k).fill(@x)",
    "[...new Set(@a)]",
    "@a.toSpliced(@k, @k)",
    "?EIterator.from(@e).map(@f).take(@k).toArray()",
    "Object.getOwnPropertyNames(@o)",
    "Reflect.ownKeys(@o)",
    "(@a@< as @t[]@>)",
    "[...@.g(@n)]",
    "[...new Uint8Array(@a)]",
    "(@b ? @a : @a)",
    NULL
};
FORMS objects[] = {
    "({})",
    "@.o",
    "@.o",
    "({ @,p })",
    "({ @,p })",
    "({ __proto__: @o, @,p })",
    "new @c(@,x)",
    "(new @c)",
    "Object.assign({}, @o, @o)",
    "({ ...@o, @,p })",
    "Object.fromEntries([[@s, @x]])",
    "?EstructuredClone(@o)",
    "new Map([[@x, @x], [@x, @x]])",
    "new Set(@a)",
    "new Date(@n)",
    "Object.create(@o)",
    "Object.freeze(@o)",
    "JSON.parse(JSON.stringify(@o))",
    "Object.groupBy(@a, @f)",
    "new Proxy(@o, {})",
    "new Proxy(@o, { get: @{@!(t, k) => (k === \"x\" ? @n : t[k]) "
    "@}})",
    "?Enew Error(@s, { cause: @x })",
    "(@;o = @o)",
    "@r",
    "[@x, @x]",
    "@.g(@n)",
    "(@o@< as @t@>)",
    "Object.defineProperty({ @,p }, @s, { value: @x, "
    "enumerable: @b })",
    "(@s.match(@r)?.groups ?? {})",
    NULL
};
FORMS properties[] = { "x: @x",
                       "y: @x",
                       "[@s]: @x",
                       "'q r': @x",
                       "3: @x",
                       "...@o",
                       "m@{@!@-U@+U(@,D)@<: @t@> @& { $tick(); @+R@*S }@}",
                       "get z()@<: @t@> { @{@!@+U@+R$tick(); @*Sreturn @x;@} }",
                       "set z(@{@!@+U@:x@<: @t@>) { $tick(); @+R@*S }@}",
                       "async am() { @{@!@+U@+R@+A$tick(); @*S@} }",
                       "*gm() { @{@!@+U@+R@+Y$tick(); @*Syield @x;@} }",
                       NULL };
FORMS bigints[] = { "0n",
                    "1n",
                    "(-5n)",
                    "123456789012345678901234567890n",
                    "@.i",
                    "(@i + @i)",
                    "(@i * @i)",
                    "(@i - @i)",
                    "(@i / (@i || 3n))",
                    "(@i % (@i || 3n))",
                    "((@i) ** 3n)",
                    "(@i & @i)",
                    "(@i | @i)",
                    "(@i ^ @i)",
                    "(@i << 33n)",
                    "(@i >> 3n)",
                    "(- @i)",
                    "(~ @i)",
                    "(@;i = @i)",
                    "(@;i++)",
                    "BigInt.asIntN(64, @i)",
                    "BigInt.asUintN(@k, @i)",
                    "BigInt(@n)",
                    "0xFFn",
                    NULL };
FORMS functions[] = {
    "@.f",
    "@.f",
    "(@{@!@:x => @x@})",
    "(@{@!(@:x@<: @t@>)@<: @t@> => @x@})",
    "(@{@!(@:n@<?: number@>, @=x = @x)@& => { $tick(); @+R@*Sreturn @x; }@})",
    "(@<<T, U extends @t = @t>@>(@{@!@:x@<: T@>, ...@:a@<: U[]@>) => "
    "({ x: @x, a: @a })@})",
    "(function @{@!@-U(@,D)@& { $tick(); @+R@*Sreturn @x; }@})",
    "(function self(@{@!@-U@<this: @t, @>@:x) { $tick(); @+R@*Sreturn @b ? @x : "
    "self(@x); }@})",
    "(@{@!({ x: @=x = @x, ...@=o }@<: @t@> = {})@& => { $tick(); @+R@*Sreturn "
    "@x; }@})",
    "(@{@!([@=x, @=n = @n] = [])@& => { $tick(); @+R@*Sreturn @n; }@})",
    "(@.f).bind(null, @x)",
    "(@b ? @f : @f)",
    NULL
};
FORMS async_functions[] = {
    "@.h", "(async @{@!(@:x) => { @+A@+R$tick(); @*Sreturn @x; }@})",
    "(async @{@!(@:x) => { @+A$tick(); return await @x@}; })",
    "(async function @{@!@-U(@,D)@& { @+A@+R$tick(); @*Sreturn await @x; }@})",
    NULL
};
FORMS parameters[] = { "@:x",
                       "@=n@<: number@> = @n",
                       "@:x@<?: @t@>",
                       "{ x: @=x, y: @=s = @s }@<: @t@> = {}",
                       "[@=x, , ...@=a] = @a",
                       NULL };
FORMS iterables[] = {
    "@a",
    "@s",
    "@.g(@n)",
    "@a.values()",
    "new Set(@a)",
    "@a.entries()",
    "new Map(@a.map((x) => [x, 1]))",
    "?EIterator.from(@a).filter(@f)",
    "({ *[Symbol.iterator]() { @{@!@+Y@+R$tick(); @*Syield "
    "@x;@} } })",
    "({ [Symbol.iterator]: () => ({ i: 0, next() { $tick(); "
    "return { value: this.i, done: this.i++ > 2 }; }, return() "
    "{ $log(\"return\"); return {}; } }) })",
    NULL
};
FORMS async_iterables[] = { "@a", "@.j(@n)", "[@h(@x), @x]",
                            "(async function* () { @{@!@-U@+A@+Y$tick(); @*S"
                            "yield @x; yield* @e;@} })()",
                            NULL };
FORMS classes[] = { "@.c", "(class {})", "(class extends @.c { @*M })",
                    "(class @{@+P{ #p = @{@!@n@}; @*M }@})", NULL };
FORMS anything[] = { "@.x",
                     "@n",
                     "@s",
                     "@b",
                     "@a",
                     "@o",
                     "@n",
                     "@s",
                     "@i",
                     "@f",
                     "null",
                     "undefined",
                     "@.f@<<@t, @t>@>(@,x)",
                     "@f(@x)",
                     "@f?.(@x)",
                     "(@.o).m?.(@x)",
                     "new @c(@x).m(@x)",
                     "@.f.call(@x, @x)",
                     "@.f.apply(null, @a)",
                     "@.f(...@a)",
                     "(@;x = @x)",
                     "(@b ? @x : @x)",
                     "(@x ?? @x)",
                     "(@x && @x)",
                     "@a[@k]",
                     "@o.x",
                     "?A(await @h(@x))",
                     "?A(await @x)",
                     "?A(await Promise.all([@h(@x), @h(@x)]))",
                     "?A(await Promise.allSettled([@h(@x), @x]))",
                     "?A(await Promise.race([@h(@x), @h(@x)]))",
                     "?Y(yield @x)",
                     "?Y(yield* @e)",
                     "?U(super.m?.(@x))",
                     "Symbol.iterator",
                     "@r.exec(@s)",
                     "@a.at(@n)",
                     "@a.find(@f)",
                     "@.g(@n).next()",
                     "(@x@< as unknown as @t@>)",
                     "@c",
                     "(this)",
                     "@o?.y?.z",
                     "@a?.[0]?.x",
                     "(void @x)",
                     "JSON.parse(@s)",
                     "Reflect.get(@o, @s)",
                     NULL };

/* ---- classes ---- */

FORMS members[] = {
    "x@<: @t@> = @{@!@+U@x@};",
    "@<declare y: @t; @>",
    "@<private readonly @>z@<?: @t@>;",
    "static y@<: @t@> = @{@!@+U@x@};",
    "@<public @>m@{@!@+U(@,D)@<: @t@>@& { $tick(); @+R@*Sreturn @x; }@}",
    "@<m(x: @t): @t; @>m(@{@!@+U@:x) { $tick(); @+R@*Sreturn @x; }@}",
    "get v()@<: @t@> { @{@!@+U@+R$tick(); @*Sreturn @x;@} }",
    "set v(@{@!@+U@:x) { $tick(); @+R@*S }@}",
    "static { @{@!@+U$tick(); @*S@} }",
    "async am() { @{@!@+U@+R@+A$tick(); @*S@} }",
    "*gm() { @{@!@+U@+R@+Y$tick(); @*Syield @x;@} }",
    "async *ag() { @{@!@+U@+R@+Y@+A$tick(); @*Syield @x;@} }",
    "[@s]@{@!@+U(@:x) { $tick(); @+R@*S }@}",
    "static m(@{@!@+U@:x@<: @t@>) { $tick(); @+R@*Sreturn @x; }@}",
    "static get [\"k\" + @k]() { return @{@!@+U@x@}; }",
    "static async *sg() {}",
    "@<[k: string]: any; @>",
    "'quoted'() {}",
    "1 = @{@!@+U@n@};",
    NULL
};
FORMS privates[] = {
    "#p = @{@!@+U@x@};",
    "#p@<: @t@> = @{@!@+U@n@}; inc() { return ++this.#p; }",
    "#p(@{@!@+U@:x) { $tick(); @+R@*Sreturn @x; }@} call(x) { return "
    "this.#p(x); }",
    "get #p() { return @{@!@+U@x@}; } set #p(v) { $log(v); } inc() { return "
    "this.#p++; }",
    "static #p = @{@!@+U@n@}; static inc() { return (this.#p += 1); }",
    "static *#p() { yield 1; } static all() { return [...this.#p()]; }",
    NULL
};
FORMS class_bodies[] = {
    "{ @*M }",
    "@<<T = @t>@>{ @*M }",
    "extends @.c { @*M }",
    "extends @.c@<<@t>@> @<implements @I, @I@> { constructor(...@{@!@:a@<: "
    "@t[]@>) { super(...@.a); $tick(); @+U@*S }@} @*M }",
    "@{@+P{ @q @*M }@}",
    "@{@+Pextends @.c { @*M @q @*M }@}",
    "{ constructor(@{@!@:x) { $tick(); this.x = @x; @*S }@} @*M }",
    "extends null { static m(x) { return x; } }",
    "extends (class extends @.c { @*M }) { @{@+P@q@} }",
    NULL
};

/* ---- statements ---- */

FORMS statements[] = {
    "$log(@x);\n",
    "$log(@x);\n",
    "@<type T@=q<V = @t> = @t | V;\n@>$log(@x);\n",
    "@<interface @I@=q { @,T }\n@>$log(@n);\n",
    "@<declare const d@=q: @t, e@=q: @t;\n@>$log(@s);\n",
    "@<declare function d@=q(x: @t): @t;\n@>$log(@a);\n",
    "let @=n@<: number@> = @n;\n",
    "let @=s@<: @t@> = @s;\n",
    "const @~s = @s, @~n = @n;\n",
    "let @=b = @b;\n",
    "let @=a@<: @t[]@> = @a;\n",
    "let @=o@<: @t@> = @o;\n",
    "let @=x@<!: @t@>; @0 = @x;\n",
    "let @=x = @x;\n",
    "var @=n = @n;\n",
    "const @~f = @f;\n",
    "let @=i = @i;\n",
    "const [@~x, @~x = @x, ...@~a]@<: @t@> = @a;\n",
    "const { x: @~x, y: @~x = @x, ...@~o } = @o;\n",
    "({ x: @;x, y: [@;x] = @a, ...@;o } = @o);\n",
    "[@;n, @;n] = [@n, @n];\n",
    "[@;a[@k], @;o.x = @x] = @e;\n",
    "if (@b) { @{@*S@} }\n",
    "if (@b) { @{@*S@} } else { @{@*S@} }\n",
    "for (@{let @:n = 0; @0 < @k; @0++) { @+L@+K$tick(); @*S }@}\n",
    "for (@{let @:n = @k, @:x = @x; @0 > 0; @0--) { @+L@+K$tick(); @*S"
    "@a.push(() => @0); }@}\n",
    "for (@{const @~x of @e@&) { @+L@+K$tick(); @*S }@}\n",
    "for (@{const [@~x, @~n = @n] of Object.entries(@o)@&) { @+L@+K$tick(); "
    "@*S }@}\n",
    "for (@;x of @e) { @{@+L@+K$tick(); @*S@} }\n",
    "for (@{const @~s in @o@&) { @+L@+K$tick(); @*S }@}\n",
    "while (@b) { @{@+L@+K$tick(); @*S@} }\n",
    "do { @{@+L@+K$tick(); @*S@} } while (@b);\n",
    "switch (@x) { case @x: @{@+K@*S@} break; case @x: default: $log(@x); case "
    "@n: { @{@+K@*S@} } }\n",
    "try { @{@*S@} } catch (@{@:x) { $log(@0); @*S }@}\n",
    "try { @{@*S@} } finally { @{@*S@} }\n",
    "try { @{@*S@} } catch { @{@*S@} } finally { @{@*S@} }\n",
    "try { @{@*S@} } catch (@{{ name: @:s }) { $log(@0); @*S }@}\n",
    "if (@b) throw @x;\n",
    "?Rif (@b) return @x;\n",
    "?Kif (@b) break;\n",
    "?Lif (@b) continue;\n",
    "?Jif (@b) break $x;\n",
    "?Jif (@b) continue $x;\n",
    "!J$x: for (@{const @~x of @e@&) { @+J@+L@+K$tick(); for (;;) { $tick(); "
    "@*S break; } @*S }@}\n",
    "function @:f@<<T>@>(@{@!@-U@,D)@<: @t@>@& { $tick(); @+R@*Sreturn @x; }@}\n",
    "function* @:g(@{@!@-U@:n) { @+R@+Y$tick(); @*Syield @n; @*S }@}\n",
    "async function @:h(@{@!@-U@:x) { @+R@+A$tick(); @*Sreturn @x; }@}\n",
    "async function* @:j(@{@!@-U@:n) { @+R@+A@+Y$tick(); @*Syield @x; }@}\n",
    "class @:c @C\n",
    "class @:c @C\n",
    "@<abstract @>class @:c @C\n",
    "?E{ using @{@~o = { x: @n, [Symbol.dispose]() { @{@!$log(@n);@} } }; @&@*S"
    "@} "
    "}\n",
    "?A?E{ await using @{@~o = { async [Symbol.asyncDispose]() { @{@!$log(@n);@} } "
    "}; @&@*S@} }\n",
    "?Afor await (@{const @~x of @w@&) { @+L@+K$tick(); @*S }@}\n",
    "?A@;x = await @h(@x);\n",
    "?A?Elet @=x = await tools.echo(@o);\n",
    "?A?Econst @~a = await Promise.all([tools.a.later({ x: @n }), "
    "tools.echo(@o)]);\n",
    "?A?Etry { await tools.a.fail({ x: @x }); } catch (@{@:x) { $log(@0); @*S "
    "}@}\n",
    "?Yyield @x;\n",
    "?Y@;x = yield* @e;\n",
    "{ @{@*S@} }\n",
    "@o.x = @x;\n",
    "@;x = @x;\n",
    "if (@b) $log(@x); else @;n++;\n",
    ";\n",
    "const g@=q = @.g(@n); $log(g@0.next()); $log(g@0.return?.(@x));\n",
    NULL
};

FORMS units[] = { "", "try { @{@*S@} } catch (e) { $log(e); }\n",
                  "try { @{@*S@*S@} } catch (e) { $log(e); }\n", NULL };

/* ---- types ---- */

FORMS types[] = { "number",
                  "string",
                  "any",
                  "unknown",
                  "never",
                  "void",
                  "null",
                  "undefined",
                  "\"lit\"",
                  "3",
                  "(-1)",
                  "7n",
                  "true",
                  "bigint",
                  "symbol",
                  "object",
                  "Array<@t>",
                  "Array<Array<@t>>",
                  "Map<string, Set<@t>>",
                  "Record<string, @t>",
                  "{ @,T }",
                  "{ a: @t; b?: @t; readonly c: @t }",
                  "{ [k: string]: @t }",
                  "[@t, @t?]",
                  "[a: @t, ...b: @t[]]",
                  "(@t | @t)",
                  "(| @t | @t)",
                  "(@t & @t)",
                  "keyof @t",
                  "typeof n0",
                  "(@t extends @t ? @t : @t)",
                  "`a${string}b${number}`",
                  "((this: @t, x?: @t, ...r: @t[]) => @t)",
                  "(<V extends @t>(x: V) => V)",
                  "(new (x: @t) => @t)",
                  "(abstract new () => @t)",
                  "{ [K in keyof @t]?: @t }",
                  "{ -readonly [K in string as `x${K}`]-?: @t }",
                  "(@t)[\"a\"]",
                  "(@t)[]",
                  "readonly (@t)[]",
                  "(@t extends infer V ? V : never)",
                  "Promise<@t>",
                  "A.B.C<@t>",
                  "(typeof n0)[\"x\"][]",
                  NULL };
FORMS type_members[] = { "a: @t",
                         "b?: @t",
                         "readonly d: @t",
                         "m(x: @t): @t",
                         "m<V>(x?: V): V",
                         "(x: @t): @t",
                         "new (x: @t): @t",
                         "get g(): @t",
                         "set g(v: @t)",
                         "[k: number]: @t",
                         "'q r'?: @t",
                         "[Symbol.iterator](): @t",
                         NULL };
FORMS interfaces[] = { "I", "J", "K", NULL };

/* NOLINTEND(bugprone-suspicious-missing-comma) */

static const GrammarRule rules[] = {
    { 'N', number_literals }, { 'k', small },        { 'X', radixes },
    { 'Z', string_literals }, { 'r', regexps },      { 'G', global_regexps },
    { 'P', patterns },        { 'F', regexp_flags }, { 'm', functions_of_math },
    { 'n', numbers },         { 's', strings },      { 'b', booleans },
    { 'a', arrays },          { 'o', objects },      { 'p', properties },
    { 'i', bigints },         { 'f', functions },    { 'h', async_functions },
    { 'D', parameters },      { 'e', iterables },    { 'w', async_iterables },
    { 'c', classes },         { 'x', anything },     { 'M', members },
    { 'q', privates },        { 'C', class_bodies }, { 'S', statements },
    { 'u', units },           { 't', types },        { 'T', type_members },
    { 'I', interfaces },      { 0, NULL },
};

const GrammarRules grammar_js = { rules, before, "nsbaoixfhgjc", "AER",
                                  program };
