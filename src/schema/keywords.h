/* SPDX-License-Identifier: MIT */
#ifndef CM_SCHEMA_KEYWORDS_H
#define CM_SCHEMA_KEYWORDS_H
/* keywords: what each dialect knows, and which form a keyword's value has.
 *
 * One table (keywords.def) for the loader and the meta-schemas, so that the
 * two cannot disagree. Threads: constant data. */
#include "schema/decimal.h"
#include "schema/schema.h"
#include "json/tree.h"

/* Sets of dialects. */
enum {
    IN_2020 = 1 << SCHEMA_2020_12,
    IN_2019 = 1 << SCHEMA_2019_09,
    IN_7 = 1 << SCHEMA_DRAFT_7,
    IN_6 = 1 << SCHEMA_DRAFT_6,
    IN_4 = 1 << SCHEMA_DRAFT_4,
    IN_2019_ON = IN_2019 | IN_2020,
    IN_7_ON = IN_7 | IN_2019_ON,
    IN_6_ON = IN_6 | IN_7_ON,
    IN_ALL = IN_4 | IN_6_ON,
    IN_UP_TO_2019 = IN_ALL & ~IN_2020
};

typedef enum KeywordForm {
    FORM_ANY,
    FORM_STRING,
    FORM_URI,
    FORM_URI_REFERENCE,
    FORM_ANCHOR,
    FORM_PATTERN,
    FORM_BOOLEAN,
    FORM_NUMBER,
    FORM_POSITIVE,
    FORM_COUNT,
    FORM_LIST,
    FORM_STRINGS,
    FORM_STRINGS_MAP,
    FORM_BOOLEAN_MAP,
    FORM_TYPES,
    FORM_SCHEMA,
    FORM_SCHEMAS, /* a list of at least one */
    FORM_SCHEMA_OR_LIST,
    FORM_SCHEMA_MAP,
    FORM_PATTERN_MAP, /* schemas by pattern */
    FORM_DEPENDENCIES /* schemas or lists of names, by name */
} KeywordForm;

/* Sets of vocabularies, as `$vocabulary` of a meta-schema chooses them. */
enum {
    VOCAB_CORE = 1,
    VOCAB_APPLICATOR = 2,
    VOCAB_UNEVALUATED = 4,
    VOCAB_VALIDATION = 8,
    VOCAB_FORMAT = 16,
    VOCAB_NOTE = 32,     /* annotations without consequence */
    VOCAB_ASSERTED = 64, /* formats are checked */
    VOCAB_ALL = 63
};

typedef enum KeywordId {
#define X(id, name, dialects, form, vocabulary) id,
#include "schema/keywords.def"
#undef X
    N_KEYWORDS,
    KEY_NONE = N_KEYWORDS
} KeywordId;

typedef struct Keyword {
    const char *name;
    uint8_t dialects, form, vocabulary;
} Keyword;

extern const Keyword cm__keywords[N_KEYWORDS];

/* The keyword of that name in a dialect, or KEY_NONE. */
KeywordId cm__keyword_find(const char *name, size_t len, SchemaDraft draft);

/* NULL when the value has the keyword's form, seen without going into schemas
 * below it; else what is expected, as "must be ...". */
const char *cm__keyword_misfit(KeywordId id, const JsonValue *value);
/* The same of a number that has the form so far: by its digits, since a double
 * takes 1e-400 for 0. */
const char *cm__keyword_misfit_digits(KeywordId id, const Decimal *number);

/* Bits of JSON types, with SCHEMA_TYPE_INTEGER for whole numbers. */
enum {
    SCHEMA_TYPE_INTEGER = 1 << 6,
    SCHEMA_TYPE_ALL = (1 << 6) - 1
};
/* The bit of a name in `type`, 0 for another text. */
unsigned cm__schema_type_bit(const JsonValue *name);

/* The dialect of a `$schema` address. */
bool cm__schema_draft_of_uri(const char *uri, size_t len,
                             SchemaDraft *ret_draft);
/* The vocabulary bits of a `$vocabulary` address, 0 for others. */
unsigned cm__schema_vocabulary(const char *uri, size_t len);

/* Writes the meta-schema with that address. False: the address is none. */
bool cm__metaschema_write(const char *uri, size_t len, Buf *out);

#endif
