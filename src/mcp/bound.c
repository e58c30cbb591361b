/* SPDX-License-Identifier: MIT */
#include "mcp/bound.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/utf8.h"
#include "mcp/privatefile.h"

enum {
    KEPT_SECONDS = 7 * 24 * 3600,
    TRIES_MAX = 1000
};
#define FILE_PREFIX "output-"

size_t cm__bound_count_lines(const char *text, size_t len)
{
    size_t n = 0;
    const char *end = text + len;
    for (const char *at = text; at < end; n++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        at = stop != NULL ? stop + 1 : end;
    }
    return n;
}

/* Length of the longest prefix of whole lines within both budgets. A line that
 * alone is over the byte budget is cut at a character. */
static size_t head_length(const char *text, size_t len, size_t max_lines,
                          size_t max_bytes)
{
    size_t taken = 0;
    for (size_t n = 0; n < max_lines && taken < len; n++) {
        const char *stop = memchr(text + taken, '\n', len - taken);
        size_t line =
            stop != NULL ? (size_t)(stop - text) + 1 - taken : len - taken;
        if (taken + line > max_bytes) {
            if (line > max_bytes)
                taken = cm__utf8_floor(text, len, max_bytes);
            break;
        }
        taken += line;
    }
    return taken;
}

/* Where the longest suffix of whole lines begins, likewise. */
static size_t tail_start(const char *text, size_t len, size_t max_lines,
                         size_t max_bytes)
{
    size_t start = len;
    for (size_t n = 0; n < max_lines && start > 0; n++) {
        size_t from = start - 1; /* skips the line's own end */
        while (from > 0 && text[from - 1] != '\n')
            from--;
        if (len - from > max_bytes) {
            if (start - from > max_bytes) {
                size_t cut = len - max_bytes;
                while (cut < start && (text[cut] & 0xC0) == 0x80)
                    cut++;
                start = cut;
            }
            break;
        }
        start = from;
    }
    return start;
}

/* ---- files ---- */

cm_status cm__bound_folder_prepare(const char *folder)
{
    if (!cm__private_folder(folder))
        return CM_E_IO;
    DIR *dir = opendir(folder);
    if (dir == NULL)
        return CM_E_IO;
    time_t now = time(NULL);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        struct stat st;
        if (strncmp(entry->d_name, FILE_PREFIX, strlen(FILE_PREFIX)) == 0 &&
            fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(st.st_mode) && now - st.st_mtime > KEPT_SECONDS)
            (void)unlinkat(dirfd(dir), entry->d_name, 0);
    }
    (void)closedir(dir);
    return CM_OK;
}

/* Writes a new file; false when there is none, and errno says why. */
static bool keep(const Bound *bound, const char *text, size_t len, char *path,
                 size_t size)
{
    const char *folder = bound->folder;
    if (folder == NULL ||
        (!bound->is_prepared && cm__bound_folder_prepare(folder) != CM_OK))
        return false;
    for (int i = 0; i < TRIES_MAX; i++) {
        int n = snprintf(path, size, "%s/" FILE_PREFIX "%lld-%d-%d.txt", folder,
                         (long long)time(NULL), (int)getpid(), i);
        if (n < 0 || (size_t)n >= size) {
            errno = ENAMETOOLONG;
            return false;
        }
        if (cm__private_create(path, text, len))
            return true;
        if (errno != EEXIST)
            return false;
    }
    return false;
}

void cm__bound_text(const Bound *bound, const char *text, size_t len, Buf *out)
{
    size_t n_lines = cm__bound_count_lines(text, len);
    if (n_lines <= bound->max_lines && len <= bound->max_bytes) {
        cm__buf_add(out, text, len);
        return;
    }
    size_t head =
        head_length(text, len, bound->max_lines / 2, bound->max_bytes / 2);
    size_t tail =
        tail_start(text, len, bound->max_lines / 2, bound->max_bytes / 2);
    if (tail < head)
        tail = head;
    size_t n_bytes = tail - head;
    size_t n_omitted = cm__bound_count_lines(text + head, n_bytes);
    char path[1200];
    cm__buf_add(out, text, head);
    if (head > 0 && text[head - 1] != '\n')
        cm__buf_add_char(out, '\n');
    cm__buf_add_fmt(out, "[%zu line%s, %zu byte%s omitted", n_omitted,
                    n_omitted == 1 ? "" : "s", n_bytes,
                    n_bytes == 1 ? "" : "s");
    if (keep(bound, text, len, path, sizeof path))
        cm__buf_add_fmt(out, "; the full text is in %s", path);
    else if (bound->folder != NULL)
        cm__buf_add_fmt(out, "; they could not be kept in %s: %s",
                        bound->folder, strerror(errno));
    cm__buf_add_str(out, "]\n");
    cm__buf_add(out, text + tail, len - tail);
}
