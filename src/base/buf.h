/* SPDX-License-Identifier: MIT */
#ifndef CM_BASE_BUF_H
#define CM_BASE_BUF_H
/* buf: a growable byte buffer whose first failure sticks.
 *
 * Invariant: bytes is NULL, or bytes[len] is NUL and len < cap; len <= limit.
 * Ownership: the buffer owns bytes until cm__buf_take or cm__buf_done.
 * Threads:   none; one buffer, one thread.
 * Limit:     stated by the caller at init (bytes of content). */
#include "base/alloc.h"

typedef struct Buf {
    const cm_allocator *alloc; /* borrowed; outlives the buffer */
    char *bytes;               /* owned */
    size_t len, cap, limit;
    cm_status status; /* first failure, else CM_OK */
} Buf;

#define CM_BUF_NO_LIMIT ((size_t)1 << 40)

/* Storage is the caller's. No allocation happens before the first add. */
void cm__buf_init(Buf *b, const cm_allocator *alloc, size_t limit);
void cm__buf_done(Buf *b);
/* Empties but keeps the memory; clears a sticky failure. */
void cm__buf_clear(Buf *b);

/* Appends n bytes of src, or does nothing once a failure has stuck. */
void cm__buf_add(Buf *b, const void *src, size_t n);
void cm__buf_add_str(Buf *b, const char *text);
/* Appends what another buffer holds; a failure of the part is one of b. */
void cm__buf_add_buf(Buf *b, const Buf *part);
/* When memory was refused to a part, what is made of it lacks memory too. */
void cm__buf_share(Buf *b, const Buf *part);
void cm__buf_add_char(Buf *b, char c);
/* Appends n copies of c. */
void cm__buf_add_fill(Buf *b, char c, size_t n);
void cm__buf_add_fmt(Buf *b, const char *fmt, ...) CM_PRINTF(2, 3);
/* Appends a decimal integer. */
void cm__buf_add_int(Buf *b, int64_t n);
/* Appends a code point as UTF-8; a lone surrogate as its three-byte form. */
void cm__buf_add_code_point(Buf *b, uint32_t code_point);

/* Room for n more bytes at the end, or NULL after a failure. The caller writes
 * up to n bytes there and then calls cm__buf_advance. */
char *cm__buf_reserve(Buf *b, size_t n);
void cm__buf_advance(Buf *b, size_t n);
/* Drops everything past len; len <= b->len. */
void cm__buf_truncate(Buf *b, size_t len);

/* The bytes with a NUL behind; "" when empty. Borrowed until the next add. */
const char *cm__buf_text(const Buf *b);

/* Moves the bytes out and leaves b empty; *ret_cap is the size to free with.
 * On failure outputs are untouched and b is emptied all the same. */
cm_status cm__buf_take(Buf *b, char **ret_bytes, size_t *ret_len,
                       size_t *ret_cap);

#endif
