/* SPDX-License-Identifier: MIT */
#include "js/compile.h"

#include "base/buf.h"
#include "js/emit.h"
#include "js/parser.h"
#include "js/preflight.h"
#include "js/scope.h"

#include <string.h>

#define DEFAULT_MEMORY ((size_t)1 << 30)

typedef struct Compile {
    const cm_allocator *alloc;
    const Realm *realm;
    const char *source;
    size_t len;
    const JsCompileOptions *opts;
    JsCompileResult *result;
    JsProgram *tree;
} Compile;

/* ---- static imports (spec 2.7) ---- */

static uint32_t unit_at(const JsText *t, uint32_t i)
{
    return t->wide ? ((const uint16_t *)t->units)[i]
                   : ((const uint8_t *)t->units)[i];
}

static void name_to_utf8(const JsName *name, Buf *out)
{
    const JsText *t = &name->text;
    for (uint32_t i = 0; i < t->len; i++) {
        uint32_t c = unit_at(t, i);
        uint32_t low = i + 1 < t->len ? unit_at(t, i + 1) : 0;
        if (c >= 0xD800 && c < 0xDC00 && low >= 0xDC00 && low < 0xE000) {
            c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
            i++;
        }
        cm__buf_add_code_point(out, c);
    }
}

/* member NULL: the module itself does not resolve. */
static cm_status refuse_import(Compile *c, uint32_t offset,
                               const Buf *specifier, const char *member)
{
    const JsImportHost *host = c->opts ? c->opts->imports : NULL;
    Arena *arena = &c->result->arena;
    Buf text, instead;
    cm__buf_init(&text, c->alloc, 4096);
    cm__buf_init(&instead, c->alloc, 4096);
    if (member)
        cm__buf_add_fmt(&text, "\"%s\" has no member \"%s\"",
                        cm__buf_text(specifier), member);
    else
        cm__buf_add_fmt(&text, "\"%s\" cannot be imported",
                        cm__buf_text(specifier));
    if (host && host->importable && host->importable[0])
        cm__buf_add_fmt(&instead,
                        "These can be imported: %s; host tools need no "
                        "import, call them as tools.name(...)",
                        host->importable);
    else
        cm__buf_add_str(&instead, "Host tools need no import, call them as "
                                  "tools.name(...)");
    const char *message = cm__arena_text(arena, cm__buf_text(&text), text.len);
    const char *hint =
        cm__arena_text(arena, cm__buf_text(&instead), instead.len);
    bool ok =
        text.status != CM_E_NOMEM && instead.status != CM_E_NOMEM && message &&
        hint &&
        cm__js_diagnose(arena, c->source, c->len, JS_DIAG_UNSUPPORTED_SYNTAX,
                        offset, message, hint, &c->result->diag);
    cm__buf_done(&text);
    cm__buf_done(&instead);
    return ok ? CM_E_SYNTAX : CM_E_NOMEM;
}

static cm_status resolve_names(Compile *c, const JsImport *i,
                               const Buf *specifier)
{
    const JsImportHost *host = c->opts->imports;
    cm_status status = CM_OK;
    for (const JsNode *n = i->names.first; n && status == CM_OK; n = n->next) {
        const JsImportName *name = JS_AS_CONST(JsImportName, n);
        Buf member;
        cm__buf_init(&member, c->alloc, 4096);
        name_to_utf8(name->imported, &member);
        const char *text = cm__buf_text(&member);
        if (member.status != CM_OK)
            status = member.status;
        else if (strcmp(text, "default") != 0 &&
                 !host->has_member(host->user, cm__buf_text(specifier),
                                   specifier->len, text, member.len))
            status = refuse_import(c, n->start, specifier, text);
        cm__buf_done(&member);
    }
    return status;
}

static cm_status resolve_import(Compile *c, const JsImport *i)
{
    const JsImportHost *host = c->opts ? c->opts->imports : NULL;
    cm_status status = CM_OK;
    Buf specifier;
    cm__buf_init(&specifier, c->alloc, (size_t)1 << 20);
    name_to_utf8(i->specifier, &specifier);
    if (specifier.status == CM_OK && specifier.len >= 5 &&
        memcmp(cm__buf_text(&specifier), "node:", 5) == 0) {
        memmove(specifier.bytes, specifier.bytes + 5, specifier.len - 5);
        cm__buf_truncate(&specifier, specifier.len - 5);
    }
    if (specifier.status != CM_OK)
        status = specifier.status;
    else if (!host || !host->has_module(host->user, cm__buf_text(&specifier),
                                        specifier.len))
        status = refuse_import(c, i->specifier_start, &specifier, NULL);
    else
        status = resolve_names(c, i, &specifier);
    cm__buf_done(&specifier);
    return status;
}

static cm_status resolve_imports(Compile *c)
{
    cm_status status = CM_OK;
    for (const JsImport *i = c->tree->imports; i && status == CM_OK;
         i = i->next_import)
        status = resolve_import(c, i);
    return status;
}

/* ---- steps ---- */

static cm_status generate(Compile *c, Program **ret_program)
{
    Arena *arena = &c->result->arena;
    ScopeResult scopes;
    if (!cm__js_scope(arena, c->tree, &scopes))
        return CM_E_NOMEM;
    if (c->opts && c->opts->want_calls &&
        !cm__js_preflight(arena, c->tree, &c->result->calls,
                          &c->result->n_calls))
        return CM_E_NOMEM;
    Program *program = program_new(c->alloc, c->realm, c->source, c->len);
    if (!program)
        return CM_E_NOMEM;
    EmitOptions options = { .alloc = c->alloc,
                            .arena = arena,
                            .realm = c->realm,
                            .program = program,
                            .tree = c->tree,
                            .scopes = &scopes };
    if (c->opts && c->opts->imports) {
        options.is_global = c->opts->imports->is_global;
        options.global_user = c->opts->imports->user;
    }
    cm_status status = cm__js_emit(&options, &c->result->diag);
    if (status == CM_OK)
        *ret_program = program;
    else
        program_free(program);
    return status;
}

cm_status js_compile(const cm_allocator *alloc, const Realm *realm,
                     const char *source, size_t len,
                     const JsCompileOptions *opts, Program **ret_program,
                     JsCompileResult *ret_result)
{
    size_t limit =
        opts && opts->memory_limit ? opts->memory_limit : DEFAULT_MEMORY;
    *ret_result = (JsCompileResult){ 0 };
    cm__arena_init(&ret_result->arena, alloc, limit);
    Compile c = { .alloc = alloc,
                  .realm = realm,
                  .source = source,
                  .len = len,
                  .opts = opts,
                  .result = ret_result };
    cm_status status = cm__js_parse(&ret_result->arena, source, len, NULL,
                                    &c.tree, &ret_result->diag);
    if (status == CM_OK)
        status = resolve_imports(&c);
    if (status == CM_OK)
        status = generate(&c, ret_program);
    if (status == CM_E_LIMIT)
        status = CM_E_NOMEM;
    return status;
}

void js_compile_result_done(JsCompileResult *result)
{
    cm__arena_done(&result->arena);
    *result = (JsCompileResult){ 0 };
}
