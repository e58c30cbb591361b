/* SPDX-License-Identifier: MIT */
#ifndef CM_NET_SSE_H
#define CM_NET_SSE_H
/* sse: server-sent events, read from any split of bytes, and written.
 *
 * The reader follows the event stream format of the HTML standard (section
 * 9.2.6), with two differences: bytes are not decoded, and an event that has an
 * id and no data is reported too, since servers prime a resumption with it.
 * What the stream ends within is dropped, as the standard says.
 * Ownership: the reader owns what has begun; events are borrowed for the call,
 *            which must not free the reader.
 * Threads:   none.
 * Limits:    bytes of a line and of an event's data, stated at init. What is
 *            over one drops that event whole and is told; the stream goes on
 *            with the next event. Comments may have any length. */
#include "base/buf.h"

/* Texts that were read have a NUL behind them. */
typedef struct SseEvent {
    const char *name; /* "message" unless the stream says otherwise */
    const char *data; /* lines joined by '\n' */
    const char *id;   /* reading: the last id of the stream so far, maybe "" */
    size_t name_len, data_len, id_len;
    bool has_data; /* a data line was there; the text may be empty */
    bool has_id;   /* an id line was there */
} SseEvent;

typedef struct SseSink {
    void (*event)(void *ctx, const SseEvent *event);
    /* How long to wait before connecting again; may be NULL. */
    void (*retry)(void *ctx, uint64_t ms);
    /* An event was dropped: CM_E_LIMIT for a cap, CM_E_NOMEM. May be NULL. */
    void (*fault)(void *ctx, cm_status why);
} SseSink;

typedef struct SseReader {
    Buf line; /* a line that began in an earlier chunk */
    Buf name, data;
    Buf id;      /* of the event under way */
    Buf last_id; /* of the stream */
    size_t max_line;
    cm_status fault; /* of the event under way */
    bool has_data, has_id;
    uint8_t n_bom;    /* bytes of a BOM seen at the start */
    bool is_started;  /* no BOM from here */
    bool is_after_cr; /* a '\n' here belongs to the '\r' before */
    bool is_skipping; /* inside a line that is dropped */
} SseReader;

void cm__sse_reader_init(SseReader *r, const cm_allocator *alloc,
                         size_t max_line, size_t max_event);
void cm__sse_reader_done(SseReader *r);

/* Feeds n bytes; calls the sink for what became whole. */
void cm__sse_reader_feed(SseReader *r, const char *bytes, size_t n,
                         const SseSink *sink, void *ctx);

/* Appends one event. Line ends in the data ('\n', '\r', "\r\n") part data
 * lines, so that each reads back as '\n'. The name and the id hold no line ends
 * and the id no NUL, else CM_E_ARGUMENT and nothing is added. Without a data
 * line a reader that follows the standard only takes the id. */
cm_status cm__sse_write_event(Buf *out, const SseEvent *event);

/* Appends a comment, which readers ignore: what keeps a connection alive. No
 * blank line follows: readers that have seen an id (httpx-sse, of the Python
 * SDK) take one for the end of an event without data. */
void cm__sse_write_comment(Buf *out, const char *text, size_t len);

/* Appends a retry line; it belongs before an event. */
void cm__sse_write_retry(Buf *out, uint64_t ms);

#endif
