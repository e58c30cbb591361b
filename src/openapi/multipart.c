/* SPDX-License-Identifier: MIT */
#include "openapi/multipart.h"

#include "base/hash.h"
#include "openapi/encode.h"
#include "openapi/form.h"
#include "json/writer.h"

#include <string.h>

/* Parts behind each other in `text`, without what stands between them; `ends`
 * holds where each of them ends, as size_t. */
typedef struct Parts {
    Buf text, ends;
    const OaBody *body;
    Buf *why;
} Parts;

/* ---- parts ---- */

/* As browsers do it: the characters that could end the name. */
static void add_name(Buf *out, const JsonMember *field)
{
    Buf name;
    cm__buf_init(&name, out->alloc, CM_BUF_NO_LIMIT);
    cm__oa_repair(&name, field->name, field->name_len);
    for (size_t i = 0; i < name.len; i++) {
        if (name.bytes[i] == '"')
            cm__buf_add_str(out, "%22");
        else if (name.bytes[i] == '\r')
            cm__buf_add_str(out, "%0D");
        else if (name.bytes[i] == '\n')
            cm__buf_add_str(out, "%0A");
        else
            cm__buf_add_char(out, name.bytes[i]);
    }
    if (name.status != CM_OK && out->status == CM_OK)
        out->status = name.status;
    cm__buf_done(&name);
}

static bool has_line_end(OaText text)
{
    for (size_t i = 0; i < text.len; i++)
        if (strchr("\r\n", text.text[i])) /* finds NUL as well */
            return true;
    return false;
}

static cm_status add_type(Parts *parts, const JsonMember *field, bool is_text)
{
    Buf *out = &parts->text;
    const OaEncoding *e = cm__oa_encoding(parts->body, field);
    if (!is_text) {
        cm__buf_add_str(out, "content-type: application/json\r\n");
    } else if (e && e->content_type.len > 0) {
        if (has_line_end(e->content_type))
            return cm__oa_refuse(parts->why, e->name,
                                 "has an invalid header value.");
        cm__buf_add_str(out, "content-type: ");
        cm__buf_add(out, e->content_type.text, e->content_type.len);
        cm__buf_add_str(out, "\r\n");
    }
    return CM_OK;
}

static cm_status add_part(Parts *parts, const JsonMember *field,
                          const JsonValue *value)
{
    Buf *out = &parts->text;
    bool is_text = cm__oa_is_scalar(value);
    cm__buf_add_str(out, "content-disposition: form-data; name=\"");
    add_name(out, field);
    cm__buf_add_str(out, "\"\r\n");
    cm_status status = add_type(parts, field, is_text);
    if (status != CM_OK)
        return status;
    cm__buf_add_str(out, "\r\n");
    cm__oa_plain(out, value);
    cm__buf_add_str(out, "\r\n");
    cm__buf_add(&parts->ends, &out->len, sizeof out->len);
    return out->status == CM_OK ? parts->ends.status : out->status;
}

static cm_status add_field(Parts *parts, const JsonMember *field)
{
    const JsonValue *value = &field->value;
    cm_status status = CM_OK;
    if (value->type != CM_JSON_TYPE_ARRAY)
        return add_part(parts, field, value);
    for (size_t i = 0; i < value->n_items && status == CM_OK; i++)
        status = add_part(parts, field, &value->items[i]);
    return status;
}

/* ---- boundary ---- */

static bool contains(const Buf *text, const char *word, size_t len)
{
    const char *at = cm__buf_text(text), *end = at + text->len;
    while ((size_t)(end - at) >= len) {
        at = memchr(at, word[0], (size_t)(end - at) - len + 1);
        if (!at)
            return false;
        if (memcmp(at, word, len) == 0)
            return true;
        at++;
    }
    return false;
}

static void make_boundary(uint64_t seed, char boundary[OA_BOUNDARY_LEN + 1])
{
    static const char digits[] = "0123456789abcdef";
    static const char start[] = "codemode-";
    uint64_t bits = (uint64_t)cm__hash_u64(seed) << 32 | cm__hash_u64(~seed);
    char *to = boundary + sizeof start - 1;
    memcpy(boundary, start, sizeof start - 1);
    for (int shift = 60; shift >= 0; shift -= 4)
        *to++ = digits[bits >> shift & 15];
    *to = '\0';
}

/* Some boundary is free: text of n bytes holds fewer than n of them. */
static void choose_boundary(const Buf *text, uint64_t seed,
                            char boundary[OA_BOUNDARY_LEN + 1])
{
    do
        make_boundary(seed++, boundary);
    while (contains(text, boundary, OA_BOUNDARY_LEN));
}

/* ---- the whole ---- */

static void assemble(Buf *out, const Parts *parts, const char *boundary)
{
    size_t start = 0;
    size_t n = parts->ends.len / sizeof start;
    for (size_t i = 0; i < n; i++) {
        size_t end;
        memcpy(&end, parts->ends.bytes + i * sizeof end, sizeof end);
        cm__buf_add_fmt(out, "--%s\r\n", boundary);
        cm__buf_add(out, parts->text.bytes + start, end - start);
        start = end;
    }
    cm__buf_add_fmt(out, "--%s--\r\n", boundary);
}

cm_status cm__oa_multipart_write(Buf *out, const OaBody *body,
                                 const JsonValue *fields, uint64_t seed,
                                 char boundary[OA_BOUNDARY_LEN + 1], Buf *why)
{
    Parts parts = { .body = body, .why = why };
    cm_status status = CM_OK;
    cm__buf_init(&parts.text, out->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&parts.ends, out->alloc, CM_BUF_NO_LIMIT);
    for (size_t i = 0; i < fields->n_members && status == CM_OK; i++)
        status = add_field(&parts, &fields->members[i]);
    if (status == CM_OK) {
        choose_boundary(&parts.text, seed, boundary);
        assemble(out, &parts, boundary);
        status = out->status;
    }
    cm__buf_done(&parts.text);
    cm__buf_done(&parts.ends);
    return status;
}
