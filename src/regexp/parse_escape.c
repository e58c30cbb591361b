/* SPDX-License-Identifier: MIT */
/* Escapes: ECMA-262 22.2.1 AtomEscape, CharacterEscape, CharacterClassEscape,
 * and their older forms of B.1.2. */
#include "regexp/regexp_internal.h"

#include "base/ascii.h"
#include "regexp/unicode.h"

#include <string.h>

static uint32_t unit_at(const Regexp *r, uint32_t at)
{
    return at < r->text.len ? regexp_unit(&r->text, at) : RE_END;
}

bool cm__regexp_hex(Regexp *r, uint32_t digits, uint32_t *ret_c)
{
    uint32_t c = 0;
    for (uint32_t i = 0; i < digits; i++) {
        int d = cm__ascii_hex(unit_at(r, r->at + i));
        if (d < 0)
            return false;
        c = c << 4 | (uint32_t)d;
    }
    r->at += digits;
    *ret_c = c;
    return true;
}

/* {X...} */
static bool hex_braces(Regexp *r, uint32_t *ret_c)
{
    uint32_t at = r->at + 1, c = 0;
    int d;
    while ((d = cm__ascii_hex(unit_at(r, at))) >= 0) {
        c = c << 4 | (uint32_t)d;
        if (c > RANGES_LAST)
            return false;
        at++;
    }
    if (at == r->at + 1 || unit_at(r, at) != '}')
        return false;
    r->at = at + 1;
    *ret_c = c;
    return true;
}

/* Behind \u. `whole`: braces and pairs are understood. Nothing is read when it
 * is not well formed. */
bool cm__regexp_unicode_escape(Regexp *r, bool whole, uint32_t *ret_c)
{
    if (whole && unit_at(r, r->at) == '{')
        return hex_braces(r, ret_c);
    if (!cm__regexp_hex(r, 4, ret_c))
        return false;
    uint32_t at = r->at, trail;
    if (whole && is_lead(*ret_c) && unit_at(r, at) == '\\' &&
        unit_at(r, at + 1) == 'u') {
        r->at += 2;
        if (cm__regexp_hex(r, 4, &trail) && is_trail(trail))
            *ret_c = join_pair(*ret_c, trail);
        else
            r->at = at;
    }
    return true;
}

/* \0 to \377, at most three digits. */
static uint32_t octal(Regexp *r)
{
    uint32_t c = 0;
    for (int i = 0; i < 3 && unit_at(r, r->at) - '0' < 8; i++) {
        uint32_t next = c * 8 + (unit_at(r, r->at) - '0');
        if (next > 255)
            break;
        c = next;
        r->at++;
    }
    return c;
}

static bool control(Regexp *r, bool in_class, uint32_t *ret_c)
{
    uint32_t c = unit_at(r, r->at);
    bool fits = (c | 32) - 'a' < 26;
    if (!fits && in_class && !r->is_unicode)
        fits = c - '0' < 10 || c == '_';
    if (fits) {
        r->at++;
        *ret_c = c & 31;
        return true;
    }
    if (r->is_unicode)
        return cm__regexp_fail(r, r->at,
                               "invalid escape in regular expression");
    r->at--; /* the backslash stands for itself; c comes next */
    *ret_c = '\\';
    return true;
}

static bool identity(Regexp *r, bool in_class, uint32_t c, uint32_t *ret_c)
{
    static const char syntax[] = "^$\\.*+?()[]{}|/";
    static const char reserved[] = "&-!#%,:;<=>@`~";
    *ret_c = c;
    if (!r->is_unicode)
        return c != 'k' || !r->has_names ||
               cm__regexp_fail(r, r->at - 1, "invalid named reference");
    bool ascii = c < 128 && c != 0;
    if (ascii && (strchr(syntax, (char)c) || (in_class && c == '-')))
        return true;
    if (ascii && in_class && r->is_sets && strchr(reserved, (char)c))
        return true;
    return cm__regexp_fail(r, r->at - 1,
                           "invalid escape in regular expression");
}

/* Behind the backslash: one character. */
bool cm__regexp_char_escape(Regexp *r, bool in_class, uint32_t *ret_c)
{
    static const char from[] = "fnrtv", to[] = "\f\n\r\t\v";
    uint32_t c = cm__regexp_peek(r), at = r->at;
    if (c == RE_END)
        return cm__regexp_fail(r, at, "\\ at the end of regular expression");
    if (c - '0' < 10) {
        if (c == '0' && unit_at(r, at + 1) - '0' >= 10) {
            r->at++;
            *ret_c = 0;
            return true;
        }
        if (r->is_unicode)
            return cm__regexp_fail(r, at,
                                   "invalid escape in regular expression");
        if (c < '8') {
            *ret_c = octal(r);
            return true;
        }
    }
    cm__regexp_skip(r, c);
    const char *p = c < 128 && c != 0 ? strchr(from, (char)c) : NULL;
    if (p != NULL) {
        *ret_c = (uint8_t)to[p - from];
        return true;
    }
    if (c == 'c')
        return control(r, in_class, ret_c);
    if (c == 'x' && cm__regexp_hex(r, 2, ret_c))
        return true;
    if (c == 'u' && cm__regexp_unicode_escape(r, r->is_unicode, ret_c))
        return true;
    if (in_class && c == 'b') {
        *ret_c = '\b';
        return true;
    }
    return identity(r, in_class, c, ret_c);
}

/* ---- classes of characters ---- */

static void add_digits(Ranges *set)
{
    cm__ranges_add(set, '0', '9');
}

static void add_spaces(Ranges *set)
{
    cm__ranges_add(set, 9, 13);
    cm__ranges_add(set, ' ', ' ');
    cm__ranges_add(set, 0xA0, 0xA0);
    cm__ranges_add(set, 0x1680, 0x1680);
    cm__ranges_add(set, 0x2000, 0x200A);
    cm__ranges_add(set, 0x2028, 0x2029);
    cm__ranges_add(set, 0x202F, 0x202F);
    cm__ranges_add(set, 0x205F, 0x205F);
    cm__ranges_add(set, 0x3000, 0x3000);
    cm__ranges_add(set, 0xFEFF, 0xFEFF);
}

/* WordCharacters (22.2.2.9.3). */
static void add_words(const Regexp *r, Ranges *set)
{
    cm__ranges_add(set, '0', '9');
    cm__ranges_add(set, 'A', 'Z');
    cm__ranges_add(set, '_', '_');
    cm__ranges_add(set, 'a', 'z');
    if (r->is_unicode && (r->mods & REGEXP_IGNORE_CASE)) {
        cm__ranges_add(set, 0x17F, 0x17F);
        cm__ranges_add(set, 0x212A, 0x212A);
    }
}

enum {
    PROPERTY_MAX = 64
};

static bool property_char(uint32_t c)
{
    return c < 128 && ((c | 32) - 'a' < 26 || c - '0' < 10 || c == '_');
}

/* A name of at most PROPERTY_MAX - 1 characters. */
static bool property_word(Regexp *r, char *out)
{
    size_t n = 0;
    for (uint32_t c; property_char(c = unit_at(r, r->at)); r->at++) {
        if (n == PROPERTY_MAX - 1)
            return false;
        out[n++] = (char)c;
    }
    out[n] = '\0';
    return n > 0;
}

typedef struct AddString {
    Regexp *r;
    ClassStrings *strings;
} AddString;

static bool add_string(void *user, const uint32_t *c, uint32_t len)
{
    AddString *a = user;
    return cm__regexp_strings_add(a->r, a->strings, c, len);
}

/* Behind \p or \P. */
static bool property(Regexp *r, Ranges *set, ClassStrings *strings,
                     bool is_negative)
{
    char name[PROPERTY_MAX], value[PROPERTY_MAX];
    uint32_t at = r->at;
    bool has_value = false;
    bool ok = cm__regexp_eat(r, '{') && property_word(r, name);
    if (ok && cm__regexp_eat(r, '=')) {
        has_value = true;
        ok = property_word(r, value);
    }
    ok = ok && cm__regexp_eat(r, '}');
    if (ok && cm__unicode_property(name, has_value ? value : NULL, set))
        return cm__regexp_work(r, set->n / 4);
    AddString add = { r, strings };
    if (ok && !has_value && strings && !is_negative &&
        cm__unicode_sequences(name, set, add_string, &add)) {
        strings->may = true;
        return cm__regexp_work(r, set->n / 4 + strings->n);
    }
    return cm__regexp_fail(r, at,
                           "invalid property name in regular expression");
}

/* d D s S w W p P behind the backslash, already read. With i and v, a set is
 * closed over case before it is turned around (MaybeSimpleCaseFolding); with u
 * alone, afterwards by whoever uses it. */
bool cm__regexp_class_escape(Regexp *r, uint32_t c, Ranges *set,
                             ClassStrings *strings)
{
    bool is_negative = c < 'a';
    switch (c | 32) {
    case 'd':
        add_digits(set);
        break;
    case 's':
        add_spaces(set);
        break;
    case 'w':
        add_words(r, set);
        break;
    default:
        if (!property(r, set, strings, is_negative))
            return false;
        break;
    }
    if (r->is_sets && (r->mods & REGEXP_IGNORE_CASE) &&
        !cm__regexp_work(r, cm__unicode_close(set, true)))
        return false;
    if (is_negative)
        cm__ranges_invert(set);
    return !set->failed || cm__regexp_nomem(r);
}
