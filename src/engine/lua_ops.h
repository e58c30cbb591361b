/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_LUA_OPS_H
#define CM_ENGINE_LUA_OPS_H
/* lua_ops: values and operators of Lua 5.4; spec/lua.md 1.2.
 *
 *     nil       VALUE_UNDEFINED
 *     json.null VALUE_NULL ("userdata", true in conditions)
 *     integer   TAG_INT when it fits 32 bits, else a LuaInt cell: always the
 *               shortest of the two, so small integers are equal bits
 *     float     any double. Integral floats stay doubles: never call
 *               value_number() or value_size() in Lua code
 *     string    Str with 8-bit units, which are its bytes
 *     table     LuaTable; function: Closure or Native; reference: CLASS_REFERENCE
 *
 * In an execution of a Lua realm str_from_utf8 copies bytes and str_to_utf8
 * writes them (what is not UTF-8 as U+FFFD), so texts of the host need no care.
 *
 * Failure is VALUE_THROWN, NULL, false or TRI_THROWN as everywhere. Errors are
 * raised with throw_error(vm, ERR_ERROR, ...): pcall gives their text. */
#include "engine/error.h"
#include "engine/lua_number.h"
#include "engine/lua_table.h"

/* A 64-bit integer beyond 32 bits; kind CELL_BIGINT. */
typedef struct LuaInt {
    Cell hd;
    int64_t n;
} LuaInt;

/* ---- kinds ---- */

static inline bool lua_is_boxed_int(Value v)
{
    return value_is_cell(v) && ((Cell *)value_ptr(v))->kind == CELL_BIGINT;
}
static inline bool lua_is_integer(Value v)
{
    return value_is_int(v) || lua_is_boxed_int(v);
}
static inline bool lua_is_float(Value v)
{
    return value_is_double(v);
}
static inline bool lua_is_number(Value v)
{
    return value_is_number(v) || lua_is_boxed_int(v);
}
static inline bool lua_truthy(Value v)
{
    return v != VALUE_UNDEFINED && v != VALUE_FALSE;
}
static inline bool lua_is_nil(Value v)
{
    return v == VALUE_UNDEFINED;
}
/* v is an integer value. */
static inline int64_t lua_int64(Value v)
{
    return value_is_int(v) ? value_to_int(v) : ((LuaInt *)value_ptr(v))->n;
}
/* v is a number value. */
static inline double lua_double(Value v)
{
    return value_is_double(v) ? value_to_double(v) : (double)lua_int64(v);
}
/* VALUE_THROWN when the box was refused. */
Value lua_integer_boxed(VM *vm, int64_t n);
static inline Value lua_integer(VM *vm, int64_t n)
{
    return n == (int32_t)n ? value_int((int32_t)n) : lua_integer_boxed(vm, n);
}
static inline Value lua_float(double d)
{
    return d == d ? value_double(d) : VALUE_NAN;
}
/* "nil", "number", "userdata", ...; static text. */
const char *lua_type_name(Value v);
/* The number by which tostring shows an object: counted per execution from 1,
 * the same for the same object. 0 when refused. */
uint32_t lua_object_number(VM *vm, Value v);

/* ---- conversions ---- */

/* The integer of an integer or of an integral float in range; nothing else. */
bool lua_to_integer(Value v, int64_t *ret);
/* Text to number as in source (blanks around, sign, hexadecimal); false when it
 * is none. The Value may need a box: *ret VALUE_THROWN when refused. */
bool lua_read_number(VM *vm, const char *text, size_t len, Value *ret);
/* Number of a number or a convertible string: VALUE_ABSENT when it is none,
 * VALUE_THROWN when refused. */
Value lua_to_number(VM *vm, Value v);
/* The same, then lua_to_integer. TRI_FALSE: no integer (whatever the
 * reason). */
Tri lua_to_integer_any(VM *vm, Value v, int64_t *ret);
/* Text of a number: integers as digits, floats with %.14g and .0 when that
 * looks integral. Returns the length. */
#define LUA_NUMBER_TEXT 40
size_t lua_print_number(Value v, char out[LUA_NUMBER_TEXT]);
/* tostring of anything; string itself for strings. NULL when refused. */
Str *lua_tostring(VM *vm, Value v);

/* ---- operators; slow paths of the instructions, complete on their own ---- */

typedef enum LuaOp {
    LUA_OP_ADD,
    LUA_OP_SUB,
    LUA_OP_MUL,
    LUA_OP_DIV,
    LUA_OP_MOD,
    LUA_OP_IDIV,
    LUA_OP_POW,
    LUA_OP_BAND,
    LUA_OP_BOR,
    LUA_OP_BXOR,
    LUA_OP_SHL,
    LUA_OP_SHR,
    LUA_OP_UNM,
    LUA_OP_BNOT
} LuaOp;

/* Unary ones take a twice. */
Value lua_arith(VM *vm, LuaOp op, Value a, Value b);

/* rawequal and ==. */
bool lua_equal(VM *vm, Value a, Value b);
/* Number or string order; TRI_THROWN after "attempt to compare". */
Tri lua_less(VM *vm, Value a, Value b);
Tri lua_less_equal(VM *vm, Value a, Value b);
Value lua_concat(VM *vm, const Value *values, uint32_t n);
Value lua_length(VM *vm, Value v);

/* v[key] and v[key] = x with everything: tables, methods of strings,
 * references; errors name the variable when the current instruction tells
 * it. */
Value lua_index(VM *vm, Value v, Value key);
bool lua_set_index(VM *vm, Value v, Value key, Value x);

/* ---- bytes ---- */

/* The bytes of a string; flattens. False when refused. */
bool lua_bytes(VM *vm, Str *s, const char **ret_bytes, size_t *ret_len);

/* ---- bounds that end the execution, not catchable (lua.md 7) ---- */

/* Ends it with ExecutionFailure and the static text, which names the bound and
 * its number; returns VALUE_THROWN. */
Value vm_terminate_bound(VM *vm, const char *text);
#define LUA_MAX_STRING 16777216
/* "The string is longer than 16,777,216 bytes." */
Value lua_string_too_long(VM *vm);

#endif
