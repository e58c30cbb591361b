/* SPDX-License-Identifier: MIT */
/* The operations of one node, in the order a check does them: references, what
 * is cheap, what looks at parts, and last what needs to know which parts the
 * others looked at. */
#include <string.h>

#include "schema/loader.h"

/* The keywords of one schema object, found once. */
typedef struct Parts {
    const JsonValue *at[N_KEYWORDS];
    uint32_t resource, document;
    SchemaDraft draft;
    unsigned vocabulary;
    Node node; /* being made */
} Parts;

/* ---- writing ---- */

static bool put(Loader *l, Parts *p, const Op *op)
{
    cm__buf_add(&l->s->ops, op, sizeof *op);
    p->node.n_ops++;
    return l->s->ops.status == CM_OK || cm__load_no_memory(l);
}

static uint32_t n_links(const Loader *l)
{
    return (uint32_t)(l->s->links.len / sizeof(uint32_t));
}

static bool put_link(Loader *l, uint32_t link)
{
    cm__buf_add(&l->s->links, &link, sizeof link);
    return l->s->links.status == CM_OK || cm__load_no_memory(l);
}

static uint32_t node_of(const Loader *l, const JsonValue *value)
{
    return value ? cm__load_node_of(l, value) : NODE_NONE;
}

static uint32_t count_of(const Loader *l, const Parts *p,
                         const JsonValue *value)
{
    const Document *d = schema_document(l->s, p->document);
    Sourced source = { value, d->text, d->text + d->len };
    Decimal decimal = cm__schema_decimal(&source);
    uint32_t count = 0;
    (void)cm__decimal_count(&decimal, &count);
    return count;
}

static bool put_count(Loader *l, Parts *p, KeywordId key, OpKind kind)
{
    if (!p->at[key])
        return true;
    Op op = { .kind = (uint8_t)kind, .a = count_of(l, p, p->at[key]) };
    return put(l, p, &op);
}

/* ---- references ---- */

static bool emit_refs(Loader *l, Parts *p)
{
    Op op = { .kind = OP_REF };
    if (p->at[KEY_REF] &&
        (!cm__load_resolve(l, p->resource, p->at[KEY_REF], &op.a, NULL) ||
         !put(l, p, &op)))
        return false;
    if (p->at[KEY_DYNAMIC_REF]) {
        if (!cm__load_resolve(l, p->resource, p->at[KEY_DYNAMIC_REF], &op.a,
                              &op.b))
            return false;
        bool is_dynamic =
            op.b != NODE_NONE && schema_anchor(l->s, op.b)->is_dynamic;
        op.kind = is_dynamic ? OP_DYNAMIC_REF : OP_REF;
        if (!put(l, p, &op))
            return false;
    }
    if (p->at[KEY_RECURSIVE_REF]) {
        if (!cm__load_resolve(l, p->resource, p->at[KEY_RECURSIVE_REF], &op.a,
                              NULL))
            return false;
        uint32_t target = schema_node(l->s, op.a)->resource;
        op.kind = schema_resource(l->s, target)->is_recursive &&
                          schema_resource(l->s, target)->node == op.a
                      ? OP_RECURSIVE_REF
                      : OP_REF;
        return put(l, p, &op);
    }
    return true;
}

/* ---- values ---- */

static unsigned type_bits(const JsonValue *type)
{
    unsigned bits = 0;
    if (type->type == CM_JSON_TYPE_STRING)
        return cm__schema_type_bit(type);
    for (size_t i = 0; i < type->n_items; i++)
        bits |= cm__schema_type_bit(&type->items[i]);
    return bits;
}

static unsigned types_of_list(const JsonValue *list)
{
    unsigned bits = 0;
    for (size_t i = 0; i < list->n_items; i++)
        bits |= 1u << list->items[i].type;
    return bits;
}

static bool emit_values(Loader *l, Parts *p)
{
    unsigned types = SCHEMA_TYPE_ALL;
    if (p->at[KEY_TYPE]) {
        unsigned bits = type_bits(p->at[KEY_TYPE]);
        if (bits & (1u << CM_JSON_TYPE_NUMBER))
            bits &= ~(unsigned)SCHEMA_TYPE_INTEGER;
        Op op = { .kind = OP_TYPE, .a = bits };
        if (!put(l, p, &op))
            return false;
        if (bits & SCHEMA_TYPE_INTEGER)
            bits |= 1u << CM_JSON_TYPE_NUMBER;
        types &= bits;
    }
    if (p->at[KEY_ENUM]) {
        Op op = { .kind = OP_ENUM, .json = p->at[KEY_ENUM] };
        types &= types_of_list(op.json);
        if (!put(l, p, &op))
            return false;
    }
    if (p->at[KEY_CONST]) {
        Op op = { .kind = OP_CONST, .json = p->at[KEY_CONST] };
        types &= 1u << op.json->type;
        if (!put(l, p, &op))
            return false;
    }
    p->node.types = (uint8_t)types;
    return true;
}

/* ---- numbers and texts ---- */

static bool is_true(const JsonValue *value)
{
    return value && value->boolean;
}

/* More digits than the exact remainder takes would mean another remainder. */
static bool check_divisor(Loader *l, const Parts *p, const JsonValue *value)
{
    const Document *d = schema_document(l->s, p->document);
    Sourced source = { value, d->text, d->text + d->len };
    if (cm__schema_decimal(&source).n <= CM_DECIMAL_DIVISOR)
        return true;
    return cm__load_fail(l, p->document, value, CM_E_LIMIT,
                         "has more than %d digits", CM_DECIMAL_DIVISOR);
}

static bool emit_numbers(Loader *l, Parts *p)
{
    const struct {
        KeywordId key;
        OpKind kind;
    } rows[] = {
        { KEY_MULTIPLE_OF, OP_MULTIPLE },
        { KEY_MINIMUM,
          is_true(p->at[KEY_MINIMUM_IS_EXCLUSIVE]) ? OP_ABOVE : OP_MINIMUM },
        { KEY_MAXIMUM,
          is_true(p->at[KEY_MAXIMUM_IS_EXCLUSIVE]) ? OP_BELOW : OP_MAXIMUM },
        { KEY_EXCLUSIVE_MINIMUM, OP_ABOVE },
        { KEY_EXCLUSIVE_MAXIMUM, OP_BELOW },
    };
    if (p->at[KEY_MULTIPLE_OF] && !check_divisor(l, p, p->at[KEY_MULTIPLE_OF]))
        return false;
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        Op op = { .kind = (uint8_t)rows[i].kind, .json = p->at[rows[i].key] };
        if (op.json && !put(l, p, &op))
            return false;
    }
    return true;
}

static bool compile_pattern(Loader *l, const Parts *p, const JsonValue *culprit,
                            const char *text, size_t len, uint32_t *ret_pattern)
{
    Schema *s = l->s;
    RegexpHost host = { s->alloc, cm__schema_spend, &l->pattern_steps };
    RegexpCode *code;
    const char *what = "";
    cm_status status =
        cm__schema_pattern(&host, text, len, false, &code, &what);
    if (status == CM_E_NOMEM)
        return cm__load_no_memory(l);
    if (status == CM_E_SYNTAX)
        return cm__load_fail(l, p->document, culprit, status,
                             "does not compile: %s", what);
    if (status == CM_OK) {
        Pattern pattern = { code };
        s->pattern_bytes += code->size;
        cm__buf_add(&s->patterns, &pattern, sizeof pattern);
        if (s->patterns.status != CM_OK) {
            cm__free(s->alloc, code, code->size);
            return cm__load_no_memory(l);
        }
    }
    if (status != CM_OK || s->pattern_bytes > SCHEMA_MAX_PATTERNS)
        return cm__load_fail(l, p->document, culprit, CM_E_LIMIT,
                             "has patterns that are too large");
    *ret_pattern = (uint32_t)(s->patterns.len / sizeof(Pattern)) - 1;
    return true;
}

static bool emit_texts(Loader *l, Parts *p)
{
    const JsonValue *pattern = p->at[KEY_PATTERN], *format = p->at[KEY_FORMAT];
    Op op = { 0 };
    if (!put_count(l, p, KEY_MIN_LENGTH, OP_MIN_LENGTH) ||
        !put_count(l, p, KEY_MAX_LENGTH, OP_MAX_LENGTH))
        return false;
    if (pattern) {
        op = (Op){ .kind = OP_PATTERN, .json = pattern };
        if (!compile_pattern(l, p, pattern, pattern->text, pattern->len,
                             &op.a) ||
            !put(l, p, &op))
            return false;
    }
    if (format && (l->s->assert_format || (p->vocabulary & VOCAB_ASSERTED))) {
        op = (Op){ .kind = OP_FORMAT };
        op.a = cm__format_find(format->text, format->len);
        if (op.a != FORMAT_NONE && !put(l, p, &op))
            return false;
    }
    return true;
}

/* ---- arrays ---- */

static bool put_links_of_list(Loader *l, const JsonValue *list)
{
    for (size_t i = 0; i < list->n_items; i++)
        if (!put_link(l, node_of(l, &list->items[i])))
            return false;
    return true;
}

static bool emit_items(Loader *l, Parts *p)
{
    const JsonValue *items = p->at[KEY_ITEMS], *first = p->at[KEY_PREFIX_ITEMS];
    if (p->draft != SCHEMA_2020_12) {
        items = p->at[KEY_ITEMS_OR_LIST];
        if (items && items->type == CM_JSON_TYPE_ARRAY) {
            first = items;
            items = p->at[KEY_ADDITIONAL_ITEMS];
        }
    }
    if (!items && !first)
        return true;
    Op op = { .kind = OP_ITEMS, .a = n_links(l), .c = node_of(l, items) };
    if (first) {
        op.b = (uint32_t)first->n_items;
        if (!put_links_of_list(l, first))
            return false;
    }
    return put(l, p, &op);
}

static bool emit_arrays(Loader *l, Parts *p)
{
    Op op = { 0 };
    if (!put_count(l, p, KEY_MIN_ITEMS, OP_MIN_ITEMS) ||
        !put_count(l, p, KEY_MAX_ITEMS, OP_MAX_ITEMS))
        return false;
    op = (Op){ .kind = OP_UNIQUE };
    if (is_true(p->at[KEY_UNIQUE_ITEMS]) && !put(l, p, &op))
        return false;
    if (!emit_items(l, p))
        return false;
    if (!p->at[KEY_CONTAINS])
        return true;
    op = (Op){ .kind = OP_CONTAINS,
               .a = node_of(l, p->at[KEY_CONTAINS]),
               .b = 1,
               .c = UINT32_MAX,
               .d = p->draft == SCHEMA_2020_12 };
    if (p->at[KEY_MIN_CONTAINS])
        op.b = count_of(l, p, p->at[KEY_MIN_CONTAINS]);
    if (p->at[KEY_MAX_CONTAINS])
        op.c = count_of(l, p, p->at[KEY_MAX_CONTAINS]);
    return put(l, p, &op);
}

/* ---- objects ---- */

static bool put_links_of_map(Loader *l, const JsonValue *map)
{
    for (size_t i = 0; i < map->n_members; i++)
        if (!put_link(l, node_of(l, &map->members[i].value)))
            return false;
    return true;
}

static bool put_patterns(Loader *l, Parts *p, const JsonValue *map)
{
    for (size_t i = 0; i < map->n_members; i++) {
        const JsonMember *m = &map->members[i];
        uint32_t pattern = 0;
        if (!compile_pattern(l, p, &m->value, m->name, m->name_len, &pattern) ||
            !put_link(l, pattern) || !put_link(l, node_of(l, &m->value)))
            return false;
    }
    return true;
}

static bool emit_properties(Loader *l, Parts *p)
{
    const JsonValue *patterns = p->at[KEY_PATTERN_PROPERTIES];
    const JsonValue *rest = p->at[KEY_ADDITIONAL_PROPERTIES];
    Op op = { .kind = OP_OBJECT,
              .json = p->at[KEY_PROPERTIES],
              .d = node_of(l, rest) };
    if (!op.json && !patterns && !rest)
        return true;
    op.a = n_links(l);
    if (op.json && !put_links_of_map(l, op.json))
        return false;
    op.b = n_links(l);
    if (patterns) {
        op.c = (uint32_t)patterns->n_members;
        if (!put_patterns(l, p, patterns))
            return false;
    }
    return put(l, p, &op);
}

static bool emit_dependent(Loader *l, Parts *p, const JsonValue *map)
{
    Op op = { .kind = OP_DEPENDENT_SCHEMAS, .json = map, .a = n_links(l) };
    return !map || (put_links_of_map(l, map) && put(l, p, &op));
}

static bool emit_objects(Loader *l, Parts *p)
{
    const struct {
        KeywordId key;
        OpKind kind;
    } rows[] = {
        { KEY_REQUIRED, OP_REQUIRED },
        { KEY_DEPENDENT_REQUIRED, OP_DEPENDENT_REQUIRED },
        { KEY_DEPENDENCIES, OP_DEPENDENT_REQUIRED },
    };
    Op op = { 0 };
    if (!put_count(l, p, KEY_MIN_PROPERTIES, OP_MIN_PROPERTIES) ||
        !put_count(l, p, KEY_MAX_PROPERTIES, OP_MAX_PROPERTIES))
        return false;
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        op = (Op){ .kind = (uint8_t)rows[i].kind, .json = p->at[rows[i].key] };
        if (op.json && !put(l, p, &op))
            return false;
    }
    if (!emit_properties(l, p))
        return false;
    if (p->at[KEY_PROPERTY_NAMES]) {
        op = (Op){ .kind = OP_NAMES,
                   .a = node_of(l, p->at[KEY_PROPERTY_NAMES]) };
        if (!put(l, p, &op))
            return false;
    }
    return emit_dependent(l, p, p->at[KEY_DEPENDENCIES]) &&
           emit_dependent(l, p, p->at[KEY_DEPENDENT_SCHEMAS]);
}

/* ---- combinations ---- */

static bool emit_combinations(Loader *l, Parts *p)
{
    const struct {
        KeywordId key;
        OpKind kind;
    } rows[] = { { KEY_ALL_OF, OP_ALL },
                 { KEY_ANY_OF, OP_ANY },
                 { KEY_ONE_OF, OP_ONE } };
    for (size_t i = 0; i < CM_ARRAY_LEN(rows); i++) {
        const JsonValue *list = p->at[rows[i].key];
        if (!list)
            continue;
        Op op = { .kind = (uint8_t)rows[i].kind,
                  .a = n_links(l),
                  .b = (uint32_t)list->n_items };
        if (!put_links_of_list(l, list) || !put(l, p, &op))
            return false;
    }
    if (p->at[KEY_NOT]) {
        Op op = { .kind = OP_NOT, .a = node_of(l, p->at[KEY_NOT]) };
        if (!put(l, p, &op))
            return false;
    }
    if (p->at[KEY_IF]) {
        Op op = { .kind = OP_IF,
                  .a = node_of(l, p->at[KEY_IF]),
                  .b = node_of(l, p->at[KEY_THEN]),
                  .c = node_of(l, p->at[KEY_ELSE]) };
        return put(l, p, &op);
    }
    return true;
}

static bool emit_unevaluated(Loader *l, Parts *p)
{
    const JsonValue *items = p->at[KEY_UNEVALUATED_ITEMS];
    const JsonValue *properties = p->at[KEY_UNEVALUATED_PROPERTIES];
    Op op = { .kind = OP_REST_ITEMS, .a = node_of(l, items) };
    p->node.needs_marks = items || properties;
    if (items && !put(l, p, &op))
        return false;
    op = (Op){ .kind = OP_REST_PROPERTIES, .a = node_of(l, properties) };
    return !properties || put(l, p, &op);
}

/* ---- nodes ---- */

static void find_parts(Parts *p, const JsonValue *json)
{
    bool is_ref = p->draft >= SCHEMA_DRAFT_7 && cm__json_get(json, "$ref");
    for (size_t i = 0; i < json->n_members; i++) {
        const JsonMember *m = &json->members[i];
        KeywordId id = cm__keyword_find(m->name, m->name_len, p->draft);
        if (id != KEY_NONE && (!is_ref || id == KEY_REF) &&
            (cm__keywords[id].vocabulary & p->vocabulary))
            p->at[id] = &m->value;
    }
}

bool cm__load_emit(Loader *l, uint32_t node)
{
    Schema *s = l->s;
    Parts p = { .node = *schema_node(s, node) };
    const Resource *r = schema_resource(s, p.node.resource);
    p.resource = p.node.resource;
    p.document = r->document;
    p.draft = r->draft;
    p.vocabulary = r->vocabulary;
    p.node.types = SCHEMA_TYPE_ALL;
    p.node.first_op = (uint32_t)(s->ops.len / sizeof(Op));
    if (p.node.json->type == CM_JSON_TYPE_BOOL) {
        p.node.kind = p.node.json->boolean ? NODE_TRUE : NODE_FALSE;
    } else {
        find_parts(&p, p.node.json);
        if (!emit_refs(l, &p) || !emit_values(l, &p) || !emit_numbers(l, &p) ||
            !emit_texts(l, &p) || !emit_arrays(l, &p) || !emit_objects(l, &p) ||
            !emit_combinations(l, &p) || !emit_unevaluated(l, &p))
            return false;
        if (p.node.n_ops == 0)
            p.node.kind = NODE_TRUE;
    }
    ((Node *)(void *)s->nodes.bytes)[node] = p.node;
    return true;
}
