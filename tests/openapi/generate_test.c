/* SPDX-License-Identifier: MIT */
/* Documents and path items: what is read of them, what is refused, and what
 * memory, depth and size do; spec/openapi.md 1, 2, 3, 12, 14. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../oom_sweep.h"
#include "generate_doc.h"

static void refused(const char *quoted, cm_status status, const char *text)
{
    char *json = doc_quoted(quoted);
    OpenApiSet *set = NULL;
    cm_error err = { 0 };
    assert_int_equal(cm__openapi_generate(cm__alloc_default(), json,
                                          strlen(json), NULL, &set, &err),
                     status);
    assert_null(set);
    assert_int_equal(err.status, status);
    assert_string_equal(err.text, text);
    free(json);
}

static void o01_documents(void **state)
{
    (void)state;
    OpenApiSet *set = doc_load_with("{'openapi':'3.1.0'}", NULL);
    assert_tools(set, "");
    assert_skipped(set, "");
    cm__openapi_set_free(set);
    set = doc_load_with("{'openapi':'3.1.0','paths':[]}", NULL);
    assert_tools(set, "");
    cm__openapi_set_free(set);
    set = doc_load_with("\xEF\xBB\xBF{'openapi':'3.2.0','servers':[{'url':"
                        "'https://h'}],'paths':{'/a':{'get':{}}}}",
                        NULL);
    assert_tools(set, "getA");
    cm__openapi_set_free(set);
    refused("{'swagger':'2.0'}", CM_E_SYNTAX,
            "this is a Swagger 2.0 document; convert it to OpenAPI 3 first");
    refused("{'swagger':2,'paths':{}}", CM_E_SYNTAX,
            "this is a Swagger 2.0 document; convert it to OpenAPI 3 first");
    refused("{}", CM_E_SYNTAX,
            "no \"openapi\" member: not an OpenAPI 3 document");
    refused("{'openapi':3.1}", CM_E_SYNTAX,
            "\"openapi\" is of type number, not a version 3.x");
    refused("{'openapi':'4.0.0'}", CM_E_SYNTAX,
            "OpenAPI version \"4.0.0\" is not 3.x");
    refused("[1]", CM_E_SYNTAX,
            "the document is an array, not an OpenAPI 3 document");
    refused("", CM_E_SYNTAX, "text ends inside a value");
}

static void o02_path_items(void **state)
{
    (void)state;
    OpenApiSet *set = doc_load(
        "3.1.0",
        "'/s':'text','/n':null,"
        "'/a':{'summary':'s','parameters':[],'x-foo':1,'get':{},'GET':{},"
        "'query':{},'put':'no','additionalOperations':{'COPY':{}}}",
        ",'webhooks':{'w':{'post':{}}}");
    assert_tools(set, "getA");
    assert_skipped(set, "");
    cm__openapi_set_free(set);
    set = doc_load("3.0.3",
                   "'/a':{'trace':{},'patch':{},'head':{},'options':{},"
                   "'delete':{},'post':{},'put':{},'get':{}}",
                   "");
    assert_tools(set, "traceA patchA headA optionsA deleteA postA putA getA");
    assert_string_equal(op_at(set, 4)->method.text, "DELETE");
    cm__openapi_set_free(set);
}

static void o07_path_item_references(void **state)
{
    (void)state;
    OpenApiSet *set = doc_load(
        "3.1.0",
        "'/p':{'$ref':'#/components/pathItems/P'},"
        "'/q':{'$ref':'#/components/pathItems/P','get':{'operationId':'q'}},"
        "'/r':{'$ref':'#/components/pathItems/R'},"
        "'/gone':{'$ref':'#/components/pathItems/none','get':{}},"
        "'/far':{'$ref':'other.json#/P','get':{}},"
        "'/loop':{'$ref':'#/paths/~1loop','get':{}}",
        ",'components':{'pathItems':{"
        "'P':{'get':{'operationId':'p'},'post':{'operationId':'pp'},"
        "'parameters':[{'name':'k','in':'query','schema':{}}]},"
        "'R':{'$ref':'#/components/pathItems/P','put':{'operationId':'r'}}}}");
    assert_tools(set, "p pp q pp_2 r p_2 pp_3");
    assert_skipped(set, "");
    for (size_t i = 0; i < set->n_operations; i++)
        assert_fields(op_at(set, i), "k");
    cm__openapi_set_free(set);
}

/* O46 */
static void o08_pointers(void **state)
{
    (void)state;
    OpenApiSet *set = doc_load(
        "3.1.0",
        "'/a/{id}':{'get':{'operationId':'a','parameters':["
        "{'name':'id','in':'path','schema':{'type':'integer'}}]}},"
        "'/b':{'get':{'operationId':'b','parameters':["
        "{'$ref':'#/paths/~1a~1%7Bid%7D/get/parameters/0'}]}},"
        "'/c':{'get':{'operationId':'c','parameters':["
        "{'$ref':'#/components/parameters/loop'}]}},"
        "'/d':{'get':{'operationId':'d','parameters':["
        "{'$ref':'#/paths/~1a~1%7Bid%7D/get/parameters/00'}]}},"
        "'/e':{'get':{'operationId':'e','parameters':["
        "{'$ref':'#/components/parameters/two','description':'ignored'}]}}",
        ",'components':{'parameters':{"
        "'loop':{'$ref':'#/components/parameters/loop'},"
        "'two':{'$ref':'#/components/parameters/one'},"
        "'one':{'name':'__proto__','in':'query','schema':true}}}");
    assert_tools(set, "a b e");
    assert_fields(op_at(set, 1), "id!");
    assert_json(op_at(set, 2)->input_schema,
                "{'type':'object','properties':{'__proto__':{}}}");
    assert_skipped(set, "GET /c: parameter has no name or location\n"
                        "GET /d: parameter has no name or location");
    cm__openapi_set_free(set);
}

static void descriptions_are_the_first_that_has_text(void **state)
{
    (void)state;
    OpenApiSet *set =
        doc_load("3.1.0",
                 "'/a':{'get':{'description':'D','summary':'S'},"
                 "'put':{'description':'','summary':'S','tags':['t']},"
                 "'post':{'description':7,'summary':' \\n'}}",
                 ",'info':{'title':'T'}");
    assert_string_equal(op_at(set, 0)->description.text, "D");
    assert_string_equal(op_at(set, 1)->description.text, "S");
    assert_string_equal(op_at(set, 2)->description.text, "POST /a");
    assert_string_equal(op_at(set, 1)->summary.text, "S");
    assert_string_equal(op_at(set, 1)->doc.text, "");
    assert_string_equal(op_at(set, 1)->id.text, "");
    cm__openapi_set_free(set);
}

static void checks_come_in_their_order(void **state)
{
    (void)state;
    /* Each operation lacks one fault of the one before it. */
    OpenApiSet *set = doc_load_with(
        "{'openapi':'3.1.0','paths':{'a':{"
        "'get':{'x-websocket':true,'responses':{'200':7}},"
        "'put':{'responses':{'200':7}},"
        "'post':{'parameters':[7]},"
        "'delete':{'servers':[{'url':'https://h'}],'parameters':[7]}},"
        "'/b':{'servers':[{'url':'https://h'}],"
        "'get':{'parameters':[7],'requestBody':7},"
        "'put':{'requestBody':7,'security':7},"
        "'post':{'security':7},'patch':{'x-websocket':'true'}}}}",
        NULL);
    assert_skipped(set, "GET a: uses WebSocket\n"
                        "PUT a: success response is invalid or unresolved\n"
                        "POST a: no server declared; set baseUrl\n"
                        "DELETE a: path template does not start with '/'\n"
                        "GET /b: parameter is not an object\n"
                        "PUT /b: no supported request body (declared: none)\n"
                        "POST /b: security is not a list");
    assert_tools(set, "patchB");
    cm__openapi_set_free(set);
}

static void names_of_schemes_are_known(void **state)
{
    (void)state;
    OpenApiSet *set = doc_load_with(
        "{'openapi':'3.1.0','components':{'securitySchemes':{"
        "'key':{'type':'apiKey'},'a b':7,'r':{'$ref':'#/nowhere'}}}}",
        NULL);
    assert_int_equal(set->n_schemes, 3);
    assert_string_equal(set->schemes[0], "key");
    assert_string_equal(set->schemes[1], "a b");
    assert_string_equal(set->schemes[2], "r");
    cm__openapi_set_free(set);
    static const char *const none[] = {
        "{'openapi':'3.1.0'}",
        "{'openapi':'3.1.0','components':7}",
        "{'openapi':'3.1.0','components':{'securitySchemes':{}}}",
        "{'openapi':'3.1.0','components':{'securitySchemes':[]}}",
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(none); i++) {
        set = doc_load_with(none[i], NULL);
        assert_int_equal(set->n_schemes, 0);
        cm__openapi_set_free(set);
    }
}

static void fixed_headers_are_checked(void **state)
{
    (void)state;
    cm_http_header good[] = { { "X-Key", "v" }, { "Accept", "" } };
    OaOptions options = { .headers = good, .n_headers = 2 };
    OpenApiSet *set = doc_load_with("{'openapi':'3.1.0'}", &options);
    assert_int_equal(set->n_headers, 2);
    assert_string_equal(set->headers[0].name.text, "x-key");
    assert_string_equal(set->headers[0].value.text, "v");
    cm__openapi_set_free(set);
    cm_http_header bad[] = { { "X Key", "v" }, { "X-Key", "secret\r\nX: y" } };
    const char *const texts[] = { "header \"X Key\" has an invalid name",
                                  "header \"X-Key\" has an invalid value" };
    for (size_t i = 0; i < 2; i++) {
        const char *json = "{\"openapi\":\"3.1.0\"}";
        cm_error err = { 0 };
        options = (OaOptions){ .headers = &bad[i], .n_headers = 1 };
        assert_int_equal(cm__openapi_generate(cm__alloc_default(), json,
                                              strlen(json), &options, &set,
                                              &err),
                         CM_E_SYNTAX);
        assert_string_equal(err.text, texts[i]);
    }
}

/* A schema of n levels in a document. */
static char *deep_document(size_t n)
{
    char *text = malloc(n * 16 + 400), *p = text;
    assert_non_null(text);
    p += sprintf(p, "{\"openapi\":\"3.1.0\",\"servers\":[{\"url\":"
                    "\"https://h\"}],\"paths\":{\"/x\":{\"get\":{"
                    "\"parameters\":[{\"name\":\"a\",\"in\":\"query\","
                    "\"schema\":");
    for (size_t i = 0; i < n; i++)
        p += sprintf(p, "{\"items\":");
    p += sprintf(p, "{}");
    for (size_t i = 0; i < n; i++)
        *p++ = '}';
    (void)sprintf(p, "}]}}}}");
    return text;
}

static void o59_deep_schemas(void **state)
{
    (void)state;
    char *text = deep_document(990);
    OpenApiSet *set = NULL;
    cm_error err = { 0 };
    assert_int_equal(cm__openapi_generate(cm__alloc_default(), text,
                                          strlen(text), NULL, &set, &err),
                     CM_OK);
    assert_tools(set, "getX");
    cm__openapi_set_free(set);
    free(text);
    text = deep_document(10000);
    assert_int_equal(cm__openapi_generate(cm__alloc_default(), text,
                                          strlen(text), NULL, &set, &err),
                     CM_E_LIMIT);
    assert_string_equal(err.text, "nesting exceeds 1000");
    assert_int_equal(err.line, 1);
    free(text);
}

/* Everything that a document can say, once. */
static const char whole[] =
    "{'openapi':'3.0.3','servers':[{'url':'https://{r}.h/v1/','variables':"
    "{'r':{'default':'eu'}}}],'security':[{'k':[]},{'o':['a','b']}],'paths':{"
    "'/a/{id}':{'parameters':[{'name':'id','in':'path','schema':"
    "{'$ref':'#/components/schemas/Id'}}],"
    "'get':{'operationId':'a.get','description':'D','parameters':["
    "{'name':'id','in':'query','style':'deepObject','explode':true,"
    "'schema':{'$ref':'#/components/schemas/Node'}},"
    "{'name':'c','in':'cookie','content':{'application/json':{}}},"
    "{'name':'X-A','in':'header','description':'h','schema':{'type':'array'}}],"
    "'responses':{'200':{'content':{'application/json':{'schema':"
    "{'$ref':'#/components/schemas/Node'}},'text/csv':{}}},"
    "'204':{},'2XX':{'content':{'a/b+json':{'schema':{'type':'string',"
    "'nullable':true,'maximum':3,'exclusiveMaximum':true,'example':1}}}}}},"
    "'post':{'operationId':'a.get.b','requestBody':{'required':true,"
    "'content':{'application/x-www-form-urlencoded':{'schema':{'type':"
    "'object','properties':{'p':{'readOnly':true},'id':{'type':'string'}},"
    "'required':['p','id'],'additionalProperties':false},'encoding':"
    "{'id':{'style':'form','contentType':'text/plain'}}}}},'security':[{}]},"
    "'put':{'operationId':'a.get','requestBody':{'content':"
    "{'multipart/form-data':{'schema':{'$ref':'#/components/schemas/Form'}}}}},"
    "'patch':{'security':[{'cookie':[]}]}}},"
    "'components':{'securitySchemes':{'k':{'type':'apiKey','in':'header',"
    "'name':'X-Key'},'o':{'type':'oauth2'},'cookie':{'type':'apiKey','in':"
    "'cookie','name':'c'}},'schemas':{'Id':{'type':'string'},"
    "'Form':{'type':'object','properties':{'f':{'type':'string','format':"
    "'binary'},'t':{'$ref':'#/components/schemas/Node/properties/x'}}},"
    "'Node':{'type':'object','properties':{'x':{'type':'number'},'next':"
    "{'$ref':'#/components/schemas/Node'},'w':{'writeOnly':true},'far':"
    "{'$ref':'x.json'}},'allOf':[{'$ref':'#/components/schemas/Base'},"
    "{'properties':{'b':{'readOnly':true}}}],'required':['w','x']},"
    "'Base':{'properties':{'b':{'type':'integer'},'w':{}},"
    "'required':['b']}}}}";

static cm_status load_whole(const cm_allocator *alloc)
{
    static char text[sizeof whole];
    cm_http_header header = { "X-Fixed", "1" };
    OaOptions options = { .headers = &header, .n_headers = 1 };
    OpenApiSet *set = NULL;
    for (size_t i = 0; i < sizeof whole; i++)
        text[i] = whole[i] == '\'' ? '"' : whole[i];
    cm_status status = cm__openapi_generate(alloc, text, sizeof whole - 1,
                                            &options, &set, NULL);
    if (status == CM_OK)
        cm__openapi_set_free(set);
    return status;
}

static void refused_memory_leaves_nothing(void **state)
{
    (void)state;
    OpenApiSet *set = doc_load_with(whole, NULL);
    assert_tools(set, "a.get a.getB a_get_2");
    assert_skipped(set, "PATCH /a/{id}: cookie credential 'cookie' is not "
                        "supported");
    cm__openapi_set_free(set);
    assert_true(oom_sweep(load_whole) > 20);
}

static void generation_is_repeatable(void **state)
{
    (void)state;
    OpenApiSet *a = doc_load_with(whole, NULL);
    OpenApiSet *b = doc_load_with(whole, NULL);
    assert_int_equal(a->n_operations, b->n_operations);
    for (size_t i = 0; i < a->n_operations; i++) {
        assert_string_equal(a->operations[i].input_schema.text,
                            b->operations[i].input_schema.text);
        assert_string_equal(a->operations[i].output_schema.text,
                            b->operations[i].output_schema.text);
    }
    cm__openapi_set_free(a);
    cm__openapi_set_free(b);
}

/* Many operations of one name and one shared component. */
static void names_and_definitions_are_linear(void **state)
{
    (void)state;
    enum {
        N = 20000
    };
    char *text = malloc(N * 160 + 1000), *p = text;
    assert_non_null(text);
    p += sprintf(p, "{\"openapi\":\"3.1.0\",\"servers\":[{\"url\":"
                    "\"https://h\"}],\"paths\":{");
    for (int i = 0; i < N; i++)
        p += sprintf(p,
                     "%s\"/%d\":{\"get\":{\"operationId\":\"same\",\"responses"
                     "\":{\"200\":{\"content\":{\"a/b+json\":{\"schema\":{"
                     "\"$ref\":\"#/components/schemas/S\"}}}}}}}",
                     i ? "," : "", i);
    (void)sprintf(p, "},\"components\":{\"schemas\":{\"S\":{\"allOf\":[{"
                     "\"$ref\":\"#/components/schemas/S\"}]}}}}");
    OpenApiSet *set = NULL;
    assert_int_equal(cm__openapi_generate(cm__alloc_default(), text,
                                          strlen(text), NULL, &set, NULL),
                     CM_OK);
    assert_int_equal(set->n_operations, N);
    assert_string_equal(op_at(set, N - 1)->tool.text, "same_20000");
    cm__openapi_set_free(set);
    free(text);
}

/* Hidden names that many schemas share, and a long list of required names that
 * is asked for many sets of hidden ones. */
static void hidden_names_are_linear(void **state)
{
    enum {
        N = 60000
    };
    char *text = malloc(N * 200 + 1000), *p = text;
    (void)state;
    assert_non_null(text);
    p += sprintf(p, "{\"openapi\":\"3.1.0\",\"servers\":[{\"url\":"
                    "\"https://h\"}],\"paths\":{\"/p\":{\"put\":{"
                    "\"requestBody\":{\"content\":{\"application/json\":{"
                    "\"schema\":{\"properties\":{\"z\":{}");
    for (int i = 0; i < N; i++)
        p += sprintf(p, ",\"h%d\":{\"readOnly\":true}", i);
    p += sprintf(p, "},\"anyOf\":[{}");
    for (int i = 0; i < N; i++)
        p += sprintf(p, ",{\"properties\":{}}");
    for (int i = 0; i < N; i++)
        p += sprintf(p,
                     ",{\"properties\":{\"r%d\":{\"readOnly\":true}},"
                     "\"allOf\":[{\"$ref\":\"#/components/schemas/S\"}]}",
                     i);
    p += sprintf(p, "]}}}}}}},\"components\":{\"schemas\":{\"S\":{"
                    "\"required\":[\"a\"");
    for (int i = 0; i < N; i++)
        p += sprintf(p, ",\"s%d\"", i);
    (void)sprintf(p, "]}}}}");
    OpenApiSet *set = NULL;
    assert_int_equal(cm__openapi_generate(cm__alloc_default(), text,
                                          strlen(text), NULL, &set, NULL),
                     CM_OK);
    assert_int_equal(set->n_operations, 1);
    cm__openapi_set_free(set);
    free(text);
}

/* One answer of many types: equal outcomes are found without comparing all,
 * and so are scopes with definitions of their own. */
static void outcomes_are_linear(void **state)
{
    (void)state;
    enum {
        N = 40000
    };
    char *text = malloc(N * 160 + 1000), *p = text;
    assert_non_null(text);
    p += sprintf(p, "{\"openapi\":\"3.1.0\",\"servers\":[{\"url\":"
                    "\"https://h\"}],\"paths\":{\"/a\":{\"get\":{"
                    "\"responses\":{\"200\":{\"content\":{");
    for (int i = 0; i < N; i++)
        p += sprintf(p,
                     "%s\"a/%d+json\":{\"schema\":{\"$ref\":\"#/$defs/a\","
                     "\"$defs\":{\"a\":{\"const\":%d}}}}",
                     i ? "," : "", i, i / 2);
    (void)sprintf(p, "}}}}}}}");
    OpenApiSet *set = NULL;
    assert_int_equal(cm__openapi_generate(cm__alloc_default(), text,
                                          strlen(text), NULL, &set, NULL),
                     CM_OK);
    assert_int_equal(set->n_operations, 1);
    cm__openapi_set_free(set);
    free(text);
}

/* A list that all operations share is read once, also when it cannot be met. */
static void shared_security_is_read_once(void **state)
{
    (void)state;
    enum {
        N = 20000
    };
    char *text = malloc(N * 60 + 1000), *p = text;
    assert_non_null(text);
    p += sprintf(p, "{\"openapi\":\"3.1.0\",\"servers\":[{\"url\":"
                    "\"https://h\"}],\"security\":[{\"s\":[]}");
    for (int i = 0; i < N; i++)
        p += sprintf(p, ",{\"s\":[]}");
    p += sprintf(p, "],\"paths\":{\"/o\":{\"get\":{\"security\":[]}}");
    for (int i = 0; i < N; i++)
        p += sprintf(p, ",\"/%d\":{\"get\":{}}", i);
    (void)sprintf(p, "}}");
    OpenApiSet *set = NULL;
    assert_int_equal(cm__openapi_generate(cm__alloc_default(), text,
                                          strlen(text), NULL, &set, NULL),
                     CM_OK);
    assert_int_equal(set->n_operations, 1);
    assert_int_equal(set->n_skipped, N);
    assert_string_equal(set->skipped[N - 1].reason.text,
                        "security scheme missing or malformed: s");
    cm__openapi_set_free(set);
    free(text);
}

/* References make many times many of a short document. */
static void shared_lists_end(void **state)
{
    (void)state;
    enum {
        N = 2100
    };
    static const char *const shares[] = {
        "\"get\":{\"responses\":{\"200\":{\"$ref\":\"#/x/list\"}}}",
        "\"post\":{\"requestBody\":{\"$ref\":\"#/x/list\"}}"
    };
    char *text = malloc(N * 160 + 1000);
    assert_non_null(text);
    for (size_t k = 0; k < 2; k++) {
        char *p = text;
        p += sprintf(p, "{\"openapi\":\"3.1.0\",\"servers\":[{\"url\":"
                        "\"https://h\"}],\"paths\":{");
        for (int i = 0; i < N; i++)
            p += sprintf(p, "%s\"/%d\":{%s}", i ? "," : "", i, shares[k]);
        p += sprintf(p, "},\"x\":{\"list\":{\"content\":{");
        for (int i = 0; i < N; i++)
            p += sprintf(p, "%s\"image/%d\":{}", i ? "," : "", i);
        (void)sprintf(p, "}}}}");
        OpenApiSet *set = NULL;
        cm_error err = { 0 };
        assert_int_equal(cm__openapi_generate(cm__alloc_default(), text,
                                              strlen(text), NULL, &set, &err),
                         CM_E_LIMIT);
        assert_string_equal(
            err.text,
            "operations share lists or URLs of over 16777216 entries in all");
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(o01_documents),
        cmocka_unit_test(o02_path_items),
        cmocka_unit_test(o07_path_item_references),
        cmocka_unit_test(o08_pointers),
        cmocka_unit_test(descriptions_are_the_first_that_has_text),
        cmocka_unit_test(checks_come_in_their_order),
        cmocka_unit_test(names_of_schemes_are_known),
        cmocka_unit_test(fixed_headers_are_checked),
        cmocka_unit_test(o59_deep_schemas),
        cmocka_unit_test(refused_memory_leaves_nothing),
        cmocka_unit_test(generation_is_repeatable),
        cmocka_unit_test(names_and_definitions_are_linear),
        cmocka_unit_test(hidden_names_are_linear),
        cmocka_unit_test(outcomes_are_linear),
        cmocka_unit_test(shared_security_is_read_once),
        cmocka_unit_test(shared_lists_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
