/* SPDX-License-Identifier: MIT */
/* Oracles: the validator, the decoder and the counters agree; re-encoding valid
 * text gives it back; text in quotes scans back to what the decoder saw. */
#include "fuzz.h"

#include <string.h>

#include "base/utf8.h"
#include "json/writer.h"

/* Decodes and encodes again; surrogates and malformed parts become U+FFFD. */
static bool repair(const char *text, size_t size, Buf *out, size_t *ret_points)
{
    bool ok = true;
    *ret_points = 0;
    for (const char *at = text, *end = text + size; at < end; ++*ret_points)
        cm__buf_add_code_point(out, cm__utf8_next(&at, end, &ok));
    return ok;
}

static void check_counts(const char *text, size_t size, size_t n_points)
{
    bool is_latin1, is_latin1_too;
    size_t units = cm__utf8_utf16_length(text, size, &is_latin1);
    FUZZ_CHECK(cm__utf8_count(text, size) == n_points);
    JsonString s = { .text = text, .len = size };
    if (memchr(text, '\\', size) == NULL) {
        FUZZ_CHECK(cm__json_string_measure(&s, &is_latin1_too) == units);
        FUZZ_CHECK(is_latin1 == is_latin1_too);
    }
    for (size_t n = 0; n <= size && n < 64; n++) {
        size_t m = cm__utf8_floor(text, size, n);
        FUZZ_CHECK(m <= n && cm__utf8_is_valid(text, m));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *text = size == 0 ? "" : (const char *)bytes;
    Buf repaired, quoted, decoded;
    cm__buf_init(&repaired, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_init(&quoted, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_init(&decoded, cm__alloc_default(), CM_BUF_NO_LIMIT);

    size_t n_points;
    bool ok = repair(text, size, &repaired, &n_points);
    FUZZ_CHECK(ok == cm__utf8_is_valid(text, size));
    FUZZ_CHECK(cm__utf8_is_valid(cm__buf_text(&repaired), repaired.len));
    if (ok) {
        FUZZ_CHECK(repaired.len == size);
        FUZZ_CHECK(memcmp(cm__buf_text(&repaired), text, size) == 0);
        check_counts(text, size, n_points);
    }

    cm__json_quote(&quoted, text, size);
    FUZZ_CHECK(cm__utf8_is_valid(quoted.bytes, quoted.len));
    JsonString s;
    FUZZ_CHECK(cm__json_scan_string(quoted.bytes + 1, quoted.bytes + quoted.len,
                                    &s) == CM_JSON_OK);
    FUZZ_CHECK(s.next == quoted.bytes + quoted.len);
    char *room = cm__buf_reserve(&decoded, s.len);
    FUZZ_CHECK(room != NULL);
    size_t len = cm__json_string_utf8(&s, room, NULL);
    if (ok)
        FUZZ_CHECK(len == size && memcmp(room, text, size) == 0);

    cm__buf_done(&repaired);
    cm__buf_done(&quoted);
    cm__buf_done(&decoded);
    return 0;
}
