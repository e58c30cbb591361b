/* SPDX-License-Identifier: MIT */
#include "catalog/absence.h"

#include <string.h>

#include "base/ascii.h"
#include "catalog/index.h"
#include "catalog/tokens.h"

static void free_text(const cm_allocator *alloc, char *text)
{
    if (text)
        cm__free(alloc, text, strlen(text) + 1);
}

static bool reserve(AbsenceList *list, const cm_allocator *alloc)
{
    Absence *items =
        cm__room(alloc, list->items, list->n, &list->cap, sizeof *items);
    if (items)
        list->items = items;
    return items != NULL;
}

cm_status cm__absence_add(AbsenceList *list, const cm_allocator *alloc,
                          const char *path, const char *reason)
{
    Absence item = { cm__alloc_text(alloc, path, strlen(path)),
                     cm__alloc_text(alloc, reason, strlen(reason)) };
    if (!item.path || !item.reason || !reserve(list, alloc)) {
        free_text(alloc, item.path);
        free_text(alloc, item.reason);
        return CM_E_NOMEM;
    }
    list->items[list->n++] = item;
    return CM_OK;
}

cm_status cm__absence_copy(AbsenceList *to, const cm_allocator *alloc,
                           const AbsenceList *from)
{
    cm_status status = CM_OK;
    for (size_t i = 0; i < from->n && status == CM_OK; i++)
        status = cm__absence_add(to, alloc, from->items[i].path,
                                 from->items[i].reason);
    return status;
}

void cm__absence_done(AbsenceList *list, const cm_allocator *alloc)
{
    for (size_t i = 0; i < list->n; i++) {
        free_text(alloc, list->items[i].path);
        free_text(alloc, list->items[i].reason);
    }
    cm__free(alloc, list->items, list->cap * sizeof *list->items);
    *list = (AbsenceList){ 0 };
}

/* The next letter or digit in lower case, '\0' at the end. */
static char next_sign(const char **text, const char *end)
{
    while (*text < end) {
        char c = *(*text)++;
        if (cm__is_token_byte(c))
            return cm__ascii_lower(c);
    }
    return '\0';
}

static bool is_alike(const char *a, size_t a_len, const char *b, size_t b_len)
{
    const char *a_end = a + a_len, *b_end = b + b_len;
    size_t n = 0;
    for (;; n++) {
        char c = next_sign(&a, a_end);
        if (c != next_sign(&b, b_end))
            return false;
        if (c == '\0')
            return n > 0;
    }
}

cm_status cm__absence_find(const AbsenceList *list, const char *path,
                           size_t path_len, const IndexMeter *meter,
                           const Absence **ret_item)
{
    *ret_item = NULL;
    for (size_t i = 0; i < list->n; i++) {
        const Absence *item = &list->items[i];
        size_t len = strlen(item->path);
        if (meter && meter->charge && !meter->charge(meter->ctx, len))
            return CM_E_LIMIT;
        if (len == path_len && memcmp(item->path, path, len) == 0) {
            *ret_item = item;
            return CM_OK;
        }
        if (!*ret_item && is_alike(item->path, len, path, path_len))
            *ret_item = item;
    }
    return CM_OK;
}
