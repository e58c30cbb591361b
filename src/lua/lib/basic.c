/* SPDX-License-Identifier: MIT */
/* The basic functions; spec/lua.md 2.1. There are no metatables, so `pairs` and
 * `ipairs` only hand out what walks: `next` and its sibling for sequences.
 * Loops over those two are recognised by the machine and never call them. */
#include "lua/lua_lib.h"

#include "engine/object.h"

#include <string.h>

/* ---- types and identity ---- */

/* Order of the names in the row that `type` carries. */
enum {
    T_NIL,
    T_BOOLEAN,
    T_NUMBER,
    T_STRING,
    T_TABLE,
    T_FUNCTION,
    T_USERDATA,
    T_COUNT
};

static const char *const type_names[T_COUNT] = {
    "nil", "boolean", "number", "string", "table", "function", "userdata"
};

static uint32_t type_number(Value v)
{
    if (value_is_string(v))
        return T_STRING;
    if (value_is_lua_table(v))
        return T_TABLE;
    if (lua_is_number(v))
        return T_NUMBER;
    if (lua_is_nil(v))
        return T_NIL;
    if (value_is_bool(v))
        return T_BOOLEAN;
    const char *name = lua_type_name(v);
    for (uint32_t i = 0; i < T_COUNT; i++)
        if (strcmp(name, type_names[i]) == 0)
            return i;
    return T_USERDATA;
}

static Value basic_type(VM *vm, NativeCall *c)
{
    Value v;
    if (!lua_arg_any(vm, c, 0, &v))
        return VALUE_THROWN;
    const Native *self = (const Native *)(const void *)value_obj(c->callee);
    return value_lua_table(self->data[0])->array[type_number(v)];
}

static Value basic_rawequal(VM *vm, NativeCall *c)
{
    Value a, b;
    if (!lua_arg_any(vm, c, 0, &a) || !lua_arg_any(vm, c, 1, &b))
        return VALUE_THROWN;
    return value_bool(lua_equal(vm, a, b));
}

static Value basic_rawlen(VM *vm, NativeCall *c)
{
    Value v = lua_arg(c, 0);
    if (value_is_string(v))
        return value_int((int32_t)value_str(v)->len);
    if (value_is_lua_table(v))
        return lua_integer(vm, lua_table_length(value_lua_table(v)));
    return lua_bad_type(vm, c, 0, "table or string");
}

static Value basic_rawget(VM *vm, NativeCall *c)
{
    LuaTable *t;
    Value key;
    if (!lua_arg_table(vm, c, 0, &t) || !lua_arg_any(vm, c, 1, &key))
        return VALUE_THROWN;
    return lua_table_get(vm, t, key);
}

static Value basic_rawset(VM *vm, NativeCall *c)
{
    LuaTable *t;
    Value key, v;
    if (!lua_arg_table(vm, c, 0, &t) || !lua_arg_any(vm, c, 1, &key) ||
        !lua_arg_any(vm, c, 2, &v) || !lua_table_set(vm, t, key, v))
        return VALUE_THROWN;
    return c->args[0];
}

/* ---- traversal ---- */

static Value basic_next(VM *vm, NativeCall *c)
{
    LuaTable *t;
    Value key, v;
    if (!lua_arg_table(vm, c, 0, &t))
        return VALUE_THROWN;
    switch (lua_table_next(vm, t, c->args[1], &key, &v)) {
    case TRI_THROWN:
        return VALUE_THROWN;
    case TRI_FALSE:
        return VALUE_UNDEFINED;
    case TRI_TRUE:
        break;
    }
    return lua_two_results(vm, key, v);
}

/* What ipairs gives out. */
static Value ipairs_next(VM *vm, NativeCall *c)
{
    LuaTable *t;
    int64_t i;
    if (!lua_arg_table(vm, c, 0, &t) || !lua_arg_integer(vm, c, 1, &i))
        return VALUE_THROWN;
    i = (int64_t)((uint64_t)i + 1);
    Value v = lua_table_get_int(t, i);
    if (lua_is_nil(v))
        return v;
    Value key = lua_integer(vm, i);
    return key == VALUE_THROWN ? key : lua_two_results(vm, key, v);
}

static Value three_results(VM *vm, Value a, Value b, Value d)
{
    Value *r = lua_results(vm, 3);
    if (!r)
        return VALUE_THROWN;
    r[0] = a;
    r[1] = b;
    r[2] = d;
    return VALUE_RESULTS;
}

/* The members of a reference as a table of name and reference, in order. */
static LuaTable *members_of(VM *vm, Value reference)
{
    Obj *o = value_obj(reference);
    KeyList keys;
    if (!keys_init(&keys, vm) || !obj_own_keys(vm, o, KEYS_STRINGS, &keys))
        return NULL;
    LuaTable *t = lua_table_new(vm, 0, keys.n);
    for (uint32_t i = 0; t && i < keys.n; i++) {
        PropKey key = keys_at(&keys, i);
        Value name = key_to_value(vm, key);
        Value member = name == VALUE_THROWN
                           ? name
                           : obj_class_of(o)->get(vm, o, key, reference);
        if (member == VALUE_THROWN || !vm_charge(vm, 1) ||
            !lua_table_set(vm, t, name, member))
            return NULL;
    }
    return t;
}

static Value basic_pairs(VM *vm, NativeCall *c)
{
    Value v = lua_arg(c, 0);
    if (value_is_class(v, CLASS_REFERENCE)) {
        LuaTable *members = members_of(vm, v);
        if (!members)
            return VALUE_THROWN;
        v = value_from_lua_table(members);
    } else if (!value_is_lua_table(v)) {
        return lua_bad_type(vm, c, 0, "table");
    }
    return three_results(vm, value_from_obj(vm->realm->lua_next), v,
                         VALUE_UNDEFINED);
}

static Value basic_ipairs(VM *vm, NativeCall *c)
{
    LuaTable *t;
    if (!lua_arg_table(vm, c, 0, &t))
        return VALUE_THROWN;
    return three_results(vm, value_from_obj(vm->realm->lua_inext), c->args[0],
                         value_int(0));
}

/* ---- arguments ---- */

static Value results_from(VM *vm, const Value *v, uint32_t n)
{
    Value *r = lua_results(vm, n);
    if (!r)
        return VALUE_THROWN;
    if (n)
        memcpy(r, v, n * sizeof *v);
    return VALUE_RESULTS;
}

static bool is_count_sign(VM *vm, Value v, bool *ret)
{
    const char *bytes;
    size_t len;
    *ret = false;
    if (!value_is_string(v) || value_str(v)->len == 0)
        return true;
    if (!lua_bytes(vm, value_str(v), &bytes, &len))
        return false;
    *ret = bytes[0] == '#';
    return true;
}

static Value basic_select(VM *vm, NativeCall *c)
{
    bool is_count;
    int64_t n;
    if (!is_count_sign(vm, lua_arg(c, 0), &is_count))
        return VALUE_THROWN;
    if (is_count)
        return value_int((int32_t)c->argc - 1);
    if (!lua_arg_integer(vm, c, 0, &n))
        return VALUE_THROWN;
    if (n < 0)
        n += c->argc;
    else if (n > c->argc)
        n = c->argc;
    if (n < 1)
        return lua_bad_arg(vm, c, 0, "index out of range");
    uint32_t skip = (uint32_t)n;
    if (!vm_charge_bytes(vm, (uint64_t)(c->argc - skip) * sizeof(Value)))
        return VALUE_THROWN;
    return results_from(vm, c->args + skip, c->argc - skip);
}

/* ---- numbers and text ---- */

static bool is_blank(char ch)
{
    return ch == ' ' || (ch >= '\t' && ch <= '\r');
}

static unsigned digit_of(char ch)
{
    if (ch >= '0' && ch <= '9')
        return (unsigned)(ch - '0');
    unsigned letter = (unsigned)(ch | 0x20) - 'a';
    return letter < 26 ? letter + 10 : 99;
}

/* Whole text as an integer of a base; it wraps. */
static bool read_in_base(const char *at, size_t len, unsigned base,
                         int64_t *ret)
{
    const char *end = at + len;
    bool negative = false;
    uint64_t n = 0;
    while (at < end && is_blank(*at))
        at++;
    if (at < end && (*at == '-' || *at == '+'))
        negative = *at++ == '-';
    if (at == end || digit_of(*at) >= base)
        return false;
    for (; at < end && digit_of(*at) < base; at++)
        n = n * base + digit_of(*at);
    while (at < end && is_blank(*at))
        at++;
    *ret = (int64_t)(negative ? 0 - n : n);
    return at == end;
}

static Value number_in_base(VM *vm, const NativeCall *c)
{
    int64_t base, n;
    const char *bytes;
    size_t len;
    if (!lua_arg_integer(vm, c, 1, &base))
        return VALUE_THROWN;
    if (!value_is_string(c->args[0]))
        return lua_bad_type(vm, c, 0, "string");
    if (base < 2 || base > 36)
        return lua_bad_arg(vm, c, 1, "base out of range");
    if (!lua_bytes(vm, value_str(c->args[0]), &bytes, &len) ||
        !vm_charge_bytes(vm, len))
        return VALUE_THROWN;
    if (!read_in_base(bytes, len, (unsigned)base, &n))
        return VALUE_UNDEFINED;
    return lua_integer(vm, n);
}

static Value basic_tonumber(VM *vm, NativeCall *c)
{
    Value v;
    if (!lua_is_nil(c->args[1]))
        return number_in_base(vm, c);
    if (!lua_arg_any(vm, c, 0, &v))
        return VALUE_THROWN;
    if (lua_is_number(v))
        return v;
    if (!value_is_string(v))
        return VALUE_UNDEFINED;
    if (!vm_charge_bytes(vm, value_str(v)->len))
        return VALUE_THROWN;
    v = lua_to_number(vm, v);
    return v == VALUE_ABSENT ? VALUE_UNDEFINED : v;
}

static Value basic_tostring(VM *vm, NativeCall *c)
{
    Value v;
    if (!lua_arg_any(vm, c, 0, &v))
        return VALUE_THROWN;
    if (value_is_string(v))
        return v;
    Str *s = lua_tostring(vm, v);
    return s ? value_from_str(s) : VALUE_THROWN;
}

/* ---- errors ---- */

static Value basic_error(VM *vm, NativeCall *c)
{
    return lua_raise(vm, lua_arg(c, 0));
}

static Value basic_assert(VM *vm, NativeCall *c)
{
    Value v;
    if (!lua_arg_any(vm, c, 0, &v))
        return VALUE_THROWN;
    if (lua_truthy(v))
        return c->argc == 1 ? v : results_from(vm, c->args, c->argc);
    if (c->argc > 1)
        return lua_raise(vm, c->args[1]);
    Str *text = str_from_ascii(vm, "assertion failed!");
    return text ? lua_raise(vm, value_from_str(text)) : VALUE_THROWN;
}

/* The end of pcall and xpcall when the function came back. */
static Step results_behind(VM *vm, NativeFrame *f, bool fine)
{
    return native_return(f, lua_results_after(vm, value_bool(fine)));
}

static Step basic_pcall(VM *vm, NativeFrame *f)
{
    const NativeCall *c = &f->call;
    Value v;
    if (f->pc == 0) {
        if (!lua_arg_any(vm, c, 0, &v))
            return STEP_THROW;
        f->pc = 1;
        return lua_call_many(vm, f, v, c->args + 1, c->argc - 1);
    }
    if (!f->threw)
        return results_behind(vm, f, true);
    v = lua_caught(vm, f->result);
    if (v == VALUE_THROWN)
        return STEP_THROW;
    return native_return(f, lua_two_results(vm, VALUE_FALSE, v));
}

enum {
    XPCALL_START,
    XPCALL_FUNCTION,
    XPCALL_HANDLER
};

static Step basic_xpcall(VM *vm, NativeFrame *f)
{
    const NativeCall *c = &f->call;
    if (f->pc == XPCALL_START) {
        if (!lua_is_callable(c->args[1])) {
            lua_bad_type(vm, c, 1, "function");
            return STEP_THROW;
        }
        f->pc = XPCALL_FUNCTION;
        return lua_call_many(vm, f, c->args[0], c->args + 2,
                             c->argc > 2 ? c->argc - 2 : 0);
    }
    if (!f->threw)
        return results_behind(vm, f, f->pc == XPCALL_FUNCTION);
    Value v = lua_caught(vm, f->result);
    if (v == VALUE_THROWN)
        return STEP_THROW;
    if (f->pc == XPCALL_HANDLER)
        return native_return(f, lua_two_results(vm, VALUE_FALSE, v));
    f->pc = XPCALL_HANDLER;
    f->threw = false;
    return native_call(vm, f, c->args[1], VALUE_UNDEFINED, 1, &v);
}

/* ---- the rest ---- */

static Value basic_print(VM *vm, NativeCall *c)
{
    StrBuilder b;
    if (!vm->host_log)
        return lua_no_results(vm);
    strb_init(&b, vm);
    for (uint32_t i = 0; i < c->argc; i++) {
        if (i)
            strb_unit(&b, '\t');
        if (!vm_charge(vm, 1) || !lua_show(vm, &b, c->args[i]))
            return VALUE_THROWN;
    }
    Str *line = strb_finish(&b);
    if (!line || !vm->host_log(vm, "log", line))
        return VALUE_THROWN;
    return lua_no_results(vm);
}

static Value basic_collectgarbage(VM *vm, NativeCall *c)
{
    (void)vm;
    (void)c;
    return value_int(0);
}

static const NativeSpec rows[] = {
    { .name = "assert", .fn = basic_assert },
    { .name = "collectgarbage", .fn = basic_collectgarbage },
    { .name = "error", .fn = basic_error },
    { .name = "ipairs", .fn = basic_ipairs },
    { .name = "pairs", .fn = basic_pairs },
    { .name = "pcall",
      .step = basic_pcall,
      .flags = NATIVE_CATCHES | NATIVE_ALL_RESULTS },
    { .name = "print", .fn = basic_print },
    { .name = "rawequal", .fn = basic_rawequal },
    { .name = "rawget", .fn = basic_rawget },
    { .name = "rawlen", .fn = basic_rawlen },
    { .name = "rawset", .fn = basic_rawset },
    { .name = "select", .fn = basic_select },
    { .name = "tonumber", .fn = basic_tonumber, .min_args = 2 },
    { .name = "tostring", .fn = basic_tostring },
    { .name = "xpcall",
      .step = basic_xpcall,
      .min_args = 2,
      .flags = NATIVE_CATCHES | NATIVE_ALL_RESULTS },
};

static const NativeSpec next_row = { .name = "next",
                                     .fn = basic_next,
                                     .min_args = 2 };
static const NativeSpec inext_row = { .name = "ipairs_next",
                                      .fn = ipairs_next };
static const NativeSpec type_row = { .name = "type", .fn = basic_type };

/* `type` carries its answers, so that a call makes and looks up nothing. */
static void install_type(LuaBuilder *b)
{
    Native *fn = lua_function(b, &type_row);
    LuaTable *names = b->failed ? NULL : lua_table_new(b->vm, T_COUNT, 0);
    for (uint32_t i = 0; names && i < T_COUNT; i++) {
        Str *s = lua_text(b, type_names[i]);
        if (!s || !lua_table_push(b->vm, names, value_from_str(s)))
            names = NULL;
    }
    if (!fn || !names) {
        b->failed = true;
        return;
    }
    fn->data[0] = value_from_lua_table(names);
    lua_value(b, b->globals, "type", value_from_obj(fn));
}

void lua_install_basic(LuaBuilder *b)
{
    lua_functions(b, b->globals, rows, CM_ARRAY_LEN(rows));
    install_type(b);
    Native *next = lua_function(b, &next_row);
    Native *inext = lua_function(b, &inext_row);
    Str *version = lua_text(b, "Lua 5.4");
    if (b->failed || !next || !inext || !version)
        return;
    b->realm->lua_next = &next->obj;
    b->realm->lua_inext = &inext->obj;
    lua_value(b, b->globals, "next", value_from_obj(next));
    lua_value(b, b->globals, "_VERSION", value_from_str(version));
    lua_value(b, b->globals, "_G", value_from_lua_table(b->globals));
}
