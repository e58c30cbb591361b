/* SPDX-License-Identifier: MIT */
#include "engine_fixture.h"

static Value at(VM *vm, Array *a, uint32_t i)
{
    PropDesc d;
    Tri found = obj_get_own(vm, &a->obj, key_index(i), &d);
    return found == TRI_TRUE ? d.value : VALUE_ABSENT;
}

static Tri define_length(VM *vm, Array *a, Value v, unsigned attrs,
                         unsigned has)
{
    PropDesc d = { v, VALUE_UNDEFINED, VALUE_UNDEFINED, (uint8_t)attrs,
                   (uint8_t)has };
    return obj_define_own(vm, &a->obj, vm->realm->name.length, &d);
}

static void push_keeps_arrays_packed(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Array *a = array_new(vm, 0);
    assert_true(array_is_packed(a));
    for (int i = 0; i < 100000; i++)
        assert_true(array_push(vm, a, value_int(i)));
    assert_true(array_is_packed(a));
    assert_int_equal(a->length, 100000);
    assert_true(at(vm, a, 99999) == value_int(99999));
    assert_true(at(vm, a, 100000) == VALUE_ABSENT);
    Value v[] = { VALUE_TRUE, VALUE_NULL };
    Array *b = array_from_values(vm, v, 2);
    assert_true(array_is_packed(b) && at(vm, b, 1) == VALUE_NULL);
    assert_int_equal(array_new_filled(vm, 7)->length, 7);
}

static void gaps_are_holes(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Array *a = array_new(vm, 0);
    assert_true(obj_put(vm, &a->obj, key_index(5), value_int(5)));
    assert_int_equal(a->length, 6);
    assert_false(array_is_packed(a));
    assert_true(at(vm, a, 2) == VALUE_ABSENT);
    assert_true(array_push_hole(vm, a));
    assert_int_equal(a->length, 7);
    assert_true(array_push(vm, a, value_int(7)));
    assert_int_equal(a->length, 8);
    assert_int_equal(obj_delete_own(vm, &a->obj, key_index(5)), TRI_TRUE);
    assert_true(at(vm, a, 5) == VALUE_ABSENT);
    assert_int_equal(a->length, 8);
    KeyList keys;
    assert_true(obj_own_keys(vm, &a->obj, KEYS_STRINGS, &keys));
    assert_int_equal(keys.n, 2);
    assert_true(keys_at(&keys, 0) == key_index(7));
    assert_true(keys_at(&keys, 1) == vm->realm->name.length);
}

static void far_elements_make_it_sparse(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Array *a = array_new(vm, 0);
    size_t before = vm->heap.used;
    assert_true(obj_put(vm, &a->obj, key_index(4294967294u), VALUE_TRUE));
    assert_true(a->obj.hd.flags & OBJ_SPARSE);
    assert_true(vm->heap.used < before + 10000);
    assert_int_equal(a->length, 4294967295u);
    assert_false(array_push(vm, a, VALUE_NULL)); /* RangeError */
    assert_true(vm->exception != VALUE_ABSENT);
    vm->exception = VALUE_ABSENT;
    assert_true(obj_put(vm, &a->obj, key_index(10), value_int(10)));
    assert_true(at(vm, a, 10) == value_int(10));
    assert_int_equal(array_set_length(vm, a, 11), TRI_TRUE);
    assert_true(at(vm, a, 4294967294u) == VALUE_ABSENT);
    assert_true(array_push(vm, a, value_int(11)));
    assert_int_equal(a->length, 12);
    assert_true(at(vm, a, 11) == value_int(11));
}

static void thin_rows_become_sparse_and_full_tables_dense(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Array *thin = array_new(vm, 0);
    for (uint32_t i = 0; i < 20000; i++)
        assert_true(
            obj_put(vm, &thin->obj, key_index(i * 1000), value_int((int)i)));
    assert_true(thin->obj.hd.flags & OBJ_SPARSE);
    assert_true(vm->heap.used < 4000000);
    for (uint32_t i = 0; i < 20000; i++)
        assert_true(at(vm, thin, i * 1000) == value_int((int)i));
    Array *backwards = array_new(vm, 0);
    for (uint32_t i = 5000; i-- > 0;)
        assert_true(
            obj_put(vm, &backwards->obj, key_index(i), value_int((int)i)));
    assert_false(backwards->obj.hd.flags & OBJ_SPARSE);
    assert_int_equal(backwards->length, 5000);
    for (uint32_t i = 0; i < 5000; i++)
        assert_true(at(vm, backwards, i) == value_int((int)i));
}

static void length_truncates_and_extends(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Array *a = array_new(vm, 0);
    for (int i = 0; i < 100; i++)
        array_push(vm, a, value_int(i));
    assert_int_equal(define_length(vm, a, value_int(10), 0, HAS_VALUE),
                     TRI_TRUE);
    assert_int_equal(a->length, 10);
    assert_true(at(vm, a, 10) == VALUE_ABSENT);
    assert_int_equal(array_set_length(vm, a, 20), TRI_TRUE);
    assert_false(array_is_packed(a));
    assert_true(array_push(vm, a, value_int(7)));
    assert_int_equal(a->length, 21);
    assert_true(at(vm, a, 20) == value_int(7));
    assert_int_equal(define_length(vm, a, value_double(1.5), 0, HAS_VALUE),
                     TRI_THROWN);
    assert_int_equal(define_length(vm, a, value_int(-1), 0, HAS_VALUE),
                     TRI_THROWN);
    assert_int_equal(array_set_length(vm, a, 0), TRI_TRUE);
    assert_true(array_push(vm, a, value_int(1)) && array_is_packed(a));
}

static void fixed_elements_stop_truncation(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Array *a = array_new(vm, 0);
    for (int i = 0; i < 50; i++)
        array_push(vm, a, value_int(i));
    PropDesc d = { value_int(30), VALUE_UNDEFINED, VALUE_UNDEFINED,
                   PROP_WRITABLE | PROP_ENUMERABLE,
                   HAS_VALUE | HAS_CONFIGURABLE };
    assert_int_equal(obj_define_own(vm, &a->obj, key_index(30), &d), TRI_TRUE);
    assert_int_equal(define_length(vm, a, value_int(3), 0, HAS_VALUE),
                     TRI_FALSE);
    assert_int_equal(a->length, 31);
    assert_true(at(vm, a, 30) == value_int(30));
    assert_true(at(vm, a, 31) == VALUE_ABSENT);
    assert_true(at(vm, a, 29) == value_int(29));
}

static void read_only_length_refuses_appending(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Array *a = array_new(vm, 0);
    array_push(vm, a, value_int(0));
    assert_int_equal(define_length(vm, a, VALUE_ABSENT, 0, HAS_WRITABLE),
                     TRI_TRUE);
    PropDesc d = { VALUE_NULL, VALUE_UNDEFINED, VALUE_UNDEFINED, PROP_DEFAULT,
                   HAS_VALUE };
    assert_int_equal(obj_define_own(vm, &a->obj, key_index(1), &d), TRI_FALSE);
    assert_int_equal(obj_define_own(vm, &a->obj, key_index(0), &d), TRI_TRUE);
    assert_int_equal(define_length(vm, a, value_int(0), 0, HAS_VALUE),
                     TRI_FALSE);
    assert_int_equal(define_length(vm, a, value_int(1), 0, HAS_VALUE),
                     TRI_TRUE);
    assert_false(array_push(vm, a, VALUE_NULL));
    assert_true(vm->exception != VALUE_ABSENT);
}

static void frozen_arrays_stay_as_they_are(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Array *a = array_new(vm, 0);
    for (int i = 0; i < 3; i++)
        array_push(vm, a, value_int(i));
    assert_true(obj_freeze(vm, &a->obj));
    assert_true(array_is_packed(a)); /* reading stays fast */
    assert_false(array_push(vm, a, VALUE_NULL));
    vm->exception = VALUE_ABSENT;
    assert_int_equal(array_set_length(vm, a, 1), TRI_FALSE);
    assert_int_equal(obj_delete_own(vm, &a->obj, key_index(1)), TRI_FALSE);
    PropDesc d = { VALUE_NULL, VALUE_UNDEFINED, VALUE_UNDEFINED, 0, HAS_VALUE };
    assert_int_equal(obj_define_own(vm, &a->obj, key_index(1), &d), TRI_FALSE);
    assert_true(at(vm, a, 1) == value_int(1));
}

static void accessors_can_be_elements(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Array *a = array_new(vm, 0);
    for (int i = 0; i < 5; i++)
        array_push(vm, a, value_int(i));
    Value fn = value_from_obj(obj_new_plain(vm));
    assert_true(obj_put_accessor(vm, &a->obj, key_index(2), fn, VALUE_UNDEFINED,
                                 PROP_ENUMERABLE | PROP_CONFIGURABLE));
    PropDesc d;
    assert_int_equal(obj_get_own(vm, &a->obj, key_index(2), &d), TRI_TRUE);
    assert_true(d.value == VALUE_ABSENT && d.get == fn);
    assert_true(at(vm, a, 3) == value_int(3));
    KeyList keys;
    assert_true(
        obj_own_keys(vm, &a->obj, KEYS_STRINGS | KEYS_ENUMERABLE, &keys));
    assert_int_equal(keys.n, 5);
    for (uint32_t i = 0; i < 5; i++)
        assert_true(keys_at(&keys, i) == key_index(i));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(push_keeps_arrays_packed),
        FIXTURE_TEST(gaps_are_holes),
        FIXTURE_TEST(far_elements_make_it_sparse),
        FIXTURE_TEST(thin_rows_become_sparse_and_full_tables_dense),
        FIXTURE_TEST(length_truncates_and_extends),
        FIXTURE_TEST(fixed_elements_stop_truncation),
        FIXTURE_TEST(read_only_length_refuses_appending),
        FIXTURE_TEST(frozen_arrays_stay_as_they_are),
        FIXTURE_TEST(accessors_can_be_elements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
