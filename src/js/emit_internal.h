/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_EMIT_INTERNAL_H
#define CM_JS_EMIT_INTERNAL_H
/* emit_internal: what the files of the code generator share.
 *
 * Registers of a function, from 0: parameters, variables and what statements
 * hold (below e->n_fixed), temporaries (from e->n_fixed to e->top, a stack).
 * An expression goes `to` a register that the caller chose, or to `any`, which
 * may be the register of a variable. Only temporaries may hold half-done
 * results: the register of a variable is written by the last instruction of
 * each path, because a handler or a later operand may see it.
 *
 * Failures stick in e->status; after one, code is still written, into memory
 * that exists, and thrown away. */
#include "engine/realm.h"
#include "js/emit.h"

#define NO_REG UINT32_MAX

/* Variables beyond this many registers go to the spill row. */
#define MAX_FIXED_VARS 120
/* Temporaries beyond this register make an inner expression start afresh. */
#define DEEP_TEMP      170
/* Longest run of registers for arguments, elements and the like. */
#define MAX_RUN        48

/* A growable array of one element type. */
typedef struct Vec {
    void *items;
    uint32_t n, cap, size; /* size: bytes of an element */
} Vec;

/* Forward jumps to one place, linked through their offset words. */
typedef struct Jumps {
    uint32_t last; /* pc of the newest jump's offset word + 1; 0: none */
} Jumps;

/* A half-open range of code that a handler covers. */
typedef struct Segment {
    uint32_t from, to;
    struct Segment *next;
} Segment;

typedef enum UnwindKind {
    UNWIND_ITERATOR, /* close the iterator at reg */
    UNWIND_ASYNC_ITERATOR,
    UNWIND_FINALLY /* run a finally block */
} UnwindKind;

typedef struct Control Control;
typedef struct Using Using; /* an open scope with `using` */

/* One way out of a try statement with a finally block. */
typedef struct Exit {
    Control *target; /* NULL: return */
    bool is_continue;
    uint32_t number;
    uint32_t start, end; /* place of the return statement */
    Jumps stub;
    struct Exit *next;
} Exit;

/* What has to happen when control leaves a region. */
typedef struct Unwind {
    struct Unwind *parent;
    UnwindKind kind;
    uint32_t reg;  /* iterator; finally: number of the exit, value in reg + 1 */
    uint32_t from; /* open segment of the protected range */
    Segment *segments, *last_segment;
    Exit *exits;
    uint32_t n_exits;
    Jumps entry; /* finally: jumps to the block */
} Unwind;

/* A statement that break or continue can name. */
struct Control {
    Jumps breaks, continues;
    Unwind *break_unwind, *continue_unwind;
    uint32_t loop_start; /* continue jumps back there, NO_REG: forward */
};

typedef struct ConstSlot {
    Value value;
    uint32_t index;
    uint32_t generation; /* of the table; older entries are free */
} ConstSlot;

typedef struct Emit {
    const EmitOptions *options;
    Arena *arena;
    Program *program;
    const ScopeResult *scopes;
    JsDiagnostic *diag;
    cm_status status;

    /* the function in hand */
    Func *fn;
    FuncProto *proto;
    Vec code, consts, positions, handlers, literals, protos;
    ConstSlot *const_slots;
    uint32_t n_const_slots, n_consts_hashed, generation;
    uint32_t n_ics;
    uint32_t top, n_fixed, n_max;
    uint32_t scribble; /* variable being initialised: as good as a temporary */
    uint32_t spill_reg, n_spilled, spill_pc; /* spill row, NO_REG: none */
    uint32_t last_target;                    /* pc that some jump leads to */
    Unwind *unwind;
    Using *using;        /* innermost, or NULL */
    uint32_t export_reg; /* program: value of export default */
    bool is_async, is_generator;

    /* work to do */
    Func *queue, *queue_end;
    Vec controls; /* Control *, JsNode.mark of a loop is its number */
    uint32_t n_functions;
    uint32_t serial; /* for marks in names */
} Emit;

/* ---- emit_code.c: code buffer, constants, registers ---- */

void *cm__vec_push(Emit *e, Vec *v);
#define VEC_AT(type, vec, i) (((type *)(vec).items)[i])
void cm__vec_done(Emit *e, Vec *v);
void *cm__emit_alloc(Emit *e, size_t size); /* scratch, zeroed, never NULL */
void cm__emit_fail(Emit *e, cm_status status);
void cm__emit_unsupported(Emit *e, uint32_t offset, const char *what,
                          const char *instead);
void cm__emit_too_complex(Emit *e, uint32_t offset);

static inline uint32_t emit_pc(const Emit *e)
{
    return e->code.n;
}
void cm__emit_word(Emit *e, uint32_t word);
static inline void emit_abc(Emit *e, Op op, uint32_t a, uint32_t b, uint32_t c)
{
    cm__emit_word(e, INS_ABC(op, a, b, c));
}
static inline void emit_abx(Emit *e, Op op, uint32_t a, uint32_t bx)
{
    cm__emit_word(e, INS_ABX(op, a, bx));
}
/* The next instruction can throw, at this place. */
void cm__emit_pos(Emit *e, uint32_t start, uint32_t end);
static inline void emit_at(Emit *e, const JsNode *n)
{
    cm__emit_pos(e, n->start, n->start);
}

uint32_t cm__emit_const(Emit *e, Value v);
uint32_t cm__emit_const_str(Emit *e, Str *s);
uint32_t cm__emit_const_last(Emit *e, Value v); /* at the end, not shared */
uint32_t cm__emit_ic(Emit *e);                  /* NO_REG: no number left */
Str *cm__emit_atom(Emit *e, JsName *name);
Str *cm__emit_ascii(Emit *e, const char *text);
Str *cm__emit_text(Emit *e, const JsText *t);
bool cm__emit_name_is_index(const JsName *name, uint32_t *ret_index);

uint32_t cm__reg_new(Emit *e);
uint32_t cm__reg_run(Emit *e, uint32_t n);
static inline bool reg_is_scratch(const Emit *e, uint32_t reg)
{
    return reg >= e->n_fixed || reg == e->scribble;
}
/* Registers up to e->top stay for the statement. Returns the old bound. */
static inline uint32_t emit_fix(Emit *e)
{
    uint32_t old = e->n_fixed;
    e->n_fixed = e->top;
    return old;
}

void cm__emit_move(Emit *e, uint32_t dst, uint32_t src);
void cm__emit_load_value(Emit *e, uint32_t dst, Value v);
void cm__emit_load_number(Emit *e, uint32_t dst, double d);
void cm__emit_load_int(Emit *e, uint32_t dst, int32_t n);
void cm__emit_load_str(Emit *e, uint32_t dst, Str *s);

/* Forward jump with `op` in the first word (A, B or Bx filled in). */
void cm__emit_jump(Emit *e, Jumps *jumps, uint32_t ins);
void cm__emit_patch(Emit *e, Jumps *jumps); /* to here */
void cm__emit_back(Emit *e, uint32_t ins, uint32_t target);
void cm__emit_handler(Emit *e, uint32_t from, uint32_t to, uint32_t target,
                      uint32_t reg);
void cm__emit_throw_type(Emit *e, const JsNode *at, const char *text);

/* ---- emit_var.c: variables and scopes ---- */

typedef struct ScopeMark {
    uint32_t top, n_fixed;
} ScopeMark;

void cm__var_place(Emit *e, Var *v);   /* gives it a register */
void cm__var_prepare(Emit *e, Var *v); /* box or mark at scope entry */
void cm__var_init(Emit *e, Var *v, uint32_t src);
void cm__var_load(Emit *e, Var *v, uint32_t dst);
void cm__var_store(Emit *e, Var *v, uint32_t src);
void cm__var_check(Emit *e, const JsIdent *ident, uint32_t reg);
/* Register of an unboxed variable of this frame, else NO_REG. */
uint32_t cm__var_register(const Emit *e, const Var *v);
/* Register that a declaration may compute its value in, else NO_REG. */
uint32_t cm__var_init_target(Emit *e, Var *v);
ScopeMark cm__scope_open(Emit *e, JsScope *scope);
void cm__scope_close(Emit *e, ScopeMark mark);
void cm__scope_functions(Emit *e, JsScope *scope);
void cm__emit_ident(Emit *e, JsIdent *n, uint32_t dst);
void cm__emit_typeof_ident(Emit *e, JsIdent *n, uint32_t dst);
/* Assigns to what the identifier means. */
void cm__emit_store_ident(Emit *e, JsIdent *n, uint32_t src);
void cm__emit_this(Emit *e, const JsNode *n, uint32_t dst);

/* ---- emit_expr.c ---- */

void cm__expr_to(Emit *e, JsNode *n, uint32_t dst);
uint32_t cm__expr_any(Emit *e, JsNode *n);
uint32_t cm__expr_next(Emit *e, JsNode *n); /* a fresh temporary */
/* Like any, but safe when `later` is evaluated before the use. */
uint32_t cm__expr_before(Emit *e, JsNode *n, const JsNode *later);
/* Prefers dst when it is scratch. */
uint32_t cm__expr_hint(Emit *e, JsNode *n, uint32_t dst, const JsNode *later);
void cm__expr_void(Emit *e, JsNode *n);
/* Anonymous functions and classes take the name. */
void cm__expr_named(Emit *e, JsNode *n, uint32_t dst, Str *name);
bool cm__expr_is_anonymous(const JsNode *n); /* function without a name */
/* The name that the target of `=` gives to such a value; NULL: none. */
Str *cm__expr_target_name(Emit *e, const JsAssign *a);
/* Constants an instruction can hold. */
bool cm__expr_number(const JsNode *n, double *ret_number);
bool cm__expr_is_undefined(const JsNode *n);

/* ---- emit_chain.c: operators and conditions ---- */

void cm__emit_chain(Emit *e, JsChain *c, uint32_t dst);
void cm__emit_binary(Emit *e, JsOp op, uint32_t dst, uint32_t left,
                     JsNode *right, const JsNode *at);
void cm__emit_power(Emit *e, JsPower *p, uint32_t dst);
void cm__emit_cond(Emit *e, JsNode *n, bool sense, Jumps *jumps);
void cm__emit_cond_back(Emit *e, JsNode *n, uint32_t target);
/* Jumps when subject === test. */
void cm__emit_case(Emit *e, uint32_t subject, JsNode *test, Jumps *jumps);

/* ---- emit_access.c: members and calls ---- */

void cm__emit_access(Emit *e, JsAccess *a, uint32_t dst);
void cm__emit_new(Emit *e, JsNew *n, uint32_t dst);
void cm__emit_delete(Emit *e, JsUnary *n, uint32_t dst);
void cm__emit_get_field(Emit *e, uint32_t dst, uint32_t obj, Str *key);
void cm__emit_set_field(Emit *e, uint32_t obj, Str *key, uint32_t src);
/* Values of a list in a fresh array (elements or arguments with spread). */
void cm__emit_array_of(Emit *e, const JsList *list, uint32_t dst);

/* Arguments in the registers from base + 2 on, and the call. */
void cm__emit_call(Emit *e, const JsList *args, uint32_t base, Op plain,
                   Op spread, const CodePos *pos);

/* A place that can be read and written: variable or member. */
typedef struct Place {
    JsNode *node; /* the whole target */
    JsIdent *ident;
    uint8_t kind; /* PlaceKind */
    uint32_t obj, key;
    Str *name;
    Var *private_name;
} Place;
enum {
    PLACE_IDENT,
    PLACE_FIELD,
    PLACE_ELEM,
    PLACE_SUPER,
    PLACE_PRIVATE,
    PLACE_PATTERN
};
/* later: evaluated between here and the use, or NULL. */
void cm__place_open(Emit *e, JsNode *target, const JsNode *later, Place *p);
/* The place is read and then written: its key is converted once. */
void cm__place_settle(Emit *e, Place *p);
void cm__place_get(Emit *e, const Place *p, uint32_t dst);
void cm__place_set(Emit *e, const Place *p, uint32_t src);

/* ---- emit_object.c: literals ---- */

void cm__emit_object(Emit *e, JsObject *o, uint32_t dst);
void cm__emit_template(Emit *e, JsTemplate *t, uint32_t dst);
void cm__emit_template_object(Emit *e, JsTemplate *t, uint32_t dst);
/* A property key into a register. */
void cm__emit_key(Emit *e, const JsKey *key, uint32_t dst);
Str *cm__emit_key_name(Emit *e, const JsKey *key); /* NULL: not static */
Str *cm__emit_prefixed(Emit *e, const char *prefix, Str *name);
Str *cm__emit_number_name(Emit *e, double d);

/* ---- emit_assign.c ---- */

void cm__emit_assign(Emit *e, JsAssign *a, uint32_t dst); /* NO_REG: unused */
void cm__emit_update(Emit *e, JsUpdate *u, uint32_t dst); /* NO_REG: unused */

/* ---- emit_pattern.c ---- */

typedef enum BindHow {
    HOW_INIT,
    HOW_ASSIGN
} BindHow;
void cm__emit_bind(Emit *e, JsNode *target, uint32_t src, BindHow how);
/* target = value with a declaration's rules; init may be NULL. */
void cm__emit_declare(Emit *e, JsNode *target, JsNode *init, BindHow how);
/* using name = init */
void cm__emit_declare_used(Emit *e, JsIdent *ident, JsNode *init,
                           uint8_t dispose);

/* ---- emit_stmt.c, emit_loop.c, emit_try.c ---- */

void cm__emit_statement(Emit *e, JsNode *n);
void cm__emit_statements(Emit *e, const JsList *list);
void cm__emit_block(Emit *e, JsBlock *b);
void cm__emit_for(Emit *e, JsFor *n);
void cm__emit_for_in(Emit *e, JsForIn *n);
void cm__emit_while(Emit *e, JsWhile *n);
void cm__emit_do_while(Emit *e, JsWhile *n);
void cm__emit_try(Emit *e, JsTry *n);
Control *cm__control_open(Emit *e, JsNode *n);
void cm__emit_goto(Emit *e, Control *target, bool is_continue);
/* Leaves the function with the value in reg, through whatever is around. */
void cm__emit_return(Emit *e, uint32_t reg, uint32_t start, uint32_t end);
/* return n; start and end are those of the statement. */
void cm__emit_return_value(Emit *e, JsNode *n, uint32_t start, uint32_t end);
void cm__unwind_open(Emit *e, Unwind *u, UnwindKind kind, uint32_t reg);
/* Ends the protected range. */
void cm__unwind_end(Emit *e, Unwind *u);
/* The handler of the ended range starts here; exc gets the exception. */
void cm__unwind_handle(Emit *e, Unwind *u, uint32_t exc);
/* The protected range of an UNWIND_FINALLY ends and its block begins; the block
 * ends. */
void cm__finally_enter(Emit *e, Unwind *u);
void cm__finally_leave(Emit *e, Unwind *u);
/* Handler code of an iterator: closes it and throws on. exc: a register. */
void cm__emit_iterator_handler(Emit *e, Unwind *u, uint32_t exc);

/* ---- emit_using.c ---- */

/* The registers of a scope with `using`, which begins later; NULL when the
 * compilation failed. */
Using *cm__using_new(Emit *e, const JsScope *scope);
void cm__using_begin(Emit *e, Using *u);
/* The scope ends: its resources are disposed of. NULL is a no-op. */
void cm__using_close(Emit *e, Using *u);
/* `at`: what the value is called in messages. dispose: JsDispose. */
void cm__using_add(Emit *e, const JsNode *at, uint32_t reg, uint8_t dispose);
void cm__emit_using(Emit *e, const JsVar *v);

/* NULL when the scope has no `using`. */
static inline Using *using_open(Emit *e, const JsScope *scope)
{
    Using *u = NULL;
    if (CM_UNLIKELY(scope && scope->disposes))
        u = cm__using_new(e, scope);
    if (CM_UNLIKELY(u))
        cm__using_begin(e, u);
    return u;
}

/* ---- emit_func.c, emit_yield.c ---- */

void cm__emit_closure(Emit *e, Func *fn, Str *name, uint32_t dst);
/* Compiles fn into fn->proto. */
void cm__emit_function(Emit *e, Func *fn);
void cm__emit_yield(Emit *e, JsYield *y, uint32_t dst);
void cm__emit_await(Emit *e, const JsNode *n, uint32_t dst, uint32_t src);

/* ---- emit_class.c, emit_types.c ---- */

void cm__emit_class(Emit *e, JsClass *c, uint32_t dst, Str *name);
void cm__emit_class_decl(Emit *e, JsClass *c);
void cm__emit_initializers(Emit *e, JsClass *c, bool is_static);
void cm__emit_default_constructor(Emit *e);
void cm__emit_super_call(Emit *e, const JsLink *call, const JsNode *n,
                         uint32_t dst);
/* After `this` exists: fields and parameter properties. */
void cm__emit_instance(Emit *e, uint32_t this_reg);
void cm__emit_param_properties(Emit *e, uint32_t this_reg);
Func *cm__emit_home(const Emit *e);
void cm__emit_enum(Emit *e, JsEnum *n);

#endif
