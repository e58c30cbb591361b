/* SPDX-License-Identifier: MIT */
/* Classes (ECMA-262 15.7.14).
 *
 * Private names are hidden variables that the members capture. A private method
 * is a read-only private field put on the instance before its fields; a private
 * accessor is a brand on the instance and two hidden variables with the
 * closures, so the machine knows private fields only. */
#include "js/emit_internal.h"

Func *cm__emit_home(const Emit *e)
{
    return e->fn->home;
}

static ClassInfo *class_info(const JsClass *c)
{
    return (ClassInfo *)c->extra;
}

/* ---- instances ---- */

void cm__emit_instance(Emit *e, uint32_t this_reg)
{
    const JsClass *c = cm__emit_home(e)->cls;
    if (!c || !class_info(c)->fields)
        return;
    emit_at(e, &c->node);
    emit_abc(e, OP_INITFIELDS, this_reg, 0, 0);
}

void cm__emit_param_properties(Emit *e, uint32_t this_reg)
{
    const JsFunction *f = cm__emit_home(e)->node;
    for (JsNode *n = f ? f->params.first : NULL; n; n = n->next) {
        JsParam *p = JS_AS(JsParam, n);
        if (!p->is_property || p->target->kind != JS_NODE_IDENT)
            continue;
        if (e->fn->home != e->fn) {
            cm__emit_unsupported(
                e, n->start,
                "A parameter property with super() in an arrow function is "
                "not supported",
                "call super() in the constructor itself");
            return;
        }
        JsIdent *ident = JS_AS(JsIdent, p->target);
        uint32_t top = e->top;
        uint32_t reg = cm__expr_any(e, p->target);
        emit_at(e, n);
        cm__emit_set_field(e, this_reg, cm__emit_atom(e, ident->name), reg);
        e->top = top;
    }
}

/* Makes `this` known after super(). */
static void bind_this(Emit *e, uint32_t value)
{
    Var *v = cm__emit_home(e)->this_var;
    if (v) {
        uint32_t top = e->top;
        uint32_t box = v->slot;
        if (v->fn != e->fn) {
            box = cm__reg_new(e);
            uint32_t up = cm__js_upvalue(e->scopes, e->fn, v);
            if (up > 0xFFFF)
                cm__emit_too_complex(e, 0);
            emit_abx(e, OP_GETUPVAL, box, up);
        }
        emit_abc(e, OP_BINDTHIS, box, value, 0);
        e->top = top;
    }
    if (e->fn->home == e->fn)
        emit_abc(e, OP_BINDSUPER, value, 0, 0);
}

void cm__emit_super_call(Emit *e, const JsLink *call, const JsNode *n,
                         uint32_t dst)
{
    uint32_t top = e->top;
    bool shared = dst + 1 == top && reg_is_scratch(e, dst);
    uint32_t base = shared ? dst : cm__reg_new(e);
    (void)cm__reg_new(e);
    CodePos pos = { 0, n->start, n->start + 5 };
    cm__emit_call(e, &call->as.args, base, OP_SUPERCALL, OP_SUPERSPREAD, &pos);
    e->top = base + 1;
    bind_this(e, base);
    cm__emit_instance(e, base);
    cm__emit_param_properties(e, base);
    cm__emit_move(e, dst, base);
    e->top = top;
}

/* constructor(...args) { super(...args); }, without looking at iterators */
void cm__emit_default_constructor(Emit *e)
{
    const JsClass *c = e->fn->cls;
    uint32_t base = cm__reg_run(e, 3);
    emit_at(e, &c->node);
    if (!c->heritage) {
        if (class_info(c)->fields) {
            emit_abc(e, OP_LOADTHIS, base, 0, 0);
            emit_abc(e, OP_INITFIELDS, base, 0, 0);
        }
        emit_abc(e, OP_RETUNDEF, 0, 0, 0);
        return;
    }
    emit_abx(e, OP_REST, base + 2, 0);
    e->proto->flags |= FUNC_VARARG;
    emit_abc(e, OP_SUPERSPREAD, base, 0, 0);
    emit_abc(e, OP_BINDSUPER, base, 0, 0);
    cm__emit_instance(e, base);
    emit_abc(e, OP_RETURN, base, 0, 0);
}

/* ---- initialisers ---- */

static uint32_t load_hidden(Emit *e, Var *v)
{
    uint32_t reg = cm__reg_new(e);
    cm__var_load(e, v, reg);
    return reg;
}

static void init_private(Emit *e, JsElement *el, ElementInfo *ei, uint32_t self)
{
    uint32_t top = e->top;
    Var *v = ei->private_name;
    if (v->private_kind == PRIVATE_ACCESSOR && v->is_branded)
        return;
    v->is_branded = true;
    uint32_t key = load_hidden(e, v);
    uint32_t value;
    if (v->private_kind == PRIVATE_METHOD && ei->closure) {
        value = load_hidden(e, ei->closure);
    } else {
        value = cm__reg_new(e);
        if (v->private_kind == PRIVATE_FIELD && el->value)
            cm__expr_named(e, el->value, value, cm__emit_atom(e, v->name));
        else
            emit_abc(e, OP_LOADUNDEF, value, 0, 0);
    }
    emit_at(e, &el->node);
    emit_abc(e, OP_DEFPRIVATE, self, key, value);
    e->top = top;
}

static void init_field(Emit *e, JsElement *el, ElementInfo *ei, uint32_t self)
{
    uint32_t top = e->top;
    uint32_t index;
    bool is_name = el->key.kind == JS_KEY_NAME &&
                   !cm__emit_name_is_index(el->key.as.name, &index);
    uint32_t key = cm__reg_run(e, 2);
    uint32_t value = key + 1;
    if (ei->key)
        cm__var_load(e, ei->key, key);
    else if (!is_name)
        cm__emit_key(e, &el->key, key);
    if (el->value)
        cm__expr_named(e, el->value, value, cm__emit_key_name(e, &el->key));
    else
        emit_abc(e, OP_LOADUNDEF, value, 0, 0);
    if (ei->key && cm__expr_is_anonymous(el->value))
        emit_abc(e, OP_SETNAME, value, key, 0);
    emit_at(e, &el->node);
    if (is_name) {
        emit_abc(e, OP_DEFFIELD, self, value, 0);
        cm__emit_word(e,
                      cm__emit_const_str(e, cm__emit_atom(e, el->key.as.name)));
    } else {
        emit_abc(e, OP_DEFELEM, self, key, value);
    }
    e->top = top;
}

/* Calls a function of the class's own once, with self as `this`. */
static void run_once(Emit *e, Func *fn, uint32_t self)
{
    uint32_t top = e->top;
    uint32_t base = cm__reg_run(e, 2);
    cm__emit_closure(e, fn, NULL, base);
    if (fn->node->uses_super_property)
        emit_abc(e, OP_SETHOME, base, self, 0);
    cm__emit_move(e, base + 1, self);
    emit_at(e, &fn->node->node);
    emit_abc(e, OP_CALL, base, 0, 0);
    e->top = top;
}

static bool is_private_instance_member(const JsElement *el)
{
    return !el->is_static && el->key.kind == JS_KEY_PRIVATE &&
           el->kind != JS_ELEMENT_FIELD && el->kind != JS_ELEMENT_STATIC_BLOCK;
}

void cm__emit_initializers(Emit *e, JsClass *c, bool is_static)
{
    ClassInfo *info = class_info(c);
    uint32_t self = cm__reg_new(e);
    (void)emit_fix(e);
    emit_abc(e, OP_LOADTHIS, self, 0, 0);
    for (JsNode *n = c->elements.first; n && !is_static; n = n->next)
        if (is_private_instance_member(JS_AS(JsElement, n)))
            init_private(e, JS_AS(JsElement, n), &info->elements[n->mark],
                         self);
    for (JsNode *n = c->elements.first; n && e->status == CM_OK; n = n->next) {
        JsElement *el = JS_AS(JsElement, n);
        ElementInfo *ei = &info->elements[n->mark];
        if (el->kind == JS_ELEMENT_STATIC_BLOCK) {
            if (is_static)
                run_once(e, (Func *)JS_AS(JsFunction, el->value)->extra, self);
        } else if (el->kind == JS_ELEMENT_FIELD && el->is_static == is_static) {
            if (ei->private_name)
                init_private(e, el, ei, self);
            else
                init_field(e, el, ei, self);
        }
    }
}

/* ---- the definition ---- */

static void set_home(Emit *e, const JsFunction *f, uint32_t fn, uint32_t home)
{
    if (f->uses_super_property)
        emit_abc(e, OP_SETHOME, fn, home, 0);
}

static const char *accessor_prefix(const JsElement *el)
{
    return el->kind == JS_ELEMENT_GET   ? "get "
           : el->kind == JS_ELEMENT_SET ? "set "
                                        : "";
}

static void define_private(Emit *e, JsElement *el, ElementInfo *ei,
                           uint32_t cls)
{
    uint32_t top = e->top;
    JsFunction *f = JS_AS(JsFunction, el->value);
    Var *v = ei->private_name;
    uint32_t fn = cm__reg_new(e);
    Str *name = cm__emit_prefixed(e, accessor_prefix(el),
                                  cm__emit_atom(e, el->key.as.name));
    cm__emit_closure(e, (Func *)f->extra, name, fn);
    set_home(e, f, fn, el->is_static ? cls : cls + 1);
    if (ei->closure)
        cm__var_init(e, ei->closure, fn);
    if (el->is_static && !v->is_branded) {
        uint32_t key = load_hidden(e, v);
        v->is_branded = true;
        emit_at(e, &el->node);
        emit_abc(e, OP_DEFPRIVATE, cls, key, fn);
    }
    e->top = top;
}

static void define_member(Emit *e, JsElement *el, uint32_t cls)
{
    uint32_t top = e->top;
    JsFunction *f = JS_AS(JsFunction, el->value);
    uint32_t target = el->is_static ? cls : cls + 1;
    uint32_t key = cm__reg_run(e, 2);
    uint32_t fn = key + 1;
    Str *name = cm__emit_key_name(e, &el->key);
    cm__emit_key(e, &el->key, key);
    cm__emit_closure(e, (Func *)f->extra,
                     cm__emit_prefixed(e, accessor_prefix(el), name), fn);
    if (!name)
        emit_abc(e, OP_SETNAME, fn, key,
                 el->kind == JS_ELEMENT_GET   ? 1
                 : el->kind == JS_ELEMENT_SET ? 2
                                              : 0);
    set_home(e, f, fn, target);
    emit_at(e, &el->node);
    emit_abc(e,
             el->kind == JS_ELEMENT_GET   ? OP_DEFGETTERM
             : el->kind == JS_ELEMENT_SET ? OP_DEFSETTERM
                                          : OP_DEFMETHOD,
             target, key, fn);
    e->top = top;
}

static void define_element(Emit *e, JsElement *el, ElementInfo *ei,
                           uint32_t cls)
{
    if (el->kind == JS_ELEMENT_STATIC_BLOCK)
        return;
    if (el->kind == JS_ELEMENT_FIELD) {
        if (ei->key) {
            uint32_t top = e->top;
            uint32_t key = cm__reg_new(e);
            cm__emit_key(e, &el->key, key);
            cm__var_init(e, ei->key, key);
            e->top = top;
        }
        return;
    }
    if (el->key.kind == JS_KEY_PRIVATE)
        define_private(e, el, ei, cls);
    else
        define_member(e, el, cls);
}

/* Variables of the class scope: private names, hidden closures and keys. */
static void open_hidden(Emit *e, ClassInfo *info, Var *self)
{
    for (uint32_t i = 0; i < info->n_hidden; i++) {
        Var *v = info->hidden[i];
        if (v->is_boxed)
            cm__var_prepare(e, v);
        else
            cm__var_place(e, v);
    }
    if (self && self->place == VAR_NOWHERE)
        cm__var_place(e, self);
    (void)emit_fix(e);
    for (uint32_t i = 0; i < info->n_hidden; i++) {
        Var *v = info->hidden[i];
        if (!v->name)
            continue;
        uint32_t top = e->top;
        uint32_t reg = cm__reg_new(e);
        emit_abc(e, OP_NEWPRIVATE, reg, 0, 0);
        cm__emit_word(e, cm__emit_const_str(e, cm__emit_atom(e, v->name)));
        cm__var_init(e, v, reg);
        e->top = top;
    }
}

static void emit_constructor(Emit *e, JsClass *c, uint32_t cls, Str *name)
{
    ClassInfo *info = class_info(c);
    uint32_t heritage = cls + 2;
    if (c->heritage)
        cm__expr_to(e, c->heritage, heritage);
    else
        emit_abc(e, OP_LOADHOLE, heritage, 0, 0);
    Func *fn = info->constructor;
    if (!fn) {
        fn = (Func *)cm__emit_alloc(e, sizeof *fn);
        if (!fn)
            return;
        fn->cls = c;
        fn->parent = e->fn;
        fn->home = fn;
    }
    cm__emit_closure(e, fn, name, cls);
    emit_at(e, c->heritage ? c->heritage : &c->node);
    emit_abc(e, OP_NEWCLASS, cls, heritage, 0);
    cm__emit_word(e, 0);
}

static void emit_static_part(Emit *e, JsClass *c, uint32_t cls)
{
    ClassInfo *info = class_info(c);
    uint32_t top = e->top;
    if (info->fields) {
        uint32_t fn = cm__reg_new(e);
        cm__emit_closure(e, info->fields, NULL, fn);
        emit_abc(e, OP_SETHOME, fn, cls + 1, 0);
        emit_abc(e, OP_SETFIELDINIT, cls, fn, 0);
        e->top = top;
    }
    if (info->static_fields)
        run_once(e, info->static_fields, cls);
}

static CM_NOINLINE void emit_elements(Emit *e, JsClass *c, uint32_t cls)
{
    ClassInfo *info = class_info(c);
    for (JsNode *n = c->elements.first; n && e->status == CM_OK; n = n->next)
        define_element(e, JS_AS(JsElement, n), &info->elements[n->mark], cls);
}

void cm__emit_class(Emit *e, JsClass *c, uint32_t dst, Str *name)
{
    ClassInfo *info = class_info(c);
    Var *self = js_var(c->self);
    if (self && !self->is_used)
        self = NULL;
    uint32_t scribble = e->scribble;
    e->scribble = NO_REG;
    ScopeMark mark = cm__scope_open(e, c->scope);
    open_hidden(e, info, self);
    uint32_t cls = cm__reg_run(e, 3);
    if (c->name)
        name = cm__emit_atom(e, c->name);
    emit_constructor(e, c, cls, name);
    if (self && !info->has_computed_key)
        cm__var_init(e, self, cls);
    emit_elements(e, c, cls);
    if (self && info->has_computed_key)
        cm__var_init(e, self, cls);
    emit_static_part(e, c, cls);
    cm__emit_move(e, dst, cls);
    cm__scope_close(e, mark);
    e->scribble = scribble;
}

void cm__emit_class_decl(Emit *e, JsClass *c)
{
    Var *v = js_var(c->decl);
    if (!v)
        return;
    uint32_t reg = cm__var_init_target(e, v);
    (void)emit_fix(e);
    uint32_t top = e->top;
    if (reg != NO_REG) {
        cm__emit_class(e, c, reg, NULL);
    } else {
        reg = cm__reg_new(e);
        cm__emit_class(e, c, reg, NULL);
        cm__var_init(e, v, reg);
    }
    e->top = top;
}
