/* SPDX-License-Identifier: MIT */
#include "engine_fixture.h"

#include "engine/property.h"
#include "engine/shape_internal.h"

static PropKey key(VM *vm, const char *name)
{
    return fixture_key(vm, name);
}

static PropDesc data_desc(Value v, unsigned attrs, unsigned has)
{
    return (PropDesc){ v, VALUE_UNDEFINED, VALUE_UNDEFINED, (uint8_t)attrs,
                       (uint8_t)has };
}

#define HAS_ALL (HAS_VALUE | HAS_WRITABLE | HAS_ENUMERABLE | HAS_CONFIGURABLE)

static Tri define(VM *vm, Obj *o, PropKey k, Value v, unsigned attrs,
                  unsigned has)
{
    PropDesc d = data_desc(v, attrs, has);
    return obj_define_own(vm, o, k, &d);
}

static void assert_own(VM *vm, Obj *o, PropKey k, Value v, unsigned attrs)
{
    PropDesc d;
    assert_int_equal(obj_get_own(vm, o, k, &d), TRI_TRUE);
    assert_true(d.value == v);
    assert_int_equal(d.attrs, attrs);
}

static void assert_absent(VM *vm, Obj *o, PropKey k)
{
    PropDesc d;
    assert_int_equal(obj_get_own(vm, o, k, &d), TRI_FALSE);
}

static void assert_keys(VM *vm, Obj *o, unsigned flags, const char *expected)
{
    KeyList list;
    char all[4000] = "";
    assert_true(obj_own_keys(vm, o, flags, &list));
    for (uint32_t i = 0; i < list.n; i++) {
        Value k = keys_at(&list, i);
        if (value_is_symbol(k)) {
            strcat(all, "@@,");
            continue;
        }
        Str *s = value_str(key_to_value(vm, k));
        StrView v;
        assert_true(str_view(vm, s, &v));
        strncat(all, (const char *)v.p8, v.len);
        strcat(all, ",");
    }
    assert_string_equal(all, expected);
}

static void like_objects_share_a_shape(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Obj *a = obj_new_plain(vm), *b = obj_new_plain(vm);
    for (int i = 0; i < 20; i++) {
        char name[8];
        snprintf(name, sizeof name, "p%d", i);
        assert_true(obj_put(vm, a, key(vm, name), value_int(i)));
    }
    for (int i = 0; i < 20; i++) {
        char name[8];
        snprintf(name, sizeof name, "p%d", i);
        assert_true(obj_put(vm, b, key(vm, name), value_int(-i)));
    }
    assert_ptr_equal(a->shape, b->shape);
    assert_own(vm, a, key(vm, "p17"), value_int(17), PROP_DEFAULT);
    assert_own(vm, b, key(vm, "p3"), value_int(-3), PROP_DEFAULT);
    assert_absent(vm, a, key(vm, "p20"));
}

static void many_properties_make_a_dictionary(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Obj *o = obj_new_plain(vm);
    char name[16];
    for (int i = 0; i < 2000; i++) {
        snprintf(name, sizeof name, "word%d", i);
        assert_true(obj_put(vm, o, key(vm, name), value_int(i)));
    }
    assert_true(shape_is_dict(o->shape));
    for (int i = 0; i < 2000; i++)
        if (i % 4 != 0) {
            snprintf(name, sizeof name, "word%d", i);
            assert_int_equal(obj_delete_own(vm, o, key(vm, name)), TRI_TRUE);
        }
    assert_true(obj_put(vm, o, key(vm, "last"), VALUE_TRUE));
    for (int i = 0; i < 2000; i++) {
        snprintf(name, sizeof name, "word%d", i);
        if (i % 4 == 0)
            assert_own(vm, o, key(vm, name), value_int(i), PROP_DEFAULT);
        else
            assert_absent(vm, o, key(vm, name));
    }
    KeyList list;
    assert_true(obj_own_keys(vm, o, KEYS_STRINGS, &list));
    assert_int_equal(list.n, 501);
    assert_true(keys_at(&list, 1) == key(vm, "word4"));
    assert_true(keys_at(&list, 500) == key(vm, "last"));
}

static void deleting_the_newest_goes_back(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Obj *o = obj_new_plain(vm);
    obj_put(vm, o, key(vm, "a"), value_int(1));
    Shape *before = o->shape;
    obj_put(vm, o, key(vm, "b"), value_int(2));
    assert_int_equal(obj_delete_own(vm, o, key(vm, "b")), TRI_TRUE);
    assert_ptr_equal(o->shape, before);
    obj_put(vm, o, key(vm, "b"), value_int(3));
    assert_int_equal(obj_delete_own(vm, o, key(vm, "a")), TRI_TRUE);
    assert_true(shape_is_dict(o->shape));
    assert_own(vm, o, key(vm, "b"), value_int(3), PROP_DEFAULT);
    assert_int_equal(obj_delete_own(vm, o, key(vm, "none")), TRI_TRUE);
    assert_keys(vm, o, KEYS_STRINGS, "b,");
}

/* ECMA-262 10.1.6.3 */
static void definitions_are_validated(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Obj *o = obj_new_plain(vm);
    PropKey k = key(vm, "k");
    assert_int_equal(define(vm, o, k, value_int(1), 0, HAS_VALUE), TRI_TRUE);
    assert_own(vm, o, k, value_int(1), 0);
    assert_int_equal(define(vm, o, k, value_int(1), 0, HAS_VALUE), TRI_TRUE);
    assert_int_equal(define(vm, o, k, value_double(1.0), 0, HAS_VALUE),
                     TRI_TRUE);
    assert_int_equal(define(vm, o, k, value_int(2), 0, HAS_VALUE), TRI_FALSE);
    assert_int_equal(
        define(vm, o, k, VALUE_ABSENT, PROP_ENUMERABLE, HAS_ENUMERABLE),
        TRI_FALSE);
    assert_int_equal(
        define(vm, o, k, VALUE_ABSENT, PROP_CONFIGURABLE, HAS_CONFIGURABLE),
        TRI_FALSE);
    assert_int_equal(
        define(vm, o, k, VALUE_ABSENT, PROP_WRITABLE, HAS_WRITABLE), TRI_FALSE);
    assert_int_equal(obj_delete_own(vm, o, k), TRI_FALSE);
    PropDesc getter = { VALUE_ABSENT, VALUE_UNDEFINED, VALUE_UNDEFINED, 0,
                        HAS_GET };
    assert_int_equal(obj_define_own(vm, o, k, &getter), TRI_FALSE);

    /* writable, not configurable: value may change, may become read-only */
    PropKey w = key(vm, "w");
    assert_int_equal(
        define(vm, o, w, value_int(1), PROP_WRITABLE, HAS_VALUE | HAS_WRITABLE),
        TRI_TRUE);
    assert_int_equal(define(vm, o, w, value_int(5), 0, HAS_VALUE), TRI_TRUE);
    assert_own(vm, o, w, value_int(5), PROP_WRITABLE);
    assert_int_equal(define(vm, o, w, VALUE_ABSENT, 0, HAS_WRITABLE), TRI_TRUE);
    assert_own(vm, o, w, value_int(5), 0);

    /* configurable: anything goes, missing fields stay */
    PropKey c = key(vm, "c");
    assert_int_equal(define(vm, o, c, value_int(1), PROP_DEFAULT, HAS_ALL),
                     TRI_TRUE);
    Value fn = value_from_obj(obj_new_plain(vm));
    PropDesc accessor = { VALUE_ABSENT, fn, VALUE_UNDEFINED, 0, HAS_GET };
    assert_int_equal(obj_define_own(vm, o, c, &accessor), TRI_TRUE);
    PropDesc d;
    assert_int_equal(obj_get_own(vm, o, c, &d), TRI_TRUE);
    assert_int_equal(d.attrs,
                     PROP_ACCESSOR | PROP_ENUMERABLE | PROP_CONFIGURABLE);
    assert_true(d.get == fn && d.set == VALUE_UNDEFINED);
    PropDesc setter = { VALUE_ABSENT, VALUE_ABSENT, fn, 0, HAS_SET };
    assert_int_equal(obj_define_own(vm, o, c, &setter), TRI_TRUE);
    assert_int_equal(obj_get_own(vm, o, c, &d), TRI_TRUE);
    assert_true(d.get == fn && d.set == fn);
    /* back to data: not writable unless said so */
    assert_int_equal(define(vm, o, c, value_int(9), 0, HAS_VALUE), TRI_TRUE);
    assert_own(vm, o, c, value_int(9), PROP_ENUMERABLE | PROP_CONFIGURABLE);
    /* a generic descriptor keeps an accessor what it is */
    assert_int_equal(obj_define_own(vm, o, c, &accessor), TRI_TRUE);
    assert_int_equal(define(vm, o, c, VALUE_ABSENT, 0, HAS_ENUMERABLE),
                     TRI_TRUE);
    assert_int_equal(obj_get_own(vm, o, c, &d), TRI_TRUE);
    assert_int_equal(d.attrs, PROP_ACCESSOR | PROP_CONFIGURABLE);
}

static void symbols_come_after_strings_after_indices(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Obj *o = obj_new_plain(vm);
    Symbol *sym = symbol_new(vm, VALUE_UNDEFINED);
    obj_put(vm, o, value_from_symbol(sym), VALUE_TRUE);
    obj_put(vm, o, key(vm, "b"), VALUE_TRUE);
    obj_put(vm, o, key_index(7), VALUE_TRUE);
    obj_put(vm, o, key(vm, "a"), VALUE_TRUE);
    obj_put(vm, o, key_index(2), VALUE_TRUE);
    obj_put_attrs(vm, o, key(vm, "hidden"), VALUE_TRUE, PROP_HIDDEN);
    obj_put(vm, o, key_index(4000000000u), VALUE_TRUE);
    assert_keys(vm, o, KEYS_STRINGS | KEYS_SYMBOLS,
                "2,7,4000000000,b,a,hidden,@@,");
    assert_keys(vm, o, KEYS_STRINGS | KEYS_ENUMERABLE, "2,7,4000000000,b,a,");
    assert_keys(vm, o, KEYS_SYMBOLS, "@@,");
}

static void frozen_sealed_and_fixed(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Obj *o = obj_new_plain(vm);
    obj_put(vm, o, key(vm, "a"), value_int(1));
    obj_put(vm, o, key_index(3), value_int(3));
    assert_true(obj_prevent_extensions(vm, o));
    assert_false(obj_is_extensible(o));
    assert_int_equal(
        define(vm, o, key(vm, "n"), VALUE_NULL, PROP_DEFAULT, HAS_ALL),
        TRI_FALSE);
    assert_int_equal(
        define(vm, o, key_index(1), VALUE_NULL, PROP_DEFAULT, HAS_ALL),
        TRI_FALSE);
    assert_int_equal(
        define(vm, o, key_index(3), value_int(4), PROP_DEFAULT, HAS_ALL),
        TRI_TRUE);
    assert_true(obj_seal(vm, o));
    assert_own(vm, o, key(vm, "a"), value_int(1),
               PROP_WRITABLE | PROP_ENUMERABLE);
    assert_own(vm, o, key_index(3), value_int(4),
               PROP_WRITABLE | PROP_ENUMERABLE);
    assert_int_equal(obj_delete_own(vm, o, key_index(3)), TRI_FALSE);
    assert_true(obj_freeze(vm, o));
    assert_own(vm, o, key(vm, "a"), value_int(1), PROP_ENUMERABLE);
    assert_own(vm, o, key_index(3), value_int(4), PROP_ENUMERABLE);
    assert_int_equal(define(vm, o, key(vm, "a"), value_int(1), 0, HAS_VALUE),
                     TRI_TRUE);
    assert_int_equal(define(vm, o, key(vm, "a"), value_int(2), 0, HAS_VALUE),
                     TRI_FALSE);
    assert_int_equal(obj_delete_own(vm, o, key(vm, "a")), TRI_FALSE);

    Obj *p = obj_new_plain(vm);
    obj_put(vm, p, key_index(0), value_int(1));
    assert_true(obj_freeze(vm, p));
    assert_own(vm, p, key_index(0), value_int(1), PROP_ENUMERABLE);
    assert_int_equal(define(vm, p, key_index(0), value_int(1), 0, HAS_VALUE),
                     TRI_TRUE);
    assert_int_equal(define(vm, p, key_index(0), value_int(2), 0, HAS_VALUE),
                     TRI_FALSE);
    assert_int_equal(obj_delete_own(vm, p, key_index(0)), TRI_FALSE);
    assert_false(obj_put(vm, p, key(vm, "x"), VALUE_NULL));
    assert_true(vm->exception != VALUE_ABSENT);
}

static void changing_a_prototype_bumps_the_epoch(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Obj *proto = obj_new_plain(vm);
    obj_put(vm, proto, key(vm, "m"), value_int(1));
    uint32_t epoch = vm->proto_epoch;
    Obj *o = obj_new_proto(vm, proto);
    obj_put(vm, o, key(vm, "x"), value_int(1));
    assert_int_equal(vm->proto_epoch, epoch);
    obj_put(vm, proto, key(vm, "n"), value_int(1));
    assert_int_equal(vm->proto_epoch, ++epoch);
    assert_int_equal(obj_delete_own(vm, proto, key(vm, "n")), TRI_TRUE);
    assert_int_equal(vm->proto_epoch, ++epoch);
    define(vm, proto, key(vm, "m"), value_int(1), 0, HAS_ALL);
    assert_true(vm->proto_epoch > epoch);
    assert_ptr_equal(obj_proto(o), proto);
}

static void prototype_can_be_set_at_creation(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Obj *a = obj_new_plain(vm), *b = obj_new_plain(vm);
    obj_put(vm, b, key(vm, "x"), value_int(1));
    obj_put_attrs(vm, b, key(vm, "y"), value_int(2), PROP_HIDDEN);
    assert_true(obj_set_proto_unchecked(vm, b, a));
    assert_ptr_equal(obj_proto(b), a);
    assert_own(vm, b, key(vm, "y"), value_int(2), PROP_HIDDEN);
    assert_true(obj_set_proto_unchecked(vm, b, NULL));
    assert_null(obj_proto(b));
    assert_own(vm, b, key(vm, "x"), value_int(1), PROP_DEFAULT);
}

static void string_objects_show_their_units(void **state)
{
    Fixture *f = *state;
    VM *vm = f->vm;
    Obj *o = obj_new(vm, CLASS_BOXED, shape_root(vm, f->realm.string_proto, 0));
    ((BoxedObj *)o)->value = value_from_str(str_from_ascii(vm, "abc"));
    assert_own(vm, o, key_index(1), value_from_str(f->realm.units['b']),
               PROP_ENUMERABLE);
    assert_own(vm, o, f->realm.name.length, value_int(3), 0);
    assert_absent(vm, o, key_index(3));
    obj_put(vm, o, key(vm, "x"), VALUE_TRUE);
    assert_true(obj_put(vm, o, key_index(5), VALUE_TRUE));
    assert_int_equal(define(vm, o, key_index(0), VALUE_NULL, 0, HAS_VALUE),
                     TRI_FALSE);
    assert_int_equal(obj_delete_own(vm, o, key_index(0)), TRI_FALSE);
    assert_keys(vm, o, KEYS_STRINGS, "0,1,2,5,length,x,");
    assert_keys(vm, o, KEYS_STRINGS | KEYS_ENUMERABLE, "0,1,2,5,x,");
}

static void closures_show_lazy_properties(void **state)
{
    Fixture *f = *state;
    VM *vm = f->vm;
    FuncProto proto = { .length = 2, .name = str_intern_ascii(vm, "area") };
    Obj *fn = obj_new(vm, CLASS_FUNCTION, f->realm.shape_function);
    ((Closure *)fn)->proto = &proto;
    fn->hd.flags |= OBJ_LAZY;
    assert_own(vm, fn, f->realm.name.length, value_int(2), PROP_CONFIGURABLE);
    assert_own(vm, fn, f->realm.name.name, value_from_str(proto.name),
               PROP_CONFIGURABLE);
    PropDesc d;
    assert_int_equal(obj_get_own(vm, fn, f->realm.name.prototype, &d),
                     TRI_TRUE);
    assert_int_equal(d.attrs, PROP_WRITABLE);
    assert_own(vm, value_obj(d.value), f->realm.name.constructor,
               value_from_obj(fn), PROP_HIDDEN);
    assert_keys(vm, fn, KEYS_STRINGS, "length,name,prototype,");

    FuncProto arrow = { .flags = FUNC_ARROW, .name = f->realm.empty };
    Obj *af = obj_new(vm, CLASS_FUNCTION, f->realm.shape_function);
    ((Closure *)af)->proto = &arrow;
    af->hd.flags |= OBJ_LAZY;
    assert_int_equal(obj_delete_own(vm, af, f->realm.name.name), TRI_TRUE);
    assert_keys(vm, af, KEYS_STRINGS, "length,");
}

/* Refuse every allocation once, from the first on, until all passes. */
static void refused_puts_leave_the_object_usable(void **state)
{
    Fixture *f = *state;
    VM *vm = f->vm;
    PropKey keys[12];
    for (unsigned i = 0; i < 12; i++) {
        char name[8];
        snprintf(name, sizeof name, "r%u", i);
        keys[i] = key(vm, name);
    }
    size_t limit = vm->heap.limit;
    for (size_t room = 0; room < 6000; room += 48) {
        Obj *o = obj_new_plain(vm);
        while (vm->heap.end - vm->heap.at >= 16)
            heap_alloc(&vm->heap, 16, CELL_RAW);
        vm->heap.limit = vm->heap.used + room;
        unsigned done = 0;
        while (done < 12 && obj_put(vm, o, keys[done], value_int((int)done)))
            done++;
        vm->heap.limit = limit;
        vm->heap.refused = false;
        for (unsigned i = 0; i < done; i++)
            assert_own(vm, o, keys[i], value_int((int)i), PROP_DEFAULT);
        for (unsigned i = done; i < 12; i++) {
            assert_absent(vm, o, keys[i]);
            assert_true(obj_put(vm, o, keys[i], value_int((int)i)));
        }
        for (unsigned i = 0; i < 12; i++)
            assert_own(vm, o, keys[i], value_int((int)i), PROP_DEFAULT);
    }
}

static uint32_t linked_properties(const Obj *o)
{
    const PropTable *t = o->shape->table;
    const uint32_t *index = (const uint32_t *)(const void *)t->index->bytes;
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->index_cap; i++)
        n += index[i] != 0;
    return n;
}

/* Else the searches for it would be longer with each turn of such a loop. */
static void a_deleted_key_leaves_the_index(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Obj *o = obj_new_plain(vm);
    PropKey keys[500];
    char name[16];
    for (unsigned i = 0; i < 500; i++) {
        snprintf(name, sizeof name, "i%u", i);
        keys[i] = key(vm, name);
        assert_true(obj_put(vm, o, keys[i], value_int((int)i)));
    }
    unsigned r = 1;
    for (int i = 0; i < 20000; i++) {
        r = r * 1103515245 + 12345;
        unsigned k = (r >> 8) % 500;
        assert_int_equal(obj_delete_own(vm, o, keys[k]), TRI_TRUE);
        assert_absent(vm, o, keys[k]);
        assert_int_equal(linked_properties(o), 499);
        assert_true(obj_put(vm, o, keys[k], value_int((int)k)));
        k = (r >> 4) % 500;
        assert_own(vm, o, keys[k], value_int((int)k), PROP_DEFAULT);
    }
    for (unsigned i = 0; i < 500; i++)
        assert_own(vm, o, keys[i], value_int((int)i), PROP_DEFAULT);
}

enum {
    MANY = 65536
};

/* After the host has cancelled: what is done next ends the execution. */
static void cancel(VM *vm)
{
    atomic_store(&vm->cancelled, true);
}

static void assert_cancelled(VM *vm)
{
    assert_int_equal(vm->termination, TERM_CANCELLED);
    gc_collect(vm);
}

static void making_elements_sparse_looks_at_the_deadline(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Array *a = array_new(vm, 0);
    for (uint32_t i = 0; i < MANY; i++)
        assert_true(obj_put(vm, &a->obj, key_index(i), value_int(1)));
    cancel(vm);
    assert_false(obj_prevent_extensions(vm, &a->obj));
    assert_false(a->obj.hd.flags & OBJ_SPARSE);
    assert_cancelled(vm);
}

/* Far elements, descending, one short of 65536. */
static Array *sparse_array(VM *vm, uint32_t step)
{
    Array *a = array_new(vm, 0);
    for (uint32_t i = MANY; i-- > 1;)
        assert_true(obj_put(vm, &a->obj, key_index(i * step + 4 * MANY + 99),
                            value_int(1)));
    assert_true(a->obj.hd.flags & OBJ_SPARSE);
    return a;
}

static void restricting_elements_looks_at_the_deadline(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Obj *o = &sparse_array(vm, 2)->obj, *p = &sparse_array(vm, 2)->obj;
    cancel(vm);
    assert_false(obj_seal(vm, o));
    assert_int_equal(vm->termination, TERM_CANCELLED);
    vm->termination = TERM_NONE;
    assert_false(obj_freeze(vm, p));
    assert_cancelled(vm);
}

static void making_elements_dense_looks_at_the_deadline(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Array *a = sparse_array(vm, 2);
    cancel(vm);
    assert_false(obj_put(vm, &a->obj, key_index(4 * MANY), value_int(1)));
    assert_true(a->obj.hd.flags & OBJ_SPARSE);
    assert_cancelled(vm);
}

static void listing_elements_looks_at_the_deadline(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Array *a = sparse_array(vm, 4096);
    KeyList keys;
    assert_true(keys_init(&keys, vm));
    cancel(vm);
    assert_false(obj_own_keys(vm, &a->obj, KEYS_STRINGS, &keys));
    assert_cancelled(vm);
}

static void listing_dense_elements_looks_at_the_deadline(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Array *a = array_new_filled(vm, MANY);
    KeyList keys;
    assert_true(keys_init(&keys, vm));
    cancel(vm);
    assert_false(obj_own_keys(vm, &a->obj, KEYS_STRINGS, &keys));
    assert_cancelled(vm);
}

static void compacting_a_dictionary_looks_at_the_deadline(void **state)
{
    VM *vm = ((Fixture *)*state)->vm;
    Obj *o = obj_new_plain(vm);
    char name[16];
    for (unsigned i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "d%u", i);
        assert_true(obj_put(vm, o, key(vm, name), value_int(1)));
    }
    for (unsigned i = 0; i <= MANY / 2; i++) {
        snprintf(name, sizeof name, "d%u", i);
        assert_int_equal(obj_delete_own(vm, o, key(vm, name)), TRI_TRUE);
    }
    PropKey k = key(vm, "more");
    cancel(vm);
    assert_false(obj_put(vm, o, k, value_int(1)));
    assert_cancelled(vm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        FIXTURE_TEST(like_objects_share_a_shape),
        FIXTURE_TEST(many_properties_make_a_dictionary),
        FIXTURE_TEST(deleting_the_newest_goes_back),
        FIXTURE_TEST(definitions_are_validated),
        FIXTURE_TEST(symbols_come_after_strings_after_indices),
        FIXTURE_TEST(frozen_sealed_and_fixed),
        FIXTURE_TEST(changing_a_prototype_bumps_the_epoch),
        FIXTURE_TEST(prototype_can_be_set_at_creation),
        FIXTURE_TEST(string_objects_show_their_units),
        FIXTURE_TEST(closures_show_lazy_properties),
        FIXTURE_TEST(refused_puts_leave_the_object_usable),
        FIXTURE_TEST(a_deleted_key_leaves_the_index),
        FIXTURE_TEST(making_elements_sparse_looks_at_the_deadline),
        FIXTURE_TEST(restricting_elements_looks_at_the_deadline),
        FIXTURE_TEST(making_elements_dense_looks_at_the_deadline),
        FIXTURE_TEST(listing_elements_looks_at_the_deadline),
        FIXTURE_TEST(listing_dense_elements_looks_at_the_deadline),
        FIXTURE_TEST(compacting_a_dictionary_looks_at_the_deadline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
