/* SPDX-License-Identifier: MIT */
#ifndef CM_TESTS_NET_HTTP_SERVER_H
#define CM_TESTS_NET_HTTP_SERVER_H
/* http_server: a server on 127.0.0.1 that knows no HTTP beyond the length of a
 * request: it keeps requests byte for byte and plays raw answers by path.
 *
 * Threads: one that accepts and one for each connection; requests are read
 * through server_request when the exchanges are over. */
#include <arpa/inet.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    SERVER_REQUESTS = 128,
    SERVER_CONNECTIONS = 128,
    SERVER_REQUEST_BYTES = 4096
};

typedef struct Route {
    const char *path;  /* up to '?' or blank */
    const char *bytes; /* raw answer; NULL: none */
    size_t len;        /* 0: strlen(bytes) */
    size_t n_repeat;   /* further copies of `again` */
    const char *again;
    int delay_ms; /* before the answer and before each copy */
    bool closes;  /* after the answer */
} Route;

typedef struct Server {
    const Route *routes;
    size_t n_routes;
    int listener, port;
    pthread_t accepting, threads[SERVER_CONNECTIONS];
    int sockets[SERVER_CONNECTIONS];
    atomic_size_t n_connections;
    pthread_mutex_t lock; /* guards requests */
    size_t n_requests;
    char requests[SERVER_REQUESTS][SERVER_REQUEST_BYTES];
} Server;

typedef struct ServerConnection {
    Server *server;
    int socket;
} ServerConnection;

static inline void server_wait(int ms)
{
    const struct timespec time = { ms / 1000, (long)(ms % 1000) * 1000000 };
    (void)nanosleep(&time, NULL);
}

/* Reads a whole request; 0 at the end of the connection. */
static inline size_t server_read(int socket, char *text, size_t size)
{
    size_t len = 0, need = size;
    while (len < need) {
        ssize_t n = recv(socket, text + len, size - 1 - len, 0);
        if (n <= 0)
            return 0;
        len += (size_t)n;
        text[len] = '\0';
        const char *end = strstr(text, "\r\n\r\n");
        const char *length = strstr(text, "Content-Length: ");
        if (end != NULL)
            need = (size_t)(end - text) + 4 +
                   (length != NULL && length < end
                        ? (size_t)strtoul(length + 16, NULL, 10)
                        : 0);
    }
    return len;
}

static inline const Route *server_route(const Server *s, const char *request)
{
    const char *path = strchr(request, ' ') + 1;
    size_t n = strcspn(path, " ?");
    for (size_t i = 0; i < s->n_routes; i++)
        if (strlen(s->routes[i].path) == n &&
            memcmp(s->routes[i].path, path, n) == 0)
            return &s->routes[i];
    return NULL;
}

static inline bool server_send(int socket, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t n = send(socket, bytes, len, MSG_NOSIGNAL);
        if (n <= 0)
            return false;
        bytes += n;
        len -= (size_t)n;
    }
    return true;
}

static inline bool server_answer(const Server *s, int socket,
                                 const char *request)
{
    const Route *route = server_route(s, request);
    if (route == NULL)
        return false;
    server_wait(route->delay_ms);
    if (route->bytes != NULL)
        (void)server_send(socket, route->bytes,
                          route->len != 0 ? route->len : strlen(route->bytes));
    for (size_t i = 0; i < route->n_repeat; i++) {
        if (route->delay_ms > 0)
            server_wait(route->delay_ms);
        if (!server_send(socket, route->again, strlen(route->again)))
            return false;
    }
    return !route->closes;
}

/* Requests that came so far. */
static inline size_t server_count(Server *s)
{
    pthread_mutex_lock(&s->lock);
    size_t n = s->n_requests;
    pthread_mutex_unlock(&s->lock);
    return n;
}

static inline void *server_serve(void *arg)
{
    ServerConnection c = *(ServerConnection *)arg;
    Server *s = c.server;
    char request[SERVER_REQUEST_BYTES];
    free(arg);
    while (server_read(c.socket, request, sizeof request) > 0) {
        pthread_mutex_lock(&s->lock);
        if (s->n_requests < SERVER_REQUESTS)
            memcpy(s->requests[s->n_requests++], request, sizeof request);
        pthread_mutex_unlock(&s->lock);
        if (!server_answer(s, c.socket, request))
            break;
    }
    (void)shutdown(c.socket, SHUT_RDWR);
    return NULL;
}

static inline void *server_accept(void *arg)
{
    Server *s = arg;
    for (;;) {
        int socket = accept(s->listener, NULL, NULL);
        size_t n = atomic_load(&s->n_connections);
        if (socket < 0 || n == SERVER_CONNECTIONS)
            return NULL;
        ServerConnection *c = malloc(sizeof *c);
        *c = (ServerConnection){ s, socket };
        s->sockets[n] = socket;
        /* First, so that an answer never comes before its connection counts;
         * server_stop waits for this thread before it looks. */
        atomic_store(&s->n_connections, n + 1);
        if (pthread_create(&s->threads[n], NULL, server_serve, c) != 0)
            abort();
    }
}

static inline Server *server_start(const Route *routes, size_t n_routes)
{
    Server *s = calloc(1, sizeof *s);
    struct sockaddr_in at = { .sin_family = AF_INET };
    socklen_t len = sizeof at;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    s->routes = routes;
    s->n_routes = n_routes;
    s->listener = socket(AF_INET, SOCK_STREAM, 0);
    if (pthread_mutex_init(&s->lock, NULL) != 0 ||
        bind(s->listener, (struct sockaddr *)&at, len) != 0 ||
        listen(s->listener, SERVER_CONNECTIONS) != 0 ||
        getsockname(s->listener, (struct sockaddr *)&at, &len) != 0 ||
        pthread_create(&s->accepting, NULL, server_accept, s) != 0)
        abort();
    s->port = ntohs(at.sin_port);
    return s;
}

static inline void server_stop(Server *s)
{
    (void)shutdown(s->listener, SHUT_RDWR);
    (void)pthread_join(s->accepting, NULL);
    for (size_t i = 0; i < s->n_connections; i++) {
        (void)shutdown(s->sockets[i], SHUT_RDWR);
        (void)pthread_join(s->threads[i], NULL);
        (void)close(s->sockets[i]);
    }
    (void)close(s->listener);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

#endif
