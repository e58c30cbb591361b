/* SPDX-License-Identifier: MIT */
/* The pattern grammar (ECMA-262 22.2.1, and B.1.2 without u and v) to a tree.
 *
 * No recursion: the tree itself is the stack. `seq` is the sequence being
 * filled; above it stand its alternation and the group. Sequences inside a
 * lookbehind are turned around when they end, so that everything later goes
 * through children in the order of matching. */
#include "regexp/regexp_internal.h"

#include "base/arena.h"
#include "regexp/unicode.h"

#include <string.h>

/* ---- failures ---- */

bool cm__regexp_fail(Regexp *r, uint32_t at, const char *what)
{
    if (r->status == CM_OK) {
        r->status = CM_E_SYNTAX;
        r->error = (RegexpError){ what, at };
    }
    return false;
}

bool cm__regexp_nomem(Regexp *r)
{
    if (r->status == CM_OK)
        r->status = CM_E_NOMEM;
    return false;
}

bool cm__regexp_work(Regexp *r, uint64_t n)
{
    if (r->status == CM_OK && r->host->charge &&
        !r->host->charge(r->host->user, n))
        r->status = CM_E_LIMIT;
    return r->status == CM_OK;
}

/* ---- reading ---- */

uint32_t cm__regexp_peek(const Regexp *r)
{
    if (r->at >= r->text.len)
        return RE_END;
    uint32_t c = regexp_unit(&r->text, r->at);
    if (r->is_unicode && is_lead(c) && r->at + 1 < r->text.len) {
        uint32_t next = regexp_unit(&r->text, r->at + 1);
        if (is_trail(next))
            return join_pair(c, next);
    }
    return c;
}

void cm__regexp_skip(Regexp *r, uint32_t c)
{
    r->at += c > 0xFFFF ? 2 : 1;
}

static uint32_t unit_at(const Regexp *r, uint32_t at)
{
    return at < r->text.len ? regexp_unit(&r->text, at) : RE_END;
}

bool cm__regexp_eat(Regexp *r, char c)
{
    if (unit_at(r, r->at) != (uint8_t)c)
        return false;
    r->at++;
    return true;
}

static bool eat_text(Regexp *r, const char *text)
{
    uint32_t n = (uint32_t)strlen(text);
    for (uint32_t i = 0; i < n; i++)
        if (unit_at(r, r->at + i) != (uint8_t)text[i])
            return false;
    r->at += n;
    return true;
}

/* ---- the tree ---- */

Node *cm__regexp_node(Regexp *r, NodeKind kind)
{
    Node *n = cm__arena_zero(r->arena, sizeof *n);
    if (n == NULL) {
        cm__regexp_nomem(r);
        return NULL;
    }
    n->kind = (uint8_t)kind;
    n->is_back = r->is_back;
    n->group_from = n->group_to = r->n_groups;
    return n;
}

static void append(Node *parent, Node *n)
{
    n->parent = parent;
    n->prev = parent->last;
    n->next = NULL;
    if (parent->last)
        parent->last->next = n;
    else
        parent->first = n;
    parent->last = n;
}

Node *cm__regexp_add(Regexp *r, Node *n)
{
    if (n != NULL)
        append(r->seq, n);
    return n;
}

/* The set of a class: with case variants, turned around, serialised. */
Node *cm__regexp_add_set(Regexp *r, Ranges *set, bool close, bool invert)
{
    if (close && (r->mods & REGEXP_IGNORE_CASE) &&
        !cm__regexp_work(r, cm__unicode_close(set, r->is_unicode)))
        return NULL;
    cm__ranges_sort(set);
    if (invert)
        cm__ranges_invert(set);
    Node *n = cm__regexp_node(r, NODE_SET);
    uint32_t at = n ? cm__regexp_set(r, set) : REGEXP_NONE;
    if (at == REGEXP_NONE)
        return NULL;
    n->a = at;
    n->min_len = 1;
    for (uint32_t i = 0; i < set->n && r->is_unicode; i++)
        n->b |= set->v[(size_t)2 * i + 1] >= 0xD800 &&
                (set->v[(size_t)2 * i] <= 0xDFFF ||
                 set->v[(size_t)2 * i + 1] > 0xFFFF);
    return cm__regexp_add(r, n);
}

Node *cm__regexp_add_char(Regexp *r, uint32_t c)
{
    Ranges set;
    bool fold = (r->mods & REGEXP_IGNORE_CASE) != 0;
    if (fold || (r->is_unicode && is_surrogate(c))) {
        cm__ranges_init(&set, r->host->alloc);
        cm__ranges_add(&set, c, c);
        if (fold)
            cm__unicode_close(&set, r->is_unicode);
        bool single = set.n == 1 && set.v[0] == set.v[1] &&
                      !(r->is_unicode && is_surrogate(c));
        bool failed = set.failed;
        Node *n =
            single || failed ? NULL : cm__regexp_add_set(r, &set, false, false);
        cm__ranges_done(&set);
        if (failed)
            cm__regexp_nomem(r);
        if (!single)
            return n;
    }
    Node *n = cm__regexp_node(r, NODE_CHAR);
    if (n == NULL)
        return NULL;
    n->a = c;
    n->min_len = c > 0xFFFF ? 2 : 1;
    return cm__regexp_add(r, n);
}

static Node *add_op(Regexp *r, uint32_t word)
{
    Node *n = cm__regexp_node(r, NODE_OP);
    if (n != NULL)
        n->a = word;
    return cm__regexp_add(r, n);
}

/* ---- groups ---- */

static bool start_sequence(Regexp *r, Node *alt)
{
    Node *seq = cm__regexp_node(r, NODE_SEQ);
    if (seq == NULL)
        return false;
    append(alt, seq);
    r->seq = seq;
    return true;
}

/* A new alternation; `group` (GROUP, LOOK) stands above it, or nothing. */
static bool open_group(Regexp *r, Node *group)
{
    if (r->depth >= REGEXP_MAX_NESTING)
        return cm__regexp_fail(r, r->at,
                               "regular expression nests over 1000 groups");
    Node *alt = cm__regexp_node(r, NODE_ALT);
    if (alt == NULL)
        return false;
    alt->mods = (uint8_t)r->mods;
    alt->a = r->n_name_table; /* names of the group and of the alternative */
    alt->b = r->n_name_table;
    alt->c = (uint32_t)r->is_back;
    r->depth++;
    if (group != NULL) {
        cm__regexp_add(r, group);
        append(group, alt);
    } else {
        cm__regexp_add(r, alt);
    }
    return start_sequence(r, alt);
}

static uint32_t add_len(uint32_t a, uint32_t b)
{
    return a + b < (UINT32_C(1) << 30) ? a + b : UINT32_C(1) << 30;
}

static void finish_sequence(Regexp *r)
{
    Node *seq = r->seq, *turned = NULL;
    seq->group_to = r->n_groups;
    for (Node *n = seq->first; n != NULL; n = n->next)
        seq->min_len = add_len(seq->min_len, n->min_len);
    if (!seq->is_back)
        return;
    seq->last = seq->first;
    for (Node *n = seq->first, *next; n != NULL; n = next) {
        next = n->next;
        n->next = turned;
        turned = n;
    }
    seq->first = turned;
}

static GroupName *name_rows(Regexp *r)
{
    return (GroupName *)(void *)r->names.bytes;
}

static bool next_alternative(Regexp *r)
{
    finish_sequence(r);
    Node *alt = r->seq->parent;
    for (uint32_t i = alt->b; i < r->n_name_table; i++)
        name_rows(r)[i].is_open = false;
    alt->b = r->n_name_table;
    return cm__regexp_work(r, 1) && start_sequence(r, alt);
}

/* Ends the innermost alternation; returns what may be repeated. */
static Node *close_alternation(Regexp *r)
{
    finish_sequence(r);
    Node *alt = r->seq->parent;
    for (uint32_t i = alt->a; i < r->n_name_table; i++)
        name_rows(r)[i].is_open = true;
    alt->group_to = r->n_groups;
    alt->min_len = UINT32_MAX;
    for (Node *n = alt->first; n != NULL; n = n->next)
        if (n->min_len < alt->min_len)
            alt->min_len = n->min_len;
    r->mods = alt->mods;
    r->is_back = alt->c != 0;
    return alt;
}

/* Puts a node in the place of the newest item of a sequence. */
static void replace_last(Node *old, Node *n)
{
    Node *seq = old->parent;
    n->parent = seq;
    n->prev = old->prev;
    n->next = NULL;
    if (old->prev)
        old->prev->next = n;
    else
        seq->first = n;
    seq->last = n;
}

/* (?:x) is x when it is one item. A lookaround stays inside, since the group
 * may be repeated where it may not. */
static Node *unwrap(Node *alt)
{
    Node *seq = alt->first;
    if (alt->first != alt->last || seq->first == NULL ||
        seq->first->next != NULL || seq->first->kind == NODE_LOOK)
        return alt;
    replace_last(alt, seq->first);
    return seq->first;
}

static Node *close_group(Regexp *r)
{
    if (r->depth == 0) {
        cm__regexp_fail(r, r->at, "unmatched ) in regular expression");
        return NULL;
    }
    Node *alt = close_alternation(r);
    Node *up = alt->parent;
    r->depth--;
    r->at++;
    if (up->kind == NODE_SEQ) {
        r->seq = up;
        return unwrap(alt);
    }
    up->group_to = r->n_groups;
    up->min_len = up->kind == NODE_GROUP ? alt->min_len : 0;
    r->seq = up->parent;
    return up;
}

/* ---- names ---- */

static uint32_t hash_units(const uint16_t *u, uint32_t len)
{
    uint32_t h = 2166136261u;
    for (uint32_t i = 0; i < len; i++)
        h = (h ^ u[i]) * 16777619u;
    return h;
}

enum {
    NAME_BUCKETS = 256
};

/* The newest group of a name, or NONE; *ret_bucket is where its list hangs. */
static uint32_t find_group_name(Regexp *r, uint32_t at, uint32_t len,
                                uint32_t **ret_bucket)
{
    const uint16_t *units = (const uint16_t *)(void *)r->name_units.bytes;
    uint32_t *buckets = (uint32_t *)(void *)r->name_table.bytes;
    *ret_bucket = &buckets[hash_units(units + at, len) % NAME_BUCKETS];
    for (uint32_t i = **ret_bucket; i != REGEXP_NONE;
         i = name_rows(r)[i].same) {
        const GroupName *g = &name_rows(r)[i];
        if (g->len == len &&
            memcmp(units + g->at, units + at, (size_t)2 * len) == 0)
            return i;
    }
    return REGEXP_NONE;
}

static bool make_buckets(Regexp *r)
{
    if (r->name_table.len == 0)
        cm__buf_add_fill(&r->name_table, '\xFF', (size_t)NAME_BUCKETS * 4);
    return r->name_table.status == CM_OK || cm__regexp_nomem(r);
}

/* One group more of that name; the others are in other alternatives. */
static bool add_group_name(Regexp *r, uint32_t at, uint32_t len)
{
    uint32_t *bucket;
    if (!make_buckets(r))
        return false;
    const uint16_t *units = (const uint16_t *)(void *)r->name_units.bytes;
    uint32_t n = 0;
    find_group_name(r, at, len, &bucket);
    for (uint32_t i = *bucket; i != REGEXP_NONE; i = name_rows(r)[i].same) {
        const GroupName *g = &name_rows(r)[i];
        if (g->is_open && g->len == len &&
            memcmp(units + g->at, units + at, (size_t)2 * len) == 0)
            return cm__regexp_fail(r, r->at, "capture group name given twice");
        n++;
    }
    GroupName row = { r->n_groups, at, len, *bucket, true };
    *bucket = r->n_name_table++;
    cm__buf_add(&r->names, &row, sizeof row);
    if (r->names.status != CM_OK)
        return cm__regexp_nomem(r);
    return cm__regexp_work(r, n);
}

static bool name_char(Regexp *r, uint32_t *ret_c)
{
    uint32_t c = unit_at(r, r->at), at = r->at;
    if (c == RE_END || c == '>')
        return false;
    r->at++;
    if (c == '\\') {
        if (!cm__regexp_eat(r, 'u') ||
            !cm__regexp_unicode_escape(r, true, ret_c)) {
            r->at = at;
            return false;
        }
        return true;
    }
    if (is_lead(c) && unit_at(r, r->at) != RE_END &&
        is_trail(unit_at(r, r->at)))
        c = join_pair(c, unit_at(r, r->at++));
    *ret_c = c;
    return true;
}

bool cm__regexp_name(Regexp *r, uint32_t *ret_at, uint32_t *ret_len)
{
    uint32_t begin = (uint32_t)(r->name_units.len / 2), c, n = 0;
    while (name_char(r, &c)) {
        bool fits = c == '$' || c == '_' || cm__unicode_is_id_start(c);
        if (!fits && n > 0)
            fits = c == 0x200C || c == 0x200D || cm__unicode_is_id_part(c);
        if (!fits)
            return cm__regexp_fail(r, r->at, "invalid capture group name");
        uint16_t units[2] = { (uint16_t)c, 0 };
        if (c > 0xFFFF) {
            units[0] = (uint16_t)(0xD7C0 + (c >> 10));
            units[1] = (uint16_t)(0xDC00 | (c & 0x3FF));
        }
        cm__buf_add(&r->name_units, units, c > 0xFFFF ? 4 : 2);
        n++;
        if (c >= 128 && !cm__regexp_work(r, 10))
            return false;
    }
    if (r->name_units.status != CM_OK)
        return cm__regexp_nomem(r);
    if (n == 0 || !cm__regexp_eat(r, '>'))
        return cm__regexp_fail(r, r->at, "invalid capture group name");
    *ret_at = begin;
    *ret_len = (uint32_t)(r->name_units.len / 2) - begin;
    return true;
}

/* ---- what stands behind ( ---- */

/* (?ims-ims: */
static bool open_modified(Regexp *r)
{
    static const char letters[] = "ims";
    static const uint8_t bits[] = { REGEXP_IGNORE_CASE, REGEXP_MULTILINE,
                                    REGEXP_DOT_ALL };
    unsigned on = 0, off = 0;
    bool minus = false;
    while (!cm__regexp_eat(r, ':')) {
        uint32_t c = unit_at(r, r->at);
        if (c == '-' && !minus) {
            minus = true;
            r->at++;
            continue;
        }
        const char *p = c < 128 && c != 0 ? strchr(letters, (char)c) : NULL;
        unsigned bit = p ? bits[p - letters] : 0;
        if (bit == 0 || ((on | off) & bit))
            return cm__regexp_fail(r, r->at,
                                   "invalid group in regular expression");
        *(minus ? &off : &on) |= bit;
        r->at++;
    }
    if (minus && on + off == 0)
        return cm__regexp_fail(r, r->at, "invalid group in regular expression");
    unsigned mods = (r->mods | on) & ~off;
    if (!open_group(r, NULL))
        return false;
    r->mods = mods;
    return true;
}

static bool open_look(Regexp *r, bool is_back, bool is_negative)
{
    Node *look = cm__regexp_node(r, NODE_LOOK);
    if (look == NULL)
        return false;
    look->is_negative = is_negative;
    look->c = is_back;
    look->a = 2 * r->all_groups + r->n_registers++;
    r->has_looks = true;
    bool was_back = r->is_back;
    r->is_back = is_back;
    if (!open_group(r, look))
        return false;
    r->seq->parent->c = was_back;
    return true;
}

static bool open_capture(Regexp *r, bool has_name)
{
    uint32_t at = 0, len = 0;
    Node *group = cm__regexp_node(r, NODE_GROUP);
    if (group == NULL || (has_name && !cm__regexp_name(r, &at, &len)))
        return false;
    if (has_name && !add_group_name(r, at, len))
        return false;
    group->a = r->n_groups++;
    if (r->n_groups > REGEXP_MAX_GROUPS)
        return cm__regexp_fail(r, r->at, "too many capture groups");
    return open_group(r, group);
}

static bool open_paren(Regexp *r)
{
    r->at++;
    if (!cm__regexp_eat(r, '?'))
        return open_capture(r, false);
    if (cm__regexp_eat(r, '='))
        return open_look(r, false, false);
    if (cm__regexp_eat(r, '!'))
        return open_look(r, false, true);
    if (eat_text(r, "<="))
        return open_look(r, true, false);
    if (eat_text(r, "<!"))
        return open_look(r, true, true);
    if (cm__regexp_eat(r, '<'))
        return open_capture(r, true);
    return open_modified(r);
}

/* ---- quantifiers ---- */

static uint64_t decimal(Regexp *r)
{
    uint64_t n = 0;
    for (uint32_t c; (c = unit_at(r, r->at)) - '0' < 10; r->at++)
        if (n < UINT64_C(1) << 56)
            n = n * 10 + (c - '0');
    return n;
}

/* {n}, {n,}, {n,m}; false and nothing read when it is none. */
static bool braces(Regexp *r, uint64_t *ret_min, uint64_t *ret_max)
{
    uint32_t at = r->at++;
    if (unit_at(r, r->at) - '0' < 10) {
        *ret_min = *ret_max = decimal(r);
        if (cm__regexp_eat(r, ','))
            *ret_max = unit_at(r, r->at) - '0' < 10 ? decimal(r) : UINT64_MAX;
        if (cm__regexp_eat(r, '}'))
            return true;
    }
    r->at = at;
    return false;
}

static uint32_t clamp_count(uint64_t n)
{
    return n == UINT64_MAX            ? REGEXP_NONE
           : n < UINT64_C(0x7FFFFFFF) ? (uint32_t)n
                                      : UINT32_C(0x7FFFFFFF);
}

static uint32_t times_len(uint32_t len, uint32_t n)
{
    uint64_t product = (uint64_t)len * n;
    return product < (UINT32_C(1) << 30) ? (uint32_t)product
                                         : UINT32_C(1) << 30;
}

/* Puts a node around the newest item of the sequence. */
static bool repeat(Regexp *r, Node *item, uint32_t min, uint32_t max)
{
    Node *q = cm__regexp_node(r, NODE_QUANT);
    if (q == NULL)
        return false;
    replace_last(item, q);
    append(q, item);
    q->a = min;
    q->b = max;
    q->is_lazy = cm__regexp_eat(r, '?');
    q->group_from = item->group_from;
    q->min_len = times_len(item->min_len, min);
    return true;
}

static bool quantifier(Regexp *r, Node *item)
{
    uint64_t min, max = UINT64_MAX;
    uint32_t at = r->at;
    switch (unit_at(r, at)) {
    case '*':
        min = 0;
        break;
    case '+':
        min = 1;
        break;
    case '?':
        min = 0;
        max = 1;
        break;
    case '{':
        if (!braces(r, &min, &max))
            return true;
        if (min > max)
            return cm__regexp_fail(r, at,
                                   "numbers out of order in {} of "
                                   "regular expression");
        r->at--;
        break;
    default:
        return true;
    }
    r->at++;
    return repeat(r, item, clamp_count(min), clamp_count(max));
}

/* ---- terms ---- */

static Node *dot(Regexp *r)
{
    Ranges set;
    cm__ranges_init(&set, r->host->alloc);
    if (!(r->mods & REGEXP_DOT_ALL)) {
        cm__ranges_add(&set, '\n', '\n');
        cm__ranges_add(&set, '\r', '\r');
        cm__ranges_add(&set, 0x2028, 0x2029);
    }
    Node *n = cm__regexp_add_set(r, &set, false, true);
    cm__ranges_done(&set);
    return n;
}

static uint32_t fold_flags(const Regexp *r)
{
    return (r->mods & REGEXP_IGNORE_CASE ? BACKREF_FOLD : 0u) |
           (r->is_unicode ? BACKREF_UNICODE : 0u) |
           (r->is_back ? BACKREF_BACK : 0u);
}

static Node *backref(Regexp *r, uint32_t group)
{
    Node *n = cm__regexp_node(r, NODE_BACKREF);
    if (n == NULL)
        return NULL;
    r->has_backrefs = true;
    n->a = (uint32_t)(r->refs.len / 4);
    n->b = 1;
    n->c = fold_flags(r);
    cm__buf_add(&r->refs, &group, 4);
    if (r->refs.status != CM_OK)
        cm__regexp_nomem(r);
    return cm__regexp_add(r, n);
}

/* \k<name>: which groups it means is known at the end. */
static Node *named_backref(Regexp *r)
{
    typedef struct NamedRef {
        Node *node;
        uint32_t at, len;
    } NamedRef;
    NamedRef ref;
    if (!cm__regexp_eat(r, '<')) {
        cm__regexp_fail(r, r->at, "invalid named reference");
        return NULL;
    }
    if (!cm__regexp_name(r, &ref.at, &ref.len))
        return NULL;
    ref.node = backref(r, 0);
    if (ref.node == NULL)
        return NULL;
    cm__buf_add(&r->named_refs, &ref.node, sizeof(Node *));
    cm__buf_add(&r->named_refs, &ref.at, 4);
    cm__buf_add(&r->named_refs, &ref.len, 4);
    if (r->named_refs.status != CM_OK)
        cm__regexp_nomem(r);
    return ref.node;
}

static bool resolve(Regexp *r, Node *node, uint32_t at, uint32_t len)
{
    uint32_t *bucket, n = 0;
    const uint16_t *units = (const uint16_t *)(void *)r->name_units.bytes;
    if (!make_buckets(r))
        return false;
    node->a = (uint32_t)(r->refs.len / 4);
    for (uint32_t i = find_group_name(r, at, len, &bucket); i != REGEXP_NONE;
         i = name_rows(r)[i].same) {
        const GroupName *g = &name_rows(r)[i];
        if (g->len != len ||
            memcmp(units + g->at, units + at, (size_t)2 * len) != 0)
            continue;
        cm__buf_add(&r->refs, &g->group, 4);
        n++;
    }
    node->b = n;
    if (r->refs.status != CM_OK)
        return cm__regexp_nomem(r);
    if (n == 0)
        return cm__regexp_fail(r, 0,
                               "reference to a group name that does not "
                               "exist");
    return cm__regexp_work(r, n);
}

static bool resolve_names(Regexp *r)
{
    const char *at = r->named_refs.bytes;
    for (size_t i = 0; i < r->named_refs.len; i += sizeof(Node *) + 8) {
        Node *node;
        uint32_t place[2];
        memcpy(&node, at + i, sizeof(Node *));
        memcpy(place, at + i + sizeof(Node *), 8);
        if (!resolve(r, node, place[0], place[1]))
            return false;
    }
    return true;
}

/* \1 and on. Without u, a number over the groups is an old octal escape. */
static Node *decimal_escape(Regexp *r)
{
    uint32_t at = r->at;
    uint64_t n = decimal(r);
    if (n < r->all_groups)
        return backref(r, (uint32_t)n);
    r->at = at;
    if (r->is_unicode) {
        cm__regexp_fail(r, at, "reference to a group that does not exist");
        return NULL;
    }
    uint32_t c;
    return cm__regexp_char_escape(r, false, &c) ? cm__regexp_add_char(r, c)
                                                : NULL;
}

static Node *escape_set(Regexp *r, uint32_t c)
{
    Ranges set;
    ClassStrings strings = { 0 };
    cm__ranges_init(&set, r->host->alloc);
    Node *n = NULL;
    if (cm__regexp_class_escape(r, c, &set, r->is_sets ? &strings : NULL)) {
        if (strings.n == 0)
            n = cm__regexp_add_set(r, &set, true, false);
        else if (cm__regexp_add_strings(r, &set, &strings))
            n = r->seq->last;
    }
    cm__ranges_done(&set);
    cm__regexp_strings_done(r, &strings);
    return n;
}

/* Behind a backslash. *ret_item: what may be repeated, NULL for assertions. */
static bool escape(Regexp *r, Node **ret_item)
{
    uint32_t c = cm__regexp_peek(r);
    *ret_item = NULL;
    if (c == RE_END)
        return cm__regexp_fail(r, r->at, "\\ at the end of regular expression");
    if (c == 'b' || c == 'B') {
        bool wide = r->is_unicode && (r->mods & REGEXP_IGNORE_CASE);
        r->at++;
        return add_op(r, RE_WORD_OF(c == 'b' ? RE_WORD : RE_NOT_WORD, wide)) !=
               NULL;
    }
    if (c == 'k' && (r->is_unicode || r->has_names)) {
        r->at++;
        *ret_item = named_backref(r);
    } else if (c - '1' < 9) {
        *ret_item = decimal_escape(r);
    } else if ((c < 128 && strchr("dDsSwW", (char)c) != NULL && c != 0) ||
               (r->is_unicode && (c == 'p' || c == 'P'))) {
        r->at++;
        *ret_item = escape_set(r, c);
    } else if (c == 'c' && !r->is_unicode &&
               (unit_at(r, r->at + 1) | 32) - 'a' >= 26) {
        *ret_item = cm__regexp_add_char(r, '\\'); /* B.1.2 */
    } else if (cm__regexp_char_escape(r, false, &c)) {
        *ret_item = cm__regexp_add_char(r, c);
    }
    return *ret_item != NULL;
}

static Node *character(Regexp *r, uint32_t c)
{
    cm__regexp_skip(r, c);
    return cm__regexp_add_char(r, c);
}

/* What stands for itself only without u. */
static Node *bracket(Regexp *r, uint32_t c)
{
    uint64_t min, max;
    uint32_t at = r->at;
    if (r->is_unicode || (c == '{' && braces(r, &min, &max))) {
        cm__regexp_fail(r, at,
                        c == '{' ? "nothing to repeat in regular "
                                   "expression"
                                 : "lone bracket in regular expression");
        return NULL;
    }
    return character(r, c);
}

/* One term. *ret_item is what a quantifier may follow, or NULL. */
static bool term(Regexp *r, uint32_t c, Node **ret_item)
{
    Node *item = NULL;
    *ret_item = NULL;
    switch (c) {
    case '^':
        r->at++;
        return add_op(r, r->mods & REGEXP_MULTILINE ? RE_LINE_BOL : RE_BOL);
    case '$':
        r->at++;
        return add_op(r, r->mods & REGEXP_MULTILINE ? RE_LINE_EOL : RE_EOL);
    case '.':
        r->at++;
        item = dot(r);
        break;
    case '[':
        r->at++;
        if (!cm__regexp_class(r))
            return false;
        item = r->seq->last;
        break;
    case ')':
        item = close_group(r);
        if (item && item->kind == NODE_LOOK && (r->is_unicode || item->c))
            return true; /* not repeatable */
        break;
    case '*':
    case '+':
    case '?':
        return cm__regexp_fail(r, r->at,
                               "nothing to repeat in regular expression");
    case '{':
    case '}':
    case ']':
        item = bracket(r, c);
        break;
    case '\\':
        r->at++;
        return escape(r, ret_item);
    default:
        item = character(r, c);
        break;
    }
    *ret_item = item;
    return item != NULL;
}

/* ---- the whole ---- */

/* Counts captures before anything is parsed: what \2 and \k mean depends on
 * it. */
static void count_groups(Regexp *r)
{
    uint32_t in_class = 0;
    r->all_groups = 1;
    for (uint32_t i = 0; i < r->text.len; i++) {
        uint32_t c = regexp_unit(&r->text, i);
        if (c == '\\') {
            i++;
        } else if (c == '[') {
            in_class = r->is_sets ? in_class + 1 : 1;
        } else if (c == ']' && in_class > 0) {
            in_class = r->is_sets ? in_class - 1 : 0;
        } else if (c == '(' && in_class == 0) {
            if (unit_at(r, i + 1) != '?') {
                r->all_groups++;
            } else if (unit_at(r, i + 2) == '<' && unit_at(r, i + 3) != '=' &&
                       unit_at(r, i + 3) != '!') {
                r->all_groups++;
                r->has_names = true;
            }
        }
    }
}

static bool parse_root(Regexp *r)
{
    Node *seq = cm__regexp_node(r, NODE_SEQ);
    if (seq == NULL)
        return false;
    r->seq = seq; /* a parent for the outermost alternation */
    if (!open_group(r, NULL))
        return false;
    r->root = r->seq->parent;
    r->depth = 0;
    return true;
}

bool cm__regexp_parse(Regexp *r)
{
    count_groups(r);
    r->n_groups = 1;
    if (r->all_groups > REGEXP_MAX_GROUPS)
        return cm__regexp_fail(r, 0, "too many capture groups");
    if (!cm__regexp_work(r, r->text.len / 8 + 1) || !parse_root(r))
        return false;
    for (uint32_t c; (c = cm__regexp_peek(r)) != RE_END;) {
        Node *item;
        if (c == '|') {
            r->at++;
            if (!next_alternative(r))
                return false;
        } else if (c == '(') {
            if (!open_paren(r))
                return false;
        } else if (!term(r, c, &item) || (item && !quantifier(r, item))) {
            return false;
        }
        if (r->status != CM_OK)
            return false;
    }
    if (r->depth > 0)
        return cm__regexp_fail(r, r->at, "missing ) in regular expression");
    close_alternation(r);
    r->root->parent = NULL;
    return resolve_names(r);
}
