/* SPDX-License-Identifier: MIT */
/* Input: a byte of flags, a schema, a NUL, an instance. Oracles: the verdict is
 * the same with and without a list of problems, and there is a list exactly
 * when the instance does not fit; the schema is an instance too. */
#include "fuzz.h"

#include <string.h>

#include "base/utf8.h"
#include "schema/schema.h"

enum {
    MAX_BYTES = 4096,
    STEPS = 300000,
    N_DRAFTS = 5
};

static bool take(void *user, uint64_t steps)
{
    uint64_t *left = user;
    if (*left <= steps)
        return false;
    *left -= steps;
    return true;
}

static SchemaVerdict check(const Schema *s, const char *text, size_t len,
                           Buf *problems)
{
    uint64_t left = STEPS;
    SchemaHost host = { cm__alloc_default(), take, &left };
    return cm__schema_check(s, &host, text, len, problems);
}

static void check_both_ways(const Schema *s, const char *text, size_t len)
{
    Buf problems;
    cm__buf_init(&problems, cm__alloc_default(), CM_BUF_NO_LIMIT);
    SchemaVerdict loud = check(s, text, len, &problems);
    SchemaVerdict quiet = check(s, text, len, NULL);
    FUZZ_CHECK(loud != SCHEMA_NOMEM && quiet != SCHEMA_NOMEM);
    /* Who wants no problems stops sooner, so it may not meet a limit. */
    if (loud == SCHEMA_VALID || loud == SCHEMA_INVALID)
        FUZZ_CHECK(quiet == loud);
    if (loud == SCHEMA_VALID)
        FUZZ_CHECK(problems.len == 0);
    if (loud == SCHEMA_INVALID)
        FUZZ_CHECK(problems.len > 0);
    if (cm__utf8_is_valid(text, len))
        FUZZ_CHECK(cm__utf8_is_valid(cm__buf_text(&problems), problems.len));
    cm__buf_done(&problems);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (size < 2 || size > MAX_BYTES)
        return 0;
    const char *text = (const char *)bytes + 1, *end = text + size - 1;
    const char *nul = memchr(text, 0, size - 1);
    size_t len = (size_t)((nul ? nul : end) - text);
    SchemaOptions options = { .draft = (SchemaDraft)(bytes[0] % N_DRAFTS),
                              .assert_format = bytes[0] >= 128 };
    Schema *s = NULL;
    cm_error err = { 0 };
    cm_status status =
        cm__schema_compile(cm__alloc_default(), text, len, &options, &s, &err);
    if (status != CM_OK) {
        FUZZ_CHECK(err.status == status && err.text[0] != '\0');
        return 0;
    }
    const char *instance = nul ? nul + 1 : text;
    check_both_ways(s, instance, (size_t)(end - instance));
    check_both_ways(s, text, len);
    cm__schema_unref(s);
    return 0;
}
