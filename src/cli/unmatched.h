/* SPDX-License-Identifier: MIT */
#ifndef CM_CLI_UNMATCHED_H
#define CM_CLI_UNMATCHED_H
/* unmatched: the warning of a pattern or name of an entry that no tool of the
 * server or document matches, with some of the names that were compared.
 *
 * Threads: free of state. */
#include "net/log.h"

#include <stddef.h>

enum {
    CM_UNMATCHED_NAMES = 3 /* are shown */
};

typedef struct UnmatchedPattern {
    const char *kind, *name; /* "server" and its name */
    const char *place;       /* FILE:LINE of the entry, or NULL */
    const char *key, *pattern;
} UnmatchedPattern;

/* names: the first of them, at most CM_UNMATCHED_NAMES. */
void cm__unmatched_warn(const Log *log, const UnmatchedPattern *what,
                        const char *const *names, size_t n);

#endif
