/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_OOM_PLAY_H
#define CM_TESTS_OOM_PLAY_H
/* play: one program over the event-driven API, with a host that settles its
 * calls in every way there is, on a clock that the host turns.
 *
 *     ns.echo    its input at once          late      its input when all wait
 *     value      a value                    lateValue a value then
 *     fails      with a name and causes     lateFails then
 *     failsValue with an error value        never     until it is cancelled
 *     gone       reports a cancellation     bad       no JSON
 *     strict     {n: integer} -> integer, both checked; gives n back
 *     loose      the same, answers text
 *
 * In a table of scenarios: PLAY("name", .source = ..., .record = ...). */
#include "scenario.h"

typedef struct Play {
    cm_language language;
    const char *source;
    const char *record; /* of cm_result_json; NULL: it ends as cancelled */
    int64_t timeout_ms, max_calls, max_output, max_memory, max_steps,
        call_timeout_ms, concurrent; /* 0: unset */
    uint64_t slice;                  /* steps a run; 0: all */
    bool is_compiled;                /* cm_program_new first */
    bool has_preflight, has_hooks, denies;
    bool is_cancelled; /* when it waits the first time */
    bool is_dropped;   /* freed when it waits the first time; no record */
    const char *zone;
} Play;

cm_status play_run(const cm_allocator *alloc, const void *arg);

#define PLAY(name, ...)                                    \
    {                                                      \
        name, play_run, &(const Play){ __VA_ARGS__ }, 0, 0 \
    }

#endif
