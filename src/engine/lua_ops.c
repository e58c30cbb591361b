/* SPDX-License-Identifier: MIT */
#include "engine/lua_ops.h"

#include <math.h>
#include <string.h>

#include "base/numtext.h"
#include "engine/lua_internal.h"
#include "engine/meter.h"
#include "engine/property.h"
#include "engine/realm.h"

/* ---- kinds ---- */

Value lua_integer_boxed(VM *vm, int64_t n)
{
    LuaInt *box = heap_alloc(&vm->heap, sizeof *box, CELL_BIGINT);
    if (!box)
        return VALUE_THROWN;
    box->n = n;
    return value_from_cell(box);
}

const char *lua_type_name(Value v)
{
    if (v == VALUE_UNDEFINED || v == VALUE_ABSENT)
        return "nil";
    if (value_is_bool(v))
        return "boolean";
    if (v == VALUE_NULL)
        return "userdata";
    if (lua_is_number(v))
        return "number";
    if (value_is_string(v))
        return "string";
    if (value_is_lua_table(v))
        return "table";
    if (value_is_class(v, CLASS_REFERENCE))
        return lua_is_tools_root(v) ? "table" : "function";
    return "function";
}

/* The root of the tool tree has no parent. */
bool lua_is_tools_root(Value v)
{
    return ((const RefObj *)(const void *)value_obj(v))->parent ==
           VALUE_UNDEFINED;
}

uint32_t lua_object_number(VM *vm, Value v)
{
    if (!vm->lua_numbers) {
        vm->lua_numbers = lua_table_new(vm, 0, 4);
        if (!vm->lua_numbers)
            return 0;
    }
    LuaTable *numbers = vm->lua_numbers;
    Value known = lua_table_get(vm, numbers, v);
    if (value_is_int(known))
        return (uint32_t)value_to_int(known);
    uint32_t n = numbers->live + 1;
    if (!lua_table_set(vm, numbers, v, value_int((int32_t)n)))
        return 0;
    return n;
}

/* ---- conversions ---- */

bool lua_to_integer(Value v, int64_t *ret)
{
    if (CM_LIKELY(value_is_int(v))) {
        *ret = value_to_int(v);
        return true;
    }
    if (value_is_double(v))
        return lua_float_to_integer(value_to_double(v), ret);
    if (!lua_is_boxed_int(v))
        return false;
    *ret = lua_int64(v);
    return true;
}

bool lua_read_number(VM *vm, const char *text, size_t len, Value *ret)
{
    LuaNumber n;
    if (!lua_read(text, len, &n))
        return false;
    *ret = n.is_float ? lua_float(n.d) : lua_integer(vm, n.n);
    return true;
}

bool lua_bytes(VM *vm, Str *s, const char **ret_bytes, size_t *ret_len)
{
    StrView v;
    if (!str_view(vm, s, &v))
        return false;
    *ret_bytes = (const char *)v.p8;
    *ret_len = v.len;
    return true;
}

Value lua_to_number(VM *vm, Value v)
{
    const char *text;
    size_t len;
    Value n;
    if (lua_is_number(v))
        return v;
    if (!value_is_string(v))
        return VALUE_ABSENT;
    if (!lua_bytes(vm, value_str(v), &text, &len) || !vm_charge_bytes(vm, len))
        return VALUE_THROWN;
    return lua_read_number(vm, text, len, &n) ? n : VALUE_ABSENT;
}

Tri lua_to_integer_any(VM *vm, Value v, int64_t *ret)
{
    Value n = lua_to_number(vm, v);
    if (n == VALUE_THROWN)
        return TRI_THROWN;
    return n != VALUE_ABSENT && lua_to_integer(n, ret) ? TRI_TRUE : TRI_FALSE;
}

size_t lua_print_number(Value v, char out[LUA_NUMBER_TEXT])
{
    if (value_is_double(v))
        return lua_print_float(value_to_double(v), out);
    return cm__num_print_int(lua_int64(v), out);
}

static Str *number_text(VM *vm, Value v)
{
    char text[LUA_NUMBER_TEXT];
    if (value_is_int(v))
        return str_from_int(vm, value_to_int(v));
    size_t n = lua_print_number(v, text);
    return str_new8(vm, (const uint8_t *)text, n);
}

Str *lua_tostring(VM *vm, Value v)
{
    if (value_is_string(v))
        return value_str(v);
    if (lua_is_number(v))
        return number_text(vm, v);
    if (v == VALUE_UNDEFINED)
        return str_from_ascii(vm, "nil");
    if (value_is_bool(v))
        return str_from_ascii(vm, v == VALUE_TRUE ? "true" : "false");
    if (v == VALUE_NULL)
        return vm->realm->str_null;
    uint32_t n = lua_object_number(vm, v);
    return n ? format_text(vm, "%s: %u", lua_type_name(v), n) : NULL;
}

/* ---- bounds ---- */

Value vm_terminate_bound(VM *vm, const char *text)
{
    if (vm->termination == TERM_NONE) {
        vm->bound_text = text;
        vm_location(vm, &vm->result_line, &vm->result_column);
    }
    return vm_terminate(vm, TERM_BOUND);
}

Value lua_string_too_long(VM *vm)
{
    return vm_terminate_bound(vm, "A string holds at most 16,777,216 bytes");
}

/* ---- arithmetic ---- */

static int64_t bits(LuaOp op, int64_t a, int64_t b)
{
    switch (op) {
    case LUA_OP_BAND:
        return a & b;
    case LUA_OP_BOR:
        return a | b;
    case LUA_OP_BXOR:
        return a ^ b;
    case LUA_OP_SHL:
        return lua_shift_left(a, b);
    case LUA_OP_SHR:
        return lua_shift_left(a, b == INT64_MIN ? INT64_MAX : -b);
    case LUA_OP_BNOT:
        return ~a;
    default:
        cm_unreachable();
    }
}

static Value arith_ints(VM *vm, LuaOp op, int64_t a, int64_t b)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    switch (op) {
    case LUA_OP_ADD:
        return lua_integer(vm, (int64_t)(x + y));
    case LUA_OP_SUB:
        return lua_integer(vm, (int64_t)(x - y));
    case LUA_OP_MUL:
        return lua_integer(vm, (int64_t)(x * y));
    case LUA_OP_MOD:
        if (b == 0)
            return throw_error(vm, ERR_ERROR, "attempt to perform 'n%%%%0'");
        return lua_integer(vm, lua_int_mod(a, b));
    case LUA_OP_IDIV:
        if (b == 0)
            return throw_error(vm, ERR_ERROR, "attempt to perform 'n//0'");
        return lua_integer(vm, lua_int_floor_div(a, b));
    case LUA_OP_UNM:
        return lua_integer(vm, (int64_t)(0 - x));
    default:
        return lua_integer(vm, bits(op, a, b));
    }
}

static double arith_floats(LuaOp op, double a, double b)
{
    switch (op) {
    case LUA_OP_ADD:
        return a + b;
    case LUA_OP_SUB:
        return a - b;
    case LUA_OP_MUL:
        return a * b;
    case LUA_OP_DIV:
        return a / b;
    case LUA_OP_MOD:
        return lua_float_mod(a, b);
    case LUA_OP_IDIV:
        return floor(a / b);
    case LUA_OP_POW:
        return b == 2 ? a * a : pow(a, b);
    case LUA_OP_UNM:
        return -a;
    default:
        cm_unreachable();
    }
}

static Value arith_bits(VM *vm, LuaOp op, Value a, Value b)
{
    int64_t x, y;
    if (lua_to_integer(a, &x) && lua_to_integer(b, &y))
        return lua_integer(vm, bits(op, x, y));
    return throw_error(vm, ERR_ERROR, "number has no integer representation");
}

/* Strings as numbers, floats, and what is neither. */
static CM_NOINLINE Value arith_any(VM *vm, LuaOp op, Value a, Value b)
{
    Value x = lua_to_number(vm, a);
    if (x == VALUE_THROWN)
        return x;
    Value y = a == b ? x : lua_to_number(vm, b);
    if (y == VALUE_THROWN)
        return y;
    bool is_bits = op >= LUA_OP_BAND && op != LUA_OP_UNM;
    if (is_bits) { /* strings are not converted there */
        x = value_is_string(a) ? VALUE_ABSENT : x;
        y = value_is_string(b) ? VALUE_ABSENT : y;
    }
    if (x == VALUE_ABSENT || y == VALUE_ABSENT) {
        uint32_t operand = x == VALUE_ABSENT ? 0 : 1;
        return lua_throw_operand(vm,
                                 is_bits ? "perform bitwise operation on"
                                         : "perform arithmetic on",
                                 operand, operand ? b : a);
    }
    if (is_bits)
        return arith_bits(vm, op, x, y);
    if (op != LUA_OP_DIV && op != LUA_OP_POW && lua_is_integer(x) &&
        lua_is_integer(y))
        return arith_ints(vm, op, lua_int64(x), lua_int64(y));
    return value_double(arith_floats(op, lua_double(x), lua_double(y)));
}

/* Two integers first: the interpreter keeps only those of 32 bits to itself. */
Value lua_arith(VM *vm, LuaOp op, Value a, Value b)
{
    if (lua_is_integer(a) && lua_is_integer(b) && op != LUA_OP_DIV &&
        op != LUA_OP_POW)
        return arith_ints(vm, op, lua_int64(a), lua_int64(b));
    return arith_any(vm, op, a, b);
}

/* ---- comparison ---- */

/* Exact order of an integer and a float: -1, 0, 1; 2 for NaN. */
static int compare_mixed(int64_t n, double d)
{
    if (d != d)
        return 2;
    if (d >= 9223372036854775808.0)
        return -1;
    if (d < -9223372036854775808.0)
        return 1;
    double whole = floor(d);
    int64_t m = (int64_t)whole;
    if (n != m)
        return n < m ? -1 : 1;
    return whole < d ? -1 : 0;
}

static int compare_numbers(Value a, Value b)
{
    if (lua_is_integer(a)) {
        int64_t x = lua_int64(a);
        if (!lua_is_integer(b))
            return compare_mixed(x, value_to_double(b));
        int64_t y = lua_int64(b);
        return x < y ? -1 : x > y;
    }
    double d = value_to_double(a);
    if (lua_is_integer(b)) {
        int r = compare_mixed(lua_int64(b), d);
        return r == 2 ? 2 : -r;
    }
    double e = value_to_double(b);
    return d < e ? -1 : d > e ? 1 : d == e ? 0 : 2;
}

bool lua_equal(VM *vm, Value a, Value b)
{
    if (a == b)
        return !value_is_double(a) || value_to_double(a) == value_to_double(b);
    if (value_is_string(a) && value_is_string(b))
        return str_equal(vm, value_str(a), value_str(b));
    return lua_is_number(a) && lua_is_number(b) && compare_numbers(a, b) == 0;
}

static Tri throw_compare(VM *vm, Value a, Value b)
{
    const char *x = lua_type_name(a), *y = lua_type_name(b);
    if (strcmp(x, y) == 0)
        throw_error(vm, ERR_ERROR, "attempt to compare two %s values", x);
    else
        throw_error(vm, ERR_ERROR, "attempt to compare %s with %s", x, y);
    return TRI_THROWN;
}

/* -1, 0, 1, 2 unordered; false when thrown. */
static bool order(VM *vm, Value a, Value b, int *ret)
{
    if (lua_is_number(a) && lua_is_number(b)) {
        *ret = compare_numbers(a, b);
        return true;
    }
    if (value_is_string(a) && value_is_string(b)) {
        Str *x = value_str(a), *y = value_str(b);
        uint32_t n = x->len < y->len ? x->len : y->len;
        if (!str_flat(vm, x) || !str_flat(vm, y) || !vm_charge_bytes(vm, n))
            return false;
        *ret = str_compare(vm, x, y);
        return true;
    }
    throw_compare(vm, a, b);
    return false;
}

Tri lua_less(VM *vm, Value a, Value b)
{
    int r;
    if (!order(vm, a, b, &r))
        return TRI_THROWN;
    return r < 0 ? TRI_TRUE : TRI_FALSE;
}

Tri lua_less_equal(VM *vm, Value a, Value b)
{
    int r;
    if (!order(vm, a, b, &r))
        return TRI_THROWN;
    return r <= 0 ? TRI_TRUE : TRI_FALSE;
}

/* ---- strings ---- */

#define JOIN_FLAT 512 /* bytes up to which pieces are copied, not linked */

/* Pieces to one flat string. numbers[] holds texts of those that are
 * numbers. */
static Str *join_flat(VM *vm, const Value *values, uint32_t n)
{
    StrBuilder b;
    char text[LUA_NUMBER_TEXT];
    strb_init(&b, vm);
    for (uint32_t i = 0; i < n; i++) {
        if (value_is_string(values[i]))
            strb_str(&b, value_str(values[i]));
        else
            strb_ascii(&b, text, lua_print_number(values[i], text));
    }
    return strb_finish(&b);
}

static Str *piece(VM *vm, Value v)
{
    return value_is_string(v) ? value_str(v) : number_text(vm, v);
}

Value lua_concat(VM *vm, const Value *values, uint32_t n)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (value_is_string(values[i]))
            total += value_str(values[i])->len;
        else if (lua_is_number(values[i]))
            total += 8;
        else if (i + 1 < n && !value_is_string(values[i + 1]) &&
                 !lua_is_number(values[i + 1]) && i + 2 == n)
            return lua_throw_operand(vm, "concatenate", i + 1, values[i + 1]);
        else
            return lua_throw_operand(vm, "concatenate", i, values[i]);
    }
    if (total > LUA_MAX_STRING + (uint64_t)n * 8)
        return lua_string_too_long(vm);
    Str *s;
    if (n > 2 || total < 32) {
        /* A long first piece is being appended to: keep that linear. */
        uint32_t from = value_is_string(values[0]) && n > 2 &&
                                value_str(values[0])->len > JOIN_FLAT
                            ? 1
                            : 0;
        s = join_flat(vm, values + from, n - from);
        if (s && from)
            s = str_concat(vm, value_str(values[0]), s);
    } else {
        Str *a = piece(vm, values[0]);
        Str *b = a ? piece(vm, values[1]) : NULL;
        s = b ? str_concat(vm, a, b) : NULL;
    }
    return s ? value_from_str(s) : VALUE_THROWN;
}

Value lua_length(VM *vm, Value v)
{
    if (value_is_string(v))
        return lua_integer(vm, value_str(v)->len);
    if (value_is_lua_table(v))
        return value_int((int32_t)value_lua_table(v)->array_n);
    return lua_throw_operand(vm, "get length of", 0, v);
}

/* ---- indexing ---- */

static Value index_reference(VM *vm, Value v, Value key)
{
    PropKey k;
    Str *s = value_is_string(key) || lua_is_number(key) ? lua_tostring(vm, key)
                                                        : NULL;
    if (!s) {
        if (value_is_string(key) || lua_is_number(key))
            return VALUE_THROWN;
        return throw_error(vm, ERR_ERROR,
                           "a member of tools is named by a string, not by a "
                           "%s value",
                           lua_type_name(key));
    }
    if (!str_to_key(vm, s, &k))
        return VALUE_THROWN;
    Obj *o = value_obj(v);
    return obj_class_of(o)->get(vm, o, k, v);
}

Value lua_index(VM *vm, Value v, Value key)
{
    if (value_is_lua_table(v))
        return lua_table_get(vm, value_lua_table(v), key);
    if (value_is_string(v))
        return lua_table_get(vm, vm->realm->lua_string, key);
    if (value_is_class(v, CLASS_REFERENCE))
        return index_reference(vm, v, key);
    return lua_throw_index(vm, v, key);
}

bool lua_set_index(VM *vm, Value v, Value key, Value x)
{
    if (value_is_lua_table(v))
        return lua_table_set(vm, value_lua_table(v), key, x);
    if (value_is_class(v, CLASS_REFERENCE)) {
        throw_error(vm, ERR_ERROR,
                    "attempt to change tools, which is read-only");
        return false;
    }
    lua_throw_index(vm, v, key);
    return false;
}
