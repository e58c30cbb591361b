/* SPDX-License-Identifier: MIT */
#include "schema/check.h"

#include <string.h>

enum {
    CHARGE_EVERY = 1024,
    FIRST_MARKS = 16
};

Step check_stop(Machine *m, SchemaVerdict verdict)
{
    m->verdict = verdict;
    return STEP_STOP;
}

bool check_charge(Machine *m, uint64_t steps)
{
    m->steps += steps;
    if (m->steps < CHARGE_EVERY)
        return true;
    uint64_t due = m->steps;
    m->steps = 0;
    if (!m->host->charge || m->host->charge(m->host->user, due))
        return true;
    m->verdict = SCHEMA_STOPPED;
    return false;
}

/* ---- frames ---- */

static Step uncheckable(Machine *m, const char *why)
{
    if (m->problems) {
        cm__buf_truncate(m->problems, m->problems_at);
        cm__buf_add_str(m->problems, why);
    }
    return check_stop(m, SCHEMA_UNCHECKABLE);
}

static bool reserve_frame(Machine *m)
{
    if (m->n_frames < m->cap_frames)
        return true;
    uint32_t cap = 2 * m->cap_frames;
    size_t old_size = m->cap_frames * sizeof *m->frames;
    bool is_first = m->frames == m->few_frames;
    Frame *frames = cm__realloc(m->host->alloc, is_first ? NULL : m->frames,
                                is_first ? 0 : old_size, cap * sizeof *frames);
    if (!frames)
        return false;
    if (is_first)
        memcpy(frames, m->few_frames, old_size);
    m->frames = frames;
    m->cap_frames = cap;
    return true;
}

static uint32_t mark_words(const JsonValue *v)
{
    return (uint32_t)((check_n_parts(v) + 63) / 64);
}

/* Gives the frame on top a clean row of marks. */
static bool push_marks(Machine *m, Frame *f)
{
    uint32_t n = mark_words(f->instance);
    if (n == 0)
        return true;
    uint64_t want = (uint64_t)m->n_marks + n;
    if (want >= MARKS_NONE)
        return false;
    if (want > m->cap_marks) {
        uint64_t cap = m->cap_marks ? m->cap_marks : FIRST_MARKS;
        while (cap < want)
            cap *= 2;
        if (cap > UINT32_MAX)
            return false;
        uint64_t *marks = cm__realloc(m->host->alloc, m->marks,
                                      (size_t)m->cap_marks * sizeof *marks,
                                      (size_t)cap * sizeof *marks);
        if (!marks)
            return false;
        m->marks = marks;
        m->cap_marks = (uint32_t)cap;
    }
    f->marks = m->n_marks;
    memset(m->marks + m->n_marks, 0, n * sizeof *m->marks);
    m->n_marks += n;
    return true;
}

Step check_ask(Machine *m, const Ask *ask)
{
    const Node *node = schema_node(m->s, ask->node);
    if (node->kind == NODE_TRUE) {
        m->last = true;
        return STEP_AGAIN;
    }
    if (m->n_frames >= CHECK_MAX_FRAMES)
        return uncheckable(m, "too deep for the schema to be checked");
    if (!reserve_frame(m))
        return check_stop(m, SCHEMA_NOMEM);
    Frame *f = &m->frames[m->n_frames++];
    *f = (Frame){ .instance = ask->instance,
                  .node = ask->node,
                  .place = ask->place,
                  .marks = MARKS_NONE,
                  .where = (uint8_t)ask->where,
                  .is_quiet = ask->is_quiet,
                  .is_valid = true,
                  .gives_marks = ask->gives_marks };
    bool wants_marks = node->needs_marks;
    if (m->n_frames > 1 && ask->where == AT_SAME) {
        const Frame *below = f - 1;
        f->depth = below->depth + 1;
        wants_marks =
            wants_marks || (ask->gives_marks && below->marks != MARKS_NONE);
        /* Twice: who asks whom may depend on the resources passed. */
        if (f->depth > 2 * (m->s->nodes.len / sizeof(Node)) + 2)
            return uncheckable(m, "the schema refers to itself without end");
    }
    if (!wants_marks)
        return STEP_CALL;
    /* Long rows are cleared here and given down later. */
    if (!check_charge(m, mark_words(f->instance) / 8))
        return STEP_STOP;
    return push_marks(m, f) ? STEP_CALL : check_stop(m, SCHEMA_NOMEM);
}

Step check_ask_same(Machine *m, const Frame *f, uint32_t node, bool is_quiet)
{
    Ask ask = { .node = node,
                .instance = f->instance,
                .where = AT_SAME,
                .is_quiet = is_quiet || f->is_quiet,
                .gives_marks = true };
    return check_ask(m, &ask);
}

static void give_marks(Machine *m, const Frame *from, const Frame *to)
{
    uint32_t n = mark_words(from->instance);
    if (to->marks != MARKS_NONE)
        for (uint32_t i = 0; i < n; i++)
            m->marks[to->marks + i] |= m->marks[from->marks + i];
}

/* A frame that fits hands its marks down; a loud one does so anyway, to keep
 * one mistake from being told twice. */
static void pop_frame(Machine *m)
{
    const Frame *f = check_top(m);
    m->last = f->is_valid;
    if (f->where == AT_NAME)
        check_give_name(m);
    if (f->marks != MARKS_NONE) {
        if (m->n_frames > 1 && f->gives_marks && (f->is_valid || !f->is_quiet))
            give_marks(m, f, f - 1);
        m->n_marks -= mark_words(f->instance);
    }
    m->n_frames--;
}

/* ---- the loop ---- */

static Step run_op(Machine *m, Frame *f, const Op *op)
{
    switch ((OpKind)op->kind) {
    case OP_REF:
    case OP_DYNAMIC_REF:
    case OP_RECURSIVE_REF:
        return check_ref(m, f, op);
    case OP_ITEMS:
        return check_items(m, f, op);
    case OP_CONTAINS:
        return check_contains(m, f, op);
    case OP_OBJECT:
        return check_object(m, f, op);
    case OP_NAMES:
        return check_names(m, f, op);
    case OP_DEPENDENT_SCHEMAS:
        return check_dependent(m, f, op);
    case OP_ALL:
        return check_all(m, f, op);
    case OP_ANY:
        return check_any(m, f, op);
    case OP_ONE:
        return check_one(m, f, op);
    case OP_NOT:
        return check_not(m, f, op);
    case OP_IF:
        return check_if(m, f, op);
    case OP_REST_ITEMS:
    case OP_REST_PROPERTIES:
        return check_rest(m, f, op);
    case OP_TYPE:
    case OP_ENUM:
    case OP_CONST:
    case OP_MULTIPLE:
    case OP_MINIMUM:
    case OP_MAXIMUM:
    case OP_ABOVE:
    case OP_BELOW:
    case OP_MIN_LENGTH:
    case OP_MAX_LENGTH:
    case OP_PATTERN:
    case OP_FORMAT:
    case OP_MIN_ITEMS:
    case OP_MAX_ITEMS:
    case OP_UNIQUE:
    case OP_MIN_PROPERTIES:
    case OP_MAX_PROPERTIES:
    case OP_REQUIRED:
    case OP_DEPENDENT_REQUIRED:
        return check_leaf(m, f, op);
    }
    cm_unreachable();
}

static void next_op(Frame *f)
{
    f->op++;
    f->i = f->j = f->n_fit = 0;
    f->phase = 0;
    f->is_hit = false;
}

static Step fail_node(Machine *m, Frame *f)
{
    f->is_valid = false;
    Buf *out = problem_begin(m);
    if (out) {
        cm__buf_add_str(out, "nothing is allowed here");
        problem_found(m, out);
    }
    return STEP_FAIL;
}

/* Runs the frame on top until it is popped or pushes another. */
static Step run_frame(Machine *m)
{
    Frame *f = check_top(m);
    const Node *node = schema_node(m->s, f->node);
    if (node->kind == NODE_FALSE)
        (void)fail_node(m, f);
    while (f->op < node->n_ops && (f->is_valid || !f->is_quiet)) {
        if (!check_charge(m, 1))
            return STEP_STOP;
        switch (run_op(m, f, schema_op(m->s, node->first_op + f->op))) {
        case STEP_DONE:
            next_op(f);
            break;
        case STEP_FAIL:
            f->is_valid = false;
            next_op(f);
            break;
        case STEP_AGAIN:
            break;
        case STEP_CALL:
            return STEP_CALL;
        case STEP_STOP:
            return STEP_STOP;
        }
    }
    pop_frame(m);
    return STEP_DONE;
}

static void run(Machine *m, const JsonValue *root)
{
    uint32_t first = schema_resource(m->s, 0)->node;
    Ask ask = { .node = first,
                .instance = root,
                .where = AT_SAME,
                .is_quiet = m->problems == NULL };
    Step step = check_ask(m, &ask);
    while (step != STEP_STOP && m->n_frames > 0)
        step = run_frame(m);
    if (step == STEP_STOP)
        return;
    /* What is left of the work is paid for too. */
    if (m->steps > 0 && m->host->charge &&
        !m->host->charge(m->host->user, m->steps))
        m->verdict = SCHEMA_STOPPED;
    else
        m->verdict = m->last ? SCHEMA_VALID : SCHEMA_INVALID;
}

static void say_more(const Machine *m)
{
    if (m->problems && m->verdict == SCHEMA_INVALID &&
        m->n_problems > SCHEMA_MAX_PROBLEMS)
        cm__buf_add_fmt(m->problems, "; and %u more",
                        (unsigned)(m->n_problems - SCHEMA_MAX_PROBLEMS));
}

static SchemaVerdict parse(const SchemaHost *host, const char *text, size_t len,
                           JsonDoc **ret_doc, Buf *problems)
{
    JsonOptions limits = { .max_depth = CM_JSON_DEPTH_CAP };
    cm_error cause = { 0 };
    cm_status status =
        cm__json_parse(host->alloc, text, len, &limits, ret_doc, &cause);
    if (status == CM_OK)
        return SCHEMA_VALID;
    if (status == CM_E_NOMEM)
        return SCHEMA_NOMEM;
    if (problems)
        cm__buf_add_str(problems, cause.text);
    return SCHEMA_UNCHECKABLE;
}

SchemaVerdict cm__schema_check(const Schema *schema, const SchemaHost *host,
                               const char *text, size_t len, Buf *problems)
{
    JsonDoc *doc;
    /* Reading is work too. */
    if (host->charge && !host->charge(host->user, len / 64 + 1))
        return SCHEMA_STOPPED;
    SchemaVerdict verdict = parse(host, text, len, &doc, problems);
    if (verdict != SCHEMA_VALID)
        return verdict;
    Machine m = { .s = schema,
                  .host = host,
                  .regexp = { host->alloc, host->charge, host->user },
                  .text = text,
                  .end = text + len,
                  .problems = problems,
                  .problems_at = problems ? problems->len : 0 };
    m.frames = m.few_frames;
    m.cap_frames = CM_ARRAY_LEN(m.few_frames);
    cm__arena_init(&m.names, host->alloc, CM_BUF_NO_LIMIT);
    run(&m, &doc->root);
    say_more(&m);
    if (problems && problems->status != CM_OK && m.verdict != SCHEMA_STOPPED)
        m.verdict = SCHEMA_NOMEM;
    if (m.frames != m.few_frames)
        cm__free(host->alloc, m.frames, m.cap_frames * sizeof *m.frames);
    cm__free(host->alloc, m.marks, (size_t)m.cap_marks * sizeof *m.marks);
    cm__arena_done(&m.names);
    cm__json_doc_free(doc);
    return m.verdict;
}
