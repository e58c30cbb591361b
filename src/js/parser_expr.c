/* SPDX-License-Identifier: MIT */
/* Operators: sequence, assignment, conditional, binary, unary (ECMA-262 13.4
 * to 13.16).
 *
 * Binary operators: operator precedence parsing (Floyd 1963) with the stack of
 * unfinished chains threaded through JsNode.next. There is at most one open
 * chain for each level, each higher than the one below, so no recursion and no
 * stack are needed, and `a + b + c ...` grows one chain.
 *
 * Cover grammar: a literal may still become a pattern. What only a pattern may
 * hold ({ a = 1 }) is noted in st.cover_at and either forgotten when the
 * pattern comes true or reported when it cannot any more. */
#include "js/parser_internal.h"

void cm__js_cover_check(JsParser *p)
{
    if (p->st.cover_at != JS_NO_OFFSET)
        cm__js_fail(&p->lx, p->st.cover_at, p->st.cover_what);
}

static bool is_literal_pattern(const JsNode *node)
{
    return (node->kind == JS_NODE_ARRAY || node->kind == JS_NODE_OBJECT) &&
           (node->flags & JS_FLAG_PAREN) == 0;
}

/* ---- sequence ---- */

JsNode *cm__js_expression(JsParser *p)
{
    JsNode *first = cm__js_assign(p);
    if (js_kind(p) != JS_T_COMMA)
        return first;
    JsSequence *seq = js_node(p, JsSequence, JS_NODE_SEQUENCE, first->start);
    js_append(&seq->exprs, first);
    while (js_accept(p, JS_T_COMMA))
        js_append(&seq->exprs, cm__js_assign(p));
    return js_done(p, &seq->node);
}

/* ---- binary ---- */

static unsigned precedence(const JsParser *p)
{
    if (js_kind(p) == JS_T_IN && (p->st.ctx & JS_CTX_NO_IN) != 0)
        return 0;
    return cm__js_token_prec[js_kind(p)];
}

static bool is_logical(const JsNode *node)
{
    if (node->kind != JS_NODE_CHAIN || (node->flags & JS_FLAG_PAREN) != 0)
        return false;
    unsigned level = JS_AS_CONST(JsChain, node)->level;
    return level == JS_PREC_OR || level == JS_PREC_AND;
}

static void attach(JsParser *p, JsChain *chain, JsNode *operand)
{
    if (chain->level == JS_PREC_NULLISH && is_logical(operand))
        cm__js_fail(&p->lx, chain->last->start,
                    "?"
                    "? mixed with || or && needs parentheses");
    chain->last->operand = operand;
    chain->node.end = operand->end;
}

static void add_link(JsParser *p, JsChain *chain)
{
    JsChainLink *link = js_alloc(p, JsChainLink);
    link->op = cm__js_token_op[js_kind(p)];
    link->start = js_at(p);
    if (chain->last == NULL)
        chain->links = link;
    else
        chain->last->next = link;
    chain->last = link;
}

/* Opens a chain on `first`; an erased `as` inside one chain (a < b as T < c)
 * must not make it nest. */
static CM_NOINLINE JsChain *open_chain(JsParser *p, JsNode *first,
                                       unsigned level)
{
    if (first->kind == JS_NODE_CHAIN && (first->flags & JS_FLAG_PAREN) == 0 &&
        JS_AS(JsChain, first)->level == level)
        return JS_AS(JsChain, first);
    if (level == JS_PREC_NULLISH && is_logical(first))
        cm__js_fail(&p->lx, js_at(p),
                    "?"
                    "? mixed with || or && needs parentheses");
    JsChain *chain = js_node(p, JsChain, JS_NODE_CHAIN, first->start);
    chain->first = first;
    chain->level = (uint8_t)level;
    return chain;
}

/* #name in object: the only place of a private name as an operand. */
static CM_NOINLINE JsNode *private_in(JsParser *p, const JsChain *top)
{
    JsIdent *ident = js_node(p, JsIdent, JS_NODE_PRIVATE_IN, js_at(p));
    ident->name = p->lx.tok.name;
    cm__js_private_use(p, ident->name, js_at(p));
    js_next(p);
    bool ok = js_kind(p) == JS_T_IN && (p->st.ctx & JS_CTX_NO_IN) == 0 &&
              (top == NULL || top->level < JS_PREC_RELATIONAL);
    if (!ok)
        cm__js_fail(&p->lx, ident->node.start,
                    "a private name is no value; only `#name in object` and "
                    "`object.#name` use it");
    return js_done(p, &ident->node);
}

/* Closes open chains above `level`, of which `top` is the innermost; returns
 * what is then the operand and leaves the innermost open one in p->chain. */
static JsNode *close_chains(JsParser *p, JsChain *top, JsNode *operand,
                            unsigned level)
{
    while (top != NULL && top->level > level) {
        attach(p, top, operand);
        operand = &top->node;
        top = JS_AS(JsChain, top->node.next);
        operand->next = NULL;
    }
    p->chain = top;
    return operand;
}

static bool is_assertion(const JsParser *p)
{
    return (js_is_word(p, JS_W_AS) || js_is_word(p, JS_W_SATISFIES)) &&
           !p->lx.tok.nl_before;
}

static JsNode *operand_of(JsParser *p, const JsChain *top)
{
    if (CM_UNLIKELY(js_kind(p) == JS_T_PRIVATE))
        return private_in(p, top);
    return cm__js_unary(p);
}

static JsNode *binary(JsParser *p)
{
    JsChain *top = NULL;
    JsNode *operand = operand_of(p, NULL);
    if (js_is_bare_arrow(operand))
        return operand;
    for (;;) {
        if (js_kind(p) == JS_T_IDENT && is_assertion(p)) {
            operand = close_chains(p, top, operand, JS_PREC_RELATIONAL - 1);
            top = p->chain;
            js_next(p);
            cm__js_type(p);
            operand->flags |= JS_FLAG_ASSERTED;
            continue;
        }
        unsigned level = precedence(p);
        operand = close_chains(p, top, operand, level);
        top = p->chain;
        if (level == 0)
            return operand;
        if (top != NULL && top->level == level) {
            attach(p, top, operand);
        } else {
            JsChain *chain = open_chain(p, operand, level);
            chain->node.next = top == NULL ? NULL : &top->node;
            top = chain;
        }
        add_link(p, top);
        js_next(p);
        operand = operand_of(p, top);
    }
}

/* ---- conditional and assignment ---- */

static CM_NOINLINE JsNode *assign_tail(JsParser *p, JsNode *left)
{
    if (!js_is_assign_op(js_kind(p))) {
        if (!is_literal_pattern(left))
            cm__js_cover_check(p);
        return left;
    }
    JsAssign *assign = js_node(p, JsAssign, JS_NODE_ASSIGN, left->start);
    bool is_plain = js_kind(p) == JS_T_ASSIGN;
    assign->node.op = cm__js_token_op[js_kind(p)];
    if (is_plain && is_literal_pattern(left))
        p->st.cover_at = JS_NO_OFFSET;
    cm__js_cover_check(p);
    cm__js_to_target(p, left, is_plain);
    assign->target = left;
    js_enter(p);
    js_next(p);
    assign->value = cm__js_assign(p);
    js_leave(p);
    return js_done(p, &assign->node);
}

static JsNode *consequent(JsParser *p)
{
    uint8_t ctx = p->st.ctx;
    p->st.ctx = JS_CTX_COLON;
    js_enter(p);
    js_next(p);
    JsNode *value = cm__js_assign(p);
    js_leave(p);
    p->st.ctx = ctx;
    cm__js_expect(p, JS_T_COLON);
    return value;
}

static JsNode *yield_expr(JsParser *p);

static bool is_yield(const JsParser *p)
{
    return p->lx.tok.kind == JS_T_IDENT && p->lx.tok.name->word == JS_W_YIELD &&
           p->st.func->is_generator;
}

/* `test` is parsed, the token is `?`. A chain of a ? b : c ? d : e is a
 * list. */
static CM_NOINLINE JsNode *conditional(JsParser *p, JsNode *test)
{
    JsConditional *cond =
        js_node(p, JsConditional, JS_NODE_CONDITIONAL, test->start);
    JsArm **tail = &cond->arms;
    for (;;) {
        cm__js_cover_check(p);
        JsArm *arm = js_alloc(p, JsArm);
        arm->test = test;
        arm->body = consequent(p);
        *tail = arm;
        tail = &arm->next;
        if (is_yield(p)) {
            cond->otherwise = yield_expr(p);
            break;
        }
        p->st.arrow_at = js_at(p);
        JsNode *other = binary(p);
        if (!js_is_bare_arrow(other) && js_kind(p) == JS_T_QUESTION) {
            test = other;
            continue;
        }
        if (!js_is_bare_arrow(other))
            other = assign_tail(p, other);
        cm__js_cover_check(p);
        cond->otherwise = other;
        break;
    }
    return js_done(p, &cond->node);
}

/* `name?` of an arrow parameter, seen while it still may be an expression. */
static CM_NOINLINE bool is_optional_mark(JsParser *p, const JsNode *node)
{
    if (p->st.item_at != node->start ||
        (node->kind != JS_NODE_IDENT && !is_literal_pattern(node)))
        return false;
    JsTokenKind next = (JsTokenKind)cm__js_peek(p)->kind;
    return next == JS_T_COLON || next == JS_T_COMMA || next == JS_T_RPAREN;
}

JsNode *cm__js_assign_cover(JsParser *p)
{
    if (CM_UNLIKELY(is_yield(p)))
        return yield_expr(p);
    uint32_t cover_at = p->st.cover_at;
    const char *cover_what = p->st.cover_what;
    p->st.cover_at = JS_NO_OFFSET;
    p->st.arrow_at = js_at(p);
    JsNode *node = binary(p);
    if (!js_is_bare_arrow(node)) {
        if (js_kind(p) == JS_T_QUESTION && !is_optional_mark(p, node))
            node = conditional(p, node);
        else
            node = assign_tail(p, node);
    }
    if (cover_at != JS_NO_OFFSET) {
        p->st.cover_at = cover_at;
        p->st.cover_what = cover_what;
    }
    return node;
}

JsNode *cm__js_assign(JsParser *p)
{
    uint32_t cover_at = p->st.cover_at;
    p->st.cover_at = JS_NO_OFFSET;
    JsNode *node = cm__js_assign_cover(p);
    cm__js_cover_check(p);
    p->st.cover_at = cover_at;
    return node;
}

static bool yield_has_operand(const JsParser *p)
{
    switch (js_kind(p)) {
    case JS_T_RPAREN:
    case JS_T_RBRACKET:
    case JS_T_RBRACE:
    case JS_T_COMMA:
    case JS_T_SEMI:
    case JS_T_COLON:
    case JS_T_EOF:
    case JS_T_IN:
        return false;
    default:
        return !p->lx.tok.nl_before;
    }
}

static CM_NOINLINE JsNode *yield_expr(JsParser *p)
{
    JsYield *yield = js_node(p, JsYield, JS_NODE_YIELD, js_at(p));
    if (p->lx.tok.escaped)
        cm__js_fail(&p->lx, js_at(p), "keyword with an escape");
    if (p->st.in_params)
        cm__js_fail(&p->lx, js_at(p), "yield in the parameters of a generator");
    p->st.yield_at = js_at(p);
    js_next(p);
    if (yield_has_operand(p)) {
        yield->is_delegate = js_accept(p, JS_T_STAR);
        js_enter(p);
        yield->operand = cm__js_assign(p);
        js_leave(p);
    }
    return js_done(p, &yield->node);
}

/* ---- unary ---- */

static CM_NOINLINE JsNode *power(JsParser *p, JsNode *left)
{
    JsPower *power = js_node(p, JsPower, JS_NODE_POWER, left->start);
    js_enter(p);
    js_next(p);
    power->left = left;
    power->right = cm__js_unary(p);
    js_leave(p);
    return js_done(p, &power->node);
}

static void check_delete(JsParser *p, const JsNode *operand, uint32_t at)
{
    if (operand->kind == JS_NODE_IDENT)
        cm__js_fail(&p->lx, at, "a variable cannot be deleted");
    if (operand->kind == JS_NODE_ACCESS &&
        JS_AS_CONST(JsAccess, operand)->last->kind == JS_LINK_PRIVATE)
        cm__js_fail(&p->lx, at, "a private member cannot be deleted");
}

static CM_NOINLINE JsNode *unary_op(JsParser *p, JsOp op)
{
    JsUnary *unary = js_node(p, JsUnary, JS_NODE_UNARY, js_at(p));
    unary->node.op = (uint8_t)op;
    js_enter(p);
    js_next(p);
    p->st.no_power = true;
    unary->operand = cm__js_unary(p);
    js_leave(p);
    if (js_kind(p) == JS_T_POW)
        cm__js_fail(&p->lx, js_at(p),
                    "a unary operator before ** needs parentheses");
    if (op == JS_OP_DELETE)
        check_delete(p, unary->operand, unary->node.start);
    return js_done(p, &unary->node);
}

static CM_NOINLINE JsNode *prefix_update(JsParser *p)
{
    JsUpdate *update = js_node(p, JsUpdate, JS_NODE_UPDATE, js_at(p));
    update->node.op = cm__js_token_op[js_kind(p)];
    update->is_prefix = true;
    bool no_power = p->st.no_power;
    js_enter(p);
    js_next(p);
    p->st.no_power = true;
    update->target = cm__js_unary(p);
    js_leave(p);
    cm__js_to_target(p, update->target, false);
    js_done(p, &update->node);
    return js_kind(p) == JS_T_POW && !no_power ? power(p, &update->node)
                                               : &update->node;
}

/* In a function that is not async `await` is a name; when an operand follows,
 * the program meant the operator, and saying so beats a ReferenceError. */
static bool await_means_operator(JsParser *p)
{
    const JsToken *next = cm__js_peek(p);
    if (next->nl_before)
        return false;
    switch ((JsTokenKind)next->kind) {
    case JS_T_IDENT:
        return next->name->word != JS_W_OF && next->name->word != JS_W_AS &&
               next->name->word != JS_W_SATISFIES;
    case JS_T_NUMBER:
    case JS_T_STRING:
    case JS_T_LPAREN:
    case JS_T_LBRACKET:
    case JS_T_LBRACE:
    case JS_T_NEW:
    case JS_T_THIS:
    case JS_T_FUNCTION:
    case JS_T_IMPORT:
    case JS_T_NULL:
        return true;
    default:
        return false;
    }
}

static CM_NOINLINE bool is_await(JsParser *p)
{
    if (js_kind(p) != JS_T_IDENT || p->lx.tok.name->word != JS_W_AWAIT)
        return false;
    if (p->st.func->is_async) {
        if (p->lx.tok.escaped)
            cm__js_fail(&p->lx, js_at(p), "keyword with an escape");
        return true;
    }
    if (p->st.func->func_kind == JS_FUNC_STATIC_BLOCK)
        cm__js_fail(&p->lx, js_at(p), "await in a static block");
    if (!p->is_script && !p->lx.tok.escaped && await_means_operator(p))
        cm__js_fail(&p->lx, js_at(p),
                    "await is only valid in async functions and at the top "
                    "level");
    p->st.await_at = js_at(p);
    return false;
}

static CM_NOINLINE JsNode *await_expr(JsParser *p)
{
    JsUnary *await = js_node(p, JsUnary, JS_NODE_AWAIT, js_at(p));
    if (p->st.in_params)
        cm__js_fail(&p->lx, js_at(p),
                    "await in the parameters of an async function");
    p->st.await_at = js_at(p);
    p->st.has_await = true;
    js_enter(p);
    js_next(p);
    p->st.no_power = true;
    await->operand = cm__js_unary(p);
    js_leave(p);
    if (js_kind(p) == JS_T_POW)
        cm__js_fail(&p->lx, js_at(p), "await before ** needs parentheses");
    return js_done(p, &await->node);
}

/* <T>expr or <T>(x) => ... */
static CM_NOINLINE JsNode *angle(JsParser *p)
{
    uint32_t start = js_at(p);
    bool can_arrow = p->st.arrow_at == start;
    bool must_arrow = cm__js_angle_types(p);
    if (can_arrow)
        p->st.arrow_at = js_at(p);
    uint32_t behind = js_at(p);
    js_enter(p);
    JsNode *node = cm__js_unary(p);
    js_leave(p);
    if (must_arrow && !(can_arrow && js_is_bare_arrow(node)))
        cm__js_fail(&p->lx, behind, "an arrow function is missing here");
    if (can_arrow && js_is_bare_arrow(node))
        node->start = start;
    node->flags |= JS_FLAG_ASSERTED;
    return node;
}

static JsNode *postfix(JsParser *p)
{
    bool no_power = p->st.no_power;
    p->st.no_power = false;
    JsNode *node = cm__js_access(p);
    if ((js_kind(p) == JS_T_INC || js_kind(p) == JS_T_DEC) &&
        !p->lx.tok.nl_before && !js_is_bare_arrow(node)) {
        JsUpdate *update = js_node(p, JsUpdate, JS_NODE_UPDATE, node->start);
        update->node.op = cm__js_token_op[js_kind(p)];
        cm__js_to_target(p, node, false);
        update->target = node;
        js_next(p);
        node = js_done(p, &update->node);
    }
    if (js_kind(p) == JS_T_POW && !no_power && !js_is_bare_arrow(node))
        return power(p, node);
    return node;
}

JsNode *cm__js_unary(JsParser *p)
{
    switch (js_kind(p)) {
    case JS_T_DELETE:
    case JS_T_VOID:
    case JS_T_TYPEOF:
    case JS_T_NOT:
    case JS_T_TILDE:
        return unary_op(p, (JsOp)cm__js_token_op[js_kind(p)]);
    case JS_T_PLUS:
        return unary_op(p, JS_OP_PLUS);
    case JS_T_MINUS:
        return unary_op(p, JS_OP_MINUS);
    case JS_T_INC:
    case JS_T_DEC:
        return prefix_update(p);
    case JS_T_LT:
    case JS_T_SHL:
        return angle(p);
    case JS_T_IDENT:
        if (is_await(p))
            return await_expr(p);
        return postfix(p);
    default:
        return postfix(p);
    }
}
