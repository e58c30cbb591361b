/* SPDX-License-Identifier: MIT */
/* Programs and checks of the public API. */
#include "runtime/program.h"

#include "js/compile.h"
#include "runtime/execution.h"
#include "runtime/reference.h"

#include <string.h>

/* ---- preflight ---- */

static bool is_missing(const cm_runtime *r, const JsToolCall *c)
{
    if (c->path_len == 6 && memcmp(c->path, "search", 6) == 0)
        return false;
    uint32_t node = cm__reference_find(r->tree, c->path, c->path_len, false);
    return node == CM_TREE_NONE || !cm__tree_node(r->tree, node)->tool;
}

static bool describe_missing(const cm_runtime *r, const Program *program,
                             const JsToolCall *c, Diag *ret_diag)
{
    uint32_t line, column;
    program_location(program, c->offset, &line, &column);
    Buf text;
    cm__buf_init(&text, r->alloc, CM_BUF_NO_LIMIT);
    const char *hint =
        cm__unknown_tool_text(r, c->path, c->path_len, false, &text);
    bool ok = text.status == CM_OK &&
              cm__diag_init(ret_diag, r->alloc, DIAG_UNKNOWN_TOOL,
                            cm__buf_text(&text), text.len, line, column);
    cm__buf_done(&text);
    if (ok && hint &&
        !cm__diag_suggest(ret_diag, r->alloc, hint, strlen(hint))) {
        cm__diag_done(ret_diag, r->alloc);
        ok = false;
    }
    return ok;
}

/* All missing tools go to problems, or the first one to ret_diag; *ret_found
 * tells whether there was one. */
static cm_status preflight(const cm_runtime *r, const Program *program,
                           const JsCompileResult *compiled, Diag *ret_diag,
                           DiagList *problems, bool *ret_found)
{
    *ret_found = false;
    for (size_t i = 0; i < compiled->n_calls; i++) {
        Diag d;
        if (!is_missing(r, &compiled->calls[i]))
            continue;
        if (!describe_missing(r, program, &compiled->calls[i], &d))
            return CM_E_NOMEM;
        *ret_found = true;
        if (!problems) {
            *ret_diag = d;
            return CM_OK;
        }
        if (!cm__diags_add(problems, r->alloc, &d))
            return CM_E_NOMEM;
    }
    return CM_OK;
}

/* ---- compiling ---- */

static bool copy_diag(const cm_runtime *r, const JsDiagnostic *from, Diag *to)
{
    DiagKind kind = from->kind == JS_DIAG_PARSE_ERROR ? DIAG_PARSE_ERROR
                                                      : DIAG_UNSUPPORTED_SYNTAX;
    if (!cm__diag_init(to, r->alloc, kind, from->message, strlen(from->message),
                       from->has_location ? from->line : 0,
                       from->has_location ? from->column : 0))
        return false;
    for (uint32_t i = 0; i < from->n_suggestions; i++) {
        if (!cm__diag_suggest(to, r->alloc, from->suggestions[i],
                              strlen(from->suggestions[i]))) {
            cm__diag_done(to, r->alloc);
            return false;
        }
    }
    return true;
}

cm_status cm__compile(const cm_runtime *r, const char *source,
                      size_t source_len, struct Program **ret_program,
                      Diag *ret_diag, DiagList *problems)
{
    JsCompileOptions options = { .want_calls = r->preflight || problems };
    JsCompileResult compiled;
    Program *program = NULL;
    cm_status status = js_compile(r->alloc, r->realm, source, source_len,
                                  &options, &program, &compiled);
    if (status != CM_OK && status != CM_E_SYNTAX) {
        js_compile_result_done(&compiled);
        return CM_E_NOMEM;
    }
    bool found = false;
    if (status == CM_E_SYNTAX)
        status = copy_diag(r, &compiled.diag, ret_diag) ? CM_OK : CM_E_NOMEM;
    else
        status = preflight(r, program, &compiled, ret_diag, problems, &found);
    js_compile_result_done(&compiled);
    if (status != CM_OK || (found && !problems)) {
        program_free(program);
        program = NULL;
    }
    if (status == CM_OK)
        *ret_program = program;
    return status;
}

/* ---- public ---- */

static cm_status no_memory(cm_error *err)
{
    return cm__error_set(err, CM_E_NOMEM, "", "memory was refused");
}

cm_status cm_program_new(const cm_runtime *runtime, const char *source,
                         size_t source_len, cm_program **ret_program,
                         cm_result **ret_result, cm_error *err)
{
    const cm_allocator *a = runtime->alloc;
    cm_program *p = cm__alloc_zero(a, 1, sizeof *p);
    cm_result *result = cm__result_new(a, NULL);
    cm_status status = CM_E_NOMEM;
    if (p && result)
        status = cm__compile(runtime, source, source_len, &p->program,
                             &result->error, NULL);
    if (status != CM_OK) {
        cm__free(a, p, sizeof *p);
        cm_result_free(result);
        return no_memory(err);
    }
    if (p->program) {
        p->runtime = runtime;
        cm_result_free(result);
        *ret_program = p;
        *ret_result = NULL;
    } else {
        cm__free(a, p, sizeof *p);
        *ret_program = NULL;
        *ret_result = result;
    }
    return CM_OK;
}

void cm_program_free(cm_program *p)
{
    if (!p)
        return;
    const cm_allocator *a = p->runtime->alloc;
    program_free(p->program);
    cm__free(a, p, sizeof *p);
}

cm_status cm_check(const cm_runtime *runtime, const char *source,
                   size_t source_len, cm_result **ret_result, cm_error *err)
{
    const cm_allocator *a = runtime->alloc;
    cm_result *r = cm__result_new(a, NULL);
    if (!r)
        return no_memory(err);
    Program *program = NULL;
    cm_status status = cm__compile(runtime, source, source_len, &program,
                                   &r->error, &r->warnings);
    if (status != CM_OK) {
        cm_result_free(r);
        return no_memory(err);
    }
    r->ok = program != NULL;
    program_free(program);
    DiagList *list = &r->warnings;
    if (r->ok && list->n) {
        /* The first one is the error, the others stay warnings. */
        r->ok = false;
        r->error = list->items[0];
        list->n--;
        memmove(list->items, list->items + 1, list->n * sizeof *list->items);
    }
    *ret_result = r;
    return CM_OK;
}
