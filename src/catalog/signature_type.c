/* SPDX-License-Identifier: MIT */
/* Schemas to types: the rules of spec/discovery.md 3.2 to 3.6.
 *
 * Structure below CM_TYPE_MAX_DEPTH is not looked at, so recursion follows
 * structure; a chain of references stays at its level and may be as long as the
 * document, so it is walked by a loop, as are the schemas below an allOf. */
#include "catalog/signature_internal.h"

#include <string.h>

#include "base/ascii.h"

/* Keywords of a schema that a view leaves out. */
enum {
    WITHOUT_REF = 1,
    WITHOUT_UNIONS = 2,
    WITHOUT_ALL_OF = 4
};

/* A schema, or what remains of it. */
typedef struct View {
    const JsonValue *node;
    unsigned without;
    const JsonValue *type; /* one of its list of types; NULL: none chosen */
} View;

/* Definitions in sight; newer ones hide older ones. */
typedef struct Scope {
    const JsonValue *table;
    const struct Scope *outer;
} Scope;

/* A reference that is being followed. */
typedef struct Link {
    View siblings;
    const Scope *scope;
    const JsonValue *target;
    struct Link *outer;
} Link;

typedef struct Typer {
    Arena *arena;
    Link *links;       /* all that are being followed, innermost first */
    Link *spare_links; /* that were */
    TypeMemo deepest;  /* objects whose fields are too deep to be looked at */
    uint32_t n_nodes;
    uint32_t n_work;
    cm_status status; /* first failure */
} Typer;

static const Type unknown = { .kind = TYPE_UNKNOWN, .height = 1 };
static const Type blank = { .kind = TYPE_OBJECT, .height = 1 };

static const Type *build(Typer *t, View v, const Scope *scope, uint32_t depth);

/* ---- helpers ---- */

static const Type *give_up(Typer *t)
{
    if (t->status == CM_OK)
        t->status = CM_E_LIMIT;
    return NULL;
}

static void *allocate(Typer *t, size_t n, size_t size)
{
    if (n > CM_TYPE_MAX_NODES) {
        t->status = CM_E_LIMIT;
        return NULL;
    }
    void *p = cm__arena_zero(t->arena, n * size + 1);
    if (!p)
        t->status = t->arena->status;
    return p;
}

static const Type **new_list(Typer *t, size_t n)
{
    return allocate(t, n, sizeof(void *));
}

static bool may_work(Typer *t, size_t n)
{
    if (n > CM_TYPE_MAX_WORK - t->n_work) {
        (void)give_up(t);
        return false;
    }
    t->n_work += (uint32_t)n;
    return true;
}

static bool may_visit(Typer *t)
{
    if (++t->n_nodes <= CM_TYPE_MAX_NODES)
        return true;
    (void)give_up(t);
    return false;
}

static Type *new_type(Typer *t, TypeKind kind, uint32_t height_below)
{
    if (height_below >= CM_TYPE_MAX_HEIGHT) {
        (void)give_up(t);
        return NULL;
    }
    Type *type = allocate(t, 1, sizeof *type);
    if (type) {
        type->kind = kind;
        type->height = height_below + 1;
    }
    return type;
}

static const Type *simple(Typer *t, TypeKind kind)
{
    return new_type(t, kind, 0);
}

static bool is_list(const JsonValue *v)
{
    return v && v->type == CM_JSON_TYPE_ARRAY;
}

static bool is_object(const JsonValue *v)
{
    return v && v->type == CM_JSON_TYPE_OBJECT;
}

static bool is_text(const JsonValue *v)
{
    return v && v->type == CM_JSON_TYPE_STRING;
}

/* Several parts as one type; one part stands alone. */
static const Type *combine(Typer *t, TypeKind kind, const Type **parts,
                           size_t n)
{
    if (n == 1)
        return parts[0];
    uint32_t height = 0;
    for (size_t i = 0; i < n; i++)
        if (parts[i]->height > height)
            height = parts[i]->height;
    Type *type = new_type(t, kind, height);
    if (type) {
        type->parts = parts;
        type->n_parts = n;
    }
    return type;
}

/* Drops what is unknown; spec/discovery.md 3.3. */
static const Type *intersect(Typer *t, const Type **parts, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (parts[i]->kind != TYPE_UNKNOWN)
            parts[kept++] = parts[i];
    return kept ? combine(t, TYPE_INTERSECTION, parts, kept) : &unknown;
}

/* ---- references ---- */

/* Undoes percent signs, then tildes, in place. False when one is malformed. */
static bool decode_name(char *name, size_t *len)
{
    size_t n = 0;
    for (size_t i = 0; i < *len; i++, n++) {
        name[n] = name[i];
        if (name[i] != '%')
            continue;
        int high = *len - i > 2 ? cm__ascii_hex(name[i + 1]) : -1;
        int low = high < 0 ? -1 : cm__ascii_hex(name[i + 2]);
        if (low < 0)
            return false;
        name[n] = (char)(high * 16 + low);
        i += 2;
    }
    *len = n;
    n = 0;
    for (size_t i = 0; i < *len; i++, n++) {
        name[n] = name[i];
        if (name[i] != '~')
            continue;
        if (*len - i < 2 || (name[i + 1] != '0' && name[i + 1] != '1'))
            return false;
        name[n] = name[++i] == '0' ? '~' : '/';
    }
    *len = n;
    return true;
}

/* The definition of that name, or NULL. */
static const JsonValue *look_up(Typer *t, const Scope *scope, const char *name,
                                size_t len)
{
    for (; scope; scope = scope->outer) {
        const JsonValue *found = cm__json_get_n(scope->table, name, len);
        if (found || !may_work(t, 1))
            return found;
    }
    return NULL;
}

/* What a reference names; NULL when that is nothing that is understood, or
 * after a failure. */
static const JsonValue *resolve(Typer *t, const Scope *scope,
                                const JsonValue *ref)
{
    static const char *const prefixes[] = { "#/$defs/", "#/definitions/" };
    for (size_t i = 0; i < CM_ARRAY_LEN(prefixes); i++) {
        size_t n = strlen(prefixes[i]);
        if (ref->len < n || memcmp(ref->text, prefixes[i], n) != 0)
            continue;
        const char *token = ref->text + n;
        size_t len = ref->len - n;
        if (!may_work(t, len / 16) || memchr(token, '/', len))
            return NULL;
        if (!memchr(token, '%', len) && !memchr(token, '~', len))
            return look_up(t, scope, token, len);
        if (!may_work(t, len))
            return NULL;
        char *name = cm__arena_text(t->arena, token, len);
        if (!name) {
            t->status = t->arena->status;
            return NULL;
        }
        return decode_name(name, &len) ? look_up(t, scope, name, len) : NULL;
    }
    return NULL;
}

static bool is_followed(Typer *t, const JsonValue *target)
{
    for (const Link *l = t->links; l && may_work(t, 1); l = l->outer)
        if (l->target == target)
            return true;
    return false;
}

/* ---- references below an allOf ---- */

/* Schemas still to be looked at, and references on the way. A step with
 * `is_end` leaves the target. */
typedef struct Step {
    const JsonValue *node;
    bool is_end;
} Step;

typedef struct Walk {
    Typer *t;
    const Scope *scope;
    Buf steps;   /* of Step */
    Buf targets; /* of Target */
} Walk;

typedef struct Target {
    const JsonValue *node;
    bool is_open; /* on the way; else it was found good */
} Target;

static void push(Walk *w, const JsonValue *node, bool is_end)
{
    Step next = { node, is_end };
    if (may_work(w->t, 1))
        cm__buf_add(&w->steps, &next, sizeof next);
}

static void push_values(Walk *w, const JsonValue *v)
{
    if (is_list(v))
        for (size_t i = 0; i < v->n_items && w->t->status == CM_OK; i++)
            push(w, &v->items[i], false);
}

static Target *find_target(Walk *w, const JsonValue *node)
{
    Target *all = (Target *)(void *)w->targets.bytes;
    size_t n = w->targets.len / sizeof(Target);
    for (size_t i = 0; i < n && may_work(w->t, 1); i++)
        if (all[i].node == node)
            return &all[i];
    return NULL;
}

/* False when the reference does not resolve or recurs. */
static bool follow(Walk *w, const JsonValue *ref)
{
    const JsonValue *node = resolve(w->t, w->scope, ref);
    if (!node || is_followed(w->t, node))
        return false;
    Target *seen = find_target(w, node);
    if (seen)
        return !seen->is_open;
    Target target = { node, true };
    cm__buf_add(&w->targets, &target, sizeof target);
    push(w, node, true);
    push(w, node, false);
    return true;
}

/* The target of a reference comes last, so that it is walked whole before the
 * siblings: what is open is then exactly what lies above. */
static bool step(Walk *w, const Step *at)
{
    if (at->is_end) {
        Target *target = find_target(w, at->node);
        if (target)
            target->is_open = false;
        return true;
    }
    if (!is_object(at->node))
        return true;
    push_values(w, cm__json_get(at->node, "anyOf"));
    push_values(w, cm__json_get(at->node, "oneOf"));
    push_values(w, cm__json_get(at->node, "allOf"));
    const JsonValue *properties = cm__json_get(at->node, "properties");
    if (is_object(properties))
        for (size_t i = 0; i < properties->n_members && w->t->status == CM_OK;
             i++)
            push(w, &properties->members[i].value, false);
    const JsonValue *items = cm__json_get(at->node, "items");
    if (items)
        push(w, items, false);
    const JsonValue *rest = cm__json_get(at->node, "additionalProperties");
    if (rest)
        push(w, rest, false);
    const JsonValue *ref = cm__json_get(at->node, "$ref");
    return !is_text(ref) || ref->len == 0 || follow(w, ref);
}

/* Whether every reference in the members resolves without recurring. */
static bool all_resolve(Typer *t, const JsonValue *members, const Scope *scope)
{
    Walk w = { .t = t, .scope = scope };
    bool ok = true;
    cm__buf_init(&w.steps, t->arena->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&w.targets, t->arena->alloc, CM_BUF_NO_LIMIT);
    push_values(&w, members);
    while (ok && w.steps.len && t->status == CM_OK) {
        Step at;
        memcpy(&at, w.steps.bytes + w.steps.len - sizeof at, sizeof at);
        cm__buf_truncate(&w.steps, w.steps.len - sizeof at);
        ok = may_work(t, 4) && step(&w, &at);
    }
    if (w.steps.status != CM_OK || w.targets.status != CM_OK)
        t->status = CM_E_NOMEM;
    cm__buf_done(&w.steps);
    cm__buf_done(&w.targets);
    return ok && t->status == CM_OK;
}

static const Type *build_all_of(Typer *t, View v, const JsonValue *members,
                                const Scope *scope, uint32_t depth)
{
    if (!all_resolve(t, members, scope))
        return t->status == CM_OK ? &unknown : NULL;
    size_t n = members->n_items + 1;
    const Type **parts = new_list(t, n);
    if (!parts)
        return NULL;
    v.without |= WITHOUT_ALL_OF;
    parts[0] = build(t, v, scope, depth + 1);
    for (size_t i = 1; parts[i - 1] && i < n; i++) {
        View member = { &members->items[i - 1], 0, NULL };
        parts[i] = build(t, member, scope, depth + 1);
    }
    return parts[n - 1] ? intersect(t, parts, n) : NULL;
}

/* ---- unions ---- */

static const Type *build_union(Typer *t, View v, const JsonValue *members,
                               const Scope *scope, uint32_t depth)
{
    if (!may_work(t, members->n_items))
        return NULL;
    if (cm__type_is_any_number(members))
        return simple(t, TYPE_NUMBER);
    if (cm__type_is_any_object(members))
        return &blank;
    size_t n = members->n_items;
    const Type **parts = new_list(t, n);
    const Type **both = new_list(t, 2);
    if (!parts || !both)
        return NULL;
    bool is_known = true;
    for (size_t i = 0; i < n; i++) {
        View member = { &members->items[i], 0, NULL };
        parts[i] = build(t, member, scope, depth + 1);
        if (!parts[i])
            return NULL;
        is_known = is_known && parts[i]->kind != TYPE_UNKNOWN;
    }
    if (!is_known)
        return &unknown;
    v.without |= WITHOUT_UNIONS;
    both[0] = combine(t, TYPE_UNION, parts, n);
    both[1] = both[0] ? build(t, v, scope, depth + 1) : NULL;
    return both[1] ? intersect(t, both, 2) : NULL;
}

static const Type *build_type_list(Typer *t, View v, const JsonValue *list,
                                   const Scope *scope, uint32_t depth)
{
    const Type **parts = new_list(t, list->n_items);
    for (size_t i = 0; parts && i < list->n_items; i++) {
        if (!is_text(&list->items[i]))
            return give_up(t);
        v.type = &list->items[i];
        parts[i] = build(t, v, scope, depth + 1);
        if (!parts[i])
            return NULL;
    }
    return parts ? combine(t, TYPE_UNION, parts, list->n_items) : NULL;
}

/* ---- arrays and objects ---- */

static const Type *build_array(Typer *t, View v, const Scope *scope,
                               uint32_t depth)
{
    const JsonValue *items = cm__json_get(v.node, "items");
    const Type *item = &unknown;
    if (items && !is_list(items))
        item = build(t, (View){ items, 0, NULL }, scope, depth + 1);
    const Type **parts = item ? new_list(t, 1) : NULL;
    Type *type = parts ? new_type(t, TYPE_ARRAY, item->height) : NULL;
    if (type) {
        parts[0] = item;
        type->parts = parts;
        type->n_parts = 1;
    }
    return type;
}

static const JsonMember *member_of(const JsonValue *value)
{
    return (const JsonMember *)(const void *)((const char *)value -
                                              offsetof(JsonMember, value));
}

/* Names without a property say nothing. False when a name is no text. */
static bool mark_required(Typer *t, const JsonValue *required,
                          const JsonValue *properties, TypeField *fields)
{
    if (!is_list(required))
        return false;
    for (size_t i = 0; i < required->n_items && may_work(t, 8); i++) {
        const JsonValue *name = &required->items[i];
        if (!is_text(name))
            return false;
        const JsonValue *value =
            cm__json_get_n(properties, name->text, name->len);
        if (value)
            fields[member_of(value) - properties->members].is_required = true;
    }
    return t->status == CM_OK;
}

static bool build_fields(Typer *t, const JsonValue *node, const Scope *scope,
                         uint32_t depth, Type *type)
{
    const JsonValue *properties = cm__json_get(node, "properties");
    const JsonValue *required = cm__json_get(node, "required");
    if (!properties)
        return !required || is_list(required);
    size_t n = properties->n_members;
    if (!is_object(properties))
        return false;
    TypeField *fields = n <= CM_TYPE_MAX_NODES
                            ? cm__arena_alloc(t->arena, n * sizeof *fields)
                            : NULL;
    if (!fields) {
        t->status = n <= CM_TYPE_MAX_NODES ? t->arena->status : CM_E_LIMIT;
        return false;
    }
    type->fields = fields;
    type->n_fields = n;
    for (size_t i = 0; i < n; i++) {
        View v = { &properties->members[i].value, 0, NULL };
        const Type *of_field = build(t, v, scope, depth + 1);
        if (!of_field)
            return false;
        fields[i] = (TypeField){ &properties->members[i], of_field, false };
        if (type->height <= of_field->height)
            type->height = of_field->height + 1;
    }
    return !required || mark_required(t, required, properties, fields);
}

static const Type *new_object(Typer *t, View v, const Scope *scope,
                              uint32_t depth)
{
    Type *type = new_type(t, TYPE_OBJECT, 0);
    if (!type)
        return NULL;
    if (!build_fields(t, v.node, scope, depth, type))
        return give_up(t);
    const JsonValue *rest = cm__json_get(v.node, "additionalProperties");
    if (is_object(rest)) {
        type->rest = build(t, (View){ rest, 0, NULL }, scope, depth + 1);
        if (!type->rest)
            return NULL;
        if (type->height <= type->rest->height)
            type->height = type->rest->height + 1;
    } else if (rest && rest->type != CM_JSON_TYPE_BOOL) {
        return give_up(t);
    }
    return type->height <= CM_TYPE_MAX_HEIGHT ? type : give_up(t);
}

/* What is below the deepest level is unknown whatever it is, so an object there
 * depends on nothing but its schema. Schemas that refer to each other have very
 * many of them, which build_end finds again. */
static const Type *build_object(Typer *t, View v, const Scope *scope,
                                uint32_t depth)
{
    if (depth < CM_TYPE_MAX_DEPTH || v.without || v.type)
        return new_object(t, v, scope, depth);
    uint32_t work = t->n_work;
    const Type *type = new_object(t, v, scope, depth);
    const TypeMemoEntry entry = { v.node, type, t->n_work - work };
    if (type && !cm__type_memo_put(&t->deepest, t->arena, &entry)) {
        t->status = t->arena->status;
        return NULL;
    }
    return type;
}

/* ---- one schema ---- */

static const Type *build_literals(Typer *t, const JsonValue *values, size_t n)
{
    Type *type = new_type(t, TYPE_LITERALS, 0);
    if (type) {
        type->literals = values;
        type->n_literals = n;
    }
    return type;
}

/* By the name of a type, or by none. */
static const Type *build_typed(Typer *t, View v, const JsonValue *name,
                               const Scope *scope, uint32_t depth)
{
    static const struct {
        const char *name;
        TypeKind kind;
    } words[] = { { "string", TYPE_STRING },
                  { "number", TYPE_NUMBER },
                  { "integer", TYPE_INTEGER },
                  { "boolean", TYPE_BOOLEAN },
                  { "null", TYPE_NULL } };
    for (size_t i = 0; name && i < CM_ARRAY_LEN(words); i++)
        if (cm__json_is_text(name, words[i].name))
            return simple(t, words[i].kind);
    if (name && cm__json_is_text(name, "array"))
        return build_array(t, v, scope, depth);
    if ((name && cm__json_is_text(name, "object")) ||
        cm__json_get(v.node, "properties"))
        return build_object(t, v, scope, depth);
    return cm__type_is_not_null(v.node) ? &blank : &unknown;
}

/* A list keyword that counts: NULL when it is absent or empty. */
static const JsonValue *full_list(Typer *t, const JsonValue *node,
                                  const char *name)
{
    const JsonValue *v = cm__json_get(node, name);
    if (!v)
        return NULL;
    if (!is_list(v)) {
        (void)give_up(t);
        return NULL;
    }
    return v->n_items ? v : NULL;
}

/* Rules 3 to 12. */
static const Type *build_shape(Typer *t, View v, const Scope *scope,
                               uint32_t depth)
{
    const JsonValue *type = v.type ? v.type : cm__json_get(v.node, "type");
    if (v.type)
        return build_typed(t, v, type, scope, depth);
    const JsonValue *only = cm__json_get(v.node, "const");
    if (only)
        return build_literals(t, only, 1);
    const JsonValue *values = full_list(t, v.node, "enum");
    if (values)
        return build_literals(t, values->items, values->n_items);
    const JsonValue *members = NULL;
    if (!(v.without & WITHOUT_UNIONS)) {
        members = full_list(t, v.node, "anyOf");
        if (!members)
            members = full_list(t, v.node, "oneOf");
    }
    if (t->status != CM_OK)
        return NULL;
    if (members)
        return build_union(t, v, members, scope, depth);
    const JsonValue *all = cm__json_get(v.node, "allOf");
    if (all && !(v.without & WITHOUT_ALL_OF))
        return is_list(all) ? build_all_of(t, v, all, scope, depth)
                            : give_up(t);
    if (is_list(type)) {
        if (type->n_items)
            return build_type_list(t, v, type, scope, depth);
        type = NULL;
    }
    if (type && !is_text(type))
        return give_up(t);
    return build_typed(t, v, type, scope, depth);
}

static bool add_scope(Typer *t, const JsonValue *node, const char *name,
                      const Scope **scope)
{
    const JsonValue *table = cm__json_get(node, name);
    if (!table)
        return true;
    if (!is_object(table)) {
        (void)give_up(t);
        return false;
    }
    Scope *inner = allocate(t, 1, sizeof *inner);
    if (inner) {
        *inner = (Scope){ table, *scope };
        *scope = inner;
    }
    return inner != NULL;
}

/* Counts the schema, looks at its form and takes its definitions in. */
static bool enter(Typer *t, const View *v, const Scope **scope)
{
    const JsonValue *description = cm__json_get(v->node, "description");
    if (!may_visit(t))
        return false;
    if (!is_object(v->node) || (description && !is_text(description))) {
        (void)give_up(t);
        return false;
    }
    if (v->without || v->type) /* they are in already */
        return true;
    return add_scope(t, v->node, "definitions", scope) &&
           add_scope(t, v->node, "$defs", scope);
}

/* The reference of a schema, NULL when it has none that counts. */
static const JsonValue *ref_of(Typer *t, const View *v)
{
    if ((v->without & WITHOUT_REF) || v->type)
        return NULL;
    const JsonValue *ref = cm__json_get(v->node, "$ref");
    if (!ref)
        return NULL;
    if (!is_text(ref)) {
        (void)give_up(t);
        return NULL;
    }
    return ref->len ? ref : NULL;
}

/* An object of the deepest level that was seen before. */
static const TypeMemoEntry *known_object(const Typer *t, const View *v,
                                         uint32_t depth)
{
    return depth < CM_TYPE_MAX_DEPTH || v->without || v->type
               ? NULL
               : cm__type_memo_get(&t->deepest, v->node);
}

static bool push_link(Typer *t, View v, const Scope *scope,
                      const JsonValue *target)
{
    Link *link = t->spare_links;
    if (link)
        t->spare_links = link->outer;
    else
        link = allocate(t, 1, sizeof *link);
    if (!link)
        return false;
    v.without |= WITHOUT_REF;
    *link = (Link){ v, scope, target, t->links };
    t->links = link;
    return true;
}

/* The schema, or the one at the end of its chain of references, whose links are
 * left behind. */
static const Type *build_end(Typer *t, View v, const Scope *scope,
                             uint32_t depth)
{
    for (;;) {
        if (v.node->type == CM_JSON_TYPE_BOOL) {
            return may_visit(t) ? &unknown : NULL;
        }
        const TypeMemoEntry *known = known_object(t, &v, depth);
        if (known)
            return may_visit(t) && may_work(t, known->work) ? known->type
                                                            : NULL;
        if (!enter(t, &v, &scope))
            return NULL;
        const JsonValue *ref = ref_of(t, &v);
        if (t->status != CM_OK)
            return NULL;
        if (!ref)
            return build_shape(t, v, scope, depth);
        const JsonValue *target = resolve(t, scope, ref);
        bool is_open = target && is_followed(t, target);
        if (t->status != CM_OK)
            return NULL;
        if (!target || is_open)
            return &unknown;
        if (!push_link(t, v, scope, target))
            return NULL;
        v = (View){ target, 0, NULL };
    }
}

/* What stands beside a reference; mostly nothing. */
static const Type *build_beside(Typer *t, const Link *link, uint32_t depth)
{
    if (link->siblings.node->n_members > 1 || depth > CM_TYPE_MAX_DEPTH)
        return build(t, link->siblings, link->scope, depth);
    return may_visit(t) ? &unknown : NULL;
}

/* The end of a chain with what stands beside a reference on the way; type may
 * be NULL, after a failure. */
static const Type *join_beside(Typer *t, const Type *type, const Link *link,
                               uint32_t depth)
{
    const Type *beside = type ? build_beside(t, link, depth) : NULL;
    if (!beside || beside->kind == TYPE_UNKNOWN)
        return beside ? type : NULL;
    const Type **both = new_list(t, 2);
    if (!both)
        return NULL;
    both[0] = type;
    both[1] = beside;
    return intersect(t, both, 2);
}

static const Type *build(Typer *t, View v, const Scope *scope, uint32_t depth)
{
    if (t->status != CM_OK)
        return NULL;
    if (depth > CM_TYPE_MAX_DEPTH)
        return may_work(t, 16) ? &unknown : NULL;
    Link *outer = t->links;
    const Type *type = build_end(t, v, scope, depth);
    while (t->links != outer) {
        Link *link = t->links;
        t->links = link->outer;
        type = join_beside(t, type, link, depth + 1);
        link->outer = t->spare_links;
        t->spare_links = link;
    }
    return type;
}

cm_status cm__type_build(Arena *arena, const JsonValue *schema,
                         const Type **ret_type)
{
    Typer t = { .arena = arena };
    const Type *type = build(&t, (View){ schema, 0, NULL }, NULL, 0);
    if (t.status != CM_OK)
        return t.status;
    *ret_type = type;
    return CM_OK;
}
