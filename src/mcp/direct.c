/* SPDX-License-Identifier: MIT */
#include "mcp/direct.h"

#include <string.h>

#include "mcp/toolfilter.h"
#include "mcp/toolname.h"
#include "json/writer.h"

bool cm__direct_matches(const DirectRule *rule, const char *name, size_t len)
{
    if (rule == NULL || rule->is_all)
        return rule != NULL;
    for (size_t i = 0; i < rule->n_patterns; i++)
        if (cm__glob_matches(rule->patterns[i], name, len))
            return true;
    return false;
}

const char *cm__direct_id(const char *path, char id[CM_DIRECT_ID_MAX + 1])
{
    char clean[CM_NAME_MAX + 1];
    if (!cm__name_clean(path, strlen(path), clean) ||
        strlen(clean) > CM_DIRECT_ID_MAX)
        return "its name as a direct tool has more than 64 characters";
    if (strcmp(clean, "execute") == 0)
        return "a direct tool cannot have the name execute";
    memcpy(id, clean, strlen(clean) + 1);
    return NULL;
}

bool cm__direct_is_below(const char *ns, const char *id)
{
    for (; *ns != '\0'; ns++, id++)
        if (*id != (*ns == '.' ? '_' : *ns))
            return false;
    return *id == '_';
}

/* ---- schemas ---- */

static bool is_one_of(const JsonMember *m, const char *const *names)
{
    for (; *names != NULL; names++)
        if (cm__json_is_named(m, *names))
            return true;
    return false;
}

static void write_schema(JsonWriter *w, const JsonValue *schema);

/* Clients insist on objects here: true and false become what they mean, what
 * is no schema becomes one that says nothing. */
static void write_named_schema(JsonWriter *w, const JsonValue *schema)
{
    if (schema->type == CM_JSON_TYPE_OBJECT)
        write_schema(w, schema);
    else if (schema->type == CM_JSON_TYPE_BOOL && !schema->boolean)
        cm__json_write_raw(w, "{\"not\":{}}", 10);
    else
        cm__json_write_raw(w, "{}", 2);
}

/* An object whose members are schemas under names of the author's choice. */
static void write_schema_map(JsonWriter *w, const JsonValue *map)
{
    cm__json_begin_object(w);
    for (size_t i = 0; map->type == CM_JSON_TYPE_OBJECT && i < map->n_members;
         i++) {
        cm__json_key_n(w, map->members[i].name, map->members[i].name_len);
        write_named_schema(w, &map->members[i].value);
    }
    cm__json_end_object(w);
}

/* What clients refuse is left out, and annotations of HTTP headers are, for the
 * gateway takes arguments from the body alone. */
static bool is_schema_member(const JsonMember *m)
{
    if (cm__json_is_named(m, "required"))
        return cm__json_is_texts(&m->value);
    return !cm__json_is_named(m, "x-mcp-header");
}

/* All members but `but`. */
static void write_schema_members(JsonWriter *w, const JsonValue *schema,
                                 const char *but)
{
    static const char *const maps[] = { "properties",       "$defs",
                                        "definitions",      "patternProperties",
                                        "dependentSchemas", NULL };
    static const char *const data[] = { "const", "default", "enum", "examples",
                                        NULL };
    for (size_t i = 0; i < schema->n_members; i++) {
        const JsonMember *m = &schema->members[i];
        if (!is_schema_member(m) || cm__json_is_named(m, but))
            continue;
        cm__json_key_n(w, m->name, m->name_len);
        if (is_one_of(m, maps))
            write_schema_map(w, &m->value);
        else if (is_one_of(m, data))
            cm__json_write_value(w, &m->value);
        else
            write_schema(w, &m->value);
    }
}

/* A schema, or a list of them; as deep as the parser goes. */
static void write_schema(JsonWriter *w, const JsonValue *schema)
{
    if (schema->type == CM_JSON_TYPE_ARRAY) {
        cm__json_begin_array(w);
        for (size_t i = 0; i < schema->n_items; i++)
            write_schema(w, &schema->items[i]);
        cm__json_end_array(w);
    } else if (schema->type == CM_JSON_TYPE_OBJECT) {
        cm__json_begin_object(w);
        write_schema_members(w, schema, "");
        cm__json_end_object(w);
    } else {
        cm__json_write_value(w, schema);
    }
}

static bool is_of_objects(const JsonValue *schema)
{
    return cm__json_is_text(cm__json_get(schema, "type"), "object");
}

/* schema may be NULL, and of any type. */
static void write_input_schema(JsonWriter *w, const JsonValue *schema)
{
    bool is_typed = schema != NULL && is_of_objects(schema);
    cm__json_key(w, "inputSchema");
    cm__json_begin_object(w);
    if (!is_typed) {
        cm__json_key(w, "type");
        cm__json_write_text(w, "object");
    }
    if (schema != NULL && schema->type == CM_JSON_TYPE_OBJECT)
        write_schema_members(w, schema, is_typed ? "" : "type");
    cm__json_end_object(w);
}

/* ---- definitions ---- */

static bool are_icons(const JsonValue *icons)
{
    if (icons->type != CM_JSON_TYPE_ARRAY)
        return false;
    for (size_t i = 0; i < icons->n_items; i++) {
        const JsonValue *source = cm__json_get(&icons->items[i], "src");
        if (source == NULL || source->type != CM_JSON_TYPE_STRING)
            return false;
    }
    return true;
}

/* Whether a member of a definition, or of its annotations, is of the type that
 * clients insist on. */
static bool is_sound(const JsonMember *m)
{
    static const char *const texts[] = { "description", "title", NULL };
    static const char *const objects[] = { "_meta", "annotations", NULL };
    static const char *const hints[] = { "readOnlyHint", "destructiveHint",
                                         "idempotentHint", "openWorldHint",
                                         NULL };
    if (is_one_of(m, texts))
        return m->value.type == CM_JSON_TYPE_STRING;
    if (is_one_of(m, objects))
        return m->value.type == CM_JSON_TYPE_OBJECT;
    if (is_one_of(m, hints))
        return m->value.type == CM_JSON_TYPE_BOOL;
    return !cm__json_is_named(m, "icons") || are_icons(&m->value);
}

static void write_annotations(JsonWriter *w, const JsonValue *annotations)
{
    cm__json_begin_object(w);
    for (size_t i = 0; i < annotations->n_members; i++) {
        const JsonMember *m = &annotations->members[i];
        if (!is_sound(m))
            continue;
        cm__json_key_n(w, m->name, m->name_len);
        cm__json_write_value(w, &m->value);
    }
    cm__json_end_object(w);
}

/* The writer stands in an object whose '{' is not in the text, so that its
 * members follow others. */
static JsonWriter begin_members(Buf *out)
{
    JsonWriter w = cm__json_writer(out);
    w.replace_surrogates = true; /* many clients cannot read them */
    w.depth = 1;
    w.has_items = true;
    return w;
}

void cm__direct_list_tool(Buf *out, const JsonValue *tool)
{
    static const char *const left_out[] = { "name", "execution", "inputSchema",
                                            NULL };
    JsonWriter w = begin_members(out);
    for (size_t i = 0; i < tool->n_members; i++) {
        const JsonMember *m = &tool->members[i];
        bool is_output = cm__json_is_named(m, "outputSchema");
        if (is_one_of(m, left_out) || !is_sound(m) ||
            (is_output && !is_of_objects(&m->value)))
            continue;
        cm__json_key_n(&w, m->name, m->name_len);
        if (is_output)
            write_schema(&w, &m->value);
        else if (cm__json_is_named(m, "annotations"))
            write_annotations(&w, &m->value);
        else
            cm__json_write_value(&w, &m->value);
    }
    write_input_schema(&w, cm__json_get(tool, "inputSchema"));
}

void cm__direct_list_plain(Buf *out, const char *description,
                           const char *input_schema)
{
    JsonDoc *doc = NULL;
    JsonWriter w = begin_members(out);
    cm_status status = CM_E_SYNTAX;
    if (description != NULL) {
        cm__json_key(&w, "description");
        cm__json_write_text(&w, description);
    }
    if (input_schema != NULL)
        status = cm__json_parse(out->alloc, input_schema, strlen(input_schema),
                                NULL, &doc, NULL);
    if (status == CM_E_NOMEM)
        out->status = CM_E_NOMEM;
    write_input_schema(&w, status == CM_OK ? &doc->root : NULL);
    cm__json_doc_free(doc);
}
