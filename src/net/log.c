/* SPDX-License-Identifier: MIT */
#include "net/log.h"

#include <stdarg.h>
#include <stdio.h>

enum {
    SHOWN_MAX = 1000
};

void cm__log(const Log *log, LogLevel level, const char *fmt, ...)
{
    char text[4000]; /* what is cut before it is looked at is not found */
    va_list args;
    if (!cm__log_takes(log, level))
        return;
    va_start(args, fmt);
    (void)vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    cm__redact_text(log->redactor, text, sizeof text);
    text[SHOWN_MAX - 1] = '\0';
    log->write(log->user, level, text);
}
