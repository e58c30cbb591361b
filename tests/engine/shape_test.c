/* SPDX-License-Identifier: MIT */
#include "engine_fixture.h"

#include "engine/shape_internal.h"

static PropKey nth_key(VM *vm, unsigned i)
{
    char name[32];
    snprintf(name, sizeof name, "key%u", i);
    return fixture_key(vm, name);
}

static void roots_and_transitions_are_unique(void **state)
{
    Fixture *f = *state;
    VM *vm = f->vm;
    Obj *proto = obj_new_plain(vm);
    Shape *a = shape_root(vm, proto, 4);
    assert_ptr_equal(shape_root(vm, proto, 4), a);
    assert_ptr_not_equal(shape_root(vm, proto, 5), a);
    assert_true(proto->hd.flags & OBJ_IS_PROTO);
    Shape *x = shape_add(vm, a, nth_key(vm, 1), PROP_DEFAULT);
    Shape *y = shape_add(vm, a, nth_key(vm, 2), PROP_DEFAULT);
    Shape *h = shape_add(vm, a, nth_key(vm, 1), PROP_HIDDEN);
    assert_ptr_equal(shape_add(vm, a, nth_key(vm, 1), PROP_DEFAULT), x);
    assert_ptr_equal(shape_add(vm, a, nth_key(vm, 2), PROP_DEFAULT), y);
    assert_ptr_not_equal(h, x);
    assert_int_equal(x->count, 1);
    assert_ptr_equal(x->proto, proto);
}

static void finds_every_property_of_long_chains(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Shape *s = shape_root(vm, NULL, 0);
    Shape *chain[101];
    chain[0] = s;
    for (unsigned i = 0; i < 100; i++) {
        PropSlot p;
        assert_false(shape_find(vm, s, nth_key(vm, i), &p));
        s = chain[i + 1] = shape_add(vm, s, nth_key(vm, i),
                                     i % 3 == 0 ? PROP_HIDDEN : PROP_DEFAULT);
    }
    for (unsigned n = 0; n <= 100; n++)
        for (unsigned i = 0; i < 100; i++) {
            PropSlot p;
            bool found = shape_find(vm, chain[n], nth_key(vm, i), &p);
            assert_int_equal(found, i < n);
            if (found) {
                assert_int_equal(p.slot, i);
                assert_int_equal(p.attrs,
                                 i % 3 == 0 ? PROP_HIDDEN : PROP_DEFAULT);
            }
        }
    /* one table serves the whole chain */
    assert_non_null(chain[100]->table);
    assert_ptr_equal(chain[50]->table, chain[100]->table);
}

static void branches_do_not_see_each_other(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Shape *s = shape_root(vm, NULL, 0);
    PropSlot p;
    for (unsigned i = 0; i < 20; i++) {
        s = shape_add(vm, s, nth_key(vm, i), PROP_DEFAULT);
        shape_find(vm, s, nth_key(vm, 99), &p);
    }
    Shape *a = shape_add(vm, s, nth_key(vm, 50), PROP_DEFAULT);
    Shape *b = shape_add(vm, s, nth_key(vm, 51), PROP_DEFAULT);
    assert_true(shape_find(vm, a, nth_key(vm, 50), &p));
    assert_false(shape_find(vm, a, nth_key(vm, 51), &p));
    assert_true(shape_find(vm, b, nth_key(vm, 51), &p));
    assert_false(shape_find(vm, b, nth_key(vm, 50), &p));
    assert_true(shape_find(vm, b, nth_key(vm, 7), &p) && p.slot == 7);
}

static void listing_keeps_insertion_order(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Shape *s = shape_root(vm, NULL, 0);
    for (unsigned i = 0; i < 30; i++)
        s = shape_add(vm, s, nth_key(vm, 30 - i), PROP_DEFAULT);
    PropKey keys[30];
    PropSlot props[30];
    assert_int_equal(shape_list(s, keys, props), 30);
    for (unsigned i = 0; i < 30; i++) {
        assert_true(keys[i] == nth_key(vm, 30 - i));
        assert_int_equal(props[i].slot, i);
    }
    Shape *d = shape_to_dict(vm, s);
    shape_dict_remove(d, 3);
    assert_int_equal(shape_list(d, keys, props), 29);
    assert_true(keys[3] == nth_key(vm, 26));
    assert_int_equal(props[3].slot, 4);
}

static void markers_restrict_attributes(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Shape *s = shape_root(vm, NULL, 0);
    for (unsigned i = 0; i < 10; i++)
        s = shape_add(vm, s, nth_key(vm, i),
                      i == 4 ? PROP_ACCESSOR | PROP_CONFIGURABLE
                             : PROP_DEFAULT);
    Shape *fixed = shape_restrict(vm, s, SHAPE_FIXED);
    Shape *frozen =
        shape_restrict(vm, fixed, SHAPE_FIXED | SHAPE_SEALED | SHAPE_FROZEN);
    assert_ptr_equal(shape_restrict(vm, s, SHAPE_FIXED), fixed);
    assert_ptr_equal(shape_restrict(vm, frozen, SHAPE_FIXED), frozen);
    PropSlot p;
    assert_true(shape_find(vm, fixed, nth_key(vm, 9), &p));
    assert_int_equal(p.attrs, PROP_DEFAULT);
    assert_true(shape_find(vm, frozen, nth_key(vm, 9), &p));
    assert_int_equal(p.attrs, PROP_ENUMERABLE);
    assert_true(shape_find(vm, frozen, nth_key(vm, 4), &p));
    assert_int_equal(p.attrs, PROP_ACCESSOR);
    assert_int_equal(frozen->count, 10);
    Shape *dict = shape_to_dict(vm, frozen);
    assert_true(shape_find(vm, dict, nth_key(vm, 2), &p));
    assert_int_equal(p.attrs, PROP_ENUMERABLE);
    assert_true(shape_is_fixed(dict));
}

static void shared_shapes_are_never_written(void **state)
{
    Fixture *f = *state;
    Shape before = *f->realm.shape_plain;
    Shape *a =
        shape_add(f->vm, f->realm.shape_plain, nth_key(f->vm, 1), PROP_DEFAULT);
    assert_ptr_equal(
        shape_add(f->vm, f->realm.shape_plain, nth_key(f->vm, 1), PROP_DEFAULT),
        a);
    assert_memory_equal(&before, f->realm.shape_plain, sizeof before);
    /* a long shared chain is searched with the table made when it was sealed */
    Shape *s = f->realm.shape_plain;
    for (unsigned i = 0; i < 40; i++)
        s = shape_add(f->builder, s, nth_key(f->builder, i), PROP_HIDDEN);
    assert_null(s->table);
    PropSlot p;
    assert_true(shape_find(f->builder, s, nth_key(f->builder, 11), &p));
    assert_true(shape_seal(f->builder, s));
    assert_non_null(s->table);
    assert_true(shape_find(f->builder, s, nth_key(f->builder, 11), &p));
    assert_int_equal(p.slot, 11);
}

static void refused_tables_fall_back_to_the_chain(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Shape *s = shape_root(vm, NULL, 0);
    for (unsigned i = 0; i < 40; i++)
        s = shape_add(vm, s, nth_key(vm, i), PROP_DEFAULT);
    PropKey key = nth_key(vm, 17);
    size_t limit = vm->heap.limit;
    vm->heap.limit = vm->heap.used;
    while (heap_alloc(&vm->heap, 16, CELL_RAW) != NULL)
        ;
    vm->heap.refused = false;
    PropSlot p;
    assert_true(shape_find(vm, s, key, &p));
    assert_int_equal(p.slot, 17);
    assert_false(vm->heap.refused);
    vm->heap.limit = limit;
}

static void a_growing_table_looks_at_the_deadline(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    while (vm->shapes == NULL || vm->shapes->cap < 65536 ||
           vm->shapes->n < vm->shapes->cap / 4 * 3)
        assert_non_null(shape_root(vm, obj_new_plain(vm), 4));
    uint32_t cap = vm->shapes->cap, n = vm->shapes->n;
    atomic_store(&vm->cancelled, true);
    assert_null(shape_root(vm, obj_new_plain(vm), 4));
    assert_int_equal(vm->termination, TERM_CANCELLED);
    assert_int_equal(vm->shapes->cap, cap);
    assert_int_equal(vm->shapes->n, n);
    gc_collect(vm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(roots_and_transitions_are_unique),
        FIXTURE_TEST(finds_every_property_of_long_chains),
        FIXTURE_TEST(branches_do_not_see_each_other),
        FIXTURE_TEST(listing_keeps_insertion_order),
        FIXTURE_TEST(markers_restrict_attributes),
        FIXTURE_TEST(shared_shapes_are_never_written),
        FIXTURE_TEST(refused_tables_fall_back_to_the_chain),
        FIXTURE_TEST(a_growing_table_looks_at_the_deadline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
