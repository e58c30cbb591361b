/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "net/redact.h"
#include "oom_alloc.h"

static void shows(const Redactor *r, const char *text, const char *want)
{
    Buf b;
    char array[200];
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_str(&b, text);
    cm__redact(r, &b);
    assert_string_equal(cm__buf_text(&b), want);
    cm__buf_done(&b);
    (void)snprintf(array, sizeof array, "%s", text);
    cm__redact_text(r, array, sizeof array);
    assert_string_equal(array, want);
}

static void what_is_hidden_is_not_shown(void **state)
{
    (void)state;
    Redactor *r = cm__redactor_new(cm__alloc_default());
    cm__redactor_hide(r, "secret", "${A}");
    cm__redactor_hide(r, "secret-and-more", "${B}");
    cm__redactor_hide(r, "short", "${C}");
    cm__redactor_hide(r, "secret", "${D}");
    cm__redactor_hide(r, "a\"b\\c\nd", "${E}");
    cm__redactor_hide(r, "aaaaaa", "a");
    cm__redactor_hide(NULL, "secret", "x");
    shows(r, "", "");
    shows(r, "nothing here, secre", "nothing here, secre");
    shows(r, "secret", "${A}");
    shows(r, "xsecretsecret-and-more secret", "x${A}${B} ${A}");
    shows(r, "short", "short");
    shows(r, "a\"b\\c\nd {\"k\":\"a\\\"b\\\\c\\nd\"}", "${E} {\"k\":\"${E}\"}");
    shows(r, "aaaaaaaaaaaaa", "aaa");
    shows(NULL, "secret", "secret");
    cm__redactor_free(r);
    cm__redactor_free(NULL);
}

static void what_was_cut_off_is_hidden_too(void **state)
{
    (void)state;
    Redactor *r = cm__redactor_new(cm__alloc_default());
    cm__redactor_hide(r, "abcdefgh", "${A}");
    cm__redactor_hide(r, "xabcdefghijk", "${B}");
    shows(r, "abcdef", "${A}");
    shows(r, "abcde", "abcde");
    shows(r, "at the end: abcdefg", "at the end: ${A}");
    shows(r, "abcdefgh abcdefg", "${A} ${A}");
    shows(r, "the longest: xabcdefg", "the longest: ${B}");
    shows(r, "abcdefg in the middle", "abcdefg in the middle");
    shows(r, "bcdefgh", "bcdefgh");
    cm__redactor_free(r);
    r = cm__redactor_new(cm__alloc_default());
    cm__redactor_hide(r, "aaaaaaaa", "${A}");
    shows(r, "aaaaaaa", "${A}");
    shows(r, "aaaaaaaaaaaaaaa", "${A}${A}");
    cm__redactor_free(r);
}

static void a_text_in_an_array_may_be_cut(void **state)
{
    (void)state;
    char text[10] = "x secret";
    Redactor *r = cm__redactor_new(cm__alloc_default());
    cm__redactor_hide(r, "secret", "${A_LONG_NAME}");
    cm__redact_text(r, text, sizeof text);
    assert_string_equal(text, "x ${A_LON");
    cm__redactor_free(r);
}

static void shows_tail(const Redactor *r, const char *text, const char *want)
{
    Buf b;
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_str(&b, text);
    cm__redact_tail(r, &b);
    assert_string_equal(cm__buf_text(&b), want);
    cm__buf_done(&b);
}

static void a_tail_may_begin_in_a_secret(void **state)
{
    (void)state;
    Redactor *r = cm__redactor_new(cm__alloc_default());
    cm__redactor_hide(r, "abcdefgh", "${A}");
    cm__redactor_hide(r, "zabcdefghijk", "${B}");
    shows_tail(r, "cdefgh and more", "${A} and more");
    shows_tail(r, "defgh and more", "defgh and more");
    shows_tail(r, "cdefghijk, abcdefgh", "${B}, ${A}");
    shows_tail(r, "x cdefgh abcdefg", "x cdefgh ${A}");
    shows_tail(r, "", "");
    shows_tail(NULL, "cdefgh", "cdefgh");
    cm__redactor_free(r);
}

static void cuts(const Redactor *r, const char *text, const char *want)
{
    char out[10];
    assert_ptr_equal(cm__redact_cut(r, text, out, sizeof out), out);
    assert_string_equal(out, want);
}

static void a_text_is_cut_behind_its_secrets(void **state)
{
    (void)state;
    Redactor *r = cm__redactor_new(cm__alloc_default());
    cuts(r, "0123456789", "012345678");
    cuts(NULL, "12345678\xC3\xA9", "12345678");
    cm__redactor_hide(r, "secret", "*");
    cuts(r, "56789 secret and more", "56789 * a");
    cuts(r, "6789 secr", "6789 secr");
    cuts(r, "secret 56\xF0\x9F\x98\x80", "* 56\xF0\x9F\x98\x80");
    cuts(r, "secret 4567\xF0\x9F\x98\x80", "* 4567");
    cuts(r, "", "");
    cm__redactor_free(r);
}

static void the_oldest_gives_way(void **state)
{
    (void)state;
    char text[24];
    Redactor *r = cm__redactor_new(cm__alloc_default());
    for (int i = 0; i <= CM_REDACT_MAX; i++) {
        (void)snprintf(text, sizeof text, "token-%04d", i);
        cm__redactor_hide(r, text, "*");
    }
    shows(r, "token-0000 token-0001 token-0512", "token-0000 * *");
    cm__redactor_free(r);
}

/* A secret that could not be kept must not be shown: then nothing is. */
static void without_memory_nothing_is_shown(void **state)
{
    (void)state;
    for (long n = 1; n <= 4; n++) {
        OomAlloc o;
        char text[] = "its token is sec\"ret", other[40] = "sec\"ret";
        oom_alloc_init(&o, n, 1);
        Redactor *r = cm__redactor_new(&o.alloc);
        cm__redactor_hide(r, "sec\"ret", "*");
        o.left = o.forever = 0;
        cm__redact_text(r, text, sizeof text);
        cm__redact_text(r, other, sizeof other);
        bool is_whole = o.refused == 0;
        char cut[20];
        assert_string_equal(cm__redact_cut(r, "a sec\"ret", cut, sizeof cut),
                            is_whole ? "a *" : "(out of memory)");
        assert_string_equal(text,
                            is_whole ? "its token is *" : "(out of memory)");
        assert_string_equal(other, is_whole ? "*" : "(out of memory)");
        cm__redactor_free(r);
        assert_int_equal(o.live_bytes, 0);
    }
}

static void names_of_secrets(void **state)
{
    (void)state;
    static const char *const secret[] = { "Authorization", "X-Api-Key", "TOKEN",
                                          "DB_PASSWORD", "set-cookie" };
    static const char *const plain[] = { "", "Accept", "HOME", "X-Team", "ke" };
    for (size_t i = 0; i < CM_ARRAY_LEN(secret); i++)
        assert_true(cm__redact_is_secret_name(secret[i], strlen(secret[i])));
    for (size_t i = 0; i < CM_ARRAY_LEN(plain); i++)
        assert_false(cm__redact_is_secret_name(plain[i], strlen(plain[i])));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_hidden_is_not_shown),
        cmocka_unit_test(what_was_cut_off_is_hidden_too),
        cmocka_unit_test(a_text_in_an_array_may_be_cut),
        cmocka_unit_test(a_tail_may_begin_in_a_secret),
        cmocka_unit_test(a_text_is_cut_behind_its_secrets),
        cmocka_unit_test(the_oldest_gives_way),
        cmocka_unit_test(without_memory_nothing_is_shown),
        cmocka_unit_test(names_of_secrets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
