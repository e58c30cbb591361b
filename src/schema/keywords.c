/* SPDX-License-Identifier: MIT */
#include "schema/keywords.h"

#include <string.h>

const Keyword cm__keywords[N_KEYWORDS] = {
#define X(id, name, dialects, form, vocabulary) \
    [id] = { name, dialects, form, vocabulary },
#include "schema/keywords.def"
#undef X
};

/* ---- names ---- */

static int compare_name(const char *name, size_t len, const char *keyword)
{
    int order = strncmp(name, keyword, len);
    return order != 0 ? order : keyword[len] != '\0' ? -1 : 0;
}

KeywordId cm__keyword_find(const char *name, size_t len, SchemaDraft draft)
{
    size_t low = 0, high = N_KEYWORDS;
    if (memchr(name, '\0', len))
        return KEY_NONE;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_name(name, len, cm__keywords[middle].name) > 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < N_KEYWORDS &&
           compare_name(name, len, cm__keywords[low].name) == 0;
         low++)
        if (cm__keywords[low].dialects & (1u << draft))
            return (KeywordId)low;
    return KEY_NONE;
}

bool cm__schema_draft_named(const char *name, SchemaDraft *ret_draft)
{
    static const char *const names[] = { "2020-12", "2019-09", "7", "6", "4" };
    for (size_t i = 0; i < CM_ARRAY_LEN(names); i++) {
        if (strcmp(names[i], name) == 0) {
            *ret_draft = (SchemaDraft)i;
            return true;
        }
    }
    return false;
}

/* ---- forms ---- */

unsigned cm__schema_type_bit(const JsonValue *name)
{
    static const JsonType types[] = {
        CM_JSON_TYPE_NULL,   CM_JSON_TYPE_BOOL,  CM_JSON_TYPE_NUMBER,
        CM_JSON_TYPE_STRING, CM_JSON_TYPE_ARRAY, CM_JSON_TYPE_OBJECT
    };
    if (name->type != CM_JSON_TYPE_STRING)
        return 0;
    for (size_t i = 0; i < CM_ARRAY_LEN(types); i++)
        if (cm__json_is_text(name, cm__json_type_name(types[i])))
            return 1u << types[i];
    return cm__json_is_text(name, "integer") ? SCHEMA_TYPE_INTEGER : 0;
}

/* Draft 4 allows booleans as additionalItems and additionalProperties alone;
 * elsewhere they are accepted too: they mean the same in every dialect. */
static bool is_schema_value(const JsonValue *value)
{
    return value->type == CM_JSON_TYPE_OBJECT ||
           value->type == CM_JSON_TYPE_BOOL;
}

static bool is_list_of(const JsonValue *value, bool (*fits)(const JsonValue *))
{
    if (value->type != CM_JSON_TYPE_ARRAY)
        return false;
    for (size_t i = 0; i < value->n_items; i++)
        if (!fits(&value->items[i]))
            return false;
    return true;
}

static bool is_map_of(const JsonValue *value, bool (*fits)(const JsonValue *))
{
    if (value->type != CM_JSON_TYPE_OBJECT)
        return false;
    for (size_t i = 0; i < value->n_members; i++)
        if (!fits(&value->members[i].value))
            return false;
    return true;
}

static bool is_string(const JsonValue *value)
{
    return value->type == CM_JSON_TYPE_STRING;
}

static bool is_boolean(const JsonValue *value)
{
    return value->type == CM_JSON_TYPE_BOOL;
}

static bool is_strings(const JsonValue *value)
{
    return is_list_of(value, is_string);
}

static bool is_dependency(const JsonValue *value)
{
    return is_schema_value(value) || is_strings(value);
}

static bool is_type_name(const JsonValue *value)
{
    return cm__schema_type_bit(value) != 0;
}

static bool is_anchor(const JsonValue *value)
{
    if (!is_string(value) || value->len == 0)
        return false;
    for (size_t i = 0; i < value->len; i++) {
        char c = value->text[i];
        bool is_letter =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
        if (!is_letter &&
            (i == 0 || (!(c >= '0' && c <= '9') && c != '-' && c != '.')))
            return false;
    }
    return true;
}

static bool has_form(KeywordForm form, const JsonValue *value)
{
    switch (form) {
    case FORM_ANY:
        return true;
    case FORM_STRING:
    case FORM_URI:
    case FORM_URI_REFERENCE:
    case FORM_PATTERN:
        return is_string(value);
    case FORM_ANCHOR:
        return is_anchor(value);
    case FORM_BOOLEAN:
        return is_boolean(value);
    case FORM_NUMBER:
    case FORM_POSITIVE: /* the loader reads the digits of these two */
    case FORM_COUNT:
        return value->type == CM_JSON_TYPE_NUMBER;
    case FORM_LIST:
        return value->type == CM_JSON_TYPE_ARRAY;
    case FORM_STRINGS:
        return is_strings(value);
    case FORM_STRINGS_MAP:
        return is_map_of(value, is_strings);
    case FORM_BOOLEAN_MAP:
        return is_map_of(value, is_boolean);
    case FORM_TYPES:
        return is_type_name(value) ||
               (is_list_of(value, is_type_name) && value->n_items > 0);
    case FORM_SCHEMA:
        return is_schema_value(value);
    case FORM_SCHEMAS:
        return is_list_of(value, is_schema_value) && value->n_items > 0;
    case FORM_SCHEMA_OR_LIST:
        return is_schema_value(value) || is_list_of(value, is_schema_value);
    case FORM_SCHEMA_MAP:
    case FORM_PATTERN_MAP:
        return is_map_of(value, is_schema_value);
    case FORM_DEPENDENCIES:
        return is_map_of(value, is_dependency);
    }
    cm_unreachable();
}

static const char *form_text(KeywordForm form)
{
    switch (form) {
    case FORM_ANY:
        return "";
    case FORM_STRING:
    case FORM_URI:
    case FORM_URI_REFERENCE:
    case FORM_PATTERN:
        return "must be a string";
    case FORM_ANCHOR:
        return "must be a plain name";
    case FORM_BOOLEAN:
        return "must be true or false";
    case FORM_NUMBER:
        return "must be a number";
    case FORM_POSITIVE:
        return "must be a number above 0";
    case FORM_COUNT:
        return "must be a whole number of at least 0";
    case FORM_LIST:
        return "must be an array";
    case FORM_STRINGS:
        return "must be an array of strings";
    case FORM_STRINGS_MAP:
        return "must be an object of arrays of strings";
    case FORM_BOOLEAN_MAP:
        return "must be an object of booleans";
    case FORM_TYPES:
        return "must be array, boolean, integer, null, number, object or "
               "string, or an array of these";
    case FORM_SCHEMA:
        return "must be a schema";
    case FORM_SCHEMAS:
        return "must be an array of at least one schema";
    case FORM_SCHEMA_OR_LIST:
        return "must be a schema or an array of schemas";
    case FORM_SCHEMA_MAP:
    case FORM_PATTERN_MAP:
        return "must be an object of schemas";
    case FORM_DEPENDENCIES:
        return "must be an object of schemas and arrays of strings";
    }
    cm_unreachable();
}

const char *cm__keyword_misfit_digits(KeywordId id, const Decimal *number)
{
    KeywordForm form = (KeywordForm)cm__keywords[id].form;
    uint32_t count;
    bool fits = form == FORM_POSITIVE ? number->n > 0 && !number->is_negative
                : form == FORM_COUNT  ? cm__decimal_count(number, &count)
                                      : true;
    return fits ? NULL : form_text(form);
}

const char *cm__keyword_misfit(KeywordId id, const JsonValue *value)
{
    const Keyword *k = &cm__keywords[id];
    /* Annotations decide nothing, so a wrong one does no harm. */
    if (k->vocabulary == VOCAB_NOTE && k->form != FORM_SCHEMA)
        return NULL;
    KeywordForm form = (KeywordForm)k->form;
    return has_form(form, value) ? NULL : form_text(form);
}
