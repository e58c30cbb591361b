/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "schema/uri.h"

#include <string.h>

static void expect(const char *base, const char *ref, const char *whole)
{
    Buf out;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__uri_resolve(base, strlen(base), ref, strlen(ref), &out);
    assert_string_equal(cm__buf_text(&out), whole);
    cm__buf_done(&out);
}

/* RFC 3986, 5.4, without fragments. */
static void examples_of_the_rfc(void **state)
{
    static const char base[] = "http://a/b/c/d;p?q";
    static const struct {
        const char *ref, *whole;
    } rows[] = {
        { "g:h", "g:h" },
        { "g", "http://a/b/c/g" },
        { "./g", "http://a/b/c/g" },
        { "g/", "http://a/b/c/g/" },
        { "/g", "http://a/g" },
        { "//g", "http://g" },
        { "?y", "http://a/b/c/d;p?y" },
        { "g?y", "http://a/b/c/g?y" },
        { "#s", "http://a/b/c/d;p?q" },
        { ";x", "http://a/b/c/;x" },
        { "", "http://a/b/c/d;p?q" },
        { ".", "http://a/b/c/" },
        { "./", "http://a/b/c/" },
        { "..", "http://a/b/" },
        { "../g", "http://a/b/g" },
        { "../..", "http://a/" },
        { "../../g", "http://a/g" },
        { "../../../g", "http://a/g" },
        { "/./g", "http://a/g" },
        { "/../g", "http://a/g" },
        { "g.", "http://a/b/c/g." },
        { "..g", "http://a/b/c/..g" },
        { "./../g", "http://a/b/g" },
        { "./g/.", "http://a/b/c/g/" },
        { "g/./h", "http://a/b/c/g/h" },
        { "g/../h", "http://a/b/c/h" },
        { "g?y/../x", "http://a/b/c/g?y/../x" },
    };
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++)
        expect(base, rows[i].ref, rows[i].whole);
}

static void odd_bases(void **state)
{
    (void)state;
    expect("", "a.json", "a.json");
    expect("", "#x", "");
    expect("a.json", "b.json", "b.json");
    expect("d/a.json", "b.json", "d/b.json");
    expect("http://x", "a", "http://x/a");
    expect("urn:uuid:1", "#/a", "urn:uuid:1");
    expect("http://x/", "urn:a:b?c", "urn:a:b?c");
    expect("tag:x,2020:a", "b", "tag:b");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_of_the_rfc),
        cmocka_unit_test(odd_bases),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
