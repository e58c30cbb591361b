/* SPDX-License-Identifier: MIT */
/* Schemas of certain forms, by which programs that write specifications say
 * something simple. */
#include "catalog/signature_internal.h"

static bool is_typed(const JsonValue *v, const char *type)
{
    const JsonValue *said = cm__json_get(v, "type");
    return said && cm__json_is_text(said, type);
}

/* A string enum of nothing but what JSON numbers lack. */
static bool is_odd_numbers(const JsonValue *v)
{
    const JsonValue *texts = cm__json_get(v, "enum");
    if (!texts || texts->type != CM_JSON_TYPE_ARRAY || texts->n_items == 0 ||
        texts->n_items > 3 ||
        (cm__json_get(v, "type") && !is_typed(v, "string")))
        return false;
    for (size_t i = 0; i < texts->n_items; i++)
        if (!cm__json_is_text(&texts->items[i], "NaN") &&
            !cm__json_is_text(&texts->items[i], "Infinity") &&
            !cm__json_is_text(&texts->items[i], "-Infinity"))
            return false;
    return true;
}

bool cm__type_is_any_number(const JsonValue *members)
{
    bool has_number = false;
    for (size_t i = 0; i < members->n_items; i++) {
        if (is_typed(&members->items[i], "number"))
            has_number = true;
        else if (!is_odd_numbers(&members->items[i]))
            return false;
    }
    return has_number;
}

static bool is_bare(const JsonValue *v, const char *type, const char *keyword)
{
    return is_typed(v, type) && !cm__json_get(v, keyword);
}

bool cm__type_is_any_object(const JsonValue *members)
{
    const JsonValue *m = members->items;
    return members->n_items == 2 && ((is_bare(&m[0], "object", "properties") &&
                                      is_bare(&m[1], "array", "items")) ||
                                     (is_bare(&m[1], "object", "properties") &&
                                      is_bare(&m[0], "array", "items")));
}

bool cm__type_is_not_null(const JsonValue *node)
{
    static const char *const notes[] = { "not",      "title",    "description",
                                         "default",  "examples", "readOnly",
                                         "writeOnly" };
    const JsonValue *no = cm__json_get(node, "not");
    if (!no || no->type != CM_JSON_TYPE_OBJECT || no->n_members != 1 ||
        !is_typed(no, "null"))
        return false;
    if (node->n_members > CM_ARRAY_LEN(notes))
        return false;
    for (size_t i = 0; i < node->n_members; i++) {
        bool is_note = false;
        for (size_t k = 0; k < CM_ARRAY_LEN(notes); k++)
            is_note = is_note || cm__json_is_named(&node->members[i], notes[k]);
        if (!is_note)
            return false;
    }
    return true;
}
