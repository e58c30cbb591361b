/* SPDX-License-Identifier: MIT */
/* One schema as JSON text in the dialect of 2020-12 (spec/openapi.md 7.5, 7.6):
 * hidden properties go, keywords of 3.0 are translated, and where a reference
 * stood there is a hole that is filled when it is known what the definition is
 * called in the tool at hand. So a definition is written once for all tools.
 *
 * In requests a hidden property does not vanish: it moves to patternProperties,
 * which signatures do not show, so that values which have it still pass even
 * where no other properties are allowed.
 *
 * The walk keeps frames of its own; there are no more than levels in the
 * document. Data (examples, defaults, enums) is written by the JSON writer. */
#include <string.h>

#include "openapi/generate_internal.h"

const OaKeyword cm__oa_keywords[] = {
    /* name, kind, 3.0, in place, raw */
    { "properties", OA_KEYWORD_MAP, true, false, false },
    { "patternProperties", OA_KEYWORD_MAP, false, false, false },
    { "dependentSchemas", OA_KEYWORD_MAP, false, true, false },
    { "items", OA_KEYWORD_SCHEMA, true, false, false },
    { "additionalProperties", OA_KEYWORD_SCHEMA, true, false, false },
    { "unevaluatedProperties", OA_KEYWORD_SCHEMA, false, false, false },
    { "unevaluatedItems", OA_KEYWORD_SCHEMA, false, false, true },
    { "propertyNames", OA_KEYWORD_SCHEMA, false, false, false },
    { "contentSchema", OA_KEYWORD_SCHEMA, false, false, true },
    { "allOf", OA_KEYWORD_LIST, true, true, false },
    { "anyOf", OA_KEYWORD_LIST, true, true, false },
    { "oneOf", OA_KEYWORD_LIST, true, true, false },
    { "prefixItems", OA_KEYWORD_LIST, false, false, false },
    { "not", OA_KEYWORD_SCHEMA, true, false, true },
    { "if", OA_KEYWORD_SCHEMA, false, false, true },
    { "then", OA_KEYWORD_SCHEMA, false, true, false },
    { "else", OA_KEYWORD_SCHEMA, false, true, false },
    { "contains", OA_KEYWORD_SCHEMA, false, false, true },
    { NULL, OA_KEYWORD_DATA, false, false, false },
};

/* Keywords of 2020-12 with plain values that OpenAPI 3.0 does not have. */
static const char *const later[] = {
    "$anchor",
    "$comment",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$schema",
    "$vocabulary",
    "const",
    "contentEncoding",
    "contentMediaType",
    "dependentRequired",
    "examples",
    "maxContains",
    "minContains",
};

const OaKeyword *cm__oa_keyword(const char *name)
{
    for (const OaKeyword *k = cm__oa_keywords; k->name; k++)
        if (k->name[0] == name[0] && strcmp(k->name, name) == 0)
            return k;
    return NULL;
}

typedef enum FrameKind {
    IN_SCHEMA,  /* the members of a schema */
    IN_MAP,     /* schemas by name */
    IN_LIST,    /* schemas in a row */
    IN_PATTERNS /* patternProperties and, behind them, hidden properties */
} FrameKind;

struct OaFrame {
    FrameKind kind;
    const JsonValue *value; /* of IN_PATTERNS: the schema */
    size_t next;
    bool is_raw;
    bool has_patterns;       /* the schema has hidden properties to move */
    bool is_properties;      /* hidden names are left out of this map */
    const OaNameSet *hidden; /* in this schema; else for those in it */
};

enum {
    MAX_FRAMES = OA_MAX_DEPTH + 8
};

size_t cm__oa_frames_size(void)
{
    return MAX_FRAMES * sizeof(OaFrame);
}

typedef struct Walk {
    OaGen *gen;
    const OaWrite *what;
    const JsonValue *scope;
    JsonWriter w;
    size_t n;     /* frames */
    bool is_full; /* of memory refused or too deep */
} Walk;

static OaFrame *push(Walk *k, FrameKind kind, const JsonValue *value)
{
    if (k->n == MAX_FRAMES) { /* no document is that deep */
        k->is_full = true;
        return NULL;
    }
    OaFrame *f = &k->gen->frames[k->n++];
    *f = (OaFrame){ .kind = kind, .value = value };
    if (kind == IN_LIST)
        cm__json_begin_array(&k->w);
    else
        cm__json_begin_object(&k->w);
    return f;
}

static bool is_boolean(const JsonValue *value, bool wanted)
{
    return value && value->type == CM_JSON_TYPE_BOOL &&
           value->boolean == wanted;
}

/* Hidden properties that are to be accepted all the same? */
static bool moves_some(const JsonValue *schema, const OaNameSet *hidden)
{
    const JsonValue *all = cm__json_get(schema, "properties");
    if (!hidden || !cm__oa_is_object(all))
        return false;
    /* Many schemas may share the set, so each is charged its own length. */
    for (size_t i = 0; i < all->n_members; i++) {
        const JsonMember *m = &all->members[i];
        const OaName *name = cm__oa_names_find(hidden, m->name, m->name_len);
        if (name && !name->is_dropped)
            return true;
    }
    return false;
}

/* Begins a schema. `hidden` comes from what it is joined with; `at_value` is
 * what to write for a value that is no object. */
static void begin_schema(Walk *k, const JsonValue *value,
                         const OaNameSet *hidden, bool is_raw,
                         const char *keyword)
{
    if (!cm__oa_is_object(value)) {
        bool is_open = strcmp(keyword, "additionalProperties") == 0;
        if (is_boolean(value, false) && (!k->gen->is_30 || is_open) &&
            k->n > 0) {
            cm__json_write_bool(&k->w, false);
        } else if (is_boolean(value, true) &&
                   (is_open || strcmp(keyword, "unevaluatedProperties") == 0)) {
            cm__json_write_bool(&k->w, true);
        } else {
            cm__json_begin_object(&k->w);
            cm__json_end_object(&k->w);
        }
        return;
    }
    OaFrame *f = push(k, IN_SCHEMA, value);
    if (!f)
        return;
    f->is_raw = is_raw;
    if (is_raw)
        return;
    OaDirection direction = k->what->view.direction;
    f->hidden = cm__oa_names_join(
        k->gen,
        cm__oa_hidden_names(k->gen, direction, (OaAt){ value, k->scope }),
        hidden);
    f->has_patterns = direction == OA_REQUEST && moves_some(value, f->hidden);
}

/* ---- references ---- */

static void add_hole(Walk *k, OaDef *def, OaText beside)
{
    OaGen *gen = k->gen;
    OaHole *holes = cm__arena_room(&gen->scratch, gen->holes, gen->n_holes,
                                   &gen->cap_holes, sizeof *holes);
    if (!holes) {
        k->is_full = true;
        return;
    }
    gen->holes = holes;
    cm__json_write_raw(&k->w, "", 0);
    holes[gen->n_holes++] = (OaHole){ k->w.out->len, def, beside };
}

/* What of the hidden names matters to who is referred to. */
static const OaNameSet *names_for(Walk *k, const OaNameSet *hidden, OaAt target)
{
    if (!hidden)
        return NULL;
    const OaNameSet *own =
        cm__oa_hidden_names(k->gen, k->what->view.direction, target);
    const OaNameSet *both = cm__oa_names_join(k->gen, own, hidden);
    if (both == own || !cm__oa_mentions(k->gen, target, hidden))
        return NULL;
    return both;
}

static void write_ref(Walk *k, const OaFrame *f, const JsonValue *ref)
{
    OaTarget target;
    cm__json_key(&k->w, "$ref");
    if (!cm__oa_target(k->gen, (OaAt){ f->value, k->scope }, ref, &target)) {
        add_hole(k, NULL, (OaText){ ref->text, ref->len });
        return;
    }
    OaView view = { k->what->view.direction, f->is_raw };
    OaDef *def =
        cm__oa_def(k->gen, &target, view, names_for(k, f->hidden, target.at));
    if (def)
        add_hole(k, def, (OaText){ 0 });
    else
        k->is_full = true;
}

/* ---- members of a schema ---- */

static void write_required(Walk *k, const OaFrame *f, const JsonValue *list)
{
    size_t n_left = 0;
    for (size_t i = 0; i < list->n_items; i++) {
        const JsonValue *name = &list->items[i];
        n_left += name->type != CM_JSON_TYPE_STRING ||
                  !cm__oa_names_find(f->hidden, name->text, name->len);
    }
    if (n_left == 0)
        return;
    cm__json_key(&k->w, "required");
    cm__json_begin_array(&k->w);
    for (size_t i = 0; i < list->n_items; i++) {
        const JsonValue *name = &list->items[i];
        if (name->type != CM_JSON_TYPE_STRING ||
            !cm__oa_names_find(f->hidden, name->text, name->len))
            cm__json_write_value(&k->w, name);
    }
    cm__json_end_array(&k->w);
}

static void write_bound(Walk *k, const OaFrame *f, const JsonMember *m,
                        const char *exclusive)
{
    if (is_boolean(cm__json_get(f->value, exclusive), true))
        cm__json_key(&k->w, exclusive);
    else
        cm__json_key_n(&k->w, m->name, m->name_len);
    cm__json_write_value(&k->w, &m->value);
}

static bool is_later(const char *name)
{
    for (size_t i = 0; i < sizeof later / sizeof later[0]; i++)
        if (strcmp(name, later[i]) == 0)
            return true;
    return false;
}

/* Members that mean another thing in 3.0. True: done with it. */
static bool translate(Walk *k, const OaFrame *f, const JsonMember *m)
{
    const char *name = m->name;
    const JsonValue *value = &m->value;
    if (strcmp(name, "type") == 0) {
        if (value->type != CM_JSON_TYPE_STRING ||
            !is_boolean(cm__json_get(f->value, "nullable"), true))
            return false;
        cm__json_key(&k->w, "type");
        cm__json_begin_array(&k->w);
        cm__json_write_value(&k->w, value);
        if (!cm__json_is_text(value, "null"))
            cm__json_write_text(&k->w, "null");
        cm__json_end_array(&k->w);
        return true;
    }
    if (strcmp(name, "nullable") == 0)
        return value->type == CM_JSON_TYPE_BOOL;
    if (strcmp(name, "example") == 0) {
        cm__json_key(&k->w, "examples");
        cm__json_begin_array(&k->w);
        cm__json_write_value(&k->w, value);
        cm__json_end_array(&k->w);
        return true;
    }
    if (strcmp(name, "minimum") == 0 || strcmp(name, "maximum") == 0) {
        write_bound(k, f, m,
                    name[1] == 'i' ? "exclusiveMinimum" : "exclusiveMaximum");
        return true;
    }
    if (strcmp(name, "exclusiveMinimum") == 0 ||
        strcmp(name, "exclusiveMaximum") == 0)
        return value->type == CM_JSON_TYPE_BOOL;
    return is_later(name);
}

static void write_data(Walk *k, const JsonMember *m)
{
    cm__json_key_n(&k->w, m->name, m->name_len);
    cm__json_write_value(&k->w, &m->value);
}

/* Goes into the schemas of a keyword, whose value has the right type. */
static void begin_keyword(Walk *k, const OaFrame *f, const JsonMember *m,
                          const OaKeyword *keyword)
{
    bool is_raw = f->is_raw || (keyword->is_raw &&
                                k->gen->may_hide[k->what->view.direction]);
    const OaNameSet *hidden = f->hidden;
    bool is_properties = strcmp(keyword->name, "properties") == 0;
    cm__json_key_n(&k->w, m->name, m->name_len);
    if (keyword->kind == OA_KEYWORD_SCHEMA) {
        begin_schema(k, &m->value, keyword->is_in_place ? hidden : NULL, is_raw,
                     keyword->name);
        return;
    }
    OaFrame *inner =
        push(k, keyword->kind == OA_KEYWORD_MAP ? IN_MAP : IN_LIST, &m->value);
    if (!inner)
        return;
    inner->is_raw = is_raw;
    inner->is_properties = is_properties;
    inner->hidden = keyword->is_in_place || is_properties ? hidden : NULL;
}

static void write_member(Walk *k, const OaFrame *f, const JsonMember *m)
{
    static const JsonType types[] = { CM_JSON_TYPE_NULL, CM_JSON_TYPE_NULL,
                                      CM_JSON_TYPE_ARRAY, CM_JSON_TYPE_OBJECT };
    const char *name = m->name;
    bool is_30 = k->gen->is_30;
    if (strlen(name) != m->name_len) {
        write_data(k, m);
        return;
    }
    if (strcmp(name, "$ref") == 0 && m->value.type == CM_JSON_TYPE_STRING) {
        write_ref(k, f, &m->value);
        return;
    }
    if ((strcmp(name, "$defs") == 0 || strcmp(name, "definitions") == 0) &&
        (is_30 || m->value.type == CM_JSON_TYPE_OBJECT))
        return; /* what is reached of them moves to the tool's */
    if (strcmp(name, "required") == 0 && f->hidden &&
        m->value.type == CM_JSON_TYPE_ARRAY) {
        write_required(k, f, &m->value);
        return;
    }
    const OaKeyword *keyword = cm__oa_keyword(name);
    if (!keyword) {
        if (!is_30 || !translate(k, f, m))
            write_data(k, m);
        return;
    }
    if ((is_30 && !keyword->is_30) ||
        (f->has_patterns && strcmp(name, "patternProperties") == 0))
        return;
    if (keyword->kind == OA_KEYWORD_SCHEMA ||
        m->value.type == types[keyword->kind])
        begin_keyword(k, f, m, keyword);
    else
        write_data(k, m);
}

static void describe(Walk *k, const JsonValue *schema)
{
    OaText text = k->what->description;
    if (text.len == 0)
        return;
    bool is_bare = k->gen->is_30 && cm__oa_ref_of(schema);
    if (!is_bare && cm__oa_has_text(cm__json_get(schema, "description")))
        return;
    cm__json_key(&k->w, "description");
    cm__json_write_text_n(&k->w, text.text, text.len);
}

/* The next member; false when there is none. */
static bool step_schema(Walk *k, OaFrame *f)
{
    const JsonValue *schema = f->value;
    const JsonValue *ref = k->gen->is_30 ? cm__oa_ref_of(schema) : NULL;
    bool is_root = f == k->gen->frames;
    if (f->next == 0 && ref) {
        write_ref(k, f, ref);
        f->next = schema->n_members;
    }
    if (f->next < schema->n_members) {
        const JsonMember *m = &schema->members[f->next++];
        bool is_replaced = is_root && k->what->description.len &&
                           cm__json_is_named(m, "description") &&
                           !cm__oa_has_text(&m->value);
        if (!is_replaced)
            write_member(k, f, m);
        return true;
    }
    if (f->next == schema->n_members && f->has_patterns) {
        f->next++;
        cm__json_key(&k->w, "patternProperties");
        OaFrame *inner = push(k, IN_PATTERNS, schema);
        if (inner)
            inner->hidden = f->hidden;
        return true;
    }
    if (is_root)
        describe(k, schema);
    return false;
}

static bool step_map(Walk *k, OaFrame *f)
{
    if (f->next == f->value->n_members)
        return false;
    const JsonMember *m = &f->value->members[f->next++];
    if (f->is_properties && cm__oa_names_find(f->hidden, m->name, m->name_len))
        return true;
    cm__json_key_n(&k->w, m->name, m->name_len);
    begin_schema(k, &m->value, f->is_properties ? NULL : f->hidden, f->is_raw,
                 "");
    return true;
}

static bool step_list(Walk *k, OaFrame *f)
{
    if (f->next == f->value->n_items)
        return false;
    begin_schema(k, &f->value->items[f->next++], f->hidden, f->is_raw, "");
    return true;
}

/* `^name$` as a regular expression. */
static void write_pattern_key(Walk *k, const JsonMember *m)
{
    Buf *key = &k->gen->token;
    cm__buf_clear(key);
    cm__buf_add_char(key, '^');
    for (size_t i = 0; i < m->name_len; i++) {
        if (m->name[i] && strchr("^$\\.*+?()[]{}|/", m->name[i]))
            cm__buf_add_char(key, '\\');
        cm__buf_add_char(key, m->name[i]);
    }
    cm__buf_add_char(key, '$');
    cm__json_key_n(&k->w, cm__buf_text(key), key->len);
    if (key->status != CM_OK)
        k->is_full = true;
}

static bool step_patterns(Walk *k, OaFrame *f)
{
    const JsonValue *old = cm__json_get(f->value, "patternProperties");
    size_t n_old = cm__oa_is_object(old) && !k->gen->is_30 ? old->n_members : 0;
    const JsonValue *all = cm__json_get(f->value, "properties");
    size_t i = f->next++;
    if (i < n_old) {
        cm__json_key_n(&k->w, old->members[i].name, old->members[i].name_len);
        begin_schema(k, &old->members[i].value, NULL, false, "");
        return true;
    }
    i -= n_old;
    if (i >= all->n_members)
        return false;
    const JsonMember *m = &all->members[i];
    const OaName *name = cm__oa_names_find(f->hidden, m->name, m->name_len);
    if (name && !name->is_dropped) {
        write_pattern_key(k, m);
        begin_schema(k, &m->value, NULL, false, "");
    }
    return true;
}

static void step(Walk *k)
{
    OaFrame *f = &k->gen->frames[k->n - 1];
    bool goes_on = false;
    switch (f->kind) {
    case IN_SCHEMA:
        goes_on = step_schema(k, f);
        break;
    case IN_MAP:
        goes_on = step_map(k, f);
        break;
    case IN_LIST:
        goes_on = step_list(k, f);
        break;
    case IN_PATTERNS:
        goes_on = step_patterns(k, f);
        break;
    }
    if (goes_on)
        return;
    if (f->kind == IN_LIST)
        cm__json_end_array(&k->w);
    else
        cm__json_end_object(&k->w);
    k->n--;
}

static bool take_piece(OaGen *gen, OaPiece *ret_piece)
{
    OaPiece piece = { .len = gen->text.len, .n_holes = gen->n_holes };
    piece.text =
        cm__arena_text(&gen->scratch, cm__buf_text(&gen->text), gen->text.len);
    if (!piece.text)
        return false;
    if (gen->n_holes) {
        OaHole *holes =
            cm__arena_alloc(&gen->scratch, gen->n_holes * sizeof *holes);
        if (!holes)
            return false;
        memcpy(holes, gen->holes, gen->n_holes * sizeof *holes);
        piece.holes = holes;
    }
    *ret_piece = piece;
    return true;
}

bool cm__oa_write_schema(OaGen *gen, const OaWrite *what, OaPiece *ret_piece)
{
    Walk k = { .gen = gen, .what = what, .scope = what->at.scope };
    cm__buf_clear(&gen->text);
    gen->n_holes = 0;
    k.w = cm__json_writer(&gen->text);
    bool is_raw = what->view.is_raw;
    if (!cm__oa_is_object(what->at.schema) && what->description.len) {
        cm__json_begin_object(&k.w);
        cm__json_key(&k.w, "description");
        cm__json_write_text_n(&k.w, what->description.text,
                              what->description.len);
        cm__json_end_object(&k.w);
    } else {
        begin_schema(&k, what->at.schema, what->hidden, is_raw, "");
    }
    while (k.n && !k.is_full)
        step(&k);
    return !k.is_full && gen->text.status == CM_OK &&
           take_piece(gen, ret_piece);
}
