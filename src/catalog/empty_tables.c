/* SPDX-License-Identifier: MIT */
#include "catalog/empty_tables.h"

#include "schema/schema.h"
#include "json/tree.h"

#include <string.h>

enum {
    ALLOWS_ARRAY = 1,
    ALLOWS_OBJECT = 2,
    ALLOWS_BOTH = 3,
    /* Schemas inside of schemas (allOf, references); a circle ends here. */
    MAX_NESTING = 64,
    VISIT_WORK = 64, /* of a schema; an entry of a list in it is 1 */
    MAX_WORK = 4096 * VISIT_WORK, /* for one place; over it, all is allowed */
    MAX_DEPTH = 64                /* of the value; Lua's data have 32 */
};

/* One step from a value into a value inside of it. */
typedef struct Step {
    const char *name; /* as in the text, escapes and all; NULL: an element */
    size_t len;       /* of the name, or the position */
} Step;

typedef struct Fit {
    const JsonValue *schema;
    const IndexMeter *meter;
    Step path[MAX_DEPTH];
    size_t depth;
    size_t work; /* for the place under way */
} Fit;

static unsigned allowed(Fit *f, const JsonValue *schema, size_t at,
                        unsigned nesting);

/* Whether there is work left after n more. */
static bool may_work(Fit *f, size_t n)
{
    if (f->work > MAX_WORK || n > MAX_WORK - f->work) {
        f->work = MAX_WORK + 1;
        return false;
    }
    f->work += n;
    return true;
}

static unsigned of_type(const JsonValue *type)
{
    if (cm__json_is_text(type, "array"))
        return ALLOWS_ARRAY;
    if (cm__json_is_text(type, "object"))
        return ALLOWS_OBJECT;
    return 0;
}

static unsigned of_value(const JsonValue *v)
{
    return v->type == CM_JSON_TYPE_ARRAY    ? ALLOWS_ARRAY
           : v->type == CM_JSON_TYPE_OBJECT ? ALLOWS_OBJECT
                                            : 0;
}

/* What `type`, `const` and `enum` leave. */
static unsigned of_assertions(Fit *f, const JsonValue *schema)
{
    unsigned mask = ALLOWS_BOTH, some = 0;
    const JsonValue *v = cm__json_get(schema, "type");
    if (v && v->type == CM_JSON_TYPE_ARRAY) {
        if (!may_work(f, v->n_items))
            return ALLOWS_BOTH;
        for (size_t i = 0; i < v->n_items; i++)
            some |= of_type(&v->items[i]);
        mask &= some;
    } else if (v && v->type == CM_JSON_TYPE_STRING) {
        mask &= of_type(v);
    }
    v = cm__json_get(schema, "const");
    if (v)
        mask &= of_value(v);
    v = cm__json_get(schema, "enum");
    if (v && v->type == CM_JSON_TYPE_ARRAY) {
        some = 0;
        if (!may_work(f, v->n_items))
            return ALLOWS_BOTH;
        for (size_t i = 0; i < v->n_items; i++)
            some |= of_value(&v->items[i]);
        mask &= some;
    }
    return mask;
}

/* ---- references ---- */

/* One token of a JSON pointer against a name, `~0` and `~1` undone. */
static bool token_is(const char *token, size_t len, const char *name,
                     size_t name_len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++, n++) {
        char c = token[i];
        if (c == '~' && i + 1 < len &&
            (token[i + 1] == '0' || token[i + 1] == '1'))
            c = token[++i] == '0' ? '~' : '/';
        if (n == name_len || name[n] != c)
            return false;
    }
    return n == name_len;
}

static const JsonValue *follow(Fit *f, const JsonValue *from, const char *token,
                               size_t len)
{
    if (from->type == CM_JSON_TYPE_OBJECT) {
        if (!memchr(token, '~', len))
            return cm__json_get_n(from, token, len);
        if (!may_work(f, from->n_members))
            return NULL;
        for (size_t i = 0; i < from->n_members; i++)
            if (token_is(token, len, from->members[i].name,
                         from->members[i].name_len))
                return &from->members[i].value;
    } else if (from->type == CM_JSON_TYPE_ARRAY && len > 0 && len < 9) {
        size_t i = 0;
        for (size_t k = 0; k < len; k++) {
            if (token[k] < '0' || token[k] > '9')
                return NULL;
            i = i * 10 + (size_t)(token[k] - '0');
        }
        return i < from->n_items ? &from->items[i] : NULL;
    }
    return NULL;
}

/* `#` and `#/a/b`; NULL for any other reference. */
static const JsonValue *target(Fit *f, const JsonValue *ref)
{
    if (ref->type != CM_JSON_TYPE_STRING || ref->len == 0 ||
        ref->text[0] != '#' || !may_work(f, ref->len))
        return NULL;
    const JsonValue *v = f->schema;
    for (size_t at = 1; v && at < ref->len;) {
        const char *token = ref->text + at + 1;
        const char *end = memchr(token, '/', ref->len - at - 1);
        size_t len = end ? (size_t)(end - token) : ref->len - at - 1;
        if (ref->text[at] != '/')
            return NULL; /* an anchor */
        v = follow(f, v, token, len);
        at += len + 1;
    }
    return v;
}

/* ---- a place ---- */

/* What the part of a schema for members or elements says. */
static unsigned of_step(Fit *f, const JsonValue *schema, size_t at,
                        unsigned nesting)
{
    const Step *step = &f->path[at];
    const JsonValue *v = NULL, *rest;
    if (step->name && memchr(step->name, '\\', step->len))
        return ALLOWS_BOTH;
    if (step->name) {
        v = cm__json_get(schema, "properties");
        v = v ? cm__json_get_n(v, step->name, step->len) : NULL;
        rest = cm__json_get(schema, "additionalProperties");
        if (cm__json_get(schema, "patternProperties"))
            rest = NULL; /* it may be meant for others alone */
    } else {
        v = cm__json_get(schema, "prefixItems");
        bool is_row = v && v->type == CM_JSON_TYPE_ARRAY;
        v = is_row && step->len < v->n_items ? &v->items[step->len] : NULL;
        rest = cm__json_get(schema, "items");
        if (rest && rest->type == CM_JSON_TYPE_ARRAY) { /* before 2020-12 */
            v = step->len < rest->n_items ? &rest->items[step->len] : NULL;
            rest = cm__json_get(schema, "additionalItems");
        }
    }
    if (!v)
        v = rest;
    return v ? allowed(f, v, at + 1, nesting + 1) : ALLOWS_BOTH;
}

static unsigned of_choice(Fit *f, const JsonValue *list, size_t at,
                          unsigned nesting)
{
    unsigned some = 0;
    if (!list || list->type != CM_JSON_TYPE_ARRAY ||
        !may_work(f, list->n_items))
        return ALLOWS_BOTH;
    for (size_t i = 0; i < list->n_items; i++)
        some |= allowed(f, &list->items[i], at, nesting + 1);
    return some;
}

/* What a schema allows at the end of the path, `at` steps of which are gone. */
static unsigned allowed(Fit *f, const JsonValue *schema, size_t at,
                        unsigned nesting)
{
    if (schema->type == CM_JSON_TYPE_BOOL)
        return schema->boolean ? ALLOWS_BOTH : 0;
    if (schema->type != CM_JSON_TYPE_OBJECT || nesting > MAX_NESTING ||
        !may_work(f, VISIT_WORK))
        return ALLOWS_BOTH;
    bool is_here = at == f->depth;
    unsigned mask = of_assertions(f, schema);
    if (!is_here) /* the type of a value on the way */
        mask = mask & (f->path[at].name ? ALLOWS_OBJECT : ALLOWS_ARRAY)
                   ? of_step(f, schema, at, nesting)
                   : 0;
    const JsonValue *v = cm__json_get(schema, "$ref");
    v = v ? target(f, v) : NULL;
    if (v)
        mask &= allowed(f, v, at, nesting + 1);
    v = cm__json_get(schema, "allOf");
    size_t n = v && v->type == CM_JSON_TYPE_ARRAY ? v->n_items : 0;
    for (size_t i = 0; i < n && may_work(f, 1); i++)
        mask &= allowed(f, &v->items[i], at, nesting + 1);
    mask &= of_choice(f, cm__json_get(schema, "anyOf"), at, nesting);
    mask &= of_choice(f, cm__json_get(schema, "oneOf"), at, nesting);
    return mask;
}

/* ---- the text ---- */

static bool fit_empty(Fit *f, char *brackets)
{
    f->work = 0;
    if (allowed(f, f->schema, 0, 0) == ALLOWS_ARRAY && f->work <= MAX_WORK) {
        brackets[0] = '[';
        brackets[1] = ']';
    }
    return !f->meter->charge || f->meter->charge(f->meter->ctx, f->work);
}

/* Behind the string that begins at text. */
static char *skip_string(char *text)
{
    for (text++; *text != '"'; text++)
        if (*text == '\\')
            text++;
    return text + 1;
}

/* Compact JSON, known to be valid: what matters is where names and brackets
 * are. */
static bool fit_text(Fit *f, char *at, const char *end)
{
    bool wants_name = false;
    while (at < end) {
        Step *step = f->depth ? &f->path[f->depth - 1] : NULL;
        if (*at == '"') {
            char *from = at;
            at = skip_string(at);
            if (wants_name && step)
                *step = (Step){ from + 1, (size_t)(at - from) - 2 };
            wants_name = false;
            continue;
        }
        if (*at == '{' && at[1] == '}') {
            if (!fit_empty(f, at++))
                return false;
        } else if (*at == '[' && at[1] == ']') {
            at++;
        } else if (*at == '{' || *at == '[') {
            if (f->depth == MAX_DEPTH)
                return true;
            wants_name = *at == '{';
            f->path[f->depth++] = (Step){ wants_name ? "" : NULL, 0 };
        } else if (*at == ',' && step) {
            wants_name = step->name != NULL;
            step->len += !wants_name;
        } else if (*at == '}' || *at == ']') {
            f->depth--;
        }
        at++;
    }
    return true;
}

/* Whether the text has the two brackets at all, be it inside of a string. */
static bool may_have_empty(const char *text, size_t len)
{
    const char *end = text + len;
    while ((text = memchr(text, '{', (size_t)(end - text))) != NULL)
        if (++text < end && *text == '}')
            return true;
        else if (text == end)
            return false;
    return false;
}

static cm_status fit_to(const JsonValue *schema, const IndexMeter *meter,
                        char *text, size_t len)
{
    Fit f = { .schema = schema, .meter = meter };
    return fit_text(&f, text, text + len) ? CM_OK : CM_E_LIMIT;
}

cm_status cm__fit_empty_tables(const cm_allocator *alloc, const ToolDef *tool,
                               const IndexMeter *meter, char *text, size_t len)
{
    JsonDoc *schema = NULL;
    if (!tool->input_schema || !may_have_empty(text, len))
        return CM_OK;
    size_t schema_len = tool->input ? 0 : strlen(tool->input_schema);
    if (meter->charge && !meter->charge(meter->ctx, schema_len + len))
        return CM_E_LIMIT;
    if (tool->input)
        return fit_to(cm__schema_root(tool->input), meter, text, len);
    cm_status status = cm__json_parse(alloc, tool->input_schema, schema_len,
                                      NULL, &schema, NULL);
    if (status != CM_OK) /* too deep or no JSON: it says nothing */
        return status == CM_E_NOMEM ? status : CM_OK;
    status = fit_to(&schema->root, meter, text, len);
    cm__json_doc_free(schema);
    return status;
}
