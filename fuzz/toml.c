/* SPDX-License-Identifier: MIT */
/* Oracles: what was read, written as TOML again (one key a line, the rest
 * inline), reads as the same tree; written as JSON it is JSON of the same tree;
 * errors have a place inside the text. */
#include "fuzz.h"

#include <string.h>

#include "cli/toml.h"
#include "toml_write.h"

static void check_again(const JsonDoc *doc)
{
    const cm_allocator *alloc = cm__alloc_default();
    Buf text;
    JsonDoc *again = NULL;
    cm__buf_init(&text, alloc, CM_BUF_NO_LIMIT);
    toml_write(&doc->root, &text);
    FUZZ_CHECK(cm__toml_parse(alloc, cm__buf_text(&text), text.len, &again,
                              NULL) == CM_OK);
    FUZZ_CHECK(cm__json_equal(&doc->root, &again->root));
    cm__json_doc_free(again);
    cm__buf_clear(&text);
    JsonWriter w = cm__json_writer(&text);
    cm__json_write_value(&w, &doc->root);
    FUZZ_CHECK(cm__json_parse(alloc, cm__buf_text(&text), text.len, NULL,
                              &again, NULL) == CM_OK);
    FUZZ_CHECK(cm__json_equal(&doc->root, &again->root));
    cm__json_doc_free(again);
    cm__buf_done(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    JsonDoc *doc = NULL;
    cm_error err = { .status = CM_OK };
    cm_status status = cm__toml_parse(cm__alloc_default(), (const char *)bytes,
                                      size, &doc, &err);
    if (status != CM_OK) {
        FUZZ_CHECK(status == CM_E_SYNTAX || status == CM_E_LIMIT);
        FUZZ_CHECK(err.status == status && err.text[0] != '\0');
        FUZZ_CHECK(err.line > 0 && err.column > 0);
        return 0;
    }
    if (toml_is_finite(&doc->root) && size < 1 << 16)
        check_again(doc);
    cm__json_doc_free(doc);
    return 0;
}
