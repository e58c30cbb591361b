/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "catalog/tree.h"

#include <stdio.h>
#include <string.h>

static void nothing(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    (void)call;
    (void)input;
    (void)len;
}

static cm_status add(ToolTree *t, const char *path, const char *description)
{
    cm_tool tool = { .description = description, .execute = nothing };
    return cm__tree_add(t, path, strlen(path), &tool, NULL);
}

static bool has(const ToolTree *t, const char *path)
{
    return cm__tree_find(t, path, strlen(path)) != CM_TREE_NONE;
}

static const ToolNode *at(const ToolTree *t, const char *path)
{
    assert_true(has(t, path));
    return cm__tree_node(t, cm__tree_find(t, path, strlen(path)));
}

static void children(ToolTree *t, const char *path, char *out)
{
    out[0] = '\0';
    for (uint32_t c = at(t, path)->first_child; c != CM_TREE_NONE;
         c = cm__tree_node(t, c)->next) {
        strcat(out, cm__node_name(cm__tree_node(t, c)));
        strcat(out, ",");
    }
}

static void d1_empty_segments_are_refused(void **state)
{
    (void)state;
    ToolTree *t = cm__tree_new(cm__alloc_default());
    const char *const bad[] = { "", ".", "a..b", "a.", ".a" };
    for (size_t i = 0; i < CM_ARRAY_LEN(bad); i++)
        assert_int_equal(add(t, bad[i], NULL), CM_E_NAME);
    assert_int_equal(t->n_tools, 0);
    cm__tree_unref(t);
}

static void example_of_the_spec_builds(void **state)
{
    (void)state;
    char names[64];
    ToolTree *t = cm__tree_new(cm__alloc_default());
    assert_int_equal(add(t, "mail.send", "A"), CM_OK);
    assert_int_equal(cm__tree_describe(t, "mail", 4, "Postal things", NULL),
                     CM_OK);
    assert_int_equal(add(t, "mail.send", "B"), CM_OK);
    assert_int_equal(add(t, "mail.inbox.read", "C"), CM_OK);
    assert_int_equal(add(t, "mail.inbox", "D"), CM_OK);
    assert_int_equal(t->n_tools, 3);
    children(t, "", names);
    assert_string_equal(names, "mail,");
    children(t, "mail", names);
    assert_string_equal(names, "send,inbox,");
    assert_string_equal(at(t, "mail.send")->tool->description, "B");
    assert_string_equal(at(t, "mail.inbox")->tool->description, "D");
    assert_string_equal(at(t, "mail")->description, "Postal things");
    assert_null(at(t, "mail")->tool);
    assert_false(has(t, "mail.out"));
    cm__tree_unref(t);
}

static void d5_no_name_is_special(void **state)
{
    (void)state;
    const char *const names[] = { "constructor", "__proto__", "toString",
                                  "has space",   "q\"z\"",    "\xc3\xa9" };
    ToolTree *t = cm__tree_new(cm__alloc_default());
    for (size_t i = 0; i < CM_ARRAY_LEN(names); i++)
        assert_int_equal(add(t, names[i], NULL), CM_OK);
    assert_string_equal(at(t, "q\"z\"")->expression, "tools[\"q\\\"z\\\"\"]");
    assert_string_equal(at(t, "constructor")->expression, "tools.constructor");
    assert_string_equal(at(t, "\xc3\xa9")->expression, "tools[\"\xc3\xa9\"]");
    assert_false(has(t, "hasOwnProperty"));
    cm__tree_unref(t);
}

static void d12_bounds_of_paths(void **state)
{
    (void)state;
    ToolTree *t = cm__tree_new(cm__alloc_default());
    char segment[200];
    memset(segment, 'a', sizeof segment);
    segment[128] = '\0';
    assert_int_equal(add(t, segment, NULL), CM_OK);
    segment[128] = 'a';
    segment[129] = '\0';
    assert_int_equal(add(t, segment, NULL), CM_E_NAME);
    assert_int_equal(add(t, "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a", NULL), CM_OK);
    assert_int_equal(add(t, "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a", NULL),
                     CM_E_NAME);
    cm__tree_unref(t);
}

static void schemas_must_be_json(void **state)
{
    (void)state;
    cm_error err;
    ToolTree *t = cm__tree_new(cm__alloc_default());
    cm_tool tool = { .input_schema = "{\"a\":", .execute = nothing };
    assert_int_equal(cm__tree_add(t, "a", 1, &tool, &err), CM_E_SYNTAX);
    assert_string_equal(err.path, "a");
    tool.input_schema = "{}";
    assert_int_equal(cm__tree_add(t, "a", 1, &tool, &err), CM_OK);
    cm__tree_unref(t);
}

static void shared_tree_is_copied_before_a_change(void **state)
{
    (void)state;
    ToolTree *t = cm__tree_new(cm__alloc_default());
    assert_int_equal(add(t, "a.b", "one"), CM_OK);
    ToolTree *frozen = cm__tree_ref(t);
    assert_int_equal(cm__tree_own(&t), CM_OK);
    assert_ptr_not_equal(t, frozen);
    assert_int_equal(add(t, "a.b", "two"), CM_OK);
    assert_int_equal(add(t, "a.c", NULL), CM_OK);
    assert_string_equal(at(frozen, "a.b")->tool->description, "one");
    assert_false(has(frozen, "a.c"));
    assert_string_equal(at(t, "a.b")->tool->description, "two");
    cm__tree_unref(frozen);
    cm__tree_unref(t);
}

/* Whether tools at the path in two trees share what was made of them. */
static bool shares(const ToolTree *from, const cm_allocator *alloc,
                   const char *path, const cm_tool *tool)
{
    ToolTree *t = cm__tree_new(alloc);
    assert_int_equal(
        cm__tree_add_again(t, from, path, strlen(path), tool, NULL), CM_OK);
    const ToolNode *n = at(t, path);
    bool is_shared = n->tool->facts == at(from, "a.b")->tool->facts;
    assert_true(n->tool->user == tool->user);
    assert_int_equal(n->tool->pinned, tool->pinned);
    assert_int_equal(n->tool->input != NULL, tool->validate_input != 0);
    cm__tree_unref(t);
    return is_shared;
}

static void what_is_the_same_is_shared(void **state)
{
    (void)state;
    ToolTree *t = cm__tree_new(cm__alloc_default());
    const cm_allocator other = *cm__alloc_default();
    int user;
    const cm_tool tool = { .description = "d",
                           .input_schema = "{\"type\":\"object\"}",
                           .output_schema = "{}",
                           .validate_input = 1,
                           .execute = nothing };
    assert_int_equal(cm__tree_add(t, "a.b", 3, &tool, NULL), CM_OK);
    cm_tool same = tool;
    same.user = &user;
    same.pinned = 1;
    assert_true(shares(t, cm__alloc_default(), "a.b", &same));
    assert_false(shares(t, &other, "a.b", &tool));
    assert_false(shares(t, cm__alloc_default(), "a.c", &tool));
    cm_tool differs[6];
    for (size_t i = 0; i < CM_ARRAY_LEN(differs); i++)
        differs[i] = tool;
    differs[0].description = NULL;
    differs[1].description = "e";
    differs[2].input_schema = "{\"type\":\"object\" }";
    differs[3].output_schema = NULL;
    differs[4].validate_input = 0;
    differs[5].validate_output = 1;
    for (size_t i = 0; i < CM_ARRAY_LEN(differs); i++)
        assert_false(shares(t, cm__alloc_default(), "a.b", &differs[i]));
    cm__tree_unref(t);
}

static void announced_until_it_has_a_tool(void **state)
{
    (void)state;
    ToolTree *t = cm__tree_new(cm__alloc_default());
    assert_int_equal(cm__tree_announce(t, "a.b", 3, NULL), CM_E_NAME);
    assert_int_equal(cm__tree_announce(t, "a", 1, NULL), CM_OK);
    assert_int_equal(add(t, "ab.c", NULL), CM_OK);
    assert_int_equal(cm__tree_announced(t, "a.x", 3), 1);
    assert_int_equal(cm__tree_announced(t, "a", 1), 1);
    assert_int_equal(cm__tree_announced(t, "ab.x", 4), CM_TREE_NONE);
    assert_int_equal(cm__tree_announced(t, ".x", 2), CM_TREE_NONE);
    assert_int_equal(cm__tree_announced(t, "", 0), CM_TREE_NONE);
    ToolTree *copy = cm__tree_ref(t);
    assert_int_equal(cm__tree_own(&copy), CM_OK);
    assert_int_equal(cm__tree_announced(copy, "a.x", 3), 1);
    assert_int_equal(add(t, "a.b.c", NULL), CM_OK);
    assert_int_equal(cm__tree_announced(t, "a.x", 3), CM_TREE_NONE);
    assert_int_equal(cm__tree_announce(t, "a", 1, NULL), CM_OK);
    assert_int_equal(cm__tree_announced(t, "a.x", 3), CM_TREE_NONE);
    assert_int_equal(add(copy, "a", NULL), CM_OK);
    assert_int_equal(cm__tree_announced(copy, "a.x", 3), CM_TREE_NONE);
    cm__tree_unref(copy);
    cm__tree_unref(t);
}

static void ten_thousand_tools_are_found(void **state)
{
    (void)state;
    char path[64];
    ToolTree *t = cm__tree_new(cm__alloc_default());
    for (int i = 0; i < 10000; i++) {
        (void)snprintf(path, sizeof path, "ns%d.tool_%d", i % 7, i);
        assert_int_equal(add(t, path, NULL), CM_OK);
    }
    assert_int_equal(t->n_tools, 10000);
    assert_true(has(t, "ns3.tool_9999"));
    assert_false(has(t, "ns4.tool_9999"));
    cm__tree_unref(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(d1_empty_segments_are_refused),
        cmocka_unit_test(example_of_the_spec_builds),
        cmocka_unit_test(d5_no_name_is_special),
        cmocka_unit_test(d12_bounds_of_paths),
        cmocka_unit_test(schemas_must_be_json),
        cmocka_unit_test(shared_tree_is_copied_before_a_change),
        cmocka_unit_test(what_is_the_same_is_shared),
        cmocka_unit_test(announced_until_it_has_a_tool),
        cmocka_unit_test(ten_thousand_tools_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
