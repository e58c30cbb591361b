/* SPDX-License-Identifier: MIT */
#include "openapi/form.h"

#include "openapi/encode.h"

#include <string.h>

const OaEncoding *cm__oa_encoding(const OaBody *body, const JsonMember *field)
{
    for (size_t i = 0; i < body->n_encodings; i++) {
        const OaEncoding *e = &body->encodings[i];
        if (e->name.len == field->name_len &&
            memcmp(e->name.text, field->name, field->name_len) == 0)
            return e;
    }
    return NULL;
}

static bool is_list_of_scalars(const JsonValue *value)
{
    if (value->type != CM_JSON_TYPE_ARRAY)
        return false;
    for (size_t i = 0; i < value->n_items; i++)
        if (!cm__oa_is_scalar(&value->items[i]))
            return false;
    return true;
}

/* Scalars as text, lists of them repeated, everything else as JSON text, unless
 * the document says how. */
static OaWay way_of(const OaBody *body, const JsonMember *field)
{
    const OaEncoding *e = cm__oa_encoding(body, field);
    OaWay way = { .name = { field->name, field->name_len },
                  .style = OA_FORM,
                  .explode = true,
                  .is_form = true };
    if (e && e->has_style) {
        way.style = e->style;
        way.explode = e->explode;
        way.allow_reserved = e->allow_reserved;
    } else if (!cm__oa_is_scalar(&field->value) &&
               !is_list_of_scalars(&field->value)) {
        way.style = OA_JSON;
    }
    return way;
}

cm_status cm__oa_form_write(Buf *out, const OaBody *body,
                            const JsonValue *fields, Buf *why)
{
    Arena arena;
    OaPairs pairs = { NULL, 0, 0 };
    cm_status status = CM_OK;
    cm__arena_init(&arena, out->alloc, CM_BUF_NO_LIMIT);
    for (size_t i = 0; i < fields->n_members && status == CM_OK; i++) {
        const OaWay way = way_of(body, &fields->members[i]);
        status = cm__oa_write_query(&arena, &pairs, &way,
                                    &fields->members[i].value, why);
    }
    for (size_t i = 0; i < pairs.n && status == CM_OK; i++) {
        if (i > 0)
            cm__buf_add_char(out, '&');
        cm__buf_add(out, pairs.items[i].text.text, pairs.items[i].text.len);
        status = out->status;
    }
    cm__arena_done(&arena);
    return status;
}
