/* SPDX-License-Identifier: MIT */
/* Programs and checks of the public API. */
#include "runtime/program.h"

#include "js/builtins/builtins.h"
#include "js/compile.h"
#include "lua/lua_compile.h"
#include "runtime/execution.h"
#include "runtime/reference.h"
#include "schema/schema.h"

#include <string.h>

/* ---- preflight ---- */

/* Bytes of the catalog read to find what unknown names stand for: a program may
 * have thousands of them, and nobody can stop a check. Then they are named
 * without suggestions. */
#define SUGGESTION_WORK UINT64_C(200000000)

static bool is_missing(const cm_runtime *r, const char *path, size_t len)
{
    if (len == 6 && memcmp(path, "search", 6) == 0)
        return false;
    uint32_t node = cm__reference_find(r->tree, path, len, false);
    return node == CM_TREE_NONE || !cm__tree_node(r->tree, node)->tool;
}

/* What became of looking at calls. */
typedef struct Preflight {
    const cm_runtime *runtime;
    const cm_allocator *alloc; /* for compiling */
    const Program *program;
    Diag *diag;         /* of the first missing tool, without a list */
    DiagList *problems; /* all of them; may be NULL */
    bool found;
    uint64_t look_left; /* work for suggestions */
} Preflight;

static bool describe_missing(Preflight *p, const char *path, size_t len,
                             uint32_t offset, Diag *ret_diag)
{
    const cm_runtime *r = p->runtime;
    const IndexMeter meter = { cm__schema_spend, &p->look_left };
    uint32_t line, column;
    program_location(p->program, offset, &line, &column);
    Buf text;
    cm__buf_init(&text, r->alloc, CM_BUF_NO_LIMIT);
    const char *hint =
        cm__unknown_tool_text(r, path, len, false, &meter, &text);
    if (text.status == CM_E_LIMIT) {
        text.status = CM_OK; /* only what was meant is not known */
        p->look_left = 0;
    }
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

/* False when memory is refused. */
static bool look_at_call(Preflight *p, const char *path, size_t len,
                         uint32_t offset)
{
    Diag d;
    const cm_runtime *r = p->runtime;
    if ((p->found && !p->problems) || !is_missing(r, path, len))
        return true;
    if (!describe_missing(p, path, len, offset, &d))
        return false;
    p->found = true;
    if (p->problems)
        return cm__diags_add(p->problems, r->alloc, &d);
    *p->diag = d;
    return true;
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

/* What a program may import (2.7): the user of JsImportHost is the runtime. */

static bool is_global(void *user, const char *name, size_t len)
{
    const cm_runtime *r = user;
    return cm__extension_find(r->extensions, name, len) != EXTENSION_NONE;
}

/* The node of a module that is an extension's: a global, or fs/promises. */
static uint32_t find_module(const cm_runtime *r, const char *specifier,
                            size_t len)
{
    const ExtensionSet *set = r->extensions;
    if (!cm__name_is(specifier, len, "fs/promises"))
        return cm__extension_find(set, specifier, len);
    uint32_t fs = cm__extension_find(set, "fs", 2);
    return fs == EXTENSION_NONE ? fs
                                : cm__extension_member(set, fs, "promises", 8);
}

static bool has_module(void *user, const char *specifier, size_t len)
{
    const cm_runtime *r = user;
    return js_module_exists(r->realm, specifier, len) ||
           find_module(r, specifier, len) != EXTENSION_NONE;
}

/* What an alias has of extensions. */
static bool is_alias_member(const cm_runtime *r, const char *specifier,
                            size_t len, const char *member, size_t member_len)
{
    return cm__name_is(specifier, len, "buffer") &&
           (cm__name_is(member, member_len, "Buffer") ||
            cm__name_is(member, member_len, "Blob")) &&
           cm__extension_find(r->extensions, member, member_len) !=
               EXTENSION_NONE;
}

static bool has_member(void *user, const char *specifier, size_t len,
                       const char *member, size_t member_len)
{
    const cm_runtime *r = user;
    if (js_module_exists(r->realm, specifier, len))
        return js_module_has_member(r->realm, specifier, len, member,
                                    member_len) ||
               is_alias_member(r, specifier, len, member, member_len);
    uint32_t node = find_module(r, specifier, len);
    return node != EXTENSION_NONE &&
           cm__extension_member(r->extensions, node, member, member_len) !=
               EXTENSION_NONE;
}

static cm_status compile_js(Preflight *p, const char *source, size_t source_len,
                            Program **ret_program)
{
    const cm_runtime *r = p->runtime;
    const JsImportHost imports = { .user = cm_unconst(r),
                                   .has_module = has_module,
                                   .has_member = has_member,
                                   .importable = r->importable,
                                   .is_global = is_global };
    JsCompileOptions options = { .want_calls = r->preflight || p->problems,
                                 .imports = &imports };
    JsCompileResult compiled;
    cm_status status = js_compile(p->alloc, r->realm, source, source_len,
                                  &options, ret_program, &compiled);
    p->program = *ret_program;
    if (status == CM_E_SYNTAX)
        status =
            copy_diag(r, &compiled.diag, p->diag) ? CM_E_SYNTAX : CM_E_NOMEM;
    for (size_t i = 0; status == CM_OK && i < compiled.n_calls; i++) {
        const JsToolCall *c = &compiled.calls[i];
        if (!look_at_call(p, c->path, c->path_len, c->offset))
            status = CM_E_NOMEM;
    }
    js_compile_result_done(&compiled);
    return status;
}

static bool copy_lua_diag(const cm_runtime *r, const LuaDiagnostic *from,
                          Diag *to)
{
    DiagKind kind =
        from->is_unsupported ? DIAG_UNSUPPORTED_SYNTAX : DIAG_PARSE_ERROR;
    if (!cm__diag_init(to, r->alloc, kind, from->message, strlen(from->message),
                       from->line, from->column))
        return false;
    if (!from->suggestion || cm__diag_suggest(to, r->alloc, from->suggestion,
                                              strlen(from->suggestion)))
        return true;
    cm__diag_done(to, r->alloc);
    return false;
}

static cm_status compile_lua(Preflight *p, const char *source,
                             size_t source_len, Program **ret_program)
{
    const cm_runtime *r = p->runtime;
    LuaCompileOptions options = { .want_calls = r->preflight || p->problems };
    LuaCompileResult compiled;
    cm_status status = lua_compile(p->alloc, r->realm, source, source_len,
                                   &options, ret_program, &compiled);
    p->program = *ret_program;
    if (status == CM_E_SYNTAX)
        status = copy_lua_diag(r, &compiled.diag, p->diag) ? CM_E_SYNTAX
                                                           : CM_E_NOMEM;
    for (size_t i = 0; status == CM_OK && i < compiled.n_calls; i++) {
        const LuaToolCall *c = &compiled.calls[i];
        if (!look_at_call(p, c->path, c->path_len, c->offset))
            status = CM_E_NOMEM;
    }
    lua_compile_result_done(&compiled);
    return status;
}

cm_status cm__compile(const cm_runtime *r, const cm_allocator *alloc,
                      const char *source, size_t source_len,
                      struct Program **ret_program, Diag *ret_diag,
                      DiagList *problems)
{
    Program *program = NULL;
    Preflight p = { .runtime = r,
                    .alloc = alloc,
                    .diag = ret_diag,
                    .problems = problems,
                    .look_left = SUGGESTION_WORK };
    cm_status status = r->language == CM_LANGUAGE_LUA
                           ? compile_lua(&p, source, source_len, &program)
                           : compile_js(&p, source, source_len, &program);
    if (status != CM_OK || (p.found && !problems)) {
        program_free(program);
        program = NULL;
    }
    if (status != CM_OK && status != CM_E_SYNTAX)
        return CM_E_NOMEM;
    *ret_program = program;
    return CM_OK;
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
        status = cm__compile(runtime, a, source, source_len, &p->program,
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
    cm_status status = cm__compile(runtime, a, source, source_len, &program,
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
