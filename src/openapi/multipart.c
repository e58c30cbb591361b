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

/* e NULL: the document says nothing about the field. */
static cm_status add_type(Parts *parts, const OaEncoding *e, bool is_text)
{
    Buf *out = &parts->text;
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
                          const OaEncoding *e, const JsonValue *value)
{
    Buf *out = &parts->text;
    bool is_text = cm__oa_is_scalar(value);
    cm__buf_add_str(out, "content-disposition: form-data; name=\"");
    add_name(out, field);
    cm__buf_add_str(out, "\"\r\n");
    cm_status status = add_type(parts, e, is_text);
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
    const OaEncoding *e = cm__oa_encoding(parts->body, field);
    cm_status status = CM_OK;
    if (value->type != CM_JSON_TYPE_ARRAY)
        return add_part(parts, field, e, value);
    for (size_t i = 0; i < value->n_items && status == CM_OK; i++)
        status = add_part(parts, field, e, &value->items[i]);
    return status;
}

/* ---- boundary ---- */

static const char digits[] = "0123456789abcdef";
static const char boundary_start[] = "codemode-";

static void make_boundary(uint64_t seed, char boundary[OA_BOUNDARY_LEN + 1])
{
    uint64_t bits = (uint64_t)cm__mix_u64(seed) << 32 | cm__mix_u64(~seed);
    char *to = boundary + sizeof boundary_start - 1;
    memcpy(boundary, boundary_start, sizeof boundary_start - 1);
    for (int shift = 60; shift >= 0; shift -= 4)
        *to++ = digits[bits >> shift & 15];
    *to = '\0';
}

/* How often the first n bytes of the boundary occur in the text, by the
 * hexadecimal digit behind them. */
static void count_next(const Buf *text, const char *boundary, size_t n,
                       size_t counts[16])
{
    const char *at = cm__buf_text(text), *end = at + text->len;
    memset(counts, 0, 16 * sizeof *counts);
    while ((size_t)(end - at) > n) {
        at = memchr(at, boundary[0], (size_t)(end - at) - n);
        if (!at)
            return;
        const char *digit =
            memcmp(at, boundary, n) == 0 ? memchr(digits, at[n], 16) : NULL;
        if (digit)
            counts[digit - digits]++;
        at++;
    }
}

/* Digit by digit: the seed's, or one that fewer occurrences go on with. These
 * are at most a sixteenth of those before, so that none is left at the end. No
 * text makes it slower than a pass for each digit. */
static void choose_boundary(const Buf *text, uint64_t seed,
                            char boundary[OA_BOUNDARY_LEN + 1])
{
    make_boundary(seed, boundary);
    for (size_t n = sizeof boundary_start - 1; n < OA_BOUNDARY_LEN; n++) {
        size_t counts[16], total = 0;
        size_t best = (size_t)(strchr(digits, boundary[n]) - digits);
        count_next(text, boundary, n, counts);
        for (size_t i = 0; i < 16; i++) {
            total += counts[i];
            if (counts[i] < counts[best])
                best = i;
        }
        if (total == 0)
            return;
        boundary[n] = digits[best];
    }
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
