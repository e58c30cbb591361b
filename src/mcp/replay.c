/* SPDX-License-Identifier: MIT */
#include "mcp/replay.h"

#include <stdio.h>
#include <string.h>

void cm__replay_init(Replay *r, const cm_allocator *alloc, size_t *total)
{
    *r = (Replay){ .alloc = alloc };
    r->total = total;
}

/* ---- giving up ---- */

static void unlink_event(Replay *r, ReplayEvent **at)
{
    const ReplayEvent *e = *at;
    *at = e->next;
    r->n_events--;
    r->bytes -= e->len;
    *r->total -= e->len;
}

static void drop(Replay *r, ReplayEvent **at)
{
    ReplayEvent *e = *at;
    unlink_event(r, at);
    cm__free(r->alloc, e, sizeof *e + e->len);
}

void cm__replay_done(Replay *r)
{
    while (r->first != NULL)
        drop(r, &r->first);
}

bool cm__replay_drop_one(Replay *r)
{
    ReplayEvent **at = &r->first;
    while (*at != NULL && ((*at)->is_answer || (*at)->is_request))
        at = &(*at)->next;
    if (*at == NULL)
        for (at = &r->first;
             *at != NULL && ((*at)->is_waiting || (*at)->is_void);)
            at = &(*at)->next;
    if (*at == NULL)
        return false;
    drop(r, at);
    return true;
}

void cm__replay_expire(Replay *r, uint64_t before_ms)
{
    for (ReplayEvent **at = &r->first; *at != NULL;)
        if ((*at)->stream != 0 && (*at)->kept_ms < before_ms &&
            !(*at)->is_waiting && !(*at)->is_void)
            drop(r, at);
        else
            at = &(*at)->next;
}

/* ---- keeping ---- */

/* Whether one more request may wait. */
static bool may_wait(const Replay *r, size_t len)
{
    size_t n = 1, bytes = len;
    for (const ReplayEvent *e = r->first; e != NULL; e = e->next) {
        n += e->is_waiting;
        bytes += e->is_waiting ? e->len : 0;
    }
    return n <= CM_REPLAY_WAITING_MAX && bytes <= CM_REPLAY_WAITING_BYTES_MAX;
}

bool cm__replay_keep(Replay *r, const ReplayEvent *event, const char *text,
                     size_t len)
{
    ReplayEvent **end = &r->first;
    if (len > CM_REPLAY_BYTES_MAX || (event->is_waiting && !may_wait(r, len)))
        return false;
    while (r->n_events >= CM_REPLAY_EVENTS_MAX ||
           r->bytes > CM_REPLAY_BYTES_MAX - len)
        if (!cm__replay_drop_one(r))
            return false;
    ReplayEvent *e = cm__alloc(r->alloc, sizeof *e + len);
    if (e == NULL)
        return false;
    *e = *event;
    e->next = NULL;
    e->len = len;
    memcpy(e->text, text, len);
    while (*end != NULL)
        end = &(*end)->next;
    *end = e;
    r->n_events++;
    r->bytes += len;
    *r->total += len;
    return true;
}

void cm__replay_told(Replay *r, uint64_t stream, uint64_t number)
{
    ReplayEvent *e = r->first;
    while (e != NULL && (e->stream != stream || e->number != number))
        e = e->next;
    if (e != NULL)
        e->is_waiting = false;
}

const ReplayEvent *cm__replay_waiting(const Replay *r, uint64_t stream)
{
    const ReplayEvent *e = r->first;
    while (e != NULL && (e->stream != stream || !e->is_waiting))
        e = e->next;
    return e;
}

void cm__replay_settle(Replay *r, uint64_t stream)
{
    for (ReplayEvent *e = r->first; e != NULL; e = e->next) {
        if (e->stream != stream || !e->is_waiting)
            continue;
        e->is_waiting = false;
        e->is_void = true;
    }
}

ReplayEvent *cm__replay_take_void(Replay *r)
{
    ReplayEvent **at = &r->first;
    while (*at != NULL && !(*at)->is_void)
        at = &(*at)->next;
    ReplayEvent *e = *at;
    if (e != NULL)
        unlink_event(r, at);
    return e;
}

/* ---- finding ---- */

const ReplayEvent *cm__replay_after(const Replay *r, uint64_t stream,
                                    uint64_t number)
{
    const ReplayEvent *e = r->first;
    while (e != NULL && (e->stream != stream || e->number <= number))
        e = e->next;
    return e;
}

const ReplayEvent *cm__replay_answer(const Replay *r, uint64_t stream)
{
    const ReplayEvent *e = r->first;
    while (e != NULL && (e->stream != stream || !e->is_answer))
        e = e->next;
    return e;
}

/* ---- ids ---- */

void cm__replay_write_id(char out[CM_REPLAY_ID_MAX], uint64_t stream,
                         uint64_t number)
{
    (void)snprintf(out, CM_REPLAY_ID_MAX, "%llu-%llu",
                   (unsigned long long)stream, (unsigned long long)number);
}

/* Reads digits up to a character; NULL when that does not follow. */
static const char *read_digits(const char *text, char end, uint64_t *ret)
{
    const char *at = text;
    *ret = 0;
    for (; *at >= '0' && *at <= '9' && at - text < 18; at++)
        *ret = *ret * 10 + (uint64_t)(*at - '0');
    return at > text && *at == end ? at : NULL;
}

bool cm__replay_read_id(const char *text, uint64_t *ret_stream,
                        uint64_t *ret_number)
{
    const char *at = read_digits(text, '-', ret_stream);
    return at != NULL && read_digits(at + 1, '\0', ret_number) != NULL;
}
