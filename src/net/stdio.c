/* SPDX-License-Identifier: MIT */
/* Streams go through libuv. A regular file (or /dev/null) cannot be polled: it
 * is read by uv_fs_read and written by plain writes, which do not wait. */
#include "net/stdio.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "net/loop_internal.h"

enum {
    READ_CHUNK = 65536
};
#define OUT_QUEUE_MAX ((size_t)256 << 20)

typedef union AnyStream {
    uv_handle_t handle;
    uv_stream_t stream;
    uv_pipe_t pipe;
    uv_tty_t tty;
    uv_tcp_t tcp;
} AnyStream;

struct Stdio {
    Owned owned;
    AnyStream in, out;
    uv_fs_t file_read;
    StdioEvents events;
    void *user;
    LineSplitter lines;
    size_t n_overlong;
    size_t
        queued; /* memory of the requests that wait, not of their text alone */
    int in_fd, out_fd;
    bool is_in_file, is_out_file;
    bool is_reading, is_file_busy, has_eof, is_broken, is_quiet;
    char chunk[READ_CHUNK];
};

static void file_read_next(Stdio *s);

/* ---- reading ---- */

static void pass_line(void *ctx, const char *line, size_t len)
{
    Stdio *s = ctx;
    if (!s->is_quiet)
        s->events.line(s->user, line, len);
}

static void take_bytes(Stdio *s, const char *bytes, size_t n)
{
    /* what memory was refused for is too long for the memory there is */
    cm_status status = cm__lines_feed(&s->lines, bytes, n, pass_line, s);
    if (s->lines.n_overlong > s->n_overlong || status == CM_E_NOMEM) {
        s->n_overlong = s->lines.n_overlong;
        if (!s->is_quiet)
            s->events.overlong(s->user);
    }
}

static void end_of_input(Stdio *s)
{
    if (s->has_eof)
        return;
    s->has_eof = true;
    cm__lines_finish(&s->lines, pass_line, s);
    if (!s->is_quiet)
        s->events.eof(s->user);
}

static void give_chunk(uv_handle_t *handle, size_t suggested, uv_buf_t *buf)
{
    (void)suggested;
    Stdio *s = (Stdio *)handle->data;
    *buf = uv_buf_init(s->chunk, sizeof s->chunk);
}

static void stream_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    Stdio *s = (Stdio *)stream->data;
    if (n > 0) {
        take_bytes(s, buf->base, (size_t)n);
    } else if (n < 0) {
        uv_read_stop(stream);
        end_of_input(s);
    }
}

static void file_was_read(uv_fs_t *req)
{
    Stdio *s = (Stdio *)req->data;
    ssize_t n = req->result;
    uv_fs_req_cleanup(req);
    s->is_file_busy = false;
    s->owned.n_handles--; /* the request counted like a handle */
    if (s->owned.is_freed) {
        cm__owned_free(&s->owned);
        return;
    }
    if (n > 0)
        take_bytes(s, s->chunk, (size_t)n);
    else
        end_of_input(s);
    file_read_next(s);
}

static void file_read_next(Stdio *s)
{
    if (!s->is_reading || s->is_file_busy || s->has_eof || s->is_quiet)
        return;
    uv_buf_t buf = uv_buf_init(s->chunk, sizeof s->chunk);
    s->file_read.data = s;
    if (uv_fs_read(cm__loop_uv(s->owned.loop), &s->file_read, s->in_fd, &buf, 1,
                   -1, file_was_read) != 0) {
        end_of_input(s);
        return;
    }
    s->is_file_busy = true;
    s->owned.n_handles++;
}

void cm__stdio_pause(Stdio *s)
{
    s->is_reading = false;
    if (!s->is_in_file && !s->has_eof)
        uv_read_stop(&s->in.stream);
}

void cm__stdio_resume(Stdio *s)
{
    if (s->is_reading || s->has_eof)
        return;
    s->is_reading = true;
    if (s->is_in_file)
        file_read_next(s);
    else if (uv_read_start(&s->in.stream, give_chunk, stream_read) != 0)
        end_of_input(s);
}

/* ---- writing ---- */

typedef struct OutReq {
    uv_write_t uv;
    const cm_allocator *alloc;
    size_t size;
    char bytes[];
} OutReq;

static void break_output(Stdio *s, cm_status why)
{
    if (s->is_broken)
        return;
    s->is_broken = true;
    if (!s->is_quiet)
        s->events.broken(s->user, why);
}

static void written(uv_write_t *uv, int status)
{
    OutReq *req = (OutReq *)uv;
    Stdio *s = (Stdio *)uv->handle->data;
    s->queued -= req->size;
    cm__free(req->alloc, req, req->size);
    if (status < 0 && status != UV_ECANCELED)
        break_output(s, CM_E_IO);
    else if (!s->is_quiet && s->events.drained != NULL &&
             cm__stdio_pending(s) == 0)
        s->events.drained(s->user);
}

/* Waits for a pipe that is full. */
static cm_status write_all(Stdio *s, const char *bytes, size_t n)
{
    while (n > 0) {
        struct pollfd out = { .fd = s->out_fd, .events = POLLOUT };
        ssize_t done = write(s->out_fd, bytes, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0 && errno == EAGAIN && poll(&out, 1, -1) >= 0)
            continue;
        if (done <= 0) {
            break_output(s, CM_E_IO);
            return CM_E_IO;
        }
        bytes += done;
        n -= (size_t)done;
    }
    return CM_OK;
}

/* Without memory for a queue. What is queued already cannot be overtaken: then
 * the message is lost, and the other side has to know. */
static cm_status write_now(Stdio *s, const char *message, size_t n)
{
    if (cm__stdio_pending(s) > 0) {
        break_output(s, CM_E_NOMEM);
        return CM_E_NOMEM;
    }
    cm_status status = write_all(s, message, n);
    return status == CM_OK ? write_all(s, "\n", 1) : status;
}

cm_status cm__stdio_write(Stdio *s, const char *message, size_t n)
{
    if (s->is_broken)
        return CM_E_IO;
    if (n > OUT_QUEUE_MAX || s->queued > OUT_QUEUE_MAX - n) {
        break_output(s, CM_E_LIMIT);
        return CM_E_LIMIT;
    }
    const cm_allocator *alloc = cm__loop_alloc(s->owned.loop);
    OutReq *req = s->is_out_file ? NULL : cm__alloc(alloc, sizeof *req + n + 1);
    if (req == NULL)
        return write_now(s, message, n);
    req->alloc = alloc;
    req->size = sizeof *req + n + 1;
    memcpy(req->bytes, message, n);
    req->bytes[n] = '\n';
    /* uv_write tries at once and queues only what does not fit. */
    uv_buf_t buf = uv_buf_init(req->bytes, (unsigned)(n + 1));
    if (uv_write(&req->uv, &s->out.stream, &buf, 1, written) == 0) {
        s->queued += req->size;
        return CM_OK;
    }
    break_output(s, CM_E_IO);
    cm__free(alloc, req, req->size);
    return CM_E_IO;
}

size_t cm__stdio_pending(const Stdio *s)
{
    return s->is_out_file ? 0 : uv_stream_get_write_queue_size(&s->out.stream);
}

/* ---- life ---- */

/* Opens fd as the stream it is; *ret_is_file when it is none. */
static int open_stream(Stdio *s, AnyStream *any, int fd, bool *ret_is_file)
{
    uv_loop_t *uv = cm__loop_uv(s->owned.loop);
    int rc;
    switch ((int)uv_guess_handle(fd)) {
    case UV_TTY:
        rc = uv_tty_init(uv, &any->tty, fd, 0);
        if (rc == 0)
            cm__owned_adopt(&s->owned, &any->handle);
        return rc;
    case UV_NAMED_PIPE:
        uv_pipe_init(uv, &any->pipe, 0);
        cm__owned_adopt(&s->owned, &any->handle);
        return uv_pipe_open(&any->pipe, fd);
    case UV_TCP:
        uv_tcp_init(uv, &any->tcp);
        cm__owned_adopt(&s->owned, &any->handle);
        return uv_tcp_open(&any->tcp, fd);
    default:
        *ret_is_file = true;
        return 0;
    }
}

static void stdio_released(Owned *object)
{
    cm__lines_done(&((Stdio *)object)->lines);
}

Stdio *cm__stdio_new(Loop *loop, int in_fd, int out_fd, size_t max_line,
                     const StdioEvents *events, void *user)
{
    Stdio *s = cm__owned_new(loop, sizeof *s);
    if (s == NULL)
        return NULL;
    s->owned.released = stdio_released;
    s->events = *events;
    s->user = user;
    s->in_fd = in_fd;
    s->out_fd = out_fd;
    cm__lines_init(&s->lines, cm__loop_alloc(loop), max_line);
    if (open_stream(s, &s->in, in_fd, &s->is_in_file) != 0 ||
        open_stream(s, &s->out, out_fd, &s->is_out_file) != 0) {
        cm__stdio_free(s);
        return NULL;
    }
    return s;
}

void cm__stdio_free(Stdio *s)
{
    if (s == NULL)
        return;
    s->is_quiet = true;
    s->is_reading = false;
    if (s->in.handle.data != NULL)
        cm__owned_close(&s->in.handle);
    if (s->out.handle.data != NULL)
        cm__owned_close(&s->out.handle);
    if (s->is_file_busy)
        (void)uv_cancel((uv_req_t *)&s->file_read);
    cm__owned_free(&s->owned);
}
