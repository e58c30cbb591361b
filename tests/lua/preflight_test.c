/* SPDX-License-Identifier: MIT */
/* Tool calls that are certain to happen in a Lua program; spec/execution.md 11,
 * lua.md L67. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "lua/lua_compile.h"
#include "lua/lua_lib.h"
#include "oom_alloc.h"

#include <string.h>

/* The paths with their offsets, each followed by a space. */
static void check_calls(const char *source, const char *expected)
{
    Buf b;
    Program *p = NULL;
    LuaCompileResult r;
    LuaCompileOptions o = { .want_calls = true };
    const cm_allocator *alloc = cm__alloc_default();
    cm__buf_init(&b, alloc, CM_BUF_NO_LIMIT);
    assert_int_equal(
        lua_compile(alloc, lua_realm(), source, strlen(source), &o, &p, &r),
        CM_OK);
    for (size_t i = 0; i < r.n_calls; i++) {
        assert_int_equal(strlen(r.calls[i].path), r.calls[i].path_len);
        cm__buf_add_fmt(&b, "%s@%u ", r.calls[i].path,
                        (unsigned)r.calls[i].offset);
    }
    assert_string_equal(cm__buf_text(&b), expected);
    cm__buf_done(&b);
    lua_compile_result_done(&r);
    program_free(p);
}

static void paths(void **state)
{
    (void)state;
    check_calls("tools.a.b({})", "a.b@0 ");
    check_calls("tools['a']['b']{}", "a.b@0 ");
    check_calls("(tools).a()", "a@0 ");
    check_calls("tools()", "");
    check_calls("tools.search{}", "");
    check_calls("tools.a.search{}", "a.search@0 ");
    check_calls("tools[k]() tools[1]()", "");
    check_calls("tools:a()", "");
    check_calls("tools.a():b()", "a@0 ");
    check_calls("tools.a'x' tools.b\"y\"", "a@0 b@11 ");
}

static void aliases(void **state)
{
    (void)state;
    check_calls("local t = tools.ns; t.a()", "ns.a@20 ");
    check_calls("local t <const> = tools; t.a()", "a@25 ");
    check_calls("local t, u = tools.x, tools.y; u.a() t.b()", "y.a@31 x.b@37 ");
    check_calls("local t = tools.ns; t = 1; t.a()", "");
    check_calls("local tools = x; tools.a()", "");
    check_calls("tools = x; tools.a()", "");
    check_calls("local t = tools.a(); t.b()", "a@10 ");
    check_calls("local t = f(), tools.x; t.b()", "");
    check_calls("local function t() end t.b() local f = function() tools.no() "
                "end",
                "");
    check_calls("do local t = tools.ns; t.a() end", "ns.a@23 ");
}

static void expressions(void **state)
{
    (void)state;
    check_calls("local x = { tools.a(), k = tools.b(), [tools.c()] = tools.d() "
                "}",
                "a@12 b@27 c@39 d@52 ");
    check_calls("f(tools.a(tools.b()))", "b@10 a@2 ");
    check_calls("x = tools.a() and tools.no() y = tools.b() or tools.no()",
                "a@4 b@33 ");
    check_calls("x = -tools.a() .. #tools.b() == not tools.c()",
                "a@5 b@19 c@36 ");
    check_calls("t[tools.a()] = tools.b()", "a@2 b@15 ");
    check_calls("x, tools.t = tools.a(), ...", "a@13 ");
    check_calls("tools.t, tools = 1, 2; tools.no()", "");
    check_calls("x = function() tools.no() end", "");
    check_calls("s:m(tools.a())", "a@4 ");
}

static void statements(void **state)
{
    (void)state;
    check_calls("return tools.a()", "a@7 ");
    check_calls("if tools.a() then tools.no() elseif tools.no() then end "
                "tools.no()",
                "a@3 ");
    check_calls("while tools.a() do tools.no() end tools.no()", "a@6 ");
    check_calls("for i = tools.a(), tools.b() do tools.no() end tools.no()",
                "a@8 b@19 ");
    check_calls("for k, v in tools.a() do tools.no() end tools.no()", "a@12 ");
    check_calls("repeat tools.no() until tools.no()", "");
    check_calls("goto done tools.no() ::done:: tools.no()", "");
    check_calls("do return end tools.no()", "");
    check_calls("pcall(function() tools.no() end) tools.a()", "a@33 ");
    check_calls("local function f() tools.no() end tools.a()", "a@34 ");
}

/* A path of more than 64 segments is left to run time. */
static void long_paths(void **state)
{
    (void)state;
    for (int n = 64; n <= 65; n++) {
        Buf source, expected;
        cm__buf_init(&source, cm__alloc_default(), CM_BUF_NO_LIMIT);
        cm__buf_init(&expected, cm__alloc_default(), CM_BUF_NO_LIMIT);
        cm__buf_add_str(&source, "tools");
        for (int i = 0; i < n; i++) {
            cm__buf_add_str(&source, ".a");
            cm__buf_add_str(&expected, i ? ".a" : "a");
        }
        cm__buf_add_str(&source, "()");
        cm__buf_add_str(&expected, "@0 ");
        check_calls(cm__buf_text(&source),
                    n == 64 ? cm__buf_text(&expected) : "");
        cm__buf_done(&source);
        cm__buf_done(&expected);
    }
}

static cm_status compile(const cm_allocator *alloc)
{
    static const char source[] = "local t, u = tools.x, tools.y.z\n"
                                 "t.a({ u.b(), [tools.c()] = tools.d.e.f() })\n"
                                 "for i = tools.g(), 2 do end";
    Program *p = NULL;
    LuaCompileResult r;
    LuaCompileOptions o = { .want_calls = true };
    cm_status st =
        lua_compile(alloc, lua_realm(), source, sizeof source - 1, &o, &p, &r);
    if (st == CM_OK)
        assert_int_equal(r.n_calls, 5);
    lua_compile_result_done(&r);
    program_free(p);
    return st;
}

static void refused_memory(void **state)
{
    (void)state;
    for (int forever = 0; forever < 2; forever++)
        for (long n = 1;; n++) {
            OomAlloc o;
            oom_alloc_init(&o, n, forever);
            cm_status st = compile(&o.alloc);
            assert_int_equal(o.live_bytes, 0);
            if (st != CM_OK || !o.refused) /* some memory is optional */
                assert_int_equal(st, o.refused ? CM_E_NOMEM : CM_OK);
            if (!o.refused)
                break;
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths),       cmocka_unit_test(aliases),
        cmocka_unit_test(expressions), cmocka_unit_test(statements),
        cmocka_unit_test(long_paths),  cmocka_unit_test(refused_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
