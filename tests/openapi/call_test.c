/* SPDX-License-Identifier: MIT */
/* The machine of one call: alternatives, credentials, ends; spec/openapi.md 9. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../oom_sweep.h"
#include "literal.h"
#include "openapi/call.h"

static const OaScheme schemes[] = {
    { TEXT("key"), OA_API_KEY, OA_HEADER, TEXT("X-Key"), TEXT("") },
    { TEXT("qkey"), OA_API_KEY, OA_QUERY, TEXT("k"), TEXT("") },
    { TEXT("token"), OA_HTTP, OA_HEADER, TEXT(""), TEXT("bearer") },
    { TEXT("user"), OA_HTTP, OA_HEADER, TEXT(""), TEXT("basic") },
    { TEXT("oauth"), OA_OAUTH2, OA_HEADER, TEXT(""), TEXT("") },
    { TEXT("open"), OA_OPEN_ID, OA_HEADER, TEXT(""), TEXT("") },
};

/* ---- a host ---- */

/* What the host answers to a scheme: a credential, "-" for unavailable, or "!"
 * and a message. */
typedef struct Given {
    const char *scheme;
    cm_credential_kind kind;
    const char *name, *value;
} Given;

typedef struct Host {
    const Given *given;
    size_t n_given;
    bool is_late; /* feeds after the callback instead of inside */
    const Given *late;
    OaCall *call;
    Buf trace;
    bool has_sent;
    int n_ends;
} Host;

static void feed(Host *h, const Given *g)
{
    cm_credential credential = { g->kind, g->name, g->value };
    if (!g->value || strcmp(g->value, "-") == 0)
        cm__oa_call_credential(h->call, OA_GRANT_UNAVAILABLE, NULL, NULL);
    else if (*g->value == '!')
        cm__oa_call_credential(h->call, OA_GRANT_FAILED, NULL, g->value + 1);
    else
        cm__oa_call_credential(h->call, OA_GRANT_GIVEN, &credential, NULL);
}

static void host_ask(void *ctx, OaCall *call,
                     const cm_credential_request *request)
{
    static const Given none = { NULL, CM_CREDENTIAL_BEARER, NULL, NULL };
    Host *h = ctx;
    const Given *found = &none;
    h->call = call;
    cm__buf_add_fmt(&h->trace, "ask %s\n", request->name);
    for (size_t i = 0; i < h->n_given; i++)
        if (strcmp(h->given[i].scheme, request->name) == 0)
            found = &h->given[i];
    if (h->is_late)
        h->late = found;
    else
        feed(h, found);
}

static void host_send(void *ctx, OaCall *call, const cm_http_request *request)
{
    Host *h = ctx;
    h->call = call;
    h->has_sent = true;
    literal_write(&h->trace, request);
}

static void host_value(void *ctx, const char *json, size_t len)
{
    Host *h = ctx;
    h->n_ends++;
    h->call = NULL;
    cm__buf_add(&h->trace, json, len);
}

static void host_failed(void *ctx, const char *message, size_t len)
{
    Host *h = ctx;
    h->n_ends++;
    h->call = NULL;
    if (message) {
        cm__buf_add_char(&h->trace, '!');
        cm__buf_add(&h->trace, message, len);
    } else {
        h->trace.status = CM_E_NOMEM;
    }
}

static const OaCallHost host = { host_ask, host_send, host_value, host_failed };

static void start(Host *h, const cm_allocator *alloc, const Operation *op,
                  const char *input, bool can_ask)
{
    static const OpenApiSet set;
    cm__buf_init(&h->trace, cm__alloc_default(), CM_BUF_NO_LIMIT);
    if (cm__oa_call_start(alloc, &set, op, input, strlen(input), can_ask, 1,
                          &host, h) != CM_OK)
        h->trace.status = CM_E_NOMEM;
    while (h->late) {
        const Given *given = h->late;
        h->late = NULL;
        feed(h, given);
    }
}

/* The trace of a call up to the request or the failure. */
static void check(const OaAlternative *alternatives, size_t n,
                  const Given *given, size_t n_given, const char *expected)
{
    Operation op = literal_operation("/p", NULL, 0);
    op.alternatives = alternatives;
    op.n_alternatives = n;
    for (int is_late = 0; is_late < 2; is_late++) {
        Host h = { .given = given, .n_given = n_given, .is_late = is_late };
        start(&h, cm__alloc_default(), &op, "{}", true);
        assert_string_equal(cm__buf_text(&h.trace), expected);
        assert_int_equal(h.n_ends, h.has_sent ? 0 : 1);
        if (h.has_sent) {
            cm__oa_call_answer(h.call, 200, "application/json", "1", 1);
            assert_int_equal(h.n_ends, 1);
        }
        cm__buf_done(&h.trace);
    }
}

#define USE(i)               \
    {                        \
        &schemes[i], NULL, 0 \
    }
enum {
    KEY,
    QKEY,
    TOKEN,
    USER,
    OAUTH,
    OPEN
};

#define CHECK(alternatives, given, expected)               \
    check(alternatives, CM_ARRAY_LEN(alternatives), given, \
          CM_ARRAY_LEN(given), expected)

static const Given nothing[] = { { "key", CM_CREDENTIAL_BEARER, NULL, "-" } };

/* O50 */
static void o50_alternatives_in_order(void **state)
{
    static const OaSchemeUse key[] = { USE(KEY) };
    static const OaAlternative anonymous_first[] = { { NULL, 0 }, { key, 1 } };
    static const OaAlternative key_first[] = { { key, 1 }, { NULL, 0 } };
    static const Given good[] = { { "key", CM_CREDENTIAL_API_KEY, NULL, "s" } };
    static const Given bad[] = { { "key", CM_CREDENTIAL_API_KEY, NULL,
                                   "!no luck" } };
    (void)state;
    CHECK(anonymous_first, good, "GET https://h/p\n");
    CHECK(key_first, nothing, "ask key\nGET https://h/p\n");
    CHECK(key_first, bad, "ask key\n!no luck");
    CHECK(key_first, good, "ask key\nGET https://h/p\nx-key: s\n");
}

/* O51 */
static void o51_all_of_an_alternative_are_needed(void **state)
{
    static const OaSchemeUse both[] = { USE(KEY), USE(TOKEN) };
    static const OaSchemeUse other[] = { USE(TOKEN), USE(QKEY) };
    static const OaSchemeUse last[] = { USE(QKEY) };
    static const OaAlternative one[] = { { both, 2 } };
    static const OaAlternative three[] = { { both, 2 },
                                           { other, 2 },
                                           { last, 1 } };
    static const Given a_only[] = { { "key", CM_CREDENTIAL_API_KEY, NULL,
                                      "s" } };
    static const Given q_only[] = {
        { "key", CM_CREDENTIAL_API_KEY, NULL, "s" },
        { "qkey", CM_CREDENTIAL_API_KEY, NULL, "a b" },
    };
    (void)state;
    CHECK(one, a_only,
          "ask key\nask token\n"
          "!GET /p needs credentials; none available for: token.");
    CHECK(three, a_only,
          "ask key\nask token\nask token\nask qkey\n"
          "!GET /p needs credentials; none available for: token, qkey.");
    CHECK(three, q_only,
          "ask key\nask token\nask token\nask qkey\n"
          "GET https://h/p?k=a+b\n");
}

/* O53, O54 */
static void o53_effects(void **state)
{
    static const OaSchemeUse token[] = { USE(TOKEN) };
    static const OaSchemeUse oauth[] = { USE(OAUTH), USE(KEY) };
    static const OaSchemeUse both[] = { USE(TOKEN), USE(USER) };
    static const OaSchemeUse keys[] = { USE(QKEY), USE(QKEY) };
    static const OaSchemeUse mixed[] = { USE(KEY), USE(OPEN) };
    static const OaAlternative by_token[] = { { token, 1 } };
    static const OaAlternative by_oauth[] = { { oauth, 2 } };
    static const OaAlternative by_both[] = { { both, 2 } };
    static const OaAlternative by_keys[] = { { keys, 2 } };
    static const OaAlternative by_mixed[] = { { mixed, 2 } };
    static const struct {
        const OaAlternative *alternatives;
        Given given[2];
        const char *expected;
    } rows[] = {
        { by_token,
          { { "token", CM_CREDENTIAL_API_KEY, NULL, "s" } },
          "ask token\n!'token' takes a bearer, basic or header credential, not "
          "an API key." },
        { by_token,
          { { "token", CM_CREDENTIAL_BEARER, NULL, "t" } },
          "ask token\nGET https://h/p\nauthorization: Bearer t\n" },
        { by_token,
          { { "token", CM_CREDENTIAL_BASIC, "\xC3\xBC", "\xE2\x82\xAC" } },
          "ask token\nGET https://h/p\nauthorization: Basic w7w64oKs\n" },
        { by_token,
          { { "token", CM_CREDENTIAL_BASIC, "a", "" } },
          "ask token\nGET https://h/p\nauthorization: Basic YTo=\n" },
        { by_token,
          { { "token", CM_CREDENTIAL_BASIC, "ab", "c" } },
          "ask token\nGET https://h/p\nauthorization: Basic YWI6Yw==\n" },
        { by_token,
          { { "token", CM_CREDENTIAL_HEADER, "X-T", "v" } },
          "ask token\nGET https://h/p\nx-t: v\n" },
        { by_token,
          { { "token", CM_CREDENTIAL_HEADER, "X T\r\nY", "v" } },
          "ask token\n!'token' has an invalid header name." },
        { by_token,
          { { "token", CM_CREDENTIAL_BEARER, NULL, "secret\r\nx: y" } },
          "ask token\n!Parameter 'authorization' has an invalid header "
          "value." },
        { by_oauth,
          { { "oauth", CM_CREDENTIAL_BEARER, NULL, "t" },
            { "key", CM_CREDENTIAL_API_KEY, NULL, "s" } },
          "ask oauth\nask key\nGET https://h/p\nauthorization: Bearer t\n"
          "x-key: s\n" },
        { by_oauth,
          { { "oauth", CM_CREDENTIAL_HEADER, "x-KEY", "t" },
            { "key", CM_CREDENTIAL_API_KEY, NULL, "s" } },
          "ask oauth\nask key\n!Header 'x-key' would get several "
          "credentials." },
        { by_both,
          { { "token", CM_CREDENTIAL_BEARER, NULL, "t" },
            { "user", CM_CREDENTIAL_BASIC, "a", "b" } },
          "ask token\nask user\n!Header 'authorization' would get several "
          "credentials." },
        { by_keys,
          { { "qkey", CM_CREDENTIAL_API_KEY, NULL, "s" } },
          "ask qkey\nask qkey\n!Query 'k' would get several credentials." },
        { by_mixed,
          { { "key", CM_CREDENTIAL_BEARER, NULL, "s" },
            { "open", CM_CREDENTIAL_HEADER, "x-key", "t" } },
          "ask key\nask open\nGET https://h/p\nauthorization: Bearer s\n"
          "x-key: t\n" },
    };
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++)
        check(rows[i].alternatives, 1, rows[i].given,
              rows[i].given[1].scheme ? 2 : 1, rows[i].expected);
}

/* Credentials are the last word in headers and queries; O18, O24. */
static void o24_credentials_win(void **state)
{
    static const OaField fields[] = {
        { .name = TEXT("h"), .wire = TEXT("X-KEY"), .place = OA_HEADER },
        { .name = TEXT("o"),
          .wire = TEXT("o"),
          .place = OA_QUERY,
          .style = OA_FORM,
          .explode = true },
        { .name = TEXT("k"),
          .wire = TEXT("k"),
          .place = OA_QUERY,
          .style = OA_FORM },
    };
    static const OaSchemeUse both[] = { USE(KEY), USE(QKEY) };
    static const OaAlternative one[] = { { both, 2 } };
    static const Given given[] = {
        { "key", CM_CREDENTIAL_API_KEY, NULL, "s" },
        { "qkey", CM_CREDENTIAL_API_KEY, NULL, "t" },
    };
    Operation op = literal_operation("/p", fields, CM_ARRAY_LEN(fields));
    Host h = { .given = given, .n_given = 2 };
    (void)state;
    op.template_query = AS_TEXT("%6b=0&z=1");
    op.alternatives = one;
    op.n_alternatives = 1;
    start(&h, cm__alloc_default(), &op,
          "{\"h\":\"mine\",\"o\":{\"k\":1,\"x\":2},\"k\":3}", true);
    assert_string_equal(cm__buf_text(&h.trace),
                        "ask key\nask qkey\n"
                        "GET https://h/p?z=1&x=2&k=t\nx-key: s\n");
    cm__oa_call_drop(h.call);
    cm__buf_done(&h.trace);
}

/* Without a resolver everything is unavailable. */
static void nobody_to_ask(void **state)
{
    static const OaSchemeUse key[] = { USE(KEY) };
    static const OaAlternative rows[] = { { key, 1 }, { key, 1 }, { NULL, 0 } };
    Operation op = literal_operation("/p", NULL, 0);
    (void)state;
    op.alternatives = rows;
    for (size_t n = 2; n <= 3; n++) {
        Host h = { .given = NULL };
        op.n_alternatives = n;
        start(&h, cm__alloc_default(), &op, "{}", false);
        assert_string_equal(
            cm__buf_text(&h.trace),
            n == 2 ? "!GET /p needs credentials; none available for: key."
                   : "GET https://h/p\n");
        if (h.call)
            cm__oa_call_drop(h.call);
        cm__buf_done(&h.trace);
    }
}

/* What is wrong with the input is told before anybody is asked. */
static void values_come_before_credentials(void **state)
{
    static const OaField field = { .name = TEXT("q"),
                                   .wire = TEXT("q"),
                                   .place = OA_QUERY,
                                   .style = OA_FORM };
    static const OaSchemeUse key[] = { USE(KEY) };
    static const OaAlternative one[] = { { key, 1 } };
    Operation op = literal_operation("/p", &field, 1);
    Host h = { .given = NULL };
    (void)state;
    op.alternatives = one;
    op.n_alternatives = 1;
    start(&h, cm__alloc_default(), &op, "{\"q\":[[1]]}", true);
    assert_string_equal(cm__buf_text(&h.trace),
                        "!Parameter 'q' cannot carry nested values.");
    cm__buf_done(&h.trace);
}

static void look_at_question(void *ctx, OaCall *call,
                             const cm_credential_request *r)
{
    Host *h = ctx;
    h->call = call;
    cm__buf_add_fmt(
        &h->trace, "%s %s %s %s %s %s %s %s %s %s %s;", r->name, r->type,
        r->in ? r->in : "-", r->key ? r->key : "-", r->scheme ? r->scheme : "-",
        r->n_scopes > 0 ? r->scopes[0] : "-", r->method, r->path,
        r->operation_id ? r->operation_id : "-", r->summary ? r->summary : "-",
        r->description ? r->description : "-");
    cm__oa_call_credential(call, OA_GRANT_UNAVAILABLE, NULL, NULL);
}

static void the_question(void **state)
{
    static const OaCallHost curious = { look_at_question, host_send, host_value,
                                        host_failed };
    static const OaText scopes[] = { TEXT("read") };
    static const OaSchemeUse uses[] = { USE(KEY),
                                        USE(QKEY),
                                        USE(TOKEN),
                                        { &schemes[OAUTH], scopes, 1 },
                                        USE(OPEN) };
    OaAlternative rows[5];
    static const OpenApiSet set;
    Operation op = literal_operation("/p/{x}", NULL, 0);
    Host h = { .given = NULL };
    (void)state;
    for (size_t i = 0; i < 5; i++)
        rows[i] = (OaAlternative){ &uses[i], 1 };
    op.template_path = AS_TEXT("/p");
    op.alternatives = rows;
    op.n_alternatives = 5;
    op.id = AS_TEXT("id");
    op.doc = AS_TEXT("d");
    cm__buf_init(&h.trace, cm__alloc_default(), CM_BUF_NO_LIMIT);
    assert_int_equal(cm__oa_call_start(cm__alloc_default(), &set, &op, "{}", 2,
                                       true, 1, &curious, &h),
                     CM_OK);
    assert_string_equal(
        cm__buf_text(&h.trace),
        "key apiKey header X-Key - - GET /p/{x} id - d;"
        "qkey apiKey query k - - GET /p/{x} id - d;"
        "token http - - bearer - GET /p/{x} id - d;"
        "oauth oauth2 - - - read GET /p/{x} id - d;"
        "open openIdConnect - - - - GET /p/{x} id - d;"
        "!GET /p/{x} needs credentials; none available for: key, qkey, token, "
        "oauth, open.");
    cm__buf_done(&h.trace);
}

/* Any number of alternatives, all answered inside the callback. */
static void many_alternatives_need_no_stack(void **state)
{
    enum {
        MANY = 200000
    };
    static const OaSchemeUse key[] = { USE(KEY) };
    static OaAlternative rows[MANY];
    Operation op = literal_operation("/p", NULL, 0);
    Host h = { .given = NULL };
    (void)state;
    for (size_t i = 0; i < MANY; i++)
        rows[i] = (OaAlternative){ key, 1 };
    op.alternatives = rows;
    op.n_alternatives = MANY;
    start(&h, cm__alloc_default(), &op, "{}", true);
    assert_int_equal(h.n_ends, 1);
    cm__buf_done(&h.trace);
}

/* Each scheme that is lacking is told once, without comparing each two. */
static void many_lacking_schemes_are_linear(void **state)
{
    enum {
        MANY = 400000
    };
    static OaScheme lacking[MANY];
    static OaSchemeUse uses[MANY];
    static OaAlternative rows[2 * MANY];
    Operation op = literal_operation("/p", NULL, 0);
    Host h = { .given = NULL };
    (void)state;
    for (size_t i = 0; i < MANY; i++) {
        lacking[i] = (OaScheme){ .name = TEXT("abc"), .kind = OA_OAUTH2 };
        uses[i].scheme = &lacking[i];
        rows[i] = rows[MANY + i] = (OaAlternative){ &uses[i], 1 };
    }
    op.alternatives = rows;
    op.n_alternatives = 2 * (size_t)MANY;
    start(&h, cm__alloc_default(), &op, "{}", false);
    assert_int_equal(h.n_ends, 1);
    assert_int_equal(h.trace.len,
                     strlen("!GET /p needs credentials; none available for: ") +
                         (size_t)MANY * strlen("abc, ") - 1);
    cm__buf_done(&h.trace);
}

static void ends(void **state)
{
    const Operation op = literal_operation("/p", NULL, 0);
    static const char *const expected[] = {
        "GET https://h/p\n[1]",
        "GET https://h/p\n!GET /p answered HTTP 500: no",
        "GET https://h/p\n!GET /p failed: reset",
    };
    (void)state;
    for (size_t i = 0; i < CM_ARRAY_LEN(expected); i++) {
        Host h = { .given = NULL };
        start(&h, cm__alloc_default(), &op, "{}", true);
        if (i == 0)
            cm__oa_call_answer(h.call, 200, "application/json", "[1]", 3);
        else if (i == 1)
            cm__oa_call_answer(h.call, 500, NULL, "no", 2);
        else
            cm__oa_call_fault(h.call, CM_HTTP_FAILED, "reset");
        assert_string_equal(cm__buf_text(&h.trace), expected[i]);
        assert_int_equal(h.n_ends, 1);
        cm__buf_done(&h.trace);
    }
}

static void input_that_is_no_json(void **state)
{
    const Operation op = literal_operation("/p", NULL, 0);
    Host h = { .given = NULL };
    (void)state;
    start(&h, cm__alloc_default(), &op, "{", true);
    assert_string_equal(cm__buf_text(&h.trace),
                        "!The input is not valid JSON.");
    cm__buf_done(&h.trace);
}

/* ---- memory ---- */

static cm_status one_call(const cm_allocator *alloc, const Given *given,
                          bool is_late, int answer)
{
    static const OaField field = { .name = TEXT("q"),
                                   .wire = TEXT("q"),
                                   .place = OA_QUERY,
                                   .style = OA_FORM };
    static const OaSchemeUse two[] = { USE(KEY), USE(USER) };
    static const OaSchemeUse third[] = { USE(QKEY) };
    static const OaAlternative both[] = { { two, 2 }, { third, 1 } };
    Operation op = literal_operation("/p", &field, 1);
    Host h = { .given = given, .n_given = 2, .is_late = is_late };
    op.alternatives = both;
    op.n_alternatives = 2;
    start(&h, alloc, &op, "{\"q\":1}", true);
    if (h.call && answer == 0)
        cm__oa_call_answer(h.call, 200, "application/json", "[1]", 3);
    else if (h.call && answer == 1)
        cm__oa_call_fault(h.call, CM_HTTP_FAILED, "reset");
    else if (h.call)
        cm__oa_call_drop(h.call);
    cm_status status = h.trace.status;
    cm__buf_done(&h.trace);
    return status;
}

static cm_status call_scenario(const cm_allocator *alloc)
{
    static const Given rows[][2] = {
        { { "key", CM_CREDENTIAL_API_KEY, NULL, "s" },
          { "user", CM_CREDENTIAL_BASIC, "a", "b" } },
        { { "key", CM_CREDENTIAL_API_KEY, NULL, "s" },
          { "qkey", CM_CREDENTIAL_API_KEY, NULL, "s" } },
        { { "key", CM_CREDENTIAL_BEARER, NULL, "s" },
          { "user", CM_CREDENTIAL_BASIC, "a", "b" } },
        { { "key", CM_CREDENTIAL_BEARER, NULL, "-" },
          { "qkey", CM_CREDENTIAL_BASIC, NULL, "-" } },
        { { "key", CM_CREDENTIAL_BEARER, NULL, "!why" },
          { "qkey", CM_CREDENTIAL_BASIC, NULL, "-" } },
    };
    cm_status status = CM_OK;
    for (int i = 0; i < 10 && status == CM_OK; i++)
        status = one_call(alloc, rows[i / 2], i % 2 == 1, i % 3);
    return status;
}

static void memory_may_be_refused_anywhere(void **state)
{
    (void)state;
    assert_true(oom_sweep(call_scenario) > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(o50_alternatives_in_order),
        cmocka_unit_test(o51_all_of_an_alternative_are_needed),
        cmocka_unit_test(o53_effects),
        cmocka_unit_test(o24_credentials_win),
        cmocka_unit_test(nobody_to_ask),
        cmocka_unit_test(values_come_before_credentials),
        cmocka_unit_test(the_question),
        cmocka_unit_test(many_alternatives_need_no_stack),
        cmocka_unit_test(many_lacking_schemes_are_linear),
        cmocka_unit_test(ends),
        cmocka_unit_test(input_that_is_no_json),
        cmocka_unit_test(memory_may_be_refused_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
