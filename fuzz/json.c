/* SPDX-License-Identifier: MIT */
/* Oracles: a second reader (json_reader.h) says the same of every text; print
 * and parse give an equal tree; printing that again gives the same bytes; a
 * relaxed reader agrees with a strict one on strict text. */
#include "fuzz.h"

#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "json_reader.h"
#include "json/writer.h"

/* An overflowing number reads as infinity and prints as null. */
static bool is_finite(const JsonValue *value)
{
    bool finite = true;
    if (value->type == CM_JSON_TYPE_NUMBER)
        return isfinite(value->number);
    if (value->type == CM_JSON_TYPE_ARRAY)
        for (size_t i = 0; i < value->n_items; i++)
            finite = finite && is_finite(&value->items[i]);
    if (value->type == CM_JSON_TYPE_OBJECT)
        for (size_t i = 0; i < value->n_members; i++)
            finite = finite && is_finite(&value->members[i].value);
    return finite;
}

static void print(const JsonValue *value, uint32_t indent, Buf *out)
{
    cm__buf_init(out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(out);
    w.indent = indent;
    cm__json_write_value(&w, value);
    FUZZ_CHECK(out->status == CM_OK);
    FUZZ_CHECK(cm__utf8_is_valid(out->bytes, out->len));
}

static JsonDoc *parse(const char *text, size_t len, const JsonOptions *options)
{
    JsonDoc *doc = NULL;
    cm_error err;
    if (cm__json_parse(cm__alloc_default(), text, len, options, &doc, &err) ==
        CM_OK)
        return doc;
    FUZZ_CHECK(err.status < 0 && err.line > 0 && err.column > 0);
    return NULL;
}

static void check_reader(const char *text, size_t len, bool is_json)
{
    JsonReader r;
    bool is_read = json_reader_text(&r, text, len);
    if (r.is_too_deep || r.deepest > CM_JSON_DEPTH_DEFAULT)
        FUZZ_CHECK(!is_json);
    else
        FUZZ_CHECK(is_json == is_read);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const JsonOptions relaxed = { .allow_comments = true,
                                         .allow_trailing_commas = true,
                                         .max_memory = 1 << 24 };
    JsonDoc *loose = parse((const char *)bytes, size, &relaxed);
    JsonDoc *doc = parse((const char *)bytes, size, NULL);
    check_reader((const char *)bytes, size, doc != NULL);
    FUZZ_CHECK(doc == NULL || loose != NULL);
    if (doc != NULL)
        FUZZ_CHECK(cm__json_equal(&doc->root, &loose->root));
    for (uint32_t indent = 0; loose != NULL && indent < 3; indent += 2) {
        Buf first, second;
        print(&loose->root, indent, &first);
        JsonDoc *back = parse(first.bytes, first.len, NULL);
        FUZZ_CHECK(back != NULL);
        if (is_finite(&loose->root))
            FUZZ_CHECK(cm__json_equal(&loose->root, &back->root));
        print(&back->root, indent, &second);
        FUZZ_CHECK(first.len == second.len);
        FUZZ_CHECK(memcmp(first.bytes, second.bytes, first.len) == 0);
        cm__buf_done(&first);
        cm__buf_done(&second);
        cm__json_doc_free(back);
    }
    cm__json_doc_free(doc);
    cm__json_doc_free(loose);
    return 0;
}
