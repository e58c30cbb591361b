/* SPDX-License-Identifier: MIT */
#ifndef CM_FUZZ_STAGE_H
#define CM_FUZZ_STAGE_H
/* stage: the surroundings of a gateway for a target: net/loop.h, base/clock.h,
 * mcp/workpool.h and the wire to a process (mcp/wire.h), all in one thread and
 * with a clock that stands still until the target moves it. So the same input
 * does the same things in the same order.
 *
 * A target links stage.c; the linker then takes nothing of those modules out of
 * the archives. There is one pool and any number of wires.
 * Ownership: a wire belongs to who opened it, as with the real ones. */
#include "fuzz.h"
#include "net/loop.h"

typedef struct StageWire {
    struct StageWire *next;
    const char *name; /* argv[0] of its process */
    void *server;     /* the target's */
} StageWire;

/* What the target does for the processes. */
typedef struct StageHost {
    void (*opened)(StageWire *wire);
    void (*received)(StageWire *wire, const char *line, size_t len);
    void (*freed)(StageWire *wire); /* it is gone after it */
} StageHost;

/* The clock begins at 0. */
void stage_begin(const StageHost *host);
/* Nothing is left of what was opened. */
void stage_end(void);

/* Does what there is to do, in order: posted tasks, slices of programs, messages
 * of processes, timers that are due. */
void stage_settle(Loop *loop);
/* Lets time pass, stopping at each timer and deadline. */
void stage_pass(Loop *loop, uint64_t ms);

/* The process says a line, or ends; both arrive when things settle. */
void stage_say(StageWire *wire, const char *text, size_t len);
void stage_exit(StageWire *wire);

#endif
