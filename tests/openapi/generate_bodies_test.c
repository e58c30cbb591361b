/* SPDX-License-Identifier: MIT */
/* Request bodies: choice, flattening, multipart; spec/openapi.md 7.2. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "generate_doc.h"

static OpenApiSet *with(const char *body, const char *more)
{
    char text[8192];
    (void)snprintf(text, sizeof text, "'requestBody':%s", body);
    return doc_get(text, more);
}

/* `content`, required. */
static OpenApiSet *with_content(const char *content)
{
    char text[4096];
    (void)snprintf(text, sizeof text, "{'required':true,'content':%s}",
                   content);
    return with(text, "");
}

static void check_choice(const char *content, OaBodyKind kind, const char *type)
{
    OpenApiSet *set = with_content(content);
    const Operation *op = op_at(set, 0);
    assert_int_equal(op->body.kind, kind);
    assert_string_equal(op->body.content_type.text, type);
    cm__openapi_set_free(set);
}

/* O29 */
static void o29_choice(void **state)
{
    (void)state;
    check_choice("{'application/xml':{},'application/json':{}}", OA_BODY_JSON,
                 "application/json");
    check_choice("{'application/x-www-form-urlencoded':{},"
                 "'application/json':{}}",
                 OA_BODY_JSON, "application/json");
    check_choice("{'application/vnd.a+json':{},'application/json':{}}",
                 OA_BODY_JSON, "application/vnd.a+json");
    check_choice("{'multipart/form-data':{},"
                 "'application/x-www-form-urlencoded':{}}",
                 OA_BODY_FORM, "application/x-www-form-urlencoded");
    check_choice("{'text/plain':{},'multipart/form-data':null}",
                 OA_BODY_MULTIPART, "multipart/form-data");
    check_choice("{'Text/Plain; charset=utf-8':{}}", OA_BODY_TEXT,
                 "Text/Plain; charset=utf-8");
    /* A form of something else than an object is passed over. */
    check_choice("{'application/x-www-form-urlencoded':{'schema':"
                 "{'type':'string'}},'text/plain':{}}",
                 OA_BODY_TEXT, "text/plain");
}

/* O30 */
static void o30_reasons(void **state)
{
    (void)state;
    static const struct {
        const char *body, *declared;
    } rows[] = {
        { "{'content':{'application/xml':{}}}", "application/xml" },
        { "{'content':{'application/xml':{},'image/png':{}}}",
          "application/xml, image/png" },
        { "{'content':{}}", "none" },
        { "{}", "none" },
        { "null", "none" },
        { "{'$ref':'#/components/requestBodies/none'}", "none" },
        { "{'content':{'multipart/form-data':{'schema':{'type':'array'}}}}",
          "multipart/form-data" },
        { "{'content':{'*/*':{}}}", "*/*" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[256], reason[256];
        (void)snprintf(text, sizeof text, "'requestBody':%s", rows[i].body);
        (void)snprintf(reason, sizeof reason,
                       "no supported request body (declared: %s)",
                       rows[i].declared);
        assert_reason(text, "", reason);
    }
    check_choice("{'application/json; charset=utf-8':{}}", OA_BODY_JSON,
                 "application/json; charset=utf-8");
    OpenApiSet *set = with_content("{'application/json;a=\\r\\nX: y':{},"
                                   "'text/plain':{}}");
    assert_int_equal(op_at(set, 0)->body.kind, OA_BODY_TEXT);
    cm__openapi_set_free(set);
}

static void check_fields(const char *body, bool is_flattened,
                         const char *fields, const char *schema)
{
    OpenApiSet *set = with(body, "");
    const Operation *op = op_at(set, 0);
    assert_int_equal(op->body.is_flattened, is_flattened);
    assert_fields(op, fields);
    assert_json(op->input_schema, schema);
    cm__openapi_set_free(set);
}

#define JSON_OF(schema) "'content':{'application/json':{'schema':" schema "}}"

/* O31 */
static void o31_flattening(void **state)
{
    (void)state;
    check_fields("{'required':true," JSON_OF("{'type':'object','properties':"
                                             "{'a':{}}}") "}",
                 false, "body!",
                 "{'type':'object','properties':{'body':{'type':'object',"
                 "'properties':{'a':{}}}},'required':['body']}");
    check_fields("{'required':true," JSON_OF(
                     "{'type':'object','additionalProperties':false,"
                     "'required':['b','x'],'properties':{'a':{},'b':"
                     "{'type':'string'}}}") "}",
                 true, "a b!",
                 "{'type':'object','properties':{'a':{},'b':"
                 "{'type':'string'}},'required':['b']}");
    check_fields("{" JSON_OF("{'type':'object','additionalProperties':false,"
                             "'properties':{}}") "}",
                 false, "body",
                 "{'type':'object','properties':{'body':{'type':'object',"
                 "'additionalProperties':false,'properties':{}}}}");
    static const char *const wrapped[] = {
        "{'type':['object','null'],'additionalProperties':false,"
        "'properties':{}}",
        "{'type':'object','additionalProperties':{},'properties':{}}",
        "{'type':'object','additionalProperties':false}",
        "{'type':'object','additionalProperties':false,'properties':{},"
        "'nullable':true}",
        "{'type':'object','additionalProperties':false,'properties':{},"
        "'allOf':[]}",
        "{'type':'object','additionalProperties':false,'properties':{},"
        "'anyOf':[]}",
        "{'type':'object','additionalProperties':false,'properties':{},"
        "'oneOf':[]}",
        "{'additionalProperties':false,'properties':{}}",
    };
    for (size_t i = 0; i < sizeof wrapped / sizeof wrapped[0]; i++) {
        char content[512];
        (void)snprintf(content, sizeof content,
                       "{'application/json':{'schema':%s}}", wrapped[i]);
        OpenApiSet *set = with_content(content);
        assert_fields(op_at(set, 0), "body!");
        cm__openapi_set_free(set);
    }
    check_fields("{'content':{'application/json':{}}}", false, "body",
                 "{'type':'object','properties':{'body':{}}}");
    OpenApiSet *set = with(
        "{'$ref':'#/components/requestBodies/B'}",
        ",'components':{'requestBodies':{'B':{'required':true," JSON_OF(
            "{'$ref':'#/components/schemas/S'}") "}},'schemas':{'S':"
                                                 "{'type':'object','additionalProperties':false,'properties':"
                                                 "{'a':{'$ref':'#/components/schemas/S'}}}}}");
    assert_fields(op_at(set, 0), "a");
    assert_json(op_at(set, 0)->input_schema,
                "{'type':'object','properties':{'a':{'$ref':'#/$defs/S'}},"
                "'$defs':{'S':{'type':'object','additionalProperties':false,"
                "'properties':{'a':{'$ref':'#/$defs/S'}}}}}");
    cm__openapi_set_free(set);
}

/* O33: which fields there are */
static void o33_read_only_fields(void **state)
{
    (void)state;
    check_fields("{'required':true," JSON_OF(
                     "{'type':'object','additionalProperties':false,"
                     "'required':['id','n'],'properties':{'id':"
                     "{'readOnly':true},'n':{'type':'object','required':"
                     "['id'],'properties':{'id':{'readOnly':true,'type':"
                     "'string'},'w':{'writeOnly':true}}}}}") "}",
                 true, "n!",
                 "{'type':'object','properties':{'n':{'type':'object',"
                 "'properties':{'w':{'writeOnly':true}},'patternProperties':"
                 "{'^id$':{'readOnly':true,'type':'string'}}}},"
                 "'required':['n']}");
}

/* O34: encodings */
static void o34_encodings(void **state)
{
    (void)state;
    OpenApiSet *set = with_content(
        "{'application/x-www-form-urlencoded':{'schema':{'type':'object'},"
        "'encoding':{'a':{'style':'deepObject'},'b':{'explode':false},"
        "'c':{'contentType':'application/json'},'d':{'style':'simple'},"
        "'e':{'allowReserved':true},'f':7,'g':{'style':'pipeDelimited'}}}}");
    const OaBody *body = &op_at(set, 0)->body;
    assert_int_equal(body->n_encodings, 6);
    static const struct {
        const char *name, *type;
        bool has_style, explode, reserved;
        OaStyle style;
    } rows[] = {
        { "a", "", true, false, false, OA_DEEP_OBJECT },
        { "b", "", true, false, false, OA_FORM },
        { "c", "application/json", false, true, false, OA_FORM },
        { "d", "", false, true, false, OA_FORM },
        { "e", "", true, true, true, OA_FORM },
        { "g", "", true, false, false, OA_PIPE_DELIMITED },
    };
    for (size_t i = 0; i < 6; i++) {
        const OaEncoding *e = &body->encodings[i];
        assert_string_equal(e->name.text, rows[i].name);
        assert_string_equal(e->content_type.text, rows[i].type);
        assert_int_equal(e->has_style, rows[i].has_style);
        assert_int_equal(e->explode, rows[i].explode);
        assert_int_equal(e->allow_reserved, rows[i].reserved);
        assert_int_equal(e->style, rows[i].style);
    }
    cm__openapi_set_free(set);
}

/* O35 */
static void o35_binary_fields(void **state)
{
    (void)state;
    static const char *const binary[] = {
        "{'type':'string','format':'binary'}",
        "{'type':'array','items':{'type':'string','format':'binary'}}",
        "{'type':'string','contentMediaType':'image/png'}",
        "{'type':'array','items':{'$ref':'#/components/schemas/F'}}",
        "{'$ref':'#/components/schemas/F'}",
    };
    static const char *const plain[] = {
        "{'type':'string','format':'byte'}",
        "{'type':'string','contentMediaType':'text/csv'}",
        "{'type':'string','contentMediaType':'application/a+json'}",
        "{'type':'object','format':'binary'}",
    };
    static const char more[] =
        ",'components':{'schemas':{'F':{'type':'string','format':'binary'}}}";
    for (size_t i = 0; i < sizeof binary / sizeof binary[0]; i++) {
        char text[512];
        (void)snprintf(text, sizeof text,
                       "'requestBody':{'content':{'multipart/form-data':"
                       "{'schema':{'type':'object','required':['f'],"
                       "'properties':{'t':{},'f':%s}}}}}",
                       binary[i]);
        assert_reason(text, more, "request body needs the binary field 'f'");
        (void)snprintf(text, sizeof text,
                       "{'content':{'multipart/form-data':{'schema':"
                       "{'type':'object','properties':{'t':{'type':'string'},"
                       "'f':%s}}}}}",
                       binary[i]);
        OpenApiSet *set = with(text, more);
        assert_json(op_at(set, 0)->input_schema,
                    "{'type':'object','properties':{'body':{'type':'object',"
                    "'properties':{'t':{'type':'string'}}}}}");
        cm__openapi_set_free(set);
    }
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        char text[512];
        (void)snprintf(text, sizeof text,
                       "{'required':true,'content':{'multipart/form-data':"
                       "{'schema':{'type':'object','required':['f'],"
                       "'additionalProperties':false,'properties':{'f':%s}}}}}",
                       plain[i]);
        OpenApiSet *set = with(text, more);
        assert_fields(op_at(set, 0), "f!");
        cm__openapi_set_free(set);
    }
    assert_reason("'requestBody':{'content':{'multipart/form-data':{'schema':"
                  "{'required':['f'],'properties':{'f':{'type':'string'}}},"
                  "'encoding':{'f':{'contentType':'image/png, image/jpeg'}}}}}",
                  "", "request body needs the binary field 'f'");
    OpenApiSet *set = with(
        "{'required':true,'content':{'multipart/form-data':{'schema':"
        "{'$ref':'#/components/schemas/Up'},'encoding':{'g':{'contentType':"
        "'image/png, text/plain'}}}}}",
        ",'components':{'schemas':{'Up':{'type':'object','properties':"
        "{'f':{'type':'string','format':'binary'},'g':{'type':'string'}},"
        "'additionalProperties':false}}}");
    assert_fields(op_at(set, 0), "g");
    cm__openapi_set_free(set);
}

static void o36_text_and_get(void **state)
{
    (void)state;
    check_fields("{'required':true,'content':{'text/plain':{'schema':"
                 "{'type':'object'}}}}",
                 false, "body!",
                 "{'type':'object','properties':{'body':{'type':'string'}},"
                 "'required':['body']}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(o29_choice),
        cmocka_unit_test(o30_reasons),
        cmocka_unit_test(o31_flattening),
        cmocka_unit_test(o33_read_only_fields),
        cmocka_unit_test(o34_encodings),
        cmocka_unit_test(o35_binary_fields),
        cmocka_unit_test(o36_text_and_get),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
