/* SPDX-License-Identifier: MIT */
/* The texts of problems: where, what was expected, what was found. */
#include <string.h>

#include "base/edit_distance.h"
#include "base/utf8.h"
#include "schema/check.h"
#include "json/writer.h"

enum {
    VALUE_MAX = 60,       /* characters of a quoted value */
    VALUE_BYTES = 4 * 64, /* enough for that many */
    NAME_BYTES = 64       /* bytes of names that are compared */
};

/* ---- places ---- */

static void add_path(const Machine *m, Buf *out)
{
    size_t from = out->len;
    for (uint32_t i = 1; i < m->n_frames; i++) {
        const Frame *f = &m->frames[i];
        const JsonValue *parent = m->frames[i - 1].instance;
        if (f->where == AT_ITEM)
            cm__buf_add_fmt(out, "/%u", (unsigned)f->place);
        else if (f->where == AT_MEMBER)
            cm__schema_add_token(out, parent->members[f->place].name,
                                 parent->members[f->place].name_len);
    }
    if (out->len == from)
        cm__buf_add_char(out, '/');
}

/* The name that the frames on top look at, NULL when they look at a value. */
static const JsonValue *looked_at_name(const Machine *m)
{
    for (uint32_t i = m->n_frames; i-- > 0;) {
        if (m->frames[i].where == AT_NAME)
            return m->frames[i].instance;
        if (m->frames[i].where != AT_SAME)
            break;
    }
    return NULL;
}

Buf *problem_begin(Machine *m)
{
    if (check_top(m)->is_quiet || !m->problems)
        return NULL;
    if (m->n_problems++ >= SCHEMA_MAX_PROBLEMS)
        return NULL;
    Buf *out = m->problems;
    if (m->n_problems > 1)
        cm__buf_add_str(out, "; ");
    add_path(m, out);
    cm__buf_add_str(out, ": ");
    if (looked_at_name(m))
        cm__buf_add_str(out, "as a property name: ");
    return out;
}

/* ---- values ---- */

static void write_value(Buf *out, const JsonValue *v, const char *text,
                        const char *end);

static bool is_full(const Buf *out)
{
    return out->len >= VALUE_BYTES;
}

static void write_string(Buf *out, const char *text, size_t len)
{
    cm__json_quote(out, text,
                   len > VALUE_BYTES ? cm__utf8_floor(text, len, VALUE_BYTES)
                                     : len);
}

static void write_array(Buf *out, const JsonValue *v, const char *text,
                        const char *end)
{
    cm__buf_add_char(out, '[');
    for (size_t i = 0; i < v->n_items && !is_full(out); i++) {
        if (i > 0)
            cm__buf_add_char(out, ',');
        write_value(out, &v->items[i], text, end);
    }
    cm__buf_add_char(out, ']');
}

static void write_object(Buf *out, const JsonValue *v, const char *text,
                         const char *end)
{
    cm__buf_add_char(out, '{');
    for (size_t i = 0; i < v->n_members && !is_full(out); i++) {
        if (i > 0)
            cm__buf_add_char(out, ',');
        write_string(out, v->members[i].name, v->members[i].name_len);
        cm__buf_add_char(out, ':');
        write_value(out, &v->members[i].value, text, end);
    }
    cm__buf_add_char(out, '}');
}

/* Each level writes a byte at least, so VALUE_BYTES bounds the recursion. */
static void write_value(Buf *out, const JsonValue *v, const char *text,
                        const char *end)
{
    if (is_full(out))
        return;
    switch (v->type) {
    case CM_JSON_TYPE_NULL:
        cm__buf_add_str(out, "null");
        break;
    case CM_JSON_TYPE_BOOL:
        cm__buf_add_str(out, v->boolean ? "true" : "false");
        break;
    case CM_JSON_TYPE_NUMBER: {
        const char *at = text + v->offset;
        size_t n = cm__decimal_length(at, end);
        cm__buf_add(out, at, n < VALUE_BYTES ? n : VALUE_BYTES);
        break;
    }
    case CM_JSON_TYPE_STRING:
        write_string(out, v->text, v->len);
        break;
    case CM_JSON_TYPE_ARRAY:
        write_array(out, v, text, end);
        break;
    case CM_JSON_TYPE_OBJECT:
        write_object(out, v, text, end);
        break;
    }
}

/* Appends text, cut to VALUE_MAX characters. */
static void add_cut(Buf *out, const char *text, size_t len)
{
    size_t n = 0, at = 0;
    while (at < len && n < VALUE_MAX) {
        at++;
        while (at < len && ((unsigned char)text[at] & 0xC0) == 0x80)
            at++;
        n++;
    }
    if (at == len) {
        cm__buf_add(out, text, len);
        return;
    }
    /* The mark of the cut counts too. */
    for (n = 0; n < 3; n++)
        while (((unsigned char)text[--at] & 0xC0) == 0x80)
            continue;
    cm__buf_add(out, text, at);
    cm__buf_add_str(out, "...");
}

static void add_value(Machine *m, Buf *out, const JsonValue *value,
                      const char *text, const char *end)
{
    Buf whole;
    cm__buf_init(&whole, m->host->alloc, CM_BUF_NO_LIMIT);
    write_value(&whole, value, text, end);
    if (whole.status != CM_OK)
        out->status = whole.status;
    else
        add_cut(out, whole.bytes, whole.len);
    cm__buf_done(&whole);
}

void problem_value(Machine *m, Buf *out, const JsonValue *value,
                   const Document *source)
{
    add_value(m, out, value, source->text, source->text + source->len);
}

void problem_quote(Buf *out, const char *text, size_t len)
{
    Buf whole;
    cm__buf_init(&whole, out->alloc, CM_BUF_NO_LIMIT);
    write_string(&whole, text, len);
    if (whole.status != CM_OK)
        out->status = whole.status;
    else
        add_cut(out, whole.bytes, whole.len);
    cm__buf_done(&whole);
}

void problem_found(Machine *m, Buf *out)
{
    cm__buf_add_str(out, ", found ");
    add_value(m, out, check_top(m)->instance, m->text, m->end);
}

void problem_types(Buf *out, unsigned bits)
{
    static const struct {
        unsigned bit;
        const char *name;
    } names[] = {
        { 1u << CM_JSON_TYPE_STRING, "string" },
        { SCHEMA_TYPE_INTEGER, "integer" },
        { 1u << CM_JSON_TYPE_NUMBER, "number" },
        { 1u << CM_JSON_TYPE_BOOL, "boolean" },
        { 1u << CM_JSON_TYPE_ARRAY, "array" },
        { 1u << CM_JSON_TYPE_OBJECT, "object" },
        { 1u << CM_JSON_TYPE_NULL, "null" },
    };
    bool is_first = true;
    for (size_t i = 0; i < CM_ARRAY_LEN(names); i++) {
        if (!(bits & names[i].bit))
            continue;
        if (!is_first)
            cm__buf_add_str(out, " or ");
        cm__buf_add_str(out, names[i].name);
        is_first = false;
    }
}

/* ---- names that resemble each other ---- */

/* Lower case letters and digits of a name; 0 when it is too long. */
static size_t bare_name(const char *name, size_t len, char out[NAME_BYTES])
{
    size_t n = 0;
    if (len > NAME_BYTES)
        return 0;
    for (size_t i = 0; i < len; i++) {
        char c = name[i];
        if (c >= 'A' && c <= 'Z')
            c = (char)(c | 0x20);
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            out[n++] = c;
    }
    return n;
}

/* As spec/discovery.md 7 compares paths; SIZE_MAX: no resemblance. */
static size_t unlikeness(const char *a, size_t a_len, const char *b,
                         size_t b_len)
{
    char x[NAME_BYTES], y[NAME_BYTES];
    size_t n = bare_name(a, a_len, x), k = bare_name(b, b_len, y);
    if (n == 0 || k == 0)
        return SIZE_MAX;
    size_t longer = n > k ? n : k, d = cm__edit_distance(x, n, y, k);
    return d <= cm__edit_tolerance(n, k) && d < longer ? d : SIZE_MAX;
}

/* ---- properties ---- */

/* A problem is worth a few comparisons, not thousands. */
enum {
    COMPARED = 256
};

/* Nodes that say something about the object that the frames on top look at:
 * those of the frames, then what they refer to or combine. */
enum {
    NODES_SEEN = 32
};

typedef struct NodeList {
    uint32_t nodes[NODES_SEEN];
    uint32_t n;
} NodeList;

static void add_node(NodeList *list, uint32_t node)
{
    for (uint32_t i = 0; i < list->n; i++)
        if (list->nodes[i] == node)
            return;
    if (list->n < NODES_SEEN)
        list->nodes[list->n++] = node;
}

static void add_neighbours(const Schema *s, NodeList *list, const Node *node)
{
    for (uint32_t k = 0; k < node->n_ops; k++) {
        const Op *op = schema_op(s, node->first_op + k);
        switch ((OpKind)op->kind) {
        case OP_REF:
        case OP_DYNAMIC_REF:
        case OP_RECURSIVE_REF:
            add_node(list, op->a);
            break;
        case OP_ALL:
        case OP_ANY:
        case OP_ONE:
            for (uint32_t i = 0; i < op->b && list->n < NODES_SEEN; i++)
                add_node(list, schema_link(s, op->a + i));
            break;
        default:
            break;
        }
    }
}

static NodeList nodes_of_object(const Machine *m)
{
    NodeList list = { .n = 0 };
    for (uint32_t i = m->n_frames; i-- > 0;) {
        add_node(&list, m->frames[i].node);
        if (m->frames[i].where != AT_SAME)
            break;
    }
    for (uint32_t i = 0; i < list.n; i++)
        add_neighbours(m->s, &list, schema_node(m->s, list.nodes[i]));
    return list;
}

static const JsonValue *declared_by(const Machine *m, uint32_t node)
{
    const JsonValue *json = schema_node(m->s, node)->json;
    const JsonValue *map = cm__json_get(json, "properties");
    return map && map->type == CM_JSON_TYPE_OBJECT ? map : NULL;
}

static bool is_declared(const Machine *m, const NodeList *list,
                        const JsonMember *member)
{
    for (uint32_t i = 0; i < list->n; i++) {
        const JsonValue *map = declared_by(m, list->nodes[i]);
        if (map && cm__json_get_n(map, member->name, member->name_len))
            return true;
    }
    return false;
}

/* A member of the instance that no schema declares and that looks like the
 * missing name. */
static const JsonMember *misspelt(const Machine *m, const char *name,
                                  size_t len)
{
    const JsonValue *object = m->frames[m->n_frames - 1].instance;
    const JsonMember *best = NULL;
    size_t least_unlike = SIZE_MAX;
    NodeList list = nodes_of_object(m);
    for (size_t i = 0; i < object->n_members && i < COMPARED; i++) {
        const JsonMember *member = &object->members[i];
        size_t d = unlikeness(member->name, member->name_len, name, len);
        if (d < least_unlike && !is_declared(m, &list, member)) {
            best = member;
            least_unlike = d;
        }
    }
    return best;
}

void problem_missing(Machine *m, const char *name, size_t len,
                     const char *needed_by, size_t needed_len)
{
    Buf *out = problem_begin(m);
    if (!out)
        return;
    cm__buf_add_str(out, "missing property ");
    problem_quote(out, name, len);
    if (needed_by) {
        cm__buf_add_str(out, ", which ");
        problem_quote(out, needed_by, needed_len);
        cm__buf_add_str(out, " needs");
    }
    const JsonMember *near = misspelt(m, name, len);
    if (near) {
        cm__buf_add_str(out, ", found ");
        problem_quote(out, near->name, near->name_len);
    }
}

/* The declared name nearest to this one that the instance lacks. */
static const JsonMember *intended(const Machine *m, const JsonMember *member)
{
    const JsonMember *best = NULL;
    const JsonValue *object = m->frames[m->n_frames - 1].instance;
    size_t least_unlike = SIZE_MAX;
    NodeList list = nodes_of_object(m);
    for (uint32_t i = 0; i < list.n; i++) {
        const JsonValue *map = declared_by(m, list.nodes[i]);
        size_t n = map ? map->n_members : 0;
        for (size_t k = 0; k < n && k < COMPARED; k++) {
            const JsonMember *d = &map->members[k];
            size_t unlike = unlikeness(member->name, member->name_len, d->name,
                                       d->name_len);
            if (unlike < least_unlike &&
                !cm__json_get_n(object, d->name, d->name_len)) {
                best = d;
                least_unlike = unlike;
            }
        }
    }
    return best;
}

void problem_unexpected(Machine *m, const JsonMember *member)
{
    Buf *out = problem_begin(m);
    if (!out)
        return;
    cm__buf_add_str(out, "unexpected property ");
    problem_quote(out, member->name, member->name_len);
    const JsonMember *near = intended(m, member);
    if (near) {
        cm__buf_add_str(out, ", did you mean ");
        problem_quote(out, near->name, near->name_len);
        cm__buf_add_char(out, '?');
    }
}
