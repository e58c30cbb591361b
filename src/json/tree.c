/* SPDX-License-Identifier: MIT */
/* The reader is a loop with two stacks of its own: the open arrays and objects,
 * and the items that wait for them to close. A closing bracket moves its items
 * into the arena in one piece and becomes an item itself. Depth therefore costs
 * heap, not C stack. */
#include "json/tree.h"

#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

/* An array or object that is not closed yet. */
typedef struct Frame {
    JsonType type;
    uint32_t offset;
    size_t first;      /* its first item in Reader.items */
    JsonMember member; /* object: the name whose value comes next */
} Frame;

typedef struct Reader {
    const char *text, *at, *end; /* borrowed */
    JsonDoc *doc;
    JsonOptions options;
    const cm_allocator *alloc;
    Frame *frames; /* owned, of cap_frames */
    size_t n_frames, cap_frames;
    JsonMember *items; /* owned, of cap_items; array items have no name */
    size_t n_items, cap_items;
    cm_status status;
    JsonFault fault;
    const char *culprit;
} Reader;

/* ---- failures ---- */

static bool fail_status(Reader *r, cm_status status)
{
    r->status = status;
    r->culprit = r->at;
    return false;
}

static bool fail(Reader *r, JsonFault fault, const char *culprit)
{
    /* What is missing at the end of the text is the rest of it. */
    bool is_cut = culprit == r->end &&
                  (fault == CM_JSON_TOKEN || fault == CM_JSON_KEY ||
                   fault == CM_JSON_COLON || fault == CM_JSON_COMMA ||
                   fault == CM_JSON_NUMBER);
    r->status = fault == CM_JSON_DEPTH ? CM_E_LIMIT : CM_E_SYNTAX;
    r->fault = is_cut ? CM_JSON_END : fault;
    r->culprit = culprit;
    return false;
}

static void describe(const Reader *r, char *text, size_t size)
{
    const char *sentence = cm__json_fault_text(r->fault);
    if (r->fault == CM_JSON_OK)
        snprintf(text, size, "%s",
                 r->status == CM_E_LIMIT ? "document needs too much memory"
                                         : cm_status_text(r->status));
    else if (r->fault == CM_JSON_DEPTH)
        snprintf(text, size, "nesting exceeds %u",
                 (unsigned)r->options.max_depth);
    else if (r->culprit<r->end && * r->culprit> ' ' && *r->culprit < 0x7F)
        snprintf(text, size, "%s, found '%c'", sentence, *r->culprit);
    else
        snprintf(text, size, "%s", sentence);
}

static cm_status report(const Reader *r, cm_error *err)
{
    if (err != NULL) {
        memset(err, 0, sizeof(*err));
        err->status = r->status;
        cm__json_locate(r->text, (size_t)(r->end - r->text),
                        (size_t)(r->culprit - r->text), &err->line,
                        &err->column);
        describe(r, err->text, sizeof(err->text));
    }
    return r->status;
}

/* ---- the two stacks ---- */

static void *grow(Reader *r, void *ptr, size_t size, size_t *cap)
{
    size_t new_cap = *cap == 0 ? 16 : *cap * 2;
    if (new_cap > r->options.max_memory / size) {
        fail_status(r, CM_E_LIMIT);
        return NULL;
    }
    void *moved = cm__realloc(r->alloc, ptr, *cap * size, new_cap * size);
    if (moved == NULL)
        fail_status(r, CM_E_NOMEM);
    else
        *cap = new_cap;
    return moved;
}

static bool open_frame(Reader *r, JsonType type)
{
    if (r->n_frames == r->options.max_depth)
        return fail(r, CM_JSON_DEPTH, r->at);
    if (r->n_frames == r->cap_frames) {
        Frame *moved = grow(r, r->frames, sizeof(Frame), &r->cap_frames);
        if (moved == NULL)
            return false;
        r->frames = moved;
    }
    r->frames[r->n_frames++] = (Frame){ .type = type,
                                        .offset = (uint32_t)(r->at - r->text),
                                        .first = r->n_items };
    r->at++;
    return true;
}

static bool add_item(Reader *r, const JsonValue *value)
{
    if (r->n_items == r->cap_items) {
        JsonMember *moved =
            grow(r, r->items, sizeof(JsonMember), &r->cap_items);
        if (moved == NULL)
            return false;
        r->items = moved;
    }
    JsonMember *item = &r->items[r->n_items++];
    *item = r->frames[r->n_frames - 1].member;
    item->value = *value;
    return true;
}

/* ---- names of an object ---- */

/* By length first: most names differ there, and no byte is looked at. */
static int compare_names(const char *a, size_t a_len, const char *b,
                         size_t b_len)
{
    if (a_len != b_len)
        return a_len < b_len ? -1 : 1;
    return memcmp(a, b, a_len);
}

/* Names, then places, so that no two are equal. */
static bool is_before(const JsonMember *m, uint32_t a, uint32_t b)
{
    int order =
        compare_names(m[a].name, m[a].name_len, m[b].name, m[b].name_len);
    return order != 0 ? order < 0 : a < b;
}

static void sift_down(const JsonMember *m, uint32_t *heap, size_t at, size_t n)
{
    for (size_t child; (child = 2 * at + 1) < n; at = child) {
        if (child + 1 < n && is_before(m, heap[child], heap[child + 1]))
            child++;
        if (!is_before(m, heap[at], heap[child]))
            break;
        uint32_t moved = heap[at];
        heap[at] = heap[child];
        heap[child] = moved;
    }
}

/* Heapsort (Williams 1964): in place, n log n for every input. The C library's
 * qsort may allocate behind our back. */
static void sort_by_name(const JsonMember *m, uint32_t *order, size_t n)
{
    for (size_t i = 0; i < n; i++)
        order[i] = (uint32_t)i;
    for (size_t i = n / 2; i-- > 0;)
        sift_down(m, order, i, n);
    for (size_t last = n; last-- > 1;) {
        uint32_t greatest = order[0];
        order[0] = order[last];
        order[last] = greatest;
        sift_down(m, order, 0, last);
    }
}

static bool same_name(const JsonMember *a, const JsonMember *b)
{
    return compare_names(a->name, a->name_len, b->name, b->name_len) == 0;
}

/* Drops members marked by a NULL name. */
static size_t compact(JsonMember *m, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (m[i].name != NULL)
            m[kept++] = m[i];
    return kept;
}

static void tell_twin(const Reader *r, const JsonMember *lost,
                      const JsonMember *kept)
{
    if (r->options.twin != NULL)
        r->options.twin(r->options.user, lost, kept);
}

static size_t unite_few(const Reader *r, JsonMember *m, size_t n)
{
    bool has_twins = false;
    for (size_t i = 1; i < n; i++) {
        for (size_t k = 0; k < i; k++) {
            if (m[k].name == NULL || !same_name(&m[k], &m[i]))
                continue;
            tell_twin(r, &m[k], &m[i]);
            m[k] = m[i];
            m[i].name = NULL;
            has_twins = true;
            break;
        }
    }
    return has_twins ? compact(m, n) : n;
}

static size_t unite_sorted(const Reader *r, JsonMember *m,
                           const uint32_t *order, size_t n)
{
    bool has_twins = false;
    for (size_t i = 0, next; i < n; i = next) {
        uint32_t first = order[i];
        for (next = i + 1; next < n && same_name(&m[order[i]], &m[order[next]]);
             next++)
            continue;
        if (next == i + 1)
            continue;
        has_twins = true;
        for (size_t k = i + 1; k < next; k++)
            tell_twin(r, &m[order[k - 1]], &m[order[k]]);
        JsonMember last = m[order[next - 1]];
        for (size_t k = i; k < next; k++)
            m[order[k]].name = NULL;
        m[first] = last;
    }
    return has_twins ? compact(m, n) : n;
}

/* Makes names unique and the index, if one is due. */
static bool settle_members(Reader *r, JsonMember *m, size_t n, JsonValue *value)
{
    uint32_t *by_name = NULL;
    if (n <= CM_JSON_SCAN_MEMBERS) {
        n = unite_few(r, m, n);
    } else {
        by_name = cm__arena_alloc(&r->doc->arena, n * sizeof(*by_name));
        if (by_name == NULL)
            return fail_status(r, r->doc->arena.status);
        sort_by_name(m, by_name, n);
        size_t united = unite_sorted(r, m, by_name, n);
        if (united != n)
            sort_by_name(m, by_name, united);
        n = united;
    }
    value->members = m;
    value->by_name = by_name;
    value->n_members = n;
    return true;
}

/* ---- tokens ---- */

static bool skip_comment(Reader *r)
{
    const char *at = r->at + 2;
    if (r->at[1] == '/') {
        while (at < r->end && *at != '\n' && *at != '\r')
            at++;
        r->at = at;
        return true;
    }
    for (; r->end - at >= 2; at++) {
        if (at[0] == '*' && at[1] == '/') {
            r->at = at + 2;
            return true;
        }
    }
    return fail(r, CM_JSON_COMMENT_END, r->at);
}

static bool skip(Reader *r)
{
    for (;;) {
        r->at = cm__json_skip_blanks(r->at, r->end);
        if (!r->options.allow_comments || r->end - r->at < 2 ||
            r->at[0] != '/' || (r->at[1] != '/' && r->at[1] != '*'))
            return true;
        if (!skip_comment(r))
            return false;
    }
}

/* A string at its opening quote, copied and decoded. */
static bool read_string(Reader *r, JsonValue *ret)
{
    JsonString s;
    JsonFault fault = cm__json_scan_string(r->at + 1, r->end, &s);
    if (fault != CM_JSON_OK)
        return fail(r, fault, s.next);
    char *copy = cm__arena_alloc(&r->doc->arena, s.len + 1);
    if (copy == NULL)
        return fail_status(r, r->doc->arena.status);
    ret->has_surrogates = false;
    ret->len = s.len;
    if (s.has_escapes)
        ret->len = cm__json_string_utf8(&s, copy, &ret->has_surrogates);
    else
        memcpy(copy, s.text, s.len);
    copy[ret->len] = '\0';
    ret->text = copy;
    r->at = s.next;
    return true;
}

static bool read_number(Reader *r, JsonValue *ret)
{
    JsonNumber n;
    JsonFault fault = cm__json_scan_number(r->at, r->end, &n);
    if (fault != CM_JSON_OK)
        return fail(r, fault, n.next);
    ret->type = CM_JSON_TYPE_NUMBER;
    ret->number = n.value;
    ret->integer = n.integer;
    ret->is_integer = n.is_integer;
    r->at = n.next;
    return true;
}

static bool read_word(Reader *r, const char *word, size_t n)
{
    if (!cm__json_has_word(r->at, r->end, word, n))
        return fail(r, CM_JSON_TOKEN, r->at);
    r->at += n;
    return true;
}

static bool read_scalar(Reader *r, JsonValue *ret)
{
    *ret = (JsonValue){ .type = CM_JSON_TYPE_NULL,
                        .offset = (uint32_t)(r->at - r->text) };
    switch (r->at == r->end ? '\0' : *r->at) {
    case '"':
        ret->type = CM_JSON_TYPE_STRING;
        return read_string(r, ret);
    case 't':
        ret->type = CM_JSON_TYPE_BOOL;
        ret->boolean = true;
        return read_word(r, "true", 4);
    case 'f':
        ret->type = CM_JSON_TYPE_BOOL;
        return read_word(r, "false", 5);
    case 'n':
        return read_word(r, "null", 4);
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
        return read_number(r, ret);
    default:
        return fail(r, CM_JSON_TOKEN, r->at);
    }
}

/* A member's name and colon; the frame keeps the name. */
static bool read_name(Reader *r)
{
    if (r->at == r->end || *r->at != '"')
        return fail(r, CM_JSON_KEY, r->at);
    JsonValue name;
    uint32_t offset = (uint32_t)(r->at - r->text);
    if (!read_string(r, &name) || !skip(r))
        return false;
    if (r->at == r->end || *r->at != ':')
        return fail(r, CM_JSON_COLON, r->at);
    r->at++;
    r->frames[r->n_frames - 1].member = (JsonMember){ .name = name.text,
                                                      .name_len = name.len,
                                                      .name_offset = offset };
    return true;
}

/* ---- structure ---- */

static char closing_of(const Frame *frame)
{
    return frame->type == CM_JSON_TYPE_ARRAY ? ']' : '}';
}

/* At the closing bracket: the frame's items become a value. */
static bool close_frame(Reader *r, JsonValue *ret)
{
    Frame *frame = &r->frames[--r->n_frames];
    size_t n = r->n_items - frame->first;
    *ret = (JsonValue){ .type = frame->type, .offset = frame->offset };
    r->n_items = frame->first;
    r->at++;
    bool is_array = frame->type == CM_JSON_TYPE_ARRAY;
    if (n == 0)
        return true;
    const JsonMember *from = r->items + frame->first;
    size_t size = is_array ? sizeof(JsonValue) : sizeof(JsonMember);
    void *memory = cm__arena_alloc(&r->doc->arena, n * size);
    if (memory == NULL)
        return fail_status(r, r->doc->arena.status);
    if (!is_array) {
        memcpy(memory, from, n * size);
        return settle_members(r, memory, n, ret);
    }
    JsonValue *to = memory;
    for (size_t i = 0; i < n; i++)
        to[i] = from[i].value;
    ret->items = to;
    ret->n_items = n;
    return true;
}

/* Behind a value inside a frame: a comma and the start of the next item, or the
 * closing bracket, which sets *ret_is_closing and stays unread. */
static bool read_separator(Reader *r, bool *ret_is_closing)
{
    const Frame *frame = &r->frames[r->n_frames - 1];
    char closing = closing_of(frame);
    if (!skip(r))
        return false;
    *ret_is_closing = r->at < r->end && *r->at == closing;
    if (*ret_is_closing)
        return true;
    if (r->at == r->end || *r->at != ',')
        return fail(r, CM_JSON_COMMA, r->at);
    r->at++;
    if (!skip(r))
        return false;
    if (r->options.allow_trailing_commas && r->at < r->end &&
        *r->at == closing) {
        *ret_is_closing = true;
        return true;
    }
    return frame->type == CM_JSON_TYPE_ARRAY || read_name(r);
}

/* Opens brackets until a scalar or an empty array or object is read. */
static bool read_leaf(Reader *r, JsonValue *ret)
{
    for (;;) {
        if (!skip(r))
            return false;
        char c = (char)(r->at == r->end ? '\0' : *r->at);
        if (c != '[' && c != '{')
            return read_scalar(r, ret);
        if (!open_frame(r,
                        c == '[' ? CM_JSON_TYPE_ARRAY : CM_JSON_TYPE_OBJECT) ||
            !skip(r))
            return false;
        if (r->at < r->end && *r->at == closing_of(&r->frames[r->n_frames - 1]))
            return close_frame(r, ret);
        if (c == '{' && !read_name(r))
            return false;
    }
}

static bool read_document(Reader *r)
{
    JsonValue value;
    if (!read_leaf(r, &value))
        return false;
    while (r->n_frames > 0) {
        bool is_closing;
        if (!add_item(r, &value) || !read_separator(r, &is_closing))
            return false;
        if (!(is_closing ? close_frame(r, &value) : read_leaf(r, &value)))
            return false;
    }
    if (!skip(r))
        return false;
    if (r->at != r->end)
        return fail(r, CM_JSON_TRAILING, r->at);
    r->doc->root = value;
    return true;
}

static bool check_text(Reader *r)
{
    size_t len = (size_t)(r->end - r->text);
    if (len > UINT32_MAX)
        return fail_status(r, CM_E_LIMIT);
    size_t valid = cm__utf8_valid_prefix(r->text, len);
    if (valid != len)
        return fail(r, CM_JSON_UTF8, r->text + valid);
    if (len >= 3 && memcmp(r->text, "\xEF\xBB\xBF", 3) == 0)
        r->at += 3;
    return true;
}

cm_status cm__json_parse(const cm_allocator *alloc, const char *text,
                         size_t len, const JsonOptions *options,
                         JsonDoc **ret_doc, cm_error *err)
{
    if (len == 0)
        text = ""; /* NULL is fine then */
    Reader r = { .text = text, .at = text, .end = text + len, .alloc = alloc };
    if (options != NULL)
        r.options = *options;
    if (r.options.max_depth == 0)
        r.options.max_depth = CM_JSON_DEPTH_DEFAULT;
    if (r.options.max_depth > CM_JSON_DEPTH_CAP)
        r.options.max_depth = CM_JSON_DEPTH_CAP;
    if (r.options.max_memory == 0)
        r.options.max_memory = SIZE_MAX;
    JsonDoc *doc = cm__alloc(alloc, sizeof(JsonDoc));
    if (doc == NULL) {
        fail_status(&r, CM_E_NOMEM);
        return report(&r, err);
    }
    cm__arena_init(&doc->arena, alloc, r.options.max_memory);
    r.doc = doc;
    bool is_done = check_text(&r) && read_document(&r);
    cm__free(alloc, r.frames, r.cap_frames * sizeof(Frame));
    cm__free(alloc, r.items, r.cap_items * sizeof(JsonMember));
    if (!is_done) {
        cm__json_doc_free(doc);
        return report(&r, err);
    }
    *ret_doc = doc;
    return CM_OK;
}

void cm__json_doc_free(JsonDoc *doc)
{
    if (doc == NULL)
        return;
    const cm_allocator *alloc = doc->arena.alloc;
    cm__arena_done(&doc->arena);
    cm__free(alloc, doc, sizeof(JsonDoc));
}

/* ---- looking at values ---- */

static const JsonValue *find_sorted(const JsonValue *object, const char *name,
                                    size_t len)
{
    size_t low = 0, high = object->n_members;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const JsonMember *m = &object->members[object->by_name[middle]];
        int order = compare_names(name, len, m->name, m->name_len);
        if (order == 0)
            return &m->value;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const JsonValue *cm__json_get_n(const JsonValue *object, const char *name,
                                size_t len)
{
    if (object == NULL || object->type != CM_JSON_TYPE_OBJECT)
        return NULL;
    if (object->by_name != NULL)
        return find_sorted(object, name, len);
    for (size_t i = 0; i < object->n_members; i++) {
        const JsonMember *m = &object->members[i];
        if (m->name_len == len && memcmp(m->name, name, len) == 0)
            return &m->value;
    }
    return NULL;
}

const char *cm__json_type_name(JsonType type)
{
    switch (type) {
    case CM_JSON_TYPE_NULL:
        return "null";
    case CM_JSON_TYPE_BOOL:
        return "boolean";
    case CM_JSON_TYPE_NUMBER:
        return "number";
    case CM_JSON_TYPE_STRING:
        return "string";
    case CM_JSON_TYPE_ARRAY:
        return "array";
    case CM_JSON_TYPE_OBJECT:
        return "object";
    }
    cm_unreachable();
}

static bool equal_numbers(const JsonValue *a, const JsonValue *b)
{
    if (a->is_integer && b->is_integer)
        return a->integer == b->integer;
    return a->number == b->number;
}

static bool equal_items(const JsonValue *a, const JsonValue *b)
{
    if (a->n_items != b->n_items)
        return false;
    for (size_t i = 0; i < a->n_items; i++)
        if (!cm__json_equal(&a->items[i], &b->items[i]))
            return false;
    return true;
}

/* Names are unique, so equal counts and one inclusion are enough. */
static bool equal_members(const JsonValue *a, const JsonValue *b)
{
    if (a->n_members != b->n_members)
        return false;
    for (size_t i = 0; i < a->n_members; i++) {
        const JsonMember *m = &a->members[i];
        const JsonValue *other = cm__json_get_n(b, m->name, m->name_len);
        if (other == NULL || !cm__json_equal(&m->value, other))
            return false;
    }
    return true;
}

/* Recursion is no deeper than CM_JSON_DEPTH_CAP. */
bool cm__json_equal(const JsonValue *a, const JsonValue *b)
{
    if (a->type != b->type)
        return false;
    switch (a->type) {
    case CM_JSON_TYPE_NULL:
        return true;
    case CM_JSON_TYPE_BOOL:
        return a->boolean == b->boolean;
    case CM_JSON_TYPE_NUMBER:
        return equal_numbers(a, b);
    case CM_JSON_TYPE_STRING:
        return a->len == b->len && memcmp(a->text, b->text, a->len) == 0;
    case CM_JSON_TYPE_ARRAY:
        return equal_items(a, b);
    case CM_JSON_TYPE_OBJECT:
        return equal_members(a, b);
    }
    cm_unreachable();
}

bool cm__json_is_text(const JsonValue *value, const char *text)
{
    return value != NULL && value->type == CM_JSON_TYPE_STRING &&
           value->len == strlen(text) &&
           memcmp(value->text, text, value->len) == 0;
}

bool cm__json_is_texts(const JsonValue *value)
{
    if (value->type != CM_JSON_TYPE_ARRAY)
        return false;
    for (size_t i = 0; i < value->n_items; i++)
        if (value->items[i].type != CM_JSON_TYPE_STRING)
            return false;
    return true;
}
