/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

static void set_basics(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "return [...new Set([1, 2, 1, NaN, NaN, 0, -0])]", "[1,2,null,0]" },
        { "return [...new Set('hello')].join('')", "\"helo\"" },
        { "const s = new Set(); return [s.add(1) === s, s.has(1), s.delete(1), "
          "s.size]",
          "[true,true,true,0]" },
        { "return [...new Set([1]).entries()]", "[[1,1]]" },
        { "return [Set.prototype.keys === Set.prototype.values, "
          "Set.prototype[Symbol.iterator] === Set.prototype.values, "
          "Set.prototype.union.length, Set[Symbol.species] === Set]",
          "[true,true,1,true]" },
        { "Set([1])", "!TypeError: Constructor Set requires 'new'" },
        { "new Set(1)", "!TypeError: Set needs an iterable, found number" },
        { "const seen = []; new Set(['a']).forEach((v, k, s) => seen.push(v, "
          "k, s.size)); return seen",
          "[\"a\",\"a\",1]" },
        { "const s = new Set([1, 2, 3]); for (const x of s) { s.delete(x); if "
          "(x < 3) s.add(x + 10) } return [...s]",
          "[]" },
        { "Set.prototype.add.call(new Map(), 1)",
          "!TypeError: Set.prototype.add called on a value that is no Set" },
        { "const big = new Set(); for (let i = 0; i < 5000; i++) big.add(i % "
          "700); return big.size",
          "700" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

#define AB "const a = new Set([1, 2, 3, 4]), b = new Set([3, 4, 5]); "

static void set_operations(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { AB "return [...a.union(b)]", "[1,2,3,4,5]" },
        { AB "return [...a.intersection(b)]", "[3,4]" },
        { AB "return [...b.intersection(a)]", "[3,4]" },
        { AB "return [...a.difference(b)]", "[1,2]" },
        { AB "return [...b.difference(a)]", "[5]" },
        { AB "return [...a.symmetricDifference(b)]", "[1,2,5]" },
        { AB "return [a.isSubsetOf(b), new Set([3]).isSubsetOf(a), new "
             "Set().isSubsetOf(b)]",
          "[false,true,true]" },
        { AB "return [a.isSupersetOf(b), a.isSupersetOf(new Set([1, 4]))]",
          "[false,true]" },
        { AB "return [a.isDisjointFrom(b), a.isDisjointFrom(new Set([9]))]",
          "[false,true]" },
        { AB "return [...a.union(new Map([[7, 8]]))]", "[1,2,3,4,7]" },
        { AB "return [[...a.union(a)].length, [...a.difference(a)].length, "
             "a.isSubsetOf(a), a.isSupersetOf(a), a.isDisjointFrom(a)]",
          "[4,0,true,true,false]" },
        { AB "return a.union([1])",
          "!TypeError: 'size' of the set-like argument is not a number" },
        { AB "return a.union(1)",
          "!TypeError: Set.prototype.union needs a set-like object, found "
          "number" },
        { AB "return a.union({ size: -1 })",
          "!RangeError: 'size' of the set-like argument is negative" },
        { AB "return a.union({ size: 1, has() {} })",
          "!TypeError: 'keys' of the set-like argument is not a function" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

/* A set-like object of the program that records what is asked of it. */
#define LIKE                                                                   \
    "const asked = []; const like = (items, size = items.length) => ({ size, " \
    "has(x) { asked.push(x); return items.includes(x) }, keys() { let i = 0; " \
    "return { next() { return { value: items[i], done: i++ >= items.length } " \
    "}, return() { asked.push('closed'); return {} } } } }); "

static void set_operations_with_set_likes(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { LIKE "return [[...new Set([1, 2]).union(like([2, 3]))], asked]",
          "[[1,2,3],[]]" },
        { LIKE "return [[...new Set([1, 2]).intersection(like([2, 3, 4]))], "
               "asked]",
          "[[2],[1,2]]" },
        { LIKE "return [[...new Set([1, 2, 3]).intersection(like([3, 1]))], "
               "asked]",
          "[[3,1],[]]" },
        { LIKE "return [[...new Set([1, 2]).difference(like([2, 3, 4]))], "
               "asked]",
          "[[1],[1,2]]" },
        { LIKE "return [[...new Set([1, 2, 3]).difference(like([3]))], asked]",
          "[[1,2],[]]" },
        { LIKE "return [[...new Set([1, 2]).symmetricDifference(like([2, "
               "3]))], asked]",
          "[[1,3],[]]" },
        { LIKE "return [new Set([1, 2]).isSubsetOf(like([2, 3])), asked]",
          "[false,[1]]" },
        { LIKE "return [new Set([1, 2]).isSupersetOf(like([1, 9], 2)), asked]",
          "[false,[\"closed\"]]" },
        { LIKE "return [new Set([1, 2, 3]).isDisjointFrom(like([3], 1)), "
               "asked]",
          "[false,[\"closed\"]]" },
        { LIKE "return [new Set([1, 2]).isDisjointFrom(like([3, 4])), asked]",
          "[true,[1,2]]" },
        { LIKE "return new Set([1]).isSubsetOf(like([], 0))", "false" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set_basics),
        cmocka_unit_test(set_operations),
        cmocka_unit_test(set_operations_with_set_likes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
