/* SPDX-License-Identifier: MIT */
/* One resolver for names: everything shown can be called exactly as shown.
 *
 * Trees by chance (resolver_tree.h), in both languages. Whatever writes a tool
 * down, that is descriptors, catalogs, search, did-you-mean and the names a
 * program enumerates, is pasted into a program and must call its own tool. The
 * number of trees is RESOLVER_TREES of the environment, else 600. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "catalog/expression.h"
#include "runtime/resolver_tree.h"
#include "json/writer.h"

static unsigned long n_calls, n_offers, n_unknown;

/* A program of calls and the tools that they must reach, in order. */
typedef struct Pasted {
    World *world;
    Buf source;
    const WorldTool *want[WORLD_CALLS];
    int n;
} Pasted;

static void pasted_init(Pasted *p, World *w)
{
    p->world = w;
    p->n = 0;
    cm__buf_init(&p->source, cm__alloc_default(), CM_BUF_NO_LIMIT);
}

static void paste(Pasted *p, const char *expression, size_t len,
                  const WorldTool *want)
{
    bool is_lua = p->world->language == CM_LANGUAGE_LUA;
    assert_true(p->n < WORLD_CALLS);
    cm__buf_add_str(&p->source, is_lua ? "" : "await ");
    cm__buf_add(&p->source, expression, len);
    cm__buf_add_str(&p->source, is_lua ? "({ i = 1 })\n" : "({ i: 1 });\n");
    p->want[p->n++] = want;
}

static void pasted_run(Pasted *p)
{
    World *w = p->world;
    if (p->n == 0) {
        cm__buf_done(&p->source);
        return;
    }
    cm_result *r = world_run(w, cm__buf_text(&p->source), p->source.len);
    if (!cm_result_ok(r))
        fail_msg("%s\n%s", cm__buf_text(&p->source), cm_result_json(r, NULL));
    assert_int_equal(w->n_called, p->n);
    for (int i = 0; i < p->n; i++)
        if (w->called[i] != p->want[i])
            fail_msg("%s\ncall %d is of tool %d, not %d",
                     cm__buf_text(&p->source), i, w->called[i]->number,
                     p->want[i]->number);
    n_calls += (unsigned)p->n;
    cm_result_free(r);
    cm__buf_done(&p->source);
}

/* ---- reading what is shown ---- */

/* How far an expression reaches: tools, then names and strings in brackets. */
static size_t expression_length(const char *text)
{
    const char *at = text;
    assert_memory_equal(at, "tools", 5);
    for (at += 5; *at == '.' || *at == '[';) {
        if (*at == '.') {
            at += 1 + strcspn(at + 1, ".[(");
            continue;
        }
        assert_int_equal(at[1], '"');
        for (at += 2; *at != '"'; at++)
            at += *at == '\\';
        assert_int_equal(at[1], ']');
        at += 2;
    }
    assert_int_equal(*at, '(');
    return (size_t)(at - text);
}

static const WorldTool *described(const World *w, const char *text)
{
    assert_int_equal(text[0], 'T');
    long number = strtol(text + 1, NULL, 10);
    assert_in_range(number, 0, w->n_tools - 1);
    return &w->tools[number];
}

/* ---- the shapes in which tools are shown ---- */

static void check_descriptors(World *w)
{
    Pasted p;
    pasted_init(&p, w);
    for (int i = 0; i < w->n_tools; i++) {
        cm_tool_info info = cm_runtime_tool(w->runtime, (size_t)i);
        const WorldTool *tool = w->sorted[i];
        size_t len;
        assert_string_equal(info.path, tool->path);
        assert_ptr_equal(described(w, info.description), tool);
        char *text =
            cm_runtime_expression(w->runtime, tool->path, tool->path_len, &len);
        assert_string_equal(info.expression, text);
        cm_text_free(w->runtime, text);
        assert_int_equal(expression_length(info.signature), len);
        assert_memory_equal(info.signature, info.expression, len);
        paste(&p, info.expression, len, tool);
    }
    pasted_run(&p);
}

/* Returns how many tools are listed. */
static int check_catalog(World *w, int64_t budget)
{
    const char *note = w->language == CM_LANGUAGE_LUA ? " -- " : " // ";
    Pasted p;
    size_t len;
    pasted_init(&p, w);
    char *text = cm_runtime_catalog(w->runtime, budget, &len);
    assert_non_null(text);
    assert_int_equal(strlen(text), len);
    for (const char *at = text; (at = strstr(at, "\n  - ")) != NULL;) {
        at += 5;
        size_t n = expression_length(at);
        const char *about = strstr(at + n, note);
        assert_non_null(about);
        paste(&p, at, n, described(w, about + 4));
        at += n;
    }
    int n = p.n;
    pasted_run(&p);
    cm_text_free(w->runtime, text);
    return n;
}

/* The value of a program that must end well. */
static JsonDoc *value_of(World *w, const char *source, size_t len)
{
    JsonDoc *doc = NULL;
    cm_result *r = world_run(w, source, len);
    if (!cm_result_ok(r))
        fail_msg("%s\n%s", source, cm_result_json(r, NULL));
    const char *json = cm_result_value(r, &len);
    assert_int_equal(
        cm__json_parse(cm__alloc_default(), json, len, NULL, &doc, NULL),
        CM_OK);
    cm_result_free(r);
    return doc;
}

static const WorldTool *paste_item(Pasted *p, const JsonValue *item)
{
    const JsonValue *path = cm__json_get(item, "path");
    const JsonValue *signature = cm__json_get(item, "signature");
    const WorldTool *tool =
        described(p->world, cm__json_get(item, "description")->text);
    assert_int_equal(expression_length(signature->text), path->len);
    assert_memory_equal(signature->text, path->text, path->len);
    paste(p, path->text, path->len, tool);
    return tool;
}

static void check_search(World *w)
{
    static const char source[] = "return search({ limit: 100 }).items";
    static const char lua[] = "return search({ limit = 100 }).items";
    bool is_lua = w->language == CM_LANGUAGE_LUA;
    Pasted p;
    pasted_init(&p, w);
    const char *text = is_lua ? lua : source;
    JsonDoc *doc = value_of(w, text, strlen(text));
    assert_int_equal(doc->root.n_items, w->n_tools);
    for (size_t i = 0; i < doc->root.n_items; i++)
        assert_ptr_equal(paste_item(&p, &doc->root.items[i]), w->sorted[i]);
    cm__json_doc_free(doc);
    pasted_run(&p);
}

/* An expression finds its tool, and that one alone. */
static void check_exact(World *w)
{
    bool is_lua = w->language == CM_LANGUAGE_LUA;
    Pasted p;
    Buf source;
    pasted_init(&p, w);
    cm__buf_init(&source, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_str(&source, is_lua ? "return { " : "return [");
    for (int i = 0; i < w->n_tools; i++) {
        const char *expression =
            cm_runtime_tool(w->runtime, (size_t)i).expression;
        cm__buf_add_str(&source,
                        is_lua ? "search({ query = " : "search({ query: ");
        if (is_lua)
            cm__lua_quote(&source, expression, strlen(expression));
        else
            cm__json_quote(&source, expression, strlen(expression));
        cm__buf_add_str(&source, " }).items, ");
    }
    cm__buf_add_str(&source, is_lua ? "}" : "]");
    JsonDoc *doc = value_of(w, cm__buf_text(&source), source.len);
    assert_int_equal(doc->root.n_items, w->n_tools);
    for (size_t i = 0; i < doc->root.n_items; i++) {
        const JsonValue *items = &doc->root.items[i];
        assert_int_equal(items->n_items, 1);
        assert_ptr_equal(paste_item(&p, &items->items[0]), w->sorted[i]);
    }
    cm__json_doc_free(doc);
    cm__buf_done(&source);
    pasted_run(&p);
}

/* A program that walks the tree calls every tool once, under the path made of
 * the names that it saw. */
static void check_enumeration(World *w)
{
    static const char source[] =
        "async function walk(ref, at) {\n"
        "  const keys = Object.keys(ref);\n"
        "  for (const k in ref) if (!keys.includes(k)) throw k;\n"
        "  for (const k of keys) {\n"
        "    const p = at === null ? k : at + '.' + k;\n"
        "    try { await ref[k]({ p }) } catch (e) {\n"
        "      if (!e.message.includes('is not callable')) throw e;\n"
        "    }\n"
        "    await walk(ref[k], p);\n"
        "  }\n"
        "}\n"
        "await walk(tools, null);\n";
    static const char lua[] =
        "local function walk(ref, at)\n"
        "  for k in pairs(ref) do\n"
        "    local p = at and at .. '.' .. k or k\n"
        "    pcall(function() return ref[k]({ p = p }) end)\n"
        "    walk(ref[k], p)\n"
        "  end\n"
        "end\n"
        "walk(tools)\n";
    const char *text = w->language == CM_LANGUAGE_LUA ? lua : source;
    cm__json_doc_free(value_of(w, text, strlen(text)));
    assert_int_equal(w->n_called, w->n_tools);
    for (int i = 0; i < w->n_called; i++)
        for (int k = 0; k < i; k++)
            assert_ptr_not_equal(w->called[i], w->called[k]);
    n_calls += (unsigned)w->n_called;
}

/* ---- did you mean ---- */

/* Mistypes a path; false when that cannot be. */
static bool mistype(World *w, char *path, size_t *len)
{
    size_t at = world_below(w, (uint32_t)*len);
    char c = path[at];
    bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!is_letter)
        return false;
    switch (world_below(w, 3)) {
    case 0:
        path[at] = (char)(c ^ 0x20);
        return true;
    case 1: /* twice */
        memmove(path + at + 1, path + at, *len - at);
        ++*len;
        return true;
    default:
        if ((at == 0 || path[at - 1] == '.') &&
            (at + 1 == *len || path[at + 1] == '.'))
            return false;
        memmove(path + at, path + at + 1, *len - at - 1);
        --*len;
        return true;
    }
}

/* What is offered must be written as the catalog writes it. */
static void check_offer(World *w, const char *expression, size_t len)
{
    Pasted p;
    pasted_init(&p, w);
    for (int i = 0; i < w->n_tools; i++) {
        const char *text = cm_runtime_tool(w->runtime, (size_t)i).expression;
        if (strlen(text) == len && memcmp(text, expression, len) == 0)
            paste(&p, expression, len, w->sorted[i]);
    }
    assert_int_equal(p.n, 1);
    pasted_run(&p);
    n_offers++;
}

static void check_suggestion(World *w)
{
    static const char mark[] = "Did you mean ";
    char path[WORLD_PATH + 1];
    size_t len, n;
    const WorldTool *tool = &w->tools[world_below(w, (uint32_t)w->n_tools)];
    len = tool->path_len;
    memcpy(path, tool->path, len);
    if (!mistype(w, path, &len))
        return;
    char *expression = cm_runtime_expression(w->runtime, path, len, &n);
    Pasted p;
    pasted_init(&p, w);
    paste(&p, expression, n, NULL);
    cm_result *r = world_run(w, cm__buf_text(&p.source), p.source.len);
    if (!cm_result_ok(r)) {
        const char *text = cm_result_error_message(r, &n);
        assert_string_equal(cm_result_error_kind(r), "UnknownTool");
        assert_int_equal(w->n_called, 0);
        n_unknown++;
        const char *offer = NULL;
        for (const char *at = text; (at = strstr(at, mark)) != NULL; at++)
            offer = at + sizeof mark - 1;
        if (offer) {
            assert_int_equal(text[n - 1], '?');
            check_offer(w, offer, n - 1 - (size_t)(offer - text));
        }
    } else { /* another tool has that name */
        assert_int_equal(w->n_called, 1);
        assert_int_equal(w->called[0]->path_len, len);
        assert_memory_equal(w->called[0]->path, path, len);
    }
    cm_result_free(r);
    cm__buf_done(&p.source);
    cm_text_free(w->runtime, expression);
}

/* ---- all of it ---- */

static void check_language(World *w, cm_language language, int preflight)
{
    world_open(w, language, preflight);
    check_descriptors(w);
    assert_int_equal(check_catalog(w, CM_COMPLETE), w->n_tools);
    (void)check_catalog(w, (int64_t)world_below(w, 400));
    check_search(w);
    check_exact(w);
    check_enumeration(w);
    for (int i = 0; i < 6; i++)
        check_suggestion(w);
    cm_runtime_free(w->runtime);
}

static void what_is_shown_can_be_called(void **state)
{
    (void)state;
    static World world;
    const char *said = getenv("RESOLVER_TREES");
    int n_trees = said ? (int)strtol(said, NULL, 10) : 600, n_tools = 0;
    for (int i = 0; i < n_trees; i++) {
        world_make(&world, (uint64_t)i);
        check_language(&world, CM_LANGUAGE_JAVASCRIPT, i % 2);
        check_language(&world, CM_LANGUAGE_LUA, i % 2);
        n_tools += world.n_tools;
        cm_tools_free(world.set);
    }
    print_message("%d trees, %d tools, %lu pasted calls, %lu unknown paths, "
                  "%lu offers\n",
                  n_trees, n_tools, n_calls, n_unknown, n_offers);
    assert_true(n_trees < 100 || n_offers > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_shown_can_be_called),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
