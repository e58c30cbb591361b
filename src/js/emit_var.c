/* SPDX-License-Identifier: MIT */
/* Variables: where they live, how they are read, written and checked. */
#include "js/emit_internal.h"

#include <math.h>

/* ---- placement ---- */

void cm__var_place(Emit *e, Var *v)
{
    if (v->place == VAR_REGISTER || v->place == VAR_SPILL)
        return;
    if (e->spill_reg != NO_REG && e->top >= MAX_FIXED_VARS) {
        v->place = VAR_SPILL;
        v->slot = e->n_spilled++;
        return;
    }
    v->place = VAR_REGISTER;
    v->slot = cm__reg_new(e);
}

static void load_spill(Emit *e, uint32_t dst, uint32_t slot)
{
    emit_abc(e, OP_GETSPILL, dst, e->spill_reg, 0);
    cm__emit_word(e, slot);
}

static void store_spill(Emit *e, uint32_t src, uint32_t slot)
{
    emit_abc(e, OP_SETSPILL, src, e->spill_reg, 0);
    cm__emit_word(e, slot);
}

/* Scope entry: the mark of the dead zone, a box that closures made before the
 * initialisation can share. */
void cm__var_prepare(Emit *e, Var *v)
{
    cm__var_place(e, v);
    uint32_t top = e->top;
    uint32_t reg = v->place == VAR_REGISTER ? v->slot : cm__reg_new(e);
    emit_abc(e, v->needs_mark ? OP_LOADTDZ : OP_LOADUNDEF, reg, 0, 0);
    if (v->is_boxed)
        emit_abc(e, OP_NEWBOX, reg, reg, 0);
    if (v->place == VAR_SPILL)
        store_spill(e, reg, v->slot);
    e->top = top;
}

/* Whether the box exists from scope entry on. */
static bool is_early(const Var *v)
{
    return v->needs_mark || v->kind == JS_DECL_VAR ||
           v->kind == JS_DECL_FUNCTION || (v->is_boxed && !v->has_zone);
}

void cm__var_init(Emit *e, Var *v, uint32_t src)
{
    if (v->place == VAR_NOWHERE)
        cm__var_place(e, v);
    if (is_early(v)) {
        cm__var_store(e, v, src);
        return;
    }
    if (v->place == VAR_REGISTER) {
        if (v->is_boxed)
            emit_abc(e, OP_NEWBOX, v->slot, src, 0);
        else
            cm__emit_move(e, v->slot, src);
        return;
    }
    uint32_t top = e->top;
    if (v->is_boxed) {
        uint32_t box = cm__reg_new(e);
        emit_abc(e, OP_NEWBOX, box, src, 0);
        src = box;
    }
    store_spill(e, src, v->slot);
    e->top = top;
}

uint32_t cm__var_register(const Emit *e, const Var *v)
{
    return v->fn == e->fn && v->place == VAR_REGISTER && !v->is_boxed ? v->slot
                                                                      : NO_REG;
}

uint32_t cm__var_init_target(Emit *e, Var *v)
{
    if (v->place == VAR_NOWHERE)
        cm__var_place(e, v);
    if (v->needs_mark || v->is_boxed || v->place != VAR_REGISTER)
        return NO_REG;
    return v->slot;
}

/* ---- reading and writing ---- */

void cm__var_load(Emit *e, Var *v, uint32_t dst)
{
    if (v->fn != e->fn) {
        uint32_t up = cm__js_upvalue(e->scopes, e->fn, v);
        if (up > 0xFFFF) {
            cm__emit_too_complex(e, 0);
            return;
        }
        emit_abx(e, v->is_boxed ? OP_GETUPBOX : OP_GETUPVAL, dst, up);
        return;
    }
    switch ((VarPlace)v->place) {
    case VAR_NOWHERE:
        /* only an unreachable use of a variable that is never initialised */
        emit_abc(e, OP_LOADUNDEF, dst, 0, 0);
        return;
    case VAR_CALLEE:
        emit_abc(e, OP_LOADCALLEE, dst, 0, 0);
        return;
    case VAR_REGISTER:
        if (v->is_boxed)
            emit_abc(e, OP_GETBOX, dst, v->slot, 0);
        else
            cm__emit_move(e, dst, v->slot);
        return;
    case VAR_SPILL:
        load_spill(e, dst, v->slot);
        if (v->is_boxed)
            emit_abc(e, OP_GETBOX, dst, dst, 0);
        return;
    }
}

void cm__var_store(Emit *e, Var *v, uint32_t src)
{
    if (v->fn != e->fn) {
        uint32_t up = cm__js_upvalue(e->scopes, e->fn, v);
        if (up > 0xFFFF)
            cm__emit_too_complex(e, 0);
        else
            emit_abx(e, OP_SETUPBOX, src, up);
        return;
    }
    if (v->place == VAR_NOWHERE)
        cm__var_place(e, v);
    if (v->place == VAR_REGISTER) {
        if (v->is_boxed)
            emit_abc(e, OP_SETBOX, v->slot, src, 0);
        else
            cm__emit_move(e, v->slot, src);
    } else if (v->place == VAR_SPILL) {
        uint32_t top = e->top;
        if (v->is_boxed) {
            uint32_t box = cm__reg_new(e);
            load_spill(e, box, v->slot);
            emit_abc(e, OP_SETBOX, box, src, 0);
        } else {
            store_spill(e, src, v->slot);
        }
        e->top = top;
    }
}

void cm__var_check(Emit *e, const JsIdent *ident, uint32_t reg)
{
    if (!(ident->node.flags & JS_FLAG_CHECK))
        return;
    emit_at(e, &ident->node);
    emit_abc(e, OP_CHECKTDZ, reg, 0, 0);
    cm__emit_word(e, cm__emit_const_str(e, cm__emit_atom(e, ident->name)));
}

/* ---- scopes ---- */

ScopeMark cm__scope_open(Emit *e, JsScope *scope)
{
    ScopeMark mark = { e->top, e->n_fixed };
    if (!scope)
        return mark;
    for (JsDecl *d = scope->first; d; d = d->next) {
        Var *v = js_var(d);
        if (!v || v->place != VAR_NOWHERE || v->fn != e->fn || v->enum_decl)
            continue;
        if (is_early(v)) {
            if (v->kind == JS_DECL_FUNCTION && !v->is_boxed && !v->needs_mark &&
                d->value)
                cm__var_place(e, v); /* filled in at once */
            else
                cm__var_prepare(e, v);
        }
    }
    e->n_fixed = e->top;
    return mark;
}

void cm__scope_close(Emit *e, ScopeMark mark)
{
    e->top = mark.top;
    e->n_fixed = mark.n_fixed;
}

void cm__scope_functions(Emit *e, JsScope *scope)
{
    for (JsDecl *d = scope ? scope->first : NULL; d; d = d->next) {
        Var *v = js_var(d);
        if (!d->value || !v)
            continue;
        Func *fn = (Func *)d->value->extra;
        Str *name = cm__emit_atom(e, d->name);
        uint32_t reg = cm__var_register(e, v);
        if (reg != NO_REG) {
            cm__emit_closure(e, fn, name, reg);
            continue;
        }
        uint32_t top = e->top;
        reg = cm__reg_new(e);
        cm__emit_closure(e, fn, name, reg);
        cm__var_store(e, v, reg);
        e->top = top;
    }
}

/* ---- identifiers ---- */

/* The value of a name that the program does not declare, when it is known. */
static Value builtin(Emit *e, JsName *name)
{
    if (js_name_is(name, "undefined"))
        return VALUE_UNDEFINED;
    if (js_name_is(name, "NaN"))
        return VALUE_NAN;
    if (js_name_is(name, "Infinity"))
        return value_double(HUGE_VAL);
    Str *atom = cm__emit_atom(e, name);
    if (!e->options->realm || !atom)
        return VALUE_ABSENT;
    return realm_global(e->options->realm, atom);
}

static void global(Emit *e, JsIdent *n, uint32_t dst, Op op)
{
    uint32_t k = cm__emit_const_str(e, cm__emit_atom(e, n->name));
    uint32_t ic = cm__emit_ic(e);
    if (k > 0xFFFF || ic == NO_REG) {
        cm__emit_too_complex(e, n->node.start);
        return;
    }
    cm__emit_pos(e, n->node.start, n->node.end);
    emit_abc(e, op, dst, 0, 0);
    cm__emit_word(e, k | ic << 16);
}

static void load_enum_member(Emit *e, const JsIdent *n, Var *v, uint32_t dst)
{
    uint32_t top = e->top;
    Var *object = js_var(v->enum_decl);
    uint32_t reg = cm__var_register(e, object);
    if (reg == NO_REG) {
        reg = cm__reg_new(e);
        cm__var_load(e, object, reg);
    }
    emit_at(e, &n->node);
    cm__emit_get_field(e, dst, reg, cm__emit_atom(e, n->name));
    e->top = top;
}

void cm__emit_ident(Emit *e, JsIdent *n, uint32_t dst)
{
    Var *v = js_var(n->decl);
    if (v && v->enum_decl) {
        load_enum_member(e, n, v, dst);
    } else if (v) {
        uint32_t reg = cm__var_register(e, v);
        if (reg != NO_REG && (n->node.flags & JS_FLAG_CHECK))
            cm__var_check(e, n, reg);
        cm__var_load(e, v, dst);
        if (reg == NO_REG)
            cm__var_check(e, n, dst);
    } else {
        Value known = builtin(e, n->name);
        if (known == VALUE_UNDEFINED)
            emit_abc(e, OP_LOADUNDEF, dst, 0, 0);
        else if (known != VALUE_ABSENT)
            cm__emit_load_value(e, dst, known);
        else
            global(e, n, dst, OP_GETGLOBAL);
    }
}

void cm__emit_typeof_ident(Emit *e, JsIdent *n, uint32_t dst)
{
    if (!js_var(n->decl) && builtin(e, n->name) == VALUE_ABSENT) {
        global(e, n, dst, OP_TYPEOFGLOBAL);
        return;
    }
    uint32_t top = e->top;
    uint32_t reg = cm__expr_any(e, &n->node);
    emit_at(e, &n->node);
    emit_abc(e, OP_TYPEOF, dst, reg, 0);
    e->top = top;
}

static bool is_host_global(const Emit *e, const JsName *name)
{
    const EmitOptions *o = e->options;
    return o->is_global && !name->text.wide &&
           o->is_global(o->global_user, (const char *)name->text.units,
                        name->text.len);
}

static void store_unbound(Emit *e, JsIdent *n)
{
    static const char *const host[] = { "tools", "search", "console",
                                        "globalThis", "require" };
    Str *atom = cm__emit_atom(e, n->name);
    bool known = builtin(e, n->name) != VALUE_ABSENT;
    for (size_t i = 0; i < CM_ARRAY_LEN(host); i++)
        known = known || js_name_is(n->name, host[i]);
    known = known || is_host_global(e, n->name);
    if (known)
        atom = cm__emit_prefixed(e, "Cannot assign to read only global ", atom);
    emit_at(e, &n->node);
    emit_abc(e, known ? OP_THROWTYPE : OP_THROWREF, 0, 0, 0);
    cm__emit_word(e, cm__emit_const_str(e, atom));
}

void cm__emit_store_ident(Emit *e, JsIdent *n, uint32_t src)
{
    Var *v = js_var(n->decl);
    if (!v) {
        store_unbound(e, n);
        return;
    }
    if ((n->node.flags & JS_FLAG_CHECK) && !v->enum_decl) {
        uint32_t top = e->top;
        uint32_t reg = cm__var_register(e, v);
        if (reg == NO_REG) {
            reg = cm__reg_new(e);
            cm__var_load(e, v, reg);
        }
        cm__var_check(e, n, reg);
        e->top = top;
    }
    if (v->kind == JS_DECL_CONST || v->kind == JS_DECL_SELF ||
        v->kind == JS_DECL_IMPORT || v->enum_decl) {
        emit_at(e, &n->node);
        emit_abc(e, OP_THROWCONST, 0, 0, 0);
        cm__emit_word(e, cm__emit_const_str(e, cm__emit_atom(e, n->name)));
        return;
    }
    cm__var_store(e, v, src);
}

void cm__emit_this(Emit *e, const JsNode *n, uint32_t dst)
{
    const Func *home = cm__emit_home(e);
    emit_at(e, n);
    if (home->this_var) {
        cm__var_load(e, home->this_var, dst);
        emit_abc(e, OP_CHECKTHIS, dst, 0, 0);
        return;
    }
    emit_abc(e, OP_LOADTHIS, dst, 0, 0);
}
