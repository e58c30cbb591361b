/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_OOM_SCENARIO_H
#define CM_TESTS_OOM_SCENARIO_H
/* scenario: one thing that codemode does, from nothing to nothing, to be run
 * with memory refused at every place.
 *
 * A scenario gives CM_OK when all that came out was exactly right, and
 * CM_E_NOMEM when somebody was told that memory was refused: by a status, a
 * MemoryLimitExceeded, an answer that says so. Anything else, a wrong text say,
 * is reported with scenario_fail, which ends the process.
 * Memory comes from `alloc`; cm__alloc_default gives the same one meanwhile. At
 * the end every byte has been given back, every descriptor closed. */
#include "codemode.h"

#include <stdbool.h>

typedef struct Scenario {
    const char *name;
    cm_status (*run)(const cm_allocator *alloc, const void *arg);
    const void *arg;
    /* Other threads allocate as well, or the outside world has a say: the
     * number of requests differs from run to run. */
    bool is_uneven;
    /* Once in a process: each run is in a child of its own. */
    bool is_forked;
} Scenario;

typedef struct ScenarioGroup {
    const char *name;
    const Scenario *items;
    size_t n_items;
} ScenarioGroup;

extern const ScenarioGroup oom_api, oom_extensions, oom_openapi, oom_parsers,
    oom_javascript, oom_lua, oom_adapter, oom_gateway, oom_command;

/* What went wrong, as printf. Names the scenario and the refusal. */
_Noreturn void scenario_fail(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Ends the process unless it holds. */
#define SCENARIO_CHECK(what)                                                 \
    do {                                                                     \
        if (!(what))                                                         \
            scenario_fail("%s:%d: not true: %s", __FILE__, __LINE__, #what); \
    } while (0)

/* Ends the process unless the texts are equal. */
void scenario_same(const char *got, const char *expected);
/* CM_OK or CM_E_NOMEM; ends the process with another one. */
cm_status scenario_status(cm_status status);
/* The C library's allocator, which refuses nothing: for what a scenario needs
 * beside what it is about. */
const cm_allocator *scenario_own(void);

#endif
