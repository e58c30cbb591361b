/* SPDX-License-Identifier: MIT */
#include "schema/uri.h"

#include <string.h>

static bool is_alpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Bytes of a scheme in front of a colon, 0 without one. */
static size_t scheme_length(const char *text, size_t len)
{
    if (len == 0 || !is_alpha(text[0]))
        return 0;
    for (size_t i = 1; i < len; i++) {
        char c = text[i];
        if (c == ':')
            return i;
        if (!is_alpha(c) && !(c >= '0' && c <= '9') && c != '+' && c != '-' &&
            c != '.')
            return 0;
    }
    return 0;
}

static size_t until(const char *at, const char *end, const char *stops)
{
    size_t n = 0;
    while (at + n < end && strchr(stops, at[n] ? at[n] : 'x') == NULL)
        n++;
    return n;
}

UriParts cm__uri_split(const char *text, size_t len)
{
    UriParts u = { .path = { text, 0 } };
    const char *at = text, *end = text + len;
    size_t n = scheme_length(text, len);
    if (n > 0) {
        u.scheme = (UriPart){ text, n };
        at += n + 1;
    }
    if (end - at >= 2 && at[0] == '/' && at[1] == '/') {
        at += 2;
        u.authority = (UriPart){ at, until(at, end, "/?#") };
        at += u.authority.len;
    }
    u.path = (UriPart){ at, until(at, end, "?#") };
    at += u.path.len;
    if (at < end && *at == '?') {
        at++;
        u.query = (UriPart){ at, until(at, end, "#") };
        at += u.query.len;
    }
    if (at < end)
        u.fragment = (UriPart){ at + 1, (size_t)(end - at) - 1 };
    return u;
}

/* Drops the last segment of what stands behind `from`, with its slash. */
static void drop_segment(Buf *out, size_t from)
{
    size_t n = out->len;
    while (n > from && out->bytes[n - 1] != '/')
        n--;
    if (n > from)
        n--;
    cm__buf_truncate(out, n);
}

/* RFC 3986, 5.2.4. The path may be two pieces, as merging leaves it. */
static void add_without_dots(Buf *out, const char *at, size_t len)
{
    size_t from = out->len;
    const char *end = at + len;
    while (at < end && out->status == CM_OK) {
        const char *start = at;
        if (*at == '/')
            at++;
        const char *segment = at;
        at += until(at, end, "/");
        size_t n = (size_t)(at - segment);
        bool is_last = at == end;
        if (n == 1 && segment[0] == '.') {
            if (is_last && segment != start)
                cm__buf_add_char(out, '/');
        } else if (n == 2 && segment[0] == '.' && segment[1] == '.') {
            drop_segment(out, from);
            if (is_last && segment != start)
                cm__buf_add_char(out, '/');
        } else {
            /* The first segment of a relative path may lose what stood in
             * front of it. */
            if (segment == start || out->len > from || *start == '/')
                cm__buf_add(out, start, (size_t)(at - start));
        }
    }
}

static void add_part(Buf *out, const char *before, UriPart part,
                     const char *after)
{
    if (part.text == NULL)
        return;
    cm__buf_add_str(out, before);
    cm__buf_add(out, part.text, part.len);
    cm__buf_add_str(out, after);
}

/* 5.2.3: the base's path up to its last slash, then the reference's. */
static void add_merged(Buf *out, const UriParts *base, UriPart path)
{
    Buf merged;
    cm__buf_init(&merged, out->alloc, CM_BUF_NO_LIMIT);
    size_t n = base->path.len;
    while (n > 0 && base->path.text[n - 1] != '/')
        n--;
    if (base->authority.text && base->path.len == 0)
        cm__buf_add_char(&merged, '/');
    cm__buf_add(&merged, base->path.text, n);
    cm__buf_add(&merged, path.text, path.len);
    if (merged.status != CM_OK)
        out->status = merged.status;
    else
        add_without_dots(out, cm__buf_text(&merged), merged.len);
    cm__buf_done(&merged);
}

void cm__uri_resolve(const char *base, size_t base_len, const char *ref,
                     size_t ref_len, Buf *out)
{
    UriParts b = cm__uri_split(base, base_len);
    UriParts r = cm__uri_split(ref, ref_len);
    bool own = r.scheme.text != NULL;
    add_part(out, "", own ? r.scheme : b.scheme, ":");
    own = own || r.authority.text;
    add_part(out, "//", own ? r.authority : b.authority, "");
    if (own || (r.path.len > 0 && r.path.text[0] == '/')) {
        if (r.scheme.text && !r.authority.text && r.path.len > 0 &&
            r.path.text[0] != '/')
            cm__buf_add(out, r.path.text, r.path.len); /* urn:... */
        else
            add_without_dots(out, r.path.text, r.path.len);
        add_part(out, "?", r.query, "");
    } else if (r.path.len > 0) {
        add_merged(out, &b, r.path);
        add_part(out, "?", r.query, "");
    } else {
        cm__buf_add(out, b.path.text, b.path.len);
        add_part(out, "?", r.query.text ? r.query : b.query, "");
    }
}
