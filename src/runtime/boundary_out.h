/* SPDX-License-Identifier: MIT */
#ifndef CM_RUNTIME_BOUNDARY_OUT_H
#define CM_RUNTIME_BOUNDARY_OUT_H
/* boundary_out: program values to JSON text; spec/execution.md 4.1.
 *
 * A crossing is a small machine with its own stack of at most 33 containers: it
 * stops at a promise that is still pending and goes on when that settled. It is
 * restartable: a step that was refused memory has changed nothing, so the
 * caller may collect and step again. toJSON and getters run in nested runs of
 * the VM, during which nothing is collected.
 *
 *     cross_start -> CROSS_DONE           text in c->out
 *                    CROSS_WAIT           c->promise is pending: cross_resume
 *                    CROSS_REFUSED        c->why says what cannot cross
 *                    CROSS_THROWN         exception parked, memory refused or
 *                                         execution terminated
 *
 * Ownership: storage is the caller's; cross_done frees. A waiting crossing must
 *            be marked (cross_mark). Moving one is a plain copy.
 * Limits:    depth 32; texts are charged to the heap. */
#include "base/buf.h"
#include "engine/gc.h"
#include "engine/vm.h"
#include "runtime/diagnostic.h"

enum {
    CROSS_MAX_DEPTH = 32,
    CROSS_MAX_LOSSES = 100
};

typedef enum CrossStatus {
    CROSS_DONE,
    CROSS_WAIT,
    CROSS_REFUSED,
    CROSS_THROWN
} CrossStatus;

typedef struct CrossFrame {
    Obj *holder;
    ValuesCell *keys; /* NULL for an array */
    uint32_t at, n;   /* next member */
    bool is_error;    /* a missing message is "" */
    bool wrote;       /* a comma is due */
} CrossFrame;

typedef struct Crossing {
    VM *vm;
    Buf out;
    Buf why;
    const char *root;  /* "result" or "input"; static */
    bool tells_losses; /* of data, as warnings of the execution */
    uint32_t n_losses;
    Value pending;  /* to be written next; VALUE_ABSENT: none */
    Value promise;  /* that it waits for */
    bool converted; /* pending came from toJSON */
    uint32_t depth; /* frames in use */
    CrossFrame frames[CROSS_MAX_DEPTH + 1];
} Crossing;

CrossStatus cross_start(Crossing *c, VM *vm, Value v, const char *root,
                        bool tells_losses);
/* Goes on after a refusal of memory. */
CrossStatus cross_step(Crossing *c);
/* Goes on with the value of the promise. */
CrossStatus cross_resume(Crossing *c, Value v);
/* Frees texts. */
void cross_done(Crossing *c);
void cross_mark(struct Gc *gc, const Crossing *c);

/* A key as part of a path: .name, ["a b"], ["0"]; the first one of a path has
 * no dot. */
void cm__path_add_key(VM *vm, Buf *to, PropKey key, bool is_first);

#endif
