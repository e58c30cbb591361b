/* SPDX-License-Identifier: MIT */
/* One runtime, eight threads: signatures, made when first asked for, catalogs,
 * search and programs at the same time. Run under ThreadSanitizer in CI. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "codemode.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    THREADS = 8,
    TOOLS = 40,
    ROUNDS = 3
};

typedef struct Shared {
    const cm_runtime *runtime, *other; /* of the same tools: to compare */
    cm_language language;
    pthread_barrier_t start;
} Shared;

typedef struct Worker {
    Shared *shared;
    pthread_t thread;
    size_t first;                  /* tool that it begins with */
    const char *signatures[TOOLS]; /* as it found them */
    const char *problem;
} Worker;

static void echo(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    cm_call_return(call, input, len);
}

static void twice(void *user, cm_call *call, const cm_value *args)
{
    (void)user;
    cm_call_return_value(
        call, cm_value_number(NULL, 2 * cm_value_double(cm_value_at(args, 0))));
}

static cm_tools *new_tools(void)
{
    static const char schema[] =
        "{\"type\":\"object\",\"properties\":{\"id\":{\"type\":\"integer\","
        "\"description\":\"its number\"},\"tags\":{\"type\":\"array\","
        "\"items\":{\"$ref\":\"#/$defs/tag\"}}},\"required\":[\"id\"],"
        "\"$defs\":{\"tag\":{\"enum\":[\"red\",\"blue\"]}}}";
    const cm_function f = { twice, NULL, NULL, 0, 1 };
    cm_tools *tools = cm_tools_new(NULL);
    cm_value *globals = cm_value_new(NULL, CM_VALUE_OBJECT);
    cm_tool tool = { 0 };
    tool.description = "Finds an order by its number";
    tool.input_schema = tool.output_schema = schema;
    tool.validate_input = tool.validate_output = 1;
    tool.execute = echo;
    for (int i = 0; i < TOOLS; i++) {
        char path[32];
        (void)snprintf(path, sizeof path, "group%d.find%d", i % 4, i);
        assert_int_equal(cm_tools_add(tools, path, &tool, NULL), CM_OK);
    }
    (void)cm_value_set(globals, "twice", 5, cm_value_function(NULL, &f));
    assert_int_equal(cm_tools_extend(tools, "numbers", globals, NULL), CM_OK);
    return tools;
}

/* ---- one thread ---- */

static int read_signatures(Worker *w)
{
    const cm_runtime *r = w->shared->runtime;
    for (size_t k = 0; k < TOOLS; k++) {
        size_t i = (w->first + k) % TOOLS;
        cm_tool_info info = cm_runtime_tool(r, i);
        if (!info.signature || !strstr(info.signature, "its number"))
            return 0;
        if (w->signatures[i] && w->signatures[i] != info.signature)
            return 0;
        w->signatures[i] = info.signature;
    }
    return 1;
}

typedef char *(*MakeText)(const cm_runtime *, size_t *);

static char *instructions(const cm_runtime *r, size_t *ret_len)
{
    return cm_runtime_instructions(r, CM_UNSET, ret_len);
}

static char *catalog(const cm_runtime *r, size_t *ret_len)
{
    return cm_runtime_catalog(r, CM_COMPLETE, ret_len);
}

/* The same text as the runtime that is another's. */
static int same_text(const Shared *s, MakeText make)
{
    size_t n = 0, m = 0;
    char *a = make(s->runtime, &n), *b = make(s->other, &m);
    int same = a && b && n == m && memcmp(a, b, n) == 0;
    cm_text_free(s->runtime, a);
    cm_text_free(s->other, b);
    return same;
}

static int read_texts(const Shared *s)
{
    size_t n = 1;
    char *update =
        cm_runtime_catalog_update(s->runtime, s->other, CM_UNSET, &n);
    int ok = update && n == 0;
    cm_text_free(s->runtime, update);
    return ok && same_text(s, instructions) && same_text(s, catalog) &&
           same_text(s, cm_runtime_head) &&
           same_text(s, cm_runtime_declarations);
}

static int run_program(const Shared *s)
{
    static const char javascript[] =
        "const { items } = await search({ query: 'order', limit: 20 });"
        "const calls = []; for (let i = 0; i < 8; i++) "
        "calls.push(tools.group1.find1({ id: i }));"
        "let sum = 0; for (const o of await Promise.all(calls)) "
        "sum += twice(o.id);"
        "const bad = await tools.group1.find1({ id: 'x' }).catch((e) => "
        "e.kind);"
        "return [items.length, sum, bad]";
    static const char lua[] =
        "local page = search({ query = 'order', limit = 20 }) local sum = 0 "
        "for i = 0, 7 do sum = sum + twice(tools.group1.find1({ id = i }).id) "
        "end local ok = pcall(tools.group1.find1, { id = 'x' }) "
        "return { #page.items, sum, ok and 'fits' or 'InvalidToolInput' }";
    cm_result *r = NULL;
    const char *source = s->language == CM_LANGUAGE_LUA ? lua : javascript;
    if (cm_execute(s->runtime, source, strlen(source), &r, NULL) != CM_OK)
        return 0;
    int ok =
        strcmp(cm_result_value(r, NULL), "[20,56,\"InvalidToolInput\"]") == 0;
    if (!ok)
        print_message("%s\n", cm_result_json(r, NULL));
    cm_result_free(r);
    return ok;
}

static void *work(void *arg)
{
    Worker *w = arg;
    (void)pthread_barrier_wait(&w->shared->start);
    for (int i = 0; i < ROUNDS && !w->problem; i++) {
        /* each kind of work is some thread's first */
        for (size_t k = 0; k < 3 && !w->problem; k++) {
            size_t kind = (w->first + k) % 3;
            if (kind == 0 && !read_signatures(w))
                w->problem = "signatures";
            if (kind == 1 && !read_texts(w->shared))
                w->problem = "texts";
            if (kind == 2 && !run_program(w->shared))
                w->problem = "program";
        }
    }
    return NULL;
}

/* ---- all ---- */

static void share(cm_language language)
{
    static Worker workers[THREADS];
    Shared s = { .language = language };
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    cm_runtime *runtime = NULL, *other = NULL;
    cm_tools *tools = new_tools();
    o.language = language;
    assert_int_equal(cm_runtime_new(tools, &o, &runtime, NULL), CM_OK);
    assert_int_equal(cm_runtime_new(tools, &o, &other, NULL), CM_OK);
    cm_tools_free(tools);
    s.runtime = runtime;
    s.other = other;
    assert_int_equal(pthread_barrier_init(&s.start, NULL, THREADS), 0);
    memset(workers, 0, sizeof workers);
    for (size_t i = 0; i < THREADS; i++) {
        workers[i].shared = &s;
        workers[i].first = i;
        assert_int_equal(
            pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++)
        (void)pthread_join(workers[i].thread, NULL);
    (void)pthread_barrier_destroy(&s.start);
    for (size_t i = 0; i < THREADS; i++) {
        if (workers[i].problem)
            print_message("thread %zu: %s\n", i, workers[i].problem);
        assert_null(workers[i].problem);
        /* made once: one text for all */
        for (size_t k = 0; k < TOOLS; k++)
            assert_ptr_equal(workers[i].signatures[k],
                             workers[0].signatures[k]);
    }
    cm_runtime_free(runtime);
    cm_runtime_free(other);
}

static void one_runtime_of_javascript(void **state)
{
    (void)state;
    share(CM_LANGUAGE_JAVASCRIPT);
}

static void one_runtime_of_lua(void **state)
{
    (void)state;
    share(CM_LANGUAGE_LUA);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_runtime_of_javascript),
        cmocka_unit_test(one_runtime_of_lua),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
