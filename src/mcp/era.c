/* SPDX-License-Identifier: MIT */
#include "mcp/era.h"

#include <string.h>

#include "mcp/jsonrpc.h"

static const char *text_of(const JsonValue *v)
{
    return v != NULL && v->type == CM_JSON_TYPE_STRING ? v->text : "";
}

static bool is_object(const JsonValue *v)
{
    return v != NULL && v->type == CM_JSON_TYPE_OBJECT;
}

static void refuse(Era *era, int code, const char *text)
{
    if (era->fault == 0) {
        era->fault = code;
        era->fault_text = text;
    }
}

Era cm__era_read(const char *method, const JsonValue *params, bool is_modern)
{
    Era era = { .version = "", .client_name = "" };
    const JsonValue *meta =
        is_object(params) ? cm__json_get(params, "_meta") : NULL;
    const JsonValue *version =
        is_object(meta) ? cm__json_get(meta, CM_META_VERSION) : NULL;
    era.is_modern = is_modern || version != NULL ||
                    strcmp(method, "server/discover") == 0 ||
                    strcmp(method, "subscriptions/listen") == 0;
    if (!era.is_modern)
        return era;
    era.version = text_of(version);
    if (era.version[0] == '\0')
        refuse(&era, CM_RPC_INVALID_PARAMS,
               "params._meta[\"" CM_META_VERSION "\"] must be a string");
    else if (strcmp(era.version, CM_MCP_MODERN) != 0)
        refuse(&era, CM_RPC_NO_VERSION, "unsupported protocol version");
    if (!is_object(meta) ||
        !is_object(cm__json_get(meta, CM_META_CAPABILITIES)))
        refuse(&era, CM_RPC_INVALID_PARAMS,
               "params._meta[\"" CM_META_CAPABILITIES "\"] must be an object");
    if (is_object(meta) && is_object(cm__json_get(meta, CM_META_CLIENT)))
        era.client_name =
            text_of(cm__json_get(cm__json_get(meta, CM_META_CLIENT), "name"));
    return era;
}

void cm__era_write_server(JsonWriter *w)
{
    cm__json_begin_object(w);
    cm__json_key(w, "name");
    cm__json_write_text(w, "codemode");
    cm__json_key(w, "version");
    cm__json_write_text(w, cm_version());
    cm__json_end_object(w);
}

static void write_members(JsonWriter *w, const JsonValue *object,
                          const char *but)
{
    for (size_t i = 0; i < object->n_members; i++) {
        const JsonMember *m = &object->members[i];
        if (cm__json_is_named(m, but))
            continue;
        cm__json_key_n(w, m->name, m->name_len);
        cm__json_write_value(w, &m->value);
    }
}

/* The result of who answers for another server names that one already. */
static void write_meta(JsonWriter *w, const JsonValue *meta)
{
    cm__json_key(w, "_meta");
    cm__json_begin_object(w);
    if (is_object(meta))
        write_members(w, meta, "");
    if (!is_object(meta) || cm__json_get(meta, CM_META_SERVER) == NULL) {
        cm__json_key(w, CM_META_SERVER);
        cm__era_write_server(w);
    }
    cm__json_end_object(w);
}

cm_status cm__era_write_result(const cm_allocator *alloc, JsonWriter *w,
                               bool is_modern, const char *json, size_t len)
{
    JsonDoc *doc;
    if (!is_modern) {
        cm__json_write_raw(w, json, len);
        return CM_OK;
    }
    cm_status status = cm__json_parse(alloc, json, len, NULL, &doc, NULL);
    if (status != CM_OK)
        return status;
    if (is_object(&doc->root)) {
        cm__json_begin_object(w);
        write_members(w, &doc->root, "_meta");
        if (cm__json_get(&doc->root, "resultType") == NULL) {
            cm__json_key(w, "resultType");
            cm__json_write_text(w, "complete");
        }
        write_meta(w, cm__json_get(&doc->root, "_meta"));
        cm__json_end_object(w);
    } else {
        status = CM_E_SYNTAX;
    }
    cm__json_doc_free(doc);
    return status;
}

void cm__era_error(Buf *out, const Era *era, const char *id, int code,
                   const char *message)
{
    JsonWriter w = cm__json_writer(out);
    bool has_no_id = id[0] == '\0' && era->is_modern;
    cm__rpc_begin_error(&w, has_no_id ? NULL : id, code, message);
    if (code == CM_RPC_NO_VERSION) {
        cm__json_key(&w, "data");
        cm__json_begin_object(&w);
        cm__json_key(&w, "supported");
        cm__json_write_raw(&w, "[\"" CM_MCP_MODERN "\"]",
                           sizeof CM_MCP_MODERN + 3);
        cm__json_key(&w, "requested");
        cm__json_write_text(&w, era->version);
        cm__json_end_object(&w);
    }
    cm__json_end_object(&w);
    cm__rpc_end(&w);
}
