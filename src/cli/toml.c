/* SPDX-License-Identifier: MIT */
/* TOML 1.0.0 (toml.io/en/v1.0.0). Headers may come back to a table from
 * anywhere in the text, so the reader first builds nodes that can grow, with
 * one hash table of all (parent, key) pairs, and copies them into the flat
 * arrays of a JSON tree at the end. Nodes are never deeper than
 * CM_TOML_DEPTH_MAX, so recursion over them and over nested values is safe. */
#include "cli/toml.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/hash.h"
#include "base/utf8.h"

enum {
    BUCKETS = 4096,
    TOKEN_MAX = 400 /* bytes of a number or a date */
};
#define TWIN_SHOWN ((size_t)80) /* bytes of a key in a message */
#define TEXT_MAX   ((size_t)16 << 20)
#define MEMORY_MAX ((size_t)64 << 20)

/* How a table came into being says who may add to it. */
typedef enum TableKind {
    TABLE_IMPLIED, /* on the way of a header; a header may define it once */
    TABLE_HEADER,  /* by a header of its own */
    TABLE_DOTTED,  /* by a dotted key: closed to headers */
    TABLE_INLINE   /* closed */
} TableKind;

typedef struct Node {
    struct Node *next, *first, *last; /* siblings; children in order */
    struct Node *chain;               /* of the bucket */
    struct Node *parent;
    const char *key; /* NULL in arrays */
    size_t key_len;
    uint32_t key_offset;
    size_t n_children;
    unsigned depth;
    TableKind kind;
    bool is_of_tables; /* an array that [[headers]] made */
    JsonValue value;   /* of scalars; type and offset of all */
} Node;

typedef struct Toml {
    const char *text, *at, *end;
    Arena nodes; /* gone when the tree is made */
    Node **buckets;
    JsonDoc *doc; /* the texts live here from the start */
    Node *root, *table;
    cm_status status;
    const char *culprit, *fault;
    char twin[100]; /* the key that comes twice, in quotes, or "" */
} Toml;

/* ---- failures ---- */

static bool fail_at(Toml *t, const char *culprit, const char *fault)
{
    if (t->status == CM_OK) {
        t->status = CM_E_SYNTAX;
        t->culprit = culprit;
        t->fault = fault;
    }
    return false;
}

static bool fail(Toml *t, const char *fault)
{
    return fail_at(t, t->at, fault);
}

static bool fail_memory(Toml *t, const Arena *arena)
{
    (void)fail(t, arena->status == CM_E_LIMIT ? "needs too much memory"
                                              : "out of memory");
    if (t->status == CM_E_SYNTAX)
        t->status = arena->status == CM_E_LIMIT ? CM_E_LIMIT : CM_E_NOMEM;
    return false;
}

static bool fail_depth(Toml *t)
{
    (void)fail(t, "is nested too deep");
    t->status = CM_E_LIMIT;
    return false;
}

/* ---- characters ---- */

static bool is_at(const Toml *t, const char *word)
{
    size_t n = strlen(word);
    return (size_t)(t->end - t->at) >= n && memcmp(t->at, word, n) == 0;
}

static bool is_char(const Toml *t, char c)
{
    return t->at < t->end && *t->at == c;
}

static bool eat(Toml *t, char c)
{
    if (!is_char(t, c))
        return false;
    t->at++;
    return true;
}

static void skip_blanks(Toml *t)
{
    while (is_char(t, ' ') || is_char(t, '\t'))
        t->at++;
}

static bool is_line_end(const Toml *t)
{
    return is_char(t, '\n') || is_at(t, "\r\n");
}

static bool is_control(char c)
{
    return ((unsigned char)c < 0x20 && c != '\t') || c == 0x7F;
}

static bool skip_comment(Toml *t)
{
    if (!is_char(t, '#'))
        return true;
    while (t->at < t->end && !is_line_end(t)) {
        if (is_control(*t->at))
            return fail(t, "a control character in a comment");
        t->at++;
    }
    return true;
}

/* Blanks, comments and line ends, inside arrays. */
static bool skip_lines(Toml *t)
{
    for (;;) {
        skip_blanks(t);
        if (!skip_comment(t))
            return false;
        if (!is_line_end(t))
            return true;
        t->at += *t->at == '\r' ? 2 : 1;
    }
}

static bool end_line(Toml *t)
{
    skip_blanks(t);
    if (!skip_comment(t))
        return false;
    if (t->at < t->end && !is_line_end(t))
        return fail(t, "the line should end here");
    return true;
}

static bool is_bare(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
           (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/* ---- nodes ---- */

static size_t bucket_of(const Node *parent, const char *key, size_t len)
{
    return (cm__hash_bytes(key, len) ^ cm__hash_u64((uintptr_t)parent)) &
           (BUCKETS - 1);
}

static Node *find(const Toml *t, const Node *parent, const char *key,
                  size_t len)
{
    Node *node = t->buckets[bucket_of(parent, key, len)];
    while (node != NULL && (node->parent != parent || node->key_len != len ||
                            memcmp(node->key, key, len) != 0))
        node = node->chain;
    return node;
}

typedef struct Key {
    const char *text; /* in the document's arena */
    size_t len;
    uint32_t offset;
} Key;

/* A child at the end; key NULL in arrays. NULL after a failure. */
static Node *add_child(Toml *t, Node *parent, const Key *key, JsonType type)
{
    if (parent != NULL && parent->depth == CM_TOML_DEPTH_MAX) {
        (void)fail_depth(t);
        return NULL;
    }
    Node *node = cm__arena_zero(&t->nodes, sizeof *node);
    if (node == NULL) {
        (void)fail_memory(t, &t->nodes);
        return NULL;
    }
    node->parent = parent;
    node->value.type = type;
    node->value.offset = (uint32_t)(t->at - t->text);
    if (parent != NULL) {
        node->depth = parent->depth + 1;
        if (parent->last != NULL)
            parent->last->next = node;
        else
            parent->first = node;
        parent->last = node;
        parent->n_children++;
    }
    if (key != NULL) {
        size_t bucket = bucket_of(parent, key->text, key->len);
        node->key = key->text;
        node->key_len = key->len;
        node->key_offset = key->offset;
        node->chain = t->buckets[bucket];
        t->buckets[bucket] = node;
    }
    return node;
}

/* ---- strings ---- */

static bool read_hex(Toml *t, unsigned n_digits, uint32_t *ret)
{
    uint32_t code = 0;
    for (unsigned i = 0; i < n_digits; i++, t->at++) {
        char c = (char)(t->at < t->end ? *t->at : '\0');
        unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                         : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                         : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                                : 16;
        if (digit == 16)
            return fail(t, "a hexadecimal digit is missing");
        code = code * 16 + digit;
    }
    *ret = code;
    return true;
}

/* Behind the backslash. */
static bool read_escape(Toml *t, Buf *out)
{
    static const char names[] = "btnfr\"\\", values[] = "\b\t\n\f\r\"\\";
    const char *start = t->at - 1;
    char c = (char)(t->at < t->end ? *t->at : '\0');
    const char *name = c != '\0' ? strchr(names, c) : NULL;
    uint32_t code;
    if (name != NULL) {
        t->at++;
        cm__buf_add_char(out, values[name - names]);
        return true;
    }
    if (c != 'u' && c != 'U')
        return fail_at(t, start, "an unknown escape");
    t->at++;
    if (!read_hex(t, c == 'u' ? 4 : 8, &code))
        return false;
    if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        return fail_at(t, start, "an escape of no character");
    cm__buf_add_code_point(out, code);
    return true;
}

/* A backslash at the end of a line takes the blanks and line ends behind it
 * away. */
static bool skip_folded(Toml *t)
{
    const char *start = t->at;
    skip_blanks(t);
    if (!is_line_end(t)) {
        t->at = start;
        return false;
    }
    while (is_line_end(t) || is_char(t, ' ') || is_char(t, '\t'))
        t->at++;
    return true;
}

/* Behind the opening quotes, up to and with the closing ones. */
static bool read_quoted(Toml *t, char quote, bool is_long, Buf *out)
{
    const char *start = t->at - 1;
    const char closing[] = { quote, quote, quote, '\0' };
    if (is_long && is_line_end(t))
        t->at += *t->at == '\r' ? 2 : 1;
    while (t->at < t->end) {
        if (is_long && is_at(t, closing)) {
            t->at += 3;
            /* Up to two more quotes belong to the text. */
            for (int i = 0; i < 2 && eat(t, quote); i++)
                cm__buf_add_char(out, quote);
            return true;
        }
        if (!is_long && eat(t, quote))
            return true;
        if (is_line_end(t)) {
            if (!is_long)
                return fail_at(t, start, "a string that does not end");
            t->at += *t->at == '\r' ? 2 : 1;
            cm__buf_add_char(out, '\n');
        } else if (quote == '"' && eat(t, '\\')) {
            if (!(is_long && skip_folded(t)) && !read_escape(t, out))
                return false;
        } else if (is_control(*t->at)) {
            return fail(t, "a control character in a string");
        } else {
            cm__buf_add_char(out, *t->at++);
        }
    }
    return fail_at(t, start, "a string that does not end");
}

/* At a quote; the text goes to the document's arena. */
static bool read_string(Toml *t, bool may_be_long, const char **ret,
                        size_t *ret_len)
{
    Buf text;
    char quote = *t->at;
    const char triple[] = { quote, quote, quote, '\0' };
    bool is_long = may_be_long && is_at(t, triple);
    cm__buf_init(&text, t->nodes.alloc, TEXT_MAX);
    t->at += is_long ? 3 : 1;
    bool is_ok = read_quoted(t, quote, is_long, &text);
    if (is_ok) {
        *ret =
            text.status == CM_OK
                ? cm__arena_text(&t->doc->arena, cm__buf_text(&text), text.len)
                : NULL;
        *ret_len = text.len;
        is_ok = *ret != NULL || fail_memory(t, &t->doc->arena);
    }
    cm__buf_done(&text);
    return is_ok;
}

/* ---- keys ---- */

static bool read_key_part(Toml *t, Key *ret)
{
    ret->offset = (uint32_t)(t->at - t->text);
    if (is_char(t, '"') || is_char(t, '\''))
        return read_string(t, false, &ret->text, &ret->len);
    const char *start = t->at;
    while (t->at < t->end && is_bare(*t->at))
        t->at++;
    ret->len = (size_t)(t->at - start);
    if (ret->len == 0)
        return fail(t, "a key should stand here");
    ret->text = cm__arena_text(&t->doc->arena, start, ret->len);
    return ret->text != NULL || fail_memory(t, &t->doc->arena);
}

/* Whether another part of a dotted key follows; blanks around the dot. */
static bool eat_dot(Toml *t)
{
    skip_blanks(t);
    if (!eat(t, '.'))
        return false;
    skip_blanks(t);
    return true;
}

static bool fail_twice(Toml *t, const Key *key)
{
    size_t shown = key->len < TWIN_SHOWN ? key->len : TWIN_SHOWN;
    if (t->status == CM_OK)
        (void)snprintf(t->twin, sizeof t->twin, "\"%.*s\" ",
                       (int)cm__utf8_valid_prefix(key->text, shown), key->text);
    return fail_at(t, t->text + key->offset, "is given twice");
}

/* ---- values ---- */

static bool read_value(Toml *t, Node *parent, const Key *key);

/* "key = value" below the table; dotted keys make tables on the way. */
static bool read_pair(Toml *t, Node *table)
{
    Key key = { "", 0, 0 };
    if (!read_key_part(t, &key))
        return false;
    while (eat_dot(t)) {
        Node *next = find(t, table, key.text, key.len);
        if (next == NULL) {
            next = add_child(t, table, &key, CM_JSON_TYPE_OBJECT);
            if (next == NULL)
                return false;
            next->kind = TABLE_DOTTED;
        } else if (next->value.type != CM_JSON_TYPE_OBJECT ||
                   next->kind == TABLE_INLINE || next->kind == TABLE_HEADER) {
            return fail_twice(t, &key);
        }
        table = next;
        if (!read_key_part(t, &key))
            return false;
    }
    if (find(t, table, key.text, key.len) != NULL)
        return fail_twice(t, &key);
    if (!eat(t, '='))
        return fail(t, "\"=\" should stand here");
    skip_blanks(t);
    return read_value(t, table, &key);
}

static bool read_array(Toml *t, Node *node)
{
    const char *start = t->at++;
    for (;;) {
        if (!skip_lines(t))
            return false;
        if (eat(t, ']'))
            return true;
        if (t->at == t->end)
            return fail_at(t, start, "an array that does not end");
        if (!read_value(t, node, NULL) || !skip_lines(t))
            return false;
        if (!eat(t, ',') && !is_char(t, ']'))
            return fail(t, t->at == t->end
                               ? "an array that does not end"
                               : "a comma or \"]\" should stand here");
    }
}

/* Marks the tables that dotted keys made inside as closed too. */
static void close_tables(Node *node)
{
    node->kind = TABLE_INLINE;
    for (Node *child = node->first; child != NULL; child = child->next)
        if (child->value.type == CM_JSON_TYPE_OBJECT)
            close_tables(child);
}

static bool read_inline_table(Toml *t, Node *node)
{
    t->at++;
    node->kind = TABLE_DOTTED;
    skip_blanks(t);
    if (!eat(t, '}'))
        for (;;) {
            skip_blanks(t);
            if (!read_pair(t, node))
                return false;
            skip_blanks(t);
            if (eat(t, '}'))
                break;
            if (!eat(t, ','))
                return fail(t, "a comma or \"}\" should stand here");
        }
    close_tables(node);
    return true;
}

static bool is_digit_of(char c, unsigned base)
{
    unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                     : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                     : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                            : 16;
    return digit < base;
}

/* Copies the token without the underscores, which stand between digits. */
static size_t copy_number(const char *token, size_t len, unsigned base,
                          char *out)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        if (token[i] != '_')
            out[n++] = token[i];
        else if (i == 0 || i + 1 == len || !is_digit_of(token[i - 1], base) ||
                 !is_digit_of(token[i + 1], base))
            return 0;
    }
    out[n] = '\0';
    return n;
}

/* 0x, 0o and 0b; the digits have no prefix any more. */
static bool read_based(const char *digits, size_t n, unsigned base,
                       JsonValue *value)
{
    int64_t number = 0;
    for (size_t i = 0; i < n; i++) {
        char c = digits[i];
        if (!is_digit_of(c, base))
            return false;
        int digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
        if (number > (INT64_MAX - digit) / (int64_t)base)
            return false;
        number = number * (int64_t)base + digit;
    }
    value->is_integer = true;
    value->integer = number;
    return n > 0;
}

static bool read_special(const char *token, JsonValue *value)
{
    const char *name = token + (*token == '+' || *token == '-');
    if (strcmp(name, "inf") == 0)
        value->number = *token == '-' ? -(double)INFINITY : (double)INFINITY;
    else if (strcmp(name, "nan") == 0)
        value->number = (double)NAN;
    else
        return false;
    return true;
}

static bool is_date(const char *token, size_t len)
{
    bool has_date = len >= 10 && token[4] == '-' && token[7] == '-';
    bool has_time = len >= 8 && token[2] == ':' && token[5] == ':';
    for (size_t i = 0; i < len; i++)
        if (!is_digit_of(token[i], 10) && strchr("-:.+TtZz ", token[i]) == NULL)
            return false;
    return has_date || has_time;
}

static bool read_number(const char *token, size_t len, JsonValue *value)
{
    char plain[TOKEN_MAX + 1];
    unsigned base = 10;
    if (len > 2 && token[0] == '0')
        base = token[1] == 'x'   ? 16
               : token[1] == 'o' ? 8
               : token[1] == 'b' ? 2
                                 : 10;
    if (base != 10) {
        size_t n = copy_number(token + 2, len - 2, base, plain);
        return read_based(plain, n, base, value);
    }
    size_t n = copy_number(token, len, base, plain);
    if (n == 0)
        return false;
    if (read_special(plain, value))
        return true;
    JsonNumber number;
    const char *start = plain + (*plain == '+'), *end = plain + n;
    if (start == end || (*plain == '+' && *start == '-') ||
        cm__json_scan_number(start, end, &number) != CM_JSON_OK ||
        number.next != end)
        return false;
    bool is_zero = strcmp(start, "-0") == 0; /* of integers there is one */
    value->is_integer = number.is_integer || is_zero;
    if (value->is_integer)
        value->integer = is_zero ? 0 : number.integer;
    else
        value->number = number.value;
    return true;
}

/* true, false, a number or a date. */
static bool read_token(Toml *t, Node *node)
{
    const char *start = t->at;
    while (t->at < t->end &&
           (is_bare(*t->at) || *t->at == '+' || *t->at == '.' || *t->at == ':'))
        t->at++;
    /* A date and a time may have one blank between them. */
    if (t->at - start == 10 && is_date(start, 10) && t->end - t->at >= 3 &&
        *t->at == ' ' && is_digit_of(t->at[1], 10)) {
        t->at++;
        while (t->at < t->end && (is_bare(*t->at) || *t->at == '+' ||
                                  *t->at == '.' || *t->at == ':'))
            t->at++;
    }
    size_t len = (size_t)(t->at - start);
    JsonValue *value = &node->value;
    if (len == 0 || len > TOKEN_MAX)
        return fail_at(t, start, "a value should stand here");
    if ((len == 4 && memcmp(start, "true", 4) == 0) ||
        (len == 5 && memcmp(start, "false", 5) == 0)) {
        value->type = CM_JSON_TYPE_BOOL;
        value->boolean = len == 4;
        return true;
    }
    if (is_date(start, len)) {
        value->type = CM_JSON_TYPE_STRING;
        value->text = cm__arena_text(&t->doc->arena, start, len);
        value->len = len;
        return value->text != NULL || fail_memory(t, &t->doc->arena);
    }
    value->type = CM_JSON_TYPE_NUMBER;
    return read_number(start, len, value) ||
           fail_at(t, start, "this is no value (a string needs quotes)");
}

static bool read_value(Toml *t, Node *parent, const Key *key)
{
    Node *node = add_child(t, parent, key, CM_JSON_TYPE_NULL);
    if (node == NULL)
        return false;
    if (is_char(t, '"') || is_char(t, '\'')) {
        const char *text;
        size_t len;
        if (!read_string(t, true, &text, &len))
            return false;
        node->value.type = CM_JSON_TYPE_STRING;
        node->value.text = text;
        node->value.len = len;
        return true;
    }
    if (is_char(t, '[')) {
        node->value.type = CM_JSON_TYPE_ARRAY;
        return read_array(t, node);
    }
    if (is_char(t, '{')) {
        node->value.type = CM_JSON_TYPE_OBJECT;
        return read_inline_table(t, node);
    }
    return read_token(t, node);
}

/* ---- headers ---- */

/* The table that a part of a header leads to. */
static Node *step(Toml *t, Node *table, const Key *key)
{
    Node *next = find(t, table, key->text, key->len);
    if (next == NULL)
        return add_child(t, table, key, CM_JSON_TYPE_OBJECT);
    if (next->is_of_tables)
        return next->last;
    if (next->value.type == CM_JSON_TYPE_OBJECT && next->kind != TABLE_INLINE)
        return next;
    (void)fail_twice(t, key);
    return NULL;
}

static Node *open_table(Toml *t, Node *parent, const Key *key)
{
    Node *table = find(t, parent, key->text, key->len);
    if (table == NULL)
        table = add_child(t, parent, key, CM_JSON_TYPE_OBJECT);
    else if (table->value.type != CM_JSON_TYPE_OBJECT ||
             table->kind != TABLE_IMPLIED) {
        (void)fail_twice(t, key);
        return NULL;
    }
    if (table != NULL)
        table->kind = TABLE_HEADER;
    return table;
}

static Node *open_array_table(Toml *t, Node *parent, const Key *key)
{
    Node *array = find(t, parent, key->text, key->len);
    if (array == NULL) {
        array = add_child(t, parent, key, CM_JSON_TYPE_ARRAY);
        if (array == NULL)
            return NULL;
        array->is_of_tables = true;
    } else if (!array->is_of_tables) {
        (void)fail_twice(t, key);
        return NULL;
    }
    Node *table = add_child(t, array, NULL, CM_JSON_TYPE_OBJECT);
    if (table != NULL)
        table->kind = TABLE_HEADER;
    return table;
}

static bool read_header(Toml *t)
{
    Node *parent = t->root;
    Key key = { "", 0, 0 };
    bool is_array = is_at(t, "[[");
    t->at += is_array ? 2 : 1;
    skip_blanks(t);
    if (!read_key_part(t, &key))
        return false;
    while (eat_dot(t)) {
        parent = step(t, parent, &key);
        if (parent == NULL || !read_key_part(t, &key))
            return false;
    }
    if (!is_at(t, is_array ? "]]" : "]"))
        return fail(t, is_array ? "\"]]\" should stand here"
                                : "\"]\" should stand here");
    t->at += is_array ? 2 : 1;
    t->table = is_array ? open_array_table(t, parent, &key)
                        : open_table(t, parent, &key);
    return t->table != NULL;
}

static bool read_document(Toml *t)
{
    if (is_at(t, "\xEF\xBB\xBF"))
        t->at += 3;
    while (skip_lines(t) && t->at < t->end) {
        if (!(is_char(t, '[') ? read_header(t) : read_pair(t, t->table)) ||
            !end_line(t))
            return false;
    }
    return t->status == CM_OK;
}

/* ---- the tree ---- */

static bool copy_node(Toml *t, const Node *node, JsonValue *out)
{
    size_t i = 0;
    *out = node->value;
    if (out->type == CM_JSON_TYPE_ARRAY) {
        JsonValue *items = cm__arena_zero(
            &t->doc->arena, (node->n_children + 1) * sizeof *items);
        if (items == NULL)
            return fail_memory(t, &t->doc->arena);
        for (const Node *child = node->first; child != NULL;
             child = child->next)
            if (!copy_node(t, child, &items[i++]))
                return false;
        out->items = items;
        out->n_items = i;
    } else if (out->type == CM_JSON_TYPE_OBJECT) {
        JsonMember *members = cm__arena_zero(
            &t->doc->arena, (node->n_children + 1) * sizeof *members);
        if (members == NULL)
            return fail_memory(t, &t->doc->arena);
        for (const Node *child = node->first; child != NULL;
             child = child->next, i++) {
            members[i].name = child->key;
            members[i].name_len = child->key_len;
            members[i].name_offset = child->key_offset;
            if (!copy_node(t, child, &members[i].value))
                return false;
        }
        out->members = members;
        out->by_name = NULL;
        out->n_members = i;
    }
    return true;
}

static bool parse(Toml *t, size_t len)
{
    if (len > TEXT_MAX) {
        (void)fail(t, "is too long");
        t->status = CM_E_LIMIT;
        return false;
    }
    size_t valid = cm__utf8_valid_prefix(t->text, len);
    if (valid < len)
        return fail_at(t, t->text + valid, "these bytes are not UTF-8");
    t->buckets = cm__arena_zero(&t->nodes, BUCKETS * sizeof(Node *));
    if (t->buckets == NULL)
        return fail_memory(t, &t->nodes);
    t->root = t->table = add_child(t, NULL, NULL, CM_JSON_TYPE_OBJECT);
    return t->root != NULL && read_document(t) &&
           copy_node(t, t->root, &t->doc->root);
}

cm_status cm__toml_parse(const cm_allocator *alloc, const char *text,
                         size_t len, JsonDoc **ret_doc, cm_error *err)
{
    Toml t = { .text = text, .at = text, .end = text + len, .culprit = text };
    t.doc = cm__alloc(alloc, sizeof *t.doc);
    if (t.doc == NULL) {
        if (err != NULL)
            *err = (cm_error){ .status = CM_E_NOMEM, .text = "out of memory" };
        return CM_E_NOMEM;
    }
    cm__arena_init(&t.doc->arena, alloc, MEMORY_MAX);
    cm__arena_init(&t.nodes, alloc, MEMORY_MAX);
    bool is_ok = parse(&t, len);
    cm__arena_done(&t.nodes);
    if (is_ok) {
        *ret_doc = t.doc;
        return CM_OK;
    }
    cm__json_doc_free(t.doc);
    if (err != NULL) {
        *err = (cm_error){ .status = t.status };
        cm__json_locate(text, len, (size_t)(t.culprit - text), &err->line,
                        &err->column);
        (void)snprintf(err->text, sizeof err->text, "%s%s", t.twin, t.fault);
    }
    return t.status;
}
