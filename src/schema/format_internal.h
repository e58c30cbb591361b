/* SPDX-License-Identifier: MIT */
#ifndef CM_SCHEMA_FORMAT_INTERNAL_H
#define CM_SCHEMA_FORMAT_INTERNAL_H
/* format_internal: the formats, one function each, over UTF-8 text.
 *
 * Threads: free of state. Cost: linear, but for host names, whose labels take
 * the square of their at most 63 characters. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/compiler.h"

/* A text being read. */
typedef struct Reading {
    const char *at, *end;
} Reading;

static inline Reading reading(const char *text, size_t len)
{
    return (Reading){ text, text + len };
}
static inline bool is_at_end(const Reading *r)
{
    return r->at == r->end;
}
static inline bool is_digit_char(char c)
{
    return c >= '0' && c <= '9';
}
static inline bool is_alpha_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
static inline bool is_hex_char(char c)
{
    return is_digit_char(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
/* Steps over c when it is there. */
static inline bool take_char(Reading *r, char c)
{
    if (r->at == r->end || *r->at != c)
        return false;
    r->at++;
    return true;
}
/* One of the characters; never the NUL. */
static inline bool is_one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

/* ---- format_time.c: RFC 3339 ---- */

bool format_date(const char *text, size_t len);
bool format_time(const char *text, size_t len);
bool format_date_time(const char *text, size_t len);
bool format_duration(const char *text, size_t len);

/* ---- format_host.c ---- */

bool format_hostname(const char *text, size_t len);
bool format_ipv4(const char *text, size_t len);
bool format_ipv6(const char *text, size_t len);
bool format_email(const char *text, size_t len);
bool format_idn_email(const char *text, size_t len);

/* ---- format_idn.c: RFC 5890 to 5893 ---- */

bool format_idn_hostname(const char *text, size_t len);
/* A label with "xn--" in front, in any case. */
bool format_is_a_label(const char *text, size_t len);

/* ---- format_uri.c ---- */

bool format_uri(const char *text, size_t len);
bool format_uri_reference(const char *text, size_t len);
bool format_iri(const char *text, size_t len);
bool format_iri_reference(const char *text, size_t len);
bool format_uri_template(const char *text, size_t len);
bool format_uuid(const char *text, size_t len);
bool format_json_pointer(const char *text, size_t len);
bool format_relative_json_pointer(const char *text, size_t len);

#endif
