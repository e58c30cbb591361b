/* SPDX-License-Identifier: MIT */
/* The code buffer of the function in hand: words, jumps, places, constants,
 * registers. Jumps to a place not yet known are a list threaded through their
 * own offset words (as in Lua's lcode.c idea), so patching is linear. */
#include "js/emit_internal.h"

#include "base/hash.h"

void cm__emit_fail(Emit *e, cm_status status)
{
    if (e->status == CM_OK)
        e->status = status;
}

static void diagnose(Emit *e, JsDiagKind kind, uint32_t offset,
                     const char *what, const char *instead)
{
    if (e->status != CM_OK)
        return;
    const Program *p = e->program;
    e->status = cm__js_diagnose(e->arena, p->source, p->source_len, kind,
                                offset, what, instead, e->diag)
                    ? CM_E_SYNTAX
                    : CM_E_NOMEM;
}

void cm__emit_unsupported(Emit *e, uint32_t offset, const char *what,
                          const char *instead)
{
    diagnose(e, JS_DIAG_UNSUPPORTED_SYNTAX, offset, what, instead);
}

void cm__emit_too_complex(Emit *e, uint32_t offset)
{
    diagnose(e, JS_DIAG_PARSE_ERROR, offset, "the code is too complex here",
             NULL);
}

/* ---- memory ---- */

void *cm__vec_push(Emit *e, Vec *v)
{
    if (CM_UNLIKELY(v->n == v->cap)) {
        uint32_t cap = v->cap ? v->cap * 2 : 64;
        void *items =
            cm__realloc(e->options->alloc, v->items, (size_t)v->cap * v->size,
                        (size_t)cap * v->size);
        if (items) {
            v->items = items;
            v->cap = cap;
        } else {
            cm__emit_fail(e, CM_E_NOMEM);
            v->n = 0; /* overwrites what nobody will use */
        }
    }
    return (char *)v->items + (size_t)v->n++ * v->size;
}

void cm__vec_done(Emit *e, Vec *v)
{
    cm__free(e->options->alloc, v->items, (size_t)v->cap * v->size);
    *v = (Vec){ .size = v->size };
}

void *cm__emit_alloc(Emit *e, size_t size)
{
    void *p = cm__arena_zero(e->arena, size);
    if (p)
        return p;
    cm__emit_fail(e, e->arena->status != CM_OK ? e->arena->status : CM_E_NOMEM);
    return NULL;
}

/* ---- words ---- */

void cm__emit_word(Emit *e, uint32_t word)
{
    *(uint32_t *)cm__vec_push(e, &e->code) = word;
}

void cm__emit_pos(Emit *e, uint32_t start, uint32_t end)
{
    uint32_t pc = emit_pc(e);
    if (e->positions.n) {
        CodePos *last = &VEC_AT(CodePos, e->positions, e->positions.n - 1);
        if (last->start == start && last->end == end)
            return;
        if (last->pc == pc) {
            last->start = start;
            last->end = end;
            return;
        }
    }
    *(CodePos *)cm__vec_push(e, &e->positions) = (CodePos){ pc, start, end };
}

/* ---- jumps ---- */

void cm__emit_jump(Emit *e, Jumps *jumps, uint32_t ins)
{
    cm__emit_word(e, ins);
    cm__emit_word(e, jumps->last);
    jumps->last = emit_pc(e);
}

void cm__emit_patch(Emit *e, Jumps *jumps)
{
    if (!jumps->last)
        return;
    uint32_t here = emit_pc(e);
    uint32_t at = jumps->last;
    while (at && e->status == CM_OK) {
        uint32_t *word = &VEC_AT(uint32_t, e->code, at - 1);
        uint32_t next = *word;
        *word = here - at;
        at = next;
    }
    jumps->last = 0;
    e->last_target = here;
}

void cm__emit_back(Emit *e, uint32_t ins, uint32_t target)
{
    cm__emit_word(e, ins);
    cm__emit_word(e, target - (emit_pc(e) + 1));
}

void cm__emit_handler(Emit *e, uint32_t from, uint32_t to, uint32_t target,
                      uint32_t reg)
{
    e->last_target = target;
    if (from < to)
        *(CodeHandler *)cm__vec_push(e, &e->handlers) =
            (CodeHandler){ from, to, target, reg };
}

/* ---- constants ---- */

static ConstSlot *find_const(Emit *e, Value v)
{
    uint32_t at = cm__hash_u64(v) & (e->n_const_slots - 1);
    ConstSlot *slots = e->const_slots;
    while (slots[at].generation == e->generation && slots[at].value != v)
        at = (at + 1) & (e->n_const_slots - 1);
    return &slots[at];
}

static bool grow_consts(Emit *e)
{
    uint32_t n = e->n_const_slots ? e->n_const_slots * 2 : 256;
    const cm_allocator *alloc = e->options->alloc;
    ConstSlot *slots = (ConstSlot *)cm__alloc_zero(alloc, n, sizeof(ConstSlot));
    if (!slots) {
        cm__emit_fail(e, CM_E_NOMEM);
        return false;
    }
    ConstSlot *old = e->const_slots;
    uint32_t n_old = e->n_const_slots;
    e->const_slots = slots;
    e->n_const_slots = n;
    for (uint32_t i = 0; i < n_old; i++)
        if (old[i].generation == e->generation)
            *find_const(e, old[i].value) = old[i];
    cm__free(alloc, old, (size_t)n_old * sizeof(ConstSlot));
    return true;
}

uint32_t cm__emit_const_last(Emit *e, Value v)
{
    *(Value *)cm__vec_push(e, &e->consts) = v;
    return e->consts.n - 1;
}

uint32_t cm__emit_const(Emit *e, Value v)
{
    if (e->n_consts_hashed * 2 >= e->n_const_slots && !grow_consts(e))
        return 0;
    ConstSlot *s = find_const(e, v);
    if (s->generation != e->generation) {
        *s = (ConstSlot){ v, cm__emit_const_last(e, v), e->generation };
        e->n_consts_hashed++;
    }
    return s->index;
}

uint32_t cm__emit_const_str(Emit *e, Str *s)
{
    return s ? cm__emit_const(e, value_from_str(s)) : 0;
}

uint32_t cm__emit_ic(Emit *e)
{
    return e->n_ics < 0xFFFF ? e->n_ics++ : NO_REG;
}

Str *cm__emit_text(Emit *e, const JsText *t)
{
    Str *s =
        t->wide
            ? program_intern16(e->program, (const uint16_t *)t->units, t->len)
            : program_intern8(e->program, (const uint8_t *)t->units, t->len);
    if (!s)
        cm__emit_fail(e, CM_E_NOMEM);
    return s;
}

Str *cm__emit_atom(Emit *e, JsName *name)
{
    if (!name->atom)
        name->atom = cm__emit_text(e, &name->text);
    return (Str *)name->atom;
}

Str *cm__emit_ascii(Emit *e, const char *text)
{
    JsText t = { text, (uint32_t)strlen(text), 0, false };
    return cm__emit_text(e, &t);
}

bool cm__emit_name_is_index(const JsName *name, uint32_t *ret_index)
{
    const JsText *t = &name->text;
    const uint8_t *u = (const uint8_t *)t->units;
    if (t->wide || t->len == 0 || t->len > 10 || (u[0] == '0' && t->len > 1))
        return false;
    uint64_t n = 0;
    for (uint32_t i = 0; i < t->len; i++) {
        if (u[i] < '0' || u[i] > '9')
            return false;
        n = n * 10 + (uint64_t)(u[i] - '0');
    }
    if (n > KEY_MAX_INDEX)
        return false;
    *ret_index = (uint32_t)n;
    return true;
}

/* ---- registers ---- */

uint32_t cm__reg_run(Emit *e, uint32_t n)
{
    uint32_t first = e->top;
    if (first + n > MAX_REGISTERS) {
        uint32_t at =
            e->positions.n
                ? VEC_AT(CodePos, e->positions, e->positions.n - 1).start
            : e->fn->node ? e->fn->node->node.start
                          : 0;
        cm__emit_too_complex(e, at);
        return 0;
    }
    e->top = first + n;
    if (e->top > e->n_max)
        e->n_max = e->top;
    return first;
}

uint32_t cm__reg_new(Emit *e)
{
    return cm__reg_run(e, 1);
}

/* ---- loads ---- */

void cm__emit_move(Emit *e, uint32_t dst, uint32_t src)
{
    if (dst != src)
        emit_abc(e, OP_MOVE, dst, src, 0);
}

void cm__emit_load_value(Emit *e, uint32_t dst, Value v)
{
    uint32_t k = cm__emit_const(e, v);
    if (k <= 0xFFFF) {
        emit_abx(e, OP_LOADK, dst, k);
    } else {
        emit_abc(e, OP_LOADKX, dst, 0, 0);
        cm__emit_word(e, k);
    }
}

void cm__emit_load_number(Emit *e, uint32_t dst, double d)
{
    Value v = value_number(d);
    if (value_is_int(v))
        cm__emit_load_int(e, dst, value_to_int(v));
    else
        cm__emit_load_value(e, dst, v);
}

void cm__emit_load_int(Emit *e, uint32_t dst, int32_t n)
{
    if (n >= INT16_MIN && n <= INT16_MAX)
        emit_abx(e, OP_LOADI, dst, (uint16_t)n);
    else
        cm__emit_load_value(e, dst, value_int(n));
}

void cm__emit_load_str(Emit *e, uint32_t dst, Str *s)
{
    if (s)
        cm__emit_load_value(e, dst, value_from_str(s));
}

void cm__emit_throw_type(Emit *e, const JsNode *at, const char *text)
{
    emit_at(e, at);
    emit_abc(e, OP_THROWTYPE, 0, 0, 0);
    cm__emit_word(e, cm__emit_const_str(e, cm__emit_ascii(e, text)));
}
