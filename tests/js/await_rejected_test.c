/* SPDX-License-Identifier: MIT */
/* What an await that throws leaves alone: the variable it was to be assigned
 * to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

static const JsRow rows[] = {
    { "let x = 1; try { x = await Promise.reject(2); } catch {} return x",
      "1" },
    { "let x = 1; try { x = await (async () => { throw 2; })(); } catch {} "
      "return x",
      "1" },
    { "let x = 1; const f = () => x; try { x = await Promise.reject(2); } "
      "catch {} return f()",
      "1" },
    { "let r = null; for (const p of [Promise.reject(1), Promise.resolve(2), "
      "Promise.reject(3)]) try { r = await p; } catch {} return r",
      "2" },
    { "async function f(x) { try { x = await Promise.reject(2); } catch (e) { "
      "return [x, e]; } } return await f(1)",
      "[1,2]" },
    { "async function* g() { let x = 1; try { x = await Promise.reject(2); } "
      "catch {} yield x; } for await (const v of g()) return v",
      "1" },
    { "async function* g() { let x = 1; try { x = yield 5; } catch {} yield x; "
      "} const i = g(); await i.next(); return (await i.throw(2)).value",
      "1" },
    { "let x = 1; x = await Promise.resolve(2); return x", "2" },
    { "let x = 1; try { for await (x of [Promise.reject(2)]); } catch {} "
      "return x",
      "1" },
};

static void variables_are_kept(void **state)
{
    (void)state;
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(variables_are_kept) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
