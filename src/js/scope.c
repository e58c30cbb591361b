/* SPDX-License-Identifier: MIT */
/* Names are resolved with one stack of bindings per name (JsName.binding), so
 * that a lookup is one load whatever the nesting. Captured variables become
 * upvalues of every function between use and owner, as in Lua (Ierusalimschy et
 * al., "The Implementation of Lua 5.0", 2005), but flat: closures copy values
 * or boxes and share nothing else with frames. */
#include "js/scope.h"

#include "base/hash.h"
#include "js/scope_internal.h"

#include <string.h>

void *cm__scope_alloc(Scoper *s, size_t size)
{
    void *p = cm__arena_zero(s->arena, size);
    if (p)
        return p;
    s->failed = true;
    memset(s->spare, 0, sizeof s->spare);
    return s->spare;
}

Func *cm__scope_func(Scoper *s, JsFunction *node, JsClass *cls)
{
    Func *fn = (Func *)cm__scope_alloc(s, sizeof *fn);
    fn->node = node;
    fn->cls = cls;
    fn->parent = s->fn;
    fn->home = fn;
    if (node && node->func_kind == JS_FUNC_ARROW && s->fn)
        fn->home = s->fn->home;
    if (node)
        node->extra = fn;
    return fn;
}

Var *cm__scope_var(Scoper *s, JsName *name, JsDeclKind kind)
{
    Var *v = (Var *)cm__scope_alloc(s, sizeof *v);
    v->name = name;
    v->fn = s->fn;
    v->kind = (uint8_t)kind;
    v->loop_depth = s->loop;
    return v;
}

/* ---- upvalue numbers ---- */

static uint32_t entry_hash(const Func *fn, const Var *var)
{
    return cm__hash_u64((uint64_t)(uintptr_t)fn * 31 +
                        (uint64_t)(uintptr_t)var);
}

static ScopeEntry *find_entry(const ScopeResult *r, const Func *fn,
                              const Var *var)
{
    uint32_t at = entry_hash(fn, var) & (r->n_slots - 1);
    while (r->entries[at].var &&
           (r->entries[at].var != var || r->entries[at].fn != fn))
        at = (at + 1) & (r->n_slots - 1);
    return &r->entries[at];
}

uint32_t cm__js_upvalue(const ScopeResult *r, const Func *fn, const Var *var)
{
    if (r->n_slots == 0)
        return UINT32_MAX;
    const ScopeEntry *e = find_entry(r, fn, var);
    return e->var ? e->index : UINT32_MAX;
}

static bool grow_entries(Scoper *s)
{
    ScopeResult *r = s->result;
    ScopeResult bigger = { .n_slots = r->n_slots ? r->n_slots * 2 : 64 };
    bigger.entries = (ScopeEntry *)cm__arena_zero(
        s->arena, bigger.n_slots * sizeof(ScopeEntry));
    if (!bigger.entries) {
        s->failed = true;
        return false;
    }
    for (uint32_t i = 0; i < r->n_slots; i++) {
        if (r->entries[i].var)
            *find_entry(&bigger, r->entries[i].fn, r->entries[i].var) =
                r->entries[i];
    }
    r->entries = bigger.entries;
    r->n_slots = bigger.n_slots;
    return true;
}

/* Gives every function from fn up to the owner's children an upvalue for v. */
static void capture(Scoper *s, Func *fn, Var *v)
{
    ScopeResult *r = s->result;
    v->is_captured = true;
    if (!v->is_init || v->is_assigned_in_loop)
        v->is_boxed = true;
    for (; fn && fn != v->fn; fn = fn->parent) {
        if (r->n_entries * 2 >= r->n_slots && !grow_entries(s))
            return;
        ScopeEntry *e = find_entry(r, fn, v);
        if (e->var)
            return;
        UpRef *up = (UpRef *)cm__scope_alloc(s, sizeof *up);
        up->var = v;
        if (fn->last_up)
            fn->last_up->next = up;
        else
            fn->ups = up;
        fn->last_up = up;
        *e = (ScopeEntry){ fn, v, fn->n_ups++ };
        r->n_entries++;
    }
}

/* ---- declarations ---- */

static bool decl_has_zone(const JsDecl *d)
{
    switch ((JsDeclKind)d->kind) {
    case JS_DECL_LET:
    case JS_DECL_CONST:
    case JS_DECL_CLASS:
    case JS_DECL_ENUM:
    case JS_DECL_PARAM: /* in patterns and defaults before its own */
    case JS_DECL_CATCH:
        return true;
    case JS_DECL_SELF:
        return d->scope->kind == JS_SCOPE_CLASS;
    case JS_DECL_VAR:
    case JS_DECL_FUNCTION:
    case JS_DECL_IMPORT:
    case JS_DECL_ENUM_MEMBER:
        return false;
    }
    cm_unreachable();
}

static void declare(Scoper *s, JsDecl *d)
{
    Var *v = NULL;
    const JsFunction *f = d->scope->function;
    if (d->param && f && f->has_simple_params)
        v = js_var(d->param);
    if (!v) {
        v = cm__scope_var(s, d->name, (JsDeclKind)d->kind);
        v->has_zone = decl_has_zone(d);
        v->is_init = !v->has_zone && d->kind != JS_DECL_FUNCTION;
        v->copy_of = js_var(d->param);
    }
    if (d->kind == JS_DECL_SELF && d->scope->kind == JS_SCOPE_SELF) {
        v->is_init = true;
        v->place = VAR_CALLEE;
        s->fn->self = v;
    }
    d->extra = v;
    if (!v->decl)
        v->decl = d;
    /* the parser's stack field serves as ours: what the name meant before */
    d->shadowed = (JsDecl *)d->name->binding;
    d->name->binding = v;
}

void cm__scope_enter(Scoper *s, JsScope *scope)
{
    if (!scope)
        return;
    for (JsDecl *d = scope->first; d; d = d->next)
        declare(s, d);
    s->fn->n_live += scope->n_decls;
    if (s->fn->n_live > s->fn->n_max_vars)
        s->fn->n_max_vars = s->fn->n_live;
}

/* A declaration for a variable that the parser knows nothing of. */
static JsDecl *make_decl(Scoper *s, JsName *name, Var *var)
{
    JsDecl *d = (JsDecl *)cm__scope_alloc(s, sizeof *d);
    d->name = name;
    d->kind = var->kind;
    d->extra = var;
    var->decl = d;
    return d;
}

/* A function that mentions its own name needs no variable for it unless the
 * name can come to mean something else. */
static void settle_self_uses(Scoper *s, Var *v)
{
    for (SelfUse *u = v->self_uses; u && !s->failed; u = u->next) {
        Func *self_fn = u->fn;
        while (self_fn->parent != v->fn)
            self_fn = self_fn->parent;
        if (v->is_assigned) {
            v->is_boxed = true;
            v->needs_mark = v->has_zone; /* its box is made before its value */
            capture(s, u->fn, v);
            continue;
        }
        if (!self_fn->self) {
            Var *self = cm__scope_var(s, v->name, JS_DECL_SELF);
            self->fn = self_fn;
            self->is_init = true;
            self->place = VAR_CALLEE;
            self_fn->self = self;
            (void)make_decl(s, v->name, self);
        }
        u->ident->decl = self_fn->self->decl;
        if (u->fn != self_fn)
            capture(s, u->fn, self_fn->self);
    }
    v->self_uses = NULL;
}

void cm__scope_leave(Scoper *s, JsScope *scope)
{
    if (!scope)
        return;
    for (JsDecl *d = scope->first; d; d = d->next) {
        Var *v = js_var(d);
        if (v && v->self_uses)
            settle_self_uses(s, v);
    }
    /* in reverse order of entering; names of one scope are distinct */
    for (JsDecl *d = scope->first; d; d = d->next)
        d->name->binding = d->shadowed;
    s->fn->n_live -= scope->n_decls;
}

JsDecl *cm__scope_push(Scoper *s, JsName *name, Var *var)
{
    JsDecl *d = make_decl(s, name, var);
    d->shadowed = (JsDecl *)name->binding;
    name->binding = var;
    return d;
}

void cm__scope_pop(Scoper *s, JsDecl *d)
{
    if (!s->failed)
        d->name->binding = d->shadowed;
}

/* ---- uses ---- */

/* `arguments` of the innermost function that has them; NULL outside. */
static Var *arguments_var(Scoper *s, JsName *name)
{
    Func *home = s->fn->home;
    if (!home->node || home->node->func_kind == JS_FUNC_PROGRAM ||
        home->node->func_kind == JS_FUNC_FIELDS ||
        home->node->func_kind == JS_FUNC_STATIC_BLOCK)
        return NULL;
    if (!home->args) {
        Func *here = s->fn;
        s->fn = home;
        home->args = cm__scope_var(s, name, JS_DECL_PARAM);
        s->fn = here;
        home->args->is_init = true;
        (void)make_decl(s, name, home->args);
        home->args->loop_depth = 0;
    }
    return home->args;
}

/* What a name means here; sets ident->decl. NULL: not declared. */
static Var *lookup(Scoper *s, JsIdent *ident)
{
    Var *v = (Var *)ident->name->binding;
    if (!v && js_name_is(ident->name, "arguments"))
        v = arguments_var(s, ident->name);
    ident->decl = v ? v->decl : NULL;
    return v;
}

void cm__scope_use(Scoper *s, Var *v)
{
    if (s->failed)
        return; /* functions and variables may be one and the same spare */
    v->is_used = true;
    if (v->fn != s->fn)
        capture(s, s->fn, v);
}

static void touch(Scoper *s, JsIdent *ident, Var *v)
{
    if (v->enum_decl) {
        cm__scope_use(s, js_var(v->enum_decl));
        return;
    }
    if (v->has_zone && !v->is_init) {
        ident->node.flags |= JS_FLAG_CHECK;
        v->needs_mark = true;
    }
    cm__scope_use(s, v);
}

void cm__scope_read(Scoper *s, JsIdent *ident)
{
    Var *v = lookup(s, ident);
    if (!v)
        return;
    if (v->self_open && v->fn != s->fn) {
        SelfUse *u = (SelfUse *)cm__scope_alloc(s, sizeof *u);
        *u = (SelfUse){ ident, s->fn, v->self_uses };
        v->self_uses = u;
        return;
    }
    touch(s, ident, v);
}

void cm__scope_assign(Scoper *s, JsIdent *ident)
{
    Var *v = lookup(s, ident);
    s->n_assigned++;
    if (!v)
        return;
    /* an assignment to one of these throws and changes nothing */
    if (v->kind == JS_DECL_CONST || v->kind == JS_DECL_SELF ||
        v->kind == JS_DECL_IMPORT) {
        if (v->has_zone)
            touch(s, ident, v);
        return;
    }
    v->is_assigned = true;
    if (v->fn == s->fn && s->loop > v->loop_depth)
        v->is_assigned_in_loop = true;
    if (v->is_captured || v->fn != s->fn)
        v->is_boxed = true;
    touch(s, ident, v);
}

void cm__scope_init(Scoper *s, Var *v)
{
    (void)s;
    v->is_init = true;
}

void cm__scope_this(Scoper *s)
{
    Func *home = s->fn->home;
    if (home == s->fn || !home->node || !home->node->is_derived ||
        home->node->func_kind != JS_FUNC_CONSTRUCTOR)
        return;
    if (!home->this_var) {
        home->this_var = cm__scope_var(s, NULL, JS_DECL_LET);
        home->this_var->fn = home;
        home->this_var->is_boxed = true;
    }
    capture(s, s->fn, home->this_var);
}

bool cm__js_scope(Arena *arena, JsProgram *program, ScopeResult *ret_result)
{
    Scoper s = { .arena = arena, .result = ret_result };
    *ret_result = (ScopeResult){ 0 };
    ret_result->main = cm__scope_function(&s, program->main, NULL);
    return !s.failed;
}
