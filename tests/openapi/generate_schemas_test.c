/* SPDX-License-Identifier: MIT */
/* Schemas: dialects, references and definitions, what is hidden;
 * spec/openapi.md 3, 7.5, 7.6. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "generate_doc.h"
#include "schema/schema.h"

/* The input of a tool with one query parameter `a` of that schema. */
static OpenApiSet *with(const char *version, const char *schema,
                        const char *components)
{
    char paths[4096], more[8192];
    (void)snprintf(paths, sizeof paths,
                   "'/x':{'get':{'parameters':[{'name':'a','in':'query',"
                   "'schema':%s}]}}",
                   schema);
    (void)snprintf(more, sizeof more, ",'components':{%s}", components);
    return doc_load(version, paths, more);
}

/* Its property `a`, and `$defs` unless "". */
static void check(const char *version, const char *schema,
                  const char *components, const char *property,
                  const char *defs)
{
    char expected[8192];
    OpenApiSet *set = with(version, schema, components);
    (void)snprintf(expected, sizeof expected,
                   "{'type':'object','properties':{'a':%s}%s%s}", property,
                   defs[0] ? ",'$defs':" : "", defs);
    assert_json(op_at(set, 0)->input_schema, expected);
    cm__openapi_set_free(set);
}

/* The output of a tool whose JSON answer has that schema; 3.1. */
static void check_output(const char *schema, const char *components,
                         const char *expected)
{
    char paths[4096], more[4096];
    (void)snprintf(paths, sizeof paths,
                   "'/x':{'get':{'responses':{'200':{'content':"
                   "{'application/json':{'schema':%s}}}}}}",
                   schema);
    (void)snprintf(more, sizeof more, ",'components':{%s}", components);
    OpenApiSet *set = doc_load("3.1.0", paths, more);
    assert_json(op_at(set, 0)->output_schema, expected);
    cm__openapi_set_free(set);
}

/* ---- dialects ---- */

static void o55_dialect_of_3_0(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        { "{'nullable':true,'type':'string'}", "{'type':['string','null']}" },
        { "{'type':'string','nullable':true,'enum':['a']}",
          "{'type':['string','null'],'enum':['a']}" },
        { "{'type':'string','nullable':false}", "{'type':'string'}" },
        { "{'nullable':true}", "{}" },
        { "{'maximum':9,'exclusiveMaximum':true}", "{'exclusiveMaximum':9}" },
        { "{'exclusiveMinimum':true,'minimum':-1.5}",
          "{'exclusiveMinimum':-1.5}" },
        { "{'minimum':1,'exclusiveMinimum':false}", "{'minimum':1}" },
        { "{'exclusiveMaximum':true}", "{}" },
        { "{'example':{'a':[1]}}", "{'examples':[{'a':[1]}]}" },
        { "{'const':1,'examples':[1],'$id':'x','if':{},'then':{},'else':{},"
          "'prefixItems':[],'contains':{},'propertyNames':{},"
          "'dependentRequired':{},'$comment':'c','x-own':{'const':1},"
          "'discriminator':{'propertyName':'t'},'patternProperties':{}}",
          "{'x-own':{'const':1},'discriminator':{'propertyName':'t'}}" },
        { "{'properties':{'const':{'nullable':true,'type':'number'},"
          "'$ref':{'type':'string'}}}",
          "{'properties':{'const':{'type':['number','null']},"
          "'$ref':{'type':'string'}}}" },
        { "{'items':{'allOf':[{'type':'string','nullable':true}],"
          "'not':{'example':1}}}",
          "{'items':{'allOf':[{'type':['string','null']}],"
          "'not':{'examples':[1]}}}" },
        { "{'$ref':'#/nowhere','description':'gone'}", "{'$ref':'#/nowhere'}" },
        { "true", "{}" },
        { "false", "{}" },
        { "{'additionalProperties':false,'items':false}",
          "{'additionalProperties':false,'items':{}}" },
        { "{'additionalProperties':true}", "{'additionalProperties':true}" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check("3.0.3", rows[i][0], "", rows[i][1], "");
}

static void dialect_of_3_1(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        { "{'nullable':true,'type':'string','const':'c','example':1,"
          "'maximum':9,'exclusiveMaximum':8}",
          "{'nullable':true,'type':'string','const':'c','example':1,"
          "'maximum':9,'exclusiveMaximum':8}" },
        { "{'items':false,'not':true,'properties':{'a':false,'b':7}}",
          "{'items':false,'not':{},'properties':{'a':false,'b':{}}}" },
        { "false", "{}" },
        { "'text'", "{}" },
        { "{'allOf':{},'properties':[],'required':7}",
          "{'allOf':{},'properties':[],'required':7}" },
        { "{'additionalProperties':true,'unevaluatedProperties':true}",
          "{'additionalProperties':true,'unevaluatedProperties':true}" },
        { "{'default':{'$ref':'#/components/schemas/A'},'enum':[{'$ref':'x'}]}",
          "{'default':{'$ref':'#/components/schemas/A'},"
          "'enum':[{'$ref':'x'}]}" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check("3.1.0", rows[i][0], "", rows[i][1], "");
}

/* ---- references ---- */

/* O56, O63 */
static void o56_definitions(void **state)
{
    (void)state;
    check("3.1.0", "{'$ref':'#/components/schemas/A~1B','description':'d'}",
          "'schemas':{'A/B':{'$ref':'#/components/schemas/C%20d'},"
          "'C d':{'type':'string'},'unused':{}}",
          "{'$ref':'#/$defs/A~1B','description':'d'}",
          "{'A/B':{'$ref':'#/$defs/C%20d'},'C d':{'type':'string'}}");
    check("3.1.0",
          "{'$defs':{'P':{'items':{'$ref':'#/definitions/Q'}}},"
          "'definitions':{'Q':{'$ref':'#/$defs/P'},'R':{}},"
          "'items':{'$ref':'#/$defs/P'}}",
          "", "{'items':{'$ref':'#/$defs/P'}}",
          "{'P':{'items':{'$ref':'#/$defs/Q'}},'Q':{'$ref':'#/$defs/P'}}");
    /* A field's own name gives way to a component's. */
    check("3.1.0",
          "{'$defs':{'P':{'type':'string'}},'allOf':[{'$ref':'#/$defs/P'},"
          "{'$ref':'#/components/schemas/P'}]}",
          "'schemas':{'P':{'type':'number'}}",
          "{'allOf':[{'$ref':'#/$defs/P_2'},{'$ref':'#/$defs/P'}]}",
          "{'P':{'type':'number'},'P_2':{'type':'string'}}");
    /* A response root's wins. */
    check_output("{'$defs':{'P':{'type':'string'}},'allOf':["
                 "{'$ref':'#/components/schemas/P'},{'$ref':'#/$defs/P'}]}",
                 "'schemas':{'P':{'type':'number'}}",
                 "{'allOf':[{'$ref':'#/$defs/P_2'},{'$ref':'#/$defs/P'}],"
                 "'$defs':{'P':{'type':'string'},'P_2':{'type':'number'}}}");
    /* A component's own ones, also from below it. */
    check("3.1.0", "{'$ref':'#/components/schemas/A/properties/x'}",
          "'schemas':{'A':{'$defs':{'D':{'type':'null'}},'properties':"
          "{'x':{'$ref':'#/$defs/D'}}}}",
          "{'$ref':'#/$defs/x'}",
          "{'x':{'$ref':'#/$defs/D'},'D':{'type':'null'}}");
}

static void o63_targets_elsewhere(void **state)
{
    (void)state;
    check("3.1.0",
          "{'allOf':[{'$ref':'#/components/parameters/P/schema'},"
          "{'$ref':'#/components/parameters/Q/schema'},"
          "{'$ref':'#/components/schemas/schema'},"
          "{'$ref':'#/components/schemas/schema/items/0~1%20x'},"
          "{'$ref':'#/components/parameters/P/schema'}]}",
          "'parameters':{'P':{'schema':{'type':'integer'}},'Q':{'schema':"
          "{'type':'string'}}},'schemas':{'schema':{'items':{'0/ x':{}}}}",
          "{'allOf':[{'$ref':'#/$defs/schema_2'},"
          "{'$ref':'#/$defs/schema_3'},{'$ref':'#/$defs/schema'},"
          "{'$ref':'#/$defs/0__x'},{'$ref':'#/$defs/schema_2'}]}",
          "{'schema':{'items':{'0/ x':{}}},'schema_2':{'type':'integer'},"
          "'schema_3':{'type':'string'},'0__x':{}}");
}

static void unresolved_references_stay(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "{'$ref':'other.json#/A'}", "{'$ref':'#/components/schemas/None'}",
        "{'$ref':'#anchor'}",       "{'$ref':'#/$defs/gone'}",
        "{'$ref':'#/a~2b'}",        "{'$ref':'https://h/x'}",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check("3.1.0", rows[i], "", rows[i], "");
    /* They do not come to mean what the tool carries. */
    check("3.1.0",
          "{'allOf':[{'$ref':'#/$defs/A'},"
          "{'$ref':'#/components/schemas/A'}]}",
          "'schemas':{'A':{}}",
          "{'allOf':[{'$ref':'#/unresolved'},{'$ref':'#/$defs/A'}]}",
          "{'A':{}}");
    OpenApiSet *set = with("3.1.0", "{'$ref':'#/components/schemas/A'}",
                           "'schemas':{'A':{'$ref':'#/components/schemas/B'}}");
    Schema *schema = NULL;
    OaText text = op_at(set, 0)->input_schema;
    assert_int_equal(cm__schema_compile(cm__alloc_default(), text.text,
                                        text.len, NULL, &schema, NULL),
                     CM_E_SYNTAX);
    cm__openapi_set_free(set);
}

static void a_hash_is_the_schema_itself(void **state)
{
    (void)state;
    check("3.1.0", "{'items':{'$ref':'#'}}", "",
          "{'items':{'$ref':'#/$defs/schema'}}",
          "{'schema':{'items':{'$ref':'#/$defs/schema'}}}");
}

/* ---- hiding ---- */

/* O37 */
static void o37_hidden_properties(void **state)
{
    (void)state;
    check("3.1.0",
          "{'required':['s'],'properties':{'s':{'readOnly':true},'t':{}}}", "",
          "{'properties':{'t':{}},'patternProperties':"
          "{'^s$':{'readOnly':true}}}",
          "");
    /* Any hop of a chain, also beside a reference. */
    check("3.1.0",
          "{'properties':{'p':{'$ref':'#/components/schemas/A'},'q':{}}}",
          "'schemas':{'A':{'$ref':'#/components/schemas/B','readOnly':true},"
          "'B':{'type':'string'}}",
          "{'properties':{'q':{}},'patternProperties':"
          "{'^p$':{'$ref':'#/$defs/A'}}}",
          "{'A':{'$ref':'#/$defs/B','readOnly':true},'B':{'type':'string'}}");
    /* Any member of allOf; one way of oneOf or anyOf does not hide. */
    check("3.1.0",
          "{'properties':{'a':{'allOf':[{'allOf':[{'readOnly':true}]}]},"
          "'b':{'oneOf':[{'readOnly':true},{}]},"
          "'c':{'anyOf':[{'readOnly':true}]},'d':{'readOnly':'yes'}}}",
          "",
          "{'properties':{'b':{'oneOf':[{'readOnly':true},{}]},"
          "'c':{'anyOf':[{'readOnly':true}]},'d':{'readOnly':'yes'}},"
          "'patternProperties':{'^a$':{'allOf':[{'allOf':"
          "[{'readOnly':true}]}]}}}",
          "");
    /* Never into not, if, contains. */
    static const char raw[] =
        "{'not':{'required':['s'],'properties':{'s':{'readOnly':true}}},"
        "'if':{'properties':{'s':{'readOnly':true}}},"
        "'contains':{'properties':{'s':{'readOnly':true}}}}";
    check("3.1.0", raw, "", raw, "");
    /* Every level of what refers to itself. */
    check("3.1.0", "{'$ref':'#/components/schemas/N'}",
          "'schemas':{'N':{'properties':{'id':{'readOnly':true},'next':"
          "{'$ref':'#/components/schemas/N'}},'required':['id','next']}}",
          "{'$ref':'#/$defs/N'}",
          "{'N':{'properties':{'next':{'$ref':'#/$defs/N'}},"
          "'required':['next'],'patternProperties':"
          "{'^id$':{'readOnly':true}}}}");
}

static void names_are_hidden_in_all_branches(void **state)
{
    (void)state;
    check("3.1.0",
          "{'allOf':[{'$ref':'#/components/schemas/Base'},"
          "{'properties':{'id':{'readOnly':true}}},"
          "{'$ref':'#/components/schemas/Other'}],'required':['id','n']}",
          "'schemas':{'Base':{'properties':{'id':{},'n':{}},"
          "'required':['id']},'Other':{'properties':{'o':{}}}}",
          "{'allOf':[{'$ref':'#/$defs/Base'},"
          "{'properties':{},'patternProperties':{'^id$':{'readOnly':true}}},"
          "{'$ref':'#/$defs/Other'}],'required':['n']}",
          "{'Base':{'properties':{'n':{}},'patternProperties':{'^id$':{}}},"
          "'Other':{'properties':{'o':{}}}}");
    /* The plain one keeps its name beside the other. */
    check("3.1.0",
          "{'allOf':[{'$ref':'#/components/schemas/Base'},"
          "{'properties':{'id':{'readOnly':true},'b':"
          "{'$ref':'#/components/schemas/Base'}}}]}",
          "'schemas':{'Base':{'properties':{'id':{}}}}",
          "{'allOf':[{'$ref':'#/$defs/Base_2'},{'properties':{'b':"
          "{'$ref':'#/$defs/Base'}},'patternProperties':"
          "{'^id$':{'readOnly':true}}}]}",
          "{'Base':{'properties':{'id':{}}},"
          "'Base_2':{'properties':{},'patternProperties':{'^id$':{}}}}");
    /* Patterns of names with signs, and beside older ones. */
    check("3.1.0",
          "{'patternProperties':{'^x':{}},'properties':{'a.b/c$':"
          "{'readOnly':true}}}",
          "",
          "{'properties':{},'patternProperties':{'^x':{},"
          "'^a\\\\.b\\\\/c\\\\$$':{'readOnly':true}}}",
          "");
}

static void branches_are_not_asked_to_have_hidden_names(void **state)
{
    (void)state;
    check("3.1.0",
          "{'properties':{'id':{'readOnly':true},'n':{}},"
          "'anyOf':[{'required':['id']},{'required':['n']}]}",
          "",
          "{'properties':{'n':{}},'anyOf':[{},{'required':['n']}],"
          "'patternProperties':{'^id$':{'readOnly':true}}}",
          "");
}

static void responses_hide_what_is_only_written(void **state)
{
    (void)state;
    check_output("{'$ref':'#/components/schemas/U'}",
                 "'schemas':{'U':{'properties':{'id':{'readOnly':true},"
                 "'pw':{'writeOnly':true}},'required':['id','pw']}}",
                 "{'$ref':'#/$defs/U','$defs':{'U':{'properties':{'id':"
                 "{'readOnly':true}},'required':['id']}}}");
}

/* A circle through allOf hides alike wherever one begins. */
static void circles_do_not_depend_on_order(void **state)
{
    (void)state;
    static const char schemas[] =
        "'schemas':{'A':{'allOf':[{'$ref':'#/components/schemas/B'}],"
        "'properties':{'x':{}}},"
        "'B':{'allOf':[{'$ref':'#/components/schemas/A'}],"
        "'properties':{'x':{'readOnly':true}}}}";
    static const char defs[] =
        "{'A':{'allOf':[{'$ref':'#/$defs/B'}],'properties':{},"
        "'patternProperties':{'^x$':{}}},"
        "'B':{'allOf':[{'$ref':'#/$defs/A'}],'properties':{},"
        "'patternProperties':{'^x$':{'readOnly':true}}}}";
    check("3.1.0", "{'$ref':'#/components/schemas/A'}", schemas,
          "{'$ref':'#/$defs/A'}", defs);
    check("3.1.0", "{'$ref':'#/components/schemas/B'}", schemas,
          "{'$ref':'#/$defs/B'}", defs);
}

/* What is checked accepts hidden properties and never asks for them. */
static void hidden_properties_still_pass(void **state)
{
    (void)state;
    OpenApiSet *set =
        with("3.0.3", "{'$ref':'#/components/schemas/U'}",
             "'schemas':{'U':{'type':'object','additionalProperties':false,"
             "'required':['id','n'],'properties':{'id':{'type':'integer',"
             "'readOnly':true},'n':{'type':'string'}}}}");
    static const struct {
        const char *value;
        SchemaVerdict verdict;
    } rows[] = {
        { "{\"a\":{\"n\":\"x\"}}", SCHEMA_VALID },
        { "{\"a\":{\"n\":\"x\",\"id\":1}}", SCHEMA_VALID },
        { "{\"a\":{\"n\":\"x\",\"id\":\"1\"}}", SCHEMA_INVALID },
        { "{\"a\":{\"n\":\"x\",\"idd\":1}}", SCHEMA_INVALID },
        { "{\"a\":{\"id\":1}}", SCHEMA_INVALID },
    };
    Schema *schema = NULL;
    OaText text = op_at(set, 0)->input_schema;
    SchemaHost host = { cm__alloc_default(), NULL, NULL };
    assert_int_equal(cm__schema_compile(cm__alloc_default(), text.text,
                                        text.len, NULL, &schema, NULL),
                     CM_OK);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(cm__schema_check(schema, &host, rows[i].value,
                                          strlen(rows[i].value), NULL),
                         rows[i].verdict);
    cm__schema_unref(schema);
    cm__openapi_set_free(set);
}

/* 30 levels, each naming the next twice, by a keyword. */
static void diamond(const char *keyword, const char *last)
{
    char *schemas = malloc(16384), *p = schemas;
    assert_non_null(schemas);
    p += sprintf(p, "'schemas':{");
    for (int i = 0; i < 30; i++) {
        p += sprintf(p, "'L%d':{", i);
        if (strcmp(keyword, "properties") == 0)
            p += sprintf(p,
                         "'properties':{'a':{'$ref':'#/components/schemas/L%d'"
                         "},'b':{'$ref':'#/components/schemas/L%d'}}},",
                         i + 1, i + 1);
        else
            p += sprintf(p,
                         "'%s':[{'$ref':'#/components/schemas/L%d'},"
                         "{'$ref':'#/components/schemas/L%d'}]},",
                         keyword, i + 1, i + 1);
    }
    (void)sprintf(p, "'L30':%s}", last);
    OpenApiSet *set =
        with("3.1.0", "{'$ref':'#/components/schemas/L0'}", schemas);
    assert_true(op_at(set, 0)->input_schema.len < 8000);
    assert_true(op_at(set, 0)->input_schema.len > 2000);
    cm__openapi_set_free(set);
    free(schemas);
}

static void o38_diamonds(void **state)
{
    (void)state;
    diamond("properties", "{'readOnly':true}");
    diamond("allOf", "{'properties':{'x':{'readOnly':true}}}");
    diamond("oneOf", "{'properties':{'x':{'readOnly':true}}}");
}

static void large_inputs_are_cut_and_not_checked(void **state)
{
    (void)state;
    char *schemas = malloc(1 << 20), *p = schemas;
    assert_non_null(schemas);
    p += sprintf(p, "\"S0\":{}");
    for (int i = 1; i < 400; i++) {
        p += sprintf(p,
                     ",\"S%d\":{\"items\":{\"$ref\":\"#/components/schemas/"
                     "S%d\"},\"description\":\"",
                     i, i - 1);
        memset(p, 'x', 1000);
        p += 1000;
        p += sprintf(p, "\"}");
    }
    char *text = malloc((1 << 20) + 1000);
    assert_non_null(text);
    (void)sprintf(text,
                  "{\"openapi\":\"3.1.0\",\"servers\":[{\"url\":\"https://h\"}]"
                  ",\"paths\":{\"/x\":{\"get\":{\"parameters\":[{\"name\":"
                  "\"a\",\"in\":\"query\",\"schema\":{\"$ref\":"
                  "\"#/components/schemas/S399\"}}]},\"put\":{\"parameters\":["
                  "{\"name\":\"a\",\"in\":\"query\",\"schema\":{\"$ref\":"
                  "\"#/components/schemas/S100\"}}]}}},\"components\":"
                  "{\"schemas\":{%s}}}",
                  schemas);
    OpenApiSet *set = NULL;
    assert_int_equal(cm__openapi_generate(cm__alloc_default(), text,
                                          strlen(text), NULL, &set, NULL),
                     CM_OK);
    Schema *schema = NULL;
    OaText cut = op_at(set, 0)->input_schema;
    OaText all = op_at(set, 1)->input_schema;
    assert_true(op_at(set, 0)->is_cut);
    assert_false(op_at(set, 1)->is_cut);
    assert_in_range(cut.len, 60000, 66000);
    assert_in_range(all.len, 100000, 120000);
    assert_int_equal(cm__schema_compile(cm__alloc_default(), cut.text, cut.len,
                                        NULL, &schema, NULL),
                     CM_E_SYNTAX);
    assert_int_equal(cm__schema_compile(cm__alloc_default(), all.text, all.len,
                                        NULL, &schema, NULL),
                     CM_OK);
    cm__schema_unref(schema);
    cm__openapi_set_free(set);
    free(schemas);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(o55_dialect_of_3_0),
        cmocka_unit_test(dialect_of_3_1),
        cmocka_unit_test(o56_definitions),
        cmocka_unit_test(o63_targets_elsewhere),
        cmocka_unit_test(unresolved_references_stay),
        cmocka_unit_test(a_hash_is_the_schema_itself),
        cmocka_unit_test(o37_hidden_properties),
        cmocka_unit_test(names_are_hidden_in_all_branches),
        cmocka_unit_test(branches_are_not_asked_to_have_hidden_names),
        cmocka_unit_test(responses_hide_what_is_only_written),
        cmocka_unit_test(circles_do_not_depend_on_order),
        cmocka_unit_test(hidden_properties_still_pass),
        cmocka_unit_test(o38_diamonds),
        cmocka_unit_test(large_inputs_are_cut_and_not_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
