/* SPDX-License-Identifier: MIT */
/* The driver: a queue of functions, the program first. */
#include "js/emit.h"

#include "js/emit_internal.h"

static void init_vecs(Emit *e)
{
    e->code.size = sizeof(uint32_t);
    e->consts.size = sizeof(Value);
    e->positions.size = sizeof(CodePos);
    e->handlers.size = sizeof(CodeHandler);
    e->literals.size = sizeof(LiteralKeys);
    e->protos.size = sizeof(FuncProto *);
    e->controls.size = sizeof(Control *);
}

/* So that a failed growth always has something to overwrite. */
static bool reserve(Emit *e, Vec *v)
{
    (void)cm__vec_push(e, v);
    v->n = 0;
    return e->status == CM_OK;
}

static bool reserve_vecs(Emit *e)
{
    Vec *const all[] = { &e->code,     &e->consts, &e->positions, &e->handlers,
                         &e->literals, &e->protos, &e->controls };
    for (size_t i = 0; i < CM_ARRAY_LEN(all); i++) {
        Vec *v = all[i];
        v->items = cm__alloc(e->options->alloc, (size_t)64 * v->size);
        if (!v->items)
            return false;
        v->cap = 64;
        if (!reserve(e, v))
            return false;
    }
    return true;
}

static void done(Emit *e)
{
    cm__vec_done(e, &e->code);
    cm__vec_done(e, &e->consts);
    cm__vec_done(e, &e->positions);
    cm__vec_done(e, &e->handlers);
    cm__vec_done(e, &e->literals);
    cm__vec_done(e, &e->protos);
    cm__vec_done(e, &e->controls);
    cm__free(e->options->alloc, e->const_slots,
             (size_t)e->n_const_slots * sizeof(ConstSlot));
}

static void emit_program(Emit *e)
{
    Program *p = e->program;
    Func *main = e->scopes->main;
    main->proto = (FuncProto *)cm__arena_zero(&p->arena, sizeof(FuncProto));
    if (!main->proto) {
        cm__emit_fail(e, CM_E_NOMEM);
        return;
    }
    main->proto->name = cm__emit_ascii(e, "");
    p->main = main->proto;
    cm__emit_function(e, main);
    while (e->queue && e->status == CM_OK) {
        Func *fn = e->queue;
        e->queue = fn->next;
        if (!e->queue)
            e->queue_end = NULL;
        cm__emit_function(e, fn);
    }
    p->n_protos = e->n_functions;
}

cm_status cm__js_emit(const EmitOptions *options, JsDiagnostic *ret_diag)
{
    Emit e = { .options = options,
               .arena = options->arena,
               .program = options->program,
               .scopes = options->scopes,
               .diag = ret_diag };
    init_vecs(&e);
    if (reserve_vecs(&e))
        emit_program(&e);
    else
        e.status = CM_E_NOMEM;
    done(&e);
    return e.status;
}
