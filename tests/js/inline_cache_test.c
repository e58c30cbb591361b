/* SPDX-License-Identifier: MIT */
/* Places that read, write and call the fields of objects of several shapes:
 * what their inline caches and the memo behind them remember stays true when
 * prototypes, accessors and shapes change. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js/js_run.h"

/* Objects of several shapes that all have x, at different places. */
#define SHAPES                                                         \
    "const top = { x: 'top' };"                                        \
    "const make = [() => ({ x: 1 }), () => ({ a: 0, x: 2 }),"          \
    "  () => ({ a: 0, b: 0, c: 0, d: 0, e: 0, x: 3 }),"                \
    "  () => Object.create(top), () => new Map(), () => 'text'];"      \
    "const get = (o) => o.x, put = (o, v) => { o.x = v; return o.x };" \
    "const all = () => make.map((f) => get(f())).map((v) => v ?? null);"

static const JsRow reading_rows[] = {
    { SHAPES "all(); all(); all()", "[1,2,3,\"top\",null,null]" },
    { SHAPES "all(); all(); top.x = 'new'; all()",
      "[1,2,3,\"new\",null,null]" },
    { SHAPES "all(); all(); delete top.x; all()", "[1,2,3,null,null,null]" },
    { SHAPES "all(); all();"
             "Object.defineProperty(top, 'x', { get() { return 'got' } });"
             "all()",
      "[1,2,3,\"got\",null,null]" },
    /* another field of the same shapes */
    { SHAPES "const a = (o) => o.a ?? null; all(); all();"
             "[make[0](), make[1](), make[2](), make[1]()].map(a)",
      "[null,0,0,0]" },
    { SHAPES "const m = (o) => o.valueOf() === o;"
             "const l = [make[0](), make[1](), make[3](), make[0]()];"
             "l.map(m); l.map(m)",
      "[true,true,true,true]" },
    { "const up = (s) => s.length + s.at(-1);"
      "['ab', [1, 2], 'cd', [3, 4]].map(up)",
      "[\"2b\",4,\"2d\",6]" },
};

static const JsRow writing_rows[] = {
    /* a function that was not looked at yet has its read-only name all the
     * same */
    { "const set = (o) => { o.name = 1 }; set({}); let r = '';"
      "try { set(Object.create(function () {})) } catch (e) { r = e.message } r",
      "\"Cannot assign to read only property 'name' of object\"" },
    { SHAPES "const l = [0, 1, 2, 3, 0, 1, 2, 3].map((i) => make[i]());"
             "[l.map((o, i) => put(o, i)), l.map(get)]",
      "[[0,1,2,3,4,5,6,7],[0,1,2,3,4,5,6,7]]" },
    /* a frozen object has a shape of its own */
    { SHAPES "for (let i = 0; i < 8; i++) put(make[i % 3](), i);"
             "let r = ''; try { put(Object.freeze(make[1]()), 9) }"
             "catch (e) { r = e.name } r",
      "\"TypeError\"" },
    { SHAPES "for (let i = 0; i < 8; i++) put(make[i % 4](), i);"
             "Object.freeze(top);"
             "let r = ''; try { put(make[3](), 9) } catch (e) { r = e.name } r",
      "\"TypeError\"" },
    { SHAPES "for (let i = 0; i < 8; i++) put(make[i % 4](), i);"
             "let seen = 0;"
             "Object.defineProperty(top, 'x', { set(v) { seen = v },"
             "  get() { return 'got' } });"
             "[put(make[3](), 9), seen]",
      "[\"got\",9]" },
    /* beyond the room of the object */
    { "const put = (o, v) => { o.x = v };"
      "const make = (n) => { const o = {};"
      "  for (let i = 0; i < n; i++) o['k' + i] = i; return o };"
      "const l = [3, 4, 5, 9, 3, 4, 5, 9].map(make);"
      "l.forEach(put); l.map((o) => o.x)",
      "[0,1,2,3,4,5,6,7]" },
};

/* A field is added to what is the prototype of another object already. */
static const JsRow prototype_rows[] = {
    { "const top = { x: 'top' }; const below = Object.create(top);"
      "const c = Object.create(below);"
      "const get = (o) => o.x, add = (o) => { o.x = 1 };"
      "get(c); get(c); add(Object.create(top)); add(Object.create(top));"
      "add(below); get(c)",
      "1" },
    { "const top = { x: 'top' }; const below = Object.create(top);"
      "const c = Object.create(below);"
      "const get = (o) => o.x, add = (o) => { o.x = 1 };"
      "get(c); get({ x: 0 }); get(c);"
      "for (let i = 0; i < 4; i++) add(i % 2 ? {} : Object.create(top));"
      "add(below); get(c)",
      "1" },
    { "class A { m() { return 'A' } } class B extends A {}"
      "const b = new B(), call = (o) => o.m();"
      "const put = (o) => { o.m = () => 'own' };"
      "const seen = [call(b), call(new A()), call(b)];"
      "put(Object.create(A.prototype)); put(B.prototype);"
      "seen.push(call(b), call(new A())); seen",
      "[\"A\",\"A\",\"A\",\"own\",\"A\"]" },
};

#define TABLE(name)                                                            \
    static void name(void **state)                                             \
    {                                                                          \
        (void)state;                                                           \
        assert_int_equal(js_check(name##_rows, CM_ARRAY_LEN(name##_rows)), 0); \
    }

TABLE(reading)
TABLE(writing)
TABLE(prototype)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reading),
        cmocka_unit_test(writing),
        cmocka_unit_test(prototype),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
