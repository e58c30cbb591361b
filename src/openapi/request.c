/* SPDX-License-Identifier: MIT */
/* The order of spec/openapi.md 8: path, missing fields, query, headers, cookies,
 * body. The first thing that is wrong is the one that is told. */
#include "openapi/request.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "catalog/tokens.h"
#include "openapi/answer.h"
#include "openapi/encode.h"
#include "openapi/form.h"
#include "openapi/multipart.h"
#include "json/writer.h"

#include <string.h>

/* One request in the making. */
typedef struct Build {
    OaDraft *draft;
    const cm_allocator *alloc;
    const Operation *op;
    const JsonValue *input;
    uint64_t seed;
    Buf *why;
} Build;

static OaText text_of(const char *text)
{
    return (OaText){ text, strlen(text) };
}

static bool is_same(OaText a, OaText b)
{
    return a.len == b.len && memcmp(a.text, b.text, a.len) == 0;
}

static OaText keep_buf(OaDraft *draft, const Buf *text)
{
    return cm__oa_text_copy(&draft->arena, cm__buf_text(text), text->len);
}

/* `before'name'after` */
static cm_status say(Buf *why, const char *before, OaText name,
                     const char *after)
{
    cm__buf_add_str(why, before);
    cm__oa_repair(why, name.text, name.len);
    cm__buf_add_str(why, after);
    return CM_E_ARGUMENT;
}

/* The field's value in the input; NULL when it is not given. In Lua `{}` may
 * stand for an empty list. */
static const JsonValue *value_of(const Build *b, const OaField *field)
{
    static const JsonValue empty_list = { .type = CM_JSON_TYPE_ARRAY };
    const JsonValue *value =
        cm__json_get_n(b->input, field->name.text, field->name.len);
    if (value && field->is_list && value->type == CM_JSON_TYPE_OBJECT &&
        value->n_members == 0)
        return &empty_list;
    return value;
}

static OaWay way_of(const OaField *field)
{
    return (OaWay){ .name = field->wire,
                    .style = field->style,
                    .explode = field->explode,
                    .allow_reserved = field->allow_reserved };
}

/* ---- path ---- */

static cm_status unusable(Buf *why, OaText name)
{
    return say(why, "Path parameter '", name, "' has an unusable value.");
}

/* The encoded values of the path fields, in their order. */
static cm_status write_values(const Build *b, OaText *values)
{
    for (size_t i = 0; i < b->op->n_fields; i++) {
        const OaField *field = &b->op->fields[i];
        if (field->place != OA_PATH)
            continue;
        const JsonValue *value = value_of(b, field);
        if (!value)
            return say(b->why, "Missing path parameter '", field->wire, "'.");
        const OaWay way = way_of(field);
        Buf text;
        cm__buf_init(&text, b->alloc, CM_BUF_NO_LIMIT);
        cm_status status = cm__oa_write_path(&text, &way, value, b->why);
        if (status == CM_OK && text.len == 0)
            status = unusable(b->why, field->wire);
        if (status == CM_OK) {
            values[i] = keep_buf(b->draft, &text);
            status = values[i].text ? CM_OK : CM_E_NOMEM;
        }
        cm__buf_done(&text);
        if (status != CM_OK)
            return status;
    }
    return CM_OK;
}

/* Where a template is, and what it has given so far. */
typedef struct Fill {
    const Build *b;
    const OaText *values; /* one for each field */
    OaMap fields;         /* of the path, by name */
    Buf *out;
    size_t segment;    /* where the last segment begins in out */
    OaText in_segment; /* the first parameter in it; text NULL: none */
    OaText unfilled;   /* the first name without a value; likewise */
} Fill;

/* Whether a segment reads "." or "..", percent-encoded or not. */
static bool is_dots(const char *at, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; n++) {
        if (at[i] == '.')
            i++;
        else if (len - i >= 3 && at[i] == '%' && at[i + 1] == '2' &&
                 (at[i + 2] == 'e' || at[i + 2] == 'E'))
            i += 3;
        else
            return false;
    }
    return n == 1 || n == 2;
}

static cm_status end_segment(Fill *f)
{
    if (f->out->status != CM_OK)
        return f->out->status;
    if (f->in_segment.text &&
        is_dots(cm__buf_text(f->out) + f->segment, f->out->len - f->segment))
        return unusable(f->b->why, f->in_segment);
    f->in_segment.text = NULL;
    return CM_OK;
}

/* The first of a name counts. */
static bool index_fields(Fill *f)
{
    const Operation *op = f->b->op;
    f->fields.arena = &f->b->draft->arena;
    for (size_t i = 0; i < op->n_fields; i++) {
        if (op->fields[i].place != OA_PATH)
            continue;
        OaText name = op->fields[i].wire;
        OaEntry *slot = cm__oa_map_slot(&f->fields, name.text, name.len);
        if (!slot)
            return false;
        if (!slot->fact)
            slot->fact = &op->fields[i];
    }
    return true;
}

static void put_parameter(Fill *f, OaText name)
{
    const OaField *field = cm__oa_map_get(&f->fields, name.text, name.len).fact;
    if (!field) {
        if (!f->unfilled.text)
            f->unfilled = name;
        return;
    }
    OaText value = f->values[field - f->b->op->fields];
    cm__buf_add(f->out, value.text, value.len);
    if (!f->in_segment.text)
        f->in_segment = field->wire;
}

/* The length of `{x}` at a brace; 0 when it is none. */
static size_t placeholder(const char *at, const char *end)
{
    const char *p = at + 1;
    while (p < end && *p != '{' && *p != '}')
        p++;
    return p < end && *p == '}' ? (size_t)(p - at) + 1 : 0;
}

/* One pass: what a value brings in is not looked at again. */
static cm_status fill_template(Fill *f)
{
    OaText path = f->b->op->template_path;
    const char *at = path.text, *end = at + path.len;
    f->segment = f->out->len;
    while (at < end) {
        size_t n = *at == '{' ? placeholder(at, end) : 0;
        if (n > 0) {
            put_parameter(f, (OaText){ at + 1, n - 2 });
            at += n;
            continue;
        }
        if (*at == '/') {
            cm_status status = end_segment(f);
            if (status != CM_OK)
                return status;
            f->segment = f->out->len + 1;
        }
        const char *next = at + 1;
        while (next < end && *next != '/' && *next != '{')
            next++;
        cm__oa_encode_literal(f->out, at, (size_t)(next - at));
        at = next;
    }
    return end_segment(f);
}

/* A template may have a parameter any number of times. */
static cm_status too_long(const Build *b)
{
    cm__buf_add_fmt(b->why, "%s ", b->op->method.text);
    cm__oa_repair(b->why, b->op->path.text,
                  cm__utf8_floor(b->op->path.text, b->op->path.len, 200));
    cm__buf_add_fmt(b->why, " needs a URL over %zu KiB.", OA_URL_MAX >> 10);
    return CM_E_ARGUMENT;
}

static cm_status build_target(const Build *b, const OaText *values)
{
    Buf out;
    cm__buf_init(&out, b->alloc, OA_URL_MAX);
    cm__buf_add(&out, b->op->base.text, b->op->base.len);
    Fill f = { .b = b, .values = values, .out = &out };
    cm_status status = index_fields(&f) ? fill_template(&f) : CM_E_NOMEM;
    if (status == CM_E_LIMIT)
        status = too_long(b);
    if (status == CM_OK && f.unfilled.text)
        status =
            say(b->why, "Path template has no value for '", f.unfilled, "'.");
    if (status == CM_OK)
        status = out.status;
    if (status == CM_OK) {
        b->draft->target = keep_buf(b->draft, &out);
        status = b->draft->target.text ? CM_OK : CM_E_NOMEM;
    }
    cm__buf_done(&out);
    return status;
}

static cm_status build_path(const Build *b)
{
    OaText *values = cm__arena_zero(&b->draft->arena,
                                    (b->op->n_fields + 1) * sizeof *values);
    if (!values)
        return CM_E_NOMEM;
    cm_status status = write_values(b, values);
    return status == CM_OK ? build_target(b, values) : status;
}

/* ---- missing fields ---- */

static cm_status check_required(const Build *b)
{
    static const char *const starts[] = {
        [OA_PATH] = "Missing path parameter '",
        [OA_QUERY] = "Missing query parameter '",
        [OA_HEADER] = "Missing header parameter '",
        [OA_COOKIE] = "Missing cookie parameter '",
        [OA_BODY] = "Missing body field '",
    };
    for (size_t i = 0; i < b->op->n_fields; i++) {
        const OaField *field = &b->op->fields[i];
        if (field->is_required && !value_of(b, field))
            return say(b->why, starts[field->place], field->wire, "'.");
    }
    return CM_OK;
}

/* ---- query ---- */

static void decode_query(Buf *out, const char *at, const char *end)
{
    for (; at < end; at++) {
        int high = end - at >= 3 && *at == '%' ? cm__ascii_hex(at[1]) : -1;
        int low = high >= 0 ? cm__ascii_hex(at[2]) : -1;
        if (low >= 0) {
            cm__buf_add_char(out, (char)(high * 16 + low));
            at += 2;
        } else {
            cm__buf_add(out, *at == '+' ? " " : at, 1);
        }
    }
}

/* One pair that stands in the template; it goes out as it is. */
static cm_status add_fixed_pair(const Build *b, const char *at, const char *end)
{
    Buf key, text;
    const char *sign = memchr(at, '=', (size_t)(end - at));
    cm__buf_init(&key, b->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&text, b->alloc, CM_BUF_NO_LIMIT);
    decode_query(&key, at, sign ? sign : end);
    cm__oa_encode_literal(&text, at, (size_t)(end - at));
    cm_status status = key.status == CM_OK ? text.status : key.status;
    if (status == CM_OK)
        status = cm__oa_add_pair(&b->draft->arena, &b->draft->query,
                                 (OaText){ cm__buf_text(&key), key.len },
                                 cm__buf_text(&text), text.len);
    cm__buf_done(&key);
    cm__buf_done(&text);
    return status;
}

static cm_status add_fixed_query(const Build *b)
{
    OaText query = b->op->template_query;
    cm_status status = CM_OK;
    if (query.len == 0)
        return CM_OK;
    const char *at = query.text, *end = at + query.len;
    while (status == CM_OK) {
        const char *next = memchr(at, '&', (size_t)(end - at));
        status = add_fixed_pair(b, at, next ? next : end);
        if (!next)
            break;
        at = next + 1;
    }
    return status;
}

static size_t url_length(const OaDraft *draft)
{
    size_t len = draft->target.len;
    for (size_t i = 0; i < draft->query.n; i++)
        len += draft->query.items[i].text.len + 1;
    return len;
}

static cm_status build_query(const Build *b)
{
    cm_status status = add_fixed_query(b);
    for (size_t i = 0; i < b->op->n_fields && status == CM_OK; i++) {
        const OaField *field = &b->op->fields[i];
        const JsonValue *value = value_of(b, field);
        if (field->place != OA_QUERY || !value)
            continue;
        const OaWay way = way_of(field);
        status = cm__oa_write_query(&b->draft->arena, &b->draft->query, &way,
                                    value, b->why);
    }
    return status == CM_OK && url_length(b->draft) > OA_URL_MAX ? too_long(b)
                                                                : status;
}

/* ---- headers ---- */

static bool is_same_name(OaText a, OaText b)
{
    if (a.len != b.len)
        return false;
    for (size_t i = 0; i < a.len; i++)
        if (cm__ascii_lower(a.text[i]) != cm__ascii_lower(b.text[i]))
            return false;
    return true;
}

/* A header of that name in lower case. */
static OaHeader *find_header(OaDraft *draft, OaText name)
{
    size_t number =
        cm__oa_map_get(&draft->header_names, name.text, name.len).number;
    return number ? &draft->headers[number - 1] : NULL;
}

static bool grow_headers(OaDraft *draft)
{
    OaHeader *headers =
        cm__arena_room(&draft->arena, draft->headers, draft->n_headers,
                       &draft->cap_headers, sizeof *headers);
    if (headers)
        draft->headers = headers;
    return headers != NULL;
}

cm_status cm__oa_request_header(OaDraft *draft, OaText name, OaText value,
                                OaText parameter, Buf *why)
{
    for (size_t i = 0; i < value.len; i++)
        if (strchr("\r\n", value.text[i])) /* finds NUL as well */
            return cm__oa_refuse(why, parameter,
                                 "has an invalid header value.");
    OaText copy = cm__oa_text_copy(&draft->arena, value.text, value.len);
    char *key = cm__arena_text(&draft->arena, name.text, name.len);
    if (!copy.text || !key)
        return CM_E_NOMEM;
    for (size_t i = 0; i < name.len; i++)
        key[i] = cm__ascii_lower(key[i]);
    OaText lower = { key, name.len };
    OaHeader *header = find_header(draft, lower);
    if (header) {
        header->value = copy;
        return CM_OK;
    }
    OaEntry *slot = cm__oa_map_slot(&draft->header_names, key, name.len);
    if (!slot || !grow_headers(draft))
        return CM_E_NOMEM;
    draft->headers[draft->n_headers++] = (OaHeader){ lower, copy };
    slot->number = draft->n_headers;
    return CM_OK;
}

static cm_status set_header(const Build *b, const char *name, OaText value)
{
    OaText key = text_of(name);
    return cm__oa_request_header(b->draft, key, value, key, b->why);
}

static cm_status add_header_field(const Build *b, const OaField *field,
                                  const JsonValue *value)
{
    const OaWay way = way_of(field);
    Buf text;
    cm__buf_init(&text, b->alloc, CM_BUF_NO_LIMIT);
    cm_status status = cm__oa_write_header(&text, &way, value, b->why);
    if (status == CM_OK)
        status = cm__oa_request_header(
            b->draft, field->wire, (OaText){ cm__buf_text(&text), text.len },
            field->wire, b->why);
    cm__buf_done(&text);
    return status;
}

static cm_status build_headers(const Build *b)
{
    const OpenApiSet *set = b->draft->set;
    cm_status status = CM_OK;
    if (b->op->accept.len > 0)
        status = set_header(b, "accept", b->op->accept);
    for (size_t i = 0; i < set->n_headers && status == CM_OK; i++)
        status = cm__oa_request_header(b->draft, set->headers[i].name,
                                       set->headers[i].value,
                                       set->headers[i].name, b->why);
    for (size_t i = 0; i < b->op->n_fields && status == CM_OK; i++) {
        const OaField *field = &b->op->fields[i];
        const JsonValue *value = value_of(b, field);
        if (field->place == OA_HEADER && value)
            status = add_header_field(b, field, value);
    }
    return status;
}

/* ---- cookies ---- */

static cm_status add_cookies(const Build *b, Buf *line)
{
    cm_status status = CM_OK;
    for (size_t i = 0; i < b->op->n_fields && status == CM_OK; i++) {
        const OaField *field = &b->op->fields[i];
        const JsonValue *value = value_of(b, field);
        if (field->place != OA_COOKIE || !value)
            continue;
        const OaWay way = way_of(field);
        status = cm__oa_write_cookie(line, &way, value, b->why);
    }
    return status;
}

static cm_status build_cookies(const Build *b)
{
    const OaHeader *given = find_header(b->draft, text_of("cookie"));
    Buf line;
    cm__buf_init(&line, b->alloc, CM_BUF_NO_LIMIT);
    if (given)
        cm__buf_add(&line, given->value.text, given->value.len);
    size_t start = line.len;
    cm_status status = add_cookies(b, &line);
    if (status == CM_OK)
        status = line.status;
    if (status == CM_OK && line.len > start)
        status =
            set_header(b, "cookie", (OaText){ cm__buf_text(&line), line.len });
    cm__buf_done(&line);
    return status;
}

/* ---- body ---- */

/* The object of the given fields, with their wire names. */
static cm_status gather_fields(const Build *b, JsonValue *ret)
{
    JsonMember *members = cm__arena_alloc(
        &b->draft->arena, (b->op->n_fields + 1) * sizeof *members);
    size_t n = 0;
    if (!members)
        return CM_E_NOMEM;
    for (size_t i = 0; i < b->op->n_fields; i++) {
        const OaField *field = &b->op->fields[i];
        const JsonValue *value = value_of(b, field);
        if (field->place == OA_BODY && value)
            members[n++] = (JsonMember){ .name = field->wire.text,
                                         .name_len = field->wire.len,
                                         .value = *value };
    }
    *ret = (JsonValue){ .type = CM_JSON_TYPE_OBJECT };
    ret->members = members;
    ret->n_members = n;
    return CM_OK;
}

static const JsonValue *wrapped_value(const Build *b)
{
    for (size_t i = 0; i < b->op->n_fields; i++)
        if (b->op->fields[i].place == OA_BODY)
            return value_of(b, &b->op->fields[i]);
    return NULL;
}

static bool has_boundary(OaText type)
{
    const OaText word = text_of("boundary=");
    for (size_t i = 0; i + word.len <= type.len; i++)
        if (is_same_name((OaText){ type.text + i, word.len }, word))
            return true;
    return false;
}

/* `multipart/form-data; boundary=...`. Parameters of a type that has a boundary
 * in the document go: there can be one only. */
static void add_multipart_type(Buf *out, OaText declared, const char *boundary)
{
    const char *cut = has_boundary(declared)
                          ? memchr(declared.text, ';', declared.len)
                          : NULL;
    cm__buf_add(out, declared.text,
                cut ? (size_t)(cut - declared.text) : declared.len);
    cm__buf_add_fmt(out, "; boundary=%s", boundary);
}

static cm_status write_body(const Build *b, const JsonValue *value, Buf *out,
                            Buf *type)
{
    const OaBody *body = &b->op->body;
    char boundary[OA_BOUNDARY_LEN + 1];
    bool is_form =
        body->kind == OA_BODY_FORM || body->kind == OA_BODY_MULTIPART;
    if (is_form && value->type != CM_JSON_TYPE_OBJECT) {
        cm__buf_add_str(b->why, "Request body must be an object.");
        return CM_E_ARGUMENT;
    }
    if (body->kind == OA_BODY_MULTIPART) {
        cm_status status =
            cm__oa_multipart_write(out, body, value, b->seed, boundary, b->why);
        if (status == CM_OK)
            add_multipart_type(type, body->content_type, boundary);
        return status;
    }
    cm__buf_add(type, body->content_type.text, body->content_type.len);
    if (body->kind == OA_BODY_FORM)
        return cm__oa_form_write(out, body, value, b->why);
    if (body->kind == OA_BODY_TEXT) {
        cm__oa_plain(out, value);
        return out->status;
    }
    JsonWriter w = cm__json_writer(out);
    cm__json_write_value(&w, value);
    return out->status;
}

static cm_status set_body(const Build *b, const JsonValue *value)
{
    Buf out, type;
    cm__buf_init(&out, b->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&type, b->alloc, CM_BUF_NO_LIMIT);
    cm_status status = write_body(b, value, &out, &type);
    if (status == CM_OK)
        status = type.status;
    if (status == CM_OK)
        status = set_header(b, "content-type",
                            (OaText){ cm__buf_text(&type), type.len });
    if (status == CM_OK) {
        b->draft->body = keep_buf(b->draft, &out);
        b->draft->has_body = b->draft->body.text != NULL;
        status = b->draft->has_body ? CM_OK : CM_E_NOMEM;
    }
    cm__buf_done(&out);
    cm__buf_done(&type);
    return status;
}

static cm_status build_body(const Build *b)
{
    JsonValue fields;
    if (b->op->body.kind == OA_BODY_NONE)
        return CM_OK;
    if (!b->op->body.is_flattened) {
        const JsonValue *value = wrapped_value(b);
        return value ? set_body(b, value) : CM_OK;
    }
    cm_status status = gather_fields(b, &fields);
    return status == CM_OK ? set_body(b, &fields) : status;
}

/* ---- the whole ---- */

cm_status cm__oa_request_build(OaDraft *draft, const cm_allocator *alloc,
                               const OpenApiSet *set, const Operation *op,
                               const JsonValue *input, uint64_t seed, Buf *why)
{
    static cm_status (*const steps[])(const Build *b) = {
        build_path,    check_required, build_query,
        build_headers, build_cookies,  build_body,
    };
    const Build b = { draft, alloc, op, input, seed, why };
    cm_status status = CM_OK;
    *draft = (OaDraft){ .set = set, .op = op };
    cm__arena_init(&draft->arena, alloc, CM_BUF_NO_LIMIT);
    draft->header_names.arena = &draft->arena;
    for (size_t i = 0; i < CM_ARRAY_LEN(steps) && status == CM_OK; i++)
        status = steps[i](&b);
    /* a text that memory was refused for is no text */
    return status == CM_E_ARGUMENT && why->status != CM_OK ? CM_E_NOMEM
                                                           : status;
}

cm_status cm__oa_request_query(OaDraft *draft, OaText key, OaText value)
{
    OaPairs *query = &draft->query;
    Buf text;
    size_t n = 0;
    cm__buf_init(&text, draft->arena.alloc, CM_BUF_NO_LIMIT);
    cm__oa_encode_query(&text, key.text, key.len, false);
    cm__buf_add_char(&text, '=');
    cm__oa_encode_query(&text, value.text, value.len, false);
    cm_status status = text.status;
    for (size_t i = 0; i < query->n && status == CM_OK; i++)
        if (!is_same(query->items[i].key, key))
            query->items[n++] = query->items[i];
    if (status == CM_OK) {
        query->n = n;
        status = cm__oa_add_pair(&draft->arena, query, key, cm__buf_text(&text),
                                 text.len);
    }
    cm__buf_done(&text);
    return status;
}

static cm_status seal_url(OaDraft *draft)
{
    Buf url;
    cm__buf_init(&url, draft->arena.alloc, CM_BUF_NO_LIMIT);
    cm__buf_add(&url, draft->target.text, draft->target.len);
    for (size_t i = 0; i < draft->query.n; i++) {
        cm__buf_add_char(&url, i == 0 ? '?' : '&');
        cm__buf_add(&url, draft->query.items[i].text.text,
                    draft->query.items[i].text.len);
    }
    cm_status status = url.status;
    if (status == CM_OK) {
        draft->sealed.url = keep_buf(draft, &url).text;
        status = draft->sealed.url ? CM_OK : CM_E_NOMEM;
    }
    cm__buf_done(&url);
    return status;
}

cm_status cm__oa_request_seal(OaDraft *draft)
{
    cm_http_header *headers = cm__arena_alloc(
        &draft->arena, (draft->n_headers + 1) * sizeof *headers);
    if (!headers)
        return CM_E_NOMEM;
    for (size_t i = 0; i < draft->n_headers; i++)
        headers[i] = (cm_http_header){ draft->headers[i].name.text,
                                       draft->headers[i].value.text };
    draft->sealed = (cm_http_request){
        .method = draft->op->method.text,
        .headers = headers,
        .n_headers = draft->n_headers,
        .body = draft->has_body ? draft->body.text : NULL,
        .body_len = draft->has_body ? draft->body.len : 0,
        .max_answer_bytes = OA_BODY_MAX,
    };
    return seal_url(draft);
}

void cm__oa_request_done(OaDraft *draft)
{
    cm__arena_done(&draft->arena);
}
