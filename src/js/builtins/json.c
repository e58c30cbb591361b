/* SPDX-License-Identifier: MIT */
#include "js/builtins/json_internal.h"

static const NativeSpec json_functions[] = {
    { .name = "parse",
      .step = cm__json_parse_step,
      .length = 2,
      .min_args = 2,
      .n_regs = JSON_PARSE_REGS },
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
