/* SPDX-License-Identifier: MIT */
/* The budgeted catalog and the instructions around it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "catalog/catalog.h"
#include "catalog/describe.h"
#include "oom_sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void nothing(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    (void)call;
    (void)input;
    (void)len;
}

static void add(ToolTree *tree, const char *path, const char *description,
                bool pinned)
{
    const cm_tool tool = { .description = description,
                           .pinned = pinned,
                           .execute = nothing };
    assert_int_equal(cm__tree_add(tree, path, strlen(path), &tool, NULL),
                     CM_OK);
}

static ToolIndex *freeze(ToolTree *take_tree)
{
    ToolIndex *index = cm__index_new(cm__alloc_default(), take_tree);
    cm__tree_unref(take_tree);
    assert_non_null(index);
    return index;
}

static char *text_of(const ToolIndex *index, cm_language language,
                     int64_t budget)
{
    static char text[1 << 16];
    Buf out;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__describe_instructions(&out, language, index, budget);
    assert_int_equal(out.status, CM_OK);
    assert_true(out.len < sizeof text);
    memcpy(text, cm__buf_text(&out), out.len + 1);
    cm__buf_done(&out);
    return text;
}

/* The catalog's lines for JavaScript. */
static char *lines_of(const ToolIndex *index, int64_t budget, uint32_t *shown)
{
    static char text[1 << 16];
    Catalog c;
    Buf out;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    assert_int_equal(cm__catalog_make(cm__alloc_default(), index,
                                      CM_LANGUAGE_JAVASCRIPT, budget, &c),
                     CM_OK);
    cm__catalog_add_lines(&out, &c);
    *shown = c.shown;
    memcpy(text, cm__buf_text(&out), out.len + 1);
    cm__catalog_done(&c);
    cm__buf_done(&out);
    return text;
}

static void expect_lines(const ToolIndex *index, int64_t budget, uint32_t want,
                         const char *lines)
{
    uint32_t shown;
    assert_string_equal(lines_of(index, budget, &shown), lines);
    assert_int_equal(shown, want);
}

/* Listings of 45, 60 and 35 characters, as in the example of the
 * specification: `  - tools.alpha.one(): Promise<void>` is 36. */
static ToolIndex *example(void)
{
    ToolTree *tree = cm__tree_new(cm__alloc_default());
    add(tree, "alpha.two", "12345678901234567890", false);
    add(tree, "alpha.one", "12345", false);
    add(tree, "beta.one", NULL, false);
    return freeze(tree);
}

#define ALPHA_ONE "  - tools.alpha.one(): Promise<void> // 12345\n"
#define ALPHA_TWO \
    "  - tools.alpha.two(): Promise<void> // 12345678901234567890\n"
#define BETA_ONE "  - tools.beta.one(): Promise<void>\n"

static void example_of_the_spec(void **state)
{
    (void)state;
    assert_int_equal(sizeof ALPHA_ONE - 2, 45);
    assert_int_equal(sizeof ALPHA_TWO - 2, 60);
    assert_int_equal(sizeof BETA_ONE - 2, 35);
    ToolIndex *index = example();
    expect_lines(index, 35, 2,
                 "- alpha (2 tools, 1 shown)\n" ALPHA_ONE
                 "- beta (1 tool)\n" BETA_ONE);
    cm__index_free(index);
}

static void d37_exactly_the_sum(void **state)
{
    (void)state;
    ToolIndex *index = example();
    const char *all =
        "- alpha (2 tools)\n" ALPHA_ONE ALPHA_TWO "- beta (1 tool)\n" BETA_ONE;
    expect_lines(index, 49, 3, all);
    expect_lines(index, CM_CATALOG_ALL, 3, all);
    expect_lines(index, 48, 2,
                 "- alpha (2 tools, 1 shown)\n" ALPHA_ONE
                 "- beta (1 tool)\n" BETA_ONE);
    cm__index_free(index);
}

static void d36_budgets_at_the_edge(void **state)
{
    Catalog c;
    (void)state;
    ToolIndex *index = example();
    expect_lines(index, 0, 0,
                 "- alpha (2 tools, none shown)\n"
                 "- beta (1 tool, none shown)\n");
    assert_int_equal(
        cm__catalog_make(cm__alloc_default(), index, CM_LANGUAGE_LUA, -1, &c),
        CM_E_RANGE);
    cm__index_free(index);
    ToolTree *tree = cm__tree_new(cm__alloc_default());
    add(tree, "alpha.two", NULL, true);
    add(tree, "alpha.one", NULL, false);
    index = freeze(tree);
    expect_lines(index, 0, 1,
                 "- alpha (2 tools, 1 shown)\n"
                 "  - tools.alpha.two(): Promise<void>\n");
    /* 7 for the group, 9 for the pinned one, 9 for the other. */
    expect_lines(index, 24, 1,
                 "- alpha (2 tools, 1 shown)\n"
                 "  - tools.alpha.two(): Promise<void>\n");
    expect_lines(index, 25, 2,
                 "- alpha (2 tools)\n"
                 "  - tools.alpha.one(): Promise<void>\n"
                 "  - tools.alpha.two(): Promise<void>\n");
    cm__index_free(index);
}

static void d35_first_lines(void **state)
{
    char line[200], want[400];
    (void)state;
    for (int n = 120; n <= 121; n++) {
        ToolTree *tree = cm__tree_new(cm__alloc_default());
        (void)snprintf(line, sizeof line, " \n%.*s\nmore", n,
                       "aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeee"
                       "ffffffffffgggggggggghhhhhhhhhhiiiiiiiiiijjjjjjjjjj"
                       "kkkkkkkkkkllllllllllm");
        add(tree, "a", line, false);
        ToolIndex *index = freeze(tree);
        (void)snprintf(want, sizeof want,
                       "- a (1 tool)\n  - tools.a(): Promise<void> // %.*s%s\n",
                       n == 120 ? 120 : 117, line + 2, n == 120 ? "" : "...");
        expect_lines(index, CM_CATALOG_DEFAULT, 1, want);
        cm__index_free(index);
    }
    /* A character of two units is not cut in half: 116 and an emoji. */
    ToolTree *tree = cm__tree_new(cm__alloc_default());
    (void)snprintf(line, sizeof line, "%0116d\xF0\x9F\x98\x80%s", 0, "wxyz");
    add(tree, "a", line, false);
    ToolIndex *index = freeze(tree);
    (void)snprintf(want, sizeof want,
                   "- a (1 tool)\n  - tools.a(): Promise<void> // %0116d...\n",
                   0);
    expect_lines(index, CM_CATALOG_DEFAULT, 1, want);
    cm__index_free(index);
}

static void d38_a_small_group_beside_a_huge_one(void **state)
{
    char path[40];
    (void)state;
    ToolTree *tree = cm__tree_new(cm__alloc_default());
    for (int i = 0; i < 5000; i++) {
        (void)snprintf(path, sizeof path, "huge.tool_%04d", i);
        add(tree, path, NULL, false);
    }
    add(tree, "small.one", NULL, false);
    add(tree, "small.two", NULL, false);
    ToolIndex *index = freeze(tree);
    uint32_t shown;
    const char *text = lines_of(index, CM_CATALOG_DEFAULT, &shown);
    assert_non_null(strstr(text, "- small (2 tools)\n"));
    assert_non_null(strstr(text, "tools.small.one()"));
    assert_non_null(strstr(text, "tools.small.two()"));
    assert_non_null(strstr(text, "tools.huge.tool_0000()"));
    assert_true(shown > 150 && shown < 250);
    cm__index_free(index);
}

static void d39_a_tool_at_the_root(void **state)
{
    (void)state;
    ToolTree *tree = cm__tree_new(cm__alloc_default());
    add(tree, "ping", NULL, false);
    ToolIndex *index = freeze(tree);
    expect_lines(index, CM_CATALOG_DEFAULT, 1,
                 "- ping (1 tool)\n  - tools.ping(): Promise<void>\n");
    cm__index_free(index);
}

/* A line end in a name begins no listing that no tool stands behind. */
static void names_stay_in_their_line(void **state)
{
    (void)state;
    ToolTree *tree = cm__tree_new(cm__alloc_default());
    const cm_tool tool = { .execute = nothing };
    add(tree, "a\n  - tools.b(): Promise<void>.x", NULL, false);
    assert_int_equal(cm__tree_add(tree, "z\0z", 3, &tool, NULL), CM_OK);
    ToolIndex *index = freeze(tree);
    expect_lines(index, CM_CATALOG_ALL, 2,
                 "- \"a\\n  - tools\" (1 tool)\n"
                 "  - tools[\"a\\n  - tools\"][\"b(): Promise<void>\"].x(): "
                 "Promise<void>\n"
                 "- \"z\\u0000z\" (1 tool)\n"
                 "  - tools[\"z\\u0000z\"](): Promise<void>\n");
    cm__index_free(index);
}

static void d3_order_of_declaration_does_not_show(void **state)
{
    static const char *const paths[] = { "b.x", "a", "a-b.y", "a.z", "b" };
    char first[4096];
    (void)state;
    for (int round = 0; round < 2; round++) {
        ToolTree *tree = cm__tree_new(cm__alloc_default());
        for (int i = 0; i < 5; i++)
            add(tree, paths[round ? 4 - i : i], "About", false);
        ToolIndex *index = freeze(tree);
        const char *text =
            text_of(index, CM_LANGUAGE_JAVASCRIPT, CM_CATALOG_DEFAULT);
        if (round)
            assert_string_equal(text, first);
        else
            (void)snprintf(first, sizeof first, "%s", text);
        cm__index_free(index);
    }
}

static void d40_nothing_to_call(void **state)
{
    (void)state;
    ToolTree *tree = cm__tree_new(cm__alloc_default());
    assert_int_equal(cm__tree_describe(tree, "bare", 4, "No tools", NULL),
                     CM_OK);
    ToolIndex *index = freeze(tree);
    const char *text = text_of(index, CM_LANGUAGE_JAVASCRIPT, 0);
    assert_non_null(strstr(text, "\n\n## Tools\nNo tools are available.\n"));
    assert_null(strstr(text, "search"));
    assert_null(strstr(text, "bare"));
    cm__index_free(index);
}

static void d41_search_is_told_of_in_partial_lists(void **state)
{
    (void)state;
    ToolIndex *index = example();
    for (int i = 0; i < 2; i++) {
        const char *text = text_of(index, (cm_language)i, 49);
        if (i == 0)
            assert_non_null(strstr(text, "## Tools\nComplete list.\n- alpha"));
        assert_null(strstr(text, "search"));
        text = text_of(index, (cm_language)i, 10);
        assert_non_null(
            strstr(text, "## Tools\nPartial list: 0 of 3 shown.\n- alpha (2 "
                         "tools, none shown)\n- beta (1 tool, none shown)\n\n"
                         "search({\n"));
        assert_non_null(
            strstr(text, i ? "}|json.null,\n}\n" : "} | null,\n}\n"));
        assert_non_null(strstr(text, "`next.offset`"));
        assert_int_equal(strstr(text, "await") == NULL, i);
    }
    cm__index_free(index);
}

static void f81a_five_small_tools(void **state)
{
    static const char *const paths[] = { "a.one", "a.two", "b.one", "b.two",
                                         "c" };
    (void)state;
    ToolTree *tree = cm__tree_new(cm__alloc_default());
    for (int i = 0; i < 5; i++)
        add(tree, paths[i], "Small", false);
    ToolIndex *index = freeze(tree);
    const char *text =
        text_of(index, CM_LANGUAGE_JAVASCRIPT, CM_CATALOG_DEFAULT);
    assert_non_null(strstr(text, "\nComplete list.\n"));
    assert_null(strstr(text, "search"));
    for (int i = 0; i < 5; i++) {
        char line[80];
        (void)snprintf(line, sizeof line,
                       "\n  - tools.%s(): Promise<void> // Small\n", paths[i]);
        assert_non_null(strstr(text, line));
    }
    cm__index_free(index);
}

static void f81b_five_hundred_tools(void **state)
{
    char path[40], line[80];
    (void)state;
    ToolTree *tree = cm__tree_new(cm__alloc_default());
    for (int i = 0; i < 500; i++) {
        (void)snprintf(path, sizeof path, "group%d.tool%d", i % 10, i);
        add(tree, path, "One of very many", false);
    }
    ToolIndex *index = freeze(tree);
    const char *text =
        text_of(index, CM_LANGUAGE_JAVASCRIPT, CM_CATALOG_DEFAULT);
    const char *partial = strstr(text, "\nPartial list: ");
    assert_non_null(partial);
    char *end;
    long shown = strtol(partial + 15, &end, 10);
    assert_true(shown > 50 && shown < 250);
    assert_memory_equal(end, " of 500 shown.\n", 15);
    long listed = 0;
    for (const char *at = text; (at = strstr(at, "\n  - tools.")); at++)
        listed++;
    assert_int_equal(listed, shown);
    for (int i = 0; i < 10; i++) {
        (void)snprintf(line, sizeof line, "\n- group%d (50 tools, ", i);
        assert_non_null(strstr(text, line));
    }
    assert_non_null(strstr(text, "\nsearch({\n"));
    cm__index_free(index);
}

static void namespaces_are_described(void **state)
{
    (void)state;
    ToolTree *tree = cm__tree_new(cm__alloc_default());
    add(tree, "a.b.c", NULL, false);
    assert_int_equal(cm__tree_describe(tree, "a", 1, "Top\nmore", NULL), CM_OK);
    assert_int_equal(cm__tree_describe(tree, "a.b", 3, "Inner", NULL), CM_OK);
    ToolIndex *index = freeze(tree);
    expect_lines(index, CM_CATALOG_DEFAULT, 1,
                 "- a (1 tool) // Top\n  - tools.a.b.c(): Promise<void>\n");
    cm__index_free(index);
}

static cm_status refused_scenario(const cm_allocator *alloc)
{
    ToolTree *tree = cm__tree_new(alloc);
    const cm_tool tool = {
        .execute = nothing,
        .input_schema = "{\"properties\":{\"city\":{},\"day\":{}}}",
    };
    cm_status status =
        tree ? cm__tree_add(tree, "a.b", 3, &tool, NULL) : CM_E_NOMEM;
    ToolIndex *index = status == CM_OK ? cm__index_new(alloc, tree) : NULL;
    cm__tree_unref(tree);
    if (!index)
        return CM_E_NOMEM;
    Buf out;
    cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
    cm__describe_instructions(&out, CM_LANGUAGE_JAVASCRIPT, index, 5);
    status = out.status;
    cm__buf_done(&out);
    cm__index_free(index);
    return status;
}

static void memory_may_be_refused(void **state)
{
    (void)state;
    (void)oom_sweep(refused_scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(example_of_the_spec),
        cmocka_unit_test(d37_exactly_the_sum),
        cmocka_unit_test(d36_budgets_at_the_edge),
        cmocka_unit_test(d35_first_lines),
        cmocka_unit_test(d38_a_small_group_beside_a_huge_one),
        cmocka_unit_test(d39_a_tool_at_the_root),
        cmocka_unit_test(names_stay_in_their_line),
        cmocka_unit_test(d3_order_of_declaration_does_not_show),
        cmocka_unit_test(d40_nothing_to_call),
        cmocka_unit_test(d41_search_is_told_of_in_partial_lists),
        cmocka_unit_test(f81a_five_small_tools),
        cmocka_unit_test(f81b_five_hundred_tools),
        cmocka_unit_test(namespaces_are_described),
        cmocka_unit_test(memory_may_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
