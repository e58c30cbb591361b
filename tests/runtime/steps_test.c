/* SPDX-License-Identifier: MIT */
/* The budget of steps is deterministic (execution.md 9.4): caches and
 * collections charge nothing, so the same program always stops at the same
 * point. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "runtime/fixture.h"

static bool ends_within(const cm_runtime *runtime, const char *source,
                        size_t len, int64_t max_steps)
{
    cm_limits limits = CM_LIMITS_INIT;
    cm_execution_options o = CM_EXECUTION_OPTIONS_INIT;
    cm_execution *x = NULL;
    cm_result *r = NULL;
    limits.max_steps = max_steps;
    o.limits = &limits;
    o.source = source;
    o.source_len = len;
    assert_int_equal(cm_execution_start(runtime, &o, &x, NULL), CM_OK);
    assert_int_equal(cm_execution_run(x, 0), CM_RUN_DONE);
    assert_int_equal(cm_execution_take_result(x, &r), CM_OK);
    bool ok = cm_result_ok(r);
    if (!ok)
        assert_non_null(strstr(cm_result_error_message(r, NULL), "budget of"));
    cm_result_free(r);
    cm_execution_free(x);
    return ok;
}

/* The smallest budget with which the program ends. */
static int64_t steps_of_text(cm_language language, const char *source,
                             size_t len)
{
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.language = language;
    Script s;
    script_init(&s, &o);
    int64_t low = 0, high = (int64_t)1 << 24;
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (ends_within(s.runtime, source, len, middle))
            high = middle;
        else
            low = middle;
    }
    script_done(&s);
    return high;
}

static int64_t steps_of(cm_language language, const char *source)
{
    return steps_of_text(language, source, strlen(source));
}

static void writing_json_costs_the_same_each_time(void **state)
{
    (void)state;
    static const char program[] =
        "const long = 'n'.repeat(300);\n"
        "const make = (i) => ({ ['f' + i %% 40]: i, [long + i %% 3]: 'v',\n"
        "  list: [{ a: i, b: { c: '\\u00e9'.repeat(200) } }] });\n"
        "const data = Array.from({ length: 60 }, (_, i) => make(i));\n"
        "for (let i = 0; i < %d; i++) JSON.stringify(data);";
    int64_t before = 0, each = 0;
    for (int n = 1; n < 8; n++) {
        char text[sizeof program + 16];
        (void)snprintf(text, sizeof text, program, n);
        int64_t now = steps_of(CM_LANGUAGE_JAVASCRIPT, text);
        if (n == 2)
            each = now - before;
        if (n > 2)
            assert_int_equal(now - before, each);
        before = now;
    }
}

static void known_names_cost_the_same(void **state)
{
    (void)state;
    /* The key of the loop is a name itself, or knows one that is there. */
    static const char *const programs[] = {
        "const make = () => 'k'.repeat(999);\n"
        "const o = {}, p = {}; const a = make(), b = make();\n"
        "o[a] = 1; let n = 0;\n"
        "for (let i = 0; i < 100; i++) n += o[a]; return [n, b.length]",
        "const make = () => 'k'.repeat(999);\n"
        "const o = {}, p = {}; const a = make(), b = make();\n"
        "o[a] = 1; let n = 0;\n"
        "for (let i = 0; i < 100; i++) n += o[b]; return [n, b.length]",
    };
    int64_t own = steps_of(CM_LANGUAGE_JAVASCRIPT, programs[0]);
    int64_t known = steps_of(CM_LANGUAGE_JAVASCRIPT, programs[1]);
    /* The first use of b: its hash and its way to the name. */
    assert_in_range(known - own, 0, 2 * (999 / 64 + 1));
}

/* Blanks in front of a program count as memory and move its collections. */
static void expect_same_end(cm_language language, size_t blanks,
                            const char *program)
{
    size_t len = strlen(program);
    int64_t steps = steps_of_text(language, program, len);
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    Script s;
    o.language = language;
    script_init(&s, &o);
    for (size_t pad = blanks; pad <= 10 * blanks; pad += blanks) {
        char *text = malloc(pad + len);
        assert_non_null(text);
        memset(text, ' ', pad);
        memcpy(text + pad, program, len);
        assert_true(ends_within(s.runtime, text, pad + len, steps));
        assert_false(ends_within(s.runtime, text, pad + len, steps - 1));
        free(text);
    }
    script_done(&s);
}

static void collections_move_no_end(void **state)
{
    (void)state;
    expect_same_end(
        CM_LANGUAGE_JAVASCRIPT, 50000,
        "const rows = [];\n"
        "for (let i = 0; i < 300; i++) {\n"
        "  rows.push({ x: i, a: [] });\n"
        "  JSON.stringify(Object.groupBy(rows.map((r) => ({ x: r.x, a: [] })),\n"
        "    (r) => (() => {}) + 'n'.repeat(99) + r.x % 20));\n"
        "}");
    /* A collection takes entries out of the map, which then grows later. */
    expect_same_end(CM_LANGUAGE_JAVASCRIPT, 200000,
                    "const w = new WeakMap();\n"
                    "let k;\n"
                    "for (let i = 0; i < 20000; i++) {\n"
                    "  w.set({}, i);\n"
                    "  if (i % 20 === 0) k = 'x'.repeat(70000 + i);\n"
                    "}");
}

static void collections_move_no_end_in_lua(void **state)
{
    (void)state;
    /* Whether a name that nothing holds is still there shows when it is looked
     * for. */
    expect_same_end(
        CM_LANGUAGE_LUA, 50000,
        "local function make(i) return ('k'):rep(999) .. i end\n"
        "local n = 0\n"
        "for i = 1, 3000 do\n"
        "  do local t = {}; t[make(i)] = 1 end\n"
        "  local j, k, t = make(i), make(i), {}\n"
        "  if t[j] == nil and t[k] == nil and j == k then n = n + 1 end\n"
        "end\n"
        "return n");
}

/* What was deleted is passed over at a price: a program that deletes once and
 * looks many times would get that work for nothing. */
static void gaps_cost_steps(void **state)
{
    (void)state;
    static const char program[] =
        "const m = new Map();\n"
        "for (let i = 0; i < 4000; i++) m.set(i, i);\n"
        "for (let i = 1; i < 1900; i++) m.delete(i);\n"
        "for (let i = 0; i < %d; i++) {\n"
        "  const keys = m.keys();\n"
        "  keys.next();\n"
        "  if (keys.next().value !== 1900) throw 0;\n"
        "}";
    char text[2][sizeof program + 16];
    (void)snprintf(text[0], sizeof text[0], program, 1);
    (void)snprintf(text[1], sizeof text[1], program, 101);
    int64_t more = steps_of(CM_LANGUAGE_JAVASCRIPT, text[1]) -
                   steps_of(CM_LANGUAGE_JAVASCRIPT, text[0]);
    assert_in_range(more, 100 * 1899, 100 * 2000);
}

/* Lines that a program writes before its budget of steps is spent, with little
 * memory: where that runs out, an operation is tried again. */
static size_t lines_of(const char *program)
{
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    Script s;
    cm_result *r = NULL;
    o.limits.max_memory_bytes = 4 << 20;
    o.limits.max_steps = 4000000;
    o.has_random_seed = true;
    script_init(&s, &o);
    if (cm_execute(s.runtime, program, strlen(program), &r, NULL) != CM_OK ||
        cm_result_ok(r) ||
        strstr(cm_result_error_message(r, NULL), "budget of") == NULL)
        return 0;
    size_t n = cm_result_log_count(r);
    cm_result_free(r);
    script_done(&s);
    return n;
}

/* The same in a process of its own, whose hashes have that key. */
static size_t lines_with_key(uint64_t key, const char *program)
{
    int ends[2];
    size_t n = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        cm__hash_key[0] = key;
        cm__hash_key[1] = key | 1;
        n = lines_of(program);
        _exit(write(ends[1], &n, sizeof n) == sizeof n ? 0 : 1);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &n, sizeof n), sizeof n);
    close(ends[0]);
    assert_int_equal(waitpid(child, NULL, 0), child);
    return n;
}

/* Before any other test: the key is for a process in which nothing was hashed
 * yet. */
static void the_key_of_hashes_moves_no_end(void **state)
{
    (void)state;
    static const char program[] =
        "for (let i = 0;; i++) {\n"
        "  JSON.parse(JSON.stringify(Array.from({ length: 200 },\n"
        "    (_, j) => ({ ['p' + j * i % 97]: 'v'.repeat(j) }))));\n"
        "  console.log(i);\n"
        "}";
    size_t n = lines_with_key(12345, program);
    assert_in_range(n, 1000, 2000);
    for (uint64_t key = 1; key < 6; key++)
        assert_int_equal(
            lines_with_key(key * UINT64_C(0x9E3779B97F4A7C15), program), n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_key_of_hashes_moves_no_end),
        cmocka_unit_test(writing_json_costs_the_same_each_time),
        cmocka_unit_test(known_names_cost_the_same),
        cmocka_unit_test(gaps_cost_steps),
        cmocka_unit_test(collections_move_no_end),
        cmocka_unit_test(collections_move_no_end_in_lua),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
