/* SPDX-License-Identifier: MIT */
#include "net/log.h"

#include <stdarg.h>
#include <stdio.h>

void cm__log(const Log *log, LogLevel level, const char *fmt, ...)
{
    char text[1000];
    va_list args;
    if (log == NULL || log->write == NULL || level > log->level)
        return;
    va_start(args, fmt);
    (void)vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    log->write(log->user, level, text);
}
