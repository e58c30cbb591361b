/* SPDX-License-Identifier: MIT */
#include "runtime/result.h"

#include "base/utf8.h"
#include "runtime/options.h"
#include "json/writer.h"

#include <stdio.h>
#include <string.h>

/* ---- lists ---- */

/* An array of *cap items with room for n. It grows by half: near the limit a
 * third of it lies idle at most. NULL when refused. */
static void *grow(const cm_allocator *alloc, void *items, size_t *cap, size_t n,
                  size_t size)
{
    enum {
        FIRST_ITEMS = 16
    };
    size_t wanted = *cap < FIRST_ITEMS ? FIRST_ITEMS : *cap + *cap / 2;
    if (n <= *cap)
        return items;
    if (n > SIZE_MAX / 4 / size)
        return NULL;
    if (wanted < n)
        wanted = n;
    void *moved = cm__realloc(alloc, items, *cap * size, wanted * size);
    if (moved)
        *cap = wanted;
    return moved;
}

bool cm__lines_add(LineList *list, const cm_allocator *alloc, const char *text,
                   size_t len)
{
    size_t *ends = grow(alloc, list->ends, &list->ends_cap, list->n + 1,
                        sizeof *list->ends);
    if (!ends)
        return false;
    list->ends = ends;
    char *bytes = grow(alloc, list->bytes, &list->cap, list->len + len + 1, 1);
    if (!bytes)
        return false;
    list->bytes = bytes;
    if (len)
        memcpy(bytes + list->len, text, len);
    list->len += len;
    ends[list->n++] = list->len;
    bytes[list->len++] = '\0';
    return true;
}

void cm__lines_cut(LineList *list, size_t n)
{
    list->n = n;
    list->len = n ? list->ends[n - 1] + 1 : 0;
}

const char *cm__lines_at(const LineList *list, size_t i, size_t *ret_len)
{
    size_t start = i ? list->ends[i - 1] + 1 : 0;
    *ret_len = list->ends[i] - start;
    return list->bytes + start;
}

static void lines_done(LineList *list, const cm_allocator *alloc)
{
    cm__free(alloc, list->bytes, list->cap);
    cm__free(alloc, list->ends, list->ends_cap * sizeof *list->ends);
}

bool cm__calls_add(CallList *list, const cm_allocator *alloc, uint32_t node)
{
    uint32_t *items =
        grow(alloc, list->items, &list->cap, list->n + 1, sizeof *items);
    if (!items)
        return false;
    list->items = items;
    list->items[list->n++] = node;
    return true;
}

/* ---- sizes ---- */

static const char *call_name(const ToolTree *tree, uint32_t node,
                             size_t *ret_len)
{
    *ret_len = 6;
    if (node == CM_TREE_NONE)
        return "search";
    const ToolNode *n = cm__tree_node(tree, node);
    *ret_len = n->path_len;
    return n->path;
}

size_t cm__call_json_size(const ToolTree *tree, uint32_t node)
{
    size_t name = node == CM_TREE_NONE
                      ? sizeof "\"search\"" - 1
                      : cm__tree_node(tree, node)->path_json_len;
    return sizeof "{\"name\":}," - 1 + name;
}

static size_t value_bytes(const cm_result *r)
{
    return r->value.p ? r->value.len : 4;
}

/* The most that the JSON text can need. */
static size_t json_room(const cm_result *r)
{
    static const char frame[] = "{\"ok\":false,\"value\":,\"error\":,"
                                "\"warnings\":[],\"logs\":[],"
                                "\"truncated\":true,\"toolCalls\":[]}";
    size_t room = sizeof frame + r->logs_json + r->calls_json;
    room += r->ok ? value_bytes(r) : cm__diag_json_size(&r->error);
    for (size_t i = 0; i < r->warnings.n; i++)
        room += cm__diag_json_size(&r->warnings.items[i]);
    return room;
}

static size_t diag_size(const Diag *d)
{
    size_t size = d->message.len + 1;
    for (uint32_t i = 0; i < d->n_suggestions; i++)
        size += d->suggestions[i].len + 1;
    return size;
}

/* Bytes that the result holds. */
static size_t size_of(const cm_result *r)
{
    size_t size = sizeof *r + r->value.len + 1 + diag_size(&r->error) +
                  r->logs.cap + r->logs.ends_cap * sizeof *r->logs.ends +
                  r->calls.cap * sizeof *r->calls.items +
                  r->warnings.cap * sizeof *r->warnings.items;
    for (size_t i = 0; i < r->warnings.n; i++)
        size += diag_size(&r->warnings.items[i]);
    return size;
}

/* ---- life ---- */

cm_result *cm__result_new(const cm_allocator *alloc, ToolTree *tree)
{
    cm_result *r = cm__alloc_zero(alloc, 1, sizeof *r);
    if (!r)
        return NULL;
    r->alloc = alloc;
    r->tree = tree ? cm__tree_ref(tree) : NULL;
    r->log_room = CM_NO_LIMIT;
    return r;
}

void cm_result_free(cm_result *r)
{
    if (!r)
        return;
    const cm_allocator *a = r->alloc;
    cm__text_free(a, &r->value);
    cm__text_free(a, &r->json);
    cm__diag_done(&r->error, a);
    lines_done(&r->logs, a);
    cm__diags_done(&r->warnings, a);
    cm__free(a, r->calls.items, r->calls.cap * sizeof *r->calls.items);
    cm__tree_unref(r->tree);
    cm__free(a, r, sizeof *r);
}

/* ---- bounding, 10.2 ---- */

/* Step 1. *ret_used is valueBytes. The prefix is written straight into a buffer
 * of the right size: it may be nearly as large as memory. */
static bool bound_value(cm_result *r, uint64_t max, uint64_t max_memory,
                        uint64_t *ret_used)
{
    enum {
        MARKER_ROOM = 160
    };
    const char *text = r->value.p ? r->value.p : "null";
    size_t len = value_bytes(r);
    *ret_used = len;
    if (len <= max)
        return true;
    *ret_used = max;
    size_t keep = cm__utf8_floor(text, len, (size_t)max);
    size_t room = cm__json_size(text, keep) + MARKER_ROOM;
    Buf out;
    cm__buf_init(&out, r->alloc, CM_BUF_NO_LIMIT);
    if (room > max_memory || len > max_memory - room ||
        !cm__buf_reserve(&out, room))
        return false;
    cm__json_quote(&out, text, keep);
    cm__buf_truncate(&out, out.len - 1); /* the closing quote */
    cm__buf_add_fmt(&out,
                    " [result truncated: %llu bytes of JSON, over the "
                    "%llu-byte limit; return less data]\"",
                    (unsigned long long)len, (unsigned long long)max);
    cm__text_free(r->alloc, &r->value);
    r->value = cm__text_take(&out);
    r->truncated = true;
    return r->value.p != NULL;
}

/* Step 2. */
static bool bound_warnings(cm_result *r, uint64_t max)
{
    DiagList *list = &r->warnings;
    uint64_t used = 0;
    size_t keep = 0;
    Buf out;
    cm__buf_init(&out, r->alloc, CM_BUF_NO_LIMIT);
    for (; keep < list->n; keep++) {
        cm__buf_clear(&out);
        JsonWriter w = cm__json_writer(&out);
        cm__diag_write(&w, &list->items[keep]);
        used += out.len + 1;
        if (out.status != CM_OK || used > max)
            break;
    }
    bool ok = out.status == CM_OK;
    cm__buf_done(&out);
    size_t dropped = list->n - keep;
    if (!ok || dropped == 0)
        return ok;
    for (size_t i = keep; i < list->n; i++)
        cm__diag_done(&list->items[i], r->alloc);
    list->n = keep;
    r->truncated = true;
    Buf text;
    cm__buf_init(&text, r->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&text,
                    "%zu more warnings were dropped: over the "
                    "%llu-byte limit",
                    dropped, (unsigned long long)max);
    Diag d;
    ok = text.status == CM_OK &&
         cm__diag_init(&d, r->alloc, DIAG_TRUNCATED, cm__buf_text(&text),
                       text.len, 0, 0) &&
         cm__diags_add(list, r->alloc, &d);
    cm__buf_done(&text);
    return ok;
}

/* Step 3. */
static bool bound_logs(cm_result *r, uint64_t budget)
{
    LineList *list = &r->logs;
    char marker[96];
    size_t total = list->n + r->dropped_logs, keep = list->n, len;
    /* a line costs its NUL too, so that a prefix costs what it takes */
    while (keep > 0 && list->ends[keep - 1] + 1 > budget)
        keep--;
    if (keep == total)
        return true;
    cm__lines_cut(list, keep);
    r->truncated = true;
    int n = snprintf(marker, sizeof marker,
                     "[logs truncated: kept %zu of %zu lines]", keep, total);
    if (!cm__lines_add(list, r->alloc, marker, (size_t)n))
        return false;
    r->logs_json = 0;
    for (size_t i = 0; i < list->n; i++) {
        const char *line = cm__lines_at(list, i, &len);
        r->logs_json += cm__json_size(line, len) + 1;
    }
    return true;
}

bool cm__result_bound(cm_result *r, uint64_t max, uint64_t max_memory)
{
    uint64_t used = 0;
    if (max != CM_NO_LIMIT) {
        /* A failure for want of memory keeps the lines, within the bound. */
        if ((r->ok && !bound_value(r, max, max_memory, &used)) ||
            !bound_warnings(r, max)) {
            (void)bound_logs(r, max);
            return false;
        }
        if (!bound_logs(r, max - used))
            return false;
    }
    uint64_t needs = (uint64_t)size_of(r) + json_room(r);
    return needs <= max_memory;
}

/* ---- reading ---- */

static const char *give(const char *text, size_t len, size_t *ret_len)
{
    if (ret_len)
        *ret_len = len;
    return text;
}

static const char *give_text(const Text *t, const char *if_none,
                             size_t *ret_len)
{
    return t->p ? give(t->p, t->len, ret_len)
                : give(if_none, strlen(if_none), ret_len);
}

int cm_result_ok(const cm_result *r)
{
    return r->ok;
}

const char *cm_result_value(const cm_result *r, size_t *ret_len)
{
    return give_text(&r->value, "null", ret_len);
}

const char *cm_result_error_kind(const cm_result *r)
{
    return r->ok ? NULL : diag_kind_name(r->error.kind);
}

const char *cm_result_error_message(const cm_result *r, size_t *ret_len)
{
    return give_text(&r->error.message, "", ret_len);
}

uint32_t cm_result_error_line(const cm_result *r)
{
    return r->error.line;
}

uint32_t cm_result_error_column(const cm_result *r)
{
    return r->error.column;
}

size_t cm_result_suggestion_count(const cm_result *r)
{
    return r->error.n_suggestions;
}

const char *cm_result_suggestion(const cm_result *r, size_t i, size_t *ret_len)
{
    return i < cm_result_suggestion_count(r)
               ? give_text(&r->error.suggestions[i], "", ret_len)
               : NULL;
}

size_t cm_result_log_count(const cm_result *r)
{
    return r->logs.n;
}

const char *cm_result_log(const cm_result *r, size_t i, size_t *ret_len)
{
    size_t len;
    if (i >= cm_result_log_count(r))
        return NULL;
    const char *line = cm__lines_at(&r->logs, i, &len);
    return give(line, len, ret_len);
}

size_t cm_result_warning_count(const cm_result *r)
{
    return r->warnings.n;
}

const char *cm_result_warning_kind(const cm_result *r, size_t i)
{
    return i < cm_result_warning_count(r)
               ? diag_kind_name(r->warnings.items[i].kind)
               : NULL;
}

const char *cm_result_warning_message(const cm_result *r, size_t i,
                                      size_t *ret_len)
{
    return i < cm_result_warning_count(r)
               ? give_text(&r->warnings.items[i].message, "", ret_len)
               : NULL;
}

size_t cm_result_call_count(const cm_result *r)
{
    return r->calls.n;
}

const char *cm_result_call_name(const cm_result *r, size_t i, size_t *ret_len)
{
    size_t len;
    if (i >= cm_result_call_count(r))
        return NULL;
    const char *name = call_name(r->tree, r->calls.items[i], &len);
    return give(name, len, ret_len);
}

int cm_result_truncated(const cm_result *r)
{
    return r->truncated;
}

static void write_lists(JsonWriter *w, const cm_result *r)
{
    if (r->warnings.n) {
        cm__json_key(w, "warnings");
        cm__json_begin_array(w);
        for (size_t i = 0; i < r->warnings.n; i++)
            cm__diag_write(w, &r->warnings.items[i]);
        cm__json_end_array(w);
    }
    if (r->logs.n) {
        cm__json_key(w, "logs");
        cm__json_begin_array(w);
        for (size_t i = 0; i < r->logs.n; i++) {
            size_t len;
            const char *line = cm__lines_at(&r->logs, i, &len);
            cm__json_write_text_n(w, line, len);
        }
        cm__json_end_array(w);
    }
    if (r->truncated) {
        cm__json_key(w, "truncated");
        cm__json_write_bool(w, true);
    }
    cm__json_key(w, "toolCalls");
    cm__json_begin_array(w);
    for (size_t i = 0; i < r->calls.n; i++) {
        size_t len;
        const char *name = cm_result_call_name(r, i, &len);
        cm__json_begin_object(w);
        cm__json_key(w, "name");
        cm__json_write_text_n(w, name, len);
        cm__json_end_object(w);
    }
    cm__json_end_array(w);
}

static Text build_json(const cm_result *r)
{
    Buf out;
    cm__buf_init(&out, r->alloc, CM_BUF_NO_LIMIT);
    (void)cm__buf_reserve(&out, json_room(r));
    JsonWriter w = cm__json_writer(&out);
    cm__json_begin_object(&w);
    cm__json_key(&w, "ok");
    cm__json_write_bool(&w, r->ok);
    if (r->ok) {
        size_t len;
        const char *value = cm_result_value(r, &len);
        cm__json_key(&w, "value");
        cm__json_write_raw(&w, value, len);
    } else {
        cm__json_key(&w, "error");
        cm__diag_write(&w, &r->error);
    }
    write_lists(&w, r);
    cm__json_end_object(&w);
    return cm__text_take(&out);
}

const char *cm_result_json(const cm_result *result, size_t *ret_len)
{
    cm_result *r = cm_unconst(result); /* fills its own cache */
    if (!r->json.p)
        r->json = build_json(r);
    return r->json.p ? give(r->json.p, r->json.len, ret_len) : NULL;
}
