/* SPDX-License-Identifier: MIT */
/* Input: a message. Oracles: what is read, written again, reads the same; an id
 * written in an answer is the id of the request; a table of ids holds what a
 * list of them holds. */
#include "fuzz.h"

#include <string.h>

#include "mcp/jsonrpc.h"
#include "json/tree.h"

enum {
    MAX_BYTES = 4096,
    N_IDS = 8
};

static JsonDoc *parse(const char *text, size_t len)
{
    JsonDoc *doc = NULL;
    (void)cm__json_parse(cm__alloc_default(), text, len, NULL, &doc, NULL);
    return doc;
}

/* Writes a message of the kind; false for those that cannot be. */
static bool write_again(const RpcMessage *m, Buf *out)
{
    JsonWriter w = cm__json_writer(out);
    const JsonValue *body = m->kind == CM_RPC_RESULT  ? m->result
                            : m->kind == CM_RPC_ERROR ? m->data
                                                      : m->params;
    if (m->kind == CM_RPC_REQUEST)
        cm__rpc_begin_request(&w, m->id, m->method);
    else if (m->kind == CM_RPC_NOTIFICATION)
        cm__rpc_begin_notification(&w, m->method);
    else if (m->kind == CM_RPC_RESULT)
        cm__rpc_begin_result(&w, m->id);
    else
        return false;
    if (body)
        cm__json_write_value(&w, body);
    else
        cm__json_write_null(&w);
    cm__rpc_end(&w);
    return true;
}

static void check_message(const RpcMessage *m)
{
    Buf text;
    RpcMessage again;
    cm__buf_init(&text, cm__alloc_default(), CM_BUF_NO_LIMIT);
    FUZZ_CHECK(strlen(m->id) <= CM_RPC_ID_MAX);
    FUZZ_CHECK((m->kind == CM_RPC_REQUEST || m->kind == CM_RPC_NOTIFICATION) ==
               (m->method != NULL));
    if (m->kind == CM_RPC_REQUEST || m->kind == CM_RPC_RESULT)
        FUZZ_CHECK(m->id[0]);
    if (m->kind == CM_RPC_ERROR)
        FUZZ_CHECK(m->message);
    if (write_again(m, &text)) {
        JsonDoc *doc = parse(cm__buf_text(&text), text.len);
        FUZZ_CHECK(doc && cm__rpc_read(&doc->root, &again));
        FUZZ_CHECK(again.kind == m->kind && strcmp(again.id, m->id) == 0);
        FUZZ_CHECK(!m->method || strcmp(again.method, m->method) == 0);
        cm__json_doc_free(doc);
    }
    cm__buf_clear(&text);
    cm__rpc_error(&text, m->id, CM_RPC_NO_METHOD, "no \"such\" method");
    JsonDoc *doc = parse(cm__buf_text(&text), text.len);
    FUZZ_CHECK(doc && cm__rpc_read(&doc->root, &again));
    FUZZ_CHECK(again.kind == CM_RPC_ERROR && again.code == CM_RPC_NO_METHOD);
    FUZZ_CHECK(strcmp(again.id, m->id) == 0);
    FUZZ_CHECK(strcmp(again.message, "no \"such\" method") == 0);
    cm__json_doc_free(doc);
    cm__buf_done(&text);
}

static void check_table(const uint8_t *bytes, size_t size)
{
    static const char *const ids[N_IDS] = { "1",     "\"1\"", "2",  "\"\"",
                                            "\"a\"", "-1",    "10", "\"b\"" };
    void *list[N_IDS] = { NULL };
    IdTable table;
    cm__ids_init(&table, cm__alloc_default());
    for (size_t i = 0; i < size && i < 200; i++) {
        size_t k = bytes[i] % N_IDS;
        void *value = cm_unconst(ids[k]);
        if (bytes[i] & 64) {
            FUZZ_CHECK(cm__ids_take(&table, ids[k]) == list[k]);
            list[k] = NULL;
        } else {
            FUZZ_CHECK(cm__ids_add(&table, ids[k], value) ==
                       (list[k] ? CM_E_NAME : CM_OK));
            list[k] = value;
        }
        FUZZ_CHECK(cm__ids_get(&table, ids[k]) == list[k]);
    }
    size_t n = 0;
    for (size_t k = 0; k < N_IDS; k++)
        n += list[k] != NULL;
    FUZZ_CHECK(table.n_entries == n);
    cm__ids_done(&table);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    RpcMessage m;
    if (size > MAX_BYTES)
        return 0;
    JsonDoc *doc = parse((const char *)bytes, size);
    if (doc) {
        bool is_object = doc->root.type == CM_JSON_TYPE_OBJECT;
        FUZZ_CHECK(cm__rpc_read(&doc->root, &m) == is_object);
        if (is_object)
            check_message(&m);
        cm__json_doc_free(doc);
    }
    check_table(bytes, size);
    return 0;
}
