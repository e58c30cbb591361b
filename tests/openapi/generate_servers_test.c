/* SPDX-License-Identifier: MIT */
/* Servers and security, as far as they are known before a call;
 * spec/openapi.md 5 (5 to 8, 24 to 28), 9, 10. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "generate_doc.h"

/* GET /p of a document with these members; its base or the reason. */
static void check(const char *members, const char *base_url,
                  const char *expected)
{
    char text[2048], line[600];
    OaOptions options = { .base_url = base_url };
    (void)snprintf(text, sizeof text, "{'openapi':'3.1.0',%s}", members);
    OpenApiSet *set = doc_load_with(text, &options);
    if (set->n_operations) {
        assert_string_equal(set->operations[0].base.text, expected);
    } else {
        (void)snprintf(line, sizeof line, "GET /p: %s", expected);
        assert_skipped(set, line);
    }
    cm__openapi_set_free(set);
}

static void check_shown(const char *url, const char *shown, const char *fault)
{
    char members[512], reason[512];
    (void)snprintf(members, sizeof members,
                   "'servers':[{'url':'%s'}],'paths':{'/p':{'get':{}}}", url);
    (void)snprintf(reason, sizeof reason, "server URL '%s' %s", shown, fault);
    check(members, NULL, reason);
    /* The same of base_url. */
    check("'paths':{'/p':{'get':{}}}", url, reason);
}

static void check_url(const char *url, const char *fault)
{
    check_shown(url, url, fault);
}

#define RELATIVE "must be absolute http or https; set baseUrl"
#define MORE     "has a query, fragment, user info or braces"
#define NONE     "no server declared; set baseUrl"

/* O48 */
static void o48_urls(void **state)
{
    (void)state;
    static const char *const relative[] = {
        "/v1",         "https:/h",      "ftp://h",         "h",
        "//h",         "https://",      "https:///p",      "https://:80",
        "https://h:x", "https://h:1:2", "https://h:65536", "https://h h",
        "https:\\\\h", "https://[::1",  "https://[zz]",    "https://a%2fb",
        "httpss://h",  "http:h",
    };
    static const char *const more[] = { "https://h/?", "https://h?",
                                        "https://h#", "https://h/}" };
    for (size_t i = 0; i < sizeof relative / sizeof relative[0]; i++)
        if (!strchr(relative[i], '\\'))
            check_url(relative[i], RELATIVE);
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
        check_url(more[i], MORE);
    /* What may be secret is not shown (9). */
    check_shown("https://h/?t=1", "https://h/?...", MORE);
    check_shown("https://h/?t={x", "https://h/?...", MORE);
    check_shown("https://h/?t=@x//y", "https://h/?...", MORE);
    check_shown("https://h/#a", "https://h/#...", MORE);
    check_shown("https://u@h", "https://...@h", MORE);
    check_shown("https://u:p@h/x@y", "https://...@h/x@y", MORE);
    check_shown("https://u:p@q@h/x?a", "https://...@h/x?...", MORE);
    check_shown("https://u@", "https://...@", RELATIVE);
    check_shown("ftp://u:p@h", "ftp://...@h", RELATIVE);
    check_shown("u:p@h/a//b", "u:p@h/a//b", RELATIVE);
    static const char paths[] = "'paths':{'/p':{'get':{}}}";
    check(paths, "https:\\\\h", "server URL 'https:\\\\h' " RELATIVE);
    check(paths, "https://{r}.h", "server URL 'https://{r}.h' " MORE);
    check(paths, "", "server URL '' " RELATIVE);
    static const char *const good[][2] = {
        { "https://h/api///", "https://h/api" },
        { "HTTP://H.example:8080/a/b", "HTTP://H.example:8080/a/b" },
        { "https://[::1]:443/", "https://[::1]:443" },
        { "http://127.0.0.1", "http://127.0.0.1" },
        { "https://h:", "https://h:" },
        { " https://h/x\n", "https://h/x" },
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        check(paths, good[i][0], good[i][1]);
}

/* O47 */
static void o47_which_server(void **state)
{
    (void)state;
#define AND_MORE "'servers':[{'url':'https://doc'}],'paths':{'/p':"
    check(AND_MORE "{'get':{'servers':[]}}}", NULL, NONE);
    check(AND_MORE "{'get':{'servers':null}}}", NULL, NONE);
    check(AND_MORE "{'get':{'servers':[]}}}", "https://b", "https://b");
    check(AND_MORE "{'servers':[{'url':'https://item'}],'get':{}}}", NULL,
          "https://item");
    check(AND_MORE "{'servers':[{'url':'https://item'}],'get':{'servers':["
                   "7,{'url':'https://op/'},{'url':'x'}]}}}",
          NULL, "https://op");
    check(AND_MORE "{'get':{}}}", NULL, "https://doc");
#undef AND_MORE
    check("'paths':{'/p':{'get':{}}}", NULL, NONE);
    check("'servers':[{'url':''}],'paths':{'/p':{'get':{}}}", NULL, NONE);
    check("'servers':[{'url':7},{'url':'https://h'}],"
          "'paths':{'/p':{'get':{}}}",
          NULL, NONE);
#define VARIABLE(text)                                              \
    "'servers':[{'url':'https://{r}.x.io/{v}'," text "}],'paths':{" \
    "'/p':{'get':{}}}"
    check(VARIABLE("'variables':{'r':{'default':'eu'},'v':{'default':'1'}}"),
          NULL, "https://eu.x.io/1");
    check(VARIABLE("'variables':{'r':{'default':'eu'}}"), NULL,
          "server variable 'v' has no default; set baseUrl");
    check(VARIABLE("'variables':{'r':{'enum':['eu']}}"), NULL,
          "server variable 'r' has no default; set baseUrl");
    check(VARIABLE("'variables':{'r':{'default':7}}"), NULL,
          "server variable 'r' has no default; set baseUrl");
    check(VARIABLE("'x':1"), NULL,
          "server variable 'r' has no default; set baseUrl");
    check(VARIABLE("'variables':{'r':{'default':'u@h'},'v':{'default':''}}"),
          NULL, "server URL 'https://...@h.x.io/' " MORE);
#undef VARIABLE
}

/* ---- security ---- */

#define SCHEMES                                                          \
    ",'components':{'securitySchemes':{"                                 \
    "'key':{'type':'apiKey','in':'header','name':'X-Key'},"              \
    "'q':{'type':'apiKey','in':'query','name':'k'},"                     \
    "'cookie':{'type':'apiKey','in':'cookie','name':'c'},"               \
    "'bearer':{'type':'http','scheme':'Bearer'},"                        \
    "'o':{'type':'oauth2'},'id':{'type':'openIdConnect'},"               \
    "'mtls':{'type':'mutualTLS'},'bad':{'type':'apiKey','in':'header'}," \
    "'crlf':{'type':'apiKey','in':'header','name':'a\\r\\nb'},"          \
    "'nohttp':{'type':'http','scheme':''},'text':'x',"                   \
    "'ref':{'$ref':'#/components/securitySchemes/q','type':'http'},"     \
    "'loop':{'$ref':'#/components/securitySchemes/loop'}}}"

/* O52 */
static void o52_reasons(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        { "null", "security is not a list" },
        { "{}", "security is not a list" },
        { "[7]", "security requirement is not an object" },
        { "[[]]", "security requirement is not an object" },
        { "[{},{'key':'x'}]", "security scopes are not string lists" },
        { "[{'key':[1]}]", "security scopes are not string lists" },
        { "[{'cookie':[],'bearer':[]}]",
          "cookie credential 'cookie' is not supported" },
        { "[{'nope':[]},{'cookie':[]}]",
          "cookie credential 'cookie' is not supported" },
        { "[{'nope':[]}]", "security scheme missing or malformed: nope" },
        { "[{'mtls':[]}]", "security scheme missing or malformed: mtls" },
        { "[{'key':[],'bad':[]},{'bad':[],'nohttp':[]},{'text':[]},"
          "{'loop':[]},{'crlf':[]}]",
          "security scheme missing or malformed: key, bad, nohttp, text, "
          "loop, crlf" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[512];
        (void)snprintf(text, sizeof text, "'security':%s", rows[i][0]);
        assert_reason(text, SCHEMES, rows[i][1]);
    }
}

/* Braces without an end, and a long URL that many operations share. */
static void urls_are_linear(void **state)
{
    enum {
        BRACES = 4000000,
        LONG = 1000000,
        N = 300
    };
    char *url = malloc(BRACES + 1), *text = malloc(BRACES + LONG);
    OpenApiSet *set = NULL;
    (void)state;
    assert_non_null(url);
    assert_non_null(text);
    memset(url, '{', BRACES);
    url[BRACES] = '\0';
    (void)sprintf(text,
                  "{\"openapi\":\"3.1.0\",\"servers\":[{\"url\":\"https://h/"
                  "%s\"}],\"paths\":{\"/p\":{\"get\":{}}}}",
                  url);
    assert_int_equal(cm__openapi_generate(cm__alloc_default(), text,
                                          strlen(text), NULL, &set, NULL),
                     CM_OK);
    assert_int_equal(set->n_skipped, 1);
    cm__openapi_set_free(set);
    memset(url, 'a', LONG);
    char *p = text + sprintf(text,
                             "{\"openapi\":\"3.1.0\",\"servers\":[{\"url\":"
                             "\"%.*s{x}\"}],\"paths\":{",
                             LONG, url);
    for (int i = 0; i < N; i++)
        p += sprintf(p, "%s\"/%d\":{\"get\":{}}", i ? "," : "", i);
    (void)strcpy(p, "}}");
    assert_int_equal(cm__openapi_generate(cm__alloc_default(), text,
                                          strlen(text), NULL, &set, NULL),
                     CM_E_LIMIT);
    free(text);
    free(url);
}

static void alternatives_that_can_be_had_stay(void **state)
{
    (void)state;
    OpenApiSet *set = doc_get(
        "'security':[{'cookie':[]},{'bearer':[],'q':['a','b']},{'nope':[]},{},"
        "{'ref':[],'o':[],'id':[],'key':[]}]",
        SCHEMES);
    const Operation *op = op_at(set, 0);
    assert_int_equal(op->n_alternatives, 3);
    const OaSchemeUse *uses = op->alternatives[0].uses;
    assert_int_equal(op->alternatives[0].n_uses, 2);
    assert_string_equal(uses[0].scheme->name.text, "bearer");
    assert_int_equal(uses[0].scheme->kind, OA_HTTP);
    assert_string_equal(uses[0].scheme->scheme.text, "bearer");
    assert_int_equal(uses[1].scheme->kind, OA_API_KEY);
    assert_int_equal(uses[1].scheme->place, OA_QUERY);
    assert_string_equal(uses[1].scheme->key.text, "k");
    assert_int_equal(uses[1].n_scopes, 2);
    assert_string_equal(uses[1].scopes[1].text, "b");
    assert_int_equal(op->alternatives[1].n_uses, 0);
    uses = op->alternatives[2].uses;
    assert_int_equal(op->alternatives[2].n_uses, 4);
    assert_string_equal(uses[0].scheme->name.text, "ref");
    assert_int_equal(uses[0].scheme->kind, OA_API_KEY);
    assert_int_equal(uses[1].scheme->kind, OA_OAUTH2);
    assert_int_equal(uses[2].scheme->kind, OA_OPEN_ID);
    assert_int_equal(uses[3].scheme->place, OA_HEADER);
    cm__openapi_set_free(set);
}

/* O49 */
static void o49_which_list(void **state)
{
    (void)state;
    OpenApiSet *set = doc_load("3.1.0",
                               "'/a':{'get':{},'put':{'security':[]},"
                               "'post':{'security':null}}",
                               ",'security':[{'key':[]}]" SCHEMES);
    assert_int_equal(op_at(set, 0)->n_alternatives, 1);
    assert_int_equal(op_at(set, 1)->n_alternatives, 0);
    assert_skipped(set, "POST /a: security is not a list");
    cm__openapi_set_free(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(o48_urls),
        cmocka_unit_test(o47_which_server),
        cmocka_unit_test(o52_reasons),
        cmocka_unit_test(urls_are_linear),
        cmocka_unit_test(alternatives_that_can_be_had_stay),
        cmocka_unit_test(o49_which_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
