/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ast_print.h"

typedef struct Parse {
    Arena arena;
    cm_status status;
    JsProgram *program;
    JsDiagnostic diag;
} Parse;

static void parse_n(Parse *p, const char *source, size_t len)
{
    memset(p, 0, sizeof *p);
    cm__arena_init(&p->arena, cm__alloc_default(), (size_t)1 << 30);
    p->status =
        cm__js_parse(&p->arena, source, len, NULL, &p->program, &p->diag);
}

static void parse(Parse *p, const char *source)
{
    parse_n(p, source, strlen(source));
}

static void done(Parse *p)
{
    cm__arena_done(&p->arena);
}

/* ---- trees --------------------------------------------------------------- */

static const char *const trees[][2] = {
    { "1 + 2 - 3 * 4", " (do (chain 1 21 2 22 (chain 3 23 4)))" },
    { "a ** b ** c", " (do (** a (** b c)))" },
    { "(-a) ** b", " (do (** (unary28 a) b))" },
    { "a ?? b ?? c", " (do (chain a 2 b 2 c))" },
    { "a || b && c", " (do (chain a 3 (chain b 4 c)))" },
    { "a = b = c", " (do (set a (set b c)))" },
    { "a ? b : c ? d : e", " (do (? a b c d e))" },
    { "a.b[c](d)`e`", " (do (get a .b [c] (call d) [(template `e`)]))" },
    { "a?.b?.[c]?.(d).e", " (do (get a ?.b ?[c] ?(call d) .e))" },
    { "(a?.b).c", " (do (get (get a ?.b) .c))" },
    { "new a.b(c).d", " (do (get (new (get a .b) c) .d))" },
    { "new new a(b)(c)", " (do (new (new a b) c))" },
    { "new a", " (do (new a))" },
    { "[a, , ...b]", " (do (array a hole (spread b)))" },
    { "[a = 1, [b], ...c] = d",
      " (do (set (array-pattern (default a 1) (array-pattern b) (rest "
      "c)) d))" },
    { "({ a, b: c = 1, ...d } = e)",
      " (do (set (object-pattern (prop1 a a) (prop0 b (default c 1)) (prop5  "
      "d)) e))" },
    { "({ __proto__: a, b() {}, get c() { return 1 }, [d]: 2 })",
      " (do (object (prop6 __proto__ a) (prop2 b (method b ())) (prop3 c "
      "(getter c () (return 1))) (prop0 [d] 2)))" },
    { "a => b => c", " (do (arrow - ( (param a -)) => (arrow - ( (param b "
                     "-)) => c)))" },
    { "async (a, ...b) => { await a }",
      " (do (async-arrow - ( (param a -) (rest b -)) (do (await a))))" },
    { "async(a, b)", " (do (get async (call a b)))" },
    { "async => async", " (do (arrow - ( (param async -)) => async))" },
    { "({ a = 1 }) => a", " (do (arrow - ( (param (object-pattern (prop1 a "
                          "(default a 1))) -)) => a))" },
    { "if (a) b; else if (c) d; else e", " (if a (do b) c (do d) (do e))" },
    { "for (const [a] of b) c",
      " (of (var4 (= (array-pattern a) -)) (body b (do c)))" },
    { "for (a.b in c) ;", " (in (get a .b) (body c empty))" },
    { "{ using a = b, c = d; await using e = f }",
      " (block (var4u1 (= a b) (= c d)) (var4u2 (= e f)))" },
    { "for (await using a of b) ;", " (of (var4u2 (= a -)) (body b empty))" },
    { "for (using of b) ;", " (of using (body b empty))" },
    { "for (using of = a;;) ;", " (for (var4u1 (= of a)) - (body - empty))" },
    { "using\na = b; using[a]", " (do using) (do (set a b)) (do (get using [a]"
                                "))" },
    { "for (let i = 0, n = (a in b); i < n; i++) ;",
      " (for (var3 (= i 0) (= n (chain a 16 b))) (chain i 12 n) (body (++ i "
      "-) empty))" },
    { "x: for (;;) { continue x }",
      " (label x (for - - (body - (block (continue x)))))" },
    { "class A extends B { #x = 1; static { f() } static m() { #x in a } }",
      " (class A B (element3 #x 1) (element4s  (static - () (do (get f "
      "(call))))) (element0s m (method m () (do (chain #x 16 a)))))" },
    { "`a${b}c${d}`", " (do (template `a` b `c` d ``))" },
    { "a\n++b", " (do a) (do (++ b -))" },
    { "a\n/b/g", " (do (chain a 24 b 24 g))" },
    { "return\na", " (return -) (do a)" },
    { "x = /[/]\\//g.y", " (do (set x (get /[/]\\//g .y)))" },
    { "0x1F + 0b11 + 0o17 + 1_000 + .5 + 1e3 + 1.e1",
      " (do (chain 31 21 3 21 15 21 1000 21 0.5 21 1000 21 10))" },
    { "10n; 0xFFn", " (do 10n10) (do 16nFF)" },
    { "'\\u0041\\x42\\u{43}\\\nD'.e", " (do (get \"ABCD\" .e))" },
    { "v\\u0061r2 = 1", " (do (set var2 1))" },
    { "import a, { b as c, default as d } from 'x'; import * as e from 'y'; "
      "import 'z'",
      " (import x default:a b:c default:d) (import y *) (import z)" },
    { "export default async () => 5", " (default (async-arrow - () => 5) -)" },
    { "do a; while (b) c", " (do b (do a)) (do c)" },
    { "switch (a) { case (b): c; default: d }",
      " (switch a (case b (do c)) (case - (do d)))" },
    { "try { a } catch { b } finally { c }",
      " (try (block (do a)) -(block (do b))(finally (block (do c)) -))" },
    { "#!/usr/bin/env node\n1", " (do 1)" },
    { "\xEF\xBB\xBF"
      "1",
      " (do 1)" },
    { "a <!--b", " (do (chain a 12 (unary29 (-- b -))))" },
    { "```js\n1\n```\n", " (do 1)" },
    { "  ~~~~\n1 //~~~\n~~~~~  \n\n", " (do 1)" },
};

static void text_becomes_tree(void **state)
{
    (void)state;
    int failures = 0;
    for (size_t i = 0; i < CM_ARRAY_LEN(trees); i++) {
        Parse p;
        Buf b;
        parse(&p, trees[i][0]);
        cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
        if (p.status == CM_OK)
            print_program(&b, p.program);
        else
            cm__buf_add_str(&b, p.status == CM_E_SYNTAX ? p.diag.message : "?");
        if (strcmp(cm__buf_text(&b), trees[i][1]) != 0) {
            failures++;
            print_error("%s\n  got  %s\n  want %s\n", trees[i][0],
                        cm__buf_text(&b), trees[i][1]);
        }
        cm__buf_done(&b);
        done(&p);
    }
    assert_int_equal(failures, 0);
}

/* ---- errors -------------------------------------------------------------- */

typedef struct Wrong {
    const char *source;
    uint32_t line, column;
    const char *what; /* part of the message */
} Wrong;

static const Wrong wrongs[] = {
    /* spec field cases */
    { "const x: = 5", 1, 10, "unexpected token '='" },
    { "ls -la /tmp && cat notes.md", 1, 20, "notes" },
    { "#!/bin/sh\necho hi", 2, 6, "hi" },
    { "const script = String.raw`for v in A B; do echo \"${!v:-none}\"; "
      "done`;",
      1, 54, "unexpected token ':'" },
    { "local x = 1", 1, 7, "'x'" },
    { "a;\nb;\n  foo = = 1", 3, 9, "unexpected token '='" },
    { "```js\nlet x = ;\n```", 2, 9, "unexpected token ';'" },
    { "```js\n1\n```\n```js\n2\n```", 1, 1, "fence" },
    { "```js\n1", 1, 1, "fence" },
    { "\xC3\xA9\xC3\xA9 = '\xE2\x82\xAC' x", 1, 10, "'x'" },
    /* tokens */
    { "'abc", 1, 1, "string without an end" },
    { "x = `a${b", 1, 10, "end of input" },
    { "x = `a", 1, 5, "template without an end" },
    { "/* a", 1, 1, "comment without an end" },
    { "x = /a", 1, 5, "regular expression without an end" },
    { "x = /a/gg", 1, 9, "flag" },
    { "x = /a/k", 1, 8, "flag" },
    { "x = /a/uv", 1, 9, "exclude" },
    { "x = 010", 1, 5, "leading zero" },
    { "x = 08", 1, 5, "leading zero" },
    { "x = '\\01'", 1, 6, "octal" },
    { "x = '\\8'", 1, 6, "octal" },
    { "x = `\\07`", 1, 6, "octal" },
    { "x = '\\xZZ'", 1, 6, "escape" },
    { "x = '\\u{110000}'", 1, 6, "escape" },
    { "x = 1__0", 1, 6, "separator" },
    { "x = 1_", 1, 6, "separator" },
    { "x = 0_1", 1, 6, "separator" },
    { "x = 3in []", 1, 6, "identifier directly after a number" },
    { "x = 0x", 1, 7, "without digits" },
    { "x = 1e", 1, 7, "without digits" },
    { "x = 1.5n", 1, 8, "identifier directly" },
    { "v\\u0061r x", 1, 1, "keyword" },
    { "a # b", 1, 3, "unexpected character '#'" },
    { "a \x01 b", 1, 3, "U+0001" },
    /* names */
    { "let let = 1", 1, 5, "'let'" },
    { "var yield", 1, 5, "'yield'" },
    { "var static", 1, 5, "'static'" },
    { "eval = 1", 1, 1, "'eval'" },
    { "arguments++", 1, 1, "'arguments'" },
    { "function f(eval) {}", 1, 12, "'eval'" },
    { "x = interface", 1, 5, "reserved" },
    { "await = 1", 1, 7, "unexpected token '='" },
    { "var await; await x", 1, 5, "'await'" },
    { "async function f() { var await }", 1, 26, "'await'" },
    { "function* f() { var yield }", 1, 21, "'yield'" },
    { "x = enum", 1, 5, "'enum'" },
    { "class eval {}", 1, 7, "'eval'" },
    /* declarations */
    { "let a; let a", 1, 12, "'a' has already been declared" },
    { "let a; var a", 1, 12, "already" },
    { "var a; let a", 1, 12, "already" },
    { "const a = 1; function a() {}", 1, 23, "already" },
    { "{ { var a } let a }", 1, 17, "already" },
    { "let a; { var a }", 1, 14, "already" },
    { "{ function a() {} function a() {} }", 1, 28, "already" },
    { "function f(a) { let a }", 1, 21, "already" },
    { "function f(a, a) {}", 1, 15, "already" },
    { "(a, a) => 1", 1, 5, "already" },
    { "({ b: a }, [a]) => 1", 1, 13, "already" },
    { "(a) => { let a }", 1, 14, "already" },
    { "try {} catch (a) { let a }", 1, 24, "already" },
    { "try {} catch ([a]) { var a }", 1, 26, "already" },
    { "try {} catch ([a, a]) { }", 1, 19, "already" },
    { "switch (1) { case 1: let a; default: let a }", 1, 42, "already" },
    { "for (let a of b) { var a }", 1, 24, "already" },
    { "for (let [a, a] of b) ;", 1, 14, "already" },
    { "import a from 'x'; let a", 1, 24, "already" },
    { "import { a, b as a } from 'x'", 1, 18, "already" },
    { "class A {} class A {}", 1, 18, "already" },
    { "enum A {} let A", 1, 15, "already" },
    { "const a", 1, 8, "needs a value" },
    { "let [a]", 1, 8, "needs a value" },
    { "let { a };", 1, 10, "needs a value" },
    { "if (a) let b", 1, 8, "declaration" },
    { "if (a) function f() {}", 1, 8, "declaration" },
    { "while (a) class B {}", 1, 11, "declaration" },
    { "a: function f() {}", 1, 4, "label" },
    /* placement */
    { "break", 1, 1, "break outside" },
    { "continue", 1, 1, "continue outside" },
    { "for (;;) { () => { break } }", 1, 20, "break outside" },
    { "for (;;) break a", 1, 16, "undefined label 'a'" },
    { "a: { continue a }", 1, 15, "label of a loop" },
    { "a: a: ;", 1, 4, "already open" },
    { "a: for (;;) { (() => { break a }) }", 1, 30, "undefined label" },
    { "class A { static { return } }", 1, 20, "static block" },
    { "class A { static { await 1 } }", 1, 20, "await" },
    { "class A { x = arguments }", 1, 15, "'arguments'" },
    { "function f() { await x }", 1, 16, "only valid in async" },
    { "() => { await x }", 1, 9, "only valid in async" },
    { "function f() { for await (a of b) ; }", 1, 20, "only valid in async" },
    { "async function f(a = await b) {}", 1, 22, "parameters" },
    { "function* f(a = yield) {}", 1, 17, "parameters" },
    { "async (a = await b) => 1", 1, 12, "parameters" },
    { "new.target", 1, 1, "new.target outside" },
    { "() => new.target", 1, 7, "new.target outside" },
    { "super.x", 1, 1, "super outside" },
    { "function f() { super() }", 1, 16, "super()" },
    { "class A { constructor() { super() } }", 1, 27, "super()" },
    { "class A extends B { m() { super() } }", 1, 27, "super()" },
    { "{ import a from 'x' }", 1, 3, "top level" },
    { "function f() { export default 1 }", 1, 16, "top level" },
    { "export default 1; export default 2", 1, 19, "one export default" },
    /* targets */
    { "1 = 2", 1, 1, "assignment target" },
    { "f() = 2", 1, 1, "assignment target" },
    { "a?.b = 2", 1, 1, "assignment target" },
    { "a + b = 2", 1, 1, "assignment target" },
    { "++a++", 1, 3, "assignment target" },
    { "[a] += 1", 1, 1, "assignment target" },
    { "[1] = a", 1, 2, "assignment target" },
    { "[...a, b] = c", 1, 2, "rest element" },
    { "[...a,] = c", 1, 2, "rest element" },
    { "({ ...{ a } } = c)", 1, 7, "assignment target" },
    { "({ a() {} } = c)", 1, 4, "assignment target" },
    { "([a]) = 1", 1, 2, "assignment target" },
    { "this = 1", 1, 1, "assignment target" },
    { "new.target = 1", 1, 1, "new.target" },
    { "({ a = 1 })", 1, 6, "unexpected token '='" },
    { "f({ a = 1 })", 1, 7, "unexpected token '='" },
    { "({ __proto__: 1, __proto__: 2 })", 1, 18, "twice" },
    { "for (let a, b of c) ;", 1, 13, "one variable" },
    { "for (using a of b, c) ;", 1, 18, "unexpected" },
    { "for (using a, b of c) ;", 1, 13, "'=' is missing" },
    { "for (await using a in b) ;", 1, 6, "nothing to dispose of" },
    { "{ await using a }", 1, 17, "'=' is missing" },
    { "for (let a = 1 of c) ;", 1, 14, "initializer" },
    { "for (var a = 1 in c) ;", 1, 14, "initializer" },
    { "for (async of c) ;", 1, 6, "async" },
    { "for (let of c) ;", 1, 13, "unexpected" },
    { "for (f() of c) ;", 1, 6, "assignment target" },
    { "for await (a in c) ;", 1, 14, "unexpected" },
    { "(a, ...b, c) => 1", 1, 5, "must be last" },
    { "(...a,) => 1", 1, 2, "must be last" },
    { "function f(...a, b) {}", 1, 16, "must be last" },
    { "function f(...a = 1) {}", 1, 17, "unexpected" },
    { "((a)) => 1", 1, 3, "parameter of an arrow" },
    { "(a.b) => 1", 1, 2, "parameter of an arrow" },
    { "(1) => 1", 1, 2, "parameter of an arrow" },
    { "()", 1, 2, "unexpected token ')'" },
    { "() + 1", 1, 2, "unexpected token ')'" },
    { "(a,)", 1, 4, "arrow function" },
    { "(...a)", 1, 2, "arrow function" },
    { "(a: number)", 1, 3, "arrow function" },
    { "a\n=> b", 2, 1, "unexpected token '=>'" },
    { "a => {} + 1", 1, 9, "unexpected token '+'" },
    { "!(a) => b", 1, 6, "unexpected token '=>'" },
    /* operators */
    { "delete a", 1, 1, "deleted" },
    { "delete (a)", 1, 1, "deleted" },
    { "class A { #a; m() { delete this.#a } }", 1, 21, "deleted" },
    { "-a ** b", 1, 4, "parentheses" },
    { "await a ** b", 1, 9, "parentheses" },
    { "a ?? b || c", 1, 3, "parentheses" },
    { "a && b ?? c", 1, 8, "parentheses" },
    { "a?.`b`", 1, 4, "optional chain" },
    { "new a?.b()", 1, 6, "optional chain" },
    { "throw\na", 2, 1, "line break" },
    { "try {}", 1, 7, "try without" },
    { "switch (a) { default: default: }", 1, 23, "default" },
    /* classes */
    { "class A { constructor() {} constructor() {} }", 1, 28, "one constr" },
    { "class A { get constructor() {} }", 1, 15, "constructor" },
    { "class A { async constructor() {} }", 1, 17, "constructor" },
    { "class A { constructor = 1 }", 1, 11, "name" },
    { "class A { static prototype() {} }", 1, 18, "prototype" },
    { "class A { static prototype = 1 }", 1, 18, "name" },
    { "class A { #a; #a }", 1, 15, "already" },
    { "class A { get #a() {} get #a() {} }", 1, 27, "already" },
    { "class A { static get #a() {} set #a(v) {} }", 1, 34, "already" },
    { "class A { #constructor }", 1, 11, "#constructor" },
    { "class A { m() { this.#b } }", 1, 22, "no class declares" },
    { "a.#b", 1, 3, "outside of a class" },
    { "class A { #a; m() { #a } }", 1, 21, "private name" },
    { "class A { #a; m() { 1 + #a in b } }", 1, 25, "private name" },
    { "class A { get a(b) {} }", 1, 17, "no parameters" },
    { "class A { set a() {} }", 1, 15, "one parameter" },
    { "class A { m() }", 1, 15, "" },
    { "class A { m(); n() {} }", 1, 16, "body is missing" },
    { "class A { m(); n?(); }", 1, 16, "body is missing" },
    { "class A { get a?() {} }", 1, 16, "unexpected token '?'" },
    { "class A { set a?(b) {} }", 1, 16, "unexpected token '?'" },
    { "class A { constructor?() {} }", 1, 22, "unexpected token '?'" },
    { "function f(a);\n1", 2, 1, "body is missing" },
    { "function f(a = 1) { 'use strict' }", 1, 21, "use strict" },
    { "class A extends B, C {}", 1, 18, "unexpected token ','" },
    /* ends */
    { "f(", 1, 3, "end of input" },
    { "{", 1, 2, "end of input" },
    { "a b", 1, 3, "unexpected identifier 'b'" },
    { "}", 1, 1, "unexpected token '}'" },
    { "return <div>hello</div>", 1, 19, "" },
    { "return <div>\n  hello\n</div>", 3, 2, "" },
    { "return <Foo.Bar a={1} />", 1, 17, "unexpected" },
    { "x = <div />", 1, 10, "unexpected" },
    { "a;\n--> b", 2, 3, "unexpected token '>'" },
    { "import a, b from 'x'", 1, 11, "unexpected" },
    { "let x: number string", 1, 15, "unexpected" },
};

static void errors_are_found_and_located(void **state)
{
    (void)state;
    int failures = 0;
    for (size_t i = 0; i < CM_ARRAY_LEN(wrongs); i++) {
        const Wrong *w = &wrongs[i];
        Parse p;
        parse(&p, w->source);
        bool ok = p.status == CM_E_SYNTAX &&
                  p.diag.kind == JS_DIAG_PARSE_ERROR && p.diag.has_location &&
                  p.diag.line == w->line && p.diag.column == w->column &&
                  strstr(p.diag.message, w->what) != NULL &&
                  p.diag.n_suggestions == 1;
        if (!ok) {
            failures++;
            print_error("%s\n  want %u:%u %s\n  got  %d %u:%u %s\n", w->source,
                        w->line, w->column, w->what, p.status, p.diag.line,
                        p.diag.column,
                        p.status == CM_E_SYNTAX ? p.diag.message : "");
        }
        done(&p);
    }
    assert_int_equal(failures, 0);
}

static const char *const rights[] = {
    "var await",
    "await: for (;;) break await",
    "var await; await(1); async () => await 1",
    "var a; var a; function a() {} function a() {}",
    "function f(a) { var a; function a() {} }",
    "try {} catch (e) { var e }",
    "{ function a() {} } var a",
    "let a; { let a; { var b } }",
    "(function a() { let a })",
    "class A { get #a() {} set #a(v) {} }",
    "class A { #a; m() { class B { #b; n(o) { o.#a; o.#b } } } }",
    "class A { m() { this.#late } #late }",
    "class A { 'constructor'() {} }",
    "class A { static constructor() {} static m() {} get() {} static() {} }",
    "class A { static async *m() {} async\nx() {} get\ny() {} }",
    "a: for (;;) { b: for (;;) { continue a } }",
    "a: b: c: for (;;) continue a",
    "a: { break a }",
    "a: ; a: ;",
    "({ a, b = 1 } = c, [d] = e)",
    "[a.b, c[d], [e], { f }] = g",
    "for ([a, b] of c) ; for ({ a = 1 } of c) ; for (x.y of c) ;",
    "for (let of = 1; ;) break",
    "for (let async of c) ; for (async in c) ;",
    "for (const a in b) ; for await (const a of b) ;",
    "async function f() { for await (const x of y) await x }",
    "function* g() { yield; yield a; yield* b; x = yield }",
    "async () => { await a; }",
    "x = async\n(a)",
    "var async; async = 1",
    "return function () { return new.target?.x }",
    "({ m() { super.x } })",
    "class A extends B { constructor() { super(); (() => super.x)() } }",
    "class A extends B { x = super.y; static { super.z } }",
    "'use strict'; 'use strict'",
    "function f() { 'use strict' }",
    "if (a) ; else ;",
    "do ; while (a) b",
    "x = a ? b : c, d",
    "x = { get, set, async, static: 1, await: 2, if: 3, 1: 2, 1n: 3 }",
    "x = { get a() {}, async b() {}, *c() {}, async *d() {}, 'e'() {} }",
    "x = y / z / w; x = (a) / 2; x = a[0] / b",
    "x = a++ / 2",
    "var \xCF\x80 = 3, \\u{61}b = 1, a\xE2\x80\x8C = 2",
    "x = '\xE2\x80\xA8'",
    "a = b\n;[1].c",
    "export default function () {}",
    "export default class {}",
    "export default function f() {} f()",
    "export default [1]",
    "// only a comment",
    "tagged`\\u{`",
    "label: { }",
    "yield1 = let1",
    "a?.5:1",
    "x = `a${`b${c}`}`",
    "x = { ...a, ...{ b } }",
    "f(...a, b, ...c,)",
    "var { a, ...b } = c, [d, ...[e]] = f",
    "x = function await2() {}",
    "delete a.b, delete a[b], delete a?.b",
    "(a, b)",
    "(async function () {})()",
    "x = class { static async = 1; static get = 2 }",
    "throw a",
    "debugger",
    "while (a) if (b) break; else continue",
};

static void right_programs_parse(void **state)
{
    (void)state;
    int failures = 0;
    for (size_t i = 0; i < CM_ARRAY_LEN(rights); i++) {
        Parse p;
        parse(&p, rights[i]);
        if (p.status != CM_OK) {
            failures++;
            print_error("%s\n  %s\n", rights[i],
                        p.status == CM_E_SYNTAX ? p.diag.message : "accepted");
        }
        done(&p);
    }
    assert_int_equal(failures, 0);
}

/* ---- messages ------------------------------------------------------------ */

static void message_quotes_the_line(void **state)
{
    (void)state;
    Parse p;
    parse(&p, "let a = 1;\n\tb = = 2;");
    assert_string_equal(p.diag.message, "unexpected token '=' (line 2, col 6)\n"
                                        "  2 | \tb = = 2;\n"
                                        "      \t    ^");
    done(&p);
    parse(&p, "with (a) b");
    assert_string_equal(p.diag.message,
                        "with is not supported (line 1, col 1)");
    done(&p);
}

static void long_lines_are_cut(void **state)
{
    (void)state;
    char source[1001];
    memset(source, ' ', 1000);
    memcpy(source, "a;", 2);
    memcpy(source + 500, "b = = c;", 8);
    source[999] = ';';
    source[1000] = '\0';
    Parse p;
    parse(&p, source);
    assert_int_equal(p.diag.column, 505);
    const char *quote = strchr(p.diag.message, '\n') + 1;
    const char *caret = strchr(quote, '\n') + 1;
    assert_memory_equal(quote, "  1 | ...", 9);
    assert_memory_equal(caret - 4, "...\n", 4);
    assert_int_equal(caret - quote, 6 + 3 + 160 + 3 + 1);
    size_t at = strlen(caret) - 1;
    assert_int_equal(caret[at], '^');
    assert_int_equal(quote[at], '=');
    done(&p);
}

static void hints_name_the_likely_cause(void **state)
{
    (void)state;
    static const char *const hints[][2] = {
        { "local x = 1", "Lua" },
        { "if x == 1 then\n  print(x)\nend", "Lua" },
        { "return <b>x</b>", "JSX" },
        { "ls -la /tmp && cat notes.md", "shell" },
        { "Here is the program:\n```js\n1\n```", "prose" },
        { "Here is the program:\n```js\n1\n```", "program alone" },
        { "x = `echo ${!v:-none}`", "interpolation" },
        { "let 1", "JavaScript" },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(hints); i++) {
        Parse p;
        parse(&p, hints[i][0]);
        assert_int_equal(p.status, CM_E_SYNTAX);
        assert_int_equal(p.diag.n_suggestions, 1);
        assert_non_null(strstr(p.diag.suggestions[0], "JavaScript"));
        assert_non_null(strstr(p.diag.suggestions[0], hints[i][1]));
        done(&p);
    }
}

static void blank_source_has_no_place(void **state)
{
    (void)state;
    static const char *const blanks[] = { "",
                                          " \n\t",
                                          "\xEF\xBB\xBF",
                                          "```js\n\n```",
                                          "```\n```",
                                          "\xC2\xA0\xE2\x80\xA8" };
    for (size_t i = 0; i < CM_ARRAY_LEN(blanks); i++) {
        Parse p;
        parse(&p, blanks[i]);
        assert_int_equal(p.status, CM_E_SYNTAX);
        assert_false(p.diag.has_location);
        assert_non_null(strstr(p.diag.message, "empty"));
        done(&p);
    }
}

static void bad_utf8_is_located(void **state)
{
    (void)state;
    Parse p;
    parse(&p, "a = '\xFF'");
    assert_int_equal(p.status, CM_E_SYNTAX);
    assert_int_equal(p.diag.column, 6);
    done(&p);
}

/* ---- limits -------------------------------------------------------------- */

static char *repeat(const char *open, const char *middle, const char *close,
                    size_t n)
{
    Buf b;
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    for (size_t i = 0; i < n; i++)
        cm__buf_add_str(&b, open);
    cm__buf_add_str(&b, middle);
    for (size_t i = 0; i < n; i++)
        cm__buf_add_str(&b, close);
    char *text = malloc(b.len + 1);
    assert_non_null(text);
    memcpy(text, cm__buf_text(&b), b.len + 1);
    cm__buf_done(&b);
    return text;
}

static cm_status parse_repeat(const char *open, const char *middle,
                              const char *close, size_t n)
{
    char *text = repeat(open, middle, close, n);
    Parse p;
    parse(&p, text);
    if (p.status == CM_E_SYNTAX && strstr(p.diag.message, "nesting") == NULL)
        print_error("%s\n", p.diag.message);
    if (p.status == CM_E_SYNTAX)
        assert_non_null(strstr(p.diag.message, "nesting"));
    cm_status st = p.status;
    done(&p);
    free(text);
    return st;
}

static void nesting_is_bounded(void **state)
{
    (void)state;
    static const char *const shapes[][3] = {
        { "[", "", "]" },
        { "(", "1", ")" },
        { "{", "", "}" },
        { "`${", "1", "}`" },
        { "()=>", "1", "" },
        { "!", "1", "" },
        { "- ", "1", "" },
        { "f(", "1", ")" },
        { "a[", "1", "]" },
        { "if(1)", "1", "" },
        { "a?", "1", ":1" },
        { "a=", "1", "" },
        { "a**", "1", "" },
        { "new ", "X", "" },
        { "await ", "1", "" },
        { "while(1)", ";", "" },
        { "while(1){", "", "}" },
        { "typeof ", "a", "" },
        { "switch(1){default:", "", "}" },
        { "try{", "", "}finally{}" },
        {
            "(function(){",
            "",
            "})",
        },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(shapes); i++) {
        const char *const *s = shapes[i];
        bool twice = strlen(s[0]) > 5 && s[0][0] == '('; /* paren and body */
        size_t most = twice ? 500 : 1000;
        assert_int_equal(parse_repeat(s[0], s[1], s[2], most), CM_OK);
        assert_int_equal(parse_repeat(s[0], s[1], s[2], most + 1), CM_E_SYNTAX);
        assert_int_equal(parse_repeat(s[0], s[1], s[2], 100000), CM_E_SYNTAX);
    }
}

#define MIB ((size_t)1 << 20)

/* 4 MiB of one shape: head, then body until it is full, then tail. */
static double chain_seconds(const char *head, const char *body,
                            const char *tail)
{
    size_t h = strlen(head), n = strlen(body), t = strlen(tail), at = h;
    char *text = malloc(4 * MIB);
    assert_non_null(text);
    memcpy(text, head, h);
    for (; at + n + t <= 4 * MIB; at += n)
        memcpy(text + at, body, n);
    memcpy(text + at, tail, t);
    struct timespec from, to;
    Parse p;
    clock_gettime(CLOCK_MONOTONIC, &from);
    parse_n(&p, text, at + t);
    clock_gettime(CLOCK_MONOTONIC, &to);
    if (p.status == CM_E_SYNTAX)
        print_error("%s %s\n", body, p.diag.message);
    assert_int_equal(p.status, CM_OK);
    done(&p);
    free(text);
    return (double)(to.tv_sec - from.tv_sec) +
           (double)(to.tv_nsec - from.tv_nsec) / 1e9;
}

static void chains_have_no_bound(void **state)
{
    (void)state;
    static const char *const shapes[][3] = {
        { "a", "+a", "" },
        { "a", "*a+a", "" },
        { "a", ".a", "" },
        { "a", "?.a", "" },
        { "a", "()", "" },
        { "a", "``", "" },
        { "a", "<a", "" },
        { "a", ">b as c", "" },
        { "a", "!", "" },
        { "a", ",a", "" },
        { "if(a);", "else if(a);", "" },
        { "x=", "a?b:", "c" },
        { "x=", "a?(b):", "c" },
        { "", "a;", "" },
        { "switch(a){", "case 1:", "}" },
        { "x=`", "${a}", "`" },
        { "let x:", "a|", "b" },
        { "let x:", "a extends b?c:", "d" },
        { "", "(a,b)=>{};", "" },
        { "", "f<T>(x);", "" },
        { "", "a<b;", "" },
        { "enum E{", "a,", "}" },
        { "x=[", "{a:1},", "]" },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(shapes); i++) {
        double s = chain_seconds(shapes[i][0], shapes[i][1], shapes[i][2]);
        /* Linear takes a fraction of a second; the bound only has to tell it
         * from quadratic, on slow machines and in sanitizer builds too. */
        assert_true(s < 30.0);
    }
}

static void source_size_is_bounded(void **state)
{
    (void)state;
    char *text = malloc(4 * MIB + 1);
    assert_non_null(text);
    memset(text, ' ', 4 * MIB + 1);
    text[0] = '1';
    Parse p;
    parse_n(&p, text, 4 * MIB);
    assert_int_equal(p.status, CM_OK);
    done(&p);
    parse_n(&p, text, 4 * MIB + 1);
    assert_int_equal(p.status, CM_E_SYNTAX);
    assert_false(p.diag.has_location);
    done(&p);
    free(text);
}

/* ---- memory -------------------------------------------------------------- */

typedef struct Stingy {
    cm_allocator alloc;
    long left; /* allocations granted */
    long live; /* bytes */
} Stingy;

static void *stingy_resize(void *ctx, void *ptr, size_t old_size,
                           size_t new_size)
{
    Stingy *s = ctx;
    if (new_size > old_size && s->left-- <= 0)
        return NULL;
    s->live += (long)new_size - (long)old_size;
    if (new_size == 0) {
        free(ptr);
        return NULL;
    }
    return realloc(ptr, new_size);
}

static void running_out_of_memory_is_clean(void **state)
{
    (void)state;
    const char *source = "class A<T> { #x = `a${'\\u1234' + 1}`; m(a = 1) { "
                         "return f<T>(a ? (b) : c => d) } } let = 1";
    for (long n = 0; n < 60; n++) {
        Stingy s = { { stingy_resize, NULL }, n, 0 };
        s.alloc.ctx = &s;
        Arena arena;
        JsProgram *program = NULL;
        JsDiagnostic diag;
        cm__arena_init(&arena, &s.alloc, 1 << 20);
        cm_status st =
            cm__js_parse(&arena, source, strlen(source), NULL, &program, &diag);
        assert_true(st == CM_E_SYNTAX || st == CM_E_NOMEM);
        cm__arena_done(&arena);
        assert_int_equal(s.live, 0);
    }
}

/* ---- scopes -------------------------------------------------------------- */

static void arrow_adopts_scopes_of_its_parameters(void **state)
{
    (void)state;
    Parse p;
    parse(&p, "(a = () => 1, b = class { m() {} }) => a");
    assert_int_equal(p.status, CM_OK);
    JsScope *body = p.program->main->body_scope;
    assert_ptr_equal(body->first_child, body->last_child);
    JsScope *arrow = body->first_child;
    assert_int_equal(arrow->kind, JS_SCOPE_FUNCTION);
    assert_int_equal(arrow->n_decls, 2);
    JsScope *inner = arrow->first_child;
    assert_int_equal(inner->kind, JS_SCOPE_FUNCTION);
    assert_ptr_equal(inner->function->parent, arrow->function);
    assert_int_equal(inner->next->kind, JS_SCOPE_CLASS);
    assert_ptr_equal(inner->next->function, arrow->function);
    assert_int_equal(inner->next->next->kind, JS_SCOPE_BODY);
    done(&p);
}

/* What Function.prototype.toString shows. */
static void methods_begin_behind_their_modifiers(void **state)
{
    (void)state;
    static const char source[] =
        "class A { static async m() {} private get b() { return 1 } *c() {} }";
    static const char *const texts[] = { "async m() {}", "get b() { return 1 }",
                                         "*c() {}" };
    Parse p;
    parse(&p, source);
    assert_int_equal(p.status, CM_OK);
    const JsClass *klass = JS_AS_CONST(JsClass, p.program->main->body.first);
    const JsNode *node = klass->elements.first;
    for (size_t i = 0; i < CM_ARRAY_LEN(texts); i++, node = node->next) {
        const JsNode *f = JS_AS_CONST(JsElement, node)->value;
        assert_int_equal(f->end - f->start, strlen(texts[i]));
        assert_memory_equal(source + f->start, texts[i], strlen(texts[i]));
    }
    done(&p);
}

static void function_facts_are_noted(void **state)
{
    (void)state;
    Parse p;
    parse(&p, "function f(a, b = 1, c) { return () => [this, arguments] }");
    const JsFunction *f = JS_AS_CONST(JsFunction, p.program->main->body.first);
    assert_int_equal(f->n_params, 3);
    assert_int_equal(f->length, 1);
    assert_false(f->has_simple_params);
    assert_true(f->uses_this);
    assert_true(f->uses_arguments);
    assert_false(f->uses_new_target);
    assert_false(p.program->main->uses_this);
    assert_ptr_equal(f->decl->value, f);
    done(&p);
    parse(&p, "1; const v = 2");
    assert_int_equal(p.program->last->kind, JS_NODE_VAR);
    done(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_becomes_tree),
        cmocka_unit_test(errors_are_found_and_located),
        cmocka_unit_test(right_programs_parse),
        cmocka_unit_test(message_quotes_the_line),
        cmocka_unit_test(long_lines_are_cut),
        cmocka_unit_test(hints_name_the_likely_cause),
        cmocka_unit_test(blank_source_has_no_place),
        cmocka_unit_test(bad_utf8_is_located),
        cmocka_unit_test(nesting_is_bounded),
        cmocka_unit_test(chains_have_no_bound),
        cmocka_unit_test(source_size_is_bounded),
        cmocka_unit_test(running_out_of_memory_is_clean),
        cmocka_unit_test(arrow_adopts_scopes_of_its_parameters),
        cmocka_unit_test(methods_begin_behind_their_modifiers),
        cmocka_unit_test(function_facts_are_noted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
