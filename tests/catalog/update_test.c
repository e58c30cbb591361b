/* SPDX-License-Identifier: MIT */
/* Catalogs that change between turns; spec/adapter.md 9. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "catalog/catalog.h"
#include "catalog/describe.h"
#include "catalog/update.h"
#include "oom_sweep.h"

#include <stdio.h>
#include <string.h>

static void nothing(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    (void)call;
    (void)input;
    (void)len;
}

/* Tools by "path" or "path description", parted by newlines; a line that begins
 * with '#' describes a namespace. */
static ToolIndex *index_with(const cm_allocator *alloc, const char *lines)
{
    ToolTree *tree = cm__tree_new(alloc);
    cm_status status = tree ? CM_OK : CM_E_NOMEM;
    while (status == CM_OK && *lines) {
        char line[80];
        size_t n = strcspn(lines, "\n");
        (void)snprintf(line, sizeof line, "%.*s", (int)n, lines);
        lines += n + (lines[n] == '\n');
        char *about = strchr(line, ' ');
        if (about)
            *about++ = '\0';
        const cm_tool tool = { .description = about, .execute = nothing };
        if (line[0] == '#')
            status = cm__tree_describe(tree, line + 1, strlen(line + 1), about,
                                       NULL);
        else
            status = cm__tree_add(tree, line, strlen(line), &tool, NULL);
    }
    ToolIndex *index = status == CM_OK ? cm__index_new(alloc, tree) : NULL;
    cm__tree_unref(tree);
    return index;
}

/* want NULL: the whole catalog. */
static void expect(const char *seen, const char *now, int64_t budget,
                   const char *want)
{
    const cm_allocator *alloc = cm__alloc_default();
    ToolIndex *a = index_with(alloc, seen), *b = index_with(alloc, now);
    Buf out, whole;
    cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&whole, alloc, CM_BUF_NO_LIMIT);
    cm__describe_update(&out, CM_LANGUAGE_JAVASCRIPT, a, b, budget);
    cm__describe_catalog(&whole, CM_LANGUAGE_JAVASCRIPT, b, budget);
    assert_int_equal(out.status, CM_OK);
    assert_string_equal(cm__buf_text(&out), want ? want : cm__buf_text(&whole));
    cm__buf_done(&out);
    cm__buf_done(&whole);
    cm__index_free(a);
    cm__index_free(b);
}

/* A20: from 3 to 2 tools. */
/* A20 */
static void a_removed_tool_is_named(void **state)
{
    (void)state;
    expect("a.one First\na.two Second\na-b.three Third",
           "a.one First\na.two Second", CM_CATALOG_DEFAULT,
           "The tools have changed.\nRemoved tools:\n"
           "  - tools[\"a-b\"].three\n");
}

static void new_and_changed_tools_are_listed(void **state)
{
    (void)state;
    expect("a.one First\na.two Second\na.four Fourth",
           "a.one Else\na.two Second\na.three Third\na.four Fourth",
           CM_CATALOG_ALL,
           "The tools have changed.\nNew or changed tools:\n"
           "  - tools.a.one(): Promise<void> // Else\n"
           "  - tools.a.three(): Promise<void> // Third\n");
}

static void the_shorter_text_is_taken(void **state)
{
    (void)state;
    expect("a.one\na.two", "a.one First\na.two Second", CM_CATALOG_ALL, NULL);
    expect("", "a.one", CM_CATALOG_ALL, NULL);
}

static void nothing_changed_nothing_left(void **state)
{
    (void)state;
    expect("a.one\n#a A", "#a A\na.one", CM_CATALOG_ALL, "");
    expect("", "", 0, "");
    expect("a.one", "", CM_CATALOG_ALL,
           "No tools are available any more: do not call `execute`.\n");
}

#define MANY "a.one First\na.two Second\na.three Third\nb.one First\n"

static void what_asks_for_the_whole(void **state)
{
    (void)state;
    /* A description appeared, vanished, changed. */
    expect(MANY, MANY "#a A", CM_CATALOG_ALL, NULL);
    expect(MANY "#a A", MANY, CM_CATALOG_ALL, NULL);
    expect(MANY "#a A", MANY "#a B", CM_CATALOG_ALL, NULL);
    /* From complete to partial and back. */
    expect("a.one First\n#a long", MANY "#a long", 24, NULL);
    expect(MANY, "b.one First\n", 30, NULL);
    /* Other listings are shown of a partial list. */
    expect(MANY, MANY "a.zero\n", 26, NULL);
}

static void partial_lists_tell_of_groups(void **state)
{
    (void)state;
    expect(MANY "c.one\nd.one\n", MANY "b.two\nd.one\ne.one\ne.two\n", 0,
           "The tools have changed.\n"
           "New namespaces:\n- e (2 tools, none shown)\n"
           "Changed namespaces, search them again:\n"
           "- b (2 tools, none shown)\n"
           "Removed namespaces:\n- c\n");
    /* What does not show has not changed. */
    expect(MANY, "a.one First\na.two Second\na.four Fourth\nb.one First\n", 0,
           "");
}

static cm_status scenario(const cm_allocator *alloc, int64_t budget)
{
    ToolIndex *a = index_with(alloc, MANY "c.one");
    ToolIndex *b = index_with(alloc, MANY "a.four");
    cm_status status = CM_E_NOMEM;
    if (a && b) {
        Buf out;
        cm__buf_init(&out, alloc, CM_BUF_NO_LIMIT);
        cm__describe_update(&out, CM_LANGUAGE_LUA, a, b, budget);
        status = out.status;
        cm__buf_done(&out);
    }
    cm__index_free(a);
    cm__index_free(b);
    return status;
}

static cm_status scenario_of_none(const cm_allocator *alloc)
{
    return scenario(alloc, 0);
}

static cm_status scenario_of_all(const cm_allocator *alloc)
{
    return scenario(alloc, CM_CATALOG_ALL);
}

static void memory_may_be_refused(void **state)
{
    (void)state;
    (void)oom_sweep(scenario_of_none);
    (void)oom_sweep(scenario_of_all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_removed_tool_is_named),
        cmocka_unit_test(new_and_changed_tools_are_listed),
        cmocka_unit_test(the_shorter_text_is_taken),
        cmocka_unit_test(nothing_changed_nothing_left),
        cmocka_unit_test(what_asks_for_the_whole),
        cmocka_unit_test(partial_lists_tell_of_groups),
        cmocka_unit_test(memory_may_be_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
