/* SPDX-License-Identifier: MIT */
/* Object literals and templates. The longest run of plain properties at the
 * start becomes one instruction that fills the slots of a known shape. */
#include "js/emit_internal.h"

#include "base/numtext.h"

/* ---- names and keys ---- */

Str *cm__emit_prefixed(Emit *e, const char *prefix, Str *name)
{
    if (!name)
        return NULL;
    size_t n = strlen(prefix);
    bool wide = str_is_wide(name);
    size_t unit = wide ? 2 : 1;
    void *units = cm__arena_alloc(e->arena, (n + name->len) * unit + 1);
    if (!units) {
        cm__emit_fail(e, CM_E_NOMEM);
        return NULL;
    }
    for (size_t i = 0; i < n; i++) {
        if (wide)
            ((uint16_t *)units)[i] = (uint8_t)prefix[i];
        else
            ((uint8_t *)units)[i] = (uint8_t)prefix[i];
    }
    const void *from = wide ? (const void *)name->as.u16 : name->as.u8;
    memcpy((char *)units + n * unit, from, name->len * unit);
    JsText t = { units, (uint32_t)n + name->len, 0, wide };
    return cm__emit_text(e, &t);
}

Str *cm__emit_number_name(Emit *e, double d)
{
    char text[CM_NUM_TEXT_MAX];
    size_t n = cm__num_print(d, text);
    JsText t = { text, (uint32_t)n, 0, false };
    return cm__emit_text(e, &t);
}

/* The key as a string when it is known now. */
Str *cm__emit_key_name(Emit *e, const JsKey *key)
{
    switch ((JsKeyKind)key->kind) {
    case JS_KEY_NAME:
    case JS_KEY_PRIVATE:
        return cm__emit_atom(e, key->as.name);
    case JS_KEY_NUMBER:
        return cm__emit_number_name(e, key->as.number);
    case JS_KEY_COMPUTED:
    case JS_KEY_NONE:
        return NULL;
    }
    cm_unreachable();
}

void cm__emit_key(Emit *e, const JsKey *key, uint32_t dst)
{
    uint32_t index;
    switch ((JsKeyKind)key->kind) {
    case JS_KEY_NAME:
        if (cm__emit_name_is_index(key->as.name, &index))
            cm__emit_load_number(e, dst, index);
        else
            cm__emit_load_str(e, dst, cm__emit_atom(e, key->as.name));
        break;
    case JS_KEY_NUMBER:
        cm__emit_load_number(e, dst, key->as.number);
        break;
    case JS_KEY_COMPUTED:
        cm__expr_to(e, key->as.expr, dst);
        if (key->as.expr->kind != JS_NODE_STRING) {
            emit_at(e, key->as.expr);
            emit_abc(e, OP_TOKEY, dst, dst, 0);
        }
        break;
    case JS_KEY_PRIVATE:
    case JS_KEY_NONE:
        break;
    }
}

/* ---- objects ---- */

static bool is_plain(const JsProperty *p)
{
    uint32_t index;
    if (p->key.kind != JS_KEY_NAME ||
        cm__emit_name_is_index(p->key.as.name, &index))
        return false;
    if (p->kind == JS_PROP_METHOD)
        return !JS_AS_CONST(JsFunction, p->value)->uses_super_property;
    return p->kind == JS_PROP_VALUE || p->kind == JS_PROP_SHORTHAND;
}

/* The number of properties at the start that NEWOBJLIT can make. */
static uint32_t plain_prefix(Emit *e, const JsObject *o)
{
    uint32_t n = 0;
    uint32_t serial = ++e->serial;
    for (JsNode *x = o->properties.first; x && n < MAX_RUN; x = x->next) {
        JsProperty *p = JS_AS(JsProperty, x);
        if (!is_plain(p) || p->key.as.name->index == serial)
            break;
        p->key.as.name->index = serial;
        n++;
    }
    if (e->literals.n >= 0xFFFF || e->n_ics >= 0xFFFF)
        n = 0;
    return n;
}

static void value_to(Emit *e, JsProperty *p, uint32_t dst)
{
    Str *name = NULL;
    if (cm__expr_is_anonymous(p->value))
        name = cm__emit_key_name(e, &p->key);
    cm__expr_named(e, p->value, dst, name);
}

/* Values of the plain prefix in a row, then the object. Returns what is
 * left. */
static JsNode *emit_prefix(Emit *e, JsObject *o, uint32_t n, uint32_t obj)
{
    uint32_t top = e->top;
    JsNode *x = o->properties.first;
    PropKey *keys = (PropKey *)cm__arena_alloc(&e->program->arena,
                                               (n + !n) * sizeof(PropKey));
    if (!keys) {
        cm__emit_fail(e, CM_E_NOMEM);
        return NULL;
    }
    bool shared = obj + 1 == top && reg_is_scratch(e, obj);
    uint32_t first = shared ? obj : top;
    for (uint32_t i = 0; i < n; i++, x = x->next) {
        JsProperty *p = JS_AS(JsProperty, x);
        Str *name = cm__emit_atom(e, p->key.as.name);
        keys[i] = name ? value_from_str(name) : VALUE_ABSENT;
        value_to(e, p, i == 0 && shared ? obj : cm__reg_new(e));
    }
    *(LiteralKeys *)cm__vec_push(e, &e->literals) = (LiteralKeys){ n, keys };
    emit_at(e, &o->node);
    emit_abc(e, OP_NEWOBJLIT, obj, first, 0);
    cm__emit_word(e, (e->literals.n - 1) | cm__emit_ic(e) << 16);
    e->top = top;
    return x;
}

static void define_method(Emit *e, JsProperty *p, uint32_t obj)
{
    JsFunction *f = JS_AS(JsFunction, p->value);
    uint32_t key = cm__reg_run(e, 2);
    uint32_t fn = key + 1;
    bool accessor = p->kind != JS_PROP_METHOD;
    const char *prefix = p->kind == JS_PROP_GET   ? "get "
                         : p->kind == JS_PROP_SET ? "set "
                                                  : "";
    Str *name = cm__emit_key_name(e, &p->key);
    cm__emit_key(e, &p->key, key);
    cm__emit_closure(e, (Func *)f->extra, cm__emit_prefixed(e, prefix, name),
                     fn);
    if (!name)
        emit_abc(e, OP_SETNAME, fn, key,
                 p->kind == JS_PROP_GET   ? 1
                 : p->kind == JS_PROP_SET ? 2
                                          : 0);
    if (f->uses_super_property)
        emit_abc(e, OP_SETHOME, fn, obj, 0);
    emit_at(e, &p->node);
    emit_abc(e,
             !accessor                ? OP_DEFELEM
             : p->kind == JS_PROP_GET ? OP_DEFGETTER
                                      : OP_DEFSETTER,
             obj, key, fn);
}

static void define_value(Emit *e, JsProperty *p, uint32_t obj)
{
    uint32_t index;
    emit_at(e, &p->node);
    if (p->key.kind == JS_KEY_NAME &&
        !cm__emit_name_is_index(p->key.as.name, &index)) {
        uint32_t reg = cm__reg_new(e);
        value_to(e, p, reg);
        emit_at(e, &p->node);
        emit_abc(e, OP_DEFFIELD, obj, reg, 0);
        cm__emit_word(e,
                      cm__emit_const_str(e, cm__emit_atom(e, p->key.as.name)));
        return;
    }
    uint32_t key = cm__reg_run(e, 2);
    cm__emit_key(e, &p->key, key);
    value_to(e, p, key + 1);
    if (p->key.kind == JS_KEY_COMPUTED && cm__expr_is_anonymous(p->value))
        emit_abc(e, OP_SETNAME, key + 1, key, 0);
    emit_at(e, &p->node);
    emit_abc(e, OP_DEFELEM, obj, key, key + 1);
}

static void define_property(Emit *e, JsProperty *p, uint32_t obj)
{
    uint32_t top = e->top;
    uint32_t reg;
    switch ((JsPropKind)p->kind) {
    case JS_PROP_VALUE:
    case JS_PROP_SHORTHAND:
        define_value(e, p, obj);
        break;
    case JS_PROP_METHOD:
    case JS_PROP_GET:
    case JS_PROP_SET:
        define_method(e, p, obj);
        break;
    case JS_PROP_SPREAD:
        reg = cm__expr_any(e, p->value);
        emit_at(e, p->value);
        emit_abc(e, OP_COPYPROPS, obj, reg, 0);
        break;
    case JS_PROP_PROTO:
        reg = cm__expr_any(e, p->value);
        emit_abc(e, OP_SETPROTO, obj, reg, 0);
        break;
    }
    e->top = top;
}

void cm__emit_object(Emit *e, JsObject *o, uint32_t dst)
{
    uint32_t top = e->top;
    uint32_t n = plain_prefix(e, o);
    bool all = n == o->properties.count;
    uint32_t obj = all || reg_is_scratch(e, dst) ? dst : cm__reg_new(e);
    JsNode *x = o->properties.first;
    if (n) {
        x = emit_prefix(e, o, n, obj);
    } else {
        emit_at(e, &o->node);
        emit_abc(e, OP_NEWOBJ, obj, 0, 0);
    }
    for (; x && e->status == CM_OK; x = x->next)
        define_property(e, JS_AS(JsProperty, x), obj);
    cm__emit_move(e, dst, obj);
    e->top = top;
}

/* ---- templates ---- */

static bool is_quiet(const JsNode *n)
{
    return n->kind == JS_NODE_IDENT || n->kind == JS_NODE_NUMBER ||
           n->kind == JS_NODE_STRING || n->kind == JS_NODE_TRUE ||
           n->kind == JS_NODE_FALSE || n->kind == JS_NODE_NULL;
}

/* Whether something after this substitution can see when it is converted. */
static bool later_acts(const JsNode *n)
{
    for (n = n->next; n; n = n->next)
        if (!is_quiet(n))
            return true;
    return false;
}

typedef struct Parts {
    uint32_t first, n;
    bool has_text; /* one part is known to be a string */
} Parts;

static void join_parts(Emit *e, Parts *p, const JsNode *at)
{
    emit_at(e, at);
    emit_abc(e, OP_CONCAT, p->first, p->first, p->n);
    e->top = p->first + 1;
    p->n = 1;
}

static void text_part(Emit *e, Parts *p, const JsQuasi *q, const JsNode *at)
{
    if (!q->cooked.len)
        return;
    if (p->n >= MAX_RUN)
        join_parts(e, p, at);
    cm__emit_load_str(e, cm__reg_new(e), cm__emit_text(e, &q->cooked));
    p->n++;
    p->has_text = true;
}

void cm__emit_template(Emit *e, JsTemplate *t, uint32_t dst)
{
    uint32_t top = e->top;
    if (t->exprs.count == 0) {
        cm__emit_load_str(e, dst, cm__emit_text(e, &t->quasis->cooked));
        return;
    }
    Parts p = { .first = top };
    const JsQuasi *q = t->quasis;
    bool acts = t->exprs.count > 1 && t->exprs.count <= 8;
    for (JsNode *x = t->exprs.first; x; x = x->next, q = q->next) {
        text_part(e, &p, q, &t->node);
        if (p.n >= MAX_RUN)
            join_parts(e, &p, &t->node);
        uint32_t reg = cm__expr_next(e, x);
        if (x->next && (!acts || later_acts(x)) && !is_quiet(x)) {
            emit_at(e, x);
            emit_abc(e, OP_TOSTRING, reg, reg, 0);
        }
        p.n++;
    }
    text_part(e, &p, q, &t->node);
    emit_at(e, &t->node);
    if (p.n == 1)
        emit_abc(e, OP_TOSTRING, dst, p.first, 0);
    else
        emit_abc(e, OP_CONCAT, dst, p.first, p.n);
    e->top = top;
}

void cm__emit_template_object(Emit *e, JsTemplate *t, uint32_t dst)
{
    uint32_t n = t->exprs.count + 1;
    uint32_t first = cm__emit_const_last(e, value_int((int32_t)n));
    for (const JsQuasi *q = t->quasis; q; q = q->next) {
        Str *s = q->cooked.units ? cm__emit_text(e, &q->cooked) : NULL;
        (void)cm__emit_const_last(e, s ? value_from_str(s) : VALUE_UNDEFINED);
    }
    for (const JsQuasi *q = t->quasis; q; q = q->next) {
        Str *s = cm__emit_text(e, &q->raw);
        (void)cm__emit_const_last(e, s ? value_from_str(s) : VALUE_UNDEFINED);
    }
    uint32_t ic = cm__emit_ic(e);
    if (first > 0xFFFF || ic == NO_REG) {
        cm__emit_too_complex(e, t->node.start);
        return;
    }
    emit_at(e, &t->node);
    emit_abc(e, OP_TEMPLATEOBJ, dst, 0, 0);
    cm__emit_word(e, first | ic << 16);
}
