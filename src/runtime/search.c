/* SPDX-License-Identifier: MIT */
/* `search` as programs call it; spec/discovery.md 6, spec/execution.md 6.3.
 *
 * The page is made before the call is listed and its hooks run, so that a
 * refused allocation can be tried again without the host noticing. */
#include "base/numtext.h"
#include "catalog/index.h"
#include "engine/json_value.h"
#include "engine/meter.h"
#include "engine/promise.h"
#include "engine/property.h"
#include "engine/realm.h"
#include "runtime/boundary_lua.h"
#include "runtime/execution.h"
#include "json/tree.h"
#include "json/writer.h"

#include <string.h>

#define MAX_INTEGER INT64_C(9007199254740991)

typedef struct SearchInput {
    const JsonValue *query, *name_space; /* NULL: absent */
    uint64_t limit, offset;
} SearchInput;

static Value bad_input(VM *vm, const char *text)
{
    return cm__throw_host(vm, DIAG_INVALID_TOOL_INPUT, text, strlen(text),
                          NULL);
}

/* ---- input ---- */

static const char *read_text(const JsonValue *v, const char *problem,
                             const JsonValue **ret_text)
{
    *ret_text = v;
    return v && v->type != CM_JSON_TYPE_STRING ? problem : NULL;
}

static const char *read_integer(const JsonValue *v, int64_t minimum,
                                const char *problem, uint64_t *to)
{
    if (!v)
        return NULL;
    if (v->type != CM_JSON_TYPE_NUMBER || !v->is_integer ||
        v->integer < minimum || v->integer > MAX_INTEGER)
        return problem;
    *to = (uint64_t)v->integer;
    return NULL;
}

/* The problem, or NULL. */
static const char *read_input(const JsonValue *root, SearchInput *in)
{
    *in = (SearchInput){ .limit = 10 };
    if (root->type != CM_JSON_TYPE_OBJECT)
        return "Invalid input for search: it takes one object like "
               "{ query: \"text\" }";
    const char *problem = read_text(
        cm__json_get(root, "query"),
        "Invalid input for search: query must be a string", &in->query);
    if (!problem)
        problem =
            read_text(cm__json_get(root, "namespace"),
                      "Invalid input for search: namespace must be a string",
                      &in->name_space);
    if (!problem)
        problem = read_integer(cm__json_get(root, "limit"), 1,
                               "Invalid input for search: limit must be an "
                               "integer of at least 1",
                               &in->limit);
    if (!problem)
        problem = read_integer(cm__json_get(root, "offset"), 0,
                               "Invalid input for search: offset must be an "
                               "integer of at least 0",
                               &in->offset);
    return problem;
}

/* The argument as JSON text. False after throwing. */
static bool cross_input(VM *vm, const NativeCall *c, Buf *text)
{
    bool is_method = vm->realm->is_lua && c->argc > 0 &&
                     value_is_class(c->args[0], CLASS_REFERENCE);
    if (is_method || c->argc > 1) {
        bad_input(vm, is_method ? "Invalid input for search: it takes one "
                                  "argument object; call it with a dot, not "
                                  "with a colon"
                                : "Invalid input for search: it takes one "
                                  "argument object");
        return false;
    }
    if (c->argc == 0 || value_is_undefined(c->args[0])) {
        cm__buf_add(text, "{}", 2);
        return true;
    }
    Crossing cross;
    bool ok = false;
    switch (cross_start(&cross, vm, c->args[0], "input", false)) {
    case CROSS_DONE:
        cm__buf_add_buf(text, &cross.out);
        ok = true;
        break;
    case CROSS_WAIT:
        bad_input(vm, "Invalid input for search: it holds a promise: await "
                      "it first");
        break;
    case CROSS_REFUSED:
        cm__buf_add_str(text, "Invalid input for search: ");
        cm__buf_add_buf(text, &cross.why);
        if (text->status == CM_OK)
            bad_input(vm, cm__buf_text(text));
        else
            vm->heap.refused = true;
        break;
    case CROSS_THROWN:
        break;
    }
    cross_done(&cross);
    return ok;
}

/* ---- page ---- */

/* One item; false when memory is refused or time is up. A signature is made
 * once in the life of a runtime, so that the work counts by its length. */
static bool write_item(cm_execution *x, JsonWriter *w, uint32_t entry)
{
    const ToolIndex *index = x->runtime->index;
    cm_language language = x->runtime->language;
    const ToolNode *node = cm__index_node(index, entry);
    const char *about = node->tool->description;
    size_t len, signature_len;
    const char *expression = cm__node_expression(node, language, &len);
    const char *signature =
        cm__index_signature(index, entry, language, &signature_len);
    if (!signature) {
        w->out->status = CM_E_NOMEM;
        return false;
    }
    cm__json_begin_object(w);
    cm__json_key(w, "path");
    cm__json_write_text_n(w, expression, len);
    cm__json_key(w, "description");
    cm__json_write_text(w, about ? about : "");
    cm__json_key(w, "signature");
    cm__json_write_text_n(w, signature, signature_len);
    cm__json_end_object(w);
    return vm_charge_bytes(x->vm, len + signature_len);
}

/* False when memory is refused or time is up. */
static bool write_page(cm_execution *x, Buf *out, const SearchInput *in,
                       const uint32_t *ranked, size_t n)
{
    size_t from = in->offset < n ? (size_t)in->offset : n;
    size_t count = n - from < in->limit ? n - from : (size_t)in->limit;
    JsonWriter w = cm__json_writer(out);
    cm__json_begin_object(&w);
    cm__json_key(&w, "items");
    cm__json_begin_array(&w);
    for (size_t i = from; i < from + count; i++)
        if (!write_item(x, &w, ranked[i]))
            return false;
    cm__json_end_array(&w);
    cm__json_key(&w, "remaining");
    cm__json_write_int(&w, (int64_t)(n - from - count));
    cm__json_key(&w, "next");
    if (n - from - count) {
        cm__json_begin_object(&w);
        cm__json_key(&w, "offset");
        cm__json_write_int(&w, (int64_t)(in->offset + count));
        cm__json_end_object(&w);
    } else {
        cm__json_write_null(&w);
    }
    cm__json_end_object(&w);
    return out->status == CM_OK;
}

/* The page as JSON text. False when memory was refused or time is up. */
static bool make_page(cm_execution *x, const SearchInput *in, Buf *out)
{
    const ToolIndex *index = x->runtime->index;
    IndexQuery query = { .query = "" };
    if (in->query) {
        query.query = in->query->text;
        query.query_len = in->query->len;
    }
    if (in->name_space) {
        query.name_space = in->name_space->text;
        query.name_space_len = in->name_space->len;
    }
    const IndexMeter meter = cm__index_meter(x);
    uint32_t *ranked = NULL;
    size_t n = 0;
    const cm_allocator *alloc = &x->charged;
    cm_status status =
        cm__index_search(index, &query, &meter, alloc, &ranked, &n);
    bool ok = status == CM_OK && write_page(x, out, in, ranked, n);
    cm__free(alloc, ranked, n * sizeof *ranked);
    if (status == CM_E_NOMEM || out->status != CM_OK)
        x->vm->heap.refused = true;
    return ok;
}

/* then, catch and finally of a page behave like those of a promise of it. */
static Value page_method(VM *vm, NativeCall *c, const char *name)
{
    Promise *p = promise_new_internal(vm);
    if (!p || !promise_fulfil(vm, p, c->this_val))
        return VALUE_THROWN;
    Value promise = value_from_obj(p);
    Value method = get_prop_ascii(vm, promise, name);
    if (method == VALUE_THROWN)
        return method;
    return vm_call(vm, method, promise, c->argc, c->args);
}

static Value page_then(VM *vm, NativeCall *c)
{
    return page_method(vm, c, "then");
}

static Value page_catch(VM *vm, NativeCall *c)
{
    return page_method(vm, c, "catch");
}

static Value page_finally(VM *vm, NativeCall *c)
{
    return page_method(vm, c, "finally");
}

static const NativeSpec page_specs[] = {
    { .name = "then", .fn = page_then, .length = 2, .flags = NATIVE_NO_ADOPT },
    { .name = "catch", .fn = page_catch, .length = 1 },
    { .name = "finally", .fn = page_finally, .length = 1 },
};

static Value page_value(VM *vm, const Buf *text)
{
    Buf why;
    if (vm->realm->is_lua) {
        cm__buf_init(&why, text->alloc, CM_BUF_NO_LIMIT);
        Value v = cm__read_lua(vm, text->bytes, text->len, &why);
        cm__buf_done(&why);
        return v; /* own text is always well formed */
    }
    Value page = json_parse_text(vm, text->bytes, text->len);
    if (page == VALUE_THROWN)
        return page;
    for (size_t i = 0; i < CM_ARRAY_LEN(page_specs); i++) {
        Native *fn =
            native_new(vm, &page_specs[i], VALUE_UNDEFINED, VALUE_UNDEFINED);
        PropKey key = key_ascii(vm, page_specs[i].name);
        if (!fn || key == VALUE_ABSENT ||
            !obj_put_attrs(vm, value_obj(page), key, value_from_obj(fn),
                           PROP_HIDDEN))
            return VALUE_THROWN;
    }
    return page;
}

/* ---- the call ---- */

static Value run_search(cm_execution *x, const SearchInput *in,
                        const Buf *input)
{
    VM *vm = x->vm;
    Buf text;
    cm__buf_init(&text, &x->charged, CM_BUF_NO_LIMIT);
    Value page = VALUE_THROWN;
    if (make_page(x, in, &text))
        page = page_value(vm, &text);
    if (page == VALUE_THROWN) {
        cm__buf_done(&text);
        return page;
    }
    if (cm__call_over_limit(x)) {
        page = cm__throw_call_limit(x);
    } else if (!cm__call_list(x, CM_TREE_NONE)) {
        page = VALUE_THROWN;
    } else {
        char reason[256];
        HookCall hook = { "search", cm__buf_text(input), input->len,
                          ++x->next_call_id };
        vm->code_ran = true; /* the host noticed: no second try */
        if (cm__hook_before(x, &hook, reason))
            cm__hook_after(x, &hook, CM_OUTCOME_SUCCESS, cm__buf_text(&text),
                           text.len);
        else
            page = cm__throw_host(vm, DIAG_TOOL_FAILURE, reason, strlen(reason),
                                  NULL);
    }
    cm__buf_done(&text);
    return page;
}

static Value search_attempt(VM *vm, NativeCall *c)
{
    cm_execution *x = vm->host;
    const cm_allocator *alloc = &x->charged;
    Buf input;
    cm__buf_init(&input, alloc, CM_BUF_NO_LIMIT);
    Value result = VALUE_THROWN;
    if (cross_input(vm, c, &input)) {
        JsonDoc *doc = NULL;
        SearchInput in;
        cm_status status = input.status != CM_OK
                               ? input.status
                               : cm__json_parse(alloc, input.bytes, input.len,
                                                NULL, &doc, NULL);
        const char *problem =
            status == CM_OK ? read_input(&doc->root, &in) : NULL;
        if (status != CM_OK)
            vm->heap.refused = true; /* own text is always well formed */
        else if (problem)
            result = bad_input(vm, problem);
        else
            result = run_search(x, &in, &input);
        cm__json_doc_free(doc);
    }
    cm__buf_done(&input);
    return result;
}

/* In Lua every attempt costs one, however it ends. */
static Value search_native(VM *vm, NativeCall *c)
{
    cm_execution *x = vm->host;
    if (cm__attempts_over(x))
        return cm__throw_call_limit(x);
    Value v = search_attempt(vm, c);
    if (v != VALUE_THROWN || vm->exception != VALUE_ABSENT)
        x->n_attempts++;
    return v;
}

Obj *cm__search_new(VM *vm)
{
    static const NativeSpec spec = { .name = "search",
                                     .fn = search_native,
                                     .length = 1 };
    Native *fn = native_new(vm, &spec, VALUE_UNDEFINED, VALUE_UNDEFINED);
    return fn ? &fn->obj : NULL;
}
