/* SPDX-License-Identifier: MIT */
/* Paths of tools: made of operationId or of method and path, and moved aside
 * where one is taken (spec/openapi.md 6).
 *
 * gen->tools holds the paths that are tools, gen->spaces their proper prefixes.
 * The number that a taken name got last is kept, so that many operations of one
 * name cost no search each. */
#include <string.h>

#include "openapi/generate_internal.h"

/* Segments of one path, in the scratch arena. */
typedef struct Path {
    OaText *segments;
    size_t n, cap;
} Path;

static bool is_alnum(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

static char to_upper(char c)
{
    if (c >= 'a' && c <= 'z')
        return (char)(c - 'a' + 'A');
    return c;
}

static bool is_plain(char c)
{
    return is_alnum(c) || c == '_' || c == '$';
}

/* The segment of a text: `_` for each run of other characters, none at the
 * ends. */
static void clean(Buf *out, const char *text, size_t len)
{
    cm__buf_clear(out);
    bool was_other = false;
    for (size_t i = 0; i < len; i++) {
        bool is_other = !is_plain(text[i]);
        if (!is_other)
            cm__buf_add_char(out, text[i]);
        else if (!was_other)
            cm__buf_add_char(out, '_');
        was_other = is_other;
    }
    if (out->status != CM_OK)
        return;
    size_t from = 0, n = out->len;
    while (from < n && out->bytes[from] == '_')
        from++;
    while (n > from && out->bytes[n - 1] == '_')
        n--;
    bool is_digit =
        from < n && out->bytes[from] >= '0' && out->bytes[from] <= '9';
    n -= from;
    if (n)
        memmove(out->bytes, out->bytes + from, n);
    cm__buf_truncate(out, n);
    if (n == 0)
        cm__buf_add_str(out, "operation");
    if (is_digit) {
        cm__buf_add_char(out, '_');
        if (out->status != CM_OK)
            return;
        memmove(out->bytes + 1, out->bytes, n);
        out->bytes[0] = '_';
    }
    if (out->len > OA_SEGMENT_BYTES)
        cm__buf_truncate(out, OA_SEGMENT_BYTES);
}

static bool add_segment(OaGen *gen, Path *path, const char *text, size_t len)
{
    clean(&gen->token, text, len);
    if (gen->token.status != CM_OK)
        return false;
    OaText *items = cm__arena_room(&gen->scratch, path->segments, path->n,
                                   &path->cap, sizeof *items);
    char *copy = cm__arena_text(&gen->scratch, cm__buf_text(&gen->token),
                                gen->token.len);
    if (!items || !copy)
        return false;
    path->segments = items;
    items[path->n++] = (OaText){ copy, gen->token.len };
    return true;
}

/* The words of a text in lower case, each with a capital. */
static void add_words(Buf *out, const char *text, size_t len)
{
    bool is_start = true;
    for (size_t i = 0; i < len; i++) {
        if (is_alnum(text[i])) {
            char c = cm__ascii_lower(text[i]);
            if (is_start)
                c = to_upper(c);
            cm__buf_add_char(out, c);
        }
        is_start = !is_alnum(text[i]);
    }
}

/* "getAByXBByYZ" of GET /a/{x}/b/{y_z}. */
static void make_up(Buf *out, const Operation *op)
{
    cm__buf_clear(out);
    for (size_t i = 0; i < op->method.len; i++)
        cm__buf_add_char(out, cm__ascii_lower(op->method.text[i]));
    const char *p = op->path.text, *end = p + op->path.len;
    while (p < end) {
        const char *slash = memchr(p, '/', (size_t)(end - p));
        size_t len = (size_t)((slash ? slash : end) - p);
        bool is_param = len >= 2 && p[0] == '{' && p[len - 1] == '}' &&
                        !memchr(p, '}', len - 1);
        if (is_param) {
            cm__buf_add_str(out, "By");
            add_words(out, p + 1, len - 2);
        } else {
            add_words(out, p, len);
        }
        p = slash ? slash + 1 : end;
    }
}

static bool split(OaGen *gen, Path *path, const Operation *op)
{
    if (op->id.len == 0) {
        make_up(&gen->text, op);
        return gen->text.status == CM_OK &&
               add_segment(gen, path, cm__buf_text(&gen->text), gen->text.len);
    }
    const char *p = op->id.text, *end = p + op->id.len;
    for (;;) {
        const char *dot = memchr(p, '.', (size_t)(end - p));
        if (!add_segment(gen, path, p, (size_t)((dot ? dot : end) - p)))
            return false;
        if (!dot)
            return true;
        p = dot + 1;
    }
}

static void join(Buf *out, const OaText *segments, size_t n, char glue)
{
    cm__buf_clear(out);
    for (size_t i = 0; i < n; i++) {
        if (i)
            cm__buf_add_char(out, glue);
        cm__buf_add(out, segments[i].text, segments[i].len);
    }
}

/* Segments of the shortest proper prefix that is a tool; 0: none. */
static size_t tool_prefix(const OaGen *gen, const char *path, size_t len)
{
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        if (path[i] != '.')
            continue;
        n++;
        if (cm__oa_map_get(&gen->tools, path, i).fact)
            return n;
    }
    return 0;
}

static bool is_free(const OaGen *gen, const char *path, size_t len)
{
    return !cm__oa_map_get(&gen->tools, path, len).fact &&
           !cm__oa_map_get(&gen->spaces, path, len).fact &&
           tool_prefix(gen, path, len) == 0;
}

/* Rule a: the tool's last segment and the next one become one. */
static bool glue(OaGen *gen, const Path *path, size_t n_prefix)
{
    const OaText *s = path->segments;
    cm__buf_clear(&gen->text);
    for (size_t i = 0; i < path->n; i++) {
        if (i && i != n_prefix)
            cm__buf_add_char(&gen->text, '.');
        if (i == n_prefix) {
            size_t before = s[i - 1].len;
            cm__buf_add_char(&gen->text, to_upper(s[i].text[0]));
            size_t room = OA_SEGMENT_BYTES > before + 1
                              ? OA_SEGMENT_BYTES - before - 1
                              : 0;
            size_t rest = s[i].len - 1;
            cm__buf_add(&gen->text, s[i].text + 1, rest < room ? rest : room);
        } else {
            cm__buf_add(&gen->text, s[i].text, s[i].len);
        }
    }
    return gen->text.status == CM_OK &&
           is_free(gen, cm__buf_text(&gen->text), gen->text.len);
}

/* Rule b: one name with a number. */
static bool number(OaGen *gen, const Path *path)
{
    join(&gen->text, path->segments, path->n, '_');
    if (gen->text.status != CM_OK)
        return false;
    if (gen->text.len > OA_SEGMENT_BYTES)
        cm__buf_truncate(&gen->text, OA_SEGMENT_BYTES);
    size_t len = gen->text.len;
    char *base = cm__arena_text(&gen->scratch, cm__buf_text(&gen->text), len);
    OaEntry *slot = base ? cm__oa_map_slot(&gen->suffixes, base, len) : NULL;
    if (!slot)
        return false;
    size_t n = slot->number ? slot->number : 1;
    do {
        cm__buf_truncate(&gen->text, len);
        cm__buf_add_fmt(&gen->text, "_%zu", ++n);
        if (gen->text.status != CM_OK)
            return false;
    } while (!is_free(gen, cm__buf_text(&gen->text), gen->text.len));
    slot->number = n;
    return true;
}

static bool reserve(OaGen *gen, OaText path)
{
    for (size_t i = 0; i <= path.len; i++) {
        if (i < path.len && path.text[i] != '.')
            continue;
        OaMap *map = i < path.len ? &gen->spaces : &gen->tools;
        OaEntry *slot = cm__oa_map_slot(map, path.text, i);
        if (!slot)
            return false;
        slot->fact = path.text;
    }
    return true;
}

/* The path that the operation gets if it is free, in gen->text. */
static bool wish(OaGen *gen, Path *path, const Operation *op)
{
    if (!split(gen, path, op))
        return false;
    bool is_long = path->n > OA_MAX_SEGMENTS;
    join(&gen->text, path->segments, path->n, is_long ? '_' : '.');
    if (gen->text.status != CM_OK)
        return false;
    if (is_long && gen->text.len > OA_SEGMENT_BYTES)
        cm__buf_truncate(&gen->text, OA_SEGMENT_BYTES);
    return true;
}

OaText cm__oa_wish(OaGen *gen, const Operation *op)
{
    Path path = { 0 };
    return wish(gen, &path, op) ? cm__oa_keep_buf(gen, &gen->text)
                                : (OaText){ "", 0 };
}

bool cm__oa_name_tool(OaGen *gen, Operation *op)
{
    Path path = { 0 };
    if (!wish(gen, &path, op))
        return false;
    bool is_long = path.n > OA_MAX_SEGMENTS;
    const char *text = cm__buf_text(&gen->text);
    size_t len = gen->text.len;
    if (!is_free(gen, text, len)) {
        size_t prefix = is_long ? 0 : tool_prefix(gen, text, len);
        if ((prefix == 0 || !glue(gen, &path, prefix)) && !number(gen, &path))
            return false;
    }
    op->tool = cm__oa_keep_buf(gen, &gen->text);
    return op->tool.text && reserve(gen, op->tool);
}
