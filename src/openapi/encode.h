/* SPDX-License-Identifier: MIT */
#ifndef CM_OPENAPI_ENCODE_H
#define CM_OPENAPI_ENCODE_H
/* encode: one value as text of a path, query, header or cookie;
 * spec/openapi.md 8.1.
 *
 * Everything appends to what the caller gives. Text that is no UTF-8, lone
 * surrogates among it, goes out as U+FFFD.
 * Failures: CM_E_ARGUMENT with the exact text of the spec in `why`, CM_E_NOMEM.
 *           What was appended before stays.
 * Threads:  free of state. */
#include "openapi/request.h"

/* How a parameter or a field of a form is written. */
typedef struct OaWay {
    OaText name;
    OaStyle style;
    bool explode, allow_reserved;
    bool is_form; /* deepObject nests, and takes lists */
} OaWay;

static inline bool cm__oa_is_scalar(const JsonValue *value)
{
    return value->type != CM_JSON_TYPE_ARRAY &&
           value->type != CM_JSON_TYPE_OBJECT;
}

/* A string as it is, anything else as compact JSON text. */
void cm__oa_plain(Buf *out, const JsonValue *value);
/* The bytes of text with U+FFFD for what is no UTF-8. */
void cm__oa_repair(Buf *out, const char *text, size_t len);

/* A-Za-z0-9-._~ stay, everything else is percent-encoded. */
void cm__oa_encode_path(Buf *out, const char *text, size_t len);
/* application/x-www-form-urlencoded, or allowReserved. */
void cm__oa_encode_query(Buf *out, const char *text, size_t len, bool reserved);
/* Text of a document that stands in a URL as it is: only what no URL may hold
 * is percent-encoded. */
void cm__oa_encode_literal(Buf *out, const char *text, size_t len);

/* A copy of text in the arena; text NULL when memory was refused. */
OaText cm__oa_text_copy(Arena *arena, const char *text, size_t len);
/* CM_E_ARGUMENT with `Parameter '<name>' <text>` in why. */
cm_status cm__oa_refuse(Buf *why, OaText name, const char *text);
/* Appends a pair; both texts are copied. */
cm_status cm__oa_add_pair(Arena *arena, OaPairs *pairs, OaText key,
                          const char *text, size_t len);

cm_status cm__oa_write_path(Buf *out, const OaWay *way, const JsonValue *value,
                            Buf *why);
cm_status cm__oa_write_header(Buf *out, const OaWay *way,
                              const JsonValue *value, Buf *why);
/* Pairs joined by "; ", the first one too when out is not empty. */
cm_status cm__oa_write_cookie(Buf *out, const OaWay *way,
                              const JsonValue *value, Buf *why);
cm_status cm__oa_write_query(Arena *arena, OaPairs *pairs, const OaWay *way,
                             const JsonValue *value, Buf *why);

#endif
