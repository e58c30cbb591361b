/* SPDX-License-Identifier: MIT */
#ifndef CM_NET_REDACT_H
#define CM_NET_REDACT_H
/* redact: texts that must not be shown, and what stands in their place.
 *
 * Peers repeat what they were given: a server its token in an error, a process
 * its environment in a message. So what is known to be secret is put in when it
 * is read, and every text that leaves for a log, a terminal, a trace or a
 * program's error goes through here, and is cut after that. It is a net for
 * accidents, not a fence: a text that was encoded, split or cut is not found,
 * but for one whose first CM_REDACT_MIN bytes or more are the end of what is
 * shown, as they are when the rest did not fit.
 * Ownership: copies what it is given.
 * Threads:   the loop's thread only.
 * Limits:    CM_REDACT_MIN bytes at least, or ordinary words would vanish;
 *            CM_REDACT_MAX texts, the oldest of those that change give way. */
#include "base/buf.h"

enum {
    CM_REDACT_MIN = 6,
    CM_REDACT_MAX = 512,
};

typedef struct Redactor Redactor;

/* Without memory one that lets nothing be shown. */
Redactor *cm__redactor_new(const cm_allocator *alloc);
void cm__redactor_free(Redactor *redactor); /* NULL is a no-op */

/* Hides the text, and its form in JSON; `shown` is shown for it. For a short
 * text nothing happens; NULL is a no-op. Without memory for it no text is shown
 * any more, "(out of memory)" stands in the place of all. */
void cm__redactor_hide(Redactor *redactor, const char *text, const char *shown);
/* Whether a variable or header of that name holds a secret, as names go. */
bool cm__redact_is_secret_name(const char *name, size_t len);

/* Rewrites the buffer. NULL is a no-op. */
void cm__redact(const Redactor *redactor, Buf *text);
/* The same for a text in an array; what gets longer may be cut. */
void cm__redact_text(const Redactor *redactor, char *text, size_t size);
/* The same for the end of a longer text, which may begin in a hidden one: its
 * last CM_REDACT_MIN bytes or more are found too. */
void cm__redact_tail(const Redactor *redactor, Buf *text);
/* The begin of what may be shown of a text, as many whole characters as fit:
 * who cuts first would show a part of what is hidden. Gives `out`. */
const char *cm__redact_cut(const Redactor *redactor, const char *text,
                           char *out, size_t size);

#endif
