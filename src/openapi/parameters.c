/* SPDX-License-Identifier: MIT */
/* Parameters: a path item's and an operation's merged, then checked one after
 * the other in the order of spec/openapi.md 5, reasons 9 to 21. */
#include <string.h>

#include "openapi/generate_internal.h"

#include "base/ascii.h"

/* A parameter while it is read. */
typedef struct Param {
    const JsonValue *object;
    OaText name, in;
} Param;

typedef struct Params {
    Param *items;
    size_t n, cap;
    OaMap by_name; /* "in", NUL, name -> index + 1 */
} Params;

/* ---- merging ---- */

static bool add_param(OaGen *gen, Params *params, const JsonValue *object)
{
    Param param = { object, cm__oa_text_of(cm__json_get(object, "name")),
                    cm__oa_text_of(cm__json_get(object, "in")) };
    cm__buf_clear(&gen->token);
    cm__buf_add(&gen->token, param.in.text, param.in.len + 1);
    cm__buf_add(&gen->token, param.name.text, param.name.len);
    char *key = cm__arena_text(&gen->scratch, cm__buf_text(&gen->token),
                               gen->token.len);
    OaEntry *slot =
        key ? cm__oa_map_slot(&params->by_name, key, gen->token.len) : NULL;
    if (!slot || gen->token.status != CM_OK)
        return false;
    if (slot->number) {
        params->items[slot->number - 1] = param;
        return true;
    }
    Param *items = cm__arena_room(&gen->scratch, params->items, params->n,
                                  &params->cap, sizeof *items);
    if (!items)
        return false;
    params->items = items;
    items[params->n++] = param;
    slot->number = params->n;
    return true;
}

static bool merge(OaGen *gen, Params *params, const JsonValue *list)
{
    if (!list || list->type != CM_JSON_TYPE_ARRAY)
        return true;
    if (!cm__oa_list_work(gen, list->n_items))
        return false;
    for (size_t i = 0; i < list->n_items; i++) {
        const JsonValue *item = &list->items[i];
        if (!cm__oa_is_object(item))
            return cm__oa_skip(gen, "parameter is not an object");
        item = cm__oa_follow(gen, item);
        if (item && !cm__oa_is_object(item))
            return cm__oa_skip(gen, "parameter is not an object");
        if (!item || !cm__oa_has_text(cm__json_get(item, "name")) ||
            !cm__oa_has_text(cm__json_get(item, "in")))
            return cm__oa_skip(gen, "parameter has no name or location");
        if (!add_param(gen, params, item))
            return false;
    }
    return true;
}

/* ---- checks ---- */

static bool is_text(OaText text, const char *name)
{
    return text.len == strlen(name) && memcmp(text.text, name, text.len) == 0;
}

static bool read_place(OaText in, OaPlace *ret_place)
{
    static const char *const names[] = { "path", "query", "header", "cookie" };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (is_text(in, names[i])) {
            *ret_place = (OaPlace)i;
            return true;
        }
    }
    return false;
}

/* Headers that the client or the host sets. */
static bool is_reserved_header(OaText name)
{
    static const char *const names[] = {
        "accept",     "content-type",      "authorization", "host",
        "connection", "transfer-encoding", "upgrade",       "content-length",
        "te",         "trailer",           "expect",        "cookie",
    };
    char lower[20] = "";
    size_t n = name.len < sizeof lower - 1 ? name.len : sizeof lower - 1;
    for (size_t i = 0; i < n; i++)
        lower[i] = cm__ascii_lower(name.text[i]);
    if (memcmp(lower, "proxy-", 6) == 0)
        return true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (n == name.len && strlen(names[i]) == n &&
            memcmp(lower, names[i], n) == 0)
            return true;
    return false;
}

static const struct {
    const char *name;
    OaStyle style;
    uint8_t places; /* bits by OaPlace */
} styles[] = {
    { "simple", OA_SIMPLE, 1 << OA_PATH | 1 << OA_HEADER },
    { "label", OA_LABEL, 1 << OA_PATH },
    { "matrix", OA_MATRIX, 1 << OA_PATH },
    { "form", OA_FORM, 1 << OA_QUERY | 1 << OA_COOKIE },
    { "spaceDelimited", OA_SPACE_DELIMITED, 1 << OA_QUERY },
    { "pipeDelimited", OA_PIPE_DELIMITED, 1 << OA_QUERY },
    { "deepObject", OA_DEEP_OBJECT, 1 << OA_QUERY },
};

static bool read_style(const JsonValue *value, OaField *field)
{
    bool is_form = field->place == OA_QUERY || field->place == OA_COOKIE;
    field->style = is_form ? OA_FORM : OA_SIMPLE;
    if (!value)
        return true;
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++) {
        if (cm__json_is_text(value, styles[i].name) &&
            (styles[i].places >> field->place & 1)) {
            field->style = styles[i].style;
            return true;
        }
    }
    return false;
}

/* The schema of its `content`; false: that is not what is supported. */
static bool read_content(const JsonValue *object, const JsonValue *content,
                         const JsonValue **ret_schema)
{
    if (cm__json_get(object, "schema") || !cm__oa_is_object(content) ||
        content->n_members != 1)
        return false;
    const JsonMember *media = &content->members[0];
    if (cm__oa_media(media->name, media->name_len) != OA_MEDIA_JSON)
        return false;
    *ret_schema = cm__oa_is_object(&media->value)
                      ? cm__json_get(&media->value, "schema")
                      : NULL;
    return true;
}

static bool is_flag(const JsonValue *value)
{
    return !value || value->type == CM_JSON_TYPE_BOOL;
}

static bool is_true(const JsonValue *value)
{
    return value && value->type == CM_JSON_TYPE_BOOL && value->boolean;
}

/* Reasons 19 to 21. */
static bool check_style(OaGen *gen, const Param *param, OaInput *input)
{
    const char *in = param->in.text, *name = param->name.text;
    const JsonValue *style = cm__json_get(param->object, "style");
    const JsonValue *explode = cm__json_get(param->object, "explode");
    OaField *field = &input->field;
    if (!read_style(style, field))
        return cm__oa_skip(gen, "%s parameter '%s' cannot use style '%s'", in,
                           name, style->text);
    field->explode = explode ? explode->boolean : field->style == OA_FORM;
    const JsonValue *schema = cm__oa_resolve(gen, input->schema).schema;
    bool is_delimited =
        field->style == OA_SPACE_DELIMITED || field->style == OA_PIPE_DELIMITED;
    if (is_delimited && field->explode &&
        cm__oa_has_type(schema, "object", false))
        return cm__oa_skip(
            gen, "%s parameter '%s' cannot use style '%s' with explode", in,
            name, style->text);
    if (field->style == OA_DEEP_OBJECT && !field->explode)
        return cm__oa_skip(
            gen, "query parameter '%s' uses deepObject without explode", name);
    field->is_list = cm__oa_has_type(schema, "array", true) &&
                     !cm__oa_has_type(schema, "object", true);
    return true;
}

/* Reasons 13 to 21. */
static bool check(OaGen *gen, const Param *param, OaInput *input)
{
    const JsonValue *object = param->object;
    const char *name = param->name.text;
    const JsonValue *schema = cm__json_get(object, "schema");
    const JsonValue *content = cm__json_get(object, "content");
    const JsonValue *style = cm__json_get(object, "style");
    const JsonValue *reserved = cm__json_get(object, "allowReserved");
    if (!schema && !content)
        return cm__oa_skip(gen, "parameter '%s' lacks both schema and content",
                           name);
    if (content && !read_content(object, content, &schema))
        return cm__oa_skip(gen, "parameter '%s' has unsupported content", name);
    if (style && !cm__oa_has_text(style))
        return cm__oa_skip(gen, "style of parameter '%s' is malformed", name);
    if (!is_flag(cm__json_get(object, "explode")))
        return cm__oa_skip(gen, "explode of parameter '%s' is malformed", name);
    if (!is_flag(reserved))
        return cm__oa_skip(gen, "allowReserved of parameter '%s' is malformed",
                           name);
    if (input->field.place == OA_HEADER &&
        !cm__ascii_is_token_n(name, param->name.len))
        return cm__oa_skip(gen, "header parameter '%s' has an invalid name",
                           name);
    input->schema = cm__oa_at(schema);
    if (content) {
        input->field.style = OA_JSON;
        return true;
    }
    input->field.allow_reserved =
        input->field.place == OA_QUERY && is_true(reserved);
    return check_style(gen, param, input);
}

static bool read_one(OaGen *gen, const Param *param, OaInputs *inputs)
{
    OaPlace place = OA_PATH;
    bool is_known = read_place(param->in, &place);
    if (is_known && place == OA_COOKIE &&
        !cm__ascii_is_token_n(param->name.text, param->name.len))
        return cm__oa_skip(gen, "cookie parameter '%s' has an invalid name",
                           param->name.text);
    if (!is_known)
        return cm__oa_skip(gen, "location '%s' of parameter '%s' is unknown",
                           param->in.text, param->name.text);
    if (place == OA_HEADER && is_reserved_header(param->name))
        return true;
    OaInput input = { .key = param->object };
    input.field.place = place;
    input.field.wire = param->name;
    input.field.is_required =
        place == OA_PATH || is_true(cm__json_get(param->object, "required"));
    input.description =
        cm__oa_text_of(cm__json_get(param->object, "description"));
    if (!check(gen, param, &input))
        return false;
    OaInput *added = cm__oa_input_add(gen, inputs);
    if (added)
        *added = input;
    return added != NULL;
}

bool cm__oa_read_parameters(OaGen *gen, const OaDraftOp *draft,
                            OaInputs *inputs)
{
    Params params = { .by_name = { .arena = &gen->scratch } };
    if (!merge(gen, &params, cm__oa_item_get(draft, "parameters")) ||
        !merge(gen, &params, cm__json_get(draft->object, "parameters")))
        return false;
    for (size_t i = 0; i < params.n; i++)
        if (!read_one(gen, &params.items[i], inputs))
            return false;
    return true;
}
