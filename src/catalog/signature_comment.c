/* SPDX-License-Identifier: MIT */
/* Comments of properties; spec/discovery.md 3.7 and, in Lua, 3.8. */
#include "catalog/signature_internal.h"

#include "base/utf8.h"
#include "json/writer.h"

#include <string.h>

enum {
    LINE_WIDTH = 120,
    /* Bytes of descriptions and entries of lists read for one type. Blank ones
     * are read for nothing, and references may bring the same one back many
     * times. */
    SCAN_LIMIT = 1024 * 1024
};

typedef struct Range {
    const char *text;
    size_t len;
} Range;

size_t cm__text_units(const char *text, size_t len)
{
    bool is_latin1;
    return cm__utf8_utf16_length(text, len, &is_latin1);
}

void cm__text_repair(Buf *out, const char *text, size_t len)
{
    if (!memchr(text, '\0', len) && cm__utf8_is_valid(text, len)) {
        cm__buf_add(out, text, len);
        return;
    }
    for (const char *at = text, *end = text + len; at < end;) {
        uint32_t c = cm__utf8_next(&at, end, NULL);
        cm__buf_add_code_point(out, c ? c : ' ');
    }
}

/* ---- tags ---- */

static void begin_tag(Buf *out, const char *tag)
{
    cm__buf_add_str(out, out->len ? " @" : "@");
    cm__buf_add_str(out, tag);
}

static void number_tag(Buf *out, const JsonValue *node, const char *keyword)
{
    const JsonValue *v = cm__json_get(node, keyword);
    if (!v || v->type != CM_JSON_TYPE_NUMBER)
        return;
    begin_tag(out, keyword);
    cm__buf_add_char(out, ' ');
    JsonWriter w = cm__json_writer(out);
    cm__json_write_value(&w, v);
}

static void text_tag(Buf *out, const JsonValue *node, const char *keyword)
{
    const JsonValue *v = cm__json_get(node, keyword);
    if (!v || v->type != CM_JSON_TYPE_STRING)
        return;
    begin_tag(out, keyword);
    cm__buf_add_char(out, ' ');
    cm__text_repair(out, v->text, v->len);
}

static bool is_true(const JsonValue *node, const char *keyword)
{
    const JsonValue *v = cm__json_get(node, keyword);
    return v && v->type == CM_JSON_TYPE_BOOL && v->boolean;
}

static void add_summary(Buf *out, cm_language language, const JsonValue *node)
{
    static const char *const bounds[] = {
        "minimum",    "maximum",   "exclusiveMinimum", "exclusiveMaximum",
        "multipleOf", "minLength", "maxLength"
    };
    if (is_true(node, "deprecated"))
        begin_tag(out, "deprecated");
    const JsonValue *preset = cm__json_get(node, "default");
    if (preset) {
        begin_tag(out, "default ");
        JsonWriter w = cm__json_writer(out);
        cm__json_write_value(&w, preset);
    }
    text_tag(out, node, "format");
    const JsonValue *type = cm__json_get(node, "type");
    if (language != CM_LANGUAGE_LUA && type &&
        cm__json_is_text(type, "integer"))
        begin_tag(out, "integer");
    for (size_t i = 0; i < CM_ARRAY_LEN(bounds); i++)
        number_tag(out, node, bounds[i]);
    text_tag(out, node, "pattern");
    number_tag(out, node, "minItems");
    number_tag(out, node, "maxItems");
    if (is_true(node, "uniqueItems"))
        begin_tag(out, "uniqueItems true");
}

/* ---- lines ---- */

/* The next line of a text; false at its end. */
static bool next_line(Range *rest, Range *ret_line)
{
    if (!rest->text)
        return false;
    size_t n = 0;
    while (n < rest->len && rest->text[n] != '\n' && rest->text[n] != '\r')
        n++;
    *ret_line = (Range){ rest->text, n };
    if (n == rest->len) {
        rest->text = NULL;
        return true;
    }
    if (rest->text[n] == '\r' && n + 1 < rest->len && rest->text[n + 1] == '\n')
        n++;
    *rest = (Range){ rest->text + n + 1, rest->len - n - 1 };
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
}

static Range strip_end(Range line)
{
    while (line.len && is_blank(line.text[line.len - 1]))
        line.len--;
    return line;
}

static bool may_scan(CommentMaker *c, size_t n)
{
    if (n > SCAN_LIMIT - c->n_scanned) {
        if (c->schema.status == CM_OK)
            c->schema.status = CM_E_LIMIT;
        return false;
    }
    c->n_scanned += n;
    return true;
}

/* Appends the lines, each with its end, blank ones at both ends dropped;
 * returns their number. */
static size_t add_description(CommentMaker *c, const JsonValue *node)
{
    Buf *out = &c->schema;
    const JsonValue *text = cm__json_get(node, "description");
    if (!text || text->type != CM_JSON_TYPE_STRING)
        return 0;
    if (!may_scan(c, text->len))
        return 0;
    Range rest = { text->text, text->len }, line;
    size_t n = 0, n_blank = 0;
    while (next_line(&rest, &line)) {
        line = strip_end(line);
        if (line.len == 0) {
            n_blank += n > 0;
            continue;
        }
        cm__buf_add_fill(out, '\n', n_blank);
        n += n_blank + 1;
        n_blank = 0;
        cm__text_repair(out, line.text, line.len);
        cm__buf_add_char(out, '\n');
    }
    return n;
}

static cm_status first_failure(const CommentMaker *c)
{
    if (c->lines.status != CM_OK)
        return c->lines.status;
    return c->schema.status != CM_OK ? c->schema.status : c->summary.status;
}

/* The lines of one schema into c->schema; rules 1 to 4. */
static void make_lines(CommentMaker *c, const JsonValue *node, size_t width)
{
    size_t room = c->style.language == CM_LANGUAGE_LUA ? 4 : 7;
    Buf *out = &c->schema;
    if (first_failure(c) != CM_OK)
        return;
    cm__buf_clear(out);
    cm__buf_clear(&c->summary);
    size_t n = add_description(c, node);
    add_summary(&c->summary, c->style.language, node);
    const char *summary = cm__buf_text(&c->summary);
    size_t len = c->summary.len;
    if (len == 0 || out->status != CM_OK)
        return;
    if (n == 1 && !memchr(summary, '\n', len)) {
        size_t end = out->len - 1;
        bool has_stop = out->bytes[end - 1] == '.';
        size_t all = cm__text_units(out->bytes, end) + !has_stop + 1 +
                     cm__text_units(summary, len);
        if (width + all + room <= LINE_WIDTH) {
            cm__buf_truncate(out, end);
            cm__buf_add_str(out, has_stop ? " " : ". ");
        }
    }
    Range rest = { summary, len }, line;
    while (next_line(&rest, &line)) {
        cm__buf_add(out, line.text, line.len);
        cm__buf_add_char(out, '\n');
    }
}

/* The lines of the contents behind those of the property. */
static void add_contents(CommentMaker *c, const JsonValue *node,
                         const char *label)
{
    if (!node || node->type != CM_JSON_TYPE_OBJECT)
        return;
    make_lines(c, node, c->style.indent + strlen(label) + 2);
    const char *head = label;
    for (size_t at = 0; at < c->schema.len && c->schema.status == CM_OK;) {
        const char *text = c->schema.bytes + at;
        const char *end = memchr(text, '\n', c->schema.len - at);
        size_t len = (size_t)(end - text);
        if (len)
            cm__buf_add_str(&c->lines, head);
        cm__buf_add(&c->lines, text, len + 1);
        head = "  ";
        at += len + 1;
    }
}

static bool has_type(CommentMaker *c, const JsonValue *node, const char *name)
{
    const JsonValue *type = cm__json_get(node, "type");
    if (!type)
        return false;
    if (type->type != CM_JSON_TYPE_ARRAY)
        return cm__json_is_text(type, name);
    if (!may_scan(c, type->n_items))
        return false;
    for (size_t i = 0; i < type->n_items; i++)
        if (cm__json_is_text(&type->items[i], name))
            return true;
    return false;
}

static void collect(CommentMaker *c, const JsonValue *node)
{
    make_lines(c, node, c->style.indent);
    cm__buf_add(&c->lines, cm__buf_text(&c->schema), c->schema.len);
    if (has_type(c, node, "array"))
        add_contents(c, cm__json_get(node, "items"), "Each item: ");
    const JsonValue *properties = cm__json_get(node, "properties");
    bool is_open = properties && !cm__json_get(node, "type");
    if (is_open || has_type(c, node, "object")) {
        bool is_named = properties && properties->type == CM_JSON_TYPE_OBJECT &&
                        properties->n_members;
        add_contents(c, cm__json_get(node, "additionalProperties"),
                     is_named ? "Each additional value: " : "Each value: ");
    }
}

/* ---- output ---- */

/* A line of TypeScript, in which nothing may end the comment. */
static void add_safe(Buf *out, Range line)
{
    const char *at = line.text, *end = line.text + line.len;
    for (const char *star; (star = memchr(at, '*', (size_t)(end - at)));) {
        cm__buf_add(out, at, (size_t)(star + 1 - at));
        at = star + 1;
        if (at < end && *at == '/')
            cm__buf_add_char(out, ' ');
    }
    cm__buf_add(out, at, (size_t)(end - at));
}

static void print_lines(Buf *out, const TypeStyle *style, const char *lead,
                        Range rest)
{
    Range line;
    for (bool more = true; more && next_line(&rest, &line);) {
        more = rest.len > 0; /* the last line end begins no line */
        cm__buf_add_fill(out, ' ', style->indent);
        cm__buf_add_str(out, lead);
        if (line.len) {
            cm__buf_add_char(out, ' ');
            cm__buf_add(out, line.text, line.len);
        }
        cm__buf_add_char(out, '\n');
    }
}

static void print_typescript(Buf *out, const TypeStyle *style, Range safe)
{
    size_t len = safe.len - 1;
    bool is_single = !memchr(safe.text, '\n', len);
    if (is_single &&
        style->indent + cm__text_units(safe.text, len) + 7 <= LINE_WIDTH) {
        cm__buf_add_fill(out, ' ', style->indent);
        cm__buf_add_str(out, "/** ");
        cm__buf_add(out, safe.text, len);
        cm__buf_add_str(out, " */\n");
        return;
    }
    cm__buf_add_fill(out, ' ', style->indent);
    cm__buf_add_str(out, "/**\n");
    print_lines(out, style, " *", safe);
    cm__buf_add_fill(out, ' ', style->indent);
    cm__buf_add_str(out, " */\n");
}

void cm__comments_init(CommentMaker *c, const cm_allocator *alloc)
{
    *c = (CommentMaker){ .n_scanned = 0 };
    cm__buf_init(&c->lines, alloc, CM_TYPE_MAX_BYTES);
    cm__buf_init(&c->schema, alloc, CM_TYPE_MAX_BYTES);
    cm__buf_init(&c->summary, alloc, CM_TYPE_MAX_BYTES);
}

void cm__comments_done(CommentMaker *c)
{
    cm__buf_done(&c->lines);
    cm__buf_done(&c->schema);
    cm__buf_done(&c->summary);
}

cm_status cm__comment_add(CommentMaker *c, Buf *out, const TypeStyle *style,
                          const JsonValue *property)
{
    if (property->type != CM_JSON_TYPE_OBJECT)
        return CM_OK;
    c->style = *style;
    cm__buf_clear(&c->lines);
    collect(c, property);
    cm_status status = first_failure(c);
    Range lines = { cm__buf_text(&c->lines), c->lines.len };
    if (status != CM_OK || lines.len == 0)
        return status;
    if (style->language == CM_LANGUAGE_LUA) {
        print_lines(out, style, "---", lines);
        return CM_OK;
    }
    Buf *safe = &c->schema;
    cm__buf_clear(safe);
    add_safe(safe, lines);
    if (safe->status == CM_OK)
        print_typescript(out, style, (Range){ cm__buf_text(safe), safe->len });
    return safe->status;
}
