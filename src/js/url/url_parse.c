/* SPDX-License-Identifier: MIT */
/* One function for each state of the basic URL parser (4.4). A state looks at
 * one byte, or at the end (-1); going back is p--, as "decrease pointer" in the
 * standard. */
#include "js/url/url_parse.h"

#include "base/ascii.h"
#include "js/url/url_encode.h"

#include <string.h>

typedef enum State {
    NO_STATE, /* no override */
    SCHEME_START,
    SCHEME,
    NO_SCHEME,
    SPECIAL_RELATIVE_OR_AUTHORITY,
    PATH_OR_AUTHORITY,
    RELATIVE,
    RELATIVE_SLASH,
    SPECIAL_AUTHORITY_SLASHES,
    SPECIAL_AUTHORITY_IGNORE_SLASHES,
    AUTHORITY,
    HOST,
    HOSTNAME,
    PORT,
    FILE_STATE,
    FILE_SLASH,
    FILE_HOST,
    PATH_START,
    PATH,
    OPAQUE_PATH,
    QUERY,
    FRAGMENT
} State;

typedef enum Act {
    GO_ON,
    STOP, /* done: all is well, or an override ends here */
    FAIL,
    REFUSED
} Act;

typedef struct Parser {
    const char *text;
    ptrdiff_t len, p;
    UrlRecord *u;
    const UrlRecord *base;
    State state, override;
    Buf buffer;
    bool at_seen, in_brackets, password_seen;
} Parser;

/* ---- looking at the text ---- */

static int at(const Parser *s, ptrdiff_t i)
{
    return i < s->len ? (unsigned char)s->text[i] : -1;
}

static bool is_alpha(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static bool is_special(const Parser *s)
{
    return url_is_special(cm__buf_text(&s->u->scheme), s->u->scheme.len);
}

static bool buf_is(const Buf *b, const char *text)
{
    return b->len == strlen(text) && memcmp(cm__buf_text(b), text, b->len) == 0;
}

/* "/", and "\" in special URLs. */
static bool is_slash(const Parser *s, int c)
{
    return c == '/' || (c == '\\' && is_special(s));
}

/* The end, or what ends an authority. */
static bool ends_authority(const Parser *s, int c)
{
    return c == -1 || c == '?' || c == '#' || is_slash(s, c);
}

static void push(Parser *s, int c)
{
    cm__buf_add_char(&s->buffer, (char)c);
}

static void start_query(Parser *s)
{
    s->u->has_query = true;
    cm__buf_clear(&s->u->query);
    s->state = QUERY;
}

static void start_fragment(Parser *s)
{
    s->u->has_fragment = true;
    cm__buf_clear(&s->u->fragment);
    s->state = FRAGMENT;
}

static Act go(Parser *s, State state)
{
    s->state = state;
    return GO_ON;
}

/* The same, and the byte is looked at again. */
static Act again(Parser *s, State state)
{
    s->state = state;
    s->p--;
    return GO_ON;
}

/* ---- paths ---- */

static bool is_drive_letter(const char *p, size_t len)
{
    return len == 2 && is_alpha((unsigned char)p[0]) &&
           (p[1] == ':' || p[1] == '|');
}

/* The first segment of the path is a normalised Windows drive letter. */
static bool path_has_drive(const Buf *path)
{
    const char *p = cm__buf_text(path);
    return path->len >= 3 && p[0] == '/' && is_alpha((unsigned char)p[1]) &&
           p[2] == ':' && (path->len == 3 || p[3] == '/');
}

static void shorten_path(Parser *s)
{
    Buf *path = &s->u->path;
    if (buf_is(&s->u->scheme, "file") && path->len == 3 && path_has_drive(path))
        return;
    size_t n = path->len;
    while (n > 0 && path->bytes[n - 1] != '/')
        n--;
    cm__buf_truncate(path, n > 0 ? n - 1 : 0);
}

/* The text from i on starts with a Windows drive letter. */
static bool starts_with_drive(const Parser *s, ptrdiff_t i)
{
    if (s->len - i < 2 || !is_drive_letter(s->text + i, 2))
        return false;
    int c = at(s, i + 2);
    return c == -1 || c == '/' || c == '\\' || c == '?' || c == '#';
}

/* Length of "." or "%2e" at p, 0 when there is none. */
static size_t dot_at(const char *p, size_t len)
{
    if (len >= 1 && p[0] == '.')
        return 1;
    return len >= 3 && p[0] == '%' && p[1] == '2' &&
                   cm__ascii_lower(p[2]) == 'e'
               ? 3
               : 0;
}

static bool is_dots(const Buf *b, int wanted)
{
    const char *p = cm__buf_text(b);
    size_t left = b->len;
    for (int i = 0; i < wanted; i++) {
        size_t n = dot_at(p, left);
        if (n == 0)
            return false;
        p += n;
        left -= n;
    }
    return left == 0;
}

/* ---- schemes ---- */

static Act state_scheme_start(Parser *s, int c)
{
    if (is_alpha(c)) {
        push(s, cm__ascii_lower((char)c));
        return go(s, SCHEME);
    }
    return s->override == NO_STATE ? again(s, NO_SCHEME) : FAIL;
}

/* The scheme is given to a URL that has one. */
static Act change_scheme(Parser *s)
{
    UrlRecord *u = s->u;
    bool special = url_is_special(cm__buf_text(&s->buffer), s->buffer.len);
    if (special != is_special(s))
        return STOP;
    if ((url_has_credentials(u) || u->port != URL_NO_PORT) &&
        buf_is(&s->buffer, "file"))
        return STOP;
    if (buf_is(&u->scheme, "file") && u->host.len == 0)
        return STOP;
    url_copy(&u->scheme, &s->buffer);
    if (u->port == url_default_port(cm__buf_text(&u->scheme), u->scheme.len))
        u->port = URL_NO_PORT;
    return STOP;
}

static Act end_of_scheme(Parser *s)
{
    UrlRecord *u = s->u;
    url_copy(&u->scheme, &s->buffer);
    cm__buf_clear(&s->buffer);
    if (buf_is(&u->scheme, "file"))
        return go(s, FILE_STATE);
    if (is_special(s)) {
        bool same = s->base && s->base->scheme.len == u->scheme.len &&
                    memcmp(cm__buf_text(&s->base->scheme),
                           cm__buf_text(&u->scheme), u->scheme.len) == 0;
        return go(s, same ? SPECIAL_RELATIVE_OR_AUTHORITY
                          : SPECIAL_AUTHORITY_SLASHES);
    }
    if (at(s, s->p + 1) == '/') {
        s->p++;
        return go(s, PATH_OR_AUTHORITY);
    }
    u->is_opaque = true;
    return go(s, OPAQUE_PATH);
}

static Act state_scheme(Parser *s, int c)
{
    if (is_alpha(c) || is_digit(c) || c == '+' || c == '-' || c == '.') {
        push(s, cm__ascii_lower((char)c));
        return GO_ON;
    }
    if (c == ':')
        return s->override == NO_STATE ? end_of_scheme(s) : change_scheme(s);
    if (s->override != NO_STATE)
        return FAIL;
    cm__buf_clear(&s->buffer);
    s->p = -1;
    return go(s, NO_SCHEME);
}

static Act state_no_scheme(Parser *s, int c)
{
    const UrlRecord *base = s->base;
    if (!base || (base->is_opaque && c != '#'))
        return FAIL;
    if (!base->is_opaque)
        return again(s, buf_is(&base->scheme, "file") ? FILE_STATE : RELATIVE);
    url_copy(&s->u->scheme, &base->scheme);
    url_copy(&s->u->path, &base->path);
    s->u->is_opaque = true;
    url_copy(&s->u->query, &base->query);
    s->u->has_query = base->has_query;
    start_fragment(s);
    return GO_ON;
}

/* ---- relative references ---- */

static void copy_authority(Parser *s)
{
    url_copy(&s->u->username, &s->base->username);
    url_copy(&s->u->password, &s->base->password);
    url_copy(&s->u->host, &s->base->host);
    s->u->has_host = s->base->has_host;
    s->u->port = s->base->port;
}

static void copy_path_and_query(Parser *s)
{
    url_copy(&s->u->path, &s->base->path);
    url_copy(&s->u->query, &s->base->query);
    s->u->has_query = s->base->has_query;
}

static void drop_query(Parser *s)
{
    s->u->has_query = false;
    cm__buf_clear(&s->u->query);
}

static Act state_special_relative(Parser *s, int c)
{
    if (c != '/' || at(s, s->p + 1) != '/')
        return again(s, RELATIVE);
    s->p++;
    return go(s, SPECIAL_AUTHORITY_IGNORE_SLASHES);
}

static Act state_path_or_authority(Parser *s, int c)
{
    return c == '/' ? go(s, AUTHORITY) : again(s, PATH);
}

static Act state_relative(Parser *s, int c)
{
    url_copy(&s->u->scheme, &s->base->scheme);
    if (is_slash(s, c))
        return go(s, RELATIVE_SLASH);
    copy_authority(s);
    copy_path_and_query(s);
    if (c == '?') {
        start_query(s);
    } else if (c == '#') {
        start_fragment(s);
    } else if (c != -1) {
        drop_query(s);
        shorten_path(s);
        return again(s, PATH);
    }
    return GO_ON;
}

static Act state_relative_slash(Parser *s, int c)
{
    if (is_special(s) && is_slash(s, c))
        return go(s, SPECIAL_AUTHORITY_IGNORE_SLASHES);
    if (c == '/')
        return go(s, AUTHORITY);
    copy_authority(s);
    return again(s, PATH);
}

static Act state_special_slashes(Parser *s, int c)
{
    if (c != '/' || at(s, s->p + 1) != '/')
        return again(s, SPECIAL_AUTHORITY_IGNORE_SLASHES);
    s->p++;
    return go(s, SPECIAL_AUTHORITY_IGNORE_SLASHES);
}

static Act state_ignore_slashes(Parser *s, int c)
{
    return c == '/' || c == '\\' ? GO_ON : again(s, AUTHORITY);
}

/* ---- authority ---- */

/* The buffer holds credentials, or a part of them that ended in "@". */
static void take_credentials(Parser *s)
{
    if (s->at_seen) /* what seemed the end before was a part of them */
        cm__buf_add_str(s->password_seen ? &s->u->password : &s->u->username,
                        "%40");
    s->at_seen = true;
    for (size_t i = 0; i < s->buffer.len; i++) {
        unsigned char c = (unsigned char)s->buffer.bytes[i];
        if (c == ':' && !s->password_seen) {
            s->password_seen = true;
            continue;
        }
        url_encode_byte(URL_SET_USERINFO, c,
                        s->password_seen ? &s->u->password : &s->u->username);
    }
    cm__buf_clear(&s->buffer);
}

static Act state_authority(Parser *s, int c)
{
    if (c == '@') {
        take_credentials(s);
        return GO_ON;
    }
    if (!ends_authority(s, c)) {
        push(s, c);
        return GO_ON;
    }
    if (s->at_seen && s->buffer.len == 0)
        return FAIL;
    s->p -= (ptrdiff_t)s->buffer.len + 1;
    cm__buf_clear(&s->buffer);
    return go(s, HOST);
}

static Act parse_host(Parser *s, bool is_opaque)
{
    Buf host;
    cm__buf_init(&host, s->buffer.alloc, CM_BUF_NO_LIMIT);
    UrlResult r = url_parse_host(cm__buf_text(&s->buffer), s->buffer.len,
                                 is_opaque, &host);
    if (r == URL_OK) {
        url_copy(&s->u->host, &host);
        s->u->has_host = true;
        cm__buf_clear(&s->buffer);
    }
    cm__buf_done(&host);
    return r == URL_OK ? GO_ON : r == URL_FAILURE ? FAIL : REFUSED;
}

static Act end_of_host(Parser *s)
{
    s->p--;
    if (is_special(s) && s->buffer.len == 0)
        return FAIL;
    if (s->override != NO_STATE && s->buffer.len == 0 &&
        (url_has_credentials(s->u) || s->u->port != URL_NO_PORT))
        return FAIL;
    Act act = parse_host(s, !is_special(s));
    if (act != GO_ON)
        return act;
    s->state = PATH_START;
    return s->override == NO_STATE ? GO_ON : STOP;
}

static Act state_host(Parser *s, int c)
{
    if (s->override != NO_STATE && buf_is(&s->u->scheme, "file"))
        return again(s, FILE_HOST);
    if (c == ':' && !s->in_brackets) {
        if (s->buffer.len == 0 || s->override == HOSTNAME)
            return FAIL;
        s->state = PORT;
        return parse_host(s, !is_special(s));
    }
    if (ends_authority(s, c))
        return end_of_host(s);
    if (c == '[')
        s->in_brackets = true;
    if (c == ']')
        s->in_brackets = false;
    push(s, c);
    return GO_ON;
}

static Act state_port(Parser *s, int c)
{
    if (is_digit(c)) {
        push(s, c);
        return GO_ON;
    }
    if (!ends_authority(s, c) && s->override == NO_STATE)
        return FAIL;
    if (s->buffer.len > 0) {
        int32_t port = 0;
        for (size_t i = 0; i < s->buffer.len; i++) {
            port = port * 10 + (s->buffer.bytes[i] - '0');
            if (port > 65535)
                return FAIL;
        }
        int32_t usual =
            url_default_port(cm__buf_text(&s->u->scheme), s->u->scheme.len);
        s->u->port = port == usual ? URL_NO_PORT : port;
        cm__buf_clear(&s->buffer);
        if (s->override != NO_STATE)
            return STOP;
    }
    return s->override != NO_STATE ? FAIL : again(s, PATH_START);
}

/* ---- file URLs ---- */

static Act state_file(Parser *s, int c)
{
    UrlRecord *u = s->u;
    url_set(&u->scheme, "file", 4);
    cm__buf_clear(&u->host);
    u->has_host = true;
    if (c == '/' || c == '\\')
        return go(s, FILE_SLASH);
    if (!s->base || !buf_is(&s->base->scheme, "file"))
        return again(s, PATH);
    url_copy(&u->host, &s->base->host);
    u->has_host = s->base->has_host;
    copy_path_and_query(s);
    if (c == '?') {
        start_query(s);
    } else if (c == '#') {
        start_fragment(s);
    } else if (c != -1) {
        drop_query(s);
        if (!starts_with_drive(s, s->p))
            shorten_path(s);
        else
            cm__buf_clear(&u->path);
        return again(s, PATH);
    }
    return GO_ON;
}

static Act state_file_slash(Parser *s, int c)
{
    if (c == '/' || c == '\\')
        return go(s, FILE_HOST);
    if (s->base && buf_is(&s->base->scheme, "file")) {
        url_copy(&s->u->host, &s->base->host);
        s->u->has_host = s->base->has_host;
        if (!starts_with_drive(s, s->p) && path_has_drive(&s->base->path))
            cm__buf_add(&s->u->path, cm__buf_text(&s->base->path), 3);
    }
    return again(s, PATH);
}

static Act state_file_host(Parser *s, int c)
{
    if (c != -1 && c != '/' && c != '\\' && c != '?' && c != '#') {
        push(s, c);
        return GO_ON;
    }
    s->p--;
    if (s->override == NO_STATE &&
        is_drive_letter(cm__buf_text(&s->buffer), s->buffer.len))
        return go(s, PATH); /* the buffer is used there */
    s->state = PATH_START;
    if (s->buffer.len == 0) {
        cm__buf_clear(&s->u->host);
        s->u->has_host = true;
        return s->override == NO_STATE ? GO_ON : STOP;
    }
    Act act = parse_host(s, !is_special(s));
    if (act != GO_ON)
        return act;
    if (buf_is(&s->u->host, "localhost"))
        cm__buf_clear(&s->u->host);
    return s->override == NO_STATE ? GO_ON : STOP;
}

/* ---- path, query, fragment ---- */

static Act state_path_start(Parser *s, int c)
{
    if (is_special(s))
        return is_slash(s, c) ? go(s, PATH) : again(s, PATH);
    if (s->override == NO_STATE && c == '?') {
        start_query(s);
    } else if (s->override == NO_STATE && c == '#') {
        start_fragment(s);
    } else if (c != -1) {
        return c == '/' ? go(s, PATH) : again(s, PATH);
    } else if (s->override != NO_STATE && !s->u->has_host) {
        cm__buf_add_char(&s->u->path, '/');
    }
    return GO_ON;
}

static void end_of_segment(Parser *s, bool slash)
{
    Buf *path = &s->u->path;
    if (is_dots(&s->buffer, 2)) {
        shorten_path(s);
        if (!slash)
            cm__buf_add_char(path, '/');
    } else if (is_dots(&s->buffer, 1)) {
        if (!slash)
            cm__buf_add_char(path, '/');
    } else {
        if (buf_is(&s->u->scheme, "file") && path->len == 0 &&
            is_drive_letter(cm__buf_text(&s->buffer), s->buffer.len))
            s->buffer.bytes[1] = ':';
        cm__buf_add_char(path, '/');
        cm__buf_add_buf(path, &s->buffer);
    }
    cm__buf_clear(&s->buffer);
}

static Act state_path(Parser *s, int c)
{
    bool slash = is_slash(s, c);
    bool ends =
        c == -1 || slash || (s->override == NO_STATE && (c == '?' || c == '#'));
    if (!ends) {
        url_encode_byte(URL_SET_PATH, (unsigned char)c, &s->buffer);
        return GO_ON;
    }
    end_of_segment(s, slash);
    if (c == '?')
        start_query(s);
    else if (c == '#')
        start_fragment(s);
    return GO_ON;
}

static Act state_opaque_path(Parser *s, int c)
{
    int next = at(s, s->p + 1);
    if (c == '?')
        start_query(s);
    else if (c == '#')
        start_fragment(s);
    else if (c == ' ' && (next == '?' || next == '#'))
        cm__buf_add_str(&s->u->path, "%20");
    else if (c != -1)
        url_encode_byte(URL_SET_C0, (unsigned char)c, &s->u->path);
    return GO_ON;
}

static Act state_query(Parser *s, int c)
{
    if (s->override == NO_STATE && c == '#')
        start_fragment(s);
    else if (c != -1)
        url_encode_byte(is_special(s) ? URL_SET_SPECIAL_QUERY : URL_SET_QUERY,
                        (unsigned char)c, &s->u->query);
    return GO_ON;
}

static Act state_fragment(Parser *s, int c)
{
    if (c != -1)
        url_encode_byte(URL_SET_FRAGMENT, (unsigned char)c, &s->u->fragment);
    return GO_ON;
}

/* ---- the machine ---- */

static Act (*const states[])(Parser *s, int c) = {
    [SCHEME_START] = state_scheme_start,
    [SCHEME] = state_scheme,
    [NO_SCHEME] = state_no_scheme,
    [SPECIAL_RELATIVE_OR_AUTHORITY] = state_special_relative,
    [PATH_OR_AUTHORITY] = state_path_or_authority,
    [RELATIVE] = state_relative,
    [RELATIVE_SLASH] = state_relative_slash,
    [SPECIAL_AUTHORITY_SLASHES] = state_special_slashes,
    [SPECIAL_AUTHORITY_IGNORE_SLASHES] = state_ignore_slashes,
    [AUTHORITY] = state_authority,
    [HOST] = state_host,
    [HOSTNAME] = state_host,
    [PORT] = state_port,
    [FILE_STATE] = state_file,
    [FILE_SLASH] = state_file_slash,
    [FILE_HOST] = state_file_host,
    [PATH_START] = state_path_start,
    [PATH] = state_path,
    [OPAQUE_PATH] = state_opaque_path,
    [QUERY] = state_query,
    [FRAGMENT] = state_fragment,
};

static UrlResult run(Parser *s)
{
    Act act = GO_ON;
    for (; act == GO_ON && s->p <= s->len; s->p++) {
        if (s->buffer.status != CM_OK)
            act = REFUSED;
        else
            act = states[s->state](s, at(s, s->p));
    }
    if (act == REFUSED || s->buffer.status != CM_OK ||
        url_status(s->u) != CM_OK)
        return URL_NO_MEMORY;
    return act == FAIL ? URL_FAILURE : URL_OK;
}

/* The input without tabs and newlines. */
static void clean(const char *text, size_t len, Buf *out)
{
    size_t from = 0;
    for (size_t i = 0; i <= len; i++) {
        if (i < len && text[i] != '\t' && text[i] != '\n' && text[i] != '\r')
            continue;
        cm__buf_add(out, text + from, i - from);
        from = i + 1;
    }
}

static UrlResult parse(const char *text, size_t len, const UrlRecord *base,
                       UrlRecord *u, State override)
{
    Buf input;
    UrlResult r = URL_NO_MEMORY;
    cm__buf_init(&input, u->scheme.alloc, CM_BUF_NO_LIMIT);
    clean(text, len, &input);
    if (input.status == CM_OK) {
        Parser s = { .text = cm__buf_text(&input),
                     .len = (ptrdiff_t)input.len,
                     .u = u,
                     .base = base,
                     .state = override == NO_STATE ? SCHEME_START : override,
                     .override = override };
        cm__buf_init(&s.buffer, u->scheme.alloc, CM_BUF_NO_LIMIT);
        r = run(&s);
        cm__buf_done(&s.buffer);
    }
    cm__buf_done(&input);
    return r;
}

UrlResult url_parse(const char *text, size_t len, const UrlRecord *base,
                    UrlRecord *u)
{
    while (len > 0 && (unsigned char)text[0] <= ' ') {
        text++;
        len--;
    }
    while (len > 0 && (unsigned char)text[len - 1] <= ' ')
        len--;
    return parse(text, len, base, u, NO_STATE);
}

/* ---- setters (6.1) ---- */

static bool cannot_have_credentials(const UrlRecord *u)
{
    return !u->has_host || u->host.len == 0 || buf_is(&u->scheme, "file");
}

static UrlResult ignore_failure(UrlResult r)
{
    return r == URL_FAILURE ? URL_OK : r;
}

static UrlResult assign_protocol(UrlRecord *u, const char *text, size_t len)
{
    Buf with_colon;
    cm__buf_init(&with_colon, u->scheme.alloc, CM_BUF_NO_LIMIT);
    cm__buf_add(&with_colon, text, len);
    cm__buf_add_char(&with_colon, ':');
    UrlResult r = URL_NO_MEMORY;
    if (with_colon.status == CM_OK)
        r = parse(cm__buf_text(&with_colon), with_colon.len, NULL, u,
                  SCHEME_START);
    cm__buf_done(&with_colon);
    return r;
}

/* Host and port change together or, when the host is bad, not at all: the
 * parser writes the host only when it was parsed. */
static UrlResult assign_host(UrlRecord *u, const char *text, size_t len,
                             State state)
{
    if (u->is_opaque)
        return URL_OK;
    return parse(text, len, NULL, u, state);
}

static UrlResult assign_port(UrlRecord *u, const char *text, size_t len)
{
    if (cannot_have_credentials(u))
        return URL_OK;
    if (len > 0)
        return parse(text, len, NULL, u, PORT);
    u->port = URL_NO_PORT;
    return URL_OK;
}

static UrlResult assign_query(UrlRecord *u, const char *text, size_t len)
{
    cm__buf_clear(&u->query);
    u->has_query = len > 0;
    if (len == 0)
        return URL_OK;
    if (text[0] == '?') {
        text++;
        len--;
    }
    return parse(text, len, NULL, u, QUERY);
}

static UrlResult assign_fragment(UrlRecord *u, const char *text, size_t len)
{
    cm__buf_clear(&u->fragment);
    u->has_fragment = len > 0;
    if (len == 0)
        return URL_OK;
    if (text[0] == '#') {
        text++;
        len--;
    }
    return parse(text, len, NULL, u, FRAGMENT);
}

static UrlResult assign_credential(UrlRecord *u, Buf *part, const char *text,
                                   size_t len)
{
    if (cannot_have_credentials(u))
        return URL_OK;
    cm__buf_clear(part);
    url_encode(URL_SET_USERINFO, text, len, part);
    return URL_OK;
}

static UrlResult assign(UrlRecord *u, UrlPart part, const char *text,
                        size_t len)
{
    switch (part) {
    case URL_PART_PROTOCOL:
        return assign_protocol(u, text, len);
    case URL_PART_USERNAME:
        return assign_credential(u, &u->username, text, len);
    case URL_PART_PASSWORD:
        return assign_credential(u, &u->password, text, len);
    case URL_PART_HOST:
        return assign_host(u, text, len, HOST);
    case URL_PART_HOSTNAME:
        return assign_host(u, text, len, HOSTNAME);
    case URL_PART_PORT:
        return assign_port(u, text, len);
    case URL_PART_PATHNAME:
        if (u->is_opaque)
            return URL_OK;
        cm__buf_clear(&u->path);
        return parse(text, len, NULL, u, PATH_START);
    case URL_PART_SEARCH:
        return assign_query(u, text, len);
    case URL_PART_HASH:
        return assign_fragment(u, text, len);
    }
    cm_unreachable();
}

UrlResult url_assign(UrlRecord *u, UrlPart part, const char *text, size_t len)
{
    UrlResult r = ignore_failure(assign(u, part, text, len));
    return r == URL_OK && url_status(u) != CM_OK ? URL_NO_MEMORY : r;
}
