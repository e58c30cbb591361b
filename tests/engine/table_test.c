/* SPDX-License-Identifier: MIT */
#include "engine_fixture.h"

static void put(VM *vm, Table *t, Value key, int value)
{
    bool added;
    TableEntry *e = table_put(vm, t, key, &added);
    assert_non_null(e);
    e->value = value_int(value);
}

static int get(VM *vm, Table *t, Value key)
{
    TableEntry *e = table_find(vm, t, key);
    return e == NULL ? -1 : value_to_int(e->value);
}

static Value text(VM *vm, const char *s)
{
    return value_from_str(str_from_ascii(vm, s));
}

static void keys_compare_by_same_value_zero(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Table *t = table_new(vm, 0);
    put(vm, t, value_int(0), 1);
    assert_int_equal(get(vm, t, value_double(-0.0)), 1);
    assert_int_equal(get(vm, t, value_double(0.0)), 1);
    put(vm, t, value_double(5.0), 2);
    assert_int_equal(get(vm, t, value_int(5)), 2);
    put(vm, t, VALUE_NAN, 3);
    assert_int_equal(get(vm, t, value_double(0.0 / 0.0 * -1)), 3);
    put(vm, t, text(vm, "some key"), 4);
    assert_int_equal(get(vm, t, text(vm, "some key")), 4);
    Str *rope = str_concat(vm, str_from_ascii(vm, "a key that is "),
                           str_from_ascii(vm, "made of two parts"));
    put(vm, t, value_from_str(rope), 5);
    assert_int_equal(get(vm, t, text(vm, "a key that is made of two parts")),
                     5);
    assert_int_equal(get(vm, t, text(vm, "5")), -1);
    assert_int_equal(get(vm, t, VALUE_NULL), -1);
    Value o = value_from_obj(obj_new_plain(vm));
    put(vm, t, o, 6);
    assert_int_equal(get(vm, t, o), 6);
    assert_int_equal(get(vm, t, value_from_obj(obj_new_plain(vm))), -1);
    assert_int_equal(t->live, 6);
    /* the first key is kept in normal form */
    assert_true(table_entries(t)[0].key == value_int(0));
}

static void insertion_order_survives_deletes(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Table *t = table_new(vm, 0);
    for (int i = 0; i < 1000; i++)
        put(vm, t, value_int(i * 64), i);
    for (int i = 0; i < 1000; i++)
        if (i % 3 != 0)
            assert_true(table_delete(vm, t, value_int(i * 64)));
    assert_false(table_delete(vm, t, value_int(64)));
    put(vm, t, value_int(64), 9999);
    TableCursor c;
    assert_true(table_cursor_open(vm, t, &c));
    for (int i = 0; i < 1000; i += 3)
        assert_int_equal(value_to_int(table_next(vm, t, &c)->value), i);
    assert_int_equal(value_to_int(table_next(vm, t, &c)->value), 9999);
    assert_null(table_next(vm, t, &c));
    put(vm, t, value_int(-1), 10000); /* a cursor at the end goes on */
    assert_int_equal(value_to_int(table_next(vm, t, &c)->value), 10000);
    table_cursor_close(t, &c);
}

/* Every entry present from start to end is seen exactly once, in order,
 * whatever is deleted and squeezed meanwhile. */
static void cursors_survive_squeezes(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    for (unsigned seed = 1; seed < 40; seed++) {
        Table *t = table_new(vm, 0);
        const int n = 500;
        for (int i = 0; i < n; i++)
            put(vm, t, value_int(i), i);
        TableCursor fast, slow;
        assert_true(table_cursor_open(vm, t, &fast));
        assert_true(table_cursor_open(vm, t, &slow));
        unsigned r = seed * 7919;
        int last = -1, seen = 0, added = n;
        TableEntry *e;
        while ((e = table_next(vm, t, &fast)) != NULL && seen < 3000) {
            assert_true(value_to_int(e->value) > last);
            last = value_to_int(e->value);
            seen++;
            for (int k = 0; k < 3; k++) {
                r = r * 1103515245 + 12345;
                int victim = (int)(r >> 8) % n;
                if (victim % 5 != 0)
                    table_delete(vm, t, value_int(victim));
            }
            if (added < 2 * n) {
                put(vm, t, value_int(added), added);
                added++;
            }
        }
        assert_int_equal(last, 2 * n - 1);
        int expected = 0;
        while ((e = table_next(vm, t, &slow)) != NULL) {
            int value = value_to_int(e->value);
            while (expected < value) {
                assert_true(expected < n && expected % 5 != 0);
                expected++;
            }
            assert_int_equal(value, expected);
            expected++;
        }
        assert_int_equal(expected, 2 * n);
        table_cursor_close(t, &fast);
        table_cursor_close(t, &slow);
        assert_null(t->epoch);
    }
}

static void clear_restarts_cursors(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Table *t = table_new(vm, 0);
    for (int i = 0; i < 10; i++)
        put(vm, t, value_int(i), i);
    TableCursor c;
    assert_true(table_cursor_open(vm, t, &c));
    for (int i = 0; i < 5; i++)
        table_next(vm, t, &c);
    assert_true(table_clear(vm, t));
    assert_int_equal(t->live, 0);
    assert_null(table_next(vm, t, &c));
    put(vm, t, value_int(77), 77);
    assert_int_equal(value_to_int(table_next(vm, t, &c)->value), 77);
    assert_int_equal(get(vm, t, value_int(3)), -1);
    table_cursor_close(t, &c);
}

/* keys().next().value and delete of the oldest: each abandons a cursor. */
static void queues_cost_neither_time_nor_memory(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Table *t = table_new(vm, 0);
    for (int i = 0; i < 200000; i++) {
        put(vm, t, value_int(i), i);
        if (t->live <= 1000)
            continue;
        TableCursor c;
        assert_true(table_cursor_open(vm, t, &c));
        TableEntry *e = table_next(vm, t, &c);
        assert_int_equal(value_to_int(e->value), i - 1000);
        assert_true(table_delete(vm, t, e->key));
    }
    assert_int_equal(t->live, 1000);
    assert_true(t->cap <= 4096);
    assert_true(vm->heap.used < 1000000);
}

static void a_million_keys(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Table *t = table_new(vm, 0);
    for (int i = 0; i < 1000000; i++)
        put(vm, t, value_int(i), i);
    for (int i = 0; i < 1000000; i += 997)
        assert_int_equal(get(vm, t, value_int(i)), i);
    assert_int_equal(get(vm, t, value_int(1000000)), -1);
}

static void refused_growth_changes_nothing(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Table *t = table_new(vm, 0);
    for (int i = 0; i < 8; i++)
        put(vm, t, value_int(i), i);
    vm->heap.limit = vm->heap.used;
    while (heap_alloc(&vm->heap, 16, CELL_RAW) != NULL)
        ;
    bool added;
    assert_null(table_put(vm, t, value_int(8), &added));
    assert_int_equal(t->live, 8);
    for (int i = 0; i < 8; i++)
        assert_int_equal(get(vm, t, value_int(i)), i);
}

/* 65536 keys, then every second one goes, short of half of them. */
static Table *full_of_gaps(VM *vm)
{
    Table *t = table_new(vm, 0);
    for (int i = 0; i < 65536; i++)
        put(vm, t, value_int(i), i);
    for (int i = 1; i < 65536 - 16; i += 2)
        assert_true(table_delete(vm, t, value_int(i)));
    assert_int_equal(t->used, 65536);
    return t;
}

static void squeezing_looks_at_the_deadline(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Table *t = full_of_gaps(vm);
    atomic_store(&vm->cancelled, true);
    bool added;
    assert_null(table_put(vm, t, value_int(-1), &added));
    assert_int_equal(vm->termination, TERM_CANCELLED);
    assert_int_equal(t->cap, 65536); /* nor did it grow */
    gc_collect(vm);
}

static void a_record_of_gaps_looks_at_the_deadline(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Table *t = full_of_gaps(vm);
    TableCursor c;
    assert_true(table_cursor_open(vm, t, &c));
    atomic_store(&vm->cancelled, true);
    bool added;
    assert_null(table_put(vm, t, value_int(-1), &added));
    assert_int_equal(vm->termination, TERM_CANCELLED);
    assert_true(c.epoch == value_from_cell(t->epoch));
    assert_int_equal(t->used, 65536);
    gc_collect(vm);
}

static uint32_t linked_entries(const Table *t)
{
    const uint32_t *index = (const uint32_t *)(const void *)t->index->bytes;
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->index_cap; i++)
        n += index[i] != 0;
    return n;
}

/* A gap left in the index would make the searches for its key longer with each
 * turn of such a loop. */
static void a_deleted_key_leaves_the_index(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Table *t = table_new(vm, 0);
    unsigned r = 1;
    for (int i = 0; i < 1000; i++)
        put(vm, t, value_int(i), i);
    for (int i = 0; i < 20000; i++) {
        r = r * 1103515245 + 12345;
        int k = (int)(r >> 8) % 1000;
        assert_true(table_delete(vm, t, value_int(k)));
        assert_int_equal(get(vm, t, value_int(k)), -1);
        assert_int_equal(linked_entries(t), 999);
        put(vm, t, value_int(k), k);
        k = (int)(r >> 4) % 1000;
        assert_int_equal(get(vm, t, value_int(k)), k);
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(get(vm, t, value_int(i)), i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(keys_compare_by_same_value_zero),
        FIXTURE_TEST(insertion_order_survives_deletes),
        FIXTURE_TEST(cursors_survive_squeezes),
        FIXTURE_TEST(clear_restarts_cursors),
        FIXTURE_TEST(queues_cost_neither_time_nor_memory),
        FIXTURE_TEST(a_million_keys),
        FIXTURE_TEST(refused_growth_changes_nothing),
        FIXTURE_TEST(a_deleted_key_leaves_the_index),
        FIXTURE_TEST(squeezing_looks_at_the_deadline),
        FIXTURE_TEST(a_record_of_gaps_looks_at_the_deadline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
