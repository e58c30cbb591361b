/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "oom_sweep.h"
#include "json/tree.h"

static const JsonOptions relaxed = { .allow_comments = true,
                                     .allow_trailing_commas = true };

static JsonDoc *parse(const char *text)
{
    JsonDoc *doc = NULL;
    cm_error err = { .text = "" };
    cm_status status = cm__json_parse(cm__alloc_default(), text, strlen(text),
                                      NULL, &doc, &err);
    if (status != CM_OK)
        fail_msg("%s: %s", text, err.text);
    return doc;
}

/* y_: texts that must be taken. Each is also cut at every byte, which must end
 * in an answer, not in a crash. */
static void y_valid_documents(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "null",
        "true",
        "false",
        "0",
        "-0",
        "1.5e300",
        "\"\"",
        "[]",
        "{}",
        " [ ] ",
        "\t{\n}\r",
        "[[]   ]",
        "[null, 1, \"1\", {}]",
        "[\"\\u0000\"]",
        "[\"\\u0060\\u012a\\u12AB\"]",
        "[\"\\uD801\\udc37\"]",
        "[\"\\uDFFF\"]",
        "[\"\\uD800\\uD800\\n\"]",
        "[\"\xC2\x80\xF4\x8F\xBF\xBF\"]",
        "[\"\x7F\"]",
        "[\"a/*b*/c/*d//e\"]",
        "{\"a\":[]}",
        "{\"\":0}",
        "{\"a\":\"b\",\"a\":\"c\"}",
        "{\"a\\u0000b\":1}",
        "[1e-2]",
        "[1E22]",
        "[123.456789]",
        "[-0.0]",
        "[20e1]",
        "[1e+2]",
        "[0e+1]",
        "[-237462374673276894279832749832423479823246327846]",
        "{\"min\":-1.0e+28,\"max\":1.0e+28}",
        "[4,[[[[[[[[1]]]]]]]],{}]",
        "\xEF\xBB\xBF[1]",
        "[\"\xE2\x80\xA8\xE2\x80\xA9\"]",
        "[\"\\\\n\"]",
        "\n\n{\n\"a\"\n:\n1\n,\n\"b\"\n:\n2\n}\n\n",
        "[1\n,2]",
        "[\"\\/\"]",
        "[\"\xEF\xBF\xBF\xEF\xBF\xBE\"]",
        "[\"new\\u000Aline\"]",
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(texts); i++) {
        cm__json_doc_free(parse(texts[i]));
        size_t len = strlen(texts[i]);
        for (size_t cut = 0; cut < len; cut++) {
            /* An exact copy, so that a read behind the end is seen. */
            char *copy = malloc(cut == 0 ? 1 : cut);
            assert_non_null(copy);
            memcpy(copy, texts[i], cut);
            JsonDoc *doc = NULL;
            if (cm__json_parse(cm__alloc_default(), copy, cut, NULL, &doc,
                               NULL) == CM_OK)
                cm__json_doc_free(doc);
            free(copy);
        }
    }
}

/* n_: texts that must be refused, with the place and sentence. */
static void n_invalid_documents(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t line, column;
        const char *sentence;
    } cases[] = {
        { "", 1, 1, "text ends inside a value" },
        { " ", 1, 2, "text ends inside a value" },
        { "[", 1, 2, "text ends inside a value" },
        { "{", 1, 2, "text ends inside a value" },
        { "[1", 1, 3, "text ends inside a value" },
        { "[1,", 1, 4, "text ends inside a value" },
        { "{\"a\"", 1, 5, "text ends inside a value" },
        { "{\"a\":", 1, 6, "text ends inside a value" },
        { "{\"a\":1,", 1, 8, "text ends inside a value" },
        { "[-", 1, 3, "text ends inside a value" },
        { "[1.", 1, 4, "text ends inside a value" },
        { "\"abc", 1, 5, "text ends inside a string" },
        { "[1 true]", 1, 4, "expected ',' or a closing bracket, found 't'" },
        { "[,1]", 1, 2, "unexpected character, found ','" },
        { "[1,,2]", 1, 4, "unexpected character, found ','" },
        { "[1,]", 1, 4, "unexpected character, found ']'" },
        { "[1}", 1, 3, "expected ',' or a closing bracket, found '}'" },
        { "{\"a\":1]", 1, 7, "expected ',' or a closing bracket, found ']'" },
        { "]", 1, 1, "unexpected character, found ']'" },
        { "{\"a\":1,}", 1, 8,
          "expected a member name in double quotes, found '}'" },
        { "{a:1}", 1, 2, "expected a member name in double quotes, found 'a'" },
        { "{'a':1}", 1, 2,
          "expected a member name in double quotes, found '''" },
        { "{1:1}", 1, 2, "expected a member name in double quotes, found '1'" },
        { "{,}", 1, 2, "expected a member name in double quotes, found ','" },
        { "{\"a\",1}", 1, 5, "expected ':' behind a member name, found ','" },
        { "{\"a\"::1}", 1, 6, "unexpected character, found ':'" },
        { "1 2", 1, 3, "unexpected text behind the value, found '2'" },
        { "{}}", 1, 3, "unexpected text behind the value, found '}'" },
        { "nul", 1, 1, "unexpected character, found 'n'" },
        { "nullx", 1, 5, "unexpected text behind the value, found 'x'" },
        { "True", 1, 1, "unexpected character, found 'T'" },
        { "NaN", 1, 1, "unexpected character, found 'N'" },
        { "Infinity", 1, 1, "unexpected character, found 'I'" },
        { "-Infinity", 1, 2, "invalid number, found 'I'" },
        { "[012]", 1, 3, "invalid number, found '1'" },
        { "[-012]", 1, 4, "invalid number, found '1'" },
        { "[.5]", 1, 2, "unexpected character, found '.'" },
        { "[+1]", 1, 2, "unexpected character, found '+'" },
        { "[2.e3]", 1, 4, "invalid number, found 'e'" },
        { "[1e]", 1, 4, "invalid number, found ']'" },
        { "[0x1]", 1, 3, "expected ',' or a closing bracket, found 'x'" },
        { "[1_0]", 1, 3, "expected ',' or a closing bracket, found '_'" },
        { "\"a\nb\"", 1, 3, "control character in a string is not escaped" },
        { "\"\t\"", 1, 2, "control character in a string is not escaped" },
        { "\"\\x\"", 1, 2, "invalid escape in a string, found '\\'" },
        { "\"\\u00\"", 1, 2, "invalid escape in a string, found '\\'" },
        { "['a']", 1, 2, "unexpected character, found '''" },
        { "\n\n  [tru]", 3, 4, "unexpected character, found 't'" },
        { "[1] // c", 1, 5, "unexpected text behind the value, found '/'" },
        { "/* c */ 1", 1, 1, "unexpected character, found '/'" },
        { "[\"\xC3\xA9\", x]", 1, 7, "unexpected character, found 'x'" },
        { "[\"\xFF\"]", 1, 3, "text is not UTF-8" },
        { "[\"\xED\xA0\x80\"]", 1, 3, "text is not UTF-8" },
        { "[\"\xC0\xAF\"]", 1, 3, "text is not UTF-8" },
        { "[\xC2\xA0]", 1, 2, "unexpected character" },
        { "\xEF\xBB\xBF", 1, 1, "text ends inside a value" },
        { "\xEF\xBB\xBF\xEF\xBB\xBF"
          "1",
          1, 1, "unexpected character" },
        { "\x0C[]", 1, 1, "unexpected character" },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(cases); i++) {
        JsonDoc *doc = NULL;
        cm_error err;
        memset(&err, 0x55, sizeof(err));
        cm_status status =
            cm__json_parse(cm__alloc_default(), cases[i].text,
                           strlen(cases[i].text), NULL, &doc, &err);
        if (status != CM_E_SYNTAX)
            fail_msg("%s was taken", cases[i].text);
        assert_null(doc);
        assert_int_equal(err.status, CM_E_SYNTAX);
        assert_string_equal(err.text, cases[i].sentence);
        assert_string_equal(err.path, "");
        assert_int_equal(err.line, cases[i].line);
        assert_int_equal(err.column, cases[i].column);
    }
    JsonDoc *doc = NULL;
    assert_int_equal(
        cm__json_parse(cm__alloc_default(), "1\0", 2, NULL, &doc, NULL),
        CM_E_SYNTAX);
    assert_int_equal(
        cm__json_parse(cm__alloc_default(), NULL, 0, NULL, &doc, NULL),
        CM_E_SYNTAX);
}

static void values_hold_what_the_text_says(void **state)
{
    (void)state;
    static const char text[] = "{\"s\":\"a\\u0000b\", \"n\":-12, \"f\":1.5,"
                               "\"t\":true,\"z\":null,\"l\":[false,{}],"
                               "\"u\":\"\\ud800\"}";
    JsonDoc *doc = parse(text);
    const JsonValue *root = &doc->root;
    assert_int_equal(root->type, CM_JSON_TYPE_OBJECT);
    assert_int_equal(root->n_members, 7);
    assert_string_equal(root->members[1].name, "n");
    assert_int_equal(root->members[1].name_offset, 17);
    const JsonValue *s = cm__json_get(root, "s");
    assert_int_equal(s->type, CM_JSON_TYPE_STRING);
    assert_int_equal(s->len, 3);
    assert_memory_equal(s->text, "a\0b\0", 4);
    assert_int_equal(s->offset, 5);
    assert_false(s->has_surrogates);
    assert_true(cm__json_get(root, "u")->has_surrogates);
    const JsonValue *n = cm__json_get(root, "n");
    assert_true(n->type == CM_JSON_TYPE_NUMBER && n->is_integer);
    assert_int_equal(n->integer, -12);
    assert_true(n->number == -12);
    const JsonValue *f = cm__json_get(root, "f");
    assert_true(!f->is_integer && f->number == 1.5);
    assert_true(cm__json_get(root, "t")->boolean);
    assert_int_equal(cm__json_get(root, "z")->type, CM_JSON_TYPE_NULL);
    const JsonValue *l = cm__json_get(root, "l");
    assert_int_equal(l->n_items, 2);
    assert_false(l->items[0].boolean);
    assert_int_equal(l->items[1].n_members, 0);
    assert_null(cm__json_get(root, "absent"));
    assert_null(cm__json_get(l, "s"));
    assert_null(cm__json_get(NULL, "s"));
    assert_null(cm__json_get_n(root, "sx", 0));
    assert_ptr_equal(cm__json_get_n(root, "sx", 1), s);
    cm__json_doc_free(doc);
    cm__json_doc_free(NULL);
}

static void double_names_keep_first_place_and_last_value(void **state)
{
    (void)state;
    JsonDoc *doc = parse("{\"a\":1,\"b\":2,\"a\":3,\"c\":4,\"a\":5,\"b\":6}");
    assert_int_equal(doc->root.n_members, 3);
    assert_null(doc->root.by_name);
    static const char *const names[] = { "a", "b", "c" };
    static const int values[] = { 5, 6, 4 };
    for (int i = 0; i < 3; i++) {
        assert_string_equal(doc->root.members[i].name, names[i]);
        assert_int_equal(doc->root.members[i].value.integer, values[i]);
    }
    cm__json_doc_free(doc);
    /* The same with an index: names n0 to n99, each three times. */
    Buf b;
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    for (int i = 0; i < 300; i++)
        cm__buf_add_fmt(&b, "%c\"n%d\":%d", i == 0 ? '{' : ',', i % 100, i);
    cm__buf_add_char(&b, '}');
    doc = parse(cm__buf_text(&b));
    assert_int_equal(doc->root.n_members, 100);
    assert_non_null(doc->root.by_name);
    for (int i = 0; i < 100; i++) {
        char name[8];
        snprintf(name, sizeof(name), "n%d", i);
        assert_string_equal(doc->root.members[i].name, name);
        assert_int_equal(cm__json_get(&doc->root, name)->integer, 200 + i);
    }
    assert_null(cm__json_get(&doc->root, "n100"));
    assert_null(cm__json_get(&doc->root, ""));
    cm__json_doc_free(doc);
    cm__buf_done(&b);
}

static void objects_of_every_size_find_all_names(void **state)
{
    (void)state;
    for (int size = 0; size < 40; size++) {
        Buf b;
        cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
        cm__buf_add_char(&b, '{');
        for (int i = 0; i < size; i++)
            cm__buf_add_fmt(&b, "%s\"%d\":%d", i == 0 ? "" : ",",
                            i * 7919 % 1000, i);
        cm__buf_add_char(&b, '}');
        JsonDoc *doc = parse(cm__buf_text(&b));
        assert_int_equal(doc->root.n_members, size);
        assert_int_equal(doc->root.by_name != NULL,
                         size > CM_JSON_SCAN_MEMBERS);
        for (int i = 0; i < size; i++) {
            char name[8];
            snprintf(name, sizeof(name), "%d", i * 7919 % 1000);
            assert_int_equal(cm__json_get(&doc->root, name)->integer, i);
        }
        cm__json_doc_free(doc);
        cm__buf_done(&b);
    }
}

static void settings_may_have_comments_and_commas(void **state)
{
    (void)state;
    static const char text[] =
        "// first\n{ /* a */ \"a\" /**/ : // b\r [1, 2, /***/ ], \"b\": {},\n"
        "} // end";
    JsonDoc *doc = NULL;
    assert_int_equal(cm__json_parse(cm__alloc_default(), text, sizeof(text) - 1,
                                    &relaxed, &doc, NULL),
                     CM_OK);
    assert_int_equal(cm__json_get(&doc->root, "a")->n_items, 2);
    uint32_t line, column;
    cm__json_locate(text, sizeof(text) - 1,
                    cm__json_get(&doc->root, "b")->offset, &line, &column);
    assert_int_equal(line, 3);
    assert_int_equal(column, 23);
    cm__json_doc_free(doc);
    static const char *const bad[] = { "[,]", "[1,,]",  "{,}",     "[1,/*]",
                                       "/",   "[1]/*/", "// only", "/**/",
                                       "/*",  "[/*",    "{\"a\"/*" };
    for (size_t i = 0; i < CM_ARRAY_LEN(bad); i++)
        assert_int_equal(cm__json_parse(cm__alloc_default(), bad[i],
                                        strlen(bad[i]), &relaxed, &doc, NULL),
                         CM_E_SYNTAX);
    cm_error err;
    assert_int_equal(
        cm__json_parse(cm__alloc_default(), "1 /* x", 6, &relaxed, &doc, &err),
        CM_E_SYNTAX);
    assert_string_equal(err.text, "text ends inside a comment, found '/'");
    assert_int_equal(err.column, 3);
}

static cm_status parse_depth(size_t depth, uint32_t max_depth, const char *open,
                             const char *close, cm_error *err)
{
    Buf b;
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    for (size_t i = 0; i < depth; i++)
        cm__buf_add_str(&b, open);
    if (*close != '\0') {
        cm__buf_add_char(&b, '1');
        cm__buf_add_fill(&b, *close, depth);
    }
    JsonOptions options = { .max_depth = max_depth };
    JsonDoc *doc = NULL;
    cm_status status = cm__json_parse(cm__alloc_default(), cm__buf_text(&b),
                                      b.len, &options, &doc, err);
    cm__json_doc_free(doc);
    cm__buf_done(&b);
    return status;
}

static void depth_is_bounded(void **state)
{
    (void)state;
    cm_error err;
    assert_int_equal(parse_depth(512, 0, "[", "]", &err), CM_OK);
    assert_int_equal(parse_depth(513, 0, "[", "]", &err), CM_E_LIMIT);
    assert_string_equal(err.text, "nesting exceeds 512");
    assert_int_equal(err.column, 513);
    assert_int_equal(parse_depth(3, 3, "{\"a\":", "}", &err), CM_OK);
    assert_int_equal(parse_depth(4, 3, "{\"a\":", "}", &err), CM_E_LIMIT);
    assert_string_equal(err.text, "nesting exceeds 3");
    assert_int_equal(parse_depth(4096, UINT32_MAX, "[", "]", &err), CM_OK);
    assert_int_equal(parse_depth(4097, UINT32_MAX, "[", "]", &err), CM_E_LIMIT);
    assert_int_equal(parse_depth(1000000, 0, "[", "", &err), CM_E_LIMIT);
    assert_int_equal(parse_depth(1000000, UINT32_MAX, "[{\"a\":", "", &err),
                     CM_E_LIMIT);
}

static void memory_is_bounded(void **state)
{
    (void)state;
    OomAlloc o;
    oom_alloc_init(&o, 0, 0);
    Buf b;
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_char(&b, '[');
    for (int i = 0; i < 100000; i++)
        cm__buf_add_str(&b, "{},");
    cm__buf_add_str(&b, "0]");
    JsonOptions options = { .max_memory = 1 << 20 };
    JsonDoc *doc = NULL;
    cm_error err;
    assert_int_equal(
        cm__json_parse(&o.alloc, cm__buf_text(&b), b.len, &options, &doc, &err),
        CM_E_LIMIT);
    assert_string_equal(err.text, "document needs too much memory");
    assert_int_equal(o.live_bytes, 0);
    assert_true(o.peak_bytes < 3 << 20);
    options.max_memory = 1 << 26;
    assert_int_equal(
        cm__json_parse(&o.alloc, cm__buf_text(&b), b.len, &options, &doc, &err),
        CM_OK);
    assert_int_equal(doc->root.n_items, 100001);
    cm__json_doc_free(doc);
    cm__buf_done(&b);
    assert_int_equal(o.live_bytes, 0);
}

static void ten_megabytes_are_read_in_a_moment(void **state)
{
    (void)state;
    Buf b;
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_char(&b, '[');
    int rows = 0;
    for (; b.len < 10000000; rows++)
        cm__buf_add_fmt(&b,
                        "%s{\"id\":%d,\"name\":\"row \\u00e9 %d\",\"price\":"
                        "%d.25,\"tags\":[\"a\",\"b\"],\"ok\":true}",
                        rows == 0 ? "" : ",", rows, rows, rows);
    cm__buf_add_char(&b, ']');
    uint64_t start = cm__clock_monotonic_ns();
    JsonDoc *doc = parse(cm__buf_text(&b));
    uint64_t elapsed = cm__clock_monotonic_ns() - start;
    assert_int_equal(doc->root.n_items, rows);
    const JsonValue *last = &doc->root.items[rows - 1];
    assert_int_equal(cm__json_get(last, "id")->integer, rows - 1);
    assert_true(cm__json_get(last, "price")->number == rows - 1 + 0.25);
    assert_true(elapsed < UINT64_C(5000000000));
    cm__json_doc_free(doc);
    /* One object of 200,000 names, twice each: no quadratic work. */
    cm__buf_clear(&b);
    for (int i = 0; i < 400000; i++)
        cm__buf_add_fmt(&b, "%c\"k%06d\":0", i == 0 ? '{' : ',', i / 2);
    cm__buf_add_char(&b, '}');
    start = cm__clock_monotonic_ns();
    doc = parse(cm__buf_text(&b));
    assert_int_equal(doc->root.n_members, 200000);
    assert_true(cm__clock_monotonic_ns() - start < UINT64_C(10000000000));
    cm__json_doc_free(doc);
    cm__buf_done(&b);
}

static void equality_is_by_content(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool is_equal;
    } cases[] = {
        { "null", "null", true },
        { "null", "false", false },
        { "true", "false", false },
        { "1", "1.0", true },
        { "0", "-0", true },
        { "9007199254740993", "9007199254740992", false },
        { "\"a\"", "\"\\u0061\"", true },
        { "\"a\"", "\"ab\"", false },
        { "[1,2]", "[1,2]", true },
        { "[1,2]", "[2,1]", false },
        { "[1]", "[1,2]", false },
        { "{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", true },
        { "{\"a\":1,\"b\":2}", "{\"a\":1,\"c\":2}", false },
        { "{\"a\":1}", "{\"a\":2}", false },
        { "{\"a\":1}", "{\"a\":1,\"b\":2}", false },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(cases); i++) {
        JsonDoc *a = parse(cases[i].a), *b = parse(cases[i].b);
        assert_int_equal(cm__json_equal(&a->root, &b->root), cases[i].is_equal);
        assert_int_equal(cm__json_equal(&b->root, &a->root), cases[i].is_equal);
        cm__json_doc_free(a);
        cm__json_doc_free(b);
    }
    JsonDoc *doc = parse("[\"text\",1]");
    assert_true(cm__json_is_text(&doc->root.items[0], "text"));
    assert_false(cm__json_is_text(&doc->root.items[0], "tex"));
    assert_false(cm__json_is_text(&doc->root.items[1], "1"));
    assert_false(cm__json_is_text(NULL, ""));
    cm__json_doc_free(doc);
    for (int type = CM_JSON_TYPE_NULL; type <= CM_JSON_TYPE_OBJECT; type++)
        assert_non_null(cm__json_type_name((JsonType)type));
    assert_string_equal(cm__json_type_name(CM_JSON_TYPE_BOOL), "boolean");
}

static void note_twin(void *user, const JsonMember *lost,
                      const JsonMember *kept)
{
    cm__buf_add_fmt(user, "%s %u %u;", lost->name, lost->name_offset,
                    kept->name_offset);
}

/* Each that is lost, with the next one of its name. */
static void names_that_are_lost_can_be_told(void **state)
{
    (void)state;
    static const struct {
        const char *text, *notes;
    } rows[] = {
        { "{\"a\":1,\"b\":2}", "" },
        { "{\"a\":1,\"b\":2,\"a\":{\"c\":1,\"c\":2},\"a\":3}",
          "c 18 24;a 1 13;a 13 31;" },
        { "{\"1\":0,\"2\":0,\"3\":0,\"4\":0,\"5\":0,\"6\":0,\"7\":0,\"8\":0,"
          "\"3\":0,\"1\":0,\"3\":0}",
          "1 1 55;3 13 49;3 49 61;" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Buf notes;
        JsonDoc *doc = NULL;
        cm__buf_init(&notes, cm__alloc_default(), CM_BUF_NO_LIMIT);
        const JsonOptions options = { .twin = note_twin, .user = &notes };
        assert_int_equal(cm__json_parse(cm__alloc_default(), rows[i].text,
                                        strlen(rows[i].text), &options, &doc,
                                        NULL),
                         CM_OK);
        assert_string_equal(cm__buf_text(&notes), rows[i].notes);
        cm__json_doc_free(doc);
        cm__buf_done(&notes);
    }
}

static void lists_of_strings_are_known(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_texts;
    } rows[] = {
        { "[]", true },
        { "[\"\"]", true },
        { "[\"a\",\"b\"]", true },
        { "[\"a\",1]", false },
        { "[null]", false },
        { "[[\"a\"]]", false },
        { "{\"0\":\"a\"}", false },
        { "\"a\"", false },
        { "null", false },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        JsonDoc *doc;
        assert_int_equal(cm__json_parse(cm__alloc_default(), rows[i].text,
                                        strlen(rows[i].text), NULL, &doc, NULL),
                         CM_OK);
        assert_int_equal(cm__json_is_texts(&doc->root), rows[i].is_texts);
        cm__json_doc_free(doc);
    }
}

static cm_status scenario(const cm_allocator *alloc)
{
    static const char text[] =
        "{\"a\":[1,2,3,[4,[5,[6,[7,{\"x\":\"a long text, for the arena\"}]]]]],"
        "\"b\":1,\"c\":2,\"d\":3,\"e\":4,\"f\":5,\"g\":6,\"h\":7,\"i\":8,"
        "\"b\":1,\"l\":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}";
    /* The sample in an array, and an object whose index needs a block. */
    Buf b;
    cm__buf_init(&b, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&b, "[%s", text);
    for (int i = 0; i < 900; i++)
        cm__buf_add_fmt(&b, "%s\"%d\":0", i == 0 ? ",{" : ",", i);
    cm__buf_add_str(&b, "}]");
    JsonDoc *doc = NULL;
    cm_error err = { .status = CM_OK };
    cm_status status = cm__json_parse(alloc, b.bytes, b.len, NULL, &doc, &err);
    cm__buf_done(&b);
    assert_int_equal(err.status, status);
    if (status == CM_E_NOMEM)
        assert_string_equal(err.text, "out of memory");
    cm__json_doc_free(doc);
    return status;
}

static void every_refusal_is_reported(void **state)
{
    (void)state;
    assert_true(oom_sweep(scenario) > 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(y_valid_documents),
        cmocka_unit_test(n_invalid_documents),
        cmocka_unit_test(values_hold_what_the_text_says),
        cmocka_unit_test(double_names_keep_first_place_and_last_value),
        cmocka_unit_test(names_that_are_lost_can_be_told),
        cmocka_unit_test(objects_of_every_size_find_all_names),
        cmocka_unit_test(settings_may_have_comments_and_commas),
        cmocka_unit_test(depth_is_bounded),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(ten_megabytes_are_read_in_a_moment),
        cmocka_unit_test(equality_is_by_content),
        cmocka_unit_test(lists_of_strings_are_known),
        cmocka_unit_test(every_refusal_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
