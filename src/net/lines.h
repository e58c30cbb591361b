/* SPDX-License-Identifier: MIT */
#ifndef CM_NET_LINES_H
#define CM_NET_LINES_H
/* lines: cuts a byte stream into '\n'-ended lines, whatever the reads were.
 *
 * A trailing '\r', a BOM at the start of the stream and empty lines are
 * dropped. A line over the cap is dropped whole and counted, so that a peer
 * cannot make us keep more than the cap. Bytes are not checked.
 * Ownership: the splitter owns the unfinished rest; lines handed out are
 *            borrowed for the callback, which must not free the splitter.
 * Threads:   none.
 * Limit:     max_line bytes of content, stated at init. */
#include "base/buf.h"

#define CM_LINE_MAX_DEFAULT ((size_t)64 << 20)

typedef void (*LineFn)(void *ctx, const char *line, size_t len);

typedef struct LineSplitter {
    Buf rest; /* the line that has begun and not ended */
    size_t max_line;
    size_t n_overlong; /* lines dropped so far because of the cap */
    bool is_started;   /* something but a BOM was seen */
    bool is_skipping;  /* inside an overlong line */
} LineSplitter;

void cm__lines_init(LineSplitter *s, const cm_allocator *alloc,
                    size_t max_line);
void cm__lines_done(LineSplitter *s);

/* Feeds n bytes; calls fn for each line that became whole. CM_E_NOMEM: the
 * line under way is lost, the stream goes on after it. */
cm_status cm__lines_feed(LineSplitter *s, const char *bytes, size_t n,
                         LineFn fn, void *ctx);

/* End of the stream: hands out the rest as a line when there is one. */
void cm__lines_finish(LineSplitter *s, LineFn fn, void *ctx);

/* Bytes of the unfinished line. */
size_t cm__lines_pending(const LineSplitter *s);

#endif
