/* SPDX-License-Identifier: MIT */
/* The command itself, its main function called in a child: configuration in
 * JSON and TOML, a YAML document, programs, the gateway over a pipe. The
 * process ends, says that memory was refused when that changed what comes out,
 * and what it opened and allocated is given back when it closes.
 *
 * What comes out is compared with the first, undisturbed run. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "scenario.h"

#include "../oom_alloc.h"
#include "base/compiler.h"

int codemode_main(int argc, char **argv); /* src/cli/main.c */

enum {
    ARGS_MAX = 12,
    OUT_MAX = 200000,
    CHILD_SECONDS = 60
};

typedef struct Command {
    const char *const *argv; /* NULL-ended; "@file" is a file of this test */
    const char *input;       /* such a file; NULL: nothing */
    const char *part;        /* of the undisturbed output */
    int status;
    char **first; /* the undisturbed output; set by the first run */
    /* The input comes through a pipe that stays open until so many lines have
     * come out; 0: it is the file. */
    int lines;
    bool is_http; /* it serves; one request is made, then it is terminated */
} Command;

typedef struct Counts {
    long requests, refused;
    size_t live_bytes;
} Counts;

/* ---- the child ---- */

static int reopen(const char *path, int flags, int fd)
{
    int from = open(path, flags | O_CLOEXEC, 0600);
    if (from < 0 || dup2(from, fd) != fd)
        return -1;
    (void)close(from);
    return 0;
}

static char *real_arg(const char *arg, char *out, size_t size)
{
    const char *at = strchr(arg, '@');
    if (at != NULL)
        (void)snprintf(out, size, "%.*s%s/%s", (int)(at - arg), arg,
                       CM_OOM_FILES, at + 1);
    else
        (void)snprintf(out, size, "%s", arg);
    return out;
}

_Noreturn static void be_command(const Command *c, const char *out,
                                 OomAlloc *alloc, int counts_fd, int in_fd)
{
    static char args[ARGS_MAX][300], input[300];
    char *argv[ARGS_MAX + 1];
    int argc = 0;
    (void)alarm(CHILD_SECONDS);
    for (; c->argv[argc] != NULL; argc++)
        argv[argc] = real_arg(c->argv[argc], args[argc], sizeof args[argc]);
    argv[argc] = NULL;
    if (c->input != NULL)
        real_arg(c->input, input, sizeof input);
    int in = c->lines > 0
                 ? dup2(in_fd, 0)
                 : reopen(c->input != NULL ? input : "/dev/null", O_RDONLY, 0);
    if (in != 0 || reopen(out, O_WRONLY | O_APPEND, 1) != 0 || dup2(1, 2) != 2)
        _exit(99);
    int status = codemode_main(argc, argv);
    (void)fflush(stdout);
    const Counts counts = { alloc->requests, alloc->refused,
                            alloc->live_bytes };
    if (write(counts_fd, &counts, sizeof counts) != sizeof counts)
        _exit(98);
    _exit(status);
}

/* A connection that is closed without an answer tells its client, too. */
static bool says_memory(const char *text)
{
    static const char *const words[] = { "memory",     "Memory",
                                         "cannot be",  "could not be",
                                         "HTTP/1.1 5", "no answer" };
    for (size_t i = 0; i < CM_ARRAY_LEN(words); i++)
        if (strstr(text, words[i]) != NULL)
            return true;
    return false;
}

static void read_file(const char *path, char *text, size_t size)
{
    FILE *f = fopen(path, "r");
    size_t n = f != NULL ? fread(text, 1, size - 1, f) : 0;
    text[n] = '\0';
    if (f != NULL)
        (void)fclose(f);
}

/* "12 ms" becomes "0 ms". */
static void forget_times(char *text)
{
    for (char *at = text; (at = strstr(at, " ms")) != NULL;) {
        char *from = at;
        while (from > text && from[-1] >= '0' && from[-1] <= '9')
            from--;
        if (from < at)
            *from++ = '0';
        memmove(from, at, strlen(at) + 1);
        at = from + 3;
    }
    char *port = strstr(text, "127.0.0.1:"); /* so does a port */
    if (port != NULL && strstr(port, "/mcp") != NULL)
        memmove(port + 10, strstr(port, "/mcp"),
                strlen(strstr(port, "/mcp")) + 1);
}

/* The parent's part of a pipe as input: until enough has come out, or the
 * command has ended. */
static void feed(const Command *c, int in_fd, const char *out, pid_t child,
                 int *how, bool *has_ended)
{
    static char text[OUT_MAX];
    char input[300];
    struct timespec moment = { .tv_nsec = 1000000 };
    read_file(real_arg(c->input, input, sizeof input), text, sizeof text);
    SCENARIO_CHECK(write(in_fd, text, strlen(text)) == (ssize_t)strlen(text));
    for (int i = 0; i < CHILD_SECONDS * 500 && !*has_ended; i++) {
        int n = 0;
        read_file(out, text, sizeof text);
        for (const char *at = text; (at = strchr(at, '\n')) != NULL; at++)
            n += at > text && at[-1] == '}';
        if (n >= c->lines)
            return;
        (void)nanosleep(&moment, NULL);
        *has_ended = waitpid(child, how, WNOHANG) == child;
    }
}

/* ---- a client over HTTP ---- */

static const char request_body[] =
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{"
    "\"name\":\"execute\",\"arguments\":{\"code\":\"return 6 * 7\"},"
    "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
    "\"io.modelcontextprotocol/clientCapabilities\":{},"
    "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"c\",\"version\":"
    "\"1\"}}}}";

/* The port that it says it serves; 0: it says nothing, or has ended. */
static int served_port(const char *out, pid_t child, int *how, bool *has_ended)
{
    char text[2000];
    struct timespec moment = { .tv_nsec = 1000000 };
    for (int i = 0; i < CHILD_SECONDS * 500 && !*has_ended; i++) {
        read_file(out, text, sizeof text);
        const char *at = strstr(text, "serving http://127.0.0.1:");
        if (at != NULL && strstr(at, "/mcp") != NULL)
            return (int)strtol(at + 25, NULL, 10);
        (void)nanosleep(&moment, NULL);
        *has_ended = waitpid(child, how, WNOHANG) == child;
    }
    return 0;
}

/* Asks and appends the status line and the body of what comes. */
static void ask(int port, const char *out)
{
    static char answer[OUT_MAX], request[2000];
    struct sockaddr_in to = { .sin_family = AF_INET,
                              .sin_port = htons((uint16_t)port),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    size_t n = 0;
    int s = socket(AF_INET, SOCK_STREAM, 0);
    int len = snprintf(request, sizeof request,
                       "POST /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: "
                       "application/json, text/event-stream\r\nContent-Type: "
                       "application/json\r\nMCP-Protocol-Version: 2026-07-28"
                       "\r\nMcp-Method: tools/call\r\nMcp-Name: execute\r\n"
                       "Connection: close\r\nContent-Length: %zu\r\n\r\n%s",
                       sizeof request_body - 1, request_body);
    if (connect(s, (const struct sockaddr *)&to, sizeof to) == 0 &&
        send(s, request, (size_t)len, MSG_NOSIGNAL) == len) {
        ssize_t got;
        while (n < sizeof answer - 1 &&
               (got = recv(s, answer + n, sizeof answer - 1 - n, 0)) > 0)
            n += (size_t)got;
    }
    (void)close(s);
    answer[n] = '\0';
    const char *body = strstr(answer, "\r\n\r\n");
    FILE *f = fopen(out, "a");
    SCENARIO_CHECK(f != NULL);
    if (body != NULL)
        (void)fprintf(f, "%.12s\n%s\n", answer, body + 4);
    else
        (void)fputs("no answer\n", f);
    (void)fclose(f);
}

static void visit(const char *out, pid_t child, int *how, bool *has_ended)
{
    int port = served_port(out, child, how, has_ended);
    if (port > 0)
        ask(port, out);
    if (!*has_ended)
        (void)kill(child, SIGTERM);
}

/* ---- what came of it ---- */

static cm_status judge(const Command *c, int how, const Counts *counts,
                       const char *text)
{
    if (!WIFEXITED(how))
        scenario_fail("the command was ended by signal %d:\n%s", WTERMSIG(how),
                      text);
    if (counts->live_bytes != 0)
        scenario_fail("%zu bytes were not given back:\n%s", counts->live_bytes,
                      text);
    int status = WEXITSTATUS(how);
    if (*c->first == NULL) {
        if (status != c->status || strstr(text, c->part) == NULL)
            scenario_fail("status %d:\n%s", status, text);
        *c->first = strdup(text);
        return CM_OK;
    }
    if (status == c->status && strcmp(text, *c->first) == 0)
        return CM_OK;
    if (counts->refused == 0 || !says_memory(text))
        scenario_fail("status %d:\n%s\n--- expected\n%s", status, text,
                      *c->first);
    return CM_E_NOMEM;
}

static cm_status command(const cm_allocator *alloc, const void *arg)
{
    static char text[OUT_MAX];
    const Command *c = arg;
    OomAlloc *o = alloc->ctx;
    char out[] = "/tmp/codemode-oom-XXXXXX";
    Counts counts = { 0 };
    int ends[2], in[2], how = 0, file = mkstemp(out);
    bool has_ended = false;
    SCENARIO_CHECK(file >= 0 && pipe(ends) == 0 && pipe(in) == 0);
    (void)fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        (void)close(ends[0]);
        (void)close(in[1]);
        be_command(c, out, o, ends[1], in[0]);
    }
    (void)close(ends[1]);
    SCENARIO_CHECK(child > 0);
    if (c->lines > 0)
        feed(c, in[1], out, child, &how, &has_ended);
    if (c->is_http)
        visit(out, child, &how, &has_ended);
    (void)close(in[0]);
    (void)close(in[1]);
    bool has_counts = read(ends[0], &counts, sizeof counts) == sizeof counts;
    SCENARIO_CHECK(has_ended || waitpid(child, &how, 0) == child);
    (void)close(ends[0]);
    (void)close(file);
    read_file(out, text, sizeof text);
    forget_times(text);
    (void)unlink(out);
    if (!has_counts && WIFEXITED(how))
        scenario_fail("it left by exit(%d):\n%s", WEXITSTATUS(how), text);
    o->requests = counts.requests;
    o->refused = counts.refused;
    return judge(c, how, &counts, text);
}

#define COMMAND(name, input, status, part, ...) \
    ROW(name, input, 0, 0, status, part, __VA_ARGS__)
#define ROW(name, input, lines, is_http, status, part, ...)                   \
    {                                                                         \
        name, command,                                                        \
            &(const Command){ (const char *const[]){ "codemode", __VA_ARGS__, \
                                                     NULL },                  \
                              input,                                          \
                              part,                                           \
                              status,                                         \
                              &(char *){ NULL },                              \
                              lines,                                          \
                              is_http },                                      \
            1, 0                                                              \
    }

static const Scenario items[] = {
    COMMAND("run: demo tools, a search", NULL, 0, "\"found\": true", "run",
            "--demo", "--show-calls", "@program.ts"),
    COMMAND("run: configuration in JSON, a command tool", NULL, 0,
            "{\\\"TEXT\\\":\\\"ABC\\\"}", "run", "--config", "@config.json",
            "@calls.ts"),
    COMMAND("run: Lua from standard input", "@program.lua", 0, "16", "run",
            "--language", "lua", "-"),
    COMMAND("run: a server over HTTP that is not there", NULL, 0,
            "Unknown tool \"far.act\": \"far\" is not connected", "run",
            "--config", "@remote.json", "@remote.ts"),
    COMMAND("check", NULL, 0, "ok", "check", "--demo", "@program.ts"),
    COMMAND("catalog: a YAML document", NULL, 0, "tools.pets.getPet", "catalog",
            "--openapi", "pets=@pets.yaml"),
    COMMAND("catalog: configuration in TOML", NULL, 1, "No tools", "catalog",
            "--config", "@config.toml"),
    COMMAND("types and a search", NULL, 0, "declare", "types", "--demo"),
    COMMAND("instructions", NULL, 0, "tools", "instructions", "--demo"),
    COMMAND("search", NULL, 0, "tools.", "search", "--demo", "order"),
    COMMAND("doctor", NULL, 2, "gone", "doctor", "--config", "@config.json"),
    COMMAND("batch", "@batch.jsonl", 0, "\"value\":2", "batch", "--demo"),
    COMMAND("schema", "@schema.jsonl", 0, "valid", "schema"),
    ROW("serve over HTTP", NULL, 0, 1, 0, "\"text\":\"42\"", "serve", "--http",
        "127.0.0.1:0", "--no-cache", "--demo"),
    ROW("serve over a pipe", "@serve.jsonl", 3, 0, 0, "\"text\":\"42\"",
        "serve", "--no-cache", "--demo"),
};

const ScenarioGroup oom_command = { "command", items,
                                    sizeof items / sizeof items[0] };
