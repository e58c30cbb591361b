/* SPDX-License-Identifier: MIT */
/* Input: a byte of flags, an OpenAPI document. Oracles: generating twice gives
 * the same texts; every schema is JSON; every tool can be added to a tree, and
 * its path then leads to it; no two have the same. */
#include "fuzz.h"

#include <string.h>

#include "catalog/tree.h"
#include "openapi/generate.h"

enum {
    MAX_BYTES = 16384
};

static void nothing(void *user, cm_call *call, const char *input, size_t len)
{
    (void)user;
    (void)call;
    (void)input;
    (void)len;
}

static OpenApiSet *generate(const char *text, size_t len,
                            const OaOptions *options)
{
    OpenApiSet *set = NULL;
    cm_error err = { 0 };
    cm_status status = cm__openapi_generate(cm__alloc_default(), text, len,
                                            options, &set, &err);
    FUZZ_CHECK(status == CM_OK || status == CM_E_SYNTAX ||
               status == CM_E_LIMIT);
    FUZZ_CHECK(status == CM_OK || (err.status == status && err.text[0]));
    FUZZ_CHECK((status == CM_OK) == (set != NULL));
    return set;
}

static bool same(OaText a, OaText b)
{
    return a.len == b.len && memcmp(a.text, b.text, a.len) == 0;
}

static void check_json(OaText text)
{
    JsonDoc *doc = NULL;
    JsonOptions options = { .max_depth = CM_JSON_DEPTH_CAP };
    FUZZ_CHECK(cm__json_parse(cm__alloc_default(), text.text, text.len,
                              &options, &doc, NULL) == CM_OK);
    cm__json_doc_free(doc);
}

static void check_operation(ToolTree *tree, const Operation *op)
{
    cm_tool tool = { .description = op->description.text,
                     .input_schema = op->input_schema.text,
                     .output_schema = op->output_schema.text,
                     .execute = nothing };
    check_json(op->input_schema);
    check_json(op->output_schema);
    FUZZ_CHECK(cm__tree_find(tree, op->tool.text, op->tool.len) ==
               CM_TREE_NONE);
    FUZZ_CHECK(cm__tree_add(tree, op->tool.text, op->tool.len, &tool, NULL) ==
               CM_OK);
    FUZZ_CHECK(cm__tree_find(tree, op->tool.text, op->tool.len) !=
               CM_TREE_NONE);
    FUZZ_CHECK(op->base.len > 0 && op->template_path.text[0] == '/');
    for (size_t i = 1; i < op->n_fields; i++)
        FUZZ_CHECK(op->fields[i - 1].place <= op->fields[i].place);
}

static void check_same(const OpenApiSet *a, const OpenApiSet *b)
{
    FUZZ_CHECK(a->n_operations == b->n_operations);
    FUZZ_CHECK(a->n_skipped == b->n_skipped);
    for (size_t i = 0; i < a->n_operations; i++) {
        const Operation *x = &a->operations[i], *y = &b->operations[i];
        FUZZ_CHECK(same(x->tool, y->tool));
        FUZZ_CHECK(same(x->input_schema, y->input_schema));
        FUZZ_CHECK(same(x->output_schema, y->output_schema));
        FUZZ_CHECK(same(x->accept, y->accept));
    }
    for (size_t i = 0; i < a->n_skipped; i++)
        FUZZ_CHECK(same(a->skipped[i].reason, b->skipped[i].reason));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size < 2 || size > MAX_BYTES)
        return 0;
    const char *text = (const char *)bytes + 1;
    OaOptions options = { .base_url = bytes[0] & 1 ? "https://h/v1" : NULL };
    OpenApiSet *set = generate(text, size - 1, &options);
    if (!set)
        return 0;
    OpenApiSet *again = generate(text, size - 1, &options);
    ToolTree *tree = cm__tree_new(cm__alloc_default());
    FUZZ_CHECK(tree != NULL);
    check_same(set, again);
    for (size_t i = 0; i < set->n_operations; i++)
        check_operation(tree, &set->operations[i]);
    cm__tree_unref(tree);
    cm__openapi_set_free(again);
    cm__openapi_set_free(set);
    return 0;
}
