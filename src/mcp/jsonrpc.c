/* SPDX-License-Identifier: MIT */
#include "mcp/jsonrpc.h"

#include <string.h>

#include "base/hash.h"

/* ---- messages ---- */

bool cm__rpc_is_name(const JsonValue *v)
{
    return v != NULL && v->type == CM_JSON_TYPE_STRING &&
           strlen(v->text) == v->len;
}

/* Memory of one block that is there already. */
typedef struct Block {
    char *bytes;
    size_t size;
} Block;

static void *block_resize(void *ctx, void *ptr, size_t old_size,
                          size_t new_size)
{
    const Block *block = ctx;
    (void)ptr;
    (void)old_size;
    return new_size > 0 && new_size <= block->size ? block->bytes : NULL;
}

bool cm__rpc_whole(const JsonValue *v, int64_t *ret)
{
    static const double most = 9007199254740991.0; /* exact, and all below it */
    if (v->type != CM_JSON_TYPE_NUMBER)
        return false;
    if (v->is_integer) {
        *ret = v->integer;
        return true;
    }
    if (!(v->number >= -most && v->number <= most) ||
        v->number != (double)(int64_t)v->number)
        return false;
    *ret = (int64_t)v->number;
    return true;
}

/* Without memory, so that an id is never lost for want of it. */
bool cm__rpc_id_text(const JsonValue *id, char out[CM_RPC_ID_MAX + 1])
{
    char bytes[CM_RPC_ID_MAX + 1];
    Block block = { bytes, sizeof bytes };
    const cm_allocator on_stack = { block_resize, &block };
    Buf text;
    int64_t number;
    bool is_number = cm__rpc_whole(id, &number);
    bool is_ok = is_number || id->type == CM_JSON_TYPE_STRING;
    if (!is_ok)
        return false;
    cm__buf_init(&text, &on_stack, CM_RPC_ID_MAX);
    JsonWriter w = cm__json_writer(&text);
    if (is_number)
        cm__buf_add_int(&text, number);
    else
        cm__json_write_value(&w, id);
    is_ok = text.status == CM_OK;
    if (is_ok)
        memcpy(out, cm__buf_text(&text), text.len + 1);
    cm__buf_done(&text);
    return is_ok;
}

static void read_error(const JsonValue *error, RpcMessage *m)
{
    const JsonValue *code = cm__json_get(error, "code");
    const JsonValue *message = cm__json_get(error, "message");
    m->kind = CM_RPC_ERROR;
    m->code = CM_RPC_INTERNAL;
    m->message = "unknown error";
    m->message_len = strlen(m->message);
    m->data = cm__json_get(error, "data");
    if (error->type == CM_JSON_TYPE_STRING)
        message = error;
    if (code != NULL && code->type == CM_JSON_TYPE_NUMBER && code->is_integer)
        m->code = code->integer;
    if (message != NULL && message->type == CM_JSON_TYPE_STRING) {
        m->message = message->text;
        m->message_len = message->len;
    }
}

bool cm__rpc_read(const JsonValue *root, RpcMessage *ret)
{
    *ret = (RpcMessage){ .kind = CM_RPC_INVALID };
    if (root->type != CM_JSON_TYPE_OBJECT)
        return false;
    const JsonValue *id = cm__json_get(root, "id");
    const JsonValue *method = cm__json_get(root, "method");
    const JsonValue *error = cm__json_get(root, "error");
    bool has_id = id != NULL && cm__rpc_id_text(id, ret->id);
    ret->params = cm__json_get(root, "params");
    ret->result = cm__json_get(root, "result");
    if (method != NULL) {
        if (!cm__rpc_is_name(method) || (id != NULL && !has_id))
            return true;
        ret->method = method->text;
        ret->kind = has_id ? CM_RPC_REQUEST : CM_RPC_NOTIFICATION;
    } else if (error != NULL) {
        read_error(error, ret);
    } else if (ret->result != NULL && has_id) {
        ret->kind = CM_RPC_RESULT;
    }
    return true;
}

/* Where the value at `at` ends, or NULL. Of what is inside only the strings
 * are looked at. */
static const char *skip_value(const char *at, const char *end)
{
    size_t depth = 0;
    JsonString s;
    for (; at < end; at++) {
        if (*at == '"') {
            if (cm__json_scan_string(at + 1, end, &s) != CM_JSON_OK)
                return NULL;
            at = s.next - 1;
        } else if (*at == '{' || *at == '[') {
            depth++;
        } else if (*at == '}' || *at == ']' || *at == ',') {
            if (depth == 0)
                return at;
            depth -= *at != ',';
        }
    }
    return NULL;
}

/* An id as it stands there, when it needs no decoding. */
static void keep_raw_id(const char *at, const char *end,
                        char out[CM_RPC_ID_MAX + 1])
{
    JsonString s;
    JsonNumber n;
    size_t len;
    if (at < end && *at == '"' &&
        cm__json_scan_string(at + 1, end, &s) == CM_JSON_OK && !s.has_escapes)
        len = (size_t)(s.next - at);
    else if (at < end && (*at == '-' || (*at >= '0' && *at <= '9')) &&
             cm__json_scan_number(at, end, &n) == CM_JSON_OK && n.is_integer)
        len = (size_t)(n.next - at);
    else
        return;
    if (len > CM_RPC_ID_MAX)
        return;
    memcpy(out, at, len);
    out[len] = '\0';
}

bool cm__rpc_find_id(const char *text, size_t len, char out[CM_RPC_ID_MAX + 1])
{
    const char *at = text, *end = text + len;
    bool has_method = false;
    JsonString name;
    out[0] = '\0';
    at = cm__json_skip_blanks(at, end);
    if (at == end || *at != '{')
        return false;
    do {
        at = cm__json_skip_blanks(at + 1, end);
        if (at == end || *at != '"' ||
            cm__json_scan_string(at + 1, end, &name) != CM_JSON_OK)
            break;
        at = cm__json_skip_blanks(name.next, end);
        if (at == end || *at != ':')
            break;
        at = cm__json_skip_blanks(at + 1, end);
        if (name.len == 2 && memcmp(name.text, "id", 2) == 0)
            keep_raw_id(at, end, out);
        has_method |= name.len == 6 && memcmp(name.text, "method", 6) == 0;
        at = skip_value(at, end);
    } while (at != NULL && *at == ',');
    return has_method;
}

static void begin(JsonWriter *w, const char *id)
{
    cm__json_begin_object(w);
    cm__json_key(w, "jsonrpc");
    cm__json_write_text(w, "2.0");
    if (id != NULL) {
        cm__json_key(w, "id");
        if (id[0] == '\0')
            cm__json_write_null(w);
        else
            cm__json_write_raw(w, id, strlen(id));
    }
}

void cm__rpc_begin_result(JsonWriter *w, const char *id)
{
    begin(w, id);
    cm__json_key(w, "result");
}

void cm__rpc_begin_request(JsonWriter *w, const char *id, const char *method)
{
    begin(w, id);
    cm__json_key(w, "method");
    cm__json_write_text(w, method);
    cm__json_key(w, "params");
}

void cm__rpc_begin_notification(JsonWriter *w, const char *method)
{
    begin(w, NULL);
    cm__json_key(w, "method");
    cm__json_write_text(w, method);
    cm__json_key(w, "params");
}

void cm__rpc_end(JsonWriter *w)
{
    cm__json_end_object(w);
}

void cm__rpc_begin_error(JsonWriter *w, const char *id, int64_t code,
                         const char *message)
{
    begin(w, id);
    cm__json_key(w, "error");
    cm__json_begin_object(w);
    cm__json_key(w, "code");
    cm__json_write_int(w, code);
    cm__json_key(w, "message");
    cm__json_write_text(w, message);
}

void cm__rpc_error(Buf *out, const char *id, int code, const char *message)
{
    JsonWriter w = cm__json_writer(out);
    cm__rpc_begin_error(&w, id, code, message);
    cm__json_end_object(&w);
    cm__rpc_end(&w);
}

/* ---- lone surrogates ---- */

/* The code unit of an escape that begins here, or 0. */
static uint32_t unit_at(const char *at, const char *end)
{
    uint32_t unit = 0;
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u')
        return 0;
    for (int i = 2; i < 6; i++) {
        char c = at[i];
        unit =
            unit << 4 | (uint32_t)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    return unit;
}

/* How many bytes the escape at a backslash has; whether it is to go. */
static size_t escape_len(const char *at, const char *end, bool *ret_is_lone)
{
    uint32_t unit = unit_at(at, end);
    *ret_is_lone = false;
    if (unit < 0xD800 || unit > 0xDFFF)
        return end - at < 2 ? 1 : 2;
    if (unit < 0xDC00) {
        uint32_t low = unit_at(at + 6, end);
        if (low >= 0xDC00 && low <= 0xDFFF)
            return 12;
    }
    *ret_is_lone = true;
    return 6;
}

/* From `at` to `end` into `to`, which is no later; gives its end. */
static char *clean_range(char *to, const char *at, const char *end)
{
    static const char replacement[] = { '\xEF', '\xBF', '\xBD' };
    while (at < end) {
        const char *escape = memchr(at, '\\', (size_t)(end - at));
        size_t n = (size_t)((escape != NULL ? escape : end) - at);
        if (to != at)
            memmove(to, at, n);
        to += n;
        at += n;
        if (at == end)
            break;
        bool is_lone;
        n = escape_len(at, end, &is_lone);
        if (is_lone)
            memcpy(to, replacement, sizeof replacement);
        else
            memmove(to, at, n);
        to += is_lone ? 3 : n;
        at += n;
    }
    return to;
}

void cm__rpc_clean(Buf *text, size_t from, const char *keep)
{
    if (text->status != CM_OK || text->len <= from)
        return;
    char *to = text->bytes + from;
    const char *at = to, *end = text->bytes + text->len, *kept;
    bool is_odd = strstr(keep, "\\ud") != NULL;
    size_t n = strlen(keep);
    while (is_odd && (kept = strstr(at, keep)) != NULL) {
        to = clean_range(to, at, kept);
        memmove(to, kept, n);
        to += n;
        at = kept + n;
    }
    to = clean_range(to, at, end);
    cm__buf_truncate(text, (size_t)(to - text->bytes));
}

/* ---- ids: a chained hash table ---- */

struct IdEntry {
    IdEntry *next;
    void *value;
    size_t size;
    char id[];
};

void cm__ids_init(IdTable *t, const cm_allocator *alloc)
{
    *t = (IdTable){ .alloc = alloc };
}

static IdEntry **find(const IdTable *t, const char *id)
{
    size_t hash = cm__hash_bytes(id, strlen(id));
    IdEntry **at = &t->buckets[hash & (t->n_buckets - 1)];
    while (*at != NULL && strcmp((*at)->id, id) != 0)
        at = &(*at)->next;
    return at;
}

static bool grow(IdTable *t)
{
    IdTable bigger = { .alloc = t->alloc,
                       .n_buckets = t->n_buckets == 0 ? 16 : 2 * t->n_buckets,
                       .n_entries = t->n_entries };
    bigger.buckets =
        cm__alloc_zero(t->alloc, bigger.n_buckets, sizeof(IdEntry *));
    if (bigger.buckets == NULL)
        return false;
    for (size_t i = 0; i < t->n_buckets; i++) {
        IdEntry *next;
        for (IdEntry *entry = t->buckets[i]; entry != NULL; entry = next) {
            next = entry->next;
            IdEntry **at = find(&bigger, entry->id);
            entry->next = *at;
            *at = entry;
        }
    }
    cm__free(t->alloc, t->buckets, t->n_buckets * sizeof(IdEntry *));
    *t = bigger;
    return true;
}

cm_status cm__ids_add(IdTable *t, const char *id, void *value)
{
    if (t->n_entries >= t->n_buckets && !grow(t))
        return CM_E_NOMEM;
    IdEntry **at = find(t, id);
    if (*at != NULL)
        return CM_E_NAME;
    size_t len = strlen(id) + 1;
    IdEntry *entry = cm__alloc(t->alloc, sizeof *entry + len);
    if (entry == NULL)
        return CM_E_NOMEM;
    *entry = (IdEntry){ .value = value, .size = sizeof *entry + len };
    memcpy(entry->id, id, len);
    *at = entry;
    t->n_entries++;
    return CM_OK;
}

void *cm__ids_get(const IdTable *t, const char *id)
{
    if (t->n_buckets == 0)
        return NULL;
    IdEntry *entry = *find(t, id);
    return entry != NULL ? entry->value : NULL;
}

void *cm__ids_take(IdTable *t, const char *id)
{
    if (t->n_buckets == 0)
        return NULL;
    IdEntry **at = find(t, id), *entry = *at;
    if (entry == NULL)
        return NULL;
    void *value = entry->value;
    *at = entry->next;
    t->n_entries--;
    cm__free(t->alloc, entry, entry->size);
    return value;
}

void cm__ids_done(IdTable *t)
{
    for (size_t i = 0; i < t->n_buckets; i++) {
        IdEntry *next;
        for (IdEntry *entry = t->buckets[i]; entry != NULL; entry = next) {
            next = entry->next;
            cm__free(t->alloc, entry, entry->size);
        }
    }
    cm__free(t->alloc, t->buckets, t->n_buckets * sizeof(IdEntry *));
    cm__ids_init(t, t->alloc);
}
