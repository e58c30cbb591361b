/* SPDX-License-Identifier: MIT */
#ifndef CM_FUZZ_JSON_READER_H
#define CM_FUZZ_JSON_READER_H
/* json_reader: a second reading of JSON (RFC 8259), as plain as can be: it says
 * whether a text is JSON, how deep it is and how many values it has. A byte
 * order mark is skipped. Bounded by JSON_READER_DEPTH. */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define JSON_READER_DEPTH 600

typedef struct JsonReader {
    const unsigned char *at, *end;
    unsigned depth, deepest;
    size_t n_values;
    bool is_too_deep;
} JsonReader;

static void json_reader_blank(JsonReader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' ||
                              *r->at == '\n' || *r->at == '\r'))
        r->at++;
}

static bool json_reader_is(JsonReader *r, const char *set)
{
    return r->at < r->end && *r->at && strchr(set, *r->at);
}

static bool json_reader_take(JsonReader *r, const char *word)
{
    size_t n = strlen(word);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n) != 0)
        return false;
    r->at += n;
    return true;
}

/* One or more of a set; how many. */
static size_t json_reader_run(JsonReader *r, const char *set)
{
    const unsigned char *from = r->at;
    while (json_reader_is(r, set))
        r->at++;
    return (size_t)(r->at - from);
}

/* One character of UTF-8 above U+007F (Unicode, table 3-7). */
static bool json_reader_utf8(JsonReader *r)
{
    unsigned char c = *r->at, low = 0x80, high = 0xBF;
    int more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
    if (c < 0xC2 || c > 0xF4)
        return false;
    low = c == 0xE0 ? 0xA0 : c == 0xF0 ? 0x90 : low;
    high = c == 0xED ? 0x9F : c == 0xF4 ? 0x8F : high;
    for (r->at++; more > 0; more--, r->at++) {
        if (r->at == r->end || *r->at < low || *r->at > high)
            return false;
        low = 0x80;
        high = 0xBF;
    }
    return true;
}

static bool json_reader_string(JsonReader *r)
{
    for (r->at++; r->at < r->end && *r->at != '"';) {
        if (*r->at < 0x20)
            return false;
        if (*r->at >= 0x80) {
            if (!json_reader_utf8(r))
                return false;
        } else if (*r->at == '\\') {
            r->at++;
            if (json_reader_take(r, "u")) {
                for (int i = 0; i < 4; i++, r->at++)
                    if (!json_reader_is(r, "0123456789abcdefABCDEF"))
                        return false;
            } else if (json_reader_is(r, "\"\\/bfnrt")) {
                r->at++;
            } else {
                return false;
            }
        } else {
            r->at++;
        }
    }
    return json_reader_take(r, "\"");
}

static bool json_reader_number(JsonReader *r)
{
    (void)json_reader_take(r, "-");
    if (!json_reader_take(r, "0") && json_reader_run(r, "0123456789") == 0)
        return false;
    if (json_reader_take(r, ".") && json_reader_run(r, "0123456789") == 0)
        return false;
    if (json_reader_is(r, "eE")) {
        r->at++;
        if (json_reader_is(r, "+-"))
            r->at++;
        return json_reader_run(r, "0123456789") > 0;
    }
    return true;
}

static bool json_reader_value(JsonReader *r);

static bool json_reader_items(JsonReader *r, bool is_object)
{
    const char *close = is_object ? "}" : "]";
    r->at++;
    json_reader_blank(r);
    if (json_reader_take(r, close))
        return true;
    do {
        json_reader_blank(r);
        if (is_object) {
            if (!json_reader_is(r, "\"") || !json_reader_string(r))
                return false;
            json_reader_blank(r);
            if (!json_reader_take(r, ":"))
                return false;
        }
        if (!json_reader_value(r))
            return false;
        json_reader_blank(r);
    } while (json_reader_take(r, ","));
    return json_reader_take(r, close);
}

static bool json_reader_value(JsonReader *r)
{
    json_reader_blank(r);
    r->n_values++;
    if (json_reader_is(r, "\""))
        return json_reader_string(r);
    if (json_reader_is(r, "{[")) {
        if (++r->depth > JSON_READER_DEPTH) {
            r->is_too_deep = true;
            return false;
        }
        if (r->depth > r->deepest)
            r->deepest = r->depth;
        bool is_ok = json_reader_items(r, *r->at == '{');
        r->depth--;
        return is_ok;
    }
    return json_reader_take(r, "null") || json_reader_take(r, "true") ||
           json_reader_take(r, "false") || json_reader_number(r);
}

static bool json_reader_text(JsonReader *r, const char *text, size_t len)
{
    *r = (JsonReader){ .at = (const unsigned char *)text };
    r->end = r->at + len;
    (void)json_reader_take(r, "\xEF\xBB\xBF");
    if (!json_reader_value(r))
        return false;
    json_reader_blank(r);
    return r->at == r->end;
}

#endif
