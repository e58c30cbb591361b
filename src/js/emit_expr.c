/* SPDX-License-Identifier: MIT */
/* Expressions: the one switch over kinds, and where results go. */
#include "js/emit_internal.h"

#include "engine/bigint.h"
#include "regexp/regexp.h"

/* ---- queries ---- */

bool cm__expr_number(const JsNode *n, double *ret_number)
{
    if (n->kind != JS_NODE_NUMBER)
        return false;
    *ret_number = JS_AS_CONST(JsNumber, n)->value;
    return true;
}

bool cm__expr_is_undefined(const JsNode *n)
{
    if (n->kind == JS_NODE_UNARY && n->op == JS_OP_VOID)
        return JS_AS_CONST(JsUnary, n)->operand->kind == JS_NODE_NUMBER;
    if (n->kind != JS_NODE_IDENT || JS_AS_CONST(JsIdent, n)->decl)
        return false;
    return js_name_is(JS_AS_CONST(JsIdent, n)->name, "undefined");
}

bool cm__expr_is_anonymous(const JsNode *n)
{
    if (!n)
        return false;
    if (n->kind == JS_NODE_FUNCTION)
        return !JS_AS_CONST(JsFunction, n)->name;
    return n->kind == JS_NODE_CLASS && !JS_AS_CONST(JsClass, n)->name;
}

Str *cm__expr_target_name(Emit *e, const JsAssign *a)
{
    const JsNode *target = a->target;
    if (target->kind != JS_NODE_IDENT || (target->flags & JS_FLAG_PAREN) ||
        !cm__expr_is_anonymous(a->value))
        return NULL;
    return cm__emit_atom(e, JS_AS_CONST(JsIdent, target)->name);
}

/* ---- single kinds ---- */

static CM_NOINLINE void emit_unary(Emit *e, JsUnary *n, uint32_t dst)
{
    if (n->node.op == JS_OP_DELETE) {
        cm__emit_delete(e, n, dst);
        return;
    }
    if (n->node.op == JS_OP_VOID) {
        cm__expr_void(e, n->operand);
        emit_abc(e, OP_LOADUNDEF, dst, 0, 0);
        return;
    }
    if (n->node.op == JS_OP_TYPEOF && n->operand->kind == JS_NODE_IDENT) {
        cm__emit_typeof_ident(e, JS_AS(JsIdent, n->operand), dst);
        return;
    }
    static const uint8_t ops[] = {
        [JS_OP_PLUS] = OP_PLUS,     [JS_OP_MINUS] = OP_NEG,
        [JS_OP_NOT] = OP_NOT,       [JS_OP_BIT_NOT] = OP_BNOT,
        [JS_OP_TYPEOF] = OP_TYPEOF,
    };
    uint32_t top = e->top;
    uint32_t reg = cm__expr_hint(e, n->operand, dst, NULL);
    emit_at(e, &n->node);
    emit_abc(e, (Op)ops[n->node.op], dst, reg, 0);
    e->top = top;
}

static CM_NOINLINE void emit_conditional(Emit *e, JsConditional *n,
                                         uint32_t dst)
{
    Jumps end = { 0 };
    for (JsArm *a = n->arms; a; a = a->next) {
        Jumps no = { 0 };
        cm__emit_cond(e, a->test, false, &no);
        if (dst == NO_REG)
            cm__expr_void(e, a->body);
        else
            cm__expr_to(e, a->body, dst);
        cm__emit_jump(e, &end, OP_JMP);
        cm__emit_patch(e, &no);
    }
    if (dst == NO_REG)
        cm__expr_void(e, n->otherwise);
    else
        cm__expr_to(e, n->otherwise, dst);
    cm__emit_patch(e, &end);
}

static CM_NOINLINE void emit_sequence(Emit *e, JsSequence *n, uint32_t dst)
{
    for (JsNode *x = n->exprs.first; x; x = x->next) {
        if (x->next || dst == NO_REG)
            cm__expr_void(e, x);
        else
            cm__expr_to(e, x, dst);
    }
}

static CM_NOINLINE void emit_regexp(Emit *e, JsRegexp *n, uint32_t dst)
{
    uint32_t pattern = cm__emit_const_str(e, cm__emit_text(e, &n->pattern));
    uint32_t size = n->code->size;
    RawCell *raw = heap_raw_new(&e->program->heap, size);
    if (!raw) {
        cm__emit_fail(e, CM_E_NOMEM);
        return;
    }
    memcpy(raw->bytes, n->code, size);
    uint32_t code = cm__emit_const(e, value_from_cell(raw));
    if (pattern > 0xFFFF) {
        cm__emit_too_complex(e, n->node.start);
        return;
    }
    emit_at(e, &n->node);
    emit_abx(e, OP_REGEXP, dst, pattern);
    cm__emit_word(e, code);
}

static CM_NOINLINE void emit_import_call(Emit *e, JsImportCall *n, uint32_t dst)
{
    uint32_t top = e->top;
    uint32_t reg = cm__expr_hint(e, n->specifier, dst, NULL);
    emit_at(e, &n->node);
    emit_abc(e, OP_IMPORTCALL, dst, reg, 0);
    e->top = top;
}

static CM_NOINLINE void emit_await_expr(Emit *e, JsUnary *n, uint32_t dst)
{
    uint32_t top = e->top;
    uint32_t reg = cm__expr_hint(e, n->operand, dst, NULL);
    cm__emit_await(e, &n->node, dst, reg);
    e->top = top;
}

static CM_NOINLINE void emit_function(Emit *e, JsNode *n, uint32_t dst,
                                      Str *name)
{
    JsFunction *f = JS_AS(JsFunction, n);
    if (f->name)
        name = cm__emit_atom(e, f->name);
    cm__emit_closure(e, (Func *)f->extra, name, dst);
}

static CM_NOINLINE void emit_bigint(Emit *e, const JsBigint *n, uint32_t dst)
{
    bool too_big;
    const BigInt *b = bigint_literal(&e->program->heap, n->digits, n->len,
                                     n->radix, &too_big);
    if (b)
        cm__emit_load_value(e, dst, value_from_cell(b));
    else if (too_big)
        cm__emit_unsupported(e, n->node.start, "BigInt literal too large",
                             "a BigInt has at most 2^20 bits");
    else
        cm__emit_fail(e, CM_E_NOMEM);
}

static void emit_kind(Emit *e, JsNode *n, uint32_t dst)
{
    switch (n->kind) {
    case JS_NODE_IDENT:
        cm__emit_ident(e, JS_AS(JsIdent, n), dst);
        break;
    case JS_NODE_THIS:
        cm__emit_this(e, n, dst);
        break;
    case JS_NODE_NULL:
        emit_abc(e, OP_LOADNULL, dst, 0, 0);
        break;
    case JS_NODE_TRUE:
        emit_abc(e, OP_LOADTRUE, dst, 0, 0);
        break;
    case JS_NODE_FALSE:
        emit_abc(e, OP_LOADFALSE, dst, 0, 0);
        break;
    case JS_NODE_NUMBER:
        cm__emit_load_number(e, dst, JS_AS(JsNumber, n)->value);
        break;
    case JS_NODE_STRING:
        cm__emit_load_str(e, dst, cm__emit_atom(e, JS_AS(JsString, n)->value));
        break;
    case JS_NODE_BIGINT:
        emit_bigint(e, JS_AS(JsBigint, n), dst);
        break;
    case JS_NODE_REGEXP:
        emit_regexp(e, JS_AS(JsRegexp, n), dst);
        break;
    case JS_NODE_TEMPLATE:
        cm__emit_template(e, JS_AS(JsTemplate, n), dst);
        break;
    case JS_NODE_ARRAY:
        cm__emit_array_of(e, &JS_AS(JsArray, n)->elements, dst);
        break;
    case JS_NODE_OBJECT:
        cm__emit_object(e, JS_AS(JsObject, n), dst);
        break;
    case JS_NODE_FUNCTION:
        emit_function(e, n, dst, NULL);
        break;
    case JS_NODE_CLASS:
        cm__emit_class(e, JS_AS(JsClass, n), dst, NULL);
        break;
    case JS_NODE_UNARY:
        emit_unary(e, JS_AS(JsUnary, n), dst);
        break;
    case JS_NODE_UPDATE:
        cm__emit_update(e, JS_AS(JsUpdate, n), dst);
        break;
    case JS_NODE_CHAIN:
        cm__emit_chain(e, JS_AS(JsChain, n), dst);
        break;
    case JS_NODE_POWER:
        cm__emit_power(e, JS_AS(JsPower, n), dst);
        break;
    case JS_NODE_CONDITIONAL:
        emit_conditional(e, JS_AS(JsConditional, n), dst);
        break;
    case JS_NODE_ASSIGN:
        cm__emit_assign(e, JS_AS(JsAssign, n), dst);
        break;
    case JS_NODE_SEQUENCE:
        emit_sequence(e, JS_AS(JsSequence, n), dst);
        break;
    case JS_NODE_ACCESS:
        cm__emit_access(e, JS_AS(JsAccess, n), dst);
        break;
    case JS_NODE_NEW:
        cm__emit_new(e, JS_AS(JsNew, n), dst);
        break;
    case JS_NODE_NEW_TARGET:
        emit_abc(e, OP_LOADNEWTARGET, dst, 0, 0);
        break;
    case JS_NODE_IMPORT_CALL:
        emit_import_call(e, JS_AS(JsImportCall, n), dst);
        break;
    case JS_NODE_AWAIT:
        emit_await_expr(e, JS_AS(JsUnary, n), dst);
        break;
    case JS_NODE_YIELD:
        cm__emit_yield(e, JS_AS(JsYield, n), dst);
        break;
    default:
        cm__emit_too_complex(e, n->start);
        break;
    }
}

/* ---- deep expressions ---- */

/* Registers are running out: puts the waiting temporaries into a row, computes
 * the expression where they were, and takes them back. */
static CM_NOINLINE void emit_deep(Emit *e, JsNode *n, uint32_t dst)
{
    uint32_t low = e->n_fixed;
    uint32_t count = e->top - low;
    uint32_t high = cm__reg_new(e); /* the row on the way in, the result out */
    emit_abx(e, OP_NEWSPILL, high, count);
    for (uint32_t i = 0; i < count; i++) {
        emit_abc(e, OP_SETSPILL, low + i, high, 0);
        cm__emit_word(e, i);
    }
    cm__emit_move(e, low, high);
    e->top = low + 2;
    e->n_fixed = low + 1;
    cm__expr_to(e, n, low + 1);
    cm__emit_move(e, high, low + 1);
    for (uint32_t i = 1; i < count; i++) {
        emit_abc(e, OP_GETSPILL, low + i, low, 0);
        cm__emit_word(e, i);
    }
    emit_abc(e, OP_GETSPILL, low, low, 0);
    cm__emit_word(e, 0);
    cm__emit_move(e, dst, high);
    e->n_fixed = low;
    e->top = high;
}

static bool is_leaf(const JsNode *n)
{
    switch (n->kind) {
    case JS_NODE_IDENT:
    case JS_NODE_THIS:
    case JS_NODE_NULL:
    case JS_NODE_TRUE:
    case JS_NODE_FALSE:
    case JS_NODE_NUMBER:
    case JS_NODE_STRING:
    case JS_NODE_BIGINT:
    case JS_NODE_REGEXP:
    case JS_NODE_NEW_TARGET:
    case JS_NODE_FUNCTION:
        return true;
    default:
        return false;
    }
}

/* ---- where results go ---- */

void cm__expr_to(Emit *e, JsNode *n, uint32_t dst)
{
    if (CM_UNLIKELY(e->status != CM_OK))
        return;
    if (CM_UNLIKELY(e->top > DEEP_TEMP) && !is_leaf(n) &&
        e->top - e->n_fixed > 16)
        emit_deep(e, n, dst);
    else
        emit_kind(e, n, dst);
}

uint32_t cm__expr_next(Emit *e, JsNode *n)
{
    uint32_t reg = cm__reg_new(e);
    cm__expr_to(e, n, reg);
    return reg;
}

/* The register of a variable that the expression names, if it can be used as it
 * is while `later` runs. */
static uint32_t in_place(Emit *e, JsNode *n, const JsNode *later)
{
    if (n->kind != JS_NODE_IDENT)
        return NO_REG;
    JsIdent *ident = JS_AS(JsIdent, n);
    Var *v = js_var(ident->decl);
    if (!v || v->enum_decl)
        return NO_REG;
    uint32_t reg = cm__var_register(e, v);
    if (reg == NO_REG ||
        (v->is_assigned && later && (later->flags & JS_FLAG_ASSIGNS)))
        return NO_REG;
    cm__var_check(e, ident, reg);
    return reg;
}

uint32_t cm__expr_before(Emit *e, JsNode *n, const JsNode *later)
{
    uint32_t reg = in_place(e, n, later);
    return reg != NO_REG ? reg : cm__expr_next(e, n);
}

uint32_t cm__expr_any(Emit *e, JsNode *n)
{
    return cm__expr_before(e, n, NULL);
}

uint32_t cm__expr_hint(Emit *e, JsNode *n, uint32_t dst, const JsNode *later)
{
    uint32_t reg = in_place(e, n, later);
    if (reg != NO_REG)
        return reg;
    if (!reg_is_scratch(e, dst))
        return cm__expr_next(e, n);
    cm__expr_to(e, n, dst);
    return dst;
}

void cm__expr_named(Emit *e, JsNode *n, uint32_t dst, Str *name)
{
    if (!cm__expr_is_anonymous(n))
        cm__expr_to(e, n, dst);
    else if (n->kind == JS_NODE_CLASS)
        cm__emit_class(e, JS_AS(JsClass, n), dst, name);
    else
        emit_function(e, n, dst, name);
}

static void void_chain(Emit *e, JsChain *c)
{
    JsChainLink *l = c->links;
    if (l->next || (l->op != JS_OP_AND && l->op != JS_OP_OR)) {
        (void)cm__expr_next(e, &c->node);
        return;
    }
    Jumps end = { 0 };
    cm__emit_cond(e, c->first, l->op == JS_OP_OR, &end);
    cm__expr_void(e, l->operand);
    cm__emit_patch(e, &end);
}

void cm__expr_void(Emit *e, JsNode *n)
{
    uint32_t top = e->top;
    if (e->status != CM_OK)
        return;
    switch (n->kind) {
    case JS_NODE_NULL:
    case JS_NODE_TRUE:
    case JS_NODE_FALSE:
    case JS_NODE_NUMBER:
    case JS_NODE_STRING:
    case JS_NODE_FUNCTION:
        /* a function without use still has its errors of late syntax */
        if (n->kind == JS_NODE_FUNCTION)
            (void)cm__expr_next(e, n);
        break;
    case JS_NODE_UPDATE:
        cm__emit_update(e, JS_AS(JsUpdate, n), NO_REG);
        break;
    case JS_NODE_ASSIGN:
        cm__emit_assign(e, JS_AS(JsAssign, n), NO_REG);
        break;
    case JS_NODE_SEQUENCE:
        emit_sequence(e, JS_AS(JsSequence, n), NO_REG);
        break;
    case JS_NODE_CONDITIONAL:
        emit_conditional(e, JS_AS(JsConditional, n), NO_REG);
        break;
    case JS_NODE_CHAIN:
        void_chain(e, JS_AS(JsChain, n));
        break;
    case JS_NODE_IDENT:
        (void)cm__expr_any(e, n);
        break;
    default:
        (void)cm__expr_next(e, n);
        break;
    }
    e->top = top;
}
