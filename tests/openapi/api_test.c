/* SPDX-License-Identifier: MIT */
/* Requests, answers and credentials from documents through the public API: the
 * numbered cases of spec/openapi.md 15 and spec/field.md 12. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "api_host.h"

#include <stdbool.h>

#define STRING  "'schema':{'type':'string'}"
#define STRINGS "'schema':{'type':'array','items':{'type':'string'}}"
#define ANY     "'schema':{}"
#define OBJECT  "'schema':{'type':'object'}"

/* ---- path values ---- */

static void o10_path_parameters_are_required(void **state)
{
    (void)state;
    api_get("/x/{a}", "{'in':'path','name':'a','required':false," STRING "}",
            "{}",
            "= \"InvalidToolInput: Invalid input for op: /: missing property "
            "\\\"a\\\"\"");
    api_get("/x", "{'in':'path','name':'a'," STRING "}", "{ a: \"v\" }",
            "GET https://h/x\n= 1");
}

static void o11_names_of_the_template(void **state)
{
    (void)state;
    api_get("/x/{id}", "", "{ id: 1 }",
            "= \"ToolFailure: Path template has no value for 'id'.\"");
    api_get("/{id}/{id}", "{'in':'path','name':'id'," STRING "}",
            "{ id: \"a\" }", "GET https://h/a/a\n= 1");
}

#define PATH_ID  "{'in':'path','name':'id'," ANY "}"
#define UNUSABLE "= \"ToolFailure: Path parameter 'id' has an unusable value.\""

static void o12_path_values(void **state)
{
    ApiHost h = API_HOST_INIT;
    (void)state;
    api_get("/{id}", PATH_ID, "{ id: \"a/b?c#d\" }",
            "GET https://h/a%2Fb%3Fc%23d\n= 1");
    api_get("/{id}", PATH_ID, "{ id: \"...\" }", "GET https://h/...\n= 1");
    api_get("/{id}", PATH_ID, "{ id: \"%2e%2e\" }",
            "GET https://h/%252e%252e\n= 1");
    h.credentials = "k=s";
    api_call_at(&h, "get", "/{id}",
                "'security':[{'k':[]}],'parameters':[" PATH_ID "]",
                "{ id: \"..\" }", UNUSABLE);
    assert_int_equal(h.n_asked + h.n_sent, 0);
}

/* O13, O14 */
static void o13_dots_and_empty_values(void **state)
{
    static const char ab[] = "{'in':'path','name':'a'," ANY "},"
                             "{'in':'path','name':'b'," ANY "}";
    (void)state;
    api_get("/x/{a}{b}", ab, "{ a: \".\", b: \".\" }",
            "= \"ToolFailure: Path parameter 'a' has an unusable value.\"");
    api_get("/x/{a}{b}", ab, "{ a: \"{b}\", b: \"c\" }",
            "GET https://h/x/%7Bb%7Dc\n= 1");
    api_get("/{id}", PATH_ID, "{ id: \"\" }", UNUSABLE);
    api_get("/{id}", PATH_ID, "{ id: [] }", UNUSABLE);
    api_get("/{id}", PATH_ID, "{ id: null }", "GET https://h/null\n= 1");
}

static void o15_path_styles(void **state)
{
    (void)state;
    api_get("/{id}", PATH_ID, "{ id: [\"a,b\", \"c\"] }",
            "GET https://h/a%2Cb,c\n= 1");
    api_get("/{id}", "{'in':'path','name':'id','explode':true," ANY "}",
            "{ id: { k: \"v\" } }", "GET https://h/k=v\n= 1");
    api_get("/{id}", "{'in':'path','name':'id','style':'label'," ANY "}",
            "{ id: [\"a\", \"b\"] }", "GET https://h/.a,b\n= 1");
    api_get("/x{n}",
            "{'in':'path','name':'n','style':'matrix','explode':true," ANY "}",
            "{ n: [\"a\", \"b\"] }", "GET https://h/x;n=a;n=b\n= 1");
    api_get("/x{n}", "{'in':'path','name':'n','style':'matrix'," ANY "}",
            "{ n: \"\" }", "GET https://h/x;n\n= 1");
}

/* ---- query ---- */

static void o16_lists_in_queries(void **state)
{
    static const char input[] = "{ n: [\"a b\", \"c&d\"] }";
    (void)state;
    api_get("/", "{'in':'query','name':'n'," STRINGS "}", input,
            "GET https://h/?n=a+b&n=c%26d\n= 1");
    api_get("/", "{'in':'query','name':'n','explode':false," STRINGS "}", input,
            "GET https://h/?n=a+b%2Cc%26d\n= 1");
    api_get("/",
            "{'in':'query','name':'n','style':'spaceDelimited'," STRINGS "}",
            input, "GET https://h/?n=a+b%20c%26d\n= 1");
    api_get("/",
            "{'in':'query','name':'n','style':'pipeDelimited'," STRINGS "}",
            input, "GET https://h/?n=a+b%7Cc%26d\n= 1");
}

static void o17_scalars(void **state)
{
    ApiHost h = API_HOST_INIT;
    (void)state;
    api_get("/", "{'in':'query','name':'n'," ANY "}", "{ n: true }",
            "GET https://h/?n=true\n= 1");
    api_get("/", "{'in':'query','name':'n'," ANY "}", "{ n: 1.5 }",
            "GET https://h/?n=1.5\n= 1");
    api_get("/", "{'in':'query','name':'n'," ANY "}", "{ n: null }",
            "GET https://h/?n=null\n= 1");
    h.validate = 0;
    api_call_at(&h, "get", "/",
                "'parameters':[{'in':'query','name':'n'," STRING "}]",
                "{ n: null }", "GET https://h/?n=null\n= 1");
    h.language = CM_LANGUAGE_LUA;
    api_call_at(&h, "get", "/",
                "'parameters':[{'in':'query','name':'n'," ANY "}]",
                "{ n = 2.0 }", "GET https://h/?n=2\n= 1");
}

static void o18_absent_and_equal_keys(void **state)
{
    static const char both[] =
        "'parameters':[{'in':'query','name':'o'," OBJECT "},"
        "{'in':'query','name':'q'," ANY "}]";
    ApiHost h = API_HOST_INIT;
    char document[1024];
    (void)state;
    api_call_at(&h, "get", "/", both, "{}", "GET https://h/\n= 1");
    api_call_at(&h, "get", "/", both, "{ o: { q: 1, k: 2 }, q: 3 }",
                "GET https://h/?q=1&k=2&q=3\n= 1");
    (void)snprintf(document, sizeof document,
                   "{'openapi':'3.1.0','servers':[{'url':'https://h'}],"
                   "'components':{'securitySchemes':{'key':{'type':'apiKey',"
                   "'in':'query','name':'k'}}},'security':[{'key':[]}],"
                   "'paths':{'/':{'get':{'operationId':'op',%s,"
                   "'responses':{}}}}}",
                   both);
    h.credentials = "key=s";
    api_run(&h, document, "return await tools.op({ o: { q: 1, k: 2 } })");
    api_expect(&h, "", "ask key\nGET https://h/?q=1&k=s\n= 1");
}

/* O19, O20; the first half of O19 is reason 21. */
static void o19_deep_objects(void **state)
{
    static const char deep[] =
        "{'in':'query','name':'n','style':'deepObject','explode':true," ANY "}";
    ApiHost h = API_HOST_INIT;
    (void)state;
    api_get("/", deep, "{ n: { r: 1, g: 2 } }",
            "GET https://h/?n%5Br%5D=1&n%5Bg%5D=2\n= 1");
    api_get("/", deep, "{ n: [1] }",
            "= \"ToolFailure: Parameter 'n' takes an object.\"");
    api_get("/", deep, "{ n: { a: { b: 1 } } }",
            "= \"ToolFailure: Parameter 'n' cannot carry nested values.\"");
    h.credentials = "k=s";
    api_call_at(
        &h, "get", "/",
        "'security':[{'k':[]}],'parameters':[{'in':'query','name':'n'," ANY
        "}]",
        "{ n: [[1]] }",
        "= \"ToolFailure: Parameter 'n' cannot carry nested "
        "values.\"");
    assert_int_equal(h.n_asked, 0);
    cm_openapi *openapi = api_open(
        &h, DOC31("{'/':{'get':{'parameters':[{'in':'query','name':'n',"
                  "'style':'deepObject'," ANY "}]}}}"));
    assert_int_equal(cm_openapi_skipped_count(openapi), 1);
    assert_string_equal(cm_openapi_skipped_at(openapi, 0).reason,
                        "query parameter 'n' uses deepObject without explode");
    cm_openapi_free(openapi);
}

/* O21, O22 */
static void o21_reserved_and_json(void **state)
{
    (void)state;
    api_get("/", "{'in':'query','name':'n','allowReserved':true," STRING "}",
            "{ n: \"a/b?c&d#e\" }", "GET https://h/?n=a/b?c%26d%23e\n= 1");
    api_get(
        "/",
        "{'in':'query','name':'n','content':{'application/json':{" ANY "}}}",
        "{ n: { a: [1] } }", "GET https://h/?n=%7B%22a%22%3A%5B1%5D%7D\n= 1");
}

/* ---- headers and cookies ---- */

static void o23_headers(void **state)
{
    (void)state;
    api_get("/",
            "{'in':'header','name':'Authorization'," STRING "},"
            "{'in':'header','name':'Host','required':true," STRING "}",
            "{ Authorization: \"x\", Host: \"y\" }", "GET https://h/\n= 1");
    api_get("/", "{'in':'header','name':'X-A'," ANY "}", "{ \"X-A\": [1, 2] }",
            "GET https://h/\nx-a: 1,2\n= 1");
    api_get("/", "{'in':'header','name':'X-A'," ANY "}",
            "{ \"X-A\": \"se\\ncret\" }",
            "= \"ToolFailure: Parameter 'X-A' has an invalid header "
            "value.\"");
}

static void o24_who_wins(void **state)
{
    static const cm_http_header fixed[] = { { "X-A", "host" },
                                            { "X-B", "host" } };
    static const char document[] =
        "{'openapi':'3.1.0','servers':[{'url':'https://h'}],"
        "'components':{'securitySchemes':{'key':{'type':'apiKey',"
        "'in':'header','name':'x-KEY'}}},'security':[{'key':[]}],"
        "'paths':{'/':{'get':{'operationId':'op','parameters':["
        "{'in':'header','name':'x-a'," STRING "},"
        "{'in':'header','name':'X-Key'," STRING "}],'responses':{}}}}}";
    ApiHost h = API_HOST_INIT;
    (void)state;
    h.headers = fixed;
    h.n_headers = 2;
    h.credentials = "key=s";
    api_run(&h, document,
            "return await tools.op({ \"x-a\": \"mine\", \"X-Key\": \"no\" })");
    api_expect(&h, "",
               "ask key\nGET https://h/\nx-a: mine\nx-b: host\nx-key: s\n= 1");
}

static void o25_cookies(void **state)
{
    ApiHost h = API_HOST_INIT;
    (void)state;
    api_get("/",
            "{'in':'cookie','name':'a'," STRING "},"
            "{'in':'cookie','name':'b','explode':false," ANY "}",
            "{ a: \"x y\", b: [1, 2] }",
            "GET https://h/\ncookie: a=x%20y; b=1,2\n= 1");
    api_run(&h,
            DOC31("{'/':{'parameters':[{'in':'cookie','name':'a'," STRING "}],"
                  "'get':{'operationId':'one'},'post':{'operationId':'two'}}}"),
            "await tools.one({ a: \"1\" }); return tools.two({ a: \"2\" })");
    api_expect(&h, "",
               "GET https://h/\ncookie: a=1\nPOST https://h/\ncookie: a=2\n"
               "= 1");
}

static void o28_names_that_clash(void **state)
{
    ApiHost h = API_HOST_INIT;
    (void)state;
    api_get("/",
            "{'in':'query','name':'X'," STRING "},"
            "{'in':'header','name':'X'," STRING "}",
            "{ query_X: \"q\", header_X: \"h\" }",
            "GET https://h/?X=q\nx: h\n= 1");
    api_call_at(&h, "post", "/",
                "'parameters':[{'in':'query','name':'body'," STRING "}],"
                "'requestBody':{'required':true,'content':{'application/json':"
                "{" ANY "}}}",
                "{ query_body: \"q\", body_body: [1] }",
                "POST https://h/?body=q\ncontent-type: application/json\n\n"
                "[1]\n= 1");
}

/* ---- bodies ---- */

#define BODY(required, type, schema)                                 \
    "'requestBody':{'required':" required ",'content':{'" type "':{" \
    "'schema':" schema "}}}"
#define FLAT(members) \
    "{'type':'object','additionalProperties':false,'properties':{" members "}}"
#define POSTED "POST https://h/\ncontent-type: "

static void o32_given_and_absent(void **state)
{
    ApiHost h = API_HOST_INIT;
    (void)state;
    api_call_at(&h, "post", "/",
                BODY("true", "application/json", FLAT("'a':{},'b':{}")), "{}",
                POSTED "application/json\n\n{}\n= 1");
    api_call_at(&h, "post", "/", BODY("false", "application/json", "{}"), "{}",
                "POST https://h/\n= 1");
    api_call_at(&h, "post", "/", BODY("false", "application/json", "{}"),
                "{ body: null }", POSTED "application/json\n\nnull\n= 1");
}

static void o33_extra_and_read_only_fields(void **state)
{
    ApiHost h = API_HOST_INIT;
    (void)state;
    api_call_at(&h, "post", "/",
                BODY("true", "application/json",
                     FLAT("'a':{},'r':{'readOnly':true},'n':{'type':'object',"
                          "'properties':{'r':{'readOnly':true}}}")),
                "{ x: 1, r: 2, n: { r: 3 }, a: 4 }",
                POSTED "application/json\n\n{\"a\":4,\"n\":{\"r\":3}}\n= 1");
}

static void o34_forms(void **state)
{
    static const char form[] = "application/x-www-form-urlencoded";
    ApiHost h = API_HOST_INIT;
    char members[1024];
    (void)state;
    for (int deep = 0; deep < 2; deep++) {
        (void)snprintf(members, sizeof members,
                       "'requestBody':{'required':true,'content':{'%s':{"
                       "'schema':{'type':'object'}%s}}}",
                       form,
                       deep ? ",'encoding':{'c':{'style':'deepObject',"
                              "'explode':true}}"
                            : "");
        api_call_at(&h, "post", "/", members,
                    "{ body: { a: \"x y\", b: [1, 2], c: { d: 1 } } }",
                    deep ? POSTED "application/x-www-form-urlencoded\n\n"
                                  "a=x+y&b=1&b=2&c%5Bd%5D=1\n= 1"
                         : POSTED "application/x-www-form-urlencoded\n\n"
                                  "a=x+y&b=1&b=2&c=%7B%22d%22%3A1%7D\n= 1");
    }
}

#define BINARY "{'type':'string','format':'binary'}"

static void o35_multipart(void **state)
{
    ApiHost h = API_HOST_INIT;
    (void)state;
    cm_openapi *openapi = api_open(
        &h, DOC31("{'/':{'post':{" BODY(
                "true", "multipart/form-data",
                "{'type':'object','required':['f'],'properties':{'f':" BINARY
                "}}") "}}}"));
    assert_int_equal(cm_openapi_tool_count(openapi), 0);
    assert_string_equal(cm_openapi_skipped_at(openapi, 0).reason,
                        "request body needs the binary field 'f'");
    cm_openapi_free(openapi);
    api_run(&h,
            DOC31("{'/':{'post':{'operationId':'op'," BODY(
                "true", "multipart/form-data",
                FLAT("'f':" BINARY ",'o':{'type':'object'},"
                     "'t':{'type':'string'}")) "}}}"),
            "return await tools.op({ f: \"x\", o: { a: 1 }, t: \"v\" })");
    char *mark = strstr(h.trace, "boundary=");
    assert_non_null(mark);
    char expected[1024];
    mark += 9;
    (void)snprintf(expected, sizeof expected,
                   POSTED "multipart/form-data; boundary=%.25s\n\n"
                          "--%.25s\r\n"
                          "content-disposition: form-data; name=\"o\"\r\n"
                          "content-type: application/json\r\n\r\n"
                          "{\"a\":1}\r\n"
                          "--%.25s\r\n"
                          "content-disposition: form-data; name=\"t\"\r\n\r\n"
                          "v\r\n--%.25s--\r\n\n= 1",
                   mark, mark, mark, mark);
    assert_string_equal(h.trace, expected);
}

static void o36_text_and_get(void **state)
{
    ApiHost h = API_HOST_INIT;
    (void)state;
    api_call_at(&h, "post", "/", BODY("true", "text/plain", "{}"),
                "{ body: \"a\\nü\" }", POSTED "text/plain\n\na\nü\n= 1");
    api_call_at(&h, "get", "/", BODY("true", "application/json", "{}"),
                "{ body: [1] }",
                "GET https://h/\ncontent-type: application/json\n\n[1]\n= 1");
}

/* ---- answers ---- */

static void answered(int status, const char *type, const char *body,
                     const char *expected)
{
    ApiHost h = API_HOST_INIT;
    char trace[2048];
    h.status = status;
    h.type = type;
    h.body = body;
    (void)snprintf(trace, sizeof trace, "GET https://h/a\n%s", expected);
    api_call_at(&h, "get", "/a", "", "{}", trace);
    assert_int_equal(h.n_sent, 1);
}

/* O43, O44 */
static void o43_answers(void **state)
{
    char body[5001], expected[2048];
    (void)state;
    answered(200, "text/plain", "{'a':1}", "= \"{\\\"a\\\":1}\"");
    answered(200, "application/json", "", "= null");
    answered(200, "application/problem+json", "{",
             "= \"ToolFailure: GET /a answered malformed JSON.\"");
    answered(500, "application/problem+json", "{",
             "= \"ToolFailure: GET /a answered HTTP 500: {\"");
    answered(404, "application/json", "{'a': 1}",
             "= \"ToolFailure: GET /a answered HTTP 404: {\\\"a\\\":1}\"");
    memset(body, 'x', 5000);
    body[5000] = '\0';
    (void)snprintf(expected, sizeof expected,
                   "= \"ToolFailure: GET /a answered HTTP 500: %.1024s...\"",
                   body);
    answered(500, "text/plain", body, expected);
    answered(301, "text/html", "moved",
             "= \"ToolFailure: GET /a answered HTTP 301: moved\"");
    answered(200, "text/plain", "\xEF\xBB\xBFx", "= \"x\"");
}

static void o45_faults(void **state)
{
    static const struct {
        cm_http_fault fault;
        const char *expected;
    } rows[] = {
        { CM_HTTP_FAILED, "= \"ToolFailure: GET /a failed: refused\"" },
        { CM_HTTP_TOO_LARGE,
          "= \"ToolFailure: GET /a response is larger than 50 MiB.\"" },
        { CM_HTTP_UNREADABLE,
          "= \"ToolFailure: GET /a response could not be read.\"" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ApiHost h = API_HOST_INIT;
        char trace[256];
        h.fault = rows[i].fault;
        h.reason = "refused";
        (void)snprintf(trace, sizeof trace, "GET https://h/a\n%s",
                       rows[i].expected);
        api_call_at(&h, "get", "/a", "", "{}", trace);
    }
}

static void a_message_may_hold_nuls(void **state)
{
    ApiHost h = API_HOST_INIT;
    (void)state;
    h.status = 500;
    h.type = "text/plain";
    h.body = "a\0b";
    h.body_len = 3;
    api_run(&h, DOC31("{'/':{'get':{'operationId':'op'}}}"),
            "try { await tools.op({}) } catch (e) { return e.message }");
    api_expect(&h, "",
               "GET https://h/\n= \"GET / answered HTTP 500: a\\u0000b\"");
}

/* ---- credentials ---- */

#define SECURED(security)                                          \
    "{'openapi':'3.1.0','servers':[{'url':'https://h'}],"          \
    "'components':{'securitySchemes':{"                            \
    "'k':{'type':'apiKey','in':'header','name':'X-K'},"            \
    "'c':{'type':'apiKey','in':'cookie','name':'c'},"              \
    "'b':{'type':'http','scheme':'Bearer'},"                       \
    "'m':{'type':'mutualTLS'},'o':{'type':'oauth2','flows':{}}}}," \
    "'security':" security ",'paths':{'/a':{'get':{'operationId':'op'}}}}"

static void secured(const char *document, const char *credentials,
                    const char *expected)
{
    ApiHost h = API_HOST_INIT;
    h.credentials = credentials;
    api_run(&h, document,
            "try { return await tools.op({}) }\n"
            "catch (e) { return `${e.kind}: ${e.message}` }");
    api_expect(&h, document, expected);
}

static void o50_alternatives(void **state)
{
    (void)state;
    secured(SECURED("[{},{'k':[]}]"), "k=s", "GET https://h/a\n= 1");
    secured(SECURED("[{'k':[]},{}]"), "k=-", "ask k\nGET https://h/a\n= 1");
    secured(SECURED("[{'k':[]},{}]"), "k=!broken",
            "ask k\n= \"ToolFailure: broken\"");
    secured(SECURED("[{'k':[]},{}]"), "k=s",
            "ask k\nGET https://h/a\nx-k: s\n= 1");
    secured(SECURED("[{'k':[]}]"), NULL,
            "= \"ToolFailure: GET /a needs credentials; none available for: "
            "k.\"");
}

static void o51_one_of_two_is_unavailable(void **state)
{
    (void)state;
    secured(SECURED("[{'k':[],'b':[]}]"), "k=s",
            "ask k\nask b\n= \"ToolFailure: GET /a needs credentials; none "
            "available for: b.\"");
}

static const char *reason_of(const char *document)
{
    static char reason[256];
    ApiHost h = API_HOST_INIT;
    cm_openapi *openapi = api_open(&h, document);
    assert_int_equal(cm_openapi_tool_count(openapi), 0);
    assert_int_equal(cm_openapi_skipped_count(openapi), 1);
    (void)snprintf(reason, sizeof reason, "%s",
                   cm_openapi_skipped_at(openapi, 0).reason);
    cm_openapi_free(openapi);
    return reason;
}

static void o52_alternatives_that_cannot_be(void **state)
{
    (void)state;
    secured(SECURED("[{'c':[]},{'b':[]}]"), "b=t c=u",
            "ask b\nGET https://h/a\nauthorization: Bearer t\n= 1");
    assert_string_equal(reason_of(SECURED("[{'c':[],'b':[]}]")),
                        "cookie credential 'c' is not supported");
    assert_string_equal(reason_of(SECURED("[{'nope':[]}]")),
                        "security scheme missing or malformed: nope");
    assert_string_equal(reason_of(SECURED("[{'m':[]}]")),
                        "security scheme missing or malformed: m");
}

static void give_key(void *user, cm_credential_question *question,
                     const cm_credential_request *request)
{
    const cm_credential credential = { CM_CREDENTIAL_API_KEY, NULL, "s" };
    const cm_credential basic = { CM_CREDENTIAL_BASIC, "\xC3\xBC",
                                  "\xE2\x82\xAC" };
    ApiHost *h = user;
    h->n_asked++;
    assert_ptr_equal(request->context, h);
    cm_credential_give(question,
                       strcmp(request->name, "o") == 0 ? &basic : &credential);
}

/* O53, O54 */
static void o53_kinds(void **state)
{
    static const char *const rows[][2] = {
        { SECURED("[{'b':[]}]"),
          "= \"'b' takes a bearer, basic or header credential, not an API "
          "key.\"" },
        { SECURED("[{'o':['read']}]"),
          "GET https://h/a\nauthorization: Basic w7w64oKs\n= 1" },
    };
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        ApiHost h = API_HOST_INIT;
        cm_openapi_options options = CM_OPENAPI_OPTIONS_INIT;
        cm_execution_options run = CM_EXECUTION_OPTIONS_INIT;
        cm_openapi *openapi = NULL;
        cm_execution *x = NULL;
        cm_result *r = NULL;
        char *json = api_quoted(rows[i][0]);
        options.send = api_send;
        options.resolve = give_key;
        options.user = &h;
        assert_int_equal(
            cm_openapi_new(json, strlen(json), &options, &openapi, NULL),
            CM_OK);
        free(json);
        cm_runtime *runtime = api_runtime(&h, openapi);
        run.context = &h;
        run.source = "return await tools.op({}).catch((e) => e.message)";
        run.source_len = strlen(run.source);
        assert_int_equal(cm_execution_start(runtime, &run, &x, NULL), CM_OK);
        assert_int_equal(cm_execution_run(x, 0), CM_RUN_DONE);
        assert_int_equal(cm_execution_take_result(x, &r), CM_OK);
        api_note_text(&h, "= ");
        api_note_text(&h, cm_result_value(r, NULL));
        assert_string_equal(h.trace, rows[i][1]);
        cm_result_free(r);
        cm_execution_free(x);
        cm_runtime_free(runtime);
        cm_openapi_free(openapi);
    }
}

/* ---- validation ---- */

static void o57_wrong_types(void **state)
{
    static const char number[] = "'parameters':[{'in':'query','name':'n',"
                                 "'schema':{'type':'number'}}]";
    ApiHost h = API_HOST_INIT;
    (void)state;
    api_call_at(&h, "get", "/", number, "{ n: \"x\" }",
                "= \"InvalidToolInput: Invalid input for op: /n: expected "
                "number, found \\\"x\\\"\"");
    assert_int_equal(h.n_sent, 0);
    h.validate = 0;
    api_call_at(&h, "get", "/", number, "{ n: \"x\" }",
                "GET https://h/?n=x\n= 1");
}

static void schemas_that_do_not_compile_only_render(void **state)
{
    ApiHost h = API_HOST_INIT;
    (void)state;
    api_call_at(&h, "get", "/",
                "'parameters':[{'in':'query','name':'n',"
                "'schema':{'type':'nonsense'}}]",
                "{ n: \"x\" }", "GET https://h/?n=x\n= 1");
    assert_int_equal(h.n_unchecked, 1);
}

static void o61_empty_tables_of_lua(void **state)
{
    for (int validate = 0; validate < 2; validate++) {
        ApiHost h = API_HOST_INIT;
        (void)state;
        h.language = CM_LANGUAGE_LUA;
        h.validate = validate;
        api_call_at(&h, "get", "/",
                    "'parameters':[{'in':'query','name':'n'," STRINGS "}]",
                    "{ n = {} }", "GET https://h/\n= 1");
        api_call_at(&h, "get", "/{n}",
                    "'parameters':[{'in':'path','name':'n'," STRINGS "}]",
                    "{ n = {} }",
                    "= \"Path parameter 'n' has an unusable value.\"");
    }
}

static void o62_delimited_objects(void **state)
{
    (void)state;
    assert_string_equal(
        reason_of(DOC31("{'/':{'get':{'parameters':[{'in':'query','name':'n',"
                        "'style':'spaceDelimited','explode':true," OBJECT
                        "}]}}}")),
        "query parameter 'n' cannot use style 'spaceDelimited' with explode");
    api_get(
        "/",
        "{'in':'query','name':'n','style':'spaceDelimited','explode':true," ANY
        "}",
        "{ n: { a: 1 } }", "= \"ToolFailure: Parameter 'n' takes no object.\"");
}

/* ---- field cases ---- */

static void check_signature(const char *document, const char *part)
{
    ApiHost h = API_HOST_INIT;
    cm_openapi *openapi = api_open(&h, document);
    cm_runtime *runtime = api_runtime(&h, openapi);
    assert_int_equal(cm_runtime_tool_count(runtime), 1);
    cm_tool_info info = cm_runtime_tool(runtime, 0);
    if (!strstr(info.signature, part))
        fail_msg("%s lacks %s", info.signature, part);
    cm_runtime_free(runtime);
    cm_openapi_free(openapi);
}

#define PRICE                                 \
    "{'/':{'post':{'operationId':'op'," BODY( \
        "true", "application/json",           \
        FLAT("'price':{'type':'number','nullable':true}")) "}}}"

static void f82a_nullable_in_3_0(void **state)
{
    ApiHost h = API_HOST_INIT;
    (void)state;
    check_signature(DOC30(PRICE), "price?: number | null");
    api_run(&h, DOC30(PRICE), "return await tools.op({ price: null })");
    api_expect(&h, "", POSTED "application/json\n\n{\"price\":null}\n= 1");
}

static void f82b_nullable_in_3_1(void **state)
{
    ApiHost h = API_HOST_INIT;
    (void)state;
    cm_openapi *openapi = api_open(&h, DOC31(PRICE));
    cm_runtime *runtime = api_runtime(&h, openapi);
    const char *signature = cm_runtime_tool(runtime, 0).signature;
    assert_null(strstr(signature, "null"));
    cm_runtime_free(runtime);
    cm_openapi_free(openapi);
    check_signature(
        DOC31("{'/':{'get':{'operationId':'op','parameters':[{'in':'query',"
              "'name':'price','schema':{'type':'number','nullable':true}}]}}}"),
        "price?: number");
}

static void f82c_null_where_a_string_is_declared(void **state)
{
    ApiHost h = API_HOST_INIT;
    (void)state;
    h.type = "application/json";
    h.body = "{'name':null}";
    api_run(&h,
            DOC31("{'/':{'get':{'operationId':'op','responses':{'200':{"
                  "'content':{'application/json':{'schema':{'type':'object',"
                  "'properties':{'name':{'type':'string'}}}}}}}}}}"),
            "return (await tools.op({})).name === null");
    api_expect(&h, "", "GET https://h/\naccept: application/json\n= true");
}

static void f83a_an_optional_list(void **state)
{
    static const char tags[] =
        "'parameters':[{'in':'query','name':'tags'," STRINGS "}]";
    ApiHost h = API_HOST_INIT;
    (void)state;
    check_signature(
        DOC31("{'/':{'get':{'operationId':'op','parameters':[{'in':'query',"
              "'name':'tags'," STRINGS "}]}}}"),
        "tags?: Array<string>");
    api_call_at(&h, "get", "/", tags, "{ tags: [\"a b\", \"c\"] }",
                "GET https://h/?tags=a+b&tags=c\n= 1");
    api_call_at(&h, "get", "/", tags, "{}", "GET https://h/\n= 1");
    api_call_at(&h, "get", "/", tags, "{ tags: \"a\" }",
                "= \"InvalidToolInput: Invalid input for op: /tags: expected "
                "array, found \\\"a\\\"\"");
    assert_int_equal(h.n_sent, 0);
}

#define FILES "{'in':'path','name':'name'," STRING "}"

static void f84a_path_values(void **state)
{
    (void)state;
    api_get("/files/{name}", FILES, "{ name: \"../a b/%2F?ü\" }",
            "GET https://h/files/..%2Fa%20b%2F%252F%3F%C3%BC\n= 1");
}

static void f84b_two_dots(void **state)
{
    ApiHost h = API_HOST_INIT;
    (void)state;
    h.credentials = "k=s";
    api_call_at(&h, "get", "/files/{name}", "'parameters':[" FILES "]",
                "{ name: \"..\" }",
                "= \"ToolFailure: Path parameter 'name' has an unusable "
                "value.\"");
    assert_int_equal(h.n_asked + h.n_sent, 0);
}

static void f84c_an_empty_name(void **state)
{
    (void)state;
    api_get("/files/{name}", FILES, "{ name: \"\" }",
            "= \"ToolFailure: Path parameter 'name' has an unusable "
            "value.\"");
}

static void f85a_a_body_that_cannot_be_sent(void **state)
{
    (void)state;
    assert_string_equal(
        reason_of(DOC31("{'/':{'post':{" BODY("true", "application/x-protobuf",
                                              "{}") "}}}")),
        "no supported request body (declared: application/x-protobuf)");
}

static void f85b_a_relative_server(void **state)
{
    (void)state;
    assert_string_equal(
        reason_of("{'openapi':'3.1.0','servers':[{'url':'/v1'}],"
                  "'paths':{'/':{'get':{}}}}"),
        "server URL '/v1' must be absolute http or https; set baseUrl");
}

static void f85c_a_source_that_fails(void **state)
{
    (void)state;
    secured(SECURED("[{'k':[]},{}]"), "k=!vault-sealed",
            "ask k\n= \"ToolFailure: vault-sealed\"");
}

static void f85d_a_source_without_a_key(void **state)
{
    (void)state;
    secured(SECURED("[{'k':[]},{}]"), "k=-", "ask k\nGET https://h/a\n= 1");
}

static void f86a_one_faulty_operation(void **state)
{
    ApiHost h = API_HOST_INIT;
    (void)state;
    cm_openapi *openapi =
        api_open(&h, DOC31("{'/1':{'get':{}},'/x/{y}':{'patch':{'parameters':["
                           "{'in':'cookie','name':'a b'," STRING "}]}},"
                           "'/3':{'get':{}}}"));
    assert_int_equal(cm_openapi_tool_count(openapi), 2);
    assert_int_equal(cm_openapi_skipped_count(openapi), 1);
    cm_openapi_skipped skipped = cm_openapi_skipped_at(openapi, 0);
    assert_string_equal(skipped.method, "PATCH");
    assert_string_equal(skipped.path, "/x/{y}");
    assert_string_equal(skipped.reason,
                        "cookie parameter 'a b' has an invalid name");
    assert_string_equal(cm_openapi_skipped_at(openapi, 1).reason, "");
    cm_openapi_free(openapi);
}

static void calls_of_what_was_skipped_say_why(void **state)
{
    ApiHost h = API_HOST_INIT;
    (void)state;
    h.language = CM_LANGUAGE_JAVASCRIPT;
    api_run(&h,
            DOC31("{'/1':{'get':{}},'/x/{y}':{'patch':{'operationId':'x.set',"
                  "'parameters':[{'in':'cookie','name':'a b'," STRING "}]}}}"),
            "return await tools.x.set({})");
    assert_string_equal(h.trace,
                        "! UnknownTool: Unknown tool \"x.set\": operation "
                        "PATCH /x/{y} was left out: cookie parameter 'a b' has "
                        "an invalid name");
}

static void f86b_a_circular_component(void **state)
{
    (void)state;
    check_signature(
        "{'openapi':'3.1.0','servers':[{'url':'https://h'}],'components':{"
        "'schemas':{'N':{'type':'object','properties':{"
        "'next':{'$ref':'#/components/schemas/N'}}}}},"
        "'paths':{'/':{'post':{'operationId':'op','requestBody':{'content':{"
        "'application/json':{'schema':{'$ref':'#/components/schemas/N'}}}}}}}}",
        "unknown");
}

/* ---- the interface ---- */

static void arguments(void **state)
{
    cm_openapi_options options = CM_OPENAPI_OPTIONS_INIT;
    cm_openapi *openapi = NULL;
    cm_error err;
    (void)state;
    assert_int_equal(cm_openapi_new("{}", 2, &options, &openapi, &err),
                     CM_E_ARGUMENT);
    assert_string_equal(err.text, "send is required");
    options.send = api_send;
    assert_int_equal(cm_openapi_new(NULL, 0, &options, &openapi, &err),
                     CM_E_ARGUMENT);
    assert_int_equal(cm_openapi_new("{}", 2, NULL, &openapi, NULL),
                     CM_E_ARGUMENT);
    assert_int_equal(cm_openapi_new("{}", 2, &options, &openapi, &err),
                     CM_E_SYNTAX);
    assert_int_equal(cm_openapi_new("{", 1, &options, &openapi, &err),
                     CM_E_SYNTAX);
    options.n_headers = 1;
    assert_int_equal(cm_openapi_new("{}", 2, &options, &openapi, &err),
                     CM_E_ARGUMENT);
    assert_string_equal(err.text, "headers are missing");
    static const cm_http_header bad[] = { { "x-a", "a\r\nb: c" } };
    options.headers = bad;
    options.n_headers = 1;
    assert_int_equal(
        cm_openapi_new("{\"openapi\":\"3.1.0\"}", 19, &options, &openapi, &err),
        CM_E_SYNTAX);
    options.struct_size = 0;
    assert_int_equal(cm_openapi_new("{}", 2, &options, &openapi, &err),
                     CM_E_ARGUMENT);
    assert_string_equal(err.text, "the options were not initialised with "
                                  "CM_OPENAPI_OPTIONS_INIT, or are of another "
                                  "version");
    assert_int_equal(cm_openapi_add(NULL, NULL, NULL, NULL, &err),
                     CM_E_ARGUMENT);
    assert_null(openapi);
    cm_openapi_free(NULL);
}

static void tools_below_a_namespace(void **state)
{
    ApiHost h = API_HOST_INIT;
    cm_openapi *openapi =
        api_open(&h, DOC31("{'/':{'get':{'operationId':'a.b'}}}"));
    cm_tools *tools = cm_tools_new(NULL);
    cm_runtime *runtime = NULL;
    cm_error err;
    size_t n = 9;
    (void)state;
    assert_int_equal(cm_openapi_add(openapi, tools, "shop.v1", &n, NULL),
                     CM_OK);
    assert_int_equal(n, 0);
    assert_int_equal(cm_openapi_add(openapi, tools, "", NULL, NULL), CM_OK);
    assert_int_equal(cm_openapi_add(openapi, tools, "a..b", NULL, &err),
                     CM_E_NAME);
    assert_int_equal(cm_runtime_new(tools, NULL, &runtime, NULL), CM_OK);
    assert_int_equal(cm_runtime_tool_count(runtime), 2);
    assert_string_equal(cm_runtime_tool(runtime, 0).path, "a.b");
    assert_string_equal(cm_runtime_tool(runtime, 1).path, "shop.v1.a.b");
    cm_runtime_free(runtime);
    cm_tools_free(tools);
    cm_openapi_free(openapi);
}

/* 16 segments have no room for a namespace. */
static void paths_that_are_too_deep(void **state)
{
    static const char *const expected[] = {
        "n.a_b_c_d_e_f_g_h_i_j_k_l_m_n_o_p_1_",
        "n.a_b_c_d_e_f_g_h_i_j_k_l_m_n_o_p_1",
        "n.a_b_c_d_e_f_g_h_i_j_k_l_m_n_o_q_3",
    };
    ApiHost h = API_HOST_INIT;
    cm_openapi *openapi = api_open(
        &h,
        DOC31("{'/1':{'get':{'operationId':'a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p'}},"
              "'/2':{'get':{'operationId':'a_b_c_d_e_f_g_h_i_j_k_l_m_n_o_p_1'}}"
              ",'/3':{'get':{'operationId':'a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.q'}}"
              "}"));
    cm_tools *tools = cm_tools_new(NULL);
    cm_runtime *runtime = NULL;
    (void)state;
    assert_int_equal(cm_openapi_add(openapi, tools, "n", NULL, NULL), CM_OK);
    assert_int_equal(cm_runtime_new(tools, NULL, &runtime, NULL), CM_OK);
    assert_int_equal(cm_runtime_tool_count(runtime), 3);
    for (size_t i = 0; i < 3; i++) {
        bool is_there = false;
        for (size_t j = 0; j < 3; j++)
            if (strcmp(cm_runtime_tool(runtime, j).path, expected[i]) == 0)
                is_there = true;
        if (!is_there)
            fail_msg("%s is missing", expected[i]);
    }
    cm_runtime_free(runtime);
    cm_tools_free(tools);
    cm_openapi_free(openapi);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(o10_path_parameters_are_required),
        cmocka_unit_test(o11_names_of_the_template),
        cmocka_unit_test(o12_path_values),
        cmocka_unit_test(o13_dots_and_empty_values),
        cmocka_unit_test(o15_path_styles),
        cmocka_unit_test(o16_lists_in_queries),
        cmocka_unit_test(o17_scalars),
        cmocka_unit_test(o18_absent_and_equal_keys),
        cmocka_unit_test(o19_deep_objects),
        cmocka_unit_test(o21_reserved_and_json),
        cmocka_unit_test(o23_headers),
        cmocka_unit_test(o24_who_wins),
        cmocka_unit_test(o25_cookies),
        cmocka_unit_test(o28_names_that_clash),
        cmocka_unit_test(o32_given_and_absent),
        cmocka_unit_test(o33_extra_and_read_only_fields),
        cmocka_unit_test(o34_forms),
        cmocka_unit_test(o35_multipart),
        cmocka_unit_test(o36_text_and_get),
        cmocka_unit_test(o43_answers),
        cmocka_unit_test(o45_faults),
        cmocka_unit_test(a_message_may_hold_nuls),
        cmocka_unit_test(o50_alternatives),
        cmocka_unit_test(o51_one_of_two_is_unavailable),
        cmocka_unit_test(o52_alternatives_that_cannot_be),
        cmocka_unit_test(o53_kinds),
        cmocka_unit_test(o57_wrong_types),
        cmocka_unit_test(schemas_that_do_not_compile_only_render),
        cmocka_unit_test(o61_empty_tables_of_lua),
        cmocka_unit_test(o62_delimited_objects),
        cmocka_unit_test(f82a_nullable_in_3_0),
        cmocka_unit_test(f82b_nullable_in_3_1),
        cmocka_unit_test(f82c_null_where_a_string_is_declared),
        cmocka_unit_test(f83a_an_optional_list),
        cmocka_unit_test(f84a_path_values),
        cmocka_unit_test(f84b_two_dots),
        cmocka_unit_test(f84c_an_empty_name),
        cmocka_unit_test(f85a_a_body_that_cannot_be_sent),
        cmocka_unit_test(f85b_a_relative_server),
        cmocka_unit_test(f85c_a_source_that_fails),
        cmocka_unit_test(f85d_a_source_without_a_key),
        cmocka_unit_test(f86a_one_faulty_operation),
        cmocka_unit_test(f86b_a_circular_component),
        cmocka_unit_test(arguments),
        cmocka_unit_test(calls_of_what_was_skipped_say_why),
        cmocka_unit_test(tools_below_a_namespace),
        cmocka_unit_test(paths_that_are_too_deep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
