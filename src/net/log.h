/* SPDX-License-Identifier: MIT */
#ifndef CM_NET_LOG_H
#define CM_NET_LOG_H
/* log: how the layers below the command say something to the operator.
 *
 * They print nothing themselves: the command passes a sink. In stdio server
 * mode standard output belongs to the protocol, so a sink writes elsewhere.
 * Threads: messages come from the loop's thread only. */
#include "base/compiler.h"
#include "net/redact.h"

typedef enum LogLevel {
    CM_LOG_ERROR = 0,
    CM_LOG_WARN,
    CM_LOG_INFO,
    CM_LOG_DEBUG
} LogLevel;

typedef struct Log {
    LogLevel level; /* what is less urgent is dropped */
    /* One message, one line, no line end; text from peers may hold anything. */
    void (*write)(void *user, LogLevel level, const char *text);
    void *user;
    Redactor *redactor; /* of all messages; borrowed; NULL: nothing is hidden */
    bool lists_faults;  /* sources that fail are shown later, in a list */
} Log;

/* At which level it is told that a source fails. */
static inline LogLevel cm__log_fault_level(const Log *log)
{
    return log != NULL && log->lists_faults ? CM_LOG_INFO : CM_LOG_WARN;
}

/* Whether a message of the level is passed on. */
static inline bool cm__log_takes(const Log *log, LogLevel level)
{
    return log != NULL && log->write != NULL && level <= log->level;
}

/* What hides secrets in texts that are not logged; NULL: nothing is hidden. */
static inline const Redactor *cm__log_redactor(const Log *log)
{
    return log != NULL ? log->redactor : NULL;
}

/* Formats, hides what is secret and passes on; a NULL log drops. Texts are cut
 * at 1,000 bytes. */
void cm__log(const Log *log, LogLevel level, const char *fmt, ...)
    CM_PRINTF(3, 4);

#endif
