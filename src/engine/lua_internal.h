/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_LUA_INTERNAL_H
#define CM_ENGINE_LUA_INTERNAL_H
/* lua_internal: what the files of the machine's Lua part share; the frames are
 * those of vm_internal.h.
 *
 * Calls. The callee lies in cs[0], its arguments from cs[1] on; the results go
 * to `ret` on, as many as `want` (missing ones are nil) or, with WANT_ALL, as
 * many as there are: n_open of the calling frame tells. Those may reach beyond
 * the frame's registers; its `top` then covers them. When its segment has no
 * room for them the whole frame moves to another one, so registers are reread
 * after a call. */
#include "engine/lua_ops.h"
#include "engine/vm_internal.h"

/* ---- lua_interp.c ---- */

RunResult lua_interpret(VM *vm);

/* ---- lua_call.c ---- */

CallResult lua_call_slots(VM *vm, Value *cs, uint32_t argc, Value *ret,
                          uint8_t want);
/* What a stepping native asked for. */
CallResult lua_call_from_native(VM *vm, Frame *f);
/* Makes the running frame the callee's own: cs lies in its window. The callee
 * is a closure. False when refused. */
bool lua_tail_call(VM *vm, Frame *f, Value *cs, uint32_t argc);
/* Hands n results to frame `to` (the current one or the one below). False when
 * refused; then nothing has changed. */
bool lua_deliver(VM *vm, Frame *to, Value *ret, uint8_t want, const Value *from,
                 uint32_t n);
/* Room for n values from `at` on in the current frame, which may move. NULL
 * when refused. */
Value *lua_open_room(VM *vm, Frame *f, Value *at, uint32_t n);
/* The promise that the execution waits for is settled: gives its outcome to the
 * frames. False when memory is refused. */
bool lua_resume(VM *vm);
void lua_mark_roots(struct Gc *gc, VM *vm);

/* ---- lua_error.c ---- */

/* "attempt to <what> a nil value (local 'x')"; VALUE_THROWN. */
Value lua_throw_operand(VM *vm, const char *what, uint32_t operand, Value v);
Value lua_throw_index(VM *vm, Value v, Value key);
Value lua_throw_call(VM *vm, Value v);
/* `tools` itself. */
bool lua_is_tools_root(Value v);

/* ---- lua_slow.c: out-of-line parts of instructions ---- */

/* R[0..3] of a numeric for. TRI_FALSE: the body never runs. */
Tri lua_for_prepare(VM *vm, Value *r);
/* The next value of a loop of large integers; TRI_FALSE at the end. */
Tri lua_for_step(VM *vm, Value *r);
/* One step of `next` or `ipairs` in a generic for. TRI_FALSE: it is neither. */
Tri lua_for_each(VM *vm, Value *r, uint32_t n);
bool lua_set_list(VM *vm, Value table, const Value *from, uint32_t n,
                  uint32_t start);

#endif
