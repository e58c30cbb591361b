/* SPDX-License-Identifier: MIT */
#include "mcp/resulttext.h"

#include <stdio.h>
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
            ((unsigned char)from[1] & 0xE0) == 0xA0 &&
            ((unsigned char)from[2] & 0xC0) == 0x80)
            text = from + 3;
        cm__buf_add_code_point(out, c);
    }
}

void cm__result_value_text(const cm_result *result, Buf *out)
{
    size_t len;
    const char *json = cm_result_value(result, &len);
    cm_status status = cm__result_json_text(json, len, out);
    if (status == CM_E_NOMEM && out->status == CM_OK)
        out->status = status;
    else if (status != CM_OK)
        cm__buf_add(out, json, len); /* too deep: the compact form */
}

cm_status cm__result_json_text(const char *json, size_t len, Buf *out)
{
    JsonDoc *doc = NULL;
    cm_status status = cm__json_parse(out->alloc, json, len, NULL, &doc, NULL);
    if (status != CM_OK)
        return status;
    if (doc->root.type == CM_JSON_TYPE_STRING) {
        cm__result_add_clean(out, doc->root.text, doc->root.len);
    } else {
        JsonWriter w = cm__json_writer(out);
        w.indent = 2;
        cm__json_write_value(&w, &doc->root);
    }
    cm__json_doc_free(doc);
    return CM_OK;
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

void cm__result_write_text(JsonWriter *w, const char *text, size_t len)
{
    cm__json_begin_object(w);
    cm__json_key(w, "type");
    cm__json_write_text(w, "text");
    cm__json_key(w, "text");
    cm__json_write_text_n(w, text, len);
    cm__json_end_object(w);
}

void cm__result_of_text(const char *text, size_t len, bool is_error, Buf *out)
{
    JsonWriter w = cm__json_writer(out);
    cm__json_begin_object(&w);
    cm__json_key(&w, "content");
    cm__json_begin_array(&w);
    cm__result_write_text(&w, text, len);
    cm__json_end_array(&w);
    if (is_error) {
        cm__json_key(&w, "isError");
        cm__json_write_bool(&w, true);
    }
    cm__json_end_object(&w);
}

void cm__result_left_out_line(size_t n, char line[100])
{
    (void)snprintf(line, 100,
                   "%zu attachment%s left out: inline media is limited to "
                   "5 MiB in total",
                   n, n == 1 ? "" : "s");
}
