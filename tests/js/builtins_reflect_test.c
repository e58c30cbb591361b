/* SPDX-License-Identifier: MIT */
/* Reflect; ECMA-262 28.1. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

/* clang-format off */
static const JsRow rows[] = {
    { "return Object.getOwnPropertyNames(Reflect).sort()",
      "[\"apply\",\"construct\",\"defineProperty\",\"deleteProperty\",\"g"
      "et\",\"getOwnPropertyDescriptor\",\"getPrototypeOf\",\"has\",\"isE"
      "xtensible\",\"ownKeys\",\"preventExtensions\",\"set\",\"setPrototy"
      "peOf\"]" },
    { "return [Object.prototype.toString.call(Reflect), typeof Reflect, O"
      "bject.isFrozen(Reflect) || true]",
      "[\"[object Reflect]\",\"object\",true]" },
    { "return [Reflect.apply(Math.max, null, [1, 3, 2]), Reflect.apply(fu"
      "nction () { return this.a }, { a: 4 }, []), Reflect.apply(String.p"
      "rototype.slice, \"hello\", { length: 2, 0: 1, 1: 3 })]",
      "[3,4,\"el\"]" },
    { "for (const f of [() => Reflect.apply(1, null, []), () => Reflect.a"
      "pply(Math.max, null), () => Reflect.apply(Math.max, null, 1), () ="
      "> Reflect.construct(() => 1, []), () => Reflect.construct(Date, []"
      ", () => 1), () => Reflect.construct(Date)]) { try { f(); return \""
      "no\" } catch (e) { if (e.name !== \"TypeError\") return e.name } }"
      " return \"all\"",
      "\"all\"" },
    { "class A { constructor(...a) { this.a = a; this.nt = new.target.nam"
      "e } } class B {} const o = Reflect.construct(A, [1, 2], B); return"
      " [o, o instanceof B, o instanceof A, Reflect.construct(A, []).nt]",
      "[{\"a\":[1,2],\"nt\":\"B\"},true,false,\"A\"]" },
    { "return [Reflect.construct(Array, [3]).length, Reflect.construct(Da"
      "te, [0]).getTime(), Reflect.construct(Map, [[[1, 2]]]).get(1)]",
      "[3,0,2]" },
    { "class A { constructor() { return Reflect.construct(Object, [], new"
      ".target) } m() { return 1 } } return new A().m()",
      "1" },
    { "const o = {}; return [Reflect.defineProperty(o, \"x\", { value: 1 "
      "}), Reflect.defineProperty(o, \"x\", { value: 2 }), o.x]",
      "[true,false,1]" },
    { "const o = Object.freeze({ a: 1 }); return [Reflect.deleteProperty("
      "o, \"a\"), Reflect.deleteProperty(o, \"b\"), Reflect.deletePropert"
      "y({ c: 1 }, \"c\"), Reflect.set(o, \"a\", 2), Reflect.set(o, \"n\""
      ", 2)]",
      "[false,true,true,false,false]" },
    { "const o = { get x() { return this.y }, y: 1 }; return [Reflect.get"
      "(o, \"x\"), Reflect.get(o, \"x\", { y: 2 }), Reflect.get([5], 0), "
      "Reflect.get(o, \"none\")]",
      "[1,2,5,null]" },
    { "const log = []; const o = { set x(v) { log.push(v, this === r) } }"
      "; const r = {}; return [Reflect.set(o, \"x\", 1, r), log]",
      "[true,[1,true]]" },
    { "const r = {}; return [Reflect.set({}, \"a\", 1, r), r, Reflect.set"
      "({}, \"a\", 1, 5), Reflect.set({ get g() { return 1 } }, \"g\", 2)"
      "]",
      "[true,{\"a\":1},false,false]" },
    { "const r = Object.defineProperty({}, \"a\", { value: 1 }); return ["
      "Reflect.set({}, \"a\", 2, r), Reflect.set({ a: 0 }, \"a\", 2, Obje"
      "ct.freeze({}))]",
      "[false,false]" },
    { "return [Reflect.has({ a: 1 }, \"a\"), Reflect.has({}, \"toString\""
      "), Reflect.has([1], 0), Reflect.has({}, \"x\")]",
      "[true,true,true,false]" },
    { "return [Reflect.getOwnPropertyDescriptor({ a: 1 }, \"a\"), Reflect"
      ".getOwnPropertyDescriptor({}, \"a\") === undefined]",
      "[{\"value\":1,\"writable\":true,\"enumerable\":true,\"configurable"
      "\":true},true]" },
    { "return [Reflect.getPrototypeOf([]) === Array.prototype, Reflect.ge"
      "tPrototypeOf(Object.create(null))]",
      "[true,null]" },
    { "const o = {}; return [Reflect.isExtensible(o), Reflect.preventExte"
      "nsions(o), Reflect.isExtensible(o), Reflect.preventExtensions(o)]",
      "[true,true,false,true]" },
    { "return Reflect.ownKeys({ b: 1, 2: 1, a: 1, 1: 1, [Symbol.iterator]"
      ": 1 }).map(String)",
      "[\"1\",\"2\",\"b\",\"a\",\"Symbol(Symbol.iterator)\"]" },
    { "return Reflect.ownKeys([1, 2]).concat(Reflect.ownKeys(() => 1).sor"
      "t())",
      "[\"0\",\"1\",\"length\",\"length\",\"name\"]" },
    { "const r = []; for (const k of [\"get\", \"set\", \"has\", \"ownKey"
      "s\", \"defineProperty\", \"deleteProperty\", \"getPrototypeOf\", "
      "\"isExtensible\", \"preventExtensions\", \"getOwnPropertyDescripto"
      "r\", \"apply\", \"construct\"]) { try { Reflect[k](1, \"a\", {}); "
      "r.push(\"no\") } catch (e) { r.push(e.name) } } return r",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeErr"
      "or\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"Typ"
      "eError\",\"TypeError\",\"TypeError\"]" },
    { "return [Reflect.apply.length, Reflect.construct.length, Reflect.se"
      "t.length, Reflect.get.length, Reflect.ownKeys.name]",
      "[3,2,3,2,\"ownKeys\"]" },
    { "return Reflect.apply(function () { return arguments.length }, null"
      ", Array(1000).fill(0))",
      "1000" },
    { "class A {} class B extends A { constructor() { return Reflect.cons"
      "truct(A, arguments, B) } } return new B() instanceof B",
      "true" },
    { "const k = { toString: () => \"a\" }; return [Reflect.get({ a: 1 },"
      " k), Reflect.has({ a: 1 }, k)]",
      "[1,true]" },
    { "Reflect.setPrototypeOf({}, null)",
      "!TypeError: Reflect.setPrototypeOf is not supported: prototypes ar"
      "e fixed; use Object.create or class extends" },
    { "Reflect.get(1, \"a\")",
      "!TypeError: Reflect.get called on a value that is no object" },
    { "Reflect.construct(() => 1, [])",
      "!TypeError: The target of Reflect.construct is not a constructor" },
};
/* clang-format on */

static void operations_are_those_of_objects(void **state)
{
    (void)state;
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operations_are_those_of_objects),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
