/* SPDX-License-Identifier: MIT */
/* The formats at their edges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "schema/schema_internal.h"

#include <string.h>

typedef struct FormatCase {
    const char *format;
    const char *good[8], *bad[8];
} FormatCase;

static const FormatCase cases[] = {
    { "date",
      { "2024-02-29", "0000-01-01" },
      { "1900-02-29", "2024-2-29", "" } },
    { "time",
      { "23:59:60Z", "01:29:60+01:30", "00:00:00.000000001z" },
      { "22:59:60Z", "24:00:00Z", "12:00:00", "12:00:00.Z",
        "12:00:00+24:00" } },
    { "date-time",
      { "2020-01-01T00:00:00Z", "2020-01-01t00:00:00-23:59" },
      { "2020-01-01 00:00:00Z", "2020-01-01T00:00:00" } },
    { "duration",
      { "P1Y2M3DT4H5M6S", "P3W", "PT0S" },
      { "P", "PT", "P1YT", "P1Y1W", "P1H", "PT1.5S" } },
    { "email",
      { "a@b.c", "\"a b\"@b", "a+b@[IPv6:::1]", "a@[1.2.3.4]" },
      { "a", "a@", "@b", "a..b@c", "a@b_c", "a b@c" } },
    { "idn-email", { "\xC3\xA9@b.c" }, { "a@", "\xC3\xA9" } },
    { "hostname",
      { "a", "a-b.c1", "xn--9n2bp8q" },
      { "", ".", "a.", "-a", "a-", "a_b", "xn--X", "a..b" } },
    { "idn-hostname",
      { "\xC3\xA9.com", "a", "\xE5\xAE\x9E\xE3\x80\x82\xE4\xBE\x8B" },
      { "",
        "\xCC\x80"
        "a",
        "a\xC2\xB7"
        "b",
        "\xE2\x80\x8D" } },
    { "ipv4",
      { "0.0.0.0", "255.255.255.255" },
      { "256.0.0.0", "01.0.0.0", "1.2.3", "1.2.3.4.5", "1.2.3.4 " } },
    { "ipv6",
      { "::", "::1", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "1::8" },
      { ":", ":::", "1:2:3:4:5:6:7", "1::2::3", "12345::", "1:2:3:4:5:6:7:8:9",
        "::1.2.3" } },
    { "uri",
      { "http://a", "urn:x", "http://[::1]:80/a?b#c", "mailto:a@b" },
      { "a", "//a/b", "http://a b", "http://a/%zz", "http://[::g]/",
        "http://\xC3\xA9" } },
    { "uri-reference",
      { "", "a", "#f", "//a/b", "?q" },
      { "\\a", "a b", "1:2" } },
    { "iri", { "http://\xC3\xA9/\xC3\xA9" }, { "\xC3\xA9", "http://a b" } },
    { "iri-reference", { "\xC3\xA9", "#\xC3\xA9" }, { "\\", "<" } },
    { "uri-template",
      { "http://a/{b}", "{+x,y*}{?z:3}", "plain" },
      { "{", "}", "{}", "{a", "{a:}", "{a:0}", "{a:99999}" } },
    { "uuid",
      { "2EB8AA08-aa98-11ea-b4aa-73b441d16380" },
      { "2eb8aa08-aa98-11ea-b4aa-73b441d1638",
        "2eb8aa08aa9811eab4aa73b441d16380",
        "2eb8aa0g-aa98-11ea-b4aa-73b441d16380" } },
    { "json-pointer", { "", "/", "/a~0~1b" }, { "a", "/~", "/~2" } },
    { "relative-json-pointer",
      { "0", "1/a", "0#", "12/~1" },
      { "", "/a", "-1", "01", "0##", "0#/a" } },
    { "regex", { "^a$", "\\p{L}", "" }, { "(", "\\a", "^\\Z" } },
};

static int check(const char *format, const char *text)
{
    RegexpHost host = { cm__alloc_default(), NULL, NULL };
    uint32_t n = cm__format_find(format, strlen(format));
    assert_int_not_equal(n, FORMAT_NONE);
    assert_string_equal(cm__format_name(n), format);
    return cm__format_check(n, &host, text, strlen(text));
}

static void formats_at_their_edges(void **state)
{
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(cases); i++) {
        const FormatCase *c = &cases[i];
        for (size_t k = 0; k < 8 && c->good[k]; k++)
            if (check(c->format, c->good[k]) != 1)
                fail_msg("%s refuses %s", c->format, c->good[k]);
        for (size_t k = 0; k < 8 && c->bad[k]; k++)
            if (check(c->format, c->bad[k]) != 0)
                fail_msg("%s accepts %s", c->format, c->bad[k]);
    }
}

/* Every prefix and every text with one byte changed is read without harm. */
static void damaged_texts_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(cases); i++)
        for (size_t k = 0; k < 8 && cases[i].good[k]; k++) {
            size_t len = strlen(cases[i].good[k]);
            for (size_t at = 0; at < len; at++)
                for (int byte = 0; byte < 256; byte += 5) {
                    /* exact size, for the sanitizer */
                    char *copy = cm__alloc(cm__alloc_default(), len);
                    RegexpHost host = { cm__alloc_default(), NULL, NULL };
                    uint32_t n = cm__format_find(cases[i].format,
                                                 strlen(cases[i].format));
                    memcpy(copy, cases[i].good[k], len);
                    copy[at] = (char)byte;
                    (void)cm__format_check(n, &host, copy, len);
                    (void)cm__format_check(n, &host, copy, at + 1);
                    cm__free(cm__alloc_default(), copy, len);
                }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_at_their_edges),
        cmocka_unit_test(damaged_texts_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
