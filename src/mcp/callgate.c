/* SPDX-License-Identifier: MIT */
/* What waits stands in groups, one for each program, in a ring; `turn` is the
 * group whose call goes next. A call that leaves lets others in with the next
 * turn of the loop: whoever settles a call may be in the middle of settling
 * many, and must not meet new ones there. */
#include "mcp/callgate.h"

#include <stdio.h>

#include "mcp/hostrun.h"

enum {
    SLOT_SIZE = sizeof(void *)
}; /* of the list: one pointer */

typedef struct GateGroup {
    struct GateGroup *prev, *next; /* the ring */
    struct GateGroup *run_next;    /* list of the run, one for each gate */
    CallGate *gate;
    HostRun *run; /* NULL: a call of no program */
    HostCall *first, *last;
} GateGroup;

struct CallGate {
    CallGates *gates;
    CallGateSpec spec;
    size_t n_open, reserve; /* the part that nobody can take */
    GateGroup *turn;        /* NULL: nobody waits */
    Timer *timer;           /* of what waits in silence */
    uint64_t alive_ms;      /* the last sign of life */
};

struct CallGates {
    Loop *loop;
    const cm_allocator *alloc;
    size_t max_all, n_lent, to_lend;
    CallGate **list; /* owned, and what it points to */
    size_t n, cap, next;
    size_t n_waiting;
    Timer *timer; /* lets calls in */
};

/* ---- open calls ---- */

static void divide(CallGates *gates)
{
    size_t part = gates->max_all / (2 * gates->n), given = 0;
    for (size_t i = 0; i < gates->n; i++) {
        CallGate *g = gates->list[i];
        g->reserve = part < 1 ? 1 : part < g->spec.max ? part : g->spec.max;
        given += g->reserve;
    }
    gates->to_lend = gates->max_all > given ? gates->max_all - given : 0;
}

static bool may_open(const CallGate *g)
{
    return g->n_open < g->spec.max &&
           (g->n_open < g->reserve || g->gates->n_lent < g->gates->to_lend);
}

static void open_call(CallGate *g, HostCall *call)
{
    g->gates->n_lent += g->n_open >= g->reserve;
    g->n_open++;
    call->gate_start(call);
}

/* ---- groups ---- */

static GateGroup *group_of(CallGate *g, HostRun *run)
{
    GateGroup *group = run != NULL ? run->waiting : NULL;
    while (group != NULL && group->gate != g)
        group = group->run_next;
    if (group != NULL)
        return group;
    group = cm__alloc_zero(g->gates->alloc, 1, sizeof *group);
    if (group == NULL)
        return NULL;
    *group = (GateGroup){ .gate = g, .run = run, .prev = group, .next = group };
    if (run != NULL) {
        group->run_next = run->waiting;
        run->waiting = group;
    }
    if (g->turn == NULL) {
        g->turn = group;
    } else { /* the last whose turn it is */
        group->next = g->turn;
        group->prev = g->turn->prev;
        group->prev->next = group;
        g->turn->prev = group;
    }
    return group;
}

static void group_free(GateGroup *group)
{
    CallGate *g = group->gate;
    if (group->run != NULL) {
        GateGroup **link = &group->run->waiting;
        while (*link != group)
            link = &(*link)->run_next;
        *link = group->run_next;
    }
    if (g->turn == group)
        g->turn = group->next != group ? group->next : NULL;
    group->prev->next = group->next;
    group->next->prev = group->prev;
    cm__free(g->gates->alloc, group, sizeof *group);
}

/* Out of its group; the gate forgets nothing else of it. */
static void unqueue(HostCall *call)
{
    GateGroup *group = call->gate_group;
    *(call->gate_prev != NULL ? &call->gate_prev->gate_next : &group->first) =
        call->gate_next;
    *(call->gate_next != NULL ? &call->gate_next->gate_prev : &group->last) =
        call->gate_prev;
    call->gate_group = NULL;
    group->gate->gates->n_waiting--;
    if (group->first == NULL)
        group_free(group);
}

static bool enqueue(CallGate *g, HostCall *call)
{
    GateGroup *group = group_of(g, call->run);
    if (group == NULL)
        return false;
    call->gate_group = group;
    call->gate_since_ms = cm__loop_now_ms(g->gates->loop);
    call->gate_prev = group->last;
    call->gate_next = NULL;
    *(group->last != NULL ? &group->last->gate_next : &group->first) = call;
    group->last = call;
    g->gates->n_waiting++;
    return true;
}

/* ---- letting in ---- */

static void let_next_in(CallGate *g)
{
    GateGroup *group = g->turn;
    HostCall *call = group->first;
    g->turn = group->next;
    unqueue(call);
    open_call(g, call);
}

/* One of each gate, then the next, so that what is lent goes around. */
static void let_in(void *user)
{
    CallGates *gates = user;
    size_t idle = 0;
    while (idle < gates->n && gates->n_waiting > 0) {
        CallGate *g = gates->list[gates->next];
        gates->next = (gates->next + 1) % gates->n;
        if (g->turn != NULL && may_open(g)) {
            let_next_in(g);
            idle = 0;
        } else {
            idle++;
        }
    }
}

/* ---- silence ---- */

static uint64_t gives_up_at(const CallGate *g, const HostCall *call)
{
    uint64_t from =
        call->gate_since_ms > g->alive_ms ? call->gate_since_ms : g->alive_ms;
    return from + g->spec.silence_ms;
}

/* The call of all groups that gives up first; calls of a group came in order.
 * NULL when none waits. */
static HostCall *first_to_give_up(const CallGate *g)
{
    HostCall *first = NULL;
    const GateGroup *group = g->turn;
    if (group == NULL)
        return NULL;
    do {
        if (first == NULL ||
            gives_up_at(g, group->first) < gives_up_at(g, first))
            first = group->first;
        group = group->next;
    } while (group != g->turn);
    return first;
}

static void silence_fired(void *user)
{
    CallGate *g = user;
    HostCall *call = first_to_give_up(g);
    uint64_t now = cm__loop_now_ms(g->gates->loop);
    while (call != NULL && gives_up_at(g, call) <= now) {
        char text[600];
        (void)snprintf(text, sizeof text,
                       "%s \"%.200s\": no answer to any call within %llu ms; "
                       "the call waited for its turn and was given up",
                       g->spec.kind, g->spec.name,
                       (unsigned long long)g->spec.silence_ms);
        cm__host_fail(call, text);
        call = first_to_give_up(g);
    }
    if (call != NULL)
        cm__timer_start(g->timer, gives_up_at(g, call) - now);
}

void cm__gate_alive(CallGate *g)
{
    if (g != NULL)
        g->alive_ms = cm__loop_now_ms(g->gates->loop);
}

/* ---- as sources see it ---- */

void cm__gate_enter(CallGate *g, HostCall *call, void (*start)(HostCall *call))
{
    if (g == NULL) {
        start(call);
        return;
    }
    call->gate = g;
    call->gate_start = start;
    if (g->turn == NULL && may_open(g)) {
        open_call(g, call);
    } else if (!enqueue(g, call)) {
        call->gate = NULL;
        cm__host_fail(call, "the host is out of memory");
    } else if (g->spec.silence_ms > 0 && !cm__timer_is_active(g->timer)) {
        cm__timer_start(g->timer, g->spec.silence_ms);
    }
}

bool cm__gate_holds(const HostCall *call)
{
    return call->gate_group != NULL;
}

void cm__gate_leave(HostCall *call)
{
    CallGate *g = call->gate;
    if (g == NULL)
        return;
    call->gate = NULL;
    if (call->gate_group != NULL) {
        unqueue(call);
    } else {
        g->n_open--;
        g->gates->n_lent -= g->n_open >= g->reserve;
    }
    if (g->gates->n_waiting > 0)
        cm__timer_start(g->gates->timer, 0);
}

/* ---- life ---- */

CallGates *cm__gates_new(Loop *loop, size_t max_all)
{
    const cm_allocator *alloc = cm__loop_alloc(loop);
    CallGates *gates = cm__alloc_zero(alloc, 1, sizeof *gates);
    if (gates == NULL)
        return NULL;
    gates->loop = loop;
    gates->alloc = alloc;
    gates->max_all = max_all;
    gates->timer = cm__timer_new(loop, let_in, gates);
    if (gates->timer == NULL) {
        cm__free(alloc, gates, sizeof *gates);
        return NULL;
    }
    return gates;
}

static bool grow(CallGates *gates)
{
    CallGate **list =
        cm__room(gates->alloc, gates->list, gates->n, &gates->cap, SLOT_SIZE);
    if (list != NULL)
        gates->list = list;
    return list != NULL;
}

CallGate *cm__gate_new(CallGates *gates, const CallGateSpec *spec)
{
    CallGate *g =
        grow(gates) ? cm__alloc_zero(gates->alloc, 1, sizeof *g) : NULL;
    if (g == NULL)
        return NULL;
    g->gates = gates;
    g->spec = *spec;
    if (g->spec.max == 0)
        g->spec.max = SIZE_MAX;
    g->timer = cm__timer_new(gates->loop, silence_fired, g);
    if (g->timer == NULL) {
        cm__free(gates->alloc, g, sizeof *g);
        return NULL;
    }
    gates->list[gates->n++] = g;
    divide(gates);
    return g;
}

static void gate_free(CallGate *g)
{
    while (g->turn != NULL)
        cm__host_fail(g->turn->first, "the host is shutting down");
    cm__timer_free(g->timer);
    cm__free(g->gates->alloc, g, sizeof *g);
}

void cm__gates_free(CallGates *gates)
{
    if (gates == NULL)
        return;
    for (size_t i = 0; i < gates->n; i++)
        gate_free(gates->list[i]);
    cm__timer_free(gates->timer);
    cm__free(gates->alloc, gates->list, gates->cap * SLOT_SIZE);
    cm__free(gates->alloc, gates, sizeof *gates);
}
