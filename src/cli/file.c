/* SPDX-License-Identifier: MIT */
#include "cli/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static cm_status read_all(int fd, Buf *out)
{
    for (;;) {
        char *room = cm__buf_reserve(out, 65536);
        if (room == NULL)
            return out->status;
        ssize_t n = read(fd, room, 65536);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return CM_E_IO;
        if (n == 0)
            return CM_OK;
        cm__buf_advance(out, (size_t)n);
    }
}

static cm_status cannot_read(cm_error *err, const char *file, cm_status status,
                             const char *why)
{
    *err = (cm_error){ .status = status };
    (void)snprintf(err->text, sizeof err->text, "cannot read %.120s: %s", file,
                   why);
    return status;
}

cm_status cm__file_read(const char *file, Buf *out, cm_error *err)
{
    bool is_stdin = file == NULL || strcmp(file, "-") == 0;
    int fd = is_stdin ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC);
    cm_status status = fd < 0 ? CM_E_IO : read_all(fd, out);
    int number = errno;
    if (fd >= 0 && !is_stdin)
        (void)close(fd);
    if (status == CM_OK)
        return CM_OK;
    return cannot_read(err, is_stdin ? "standard input" : file, status,
                       status == CM_E_IO ? strerror(number)
                                         : cm_status_text(status));
}

cm_status cm__file_read_regular(const char *file, Buf *out, cm_error *err)
{
    struct stat st;
    /* Opening a pipe waits for who writes; of a regular file it means nothing.
     */
    int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool is_open = fd >= 0 && fstat(fd, &st) == 0;
    bool is_other = is_open && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
    cm_status status = is_open && !is_other ? read_all(fd, out) : CM_E_IO;
    int number = errno;
    if (fd >= 0)
        (void)close(fd);
    if (status == CM_OK)
        return CM_OK;
    const char *why = is_other            ? "not a regular file"
                      : status == CM_E_IO ? strerror(number)
                                          : cm_status_text(status);
    return cannot_read(err, file, status, why);
}

bool cm__file_is_same(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}
