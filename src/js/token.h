/* SPDX-License-Identifier: MIT */
#ifndef CM_JS_TOKEN_H
#define CM_JS_TOKEN_H
/* token: the kinds of tokens and words of JavaScript and TypeScript.
 *
 * Reserved words are token kinds of their own; every other word is JS_T_IDENT
 * and its JsName carries the JsWord, so that the parser asks for a contextual
 * word only where the grammar gives it a meaning. */
#include "js/ast.h"

/* Columns: token, text, precedence as binary operator (0: none), JsOp of the
 * binary operator or of the compound assignment. */
#define JS_PUNCTUATOR_LIST(X)                                         \
    X(JS_T_LBRACE, "{", 0, JS_OP_NONE)                                \
    X(JS_T_RBRACE, "}", 0, JS_OP_NONE)                                \
    X(JS_T_LPAREN, "(", 0, JS_OP_NONE)                                \
    X(JS_T_RPAREN, ")", 0, JS_OP_NONE)                                \
    X(JS_T_LBRACKET, "[", 0, JS_OP_NONE)                              \
    X(JS_T_RBRACKET, "]", 0, JS_OP_NONE)                              \
    X(JS_T_DOT, ".", 0, JS_OP_NONE)                                   \
    X(JS_T_ELLIPSIS, "...", 0, JS_OP_NONE)                            \
    X(JS_T_SEMI, ";", 0, JS_OP_NONE)                                  \
    X(JS_T_COMMA, ",", 0, JS_OP_NONE)                                 \
    X(JS_T_QUESTION, "?", 0, JS_OP_NONE)                              \
    X(JS_T_QUESTION_DOT, "?.", 0, JS_OP_NONE)                         \
    X(JS_T_COLON, ":", 0, JS_OP_NONE)                                 \
    X(JS_T_ARROW, "=>", 0, JS_OP_NONE)                                \
    X(JS_T_AT, "@", 0, JS_OP_NONE)                                    \
    X(JS_T_NOT, "!", 0, JS_OP_NOT)                                    \
    X(JS_T_TILDE, "~", 0, JS_OP_BIT_NOT)                              \
    X(JS_T_INC, "++", 0, JS_OP_ADD)                                   \
    X(JS_T_DEC, "--", 0, JS_OP_SUB)                                   \
    X(JS_T_POW, "**", 0, JS_OP_POW)                                   \
    X(JS_T_NULLISH,                                                   \
      "?"                                                             \
      "?",                                                            \
      JS_PREC_NULLISH, JS_OP_NULLISH)                                 \
    X(JS_T_OR, "||", JS_PREC_OR, JS_OP_OR)                            \
    X(JS_T_AND, "&&", JS_PREC_AND, JS_OP_AND)                         \
    X(JS_T_BIT_OR, "|", 4, JS_OP_BIT_OR)                              \
    X(JS_T_BIT_XOR, "^", 5, JS_OP_BIT_XOR)                            \
    X(JS_T_BIT_AND, "&", 6, JS_OP_BIT_AND)                            \
    X(JS_T_EQ, "==", 7, JS_OP_EQ)                                     \
    X(JS_T_NE, "!=", 7, JS_OP_NE)                                     \
    X(JS_T_EQ_STRICT, "===", 7, JS_OP_EQ_STRICT)                      \
    X(JS_T_NE_STRICT, "!==", 7, JS_OP_NE_STRICT)                      \
    X(JS_T_LT, "<", JS_PREC_RELATIONAL, JS_OP_LT)                     \
    X(JS_T_LE, "<=", JS_PREC_RELATIONAL, JS_OP_LE)                    \
    X(JS_T_GT, ">", JS_PREC_RELATIONAL, JS_OP_GT)                     \
    X(JS_T_GE, ">=", JS_PREC_RELATIONAL, JS_OP_GE)                    \
    X(JS_T_SHL, "<<", 9, JS_OP_SHL)                                   \
    X(JS_T_SHR, ">>", 9, JS_OP_SHR)                                   \
    X(JS_T_USHR, ">>>", 9, JS_OP_USHR)                                \
    X(JS_T_PLUS, "+", 10, JS_OP_ADD)                                  \
    X(JS_T_MINUS, "-", 10, JS_OP_SUB)                                 \
    X(JS_T_STAR, "*", 11, JS_OP_MUL)                                  \
    X(JS_T_SLASH, "/", 11, JS_OP_DIV)                                 \
    X(JS_T_PERCENT, "%", 11, JS_OP_MOD)                               \
    /* Assignment operators, from JS_T_ASSIGN to JS_T_USHR_ASSIGN. */ \
    X(JS_T_ASSIGN, "=", 0, JS_OP_ASSIGN)                              \
    X(JS_T_ADD_ASSIGN, "+=", 0, JS_OP_ADD)                            \
    X(JS_T_SUB_ASSIGN, "-=", 0, JS_OP_SUB)                            \
    X(JS_T_MUL_ASSIGN, "*=", 0, JS_OP_MUL)                            \
    X(JS_T_DIV_ASSIGN, "/=", 0, JS_OP_DIV)                            \
    X(JS_T_MOD_ASSIGN, "%=", 0, JS_OP_MOD)                            \
    X(JS_T_POW_ASSIGN, "**=", 0, JS_OP_POW)                           \
    X(JS_T_AND_ASSIGN, "&&=", 0, JS_OP_AND)                           \
    X(JS_T_OR_ASSIGN, "||=", 0, JS_OP_OR)                             \
    X(JS_T_NULLISH_ASSIGN,                                            \
      "?"                                                             \
      "?=",                                                           \
      0, JS_OP_NULLISH)                                               \
    X(JS_T_BIT_AND_ASSIGN, "&=", 0, JS_OP_BIT_AND)                    \
    X(JS_T_BIT_OR_ASSIGN, "|=", 0, JS_OP_BIT_OR)                      \
    X(JS_T_BIT_XOR_ASSIGN, "^=", 0, JS_OP_BIT_XOR)                    \
    X(JS_T_SHL_ASSIGN, "<<=", 0, JS_OP_SHL)                           \
    X(JS_T_SHR_ASSIGN, ">>=", 0, JS_OP_SHR)                           \
    X(JS_T_USHR_ASSIGN, ">>>=", 0, JS_OP_USHR)

#define JS_PREC_NULLISH    1
#define JS_PREC_OR         2
#define JS_PREC_AND        3
#define JS_PREC_RELATIONAL 8

/* Reserved words. Columns as above. */
#define JS_KEYWORD_LIST(X)                                                 \
    X(JS_T_BREAK, "break", 0, JS_OP_NONE)                                  \
    X(JS_T_CASE, "case", 0, JS_OP_NONE)                                    \
    X(JS_T_CATCH, "catch", 0, JS_OP_NONE)                                  \
    X(JS_T_CLASS, "class", 0, JS_OP_NONE)                                  \
    X(JS_T_CONST, "const", 0, JS_OP_NONE)                                  \
    X(JS_T_CONTINUE, "continue", 0, JS_OP_NONE)                            \
    X(JS_T_DEBUGGER, "debugger", 0, JS_OP_NONE)                            \
    X(JS_T_DEFAULT, "default", 0, JS_OP_NONE)                              \
    X(JS_T_DELETE, "delete", 0, JS_OP_DELETE)                              \
    X(JS_T_DO, "do", 0, JS_OP_NONE)                                        \
    X(JS_T_ELSE, "else", 0, JS_OP_NONE)                                    \
    X(JS_T_ENUM, "enum", 0, JS_OP_NONE)                                    \
    X(JS_T_EXPORT, "export", 0, JS_OP_NONE)                                \
    X(JS_T_EXTENDS, "extends", 0, JS_OP_NONE)                              \
    X(JS_T_FALSE, "false", 0, JS_OP_NONE)                                  \
    X(JS_T_FINALLY, "finally", 0, JS_OP_NONE)                              \
    X(JS_T_FOR, "for", 0, JS_OP_NONE)                                      \
    X(JS_T_FUNCTION, "function", 0, JS_OP_NONE)                            \
    X(JS_T_IF, "if", 0, JS_OP_NONE)                                        \
    X(JS_T_IMPORT, "import", 0, JS_OP_NONE)                                \
    X(JS_T_IN, "in", JS_PREC_RELATIONAL, JS_OP_IN)                         \
    X(JS_T_INSTANCEOF, "instanceof", JS_PREC_RELATIONAL, JS_OP_INSTANCEOF) \
    X(JS_T_NEW, "new", 0, JS_OP_NONE)                                      \
    X(JS_T_NULL, "null", 0, JS_OP_NONE)                                    \
    X(JS_T_RETURN, "return", 0, JS_OP_NONE)                                \
    X(JS_T_SUPER, "super", 0, JS_OP_NONE)                                  \
    X(JS_T_SWITCH, "switch", 0, JS_OP_NONE)                                \
    X(JS_T_THIS, "this", 0, JS_OP_NONE)                                    \
    X(JS_T_THROW, "throw", 0, JS_OP_NONE)                                  \
    X(JS_T_TRUE, "true", 0, JS_OP_NONE)                                    \
    X(JS_T_TRY, "try", 0, JS_OP_NONE)                                      \
    X(JS_T_TYPEOF, "typeof", 0, JS_OP_TYPEOF)                              \
    X(JS_T_VAR, "var", 0, JS_OP_NONE)                                      \
    X(JS_T_VOID, "void", 0, JS_OP_VOID)                                    \
    X(JS_T_WHILE, "while", 0, JS_OP_NONE)                                  \
    X(JS_T_WITH, "with", 0, JS_OP_NONE)

typedef enum JsTokenKind {
    JS_T_EOF,
    JS_T_IDENT,
    JS_T_ESCAPED_KEYWORD, /* reserved word with \u: only a property name */
    JS_T_PRIVATE,         /* #name */
    JS_T_NUMBER,
    JS_T_BIGINT,
    JS_T_STRING,
    JS_T_TEMPLATE, /* the opening backtick only */
#define X(token, text, prec, op) token,
    JS_PUNCTUATOR_LIST(X)
    JS_KEYWORD_LIST(X)
#undef X
        JS_T_COUNT
} JsTokenKind;

/* Contextual words; those up to JS_W_YIELD are reserved in strict code. These
 * and the keywords are found by words_from of lexer.c. */
#define JS_WORD_LIST(X)                \
    X(JS_W_IMPLEMENTS, "implements")   \
    X(JS_W_INTERFACE, "interface")     \
    X(JS_W_LET, "let")                 \
    X(JS_W_PACKAGE, "package")         \
    X(JS_W_PRIVATE, "private")         \
    X(JS_W_PROTECTED, "protected")     \
    X(JS_W_PUBLIC, "public")           \
    X(JS_W_STATIC, "static")           \
    X(JS_W_YIELD, "yield")             \
    X(JS_W_AWAIT, "await")             \
    X(JS_W_EVAL, "eval")               \
    X(JS_W_ARGUMENTS, "arguments")     \
    X(JS_W_ASYNC, "async")             \
    X(JS_W_OF, "of")                   \
    X(JS_W_USING, "using")             \
    X(JS_W_GET, "get")                 \
    X(JS_W_SET, "set")                 \
    X(JS_W_AS, "as")                   \
    X(JS_W_FROM, "from")               \
    X(JS_W_TARGET, "target")           \
    X(JS_W_META, "meta")               \
    X(JS_W_CONSTRUCTOR, "constructor") \
    X(JS_W_PROTOTYPE, "prototype")     \
    X(JS_W_PROTO, "__proto__")         \
    X(JS_W_TYPE, "type")               \
    X(JS_W_DECLARE, "declare")         \
    X(JS_W_NAMESPACE, "namespace")     \
    X(JS_W_MODULE, "module")           \
    X(JS_W_GLOBAL, "global")           \
    X(JS_W_ABSTRACT, "abstract")       \
    X(JS_W_READONLY, "readonly")       \
    X(JS_W_OVERRIDE, "override")       \
    X(JS_W_ACCESSOR, "accessor")       \
    X(JS_W_SATISFIES, "satisfies")     \
    X(JS_W_IS, "is")                   \
    X(JS_W_ASSERTS, "asserts")         \
    X(JS_W_INFER, "infer")             \
    X(JS_W_KEYOF, "keyof")             \
    X(JS_W_UNIQUE, "unique")           \
    X(JS_W_OUT, "out")                 \
    X(JS_W_REQUIRE, "require")

/* JsName.word: 0, a keyword's token kind, or a JsWord. */
typedef enum JsWord {
    JS_W_FIRST = JS_T_COUNT,
#define X(word, text) word,
    JS_WORD_LIST(X)
#undef X
    JS_W_COUNT
} JsWord;

_Static_assert(JS_W_COUNT <= UINT8_MAX, "JsName.word holds every word");

/* By JsTokenKind. */
extern const uint8_t cm__js_token_prec[JS_T_COUNT];
extern const uint8_t cm__js_token_op[JS_T_COUNT];
extern const char *const cm__js_token_text[JS_T_COUNT];

#endif
