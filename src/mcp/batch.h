/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_BATCH_H
#define CM_MCP_BATCH_H
/* batch: several messages in one JSON array, as version 2025-03-26 has them and
 * no other (MCP 2025-03-26, basic: batching).
 *
 *     transport <--> batching front <--> front of single messages
 *
 * The front here stands before another one of the same client. It takes arrays
 * apart, feeds the messages one by one, and sends their answers as one array
 * when the last has come, in the order in which they came. What is no answer,
 * progress say, goes out at once.
 * A batch is refused whole when the client did not agree on 2025-03-26, when it
 * is empty, has more than CM_BATCH_MAX messages, or has `initialize` in it; an
 * entry that is no message gets an error answer of its own (JSON-RPC 2.0, 6).
 * The arrays of servers come to the client or the relay, which take their
 * messages one by one; what answers these goes back singly.
 * Ownership: the front owns the one behind it.
 * Threads:   the loop's thread only. */
#include "mcp/front.h"
#include "net/log.h"
#include "json/tree.h"

enum {
    CM_BATCH_MAX = 100,
    CM_BATCH_TAKEN_MAX =
        1000 /* of a server's, which holds what it tells, too */
};

/* Why an array is refused as a batch of a client with that version, or NULL;
 * then *ret_n_answers says how many of its entries are answered. */
const char *cm__batch_fault(const JsonValue *array, const char *version,
                            size_t *ret_n_answers);

/* How many messages of a server's array are taken, the first of them. The log
 * says what is wrong with it, once: *is_logged is set then. */
size_t cm__batch_room(const JsonValue *array, const char *server,
                      const Log *log, bool *is_logged);

/* Stands before a front that the maker makes. Not for stateless ones. NULL when
 * memory is refused. */
Front *cm__batch_front_new(const cm_allocator *alloc, const FrontMaker *behind,
                           const FrontSpec *spec);

#endif
