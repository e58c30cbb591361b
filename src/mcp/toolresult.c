/* SPDX-License-Identifier: MIT */
#include "mcp/toolresult.h"

#include <stdio.h>
#include <string.h>

#include "mcp/hostrun.h"
#include "mcp/media.h"
#include "mcp/resourcebound.h"
#include "mcp/toolbox.h"
#include "json/writer.h"

static const char *text_of(const JsonValue *object, const char *name)
{
    const JsonValue *value = cm__json_get(object, name);
    return value != NULL && value->type == CM_JSON_TYPE_STRING ? value->text
                                                               : NULL;
}

/* ---- attachments ---- */

/* The reason to drop a part, or NULL; adds the size of inline media. */
static const char *check_part(const JsonValue *part, size_t *ret_bytes)
{
    const char *type = text_of(part, "type");
    if (type == NULL)
        return "it has no type";
    bool is_media = strcmp(type, "image") == 0 || strcmp(type, "audio") == 0;
    const JsonValue *holder = is_media ? part : cm__json_get(part, "resource");
    const JsonValue *inline_data =
        holder != NULL ? cm__json_get(holder, is_media ? "data" : "blob")
                       : NULL;
    if (inline_data == NULL)
        return is_media ? "it has no data" : NULL;
    if (inline_data->type != CM_JSON_TYPE_STRING)
        return "its data is no string";
    return cm__media_check(inline_data->text, inline_data->len,
                           text_of(holder, "mimeType"), ret_bytes);
}

static void attach(HostCall *call, const JsonValue *part)
{
    size_t media_bytes = 0;
    const char *reason = check_part(part, &media_bytes);
    if (reason != NULL) {
        char note[200], shown[41];
        const char *type = text_of(part, "type");
        (void)snprintf(note, sizeof note, "an attachment (%s) was dropped: %s",
                       cm__redact_cut(cm__host_redactor(call),
                                      type != NULL ? type : "no type", shown,
                                      sizeof shown),
                       reason);
        cm__hostrun_note(call, note);
        return;
    }
    Buf json;
    cm__buf_init(&json, cm__alloc_default(), CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&json);
    cm__json_write_value(&w, part);
    if (json.status == CM_OK)
        cm__hostrun_attach(call, json.bytes, json.len, media_bytes);
    else
        cm__hostrun_note(call, "an attachment was dropped: out of memory");
    cm__buf_done(&json);
}

/* ---- text ---- */

/* Whether a text part only repeats the structured content: its JSON by value,
 * or one of its string members. */
static bool repeats(const JsonValue *text, const JsonValue *structured)
{
    if (structured->type == CM_JSON_TYPE_STRING)
        return cm__json_equal(text, structured);
    for (size_t i = 0;
         structured->type == CM_JSON_TYPE_OBJECT && i < structured->n_members;
         i++)
        if (cm__json_equal(text, &structured->members[i].value))
            return true;
    JsonDoc *doc = NULL;
    JsonOptions options = { .max_memory = (size_t)64 << 20 };
    if (cm__json_parse(cm__alloc_default(), text->text, text->len, &options,
                       &doc, NULL) != CM_OK)
        return false;
    bool is_equal = cm__json_equal(&doc->root, structured);
    cm__json_doc_free(doc);
    return is_equal;
}

/* Text parts beside structured content: what is not repetition is logged. */
static void log_texts(HostCall *call, const JsonValue *content,
                      const JsonValue *structured)
{
    for (size_t i = 0; i < content->n_items; i++) {
        const JsonValue *text = cm__part_text(&content->items[i]);
        if (text != NULL && !repeats(text, structured))
            cm__hostrun_log(call, text->text, text->len);
    }
}

/* Joins the text parts by newlines; returns their number. */
static size_t join_texts(const JsonValue *content, Buf *out)
{
    size_t n = 0;
    for (size_t i = 0; i < content->n_items; i++) {
        const JsonValue *text = cm__part_text(&content->items[i]);
        if (text == NULL)
            continue;
        if (n++ > 0)
            cm__buf_add_char(out, '\n');
        cm__buf_add(out, text->text, text->len);
    }
    return n;
}

/* ---- settling ---- */

static void settle_failure(HostCall *call, const JsonValue *content)
{
    Buf text;
    cm__buf_init(&text, cm__alloc_default(), CM_BUF_NO_LIMIT);
    if (join_texts(content, &text) == 0 || text.len == 0)
        cm__buf_add_fmt(&text, "%s failed", call->tool->path);
    if (text.status == CM_OK) /* which may hold U+0000 */
        cm__host_fail_n(call, cm__buf_text(&text), text.len);
    else
        cm__host_fail(call, "out of memory");
    cm__buf_done(&text);
}

static void settle_value(HostCall *call, const JsonValue *content,
                         const JsonValue *structured)
{
    Buf json, text;
    cm__buf_init(&json, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_init(&text, cm__alloc_default(), CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(&json);
    if (structured != NULL) {
        log_texts(call, content, structured);
        cm__json_write_value(&w, structured);
        if (json.status == CM_OK)
            cm__toolbox_report(call->tool, json.bytes, json.len);
    } else if (join_texts(content, &text) > 0) {
        cm__json_write_text_n(&w, cm__buf_text(&text), text.len);
    } else {
        cm__json_write_null(&w);
    }
    if (json.status == CM_OK && text.status == CM_OK)
        cm__host_return(call, json.bytes, json.len);
    else
        cm__host_fail(call, "the host is out of memory");
    cm__buf_done(&json);
    cm__buf_done(&text);
}

void cm__toolresult_settle(HostCall *call, const JsonValue *result)
{
    static const JsonValue nothing = { .type = CM_JSON_TYPE_ARRAY };
    const JsonValue *content = cm__json_get(result, "content");
    const JsonValue *structured = cm__json_get(result, "structuredContent");
    const JsonValue *is_error = cm__json_get(result, "isError");
    if (call->sink != NULL) {
        cm__host_answer(call, result);
        return;
    }
    bool is_torn = content != NULL && content->type != CM_JSON_TYPE_ARRAY &&
                   content->type != CM_JSON_TYPE_NULL;
    if (content == NULL || content->type != CM_JSON_TYPE_ARRAY)
        content = &nothing;
    if (structured != NULL && structured->type == CM_JSON_TYPE_NULL)
        structured = NULL; /* what sloppy servers write for "none" */
    for (size_t i = 0; i < content->n_items; i++)
        if (cm__part_text(&content->items[i]) == NULL)
            attach(call, &content->items[i]);
    if (is_error != NULL && is_error->type == CM_JSON_TYPE_BOOL &&
        is_error->boolean)
        settle_failure(call, content);
    else if (is_torn && structured == NULL)
        cm__host_fail(call, "the content of its result is no list");
    else
        settle_value(call, content, structured);
}
