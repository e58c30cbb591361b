/* SPDX-License-Identifier: MIT */
/* The table library but for sort; spec/lua.md 2.3. There are no metamethods, so
 * elements are moved inside the array part wherever they lie there. */
#include "lua/lib/lib_table.h"

#include <string.h>

bool lua_arg_writable(VM *vm, const NativeCall *c, uint32_t i, LuaTable **ret)
{
    if (!lua_arg_table(vm, c, i, ret))
        return false;
    if (!((*ret)->hd.flags & LUA_TABLE_READ_ONLY))
        return true;
    lua_table_set_int(vm, *ret, 1, VALUE_TRUE); /* raises */
    return false;
}

static bool charge_elements(VM *vm, uint64_t n)
{
    return vm_charge_bytes(vm, n * sizeof(Value));
}

/* ---- concat ---- */

/* Elements i..j with a text in between. */
typedef struct Join {
    const LuaTable *t;
    int64_t i, j;
    const char *between;
    size_t gap; /* its length */
} Join;

static bool bad_element(VM *vm, Value v, int64_t i)
{
    const char *type = lua_type_name(v);
    Value n = lua_integer(vm, i);
    Str *at = n == VALUE_THROWN ? NULL : lua_tostring(vm, n);
    if (at)
        throw_error(vm, ERR_ERROR,
                    "invalid value (%s) at index %S in table for 'concat'",
                    type, at);
    return false;
}

/* The length of the whole; raises for elements that are no text. */
static bool measure(VM *vm, const Join *join, size_t *ret)
{
    char text[LUA_NUMBER_TEXT];
    size_t total = 0;
    for (int64_t k = join->i;; k++) {
        Value v = lua_table_get_int(join->t, k);
        if (value_is_string(v))
            total += value_str(v)->len;
        else if (lua_is_number(v))
            total += lua_print_number(v, text);
        else
            return bad_element(vm, v, k);
        if (k < join->j)
            total += join->gap;
        if (total > LUA_MAX_STRING) {
            lua_string_too_long(vm);
            return false;
        }
        if (!vm_charge(vm, 1))
            return false;
        if (k == join->j) /* which may be the largest integer */
            break;
    }
    *ret = total;
    return vm_charge_bytes(vm, total);
}

static bool put_elements(VM *vm, const Join *join, char *to)
{
    for (int64_t k = join->i;; k++) {
        Value v = lua_table_get_int(join->t, k);
        const char *bytes;
        char text[LUA_NUMBER_TEXT];
        size_t len;
        if (!value_is_string(v)) {
            bytes = text;
            len = lua_print_number(v, text);
        } else if (value_str(v)->hd.kind == CELL_STR8) {
            bytes = (const char *)value_str(v)->as.u8;
            len = value_str(v)->len;
        } else if (!lua_bytes(vm, value_str(v), &bytes, &len)) {
            return false;
        }
        memcpy(to, bytes, len);
        to += len;
        if (k == join->j)
            return true;
        memcpy(to, join->between, join->gap);
        to += join->gap;
    }
}

static Value table_concat(VM *vm, NativeCall *c)
{
    LuaTable *t;
    Str *between;
    Join join = { .between = "" };
    size_t total;
    if (!lua_arg_table(vm, c, 0, &t) ||
        !lua_opt_string(vm, c, 1, NULL, &between) ||
        (between && !lua_bytes(vm, between, &join.between, &join.gap)) ||
        !lua_opt_integer(vm, c, 2, 1, &join.i) ||
        !lua_opt_integer(vm, c, 3, lua_table_length(t), &join.j))
        return VALUE_THROWN;
    join.t = t;
    if (join.i > join.j)
        return value_from_str(vm->realm->empty);
    if (!measure(vm, &join, &total))
        return VALUE_THROWN;
    uint8_t unit; /* strings of one are not made */
    Str *s = total > 1 ? str_alloc8(vm, total) : NULL;
    if ((total > 1 && !s) ||
        !put_elements(vm, &join, (char *)(s ? s->as.u8 : &unit)))
        return VALUE_THROWN;
    if (!s)
        s = str_new8(vm, &unit, total);
    return s ? value_from_str(s) : VALUE_THROWN;
}

/* ---- insert and remove ---- */

/* Behind the last element; the only place where memory is needed. */
static bool append(VM *vm, LuaTable *t, Value v)
{
    return lua_table_set_int(vm, t, lua_table_length(t) + 1, v);
}

static bool insert_at(VM *vm, LuaTable *t, int64_t at, Value v)
{
    uint32_t n = t->array_n, k = (uint32_t)at - 1;
    if (k == n)
        return append(vm, t, v);
    if (!charge_elements(vm, n - k) || !append(vm, t, t->array[n - 1]))
        return false;
    memmove(t->array + k + 1, t->array + k, (n - 1 - k) * sizeof(Value));
    t->array[k] = v; /* nil is a gap: what follows is not */
    return true;
}

static Value table_insert(VM *vm, NativeCall *c)
{
    LuaTable *t;
    if (!lua_arg_writable(vm, c, 0, &t))
        return VALUE_THROWN;
    int64_t end = lua_table_length(t) + 1, at = end;
    if (c->argc == 3) {
        if (!lua_arg_integer(vm, c, 1, &at))
            return VALUE_THROWN;
        if ((uint64_t)at - 1 >= (uint64_t)end)
            return lua_bad_arg(vm, c, 1, "position out of bounds");
    } else if (c->argc != 2) {
        return throw_error(vm, ERR_ERROR,
                           "wrong number of arguments to 'insert'");
    }
    if (!insert_at(vm, t, at, c->args[c->argc - 1]))
        return VALUE_THROWN;
    return lua_no_results(vm);
}

static Value table_remove(VM *vm, NativeCall *c)
{
    LuaTable *t;
    if (!lua_arg_writable(vm, c, 0, &t))
        return VALUE_THROWN;
    int64_t size = lua_table_length(t), at = size;
    if (c->argc > 1) {
        if (!lua_opt_integer(vm, c, 1, size, &at))
            return VALUE_THROWN;
        if (at != size && (uint64_t)at - 1 > (uint64_t)size)
            return lua_bad_arg(vm, c, 1, "position out of bounds");
    }
    Value v = lua_table_get_int(t, at);
    if (at == 1 && size == (int64_t)t->array_n && lua_table_drop_first(t))
        return v;
    if (at >= 1 && at < size) {
        uint32_t k = (uint32_t)at - 1, rest = (uint32_t)(size - at);
        if (!charge_elements(vm, rest))
            return VALUE_THROWN;
        memmove(t->array + k, t->array + k + 1, rest * sizeof(Value));
        at = size;
    }
    return lua_table_set_int(vm, t, at, VALUE_UNDEFINED) ? v : VALUE_THROWN;
}

/* ---- move ---- */

typedef struct Move {
    LuaTable *from, *to;
    int64_t first, last, target;
} Move;

/* Raises what table.move of Lua raises. first <= last. */
static bool move_checked(VM *vm, const NativeCall *c, const Move *m)
{
    if (m->first <= 0 && m->last >= INT64_MAX + m->first) {
        lua_bad_arg(vm, c, 2, "too many elements to move");
        return false;
    }
    if (m->target > INT64_MAX - (m->last - m->first)) {
        lua_bad_arg(vm, c, 3, "destination wrap around");
        return false;
    }
    return true;
}

static bool move_args(VM *vm, NativeFrame *f, Move *m)
{
    const NativeCall *c = &f->call;
    bool other = !lua_is_nil(c->args[4]);
    return lua_arg_table(vm, c, 0, &m->from) &&
           lua_arg_integer(vm, c, 1, &m->first) &&
           lua_arg_integer(vm, c, 2, &m->last) &&
           lua_arg_integer(vm, c, 3, &m->target) &&
           lua_arg_writable(vm, c, other ? 4 : 0, &m->to);
}

static bool move_element(VM *vm, const Move *m, int64_t k)
{
    Value v = lua_table_get_int(m->from, m->first + k);
    return vm_charge(vm, 1) && lua_table_set_int(vm, m->to, m->target + k, v);
}

/* It calls nothing, yet it is a stepping native: after refused memory it goes
 * on where it was, for elements moved twice would be others. Register 0 counts
 * those that are done. */
static Step table_move(VM *vm, NativeFrame *f)
{
    Move m;
    if (!move_args(vm, f, &m))
        return STEP_THROW;
    Value target = f->call.args[lua_is_nil(f->call.args[4]) ? 0 : 4];
    if (m.last < m.first)
        return native_return(f, target);
    if (!move_checked(vm, &f->call, &m))
        return STEP_THROW;
    int64_t n = m.last - m.first + 1;
    int64_t done =
        lua_is_nil(f->reg[0]) ? 0 : (int64_t)value_to_double(f->reg[0]);
    bool down = m.from == m.to && m.target > m.first && m.target <= m.last;
    for (; done < n; done++) {
        if (!move_element(vm, &m, down ? n - 1 - done : done))
            return STEP_THROW;
        f->reg[0] = value_double((double)(done + 1));
    }
    return native_return(f, target);
}

/* ---- pack and unpack ---- */

static Value table_pack(VM *vm, NativeCall *c)
{
    Str *name = str_intern_ascii(vm, "n");
    LuaTable *t = name ? lua_table_new(vm, c->argc, 1) : NULL;
    if (!t || !charge_elements(vm, c->argc) ||
        !lua_table_set_str(vm, t, name, value_int((int32_t)c->argc)))
        return VALUE_THROWN;
    uint32_t n = c->argc;
    while (n && lua_is_nil(c->args[n - 1]))
        n--;
    if (n)
        memcpy(t->array, c->args, n * sizeof(Value));
    t->array_n = n;
    return value_from_lua_table(t);
}

static Value table_unpack(VM *vm, NativeCall *c)
{
    LuaTable *t;
    int64_t i, j;
    if (!lua_arg_table(vm, c, 0, &t) || !lua_opt_integer(vm, c, 1, 1, &i) ||
        !lua_opt_integer(vm, c, 2, lua_table_length(t), &j))
        return VALUE_THROWN;
    if (i > j)
        return lua_no_results(vm);
    uint64_t n = (uint64_t)j - (uint64_t)i;
    if (n >= VM_MAX_ARGS)
        return throw_error(vm, ERR_ERROR, "too many results to unpack");
    uint32_t count = (uint32_t)n + 1;
    Value *r = charge_elements(vm, count) ? lua_results(vm, count) : NULL;
    if (!r)
        return VALUE_THROWN;
    for (uint32_t k = 0; k < count; k++)
        r[k] = lua_table_get_int(t, i + k);
    return VALUE_RESULTS;
}

static const NativeSpec rows[] = {
    { .name = "concat", .fn = table_concat },
    { .name = "insert", .fn = table_insert },
    { .name = "move", .step = table_move, .min_args = 5, .n_regs = 1 },
    { .name = "pack", .fn = table_pack },
    { .name = "remove", .fn = table_remove },
    { .name = "sort",
      .step = lua_table_sort,
      .min_args = 2,
      .n_regs = LUA_SORT_REGS },
    { .name = "unpack", .fn = table_unpack },
};

void lua_install_table(LuaBuilder *b)
{
    LuaTable *t = lua_library(b, "table");
    lua_functions(b, t, rows, CM_ARRAY_LEN(rows));
}
