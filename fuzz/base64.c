/* SPDX-License-Identifier: MIT */
/* Input: a byte that picks a media type, then base64 text or bytes. Oracles:
 * bytes written and read are the bytes; media_check accepts what can be read and
 * counts its bytes; a value of a header is printable and reads as what it was
 * made of. */
#include "fuzz.h"

#include <string.h>

#include "base/base64.h"
#include "mcp/media.h"
#include "mcp/toolheader.h"

static const char *const types[] = {
    NULL,         "image/png",  "image/jpeg",    "audio/mpeg",
    "image/webp", "text/plain", "image/gif; x=y"
};

static void check_bytes(const void *bytes, size_t n)
{
    Buf text, again;
    size_t n_decoded = 0;
    cm__buf_init(&text, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_init(&again, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__base64_add(&text, bytes, n);
    FUZZ_CHECK(text.len == (n + 2) / 3 * 4);
    FUZZ_CHECK(cm__base64_read(&again, cm__buf_text(&text), text.len));
    FUZZ_CHECK(again.len == n && memcmp(cm__buf_text(&again), bytes, n) == 0);
    const char *fault =
        cm__media_check(cm__buf_text(&text), text.len, NULL, &n_decoded);
    FUZZ_CHECK((fault == NULL) == (n > 0) && n_decoded == n);
    cm__buf_done(&text);
    cm__buf_done(&again);
}

static void check_text(const char *text, size_t len, const char *mime)
{
    Buf bytes;
    size_t n = 0;
    cm__buf_init(&bytes, cm__alloc_default(), CM_BUF_NO_LIMIT);
    bool is_read = cm__base64_read(&bytes, text, len);
    const char *fault = cm__media_check(text, len, mime, &n);
    FUZZ_CHECK(is_read || bytes.len == 0);
    if (is_read && bytes.len > 0 && !mime)
        FUZZ_CHECK(!fault);
    if (is_read && !fault)
        FUZZ_CHECK(n == bytes.len);
    cm__buf_done(&bytes);
}

static void check_header(const char *text, size_t len)
{
    static const char open[] = "=?base64?", close[] = "?=";
    Buf value, again;
    cm__buf_init(&value, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_init(&again, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__toolheader_add_value(&value, text, len);
    const char *at = cm__buf_text(&value);
    for (size_t i = 0; i < value.len; i++)
        FUZZ_CHECK(at[i] >= ' ' && at[i] <= '~');
    if (value.len >= 11 && memcmp(at, open, 9) == 0 &&
        memcmp(at + value.len - 2, close, 2) == 0)
        FUZZ_CHECK(cm__base64_read(&again, at + 9, value.len - 11));
    else
        cm__buf_add(&again, at, value.len);
    FUZZ_CHECK(again.len == len &&
               memcmp(cm__buf_text(&again), text, len) == 0);
    cm__buf_done(&value);
    cm__buf_done(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size == 0)
        return 0;
    const char *text = (const char *)bytes + 1;
    check_bytes(text, size - 1);
    check_text(text, size - 1, types[bytes[0] % 7]);
    check_text(text, size - 1, NULL);
    check_header(text, size - 1);
    return 0;
}
