/* SPDX-License-Identifier: MIT */
#include "js/url/url_idna.h"

#include "base/idna.h"
#include "base/utf8.h"

#include <string.h>
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>

/* No code point maps to more (U+FDFA has 18). */
#define MAPPED_MAX 24

typedef struct Name {
    uint32_t *points;
    size_t n, cap;
} Name;

/* ---- mapping ---- */

/* NFKC_Casefold of one code point; 0 when that is nothing or too much. */
static size_t fold(uint32_t c, uint32_t *out)
{
    uint32_t a[MAPPED_MAX], b[MAPPED_MAX];
    size_t n = MAPPED_MAX, m = MAPPED_MAX;
    uint32_t *r = u32_casefold(&c, 1, NULL, UNINORM_NFKC, a, &n);
    if (r != a || n == 0)
        return 0;
    r = u32_casefold(a, n, NULL, UNINORM_NFKC, b, &m);
    if (r != b)
        return 0;
    memcpy(out, b, m * sizeof *out);
    return m;
}

/* Default ignorables go, but for marks of direction, tags and the
 * unassigned. */
static bool is_ignored(uint32_t c)
{
    return uc_is_property_default_ignorable_code_point(c) && c != 0x61C &&
           c != 0x200E && c != 0x200F && !(c >= 0x202A && c <= 0x202E) &&
           !(c >= 0x2066 && c <= 0x2069) && !(c >= 0xE0001 && c <= 0xE007F) &&
           !uc_is_general_category_withtable(c, UC_CATEGORY_MASK_Cn);
}

static bool has_dot(const uint32_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] == '.')
            return true;
    return false;
}

/* What UTS 46 maps a code point to; deviations stay (non-transitional). */
static size_t map_point(uint32_t c, uint32_t *out)
{
    if (c < 0x80) {
        out[0] = c >= 'A' && c <= 'Z' ? c + 32 : c;
        return 1;
    }
    switch (c) {
    case 0xDF:
    case 0x3C2:
    case CM_IDNA_ZWNJ:
    case CM_IDNA_ZWJ:
        out[0] = c;
        return 1;
    case 0x1E9E: /* since Unicode 15.1 */
        out[0] = 0xDF;
        return 1;
    case 0x3002:
    case 0xFF0E:
    case 0xFF61:
        out[0] = '.';
        return 1;
    default:
        break;
    }
    if (is_ignored(c))
        return 0;
    size_t n = fold(c, out);
    if (n > 0 && !has_dot(out, n))
        return n;
    out[0] = n == 0 ? c : CM_UTF8_REPLACEMENT; /* one dot leader: disallowed */
    return 1;
}

/* The mapped text, not yet composed; bad UTF-8 gives U+FFFD, which is not
 * valid. False: too long. */
static bool map_text(const char *text, size_t len, Name *name)
{
    const char *end = text + len;
    while (text < end) {
        uint32_t mapped[MAPPED_MAX];
        uint32_t c = cm__utf8_next(&text, end, NULL);
        size_t k = map_point(c, mapped);
        if (name->n + k > name->cap)
            return false;
        memcpy(name->points + name->n, mapped, k * sizeof *mapped);
        name->n += k;
    }
    return true;
}

/* ---- validity (UTS 46 section 4.1) ---- */

static bool is_valid_point(uint32_t c)
{
    uint32_t mapped[MAPPED_MAX];
    if (c < 0x80 || c == CM_IDNA_ZWJ || c == CM_IDNA_ZWNJ)
        return !(c >= 'A' && c <= 'Z');
    if (uc_is_general_category_withtable(c, UC_CATEGORY_MASK_C |
                                                UC_CATEGORY_MASK_Z) ||
        (c >= 0x2FF0 && c <= 0x2FFF) || c == 0xFFFC || c == 0xFFFD)
        return false;
    return map_point(c, mapped) == 1 && mapped[0] == c;
}

static bool is_valid_label(const uint32_t *p, size_t n)
{
    if (n > 0 && uc_is_general_category_withtable(p[0], UC_CATEGORY_MASK_M))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (!is_valid_point(p[i]))
            return false;
        if ((p[i] == CM_IDNA_ZWJ || p[i] == CM_IDNA_ZWNJ) &&
            !cm__idna_joiner_fits(p, n, i))
            return false;
    }
    return true;
}

/* ---- labels ---- */

static bool is_ascii(const uint32_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] >= 0x80)
            return false;
    return true;
}

static bool has_prefix(const uint32_t *p, size_t n)
{
    return n >= 4 && p[0] == 'x' && p[1] == 'n' && p[2] == '-' && p[3] == '-';
}

/* The Unicode form of a label with the prefix. False when it has none. */
static bool decode_label(const uint32_t *p, size_t n, Name *ret)
{
    char text[URL_IDNA_MAX];
    for (size_t i = 4; i < n; i++)
        text[i - 4] = (char)p[i];
    return cm__punycode_decode(text, n - 4, ret->points, ret->cap, &ret->n) &&
           !is_ascii(ret->points, ret->n);
}

/* Unchanged by NFC. */
static bool is_composed(const Name *name, uint32_t *room, size_t cap)
{
    size_t n = cap;
    uint32_t *r = u32_normalize(UNINORM_NFC, name->points, name->n, room, &n);
    return r == room && n == name->n &&
           memcmp(room, name->points, n * sizeof *room) == 0;
}

typedef struct Check {
    uint32_t decoded[URL_IDNA_MAX], room[3 * URL_IDNA_MAX];
    bool is_bidi;
} Check;

/* Shows the label in its Unicode form. False: the name is not valid. */
static bool unicode_label(Check *c, const uint32_t *p, size_t n,
                          const uint32_t **ret_p, size_t *ret_n)
{
    *ret_p = p;
    *ret_n = n;
    if (!has_prefix(p, n))
        return true;
    Name decoded = { c->decoded, 0, URL_IDNA_MAX };
    if (!is_ascii(p, n) || !decode_label(p, n, &decoded) ||
        !is_composed(&decoded, c->room, CM_ARRAY_LEN(c->room)))
        return false;
    *ret_p = decoded.points;
    *ret_n = decoded.n;
    return true;
}

/* Goes through the labels: pass 0 validates and looks for right-to-left text,
 * pass 1 checks its rules and writes. */
static UrlResult pass(Check *c, const Name *name, int number, Buf *out)
{
    for (size_t at = 0; at <= name->n;) {
        const uint32_t *label = name->points + at, *p;
        size_t len = 0, n;
        while (at + len < name->n && label[len] != '.')
            len++;
        if (!unicode_label(c, label, len, &p, &n))
            return URL_FAILURE;
        if (number == 0) {
            if (!is_valid_label(p, n))
                return URL_FAILURE;
            for (size_t i = 0; i < n; i++)
                c->is_bidi |= cm__idna_is_rtl(p[i]);
        } else {
            if (c->is_bidi && !cm__idna_bidi_fits(p, n))
                return URL_FAILURE;
            if (at > 0)
                cm__buf_add_char(out, '.');
            if (is_ascii(label, len)) {
                for (size_t i = 0; i < len; i++)
                    cm__buf_add_char(out, (char)label[i]);
            } else {
                cm__buf_add_str(out, "xn--");
                if (!cm__punycode_encode(label, len, out))
                    return URL_FAILURE;
            }
        }
        at += len + 1;
    }
    return out->status == CM_OK ? URL_OK : URL_NO_MEMORY;
}

/* Mapped and composed, in room for at most 3 * URL_IDNA_MAX points. */
static bool prepare(const char *text, size_t len, Name *mapped, Name *composed)
{
    if (!map_text(text, len, mapped))
        return false;
    composed->n = composed->cap;
    uint32_t *r = u32_normalize(UNINORM_NFC, mapped->points, mapped->n,
                                composed->points, &composed->n);
    return r == composed->points && composed->n <= URL_IDNA_MAX;
}

UrlResult url_domain_to_ascii(const char *text, size_t len, Buf *out)
{
    enum {
        ROOM = 3 * URL_IDNA_MAX
    };
    const cm_allocator *a = out->alloc;
    uint32_t *points = cm__alloc_zero(a, (size_t)2 * ROOM, sizeof *points);
    Check *check = cm__alloc_zero(a, 1, sizeof *check);
    UrlResult r = URL_NO_MEMORY;
    if (points && check) {
        Name mapped = { points, 0, URL_IDNA_MAX };
        Name composed = { points + ROOM, 0, ROOM };
        r = prepare(text, len, &mapped, &composed)
                ? pass(check, &composed, 0, out)
                : URL_FAILURE;
        if (r == URL_OK)
            r = pass(check, &composed, 1, out);
    }
    cm__free(a, check, sizeof *check);
    cm__free(a, points, (size_t)2 * ROOM * sizeof *points);
    return r;
}
