/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>

#include "net/http.h"
#include "net/http_server.h"

#define GZIP_HELLO                                                 \
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x48\xcd\xc9\xc9" \
    "\x57\xc8\x40\x90\x00\x80\x88\xf9\xe5\x11\x00\x00\x00"
#define GZIP_ZEROS /* 5,000 times '0' */                           \
    "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xed\xc1\x31\x01\x00" \
    "\x00\x00\xc2\xa0\x4a\xeb\x9f\xce\x14\x7e\x40\x01\x00\x00\x00" \
    "\x00\x6f\x03\x04\x3d\xfc\xa8\x88\x13\x00\x00"
#define HELLO "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
#define TEN   "0123456789"

/* What floods are made of: more at a time than is read at a time. */
static char much[100001];

static const Route routes[] = {
    { .path = "/hello", .bytes = HELLO },
    { .path = "/../hello", .bytes = HELLO },
    { .path = "/head",
      .bytes = "HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n" },
    { .path = "/chunked",
      .bytes = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
               "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nX-Trailer: 1\r\n\r\n" },
    { .path = "http://tools.example/hello",
      .bytes = "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nby proxy" },
    { .path = "http://localhost.evil/hello",
      .bytes = "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nby proxy" },
    { .path = "http://127.0.0.1.evil/hello",
      .bytes = "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nby proxy" },
    { .path = "/gzip",
      .bytes = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"
               "Content-Length: 28\r\n\r\n" GZIP_HELLO,
      .len = 63 + 28 },
    { .path = "/gzip_cut",
      .bytes = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"
               "Content-Length: 19\r\n\r\n" GZIP_HELLO,
      .len = 63 + 19 },
    { .path = "/gzip_lines",
      .bytes = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"
               "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope" },
    { .path = "/brotli",
      .bytes = "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n"
               "Content-Length: 4\r\n\r\nnope" },
    { .path = "/zipped_twice",
      .bytes = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\n"
               "Content-Length: 4\r\n\r\nnope" },
    { .path = "/badzip",
      .bytes = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"
               "Content-Length: 4\r\n\r\nnope" },
    { .path = "/bomb",
      .bytes = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"
               "Content-Length: 41\r\n\r\n" GZIP_ZEROS,
      .len = 63 + 41 },
    { .path = "/empty", .bytes = "HTTP/1.1 204 No Content\r\n\r\n" },
    { .path = "/fields",
      .bytes = "HTTP/1.1 404 Not Found\r\nContent-Type:  text/PLAIN ;q=1 \r\n"
               "X-Twice: a\r\nx-twice: b\r\nX-None:\r\n"
               "Content-Length: 2\r\n\r\nno" },
    { .path = "/moved",
      .bytes = "HTTP/1.1 301 Moved Permanently\r\nLocation: /hello?a=1\r\n"
               "Set-Cookie: a=1\r\nContent-Length: 4\r\n\r\ngone" },
    { .path = "/interim",
      .bytes = "HTTP/1.1 103 Early Hints\r\nX-A: 1\r\n\r\n"
               "HTTP/1.1 200 OK\r\nX-B: 2\r\nContent-Length: 0\r\n\r\n" },
    { .path = "/until_close",
      .bytes = "HTTP/1.0 200 OK\r\n\r\nall of it",
      .closes = true },
    { .path = "/declared_1000",
      .bytes = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n",
      .n_repeat = 100,
      .again = TEN },
    { .path = "/declared_1001",
      .bytes = "HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n" },
    { .path = "/declared_endless",
      .bytes = "HTTP/1.1 200 OK\r\n"
               "Content-Length: 99999999999999999999999\r\n\r\n" },
    { .path = "/long",
      .bytes = "HTTP/1.1 200 OK\r\n\r\n",
      .n_repeat = 101,
      .again = TEN,
      .closes = true },
    { .path = "/heads",
      .bytes = "HTTP/1.1 200 OK\r\n",
      .n_repeat = 200,
      .again = "X-A: 0123456789012345678901234567890123456789\r\n" },
    { .path = "/long_head",
      .bytes = "HTTP/1.1 200 OK\r\nX-A: ",
      .n_repeat = 20000,
      .again = TEN },
    { .path = "/broken",
      .bytes = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
      .closes = true },
    { .path = "/broken_chunk",
      .bytes = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nab",
      .closes = true },
    { .path = "/silent", .closes = true },
    { .path = "/rubbish",
      .bytes = "220 mail.example.com ESMTP\r\n",
      .closes = true },
    { .path = "/bad_length",
      .bytes = "HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\nhello",
      .closes = true },
    { .path = "/never", .bytes = NULL },
    { .path = "/stalls",
      .bytes = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc" },
    { .path = "/later", .bytes = HELLO, .delay_ms = 150 },
    { .path = "/events",
      .bytes = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
               "Content-Length: 50\r\n\r\n",
      .n_repeat = 5,
      .again = TEN,
      .delay_ms = 10 },
    { .path = "/flood",
      .bytes = "HTTP/1.1 200 OK\r\n\r\n",
      .n_repeat = SIZE_MAX,
      .again = much },
    { .path = "/flood_of_nothing", /* the extension of a chunk */
      .bytes = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;",
      .n_repeat = SIZE_MAX,
      .again = much },
    { .path = "/large",
      .bytes = "HTTP/1.1 200 OK\r\nContent-Length: 8000000\r\n\r\n",
      .n_repeat = 80,
      .again = much },
};

/* ---- one loop, one client, one server ---- */

typedef struct Net Net;

/* What came of one exchange. */
typedef struct Got {
    Net *net;
    HttpExchange *exchange;
    bool is_ended, is_answered;
    cm_http_fault fault;
    int status;
    char reason[160], body[2000], redirect[200], fields[2000];
    size_t body_len, fields_len;
    size_t n_heads, n_data;
    /* What the first data event does. */
    HttpExchange **cancels;
    struct Got *starts;
    /* What `ended` cancels: what `starts` began, and one that runs. */
    HttpExchange **at_end[2];
} Got;

struct Net {
    Loop *loop;
    Server *server;
    HttpClient *client;
    Timer *guard;
    size_t n_open;
};

static void guard_fired(void *user)
{
    cm__loop_stop(((Net *)user)->loop);
}

static Net net_open(void)
{
    Net net = { .loop = cm__loop_new(cm__alloc_default()) };
    (void)signal(SIGPIPE, SIG_IGN);
    assert_non_null(net.loop);
    net.server = server_start(routes, CM_ARRAY_LEN(routes));
    net.client = cm__http_new(net.loop, NULL);
    assert_non_null(net.client);
    return net;
}

static void net_close(Net *net)
{
    cm__http_free(net->client);
    cm__timer_free(net->guard);
    cm__loop_free(net->loop);
    server_stop(net->server);
}

static void wait_for_all(Net *net)
{
    if (net->n_open == 0)
        return;
    net->guard = cm__timer_new(net->loop, guard_fired, net);
    cm__timer_start(net->guard, 20000);
    cm__loop_run(net->loop);
    cm__timer_free(net->guard);
    net->guard = NULL;
}

static void wait_ms(Net *net, uint64_t ms)
{
    Timer *timer = cm__timer_new(net->loop, guard_fired, net);
    cm__timer_start(timer, ms);
    cm__loop_run(net->loop);
    cm__timer_free(timer);
}

static void keep(char *to, size_t size, const char *text, size_t len)
{
    assert_true(len < size);
    memcpy(to, text, len);
    to[len] = '\0';
}

static void ended(void *user, const HttpEnd *end)
{
    Got *got = user;
    assert_false(got->is_ended);
    got->is_ended = true;
    got->exchange = NULL;
    got->is_answered = end->is_answered;
    got->fault = end->fault;
    got->status = end->head.status;
    keep(got->reason, sizeof got->reason, end->reason, strlen(end->reason));
    keep(got->body, sizeof got->body, end->body, end->body_len);
    got->body_len = end->body_len;
    got->fields_len = end->head.fields_len;
    keep(got->fields, sizeof got->fields, end->head.fields, got->fields_len);
    if (end->redirect != NULL)
        keep(got->redirect, sizeof got->redirect, end->redirect,
             strlen(end->redirect));
    for (size_t i = 0; i < CM_ARRAY_LEN(got->at_end); i++)
        if (got->at_end[i] != NULL) {
            cm__http_cancel(*got->at_end[i]);
            got->net->n_open--;
        }
    if (--got->net->n_open == 0)
        cm__loop_stop(got->net->loop);
}

static const HttpEvents whole = { .ended = ended };

static HttpSpec spec_of(const Net *net, const char *method, const char *path,
                        char url[300])
{
    (void)snprintf(url, 300, "http://127.0.0.1:%d%s", net->server->port, path);
    return (HttpSpec){ .method = method, .url = url, .max_body = 1000 };
}

static void start_spec(Net *net, const HttpSpec *spec, const HttpEvents *events,
                       Got *got)
{
    cm_error err;
    *got = (Got){ .net = net,
                  .cancels = got->cancels,
                  .starts = got->starts,
                  .at_end = { got->at_end[0], got->at_end[1] } };
    net->n_open++;
    assert_int_equal(
        cm__http_start(net->client, spec, events, got, &got->exchange, &err),
        CM_OK);
    assert_false(got->is_ended);
}

static void start(Net *net, const char *path, const HttpEvents *events,
                  Got *got)
{
    char url[300];
    HttpSpec spec = spec_of(net, "GET", path, url);
    start_spec(net, &spec, events, got);
}

static Got get(Net *net, const char *path)
{
    Got got = { .net = NULL };
    start(net, path, &whole, &got);
    wait_for_all(net);
    assert_true(got.is_ended);
    return got;
}

static Got request(Net *net, const HttpSpec *spec)
{
    Got got = { .net = NULL };
    start_spec(net, spec, &whole, &got);
    wait_for_all(net);
    assert_true(got.is_ended);
    return got;
}

/* ---- requests ---- */

/* The request as it came, its Accept-Encoding replaced by "*", the port by
 * PORT. */
static const char *sent(Net *net, size_t index)
{
    static char text[SERVER_REQUEST_BYTES + 100];
    char port[16];
    char *raw = net->server->requests[index], *at, *end;
    assert_true(index < server_count(net->server));
    at = strstr(raw, "Accept-Encoding: ");
    assert_non_null(at);
    end = strstr(at, "\r\n");
    assert_memory_equal(at + 17, "gzip, deflate\r\n", 15);
    (void)snprintf(text, sizeof text, "%.*s*%s", (int)(at + 17 - raw), raw,
                   end);
    (void)snprintf(port, sizeof port, ":%d\r\n", net->server->port);
    at = strstr(text, port);
    assert_non_null(at);
    memmove(at + 7, at + strlen(port), strlen(at + strlen(port)) + 1);
    memcpy(at, ":PORT\r\n", 7);
    return text;
}

#define COMMON(rest)                                         \
    "Host: 127.0.0.1:PORT\r\nUser-Agent: codemode/0.1.0\r\n" \
    "Accept-Encoding: *\r\n" rest

static void requests_are_exact(void **state)
{
    (void)state;
    static const cm_http_header some[] = { { "accept", "application/json" },
                                           { "x-empty", "" },
                                           { "x-b", "a: b; c" } };
    static const cm_http_header json[] = { { "content-type", "a/b" } };
    static const cm_http_header agent[] = { { "user-agent", "me" } };
    static const struct {
        const char *method, *path;
        const cm_http_header *headers;
        size_t n_headers;
        const char *body, *expected;
    } rows[] = {
        { "GET", "/hello", NULL, 0, NULL,
          "GET /hello HTTP/1.1\r\n" COMMON("\r\n") },
        { "GET", "/../hello?x=%41&y=a+b&", NULL, 0, NULL,
          "GET /../hello?x=%41&y=a+b& HTTP/1.1\r\n" COMMON("\r\n") },
        { "GET", "/hello", some, 3, NULL,
          "GET /hello HTTP/1.1\r\n" COMMON(
              "accept: application/json\r\nx-empty:\r\nx-b: a: b; c\r\n\r\n") },
        { "DELETE", "/hello", NULL, 0, NULL,
          "DELETE /hello HTTP/1.1\r\n" COMMON("\r\n") },
        { "POST", "/hello", json, 1, "{\"a\":1}",
          "POST /hello HTTP/1.1\r\n" COMMON(
              "content-type: a/b\r\nContent-Length: 7\r\n\r\n{\"a\":1}") },
        { "POST", "/hello", NULL, 0, NULL,
          "POST /hello HTTP/1.1\r\n" COMMON("Content-Length: 0\r\n\r\n") },
        { "PUT", "/hello", NULL, 0, NULL,
          "PUT /hello HTTP/1.1\r\n" COMMON("Content-Length: 0\r\n\r\n") },
        { "PATCH", "/hello", NULL, 0, "",
          "PATCH /hello HTTP/1.1\r\n" COMMON("Content-Length: 0\r\n\r\n") },
        { "GET", "/hello", json, 1, "b",
          "GET /hello HTTP/1.1\r\n" COMMON(
              "content-type: a/b\r\nContent-Length: 1\r\n\r\nb") },
        { "HEAD", "/head", NULL, 0, NULL,
          "HEAD /head HTTP/1.1\r\n" COMMON("\r\n") },
        { "HEAD", "/head", json, 1, "b",
          "HEAD /head HTTP/1.1\r\n" COMMON(
              "content-type: a/b\r\nContent-Length: 1\r\n\r\nb") },
        { "TRACE", "/hello", NULL, 0, NULL,
          "TRACE /hello HTTP/1.1\r\n" COMMON("\r\n") },
        { "GET", "/hello", agent, 1, NULL,
          "GET /hello HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n"
          "Accept-Encoding: *\r\nuser-agent: me\r\n\r\n" },
    };
    Net net = net_open();
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        char url[300];
        HttpSpec spec = spec_of(&net, rows[i].method, rows[i].path, url);
        spec.headers = rows[i].headers;
        spec.n_headers = rows[i].n_headers;
        spec.body = rows[i].body;
        spec.body_len = rows[i].body != NULL ? strlen(rows[i].body) : 0;
        Got got = request(&net, &spec);
        assert_string_equal(got.reason, "");
        assert_true(got.is_answered);
        assert_string_equal(got.body,
                            strcmp(rows[i].method, "HEAD") == 0 ? "" : "hello");
        assert_string_equal(sent(&net, i), rows[i].expected);
    }
    /* All of them went over one connection but what follows HEAD with a body,
     * whose end libcurl does not know. */
    assert_int_equal(net.server->n_connections, 2);
    net_close(&net);
}

static void what_cannot_be_sent_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *method, *name, *value, *text;
    } rows[] = {
        { "GE T", "a", "b", "the method is invalid" },
        { "", "a", "b", "the method is invalid" },
        { "GET", "a b", "c", "a header has an invalid name" },
        { "GET", "", "c", "a header has an invalid name" },
        { "GET", "a:", "c", "a header has an invalid name" },
        { "GET", "a", "c\r\nx: y", "a header has an invalid value" },
        { "GET", "a", "c\n", "a header has an invalid value" },
    };
    Net net = net_open();
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        char url[300];
        const cm_http_header header = { rows[i].name, rows[i].value };
        HttpSpec spec = spec_of(&net, rows[i].method, "/hello", url);
        HttpExchange *exchange;
        cm_error err;
        spec.headers = &header;
        spec.n_headers = 1;
        assert_int_equal(
            cm__http_start(net.client, &spec, &whole, NULL, &exchange, &err),
            CM_E_ARGUMENT);
        assert_string_equal(err.text, rows[i].text);
    }
    net_close(&net);
}

/* ---- answers ---- */

static void answers_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        int status;
        const char *body;
    } rows[] = {
        { "/hello", 200, "hello" },
        { "/chunked", 200, "abcde" },
        { "/gzip", 200, "hello hello hello" },
        { "/empty", 204, "" },
        { "/fields", 404, "no" },
        { "/interim", 200, "" },
        { "/until_close", 200, "all of it" },
    };
    Net net = net_open();
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        Got got = get(&net, rows[i].path);
        assert_string_equal(got.reason, "");
        assert_true(got.is_answered);
        assert_int_equal(got.status, rows[i].status);
        assert_string_equal(got.body, rows[i].body);
        assert_string_equal(got.redirect, "");
    }
    net_close(&net);
}

static void headers_are_found(void **state)
{
    (void)state;
    Net net = net_open();
    Got got = get(&net, "/fields");
    HttpHead head = { got.status, got.fields, got.fields_len };
    assert_string_equal(cm__http_header(&head, "content-type"),
                        "text/PLAIN ;q=1");
    assert_string_equal(cm__http_header(&head, "x-twice"), "a");
    assert_string_equal(cm__http_header(&head, "x-none"), "");
    assert_null(cm__http_header(&head, "twice"));
    got = get(&net, "/interim");
    head = (HttpHead){ got.status, got.fields, got.fields_len };
    assert_null(cm__http_header(&head, "x-a"));
    assert_string_equal(cm__http_header(&head, "x-b"), "2");
    net_close(&net);
}

static void redirects_are_told_and_not_followed(void **state)
{
    (void)state;
    char expected[100];
    Net net = net_open();
    Got got = get(&net, "/moved");
    assert_true(got.is_answered);
    assert_int_equal(got.status, 301);
    assert_string_equal(got.body, "gone");
    (void)snprintf(expected, sizeof expected, "http://127.0.0.1:%d/hello?a=1",
                   net.server->port);
    assert_string_equal(got.redirect, expected);
    assert_int_equal(server_count(net.server), 1);
    (void)get(&net, "/hello");
    assert_null(strstr(net.server->requests[1], "a=1")); /* no cookie */
    net_close(&net);
}

/* ---- limits and faults ---- */

static void limits_hold(void **state)
{
    (void)state;
    Net net = net_open();
    Got got = get(&net, "/declared_1000");
    assert_true(got.is_answered);
    assert_int_equal(got.body_len, 1000);
    static const char *const large[] = { "/declared_1001", "/declared_endless",
                                         "/long", "/bomb" };
    for (size_t i = 0; i < CM_ARRAY_LEN(large); i++) {
        got = get(&net, large[i]);
        assert_false(got.is_answered);
        assert_int_equal(got.fault, CM_HTTP_TOO_LARGE);
        assert_string_equal(got.reason, "the body is over 1000 bytes");
        assert_int_equal(got.body_len, 0);
    }
    char url[300];
    HttpSpec spec;
    spec = spec_of(&net, "GET", "/long", url);
    spec.max_body = 0;
    got = request(&net, &spec);
    assert_true(got.is_answered);
    assert_int_equal(got.body_len, 1010);
    spec = spec_of(&net, "GET", "/heads", url);
    spec.max_heads = 5000;
    got = request(&net, &spec);
    assert_false(got.is_answered);
    assert_int_equal(got.fault, CM_HTTP_FAILED);
    assert_string_equal(got.reason, "the headers are over 5000 bytes");
    net_close(&net);
}

static void faults_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        cm_http_fault fault;
        const char *reason;
    } rows[] = {
        { "/broken", CM_HTTP_UNREADABLE, "the body broke off" },
        { "/broken_chunk", CM_HTTP_UNREADABLE, "the body broke off" },
        { "/badzip", CM_HTTP_UNREADABLE, "the body cannot be decompressed" },
        { "/gzip_cut", CM_HTTP_UNREADABLE, "the body broke off" },
        { "/gzip_lines", CM_HTTP_UNREADABLE,
          "the body is compressed although only gzip and deflate were asked "
          "for" },
        { "/brotli", CM_HTTP_UNREADABLE,
          "the body is compressed although only gzip and deflate were asked "
          "for" },
        { "/zipped_twice", CM_HTTP_UNREADABLE,
          "the body is compressed although only gzip and deflate were asked "
          "for" },
        { "/silent", CM_HTTP_FAILED,
          "the connection was closed before an answer came" },
        { "/rubbish", CM_HTTP_FAILED, "the answer is not HTTP" },
        { "/long_head", CM_HTTP_FAILED,
          "a header is too long, or the host is out of memory" },
        /* RFC 9112, 6.3: such an answer must be discarded. */
        { "/bad_length", CM_HTTP_FAILED, "the answer is not HTTP" },
    };
    Net net = net_open();
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        Got got = get(&net, rows[i].path);
        assert_false(got.is_answered);
        assert_string_equal(got.reason, rows[i].reason);
        assert_int_equal(got.fault, rows[i].fault);
        assert_string_equal(got.body, "");
    }
    net_close(&net);
}

/* Here means the server itself, elsewhere the server as proxy; nobody listens
 * at [::1]. */
static void only_others_go_by_proxy(Net *net)
{
    static const char *const elsewhere[] = { "http://localhost.evil/hello",
                                             "http://127.0.0.1.evil/hello" };
    static const char *const here[] = { "localhost", "127.0.0.1", "[::1]" };
    for (size_t i = 0; i < CM_ARRAY_LEN(elsewhere); i++) {
        const HttpSpec spec = { .method = "GET",
                                .url = elsewhere[i],
                                .max_body = 1000 };
        Got got = request(net, &spec);
        assert_true(got.is_answered);
        assert_string_equal(got.body, "by proxy");
    }
    for (size_t i = 0; i < CM_ARRAY_LEN(here); i++) {
        char url[64];
        (void)snprintf(url, sizeof url, "http://%s:%d/hello", here[i],
                       net->server->port);
        const HttpSpec spec = { .method = "GET", .url = url, .max_body = 1000 };
        Got got = request(net, &spec);
        assert_int_equal(got.is_answered, here[i][0] != '[');
        assert_string_equal(got.body, got.is_answered ? "hello" : "");
    }
}

/* Those of the environment, but never for what is on this machine. */
static void proxies_are_asked(void **state)
{
    static const HttpClientSpec asks = { .uses_proxies = true };
    (void)state;
    char proxy[64];
    Net net = net_open();
    (void)snprintf(proxy, sizeof proxy, "http://127.0.0.1:%d",
                   net.server->port);
    assert_int_equal(setenv("http_proxy", proxy, 1), 0);
    const HttpSpec far = { .method = "GET",
                           .url = "http://tools.example/hello",
                           .max_body = 1000 };
    Got got = request(&net, &far); /* this client asks no proxy */
    assert_false(got.is_answered);
    cm__http_free(net.client);
    net.client = cm__http_new(net.loop, &asks);
    assert_non_null(net.client);
    got = request(&net, &far);
    assert_true(got.is_answered);
    assert_string_equal(got.body, "by proxy");
    only_others_go_by_proxy(&net);
    assert_int_equal(setenv("http_proxy", "http://127.0.0.1:1", 1), 0);
    got = get(&net, "/hello");
    assert_true(got.is_answered);
    assert_string_equal(got.body, "hello");
    got = request(&net, &far);
    assert_false(got.is_answered);
    assert_int_equal(setenv("no_proxy", "tools.example", 1), 0);
    got = request(&net, &far);
    assert_false(got.is_answered); /* no such name */
    assert_int_equal(unsetenv("http_proxy"), 0);
    assert_int_equal(unsetenv("no_proxy"), 0);
    net_close(&net);
}

static void urls_are_http_or_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *url, *reason;
    } rows[] = {
        { "file:///etc/passwd", "the URL is no http or https URL" },
        { "ftp://127.0.0.1/", "the URL is no http or https URL" },
        { "http://127.0.0.1:x/", "the URL is no http or https URL" },
        { "http://me:secret@127.0.0.1/", "the URL has a user name" },
        { "http://no-such-host.invalid/", "the host name cannot be resolved" },
    };
    Net net = net_open();
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        const HttpSpec spec = { .method = "GET", .url = rows[i].url };
        Got got = request(&net, &spec);
        assert_false(got.is_answered);
        assert_string_equal(got.reason, rows[i].reason);
    }
    net_close(&net);
}

static void nobody_listens(void **state)
{
    (void)state;
    char url[300];
    Net net = net_open();
    HttpSpec spec = spec_of(&net, "GET", "/hello", url);
    (void)shutdown(net.server->listener, SHUT_RDWR);
    Got got = request(&net, &spec);
    assert_false(got.is_answered);
    assert_string_equal(got.reason, "cannot connect: connection refused");
    net_close(&net);
}

static void time_runs_out(void **state)
{
    (void)state;
    static const char *const paths[] = { "/never", "/stalls" };
    Net net = net_open();
    for (size_t i = 0; i < CM_ARRAY_LEN(paths); i++) {
        char url[300];
        HttpSpec spec = spec_of(&net, "GET", paths[i], url);
        spec.timeout_ms = 60;
        uint64_t from = cm__loop_now_ms(net.loop);
        Got got = request(&net, &spec);
        uint64_t took = cm__loop_now_ms(net.loop) - from;
        assert_false(got.is_answered);
        assert_int_equal(got.fault, CM_HTTP_FAILED);
        assert_string_equal(got.reason, "no answer within 60 ms");
        assert_true(took >= 60 && took < 5000);
    }
    net_close(&net);
}

/* A request that may have been acted on is not sent again. */
static void nothing_is_repeated(void **state)
{
    (void)state;
    static const char *const methods[] = { "POST", "GET" };
    Net net = net_open();
    for (size_t i = 0; i < CM_ARRAY_LEN(methods); i++) {
        size_t n = server_count(net.server);
        char url[300];
        assert_true(get(&net, "/hello").is_answered);
        HttpSpec spec = spec_of(&net, methods[i], "/silent", url);
        Got got = request(&net, &spec);
        assert_false(got.is_answered);
        assert_string_equal(got.reason,
                            "the connection was closed before an answer came");
        assert_int_equal(server_count(net.server), n + 2);
    }
    assert_true(get(&net, "/hello").is_answered);
    net_close(&net);
}

/* ---- many, streams, cancels ---- */

static void many_run_at_once(void **state)
{
    (void)state;
    enum {
        MANY = 50
    };
    Got *got = cm__alloc_zero(cm__alloc_default(), MANY, sizeof *got);
    Net net = net_open();
    uint64_t from = cm__loop_now_ms(net.loop);
    for (size_t i = 0; i < MANY; i++)
        start(&net, "/later", &whole, &got[i]);
    wait_for_all(&net);
    /* One after the other they would take 7.5 seconds. */
    assert_true(cm__loop_now_ms(net.loop) - from < 30000);
    for (size_t i = 0; i < MANY; i++) {
        assert_true(got[i].is_answered);
        assert_string_equal(got[i].body, "hello");
    }
    cm__free(cm__alloc_default(), got, MANY * sizeof *got);
    net_close(&net);
}

static void stream_head(void *user, const HttpHead *head)
{
    Got *got = user;
    assert_int_equal(got->n_data, 0);
    assert_int_equal(head->status, 200);
    got->n_heads++;
}

static void stream_data(void *user, const char *bytes, size_t len)
{
    Got *got = user;
    assert_int_equal(got->n_heads, 1);
    assert_false(got->is_ended);
    assert_true(got->body_len + len < sizeof got->body);
    memcpy(got->body + got->body_len, bytes, len);
    got->body_len += len;
    if (got->n_data++ > 0)
        return;
    if (got->cancels != NULL && *got->cancels != NULL) {
        cm__http_cancel(*got->cancels);
        *got->cancels = NULL;
    }
    if (got->starts != NULL)
        start(got->net, "/hello", &whole, got->starts);
}

static void stream_ended(void *user, const HttpEnd *end)
{
    Got *got = user;
    size_t len = got->body_len;
    char body[2000];
    memcpy(body, got->body, sizeof body);
    assert_int_equal(end->body_len, 0);
    ended(user, end);
    memcpy(got->body, body, sizeof body);
    got->body[len] = '\0';
    got->body_len = len;
}

static const HttpEvents stream = { stream_head, stream_data, stream_ended };

/* libcurl would decompress on while the stream is paused. */
static void streams_are_not_compressed(void **state)
{
    (void)state;
    Net net = net_open();
    Got got = { .net = NULL };
    start(&net, "/gzip", &stream, &got);
    wait_for_all(&net);
    assert_false(got.is_answered);
    assert_string_equal(
        got.reason, "the body is compressed although that was not asked for");
    assert_int_equal(got.fault, CM_HTTP_UNREADABLE);
    assert_int_equal(got.n_data, 0);
    assert_non_null(
        strstr(net.server->requests[0], "\r\nAccept-Encoding: identity\r\n"));
    net_close(&net);
}

static void streams_come_in_pieces(void **state)
{
    (void)state;
    Net net = net_open();
    Got got = { .net = NULL };
    start(&net, "/events", &stream, &got);
    wait_for_all(&net);
    assert_true(got.is_answered);
    assert_true(got.n_data >= 2);
    assert_string_equal(got.body, TEN TEN TEN TEN TEN);
    net_close(&net);
}

static void cancelled_ones_are_silent(void **state)
{
    (void)state;
    Net net = net_open();
    Got got[3] = { { .net = NULL } };
    start(&net, "/later", &whole, &got[0]);
    cm__http_cancel(got[0].exchange); /* before its first turn */
    start(&net, "/later", &whole, &got[1]);
    start(&net, "/later", &whole, &got[2]);
    wait_ms(&net, 30);
    cm__http_cancel(got[1].exchange); /* while it waits */
    net.n_open = 1;
    wait_for_all(&net);
    assert_false(got[0].is_ended);
    assert_false(got[1].is_ended);
    assert_true(got[2].is_answered);
    net_close(&net);
}

static void events_cancel_and_start(void **state)
{
    (void)state;
    Net net = net_open();
    Got self = { .net = NULL }, other = { .net = NULL }, third = self,
        fourth = self;
    self.cancels = &self.exchange;
    start(&net, "/events", &stream, &self);
    other.cancels = &third.exchange;
    other.starts = &fourth;
    start(&net, "/never", &whole, &third);
    start(&net, "/events", &stream, &other);
    net.n_open = 1; /* self and third never end; fourth is counted later */
    wait_for_all(&net);
    assert_false(self.is_ended);
    assert_true(self.body_len < 50);
    assert_false(third.is_ended);
    assert_true(other.is_answered);
    assert_true(fourth.is_answered);
    assert_string_equal(fourth.body, "hello");
    net_close(&net);
}

/* The whole answer comes in one turn of libcurl: what its data began has not
 * been given to libcurl yet when its end cancels it. */
static void an_end_cancels_what_the_data_began(void **state)
{
    (void)state;
    Net net = net_open();
    for (int round = 0; round < 2; round++) {
        Got running = { .net = NULL }, begun = running;
        Got got = { .starts = &begun,
                    .at_end = { &begun.exchange, &running.exchange } };
        start(&net, "/never", &whole, &running);
        wait_ms(&net, 30);
        size_t n = server_count(net.server);
        start(&net, "/hello", &stream, &got);
        wait_for_all(&net);
        assert_true(got.is_answered);
        assert_string_equal(got.body, "hello");
        assert_int_equal(net.n_open, 0);
        assert_true(get(&net, "/hello").is_answered);
        assert_false(begun.is_ended);
        assert_false(running.is_ended);
        assert_int_equal(server_count(net.server), n + 2);
    }
    net_close(&net);
}

/* ---- more than can be read ---- */

typedef struct Flow {
    Got got; /* first */
    size_t n;
    bool is_cut;      /* a byte is not the one that it should be */
    size_t cancel_at; /* bytes, 0: never */
    HttpExchange **cancels;
} Flow;

static void flow_data(void *user, const char *bytes, size_t len)
{
    Flow *flow = user;
    for (size_t i = 0; i < len; i++)
        flow->is_cut |= bytes[i] != TEN[(flow->n + i) % 10];
    flow->n += len;
    if (flow->cancel_at == 0 || flow->n < flow->cancel_at)
        return;
    flow->cancel_at = 0;
    cm__http_cancel(*flow->cancels);
    flow->got.net->n_open--;
    start(flow->got.net, "/hello", &whole, flow->got.starts);
}

static const HttpEvents flow_events = { NULL, flow_data, ended };

static void start_flow(Net *net, const char *path, uint64_t timeout_ms,
                       Flow *flow)
{
    char url[300];
    HttpSpec spec = spec_of(net, "GET", path, url);
    spec.max_body = 0;
    spec.timeout_ms = timeout_ms;
    start_spec(net, &spec, &flow_events, &flow->got);
}

/* The loop turns all the same: an exchange beside them ends, timers fire, and
 * so does the time of each. */
static void floods_leave_time_for_others(void **state)
{
    (void)state;
    static const char *const paths[] = { "/flood", "/flood_of_nothing" };
    Net net = net_open();
    for (size_t i = 0; i < CM_ARRAY_LEN(paths); i++) {
        Flow flow[3] = { { .n = 0 } };
        Got beside = { .net = NULL };
        uint64_t from = cm__loop_now_ms(net.loop);
        for (size_t k = 0; k < 3; k++)
            start_flow(&net, paths[i], k == 0 ? 300 : 0, &flow[k]);
        wait_ms(&net, 100);
        start(&net, "/later", &whole, &beside);
        net.n_open -= 2; /* which never end */
        wait_for_all(&net);
        assert_true(beside.is_answered);
        assert_string_equal(beside.body, "hello");
        assert_true(flow[0].got.is_ended);
        assert_string_equal(flow[0].got.reason, "no answer within 300 ms");
        assert_true(cm__loop_now_ms(net.loop) - from < 30000);
        for (size_t k = 1; k < 3; k++) {
            assert_int_equal(flow[k].n > 10000, i == 0);
            assert_false(flow[k].is_cut);
            cm__http_cancel(flow[k].got.exchange);
        }
        assert_true(get(&net, "/hello").is_answered);
    }
    net_close(&net);
}

static void what_is_paused_comes_whole(void **state)
{
    (void)state;
    Net net = net_open();
    Flow flow[2] = { { .n = 0 } };
    for (size_t i = 0; i < 2; i++)
        start_flow(&net, "/large", 0, &flow[i]);
    wait_for_all(&net);
    for (size_t i = 0; i < 2; i++) {
        assert_true(flow[i].got.is_answered);
        assert_int_equal(flow[i].n, 8000000);
        assert_false(flow[i].is_cut);
    }
    net_close(&net);
}

static void what_is_paused_may_be_cancelled(void **state)
{
    (void)state;
    Net net = net_open();
    for (size_t i = 0; i < 20; i++) {
        Got begun[2] = { { .net = NULL } };
        Flow self = { .got = { .starts = &begun[0] },
                      .cancel_at = 300000 + i * 20000 };
        Flow other = self, third = { .n = 0 };
        self.cancels = &self.got.exchange;
        other.got.starts = &begun[1];
        other.cancels = &third.got.exchange;
        start_flow(&net, "/flood", 0, &self);
        start_flow(&net, "/flood", 0, &other);
        start_flow(&net, "/flood", 0, &third);
        net.n_open--; /* other */
        wait_for_all(&net);
        assert_true(begun[0].is_answered);
        assert_true(begun[1].is_answered);
        assert_false(self.got.is_ended);
        assert_false(third.got.is_ended);
        cm__http_cancel(other.got.exchange);
    }
    Flow left = { .n = 0 };
    start_flow(&net, "/flood", 0, &left);
    wait_ms(&net, 30);
    net_close(&net); /* with it */
}

static void clients_may_go_early(void **state)
{
    (void)state;
    Net net = net_open();
    Got got[4] = { { .net = NULL } };
    start(&net, "/never", &whole, &got[0]);
    start(&net, "/events", &stream, &got[1]);
    start(&net, "/hello", &whole, &got[2]);
    wait_ms(&net, 30);
    start(&net, "/hello", &whole, &got[3]);
    net_close(&net);
    assert_false(got[0].is_ended);
    assert_false(got[1].is_ended);
    assert_false(got[3].is_ended);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_are_exact),
        cmocka_unit_test(what_cannot_be_sent_is_refused),
        cmocka_unit_test(answers_are_read),
        cmocka_unit_test(headers_are_found),
        cmocka_unit_test(redirects_are_told_and_not_followed),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(faults_are_told),
        cmocka_unit_test(proxies_are_asked),
        cmocka_unit_test(urls_are_http_or_nothing),
        cmocka_unit_test(nobody_listens),
        cmocka_unit_test(time_runs_out),
        cmocka_unit_test(nothing_is_repeated),
        cmocka_unit_test(many_run_at_once),
        cmocka_unit_test(streams_are_not_compressed),
        cmocka_unit_test(streams_come_in_pieces),
        cmocka_unit_test(cancelled_ones_are_silent),
        cmocka_unit_test(events_cancel_and_start),
        cmocka_unit_test(an_end_cancels_what_the_data_began),
        cmocka_unit_test(floods_leave_time_for_others),
        cmocka_unit_test(what_is_paused_comes_whole),
        cmocka_unit_test(what_is_paused_may_be_cancelled),
        cmocka_unit_test(clients_may_go_early),
    };
    for (size_t i = 0; i + 1 < sizeof much; i++)
        much[i] = TEN[i % 10];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
