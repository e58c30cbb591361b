/* SPDX-License-Identifier: MIT */
/* Entry of the parser, and what all of its parts need: expectations, automatic
 * semicolons, the nesting limit, and trying something and going back.
 *
 * Failures longjmp to the innermost JsTrap. This is confined to the parser's
 * own frames, which own nothing but arena memory. */
#include "js/parser.h"

#include <string.h>

#include "base/fence.h"
#include "base/utf8.h"
#include "js/parser_internal.h"

/* ---- expectations ---- */

static _Noreturn void unexpected_word(JsParser *p)
{
    const JsToken *t = &p->lx.tok;
    int n = (int)(t->end - t->start < 60 ? t->end - t->start : 60);
    const char *text = p->lx.text + t->start;
    size_t fit = cm__utf8_floor(text, t->end - t->start, (size_t)n);
    cm__js_fail_fmt(&p->lx, t->start, "unexpected %s '%.*s'",
                    t->kind == JS_T_IDENT     ? "identifier"
                    : t->kind == JS_T_PRIVATE ? "private name"
                    : t->kind == JS_T_NUMBER || t->kind == JS_T_BIGINT
                        ? "number"
                        : "keyword",
                    (int)fit, text);
}

_Noreturn void cm__js_unexpected(JsParser *p)
{
    const JsToken *t = &p->lx.tok;
    switch (js_kind(p)) {
    case JS_T_EOF:
        cm__js_fail(&p->lx, t->start, "unexpected end of input");
    case JS_T_STRING:
        cm__js_fail(&p->lx, t->start, "unexpected string");
    case JS_T_TEMPLATE:
        cm__js_fail(&p->lx, t->start, "unexpected template");
    case JS_T_IDENT:
    case JS_T_ESCAPED_KEYWORD:
    case JS_T_PRIVATE:
    case JS_T_NUMBER:
    case JS_T_BIGINT:
        unexpected_word(p);
    default:
        if (js_kind(p) >= JS_T_BREAK)
            unexpected_word(p);
        cm__js_fail_fmt(&p->lx, t->start, "unexpected token '%s'",
                        cm__js_token_text[t->kind]);
    }
}

void cm__js_expect(JsParser *p, JsTokenKind kind)
{
    if (CM_UNLIKELY(js_kind(p) != kind)) {
        if (js_kind(p) == JS_T_EOF)
            cm__js_fail_fmt(&p->lx, js_at(p),
                            "unexpected end of input, '%s' is missing",
                            cm__js_token_text[kind]);
        cm__js_unexpected(p);
    }
    js_next(p);
}

void cm__js_expect_comma(JsParser *p, JsTokenKind closer)
{
    cm__js_expect(p, js_kind(p) == JS_T_EOF ? closer : JS_T_COMMA);
}

const JsToken *cm__js_peek(JsParser *p)
{
    JsLexMark mark = cm__js_mark(&p->lx);
    js_next(p);
    p->peeked = p->lx.tok;
    cm__js_rewind(&p->lx, &mark);
    return &p->peeked;
}

bool cm__js_at_semicolon(const JsParser *p)
{
    return js_kind(p) == JS_T_SEMI || js_kind(p) == JS_T_RBRACE ||
           js_kind(p) == JS_T_EOF || p->lx.tok.nl_before;
}

void cm__js_semicolon(JsParser *p)
{
    if (js_accept(p, JS_T_SEMI) || cm__js_at_semicolon(p))
        return;
    cm__js_unexpected(p);
}

_Noreturn void cm__js_fail_nesting(JsParser *p)
{
    cm__js_fail(&p->lx, js_at(p), "nesting is deeper than 1000 levels");
}

void *cm__js_node(JsParser *p, JsNodeKind kind, size_t size, uint32_t start)
{
    JsNode *node = cm__js_alloc(&p->lx, size);
    node->kind = (uint8_t)kind;
    node->start = start;
    return node;
}

/* ---- states ---- */

JsState *cm__js_state_save(JsParser *p)
{
    JsState *saved = p->free_states;
    if (saved != NULL)
        p->free_states = saved->free;
    else
        saved = js_alloc(p, JsState);
    *saved = p->st;
    return saved;
}

void cm__js_state_restore(JsParser *p, JsState *saved)
{
    p->st = *saved;
    saved->free = p->free_states;
    p->free_states = saved;
}

/* Closes what a failed attempt left open, then puts the state back. */
static void unwind(JsParser *p, JsState *saved, const JsLexMark *mark)
{
    while (p->st.labels != saved->labels && p->st.labels != NULL)
        cm__js_label_close(p);
    while (p->st.frame != saved->frame)
        cm__js_frame_close(p);
    while (p->st.scope != saved->scope)
        cm__js_scope_close(p);
    cm__js_state_restore(p, saved);
    cm__js_rewind(&p->lx, mark);
}

bool cm__js_try(JsParser *p, bool (*attempt)(JsParser *p, void *arg), void *arg)
{
    JsTrap trap = { .outer = p->lx.trap, .is_quiet = true };
    JsLexMark mark = cm__js_mark(&p->lx);
    JsState *volatile saved = cm__js_state_save(p); /* lives over setjmp */
    uint32_t n_units = p->lx.n_units;
    p->lx.trap = &trap;
    if (setjmp(trap.env) == 0 && attempt(p, arg)) {
        p->lx.trap = trap.outer;
        saved->free = p->free_states;
        p->free_states = saved;
        return true;
    }
    p->lx.trap = trap.outer;
    if (p->lx.status != CM_OK && p->lx.status != CM_E_SYNTAX)
        cm__js_fail_nomem(&p->lx);
    p->lx.status = CM_OK;
    p->lx.n_units = n_units;
    p->await_named = false;
    p->tried = p->lx.pos > mark.pos ? p->lx.pos - mark.pos : 0;
    unwind(p, saved, &mark);
    return false;
}

/* ---- program ---- */

static void parse_program(JsParser *p)
{
    JsProgram *program = js_alloc(p, JsProgram);
    p->program = program;
    p->import_tail = &program->imports;
    program->source_start = js_at(p);
    JsFunction *main = cm__js_function_new(p, JS_FUNC_PROGRAM, js_at(p));
    main->is_async = !p->is_script;
    main->has_simple_params = true;
    program->main = main;
    p->st.func = p->st.this_func = main;
    main->scope = cm__js_scope_open(p, JS_SCOPE_FUNCTION, js_at(p));
    main->body_scope = cm__js_scope_open(p, JS_SCOPE_BODY, js_at(p));
    cm__js_statement_list(p, &main->body, main);
    if (js_kind(p) != JS_T_EOF)
        cm__js_unexpected(p);
    cm__js_privates_check(p);
    if (p->meta_at != JS_NO_OFFSET)
        cm__js_fail_unsupported(&p->lx, p->meta_at,
                                "import.meta is not supported",
                                "Remove it; a program has no module URL.");
    main->is_async = true;
    cm__js_scope_close(p);
    cm__js_scope_close(p);
    main->uses_this = (p->st.uses & JS_USES_THIS) != 0;
    main->uses_arguments = (p->st.uses & JS_USES_ARGUMENTS) != 0;
    main->has_direct_await = p->st.has_await;
    js_done(p, &main->node);
    program->last = main->body.last;
    program->n_names = p->lx.n_names;
    program->source_end = p->lx.end;
}

/* All of it that can fail; the trap is set by the caller. */
static void run(JsParser *p, Arena *arena, const char *source, uint32_t start,
                uint32_t end)
{
    p->lx.arena = arena;
    p->st.cover_at = p->st.await_at = p->st.yield_at = JS_NO_OFFSET;
    p->st.arrow_at = p->st.item_at = JS_NO_OFFSET;
    p->arrow_budget = end - start;
    p->meta_at = JS_NO_OFFSET;
    cm__js_lexer_init(&p->lx, arena, source, start, end);
    parse_program(p);
}

static cm_status parse_range(JsParser *p, Arena *arena, const char *source,
                             const SourceRange *range)
{
    JsTrap trap = { .outer = NULL, .is_quiet = false };
    p->lx.trap = &trap;
    if (setjmp(trap.env) == 0)
        run(p, arena, source, (uint32_t)range->start, (uint32_t)range->end);
    p->lx.trap = NULL;
    cm__js_lexer_done(&p->lx);
    return p->lx.status;
}

static cm_status syntax(bool told)
{
    return told ? CM_E_SYNTAX : CM_E_NOMEM;
}

/* Steps 1 to 3 of spec 2.1. CM_OK: go on with *ret_range. */
static cm_status check_source(Arena *arena, const char *source, size_t len,
                              size_t max, SourceRange *ret_range,
                              JsDiagnostic *ret_diag)
{
    SourceRange range = cm__strip_fence(source, len);
    if (range.fence != FENCE_BROKEN &&
        cm__source_is_blank(source, range.start, range.end))
        return syntax(cm__js_diagnose_bare(arena, source, len,
                                           "the code is empty", ret_diag));
    if (len > max || len > UINT32_MAX / 2)
        return syntax(cm__js_diagnose_bare(
            arena, source, len, "the source is larger than the limit",
            ret_diag));
    size_t valid = cm__utf8_valid_prefix(source, len);
    if (valid < len)
        return syntax(cm__js_diagnose(
            arena, source, len, JS_DIAG_PARSE_ERROR, (uint32_t)valid,
            "the source is not valid UTF-8", NULL, ret_diag));
    if (range.fence == FENCE_BROKEN)
        return syntax(cm__js_diagnose(
            arena, source, len, JS_DIAG_PARSE_ERROR,
            (uint32_t)range.fence_start,
            "a Markdown fence that does not enclose the whole text", NULL,
            ret_diag));
    *ret_range = range;
    return CM_OK;
}

/* A program that calls something `await` is read once more as a Script, where
 * await is a name unless the function is async. When that fails too, the first
 * failure is the one that tells. */
static cm_status parse_script(Arena *arena, const char *source, size_t len,
                              const SourceRange *range, const JsLexer *first,
                              JsProgram **ret_program, JsDiagnostic *ret_diag)
{
    JsParser parser;
    memset(&parser, 0, sizeof parser);
    parser.is_script = true;
    cm_status st = parse_range(&parser, arena, source, range);
    if (st == CM_OK)
        *ret_program = parser.program;
    if (st != CM_E_SYNTAX)
        return st;
    return syntax(cm__js_diagnose(arena, source, len, first->fail_kind,
                                  first->fail_at, first->fail_what,
                                  first->fail_instead, ret_diag));
}

cm_status cm__js_parse(Arena *arena, const char *source, size_t len,
                       const JsParseOptions *options, JsProgram **ret_program,
                       JsDiagnostic *ret_diag)
{
    size_t max = options != NULL && options->max_source != 0
                     ? options->max_source
                     : CM_JS_MAX_SOURCE;
    SourceRange range;
    cm_status st = check_source(arena, source, len, max, &range, ret_diag);
    if (st != CM_OK)
        return st;
    JsParser parser;
    memset(&parser, 0, sizeof parser);
    st = parse_range(&parser, arena, source, &range);
    if (st == CM_E_SYNTAX && parser.await_named)
        return parse_script(arena, source, len, &range, &parser.lx, ret_program,
                            ret_diag);
    if (st == CM_E_SYNTAX)
        return syntax(cm__js_diagnose(arena, source, len, parser.lx.fail_kind,
                                      parser.lx.fail_at, parser.lx.fail_what,
                                      parser.lx.fail_instead, ret_diag));
    if (st == CM_OK)
        *ret_program = parser.program;
    return st;
}
