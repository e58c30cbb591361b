/* SPDX-License-Identifier: MIT */
/* What readOnly and writeOnly hide (spec/openapi.md 7.5).
 *
 * Two facts about a schema follow from those of the schemas that it is joined
 * with, by `$ref` and allOf: whether it is hidden as a property, and which
 * names are hidden in it. Both are unions along the edges of a graph that may
 * have circles, so all schemas of a strongly connected component share them.
 * Tarjan (1972), "Depth-first search and linear graph algorithms", finds the
 * components in linear time; here with links instead of recursion. Facts are
 * kept, so the order of asking changes nothing.
 *
 * Sets of names could grow quadratically in hostile documents; past
 * OA_NAME_WORK and OA_MENTION_WORK less is hidden. */
#include <stdlib.h>
#include <string.h>

#include "openapi/generate_internal.h"

typedef enum Fact {
    FACT_HIDDEN,
    FACT_NAMES
} Fact;

struct OaHideNode {
    OaAt at;
    uint32_t index, low; /* Tarjan's; index 0: not met */
    uint32_t edge;       /* looked at last: 1 is `$ref`, 2 the first of allOf */
    bool is_done;
    bool is_hidden;         /* FACT_HIDDEN */
    const OaNameSet *names; /* FACT_NAMES */
    OaHideNode *parent;     /* on the way down */
    OaHideNode *below;      /* on Tarjan's stack */
};

typedef struct Question {
    OaGen *gen;
    OaDirection direction;
    Fact fact;
} Question;

static const char *marker(OaDirection direction)
{
    return direction == OA_REQUEST ? "readOnly" : "writeOnly";
}

static bool is_true(const JsonValue *object, const char *name)
{
    const JsonValue *value = cm__json_get(object, name);
    return value && value->type == CM_JSON_TYPE_BOOL && value->boolean;
}

/* ---- sets of names ---- */

static int compare_text(const char *a, size_t n, const char *b, size_t m)
{
    size_t least = n < m ? n : m;
    int order = least ? memcmp(a, b, least) : 0;
    return order ? order : (n > m) - (n < m);
}

static int compare_names(const void *a, const void *b)
{
    const OaName *x = a, *y = b;
    return compare_text(x->text, x->len, y->text, y->len);
}

/* The set with that content, which stays the same one. */
static const OaNameSet *intern(OaGen *gen, const OaName *names, size_t n)
{
    if (n == 0)
        return NULL;
    cm__buf_clear(&gen->token);
    for (size_t i = 0; i < n; i++) {
        cm__buf_add_fmt(&gen->token, "%zu%c", names[i].len,
                        names[i].is_dropped ? '-' : ':');
        cm__buf_add(&gen->token, names[i].text, names[i].len);
    }
    char *key = cm__arena_text(&gen->scratch, cm__buf_text(&gen->token),
                               gen->token.len);
    OaEntry *slot =
        key ? cm__oa_map_slot(&gen->name_sets, key, gen->token.len) : NULL;
    if (!slot || gen->token.status != CM_OK)
        return NULL;
    if (!slot->fact) {
        OaNameSet *set = cm__arena_alloc(
            &gen->scratch, sizeof *set + n * sizeof set->names[0]);
        if (!set)
            return NULL;
        set->n = n;
        memcpy(set->names, names, n * sizeof *names);
        slot->fact = set;
    }
    return slot->fact;
}

const OaNameSet *cm__oa_names_of(OaGen *gen, OaName *names, size_t n)
{
    if (n > 1)
        qsort(names, n, sizeof *names, compare_names);
    return intern(gen, names, n);
}

const OaName *cm__oa_names_find(const OaNameSet *set, const char *text,
                                size_t len)
{
    if (!set)
        return NULL;
    OaName name = { text, len, false };
    return bsearch(&name, set->names, set->n, sizeof set->names[0],
                   compare_names);
}

static bool is_part(const OaNameSet *part, const OaNameSet *whole)
{
    size_t j = 0;
    for (size_t i = 0; i < part->n; i++) {
        int order = -1;
        while (j < whole->n &&
               (order = compare_names(&whole->names[j], &part->names[i])) < 0)
            j++;
        if (j == whole->n || order != 0 ||
            whole->names[j].is_dropped < part->names[i].is_dropped)
            return false;
    }
    return true;
}

const OaNameSet *cm__oa_names_join(OaGen *gen, const OaNameSet *a,
                                   const OaNameSet *b)
{
    if (!b || a == b)
        return a;
    if (!a)
        return b;
    size_t n = a->n + b->n;
    if (n > gen->name_work)
        return a;
    gen->name_work -= n;
    if (is_part(b, a))
        return a;
    if (is_part(a, b))
        return b;
    OaName *names = cm__arena_alloc(&gen->scratch, n * sizeof *names);
    if (!names)
        return a;
    size_t i = 0, j = 0, k = 0;
    while (i < a->n || j < b->n) {
        int order = i == a->n   ? 1
                    : j == b->n ? -1
                                : compare_names(&a->names[i], &b->names[j]);
        names[k] = order <= 0 ? a->names[i] : b->names[j];
        if (order == 0 && b->names[j].is_dropped)
            names[k].is_dropped = true;
        i += order <= 0;
        j += order >= 0;
        k++;
    }
    return intern(gen, names, k);
}

/* ---- the graph ---- */

static OaHideNode *node_of(const Question *q, OaAt at)
{
    OaEntry *slot = cm__oa_table_slot(
        &q->gen->hide_nodes,
        (OaKey){ at.schema, at.scope, NULL,
                 (uintptr_t)q->direction * 2 + (uintptr_t)q->fact });
    if (!slot)
        return NULL;
    if (!slot->object) {
        OaHideNode *node = cm__arena_zero(&q->gen->scratch, sizeof *node);
        if (!node)
            return NULL;
        node->at = at;
        slot->object = node;
    }
    return slot->object;
}

/* In 3.0 nothing beside a `$ref` counts. */
static bool is_bare_ref(const OaGen *gen, const JsonValue *schema)
{
    return gen->is_30 && cm__oa_ref_of(schema);
}

static const OaNameSet *own_names(const Question *q, OaAt at)
{
    const JsonValue *all = cm__json_get(at.schema, "properties");
    if (!cm__oa_is_object(all) || is_bare_ref(q->gen, at.schema))
        return NULL;
    OaName *names = NULL;
    size_t n = 0, cap = 0;
    for (size_t i = 0; i < all->n_members; i++) {
        const JsonMember *m = &all->members[i];
        if (!cm__oa_is_hidden(q->gen, q->direction,
                              (OaAt){ &m->value, at.scope }))
            continue;
        OaName *more =
            cm__arena_room(&q->gen->scratch, names, n, &cap, sizeof *names);
        if (!more)
            return NULL;
        names = more;
        names[n++] = (OaName){ m->name, m->name_len, false };
    }
    return cm__oa_names_of(q->gen, names, n);
}

static void enter(const Question *q, OaHideNode *node, OaHideNode *parent)
{
    OaGen *gen = q->gen;
    node->index = node->low = ++gen->hide_index;
    node->parent = parent;
    if (cm__oa_is_object(node->at.schema)) {
        if (q->fact == FACT_HIDDEN)
            node->is_hidden = is_true(node->at.schema, marker(q->direction));
        else
            node->names = own_names(q, node->at);
    }
    node->below = gen->hide_stack;
    gen->hide_stack = node;
}

/* The next schema that the node is joined with: `$ref`, then allOf. */
static bool next_edge(const Question *q, OaHideNode *node, OaAt *ret_at)
{
    const JsonValue *schema = node->at.schema;
    const JsonValue *ref = cm__oa_ref_of(schema);
    if (node->edge++ == 0) {
        OaTarget target;
        if (ref && cm__oa_target(q->gen, node->at, ref, &target)) {
            *ret_at = target.at;
            return true;
        }
        node->edge++;
    }
    const JsonValue *all =
        cm__oa_is_object(schema) ? cm__json_get(schema, "allOf") : NULL;
    if (!all || all->type != CM_JSON_TYPE_ARRAY || (ref && q->gen->is_30) ||
        node->edge - 2 >= all->n_items)
        return false;
    *ret_at = (OaAt){ &all->items[node->edge - 2], node->at.scope };
    return true;
}

static void absorb(const Question *q, OaHideNode *node, const OaHideNode *from)
{
    if (q->fact == FACT_HIDDEN)
        node->is_hidden |= from->is_hidden;
    else
        node->names = cm__oa_names_join(q->gen, node->names, from->names);
}

/* All that lie on the stack down to the node are one component. */
static void close_component(const Question *q, OaHideNode *root)
{
    OaGen *gen = q->gen;
    for (OaHideNode *n = gen->hide_stack; n != root; n = n->below)
        absorb(q, root, n);
    for (;;) {
        OaHideNode *n = gen->hide_stack;
        gen->hide_stack = n->below;
        n->is_hidden = root->is_hidden;
        n->names = root->names;
        n->is_done = true;
        if (n == root)
            return;
    }
}

static void leave(const Question *q, OaHideNode *node)
{
    OaHideNode *parent = node->parent;
    if (node->low == node->index)
        close_component(q, node);
    if (!parent)
        return;
    if (node->is_done)
        absorb(q, parent, node);
    else if (node->low < parent->low)
        parent->low = node->low;
}

/* NULL when memory is refused. */
static const OaHideNode *settle(const Question *q, OaAt at)
{
    OaHideNode *first = node_of(q, at);
    if (!first || first->is_done)
        return first;
    enter(q, first, NULL);
    for (OaHideNode *node = first; node;) {
        OaAt next;
        if (!next_edge(q, node, &next)) {
            leave(q, node);
            node = node->parent;
            continue;
        }
        OaHideNode *other = node_of(q, next);
        if (!other)
            return NULL;
        if (other->is_done) {
            absorb(q, node, other);
        } else if (other->index == 0) {
            enter(q, other, node);
            node = other;
        } else if (other->index < node->low) {
            node->low = other->index;
        }
    }
    return first;
}

bool cm__oa_is_hidden(OaGen *gen, OaDirection direction, OaAt at)
{
    if (!gen->may_hide[direction] || !cm__oa_is_object(at.schema))
        return false;
    if (is_true(at.schema, marker(direction)))
        return true;
    if (!cm__oa_ref_of(at.schema) && !cm__json_get(at.schema, "allOf"))
        return false;
    const OaHideNode *node =
        settle(&(Question){ gen, direction, FACT_HIDDEN }, at);
    return node && node->is_hidden;
}

const OaNameSet *cm__oa_hidden_names(OaGen *gen, OaDirection direction, OaAt at)
{
    if (!gen->may_hide[direction] || !cm__oa_is_object(at.schema))
        return NULL;
    const OaHideNode *node =
        settle(&(Question){ gen, direction, FACT_NAMES }, at);
    return node ? node->names : NULL;
}

/* ---- who mentions a name ---- */

static bool has_one(const JsonValue *schema, const OaNameSet *set)
{
    const JsonValue *all = cm__json_get(schema, "properties");
    const JsonValue *required = cm__json_get(schema, "required");
    if (cm__oa_is_object(all))
        for (size_t i = 0; i < set->n; i++)
            if (cm__json_get_n(all, set->names[i].text, set->names[i].len))
                return true;
    if (!required || required->type != CM_JSON_TYPE_ARRAY)
        return false;
    for (size_t i = 0; i < required->n_items; i++) {
        const JsonValue *name = &required->items[i];
        if (name->type == CM_JSON_TYPE_STRING &&
            cm__oa_names_find(set, name->text, name->len))
            return true;
    }
    return false;
}

/* Puts a schema behind those in gen->todo that are still to be looked at. */
static bool push(OaGen *gen, size_t *n, const JsonValue *schema,
                 const JsonValue *scope)
{
    if (!cm__oa_is_object(schema))
        return true;
    OaEntry *slot =
        cm__oa_table_slot(&gen->seen, (OaKey){ schema, scope, NULL, 0 });
    if (!slot)
        return false;
    if (slot->number == gen->seen_round)
        return true;
    slot->number = gen->seen_round;
    OaAt *todo = cm__arena_room(&gen->scratch, gen->todo, *n, &gen->cap_todo,
                                sizeof *todo);
    if (!todo)
        return false;
    gen->todo = todo;
    todo[(*n)++] = (OaAt){ schema, scope };
    return true;
}

static bool spend(OaGen *gen, size_t work)
{
    if (gen->mention_work < work)
        return false;
    gen->mention_work -= work;
    return true;
}

/* Pushes all that apply to the same value. */
static bool push_parts(OaGen *gen, size_t *n, OaAt at)
{
    const JsonValue *ref = cm__oa_ref_of(at.schema);
    OaTarget target;
    if (ref && cm__oa_target(gen, at, ref, &target) &&
        !push(gen, n, target.at.schema, target.at.scope))
        return false;
    for (const OaKeyword *k = cm__oa_keywords; k->name; k++) {
        const JsonValue *value =
            k->is_in_place ? cm__json_get(at.schema, k->name) : NULL;
        if (!value)
            continue;
        if (k->kind == OA_KEYWORD_SCHEMA) {
            if (!push(gen, n, value, at.scope))
                return false;
        } else if (value->type == CM_JSON_TYPE_ARRAY) {
            if (!spend(gen, value->n_items / 8))
                return false;
            for (size_t i = 0; i < value->n_items; i++)
                if (!push(gen, n, &value->items[i], at.scope))
                    return false;
        } else if (value->type == CM_JSON_TYPE_OBJECT) {
            if (!spend(gen, value->n_members / 8))
                return false;
            for (size_t i = 0; i < value->n_members; i++)
                if (!push(gen, n, &value->members[i].value, at.scope))
                    return false;
        }
    }
    return true;
}

/* An entry of `required` costs less than a name to look for. */
static size_t work_of(const JsonValue *schema, const OaNameSet *set)
{
    const JsonValue *required = cm__json_get(schema, "required");
    bool is_list = required && required->type == CM_JSON_TYPE_ARRAY;
    return set->n + 1 + (is_list ? required->n_items / 8 : 0);
}

static bool search(OaGen *gen, OaAt at, const OaNameSet *set)
{
    size_t n = 0;
    gen->seen_round++;
    if (!push(gen, &n, at.schema, at.scope))
        return false;
    while (n) {
        OaAt next = gen->todo[--n];
        if (!spend(gen, work_of(next.schema, set)))
            return false;
        if (has_one(next.schema, set))
            return true;
        if (!push_parts(gen, &n, next))
            return false;
    }
    return false;
}

bool cm__oa_mentions(OaGen *gen, OaAt at, const OaNameSet *set)
{
    static const char yes[] = "yes", no[] = "no";
    OaKey key = { at.schema, at.scope, set, 0 };
    const char *known = cm__oa_table_get(&gen->mentions, key).fact;
    if (!known) {
        known = search(gen, at, set) ? yes : no;
        OaEntry *slot = cm__oa_table_slot(&gen->mentions, key);
        if (slot)
            slot->fact = known;
    }
    return known == yes;
}
