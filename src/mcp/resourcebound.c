/* SPDX-License-Identifier: MIT */
#include "mcp/resourcebound.h"

#include <stdio.h>
#include <string.h>

#include "mcp/resulttext.h"

enum {
    CUT_MAX = 16 /* texts that are cut; each is a file */
};

const JsonValue *cm__resource_text(const JsonValue *part)
{
    if (part->type != CM_JSON_TYPE_OBJECT ||
        !cm__json_is_text(cm__json_get(part, "type"), "resource"))
        return NULL;
    const JsonValue *resource = cm__json_get(part, "resource");
    if (resource == NULL || resource->type != CM_JSON_TYPE_OBJECT)
        return NULL;
    const JsonValue *text = cm__json_get(resource, "text");
    return text != NULL && text->type == CM_JSON_TYPE_STRING ? text : NULL;
}

/* False: it does not fit, and what is left of the bound is used up. */
static bool take(ResourceBound *b, const JsonValue *text)
{
    size_t n_lines = cm__bound_count_lines(text->text, text->len);
    if (n_lines > b->left.max_lines || text->len > b->left.max_bytes)
        return false;
    b->left.max_lines -= n_lines;
    b->left.max_bytes -= text->len;
    return true;
}

/* Writes an object, a text part or a resource, with another text. */
static void write_text(JsonWriter *w, const JsonValue *object, const char *text,
                       size_t len)
{
    cm__json_begin_object(w);
    for (size_t i = 0; i < object->n_members; i++) {
        const JsonMember *m = &object->members[i];
        cm__json_key_n(w, m->name, m->name_len);
        if (cm__json_is_named(m, "text"))
            cm__json_write_text_n(w, text, len);
        else
            cm__json_write_value(w, &m->value);
    }
    cm__json_end_object(w);
}

/* A part with its resource's text replaced. */
static void write_with(JsonWriter *w, const JsonValue *part, const Buf *text)
{
    cm__json_begin_object(w);
    for (size_t i = 0; i < part->n_members; i++) {
        const JsonMember *m = &part->members[i];
        cm__json_key_n(w, m->name, m->name_len);
        if (cm__json_is_named(m, "resource"))
            write_text(w, &m->value, cm__buf_text(text), text->len);
        else
            cm__json_write_value(w, &m->value);
    }
    cm__json_end_object(w);
}

static void write_cut(ResourceBound *b, JsonWriter *w, const JsonValue *part,
                      const JsonValue *text)
{
    Buf cut;
    cm__buf_init(&cut, w->out->alloc, CM_BUF_NO_LIMIT);
    cm__bound_text(&b->left, text->text, text->len, &cut);
    write_with(w, part, &cut);
    cm__buf_share(w->out, &cut);
    cm__buf_done(&cut);
    b->left.max_lines = b->left.max_bytes = 0;
    b->left.is_prepared = true;
}

/* ---- all parts ---- */

const JsonValue *cm__part_text(const JsonValue *part)
{
    const JsonValue *text = cm__json_get(part, "text");
    return cm__json_is_text(cm__json_get(part, "type"), "text") &&
                   text != NULL && text->type == CM_JSON_TYPE_STRING
               ? text
               : NULL;
}

const JsonValue *cm__resource_media(const JsonValue *part)
{
    const JsonValue *type = cm__json_get(part, "type");
    bool is_media =
        cm__json_is_text(type, "image") || cm__json_is_text(type, "audio");
    const JsonValue *data =
        is_media ? cm__json_get(part, "data")
                 : cm__json_get(cm__json_get(part, "resource"), "blob");
    return data != NULL && data->type == CM_JSON_TYPE_STRING ? data : NULL;
}

/* Where a writer is, to go back there. */
typedef struct Mark {
    JsonWriter writer;
    size_t len;
} Mark;

static Mark mark_of(const JsonWriter *w)
{
    return (Mark){ *w, w->out->len };
}

/* False: what was written since, less its media, does not fit and is gone. */
static bool keep(ResourceBound *b, JsonWriter *w, const Mark *mark,
                 size_t n_media)
{
    if (w->out->status != CM_OK)
        return true; /* nothing of it will be sent */
    size_t n = w->out->len - mark->len;
    n = n > n_media ? n - n_media : 0;
    if (n <= CM_MEDIA_MAX - b->n_bytes) {
        b->n_bytes += n;
        return true;
    }
    cm__buf_truncate(w->out, mark->len);
    *w = mark->writer;
    return false;
}

/* False: left out for its text. */
static bool write_part(ResourceBound *b, JsonWriter *w, const JsonValue *part)
{
    const JsonValue *text = cm__resource_text(part);
    if (text == NULL || take(b, text)) {
        cm__json_write_value(w, part);
    } else if (b->n_cut < CUT_MAX) {
        b->n_cut++;
        write_cut(b, w, part, text);
    } else {
        b->n_left_out++;
        return false;
    }
    return true;
}

bool cm__resource_write(ResourceBound *b, JsonWriter *w, const JsonValue *part)
{
    const Mark mark = mark_of(w);
    ResourceBound before = *b;
    const JsonValue *media = cm__resource_media(part);
    if (b->n_parts == CM_PARTS_MAX) {
        b->n_over++;
        return false;
    }
    if (!write_part(b, w, part))
        return false;
    if (!keep(b, w, &mark, media != NULL ? media->len : 0)) {
        before.left.is_prepared = b->left.is_prepared;
        *b = before; /* what its text took is free again */
        b->n_over++;
        return false;
    }
    b->n_parts++;
    return true;
}

bool cm__resource_write_raw(ResourceBound *b, JsonWriter *w, const char *json,
                            size_t len, size_t n_media)
{
    const Mark mark = mark_of(w);
    if (b->n_parts < CM_PARTS_MAX) {
        cm__json_write_raw(w, json, len);
        if (keep(b, w, &mark, n_media)) {
            b->n_parts++;
            return true;
        }
    }
    b->n_over++;
    return false;
}

void cm__resource_write_words(ResourceBound *b, JsonWriter *w,
                              const JsonValue *part, const char *text,
                              size_t len)
{
    const Mark mark = mark_of(w);
    write_text(w, part, text, len);
    if (!keep(b, w, &mark, len))
        cm__result_write_text(w, text, len);
}

void cm__resource_over_line(size_t n, char line[100])
{
    (void)snprintf(
        line, 100,
        "%zu attachment%s left out: at most 1,000 and, beside media, "
        "5 MiB are passed on",
        n, n == 1 ? "" : "s");
}

void cm__resource_left_out_line(size_t n, char line[100])
{
    (void)snprintf(line, 100,
                   "%zu resource%s left out: their texts are limited to "
                   "2,000 lines and 50 KiB in total",
                   n, n == 1 ? "" : "s");
}
