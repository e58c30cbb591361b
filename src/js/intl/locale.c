/* SPDX-License-Identifier: MIT */
#include "js/intl/locale.h"

#include <string.h>

#define SUBTAGS_MAX 128

typedef struct Subtag {
    char text[9]; /* in lower case */
    size_t len;
} Subtag;

typedef struct Tag {
    Subtag at[SUBTAGS_MAX];
    size_t n;
} Tag;

typedef struct Out {
    char *text;
    size_t n;
    bool failed;
} Out;

static bool is_alpha(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Cuts at '-'; every subtag has one to eight letters or digits. */
static bool split(const char *s, size_t len, Tag *tag)
{
    tag->n = 0;
    size_t from = 0;
    for (size_t i = 0; i <= len; i++) {
        if (i < len && s[i] != '-')
            continue;
        size_t n = i - from;
        if (n == 0 || n > 8 || tag->n == SUBTAGS_MAX)
            return false;
        Subtag *sub = &tag->at[tag->n++];
        for (size_t k = 0; k < n; k++) {
            char c = s[from + k];
            if (c >= 'A' && c <= 'Z')
                c = (char)(c + 32);
            if (!is_alpha(c) && !is_digit(c))
                return false;
            sub->text[k] = c;
        }
        sub->text[n] = 0;
        sub->len = n;
        from = i + 1;
    }
    return true;
}

static bool all(const Subtag *s, bool (*is)(char))
{
    for (size_t i = 0; i < s->len; i++)
        if (!is(s->text[i]))
            return false;
    return true;
}

static bool is_language(const Subtag *s)
{
    return all(s, is_alpha) && s->len != 1 && s->len != 4;
}

static bool is_script(const Subtag *s)
{
    return s->len == 4 && all(s, is_alpha);
}

static bool is_region(const Subtag *s)
{
    return (s->len == 2 && all(s, is_alpha)) ||
           (s->len == 3 && all(s, is_digit));
}

static bool is_variant(const Subtag *s)
{
    return s->len >= 5 || (s->len == 4 && is_digit(s->text[0]));
}

static void add(Out *out, const char *s)
{
    size_t n = strlen(s), sep = out->n > 0 ? 1 : 0;
    if (out->n + n + sep > CM_LOCALE_MAX) {
        out->failed = true;
        return;
    }
    if (sep)
        out->text[out->n++] = '-';
    memcpy(out->text + out->n, s, n + 1);
    out->n += n;
}

static const char *language_now(const char *s)
{
    static const char *const replaced[][2] = {
        { "cmn", "zh" }, { "in", "id" },  { "iw", "he" },  { "ji", "yi" },
        { "jw", "jv" },  { "mo", "ro" },  { "tl", "fil" }, { "eng", "en" },
        { "fra", "fr" }, { "deu", "de" }, { "spa", "es" }, { "jpn", "ja" },
    };
    for (size_t i = 0; i < CM_ARRAY_LEN(replaced); i++)
        if (strcmp(replaced[i][0], s) == 0)
            return replaced[i][1];
    return s;
}

/* Sorts the variants [from, to); false when one is there twice. */
static bool sort_variants(Tag *tag, size_t from, size_t to)
{
    for (size_t i = from + 1; i < to; i++)
        for (size_t k = i; k > from; k--) {
            int order = strcmp(tag->at[k - 1].text, tag->at[k].text);
            if (order == 0)
                return false;
            if (order < 0)
                break;
            Subtag swapped = tag->at[k];
            tag->at[k] = tag->at[k - 1];
            tag->at[k - 1] = swapped;
        }
    return true;
}

/* language [script] [region] variants; *ret_next is what follows. */
static bool add_language(Tag *tag, Out *out, size_t *ret_next)
{
    size_t i = 0;
    if (!is_language(&tag->at[0]))
        return false;
    add(out, language_now(tag->at[i++].text));
    if (i < tag->n && is_script(&tag->at[i])) {
        Subtag *s = &tag->at[i++];
        s->text[0] = (char)(s->text[0] - 32);
        add(out, s->text);
    }
    if (i < tag->n && is_region(&tag->at[i])) {
        Subtag *s = &tag->at[i++];
        for (size_t k = 0; k < s->len; k++)
            if (is_alpha(s->text[k]))
                s->text[k] = (char)(s->text[k] - 32);
        add(out, s->text);
    }
    size_t from = i;
    while (i < tag->n && is_variant(&tag->at[i]))
        i++;
    if (!sort_variants(tag, from, i))
        return false;
    for (size_t k = from; k < i; k++)
        add(out, tag->at[k].text);
    *ret_next = i;
    return true;
}

/* Where each extension begins, by its singleton; 0: absent. */
typedef struct Extensions {
    size_t from[36];
} Extensions;

static size_t singleton_index(char c)
{
    return is_digit(c) ? (size_t)(c - '0') : (size_t)(c - 'a') + 10;
}

static size_t extension_end(const Tag *tag, size_t from)
{
    size_t i = from + 1;
    if (tag->at[from].text[0] == 'x')
        return tag->n;
    while (i < tag->n && tag->at[i].len >= 2)
        i++;
    return i;
}

static bool find_extensions(const Tag *tag, size_t from, Extensions *ret)
{
    *ret = (Extensions){ { 0 } };
    for (size_t i = from; i < tag->n;) {
        size_t end = extension_end(tag, i);
        size_t index =
            tag->at[i].len == 1 ? singleton_index(tag->at[i].text[0]) : 36;
        if (index == 36 || ret->from[index] != 0 || end == i + 1)
            return false;
        ret->from[index] = i;
        i = end;
    }
    return true;
}

static void add_extensions(const Tag *tag, const Extensions *e, Out *out)
{
    for (size_t index = 0; index < CM_ARRAY_LEN(e->from); index++) {
        /* x comes last: behind y and z */
        size_t i = index < 33 ? index : index < 35 ? index + 1 : 33;
        if (e->from[i] == 0)
            continue;
        size_t end = extension_end(tag, e->from[i]);
        bool is_unicode = tag->at[e->from[i]].text[0] == 'u';
        for (size_t k = e->from[i]; k < end; k++) {
            /* the value "true" of a key is left out */
            bool is_value =
                is_unicode && k > e->from[i] + 1 && tag->at[k - 1].len == 2;
            if (!is_value || strcmp(tag->at[k].text, "true") != 0)
                add(out, tag->at[k].text);
        }
    }
}

size_t
cm__locale_canonical(const char *tag, size_t len,
                     /* NOLINTNEXTLINE(readability-non-const-parameter) */
                     char out[CM_LOCALE_MAX + 1])
{
    Tag t;
    Out o = { .text = out };
    size_t next;
    Extensions e;
    if (len == 0 || len > CM_LOCALE_MAX || !split(tag, len, &t) ||
        !add_language(&t, &o, &next) || !find_extensions(&t, next, &e))
        return 0;
    add_extensions(&t, &e, &o);
    return o.failed ? 0 : o.n;
}
