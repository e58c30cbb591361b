/* SPDX-License-Identifier: MIT */
/* Symbol; ECMA-262 20.4. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

/* clang-format off */

/* 20.4.1, 20.4.2 */
static const JsRow constructor_and_registry_rows[] = {
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); return n(() => new Symbol(), () => Symbol(Symbol"
      "()), () => Symbol.for(Symbol()), () => Symbol.keyFor('a'), () => Symbo"
      "l.keyFor(Object(Symbol())), () => new (class extends Symbol {})())",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\""
      ",\"TypeError\"]" },
    { "return [typeof Symbol(), Symbol('a') === Symbol('a'), Symbol.for('a') "
      "=== Symbol.for('a'), Symbol.keyFor(Symbol.for('a')), Symbol.keyFor(Sym"
      "bol('a')) === undefined, Symbol.keyFor(Symbol.iterator) === undefined,"
      " Symbol.for('Symbol.iterator') === Symbol.iterator, Symbol.for() === S"
      "ymbol.for('undefined'), Symbol.for(1).description]",
      "[\"symbol\",false,true,\"a\",true,true,false,true,\"1\"]" },
    { "return [Symbol.length, Symbol.name, Symbol.for.length, Symbol.keyFor.l"
      "ength, Symbol.prototype.toString.length, Symbol.prototype[Symbol.toPri"
      "mitive].length, Symbol.prototype[Symbol.toPrimitive].name, Symbol.prot"
      "otype[Symbol.toStringTag]]",
      "[0,\"Symbol\",1,1,0,1,\"[Symbol.toPrimitive]\",\"Symbol\"]" },
    { "let n = 0; return [Symbol({ toString() { n++; return 'x' } }).descript"
      "ion, n, Symbol.for({ toString: () => 'k' }) === Symbol.for('k')]",
      "[\"x\",1,true]" },
    { "const many = []; for (let i = 0; i < 300; i++) many.push(Symbol.for('m"
      "' + i)); return [many.every((s, i) => s === Symbol.for('m' + i)), new "
      "Set(many).size]",
      "[true,300]" },
};

/* 20.4.2.1 on: not writable, not enumerable, not configurable */
static const JsRow well_known_rows[] = {
    { "const names = ['asyncIterator', 'hasInstance', 'isConcatSpreadable', '"
      "iterator', 'match', 'matchAll', 'replace', 'search', 'species', 'split"
      "', 'toPrimitive', 'toStringTag', 'unscopables']; return [names.every(("
      "k) => { const d = Object.getOwnPropertyDescriptor(Symbol, k); return t"
      "ypeof d.value === 'symbol' && d.value.description === 'Symbol.' + k &&"
      " !d.writable && !d.enumerable && !d.configurable }), new Set(names.map"
      "((k) => Symbol[k])).size]",
      "[true,13]" },
};

/* 20.4.3 */
static const JsRow prototype_rows[] = {
    { "const s = Symbol('d'), o = Object(s); return [s.toString(), String(s),"
      " o.toString(), s.valueOf() === s, o.valueOf() === s, o[Symbol.toPrimit"
      "ive]() === s, Symbol().toString(), Symbol('').toString(), Symbol().des"
      "cription === undefined, Symbol('').description, o.description, Object."
      "prototype.toString.call(s)]",
      "[\"Symbol(d)\",\"Symbol(d)\",\"Symbol(d)\",true,true,true,\"Symbol()\""
      ",\"Symbol()\",true,\"\",\"d\",\"[object Symbol]\"]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const d = Object.getOwnPropertyDescriptor(Symbol"
      ".prototype, 'description').get; return n(() => Symbol.prototype.toStri"
      "ng.call('s'), () => Symbol.prototype.valueOf.call({}), () => Symbol.pr"
      "ototype[Symbol.toPrimitive].call(1), () => d.call(1), () => d.call(Obj"
      "ect(1)), () => d.call(Object(Symbol())))",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\""
      ",\"no\"]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const s = Symbol(); return n(() => s + '', () =>"
      " `${s}`, () => +s, () => s * 1, () => s < 1, () => [s].join(), () => N"
      "umber(s), () => BigInt(s), () => new Date(s), () => s == 1, () => !s, "
      "() => JSON.stringify(s), () => Object(s) + '')",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\""
      ",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"no\",\"no\""
      ",\"no\",\"TypeError\"]" },
    { "const s = Symbol('p'); const o = { [s]: 1, a: 2, [Symbol.for('q')]: 3 "
      "}; return [o[s], Object.keys(o), JSON.stringify(o), Object.getOwnPrope"
      "rtySymbols(o).map(String), Reflect.ownKeys(o).length, s in o, { ...o }"
      "[s], Object.assign({}, o)[s], delete o[s], s in o]",
      "[1,[\"a\"],\"{\\\"a\\\":2}\",[\"Symbol(p)\",\"Symbol(q)\"],3,true,1,1,"
      "true,false]" },
    { "const s = Symbol(); return [Object(s) == s, Object(s) === s, s == s, t"
      "ypeof Object(s), Object(s) instanceof Symbol, s == 's', Object.is(s, s"
      "), new Map([[s, 1]]).get(s), [s].includes(s), !!s]",
      "[true,false,true,\"object\",true,false,true,1,true,true]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const s = Symbol(); return n(() => { s.x = 1 }, "
      "() => { Object(s).x = 1 })",
      "[\"TypeError\",\"no\"]" },
};

/* clang-format on */

static void constructor_and_registry(void **state)
{
    (void)state;
    assert_int_equal(js_check(constructor_and_registry_rows,
                              CM_ARRAY_LEN(constructor_and_registry_rows)),
                     0);
}

static void well_known(void **state)
{
    (void)state;
    assert_int_equal(js_check(well_known_rows, CM_ARRAY_LEN(well_known_rows)),
                     0);
}

static void prototype(void **state)
{
    (void)state;
    assert_int_equal(js_check(prototype_rows, CM_ARRAY_LEN(prototype_rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constructor_and_registry),
        cmocka_unit_test(well_known),
        cmocka_unit_test(prototype),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
