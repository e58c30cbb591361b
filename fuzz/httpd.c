/* SPDX-License-Identifier: MIT */
/* Input: a byte that sizes the parts, then what a client sends to the endpoint
 * of the gateway. Oracles: what comes back is a row of HTTP answers; a token is
 * not got around (nothing but refusals without it); sent in parts, the same
 * comes back (dates and session ids apart). */
#include "fuzz.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "mcp/endpoint.h"
#include "rounds.h"

enum {
    MAX_BYTES = 4096,
    ROUNDS = 6
};

typedef struct EchoFront {
    Front front;
    FrontSpec spec;
} EchoFront;

/* ---- a front that answers everything at once ---- */

static void echo_feed(Front *front, const char *text, size_t len, void *to)
{
    EchoFront *echo = (EchoFront *)(void *)front;
    static const char answer[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";
    (void)text, (void)len;
    const McpReply reply = {
        .text = answer, .len = sizeof answer - 1, .to = to, .is_last = true
    };
    echo->spec.send(echo->spec.user, &reply);
}

static void echo_overlong(Front *front)
{
    (void)front;
}

static void echo_hang_up(Front *front, void *to)
{
    (void)front, (void)to;
}

static bool echo_is_idle(const Front *front)
{
    (void)front;
    return true;
}

static void echo_told(Front *front)
{
    (void)front;
}

static const char *echo_version(const Front *front)
{
    (void)front;
    return "2025-11-25";
}

static void echo_free(Front *front)
{
    free(front);
}

static Front *echo_make(void *ctx, const FrontSpec *spec)
{
    static const FrontOps ops = { .feed = echo_feed,
                                  .overlong = echo_overlong,
                                  .hang_up = echo_hang_up,
                                  .is_idle = echo_is_idle,
                                  .list_changed = echo_told,
                                  .settled = echo_told,
                                  .version = echo_version,
                                  .free = echo_free };
    EchoFront *echo = calloc(1, sizeof *echo);
    (void)ctx;
    FUZZ_CHECK(echo);
    echo->front.ops = &ops;
    echo->spec = *spec;
    return &echo->front;
}

/* ---- the other side ---- */

static Loop *loop;

static Endpoint *endpoint_new(const char *token, struct sockaddr_in *ret)
{
    cm_error err;
    static const char start[] = "http://127.0.0.1:";
    const EndpointSpec spec = { .loop = loop,
                                .fronts = { echo_make, NULL },
                                .address = "127.0.0.1:0",
                                .token = token,
                                .max_sessions = 4 };
    Endpoint *endpoint = cm__endpoint_new(&spec, &err);
    FUZZ_CHECK(endpoint);
    const char *url = cm__endpoint_url(endpoint);
    FUZZ_CHECK(strncmp(url, start, sizeof start - 1) == 0);
    unsigned long port = strtoul(url + sizeof start - 1, NULL, 10);
    *ret = (struct sockaddr_in){ .sin_family = AF_INET,
                                 .sin_port = htons((uint16_t)port) };
    ret->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return endpoint;
}

/* Closed connections keep their ports for a minute, so that a fast run may find
 * none free and has to wait for one. */
static void dial(int fd, const struct sockaddr_in *to)
{
    for (unsigned tries = 0;
         connect(fd, (const struct sockaddr *)to, sizeof *to) != 0; tries++) {
        if (errno != EADDRNOTAVAIL || tries >= 120)
            perror("connect");
        FUZZ_CHECK(errno == EADDRNOTAVAIL && tries < 120);
        (void)poll(NULL, 0, 1000);
    }
}

static void exchange(const struct sockaddr_in *to, const uint8_t *bytes,
                     size_t size, size_t step, Buf *out)
{
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    FUZZ_CHECK(fd >= 0);
    dial(fd, to);
    rounds_prepare(fd);
    cm__buf_init(out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    for (size_t at = 0; at < size; at += step) {
        rounds_write(fd, bytes + at, size - at < step ? size - at : step);
        rounds_run(loop, 2);
    }
    for (size_t i = 0, len = SIZE_MAX; i < ROUNDS || len != out->len; i++) {
        len = out->len;
        rounds_run(loop, 2);
        if (!rounds_read(fd, out))
            break;
    }
    close(fd);
    rounds_run(loop, 3);
}

/* ---- oracles ---- */

/* Copies but for what differs from time to time. */
static void add_lasting(const Buf *answer, Buf *out)
{
    const char *at = cm__buf_text(answer), *end = at + answer->len;
    cm__buf_init(out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t n = stop ? (size_t)(stop + 1 - at) : (size_t)(end - at);
        if (strncasecmp(at, "Date:", 5) != 0 &&
            strncasecmp(at, "Mcp-Session-Id:", 15) != 0)
            cm__buf_add(out, at, n);
        at += n;
    }
}

static void check_answer(const Buf *answer, bool has_token)
{
    if (answer->len == 0)
        return;
    FUZZ_CHECK(strncmp(answer->bytes, "HTTP/1.1 ", 9) == 0 ||
               strncmp(answer->bytes, "HTTP/1.0 ", 9) == 0);
    unsigned long status = strtoul(answer->bytes + 9, NULL, 10);
    FUZZ_CHECK(status >= 100 && status < 600);
    FUZZ_CHECK(strstr(answer->bytes, "\r\n\r\n"));
    if (has_token && !strstr(answer->bytes, "\"status\":\"ok\""))
        for (const char *at = answer->bytes; (at = strstr(at, "HTTP/1.1 2"));
             at++)
            FUZZ_CHECK(!strstr(at, "\"result\""));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static bool is_open;
    static struct sockaddr_in open_at, guarded_at;
    Buf whole, parts, a, b;
    if (size < 2 || size > MAX_BYTES)
        return 0;
    if (!is_open) {
        loop = cm__loop_new(cm__alloc_default());
        FUZZ_CHECK(loop);
        is_open = true;
        (void)endpoint_new(NULL, &open_at);
        (void)endpoint_new("a-token-that-nobody-knows", &guarded_at);
    }
    size_t step = 1 + bytes[0];
    exchange(&open_at, bytes + 1, size - 1, size, &whole);
    check_answer(&whole, false);
    /* libmicrohttpd reads lines as texts that end at a NUL, so that one in a
     * trailer is malformed or not by how it comes in. */
    if (size / step < 32 && !memchr(bytes + 1, 0, size - 1)) {
        exchange(&open_at, bytes + 1, size - 1, step, &parts);
        add_lasting(&whole, &a);
        add_lasting(&parts, &b);
        FUZZ_CHECK(a.len == b.len &&
                   memcmp(cm__buf_text(&a), cm__buf_text(&b), a.len) == 0);
        cm__buf_done(&parts);
        cm__buf_done(&a);
        cm__buf_done(&b);
    }
    cm__buf_done(&whole);
    exchange(&guarded_at, bytes + 1, size - 1, size, &whole);
    check_answer(&whole, true);
    cm__buf_done(&whole);
    return 0;
}
