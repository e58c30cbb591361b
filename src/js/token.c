/* SPDX-License-Identifier: MIT */
#include "js/token.h"

/* clang-format off */
const uint8_t cm__js_token_prec[JS_T_COUNT] = {
#define X(token, text, prec, op) [token] = (prec),
    JS_PUNCTUATOR_LIST(X) JS_KEYWORD_LIST(X)
#undef X
};

const uint8_t cm__js_token_op[JS_T_COUNT] = {
#define X(token, text, prec, op) [token] = (op),
    JS_PUNCTUATOR_LIST(X) JS_KEYWORD_LIST(X)
#undef X
};

const char *const cm__js_token_text[JS_T_COUNT] = {
    [JS_T_EOF] = "end of input",
    [JS_T_IDENT] = "identifier",
    [JS_T_ESCAPED_KEYWORD] = "escaped keyword",
    [JS_T_PRIVATE] = "private name",
    [JS_T_NUMBER] = "number",
    [JS_T_BIGINT] = "number",
    [JS_T_STRING] = "string",
    [JS_T_TEMPLATE] = "template",
#define X(token, text, prec, op) [token] = (text),
    JS_PUNCTUATOR_LIST(X) JS_KEYWORD_LIST(X)
#undef X
};
/* clang-format on */
