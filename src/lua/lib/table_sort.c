/* SPDX-License-Identifier: MIT */
/* table.sort; spec/lua.md 2.3: a stable bottom-up merge sort over a copy of the
 * elements, so that whatever a comparison does to the table, and however it
 * contradicts itself, the sort stays within its own two rows and ends; the
 * table changes at the end only, all at once. With a function it stops at each
 * comparison (engine/merge.h); without one it runs in C, metered.
 *
 * Stability is no part of Lua, determinism is; a merge sort also asks for about
 * the fewest comparisons, which are what a sort by a function costs. Two runs
 * that are in order already cost one. */
#include "lua/lib/lib_table.h"

#include "engine/merge.h"

#include <string.h>

enum {
    S_STATE, /* RawCell of a Merge */
    S_FROM,  /* ValuesCell with the runs being merged, and next to it */
    S_TO,    /* ValuesCell that they are merged into; see engine/merge.h */
    SORT_REGS
};
_Static_assert(SORT_REGS == LUA_SORT_REGS, "registers of the row");

static ValuesCell *row_of(const NativeFrame *f, uint32_t reg)
{
    return value_ptr(f->reg[reg]);
}

static Merge *merge_of(const NativeFrame *f)
{
    RawCell *raw = value_ptr(f->reg[S_STATE]);
    return (Merge *)(void *)raw->bytes;
}

/* ---- without a function ---- */

/* a < b; raises for what has no order. */
static Tri is_less(VM *vm, Value a, Value b)
{
    if (value_is_int(a) && value_is_int(b))
        return (Tri)(value_to_int(a) < value_to_int(b));
    if (value_is_double(a) && value_is_double(b))
        return (Tri)(value_to_double(a) < value_to_double(b));
    if (value_is_string(a) && value_is_string(b)) {
        uint32_t m = value_str(a)->len, n = value_str(b)->len;
        vm->fuel -= (m < n ? m : n) / 64; /* the next charge looks at it */
    }
    return lua_less(vm, a, b);
}

#define RUN 8

static bool insertion_sort(VM *vm, Value *v, uint32_t lo, uint32_t hi)
{
    for (uint32_t i = lo + 1; i < hi; i++) {
        Value x = v[i];
        uint32_t k = i;
        for (; k > lo; k--) {
            Tri less = is_less(vm, x, v[k - 1]);
            if (less == TRI_THROWN)
                return false;
            if (less == TRI_FALSE)
                break;
            v[k] = v[k - 1];
        }
        v[k] = x;
    }
    return vm_charge(vm, hi - lo);
}

static bool merge_runs(VM *vm, const Value *from, Value *to, uint32_t lo,
                       uint32_t mid, uint32_t hi)
{
    uint32_t i = lo, j = mid, k = lo;
    Tri less = mid < hi ? is_less(vm, from[mid], from[mid - 1]) : TRI_FALSE;
    if (less == TRI_TRUE) {
        while (i < mid && j < hi) {
            less = is_less(vm, from[j], from[i]);
            if (less == TRI_THROWN || !vm_charge(vm, 1))
                return false;
            to[k++] = less == TRI_TRUE ? from[j++] : from[i++];
        }
    }
    memcpy(to + k, from + i, (mid - i) * sizeof(Value));
    k += mid - i;
    memcpy(to + k, from + j, (hi - j) * sizeof(Value));
    return less != TRI_THROWN && vm_charge(vm, (hi - lo) / 8 + 1);
}

/* Sorts a; b is a second row. The row that holds the result, or NULL. */
static Value *sort_rows(VM *vm, Value *a, Value *b, uint32_t n)
{
    for (uint32_t lo = 0; lo < n; lo = merge_run_end(lo, RUN, n))
        if (!insertion_sort(vm, a, lo, merge_run_end(lo, RUN, n)))
            return NULL;
    for (uint32_t width = RUN; width < n; width *= 2) {
        for (uint32_t lo = 0; lo < n;) {
            uint32_t mid = merge_run_end(lo, width, n);
            uint32_t hi = merge_run_end(mid, width, n);
            if (!merge_runs(vm, a, b, lo, mid, hi))
                return NULL;
            lo = hi;
        }
        Value *swap = a;
        a = b;
        b = swap;
    }
    return a;
}

/* ---- with a function ---- */

/* Goes on until a comparison is needed (STEP_CALL) or all is sorted
 * (STEP_RETURN). */
static Step merge_on(VM *vm, NativeFrame *f)
{
    Merge *m = merge_of(f);
    Value *pair_of_rows = &f->reg[S_FROM], pair[2];
    if (m->is_waiting)
        merge_answer(m, pair_of_rows, lua_truthy(f->result));
    Tri asks = merge_next(vm, m, pair_of_rows, pair);
    if (asks == TRI_FALSE)
        return STEP_RETURN;
    if (asks == TRI_THROWN)
        return STEP_THROW;
    Value args[2] = { pair[1], pair[0] }; /* is right below left? */
    return native_call(vm, f, f->call.args[1], VALUE_UNDEFINED, 2, args);
}

/* ---- begin and end ---- */

static ValuesCell *copy_row(VM *vm, const Value *v, uint32_t n)
{
    ValuesCell *row = heap_values_new(&vm->heap, n);
    if (!row)
        return NULL;
    if (n)
        memcpy(row->v, v, n * sizeof(Value));
    row->n = n;
    return row;
}

static bool sort_begin(VM *vm, NativeFrame *f, const LuaTable *t)
{
    uint32_t n = t->array_n;
    if (!vm_charge_bytes(vm, (uint64_t)n * 2 * sizeof(Value)))
        return false;
    ValuesCell *from = copy_row(vm, t->array, n);
    ValuesCell *to = from ? copy_row(vm, t->array, n) : NULL;
    RawCell *raw = to ? heap_raw_new(&vm->heap, sizeof(Merge)) : NULL;
    if (!raw)
        return false;
    Merge m;
    merge_start(&m, n);
    if (lua_is_nil(f->call.args[1])) {
        m.phase = MERGE_DONE;
        const Value *sorted = sort_rows(vm, from->v, to->v, n);
        if (!sorted)
            return false;
        if (sorted == to->v)
            from = to;
    }
    memcpy(raw->bytes, &m, sizeof m);
    f->reg[S_STATE] = value_from_cell(raw);
    f->reg[S_FROM] = value_from_cell(from);
    f->reg[S_TO] = value_from_cell(to);
    f->pc = 1;
    return true;
}

/* Puts the elements back: at once when the table is as long as it was, else one
 * by one (a comparison changed it, or there are gaps). Doing that twice is the
 * same. */
static bool write_back(VM *vm, LuaTable *t, const ValuesCell *sorted)
{
    bool gaps = false;
    if (!vm_charge_bytes(vm, (uint64_t)sorted->n * sizeof(Value)))
        return false;
    for (uint32_t i = 0; i < sorted->n; i++)
        gaps |= lua_is_nil(sorted->v[i]);
    if (!gaps && t->array_n == sorted->n) {
        if (sorted->n)
            memcpy(t->array, sorted->v, sorted->n * sizeof(Value));
        return true;
    }
    for (uint32_t i = 0; i < sorted->n; i++)
        if (!vm_charge(vm, 1) ||
            !lua_table_set_int(vm, t, (int64_t)i + 1, sorted->v[i]))
            return false;
    return true;
}

Step lua_table_sort(VM *vm, NativeFrame *f)
{
    LuaTable *t;
    if (f->pc == 0) {
        Value compare = f->call.args[1];
        if (!lua_arg_writable(vm, &f->call, 0, &t))
            return STEP_THROW;
        if (!lua_is_nil(compare) && !lua_is_callable(compare)) {
            lua_bad_type(vm, &f->call, 1, "function");
            return STEP_THROW;
        }
        if (!sort_begin(vm, f, t))
            return STEP_THROW;
    }
    Step step = merge_on(vm, f);
    if (step != STEP_RETURN)
        return step;
    t = value_lua_table(f->call.args[0]);
    if (!write_back(vm, t, row_of(f, S_FROM)))
        return STEP_THROW;
    return native_return(f, lua_no_results(vm));
}
