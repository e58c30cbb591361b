/* SPDX-License-Identifier: MIT */
#ifndef CM_FUZZ_ROUNDS_H
#define CM_FUZZ_ROUNDS_H
/* rounds: for targets with sockets, both ends in one thread: runs a loop for a
 * few turns, in which it takes what has come. */
#include "fuzz.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/buf.h"
#include "net/loop.h"

typedef struct Rounds {
    LoopTask task;
    Loop *loop;
} Rounds;

static void rounds_stop(LoopTask *task)
{
    cm__loop_stop(((Rounds *)(void *)task)->loop);
}

/* Tasks run once a turn, so this is n turns. */
static inline void rounds_run(Loop *loop, int n)
{
    for (int i = 0; i < n; i++) {
        Rounds r = { .loop = loop };
        r.task.run = rounds_stop;
        cm__loop_post(loop, &r.task);
        cm__loop_run(loop);
    }
}

/* Small parts go out at once, not when those before were acknowledged; a closed
 * connection is gone at once, or many runs would use up the ports. */
static inline void rounds_prepare(int fd)
{
    const int on = 1;
    const struct linger none = { .l_onoff = 1 };
    FUZZ_CHECK(setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) == 0);
    FUZZ_CHECK(setsockopt(fd, SOL_SOCKET, SO_LINGER, &none, sizeof none) == 0);
}

/* All that can be read now. False when the other side has closed. */
static inline bool rounds_read(int fd, Buf *out)
{
    char part[4096];
    for (;;) {
        ssize_t n = recv(fd, part, sizeof part, MSG_DONTWAIT);
        if (n > 0)
            cm__buf_add(out, part, (size_t)n);
        else
            return n < 0;
    }
}

/* Writes what the socket takes. */
static inline void rounds_write(int fd, const uint8_t *bytes, size_t n)
{
    while (n > 0) {
        ssize_t sent = send(fd, bytes, n, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        bytes += sent;
        n -= (size_t)sent;
    }
}

#endif
