/* SPDX-License-Identifier: MIT */
#ifndef CM_FUZZ_LEDGER_H
#define CM_FUZZ_LEDGER_H
/* ledger: what a client of the gateway asked and what it was told, kept apart
 * from the server's own books. It stops the run at an answer that nobody asked
 * for, a second one, one to a cancelled request or on a closed stream, and at
 * what is no message; in the end it knows what was never answered.
 *
 * Over one pipe requests are told apart by their ids, over HTTP by the stream
 * on which each came (`to`), which is a StreamEntry then. */
#include "fuzz.h"
#include "mcp/front.h"
#include "mcp/jsonrpc.h"

typedef struct LedgerId LedgerId;

typedef enum StreamState {
    STREAM_OPEN,
    STREAM_ANSWERED,
    STREAM_CLOSED /* by the client */
} StreamState;

typedef struct StreamEntry {
    struct StreamEntry *next;
    StreamState state;
    char id[CM_RPC_ID_MAX + 1]; /* of a single request that could be read */
    bool has_id, is_lasting;    /* a subscription is in it */
} StreamEntry;

typedef struct Ledger {
    bool has_streams, is_stateless;
    LedgerId *ids;
    StreamEntry *streams, **last_stream;
    unsigned n_unread; /* answers due to what has no id that we know */
} Ledger;

void ledger_begin(Ledger *ledger, bool has_streams, bool is_stateless);
void ledger_end(Ledger *ledger);

/* A message of the client that is about to be fed; version as the front has it.
 * False: the transport would not feed it. *ret_to is what to feed it with. */
bool ledger_asked(Ledger *ledger, const char *text, size_t len,
                  const char *version, StreamEntry **ret_to);
/* The same message has been fed. */
void ledger_fed(Ledger *ledger, const char *text, size_t len);
/* A line over the cap. */
void ledger_overlong(Ledger *ledger);
void ledger_told(Ledger *ledger, const McpReply *reply);

/* The i-th open stream, which the client closes; NULL when there are fewer. */
StreamEntry *ledger_close(Ledger *ledger, size_t i);

/* Whether something is open that only the client ends. */
bool ledger_has_lasting(const Ledger *ledger);
/* Everything else is answered. */
void ledger_check_end(const Ledger *ledger);

#endif
