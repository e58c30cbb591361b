/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_LEXER_INTERNAL_H
#define CM_JS_LEXER_INTERNAL_H
/* lexer_internal: what the two halves of the lexer share; nobody else. */
#include "js/lexer.h"

#define JS_CH_START 0x01u /* starts an identifier (ASCII) */
#define JS_CH_PART  0x02u /* continues one (ASCII) */
#define JS_CH_DIGIT 0x04u
#define JS_CH_SPACE 0x08u /* tab, VT, FF, space */
#define JS_CH_PLAIN 0x10u /* in strings: printable ASCII that means itself */
#define JS_CH_HEX   0x20u

extern const uint8_t cm__js_char_class[256];

static inline bool js_is(char c, unsigned classes)
{
    return (cm__js_char_class[(uint8_t)c] & classes) != 0;
}

/* Value of a hexadecimal digit. */
static inline uint32_t js_hex_value(char c)
{
    return c <= '9' ? (uint32_t)(c - '0') : (uint32_t)((c | 0x20) - 'a' + 10);
}

/* Decodes the code point of valid UTF-8 at *at and advances. */
uint32_t cm__js_code_point(const JsLexer *lx, uint32_t *at);
bool cm__js_is_id_start(uint32_t c);
bool cm__js_is_id_part(uint32_t c);

/* Unit scratch: strings that need decoding. */
void cm__js_unit_add(JsLexer *lx, uint32_t unit);
void cm__js_unit_add_code_point(JsLexer *lx, uint32_t c);
/* The scratch from unit `from` on as text in the arena, narrowed if it can. */
JsText cm__js_unit_text(JsLexer *lx, uint32_t from);
/* The same as a name. */
JsName *cm__js_unit_name(JsLexer *lx, uint32_t from);

/* Byte scratch of at least n bytes. */
char *cm__js_byte_scratch(JsLexer *lx, uint32_t n);

/* \uXXXX or \u{...} with *at behind the `u`; advances. Returns UINT32_MAX and
 * leaves *at at the culprit when malformed. */
uint32_t cm__js_unicode_escape(const JsLexer *lx, uint32_t *at);

/* The string literal at lx->pos (a quote) into lx->tok. */
void cm__js_lex_string(JsLexer *lx);
/* The number at lx->pos into lx->tok. */
void cm__js_lex_number(JsLexer *lx);

#endif
