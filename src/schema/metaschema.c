/* SPDX-License-Identifier: MIT */
/* The meta-schemas of the five dialects, written from the table of keywords:
 * they accept what the published ones accept, in one document each. */
#include "schema/keywords.h"

#include "json/writer.h"

#include <stdio.h>
#include <string.h>

/* Addresses as they stand in `$schema`, without a fragment. */
static const char *const addresses[] = {
    [SCHEMA_2020_12] = "https://json-schema.org/draft/2020-12/schema",
    [SCHEMA_2019_09] = "https://json-schema.org/draft/2019-09/schema",
    [SCHEMA_DRAFT_7] = "http://json-schema.org/draft-07/schema",
    [SCHEMA_DRAFT_6] = "http://json-schema.org/draft-06/schema",
    [SCHEMA_DRAFT_4] = "http://json-schema.org/draft-04/schema",
};

/* What stands behind the scheme: people write http for https and back. */
static const char *without_scheme(const char *uri, size_t *len)
{
    static const char *const schemes[] = { "https://", "http://" };
    for (size_t i = 0; i < CM_ARRAY_LEN(schemes); i++) {
        size_t n = strlen(schemes[i]);
        if (*len > n && memcmp(uri, schemes[i], n) == 0) {
            *len -= n;
            return uri + n;
        }
    }
    return uri;
}

bool cm__schema_draft_of_uri(const char *uri, size_t len,
                             SchemaDraft *ret_draft)
{
    const char *rest = without_scheme(uri, &len);
    if (len > 0 && rest[len - 1] == '#')
        len--;
    for (size_t i = 0; rest != uri && i < CM_ARRAY_LEN(addresses); i++) {
        size_t n = strlen(addresses[i]);
        const char *known = without_scheme(addresses[i], &n);
        if (n == len && memcmp(rest, known, n) == 0) {
            *ret_draft = (SchemaDraft)i;
            return true;
        }
    }
    return false;
}

unsigned cm__schema_vocabulary(const char *uri, size_t len)
{
    static const struct {
        const char *name;
        unsigned bits;
    } names[] = {
        { "core", VOCAB_CORE },
        { "applicator", VOCAB_APPLICATOR },
        { "unevaluated", VOCAB_UNEVALUATED },
        { "validation", VOCAB_VALIDATION },
        { "format", VOCAB_FORMAT },
        { "format-annotation", VOCAB_FORMAT },
        { "format-assertion", VOCAB_FORMAT | VOCAB_ASSERTED },
        { "content", VOCAB_NOTE },
        { "meta-data", VOCAB_NOTE },
    };
    static const char *const roots[] = {
        "https://json-schema.org/draft/2020-12/vocab/",
        "https://json-schema.org/draft/2019-09/vocab/",
    };
    for (size_t r = 0; r < CM_ARRAY_LEN(roots); r++) {
        size_t n = strlen(roots[r]);
        if (len <= n || memcmp(uri, roots[r], n) != 0)
            continue;
        for (size_t i = 0; i < CM_ARRAY_LEN(names); i++) {
            if (strlen(names[i].name) != len - n ||
                memcmp(names[i].name, uri + n, len - n) != 0)
                continue;
            /* 2019-09 had unevaluated* among the applicators. */
            bool is_old = r == 1 && names[i].bits == VOCAB_APPLICATOR;
            return is_old ? VOCAB_APPLICATOR | VOCAB_UNEVALUATED
                          : names[i].bits;
        }
    }
    return 0;
}

/* ---- writing ---- */

#define STRINGS "{\"type\":\"array\",\"items\":{\"type\":\"string\"}"
#define TYPE_NAMES                                                      \
    "{\"enum\":[\"array\",\"boolean\",\"integer\",\"null\",\"number\"," \
    "\"object\",\"string\"]}"

/* A schema in this dialect that points back to the whole. */
static const char *self_of(SchemaDraft draft)
{
    switch (draft) {
    case SCHEMA_2020_12:
        return "{\"$dynamicRef\":\"#meta\"}";
    case SCHEMA_2019_09:
        return "{\"$recursiveRef\":\"#\"}";
    case SCHEMA_DRAFT_7:
    case SCHEMA_DRAFT_6:
    case SCHEMA_DRAFT_4:
        return "{\"$ref\":\"#\"}";
    }
    cm_unreachable();
}

static void put_strings(Buf *b, SchemaDraft draft, bool is_nonempty)
{
    cm__buf_add_str(b, STRINGS ",\"uniqueItems\":true");
    if (is_nonempty && draft == SCHEMA_DRAFT_4)
        cm__buf_add_str(b, ",\"minItems\":1");
    cm__buf_add_str(b, "}");
}

static void put_form(Buf *b, KeywordId id, SchemaDraft draft)
{
    const char *self = self_of(draft);
    KeywordForm form = (KeywordForm)cm__keywords[id].form;
    bool is_loose =
        draft == SCHEMA_DRAFT_4 &&
        (id == KEY_ADDITIONAL_ITEMS || id == KEY_ADDITIONAL_PROPERTIES);
    switch (form) {
    case FORM_ANY:
        cm__buf_add_str(b, "{}");
        break;
    case FORM_STRING:
        cm__buf_add_str(b, "{\"type\":\"string\"}");
        break;
    case FORM_URI:
        cm__buf_add_str(b, "{\"type\":\"string\",\"format\":\"uri\"}");
        break;
    case FORM_URI_REFERENCE:
        cm__buf_add_str(b, "{\"type\":\"string\",\"format\":\"uri-reference\"");
        if (id == KEY_ID && draft <= SCHEMA_2019_09)
            cm__buf_add_str(b, ",\"pattern\":\"^[^#]*#?$\"");
        cm__buf_add_str(b, "}");
        break;
    case FORM_ANCHOR:
        cm__buf_add_str(b, "{\"type\":\"string\",\"pattern\":"
                           "\"^[A-Za-z_][-A-Za-z0-9._]*$\"}");
        break;
    case FORM_PATTERN:
        cm__buf_add_str(b, "{\"type\":\"string\",\"format\":\"regex\"}");
        break;
    case FORM_BOOLEAN:
        cm__buf_add_str(b, "{\"type\":\"boolean\"}");
        break;
    case FORM_NUMBER:
        cm__buf_add_str(b, "{\"type\":\"number\"}");
        break;
    case FORM_POSITIVE:
        cm__buf_add_str(b,
                        draft == SCHEMA_DRAFT_4
                            ? "{\"type\":\"number\",\"minimum\":0,"
                              "\"exclusiveMinimum\":true}"
                            : "{\"type\":\"number\",\"exclusiveMinimum\":0}");
        break;
    case FORM_COUNT:
        cm__buf_add_str(b, "{\"type\":\"integer\",\"minimum\":0}");
        break;
    case FORM_LIST:
        cm__buf_add_str(b, "{\"type\":\"array\"}");
        break;
    case FORM_STRINGS:
        put_strings(b, draft, true);
        break;
    case FORM_STRINGS_MAP:
        cm__buf_add_str(b, "{\"type\":\"object\",\"additionalProperties\":");
        put_strings(b, draft, false);
        cm__buf_add_str(b, "}");
        break;
    case FORM_BOOLEAN_MAP:
        cm__buf_add_str(b, "{\"type\":\"object\",\"additionalProperties\":"
                           "{\"type\":\"boolean\"}}");
        break;
    case FORM_TYPES:
        cm__buf_add_str(b, "{\"anyOf\":[" TYPE_NAMES
                           ",{\"type\":\"array\",\"minItems\":1,"
                           "\"uniqueItems\":true,\"items\":" TYPE_NAMES "}]}");
        break;
    case FORM_SCHEMA:
        if (is_loose)
            cm__buf_add_fmt(b, "{\"anyOf\":[{\"type\":\"boolean\"},%s]}", self);
        else
            cm__buf_add_str(b, self);
        break;
    case FORM_SCHEMAS:
        cm__buf_add_fmt(b, "{\"type\":\"array\",\"minItems\":1,\"items\":%s}",
                        self);
        break;
    case FORM_SCHEMA_OR_LIST:
        cm__buf_add_fmt(b,
                        "{\"anyOf\":[%s,{\"type\":\"array\",\"minItems\":1,"
                        "\"items\":%s}]}",
                        self, self);
        break;
    case FORM_SCHEMA_MAP:
        cm__buf_add_fmt(b, "{\"type\":\"object\",\"additionalProperties\":%s}",
                        self);
        break;
    case FORM_PATTERN_MAP:
        cm__buf_add_fmt(b, "{\"type\":\"object\",\"additionalProperties\":%s",
                        self);
        if (draft != SCHEMA_DRAFT_4)
            cm__buf_add_str(b, ",\"propertyNames\":{\"format\":\"regex\"}");
        cm__buf_add_str(b, "}");
        break;
    case FORM_DEPENDENCIES:
        cm__buf_add_fmt(b,
                        "{\"type\":\"object\",\"additionalProperties\":"
                        "{\"anyOf\":[%s,",
                        self);
        put_strings(b, draft, true);
        cm__buf_add_str(b, "]}}");
        break;
    }
}

static void put_head(Buf *b, SchemaDraft draft)
{
    const char *end = draft >= SCHEMA_DRAFT_7 ? "#" : "";
    cm__buf_add_fmt(
        b, "{\"$schema\":\"%s%s\",\"%s\":\"%s%s\",", addresses[draft], end,
        draft == SCHEMA_DRAFT_4 ? "id" : "$id", addresses[draft], end);
    if (draft == SCHEMA_2020_12)
        cm__buf_add_str(b, "\"$dynamicAnchor\":\"meta\",");
    if (draft == SCHEMA_2019_09)
        cm__buf_add_str(b, "\"$recursiveAnchor\":true,");
    cm__buf_add_str(b, draft == SCHEMA_DRAFT_4
                           ? "\"type\":\"object\",\"dependencies\":{"
                             "\"exclusiveMaximum\":[\"maximum\"],"
                             "\"exclusiveMinimum\":[\"minimum\"]},"
                           : "\"type\":[\"object\",\"boolean\"],");
}

bool cm__metaschema_write(const char *uri, size_t len, Buf *out)
{
    SchemaDraft draft;
    bool is_first = true;
    if (!cm__schema_draft_of_uri(uri, len, &draft))
        return false;
    put_head(out, draft);
    cm__buf_add_str(out, "\"properties\":{");
    for (size_t i = 0; i < N_KEYWORDS; i++) {
        if (!(cm__keywords[i].dialects & (1u << draft)))
            continue;
        cm__buf_add_fmt(out, "%s\"%s\":", is_first ? "" : ",",
                        cm__keywords[i].name);
        put_form(out, (KeywordId)i, draft);
        is_first = false;
    }
    cm__buf_add_str(out, "}}");
    return true;
}
