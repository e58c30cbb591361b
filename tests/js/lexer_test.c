/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/excerpt.h"
#include "base/fence.h"
#include "base/hash.h"
#include "js/lexer.h"

typedef struct Lex {
    Arena arena;
    JsLexer lx;
    JsTrap trap;
} Lex;

static void start(Lex *l, const char *source)
{
    memset(l, 0, sizeof *l);
    cm__arena_init(&l->arena, cm__alloc_default(), (size_t)16 << 20);
    l->lx.trap = &l->trap;
    if (setjmp(l->trap.env) != 0)
        fail_msg("%s", l->lx.fail_what);
    cm__js_lexer_init(&l->lx, &l->arena, source, 0, (uint32_t)strlen(source));
}

static void stop(Lex *l)
{
    cm__js_lexer_done(&l->lx);
    cm__arena_done(&l->arena);
}

static void every_token_has_its_kind(void **state)
{
    (void)state;
    static const struct {
        JsTokenKind kind;
        const char *text;
    } rows[] = {
#define X(token, text, prec, op) { token, text },
        JS_PUNCTUATOR_LIST(X) JS_KEYWORD_LIST(X)
#undef X
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        Lex l;
        char source[32];
        snprintf(source, sizeof source, "%s x", rows[i].text);
        start(&l, source);
        assert_int_equal(l.lx.tok.kind, rows[i].kind);
        assert_int_equal(l.lx.tok.start, 0);
        assert_int_equal(l.lx.tok.end, strlen(rows[i].text));
        cm__js_next(&l.lx);
        assert_int_equal(l.lx.tok.kind, JS_T_IDENT);
        cm__js_next(&l.lx);
        assert_int_equal(l.lx.tok.kind, JS_T_EOF);
        stop(&l);
    }
}

static void contextual_words_are_identifiers(void **state)
{
    (void)state;
    static const struct {
        JsWord word;
        const char *text;
    } rows[] = {
#define X(word, text) { word, text },
        JS_WORD_LIST(X)
#undef X
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        Lex l;
        start(&l, rows[i].text);
        assert_int_equal(l.lx.tok.kind, JS_T_IDENT);
        assert_int_equal(l.lx.tok.name->word, rows[i].word);
        stop(&l);
    }
}

static void equal_names_are_one_object(void **state)
{
    (void)state;
    Lex l;
    start(&l, "abc 'abc' \\u0061bc \"\\x61bc\" abd");
    JsName *name = l.lx.tok.name;
    assert_int_equal(name->text.len, 3);
    assert_int_equal(name->text.hash, cm__hash_bytes("abc", 3));
    for (int i = 0; i < 3; i++) {
        cm__js_next(&l.lx);
        assert_ptr_equal(l.lx.tok.name, name);
    }
    cm__js_next(&l.lx);
    assert_ptr_not_equal(l.lx.tok.name, name);
    stop(&l);
}

static void strings_are_as_narrow_as_they_can(void **state)
{
    (void)state;
    Lex l;
    start(&l, "'\xC3\xA9' '\xE2\x82\xAC' '\xF0\x9F\x98\x80' '\\uD800' ''");
    const JsText *t = &l.lx.tok.name->text;
    assert_false(t->wide);
    assert_int_equal(t->len, 1);
    assert_int_equal(*(const uint8_t *)t->units, 0xE9);
    cm__js_next(&l.lx);
    t = &l.lx.tok.name->text;
    assert_true(t->wide);
    assert_int_equal(*(const uint16_t *)t->units, 0x20AC);
    cm__js_next(&l.lx);
    t = &l.lx.tok.name->text;
    assert_int_equal(t->len, 2);
    assert_int_equal(((const uint16_t *)t->units)[0], 0xD83D);
    assert_int_equal(((const uint16_t *)t->units)[1], 0xDE00);
    cm__js_next(&l.lx);
    t = &l.lx.tok.name->text;
    assert_int_equal(*(const uint16_t *)t->units, 0xD800);
    cm__js_next(&l.lx);
    assert_int_equal(l.lx.tok.name->text.len, 0);
    stop(&l);
}

static void numbers_are_exact(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value;
    } rows[] = {
        { "0", 0 },
        { "0.1", 0.1 },
        { "123456789012345678901234567890", 123456789012345678901234567890.0 },
        { "9007199254740993", 9007199254740992.0 },
        { "1.7976931348623157e308", 1.7976931348623157e308 },
        { "1e400", HUGE_VAL },
        { "5e-324", 5e-324 },
        { "1_0.0_1e1_0", 10.01e10 },
        { "0xDEAD_BEEF", 3735928559.0 },
        { "0B1010", 10 },
        { "0O777", 511 },
        { "1.", 1 },
        { "1.e2", 100 },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        Lex l;
        start(&l, rows[i].text);
        assert_int_equal(l.lx.tok.kind, JS_T_NUMBER);
        assert_true(l.lx.tok.number == rows[i].value);
        assert_int_equal(l.lx.tok.end, strlen(rows[i].text));
        stop(&l);
    }
}

static void line_breaks_are_seen(void **state)
{
    (void)state;
    Lex l;
    start(&l, "a b\nc\rd/*\n*/e/* */f//\ng\xE2\x80\xA8h");
    static const bool breaks[] = { true, false, true, true,
                                   true, false, true, true };
    for (size_t i = 0; i < CM_ARRAY_LEN(breaks); i++) {
        assert_int_equal(l.lx.tok.kind, JS_T_IDENT);
        assert_int_equal(l.lx.tok.nl_before, breaks[i]);
        cm__js_next(&l.lx);
    }
    stop(&l);
}

static void a_mark_goes_back(void **state)
{
    (void)state;
    Lex l;
    start(&l, "a + b");
    JsLexMark mark = cm__js_mark(&l.lx);
    JsName *name = l.lx.tok.name;
    cm__js_next(&l.lx);
    cm__js_next(&l.lx);
    cm__js_rewind(&l.lx, &mark);
    assert_ptr_equal(l.lx.tok.name, name);
    cm__js_next(&l.lx);
    assert_int_equal(l.lx.tok.kind, JS_T_PLUS);
    stop(&l);
}

static void templates_have_cooked_and_raw_text(void **state)
{
    (void)state;
    Lex l;
    JsQuasi q;
    start(&l, "`a\\n\r\n${");
    assert_true(cm__js_lex_quasi(&l.lx, 1, true, &q));
    assert_int_equal(q.cooked.len, 3);
    assert_memory_equal(q.cooked.units, "a\n\n", 3);
    assert_int_equal(q.raw.len, 4);
    assert_memory_equal(q.raw.units, "a\\n\n", 4);
    stop(&l);
    start(&l, "`\\u{x}`");
    assert_false(cm__js_lex_quasi(&l.lx, 1, true, &q));
    assert_null(q.cooked.units);
    assert_int_equal(q.raw.len, 5);
    stop(&l);
}

static void fences_are_stripped(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        Fence fence;
        const char *program; /* NULL: not looked at */
    } rows[] = {
        { "1", FENCE_NONE, "1" },
        { "\xEF\xBB\xBF"
          "1",
          FENCE_NONE, "1" },
        { "```\n1\n```", FENCE_WHOLE, "1\n" },
        { "```js\r\n1\r\n```\r\n", FENCE_WHOLE, "1\r\n" },
        { " \n  ```ts  \n1\n  `````  \n \n", FENCE_WHOLE, "1\n" },
        { "~~~~js\n/*\n```\n*/\nreturn 5;\n~~~~", FENCE_WHOLE,
          "/*\n```\n*/\nreturn 5;\n" },
        { "```\n```", FENCE_WHOLE, "" },
        { "```js\n1", FENCE_BROKEN, NULL },
        { "```js\n1\n``", FENCE_BROKEN, NULL },
        { "````js\n1\n```", FENCE_BROKEN, NULL },
        { "```js\n1\n```\ntext", FENCE_BROKEN, NULL },
        { "```js\n1\n```\n```js\n2\n```", FENCE_BROKEN, NULL },
        { "```js\n1\n```json\n2\n```", FENCE_BROKEN, NULL },
        { "```js two words\n1\n```", FENCE_BROKEN, NULL },
        { "text\n```js\n1\n```", FENCE_NONE, NULL },
        { "```a`", FENCE_NONE, NULL },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        SourceRange r = cm__strip_fence(rows[i].text, strlen(rows[i].text));
        assert_int_equal(r.fence, rows[i].fence);
        if (rows[i].program == NULL)
            continue;
        assert_int_equal(r.end - r.start, strlen(rows[i].program));
        assert_memory_equal(rows[i].text + r.start, rows[i].program,
                            r.end - r.start);
    }
}

static void places_count_lines_and_characters(void **state)
{
    (void)state;
    const char *text = "\xEF\xBB\xBF"
                       "a\r\n\xC3\xA9"
                       "b\xE2\x80\xA8"
                       "c\rd";
    static const struct {
        uint32_t offset, line, column;
    } rows[] = { { 3, 1, 1 }, { 4, 1, 2 },  { 6, 2, 1 },  { 8, 2, 2 },
                 { 9, 2, 3 }, { 12, 3, 1 }, { 14, 4, 1 }, { 15, 4, 2 } };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        uint32_t line, column;
        cm__source_locate(text, strlen(text), rows[i].offset, &line, &column);
        assert_int_equal(line, rows[i].line);
        assert_int_equal(column, rows[i].column);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_token_has_its_kind),
        cmocka_unit_test(contextual_words_are_identifiers),
        cmocka_unit_test(equal_names_are_one_object),
        cmocka_unit_test(strings_are_as_narrow_as_they_can),
        cmocka_unit_test(numbers_are_exact),
        cmocka_unit_test(line_breaks_are_seen),
        cmocka_unit_test(a_mark_goes_back),
        cmocka_unit_test(templates_have_cooked_and_raw_text),
        cmocka_unit_test(fences_are_stripped),
        cmocka_unit_test(places_count_lines_and_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
