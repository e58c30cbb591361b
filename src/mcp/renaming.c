/* SPDX-License-Identifier: MIT */
#include "mcp/renaming.h"

#include <string.h>

#include "mcp/era.h"

typedef struct Source {
    const char *text;
    size_t len;
    const Renaming *names;
} Source;

/* The length of the value that begins at `at`. The text is well formed. */
static size_t value_len(const char *at, size_t len)
{
    size_t depth = 0;
    bool is_string = false;
    for (size_t n = 0; n < len; n++) {
        char c = at[n];
        if (is_string) {
            n += c == '\\';
            is_string = c != '"';
            if (!is_string && depth == 0)
                return n + 1;
        } else if (c == '"') {
            is_string = true;
        } else if (c == '{' || c == '[') {
            depth++;
        } else if (depth == 0) {
            if (c == ',' || c == '}' || c == ']' || c <= ' ')
                return n; /* behind a number, true, false or null */
        } else if ((c == '}' || c == ']') && --depth == 0) {
            return n + 1;
        }
    }
    return len;
}

void cm__rename_value(Buf *out, const char *text, size_t len,
                      const JsonValue *value)
{
    const char *at = text + value->offset;
    size_t from = out->len;
    cm__buf_add(out, at, value_len(at, len - value->offset));
    for (size_t i = from; i < out->len; i++)
        if (out->bytes[i] == '\n' || out->bytes[i] == '\r')
            out->bytes[i] = ' ';
}

/* put: instead of the value, unless NULL. */
static void add_member(Buf *out, const Source *s, const JsonMember *m,
                       const char *put)
{
    if (out->len > 0 && out->bytes[out->len - 1] != '{')
        cm__buf_add_char(out, ',');
    JsonWriter w = cm__json_writer(out);
    cm__json_write_text_n(&w, m->name, m->name_len);
    cm__buf_add_char(out, ':');
    if (put != NULL)
        cm__buf_add_str(out, put);
    else
        cm__rename_value(out, s->text, s->len, &m->value);
}

static bool is_named(const JsonMember *m, const char *name)
{
    return cm__json_is_named(m, name);
}

static void add_key(Buf *out, const char *name)
{
    if (out->len > 0 && out->bytes[out->len - 1] != '{')
        cm__buf_add_char(out, ',');
    cm__buf_add_char(out, '"');
    cm__buf_add_str(out, name);
    cm__buf_add_str(out, "\":");
}

static void add_meta(Buf *out, const Source *s, const JsonValue *meta)
{
    cm__buf_add_char(out, '{');
    for (size_t i = 0; i < meta->n_members; i++) {
        const JsonMember *m = &meta->members[i];
        const char *put = NULL;
        if (is_named(m, "progressToken"))
            put = s->names->token;
        else if (is_named(m, CM_META_SUBSCRIPTION))
            put = s->names->subscription;
        add_member(out, s, m, put);
    }
    cm__buf_add_char(out, '}');
}

/* params, or a result. */
static void add_body(Buf *out, const Source *s, const JsonValue *body)
{
    cm__buf_add_char(out, '{');
    for (size_t i = 0; i < body->n_members; i++) {
        const JsonMember *m = &body->members[i];
        if (is_named(m, "_meta") && m->value.type == CM_JSON_TYPE_OBJECT) {
            add_key(out, "_meta");
            add_meta(out, s, &m->value);
        } else {
            add_member(out, s, m,
                       is_named(m, "progressToken") ? s->names->progress
                                                    : NULL);
        }
    }
    cm__buf_add_char(out, '}');
}

void cm__rename_message(Buf *out, const char *text, size_t len,
                        const JsonValue *root, const Renaming *names)
{
    const Source s = { text, len, names };
    bool has_id = names->id == NULL;
    cm__buf_add_char(out, '{');
    for (size_t i = 0; i < root->n_members; i++) {
        const JsonMember *m = &root->members[i];
        bool is_body = is_named(m, "params") || is_named(m, "result");
        if (is_body && m->value.type == CM_JSON_TYPE_OBJECT) {
            add_key(out, m->name);
            add_body(out, &s, &m->value);
        } else if (is_named(m, "id")) {
            add_member(out, &s, m, names->id);
            has_id = true;
        } else {
            add_member(out, &s, m, NULL);
        }
    }
    if (!has_id) {
        add_key(out, "id");
        cm__buf_add_str(out, names->id);
    }
    cm__buf_add_char(out, '}');
}
