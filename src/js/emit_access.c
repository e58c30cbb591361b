/* SPDX-License-Identifier: MIT */
/* Member accesses and calls. An access is walked link by link: `cur` holds the
 * value so far, in the register of a variable or in `work`; a call wants its
 * callee, receiver and arguments in a row at the top. */
#include "js/emit_internal.h"

/* ---- members ---- */

static bool key_ic(Emit *e, Str *key, uint32_t *ret_word)
{
    uint32_t k = cm__emit_const_str(e, key);
    if (k > 0xFFFF)
        return false;
    uint32_t ic = cm__emit_ic(e);
    if (ic == NO_REG)
        return false;
    *ret_word = k | ic << 16;
    return true;
}

void cm__emit_get_field(Emit *e, uint32_t dst, uint32_t obj, Str *key)
{
    uint32_t word;
    if (!key)
        return;
    if (key_ic(e, key, &word)) {
        bool is_length = key->len == 6 && !str_is_wide(key) &&
                         memcmp(key->as.u8, "length", 6) == 0;
        emit_abc(e, is_length ? OP_GETLENGTH : OP_GETFIELD, dst, obj, 0);
        cm__emit_word(e, word);
        return;
    }
    uint32_t top = e->top;
    uint32_t reg = cm__reg_new(e);
    cm__emit_load_str(e, reg, key);
    emit_abc(e, OP_GETELEM, dst, obj, reg);
    e->top = top;
}

void cm__emit_set_field(Emit *e, uint32_t obj, Str *key, uint32_t src)
{
    uint32_t word;
    if (!key)
        return;
    if (key_ic(e, key, &word)) {
        emit_abc(e, OP_SETFIELD, obj, src, 0);
        cm__emit_word(e, word);
        return;
    }
    uint32_t top = e->top;
    uint32_t reg = cm__reg_new(e);
    cm__emit_load_str(e, reg, key);
    emit_abc(e, OP_SETELEM, obj, reg, src);
    e->top = top;
}

static void get_method(Emit *e, uint32_t dst, uint32_t obj, Str *key)
{
    uint32_t word;
    if (!key)
        return;
    if (key_ic(e, key, &word)) {
        emit_abc(e, OP_GETMETHOD, dst, obj, 0);
        cm__emit_word(e, word);
        return;
    }
    uint32_t top = e->top;
    uint32_t reg = cm__reg_new(e);
    cm__emit_load_str(e, reg, key);
    emit_abc(e, OP_GETMETHODE, dst, obj, reg);
    e->top = top;
}

/* The name of obj["name"], NULL when the index is not a plain name. */
static Str *index_name(Emit *e, const JsNode *n)
{
    uint32_t index;
    if (n->kind != JS_NODE_STRING)
        return NULL;
    JsName *name = JS_AS_CONST(JsString, n)->value;
    return cm__emit_name_is_index(name, &index) ? NULL : cm__emit_atom(e, name);
}

static bool index_byte(const JsNode *n, uint32_t *ret)
{
    double d;
    if (!cm__expr_number(n, &d) || !(d >= 0 && d <= 255) ||
        d != (double)(uint32_t)d)
        return false;
    *ret = (uint32_t)d;
    return true;
}

/* ---- private members ---- */

static uint32_t load_var(Emit *e, Var *v)
{
    uint32_t reg = cm__var_register(e, v);
    if (reg == NO_REG) {
        reg = cm__reg_new(e);
        cm__var_load(e, v, reg);
    }
    return reg;
}

static void private_op(Emit *e, Op op, uint32_t a, uint32_t b, uint32_t c,
                       uint32_t at)
{
    uint32_t ic = cm__emit_ic(e);
    if (ic == NO_REG)
        cm__emit_too_complex(e, at);
    emit_abc(e, op, a, b, c);
    cm__emit_word(e, ic << 16);
}

/* obj.#name. An accessor is a brand on the object plus two closures known
 * here. */
static void get_private(Emit *e, Var *v, uint32_t dst, uint32_t obj,
                        const JsNode *at)
{
    uint32_t top = e->top;
    uint32_t key = load_var(e, v);
    emit_at(e, at);
    if (v->private_kind != PRIVATE_ACCESSOR) {
        private_op(e, OP_GETPRIVATE, dst, obj, key, at->start);
        e->top = top;
        return;
    }
    uint32_t base = cm__reg_run(e, 2);
    private_op(e, OP_GETPRIVATE, base, obj, key, at->start);
    if (!v->getter) {
        cm__emit_throw_type(e, at, "private member has no getter");
    } else {
        cm__emit_move(e, base + 1, obj);
        cm__var_load(e, v->getter, base);
        emit_abc(e, OP_CALL, base, 0, 0);
        cm__emit_move(e, dst, base);
    }
    e->top = top;
}

static void set_private(Emit *e, Var *v, uint32_t obj, uint32_t src,
                        const JsNode *at)
{
    uint32_t top = e->top;
    uint32_t key = load_var(e, v);
    emit_at(e, at);
    if (v->private_kind == PRIVATE_FIELD) {
        private_op(e, OP_SETPRIVATE, obj, key, src, at->start);
        e->top = top;
        return;
    }
    uint32_t base = cm__reg_run(e, 3);
    private_op(e, OP_GETPRIVATE, base, obj, key, at->start);
    if (v->private_kind == PRIVATE_METHOD) {
        cm__emit_throw_type(e, at, "private methods are read only");
    } else if (!v->setter) {
        cm__emit_throw_type(e, at, "private member has no setter");
    } else {
        cm__var_load(e, v->setter, base);
        cm__emit_move(e, base + 1, obj);
        cm__emit_move(e, base + 2, src);
        emit_abc(e, OP_CALL, base, 1, 0);
    }
    e->top = top;
}

/* ---- arguments and elements ---- */

static bool has_spread(const JsList *list)
{
    for (const JsNode *n = list->first; n; n = n->next)
        if (n->kind == JS_NODE_SPREAD)
            return true;
    return false;
}

static void element_next(Emit *e, JsNode *n)
{
    if (n->kind == JS_NODE_HOLE)
        emit_abc(e, OP_LOADHOLE, cm__reg_new(e), 0, 0);
    else
        (void)cm__expr_next(e, n);
}

/* Appends elements to the array until the list ends. */
static void append_elements(Emit *e, JsNode *n, uint32_t array)
{
    uint32_t top = e->top;
    while (n && e->status == CM_OK) {
        uint32_t run = 0;
        for (; n && n->kind != JS_NODE_SPREAD && run < MAX_RUN; n = n->next) {
            element_next(e, n);
            run++;
        }
        if (run)
            emit_abc(e, OP_ARRAYPUSH, array, top, run);
        e->top = top;
        if (n && n->kind == JS_NODE_SPREAD) {
            JsNode *operand = JS_AS(JsUnary, n)->operand;
            uint32_t reg = cm__reg_run(e, 4);
            cm__expr_to(e, operand, reg);
            emit_at(e, operand);
            emit_abc(e, OP_ARRAYSPREAD, array, reg, 0);
            e->top = top;
            n = n->next;
        }
    }
}

void cm__emit_array_of(Emit *e, const JsList *list, uint32_t dst)
{
    uint32_t top = e->top;
    if (list->count <= MAX_RUN && !has_spread(list)) {
        /* the first element may use the target itself */
        bool shared = dst + 1 == top && reg_is_scratch(e, dst);
        uint32_t first = shared ? dst : top;
        for (JsNode *n = list->first; n; n = n->next) {
            if (n == list->first && shared) {
                if (n->kind == JS_NODE_HOLE)
                    emit_abc(e, OP_LOADHOLE, dst, 0, 0);
                else
                    cm__expr_to(e, n, dst);
            } else {
                element_next(e, n);
            }
        }
        emit_abc(e, OP_NEWARRAY, dst, first, list->count);
        e->top = top;
        return;
    }
    uint32_t array = reg_is_scratch(e, dst) ? dst : cm__reg_new(e);
    emit_abc(e, OP_NEWARRAY, array, 0, 0);
    append_elements(e, list->first, array);
    cm__emit_move(e, dst, array);
    e->top = top;
}

/* Whether arguments go into registers, not into an array. */
static bool is_plain_run(const JsList *args)
{
    return args->count <= MAX_RUN && !has_spread(args);
}

/* Arguments from base + 2 on, and the call. */
void cm__emit_call(Emit *e, const JsList *args, uint32_t base, Op plain,
                   Op spread, const CodePos *pos)
{
    if (is_plain_run(args)) {
        for (JsNode *n = args->first; n; n = n->next)
            (void)cm__expr_next(e, n);
        cm__emit_pos(e, pos->start, pos->end);
        emit_abc(e, plain, base, args->count, 0);
    } else {
        cm__emit_array_of(e, args, cm__reg_new(e));
        cm__emit_pos(e, pos->start, pos->end);
        emit_abc(e, spread, base, 0, 0);
    }
}

/* ---- the walk ---- */

typedef struct Walk {
    JsAccess *a;
    uint32_t cur, work, want;
    bool is_callee; /* callee and receiver stand at work, work + 1 */
    Jumps nullish;
} Walk;

static bool is_call(const JsLink *l)
{
    return l && (l->kind == JS_LINK_CALL || l->kind == JS_LINK_TAGGED);
}

static bool has_call(const JsLink *l, const JsLink *stop)
{
    for (; l != stop; l = l->next)
        if (is_call(l))
            return true;
    return false;
}

static uint32_t work_reg(Emit *e, Walk *w)
{
    if (w->work == NO_REG)
        w->work = cm__reg_new(e);
    return w->work;
}

/* Two registers at the top for callee and receiver. */
static uint32_t call_base(Emit *e, Walk *w)
{
    if (w->work != NO_REG && w->work + 1 == e->top)
        (void)cm__reg_new(e);
    else
        w->work = cm__reg_run(e, 2);
    return w->work;
}

static uint32_t out_reg(Emit *e, Walk *w, const JsLink *l, const JsLink *stop)
{
    return l->next == stop && w->want != NO_REG ? w->want : work_reg(e, w);
}

static void member_step(Emit *e, Walk *w, JsLink *l, const JsLink *stop)
{
    Str *key = l->kind == JS_LINK_MEMBER ? cm__emit_atom(e, l->as.name)
                                         : index_name(e, l->as.expr);
    if (is_call(l->next) && l->next != stop) {
        uint32_t base = call_base(e, w);
        if (key) {
            emit_at(e, &w->a->node);
            get_method(e, base, w->cur, key);
        } else {
            uint32_t top = e->top;
            uint32_t reg = cm__expr_any(e, l->as.expr);
            emit_at(e, &w->a->node);
            emit_abc(e, OP_GETMETHODE, base, w->cur, reg);
            e->top = top;
        }
        w->cur = base;
        w->is_callee = true;
        return;
    }
    uint32_t out = out_reg(e, w, l, stop);
    emit_at(e, &w->a->node);
    if (key) {
        cm__emit_get_field(e, out, w->cur, key);
    } else {
        uint32_t byte;
        if (!index_byte(l->as.expr, &byte)) {
            uint32_t top = e->top;
            uint32_t reg = cm__expr_any(e, l->as.expr);
            emit_at(e, &w->a->node);
            emit_abc(e, OP_GETELEM, out, w->cur, reg);
            e->top = top;
        } else {
            emit_abc(e, OP_GETELEMI, out, w->cur, byte);
        }
    }
    w->cur = out;
}

static void private_step(Emit *e, Walk *w, JsLink *l, const JsLink *stop)
{
    Var *v = js_var(JS_AS(JsIdent, l->as.expr)->decl);
    if (!v) {
        cm__emit_too_complex(e, l->start);
        return;
    }
    if (is_call(l->next) && l->next != stop) {
        uint32_t base = call_base(e, w);
        cm__emit_move(e, base + 1, w->cur);
        get_private(e, v, base, base + 1, &w->a->node);
        w->cur = base;
        w->is_callee = true;
        return;
    }
    uint32_t out = out_reg(e, w, l, stop);
    get_private(e, v, out, w->cur, &w->a->node);
    w->cur = out;
}

/* super.name or super[expr]: the first link. */
static void super_step(Emit *e, Walk *w, JsLink *l, const JsLink *stop)
{
    bool calls = is_call(l->next) && l->next != stop;
    uint32_t out = calls ? call_base(e, w) : out_reg(e, w, l, stop);
    uint32_t top = e->top;
    uint32_t self = calls ? out + 1 : cm__reg_new(e);
    cm__emit_this(e, w->a->head, self);
    uint32_t key = cm__reg_new(e);
    if (l->kind == JS_LINK_MEMBER)
        cm__emit_load_str(e, key, cm__emit_atom(e, l->as.name));
    else
        cm__expr_to(e, l->as.expr, key);
    emit_at(e, &w->a->node);
    emit_abc(e, OP_GETSUPER, out, key, self);
    e->top = top;
    w->cur = out;
    w->is_callee = calls;
}

static void tagged_call(Emit *e, JsTemplate *t, uint32_t base,
                        const CodePos *pos)
{
    if (t->exprs.count >= MAX_RUN) {
        cm__emit_too_complex(e, t->node.start);
        return;
    }
    cm__emit_template_object(e, t, cm__reg_new(e));
    for (JsNode *n = t->exprs.first; n; n = n->next)
        (void)cm__expr_next(e, n);
    cm__emit_pos(e, pos->start, pos->end);
    emit_abc(e, OP_CALL, base, t->exprs.count + 1, 0);
}

static void call_step(Emit *e, Walk *w, JsLink *l, uint32_t callee_end)
{
    uint32_t base = w->work;
    Op plain = OP_CALL;
    if (!w->is_callee) {
        base = call_base(e, w);
        cm__emit_move(e, base, w->cur);
        /* CALLU sets the receiver itself. */
        if (l->kind == JS_LINK_CALL && is_plain_run(&l->as.args))
            plain = OP_CALLU;
        else
            emit_abc(e, OP_LOADUNDEF, base + 1, 0, 0);
    }
    CodePos pos = { 0, w->a->node.start, callee_end };
    if (l->kind == JS_LINK_CALL)
        cm__emit_call(e, &l->as.args, base, plain, OP_CALLSPREAD, &pos);
    else
        tagged_call(e, JS_AS(JsTemplate, l->as.expr), base, &pos);
    e->top = base + 1;
    w->cur = base;
    w->is_callee = false;
}

static uint32_t walk_links(Emit *e, Walk *w, const JsLink *stop);

/* (a.b)(): the parenthesised access gives callee and receiver. */
static void paren_callee(Emit *e, Walk *w)
{
    JsAccess *inner = JS_AS(JsAccess, w->a->head);
    JsLink call = { .kind = JS_LINK_CALL };
    uint32_t base = call_base(e, w);
    Walk v = { .a = inner, .work = NO_REG, .want = NO_REG };
    v.work = base;
    e->top = base + 1;
    JsLink *last = inner->last;
    last->next = &call;
    (void)walk_links(e, &v, &call);
    last->next = NULL;
    if (!v.is_callee) {
        e->top = base + 2;
        cm__emit_move(e, base, v.cur);
        emit_abc(e, OP_LOADUNDEF, base + 1, 0, 0);
    } else if (v.work != base) {
        cm__emit_move(e, base, v.work);
        cm__emit_move(e, base + 1, v.work + 1);
    }
    e->top = base + 2;
    if (v.nullish.last) {
        Jumps end = { 0 };
        cm__emit_jump(e, &end, OP_JMP);
        cm__emit_patch(e, &v.nullish);
        emit_abc(e, OP_LOADUNDEF, base, 0, 0);
        emit_abc(e, OP_LOADUNDEF, base + 1, 0, 0);
        cm__emit_patch(e, &end);
    }
    w->cur = base;
    w->is_callee = true;
}

static void walk_head(Emit *e, Walk *w)
{
    JsNode *head = w->a->head;
    if (head->kind == JS_NODE_ACCESS && is_call(w->a->links) &&
        !is_call(JS_AS(JsAccess, head)->last)) {
        paren_callee(e, w);
        return;
    }
    if (w->work != NO_REG)
        w->cur = cm__expr_hint(e, head, w->work, &w->a->node);
    else
        w->cur = cm__expr_before(e, head, &w->a->node);
    if (w->work == NO_REG && w->cur + 1 == e->top && w->cur >= e->n_fixed)
        w->work = w->cur;
}

/* Evaluates the links before `stop`; returns the register of the value. A
 * method callee is recognised by a call link at `stop` when stop is of kind
 * CALL (see paren_callee). */
static uint32_t walk_links(Emit *e, Walk *w, const JsLink *stop)
{
    JsLink *l = w->a->links;
    uint32_t end = w->a->head->end;
    bool keep_callee = stop && stop->next == NULL && stop->end == 0 &&
                       stop->kind == JS_LINK_CALL;
    const JsLink *limit = keep_callee ? NULL : stop;
    if (w->a->head->kind == JS_NODE_SUPER && l != stop) {
        if (l->kind == JS_LINK_CALL) {
            uint32_t out = out_reg(e, w, l, stop);
            cm__emit_super_call(e, l, &w->a->node, out);
            w->cur = out;
        } else {
            super_step(e, w, l, limit);
        }
        end = l->end;
        l = l->next;
    } else {
        walk_head(e, w);
    }
    for (; l != stop && e->status == CM_OK; l = l->next) {
        if (l->is_optional)
            cm__emit_jump(e, &w->nullish, INS_ABC(OP_JNULLISH, w->cur, 0, 0));
        switch ((JsLinkKind)l->kind) {
        case JS_LINK_MEMBER:
        case JS_LINK_INDEX:
            member_step(e, w, l, limit);
            break;
        case JS_LINK_PRIVATE:
            private_step(e, w, l, limit);
            break;
        case JS_LINK_CALL:
        case JS_LINK_TAGGED:
            call_step(e, w, l, end);
            break;
        }
        end = l->end;
    }
    return w->cur;
}

static Walk walk_start(Emit *e, JsAccess *a, uint32_t dst, const JsLink *stop)
{
    Walk w = { .a = a, .work = NO_REG, .want = dst };
    if (dst != NO_REG && reg_is_scratch(e, dst) &&
        (dst + 1 == e->top || !has_call(a->links, stop)))
        w.work = dst;
    return w;
}

void cm__emit_access(Emit *e, JsAccess *a, uint32_t dst)
{
    uint32_t top = e->top;
    Walk w = walk_start(e, a, dst, NULL);
    cm__emit_move(e, dst, walk_links(e, &w, NULL));
    if (w.nullish.last) {
        Jumps end = { 0 };
        cm__emit_jump(e, &end, OP_JMP);
        cm__emit_patch(e, &w.nullish);
        emit_abc(e, OP_LOADUNDEF, dst, 0, 0);
        cm__emit_patch(e, &end);
    }
    e->top = top;
}

void cm__emit_new(Emit *e, JsNew *n, uint32_t dst)
{
    uint32_t top = e->top;
    uint32_t base =
        dst + 1 == top && reg_is_scratch(e, dst) ? dst : cm__reg_new(e);
    cm__expr_to(e, n->callee, base);
    (void)cm__reg_new(e);
    CodePos pos = { 0, n->callee->start, n->callee->end };
    cm__emit_call(e, &n->args, base, OP_NEW, OP_NEWSPREAD, &pos);
    cm__emit_move(e, dst, base);
    e->top = top;
}

/* ---- delete ---- */

static void delete_last(Emit *e, JsAccess *a, uint32_t dst, uint32_t obj)
{
    JsLink *l = a->last;
    Str *key = NULL;
    if (l->kind == JS_LINK_MEMBER)
        key = cm__emit_atom(e, l->as.name);
    else if (l->kind == JS_LINK_INDEX)
        key = index_name(e, l->as.expr);
    if (key) {
        emit_at(e, &a->node);
        emit_abc(e, OP_DELFIELD, dst, obj, 0);
        cm__emit_word(e, cm__emit_const_str(e, key));
        return;
    }
    if (l->kind != JS_LINK_INDEX) { /* delete f(): evaluates, gives true */
        emit_abc(e, OP_LOADTRUE, dst, 0, 0);
        return;
    }
    uint32_t top = e->top;
    uint32_t reg = cm__expr_any(e, l->as.expr);
    emit_at(e, &a->node);
    emit_abc(e, OP_DELELEM, dst, obj, reg);
    e->top = top;
}

void cm__emit_delete(Emit *e, JsUnary *n, uint32_t dst)
{
    uint32_t top = e->top;
    if (n->operand->kind != JS_NODE_ACCESS ||
        is_call(JS_AS(JsAccess, n->operand)->last)) {
        cm__expr_void(e, n->operand);
        emit_abc(e, OP_LOADTRUE, dst, 0, 0);
        return;
    }
    JsAccess *a = JS_AS(JsAccess, n->operand);
    if (a->head->kind == JS_NODE_SUPER && a->links == a->last) {
        cm__emit_this(e, a->head, cm__reg_new(e));
        emit_at(e, &a->node);
        emit_abc(e, OP_THROWREF, 0, 0, 0);
        cm__emit_word(e, cm__emit_const_str(e, cm__emit_ascii(e, "super")));
        e->top = top;
        return;
    }
    Walk w = walk_start(e, a, NO_REG, a->last);
    uint32_t obj = walk_links(e, &w, a->last);
    if (a->last->is_optional)
        cm__emit_jump(e, &w.nullish, INS_ABC(OP_JNULLISH, obj, 0, 0));
    delete_last(e, a, dst, obj);
    if (w.nullish.last) {
        Jumps end = { 0 };
        cm__emit_jump(e, &end, OP_JMP);
        cm__emit_patch(e, &w.nullish);
        emit_abc(e, OP_LOADTRUE, dst, 0, 0);
        cm__emit_patch(e, &end);
    }
    e->top = top;
}

/* ---- places ---- */

static uint32_t place_key(Emit *e, JsNode *index, const JsNode *later)
{
    return cm__expr_before(e, index, later);
}

/* The object of a place must outlive what is evaluated in between. */
static uint32_t place_object(Emit *e, JsAccess *a, const JsNode *later)
{
    JsLink *last = a->last;
    if (a->links != last || a->head->kind == JS_NODE_ACCESS) {
        Walk w = walk_start(e, a, NO_REG, last);
        return walk_links(e, &w, last);
    }
    const JsNode *index = last->kind == JS_LINK_INDEX ? last->as.expr : NULL;
    if (index && (index->flags & JS_FLAG_ASSIGNS))
        later = index;
    return cm__expr_before(e, a->head, later);
}

void cm__place_open(Emit *e, JsNode *target, const JsNode *later, Place *p)
{
    *p = (Place){ .node = target };
    if (target->kind == JS_NODE_IDENT) {
        p->kind = PLACE_IDENT;
        p->ident = JS_AS(JsIdent, target);
        return;
    }
    if (target->kind != JS_NODE_ACCESS) {
        p->kind = PLACE_PATTERN;
        return;
    }
    JsAccess *a = JS_AS(JsAccess, target);
    JsLink *last = a->last;
    if (a->head->kind == JS_NODE_SUPER && a->links == last) {
        p->kind = PLACE_SUPER;
        p->obj = cm__reg_new(e);
        cm__emit_this(e, a->head, p->obj);
        p->key = cm__reg_new(e);
        if (last->kind == JS_LINK_MEMBER)
            cm__emit_load_str(e, p->key, cm__emit_atom(e, last->as.name));
        else
            cm__expr_to(e, last->as.expr, p->key);
        return;
    }
    p->obj = place_object(e, a, later);
    if (last->kind == JS_LINK_PRIVATE) {
        p->kind = PLACE_PRIVATE;
        p->private_name = js_var(JS_AS(JsIdent, last->as.expr)->decl);
        return;
    }
    p->name = last->kind == JS_LINK_MEMBER ? cm__emit_atom(e, last->as.name)
                                           : index_name(e, last->as.expr);
    p->kind = p->name ? PLACE_FIELD : PLACE_ELEM;
    if (!p->name)
        p->key = place_key(e, last->as.expr, later);
}

/* Whether the value is never an object, so that using it as a key twice cannot
 * run code twice. */
static bool is_primitive(const JsNode *n)
{
    switch (n->kind) {
    case JS_NODE_NUMBER:
    case JS_NODE_STRING:
    case JS_NODE_TEMPLATE:
    case JS_NODE_UNARY:
    case JS_NODE_UPDATE:
    case JS_NODE_POWER:
        return true;
    case JS_NODE_CHAIN:
        return JS_AS_CONST(JsChain, n)->links->op > JS_OP_AND;
    default:
        return false;
    }
}

void cm__place_settle(Emit *e, Place *p)
{
    if (p->kind == PLACE_ELEM) {
        const JsLink *last = JS_AS_CONST(JsAccess, p->node)->last;
        if (is_primitive(last->as.expr))
            return;
    } else if (p->kind != PLACE_SUPER) {
        return;
    }
    uint32_t key = cm__reg_new(e);
    Jumps fine = { 0 };
    if (p->kind == PLACE_ELEM) { /* null[key] fails before key is looked at */
        cm__emit_jump(e, &fine, INS_ABC(OP_JNNULLISH, p->obj, 0, 0));
        emit_at(e, p->node);
        emit_abc(e, OP_GETELEM, key, p->obj, p->key);
        cm__emit_patch(e, &fine);
    }
    emit_at(e, p->node);
    emit_abc(e, OP_TOKEY, key, p->key, 0);
    p->key = key;
}

void cm__place_get(Emit *e, const Place *p, uint32_t dst)
{
    emit_at(e, p->node);
    switch (p->kind) {
    case PLACE_IDENT:
        cm__emit_ident(e, p->ident, dst);
        break;
    case PLACE_FIELD:
        cm__emit_get_field(e, dst, p->obj, p->name);
        break;
    case PLACE_ELEM:
        emit_abc(e, OP_GETELEM, dst, p->obj, p->key);
        break;
    case PLACE_SUPER:
        emit_abc(e, OP_GETSUPER, dst, p->key, p->obj);
        break;
    case PLACE_PRIVATE:
        if (p->private_name)
            get_private(e, p->private_name, dst, p->obj, p->node);
        break;
    default:
        break;
    }
}

void cm__place_set(Emit *e, const Place *p, uint32_t src)
{
    if (p->kind != PLACE_IDENT && p->kind != PLACE_PATTERN)
        emit_at(e, p->node);
    switch (p->kind) {
    case PLACE_IDENT:
        cm__emit_store_ident(e, p->ident, src);
        break;
    case PLACE_FIELD:
        cm__emit_set_field(e, p->obj, p->name, src);
        break;
    case PLACE_ELEM:
        emit_abc(e, OP_SETELEM, p->obj, p->key, src);
        break;
    case PLACE_SUPER:
        emit_abc(e, OP_SETSUPER, p->key, src, p->obj);
        break;
    case PLACE_PRIVATE:
        if (p->private_name)
            set_private(e, p->private_name, p->obj, src, p->node);
        break;
    default:
        cm__emit_bind(e, p->node, src, HOW_ASSIGN);
        break;
    }
}
