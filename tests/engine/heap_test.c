/* SPDX-License-Identifier: MIT */
#include "engine_fixture.h"

#include "engine/shape_internal.h"

static Heap new_heap(size_t limit)
{
    Heap h;
    heap_init(&h, cm__alloc_default(), limit, false);
    return h;
}

static void fresh_heap_holds_nothing(void **state)
{
    (void)state;
    Heap h = new_heap(1 << 20);
    assert_int_equal(h.used, 0);
    assert_non_null(heap_alloc(&h, 24, CELL_RAW));
    assert_int_equal(h.used, 4096);
    heap_done(&h);
    assert_int_equal(h.used, 0);
}

static void cells_are_aligned_and_know_their_size(void **state)
{
    (void)state;
    Heap h = new_heap(1 << 24);
    for (size_t size = 8; size < 5000; size += 7) {
        Cell *c = heap_alloc(&h, size, CELL_RAW);
        assert_non_null(c);
        assert_int_equal((uintptr_t)c % HEAP_ALIGN, 0);
        assert_true(heap_cell_size(c) >= size);
        assert_true(heap_cell_size(c) < size + 2 * HEAP_ALIGN);
        assert_int_equal(c->kind, CELL_RAW);
        assert_int_equal((c->flags & CELL_LARGE) != 0, size > HEAP_SMALL_MAX);
        memset(c + 1, 0x55, size - sizeof *c);
    }
    heap_done(&h);
}

static void the_limit_is_never_passed(void **state)
{
    (void)state;
    for (size_t limit = 100; limit < 40000; limit += 997) {
        Heap h = new_heap(limit);
        unsigned n = 0;
        while (heap_alloc(&h, 32, CELL_RAW) != NULL)
            n++;
        assert_true(h.refused);
        assert_true(h.used <= limit && h.peak <= limit);
        /* nearly all of it was of use */
        assert_true(n * 32 + 700 >= limit);
        heap_done(&h);
    }
}

static void limit_refuses_large_cells_and_charges(void **state)
{
    (void)state;
    Heap h = new_heap(10000);
    assert_null(heap_raw_new(&h, 10000));
    assert_true(h.refused);
    assert_null(heap_raw_new(&h, SIZE_MAX - 3));
    assert_null(heap_values_new(&h, SIZE_MAX / 8));
    assert_true(heap_charge(&h, 10000));
    assert_false(heap_charge(&h, 1));
    heap_uncharge(&h, 10000);
    assert_int_equal(h.used, 0);
    heap_done(&h);
}

/* A row of n numbers whose first element is `from`. */
static bool counts_from(const ValuesCell *row, uint32_t n, int32_t from)
{
    bool ok = row->n == n;
    for (uint32_t i = 0; ok && i < n; i++)
        ok = row->v[i] == value_int(from + (int32_t)i);
    return ok;
}

static ValuesCell *counting_row(Heap *h, uint32_t n)
{
    ValuesCell *row = heap_values_new(h, n);
    assert_non_null(row);
    for (uint32_t i = 0; i < n; i++)
        row->v[i] = value_int((int32_t)i);
    row->n = n;
    return row;
}

static void values_dropped_at_the_front_leave_room(void **state)
{
    (void)state;
    Heap h = new_heap(1 << 24);
    ValuesCell *before = counting_row(&h, 1000);
    ValuesCell *row = counting_row(&h, 2000);
    ValuesCell *after = counting_row(&h, 3000);
    size_t used = h.used;
    row = heap_values_drop(&h, row, 1);
    assert_true(counts_from(row, 1999, 1));
    assert_int_equal(row->cap, 1999);
    row = heap_values_drop(&h, row, 999);
    assert_true(counts_from(row, 1000, 1000));
    assert_int_equal(heap_cell_size(&row->hd), 16 + 1000 * sizeof(Value));
    assert_int_equal(h.used, used);
    /* back into the gap */
    assert_null(heap_values_open(&h, row, 1001));
    row = heap_values_open(&h, row, 2);
    row->v[0] = value_int(998);
    row->v[1] = value_int(999);
    assert_true(counts_from(row, 1002, 998));
    /* as long as the gap is large, growing asks for no memory */
    row = heap_values_grow(&h, row, 1003);
    assert_true(counts_from(row, 1002, 998));
    assert_int_equal(row->cap, 2000);
    assert_int_equal(h.used, used);
    /* with a small one it grows as others do */
    row->n = 1000;
    row = heap_values_drop(&h, row, 10);
    row = heap_values_grow(&h, row, 2500);
    assert_true(counts_from(row, 990, 1008));
    assert_true(row->cap >= 2500 && h.used > used);
    row = heap_values_drop(&h, row, 400);
    heap_release(&h, row);
    assert_true(counts_from(before, 1000, 0) && counts_from(after, 3000, 0));
    heap_release(&h, before);
    heap_release(&h, heap_values_drop(&h, after, 5));
    assert_int_equal(h.used, 0);
    heap_done(&h);
}

static void a_gap_survives_refused_memory(void **state)
{
    (void)state;
    Heap h = new_heap(20000);
    ValuesCell *row = counting_row(&h, 2000);
    row = heap_values_drop(&h, row, 500);
    assert_null(heap_values_grow(&h, row, 3000));
    assert_true(h.refused && counts_from(row, 1500, 500));
    row = heap_values_drop(&h, row, 1499); /* few: moved */
    assert_true(counts_from(row, 1, 1999));
    assert_int_equal(row->cap, 1500);
    heap_done(&h);
}

static void resize_keeps_contents(void **state)
{
    (void)state;
    Heap h = new_heap(1 << 24);
    RawCell *raw = heap_raw_new(&h, 10);
    memcpy(raw->bytes, "0123456789", 10);
    for (size_t n = 20; n < 100000; n = n * 3 / 2) {
        if (n % 2 == 0)
            heap_alloc(&h, 16, CELL_RAW); /* so that it is not the newest */
        raw = heap_resize(&h, raw, sizeof *raw + n);
        assert_non_null(raw);
        assert_memory_equal(raw->bytes, "0123456789", 10);
        assert_int_equal(raw->hd.kind, CELL_RAW);
        raw->bytes[n - 1] = 'x';
    }
    raw = heap_resize(&h, raw, 64);
    assert_memory_equal(raw->bytes, "0123456789", 10);
    heap_done(&h);
}

static void released_newest_cell_is_reused(void **state)
{
    (void)state;
    Heap h = new_heap(1 << 20);
    void *a = heap_alloc(&h, 100, CELL_RAW);
    heap_release(&h, a);
    assert_ptr_equal(heap_alloc(&h, 100, CELL_RAW), a);
    size_t used = h.used;
    void *big = heap_raw_new(&h, 5000);
    heap_release(&h, big);
    assert_int_equal(h.used, used);
    heap_done(&h);
}

static void threshold_asks_for_a_collection(void **state)
{
    (void)state;
    Heap h = new_heap(1 << 20);
    int32_t interrupt = 0;
    h.interrupt = &interrupt;
    assert_non_null(heap_alloc(&h, 2000, CELL_RAW));
    if (h.gc_wanted) { /* a stress build always wants one */
        heap_done(&h);
        skip();
    }
    while (h.used <= (1 << 18)) {
        assert_false(h.gc_wanted);
        assert_non_null(heap_alloc(&h, 2000, CELL_RAW));
    }
    assert_true(h.gc_wanted);
    assert_int_equal(interrupt, 1);
    heap_done(&h);
}

static void shared_cells_are_marked_so(void **state)
{
    (void)state;
    Heap h;
    heap_init(&h, cm__alloc_default(), 1 << 20, true);
    Cell *a = heap_alloc(&h, 16, CELL_RAW);
    Cell *b = heap_alloc(&h, 4000, CELL_RAW);
    assert_true(a->flags & CELL_SHARED);
    assert_true(b->flags & CELL_SHARED && b->flags & CELL_LARGE);
    assert_int_equal(h.used, 1024 + 4000 + 32);
    heap_done(&h);
}

/* ---- collection ---- */

static void garbage_goes_and_reachable_stays(void **state)
{
    Fixture *f = *state;
    VM *vm = f->vm;
    Array *keep = array_new(vm, 0);
    f->roots[0] = value_from_obj(keep);
    for (int i = 0; i < 20000; i++) {
        Obj *o = obj_new_plain(vm);
        obj_put(vm, o, fixture_key(vm, "n"), value_int(i));
        Str *s = str_from_int(vm, i + 1000);
        obj_put(vm, o, fixture_key(vm, "s"), value_from_str(s));
        if (i % 10 == 0)
            assert_true(array_push(vm, keep, value_from_obj(o)));
    }
    size_t before = vm->heap.used;
    for (int round = 0; round < 3; round++)
        gc_collect(vm);
    assert_true(vm->heap.used <= before);
    assert_int_equal(keep->length, 2000);
    for (uint32_t i = 0; i < 2000; i++) {
        Obj *o = value_obj(keep->obj.elements.dense->v[i]);
        PropDesc d;
        assert_int_equal(obj_get_own(vm, o, fixture_key(vm, "n"), &d),
                         TRI_TRUE);
        assert_int_equal(value_to_int(d.value), i * 10);
        assert_int_equal(obj_get_own(vm, o, fixture_key(vm, "s"), &d),
                         TRI_TRUE);
        char text[16];
        snprintf(text, sizeof text, "%u", i * 10 + 1000);
        assert_text(vm, value_str(d.value), text);
    }
}

static void freed_memory_is_used_again(void **state)
{
    Fixture *f = *state;
    VM *vm = f->vm;
    size_t after_first = 0;
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 10000; i++)
            assert_non_null(obj_new_plain(vm));
        gc_collect(vm);
        if (round == 0)
            after_first = vm->heap.used;
    }
    assert_true(vm->heap.used <= after_first);
    assert_true(vm->heap.peak < 2000000);
}

static void names_and_shapes_of_nobody_are_dropped(void **state)
{
    Fixture *f = *state;
    VM *vm = f->vm;
    Obj *keep = obj_new_plain(vm);
    f->roots[0] = value_from_obj(keep);
    obj_put(vm, keep, fixture_key(vm, "survivor"), VALUE_NULL);
    for (int i = 0; i < 1000; i++) {
        char name[32];
        snprintf(name, sizeof name, "name%d", i);
        Obj *o = obj_new_plain(vm);
        obj_put(vm, o, fixture_key(vm, name), VALUE_NULL);
    }
    assert_int_equal(vm->atoms.n, 1001);
    gc_collect(vm);
    assert_int_equal(vm->atoms.n, 1);
    PropDesc d;
    assert_int_equal(obj_get_own(vm, keep, fixture_key(vm, "survivor"), &d),
                     TRI_TRUE);
    /* a new object finds the surviving shape again */
    Obj *o = obj_new_plain(vm);
    obj_put(vm, o, fixture_key(vm, "survivor"), VALUE_NULL);
    assert_ptr_equal(o->shape, keep->shape);
}

static void deep_structures_need_no_recursion(void **state)
{
    Fixture *f = *state;
    VM *vm = f->vm;
    Value list = VALUE_NULL;
    PropKey next = fixture_key(vm, "next");
    for (int i = 0; i < 500000; i++) {
        Obj *o = obj_new_plain(vm);
        obj_put(vm, o, next, list);
        list = value_from_obj(o);
    }
    f->roots[0] = list;
    gc_collect(vm);
    int n = 0;
    for (Value v = list; value_is_object(v);) {
        PropDesc d;
        assert_int_equal(obj_get_own(vm, value_obj(v), next, &d), TRI_TRUE);
        v = d.value;
        n++;
    }
    assert_int_equal(n, 500000);
}

/* The host refuses the mark stack: the heap is scanned instead. */
static bool refuse;
static void *picky_resize(void *ctx, void *ptr, size_t old_size, size_t size)
{
    (void)ctx;
    if (refuse && size != 0)
        return NULL;
    const cm_allocator *a = cm__alloc_default();
    return a->resize(a->ctx, ptr, old_size, size);
}

static void collection_works_without_memory(void **state)
{
    Fixture *f = *state;
    VM *vm = f->vm;
    Array *keep = array_new(vm, 0);
    f->roots[0] = value_from_obj(keep);
    for (int i = 0; i < 300; i++) {
        Array *inner = array_from_values(vm, f->roots, 1);
        Str *text = str_from_int(vm, i + 5000);
        array_push(vm, inner, value_from_str(text));
        array_push(vm, keep, value_from_obj(inner));
        obj_new_plain(vm);
    }
    cm_allocator picky = { picky_resize, NULL };
    const cm_allocator *usual = vm->heap.alloc;
    vm->heap.alloc = &picky;
    refuse = true;
    gc_collect(vm);
    refuse = false;
    vm->heap.alloc = usual;
    for (uint32_t i = 0; i < 300; i++) {
        Array *inner = (Array *)value_obj(keep->obj.elements.dense->v[i]);
        char text[16];
        snprintf(text, sizeof text, "%u", i + 5000);
        assert_text(vm, value_str(inner->obj.elements.dense->v[1]), text);
    }
}

/* A clock that counts how often it is looked at. */
static uint64_t tick(void *user)
{
    (void)user;
    static uint64_t now;
    return ++now;
}

/* Collects with the deadline `looks` looks at the clock away. */
static void collect_within(VM *vm, uint64_t looks)
{
    vm->now_ns = tick;
    vm->deadline_ns = tick(NULL) + looks;
    gc_collect(vm);
    assert_int_equal(vm->termination, TERM_TIMEOUT);
}

static void sweeping_names_looks_at_the_deadline(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    for (int i = 0; i < 65536; i++) {
        char text[16];
        snprintf(text, sizeof text, "name %d", i);
        assert_non_null(str_intern_ascii(vm, text));
    }
    collect_within(vm, 4);
    assert_in_range(vm->atoms.n, 10000, 65000);
}

static void sweeping_shapes_looks_at_the_deadline(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    for (int i = 0; i < 65536; i++)
        assert_non_null(shape_root(vm, obj_new_plain(vm), 4));
    collect_within(vm, 4);
    assert_in_range(vm->shapes->n, 10000, 65000);
}

static void clearing_a_weak_map_looks_at_the_deadline(void **state)
{
    Fixture *f = *state;
    VM *vm = f->vm;
    Obj *o = obj_new(vm, CLASS_WEAK_MAP, shape_root(vm, NULL, 0));
    Table *t = table_new(vm, 0);
    ((WeakObj *)(void *)o)->table = t;
    t->hd.flags |= TABLE_WEAK;
    f->roots[0] = value_from_obj(o);
    for (int i = 0; i < 65536; i++)
        assert_non_null(
            table_put(vm, t, value_from_obj(obj_new_plain(vm)), NULL));
    collect_within(vm, 6);
    assert_int_equal(t->live, 65536);
}

static void marking_a_lookup_table_looks_at_the_deadline(void **state)
{
    Fixture *f = *state;
    VM *vm = f->vm;
    Obj *o = obj_new_plain(vm);
    f->roots[0] = value_from_obj(o);
    for (int i = 0; i < 65536; i++) {
        char text[16];
        snprintf(text, sizeof text, "name %d", i);
        assert_true(obj_put(vm, o, fixture_key(vm, text), value_int(i)));
    }
    gc_collect(vm);
    assert_int_equal(vm->termination, TERM_NONE);
    /* 4 for the values, 4 for the keys */
    collect_within(vm, 7);
    uint32_t marked = 0;
    for (uint32_t i = 0; i < vm->atoms.cap; i++)
        if (vm->atoms.slots[i] != NULL)
            marked += (vm->atoms.slots[i]->hd.flags & CELL_MARK) != 0;
    assert_in_range(marked, 10000, 65000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fresh_heap_holds_nothing),
        cmocka_unit_test(cells_are_aligned_and_know_their_size),
        cmocka_unit_test(the_limit_is_never_passed),
        cmocka_unit_test(limit_refuses_large_cells_and_charges),
        cmocka_unit_test(values_dropped_at_the_front_leave_room),
        cmocka_unit_test(a_gap_survives_refused_memory),
        cmocka_unit_test(resize_keeps_contents),
        cmocka_unit_test(released_newest_cell_is_reused),
        cmocka_unit_test(threshold_asks_for_a_collection),
        cmocka_unit_test(shared_cells_are_marked_so),
        FIXTURE_TEST(garbage_goes_and_reachable_stays),
        FIXTURE_TEST(freed_memory_is_used_again),
        FIXTURE_TEST(names_and_shapes_of_nobody_are_dropped),
        FIXTURE_TEST(deep_structures_need_no_recursion),
        FIXTURE_TEST(collection_works_without_memory),
        FIXTURE_TEST(sweeping_names_looks_at_the_deadline),
        FIXTURE_TEST(sweeping_shapes_looks_at_the_deadline),
        FIXTURE_TEST(clearing_a_weak_map_looks_at_the_deadline),
        FIXTURE_TEST(marking_a_lookup_table_looks_at_the_deadline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
