/* SPDX-License-Identifier: MIT */
#include "engine_fixture.h"

#include "base/buf.h"
#include "engine/json_value.h"

static Value parse(VM *vm, const char *text)
{
    return json_parse_text(vm, text, strlen(text));
}

/* Text of a plain value, or NULL. */
static Str *write(VM *vm, Value v, const char *gap)
{
    JsonOut out;
    JsonFormat format = { .gap = gap,
                          .gap_len = gap == NULL ? 0 : (uint32_t)strlen(gap),
                          .max_depth = JSON_DEPTH_MAX };
    json_out_init(&out, vm);
    if (json_write_plain(&out, v, &format) != JSON_WRITTEN)
        return NULL;
    return json_out_finish(&out);
}

static void assert_round(VM *vm, const char *text, const char *expected)
{
    Value v = parse(vm, text);
    assert_true(v != VALUE_THROWN);
    assert_text(vm, write(vm, v, NULL), expected);
}

static Value member(VM *vm, Value o, const char *name)
{
    PropDesc d;
    assert_true(value_is_object(o));
    assert_int_equal(obj_get_own(vm, value_obj(o), fixture_key(vm, name), &d),
                     TRI_TRUE);
    return d.value;
}

static void round_trips(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    static const char *const same[] = {
        "null",
        "true",
        "false",
        "0",
        "-1",
        "123456789",
        "1234567890",
        "-2147483648",
        "0.5",
        "1e+21",
        "1.7976931348623157e+308",
        "\"\"",
        "\"a\"",
        "\"abc\"",
        "\"long text of more than eight bytes\"",
        "\"q\\\"b\\\\n\\nt\\tu\\u0001\\u001f\"",
        "[]",
        "{}",
        "[[],{},[{}]]",
        "{\"a\":1,\"b\":[1,2,{\"c\":null}]}",
        "\"\xC3\xA9\"",
        "\"\xE4\xB8\xAD\xE6\x96\x87\"",
        "\"\xF0\x9F\x98\x80\"",
        "\"\\ud800x\"",
        "\"\\udc00\\ud800\"",
        "{\"\":1}",
        "{\"__proto__\":{\"x\":1},\"constructor\":2}",
        "{\"na\xC3\xAFve\":1,\"q\\\"\":2}",
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(same); i++) {
        Value v = parse(vm, same[i]);
        assert_true(v != VALUE_THROWN);
        Buf out;
        cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
        assert_true(str_to_utf8(vm, write(vm, v, NULL), &out));
        assert_string_equal(cm__buf_text(&out), same[i]);
        cm__buf_done(&out);
    }
    assert_round(vm, " [ 1 , 2 ]\n", "[1,2]");
    assert_round(vm, "{ \"a\" : 1 ,\r\n\t\"b\" : 2 }", "{\"a\":1,\"b\":2}");
    assert_round(vm, "-0", "0");
    assert_round(vm, "1E2", "100");
    assert_round(vm, "1e400", "null");
    assert_round(vm, "\"\\u0041\\/\"", "\"A/\"");
    assert_round(vm, "{\"b\":1,\"a\":2,\"b\":3}", "{\"b\":3,\"a\":2}");
    assert_round(vm, "{\"x\":1,\"2\":2,\"1\":1}", "{\"1\":1,\"2\":2,\"x\":1}");
    assert_true(parse(vm, "-0") == value_double(-0.0));
}

static void malformed_text_is_a_syntax_error(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    static const char *const bad[] = {
        "",          " ",          "{",         "[",         "[1",
        "[1,",       "[1,]",       "{\"a\"",    "{\"a\":",   "{\"a\":1",
        "{\"a\":1,", "{\"a\":1,}", "{a:1}",     "{\"a\" 1}", "[1 2]",
        "{\"a\":1]", "[1}",        "01",        "-",         "1.",
        ".5",        "1e",         "+1",        "0x1",       "tru",
        "nul",       "truex",      "'a'",       "\"a",       "\"\\x\"",
        "\"\\u12\"", "\"\n\"",     "\"\x01\"",  "1 1",       "[] []",
        "NaN",       "Infinity",   "undefined", "{1:2}",     "[,1]",
        "{,}",       "//",         "1e+",       "-a",        "1.e5",
        "00",        "-01",
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(bad); i++) {
        vm->exception = VALUE_ABSENT;
        assert_true(parse(vm, bad[i]) == VALUE_THROWN);
        assert_true(value_is_class(vm->exception, CLASS_ERROR));
        ErrorObj *e = (ErrorObj *)value_obj(vm->exception);
        assert_int_equal(e->error_class, ERR_SYNTAX);
    }
    vm->exception = VALUE_ABSENT;
    assert_true(parse(vm, "{\"a\":1,\n \"b\":?}") == VALUE_THROWN);
    assert_text(vm, value_str(member(vm, vm->exception, "message")),
                "Invalid JSON: unexpected character at position 13 "
                "(line 2 column 6)");
}

static void like_records_share_a_shape(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Value v = parse(vm, "[{\"id\":1,\"name\":\"a\",\"tags\":[{\"id\":1}]},"
                        "{\"id\":2,\"name\":\"b\",\"tags\":[{\"id\":2}]},"
                        "{\"id\":3,\"name\":\"c\",\"tags\":[]},"
                        "{\"id\":4,\"tags\":[]},"
                        "{\"id\":5,\"name\":\"e\",\"tags\":[]}]");
    const Value *e = value_obj(v)->elements.dense->v;
    const Shape *shape = value_obj(e[0])->shape;
    assert_ptr_equal(value_obj(e[1])->shape, shape);
    assert_ptr_equal(value_obj(e[2])->shape, shape);
    assert_ptr_not_equal(value_obj(e[3])->shape, shape);
    assert_ptr_equal(value_obj(e[4])->shape, shape);
    assert_true(member(vm, e[3], "id") == value_int(4));
    assert_text(vm, value_str(member(vm, e[4], "name")), "e");
}

/* Random records of few names: whatever the predictions, the text comes back.
 * */
static void predictions_never_change_the_outcome(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    static const char *const names[] = {
        "id", "name", "a", "id2", "long_name_1", "long_name_2", "x y", "n"
    };
    uint32_t r = 12345;
    for (int round = 0; round < 300; round++) {
        char text[20000];
        char *at = text;
        unsigned open = 0;
        char closers[16];
        at += sprintf(at, "[");
        for (int k = 0; k < 200; k++) {
            bool first = at[-1] == '[' || at[-1] == '{';
            bool in_object = open > 0 && closers[open - 1] == '}';
            r = r * 1664525 + 1013904223;
            unsigned what = r >> 24;
            if (what < 60 && open > 0) {
                *at++ = closers[--open];
                continue;
            }
            if (!first)
                *at++ = ',';
            if (in_object && first)
                at += sprintf(at, "\"%s\":", names[r >> 10 & 7]);
            else if (in_object) /* distinct within an object */
                at += sprintf(at, "\"%s%d\":", names[r >> 10 & 7], k);
            if (what < 130 && open < 10) {
                bool object = what & 1;
                *at++ = object ? '{' : '[';
                closers[open++] = object ? '}' : ']';
            } else {
                at += sprintf(at, "%d", k);
            }
        }
        while (open > 0)
            *at++ = closers[--open];
        *at++ = ']';
        *at = '\0';
        assert_round(vm, text, text);
    }
}

static void optional_members_and_orders(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    char text[60000], *at = text;
    uint32_t r = 99;
    *at++ = '[';
    for (int i = 0; i < 500; i++) {
        at += sprintf(at, "%s{\"id\":%d", i ? "," : "", i);
        r = r * 1664525 + 1013904223;
        static const char *const names[] = { "a", "b", "c", "d", "e" };
        for (unsigned k = 0; k < 5; k++)
            if (r >> (10 + k) & 1)
                at += sprintf(at, ",\"%s\":{\"id\":%u,\"z\":0}", names[k], k);
        if (r >> 20 & 1)
            at += sprintf(at, ",\"zz\":1,\"yy\":2");
        else
            at += sprintf(at, ",\"yy\":1,\"zz\":2");
        at += sprintf(at, "}");
    }
    sprintf(at, "]");
    assert_round(vm, text, text);
}

static void depth_is_limited_on_demand_only(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    enum {
        DEPTH = 50000
    };
    char *text = malloc(2 * DEPTH + 1);
    memset(text, '[', DEPTH);
    memset(text + DEPTH, ']', DEPTH);
    assert_true(value_is_array(json_parse_text(vm, text, 2 * DEPTH)));
    assert_true(
        value_is_array(json_parse_limited(vm, text + DEPTH - 100, 200, 100)));
    assert_true(json_parse_limited(vm, text + DEPTH - 101, 202, 100) ==
                VALUE_THROWN);
    assert_int_equal(((ErrorObj *)value_obj(vm->exception))->error_class,
                     ERR_RANGE);
    vm->exception = VALUE_ABSENT;
    Value deep = json_parse_text(vm, text + DEPTH - 10000, 20000);
    assert_int_equal(write(vm, deep, NULL)->len, 20000);
    deep = json_parse_text(vm, text + DEPTH - 10001, 20002);
    assert_null(write(vm, deep, NULL));
    assert_int_equal(((ErrorObj *)value_obj(vm->exception))->error_class,
                     ERR_RANGE);
    free(text);
}

static void indentation(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Value v = parse(vm, "{\"a\":[1,{}],\"b\":[],\"c\":{\"d\":null}}");
    assert_text(vm, write(vm, v, "  "),
                "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": [],\n"
                "  \"c\": {\n    \"d\": null\n  }\n}");
}

static void what_plain_writing_leaves_out(void **state)
{
    Fixture *f = *state;
    VM *vm = f->vm;
    Obj *o = obj_new_plain(vm);
    obj_put(vm, o, fixture_key(vm, "a"), VALUE_UNDEFINED);
    obj_put(vm, o, value_from_symbol(symbol_new(vm, VALUE_UNDEFINED)),
            VALUE_NULL);
    obj_put_attrs(vm, o, fixture_key(vm, "h"), VALUE_NULL, PROP_HIDDEN);
    Array *a = array_new(vm, 0);
    array_push(vm, a, VALUE_UNDEFINED);
    array_push_hole(vm, a);
    array_push(vm, a, VALUE_NAN);
    assert_int_equal(array_set_length(vm, a, 4), TRI_TRUE);
    obj_put(vm, o, fixture_key(vm, "b"), value_from_obj(a));
    assert_text(vm, write(vm, value_from_obj(o), NULL),
                "{\"b\":[null,null,null,null]}");
    JsonOut out;
    JsonFormat format = { .max_depth = 100 };
    json_out_init(&out, vm);
    assert_int_equal(json_write_plain(&out, VALUE_UNDEFINED, &format),
                     JSON_NOTHING);
    assert_int_equal(json_out_len(&out), 0);
}

static void code_that_would_run_is_not_plain(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    JsonOut out;
    JsonFormat format = { .max_depth = 100 };
    json_out_init(&out, vm);
    assert_true(json_out_bytes(&out, "x", 1));
    Obj *getter = obj_new_plain(vm);
    obj_put(vm, getter, fixture_key(vm, "a"), VALUE_NULL);
    obj_put_accessor(vm, getter, fixture_key(vm, "g"),
                     value_from_obj(obj_new_plain(vm)), VALUE_UNDEFINED,
                     PROP_ENUMERABLE | PROP_CONFIGURABLE);
    assert_int_equal(json_write_plain(&out, value_from_obj(getter), &format),
                     JSON_NOT_PLAIN);
    Obj *own = obj_new_plain(vm);
    obj_put(vm, own, vm->realm->name.toJSON, VALUE_NULL);
    assert_int_equal(json_write_plain(&out, value_from_obj(own), &format),
                     JSON_NOT_PLAIN);
    Obj *heir = obj_new_proto(vm, own);
    Array *list = array_new(vm, 0);
    array_push(vm, list, value_from_obj(heir));
    assert_int_equal(json_write_plain(&out, value_from_obj(list), &format),
                     JSON_NOT_PLAIN);
    assert_int_equal(json_out_len(&out), 1);
    /* a cycle */
    array_set_length(vm, list, 0);
    array_push(vm, list, value_from_obj(list));
    assert_int_equal(json_write_plain(&out, value_from_obj(list), &format),
                     JSON_FAILED);
    assert_int_equal(((ErrorObj *)value_obj(vm->exception))->error_class,
                     ERR_TYPE);
    assert_int_equal(json_out_len(&out), 1);
}

static void text_of_every_width(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    static const char latin[] = "{\"k\":\"caf\xE9\",\"\xFC\":[\"\xFC\\n\"]}";
    Str *s = str_new8(vm, (const uint8_t *)latin, sizeof(latin) - 1);
    Value v = json_parse_str(vm, s);
    Str *back = write(vm, v, NULL);
    assert_false(str_is_wide(back));
    assert_true(str_equal(vm, back, s));
    uint16_t wide[] = { '[', '"', 0x4E2D, 0xD83D, 0xDE00, 0xE9, '"', ']' };
    s = str_new16(vm, wide, CM_ARRAY_LEN(wide));
    v = json_parse_str(vm, s);
    assert_true(str_equal(vm, write(vm, v, NULL), s));
}

static void refused_memory_is_no_exception(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    const char text[] =
        "[{\"a\":1,\"b\":\"text of some length\"},{\"c\":[1,2]}]";
    size_t limit = vm->heap.limit;
    bool passed = false;
    for (size_t room = 0; !passed; room += 16) {
        while (vm->heap.end - vm->heap.at >= 16)
            heap_alloc(&vm->heap, 16, CELL_RAW);
        vm->heap.limit = vm->heap.used + room;
        vm->heap.refused = false;
        Value v = parse(vm, text);
        passed = v != VALUE_THROWN;
        vm->heap.limit = limit;
        assert_true(vm->exception == VALUE_ABSENT);
        assert_int_equal(vm->heap.refused, !passed);
        if (passed)
            assert_text(vm, write(vm, v, NULL), text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(round_trips),
        FIXTURE_TEST(malformed_text_is_a_syntax_error),
        FIXTURE_TEST(like_records_share_a_shape),
        FIXTURE_TEST(predictions_never_change_the_outcome),
        FIXTURE_TEST(optional_members_and_orders),
        FIXTURE_TEST(depth_is_limited_on_demand_only),
        FIXTURE_TEST(indentation),
        FIXTURE_TEST(what_plain_writing_leaves_out),
        FIXTURE_TEST(code_that_would_run_is_not_plain),
        FIXTURE_TEST(text_of_every_width),
        FIXTURE_TEST(refused_memory_is_no_exception),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
