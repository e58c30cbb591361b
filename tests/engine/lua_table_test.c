/* SPDX-License-Identifier: MIT */
/* Tables of Lua against a model: an array that grows at its end, and a list of the
 * other keys in the order in which they came. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/gc.h"
#include "engine/lua_ops.h"
#include "engine/lua_table.h"
#include "mini_realm.h"

#include <math.h>

enum {
    MAX_PAIRS = 4096,
    N_NAMES = 40
};

typedef struct Pair {
    Value key, value; /* key VALUE_ABSENT: gone */
} Pair;

typedef struct Model {
    Value array[MAX_PAIRS]; /* element k at k - 1; VALUE_UNDEFINED: a gap */
    uint32_t n;
    Pair pairs[MAX_PAIRS * 4];
    uint32_t n_pairs;
} Model;

static Mini mini;
static Model model;
static uint32_t seed;

static uint32_t random_below(uint32_t n)
{
    seed = seed * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)(seed >> 8) * n >> 24);
}

static Pair *model_find(Value key)
{
    for (uint32_t i = 0; i < model.n_pairs; i++)
        if (model.pairs[i].key == key)
            return &model.pairs[i];
    return NULL;
}

static void model_squeeze(void)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < model.n_pairs; i++)
        if (model.pairs[i].key != VALUE_ABSENT)
            model.pairs[kept++] = model.pairs[i];
    model.n_pairs = kept;
}

static void model_set(Value key, Value v)
{
    int64_t k;
    Pair *p;
    bool is_int = lua_to_integer(key, &k) && k >= 1;
    if (is_int && k <= model.n) {
        model.array[k - 1] = v;
        while (model.n && model.array[model.n - 1] == VALUE_UNDEFINED)
            model.n--;
        return;
    }
    if (is_int && k == (int64_t)model.n + 1 && v != VALUE_UNDEFINED) {
        model.array[model.n++] = v;
        while ((p = model_find(value_int((int32_t)model.n + 1))) != NULL) {
            model.array[model.n++] = p->value;
            p->key = VALUE_ABSENT;
        }
        return;
    }
    p = model_find(key);
    if (v == VALUE_UNDEFINED) {
        if (p)
            p->key = VALUE_ABSENT;
    } else if (p) {
        p->value = v;
    } else {
        if (model.n_pairs == CM_ARRAY_LEN(model.pairs))
            model_squeeze();
        model.pairs[model.n_pairs++] = (Pair){ key, v };
    }
}

static Value name(uint32_t i)
{
    char text[16];
    (void)snprintf(text, sizeof text, "name%u", i);
    return value_from_str(str_intern_ascii(mini.vm, text));
}

static Value random_key(void)
{
    switch (random_below(6)) {
    case 0:
        return name(random_below(N_NAMES));
    case 1:
        return value_double(random_below(20) + 0.5);
    case 2:
        return random_below(2) ? VALUE_TRUE : VALUE_FALSE;
    case 3:
        return value_int((int32_t)random_below(64) - 8);
    default:
        return value_int((int32_t)(model.n + 1 + random_below(2)));
    }
}

/* Each pair once and in order, by either way of walking. */
static void check_walk(LuaTable *t)
{
    VM *vm = mini.vm;
    Value key, v, next_key = VALUE_UNDEFINED, next_v;
    uint32_t position = 0, at = 0;
    model_squeeze();
    for (uint32_t i = 0; i < model.n + model.n_pairs; i++) {
        Pair want;
        if (i < model.n)
            want = (Pair){ value_int((int32_t)i + 1), model.array[i] };
        else
            want = model.pairs[at++];
        if (want.value == VALUE_UNDEFINED)
            continue;
        assert_true(lua_table_step(vm, t, &position, &key, &v));
        assert_true(key == want.key && v == want.value);
        assert_int_equal(lua_table_next(vm, t, next_key, &next_key, &next_v),
                         TRI_TRUE);
        assert_true(next_key == want.key && next_v == want.value);
    }
    assert_false(lua_table_step(vm, t, &position, &key, &v));
    assert_int_equal(lua_table_next(vm, t, next_key, &next_key, &next_v),
                     TRI_FALSE);
}

static void check_reads(LuaTable *t)
{
    for (uint32_t i = 0; i < model.n; i++)
        assert_true(lua_table_get_int(t, (int64_t)i + 1) == model.array[i]);
    for (uint32_t i = 0; i < model.n_pairs; i++)
        assert_true(lua_table_get(mini.vm, t, model.pairs[i].key) ==
                    model.pairs[i].value);
    for (uint32_t i = 0; i < N_NAMES; i++) {
        Value key = name(i);
        const Pair *p = model_find(key);
        assert_true(lua_table_get_str(t, value_str(key)) ==
                    (p ? p->value : VALUE_UNDEFINED));
        if (p) /* else an entry that died may still be found */
            assert_true(lua_table_find_str(t, value_str(key)) != UINT32_MAX);
    }
    assert_int_equal(lua_table_length(t), model.n);
    assert_int_equal(lua_table_is_empty(t), model.n + model.n_pairs == 0);
}

static int begin(void **state)
{
    (void)state;
    mini_init(&mini);
    return 0;
}

static int end(void **state)
{
    (void)state;
    mini_done(&mini);
    return 0;
}

static void random_tables_follow_the_model(void **state)
{
    (void)state;
    for (seed = 1; seed < 40; seed++) {
        uint32_t run = seed;
        LuaTable *t = lua_table_new(mini.vm, run % 3, run % 17);
        memset(&model, 0, sizeof model);
        for (uint32_t i = 0; i < 600; i++) {
            Value key = random_key();
            Value v = random_below(3) ? value_int((int32_t)i) : VALUE_UNDEFINED;
            assert_true(lua_table_set(mini.vm, t, key, v));
            model_set(key, v);
            if (i % 50 == 49) {
                check_walk(t);
                check_reads(t);
            }
        }
        seed = run;
    }
}

static void keys_have_one_form(void **state)
{
    (void)state;
    VM *vm = mini.vm;
    LuaTable *t = lua_table_new(vm, 0, 0);
    Value large = lua_integer(vm, INT64_C(1) << 40);
    Value again = lua_integer(vm, INT64_C(1) << 40);
    assert_true(lua_table_set(vm, t, value_double(1.0), value_int(10)));
    assert_int_equal(lua_table_length(t), 1);
    assert_true(lua_table_get(vm, t, value_int(1)) == value_int(10));
    assert_true(lua_table_set(vm, t, large, value_int(20)));
    assert_true(lua_table_get(vm, t, again) == value_int(20));
    assert_true(lua_table_get_int(t, INT64_C(1) << 40) == value_int(20));
    assert_true(lua_table_get(vm, t, value_double(1099511627776.0)) ==
                value_int(20));
    assert_true(lua_table_set(vm, t, value_double(-0.0), value_int(30)));
    assert_true(lua_table_get(vm, t, value_int(0)) == value_int(30));
    assert_true(lua_table_get(vm, t, VALUE_UNDEFINED) == VALUE_UNDEFINED);
    assert_true(lua_table_get(vm, t, value_double((double)NAN)) ==
                VALUE_UNDEFINED);
}

static void expect_refusal(LuaTable *t, Value key, Value v)
{
    VM *vm = mini.vm;
    uint32_t used = t->used, n = t->array_n;
    assert_false(lua_table_set(vm, t, key, v));
    assert_true(vm->exception != VALUE_ABSENT);
    vm->exception = VALUE_ABSENT;
    assert_true(t->used == used && t->array_n == n);
}

static void what_is_refused_changes_nothing(void **state)
{
    (void)state;
    VM *vm = mini.vm;
    LuaTable *t = lua_table_new(vm, 2, 0);
    expect_refusal(t, VALUE_UNDEFINED, VALUE_TRUE);
    expect_refusal(t, value_double((double)NAN), VALUE_TRUE);
    assert_true(lua_table_push(vm, t, VALUE_TRUE));
    t->hd.flags |= LUA_TABLE_READ_ONLY;
    expect_refusal(t, value_int(1), VALUE_FALSE);
    expect_refusal(t, value_int(2), VALUE_FALSE);
    expect_refusal(t, name(0), VALUE_FALSE);
    assert_false(lua_table_set_int(vm, t, 1, VALUE_FALSE));
    assert_false(lua_table_set_str(vm, t, value_str(name(0)), VALUE_TRUE));
    vm->exception = VALUE_ABSENT;
    assert_true(lua_table_get_int(t, 1) == VALUE_TRUE);
}

/* Memory that is refused in the middle leaves the table as it was. */
static void refused_memory_changes_nothing(void **state)
{
    (void)state;
    VM *vm = mini.vm;
    LuaTable *t = lua_table_new(vm, 0, 0);
    uint32_t i = 0, refused = 0;
    size_t limit = vm->heap.limit;
    for (; i < 5000; i++) {
        Value key = i & 1 ? name(i) : value_int((int32_t)i / 2 + 1);
        vm->heap.limit = vm->heap.used;
        bool ok = lua_table_set(vm, t, key, value_int((int32_t)i));
        vm->heap.limit = limit;
        if (!ok) {
            refused++;
            vm->heap.refused = false;
            assert_true(lua_table_get(vm, t, key) == VALUE_UNDEFINED);
            assert_true(lua_table_set(vm, t, key, value_int((int32_t)i)));
        }
    }
    assert_true(refused > 4);
    assert_int_equal(lua_table_length(t), 2500);
    assert_int_equal(t->live, 2500);
    for (i = 1; i < 5000; i += 2)
        assert_true(lua_table_get(vm, t, name(i)) == value_int((int32_t)i));
}

/* Clearing what a traversal shows is fine and leaves an empty table. */
static void a_traversal_may_clear(void **state)
{
    (void)state;
    VM *vm = mini.vm;
    LuaTable *t = lua_table_new(vm, 0, 0);
    Value key = VALUE_UNDEFINED, v;
    uint32_t n = 0;
    for (int32_t i = 1; i <= 100; i++) {
        assert_true(lua_table_set_int(vm, t, i, value_int(i)));
        assert_true(lua_table_set(vm, t, name((uint32_t)i), value_int(i)));
    }
    while (lua_table_next(vm, t, key, &key, &v) == TRI_TRUE) {
        assert_true(lua_table_set(vm, t, key, VALUE_UNDEFINED));
        n++;
    }
    assert_int_equal(n, 200);
    assert_true(lua_table_is_empty(t));
    assert_int_equal(lua_table_next(vm, t, value_int(7777), &key, &v),
                     TRI_THROWN);
    vm->exception = VALUE_ABSENT;
}

/* A key that was removed and set again comes last. */
static void order_is_that_of_coming(void **state)
{
    (void)state;
    VM *vm = mini.vm;
    LuaTable *t = lua_table_new(vm, 0, 4);
    Value key, v;
    uint32_t position = 0;
    for (uint32_t i = 0; i < 3; i++)
        assert_true(lua_table_set(vm, t, name(i), value_int((int32_t)i)));
    assert_true(lua_table_set(vm, t, name(0), VALUE_UNDEFINED));
    assert_true(lua_table_set(vm, t, name(0), VALUE_TRUE));
    assert_true(lua_table_set(vm, t, name(1), VALUE_TRUE)); /* stays */
    const uint32_t order[] = { 1, 2, 0 };
    for (size_t i = 0; i < CM_ARRAY_LEN(order); i++) {
        assert_true(lua_table_step(vm, t, &position, &key, &v));
        assert_true(key == name(order[i]));
    }
    assert_false(lua_table_step(vm, t, &position, &key, &v));
}

static void filling_a_row(void **state)
{
    (void)state;
    VM *vm = mini.vm;
    LuaTable *t = lua_table_new(vm, 0, 0);
    const Value row[] = { value_int(1), VALUE_UNDEFINED, value_int(3),
                          VALUE_UNDEFINED };
    assert_true(lua_table_reserve(vm, t, 6));
    assert_true(lua_table_push(vm, t, value_int(0)));
    lua_table_fill(t, 1, row, CM_ARRAY_LEN(row));
    assert_int_equal(lua_table_length(t), 4);
    assert_true(lua_table_get_int(t, 3) == VALUE_UNDEFINED);
    assert_true(lua_table_get_int(t, 4) == value_int(3));
    assert_true(lua_table_get_int(t, 5) == VALUE_UNDEFINED);
    assert_true(lua_table_get_int(t, 0) == VALUE_UNDEFINED);
    assert_true(lua_table_get_int(t, -1) == VALUE_UNDEFINED);
}

/* Sets key k after the host has cancelled; the table may be collected then. */
static void cancelled_in(LuaTable *t, int64_t k)
{
    VM *vm = mini.vm;
    atomic_store(&vm->cancelled, true);
    assert_false(lua_table_set_int(vm, t, k, value_int(1)));
    assert_int_equal(vm->termination, TERM_CANCELLED);
    gc_collect(vm);
}

enum {
    MANY = 65536
};

static void moving_elements_looks_at_the_deadline(void **state)
{
    (void)state;
    LuaTable *t = lua_table_new(mini.vm, 0, 0);
    for (int32_t k = MANY; k > 1; k--)
        assert_true(lua_table_set_int(mini.vm, t, k, value_int(k)));
    atomic_store(&mini.vm->cancelled, true);
    lua_table_set_int(mini.vm, t, 1, value_int(1));
    assert_int_equal(mini.vm->termination, TERM_CANCELLED);
    assert_in_range(lua_table_length(t), 1, MANY - 1);
    gc_collect(mini.vm);
}

static void growing_looks_at_the_deadline(void **state)
{
    (void)state;
    LuaTable *t = lua_table_new(mini.vm, 0, 0);
    for (int32_t k = 0; k < MANY; k++)
        assert_true(lua_table_set_int(mini.vm, t, -k, value_int(k)));
    cancelled_in(t, -MANY);
}

static void squeezing_looks_at_the_deadline(void **state)
{
    (void)state;
    LuaTable *t = lua_table_new(mini.vm, 0, 0);
    for (int32_t k = 0; k < MANY; k++)
        assert_true(lua_table_set_int(mini.vm, t, -k, value_int(k)));
    for (int32_t k = 0; k < MANY; k += 2)
        assert_true(lua_table_set_int(mini.vm, t, -k, VALUE_UNDEFINED));
    cancelled_in(t, -MANY);
}

static void skipping_nils_looks_at_the_deadline(void **state)
{
    (void)state;
    VM *vm = mini.vm;
    LuaTable *t = lua_table_new(vm, 0, 0);
    Value key, v;
    for (int32_t k = 1; k <= MANY; k++)
        assert_true(lua_table_set_int(vm, t, k, value_int(k)));
    for (int32_t k = 1; k < MANY; k++)
        assert_true(lua_table_set_int(vm, t, k, VALUE_UNDEFINED));
    atomic_store(&vm->cancelled, true);
    assert_int_equal(lua_table_next(vm, t, VALUE_UNDEFINED, &key, &v),
                     TRI_THROWN);
    assert_int_equal(vm->termination, TERM_CANCELLED);
}

static void skipping_dead_entries_looks_at_the_deadline(void **state)
{
    (void)state;
    VM *vm = mini.vm;
    LuaTable *t = lua_table_new(vm, 0, 0);
    Value key, v;
    for (int32_t k = 0; k < MANY; k++)
        assert_true(lua_table_set_int(vm, t, -k, value_int(k)));
    for (int32_t k = 0; k < MANY - 1; k++)
        assert_true(lua_table_set_int(vm, t, -k, VALUE_UNDEFINED));
    atomic_store(&vm->cancelled, true);
    assert_int_equal(lua_table_next(vm, t, VALUE_UNDEFINED, &key, &v),
                     TRI_THROWN);
    assert_int_equal(vm->termination, TERM_CANCELLED);
}

static void dropping_nils_at_the_end_looks_at_the_deadline(void **state)
{
    (void)state;
    VM *vm = mini.vm;
    LuaTable *t = lua_table_new(vm, 0, 0);
    for (int32_t k = 1; k <= MANY; k++)
        assert_true(lua_table_set_int(vm, t, k, value_int(k)));
    for (int32_t k = 1; k < MANY; k++)
        assert_true(lua_table_set_int(vm, t, k, VALUE_UNDEFINED));
    atomic_store(&vm->cancelled, true);
    lua_table_set_int(vm, t, MANY, VALUE_UNDEFINED);
    assert_int_equal(vm->termination, TERM_CANCELLED);
    gc_collect(vm);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(random_tables_follow_the_model),
        TEST(keys_have_one_form),
        TEST(what_is_refused_changes_nothing),
        TEST(refused_memory_changes_nothing),
        TEST(a_traversal_may_clear),
        TEST(order_is_that_of_coming),
        TEST(filling_a_row),
        TEST(moving_elements_looks_at_the_deadline),
        TEST(growing_looks_at_the_deadline),
        TEST(squeezing_looks_at_the_deadline),
        TEST(skipping_nils_looks_at_the_deadline),
        TEST(skipping_dead_entries_looks_at_the_deadline),
        TEST(dropping_nils_at_the_end_looks_at_the_deadline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
