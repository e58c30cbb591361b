/* SPDX-License-Identifier: MIT */
/* Lines that lie whole in one chunk are handed out in place; only a line that
 * crosses chunks is copied, once. */
#include "net/lines.h"

#include <string.h>

static const char bom[3] = { '\xEF', '\xBB', '\xBF' };

void cm__lines_init(LineSplitter *s, const cm_allocator *alloc, size_t max_line)
{
    *s = (LineSplitter){ .max_line = max_line };
    /* Room for a BOM and a '\r' on top, which do not count as content. */
    cm__buf_init(&s->rest, alloc, max_line + sizeof bom + 1);
}

void cm__lines_done(LineSplitter *s)
{
    cm__buf_done(&s->rest);
}

size_t cm__lines_pending(const LineSplitter *s)
{
    return s->rest.len;
}

static void hand_out(LineSplitter *s, const char *line, size_t len, LineFn fn,
                     void *ctx)
{
    if (!s->is_started) {
        s->is_started = true;
        if (len >= sizeof bom && memcmp(line, bom, sizeof bom) == 0) {
            line += sizeof bom;
            len -= sizeof bom;
        }
    }
    if (len > 0 && line[len - 1] == '\r')
        len--;
    if (len > s->max_line)
        s->n_overlong++;
    else if (len > 0)
        fn(ctx, line, len);
}

/* Keeps the begin of a line; false when it grew over the cap. */
static bool keep(LineSplitter *s, const char *bytes, size_t n)
{
    cm__buf_add(&s->rest, bytes, n);
    return s->rest.status == CM_OK;
}

cm_status cm__lines_feed(LineSplitter *s, const char *bytes, size_t n,
                         LineFn fn, void *ctx)
{
    const char *end = bytes + n;
    cm_status status = CM_OK;
    while (bytes < end) {
        const char *stop = memchr(bytes, '\n', (size_t)(end - bytes));
        size_t part = (size_t)((stop != NULL ? stop : end) - bytes);
        if (!s->is_skipping && (stop == NULL || s->rest.len > 0) &&
            !keep(s, bytes, part)) {
            s->is_skipping = true;
            if (s->rest.status == CM_E_NOMEM)
                status = CM_E_NOMEM;
            else
                s->n_overlong++;
            cm__buf_done(&s->rest);
            cm__buf_init(&s->rest, s->rest.alloc, s->rest.limit);
        }
        if (stop == NULL)
            break;
        if (s->is_skipping)
            s->is_skipping = false;
        else if (s->rest.len > 0)
            hand_out(s, s->rest.bytes, s->rest.len, fn, ctx);
        else
            hand_out(s, bytes, part, fn, ctx);
        s->is_started = true;
        /* A line of many MB must not pin its memory for ever. */
        if (s->rest.cap > ((size_t)1 << 20)) {
            cm__buf_done(&s->rest);
            cm__buf_init(&s->rest, s->rest.alloc, s->rest.limit);
        } else {
            cm__buf_clear(&s->rest);
        }
        bytes = stop + 1;
    }
    return status;
}

void cm__lines_finish(LineSplitter *s, LineFn fn, void *ctx)
{
    if (s->rest.len > 0 && !s->is_skipping)
        hand_out(s, s->rest.bytes, s->rest.len, fn, ctx);
    s->is_skipping = false;
    cm__buf_clear(&s->rest);
}
