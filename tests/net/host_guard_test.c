/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "net/host_guard.h"

enum {
    OK = CM_HOST_GUARD_OK,
    HOST = CM_HOST_GUARD_HOST,
    ORIGIN = CM_HOST_GUARD_ORIGIN
};

typedef struct Case {
    const char *host, *origin;
    int expected;
} Case;

static void check(const HostGuard *guard, const Case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int got =
            (int)cm__host_guard_check(guard, cases[i].host, cases[i].origin);
        if (got != cases[i].expected)
            fail_msg("host %s origin %s: %d", cases[i].host, cases[i].origin,
                     got);
    }
}

static void loopback_names_pass_with_any_port(void **state)
{
    (void)state;
    static const Case cases[] = {
        { "localhost", NULL, OK },
        { "localhost:8080", NULL, OK },
        { "LocalHost:1", NULL, OK },
        { "127.0.0.1:65535", NULL, OK },
        { "[::1]", NULL, OK },
        { "[::1]:80", "http://[::1]:3000", OK },
        { "localhost", "http://localhost", OK },
        { "localhost", "https://127.0.0.1:8443", OK },
        { "localhost", "HTTP://LOCALHOST:1", OK },
        { NULL, NULL, HOST },
        { "", NULL, HOST },
        { ":80", NULL, HOST },
        { "evil.example", NULL, HOST },
        { "evil.example:8080", "http://localhost", HOST },
        { "localhost.evil.example", NULL, HOST },
        { "evil-localhost", NULL, HOST },
        { "localhost:", NULL, HOST },
        { "localhost:80:80", NULL, HOST },
        { "localhost:8080x", NULL, HOST },
        { "localhost:123456", NULL, HOST },
        { "localhost, evil.example", NULL, HOST },
        { "localhost@evil.example", NULL, HOST },
        { "evil.example#localhost", NULL, HOST },
        { "127.0.0.1.evil.example", NULL, HOST },
        { "127.0.0.2", NULL, HOST },
        { "[::1", NULL, HOST },
        { "[::1]x", NULL, HOST },
        { "[]", NULL, HOST },
        { "::1", NULL, HOST },
        { "localhost", "null", ORIGIN },
        { "localhost", "", ORIGIN },
        { "localhost", "http://", ORIGIN },
        { "localhost", "http://evil.example", ORIGIN },
        { "localhost", "http://localhost.evil.example", ORIGIN },
        { "localhost", "http://localhost@evil.example", ORIGIN },
        { "localhost", "http://evil.example/localhost", ORIGIN },
        { "localhost", "http://localhost/", ORIGIN },
        { "localhost", "file://localhost", ORIGIN },
        { "localhost", "chrome-extension://abc", ORIGIN },
        { "localhost", "http://localhost http://evil.example", ORIGIN },
    };
    const HostGuard guard = { .n_hosts = 0 };
    check(&guard, cases, CM_ARRAY_LEN(cases));
}

static void listed_names_pass_as_listed(void **state)
{
    (void)state;
    static const char *const hosts[] = { "api.example.com", "10.0.0.1:8080" };
    static const char *const origins[] = { "https://app.example.com", "null" };
    static const Case cases[] = {
        { "api.example.com", NULL, OK },
        { "API.example.com:99", NULL, OK },
        { "10.0.0.1:8080", "https://app.example.com", OK },
        { "api.example.com", "null", OK },
        { "localhost:1", "http://localhost", OK },
        { "10.0.0.1", NULL, HOST },
        { "10.0.0.1:80", NULL, HOST },
        { "xapi.example.com", NULL, HOST },
        { "api.example.com.", NULL, HOST },
        { "api.example.com", "http://app.example.com", ORIGIN },
        { "api.example.com", "https://app.example.com:444", ORIGIN },
        { "api.example.com", "https://api.example.com", ORIGIN },
    };
    HostGuard guard = { .hosts = hosts,
                        .n_hosts = CM_ARRAY_LEN(hosts),
                        .origins = origins,
                        .n_origins = CM_ARRAY_LEN(origins) };
    check(&guard, cases, CM_ARRAY_LEN(cases));

    static const Case strict[] = {
        { "api.example.com", NULL, OK },
        { "localhost", NULL, HOST },
        { "api.example.com", "http://localhost", ORIGIN },
    };
    guard.no_loopback = true;
    check(&guard, strict, CM_ARRAY_LEN(strict));
}

static void a_star_allows_all_that_is_well_formed(void **state)
{
    (void)state;
    static const char *const any[] = { "*" };
    static const Case cases[] = {
        { "evil.example:1", "null", OK },
        { "evil.example", "x-y://z", OK },
        { "evil.example", "", ORIGIN },
        { "evil.example", "a b", ORIGIN },
        { "evil.example", "a\tb", ORIGIN },
        { "evil.example", "\xFF", ORIGIN },
        { "a b", NULL, HOST },
        { NULL, NULL, HOST },
    };
    const HostGuard guard = {
        .hosts = any, .n_hosts = 1, .origins = any, .n_origins = 1
    };
    check(&guard, cases, CM_ARRAY_LEN(cases));
}

static void what_may_be_listed(void **state)
{
    (void)state;
    static const char *const hosts[] = { "*", "a", "A_b.c:1", "[::1]:65535" };
    static const char *const origins[] = { "*",       "null",
                                           "a://b",   "HTTP://a.b-c:80",
                                           "file://", "x+y-z.1://[::1]" };
    static const char *const no_hosts[] = { "",    "a:",    "a/b", "http://a",
                                            "::1", "*.a.b", "a b", "a:123456" };
    static const char *const no_origins[] = {
        "",       "a",      "a:1",    "a://",  "://a",    "1a://b",
        "a_://b", "a://b/", "a://b:", "a://*", "a://b@c", "NULL"
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(hosts); i++)
        assert_true(cm__host_guard_is_host(hosts[i]));
    for (size_t i = 0; i < CM_ARRAY_LEN(origins); i++)
        assert_true(cm__host_guard_is_origin(origins[i]));
    for (size_t i = 0; i < CM_ARRAY_LEN(no_hosts); i++)
        assert_false(cm__host_guard_is_host(no_hosts[i]));
    for (size_t i = 0; i < CM_ARRAY_LEN(no_origins); i++)
        assert_false(cm__host_guard_is_origin(no_origins[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loopback_names_pass_with_any_port),
        cmocka_unit_test(listed_names_pass_as_listed),
        cmocka_unit_test(a_star_allows_all_that_is_well_formed),
        cmocka_unit_test(what_may_be_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
