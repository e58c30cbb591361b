/* SPDX-License-Identifier: MIT */
/* Functions: closures, parameters, bodies. */
#include "js/emit_internal.h"

/* Parameters beyond this many are taken from the rest array. */
#define MAX_PARAM_REGS 64

/* ---- closures ---- */

static UpvalueDesc describe(Emit *e, Var *v)
{
    UpvalueDesc d = { 0 };
    uint32_t index;
    if (v->fn != e->fn) {
        index = cm__js_upvalue(e->scopes, e->fn, v);
    } else {
        if (v->place == VAR_NOWHERE || v->place == VAR_CALLEE)
            cm__var_prepare(e, v);
        d.from = v->place == VAR_SPILL ? UPVALUE_SPILL : UPVALUE_REGISTER;
        d.row = v->place == VAR_SPILL ? (uint8_t)e->spill_reg : 0;
        index = v->slot;
    }
    if (index > 0xFFFF)
        cm__emit_too_complex(e, e->fn->node ? e->fn->node->node.start : 0);
    d.index = (uint16_t)index;
    return d;
}

void cm__emit_closure(Emit *e, Func *fn, Str *name, uint32_t dst)
{
    uint32_t top = e->top;
    Arena *arena = &e->program->arena;
    FuncProto *p = (FuncProto *)cm__arena_zero(arena, sizeof *p);
    UpvalueDesc *ups = NULL;
    if (fn->n_ups)
        ups = (UpvalueDesc *)cm__arena_zero(arena, fn->n_ups * sizeof *ups);
    if (!p || (fn->n_ups && !ups)) {
        cm__emit_fail(e, CM_E_NOMEM);
        return;
    }
    uint32_t i = 0;
    for (const UpRef *u = fn->ups; u && ups; u = u->next)
        ups[i++] = describe(e, u->var);
    p->upvalues = ups;
    p->n_upvalues = fn->n_ups;
    p->name = name ? name : cm__emit_ascii(e, "");
    fn->proto = p;
    fn->next = NULL;
    if (e->queue_end)
        e->queue_end->next = fn;
    else
        e->queue = fn;
    e->queue_end = fn;
    uint32_t index = e->protos.n;
    *(FuncProto **)cm__vec_push(e, &e->protos) = p;
    if (index <= 0xFFFF) {
        emit_abx(e, OP_CLOSURE, dst, index);
    } else {
        emit_abc(e, OP_CLOSUREX, dst, 0, 0);
        cm__emit_word(e, index);
    }
    e->top = top;
}

/* ---- parameters ---- */

static bool is_rest(const JsParam *p)
{
    return p->is_rest;
}

static Var *param_var(const JsParam *p)
{
    return p->target->kind == JS_NODE_IDENT
               ? js_var(JS_AS_CONST(JsIdent, p->target)->decl)
               : NULL;
}

/* Some parameter may be read before it has its value: then the values stay
 * where the call put them and the variables live elsewhere. */
static bool has_marked_params(const JsFunction *f)
{
    for (const JsDecl *d = f->scope ? f->scope->first : NULL; d; d = d->next)
        if (js_var(d) && js_var(d)->needs_mark)
            return true;
    return false;
}

static void apply_init(Emit *e, JsParam *p, uint32_t reg)
{
    if (!p->init)
        return;
    Jumps given = { 0 };
    Str *name = NULL;
    if (param_var(p) && cm__expr_is_anonymous(p->init))
        name = cm__emit_atom(e, JS_AS(JsIdent, p->target)->name);
    cm__emit_jump(e, &given, INS_ABC(OP_JNUNDEF, reg, 0, 0));
    cm__expr_named(e, p->init, reg, name);
    cm__emit_patch(e, &given);
}

/* reg holds the argument. in_place: it may become the variable. */
static void bind_param(Emit *e, JsParam *p, uint32_t reg, bool in_place)
{
    Var *v = param_var(p);
    e->scribble = reg;
    apply_init(e, p, reg);
    e->scribble = NO_REG;
    if (v && in_place && v->place == VAR_NOWHERE) {
        v->place = VAR_REGISTER;
        v->slot = reg;
        if (v->is_boxed)
            emit_abc(e, OP_NEWBOX, reg, reg, 0);
    } else if (!v || v->place != VAR_REGISTER || v->slot != reg) {
        cm__emit_bind(e, p->target, reg, HOW_INIT);
        (void)emit_fix(e);
    }
}

static uint32_t declared_params(const JsFunction *f)
{
    const JsNode *last = f->params.last;
    bool rest = last && is_rest(JS_AS_CONST(JsParam, last));
    return f->params.count - rest;
}

static void emit_rest(Emit *e, uint32_t dst, uint32_t from)
{
    if (from > 0xFFFF)
        cm__emit_too_complex(e, e->fn->node->node.start);
    emit_abx(e, OP_REST, dst, from);
    e->proto->flags |= FUNC_VARARG;
}

/* A parameter that has no register of its own: taken from the row. */
static void late_param(Emit *e, JsParam *p, uint32_t row, uint32_t index)
{
    Var *v = param_var(p);
    if (v && v->place == VAR_NOWHERE)
        cm__var_place(e, v);
    (void)emit_fix(e);
    uint32_t top = e->top;
    uint32_t reg = cm__reg_new(e);
    cm__emit_load_number(e, reg, index - MAX_PARAM_REGS);
    emit_abc(e, OP_GETELEM, reg, row, reg);
    bind_param(e, p, reg, false);
    if (v)
        e->top = e->n_fixed = top;
}

static void emit_params(Emit *e, JsFunction *f)
{
    bool marked = has_marked_params(f);
    uint32_t n = declared_params(f);
    uint32_t row = NO_REG;
    if (n > MAX_PARAM_REGS) {
        row = cm__reg_new(e);
        emit_rest(e, row, MAX_PARAM_REGS);
    }
    if (marked)
        (void)cm__scope_open(e, f->scope);
    (void)emit_fix(e);
    uint32_t i = 0;
    for (JsNode *x = f->params.first; x && e->status == CM_OK; x = x->next) {
        JsParam *p = JS_AS(JsParam, x);
        uint32_t reg = i;
        if (is_rest(p)) {
            reg = cm__reg_new(e);
            emit_rest(e, reg, i);
        }
        (void)emit_fix(e);
        if (!is_rest(p) && i >= MAX_PARAM_REGS)
            late_param(e, p, row, i);
        else
            bind_param(e, p, reg, !marked);
        i++;
    }
}

/* ---- what a frame starts with ---- */

static void place_now(Emit *e, Var *v)
{
    v->place = VAR_REGISTER;
    v->slot = cm__reg_new(e);
}

static void emit_special_vars(Emit *e, Func *fn)
{
    if (fn->self && fn->self->is_captured) {
        place_now(e, fn->self);
        emit_abc(e, OP_LOADCALLEE, fn->self->slot, 0, 0);
    }
    if (fn->args) {
        place_now(e, fn->args);
        emit_abc(e, OP_ARGUMENTS, fn->args->slot, 0, 0);
        e->proto->flags |= FUNC_VARARG;
        if (fn->args->is_boxed)
            emit_abc(e, OP_NEWBOX, fn->args->slot, fn->args->slot, 0);
    }
    if (fn->this_var) {
        place_now(e, fn->this_var);
        emit_abc(e, OP_LOADTDZ, fn->this_var->slot, 0, 0);
        emit_abc(e, OP_NEWBOX, fn->this_var->slot, fn->this_var->slot, 0);
    }
}

static void open_spill(Emit *e, const Func *fn)
{
    e->spill_reg = NO_REG;
    if (fn->n_max_vars <= MAX_FIXED_VARS)
        return;
    e->spill_reg = cm__reg_new(e);
    e->spill_pc = emit_pc(e);
    emit_abx(e, OP_NEWSPILL, e->spill_reg, 0);
}

static void close_spill(Emit *e)
{
    if (e->spill_reg == NO_REG)
        return;
    if (e->n_spilled > 0xFFFF)
        cm__emit_too_complex(e, e->fn->node ? e->fn->node->node.start : 0);
    else if (e->status == CM_OK)
        VEC_AT(uint32_t, e->code, e->spill_pc) =
            INS_ABX(OP_NEWSPILL, e->spill_reg, e->n_spilled);
}

/* `var x` beside a parameter x in a function with default values. */
static void copy_params(Emit *e, const JsScope *scope)
{
    for (JsDecl *d = scope ? scope->first : NULL; d; d = d->next) {
        Var *v = js_var(d);
        if (!v || !v->copy_of || d->value)
            continue;
        uint32_t top = e->top;
        uint32_t reg = cm__reg_new(e);
        cm__var_load(e, v->copy_of, reg);
        cm__var_store(e, v, reg);
        e->top = top;
    }
}

/* ---- the program ---- */

static void load_import(Emit *e, JsImport *i)
{
    uint32_t top = e->top;
    uint32_t ns = cm__reg_new(e);
    uint32_t k = cm__emit_const_str(e, cm__emit_atom(e, i->specifier));
    if (k > 0xFFFF) {
        cm__emit_too_complex(e, i->node.start);
        return;
    }
    cm__emit_pos(e, i->specifier_start, i->specifier_start);
    emit_abx(e, OP_IMPORT, ns, k);
    for (JsNode *x = i->names.first; x; x = x->next) {
        JsImportName *n = JS_AS(JsImportName, x);
        uint32_t reg = cm__reg_new(e);
        if (!js_var(n->decl))
            continue;
        emit_at(e, x);
        cm__emit_get_field(e, reg, ns, cm__emit_atom(e, n->imported));
        cm__var_init(e, js_var(n->decl), reg);
    }
    if (js_var(i->namespace))
        cm__var_init(e, js_var(i->namespace), ns);
    e->top = top;
}

static void load_imports(Emit *e, const JsProgram *tree)
{
    for (JsImport *i = tree->imports; i; i = i->next_import) {
        for (JsNode *x = i->names.first; x; x = x->next)
            if (js_var(JS_AS(JsImportName, x)->decl))
                cm__var_place(e, js_var(JS_AS(JsImportName, x)->decl));
        if (js_var(i->namespace))
            cm__var_place(e, js_var(i->namespace));
    }
    (void)emit_fix(e);
    for (JsImport *i = tree->imports; i; i = i->next_import)
        load_import(e, i);
}

static void return_result(Emit *e, uint32_t reg, const JsNode *at)
{
    cm__emit_pos(e, at->start, at->end);
    emit_abc(e, OP_CALLRESULT, reg, 0, 0);
    emit_abc(e, OP_RETURN, reg, 0, 0);
}

/* With `using` at the top: the result waits in a register until the end of the
 * scope. A function that is the result runs within it. */
static CM_NOINLINE void emit_using_program(Emit *e, const JsProgram *tree)
{
    bool exports = tree->export_default != NULL;
    const JsNode *value = exports ? tree->export_default->value : NULL;
    uint32_t result = exports ? e->export_reg : cm__reg_new(e);
    (void)emit_fix(e);
    emit_abc(e, OP_LOADUNDEF, result, 0, 0);
    Using *u = using_open(e, tree->main->body_scope);
    for (JsNode *n = tree->main->body.first; n && e->status == CM_OK;
         n = n->next) {
        if (n == tree->last && !exports && n->kind == JS_NODE_EXPRESSION) {
            value = JS_AS(JsExpression, n)->expr;
            cm__expr_to(e, JS_AS(JsExpression, n)->expr, result);
        } else {
            cm__emit_statement(e, n);
        }
    }
    if (value) {
        cm__emit_pos(e, value->start, value->end);
        emit_abc(e, OP_CALLRESULT, result, 0, 0);
    }
    cm__using_close(e, u);
    if (value)
        cm__emit_pos(e, value->start, value->end);
    emit_abc(e, OP_RETURN, result, 0, 0);
}

/* The result of a program (spec/execution.md 2.8). */
static void emit_program_body(Emit *e, const JsProgram *tree)
{
    const JsExportDefault *export_default = tree->export_default;
    e->export_reg = NO_REG;
    if (export_default) {
        e->export_reg = cm__reg_new(e);
        (void)emit_fix(e);
    }
    if (tree->main->body_scope->disposes) {
        emit_using_program(e, tree);
        return;
    }
    for (JsNode *n = tree->main->body.first; n && e->status == CM_OK;
         n = n->next) {
        if (n == tree->last && !export_default &&
            n->kind == JS_NODE_EXPRESSION) {
            JsNode *value = JS_AS(JsExpression, n)->expr;
            return_result(e, cm__expr_next(e, value), value);
            return;
        }
        cm__emit_statement(e, n);
    }
    if (export_default)
        return_result(e, e->export_reg, export_default->value);
    else
        emit_abc(e, OP_RETUNDEF, 0, 0, 0);
}

/* ---- bodies ---- */

static void emit_end(Emit *e)
{
    const JsFunction *f = e->fn->node;
    if (e->fn->cls && f->is_derived) {
        uint32_t reg = cm__reg_new(e);
        cm__emit_this(e, &f->node, reg);
        emit_abc(e, OP_RETURN, reg, 0, 0);
        return;
    }
    if (e->code.n && e->last_target != emit_pc(e)) {
        const JsNode *last = f->body.last;
        if (last && last->kind == JS_NODE_RETURN && !e->is_generator)
            return; /* the end is never reached */
    }
    emit_abc(e, OP_RETUNDEF, 0, 0, 0);
}

static void emit_instance_start(Emit *e)
{
    const Func *fn = e->fn;
    if (!fn->cls || fn->node->is_derived)
        return;
    uint32_t reg = cm__reg_new(e);
    uint32_t pc = emit_pc(e);
    emit_abc(e, OP_LOADTHIS, reg, 0, 0);
    cm__emit_instance(e, reg);
    cm__emit_param_properties(e, reg);
    if (emit_pc(e) == pc + 1 && e->status == CM_OK)
        e->code.n = pc; /* nobody wanted it */
    e->top = e->n_fixed;
}

static void emit_expression_body(Emit *e, JsFunction *f)
{
    cm__emit_return_value(e, f->expression, f->expression->start,
                          f->expression->end);
}

static void emit_body(Emit *e, JsFunction *f)
{
    if (f->func_kind == JS_FUNC_FIELDS) {
        cm__emit_initializers(e, f->home_class,
                              f == f->home_class->static_fields);
        emit_abc(e, OP_RETUNDEF, 0, 0, 0);
        return;
    }
    (void)cm__scope_open(e, f->body_scope);
    copy_params(e, f->body_scope);
    if (f->func_kind == JS_FUNC_PROGRAM)
        load_imports(e, e->options->tree);
    if (e->is_generator)
        emit_abc(e, OP_GENSTART, 0, 0, 0);
    cm__scope_functions(e, f->body_scope);
    emit_instance_start(e);
    if (f->func_kind == JS_FUNC_PROGRAM) {
        emit_program_body(e, e->options->tree);
    } else if (f->is_expression_body) {
        emit_expression_body(e, f);
    } else {
        Using *u = using_open(e, f->body_scope);
        cm__emit_statements(e, &f->body);
        cm__using_close(e, u);
        emit_end(e);
    }
}

static uint32_t function_flags(const Func *fn)
{
    const JsFunction *f = fn->node;
    uint32_t flags = 0;
    if (!f)
        return FUNC_CLASS |
               /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): class */
               (fn->cls->heritage ? FUNC_DERIVED | FUNC_NEEDS_HOME : 0);
    if (f->is_async || f->func_kind == JS_FUNC_PROGRAM)
        flags |= FUNC_ASYNC;
    if (f->is_generator)
        flags |= FUNC_GENERATOR;
    if (f->uses_super_property || f->uses_super_call)
        flags |= FUNC_NEEDS_HOME;
    switch ((JsFunctionKind)f->func_kind) {
    case JS_FUNC_PROGRAM:
        return flags | FUNC_PROGRAM;
    case JS_FUNC_NORMAL:
        return flags;
    case JS_FUNC_ARROW:
        return flags | FUNC_ARROW;
    case JS_FUNC_CONSTRUCTOR:
        return flags | FUNC_CLASS | (f->is_derived ? FUNC_DERIVED : 0);
    case JS_FUNC_METHOD:
    case JS_FUNC_GETTER:
    case JS_FUNC_SETTER:
    case JS_FUNC_FIELDS:
    case JS_FUNC_STATIC_BLOCK:
        return flags | FUNC_METHOD;
    }
    cm_unreachable();
}

static void describe_proto(Emit *e, const Func *fn)
{
    const JsFunction *f = fn->node;
    FuncProto *p = e->proto;
    const JsNode *text = fn->cls ? &fn->cls->node : &f->node;
    p->flags = function_flags(fn);
    p->program = e->program;
    p->id = e->n_functions++;
    p->source_start = text->start;
    p->source_end = text->end;
    if (!f)
        return;
    p->length = f->length;
    p->n_params = declared_params(f);
    if (p->n_params > MAX_PARAM_REGS)
        p->n_params = MAX_PARAM_REGS;
}

static void start_function(Emit *e, Func *fn)
{
    e->fn = fn;
    e->proto = fn->proto;
    e->code.n = e->consts.n = e->positions.n = e->handlers.n = 0;
    e->literals.n = e->protos.n = e->controls.n = 0;
    e->generation++;
    e->n_consts_hashed = 0;
    e->n_ics = 0;
    e->top = e->n_fixed = e->n_max = 0;
    e->scribble = NO_REG;
    e->n_spilled = 0;
    e->last_target = 0;
    e->unwind = NULL;
    e->using = NULL;
    e->is_async = fn->node && (fn->node->is_async ||
                               fn->node->func_kind == JS_FUNC_PROGRAM);
    e->is_generator = fn->node && fn->node->is_generator;
    describe_proto(e, fn);
}

static const void *copy_out(Emit *e, const Vec *v)
{
    if (!v->n)
        return NULL;
    void *p = cm__arena_alloc(&e->program->arena, (size_t)v->n * v->size);
    if (!p) {
        cm__emit_fail(e, CM_E_NOMEM);
        return NULL;
    }
    memcpy(p, v->items, (size_t)v->n * v->size);
    return p;
}

static void finish_function(Emit *e)
{
    FuncProto *p = e->proto;
    if (e->status != CM_OK)
        return;
    p->code = (const uint32_t *)copy_out(e, &e->code);
    p->n_code = e->code.n;
    p->consts = (const Value *)copy_out(e, &e->consts);
    p->n_consts = e->consts.n;
    p->positions = (const CodePos *)copy_out(e, &e->positions);
    p->n_positions = e->positions.n;
    p->handlers = (const CodeHandler *)copy_out(e, &e->handlers);
    p->n_handlers = e->handlers.n;
    p->literals = (const LiteralKeys *)copy_out(e, &e->literals);
    p->n_literals = e->literals.n;
    p->protos = cm_unconst(copy_out(e, &e->protos));
    p->n_protos = e->protos.n;
    p->n_ics = e->n_ics;
    p->n_regs = e->n_max;
}

void cm__emit_function(Emit *e, Func *fn)
{
    start_function(e, fn);
    (void)cm__reg_run(e, e->proto->n_params);
    (void)emit_fix(e);
    if (!fn->node) {
        cm__emit_default_constructor(e);
    } else {
        open_spill(e, fn);
        emit_special_vars(e, fn);
        (void)emit_fix(e);
        emit_params(e, fn->node);
        (void)emit_fix(e);
        emit_body(e, fn->node);
        close_spill(e);
    }
    finish_function(e);
}
