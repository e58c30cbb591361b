/* SPDX-License-Identifier: MIT */
/* Success responses: reasons 2 to 4, accept, output schema; spec/openapi.md 5,
 * 8.3, 11. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "generate_doc.h"

#define COMPONENTS                                                         \
    ",'components':{'responses':{'A':{'$ref':'#/components/responses/B'}," \
    "'B':{'content':{'application/json':{'schema':{'type':'number'}}}},"   \
    "'loop':{'$ref':'#/components/responses/loop'}},"                      \
    "'schemas':{'Bin':{'$ref':'#/components/schemas/Bin2'},"               \
    "'Bin2':{'type':'string','format':'binary'}}}"

typedef struct Row {
    const char *responses;
    const char *accept, *output; /* NULL: skipped for the reason */
} Row;

static void check(const Row *rows, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char text[1024];
        (void)snprintf(text, sizeof text, "'responses':%s", rows[i].responses);
        if (!rows[i].output) {
            assert_reason(text, COMPONENTS, rows[i].accept);
            continue;
        }
        OpenApiSet *set = doc_get(text, COMPONENTS);
        assert_string_equal(op_at(set, 0)->accept.text, rows[i].accept);
        assert_json(op_at(set, 0)->output_schema, rows[i].output);
        cm__openapi_set_free(set);
    }
}

#define INVALID "success response is invalid or unresolved"
#define EVENTS  "success response is an event stream only"
#define BINARY  "success response is binary only"
#define JSON    "application/json"
#define N(rows) (sizeof(rows) / sizeof(rows)[0])

/* O40, O41, O46 */
static void o40_reasons(void **state)
{
    (void)state;
    static const Row rows[] = {
        { "{'200':7}", INVALID, NULL },
        { "{'2XX':null}", INVALID, NULL },
        { "{'204':{'$ref':'other.json#/R'}}", INVALID, NULL },
        { "{'204':{'$ref':'#/components/responses/loop'}}", INVALID, NULL },
        { "{'204':{'$ref':'#/openapi'}}", INVALID, NULL },
        { "{'200':{'content':{'text/event-stream':{}}},'400':{'content':"
          "{'application/json':{}}}}",
          EVENTS, NULL },
        { "{'200':{'content':{'application/pdf':{},"
          "'Text/Event-Stream; x=1':{}}}}",
          EVENTS, NULL },
        { "{'200':{'content':{'application/pdf':{}}}}", BINARY, NULL },
        { "{'200':{'content':{'text/plain':{'schema':"
          "{'$ref':'#/components/schemas/Bin'}}}}}",
          BINARY, NULL },
        { "{'200':{'content':{'*/*':{'schema':{'format':'binary'}}}}}", BINARY,
          NULL },
        { "{'200':{'content':{'application/json':{}}},'206':{'content':"
          "{'image/png':{}}}}",
          BINARY, NULL },
    };
    check(rows, N(rows));
}

/* O39, O41 */
static void o39_outputs(void **state)
{
    (void)state;
#define OF(type, schema) "{'content':{'" type "':{'schema':" schema "}}}"
    static const Row rows[] = {
        { "{'200':" OF("application/json", "{'type':'string'}") ",'204':{}}",
          JSON, "{'anyOf':[{'type':'string'},{'type':'null'}]}" },
        { "{'204':{},'200':{'content':{}}}", "", "{'type':'null'}" },
        { "{'200':{'content':{'application/xml':{},'application/json':"
          "{'schema':{'type':'object'}}}}}",
          JSON, "{'type':'object'}" },
        { "{'200':" OF("*/*", "{'type':'number'}") "}", JSON,
          "{'type':'number'}" },
        { "{'200':{'content':{'*/*':{}}},'201':" OF("a/b+json", "{'type':"
                                                                "'null'}") "}",
          JSON, "{}" },
        { "{'200':{'content':{'application/*':{}}}}", JSON, "{}" },
        { "{'200':{'content':{'application/json':{}}},'204':{}}", JSON, "{}" },
        { "{'200':{'content':{'text/event-stream':{},'application/json':"
          "{'schema':{'type':'array'}}}}}",
          JSON, "{'type':'array'}" },
        { "{'200':" OF("text/csv", "{'type':'string'}") "}", "text/csv",
          "{'type':'string'}" },
        { "{'200':{'content':{'text/csv':{},'text/plain; a=b':null}},'201':"
          "{'content':{'text/csv':{}}}}",
          "text/csv, text/plain; a=b", "{'type':'string'}" },
        { "{'200':{'content':{'text/csv':{},'application/hal+json':"
          "{'schema':{'type':'object'}}}},'201':{'content':{'text/plain':{}}}}",
          "application/hal+json",
          "{'anyOf':[{'type':'object'},{'type':'string'}]}" },
        { "{'2XX':" OF("a/c+json", "{'type':'null'}") ",'201':" OF(
              "a/b+json; v=1",
              "{'type':'number'}") ",'200':" OF("A/B+JSON",
                                                "{'type':'string'}") "}",
          "A/B+JSON, a/b+json; v=1, a/c+json",
          "{'anyOf':[{'type':'string'},{'type':'number'},{'type':'null'}]}" },
        { "{'200':{'$ref':'#/components/responses/A'}}", JSON,
          "{'type':'number'}" },
        { "{'200':" OF("application/json", "{'type':'string'}") ",'201':" OF(
              "application/json", "{'type':'string'}") "}",
          JSON, "{'type':'string'}" },
        { "{'200':" OF("application/json", "false") "}", JSON, "{}" },
    };
#undef OF
    check(rows, N(rows));
}

static void o42_no_success_entry(void **state)
{
    (void)state;
    static const Row rows[] = {
        { "{'default':{'content':{'application/json':{'schema':"
          "{'type':'string'}}}}}",
          "", "{}" },
        { "{}", "", "{}" },
        { "7", "", "{}" },
        { "{'404':7,'20':7,'2XXX':7,'2xx':7,'2a0':7}", "", "{}" },
    };
    check(rows, N(rows));
    OpenApiSet *set = doc_get("", "");
    assert_json(op_at(set, 0)->output_schema, "{}");
    cm__openapi_set_free(set);
}

static void several_outcomes_share_definitions(void **state)
{
    (void)state;
    OpenApiSet *set =
        doc_get("'responses':{'200':{'content':{'application/json':{'schema':"
                "{'$ref':'#/components/schemas/A'}}}},'201':{'content':"
                "{'application/json':{'schema':{'items':"
                "{'$ref':'#/components/schemas/A'}}}}}}",
                ",'components':{'schemas':{'A':{'type':'string'}}}");
    assert_json(op_at(set, 0)->output_schema,
                "{'anyOf':[{'$ref':'#/$defs/A'},{'items':"
                "{'$ref':'#/$defs/A'}}],'$defs':{'A':{'type':'string'}}}");
    cm__openapi_set_free(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(o40_reasons),
        cmocka_unit_test(o39_outputs),
        cmocka_unit_test(o42_no_success_entry),
        cmocka_unit_test(several_outcomes_share_definitions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
