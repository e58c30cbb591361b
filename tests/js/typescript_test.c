/* SPDX-License-Identifier: MIT */
/* Erasure: each TypeScript text must give the tree of the JavaScript text next
 * to it. Then what is compiled, and what is refused (spec 2.4, 2.5). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "ast_print.h"

static bool parse_to_text(const char *source, Buf *out, char *why, size_t n)
{
    Arena arena;
    JsProgram *program = NULL;
    JsDiagnostic diag = { 0 };
    cm__arena_init(&arena, cm__alloc_default(), (size_t)64 << 20);
    cm_status st =
        cm__js_parse(&arena, source, strlen(source), NULL, &program, &diag);
    if (st == CM_OK)
        print_program(out, program);
    else
        snprintf(why, n, "%s", st == CM_E_SYNTAX ? diag.message : "no memory");
    cm__arena_done(&arena);
    return st == CM_OK;
}

static const char *const erasures[][2] = {
    /* annotations */
    { "let x: number = 1;", "let x = 1;" },
    { "const a: string[] = [];", "const a = [];" },
    { "let a: Array<Array<number>> = [];", "let a = [];" },
    { "let a: Map<string, Map<string, number>>= m;", "let a = m;" },
    { "let f: (a: number, b?: string) => void = g;", "let f = g;" },
    { "let f: new (...args: any[]) => T = g;", "let f = g;" },
    { "let f: abstract new () => T = g;", "let f = g;" },
    { "let f: <T>(x: T) => T = g;", "let f = g;" },
    { "let o: { a: number; b?: string, readonly c: T }= p;", "let o = p;" },
    { "let o: { [key: string]: number } = p;", "let o = p;" },
    { "let o: { [K in keyof T]?: T[K] } = p;", "let o = p;" },
    { "let o: { -readonly [K in keyof T as `x${K}`]-?: T[K] } = p;",
      "let o = p;" },
    { "let o: { m(): void; get x(): number; set x(v: number) } = p;",
      "let o = p;" },
    { "let o: { (a: string): number; new (a: string): T } = p;", "let o = p;" },
    { "let o: {\n a: number\n b: string\n} = p", "let o = p" },
    { "let t: [a: string, b?: number, ...rest: T[]] = p;", "let t = p;" },
    { "let u: | 'a' | \"b\" | 1 | -1 | 1n | null | true = p;", "let u = p;" },
    { "let u: A & B | C = p;", "let u = p;" },
    { "let c: T extends U ? X : Y extends Z ? 1 : 2 = p;", "let c = p;" },
    { "let c: T extends (infer U)[] ? U : never = p;", "let c = p;" },
    { "let c: T extends [infer U extends string, ...infer R] ? U : never = p;",
      "let c = p;" },
    { "let c: T extends { a: infer U extends number } ? U : 0 = p;",
      "let c = p;" },
    { "let k: keyof typeof obj = p;", "let k = p;" },
    { "let k: keyof 3 | keyof -1 | keyof 7n = p;", "let k = p;" },
    { "f<keyof (A | B)>(x);", "f(x);" },
    { "f<readonly (A)[]>(x);", "f(x);" },
    { "f = (x: A): (A | B) => x;", "f = (x) => x;" },
    { "f = (x): (A)[] => x;", "f = (x) => x;" },
    { "f = (x): (() => void) => x;", "f = (x) => x;" },
    { "f = (x): (A extends B ? C : D) => x;", "f = (x) => x;" },
    { "f = (x): ([a: A, b?: B]) => x;", "f = (x) => x;" },
    { "f = (x): ({ a: A } | null) => x;", "f = (x) => x;" },
    { "f = async (x): Promise<(A | B)> => x;", "f = async (x) => x;" },
    { "f = c ? (x): (A | B) => x : y;", "f = c ? (x) => x : y;" },
    { "let g: ({ a, b: [c] }) => void, h: (a) => b, i: ([a]) => c = p;",
      "let g, h, i = p;" },
    { "let k: typeof a.b.c<number> = p;", "let k = p;" },
    { "let k: T['a'][number] = p;", "let k = p;" },
    { "let k: unique symbol = p;", "let k = p;" },
    { "let k: readonly string[] = p;", "let k = p;" },
    { "let k: `a${string}b${number}` = p;", "let k = p;" },
    { "let k: import('x').Y<Z> = p;", "let k = p;" },
    { "let k: this = p;", "let k = p;" },
    { "let x!: number;", "let x;" },
    { "let { a, b }: { a: number; b: string } = o;", "let { a, b } = o;" },
    { "let [a, b]: [number, string] = o;", "let [a, b] = o;" },
    { "for (const x of xs as number[]) f(x);", "for (const x of xs) f(x);" },
    { "for (let i: number = 0; i < n; i++) f(i);",
      "for (let i = 0; i < n; i++) f(i);" },
    { "try { f() } catch (e: unknown) { g(e) }",
      "try { f() } catch (e) { g(e) }" },
    /* functions */
    { "function f(a: number, b?: string, ...c: T[]): void {}",
      "function f(a, b, ...c) {}" },
    { "function f<T, U extends T = T>(a: T): U { return a }",
      "function f(a) { return a }" },
    { "function f<const T>(a: T) {}", "function f(a) {}" },
    { "function f(this: Window, a: number) {}", "function f(a) {}" },
    { "function f(a: any): a is string { return true }",
      "function f(a) { return true }" },
    { "function f(a: any): asserts a is string {}", "function f(a) {}" },
    { "function f(a: any): asserts a {}", "function f(a) {}" },
    { "function f(a: string): void;\nfunction f(a: number): void;\n"
      "function f(a) {}",
      "function f(a) {}" },
    { "{ function f(): void; function f() {} }", "{ function f() {} }" },
    { "function f({ a, b }: P = {}) {}", "function f({ a, b } = {}) {}" },
    { "async function* f(): AsyncGenerator<T> {}", "async function* f() {}" },
    { "x = function <T>(a: T): T { return a }",
      "x = function (a) { return a }" },
    /* arrows */
    { "x = (a: number): number => a;", "x = (a) => a;" },
    { "x = (a: number, b = 1, ...c: T[]) => a;", "x = (a, b = 1, ...c) => a;" },
    { "x = (a?: number) => a;", "x = (a) => a;" },
    { "x = (a?, b?) => a;", "x = (a, b) => a;" },
    { "x = (a: number = 1) => a;", "x = (a = 1) => a;" },
    { "x = ({ a, b }: P) => a;", "x = ({ a, b }) => a;" },
    { "x = ({ a = 1 }: P = {}) => a;", "x = ({ a = 1 } = {}) => a;" },
    { "x = ([a, b]: [A, B]) => a;", "x = ([a, b]) => a;" },
    { "x = <T>(a: T) => a;", "x = (a) => a;" },
    { "x = <T,>(a: T) => a;", "x = (a) => a;" },
    { "x = <T extends U>(a: T): T => a;", "x = (a) => a;" },
    { "x = async (a: number): Promise<void> => { await a };",
      "x = async (a) => { await a };" },
    { "x = async <T>(a: T) => a;", "x = async (a) => a;" },
    { "x = (): void => {};", "x = () => {};" },
    { "x = (a): a is string => true;", "x = (a) => true;" },
    { "x = (a): { b: number } => ({ b: a });", "x = (a) => ({ b: a });" },
    { "x = a ? (b) : c => d;", "x = a ? b : (c => d);" },
    { "x = a ? (b): c => d : e;", "x = a ? ((b) => d) : e;" },
    { "x = a ? (b: T): c => d : e;", "x = a ? ((b) => d) : e;" },
    { "x = a ? (b) => (c) : d => e;", "x = a ? ((b) => c) : (d => e);" },
    { "x = a ? (b, c) : d;", "x = a ? (b, c) : d;" },
    { "x = a ? (b) : (c);", "x = a ? b : c;" },
    { "xs.map((x: number) => x * 2).filter((x): x is number => !!x)",
      "xs.map((x) => x * 2).filter((x) => !!x)" },
    /* assertions */
    { "x = y as number;", "x = y;" },
    { "x = y as const;", "x = y;" },
    { "x = y as unknown as T[];", "x = y;" },
    { "x = (y as any).z;", "x = (y).z;" },
    { "x = y satisfies T;", "x = y;" },
    { "x = a + b as number;", "x = a + b;" },
    { "x = a as number + b;", "x = a + b;" },
    { "x = a > b as any == c;", "x = a > b == c;" },
    { "(x as any) = 1;", "(x) = 1;" },
    { "x! = 1;", "x = 1;" },
    { "x = y!.z!.w![0]!();", "x = y.z.w[0]();" },
    { "x = y!;", "x = y;" },
    { "x = <number>y;", "x = y;" },
    { "x = <any>(<T>y).z;", "x = (y).z;" },
    { "x = <T>(y);", "x = y;" },
    { "return rows[0]!.id;", "return rows[0].id;" },
    { "x = { a: 1 } as { a: number };", "x = { a: 1 };" },
    /* type arguments in expressions */
    { "f<T>(x);", "f(x);" },
    { "f<Array<T>>(x);", "f(x);" },
    { "f<A, B>(x);", "f(x);" },
    { "new Map<string, number[]>();", "new Map();" },
    { "new Foo<T>;", "new Foo;" },
    { "f<T>`x`;", "f`x`;" },
    { "x = f<T>;", "x = f;" },
    { "a?.b<T>(c);", "a?.b(c);" },
    { "a?.<T>(c);", "a?.(c);" },
    { "a.b<T>.c", "a.b.c" },
    { "x = a < b > (c);", "x = a(c);" },
    { "x = a < b;", "x = a < b;" },
    { "x = a < b && c > d;", "x = a < b && c > d;" },
    { "x = a < b || c > (d);", "x = a < b || c > (d);" },
    { "f(a < b, c > d);", "f((a < b), (c > d));" },
    { "x = a < b >> c;", "x = a < (b >> c);" },
    { "if (a < b) c;", "if (a < b) c;" },
    { "x = a < 1 > 2", "x = a < 1 > 2" },
    /* declarations that vanish */
    { "interface A { x: number }", "" },
    { "interface A<T> extends B, C<T> { m?(): void; [k: string]: any }", "" },
    { "type A = B | C;", "" },
    { "type A<T> = { [K in T]: K };", "" },
    { "type F = (a: number) => asserts a is string;", "" },
    { "declare const x: number, y: string;", "" },
    { "declare let x: number;", "" },
    { "declare var x;", "" },
    { "declare function f(a: number): void;", "" },
    { "declare class A<T> extends B { m(): void; x: T }", "" },
    { "declare abstract class A { }", "" },
    { "declare namespace N { const x: number; }", "" },
    { "declare module 'x' { export const y: number; }", "" },
    { "declare global { interface W { } }", "" },
    { "declare enum E { A }", "" },
    { "declare const enum E { A }", "" },
    { "declare type A = B;", "" },
    { "declare interface A {}", "" },
    { "namespace N { export type T = 1 }", "" },
    { "namespace N.M { interface A {} namespace O { type X = 1 } }", "" },
    { "import type { A } from 'x';", "" },
    { "import type A from 'x';", "" },
    { "import type * as A from 'x';", "" },
    { "import { type A, b } from 'x';", "import { b } from 'x';" },
    { "import { type as c } from 'x';", "import { type as c } from 'x';" },
    { "import { type A } from 'x';", "" },
    { "import { type A, type B as C, type default as D, } from 'x'", "" },
    { "import { type 'a-b' as A, type as } from 'x';", "" },
    { "import d, { type A } from 'x';", "import d from 'x';" },
    { "import {} from 'x';", "import 'x';" },
    { "import d, {} from 'x';", "import d from 'x';" },
    { "import type from 'x';", "import type from 'x';" },
    { "export {};", "" },
    { "export {}", "" },
    { "export type A = B;", "" },
    { "export type { A };", "" },
    { "export type { A } from 'x';", "" },
    { "export { type A };", "" },
    { "export { type A, type B as C, type D as default, type E as 'e', }", "" },
    { "export { type A } from 'x';", "" },
    { "export interface A {}", "" },
    { "export declare const x: number;", "" },
    { "export default interface A {}", "" },
    { "abstract class A { abstract m(): void; abstract x: number; n() {} }",
      "class A { n() {} }" },
    /* classes */
    { "class A<T> extends B<T> implements C, D<T> {}", "class A extends B {}" },
    { "class A { x: number; y?: string; z!: T }", "class A { x; y; z }" },
    { "class A { private x = 1; protected static readonly y: number = 2 }",
      "class A { x = 1; static y = 2 }" },
    { "class A { declare x: number; y = 1 }", "class A { y = 1 }" },
    { "class A { override m(): void {} }", "class A { m() {} }" },
    { "class A { public async m<T>(a: T): Promise<T> { return a } }",
      "class A { async m(a) { return a } }" },
    { "class A { get x(): number { return 1 } set x(v: number) {} }",
      "class A { get x() { return 1 } set x(v) {} }" },
    { "class A { [key: string]: any; static [k: string]: T; x }",
      "class A { x }" },
    { "class A { m(a: string): void; m(a: number): void; m(a) {} }",
      "class A { m(a) {} }" },
    { "class A { constructor(); constructor(a?) {} }",
      "class A { constructor(a) {} }" },
    { "class A { m?(): void; m() {} }", "class A { m() {} }" },
    { "class A { m(): void; m?() {} }", "class A { m() {} }" },
    { "class A { m?(): void }", "class A { }" },
    { "class A { m?(a: number): void; n() {} }", "class A { n() {} }" },
    { "class A { m?(): void\nn?<T>(a: T): T\no() {} }", "class A { o() {} }" },
    { "class A { m?() { } n?\n(a?): void { } }", "class A { m() {} n(a) {} }" },
    { "class A { async m?(): Promise<void>; async n?() {} }",
      "class A { async n() {} }" },
    { "class A { *m?(): T; *n?() {} }", "class A { *n() {} }" },
    { "class A { static m?(): void; static n?() {} }",
      "class A { static n() {} }" },
    { "class A { 'm'?(): void; 1?(): void; [x]?(): void; #p?(): void }",
      "class A { }" },
    { "class A { 'm'?() {} 1?() {} [x]?() {} #p?() {} }",
      "class A { 'm'() {} 1() {} [x]() {} #p() {} }" },
    { "class A { static?(): void; async?(): void; get?(): void; set? }",
      "class A { set }" },
    { "class A { static?() {} async?() {} get?() {} declare? = 1 }",
      "class A { static() {} async() {} get() {} declare = 1 }" },
    { "class A extends B { public m?(): void; protected override n?() {} }",
      "class A extends B { n() {} }" },
    { "x = class { m?(): void }", "x = class { }" },
    { "class A { private constructor() {} }", "class A { constructor() {} }" },
    { "class A { #x: number = 1 }", "class A { #x = 1 }" },
    { "x = class<T> { y: T }", "x = class { y }" },
    { "class A { readonly = 1; static = 2; declare; abstract() {} get; set }",
      "class A { readonly = 1; static = 2; declare; abstract() {} get; set }" },
    /* words that stay names */
    { "type = 1; declare = 2; namespace = 3; abstract = 4; module = 5;",
      "type = 1; declare = 2; namespace = 3; abstract = 4; module = 5;" },
    { "var as, of, type, is, keyof, satisfies, async, get, set, from;",
      "var as, of, type, is, keyof, satisfies, async, get, set, from;" },
    { "type\nA = 1", "type; A = 1" },
    { "x = { a<T>(b: T): T { return b } }", "x = { a(b) { return b } }" },
    { "x = y\nas\nz", "x = y; as; z" },
};

static void types_are_erased(void **state)
{
    (void)state;
    int failures = 0;
    for (size_t i = 0; i < CM_ARRAY_LEN(erasures); i++) {
        Buf ts, js;
        char why[512] = "";
        cm__buf_init(&ts, cm__alloc_default(), CM_BUF_NO_LIMIT);
        cm__buf_init(&js, cm__alloc_default(), CM_BUF_NO_LIMIT);
        const char *plain = erasures[i][1][0] == '\0' ? "//" : erasures[i][1];
        bool ok = parse_to_text(erasures[i][0], &ts, why, sizeof why) &&
                  parse_to_text(plain, &js, why, sizeof why);
        if (!ok || strcmp(cm__buf_text(&ts), cm__buf_text(&js)) != 0) {
            failures++;
            print_error("%s\n  %s\n  got  %s\n  want %s\n", erasures[i][0], why,
                        cm__buf_text(&ts), cm__buf_text(&js));
        }
        cm__buf_done(&ts);
        cm__buf_done(&js);
    }
    assert_int_equal(failures, 0);
}

static void prints(const char *source, const char *want)
{
    Buf b;
    char why[512] = "";
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    if (!parse_to_text(source, &b, why, sizeof why))
        print_error("%s\n", why);
    assert_string_equal(cm__buf_text(&b), want);
    cm__buf_done(&b);
}

static void enums_stay_in_the_tree(void **state)
{
    (void)state;
    prints("enum E { A, B = 'b', 'c d' = A << 1, }",
           " (enum E (member A -) (member B \"b\") (member c d (chain A 18 "
           "1)))");
    prints("const enum E { A }", " (enum E (member A -))");
    prints("enum E { A } enum E { B = 1 }",
           " (enum E (member A -)) (enum E (member B 1))");
}

static void parameter_properties_are_flagged(void **state)
{
    (void)state;
    prints("class P { constructor(private x: number, readonly y = 1, z) {} }",
           " (class P - (ctor P ( (property x -) (property y 1) (param z "
           "-))))");
}

static const struct {
    const char *source;
    const char *what;
    uint32_t line, column;
} refusals[] = {
    { "with (a) b", "with", 1, 1 },
    { "if (false) { with (o) {} } return 1", "with", 1, 14 },
    { "namespace Util { export const x = 1 }\nreturn Util.x;", "namespace", 1,
      1 },
    { "1;\nnamespace N { namespace M { let x } }", "namespace", 2, 1 },
    { "@dec class A {}", "decorators", 1, 1 },
    { "class A { @dec m() {} }", "decorators", 1, 11 },
    { "class A { m(@dec x) {} }", "decorators", 1, 13 },
    { "class A { accessor x = 1 }", "accessor", 1, 11 },
    { "import x = require('y')", "import x = require", 1, 1 },
    { "export = x", "export =", 1, 1 },
    { "export const a = 1", "export other", 1, 1 },
    { "1; export { a }", "export other", 1, 4 },
    { "export * from 'x'", "export other", 1, 1 },
    { "export {} from 'x'", "export ... from", 1, 1 },
    { "export { type A, b }", "export other", 1, 1 },
    { "export { type as b }", "export other", 1, 1 },
    { "export { type as as }", "export other", 1, 1 },
    { "export { type A B }", "export other", 1, 1 },
    { "import { type A } from 'y' with { type: 'json' }", "attributes", 1, 1 },
    { "export function f() {}", "export other", 1, 1 },
    { "x = import.meta.url", "import.meta", 1, 5 },
    { "import x from 'y' with { type: 'json' }", "attributes", 1, 1 },
    { "await import('x', { with: {} })", "attributes", 1, 7 },
};

static void unsupported_syntax_is_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(refusals); i++) {
        Arena arena;
        JsProgram *program = NULL;
        JsDiagnostic diag = { 0 };
        const char *source = refusals[i].source;
        cm__arena_init(&arena, cm__alloc_default(), (size_t)64 << 20);
        cm_status st =
            cm__js_parse(&arena, source, strlen(source), NULL, &program, &diag);
        print_message("%s\n", source);
        assert_int_equal(st, CM_E_SYNTAX);
        assert_int_equal(diag.kind, JS_DIAG_UNSUPPORTED_SYNTAX);
        assert_non_null(strstr(diag.message, refusals[i].what));
        assert_int_equal(diag.line, refusals[i].line);
        assert_int_equal(diag.column, refusals[i].column);
        assert_int_equal(diag.n_suggestions, 1);
        cm__arena_done(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_are_erased),
        cmocka_unit_test(enums_stay_in_the_tree),
        cmocka_unit_test(parameter_properties_are_flagged),
        cmocka_unit_test(unsupported_syntax_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
