/* SPDX-License-Identifier: MIT */
#include "net/httpd_internal.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef union AnyAddress {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
} AnyAddress;

static void refuse(cm_error *err, cm_status status, const char *address,
                   const char *why)
{
    if (err == NULL)
        return;
    *err = (cm_error){ .status = status };
    (void)snprintf(err->text, sizeof err->text, "cannot listen on %.80s: %s",
                   address, why);
}

/* A port in digits; false when it is none. */
static bool read_port(const char *text, in_port_t *ret_port)
{
    unsigned port = 0;
    if (*text == '\0')
        return false;
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9' || port > 6553)
            return false;
        port = port * 10 + (unsigned)(*text - '0');
    }
    *ret_port = htons((uint16_t)port);
    return port <= 65535;
}

/* Reads "host:port"; returns the length of the address, or 0 and why not. */
static socklen_t read_address(const char *text, AnyAddress *ret,
                              const char **ret_why)
{
    char host[INET6_ADDRSTRLEN + 1];
    const char *colon = strrchr(text, ':');
    in_port_t port;
    *ret_why = "write ADDRESS:PORT, for example 127.0.0.1:8080";
    if (colon == NULL || !read_port(colon + 1, &port))
        return 0;
    *ret_why = "the address must be numeric (IPv6 in brackets) or "
               "localhost";
    size_t n = (size_t)(colon - text);
    bool is_v6 = n >= 2 && text[0] == '[' && text[n - 1] == ']';
    if (is_v6) {
        text++;
        n -= 2;
    }
    if (n >= sizeof host)
        return 0;
    memcpy(host, text, n);
    host[n] = '\0';
    *ret = (AnyAddress){ .v6 = { .sin6_family = AF_INET6, .sin6_port = port } };
    if (is_v6)
        return inet_pton(AF_INET6, host, &ret->v6.sin6_addr) == 1
                   ? (socklen_t)sizeof ret->v6
                   : 0;
    bool is_local = n == 0 || strcmp(host, "localhost") == 0;
    *ret = (AnyAddress){ .v4 = { .sin_family = AF_INET, .sin_port = port } };
    return inet_pton(AF_INET, is_local ? "127.0.0.1" : host,
                     &ret->v4.sin_addr) == 1
               ? (socklen_t)sizeof ret->v4
               : 0;
}

static bool is_loopback(const AnyAddress *a)
{
    if (a->any.sa_family == AF_INET6)
        return IN6_IS_ADDR_LOOPBACK(&a->v6.sin6_addr);
    return ntohl(a->v4.sin_addr.s_addr) >> 24 == 127;
}

static int bind_and_listen(const AnyAddress *a, socklen_t len)
{
    int on = 1;
    int fd =
        socket(a->any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    /* A restart must not wait for connections in TIME_WAIT; a port in use by a
     * listener is refused all the same. IPv6 means IPv6 alone. */
    (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (a->any.sa_family == AF_INET6)
        (void)setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    if (bind(fd, &a->any, len) == 0 && listen(fd, SOMAXCONN) == 0)
        return fd;
    int saved = errno;
    close(fd);
    errno = saved;
    return -1;
}

int cm__httpd_listen(const char *address, bool allow_remote, cm_error *err)
{
    AnyAddress a;
    const char *why;
    socklen_t len = read_address(address, &a, &why);
    if (len == 0) {
        refuse(err, CM_E_ARGUMENT, address, why);
        return -1;
    }
    if (!allow_remote && !is_loopback(&a)) {
        refuse(err, CM_E_STATE, address,
               "other machines reach it, which was not allowed");
        return -1;
    }
    int fd = bind_and_listen(&a, len);
    if (fd < 0)
        refuse(err, CM_E_IO, address,
               errno == EADDRINUSE ? "the port is in use"
                                   : uv_strerror(-errno));
    return fd;
}

unsigned cm__httpd_bound(int fd, char *text, size_t size, bool *ret_is_remote)
{
    AnyAddress a;
    socklen_t len = sizeof a;
    char host[INET6_ADDRSTRLEN] = "";
    memset(&a, 0, sizeof a);
    if (getsockname(fd, &a.any, &len) != 0)
        return 0;
    *ret_is_remote = !is_loopback(&a);
    bool is_v6 = a.any.sa_family == AF_INET6;
    unsigned port = ntohs(is_v6 ? a.v6.sin6_port : a.v4.sin_port);
    (void)inet_ntop(a.any.sa_family,
                    is_v6 ? (const void *)&a.v6.sin6_addr
                          : (const void *)&a.v4.sin_addr,
                    host, sizeof host);
    (void)snprintf(text, size, is_v6 ? "[%s]:%u" : "%s:%u", host, port);
    return port;
}
