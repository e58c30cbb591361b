/* SPDX-License-Identifier: MIT */
#ifndef CM_MCP_RESULTTEXT_H
#define CM_MCP_RESULTTEXT_H
/* resulttext: the outcome of a program as text (spec/adapter.md 7).
 *
 * Threads: free of state. */
#include "base/buf.h"
#include "json/writer.h"

/* The value: a string as it is (lone surrogates as U+FFFD), anything else as
 * JSON indented by two spaces. */
void cm__result_value_text(const cm_result *result, Buf *out);
/* The same of a value's JSON. CM_E_SYNTAX, CM_E_LIMIT or CM_E_NOMEM when that
 * cannot be read; out is as it was then. */
cm_status cm__result_json_text(const char *json, size_t len, Buf *out);
/* The error's message, then each suggestion that it does not contain. */
void cm__result_error_text(const cm_result *result, Buf *out);
/* The suggestions alone, each on a line of its own, begun by '\n'. */
void cm__result_suggestions_text(const cm_result *result, Buf *out);
/* All blocks of section 7. tool_logs are lines, each '\n'-ended, that follow
 * the program's own logs; notes are the lines of a further block; both may be
 * empty. */
void cm__result_text(const cm_result *result, const Buf *tool_logs,
                     const Buf *notes, Buf *out);
/* A text part of a result's content. */
void cm__result_write_text(JsonWriter *w, const char *text, size_t len);
/* A result of tools/call that is one text part. */
void cm__result_of_text(const char *text, size_t len, bool is_error, Buf *out);
/* Says that n attachments were left out for their size. */
void cm__result_left_out_line(size_t n, char line[100]);
/* Appends text as valid UTF-8: lone surrogates (in their three-byte form) and
 * malformed bytes become U+FFFD. */
void cm__result_add_clean(Buf *out, const char *text, size_t len);

#endif
