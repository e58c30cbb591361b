/* SPDX-License-Identifier: MIT */
/* The URL parser and its setters by rows; WHATWG URL Standard. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/alloc.h"
#include "js/url/url_idna.h"
#include "js/url/url_parse.h"

#include <stdio.h>
#include <string.h>

typedef struct ParseRow {
    const char *input, *base, *expected; /* NULL: no base; failure */
} ParseRow;

typedef struct AssignRow {
    const char *href;
    UrlPart part;
    const char *value, *expected;
} AssignRow;

/* clang-format off */
static const ParseRow parse_rows[] = {
    { "http://h", NULL, "http://h/" },
    { "HTTP://H/", NULL, "http://h/" },
    { "  http://h/  ", NULL, "http://h/" },
    { "\011http://h\012/a\015b", NULL, "http://h/ab" },
    { "ht\012tp://h/", NULL, "http://h/" },
    { "http:h", NULL, "http://h/" },
    { "http:/h", NULL, "http://h/" },
    { "http:///h", NULL, "http://h/" },
    { "http:////h/x", NULL, "http://h/x" },
    { "http:\\\\h\\p", NULL, "http://h/p" },
    { "https:h/p", NULL, "https://h/p" },
    { "1http://h", NULL, NULL },
    { "a+b-c.d:x", NULL, "a+b-c.d:x" },
    { "a_b:x", NULL, NULL },
    { ":x", NULL, NULL },
    { "", NULL, NULL },
    { "", "http://h/p\077q#f", "http://h/p\077q" },
    { "x", NULL, NULL },
    { "//h/p", NULL, NULL },
    { "//h/p", "https://o/", "https://h/p" },
    { "///h/p", "https://o/", "https://h/p" },
    { "ftp://h:21/", NULL, "ftp://h/" },
    { "ws://h:80/", NULL, "ws://h/" },
    { "wss://h:443/", NULL, "wss://h/" },
    { "http://h:80/", NULL, "http://h/" },
    { "https://h:443/", NULL, "https://h/" },
    { "http://h:8080/", NULL, "http://h:8080/" },
    { "http://h:0/", NULL, "http://h:0/" },
    { "http://h:00080/", NULL, "http://h/" },
    { "http://h:65535/", NULL, "http://h:65535/" },
    { "http://h:65536/", NULL, NULL },
    { "http://h:/", NULL, "http://h/" },
    { "http://h:1x/", NULL, NULL },
    { "http://h: 80/", NULL, NULL },
    { "http://:80/", NULL, NULL },
    { "foo://h:80/", NULL, "foo://h:80/" },
    { "foo://:80/", NULL, NULL },
    { "http://u@h/", NULL, "http://u@h/" },
    { "http://u:p@h/", NULL, "http://u:p@h/" },
    { "http://u:@h/", NULL, "http://u@h/" },
    { "http://:p@h/", NULL, "http://:p@h/" },
    { "http://@h/", NULL, "http://h/" },
    { "http://u@@h/", NULL, "http://u%40@h/" },
    { "http://u:p:q@h/", NULL, "http://u:p%3Aq@h/" },
    { "http://u%20v:p%3A@h/", NULL, "http://u%20v:p%3A@h/" },
    { "http://\303\274:\303\251@h/", NULL, "http://%C3%BC:%C3%A9@h/" },
    { "http://a;b:c=d@h/", NULL, "http://a%3Bb:c%3Dd@h/" },
    { "http://u@/", NULL, NULL },
    { "http://u:p@", NULL, NULL },
    { "foo://u:p@h", NULL, "foo://u:p@h" },
    { "http://a/b@c/", NULL, "http://a/b@c/" },
    { "http://u@h:99/", NULL, "http://u@h:99/" },
    { "http://EXAMPLE.com./", NULL, "http://example.com./" },
    { "http://a..b/", NULL, "http://a..b/" },
    { "http://a%41b/", NULL, "http://aab/" },
    { "http://a%zz/", NULL, NULL },
    { "http://a b/", NULL, NULL },
    { "http://a%20b/", NULL, NULL },
    { "http://a<b/", NULL, NULL },
    { "http://a^b/", NULL, NULL },
    { "http://a|b/", NULL, NULL },
    { "http://a%00b/", NULL, NULL },
    { "http://a_b/", NULL, "http://a_b/" },
    { "http://-a-/", NULL, "http://-a-/" },
    { "http://xn--nxasmq6b/", NULL, "http://xn--nxasmq6b/" },
    { "http://B\303\274cher.de/", NULL, "http://xn--bcher-kva.de/" },
    { "http://b\303\274cher\343\200\202example/", NULL, "http://xn--bcher-kva.example/" },
    { "http://fa\303\237.de/", NULL, "http://xn--fa-hia.de/" },
    { "http://\357\275\205\357\275\230.com/", NULL, "http://ex.com/" },
    { "http://%E2%98%83.net/", NULL, "http://xn--n3h.net/" },
    { "http://a\302\255b/", NULL, "http://ab/" },
    { "http://\342\200\215.x/", NULL, NULL },
    { "http://\340\244\225\340\245\215\342\200\215\340\244\267/", NULL, "http://xn--11b2ezcw70k/" },
    { "http://\327\220\327\221.com/", NULL, "http://xn--4dbc.com/" },
    { "http://\327\220a.com/", NULL, NULL },
    { "http://1\327\220/", NULL, NULL },
    { "http://\303\211.x/", NULL, "http://xn--9ca.x/" },
    { "http://e\314\201.x/", NULL, "http://xn--9ca.x/" },
    { "http://\357\277\275/", NULL, NULL },
    { "http://%ff/", NULL, NULL },
    { "foo://a b/", NULL, NULL },
    { "foo://A%41b/", NULL, "foo://A%41b/" },
    { "foo://\303\204/", NULL, "foo://%C3%84/" },
    { "foo://a<b/", NULL, NULL },
    { "foo://%zz/", NULL, "foo://%zz/" },
    { "foo://", NULL, "foo://" },
    { "foo:///p", NULL, "foo:///p" },
    { "foo://h", NULL, "foo://h" },
    { "http://1/", NULL, "http://0.0.0.1/" },
    { "http://1.2/", NULL, "http://1.0.0.2/" },
    { "http://1.2.3/", NULL, "http://1.2.0.3/" },
    { "http://1.2.3.4/", NULL, "http://1.2.3.4/" },
    { "http://1.2.3.4.5/", NULL, NULL },
    { "http://1.2.3.4./", NULL, "http://1.2.3.4/" },
    { "http://0x7f.0.0.1/", NULL, "http://127.0.0.1/" },
    { "http://0300.1/", NULL, "http://192.0.0.1/" },
    { "http://08.1/", NULL, NULL },
    { "http://256.1.1.1/", NULL, NULL },
    { "http://1.256.1.1/", NULL, NULL },
    { "http://4294967295/", NULL, "http://255.255.255.255/" },
    { "http://4294967296/", NULL, NULL },
    { "http://0xffffffff/", NULL, "http://255.255.255.255/" },
    { "http://0x100000000/", NULL, NULL },
    { "http://0x/", NULL, "http://0.0.0.0/" },
    { "http://1.0x/", NULL, "http://1.0.0.0/" },
    { "http://a.1/", NULL, NULL },
    { "http://a.0x1/", NULL, NULL },
    { "http://1.a/", NULL, "http://1.a/" },
    { "http://1e2/", NULL, "http://1e2/" },
    { "http://1..2/", NULL, NULL },
    { "http://.1/", NULL, NULL },
    { "http://99999999999999999999/", NULL, NULL },
    { "http://\357\274\221.\357\274\222.\357\274\223.\357\274\224/", NULL, "http://1.2.3.4/" },
    { "http://1.16777216/", NULL, NULL },
    { "http://1.16777215/", NULL, "http://1.255.255.255/" },
    { "http://1.1.65536/", NULL, NULL },
    { "http://foo.0xzz/", NULL, "http://foo.0xzz/" },
    { "foo://1/", NULL, "foo://1/" },
    { "http://[::]/", NULL, "http://[::]/" },
    { "http://[::1]/", NULL, "http://[::1]/" },
    { "http://[1::]/", NULL, "http://[1::]/" },
    { "http://[1:2:3:4:5:6:7:8]/", NULL, "http://[1:2:3:4:5:6:7:8]/" },
    { "http://[1:2:3:4:5:6:7::]/", NULL, "http://[1:2:3:4:5:6:7:0]/" },
    { "http://[::2:3:4:5:6:7:8]/", NULL, "http://[0:2:3:4:5:6:7:8]/" },
    { "http://[1:0:0:2:0:0:0:3]/", NULL, "http://[1:0:0:2::3]/" },
    { "http://[1:0:0:2:3:0:0:4]/", NULL, "http://[1::2:3:0:0:4]/" },
    { "http://[0:0:0:0:0:0:0:0]/", NULL, "http://[::]/" },
    { "http://[ABCD::EF]/", NULL, "http://[abcd::ef]/" },
    { "http://[0001::]/", NULL, "http://[1::]/" },
    { "http://[00001::]/", NULL, NULL },
    { "http://[::1.2.3.4]/", NULL, "http://[::102:304]/" },
    { "http://[::ffff:1.2.3.4]/", NULL, "http://[::ffff:102:304]/" },
    { "http://[1.2.3.4]/", NULL, NULL },
    { "http://[::1.2.3]/", NULL, NULL },
    { "http://[::1.2.3.4.5]/", NULL, NULL },
    { "http://[::01.2.3.4]/", NULL, NULL },
    { "http://[::256.2.3.4]/", NULL, NULL },
    { "http://[1:2:3:4:5:6:1.2.3.4]/", NULL, "http://[1:2:3:4:5:6:102:304]/" },
    { "http://[1:2:3:4:5:6:7:1.2.3.4]/", NULL, NULL },
    { "http://[:1]/", NULL, NULL },
    { "http://[1:]/", NULL, NULL },
    { "http://[1::2::3]/", NULL, NULL },
    { "http://[1:2:3]/", NULL, NULL },
    { "http://[g::]/", NULL, NULL },
    { "http://[::1/", NULL, NULL },
    { "http://::1]/", NULL, NULL },
    { "http://[]/", NULL, NULL },
    { "http://[::1]x/", NULL, NULL },
    { "http://[::1]:8/", NULL, "http://[::1]:8/" },
    { "http://[::%31]/", NULL, NULL },
    { "foo://[::1]/", NULL, "foo://[::1]/" },
    { "http://[:::]/", NULL, NULL },
    { "http://[1:2:3:4:5:6:7:8:9]/", NULL, NULL },
    { "http://h/a/./b", NULL, "http://h/a/b" },
    { "http://h/a/../b", NULL, "http://h/b" },
    { "http://h/../../a", NULL, "http://h/a" },
    { "http://h/a/%2e%2E/b", NULL, "http://h/b" },
    { "http://h/a/.%2e", NULL, "http://h/" },
    { "http://h/a/%2e", NULL, "http://h/a/" },
    { "http://h/a/.", NULL, "http://h/a/" },
    { "http://h/a/..", NULL, "http://h/" },
    { "http://h/a//b", NULL, "http://h/a//b" },
    { "http://h//", NULL, "http://h//" },
    { "http://h/a\\b", NULL, "http://h/a/b" },
    { "http://h/a b\"c<d>e`f{g}h|i", NULL, "http://h/a%20b%22c%3Cd%3Ee%60f%7Bg%7Dh|i" },
    { "http://h/\303\244/\360\237\230\200", NULL, "http://h/%C3%A4/%F0%9F%98%80" },
    { "http://h/%zz%4", NULL, "http://h/%zz%4" },
    { "http://h/a\077b c\"d<e>f'g`h", NULL, "http://h/a\077b%20c%22d%3Ce%3Ef%27g`h" },
    { "foo://h/\077b c'd", NULL, "foo://h/\077b%20c'd" },
    { "http://h/#a b\"c<d>e`f", NULL, "http://h/#a%20b%22c%3Cd%3Ee%60f" },
    { "http://h\077q", NULL, "http://h/\077q" },
    { "http://h#f", NULL, "http://h/#f" },
    { "http://h\077", NULL, "http://h/\077" },
    { "http://h/#", NULL, "http://h/#" },
    { "http://h/\077\077a#\077b#c", NULL, "http://h/\077\077a#\077b#c" },
    { "http://h/\077\303\244", NULL, "http://h/\077%C3%A4" },
    { "http://h/#\303\244", NULL, "http://h/#%C3%A4" },
    { "http://h/\177\001", NULL, "http://h/%7F" },
    { "http://h/a;b=c,d@e:f&g!$*()+[]", NULL, "http://h/a;b=c,d@e:f&g!$*()+[]" },
    { "http://h/...", NULL, "http://h/..." },
    { "http://h/.a/..b/c..", NULL, "http://h/.a/..b/c.." },
    { "foo:bar", NULL, "foo:bar" },
    { "foo:/bar", NULL, "foo:/bar" },
    { "foo:/a/../b", NULL, "foo:/b" },
    { "foo:a/../b", NULL, "foo:a/../b" },
    { "foo:/..//x", NULL, "foo:/.//x" },
    { "foo:/.//x", NULL, "foo:/.//x" },
    { "foo:a b", NULL, "foo:a b" },
    { "foo:\303\244\077\303\266#\303\274", NULL, "foo:%C3%A4\077%C3%B6#%C3%BC" },
    { "mailto:a@b.c", NULL, "mailto:a@b.c" },
    { "data:text/plain,x y", NULL, "data:text/plain,x y" },
    { "javascript:alert(\"1\")", NULL, "javascript:alert(\"1\")" },
    { "urn:isbn:1", NULL, "urn:isbn:1" },
    { "blob:https://h/x", NULL, "blob:https://h/x" },
    { "about:blank", NULL, "about:blank" },
    { "foo:", NULL, "foo:" },
    { "foo:\077q", NULL, "foo:\077q" },
    { "foo:#f", NULL, "foo:#f" },
    { "file:///a/b", NULL, "file:///a/b" },
    { "file://h/a", NULL, "file://h/a" },
    { "file://localhost/a", NULL, "file:///a" },
    { "file:a", NULL, "file:///a" },
    { "file:/a", NULL, "file:///a" },
    { "file:///C:/x/..", NULL, "file:///C:/" },
    { "file:///C|/x", NULL, "file:///C:/x" },
    { "file:C:/x", NULL, "file:///C:/x" },
    { "file:///C:/../../x", NULL, "file:///C:/x" },
    { "file://C:/x", NULL, "file:///C:/x" },
    { "file:\\\\h\\p", NULL, "file://h/p" },
    { "file:////x", NULL, "file:////x" },
    { "file://h:80/", NULL, NULL },
    { "file://u@h/", NULL, NULL },
    { "file:", NULL, "file:///" },
    { "file:\077q", NULL, "file:///\077q" },
    { "file:#f", NULL, "file:///#f" },
    { "file:///%43:/x/..", NULL, "file:///%43:/" },
    { "file://1.2/", NULL, "file://1.0.0.2/" },
    { "file://a b/", NULL, NULL },
    { "b", "http://h/a/c", "http://h/a/b" },
    { "./b", "http://h/a/c", "http://h/a/b" },
    { "../b", "http://h/a/c/d", "http://h/a/b" },
    { "/b", "http://h/a/c", "http://h/b" },
    { "\077x", "http://h/a\077b#c", "http://h/a\077x" },
    { "#x", "http://h/a\077b#c", "http://h/a\077b#x" },
    { "b\077x#y", "http://h/a/", "http://h/a/b\077x#y" },
    { "", "http://u:p@h:9/a\077b", "http://u:p@h:9/a\077b" },
    { "//o", "http://h/a", "http://o/" },
    { "\\b", "http://h/a", "http://h/b" },
    { "\\b", "foo://h/a", "foo://h/\\b" },
    { "http:b", "http://h/a/c", "http://h/a/b" },
    { "http:/b", "http://h/a", "http://h/b" },
    { "https:b", "http://h/a", "https://b/" },
    { "..", "http://h/a/b/", "http://h/a/" },
    { ".", "http://h/a/b", "http://h/a/" },
    { "a:b", "http://h/", "a:b" },
    { "b", "foo:bar", NULL },
    { "#x", "foo:bar", "foo:bar#x" },
    { "#x", "foo:bar\077q#y", "foo:bar\077q#x" },
    { "b", "foo:/a/c", "foo:/a/b" },
    { "//x", "foo:/a", "foo://x" },
    { "/..//y", "foo:/a", "foo:/.//y" },
    { "x", "file:///C:/a/b", "file:///C:/a/x" },
    { "/x", "file:///C:/a", "file:///C:/x" },
    { "//h/x", "file:///C:/a", "file://h/x" },
    { "D:/x", "file:///C:/a", "d:/x" },
    { "/D:/x", "file:///C:/a", "file:///D:/x" },
    { "D|", "file:///a/b", "file:///D:" },
    { "..", "file:///C:/", "file:///C:/" },
    { "\077q", "file:///C:/a\077z", "file:///C:/a\077q" },
    { "x", "blob:https://h/y", NULL },
    { "b", "mailto:x", NULL },
    { "/b", "nope", NULL },
    { "http://h", "nope", NULL },
    { "%2e%2e/b", "http://h/a/c/d", "http://h/a/b" },
    { "b c", "http://h/", "http://h/b%20c" },
    { "x", "http://h", "http://h/x" },
    { "x", "http://h\077q", "http://h/x" },
    { "../../..", "http://h/a/b", "http://h/" },
};

static const AssignRow assign_rows[] = {
    { "http://h:8/p", URL_PART_PROTOCOL, "https", "https://h:8/p" },
    { "http://h:8/p", URL_PART_PROTOCOL, "https:x", "https://h:8/p" },
    { "http://h:8/p", URL_PART_PROTOCOL, "ftp", "ftp://h:8/p" },
    { "http://h:8/p", URL_PART_PROTOCOL, "foo", "http://h:8/p" },
    { "http://h:8/p", URL_PART_PROTOCOL, "file", "http://h:8/p" },
    { "http://h:8/p", URL_PART_PROTOCOL, "1x", "http://h:8/p" },
    { "http://h:8/p", URL_PART_PROTOCOL, "", "http://h:8/p" },
    { "http://h:8/p", URL_PART_PROTOCOL, "WSS", "wss://h:8/p" },
    { "https://h:80/", URL_PART_PROTOCOL, "http", "http://h/" },
    { "foo://h/", URL_PART_PROTOCOL, "bar", "bar://h/" },
    { "foo://h/", URL_PART_PROTOCOL, "http", "foo://h/" },
    { "foo://h/", URL_PART_PROTOCOL, "b r", "foo://h/" },
    { "file:///a", URL_PART_PROTOCOL, "http", "file:///a" },
    { "http://u@h/", URL_PART_PROTOCOL, "file", "http://u@h/" },
    { "foo:x", URL_PART_PROTOCOL, "bar", "bar:x" },
    { "http://h/", URL_PART_USERNAME, "u", "http://u@h/" },
    { "http://h/", URL_PART_USERNAME, "\303\244:b", "http://%C3%A4%3Ab@h/" },
    { "http://h/", URL_PART_USERNAME, "", "http://h/" },
    { "http://u:p@h/", URL_PART_USERNAME, "", "http://:p@h/" },
    { "file:///x", URL_PART_USERNAME, "u", "file:///x" },
    { "foo:x", URL_PART_USERNAME, "u", "foo:x" },
    { "http://h/", URL_PART_PASSWORD, "p", "http://:p@h/" },
    { "http://h/", URL_PART_PASSWORD, "@/:", "http://:%40%2F%3A@h/" },
    { "http://h/", URL_PART_PASSWORD, "", "http://h/" },
    { "http://u:p@h/", URL_PART_PASSWORD, "", "http://u@h/" },
    { "http://h/", URL_PART_HOST, "x", "http://x/" },
    { "http://h/", URL_PART_HOST, "x:1", "http://x:1/" },
    { "http://h/", URL_PART_HOST, "x:80", "http://x/" },
    { "http://h/", URL_PART_HOST, "x:", "http://x/" },
    { "http://h/", URL_PART_HOST, "x:70000", "http://x/" },
    { "http://h/", URL_PART_HOST, "", "http://h/" },
    { "http://h/", URL_PART_HOST, "a b", "http://h/" },
    { "http://h/", URL_PART_HOST, "[::1]:5", "http://[::1]:5/" },
    { "http://h/", URL_PART_HOST, "x/y", "http://x/" },
    { "http://h/", URL_PART_HOST, "x\077y", "http://x/" },
    { "http://h/", URL_PART_HOST, "u@x", "http://h/" },
    { "http://h/", URL_PART_HOST, "1.2", "http://1.0.0.2/" },
    { "http://h:8/", URL_PART_HOST, "x", "http://x:8/" },
    { "http://h:8/", URL_PART_HOST, "x:9", "http://x:9/" },
    { "foo://h/", URL_PART_HOST, "", "foo:///" },
    { "foo://h/", URL_PART_HOST, "Y", "foo://Y/" },
    { "foo://h/", URL_PART_HOST, "a b", "foo://h/" },
    { "foo:x", URL_PART_HOST, "y", "foo:x" },
    { "file:///a", URL_PART_HOST, "h", "file://h/a" },
    { "file:///a", URL_PART_HOST, "localhost", "file:///a" },
    { "file:///a", URL_PART_HOST, "h:8", "file:///a" },
    { "file:///a", URL_PART_HOST, "", "file:///a" },
    { "http://h:8/", URL_PART_HOSTNAME, "x", "http://x:8/" },
    { "http://h:8/", URL_PART_HOSTNAME, "x:9", "http://h:8/" },
    { "http://h:8/", URL_PART_HOSTNAME, "", "http://h:8/" },
    { "http://h:8/", URL_PART_HOSTNAME, "[::1]", "http://[::1]:8/" },
    { "http://h:8/", URL_PART_HOSTNAME, "a%41", "http://aa:8/" },
    { "foo://u@h/", URL_PART_HOSTNAME, "", "foo://u@h/" },
    { "foo://u@h/", URL_PART_HOSTNAME, "z", "foo://u@z/" },
    { "http://h/", URL_PART_PORT, "8", "http://h:8/" },
    { "http://h/", URL_PART_PORT, "80", "http://h/" },
    { "http://h/", URL_PART_PORT, "65536", "http://h/" },
    { "http://h/", URL_PART_PORT, "", "http://h/" },
    { "http://h/", URL_PART_PORT, "9x", "http://h:9/" },
    { "http://h/", URL_PART_PORT, "x9", "http://h/" },
    { "http://h/", URL_PART_PORT, " 9", "http://h/" },
    { "http://h/", URL_PART_PORT, "0", "http://h:0/" },
    { "http://h:8/", URL_PART_PORT, "", "http://h/" },
    { "http://h:8/", URL_PART_PORT, "80", "http://h/" },
    { "file:///a", URL_PART_PORT, "8", "file:///a" },
    { "foo://h", URL_PART_PORT, "80", "foo://h:80" },
    { "http://h/p", URL_PART_PATHNAME, "", "http://h/" },
    { "http://h/p", URL_PART_PATHNAME, "x", "http://h/x" },
    { "http://h/p", URL_PART_PATHNAME, "/x", "http://h/x" },
    { "http://h/p", URL_PART_PATHNAME, "a b\077c#d", "http://h/a%20b%3Fc%23d" },
    { "http://h/p", URL_PART_PATHNAME, "../y", "http://h/y" },
    { "http://h/p", URL_PART_PATHNAME, "%2e", "http://h/" },
    { "http://h/p", URL_PART_PATHNAME, "\\z", "http://h/z" },
    { "foo:x", URL_PART_PATHNAME, "y", "foo:x" },
    { "foo://h/p", URL_PART_PATHNAME, "", "foo://h" },
    { "foo://h/p", URL_PART_PATHNAME, "x", "foo://h/x" },
    { "foo://h/p", URL_PART_PATHNAME, "a\077b#c", "foo://h/a%3Fb%23c" },
    { "file:///C:/x", URL_PART_PATHNAME, "D|/y", "file:///D:/y" },
    { "file:///C:/x", URL_PART_PATHNAME, "", "file:///" },
    { "foo:/x", URL_PART_PATHNAME, "//y", "foo:/.//y" },
    { "http://h/\077a#f", URL_PART_SEARCH, "", "http://h/#f" },
    { "http://h/\077a#f", URL_PART_SEARCH, "\077", "http://h/\077#f" },
    { "http://h/\077a#f", URL_PART_SEARCH, "b", "http://h/\077b#f" },
    { "http://h/\077a#f", URL_PART_SEARCH, "\077b", "http://h/\077b#f" },
    { "http://h/\077a#f", URL_PART_SEARCH, "\077\077b", "http://h/\077\077b#f" },
    { "http://h/\077a#f", URL_PART_SEARCH, "b#c", "http://h/\077b%23c#f" },
    { "http://h/\077a#f", URL_PART_SEARCH, "\303\244", "http://h/\077%C3%A4#f" },
    { "http://h/\077a#f", URL_PART_SEARCH, "a'b", "http://h/\077a%27b#f" },
    { "foo://h", URL_PART_SEARCH, "a'b", "foo://h\077a'b" },
    { "http://h/\077a#f", URL_PART_HASH, "", "http://h/\077a" },
    { "http://h/\077a#f", URL_PART_HASH, "#", "http://h/\077a#" },
    { "http://h/\077a#f", URL_PART_HASH, "g", "http://h/\077a#g" },
    { "http://h/\077a#f", URL_PART_HASH, "#g", "http://h/\077a#g" },
    { "http://h/\077a#f", URL_PART_HASH, "##g", "http://h/\077a##g" },
    { "http://h/\077a#f", URL_PART_HASH, "g h", "http://h/\077a#g%20h" },
    { "http://h/\077a#f", URL_PART_HASH, "\303\244`<", "http://h/\077a#%C3%A4%60%3C" },
    { "foo:x", URL_PART_HASH, "y", "foo:x#y" },
    { "javascript:x", URL_PART_HASH, "y", "javascript:x#y" },
};
/* clang-format on */

/* Writes the URL of input, parsed against base, or nothing and false. */
static bool show(const ParseRow *row, Buf *out)
{
    const cm_allocator *a = cm__alloc_default();
    UrlRecord u, base;
    url_init(&u, a);
    url_init(&base, a);
    bool ok = !row->base ||
              url_parse(row->base, strlen(row->base), NULL, &base) == URL_OK;
    ok = ok && url_parse(row->input, strlen(row->input),
                         row->base ? &base : NULL, &u) == URL_OK;
    if (ok)
        url_write(&u, out, NULL);
    url_done(&u);
    url_done(&base);
    return ok;
}

static void texts_become_these_urls(void **state)
{
    (void)state;
    int failed = 0;
    for (size_t i = 0; i < CM_ARRAY_LEN(parse_rows); i++) {
        const ParseRow *row = &parse_rows[i];
        Buf out;
        cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
        bool ok = show(row, &out);
        const char *got = ok ? cm__buf_text(&out) : "(failure)";
        const char *expected = row->expected ? row->expected : "(failure)";
        if (strcmp(got, expected) != 0) {
            failed++;
            fprintf(stderr, "'%s' on '%s': expected %s, got %s\n", row->input,
                    row->base ? row->base : "", expected, got);
        }
        cm__buf_done(&out);
    }
    assert_int_equal(failed, 0);
}

/* The parts found in the text are the parts put there. */
static void reading_parts_back_gives_the_same_text(void **state)
{
    (void)state;
    const cm_allocator *a = cm__alloc_default();
    for (size_t i = 0; i < CM_ARRAY_LEN(parse_rows); i++) {
        const char *href = parse_rows[i].expected;
        if (!href)
            continue;
        UrlRecord u, again;
        UrlParts parts;
        Buf one, two;
        url_init(&u, a);
        url_init(&again, a);
        cm__buf_init(&one, a, CM_BUF_NO_LIMIT);
        cm__buf_init(&two, a, CM_BUF_NO_LIMIT);
        assert_int_equal(url_parse(href, strlen(href), NULL, &u), URL_OK);
        url_write(&u, &one, &parts);
        assert_string_equal(cm__buf_text(&one), href);
        url_read(&again, cm__buf_text(&one), &parts);
        url_write(&again, &two, NULL);
        assert_string_equal(cm__buf_text(&two), href);
        cm__buf_done(&one);
        cm__buf_done(&two);
        url_done(&u);
        url_done(&again);
    }
}

static void setters_change_these_parts(void **state)
{
    (void)state;
    int failed = 0;
    for (size_t i = 0; i < CM_ARRAY_LEN(assign_rows); i++) {
        const AssignRow *row = &assign_rows[i];
        UrlRecord u;
        Buf out;
        url_init(&u, cm__alloc_default());
        cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
        assert_int_equal(url_parse(row->href, strlen(row->href), NULL, &u),
                         URL_OK);
        assert_int_equal(
            url_assign(&u, row->part, row->value, strlen(row->value)), URL_OK);
        url_write(&u, &out, NULL);
        if (strcmp(cm__buf_text(&out), row->expected) != 0) {
            failed++;
            fprintf(stderr, "%s, part %d = '%s': expected %s, got %s\n",
                    row->href, (int)row->part, row->value, row->expected,
                    cm__buf_text(&out));
        }
        cm__buf_done(&out);
        url_done(&u);
    }
    assert_int_equal(failed, 0);
}

static void punycode_goes_both_ways(void **state)
{
    (void)state;
    static const struct {
        const char *encoded;
        uint32_t points[8];
        size_t n;
    } rows[] = {
        { "bcher-kva", { 'b', 0xFC, 'c', 'h', 'e', 'r' }, 6 },
        { "n3h", { 0x2603 }, 1 },
        { "egbpdaj6bu4bxfgehfvwxn", { 0 }, 0 },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        uint32_t out[32];
        size_t n = 0;
        const char *text = rows[i].encoded;
        assert_true(cm__punycode_decode(text, strlen(text), out,
                                        CM_ARRAY_LEN(out), &n));
        if (rows[i].n) {
            assert_int_equal(n, rows[i].n);
            assert_memory_equal(out, rows[i].points, n * sizeof *out);
        }
        Buf back;
        cm__buf_init(&back, cm__alloc_default(), CM_BUF_NO_LIMIT);
        assert_true(cm__punycode_encode(out, n, &back));
        assert_string_equal(cm__buf_text(&back), text);
        cm__buf_done(&back);
    }
    uint32_t out[4];
    size_t n;
    assert_false(cm__punycode_decode("99999999", 8, out, 4, &n));
    assert_false(cm__punycode_decode("a-", 2, out, 0, &n));
    assert_false(cm__punycode_decode("=", 1, out, 4, &n));
}

/* Parsing with allocation n refused, for every n, ends in URL_NO_MEMORY or in the
 * right answer, and leaves nothing behind. */
typedef struct Refusing {
    cm_allocator alloc;
    long left;
    size_t live;
} Refusing;

static void *refusing_resize(void *ctx, void *ptr, size_t old_size,
                             size_t new_size)
{
    Refusing *r = ctx;
    const cm_allocator *real = cm__alloc_default();
    if (new_size > old_size && r->left-- <= 0)
        return NULL;
    void *p = real->resize(real->ctx, ptr, old_size, new_size);
    r->live += new_size - old_size;
    return p;
}

static void refused_memory_is_reported(void **state)
{
    (void)state;
    const char *text = "http://u:p@B\303\274cher.de:81/a/../b?q#f";
    for (long n = 0;; n++) {
        Refusing r = { .left = n };
        r.alloc.resize = refusing_resize;
        r.alloc.ctx = &r;
        UrlRecord u;
        url_init(&u, &r.alloc);
        UrlResult result = url_parse(text, strlen(text), NULL, &u);
        url_done(&u);
        assert_int_equal(r.live, 0);
        if (result == URL_OK) {
            assert_true(n > 4);
            return;
        }
        assert_int_equal(result, URL_NO_MEMORY);
        assert_true(n < 1000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_become_these_urls),
        cmocka_unit_test(reading_parts_back_gives_the_same_text),
        cmocka_unit_test(setters_change_these_parts),
        cmocka_unit_test(punycode_goes_both_ways),
        cmocka_unit_test(refused_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
