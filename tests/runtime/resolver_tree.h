/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_RUNTIME_RESOLVER_TREE_H
#define CM_TESTS_RUNTIME_RESOLVER_TREE_H
/* resolver_tree: tool trees by chance with names that are hard to write down.
 *
 * A world is one tree: its tools, what they were told, the runtime over it.
 * Tool i is described as "Ti;", so that a listing says whose it is. The same
 * seed gives the same world. Include after cmocka.h. */
#include "codemode.h"

#include "json/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORLD_TOOLS = 64,
    WORLD_PATH = 16 * 130,
    WORLD_CALLS = 1024
};

typedef struct World World;

typedef struct WorldTool {
    World *world;
    char path[WORLD_PATH]; /* path_len bytes, a NUL behind */
    size_t path_len;
    int number;
} WorldTool;

struct World {
    uint64_t random;
    WorldTool tools[WORLD_TOOLS];
    int n_tools;
    const WorldTool *sorted[WORLD_TOOLS]; /* in catalog order */
    cm_tools *set;
    cm_runtime *runtime;
    cm_language language;
    const WorldTool *called[WORLD_CALLS]; /* by the last program */
    int n_called;
};

/* ---- chance ---- */

static inline uint32_t world_below(World *w, uint32_t n)
{
    w->random ^= w->random >> 12;
    w->random ^= w->random << 25;
    w->random ^= w->random >> 27;
    return (uint32_t)((w->random * UINT64_C(2685821657736338717)) >> 33) % n;
}

typedef struct WorldText {
    const char *text;
    size_t len;
} WorldText;

#define WORLD_TEXT(s)    \
    {                    \
        s, sizeof(s) - 1 \
    }

static inline WorldText world_name(World *w)
{
    static const WorldText names[] = {
        WORLD_TEXT("list"),
        WORLD_TEXT("getIssue"),
        WORLD_TEXT("get_issue"),
        WORLD_TEXT("search"),
        WORLD_TEXT("tools"),
        WORLD_TEXT("constructor"),
        WORLD_TEXT("__proto__"),
        WORLD_TEXT("prototype"),
        WORLD_TEXT("toString"),
        WORLD_TEXT("hasOwnProperty"),
        WORLD_TEXT("then"),
        WORLD_TEXT("call"),
        WORLD_TEXT("name"),
        WORLD_TEXT("length"),
        WORLD_TEXT("delete"),
        WORLD_TEXT("await"),
        WORLD_TEXT("yield"),
        WORLD_TEXT("class"),
        WORLD_TEXT("null"),
        WORLD_TEXT("undefined"),
        WORLD_TEXT("end"),
        WORLD_TEXT("nil"),
        WORLD_TEXT("function"),
        WORLD_TEXT("goto"),
        WORLD_TEXT("local"),
        WORLD_TEXT("_ENV"),
        WORLD_TEXT("__index"),
        WORLD_TEXT("1x"),
        WORLD_TEXT("0"),
        WORLD_TEXT("12"),
        WORLD_TEXT("4294967295"),
        WORLD_TEXT("-1"),
        WORLD_TEXT("1e3"),
        WORLD_TEXT("$y"),
        WORLD_TEXT("b-c"),
        WORLD_TEXT("a b"),
        WORLD_TEXT(" "),
        WORLD_TEXT("\xC3\xA9"),
        WORLD_TEXT("e\xCC\x81"),
        WORLD_TEXT("\xE6\x97\xA5\xE6\x9C\xAC"),
        WORLD_TEXT("\xF0\x9F\x98\x80"),
        WORLD_TEXT("q\"z\""),
        WORLD_TEXT("back\\slash"),
        WORLD_TEXT("two\nlines"),
        WORLD_TEXT("x\n  - tools"),
        WORLD_TEXT("\0"),
        WORLD_TEXT("nul\0"
                   "7"),
        WORLD_TEXT("\xE2\x80\xA8"),
        WORLD_TEXT("\xEF\xBB\xBF"),
        WORLD_TEXT("${x}"),
        WORLD_TEXT("*/"),
        WORLD_TEXT("]]"),
        WORLD_TEXT("[\"a\"]"),
        WORLD_TEXT("a(b)"),
    };
    return names[world_below(w, sizeof names / sizeof *names)];
}

/* Bytes of one segment behind `to`; returns its length. */
static inline size_t world_segment(World *w, char *to)
{
    static const WorldText pieces[] = {
        WORLD_TEXT("a"),    WORLD_TEXT("B"),  WORLD_TEXT("7"),
        WORLD_TEXT("_"),    WORLD_TEXT("\""), WORLD_TEXT("\\"),
        WORLD_TEXT("'"),    WORLD_TEXT("\n"), WORLD_TEXT("\r"),
        WORLD_TEXT("\t"),   WORLD_TEXT("\0"), WORLD_TEXT("\x1B"),
        WORLD_TEXT("\x7F"), WORLD_TEXT("["),  WORLD_TEXT("]"),
        WORLD_TEXT("("),    WORLD_TEXT("--"), WORLD_TEXT("//"),
        WORLD_TEXT("`"),    WORLD_TEXT(" "),  WORLD_TEXT("\xC2\x85"),
        WORLD_TEXT("?"),    WORLD_TEXT("u"),  WORLD_TEXT("\xC3\xA9"),
    };
    if (world_below(w, 3)) {
        WorldText name = world_name(w);
        memcpy(to, name.text, name.len);
        return name.len;
    }
    size_t len = 0;
    for (uint32_t n = 1 + world_below(w, 8); n > 0; n--) {
        WorldText piece =
            pieces[world_below(w, sizeof pieces / sizeof *pieces)];
        memcpy(to + len, piece.text, piece.len);
        len += piece.len;
    }
    return len;
}

/* A new path, or one below another tool. */
static inline size_t world_path(World *w, char *to)
{
    size_t len = 0, n = 1 + world_below(w, world_below(w, 8) ? 3 : 9);
    if (w->n_tools && world_below(w, 3) == 0) {
        const WorldTool *up = &w->tools[world_below(w, (uint32_t)w->n_tools)];
        size_t depth = 1;
        for (size_t i = 0; i < up->path_len; i++)
            depth += up->path[i] == '.';
        if (depth < 12) {
            memcpy(to, up->path, up->path_len);
            len = up->path_len;
            n = 1 + world_below(w, 2);
        }
    }
    for (size_t i = 0; i < n; i++) {
        if (len)
            to[len++] = '.';
        len += world_segment(w, to + len);
    }
    to[len] = '\0';
    return len;
}

/* ---- tools ---- */

/* A call that says which path it means must mean this one. */
static inline void world_check_input(const WorldTool *tool, const char *input,
                                     size_t len)
{
    JsonDoc *doc = NULL;
    assert_int_equal(
        cm__json_parse(cm__alloc_default(), input, len, NULL, &doc, NULL),
        CM_OK);
    const JsonValue *p = cm__json_get(&doc->root, "p");
    if (p) {
        assert_int_equal(p->len, tool->path_len);
        assert_memory_equal(p->text, tool->path, tool->path_len);
    }
    cm__json_doc_free(doc);
}

static inline void world_execute(void *user, cm_call *call, const char *input,
                                 size_t len)
{
    const WorldTool *tool = user;
    World *w = tool->world;
    assert_string_equal(cm_call_name(call), tool->path);
    assert_true(w->n_called < WORLD_CALLS);
    world_check_input(tool, input, len);
    w->called[w->n_called++] = tool;
    cm_call_return(call, "null", 4);
}

static inline void world_add(World *w)
{
    WorldTool *t = &w->tools[w->n_tools];
    t->path_len = world_path(w, t->path);
    for (int i = 0; i < w->n_tools; i++)
        if (w->tools[i].path_len == t->path_len &&
            memcmp(w->tools[i].path, t->path, t->path_len) == 0)
            return;
    char about[32];
    t->world = w;
    t->number = w->n_tools++;
    (void)snprintf(about, sizeof about, "T%d;", t->number);
    cm_tool tool = { 0 };
    tool.description = about;
    tool.input_schema =
        world_below(w, 2)
            ? "{\"type\":\"object\",\"properties\":{\"i\":{\"description\":"
              "\"Any\"}}}"
            : NULL;
    tool.output_schema = "{}";
    tool.execute = world_execute;
    tool.user = t;
    assert_int_equal(cm_tools_add_n(w->set, t->path, t->path_len, &tool, NULL),
                     CM_OK);
}

static inline int world_compare(const void *a, const void *b)
{
    const WorldTool *x = *(const WorldTool *const *)a;
    const WorldTool *y = *(const WorldTool *const *)b;
    size_t n = x->path_len < y->path_len ? x->path_len : y->path_len;
    int order = memcmp(x->path, y->path, n);
    return order ? order : (x->path_len > y->path_len ? 1 : -1);
}

static inline void world_make(World *w, uint64_t seed)
{
    memset(w, 0, sizeof *w);
    w->random = (seed + 1) * UINT64_C(0x9E3779B97F4A7C15);
    w->set = cm_tools_new(NULL);
    uint32_t most = world_below(w, 6) ? 12 : WORLD_TOOLS;
    for (uint32_t n = 1 + world_below(w, most); n > 0; n--) {
        char path[WORLD_PATH];
        switch (world_below(w, 8)) {
        case 0: /* a NUL ends it */
            path[world_path(w, path)] = '\0';
            if (path[0] && path[strlen(path) - 1] != '.')
                (void)cm_tools_namespace(w->set, path, "N\n- x", NULL);
            break;
        case 1:
            path[world_segment(w, path)] = '\0';
            if (path[0])
                assert_int_equal(cm_tools_announce(w->set, path, NULL), CM_OK);
            break;
        default:
            break;
        }
        world_add(w);
    }
    for (int i = 0; i < w->n_tools; i++)
        w->sorted[i] = &w->tools[i];
    qsort(w->sorted, (size_t)w->n_tools, sizeof *w->sorted, world_compare);
}

static inline void world_open(World *w, cm_language language, int preflight)
{
    cm_runtime_options o = CM_RUNTIME_OPTIONS_INIT;
    o.language = language;
    o.preflight = preflight;
    o.limits.max_tool_calls = WORLD_CALLS;
    o.limits.max_output_bytes = 16 << 20;
    w->language = language;
    assert_int_equal(cm_runtime_new(w->set, &o, &w->runtime, NULL), CM_OK);
    assert_int_equal(cm_runtime_tool_count(w->runtime), w->n_tools);
}

static inline cm_result *world_run(World *w, const char *source, size_t len)
{
    cm_result *r = NULL;
    w->n_called = 0;
    assert_int_equal(cm_execute(w->runtime, source, len, &r, NULL), CM_OK);
    return r;
}

#endif
