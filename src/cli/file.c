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
    *err = (cm_error){ .status = status };
    (void)snprintf(err->text, sizeof err->text, "cannot read %.120s: %s",
                   is_stdin ? "standard input" : file,
                   status == CM_E_IO ? strerror(number)
                                     : cm_status_text(status));
    return status;
}

bool cm__file_is_same(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}
