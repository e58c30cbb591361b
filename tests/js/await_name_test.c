/* SPDX-License-Identifier: MIT */
/* `await` as a name: programs that declare it are Scripts without top-level
 * await; the usual mistakes keep their messages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

static void names(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "var await = 5; return await + 1", "6" },
        { "let x = 1; const await = 2; return { await, x }",
          "{\"await\":2,\"x\":1}" },
        { "class await {} return await.name", "\"await\"" },
        { "function await() { return 3 } return await()", "3" },
        { "const { await } = { await: 4 }; return await", "4" },
        { "try { throw 1 } catch (await) { return await }", "1" },
        { "await: for (;;) { break await } return 7", "7" },
        { "var aw\\u0061it = 8; return await", "8" },
        { "var await = 1; return (() => await)()", "1" },
        { "var await; async function f() { await 1; return 2 } return f()",
          "2" },
        { "var await; return (async () => { for await (const x of [9]) return "
          "x })()",
          "9" },
        /* the program's own reading is still an async function's */
        { "var await = 1; return Promise.resolve(await)", "1" },
        /* without such a name nothing changes */
        { "return await Promise.resolve(1)", "1" },
        { "function f(await) { return await } return f(3)", "3" },
        { "function f() { const await = 6; return await } return f() + await 1",
          "7" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void mistakes(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "const await = 1; await x",
          "!!'await' cannot be used as a name here (line 1, col 7)" },
        { "var await; for await (const x of []) ;",
          "!!'await' cannot be used as a name here (line 1, col 5)" },
        { "await: await f()", "!!'await' is a reserved word (line 1, col 1)" },
        { "var await; async function f() { var await }",
          "!!'await' cannot be used as a name here (line 1, col 5)" },
        { "var await; let = ;",
          "!!'await' cannot be used as a name here (line 1, col 5)" },
        { "async function f() { var await }",
          "!!'await' cannot be used as a name here (line 1, col 26)" },
        { "class A { static { var await } }",
          "!!'await' cannot be used as a name here (line 1, col 24)" },
        { "function f() { const x = await tools.a() }",
          "!!await is only valid in async functions and at the top level (line "
          "1, col 26)" },
        { "[1].map(x => await g(x))",
          "!!await is only valid in async functions and at the top level (line "
          "1, col 14)" },
        { "await = 1", "!!unexpected token '=' (line 1, col 7)" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void import_meta(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "return import.meta.url",
          "!!import.meta is not supported (line 1, col 8)" },
        { "import.meta = 1", "!!invalid assignment target (line 1, col 1)" },
        { "(import.meta) = 1", "!!invalid assignment target (line 1, col 2)" },
        { "++import.meta", "!!invalid assignment target (line 1, col 3)" },
        { "[import.meta] = [1]",
          "!!invalid assignment target (line 1, col 2)" },
        { "import.meta.x = 1",
          "!!import.meta is not supported (line 1, col 1)" },
        { "import.mета", "!!unexpected identifier 'mета' (line 1, col 8)" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

/* Identifiers of versions of Unicode that the machine's libraries may not know:
 * U+10EC2 is of 16.0, U+1DF25 of 15.0, U+2EBF0 of 15.1, U+10940 of 17.0. */
static void new_letters(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "const \xF0\x9D\xBC\xA5 = 1, \xF0\xAE\xAF\xB0 = 2, "
          "\xF0\x90\xBB\x82 = 3, \xF0\x90\xA5\x80 = 4; return "
          "\\u{1DF25} + \\u{2EBF0} + \\u{10EC2} + \\u{10940}",
          "10" },
        { "const a\xF0\x90\xA5\x80\xE2\x80\x8D = 1; return a\\u{10940}\\u200D",
          "1" },
        { "const a\xF0\xB3\x92\x80 = 1",
          "!!unexpected character U+33480 (line 1, col 8)" },
        { "return ['\\u{10940}', '\\u{FFFFE}', '\\u2E2F', 'ª', '中', "
          "'\\u{33479}', '\\u{33480}'].map(c => /^\\p{ID_Start}$/u.test(c))",
          "[true,false,false,true,true,true,false]" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(mistakes),
        cmocka_unit_test(import_meta),
        cmocka_unit_test(new_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
