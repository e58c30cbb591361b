/* SPDX-License-Identifier: MIT */
/* Array.prototype methods that call back, and join, sort and the copying ones;
 * ECMA-262 23.1.3. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

/* clang-format off */

/* 23.1.3: arguments, this, order, holes, changes while visiting */
static const JsRow callbacks_rows[] = {
    { "const seen = []; [5, 6].forEach(function (...a) { seen.push([this.t, ."
      "..a]) }, { t: 1 }); return seen",
      "[[1,5,0,[5,6]],[1,6,1,[5,6]]]" },
    { "const a = [1, , 3]; const v = (m) => { const s = []; a[m]((x, i) => { "
      "s.push(i); return m === 'every' }); return s }; return ['forEach', 'ma"
      "p', 'filter', 'some', 'every', 'flatMap', 'find', 'findIndex', 'findLa"
      "st', 'findLastIndex'].map(v)",
      "[[0,2],[0,2],[0,2],[0,2],[0,2],[0,2],[0,1,2],[0,1,2],[2,1,0],[2,1,0]]" },
    { "const a = [1, 2, 3]; const s = []; a.forEach((x) => { s.push(x); a.pus"
      "h(9); delete a[2] }); return [s, a.length]",
      "[[1,2],5]" },
    { "const a = [1, 2, 3]; return [a.map((x, i) => { a.length = 1; return x "
      "}).length, [1, 2, 3, 4].findLast((x, i, b) => { b.length = 0; return f"
      "alse }) === undefined, [1, 2, 3].reduce((s, x, i, b) => { b.pop(); ret"
      "urn s + x }), [1, 2, 3].reduceRight((s, x, i, b) => { b.shift(); retur"
      "n s + x })]",
      "[3,true,3,7]" },
    { "const like = (o, length) => ({ ...o, length }); const A = Array.protot"
      "ype; const o = like({ 0: 'a', 2: 'c' }, 3); return [A.map.call(o, (x) "
      "=> x + x), A.filter.call(o, () => true), A.reduce.call(o, (s, x) => s "
      "+ x), A.reduceRight.call(o, (s, x) => s + x), A.some.call(o, (x) => x "
      "=== 'c'), A.every.call(o, (x) => x), A.find.call(o, (x) => x === undef"
      "ined) === undefined, A.findIndex.call(o, (x) => x === undefined), A.fi"
      "ndLastIndex.call(o, (x) => x === 'z'), A.flatMap.call(o, (x) => [x, [x"
      "]]), A.forEach.call(o, () => {}) === undefined]",
      "[[\"aa\",null,\"cc\"],[\"a\",\"c\"],\"ac\",\"ca\",true,true,true,1,-1,"
      "[\"a\",[\"a\"],\"c\",[\"c\"]],true]" },
    { "const like = (o, length) => ({ ...o, length }); const A = Array.protot"
      "ype; return [A.map.call('ab', (x) => x + x), A.every.call(1, () => fal"
      "se), A.some.call({ length: -5 }, () => true), A.filter.call({ length: "
      "NaN, 0: 1 }, () => true), A.findLast.call({ length: 2 ** 53, 900719925"
      "4740990: 'e' }, (x) => x), A.reduceRight.call({ length: 3, 1: 5 }, (s,"
      " x) => s + x, 1)]",
      "[[\"aa\",\"bb\"],true,false,[],\"e\",6]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const A = Array.prototype, m = ['forEach', 'map'"
      ", 'filter', 'some', 'every', 'find', 'findIndex', 'findLast', 'findLas"
      "tIndex', 'flatMap', 'reduce', 'reduceRight']; return [m.every((k) => n"
      "(() => A[k].call(null, () => {}))[0] === 'TypeError'), m.every((k) => "
      "n(() => [][k]())[0] === 'TypeError'), m.every((k) => n(() => A[k].call"
      "({ length: 1, get 0() { throw new EvalError() } }, () => {}, 1))[0] =="
      "= 'EvalError'), m.every((k) => n(() => [1, 2][k](() => { throw new Eva"
      "lError() }))[0] === 'EvalError'), m.every((k) => n(() => A[k].call({ g"
      "et length() { throw new EvalError() } }, 1))[0] === 'EvalError'), m.ma"
      "p((k) => A[k].length)]",
      "[true,true,true,true,true,[1,1,1,1,1,1,1,1,1,1,1,1]]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); return n(() => [].reduce(() => 1), () => [].redu"
      "ceRight(() => 1), () => [, ,].reduce(() => 1), () => [].reduce(() => 1"
      ", undefined))",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"no\"]" },
    { "return [[].reduce(() => 1, 'i'), [7].reduce(() => 1), [, 7].reduceRigh"
      "t(() => 1), [1, 2, 3].reduce((s, x, i) => s + x * i), [1, 2, 3].reduce"
      "Right((s, x, i) => s + x * i)]",
      "[\"i\",7,7,9,5]" },
};

/* 10.4.2.2 ArraySpeciesCreate */
static const JsRow species_rows[] = {
    { "class A extends Array {} const a = A.from([3, 1, 2]); return [a.map((x"
      ") => x), a.filter((x) => x > 1), a.flatMap((x) => [x]), a.flat(), a.sl"
      "ice(), a.concat([1]), a.splice(0)].map((x) => [x instanceof A, x.lengt"
      "h]).concat([[a.toSorted() instanceof A, a.toReversed() instanceof A]])",
      "[[true,3],[true,2],[true,3],[true,3],[true,3],[true,4],[true,3],[false"
      ",false]]" },
    { "const made = []; const a = [1, 2]; a.constructor = { [Symbol.species]:"
      " function (n) { made.push(n); this.length = 0 } }; const m = a.map((x)"
      " => x * 2); const f = a.filter((x) => x > 1); return [m, f, made, Arra"
      "y.isArray(m)]",
      "[{\"0\":2,\"1\":4,\"length\":0},{\"0\":2,\"length\":0},[2,0],false]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); const w = (c) => { const a = [1]; a.constructor "
      "= c; return a }; return n(() => w(1).map(() => 1), () => w({ [Symbol.s"
      "pecies]: 1 }).map(() => 1), () => w({ [Symbol.species]: null }).map(()"
      " => 1), () => w(undefined).map(() => 1), () => w({ get [Symbol.species"
      "]() { throw new EvalError() } }).filter(() => 1), () => w({ [Symbol.sp"
      "ecies]: function () { return Object.freeze([]) } }).map(() => 1), () ="
      "> w({ [Symbol.species]: function () { throw new RangeError() } }).slic"
      "e())",
      "[\"TypeError\",\"TypeError\",\"no\",\"no\",\"EvalError\",\"TypeError\""
      ",\"RangeError\"]" },
    { "return [Array[Symbol.species] === Array, [].concat.call(1, 2).length, "
      "(() => { const a = [1, 2]; a.constructor = undefined; return a.map((x)"
      " => x) })()]",
      "[true,2,[1,2]]" },
};

/* 23.1.3.13, .14 */
static const JsRow flattening_rows[] = {
    { "const a = [1, [2, [3, [4]]], , []]; return [a.flat(), a.flat(0), a.fla"
      "t(2), a.flat(Infinity), a.flat('1'), a.flat(-1).length, a.flat(NaN).le"
      "ngth, a.flatMap((x) => x), [[1], [[2]]].flatMap((x) => x), [1].flatMap"
      "(() => 'ab'), [1, 2].flatMap((x) => [, x])]",
      "[[1,2,[3,[4]]],[1,[2,[3,[4]]],[]],[1,2,3,[4]],[1,2,3,4],[1,2,[3,[4]]],"
      "3,3,[1,2,[3,[4]]],[1,[2]],[\"ab\"],[1,2]]" },
    { "return [Array.prototype.flat.call({ length: 2, 0: [1], 1: 2 }), [new P"
      "roxy([1, 2], {})].flat(), [new Uint8Array([1])].flat().length, [[1, 2]"
      "].flatMap(function () { return [this.v] }, { v: 5 })]",
      "[[1,2],[1,2],1,[5]]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); return n(() => Array.prototype.flat.call(null), "
      "() => [].flat(Symbol()), () => [[1]].flatMap(() => new Proxy([], { get"
      "() { throw new EvalError() } })), () => [{ get 0() { return 1 } }].fla"
      "t())",
      "[\"TypeError\",\"TypeError\",\"EvalError\",\"no\"]" },
    { "const p = Proxy.revocable([], {}); p.revoke(); try { [p.proxy].flat() "
      "} catch (e) { return e.name }",
      "\"TypeError\"" },
};

/* 23.1.3.18, .32, .36 */
static const JsRow joining_rows[] = {
    { "return [[1, null, undefined, , 'a'].join(), [1, 2].join(''), [1, 2].jo"
      "in(undefined), [1, 2].join(null), [[1, [2]], 3].join(';'), [].join(), "
      "[1].join('x'), [,].join(), Array(4).join('-'), Array.prototype.join.ca"
      "ll({ length: 2, 0: 'p' }, '+'), Array.prototype.join.call('abc', '|'),"
      " [Object(1), { toString: () => 't' }].join()]",
      "[\"1,,,,a\",\"12\",\"1,2\",\"1null2\",\"1,2;3\",\"\",\"1\",\"\",\"---"
      "\",\"p+\",\"a|b|c\",\"1,t\"]" },
    { "const a = [1]; a.push(a, [a]); const b = []; b[0] = b; return [a.join("
      "), String(b), a.toLocaleString()]",
      "[\"1,,\",\"\",\"1,,\"]" },
    { "return [[1234.5, new Date(0), null].toLocaleString('en-US').slice(0, 7"
      "), [{ toLocaleString: () => 'L' }, undefined, 'x'].toLocaleString(), A"
      "rray.prototype.toLocaleString.call({ length: 1, 0: true }), Array.prot"
      "otype.toString.call({ join: () => 'J' }), Array.prototype.toString.cal"
      "l({}), Array.prototype.toString.call({ join: 1 })]",
      "[\"1,234.5\",\"L,,x\",\"true\",\"J\",\"[object Object]\",\"[object Obj"
      "ect]\"]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); return n(() => [Symbol()].join(), () => [1, 2].j"
      "oin(Symbol()), () => [{ toLocaleString: 1 }].toLocaleString(), () => ["
      "Object.create(null)].join(), () => Array.prototype.join.call(null), ()"
      " => [{ toString() { throw new EvalError() } }].join(), () => 'ab'.repe"
      "at(2 ** 20).split('').join('x'.repeat(2 ** 12)))",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\""
      ",\"EvalError\",\"RangeError\"]" },
    { "const a = [1, 2, 3]; const sep = { toString() { a.length = 1; return '"
      "-' } }; return a.join(sep)",
      "\"1--\"" },
};

/* 23.1.3.30, .34: stable, undefined and holes last */
static const JsRow sorting_rows[] = {
    { "const o = Array.from({ length: 200 }, (_, i) => ({ k: i % 7, i })); co"
      "nst s = o.toSorted((a, b) => a.k - b.k); return [s.every((x, i) => !i "
      "|| s[i - 1].k < x.k || (s[i - 1].k === x.k && s[i - 1].i < x.i)), o[1]"
      ".i]",
      "[true,1]" },
    { "const b = Array.from({ length: 500 }, (_, i) => (i * 7919) % 499); con"
      "st t = b.toSorted((x, y) => x - y); return [t.every((x, i) => !i || t["
      "i - 1] <= x), b.toSorted((x, y) => y - x)[0], b.map(String).sort()[1],"
      " [...b].reverse().sort((x, y) => x - y).join() === t.join()]",
      "[true,498,\"0\",true]" },
    { "const o = { length: 4, 0: 'd', 1: 'b', 3: 'a' }; Array.prototype.sort."
      "call(o); return [o, 3 in o, Array.prototype.toSorted.call({ length: 3,"
      " 0: 2, 2: 1 })]",
      "[{\"0\":\"a\",\"1\":\"b\",\"2\":\"d\",\"length\":4},false,[1,2,null]]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); return n(() => [].sort(null), () => [].sort(1), "
      "() => [].toSorted({}), () => [2, 1].sort(() => { throw new EvalError()"
      " }), () => [2, 1].sort(() => Symbol()), () => [Symbol(), Symbol()].sor"
      "t(), () => Object.freeze([2, 1]).sort(), () => Array.prototype.sort.ca"
      "ll(null), () => Array.prototype.toSorted.call({ length: 2 ** 32 }))",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"EvalError\",\"TypeError\""
      ",\"TypeError\",\"TypeError\",\"TypeError\",\"RangeError\"]" },
    { "const a = [3, 2, 1]; a.sort((x, y) => { a.length = 0; return x - y });"
      " const b = [3, 2, 1]; b.sort((x, y) => { b.push(9); return x - y }); r"
      "eturn [a, b.slice(0, 3)]",
      "[[1,2,3],[1,2,3]]" },
    { "const w = ['\\u{1F600}', '\\uFFFF', 'z', '']; return w.sort().map((s) "
      "=> s.length)",
      "[0,1,2,1]" },
};

/* 23.1.3.4, .26, .28, .31, .33, .35, .39 */
static const JsRow copies_rows[] = {
    { "const a = [1, 2, 3, 4, 5]; return [[...a].copyWithin(0, 3), [...a].cop"
      "yWithin(1, 0, 3), [...a].copyWithin(-2, -99, 1), [1, , 3].copyWithin(0"
      ", 1).length, Array.prototype.copyWithin.call({ length: 3, 0: 'a' }, 1,"
      " 0)]",
      "[[4,5,3,4,5],[1,1,2,3,5],[1,2,3,1,5],3,{\"0\":\"a\",\"1\":\"a\",\"leng"
      "th\":3}]" },
    { "const a = [1, 2, 3]; const r = [a.splice(1), a.splice(0, 0, 'x', 'y'),"
      " a.splice(), a.splice(-1, 1), a]; return r",
      "[[2,3],[],[],[1],[\"x\",\"y\"]]" },
    { "const o = { length: 3, 0: 'a', 2: 'c' }; return [Array.prototype.splic"
      "e.call(o, 0, 1, 'p', 'q'), o, Array.prototype.slice.call({ length: 2, "
      "1: 'b' }), Array.prototype.concat.call({ length: 1, 0: 1 }, [2])]",
      "[[\"a\"],{\"0\":\"p\",\"1\":\"q\",\"3\":\"c\",\"length\":4},[null,\"b"
      "\"],[{\"0\":1,\"length\":1},2]]" },
    { "const s = { length: 2, 0: 'x', [Symbol.isConcatSpreadable]: true }; co"
      "nst no = [1]; no[Symbol.isConcatSpreadable] = 0; return [[].concat(s, "
      "no, 5, [6, , 7]).length, [].concat(s)[0], 1 in [].concat(s), [].concat"
      "(new Proxy([1, 2], {}))]",
      "[7,\"x\",false,[1,2]]" },
    { "const n = (...f) => f.map((g) => { try { g(); return 'no' } catch (e) "
      "{ return e.name } }); return n(() => [1].with(1, 0), () => [1].with(-2"
      ", 0), () => [].concat({ get [Symbol.isConcatSpreadable]() { throw new "
      "EvalError() } }), () => Array.prototype.toSpliced.call({ length: 2 ** "
      "53 - 1 }, 0, 0, 1), () => Array.prototype.toSpliced.call({ length: 2 *"
      "* 32 }, 0, 0), () => Array.prototype.with.call({ length: 2 ** 32 }, 0,"
      " 0), () => Array.prototype.toReversed.call({ length: 2 ** 32 }), () =>"
      " Object.freeze([1, 2]).splice(0, 1), () => Object.freeze([1]).copyWith"
      "in(0, 0), () => Object.freeze([2, 1]).copyWithin(0, 1), () => [1].conc"
      "at({ length: 2 ** 53 - 1, [Symbol.isConcatSpreadable]: true }))",
      "[\"RangeError\",\"RangeError\",\"EvalError\",\"TypeError\",\"RangeErro"
      "r\",\"RangeError\",\"RangeError\",\"TypeError\",\"TypeError\",\"TypeEr"
      "ror\",\"TypeError\"]" },
    { "return [[1, , 3].toReversed(), [1, , 3].with(0, 2), [, 1].toSpliced(0,"
      " 0), 1 in [1, , 3].toSpliced(9), Array.prototype.with.call({ length: 2"
      ", 0: 1 }, 1, 'n'), Array.prototype.toReversed.call('ab')]",
      "[[3,null,1],[2,null,3],[null,1],true,[1,\"n\"],[\"b\",\"a\"]]" },
    { "return [[1, 2, 3].fill(0, 1, -1), [1, 2].fill(9, -1), [].fill(1), Arra"
      "y.prototype.fill.call({ length: 2 }, 'f'), [1, 2, 3].reverse(), [1, , "
      "3, 4].reverse(), Array.prototype.reverse.call({ length: 3, 0: 'a' }), "
      "[3, 4].lastIndexOf(3, -2), [3, 4].indexOf(4, -1), [NaN].indexOf(NaN), "
      "[NaN].includes(NaN), [,].includes(undefined), [1, 2].at(-3) === undefi"
      "ned]",
      "[[1,0,3],[1,9],[],{\"0\":\"f\",\"1\":\"f\",\"length\":2},[3,2,1],[4,3,"
      "null,1],{\"2\":\"a\",\"length\":3},0,1,-1,true,true,true]" },
};

/* clang-format on */

static void callbacks(void **state)
{
    (void)state;
    assert_int_equal(js_check(callbacks_rows, CM_ARRAY_LEN(callbacks_rows)), 0);
}

static void species(void **state)
{
    (void)state;
    assert_int_equal(js_check(species_rows, CM_ARRAY_LEN(species_rows)), 0);
}

static void flattening(void **state)
{
    (void)state;
    assert_int_equal(js_check(flattening_rows, CM_ARRAY_LEN(flattening_rows)),
                     0);
}

static void joining(void **state)
{
    (void)state;
    assert_int_equal(js_check(joining_rows, CM_ARRAY_LEN(joining_rows)), 0);
}

static void sorting(void **state)
{
    (void)state;
    assert_int_equal(js_check(sorting_rows, CM_ARRAY_LEN(sorting_rows)), 0);
}

static void copies(void **state)
{
    (void)state;
    assert_int_equal(js_check(copies_rows, CM_ARRAY_LEN(copies_rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(callbacks),  cmocka_unit_test(species),
        cmocka_unit_test(flattening), cmocka_unit_test(joining),
        cmocka_unit_test(sorting),    cmocka_unit_test(copies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
