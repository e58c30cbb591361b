/* SPDX-License-Identifier: MIT */
#ifndef CM_JSON_SCAN_H
#define CM_JSON_SCAN_H
/* scan: the tokens of JSON (RFC 8259), for whoever builds values of them.
 *
 * Functions over a piece of text [at, end): no state, no memory, no recursion.
 * The tree reader and the engine's JSON.parse share them, so both accept the
 * same language; what differs (objects, depth, comments) is theirs.
 * Text is UTF-8. Lone surrogates in their three-byte form (WTF-8) pass, since
 * program strings may hold them; malformed bytes decode as U+FFFD. A caller
 * that must refuse them checks the whole text with cm__utf8_is_valid first.
 * Ownership: results point into the text. Threads: free of state. */
#include "base/status.h"

typedef enum JsonFault {
    CM_JSON_OK = 0,
    CM_JSON_END,         /* the text ends inside a value */
    CM_JSON_TOKEN,       /* a character that starts no value */
    CM_JSON_STRING_END,  /* the text ends inside a string */
    CM_JSON_CONTROL,     /* an unescaped control character in a string */
    CM_JSON_ESCAPE,      /* an unknown or cut escape */
    CM_JSON_NUMBER,      /* a number that breaks the grammar */
    CM_JSON_KEY,         /* an object member without a quoted name */
    CM_JSON_COLON,       /* no colon behind a name */
    CM_JSON_COMMA,       /* neither comma nor closing bracket */
    CM_JSON_TRAILING,    /* more text behind the value */
    CM_JSON_COMMENT_END, /* the text ends inside a comment */
    CM_JSON_UTF8,        /* bytes that are not UTF-8 */
    CM_JSON_DEPTH        /* nested deeper than the caller allows */
} JsonFault;

/* One sentence without full stop; static storage. */
const char *cm__json_fault_text(JsonFault fault);

/* Asked now and then while a long text is read: false gives it up, and what
 * came of it is of no use. */
typedef struct JsonPace {
    bool (*goes_on)(void *user);
    void *user;
} JsonPace;

/* Line and column from 1 of a byte offset; columns count code points, without
 * a byte order mark in front. Lines end in LF, CR or CR LF. The
 * cost is linear: meant for errors. */
void cm__json_locate(const char *text, size_t len, size_t offset,
                     uint32_t *ret_line, uint32_t *ret_column);
void cm__json_locate_paced(const char *text, size_t len, size_t offset,
                           const JsonPace *pace, uint32_t *ret_line,
                           uint32_t *ret_column);

/* A place that was found, from which later ones are found sooner. */
typedef struct JsonSpot {
    size_t offset;
    uint32_t line, column;
} JsonSpot;

#define CM_JSON_SPOT_INIT \
    {                     \
        0, 1, 1           \
    }

/* Moves the spot on to an offset that is not before it. pace may be NULL. */
void cm__json_go_to(const char *text, size_t len, JsonSpot *spot, size_t offset,
                    const JsonPace *pace);

static inline bool cm__json_is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* First byte at or after `at` that is no blank; end when there is none. */
static inline const char *cm__json_skip_blanks(const char *at, const char *end)
{
    while (at < end && cm__json_is_blank(*at))
        at++;
    return at;
}

/* A string as it stands between its quotes, escapes checked, not decoded. */
typedef struct JsonString {
    const char *text; /* borrowed from the scanned text */
    size_t len;
    bool has_escapes;
    bool is_ascii;    /* no byte above 0x7F; escapes may still give any unit */
    const char *next; /* behind the closing quote; on a fault: the culprit */
    const JsonPace *pace; /* borrowed; NULL: nobody is asked */
} JsonString;

/* `at` is behind the opening quote. ret->next is written on a fault too. */
JsonFault cm__json_scan_string(const char *at, const char *end,
                               JsonString *ret);
/* The same, with somebody to ask here and in the functions that decode. A
 * string that was given up has a fault. */
JsonFault cm__json_scan_string_paced(const char *at, const char *end,
                                     const JsonPace *pace, JsonString *ret);

/* How many leading bytes of text are none of '"', '\\' and control characters,
 * and whether all of these are ASCII: what a quoted string holds as it is. */
size_t cm__json_plain_length(const char *text, size_t n, bool *ret_is_ascii);

/* UTF-16 code units that the decoded string has, and whether all are below 256.
 * Without escapes and with is_ascii the answer is (len, true): skip the call
 * and copy the bytes. */
size_t cm__json_string_measure(const JsonString *s, bool *ret_is_latin1);
/* Decodes to what cm__json_string_measure counted. For 8-bit units all must be
 * below 256. Surrogate escapes come out as the units they name. */
void cm__json_string_units8(const JsonString *s, uint8_t *out);
void cm__json_string_units16(const JsonString *s, uint16_t *out);
/* Decodes to UTF-8 and returns the length, at most s->len. Pairs of surrogate
 * escapes become one code point, lone ones stay in three-byte form and set
 * *ret_has_lone (may be NULL; never cleared). */
size_t cm__json_string_utf8(const JsonString *s, char *out, bool *ret_has_lone);

typedef struct JsonNumber {
    double value;
    int64_t integer;  /* exact, when is_integer */
    bool is_integer;  /* no fraction, no exponent, fits int64, not -0 */
    const char *next; /* behind the number; on a fault: the culprit */
} JsonNumber;

/* `at` is at '-' or a digit. ret->next is written on a fault too. */
JsonFault cm__json_scan_number(const char *at, const char *end,
                               JsonNumber *ret);

/* Whether [at, end) starts with the n bytes of word ("true", "null", ...). What
 * follows is for the caller's next step: "nullx" fails there. */
static inline bool cm__json_has_word(const char *at, const char *end,
                                     const char *word, size_t n)
{
    if ((size_t)(end - at) < n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (at[i] != word[i])
            return false;
    return true;
}

#endif
