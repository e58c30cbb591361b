/* SPDX-License-Identifier: MIT */
#include "mcp/resulttext.h"

#include <string.h>

#include "base/utf8.h"
#include "json/writer.h"

void cm__result_add_clean(Buf *out, const char *text, size_t len)
{
    const char *end = text + len;
    if (cm__utf8_is_valid(text, len)) {
        cm__buf_add(out, text, len);
        return;
    }
    while (text < end) {
        const char *from = text;
        bool is_ok = true;
        uint32_t c = cm__utf8_next(&text, end, &is_ok);
        if (is_ok) {
            cm__buf_add(out, from, (size_t)(text - from));
            continue;
        }
        /* ED A0..BF xx is one surrogate, not three bad bytes. */
        if (end - from >= 3 && (unsigned char)from[0] == 0xED &&
            (unsigned char)from[1] >= 0xA0)
            text = from + 3;
        cm__buf_add_code_point(out, c);
    }
}

void cm__result_value_text(const cm_result *result, Buf *out)
{
    size_t len;
    const char *json = cm_result_value(result, &len);
    JsonDoc *doc = NULL;
    if (cm__json_parse(out->alloc, json, len, NULL, &doc, NULL) != CM_OK) {
        cm__buf_add(out, json, len); /* out of memory: the compact form */
        return;
    }
    if (doc->root.type == CM_JSON_TYPE_STRING) {
        cm__result_add_clean(out, doc->root.text, doc->root.len);
    } else {
        JsonWriter w = cm__json_writer(out);
        w.indent = 2;
        cm__json_write_value(&w, &doc->root);
    }
    cm__json_doc_free(doc);
}

void cm__result_error_text(const cm_result *result, Buf *out)
{
    size_t len;
    const char *message = cm_result_error_message(result, &len);
    cm__result_add_clean(out, message, len);
    cm__result_suggestions_text(result, out);
}

void cm__result_suggestions_text(const cm_result *result, Buf *out)
{
    const char *message = cm_result_error_message(result, NULL);
    size_t n;
    for (size_t i = 0; i < cm_result_suggestion_count(result); i++) {
        const char *suggestion = cm_result_suggestion(result, i, &n);
        if (strstr(message, suggestion) != NULL)
            continue;
        cm__buf_add_char(out, '\n');
        cm__result_add_clean(out, suggestion, n);
    }
}

/* One blank line between blocks. */
static void begin_block(Buf *out, const char *head)
{
    if (out->len > 0)
        cm__buf_add_str(out, "\n\n");
    cm__buf_add_str(out, head);
}

static void add_lines(Buf *out, const Buf *lines)
{
    if (lines->len == 0)
        return;
    cm__buf_add_char(out, '\n');
    /* Without the last line end. */
    cm__result_add_clean(out, lines->bytes, lines->len - 1);
}

void cm__result_text(const cm_result *result, const Buf *tool_logs,
                     const Buf *notes, Buf *out)
{
    size_t n_logs = cm_result_log_count(result), len;
    if (!cm_result_ok(result)) {
        cm__result_error_text(result, out);
    } else {
        cm__result_value_text(result, out);
        if (cm_result_warning_count(result) > 0)
            begin_block(out, "Warnings:");
        for (size_t i = 0; i < cm_result_warning_count(result); i++) {
            cm__buf_add_fmt(out, "\n- [%s] ",
                            cm_result_warning_kind(result, i));
            const char *text = cm_result_warning_message(result, i, &len);
            cm__result_add_clean(out, text, len);
        }
    }
    if (n_logs > 0 || tool_logs->len > 0)
        begin_block(out, "Logs:");
    for (size_t i = 0; i < n_logs; i++) {
        const char *text = cm_result_log(result, i, &len);
        cm__buf_add_char(out, '\n');
        cm__result_add_clean(out, text, len);
    }
    add_lines(out, tool_logs);
    if (notes->len > 0)
        begin_block(out, "Notes:");
    add_lines(out, notes);
}
