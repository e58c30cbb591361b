/* SPDX-License-Identifier: MIT */
/* Input: the file of a kept list of tools. Oracles: what is read is an array and
 * stands in a document; kept again, it reads the same; what was kept by another
 * version is not read. */
#include "fuzz.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mcp/listcache.h"
#include "mcp/privatefile.h"
#include "json/writer.h"

enum {
    MAX_BYTES = 16384
};

static char folder[40], path[64], path_again[64];

static void make_folder(void)
{
    (void)snprintf(folder, sizeof folder, "/tmp/codemode-fuzz-XXXXXX");
    FUZZ_CHECK(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/list", folder);
    snprintf(path_again, sizeof path_again, "%s/again", folder);
}

static void clean_up(void)
{
    (void)unlink(path);
    (void)unlink(path_again);
    (void)rmdir(folder);
}

static void write_tree(const JsonValue *tree, Buf *text)
{
    cm__buf_init(text, cm__alloc_default(), CM_BUF_NO_LIMIT);
    JsonWriter w = cm__json_writer(text);
    cm__json_write_value(&w, tree);
}

/* Texts are compared: JSON has no word for a number beyond all doubles, so null
 * is written for it. */
static void check_again(const JsonValue *tools)
{
    JsonDoc *doc = NULL;
    struct stat st;
    Buf text, text_again;
    write_tree(tools, &text);
    FUZZ_CHECK(cm__listcache_write(cm__alloc_default(), folder, path_again,
                                   cm__buf_text(&text), text.len));
    FUZZ_CHECK(stat(path_again, &st) == 0 && (st.st_mode & 0777) == 0600);
    const JsonValue *again =
        cm__listcache_read(cm__alloc_default(), path_again, &doc);
    FUZZ_CHECK(again != NULL);
    write_tree(again, &text_again);
    FUZZ_CHECK(
        text.len == text_again.len &&
        memcmp(cm__buf_text(&text), cm__buf_text(&text_again), text.len) == 0);
    cm__json_doc_free(doc);
    cm__buf_done(&text);
    cm__buf_done(&text_again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    JsonDoc *doc = NULL;
    if (size > MAX_BYTES)
        return 0;
    if (!folder[0]) {
        make_folder();
        FUZZ_CHECK(atexit(clean_up) == 0);
    }
    FUZZ_CHECK(cm__private_replace(path, (const char *)bytes, size));
    const JsonValue *tools =
        cm__listcache_read(cm__alloc_default(), path, &doc);
    FUZZ_CHECK((tools != NULL) == (doc != NULL));
    if (tools) {
        FUZZ_CHECK(tools->type == CM_JSON_TYPE_ARRAY);
        FUZZ_CHECK(cm__json_is_text(cm__json_get(&doc->root, "codemode"),
                                    cm_version()));
        check_again(tools);
    }
    cm__json_doc_free(doc);
    /* The bytes as the array itself. */
    doc = NULL;
    if (cm__json_parse(cm__alloc_default(), (const char *)bytes, size, NULL,
                       &doc, NULL) == CM_OK &&
        doc->root.type == CM_JSON_TYPE_ARRAY)
        check_again(&doc->root);
    cm__json_doc_free(doc);
    return 0;
}
