/* SPDX-License-Identifier: MIT */
/* A small MCP server on standard input and output that misbehaves on request.
 *
 * Its one tool, act({ n, how, ms }), gives { n } back, and does before or
 * instead of that what `how` says:
 *
 *     ""       at once                     slow    after ms, others meanwhile
 *     junk     lines that are no messages  twice   answers two times
 *     big      with a text of 100,000 characters beside n
 *     fail     isError                     error   a JSON-RPC error
 *     wrong    a result that is none       silent  never
 *     die      ends                        half    ends within the answer
 *
 * Threads: none. Memory is the process's until it ends. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "net/lines.h"
#include "json/tree.h"

enum {
    SLOW_MAX = 4096
};

typedef struct Slow {
    uint64_t due_ms;
    int64_t id, n;
} Slow;

static Slow slow[SLOW_MAX];
static size_t n_slow;

static uint64_t now_ms(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static void answer(int64_t id, int64_t n, const char *more)
{
    (void)printf("{\"jsonrpc\":\"2.0\",\"id\":%lld,\"result\":{\"content\":[],"
                 "\"structuredContent\":{\"n\":%lld%s}}}\n",
                 (long long)id, (long long)n, more);
}

static void big(int64_t id, int64_t n)
{
    (void)printf("{\"jsonrpc\":\"2.0\",\"id\":%lld,\"result\":{\"content\":[],"
                 "\"structuredContent\":{\"n\":%lld,\"text\":\"",
                 (long long)id, (long long)n);
    for (int i = 0; i < 100000; i++)
        (void)putchar('a' + i % 26);
    (void)fputs("\"}}}\n", stdout);
}

static void junk(void)
{
    (void)fputs("Server is running\n{\"jsonrpc\":\n[]\n{}\n\xFF\xFE\n"
                "{\"jsonrpc\":\"2.0\",\"id\":987654321,\"result\":{}}\n"
                "{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"ping\"}\n",
                stdout);
}

/* Ends the process when that is asked for. */
static void act(int64_t id, int64_t n, const char *how, int64_t ms)
{
    if (strcmp(how, "slow") == 0 && n_slow < SLOW_MAX) {
        slow[n_slow++] = (Slow){ now_ms() + (uint64_t)ms, id, n };
        return;
    }
    if (strcmp(how, "silent") == 0)
        return;
    if (strcmp(how, "die") == 0)
        exit(3);
    if (strcmp(how, "half") == 0) {
        (void)printf("{\"jsonrpc\":\"2.0\",\"id\":%lld,\"result\":{\"cont",
                     (long long)id);
        (void)fflush(stdout);
        exit(3);
    }
    if (strcmp(how, "junk") == 0)
        junk();
    if (strcmp(how, "twice") == 0)
        answer(id, n, "");
    if (strcmp(how, "error") == 0)
        (void)printf("{\"jsonrpc\":\"2.0\",\"id\":%lld,\"error\":{\"code\":"
                     "-32001,\"message\":\"refused %lld\"}}\n",
                     (long long)id, (long long)n);
    else if (strcmp(how, "fail") == 0)
        (void)printf("{\"jsonrpc\":\"2.0\",\"id\":%lld,\"result\":{\"content\":"
                     "[{\"type\":\"text\",\"text\":\"failed %lld\"}],"
                     "\"isError\":true}}\n",
                     (long long)id, (long long)n);
    else if (strcmp(how, "wrong") == 0)
        (void)printf("{\"jsonrpc\":\"2.0\",\"id\":%lld,\"result\":7}\n",
                     (long long)id);
    else if (strcmp(how, "big") == 0)
        big(id, n);
    else
        answer(id, n, "");
}

static int64_t integer(const JsonValue *object, const char *name)
{
    const JsonValue *v = object ? cm__json_get(object, name) : NULL;
    return v && v->type == CM_JSON_TYPE_NUMBER ? v->integer : 0;
}

static const char *text(const JsonValue *object, const char *name)
{
    const JsonValue *v = object ? cm__json_get(object, name) : NULL;
    return v && v->type == CM_JSON_TYPE_STRING ? v->text : "";
}

static void take(const JsonValue *message)
{
    const char *method = text(message, "method");
    const JsonValue *params = cm__json_get(message, "params");
    int64_t id = integer(message, "id");
    if (strcmp(method, "initialize") == 0) {
        (void)printf("{\"jsonrpc\":\"2.0\",\"id\":%lld,\"result\":{"
                     "\"protocolVersion\":\"2025-06-18\",\"capabilities\":{"
                     "\"tools\":{}},\"serverInfo\":{\"name\":\"soak\","
                     "\"version\":\"1\"}}}\n",
                     (long long)id);
    } else if (strcmp(method, "tools/list") == 0) {
        (void)printf("{\"jsonrpc\":\"2.0\",\"id\":%lld,\"result\":{\"tools\":[{"
                     "\"name\":\"act\",\"inputSchema\":{\"type\":\"object\","
                     "\"properties\":{\"n\":{\"type\":\"integer\"},\"how\":{"
                     "\"type\":\"string\"},\"ms\":{\"type\":\"integer\"}},"
                     "\"required\":[\"n\"]},\"outputSchema\":{\"type\":"
                     "\"object\"}}]}}\n",
                     (long long)id);
    } else if (strcmp(method, "tools/call") == 0) {
        const JsonValue *arguments = cm__json_get(params, "arguments");
        act(id, integer(arguments, "n"), text(arguments, "how"),
            integer(arguments, "ms"));
    } else if (id != 0) {
        (void)printf("{\"jsonrpc\":\"2.0\",\"id\":%lld,\"error\":{\"code\":"
                     "-32601,\"message\":\"no such method\"}}\n",
                     (long long)id);
    }
    (void)fflush(stdout);
}

static void line(void *ctx, const char *bytes, size_t len)
{
    JsonDoc *doc = NULL;
    (void)ctx;
    if (cm__json_parse(cm__alloc_default(), bytes, len, NULL, &doc, NULL) !=
        CM_OK)
        exit(4);
    take(&doc->root);
    cm__json_doc_free(doc);
}

/* Answers what is due; milliseconds until the next, -1 for none. */
static int answer_slow(void)
{
    uint64_t now = now_ms(), next = UINT64_MAX;
    for (size_t i = 0; i < n_slow;) {
        if (slow[i].due_ms > now) {
            if (slow[i].due_ms < next)
                next = slow[i].due_ms;
            i++;
            continue;
        }
        answer(slow[i].id, slow[i].n, "");
        slow[i] = slow[--n_slow];
    }
    (void)fflush(stdout);
    return next == UINT64_MAX ? -1 : (int)(next - now);
}

int main(void)
{
    static char bytes[65536];
    LineSplitter lines;
    cm__lines_init(&lines, cm__alloc_default(), CM_LINE_MAX_DEFAULT);
    for (;;) {
        struct pollfd in = { .fd = 0, .events = POLLIN };
        (void)poll(&in, 1, answer_slow());
        if (in.revents == 0)
            continue;
        ssize_t n = read(0, bytes, sizeof bytes);
        if (n <= 0)
            break;
        if (cm__lines_feed(&lines, bytes, (size_t)n, line, NULL) != CM_OK)
            return 5;
    }
    cm__lines_done(&lines);
    return 0;
}
