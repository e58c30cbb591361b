/* SPDX-License-Identifier: MIT */
#include "cli/unmatched.h"

#include <stdio.h>

#include "net/redact.h"

enum {
    NAME_SHOWN = 60 /* bytes of each name */
};

void cm__unmatched_warn(const Log *log, const UnmatchedPattern *what,
                        const char *const *names, size_t n)
{
    char all[CM_UNMATCHED_NAMES * (NAME_SHOWN + 4) + 40] = "";
    size_t len = 0;
    for (size_t i = 0; i < n && i < CM_UNMATCHED_NAMES; i++) {
        char shown[NAME_SHOWN + 1];
        int more = snprintf(all + len, sizeof all - len, "%s\"%s\"",
                            i == 0 ? "; there are names such as " : ", ",
                            cm__redact_cut(cm__log_redactor(log), names[i],
                                           shown, sizeof shown));
        len += more > 0 ? (size_t)more : 0;
    }
    cm__log(
        log, CM_LOG_WARN, "%s%s%s \"%.128s\": %s: no tool matches \"%.100s\"%s",
        what->place != NULL ? what->place : "", what->place != NULL ? ": " : "",
        what->kind, what->name, what->key, what->pattern, all);
}
