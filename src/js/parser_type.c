/* SPDX-License-Identifier: MIT */
/* TypeScript types, read and forgotten.
 *
 * Parentheses in types are read once, as a list of things that may be types or
 * parameters; `=>` behind them decides. Type arguments behind an expression are
 * the one construct that has to be tried: `f<T>(x)` against `a < b`. What was
 * tried is remembered by place, for the lists nested inside as well, so that
 * each `<` is tried at most once and `a<b<c<d...` stays linear. Types hold no
 * expressions, hence no tries inside of tries. */
#include "js/parser_internal.h"

#include "base/hash.h"

static void type_list(JsParser *p);

/* ---- memo of tried lists ---- */

static JsTypeMemo *memo_slot(JsTypeMemo *table, uint32_t cap, uint32_t start)
{
    uint32_t i = cm__hash_u64(start) & (cap - 1);
    while (table[i].start != JS_NO_OFFSET && table[i].start != start)
        i = (i + 1) & (cap - 1);
    return &table[i];
}

static void memo_grow(JsParser *p)
{
    uint32_t cap = p->memo_cap == 0 ? 64 : p->memo_cap * 2;
    JsTypeMemo *table = cm__js_alloc(&p->lx, cap * sizeof *table);
    for (uint32_t i = 0; i < cap; i++)
        table[i].start = JS_NO_OFFSET;
    for (uint32_t i = 0; i < p->memo_cap; i++) {
        if (p->memo[i].start != JS_NO_OFFSET)
            *memo_slot(table, cap, p->memo[i].start) = p->memo[i];
    }
    p->memo = table;
    p->memo_cap = cap;
}

static void memo_put(JsParser *p, uint32_t start, uint32_t end)
{
    if (p->memo_len * 2 >= p->memo_cap)
        memo_grow(p);
    JsTypeMemo *slot = memo_slot(p->memo, p->memo_cap, start);
    if (slot->start == JS_NO_OFFSET)
        p->memo_len++;
    slot->start = start;
    slot->end = end;
}

static const JsTypeMemo *memo_find(const JsParser *p, uint32_t start)
{
    if (p->memo_cap == 0)
        return NULL;
    const JsTypeMemo *slot = memo_slot(p->memo, p->memo_cap, start);
    return slot->start == start ? slot : NULL;
}

/* ---- lists in angle brackets ---- */

static void expect_greater(JsParser *p)
{
    switch (js_kind(p)) {
    case JS_T_GE:
    case JS_T_SHR:
    case JS_T_USHR:
    case JS_T_SHR_ASSIGN:
    case JS_T_USHR_ASSIGN:
        cm__js_split_greater(&p->lx);
        break;
    default:
        break;
    }
    cm__js_expect(p, JS_T_GT);
}

/* Moves behind a list that was read before. */
static void jump(JsParser *p, uint32_t end)
{
    p->lx.pos = end;
    p->lx.tok.end = end;
    js_next(p);
}

void cm__js_type_args(JsParser *p)
{
    uint32_t start = js_at(p);
    const JsTypeMemo *known = memo_find(p, start);
    if (known != NULL && known->end != 0) {
        jump(p, known->end);
        return;
    }
    if (known != NULL && p->lx.trap->is_quiet)
        cm__js_unexpected(p);
    JsTypeList open = { start, p->type_lists };
    bool trying = p->lx.trap->is_quiet;
    JsTypeList *list = &open;
    if (trying) {
        list = js_alloc(p, JsTypeList);
        *list = open;
        p->type_lists = list;
    }
    js_next(p);
    type_list(p);
    expect_greater(p);
    if (trying) {
        p->type_lists = list->outer;
        memo_put(p, start, p->lx.prev_end);
    }
}

/* T, U, ...: at least one; stops at the closing token. */
static void type_list(JsParser *p)
{
    do {
        cm__js_type(p);
    } while (js_accept(p, JS_T_COMMA));
}

static void type_param(JsParser *p)
{
    while (js_kind(p) == JS_T_CONST || js_kind(p) == JS_T_IN ||
           js_is_word(p, JS_W_OUT)) {
        bool is_out = js_is_word(p, JS_W_OUT);
        if (is_out && cm__js_peek(p)->kind != JS_T_IDENT)
            break;
        js_next(p);
    }
    cm__js_expect(p, JS_T_IDENT);
    if (js_accept(p, JS_T_EXTENDS))
        cm__js_type(p);
    if (js_accept(p, JS_T_ASSIGN))
        cm__js_type(p);
}

void cm__js_type_params(JsParser *p)
{
    if (js_kind(p) != JS_T_LT)
        return;
    js_enter(p);
    js_next(p);
    do {
        type_param(p);
    } while (js_accept(p, JS_T_COMMA) && js_kind(p) != JS_T_GT);
    js_leave(p);
    expect_greater(p);
}

/* ---- object types ---- */

/* Whether the word before this token was a modifier: a key follows. */
static bool key_follows(const JsToken *t)
{
    switch ((JsTokenKind)t->kind) {
    case JS_T_LPAREN:
    case JS_T_LT:
    case JS_T_COLON:
    case JS_T_QUESTION:
    case JS_T_SEMI:
    case JS_T_COMMA:
    case JS_T_RBRACE:
    case JS_T_EOF:
        return false;
    default:
        return true;
    }
}

/* [key: T], [K in T as U], [Symbol.iterator] */
static CM_NOINLINE void bracket_key(JsParser *p)
{
    js_next(p);
    cm__js_type(p);
    if (js_accept(p, JS_T_IN)) {
        cm__js_type(p);
        if (js_is_word(p, JS_W_AS)) {
            js_next(p);
            cm__js_type(p);
        }
    } else {
        cm__js_type_annotation(p);
    }
    cm__js_expect(p, JS_T_RBRACKET);
}

static void plus_minus(JsParser *p)
{
    if (js_kind(p) == JS_T_PLUS || js_kind(p) == JS_T_MINUS)
        js_next(p);
}

static void member_key(JsParser *p)
{
    if (js_kind(p) == JS_T_LBRACKET) {
        bracket_key(p);
    } else if (js_kind(p) == JS_T_STRING || js_kind(p) == JS_T_NUMBER ||
               js_kind(p) == JS_T_BIGINT || js_is_name(p)) {
        js_next(p);
    } else {
        cm__js_unexpected(p);
    }
    plus_minus(p);
    js_accept(p, JS_T_QUESTION);
}

static CM_NOINLINE void type_member(JsParser *p)
{
    if (js_kind(p) == JS_T_LPAREN || js_kind(p) == JS_T_LT) {
        cm__js_signature(p);
        return;
    }
    if (js_kind(p) == JS_T_NEW) {
        JsTokenKind next = (JsTokenKind)cm__js_peek(p)->kind;
        if (next == JS_T_LPAREN || next == JS_T_LT) {
            js_next(p);
            cm__js_signature(p);
            return;
        }
    }
    plus_minus(p);
    if (js_is_word(p, JS_W_READONLY) || js_is_word(p, JS_W_GET) ||
        js_is_word(p, JS_W_SET)) {
        const JsToken *next = cm__js_peek(p);
        if (key_follows(next))
            js_next(p);
    }
    member_key(p);
    if (js_kind(p) == JS_T_LPAREN || js_kind(p) == JS_T_LT)
        cm__js_signature(p);
    else
        cm__js_type_annotation(p);
}

void cm__js_object_type(JsParser *p)
{
    cm__js_expect(p, JS_T_LBRACE);
    while (js_kind(p) != JS_T_RBRACE) {
        type_member(p);
        if (!js_accept(p, JS_T_COMMA))
            cm__js_semicolon(p);
    }
    js_next(p);
}

/* ---- parentheses ---- */

/* ( list ): returns whether it can only be a list of parameters. */
static CM_NOINLINE bool paren_list(JsParser *p)
{
    uint32_t count = 0;
    bool params = false;
    cm__js_expect(p, JS_T_LPAREN);
    while (js_kind(p) != JS_T_RPAREN) {
        params |= js_accept(p, JS_T_ELLIPSIS);
        cm__js_type(p);
        params |= js_accept(p, JS_T_QUESTION);
        if (js_kind(p) == JS_T_COLON) {
            params = true;
            cm__js_type_annotation(p);
        }
        if (js_kind(p) == JS_T_ASSIGN) /* not legal in types */
            cm__js_unexpected(p);
        count++;
        if (js_kind(p) != JS_T_RPAREN) {
            params = true;
            cm__js_expect(p, JS_T_COMMA);
        }
    }
    js_next(p);
    return params || count != 1;
}

void cm__js_signature(JsParser *p)
{
    cm__js_type_params(p);
    paren_list(p);
    if (js_accept(p, JS_T_COLON))
        cm__js_return_type(p);
}

static void arrow_and_result(JsParser *p)
{
    cm__js_expect(p, JS_T_ARROW);
    cm__js_return_type(p);
}

/* <T>(params) => R, new (params) => R: the token is `<` or `(`. */
static CM_NOINLINE void function_type(JsParser *p)
{
    cm__js_type_params(p);
    paren_list(p);
    arrow_and_result(p);
}

static bool skip_pattern(JsParser *p);

static bool skip_pattern_element(JsParser *p)
{
    js_accept(p, JS_T_ELLIPSIS);
    if (js_kind(p) != JS_T_IDENT && js_kind(p) != JS_T_THIS)
        return skip_pattern(p);
    js_next(p);
    return true;
}

static bool skip_pattern_property(JsParser *p)
{
    js_accept(p, JS_T_ELLIPSIS);
    if (!js_is_name(p) && js_kind(p) != JS_T_STRING &&
        js_kind(p) != JS_T_NUMBER)
        return false;
    js_next(p);
    return !js_accept(p, JS_T_COLON) || skip_pattern_element(p);
}

/* Whether a pattern of parameters stands here; if so, moves behind it. */
static bool skip_pattern(JsParser *p)
{
    JsTokenKind open = js_kind(p);
    JsTokenKind close = open == JS_T_LBRACE ? JS_T_RBRACE : JS_T_RBRACKET;
    if (open != JS_T_LBRACE && open != JS_T_LBRACKET)
        return false;
    js_enter(p);
    js_next(p);
    bool is_pattern = true;
    while (is_pattern && js_kind(p) != close) {
        is_pattern = open == JS_T_LBRACE ? skip_pattern_property(p)
                                         : skip_pattern_element(p);
        is_pattern =
            is_pattern && (js_kind(p) == close || js_accept(p, JS_T_COMMA));
    }
    if (is_pattern)
        js_next(p);
    js_leave(p);
    return is_pattern;
}

/* Whether what begins with `(` and has one part is a function type: (A) => B,
 * ([a]) => B. A part that is more than a name or a pattern is a type, and a `=>`
 * behind it is another's: (x): (A | B) => x. (TypeScript's
 * isUnambiguouslyStartOfFunctionType.) */
static CM_NOINLINE bool starts_function_type(JsParser *p)
{
    JsLexMark mark = cm__js_mark(&p->lx);
    js_next(p);
    bool is_function = skip_pattern_element(p) && js_kind(p) == JS_T_RPAREN &&
                       cm__js_peek(p)->kind == JS_T_ARROW;
    cm__js_rewind(&p->lx, &mark);
    return is_function;
}

static CM_NOINLINE void paren_or_function(JsParser *p)
{
    bool is_function = starts_function_type(p);
    if (paren_list(p) || is_function)
        arrow_and_result(p);
}

/* ---- primary types ---- */

void cm__js_type_reference(JsParser *p)
{
    if (!js_is_name(p))
        cm__js_unexpected(p);
    js_next(p);
    while (js_accept(p, JS_T_DOT)) {
        if (!js_is_name(p) && js_kind(p) != JS_T_PRIVATE)
            cm__js_unexpected(p);
        js_next(p);
    }
    if (js_kind(p) == JS_T_LT && !p->lx.tok.nl_before)
        cm__js_type_args(p);
}

static CM_NOINLINE void import_type(JsParser *p)
{
    js_next(p);
    cm__js_expect(p, JS_T_LPAREN);
    cm__js_expect(p, JS_T_STRING);
    if (js_accept(p, JS_T_COMMA) && js_kind(p) == JS_T_LBRACE)
        cm__js_object_type(p);
    cm__js_expect(p, JS_T_RPAREN);
    if (js_accept(p, JS_T_DOT))
        cm__js_type_reference(p);
    else if (js_kind(p) == JS_T_LT)
        cm__js_type_args(p);
}

static CM_NOINLINE void template_type(JsParser *p)
{
    uint32_t at = js_at(p) + 1;
    JsQuasi quasi;
    while (cm__js_lex_quasi(&p->lx, at, false, &quasi)) {
        cm__js_type(p);
        if (js_kind(p) != JS_T_RBRACE)
            cm__js_unexpected(p);
        at = js_at(p) + 1;
    }
}

static CM_NOINLINE void tuple_type(JsParser *p)
{
    js_next(p);
    while (js_kind(p) != JS_T_RBRACKET) {
        js_accept(p, JS_T_ELLIPSIS);
        cm__js_type(p);
        js_accept(p, JS_T_QUESTION);
        cm__js_type_annotation(p);
        if (js_kind(p) != JS_T_RBRACKET)
            cm__js_expect(p, JS_T_COMMA);
    }
    js_next(p);
}

/* The switch over what a type can start with. */
static CM_NOINLINE void bare_type(JsParser *p)
{
    switch (js_kind(p)) {
    case JS_T_IDENT:
        cm__js_type_reference(p);
        break;
    case JS_T_THIS:
    case JS_T_VOID:
    case JS_T_NULL:
    case JS_T_TRUE:
    case JS_T_FALSE:
    case JS_T_STRING:
    case JS_T_NUMBER:
    case JS_T_BIGINT:
    case JS_T_CONST: /* as const */
        js_next(p);
        break;
    case JS_T_MINUS:
        js_next(p);
        if (js_kind(p) != JS_T_NUMBER && js_kind(p) != JS_T_BIGINT)
            cm__js_unexpected(p);
        js_next(p);
        break;
    case JS_T_TYPEOF:
        js_next(p);
        if (js_kind(p) == JS_T_IMPORT)
            import_type(p);
        else
            cm__js_type_reference(p);
        break;
    case JS_T_IMPORT:
        import_type(p);
        break;
    case JS_T_TEMPLATE:
        template_type(p);
        break;
    case JS_T_LBRACE:
        cm__js_object_type(p);
        break;
    case JS_T_LBRACKET:
        tuple_type(p);
        break;
    case JS_T_LPAREN:
        paren_or_function(p);
        break;
    case JS_T_LT:
        function_type(p);
        break;
    case JS_T_NEW:
        js_next(p);
        function_type(p);
        break;
    default:
        cm__js_unexpected(p);
    }
}

/* Brackets of all kinds end the reach of an enclosing `extends`. */
static void primary_type(JsParser *p)
{
    bool conditional = p->st.no_conditional_type;
    p->st.no_conditional_type = false;
    bare_type(p);
    p->st.no_conditional_type = conditional;
}

/* ---- operators ---- */

/* T[], T[K] */
static void postfix_type(JsParser *p)
{
    primary_type(p);
    while (js_kind(p) == JS_T_LBRACKET && !p->lx.tok.nl_before) {
        js_next(p);
        if (js_kind(p) != JS_T_RBRACKET)
            cm__js_type(p);
        cm__js_expect(p, JS_T_RBRACKET);
    }
}

static bool is_type_operator(JsParser *p)
{
    if (!js_is_word(p, JS_W_KEYOF) && !js_is_word(p, JS_W_UNIQUE) &&
        !js_is_word(p, JS_W_READONLY) && !js_is_word(p, JS_W_INFER) &&
        !js_is_word(p, JS_W_ABSTRACT))
        return false;
    const JsToken *next = cm__js_peek(p);
    switch ((JsTokenKind)next->kind) {
    case JS_T_IDENT:
    case JS_T_LBRACE:
    case JS_T_LBRACKET:
    case JS_T_LPAREN:
    case JS_T_STRING:
    case JS_T_NUMBER:
    case JS_T_BIGINT:
    case JS_T_MINUS:
    case JS_T_TEMPLATE:
        return !next->nl_before;
    default:
        return next->kind >= JS_T_BREAK && next->kind != JS_T_EXTENDS &&
               next->kind != JS_T_IN && !next->nl_before;
    }
}

static void unary_type(JsParser *p)
{
    while (js_kind(p) == JS_T_IDENT && is_type_operator(p)) {
        bool infer = js_is_word(p, JS_W_INFER);
        js_next(p);
        if (infer) {
            cm__js_expect(p, JS_T_IDENT);
            p->st.infer_end = p->lx.prev_end;
            if (p->st.no_conditional_type && js_accept(p, JS_T_EXTENDS))
                cm__js_type(p);
            return;
        }
    }
    postfix_type(p);
}

/* Unions and intersections: precedence does not matter when skipping. */
static void union_type(JsParser *p)
{
    if (js_kind(p) == JS_T_BIT_OR || js_kind(p) == JS_T_BIT_AND)
        js_next(p);
    do {
        unary_type(p);
    } while (js_accept(p, JS_T_BIT_OR) || js_accept(p, JS_T_BIT_AND));
}

void cm__js_type(JsParser *p)
{
    js_enter(p);
    bool conditional = p->st.no_conditional_type;
    for (;;) {
        union_type(p);
        if (conditional || js_kind(p) != JS_T_EXTENDS || p->lx.tok.nl_before)
            break;
        bool infers = p->st.infer_end == p->lx.prev_end;
        js_next(p);
        p->st.no_conditional_type = true;
        cm__js_type(p);
        p->st.no_conditional_type = false;
        if (infers && js_kind(p) != JS_T_QUESTION)
            break; /* `infer U extends C` was all */
        cm__js_expect(p, JS_T_QUESTION);
        cm__js_type(p);
        cm__js_expect(p, JS_T_COLON);
    }
    js_leave(p);
}

void cm__js_type_annotation(JsParser *p)
{
    if (js_accept(p, JS_T_COLON))
        cm__js_type(p);
}

/* A type predicate is a name or `this`, then `is T` on the same line. */
void cm__js_return_type(JsParser *p)
{
    if (js_is_word(p, JS_W_ASSERTS)) {
        const JsToken *next = cm__js_peek(p);
        if ((next->kind == JS_T_IDENT || next->kind == JS_T_THIS) &&
            !next->nl_before)
            js_next(p);
    }
    cm__js_type(p);
    if (js_is_word(p, JS_W_IS) && !p->lx.tok.nl_before) {
        js_next(p);
        cm__js_type(p);
    }
}

/* ---- type arguments behind expressions ---- */

static bool starts_expression(const JsParser *p)
{
    switch (js_kind(p)) {
    case JS_T_IDENT:
    case JS_T_ESCAPED_KEYWORD:
    case JS_T_PRIVATE:
    case JS_T_NUMBER:
    case JS_T_BIGINT:
    case JS_T_STRING:
    case JS_T_LBRACE:
    case JS_T_LBRACKET:
    case JS_T_NOT:
    case JS_T_TILDE:
    case JS_T_INC:
    case JS_T_DEC:
    case JS_T_SLASH:
    case JS_T_DIV_ASSIGN:
    case JS_T_AT:
    case JS_T_CLASS:
    case JS_T_DELETE:
    case JS_T_FALSE:
    case JS_T_FUNCTION:
    case JS_T_IMPORT:
    case JS_T_NEW:
    case JS_T_NULL:
    case JS_T_SUPER:
    case JS_T_THIS:
    case JS_T_TRUE:
    case JS_T_TYPEOF:
    case JS_T_VOID:
        return true;
    default:
        return false;
    }
}

/* TypeScript's canFollowTypeArgumentsInExpression. */
static bool may_follow(const JsParser *p)
{
    switch (js_kind(p)) {
    case JS_T_LPAREN:
    case JS_T_TEMPLATE:
        return true;
    case JS_T_LT:
    case JS_T_GT:
    case JS_T_PLUS:
    case JS_T_MINUS:
        return false;
    default:
        break;
    }
    bool is_binary = cm__js_token_prec[js_kind(p)] != 0 ||
                     js_is_word(p, JS_W_AS) || js_is_word(p, JS_W_SATISFIES);
    return p->lx.tok.nl_before || is_binary || !starts_expression(p);
}

static bool args_of_expression(JsParser *p, void *arg)
{
    (void)arg;
    uint32_t start = js_at(p);
    const JsTypeMemo *known = memo_find(p, start);
    if (known != NULL && known->end == 0)
        return false;
    if (known != NULL) {
        jump(p, known->end - 1);
    } else {
        JsTypeList *list = js_alloc(p, JsTypeList);
        list->start = start;
        p->type_lists = list;
        js_next(p);
        type_list(p);
        if (js_kind(p) != JS_T_GT)
            return false;
        p->type_lists = list->outer;
        memo_put(p, start, p->lx.tok.end);
    }
    if (js_kind(p) != JS_T_GT)
        return false;
    js_next(p);
    return may_follow(p);
}

/* `a < b` is common: two tokens often tell, without trying. */
static CM_NOINLINE bool is_hopeless(JsParser *p)
{
    JsLexMark mark = cm__js_mark(&p->lx);
    js_next(p);
    JsTokenKind first = js_kind(p);
    bool hopeless = false;
    bool is_operator = first == JS_T_IDENT && is_type_operator(p);
    if (!is_operator && (first == JS_T_NUMBER || first == JS_T_IDENT)) {
        js_next(p);
        switch (js_kind(p)) {
        case JS_T_SEMI:
        case JS_T_RPAREN:
        case JS_T_LPAREN:
        case JS_T_RBRACKET:
        case JS_T_RBRACE:
        case JS_T_AND:
        case JS_T_OR:
        case JS_T_QUESTION:
        case JS_T_COLON:
        case JS_T_PLUS:
        case JS_T_MINUS:
        case JS_T_STAR:
        case JS_T_SLASH:
        case JS_T_EOF:
            hopeless = true;
            break;
        default:
            break;
        }
    }
    cm__js_rewind(&p->lx, &mark);
    return hopeless;
}

bool cm__js_try_type_args(JsParser *p)
{
    if (is_hopeless(p))
        return false;
    JsTypeList *outer = p->type_lists;
    p->type_lists = NULL;
    bool ok = cm__js_try(p, args_of_expression, NULL);
    /* Lists still open when it failed cannot be lists: the same text would be
     * read in the same way. */
    for (JsTypeList *list = p->type_lists; list != NULL; list = list->outer)
        memo_put(p, list->start, 0);
    p->type_lists = outer;
    return ok;
}

/* ---- `<` in front of an expression ---- */

bool cm__js_angle_types(JsParser *p)
{
    bool must_arrow = false;
    if (js_kind(p) == JS_T_SHL) /* <<T>(x: T) => U>f */
        cm__js_unexpected(p);
    bool conditional = p->st.no_conditional_type;
    js_enter(p);
    js_next(p);
    do {
        if (js_kind(p) == JS_T_GT)
            break; /* <T,>() => ... */
        if (js_kind(p) == JS_T_CONST && cm__js_peek(p)->kind == JS_T_IDENT) {
            must_arrow = true;
            js_next(p);
        }
        p->st.no_conditional_type = true;
        cm__js_type(p);
        p->st.no_conditional_type = conditional;
        if (js_accept(p, JS_T_EXTENDS)) {
            cm__js_type(p);
            must_arrow |= js_kind(p) != JS_T_QUESTION;
            if (js_accept(p, JS_T_QUESTION)) {
                cm__js_type(p);
                cm__js_expect(p, JS_T_COLON);
                cm__js_type(p);
            }
        }
        if (js_accept(p, JS_T_ASSIGN)) {
            must_arrow = true;
            cm__js_type(p);
        }
        must_arrow |= js_kind(p) == JS_T_COMMA;
    } while (js_accept(p, JS_T_COMMA));
    js_leave(p);
    expect_greater(p);
    return must_arrow;
}
