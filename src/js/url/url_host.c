/* SPDX-License-Identifier: MIT */
#include "js/url/url_host.h"

#include "base/ascii.h"
#include "js/url/url_encode.h"
#include "js/url/url_idna.h"

#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* ---- forbidden code points (3.5) ---- */

static bool is_forbidden_host(unsigned char c)
{
    return c == 0 || strchr("\t\n\r #/:<>?@[\\]^|", c) != NULL;
}

static bool is_forbidden_domain(unsigned char c)
{
    return is_forbidden_host(c) || c <= 0x1F || c == '%' || c == 0x7F;
}

static UrlResult from_status(const Buf *b)
{
    return b->status == CM_OK ? URL_OK : URL_NO_MEMORY;
}

/* ---- IPv4 (3.5) ---- */

#define TOO_LARGE (UINT64_C(1) << 33)

/* The IPv4 number parser; false for failure. Numbers stop at TOO_LARGE. */
static bool ipv4_number(const char *p, size_t len, uint64_t *ret)
{
    unsigned base = 10;
    if (len == 0)
        return false;
    if (len >= 2 && p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) {
        base = 16;
        p += 2;
        len -= 2;
    } else if (len >= 2 && p[0] == '0') {
        base = 8;
        p++;
        len--;
    }
    uint64_t n = 0;
    for (size_t i = 0; i < len; i++) {
        int digit = cm__ascii_hex((unsigned char)p[i]);
        if (digit < 0 || (unsigned)digit >= base)
            return false;
        n = n * base + (unsigned)digit;
        if (n > TOO_LARGE)
            n = TOO_LARGE;
    }
    *ret = n;
    return true;
}

/* The last part, an empty one at the very end left out. */
static bool ends_in_number(const char *text, size_t len)
{
    uint64_t ignored;
    if (len > 0 && text[len - 1] == '.')
        len--;
    size_t at = len;
    while (at > 0 && text[at - 1] != '.')
        at--;
    if (at == len)
        return false;
    bool all_digits = true;
    for (size_t i = at; i < len; i++)
        if (!is_digit(text[i]))
            all_digits = false;
    return all_digits || ipv4_number(text + at, len - at, &ignored);
}

static UrlResult parse_ipv4(const char *text, size_t len, Buf *out)
{
    uint64_t numbers[4];
    size_t n = 0;
    if (len > 0 && text[len - 1] == '.')
        len--;
    for (size_t at = 0; at <= len;) {
        size_t end = at;
        while (end < len && text[end] != '.')
            end++;
        if (n == 4 || !ipv4_number(text + at, end - at, &numbers[n]))
            return URL_FAILURE;
        n++;
        at = end + 1;
    }
    uint64_t address = numbers[n - 1];
    if (address >= UINT64_C(1) << (8 * (5 - n)))
        return URL_FAILURE;
    for (size_t i = 0; i + 1 < n; i++) {
        if (numbers[i] > 255)
            return URL_FAILURE;
        address += numbers[i] << (8 * (3 - i));
    }
    cm__buf_add_fmt(out, "%u.%u.%u.%u", (unsigned)(address >> 24),
                    (unsigned)(address >> 16 & 255),
                    (unsigned)(address >> 8 & 255), (unsigned)(address & 255));
    return from_status(out);
}

/* ---- IPv6 (3.5) ---- */

typedef struct Ipv6 {
    uint16_t piece[8];
    int at, compress; /* compress -1: none */
    const char *p, *end;
} Ipv6;

/* The dotted end of an address. */
static bool ipv6_dotted(Ipv6 *a)
{
    int seen = 0;
    if (a->at > 6)
        return false;
    while (a->p < a->end) {
        int value = -1;
        if (seen > 0) {
            if (*a->p != '.' || seen >= 4)
                return false;
            a->p++;
        }
        if (a->p == a->end || !is_digit(*a->p))
            return false;
        while (a->p < a->end && is_digit(*a->p)) {
            int digit = *a->p++ - '0';
            if (value == 0)
                return false;
            value = value < 0 ? digit : value * 10 + digit;
            if (value > 255)
                return false;
        }
        a->piece[a->at] = (uint16_t)(a->piece[a->at] * 256 + value);
        seen++;
        if (seen == 2 || seen == 4)
            a->at++;
    }
    return seen == 4;
}

static bool ipv6_pieces(Ipv6 *a)
{
    while (a->p < a->end) {
        if (a->at == 8)
            return false;
        if (*a->p == ':') {
            if (a->compress >= 0)
                return false;
            a->p++;
            a->compress = ++a->at;
            continue;
        }
        unsigned value = 0;
        int length = 0;
        while (length < 4 && a->p < a->end &&
               cm__ascii_hex((unsigned char)*a->p) >= 0) {
            value =
                value * 16 + (unsigned)cm__ascii_hex((unsigned char)*a->p++);
            length++;
        }
        if (a->p < a->end && *a->p == '.') {
            if (length == 0)
                return false;
            a->p -= length;
            return ipv6_dotted(a);
        }
        if (a->p < a->end) {
            if (*a->p++ != ':' || a->p == a->end)
                return false;
        }
        a->piece[a->at++] = (uint16_t)value;
    }
    return true;
}

/* The first longest run of zeros, of at least two. */
static int ipv6_longest_zeros(const uint16_t *piece, int *ret_n)
{
    int best = -1, best_n = 1;
    for (int i = 0; i < 8; i++) {
        int n = 0;
        while (i + n < 8 && piece[i + n] == 0)
            n++;
        if (n > best_n) {
            best = i;
            best_n = n;
        }
        if (n > 0)
            i += n - 1;
    }
    *ret_n = best_n;
    return best;
}

static void ipv6_write(const uint16_t *piece, Buf *out)
{
    int n, zeros = ipv6_longest_zeros(piece, &n);
    cm__buf_add_char(out, '[');
    for (int i = 0; i < 8; i++) {
        if (i == zeros) {
            cm__buf_add_str(out, i == 0 ? "::" : ":");
            i += n - 1;
            continue;
        }
        cm__buf_add_fmt(out, "%x", (unsigned)piece[i]);
        if (i < 7)
            cm__buf_add_char(out, ':');
    }
    cm__buf_add_char(out, ']');
}

static UrlResult parse_ipv6(const char *text, size_t len, Buf *out)
{
    Ipv6 a = { .compress = -1, .p = text, .end = text + len };
    if (len > 0 && text[0] == ':') {
        if (len < 2 || text[1] != ':')
            return URL_FAILURE;
        a.p += 2;
        a.compress = ++a.at;
    }
    if (!ipv6_pieces(&a))
        return URL_FAILURE;
    if (a.compress >= 0) {
        int moved = a.at - a.compress;
        for (int to = 7; to != 0 && moved > 0; to--, moved--) {
            uint16_t v = a.piece[a.compress + moved - 1];
            a.piece[a.compress + moved - 1] = a.piece[to];
            a.piece[to] = v;
        }
    } else if (a.at != 8) {
        return URL_FAILURE;
    }
    ipv6_write(a.piece, out);
    return from_status(out);
}

/* ---- domains (3.3) ---- */

static bool is_ascii(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)text[i] > 0x7F)
            return false;
    return true;
}

static UrlResult parse_domain(const char *text, size_t len, Buf *out)
{
    size_t start = out->len;
    /* Labels with "xn--" are not looked at: whatwg/url#914, June 2026. */
    if (is_ascii(text, len)) {
        for (size_t i = 0; i < len; i++)
            cm__buf_add_char(out, cm__ascii_lower(text[i]));
    } else {
        UrlResult r = url_domain_to_ascii(text, len, out);
        if (r != URL_OK)
            return r;
    }
    if (out->status != CM_OK)
        return URL_NO_MEMORY;
    const char *name = cm__buf_text(out) + start;
    size_t n = out->len - start;
    if (n == 0)
        return URL_FAILURE;
    for (size_t i = 0; i < n; i++)
        if (is_forbidden_domain((unsigned char)name[i]))
            return URL_FAILURE;
    if (!ends_in_number(name, n))
        return URL_OK;
    Buf address;
    cm__buf_init(&address, out->alloc, 64);
    UrlResult r = parse_ipv4(name, n, &address);
    cm__buf_truncate(out, start);
    cm__buf_add_buf(out, &address);
    cm__buf_done(&address);
    return r == URL_OK ? from_status(out) : r;
}

static UrlResult parse_opaque(const char *text, size_t len, Buf *out)
{
    for (size_t i = 0; i < len; i++)
        if (is_forbidden_host((unsigned char)text[i]))
            return URL_FAILURE;
    url_encode(URL_SET_C0, text, len, out);
    return from_status(out);
}

UrlResult url_parse_host(const char *text, size_t len, bool is_opaque, Buf *out)
{
    if (len > 0 && text[0] == '[') {
        if (text[len - 1] != ']')
            return URL_FAILURE;
        return parse_ipv6(text + 1, len - 2, out);
    }
    if (is_opaque)
        return parse_opaque(text, len, out);
    Buf domain;
    cm__buf_init(&domain, out->alloc, CM_BUF_NO_LIMIT);
    url_decode(text, len, &domain);
    UrlResult r = from_status(&domain);
    if (r == URL_OK)
        r = parse_domain(cm__buf_text(&domain), domain.len, out);
    cm__buf_done(&domain);
    return r;
}
