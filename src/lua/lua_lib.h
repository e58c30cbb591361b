/* SPDX-License-Identifier: MIT */
#ifndef CM_LUA_LUA_LIB_H
#define CM_LUA_LUA_LIB_H
/* lua_lib: how library functions are declared, check arguments and give
 * results.
 *
 * Each file of lua/lib declares rows of NativeSpec (engine/native.h) and one
 * install function. The realm is built once per process (lua_realm.c); its
 * tables are read-only and shared by every execution. The global table is
 * copied per execution. Rows: name, fn or step, min_args, n_regs, flags, magic;
 * `length` is not used. `min_args` pads the argument row with nil; argc still
 * tells how many were given.
 *
 * Results. A function gives one value by returning it. Any other number:
 *
 *     Value *r = lua_results(vm, 2);
 *     if (!r)
 *         return VALUE_THROWN;
 *     r[0] = ...; r[1] = ...;
 *     return VALUE_RESULTS;
 *
 * and nothing at all: return lua_no_results(vm). A stepping native does the
 * same through native_return(f, VALUE_RESULTS). Between lua_results and the
 * return nothing may be called that runs program code or gives results itself.
 *
 * Calls. A stepping native calls a function with native_call(vm, f, fn,
 * VALUE_UNDEFINED, argc, args) or, with any number of arguments, with
 * lua_call_many. On re-entry f->result is the first result or nil. A row with
 * NATIVE_ALL_RESULTS finds all of them at vm->results[0..vm->n_results)
 * instead, valid until the next call of anything. NATIVE_CATCHES re-enters with
 * f->threw and f->result holding what was thrown: lua_caught turns that into
 * the value that pcall gives. Callees may call tools: the whole execution then
 * waits with this frame in place.
 *
 * Errors: throw_error(vm, ERR_ERROR, "text"), located at the call. lua_raise is
 * `error(v)`. */
#include "engine/lua_native.h"
#include "engine/lua_ops.h"
#include "engine/meter.h"
#include "engine/realm.h"

struct Buf;

/* ---- arguments; i counts from 0 ---- */

static inline Value lua_arg(const NativeCall *c, uint32_t i)
{
    return i < c->argc ? c->args[i] : VALUE_UNDEFINED;
}
/* "bad argument #1 to 'x' (number expected, got nil)"; expected: "number".
 * VALUE_THROWN. */
Value lua_bad_type(VM *vm, const NativeCall *c, uint32_t i,
                   const char *expected);
/* "bad argument #1 to 'x' (out of range)"; any text in the parentheses. */
Value lua_bad_arg(VM *vm, const NativeCall *c, uint32_t i, const char *text);
/* Each raises and gives false when the argument does not fit. Strings that read
 * as numbers are numbers and numbers are strings, as in Lua. */
bool lua_arg_integer(VM *vm, const NativeCall *c, uint32_t i, int64_t *ret);
bool lua_arg_number(VM *vm, const NativeCall *c, uint32_t i, Value *ret);
bool lua_arg_float(VM *vm, const NativeCall *c, uint32_t i, double *ret);
bool lua_arg_string(VM *vm, const NativeCall *c, uint32_t i, Str **ret);
bool lua_arg_table(VM *vm, const NativeCall *c, uint32_t i, LuaTable **ret);
/* Anything but a missing argument ("value expected"). */
bool lua_arg_any(VM *vm, const NativeCall *c, uint32_t i, Value *ret);
/* nil or missing gives the default. */
bool lua_opt_integer(VM *vm, const NativeCall *c, uint32_t i,
                     int64_t if_missing, int64_t *ret);
bool lua_opt_string(VM *vm, const NativeCall *c, uint32_t i, Str *if_missing,
                    Str **ret);
/* Closure, native or reference. */
bool lua_is_callable(Value v);

/* ---- data (lua.md 3) ---- */

typedef enum LuaCopy {
    LUA_COPY_DONE,
    LUA_COPY_REFUSED, /* `why` says what and where: "result.x is a function ..." */
    LUA_COPY_FAILED /* memory refused or the execution ended */
} LuaCopy;

/* Appends compact JSON of v. root names the value in refusals ("value" for
 * json.encode). */
LuaCopy lua_data_write(VM *vm, Value v, const char *root, struct Buf *out,
                       struct Buf *why);
/* The tables of a JSON text. VALUE_THROWN when refused; VALUE_ABSENT when the
 * text is no JSON: *ret_reason (static) and *ret_at, a byte offset. */
Value lua_data_read(VM *vm, const char *text, size_t len,
                    const char **ret_reason, size_t *ret_at);

/* The escape of a byte that cannot stand in a JSON string as it is; returns its
 * length. */
size_t lua_json_escape(uint8_t c, char out[6]);

/* As print shows a value (lua.md 2.1): lib/print.c. */
bool lua_show(VM *vm, StrBuilder *b, Value v);

/* ---- installing ---- */

typedef struct LuaBuilder {
    VM *vm;       /* its heap becomes the realm's */
    Realm *realm; /* being filled */
    LuaTable *globals;
    bool failed; /* sticks; later calls do nothing */
} LuaBuilder;

/* A library table, also put into the globals under its name. */
LuaTable *lua_library(LuaBuilder *b, const char *name);
/* Function objects of the rows, put into target. */
void lua_functions(LuaBuilder *b, LuaTable *target, const NativeSpec *rows,
                   size_t n);
/* One function object that is in no table (iterators); NULL when failed. */
Native *lua_function(LuaBuilder *b, const NativeSpec *spec);
void lua_value(LuaBuilder *b, LuaTable *target, const char *name, Value v);
/* Interned. */
Str *lua_text(LuaBuilder *b, const char *ascii);

/* Called in this order. lua_install_basic sets b->realm->lua_next and
 * ->lua_inext to the functions that `pairs` and `ipairs` give out (Obj *),
 * which the machine's loops recognise; lua_install_string sets
 * b->realm->lua_string to its table. */
void lua_install_basic(LuaBuilder *b);
void lua_install_string(LuaBuilder *b);
void lua_install_table(LuaBuilder *b);
void lua_install_math(LuaBuilder *b);
void lua_install_utf8(LuaBuilder *b);
void lua_install_os(LuaBuilder *b);
void lua_install_json(LuaBuilder *b);

/* The process's Lua realm; built on first use, thread-safe. NULL when
 * refused. */
const Realm *lua_realm(void);

#endif
