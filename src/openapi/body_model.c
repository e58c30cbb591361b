/* SPDX-License-Identifier: MIT */
/* Request bodies: which media type is sent, whether the body's properties
 * become fields of their own, and how forms encode them (spec/openapi.md
 * 7.2). */
#include <string.h>

#include "openapi/generate_internal.h"

/* What was chosen of `content`. */
typedef struct Choice {
    OaBodyKind kind;
    OaText type;
    const JsonValue *media;  /* an object, or NULL */
    const JsonValue *schema; /* NULL: none */
} Choice;

static const JsonValue *get(const JsonValue *value, const char *name)
{
    return cm__oa_is_object(value) ? cm__json_get(value, name) : NULL;
}

static bool is_true(const JsonValue *value)
{
    return value && value->type == CM_JSON_TYPE_BOOL && value->boolean;
}

/* ---- choice ---- */

static OaBodyKind kind_of(const JsonMember *m)
{
    switch (cm__oa_media(m->name, m->name_len)) {
    case OA_MEDIA_JSON:
        return OA_BODY_JSON;
    case OA_MEDIA_FORM:
        return OA_BODY_FORM;
    case OA_MEDIA_MULTIPART:
        return OA_BODY_MULTIPART;
    case OA_MEDIA_TEXT:
        return cm__oa_media_is(m->name, m->name_len, "text/plain")
                   ? OA_BODY_TEXT
                   : OA_BODY_NONE;
    case OA_MEDIA_ANY:
    case OA_MEDIA_EVENTS:
    case OA_MEDIA_OTHER:
        return OA_BODY_NONE;
    }
    cm_unreachable();
}

/* A form's value has fields, so its schema may not say that it is another
 * thing than an object. */
static bool suits_form(OaGen *gen, const JsonValue *schema)
{
    if (!schema)
        return true;
    if (!cm__oa_is_object(schema))
        return false;
    const JsonValue *end = cm__oa_resolve(gen, cm__oa_at(schema)).schema;
    return !end ||
           (cm__oa_is_object(end) && (!cm__json_get(end, "type") ||
                                      cm__oa_has_type(end, "object", true)));
}

static bool choose(OaGen *gen, const JsonValue *content, Choice *choice)
{
    static const OaBodyKind order[] = { OA_BODY_JSON, OA_BODY_FORM,
                                        OA_BODY_MULTIPART, OA_BODY_TEXT };
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        for (size_t j = 0; j < content->n_members; j++) {
            const JsonMember *m = &content->members[j];
            const JsonValue *schema = get(&m->value, "schema");
            bool is_form =
                order[i] == OA_BODY_FORM || order[i] == OA_BODY_MULTIPART;
            if (kind_of(m) != order[i] || (is_form && !suits_form(gen, schema)))
                continue;
            *choice = (Choice){ order[i],
                                { m->name, m->name_len },
                                cm__oa_is_object(&m->value) ? &m->value : NULL,
                                schema };
            return true;
        }
    }
    return false;
}

static bool skip_body(OaGen *gen, const JsonValue *content)
{
    cm__buf_clear(&gen->text);
    for (size_t i = 0; cm__oa_is_object(content) && i < content->n_members;
         i++) {
        if (i)
            cm__buf_add_str(&gen->text, ", ");
        cm__buf_add(&gen->text, content->members[i].name,
                    content->members[i].name_len);
    }
    bool is_none = !cm__oa_is_object(content) || content->n_members == 0;
    return cm__oa_skip(gen, "no supported request body (declared: %s)",
                       is_none ? "none" : cm__buf_text(&gen->text));
}

/* ---- encodings ---- */

static void read_encoding(OaGen *gen, const JsonMember *m, OaEncoding *ret)
{
    static const struct {
        const char *name;
        OaStyle style;
    } styles[] = {
        { "form", OA_FORM },
        { "spaceDelimited", OA_SPACE_DELIMITED },
        { "pipeDelimited", OA_PIPE_DELIMITED },
        { "deepObject", OA_DEEP_OBJECT },
    };
    const JsonValue *style = get(&m->value, "style");
    const JsonValue *explode = get(&m->value, "explode");
    const JsonValue *reserved = get(&m->value, "allowReserved");
    OaText type = cm__oa_text_of(get(&m->value, "contentType"));
    ret->name = cm__oa_keep(gen, m->name, m->name_len);
    ret->style = OA_FORM;
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++) {
        if (style && cm__json_is_text(style, styles[i].name)) {
            ret->style = styles[i].style;
            ret->has_style = true;
        }
    }
    bool has_explode = explode && explode->type == CM_JSON_TYPE_BOOL;
    bool has_reserved = reserved && reserved->type == CM_JSON_TYPE_BOOL;
    ret->has_style |= has_explode || has_reserved;
    ret->explode = has_explode ? explode->boolean : ret->style == OA_FORM;
    ret->allow_reserved = has_reserved && reserved->boolean;
    ret->content_type = cm__oa_keep(gen, type.text, type.len);
}

static bool read_encodings(OaGen *gen, const Choice *choice, OaBody *body)
{
    const JsonValue *all = get(choice->media, "encoding");
    if (choice->kind == OA_BODY_JSON || choice->kind == OA_BODY_TEXT ||
        !cm__oa_is_object(all) || all->n_members == 0)
        return true;
    OaEncoding *list = cm__arena_zero(gen->out, all->n_members * sizeof *list);
    if (!list)
        return false;
    size_t n = 0;
    for (size_t i = 0; i < all->n_members; i++)
        if (cm__oa_is_object(&all->members[i].value))
            read_encoding(gen, &all->members[i], &list[n++]);
    body->encodings = list;
    body->n_encodings = n;
    return true;
}

/* ---- binary fields of multipart ---- */

/* Neither text nor JSON; of a list of types, all of them. */
static bool is_binary_type(const char *text, size_t len)
{
    const char *end = text + len;
    for (;;) {
        const char *comma = memchr(text, ',', (size_t)(end - text));
        OaMedia media =
            cm__oa_media(text, (size_t)((comma ? comma : end) - text));
        if (media == OA_MEDIA_JSON || media == OA_MEDIA_TEXT ||
            media == OA_MEDIA_EVENTS)
            return false;
        if (!comma)
            return true;
        text = comma + 1;
    }
}

/* A string, or what says nothing against being one. */
static bool may_be_string(const JsonValue *schema)
{
    return !cm__json_get(schema, "type") ||
           cm__oa_has_type(schema, "string", true);
}

static bool is_binary_string(const JsonValue *schema, OaText content_type)
{
    if (!may_be_string(schema))
        return false;
    if (cm__json_is_text(cm__json_get(schema, "format"), "binary"))
        return true;
    const JsonValue *type = cm__json_get(schema, "contentMediaType");
    if (cm__oa_has_text(type) && is_binary_type(type->text, type->len))
        return true;
    bool has_parts =
        cm__json_get(schema, "properties") || cm__json_get(schema, "items") ||
        cm__json_get(schema, "allOf") || cm__json_get(schema, "anyOf") ||
        cm__json_get(schema, "oneOf");
    return content_type.len &&
           (cm__oa_has_type(schema, "string", true) || !has_parts) &&
           is_binary_type(content_type.text, content_type.len);
}

static bool is_binary(OaGen *gen, OaAt property, OaText content_type)
{
    OaAt end = cm__oa_resolve(gen, property);
    if (!cm__oa_is_object(end.schema))
        return false;
    const JsonValue *items = cm__json_get(end.schema, "items");
    if (cm__oa_has_type(end.schema, "array", true) && items) {
        OaAt item = cm__oa_resolve(gen, (OaAt){ items, end.scope });
        return cm__oa_is_object(item.schema) &&
               is_binary_string(item.schema, content_type);
    }
    return is_binary_string(end.schema, content_type);
}

/* Names of `required`, for many questions. */
static bool required_names(OaGen *gen, const JsonValue *schema, OaMap *ret)
{
    const JsonValue *list = cm__json_get(schema, "required");
    *ret = (OaMap){ .arena = &gen->scratch };
    if (!list || list->type != CM_JSON_TYPE_ARRAY)
        return true;
    for (size_t i = 0; i < list->n_items; i++) {
        if (list->items[i].type != CM_JSON_TYPE_STRING)
            continue;
        OaEntry *slot =
            cm__oa_map_slot(ret, list->items[i].text, list->items[i].len);
        if (!slot)
            return false;
        slot->fact = ret;
    }
    return true;
}

/* The binary properties of the schema's end as a set of names to leave out; the
 * first required one is a reason to skip. */
static bool drop_binary(OaGen *gen, const Choice *choice, OaAt end,
                        const OaNameSet **ret_drop)
{
    const JsonValue *all = get(end.schema, "properties");
    const JsonValue *encodings = get(choice->media, "encoding");
    if (choice->kind != OA_BODY_MULTIPART || !cm__oa_is_object(all))
        return true;
    const OaNameSet *hidden = cm__oa_hidden_names(gen, OA_REQUEST, end);
    OaMap required;
    OaName *names = NULL;
    size_t n = 0, cap = 0;
    if (!required_names(gen, end.schema, &required))
        return false;
    for (size_t i = 0; i < all->n_members; i++) {
        const JsonMember *m = &all->members[i];
        const JsonValue *encoding =
            cm__oa_is_object(encodings)
                ? cm__json_get_n(encodings, m->name, m->name_len)
                : NULL;
        OaText type = cm__oa_text_of(get(encoding, "contentType"));
        if (cm__oa_names_find(hidden, m->name, m->name_len) ||
            !is_binary(gen, (OaAt){ &m->value, end.scope }, type))
            continue;
        if (cm__oa_map_get(&required, m->name, m->name_len).fact)
            return cm__oa_skip(gen, "request body needs the binary field '%s'",
                               m->name);
        OaName *more =
            cm__arena_room(&gen->scratch, names, n, &cap, sizeof *names);
        if (!more)
            return false;
        names = more;
        names[n++] = (OaName){ m->name, m->name_len, true };
    }
    *ret_drop = cm__oa_names_of(gen, names, n);
    return true;
}

/* ---- fields ---- */

static bool is_flat(const JsonValue *schema, bool is_required)
{
    const JsonValue *rest = get(schema, "additionalProperties");
    return is_required && cm__oa_has_type(schema, "object", false) &&
           cm__oa_is_object(cm__json_get(schema, "properties")) && rest &&
           rest->type == CM_JSON_TYPE_BOOL && !rest->boolean &&
           !is_true(cm__json_get(schema, "nullable")) &&
           !cm__json_get(schema, "allOf") && !cm__json_get(schema, "anyOf") &&
           !cm__json_get(schema, "oneOf");
}

static bool flatten(OaGen *gen, OaAt end, const OaNameSet *drop,
                    OaInputs *inputs)
{
    const JsonValue *all = cm__json_get(end.schema, "properties");
    const OaNameSet *hidden = cm__oa_hidden_names(gen, OA_REQUEST, end);
    OaMap required;
    if (!required_names(gen, end.schema, &required))
        return false;
    for (size_t i = 0; i < all->n_members; i++) {
        const JsonMember *m = &all->members[i];
        if (cm__oa_names_find(hidden, m->name, m->name_len) ||
            cm__oa_names_find(drop, m->name, m->name_len))
            continue;
        OaInput *input = cm__oa_input_add(gen, inputs);
        if (!input)
            return false;
        input->field.place = OA_BODY;
        input->field.wire = (OaText){ m->name, m->name_len };
        input->field.is_required =
            cm__oa_map_get(&required, m->name, m->name_len).fact != NULL;
        input->schema = (OaAt){ &m->value, end.scope };
    }
    return true;
}

static bool wrap(OaGen *gen, const Choice *choice, OaAt end,
                 const OaNameSet *drop, bool is_required, OaInputs *inputs)
{
    OaInput *input = cm__oa_input_add(gen, inputs);
    if (!input)
        return false;
    input->field.place = OA_BODY;
    input->field.wire = (OaText){ "body", 4 };
    input->field.is_required = is_required;
    input->is_text = choice->kind == OA_BODY_TEXT;
    input->drop = drop;
    /* What leaves properties out is no shared definition any more. */
    input->schema = drop ? end : cm__oa_at(choice->schema);
    return true;
}

bool cm__oa_read_body(OaGen *gen, OaDraftOp *draft, OaInputs *inputs)
{
    const JsonValue *body = cm__json_get(draft->object, "requestBody");
    if (!body)
        return true;
    body = cm__oa_follow(gen, body);
    const JsonValue *content = get(body, "content");
    Choice choice;
    if (cm__oa_is_object(content) &&
        !cm__oa_list_work(gen, 4 * content->n_members)) /* of each kind */
        return false;
    if (!cm__oa_is_object(content) || !choose(gen, content, &choice))
        return skip_body(gen, content);
    OaBody *model = &draft->op.body;
    model->kind = choice.kind;
    model->is_required = is_true(cm__json_get(body, "required"));
    model->content_type = cm__oa_keep(gen, choice.type.text, choice.type.len);
    OaAt end = choice.schema ? cm__oa_resolve(gen, cm__oa_at(choice.schema))
                             : (OaAt){ NULL, NULL };
    const OaNameSet *drop = NULL;
    if (!drop_binary(gen, &choice, end, &drop) ||
        !read_encodings(gen, &choice, model))
        return false;
    model->is_flattened =
        choice.kind != OA_BODY_TEXT && is_flat(end.schema, model->is_required);
    if (model->is_flattened)
        return flatten(gen, end, drop, inputs);
    return wrap(gen, &choice, end, drop, model->is_required, inputs);
}
