/* SPDX-License-Identifier: MIT */
/* A compiler that may not take enough memory says so, wherever it was refused:
 * every limit below what a source needs. Once it went round in a circle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "engine/code.h"
#include "js/builtins/builtins.h"
#include "js/compile.h"

static cm_status compile(const char *source, size_t limit)
{
    JsCompileOptions options = { .memory_limit = limit };
    JsCompileResult result;
    Program *program = NULL;
    cm_status status = js_compile(cm__alloc_default(), js_realm(), source,
                                  strlen(source), &options, &program, &result);
    assert_true((status == CM_OK) == (program != NULL));
    if (program != NULL)
        program_free(program);
    js_compile_result_done(&result);
    return status;
}

static void every_limit_is_enough_or_says_so(void **state)
{
    static const char *const sources[] = {
        "class A extends (class { static #n = 0; static { t.#n++; } }) { #p }",
        "class B { #a = 1; get #b() { return this.#a } set #b(v) { this.#a = v }"
        " static #m() { return new B().#b } [`k${1}`] = () => this.#a; }",
        "function f(a, { b, c: [d = a] }, ...e) { for (let i of e) g(() => i +"
        " b); return arguments.length + d; function g(h) { h() } }",
        "let t = 0; try { for (const [k, v] of Object.entries({ a: 1 })) { switch"
        " (k) { case 'a': { let u = v; t += (() => u)(); } } } } catch (e) { t ="
        " e } async function* s() { yield* [await t] }",
        "const a = () => [a, () => a(a)]; const b = function () { return () =>"
        " b; }; let c = () => c; { function d() { return () => d() + c(); } d();"
        " } return [a, b, c];",
    };
    (void)state;
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        size_t limit = 256;
        cm_status status;
        while ((status = compile(sources[i], limit)) == CM_E_NOMEM)
            limit += 8;
        assert_int_equal(status, CM_OK);
        assert_true(limit > 2048 && limit < 262144);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_limit_is_enough_or_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
