/* SPDX-License-Identifier: MIT */
#include "js/builtins/json_internal.h"

#include "engine/convert.h"
#include "engine/json_value.h"

static bool is_blank(uint32_t unit)
{
    return unit == ' ' || unit == '\t' || unit == '\n' || unit == '\r';
}

static Value throw_raw(VM *vm, const char *problem)
{
    return throw_error(vm, ERR_SYNTAX, "JSON.rawJSON: %s", problem);
}

/* 25.5.4 */
static Value json_raw(VM *vm, NativeCall *c)
{
    StrView v;
    Str *text = to_string(vm, c->args[0]);
    if (text == NULL || !str_view(vm, text, &v))
        return VALUE_THROWN;
    if (v.len == 0)
        return throw_raw(vm, "the text is empty");
    uint32_t first = view_at(&v, 0);
    if (is_blank(first) || is_blank(view_at(&v, v.len - 1)))
        return throw_raw(vm, "the text begins or ends with white space");
    if (first == '{' || first == '[')
        return throw_raw(vm, "the text is an object or an array");
    if (json_parse_str(vm, text) == VALUE_THROWN)
        return VALUE_THROWN;
    Str *name = str_intern_ascii(vm, "rawJSON");
    Shape *shape = name != NULL ? shape_root(vm, NULL, 0) : NULL;
    Obj *o = shape != NULL ? obj_new(vm, CLASS_RAW_JSON, shape) : NULL;
    if (o == NULL ||
        !obj_put_attrs(vm, o, value_from_str(name), value_from_str(text),
                       PROP_ENUMERABLE) ||
        !obj_prevent_extensions(vm, o))
        return VALUE_THROWN;
    return value_from_obj(o);
}

/* 25.5.2 */
static Value json_is_raw(VM *vm, NativeCall *c)
{
    (void)vm;
    return value_bool(value_is_class(c->args[0], CLASS_RAW_JSON));
}

static const NativeSpec json_functions[] = {
    { .name = "isRawJSON", .fn = json_is_raw, .length = 1, .min_args = 1 },
    { .name = "parse",
      .step = cm__json_parse_step,
      .length = 2,
      .min_args = 2,
      .n_regs = JSON_PARSE_REGS },
    { .name = "rawJSON", .fn = json_raw, .length = 1, .min_args = 1 },
    { .name = "stringify",
      .step = cm__json_stringify_step,
      .length = 3,
      .min_args = 3,
      .n_regs = JSON_STRINGIFY_REGS },
};

void js_install_json(RealmBuilder *b)
{
    Obj *json = realm_object(b, b->realm->object_proto);
    realm_functions(b, json, json_functions, CM_ARRAY_LEN(json_functions));
    realm_tag(b, json, "JSON");
    if (json != NULL)
        realm_add_global(b, "JSON", value_from_obj(json));
}
