/* SPDX-License-Identifier: MIT */
#include "mcp/privatefile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PATH_LONGEST = 1400
};

bool cm__private_folder(const char *folder)
{
    char path[1024];
    size_t len = strlen(folder);
    if (len == 0 || len >= sizeof path) {
        errno = len == 0 ? ENOENT : ENAMETOOLONG;
        return false;
    }
    memcpy(path, folder, len + 1);
    for (size_t i = 1; i <= len; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        char kept = path[i];
        path[i] = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return false;
        path[i] = kept;
    }
    return true;
}

static bool write_all(int fd, const char *text, size_t len)
{
    while (len > 0) {
        ssize_t n = write(fd, text, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        text += n;
        len -= (size_t)n;
    }
    return true;
}

bool cm__private_create(const char *path, const char *text, size_t len)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return false;
    bool is_ok = write_all(fd, text, len);
    if (close(fd) != 0)
        is_ok = false;
    if (!is_ok)
        (void)unlink(path);
    return is_ok;
}

bool cm__private_replace(const char *path, const char *text, size_t len)
{
    char fresh[PATH_LONGEST];
    int n = snprintf(fresh, sizeof fresh, "%s.%d", path, (int)getpid());
    if (n < 0 || (size_t)n >= sizeof fresh)
        return false;
    (void)unlink(fresh); /* of a process of that number that died in here */
    if (!cm__private_create(fresh, text, len))
        return false;
    if (rename(fresh, path) == 0)
        return true;
    (void)unlink(fresh);
    return false;
}

bool cm__private_read(const char *path, size_t max, Buf *out)
{
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return false;
    bool is_ok = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
                 st.st_size >= 0 && (uint64_t)st.st_size <= max;
    size_t left = is_ok ? (size_t)st.st_size : 0;
    while (is_ok && left > 0) {
        char chunk[16384];
        ssize_t n = read(fd, chunk, left < sizeof chunk ? left : sizeof chunk);
        if (n < 0 && errno == EINTR)
            continue;
        if (n > 0)
            cm__buf_add(out, chunk, (size_t)n);
        is_ok = n > 0 && out->status == CM_OK;
        left -= n > 0 ? (size_t)n : 0;
    }
    (void)close(fd);
    return is_ok;
}
