/* SPDX-License-Identifier: MIT */
/* microhttpd calls for the target, then for the headers, for each part of the
 * body, at its end, and again after each resume. An answer that comes later is
 * kept in the request and queued in that last kind of call. */
#include <string.h>

#include "base/ascii.h"
#include "net/httpd_internal.h"
#include "net/sse.h"

enum {
    SMALL_BODY = 64 << 10 /* is taken, whatever others need */
};

struct HttpdRequest {
    const cm_allocator *alloc;
    Conn *conn; /* NULL once it is over there */
    void *user;
    char *target; /* owned, with its NUL */
    size_t target_size;
    const char *path, *query; /* into target */
    const char *authority;    /* into target, not ended; NULL: not said */
    size_t authority_len;
    char method[32];
    Buf fields; /* name NUL value NUL ... */
    Buf starts; /* size_t: where each name begins in it */
    Buf body;
    size_t n_discarded; /* bytes of a body that is refused */
    unsigned refusal;   /* the status to answer at the end of the body */
    struct MHD_Response *response; /* owned, waits to be queued */
    unsigned status;
    Buf queue; /* of a stream; taken up to queue_at */
    size_t queue_at;
    uint32_t keepalive_ms;
    bool has_begun;   /* the headers were seen */
    bool is_handed;   /* the caller has seen it */
    bool is_returned; /* the caller gave it back, or refused its head */
    bool is_gone;     /* the caller was told */
    bool is_stream;
};

/* Names of headers have no case. */
static bool is_same_name(const char *a, const char *b)
{
    return cm__ascii_is_same(a, strlen(a), b, strlen(b));
}

/* ---- life ---- */

static void request_free(HttpdRequest *r)
{
    if (r->response != NULL)
        cm__mhd.destroy_response(r->response);
    cm__free(r->alloc, r->target, r->target_size);
    cm__buf_done(&r->fields);
    cm__buf_done(&r->starts);
    cm__buf_done(&r->body);
    cm__buf_done(&r->queue);
    cm__free(r->alloc, r, sizeof *r);
}

/* Cuts "http://host/path?query" or "/path?query" in place. */
static void split_target(HttpdRequest *r)
{
    char *path = r->target;
    char *scheme = strstr(path, "://");
    if (path[0] != '/' && scheme != NULL) {
        path = strpbrk(scheme + 3, "/?");
        if (path == NULL)
            path = r->target + r->target_size - 1;
        r->authority = scheme + 3;
        r->authority_len = (size_t)(path - r->authority);
    }
    char *query = strchr(path, '?');
    r->query = "";
    if (query != NULL) {
        *query = '\0';
        r->query = query + 1;
    }
    r->path = path[0] != '\0' ? path : "/";
}

void *cm__httpd_on_target(void *cls, const char *target,
                          struct MHD_Connection *mhd)
{
    Httpd *h = cls;
    const union MHD_ConnectionInfo *info =
        cm__mhd.get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    Conn *conn = info != NULL ? (Conn *)info->socket_context : NULL;
    const cm_allocator *alloc = cm__loop_alloc(h->owned.loop);
    if (conn == NULL || target == NULL)
        return NULL;
    HttpdRequest *r = cm__alloc_zero(alloc, 1, sizeof *r);
    if (r == NULL)
        return NULL;
    r->alloc = alloc;
    r->target_size = strlen(target) + 1;
    r->target = cm__alloc_text(alloc, target, r->target_size - 1);
    cm__buf_init(&r->fields, alloc, CM_BUF_NO_LIMIT); /* microhttpd's pool */
    cm__buf_init(&r->starts, alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&r->body, alloc, h->spec.max_body);
    cm__buf_init(&r->queue, alloc, CM_BUF_NO_LIMIT); /* see stream_write */
    if (r->target == NULL) {
        request_free(r);
        return NULL;
    }
    split_target(r);
    r->conn = conn;
    conn->request = r;
    cm__conn_arm(conn, h->spec.header_ms);
    return r;
}

/* Tells the caller, who still has the request; he may free anything. */
static void tell_gone(HttpdRequest *r, Httpd *h)
{
    r->is_gone = true;
    if (!h->is_freed && h->events.gone != NULL)
        h->events.gone(h->user, r);
}

bool cm__request_is_coming(const Conn *conn)
{
    return conn->request != NULL && !conn->request->is_handed;
}

void cm__request_gone(Conn *conn)
{
    HttpdRequest *r = conn->request;
    Httpd *h = conn->httpd;
    cm__conn_shut(conn);
    if (r != NULL && r->is_handed && !r->is_returned && !r->is_gone)
        tell_gone(r, h);
}

void cm__httpd_on_completed(void *cls, struct MHD_Connection *mhd,
                            void **context, enum MHD_RequestTerminationCode why)
{
    Httpd *h = cls;
    HttpdRequest *r = *context;
    *context = NULL;
    if (r == NULL)
        return;
    Conn *conn = r->conn;
    h->body_bytes -= r->body.cap;
    conn->request = NULL;
    r->conn = NULL;
    cm__conn_unwatch(conn);
    cm__conn_set_busy(conn, false);
    if (why == MHD_REQUEST_TERMINATED_COMPLETED_OK) {
        (void)cm__mhd.set_connection_option(mhd, MHD_CONNECTION_OPTION_TIMEOUT,
                                            0U);
        if (h->is_stopping)
            cm__conn_shut(conn);
        else
            cm__conn_arm(conn, h->spec.idle_ms);
    }
    if (!r->is_handed || r->is_returned)
        request_free(r);
    else if (!r->is_gone)
        tell_gone(r, h);
}

/* The caller's end of the request. */
static void give_back(HttpdRequest *r)
{
    r->is_returned = true;
    if (r->conn == NULL)
        request_free(r);
}

static bool is_lost(const HttpdRequest *r)
{
    return r->conn == NULL || r->conn->is_closing;
}

/* ---- answers ---- */

static bool add_headers(struct MHD_Response *response,
                        const HttpdHeader *headers, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (cm__mhd.add_response_header(response, headers[i].name,
                                        headers[i].value) != MHD_YES)
            return false;
    return true;
}

static struct MHD_Response *make_answer(const HttpdAnswer *a, bool closes)
{
    static const HttpdHeader close = { MHD_HTTP_HEADER_CONNECTION, "close" };
    /* microhttpd copies the body and does not write to it. */
    struct MHD_Response *response = cm__mhd.create_response_from_buffer(
        a->body_len, cm_unconst(a->body), MHD_RESPMEM_MUST_COPY);
    if (response != NULL && add_headers(response, a->headers, a->n_headers) &&
        add_headers(response, &close, closes))
        return response;
    if (response != NULL)
        cm__mhd.destroy_response(response);
    return NULL;
}

/* An answer of our own, before or instead of the caller's. */
static enum MHD_Result answer_refusal(HttpdRequest *r, unsigned status)
{
    static const HttpdHeader plain = { MHD_HTTP_HEADER_CONTENT_TYPE,
                                       "text/plain" };
    const char *text = cm__mhd.get_reason_phrase_for(status);
    const HttpdAnswer a = { .status = status,
                            .headers = &plain,
                            .n_headers = 1,
                            .body = text,
                            .body_len = strlen(text) };
    struct MHD_Response *response = make_answer(&a, true);
    if (response == NULL)
        return MHD_NO;
    cm__conn_arm(r->conn, 0);
    cm__conn_set_busy(r->conn, true);
    (void)cm__mhd.set_connection_option(r->conn->mhd,
                                        MHD_CONNECTION_OPTION_TIMEOUT,
                                        r->conn->httpd->spec.stall_s);
    enum MHD_Result ret =
        cm__mhd.queue_response(r->conn->mhd, status, response);
    cm__mhd.destroy_response(response);
    return ret;
}

/* Queues the answer when there is one, else waits for it. */
static enum MHD_Result deliver(HttpdRequest *r)
{
    Conn *conn = r->conn;
    if (conn->is_closing)
        return MHD_NO;
    if (r->response == NULL) {
        cm__conn_watch(conn);
        cm__conn_suspend(conn);
        return MHD_YES;
    }
    if (r->is_stream)
        cm__conn_watch(conn);
    else
        cm__conn_unwatch(conn);
    (void)cm__mhd.set_connection_option(
        conn->mhd, MHD_CONNECTION_OPTION_TIMEOUT, conn->httpd->spec.stall_s);
    enum MHD_Result ret =
        cm__mhd.queue_response(conn->mhd, r->status, r->response);
    cm__mhd.destroy_response(r->response);
    r->response = NULL;
    return ret;
}

cm_status cm__httpd_answer(HttpdRequest *r, const HttpdAnswer *a)
{
    cm_status status = CM_E_IO;
    if (!is_lost(r)) {
        Conn *conn = r->conn;
        bool is_valid = a->status >= 200 && a->status <= 599 && !r->is_stream;
        if (is_valid)
            r->response = make_answer(a, a->closes || conn->httpd->is_stopping);
        r->status = a->status;
        status = r->response != NULL ? CM_OK : CM_E_ARGUMENT;
        if (status == CM_OK)
            cm__conn_resume(conn);
        else
            cm__conn_shut(conn);
    }
    give_back(r);
    return status;
}

void cm__httpd_drop(HttpdRequest *r)
{
    if (r->conn != NULL)
        cm__conn_shut(r->conn);
    give_back(r);
}

/* ---- streams ---- */

/* Forgets what was taken, when that is most of the buffer. */
static void compact(HttpdRequest *r)
{
    size_t left = r->queue.len - r->queue_at;
    if (r->queue_at < left)
        return;
    if (left == 0 && r->queue.cap > ((size_t)64 << 10)) {
        cm__buf_done(&r->queue);
        cm__buf_init(&r->queue, r->alloc, CM_BUF_NO_LIMIT);
    } else if (r->queue_at > 0) {
        memmove(r->queue.bytes, r->queue.bytes + r->queue_at, left);
        cm__buf_truncate(&r->queue, left);
    }
    r->queue_at = 0;
}

static ssize_t read_stream(void *cls, uint64_t pos, char *room, size_t max)
{
    (void)pos;
    HttpdRequest *r = cls;
    Conn *conn = r->conn;
    Httpd *h = conn->httpd;
    size_t n = cm__httpd_stream_pending(r);
    if (conn->is_closing)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    if (n == 0 && r->is_returned)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (n == 0) {
        cm__conn_suspend(conn);
        return 0;
    }
    if (n > max)
        n = max;
    memcpy(room, r->queue.bytes + r->queue_at, n);
    r->queue_at += n;
    compact(r);
    if (r->queue.len == 0 && !r->is_returned && !h->is_freed &&
        h->events.drained != NULL)
        h->events.drained(h->user, r);
    return (ssize_t)n;
}

cm_status cm__httpd_stream_open(HttpdRequest *r, const HttpdHeader *headers,
                                size_t n_headers, uint32_t keepalive_ms)
{
    /* Proxies must neither store nor collect it. */
    static const HttpdHeader own[] = {
        { MHD_HTTP_HEADER_CONTENT_TYPE, "text/event-stream" },
        { MHD_HTTP_HEADER_CACHE_CONTROL, "no-cache" },
        { "X-Accel-Buffering", "no" },
    };
    if (is_lost(r))
        return CM_E_IO;
    if (r->is_stream || !r->is_handed)
        return CM_E_STATE;
    struct MHD_Response *response = cm__mhd.create_response_from_callback(
        MHD_SIZE_UNKNOWN, 1024, read_stream, r, NULL);
    if (response == NULL)
        return CM_E_NOMEM;
    if (!add_headers(response, own, CM_ARRAY_LEN(own)) ||
        !add_headers(response, headers, n_headers)) {
        cm__mhd.destroy_response(response);
        return CM_E_ARGUMENT;
    }
    /* microhttpd 0.9.75 ends a chunked answer to HEAD with a last chunk, which
     * would be read as the next answer; so that one is not chunked. */
    if (strcmp(r->method, "HEAD") == 0)
        (void)cm__mhd.set_response_options(
            response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
    r->is_stream = true;
    r->response = response;
    r->status = 200;
    r->keepalive_ms = keepalive_ms;
    cm__conn_arm(r->conn, keepalive_ms);
    cm__conn_resume(r->conn);
    return CM_OK;
}

cm_status cm__httpd_stream_write(HttpdRequest *r, const char *bytes, size_t n)
{
    if (is_lost(r))
        return CM_E_IO;
    if (!r->is_stream)
        return CM_E_STATE;
    if (cm__httpd_stream_pending(r) >= r->conn->httpd->spec.max_queue)
        return CM_E_LIMIT;
    cm__buf_add(&r->queue, bytes, n);
    if (r->queue.status != CM_OK) {
        cm__conn_shut(r->conn); /* a stream with a hole is of no use */
        return r->queue.status;
    }
    cm__conn_arm(r->conn, r->keepalive_ms);
    if (n > 0)
        cm__conn_resume(r->conn);
    return CM_OK;
}

size_t cm__httpd_stream_pending(const HttpdRequest *r)
{
    return r->queue.len - r->queue_at;
}

bool cm__request_keep_alive(Conn *conn)
{
    HttpdRequest *r = conn->request;
    if (r == NULL || !r->is_stream || r->is_returned)
        return false;
    /* Bytes that wait will show whether the peer is there. */
    if (cm__httpd_stream_pending(r) == 0) {
        Buf comment;
        cm__buf_init(&comment, r->alloc, CM_BUF_NO_LIMIT);
        cm__sse_write_comment(&comment, "", 0);
        (void)cm__httpd_stream_write(r, comment.bytes, comment.len);
        cm__buf_done(&comment);
    } else {
        cm__conn_arm(conn, r->keepalive_ms);
    }
    return true;
}

void cm__httpd_stream_close(HttpdRequest *r)
{
    Conn *conn = r->conn;
    if (conn != NULL && !r->is_stream)
        cm__conn_shut(conn);
    if (conn != NULL) {
        cm__conn_arm(conn, 0);
        cm__conn_resume(conn);
    }
    give_back(r);
}

/* ---- reading a request ---- */

static bool is_copied(const HttpdRequest *r)
{
    return r->fields.status == CM_OK && r->starts.status == CM_OK;
}

static enum MHD_Result copy_header(void *cls, enum MHD_ValueKind kind,
                                   const char *name, const char *value)
{
    (void)kind;
    HttpdRequest *r = cls;
    size_t n = value != NULL ? strlen(value) : 0, start = r->fields.len;
    while (n > 0 && (value[n - 1] == ' ' || value[n - 1] == '\t'))
        n--; /* blanks before the value are gone already */
    cm__buf_add(&r->fields, name, strlen(name) + 1);
    cm__buf_add(&r->fields, value, n);
    cm__buf_add_char(&r->fields, '\0');
    cm__buf_add(&r->starts, (const char *)&start, sizeof start);
    return is_copied(r) ? MHD_YES : MHD_NO;
}

static size_t count_headers(const HttpdRequest *r, const char *name)
{
    const char *field, *value;
    size_t n = 0;
    for (size_t i = 0; cm__httpd_header_at(r, i, &field, &value); i++)
        n += is_same_name(field, name);
    return n;
}

/* A target with a host counts for more than the header (RFC 9112, 3.2.2): they
 * must agree, since the header is what our callers look at. */
static bool is_host_same(const HttpdRequest *r)
{
    const char *host = cm__httpd_header(r, MHD_HTTP_HEADER_HOST);
    return r->authority == NULL || host == NULL ||
           cm__ascii_is_same(r->authority, r->authority_len, host,
                             strlen(host));
}

/* What a request must not say, since two readers may read it in two ways; the
 * status to refuse it with, or 0. */
static unsigned check_headers(const HttpdRequest *r)
{
    static const char *const once[] = { MHD_HTTP_HEADER_HOST,
                                        MHD_HTTP_HEADER_CONTENT_LENGTH,
                                        MHD_HTTP_HEADER_TRANSFER_ENCODING,
                                        "Origin", "Authorization" };
    const char *name, *value;
    /* A name with anything else in it, a blank before the colon say, is read as
     * another header by one server and as none by the next (RFC 9112, 5.1). */
    for (size_t i = 0; cm__httpd_header_at(r, i, &name, &value); i++)
        if (!cm__ascii_is_token(name))
            return MHD_HTTP_BAD_REQUEST;
    for (size_t i = 0; i < CM_ARRAY_LEN(once); i++)
        if (count_headers(r, once[i]) > 1)
            return MHD_HTTP_BAD_REQUEST;
    if (!is_host_same(r))
        return MHD_HTTP_BAD_REQUEST;
    const char *coding = cm__httpd_header(r, MHD_HTTP_HEADER_TRANSFER_ENCODING);
    if (coding == NULL)
        return 0;
    if (cm__httpd_header(r, MHD_HTTP_HEADER_CONTENT_LENGTH) != NULL)
        return MHD_HTTP_BAD_REQUEST;
    return is_same_name(coding, "chunked") ? 0 : MHD_HTTP_NOT_IMPLEMENTED;
}

/* Bytes of a refused body that are read, so that a peer that writes first and
 * reads then gets the answer and not a reset. */
static size_t discard_limit(const Httpd *h)
{
    return h->spec.max_body + ((size_t)4 << 20);
}

static uint64_t content_length(const HttpdRequest *r)
{
    const char *text = cm__httpd_header(r, MHD_HTTP_HEADER_CONTENT_LENGTH);
    uint64_t n = 0;
    /* microhttpd has checked that it is a number below 2^64. */
    for (; text != NULL && *text >= '0' && *text <= '9'; text++)
        n = n * 10 + (uint64_t)(*text - '0');
    return n;
}

static size_t header_size(struct MHD_Connection *mhd)
{
    const union MHD_ConnectionInfo *info = cm__mhd.get_connection_info(
        mhd, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info != NULL ? info->header_size : 0;
}

/* Queues an answer that the caller gave at the head. */
static enum MHD_Result deliver_refusal(HttpdRequest *r)
{
    cm__conn_arm(r->conn, 0);
    cm__conn_set_busy(r->conn, true);
    return deliver(r);
}

/* The caller may refuse the request, or end the server. */
static enum MHD_Result show_head(HttpdRequest *r)
{
    Httpd *h = r->conn->httpd;
    if (h->is_stopping || h->is_freed) {
        r->refusal = MHD_HTTP_SERVICE_UNAVAILABLE;
        return MHD_YES;
    }
    if (h->events.head != NULL)
        h->events.head(h->user, r);
    if (r->conn->is_closing)
        return MHD_NO;
    /* microhttpd sends no "100 Continue" when it has an answer. */
    if (r->is_returned && cm__httpd_header(r, MHD_HTTP_HEADER_EXPECT) != NULL)
        return deliver_refusal(r);
    /* Its body takes room that others want. microhttpd (0.9.75) does not see an
     * end that comes right behind bytes. */
    cm__conn_watch(r->conn);
    return MHD_YES;
}

static enum MHD_Result begin(HttpdRequest *r, const char *method)
{
    Conn *conn = r->conn;
    const HttpdSpec *spec = &conn->httpd->spec;
    size_t n = strlen(method);
    cm__conn_arm(conn, spec->body_ms);
    if (header_size(conn->mhd) > spec->max_header)
        return answer_refusal(r, MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE);
    if (n >= sizeof r->method)
        return answer_refusal(r, MHD_HTTP_NOT_IMPLEMENTED);
    memcpy(r->method, method, n + 1);
    (void)cm__mhd.get_connection_values(conn->mhd, MHD_HEADER_KIND, copy_header,
                                        r);
    if (!is_copied(r))
        return answer_refusal(r, MHD_HTTP_SERVICE_UNAVAILABLE);
    unsigned refusal = check_headers(r);
    if (refusal != 0)
        return answer_refusal(r, refusal);
    uint64_t length = content_length(r);
    /* RFC 9110, 10.1.1, forbids it. With bytes of the next request behind it,
     * microhttpd 0.9.75 could not send the answer. */
    if (cm__httpd_header(r, MHD_HTTP_HEADER_EXPECT) != NULL && length == 0 &&
        cm__httpd_header(r, MHD_HTTP_HEADER_TRANSFER_ENCODING) == NULL)
        return answer_refusal(r, MHD_HTTP_EXPECTATION_FAILED);
    if (length > spec->max_body) {
        r->refusal = MHD_HTTP_CONTENT_TOO_LARGE;
        if (length > discard_limit(conn->httpd) ||
            cm__httpd_header(r, MHD_HTTP_HEADER_EXPECT) != NULL)
            return answer_refusal(r, r->refusal);
        return MHD_YES;
    }
    return show_head(r);
}

/* Adds to the body; the status to refuse it with, or 0. */
static unsigned keep_body(HttpdRequest *r, const char *bytes, size_t n)
{
    Httpd *h = r->conn->httpd;
    size_t most = h->spec.max_bodies, cap = r->body.cap, len = r->body.len + n;
    size_t room = h->body_bytes < most ? most - h->body_bytes : 0;
    size_t growth = len < cap ? 0 : cap > n ? cap : n; /* it doubles */
    if (len > SMALL_BODY && growth > room)
        return MHD_HTTP_SERVICE_UNAVAILABLE;
    cm__buf_add(&r->body, bytes, n);
    h->body_bytes += r->body.cap - cap;
    if (r->body.status == CM_OK)
        return 0;
    return r->body.status == CM_E_LIMIT ? MHD_HTTP_CONTENT_TOO_LARGE
                                        : MHD_HTTP_SERVICE_UNAVAILABLE;
}

static enum MHD_Result take_body(HttpdRequest *r, const char *bytes, size_t n)
{
    if (r->refusal == 0 && !r->is_returned) {
        r->refusal = keep_body(r, bytes, n);
        if (r->refusal == 0)
            return MHD_YES;
        r->n_discarded = r->body.len;
        r->conn->httpd->body_bytes -= r->body.cap;
        cm__buf_done(&r->body);
        cm__buf_init(&r->body, r->alloc, 0);
    }
    r->n_discarded += n;
    return r->n_discarded > discard_limit(r->conn->httpd) ? MHD_NO : MHD_YES;
}

static enum MHD_Result hand_over(HttpdRequest *r)
{
    Conn *conn = r->conn;
    Httpd *h = conn->httpd;
    cm__conn_arm(conn, 0);
    cm__conn_unwatch(conn);
    if (r->is_returned)
        return deliver_refusal(r);
    if (r->refusal != 0)
        return answer_refusal(r, r->refusal);
    if (h->is_stopping || h->is_freed || h->n_busy >= h->spec.max_connections)
        return answer_refusal(r, MHD_HTTP_SERVICE_UNAVAILABLE);
    r->is_handed = true;
    cm__conn_set_busy(conn, true);
    h->events.request(h->user, r);
    return deliver(r);
}

/* NOLINTNEXTLINE(readability-function-size): microhttpd's parameters */
enum MHD_Result cm__httpd_on_request(void *cls, struct MHD_Connection *mhd,
                                     const char *url, const char *method,
                                     const char *version, const char *upload,
                                     size_t *upload_len, void **context)
{
    (void)cls;
    (void)mhd;
    (void)url; /* decoded; ours is as it was sent */
    (void)version;
    HttpdRequest *r = *context;
    if (r == NULL || r->conn->is_closing)
        return MHD_NO;
    if (r->is_handed)
        return deliver(r);
    if (!r->has_begun) {
        r->has_begun = true;
        return begin(r, method);
    }
    size_t n = *upload_len;
    *upload_len = 0;
    return n > 0 ? take_body(r, upload, n) : hand_over(r);
}

/* ---- what a request says ---- */

const char *cm__httpd_method(const HttpdRequest *r)
{
    return r->method;
}

const char *cm__httpd_path(const HttpdRequest *r)
{
    return r->path;
}

const char *cm__httpd_query(const HttpdRequest *r)
{
    return r->query;
}

bool cm__httpd_header_at(const HttpdRequest *r, size_t i, const char **ret_name,
                         const char **ret_value)
{
    size_t start;
    if (i >= r->starts.len / sizeof start)
        return false;
    memcpy(&start, r->starts.bytes + i * sizeof start, sizeof start);
    *ret_name = r->fields.bytes + start;
    *ret_value = *ret_name + strlen(*ret_name) + 1;
    return true;
}

const char *cm__httpd_header(const HttpdRequest *r, const char *name)
{
    const char *field, *value;
    for (size_t i = 0; cm__httpd_header_at(r, i, &field, &value); i++)
        if (is_same_name(field, name))
            return value;
    return NULL;
}

const char *cm__httpd_body(const HttpdRequest *r, size_t *ret_len)
{
    *ret_len = r->body.len;
    return cm__buf_text(&r->body);
}

void cm__httpd_set_user(HttpdRequest *r, void *user)
{
    r->user = user;
}

void *cm__httpd_user(const HttpdRequest *r)
{
    return r->user;
}
