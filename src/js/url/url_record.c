/* SPDX-License-Identifier: MIT */
#include "js/url/url_record.h"

#include <string.h>

typedef struct Scheme {
    const char *name;
    int32_t port;
} Scheme;

static const Scheme special[] = {
    { "http", 80 }, { "https", 443 },        { "ws", 80 },
    { "wss", 443 }, { "file", URL_NO_PORT }, { "ftp", 21 },
};

static const Scheme *find_special(const char *scheme, size_t len)
{
    for (size_t i = 0; i < CM_ARRAY_LEN(special); i++)
        if (strlen(special[i].name) == len &&
            memcmp(special[i].name, scheme, len) == 0)
            return &special[i];
    return NULL;
}

bool url_is_special(const char *scheme, size_t len)
{
    return find_special(scheme, len) != NULL;
}

int32_t url_default_port(const char *scheme, size_t len)
{
    const Scheme *s = find_special(scheme, len);
    return s ? s->port : URL_NO_PORT;
}

void url_init(UrlRecord *u, const cm_allocator *alloc)
{
    memset(u, 0, sizeof *u);
    cm__buf_init(&u->scheme, alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&u->username, alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&u->password, alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&u->host, alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&u->path, alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&u->query, alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&u->fragment, alloc, CM_BUF_NO_LIMIT);
    u->port = URL_NO_PORT;
}

void url_done(UrlRecord *u)
{
    cm__buf_done(&u->scheme);
    cm__buf_done(&u->username);
    cm__buf_done(&u->password);
    cm__buf_done(&u->host);
    cm__buf_done(&u->path);
    cm__buf_done(&u->query);
    cm__buf_done(&u->fragment);
}

cm_status url_status(const UrlRecord *u)
{
    const Buf *all[] = { &u->scheme, &u->username, &u->password, &u->host,
                         &u->path,   &u->query,    &u->fragment };
    for (size_t i = 0; i < CM_ARRAY_LEN(all); i++)
        if (all[i]->status != CM_OK)
            return all[i]->status;
    return CM_OK;
}

void url_set(Buf *to, const void *text, size_t len)
{
    cm__buf_clear(to);
    cm__buf_add(to, text, len);
}

void url_copy(Buf *to, const Buf *from)
{
    url_set(to, cm__buf_text(from), from->len);
}

bool url_has_credentials(const UrlRecord *u)
{
    return u->username.len > 0 || u->password.len > 0;
}

static UrlSpan put(Buf *out, const Buf *part)
{
    UrlSpan s = { (uint32_t)out->len, (uint32_t)part->len };
    cm__buf_add_buf(out, part);
    return s;
}

static void put_authority(const UrlRecord *u, Buf *out, UrlParts *p)
{
    cm__buf_add_str(out, "//");
    p->username = put(out, &u->username);
    p->password = (UrlSpan){ (uint32_t)out->len, 0 };
    if (u->password.len > 0) {
        cm__buf_add_char(out, ':');
        p->password = put(out, &u->password);
    }
    if (url_has_credentials(u))
        cm__buf_add_char(out, '@');
    p->host = put(out, &u->host);
    if (u->port != URL_NO_PORT) {
        cm__buf_add_char(out, ':');
        cm__buf_add_int(out, u->port);
    }
}

void url_write(const UrlRecord *u, Buf *out, UrlParts *ret_parts)
{
    UrlParts p = { .port = u->port,
                   .has_host = u->has_host,
                   .has_query = u->has_query,
                   .has_fragment = u->has_fragment,
                   .is_opaque = u->is_opaque };
    p.scheme = put(out, &u->scheme);
    cm__buf_add_char(out, ':');
    if (u->has_host)
        put_authority(u, out, &p);
    else if (!u->is_opaque && u->path.len > 1 && u->path.bytes[0] == '/' &&
             u->path.bytes[1] == '/')
        cm__buf_add_str(out, "/."); /* else the path would look like a host */
    p.path = put(out, &u->path);
    if (u->has_query) {
        cm__buf_add_char(out, '?');
        p.query = put(out, &u->query);
    }
    if (u->has_fragment) {
        cm__buf_add_char(out, '#');
        p.fragment = put(out, &u->fragment);
    }
    if (ret_parts)
        *ret_parts = p;
}

static void take(Buf *to, const char *href, UrlSpan s)
{
    cm__buf_add(to, href + s.at, s.len);
}

void url_read(UrlRecord *u, const char *href, const UrlParts *p)
{
    take(&u->scheme, href, p->scheme);
    take(&u->username, href, p->username);
    take(&u->password, href, p->password);
    take(&u->host, href, p->host);
    take(&u->path, href, p->path);
    take(&u->query, href, p->query);
    take(&u->fragment, href, p->fragment);
    u->port = p->port;
    u->has_host = p->has_host;
    u->has_query = p->has_query;
    u->has_fragment = p->has_fragment;
    u->is_opaque = p->is_opaque;
}
