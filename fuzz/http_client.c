/* SPDX-License-Identifier: MIT */
/* Input: a byte that sizes the parts, then what a server answers before it
 * closes. Oracles: the exchange ends once; its fields are names in lower case
 * and values without line ends; the body keeps to its limit; sent in parts, the
 * same comes. */
#include "fuzz.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "net/http.h"
#include "rounds.h"

enum {
    MAX_BYTES = 4096,
    MAX_BODY = 1500,
    MAX_SECONDS = 15
};

typedef struct Got {
    Buf text; /* all that was told */
    unsigned n_ends;
} Got;

static Loop *loop;
static HttpClient *client;
static int listener;
static unsigned port;

static void check_fields(const HttpHead *head)
{
    const char *at = head->fields, *end = at + head->fields_len;
    while (at < end) {
        for (; *at; at++)
            FUZZ_CHECK(!strchr("\r\n:", *at) && !(*at >= 'A' && *at <= 'Z'));
        at++;
        FUZZ_CHECK(at < end && !strpbrk(at, "\r\n"));
        at += strlen(at) + 1;
    }
    FUZZ_CHECK(at == end);
}

static void ended(void *user, const HttpEnd *end)
{
    Got *got = user;
    got->n_ends++;
    FUZZ_CHECK(end->body_len <= MAX_BODY);
    FUZZ_CHECK(end->is_answered || (end->reason && *end->reason));
    if (end->is_answered)
        FUZZ_CHECK(end->head.status >= 100 && end->head.status <= 999);
    if (end->head.status != 0)
        check_fields(&end->head);
    cm__buf_add_fmt(&got->text, "%d %d %d ", end->is_answered, (int)end->fault,
                    end->head.status);
    cm__buf_add(&got->text, end->head.fields, end->head.fields_len);
    cm__buf_add_fmt(&got->text, " %s %zu ", end->redirect ? end->redirect : "-",
                    end->body_len);
    cm__buf_add(&got->text, end->body, end->body_len);
}

/* -1: there is no connection; the machine may be out of ports. */
static int accept_one(const Got *got)
{
    for (time_t until = time(NULL) + MAX_SECONDS; time(NULL) < until;) {
        int fd = accept(listener, NULL, NULL);
        if (fd >= 0)
            return fd;
        FUZZ_CHECK(errno == EAGAIN || errno == EWOULDBLOCK);
        if (got->n_ends > 0)
            return -1;
        rounds_run(loop, 1);
    }
    FUZZ_CHECK(0);
    return -1;
}

/* A connection with a request; those without, begun for a request that was not
 * to be repeated, are closed. */
static int accept_request(const Got *got)
{
    int fd;
    while ((fd = accept_one(got)) >= 0) {
        Buf request;
        bool is_open = true;
        cm__buf_init(&request, cm__alloc_default(), CM_BUF_NO_LIMIT);
        while (is_open && !memchr(cm__buf_text(&request), '\n', request.len)) {
            is_open = rounds_read(fd, &request);
            rounds_run(loop, 1);
        }
        cm__buf_done(&request);
        if (is_open)
            break;
        close(fd);
    }
    if (fd >= 0)
        rounds_prepare(fd);
    return fd;
}

/* False when there was none. */
static bool exchange(const uint8_t *bytes, size_t size, size_t step, Got *got)
{
    static const HttpEvents events = { .ended = ended };
    static const cm_http_header close_after = { "connection", "close" };
    char url[64];
    HttpExchange *exchange = NULL;
    cm_error err;
    *got = (Got){ .n_ends = 0 };
    cm__buf_init(&got->text, cm__alloc_default(), CM_BUF_NO_LIMIT);
    snprintf(url, sizeof url, "http://127.0.0.1:%u/a/b", port);
    const HttpSpec spec = { .method = "GET",
                            .url = url,
                            .headers = &close_after,
                            .n_headers = 1,
                            .max_body = MAX_BODY,
                            .max_heads = 2048 };
    FUZZ_CHECK(cm__http_start(client, &spec, &events, got, &exchange, &err) ==
               CM_OK);
    int fd = accept_request(got);
    if (fd < 0)
        return false;
    for (size_t at = 0; at < size; at += step) {
        rounds_write(fd, bytes + at, size - at < step ? size - at : step);
        rounds_run(loop, 2);
    }
    (void)shutdown(fd, SHUT_WR);
    time_t until = time(NULL) + MAX_SECONDS;
    while (got->n_ends == 0 && time(NULL) < until)
        rounds_run(loop, 1);
    FUZZ_CHECK(got->n_ends == 1);
    close(fd);
    rounds_run(loop, 2);
    FUZZ_CHECK(got->n_ends == 1);
    return true;
}

static void listen_anywhere(void)
{
    struct sockaddr_in at = { .sin_family = AF_INET };
    socklen_t size = sizeof at;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    listener = socket(AF_INET, SOCK_STREAM, 0);
    FUZZ_CHECK(listener >= 0);
    FUZZ_CHECK(bind(listener, (struct sockaddr *)&at, sizeof at) == 0);
    FUZZ_CHECK(listen(listener, 8) == 0);
    FUZZ_CHECK(fcntl(listener, F_SETFL, O_NONBLOCK) == 0);
    FUZZ_CHECK(getsockname(listener, (struct sockaddr *)&at, &size) == 0);
    port = ntohs(at.sin_port);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    Got whole, parts;
    if (size < 1 || size > MAX_BYTES || !cm__http_is_available())
        return 0;
    if (!loop) {
        loop = cm__loop_new(cm__alloc_default());
        client = loop ? cm__http_new(loop, NULL) : NULL;
        FUZZ_CHECK(client);
        listen_anywhere();
    }
    size_t step = 1 + bytes[0];
    bool is_done = exchange(bytes + 1, size - 1, size, &whole);
    /* libcurl refuses a NUL in a head or not, as the parts fall. */
    if (is_done && size / step < 64 && !memchr(bytes + 1, '\0', size - 1)) {
        if (exchange(bytes + 1, size - 1, step, &parts)) {
            FUZZ_CHECK(whole.text.len == parts.text.len);
            FUZZ_CHECK(memcmp(whole.text.bytes, parts.text.bytes,
                              whole.text.len) == 0);
        }
        cm__buf_done(&parts.text);
    }
    cm__buf_done(&whole.text);
    return 0;
}
