/* SPDX-License-Identifier: MIT */
/* cm_value: building, reading, copying, ownership. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "codemode.h"
#include "oom_sweep.h"

#include <math.h>
#include <string.h>

static int n_released;

static void release(void *user)
{
    (void)user;
    n_released++;
}

static void execute(void *user, cm_call *call, const cm_value *args)
{
    (void)user;
    (void)args;
    cm_call_return(call, NULL, 0);
}

static cm_value *function(const cm_allocator *a)
{
    cm_function f = { execute, NULL, release, 0, 3 };
    return cm_value_function(a, &f);
}

static void every_type_reads_back(void **state)
{
    static const char bytes[] = { 0, 1, (char)255 };
    int64_t n;
    size_t len;
    (void)state;
    cm_value *v = cm_value_number(NULL, 2.5);
    assert_int_equal(cm_value_type_of(v), CM_VALUE_NUMBER);
    assert_true(cm_value_double(v) == 2.5);
    assert_int_equal(cm_value_int64(v, &n), 0);
    cm_value_free(v);
    v = cm_value_number(NULL, -3);
    assert_int_equal(cm_value_int64(v, &n), 1);
    assert_int_equal(n, -3);
    cm_value_free(v);
    v = cm_value_integer(NULL, INT64_MIN);
    assert_int_equal(cm_value_int64(v, &n), 1);
    assert_true(n == INT64_MIN);
    assert_true(cm_value_double(v) == -0x1p63);
    cm_value_free(v);
    v = cm_value_number(NULL, 0x1p63);
    assert_int_equal(cm_value_int64(v, &n), 0);
    cm_value_free(v);
    v = cm_value_string(NULL, "a\0b", 3);
    assert_memory_equal(cm_value_text(v, &len), "a\0b", 4);
    assert_int_equal(len, 3);
    assert_null(cm_value_data(v, NULL));
    cm_value_free(v);
    v = cm_value_bytes(NULL, bytes, 3);
    assert_memory_equal(cm_value_data(v, &len), bytes, 3);
    assert_int_equal(len, 3);
    assert_null(cm_value_text(v, NULL));
    cm_value_free(v);
    v = cm_value_regexp(NULL, "a.b", 3, "gi");
    assert_string_equal(cm_value_text(v, &len), "a.b");
    assert_string_equal(cm_value_label(v), "gi");
    cm_value_free(v);
    v = cm_value_date(NULL, 12);
    assert_true(cm_value_double(v) == 12);
    cm_value_free(v);
    v = cm_value_boolean(NULL, 7);
    assert_int_equal(cm_value_is_true(v), 1);
    cm_value_free(v);
    assert_null(cm_value_new(NULL, CM_VALUE_STRING));
}

/* NULL reads as undefined: a missing member needs no check. */
static void nothing_reads_as_undefined(void **state)
{
    size_t len = 5;
    (void)state;
    assert_int_equal(cm_value_type_of(NULL), CM_VALUE_UNDEFINED);
    assert_null(cm_value_text(NULL, &len));
    assert_null(cm_value_at(NULL, 0));
    assert_null(cm_value_get(NULL, "a", 1));
    assert_int_equal(cm_value_count(NULL), 0);
    assert_true(isnan(cm_value_double(NULL)));
    assert_null(cm_value_cause(NULL));
    assert_null(cm_value_label(NULL));
    cm_value_free(NULL);
}

static void containers(void **state)
{
    size_t len;
    (void)state;
    cm_value *o = cm_value_new(NULL, CM_VALUE_OBJECT);
    for (int i = 0; i < 100; i++) {
        char key[8];
        key[0] = (char)('a' + i % 26);
        key[1] = (char)('a' + i / 26);
        assert_int_equal(cm_value_set(o, key, 2, cm_value_integer(NULL, i)),
                         CM_OK);
    }
    assert_int_equal(cm_value_set(o, "aa", 2, cm_value_boolean(NULL, 1)),
                     CM_OK);
    assert_int_equal(cm_value_count(o), 101);
    assert_string_equal(cm_value_key(o, 27, &len), "bb");
    assert_true(cm_value_is_true(cm_value_get(o, "aa", 2))); /* the last one */
    cm_value *m = cm_value_new(NULL, CM_VALUE_MAP);
    assert_int_equal(cm_value_put(m, o, cm_value_number(NULL, 1)), CM_OK);
    assert_ptr_equal(cm_value_map_key(m, 0), o);
    assert_null(cm_value_key(m, 0, NULL));
    cm_value_free(o); /* belongs to the map: nothing happens */
    cm_value *e = cm_value_error(NULL, NULL, NULL);
    assert_string_equal(cm_value_label(e), "Error");
    assert_string_equal(cm_value_text(e, &len), "");
    assert_int_equal(cm_value_count(e), 0);
    assert_int_equal(cm_value_set(e, "map", 3, m), CM_OK);
    assert_int_equal(cm_value_count(e), 1);
    assert_ptr_equal(cm_value_get(e, "map", 3), m);
    assert_null(cm_value_cause(e));
    assert_int_equal(cm_value_set_cause(e, cm_value_error(NULL, "A", "b")),
                     CM_OK);
    assert_string_equal(cm_value_text(cm_value_cause(e), NULL), "b");
    assert_int_equal(cm_value_set_cause(e, cm_value_error(NULL, "A", "c")),
                     CM_E_ARGUMENT);
    assert_string_equal(cm_value_text(cm_value_cause(e), NULL), "b");
    cm_value_free(e);
}

/* No value can contain itself, or lie in two places. */
static void a_tree_stays_a_tree(void **state)
{
    (void)state;
    cm_value *a = cm_value_new(NULL, CM_VALUE_ARRAY);
    assert_int_equal(cm_value_push(a, a), CM_E_ARGUMENT);
    cm_value *b = cm_value_new(NULL, CM_VALUE_ARRAY);
    cm_value *c = cm_value_new(NULL, CM_VALUE_ARRAY);
    assert_int_equal(cm_value_push(b, c), CM_OK);
    assert_int_equal(cm_value_push(a, c), CM_E_ARGUMENT); /* stays in b */
    assert_int_equal(cm_value_count(b), 1);
    assert_int_equal(cm_value_push(c, b), CM_E_ARGUMENT);
    cm_value_free(b);
    cm_value *m = cm_value_new(NULL, CM_VALUE_MAP);
    cm_value *k = cm_value_number(NULL, 1);
    assert_int_equal(cm_value_put(m, k, k), CM_E_ARGUMENT);
    assert_int_equal(cm_value_put(m, m, cm_value_number(NULL, 1)),
                     CM_E_ARGUMENT);
    assert_int_equal(cm_value_put(m, cm_value_number(NULL, 1), m),
                     CM_E_ARGUMENT);
    assert_int_equal(cm_value_count(m), 0);
    cm_value_free(m);
    cm_value_free(a);
}

static void wrong_containers_refuse_and_free(void **state)
{
    (void)state;
    n_released = 0;
    cm_value *text = cm_value_string(NULL, "x", 1);
    assert_int_equal(cm_value_push(text, function(NULL)), CM_E_ARGUMENT);
    cm_value *list = cm_value_new(NULL, CM_VALUE_ARRAY);
    assert_int_equal(cm_value_set(list, "a", 1, function(NULL)), CM_E_ARGUMENT);
    cm_value *h = cm_value_new(NULL, CM_VALUE_HEADERS);
    assert_int_equal(cm_value_set(h, "a", 1, function(NULL)), CM_E_ARGUMENT);
    assert_int_equal(cm_value_set(h, "a", 1, text), CM_E_ARGUMENT);
    assert_int_equal(cm_value_push(NULL, function(NULL)), CM_E_NOMEM);
    assert_int_equal(cm_value_set_cause(list, function(NULL)), CM_E_ARGUMENT);
    assert_int_equal(n_released, 5);
    assert_int_equal(cm_value_push(list, NULL), CM_E_NOMEM);
    cm_value_free(h);
    cm_value_free(list);
    cm_function f = { NULL, NULL, release, 0, 0 };
    assert_null(cm_value_function(NULL, &f));
    f.execute = execute;
    f.length = 256;
    assert_null(cm_value_function(NULL, &f));
    assert_int_equal(n_released, 7);
}

static void a_failure_sticks(void **state)
{
    (void)state;
    cm_value *inner = cm_value_new(NULL, CM_VALUE_ARRAY);
    assert_int_equal(cm_value_push(inner, NULL), CM_E_NOMEM);
    assert_int_equal(cm_value_push(inner, cm_value_number(NULL, 1)),
                     CM_E_NOMEM);
    cm_value *outer = cm_value_new(NULL, CM_VALUE_OBJECT);
    assert_int_equal(cm_value_set(outer, "a", 1, inner), CM_E_NOMEM);
    cm_value_free(outer);
}

static cm_value *nested(const cm_allocator *a, int depth)
{
    cm_value *v = function(a);
    for (int i = 0; v && i < depth; i++) {
        cm_value *outer =
            cm_value_new(a, i % 2 ? CM_VALUE_ARRAY : CM_VALUE_MAP);
        if (i % 2)
            (void)cm_value_push(outer, v);
        else
            (void)cm_value_put(outer, v, cm_value_number(a, i));
        v = outer;
    }
    return v;
}

static void depth_needs_no_stack(void **state)
{
    (void)state;
    n_released = 0;
    cm_value *v = nested(NULL, 1000000);
    cm_value *copy = cm_value_copy(NULL, v);
    assert_non_null(copy);
    cm_value_free(v);
    assert_int_equal(n_released, 0); /* the copy shares the function */
    cm_value_free(copy);
    assert_int_equal(n_released, 1);
}

static void json_text(void **state)
{
    static const char text[] = "{\"a\":[1,-0,2.5,\"x\",true,null,{}]}";
    int64_t n;
    (void)state;
    cm_value *v = cm_value_json(NULL, text, sizeof text - 1);
    const cm_value *a = cm_value_get(v, "a", 1);
    assert_int_equal(cm_value_count(a), 7);
    assert_int_equal(cm_value_int64(cm_value_at(a, 0), &n), 1);
    assert_true(signbit(cm_value_double(cm_value_at(a, 1))));
    assert_int_equal(cm_value_type_of(cm_value_at(a, 5)), CM_VALUE_NULL);
    assert_int_equal(cm_value_type_of(cm_value_at(a, 6)), CM_VALUE_OBJECT);
    cm_value_free(v);
    assert_null(cm_value_json(NULL, "{", 1));
    assert_null(cm_value_json(NULL, NULL, 0));
    char deep[2000];
    memset(deep, '[', 1000);
    memset(deep + 1000, ']', 1000);
    assert_null(cm_value_json(NULL, deep, 2000));
}

/* One of everything; the status of building it. */
static cm_status build(const cm_allocator *a, cm_value **ret_value)
{
    static const char text[] = "{\"a\":[1,\"x\"],\"b\":{}}";
    cm_value *o = cm_value_new(a, CM_VALUE_OBJECT);
    cm_value *e = cm_value_error(a, "TypeError", "m");
    cm_value *p = cm_value_new(a, CM_VALUE_URL_PARAMS);
    (void)cm_value_set(p, "k", 1, cm_value_string(a, "v", 1));
    (void)cm_value_set(e, "code", 4, cm_value_integer(a, 7));
    (void)cm_value_set_cause(e, cm_value_error(a, NULL, "root"));
    (void)cm_value_set(o, "e", 1, e);
    (void)cm_value_set(o, "p", 1, p);
    (void)cm_value_set(o, "r", 1, cm_value_regexp(a, "x", 1, "g"));
    (void)cm_value_set(o, "u", 1, cm_value_url(a, "http://h/", 9));
    (void)cm_value_set(o, "d", 1, cm_value_date(a, 1));
    (void)cm_value_set(o, "b", 1, cm_value_bytes(a, "\0\1", 2));
    (void)cm_value_set(o, "f", 1, nested(a, 5));
    *ret_value = o;
    return cm_value_set(o, "j", 1, cm_value_json(a, text, sizeof text - 1));
}

static cm_status build_and_copy(const cm_allocator *a)
{
    cm_value *v, *copy = NULL;
    cm_status status = build(a, &v);
    if (status == CM_OK) {
        copy = cm_value_copy(a, v);
        status = copy ? CM_OK : CM_E_NOMEM;
    }
    cm_value_free(v);
    cm_value_free(copy);
    return status;
}

static void every_refusal_is_survived(void **state)
{
    (void)state;
    (void)oom_sweep(build_and_copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_reads_back),
        cmocka_unit_test(nothing_reads_as_undefined),
        cmocka_unit_test(containers),
        cmocka_unit_test(a_tree_stays_a_tree),
        cmocka_unit_test(wrong_containers_refuse_and_free),
        cmocka_unit_test(a_failure_sticks),
        cmocka_unit_test(depth_needs_no_stack),
        cmocka_unit_test(json_text),
        cmocka_unit_test(every_refusal_is_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
