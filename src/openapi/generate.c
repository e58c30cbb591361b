/* SPDX-License-Identifier: MIT */
/* The document as a whole: what kind it is, its path items one after the other,
 * and the order in which an operation is checked (spec/openapi.md 2, 4). */
#include "openapi/generate.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "openapi/generate_internal.h"

enum {
    MAX_HOPS = 16 /* of path items that refer to path items */
};

/* ---- what the other files share ---- */

/* Buffers forget a failure when they are emptied; the generator must not. */
static void *watch(void *ctx, void *ptr, size_t old_size, size_t new_size)
{
    OaGen *gen = ctx;
    void *fresh = gen->alloc->resize(gen->alloc->ctx, ptr, old_size, new_size);
    if (!fresh && new_size > 0)
        gen->was_refused = true;
    return fresh;
}

cm_status cm__oa_status(const OaGen *gen)
{
    if (gen->was_refused)
        return CM_E_NOMEM;
    const cm_status all[] = { gen->out->status,        gen->scratch.status,
                              gen->round_arena.status, gen->reason.status,
                              gen->token.status,       gen->text.status };
    cm_status status = gen->list_work > 0 ? CM_OK : CM_E_LIMIT;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i] != CM_OK && status != CM_E_NOMEM)
            status = all[i];
    return status;
}

bool cm__oa_list_work(OaGen *gen, size_t n)
{
    gen->list_work = gen->list_work > n ? gen->list_work - n : 0;
    return gen->list_work > 0;
}

bool cm__oa_skip(OaGen *gen, const char *fmt, ...)
{
    char *text = NULL;
    va_list args, again;
    va_start(args, fmt);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, fmt, args);
    cm__buf_clear(&gen->reason);
    if (n >= 0)
        text = cm__buf_reserve(&gen->reason, (size_t)n + 1);
    if (text) {
        (void)vsnprintf(text, (size_t)n + 1, fmt, again);
        cm__buf_advance(&gen->reason, (size_t)n);
    }
    va_end(again);
    va_end(args);
    return false;
}

OaText cm__oa_keep(OaGen *gen, const char *text, size_t len)
{
    return (OaText){ cm__arena_text(gen->out, text ? text : "", len), len };
}

OaText cm__oa_keep_buf(OaGen *gen, const Buf *buf)
{
    if (buf->status != CM_OK)
        return (OaText){ NULL, 0 };
    return cm__oa_keep(gen, cm__buf_text(buf), buf->len);
}

OaText cm__oa_text_of(const JsonValue *value)
{
    if (!value || value->type != CM_JSON_TYPE_STRING)
        return (OaText){ "", 0 };
    return (OaText){ value->text, value->len };
}

bool cm__oa_has_text(const JsonValue *value)
{
    return value && value->type == CM_JSON_TYPE_STRING && value->len > 0;
}

const JsonValue *cm__oa_item_get(const OaDraftOp *draft, const char *name)
{
    const JsonValue *value = NULL;
    for (size_t i = 0; !value && i < draft->n_items; i++)
        value = cm__json_get(draft->items[i], name);
    return value;
}

/* ---- the document ---- */

static cm_status refuse(cm_error *err, cm_status status, const char *fmt, ...)
    CM_PRINTF(3, 4);

static cm_status refuse(cm_error *err, cm_status status, const char *fmt, ...)
{
    if (err) {
        *err = (cm_error){ .status = status };
        va_list args;
        va_start(args, fmt);
        (void)vsnprintf(err->text, sizeof err->text, fmt, args);
        va_end(args);
    }
    return status;
}

static cm_status check_document(const JsonValue *root, bool *ret_is_30,
                                cm_error *err)
{
    if (!cm__oa_is_object(root))
        return refuse(err, CM_E_SYNTAX,
                      "the document is %s, not an OpenAPI 3 document",
                      root->type == CM_JSON_TYPE_ARRAY  ? "an array"
                      : root->type == CM_JSON_TYPE_NULL ? "null"
                                                        : "a plain value");
    const JsonValue *version = cm__json_get(root, "openapi");
    const JsonValue *swagger = cm__json_get(root, "swagger");
    if (!version && cm__oa_has_text(swagger))
        return refuse(err, CM_E_SYNTAX,
                      "this is a Swagger %.16s document; convert it to "
                      "OpenAPI 3 first",
                      swagger->text);
    if (!version && swagger)
        return refuse(err, CM_E_SYNTAX,
                      "this is a Swagger 2.0 document; convert it to "
                      "OpenAPI 3 first");
    if (!version)
        return refuse(err, CM_E_SYNTAX,
                      "no \"openapi\" member: not an OpenAPI 3 document");
    if (version->type != CM_JSON_TYPE_STRING)
        return refuse(err, CM_E_SYNTAX,
                      "\"openapi\" is of type %s, not a version 3.x",
                      cm__json_type_name(version->type));
    if (strncmp(version->text, "3.", 2) != 0)
        return refuse(err, CM_E_SYNTAX, "OpenAPI version \"%.32s\" is not 3.x",
                      version->text);
    *ret_is_30 = strncmp(version->text, "3.0", 3) == 0;
    return CM_OK;
}

static bool contains(const char *text, size_t len, const char *word)
{
    size_t n = strlen(word);
    const char *end = text + len;
    for (const char *p = text; (size_t)(end - p) >= n;) {
        p = memchr(p, word[0], (size_t)(end - p) - n + 1);
        if (!p)
            return false;
        if (memcmp(p, word, n) == 0)
            return true;
        p++;
    }
    return false;
}

/* ---- one operation ---- */

static void read_texts(OaGen *gen, OaDraftOp *draft, const char *path,
                       size_t path_len, const char *method)
{
    Operation *op = &draft->op;
    OaText id = cm__oa_text_of(cm__json_get(draft->object, "operationId"));
    OaText summary = cm__oa_text_of(cm__json_get(draft->object, "summary"));
    OaText doc = cm__oa_text_of(cm__json_get(draft->object, "description"));
    char upper[16];
    size_t n = strlen(method);
    for (size_t i = 0; i < n; i++)
        upper[i] = (char)(method[i] - 'a' + 'A');
    op->method = cm__oa_keep(gen, upper, n);
    op->path = cm__oa_keep(gen, path, path_len);
    op->id = cm__oa_keep(gen, id.text, id.len);
    op->summary = cm__oa_keep(gen, summary.text, summary.len);
    op->doc = cm__oa_keep(gen, doc.text, doc.len);
}

static bool has_ink(OaText text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.text[i] != ' ' && text.text[i] != '\t' &&
            text.text[i] != '\n' && text.text[i] != '\r' && text.text[i])
            return true;
    return false;
}

static void describe(OaGen *gen, Operation *op)
{
    if (has_ink(op->doc)) {
        op->description = op->doc;
    } else if (has_ink(op->summary)) {
        op->description = op->summary;
    } else {
        cm__buf_clear(&gen->text);
        cm__buf_add(&gen->text, op->method.text, op->method.len);
        cm__buf_add_char(&gen->text, ' ');
        cm__buf_add(&gen->text, op->path.text, op->path.len);
        op->description = cm__oa_keep_buf(gen, &gen->text);
    }
}

static void blank(OaGen *gen, Operation *op)
{
    OaText none = cm__oa_keep(gen, "", 0);
    op->accept = none;
    op->body.content_type = none;
}

static bool is_websocket(const JsonValue *operation)
{
    const JsonValue *value = cm__json_get(operation, "x-websocket");
    return value && value->type == CM_JSON_TYPE_BOOL && value->boolean;
}

/* False: gen->reason says why not, or memory is refused. */
static bool read_operation(OaGen *gen, OaDraftOp *draft)
{
    OaInputs inputs = { 0 };
    OaOutcomes outcomes;
    Operation *op = &draft->op;
    blank(gen, op);
    if (is_websocket(draft->object))
        return cm__oa_skip(gen, "uses WebSocket");
    if (!cm__oa_read_responses(gen, draft->object, &outcomes) ||
        !cm__oa_read_base(gen, draft) ||
        !cm__oa_read_parameters(gen, draft, &inputs) ||
        !cm__oa_read_body(gen, draft, &inputs) ||
        !cm__oa_read_security(gen, draft) ||
        !cm__oa_write_input(gen, &inputs, op) ||
        !cm__oa_write_output(gen, &outcomes, op) || !cm__oa_name_tool(gen, op))
        return false;
    describe(gen, op);
    return true;
}

/* ---- all operations ---- */

typedef struct Lists {
    Operation *operations;
    size_t n_operations, cap_operations;
    OaSkipped *skipped;
    size_t n_skipped, cap_skipped;
} Lists;

static bool add_operation(OaGen *gen, Lists *lists, const Operation *op)
{
    Operation *items =
        cm__arena_room(&gen->scratch, lists->operations, lists->n_operations,
                       &lists->cap_operations, sizeof *items);
    if (!items)
        return false;
    lists->operations = items;
    items[lists->n_operations++] = *op;
    return true;
}

static bool add_skipped(OaGen *gen, Lists *lists, const Operation *op)
{
    OaSkipped *items =
        cm__arena_room(&gen->scratch, lists->skipped, lists->n_skipped,
                       &lists->cap_skipped, sizeof *items);
    if (!items)
        return false;
    lists->skipped = items;
    OaText tool = cm__oa_wish(gen, op);
    items[lists->n_skipped++] =
        (OaSkipped){ op->method, op->path, cm__oa_keep_buf(gen, &gen->reason),
                     tool };
    return true;
}

static bool is_method(const JsonMember *m)
{
    static const char *const methods[] = {
        "get", "put", "post", "delete", "options", "head", "patch", "trace"
    };
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        if (m->name_len == strlen(methods[i]) &&
            memcmp(m->name, methods[i], m->name_len) == 0)
            return true;
    return false;
}

static bool read_member(OaGen *gen, Lists *lists, OaDraftOp draft,
                        const JsonMember *path, const JsonMember *m)
{
    if (!is_method(m) || !cm__oa_is_object(&m->value))
        return true;
    draft.object = &m->value;
    read_texts(gen, &draft, path->name, path->name_len, m->name);
    cm__buf_clear(&gen->reason);
    bool is_good = read_operation(gen, &draft);
    if (cm__oa_status(gen) != CM_OK)
        return false;
    return is_good ? add_operation(gen, lists, &draft.op)
                   : add_skipped(gen, lists, &draft.op);
}

/* The path item refers to others: members nearer to it win. Gives the hops in
 * the scratch arena; false when the chain leads nowhere. */
static bool read_hops(OaGen *gen, OaDraftOp *draft, const JsonValue *item)
{
    const JsonValue **hops = NULL;
    size_t cap = 0;
    if (cm__oa_ref_of(item) && !cm__oa_is_object(cm__oa_follow(gen, item)))
        return false;
    for (;;) {
        hops = cm__arena_room(&gen->scratch, hops, draft->n_items, &cap,
                              sizeof(const JsonValue *));
        if (!hops)
            return false;
        draft->items = hops;
        hops[draft->n_items++] = item;
        const JsonValue *ref = cm__oa_ref_of(item);
        if (!ref || draft->n_items == MAX_HOPS)
            return true;
        item = cm__oa_pointer(gen, gen->root, ref->text, ref->len);
    }
}

static bool is_overridden(const OaDraftOp *draft, size_t hop,
                          const JsonMember *m)
{
    for (size_t i = 0; i < hop; i++)
        if (cm__json_get_n(draft->items[i], m->name, m->name_len))
            return true;
    return false;
}

static bool read_item(OaGen *gen, Lists *lists, const JsonMember *path)
{
    OaDraftOp draft = { 0 };
    if (!cm__oa_is_object(&path->value))
        return true;
    if (!read_hops(gen, &draft, &path->value))
        return cm__oa_status(gen) == CM_OK;
    for (size_t i = 0; i < draft.n_items; i++) {
        const JsonValue *item = draft.items[i];
        for (size_t j = 0; j < item->n_members; j++)
            if (!is_overridden(&draft, i, &item->members[j]) &&
                !read_member(gen, lists, draft, path, &item->members[j]))
                return false;
    }
    return true;
}

/* What a schema may carry when all tools are to carry alike. */
static void share_out(OaGen *gen)
{
    const JsonValue *paths = cm__json_get(gen->root, "paths");
    size_t n = 1;
    for (size_t i = 0; cm__oa_is_object(paths) && i < paths->n_members; i++)
        if (cm__oa_is_object(&paths->members[i].value))
            for (size_t j = 0; j < paths->members[i].value.n_members; j++)
                n += is_method(&paths->members[i].value.members[j]);
    size_t share = OA_ALL_DEFS / n;
    gen->shown_defs = share > OA_SHOWN_DEFS   ? OA_SHOWN_DEFS
                      : share < OA_LEAST_DEFS ? OA_LEAST_DEFS
                                              : share;
}

static bool read_paths(OaGen *gen, Lists *lists)
{
    const JsonValue *paths = cm__json_get(gen->root, "paths");
    for (size_t i = 0; cm__oa_is_object(paths) && i < paths->n_members; i++)
        if (!read_item(gen, lists, &paths->members[i]))
            return false;
    return true;
}

static bool take_lists(OpenApiSet *set, const Lists *lists)
{
    if (lists->n_operations) {
        size_t size = lists->n_operations * sizeof(Operation);
        Operation *copy = cm__arena_alloc(&set->arena, size);
        if (!copy)
            return false;
        memcpy(copy, lists->operations, size);
        set->operations = copy;
        set->n_operations = lists->n_operations;
    }
    if (lists->n_skipped) {
        size_t size = lists->n_skipped * sizeof(OaSkipped);
        OaSkipped *copy = cm__arena_alloc(&set->arena, size);
        if (!copy)
            return false;
        memcpy(copy, lists->skipped, size);
        set->skipped = copy;
        set->n_skipped = lists->n_skipped;
    }
    return true;
}

/* ---- fixed headers ---- */

static cm_status read_headers(OpenApiSet *set, const OaOptions *options,
                              cm_error *err)
{
    size_t n = options ? options->n_headers : 0;
    if (n == 0)
        return CM_OK;
    OaHeader *list = cm__arena_zero(&set->arena, n * sizeof *list);
    if (!list)
        return CM_E_NOMEM;
    for (size_t i = 0; i < n; i++) {
        const cm_http_header *h = &options->headers[i];
        size_t len = h->name ? strlen(h->name) : 0;
        if (!cm__ascii_is_token_n(h->name, len))
            return refuse(err, CM_E_SYNTAX,
                          "header \"%.80s\" has an invalid name",
                          h->name ? h->name : "");
        if (!h->value || strpbrk(h->value, "\r\n"))
            return refuse(err, CM_E_SYNTAX,
                          "header \"%.80s\" has an invalid value", h->name);
        char *name = cm__arena_text(&set->arena, h->name, len);
        char *value = cm__arena_text(&set->arena, h->value, strlen(h->value));
        if (!name || !value)
            return CM_E_NOMEM;
        for (size_t j = 0; j < len; j++)
            name[j] = cm__ascii_lower(name[j]);
        list[i] = (OaHeader){ { name, len }, { value, strlen(h->value) } };
    }
    set->headers = list;
    set->n_headers = n;
    return CM_OK;
}

/* ---- generation ---- */

static bool init(OaGen *gen, const cm_allocator *alloc, OpenApiSet *set,
                 const JsonValue *root)
{
    *gen = (OaGen){ .alloc = alloc, .out = &set->arena, .root = root };
    gen->watched = (cm_allocator){ watch, gen };
    cm__arena_init(&gen->scratch, &gen->watched, OA_MAX_BYTES);
    cm__arena_init(&gen->round_arena, &gen->watched, OA_MAX_BYTES);
    cm__buf_init(&gen->reason, &gen->watched, CM_BUF_NO_LIMIT);
    cm__buf_init(&gen->token, &gen->watched, CM_BUF_NO_LIMIT);
    cm__buf_init(&gen->text, &gen->watched, CM_BUF_NO_LIMIT);
    OaMap *maps[] = { &gen->schemes, &gen->tools, &gen->spaces, &gen->suffixes,
                      &gen->name_sets };
    OaTable *tables[] = { &gen->chains,     &gen->params, &gen->mentions,
                          &gen->hide_nodes, &gen->seen,   &gen->defs };
    for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++)
        maps[i]->arena = &gen->scratch;
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        tables[i]->arena = &gen->scratch;
    gen->name_work = OA_NAME_WORK;
    gen->mention_work = OA_MENTION_WORK;
    gen->list_work = OA_LIST_WORK;
    gen->frames = cm__arena_alloc(&gen->scratch, cm__oa_frames_size());
    return gen->frames != NULL;
}

static void done(OaGen *gen)
{
    cm__arena_done(&gen->scratch);
    cm__arena_done(&gen->round_arena);
    cm__buf_done(&gen->reason);
    cm__buf_done(&gen->token);
    cm__buf_done(&gen->text);
}

/* What of the options and of the text bears on schemas. */
static void prepare(OaGen *gen, const char *json, size_t len,
                    const OaOptions *options, bool is_30)
{
    /* Escapes may spell the keywords in other ways. */
    bool has_escapes = contains(json, len, "\\u");
    gen->base_url = options ? options->base_url : NULL;
    gen->is_30 = is_30;
    gen->may_hide[OA_REQUEST] =
        has_escapes || contains(json, len, "\"readOnly\"");
    gen->may_hide[OA_RESPONSE] =
        has_escapes || contains(json, len, "\"writeOnly\"");
}

static cm_status read_document(OpenApiSet *set, OaGen *gen)
{
    Lists lists = { 0 };
    share_out(gen);
    bool is_done = read_paths(gen, &lists) && take_lists(set, &lists) &&
                   cm__oa_take_schemes(gen, set);
    cm_status status = cm__oa_status(gen);
    return status == CM_OK && !is_done ? CM_E_NOMEM : status;
}

/* Why a document is over a limit. */
static cm_status over_limit(const OaGen *gen, cm_error *err)
{
    if (gen->list_work == 0)
        return refuse(
            err, CM_E_LIMIT,
            "operations share lists or URLs of over %d entries in all",
            OA_LIST_WORK);
    return refuse(err, CM_E_LIMIT, "the tools' schemas exceed %zu MiB",
                  OA_MAX_BYTES >> 20);
}

static cm_status generate(const cm_allocator *alloc, const char *json,
                          size_t len, const OaOptions *options, OpenApiSet *set,
                          cm_error *err)
{
    JsonOptions read = { .max_depth = OA_MAX_DEPTH };
    JsonDoc *doc = NULL;
    bool is_30 = false;
    cm_status status = read_headers(set, options, err);
    if (status == CM_OK)
        status = cm__json_parse(alloc, json, len, &read, &doc, err);
    if (status == CM_OK)
        status = check_document(&doc->root, &is_30, err);
    if (status == CM_OK) {
        OaGen gen;
        if (init(&gen, alloc, set, &doc->root)) {
            prepare(&gen, json, len, options, is_30);
            status = read_document(set, &gen);
        } else {
            status = CM_E_NOMEM;
        }
        done(&gen);
        if (status == CM_E_LIMIT)
            status = over_limit(&gen, err);
    }
    cm__json_doc_free(doc);
    return status;
}

cm_status cm__openapi_generate(const cm_allocator *alloc, const char *json,
                               size_t len, const OaOptions *options,
                               OpenApiSet **ret_set, cm_error *err)
{
    OpenApiSet *set = cm__alloc_zero(alloc, 1, sizeof *set);
    if (!set)
        return refuse(err, CM_E_NOMEM, "%s", cm_status_text(CM_E_NOMEM));
    cm__arena_init(&set->arena, alloc, OA_MAX_BYTES);
    cm_status status = generate(alloc, json, len, options, set, err);
    if (status == CM_E_NOMEM)
        refuse(err, status, "%s", cm_status_text(status));
    if (status == CM_OK)
        *ret_set = set;
    else
        cm__openapi_set_free(set);
    return status;
}

void cm__openapi_tell_skip(OaText method, OaText path, const char *reason,
                           Buf *out)
{
    cm__buf_add_fmt(out, "operation %s ", method.text);
    cm__buf_add(out, path.text, cm__utf8_floor(path.text, path.len, 120));
    cm__buf_add_fmt(out, " was left out: %s", reason);
}

void cm__openapi_set_free(OpenApiSet *set)
{
    if (!set)
        return;
    const cm_allocator *alloc = set->arena.alloc;
    cm__arena_done(&set->arena);
    cm__free(alloc, set, sizeof *set);
}
