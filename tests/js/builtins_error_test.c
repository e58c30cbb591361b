/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

static void error_classes(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "const e = new Error('m'); return [e.message, e.name, "
          "Object.keys(e), e instanceof Error, Error('x').message]",
          "[\"m\",\"Error\",[],true,\"x\"]" },
        { "const e = new TypeError('m'); return [e.name, e instanceof "
          "TypeError, e instanceof Error, Object.getPrototypeOf(TypeError) === "
          "Error, String(e)]",
          "[\"TypeError\",true,true,true,\"TypeError: m\"]" },
        { "return [RangeError, ReferenceError, SyntaxError, URIError, "
          "EvalError].map((C) => String(new C('q')))",
          "[\"RangeError: q\",\"ReferenceError: q\",\"SyntaxError: "
          "q\",\"URIError: q\",\"EvalError: q\"]" },
        { "return ['message' in new Error(), Object.hasOwn(new Error(), "
          "'message'), new Error(undefined).message, new Error(null).message]",
          "[true,false,\"\",\"null\"]" },
        { "const e = new Error('a', { cause: 7 }); return [e.cause, "
          "Object.keys(e), Object.hasOwn(new Error('a', {}), 'cause'), "
          "Object.hasOwn(new Error('a', { cause: undefined }), 'cause')]",
          "[7,[],false,true]" },
        { "return [Error.length, TypeError.name, Error.prototype.message, "
          "Error.prototype.name, 'stack' in new Error()]",
          "[1,\"TypeError\",\"\",\"Error\",false]" },
        { "return [Error.isError(new RangeError()), Error.isError({}), "
          "Error.isError(Object.create(Error.prototype)), Error.isError()]",
          "[true,false,false,false]" },
        { "const e = new AggregateError([1, 2], 'm', { cause: 3 }); return "
          "[e.errors, e.message, e.cause, Object.keys(e), String(e)]",
          "[[1,2],\"m\",3,[],\"AggregateError: m\"]" },
        { "return [...new AggregateError(new Set([5])).errors]", "[5]" },
        { "new AggregateError()", "!TypeError: AggregateError needs an "
                                  "iterable, found undefined" },
        { "try { null.x } catch (e) { return [e.name, e.message, 'kind' in e] }",
          "[\"TypeError\",\"Cannot read properties of null (reading "
          "'x')\",false]" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void error_texts(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "const t = Error.prototype.toString; return [t.call({}), t.call({ "
          "name: 'N' }), t.call({ message: 'm' }), t.call({ name: '', message: "
          "'m' }), t.call({ name: 'N', message: 'm' })]",
          "[\"Error\",\"N\",\"Error: m\",\"m\",\"N: m\"]" },
        { "Error.prototype.toString.call(1)",
          "!TypeError: Error.prototype.toString called on a value that is no "
          "object" },
        { "const e = new Error('msg'); e.name = 'Custom'; throw e",
          "!Custom: msg" },
        { "Error.prototype.name = 1", "!TypeError: Cannot assign to read only "
                                      "property 'name' of object" },
        { "Error.prototype.foo = 1",
          "!TypeError: Cannot add property foo, object is not extensible" },
        { "const e = new Error('a'); e.name = 'X'; e.message = 'b'; return "
          "[String(e), Object.keys(e)]",
          "[\"X: b\",[\"name\"]]" },
        { "try { Promise.resolve(1) + 1 } catch (e) { return [e.kind, "
          "Object.keys(e), e instanceof TypeError] }",
          "[\"InvalidDataValue\",[],true]" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(error_classes),
        cmocka_unit_test(error_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
