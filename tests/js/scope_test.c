/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "js/scope.h"

#include "base/buf.h"
#include "js/parser.h"

#include <string.h>

static Arena arena;

static JsProgram *analyse(const char *source, ScopeResult *ret_scopes)
{
    JsProgram *p = NULL;
    JsDiagnostic diag;
    cm__arena_init(&arena, cm__alloc_default(), (size_t)1 << 24);
    assert_int_equal(
        cm__js_parse(&arena, source, strlen(source), NULL, &p, &diag), CM_OK);
    assert_true(cm__js_scope(&arena, p, ret_scopes));
    return p;
}

static void add_var(Buf *b, const JsDecl *d)
{
    const Var *v = js_var(d);
    const JsText *t = &d->name->text;
    if (b->len)
        cm__buf_add_char(b, ' ');
    cm__buf_add(b, t->units, t->len);
    cm__buf_add_char(b, ':');
    if (v->is_captured)
        cm__buf_add_char(b, v->is_boxed ? 'b' : 'v');
    if (v->needs_mark)
        cm__buf_add_char(b, 't');
    if (v->is_assigned)
        cm__buf_add_char(b, 'a');
}

/* Variables of the program's top level: name, then b captured in a box, v
 * captured by value, t checked for its dead zone, a assigned. */
static void check(const char *source, const char *expected)
{
    Buf b;
    ScopeResult scopes;
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    JsProgram *p = analyse(source, &scopes);
    for (const JsDecl *d = p->main->body_scope->first; d; d = d->next)
        add_var(&b, d);
    assert_string_equal(cm__buf_text(&b), expected);
    cm__buf_done(&b);
    cm__arena_done(&arena);
}

static void a_constant_is_captured_by_value(void **state)
{
    (void)state;
    check("const a = 1; const f = () => a;", "a:v f:");
    check("let a; a = 1; const f = () => a;", "a:va f:");
}

static void what_changes_after_capture_is_boxed(void **state)
{
    (void)state;
    check("let a = 1; const f = () => a; a = 2;", "a:ba f:");
    check("let a = 1; const f = () => { a = 2; };", "a:ba f:");
    check("let a = 1; while (f) { g(() => a); a = 2; }", "a:ba");
    check("let a = 1; while (f) { a = 2; } g(() => a);", "a:ba");
}

static void hoisted_functions_see_later_variables_through_boxes(void **state)
{
    (void)state;
    check("const a = 1; function f() { return a; }", "a:bt f:");
    check("function f() { return g(); } function g() {}", "f: g:b");
    check("function g() {} function f() { return g(); }", "g:v f:");
}

static void a_function_needs_no_variable_for_itself(void **state)
{
    (void)state;
    check("function f() { return f(); }", "f:");
    check("function f() { return () => f(); }", "f:");
    check("const f = () => f();", "f:");
    check("function f() { return f(); } f = 1;", "f:ba");
}

static void dead_zones_are_checked_only_where_they_can_be_met(void **state)
{
    (void)state;
    check("let a = 1; a; { a; }", "a:");
    check("a; let a = 1;", "a:t");
    check("let a = a;", "a:t");
    check("typeof a; class a {}", "a:t");
    check("f(() => a); let a = 1;", "a:bt");
    check("for (const x of x) {} let y;", "y:");
}

static const JsNode *last_value(const JsProgram *p)
{
    return JS_AS_CONST(JsExpression, p->last)->expr;
}

static void numbers_are_folded(void **state)
{
    (void)state;
    static const struct {
        const char *source;
        double value;
    } rows[] = {
        { "1 + 2 * 3", 7 },         { "-(4 - 1)", -3 },  { "7 % 4 - 1", 2 },
        { "1 << 33", 2 },           { "-1 >>> 28", 15 }, { "~5 & 0xff", 250 },
        { "2 / 4 + (1 | 6)", 7.5 }, { "-8 >> 1", -4 },   { "5 ^ 1", 4 },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        ScopeResult scopes;
        const JsNode *n = last_value(analyse(rows[i].source, &scopes));
        assert_int_equal(n->kind, JS_NODE_NUMBER);
        assert_true(JS_AS_CONST(JsNumber, n)->value == rows[i].value);
        cm__arena_done(&arena);
    }
}

static void strings_are_joined(void **state)
{
    (void)state;
    ScopeResult scopes;
    const JsNode *n = last_value(analyse("'a' + 'b' + '\\u0416'", &scopes));
    assert_int_equal(n->kind, JS_NODE_STRING);
    const JsText *t = &JS_AS_CONST(JsString, n)->value->text;
    assert_true(t->wide);
    assert_int_equal(t->len, 3);
    assert_int_equal(((const uint16_t *)t->units)[2], 0x416);
    cm__arena_done(&arena);
    n = last_value(analyse("let x; x + 'a' + 'b' + x + 'c'", &scopes));
    assert_int_equal(n->kind, JS_NODE_CHAIN);
    const JsChain *c = JS_AS_CONST(JsChain, n);
    assert_int_equal(c->links->operand->kind, JS_NODE_STRING);
    assert_int_equal(JS_AS_CONST(JsString, c->links->operand)->value->text.len,
                     2);
    assert_ptr_equal(c->links->next->next, c->last);
    cm__arena_done(&arena);
}

static void an_upvalue_passes_through_every_function_between(void **state)
{
    (void)state;
    ScopeResult scopes;
    JsProgram *p =
        analyse("let a = 1; const f = () => () => () => a;", &scopes);
    assert_int_equal(scopes.n_entries, 3);
    const JsNode *decl = p->main->body.first->next;
    const JsNode *d = JS_AS_CONST(JsVar, decl)->declarators.first;
    const JsFunction *f =
        JS_AS_CONST(JsFunction, JS_AS_CONST(JsDeclarator, d)->init);
    const Func *fn = (const Func *)f->extra;
    assert_int_equal(fn->n_ups, 1);
    assert_int_equal(cm__js_upvalue(&scopes, fn, fn->ups->var), 0);
    assert_int_equal(cm__js_upvalue(&scopes, scopes.main, fn->ups->var),
                     UINT32_MAX);
    cm__arena_done(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_constant_is_captured_by_value),
        cmocka_unit_test(what_changes_after_capture_is_boxed),
        cmocka_unit_test(hoisted_functions_see_later_variables_through_boxes),
        cmocka_unit_test(a_function_needs_no_variable_for_itself),
        cmocka_unit_test(dead_zones_are_checked_only_where_they_can_be_met),
        cmocka_unit_test(numbers_are_folded),
        cmocka_unit_test(strings_are_joined),
        cmocka_unit_test(an_upvalue_passes_through_every_function_between),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
