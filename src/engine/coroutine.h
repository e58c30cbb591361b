/* SPDX-License-Identifier: MIT */
#ifndef CM_ENGINE_COROUTINE_H
#define CM_ENGINE_COROUTINE_H
/* coroutine: saved frames of async functions and generators (vm.h, Coroutine).
 *
 * State: START (made, body not entered), SUSPENDED (registers saved), RUNNING
 * (registers live in a frame), DONE. A running generator cannot be entered. */
#include "engine/vm.h"

/* Suspends the async frame f at `await v`: saves it, attaches it to the promise
 * of v and gives the promise that the first caller gets. False when thrown or
 * memory was refused; then nothing has changed. */
bool async_suspend(VM *vm, Frame *f, uint8_t result_reg, Value v,
                   Value *ret_promise);

/* ---- async generators: async_generator.c ---- */

/* next (mode 0), throw (1), return (2) of an async generator object: gives a
 * promise of the result object. For the natives of its prototype. */
Step async_generator_request(VM *vm, NativeFrame *f, Coroutine *co, int mode,
                             Value v);
/* Answers queued requests of a finished generator. */
bool async_generator_drain(VM *vm, Coroutine *co);
Tri async_generator_yield(VM *vm, Frame *f, uint8_t result_reg,
                          uint8_t mode_reg, Value v);
/* The body returned or threw. */
bool async_generator_finish(VM *vm, Coroutine *co, bool threw, Value v);

#endif
