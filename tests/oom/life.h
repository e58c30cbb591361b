/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_OOM_LIFE_H
#define CM_TESTS_OOM_LIFE_H
/* life: the whole life of a program, from the tools to the record, as a
 * scenario. The record is the one that is told, or says MemoryLimitExceeded, or
 * cannot be had.
 *
 * The tools: ns.echo gives its input back, fails fails with "no". */
#include "scenario.h"

typedef struct Life {
    cm_language language;
    const char *source;
    const char *record; /* cm_result_json of an undisturbed run */
} Life;

cm_status life_run(const cm_allocator *alloc, const void *arg);

/* Judges a record and frees it: CM_OK when it is the expected one. NULL is
 * CM_E_NOMEM. */
cm_status life_judge(cm_result *take_result, const char *record);

/* Rows of a table of scenarios. */
#define LIFE(language, name, source, record)                            \
    {                                                                   \
        name, life_run, &(const Life){ language, source, record }, 0, 0 \
    }
#define JS_LIFE(name, source, record) \
    LIFE(CM_LANGUAGE_JAVASCRIPT, name, source, record)
#define LUA_LIFE(name, source, record) \
    LIFE(CM_LANGUAGE_LUA, name, source, record)

#endif
