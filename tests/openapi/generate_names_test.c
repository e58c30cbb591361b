/* SPDX-License-Identifier: MIT */
/* Paths of tools and names of fields; spec/openapi.md 6 and 7.3. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "generate_doc.h"

/* Operations with these ids, one after the other. */
static void check_ids(const char *const *ids, size_t n, const char *expected)
{
    char paths[8192] = "";
    for (size_t i = 0; i < n; i++) {
        size_t at = strlen(paths);
        (void)snprintf(paths + at, sizeof paths - at,
                       "%s'/p%zu':{'get':{'operationId':'%s'}}", i ? "," : "",
                       i, ids[i]);
    }
    OpenApiSet *set = doc_load("3.1.0", paths, "");
    assert_tools(set, expected);
    cm__openapi_set_free(set);
}

#define CHECK_IDS(expected, ...)                             \
    check_ids((const char *const[]){ __VA_ARGS__ },          \
              sizeof((const char *const[]){ __VA_ARGS__ }) / \
                  sizeof(const char *),                      \
              expected)

static void made_up_names(void **state)
{
    (void)state;
    static const struct {
        const char *method, *path, *name;
    } rows[] = {
        { "get", "/books", "getBooks" },
        { "delete", "/books/{bookID}", "deleteBooksByBookid" },
        { "get", "/a/{x}/b/{y_z}", "getAByXBByYZ" },
        { "get", "/v1.2/stats", "getV12Stats" },
        { "get", "/f/{name}.json", "getFNameJson" },
        { "post", "/", "post" },
        { "get", "//a//", "getA" },
        { "get", "/{}", "getBy" },
        { "get", "/a-B_c", "getABC" },
        { "get", "/{a}{b}", "getAB" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char paths[256];
        (void)snprintf(paths, sizeof paths, "'%s':{'%s':{}}", rows[i].path,
                       rows[i].method);
        OpenApiSet *set = doc_load("3.1.0", paths, "");
        assert_tools(set, rows[i].name);
        cm__openapi_set_free(set);
    }
}

/* What is skipped reserves no path and keeps the one that it would have. */
static void skipped_ones_have_a_wish(void **state)
{
    (void)state;
    OpenApiSet *set =
        doc_load("3.1.0",
                 "'/a':{'get':{'operationId':'x.y-z','x-websocket':true},"
                 "'put':{'x-websocket':true}},"
                 "'/b':{'get':{'operationId':'x.y-z'}}",
                 "");
    assert_tools(set, "x.y_z");
    assert_int_equal(set->n_skipped, 2);
    assert_string_equal(set->skipped[0].tool.text, "x.y_z");
    assert_string_equal(set->skipped[1].tool.text, "putA");
    cm__openapi_set_free(set);
}

/* O5 */
static void o05_segments(void **state)
{
    (void)state;
    CHECK_IDS("shop.cart.add", "shop.cart.add");
    CHECK_IDS("repos_list_for_org", "repos/list-for-org");
    CHECK_IDS("shop.operation.add", "shop..add");
    CHECK_IDS("operation.x.operation", ".x.");
    CHECK_IDS("_2fa.on", "2fa.on");
    CHECK_IDS("meta", "__meta__");
    CHECK_IDS("na_ve", "na\xC3\xAFve");
    CHECK_IDS("operation.operation.operation.operation", "...");
    CHECK_IDS("operation", "\xE6\x97\xA5\xE6\x9C\xAC");
    CHECK_IDS("a__b.$c", "a__b.-$c-");
    CHECK_IDS("getP0", "");
    OpenApiSet *set = doc_load("3.1.0", "'/x':{'get':{'operationId':7}}", "");
    assert_tools(set, "getX");
    assert_string_equal(op_at(set, 0)->id.text, "");
    cm__openapi_set_free(set);
}

/* O3, O4 */
static void o03_collisions(void **state)
{
    (void)state;
    CHECK_IDS("a.b a_b_2", "a.b", "a.b");
    CHECK_IDS("a aB", "a", "a.b");
    CHECK_IDS("a.b a_2", "a.b", "a");
    CHECK_IDS("pets.list pets_list_2", "pets.list", "pets.list");
    CHECK_IDS("pets.list pets_list_2 pets_list_3", "pets.list", "pets_list_2",
              "pets.list");
    CHECK_IDS("pets petsList", "pets", "pets.list");
    CHECK_IDS("pets petsList pets_list_2", "pets", "petsList", "pets.list");
    CHECK_IDS("pets.list pets_2", "pets.list", "pets");
    CHECK_IDS("a.b a.bC.d", "a.b", "a.b.c.d");
    CHECK_IDS("a_b a_b_2", "a-b", "a_b");
    /* What was skipped reserves nothing. */
    OpenApiSet *set = doc_load("3.1.0",
                               "'/1':{'get':{'operationId':'a.b'}},"
                               "'/2':{'get':{'operationId':'a.b',"
                               "'security':0}},"
                               "'/3':{'get':{'operationId':'a.b'}}",
                               "");
    assert_tools(set, "a.b a_b_2");
    cm__openapi_set_free(set);
}

static void o06_paths_that_differ_by_case(void **state)
{
    (void)state;
    OpenApiSet *set =
        doc_load("3.1.0", "'/x/{a}':{'get':{}},'/x/{A}':{'get':{}}", "");
    assert_tools(set, "getXByA getXByA_2");
    cm__openapi_set_free(set);
}

static void o09_templates(void **state)
{
    (void)state;
    OpenApiSet *set =
        doc_load("3.1.0",
                 "'/a#x':{'get':{}},'/a#y':{'get':{}},'/a?k=1#z':{'get':{}},"
                 "'a/b':{'get':{}}",
                 "");
    assert_tools(set, "getAX getAY getAK1Z");
    assert_skipped(set, "GET a/b: path template does not start with '/'");
    assert_string_equal(op_at(set, 0)->template_path.text, "/a");
    assert_string_equal(op_at(set, 1)->template_path.text, "/a");
    assert_string_equal(op_at(set, 2)->template_path.text, "/a");
    assert_string_equal(op_at(set, 2)->template_query.text, "k=1");
    assert_string_equal(op_at(set, 0)->template_query.text, "");
    assert_string_equal(op_at(set, 2)->path.text, "/a?k=1#z");
    cm__openapi_set_free(set);
}

static void long_paths_stay_in_bounds(void **state)
{
    (void)state;
    char segment[200], id[512], expected[512];
    memset(segment, 'a', sizeof segment);
    segment[150] = '\0';
    (void)snprintf(id, sizeof id, "x.%s", segment);
    (void)snprintf(expected, sizeof expected, "x.%.120s", segment);
    CHECK_IDS(expected, id);
    CHECK_IDS("a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p", "a.b.c.d.e.f.g.h.i.j.k.l.m.n."
                                                 "o.p");
    CHECK_IDS("a_b_c_d_e_f_g_h_i_j_k_l_m_n_o_p_q "
              "a_b_c_d_e_f_g_h_i_j_k_l_m_n_o_p_q_2",
              "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q",
              "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q");
    /* Glued and numbered names are cut, too. */
    segment[120] = '\0';
    (void)snprintf(id, sizeof id, "%s.b", segment);
    (void)snprintf(expected, sizeof expected, "%s %sB", segment, segment);
    CHECK_IDS(expected, segment, id);
    (void)snprintf(expected, sizeof expected, "%s.b %s_2", segment, segment);
    CHECK_IDS(expected, id, id);
}

/* O28 */
static void o28_field_names(void **state)
{
    (void)state;
    OpenApiSet *set = doc_load(
        "3.1.0",
        "'/{id}':{'post':{'parameters':["
        "{'name':'id','in':'query','schema':{}},"
        "{'name':'id','in':'path','schema':{}},"
        "{'name':'query_id','in':'query','schema':{}}],"
        "'requestBody':{'required':true,'content':{'application/json':"
        "{'schema':{'type':'object','additionalProperties':false,"
        "'properties':{'id':{}}}}}}}},"
        "'/2':{'get':{'parameters':[{'name':'X','in':'header','schema':{}},"
        "{'name':'X','in':'query','schema':{}},"
        "{'name':'x','in':'cookie','schema':{}}]}},"
        "'/3':{'get':{'parameters':[{'name':'body','in':'query','schema':{}}],"
        "'requestBody':{'content':{'application/json':{}}}}},"
        "'/4':{'get':{'parameters':["
        "{'name':'path_a','in':'query','schema':{}},"
        "{'name':'path_a_2','in':'query','schema':{}},"
        "{'name':'a','in':'path','schema':{}},"
        "{'name':'a','in':'query','schema':{}}]}}",
        "");
    assert_fields(op_at(set, 0), "path_id! query_id query_id_2 body_id");
    assert_string_equal(op_at(set, 0)->fields[2].wire.text, "query_id");
    assert_string_equal(op_at(set, 0)->fields[3].wire.text, "id");
    assert_fields(op_at(set, 1), "query_X header_X x");
    assert_fields(op_at(set, 2), "query_body body_body");
    assert_fields(op_at(set, 3), "path_a! path_a_2 path_a_2_2 query_a");
    cm__openapi_set_free(set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(made_up_names),
        cmocka_unit_test(skipped_ones_have_a_wish),
        cmocka_unit_test(o05_segments),
        cmocka_unit_test(o03_collisions),
        cmocka_unit_test(o06_paths_that_differ_by_case),
        cmocka_unit_test(o09_templates),
        cmocka_unit_test(long_paths_stay_in_bounds),
        cmocka_unit_test(o28_field_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
