/* SPDX-License-Identifier: MIT */
/* Expressions, conditions, calls. */
#include "engine/vm.h"
#include "lua/emit_internal.h"

/* ---- loads ---- */

static void load_constant(FuncState *fs, Value v, uint32_t reg)
{
    if (v == VALUE_UNDEFINED) {
        cm__lua_op(fs, INS_ABC(LUA_LOADNIL, reg, 0, 0));
    } else if (value_is_bool(v)) {
        cm__lua_op(fs, INS_ABC(v == VALUE_TRUE ? LUA_LOADTRUE : LUA_LOADFALSE,
                               reg, 0, 0));
    } else if (value_is_int(v) && value_to_int(v) == (int16_t)value_to_int(v)) {
        cm__lua_op(fs, INS_ABX(LUA_LOADI, reg, (uint16_t)value_to_int(v)));
    } else {
        uint32_t k = cm__lua_const(fs, v);
        if (k <= UINT16_MAX)
            cm__lua_op(fs, INS_ABX(LUA_LOADK, reg, k));
        else
            cm__lua_op2(fs, INS_ABC(LUA_LOADKX, reg, 0, 0), k);
    }
}

static void load_variable(FuncState *fs, LuaVar *v, uint32_t reg)
{
    bool boxed = lua_is_boxed_var(v);
    if (v->func != fs->f)
        cm__lua_op(fs, INS_ABX(boxed ? LUA_GETUPBOX : LUA_GETUPVAL, reg,
                               cm__lua_upvalue(fs, v)));
    else if (boxed)
        cm__lua_op(fs, INS_ABC(LUA_GETBOX, reg, v->reg, 0));
    else if (v->reg != reg)
        cm__lua_op(fs, INS_ABC(LUA_MOVE, reg, v->reg, 0));
}

static void load_global(FuncState *fs, const LuaExpr *e, uint32_t reg)
{
    uint32_t ext;
    if (cm__lua_key(fs, value_from_str(e->as.name), &ext))
        cm__lua_op2(fs, INS_ABC(LUA_GETGLOBAL, reg, 0, 0), ext);
    else
        cm__lua_emit_fail(fs, e->start, "Too many names in one function");
}

static void load_function(FuncState *fs, const LuaExpr *e, uint32_t reg)
{
    FuncProto *p = cm__lua_function_code(fs, fs->e, e->as.func);
    FuncProto **at =
        p ? cm__lua_push(fs, &fs->protos, sizeof(FuncProto *)) : NULL;
    if (!at)
        return;
    *at = p;
    uint32_t n = fs->protos.n - 1;
    cm__lua_at(fs, e->start, e->start);
    if (n <= UINT16_MAX)
        cm__lua_op(fs, INS_ABX(LUA_CLOSURE, reg, n));
    else
        cm__lua_op2(fs, INS_ABC(LUA_CLOSUREX, reg, 0, 0), n);
}

/* ---- arithmetic ---- */

static const uint8_t register_ops[] = {
    [LB_ADD] = LUA_ADD,   [LB_SUB] = LUA_SUB,   [LB_MUL] = LUA_MUL,
    [LB_DIV] = LUA_DIV,   [LB_MOD] = LUA_MOD,   [LB_IDIV] = LUA_IDIV,
    [LB_POW] = LUA_POW,   [LB_BAND] = LUA_BAND, [LB_BOR] = LUA_BOR,
    [LB_BXOR] = LUA_BXOR, [LB_SHL] = LUA_SHL,   [LB_SHR] = LUA_SHR,
};
static const uint8_t constant_ops[] = {
    [LB_ADD] = LUA_ADDK,   [LB_SUB] = LUA_SUBK,   [LB_MUL] = LUA_MULK,
    [LB_DIV] = LUA_DIVK,   [LB_MOD] = LUA_MODK,   [LB_IDIV] = LUA_IDIVK,
    [LB_POW] = LUA_POWK,   [LB_BAND] = LUA_BANDK, [LB_BOR] = LUA_BORK,
    [LB_BXOR] = LUA_BXORK, [LB_SHL] = LUA_SHLK,   [LB_SHR] = LUA_SHRK,
};

static bool is_number(const LuaExpr *e)
{
    return e->kind == LE_CONSTANT && lua_is_number(e->as.constant);
}

/* Number of a numeric constant that fits an operand; else false. */
static bool small_constant(FuncState *fs, const LuaExpr *e, uint32_t max,
                           uint32_t *ret)
{
    if (!is_number(e))
        return false;
    *ret = cm__lua_const(fs, e->as.constant);
    return *ret <= max;
}

static void arithmetic(FuncState *fs, const LuaExpr *e, uint32_t reg)
{
    const LuaExpr *a = e->as.pair.a, *b = e->as.pair.b;
    uint32_t saved = fs->free, k, y;
    bool commutes = e->op == LB_ADD || e->op == LB_MUL;
    if (commutes && is_number(a) && !is_number(b)) {
        const LuaExpr *t = a;
        a = b;
        b = t;
    }
    uint32_t x = cm__lua_operand(fs, a, reg);
    bool constant = small_constant(fs, b, UINT8_MAX, &k);
    y = constant ? k : cm__lua_any(fs, b);
    fs->free = saved;
    cm__lua_at(fs, e->start, e->start);
    cm__lua_name_operand(fs, 0, a);
    cm__lua_name_operand(fs, 1, b);
    cm__lua_op(fs, INS_ABC(constant ? constant_ops[e->op] : register_ops[e->op],
                           reg, x, y));
}

/* a .. b .. c is one instruction over a row of registers. */
static void concat(FuncState *fs, const LuaExpr *e, uint32_t reg)
{
    uint32_t saved = fs->free, first = saved, n = 0;
    const LuaExpr *at = e;
    uint32_t start = e->start;
    const LuaExpr *parts[256];
    for (;;) {
        bool more = at->kind == LE_BINARY && at->op == LB_CONCAT && n < 200;
        const LuaExpr *part = more ? at->as.pair.a : at;
        uint32_t r = cm__lua_reserve(fs, 1);
        parts[n++] = part;
        cm__lua_to(fs, part, r);
        fs->free = r + 1;
        if (!more)
            break;
        at = at->as.pair.b;
    }
    fs->free = saved;
    cm__lua_at(fs, start, start);
    for (uint32_t i = 0; i < n; i++)
        cm__lua_name_operand(fs, (uint8_t)i, parts[i]);
    cm__lua_op(fs, INS_ABC(LUA_CONCAT, reg, first, n));
}

static void unary(FuncState *fs, const LuaExpr *e, uint32_t reg)
{
    static const uint8_t ops[] = { [LU_NEGATE] = LUA_UNM,
                                   [LU_NOT] = LUA_NOT,
                                   [LU_LENGTH] = LUA_LEN,
                                   [LU_BNOT] = LUA_BNOT };
    uint32_t saved = fs->free;
    uint32_t x = cm__lua_operand(fs, e->as.pair.a, reg);
    fs->free = saved;
    cm__lua_at(fs, e->start, e->start);
    cm__lua_name_operand(fs, 0, e->as.pair.a);
    cm__lua_op(fs, INS_ABC(ops[e->op], reg, x, 0));
}

/* ---- conditions ---- */

static bool is_comparison(const LuaExpr *e)
{
    return e->kind == LE_BINARY && e->op >= LB_EQ && e->op <= LB_GE;
}

/* Jump instructions when the relation holds, and when it does not. */
typedef struct Relation {
    uint8_t holds, fails;
} Relation;

static const Relation with_constant[] = {
    [LB_EQ] = { LUA_JEQK, LUA_JNEK },  [LB_NE] = { LUA_JNEK, LUA_JEQK },
    [LB_LT] = { LUA_JLTK, LUA_JNLTK }, [LB_LE] = { LUA_JLEK, LUA_JNLEK },
    [LB_GT] = { LUA_JGTK, LUA_JNGTK }, [LB_GE] = { LUA_JGEK, LUA_JNGEK },
};
static const Relation with_register[] = {
    [LB_EQ] = { LUA_JEQ, LUA_JNE },
    [LB_NE] = { LUA_JNE, LUA_JEQ },
    [LB_LT] = { LUA_JLT, LUA_JNLT },
    [LB_LE] = { LUA_JLE, LUA_JNLE },
};
static const uint8_t mirrored[] = {
    [LB_EQ] = LB_EQ, [LB_NE] = LB_NE, [LB_LT] = LB_GT,
    [LB_LE] = LB_GE, [LB_GT] = LB_LT, [LB_GE] = LB_LE,
};

/* Equality takes any constant, order only numbers. */
static bool comparable_constant(FuncState *fs, const LuaExpr *e, uint8_t op,
                                uint32_t *ret)
{
    bool equality = op == LB_EQ || op == LB_NE;
    if (e->kind != LE_CONSTANT || (!equality && !is_number(e)))
        return false;
    *ret = cm__lua_const(fs, e->as.constant);
    return *ret <= UINT16_MAX;
}

static void compare(FuncState *fs, const LuaExpr *e, bool when, JumpList *list)
{
    const LuaExpr *a = e->as.pair.a, *b = e->as.pair.b;
    uint8_t op = e->op;
    uint32_t saved = fs->free, k, x, y;
    if (a->kind == LE_CONSTANT && b->kind != LE_CONSTANT &&
        comparable_constant(fs, a, op, &k)) {
        const LuaExpr *t = a;
        a = b;
        b = t;
        op = mirrored[op];
    }
    x = cm__lua_any(fs, a);
    if (comparable_constant(fs, b, op, &k)) {
        fs->free = saved;
        cm__lua_at(fs, e->start, e->start);
        Relation r = with_constant[op];
        cm__lua_jump(fs, INS_ABX(when ? r.holds : r.fails, x, k), list);
        return;
    }
    y = cm__lua_any(fs, b);
    fs->free = saved;
    cm__lua_at(fs, e->start, e->start);
    if (op == LB_GT || op == LB_GE) {
        uint32_t t = x;
        x = y;
        y = t;
        op = mirrored[op];
    }
    Relation r = with_register[op];
    cm__lua_jump(fs, INS_ABC(when ? r.holds : r.fails, x, y, 0), list);
}

void cm__lua_cond(FuncState *fs, const LuaExpr *e, bool when, JumpList *list)
{
    uint32_t saved = fs->free;
    JumpList skip = 0;
    while (e->kind == LE_PAREN && !lua_is_multi(e->as.pair.a))
        e = e->as.pair.a;
    if (e->kind == LE_UNARY && e->op == LU_NOT) {
        cm__lua_cond(fs, e->as.pair.a, !when, list);
    } else if (e->kind == LE_AND || e->kind == LE_OR) {
        bool decides = e->kind == LE_OR; /* truth of a that ends it */
        if (when == decides) {
            cm__lua_cond(fs, e->as.pair.a, when, list);
            cm__lua_cond(fs, e->as.pair.b, when, list);
        } else {
            cm__lua_cond(fs, e->as.pair.a, decides, &skip);
            cm__lua_cond(fs, e->as.pair.b, when, list);
            cm__lua_patch_here(fs, skip);
        }
    } else if (is_comparison(e)) {
        compare(fs, e, when, list);
    } else if (e->kind == LE_CONSTANT) {
        if (lua_truthy(e->as.constant) == when)
            cm__lua_jump(fs, INS_ABC(LUA_JMP, 0, 0, 0), list);
    } else {
        uint32_t r = cm__lua_any(fs, e);
        fs->free = saved;
        cm__lua_jump(fs, INS_ABC(when ? LUA_JT : LUA_JF, r, 0, 0), list);
    }
}

/* Comparisons and `not` as values. */
static void truth_value(FuncState *fs, const LuaExpr *e, uint32_t reg)
{
    JumpList no = 0, end = 0;
    cm__lua_cond(fs, e, false, &no);
    cm__lua_op(fs, INS_ABC(LUA_LOADTRUE, reg, 0, 0));
    cm__lua_jump(fs, INS_ABC(LUA_JMP, 0, 0, 0), &end);
    cm__lua_patch_here(fs, no);
    cm__lua_op(fs, INS_ABC(LUA_LOADFALSE, reg, 0, 0));
    cm__lua_patch_here(fs, end);
}

/* The value of e in reg if its truth is `wanted`; else a jump, reg then being
 * anything. */
static void value_or_jump(FuncState *fs, const LuaExpr *e, uint32_t reg,
                          bool wanted, JumpList *list)
{
    if (e->kind == (wanted ? LE_AND : LE_OR)) {
        /* c and x or y: c alone decides whether x matters. */
        cm__lua_cond(fs, e->as.pair.a, !wanted, list);
        value_or_jump(fs, e->as.pair.b, reg, wanted, list);
    } else if (is_comparison(e) || (e->kind == LE_UNARY && e->op == LU_NOT)) {
        cm__lua_cond(fs, e, !wanted, list);
        cm__lua_op(fs,
                   INS_ABC(wanted ? LUA_LOADTRUE : LUA_LOADFALSE, reg, 0, 0));
    } else {
        cm__lua_to(fs, e, reg);
        cm__lua_jump(fs, INS_ABC(wanted ? LUA_JF : LUA_JT, reg, 0, 0), list);
    }
}

static void logical(FuncState *fs, const LuaExpr *e, uint32_t reg)
{
    JumpList other = 0, end = 0;
    value_or_jump(fs, e->as.pair.a, reg, e->kind == LE_OR, &other);
    cm__lua_jump(fs, INS_ABC(LUA_JMP, 0, 0, 0), &end);
    cm__lua_patch_here(fs, other);
    cm__lua_to(fs, e->as.pair.b, reg);
    cm__lua_patch_here(fs, end);
}

/* ---- calls ---- */

/* Callee and arguments from fs->free on. Returns the number of arguments that
 * are in registers. */
static uint32_t call_parts(FuncState *fs, const LuaExpr *e, bool *ret_open)
{
    uint32_t base = cm__lua_reserve(fs, 1);
    uint32_t n = 0;
    if (e->kind == LE_METHOD) {
        uint32_t ext;
        cm__lua_reserve(fs, 1);
        uint32_t object = cm__lua_any(fs, e->as.call.fn);
        fs->free = base + 2;
        cm__lua_at(fs, e->start, e->start);
        cm__lua_name_operand(fs, 0, e->as.call.fn);
        if (cm__lua_key(fs, value_from_str(e->as.call.method), &ext))
            cm__lua_op2(fs, INS_ABC(LUA_SELF, base, object, 0), ext);
        else
            cm__lua_emit_fail(fs, e->start, "Too many names in one function");
        n = 1;
    } else {
        cm__lua_to(fs, e->as.call.fn, base);
        fs->free = base + 1;
    }
    n += cm__lua_list(fs, e->as.call.args, WANT_ALL, ret_open);
    return n;
}

static void name_callee(FuncState *fs, const LuaExpr *e)
{
    cm__lua_at(fs, e->start, e->as.call.fn->end);
    if (e->kind == LE_METHOD)
        cm__lua_name_text(fs, 0, NAME_METHOD, e->as.call.method);
    else
        cm__lua_name_operand(fs, 0, e->as.call.fn);
}

static void call_with(FuncState *fs, const LuaExpr *e, LuaInstr plain,
                      LuaInstr open, uint8_t want)
{
    uint32_t base = fs->free;
    bool is_open = false;
    uint32_t n = call_parts(fs, e, &is_open);
    name_callee(fs, e);
    cm__lua_op(fs, INS_ABC(is_open ? open : plain, base, n, want));
    fs->free = base;
}

void cm__lua_call(FuncState *fs, const LuaExpr *e, uint8_t want)
{
    call_with(fs, e, LUA_CALL, LUA_CALLM, want);
}

void cm__lua_tail_call(FuncState *fs, const LuaExpr *e)
{
    uint32_t base = fs->free;
    call_with(fs, e, LUA_TAILCALL, LUA_TAILCALLM, WANT_ALL);
    cm__lua_op(fs, INS_ABC(LUA_RETURNM, base, 0, 0));
}

static void multi(FuncState *fs, const LuaExpr *e, uint8_t want)
{
    if (e->kind == LE_VARARG)
        cm__lua_op(fs, INS_ABC(LUA_VARARG, fs->free, 0, want));
    else
        cm__lua_call(fs, e, want);
}

uint32_t cm__lua_list(FuncState *fs, const LuaExpr *list, uint32_t want,
                      bool *ret_open)
{
    uint32_t n = 0, base = fs->free;
    *ret_open = false;
    for (const LuaExpr *e = list; e; e = e->next) {
        if (!e->next && lua_is_multi(e)) {
            if (want == WANT_ALL) {
                multi(fs, e, WANT_ALL);
                *ret_open = true;
                return n;
            }
            if (n < want) {
                multi(fs, e, (uint8_t)(want - n));
                cm__lua_reserve(fs, want - n);
                return want;
            }
        }
        uint32_t r = cm__lua_reserve(fs, 1);
        cm__lua_to(fs, e, r);
        fs->free = r + 1;
        n++;
        if (want != WANT_ALL && n > want)
            fs->free = base + want; /* evaluated, then dropped */
    }
    if (want != WANT_ALL && n < want) {
        uint32_t r = cm__lua_reserve(fs, want - n);
        cm__lua_op(fs, INS_ABC(LUA_LOADNIL, r, want - n - 1, 0));
    }
    return want == WANT_ALL ? n : want;
}

/* ---- any expression ---- */

/* Kinds whose code writes the target before it has read all operands. */
static bool writes_early(const LuaExpr *e)
{
    return e->kind == LE_AND || e->kind == LE_OR || e->kind == LE_TABLE;
}

static void to_register(FuncState *fs, const LuaExpr *e, uint32_t reg)
{
    switch ((LuaExprKind)e->kind) {
    case LE_CONSTANT:
        load_constant(fs, e->as.constant, reg);
        break;
    case LE_LOCAL:
        load_variable(fs, e->as.var, reg);
        break;
    case LE_GLOBAL:
        load_global(fs, e, reg);
        break;
    case LE_FUNCTION:
        load_function(fs, e, reg);
        break;
    case LE_INDEX:
        cm__lua_get(fs, e, reg);
        break;
    case LE_VARARG:
        cm__lua_op(fs, INS_ABC(LUA_VARARG, reg, 0, 1));
        break;
    case LE_CALL:
    case LE_METHOD: {
        uint32_t base = fs->free;
        /* A call right at the target needs no move. */
        if (reg + 1 == base && reg >= fs->n_fixed) {
            fs->free = reg;
            cm__lua_call(fs, e, 1);
            fs->free = base;
        } else {
            cm__lua_call(fs, e, 1);
            cm__lua_op(fs, INS_ABC(LUA_MOVE, reg, base, 0));
        }
        break;
    }
    case LE_UNARY:
        if (e->op == LU_NOT && is_comparison(e->as.pair.a))
            truth_value(fs, e, reg);
        else
            unary(fs, e, reg);
        break;
    case LE_BINARY:
        if (is_comparison(e))
            truth_value(fs, e, reg);
        else if (e->op == LB_CONCAT)
            concat(fs, e, reg);
        else
            arithmetic(fs, e, reg);
        break;
    case LE_AND:
    case LE_OR:
        logical(fs, e, reg);
        break;
    case LE_PAREN:
        cm__lua_to(fs, e->as.pair.a, reg);
        break;
    case LE_TABLE:
        cm__lua_table(fs, e, reg);
        break;
    }
}

void cm__lua_to(FuncState *fs, const LuaExpr *e, uint32_t reg)
{
    if (fs->e->status != CM_OK)
        return;
    uint32_t saved = fs->free;
    if (reg < fs->n_fixed && writes_early(e)) {
        uint32_t t = cm__lua_reserve(fs, 1);
        to_register(fs, e, t);
        cm__lua_op(fs, INS_ABC(LUA_MOVE, reg, t, 0));
    } else {
        to_register(fs, e, reg);
    }
    fs->free = saved;
}

static const LuaExpr *without_parens(const LuaExpr *e)
{
    while (e->kind == LE_PAREN && !lua_is_multi(e->as.pair.a))
        e = e->as.pair.a;
    return e;
}

static bool has_register(const FuncState *fs, const LuaExpr *e)
{
    return e->kind == LE_LOCAL && e->as.var->func == fs->f &&
           !lua_is_boxed_var(e->as.var);
}

uint32_t cm__lua_operand(FuncState *fs, const LuaExpr *e, uint32_t target)
{
    e = without_parens(e);
    if (has_register(fs, e) || target < fs->n_fixed)
        return cm__lua_any(fs, e);
    cm__lua_to(fs, e, target);
    return target;
}

uint32_t cm__lua_any(FuncState *fs, const LuaExpr *e)
{
    e = without_parens(e);
    if (has_register(fs, e))
        return e->as.var->reg;
    uint32_t r = cm__lua_reserve(fs, 1);
    cm__lua_to(fs, e, r);
    return r;
}
