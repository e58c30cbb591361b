/* SPDX-License-Identifier: MIT */
/* Oracles: what comes out is JSON within the limits; read as YAML, which it is
 * too, it gives itself, unless libyaml refuses it (control characters, keys
 * over 1,024 characters) or sees other line ends; errors have a place. */
#include "fuzz.h"

#include <string.h>

#include "yaml/yaml_json.h"
#include "json/tree.h"

static void check_json(const Buf *json)
{
    const JsonOptions options = { .max_depth = CM_YAML_DEPTH_MAX };
    JsonDoc *doc = NULL;
    FUZZ_CHECK(cm__json_parse(cm__alloc_default(), cm__buf_text(json),
                              json->len, &options, &doc, NULL) == CM_OK);
    cm__json_doc_free(doc);
}

/* libyaml ends lines at these, as YAML 1.1 did. */
static int has_old_line_end(const Buf *json)
{
    const char *text = cm__buf_text(json);
    return strstr(text, "\xC2\x85") != NULL ||
           strstr(text, "\xE2\x80\xA8") != NULL ||
           strstr(text, "\xE2\x80\xA9") != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    Buf json, again;
    cm_error err = { .status = CM_OK };
    cm_status status = cm__yaml_to_json(cm__alloc_default(),
                                        (const char *)bytes, size, &json, &err);
    if (status != CM_OK) {
        FUZZ_CHECK(status == CM_E_SYNTAX || status == CM_E_LIMIT);
        FUZZ_CHECK(err.status == status && err.text[0] != '\0');
        FUZZ_CHECK(err.line > 0 && err.column > 0);
    } else if (json.len < 1 << 20) {
        check_json(&json);
        bool is_same = !has_old_line_end(&json);
        if (cm__yaml_to_json(cm__alloc_default(), cm__buf_text(&json), json.len,
                             &again, NULL) == CM_OK &&
            is_same)
            FUZZ_CHECK(again.len == json.len &&
                       memcmp(again.bytes, json.bytes, json.len) == 0);
        cm__buf_done(&again);
    }
    cm__buf_done(&json);
    return 0;
}
