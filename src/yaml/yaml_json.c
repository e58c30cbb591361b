/* SPDX-License-Identifier: MIT */
/* Nodes are written as their events come. A frame stands for each open
 * collection; an anchor remembers which part of the output is its node, so that
 * an alias costs a copy and the output's limit bounds every expansion. A scalar
 * anchor keeps its text too, since a key is written as it stands. */
#include "yaml/yaml_json.h"

#include <yaml.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/hash.h"
#include "yaml/scalar.h"
#include "json/scan.h"
#include "json/writer.h"

/* Names of anchors, texts of scalars with anchors. */
#define ARENA_LIMIT ((size_t)64 << 20)
#define TAG_PREFIX  "tag:yaml.org,2002:"

enum {
    TAGS_MAX = 1000
};

typedef struct Key {
    size_t from, len; /* quoted, in the output */
    size_t line, column;
} Key;

typedef struct Anchor {
    const char *name; /* in the arena */
    const char *text; /* scalar: as written; NULL for collections */
    size_t text_len;
    ScalarKind kind;
    size_t from, to; /* in the output; to 0: still open */
    size_t n_nodes, depth;
} Anchor;

typedef struct Frame {
    bool is_map;
    size_t n_events; /* nodes inside so far; a map's even ones are keys */
    Key *keys;       /* owned */
    size_t n_keys, cap_keys;
    Anchor *anchor; /* NULL: none */
    size_t n_nodes; /* of the document when it began */
    size_t depth;   /* of the deepest node inside, below it */
} Frame;

typedef struct Converter {
    const cm_allocator *alloc;
    const char *yaml;
    size_t len;
    Buf *out;
    cm_error *err;
    yaml_parser_t parser;
    Arena arena;
    Frame *frames; /* owned; CM_YAML_DEPTH_MAX of them */
    size_t n_frames, n_nodes;
    Anchor **anchors; /* owned; open addressing, at most half full */
    size_t n_anchors, cap_anchors;
} Converter;

/* ---- failures ---- */

static CM_PRINTF(4, 5) cm_status
    fail(Converter *c, cm_status status, const yaml_mark_t *at, const char *fmt,
         ...)
{
    va_list args;
    *c->err = (cm_error){ .status = status };
    if (at != NULL) {
        c->err->line = (uint32_t)at->line + 1;
        c->err->column = (uint32_t)at->column + 1;
    }
    va_start(args, fmt);
    (void)vsnprintf(c->err->text, sizeof c->err->text, fmt, args);
    va_end(args);
    return status;
}

static cm_status no_memory(Converter *c)
{
    return fail(c, CM_E_NOMEM, NULL, "out of memory");
}

static cm_status too_big(Converter *c, const yaml_mark_t *at)
{
    return fail(c, CM_E_LIMIT, at, "over %d nodes with those of aliases",
                CM_YAML_NODES_MAX);
}

/* libyaml's problem; its texts are constants. */
static cm_status parser_failed(Converter *c)
{
    const yaml_parser_t *p = &c->parser;
    if (p->error == YAML_MEMORY_ERROR)
        return no_memory(c);
    const char *text = p->problem != NULL ? p->problem : "not YAML";
    if (p->error != YAML_READER_ERROR)
        return fail(c, CM_E_SYNTAX, &p->problem_mark, "%s", text);
    (void)fail(c, CM_E_SYNTAX, NULL, "%s", text);
    cm__json_locate(c->yaml, c->len, p->problem_offset, &c->err->line,
                    &c->err->column);
    return CM_E_SYNTAX;
}

/* ---- keys ---- */

static int key_order(const Converter *c, const Key *a, const Key *b)
{
    const char *text = c->out->bytes;
    size_t n = a->len < b->len ? a->len : b->len;
    int order = memcmp(text + a->from, text + b->from, n);
    if (order == 0)
        order = a->len < b->len ? -1 : a->len > b->len;
    if (order == 0)
        order = a->from < b->from ? -1 : 1;
    return order;
}

/* Heap sort: no choice of keys makes it slow. */
static void sift(const Converter *c, Key *keys, size_t at, size_t n)
{
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= n)
            return;
        if (child + 1 < n && key_order(c, &keys[child], &keys[child + 1]) < 0)
            child++;
        if (key_order(c, &keys[at], &keys[child]) >= 0)
            return;
        Key key = keys[at];
        keys[at] = keys[child];
        keys[child] = key;
        at = child;
    }
}

static void sort_keys(const Converter *c, Key *keys, size_t n)
{
    for (size_t i = n / 2; i-- > 0;)
        sift(c, keys, i, n);
    for (size_t left = n; left-- > 1;) {
        Key key = keys[0];
        keys[0] = keys[left];
        keys[left] = key;
        sift(c, keys, 0, left);
    }
}

/* Of several that come twice the earliest is told. */
static cm_status check_keys(Converter *c, Frame *f)
{
    const Key *twice = NULL;
    const char *text = c->out->bytes;
    sort_keys(c, f->keys, f->n_keys);
    for (size_t i = 1; i < f->n_keys; i++) {
        const Key *a = &f->keys[i - 1], *b = &f->keys[i];
        if (a->len == b->len &&
            memcmp(text + a->from, text + b->from, a->len) == 0 &&
            (twice == NULL || b->from < twice->from))
            twice = b;
    }
    if (twice == NULL)
        return CM_OK;
    const yaml_mark_t at = { 0, twice->line, twice->column };
    return fail(c, CM_E_SYNTAX, &at, "the key %.*s comes twice",
                twice->len < 100 ? (int)twice->len : 100, text + twice->from);
}

static cm_status add_key(Converter *c, Frame *f, size_t from,
                         const yaml_mark_t *at)
{
    Key *keys =
        cm__room(c->alloc, f->keys, f->n_keys, &f->cap_keys, sizeof *keys);
    if (keys == NULL)
        return no_memory(c);
    f->keys = keys;
    f->keys[f->n_keys++] =
        (Key){ from, c->out->len - from, at->line, at->column };
    return CM_OK;
}

/* ---- anchors ---- */

static size_t anchor_slot(const Converter *c, const char *name)
{
    size_t mask = c->cap_anchors - 1;
    size_t at = cm__hash_bytes(name, strlen(name)) & mask;
    while (c->anchors[at] != NULL && strcmp(c->anchors[at]->name, name) != 0)
        at = (at + 1) & mask;
    return at;
}

static bool anchors_grow(Converter *c)
{
    size_t old_cap = c->cap_anchors, cap = old_cap == 0 ? 16 : 2 * old_cap;
    Anchor **old = c->anchors;
    Anchor **anchors = cm__alloc_zero(c->alloc, cap, sizeof(Anchor *));
    if (anchors == NULL)
        return false;
    c->anchors = anchors;
    c->cap_anchors = cap;
    for (size_t i = 0; i < old_cap; i++)
        if (old[i] != NULL)
            anchors[anchor_slot(c, old[i]->name)] = old[i];
    cm__free(c->alloc, old, old_cap * sizeof(Anchor *));
    return true;
}

/* A name may be given again; aliases mean the last one before them. */
static cm_status add_anchor(Converter *c, const yaml_char_t *yaml_name,
                            Anchor **ret)
{
    const char *name = (const char *)yaml_name;
    *ret = NULL;
    if (name == NULL)
        return CM_OK;
    if (2 * c->n_anchors >= c->cap_anchors && !anchors_grow(c))
        return no_memory(c);
    Anchor *anchor = cm__arena_zero(&c->arena, sizeof *anchor);
    size_t slot = anchor_slot(c, name);
    if (anchor == NULL)
        return no_memory(c);
    if (c->anchors[slot] != NULL) {
        anchor->name = c->anchors[slot]->name;
    } else {
        anchor->name = cm__arena_text(&c->arena, name, strlen(name));
        if (anchor->name == NULL)
            return no_memory(c);
        c->n_anchors++;
    }
    anchor->from = c->out->len;
    c->anchors[slot] = anchor;
    *ret = anchor;
    return CM_OK;
}

/* ---- nodes ---- */

static Frame *top(Converter *c)
{
    return c->n_frames > 0 ? &c->frames[c->n_frames - 1] : NULL;
}

static bool is_key(const Frame *f)
{
    return f != NULL && f->is_map && f->n_events % 2 == 0;
}

/* What stands between the node before and this one. */
static void separate(Converter *c)
{
    Frame *f = top(c);
    if (f == NULL)
        return;
    if (f->is_map && f->n_events % 2 == 1)
        cm__buf_add_char(c->out, ':');
    else if (f->n_events > 0)
        cm__buf_add_char(c->out, ',');
    f->n_events++;
}

static cm_status count_nodes(Converter *c, size_t n, const yaml_mark_t *at)
{
    if (n > CM_YAML_NODES_MAX - c->n_nodes)
        return too_big(c, at);
    c->n_nodes += n;
    return CM_OK;
}

/* A node of that depth (1: a collection without others in it) is inside all
 * open ones. */
static cm_status note_depth(Converter *c, size_t depth, const yaml_mark_t *at)
{
    Frame *f = top(c);
    if (c->n_frames + depth > CM_YAML_DEPTH_MAX)
        return fail(c, CM_E_LIMIT, at, "nested over %d levels",
                    CM_YAML_DEPTH_MAX);
    if (f != NULL && f->depth < depth)
        f->depth = depth;
    return CM_OK;
}

static cm_status write_key(Converter *c, const char *text, size_t len,
                           const yaml_mark_t *at)
{
    separate(c);
    size_t from = c->out->len;
    cm__json_quote(c->out, text, len);
    return add_key(c, &c->frames[c->n_frames - 1], from, at);
}

/* NULL when it is none of the core schema's. */
static const char *core_tag(const yaml_char_t *tag)
{
    static const char *const known[] = { "null", "bool", "int", "float",
                                         "str",  "seq",  "map" };
    const char *text = (const char *)tag;
    size_t n = strlen(TAG_PREFIX);
    if (strncmp(text, TAG_PREFIX, n) != 0)
        return NULL;
    for (size_t i = 0; i < CM_ARRAY_LEN(known); i++)
        if (strcmp(text + n, known[i]) == 0)
            return known[i];
    return NULL;
}

static cm_status unknown_tag(Converter *c, const yaml_char_t *tag,
                             const yaml_mark_t *at)
{
    return fail(c, CM_E_SYNTAX, at, "the tag %.100s is not of the core schema",
                (const char *)tag);
}

static bool fits(ScalarKind kind, const char *tag)
{
    switch (kind) {
    case SCALAR_NULL:
        return strcmp(tag, "null") == 0;
    case SCALAR_BOOL:
        return strcmp(tag, "bool") == 0;
    case SCALAR_INT:
        return strcmp(tag, "int") == 0 || strcmp(tag, "float") == 0;
    case SCALAR_FLOAT:
        return strcmp(tag, "float") == 0;
    case SCALAR_STRING:
    case SCALAR_NOT_FINITE:
        break;
    }
    return false;
}

/* What the scalar is, by its tag, its quotes or its text. */
static cm_status resolve(Converter *c, const yaml_event_t *e, ScalarKind *ret)
{
    const yaml_char_t *tag = e->data.scalar.tag;
    const char *text = (const char *)e->data.scalar.value;
    size_t len = e->data.scalar.length;
    ScalarKind kind = cm__scalar_kind(text, len);
    bool is_plain = e->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    if (tag == NULL ? !is_plain : strcmp((const char *)tag, "!") == 0) {
        kind = SCALAR_STRING;
    } else if (tag != NULL) {
        const char *core = core_tag(tag);
        if (core == NULL)
            return unknown_tag(c, tag, &e->start_mark);
        if (strcmp(core, "str") == 0)
            kind = SCALAR_STRING;
        else if (kind != SCALAR_NOT_FINITE && !fits(kind, core))
            return fail(c, CM_E_SYNTAX, &e->start_mark,
                        "the value does not fit the tag !!%s", core);
    }
    if (kind == SCALAR_NOT_FINITE && !is_key(top(c)))
        return fail(c, CM_E_SYNTAX, &e->start_mark,
                    "JSON has no infinity and no NaN");
    *ret = kind;
    return CM_OK;
}

static cm_status add_scalar(Converter *c, const yaml_event_t *e)
{
    Anchor *anchor = NULL;
    ScalarKind kind = SCALAR_STRING;
    const char *text = (const char *)e->data.scalar.value;
    size_t len = e->data.scalar.length;
    cm_status status = resolve(c, e, &kind);
    if (status == CM_OK)
        status = count_nodes(c, 1, &e->start_mark);
    if (status == CM_OK)
        status = add_anchor(c, e->data.scalar.anchor, &anchor);
    if (status != CM_OK)
        return status;
    if (anchor != NULL) {
        anchor->text = cm__arena_text(&c->arena, text, len);
        if (anchor->text == NULL)
            return no_memory(c);
        anchor->text_len = len;
        anchor->kind = kind;
        anchor->n_nodes = 1;
    }
    if (is_key(top(c)))
        return write_key(c, text, len, &e->start_mark);
    separate(c);
    cm__scalar_write(c->out, kind, text, len);
    return CM_OK;
}

static cm_status repeat_scalar(Converter *c, const Anchor *anchor,
                               const yaml_mark_t *at)
{
    if (is_key(top(c)))
        return write_key(c, anchor->text, anchor->text_len, at);
    if (anchor->kind == SCALAR_NOT_FINITE)
        return fail(c, CM_E_SYNTAX, at, "JSON has no infinity and no NaN");
    separate(c);
    cm__scalar_write(c->out, anchor->kind, anchor->text, anchor->text_len);
    return CM_OK;
}

static cm_status add_alias(Converter *c, const yaml_event_t *e)
{
    const yaml_mark_t *at = &e->start_mark;
    const char *name = (const char *)e->data.alias.anchor;
    const Anchor *anchor =
        c->cap_anchors > 0 ? c->anchors[anchor_slot(c, name)] : NULL;
    if (anchor == NULL)
        return fail(c, CM_E_SYNTAX, at, "no anchor &%.100s", name);
    if (anchor->text == NULL && anchor->to == 0)
        return fail(c, CM_E_SYNTAX, at,
                    "the alias *%.100s is inside its anchor", name);
    cm_status status = count_nodes(c, anchor->n_nodes, at);
    if (status == CM_OK)
        status = note_depth(c, anchor->depth, at);
    if (status != CM_OK)
        return status;
    if (anchor->text != NULL)
        return repeat_scalar(c, anchor, at);
    if (is_key(top(c)))
        return fail(c, CM_E_SYNTAX, at, "a key must be a scalar");
    separate(c);
    size_t n = anchor->to - anchor->from;
    char *room = cm__buf_reserve(c->out, n);
    if (room != NULL) { /* reserving may have moved the bytes */
        memcpy(room, c->out->bytes + anchor->from, n);
        cm__buf_advance(c->out, n);
    }
    return CM_OK;
}

static cm_status begin(Converter *c, const yaml_event_t *e, bool is_map)
{
    const yaml_mark_t *at = &e->start_mark;
    const yaml_char_t *tag =
        is_map ? e->data.mapping_start.tag : e->data.sequence_start.tag;
    const yaml_char_t *name =
        is_map ? e->data.mapping_start.anchor : e->data.sequence_start.anchor;
    if (tag != NULL && strcmp((const char *)tag, "!") != 0) {
        const char *core = core_tag(tag);
        if (core == NULL)
            return unknown_tag(c, tag, at);
        if (strcmp(core, is_map ? "map" : "seq") != 0)
            return fail(c, CM_E_SYNTAX, at,
                        "the value does not fit the tag !!%s", core);
    }
    if (is_key(top(c)))
        return fail(c, CM_E_SYNTAX, at, "a key must be a scalar");
    size_t n_before = c->n_nodes;
    cm_status status = count_nodes(c, 1, at);
    if (status == CM_OK)
        status = note_depth(c, 1, at);
    if (status != CM_OK)
        return status;
    separate(c);
    Anchor *anchor;
    status = add_anchor(c, name, &anchor);
    if (status != CM_OK)
        return status;
    c->frames[c->n_frames++] =
        (Frame){ .is_map = is_map, .anchor = anchor, .n_nodes = n_before };
    cm__buf_add_char(c->out, is_map ? '{' : '[');
    return CM_OK;
}

static void frame_done(Converter *c, Frame *f)
{
    cm__free(c->alloc, f->keys, f->cap_keys * sizeof *f->keys);
    f->keys = NULL;
}

static cm_status end(Converter *c)
{
    Frame *f = &c->frames[c->n_frames - 1];
    cm_status status = f->is_map ? check_keys(c, f) : CM_OK;
    size_t depth = f->depth + 1;
    cm__buf_add_char(c->out, f->is_map ? '}' : ']');
    if (f->anchor != NULL) {
        f->anchor->to = c->out->len;
        f->anchor->n_nodes = c->n_nodes - f->n_nodes;
        f->anchor->depth = depth;
    }
    frame_done(c, f);
    c->n_frames--;
    f = top(c);
    if (f != NULL && f->depth < depth)
        f->depth = depth;
    return status;
}

/* ---- the document ---- */

static cm_status take(Converter *c, const yaml_event_t *e)
{
    switch (e->type) {
    case YAML_SCALAR_EVENT:
        return add_scalar(c, e);
    case YAML_ALIAS_EVENT:
        return add_alias(c, e);
    case YAML_SEQUENCE_START_EVENT:
        return begin(c, e, false);
    case YAML_MAPPING_START_EVENT:
        return begin(c, e, true);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        return end(c);
    case YAML_DOCUMENT_START_EVENT:
        if (c->n_nodes > 0)
            return fail(c, CM_E_SYNTAX, &e->start_mark,
                        "a second document begins");
        return CM_OK;
    case YAML_STREAM_END_EVENT:
        if (c->n_nodes == 0)
            return fail(c, CM_E_SYNTAX, &e->start_mark, "no document");
        return CM_OK;
    case YAML_NO_EVENT:
    case YAML_STREAM_START_EVENT:
    case YAML_DOCUMENT_END_EVENT:
        break;
    }
    return CM_OK;
}

static cm_status out_failed(Converter *c, const yaml_mark_t *at)
{
    if (c->out->status == CM_E_NOMEM)
        return no_memory(c);
    return fail(c, CM_E_LIMIT, at, "over %zu MiB as JSON",
                CM_YAML_JSON_MAX >> 20);
}

static cm_status convert(Converter *c)
{
    for (;;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&c->parser, &event))
            return parser_failed(c);
        bool is_end = event.type == YAML_STREAM_END_EVENT;
        const yaml_mark_t at = event.start_mark;
        cm_status status = take(c, &event);
        yaml_event_delete(&event);
        if (status != CM_OK)
            return status;
        if (c->out->status != CM_OK)
            return out_failed(c, &at);
        if (is_end)
            return CM_OK;
    }
}

/* libyaml compares each %TAG with all before it, ahead of the first event, so a
 * text may hold only so many. NULs are passed over for the sake of UTF-16. */
static bool has_many_tags(const char *yaml, size_t len)
{
    static const char word[] = "%TAG";
    size_t n = 0, n_same = 0;
    for (size_t i = 0; i < len; i++) {
        if (yaml[i] == '\0')
            continue;
        if (yaml[i] == word[n_same])
            n_same++;
        else
            n_same = yaml[i] == word[0];
        if (word[n_same] != '\0')
            continue;
        n_same = 0;
        if (++n > TAGS_MAX)
            return true;
    }
    return false;
}

cm_status cm__yaml_to_json(const cm_allocator *alloc, const char *yaml,
                           size_t len, Buf *ret_json, cm_error *err)
{
    cm_error unused;
    cm__buf_init(ret_json, alloc, CM_YAML_JSON_MAX);
    Converter c = { .alloc = alloc,
                    .yaml = yaml,
                    .len = len,
                    .out = ret_json,
                    .err = err != NULL ? err : &unused };
    if (has_many_tags(yaml, len))
        return fail(&c, CM_E_LIMIT, NULL, "over %d %%TAG directives", TAGS_MAX);
    cm__arena_init(&c.arena, alloc, ARENA_LIMIT);
    c.frames = cm__alloc(alloc, CM_YAML_DEPTH_MAX * sizeof *c.frames);
    if (c.frames == NULL || !yaml_parser_initialize(&c.parser)) {
        cm__free(alloc, c.frames, CM_YAML_DEPTH_MAX * sizeof *c.frames);
        return no_memory(&c);
    }
    yaml_parser_set_input_string(&c.parser, (const yaml_char_t *)yaml, len);
    cm_status status = convert(&c);
    yaml_parser_delete(&c.parser);
    while (c.n_frames > 0)
        frame_done(&c, &c.frames[--c.n_frames]);
    cm__free(alloc, c.frames, CM_YAML_DEPTH_MAX * sizeof *c.frames);
    cm__free(alloc, c.anchors, c.cap_anchors * sizeof(Anchor *));
    cm__arena_done(&c.arena);
    return status;
}
