/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_JSONRPC_H
#define CM_MCP_JSONRPC_H
/* jsonrpc: messages of JSON-RPC 2.0 and the tables that match ids.
 *
 * Each direction has its own id space: one table holds what we asked, another
 * what we were asked, and a message is routed by whether it has a `method`.
 * An id is kept as its JSON text, so that "7" and 7 stay different and are
 * given back exactly as they came.
 * Ownership: a message borrows from its document. A table owns its keys, the
 *            caller what it maps them to.
 * Threads:   none. */
#include "base/buf.h"
#include "json/writer.h"

enum {
    CM_RPC_PARSE_ERROR = -32700,
    CM_RPC_INVALID_REQUEST = -32600,
    CM_RPC_NO_METHOD = -32601,
    CM_RPC_INVALID_PARAMS = -32602,
    CM_RPC_INTERNAL = -32603,
    CM_RPC_ID_MAX = 512 /* bytes of an id's JSON text */
};
/* The one version that has messages in arrays (MCP 2025-03-26, basic). */
#define CM_RPC_BATCH_VERSION "2025-03-26"

typedef enum RpcKind {
    CM_RPC_REQUEST,
    CM_RPC_NOTIFICATION,
    CM_RPC_RESULT,
    CM_RPC_ERROR,
    CM_RPC_INVALID /* an object that is no message, or an array */
} RpcKind;

typedef struct RpcMessage {
    RpcKind kind;
    char id[CM_RPC_ID_MAX + 1]; /* JSON text; "" when there is none */
    const char *method;
    const JsonValue *params; /* NULL: absent */
    const JsonValue *result;
    int64_t code;        /* of an error */
    const char *message; /* of an error; may hold U+0000 */
    size_t message_len;
    const JsonValue *data; /* of an error; NULL: absent */
} RpcMessage;

/* Reads a parsed line. False only when it is no object. */
bool cm__rpc_read(const JsonValue *root, RpcMessage *ret);

/* Whether a value is a text without U+0000, which can be told from others as a
 * C string. Names are, or one with more behind the U+0000 would pass for it. */
bool cm__rpc_is_name(const JsonValue *v);

/* A whole number, however it is written: some peers give 5 back as 5.0. */
bool cm__rpc_whole(const JsonValue *v, int64_t *ret);

/* The JSON text of an id as RpcMessage has it; false when it is none that the
 * protocol allows. */
bool cm__rpc_id_text(const JsonValue *id, char out[CM_RPC_ID_MAX + 1]);

/* The id of a message that cannot be parsed for want of memory, "" when it is
 * not found; without memory. Whether the message has a method. */
bool cm__rpc_find_id(const char *text, size_t len, char out[CM_RPC_ID_MAX + 1]);

/* Heads and tails of messages; between them goes one JSON value.
 *     {"jsonrpc":"2.0","id":<id>,"result":   ...   }
 */
void cm__rpc_begin_result(JsonWriter *w, const char *id);
void cm__rpc_begin_request(JsonWriter *w, const char *id, const char *method);
void cm__rpc_begin_notification(JsonWriter *w, const char *method);
void cm__rpc_end(JsonWriter *w);
/* An error answer up to where `data` may follow: end it with cm__json_end_object
 * and cm__rpc_end. id "" gives null, NULL no id. */
void cm__rpc_begin_error(JsonWriter *w, const char *id, int64_t code,
                         const char *message);
/* A whole error answer; id "" gives null. */
void cm__rpc_error(Buf *out, const char *id, int code, const char *message);

/* Makes U+FFFD of each lone surrogate in the JSON text from `from` on, which
 * many readers refuse a whole message for: what programs and servers say may
 * hold some. keep: an id or token as JSON text that stays as it came, for who
 * gave it looks for it; "": none. In place, so it takes no memory. */
void cm__rpc_clean(Buf *text, size_t from, const char *keep);

/* ---- ids ---- */

typedef struct IdEntry IdEntry;

typedef struct IdTable {
    const cm_allocator *alloc;
    IdEntry **buckets; /* owned; n_buckets is 0 or a power of two */
    size_t n_buckets, n_entries;
} IdTable;

void cm__ids_init(IdTable *t, const cm_allocator *alloc);
void cm__ids_done(IdTable *t);
/* CM_E_NAME when the id is in use already. */
cm_status cm__ids_add(IdTable *t, const char *id, void *value);
void *cm__ids_get(const IdTable *t, const char *id);
/* The value, which is out of the table then; NULL when there is none. */
void *cm__ids_take(IdTable *t, const char *id);

#endif
