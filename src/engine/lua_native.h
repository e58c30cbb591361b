/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_LUA_NATIVE_H
#define CM_ENGINE_LUA_NATIVE_H
/* lua_native: results, calls and errors of functions written in C for Lua; how
 * to use them stands in lua/lua_lib.h. */
#include "engine/lua_ops.h"

/* ---- results ---- */

/* Room for n results; NULL when refused or (raised) over 250,000. */
Value *lua_results(VM *vm, uint32_t n);
static inline Value lua_no_results(VM *vm)
{
    vm->results = vm->result_slots;
    vm->n_results = 0;
    return VALUE_RESULTS;
}
static inline Value lua_two_results(VM *vm, Value a, Value b)
{
    vm->results = vm->result_slots;
    vm->n_results = 2;
    vm->results[0] = a;
    vm->results[1] = b;
    return VALUE_RESULTS;
}
/* In a NATIVE_ALL_RESULTS native: v in front of the results found on re-entry
 * (for pcall). VALUE_RESULTS, or VALUE_THROWN when refused. */
Value lua_results_after(VM *vm, Value v);

/* Calls fn with n arguments that lie in a row (at most 250,000). */
Step lua_call_many(VM *vm, NativeFrame *f, Value fn, const Value *args,
                   uint32_t n);

/* ---- errors ---- */

/* error(v): raises v, located at the call; a string that equals the text of the
 * failure caught last raises that failure again (lua.md 5). VALUE_THROWN. */
Value lua_raise(VM *vm, Value v);
/* What pcall gives for a thrown value, and remembers the failure. VALUE_THROWN
 * when refused. */
Value lua_caught(VM *vm, Value thrown);

/* The text or value that an error carries. */
Value lua_error_value(VM *vm, ErrorObj *e);

/* Makes vm->lua_globals for a fresh execution; vm_start does it when nobody
 * did. False when refused. */
bool lua_start(VM *vm);

#endif
