/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_CALLGATE_H
#define CM_MCP_CALLGATE_H
/* callgate: how many calls are open at once, for one source and for all.
 *
 * A call goes through the gate of its source before the source sees it. When
 * the source has as many open calls as it may, the call waits. Programs take
 * turns: of each that waits one call goes in, then one of the next, so a
 * program with a thousand calls delays nobody for longer than one of them.
 *
 * Of the calls that all sources may have open together, M, half is divided
 * among the n gates as what nobody can take from them, max(1, M / 2n) each. The
 * other half is lent to whoever comes. A source that never answers keeps its own
 * part and what it borrowed, and every other one still has its part.
 *
 * A call waits as long as the source gives signs of life (cm__gate_alive): when
 * it has been silent for `silence_ms`, what has waited as long fails.
 * Ownership: the gates belong to the set, which is freed after the sources.
 * Threads:   the loop's thread only. */
#include "mcp/hostcall.h"

typedef struct CallGates CallGates;
typedef struct CallGate CallGate;

/* max_all: open calls of all gates, at least one for each. NULL without
 * memory. */
CallGates *cm__gates_new(Loop *loop, size_t max_all);
/* Fails what still waits. NULL is a no-op. */
void cm__gates_free(CallGates *gates);

typedef struct CallGateSpec {
    const char *kind, *name; /* of the source, in messages: server "name" */
    size_t max;              /* open calls; 0: any number */
    uint64_t silence_ms;     /* 0: calls wait for any time */
} CallGateSpec;

/* Before the first call. The texts are borrowed for good. NULL without
 * memory. */
CallGate *cm__gate_new(CallGates *gates, const CallGateSpec *spec);

/* Calls start(call), now or when it is the call's turn, unless the call is
 * settled before. gate NULL: now. */
void cm__gate_enter(CallGate *gate, HostCall *call,
                    void (*start)(HostCall *call));
/* The source has answered something; NULL is a no-op. */
void cm__gate_alive(CallGate *gate);
/* Whether the call waits: its source does not know of it. */
bool cm__gate_holds(const HostCall *call);
/* For hostcall.c: the call is being settled. */
void cm__gate_leave(HostCall *call);

#endif
