/* SPDX-License-Identifier: MIT */
/* Addresses (RFC 3986, 3987), templates (RFC 6570), UUIDs (RFC 4122) and
 * pointers (RFC 6901 and its relative form). */
#include "base/utf8.h"
#include "schema/format_internal.h"
#include "schema/uri.h"

/* ---- characters ---- */

static bool is_unreserved(char c)
{
    return is_alpha_char(c) || is_digit_char(c) || is_one_of(c, "-._~");
}

static bool is_in(uint32_t c, uint32_t first, uint32_t last)
{
    return c >= first && c <= last;
}

/* ucschar, and iprivate where a query may have it; RFC 3987, 2.2. */
static bool is_ucs(uint32_t c, bool is_private)
{
    if (is_in(c, 0xA0, 0xD7FF) || is_in(c, 0xF900, 0xFDCF) ||
        is_in(c, 0xFDF0, 0xFFEF))
        return true;
    if (is_private && (is_in(c, 0xE000, 0xF8FF) || c >= 0xF0000))
        return (c & 0xFFFF) < 0xFFFE;
    return is_in(c, 0x10000, 0xEFFFF) && !is_in(c, 0xE0000, 0xE0FFF) &&
           (c & 0xFFFF) < 0xFFFE;
}

/* Unreserved, escaped or one of `more`; IRIs have characters beyond ASCII. */
static bool is_made_of(UriPart part, const char *more, bool is_iri,
                       bool is_private)
{
    const char *at = part.text, *end = part.text ? at + part.len : at;
    while (at < end) {
        char c = *at;
        if (c == '%') {
            if (end - at < 3 || !is_hex_char(at[1]) || !is_hex_char(at[2]))
                return false;
            at += 3;
        } else if ((unsigned char)c >= 0x80) {
            bool ok = true;
            uint32_t point = cm__utf8_next(&at, end, &ok);
            if (!is_iri || !ok || !is_ucs(point, is_private))
                return false;
        } else {
            if (!is_unreserved(c) && !is_one_of(c, more))
                return false;
            at++;
        }
    }
    return true;
}

#define SUB_DELIMS "!$&'()*+,;="

/* ---- parts ---- */

static bool is_bracketed(UriPart host)
{
    const char *text = host.text + 1;
    size_t len = host.len - 2, i = 1;
    if (host.len < 2 || host.text[host.len - 1] != ']')
        return false;
    if (len == 0 || (text[0] | 0x20) != 'v')
        return format_ipv6(text, len);
    while (i < len && is_hex_char(text[i]))
        i++;
    if (i == 1 || i + 1 >= len || text[i] != '.')
        return false;
    for (i++; i < len; i++)
        if (!is_unreserved(text[i]) && !is_one_of(text[i], SUB_DELIMS ":"))
            return false;
    return true;
}

static bool is_authority(UriPart a, bool is_iri)
{
    UriPart user = { NULL, 0 }, host = a;
    const char *at = NULL;
    for (size_t i = 0; i < a.len; i++)
        if (a.text[i] == '@')
            at = a.text + i;
    if (at) {
        user = (UriPart){ a.text, (size_t)(at - a.text) };
        host = (UriPart){ at + 1, a.len - user.len - 1 };
    }
    size_t n = host.len;
    while (n > 0 && is_digit_char(host.text[n - 1]))
        n--;
    if (n > 0 && host.text[n - 1] == ':')
        host.len = n - 1;
    if (!is_made_of(user, SUB_DELIMS ":", is_iri, false))
        return false;
    if (host.len > 0 && host.text[0] == '[')
        return is_bracketed(host);
    return is_made_of(host, SUB_DELIMS, is_iri, false);
}

static bool is_path(const UriParts *u, bool is_iri)
{
    if (!is_made_of(u->path, SUB_DELIMS ":@/", is_iri, false))
        return false;
    if (u->authority.text)
        return u->path.len == 0 || u->path.text[0] == '/';
    if (u->scheme.text || u->path.len == 0)
        return true;
    /* A first segment with a colon would read as a scheme. */
    for (size_t i = 0; i < u->path.len && u->path.text[i] != '/'; i++)
        if (u->path.text[i] == ':')
            return false;
    return true;
}

static bool is_address(const char *text, size_t len, bool is_iri, bool is_whole)
{
    UriParts u = cm__uri_split(text, len);
    if (is_whole && !u.scheme.text)
        return false;
    return (!u.authority.text || is_authority(u.authority, is_iri)) &&
           is_path(&u, is_iri) &&
           is_made_of(u.query, SUB_DELIMS ":@/?", is_iri, true) &&
           is_made_of(u.fragment, SUB_DELIMS ":@/?", is_iri, false);
}

bool format_uri(const char *text, size_t len)
{
    return is_address(text, len, false, true);
}

bool format_uri_reference(const char *text, size_t len)
{
    return is_address(text, len, false, false);
}

bool format_iri(const char *text, size_t len)
{
    return is_address(text, len, true, true);
}

bool format_iri_reference(const char *text, size_t len)
{
    return is_address(text, len, true, false);
}

/* ---- templates ---- */

static bool take_name_char(Reading *r)
{
    if (is_at_end(r))
        return false;
    char c = *r->at;
    if (c == '%') {
        if (r->end - r->at < 3 || !is_hex_char(r->at[1]) ||
            !is_hex_char(r->at[2]))
            return false;
        r->at += 3;
        return true;
    }
    if (!is_alpha_char(c) && !is_digit_char(c) && c != '_')
        return false;
    r->at++;
    return true;
}

/* A name with dots inside, then "*" or ":" and up to four digits. */
static bool take_variable(Reading *r)
{
    do {
        if (!take_name_char(r))
            return false;
        while (take_name_char(r))
            continue;
    } while (take_char(r, '.'));
    if (take_char(r, '*'))
        return true;
    if (!take_char(r, ':'))
        return true;
    if (is_at_end(r) || !is_digit_char(*r->at) || *r->at == '0')
        return false;
    for (int i = 0; i < 4 && !is_at_end(r) && is_digit_char(*r->at); i++)
        r->at++;
    return true;
}

static bool take_expression(Reading *r)
{
    if (!is_at_end(r) && is_one_of(*r->at, "+#./;?&=,!@|"))
        r->at++;
    do {
        if (!take_variable(r))
            return false;
    } while (take_char(r, ','));
    return take_char(r, '}');
}

bool format_uri_template(const char *text, size_t len)
{
    Reading r = reading(text, len);
    while (!is_at_end(&r)) {
        unsigned char c = (unsigned char)*r.at;
        if (c == '{') {
            r.at++;
            if (!take_expression(&r))
                return false;
        } else if (c == '%') {
            if (r.end - r.at < 3 || !is_hex_char(r.at[1]) ||
                !is_hex_char(r.at[2]))
                return false;
            r.at += 3;
        } else if (c <= 0x20 || c == 0x7F || is_one_of((char)c, "\"<>\\^`|}")) {
            return false;
        } else if (c >= 0x80) {
            bool ok = true;
            uint32_t point = cm__utf8_next(&r.at, r.end, &ok);
            if (!ok || !is_ucs(point, true))
                return false;
        } else {
            r.at++;
        }
    }
    return true;
}

/* ---- small ones ---- */

bool format_uuid(const char *text, size_t len)
{
    if (len != 36)
        return false;
    for (size_t i = 0; i < len; i++) {
        bool is_hyphen = i == 8 || i == 13 || i == 18 || i == 23;
        if (is_hyphen ? text[i] != '-' : !is_hex_char(text[i]))
            return false;
    }
    return true;
}

bool format_json_pointer(const char *text, size_t len)
{
    if (len == 0)
        return true;
    if (text[0] != '/')
        return false;
    for (size_t i = 0; i < len; i++)
        if (text[i] == '~' &&
            (i + 1 == len || (text[i + 1] != '0' && text[i + 1] != '1')))
            return false;
    return true;
}

bool format_relative_json_pointer(const char *text, size_t len)
{
    size_t n = 0;
    while (n < len && is_digit_char(text[n]))
        n++;
    if (n == 0 || (text[0] == '0' && n > 1))
        return false;
    if (n + 1 == len && text[n] == '#')
        return true;
    return format_json_pointer(text + n, len - n);
}
