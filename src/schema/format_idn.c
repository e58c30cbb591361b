/* SPDX-License-Identifier: MIT */
/* Internationalised host names: RFC 5891 with the code points of RFC 5892,
 * derived from the Unicode properties of libunistring, and the right-to-left
 * rule of RFC 5893 (base/idna.h). No mapping is done: a name is checked as it
 * stands. */
#include <unicase.h>
#include <unictype.h>
#include <uninorm.h>

#include "base/alloc.h"
#include "base/idna.h"
#include "base/punycode.h"
#include "base/utf8.h"
#include "schema/format_internal.h"

enum {
    LABEL_MAX = 63,
    HOST_BYTES = 253,
    PREFIX = 4 /* "xn--" */
};

typedef struct Label {
    uint32_t points[LABEL_MAX];
    size_t n;
} Label;

/* ---- code points (RFC 5892) ---- */

static bool is_in(uint32_t c, uint32_t first, uint32_t last)
{
    return c >= first && c <= last;
}

/* 2.6: 1 allowed, 0 not, -1 no exception. Those that depend on their
 * neighbours count as allowed here. */
static int exception(uint32_t c)
{
    switch (c) {
    case 0xDF:
    case 0x3C2:
    case 0x6FD:
    case 0x6FE:
    case 0xF0B:
    case 0x3007:
    case 0xB7:
    case 0x375:
    case 0x5F3:
    case 0x5F4:
    case 0x30FB:
    case CM_IDNA_ZWNJ:
    case CM_IDNA_ZWJ:
        return 1;
    case 0x640:
    case 0x7FA:
    case 0x302E:
    case 0x302F:
    case 0x303B:
        return 0;
    default:
        if (is_in(c, 0x660, 0x669) || is_in(c, 0x6F0, 0x6F9))
            return 1;
        return is_in(c, 0x3031, 0x3035) ? 0 : -1;
    }
}

/* Whether case folding and compatibility leave the point alone (2.2). */
static bool is_stable(uint32_t c)
{
    enum {
        ROOM = 32
    };
    ucs4_t point = c, out[ROOM];
    size_t n = ROOM;
    if (uc_tolower(c) != c)
        return false;
    ucs4_t *done = u32_normalize(UNINORM_NFKC, &point, 1, out, &n);
    return done == out && n == 1 && out[0] == c;
}

static bool is_allowed(uint32_t c)
{
    int special = exception(c);
    if (special >= 0)
        return special == 1;
    if (c < 0x80)
        return is_in(c, 'a', 'z') || is_in(c, '0', '9') || c == '-';
    return uc_is_general_category_withtable(
               c, UC_CATEGORY_MASK_Ll | UC_CATEGORY_MASK_Lo |
                      UC_CATEGORY_MASK_Lm | UC_CATEGORY_MASK_Mn |
                      UC_CATEGORY_MASK_Mc | UC_CATEGORY_MASK_Nd) &&
           !uc_is_property_default_ignorable_code_point(c) &&
           !is_in(c, 0x1100, 0x11FF) && !is_in(c, 0xA960, 0xA97F) &&
           !is_in(c, 0xD7B0, 0xD7FF) && is_stable(c);
}

/* ---- neighbours (RFC 5892, appendix A) ---- */

static bool is_script(uint32_t c, const char *name)
{
    const uc_script_t *script = uc_script(c);
    return script && strcmp(script->name, name) == 0;
}

static bool has_kana_or_han(const Label *l)
{
    for (size_t i = 0; i < l->n; i++)
        if (is_script(l->points[i], "Hiragana") ||
            is_script(l->points[i], "Katakana") ||
            is_script(l->points[i], "Han"))
            return true;
    return false;
}

static bool has_between(const Label *l, uint32_t first, uint32_t last)
{
    for (size_t i = 0; i < l->n; i++)
        if (is_in(l->points[i], first, last))
            return true;
    return false;
}

static bool neighbours_fit(const Label *l, size_t at)
{
    uint32_t c = l->points[at];
    uint32_t before = at > 0 ? l->points[at - 1] : 0;
    uint32_t after = at + 1 < l->n ? l->points[at + 1] : 0;
    switch (c) {
    case CM_IDNA_ZWNJ:
    case CM_IDNA_ZWJ:
        return cm__idna_joiner_fits(l->points, l->n, at);
    case 0xB7:
        return before == 'l' && after == 'l';
    case 0x375:
        return is_script(after, "Greek");
    case 0x5F3:
    case 0x5F4:
        return is_script(before, "Hebrew");
    case 0x30FB:
        return has_kana_or_han(l);
    default:
        if (is_in(c, 0x660, 0x669))
            return !has_between(l, 0x6F0, 0x6F9);
        return true;
    }
}

/* ---- labels ---- */

static bool has_points_above(const Label *l, uint32_t limit)
{
    for (size_t i = 0; i < l->n; i++)
        if (l->points[i] > limit)
            return true;
    return false;
}

/* Rules of a label in Unicode, but for its direction. */
static bool is_u_label(const Label *l)
{
    if (l->n == 0 || l->points[0] == '-' || l->points[l->n - 1] == '-' ||
        (l->n >= 4 && l->points[2] == '-' && l->points[3] == '-') ||
        uc_is_general_category_withtable(l->points[0], UC_CATEGORY_MASK_M))
        return false;
    for (size_t i = 0; i < l->n; i++)
        if (!is_allowed(l->points[i]) || !neighbours_fit(l, i))
            return false;
    return true;
}

/* The allocator of a Buf over memory on the stack: a label fits or is wrong. */
static void *fixed_resize(void *ctx, void *ptr, size_t old_size,
                          size_t new_size)
{
    enum {
        ROOM = 512
    };
    (void)old_size;
    (void)ptr;
    return new_size > 0 && new_size <= ROOM ? ctx : NULL;
}

/* Length of the label in ASCII with its prefix, and whether its text is the
 * given one. 0: it has none. */
static size_t encoded_length(const Label *l, const char *text, size_t len,
                             bool *ret_same)
{
    char room[512];
    cm_allocator fixed = { fixed_resize, room };
    Buf out;
    cm__buf_init(&out, &fixed, CM_BUF_NO_LIMIT);
    if (!cm__punycode_encode(l->points, l->n, &out) || out.status != CM_OK)
        return 0;
    *ret_same = out.len == len;
    for (size_t i = 0; *ret_same && i < len; i++) {
        char c = text[i];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c | 0x20);
        *ret_same = c == out.bytes[i];
    }
    return out.len + PREFIX;
}

/* Reads what follows the prefix. */
static bool decode_label(const char *text, size_t len, Label *ret)
{
    bool is_same = false;
    return cm__punycode_decode(text, len, ret->points, LABEL_MAX, &ret->n) &&
           has_points_above(ret, 0x7F) &&
           encoded_length(ret, text, len, &is_same) > 0 && is_same;
}

static bool has_rtl(const Label *l)
{
    for (size_t i = 0; i < l->n; i++)
        if (cm__idna_is_rtl(l->points[i]))
            return true;
    return false;
}

bool format_is_a_label(const char *text, size_t len)
{
    Label label;
    return len <= LABEL_MAX &&
           decode_label(text + PREFIX, len - PREFIX, &label) &&
           is_u_label(&label) &&
           (!has_rtl(&label) || cm__idna_bidi_fits(label.points, label.n));
}

/* Points of a label of the name; false: too many. */
static bool read_label(const char **at, const char *end, Label *ret)
{
    ret->n = 0;
    while (*at < end) {
        const char *before = *at;
        uint32_t c = cm__utf8_next(at, end, NULL);
        if (c == '.' || c == 0x3002 || c == 0xFF0E || c == 0xFF61) {
            *at = before;
            return true;
        }
        if (ret->n == LABEL_MAX)
            return false;
        ret->points[ret->n++] = c;
    }
    return true;
}

static bool has_prefix(const Label *l)
{
    return l->n > PREFIX && (l->points[0] | 0x20) == 'x' &&
           (l->points[1] | 0x20) == 'n' && l->points[2] == '-' &&
           l->points[3] == '-' && !has_points_above(l, 0x7F);
}

/* Replaces an A-label by its Unicode form. False: no label at all. */
static bool check_label(Label *l, size_t *ret_ascii)
{
    char ascii[LABEL_MAX];
    bool is_same;
    *ret_ascii = l->n;
    if (!has_points_above(l, 0x7F)) {
        for (size_t i = 0; i < l->n; i++)
            ascii[i] = (char)l->points[i];
        if (!has_prefix(l))
            return format_hostname(ascii, l->n);
        return decode_label(ascii + PREFIX, l->n - PREFIX, l) && is_u_label(l);
    }
    *ret_ascii = encoded_length(l, "", 0, &is_same);
    return *ret_ascii > 0 && *ret_ascii <= LABEL_MAX && is_u_label(l);
}

/* The direction rule holds for all labels when one of them goes right to
 * left, so the labels are walked twice. */
static bool walk_labels(const char *text, size_t len, bool check_direction,
                        bool *ret_is_rtl)
{
    const char *at = text, *end = text + len;
    size_t total = 0;
    for (;;) {
        Label label;
        size_t ascii;
        if (!read_label(&at, end, &label) || label.n == 0 ||
            !check_label(&label, &ascii))
            return false;
        *ret_is_rtl = *ret_is_rtl || has_rtl(&label);
        if (check_direction && !cm__idna_bidi_fits(label.points, label.n))
            return false;
        total += ascii + 1;
        if (at == end)
            break;
        (void)cm__utf8_next(&at, end, NULL);
    }
    return total - 1 <= HOST_BYTES;
}

bool format_idn_hostname(const char *text, size_t len)
{
    bool goes_left = false;
    return walk_labels(text, len, false, &goes_left) &&
           (!goes_left || walk_labels(text, len, true, &goes_left));
}
