/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "catalog/catalog.h"
#include "catalog/describe.h"
#include "catalog/index.h"

#include <stdio.h>
#include <string.h>

static void nothing(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    (void)call;
    (void)input;
    (void)len;
}

static void add(ToolTree *t, const char *path, const char *description,
                const char *input)
{
    cm_tool tool = { .description = description,
                     .input_schema = input,
                     .execute = nothing };
    assert_int_equal(cm__tree_add(t, path, strlen(path), &tool, NULL), CM_OK);
}

/* The example of discovery.md 6.4. */
static ToolIndex *parcels(void)
{
    ToolTree *t = cm__tree_new(cm__alloc_default());
    add(t, "parcel.track", "Follow a shipment",
        "{\"type\":\"object\",\"properties\":{\"code\":{\"type\":\"string\","
        "\"description\":\"Carrier tracking code\"}}}");
    add(t, "parcel.listParcels", "List parcels in transit", NULL);
    add(t, "depot.open_hours", "When a depot is open", NULL);
    assert_int_equal(
        cm__tree_describe(t, "depot", 5, "Warehouses and parcel depots", NULL),
        CM_OK);
    ToolIndex *index = cm__index_new(cm__alloc_default(), t);
    cm__tree_unref(t);
    assert_non_null(index);
    return index;
}

/* The letters of the found tools: A track, B listParcels, C open_hours. */
static void expect_page(const ToolIndex *index, const char *query,
                        const char *name_space, const char *letters)
{
    IndexQuery q = { query, strlen(query), name_space,
                     name_space ? strlen(name_space) : 0 };
    uint32_t *ranked;
    size_t n;
    char found[16] = "";
    assert_int_equal(
        cm__index_search(index, &q, NULL, cm__alloc_default(), &ranked, &n),
        CM_OK);
    for (size_t i = 0; i < n; i++) {
        const char *path = cm__index_node(index, ranked[i])->path;
        strcat(found, strcmp(path, "parcel.track") == 0         ? "A"
                      : strcmp(path, "parcel.listParcels") == 0 ? "B"
                                                                : "C");
    }
    cm__free(cm__alloc_default(), ranked, n * sizeof *ranked);
    assert_string_equal(found, letters);
}

static void ranking_example_of_the_spec(void **state)
{
    (void)state;
    ToolIndex *index = parcels();
    expect_page(index, "track", NULL, "A");
    expect_page(index, "parcels", NULL, "BAC");
    expect_page(index, "tracking code", NULL, "A");
    expect_page(index, "parcel depot", NULL, "CBA");
    expect_page(index, "openHours", NULL, "C");
    expect_page(index, "\xe6\x97\xa5\xe6\x9c\xac", NULL, "CBA");
    expect_page(index, "*", NULL, "CBA");
    cm__index_free(index);
}

static void exact_paths_and_scopes(void **state)
{
    (void)state;
    ToolIndex *index = parcels();
    expect_page(index, " tools.parcel.track ", NULL, "A");
    expect_page(index, "parcel.track", NULL, "A");
    expect_page(index, "", "parcel", "BA");
    expect_page(index, "", "tools.parcel", "BA");
    expect_page(index, "", "tools", "CBA");
    expect_page(index, "", "", "");
    expect_page(index, "", "nope", "");
    expect_page(index, "parcel.track", "depot", "C");
    cm__index_free(index);
}

static void expect_offer(const ToolIndex *index, const char *path,
                         const char *offer)
{
    uint32_t node;
    assert_int_equal(cm__index_suggest(index, path, strlen(path), NULL, &node),
                     CM_OK);
    if (!offer) {
        assert_int_equal(node, CM_TREE_NONE);
        return;
    }
    assert_int_not_equal(node, CM_TREE_NONE);
    assert_string_equal(cm__tree_node(index->tree, node)->path, offer);
}

static void d10_did_you_mean(void **state)
{
    (void)state;
    ToolIndex *index = parcels();
    expect_offer(index, "parcel.list_parcels", "parcel.listParcels");
    expect_offer(index, "zzz", NULL);
    cm__index_free(index);
    ToolTree *t = cm__tree_new(cm__alloc_default());
    add(t, "get_issue", NULL, NULL);
    add(t, "get_me", NULL, NULL);
    index = cm__index_new(cm__alloc_default(), t);
    cm__tree_unref(t);
    expect_offer(index, "getissue", "get_issue");
    expect_offer(index, "get-me", "get_me");
    cm__index_free(index);
}

static void signatures_and_instructions(void **state)
{
    (void)state;
    ToolIndex *index = parcels();
    Buf out;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__describe_instructions(&out, CM_LANGUAGE_JAVASCRIPT, index,
                              CM_CATALOG_ALL);
    assert_non_null(strstr(
        cm__buf_text(&out),
        "## Tools\nComplete list.\n"
        "- depot (1 tool) // Warehouses and parcel depots\n"
        "  - tools.depot.open_hours(): Promise<void> // When a depot is open\n"
        "- parcel (2 tools)\n"
        "  - tools.parcel.listParcels(): Promise<void> // List parcels in "
        "transit\n"
        "  - tools.parcel.track({\n"
        "  /** Carrier tracking code */\n"
        "  code?: string,\n"
        "}): Promise<void> // Follow a shipment\n"));
    cm__buf_done(&out);
    cm__index_free(index);
}

static void groups_sort_by_name(void **state)
{
    (void)state;
    ToolTree *t = cm__tree_new(cm__alloc_default());
    add(t, "a.x", NULL, NULL);
    add(t, "a-b.y", NULL, NULL);
    add(t, "a", NULL, NULL);
    ToolIndex *index = cm__index_new(cm__alloc_default(), t);
    cm__tree_unref(t);
    Buf out;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__describe_instructions(&out, CM_LANGUAGE_JAVASCRIPT, index,
                              CM_CATALOG_ALL);
    assert_non_null(strstr(cm__buf_text(&out),
                           "Complete list.\n"
                           "- a (2 tools)\n"
                           "  - tools.a(): Promise<void>\n"
                           "  - tools.a.x(): Promise<void>\n"
                           "- a-b (1 tool)\n"
                           "  - tools[\"a-b\"].y(): Promise<void>\n"));
    cm__buf_done(&out);
    cm__index_free(index);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranking_example_of_the_spec),
        cmocka_unit_test(exact_paths_and_scopes),
        cmocka_unit_test(d10_did_you_mean),
        cmocka_unit_test(signatures_and_instructions),
        cmocka_unit_test(groups_sort_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
