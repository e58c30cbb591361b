/* SPDX-License-Identifier: MIT */
/* A line that lies whole in one chunk is read in place; only a line that
 * crosses chunks is copied. The next '\n' and the next '\r' of a chunk are each
 * looked for once, so that no mix of line ends is quadratic. */
#include "net/sse.h"

#include <string.h>

static const char bom[3] = { '\xEF', '\xBB', '\xBF' };

void cm__sse_reader_init(SseReader *r, const cm_allocator *alloc,
                         size_t max_line, size_t max_event)
{
    *r = (SseReader){ .max_line = max_line };
    cm__buf_init(&r->line, alloc, max_line);
    cm__buf_init(&r->name, alloc, max_line);
    cm__buf_init(&r->data, alloc, max_event + 1); /* ends in '\n' meanwhile */
    cm__buf_init(&r->id, alloc, max_line);
    cm__buf_init(&r->last_id, alloc, max_line);
}

void cm__sse_reader_done(SseReader *r)
{
    cm__buf_done(&r->line);
    cm__buf_done(&r->name);
    cm__buf_done(&r->data);
    cm__buf_done(&r->id);
    cm__buf_done(&r->last_id);
}

/* ---- reading ---- */

/* Empties; what grew beyond 1 MiB must not pin its memory for ever. */
static void empty(Buf *b)
{
    if (b->cap > ((size_t)1 << 20) || b->status != CM_OK) {
        cm__buf_done(b);
        cm__buf_init(b, b->alloc, b->limit);
    } else {
        cm__buf_clear(b);
    }
}

static void note_fault(SseReader *r, cm_status why)
{
    if (r->fault == CM_OK)
        r->fault = why;
}

static void end_event(SseReader *r, const SseSink *sink, void *ctx)
{
    if (r->has_id) {
        cm__buf_clear(&r->last_id);
        cm__buf_add_buf(&r->last_id, &r->id);
        if (r->last_id.status != CM_OK)
            note_fault(r, r->last_id.status);
    }
    if (r->fault != CM_OK) {
        if (sink->fault != NULL)
            sink->fault(ctx, r->fault);
    } else if (r->has_data || r->has_id) {
        bool has_name = r->name.len > 0;
        if (r->has_data)
            cm__buf_truncate(&r->data, r->data.len - 1);
        SseEvent event = {
            .name = has_name ? cm__buf_text(&r->name) : "message",
            .name_len = has_name ? r->name.len : strlen("message"),
            .data = cm__buf_text(&r->data),
            .data_len = r->data.len,
            .id = cm__buf_text(&r->last_id),
            .id_len = r->last_id.len,
            .has_data = r->has_data,
            .has_id = r->has_id,
        };
        sink->event(ctx, &event);
    }
    empty(&r->name);
    empty(&r->data);
    empty(&r->id);
    r->fault = CM_OK;
    r->has_data = r->has_id = false;
}

static void take_retry(const char *value, size_t len, const SseSink *sink,
                       void *ctx)
{
    uint64_t ms = 0;
    for (size_t i = 0; i < len; i++) {
        if (value[i] < '0' || value[i] > '9')
            return;
        if (ms > (UINT64_MAX - 9) / 10)
            ms = (UINT64_MAX - 9) / 10; /* ages either way */
        ms = ms * 10 + (uint64_t)(value[i] - '0');
    }
    if (len > 0 && sink->retry != NULL)
        sink->retry(ctx, ms);
}

static bool is_field(const char *line, size_t len, const char *name)
{
    return len == strlen(name) && memcmp(line, name, len) == 0;
}

static void replace(SseReader *r, Buf *b, const char *value, size_t len)
{
    cm__buf_clear(b);
    cm__buf_add(b, value, len);
    if (b->status != CM_OK)
        note_fault(r, b->status);
}

static void take_field(SseReader *r, const char *line, size_t len,
                       const SseSink *sink, void *ctx)
{
    const char *colon = memchr(line, ':', len);
    size_t name_len = colon != NULL ? (size_t)(colon - line) : len;
    const char *value = colon != NULL ? colon + 1 : line + len;
    size_t value_len = (size_t)(line + len - value);
    if (value_len > 0 && value[0] == ' ') {
        value++;
        value_len--;
    }
    if (is_field(line, name_len, "data")) {
        r->has_data = true;
        cm__buf_add(&r->data, value, value_len);
        cm__buf_add_char(&r->data, '\n');
        if (r->data.status != CM_OK)
            note_fault(r, r->data.status);
    } else if (is_field(line, name_len, "event")) {
        replace(r, &r->name, value, value_len);
    } else if (is_field(line, name_len, "id")) {
        if (memchr(value, '\0', value_len) == NULL) {
            r->has_id = true;
            replace(r, &r->id, value, value_len);
        }
    } else if (is_field(line, name_len, "retry")) {
        take_retry(value, value_len, sink, ctx);
    }
}

static void take_line(SseReader *r, const char *line, size_t len,
                      const SseSink *sink, void *ctx)
{
    if (len == 0)
        end_event(r, sink, ctx);
    else if (line[0] == ':')
        return;
    else if (len > r->max_line)
        note_fault(r, CM_E_LIMIT);
    else
        take_field(r, line, len, sink, ctx);
}

/* Keeps the part of a line whose end has not come, unless it is of no use: a
 * comment, or over the cap. */
static void keep(SseReader *r, const char *bytes, size_t n)
{
    if (r->is_skipping || n == 0)
        return;
    if (r->line.len == 0 && bytes[0] == ':') {
        r->is_skipping = true;
        return;
    }
    cm__buf_add(&r->line, bytes, n);
    if (r->line.status == CM_OK)
        return;
    note_fault(r, r->line.status);
    r->is_skipping = true;
    empty(&r->line);
}

static void end_line(SseReader *r, const char *bytes, size_t n,
                     const SseSink *sink, void *ctx)
{
    if (!r->is_skipping && r->line.len == 0) {
        take_line(r, bytes, n, sink, ctx);
        return;
    }
    keep(r, bytes, n);
    if (!r->is_skipping)
        take_line(r, r->line.bytes, r->line.len, sink, ctx);
    r->is_skipping = false;
    empty(&r->line);
}

/* Drops a BOM at the start of the stream; returns where the text goes on. */
static const char *skip_bom(SseReader *r, const char *at, const char *end)
{
    while (at < end && r->n_bom < sizeof bom && *at == bom[r->n_bom]) {
        r->n_bom++;
        at++;
    }
    if (at == end && r->n_bom < sizeof bom)
        return at; /* may become one */
    r->is_started = true;
    if (r->n_bom < sizeof bom)
        keep(r, bom, r->n_bom); /* it was text after all */
    return at;
}

/* The first c in [at, end), or end; `known` is where it was found before. */
static const char *next_of(char c, const char *known, const char *at,
                           const char *end)
{
    if (known != NULL && known >= at)
        return known;
    const char *found = memchr(at, c, (size_t)(end - at));
    return found != NULL ? found : end;
}

void cm__sse_reader_feed(SseReader *r, const char *bytes, size_t n,
                         const SseSink *sink, void *ctx)
{
    if (n == 0)
        return;
    const char *at = bytes, *end = bytes + n;
    if (r->is_after_cr && *at == '\n')
        at++;
    r->is_after_cr = false;
    if (!r->is_started)
        at = skip_bom(r, at, end);
    const char *lf = next_of('\n', NULL, at, end);
    const char *cr = next_of('\r', NULL, at, end);
    while (at < end) {
        const char *stop = lf < cr ? lf : cr;
        if (stop == end) {
            keep(r, at, (size_t)(end - at));
            return;
        }
        end_line(r, at, (size_t)(stop - at), sink, ctx);
        at = stop + 1;
        if (*stop == '\r') {
            r->is_after_cr = at == end;
            if (at < end && *at == '\n')
                at++;
        }
        lf = next_of('\n', lf, at, end);
        cr = next_of('\r', cr, at, end);
    }
}

/* ---- writing ---- */

static bool is_one_line(const char *text, size_t len)
{
    return len == 0 ||
           (memchr(text, '\n', len) == NULL && memchr(text, '\r', len) == NULL);
}

/* Adds the text with `prefix` before each of its lines; an empty text is one
 * line. */
static void add_lines(Buf *out, const char *prefix, const char *text,
                      size_t len)
{
    const char *end = text + len;
    const char *lf = next_of('\n', NULL, text, end);
    const char *cr = next_of('\r', NULL, text, end);
    for (;;) {
        const char *stop = lf < cr ? lf : cr;
        cm__buf_add_str(out, prefix);
        cm__buf_add(out, text, (size_t)(stop - text));
        cm__buf_add_char(out, '\n');
        if (stop == end)
            return;
        text = stop + 1;
        if (*stop == '\r' && text < end && *text == '\n')
            text++;
        lf = next_of('\n', lf, text, end);
        cr = next_of('\r', cr, text, end);
    }
}

cm_status cm__sse_write_event(Buf *out, const SseEvent *e)
{
    if (!is_one_line(e->name, e->name_len))
        return CM_E_ARGUMENT;
    if (e->has_id && (!is_one_line(e->id, e->id_len) ||
                      (e->id_len > 0 && memchr(e->id, '\0', e->id_len))))
        return CM_E_ARGUMENT;
    if (e->name_len > 0 && !is_field(e->name, e->name_len, "message"))
        add_lines(out, "event: ", e->name, e->name_len);
    if (e->has_id)
        add_lines(out, "id: ", e->id_len > 0 ? e->id : "", e->id_len);
    if (e->has_data)
        add_lines(out, "data: ", e->data_len > 0 ? e->data : "", e->data_len);
    cm__buf_add_char(out, '\n');
    return out->status;
}

void cm__sse_write_comment(Buf *out, const char *text, size_t len)
{
    add_lines(out, ":", len > 0 ? text : "", len);
}

void cm__sse_write_retry(Buf *out, uint64_t ms)
{
    cm__buf_add_fmt(out, "retry: %llu\n", (unsigned long long)ms);
}
