/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_REPLAY_H
#define CM_MCP_REPLAY_H
/* replay: what a session's event streams said last, kept for the case that one
 * breaks off and its client asks for the rest (GET with Last-Event-ID).
 *
 * An event's id is "STREAM-NUMBER": 0 is what comes on GET streams, each POST
 * that is answered by a stream has one of its own; numbers rise within each.
 * Nobody tells what arrived, so events stay until there are too many. Of those
 * that go, the oldest that is neither an answer nor a request goes first: a call
 * is worth more with its answer than with all of its progress. What the server
 * asks and no connection was given yet stays, since somebody waits for it; of
 * these there are few, so that there is room for the rest.
 * Ownership: of a session; events are borrowed until the next is kept.
 * Threads:   none.
 * Limits:    CM_REPLAY_EVENTS_MAX and CM_REPLAY_BYTES_MAX for one session,
 *            CM_REPLAY_WAITING_... of them for requests that wait. */
#include "base/buf.h"

enum {
    CM_REPLAY_EVENTS_MAX = 256,
    CM_REPLAY_BYTES_MAX = 8 << 20,
    CM_REPLAY_WAITING_MAX = 64,
    CM_REPLAY_WAITING_BYTES_MAX = 4 << 20,
    CM_REPLAY_ID_MAX = 48
};

typedef struct ReplayEvent {
    struct ReplayEvent *next;
    uint64_t stream, number, kept_ms;
    bool is_answer;
    bool is_request; /* of the server */
    bool is_waiting; /* a request that no connection was given yet */
    bool is_void;    /* a request that nobody will be asked any more */
    size_t len;
    char text[];
} ReplayEvent;

typedef struct Replay {
    const cm_allocator *alloc;
    ReplayEvent *first; /* the oldest */
    size_t n_events, bytes;
    size_t *total; /* bytes of all sessions; borrowed */
} Replay;

void cm__replay_init(Replay *r, const cm_allocator *alloc, size_t *total);
void cm__replay_done(Replay *r);

/* Keeps a copy of the fields of `event` and the text. False when memory is
 * refused, the text is too long, or there is no room beside what must stay. */
bool cm__replay_keep(Replay *r, const ReplayEvent *event, const char *text,
                     size_t len);
/* A connection was given the event: nothing of it waits any more. */
void cm__replay_told(Replay *r, uint64_t stream, uint64_t number);
/* The oldest request of the stream that waits, or NULL. */
const ReplayEvent *cm__replay_waiting(const Replay *r, uint64_t stream);
/* The stream is over: requests that wait on it are void. They stay until that is
 * told to who asked. */
void cm__replay_settle(Replay *r, uint64_t stream);
/* The oldest void request, or NULL; it is the caller's to free, by cm__free with
 * sizeof and len, and kept no longer. */
ReplayEvent *cm__replay_take_void(Replay *r);
/* Gives up one event; false when there is none that may go. */
bool cm__replay_drop_one(Replay *r);
/* Gives up what streams of POSTs said before that time and does not wait. */
void cm__replay_expire(Replay *r, uint64_t before_ms);

/* The first event of the stream behind that number, or NULL. */
const ReplayEvent *cm__replay_after(const Replay *r, uint64_t stream,
                                    uint64_t number);
/* The answer that ended the stream, or NULL. */
const ReplayEvent *cm__replay_answer(const Replay *r, uint64_t stream);

void cm__replay_write_id(char out[CM_REPLAY_ID_MAX], uint64_t stream,
                         uint64_t number);
/* False when the text is no id of ours. */
bool cm__replay_read_id(const char *text, uint64_t *ret_stream,
                        uint64_t *ret_number);

#endif
