/* SPDX-License-Identifier: MIT */
/* Operators in chains of one precedence, and conditions as jumps. */
#include "js/emit_internal.h"

/* ---- binary operators ---- */

typedef struct BinaryOps {
    uint8_t reg, k;
} BinaryOps;

static const BinaryOps binary_ops[] = {
    [JS_OP_ADD] = { OP_ADD, OP_ADDK },
    [JS_OP_SUB] = { OP_SUB, OP_SUBK },
    [JS_OP_MUL] = { OP_MUL, OP_MULK },
    [JS_OP_DIV] = { OP_DIV, OP_DIVK },
    [JS_OP_MOD] = { OP_MOD, OP_MODK },
    [JS_OP_POW] = { OP_POW, 0 },
    [JS_OP_BIT_AND] = { OP_BAND, OP_BANDK },
    [JS_OP_BIT_OR] = { OP_BOR, OP_BORK },
    [JS_OP_BIT_XOR] = { OP_BXOR, OP_BXORK },
    [JS_OP_SHL] = { OP_SHL, OP_SHLK },
    [JS_OP_SHR] = { OP_SHR, OP_SHRK },
    [JS_OP_USHR] = { OP_USHR, OP_USHRK },
    [JS_OP_EQ] = { OP_EQ, 0 },
    [JS_OP_NE] = { OP_NE, 0 },
    [JS_OP_EQ_STRICT] = { OP_SEQ, 0 },
    [JS_OP_NE_STRICT] = { OP_SNE, 0 },
    [JS_OP_LT] = { OP_LT, 0 },
    [JS_OP_LE] = { OP_LE, 0 },
    [JS_OP_GT] = { OP_GT, 0 },
    [JS_OP_GE] = { OP_GE, 0 },
    [JS_OP_IN] = { OP_IN, 0 },
    [JS_OP_INSTANCEOF] = { OP_INSTANCEOF, 0 },
};

/* The constant operand of an instruction's K form, or NO_REG. */
static uint32_t constant_operand(Emit *e, JsOp op, const JsNode *right)
{
    double d;
    uint32_t k = NO_REG;
    if (!binary_ops[op].k)
        return NO_REG;
    if (cm__expr_number(right, &d))
        k = cm__emit_const(e, value_number(d));
    else if (op == JS_OP_ADD && right->kind == JS_NODE_STRING)
        k = cm__emit_const_str(
            e, cm__emit_atom(e, JS_AS_CONST(JsString, right)->value));
    return k <= 0xFF ? k : NO_REG;
}

static bool small_int(const JsNode *n, int32_t *ret)
{
    double d;
    if (!cm__expr_number(n, &d))
        return false;
    Value v = value_number(d);
    if (!value_is_int(v) || value_to_int(v) < -128 || value_to_int(v) > 127)
        return false;
    *ret = value_to_int(v);
    return true;
}

void cm__emit_binary(Emit *e, JsOp op, uint32_t dst, uint32_t left,
                     JsNode *right, const JsNode *at)
{
    int32_t imm;
    if (op == JS_OP_ADD && small_int(right, &imm)) {
        emit_at(e, at);
        emit_abc(e, OP_ADDI, dst, left, (uint8_t)imm);
        return;
    }
    uint32_t k = constant_operand(e, op, right);
    if (k != NO_REG) {
        emit_at(e, at);
        emit_abc(e, (Op)binary_ops[op].k, dst, left, k);
        return;
    }
    uint32_t top = e->top;
    uint32_t reg = cm__expr_any(e, right);
    emit_at(e, at);
    emit_abc(e, (Op)binary_ops[op].reg, dst, left, reg);
    e->top = top;
}

void cm__emit_power(Emit *e, JsPower *p, uint32_t dst)
{
    uint32_t top = e->top;
    uint32_t left = cm__expr_hint(e, p->left, dst, p->right);
    cm__emit_binary(e, JS_OP_POW, dst, left, p->right, &p->node);
    e->top = top;
}

static CM_NOINLINE void emit_private_in(Emit *e, JsChain *c, uint32_t dst)
{
    uint32_t top = e->top;
    JsIdent *name = JS_AS(JsIdent, c->first);
    uint32_t key = cm__reg_new(e);
    if (js_var(name->decl))
        cm__var_load(e, js_var(name->decl), key);
    uint32_t obj = cm__expr_any(e, c->links->operand);
    uint32_t ic = cm__emit_ic(e);
    emit_at(e, &c->node);
    emit_abc(e, OP_PRIVATEIN, dst, key, obj);
    cm__emit_word(e, (ic == NO_REG ? 0xFFFF : ic) << 16);
    if (ic == NO_REG)
        cm__emit_too_complex(e, c->node.start);
    e->top = top;
}

static CM_NOINLINE void emit_logical(Emit *e, JsChain *c, uint32_t dst)
{
    static const uint8_t jumps[] = {
        [JS_OP_AND] = OP_JF, [JS_OP_OR] = OP_JT, [JS_OP_NULLISH] = OP_JNNULLISH
    };
    uint32_t top = e->top;
    uint32_t reg = reg_is_scratch(e, dst) ? dst : cm__reg_new(e);
    Jumps end = { 0 };
    cm__expr_to(e, c->first, reg);
    for (JsChainLink *l = c->links; l; l = l->next) {
        cm__emit_jump(e, &end, INS_ABC(jumps[l->op], reg, 0, 0));
        cm__expr_to(e, l->operand, reg);
    }
    cm__emit_patch(e, &end);
    cm__emit_move(e, dst, reg);
    e->top = top;
}

/* "text" + x: the constant as left operand. */
static bool emit_string_first(Emit *e, JsChain *c, uint32_t dst,
                              uint32_t *ret_reg)
{
    JsChainLink *l = c->links;
    if (c->first->kind != JS_NODE_STRING || l->op != JS_OP_ADD)
        return false;
    Str *s = cm__emit_atom(e, JS_AS(JsString, c->first)->value);
    uint32_t k = cm__emit_const_str(e, s);
    if (k > 0xFF)
        return false;
    uint32_t reg = cm__expr_hint(e, l->operand, dst, NULL);
    uint32_t to = !l->next || reg_is_scratch(e, dst) ? dst : cm__reg_new(e);
    emit_at(e, &c->node);
    emit_abc(e, OP_KADD, to, reg, k);
    *ret_reg = to;
    return true;
}

static CM_NOINLINE void emit_operators(Emit *e, JsChain *c, uint32_t dst)
{
    uint32_t top = e->top;
    JsChainLink *l = c->links;
    uint32_t reg;
    if (emit_string_first(e, c, dst, &reg))
        l = l->next;
    else
        reg = cm__expr_hint(e, c->first, dst, l->operand);
    uint32_t work = reg_is_scratch(e, dst) ? dst : NO_REG;
    for (; l; l = l->next) {
        uint32_t to = dst;
        if (l->next) {
            if (work == NO_REG)
                work = cm__reg_new(e);
            to = work;
        }
        cm__emit_binary(e, (JsOp)l->op, to, reg, l->operand, &c->node);
        reg = to;
    }
    e->top = top;
}

void cm__emit_chain(Emit *e, JsChain *c, uint32_t dst)
{
    uint8_t op = c->links->op;
    if (c->first->kind == JS_NODE_PRIVATE_IN)
        emit_private_in(e, c, dst);
    else if (op == JS_OP_AND || op == JS_OP_OR || op == JS_OP_NULLISH)
        emit_logical(e, c, dst);
    else
        emit_operators(e, c, dst);
}

/* ---- conditions ---- */

/* A comparison of two registers, or of one and a constant, to jump on. */
typedef struct Compare {
    uint8_t op; /* JsOp */
    uint32_t left, right;
    uint32_t k;   /* NO_REG: right is a register */
    uint8_t test; /* COMPARE_* */
} Compare;

enum {
    COMPARE_TWO,
    COMPARE_UNDEFINED,
    COMPARE_NULLISH
};

static bool is_comparison(uint8_t op)
{
    return op >= JS_OP_EQ && op <= JS_OP_GE;
}

static bool is_relational(uint8_t op)
{
    return op >= JS_OP_LT && op <= JS_OP_GE;
}

static JsOp mirrored(JsOp op)
{
    switch (op) {
    case JS_OP_LT:
        return JS_OP_GT;
    case JS_OP_LE:
        return JS_OP_GE;
    case JS_OP_GT:
        return JS_OP_LT;
    case JS_OP_GE:
        return JS_OP_LE;
    default:
        return op;
    }
}

/* A constant for the K forms: numbers; for === also what is never looked
 * into. */
static uint32_t compare_constant(Emit *e, uint8_t op, const JsNode *n)
{
    double d;
    Value v;
    if (op == JS_OP_EQ || op == JS_OP_NE)
        return NO_REG;
    bool is_number = cm__expr_number(n, &d);
    if (is_relational(op) && !is_number)
        return NO_REG;
    if (is_number) {
        v = value_number(d);
    } else if (n->kind == JS_NODE_STRING) {
        Str *s = cm__emit_atom(e, JS_AS_CONST(JsString, n)->value);
        v = value_from_str(s);
    } else if (n->kind == JS_NODE_NULL) {
        v = VALUE_NULL;
    } else if (n->kind == JS_NODE_TRUE || n->kind == JS_NODE_FALSE) {
        v = value_bool(n->kind == JS_NODE_TRUE);
    } else {
        return NO_REG;
    }
    uint32_t k = cm__emit_const(e, v);
    return k <= 0xFFFF ? k : NO_REG;
}

static bool is_nullish_literal(const JsNode *n)
{
    return n->kind == JS_NODE_NULL || cm__expr_is_undefined(n);
}

/* Evaluates the operands of the last comparison of a chain. */
static CM_NOINLINE void open_compare(Emit *e, JsChain *c, Compare *ret)
{
    JsChainLink *l = c->links;
    JsNode *first = c->first;
    *ret = (Compare){ .op = l->op, .k = NO_REG };
    if (l->next) { /* a < b < c: rare */
        uint32_t reg = cm__reg_new(e);
        ret->left = cm__expr_hint(e, first, reg, l->operand);
        for (; l->next; l = l->next) {
            cm__emit_binary(e, (JsOp)l->op, reg, ret->left, l->operand,
                            &c->node);
            ret->left = reg;
        }
        ret->op = l->op;
        ret->right = cm__expr_any(e, l->operand);
        return;
    }
    bool is_eq = !is_relational(l->op);
    if (is_eq &&
        (is_nullish_literal(first) || is_nullish_literal(l->operand))) {
        bool swap = is_nullish_literal(first);
        const JsNode *lit = swap ? first : l->operand;
        bool loose = l->op == JS_OP_EQ || l->op == JS_OP_NE;
        if (loose || cm__expr_is_undefined(lit)) {
            ret->test = loose ? COMPARE_NULLISH : COMPARE_UNDEFINED;
            ret->left = cm__expr_any(e, swap ? l->operand : first);
            return;
        }
    }
    ret->k = compare_constant(e, l->op, l->operand);
    if (ret->k != NO_REG) {
        ret->left = cm__expr_any(e, first);
        return;
    }
    ret->k = compare_constant(e, l->op, first);
    if (ret->k != NO_REG) {
        ret->op = (uint8_t)mirrored((JsOp)l->op);
        ret->left = cm__expr_any(e, l->operand);
        return;
    }
    ret->left = cm__expr_before(e, first, l->operand);
    ret->right = cm__expr_any(e, l->operand);
}

/* By operator: jump when true, when false; with K; backward when true. */
typedef struct CompareOps {
    uint8_t yes, no, yes_k, no_k, back, back_k;
} CompareOps;

static const CompareOps compare_ops[] = {
    [JS_OP_EQ] = { OP_JEQ, OP_JNE, 0, 0, 0, 0 },
    [JS_OP_NE] = { OP_JNE, OP_JEQ, 0, 0, 0, 0 },
    [JS_OP_EQ_STRICT] = { OP_JSEQ, OP_JSNE, OP_JSEQK, OP_JSNEK, 0, 0 },
    [JS_OP_NE_STRICT] = { OP_JSNE, OP_JSEQ, OP_JSNEK, OP_JSEQK, OP_JSNEL,
                          OP_JSNEKL },
    [JS_OP_LT] = { OP_JLT, OP_JNLT, OP_JLTK, OP_JNLTK, OP_JLTL, OP_JLTKL },
    [JS_OP_LE] = { OP_JLE, OP_JNLE, OP_JLEK, OP_JNLEK, OP_JLEL, OP_JLEKL },
    [JS_OP_GT] = { OP_JGT, OP_JNGT, OP_JGTK, OP_JNGTK, OP_JGTL, OP_JGTKL },
    [JS_OP_GE] = { OP_JGE, OP_JNGE, OP_JGEK, OP_JNGEK, OP_JGEL, OP_JGEKL },
};

static uint32_t compare_ins(const Compare *c, bool sense)
{
    bool equal = c->op == JS_OP_EQ || c->op == JS_OP_EQ_STRICT;
    if (c->test == COMPARE_UNDEFINED)
        return INS_ABC(equal == sense ? OP_JUNDEF : OP_JNUNDEF, c->left, 0, 0);
    if (c->test == COMPARE_NULLISH)
        return INS_ABC(equal == sense ? OP_JNULLISH : OP_JNNULLISH, c->left, 0,
                       0);
    const CompareOps *o = &compare_ops[c->op];
    if (c->k != NO_REG)
        return INS_ABX(sense ? o->yes_k : o->no_k, c->left, c->k);
    return INS_ABC(sense ? o->yes : o->no, c->left, c->right, 0);
}

static bool is_compare_chain(const JsNode *n)
{
    return n->kind == JS_NODE_CHAIN &&
           is_comparison(JS_AS_CONST(JsChain, n)->links->op) &&
           is_comparison(JS_AS_CONST(JsChain, n)->last->op) &&
           JS_AS_CONST(JsChain, n)->first->kind != JS_NODE_PRIVATE_IN;
}

static CM_NOINLINE void cond_compare(Emit *e, JsChain *c, bool sense,
                                     Jumps *jumps)
{
    uint32_t top = e->top;
    Compare cmp;
    open_compare(e, c, &cmp);
    emit_at(e, &c->node);
    cm__emit_jump(e, jumps, compare_ins(&cmp, sense));
    e->top = top;
}

/* a && b && c: to leave when false is easy; to jump when true, all but the last
 * skip the jump. || is the mirror image. */
static CM_NOINLINE void cond_logical(Emit *e, JsChain *c, bool sense,
                                     Jumps *jumps)
{
    bool is_and = c->links->op == JS_OP_AND;
    Jumps skip = { 0 };
    Jumps *early = is_and == sense ? &skip : jumps;
    cm__emit_cond(e, c->first, !is_and, early);
    for (JsChainLink *l = c->links; l; l = l->next) {
        if (l->next)
            cm__emit_cond(e, l->operand, !is_and, early);
        else
            cm__emit_cond(e, l->operand, sense, jumps);
    }
    cm__emit_patch(e, &skip);
}

static bool is_and_or(const JsNode *n)
{
    if (n->kind != JS_NODE_CHAIN)
        return false;
    uint8_t op = JS_AS_CONST(JsChain, n)->links->op;
    return op == JS_OP_AND || op == JS_OP_OR;
}

void cm__emit_cond(Emit *e, JsNode *n, bool sense, Jumps *jumps)
{
    while (n->kind == JS_NODE_UNARY && n->op == JS_OP_NOT) {
        n = JS_AS(JsUnary, n)->operand;
        sense = !sense;
    }
    if (is_and_or(n)) {
        cond_logical(e, JS_AS(JsChain, n), sense, jumps);
    } else if (is_compare_chain(n)) {
        cond_compare(e, JS_AS(JsChain, n), sense, jumps);
    } else if (n->kind == JS_NODE_TRUE || n->kind == JS_NODE_FALSE) {
        if ((n->kind == JS_NODE_TRUE) == sense)
            cm__emit_jump(e, jumps, OP_JMP);
    } else {
        uint32_t top = e->top;
        uint32_t reg = cm__expr_any(e, n);
        cm__emit_jump(e, jumps, INS_ABC(sense ? OP_JT : OP_JF, reg, 0, 0));
        e->top = top;
    }
}

/* The test at the end of a loop: jumps back when true. */
static CM_NOINLINE bool back_compare(Emit *e, JsChain *c, uint32_t target)
{
    uint32_t top = e->top;
    Compare cmp;
    open_compare(e, c, &cmp);
    const CompareOps *o = &compare_ops[cmp.op];
    emit_at(e, &c->node);
    if (cmp.test == COMPARE_TWO && cmp.k != NO_REG && o->back_k) {
        cm__emit_back(e, INS_ABX(o->back_k, cmp.left, cmp.k), target);
    } else if (cmp.test == COMPARE_TWO && cmp.k == NO_REG && o->back) {
        cm__emit_back(e, INS_ABC(o->back, cmp.left, cmp.right, 0), target);
    } else {
        Jumps out = { 0 };
        cm__emit_jump(e, &out, compare_ins(&cmp, false));
        cm__emit_back(e, OP_LOOP, target);
        cm__emit_patch(e, &out);
    }
    e->top = top;
    return true;
}

static CM_NOINLINE void back_logical(Emit *e, JsChain *c, uint32_t target)
{
    bool is_and = c->links->op == JS_OP_AND;
    Jumps out = { 0 };
    JsNode *operand = c->first;
    for (JsChainLink *l = c->links;; l = l->next) {
        if (!l || !is_and)
            cm__emit_cond_back(e, operand, target);
        else
            cm__emit_cond(e, operand, false, &out);
        if (!l)
            break;
        operand = l->operand;
    }
    cm__emit_patch(e, &out);
}

void cm__emit_cond_back(Emit *e, JsNode *n, uint32_t target)
{
    bool negated = n->kind == JS_NODE_UNARY && n->op == JS_OP_NOT;
    JsNode *inner = negated ? JS_AS(JsUnary, n)->operand : n;
    if (!negated && is_and_or(n)) {
        back_logical(e, JS_AS(JsChain, n), target);
    } else if (!negated && is_compare_chain(n)) {
        (void)back_compare(e, JS_AS(JsChain, n), target);
    } else if (n->kind == JS_NODE_TRUE) {
        cm__emit_back(e, OP_LOOP, target);
    } else if (n->kind == JS_NODE_FALSE) {
        return;
    } else if (negated && (is_and_or(inner) || is_compare_chain(inner) ||
                           inner->kind == JS_NODE_UNARY)) {
        Jumps out = { 0 };
        cm__emit_cond(e, n, false, &out);
        cm__emit_back(e, OP_LOOP, target);
        cm__emit_patch(e, &out);
    } else {
        uint32_t top = e->top;
        uint32_t reg = cm__expr_any(e, inner);
        cm__emit_back(e, INS_ABC(negated ? OP_JFL : OP_JTL, reg, 0, 0), target);
        e->top = top;
    }
}

void cm__emit_case(Emit *e, uint32_t subject, JsNode *test, Jumps *jumps)
{
    uint32_t top = e->top;
    Compare cmp = { .op = JS_OP_EQ_STRICT, .left = subject };
    cmp.k = compare_constant(e, cmp.op, test);
    if (cm__expr_is_undefined(test))
        cmp.test = COMPARE_UNDEFINED;
    else if (cmp.k == NO_REG)
        cmp.right = cm__expr_any(e, test);
    emit_at(e, test);
    cm__emit_jump(e, jumps, compare_ins(&cmp, true));
    e->top = top;
}
