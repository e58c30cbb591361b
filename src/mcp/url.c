/* SPDX-License-Identifier: MIT */
#include "mcp/url.h"

#include <string.h>

#include "base/ascii.h"

/* The parts of an absolute http or https URL; all borrow from it. */
typedef struct Url {
    bool is_https;
    const char *authority, *path, *query, *end; /* query: at its '?' or end */
} Url;

static bool starts_with(const char *text, const char *prefix)
{
    for (; *prefix != '\0'; text++, prefix++)
        if (cm__ascii_lower(*text) != *prefix)
            return false;
    return true;
}

static bool split(const char *text, Url *url)
{
    bool is_https = starts_with(text, "https://");
    if (!is_https && !starts_with(text, "http://"))
        return false;
    url->is_https = is_https;
    url->authority = text + (is_https ? 8 : 7);
    url->path = url->authority + strcspn(url->authority, "/?#");
    url->query = url->path + strcspn(url->path, "?#");
    url->end = url->query + strcspn(url->query, "#");
    return url->path > url->authority;
}

/* ---- resolving ---- */

/* Appends a path without its "." and ".." segments (5.2.4); from: where the
 * path begins in out. */
static void add_path(Buf *out, const char *path, size_t len)
{
    size_t from = out->len;
    const char *at = path, *end = path + len;
    while (at < end) {
        const char *slash = memchr(at, '/', (size_t)(end - at));
        const char *stop = slash != NULL ? slash : end;
        size_t n = (size_t)(stop - at);
        bool is_up = n == 2 && memcmp(at, "..", 2) == 0;
        if (is_up) {
            size_t keep = out->len > from + 1 ? out->len - 1 : from + 1;
            while (keep > from + 1 && out->bytes[keep - 1] != '/')
                keep--;
            if (out->status == CM_OK && out->len > from)
                cm__buf_truncate(out, keep);
        } else if (!(n == 1 && at[0] == '.')) {
            cm__buf_add(out, at, n);
            if (slash != NULL)
                cm__buf_add_char(out, '/');
        }
        at = slash != NULL ? slash + 1 : end;
    }
}

/* Length of "scheme:" at the start, or 0. */
static size_t scheme_len(const char *text)
{
    size_t n = 0;
    while (
        (cm__ascii_lower(text[n]) >= 'a' && cm__ascii_lower(text[n]) <= 'z') ||
        (n > 0 && strchr("0123456789+-.", text[n]) != NULL && text[n] != '\0'))
        n++;
    return n > 0 && text[n] == ':' ? n + 1 : 0;
}

static void add_from_root(Buf *out, const char *rest)
{
    size_t path_len = strcspn(rest, "?#");
    add_path(out, rest, path_len);
    cm__buf_add(out, rest + path_len, strcspn(rest + path_len, "#"));
}

bool cm__url_resolve(const char *base, const char *reference, Buf *out)
{
    Url url;
    if (!split(base, &url))
        return false;
    if (scheme_len(reference) > 0) {
        cm__buf_add(out, reference, strcspn(reference, "#"));
        return out->status == CM_OK;
    }
    cm__buf_add_str(out, url.is_https ? "https:" : "http:");
    if (reference[0] == '/' && reference[1] == '/') {
        cm__buf_add(out, reference, strcspn(reference, "#"));
        return out->status == CM_OK;
    }
    cm__buf_add_str(out, "//");
    cm__buf_add(out, url.authority, (size_t)(url.path - url.authority));
    if (reference[0] == '/') {
        add_from_root(out, reference);
    } else if (reference[0] == '?') {
        cm__buf_add(out, url.path, (size_t)(url.query - url.path));
        cm__buf_add(out, reference, strcspn(reference, "#"));
    } else if (reference[0] == '\0' || reference[0] == '#') {
        cm__buf_add(out, url.path, (size_t)(url.end - url.path));
    } else { /* beside the last segment */
        Buf path;
        const char *last = url.query;
        while (last > url.path && last[-1] != '/')
            last--;
        cm__buf_init(&path, out->alloc, CM_BUF_NO_LIMIT);
        cm__buf_add(&path, url.path, (size_t)(last - url.path));
        if (path.len == 0)
            cm__buf_add_char(&path, '/');
        cm__buf_add_str(&path, reference);
        add_from_root(out, cm__buf_text(&path));
        if (path.status != CM_OK)
            out->status = path.status;
        cm__buf_done(&path);
    }
    return out->status == CM_OK;
}

/* ---- origins ---- */

/* Host and port behind the user part; the port may be absent. */
static void split_authority(const Url *url, const char **ret_host,
                            size_t *ret_len, const char **ret_port,
                            size_t *ret_port_len)
{
    const char *host = url->authority, *end = url->path;
    for (const char *at = host; at < end; at++)
        if (*at == '@')
            host = at + 1;
    const char *stop = end;
    for (const char *at = end; at > host && at[-1] != ']'; at--)
        if (at[-1] == ':')
            stop = at - 1;
    *ret_host = host;
    *ret_len = (size_t)(stop - host);
    *ret_port = url->is_https ? "443" : "80";
    *ret_port_len = url->is_https ? 3 : 2;
    if (stop + 1 < end) {
        *ret_port = stop + 1;
        *ret_port_len = (size_t)(end - stop - 1);
    }
}

bool cm__url_is_same_origin(const char *a, const char *b)
{
    Url x, y;
    const char *host_x, *host_y, *port_x, *port_y;
    size_t len_x, len_y, port_len_x, port_len_y;
    if (!split(a, &x) || !split(b, &y) || x.is_https != y.is_https)
        return false;
    split_authority(&x, &host_x, &len_x, &port_x, &port_len_x);
    split_authority(&y, &host_y, &len_y, &port_y, &port_len_y);
    if (port_len_x != port_len_y || memcmp(port_x, port_y, port_len_x) != 0)
        return false;
    return cm__ascii_is_same(host_x, len_x, host_y, len_y);
}
