/* SPDX-License-Identifier: MIT */
/* Destructuring and declarations (ECMA-262 8.6.2, 13.15.5). */
#include "js/emit_internal.h"

static void bind_owned(Emit *e, JsNode *target, uint32_t reg, BindHow how);

/* Registers for the names of a pattern, below all temporaries. */
static void place_names(Emit *e, JsNode *n)
{
    switch (n->kind) {
    case JS_NODE_IDENT: {
        Var *v = js_var(JS_AS(JsIdent, n)->decl);
        if (v && v->place == VAR_NOWHERE && v->fn == e->fn)
            cm__var_place(e, v);
        break;
    }
    case JS_NODE_DEFAULT:
        place_names(e, JS_AS(JsAssign, n)->target);
        break;
    case JS_NODE_REST:
        place_names(e, JS_AS(JsUnary, n)->operand);
        break;
    case JS_NODE_ARRAY_PATTERN:
        for (JsNode *x = JS_AS(JsArray, n)->elements.first; x; x = x->next)
            place_names(e, x);
        break;
    case JS_NODE_OBJECT_PATTERN:
        for (JsNode *x = JS_AS(JsObject, n)->properties.first; x; x = x->next)
            place_names(e, JS_AS(JsProperty, x)->value);
        break;
    default:
        break;
    }
}

/* reg = value if reg is undefined */
static void apply_default(Emit *e, JsAssign *d, uint32_t reg)
{
    Jumps given = { 0 };
    cm__emit_jump(e, &given, INS_ABC(OP_JNUNDEF, reg, 0, 0));
    cm__expr_named(e, d->value, reg, cm__expr_target_name(e, d));
    cm__emit_patch(e, &given);
}

/* Where the value for a target may be computed: the variable itself when nobody
 * can see it yet, else a fresh temporary. */
static uint32_t value_reg(Emit *e, JsNode *target, BindHow how)
{
    if (target->kind == JS_NODE_DEFAULT)
        target = JS_AS(JsAssign, target)->target;
    if (target->kind == JS_NODE_IDENT && how == HOW_INIT) {
        Var *v = js_var(JS_AS(JsIdent, target)->decl);
        uint32_t reg = v ? cm__var_init_target(e, v) : NO_REG;
        if (reg != NO_REG)
            return reg;
    }
    return cm__reg_new(e);
}

/* ---- array patterns ---- */

/* Nothing between the steps can throw or suspend. */
static bool is_quiet_array(const JsArray *a, BindHow how)
{
    if (how != HOW_INIT)
        return false;
    for (const JsNode *n = a->elements.first; n; n = n->next) {
        if (n->kind == JS_NODE_REST)
            n = JS_AS_CONST(JsUnary, n)->operand->kind == JS_NODE_IDENT ? n
                                                                        : NULL;
        else if (n->kind != JS_NODE_IDENT && n->kind != JS_NODE_HOLE)
            n = NULL;
        if (!n)
            return false;
    }
    return true;
}

static void step_element(Emit *e, JsNode *n, uint32_t iter, BindHow how)
{
    uint32_t top = e->top;
    JsNode *target = n;
    bool rest = n->kind == JS_NODE_REST;
    if (rest)
        target = JS_AS(JsUnary, n)->operand;
    if (n->kind == JS_NODE_DEFAULT)
        target = JS_AS(JsAssign, n)->target;
    Place p = { .kind = PLACE_PATTERN };
    if (target->kind == JS_NODE_ACCESS)
        cm__place_open(e, target, n, &p);
    uint32_t reg = value_reg(e, target, how);
    emit_at(e, n);
    emit_abc(e, rest ? OP_ITERREST : OP_ITERSTEP, iter, reg, 0);
    if (n->kind == JS_NODE_DEFAULT)
        apply_default(e, JS_AS(JsAssign, n), reg);
    if (target->kind == JS_NODE_ACCESS)
        cm__place_set(e, &p, reg);
    else if (target->kind != JS_NODE_HOLE)
        bind_owned(e, target, reg, how);
    e->top = top;
}

static CM_NOINLINE void bind_array(Emit *e, JsArray *a, uint32_t src,
                                   BindHow how)
{
    uint32_t top = e->top;
    uint32_t iter = cm__reg_run(e, 3);
    uint32_t fixed = emit_fix(e); /* the handler reads the iterator */
    bool quiet = is_quiet_array(a, how);
    Unwind u;
    emit_at(e, &a->node);
    emit_abc(e, OP_ITEROPEN, iter, src, 0);
    if (!quiet)
        cm__unwind_open(e, &u, UNWIND_ITERATOR, iter);
    JsNode *last = a->elements.last;
    for (JsNode *n = a->elements.first; n && e->status == CM_OK; n = n->next)
        step_element(e, n, iter, how);
    if (!quiet)
        cm__unwind_end(e, &u);
    if (!last || last->kind != JS_NODE_REST) {
        emit_at(e, &a->node);
        emit_abc(e, OP_ITERCLOSE, iter, 0, 0);
    }
    if (!quiet) {
        Jumps end = { 0 };
        cm__emit_jump(e, &end, OP_JMP);
        cm__emit_iterator_handler(e, &u, cm__reg_new(e));
        cm__emit_patch(e, &end);
    }
    e->n_fixed = fixed;
    e->top = top;
}

/* ---- object patterns ---- */

static void require_object(Emit *e, const JsNode *n, uint32_t src)
{
    Jumps fine = { 0 };
    cm__emit_jump(e, &fine, INS_ABC(OP_JNNULLISH, src, 0, 0));
    cm__emit_throw_type(e, n, "Cannot destructure null or undefined");
    cm__emit_patch(e, &fine);
}

static bool has_rest(const JsObject *o)
{
    return o->properties.last &&
           JS_AS_CONST(JsProperty, o->properties.last)->kind == JS_PROP_SPREAD;
}

static uint32_t count_computed(const JsObject *o)
{
    uint32_t n = 0;
    for (const JsNode *x = o->properties.first; x; x = x->next)
        n += JS_AS_CONST(JsProperty, x)->key.kind == JS_KEY_COMPUTED;
    return n;
}

/* Whether cm__emit_key may give another form than a property has: 1.5, "7". */
static bool needs_key_form(const JsKey *k)
{
    return k->kind == JS_KEY_NUMBER ||
           (k->kind == JS_KEY_COMPUTED && k->as.expr->kind == JS_NODE_STRING);
}

/* ...rest: everything but the keys before. computed: their registers. */
static void bind_rest(Emit *e, const JsObject *o, JsProperty *rest,
                      uint32_t src, uint32_t computed, BindHow how)
{
    uint32_t top = e->top;
    uint32_t reg = value_reg(e, rest->value, how);
    uint32_t keys = cm__reg_new(e);
    uint32_t first = e->top;
    emit_abc(e, OP_NEWARRAY, keys, 0, 0);
    for (const JsNode *x = o->properties.first; x != &rest->node; x = x->next) {
        const JsKey *k = &JS_AS_CONST(JsProperty, x)->key;
        uint32_t key = cm__reg_new(e);
        if (k->kind == JS_KEY_COMPUTED)
            cm__emit_move(e, key, computed++);
        else
            cm__emit_key(e, k, key);
        if (needs_key_form(k))
            emit_abc(e, OP_TOKEY, key, key, 0);
        if (e->top - first >= MAX_RUN || x->next == &rest->node) {
            emit_abc(e, OP_ARRAYPUSH, keys, first, e->top - first);
            e->top = first;
        }
    }
    emit_at(e, &rest->node);
    emit_abc(e, OP_COPYREST, reg, src, keys);
    bind_owned(e, rest->value, reg, how);
    e->top = top;
}

static void get_property(Emit *e, JsProperty *p, uint32_t src, uint32_t reg,
                         uint32_t key)
{
    uint32_t index;
    if (p->key.kind == JS_KEY_NAME &&
        !cm__emit_name_is_index(p->key.as.name, &index)) {
        emit_at(e, &p->node);
        cm__emit_get_field(e, reg, src, cm__emit_atom(e, p->key.as.name));
        return;
    }
    uint32_t top = e->top;
    if (p->key.kind != JS_KEY_COMPUTED) {
        key = cm__reg_new(e);
        cm__emit_key(e, &p->key, key);
    }
    emit_at(e, &p->node);
    emit_abc(e, OP_GETELEM, reg, src, key);
    e->top = top;
}

static void bind_property(Emit *e, JsProperty *p, uint32_t src, uint32_t key,
                          BindHow how)
{
    uint32_t top = e->top;
    JsNode *target = p->value;
    if (target->kind == JS_NODE_DEFAULT)
        target = JS_AS(JsAssign, p->value)->target;
    if (p->key.kind == JS_KEY_COMPUTED)
        cm__emit_key(e, &p->key, key);
    Place place = { .kind = PLACE_PATTERN };
    if (target->kind == JS_NODE_ACCESS)
        cm__place_open(e, target, p->value, &place);
    uint32_t reg = value_reg(e, target, how);
    get_property(e, p, src, reg, key);
    if (p->value->kind == JS_NODE_DEFAULT)
        apply_default(e, JS_AS(JsAssign, p->value), reg);
    if (target->kind == JS_NODE_ACCESS)
        cm__place_set(e, &place, reg);
    else
        bind_owned(e, target, reg, how);
    e->top = top;
}

static CM_NOINLINE void bind_object(Emit *e, JsObject *o, uint32_t src,
                                    BindHow how)
{
    uint32_t top = e->top;
    JsNode *first = o->properties.first;
    bool rest = has_rest(o);
    uint32_t computed = NO_REG;
    uint32_t n_computed = count_computed(o);
    if (n_computed > 0)
        computed = cm__reg_run(e, rest ? n_computed : 1);
    if (!first || JS_AS(JsProperty, first)->key.kind == JS_KEY_COMPUTED ||
        JS_AS(JsProperty, first)->kind == JS_PROP_SPREAD)
        require_object(e, &o->node, src);
    uint32_t key = computed;
    for (JsNode *n = first; n && e->status == CM_OK; n = n->next) {
        JsProperty *p = JS_AS(JsProperty, n);
        if (p->kind == JS_PROP_SPREAD) {
            bind_rest(e, o, p, src, computed, how);
            break;
        }
        bind_property(e, p, src, key, how);
        if (rest && p->key.kind == JS_KEY_COMPUTED)
            key++;
    }
    e->top = top;
}

/* ---- targets ---- */

/* reg holds the value and may be overwritten. */
static void bind_owned(Emit *e, JsNode *target, uint32_t reg, BindHow how)
{
    switch (target->kind) {
    case JS_NODE_IDENT: {
        JsIdent *ident = JS_AS(JsIdent, target);
        if (how == HOW_ASSIGN)
            cm__emit_store_ident(e, ident, reg);
        else if (js_var(ident->decl))
            cm__var_init(e, js_var(ident->decl), reg);
        break;
    }
    case JS_NODE_DEFAULT:
        apply_default(e, JS_AS(JsAssign, target), reg);
        bind_owned(e, JS_AS(JsAssign, target)->target, reg, how);
        break;
    case JS_NODE_ARRAY_PATTERN:
        bind_array(e, JS_AS(JsArray, target), reg, how);
        break;
    case JS_NODE_OBJECT_PATTERN:
        bind_object(e, JS_AS(JsObject, target), reg, how);
        break;
    default: {
        uint32_t top = e->top;
        Place p;
        cm__place_open(e, target, NULL, &p);
        cm__place_set(e, &p, reg);
        e->top = top;
        break;
    }
    }
}

void cm__emit_bind(Emit *e, JsNode *target, uint32_t src, BindHow how)
{
    uint32_t top = e->top;
    uint32_t fixed = e->n_fixed;
    if (how == HOW_INIT) {
        place_names(e, target);
        if (e->top != top) {
            top = e->top;
            fixed = e->n_fixed = top;
        }
    }
    bool pattern = target->kind == JS_NODE_ARRAY_PATTERN ||
                   target->kind == JS_NODE_OBJECT_PATTERN;
    /* the pattern may assign to the variable that the value stands in */
    if (pattern && how == HOW_ASSIGN && src < e->n_fixed) {
        uint32_t copy = cm__reg_new(e);
        cm__emit_move(e, copy, src);
        src = copy;
    }
    bind_owned(e, target, src, how);
    e->n_fixed = fixed;
    e->top = top;
}

static void declare_name(Emit *e, JsIdent *ident, JsNode *init, uint8_t dispose)
{
    Var *v = js_var(ident->decl);
    if (!v)
        return;
    Str *name =
        cm__expr_is_anonymous(init) ? cm__emit_atom(e, ident->name) : NULL;
    uint32_t reg = cm__var_init_target(e, v);
    (void)emit_fix(e);
    uint32_t top = e->top;
    if (reg != NO_REG)
        e->scribble = reg;
    else
        reg = cm__reg_new(e);
    if (init)
        cm__expr_named(e, init, reg, name);
    else
        emit_abc(e, OP_LOADUNDEF, reg, 0, 0);
    e->scribble = NO_REG;
    if (CM_UNLIKELY(dispose))
        cm__using_add(e, init, reg, dispose);
    if (reg == top || reg != v->slot || v->place != VAR_REGISTER)
        cm__var_init(e, v, reg);
    e->top = top;
}

void cm__emit_declare_used(Emit *e, JsIdent *ident, JsNode *init,
                           uint8_t dispose)
{
    declare_name(e, ident, init, dispose);
}

/* var x = init: an assignment. */
static void assign_name(Emit *e, JsIdent *ident, JsNode *init)
{
    JsAssign a = { .target = &ident->node, .value = init };
    a.node = ident->node;
    a.node.kind = JS_NODE_ASSIGN;
    a.node.op = JS_OP_ASSIGN;
    cm__emit_assign(e, &a, NO_REG);
}

void cm__emit_declare(Emit *e, JsNode *target, JsNode *init, BindHow how)
{
    if (target->kind == JS_NODE_IDENT) {
        if (how == HOW_INIT)
            declare_name(e, JS_AS(JsIdent, target), init, JS_DISPOSE_NONE);
        else if (init)
            assign_name(e, JS_AS(JsIdent, target), init);
        return;
    }
    if (!init)
        return;
    if (how == HOW_INIT) {
        place_names(e, target);
        (void)emit_fix(e);
    }
    uint32_t top = e->top;
    uint32_t src = cm__expr_any(e, init);
    cm__emit_bind(e, target, src, how);
    e->top = top;
}
