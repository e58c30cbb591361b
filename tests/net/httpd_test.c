/* SPDX-License-Identifier: MIT */
/* The server's loop runs in a thread of its own; the tests are the clients, on
 * plain sockets, and look at exact bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "net/httpd.h"

enum {
    MAX_HELD = 256,
    PIECE = 16384
};

/* ---- the server side ---- */

typedef struct Server {
    Loop *loop;
    Httpd *httpd; /* NULL once freed */
    pthread_t thread;
    unsigned port;
    HttpdRequest *held[MAX_HELD]; /* of the loop's thread */
    size_t n_held;
    atomic_int n_heads, n_requests, n_gone, n_stopped, n_limits;
    atomic_size_t max_pending;
} Server;

/* A request that is answered in parts by a timer. */
typedef struct Job {
    Server *server;
    HttpdRequest *request;
    Timer *timer;
    unsigned long n_left, n_done;
} Job;

static unsigned long number_of(HttpdRequest *r)
{
    return strtoul(cm__httpd_query(r), NULL, 10);
}

static void answer_text(HttpdRequest *r, unsigned status, const char *text)
{
    const HttpdHeader type = { "Content-Type", "text/plain" };
    const HttpdAnswer a = { .status = status,
                            .headers = &type,
                            .n_headers = 1,
                            .body = text,
                            .body_len = strlen(text) };
    assert_int_equal(cm__httpd_answer(r, &a), CM_OK);
}

static void echo(HttpdRequest *r)
{
    Buf text;
    size_t len;
    const char *body = cm__httpd_body(r, &len);
    cm__buf_init(&text, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&text, "%s %s ? %s %zu:", cm__httpd_method(r),
                    cm__httpd_path(r), cm__httpd_query(r), len);
    cm__buf_add(&text, body, len);
    const HttpdAnswer a = { .status = 200,
                            .body = text.bytes,
                            .body_len = text.len };
    assert_int_equal(cm__httpd_answer(r, &a), CM_OK);
    cm__buf_done(&text);
}

static void job_free(Job *job)
{
    cm__timer_free(job->timer);
    free(job);
}

static Job *job_new(Server *s, HttpdRequest *r, void (*fire)(void *user))
{
    Job *job = calloc(1, sizeof *job);
    assert_non_null(job);
    job->server = s;
    job->request = r;
    job->n_left = number_of(r);
    job->timer = cm__timer_new(s->loop, fire, job);
    assert_non_null(job->timer);
    cm__httpd_set_user(r, job);
    return job;
}

static void answer_late(void *user)
{
    Job *job = user;
    answer_text(job->request, 200, "late");
    job_free(job);
}

static void tick(void *user)
{
    Job *job = user;
    char text[32];
    if (job->n_left == 0) {
        cm__httpd_stream_close(job->request);
        job_free(job);
        return;
    }
    job->n_left--;
    int n = snprintf(text, sizeof text, "data: %lu\n\n", job->n_done++);
    assert_int_equal(cm__httpd_stream_write(job->request, text, (size_t)n),
                     CM_OK);
    cm__timer_start(job->timer, 2);
}

/* Writes until the queue is full or all is written. */
static void flood(Job *job)
{
    char piece[PIECE];
    memset(piece, 'f', sizeof piece);
    while (job->n_left > 0) {
        cm_status status =
            cm__httpd_stream_write(job->request, piece, sizeof piece);
        size_t pending = cm__httpd_stream_pending(job->request);
        if (pending > atomic_load(&job->server->max_pending))
            atomic_store(&job->server->max_pending, pending);
        if (status == CM_E_LIMIT) {
            atomic_fetch_add(&job->server->n_limits, 1);
            return;
        }
        assert_int_equal(status, CM_OK);
        job->n_left--;
    }
    cm__httpd_stream_close(job->request);
    job_free(job);
}

static void hold(Server *s, HttpdRequest *r)
{
    assert_true(s->n_held < MAX_HELD);
    s->held[s->n_held++] = r;
}

static void open_stream(HttpdRequest *r, uint32_t keepalive_ms)
{
    const HttpdHeader session = { "Mcp-Session-Id", "s1" };
    assert_int_equal(cm__httpd_stream_open(r, &session, 1, keepalive_ms),
                     CM_OK);
    assert_int_equal(cm__httpd_stream_open(r, NULL, 0, 0), CM_E_STATE);
}

static void answer_big(HttpdRequest *r)
{
    size_t n = number_of(r);
    char *body = malloc(n);
    assert_non_null(body);
    memset(body, 'x', n);
    const HttpdAnswer a = { .status = 200, .body = body, .body_len = n };
    assert_int_equal(cm__httpd_answer(r, &a), CM_OK);
    free(body);
}

static void answer_wrongly(HttpdRequest *r)
{
    const HttpdHeader header = { "X", "a\r\nY: b" };
    assert_int_equal(cm__httpd_stream_open(r, &header, 1, 0), CM_E_ARGUMENT);
    assert_int_equal(cm__httpd_stream_write(r, "x", 1), CM_E_STATE);
    const HttpdAnswer a = { .status = 200, .headers = &header, .n_headers = 1 };
    assert_int_equal(cm__httpd_answer(r, &a), CM_E_ARGUMENT);
}

static bool is_path(HttpdRequest *r, const char *path)
{
    return strcmp(cm__httpd_path(r), path) == 0;
}

static void on_stream_request(Server *s, HttpdRequest *r)
{
    if (is_path(r, "/stream/open")) {
        open_stream(r, (uint32_t)number_of(r));
        hold(s, r);
    } else if (is_path(r, "/stream/ticks")) {
        Job *job = job_new(s, r, tick);
        open_stream(r, 0);
        tick(job);
    } else if (is_path(r, "/stream/late")) {
        Job *job = job_new(s, r, tick);
        open_stream(r, 0);
        cm__timer_start(job->timer, 5);
    } else if (is_path(r, "/stream/flood")) {
        Job *job = job_new(s, r, tick);
        open_stream(r, 0);
        flood(job);
    } else if (is_path(r, "/stream/drop")) {
        open_stream(r, 0);
        assert_int_equal(cm__httpd_stream_write(r, "data: x\n\n", 9), CM_OK);
        cm__httpd_drop(r);
    } else {
        open_stream(r, 0);
        cm__httpd_stream_close(r);
    }
}

/* Refuses what is below /refused, before a body of it is kept. */
static void on_head(void *user, HttpdRequest *r)
{
    Server *s = user;
    size_t len;
    atomic_fetch_add(&s->n_heads, 1);
    (void)cm__httpd_body(r, &len);
    assert_int_equal(len, 0);
    if (is_path(r, "/refused")) {
        assert_int_equal(cm__httpd_stream_open(r, NULL, 0, 0), CM_E_STATE);
        answer_text(r, 403, cm__httpd_method(r));
    } else if (is_path(r, "/refused/drop")) {
        cm__httpd_drop(r);
    } else if (is_path(r, "/refused/wrong")) {
        const HttpdAnswer a = { .status = 99 };
        assert_int_equal(cm__httpd_answer(r, &a), CM_E_ARGUMENT);
    } else if (is_path(r, "/refused/free")) {
        cm__httpd_free(s->httpd);
        s->httpd = NULL;
        cm__httpd_drop(r);
    } else if (is_path(r, "/refused/stop")) {
        cm__httpd_stop(s->httpd, number_of(r));
        answer_text(r, 403, "bye");
    }
}

static void on_request(void *user, HttpdRequest *r)
{
    Server *s = user;
    const char *name = cm__httpd_query(r);
    atomic_fetch_add(&s->n_requests, 1);
    if (strncmp(cm__httpd_path(r), "/stream/", 8) == 0) {
        on_stream_request(s, r);
    } else if (is_path(r, "/header")) {
        const char *value = cm__httpd_header(r, name);
        answer_text(r, 200, value != NULL ? value : "(none)");
    } else if (is_path(r, "/later")) {
        Job *job = job_new(s, r, answer_late);
        cm__timer_start(job->timer, job->n_left);
    } else if (is_path(r, "/hold")) {
        hold(s, r);
    } else if (is_path(r, "/status")) {
        answer_text(r, (unsigned)number_of(r), "");
    } else if (is_path(r, "/close")) {
        const HttpdAnswer a = { .status = 200, .closes = true };
        assert_int_equal(cm__httpd_answer(r, &a), CM_OK);
    } else if (is_path(r, "/big")) {
        answer_big(r);
    } else if (is_path(r, "/drop")) {
        cm__httpd_drop(r);
    } else if (is_path(r, "/wrong")) {
        answer_wrongly(r);
    } else if (is_path(r, "/unopened")) {
        cm__httpd_stream_close(r);
    } else if (is_path(r, "/free")) {
        cm__httpd_free(s->httpd);
        s->httpd = NULL;
        cm__httpd_drop(r);
    } else if (is_path(r, "/stop")) {
        cm__httpd_stop(s->httpd, number_of(r));
        answer_text(r, 200, "bye");
    } else {
        echo(r);
    }
}

static void on_gone(void *user, HttpdRequest *r)
{
    Server *s = user;
    atomic_fetch_add(&s->n_gone, 1);
    assert_int_equal(cm__httpd_stream_write(r, "x", 1), CM_E_IO);
    Job *job = cm__httpd_user(r);
    for (size_t i = 0; i < s->n_held; i++)
        if (s->held[i] == r)
            s->held[i] = s->held[--s->n_held];
    if (job != NULL)
        job_free(job);
    if (is_path(r, "/hold")) {
        const HttpdAnswer a = { .status = 200 };
        assert_int_equal(cm__httpd_answer(r, &a), CM_E_IO);
    } else {
        cm__httpd_stream_close(r);
    }
}

static void on_drained(void *user, HttpdRequest *r)
{
    (void)user;
    if (is_path(r, "/stream/flood"))
        flood(cm__httpd_user(r));
}

static void on_stopped(void *user)
{
    Server *s = user;
    atomic_fetch_add(&s->n_stopped, 1);
    cm__httpd_free(s->httpd);
    s->httpd = NULL;
}

static const HttpdEvents events = { on_head, on_request, on_gone, on_drained,
                                    on_stopped };

static void *run_loop(void *arg)
{
    cm__loop_run(((Server *)arg)->loop);
    return NULL;
}

/* Runs fn in the loop's thread and waits for its end. */
typedef struct Task {
    LoopTask task;
    Server *server;
    void (*fn)(Server *s);
    atomic_bool is_done;
} Task;

static void sleep_ms(long ms)
{
    const struct timespec t = { ms / 1000, ms % 1000 * 1000000 };
    nanosleep(&t, NULL);
}

static void task_run(LoopTask *task)
{
    Task *t = (Task *)(void *)task;
    t->fn(t->server);
    atomic_store(&t->is_done, true);
}

static void in_loop(Server *s, void (*fn)(Server *s))
{
    Task t = { .task = { NULL, task_run }, .server = s, .fn = fn };
    cm__loop_post(s->loop, &t.task);
    while (!atomic_load(&t.is_done))
        sleep_ms(1);
}

/* Waits until the counter has the value. */
static void wait_for(atomic_int *counter, int value)
{
    for (int i = 0; i < 5000 && atomic_load(counter) != value; i++)
        sleep_ms(1);
    assert_int_equal(atomic_load(counter), value);
}

static void server_start_with(Server *s, const cm_allocator *alloc,
                              HttpdSpec spec)
{
    cm_error err = { .text = "" };
    memset(s, 0, sizeof *s);
    if (spec.address == NULL)
        spec.address = "127.0.0.1:0";
    s->loop = cm__loop_new(alloc);
    assert_non_null(s->loop);
    s->httpd = cm__httpd_new(s->loop, &spec, &events, s, &err);
    if (s->httpd == NULL)
        fail_msg("%s", err.text);
    s->port = cm__httpd_port(s->httpd);
    assert_int_equal(pthread_create(&s->thread, NULL, run_loop, s), 0);
}

static void server_start(Server *s, HttpdSpec spec)
{
    server_start_with(s, cm__alloc_default(), spec);
}

static void give_back_held(Server *s)
{
    while (s->n_held > 0)
        cm__httpd_drop(s->held[--s->n_held]);
}

static void end_in_loop(Server *s)
{
    /* Both orders are allowed: here the server goes first. */
    cm__httpd_free(s->httpd);
    give_back_held(s);
    cm__loop_stop(s->loop);
}

static void server_end(Server *s)
{
    in_loop(s, end_in_loop);
    pthread_join(s->thread, NULL);
    cm__loop_free(s->loop);
}

static int count_descriptors(void)
{
    DIR *dir = opendir("/proc/self/fd");
    int n = 0;
    assert_non_null(dir);
    while (readdir(dir) != NULL)
        n++;
    closedir(dir);
    return n;
}

/* ---- the client side ---- */

static int64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int dial(unsigned port)
{
    const struct timeval patience = { .tv_sec = 10 };
    struct sockaddr_in a = { .sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int fd = socket(AF_INET, SOCK_STREAM, 0), on = 1;
    assert_true(fd >= 0);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    assert_int_equal(connect(fd, (struct sockaddr *)&a, sizeof a), 0);
    return fd;
}

static void send_bytes(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t done = send(fd, bytes, n, MSG_NOSIGNAL);
        if (done <= 0)
            return; /* what was answered shows why */
        bytes += done;
        n -= (size_t)done;
    }
}

static void send_text(int fd, const char *text)
{
    send_bytes(fd, text, strlen(text));
}

#define REQUEST(method_and_target) \
    method_and_target " HTTP/1.1\r\nHost: localhost\r\n\r\n"

/* Takes the Date header out, which is the only thing that differs. */
static void drop_date(char *text)
{
    char *date = strstr(text, "Date: ");
    char *end = date != NULL ? strstr(date, "\r\n") : NULL;
    if (end != NULL)
        memmove(date, end + 2, strlen(end + 2) + 1);
}

/* Reads until the answer ends with `tail`, or to the end when it is NULL. */
static char *receive(int fd, const char *tail)
{
    static char text[1 << 16];
    size_t len = 0;
    for (;;) {
        ssize_t n = recv(fd, text + len, sizeof text - 1 - len, 0);
        if (n < 0 && errno == EAGAIN)
            fail_msg("nothing more comes after: %.*s", (int)len, text);
        if (n <= 0)
            break;
        len += (size_t)n;
        text[len] = '\0';
        if (tail != NULL && len >= strlen(tail) &&
            strcmp(text + len - strlen(tail), tail) == 0)
            break;
    }
    text[len] = '\0';
    drop_date(text);
    return text;
}

/* Sends on a fresh connection; returns all until the server closes it. */
static char *ask(Server *s, const char *request)
{
    int fd = dial(s->port);
    send_text(fd, request);
    char *text = receive(fd, NULL);
    close(fd);
    return text;
}

/* The same where the connection stays; what comes must be `expected`. */
static void exchange(int fd, const char *request, const char *expected)
{
    send_text(fd, request);
    const char *tail = expected + strlen(expected);
    size_t n = strlen(expected) < 24 ? strlen(expected) : 24;
    assert_string_equal(receive(fd, tail - n), expected);
}

static void expect_closed(int fd)
{
    char byte;
    assert_true(recv(fd, &byte, 1, 0) <= 0 && errno != EAGAIN);
    close(fd);
}

#define STARTS_WITH(text, start) \
    assert_memory_equal((text), (start), strlen(start))

#define STREAM_HEAD                                        \
    "HTTP/1.1 200 OK\r\n"                                  \
    "Content-Type: text/event-stream\r\n"                  \
    "Cache-Control: no-cache\r\nX-Accel-Buffering: no\r\n" \
    "Mcp-Session-Id: s1\r\n"                               \
    "Transfer-Encoding: chunked\r\n\r\n"

/* ---- addresses ---- */

static void refuse_address(Loop *loop, const char *address, bool allow_remote,
                           const char *text)
{
    cm_error err = { .text = "" };
    const HttpdSpec spec = { .address = address, .allow_remote = allow_remote };
    assert_null(cm__httpd_new(loop, &spec, &events, NULL, &err));
    assert_string_equal(err.text, text);
}

static void addresses_are_checked(void **state)
{
    (void)state;
    static const char form[] = "write ADDRESS:PORT, for example 127.0.0.1:8080";
    static const char numeric[] =
        "the address must be numeric (IPv6 in brackets) or localhost";
    static const struct {
        const char *address, *why;
    } bad[] = { { "", form },
                { "8080", form },
                { "127.0.0.1", form },
                { "127.0.0.1:", form },
                { "127.0.0.1:65536", form },
                { "127.0.0.1:80a", form },
                { "127.0.0.1:-1", form },
                { "[::1]", form },
                { "example.com:80", numeric },
                { "::1:80", numeric },
                { "[::1:80", numeric },
                { "[127.0.0.1]:80", numeric },
                { " 127.0.0.1:80", numeric },
                { "127.1:80", numeric } };
    static const char *const good[] = { "127.0.0.1:0", ":0", "localhost:0",
                                        "127.9.9.9:0", "[::1]:0" };
    Loop *loop = cm__loop_new(cm__alloc_default());
    for (size_t i = 0; i < CM_ARRAY_LEN(bad); i++) {
        char text[200];
        (void)snprintf(text, sizeof text, "cannot listen on %s: %s",
                       bad[i].address, bad[i].why);
        refuse_address(loop, bad[i].address, true, text);
    }
    refuse_address(loop, "0.0.0.0:0", false,
                   "cannot listen on 0.0.0.0:0: other machines reach it, which "
                   "was not allowed");
    refuse_address(loop, "[::]:0", false,
                   "cannot listen on [::]:0: other machines reach it, which "
                   "was not allowed");
    for (size_t i = 0; i < CM_ARRAY_LEN(good); i++) {
        const HttpdSpec spec = { .address = good[i] };
        char text[64];
        cm_error err = { .text = "" };
        Httpd *h = cm__httpd_new(loop, &spec, &events, NULL, &err);
        if (h == NULL && i == 4 && err.status == CM_E_IO)
            continue; /* a machine without IPv6 */
        assert_non_null(h);
        assert_true(cm__httpd_port(h) > 0);
        (void)snprintf(text, sizeof text, "%s:%u",
                       i == 4   ? "[::1]"
                       : i == 3 ? "127.9.9.9"
                                : "127.0.0.1",
                       cm__httpd_port(h));
        assert_string_equal(cm__httpd_address(h), text);
        char expected[200];
        (void)snprintf(expected, sizeof expected,
                       "cannot listen on %s: the port is in use", text);
        refuse_address(loop, text, false, expected);
        cm__httpd_free(h);
    }
    const HttpdSpec any = { .address = "0.0.0.0:0", .allow_remote = true };
    Httpd *h = cm__httpd_new(loop, &any, &events, NULL, NULL);
    assert_non_null(h);
    cm__httpd_free(h);
    cm__httpd_free(NULL);
    cm__loop_free(loop);
}

/* ---- requests and answers ---- */

static void answers_are_exact(void **state)
{
    (void)state;
    Server s;
    server_start(&s, (HttpdSpec){ 0 });
    int fd = dial(s.port);
    exchange(fd, REQUEST("GET /a%20b?x=%31&y"),
             "HTTP/1.1 200 OK\r\nContent-Length: 23\r\n\r\n"
             "GET /a%20b ? x=%31&y 0:");
    close(fd);
    server_end(&s);
}

typedef struct Exchange {
    const char *request, *answer;
} Exchange;

/* All on one connection that stays. */
static void methods_and_targets(void **state)
{
    (void)state;
    static const Exchange all[] = {
        { REQUEST("GET /"), "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n"
                            "GET / ?  0:" },
        { REQUEST("GET /header?x-none"),
          "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
          "Content-Length: 6\r\n\r\n(none)" },
        { "GET /header?X-ONE HTTP/1.1\r\nhost: localhost\r\nx-one:  a b \r\n"
          "X-One: 2\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
          "Content-Length: 3\r\n\r\na b" },
        { REQUEST("GET /header?HoSt"),
          "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
          "Content-Length: 9\r\n\r\nlocalhost" },
        { REQUEST("OPTIONS /m"), "HTTP/1.1 200 OK\r\nContent-Length: 16\r\n\r\n"
                                 "OPTIONS /m ?  0:" },
        { REQUEST("OPTIONS *"), "HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n"
                                "OPTIONS * ?  0:" },
        { REQUEST("DELETE /m"), "HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n"
                                "DELETE /m ?  0:" },
        { REQUEST("BREW /pot"), "HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n"
                                "BREW /pot ?  0:" },
        { REQUEST("GET http://localhost/p?q?r"),
          "HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\nGET /p ? q?r 0:" },
        { REQUEST("GET http://localhost"),
          "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\nGET / ?  0:" },
        { REQUEST("GET http://localhost?q"),
          "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nGET / ? q 0:" },
        { REQUEST("GET /r?u=http://x/y"),
          "HTTP/1.1 200 OK\r\nContent-Length: 24\r\n\r\n"
          "GET /r ? u=http://x/y 0:" },
        /* No body for HEAD, 204 and 304, and the connection goes on. */
        { REQUEST("HEAD /x"), "HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n" },
        { REQUEST("GET /status?204"),
          "HTTP/1.1 204 No Content\r\nContent-Type: text/plain\r\n\r\n" },
        { REQUEST("GET /status?202"),
          "HTTP/1.1 202 Accepted\r\nContent-Type: text/plain\r\n"
          "Content-Length: 0\r\n\r\n" },
        { REQUEST("GET /status?405"),
          "HTTP/1.1 405 Method Not Allowed\r\nContent-Type: text/plain\r\n"
          "Content-Length: 0\r\n\r\n" },
        { REQUEST("GET /later?5"),
          "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
          "Content-Length: 4\r\n\r\nlate" },
        { REQUEST("HEAD /later?5"),
          "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
          "Content-Length: 4\r\n\r\n" },
    };
    Server s;
    server_start(&s, (HttpdSpec){ 0 });
    int fd = dial(s.port);
    for (size_t i = 0; i < CM_ARRAY_LEN(all); i++)
        exchange(fd, all[i].request, all[i].answer);
    close(fd);
    assert_string_equal(ask(&s, REQUEST("GET /close")),
                        "HTTP/1.1 200 OK\r\nConnection: close\r\n"
                        "Content-Length: 0\r\n\r\n");
    assert_string_equal(ask(&s, "GET /x HTTP/1.1\r\nHost: h\r\n"
                                "Connection: close\r\n\r\n"),
                        "HTTP/1.1 200 OK\r\nConnection: close\r\n"
                        "Content-Length: 12\r\n\r\nGET /x ?  0:");
    assert_string_equal(ask(&s, "GET /x HTTP/1.0\r\n\r\n"),
                        "HTTP/1.1 200 OK\r\nConnection: close\r\n"
                        "Content-Length: 12\r\n\r\nGET /x ?  0:");
    assert_string_equal(ask(&s, REQUEST("GET /drop")), "");
    assert_string_equal(ask(&s, REQUEST("GET /wrong")), "");
    assert_string_equal(ask(&s, REQUEST("GET /unopened")), "");
    server_end(&s);
}

#define CHUNKED                               \
    "POST /m HTTP/1.1\r\nHost: localhost\r\n" \
    "Transfer-Encoding: chunked\r\n\r\n"

static void bodies_arrive_whole(void **state)
{
    (void)state;
    static const Exchange all[] = {
        { "POST /m HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n"
          "a\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: 18\r\n\r\n"
          "POST /m ?  5:a\r\n\r\n" },
        { "POST /m HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\nPOST /m ?  0:" },
        { CHUNKED "3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: 27\r\n\r\n"
          "POST /m ?  13:abc0123456789" },
        { CHUNKED "001\r\nz\r\n0\r\nX-Trailer: 1\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\nPOST /m ?  1:z" },
        { CHUNKED "0\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\nPOST /m ?  0:" },
        { "GET /m HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nhi",
          "HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\nGET /m ?  2:hi" },
        { "DELETE /m HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n"
          "hi",
          "HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\nDELETE /m ?  2:hi" },
    };
    Server s;
    server_start(&s, (HttpdSpec){ 0 });
    int fd = dial(s.port);
    for (size_t i = 0; i < CM_ARRAY_LEN(all); i++)
        exchange(fd, all[i].request, all[i].answer);
    /* One byte at a time. */
    for (size_t i = 0; i < CM_ARRAY_LEN(all); i++) {
        const char *at = all[i].request;
        for (; at[1] != '\0'; at++)
            send_bytes(fd, at, 1);
        exchange(fd, at, all[i].answer);
    }
    /* A client that asks first. */
    exchange(fd,
             "POST /m HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n"
             "Expect: 100-continue\r\n\r\n",
             "HTTP/1.1 100 Continue\r\n\r\n");
    exchange(fd, "ok",
             "HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\nPOST /m ?  2:ok");
    close(fd);
    server_end(&s);
}

static void a_large_body_passes_both_ways(void **state)
{
    (void)state;
    Server s;
    size_t n = (size_t)3 << 20, got = 0;
    char head[128], *body = malloc(n);
    assert_non_null(body);
    memset(body, 'x', n);
    server_start(&s, (HttpdSpec){ 0 });
    int fd = dial(s.port);
    (void)snprintf(head, sizeof head,
                   "POST /m HTTP/1.1\r\nHost: h\r\nConnection: close\r\n"
                   "Content-Length: %zu\r\n\r\n",
                   n);
    send_text(fd, head);
    send_bytes(fd, body, n);
    for (ssize_t part; (part = recv(fd, body, n, 0)) > 0;)
        got += (size_t)part;
    assert_true(got > n && got < n + 300);
    close(fd);
    free(body);
    server_end(&s);
}

static void a_connection_serves_many_requests(void **state)
{
    (void)state;
    Server s;
    char all[8192] = "";
    server_start(&s, (HttpdSpec){ 0 });
    int fd = dial(s.port);
    for (int i = 0; i < 1000; i++)
        exchange(fd, REQUEST("GET /x"),
                 "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nGET /x ?  0:");
    assert_int_equal(atomic_load(&s.n_requests), 1000);
    /* Pipelined, with bodies and late answers between. */
    for (int i = 0; i < 30; i++)
        strcat(all, i % 3 == 0   ? REQUEST("GET /later?1")
                    : i % 3 == 1 ? "POST /p HTTP/1.1\r\nHost: h\r\n"
                                   "Content-Length: 3\r\n\r\nabc"
                                 : CHUNKED "1\r\nz\r\n0\r\n\r\n");
    send_text(fd, all);
    for (int i = 0; i < 30; i++) {
        char answer[4096];
        const char *end = i % 3 == 0 ? "late" : i % 3 == 1 ? "abc" : "1:z";
        size_t len = 0;
        do {
            assert_int_equal(recv(fd, answer + len, 1, 0), 1);
            answer[++len] = '\0';
        } while (len < strlen(end) ||
                 strcmp(answer + len - strlen(end), end) != 0);
        STARTS_WITH(answer, "HTTP/1.1 200 OK\r\n");
    }
    close(fd);
    assert_int_equal(atomic_load(&s.n_requests), 1030);
    server_end(&s);
}

/* ---- limits ---- */

static void refuse(Server *s, const char *request, const char *status_line)
{
    const char *answer = ask(s, request);
    if (strncmp(answer, status_line, strlen(status_line)) != 0)
        fail_msg("%.60s: %s", request, answer);
}

static void what_is_malformed_is_refused(void **state)
{
    (void)state;
    Server s;
    server_start(&s, (HttpdSpec){ 0 });
    static const Exchange all[] = {
        { "GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 400 " },
        { "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "HTTP/1.1 400 " },
        { "GET / HTTP/1.1\r\nHost: a\r\nOrigin: b\r\nORIGIN: c\r\n\r\n",
          "HTTP/1.1 400 " },
        { "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n"
          "Content-Length: 2\r\n\r\nab",
          "HTTP/1.1 400 " },
        { "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n"
          "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
          "HTTP/1.1 400 " },
        { "POST / HTTP/1.1\r\nHost: a\r\nContent-Length : 1\r\n\r\nx",
          "HTTP/1.1 400 " },
        { "POST / HTTP/1.1\r\nHost: a\r\nX(y: 1\r\n\r\n", "HTTP/1.1 400 " },
        { "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\nx",
          "HTTP/1.1 501 " },
        { "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
          "HTTP/1.1 400 " },
        { "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
          "HTTP/1.1 400 " },
        { CHUNKED "x\r\n", "HTTP/1.1 400 " },
        { CHUNKED "1\r\nab\r\n", "HTTP/1.1 400 " },
        { "GET / HTTP/9.9\r\nHost: a\r\n\r\n", "HTTP/1.1 505 " },
        { "AVERYVERYVERYVERYVERYVERYLONGMETHOD / HTTP/1.1\r\nHost: a\r\n\r\n",
          "HTTP/1.1 501 " },
        { "\x16\x03\x01\x02garbage\r\n\r\n", "" },
        { "GET\r\n\r\n", "" },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(all); i++)
        refuse(&s, all[i].request, all[i].answer);
    assert_int_equal(atomic_load(&s.n_requests), 0);
    server_end(&s);
}

/* Sends head, then n bytes of fill, then tail; what comes back. */
static char *ask_long(Server *s, const char *head, size_t n, const char *tail)
{
    char *fill = malloc(n);
    assert_non_null(fill);
    memset(fill, 'x', n);
    int fd = dial(s->port);
    send_text(fd, head);
    send_bytes(fd, fill, n);
    send_text(fd, tail);
    char *answer = receive(fd, NULL);
    close(fd);
    free(fill);
    return answer;
}

static void what_is_over_a_limit_is_refused(void **state)
{
    (void)state;
    Server s;
    server_start(&s, (HttpdSpec){ .max_body = 1000 });
    STARTS_WITH(ask_long(&s,
                         "POST /m HTTP/1.1\r\nHost: h\r\nConnection: close\r\n"
                         "Content-Length: 1000\r\n\r\n",
                         1000, ""),
                "HTTP/1.1 200 ");
    assert_string_equal(
        ask_long(&s,
                 "POST /m HTTP/1.1\r\nHost: h\r\nContent-Length: 1001\r\n\r\n",
                 1001, ""),
        "HTTP/1.1 413 Content Too Large\r\nConnection: close\r\n"
        "Content-Type: text/plain\r\nContent-Length: 17\r\n\r\n"
        "Content Too Large");
    STARTS_WITH(ask_long(&s, CHUNKED "7d0\r\n", 2000, "\r\n0\r\n\r\n"),
                "HTTP/1.1 413 ");
    STARTS_WITH(ask_long(&s,
                         "POST /m HTTP/1.1\r\nHost: h\r\n"
                         "Content-Length: 4000000\r\n\r\n",
                         4000000, ""),
                "HTTP/1.1 413 ");
    /* Refused before it is sent. */
    STARTS_WITH(ask(&s,
                    "POST /m HTTP/1.1\r\nHost: h\r\nContent-Length: 1001\r\n"
                    "Expect: 100-continue\r\n\r\n"),
                "HTTP/1.1 413 ");
    STARTS_WITH(ask(&s, "POST /m HTTP/1.1\r\nHost: h\r\n"
                        "Content-Length: 99999999999\r\n\r\n"),
                "HTTP/1.1 413 ");
    STARTS_WITH(ask(&s, "POST /m HTTP/1.1\r\nHost: h\r\n"
                        "Content-Length: 99999999999999999999999\r\n\r\n"),
                "HTTP/1.1 413 ");
    /* An endless one ends. */
    int fd = dial(s.port);
    char piece[PIECE + 8];
    (void)snprintf(piece, sizeof piece, "%x\r\n", PIECE);
    memset(piece + 6, 'x', PIECE);
    memcpy(piece + 6 + PIECE, "\r\n", 2);
    send_text(fd, CHUNKED);
    int n_sent = 0;
    while (send(fd, piece, sizeof piece, MSG_NOSIGNAL) > 0)
        assert_true(++n_sent < 4000);
    close(fd);
    /* Headers. */
    int before = atomic_load(&s.n_requests);
    STARTS_WITH(ask_long(&s,
                         "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n"
                         "X: ",
                         32000, "\r\n\r\n"),
                "HTTP/1.1 200 ");
    assert_int_equal(atomic_load(&s.n_requests), before + 1);
    STARTS_WITH(
        ask_long(&s, "GET / HTTP/1.1\r\nHost: h\r\nX: ", 33000, "\r\n\r\n"),
        "HTTP/1.1 431 ");
    STARTS_WITH(ask_long(&s, "GET / HTTP/1.1\r\nHost: h\r\nX: ", 200000, ""),
                "HTTP/1.1 431 ");
    STARTS_WITH(ask_long(&s, "GET /", 200000, ""), "HTTP/1.1 414 ");
    assert_int_equal(atomic_load(&s.n_requests), before + 1);
    server_end(&s);
}

/* ---- what is refused by its head ---- */

#define REFUSED(method)                                      \
    "HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\n" \
    "Content-Length: " method
#define REFUSED_CLOSING                               \
    "HTTP/1.1 403 Forbidden\r\nConnection: close\r\n" \
    "Content-Type: text/plain\r\nContent-Length: 4\r\n\r\nPOST"

/* The body is read all the same, and the connection stays. */
static void a_head_may_be_refused(void **state)
{
    (void)state;
    static const Exchange all[] = {
        { REQUEST("GET /refused"), REFUSED("3\r\n\r\nGET") },
        { REQUEST("HEAD /refused"), REFUSED("4\r\n\r\n") },
        { "POST /refused HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n"
          "abcde",
          REFUSED("4\r\n\r\nPOST") },
        { "POST /refused HTTP/1.1\r\nHost: h\r\n"
          "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
          REFUSED("4\r\n\r\nPOST") },
        { "POST /m HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nok",
          "HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\nPOST /m ?  2:ok" },
    };
    Server s;
    server_start(&s, (HttpdSpec){ .max_connections = 1 });
    int fd = dial(s.port), held = dial(s.port);
    for (size_t i = 0; i < CM_ARRAY_LEN(all); i++)
        exchange(fd, all[i].request, all[i].answer);
    for (size_t i = 0; i < CM_ARRAY_LEN(all); i++) {
        const char *at = all[i].request;
        for (; at[1] != '\0'; at++)
            send_bytes(fd, at, 1);
        exchange(fd, at, all[i].answer);
    }
    assert_int_equal(atomic_load(&s.n_heads), 2 * CM_ARRAY_LEN(all));
    assert_int_equal(atomic_load(&s.n_requests), 2);
    /* It takes no place among the requests in hand. */
    send_text(held, REQUEST("GET /hold"));
    wait_for(&s.n_requests, 3);
    exchange(fd, all[2].request, all[2].answer);
    close(held);
    wait_for(&s.n_gone, 1);
    assert_string_equal(ask(&s, REQUEST("GET /refused/drop")), "");
    assert_string_equal(ask(&s, REQUEST("GET /refused/wrong")), "");
    assert_int_equal(atomic_load(&s.n_requests), 3);
    assert_int_equal(atomic_load(&s.n_gone), 1);
    close(fd);
    server_end(&s);
}

static void a_client_that_asks_first_is_refused_at_once(void **state)
{
    (void)state;
    Server s;
    server_start(&s, (HttpdSpec){ 0 });
    assert_string_equal(ask(&s, "POST /refused HTTP/1.1\r\nHost: h\r\n"
                                "Content-Length: 2\r\n"
                                "Expect: 100-continue\r\n\r\n"),
                        REFUSED_CLOSING);
    assert_string_equal(ask(&s, "POST /refused HTTP/1.1\r\nHost: h\r\n"
                                "Transfer-Encoding: chunked\r\n"
                                "Expect: 100-continue\r\n\r\n"),
                        REFUSED_CLOSING);
    assert_int_equal(atomic_load(&s.n_heads), 2);
    /* One that has nothing to send must not ask, and more may be behind it. */
    STARTS_WITH(ask(&s, "DELETE /m HTTP/1.1\r\nHost: h\r\n"
                        "Expect: 100-continue\r\n\r\n"
                        "GET /m HTTP/1.1\r\nHost: h\r\n\r\n"),
                "HTTP/1.1 417 ");
    assert_int_equal(atomic_load(&s.n_heads), 2);
    assert_int_equal(atomic_load(&s.n_requests), 0);
    server_end(&s);
}

/* What is malformed or too long has the answers that it always has. */
static void a_refused_body_has_its_limits(void **state)
{
    (void)state;
    Server s;
    server_start(&s, (HttpdSpec){ .max_body = 1000, .body_ms = 300 });
    refuse(&s, "POST /refused HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
           "HTTP/1.1 400 ");
    STARTS_WITH(ask_long(&s,
                         "POST /refused HTTP/1.1\r\nHost: h\r\n"
                         "Content-Length: 1001\r\n\r\n",
                         1001, ""),
                "HTTP/1.1 413 ");
    assert_int_equal(atomic_load(&s.n_heads), 0);
    /* Its length shows when its refusal is known already. */
    STARTS_WITH(ask_long(&s,
                         "POST /refused HTTP/1.1\r\nHost: h\r\n"
                         "Connection: close\r\n"
                         "Transfer-Encoding: chunked\r\n\r\n7d0\r\n",
                         2000, "\r\n0\r\n\r\n"),
                "HTTP/1.1 403 ");
    assert_string_equal(ask_long(&s,
                                 "POST /refused HTTP/1.1\r\nHost: h\r\n"
                                 "Transfer-Encoding: chunked\r\n\r\n"
                                 "f00000\r\n",
                                 (size_t)5 << 20, ""),
                        "");
    /* A slow one is closed. */
    int64_t start = now_ms();
    assert_string_equal(ask(&s, "POST /refused HTTP/1.1\r\nHost: h\r\n"
                                "Content-Length: 9\r\n\r\nab"),
                        "");
    assert_true(now_ms() - start >= 290 && now_ms() - start < 2000);
    assert_int_equal(atomic_load(&s.n_heads), 3);
    assert_int_equal(atomic_load(&s.n_requests), 0);
    server_end(&s);
}

static void a_head_may_end_the_server(void **state)
{
    static const char *const how[] = { "free", "stop?50" };
    (void)state;
    int n_before = count_descriptors();
    for (size_t i = 0; i < CM_ARRAY_LEN(how); i++) {
        char request[128];
        Server s;
        server_start(&s, (HttpdSpec){ 0 });
        (void)snprintf(request, sizeof request,
                       "POST /refused/%s HTTP/1.1\r\nHost: h\r\n"
                       "Content-Length: 2\r\n\r\nok",
                       how[i]);
        assert_string_equal(ask(&s, request),
                            i == 0 ? ""
                                   : "HTTP/1.1 403 Forbidden\r\n"
                                     "Connection: close\r\n"
                                     "Content-Type: text/plain\r\n"
                                     "Content-Length: 3\r\n\r\nbye");
        if (i == 1)
            wait_for(&s.n_stopped, 1);
        assert_int_equal(atomic_load(&s.n_heads), 1);
        assert_int_equal(atomic_load(&s.n_requests), 0);
        server_end(&s);
    }
    assert_int_equal(count_descriptors(), n_before);
}

/* ---- memory of bodies ---- */

typedef struct Peak {
    atomic_long now, max; /* bytes in use */
} Peak;

static void *resize_counted(void *ctx, void *ptr, size_t old_size,
                            size_t new_size)
{
    Peak *p = ctx;
    const cm_allocator *a = cm__alloc_default();
    void *ret = a->resize(a->ctx, ptr, old_size, new_size);
    if (ret == NULL && new_size > 0)
        return NULL;
    long now = atomic_fetch_add(&p->now, (long)new_size - (long)old_size) +
               (long)new_size - (long)old_size;
    if (now > atomic_load(&p->max))
        atomic_store(&p->max, now);
    return ret;
}

static int send_body(const Server *s, const char *target, size_t n, size_t part)
{
    char head[128], *body = malloc(part);
    assert_non_null(body);
    memset(body, 'x', part);
    (void)snprintf(head, sizeof head,
                   "POST %s HTTP/1.1\r\nHost: h\r\n"
                   "Content-Length: %zu\r\n\r\n",
                   target, n);
    int fd = dial(s->port);
    send_text(fd, head);
    send_bytes(fd, body, part);
    free(body);
    return fd;
}

static void a_refused_body_is_not_kept(void **state)
{
    (void)state;
    enum {
        N = 8
    };
    Peak p = { .max = 0 };
    const cm_allocator alloc = { resize_counted, &p };
    const size_t size = (size_t)4 << 20;
    int fds[N];
    Server s;
    server_start_with(&s, &alloc, (HttpdSpec){ 0 });
    for (int i = 0; i < N; i++)
        fds[i] = send_body(&s, "/refused", size, size - 1);
    for (int i = 0; i < N; i++) {
        exchange(fds[i], "x", REFUSED("4\r\n\r\nPOST"));
        close(fds[i]);
    }
    assert_int_equal(atomic_load(&s.n_requests), 0);
    assert_true(atomic_load(&p.max) < (1 << 20));
    server_end(&s);
    assert_int_equal(atomic_load(&p.now), 0);
}

/* 503 for what would need more than there is. */
static void bodies_together_are_bounded(void **state)
{
    (void)state;
    enum {
        N = 12
    };
    static const char unavailable[] =
        "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n"
        "Content-Type: text/plain\r\nContent-Length: 19\r\n\r\n"
        "Service Unavailable";
    static const char closed[] = "HTTP/1.1 200 OK\r\nConnection: close\r\n"
                                 "Content-Length: 0\r\n\r\n";
    const size_t mib = (size_t)1 << 20, some = 5 * mib / 2;
    Peak p = { .max = 0 };
    const cm_allocator alloc = { resize_counted, &p };
    int fds[N];
    Server s;
    server_start_with(&s, &alloc, (HttpdSpec){ .max_bodies = 12 * mib });
    /* Those in hand count, and all is given back. */
    for (int i = 0; i < N; i++) {
        int held = send_body(&s, "/hold", some, some);
        wait_for(&s.n_requests, 2 * i + 1);
        int fd = send_body(&s, "/m", 12 * mib, 12 * mib);
        assert_string_equal(receive(fd, NULL), unavailable);
        close(fd);
        fd = send_body(&s, "/close", mib, mib);
        assert_string_equal(receive(fd, NULL), closed);
        close(fd);
        close(held);
        wait_for(&s.n_gone, i + 1);
    }
    for (int i = 0; i < N; i++)
        fds[i] = send_body(&s, "/close", 4 * mib, 4 * mib - 1);
    for (int i = 0; i < N; i++) {
        send_text(fds[i], "x");
        const char *answer = receive(fds[i], NULL);
        if (strcmp(answer, unavailable) != 0)
            assert_string_equal(answer, closed);
        close(fds[i]);
    }
    assert_true((size_t)atomic_load(&p.max) < 13 * mib);
    server_end(&s);
    assert_int_equal(atomic_load(&p.now), 0);
    /* Small ones are taken all the same. */
    server_start(&s, (HttpdSpec){ .max_bodies = 1 });
    for (int i = 0; i < 3; i++) {
        int fd = send_body(&s, "/close", 65536, 65536);
        assert_string_equal(receive(fd, NULL), closed);
        close(fd);
        fd = send_body(&s, "/close", 65537, 65537);
        assert_string_equal(receive(fd, NULL), unavailable);
        close(fd);
    }
    server_end(&s);
}

static void slow_peers_are_closed(void **state)
{
    (void)state;
    Server s;
    server_start(
        &s, (HttpdSpec){ .header_ms = 100, .body_ms = 150, .idle_ms = 200 });
    static const char *const starts[] = {
        "",
        "GET",
        "GET / HTTP/1.1\r\nHost: h\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nab",
        (CHUNKED "5\r\nab"),
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(starts); i++) {
        int64_t start = now_ms();
        assert_string_equal(ask(&s, starts[i]), "");
        assert_true(now_ms() - start >= 95 && now_ms() - start < 1000);
    }
    /* A byte now and then does not help. */
    int fd = dial(s.port);
    int64_t start = now_ms();
    send_text(fd, "GET / HTTP/1.1\r\nHost: h\r\nX: ");
    while (send(fd, "x", 1, MSG_NOSIGNAL) == 1 && now_ms() - start < 3000)
        sleep_ms(10);
    assert_true(now_ms() - start < 1000);
    close(fd);
    /* Idle between requests; a request in hand is not idle. */
    fd = dial(s.port);
    start = now_ms();
    exchange(fd, REQUEST("GET /later?400"),
             "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
             "Content-Length: 4\r\n\r\nlate");
    expect_closed(fd);
    assert_true(now_ms() - start >= 590 && now_ms() - start < 3000);
    assert_int_equal(atomic_load(&s.n_requests), 1);
    server_end(&s);
}

static void a_peer_that_takes_nothing_is_closed(void **state)
{
    (void)state;
    Server s;
    server_start(&s, (HttpdSpec){ .stall_s = 1 });
    int fd = dial(s.port);
    send_text(fd, REQUEST("GET /stream/flood?100000"));
    wait_for(&s.n_gone, 1);
    close(fd);
    fd = dial(s.port);
    send_text(fd, REQUEST("GET /big?30000000"));
    sleep_ms(2500);
    size_t n = 0;
    char piece[PIECE];
    for (ssize_t part; (part = recv(fd, piece, sizeof piece, 0)) > 0;)
        n += (size_t)part;
    assert_true(n < 30000000);
    close(fd);
    server_end(&s);
}

static void connections_over_the_cap_are_told(void **state)
{
    (void)state;
    Server s;
    int fds[4];
    server_start(&s, (HttpdSpec){ .max_connections = 4 });
    for (int i = 0; i < 4; i++) {
        fds[i] = dial(s.port);
        send_text(fds[i], REQUEST("GET /hold"));
    }
    wait_for(&s.n_requests, 4);
    assert_string_equal(ask(&s, REQUEST("GET /x")),
                        "HTTP/1.1 503 Service Unavailable\r\n"
                        "Connection: close\r\nContent-Type: text/plain\r\n"
                        "Content-Length: 19\r\n\r\nService Unavailable");
    close(fds[0]);
    wait_for(&s.n_gone, 1);
    bool has_room = false;
    for (int i = 0; i < 100 && !has_room; i++, sleep_ms(5))
        has_room =
            strncmp(ask(&s, REQUEST("GET /close")), "HTTP/1.1 200", 12) == 0;
    assert_true(has_room);
    for (int i = 1; i < 4; i++)
        close(fds[i]);
    wait_for(&s.n_gone, 4);
    server_end(&s);
}

/* Whether a new connection is served, within a second. */
static void expect_served(Server *s)
{
    int64_t start = now_ms();
    int fd = dial(s->port);
    exchange(fd, REQUEST("GET /close"),
             "HTTP/1.1 200 OK\r\nConnection: close\r\n"
             "Content-Length: 0\r\n\r\n");
    assert_true(now_ms() - start < 1000);
    close(fd);
}

static void dead_peers_give_way(void **state)
{
    static const char *const starts[] = {
        "", /* it says nothing at all */
        "GET",
        "GET / HTTP/1.1\r\nHost: h\r\n",
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nab",
        (REQUEST("GET /")), /* and another one never */
    };
    (void)state;
    enum {
        DEAD = 300
    };
    int fds[DEAD];
    Server s;
    server_start(&s, (HttpdSpec){ .max_connections = 32 });
    for (size_t i = 0; i < CM_ARRAY_LEN(starts); i++) {
        for (int k = 0; k < DEAD; k++) {
            fds[k] = dial(s.port);
            send_text(fds[k], starts[i]);
        }
        expect_served(&s);
        for (int k = 0; k < DEAD; k++)
            close(fds[k]);
    }
    /* All kinds at once. */
    for (int k = 0; k < DEAD; k++) {
        fds[k] = dial(s.port);
        send_text(fds[k], starts[(size_t)k % CM_ARRAY_LEN(starts)]);
    }
    expect_served(&s);
    for (int k = 0; k < DEAD; k++)
        close(fds[k]);
    server_end(&s);
}

/* Those that were served before keep their places while silent ones come. */
static void live_peers_stay(void **state)
{
    (void)state;
    enum {
        LIVE = 8,
        DEAD = 300
    };
    int live[LIVE], dead[DEAD];
    Server s;
    server_start(&s, (HttpdSpec){ .max_connections = 16 });
    for (int i = 0; i < LIVE; i++) {
        live[i] = dial(s.port);
        if (i % 2 == 0)
            send_text(live[i], REQUEST("GET /hold"));
        else
            exchange(live[i], REQUEST("GET /later?1"),
                     "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
                     "Content-Length: 4\r\n\r\nlate");
    }
    wait_for(&s.n_requests, LIVE);
    for (int i = 0; i < DEAD; i++)
        dead[i] = dial(s.port);
    expect_served(&s);
    for (int i = 1; i < LIVE; i += 2)
        exchange(live[i], REQUEST("GET /later?1"),
                 "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
                 "Content-Length: 4\r\n\r\nlate");
    assert_int_equal(atomic_load(&s.n_gone), 0);
    for (int i = 0; i < LIVE; i++)
        close(live[i]);
    wait_for(&s.n_gone, LIVE / 2);
    for (int i = 0; i < DEAD; i++)
        close(dead[i]);
    server_end(&s);
}

/* ---- streams ---- */

static void streams_are_exact(void **state)
{
    (void)state;
    static const char ticks[] = STREAM_HEAD
        "9\r\ndata: 0\n\n\r\n9\r\ndata: 1\n\n\r\n9\r\ndata: 2\n\n\r\n"
        "0\r\n\r\n";
    Server s;
    server_start(&s, (HttpdSpec){ 0 });
    int fd = dial(s.port);
    for (int i = 0; i < 20; i++) {
        exchange(fd, REQUEST("GET /stream/ticks?3"), ticks);
        exchange(fd, REQUEST("POST /stream/late?3"), ticks);
        exchange(fd, REQUEST("GET /stream/empty"), STREAM_HEAD "0\r\n\r\n");
    }
    close(fd);
    assert_string_equal(ask(&s, "GET /stream/ticks?2 HTTP/1.0\r\n\r\n"),
                        "HTTP/1.1 200 OK\r\nConnection: close\r\n"
                        "Content-Type: text/event-stream\r\n"
                        "Cache-Control: no-cache\r\nX-Accel-Buffering: no\r\n"
                        "Mcp-Session-Id: s1\r\n\r\n"
                        "data: 0\n\ndata: 1\n\n");
    /* HEAD ends the stream at once, which is told. */
    assert_string_equal(ask(&s, REQUEST("HEAD /stream/open?0")),
                        "HTTP/1.1 200 OK\r\nConnection: close\r\n"
                        "Content-Type: text/event-stream\r\n"
                        "Cache-Control: no-cache\r\nX-Accel-Buffering: no\r\n"
                        "Mcp-Session-Id: s1\r\n\r\n");
    wait_for(&s.n_gone, 1);
    STARTS_WITH(ask(&s, REQUEST("GET /stream/drop")), "");
    server_end(&s);
}

static void a_stream_shows_at_once_and_stays_alive(void **state)
{
    (void)state;
    Server s;
    server_start(&s, (HttpdSpec){ .idle_ms = 50, .header_ms = 50 });
    /* Nothing waits for more to be sent with it, 200 ms say. A machine under
     * load gets several tries. */
    int64_t took = 1000;
    for (int i = 0; i < 10 && took > 100; i++) {
        int64_t before = now_ms();
        int fd = dial(s.port);
        exchange(fd, REQUEST("GET /stream/open?20"), STREAM_HEAD);
        assert_string_equal(receive(fd, "\n\r\n"), "2\r\n:\n\r\n");
        took = now_ms() - before;
        close(fd);
        wait_for(&s.n_gone, i + 1);
    }
    assert_true(took <= 100);
    atomic_store(&s.n_gone, 0);
    int64_t start = now_ms();
    int fd = dial(s.port);
    exchange(fd, REQUEST("GET /stream/open?120"), STREAM_HEAD);
    assert_string_equal(receive(fd, "\n\r\n"), "2\r\n:\n\r\n");
    assert_true(now_ms() - start >= 110);
    assert_string_equal(receive(fd, "\n\r\n"), "2\r\n:\n\r\n");
    assert_true(now_ms() - start >= 230);
    close(fd);
    wait_for(&s.n_gone, 1);
    server_end(&s);
}

typedef struct Client {
    Server *server;
    pthread_t thread;
    size_t n_events;
} Client;

static void skip_headers(int fd)
{
    char last[4] = "";
    while (memcmp(last, "\r\n\r\n", 4) != 0) {
        memmove(last, last + 1, 3);
        if (recv(fd, last + 3, 1, 0) != 1)
            return;
    }
}

static void *read_ticks(void *arg)
{
    Client *c = arg;
    char piece[4096];
    int fd = dial(c->server->port);
    send_text(fd, "GET /stream/ticks?50 HTTP/1.1\r\nHost: h\r\n"
                  "Connection: close\r\n\r\n");
    skip_headers(fd);
    for (ssize_t n; (n = recv(fd, piece, sizeof piece, 0)) > 0;)
        for (ssize_t i = 0; i < n; i++)
            c->n_events += piece[i] == ':';
    close(fd);
    return NULL;
}

static void fifty_streams_at_once(void **state)
{
    (void)state;
    static Client clients[50];
    Server s;
    server_start(&s, (HttpdSpec){ 0 });
    for (size_t i = 0; i < CM_ARRAY_LEN(clients); i++) {
        clients[i] = (Client){ .server = &s };
        assert_int_equal(
            pthread_create(&clients[i].thread, NULL, read_ticks, &clients[i]),
            0);
    }
    for (size_t i = 0; i < CM_ARRAY_LEN(clients); i++) {
        pthread_join(clients[i].thread, NULL);
        assert_int_equal(clients[i].n_events, 50);
    }
    assert_int_equal(atomic_load(&s.n_gone), 0);
    server_end(&s);
}

static void a_slow_reader_meets_a_bounded_queue(void **state)
{
    (void)state;
    Server s;
    size_t n = 0, max_queue = (size_t)256 << 10;
    char piece[65536];
    server_start(&s, (HttpdSpec){ .max_queue = max_queue });
    int fd = dial(s.port);
    /* 32 MB: more than the system buffers for us. */
    send_text(fd, "GET /stream/flood?2000 HTTP/1.1\r\nHost: h\r\n"
                  "Connection: close\r\n\r\n");
    wait_for(&s.n_requests, 1);
    for (int i = 0; i < 5000 && atomic_load(&s.n_limits) == 0; i++)
        sleep_ms(1);
    assert_true(atomic_load(&s.n_limits) > 0);
    for (ssize_t part; (part = recv(fd, piece, sizeof piece, 0)) > 0;)
        for (ssize_t i = 0; i < part; i++)
            n += piece[i] == 'f'; /* a few chunk sizes have one, too */
    assert_true(n >= (size_t)2000 * PIECE && n < (size_t)2000 * PIECE + 40000);
    assert_true(atomic_load(&s.max_pending) <= max_queue);
    assert_true(atomic_load(&s.max_pending) > max_queue - PIECE);
    close(fd);
    server_end(&s);
}

/* ---- peers that go away ---- */

static void reset(int fd)
{
    const struct linger now = { .l_onoff = 1 };
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    close(fd);
}

static void peers_may_go_away_in_every_phase(void **state)
{
    (void)state;
    static const struct Phase {
        const char *text;
        int n_requests, n_gone;
    } phases[] = {
        { "", 0, 0 },
        { "GE", 0, 0 },
        { "GET / HTTP/1.1\r\nHost", 0, 0 },
        { "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n", 0, 0 },
        { "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc", 0, 0 },
        { CHUNKED "5\r\nab", 0, 0 },
        { REQUEST("GET /hold"), 1, 1 },
        { REQUEST("GET /hold") "and the next", 1, 1 },
        { REQUEST("GET /later?5000"), 1, 1 },
        { REQUEST("GET /stream/open?0"), 1, 1 },
        { REQUEST("GET /stream/late?100000"), 1, 1 },
        { REQUEST("GET /stream/flood?100000"), 1, 1 },
        { REQUEST("GET /big?10000000"), 1, 0 },
    };
    int n_before = count_descriptors();
    Server s;
    server_start(&s, (HttpdSpec){ 0 });
    int n_open = count_descriptors();
    for (int how = 0; how < 3; how++)
        for (size_t i = 0; i < CM_ARRAY_LEN(phases); i++) {
            atomic_store(&s.n_requests, 0);
            atomic_store(&s.n_gone, 0);
            int fd = dial(s.port);
            send_text(fd, phases[i].text);
            wait_for(&s.n_requests, phases[i].n_requests);
            sleep_ms(5);
            if (how == 0)
                close(fd);
            else if (how == 1)
                reset(fd);
            else
                shutdown(fd, SHUT_WR);
            wait_for(&s.n_gone, phases[i].n_gone);
            for (int k = 0; k < 2000 && how < 2; k++) {
                if (count_descriptors() == n_open)
                    break;
                sleep_ms(1);
            }
            if (how < 2)
                assert_int_equal(count_descriptors(), n_open);
            else
                close(fd);
        }
    /* It still serves. */
    STARTS_WITH(ask(&s, REQUEST("GET /close")), "HTTP/1.1 200 OK");
    server_end(&s);
    assert_int_equal(count_descriptors(), n_before);
}

static void many_connections_come_and_go(void **state)
{
    (void)state;
    int n_before = count_descriptors();
    Server s;
    server_start(&s, (HttpdSpec){ .max_connections = 64 });
    for (int round = 0; round < 20; round++) {
        int fds[40];
        for (int i = 0; i < 40; i++) {
            fds[i] = dial(s.port);
            send_text(fds[i], i % 4 == 0   ? REQUEST("GET /hold")
                              : i % 4 == 1 ? REQUEST("GET /stream/late?9999")
                              : i % 4 == 2 ? REQUEST("GET /x")
                                           : "GET /half");
        }
        for (int i = 0; i < 40; i++)
            if (i % 2 == 0)
                close(fds[i]);
            else
                reset(fds[i]);
    }
    /* All that was handed over and waits is told; nothing stays. */
    for (int i = 0; i < 3000 && count_descriptors() > n_before + 12; i++)
        sleep_ms(1);
    server_end(&s);
    assert_int_equal(count_descriptors(), n_before);
}

/* ---- the end ---- */

static void stop_slowly(Server *s)
{
    cm__httpd_stop(s->httpd, 5000);
    cm__httpd_stop(s->httpd, 1); /* the first one counts */
}

static void stop_fast(Server *s)
{
    cm__httpd_stop(s->httpd, 50);
}

static void a_stop_lets_running_answers_end(void **state)
{
    (void)state;
    int n_before = count_descriptors();
    Server s;
    server_start(&s, (HttpdSpec){ 0 });
    int idle = dial(s.port), late = dial(s.port), ticks = dial(s.port);
    exchange(idle, REQUEST("GET /x"),
             "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nGET /x ?  0:");
    send_text(late, REQUEST("GET /later?500") REQUEST("GET /x"));
    send_text(ticks, REQUEST("GET /stream/ticks?40"));
    wait_for(&s.n_requests, 3);
    int64_t start = now_ms();
    in_loop(&s, stop_slowly);
    expect_closed(idle);
    assert_true(now_ms() - start < 450);
    assert_string_equal(receive(late, NULL),
                        "HTTP/1.1 200 OK\r\nConnection: close\r\n"
                        "Content-Type: text/plain\r\n"
                        "Content-Length: 4\r\n\r\nlate");
    close(late);
    const char *all = receive(ticks, NULL);
    assert_non_null(strstr(all, "data: 39\n\n\r\n0\r\n\r\n"));
    close(ticks);
    wait_for(&s.n_stopped, 1);
    assert_true(now_ms() - start < 4500);
    assert_int_equal(atomic_load(&s.n_gone), 0);
    assert_null(s.httpd);
    /* Nobody listens any more. */
    struct sockaddr_in a = { .sin_family = AF_INET,
                             .sin_port = htons((uint16_t)s.port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&a, sizeof a), -1);
    assert_int_equal(errno, ECONNREFUSED);
    close(fd);
    server_end(&s);
    assert_int_equal(count_descriptors(), n_before);
}

static void a_stop_closes_what_does_not_end(void **state)
{
    (void)state;
    int n_before = count_descriptors();
    static const char *const stuck[] = {
        REQUEST("GET /hold"),
        REQUEST("GET /stream/open?10"),
        REQUEST("GET /stream/flood?100000"),
        REQUEST("GET /big?30000000"),
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc",
    };
    int fds[CM_ARRAY_LEN(stuck)];
    Server s;
    server_start(&s, (HttpdSpec){ 0 });
    for (size_t i = 0; i < CM_ARRAY_LEN(stuck); i++) {
        fds[i] = dial(s.port);
        send_text(fds[i], stuck[i]);
    }
    wait_for(&s.n_requests, 4);
    in_loop(&s, stop_fast);
    wait_for(&s.n_stopped, 1);
    assert_int_equal(atomic_load(&s.n_gone), 3);
    for (size_t i = 0; i < CM_ARRAY_LEN(stuck); i++)
        close(fds[i]);
    server_end(&s);
    assert_int_equal(count_descriptors(), n_before);
}

static void a_server_may_be_freed_at_any_time(void **state)
{
    (void)state;
    int n_before = count_descriptors();
    static const char *const ends[] = { REQUEST("GET /free"),
                                        REQUEST("GET /stop?50"), NULL };
    for (size_t i = 0; i < CM_ARRAY_LEN(ends); i++) {
        int fds[6];
        Server s;
        server_start(&s, (HttpdSpec){ 0 });
        for (int k = 0; k < 6; k++) {
            fds[k] = dial(s.port);
            send_text(fds[k], k % 3 == 0   ? REQUEST("GET /hold")
                              : k % 3 == 1 ? REQUEST("GET /stream/open?5")
                                           : "POST /");
        }
        wait_for(&s.n_requests, 4);
        if (ends[i] != NULL)
            STARTS_WITH(ask(&s, ends[i]), i == 0 ? "" : "HTTP/1.1 200 OK");
        if (i == 1)
            wait_for(&s.n_stopped, 1);
        assert_int_equal(atomic_load(&s.n_gone), i == 1 ? 4 : 0);
        server_end(&s);
        for (int k = 0; k < 6; k++)
            close(fds[k]);
    }
    assert_int_equal(count_descriptors(), n_before);
}

/* ---- refused memory ---- */

typedef struct Meter {
    atomic_long n_left;  /* allocations until one is refused */
    atomic_long n_bytes; /* in use */
} Meter;

static void *refuse_once(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    Meter *m = ctx;
    const cm_allocator *a = cm__alloc_default();
    if (new_size > old_size && atomic_fetch_sub(&m->n_left, 1) == 0)
        return NULL;
    void *ret = a->resize(a->ctx, ptr, old_size, new_size);
    if (ret != NULL || new_size == 0)
        atomic_fetch_add(&m->n_bytes, (long)new_size - (long)old_size);
    return ret;
}

static void refuse_what_can_be(void *user, HttpdRequest *r)
{
    const HttpdAnswer a = { .status = 403 };
    (void)user;
    if (is_path(r, "/refused"))
        (void)cm__httpd_answer(r, &a);
}

static void answer_what_can_be(void *user, HttpdRequest *r)
{
    (void)user;
    if (is_path(r, "/stream")) {
        (void)cm__httpd_stream_open(r, NULL, 0, 5);
        (void)cm__httpd_stream_write(r, "data: x\n\n", 9);
        cm__httpd_stream_close(r);
    } else {
        const HttpdAnswer a = { .status = 200 };
        (void)cm__httpd_answer(r, &a);
    }
}

/* Serves four requests; false when it cannot even start. */
static bool serve_four(const cm_allocator *alloc)
{
    static const char *const requests[] = {
        "GET /?q HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
        ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n"
         "Connection: close\r\n\r\nabc"),
        "GET /stream HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
        ("POST /refused HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n"
         "Connection: close\r\n\r\nabc"),
    };
    const HttpdEvents tolerant = { .head = refuse_what_can_be,
                                   .request = answer_what_can_be };
    const HttpdSpec spec = { .address = "127.0.0.1:0" };
    cm_error err = { .status = CM_OK };
    Server s = { .loop = cm__loop_new(alloc) };
    if (s.loop == NULL)
        return false;
    s.httpd = cm__httpd_new(s.loop, &spec, &tolerant, &s, &err);
    if (s.httpd == NULL) {
        assert_int_equal(err.status, CM_E_NOMEM);
        cm__loop_free(s.loop);
        return false;
    }
    s.port = cm__httpd_port(s.httpd);
    assert_int_equal(pthread_create(&s.thread, NULL, run_loop, &s), 0);
    for (size_t i = 0; i < CM_ARRAY_LEN(requests); i++) {
        const char *answer = ask(&s, requests[i]);
        assert_true(answer[0] == '\0' ||
                    strncmp(answer, i == 3 ? "HTTP/1.1 403 " : "HTTP/1.1 200 ",
                            13) == 0 ||
                    strncmp(answer, "HTTP/1.1 503 ", 13) == 0);
    }
    server_end(&s);
    return true;
}

static void refused_memory_costs_a_request_at_most(void **state)
{
    (void)state;
    int n_before = count_descriptors();
    for (long nth = 0;; nth++) {
        Meter m = { .n_left = nth };
        const cm_allocator alloc = { refuse_once, &m };
        bool has_served = serve_four(&alloc);
        assert_int_equal(atomic_load(&m.n_bytes), 0);
        assert_int_equal(count_descriptors(), n_before);
        if (atomic_load(&m.n_left) >= 0) {
            assert_true(has_served);
            break;
        }
        assert_true(nth < 200);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_checked),
        cmocka_unit_test(answers_are_exact),
        cmocka_unit_test(methods_and_targets),
        cmocka_unit_test(bodies_arrive_whole),
        cmocka_unit_test(a_large_body_passes_both_ways),
        cmocka_unit_test(a_connection_serves_many_requests),
        cmocka_unit_test(what_is_malformed_is_refused),
        cmocka_unit_test(what_is_over_a_limit_is_refused),
        cmocka_unit_test(a_head_may_be_refused),
        cmocka_unit_test(a_client_that_asks_first_is_refused_at_once),
        cmocka_unit_test(a_refused_body_has_its_limits),
        cmocka_unit_test(a_head_may_end_the_server),
        cmocka_unit_test(a_refused_body_is_not_kept),
        cmocka_unit_test(bodies_together_are_bounded),
        cmocka_unit_test(slow_peers_are_closed),
        cmocka_unit_test(a_peer_that_takes_nothing_is_closed),
        cmocka_unit_test(connections_over_the_cap_are_told),
        cmocka_unit_test(dead_peers_give_way),
        cmocka_unit_test(live_peers_stay),
        cmocka_unit_test(streams_are_exact),
        cmocka_unit_test(a_stream_shows_at_once_and_stays_alive),
        cmocka_unit_test(fifty_streams_at_once),
        cmocka_unit_test(a_slow_reader_meets_a_bounded_queue),
        cmocka_unit_test(peers_may_go_away_in_every_phase),
        cmocka_unit_test(many_connections_come_and_go),
        cmocka_unit_test(a_stop_lets_running_answers_end),
        cmocka_unit_test(a_stop_closes_what_does_not_end),
        cmocka_unit_test(a_server_may_be_freed_at_any_time),
        cmocka_unit_test(refused_memory_costs_a_request_at_most),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
