/* SPDX-License-Identifier: MIT */
/* Input: two bytes of limits, then a text. Oracles of bounding: a text within
 * the limits is unchanged, of any other come its beginning and its end, on
 * either side of one line that counts what is missing, within the limits; UTF-8
 * stays UTF-8. Of cleaning: UTF-8 comes out, twice is once, and what is ASCII
 * stays where it was. */
#include "fuzz.h"

#include <string.h>

#include "base/utf8.h"
#include "mcp/bound.h"
#include "mcp/resulttext.h"

static size_t count_lines(const char *text, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++)
        n += text[i] == '\n' || i + 1 == len;
    return n;
}

/* "12 bytes" and the like: the number, and what is behind the words. Of one
 * there is one word, `one`. */
static bool read_count(const char **at, const char *one, const char *many,
                       size_t *ret)
{
    char *end;
    *ret = strtoul(*at, &end, 10);
    const char *words = *ret == 1 ? one : many;
    size_t n = strlen(words);
    bool is_read = end > *at && strncmp(end, words, n) == 0;
    *at = end + n;
    return is_read;
}

/* The line that stands for what is missing. */
static const char *find_note(const Buf *out, size_t *ret_lines,
                             size_t *ret_bytes, const char **ret_end)
{
    const char *at = cm__buf_text(out), *end = at + out->len;
    for (; (at = memchr(at, '[', (size_t)(end - at))) != NULL; at++) {
        *ret_end = at + 1;
        if (read_count(ret_end, " line, ", " lines, ", ret_lines) &&
            read_count(ret_end, " byte omitted]\n", " bytes omitted]\n",
                       ret_bytes))
            return at;
    }
    return NULL;
}

static void check_bound(const Bound *bound, const char *text, size_t len)
{
    Buf out;
    size_t n_lines = 0, n_bytes = 0;
    const char *behind = NULL;
    cm__buf_init(&out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__bound_text(bound, text, len, &out);
    if (cm__utf8_is_valid(text, len))
        FUZZ_CHECK(cm__utf8_is_valid(cm__buf_text(&out), out.len));
    if (len <= bound->max_bytes && count_lines(text, len) <= bound->max_lines) {
        FUZZ_CHECK(out.len == len &&
                   memcmp(cm__buf_text(&out), text, len) == 0);
    } else if (!memchr(text, '[', len)) {
        const char *note = find_note(&out, &n_lines, &n_bytes, &behind);
        FUZZ_CHECK(note);
        size_t head = (size_t)(note - out.bytes);
        size_t tail = out.len - (size_t)(behind - out.bytes);
        if (head > 0 && n_bytes + head + tail > len)
            head--; /* a line end was put in front of the note */
        FUZZ_CHECK(head <= bound->max_bytes / 2 &&
                   tail <= bound->max_bytes / 2);
        FUZZ_CHECK(head + n_bytes + tail == len);
        FUZZ_CHECK(memcmp(text, out.bytes, head) == 0);
        FUZZ_CHECK(memcmp(text + len - tail, behind, tail) == 0);
        FUZZ_CHECK(count_lines(text, head) <= bound->max_lines / 2);
        FUZZ_CHECK(count_lines(behind, tail) <= bound->max_lines / 2);
        FUZZ_CHECK(n_lines == count_lines(text + head, n_bytes));
    }
    cm__buf_done(&out);
}

/* The ASCII characters of both, which must be the same. */
static void check_ascii(const char *text, size_t len, const Buf *clean)
{
    size_t at = 0;
    for (size_t i = 0; i < len; i++) {
        if ((unsigned char)text[i] >= 0x80)
            continue;
        while (at < clean->len && (unsigned char)clean->bytes[at] >= 0x80)
            at++;
        FUZZ_CHECK(at < clean->len && clean->bytes[at] == text[i]);
        at++;
    }
}

static void check_clean(const char *text, size_t len)
{
    Buf once, again;
    cm__buf_init(&once, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_init(&again, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__result_add_clean(&once, text, len);
    FUZZ_CHECK(cm__utf8_is_valid(cm__buf_text(&once), once.len));
    if (cm__utf8_is_valid(text, len))
        FUZZ_CHECK(once.len == len &&
                   memcmp(cm__buf_text(&once), text, len) == 0);
    check_ascii(text, len, &once);
    cm__result_add_clean(&again, cm__buf_text(&once), once.len);
    FUZZ_CHECK(once.len == again.len);
    cm__buf_done(&once);
    cm__buf_done(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size < 2)
        return 0;
    const Bound bound = { .max_lines = bytes[0] % 16, .max_bytes = bytes[1] };
    check_bound(&bound, (const char *)bytes + 2, size - 2);
    check_clean((const char *)bytes + 2, size - 2);
    return 0;
}
