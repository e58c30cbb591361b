/* SPDX-License-Identifier: MIT */
/* Host names (RFC 1123, 2.1), addresses, mail boxes (RFC 5321, 4.1.2). */
#include "schema/format_internal.h"

enum {
    LABEL_MAX = 63,
    HOST_BYTES = 253
};

static bool is_label(const char *text, size_t len)
{
    if (len == 0 || len > LABEL_MAX || text[0] == '-' || text[len - 1] == '-')
        return false;
    for (size_t i = 0; i < len; i++)
        if (!is_alpha_char(text[i]) && !is_digit_char(text[i]) &&
            text[i] != '-')
            return false;
    if (len < 4 || text[2] != '-' || text[3] != '-' ||
        (text[0] | 0x20) != 'x' || (text[1] | 0x20) != 'n')
        return true;
    return format_is_a_label(text, len);
}

bool format_hostname(const char *text, size_t len)
{
    const char *at = text, *end = text + len;
    if (len > HOST_BYTES)
        return false;
    for (;;) {
        const char *dot = memchr(at, '.', (size_t)(end - at));
        if (!is_label(at, (size_t)((dot ? dot : end) - at)))
            return false;
        if (!dot)
            return true;
        at = dot + 1;
    }
}

/* A number up to 255 without needless zeros. */
static bool take_octet(Reading *r)
{
    int n = 0, digits = 0;
    while (!is_at_end(r) && is_digit_char(*r->at) && digits < 4) {
        n = 10 * n + (*r->at++ - '0');
        digits++;
    }
    return digits > 0 && n <= 255 && (digits == 1 || r->at[-digits] != '0');
}

static bool take_ipv4(Reading *r)
{
    for (int i = 0; i < 4; i++)
        if ((i > 0 && !take_char(r, '.')) || !take_octet(r))
            return false;
    return true;
}

bool format_ipv4(const char *text, size_t len)
{
    Reading r = reading(text, len);
    return take_ipv4(&r) && is_at_end(&r);
}

/* RFC 4291, 2.2: eight groups, one run of them may be "::", the last two may be
 * written as IPv4. */
bool format_ipv6(const char *text, size_t len)
{
    Reading r = reading(text, len);
    int groups = 0;
    bool has_gap = false;
    if (len >= 2 && text[0] == ':' && text[1] == ':') {
        has_gap = true;
        r.at += 2;
    }
    while (!is_at_end(&r)) {
        Reading whole = r;
        int digits = 0;
        while (!is_at_end(&r) && is_hex_char(*r.at) && digits < 5) {
            r.at++;
            digits++;
        }
        if (!is_at_end(&r) && *r.at == '.') {
            r = whole;
            groups += 2;
            if (!take_ipv4(&r) || !is_at_end(&r))
                return false;
            break;
        }
        if (digits == 0 || digits > 4)
            return false;
        groups++;
        if (is_at_end(&r))
            break;
        if (!take_char(&r, ':') || is_at_end(&r))
            return false;
        if (*r.at == ':') {
            if (has_gap)
                return false;
            has_gap = true;
            r.at++;
        }
    }
    return has_gap ? groups < 8 : groups == 8;
}

/* ---- mail ---- */

static bool is_atom_char(char c, bool is_idn)
{
    return is_alpha_char(c) || is_digit_char(c) ||
           is_one_of(c, "!#$%&'*+-/=?^_`{|}~") ||
           (is_idn && (unsigned char)c >= 0x80);
}

static bool take_quoted(Reading *r, bool is_idn)
{
    r->at++;
    while (!is_at_end(r) && *r->at != '"') {
        unsigned char c = (unsigned char)*r->at++;
        if (c == '\\') {
            if (is_at_end(r))
                return false;
            c = (unsigned char)*r->at++;
        }
        if (c < 0x20 || c == 0x7F || (c >= 0x80 && !is_idn))
            return false;
    }
    return take_char(r, '"');
}

static bool take_local(Reading *r, bool is_idn)
{
    if (!is_at_end(r) && *r->at == '"')
        return take_quoted(r, is_idn);
    do {
        const char *first = r->at;
        while (!is_at_end(r) && is_atom_char(*r->at, is_idn))
            r->at++;
        if (r->at == first)
            return false;
    } while (take_char(r, '.'));
    return true;
}

static bool is_mail_domain(const char *text, size_t len, bool is_idn)
{
    static const char v6[] = "IPv6:";
    size_t n = sizeof v6 - 1;
    if (len < 2 || text[0] != '[')
        return is_idn ? format_idn_hostname(text, len)
                      : format_hostname(text, len);
    if (text[len - 1] != ']')
        return false;
    text++;
    len -= 2;
    if (len > n && memcmp(text, v6, n) == 0)
        return format_ipv6(text + n, len - n);
    return format_ipv4(text, len);
}

static bool is_mail(const char *text, size_t len, bool is_idn)
{
    Reading r = reading(text, len);
    return take_local(&r, is_idn) && take_char(&r, '@') &&
           is_mail_domain(r.at, (size_t)(r.end - r.at), is_idn);
}

bool format_email(const char *text, size_t len)
{
    return is_mail(text, len, false);
}

bool format_idn_email(const char *text, size_t len)
{
    return is_mail(text, len, true);
}
