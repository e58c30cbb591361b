/* SPDX-License-Identifier: MIT */
/* The table of formats. A format that is not here asserts nothing. */
#include "schema/format_internal.h"
#include "schema/schema_internal.h"

typedef struct FormatRow {
    const char *name;
    bool (*fits)(const char *text, size_t len); /* NULL: a pattern */
} FormatRow;

static const FormatRow formats[] = {
    { "date", format_date },
    { "time", format_time },
    { "date-time", format_date_time },
    { "duration", format_duration },
    { "email", format_email },
    { "idn-email", format_idn_email },
    { "hostname", format_hostname },
    { "idn-hostname", format_idn_hostname },
    { "ipv4", format_ipv4 },
    { "ipv6", format_ipv6 },
    { "uri", format_uri },
    { "uri-reference", format_uri_reference },
    { "iri", format_iri },
    { "iri-reference", format_iri_reference },
    { "uri-template", format_uri_template },
    { "uuid", format_uuid },
    { "json-pointer", format_json_pointer },
    { "relative-json-pointer", format_relative_json_pointer },
    { "regex", NULL },
};

uint32_t cm__format_find(const char *name, size_t len)
{
    for (uint32_t i = 0; i < CM_ARRAY_LEN(formats); i++)
        if (strlen(formats[i].name) == len &&
            memcmp(formats[i].name, name, len) == 0)
            return i;
    return FORMAT_NONE;
}

const char *cm__format_name(uint32_t format)
{
    return formats[format].name;
}

static int is_pattern(const RegexpHost *host, const char *text, size_t len)
{
    RegexpCode *code;
    const char *what;
    switch (cm__schema_pattern(host, text, len, true, &code, &what)) {
    case CM_OK:
        cm__free(host->alloc, code, code->size);
        return 1;
    case CM_E_NOMEM:
        return REGEXP_NOMEM;
    case CM_E_LIMIT:
        return len > REGEXP_MAX_PATTERN ? 0 : REGEXP_STOPPED;
    default:
        return 0;
    }
}

int cm__format_check(uint32_t format, const RegexpHost *host, const char *text,
                     size_t len)
{
    const FormatRow *row = &formats[format];
    return row->fits ? row->fits(text, len) : is_pattern(host, text, len);
}
