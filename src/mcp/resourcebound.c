/* SPDX-License-Identifier: MIT */
#include "mcp/resourcebound.h"

#include <stdio.h>
#include <string.h>

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

void cm__resource_write_text(JsonWriter *w, const JsonValue *object,
                             const Buf *text)
{
    cm__json_begin_object(w);
    for (size_t i = 0; i < object->n_members; i++) {
        const JsonMember *m = &object->members[i];
        cm__json_key_n(w, m->name, m->name_len);
        if (strcmp(m->name, "text") == 0)
            cm__json_write_text_n(w, cm__buf_text(text), text->len);
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
        if (strcmp(m->name, "resource") == 0)
            cm__resource_write_text(w, &m->value, text);
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

bool cm__resource_write(ResourceBound *b, JsonWriter *w, const JsonValue *part)
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

void cm__resource_left_out_line(size_t n, char line[100])
{
    (void)snprintf(line, 100,
                   "%zu resource%s left out: their texts are limited to "
                   "2,000 lines and 50 KiB in total",
                   n, n == 1 ? "" : "s");
}
