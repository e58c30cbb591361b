/* SPDX-License-Identifier: MIT */
#include "mcp/batch.h"

#include <string.h>

#include "mcp/jsonrpc.h"
#include "mcp/renaming.h"

#define BATCH_MEMORY ((size_t)256 << 20)

typedef struct BatchFront BatchFront;

/* One array with requests that are not all answered. The front behind has it as
 * the `to` of its messages. */
typedef struct Batch {
    struct Batch *prev, *next;
    BatchFront *front;
    void *to;     /* of the transport */
    size_t n_due; /* answers, and one while messages are fed */
    Buf answers;  /* "[..,.." */
} Batch;

struct BatchFront {
    Front front; /* first */
    const cm_allocator *alloc;
    FrontSpec out;
    Front *behind;
    Batch *batches;
};

static BatchFront *front_of(Front *front)
{
    return (BatchFront *)(void *)front;
}

/* ---- what a batch may be ---- */

static bool is_answered(RpcKind kind)
{
    return kind == CM_RPC_REQUEST || kind == CM_RPC_INVALID;
}

const char *cm__batch_fault(const JsonValue *array, const char *version,
                            size_t *ret_n_answers)
{
    *ret_n_answers = 0;
    if (strcmp(version, CM_RPC_BATCH_VERSION) != 0)
        return "batches are taken in version " CM_RPC_BATCH_VERSION
               " alone: send one message at a time";
    if (array->n_items == 0)
        return "a batch has at least one message";
    if (array->n_items > CM_BATCH_MAX)
        return "a batch has at most 100 messages";
    for (size_t i = 0; i < array->n_items; i++) {
        RpcMessage m;
        (void)cm__rpc_read(&array->items[i], &m);
        if (m.kind == CM_RPC_REQUEST && strcmp(m.method, "initialize") == 0)
            return "initialize may not be in a batch";
        *ret_n_answers += is_answered(m.kind);
    }
    return NULL;
}

size_t cm__batch_room(const JsonValue *array, const char *server,
                      const Log *log, bool *is_logged)
{
    size_t n = array->n_items;
    bool is_fine = n > 0 && n <= CM_BATCH_TAKEN_MAX;
    if (!is_fine && !*is_logged && n == 0)
        cm__log(log, CM_LOG_ERROR,
                "server \"%s\" sends a batch without messages", server);
    else if (!is_fine && !*is_logged)
        cm__log(log, CM_LOG_ERROR,
                "server \"%s\" sends a batch of %zu messages; those after the "
                "first %d are dropped",
                server, n, CM_BATCH_TAKEN_MAX);
    *is_logged |= !is_fine;
    return n < CM_BATCH_TAKEN_MAX ? n : CM_BATCH_TAKEN_MAX;
}

/* ---- batches under way ---- */

static Batch *batch_new(BatchFront *f, void *to)
{
    Batch *b = cm__alloc_zero(f->alloc, 1, sizeof *b);
    if (b == NULL)
        return NULL;
    b->front = f;
    b->to = to;
    cm__buf_init(&b->answers, f->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_char(&b->answers, '[');
    b->next = f->batches;
    if (b->next != NULL)
        b->next->prev = b;
    f->batches = b;
    return b;
}

static void batch_free(Batch *b)
{
    BatchFront *f = b->front;
    *(b->prev != NULL ? &b->prev->next : &f->batches) = b->next;
    if (b->next != NULL)
        b->next->prev = b->prev;
    cm__buf_done(&b->answers);
    cm__free(f->alloc, b, sizeof *b);
}

static void send_error(const BatchFront *f, void *to, int code,
                       const char *message)
{
    static const char no_memory[] =
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32603,"
        "\"message\":\"out of memory\"}}";
    McpReply reply = { .text = no_memory,
                       .len = sizeof no_memory - 1,
                       .to = to,
                       .is_last = true,
                       .error = CM_RPC_INTERNAL };
    Buf text;
    cm__buf_init(&text, f->alloc, CM_BUF_NO_LIMIT);
    cm__rpc_error(&text, "", code, message);
    if (text.status == CM_OK) {
        reply.text = text.bytes;
        reply.len = text.len;
        reply.error = code;
    }
    f->out.send(f->out.user, &reply);
    cm__buf_done(&text);
}

/* One of the answers came, or will not come: a cancelled request has none. */
static void settle(Batch *b)
{
    const BatchFront *f = b->front;
    McpReply reply = { .to = b->to, .is_last = true };
    if (--b->n_due > 0)
        return;
    cm__buf_add_char(&b->answers, ']');
    if (b->answers.status != CM_OK) {
        send_error(f, b->to, CM_RPC_INTERNAL, "out of memory");
    } else if (b->answers.len > 2 || b->to != NULL) {
        reply.text = b->answers.len > 2 ? b->answers.bytes : NULL;
        reply.len = b->answers.len;
        f->out.send(f->out.user, &reply);
    }
    batch_free(b);
}

static Batch *batch_at(const BatchFront *f, const void *to)
{
    Batch *b = to != NULL ? f->batches : NULL;
    while (b != NULL && b != to)
        b = b->next;
    return b;
}

static void send(void *user, const McpReply *reply)
{
    const BatchFront *f = user;
    Batch *b = batch_at(f, reply->to);
    McpReply other = *reply;
    if (b != NULL && reply->is_last) {
        if (reply->text != NULL) {
            if (b->answers.len > 1)
                cm__buf_add_char(&b->answers, ',');
            cm__buf_add(&b->answers, reply->text, reply->len);
        }
        settle(b);
        return;
    }
    if (b != NULL)
        other.to = b->to;
    f->out.send(f->out.user, &other);
}

/* ---- from the client ---- */

static void feed_items(Batch *b, const char *text, size_t len,
                       const JsonValue *array)
{
    const BatchFront *f = b->front;
    for (size_t i = 0; i < array->n_items; i++) {
        Buf item;
        RpcMessage m;
        cm__buf_init(&item, f->alloc, CM_BUF_NO_LIMIT);
        cm__rename_value(&item, text, len, &array->items[i]);
        (void)cm__rpc_read(&array->items[i], &m);
        bool is_due = is_answered(m.kind);
        b->n_due += is_due;
        if (item.status == CM_OK) {
            cm__front_feed(f->behind, item.bytes, item.len, is_due ? b : NULL);
        } else if (is_due) { /* then the whole batch is answered so */
            b->answers.status = item.status;
            settle(b);
        }
        cm__buf_done(&item);
    }
}

static void take_batch(BatchFront *f, const char *text, size_t len,
                       const JsonValue *array, void *to)
{
    size_t n_answers;
    const char *fault =
        cm__batch_fault(array, cm__front_version(f->behind), &n_answers);
    Batch *b = fault == NULL ? batch_new(f, to) : NULL;
    if (b == NULL) {
        send_error(f, to,
                   fault != NULL ? CM_RPC_INVALID_REQUEST : CM_RPC_INTERNAL,
                   fault != NULL ? fault : "out of memory");
        return;
    }
    b->n_due = 1;
    feed_items(b, text, len, array);
    settle(b);
}

/* Whether the text may be an array: nothing else costs a second reading. */
static bool looks_like_array(const char *text, size_t len)
{
    size_t i = len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    while (i < len && (text[i] == ' ' || text[i] == '\t' || text[i] == '\r' ||
                       text[i] == '\n'))
        i++;
    return i < len && text[i] == '[';
}

static void batch_feed(Front *front, const char *text, size_t len, void *to)
{
    BatchFront *f = front_of(front);
    JsonDoc *doc = NULL;
    JsonOptions options = { .max_memory = BATCH_MEMORY };
    if (looks_like_array(text, len) &&
        cm__json_parse(f->alloc, text, len, &options, &doc, NULL) == CM_OK)
        take_batch(f, text, len, &doc->root, to);
    else /* and the front behind says what is wrong with it */
        cm__front_feed(f->behind, text, len, to);
    cm__json_doc_free(doc);
}

static void batch_overlong(Front *front)
{
    cm__front_overlong(front_of(front)->behind);
}

static void batch_hang_up(Front *front, void *to)
{
    BatchFront *f = front_of(front);
    cm__front_hang_up(f->behind, to);
    for (Batch *b = f->batches, *next; b != NULL; b = next) {
        next = b->next;
        if (b->to != to)
            continue;
        cm__front_hang_up(f->behind, b);
        batch_free(b);
    }
}

/* ---- what is the other front's ---- */

static bool batch_is_idle(const Front *front)
{
    return cm__front_is_idle(((const BatchFront *)(const void *)front)->behind);
}

static void batch_list_changed(Front *front)
{
    cm__front_list_changed(front_of(front)->behind);
}

static void batch_settled(Front *front)
{
    cm__front_settled(front_of(front)->behind);
}

static const char *batch_version(const Front *front)
{
    return cm__front_version(((const BatchFront *)(const void *)front)->behind);
}

static void ended(void *user)
{
    const BatchFront *f = user;
    if (f->out.ended != NULL)
        f->out.ended(f->out.user);
}

static void batch_free_front(Front *front)
{
    BatchFront *f = front_of(front);
    cm__front_free(f->behind);
    while (f->batches != NULL)
        batch_free(f->batches);
    cm__free(f->alloc, f, sizeof *f);
}

Front *cm__batch_front_new(const cm_allocator *alloc, const FrontMaker *behind,
                           const FrontSpec *spec)
{
    static const FrontOps ops = { batch_feed,         batch_overlong,
                                  batch_hang_up,      batch_is_idle,
                                  batch_list_changed, batch_settled,
                                  batch_version,      batch_free_front };
    BatchFront *f = cm__alloc_zero(alloc, 1, sizeof *f);
    if (f == NULL)
        return NULL;
    /* No param_at: only modern requests come with headers, to another front. */
    const FrontSpec inner = { .send = send, .ended = ended, .user = f };
    f->front.ops = &ops;
    f->alloc = alloc;
    f->out = *spec;
    f->behind = behind->make(behind->ctx, &inner);
    if (f->behind == NULL) {
        cm__free(alloc, f, sizeof *f);
        return NULL;
    }
    return &f->front;
}
