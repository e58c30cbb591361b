/* SPDX-License-Identifier: MIT */
/* Base URLs: which server counts, its variables, and a strict check of what
 * comes of it (spec/openapi.md 5 and 10). */
#include <string.h>

#include "openapi/generate_internal.h"

typedef enum UrlFault {
    URL_GOOD,
    URL_NOT_ABSOLUTE,
    URL_HAS_MORE
} UrlFault;

static const JsonValue *choose_list(const OaGen *gen, const OaDraftOp *draft)
{
    const JsonValue *list = cm__json_get(draft->object, "servers");
    if (!list)
        list = cm__oa_item_get(draft, "servers");
    if (!list)
        list = cm__json_get(gen->root, "servers");
    return list;
}

static const JsonValue *first_object(OaGen *gen, const JsonValue *list)
{
    if (!list || list->type != CM_JSON_TYPE_ARRAY ||
        !cm__oa_list_work(gen, list->n_items))
        return NULL;
    for (size_t i = 0; i < list->n_items; i++)
        if (cm__oa_is_object(&list->items[i]))
            return &list->items[i];
    return NULL;
}

static const JsonValue *default_of(const JsonValue *server, const char *name,
                                   size_t len)
{
    const JsonValue *all = cm__json_get(server, "variables");
    const JsonValue *one =
        cm__oa_is_object(all) ? cm__json_get_n(all, name, len) : NULL;
    const JsonValue *value =
        cm__oa_is_object(one) ? cm__json_get(one, "default") : NULL;
    return value && value->type == CM_JSON_TYPE_STRING ? value : NULL;
}

/* The URL with its variables replaced, in gen->text. */
static bool fill_in(OaGen *gen, const JsonValue *server, const JsonValue *url)
{
    const char *p = url->text, *end = p + url->len;
    cm__buf_clear(&gen->text);
    const char *close = p; /* the next '}'; NULL: there is none */
    if (!cm__oa_list_work(gen, url->len / 16))
        return false;
    while (p < end) {
        if (*p == '{' && close && close <= p)
            close = memchr(p, '}', (size_t)(end - p));
        if (*p != '{' || !close || close == p + 1) {
            cm__buf_add_char(&gen->text, *p++);
            continue;
        }
        size_t len = (size_t)(close - p) - 1;
        const JsonValue *value = default_of(server, p + 1, len);
        if (!value) {
            cm__buf_clear(&gen->token);
            cm__buf_add(&gen->token, p + 1, len);
            return cm__oa_skip(
                gen, "server variable '%s' has no default; set baseUrl",
                cm__buf_text(&gen->token));
        }
        if (!cm__oa_list_work(gen, value->len / 16))
            return false;
        cm__buf_add(&gen->text, value->text, value->len);
        p = close + 1;
    }
    return gen->text.status == CM_OK;
}

/* Bytes behind "http://" or "https://"; 0: another beginning. */
static size_t after_scheme(const char *url, size_t len)
{
    static const char scheme[] = "https";
    size_t n = 0;
    while (n < 5 && n < len && (url[n] | 0x20) == scheme[n])
        n++;
    if (n < 4 || len < n + 3 || memcmp(url + n, "://", 3) != 0)
        return 0;
    return n + 3;
}

static bool is_host(const char *host, size_t len)
{
    if (len >= 2 && host[0] == '[' && host[len - 1] == ']')
        return len > 2 &&
               strspn(host + 1, "0123456789abcdefABCDEF:.") == len - 2;
    for (size_t i = 0; i < len; i++)
        if ((uint8_t)host[i] <= 0x20 || (uint8_t)host[i] >= 0x7F ||
            strchr("\"#%/<>?@[\\]^`|:", host[i]))
            return false;
    return len > 0;
}

static bool is_port(const char *port, size_t len)
{
    uint32_t n = 0;
    for (size_t i = 0; i < len; i++) {
        if (port[i] < '0' || port[i] > '9')
            return false;
        n = n * 10 + (uint32_t)(port[i] - '0');
        if (n > 65535)
            return false;
    }
    return true;
}

/* host, or host:port. */
static bool is_authority(const char *text, size_t len)
{
    size_t host = len;
    while (host > 0 && text[host - 1] != ':' && text[host - 1] != ']')
        host--;
    if (host == 0 || text[host - 1] == ']')
        return is_host(text, len);
    return is_host(text, host - 1) && is_port(text + host, len - host);
}

static bool is_printable(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if ((uint8_t)text[i] <= 0x20 || (uint8_t)text[i] >= 0x7F)
            return false;
    return true;
}

static UrlFault check_url(const char *url, size_t len)
{
    size_t from = after_scheme(url, len);
    if (from == 0 || !is_printable(url, len))
        return URL_NOT_ABSOLUTE;
    if (memchr(url, '{', len) || memchr(url, '}', len))
        return URL_HAS_MORE;
    const char *authority = url + from;
    size_t n = strcspn(authority, "/?#\\");
    const char *at = memchr(authority, '@', n);
    while (at) { /* what stands behind the last one is the host */
        n -= (size_t)(at + 1 - authority);
        authority = at + 1;
        at = memchr(authority, '@', n);
    }
    if (!is_authority(authority, n) || authority[n] == '\\')
        return URL_NOT_ABSOLUTE;
    bool has_user = authority != url + from;
    bool has_more = memchr(url, '?', len) || memchr(url, '#', len);
    return has_user || has_more ? URL_HAS_MORE : URL_GOOD;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/* The URL without what may be secret in it: user info, query, fragment. In
 * gen->token. */
static const char *shown_url(OaGen *gen, const char *url)
{
    Buf *out = &gen->token;
    size_t n = strcspn(url, "?#");
    const char *slashes = strstr(url, "//");
    const char *from = slashes && slashes < url + n ? slashes + 2 : url;
    const char *at = NULL;
    size_t n_authority = strcspn(from, "/?#\\");
    for (size_t i = 0; i < n_authority; i++)
        if (from[i] == '@')
            at = from + i;
    cm__buf_clear(out);
    cm__buf_add(out, url, (size_t)(from - url));
    if (at) {
        cm__buf_add_str(out, "...");
        from = at;
    }
    cm__buf_add(out, from, (size_t)(url + n - from));
    if (url[n]) {
        cm__buf_add(out, url + n, 1);
        cm__buf_add_str(out, url[n + 1] ? "..." : "");
    }
    return cm__buf_text(out);
}

/* Takes the URL in gen->text when it is good. */
static bool take_url(OaGen *gen, Operation *op)
{
    const char *url = cm__buf_text(&gen->text);
    size_t len = gen->text.len;
    const char *bare = url;
    while (len && is_blank(bare[0])) {
        bare++;
        len--;
    }
    while (len && is_blank(bare[len - 1]))
        len--;
    switch (check_url(bare, len)) {
    case URL_GOOD:
        break;
    case URL_NOT_ABSOLUTE:
        return cm__oa_skip(
            gen, "server URL '%s' must be absolute http or https; set baseUrl",
            shown_url(gen, url));
    case URL_HAS_MORE:
        return cm__oa_skip(
            gen, "server URL '%s' has a query, fragment, user info or braces",
            shown_url(gen, url));
    }
    while (len && bare[len - 1] == '/')
        len--;
    op->base = cm__oa_keep(gen, bare, len);
    return op->base.text != NULL;
}

/* The path template without '#', split at '?'. */
static bool split_path(OaGen *gen, Operation *op)
{
    OaText path = op->path;
    if (path.len == 0 || path.text[0] != '/')
        return cm__oa_skip(gen, "path template does not start with '/'");
    const char *hash = memchr(path.text, '#', path.len);
    if (hash)
        path.len = (size_t)(hash - path.text);
    const char *query = memchr(path.text, '?', path.len);
    size_t n = query ? (size_t)(query - path.text) : path.len;
    op->template_path = cm__oa_keep(gen, path.text, n);
    op->template_query = query ? cm__oa_keep(gen, query + 1, path.len - n - 1)
                               : cm__oa_keep(gen, "", 0);
    return op->template_path.text && op->template_query.text;
}

bool cm__oa_read_base(OaGen *gen, OaDraftOp *draft)
{
    if (gen->base_url) {
        cm__buf_clear(&gen->text);
        cm__buf_add_str(&gen->text, gen->base_url);
    } else {
        const JsonValue *server = first_object(gen, choose_list(gen, draft));
        const JsonValue *url = server ? cm__json_get(server, "url") : NULL;
        if (!url || !cm__oa_has_text(url))
            return cm__oa_skip(gen, "no server declared; set baseUrl");
        if (!fill_in(gen, server, url))
            return false;
    }
    return gen->text.status == CM_OK && take_url(gen, &draft->op) &&
           split_path(gen, &draft->op);
}
