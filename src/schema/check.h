/* SPDX-License-Identifier: MIT */
#ifndef CM_SCHEMA_CHECK_H
#define CM_SCHEMA_CHECK_H
/* check: the machine that checks one instance.
 *
 * A frame is one node over one instance; its operations run in order. An
 * operation that looks at a part or asks another schema pushes a frame and is
 * run again with the answer in m->last. So depth costs memory of the host's
 * allocator and never the C stack.
 *
 * Loud frames report problems and go on; quiet ones (alternatives, conditions)
 * end at the first. Marks are bits, one for each member or item that some
 * schema looked at; they exist only in frames below an unevaluated* keyword
 * and go up to the frame that asked when the schema fits.
 *
 * check.c has the machine, check_leaf.c the operations that look at a value
 * alone, check_parts.c and check_combine.c those that ask others, problem.c
 * the texts.
 * Limits: CHECK_MAX_FRAMES; a schema that asks itself about the same value
 * more often than there are nodes turns in a circle. */
#include "schema/schema_internal.h"

#define CHECK_MAX_FRAMES (1u << 18)
#define MARKS_NONE       UINT32_MAX

typedef enum Where {
    AT_SAME,   /* the asking frame's instance */
    AT_MEMBER, /* of it, by number */
    AT_ITEM,
    AT_NAME /* the name of a member */
} Where;

typedef struct Frame {
    const JsonValue *instance;
    uint32_t node;
    uint32_t op;    /* of the node, from 0 */
    uint32_t i, j;  /* progress of the operation */
    uint32_t n_fit; /* alternatives or items that fit */
    uint32_t place; /* number of the member or item */
    uint32_t marks; /* offset in m->marks, MARKS_NONE: none */
    uint32_t depth; /* frames at the same instance below this one */
    uint8_t where;
    uint8_t phase; /* of the operation; 0: not begun */
    bool is_quiet, is_valid;
    bool is_hit;      /* of the operation */
    bool gives_marks; /* its marks go to the frame below */
} Frame;

typedef enum Step {
    STEP_DONE,  /* the operation is over */
    STEP_FAIL,  /* over, and the instance does not fit */
    STEP_AGAIN, /* run it again: m->last has an answer */
    STEP_CALL,  /* a frame was pushed */
    STEP_STOP   /* m->verdict says why */
} Step;

typedef struct NameSlot {
    JsonValue name;
    struct NameSlot *next;
} NameSlot;

typedef struct Machine {
    const Schema *s;
    const SchemaHost *host;
    RegexpHost regexp; /* the same payer */
    const char *text, *end;
    Frame *frames; /* owned, or few_frames */
    uint32_t n_frames, cap_frames;
    Frame few_frames[16]; /* most checks need no more */
    uint64_t *marks;      /* owned */
    uint32_t n_marks, cap_marks;
    Arena names; /* NameSlots */
    NameSlot *free_names, *used_names;
    uint64_t steps; /* not yet charged */
    bool last;      /* the answer of the frame that ended */
    SchemaVerdict verdict;
    Buf *problems;      /* NULL: nobody wants them */
    size_t problems_at; /* where they begin */
    uint32_t n_problems;
} Machine;

/* ---- check.c ---- */

Step check_stop(Machine *m, SchemaVerdict verdict);
bool check_charge(Machine *m, uint64_t steps);

typedef struct Ask {
    uint32_t node;
    const JsonValue *instance;
    Where where;
    uint32_t place;
    bool is_quiet;
    bool gives_marks; /* AT_SAME only */
} Ask;

/* Asks about an instance. The frame pointer of the caller is stale then. */
Step check_ask(Machine *m, const Ask *ask);
/* The same instance, as loud as the frame is. */
Step check_ask_same(Machine *m, const Frame *f, uint32_t node, bool is_quiet);

static inline Frame *check_top(Machine *m)
{
    return &m->frames[m->n_frames - 1];
}
/* Items or members. */
static inline size_t check_n_parts(const JsonValue *v)
{
    return v->type == CM_JSON_TYPE_ARRAY    ? v->n_items
           : v->type == CM_JSON_TYPE_OBJECT ? v->n_members
                                            : 0;
}
static inline Sourced check_instance(const Machine *m, const JsonValue *v)
{
    return (Sourced){ v, m->text, m->end };
}
static inline bool check_is_marked(const Machine *m, const Frame *f, uint32_t i)
{
    return f->marks != MARKS_NONE &&
           (m->marks[f->marks + i / 64] >> (i % 64) & 1);
}
static inline void check_mark(Machine *m, const Frame *f, uint32_t i)
{
    if (f->marks != MARKS_NONE)
        m->marks[f->marks + i / 64] |= UINT64_C(1) << (i % 64);
}
/* Takes the answer of a part: false ends a quiet frame's operation. */
static inline bool check_goes_on(const Machine *m, Frame *f)
{
    f->is_valid = f->is_valid && m->last;
    return f->is_valid || !f->is_quiet;
}

/* ---- operations ---- */

Step check_leaf(Machine *m, Frame *f, const Op *op);

Step check_items(Machine *m, Frame *f, const Op *op);
Step check_contains(Machine *m, Frame *f, const Op *op);
Step check_object(Machine *m, Frame *f, const Op *op);
/* The frame that looked at a name ends: its slot is free again. */
void check_give_name(Machine *m);
Step check_names(Machine *m, Frame *f, const Op *op);
Step check_rest(Machine *m, Frame *f, const Op *op);

Step check_ref(Machine *m, Frame *f, const Op *op);
Step check_all(Machine *m, Frame *f, const Op *op);
Step check_any(Machine *m, Frame *f, const Op *op);
Step check_one(Machine *m, Frame *f, const Op *op);
Step check_not(Machine *m, Frame *f, const Op *op);
Step check_if(Machine *m, Frame *f, const Op *op);
Step check_dependent(Machine *m, Frame *f, const Op *op);

/* ---- problem.c ---- */

/* Begins the text of a problem of the frame on top; NULL when none is wanted
 * (the frame is quiet, or there are enough). The caller appends what is wrong
 * to it. Counts. */
Buf *problem_begin(Machine *m);
/* A value as JSON, at most 60 characters. */
void problem_value(Machine *m, Buf *out, const JsonValue *value,
                   const Document *source);
/* Text in quotes, at most 60 characters. */
void problem_quote(Buf *out, const char *text, size_t len);
/* ", found <instance>". */
void problem_found(Machine *m, Buf *out);
/* "string or null" */
void problem_types(Buf *out, unsigned bits);
void problem_missing(Machine *m, const char *name, size_t len,
                     const char *needed_by, size_t needed_len);
void problem_unexpected(Machine *m, const JsonMember *member);

#endif
