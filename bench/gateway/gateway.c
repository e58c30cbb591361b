/* SPDX-License-Identifier: MIT */
/* gateway: what `codemode serve` adds to one call of an MCP tool.
 *
 *     bench.gateway CODEMODE [CALLS]
 *
 * The same tool of the same server, over standard input and output: called
 * directly, and from a program that `execute` runs. Both take turns, so that
 * other load meets both alike. The server is this program (--server), small
 * enough to cost next to nothing. Prints a line of JSON, wall times in
 * microseconds; `added` is of the differences within each turn. The exit status
 * is 1 when its median is above 300. */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    WARM_UP = 200,
    CALLS = 2000,
    CALLS_MAX = 1000000,
    ADDED_MAX_US = 300
};

typedef struct Peer {
    pid_t pid;
    FILE *to, *from;
    const char *request; /* after the id */
    char *line;
    size_t line_size;
} Peer;

static void fail(const char *what)
{
    fprintf(stderr, "gateway: %s\n", what);
    exit(1);
}

/* ---- the server ---- */

static const char list_answer[] =
    "{\"tools\":[{\"name\":\"echo\",\"description\":\"Echo a text\","
    "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"text\":{\"type\":"
    "\"string\"}},\"required\":[\"text\"]}}]}";
static const char call_answer[] =
    "{\"content\":[{\"type\":\"text\",\"text\":\"a text\"}]}";
static const char start_answer[] =
    "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
    "\"serverInfo\":{\"name\":\"echo\",\"version\":\"1\"}}";

/* Both clients write the id, a number, before anything that may be nested. */
static void serve(void)
{
    static const struct {
        const char *method, *answer;
    } answers[] = { { "\"tools/call\"", call_answer },
                    { "\"tools/list\"", list_answer },
                    { "\"initialize\"", start_answer } };
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        const char *id = strstr(line, "\"id\":"), *answer = NULL;
        if (id == NULL)
            continue;
        for (size_t i = 0; i < sizeof answers / sizeof *answers && !answer; i++)
            if (strstr(line, answers[i].method) != NULL)
                answer = answers[i].answer;
        long number = strtol(id + 5, NULL, 10);
        if (answer != NULL)
            printf("{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":%s}\n", number,
                   answer);
        else
            printf("{\"jsonrpc\":\"2.0\",\"id\":%ld,\"error\":{\"code\":-32601,"
                   "\"message\":\"method not found\"}}\n",
                   number);
        fflush(stdout);
    }
    free(line);
}

/* ---- the client ---- */

static Peer spawn(char *const argv[])
{
    int down[2], up[2];
    if (pipe(down) != 0 || pipe(up) != 0)
        fail("pipe");
    Peer peer = { .pid = fork() };
    if (peer.pid < 0)
        fail("fork");
    if (peer.pid == 0) {
        dup2(down[0], STDIN_FILENO);
        dup2(up[1], STDOUT_FILENO);
        close(down[0]);
        close(down[1]);
        close(up[0]);
        close(up[1]);
        execv(argv[0], argv);
        _exit(127);
    }
    close(down[0]);
    close(up[1]);
    peer.to = fdopen(down[1], "w");
    peer.from = fdopen(up[0], "r");
    if (peer.to == NULL || peer.from == NULL)
        fail("fdopen");
    return peer;
}

static void end(Peer *peer)
{
    fclose(peer->to); /* the server ends with its input */
    fclose(peer->from);
    free(peer->line);
    waitpid(peer->pid, NULL, 0);
}

/* Sends a request and reads up to its answer, which has to hold `words`. */
static void ask(Peer *peer, long id, const char *rest, const char *words)
{
    char mark[40];
    fprintf(peer->to, "{\"jsonrpc\":\"2.0\",\"id\":%ld,%s}\n", id, rest);
    fflush(peer->to);
    snprintf(mark, sizeof mark, "\"id\":%ld,", id);
    do {
        if (getline(&peer->line, &peer->line_size, peer->from) <= 0)
            fail("a server has ended");
    } while (strstr(peer->line, mark) == NULL);
    if (strstr(peer->line, words) == NULL)
        fail(peer->line);
}

static void start(Peer *peer)
{
    ask(peer, 1,
        "\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
        "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\","
        "\"version\":\"1\"}}",
        "serverInfo");
    fprintf(peer->to, "{\"jsonrpc\":\"2.0\",\"method\":"
                      "\"notifications/initialized\"}\n");
    ask(peer, 2, "\"method\":\"tools/list\"", "inputSchema");
}

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static double call(Peer *peer, long id)
{
    double started = now_us();
    ask(peer, id, peer->request, "\"text\":\"a text\"");
    return now_us() - started;
}

/* ---- figures ---- */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double print_figures(const char *name, double *times, size_t n)
{
    qsort(times, n, sizeof *times, by_size);
    printf(",\"%s\":{\"median\":%.1f,\"p90\":%.1f,\"p99\":%.1f}", name,
           times[n / 2], times[n * 9 / 10], times[n * 99 / 100]);
    return times[n / 2];
}

static double measure(Peer *direct, Peer *gateway, size_t n)
{
    double *times = calloc(3 * n, sizeof *times);
    double *of_direct = times, *of_gateway = times + n, *added = times + 2 * n;
    long id = 3;
    if (times == NULL)
        fail("no memory");
    for (int i = 0; i < WARM_UP; i++, id++) {
        (void)call(direct, id);
        (void)call(gateway, id);
    }
    for (size_t i = 0; i < n; i++, id++) {
        of_direct[i] = call(direct, id);
        of_gateway[i] = call(gateway, id);
        added[i] = of_gateway[i] - of_direct[i];
    }
    printf("{\"calls\":%zu", n);
    (void)print_figures("direct_us", of_direct, n);
    (void)print_figures("execute_us", of_gateway, n);
    double median = print_figures("added_us", added, n);
    printf("}\n");
    free(times);
    return median;
}

/* The configuration: a file that ends with this program. */
static void write_config(char *path, const char *self)
{
    int fd = mkstemp(path);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (file == NULL)
        fail("no temporary file");
    fprintf(file,
            "{\"mcpServers\":{\"echo\":{\"command\":[\"%s\",\"--server\"]}}}",
            self);
    fclose(file);
}

int main(int argc, char **argv)
{
    char path[] = "/tmp/bench.gateway.XXXXXX", self[4096],
         server[] = "--server";
    char serve_word[] = "serve", config[] = "--config";
    if (argc == 2 && strcmp(argv[1], server) == 0) {
        serve();
        return 0;
    }
    long n = argc == 3 ? strtol(argv[2], NULL, 10) : CALLS;
    if (argc < 2 || argc > 3 || n < 1 || n > CALLS_MAX)
        fail("usage: bench.gateway CODEMODE [CALLS]");
    ssize_t len = readlink("/proc/self/exe", self, sizeof self - 1);
    if (len < 0)
        fail("/proc/self/exe");
    self[len] = '\0';
    signal(SIGPIPE, SIG_IGN);
    write_config(path, self);
    Peer direct = spawn((char *[]){ self, server, NULL });
    Peer gateway = spawn((char *[]){ argv[1], serve_word, config, path, NULL });
    direct.request = "\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
                     "\"arguments\":{\"text\":\"a text\"}}";
    gateway.request =
        "\"method\":\"tools/call\",\"params\":{\"name\":\"execute\","
        "\"arguments\":{\"code\":\"return await tools.echo.echo("
        "{ text: 'a text' })\"}}";
    start(&direct);
    start(&gateway);
    double median = measure(&direct, &gateway, (size_t)n);
    end(&gateway);
    end(&direct);
    unlink(path);
    return median > ADDED_MAX_US;
}
