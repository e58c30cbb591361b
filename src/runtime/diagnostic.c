/* SPDX-License-Identifier: MIT */
#include "runtime/diagnostic.h"

#include "base/utf8.h"
#include "json/writer.h"

#include <string.h>

Text cm__text_dup(const cm_allocator *alloc, const char *text, size_t len)
{
    char *p = cm__alloc_text(alloc, text, len);
    return (Text){ p, p ? len : 0 };
}

/* An exact fit, because a Text remembers its length alone. */
Text cm__text_take(Buf *buf)
{
    const cm_allocator *alloc = buf->alloc;
    char *bytes;
    size_t len, cap;
    if (buf->status == CM_OK && buf->len == 0) {
        cm__buf_done(buf);
        return cm__text_dup(alloc, "", 0);
    }
    if (cm__buf_take(buf, &bytes, &len, &cap) != CM_OK)
        return (Text){ NULL, 0 };
    char *p = cm__realloc(alloc, bytes, cap, len + 1);
    if (!p) {
        cm__free(alloc, bytes, cap);
        return (Text){ NULL, 0 };
    }
    return (Text){ p, len };
}

void cm__text_free(const cm_allocator *alloc, Text *text)
{
    if (text->p)
        cm__free(alloc, text->p, text->len + 1);
    *text = (Text){ NULL, 0 };
}

/* U+D800..U+DFFF are ED A0 80 to ED BF BF. */
void cm__text_clean(char *text, size_t len)
{
    for (size_t i = 0; i + 2 < len; i++) {
        const unsigned char *u = (const unsigned char *)text + i;
        if (u[0] == 0xED && u[1] >= 0xA0) {
            /* NOLINTNEXTLINE(bugprone-not-null-terminated-result): inside */
            memcpy(text + i, "\xEF\xBF\xBD", 3);
            i += 2;
        }
    }
}

bool cm__diag_init(Diag *d, const cm_allocator *alloc, DiagKind kind,
                   const char *message, size_t len, uint32_t line,
                   uint32_t column)
{
    memset(d, 0, sizeof *d);
    d->kind = kind;
    d->line = line;
    d->column = column;
    d->message = cm__text_dup(alloc, message, len);
    if (d->message.p)
        cm__text_clean(d->message.p, len);
    return d->message.p != NULL;
}

bool cm__diag_suggest(Diag *d, const cm_allocator *alloc, const char *text,
                      size_t len)
{
    if (d->n_suggestions == CM_DIAG_SUGGESTIONS)
        return true;
    Text t = cm__text_dup(alloc, text, len);
    if (!t.p)
        return false;
    cm__text_clean(t.p, t.len);
    d->suggestions[d->n_suggestions++] = t;
    return true;
}

void cm__diag_done(Diag *d, const cm_allocator *alloc)
{
    cm__text_free(alloc, &d->message);
    for (uint32_t i = 0; i < d->n_suggestions; i++)
        cm__text_free(alloc, &d->suggestions[i]);
    d->n_suggestions = 0;
}

bool cm__diags_add(DiagList *list, const cm_allocator *alloc, Diag *take_d)
{
    Diag *items =
        cm__room(alloc, list->items, list->n, &list->cap, sizeof *items);
    if (!items) {
        cm__diag_done(take_d, alloc);
        return false;
    }
    list->items = items;
    list->items[list->n++] = *take_d;
    memset(take_d, 0, sizeof *take_d);
    return true;
}

void cm__diags_done(DiagList *list, const cm_allocator *alloc)
{
    for (size_t i = 0; i < list->n; i++)
        cm__diag_done(&list->items[i], alloc);
    cm__free(alloc, list->items, list->cap * sizeof *list->items);
    *list = (DiagList){ NULL, 0, 0 };
}

size_t cm__diag_json_size(const Diag *d)
{
    static const char frame[] =
        "{\"kind\":\"\",\"message\":,\"location\":{\"line\":4294967295,"
        "\"column\":4294967295},\"suggestions\":[]},";
    size_t size = sizeof frame + strlen(diag_kind_name(d->kind)) +
                  cm__json_size(d->message.p, d->message.len);
    for (uint32_t i = 0; i < d->n_suggestions; i++)
        size += cm__json_size(d->suggestions[i].p, d->suggestions[i].len) + 1;
    return size;
}

void cm__diag_write(JsonWriter *w, const Diag *d)
{
    cm__json_begin_object(w);
    cm__json_key(w, "kind");
    cm__json_write_text(w, diag_kind_name(d->kind));
    cm__json_key(w, "message");
    cm__json_write_text_n(w, d->message.p, d->message.len);
    if (d->line) {
        cm__json_key(w, "location");
        cm__json_begin_object(w);
        cm__json_key(w, "line");
        cm__json_write_int(w, d->line);
        cm__json_key(w, "column");
        cm__json_write_int(w, d->column);
        cm__json_end_object(w);
    }
    if (d->n_suggestions) {
        cm__json_key(w, "suggestions");
        cm__json_begin_array(w);
        for (uint32_t i = 0; i < d->n_suggestions; i++)
            cm__json_write_text_n(w, d->suggestions[i].p,
                                  d->suggestions[i].len);
        cm__json_end_array(w);
    }
    cm__json_end_object(w);
}
