/* SPDX-License-Identifier: MIT */
#include "js/intl/text.h"

#include <string.h>

static const char *const names[PART_TYPES] = {
#define X(id, name) [id] = (name),
    CM_PART_TYPES(X)
#undef X
};

void cm__text_init(IntlText *t, const cm_allocator *alloc)
{
    *t = (IntlText){ .source = SOURCE_SHARED };
    cm__buf_init(&t->text, alloc, CM_INTL_TEXT_MAX);
    cm__buf_init(&t->parts, alloc, CM_INTL_TEXT_MAX * sizeof(Part));
}

void cm__text_done(IntlText *t)
{
    cm__buf_done(&t->text);
    cm__buf_done(&t->parts);
}

size_t cm__text_part_count(const IntlText *t)
{
    return t->parts.len / sizeof(Part);
}

static Part *part_at(const IntlText *t, size_t i)
{
    return (Part *)(void *)t->parts.bytes + i;
}

const Part *cm__text_part(const IntlText *t, size_t i, size_t *ret_from)
{
    *ret_from = i > 0 ? part_at(t, i - 1)->end : 0;
    return part_at(t, i);
}

void cm__text_add(IntlText *t, PartType type, const char *s, size_t n)
{
    if (n == 0)
        return;
    cm__buf_add(&t->text, s, n);
    if (t->text.status != CM_OK)
        return;
    size_t n_parts = cm__text_part_count(t);
    Part *last = n_parts > 0 ? part_at(t, n_parts - 1) : NULL;
    uint32_t end = (uint32_t)t->text.len;
    bool joins =
        type == PART_LITERAL || type == PART_INTEGER || type == PART_FRACTION;
    if (last && joins && last->type == type && last->source == t->source &&
        last->has_unit == t->has_unit) {
        last->end = end;
        return;
    }
    Part part = { end, (uint8_t)type, (uint8_t)t->source, t->has_unit };
    cm__buf_add(&t->parts, &part, sizeof part);
    if (t->parts.status != CM_OK)
        t->text.status = t->parts.status;
}

void cm__text_str(IntlText *t, PartType type, const char *s)
{
    cm__text_add(t, type, s, strlen(s));
}

void cm__text_number(IntlText *t, PartType type, int value, int min_digits)
{
    char s[16];
    int n = 0, rest = value < 0 ? 0 : value;
    do {
        s[sizeof s - 1 - (size_t)n++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0 || n < min_digits);
    cm__text_add(t, type, s + sizeof s - n, (size_t)n);
}

const char *cm__part_name(PartType type)
{
    return names[type];
}
