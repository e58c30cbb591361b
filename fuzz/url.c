/* SPDX-License-Identifier: MIT */
/* Input: a byte that picks a base and a part, then a URL. Oracles: the href of
 * what was read reads as itself and is plain ASCII; a base takes nothing away
 * from what stands alone; a record taken apart and put together again is the
 * same; assigning a part leaves a URL that can be read. References of RFC 3986
 * (schemas, MCP) resolve to what resolves to itself. */
#include "fuzz.h"

#include <string.h>

#include "js/url/url_parse.h"
#include "mcp/url.h"
#include "schema/uri.h"

enum {
    MAX_BYTES = 2048
};

static const char *const bases[] = { "http://u:p@h:8080/a/b/c?q#f",
                                     "file:///C:/a/b", "mailto:x",
                                     "non-special://h/x/y",
                                     "https://xn--bcher-kva.example/" };

static bool parse(const char *text, size_t len, const UrlRecord *base,
                  UrlRecord *u)
{
    url_init(u, cm__alloc_default());
    UrlResult result = url_parse(text, len, base, u);
    FUZZ_CHECK(result == URL_OK || result == URL_FAILURE);
    return result == URL_OK;
}

static void write(const UrlRecord *u, Buf *out, UrlParts *parts)
{
    cm__buf_init(out, cm__alloc_default(), CM_BUF_NO_LIMIT);
    url_write(u, out, parts);
    FUZZ_CHECK(out->status == CM_OK);
    for (size_t i = 0; i < out->len; i++)
        FUZZ_CHECK(out->bytes[i] > 0x20 && out->bytes[i] < 0x7F);
}

static bool is_same(const Buf *a, const Buf *b)
{
    return a->len == b->len && memcmp(a->bytes, b->bytes, a->len) == 0;
}

/* A record whose text is read again. An opaque path may keep blanks. */
static void check_record(const UrlRecord *u)
{
    UrlRecord again;
    UrlParts parts;
    Buf href, href_again;
    if (u->is_opaque)
        return;
    write(u, &href, &parts);
    FUZZ_CHECK(parse(href.bytes, href.len, NULL, &again));
    write(&again, &href_again, NULL);
    FUZZ_CHECK(is_same(&href, &href_again));
    url_done(&again);
    cm__buf_done(&href_again);

    url_init(&again, cm__alloc_default());
    url_read(&again, href.bytes, &parts);
    write(&again, &href_again, NULL);
    FUZZ_CHECK(is_same(&href, &href_again));
    FUZZ_CHECK(again.port == u->port && again.has_host == u->has_host);
    url_done(&again);
    cm__buf_done(&href_again);
    cm__buf_done(&href);
}

static void check_parts(UrlRecord *u, const char *text, size_t len,
                        unsigned pick)
{
    UrlPart part = (UrlPart)(pick % (URL_PART_HASH + 1));
    bool was_special = url_is_special(cm__buf_text(&u->scheme), u->scheme.len);
    FUZZ_CHECK(url_assign(u, part, text, len) != URL_NO_MEMORY);
    FUZZ_CHECK(url_status(u) == CM_OK);
    FUZZ_CHECK(was_special ==
               url_is_special(cm__buf_text(&u->scheme), u->scheme.len));
    check_record(u);
}

static void check_reference(const char *base, const char *text, size_t len)
{
    Buf once, again;
    cm__buf_init(&once, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_init(&again, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__uri_resolve(base, strlen(base), text, len, &once);
    cm__uri_resolve(base, strlen(base), cm__buf_text(&once), once.len, &again);
    FUZZ_CHECK(once.len == again.len &&
               memcmp(cm__buf_text(&once), cm__buf_text(&again), once.len) ==
                   0);
    cm__buf_done(&once);
    cm__buf_done(&again);
}

static void check_address(const char *base, const char *reference)
{
    Buf once, again;
    cm__buf_init(&once, cm__alloc_default(), CM_BUF_NO_LIMIT);
    cm__buf_init(&again, cm__alloc_default(), CM_BUF_NO_LIMIT);
    if (cm__url_resolve(base, reference, &once) &&
        cm__url_resolve(base, cm__buf_text(&once), &again)) {
        FUZZ_CHECK(strcmp(cm__buf_text(&once), cm__buf_text(&again)) == 0);
    }
    cm__buf_done(&once);
    cm__buf_done(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static char copy[MAX_BYTES + 1];
    UrlRecord u, base, joined;
    if (size < 1 || size > MAX_BYTES)
        return 0;
    unsigned pick = bytes[0];
    const char *text = (const char *)bytes + 1;
    size_t len = size - 1;
    const char *base_text = bases[pick % (sizeof bases / sizeof *bases)];
    FUZZ_CHECK(parse(base_text, strlen(base_text), NULL, &base));
    bool is_alone = parse(text, len, NULL, &u);
    bool is_joined = parse(text, len, &base, &joined);
    if (is_alone) {
        check_record(&u);
        check_parts(&u, text, len, pick);
    }
    if (is_joined)
        check_record(&joined);
    url_done(&u);
    url_done(&base);
    url_done(&joined);
    memcpy(copy, text, len);
    copy[len] = '\0';
    check_reference(bases[0], text, len);
    check_address("http://u@h:8080/a/b/c?q", copy);
    return 0;
}
