/* SPDX-License-Identifier: MIT */
/* Private names are no properties: nothing lists, copies or freezes them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

#define C \
    "class C { x = 1; #p = 2; get() { return this.#p; } set(v) { this.#p = v; } static has(o) { return #p in o; } } const c = new C();"

static const JsRow rows[] = {
    { C "return Reflect.ownKeys(c)", "[\"x\"]" },
    { C "return Object.getOwnPropertySymbols(c).length", "0" },
    { C "return Reflect.ownKeys({ ...c })", "[\"x\"]" },
    { C "return [C.has(c), C.has({ ...c })]", "[true,false]" },
    { C "return C.has(Object.assign({}, c))", "false" },
    { C "const { x, ...rest } = c; return C.has(rest)", "false" },
    { C "return Reflect.ownKeys(Object.getOwnPropertyDescriptors(c))",
      "[\"x\"]" },
    { C "return C.has(Object.defineProperties({}, "
        "Object.getOwnPropertyDescriptors(c)))",
      "false" },
    { C "Object.freeze(c); c.set(3); return [c.get(), Object.isFrozen(c)]",
      "[3,true]" },
    { C "Object.preventExtensions(c); delete c.x; return "
        "[Object.isFrozen(c), c.get()]",
      "[true,2]" },
    { C "return Reflect.ownKeys(new Proxy(c, {}))", "[\"x\"]" },
    { "class D { static #q = 1; #m() {} get #g() { return 1; } } return "
      "[Reflect.ownKeys(D), Reflect.ownKeys(new D())]",
      "[[\"length\",\"name\",\"prototype\"],[]]" },
};

static void no_properties(void **state)
{
    (void)state;
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(no_properties) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
