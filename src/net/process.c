/* SPDX-License-Identifier: MIT */
/* The child runs in its own session (UV_PROCESS_DETACHED), which gives it a
 * process group whose number is its pid: one kill reaches what it started.
 * A session also takes the terminal away from it, so that Ctrl-C reaches only
 * the command, which then stops its children in order. */
#include "net/process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "net/loop_internal.h"

enum {
    STDERR_TAIL = 4096,
    READ_CHUNK = 65536,
    HELD_PIPE_MS = 200,       /* wait for output that a grandchild holds open */
    CUT_OFF_MS = 500,         /* from the end of a pipe to that of the child */
    KEPT_WITHOUT_PROC = 1024, /* descriptors */
};
#define QUEUE_DEFAULT ((size_t)64 << 20)

typedef enum StopStage {
    STOP_NONE,
    STOP_CLOSED,
    STOP_TERM,
    STOP_KILL
} StopStage;

struct Process {
    Owned owned;
    uv_process_t uv;
    uv_pipe_t in, out, err;
    uv_shutdown_t in_shutdown;
    /* Stop stages, or what a child that closed a pipe has left; then the wait
     * for a held pipe. */
    uv_timer_t timer;
    ProcessEvents events;
    void *user;
    LineSplitter lines;
    size_t n_overlong;        /* of the splitter, as reported so far */
    size_t max_queue, queued; /* `queued`: bytes of the requests waiting */
    uint64_t grace_ms;
    ProcessEnd end;
    StopStage stage;
    bool is_running, is_out_open, is_in_open, has_ended, is_quiet;
    bool is_cut_off;
    size_t tail_len;
    char tail[STDERR_TAIL + 1];
    char chunk[READ_CHUNK];
};

typedef struct WriteReq {
    uv_write_t uv;
    const cm_allocator *alloc;
    size_t size;
    char bytes[];
} WriteReq;

static Process *process_of(const uv_handle_t *handle)
{
    return (Process *)handle->data;
}

static void kill_group(const Process *p, int signum)
{
    if (p->uv.pid > 1)
        (void)kill(-p->uv.pid, signum);
}

static void report_end(Process *p)
{
    if (p->has_ended)
        return;
    p->has_ended = true;
    uv_timer_stop(&p->timer);
    cm__owned_close((uv_handle_t *)&p->out);
    cm__owned_close((uv_handle_t *)&p->err);
    if (!p->is_quiet)
        p->events.ended(p->user, p->end);
}

static void held_pipe_timeout(uv_timer_t *timer)
{
    report_end(process_of((uv_handle_t *)timer));
}

static void close_in(Process *p)
{
    p->is_in_open = false;
    cm__owned_close((uv_handle_t *)&p->in);
}

static void child_exited(uv_process_t *uv, int64_t status, int signum)
{
    Process *p = process_of((uv_handle_t *)uv);
    p->is_running = false;
    p->end = (ProcessEnd){ (int)status, signum, p->is_cut_off };
    kill_group(p, SIGKILL);
    close_in(p);
    cm__owned_close((uv_handle_t *)&p->uv);
    if (p->owned.is_freed) {
        cm__owned_close((uv_handle_t *)&p->timer);
        return;
    }
    if (p->is_out_open)
        uv_timer_start(&p->timer, held_pipe_timeout, HELD_PIPE_MS, 0);
    else
        report_end(p);
}

/* ---- children that closed a pipe ---- */

static void stop_stage_over(uv_timer_t *timer);

static void cut_off_over(uv_timer_t *timer)
{
    Process *p = process_of((uv_handle_t *)timer);
    p->is_cut_off = true;
    p->stage = STOP_CLOSED;
    p->grace_ms = CUT_OFF_MS;
    stop_stage_over(timer);
}

/* Mostly the child is ending, and its exit comes in a moment. */
static void expect_exit(Process *p)
{
    if (p->is_running && p->stage == STOP_NONE && !p->is_quiet &&
        p->events.line != NULL && !uv_is_active((uv_handle_t *)&p->timer))
        uv_timer_start(&p->timer, cut_off_over, CUT_OFF_MS, 0);
}

/* ---- reading ---- */

static void give_chunk(uv_handle_t *handle, size_t suggested, uv_buf_t *buf)
{
    (void)suggested;
    Process *p = process_of(handle);
    *buf = uv_buf_init(p->chunk, sizeof p->chunk);
}

static void pass_line(void *ctx, const char *line, size_t len)
{
    Process *p = ctx;
    if (!p->is_quiet)
        p->events.line(p->user, line, len);
}

static void pass_output(Process *p, const char *bytes, size_t n)
{
    if (p->is_quiet)
        return;
    if (p->events.output != NULL) {
        p->events.output(p->user, bytes, n);
        return;
    }
    cm_status status = cm__lines_feed(&p->lines, bytes, n, pass_line, p);
    if (p->lines.n_overlong > p->n_overlong || status == CM_E_NOMEM) {
        p->n_overlong = p->lines.n_overlong;
        if (!p->is_quiet && p->events.overlong != NULL)
            p->events.overlong(p->user);
    }
}

static void out_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    Process *p = process_of((uv_handle_t *)stream);
    if (n > 0) {
        pass_output(p, buf->base, (size_t)n);
    } else if (n < 0) {
        /* A rest without a line end is a torn message: nobody can use it. */
        p->is_out_open = false;
        cm__owned_close((uv_handle_t *)&p->out);
        if (p->is_running)
            expect_exit(p);
        else
            report_end(p);
    }
}

static void err_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    Process *p = process_of((uv_handle_t *)stream);
    if (n < 0) {
        cm__owned_close((uv_handle_t *)&p->err);
        return;
    }
    const char *bytes = buf->base;
    size_t len = (size_t)n;
    if (len > STDERR_TAIL) {
        bytes += len - STDERR_TAIL;
        len = STDERR_TAIL;
    }
    if (p->tail_len + len > STDERR_TAIL) {
        size_t drop = p->tail_len + len - STDERR_TAIL;
        memmove(p->tail, p->tail + drop, p->tail_len - drop);
        p->tail_len -= drop;
    }
    memcpy(p->tail + p->tail_len, bytes, len);
    p->tail_len += len;
    p->tail[p->tail_len] = '\0';
}

const char *cm__process_stderr_tail(const Process *p, size_t *ret_len)
{
    const char *from = p->tail;
    if (p->tail_len == STDERR_TAIL) {
        const char *cut = memchr(from, '\n', p->tail_len - 1);
        if (cut != NULL)
            from = cut + 1;
    }
    if (ret_len != NULL)
        *ret_len = p->tail_len - (size_t)(from - p->tail);
    return from;
}

/* ---- writing ---- */

static void written(uv_write_t *uv, int status)
{
    WriteReq *req = (WriteReq *)uv;
    Process *p = process_of((uv_handle_t *)uv->handle);
    p->queued -= req->size;
    cm__free(req->alloc, req, req->size);
    if (status < 0 && status != UV_ECANCELED) {
        close_in(p);
        expect_exit(p);
    }
}

cm_status cm__process_write(Process *p, const char *bytes, size_t n)
{
    if (!p->is_in_open || p->stage != STOP_NONE)
        return CM_E_STATE;
    if (n > p->max_queue || p->queued > p->max_queue - n)
        return CM_E_LIMIT;
    const cm_allocator *alloc = cm__loop_alloc(p->owned.loop);
    WriteReq *req = cm__alloc(alloc, sizeof *req + n);
    if (req == NULL)
        return CM_E_NOMEM;
    req->alloc = alloc;
    req->size = sizeof *req + n;
    memcpy(req->bytes, bytes, n);
    uv_buf_t buf = uv_buf_init(req->bytes, (unsigned)n);
    if (uv_write(&req->uv, (uv_stream_t *)&p->in, &buf, 1, written) != 0) {
        cm__free(alloc, req, req->size);
        return CM_E_IO;
    }
    p->queued += req->size;
    return CM_OK;
}

static void shut_down(uv_shutdown_t *uv, int status)
{
    (void)status;
    close_in(process_of((uv_handle_t *)uv->handle));
}

/* What is queued goes out before it. */
void cm__process_close_stdin(Process *p)
{
    if (!p->is_in_open)
        return;
    p->is_in_open = false;
    if (uv_shutdown(&p->in_shutdown, (uv_stream_t *)&p->in, shut_down) != 0)
        close_in(p);
}

/* ---- the end ---- */

static void stop_stage_over(uv_timer_t *timer)
{
    Process *p = process_of((uv_handle_t *)timer);
    if (!p->is_running)
        return;
    close_in(p); /* a queue that the child never read */
    if (p->stage == STOP_CLOSED) {
        p->stage = STOP_TERM;
        kill_group(p, SIGTERM);
        uv_timer_start(&p->timer, stop_stage_over, p->grace_ms, 0);
    } else {
        p->stage = STOP_KILL;
        kill_group(p, SIGKILL);
    }
}

void cm__process_stop(Process *p, uint64_t grace_ms)
{
    if (p->stage != STOP_NONE || !p->is_running)
        return;
    p->stage = STOP_CLOSED;
    p->grace_ms = grace_ms;
    cm__process_close_stdin(p);
    uv_timer_start(&p->timer, stop_stage_over, grace_ms, 0);
}

void cm__process_kill(Process *p)
{
    if (!p->is_running)
        return;
    p->stage = STOP_KILL;
    kill_group(p, SIGKILL);
}

static void process_released(Owned *object)
{
    Process *p = (Process *)object;
    cm__lines_done(&p->lines);
}

void cm__process_free(Process *p)
{
    if (p == NULL)
        return;
    p->is_quiet = true;
    p->has_ended = true;
    close_in(p);
    cm__owned_close((uv_handle_t *)&p->out);
    cm__owned_close((uv_handle_t *)&p->err);
    uv_timer_stop(&p->timer);
    if (p->is_running) /* the exit is still to be reaped: child_exited closes */
        kill_group(p, SIGKILL);
    else
        cm__owned_close((uv_handle_t *)&p->timer);
    cm__owned_free(&p->owned);
}

/* ---- the start ---- */

static void open_handles(Process *p)
{
    uv_loop_t *uv = cm__loop_uv(p->owned.loop);
    uv_timer_init(uv, &p->timer);
    cm__owned_adopt(&p->owned, (uv_handle_t *)&p->timer);
    uv_pipe_t *pipes[] = { &p->in, &p->out, &p->err };
    for (size_t i = 0; i < CM_ARRAY_LEN(pipes); i++) {
        uv_pipe_init(uv, pipes[i], 0);
        cm__owned_adopt(&p->owned, (uv_handle_t *)pipes[i]);
    }
}

/* ---- descriptors ---- */

static void keep(int fd)
{
    int flags = fcntl(fd, F_GETFD);
    if (flags >= 0 && (flags & FD_CLOEXEC) == 0)
        (void)fcntl(fd, F_SETFD, flags | FD_CLOEXEC);
}

/* Once, before the first child: most runs have none. Our own are made with the
 * flag. Without /proc the first thousand. */
static void keep_descriptors(void)
{
    DIR *open_ones = opendir("/proc/self/fd");
    if (open_ones == NULL) {
        for (int fd = STDERR_FILENO + 1; fd < KEPT_WITHOUT_PROC; fd++)
            keep(fd);
        return;
    }
    const struct dirent *entry;
    while ((entry = readdir(open_ones)) != NULL) {
        long fd = strtol(entry->d_name, NULL, 10);
        if (fd > STDERR_FILENO && fd <= INT_MAX)
            keep((int)fd);
    }
    (void)closedir(open_ones);
}

/* ---- starting ---- */

static int spawn(Process *p, const ProcessSpec *spec)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    uv_stdio_container_t stdio[3] = {
        { .flags = UV_CREATE_PIPE | UV_READABLE_PIPE,
          .data.stream = (uv_stream_t *)&p->in },
        { .flags = UV_CREATE_PIPE | UV_WRITABLE_PIPE,
          .data.stream = (uv_stream_t *)&p->out },
        { .flags = UV_CREATE_PIPE | UV_WRITABLE_PIPE,
          .data.stream = (uv_stream_t *)&p->err },
    };
    /* libuv's fields are not const but it changes nothing. */
    union {
        const char *const *from;
        char **to;
    } argv = { spec->argv }, env = { spec->env };
    uv_process_options_t options = {
        .exit_cb = child_exited,
        .file = spec->argv[0],
        .args = argv.to,
        .env = env.to,
        .cwd = spec->cwd,
        .flags = UV_PROCESS_DETACHED,
        .stdio_count = 3,
        .stdio = stdio,
    };
    (void)pthread_once(&once, keep_descriptors);
    int rc = uv_spawn(cm__loop_uv(p->owned.loop), &p->uv, &options);
    cm__owned_adopt(&p->owned, (uv_handle_t *)&p->uv);
    return rc;
}

static bool has_folder(const ProcessSpec *spec)
{
    struct stat found;
    return spec->cwd == NULL ||
           (stat(spec->cwd, &found) == 0 && S_ISDIR(found.st_mode));
}

/* A folder that is missing looks like a missing program. */
static void say_why(const ProcessSpec *spec, const char *why, cm_error *err)
{
    *err = (cm_error){ .status = CM_E_IO };
    if (!has_folder(spec))
        (void)snprintf(err->text, sizeof err->text,
                       "cannot start %.60s: no folder %.100s", spec->argv[0],
                       spec->cwd);
    else
        (void)snprintf(err->text, sizeof err->text, "cannot start %.100s: %s",
                       spec->argv[0], why);
}

static bool is_program(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode) &&
           access(path, X_OK) == 0;
}

static const char *path_of(const ProcessSpec *spec)
{
    for (const char *const *at = spec->env; at != NULL && *at != NULL; at++)
        if (strncmp(*at, "PATH=", 5) == 0)
            return *at + 5;
    return spec->env == NULL ? getenv("PATH") : NULL;
}

/* The program of a name without '/'; an empty part of PATH is the folder that
 * the child starts in. */
static bool is_on_path(const ProcessSpec *spec, const char *path,
                       bool (*is_it)(const char *path))
{
    char file[4096];
    while (path != NULL) {
        const char *end = strchr(path, ':');
        int len = end != NULL ? (int)(end - path) : (int)strlen(path);
        bool is_absolute = len > 0 && path[0] == '/';
        const char *base = is_absolute         ? ""
                           : spec->cwd != NULL ? spec->cwd
                                               : ".";
        int n = snprintf(file, sizeof file, "%s%s%.*s/%s", base,
                         is_absolute ? "" : "/", len, path, spec->argv[0]);
        if (n > 0 && (size_t)n < sizeof file && is_it(file))
            return true;
        path = end != NULL ? end + 1 : NULL;
    }
    return false;
}

/* The program of a name with one. */
static bool join_name(const ProcessSpec *spec, char *file, size_t size)
{
    const char *name = spec->argv[0];
    bool is_in_cwd = name[0] != '/' && spec->cwd != NULL;
    int n = snprintf(file, size, "%s%s%s", is_in_cwd ? spec->cwd : "",
                     is_in_cwd ? "/" : "", name);
    return n > 0 && (size_t)n < size;
}

/* Or may be, as far as we see. */
static bool is_there(const char *path)
{
    return access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR);
}

/* A child that could start nothing costs as much as one that does, and a server
 * that is missing is tried again and again. */
static bool is_absent(const ProcessSpec *spec)
{
    char file[4096];
    if (strchr(spec->argv[0], '/') != NULL)
        return join_name(spec, file, sizeof file) && access(file, F_OK) != 0 &&
               errno == ENOENT;
    const char *path = path_of(spec);
    return path != NULL && !is_on_path(spec, path, is_there);
}

cm_status cm__process_check(const ProcessSpec *spec, cm_error *err)
{
    char file[4096];
    const char *name = spec->argv[0], *path = path_of(spec);
    if (!has_folder(spec)) {
        say_why(spec, "", err);
        return CM_E_IO;
    }
    if (strchr(name, '/') == NULL) {
        /* Without PATH the C library has one of its own. */
        if (path == NULL || is_on_path(spec, path, is_program))
            return CM_OK;
        say_why(spec, "not found on PATH", err);
        return CM_E_IO;
    }
    if (join_name(spec, file, sizeof file) && is_program(file))
        return CM_OK;
    say_why(spec, access(file, F_OK) == 0 ? "not executable" : "no such file",
            err);
    return CM_E_IO;
}

Process *cm__process_start(Loop *loop, const ProcessSpec *spec,
                           const ProcessEvents *events, void *user,
                           cm_error *err)
{
    if (is_absent(spec)) {
        if (err != NULL)
            say_why(spec, uv_strerror(UV_ENOENT), err);
        return NULL;
    }
    Process *p = cm__owned_new(loop, sizeof *p);
    if (p == NULL) {
        if (err != NULL)
            *err = (cm_error){ .status = CM_E_NOMEM, .text = "out of memory" };
        return NULL;
    }
    p->owned.released = process_released;
    p->events = *events;
    p->user = user;
    p->max_queue = spec->max_queue != 0 ? spec->max_queue : QUEUE_DEFAULT;
    cm__lines_init(&p->lines, cm__loop_alloc(loop),
                   spec->max_line != 0 ? spec->max_line : CM_LINE_MAX_DEFAULT);
    open_handles(p);
    int rc = spawn(p, spec);
    if (rc != 0) {
        if (err != NULL)
            say_why(spec, uv_strerror(rc), err);
        cm__owned_close((uv_handle_t *)&p->uv);
        cm__process_free(p);
        return NULL;
    }
    p->is_running = p->is_in_open = p->is_out_open = true;
    uv_read_start((uv_stream_t *)&p->out, give_chunk, out_read);
    uv_read_start((uv_stream_t *)&p->err, give_chunk, err_read);
    return p;
}

void cm__process_end_text(ProcessEnd end, char *text, size_t size)
{
    if (end.was_cut_off)
        snprintf(text, size, "closed its input or output, and was ended");
    else if (end.term_signal != 0)
        snprintf(text, size, "was ended by signal %d (%s)", end.term_signal,
                 strsignal(end.term_signal));
    else
        snprintf(text, size, "exited with status %d", end.exit_status);
}
