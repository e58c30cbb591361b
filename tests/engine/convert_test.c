/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/convert.h"

#include "engine/code.h"
#include "engine/error.h"
#include "engine/promise.h"
#include "engine/property.h"
#include "mini_realm.h"

#include <math.h>

static Mini mini;
static VM *vm;

static int setup(void **state)
{
    (void)state;
    mini_init(&mini);
    vm = mini.vm;
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    mini_done(&mini);
    return 0;
}

static Value text(const char *utf8)
{
    return value_from_str(str_from_utf8(vm, utf8, strlen(utf8)));
}

static double number_of(const char *utf8)
{
    return str_to_number(vm, value_str(text(utf8)));
}

static void assert_text(Str *s, const char *ascii)
{
    StrView v;
    assert_non_null(s);
    assert_true(str_view(vm, s, &v));
    assert_int_equal(v.len, strlen(ascii));
    for (uint32_t i = 0; i < v.len; i++)
        assert_int_equal(view_at(&v, i), ascii[i]);
}

static void assert_thrown(const char *message)
{
    char got[256];
    assert_true(vm->exception != VALUE_ABSENT);
    assert_string_equal(mini_message(&mini, got), message);
}

/* A native that answers with its data. */
static Value give_data(VM *m, NativeCall *c)
{
    (void)m;
    return ((Native *)value_ptr(c->callee))->data[0];
}

static const NativeSpec give_spec = { .name = "give", .fn = give_data };

static Value giver(Value v)
{
    return value_from_obj(native_new(vm, &give_spec, v, VALUE_UNDEFINED));
}

static void strings_become_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double number;
    } rows[] = {
        { "", 0 },
        { "   ", 0 },
        { "\t\n\v\f\r 12 \xC2\xA0\xEF\xBB\xBF", 12 },
        { "\xE2\x80\xA8"
          "7"
          "\xE2\x80\xA9",
          7 },
        { "\xE1\x9A\x80\xE2\x80\x83\xE3\x80\x80"
          "1.5",
          1.5 },
        { "0x1F", 31 },
        { "0XfF", 255 },
        { "0o17", 15 },
        { "0B101", 5 },
        { "0x1fffffffffffff", 9007199254740991.0 },
        { "-12.50", -12.5 },
        { "+.5", .5 },
        { "5.", 5 },
        { "1e3", 1000 },
        { "1E-3", .001 },
        { "123456789012345678901234567890", 123456789012345678901234567890.0 },
        { "9007199254740993", 9007199254740992.0 },
        { "1e400", (double)INFINITY },
        { "Infinity", (double)INFINITY },
        { "-Infinity", -(double)INFINITY },
        { "4.9406564584124654e-324", 4.9406564584124654e-324 },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++)
        assert_true(number_of(rows[i].text) == rows[i].number);
    static const char *const bad[] = {
        "1 2",  "0x",   "0x1G",     "-0x1",          "1e",
        ".",    "+",    "1_000",    "infinity",      "--1",
        "12px", "0b12", "\xC3\xA9", "1\xE2\x82\xAC", "e5"
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(bad); i++)
        assert_true(isnan(number_of(bad[i])));
    assert_true(signbit(number_of("-0")));
}

static void values_become_numbers(void **state)
{
    (void)state;
    double d;
    assert_true(to_number(vm, VALUE_UNDEFINED, &d) && isnan(d));
    assert_true(to_number(vm, VALUE_NULL, &d) && d == 0);
    assert_true(to_number(vm, VALUE_TRUE, &d) && d == 1);
    assert_true(to_number(vm, value_int(-7), &d) && d == -7);
    Symbol *s = symbol_new(vm, VALUE_UNDEFINED);
    assert_false(to_number(vm, value_from_symbol(s), &d));
    assert_thrown("Cannot convert a Symbol value to a number");
}

static void integers_wrap_like_ecmascript(void **state)
{
    (void)state;
    assert_int_equal(double_to_int32(4294967296.0), 0);
    assert_int_equal(double_to_int32(4294967297.9), 1);
    assert_int_equal(double_to_int32(2147483648.0), INT32_MIN);
    assert_int_equal(double_to_int32(-2147483649.0), INT32_MAX);
    assert_int_equal(double_to_int32(-1.9), -1);
    assert_int_equal(double_to_int32(1e20), 1661992960);
    assert_int_equal(double_to_int32(-1e20), -1661992960);
    assert_int_equal(double_to_int32((double)NAN), 0);
    assert_int_equal(double_to_int32((double)INFINITY), 0);
    uint64_t n;
    assert_true(to_length(vm, value_double(1e300), &n));
    assert_true(n == 9007199254740991u);
    assert_true(to_length(vm, value_int(-5), &n) && n == 0);
    double d;
    assert_true(to_integer(vm, value_double(-0.5), &d));
    assert_true(d == 0 && !signbit(d));
    assert_true(to_relative(vm, value_int(-3), 10, 0, &d) && d == 7);
    assert_true(to_relative(vm, value_int(-30), 10, 0, &d) && d == 0);
    assert_true(to_relative(vm, VALUE_UNDEFINED, 10, 10, &d) && d == 10);
}

static void values_become_strings(void **state)
{
    (void)state;
    assert_text(to_string(vm, VALUE_UNDEFINED), "undefined");
    assert_text(to_string(vm, VALUE_NULL), "null");
    assert_text(to_string(vm, VALUE_FALSE), "false");
    assert_text(to_string(vm, value_int(-12)), "-12");
    assert_text(to_string(vm, value_double(1e21)), "1e+21");
    assert_text(to_string(vm, value_double(-0.0)), "0");
    assert_text(type_of(vm, VALUE_NULL), "object");
    assert_text(type_of(vm, giver(VALUE_NULL)), "function");
    assert_text(type_of(vm, value_double(0.5)), "number");
    assert_null(to_string(vm, value_from_symbol(mini.realm.symbol.match)));
    assert_thrown("Cannot convert a Symbol value to a string");
}

static void objects_are_converted_by_their_methods(void **state)
{
    (void)state;
    Value o = value_from_obj(obj_new_plain(vm));
    assert_true(set_prop(vm, o, mini.realm.name.valueOf, giver(value_int(5))));
    assert_true(set_prop(vm, o, mini.realm.name.toString, giver(text("t"))));
    double d;
    assert_true(to_number(vm, o, &d) && d == 5);
    assert_text(to_string(vm, o), "t");
    assert_true(js_add(vm, o, value_int(1)) == value_int(6));
    assert_int_equal(loose_equal(vm, o, value_int(5)), TRI_TRUE);
    PropKey key = value_from_symbol(mini.realm.symbol.toPrimitive);
    assert_true(set_prop(vm, o, key, giver(text("p"))));
    assert_text(to_string(vm, o), "p");
    assert_true(set_prop(vm, o, key, giver(o)));
    assert_null(to_string(vm, o));
    assert_thrown("Cannot convert object to primitive value");
    Value bare = value_from_obj(obj_new_proto(vm, NULL));
    assert_true(to_primitive(vm, bare, HINT_DEFAULT) == VALUE_THROWN);
    assert_thrown("Cannot convert object to primitive value");
}

/* E77, E78. */
static void promises_are_no_data(void **state)
{
    (void)state;
    Value p = value_from_obj(promise_new_internal(vm));
    assert_true(js_add(vm, p, value_int(1)) == VALUE_THROWN);
    ErrorObj *e = value_ptr(vm->exception);
    assert_int_equal(e->kind, DIAG_INVALID_DATA_VALUE);
    assert_int_equal(e->error_class, ERR_TYPE);
    assert_int_equal(e->origin, ORIGIN_ENGINE);
    Value kind = get_prop(vm, vm->exception, mini.realm.name.kind);
    assert_text(value_str(kind), "InvalidDataValue");
    assert_thrown("Cannot use a promise as data: await it first");
    assert_null(to_string(vm, p));
    assert_thrown("Cannot use a promise as data: await it first");
    assert_true(get_prop_ascii(vm, p, "items") == VALUE_THROWN);
    assert_thrown("Cannot read property 'items' of a promise: await it first");
    assert_int_equal(loose_equal(vm, p, VALUE_NULL), TRI_FALSE);
    assert_int_equal(loose_equal(vm, p, p), TRI_TRUE);
    assert_true(set_prop(vm, p, key_ascii(vm, "own"), value_int(1)));
    assert_true(get_prop_ascii(vm, p, "own") == value_int(1));
}

static void equality_follows_the_standard(void **state)
{
    (void)state;
    Value nan = VALUE_NAN;
    assert_false(strict_equal(vm, nan, nan));
    assert_true(same_value(vm, nan, nan));
    assert_true(same_value_zero(vm, value_double(-0.0), value_int(0)));
    assert_false(same_value(vm, value_double(-0.0), value_int(0)));
    assert_true(strict_equal(vm, value_double(3), value_int(3)));
    assert_true(strict_equal(vm, text("ab"), text("ab")));
    assert_false(strict_equal(vm, text("1"), value_int(1)));
    assert_int_equal(loose_equal(vm, text("1"), value_int(1)), TRI_TRUE);
    assert_int_equal(loose_equal(vm, text(""), VALUE_FALSE), TRI_TRUE);
    assert_int_equal(loose_equal(vm, text("0x10"), value_int(16)), TRI_TRUE);
    assert_int_equal(loose_equal(vm, VALUE_NULL, VALUE_UNDEFINED), TRI_TRUE);
    assert_int_equal(loose_equal(vm, VALUE_NULL, value_int(0)), TRI_FALSE);
    assert_int_equal(loose_equal(vm, VALUE_TRUE, text("1")), TRI_TRUE);
    assert_int_equal(loose_equal(vm, text("a"), text("b")), TRI_FALSE);
}

static void order_follows_the_standard(void **state)
{
    (void)state;
    assert_int_equal(less_than(vm, text("10"), text("9"), true), TRI_TRUE);
    assert_int_equal(less_than(vm, text("10"), value_int(9), true), TRI_FALSE);
    assert_int_equal(less_than(vm, VALUE_UNDEFINED, value_int(1), true),
                     TRI_FALSE);
    assert_int_equal(less_equal(vm, VALUE_NULL, value_int(0), true), TRI_TRUE);
    assert_int_equal(less_equal(vm, VALUE_NAN, VALUE_NAN, true), TRI_FALSE);
    assert_int_equal(less_equal(vm, text("a"), text("a"), true), TRI_TRUE);
}

static void assert_double(Value v, double d)
{
    assert_true(value_is_number(v));
    double got = value_num(v);
    assert_true(isnan(d) ? isnan(got) : got == d && signbit(got) == signbit(d));
}

static void arithmetic_follows_the_standard(void **state)
{
    (void)state;
    double inf = (double)INFINITY, nan = (double)NAN;
    assert_true(js_mod(5, 3) == 2 && js_mod(-5, 3) == -2);
    assert_true(js_mod(5.5, 2) == 1.5 && js_mod(5, inf) == 5);
    assert_true(signbit(js_mod(-4, 2)) && isnan(js_mod(1, 0)));
    assert_true(isnan(js_pow(1, inf)) && isnan(js_pow(-1, -inf)));
    assert_true(isnan(js_pow(1, nan)) && js_pow(nan, 0) == 1);
    assert_true(js_pow(2, 10) == 1024);
    assert_double(js_arith(vm, OP_SUB, text("7"), VALUE_TRUE), 6);
    assert_double(js_arith(vm, OP_DIV, value_int(1), value_int(0)), inf);
    assert_double(js_arith(vm, OP_MUL, value_int(0), value_int(-1)), -0.0);
    assert_double(js_arith(vm, OP_SHL, value_int(1), value_int(33)), 2);
    assert_double(js_arith(vm, OP_SHR, value_int(-8), value_int(1)), -4);
    assert_double(js_arith(vm, OP_USHR, value_int(-1), value_int(0)),
                  4294967295.0);
    assert_double(
        js_arith(vm, OP_BXOR, value_double(4294967297.0), value_int(3)), 2);
    assert_double(js_negate(vm, value_int(0)), -0.0);
    assert_double(js_bit_not(vm, text("5")), -6);
    assert_text(value_str(js_add(vm, text("a"), VALUE_NULL)), "anull");
    assert_double(js_add(vm, VALUE_NULL, VALUE_TRUE), 1);
    assert_double(js_add(vm, VALUE_UNDEFINED, value_int(1)), nan);
}

static void keys_are_canonical(void **state)
{
    (void)state;
    PropKey a = VALUE_ABSENT, b = VALUE_ABSENT;
    assert_true(to_key(vm, text("17"), &a) && a == key_index(17));
    assert_true(to_key(vm, value_double(17), &a) && a == key_index(17));
    assert_true(to_key(vm, value_double(-0.0), &a) && a == key_index(0));
    assert_true(to_key(vm, text("4294967294"), &a));
    assert_true(key_is_index(a) && key_to_index(a) == 4294967294u);
    assert_true(to_key(vm, text("4294967295"), &a) && value_is_string(a));
    assert_true(to_key(vm, text("01"), &a) && value_is_string(a));
    assert_true(to_key(vm, value_int(-1), &a) && to_key(vm, text("-1"), &b));
    assert_true(a == b && value_is_string(a));
    assert_true(to_key(vm, VALUE_NULL, &a) && a == key_ascii(vm, "null"));
}

static void reading_walks_the_chain(void **state)
{
    (void)state;
    Obj *base = obj_new_plain(vm);
    Obj *o = obj_new_proto(vm, base);
    PropKey x = key_ascii(vm, "x"), y = key_ascii(vm, "y");
    assert_true(obj_put(vm, base, x, value_int(1)));
    assert_true(obj_put_accessor(vm, base, y, giver(value_int(2)),
                                 VALUE_UNDEFINED, PROP_DEFAULT));
    Value v = value_from_obj(o);
    assert_true(get_prop(vm, v, x) == value_int(1));
    assert_true(get_prop(vm, v, y) == value_int(2));
    assert_true(get_prop_ascii(vm, v, "z") == VALUE_UNDEFINED);
    assert_int_equal(has_prop(vm, o, x), TRI_TRUE);
    assert_int_equal(has_own(vm, o, x), TRI_FALSE);
    assert_true(get_prop_ascii(vm, text("abc"), "length") == value_int(3));
    assert_text(value_str(get_prop(vm, text("abc"), key_index(1))), "b");
    assert_true(get_prop(vm, text("abc"), key_index(3)) == VALUE_UNDEFINED);
    assert_true(get_prop(vm, VALUE_NULL, x) == VALUE_THROWN);
    assert_thrown("Cannot read properties of null (reading 'x')");
    assert_true(get_prop(vm, VALUE_UNDEFINED, key_index(4)) == VALUE_THROWN);
    assert_thrown("Cannot read properties of undefined (reading '4')");
}

static void writing_says_why_it_fails(void **state)
{
    (void)state;
    Obj *o = obj_new_plain(vm);
    Value v = value_from_obj(o);
    PropKey x = key_ascii(vm, "x"), y = key_ascii(vm, "y");
    assert_true(obj_put_accessor(vm, o, y, giver(value_int(2)), VALUE_UNDEFINED,
                                 PROP_DEFAULT));
    assert_false(set_prop(vm, v, y, value_int(1)));
    assert_thrown("Cannot set property 'y' of object which has only a getter");
    assert_true(set_prop(vm, v, x, value_int(1)));
    assert_true(obj_freeze(vm, o));
    assert_false(set_prop(vm, v, x, value_int(2)));
    assert_thrown("Cannot assign to read only property 'x' of object");
    assert_false(set_prop(vm, v, key_ascii(vm, "z"), value_int(2)));
    assert_thrown("Cannot add property z, object is not extensible");
    assert_false(delete_prop(vm, o, x));
    assert_thrown("Cannot delete property 'x' of object");
    assert_true(get_prop(vm, v, x) == value_int(1));
    assert_false(create_data(vm, o, x, value_int(3)));
    assert_thrown(
        "Cannot redefine property 'x': it is read only or not configurable");
    assert_false(set_prop(vm, VALUE_NULL, x, value_int(1)));
    assert_thrown("Cannot set properties of null (setting 'x')");
    assert_false(set_prop(vm, value_int(1), x, value_int(1)));
    assert_thrown("Cannot create property 'x' on a primitive value");
    assert_false(set_prop(vm, text("abc"), key_index(0), value_int(1)));
    assert_thrown("Cannot assign to read only property '0' of object");
}

/* spec/execution.md 12.2: freezing an intrinsic does not block shadowing. */
static void frozen_intrinsics_can_be_shadowed(void **state)
{
    (void)state;
    PropKey x = key_ascii(vm, "x");
    Obj *proto = obj_new_plain(vm);
    assert_true(obj_put(vm, proto, x, value_int(1)));
    assert_true(obj_freeze(vm, proto));
    Obj *o = obj_new_proto(vm, proto);
    assert_int_equal(set_obj(vm, o, x, value_int(2), value_from_obj(o)),
                     TRI_FALSE);
    proto->hd.flags |= CELL_SHARED;
    assert_int_equal(set_obj(vm, o, x, value_int(2), value_from_obj(o)),
                     TRI_TRUE);
    assert_true(get_prop(vm, value_from_obj(o), x) == value_int(2));
    assert_int_equal(set_obj(vm, proto, x, value_int(2), value_from_obj(proto)),
                     TRI_FALSE);
    proto->hd.flags &= (uint8_t)~CELL_SHARED;
}

static void formats_are_understood(void **state)
{
    (void)state;
    assert_text(format_text(vm, "%s|%S|%d|%u|%zu|%c|%g|%%", "a",
                            value_str(text("b")), -3, 4u, (size_t)5, 'd', 0.5),
                "a|b|-3|4|5|d|0.5|%");
    StrBuilder b;
    strb_init(&b, vm);
    for (int i = 0; i < 101; i++)
        strb_unit(&b, 'x');
    Str *cut = format_text(vm, "%S", strb_finish(&b));
    assert_int_equal(cut->len, 103);
}

static void excerpts_are_short(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        { "foo", "foo" },
        { "search({ q: \")\" }).catch", "search(...).catch" },
        { "foo()", "foo()" },
        { "a\n    .b(1, (2))\n    .c", "a.b(...).c" },
        { "(a  ||   b)", "(a || b)" },
        { "list[0](x)[1]", "list[0](...)[1]" },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++)
        assert_text(source_excerpt(vm, rows[i][0], strlen(rows[i][0])),
                    rows[i][1]);
    char longer[101];
    memset(longer, 'y', 100);
    Str *s = source_excerpt(vm, longer, 100);
    assert_int_equal(s->len, 63);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(strings_become_numbers),
        TEST(values_become_numbers),
        TEST(integers_wrap_like_ecmascript),
        TEST(values_become_strings),
        TEST(objects_are_converted_by_their_methods),
        TEST(promises_are_no_data),
        TEST(equality_follows_the_standard),
        TEST(order_follows_the_standard),
        TEST(arithmetic_follows_the_standard),
        TEST(keys_are_canonical),
        TEST(reading_walks_the_chain),
        TEST(writing_says_why_it_fails),
        TEST(frozen_intrinsics_can_be_shadowed),
        TEST(formats_are_understood),
        TEST(excerpts_are_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
