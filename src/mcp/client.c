/* SPDX-License-Identifier: MIT */
#include "mcp/client.h"

#include <stdio.h>
#include <string.h>

enum {
    LIST_PAGES_MAX = 1000,
    CURSOR_MAX = 4096, /* bytes of a cursor */
};
/* Memory that the tree of one message may take. */
#define MESSAGE_MEMORY ((size_t)512 << 20)

typedef struct Pending {
    McpAnswered answered;
    void *user;
} Pending;

struct McpClient {
    const cm_allocator *alloc;
    char name[160]; /* for the log */
    const Log *log;
    McpClientEvents events;
    void *user;
    IdTable pending; /* what we asked: id -> Pending, owned */
    uint64_t last_id;
    char version[16];
    char server_name[128];
    bool is_junk_logged;
    unsigned busy; /* depth of events and answers under way */
    bool is_freed;

    McpListed listed; /* NULL: no listing under way */
    void *list_user;
    unsigned n_pages;
    char cursor[CURSOR_MAX + 1]; /* of the page asked for last */
};

static const char *const versions[] = { CM_MCP_VERSION, "2025-06-18",
                                        "2025-03-26", "2024-11-05" };

const char *cm__mcp_known_version(const char *version)
{
    for (size_t i = 0; i < CM_ARRAY_LEN(versions); i++)
        if (strcmp(versions[i], version) == 0)
            return versions[i];
    return NULL;
}

/* ---- life ---- */

McpClient *cm__client_new(const cm_allocator *alloc, const char *name,
                          const Log *log, const McpClientEvents *events,
                          void *user)
{
    McpClient *c = cm__alloc_zero(alloc, 1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->alloc = alloc;
    (void)snprintf(c->name, sizeof c->name, "%s", name);
    c->log = log;
    c->events = *events;
    c->user = user;
    cm__ids_init(&c->pending, alloc);
    return c;
}

static void enter(McpClient *c)
{
    c->busy++;
}

/* The counterpart of enter; the client may be gone after it. */
static void leave(McpClient *c)
{
    if (--c->busy == 0 && c->is_freed)
        cm__client_free(c);
}

static void id_text(uint64_t id, char out[24])
{
    (void)snprintf(out, 24, "%llu", (unsigned long long)id);
}

void cm__client_free(McpClient *c)
{
    if (c == NULL)
        return;
    c->is_freed = true;
    if (c->busy > 0)
        return;
    for (uint64_t id = 1; id <= c->last_id && c->pending.n_entries > 0; id++) {
        char text[24];
        id_text(id, text);
        cm__free(c->alloc, cm__ids_take(&c->pending, text), sizeof(Pending));
    }
    cm__ids_done(&c->pending);
    cm__free(c->alloc, c, sizeof *c);
}

const char *cm__client_version(const McpClient *c)
{
    return c->version;
}

const char *cm__client_server_name(const McpClient *c)
{
    return c->server_name;
}

/* ---- sending ---- */

static cm_status send_buf(McpClient *c, Buf *line)
{
    cm__buf_add_char(line, '\n');
    if (line->status != CM_OK)
        return line->status;
    return c->events.send(c->user, line->bytes, line->len);
}

static Pending *pending_add(McpClient *c, const char *id, McpAnswered answered,
                            void *user)
{
    Pending *p = cm__alloc(c->alloc, sizeof *p);
    if (p == NULL)
        return NULL;
    *p = (Pending){ answered, user };
    if (cm__ids_add(&c->pending, id, p) != CM_OK) {
        cm__free(c->alloc, p, sizeof *p);
        return NULL;
    }
    return p;
}

uint64_t cm__client_request(McpClient *c, const char *method,
                            const char *params, size_t len,
                            McpAnswered answered, void *user)
{
    Buf line;
    char id[24];
    uint64_t number = ++c->last_id;
    id_text(number, id);
    if (pending_add(c, id, answered, user) == NULL)
        return 0;
    cm__buf_init(&line, c->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&line);
    cm__rpc_begin_request(&w, id, method);
    cm__json_write_raw(&w, params, len);
    cm__rpc_end(&w);
    cm_status status = send_buf(c, &line);
    cm__buf_done(&line);
    if (status == CM_OK)
        return number;
    cm__free(c->alloc, cm__ids_take(&c->pending, id), sizeof(Pending));
    return 0;
}

uint64_t cm__client_call_tool(McpClient *c, const char *tool,
                              const char *arguments, size_t len,
                              McpAnswered answered, void *user)
{
    Buf params;
    cm__buf_init(&params, c->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&params);
    cm__json_begin_object(&w);
    cm__json_key(&w, "name");
    cm__json_write_text(&w, tool);
    cm__json_key(&w, "arguments");
    /* The protocol wants an object; a program may have given nothing. */
    if (len > 0 && arguments[0] == '{')
        cm__json_write_raw(&w, arguments, len);
    else
        cm__json_write_raw(&w, "{}", 2);
    cm__json_end_object(&w);
    uint64_t id = 0;
    if (params.status == CM_OK)
        id = cm__client_request(c, "tools/call", params.bytes, params.len,
                                answered, user);
    cm__buf_done(&params);
    return id;
}

static void notify(McpClient *c, const char *method, const char *params)
{
    Buf line;
    cm__buf_init(&line, c->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&line);
    cm__rpc_begin_notification(&w, method);
    cm__json_write_raw(&w, params, strlen(params));
    cm__rpc_end(&w);
    (void)send_buf(c, &line); /* a lost notification is no failure */
    cm__buf_done(&line);
}

void cm__client_cancel(McpClient *c, uint64_t request, const char *reason)
{
    char id[24];
    Buf params;
    id_text(request, id);
    Pending *p = cm__ids_take(&c->pending, id);
    if (p == NULL)
        return;
    cm__free(c->alloc, p, sizeof *p);
    cm__buf_init(&params, c->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&params, "{\"requestId\":%s,\"reason\":", id);
    cm__json_quote(&params, reason, strlen(reason));
    cm__buf_add_char(&params, '}');
    notify(c, "notifications/cancelled", cm__buf_text(&params));
    cm__buf_done(&params);
}

/* ---- the handshake ---- */

static void initialized(void *user, const McpAnswer *answer)
{
    McpClient *c = user;
    if (answer->result == NULL) {
        c->events.refused(c->user, answer->error);
        return;
    }
    const JsonValue *version = cm__json_get(answer->result, "protocolVersion");
    const char *known = NULL;
    if (version != NULL && version->type == CM_JSON_TYPE_STRING)
        known = cm__mcp_known_version(version->text);
    if (known == NULL) {
        char reason[120];
        (void)snprintf(reason, sizeof reason,
                       "it speaks protocol version \"%.40s\", which is unknown",
                       version != NULL && version->type == CM_JSON_TYPE_STRING
                           ? version->text
                           : "(none)");
        c->events.refused(c->user, reason);
        return;
    }
    (void)snprintf(c->version, sizeof c->version, "%s", known);
    const JsonValue *server = cm__json_get(answer->result, "serverInfo");
    const JsonValue *name =
        server != NULL ? cm__json_get(server, "name") : NULL;
    if (name != NULL && name->type == CM_JSON_TYPE_STRING)
        (void)snprintf(c->server_name, sizeof c->server_name, "%.120s",
                       name->text);
    notify(c, "notifications/initialized", "{}");
    c->events.ready(c->user);
}

void cm__client_start(McpClient *c)
{
    char params[256];
    (void)snprintf(params, sizeof params,
                   "{\"protocolVersion\":\"" CM_MCP_VERSION "\","
                   "\"capabilities\":{},\"clientInfo\":{\"name\":\"codemode\","
                   "\"version\":\"%s\"}}",
                   cm_version());
    enter(c);
    if (cm__client_request(c, "initialize", params, strlen(params), initialized,
                           c) == 0)
        c->events.refused(c->user, "the first message could not be sent");
    leave(c);
}

/* ---- receiving ---- */

static void answer_request(McpClient *c, const RpcMessage *m)
{
    Buf line;
    cm__buf_init(&line, c->alloc, CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&line);
    if (strcmp(m->method, "ping") == 0) {
        cm__rpc_begin_result(&w, m->id);
        cm__json_write_raw(&w, "{}", 2);
        cm__rpc_end(&w);
    } else if (strcmp(m->method, "roots/list") == 0) {
        cm__rpc_begin_result(&w, m->id);
        cm__json_write_raw(&w, "{\"roots\":[]}", 12);
        cm__rpc_end(&w);
    } else {
        cm__rpc_error(&line, m->id, CM_RPC_NO_METHOD, "method not found");
    }
    (void)send_buf(c, &line);
    cm__buf_done(&line);
}

static void take_notification(McpClient *c, const RpcMessage *m)
{
    if (strcmp(m->method, "notifications/tools/list_changed") == 0) {
        if (c->version[0] != '\0')
            c->events.tools_changed(c->user);
    } else if (strcmp(m->method, "notifications/message") == 0) {
        const JsonValue *text =
            m->params != NULL ? cm__json_get(m->params, "data") : NULL;
        if (text != NULL && text->type == CM_JSON_TYPE_STRING)
            cm__log(c->log, CM_LOG_DEBUG, "server \"%s\": %.500s", c->name,
                    text->text);
    }
    /* Progress and vendor notifications are nothing to us. */
}

/* Some servers answer our numbers as strings: "7" for 7. */
static const char *plain_id(char *id)
{
    size_t n = strlen(id);
    if (n > 2 && id[0] == '"') {
        id[n - 1] = '\0';
        return id + 1;
    }
    return id;
}

static void take_answer(McpClient *c, RpcMessage *m)
{
    char text[700];
    Pending *p = cm__ids_take(&c->pending, plain_id(m->id));
    if (p == NULL)
        return; /* late, doubled or made up */
    Pending pending = *p;
    cm__free(c->alloc, p, sizeof *p);
    McpAnswer answer = { .result = m->result };
    if (m->kind == CM_RPC_ERROR) {
        (void)snprintf(text, sizeof text, "%.600s", m->message);
        answer = (McpAnswer){ .error = text, .code = m->code };
    }
    pending.answered(pending.user, &answer);
}

static void log_junk(McpClient *c, const char *line, size_t len)
{
    if (c->is_junk_logged)
        return;
    c->is_junk_logged = true;
    cm__log(c->log, CM_LOG_WARN,
            "server \"%s\" writes lines to standard output that are no "
            "messages; skipped, the first is: %.*s",
            c->name, (int)(len < 200 ? len : 200), line);
}

void cm__client_feed(McpClient *c, const char *line, size_t len)
{
    JsonDoc *doc = NULL;
    RpcMessage m;
    JsonOptions options = { .max_memory = MESSAGE_MEMORY };
    if (c->is_freed)
        return;
    if (cm__json_parse(c->alloc, line, len, &options, &doc, NULL) != CM_OK ||
        !cm__rpc_read(&doc->root, &m)) {
        log_junk(c, line, len);
        cm__json_doc_free(doc);
        return;
    }
    enter(c);
    switch (m.kind) {
    case CM_RPC_REQUEST:
        answer_request(c, &m);
        break;
    case CM_RPC_NOTIFICATION:
        take_notification(c, &m);
        break;
    case CM_RPC_RESULT:
    case CM_RPC_ERROR:
        take_answer(c, &m);
        break;
    case CM_RPC_INVALID:
        log_junk(c, line, len);
        break;
    }
    leave(c);
    cm__json_doc_free(doc);
}

void cm__client_disconnect(McpClient *c, const char *reason)
{
    enter(c);
    for (uint64_t id = 1; id <= c->last_id && c->pending.n_entries > 0; id++) {
        char text[24];
        id_text(id, text);
        Pending *p = cm__ids_take(&c->pending, text);
        if (p == NULL)
            continue;
        Pending pending = *p;
        cm__free(c->alloc, p, sizeof *p);
        McpAnswer answer = { .error = reason };
        pending.answered(pending.user, &answer);
    }
    leave(c);
}

/* ---- listing ---- */

static void page_answered(void *user, const McpAnswer *answer);

static void list_end(McpClient *c, const char *error)
{
    McpListed listed = c->listed;
    c->listed = NULL;
    listed(c->list_user, NULL, error);
}

static bool ask_page(McpClient *c, bool has_cursor)
{
    Buf params;
    cm__buf_init(&params, c->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_char(&params, '{');
    if (has_cursor) {
        cm__buf_add_str(&params, "\"cursor\":");
        cm__json_quote(&params, c->cursor, strlen(c->cursor));
    }
    cm__buf_add_char(&params, '}');
    bool is_sent = params.status == CM_OK &&
                   cm__client_request(c, "tools/list", params.bytes, params.len,
                                      page_answered, c) != 0;
    cm__buf_done(&params);
    return is_sent;
}

static void page_answered(void *user, const McpAnswer *answer)
{
    McpClient *c = user;
    if (answer->result == NULL) {
        /* A server of resources or prompts alone. */
        bool has_none = answer->code == CM_RPC_NO_METHOD && c->n_pages == 1;
        list_end(c, has_none ? NULL : answer->error);
        return;
    }
    const JsonValue *tools = cm__json_get(answer->result, "tools");
    const JsonValue *next = cm__json_get(answer->result, "nextCursor");
    if (tools != NULL && tools->type == CM_JSON_TYPE_ARRAY)
        c->listed(c->list_user, tools, NULL);
    if (next == NULL || next->type != CM_JSON_TYPE_STRING) {
        list_end(c, NULL);
        return;
    }
    /* The empty cursor is valid. One that repeats would never end. */
    bool is_repeated = c->n_pages > 1 && strcmp(next->text, c->cursor) == 0;
    if (next->len > CURSOR_MAX || is_repeated ||
        ++c->n_pages > LIST_PAGES_MAX) {
        list_end(c, "its list of tools does not end");
        return;
    }
    memcpy(c->cursor, next->text, next->len + 1);
    if (!ask_page(c, true))
        list_end(c, "the list of tools could not be asked for");
}

cm_status cm__client_list_tools(McpClient *c, McpListed listed, void *user)
{
    if (c->listed != NULL)
        return CM_E_STATE;
    c->listed = listed;
    c->list_user = user;
    c->n_pages = 1;
    c->cursor[0] = '\0';
    if (ask_page(c, false))
        return CM_OK;
    c->listed = NULL;
    return CM_E_IO;
}
