/* SPDX-License-Identifier: MIT */
/* Every built-in that loops over what a program made counts its work: with a
 * thousand steps left, each of these has to end by the step limit, or to leave
 * a debt that ends the program at the next step (spec/execution.md 9). A
 * built-in that forgets it would hold its thread past every limit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_refuse.h"

/* clang-format off */
static const char *const arrays_rows[] = {
    ("const a = new Array(1e5).fill(-1); R; [].concat(a)"),
    ("const a = new Array(1e5).fill(-1); R; a.copyWithin(0, 1)"),
    ("const a = new Array(1e5).fill(-1); R; a.fill(2)"),
    ("const a = new Array(1e5).fill(-1); R; a.flat()"),
    ("const a = new Array(1e5).fill(-1); R; a.includes(9)"),
    ("const a = new Array(1e5).fill(-1); R; a.indexOf(9)"),
    ("const a = new Array(1e5).fill(-1); R; a.lastIndexOf(9)"),
    ("const a = new Array(1e5).fill(-1); R; a.join()"),
    ("const a = new Array(1e5).fill(-1); R; a.reverse()"),
    ("const a = new Array(1e5).fill(-1); R; a.slice()"),
    ("const a = new Array(1e5).fill(-1); R; a.splice(1, 1)"),
    ("const a = new Array(1e5).fill(-1); R; a.unshift(0)"),
    ("const a = new Array(1e5).fill(-1); R; a.sort()"),
    ("const a = new Array(1e5).fill(-1); R; a.toReversed()"),
    ("const a = new Array(1e5).fill(-1); R; a.toSorted()"),
    ("const a = new Array(1e5).fill(-1); R; a.toSpliced(0, 1)"),
    ("const a = new Array(1e5).fill(-1); R; a.with(0, 1)"),
    ("const a = new Array(1e5).fill(-1); R; a.toString()"),
    ("const a = new Array(1e5).fill(-1); R; a.toLocaleString()"),
    ("const a = new Array(1e5).fill(-1); R; Array.from(a)"),
    ("const a = new Array(1e5).fill(-1); R; Array.of(...a)"),
    ("const a = new Array(1e5).fill(-1); R; [...a]"),
    ("const a = new Array(1e5).fill(-1); R; const [x, ...y] = a"),
    ("const a = new Array(1e5).fill(-1); R; ((...r) => r)(...a)"),
    ("const a = new Array(1e5).fill(-1); R; [].push(...a)"),
    ("const a = new Array(1e5).fill(-1); R; a.forEach(Boolean)"),
    ("const a = new Array(1e5).fill(-1); R; a.map(Boolean)"),
    ("const a = new Array(1e5).fill(-1); R; a.filter(Boolean)"),
    ("const a = new Array(1e5).fill(-1); R; a.every(Boolean)"),
    ("const a = new Array(1e5).fill(-1); R; a.some(Object.is)"),
    ("const a = new Array(1e5).fill(-1); R; a.find(Object.is)"),
    ("const a = new Array(1e5).fill(-1); R; a.findIndex(Object.is)"),
    ("const a = new Array(1e5).fill(-1); R; a.findLast(Object.is)"),
    ("const a = new Array(1e5).fill(-1); R; a.findLastIndex(Object.is)"),
    ("const a = new Array(1e5).fill(-1); R; a.flatMap(Array.of)"),
    ("const a = new Array(1e5).fill(-1); R; a.reduce(Object.is)"),
    ("const a = new Array(1e5).fill(-1); R; a.reduceRight(Object.is)"),
    ("const a = new Array(1e5).fill(-1); R; Array.from(a, Boolean)"),
    ("const a = new Array(1e5).fill(-1); R; Array.from({ length: 1e9 })"),
    ("const a = new Array(1e5).fill(-1); R; Array.prototype.fill.call({ lengt"
     "h: 1e9 }, 1)"),
    ("const a = new Array(1e5).fill(-1); R; Array.prototype.indexOf.call({ le"
     "ngth: 1e9 }, 1)"),
    ("const a = new Array(1e5).fill(-1); R; Array.prototype.includes.call({ l"
     "ength: 1e9 }, 1)"),
    ("const a = new Array(1e5).fill(-1); R; Array.prototype.lastIndexOf.call("
     "{ length: 1e9 }, 1)"),
    ("const a = new Array(1e5).fill(-1); R; Array.prototype.join.call({ lengt"
     "h: 1e8 })"),
    ("const a = new Array(1e5).fill(-1); R; Array.prototype.reverse.call({ le"
     "ngth: 1e9 })"),
    ("const a = new Array(1e5).fill(-1); R; Array.prototype.slice.call({ leng"
     "th: 1e9 })"),
    ("const a = new Array(1e5).fill(-1); R; Array.prototype.splice.call({ len"
     "gth: 1e9 }, 0, 1)"),
    ("const a = new Array(1e5).fill(-1); R; Array.prototype.shift.call({ leng"
     "th: 1e9 })"),
    ("const a = new Array(1e5).fill(-1); R; Array.prototype.unshift.call({ le"
     "ngth: 1e9 }, 1)"),
    ("const a = new Array(1e5).fill(-1); R; Array.prototype.copyWithin.call({"
     " length: 1e9 }, 0, 1)"),
    ("const a = new Array(1e5).fill(-1); R; Array.prototype.sort.call({ lengt"
     "h: 1e9 })"),
    ("const a = new Array(1e5).fill(-1); R; Array.prototype.forEach.call({ le"
     "ngth: 1e9 }, Boolean)"),
    ("const a = new Array(1e5).fill(-1); R; Array.prototype.reduceRight.call("
     "{ length: 1e9 }, Boolean, 1)"),
    ("const a = new Array(1e5).fill(-1); R; Array.prototype.findLast.call({ l"
     "ength: 1e9 }, Object.is)"),
    ("const a = new Array(1e5).fill(-1); R; Array.prototype.flat.call({ lengt"
     "h: 1e9 })"),
    ("const a = new Array(1e5).fill(-1); R; Array.prototype.toSorted.call({ l"
     "ength: 1e7 })"),
    ("const a = new Array(1e5).fill(-1); R; Array.prototype.toReversed.call({"
     " length: 1e7 })"),
    ("const a = new Array(1e5).fill(-1); R; Array.prototype.with.call({ lengt"
     "h: 1e7 }, 0, 1)"),
    ("const a = new Array(1e5).fill(-1); R; Array.prototype.toSpliced.call({ "
     "length: 1e7 }, 0, 1)"),
    ("const a = new Array(1e5).fill(-1); R; structuredClone(a)"),
    ("const a = new Array(1e5).fill(-1); R; JSON.stringify(a)"),
    ("const a = new Array(1e5).fill(-1); R; new Set(a)"),
    ("const a = new Array(1e5).fill(-1); R; Math.max(...a)"),
    ("const a = new Array(1e5).fill(-1); R; Math.hypot(...a)"),
    ("const a = new Array(1e5).fill(-1); R; Math.sumPrecise(a)"),
    ("const a = new Array(1e5).fill(-1); R; Object.keys(a)"),
    ("const a = new Array(1e5).fill(-1); R; Object.values(a)"),
    ("const a = new Array(1e5).fill(-1); R; Object.entries(a)"),
    ("const a = new Array(1e5).fill(-1); R; Reflect.apply(Boolean, null, a)"),
    ("const a = new Array(1e5).fill(-1); R; Boolean.apply(null, a)"),
    ("const a = new Array(1e5).fill(-1); R; Boolean.bind(null, ...a)"),
    ("const a = new Array(1e5).fill(-1); R; console.log(...a)"),
    ("const a = new Array(1e5).fill(-1); R; console.table(a)"),
    ("const a = new Array(1e5).fill(-1); R; console.log(a)"),
    ("const a = new Array(1e5).fill(-1); R; new Uint8Array(a)"),
    ("const a = new Array(1e5).fill(-1); R; Uint8Array.from(a)"),
    ("const a = new Array(1e5).fill(-1); R; Uint8Array.of(...a)"),
    ("const a = new Array(1e5).fill(-1); R; new Uint8Array(1e5).set(a)"),
    ("const a = new Array(1e5).fill(-1); R; Map.groupBy(a, Boolean)"),
    ("const a = new Array(1e5).fill(-1); R; Object.groupBy(a, Boolean)"),
    ("const a = new Array(1e5).fill(-1); R; await Promise.all(a)"),
    ("const a = new Array(1e5).fill(-1); R; await Promise.allSettled(a)"),
    ("const a = new Array(1e5).fill(-1); R; await Promise.any(a)"),
    ("const a = new Array(1e5).fill(-1); R; await Promise.race(a)"),
    ("const a = new Array(1e5).fill(-1); R; await Array.fromAsync(a)"),
    ("const a = new Array(1e5).fill(-1); R; a.values().toArray()"),
    ("const a = new Array(1e5).fill(-1); R; a.values().drop(1e5).next()"),
    ("const a = new Array(1e5).fill(-1); R; a.values().some(Object.is)"),
    ("const a = new Array(1e5).fill(-1); R; a.values().forEach(Boolean)"),
    ("const a = new Array(1e5).fill(-1); R; a.values().reduce(Object.is)"),
    ("const a = new Array(1e5).fill(-1); R; new AggregateError(a)"),
    ("const a = new Array(1e5).fill(-1); R; String.fromCharCode(...a)"),
    ("const a = new Array(1e5).fill(-1); R; String.fromCodePoint(...a)"),
    ("const a = new Array(1e5).fill(-1); R; new Intl.ListFormat('en').format("
     "a.map(String))"),
    ("const a = new Array(1e5).fill(-1); R; for (const k in a);"),
    ("const a = new Array(1e5).fill(-1); R; const { length, ...rest } = a"),
    ("let f = Object; for (let i = 0; i < 2000; i++) f = f.bind(null); R; f()"),
    ("const a = new Array(1e5).fill(-1); R; ({ ...a })"),
    ("const a = new Array(1e5).fill(-1); R; Object.assign({}, a)"),
    ("const a = new Array(1e5).fill(-1); R; Array.prototype.concat.apply([], "
     "a)"),
    ("const a = new Array(1e5).fill(-1); R; new (class extends Array {})(...a"
     ")"),
};

static const char *const strings_rows[] = {
    ("const s = 'ab'.repeat(5e5); R; s.split('')"),
    ("const s = 'ab'.repeat(5e5); R; s.split('b')"),
    ("const s = 'ab'.repeat(5e5); R; s.toUpperCase()"),
    ("const s = 'ab'.repeat(5e5); R; s.toLocaleLowerCase()"),
    ("const s = 'ab'.repeat(5e5); R; s.indexOf('c')"),
    ("const s = 'ab'.repeat(5e5); R; s.lastIndexOf('c')"),
    ("const s = 'ab'.repeat(5e5); R; s.includes('c')"),
    ("const s = 'ab'.repeat(5e5); R; s.replace('c', '')"),
    ("const s = 'ab'.repeat(5e5); R; s.replaceAll('a', 'c')"),
    ("const s = 'ab'.repeat(5e5); R; s.replaceAll('a', String)"),
    ("const s = 'ab'.repeat(5e5); R; (' ' + s + ' ').trim()"),
    ("const s = 'ab'.repeat(5e5); R; ' '.repeat(1e6).trim()"),
    ("const s = 'ab'.repeat(5e5); R; ' '.repeat(1e6).trimStart()"),
    ("const s = 'ab'.repeat(5e5); R; ' '.repeat(1e6).trimEnd()"),
    ("const s = 'ab'.repeat(5e5); R; s.padStart(2e6, 'xy')"),
    ("const s = 'ab'.repeat(5e5); R; s.padEnd(2e6)"),
    ("const s = 'ab'.repeat(5e5); R; s.repeat(3)"),
    ("const s = 'ab'.repeat(5e5); R; s.localeCompare(s + 'c')"),
    ("const s = 'ab'.repeat(5e5); R; [...s]"),
    ("const s = 'ab'.repeat(5e5); R; Array.from(s)"),
    ("const s = 'ab'.repeat(5e5); R; s.startsWith('b' + s.slice(1))"),
    ("const s = 'ab'.repeat(5e5); R; s === 'ab'.repeat(499999) + 'ac'"),
    ("const s = 'ab'.repeat(5e5); R; s < 'ab'.repeat(499999) + 'ac'"),
    ("const s = 'ab'.repeat(5e5); R; s.match(/c/)"),
    ("const s = 'ab'.repeat(5e5); R; s.match(/a/g)"),
    ("const s = 'ab'.repeat(5e5); R; s.search(/c/)"),
    ("const s = 'ab'.repeat(5e5); R; [...s.matchAll(/a/g)]"),
    ("const s = 'ab'.repeat(5e5); R; s.split(/b/)"),
    ("const r = new RegExp('a' + '(x)?'.repeat(2000)); R; 'a'.split(r)"),
    ("const r = new RegExp('a|' + '(x)'.repeat(9000)); R; 'a'.search(r)"),
    ("const s = 'ab'.repeat(5e5); R; s.replace(/a/g, '')"),
    ("const s = 'ab'.repeat(5e5); R; s.replace(/a/g, String)"),
    ("const s = 'ab'.repeat(5e5); R; /c/.test(s)"),
    ("const s = 'ab'.repeat(5e5); R; /(?:a|b)*c/.exec(s)"),
    ("const s = 'ab'.repeat(5e5); R; encodeURIComponent(s)"),
    ("const s = 'ab'.repeat(5e5); R; encodeURI(s)"),
    ("const s = 'ab'.repeat(5e5); R; decodeURI(s)"),
    ("const s = 'ab'.repeat(5e5); R; decodeURIComponent(s)"),
    ("const s = 'ab'.repeat(5e5); R; btoa(s)"),
    ("const s = 'ab'.repeat(5e5); R; atob('abcd'.repeat(2e5))"),
    ("const s = 'ab'.repeat(5e5); R; new TextEncoder().encode(s)"),
    ("const s = 'ab'.repeat(5e5); R; new TextEncoder().encodeInto(s, new Uint"
     "8Array(1e6))"),
    ("const s = 'ab'.repeat(5e5); R; JSON.stringify(s)"),
    ("const s = 'ab'.repeat(5e5); R; JSON.parse('[' + '1,'.repeat(3e5) + '1]'"
     ")"),
    ("const s = 'ab'.repeat(5e5); R; Number(' '.repeat(1e6))"),
    ("const s = 'ab'.repeat(5e5); R; Number('1'.repeat(1e6))"),
    ("const s = 'ab'.repeat(5e5); R; parseInt('1'.repeat(1e6))"),
    ("const s = 'ab'.repeat(5e5); R; parseFloat('1'.repeat(1e6))"),
    ("const s = 'ab'.repeat(5e5); R; BigInt('1'.repeat(5e4))"),
    ("const s = 'ab'.repeat(5e5); R; RegExp.escape(s)"),
    ("const s = 'ab'.repeat(5e5); R; new RegExp('a'.repeat(1e5))"),
    ("const s = 'ab'.repeat(5e5); R; Symbol.for(s)"),
    ("const s = 'ab'.repeat(5e5); R; ({})[s]"),
    ("const s = 'ab'.repeat(5e5); R; new Map([[s, 1]])"),
    ("const s = 'ab'.repeat(5e5); R; new URL('http://x/' + s)"),
    ("const s = 'ab'.repeat(5e5); R; URL.canParse('http://x/' + s)"),
    ("const s = 'ab'.repeat(5e5); R; new URLSearchParams(s)"),
    ("const s = 'ab'.repeat(5e5); R; new URLSearchParams('a&'.repeat(1e5)).to"
     "String()"),
    ("const s = 'ab'.repeat(5e5); R; Date.parse(s)"),
    ("const s = 'ab'.repeat(5e5); R; new Date(s)"),
    ("const s = 'ab'.repeat(5e5); R; [...new Intl.Segmenter('en', { granulari"
     "ty: 'word' }).segment(s)]"),
    ("const s = 'ab'.repeat(5e5); R; new Intl.Segmenter('en').segment(s).cont"
     "aining(5e5)"),
    ("const s = 'ab'.repeat(5e5); R; new Intl.Collator('en').compare(s, s + '"
     "c')"),
    ("const s = 'ab'.repeat(5e5); R; structuredClone(s) + structuredClone([.."
     ".s])"),
    ("const s = 'ab'.repeat(5e5); R; s.substring(1).split('x')"),
    ("const s = 'ab'.repeat(5e5); R; Uint8Array.fromHex(s)"),
    ("const s = 'ab'.repeat(5e5); R; Uint8Array.fromBase64(s)"),
    ("const s = 'ab'.repeat(5e5); R; new Uint8Array(1e6).setFromHex(s)"),
    ("const s = 'ab'.repeat(5e5); R; new Uint8Array(1e6).setFromBase64(s)"),
    ("const s = 'ab'.repeat(5e5); R; String.raw({ raw: s })"),
    ("const s = 'ab'.repeat(5e5); R; s.isWellFormed() && s.normalize('NFD').l"
     "ength && s.at(0) && console.log(s)"),
    ("const s = 'ab'.repeat(5e5); R; new Headers([['a', s]])"),
    ("const s = 'ab'.repeat(5e5); R; new Error(s).toString() + console.log(s)"),
};

static const char *const wide_strings_rows[] = {
    ("const s = '\303\251\342\202\254'.repeat(3e5); R; s.isWellFormed()"),
    ("const s = '\303\251\342\202\254'.repeat(3e5); R; s.toWellFormed()"),
    ("const s = '\303\251\342\202\254'.repeat(3e5); R; s.normalize('NFD')"),
    ("const s = '\303\251\342\202\254'.repeat(3e5); R; s.normalize('NFC')"),
    ("const s = '\303\251\342\202\254'.repeat(3e5); R; s.toUpperCase()"),
    ("const s = '\303\251\342\202\254'.repeat(3e5); R; s.toLowerCase()"),
    ("const s = '\303\251\342\202\254'.repeat(3e5); R; s.localeCompare(s + 'a"
     "')"),
    ("const s = '\303\251\342\202\254'.repeat(3e5); R; new TextEncoder().enco"
     "de(s)"),
    ("const s = '\303\251\342\202\254'.repeat(3e5); R; encodeURIComponent(s)"),
    ("const s = '\303\251\342\202\254'.repeat(3e5); R; JSON.stringify(s)"),
    ("const s = '\303\251\342\202\254'.repeat(3e5); R; s.split('')"),
    ("const s = '\303\251\342\202\254'.repeat(3e5); R; [...s]"),
    ("const s = '\303\251\342\202\254'.repeat(3e5); R; s.indexOf('x')"),
    ("const s = '\303\251\342\202\254'.repeat(3e5); R; s.replaceAll('\342\202"
     "\254', '')"),
    ("const s = '\303\251\342\202\254'.repeat(3e5); R; new URL('http://x/?' +"
     " s)"),
    ("const s = '\303\251\342\202\254'.repeat(3e5); R; /x/iu.test(s)"),
};

static const char *const bytes_rows[] = {
    ("const u = new Uint8Array(1e6).fill(7); R; u.fill(1)"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.slice()"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.indexOf(9)"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.lastIndexOf(9)"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.includes(9)"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.join()"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.toString()"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.toLocaleString()"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.reverse()"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.sort()"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.sort(Object.is)"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.toSorted()"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.toReversed()"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.with(0, 1)"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.copyWithin(0, 1)"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.set(u.subarray(1))"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.map(Boolean)"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.filter(Boolean)"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.forEach(Boolean)"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.every(Boolean)"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.some(isNaN)"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.find(isNaN)"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.findIndex(isNaN)"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.findLast(isNaN)"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.findLastIndex(isNaN)"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.reduce(Object.is)"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.reduceRight(Object.is)"),
    ("const u = new Uint8Array(1e6).fill(7); R; new Float64Array(u)"),
    ("const u = new Uint8Array(1e6).fill(7); R; new Uint8Array(u)"),
    ("const u = new Uint8Array(1e6).fill(7); R; new Uint8Array(1e7)"),
    ("const u = new Uint8Array(1e6).fill(7); R; new ArrayBuffer(1e7)"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.buffer.slice(1)"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.buffer.transfer(2e6)"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.buffer.transferToFixedLengt"
     "h(2e6)"),
    ("const u = new Uint8Array(1e6).fill(7); R; new ArrayBuffer(1, { maxByteL"
     "ength: 1e7 }).resize(1e7)"),
    ("const u = new Uint8Array(1e6).fill(7); R; structuredClone(u)"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.toHex()"),
    ("const u = new Uint8Array(1e6).fill(7); R; u.toBase64()"),
    ("const u = new Uint8Array(1e6).fill(7); R; new TextDecoder().decode(u)"),
    ("const u = new Uint8Array(1e6).fill(7); R; new TextDecoder('utf-16le').d"
     "ecode(u)"),
    ("const u = new Uint8Array(1e6).fill(7); R; new TextDecoder('latin1').dec"
     "ode(u)"),
    ("const u = new Uint8Array(1e6).fill(7); R; crypto.getRandomValues(new Ui"
     "nt8Array(65536))"),
    ("const u = new Uint8Array(1e6).fill(7); R; [...u]"),
    ("const u = new Uint8Array(1e6).fill(7); R; Array.from(u)"),
    ("const u = new Uint8Array(1e6).fill(7); R; Uint8Array.from(u)"),
    ("const u = new Uint8Array(1e6).fill(7); R; Float32Array.from(u, Boolean)"),
    ("const u = new Uint8Array(1e6).fill(7); R; JSON.stringify(u)"),
    ("const u = new Uint8Array(1e6).fill(7); R; new Uint8Array({ length: 1e6 "
     "})"),
    ("const u = new Uint8Array(1e6).fill(7); R; Object.keys(u)"),
    ("const u = new Uint8Array(1e6).fill(7); R; console.log(u)"),
};

static const char *const collections_rows[] = {
    ("const m = new Map(Array.from({ length: 2e4 }, (_, i) => [i, i])); R; ne"
     "w Map(m)"),
    ("const m = new Map(Array.from({ length: 2e4 }, (_, i) => [i, i])); R; [."
     "..m]"),
    ("const m = new Map(Array.from({ length: 2e4 }, (_, i) => [i, i])); R; [."
     "..m.keys()]"),
    ("const m = new Map(Array.from({ length: 2e4 }, (_, i) => [i, i])); R; m."
     "forEach(Boolean)"),
    ("const m = new Map(Array.from({ length: 2e4 }, (_, i) => [i, i])); R; Ar"
     "ray.from(m)"),
    ("const m = new Map(Array.from({ length: 2e4 }, (_, i) => [i, i])); R; Ob"
     "ject.fromEntries(m)"),
    ("const m = new Map(Array.from({ length: 2e4 }, (_, i) => [i, i])); R; Ma"
     "p.groupBy(m, Boolean)"),
    ("const m = new Map(Array.from({ length: 2e4 }, (_, i) => [i, i])); R; st"
     "ructuredClone(m)"),
    ("const m = new Map(Array.from({ length: 2e4 }, (_, i) => [i, i])); R; ne"
     "w URLSearchParams(m)"),
    ("const m = new Map(Array.from({ length: 2e4 }, (_, i) => [i, i])); R; fo"
     "r (const [k] of m);"),
    ("const x = new Set(Array.from({ length: 2e4 }, (_, i) => i)), y = new Se"
     "t(Array.from({ length: 2e4 }, (_, i) => -i)); R; x.union(y)"),
    ("const x = new Set(Array.from({ length: 2e4 }, (_, i) => i)), y = new Se"
     "t(Array.from({ length: 2e4 }, (_, i) => -i)); R; x.intersection(y)"),
    ("const x = new Set(Array.from({ length: 2e4 }, (_, i) => i)), y = new Se"
     "t(Array.from({ length: 2e4 }, (_, i) => -i)); R; x.difference(y)"),
    ("const x = new Set(Array.from({ length: 2e4 }, (_, i) => i)), y = new Se"
     "t(Array.from({ length: 2e4 }, (_, i) => -i)); R; x.symmetricDifference("
     "y)"),
    ("const x = new Set(Array.from({ length: 2e4 }, (_, i) => i)), y = new Se"
     "t(Array.from({ length: 2e4 }, (_, i) => -i)); R; x.isSubsetOf(x)"),
    ("const x = new Set(Array.from({ length: 2e4 }, (_, i) => i)), y = new Se"
     "t(Array.from({ length: 2e4 }, (_, i) => -i)); R; x.isSupersetOf(x)"),
    ("const x = new Set(Array.from({ length: 2e4 }, (_, i) => i)), y = new Se"
     "t(Array.from({ length: 2e4 }, (_, i) => -i)); R; x.isDisjointFrom(new S"
     "et(y).add(5e5) && new Set(Array.from(y, (v) => v - 1)))"),
    ("const x = new Set(Array.from({ length: 2e4 }, (_, i) => i)), y = new Se"
     "t(Array.from({ length: 2e4 }, (_, i) => -i)); R; new Set(x)"),
    ("const x = new Set(Array.from({ length: 2e4 }, (_, i) => i)), y = new Se"
     "t(Array.from({ length: 2e4 }, (_, i) => -i)); R; [...x]"),
    ("const x = new Set(Array.from({ length: 2e4 }, (_, i) => i)), y = new Se"
     "t(Array.from({ length: 2e4 }, (_, i) => -i)); R; x.forEach(Boolean)"),
    ("const x = new Set(Array.from({ length: 2e4 }, (_, i) => i)), y = new Se"
     "t(Array.from({ length: 2e4 }, (_, i) => -i)); R; structuredClone(x)"),
    ("const x = new Set(Array.from({ length: 2e4 }, (_, i) => i)), y = new Se"
     "t(Array.from({ length: 2e4 }, (_, i) => -i)); R; new WeakSet(Array.from"
     "(x, () => ({})))"),
};

static const char *const objects_rows[] = {
    ("let p = {}; for (let i = 0; i < 2e4; i++) p = Object.create(p); R; p.x "
     "= 1"),
    ("const o = Object.fromEntries(Array.from({ length: 6e3 }, (_, i) => ['k'"
     " + i, i])); R; Object.keys(o)"),
    ("const o = Object.fromEntries(Array.from({ length: 6e3 }, (_, i) => ['k'"
     " + i, i])); R; Object.values(o)"),
    ("const o = Object.fromEntries(Array.from({ length: 6e3 }, (_, i) => ['k'"
     " + i, i])); R; Object.entries(o)"),
    ("const o = Object.fromEntries(Array.from({ length: 6e3 }, (_, i) => ['k'"
     " + i, i])); R; Object.getOwnPropertyNames(o)"),
    ("const o = Object.fromEntries(Array.from({ length: 6e3 }, (_, i) => ['k'"
     " + i, i])); R; Object.getOwnPropertyDescriptors(o)"),
    ("const o = Object.fromEntries(Array.from({ length: 6e3 }, (_, i) => ['k'"
     " + i, i])); R; Object.assign({}, o)"),
    ("const o = Object.fromEntries(Array.from({ length: 6e3 }, (_, i) => ['k'"
     " + i, i])); R; Object.freeze(o)"),
    ("const o = Object.fromEntries(Array.from({ length: 6e3 }, (_, i) => ['k'"
     " + i, i])); R; Object.seal(o)"),
    ("const o = Object.fromEntries(Array.from({ length: 6e3 }, (_, i) => ['k'"
     " + i, i])); R; Object.preventExtensions(o), Object.isFrozen(Object.free"
     "ze(o))"),
    ("const o = Object.fromEntries(Array.from({ length: 6e3 }, (_, i) => ['k'"
     " + i, i])); R; Object.defineProperties({}, Object.getOwnPropertyDescrip"
     "tors(o))"),
    ("const o = Object.fromEntries(Array.from({ length: 6e3 }, (_, i) => ['k'"
     " + i, i])); R; Reflect.ownKeys(o)"),
    ("const o = Object.fromEntries(Array.from({ length: 6e3 }, (_, i) => ['k'"
     " + i, i])); R; for (const k in o);"),
    ("const o = Object.fromEntries(Array.from({ length: 6e3 }, (_, i) => ['k'"
     " + i, i])); R; ({ ...o })"),
    ("const o = Object.fromEntries(Array.from({ length: 6e3 }, (_, i) => ['k'"
     " + i, i])); R; const { k1, ...rest } = o"),
    ("const o = Object.fromEntries(Array.from({ length: 6e3 }, (_, i) => ['k'"
     " + i, i])); R; JSON.stringify(o)"),
    ("const o = Object.fromEntries(Array.from({ length: 6e3 }, (_, i) => ['k'"
     " + i, i])); R; structuredClone(o)"),
    ("const o = Object.fromEntries(Array.from({ length: 6e3 }, (_, i) => ['k'"
     " + i, i])); R; console.log(o)"),
    ("const o = Object.fromEntries(Array.from({ length: 6e3 }, (_, i) => ['k'"
     " + i, i])); R; Object.create({}, Object.getOwnPropertyDescriptors(o))"),
    ("const o = Object.fromEntries(Array.from({ length: 6e3 }, (_, i) => ['k'"
     " + i, i])); R; new Headers(o)"),
    ("const o = Object.fromEntries(Array.from({ length: 6e3 }, (_, i) => ['k'"
     " + i, i])); R; new URLSearchParams(o)"),
};

static const char *const numbers_rows[] = {
    ("const b = 7n ** 60000n; R; b * b"),
    ("const b = 7n ** 60000n; R; b / 3n ** 20000n"),
    ("const b = 7n ** 60000n; R; b % 3n ** 20000n"),
    ("const b = 7n ** 60000n; R; b ** 3n"),
    ("const b = 7n ** 60000n; R; b.toString()"),
    ("const b = 7n ** 60000n; R; b.toString(7)"),
    ("const b = 7n ** 60000n; R; b.toLocaleString()"),
    ("const b = 7n ** 60000n; R; -b + (b << 5n) - (b >> 3n) + (b & b) + (b | "
     "1n) + (b ^ b) + ~b"),
    ("const b = 7n ** 60000n; R; BigInt.asIntN(100000, b) * b"),
    ("const b = 7n ** 60000n; R; String(b)"),
    ("const b = 7n ** 60000n; R; (b << 100000n) < (b << 100000n) + b"),
    ("const b = 7n ** 60000n; R; Number(b) + parseInt(String(b))"),
    ("const b = 7n ** 60000n; R; new Intl.NumberFormat('en').format(b)"),
};
/* clang-format on */

/* The number of programs that end otherwise. */
static int check_metered(const char *const *programs, size_t n)
{
    int failed = 0;
    Buf out;
#ifdef CM_GC_STRESS /* large inputs take hours to make there */
    skip();
#endif
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    for (size_t i = 0; i < n; i++) {
        Program *program = NULL;
        JsCompileResult compiled;
        assert_int_equal(js_compile(cm__alloc_default(), js_realm(),
                                    programs[i], strlen(programs[i]), NULL,
                                    &program, &compiled),
                         CM_OK);
        refuse_run(program, REFUSE_STEPS, 1000, &out);
        js_compile_result_done(&compiled);
        program_free(program);
        if (strcmp(cm__buf_text(&out), "!terminated: steps") == 0 ||
            js_refuse.overdrawn)
            continue;
        failed++;
        fprintf(stderr, "not metered: %s\n  got: %.200s\n", programs[i],
                cm__buf_text(&out));
    }
    cm__buf_done(&out);
    return failed;
}

static void arrays(void **state)
{
    (void)state;
    assert_int_equal(check_metered(arrays_rows, CM_ARRAY_LEN(arrays_rows)), 0);
}

static void strings(void **state)
{
    (void)state;
    assert_int_equal(check_metered(strings_rows, CM_ARRAY_LEN(strings_rows)),
                     0);
}

static void wide_strings(void **state)
{
    (void)state;
    assert_int_equal(
        check_metered(wide_strings_rows, CM_ARRAY_LEN(wide_strings_rows)), 0);
}

static void bytes(void **state)
{
    (void)state;
    assert_int_equal(check_metered(bytes_rows, CM_ARRAY_LEN(bytes_rows)), 0);
}

static void collections(void **state)
{
    (void)state;
    assert_int_equal(
        check_metered(collections_rows, CM_ARRAY_LEN(collections_rows)), 0);
}

static void objects(void **state)
{
    (void)state;
    assert_int_equal(check_metered(objects_rows, CM_ARRAY_LEN(objects_rows)),
                     0);
}

static void numbers(void **state)
{
    (void)state;
    assert_int_equal(check_metered(numbers_rows, CM_ARRAY_LEN(numbers_rows)),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays),       cmocka_unit_test(strings),
        cmocka_unit_test(wide_strings), cmocka_unit_test(bytes),
        cmocka_unit_test(collections),  cmocka_unit_test(objects),
        cmocka_unit_test(numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
