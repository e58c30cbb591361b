/* SPDX-License-Identifier: MIT */
#ifndef CM_NET_INFLATE_H
#define CM_NET_INFLATE_H
/* inflate: bodies that came compressed (RFC 9110, 8.4.1), undone by zlib.
 *
 * libcurl could do it, but it takes a body that is cut for a whole one: half a
 * text would be the answer, and 123 that of 123456. zlib is loaded when the
 * first such body comes.
 * Ownership: an inflater owns its memory, some 40 KiB.
 * Threads:   none; one inflater, one thread. */
#include "base/buf.h"

typedef struct Inflater Inflater;

/* NULL: memory was refused, or there is no zlib. */
Inflater *cm__inflate_new(const cm_allocator *alloc, bool is_gzip);
void cm__inflate_free(Inflater *inflater); /* NULL is a no-op */

/* Appends what the next bytes become. CM_E_SYNTAX: they are not compressed as
 * they should be; CM_E_LIMIT: `out` would pass its limit; CM_E_NOMEM. After a
 * failure it is of no use but to be freed. */
cm_status cm__inflate_add(Inflater *inflater, const char *bytes, size_t n,
                          Buf *out);
/* Whether what came ends where it should; so does nothing at all. */
bool cm__inflate_is_whole(const Inflater *inflater);

#endif
