/* SPDX-License-Identifier: MIT */
/* Parameters: merged, checked, turned into fields; spec/openapi.md 5 (9 to 21),
 * 7.1. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "generate_doc.h"

static void reason_of(const char *parameter, const char *reason)
{
    char text[1024];
    (void)snprintf(text, sizeof text, "'parameters':[%s]", parameter);
    assert_reason(text, "", reason);
}

static OpenApiSet *with(const char *parameters)
{
    char text[4096];
    (void)snprintf(text, sizeof text, "'parameters':[%s]", parameters);
    return doc_get(text, "");
}

/* O19, O22, O26, O62: what is skipped */
static void o26_reasons(void **state)
{
    (void)state;
    static const struct {
        const char *parameter, *reason;
    } rows[] = {
        { "7", "parameter is not an object" },
        { "null", "parameter is not an object" },
        { "{'$ref':'#/openapi'}", "parameter is not an object" },
        { "{'$ref':'#/nowhere'}", "parameter has no name or location" },
        { "{'$ref':'x.json#/p'}", "parameter has no name or location" },
        { "{'name':'a'}", "parameter has no name or location" },
        { "{'name':'','in':'query'}", "parameter has no name or location" },
        { "{'name':'a','in':7}", "parameter has no name or location" },
        { "{'name':'a b','in':'cookie'}",
          "cookie parameter 'a b' has an invalid name" },
        { "{'name':'a','in':'body'}",
          "location 'body' of parameter 'a' is unknown" },
        { "{'name':'a','in':'query'}",
          "parameter 'a' lacks both schema and content" },
        { "{'name':'a','in':'query','content':{}}",
          "parameter 'a' has unsupported content" },
        { "{'name':'a','in':'query','content':{'text/xml':{}}}",
          "parameter 'a' has unsupported content" },
        { "{'name':'a','in':'query','content':{'application/json':{},"
          "'a/b+json':{}}}",
          "parameter 'a' has unsupported content" },
        { "{'name':'a','in':'query','schema':{},'content':"
          "{'application/json':{}}}",
          "parameter 'a' has unsupported content" },
        { "{'name':'a','in':'query','schema':{},'style':''}",
          "style of parameter 'a' is malformed" },
        { "{'name':'a','in':'query','schema':{},'style':null}",
          "style of parameter 'a' is malformed" },
        { "{'name':'a','in':'query','schema':{},'explode':'true'}",
          "explode of parameter 'a' is malformed" },
        { "{'name':'a','in':'query','schema':{},'allowReserved':1}",
          "allowReserved of parameter 'a' is malformed" },
        { "{'name':'a b','in':'header','schema':{}}",
          "header parameter 'a b' has an invalid name" },
        { "{'name':'a','in':'path','schema':{},'style':'form'}",
          "path parameter 'a' cannot use style 'form'" },
        { "{'name':'a','in':'header','schema':{},'style':'form'}",
          "header parameter 'a' cannot use style 'form'" },
        { "{'name':'a','in':'cookie','schema':{},'style':'simple'}",
          "cookie parameter 'a' cannot use style 'simple'" },
        { "{'name':'a','in':'query','schema':{},'style':'odd'}",
          "query parameter 'a' cannot use style 'odd'" },
        { "{'name':'a','in':'query','schema':{'type':'object'},'style':"
          "'spaceDelimited','explode':true}",
          "query parameter 'a' cannot use style 'spaceDelimited' with "
          "explode" },
        { "{'name':'a','in':'query','schema':{'type':'object'},'style':"
          "'pipeDelimited','explode':true}",
          "query parameter 'a' cannot use style 'pipeDelimited' with "
          "explode" },
        { "{'name':'a','in':'query','schema':{},'style':'deepObject'}",
          "query parameter 'a' uses deepObject without explode" },
        { "{'name':'a','in':'query','schema':{},'style':'deepObject',"
          "'explode':false}",
          "query parameter 'a' uses deepObject without explode" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        reason_of(rows[i].parameter, rows[i].reason);
}

static void all_raw_items_are_looked_at_first(void **state)
{
    (void)state;
    reason_of("{'name':'a','in':'nowhere'},{'name':'b'}",
              "parameter has no name or location");
    /* The one that is replaced is not checked further. */
    OpenApiSet *set =
        doc_load("3.1.0",
                 "'/x':{'parameters':[{'name':'a','in':'query'}],'get':"
                 "{'parameters':[{'name':'a','in':'query','schema':{}}]}}",
                 "");
    assert_tools(set, "getX");
    cm__openapi_set_free(set);
}

static void styles_and_defaults(void **state)
{
    (void)state;
    static const struct {
        const char *parameter;
        OaPlace place;
        OaStyle style;
        bool explode, allow_reserved, is_required;
    } rows[] = {
        { "'in':'path','schema':{}", OA_PATH, OA_SIMPLE, 0, 0, 1 },
        { "'in':'path','schema':{},'required':false", OA_PATH, OA_SIMPLE, 0, 0,
          1 },
        { "'in':'path','schema':{},'style':'label','explode':true", OA_PATH,
          OA_LABEL, 1, 0, 1 },
        { "'in':'path','schema':{},'style':'matrix'", OA_PATH, OA_MATRIX, 0, 0,
          1 },
        { "'in':'query','schema':{}", OA_QUERY, OA_FORM, 1, 0, 0 },
        { "'in':'query','schema':{},'required':'true'", OA_QUERY, OA_FORM, 1, 0,
          0 },
        { "'in':'query','schema':{},'explode':false,'required':true", OA_QUERY,
          OA_FORM, 0, 0, 1 },
        { "'in':'query','schema':{},'style':'spaceDelimited'", OA_QUERY,
          OA_SPACE_DELIMITED, 0, 0, 0 },
        { "'in':'query','schema':{},'style':'pipeDelimited','explode':true",
          OA_QUERY, OA_PIPE_DELIMITED, 1, 0, 0 },
        { "'in':'query','schema':{},'style':'deepObject','explode':true",
          OA_QUERY, OA_DEEP_OBJECT, 1, 0, 0 },
        { "'in':'query','schema':{},'allowReserved':true", OA_QUERY, OA_FORM, 1,
          1, 0 },
        { "'in':'path','schema':{},'allowReserved':true", OA_PATH, OA_SIMPLE, 0,
          0, 1 },
        { "'in':'header','schema':{},'allowReserved':false", OA_HEADER,
          OA_SIMPLE, 0, 0, 0 },
        { "'in':'cookie','schema':{}", OA_COOKIE, OA_FORM, 1, 0, 0 },
        { "'in':'query','content':{'Application/JSON;v=1':{'schema':"
          "{'type':'object'}}}",
          OA_QUERY, OA_JSON, 0, 0, 0 },
        { "'in':'query','content':{'a/b+json':null}", OA_QUERY, OA_JSON, 0, 0,
          0 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[512];
        (void)snprintf(text, sizeof text, "{'name':'n',%s}", rows[i].parameter);
        OpenApiSet *set = with(text);
        const OaField *field = &op_at(set, 0)->fields[0];
        assert_int_equal(field->place, rows[i].place);
        assert_int_equal(field->style, rows[i].style);
        assert_int_equal(field->explode, rows[i].explode);
        assert_int_equal(field->allow_reserved, rows[i].allow_reserved);
        assert_int_equal(field->is_required, rows[i].is_required);
        cm__openapi_set_free(set);
    }
}

/* O10, O61 */
static void o10_fields_and_schema(void **state)
{
    (void)state;
    OpenApiSet *set =
        with("{'name':'q','in':'query','schema':{'type':'array','items':"
             "{'type':'string'}},'description':'outer'},"
             "{'name':'d','in':'query','schema':{'type':'string','description':"
             "'inner'},'description':'outer'},"
             "{'name':'e','in':'query','schema':null,'description':'outer'},"
             "{'name':'f','in':'query','schema':{'type':['array','null'],"
             "'description':7},'description':'outer'},"
             "{'name':'p','in':'path','required':false,'schema':"
             "{'type':'string'}}");
    const Operation *op = op_at(set, 0);
    assert_fields(op, "p! q d e f");
    assert_true(op->fields[1].is_list && op->fields[4].is_list);
    assert_false(op->fields[2].is_list || op->fields[0].is_list);
    assert_json(op->input_schema,
                "{'type':'object','properties':{'p':{'type':'string'},"
                "'q':{'type':'array','items':{'type':'string'},'description':"
                "'outer'},'d':{'type':'string','description':'inner'},"
                "'e':{'description':'outer'},"
                "'f':{'type':['array','null'],'description':'outer'}},"
                "'required':['p']}");
    cm__openapi_set_free(set);
}

static void o23_headers_of_the_client(void **state)
{
    (void)state;
    OpenApiSet *set = with(
        "{'name':'Authorization','in':'header'},{'name':'HOST','in':'header'},"
        "{'name':'proxy-x y','in':'header'},{'name':'Cookie','in':'header'},"
        "{'name':'te','in':'header'},{'name':'Content-Length','in':'header'},"
        "{'name':'X-A','in':'header','schema':{'type':'array'}}");
    assert_fields(op_at(set, 0), "X-A");
    cm__openapi_set_free(set);
}

/* O25: path level */
static void o27_merging(void **state)
{
    (void)state;
    OpenApiSet *set = doc_load(
        "3.1.0",
        "'/x':{'parameters':["
        "{'name':'limit','in':'query','schema':{'type':'string'}},"
        "{'name':'z','in':'query','schema':{}},"
        "{'name':'s','in':'cookie','schema':{}}],"
        "'get':{'parameters':[{'name':'Limit','in':'query','schema':{}},"
        "{'name':'limit','in':'query','required':true,'schema':"
        "{'type':'number'}}]},'put':{}}",
        "");
    assert_fields(op_at(set, 0), "limit! z Limit s");
    assert_json(op_at(set, 0)->input_schema,
                "{'type':'object','properties':{'limit':{'type':'number'},"
                "'z':{},'Limit':{},'s':{}},'required':['limit']}");
    assert_fields(op_at(set, 1), "limit z s");
    cm__openapi_set_free(set);
}

static void o62_no_type_is_no_object(void **state)
{
    (void)state;
    OpenApiSet *set =
        with("{'name':'a','in':'query','schema':{},'style':'spaceDelimited',"
             "'explode':true}");
    assert_tools(set, "getX");
    cm__openapi_set_free(set);
    set = doc_get("'parameters':[{'name':'a','in':'query','style':"
                  "'pipeDelimited','explode':true,'schema':"
                  "{'$ref':'#/components/schemas/A'}}]",
                  ",'components':{'schemas':{'A':{'$ref':"
                  "'#/components/schemas/B'},'B':{'type':'object'}}}");
    assert_skipped(set, "GET /x: query parameter 'a' cannot use style "
                        "'pipeDelimited' with explode");
    cm__openapi_set_free(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(o26_reasons),
        cmocka_unit_test(all_raw_items_are_looked_at_first),
        cmocka_unit_test(styles_and_defaults),
        cmocka_unit_test(o10_fields_and_schema),
        cmocka_unit_test(o23_headers_of_the_client),
        cmocka_unit_test(o27_merging),
        cmocka_unit_test(o62_no_type_is_no_object),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
