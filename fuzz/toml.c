/* SPDX-License-Identifier: MIT */
/* Oracles: what was read, written as TOML again (one key a line, the rest
 * inline), reads as the same tree; written as JSON it is JSON of the same tree;
 * errors have a place inside the text. */
#include "fuzz.h"

#include <math.h>
#include <string.h>

#include "cli/toml.h"
#include "json/writer.h"

/* inf and nan are no JSON, and nan is not itself. */
static int is_finite(const JsonValue *value)
{
    if (value->type == CM_JSON_TYPE_NUMBER)
        return value->is_integer || isfinite(value->number);
    if (value->type == CM_JSON_TYPE_ARRAY)
        for (size_t i = 0; i < value->n_items; i++)
            if (!is_finite(&value->items[i]))
                return 0;
    if (value->type == CM_JSON_TYPE_OBJECT)
        for (size_t i = 0; i < value->n_members; i++)
            if (!is_finite(&value->members[i].value))
                return 0;
    return 1;
}

/* JSON's strings are TOML's, but for DEL, which TOML wants escaped. */
static void write_text(const char *text, size_t len, Buf *out)
{
    const char *end, *del;
    Buf quoted;
    cm__buf_init(&quoted, out->alloc, CM_BUF_NO_LIMIT);
    cm__json_quote(&quoted, text, len);
    text = cm__buf_text(&quoted);
    end = text + quoted.len;
    while ((del = memchr(text, 0x7F, (size_t)(end - text))) != NULL) {
        cm__buf_add(out, text, (size_t)(del - text));
        cm__buf_add_str(out, "\\u007F");
        text = del + 1;
    }
    cm__buf_add(out, text, (size_t)(end - text));
    cm__buf_done(&quoted);
}

static void write_inline(const JsonValue *value, Buf *out)
{
    JsonWriter w = cm__json_writer(out);
    size_t mark = out->len;
    switch (value->type) {
    case CM_JSON_TYPE_ARRAY:
        cm__buf_add_char(out, '[');
        for (size_t i = 0; i < value->n_items; i++) {
            write_inline(&value->items[i], out);
            cm__buf_add_char(out, ',');
        }
        cm__buf_add_char(out, ']');
        return;
    case CM_JSON_TYPE_OBJECT:
        cm__buf_add_char(out, '{');
        for (size_t i = 0; i < value->n_members; i++) {
            const JsonMember *m = &value->members[i];
            cm__buf_add_str(out, i > 0 ? ", " : "");
            write_text(m->name, m->name_len, out);
            cm__buf_add_str(out, " = ");
            write_inline(&m->value, out);
        }
        cm__buf_add_char(out, '}');
        return;
    case CM_JSON_TYPE_STRING:
        write_text(value->text, value->len, out);
        return;
    case CM_JSON_TYPE_NUMBER:
        cm__json_write_value(&w, value);
        /* A float stays one. */
        if (!value->is_integer &&
            strpbrk(cm__buf_text(out) + mark, ".e") == NULL)
            cm__buf_add_str(out, ".0");
        return;
    case CM_JSON_TYPE_BOOL:
    case CM_JSON_TYPE_NULL:
        cm__json_write_value(&w, value);
        return;
    }
}

static void check_again(const JsonDoc *doc)
{
    const cm_allocator *alloc = cm__alloc_default();
    Buf text;
    JsonDoc *again = NULL;
    cm__buf_init(&text, alloc, CM_BUF_NO_LIMIT);
    for (size_t i = 0; i < doc->root.n_members; i++) {
        const JsonMember *m = &doc->root.members[i];
        write_text(m->name, m->name_len, &text);
        cm__buf_add_str(&text, " = ");
        write_inline(&m->value, &text);
        cm__buf_add_char(&text, '\n');
    }
    FUZZ_CHECK(cm__toml_parse(alloc, cm__buf_text(&text), text.len, &again,
                              NULL) == CM_OK);
    FUZZ_CHECK(cm__json_equal(&doc->root, &again->root));
    cm__json_doc_free(again);
    cm__buf_clear(&text);
    JsonWriter w = cm__json_writer(&text);
    cm__json_write_value(&w, &doc->root);
    FUZZ_CHECK(cm__json_parse(alloc, cm__buf_text(&text), text.len, NULL,
                              &again, NULL) == CM_OK);
    FUZZ_CHECK(cm__json_equal(&doc->root, &again->root));
    cm__json_doc_free(again);
    cm__buf_done(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    JsonDoc *doc = NULL;
    cm_error err = { .status = CM_OK };
    cm_status status = cm__toml_parse(cm__alloc_default(), (const char *)bytes,
                                      size, &doc, &err);
    if (status != CM_OK) {
        FUZZ_CHECK(status == CM_E_SYNTAX || status == CM_E_LIMIT);
        FUZZ_CHECK(err.status == status && err.text[0] != '\0');
        FUZZ_CHECK(err.line > 0 && err.column > 0);
        return 0;
    }
    if (is_finite(&doc->root) && size < 1 << 16)
        check_again(doc);
    cm__json_doc_free(doc);
    return 0;
}
