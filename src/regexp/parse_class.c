/* SPDX-License-Identifier: MIT */
/* Classes: [...] with ranges (22.2.1 ClassRanges), and with v nested classes,
 * set operations and strings (ClassSetExpression).
 *
 * Nested classes keep their frames in an array, so nothing recurses. With i and
 * v every operand is closed over case at once, which stands for the folded sets
 * of the standard: closed sets and folded sets correspond one to one. */
#include "regexp/regexp_internal.h"

#include "base/arena.h"
#include "regexp/unicode.h"

#include <stdlib.h>
#include <string.h>

static uint32_t unit_at(const Regexp *r, uint32_t at)
{
    return at < r->text.len ? regexp_unit(&r->text, at) : RE_END;
}

static bool not_ended(Regexp *r)
{
    return cm__regexp_fail(r, r->at, "missing ] in regular expression");
}

/* ---- without v ---- */

/* One member: a character, or a class escape whose set is added at once. */
static bool class_atom(Regexp *r, Ranges *set, Atom *ret)
{
    uint32_t c = cm__regexp_peek(r);
    if (c == RE_END)
        return not_ended(r);
    cm__regexp_skip(r, c);
    *ret = (Atom){ false, c };
    if (c != '\\')
        return true;
    c = cm__regexp_peek(r);
    bool is_property = r->is_unicode && (c == 'p' || c == 'P');
    if (is_property || (c < 128 && c != 0 && strchr("dDsSwW", (char)c))) {
        Ranges own;
        cm__ranges_init(&own, r->host->alloc);
        r->at++;
        ret->is_set = true;
        bool ok = cm__regexp_class_escape(r, c, &own, NULL);
        cm__ranges_add_all(set, &own);
        cm__ranges_done(&own);
        return ok;
    }
    return cm__regexp_char_escape(r, true, &ret->c);
}

static void add_atom(Ranges *set, const Atom *a)
{
    if (!a->is_set)
        cm__ranges_add(set, a->c, a->c);
}

static bool class_member(Regexp *r, Ranges *set)
{
    Atom a = { 0 }, b = { 0 };
    uint32_t at = r->at;
    if (!class_atom(r, set, &a))
        return false;
    if (unit_at(r, r->at) != '-' || unit_at(r, r->at + 1) == ']') {
        add_atom(set, &a);
        return true;
    }
    r->at++;
    if (!class_atom(r, set, &b))
        return false;
    if (a.is_set || b.is_set) {
        if (r->is_unicode)
            return cm__regexp_fail(r, at,
                                   "range of a class in regular "
                                   "expression");
        add_atom(set, &a);
        add_atom(set, &b);
        cm__ranges_add(set, '-', '-');
        return true;
    }
    if (a.c > b.c)
        return cm__regexp_fail(r, at,
                               "range out of order in class of regular "
                               "expression");
    cm__ranges_add(set, a.c, b.c);
    return true;
}

static bool plain_class(Regexp *r)
{
    Ranges set;
    bool is_negative = cm__regexp_eat(r, '^'), ok = true;
    cm__ranges_init(&set, r->host->alloc);
    while (ok && !cm__regexp_eat(r, ']'))
        ok = class_member(r, &set) && cm__regexp_work(r, 1);
    ok = ok && (!set.failed || cm__regexp_nomem(r));
    if (ok)
        ok = cm__regexp_add_set(r, &set, true, is_negative) != NULL;
    cm__ranges_done(&set);
    return ok;
}

/* ---- sets of strings ---- */

bool cm__regexp_strings_add(Regexp *r, ClassStrings *s, const uint32_t *c,
                            uint32_t len)
{
    if (s->n == s->cap) {
        uint32_t cap = s->cap ? s->cap * 2 : 8;
        ClassString **v =
            cm__realloc(r->host->alloc, s->v, s->cap * sizeof(ClassString *),
                        cap * sizeof(ClassString *));
        if (v == NULL)
            return cm__regexp_nomem(r);
        s->v = v;
        s->cap = cap;
    }
    ClassString *string =
        cm__arena_alloc(r->arena, sizeof(ClassString) + len * sizeof *c);
    if (string == NULL)
        return cm__regexp_nomem(r);
    string->len = len;
    bool fold = (r->mods & REGEXP_IGNORE_CASE) != 0;
    for (uint32_t i = 0; i < len; i++)
        string->c[i] = fold ? cm__unicode_canonical(c[i], true) : c[i];
    s->v[s->n++] = string;
    return cm__regexp_work(r, len / 8 + 1);
}

void cm__regexp_strings_done(Regexp *r, ClassStrings *s)
{
    cm__free(r->host->alloc, s->v, s->cap * sizeof(ClassString *));
    *s = (ClassStrings){ 0 };
}

/* Longest first: the order in which they are tried. */
static int compare_strings(const ClassString *a, const ClassString *b)
{
    if (a->len != b->len)
        return a->len > b->len ? -1 : 1;
    return memcmp(a->c, b->c, a->len * sizeof *a->c);
}

static int compare_entries(const void *a, const void *b)
{
    const ClassString *const *x = a, *const *y = b;
    return compare_strings(*x, *y);
}

static void sort_strings(ClassStrings *s)
{
    if (s->n == 0)
        return;
    qsort(s->v, s->n, sizeof(ClassString *), compare_entries);
    uint32_t n = 1;
    for (uint32_t i = 1; i < s->n; i++)
        if (compare_strings(s->v[n - 1], s->v[i]) != 0)
            s->v[n++] = s->v[i];
    s->n = n;
}

/* Keeps what is (wanted) or is not in the other. */
static void filter_strings(ClassStrings *s, ClassStrings *other, bool wanted)
{
    uint32_t n = 0, k = 0;
    sort_strings(s);
    sort_strings(other);
    for (uint32_t i = 0; i < s->n; i++) {
        while (k < other->n && compare_strings(other->v[k], s->v[i]) < 0)
            k++;
        bool found = k < other->n && compare_strings(other->v[k], s->v[i]) == 0;
        if (found == wanted)
            s->v[n++] = s->v[i];
    }
    s->n = n;
}

/* ---- with v ---- */

enum {
    CLASS_UNION,
    CLASS_AND,
    CLASS_MINUS
};

typedef struct ClassFrame {
    Ranges set;
    ClassStrings strings;
    uint32_t n_operands;
    uint8_t op; /* CLASS_* */
    bool is_negative;
    bool had_range;  /* the last operand was a-b */
    bool wants_more; /* behind && or -- */
} ClassFrame;

typedef struct ClassStack {
    ClassFrame *v; /* owned */
    uint32_t n, cap;
} ClassStack;

static void frame_done(Regexp *r, ClassFrame *f)
{
    cm__ranges_done(&f->set);
    cm__regexp_strings_done(r, &f->strings);
}

static bool push_class(Regexp *r, ClassStack *s)
{
    if (s->n + r->depth >= REGEXP_MAX_NESTING)
        return cm__regexp_fail(r, r->at,
                               "regular expression nests over 1000 groups");
    if (s->n == s->cap) {
        uint32_t cap = s->cap ? s->cap * 2 : 4;
        ClassFrame *v = cm__realloc(r->host->alloc, s->v, s->cap * sizeof *v,
                                    cap * sizeof *v);
        if (v == NULL)
            return cm__regexp_nomem(r);
        s->v = v;
        s->cap = cap;
    }
    ClassFrame *f = &s->v[s->n++];
    memset(f, 0, sizeof *f);
    cm__ranges_init(&f->set, r->host->alloc);
    f->is_negative = cm__regexp_eat(r, '^');
    return true;
}

static bool add_all_strings(Regexp *r, ClassStrings *to,
                            const ClassStrings *from)
{
    for (uint32_t i = 0; i < from->n; i++)
        if (!cm__regexp_strings_add(r, to, from->v[i]->c, from->v[i]->len))
            return false;
    return true;
}

/* Joins an operand to the class so far. */
static bool combine(Regexp *r, ClassFrame *f, ClassFrame *operand)
{
    f->had_range = false;
    f->wants_more = false;
    f->n_operands++;
    cm__ranges_sort(&operand->set);
    if (f->n_operands == 1 || f->op == CLASS_UNION) {
        cm__ranges_add_all(&f->set, &operand->set);
        f->strings.may |= operand->strings.may;
        return (!f->set.failed || cm__regexp_nomem(r)) &&
               add_all_strings(r, &f->strings, &operand->strings);
    }
    uint64_t work = (uint64_t)f->set.n + operand->set.n + f->strings.n;
    bool both = f->op == CLASS_AND;
    if (both)
        cm__ranges_intersect(&f->set, &operand->set);
    else
        cm__ranges_subtract(&f->set, &operand->set);
    filter_strings(&f->strings, &operand->strings, both);
    if (both)
        f->strings.may &= operand->strings.may;
    /* At once: a refusal may be how the work is ended. */
    return (!f->set.failed || cm__regexp_nomem(r)) &&
           cm__regexp_work(r, work / 4 + 1);
}

static bool is_double(const Regexp *r)
{
    uint32_t c = unit_at(r, r->at);
    return c < 128 && c != 0 && c == unit_at(r, r->at + 1) &&
           strchr("&!#$%*+,.:;<=>?@^`~", (char)c) != NULL;
}

/* ClassSetCharacter. */
static bool set_character(Regexp *r, uint32_t *ret_c)
{
    uint32_t c = cm__regexp_peek(r);
    if (c == RE_END)
        return not_ended(r);
    if (is_double(r) || (c < 128 && c != 0 && strchr("()[]{}/-|", (char)c)))
        return cm__regexp_fail(r, r->at,
                               "character needs an escape in class of "
                               "regular expression");
    cm__regexp_skip(r, c);
    *ret_c = c;
    return c != '\\' || cm__regexp_char_escape(r, true, ret_c);
}

static bool add_one(Regexp *r, ClassFrame *operand, uint32_t first,
                    uint32_t last)
{
    cm__ranges_add(&operand->set, first, last);
    return !(r->mods & REGEXP_IGNORE_CASE) ||
           cm__regexp_work(r, cm__unicode_close(&operand->set, true));
}

/* \q{a|bc|}, behind the q. */
static bool string_disjunction(Regexp *r, ClassFrame *operand)
{
    Buf text;
    cm__buf_init(&text, r->host->alloc, CM_BUF_NO_LIMIT);
    bool ok = cm__regexp_eat(r, '{') ||
              cm__regexp_fail(r, r->at, "invalid escape in regular expression");
    while (ok) {
        uint32_t c;
        bool more = cm__regexp_eat(r, '|'), end = false;
        if (!more)
            end = cm__regexp_eat(r, '}');
        if (!more && !end) {
            ok = set_character(r, &c);
            if (ok)
                cm__buf_add(&text, &c, sizeof c);
            continue;
        }
        const uint32_t *v = (const uint32_t *)(const void *)text.bytes;
        uint32_t len = (uint32_t)(text.len / sizeof c);
        if (text.status != CM_OK)
            ok = cm__regexp_nomem(r);
        else if (len == 1)
            ok = add_one(r, operand, v[0], v[0]);
        else
            ok = cm__regexp_strings_add(r, &operand->strings, v, len);
        operand->strings.may |= len != 1;
        cm__buf_clear(&text);
        if (end)
            break;
    }
    cm__buf_done(&text);
    return ok;
}

/* One operand that is no nested class; a range only in a union. */
static bool plain_operand(Regexp *r, ClassFrame *f, ClassFrame *operand)
{
    uint32_t c = 0, last = 0, at = r->at;
    if (unit_at(r, at) == '\\') {
        c = unit_at(r, at + 1);
        if (c == 'q') {
            r->at += 2;
            return string_disjunction(r, operand);
        }
        if (c < 128 && c != 0 && strchr("dDsSwWpP", (char)c) != NULL) {
            r->at += 2;
            return cm__regexp_class_escape(r, c, &operand->set,
                                           &operand->strings);
        }
    }
    if (!set_character(r, &c))
        return false;
    if (unit_at(r, r->at) != '-' || unit_at(r, r->at + 1) == '-')
        return add_one(r, operand, c, c);
    r->at++;
    if (f->op != CLASS_UNION)
        return cm__regexp_fail(r, at,
                               "range in a set operation of regular "
                               "expression");
    if (!set_character(r, &last))
        return false;
    if (c > last)
        return cm__regexp_fail(r, at,
                               "range out of order in class of regular "
                               "expression");
    f->had_range = true;
    return add_one(r, operand, c, last);
}

/* && or --: true when one was there (or it failed). */
static bool operation(Regexp *r, ClassFrame *f)
{
    uint32_t c = unit_at(r, r->at);
    if ((c != '&' && c != '-') || unit_at(r, r->at + 1) != c)
        return false;
    uint8_t op = c == '&' ? CLASS_AND : CLASS_MINUS;
    bool first = f->op == CLASS_UNION && f->n_operands == 1 && !f->had_range;
    if ((!first && f->op != op) || f->wants_more ||
        (c == '&' && unit_at(r, r->at + 2) == '&')) {
        cm__regexp_fail(r, r->at,
                        "invalid set operation in regular "
                        "expression");
        return true;
    }
    f->op = op;
    f->wants_more = true;
    r->at += 2;
    return true;
}

/* The class has ended: turned around when it is negative. */
static bool close_class(Regexp *r, ClassFrame *f)
{
    if (f->wants_more)
        return cm__regexp_fail(r, r->at - 1,
                               "invalid set operation in regular "
                               "expression");
    cm__ranges_sort(&f->set);
    if (f->is_negative && f->strings.may)
        return cm__regexp_fail(r, r->at,
                               "negated class of strings in regular "
                               "expression");
    if (f->is_negative)
        cm__ranges_invert(&f->set);
    sort_strings(&f->strings);
    return !f->set.failed || cm__regexp_nomem(r);
}

/* One step: an operand, an operation, or the end of a class. */
static bool set_step(Regexp *r, ClassStack *s)
{
    ClassFrame *f = &s->v[s->n - 1];
    if (cm__regexp_eat(r, ']')) {
        if (!close_class(r, f))
            return false;
        if (s->n == 1) {
            s->n = 0; /* the caller takes v[0] */
            return true;
        }
        s->n--;
        bool ok = combine(r, &s->v[s->n - 1], f);
        frame_done(r, f);
        return ok;
    }
    if (operation(r, f))
        return r->status == CM_OK;
    if (f->op != CLASS_UNION && !f->wants_more)
        return cm__regexp_fail(r, r->at,
                               "invalid set operation in regular "
                               "expression");
    if (cm__regexp_eat(r, '['))
        return push_class(r, s);
    ClassFrame operand = { 0 };
    cm__ranges_init(&operand.set, r->host->alloc);
    f->had_range = false;
    bool ok = plain_operand(r, f, &operand);
    bool had_range = f->had_range;
    ok = ok && combine(r, f, &operand);
    f->had_range = had_range;
    frame_done(r, &operand);
    return ok && cm__regexp_work(r, 1);
}

/* ---- a class with strings is an alternation, longest first ---- */

static Node *add_sequence(Regexp *r, Node *alt)
{
    Node *seq = cm__regexp_node(r, NODE_SEQ);
    if (seq == NULL)
        return NULL;
    seq->parent = alt;
    seq->prev = alt->last;
    if (alt->last)
        alt->last->next = seq;
    else
        alt->first = seq;
    alt->last = seq;
    r->seq = seq;
    return seq;
}

static bool string_sequence(Regexp *r, Node *alt, const ClassString *string)
{
    Node *seq = add_sequence(r, alt);
    if (seq == NULL)
        return false;
    for (uint32_t i = 0; i < string->len; i++) {
        uint32_t k = seq->is_back ? string->len - 1 - i : i;
        Node *n = cm__regexp_add_char(r, string->c[k]);
        if (n == NULL)
            return false;
        seq->min_len += n->min_len;
    }
    return cm__regexp_work(r, string->len / 4 + 1);
}

bool cm__regexp_add_strings(Regexp *r, Ranges *set, ClassStrings *strings)
{
    sort_strings(strings);
    Node *outer = r->seq, *alt = cm__regexp_node(r, NODE_ALT);
    if (alt == NULL)
        return false;
    uint32_t i = 0, n = strings->n;
    bool ok = true;
    for (; ok && i < n && strings->v[i]->len > 1; i++)
        ok = string_sequence(r, alt, strings->v[i]);
    if (ok && set->n > 0)
        ok = add_sequence(r, alt) && cm__regexp_add_set(r, set, false, false);
    if (ok && alt->last && set->n > 0)
        alt->last->min_len = 1;
    for (; ok && i < n; i++)
        ok = string_sequence(r, alt, strings->v[i]);
    r->seq = outer;
    if (!ok)
        return false;
    alt->min_len = UINT32_MAX;
    for (Node *seq = alt->first; seq; seq = seq->next)
        alt->min_len =
            seq->min_len < alt->min_len ? seq->min_len : alt->min_len;
    return cm__regexp_add(r, alt) != NULL;
}

static bool set_class(Regexp *r)
{
    ClassStack s = { 0 };
    bool ok = push_class(r, &s);
    while (ok && s.n > 0) {
        if (r->at >= r->text.len)
            ok = not_ended(r);
        else
            ok = set_step(r, &s);
    }
    if (ok && s.v) {
        ClassFrame *f = &s.v[0];
        ok = f->strings.n > 0
                 ? cm__regexp_add_strings(r, &f->set, &f->strings)
                 : cm__regexp_add_set(r, &f->set, false, false) != NULL;
        frame_done(r, f);
    }
    for (uint32_t i = 0; i < s.n; i++)
        frame_done(r, &s.v[i]);
    cm__free(r->host->alloc, s.v, s.cap * sizeof *s.v);
    return ok;
}

bool cm__regexp_class(Regexp *r)
{
    return r->is_sets ? set_class(r) : plain_class(r);
}
