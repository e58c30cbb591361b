/* SPDX-License-Identifier: MIT */
#include "runtime/result.h"

#include "base/utf8.h"
#include "runtime/options.h"
#include "json/writer.h"

#include <string.h>

/* ---- lists ---- */

bool cm__texts_add(TextList *list, const cm_allocator *alloc, Text *take_text)
{
    Text *items =
        cm__room(alloc, list->items, list->n, &list->cap, sizeof *items);
    if (!items) {
        cm__text_free(alloc, take_text);
        return false;
    }
    list->items = items;
    list->items[list->n++] = *take_text;
    *take_text = (Text){ NULL, 0 };
    return true;
}

void cm__texts_done(TextList *list, const cm_allocator *alloc)
{
    for (size_t i = 0; i < list->n; i++)
        cm__text_free(alloc, &list->items[i]);
    cm__free(alloc, list->items, list->cap * sizeof *list->items);
    *list = (TextList){ NULL, 0, 0 };
}

bool cm__calls_add(CallList *list, const cm_allocator *alloc, uint32_t node)
{
    uint32_t *items =
        cm__room(alloc, list->items, list->n, &list->cap, sizeof *items);
    if (!items)
        return false;
    list->items = items;
    list->items[list->n++] = node;
    return true;
}

/* ---- life ---- */

cm_result *cm__result_new(const cm_allocator *alloc, ToolTree *tree)
{
    cm_result *r = cm__alloc_zero(alloc, 1, sizeof *r);
    if (!r)
        return NULL;
    r->alloc = alloc;
    r->tree = tree ? cm__tree_ref(tree) : NULL;
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
    cm__texts_done(&r->logs, a);
    cm__diags_done(&r->warnings, a);
    cm__free(a, r->calls.items, r->calls.cap * sizeof *r->calls.items);
    cm__tree_unref(r->tree);
    cm__free(a, r, sizeof *r);
}

/* ---- bounding, 10.2 ---- */

/* Step 1. *ret_used is valueBytes. */
static bool bound_value(cm_result *r, uint64_t max, uint64_t *ret_used)
{
    const char *text = r->value.p ? r->value.p : "null";
    size_t len = r->value.p ? r->value.len : 4;
    *ret_used = len;
    if (len <= max)
        return true;
    *ret_used = max;
    size_t keep = cm__utf8_floor(text, len, (size_t)max);
    Buf prefix, out;
    cm__buf_init(&prefix, r->alloc, CM_BUF_NO_LIMIT);
    cm__buf_init(&out, r->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add(&prefix, text, keep);
    cm__buf_add_fmt(&prefix,
                    " [result truncated: %llu bytes of JSON, over the "
                    "%llu-byte limit; return less data]",
                    (unsigned long long)len, (unsigned long long)max);
    if (prefix.status == CM_OK)
        cm__json_quote(&out, cm__buf_text(&prefix), prefix.len);
    else
        out.status = prefix.status;
    cm__buf_done(&prefix);
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
    TextList *list = &r->logs;
    uint64_t used = 0;
    size_t total = list->n, keep = 0;
    for (; keep < total; keep++) {
        used += list->items[keep].len + 1;
        if (used > budget)
            break;
    }
    if (keep == total)
        return true;
    for (size_t i = keep; i < total; i++)
        cm__text_free(r->alloc, &list->items[i]);
    list->n = keep;
    r->truncated = true;
    Buf text;
    cm__buf_init(&text, r->alloc, CM_BUF_NO_LIMIT);
    cm__buf_add_fmt(&text, "[logs truncated: kept %zu of %zu lines]", keep,
                    total);
    Text line = cm__text_take(&text);
    return line.p && cm__texts_add(list, r->alloc, &line);
}

bool cm__result_bound(cm_result *r, uint64_t max)
{
    if (max == CM_NO_LIMIT)
        return true;
    uint64_t used = 0;
    if (r->ok && !bound_value(r, max, &used))
        return false;
    return bound_warnings(r, max) && bound_logs(r, max - used);
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
    return give_text(&r->error.suggestions[i], "", ret_len);
}

size_t cm_result_log_count(const cm_result *r)
{
    return r->logs.n;
}

const char *cm_result_log(const cm_result *r, size_t i, size_t *ret_len)
{
    return give_text(&r->logs.items[i], "", ret_len);
}

size_t cm_result_warning_count(const cm_result *r)
{
    return r->warnings.n;
}

const char *cm_result_warning_kind(const cm_result *r, size_t i)
{
    return diag_kind_name(r->warnings.items[i].kind);
}

const char *cm_result_warning_message(const cm_result *r, size_t i,
                                      size_t *ret_len)
{
    return give_text(&r->warnings.items[i].message, "", ret_len);
}

size_t cm_result_call_count(const cm_result *r)
{
    return r->calls.n;
}

const char *cm_result_call_name(const cm_result *r, size_t i, size_t *ret_len)
{
    uint32_t node = r->calls.items[i];
    if (node == CM_TREE_NONE)
        return give("search", 6, ret_len);
    const ToolNode *n = cm__tree_node(r->tree, node);
    return give(n->path, n->path_len, ret_len);
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
        for (size_t i = 0; i < r->logs.n; i++)
            cm__json_write_text_n(w, r->logs.items[i].p, r->logs.items[i].len);
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
