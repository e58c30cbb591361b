/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

#define BYTES                                                  \
    "const d = (a, ...o) => new TextDecoder(...o).decode(new " \
    "Uint8Array(a)); "

static void base64_and_hex(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "return ['', 'f', 'fo', 'foo', 'foob'].map(s => new TextEncoder()"
          ".encode(s).toBase64())",
          "[\"\",\"Zg==\",\"Zm8=\",\"Zm9v\",\"Zm9vYg==\"]" },
        { "const v = new Uint8Array([251, 255, 191]); return [v.toBase64(), "
          "v.toBase64({ alphabet: 'base64url' }), new Uint8Array(1).toBase64({ "
          "omitPadding: true }), v.toHex()]",
          "[\"+/+/\",\"-_-_\",\"AA\",\"fbffbf\"]" },
        { "return [[...Uint8Array.fromBase64(' Zm9\\nvYg == ')], "
          "[...Uint8Array.fromBase64('Zm9vYg')], [...Uint8Array.fromBase64("
          "'-_-_', { alphabet: 'base64url' })], [...Uint8Array.fromBase64("
          "'Zm9vYg', { lastChunkHandling: 'stop-before-partial' })]]",
          "[[102,111,111,98],[102,111,111,98],[251,255,191],[102,111,111]]" },
        { "Uint8Array.fromBase64('Zm9vY')",
          "!SyntaxError: Incomplete base64 text" },
        { "Uint8Array.fromBase64('Zg', { lastChunkHandling: 'strict' })",
          "!SyntaxError: Incomplete base64 text" },
        { "Uint8Array.fromBase64('Zh==', { lastChunkHandling: 'strict' })",
          "!SyntaxError: Invalid base64 padding" },
        { "Uint8Array.fromBase64('Zg=')",
          "!SyntaxError: Invalid base64 padding" },
        { "Uint8Array.fromBase64('Z*==')",
          "!SyntaxError: Invalid base64 character" },
        { "Uint8Array.fromBase64(5)",
          "!TypeError: The first argument must be a string" },
        { "Uint8Array.fromBase64('', { alphabet: 'x' })",
          "!TypeError: Unknown value of option alphabet" },
        { "const v = new Uint8Array(4); return [v.setFromBase64('Zm9vYmFy'), "
          "[...v]]",
          "[{\"read\":4,\"written\":3},[102,111,111,0]]" },
        { "const v = new Uint8Array(8); try { v.setFromBase64('Zm9v*') } catch "
          "(e) { return [e.name, [...v]] }",
          "[\"SyntaxError\",[102,111,111,0,0,0,0,0]]" },
        { "const v = new Uint8Array(2); return [v.setFromHex('0aFf33'), "
          "[...v], [...Uint8Array.fromHex('deadBEEF')]]",
          "[{\"read\":4,\"written\":2},[10,255],[222,173,190,239]]" },
        { "Uint8Array.fromHex('abc')",
          "!SyntaxError: Hex text has an odd number of digits" },
        { "Uint8Array.fromHex('zz')", "!SyntaxError: Invalid hex digit" },
        { "Uint8Array.prototype.toHex.call(new Int8Array(1))",
          "!TypeError: The method of Uint8Array was called on something else" },
        { "return [typeof Int8Array.fromHex, 'toHex' in Int8Array.prototype]",
          "[\"undefined\",false]" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void atob_and_btoa(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "return [btoa(''), btoa('a'), btoa('hello'), btoa('\\xff\\x00'), "
          "btoa(12)]",
          "[\"\",\"YQ==\",\"aGVsbG8=\",\"/wA=\",\"MTI=\"]" },
        { "return [atob('aGVsbG8='), atob('aGVsbG8'), atob(' aGVs bG8\\n'), "
          "atob(''), atob('/wA=').charCodeAt(0), atob('YR==')]",
          "[\"hello\",\"hello\",\"hello\",\"\",255,\"a\"]" },
        { "btoa('\\u0100')",
          "!TypeError: btoa needs characters up to U+00FF; encode the text "
          "with TextEncoder first" },
        { "atob('a')", "!TypeError: atob needs base64 text" },
        { "atob('ab=')", "!TypeError: atob needs base64 text" },
        { "atob('ab===')", "!TypeError: atob needs base64 text" },
        { "atob('a-_b')", "!TypeError: atob needs base64 text" },
        { "atob('=ab=')", "!TypeError: atob needs base64 text" },
        { "return atob(null).length", "3" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void encoder(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "return [...new TextEncoder().encode('a\\u00e9\\u20ac\\u{1F600}')]",
          "[97,195,169,226,130,172,240,159,152,128]" },
        { "return [...new TextEncoder().encode('\\ud800x\\udc00')]",
          "[239,191,189,120,239,191,189]" },
        { "const e = new TextEncoder(); return [e.encoding, e.encode().length, "
          "e.encode(undefined).length, e.encode(null).length]",
          "[\"utf-8\",0,0,4]" },
        { "const v = new Uint8Array(5); return [new TextEncoder().encodeInto("
          "'a\\u20ac\\u20ac', v), [...v]]",
          "[{\"read\":2,\"written\":4},[97,226,130,172,0]]" },
        { "const v = new Uint8Array(4); return new TextEncoder().encodeInto("
          "'\\u{1F600}a', v)",
          "{\"read\":2,\"written\":4}" },
        { "new TextEncoder().encodeInto('a', new Int8Array(1))",
          "!TypeError: encodeInto needs a Uint8Array" },
        { "TextEncoder()",
          "!TypeError: Constructor TextEncoder requires 'new'" },
        { "TextEncoder.prototype.encode.call({})",
          "!TypeError: The method of TextEncoder was called on something "
          "else" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void decoder(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "const d = new TextDecoder(); return [d.encoding, d.fatal, "
          "d.ignoreBOM, d.decode(), String(d)]",
          "[\"utf-8\",false,false,\"\",\"[object TextDecoder]\"]" },
        { BYTES "return [d([97, 0xC3, 0xA9, 0xF0, 0x9F, 0x98, 0x80]), d([0xEF, "
                "0xBB, 0xBF, 97]).length, d([0xEF, 0xBB, 0xBF, 97], 'utf-8', { "
                "ignoreBOM: true }).length]",
          "[\"a\xC3\xA9\xF0\x9F\x98\x80\",1,2]" },
        /* the replacement characters of the standard's maximal subparts */
        { BYTES
          "return [[0x80], [0xC0, 0x80], [0xE2, 0x82], [0xE2, 0x82, "
          "0x41], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF0, "
          "0x9F, 0x98]].map(b => [...d(b)].map(c => c === '\\ufffd' ? '?' "
          ": c).join(''))",
          "[\"?\",\"??\",\"?\",\"?A\",\"???\",\"????\",\"?\"]" },
        { BYTES "d([0xFF], 'utf8', { fatal: true })",
          "!TypeError: The encoded data was not valid for encoding utf-8" },
        { "const d = new TextDecoder(); const p = b => d.decode(new "
          "Uint8Array(b), { stream: true }); return [p([0xE2]), p([0x82]), "
          "p([0xAC, 0xF0]), d.decode(), d.decode(new Uint8Array([97]))]",
          "[\"\",\"\",\"\xE2\x82\xAC\",\"\xEF\xBF\xBD\",\"a\"]" },
        { BYTES "return [d([0x61, 0, 0xAC, 0x20, 0x3D, 0xD8, 0, 0xDE], "
                "'utf-16'), d([0, 0x61, 0x20, 0xAC], 'UTF-16BE'), d([0xFF, "
                "0xFE, 0x61, 0], 'utf-16le').length, d([0x3D, 0xD8, 0x61, 0, "
                "0x62], 'utf-16le')]",
          "[\"a\xE2\x82\xAC\xF0\x9F\x98\x80\",\"a\xE2\x82\xAC\",1,"
          "\"\xEF\xBF\xBD"
          "a\xEF\xBF\xBD\"]" },
        { "const d = new TextDecoder('utf-16le'); const p = b => d.decode(new "
          "Uint8Array(b), { stream: true }); return p([0x3D]) + p([0xD8, 0]) + "
          "p([0xDE]) + d.decode()",
          "\"\xF0\x9F\x98\x80\"" },
        { BYTES "return [d([0x80, 0x93, 0xE9, 0x81, 0x41], 'latin1'), new "
                "TextDecoder(' ASCII\\n').encoding]",
          "[\"\xE2\x82\xAC\xE2\x80\x9C\xC3\xA9\xC2\x81"
          "A\","
          "\"windows-1252\"]" },
        { "new TextDecoder('shift_jis')",
          "!RangeError: The encoding label 'shift_jis' is not supported" },
        { "new TextDecoder().decode('x')",
          "!TypeError: TextDecoder.decode needs an ArrayBuffer or a view" },
        { "const b = new Uint8Array([65, 66, 67]); const d = new TextDecoder(); "
          "return [d.decode(b.buffer), d.decode(b.subarray(1)), d.decode(new "
          "DataView(b.buffer, 2)), d.decode(new Uint16Array([0x4241]))]",
          "[\"ABC\",\"BC\",\"C\",\"AB\"]" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

static void random_values(void **state)
{
    (void)state;
    static const JsRow rows[] = {
        { "const u = crypto.randomUUID(); return [/^[0-9a-f]{8}-[0-9a-f]{4}-4"
          "[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(u), u === "
          "crypto.randomUUID()]",
          "[true,false]" },
        { "const v = new Uint32Array(50); return [crypto.getRandomValues(v) "
          "=== v, new Set(v).size > 45]",
          "[true,true]" },
        { "crypto.getRandomValues(new Float32Array(1))",
          "!TypeError: crypto.getRandomValues needs a typed array of "
          "integers" },
        { "crypto.getRandomValues(new Uint8Array(65537))",
          "!RangeError: crypto.getRandomValues gives at most 65536 bytes" },
        { "return Object.prototype.toString.call(crypto)",
          "\"[object Crypto]\"" },
    };
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(base64_and_hex), cmocka_unit_test(atob_and_btoa),
        cmocka_unit_test(encoder),        cmocka_unit_test(decoder),
        cmocka_unit_test(random_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
