/* SPDX-License-Identifier: MIT */
/* URL and URLSearchParams; WHATWG URL Standard, 6. The parser has its own test. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js_run.h"

/* clang-format off */
static const JsRow rows[] = {
    { "const u = new URL(\"https://user:pass@example.com:8080/p/a/t/h\077"
      "query=string#hash\"); return [\"href\", \"origin\", \"protocol\", "
      "\"username\", \"password\", \"host\", \"hostname\", \"port\", \"pa"
      "thname\", \"search\", \"hash\"].map((k) => u[k])",
      "[\"https://user:pass@example.com:8080/p/a/t/h\077query=string#hash"
      "\",\"https://example.com:8080\",\"https:\",\"user\",\"pass\",\"exa"
      "mple.com:8080\",\"example.com\",\"8080\",\"/p/a/t/h\",\"\077query="
      "string\",\"#hash\"]" },
    { "const u = new URL(\"../c\077x#y\", \"https://h/a/b/\"); return [u."
      "href, String(u), u.toJSON(), JSON.stringify({ u }), `${u}`]",
      "[\"https://h/a/c\077x#y\",\"https://h/a/c\077x#y\",\"https://h/a/c"
      "\077x#y\",\"{\\\"u\\\":\\\"https://h/a/c\077x#y\\\"}\",\"https://h"
      "/a/c\077x#y\"]" },
    { "return [URL.canParse(\"https://x\"), URL.canParse(\"nope\"), URL.c"
      "anParse(\"a\", \"https://x\"), URL.canParse(\"a\", \"b\"), URL.can"
      "Parse({ toString: () => \"http://o\" })]",
      "[true,false,true,false,true]" },
    { "return [\"https://a:443/\", \"http://a:80\", \"ftp://a:21\", \"ws:"
      "//a:1\", \"file:///x\", \"foo://a:1\", \"mailto:x\", \"blob:https:"
      "//a:5/x\", \"blob:foo\", \"data:x\"].map((s) => new URL(s).origin)",
      "[\"https://a\",\"http://a\",\"ftp://a\",\"ws://a:1\",\"null\",\"nu"
      "ll\",\"null\",\"https://a:5\",\"null\",\"null\"]" },
    { "return [\"http://h\", \"http://h\077\", \"http://h/\077\", \"http:"
      "//h#\", \"http://h\077a=1\", \"foo:x\", \"foo:\"].map((s) => { con"
      "st u = new URL(s); return [u.pathname, u.search, u.hash, u.host] }"
      ")",
      "[[\"/\",\"\",\"\",\"h\"],[\"/\",\"\",\"\",\"h\"],[\"/\",\"\",\"\","
      "\"h\"],[\"/\",\"\",\"\",\"h\"],[\"/\",\"\077a=1\",\"\",\"h\"],[\"x"
      "\",\"\",\"\",\"\"],[\"\",\"\",\"\",\"\"]]" },
    { "const u = new URL(\"http://h/p\"); u.protocol = \"https\"; u.host "
      "= \"x:9\"; u.pathname = \"/a b\"; u.search = \"q=1\"; u.hash = \"z"
      "\"; u.username = \"u\"; u.password = \"p\"; return u.href",
      "\"https://u:p@x:9/a%20b\077q=1#z\"" },
    { "const u = new URL(\"http://h:1/\"); u.port = \"\"; u.hostname = \""
      "Y\"; u.href = \"https://o/\"; return [u.href, u.port]",
      "[\"https://o/\",\"\"]" },
    { "const u = new URL(\"http://h/\"); try { u.href = \"nope\" } catch "
      "(e) { return [e.name, u.href] }",
      "[\"TypeError\",\"http://h/\"]" },
    { "const r = []; for (const f of [() => new URL(), () => new URL(\"x"
      "\"), () => new URL(\"/x\", \"y\"), () => URL(\"http://h\"), () => "
      "URL.canParse(), () => Reflect.get(URL.prototype, \"href\", {})]) {"
      " try { f(); r.push(\"no\") } catch (e) { r.push(e.name) } } return"
      " r",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeErr"
      "or\",\"TypeError\"]" },
    { "const u = new URL(\"http://h/\077a=1&b=2\"); const p = u.searchPar"
      "ams; p.append(\"c\", \"3 4\"); p.delete(\"a\"); p.set(\"b\", \"x&y"
      "\"); return [u.href, u.search, u.searchParams === p, p.size]",
      "[\"http://h/\077b=x%26y&c=3+4\",\"\077b=x%26y&c=3+4\",true,2]" },
    { "const u = new URL(\"http://h/\077a=1\"); const p = u.searchParams;"
      " u.search = \"\077z=9\"; const one = p.get(\"z\"); u.href = \"http"
      "://h/\077y=8\"; return [one, p.get(\"y\"), p.get(\"z\"), p.toStrin"
      "g()]",
      "[\"9\",\"8\",null,\"y=8\"]" },
    { "const u = new URL(\"http://h/\077a=1#f\"); u.searchParams.delete("
      "\"a\"); return [u.href, u.search]",
      "[\"http://h/#f\",\"\"]" },
    { "const u = new URL(\"http://h/\077b=1&a=2&b=0\"); u.searchParams.so"
      "rt(); return u.search",
      "\"\077a=2&b=1&b=0\"" },
    { "return [new URLSearchParams(\"\077a=1&b=2\").toString(), new URLSe"
      "archParams(\"a=1&a=2\").getAll(\"a\"), new URLSearchParams(\"a\")."
      "get(\"a\"), new URLSearchParams(\"\").size, new URLSearchParams(\""
      "=x\").get(\"\"), new URLSearchParams(\"&&a=1&\").size]",
      "[\"a=1&b=2\",[\"1\",\"2\"],\"\",0,\"x\",1]" },
    { "return [\"a=b+c\", \"a=%20%41%zz\", \"%61=1\", \"a=\303\244\", \"a"
      "=%C3%A4\", \"a=%FF\", \"a=b=c\", \"a=%ED%A0%80\", \"a=%EF%BB%BFx\""
      "].map((s) => [...new URLSearchParams(s)])",
      "[[[\"a\",\"b c\"]],[[\"a\",\" A%zz\"]],[[\"a\",\"1\"]],[[\"a\",\""
      "\303\244\"]],[[\"a\",\"\303\244\"]],[[\"a\",\"\357\277\275\"]],[["
      "\"a\",\"b=c\"]],[[\"a\",\"\357\277\275\357\277\275\357\277\275\"]]"
      ",[[\"a\",\"\357\273\277x\"]]]" },
    { "return [new URLSearchParams({ a: 1, b: null, c: [1, 2] }).toString"
      "(), new URLSearchParams([[\"x\", \"y\"], [\"x\", \"z\"]]).toString"
      "(), new URLSearchParams(new Map([[\"m\", 1]])).toString(), new URL"
      "SearchParams(new URLSearchParams(\"q=1\")).get(\"q\"), new URLSear"
      "chParams(undefined).size, new URLSearchParams(5).toString()]",
      "[\"a=1&b=null&c=1%2C2\",\"x=y&x=z\",\"m=1\",\"1\",0,\"5=\"]" },
    { "const r = []; for (const init of [[[\"a\"]], [[\"a\", \"b\", \"c\""
      "]], [1], [null], [\"a\"]]) { try { new URLSearchParams(init); r.pu"
      "sh(\"no\") } catch (e) { r.push(e.name) } } return r",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeErr"
      "or\"]" },
    { "const p = new URLSearchParams(\"a=1&b=2&a=3\"); return [p.has(\"a"
      "\"), p.has(\"a\", \"3\"), p.has(\"a\", \"9\"), p.has(\"a\", undefi"
      "ned), p.get(\"z\"), [...p.keys()], [...p.values()], [...p.entries("
      ")].length]",
      "[true,true,false,true,null,[\"a\",\"b\",\"a\"],[\"1\",\"2\",\"3\"]"
      ",3]" },
    { "const p = new URLSearchParams(\"a=1&a=2&b=3\"); p.delete(\"a\", \""
      "2\"); const one = p.toString(); p.delete(\"a\"); p.set(\"b\", 1); "
      "p.set(\"n\", 2); return [one, p.toString()]",
      "[\"a=1&b=3\",\"b=1&n=2\"]" },
    { "const p = new URLSearchParams(\"a=1&a=2&b=3&a=4\"); p.set(\"a\", "
      "\"x\"); return p.toString()",
      "\"a=x&b=3\"" },
    { "const p = new URLSearchParams(\"z=1&y=2&z=0&\\u{1F600}=3&\\uFFFD=4"
      "\"); p.sort(); return [...p.keys()]",
      "[\"y\",\"z\",\"z\",\"\360\237\230\200\",\"\357\277\275\"]" },
    { "const r = []; new URLSearchParams(\"a=1&b=2\").forEach(function (v"
      ", k, p) { r.push(v, k, p instanceof URLSearchParams, this.t) }, { "
      "t: 1 }); return r",
      "[\"1\",\"a\",true,1,\"2\",\"b\",true,1]" },
    { "const p = new URLSearchParams(\"a=1&b=2&c=3\"); const r = []; for "
      "(const [k] of p) { r.push(k); if (k === \"a\") p.delete(\"a\") } r"
      "eturn r",
      "[\"a\",\"c\"]" },
    { "const it = new URLSearchParams(\"a=1\").entries(); return [it.next"
      "(), it.next(), Object.prototype.toString.call(it), it[Symbol.itera"
      "tor]() === it]",
      "[{\"value\":[\"a\",\"1\"],\"done\":false},{\"done\":true},\"[objec"
      "t URLSearchParams Iterator]\",true]" },
    { "return new URLSearchParams([[\"a b\", \"~!'()*-._&=+%/\077#\303"
      "\244\342\202\254\360\237\230\200\"]]).toString()",
      "\"a+b=%7E%21%27%28%29*-._%26%3D%2B%25%2F%3F%23%C3%A4%E2%82%AC%F0%9"
      "F%98%80\"" },
    { "return new URLSearchParams({ \"\\uD800\": \"\\uDC00x\" }).toString"
      "()",
      "\"%EF%BF%BD=%EF%BF%BDx\"" },
    { "const p = new URLSearchParams(); const r = []; for (const f of [()"
      " => p.append(\"a\"), () => p.get(), () => p.set(\"a\"), () => p.ha"
      "s(), () => p.delete(), () => p.forEach(1), () => URLSearchParams.p"
      "rototype.get.call({}, \"a\"), () => URLSearchParams()]) { try { f("
      "); r.push(\"no\") } catch (e) { r.push(e.name) } } return r",
      "[\"TypeError\",\"TypeError\",\"TypeError\",\"TypeError\",\"TypeErr"
      "or\",\"TypeError\",\"TypeError\",\"TypeError\"]" },
    { "class U extends URL { get first() { return this.searchParams.get("
      "\"a\") } } class P extends URLSearchParams {} return [new U(\"http"
      "://h/\077a=5\").first, new P(\"x=1\").get(\"x\"), new P() instance"
      "of URLSearchParams]",
      "[\"5\",\"1\",true]" },
    { "return [Object.prototype.toString.call(new URL(\"a:b\")), Object.p"
      "rototype.toString.call(new URLSearchParams()), URL.length, URL.nam"
      "e, URLSearchParams.name, URLSearchParams.prototype[Symbol.iterator"
      "] === URLSearchParams.prototype.entries]",
      "[\"[object URL]\",\"[object URLSearchParams]\",1,\"URL\",\"URLSear"
      "chParams\",true]" },
    { "return [Object.keys(new URL(\"http://h\")), JSON.stringify(new URL"
      "SearchParams(\"a=1\"))]",
      "[[],\"{}\"]" },
    { "const u = new URL(\"http://h/\077a=~\"); u.searchParams.append(\"b"
      "\", \"~\"); return u.search",
      "\"\077a=%7E&b=%7E\"" },
    { "const u = new URL(\"data:text/plain,x\077a=1\"); u.searchParams.ap"
      "pend(\"b\", \"2\"); return u.href",
      "\"data:text/plain,x\077a=1&b=2\"" },
    { "const u = new URL(\"http://h\"); for (let i = 0; i < 200; i++) u.s"
      "earchParams.append(\"k\" + i, i); return [u.searchParams.size, u.s"
      "earch.length, u.searchParams.get(\"k199\")]",
      "[200,1580,\"199\"]" },
    { "return [\"http://ex.com/\\uD800\", \"http://ex.com/\\u{10FFFF}\"]."
      "map((s) => new URL(s).pathname)",
      "[\"/%EF%BF%BD\",\"/%F4%8F%BF%BF\"]" },
    { "return [\"HTTP://EX.COM/%7Efoo/../bar\", \"http://ex.com:/\", \"ht"
      "tp://ex.com:0080/\"].map((s) => new URL(s).href)",
      "[\"http://ex.com/bar\",\"http://ex.com/\",\"http://ex.com/\"]" },
    { "return [\"http://m\303\274nchen.de/\303\244\", \"https://xn--mnche"
      "n-3ya.de\", \"http://\346\227\245\346\234\254\350\252\236.jp\", \""
      "https://\342\230\203.net/\", \"http://I\342\235\244.ws/\"].map((s)"
      " => new URL(s).hostname)",
      "[\"xn--mnchen-3ya.de\",\"xn--mnchen-3ya.de\",\"xn--wgv71a119e.jp\""
      ",\"xn--n3h.net\",\"xn--i-7iq.ws\"]" },
    { "new URL(\"nope\")",
      "!TypeError: Invalid URL: 'nope'" },
    { "new URL(\"/x\", \"nope\")",
      "!TypeError: Invalid base URL: 'nope'" },
    { "return [URL.parse(\"nope\"), URL.parse(\"x\", \"http://h/\").href]",
      "[null,\"http://h/x\"]" },
    { "new URLSearchParams([[\"a\"]])",
      "!TypeError: URLSearchParams needs pairs of a name and a value" },
    { "new URLSearchParams().append(\"a\")",
      "!TypeError: URLSearchParams.prototype.append needs a name and a va"
      "lue" },
    { "return new URLSearchParams(null).toString()",
      "\"null=\"" },
    { "console.log(new URL(\"http://h/\077a\"), [new URLSearchParams(\"a="
      "b c\")])",
      "http://h/\077a [a=b+c]\012undefined" },
    { "return new URL(\"http://1.2.3.4.xn--/\").host",
      "\"1.2.3.4.xn--\"" },
    { "return [\"xn--a\", \"xn--\", \"XN--A-0000h\", \"xn--ls8h=\", \"xn--z"
      "n7c.com\", \"xn--999999999\"].map((s) => new URL(\"http://\" + s).h"
      "ost)",
      "[\"xn--a\",\"xn--\",\"xn--a-0000h\",\"xn--ls8h=\",\"xn--zn7c.com\",\"x"
      "n--999999999\"]" },
    { "return [\"xn--a.\\u00fc\", \"\\u00fc.xn--zn7c.com\"].map((s) => URL.ca"
      "nParse(\"http://\" + s))",
      "[false,false]" },
};
/* clang-format on */

static void urls_and_parameters_follow_each_other(void **state)
{
    (void)state;
    assert_int_equal(js_check(rows, CM_ARRAY_LEN(rows)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(urls_and_parameters_follow_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
