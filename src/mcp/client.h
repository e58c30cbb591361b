/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_CLIENT_H
#define CM_MCP_CLIENT_H
/* client: the client side of the Model Context Protocol, without a transport.
 *
 * It is fed the messages that a server sent and hands out the ones to send, so
 * it can be tested with text alone. It speaks both eras (era.h): the versions
 * with a handshake, 2024-11-05 to 2025-11-25, and 2026-07-28 without.
 *
 *     start -> initialize | server/discover -> ready -> list_tools, call, ...
 *
 * Which of the two comes first is the caller's choice; when the server refuses
 * it the other one is tried.
 *
 * Peers are hostile: lines that are no JSON objects are skipped and logged
 * once, answers with unknown ids are ignored, requests that we do not know are
 * refused, those that come faster than the server takes our answers get none,
 * a list that never ends is cut with an error. Arrays of messages are taken in
 * version 2025-03-26 alone.
 * Ownership: the caller owns the client; events and answers borrow.
 *            cm__client_free may be called inside an event or answer: the
 *            client then dies when the message under way has been dealt with.
 * Threads:   the loop's thread only. */
#include "mcp/jsonrpc.h"
#include "mcp/wire.h"

#define CM_MCP_VERSION "2025-11-25"

/* The version itself when it is one that we speak with a handshake, else
 * NULL. */
const char *cm__mcp_known_version(const char *version);

typedef struct McpClient McpClient;

/* What came back for a request: a result, or the reason why there is none. */
typedef struct McpAnswer {
    const JsonValue *result; /* NULL: it failed */
    const char *error;       /* the failure's text */
    const char *cause;       /* the end of it that tells why; NULL: none */
    int64_t code;            /* of a JSON-RPC error; 0: none came */
    const JsonValue *data;   /* of a JSON-RPC error, or NULL */
    int status;              /* of HTTP when that refused it, else 0 */
    bool is_session_lost;    /* refused with its session, so not carried out */
    /* Of the modern era: the result of the type "input_required"; the request
     * may be made again with what cm__client_input_answers gives. */
    const JsonValue *input_required;
} McpAnswer;

typedef void (*McpAnswered)(void *user, const McpAnswer *answer);

typedef struct McpClientEvents {
    /* A message with its line end, to be sent at once. */
    cm_status (*send)(void *user, const char *line, size_t len,
                      const WireNote *note);
    /* The answer came; nobody waits for it any more. Both may be NULL. */
    void (*settled)(void *user, uint64_t request);
    void (*forgotten)(void *user, uint64_t request);
    void (*ready)(void *user);
    /* No beginning worked; why is the last failed answer, or NULL when the
     * server speaks a version that we do not. */
    void (*refused)(void *user, const char *reason, const McpAnswer *why);
    void (*tools_changed)(void *user);
    /* Progress of a tool call; `call` is the user of its answer. Params are
     * those of the notification. May be NULL. */
    void (*progressed)(void *user, void *call, const JsonValue *params);
} McpClientEvents;

typedef enum McpStart {
    CM_MCP_HANDSHAKE_FIRST, /* initialize; server/discover if it is refused */
    CM_MCP_DISCOVER_FIRST,  /* the other way round */
    CM_MCP_HANDSHAKE_ONLY
} McpStart;

typedef struct McpClientSpec {
    const char *name; /* for the log */
    const Log *log;
    McpStart start;
    /* Over HTTP a modern cancel is the end of the stream, and a modern server
     * is never sent an answer. */
    bool is_http;
    const McpClientEvents *events;
    void *user;
} McpClientSpec;

McpClient *cm__client_new(const cm_allocator *alloc, const McpClientSpec *spec);
/* Pending requests are dropped without an answer: fail them before. */
void cm__client_free(McpClient *client);

/* Sends the first message. Again after a lost session: a new handshake, with
 * `ready` at its end; requests sent meanwhile are the caller's fault. */
void cm__client_start(McpClient *client);
/* One message from the server, without a line end. */
void cm__client_feed(McpClient *client, const char *text, size_t len);
/* The transport knows that a request gets no answer. */
void cm__client_fail(McpClient *client, uint64_t request,
                     const WireFault *fault);
/* The connection is gone: every pending request fails with the reason. */
void cm__client_disconnect(McpClient *client, const char *reason);

/* Facts after `ready`; "" before. Borrowed from the client. */
const char *cm__client_version(const McpClient *client);
const char *cm__client_server_name(const McpClient *client);
bool cm__client_is_modern(const McpClient *client);

/* Sends a request; params is the compact text of a JSON object without `_meta`
 * ("{}" where there are none). Returns its number, or 0 when it could not be
 * sent: then no answer comes. */
uint64_t cm__client_request(McpClient *client, const char *method,
                            const char *params, size_t len,
                            McpAnswered answered, void *user);

/* Why the last request that could not be sent was not: CM_E_NOMEM, or what the
 * wire said. */
cm_status cm__client_unsent(const McpClient *client);

typedef struct McpCall {
    const char *tool;
    const char *arguments; /* JSON; what is no object is sent as {} */
    size_t arguments_len;
    const cm_http_header *headers; /* Mcp-Param-*, see toolheader.h */
    size_t n_headers;
    const char *more; /* further members of the params, or NULL */
} McpCall;

/* Appends the members `inputResponses` and `requestState` that the next try of
 * a call carries: nobody is asked, elicitation is declined and there are no
 * roots. False when the server wants something else, sampling say. */
bool cm__client_input_answers(const JsonValue *input_required, Buf *out);

/* tools/call with a progress token, as cm__client_request. */
uint64_t cm__client_call_tool(McpClient *client, const McpCall *call,
                              McpAnswered answered, void *user);
/* subscriptions/listen for changes of the tools, where a modern server tells
 * them only so (tools_changed). Its answer is the end of the subscription. 0
 * also when there is nothing to subscribe to. */
uint64_t cm__client_listen(McpClient *client, McpAnswered answered, void *user);
/* Forgets a request and tells the server; no answer comes any more. */
void cm__client_cancel(McpClient *client, uint64_t request, const char *reason);

/* All pages of tools/list, called for each with the page's `tools` array, then
 * once with NULL and NULL at the end, or NULL and the error. One listing at a
 * time: CM_E_STATE while one is under way. */
typedef void (*McpListed)(void *user, const JsonValue *tools,
                          const char *error);
cm_status cm__client_list_tools(McpClient *client, McpListed listed,
                                void *user);
/* The HTTP status of what failed the last listing; 0: another fault, or none. */
int cm__client_list_status(const McpClient *client);
/* Ends the listing under way, if any, with the error. */
void cm__client_stop_listing(McpClient *client, const char *error);

#endif
