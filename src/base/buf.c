/* SPDX-License-Identifier: MIT */
/* Capacity doubles, so n bytes cost O(n) in all; it never exceeds limit + 1
 * (the NUL). */
#include "base/buf.h"

#include "base/numtext.h"
#include "base/utf8.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    FIRST_CAP = 64
};

void cm__buf_init(Buf *b, const cm_allocator *alloc, size_t limit)
{
    *b = (Buf){ .alloc = alloc, .limit = limit, .status = CM_OK };
}

void cm__buf_done(Buf *b)
{
    cm__free(b->alloc, b->bytes, b->cap);
    cm__buf_init(b, b->alloc, b->limit);
}

void cm__buf_clear(Buf *b)
{
    b->len = 0;
    b->status = CM_OK;
    if (b->bytes != NULL)
        b->bytes[0] = '\0';
}

/* Makes cap > len + n. False after a failure. */
static CM_NOINLINE bool grow(Buf *b, size_t n)
{
    if (b->status != CM_OK)
        return false;
    if (n > b->limit - b->len || n > SIZE_MAX / 4) {
        b->status = CM_E_LIMIT;
        return false;
    }
    size_t need = b->len + n + 1;
    size_t cap = b->cap < FIRST_CAP ? FIRST_CAP : b->cap * 2;
    if (cap > b->limit + 1)
        cap = b->limit + 1;
    if (cap < need)
        cap = need;
    char *bytes = cm__realloc(b->alloc, b->bytes, b->cap, cap);
    if (bytes == NULL) {
        b->status = CM_E_NOMEM;
        return false;
    }
    b->bytes = bytes;
    b->cap = cap;
    b->bytes[b->len] = '\0';
    return true;
}

/* cap - len - 1 is the room left; cap 0 has none, and wraps to no room. */
static inline bool has_room(Buf *b, size_t n)
{
    if (CM_LIKELY(b->status == CM_OK && n < b->cap - b->len))
        return true;
    return grow(b, n);
}

void cm__buf_add(Buf *b, const void *src, size_t n)
{
    if (!has_room(b, n) || n == 0)
        return;
    memcpy(b->bytes + b->len, src, n);
    b->len += n;
    b->bytes[b->len] = '\0';
}

void cm__buf_add_buf(Buf *b, const Buf *part)
{
    if (part->status == CM_OK)
        cm__buf_add(b, cm__buf_text(part), part->len);
    else if (b->status == CM_OK)
        b->status = part->status;
}

void cm__buf_share(Buf *b, const Buf *part)
{
    if (part->status == CM_E_NOMEM && b->status == CM_OK)
        b->status = CM_E_NOMEM;
}

void cm__buf_add_str(Buf *b, const char *text)
{
    cm__buf_add(b, text, strlen(text));
}

void cm__buf_add_char(Buf *b, char c)
{
    if (!has_room(b, 1))
        return;
    b->bytes[b->len++] = c;
    b->bytes[b->len] = '\0';
}

void cm__buf_add_fill(Buf *b, char c, size_t n)
{
    if (!has_room(b, n))
        return;
    memset(b->bytes + b->len, c, n);
    b->len += n;
    b->bytes[b->len] = '\0';
}

void cm__buf_add_fmt(Buf *b, const char *fmt, ...)
{
    char small[256];
    va_list args;
    va_start(args, fmt);
    int n = vsnprintf(small, sizeof(small), fmt, args);
    va_end(args);
    assert(n >= 0); /* our own formats, no wide characters */
    if (n < (int)sizeof(small)) {
        cm__buf_add(b, small, (size_t)n);
        return;
    }
    if (!has_room(b, (size_t)n))
        return;
    va_start(args, fmt);
    vsnprintf(b->bytes + b->len, (size_t)n + 1, fmt, args);
    va_end(args);
    b->len += (size_t)n;
}

void cm__buf_add_int(Buf *b, int64_t n)
{
    char text[CM_NUM_TEXT_MAX];
    size_t len = cm__num_print_int(n, text);
    cm__buf_add(b, text, len);
}

void cm__buf_add_code_point(Buf *b, uint32_t code_point)
{
    char bytes[4];
    size_t n = cm__utf8_encode(code_point, bytes);
    cm__buf_add(b, bytes, n);
}

char *cm__buf_reserve(Buf *b, size_t n)
{
    return has_room(b, n) ? b->bytes + b->len : NULL;
}

void cm__buf_advance(Buf *b, size_t n)
{
    assert(n < b->cap - b->len);
    b->len += n;
    b->bytes[b->len] = '\0';
}

void cm__buf_truncate(Buf *b, size_t len)
{
    assert(len <= b->len);
    b->len = len;
    if (b->bytes != NULL)
        b->bytes[len] = '\0';
}

const char *cm__buf_text(const Buf *b)
{
    return b->bytes == NULL ? "" : b->bytes;
}

cm_status cm__buf_take(Buf *b, char **ret_bytes, size_t *ret_len,
                       size_t *ret_cap)
{
    /* An empty buffer hands out a real "" too, so takers need no NULL case. */
    if (b->status == CM_OK && b->bytes == NULL)
        (void)grow(b, 0);
    cm_status status = b->status;
    if (status == CM_OK) {
        *ret_bytes = b->bytes;
        *ret_len = b->len;
        *ret_cap = b->cap;
        b->bytes = NULL;
        b->cap = 0;
    }
    cm__buf_done(b);
    return status;
}
