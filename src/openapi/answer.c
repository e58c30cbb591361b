/* SPDX-License-Identifier: MIT */
#include "openapi/answer.h"

#include "base/utf8.h"
#include "catalog/tokens.h"
#include "openapi/compact.h"
#include "openapi/encode.h"
#include "json/writer.h"

#include <string.h>

/* ---- content types ---- */

static bool ends_with(const char *text, size_t len, const char *end)
{
    size_t n = strlen(end);
    if (n > len)
        return false;
    for (size_t i = 0; i < n; i++)
        if (cm__ascii_lower(text[len - n + i]) != end[i])
            return false;
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* application/json or a type that ends in +json; parameters do not matter. */
static bool is_json_type(const char *type)
{
    static const char json[] = "application/json";
    if (!type)
        return false;
    while (is_blank(*type))
        type++;
    size_t len = strcspn(type, ";");
    while (len > 0 && is_blank(type[len - 1]))
        len--;
    return (len == sizeof json - 1 && ends_with(type, len, json)) ||
           ends_with(type, len, "+json");
}

/* ---- texts ---- */

static void add_operation(Buf *out, const Operation *op)
{
    cm__oa_repair(out, op->method.text, op->method.len);
    cm__buf_add_char(out, ' ');
    cm__oa_repair(out, op->path.text, op->path.len);
}

static cm_status fail(Buf *out, const Operation *op, const char *text)
{
    add_operation(out, op);
    cm__buf_add_char(out, ' ');
    cm__buf_add_str(out, text);
    return out->status == CM_OK ? CM_E_IO : CM_E_NOMEM;
}

/* The body as text: valid UTF-8 without a byte order mark. */
typedef struct Body {
    const char *text;
    size_t len;
    bool is_json;
    Buf repaired; /* owns the text when it had to be changed */
} Body;

static cm_status read_body(Body *b, const cm_allocator *alloc, const char *text,
                           size_t len)
{
    cm__buf_init(&b->repaired, alloc, CM_BUF_NO_LIMIT);
    b->text = text ? text : "";
    b->len = text ? len : 0;
    if (b->len >= 3 && memcmp(b->text, "\xEF\xBB\xBF", 3) == 0) {
        b->text += 3;
        b->len -= 3;
    }
    if (cm__utf8_is_valid(b->text, b->len))
        return CM_OK;
    for (const char *at = b->text, *end = at + b->len; at < end;) {
        size_t n = cm__utf8_valid_prefix(at, (size_t)(end - at));
        cm__buf_add(&b->repaired, at, n);
        at += n;
        if (at < end)
            cm__buf_add_code_point(&b->repaired, cm__utf8_next(&at, end, NULL));
    }
    b->text = cm__buf_text(&b->repaired);
    b->len = b->repaired.len;
    return b->repaired.status;
}

/* ---- failures by status ---- */

/* As much of the text as fits in OA_SUMMARY_UNITS, and "..." for the rest. Half
 * of a pair of surrogates is no text, so the cut may be one unit earlier. */
static void add_cut(Buf *out, const char *text, size_t len)
{
    const char *at = text, *end = text + len;
    unsigned units = 0;
    while (at < end) {
        const char *next = at;
        unsigned need = cm__utf8_next(&next, end, NULL) > 0xFFFF ? 2 : 1;
        if (units + need > OA_SUMMARY_UNITS)
            break;
        units += need;
        at = next;
    }
    cm__buf_add(out, text, (size_t)(at - text));
    if (at < end)
        cm__buf_add_str(out, "...");
}

/* What the body says of itself, as far as a message has room for it. */
static cm_status add_summary(Buf *out, const Body *body)
{
    Buf json;
    cm_status parsed = CM_E_SYNTAX;
    if (body->len == 0) {
        cm__buf_add_str(out, "empty body");
        return CM_OK;
    }
    cm__buf_init(&json, out->alloc, CM_BUF_NO_LIMIT);
    if (body->is_json) /* a unit has three bytes at most */
        parsed = cm__oa_compact(out->alloc, body->text, body->len, &json,
                                4 * (size_t)OA_SUMMARY_UNITS);
    if (parsed == CM_OK && strcmp(cm__buf_text(&json), "null") == 0)
        cm__buf_add_str(out, "empty body");
    else if (parsed == CM_OK)
        add_cut(out, cm__buf_text(&json), json.len);
    else
        add_cut(out, body->text, body->len);
    cm__buf_done(&json);
    return parsed == CM_E_NOMEM ? CM_E_NOMEM : CM_OK;
}

static cm_status fail_status(const Operation *op, int status, const Body *body,
                             Buf *out)
{
    add_operation(out, op);
    cm__buf_add_fmt(out, " answered HTTP %d: ", status);
    cm_status added = add_summary(out, body);
    return added == CM_OK && out->status == CM_OK ? CM_E_IO : CM_E_NOMEM;
}

/* ---- values ---- */

static cm_status read_value(const Operation *op, int status, const Body *body,
                            Buf *out)
{
    static const char head[] = "HEAD";
    bool is_head = op->method.len == sizeof head - 1 &&
                   memcmp(op->method.text, head, sizeof head - 1) == 0;
    if (body->len == 0 || status == 204 || is_head) {
        cm__buf_add_str(out, "null");
        return out->status;
    }
    if (!body->is_json) {
        cm__json_quote(out, body->text, body->len);
        return out->status;
    }
    cm_status parsed =
        cm__oa_compact(out->alloc, body->text, body->len, NULL, 0);
    if (parsed == CM_E_NOMEM)
        return CM_E_NOMEM;
    if (parsed != CM_OK)
        return fail(out, op, "answered malformed JSON.");
    /* as it stands: numbers keep their digits */
    cm__buf_add(out, body->text, body->len);
    return out->status;
}

cm_status cm__oa_answer_read(const cm_allocator *alloc, const Operation *op,
                             int status, const char *content_type,
                             const char *body, size_t len, Buf *out)
{
    Body b;
    if (len > OA_BODY_MAX) {
        cm__oa_answer_fault(op, CM_HTTP_TOO_LARGE, NULL, out);
        return out->status == CM_OK ? CM_E_IO : CM_E_NOMEM;
    }
    b.is_json = is_json_type(content_type);
    cm_status result = read_body(&b, alloc, body, len);
    if (result == CM_OK)
        result = status >= 200 && status <= 299
                     ? read_value(op, status, &b, out)
                     : fail_status(op, status, &b, out);
    cm__buf_done(&b.repaired);
    return result;
}

void cm__oa_answer_fault(const Operation *op, cm_http_fault fault,
                         const char *reason, Buf *out)
{
    add_operation(out, op);
    if (fault == CM_HTTP_TOO_LARGE) {
        cm__buf_add_str(out, " response is larger than 50 MiB.");
    } else if (fault == CM_HTTP_UNREADABLE) {
        cm__buf_add_str(out, " response could not be read.");
    } else {
        cm__buf_add_str(out, " failed: ");
        if (!reason || !*reason)
            reason = "no answer came";
        cm__oa_repair(out, reason, strlen(reason));
    }
}
