/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js/compile.h"

#include "base/buf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Program *compile(const char *source)
{
    Program *p = NULL;
    JsCompileResult r;
    cm_status st = js_compile(cm__alloc_default(), NULL, source, strlen(source),
                              NULL, &p, &r);
    if (st == CM_E_SYNTAX)
        print_error("%s\n", r.diag.message);
    assert_int_equal(st, CM_OK);
    js_compile_result_done(&r);
    return p;
}

static uint32_t words(Op op)
{
    static const uint8_t n[] = {
#define X(name, words, doc) words,
#include "engine/opcodes.def"
#undef X
    };
    return n[op];
}

static const char *name_of(Op op)
{
    static const char *const names[] = {
#define X(name, words, doc) #name,
#include "engine/opcodes.def"
#undef X
    };
    return names[op];
}

/* "NAME A B C; NAME A B C" of a function. */
static void add_code(Buf *b, const FuncProto *f)
{
    for (uint32_t pc = 0; pc < f->n_code;) {
        uint32_t i = f->code[pc];
        if (b->len)
            cm__buf_add_str(b, "; ");
        cm__buf_add_fmt(b, "%s %u %u %u", name_of((Op)INS_OP(i)),
                        (unsigned)INS_A(i), (unsigned)INS_B(i),
                        (unsigned)INS_C(i));
        pc += words((Op)INS_OP(i));
    }
}

static void check_proto(const char *source, int nested, const char *expected)
{
    Buf b;
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    Program *p = compile(source);
    add_code(&b, nested < 0 ? p->main : p->main->protos[nested]);
    assert_string_equal(cm__buf_text(&b), expected);
    cm__buf_done(&b);
    program_free(p);
}

/* The first nested function of the program. */
static void check_function(const char *source, const char *expected)
{
    check_proto(source, 0, expected);
}

static void arithmetic_uses_variables_and_constants_in_place(void **state)
{
    (void)state;
    check_function("(a, b) => a + b", "ADD 2 0 1; RETURN 2 0 0");
    check_function("(a) => a + 5", "ADDI 1 0 5; RETURN 1 0 0");
    check_function("(a) => a * 1.5 - 2",
                   "MULK 1 0 0; SUBK 1 1 1; RETURN 1 0 0");
    check_function("(a) => 'x' + a + 'y'",
                   "KADD 1 0 0; ADDK 1 1 1; RETURN 1 0 0");
    check_function("(a) => a", "RETURN 0 0 0");
    check_function("(a) => { a++; a += 2; }",
                   "INC 0 0 0; ADDI 0 0 2; RETUNDEF 0 0 0");
}

static void a_later_assignment_does_not_change_an_operand(void **state)
{
    (void)state;
    check_function("(a) => a + (a = 1)",
                   "MOVE 1 0 0; LOADI 0 1 0; MOVE 2 0 0; ADD 1 1 2; "
                   "RETURN 1 0 0");
}

static void conditions_are_fused_jumps(void **state)
{
    (void)state;
    check_function("(a, b) => { if (a < b && !(a === 1)) a = b; }",
                   "JNLT 0 1 0; JSEQK 0 0 0; MOVE 0 1 0; RETUNDEF 0 0 0");
    check_function("(a) => { if (a == null || a === undefined) a = 1; }",
                   "JNULLISH 0 0 0; JNUNDEF 0 0 0; LOADI 0 1 0; "
                   "RETUNDEF 0 0 0");
}

static void loops_test_at_the_bottom(void **state)
{
    (void)state;
    check_function("(n) => { for (let i = 0; i < n; i++) f(i); }",
                   "LOADI 1 0 0; JMP 0 0 0; GETGLOBAL 2 0 0; "
                   "MOVE 4 1 0; CALLU 2 1 0; INC 1 1 0; "
                   "JLTL 1 0 0; RETUNDEF 0 0 0");
    check_function("(n) => { while (n) n--; }",
                   "JMP 0 0 0; DEC 0 0 0; JTL 0 0 0; RETUNDEF 0 0 0");
}

static void for_of_puts_the_value_into_the_variable(void **state)
{
    (void)state;
    check_function("(xs, s) => { for (const x of xs) s += x; return s; }",
                   "ITEROPEN 2 0 0; ITERNEXT 2 0 0; ADD 1 1 5; LOOP 0 0 0; "
                   "ITERCLOSET 2 0 0; THROW 5 0 0; RETURN 1 0 0");
}

/* The loop that disposes stands once; the body's way out is a number. */
static void using_is_a_loop_over_resources(void **state)
{
    (void)state;
    check_function("(r) => { using a = r; }",
                   "LOADUNDEF 3 0 0; MOVE 4 0 0; DISPOSEADD 3 4 0; "
                   "LOADI 1 0 0; JMP 0 0 0; LOADI 1 1 0; LOADI 4 0 0; "
                   "DISPOSENEXT 3 4 0; CALL 6 0 0; LOOP 0 0 0; "
                   "DISPOSEFAIL 1 5 0; LOOP 0 0 0; JF 1 0 0; THROW 2 0 0; "
                   "RETUNDEF 0 0 0");
    Program *p = compile("{ await using a = r } { using b = r }");
    const FuncProto *f = p->main;
    assert_int_equal(f->n_handlers, 5); /* scope, call, await; scope, call */
    program_free(p);
}

static void recursion_needs_no_variable(void **state)
{
    (void)state;
    check_function("function f(n) { return n < 2 ? n : f(n - 1); }",
                   "JNLTK 0 0 0; RETURN 0 0 0; LOADCALLEE 1 0 0; "
                   "SUBK 3 0 1; CALLU 1 1 0; RETURN 1 0 0");
}

static void literals_fill_known_shapes(void **state)
{
    (void)state;
    check_function("(a) => ({ x: a, y: 1 })",
                   "MOVE 1 0 0; LOADI 2 1 0; NEWOBJLIT 1 1 0; RETURN 1 0 0");
    check_function("(a) => [a, , 1]",
                   "MOVE 1 0 0; LOADHOLE 2 0 0; LOADI 3 1 0; NEWARRAY 1 1 3; "
                   "RETURN 1 0 0");
    check_function("(a) => ({ x: 1, ...a })",
                   "LOADI 1 1 0; NEWOBJLIT 1 1 0; COPYPROPS 1 0 0; "
                   "RETURN 1 0 0");
}

static void members_and_calls(void **state)
{
    (void)state;
    check_function("(o) => o.length + o[3]",
                   "GETLENGTH 1 0 0; GETELEMI 2 0 3; ADD 1 1 2; RETURN 1 0 0");
    check_function("(o) => o.a.b(1)",
                   "GETFIELD 1 0 0; GETMETHOD 1 1 0; LOADI 3 1 0; "
                   "CALL 1 1 0; RETURN 1 0 0");
    check_function("(o) => o?.a?.()",
                   "JNULLISH 0 0 0; GETMETHOD 1 0 0; JNULLISH 1 0 0; "
                   "CALL 1 0 0; JMP 0 0 0; LOADUNDEF 1 0 0; RETURN 1 0 0");
}

static void a_declaration_computes_into_its_register(void **state)
{
    (void)state;
    check_function("(o) => { const x = o.f(1) && o; return x; }",
                   "GETMETHOD 1 0 0; LOADI 3 1 0; CALL 1 1 0; JF 1 0 0; "
                   "MOVE 1 0 0; RETURN 1 0 0");
}

static void the_program_calls_a_function_result(void **state)
{
    (void)state;
    check_proto("1; 2", -1, "LOADI 0 2 0; CALLRESULT 0 0 0; RETURN 0 0 0");
    check_proto("if (0) { 2 }", -1, "LOADI 0 0 0; JF 0 0 0; RETUNDEF 0 0 0");
    check_proto("export default 7; 1", -1,
                "LOADI 0 7 0; CALLRESULT 0 0 0; RETURN 0 0 0");
    check_proto("return 3", -1, "LOADI 0 3 0; RETURN 0 0 0; RETUNDEF 0 0 0");
}

static const CodePos *position_of(const FuncProto *f, Op op)
{
    for (uint32_t pc = 0; pc < f->n_code; pc += words((Op)INS_OP(f->code[pc])))
        if (INS_OP(f->code[pc]) == op)
            return proto_position(f, pc);
    fail_msg("no such instruction");
    return NULL;
}

static void places_are_where_the_spec_wants_them(void **state)
{
    (void)state;
    Program *p = compile("let o;\nreturn 1 + o.a.b(2);");
    const CodePos *at = position_of(p->main, OP_CALL);
    assert_int_equal(at->start, 18);
    assert_int_equal(at->end, 23);
    at = position_of(p->main, OP_GETFIELD);
    assert_int_equal(at->start, 18);
    at = position_of(p->main, OP_RETURN);
    assert_int_equal(at->start, 7);
    program_free(p);
}

static void inner_handlers_come_first(void **state)
{
    (void)state;
    Program *p = compile("try { try { f() } catch {} g() } finally { h() }");
    const FuncProto *f = p->main;
    assert_int_equal(f->n_handlers, 2);
    assert_true(f->handlers[0].from >= f->handlers[1].from);
    assert_true(f->handlers[0].to < f->handlers[1].to);
    program_free(p);
}

/* ---- limits --------------------------------------------------------------- */

static char *repeated(const char *head, const char *part, size_t n,
                      const char *tail)
{
    size_t len = strlen(head) + strlen(part) * n + strlen(tail);
    char *text = (char *)malloc(len + 1);
    assert_non_null(text);
    strcpy(text, head);
    char *at = text + strlen(head);
    for (size_t i = 0; i < n; i++, at += strlen(part))
        memcpy(at, part, strlen(part));
    strcpy(at, tail);
    return text;
}

static void long_chains_compile(void **state)
{
    (void)state;
    static const char *const parts[][3] = {
        { "let a; return a", "+a", "" },
        { "let a; return a", ".b", "" },
        { "let a; if (a) {}", "else if (a) {}", "" },
        { "return [", "1,", "]" },
        { "let a; f(", "a,", "a)" },
        { "let a; return `", "${a}", "`" },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(parts); i++) {
        char *text = repeated(parts[i][0], parts[i][1], 100000, parts[i][2]);
        program_free(compile(text));
        free(text);
    }
}

static void many_variables_go_to_the_spill_row(void **state)
{
    (void)state;
    Buf b;
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    for (int i = 0; i < 400; i++)
        cm__buf_add_fmt(&b, "let v%d = %d;", i, i);
    Program *p = compile(cm__buf_text(&b));
    assert_true(p->main->n_regs <= MAX_REGISTERS);
    assert_int_equal(INS_OP(p->main->code[0]), OP_NEWSPILL);
    assert_int_equal(INS_BX(p->main->code[0]), 400 - 119);
    program_free(p);
    cm__buf_done(&b);
}

static void deep_expressions_find_registers(void **state)
{
    (void)state;
    char *head = repeated("let a; return ", "a+(", 900, "1");
    char *text = repeated(head, ")", 900, "");
    Program *p = compile(text);
    assert_true(p->main->n_regs <= MAX_REGISTERS);
    program_free(p);
    free(text);
    free(head);
}

/* ---- what is refused ------------------------------------------------------ */

static bool has_module(void *user, const char *specifier, size_t len)
{
    (void)user;
    (void)len;
    return strcmp(specifier, "fs") == 0;
}

static bool has_member(void *user, const char *specifier, size_t len,
                       const char *member, size_t member_len)
{
    (void)user;
    (void)specifier;
    (void)len;
    (void)member_len;
    return strcmp(member, "readFile") == 0;
}

static const JsImportHost host = { .has_module = has_module,
                                   .has_member = has_member,
                                   .importable = "fs, url" };

static void check_import(const char *source, const char *message)
{
    Program *p = NULL;
    JsCompileResult r;
    JsCompileOptions o = { .imports = &host };
    cm_status st = js_compile(cm__alloc_default(), NULL, source, strlen(source),
                              &o, &p, &r);
    if (!message) {
        assert_int_equal(st, CM_OK);
        program_free(p);
    } else {
        assert_int_equal(st, CM_E_SYNTAX);
        assert_int_equal(r.diag.kind, JS_DIAG_UNSUPPORTED_SYNTAX);
        assert_string_equal(r.diag.message, message);
        assert_int_equal(r.diag.n_suggestions, 1);
        assert_non_null(strstr(r.diag.suggestions[0], "tools"));
    }
    js_compile_result_done(&r);
}

static void static_imports_resolve(void **state)
{
    (void)state;
    check_import("import { readFile } from 'node:fs'; readFile", NULL);
    check_import("import fs, * as ns from 'fs'; fs", NULL);
    check_import("import { nope } from 'fs'",
                 "\"fs\" has no member \"nope\" (line 1, col 10)");
    check_import("1;\nimport x from 'left-pad'",
                 "\"left-pad\" cannot be imported (line 2, col 15)");
}

/* ---- preflight ------------------------------------------------------------ */

static void check_calls(const char *source, const char *expected)
{
    Buf b;
    Program *p = NULL;
    JsCompileResult r;
    JsCompileOptions o = { .want_calls = true };
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm_status st = js_compile(cm__alloc_default(), NULL, source, strlen(source),
                              &o, &p, &r);
    if (st == CM_E_SYNTAX)
        cm__buf_add_char(&b, '!');
    else
        assert_int_equal(st, CM_OK);
    for (size_t i = 0; i < r.n_calls; i++)
        cm__buf_add_fmt(&b, "%s@%u ", r.calls[i].path,
                        (unsigned)r.calls[i].offset);
    assert_string_equal(cm__buf_text(&b), expected);
    cm__buf_done(&b);
    js_compile_result_done(&r);
    program_free(p);
}

static void certain_tool_calls_are_listed(void **state)
{
    (void)state;
    check_calls("await tools.a.b({})", "a.b@6 ");
    check_calls("const { a } = tools.ns; a({})", "ns.a@24 ");
    check_calls("tools['ns'].a({}); const t = tools.ns; t.b({})",
                "ns.a@0 ns.b@39 ");
    check_calls("f(tools.x({ y: tools.z() }))", "z@15 x@2 ");
    check_calls("tools.search({})", "");
    check_calls("const tools = x; tools.nope()", "");
    check_calls("if (c) tools.a(); c && tools.b(); c?.(tools.d())", "");
    check_calls("() => tools.a(); try { tools.b() } finally {}", "");
    check_calls("let t = tools.ns; t.a()", "");
    check_calls("if (c) return; tools.a()", "");
    check_calls("return tools.a(); tools.b()", "a@7 ");
}

/* spec/execution.md 11: every kind of expression and statement. */
static void calls_in_expressions_are_listed(void **state)
{
    (void)state;
    check_calls("(-tools.a()) ** tools.b()", "a@2 b@16 ");
    check_calls("[tools.a(), ...tools.b()]", "a@1 b@15 ");
    check_calls("({ [tools.a()]: tools.b(), c() { tools.no() } })",
                "a@4 b@16 ");
    check_calls("`${tools.a()}${tools.b()}`", "a@3 b@15 ");
    check_calls("tools.a() + tools.b() < tools.c()", "a@0 b@12 c@24 ");
    check_calls("tools.a() || tools.no(); tools.b() ?? tools.no()",
                "a@0 b@25 ");
    check_calls("tools.a() ? tools.no() : tools.no()", "a@0 ");
    check_calls("tools.a(), tools.b()", "a@0 b@11 ");
    check_calls("let x; x = tools.a(); x ||= tools.no(); x.y += tools.b(); "
                "tools.c().z = 1",
                "a@11 b@47 c@58 ");
    check_calls("new tools.a(tools.b()); new X(tools.c())", "b@12 c@30 ");
    check_calls("tools.a`${1}`; tools.b()[tools.c()]; (tools).d()",
                "b@15 c@25 d@38 ");
    check_calls("tools.a.b().c(); tools?.no(); tools.a?.no(); tools[k]()",
                "a.b@0 ");
    check_calls("void tools.a(); typeof tools.b(); delete tools.c().d",
                "a@5 b@23 c@41 ");
    check_calls("tools['\\u00e9\\ud83d\\ude00'].x()",
                "\xC3\xA9\xF0\x9F\x98\x80.x@0 ");
    check_calls("tools['\\ud83d'].x()", "\xEF\xBF\xBD.x@0 ");
    check_calls("tools()", "");
    check_calls("class A { static x = tools.no() } function f() { tools.no() }",
                "");
}

static void calls_in_statements_are_listed(void **state)
{
    (void)state;
    check_calls("{ tools.a(); { tools.b() } } tools.c()", "a@2 b@15 c@29 ");
    check_calls("{ return } tools.no()", "");
    check_calls("if (tools.a()) { x } else if (tools.no()) { y } tools.b()",
                "a@4 b@48 ");
    check_calls("if (a) { x } else { throw 1 } tools.no()", "");
    check_calls("for (let i = tools.a(); i < 1; i++) tools.no(); tools.b()",
                "a@13 b@48 ");
    check_calls("for (i = tools.a(); i; ) {} tools.b()", "a@9 b@28 ");
    check_calls("for (const x of tools.a()) { x } tools.b()", "a@16 b@33 ");
    check_calls("for (const k in tools.a()) { k } tools.b()", "a@16 b@33 ");
    check_calls("while (tools.a()) { x } tools.b()", "a@7 b@24 ");
    check_calls("switch (tools.a()) { case tools.no(): } tools.no()", "a@8 ");
    check_calls("do { tools.no() } while (tools.no()); tools.no()", "");
    check_calls("throw tools.a(); tools.no()", "a@6 ");
    check_calls("a: { break a } tools.no()", "");
    check_calls("export default tools.a(); tools.b()", "a@15 b@26 ");
    check_calls("const { a: { b }, ...rest } = tools.ns; b(); rest.no()",
                "ns.a.b@40 ");
    check_calls("const [x] = tools.ns; x(); var z = tools.q; z()", "");
}

/* A call that a loop may keep from being reached is not certain. */
static void calls_behind_loops_that_leave_are_not_listed(void **state)
{
    (void)state;
    check_calls("for (const x of y) return x; tools.no()", "");
    check_calls("for (const x in y) { if (x) throw x } tools.no()", "");
    check_calls("for (let i = 0; i < 1; i++) { return i } tools.no()", "");
    check_calls("for (;;) { f() } tools.no()", "");
    check_calls("while (x) { return 1 } tools.no()", "");
    check_calls("while (x) { for (const y of z) return y } tools.no()", "");
    check_calls("if (x) while (y) f(); tools.a()", "a@22 ");
    check_calls("if (x) for (const k in y) f(); tools.a()", "a@31 ");
}

/* ---- memory --------------------------------------------------------------- */

typedef struct Stingy {
    cm_allocator alloc;
    long left;
    size_t live;
} Stingy;

static void *stingy_resize(void *user, void *ptr, size_t old_size,
                           size_t new_size)
{
    Stingy *s = (Stingy *)user;
    if (new_size > 0 && s->left-- <= 0)
        return NULL;
    void *p = NULL;
    if (new_size == 0)
        free(ptr);
    else
        p = realloc(ptr, new_size);
    if (new_size == 0 || p)
        s->live += new_size - old_size;
    return p;
}

static void every_refused_allocation_is_reported(void **state)
{
    (void)state;
    static const char source[] =
        "class A { #x = 1; m() { return this.#x } static s = [1, 2] }\n"
        "const { a, ...b } = { a: 1 }; let n = 0;\n"
        "for (const x of [1, 2]) { try { n += x } finally { n++ } }\n"
        "function f(p = 1, ...q) { return () => p + q.length + n }\n"
        "await tools.x.y({ a: `t${n}` }); f()";
    for (long n = 0;; n++) {
        Stingy s = { .left = n };
        s.alloc.resize = stingy_resize;
        s.alloc.ctx = &s;
        Program *p = NULL;
        JsCompileResult r;
        JsCompileOptions o = { .want_calls = true };
        cm_status st =
            js_compile(&s.alloc, NULL, source, sizeof source - 1, &o, &p, &r);
        js_compile_result_done(&r);
        program_free(p);
        assert_int_equal(s.live, 0);
        if (st == CM_OK)
            break;
        assert_int_equal(st, CM_E_NOMEM);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_uses_variables_and_constants_in_place),
        cmocka_unit_test(a_later_assignment_does_not_change_an_operand),
        cmocka_unit_test(conditions_are_fused_jumps),
        cmocka_unit_test(loops_test_at_the_bottom),
        cmocka_unit_test(for_of_puts_the_value_into_the_variable),
        cmocka_unit_test(using_is_a_loop_over_resources),
        cmocka_unit_test(recursion_needs_no_variable),
        cmocka_unit_test(literals_fill_known_shapes),
        cmocka_unit_test(members_and_calls),
        cmocka_unit_test(a_declaration_computes_into_its_register),
        cmocka_unit_test(the_program_calls_a_function_result),
        cmocka_unit_test(places_are_where_the_spec_wants_them),
        cmocka_unit_test(inner_handlers_come_first),
        cmocka_unit_test(long_chains_compile),
        cmocka_unit_test(many_variables_go_to_the_spill_row),
        cmocka_unit_test(deep_expressions_find_registers),
        cmocka_unit_test(static_imports_resolve),
        cmocka_unit_test(certain_tool_calls_are_listed),
        cmocka_unit_test(calls_in_expressions_are_listed),
        cmocka_unit_test(calls_in_statements_are_listed),
        cmocka_unit_test(calls_behind_loops_that_leave_are_not_listed),
        cmocka_unit_test(every_refused_allocation_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
