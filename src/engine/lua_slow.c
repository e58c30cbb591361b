/* SPDX-License-Identifier: MIT */
/* Out-of-line parts of the instructions of Lua programs. */
#include <math.h>

#include "engine/lua_internal.h"

/* ---- numeric for (manual 3.3.5) ---- */

static Tri bad_for(VM *vm, const char *what)
{
    throw_error(vm, ERR_ERROR, "'for' %s must be a number", what);
    return TRI_THROWN;
}

/* The limit of an integer loop as an integer; false: the loop does not run. NaN
 * is below all integers, as in PUC Lua. */
static bool integer_limit(Value v, int64_t start, int64_t step, int64_t *ret)
{
    if (lua_is_integer(v)) {
        *ret = lua_int64(v);
    } else {
        double d = value_to_double(v);
        if (d != d)
            d = -HUGE_VAL;
        d = step < 0 ? ceil(d) : floor(d);
        if (d >= 9223372036854775808.0)
            *ret = INT64_MAX;
        else if (d < -9223372036854775808.0)
            *ret = INT64_MIN;
        else
            *ret = (int64_t)d;
        if (step > 0 && *ret == INT64_MIN && d < -9223372036854775808.0)
            return false;
        if (step < 0 && *ret == INT64_MAX && d >= 9223372036854775808.0)
            return false;
    }
    return step > 0 ? start <= *ret : start >= *ret;
}

/* R[1] becomes the number of further rounds: an int32 when the variable stays
 * one all along, else a double (exact below 2^53, and nobody counts that
 * far). */
static Tri prepare_integers(VM *vm, Value *r)
{
    int64_t start = lua_int64(r[0]), step = lua_int64(r[2]), limit;
    if (step == 0) {
        throw_error(vm, ERR_ERROR, "'for' step is zero");
        return TRI_THROWN;
    }
    if (!integer_limit(r[1], start, step, &limit))
        return TRI_FALSE;
    uint64_t rounds;
    if (step > 0)
        rounds = ((uint64_t)limit - (uint64_t)start) / (uint64_t)step;
    else
        rounds =
            ((uint64_t)start - (uint64_t)limit) / ((uint64_t) - (step + 1) + 1);
    bool small = value_is_int(r[0]) && value_is_int(r[2]) &&
                 limit == (int32_t)limit && rounds <= INT32_MAX;
    r[1] = small ? value_int((int32_t)rounds) : value_double((double)rounds);
    r[3] = r[0];
    return TRI_TRUE;
}

/* Strings that read as numbers are taken, as in PUC Lua; only a limit may then
 * be an integer. */
static bool convert(VM *vm, Value *v, bool to_float)
{
    if (!value_is_string(*v))
        return true;
    Value n = lua_to_number(vm, *v);
    if (n == VALUE_THROWN)
        return false;
    if (n != VALUE_ABSENT)
        *v = to_float ? value_double(lua_double(n)) : n;
    return true;
}

Tri lua_for_prepare(VM *vm, Value *r)
{
    if (!convert(vm, &r[0], true) || !convert(vm, &r[1], false) ||
        !convert(vm, &r[2], true))
        return TRI_THROWN;
    if (!lua_is_number(r[1]))
        return bad_for(vm, "limit");
    if (!lua_is_number(r[2]))
        return bad_for(vm, "step");
    if (!lua_is_number(r[0]))
        return bad_for(vm, "initial value");
    if (lua_is_integer(r[0]) && lua_is_integer(r[2]))
        return prepare_integers(vm, r);
    double start = lua_double(r[0]), limit = lua_double(r[1]);
    double step = lua_double(r[2]);
    if (step == 0) {
        throw_error(vm, ERR_ERROR, "'for' step is zero");
        return TRI_THROWN;
    }
    /* Not the opposite of what a further round asks: with NaN there is the
     * first round and no other, as in PUC Lua. */
    if (step > 0 ? limit < start : start < limit)
        return TRI_FALSE;
    r[0] = r[3] = value_double(start);
    r[1] = value_double(limit);
    r[2] = value_double(step);
    return TRI_TRUE;
}

Tri lua_for_step(VM *vm, Value *r)
{
    double rounds = value_to_double(r[1]);
    if (rounds < 1)
        return TRI_FALSE;
    uint64_t n = (uint64_t)lua_int64(r[0]) + (uint64_t)lua_int64(r[2]);
    Value v = lua_integer(vm, (int64_t)n);
    if (v == VALUE_THROWN)
        return TRI_THROWN;
    r[0] = r[3] = v;
    r[1] = value_double(rounds - 1);
    return TRI_TRUE;
}

/* ---- generic for ---- */

/* r[3] keeps the position of `next`: nobody else can see it. */
Tri lua_for_each(VM *vm, Value *r, uint32_t n)
{
    const Realm *realm = vm->realm;
    LuaTable *t = value_lua_table(r[1]);
    if (value_obj(r[0]) == realm->lua_next) {
        uint32_t position = 0;
        if (value_is_int(r[3])) {
            position = (uint32_t)r[3];
        } else if (r[2] != VALUE_UNDEFINED &&
                   !lua_table_find_position(vm, t, r[2], &position)) {
            if (!vm->heap.refused)
                throw_error(vm, ERR_ERROR, "invalid key to 'next'");
            return TRI_THROWN;
        }
        if (!lua_table_step(vm, t, &position, &r[4], &r[5])) {
            if (vm->termination != TERM_NONE)
                return TRI_THROWN;
            r[4] = r[5] = VALUE_UNDEFINED;
        }
        r[3] = VALUE_MAKE(TAG_INT, position);
    } else if (value_obj(r[0]) == realm->lua_inext && value_is_int(r[2]) &&
               value_to_int(r[2]) < INT32_MAX) {
        int32_t k = value_to_int(r[2]) + 1;
        r[5] = lua_table_get_int(t, k);
        r[4] = r[5] == VALUE_UNDEFINED ? VALUE_UNDEFINED : value_int(k);
    } else {
        return TRI_FALSE;
    }
    for (uint32_t i = 2; i < n; i++)
        r[4 + i] = VALUE_UNDEFINED;
    return TRI_TRUE;
}

/* ---- constructors ---- */

bool lua_set_list(VM *vm, Value table, const Value *from, uint32_t n,
                  uint32_t start)
{
    LuaTable *t = value_lua_table(table);
    if (!vm_charge(vm, n / 4) || !lua_table_reserve(vm, t, start + n))
        return false;
    if (t->live == 0 && t->array_n <= start) { /* no [k] = v came before */
        lua_table_fill(t, start, from, n);
        return true;
    }
    for (uint32_t i = 0; i < n; i++)
        if (!lua_table_set_int(vm, t, (int64_t)start + 1 + i, from[i]))
            return false;
    return true;
}
